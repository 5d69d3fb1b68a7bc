#include "confirm_line.h"
#include <math.h>

static int precision(enum ul_type t)
{
    return ul_types[t].precision;
}

static int emax(enum ul_type t)
{
    return ul_types[t].emax;
}

mpfr_prec_t line_bits(enum ul_type t)
{
    return ul_is_float(t) ? 4 * (emax(t) + precision(t)) + 150 : 150;
}

/* floor(log2 |v|), at least the smallest normal's. v is not infinite. */
static long binade(enum ul_type t, const mpfr_t v)
{
    long e = mpfr_zero_p(v) ? 1 - emax(t) : (long)mpfr_get_exp(v) - 1;
    return e < 1 - emax(t) ? 1 - emax(t) : e;
}

static bool is_beyond(enum ul_type t, const mpfr_t v)
{
    return mpfr_inf_p(v) || binade(t, v) > emax(t);
}

void line_place(enum ul_type t, const mpfr_t v, mpfr_t steps)
{
    const bool beyond = is_beyond(t, v), negative = mpfr_signbit(v);
    const long e = beyond ? emax(t) + 1 : binade(t, v);
    mpfr_t base;
    mpfr_init2(base, 64);
    if (beyond)
        mpfr_set_ui_2exp(steps, 1, precision(t) - 1, MPFR_RNDN);
    else
        mpfr_mul_2si(steps, v, precision(t) - 1 - e, MPFR_RNDN);
    mpfr_abs(steps, steps, MPFR_RNDN);
    mpfr_set_si_2exp(base, e - (1 - emax(t)), precision(t) - 1, MPFR_RNDN);
    mpfr_add(steps, steps, base, MPFR_RNDN);
    mpfr_clear(base);
    mpfr_setsign(steps, steps, negative, MPFR_RNDN);
}

void line_value(enum ul_type t, const mpfr_t steps, mpfr_t v)
{
    const bool negative = mpfr_signbit(steps);
    const int bits = precision(t) - 1;
    mpfr_t n;
    mpfr_init2(n, 64);
    mpfr_abs(n, steps, MPFR_RNDN);
    const uintmax_t place = mpfr_get_uj(n, MPFR_RNDN), hidden = (uintmax_t)1 << bits;
    const long binade = (long)(place >> bits), lowest = 1 - emax(t) - bits;
    if (binade > 2 * emax(t))
        mpfr_set_inf(v, 1);
    else if (binade == 0)
        mpfr_set_uj_2exp(v, place, lowest, MPFR_RNDN);
    else
        mpfr_set_uj_2exp(v, hidden + (place & (hidden - 1)), lowest + binade - 1, MPFR_RNDN);
    mpfr_clear(n);
    mpfr_setsign(v, v, negative, MPFR_RNDN);
}

void line_round(enum ul_type t, enum ul_rounding rounding, const mpfr_t v, mpfr_t steps)
{
    const bool negative = mpfr_signbit(v);
    const bool inward =
        rounding == UL_TO_ZERO || (rounding == UL_UP && negative) || (rounding == UL_DOWN && !negative);
    const bool is_far = !mpfr_inf_p(v) && is_beyond(t, v);
    line_place(t, v, steps);
    if (rounding == UL_NEAREST) {
        mpfr_roundeven(steps, steps);
    } else if (!inward) {
        mpfr_rint(steps, steps, MPFR_RNDA);
    } else if (is_far) { /* the largest, one before infinity */
        mpfr_sub_si(steps, steps, negative ? -1 : 1, MPFR_RNDN);
    } else {
        mpfr_trunc(steps, steps);
    }
    mpfr_setsign(steps, steps, negative, MPFR_RNDN);
}

/* log2 of ulp(r), OpenCL C 3.0, 7.4. */
static long ulp_exponent(enum ul_type t, const mpfr_t r)
{
    long e = binade(t, r);
    if (!mpfr_zero_p(r) && e > 1 - emax(t)) {
        mpfr_t power;
        mpfr_init2(power, 2);
        mpfr_set_ui_2exp(power, 1, e, MPFR_RNDN);
        e -= mpfr_cmpabs(r, power) == 0;
        mpfr_clear(power);
    }
    return (e > emax(t) ? emax(t) : e) - (precision(t) - 1);
}

static double distance(const mpfr_t a, const mpfr_t b)
{
    mpfr_t gap;
    mpfr_init2(gap, mpfr_get_prec(b));
    mpfr_sub(gap, a, b, MPFR_RNDN);
    const double d = fabs(mpfr_get_d(gap, MPFR_RNDN));
    mpfr_clear(gap);
    return d;
}

/* Those that are differences of values, not of places; r is finite. */
static void measure_difference(enum ul_type t, const mpfr_t y, const mpfr_t r, struct figures *g)
{
    mpfr_t gap, share;
    mpfr_inits2(mpfr_get_prec(r), gap, share, (mpfr_ptr)0);
    if (mpfr_inf_p(y))
        mpfr_set_si_2exp(gap, mpfr_sgn(y), emax(t) + 1, MPFR_RNDN);
    else
        mpfr_set(gap, y, MPFR_RNDN);
    mpfr_sub(gap, gap, r, MPFR_RNDN);
    mpfr_abs(gap, gap, MPFR_RNDN);
    g->of[UL_ABS] = mpfr_get_d(gap, MPFR_RNDN);
    mpfr_div(share, gap, r, MPFR_RNDN);
    g->of[UL_REL] = mpfr_zero_p(gap) ? 0 : fabs(mpfr_get_d(share, MPFR_RNDN));
    mpfr_mul_2si(gap, gap, -ulp_exponent(t, r), MPFR_RNDN);
    g->of[UL_OPENCL] = mpfr_get_d(gap, MPFR_RNDN);
    mpfr_clears(gap, share, (mpfr_ptr)0);
}

struct figures line_measure(enum ul_type t, enum ul_rounding rounding, const mpfr_t y, const mpfr_t r)
{
    struct figures g = {{0}};
    mpfr_t at_y, at_r, right, nearest;
    mpfr_inits2(mpfr_get_prec(r) + 64, at_y, at_r, right, nearest, (mpfr_ptr)0);
    line_place(t, y, at_y);
    line_place(t, r, at_r);
    line_round(t, rounding, r, right);
    line_round(t, UL_NEAREST, r, nearest);
    g.of[UL_ORDINAL] = distance(at_y, at_r);
    g.of[UL_CUDA] = distance(at_y, right);
    line_value(t, nearest, nearest);
    const bool same = mpfr_equal_p(at_y, right) && (mpfr_inf_p(y) || is_beyond(t, r));
    if (mpfr_inf_p(nearest) && same) {
        ; /* where the right result lies beyond every finite number it has no error */
    } else if (mpfr_inf_p(r)) {
        g.of[UL_OPENCL] = g.of[UL_ABS] = g.of[UL_REL] = INFINITY;
    } else {
        measure_difference(t, y, r, &g);
    }
    mpfr_clears(at_y, at_r, right, nearest, (mpfr_ptr)0);
    return g;
}
