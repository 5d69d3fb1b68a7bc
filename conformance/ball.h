/* Real functions on balls: Arb's, and those of the vocabulary that Arb does not have. Each takes a ball
 * inside the function's domain and off its poles (reference.c sees to both) and gives a ball that holds
 * every value there, exact where the value is a short dyadic; where it cannot tell it gives a wide ball or
 * one that is not finite. Thread-safe; FLINT's caches are a thread's own until it calls flint_cleanup(). */
#ifndef UL_BALL_H
#define UL_BALL_H

#if __has_include(<flint/arb.h>)
#include <flint/arb.h>
#include <flint/arb_hypgeom.h>
#else
#include <arb.h>
#include <arb_hypgeom.h>
#endif
#include <stdbool.h>
#include "common/type.h"

typedef void ul_ball_function(arb_t out, const arb_t x, slong precision);
ul_ball_function ul_ball_acospi, ul_ball_asinpi, ul_ball_atanpi, ul_ball_bessel_i0, ul_ball_bessel_i1,
    ul_ball_bessel_j0, ul_ball_bessel_j1, ul_ball_bessel_y0, ul_ball_bessel_y1, ul_ball_cbrt, ul_ball_erf,
    ul_ball_erfc, ul_ball_erfcx, ul_ball_exp10, ul_ball_exp2, ul_ball_exponent, ul_ball_fabs,
    ul_ball_frexp_exponent, ul_ball_frexp_fraction, ul_ball_lgamma, ul_ball_lgamma_sign, ul_ball_log10,
    ul_ball_log2, ul_ball_modf_fraction, ul_ball_negate, ul_ball_normcdf, ul_ball_normcdfinv, ul_ball_one,
    ul_ball_rcbrt, ul_ball_saturate, ul_ball_sign, ul_ball_signbit, ul_ball_tanpi, ul_ball_zero;

/* Functions whose definition names the argument's type. */
typedef void ul_typed_function(arb_t out, const arb_t x, enum ul_type type, slong precision);
ul_typed_function ul_ball_fract, ul_ball_isnormal;

/* Step functions of an exact number; they never decrease. ul_ball_step: the hull of one's
 * values on a ball. */
typedef void ul_step_function(arf_t out, const arf_t x);
ul_step_function ul_step_ceil, ul_step_floor, ul_step_rint, ul_step_round, ul_step_trunc;
void ul_ball_step(arb_t out, const arb_t x, ul_step_function *step);

/* x > 0, any y. */
void ul_ball_pow(arb_t out, const arb_t x, const arb_t y, slong precision);
/* The n-th root of x > 0, n not 0; exact where it can be. */
void ul_ball_rootn(arb_t out, const arb_t x, const fmpz_t n, slong precision);
/* atan2(y, x) / pi; the arguments are not zero. */
void ul_ball_atan2pi(arb_t out, const arb_t y, const arb_t x, slong precision);
/* Orders from 0; ul_ball_bessel_yn: x > 0. */
void ul_ball_bessel_jn(arb_t out, int n, const arb_t x, slong precision);
void ul_ball_bessel_yn(arb_t out, int n, const arb_t x, slong precision);
/* x/y to the nearest integer, ties to even. */
void ul_ball_quotient(arb_t out, const arb_t x, const arb_t y, slong precision);
/* x - n y with n = x/y rounded toward zero, or to nearest, ties to even. */
void ul_ball_remainder(arb_t out, const arb_t x, const arb_t y, bool nearest, slong precision);

/* Bits that |x| has before the point, 0 to 5000: by so many a working precision must grow where a
 * function loses as much. */
slong ul_ball_magnitude(const arb_t x);
/* Everything: an answer that decides nothing. */
void ul_ball_widen(arb_t out);
/* x is exact and an integer; then *odd says which. `odd` may be NULL. */
bool ul_ball_is_integer(const arb_t x, bool *odd);

#endif
