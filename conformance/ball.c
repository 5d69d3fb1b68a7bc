#include "ball.h"
#include <math.h>
#include <stdlib.h>

/* Beyond any exponent that an argument can have: what must be held digit by digit stays this short. */
enum { LONGEST = 5000 };

void ul_ball_widen(arb_t out)
{
    arb_zero_pm_inf(out);
}

slong ul_ball_magnitude(const arb_t x)
{
    if (arf_cmpabs_2exp_si(arb_midref(x), 0) < 0)
        return 0;
    return arf_cmpabs_2exp_si(arb_midref(x), LONGEST) < 0 ? arf_abs_bound_lt_2exp_si(arb_midref(x)) : LONGEST;
}

bool ul_ball_is_integer(const arb_t x, bool *odd)
{
    if (!arb_is_exact(x) || !arf_is_int(arb_midref(x)))
        return false;
    if (odd)
        *odd = !arf_is_int_2exp_si(arb_midref(x), 1);
    return true;
}

static bool is_short(const arb_t x)
{
    return arb_is_exact(x) && arf_cmpabs_2exp_si(arb_midref(x), LONGEST) < 0 &&
           (arf_is_zero(arb_midref(x)) || arf_cmpabs_2exp_si(arb_midref(x), -LONGEST) > 0);
}

/* --- exponentials --- */

void ul_ball_exp2(arb_t out, const arb_t x, slong precision)
{
    arb_t fraction;
    fmpz_t n;
    fmpz_init(n);
    arb_init(fraction);
    if (is_short(x)) {
        arf_get_fmpz(n, arb_midref(x), ARF_RND_NEAR);
        arb_sub_fmpz(fraction, x, n, ARF_PREC_EXACT);
    } else {
        arb_set(fraction, x);
    }
    if (arb_is_zero(fraction)) {
        arb_one(out);
    } else {
        arb_const_log2(out, precision + 8);
        arb_mul(out, out, fraction, precision + 8);
        arb_exp(out, out, precision);
    }
    arb_mul_2exp_fmpz(out, out, n);
    arb_clear(fraction);
    fmpz_clear(n);
}

void ul_ball_exp10(arb_t out, const arb_t x, slong precision)
{
    if (ul_ball_is_integer(x, NULL) && arb_is_nonnegative(x) && arf_cmp_2exp_si(arb_midref(x), 10) < 0) {
        arb_ui_pow_ui(out, 10, (ulong)arf_get_si(arb_midref(x), ARF_RND_DOWN), precision);
        return;
    }
    slong p = precision + ul_ball_magnitude(x) + 4;
    arb_const_log10(out, p);
    arb_mul(out, out, x, p);
    arb_exp(out, out, p);
}

void ul_ball_log2(arb_t out, const arb_t x, slong precision)
{
    arb_log_base_ui(out, x, 2, precision);
}

void ul_ball_log10(arb_t out, const arb_t x, slong precision)
{
    arb_log_base_ui(out, x, 10, precision);
}

/* x^y = 2^n-th root of x raised to 2^n y, where the root is exact; so the exact powers come out exact. */
static bool exact_roots(arb_t x, arb_t y, slong precision)
{
    arb_t root;
    arb_init(root);
    for (int n = 0; n < 10 && !ul_ball_is_integer(y, NULL); n++) {
        arb_sqrt(root, x, precision);
        if (!arb_is_exact(root))
            break;
        arb_swap(x, root);
        arb_mul_2exp_si(y, y, 1);
    }
    arb_clear(root);
    return ul_ball_is_integer(y, NULL);
}

static bool is_power_of_two(const arb_t x)
{
    return arb_is_exact(x) && arf_bits(arb_midref(x)) == 1;
}

void ul_ball_pow(arb_t out, const arb_t x, const arb_t y, slong precision)
{
    arb_t b, e;
    arb_init(b);
    arb_init(e);
    arb_set(b, x);
    arb_set(e, y);
    bool integer = is_short(x) && is_short(y) && exact_roots(b, e, precision);
    if (integer && (is_power_of_two(b) || arf_cmpabs_2exp_si(arb_midref(e), 10) < 0)) {
        fmpz_t n;
        fmpz_init(n);
        arf_get_fmpz(n, arb_midref(e), ARF_RND_DOWN);
        arb_pow_fmpz(out, b, n, precision + 12);
        fmpz_clear(n);
    } else {
        /* The error of exp(t) is that of t, |t| 2^-p; |log x| < 2^10 for every argument. */
        slong p = precision + ul_ball_magnitude(y) + 12;
        arb_log(b, x, p);
        arb_mul(b, b, y, p);
        arb_exp(out, b, p);
    }
    arb_clear(b);
    arb_clear(e);
}

/* --- roots --- */

/* Arb's cube root is never exact: try the nearest short number. */
static void snap_to_exact_root(arb_t root, const arb_t x)
{
    arb_t candidate, cube;
    arb_init(candidate);
    arb_init(cube);
    arf_set_round(arb_midref(candidate), arb_midref(root), 53, ARF_RND_NEAR);
    arb_pow_ui(cube, candidate, 3, ARF_PREC_EXACT);
    if (arb_equal(cube, x))
        arb_swap(root, candidate);
    arb_clear(candidate);
    arb_clear(cube);
}

void ul_ball_cbrt(arb_t out, const arb_t x, slong precision)
{
    arb_abs(out, x);
    arb_root_ui(out, out, 3, precision + 8);
    if (arb_is_negative(x))
        arb_neg(out, out);
    else if (!arb_is_positive(x))
        ul_ball_widen(out);
    if (arb_is_exact(x))
        snap_to_exact_root(out, x);
}

void ul_ball_rcbrt(arb_t out, const arb_t x, slong precision)
{
    ul_ball_cbrt(out, x, precision + 4);
    arb_inv(out, out, precision);
}

/* x = m 2^e, m odd, has an exact n-th root if m has one and n divides e. Of |n| > 64 only 1 has one, being
 * below 2^64. */
static bool exact_root(arb_t out, const arb_t x, const fmpz_t n)
{
    fmpz_t m, e;
    fmpz_init(m);
    fmpz_init(e);
    arf_get_fmpz_2exp(m, e, arb_midref(x));
    bool exact = arb_is_exact(x) && fmpz_divisible(e, n) && fmpz_sgn(m) > 0;
    if (exact && !fmpz_is_one(m))
        exact = fmpz_cmp_si(n, 64) <= 0 && fmpz_cmp_si(n, -64) >= 0 && fmpz_sizeinbase(m, 2) <= 64 &&
                fmpz_root(m, m, labs(fmpz_get_si(n)));
    if (exact) {
        arb_set_fmpz(out, m);
        fmpz_abs(m, n);
        fmpz_divexact(e, e, m);
        arb_mul_2exp_fmpz(out, out, e);
    }
    fmpz_clear(m);
    fmpz_clear(e);
    return exact;
}

void ul_ball_rootn(arb_t out, const arb_t x, const fmpz_t n, slong precision)
{
    if (exact_root(out, x, n)) {
        if (fmpz_sgn(n) < 0)
            arb_inv(out, out, precision);
        return;
    }
    slong p = precision + 16; /* |log x| < 2^12 for every argument */
    arb_log(out, x, p);
    arb_div_fmpz(out, out, n, p);
    arb_exp(out, out, p);
}

/* --- in units of pi --- */

static void divide_by_pi(arb_t out, slong precision)
{
    arb_t pi;
    arb_init(pi);
    arb_const_pi(pi, precision + 4);
    arb_div(out, out, pi, precision);
    arb_clear(pi);
}

void ul_ball_acospi(arb_t out, const arb_t x, slong precision)
{
    arb_acos(out, x, precision + 4);
    divide_by_pi(out, precision);
}

void ul_ball_asinpi(arb_t out, const arb_t x, slong precision)
{
    arb_asin(out, x, precision + 4);
    divide_by_pi(out, precision);
}

void ul_ball_atanpi(arb_t out, const arb_t x, slong precision)
{
    arb_atan(out, x, precision + 4);
    divide_by_pi(out, precision);
}

/* The diagonals are exact, and of what else is rational nothing is. */
void ul_ball_atan2pi(arb_t out, const arb_t y, const arb_t x, slong precision)
{
    if (arb_is_exact(x) && arb_is_exact(y) && !arf_cmpabs(arb_midref(x), arb_midref(y))) {
        arb_set_si(out, arb_is_positive(x) ? 1 : 3);
        arb_mul_2exp_si(out, out, -2);
        if (arb_is_negative(y))
            arb_neg(out, out);
        return;
    }
    arb_atan2(out, y, x, precision + 4);
    divide_by_pi(out, precision);
}

/* +-1 at the odd multiples of 1/4, where Arb's ball is not exact. */
void ul_ball_tanpi(arb_t out, const arb_t x, slong precision)
{
    arb_tan_pi(out, x, precision);
    if (arb_is_exact(x) && arf_is_int_2exp_si(arb_midref(x), -2) && !arf_is_int_2exp_si(arb_midref(x), -1))
        arb_set_si(out, arf_sgn(arb_midref(out)));
}

/* --- the gamma function --- */

void ul_ball_lgamma(arb_t out, const arb_t x, slong precision)
{
    slong p = precision + ul_ball_magnitude(x);
    if (arb_is_positive(x)) {
        arb_hypgeom_lgamma(out, x, p);
        return;
    }
    arb_hypgeom_rgamma(out, x, p);
    arb_abs(out, out);
    arb_log(out, out, precision);
    arb_neg(out, out);
}

void ul_ball_lgamma_sign(arb_t out, const arb_t x, slong precision)
{
    (void)precision;
    bool odd;
    arb_t below;
    arb_init(below);
    ul_ball_step(below, x, ul_step_floor);
    if (arb_is_positive(x))
        arb_one(out);
    else if (arb_is_negative(x) && ul_ball_is_integer(below, &odd))
        arb_set_si(out, odd ? -1 : 1);
    else
        ul_ball_widen(out);
    arb_clear(below);
}

/* --- the error function --- */

/* Beyond 127 erf is +-1 to within exp(-127^2) < 2^-20000. Arb allocates by x^2 there, more than there is. */
static bool erf_is_settled(const arb_t x)
{
    return arf_cmpabs_2exp_si(arb_midref(x), 7) >= 0 && mag_cmp_2exp_si(arb_radref(x), 0) <= 0;
}

static void set_nearly(arb_t out, slong value)
{
    arb_set_si(out, value);
    arb_add_error_2exp_si(out, -20000);
}

void ul_ball_erf(arb_t out, const arb_t x, slong precision)
{
    if (erf_is_settled(x))
        set_nearly(out, arf_sgn(arb_midref(x)));
    else
        arb_hypgeom_erf(out, x, precision);
}

void ul_ball_erfc(arb_t out, const arb_t x, slong precision)
{
    if (erf_is_settled(x) && arb_is_negative(x))
        set_nearly(out, 2);
    else
        arb_hypgeom_erfc(out, x, precision);
}

void ul_ball_erfcx(arb_t out, const arb_t x, slong precision)
{
    slong p = precision + 2 * ul_ball_magnitude(x) + 8;
    arb_t square;
    arb_init(square);
    arb_hypgeom_erfc(out, x, p);
    arb_sqr(square, x, p);
    arb_exp(square, square, p);
    arb_mul(out, out, square, precision);
    arb_clear(square);
}

/* erfc(m + d) = erfc(m) e^t, |t| <= |d| (2 (|m| + |d|) + 2) by Mills' ratio (DLMF 7.8.2). Arb's own bound for
 * an inexact argument beyond 2^63 or so tells nothing. */
static void erfc_of_large(arb_t out, const arb_t x, slong precision)
{
    arb_t spread, slope, factor;
    arb_init(spread);
    arb_init(slope);
    arb_init(factor);
    arb_get_rad_arb(spread, x);
    arb_abs(slope, x);
    arb_add_ui(slope, slope, 1, precision);
    arb_mul_2exp_si(slope, slope, 1);
    arb_mul(spread, spread, slope, precision);
    arb_add_error(factor, spread);
    arb_exp(factor, factor, precision);
    arb_get_mid_arb(slope, x);
    arb_hypgeom_erfc(out, slope, precision);
    arb_mul(out, out, factor, precision);
    arb_clear(spread);
    arb_clear(slope);
    arb_clear(factor);
}

/* erfc(-x / sqrt(2)) / 2 */
void ul_ball_normcdf(arb_t out, const arb_t x, slong precision)
{
    slong p = precision + 2 * ul_ball_magnitude(x) + 8;
    arb_t root;
    arb_init(root);
    arb_sqrt_ui(root, 2, p);
    arb_div(out, x, root, p);
    arb_neg(out, out);
    if (ul_ball_magnitude(x) > 16 && arb_is_negative(x))
        erfc_of_large(out, out, p);
    else
        arb_hypgeom_erfc(out, out, p);
    arb_mul_2exp_si(out, out, -1);
    arb_clear(root);
}

/* -sqrt(2) erfcinv(2 x) */
void ul_ball_normcdfinv(arb_t out, const arb_t x, slong precision)
{
    arb_t root;
    arb_init(root);
    arb_mul_2exp_si(out, x, 1);
    arb_hypgeom_erfcinv(out, out, precision + 4);
    arb_sqrt_ui(root, 2, precision + 4);
    arb_mul(out, out, root, precision);
    arb_neg(out, out);
    arb_clear(root);
}

/* --- Bessel functions --- */

typedef void bessel_function(arb_t out, const arb_t order, const arb_t x, slong precision);

static void bessel(arb_t out, bessel_function *f, int order, const arb_t x, slong precision)
{
    arb_t n;
    arb_init(n);
    arb_set_si(n, order);
    f(out, n, x, precision);
    arb_clear(n);
}

/* Arb's series for small x loses 1.5 bits a unit of x, and its expansion for large x is none below x = n. */
static slong bessel_precision(int n, const arb_t x, slong precision)
{
    double size = fabs(arf_get_d(arb_midref(x), ARF_RND_NEAR));
    bool series = size < 50 || (size < 1.5 * n && size < LONGEST);
    return precision + ul_ball_magnitude(x) + (series ? (slong)(1.5 * size) : 0);
}

void ul_ball_bessel_i0(arb_t out, const arb_t x, slong precision)
{
    bessel(out, arb_hypgeom_bessel_i, 0, x, precision);
}

void ul_ball_bessel_i1(arb_t out, const arb_t x, slong precision)
{
    bessel(out, arb_hypgeom_bessel_i, 1, x, precision);
}

void ul_ball_bessel_j0(arb_t out, const arb_t x, slong precision)
{
    bessel(out, arb_hypgeom_bessel_j, 0, x, bessel_precision(0, x, precision));
}

void ul_ball_bessel_j1(arb_t out, const arb_t x, slong precision)
{
    bessel(out, arb_hypgeom_bessel_j, 1, x, bessel_precision(1, x, precision));
}

void ul_ball_bessel_y0(arb_t out, const arb_t x, slong precision)
{
    bessel(out, arb_hypgeom_bessel_y, 0, x, bessel_precision(0, x, precision));
}

void ul_ball_bessel_y1(arb_t out, const arb_t x, slong precision)
{
    bessel(out, arb_hypgeom_bessel_y, 1, x, bessel_precision(1, x, precision));
}

void ul_ball_bessel_jn(arb_t out, int n, const arb_t x, slong precision)
{
    bessel(out, arb_hypgeom_bessel_j, n, x, bessel_precision(n, x, precision));
}

void ul_ball_bessel_yn(arb_t out, int n, const arb_t x, slong precision)
{
    bessel(out, arb_hypgeom_bessel_y, n, x, bessel_precision(n, x, precision));
}

/* --- steps --- */

void ul_step_floor(arf_t out, const arf_t x)
{
    arf_floor(out, x);
}

void ul_step_ceil(arf_t out, const arf_t x)
{
    arf_ceil(out, x);
}

void ul_step_trunc(arf_t out, const arf_t x)
{
    if (arf_sgn(x) < 0)
        arf_ceil(out, x);
    else
        arf_floor(out, x);
}

/* floor(|x| + 1/2) with x's sign. A number that is no integer has its last bit below the point, so the sum
 * is short unless x is tiny. */
void ul_step_round(arf_t out, const arf_t x)
{
    if (arf_is_int(x)) {
        arf_set(out, x);
    } else if (arf_cmpabs_2exp_si(x, -1) < 0) {
        arf_zero(out);
    } else {
        arf_t half;
        arf_init(half);
        arf_set_d(half, 0.5);
        arf_abs(out, x);
        arf_add(out, out, half, ARF_PREC_EXACT, ARF_RND_DOWN);
        arf_floor(out, out);
        if (arf_sgn(x) < 0)
            arf_neg(out, out);
        arf_clear(half);
    }
}

void ul_step_rint(arf_t out, const arf_t x)
{
    bool tie = !arf_is_int(x) && arf_is_int_2exp_si(x, -1);
    ul_step_round(out, x);
    if (tie && !arf_is_int_2exp_si(out, 1)) {
        if (arf_sgn(x) < 0)
            arf_add_ui(out, out, 1, ARF_PREC_EXACT, ARF_RND_DOWN);
        else
            arf_sub_ui(out, out, 1, ARF_PREC_EXACT, ARF_RND_DOWN);
    }
}

/* The e in x = 1.f * 2^e, x > 0. */
static void step_exponent(arf_t out, const arf_t x)
{
    fmpz_t e;
    fmpz_init(e);
    fmpz_sub_ui(e, ARF_EXPREF(x), 1);
    arf_set_fmpz(out, e);
    fmpz_clear(e);
}

static void hull_of_step(arb_t out, const arf_t low, const arf_t high, ul_step_function *step)
{
    arf_t a, b;
    arf_init(a);
    arf_init(b);
    step(a, low);
    step(b, high);
    if (arf_equal(a, b))
        arb_set_arf(out, a);
    else
        arb_set_interval_arf(out, a, b, 128);
    arf_clear(a);
    arf_clear(b);
}

void ul_ball_step(arb_t out, const arb_t x, ul_step_function *step)
{
    if (arb_is_exact(x)) {
        step(arb_midref(out), arb_midref(x));
        mag_zero(arb_radref(out));
        return;
    }
    if (!arb_is_finite(x)) {
        ul_ball_widen(out);
        return;
    }
    arf_t low, high;
    arf_init(low);
    arf_init(high);
    arb_get_interval_arf(low, high, x, arb_bits(x) + MAG_BITS + 8);
    hull_of_step(out, low, high, step);
    arf_clear(low);
    arf_clear(high);
}

void ul_ball_exponent(arb_t out, const arb_t x, slong precision)
{
    (void)precision;
    if (arb_contains_zero(x)) {
        ul_ball_widen(out);
        return;
    }
    arb_t magnitude;
    arb_init(magnitude);
    arb_abs(magnitude, x);
    ul_ball_step(out, magnitude, step_exponent);
    arb_clear(magnitude);
}

void ul_ball_frexp_exponent(arb_t out, const arb_t x, slong precision)
{
    ul_ball_exponent(out, x, precision);
    arb_add_ui(out, out, 1, ARF_PREC_EXACT);
}

void ul_ball_frexp_fraction(arb_t out, const arb_t x, slong precision)
{
    arb_t exponent;
    arb_init(exponent);
    ul_ball_exponent(exponent, x, precision);
    if (arb_is_exact(exponent)) {
        fmpz_t e;
        fmpz_init(e);
        fmpz_neg(e, ARF_EXPREF(arb_midref(x)));
        arb_mul_2exp_fmpz(out, x, e);
        fmpz_clear(e);
    } else {
        ul_ball_widen(out);
    }
    arb_clear(exponent);
}

void ul_ball_modf_fraction(arb_t out, const arb_t x, slong precision)
{
    arb_t whole;
    arb_init(whole);
    ul_ball_step(whole, x, ul_step_trunc);
    if (arb_is_exact(whole))
        arb_sub(out, x, whole, precision);
    else
        ul_ball_widen(out);
    arb_clear(whole);
}

/* x - floor(x), but no more than the largest number below 1 of the type (OpenCL C 3.0, 6.15.2). */
void ul_ball_fract(arb_t out, const arb_t x, enum ul_type type, slong precision)
{
    arb_t whole, below_one;
    arb_init(whole);
    arb_init(below_one);
    arb_set_d(below_one, 1 - ldexp(1, -ul_types[type].precision));
    ul_ball_step(whole, x, ul_step_floor);
    if (arb_is_exact(whole)) {
        arb_sub(out, x, whole, precision);
        arb_min(out, out, below_one, precision);
    } else {
        ul_ball_widen(out);
    }
    arb_clear(whole);
    arb_clear(below_one);
}

/* --- signs and classes of nonzero finite numbers --- */

void ul_ball_negate(arb_t out, const arb_t x, slong precision)
{
    (void)precision;
    arb_neg(out, x);
}

void ul_ball_fabs(arb_t out, const arb_t x, slong precision)
{
    (void)precision;
    arb_abs(out, x);
}

void ul_ball_one(arb_t out, const arb_t x, slong precision)
{
    (void)x;
    (void)precision;
    arb_one(out);
}

void ul_ball_zero(arb_t out, const arb_t x, slong precision)
{
    (void)x;
    (void)precision;
    arb_zero(out);
}

void ul_ball_sign(arb_t out, const arb_t x, slong precision)
{
    (void)precision;
    arb_sgn(out, x);
}

void ul_ball_signbit(arb_t out, const arb_t x, slong precision)
{
    (void)precision;
    if (arb_is_negative(x))
        arb_one(out);
    else if (arb_is_positive(x))
        arb_zero(out);
    else
        ul_ball_widen(out);
}

void ul_ball_saturate(arb_t out, const arb_t x, slong precision)
{
    arb_t end;
    arb_init(end);
    arb_max(out, x, end, precision);
    arb_one(end);
    arb_min(out, out, end, precision);
    arb_clear(end);
}

void ul_ball_isnormal(arb_t out, const arb_t x, enum ul_type type, slong precision)
{
    (void)precision;
    arb_t magnitude, smallest;
    arb_init(magnitude);
    arb_init(smallest);
    arb_abs(magnitude, x);
    arb_one(smallest);
    arb_mul_2exp_si(smallest, smallest, 1 - ul_types[type].emax);
    if (arb_ge(magnitude, smallest))
        arb_one(out);
    else if (arb_lt(magnitude, smallest))
        arb_zero(out);
    else
        ul_ball_widen(out);
    arb_clear(magnitude);
    arb_clear(smallest);
}

/* --- remainders --- */

/* |x| and |y| as integers in one unit 2^unit. */
static void in_common_unit(fmpz_t m, fmpz_t n, fmpz_t unit, const arf_t x, const arf_t y)
{
    fmpz_t ex, ey;
    fmpz_init(ex);
    fmpz_init(ey);
    arf_get_fmpz_2exp(m, ex, x);
    arf_get_fmpz_2exp(n, ey, y);
    fmpz_abs(m, m);
    fmpz_abs(n, n);
    fmpz_set(unit, fmpz_cmp(ex, ey) < 0 ? ex : ey);
    fmpz_sub(ex, ex, unit);
    fmpz_sub(ey, ey, unit);
    fmpz_mul_2exp(m, m, fmpz_get_ui(ex));
    fmpz_mul_2exp(n, n, fmpz_get_ui(ey));
    fmpz_clear(ex);
    fmpz_clear(ey);
}

/* n = x/y rounded toward zero, or to nearest, ties to even; either of the results may be NULL. */
static void exact_division(arb_t n_out, arb_t rest_out, const arf_t x, const arf_t y, bool nearest)
{
    fmpz_t m, n, unit, quotient, rest, twice;
    fmpz_init(m);
    fmpz_init(n);
    fmpz_init(unit);
    fmpz_init(quotient);
    fmpz_init(rest);
    fmpz_init(twice);
    in_common_unit(m, n, unit, x, y);
    fmpz_tdiv_qr(quotient, rest, m, n);
    fmpz_mul_2exp(twice, rest, 1);
    int side = fmpz_cmp(twice, n);
    if (nearest && (side > 0 || (side == 0 && fmpz_is_odd(quotient)))) {
        fmpz_sub(rest, rest, n);
        fmpz_add_ui(quotient, quotient, 1);
    }
    if (arf_sgn(x) < 0)
        fmpz_neg(rest, rest);
    if (arf_sgn(x) != arf_sgn(y))
        fmpz_neg(quotient, quotient);
    if (n_out)
        arb_set_fmpz(n_out, quotient);
    if (rest_out)
        arb_set_fmpz_2exp(rest_out, rest, unit);
    fmpz_clear(m);
    fmpz_clear(n);
    fmpz_clear(unit);
    fmpz_clear(quotient);
    fmpz_clear(rest);
    fmpz_clear(twice);
}

void ul_ball_quotient(arb_t out, const arb_t x, const arb_t y, slong precision)
{
    if (is_short(x) && is_short(y)) {
        exact_division(out, NULL, arb_midref(x), arb_midref(y), true);
        return;
    }
    arb_div(out, x, y, precision);
    ul_ball_step(out, out, ul_step_rint);
}

void ul_ball_remainder(arb_t out, const arb_t x, const arb_t y, bool nearest, slong precision)
{
    if (is_short(x) && is_short(y)) {
        exact_division(NULL, out, arb_midref(x), arb_midref(y), nearest);
        return;
    }
    arb_t n;
    arb_init(n);
    arb_div(n, x, y, precision);
    ul_ball_step(n, n, nearest ? ul_step_rint : ul_step_trunc);
    if (arb_is_exact(n)) {
        arb_mul(n, n, y, precision);
        arb_sub(out, x, n, precision);
    } else {
        ul_ball_widen(out);
    }
    arb_clear(n);
}
