#include "confirm_exact.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* What a word is applied to. */
struct call {
    enum ul_word word;
    enum ul_type type;
    mpfr_srcptr v[UL_MAX_ARITY];
    struct exact *out; /* of the expression: what a zero's sign or an integer's bits are */
};
static const mpfr_rnd_t rnd = MPFR_RNDN;

/* --- functions of one argument that MPFR lacks --- */

static int recip(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t to)
{
    return mpfr_ui_div(r, 1, x, to);
}

/* MPFR gives +inf at -0; 1/sqrt(-0) is -inf (IEEE 754, 9.2.1). */
static int rsqrt(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t to)
{
    mpfr_rec_sqrt(r, x, to);
    return mpfr_zero_p(x) ? mpfr_setsign(r, r, mpfr_signbit(x), to) : 0;
}

static int rcbrt(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t to)
{
    mpfr_cbrt(r, x, to);
    return mpfr_ui_div(r, 1, r, to);
}

static int log_gamma(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t to)
{
    int sign;
    return mpfr_lgamma(r, &sign, x, to);
}

/* OpenCL C 3.0, 7.5.1: 0 at zero and at negative integers. At -infinity and NaN nothing is said. */
static int log_gamma_sign(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t to)
{
    int sign = 1;
    const bool pole = mpfr_zero_p(x) || (mpfr_integer_p(x) && mpfr_sgn(x) < 0);
    if (mpfr_nan_p(x) || (mpfr_inf_p(x) && mpfr_sgn(x) < 0)) {
        mpfr_set_nan(r);
        return 0;
    }
    mpfr_lgamma(r, &sign, x, to);
    return mpfr_set_si(r, pole ? 0 : sign, to);
}

static int frexp_fraction(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t to)
{
    mpfr_exp_t e;
    return mpfr_regular_p(x) ? mpfr_frexp(&e, r, x, to) : mpfr_set(r, x, to);
}

static int frexp_exponent(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t to)
{
    return mpfr_set_si(r, mpfr_regular_p(x) ? mpfr_get_exp(x) : 0, to);
}

static int logb_of(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t to)
{
    if (mpfr_regular_p(x))
        return mpfr_set_si(r, mpfr_get_exp(x) - 1, to);
    if (mpfr_zero_p(x))
        mpfr_set_inf(r, -1);
    else
        mpfr_abs(r, x, to);
    return 0;
}

/* FP_ILOGB0 and FP_ILOGBNAN of CUDA and of glibc on x86 are INT_MIN. */
static int ilogb_of(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t to)
{
    return mpfr_regular_p(x) ? logb_of(r, x, to) : mpfr_set_si(r, mpfr_inf_p(x) ? INT_MAX : INT_MIN, to);
}

/* OpenCL C 3.0, 6.15.4: a zero's own, and 0.0 for NaN. */
static int sign_of(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t to)
{
    return mpfr_zero_p(x) ? mpfr_set(r, x, to) : mpfr_set_si(r, mpfr_nan_p(x) ? 0 : mpfr_sgn(x), to);
}

/* An odd function; MPFR has +0 at -infinity. */
static int bessel_j1(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t to)
{
    mpfr_j1(r, x, to);
    return mpfr_zero_p(r) ? mpfr_setsign(r, r, mpfr_signbit(x), to) : 0;
}

/* CUDA Math API 13.1, __saturatef: NaN gives +0. */
static int clamp_to_one(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t to)
{
    return mpfr_nan_p(x) || mpfr_sgn(x) <= 0 ? mpfr_set_ui(r, 0, to)
           : mpfr_cmp_ui(x, 1) > 0           ? mpfr_set_ui(r, 1, to)
                                             : mpfr_set(r, x, to);
}

/* From here on the asymptotic series reaches 2^-5000. */
enum { BESSEL_IS_ASYMPTOTIC = 2000 };

static bool is_negligible(mpfr_srcptr term, mpfr_srcptr sum)
{
    return !mpfr_regular_p(term) || mpfr_get_exp(term) < mpfr_get_exp(sum) - mpfr_get_prec(sum) - 8;
}

/* I_n(x) = sum of (x/2)^(n+2k) / (k! (n+k)!), all of one sign: DLMF 10.25.2. */
static void bessel_series(mpfr_ptr r, mpfr_srcptr x, unsigned long n)
{
    mpfr_t term, square;
    mpfr_inits2(mpfr_get_prec(r), term, square, (mpfr_ptr)0);
    mpfr_div_2si(term, x, 1, rnd);
    mpfr_sqr(square, term, rnd);
    if (!n)
        mpfr_set_ui(term, 1, rnd);
    mpfr_set(r, term, rnd);
    for (unsigned long k = 1; !is_negligible(term, r); k++) {
        mpfr_mul(term, term, square, rnd);
        mpfr_div_ui(term, term, k * (n + k), rnd);
        mpfr_add(r, r, term, rnd);
    }
    mpfr_clears(term, square, (mpfr_ptr)0);
}

/* e^x / sqrt(2 pi x) times the sum of ((2k-1)^2 - 4n^2) / (8 k x) ..., x > 0: DLMF 10.40.1. */
static void bessel_asymptotic(mpfr_ptr r, mpfr_srcptr x, long n)
{
    mpfr_t term, scale;
    mpfr_inits2(mpfr_get_prec(r), term, scale, (mpfr_ptr)0);
    mpfr_set_ui(term, 1, rnd);
    mpfr_set_ui(r, 1, rnd);
    for (long k = 1; !is_negligible(term, r); k++) {
        mpfr_mul_si(term, term, (2 * k - 1) * (2 * k - 1) - 4 * n * n, rnd);
        mpfr_div_si(term, term, 8 * k, rnd);
        mpfr_div(term, term, x, rnd);
        mpfr_add(r, r, term, rnd);
    }
    mpfr_const_pi(scale, rnd);
    mpfr_mul(scale, scale, x, rnd);
    mpfr_mul_2si(scale, scale, 1, rnd);
    mpfr_sqrt(scale, scale, rnd);
    mpfr_div(r, r, scale, rnd);
    mpfr_exp(scale, x, rnd);
    mpfr_mul(r, r, scale, rnd);
    mpfr_clears(term, scale, (mpfr_ptr)0);
}

static int bessel_i(mpfr_ptr r, mpfr_srcptr x, int n)
{
    mpfr_t size;
    mpfr_init2(size, mpfr_get_prec(x));
    mpfr_abs(size, x, rnd);
    if (!mpfr_number_p(x))
        mpfr_set(r, size, rnd);
    else if (mpfr_cmp_ui(size, BESSEL_IS_ASYMPTOTIC) < 0)
        bessel_series(r, size, (unsigned long)n);
    else
        bessel_asymptotic(r, size, n);
    mpfr_clear(size);
    return mpfr_setsign(r, r, n && mpfr_signbit(x), rnd);
}

static int bessel_i0(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t to)
{
    (void)to;
    return bessel_i(r, x, 0);
}

static int bessel_i1(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t to)
{
    (void)to;
    return bessel_i(r, x, 1);
}

enum { ERFC_IS_ASYMPTOTIC = 1 << 20, ASYMPTOTIC_BITS = 600 };

/* e^(x^2) erfc(x); for large x the series 1/(x sqrt(pi)) (1 - 1/(2x^2) + 1*3/(2x^2)^2 - ...), DLMF 7.12.1. */
static int erfcx_of(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t to)
{
    mpfr_t term, square;
    mpfr_inits2(mpfr_get_prec(r), term, square, (mpfr_ptr)0);
    mpfr_sqr(square, x, to);
    if (mpfr_cmp_ui(x, ERFC_IS_ASYMPTOTIC) <= 0) {
        mpfr_erfc(r, x, to);
        mpfr_exp(square, square, to);
        mpfr_mul(r, r, square, to);
    } else {
        mpfr_set_ui(term, 1, to);
        mpfr_set_ui(r, 1, to);
        mpfr_mul_si(square, square, -2, to);
        for (unsigned long k = 1; mpfr_regular_p(term) && mpfr_get_exp(term) > -ASYMPTOTIC_BITS; k += 2) {
            mpfr_mul_ui(term, term, k, to);
            mpfr_div(term, term, square, to);
            mpfr_add(r, r, term, to);
        }
        mpfr_const_pi(term, to);
        mpfr_sqrt(term, term, to);
        mpfr_mul(term, term, x, to);
        mpfr_div(r, r, term, to);
    }
    mpfr_clears(term, square, (mpfr_ptr)0);
    return 1;
}

/* erfc(-x / sqrt 2) / 2 */
static int normal(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t to)
{
    mpfr_t t;
    mpfr_init2(t, mpfr_get_prec(r));
    mpfr_sqrt_ui(t, 2, to);
    mpfr_div(t, x, t, to);
    mpfr_neg(t, t, to);
    mpfr_erfc(r, t, to);
    mpfr_div_2si(r, r, 1, to);
    mpfr_clear(t);
    return 1;
}

/* --- inverses, by Newton's method on MPFR's functions --- */

/* Precision and steps: what Newton's method doubles until it holds, from a start that may be hundreds off. */
enum { INVERSE_BITS = 640, INVERSE_STEPS = 40 };

/* t -= (f(t) - y) / f'(t), with f = erf, or f = log erfc and y its logarithm. Both are concave on the way
 * from 0, so that no step passes the root twice. */
static void newton(mpfr_ptr t, mpfr_srcptr y, bool complement)
{
    mpfr_t f, slope;
    mpfr_inits2(INVERSE_BITS, f, slope, (mpfr_ptr)0);
    mpfr_set_zero(t, 1);
    for (int k = 0; k < INVERSE_STEPS; k++) {
        mpfr_sqr(slope, t, rnd);
        mpfr_neg(slope, slope, rnd);
        mpfr_exp(slope, slope, rnd);
        mpfr_const_pi(f, rnd);
        mpfr_sqrt(f, f, rnd);
        mpfr_div(slope, slope, f, rnd);
        mpfr_mul_2si(slope, slope, 1, rnd);
        (complement ? mpfr_erfc : mpfr_erf)(f, t, rnd);
        if (complement) {
            mpfr_div(slope, slope, f, rnd);
            mpfr_neg(slope, slope, rnd);
            mpfr_log(f, f, rnd);
        }
        mpfr_sub(f, f, y, rnd);
        mpfr_div(f, f, slope, rnd);
        mpfr_sub(t, t, f, rnd);
        if (!mpfr_regular_p(f) || mpfr_get_exp(f) < mpfr_get_exp(t) - INVERSE_BITS + 20)
            break;
    }
    mpfr_clears(f, slope, (mpfr_ptr)0);
}

/* 0 < tail <= 1/2 */
static void inverse_of_tail(mpfr_ptr t, mpfr_srcptr tail)
{
    mpfr_t logarithm;
    mpfr_init2(logarithm, INVERSE_BITS);
    mpfr_log(logarithm, tail, rnd);
    newton(t, logarithm, true);
    mpfr_clear(logarithm);
}

/* `tail` = 1 - x, exactly; of both the smaller one tells more. */
static void inverse_erf(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr tail)
{
    mpfr_t t, other;
    mpfr_init2(t, INVERSE_BITS);
    mpfr_init2(other, mpfr_get_prec(r));
    mpfr_ui_sub(other, 2, tail, rnd); /* 1 + x */
    if (mpfr_nan_p(x) || mpfr_cmpabs_ui(x, 1) > 0)
        mpfr_set_nan(r);
    else if (mpfr_cmpabs_ui(x, 1) == 0)
        mpfr_set_inf(r, mpfr_sgn(x));
    else if (mpfr_zero_p(x))
        mpfr_set(r, x, rnd);
    else if (mpfr_cmp_d(tail, 0.5) < 0 || mpfr_cmp_d(other, 0.5) < 0) {
        inverse_of_tail(t, mpfr_sgn(x) > 0 ? tail : other);
        mpfr_setsign(r, t, mpfr_sgn(x) < 0, rnd);
    } else {
        mpfr_abs(other, x, rnd);
        newton(t, other, false);
        mpfr_setsign(r, t, mpfr_sgn(x) < 0, rnd);
    }
    mpfr_clears(t, other, (mpfr_ptr)0);
}

static int erfinv_of(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t to)
{
    mpfr_t tail;
    mpfr_init2(tail, mpfr_get_prec(r));
    mpfr_ui_sub(tail, 1, x, to);
    inverse_erf(r, x, tail);
    mpfr_clear(tail);
    return 1;
}

static int erfcinv_of(mpfr_ptr r, mpfr_srcptr y, mpfr_rnd_t to)
{
    mpfr_t x;
    mpfr_init2(x, mpfr_get_prec(r));
    mpfr_ui_sub(x, 1, y, to);
    inverse_erf(r, x, y);
    mpfr_clear(x);
    return 1;
}

/* -sqrt(2) erfcinv(2 p) */
static int normal_inverse(mpfr_ptr r, mpfr_srcptr p, mpfr_rnd_t to)
{
    mpfr_t t;
    mpfr_init2(t, mpfr_get_prec(r));
    mpfr_mul_2si(t, p, 1, to);
    erfcinv_of(r, t, to);
    mpfr_sqrt_ui(t, 2, to);
    mpfr_mul(r, r, t, to);
    mpfr_clear(t);
    return mpfr_zero_p(r) ? mpfr_set_ui(r, 0, to) : mpfr_neg(r, r, to);
}

/* --- functions of several arguments --- */

/* x / y to the nearest integer: what the exact remainder leaves, by y. */
static int quotient(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y, mpfr_rnd_t to)
{
    mpfr_remainder(r, x, y, to);
    if (mpfr_nan_p(r))
        return 0;
    mpfr_sub(r, x, r, to); /* 0 where y is infinite */
    mpfr_div(r, r, y, to);
    return mpfr_zero_p(r) ? mpfr_setsign(r, r, mpfr_signbit(x) != mpfr_signbit(y), to) : 0;
}

static int times_power(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr n, mpfr_rnd_t to)
{
    return mpfr_mul_2si(r, x, mpfr_get_si(n, to), to);
}

#if MPFR_VERSION >= MPFR_VERSION_NUM(4, 2, 0)
static int root(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr n, mpfr_rnd_t to)
{
    return mpfr_rootn_si(r, x, mpfr_get_si(n, to), to);
}
#endif

/* CUDA Math API 13.1: NaN for n < 0. */
static int bessel_jn(mpfr_ptr r, mpfr_srcptr n, mpfr_srcptr x, mpfr_rnd_t to)
{
    mpfr_jn(r, mpfr_get_si(n, to), x, to);
    if (mpfr_sgn(n) < 0)
        mpfr_set_nan(r);
    return 1;
}

static int bessel_yn(mpfr_ptr r, mpfr_srcptr n, mpfr_srcptr x, mpfr_rnd_t to)
{
    mpfr_yn(r, mpfr_get_si(n, to), x, to);
    if (mpfr_sgn(n) < 0)
        mpfr_set_nan(r);
    return 1;
}

static int is_unequal(mpfr_srcptr x, mpfr_srcptr y)
{
    return !mpfr_equal_p(x, y);
}

static int is_ordered(mpfr_srcptr x, mpfr_srcptr y)
{
    return !mpfr_unordered_p(x, y);
}

static void fused(mpfr_ptr r, const struct call *c)
{
    mpfr_fma(r, c->v[0], c->v[1], c->v[2], rnd);
}

/* CUDA Math API 13.1: an infinite coordinate counts, even beside a NaN. */
static void norm(mpfr_ptr r, const struct call *c)
{
    bool infinite = false;
    mpfr_t square;
    mpfr_init2(square, mpfr_get_prec(r));
    mpfr_set_ui(r, 0, rnd);
    for (int k = 0; k < ul_words[c->word].arity; k++) {
        infinite |= mpfr_inf_p(c->v[k]) != 0;
        mpfr_sqr(square, c->v[k], rnd);
        mpfr_add(r, r, square, rnd);
    }
    mpfr_sqrt(r, r, rnd);
    if (infinite)
        mpfr_set_inf(r, 1);
    mpfr_clear(square);
}

static void reciprocal_norm(mpfr_ptr r, const struct call *c)
{
    norm(r, c);
    mpfr_ui_div(r, 1, r, rnd);
}

/* --- words of a type --- */

/* OpenCL C 3.0, 6.15.2: fmin(x - floor(x), the largest below 1); 7.5.1: the sign of a zero argument and of an
 * infinite one is the result's. */
static void fract(mpfr_ptr r, const struct call *c)
{
    mpfr_srcptr x = c->v[0];
    if (mpfr_zero_p(x) || mpfr_inf_p(x)) {
        mpfr_set_zero(r, mpfr_signbit(x) ? -1 : 1);
        return;
    }
    mpfr_t below;
    mpfr_init2(below, mpfr_get_prec(r));
    mpfr_set_si_2exp(below, -1, -ul_types[c->type].precision, rnd);
    mpfr_add_ui(below, below, 1, rnd);
    mpfr_floor(r, x);
    mpfr_sub(r, x, r, rnd);
    if (mpfr_greater_p(r, below))
        mpfr_set(r, below, rnd);
    mpfr_clear(below);
}

static void is_normal(mpfr_ptr r, const struct call *c)
{
    mpfr_srcptr x = c->v[0];
    mpfr_set_si(r, mpfr_regular_p(x) && mpfr_get_exp(x) >= 2 - ul_types[c->type].emax, rnd);
}

/* C99 F.9.8.3. OpenCL C leaves open which zero follows one zero on the way to the other. */
static void next_after(mpfr_ptr r, const struct call *c)
{
    mpfr_srcptr x = c->v[0], y = c->v[1];
    if (mpfr_unordered_p(x, y)) {
        mpfr_set_nan(r);
    } else if (mpfr_equal_p(x, y)) {
        mpfr_set(r, y, rnd);
        c->out->sign_is_free = mpfr_zero_p(x) && mpfr_zero_p(y);
    } else {
        line_place(c->type, x, r);
        mpfr_add_si(r, r, mpfr_less_p(x, y) ? 1 : -1, rnd);
        if (mpfr_zero_p(r))
            mpfr_setsign(r, r, mpfr_signbit(x), rnd);
        line_value(c->type, r, r);
    }
}

/* Below half of 2^bits and its sign bit; as two's complement has it, or plainly. */
static void bits_of(mpfr_ptr r, const struct call *c)
{
    const int sign = 8 * ul_types[c->type].bytes - 1;
    const bool negative = mpfr_signbit(c->v[0]);
    if (mpfr_nan_p(c->v[0])) {
        mpfr_set_nan(r);
        return;
    }
    mpfr_t top;
    mpfr_init2(top, 2);
    mpfr_set_si_2exp(top, c->word == UL_WORD_signed_bits ? -1 : 1, sign, rnd);
    line_place(c->type, c->v[0], r);
    mpfr_abs(r, r, rnd);
    if (negative)
        mpfr_add(r, r, top, rnd);
    mpfr_clear(top);
}

static void value_of_bits(mpfr_ptr r, const struct call *c)
{
    const enum ul_type t = c->word == UL_WORD_as_half       ? UL_HALF
                           : c->word == UL_WORD_as_bfloat16 ? UL_BFLOAT16
                           : c->word == UL_WORD_as_float    ? UL_FLOAT
                                                            : UL_DOUBLE;
    const int sign = 8 * ul_types[t].bytes - 1;
    if (!mpfr_integer_p(c->v[0])) {
        mpfr_set_nan(r);
        return;
    }
    mpfr_t power, infinity;
    mpfr_inits2(mpfr_get_prec(r), power, infinity, (mpfr_ptr)0);
    mpfr_set_ui_2exp(power, 2, sign, rnd);
    mpfr_fmod(r, c->v[0], power, rnd);
    if (mpfr_sgn(r) < 0)
        mpfr_add(r, r, power, rnd);
    mpfr_div_2si(power, power, 1, rnd);
    const bool negative = mpfr_greaterequal_p(r, power);
    if (negative)
        mpfr_sub(r, r, power, rnd);
    mpfr_set_inf(infinity, 1);
    line_place(t, infinity, infinity);
    if (mpfr_greater_p(r, infinity)) {
        mpfr_set_nan(r);
    } else {
        line_value(t, r, r);
        mpfr_setsign(r, r, negative, rnd);
    }
    mpfr_clears(power, infinity, (mpfr_ptr)0);
}

static const enum ul_type ranges[UL_WORD_COUNT] = {
    [UL_WORD_saturate_char] = UL_CHAR,   [UL_WORD_saturate_uchar] = UL_UCHAR,
    [UL_WORD_saturate_short] = UL_SHORT, [UL_WORD_saturate_ushort] = UL_USHORT,
    [UL_WORD_saturate_int] = UL_INT,     [UL_WORD_saturate_uint] = UL_UINT,
    [UL_WORD_saturate_long] = UL_LONG,   [UL_WORD_saturate_ulong] = UL_ULONG,
};

/* OpenCL C 3.0, 6.4.3.3: NaN becomes 0. */
static void saturate(mpfr_ptr r, const struct call *c)
{
    const struct ul_type_info *t = &ul_types[ranges[c->word]];
    const int bits = 8 * t->bytes - t->is_signed;
    mpfr_t end;
    mpfr_init2(end, 80);
    mpfr_set_si_2exp(end, t->is_signed ? -1 : 0, bits, rnd);
    if (mpfr_nan_p(c->v[0]))
        mpfr_set_ui(r, 0, rnd);
    else
        mpfr_max(r, c->v[0], end, rnd);
    mpfr_set_ui_2exp(end, 1, bits, rnd);
    mpfr_sub_ui(end, end, 1, rnd);
    mpfr_min(r, r, end, rnd);
    c->out->sign_is_free = true; /* an integer's */
    mpfr_clear(end);
}

static void low_bits(mpfr_ptr r, const struct call *c)
{
    c->out->low_bits = (int)mpfr_get_si(c->v[1], rnd);
    mpfr_set_ui_2exp(r, 1, c->out->low_bits, rnd);
    mpfr_fmod(r, c->v[0], r, rnd);
}

/* --- choices --- */

/* The larger one, or the smaller; `number`: a NaN loses, else it wins; `zeros`: of two zeros of different
 * sign -0 is the smaller, else either will do. C99 F.9.9.2; IEEE 754-2019, 9.6. */
struct choice {
    bool largest, by_magnitude, number, zeros;
};
static const struct choice choices[UL_WORD_COUNT] = {
    [UL_WORD_fmax] = {.largest = true, .number = true},
    [UL_WORD_fmin] = {.number = true},
    [UL_WORD_maxmag] = {.largest = true, .number = true, .by_magnitude = true},
    [UL_WORD_minmag] = {.number = true, .by_magnitude = true},
    [UL_WORD_maximum] = {.largest = true, .zeros = true},
    [UL_WORD_minimum] = {.zeros = true},
    [UL_WORD_maximum_number] = {.largest = true, .number = true, .zeros = true},
    [UL_WORD_minimum_number] = {.number = true, .zeros = true},
};

static void choose(mpfr_ptr r, const struct call *c)
{
    const struct choice *rule = &choices[c->word];
    mpfr_srcptr x = c->v[0], y = c->v[1];
    const bool unordered = mpfr_unordered_p(x, y);
    const int by_magnitude = rule->by_magnitude && !unordered ? mpfr_cmpabs(x, y) : 0;
    if (unordered && !rule->number)
        mpfr_set_nan(r);
    else if (by_magnitude)
        mpfr_set(r, (by_magnitude > 0) == rule->largest ? x : y, rnd);
    else /* which take a zero by its sign, too */
        (rule->largest ? mpfr_max : mpfr_min)(r, x, y, rnd);
    c->out->sign_is_free =
        !rule->zeros && mpfr_zero_p(x) && mpfr_zero_p(y) && !mpfr_signbit(x) != !mpfr_signbit(y);
}

/* OpenCL C 3.0, 6.15.4: x < y ? y : x, and y < x ? y : x. */
static void choose_by_comparison(mpfr_ptr r, const struct call *c)
{
    const bool second =
        c->word == UL_WORD_max ? mpfr_less_p(c->v[0], c->v[1]) : mpfr_less_p(c->v[1], c->v[0]);
    mpfr_set(r, c->v[second], rnd);
}

/* --- all of them --- */

/* One of these; none: an older MPFR has it not. */
static const struct rule {
    int (*one)(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t rnd);
    int (*two)(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y, mpfr_rnd_t rnd);
    int (*is)(mpfr_srcptr x);
    int (*holds)(mpfr_srcptr x, mpfr_srcptr y);
    void (*own)(mpfr_ptr r, const struct call *c);
} rules[UL_WORD_COUNT] = {
    [UL_WORD_add] = {.two = mpfr_add},
    [UL_WORD_subtract] = {.two = mpfr_sub},
    [UL_WORD_multiply] = {.two = mpfr_mul},
    [UL_WORD_divide] = {.two = mpfr_div},
    [UL_WORD_negate] = {.one = mpfr_neg},
    [UL_WORD_acos] = {.one = mpfr_acos},
    [UL_WORD_acosh] = {.one = mpfr_acosh},
    [UL_WORD_asin] = {.one = mpfr_asin},
    [UL_WORD_asinh] = {.one = mpfr_asinh},
    [UL_WORD_atan] = {.one = mpfr_atan},
    [UL_WORD_atanh] = {.one = mpfr_atanh},
    [UL_WORD_cbrt] = {.one = mpfr_cbrt},
    [UL_WORD_ceil] = {.one = mpfr_rint_ceil},
    [UL_WORD_cos] = {.one = mpfr_cos},
    [UL_WORD_cosh] = {.one = mpfr_cosh},
    [UL_WORD_cyl_bessel_i0] = {.one = bessel_i0},
    [UL_WORD_cyl_bessel_i1] = {.one = bessel_i1},
    [UL_WORD_erf] = {.one = mpfr_erf},
    [UL_WORD_erfc] = {.one = mpfr_erfc},
    [UL_WORD_erfcinv] = {.one = erfcinv_of},
    [UL_WORD_erfcx] = {.one = erfcx_of},
    [UL_WORD_erfinv] = {.one = erfinv_of},
    [UL_WORD_exp] = {.one = mpfr_exp},
    [UL_WORD_exp10] = {.one = mpfr_exp10},
    [UL_WORD_exp2] = {.one = mpfr_exp2},
    [UL_WORD_expm1] = {.one = mpfr_expm1},
    [UL_WORD_fabs] = {.one = mpfr_abs},
    [UL_WORD_floor] = {.one = mpfr_rint_floor},
    [UL_WORD_fract] = {.own = fract},
    [UL_WORD_frexp_fraction] = {.one = frexp_fraction},
    [UL_WORD_frexp_exponent] = {.one = frexp_exponent},
    [UL_WORD_ilogb] = {.one = ilogb_of},
    [UL_WORD_isfinite] = {.is = mpfr_number_p},
    [UL_WORD_isinf] = {.is = mpfr_inf_p},
    [UL_WORD_isnan] = {.is = mpfr_nan_p},
    [UL_WORD_isnormal] = {.own = is_normal},
    [UL_WORD_j0] = {.one = mpfr_j0},
    [UL_WORD_j1] = {.one = bessel_j1},
    [UL_WORD_lgamma] = {.one = log_gamma},
    [UL_WORD_lgamma_sign] = {.one = log_gamma_sign},
    [UL_WORD_log] = {.one = mpfr_log},
    [UL_WORD_log10] = {.one = mpfr_log10},
    [UL_WORD_log1p] = {.one = mpfr_log1p},
    [UL_WORD_log2] = {.one = mpfr_log2},
    [UL_WORD_logb] = {.one = logb_of},
    [UL_WORD_modf_fraction] = {.one = mpfr_frac},
    [UL_WORD_normcdf] = {.one = normal},
    [UL_WORD_normcdfinv] = {.one = normal_inverse},
    [UL_WORD_rcbrt] = {.one = rcbrt},
    [UL_WORD_recip] = {.one = recip},
    [UL_WORD_rint] = {.one = mpfr_rint_roundeven},
    [UL_WORD_round] = {.one = mpfr_rint_round},
    [UL_WORD_rsqrt] = {.one = rsqrt},
    [UL_WORD_saturate] = {.one = clamp_to_one},
    [UL_WORD_saturate_char] = {.own = saturate},
    [UL_WORD_saturate_uchar] = {.own = saturate},
    [UL_WORD_saturate_short] = {.own = saturate},
    [UL_WORD_saturate_ushort] = {.own = saturate},
    [UL_WORD_saturate_int] = {.own = saturate},
    [UL_WORD_saturate_uint] = {.own = saturate},
    [UL_WORD_saturate_long] = {.own = saturate},
    [UL_WORD_saturate_ulong] = {.own = saturate},
    [UL_WORD_sign] = {.one = sign_of},
    [UL_WORD_signbit] = {.is = mpfr_signbit},
    [UL_WORD_sin] = {.one = mpfr_sin},
    [UL_WORD_sinh] = {.one = mpfr_sinh},
    [UL_WORD_sqrt] = {.one = mpfr_sqrt},
    [UL_WORD_tan] = {.one = mpfr_tan},
    [UL_WORD_tanh] = {.one = mpfr_tanh},
    [UL_WORD_tgamma] = {.one = mpfr_gamma},
    [UL_WORD_trunc] = {.one = mpfr_rint_trunc},
    [UL_WORD_y0] = {.one = mpfr_y0},
    [UL_WORD_y1] = {.one = mpfr_y1},
    [UL_WORD_bits] = {.own = bits_of},
    [UL_WORD_signed_bits] = {.own = bits_of},
    [UL_WORD_as_half] = {.own = value_of_bits},
    [UL_WORD_as_bfloat16] = {.own = value_of_bits},
    [UL_WORD_as_float] = {.own = value_of_bits},
    [UL_WORD_as_double] = {.own = value_of_bits},
    [UL_WORD_atan2] = {.two = mpfr_atan2},
    [UL_WORD_copysign] = {.two = mpfr_copysign},
    [UL_WORD_fdim] = {.two = mpfr_dim},
    [UL_WORD_fmod] = {.two = mpfr_fmod},
    [UL_WORD_hypot] = {.two = mpfr_hypot},
    [UL_WORD_jn] = {.two = bessel_jn},
    [UL_WORD_ldexp] = {.two = times_power},
    [UL_WORD_low_bits] = {.own = low_bits},
    [UL_WORD_nextafter] = {.own = next_after},
    [UL_WORD_pow] = {.two = mpfr_pow},
    [UL_WORD_pown] = {.two = mpfr_pow},
    [UL_WORD_remainder] = {.two = mpfr_remainder},
    [UL_WORD_remquo_quotient] = {.two = quotient},
    [UL_WORD_rhypot] = {.own = reciprocal_norm},
    [UL_WORD_yn] = {.two = bessel_yn},
    [UL_WORD_fmax] = {.own = choose},
    [UL_WORD_fmin] = {.own = choose},
    [UL_WORD_max] = {.own = choose_by_comparison},
    [UL_WORD_maximum] = {.own = choose},
    [UL_WORD_maximum_number] = {.own = choose},
    [UL_WORD_maxmag] = {.own = choose},
    [UL_WORD_min] = {.own = choose_by_comparison},
    [UL_WORD_minimum] = {.own = choose},
    [UL_WORD_minimum_number] = {.own = choose},
    [UL_WORD_minmag] = {.own = choose},
    [UL_WORD_isequal] = {.holds = mpfr_equal_p},
    [UL_WORD_isgreater] = {.holds = mpfr_greater_p},
    [UL_WORD_isgreaterequal] = {.holds = mpfr_greaterequal_p},
    [UL_WORD_isless] = {.holds = mpfr_less_p},
    [UL_WORD_islessequal] = {.holds = mpfr_lessequal_p},
    [UL_WORD_islessgreater] = {.holds = mpfr_lessgreater_p},
    [UL_WORD_isnotequal] = {.holds = is_unequal},
    [UL_WORD_isordered] = {.holds = is_ordered},
    [UL_WORD_isunordered] = {.holds = mpfr_unordered_p},
    [UL_WORD_fma] = {.own = fused},
    [UL_WORD_norm3d] = {.own = norm},
    [UL_WORD_rnorm3d] = {.own = reciprocal_norm},
    [UL_WORD_norm4d] = {.own = norm},
    [UL_WORD_rnorm4d] = {.own = reciprocal_norm},
#if MPFR_VERSION >= MPFR_VERSION_NUM(4, 2, 0)
    [UL_WORD_acospi] = {.one = mpfr_acospi},
    [UL_WORD_asinpi] = {.one = mpfr_asinpi},
    [UL_WORD_atanpi] = {.one = mpfr_atanpi},
    [UL_WORD_cospi] = {.one = mpfr_cospi},
    [UL_WORD_sinpi] = {.one = mpfr_sinpi},
    [UL_WORD_tanpi] = {.one = mpfr_tanpi},
    [UL_WORD_atan2pi] = {.two = mpfr_atan2pi},
    [UL_WORD_powr] = {.two = mpfr_powr},
    [UL_WORD_rootn] = {.two = root},
#endif
};

static void apply(mpfr_ptr r, const struct call *c)
{
    const struct rule *rule = &rules[c->word];
    mpfr_clear_flags();
    if (rule->one)
        rule->one(r, c->v[0], rnd);
    else if (rule->two)
        rule->two(r, c->v[0], c->v[1], rnd);
    else if (rule->is)
        mpfr_set_si(r, rule->is(c->v[0]) != 0, rnd);
    else if (rule->holds)
        mpfr_set_si(r, rule->holds(c->v[0], c->v[1]) != 0, rnd);
    else
        rule->own(r, c);
    c->out->is_beyond |= mpfr_overflow_p() || mpfr_underflow_p();
    if (mpfr_underflow_p() && mpfr_zero_p(r)) { /* beyond MPFR, yet no zero */
        const bool negative = mpfr_signbit(r);
        mpfr_nextabove(r);
        mpfr_setsign(r, r, negative, rnd);
    }
}

static void round_operation(mpfr_ptr r, enum ul_type t, enum operation each)
{
    if (each == EXACT || mpfr_nan_p(r))
        return;
    line_round(t, UL_NEAREST, r, r);
    line_value(t, r, r);
    if (each == FLUSHED && mpfr_regular_p(r) && mpfr_get_exp(r) < 2 - ul_types[t].emax)
        mpfr_set_zero(r, mpfr_sgn(r));
}

bool exact_knows(const struct ul_expression *e)
{
    static const struct rule none;
    bool known = true;
    for (int i = 0; i < e->count; i++)
        known &= e->node[i].kind != UL_NODE_CALL || memcmp(&rules[e->node[i].word], &none, sizeof none) != 0;
    return known;
}

void exact_evaluate(const struct ul_expression *e, const mpfr_t *arguments, enum ul_type type,
                    enum operation each, struct exact *out)
{
    mpfr_t *v = ul_alloc((size_t)e->count * sizeof *v);
    mpfr_set_emin(mpfr_get_emin_min()); /* ldexp(1, INT_MIN) */
    mpfr_set_emax(mpfr_get_emax_max());
    out->is_beyond = false;
    for (int i = 0; i < e->count; i++) {
        const struct ul_node *n = &e->node[i];
        mpfr_init2(v[i], mpfr_get_prec(out->value));
        out->sign_is_free = false;
        out->low_bits = 0;
        if (n->kind == UL_NODE_VARIABLE) {
            mpfr_set(v[i], arguments[n->variable], rnd);
        } else if (n->kind == UL_NODE_NUMBER) {
            mpfr_set_str(v[i], n->number, 0, rnd);
        } else if (n->kind == UL_NODE_PI) {
            mpfr_const_pi(v[i], rnd);
        } else {
            struct call c = {.word = n->word, .type = type, .out = out};
            for (int k = 0; k < ul_words[n->word].arity; k++)
                c.v[k] = v[n->child[k]];
            apply(v[i], &c);
            round_operation(v[i], type, each);
        }
    }
    mpfr_set(out->value, v[e->count - 1], rnd);
    for (int i = 0; i < e->count; i++)
        mpfr_clear(v[i]);
    free(v);
}
