/* Functions that SLEEF lacks, over its vectors: the scaled and the inverse error functions, and Bessel's.
 * Each gives its result and a bound of its error, derived in the comment above it; u is 2^-53. */
#ifndef UL_SCREEN_SPECIAL_H
#define UL_SCREEN_SPECIAL_H

#include "screen_bessel.h"
#include "screen_vector.h"

/* x^2 - fl(x^2), exactly (Dekker 1971), for |x| < 2^500. */
static inline vec square_residue(vec x, vec square)
{
    const vec c = x * 0x1.0000002p+27, hi = c - (c - x), lo = x - hi;
    return ((hi * hi - square) + 2 * (hi * lo)) + lo * lo;
}

/* Up to 10: e^(x^2) erfc(x), each factor good to 2^-50. Beyond: 1/(x sqrt(pi)) (1 - 1/(2x^2) + 1*3/(2x^2)^2 -
 * ...), whose remainder is below the first term left out, 25!!/(2x^2)^13 < 2^-56 (Abramowitz and
 * Stegun 7.1.23, 7.1.24). */
static inline vec erfcx_lanes(vec x, vec *err)
{
    const vec square = x * x, half = 0.5 / square;
    const vec residue = pick(magnitude(x) < 0x1p+500, square_residue(x, square), all(0));
    vec series = all(1);
    for (int k = 12; k >= 1; k--) {
        series = 1 - (2 * k - 1) * half * series;
    }
    const vec direct = SLEEF(exp, u10)(square) * (1 + residue) * SLEEF(erfc, u15)(x);
    vec r = pick(x > 10, series * (M_2_SQRTPI / 2) / x, direct);
    *err = relative_error(r, 0x1p-48);
    mark_huge(is_finite(x) & (x < -26.4), &r, err); /* 2 e^696 */
    mark_unknown(is_finite(x) & (x > 0x1p+500), err);
    return r;
}

/* A first y with erf(y) = p, q = 1 - p: Winitzki 2008 above 1/4, the series of erfinv below. */
static inline vec inverse_start(vec p, vec q)
{
    const vec l = SLEEF(log, u10)(q * (1 + p)), t = 2 / (M_PI * 0.147) + l * 0.5;
    const vec large = SLEEF(sqrt, u05)(SLEEF(sqrt, u05)(t * t - l / 0.147) - t);
    const vec small = p * (0.88622692545275801 + p * p * 0.23201367);
    return pick(p < 0.25, small, large);
}

/* (erf(y) - p) / erf'(y): from erfc and q where p > 1/2. Each of p, q need be right only where it is used. */
static inline vec inverse_residue(vec y, vec p, vec q)
{
    const vec above = q - SLEEF(erfc, u15)(y), below = SLEEF(erf, u10)(y) - p;
    return pick(p > 0.5, above, below) * (1 / M_2_SQRTPI) * SLEEF(exp, u10)(y * y);
}

/* y >= 0 with erf(y) = p for p in (0, 1) by Halley's method, y - d/(1 + y d) with d from above. The inverse's
 * Taylor series is y - d + y d^2 - (1 + 4 y^2)/3 d^3 + ... (derivatives of erfinv: g' = e^(y^2) sqrt(pi)/2,
 * g'' = 2 y g'^2, g''' = (2 + 8 y^2) g'^3), so that a step ends within (1 + y^2) |d|^3, thrice the first term
 * that it misses, if |y d| < 2^-6. To this add SLEEF's errors in d: 2^-50 p/erf'(y) <= 1.3 * 2^-50 y for p <=
 * 1/2, and 2^-50 q/erf'(y) <= 0.6 * 2^-50 <= 1.3 * 2^-50 y above, by erfc(y) < erf'(y) / (y + sqrt(y^2 +
 * 4/pi)) (7.1.13). */
static inline vec inverse_erf(vec p, vec q, vec *err)
{
    vec y = inverse_start(p, q), d = all(0), at = y;
    for (int k = 0; k < 3; k++) {
        at = y;
        d = inverse_residue(y, p, q);
        y = y - d / (1 + y * d);
    }
    const vec a = magnitude(d);
    *err = relative_error(y, 0x1p-49) + (1 + at * at) * a * a * a;
    mark_unknown(~(magnitude(at * d) < 0x1p-6) | (q < 0x1p-900), err);
    return y;
}

static inline vec erfinv_lanes(vec x, vec *err)
{
    const vec p = magnitude(x), y = inverse_erf(p, 1 - p, err);
    const mask special = (x == 0) | ~(p < 1);
    const vec r = with_sign(pick(p == 1, all(INFINITY), y), x);
    *err = pick(special, all(0), *err);
    return pick(x == 0, x, pick(p <= 1, r, all(NAN)));
}

/* By symmetry from x or 2 - x, whichever is below 1; 1 - x and x - 1 are exact where p is used. */
static inline vec erfcinv_lanes(vec x, vec *err)
{
    const mask right = x > 1, inner = (x > 0) & (x < 2) & (x != 1);
    const vec q = pick(right, 2 - x, x), y = inverse_erf(1 - q, q, err);
    const vec edge =
        pick(x == 0, all(INFINITY), pick(x == 2, all(-INFINITY), pick(x == 1, all(0), all(NAN))));
    *err = pick(inner, *err, all(0));
    return pick(inner, pick(right, -y, y), edge);
}

/* -sqrt(2) erfcinv(2x); 2x is exact. */
static inline vec normcdfinv_lanes(vec x, vec *err)
{
    const vec y = erfcinv_lanes(2 * x, err), r = pick(y == 0, y, y * -M_SQRT2);
    *err = *err * 1.5 + pick(*err > 0, magnitude(r) * 0x1p-52, all(0));
    return r;
}

/* The sum over k of t^k / (k! (k+order)!) order!, K terms. */
static inline vec bessel_series(vec t, int order, int terms)
{
    vec s = all(1);
    for (int k = terms; k >= 1; k--) {
        s = 1 + t * (1.0 / (k * (k + order))) * s;
    }
    return s;
}

/* Hankel's asymptotic series of I, sum of (-1)^k a_k / x^k, 25 terms (DLMF 10.40.1, 10.17.1). */
static inline vec bessel_i_asymptotic(vec x, int order)
{
    vec s = all(1);
    for (int k = 24; k >= 1; k--) {
        s = 1 - (double)(4 * order * order - (2 * k - 1) * (2 * k - 1)) / (8 * k) / x * s;
    }
    return s;
}

/* Up to 24 the power series: terms are positive, the remainder is below 2^-60, and term k has met 5k + 1
 * roundings; the mean k is x I1/(2 I0) < 12, so at most 61 u in all. Beyond, e^x / sqrt(2 pi x) times the
 * asymptotic series: its remainder is at most 2 e^(3/4 pi/2 / x) chi(25) |a_25| / x^25 + e^(-2x) < 2^-57
 * (DLMF 10.40.11 with chi(25) < 6.4). */
static inline vec bessel_i(vec x, int order, vec *err)
{
    const vec a = magnitude(x), t = a * a * 0.25;
    const vec scale = order == 0 ? all(1) : a * 0.5;
    const vec small = scale * bessel_series(t, order, 44);
    const vec large = SLEEF(exp, u10)(a) / SLEEF(sqrt, u05)(2 * M_PI * a) * bessel_i_asymptotic(a, order);
    vec r = pick(a <= 24, small, large);
    r = pick(is_finite(x), r, a);
    r = order == 0 ? r : with_sign(r, x);
    *err = relative_error(r, 0x1p-46);
    mark_huge(is_finite(x) & (a > 709), &r, err);
    return r;
}

static inline vec cyl_bessel_i0_lanes(vec x, vec *err)
{
    return bessel_i(x, 0, err);
}

static inline vec cyl_bessel_i1_lanes(vec x, vec *err)
{
    return bessel_i(x, 1, err);
}

static inline vec polynomial(const double *c, vec u)
{
    vec s = all(c[9]);
    for (int k = 8; k >= 0; k--) {
        s = c[k] + u * s;
    }
    return s;
}

/* At x >= 8: J = sqrt(2/(pi x)) (P cos w - Q sin w), Y = sqrt(2/(pi x)) (P sin w + Q cos w), w = x - (2 order
 * + 1) pi/4, whose sine and cosine are sums of x's over sqrt(2), free of cancellation in the absolute sense:
 * the errors of sin and cos (2^-50 each), of P and Q and a few roundings stay below 2^-46 / sqrt(pi x). */
static inline vec bessel_large(vec x, int order, bool second, vec *err)
{
    const vec u = 64 / (x * x), p = polynomial(ul_bessel_p[order], u),
              q = polynomial(ul_bessel_q[order], u) / x;
    const vec s = SLEEF(sin, u10)(x), c = SLEEF(cos, u10)(x);
    const vec sin_w = order == 0 ? s - c : -(s + c), cos_w = order == 0 ? s + c : s - c;
    const vec amplitude = 1 / SLEEF(sqrt, u05)(M_PI * x);
    *err = amplitude * 0x1p-46;
    return amplitude * (second ? p * sin_w + q * cos_w : p * cos_w - q * sin_w);
}

/* What the power series' terms sum up to in magnitude, for x < 8: I0(x) or more. */
static inline vec series_mass(vec x)
{
    return pick(x < 2, all(2.3), pick(x < 4, all(11.4), all(428)));
}

enum { BESSEL_TERMS = 24 }; /* at x = 8 the first one left out is below 16^25 / 25!^2 < 2^-60 */

/* J at x < 8: the power series' 5k + 1 roundings of term k, mean k < 4, are 21 u of the mass at most. */
static inline vec bessel_j_small(vec x, int order, vec *err)
{
    const vec scale = order == 0 ? all(1) : x * 0.5;
    *err = scale * series_mass(x) * 0x1p-48;
    return scale * bessel_series(x * x * -0.25, order, BESSEL_TERMS);
}

/* The sum over k of h_k t^k / (k! (k+order)!) with h_k = H_k for order 0, H_k + H_(k+1) for order 1 (harmonic
 * numbers). */
static inline vec harmonic_series(vec t, int order)
{
    double h[BESSEL_TERMS + 2] = {0};
    for (int k = 1; k <= BESSEL_TERMS + 1; k++) {
        h[k] = h[k - 1] + 1.0 / k;
    }
    vec s = all(0);
    for (int k = BESSEL_TERMS; k >= 0; k--) {
        s = (order == 0 ? h[k] : h[k] + h[k + 1]) + t * (1.0 / ((k + 1) * (k + 1 + order))) * s;
    }
    return s;
}

/* Y at x < 8 (DLMF 10.8.1): 2/pi (ln(x/2) + gamma) J - 2/(pi x) [order 1] - (x/2)^order / pi times the
 * harmonic series (twice it for order 0). H_k <= 3.8 and k u off; with J's error that leaves 2^-47 (|ln(x/2)|
 * + 5) of J's mass, and the pole's own 2^-51. */
static inline vec bessel_y_small(vec x, int order, vec *err)
{
    const double gamma = 0.57721566490153286;
    const vec scale = order == 0 ? all(1) : x * 0.5, l = SLEEF(log, u10)(x * 0.5) + gamma;
    vec j_err;
    const vec j = bessel_j_small(x, order, &j_err);
    const vec series = scale * harmonic_series(x * x * -0.25, order) * (order == 0 ? 2 : 1);
    const vec pole = order == 0 ? all(0) : M_2_PI / x;
    *err = scale * series_mass(x) * (magnitude(l) + 5) * 0x1p-47 + pole * 0x1p-50;
    return l * j * M_2_PI - series * M_1_PI - pole;
}

static inline vec bessel_j(vec x, int order, vec *err)
{
    const vec a = magnitude(x);
    vec large_err;
    const vec large = bessel_large(a, order, false, &large_err), small = bessel_j_small(a, order, err);
    vec r = pick(a < 8, small, large);
    *err = pick(a < 8, *err, large_err);
    *err = pick(is_finite(x) & ((x != 0) | (order == 0)), *err, all(0));
    r = pick(magnitude(x) == INFINITY, all(0), r);
    mark_unknown(is_finite(x) & (a > 0x1p+500), err);
    return order == 0 ? r : (vec)((mask)r ^ ((mask)x & INT64_MIN));
}

static inline vec bessel_y(vec x, int order, vec *err)
{
    vec large_err;
    const vec large = bessel_large(x, order, true, &large_err), small = bessel_y_small(x, order, err);
    vec r = pick(x < 8, small, large);
    *err = pick(x < 8, *err, large_err);
    *err = pick(is_finite(x) & (x > 0), *err, all(0));
    r = pick(x == INFINITY, all(0), pick(x == 0, all(-INFINITY), pick(x > 0, r, all(NAN))));
    mark_unknown(is_finite(x) & (x > 0x1p+500), err);
    return r;
}

static inline vec j0_lanes(vec x, vec *err)
{
    return bessel_j(x, 0, err);
}

static inline vec j1_lanes(vec x, vec *err)
{
    return bessel_j(x, 1, err);
}

static inline vec y0_lanes(vec x, vec *err)
{
    return bessel_y(x, 0, err);
}

static inline vec y1_lanes(vec x, vec *err)
{
    return bessel_y(x, 1, err);
}

#endif
