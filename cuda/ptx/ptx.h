/* PTX as data: what parse.c reads, contract.c rewrites and translate.c turns into LLVM IR.
 * Language: NVIDIA, PTX ISA 9.1. Only the shape of statements is known here; what an instruction does is a
 * function of runtime.h, and one that has none there is unknown.
 *
 * A module owns all it points to, in one arena: nothing is freed alone. */
#ifndef UL_PTX_H
#define UL_PTX_H

#include <stdbool.h>
#include <stdint.h>
#include "common/text.h"

/* ---- Memory that is freed at once ------------------------------------------------------------------- */

struct ul_arena {
    struct ul_arena_block *last;
};
void *ul_arena_take(struct ul_arena *a, size_t bytes);                   /* zeroed, aligned for any type */
void *ul_arena_copy(struct ul_arena *a, const void *data, size_t bytes); /* with a zero behind it */
char *ul_arena_format(struct ul_arena *a, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* An array that may take one element more than `count`: it grows by doubling, so all of its growth is done
 * here. */
void *ul_arena_grow(struct ul_arena *a, void *array, int count, size_t element);
void ul_arena_free(struct ul_arena *a);

/* ---- Types, variables, registers -------------------------------------------------------------------- */

/* .u32 is {'u', 32}; kinds: 'b' bits, 'u' unsigned, 's' signed, 'f' float; ".pred" is {'p', 1}. */
struct ul_ptx_type {
    char kind;
    int bits;
};

enum ul_ptx_space { UL_PTX_GLOBAL, UL_PTX_CONST, UL_PTX_LOCAL, UL_PTX_PARAM };

/* A variable: of the module (.global, .const), of a function (.local), a parameter, a return value, or a
 * .param variable of a call sequence. */
struct ul_ptx_variable {
    const char *name; /* another one, of a nested scope, may have it too */
    int index; /* in the list that has it: the module's, or the function's locals, parameters or results */
    enum ul_ptx_space space;
    struct ul_ptx_type type; /* of an element */
    int align;               /* in bytes; the type's own if the text gives none */
    uint64_t bytes;          /* of the whole: an array's, or the element's */
    const uint8_t *data;     /* `bytes` of them: the initial value, or NULL for zeros */
    int line;
};

struct ul_ptx_register {
    const char *name; /* "%r12"; a nested scope's own is another register of the same name */
    struct ul_ptx_type type;
};

/* ---- Statements ------------------------------------------------------------------------------------- */

enum ul_ptx_operand_kind {
    UL_PTX_REGISTER,  /* %r1 */
    UL_PTX_IMMEDIATE, /* 12, -3, 0x1F, 17U, 0f3F800000, 0d..., 1.5 */
    UL_PTX_SPECIAL,   /* %tid.x: name */
    UL_PTX_SYMBOL,    /* an address: a module's or function's variable, by name; or a function's name */
    UL_PTX_ADDRESS,   /* [%rd1+8], [param0], [table+4]: `element[0]` is the base, `bits` the offset */
    UL_PTX_VECTOR,    /* {%r1, %r2}: elements; also the lists ( ) of a call, which has three operands: results,
                       * function, arguments; a list that is not written is empty */
    UL_PTX_LABEL,     /* a branch's target: `index` of the label in the function */
    UL_PTX_PAIR,      /* %p1|%p2: two elements */
    UL_PTX_SINK,      /* _ */
};

struct ul_ptx_operand {
    enum ul_ptx_operand_kind kind;
    bool negated;     /* !%p1; also -%r1 of an operand that may carry a sign */
    bool is_float;    /* IMMEDIATE: 0f, 0d or a decimal fraction */
    int index;        /* REGISTER: in the function's registers; LABEL: in its labels */
    int float_bits;   /* 32 or 64 */
    uint64_t bits;    /* IMMEDIATE: an integer sign-extended to 64 bits; 0f: 32 bits; 0d and decimal
                       * fractions: the double's 64 bits (float_bits says which); ADDRESS: the offset */
    const char *name; /* SPECIAL, SYMBOL, LABEL */
    struct ul_ptx_variable *variable;     /* SYMBOL: what it names, and no function */
    const struct ul_ptx_function *callee; /* SYMBOL of a call */
    int elements;
    struct ul_ptx_operand *element;
};

struct ul_ptx_statement {
    int line;
    int guard;          /* a predicate's register, or -1 */
    bool guard_negated; /* @!%p1 */
    const char *opcode; /* as written: "fma.rn.ftz.f32" */
    int operands;
    struct ul_ptx_operand *operand; /* in the text's order: destination first */
};

/* `at` is the index of the statement that follows it (the count of statements at the end). */
struct ul_ptx_label {
    const char *name; /* as written; labels of nested scopes are labels of the function */
    int at;
};

struct ul_ptx_function {
    const char *name;
    int index; /* in the module's */
    bool entry;
    bool declared_only; /* never of a module's functions: prototypes are dropped, and what calls one whose
                         * body never comes is an error */
    int line;
    int results, parameters;
    struct ul_ptx_variable **result, **parameter;
    int locals; /* .local variables and .param variables of call sequences */
    struct ul_ptx_variable **local;
    int registers;
    struct ul_ptx_register *reg;
    int labels;
    struct ul_ptx_label *label;
    int statements;
    struct ul_ptx_statement *statement;
};

struct ul_ptx_module {
    struct ul_arena arena;
    int target; /* 90 of ".target sm_90a" */
    int globals;
    struct ul_ptx_variable **global; /* .global and .const */
    int functions;                   /* with a body, in the text's order */
    struct ul_ptx_function **function;
};

/* Reads a whole text. NULL with "line 12: what is wrong": a construct that is not known or not complete, an
 * undeclared name, a doubled one. Nothing is guessed, and no text makes it crash or loop. Freed by
 * ul_ptx_free. */
struct ul_ptx_module *ul_ptx_parse(const char *text, size_t length, struct ul_line *why);
void ul_ptx_free(struct ul_ptx_module *m);

/* "line 12: ..." as all of these folders' errors begin; returns false. */
bool ul_ptx_fail(struct ul_line *why, int line, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* ---- Instructions ----------------------------------------------------------------------------------- */

/* Is the word one of a list "add sub mul"? */
bool ul_ptx_listed(const char *list, const char *word, size_t length);
/* Is its first part one of the list: ul_ptx_is("fma.rn.f32", "mad fma")? */
bool ul_ptx_is(const char *opcode, const char *list);
/* Has the opcode a modifier of the list: ul_ptx_has("fma.rn.ftz.f32", "ftz")? ".shared::cta" is "shared". */
bool ul_ptx_has(const char *opcode, const char *list);
/* The type of a name without its dot. What has several lanes, or is no plain number, is bits: f16x2 is {'b', 32},
 * bf16 {'b', 16}, e4m3x2 {'b', 16}, tf32 {'b', 32}; f16 is {'f', 16}, pred {'p', 1}. False: no type's name. */
bool ul_ptx_type(const char *name, size_t length, struct ul_ptx_type *out);
/* How many type suffixes it ends in, the last first in `type` (at most 3 are read): "cvt.rn.f16x2.f32" has two,
 * {'f', 32} and {'b', 32}. */
int ul_ptx_types(const char *opcode, struct ul_ptx_type type[3]);
/* The same where a mode may stand behind them: "prmt.b32.f4e", "div.approx.f32.fused". */
int ul_ptx_types_within(const char *opcode, struct ul_ptx_type type[3]);

/* A floating constant's bits as a float of 32 or 64 bits. */
uint64_t ul_ptx_float_bits(const struct ul_ptx_operand *o, int bits);

/* Does control leave the function here: ret, exit, trap? */
bool ul_ptx_leaves(const struct ul_ptx_statement *s);
/* Is the first operand written? */
bool ul_ptx_has_destination(const struct ul_ptx_statement *s);
/* Calls `see` for each register that the statement reads or writes, reads first. */
typedef void ul_ptx_see(void *context, int reg, bool writes);
void ul_ptx_see_registers(const struct ul_ptx_statement *s, ul_ptx_see *see, void *context);

/* ---- Flow ------------------------------------------------------------------------------------------- */

/* A basic block: statements first .. end - 1. A branch ends one; a label or a branch's successor begins one;
 * after a `call` the block goes on. Blocks are in the text's order. */
struct ul_ptx_block {
    int first, end;
    int successors, successor[2]; /* of a conditional branch: taken, not taken; none after ret, exit, trap */
    bool reachable;               /* from the first one */
    bool in_cycle;                /* some path leads back to it */
};

struct ul_ptx_flow {
    int blocks;
    struct ul_ptx_block *block; /* in the module's arena */
};

/* False: a function may run past its last statement; a label leads nowhere. */
bool ul_ptx_flow(struct ul_arena *a, const struct ul_ptx_function *f, struct ul_ptx_flow *out,
                 struct ul_line *why);

/* ---- Contraction ------------------------------------------------------------------------------------ */

/* Fuses multiplications and additions as ptxas does when it turns PTX into machine code; `fmad` false
 * (-fmad=false): nothing is. Statements of the functions are rewritten in place: an addition becomes
 * fma.rn[.ftz][.sat] (a division's last multiplication and the addition become "div.approx.f32.fused" with
 * a third source), and a multiplication that nobody needs any more goes. */
bool ul_ptx_contract(struct ul_ptx_module *m, bool fmad, struct ul_line *why);

/* ---- Translation ------------------------------------------------------------------------------------ */

/* An instruction's function in the runtime, and where the text used it first. */
struct ul_ptx_use {
    const char *function; /* "ptx_fma_rn_ftz_f32" */
    const char *opcode;
    const char *type; /* "i32 (i32, ptr)" */
    int line;
};

struct ul_ptx_translation {
    struct ul_text ir; /* LLVM IR, opaque pointers */
    int uses;
    struct ul_ptx_use *use; /* in the module's arena */
};

/* Every entry of the module becomes a function
 *     void NAME(ptr in, ptr out, i64 base, i32 first, i32 end, i32 capacity)
 * that runs the entry's body for the inputs first .. end - 1: the entry's parameters have to be those of
 * UL_KERNEL in ../prelude.cuh (in, out, base, n, capacity, first), else it fails. See translate.c. */
bool ul_ptx_translate(struct ul_ptx_module *m, struct ul_ptx_translation *out, struct ul_line *why);

#endif
