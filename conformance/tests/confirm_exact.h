/* The exact value of a reference by MPFR and the definitions alone, with nothing of ../reference.c: for
 * confirm.c. */
#ifndef CONFIRM_EXACT_H
#define CONFIRM_EXACT_H

#include "confirm_line.h"

struct exact {
    mpfr_t value;
    bool sign_is_free; /* of a zero */
    bool is_beyond;    /* too large or small for MPFR: then infinite, or some small number */
    int low_bits;      /* not 0: of an integer, so many low bits of the magnitude, and the sign, count */
};

/* Has MPFR, or what stands here, each of its words? An old MPFR lacks some. */
bool exact_knows(const struct ul_expression *e);

/* What becomes of the result of each operation: nothing; it is rounded to the type; a subnormal one then is a
 * zero. */
enum operation { EXACT, ROUNDED, FLUSHED };

/* Evaluates over `arguments`, in variables of enough bits (line_bits). `type`: that words such as nextafter
 * are of. */
void exact_evaluate(const struct ul_expression *e, const mpfr_t *arguments, enum ul_type type,
                    enum operation each, struct exact *out);

#endif
