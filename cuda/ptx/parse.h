/* What the files of the parser share. Every function that can fail has then said why. */
#ifndef UL_PTX_PARSE_H
#define UL_PTX_PARSE_H

#include "parse_lex.h"
#include "scope.h"

/* No text may ask for more; what NVRTC writes for math code stays far below. */
enum {
    UL_PTX_MOST_TEXT = 16 << 20,  /* bytes; a statement of two takes 64 of memory */
    UL_PTX_MOST_BYTES = 64 << 20, /* of all variables of a module */
    UL_PTX_MOST_REGISTERS = 1 << 20,
    UL_PTX_LONGEST_PREFIX = 64, /* of "%f<38>" */
    UL_PTX_MOST_SCOPES = 100,   /* within each other */
};

/* A function's address or a call of it: whether it has a body is known at the end of the text. */
struct ul_ptx_function_use {
    struct ul_ptx_symbol *callee;
    struct ul_ptx_operand *call; /* its three operands; NULL: the address is taken */
    int line;
};

struct ul_ptx_parser {
    struct ul_lexer lex;
    struct ul_ptx_names names;
    struct ul_ptx_module *module;
    struct ul_ptx_function *function; /* that is being read */
    int registers; /* of the module */
    uint64_t bytes;
    struct ul_ptx_function_use *use;
    int uses;
    struct ul_ptx_operand *pending; /* operands whose list is not complete */
    int pendings, pending_room;
    struct ul_line *why;
};

/* Failing: false, and "line 12: ..." */
bool ul_ptx_wrong(struct ul_ptx_parser *p, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool ul_ptx_unexpected(struct ul_ptx_parser *p, const char *wanted); /* "'x' where a type is expected" */

/* Tokens: the next one is looked at, and taken if it is that. */
bool ul_ptx_at(const struct ul_ptx_parser *p, char c);
bool ul_ptx_at_dot(const struct ul_ptx_parser *p, const char *word);
bool ul_ptx_take(struct ul_ptx_parser *p, char c);
bool ul_ptx_take_dot(struct ul_ptx_parser *p, const char *word);
bool ul_ptx_expect(struct ul_ptx_parser *p, char c);
bool ul_ptx_read_name(struct ul_ptx_parser *p, const char *wanted, struct ul_ptx_word **out);
bool ul_ptx_read_number(struct ul_ptx_parser *p, const char *wanted, struct ul_ptx_operand *out);
bool ul_ptx_read_count(struct ul_ptx_parser *p, const char *wanted, uint64_t *out);

/* Declarations. The first token is the one after ".param", ".global", ".reg", ... */
struct ul_ptx_variable *ul_ptx_read_variable(struct ul_ptx_parser *p, enum ul_ptx_space space);
bool ul_ptx_read_variables(struct ul_ptx_parser *p, enum ul_ptx_space space); /* up to the ';' */
bool ul_ptx_read_registers(struct ul_ptx_parser *p);                          /* up to the ';' */

/* A label, or an instruction up to its ';'. */
bool ul_ptx_read_statement(struct ul_ptx_parser *p);

#endif
