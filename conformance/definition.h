/* What a C text alone tells of its functions: where they are, which types they are written with, and whether
 * the braces match. What only a compiler can tell is left to the compilers. */
#ifndef UL_CONFORMANCE_DEFINITION_H
#define UL_CONFORMANCE_DEFINITION_H

#include "common/type.h"

/* The end of the string, character or comment that begins at p, or NULL if none begins here. */
const char *ul_c_token_end(const char *p);
/* Is it a letter of C's words? */
bool ul_c_is_word(char c);

struct ul_definition {
    char *name, *head; /* "f", "float f(float x, float *y)": comments and blanks as one space */
    int line;
};

/* Reads "float f(float x, float *y) {", what stands behind an ul_fn. False: it is none; a declaration, say.
 */
bool ul_definition_read(const char *text, int line, struct ul_definition *out);
void ul_definition_clear(struct ul_definition *d);

/* May the function have this signature? Types that are not the dialect's count as right. */
bool ul_definition_fits(const struct ul_definition *d, const struct ul_signature *s);

/* Braces, by preprocessor branches: each branch begins with what was open before the #if, the last one counts
 * where there is an #else, none where there is not. Start from {0}. */
enum { UL_MAX_CONDITIONS = 32 };
struct ul_braces {
    int depth, opened; /* how many are open, the line of the first of them */
    int conditions;
    struct {
        int depth, opened;
        bool otherwise; /* it has an #else */
    } condition[UL_MAX_CONDITIONS];
    bool lost; /* conditions too deep or unmatched: nothing is said any more */
};

/* Takes a letter that is part of no string or comment. False: a '}' that closes nothing. */
bool ul_braces_take(struct ul_braces *b, char c, int line);
/* Takes a directive, from its '#'. */
void ul_braces_direct(struct ul_braces *b, const char *directive);

#endif
