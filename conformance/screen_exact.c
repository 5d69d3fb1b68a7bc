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
