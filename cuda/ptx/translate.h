/* What the files of the translation share. */
#ifndef UL_PTX_TRANSLATE_H
#define UL_PTX_TRANSLATE_H

#include "ptx.h"
#include "scope.h"

/* ---- Where registers point, translate_pointers.c ------------------------------------------------------ */

/* What a register holds, over all its definitions: a number, an address inside one variable, or something
 * whose object nobody knows. */
enum ul_ptx_holds { UL_PTX_NOTHING, UL_PTX_NUMBER, UL_PTX_INSIDE, UL_PTX_ANYWHERE };
struct ul_ptx_pointer {
    enum ul_ptx_holds holds;
    const struct ul_ptx_variable *root; /* INSIDE */
    bool fixed;                         /* INSIDE: at `offset`, always; else somewhere */
    int64_t offset;
};

struct ul_ptx_facts;
void ul_ptx_find_pointers(struct ul_ptx_facts *facts);
/* The address that an operand is, as far as is known. */
struct ul_ptx_pointer ul_ptx_points(const struct ul_ptx_facts *facts, const struct ul_ptx_operand *o);

/* ---- Facts of a function, translate_facts.c ----------------------------------------------------------- */

struct ul_ptx_facts {
    const struct ul_ptx_function *f;
    struct ul_ptx_flow flow;
    struct ul_ptx_pointer *pointer; /* of each register */
    bool *unset;                    /* of each register: may be read before it is written */
    bool *slow; /* of each block: in a cycle, uses a .local variable, calls a slow function */
    bool any_slow;
    bool has_fast_path; /* some path that avoids slow blocks stores to global memory */
    int widest;         /* bits of an element of its inputs and outputs */
    int size;           /* statements, those of called functions too */
    int state;          /* of the recursion over calls */
    bool used;          /* called, directly or not, by an entry */
};

struct ul_translator;

/* Fills t->facts, of all functions. */
bool ul_ptx_facts(struct ul_translator *t);
bool ul_ptx_is_small(const struct ul_ptx_facts *facts); /* vectorised where it is inlined */

/* ---- The state of a translation ---------------------------------------------------------------------- */

struct ul_translator {
    struct ul_ptx_module *m;
    struct ul_ptx_translation *out;
    struct ul_text *ir; /* out's */
    struct ul_line *why;
    struct ul_ptx_facts *facts;
    struct ul_ptx_names functions; /* the runtime's that are used: indices of out->use */
    /* The function that is being written. */
    const struct ul_ptx_facts *now;
    const struct ul_ptx_function *f;
    const struct ul_ptx_statement *s;
    bool fast;  /* slow blocks return true instead */
    int values; /* so far: %1 is "%t1" */
    bool ended; /* the block has its terminator */
};

/* "line 12: 'add.f32' ..."; false. */
bool ul_ptx_refuse(struct ul_translator *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Has the statement that many operands? */
bool ul_ptx_count(struct ul_translator *t, int operands);

/* ---- Operands, translate_value.c ---------------------------------------------------------------------- */

/* A value of the IR, an integer: "%t12", "17". */
struct ul_ir {
    char text[32];
    int bits;
};

struct ul_ir ul_ir_named(int bits, const char *format, ...) __attribute__((format(printf, 2, 3)));
struct ul_ir ul_ir_new(struct ul_translator *t, int bits); /* a name for a new value */
struct ul_ir ul_ir_number(uint64_t value, int bits);
/* To another width: truncated, or extended with the sign or zeros. */
struct ul_ir ul_ir_resize(struct ul_translator *t, struct ul_ir v, int bits, bool sign);
struct ul_ir ul_ir_not(struct ul_translator *t, struct ul_ir v); /* of one bit */
bool ul_ptx_read(struct ul_translator *t, const struct ul_ptx_operand *o, struct ul_ptx_type type,
                 struct ul_ir *v);
/* A value into a register, or nowhere (_). */
bool ul_ptx_write(struct ul_translator *t, const struct ul_ptx_operand *o, struct ul_ir v, bool sign);
bool ul_ptx_guard(struct ul_translator *t, struct ul_ir *v); /* of the statement */

/* ---- Memory, translate_memory.c ----------------------------------------------------------------------- */

bool ul_ptx_load(struct ul_translator *t);
bool ul_ptx_store(struct ul_translator *t);
bool ul_ptx_move(struct ul_translator *t);
bool ul_ptx_cvta(struct ul_translator *t);
/* The IR's name of a variable: "%v3", "@ul.table.0", "%in"; NULL text where it has no address. */
bool ul_ptx_variable_name(struct ul_translator *t, const struct ul_ptx_variable *v, struct ul_ir *name);
/* Is it a parameter of that function, an entry? NULL is none. */
bool ul_ptx_is_entry_parameter(const struct ul_ptx_function *f, const struct ul_ptx_variable *v);

/* ---- Calls, translate_call.c -------------------------------------------------------------------------- */

bool ul_ptx_setp(struct ul_translator *t);
bool ul_ptx_instruction(struct ul_translator *t); /* all that the runtime does */
bool ul_ptx_call(struct ul_translator *t);
void ul_ptx_declarations(struct ul_translator *t);

/* ---- Functions, translate_function.c ------------------------------------------------------------------ */

/* A .func, or an entry's body: "define internal i1 @NAME(...)": the result says, of the fast body, that it
 * came to a slow block; else that the thread has ended, as by exit. */
bool ul_ptx_function(struct ul_translator *t, const struct ul_ptx_facts *facts, bool fast);

#endif
