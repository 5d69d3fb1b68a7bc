/* Expressions over the vocabulary of functions: "acos(x)", "2*atan(tanh(x/2))". Grammar: + - * /,
 * unary -, parentheses, decimal and hexfloat numbers (exact), pi, variables x y z w s t u v, and the
 * functions of vocabulary.def. Exact numbers, no rounding anywhere: an expression names a real function. */
#ifndef UL_EXPRESSION_H
#define UL_EXPRESSION_H

#include <stdbool.h>
#include "common/text.h"

enum ul_node_kind { UL_NODE_NUMBER, UL_NODE_PI, UL_NODE_VARIABLE, UL_NODE_CALL };

/* The functions of the vocabulary; + - * / and unary minus are calls too. */
enum ul_word {
#define UL_WORD(id, ...) UL_WORD_##id,
#include "vocabulary.def"
#undef UL_WORD
    UL_WORD_COUNT
};

struct ul_word_info {
    const char *name; /* "acos"; operators: "+" "-" "*" "/" "negate" */
    int arity;
};
extern const struct ul_word_info ul_words[UL_WORD_COUNT];
enum { UL_MAX_ARITY = 4 };
extern const char ul_variable_names[]; /* "xyzwstuv" */

/* A node; children are indices of earlier nodes, so that walking the array in order evaluates. */
struct ul_node {
    enum ul_node_kind kind;
    enum ul_word word; /* UL_NODE_CALL */
    int child[UL_MAX_ARITY];
    int variable; /* 0 is x */
    char *number; /* UL_NODE_NUMBER: its text */
    double value; /* UL_NODE_NUMBER: the nearest double ... */
    bool exact;   /* ... which is the number itself */
};

struct ul_expression {
    char *text;
    int count, variables; /* variables: 1 + the largest index used */
    struct ul_node *node; /* the last one is the root */
};

/* NULL with a reason ("column 7: unknown function 'acso', did you mean 'acos'?"). */
struct ul_expression *ul_expression_parse(const char *text, struct ul_line *why);
void ul_expression_free(struct ul_expression *e);

/* The same expression in fp64 C text for a device ("acos(x)"), over double variables a0, a1 ..., which are
 * floats' values: the device's own double functions, but for those that it lacks, or, with `own`, that are
 * slower than the program's (screen_device_words.h). False if a word has no spelling there. `language`:
 * "cuda" or "opencl". */
bool ul_expression_to_device(const struct ul_expression *e, const char *language, bool own,
                             struct ul_text *out);

/* A homogeneous function: f(2^period x) = 2^slope f(x) for every x, exactly; of several variables, all of
 * them multiplied. False: it is not known to be one. */
struct ul_degree {
    int period, slope;
};
bool ul_expression_degree(const struct ul_expression *e, struct ul_degree *out);

/* Is the call spelled as a faster function of the program's own? */
bool ul_expression_has_own(const struct ul_expression *e, const struct ul_node *n);

#endif
