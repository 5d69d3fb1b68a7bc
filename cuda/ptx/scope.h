/* What the names of a PTX text stand for while it is read: nested scopes, each name hashed once. */
#ifndef UL_PTX_SCOPE_H
#define UL_PTX_SCOPE_H

#include "ptx.h"

/* A name of the text, once however often it is written. */
struct ul_ptx_word {
    const char *text;
    uint32_t hash;
    struct ul_ptx_symbol *symbol; /* what it stands for here, or NULL */
    struct ul_ptx_mark *mark;     /* the innermost label of that name */
};

enum ul_ptx_symbol_kind { UL_PTX_IS_REGISTER, UL_PTX_IS_VARIABLE, UL_PTX_IS_FUNCTION };

struct ul_ptx_symbol {
    enum ul_ptx_symbol_kind kind;
    int index; /* a register's, or what else it is a number for */
    struct ul_ptx_variable *variable;
    struct ul_ptx_function *function; /* its body, or its prototype while there is none */
    /* Of scope.c: */
    struct ul_ptx_word *word;
    struct ul_ptx_scope *scope;
    struct ul_ptx_symbol *hidden, *next;
};

/* A label where it is declared, and a branch to one that is not yet known. */
struct ul_ptx_mark {
    struct ul_ptx_word *word;
    int label;
    struct ul_ptx_scope *scope;
    struct ul_ptx_mark *hidden, *next;
};
struct ul_ptx_jump {
    struct ul_ptx_word *word;
    struct ul_ptx_operand *operand;
    int line;
    struct ul_ptx_jump *next;
};

struct ul_ptx_scope {
    struct ul_ptx_scope *outer;
    int depth, line;
    struct ul_ptx_symbol *symbols;
    struct ul_ptx_mark *marks;
    struct ul_ptx_jump *jumps, **last_jump; /* in the text's order */
};

struct ul_ptx_names {
    struct ul_arena *texts; /* of names: they outlive the reading */
    struct ul_arena arena;
    struct ul_ptx_word **slot;
    size_t slots, words;
    struct ul_ptx_scope *scope; /* the innermost */
};

void ul_ptx_names_free(struct ul_ptx_names *n);
struct ul_ptx_word *ul_ptx_word(struct ul_ptx_names *n, const char *text, size_t length);

void ul_ptx_scope_open(struct ul_ptx_names *n, int line);
/* Branches find the labels of the scope; those that find none are handed to the outer one. */
void ul_ptx_scope_close(struct ul_ptx_names *n);

/* NULL: the innermost scope has that name already. */
struct ul_ptx_symbol *ul_ptx_declare(struct ul_ptx_names *n, struct ul_ptx_word *w,
                                     enum ul_ptx_symbol_kind kind);
bool ul_ptx_mark_label(struct ul_ptx_names *n, struct ul_ptx_word *w, int label); /* false: doubled */
void ul_ptx_jump_to(struct ul_ptx_names *n, struct ul_ptx_word *w, struct ul_ptx_operand *operand, int line);

#endif
