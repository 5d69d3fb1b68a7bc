/* Screening of words that need no library: results that are exact doubles,
 * and correctly rounded operations. */
#include "screen_kernel.h"
#include <float.h>
#include <math.h>
#include "screen.h"

/* A kernel from two expressions in x and y = r[i]; compilers turn the loop into vectors where they can. */
#define KERNEL(word, result, error)                                                                          \
    static void word##_kernel(const double *xs, int n, double *r, double *err)                               \
    {                                                                                                        \
        for (int i = 0; i < n; i++) {                                                                        \
            const double x = xs[i], y = result;                                                              \
            r[i] = y;                                                                                        \
            err[i] = error;                                                                                  \
        }                                                                                                    \
    }

/* NaN, infinities and zeros are exact, the rest is good to `relative`. */
static double rounded(double y, double relative)
{
    return isfinite(y) ? fabs(y) * relative : 0;
}

static double exponent_of(double x)
{
    int e = 0;
    (void)frexp(x, &e);
    return e;
}

static double logb_of(double x)
{
    if (x == 0) {
        return -INFINITY;
    }
    return isfinite(x) ? exponent_of(x) - 1 : x * x;
}

/* Exact where x >= 0, and below 0 wherever the quotient's 1 - |x| needs no rounding; the result that the
 * largest value below 1 of the type would replace is unknown here, since the type is. */
static double fract_of(double x)
{
    return isinf(x) ? copysign(0, x) : copysign(x - floor(x), x < 0 ? 1 : x);
}

static double fract_error(double x)
{
    const bool exact = !(x < 0) || floor(x) + fract_of(x) == x;
    return exact && !(fract_of(x) > 1 - 0x1p-11) ? 0 : NAN;
}

static double sign_of(double x)
{
    return isnan(x) ? 0 : x == 0 ? x : copysign(1, x); /* OpenCL C 3.0, 6.15.4: NaN gives 0 */
}

/* Gamma is positive above 0 and changes its sign at each pole; OpenCL C 3.0, 7.5.1: 0 at the poles. */
static double gamma_sign_of(double x)
{
    if (x > 0) {
        return 1;
    }
    return floor(x) == x ? 0 : fmod(floor(x), 2) == 0 ? 1 : -1;
}

/* 1/x beyond these is subnormal or overflows. */
static double recip_error(double x, double y)
{
    const double a = fabs(x);
    return a == 0 || !isfinite(x) || (a >= 0x1p-1000 && a <= 0x1p+1000) ? rounded(y, 0x1p-53) : NAN;
}

KERNEL(ceil, ceil(x), 0)
KERNEL(fabs, fabs(x), 0)
KERNEL(floor, floor(x), 0)
KERNEL(fract, fract_of(x), y == y ? fract_error(x) : 0)
KERNEL(frexp_exponent, exponent_of(x), isfinite(x) ? 0 : NAN)
KERNEL(frexp_fraction, isfinite(x) ? frexp(x, &(int){0}) : x, 0)
KERNEL(ilogb, logb_of(x), isfinite(x) && x != 0 ? 0 : NAN)
KERNEL(isfinite, isfinite(x) ? 1 : 0, 0)
KERNEL(isinf, isinf(x) ? 1 : 0, 0)
KERNEL(isnan, isnan(x) ? 1 : 0, 0)
KERNEL(lgamma_sign, gamma_sign_of(x), isfinite(x) && x != 0 ? 0 : NAN)
KERNEL(logb, logb_of(x), 0)
KERNEL(modf_fraction, copysign(isinf(x) ? 0 : x - trunc(x), x), 0)
KERNEL(negate, -x, 0)
KERNEL(recip, 1 / x, recip_error(x, y))
KERNEL(rint, rint(x), 0)
KERNEL(round, round(x), 0)
KERNEL(rsqrt, 1 / sqrt(x), rounded(y, 0x1p-51)) /* two roundings: 2^-53 (1/2 + 1) and their product */
KERNEL(saturate, x > 0 ? fmin(x, 1) : 0, x == 0 && signbit(x) ? NAN : 0)
KERNEL(sign, sign_of(x), 0)
KERNEL(signbit, signbit(x) ? 1 : 0, isnan(x) ? NAN : 0)
KERNEL(sqrt, sqrt(x), rounded(y, 0x1p-53))
KERNEL(trunc, trunc(x), 0)

ul_screen_kernel *const ul_screen_exact[UL_WORD_COUNT] = {
#define UL_SLEEF(...)
#define UL_LANES(...)
#define UL_EXACT(word, ...) [UL_WORD_##word] = word##_kernel,
#include "screen_words.def"
#undef UL_SLEEF
#undef UL_LANES
#undef UL_EXACT
};

/* --- pairs --- */

/* What is exact as a double is so as a pair; the rest is for other kernels. */
#define SINGLE(word)                                                                                         \
    static void word##_pair_kernel(const double *const *x, int n, double *r, double *low, double *err)       \
    {                                                                                                        \
        word##_kernel(x[0], n, r, err);                                                                      \
        for (int i = 0; i < n; i++) {                                                                        \
            low[i] = 0;                                                                                      \
            err[i] = err[i] == 0 ? 0 : NAN;                                                                  \
        }                                                                                                    \
    }
#define UL_SLEEF(...)
#define UL_LANES(...)
#define UL_EXACT(word, ...) SINGLE(word)
#include "screen_words.def"
#undef UL_SLEEF
#undef UL_LANES
#undef UL_EXACT

struct exact_pair {
    double r, low, err;
};

static struct exact_pair exactly(double r)
{
    return (struct exact_pair){r, 0, 0};
}

static bool is_finite_pair(double x, double y)
{
    return isfinite(x) && isfinite(y);
}

/* The rounding error of a sum of finite numbers (Knuth, TAOCP 2, 4.2.2, theorem B). */
static struct exact_pair sum_of(double x, double y)
{
    const double s = x + y, z = s - x;
    if (!is_finite_pair(x, y)) {
        return exactly(s);
    }
    return (struct exact_pair){s, (x - (s - z)) + (y - z), isfinite(s) ? 0 : NAN};
}

static struct exact_pair product_of(double x, double y)
{
    const double p = x * y;
    if (x == 0 || y == 0 || !is_finite_pair(x, y)) {
        return exactly(p);
    }
    return (struct exact_pair){p, fma(x, y, -p), fabs(p) > 0x1p-900 && fabs(p) <= DBL_MAX ? 0 : NAN};
}

/* Of three numbers that do not overlap, the two largest, and the third as error: enough of it that low - err
 * and low + err are not low, which may be the middle between two doubles. */
static struct exact_pair fma_of(double x, double y, double z)
{
    const struct exact_pair p = product_of(x, y);
    if (!isfinite(p.r) || !isfinite(z) || (p.r == 0 && z == 0) || p.err != 0) {
        return (struct exact_pair){0, 0, NAN};
    }
    const struct exact_pair s = sum_of(p.r, z), t = sum_of(s.low, p.low), u = sum_of(s.r, t.r);
    const struct exact_pair low = sum_of(u.low, t.low);
    const double err = low.low != 0 ? fmax(fabs(low.low), fabs(low.r) * 0x1p-52) : 0;
    return (struct exact_pair){u.r, low.r, s.err == 0 ? err : NAN};
}

/* OpenCL C 3.0, 6.15.2: x - y if x > y, +0 if x <= y. */
static struct exact_pair fdim_of(double x, double y)
{
    return x <= y ? exactly(0) : sum_of(x, -y);
}

/* The chosen one of two zeros is free in its sign. */
static struct exact_pair chosen(double r, double x, double y)
{
    return (struct exact_pair){r, 0, x == 0 && y == 0 && signbit(x) != signbit(y) ? 0x1p-1074 : 0};
}

static struct exact_pair larger(double x, double y)
{
    return chosen(isnan(x) || y > x ? y : x, x, y);
}

static struct exact_pair smaller(double x, double y)
{
    return chosen(isnan(x) || y < x ? y : x, x, y);
}

static struct exact_pair ldexp_of(double x, double n)
{
    const double r = ldexp(x, n > 5000 ? 5000 : n < -5000 ? -5000 : (int)n);
    if (x == 0 || !isfinite(x)) {
        return exactly(x);
    }
    if (fabs(r) > 0x1p+1000) {
        return (struct exact_pair){copysign(UL_SCREEN_HUGE, x), 0, UL_SCREEN_HUGE_ERROR};
    }
    if (fabs(r) < 0x1p-1000) {
        return (struct exact_pair){copysign(UL_SCREEN_TINY, x), 0, UL_SCREEN_TINY_ERROR};
    }
    return exactly(r);
}

/* The words' values at x, y, z. */
/* fmod from the remainder nearest to 0: the sum is exact, as its value is a double. glibc's fmod
 * (before 2.38) takes a step for each bit of the quotient. */
static double remainder_toward_zero(double x, double y)
{
    const double r = remainder(x, y);
    return r != 0 && (r < 0) != (x < 0) ? r + copysign(y, x) : r;
}

#define VALUE_add       sum_of(x, y)
#define VALUE_subtract  sum_of(x, -y)
#define VALUE_multiply  product_of(x, y)
#define VALUE_copysign  exactly(copysign(x, y))
#define VALUE_fdim      fdim_of(x, y)
#define VALUE_fma       fma_of(x, y, z)
#define VALUE_fmax      larger(x, y)
#define VALUE_fmin      smaller(x, y)
#define VALUE_fmod      exactly(remainder_toward_zero(x, y))
#define VALUE_ldexp     ldexp_of(x, y)
#define VALUE_max       exactly(x < y ? y : x)
#define VALUE_min       exactly(y < x ? y : x)
#define VALUE_maxmag    fabs(x) > fabs(y) ? exactly(x) : fabs(y) > fabs(x) ? exactly(y) : larger(x, y)
#define VALUE_minmag    fabs(x) < fabs(y) ? exactly(x) : fabs(y) < fabs(x) ? exactly(y) : smaller(x, y)
#define VALUE_remainder exactly(remainder(x, y))

#define UL_PAIR(...)
#define UL_EXACT_PAIR(word, arity, ...)                                                                      \
    static void word##_pair_kernel(const double *const *args, int n, double *r, double *low, double *err)    \
    {                                                                                                        \
        for (int i = 0; i < n; i++) {                                                                        \
            const double x = args[0][i], y = args[1][i], z = args[arity - 1][i];                             \
            const struct exact_pair p = VALUE_##word;                                                        \
            (void)z;                                                                                         \
            r[i] = p.r;                                                                                      \
            low[i] = p.low;                                                                                  \
            err[i] = p.err;                                                                                  \
        }                                                                                                    \
    }
#include "screen_pairs.def"
#undef UL_EXACT_PAIR

ul_pair_kernel *const ul_pairs_exact[UL_WORD_COUNT] = {
#define UL_SLEEF(...)
#define UL_LANES(...)
#define UL_EXACT(word, ...) [UL_WORD_##word] = word##_pair_kernel,
#include "screen_words.def"
#define UL_EXACT_PAIR(word, ...) [UL_WORD_##word] = word##_pair_kernel,
#include "screen_pairs.def"
};
