/* Screening by SLEEF's vectors. Compiled once for each instruction set, whose macros choose the width. */
#include "screen_kernel.h"
#include "screen_vector.h"
#include "screen_special.h"

#define ZERO(x, r)    pick((x) == 0, x, r)
#define NO_ZERO(x, r) (r)

/* Words that are one call of SLEEF. */
#define UL_SLEEF(word, name, ulp, zero, limit)                                                               \
    static inline vec word##_lanes(vec x, vec *err)                                                          \
    {                                                                                                        \
        const vec y = SLEEF(name, ulp)(x), r = zero(x, y);                                                   \
        *err = relative_error(r, 0x1p-50);                                                                   \
        mark_unknown(is_finite(x) & (magnitude(x) > (limit)), err);                                          \
        return r;                                                                                            \
    }
#define UL_LANES(...)
#define UL_EXACT(...)
#include "screen_words.def"
#undef UL_SLEEF
#undef UL_LANES

/* f/pi: the constant and the product add 2^-54 + 2^-53 to f's 2^-50. */
#define OVER_PI(word, name)                                                                                  \
    static inline vec word##_lanes(vec x, vec *err)                                                          \
    {                                                                                                        \
        const vec r = SLEEF(name, u10)(x) * M_1_PI;                                                          \
        *err = relative_error(r, 0x1p-49);                                                                   \
        return r;                                                                                            \
    }
OVER_PI(acospi, acos)
OVER_PI(asinpi, asin)
OVER_PI(atanpi, atan)

static inline vec exp_lanes(vec x, vec *err)
{
    vec r = SLEEF(exp, u10)(x);
    *err = relative_error(r, 0x1p-50);
    mark_huge(is_finite(x) & (x > 709), &r, err);
    mark_tiny(is_finite(x) & (x < -693), &r, err); /* e^-693 < 2^-999 */
    return r;
}

static inline vec exp2_lanes(vec x, vec *err)
{
    vec r = SLEEF(exp2, u10)(x);
    *err = relative_error(r, 0x1p-50);
    mark_huge(is_finite(x) & (x > 1023), &r, err);
    mark_tiny(is_finite(x) & (x < -999), &r, err);
    return r;
}

static inline vec exp10_lanes(vec x, vec *err)
{
    vec r = SLEEF(exp10, u10)(x);
    *err = relative_error(r, 0x1p-50);
    mark_huge(is_finite(x) & (x > 308), &r, err);
    mark_tiny(is_finite(x) & (x < -300.8), &r, err); /* 10^-300.8 < 2^-999 */
    return r;
}

static inline vec expm1_lanes(vec x, vec *err)
{
    const vec y = SLEEF(expm1, u10)(x);
    vec r = ZERO(x, y);
    *err = relative_error(r, 0x1p-50);
    mark_huge(is_finite(x) & (x > 709), &r, err);
    return r;
}

static inline vec sinh_lanes(vec x, vec *err)
{
    const vec y = SLEEF(sinh, u10)(x);
    vec r = with_sign(y, x);
    *err = relative_error(r, 0x1p-50);
    mark_huge(is_finite(x) & (magnitude(x) > 709), &r, err);
    return r;
}

static inline vec cosh_lanes(vec x, vec *err)
{
    vec r = SLEEF(cosh, u10)(x);
    *err = relative_error(r, 0x1p-50);
    mark_huge(is_finite(x) & (magnitude(x) > 709), &r, err);
    return r;
}

static inline vec erfc_lanes(vec x, vec *err)
{
    vec r = SLEEF(erfc, u15)(x);
    *err = relative_error(r, 0x1p-50);
    mark_tiny(is_finite(x) & (x > 26.3), &r, err); /* erfc(26.3) < e^-691.7 / (26.3 sqrt(pi)) < 2^-1003 */
    return r;
}

/* erfc(t)/2, t = -x/sqrt(2). t is off by 2^-52 t at most (constant and product), and for t > 0
 * |t erfc'(t) / erfc(t)| <= t (t + sqrt(t^2 + 2)) <= 2 t^2 + 1 = x^2 + 1 by erfc(t) >= 2/sqrt(pi) e^(-t^2) /
 * (t + sqrt(t^2 + 2)) (Abramowitz and Stegun 7.1.13); below 0 the quotient is smaller still. */
static inline vec normcdf_lanes(vec x, vec *err)
{
    const vec t = x * -M_SQRT1_2;
    vec r = SLEEF(erfc, u15)(t) * 0.5;
    const vec a = pick(x < 0, x, all(0));
    *err = relative_error(r, 0x1p-50) * (a * a + 3);
    *err = pick(is_finite(x), *err, all(0));
    mark_tiny(is_finite(x) & (x < -37.1), &r, err); /* t = 26.23: erfc < 2^-999 */
    return r;
}

static inline vec rcbrt_lanes(vec x, vec *err)
{
    const vec y = SLEEF(cbrt, u10)(x), r = 1 / ZERO(x, y);
    *err = relative_error(r, 0x1p-49);
    mark_unknown(is_finite(x) & (magnitude(x) > 0x1p+1000), err);
    return r;
}

/* SLEEF documents 1 ulp above 0 and max(1 ulp, 1e-15) below; the poles are exact. */
static inline vec lgamma_lanes(vec x, vec *err)
{
    const mask pole = (x <= 0) & (nearest(x) == x), root = (x == 1) | (x == 2);
    const vec y = SLEEF(lgamma, u10)(x), r = pick(root, all(0), pick(pole, all(INFINITY), y));
    *err = relative_error(r, 0x1p-50);
    *err = pick((x < 0) & ~pole, *err + 0x1p-47, *err);
    mark_unknown(is_finite(x) & (magnitude(x) > 0x1p+1000), err);
    return r;
}

/* Above 171 gamma exceeds 2^1018. Below -180, |gamma(x)| <= pi / (|sin(pi x)| gamma(181)) with gamma(181) >
 * 2^1093, and |sin(pi x)| >= 2^-44 as x lies 2^-45 or more from an integer: marked as tiny. */
static inline vec tgamma_lanes(vec x, vec *err)
{
    const vec half = nearest(x * 0.5) * 2, from_even = x - half; /* exact; in [-1, 1] */
    const mask pole = (x < 0) & (nearest(x) == x);
    vec r = pick(pole, all(NAN), SLEEF(tgamma, u10)(x));
    r = pick(x == 0, 1 / x, r);
    *err = relative_error(r, 0x1p-50);
    mark_unknown((x < -165) & ~pole, err);
    mark_huge(is_finite(x) & (x > 171), &r, err);
    const mask tiny = is_finite(x) & (x < -180) & ~pole;
    r = pick(tiny, from_even, r); /* gamma is positive on (-2k, -2k + 1) */
    mark_tiny(tiny, &r, err);
    return r;
}

/* x less an even number, in [-1, 1]: exact, NaN for infinities. */
static inline vec less_even(vec x)
{
    return x - nearest(x * 0.5) * 2;
}

/* sin(pi x): zeros have x's sign at every integer (OpenCL C 3.0, 7.5.1). */
static inline vec sinpi_lanes(vec x, vec *err)
{
    const vec t = less_even(x), y = SLEEF(sinpi, u05)(t), r = pick(nearest(t) == t, with_sign(all(0), x), y);
    *err = relative_error(r, 0x1p-50);
    return r;
}

/* cos(pi x): +0 halfway between integers (OpenCL C 3.0, 7.5.1). */
static inline vec cospi_lanes(vec x, vec *err)
{
    const vec t = less_even(x), y = SLEEF(cospi, u05)(t), r = pick(magnitude(t) == 0.5, all(0), y);
    *err = relative_error(r, 0x1p-50);
    return r;
}

/* tan(pi x), OpenCL C 3.0, 7.5.1: zeros of n's sign at even n, of -n's at odd n; +infinity at n + 1/2 for
 * even n, -infinity for odd. */
static inline vec tanpi_lanes(vec x, vec *err)
{
    const vec t = less_even(x), s = SLEEF(sinpi, u05)(t), c = SLEEF(cospi, u05)(t);
    const mask integer = nearest(t) == t, odd = magnitude(t) == 1;
    vec r = s / c;
    r = pick(integer, with_sign(all(0), pick(odd, -x, x)), r);
    r = pick(magnitude(t) == 0.5, with_sign(all(INFINITY), t), r);
    *err = relative_error(r, 0x1p-49);
    return r;
}

#include "screen_pairs.h"

static inline vec load(const double *x)
{
    vec v;
    memcpy(&v, x, sizeof v);
    return v;
}

static inline void store(double *x, vec v)
{
    memcpy(x, &v, sizeof v);
}

/* The last n inputs, fewer than a vector holds, filled up with ones. */
static void run_rest(ul_screen_kernel *kernel, const double *x, int n, double *r, double *err)
{
    const size_t bytes = sizeof(double) * (size_t)n;
    double in[LANES], out[LANES], out_err[LANES];
    store(in, all(1));
    memcpy(in, x, bytes);
    kernel(in, LANES, out, out_err);
    memcpy(r, out, bytes);
    memcpy(err, out_err, bytes);
}

#define KERNEL(word)                                                                                         \
    static void word##_kernel(const double *x, int n, double *r, double *err)                                \
    {                                                                                                        \
        int i = 0;                                                                                           \
        for (; n - i >= LANES; i += LANES) {                                                                 \
            vec e;                                                                                           \
            store(r + i, word##_lanes(load(x + i), &e));                                                     \
            store(err + i, e);                                                                               \
        }                                                                                                    \
        if (i < n) {                                                                                         \
            run_rest(word##_kernel, x + i, n - i, r + i, err + i);                                           \
        }                                                                                                    \
    }
#define UL_SLEEF(word, ...) KERNEL(word)
#define UL_LANES(word, ...) KERNEL(word)
#include "screen_words.def"
#undef UL_SLEEF
#undef UL_LANES

ul_screen_kernel *const TABLE[UL_WORD_COUNT] = {
#define UL_SLEEF(word, ...) [UL_WORD_##word] = word##_kernel,
#define UL_LANES(word, ...) [UL_WORD_##word] = word##_kernel,
#include "screen_words.def"
};

/* --- pairs --- */

/* Exactly r where that is special; unknown where the pair is none. */
static inline pair with_special(vec r, mask is_special, pair p, vec *err)
{
    const mask known = ((p.lo == p.lo) & is_finite(p.hi)) | (*err == UL_SCREEN_HUGE_ERROR);
    *err = pick(is_special, all(0), pick(known, *err, all(NAN)));
    return pick_pair(is_special, pair_of(r, all(0)), p);
}

enum { STRIDE = 2 * LANES };

typedef pair pair_function(const vec *x, vec *err);

/* The last n inputs, fewer than what is done at a time, filled up with ones. */
static __attribute__((noinline)) void run_rest_of_pairs(ul_pair_kernel *kernel, int arity,
                                                        const double *const *x, int n, double *r, double *low,
                                                        double *err)
{
    const size_t bytes = sizeof(double) * (size_t)n;
    double in[UL_MAX_ARITY][STRIDE], out[3][STRIDE];
    const double *args[UL_MAX_ARITY];
    for (int k = 0; k < arity; k++) {
        for (int i = 0; i < STRIDE; i++) {
            in[k][i] = i < n ? x[k][i] : 1;
        }
        args[k] = in[k];
    }
    kernel(args, STRIDE, out[0], out[1], out[2]);
    memcpy(r, out[0], bytes);
    memcpy(low, out[1], bytes);
    memcpy(err, out[2], bytes);
}

/* A function of pairs is a long chain of operations that wait for each other: two vectors at a time, so that
 * two chains are mixed. Returns how many inputs are done. */
static inline int run_pairs(pair_function *f, int arity, const double *const *x, int n, double *r,
                            double *low, double *err)
{
    int i = 0;
    for (; n - i >= STRIDE; i += STRIDE) {
        vec in[2][UL_MAX_ARITY], e[2];
        for (int k = 0; k < arity; k++) {
            in[0][k] = load(x[k] + i);
            in[1][k] = load(x[k] + i + LANES);
        }
        const pair p = f(in[0], &e[0]), q = f(in[1], &e[1]);
        store(r + i, p.hi);
        store(low + i, p.lo);
        store(err + i, e[0]);
        store(r + i + LANES, q.hi);
        store(low + i + LANES, q.lo);
        store(err + i + LANES, e[1]);
    }
    return i;
}

#define PAIR_OF_1(word)                                                                                      \
    static inline pair word##_any(const vec *x, vec *err)                                                    \
    {                                                                                                        \
        mask is_special;                                                                                     \
        const vec r = word##_special(x[0], &is_special);                                                     \
        const pair p = word##_pair(x[0], err);                                                               \
        return with_special(r, is_special, p, err);                                                          \
    }
#define PAIR_OF_2(word)                                                                                      \
    static inline pair word##_any(const vec *x, vec *err)                                                    \
    {                                                                                                        \
        const pair p = word##_pair(x[0], x[1], err);                                                         \
        mark_unknown((p.lo != p.lo), err);                                                                   \
        return p;                                                                                            \
    }
#define UL_PAIR(word, arity, ...)                                                                            \
    PAIR_OF_##arity(word) __attribute__((flatten)) static void word##_pair_kernel(                           \
        const double *const *x, int n, double *r, double *low, double *err)                                  \
    {                                                                                                        \
        const int i = run_pairs(word##_any, arity, x, n, r, low, err);                                       \
        const double *const rest[] = {x[0] + i, x[arity - 1] + i};                                           \
        if (i < n) {                                                                                         \
            run_rest_of_pairs(word##_pair_kernel, arity, rest, n - i, r + i, low + i, err + i);              \
        }                                                                                                    \
    }
#define UL_EXACT_PAIR(...)
#include "screen_pairs.def"
#undef UL_PAIR

ul_pair_kernel *const PAIRS[UL_WORD_COUNT] = {
#define UL_PAIR(word, ...) [UL_WORD_##word] = word##_pair_kernel,
#include "screen_pairs.def"
};
