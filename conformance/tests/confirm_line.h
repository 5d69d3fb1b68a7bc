/* A format's number line, by MPFR: where values lie on it, and how far apart two are, by the definitions of
 * ../errors.h. What is rounded is rounded to the precision of the variable that takes it. */
#ifndef CONFIRM_LINE_H
#define CONFIRM_LINE_H

#include <stdint.h>
#include <mpfr.h>
#include "subject.h"

/* Bits that hold whatever tells a result of the type from its neighbours: the square of the smallest number
 * beside the square of the largest, and the cube by which atan of the smallest is off it. */
mpfr_prec_t line_bits(enum ul_type t);

/* Steps from 0 to v, linear between representable values, to infinity and no further; with v's sign. */
void line_place(enum ul_type t, const mpfr_t v, mpfr_t steps);
/* The value so many whole steps from 0. */
void line_value(enum ul_type t, const mpfr_t steps, mpfr_t v);
/* v rounded once, as a place on the line. Neither is NaN. */
void line_round(enum ul_type t, enum ul_rounding rounding, const mpfr_t v, mpfr_t steps);

/* The figures of y against the exact r; neither is NaN. */
struct figures {
    double of[UL_MEASURES];
};
struct figures line_measure(enum ul_type t, enum ul_rounding rounding, const mpfr_t y, const mpfr_t r);

#endif
