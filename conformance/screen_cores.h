/* Elementary functions good to 2^-95 and better, as pairs of doubles: the cores, series in pairs, or doubles
 * that a step in pairs completes. Each comment bounds what its function loses beside the errors of its
 * arguments, in units of u^2 = 2^-106 of the result; the words (screen_pairs.h) state 2^-90, with room to
 * spare. */
#ifndef UL_SCREEN_CORES_H
#define UL_SCREEN_CORES_H

#ifndef UL_SCREEN_PAIR_H
#include "screen_pair.h"
#endif

/* By mpmath 1.3 with 2000 bits: 1/n!, and constants as pairs. */
static const struct constant inverse_factorial[] = {
    {1, 0},
    {1, 0},
    {0x1p-1, 0},
    {0x1.5555555555555p-3, 0x1.5555555555555p-57},
    {0x1.5555555555555p-5, 0x1.5555555555555p-59},
    {0x1.1111111111111p-7, 0x1.1111111111111p-63},
    {0x1.6c16c16c16c17p-10, -0x1.f49f49f49f49fp-65},
    {0x1.a01a01a01a01ap-13, 0x1.a01a01a01a01ap-73},
    {0x1.a01a01a01a01ap-16, 0x1.a01a01a01a01ap-76},
    {0x1.71de3a556c734p-19, -0x1.c154f8ddc6c00p-73},
    {0x1.27e4fb7789f5cp-22, 0x1.cbbc05b4fa99ap-76},
    {0x1.ae64567f544e4p-26, -0x1.c062e06d1f209p-80},
    {0x1.1eed8eff8d898p-29, -0x1.2aec959e14c06p-83},
    {0x1.6124613a86d09p-33, 0x1.f28e0cc748ebep-87},
    {0x1.93974a8c07c9dp-37, 0x1.05d6f8a2efd1fp-92},
    {0x1.ae7f3e733b81fp-41, 0x1.1d8656b0ee8cbp-97},
    {0x1.ae7f3e733b81fp-45, 0x1.1d8656b0ee8cbp-101},
    {0x1.952c77030ad4ap-49, 0x1.ac981465ddc6cp-103},
    {0x1.6827863b97d97p-53, 0x1.eec01221a8b0bp-107},
    {0x1.2f49b46814157p-57, 0x1.2650f61dbdcb4p-112},
    {0x1.e542ba4020225p-62, 0x1.ea72b4afe3c2fp-120},
    {0x1.71b8ef6dcf572p-66, -0x1.d043ae40c4647p-120},
    {0x1.0ce396db7f853p-70, -0x1.aebcdbd20331cp-124},
    {0x1.761b41316381ap-75, -0x1.3423c7d91404fp-130},
    {0x1.f2cf01972f578p-80, -0x1.9ada5fcc1ab14p-135},
    {0x1.3f3ccdd165fa9p-84, -0x1.58ddadf344487p-139},
    {0x1.88e85fc6a4e5ap-89, -0x1.71c37ebd16540p-143},
    {0x1.d1ab1c2dccea3p-94, 0x1.054d0c78aea14p-149},
};
static const struct constant ln2 = {0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56},
                             per_ln2 = {0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56},
                             ln10 = {0x1.26bb1bbb55516p+1, -0x1.f48ad494ea3e9p-53},
                             per_ln10 = {0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57},
                             log10_of_2 = {0x1.34413509f79ffp-2, -0x1.9dc1da994fd21p-59},
                             pi = {0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53},
                             half_pi = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54},
                             per_pi = {0x1.45f306dc9c883p-2, -0x1.6b01ec5417056p-56};
/* ln 2 less its leading 42 bits, whose product with a number of 11 bits is exact. */
static const double ln2_top = 0x1.62e42fefa3800p-1;
static const struct constant ln2_rest = {0x1.ef35793c76730p-45, 0x1.f97b57a079a19p-103};
/* 2/pi behind 64 zeros, 1344 bits. */
static const uint64_t two_per_pi[] = {
    0,
    0xa2f9836e4e441529,
    0xfc2757d1f534ddc0,
    0xdb6295993c439041,
    0xfe5163abdebbc561,
    0xb7246e3a424dd2e0,
    0x06492eea09d1921c,
    0xfe1deb1cb129a73e,
    0xe88235f52ebb4484,
    0xe99c7026b45f7e41,
    0x3991d639835339f4,
    0x9c845f8bbdf9283b,
    0x1ff897ffde05980f,
    0xef2f118b5a0a6d1f,
    0x6d367ecf27cb09b7,
    0x4f463f669e5fea2d,
    0x7527bac7ebe5f17b,
    0x3d0739f78a5292ea,
    0x6bfb5fb11f8d5d08,
    0x56033046fc7b6bab,
    0xf0cfbc209af4361d,
};

/* 2^k for a whole k from -1022 to 1023. */
static inline vec power_of_two(vec k)
{
    const mask whole = (mask)(k + 0x1.8p52) - (mask)all(0x1.8p52);
    return (vec)((whole + 1023) << 52);
}

/* The sum of w^n / (first + n step)! with n from 0, |w| <= 0.62: the terms from `pairs` on are computed as
 * doubles. Where they are so small that their rounding does not show, 10 u^2. */
static inline pair series(int first, int step, int terms, int pairs, pair w)
{
    vec t = all(inverse_factorial[first + (terms - 1) * step].hi);
    for (int n = terms - 2; n >= pairs; n--) {
        t = fused(w.hi, t, all(inverse_factorial[first + n * step].hi));
    }
    pair s = {t, all(0)};
    for (int n = pairs - 1; n >= 0; n--) {
        s = plus_times(all_pair(inverse_factorial[first + n * step]), w, s);
    }
    return s;
}

/* --- exponentials --- */

/* e^r - 1 for |r| <= 0.36: Taylor's series of r/16, whose terms from r^7 on are below 2^-45, the first one
 * left out below 2^-98 of r; then four times p becomes (1 + p)^2 - 1 = 2p + p^2. Each loses 20 u^2 at most,
 * as lo grows to 10 ulp at most, and what was lost grows by (2 + 2p)/(2 + p), by 1.2 in all: 2^-97. */
static inline pair expm1_small(pair r)
{
    const pair t = scaled(r, all(0x1p-4));
    pair p = plus_times(t, times(t, t), series(2, 1, 11, 5, t));
    for (int k = 0; k < 4; k++) {
        p = plus_times(scaled(p, all(2)), p, p);
    }
    return sum_of_larger(p.hi, p.lo);
}

/* Nearest integer of |x| < 2^51 */
static inline vec near_integer(vec x)
{
    return (x + 0x1.8p52) - 0x1.8p52;
}

/* x = k ln 2 + r, |x| < 1400: off by 4 u^2 of r and 2^-140 |k|. The first difference is exact: x.hi has no
 * bits below 2^-54, unless k is 0. */
static inline pair without_ln2(pair x, vec *k)
{
    *k = near_integer(x.hi * per_ln2.hi);
    const pair top = sum(fused(*k, all(-ln2_top), x.hi), x.lo);
    const vec rest = *k * -ln2_rest.hi, low = product_error(*k, all(-ln2_rest.hi), rest);
    const pair r = sum(top.hi, rest);
    return sum_of_larger(r.hi, r.lo + (top.lo + fused(*k, all(-ln2_rest.lo), low)));
}

/* e^x = power (1 + part). */
struct exponential {
    pair part;
    vec power;
};

static inline struct exponential exponential(pair x)
{
    struct exponential e;
    vec k;
    const pair r = without_ln2(x, &k);
    e.part = expm1_small(r);
    e.power = power_of_two(k);
    return e;
}

/* For |x| < 700: 2^k part + (2^k - 1), whose sum is 0.29 of either's magnitude at least: 300 u^2. */
static inline pair expm1_of(pair x)
{
    const struct exponential e = exponential(x);
    return plus(scaled(e.part, e.power), sum(e.power, all(-1)));
}

/* --- logarithms --- */

/* ln(1 + f) = 2 atanh(s), s = f/(2 + f), |s| <= 0.18: off by 2^-51 of itself */
static inline vec log1p_double(vec f)
{
    const vec s = f / (2 + f), z = s * s;
    vec t = all(1.0 / 21);
    for (int n = 19; n >= 3; n -= 2) {
        t = fused(z, t, all(1.0 / n));
    }
    return 2 * fused(s * z, t, s);
}

/* ln(1 + f) for 1 + f in [0.7, 1.42]: y as above, and a step of Newton's, t = (1 + f) e^-y - 1 = (f - (e^y -
 * 1)) / e^y, |t| < 2^-51 |f|, whose double is good for 2^-103 of f; t^2/2 is below u^2 of f. 90 u^2 with e^y
 * - 1's. */
static inline pair log1p_small(pair f)
{
    const vec y = log1p_double(f.hi);
    const pair q = expm1_small(pair_of(y, all(0)));
    return sum_of_larger(y, difference(f, q) / (1 + q.hi));
}

/* x = 2^k (1 + f), 1 + f in [0.7, 1.42], x > 0: exact, but for u^2 of 1 + f if k is not 0 and x a pair.
 * Powers beyond doubles come to lower halves that do not count. */
static inline pair without_exponent(pair x, vec *k)
{
    const mask tiny = x.hi < 0x1p-900;
    const pair y = scaled(x, pick(tiny, all(0x1p+200), all(1)));
    const mask bits = (mask)magnitude(y.hi), e = (bits - (mask)all(M_SQRT1_2)) >> 52;
    *k = (vec)(e + (mask)all(0x1.8p52)) - 0x1.8p52 + pick(tiny, all(-200), all(0));
    return sum_of_larger((vec)(bits - (e << 52)) - 1, y.lo * 0.5 * (vec)((1024 - e) << 52));
}

/* k ln 2 + l, |l| <= 0.36, which is at most half of the first unless that is 0: 4 u^2. Of the leading part of
 * ln 2 the product is exact. */
static inline pair plus_ln2_times(vec k, pair l)
{
    const pair top = sum_of_larger(k * ln2_top, l.hi);
    const vec rest = k * ln2_rest.hi, low = product_error(k, all(ln2_rest.hi), rest);
    const pair r = sum_of_larger(top.hi, rest);
    return sum_of_larger(r.hi, r.lo + (top.lo + (l.lo + fused(k, all(ln2_rest.lo), low))));
}

static inline pair log_of(pair x)
{
    vec k;
    const pair f = without_exponent(x, &k);
    return plus_ln2_times(k, log1p_small(f));
}

/* ln(1 + x) for a pair x > -1: where 1 + x is in [0.7, 1.42] x itself is used. */
static inline pair log1p_of(pair x)
{
    vec k;
    const pair f = without_exponent(plus_double(x, all(1)), &k);
    return plus_ln2_times(k, log1p_small(pick_pair(k == 0, x, f)));
}

/* --- circular functions --- */

/* Of z = r^2, |r| <= pi/4. The terms left as doubles are below 2^-48 of the result, what is left out below
 * 2^-97. */
static inline pair sin_small(pair r, pair z)
{
    const pair w = negated(z), s = plus_times(r, times(r, w), series(3, 2, 12, 7, w));
    return sum_of_larger(s.hi, s.lo);
}

/* cos r */
static inline pair cos_small(pair z)
{
    const pair w = negated(z), c = plus_times(pair_of(all(1), all(0)), w, series(2, 2, 12, 7, w));
    return sum_of_larger(c.hi, c.lo);
}

/* x = (quadrant + fraction) pi/2 modulo 2 pi, |fraction| <= 1/2, for finite x >= pi/4: the fraction is off by
 * 2^-200, of itself by 2^-104, as no double is nearer than 2^-62 to a multiple of pi/2 (Payne, Hanek 1983;
 * J.-M. Muller, "Elementary Functions", 3rd edition, 11.4). x = m 2^e; the bits of 2/pi of weight 2^(1-e) and
 * less are multiplied by m; those of more give whole turns. */
static inline int reduced(double x, double *hi, double *lo)
{
    uint64_t bits, w[4], product[4];
    memcpy(&bits, &x, sizeof bits);
    const uint64_t m = (bits & (((uint64_t)1 << 52) - 1)) | (uint64_t)1 << 52;
    const int e = (int)(bits >> 52 & 0x7ff) - 1075, from = e + 62, shift = from % 64;
    uint64_t carry = 0;
    for (int k = 0; k < 4; k++) { /* the last is the least */
        const uint64_t *t = two_per_pi + from / 64 + k;
        w[k] = shift ? t[0] << shift | t[1] >> (64 - shift) : t[0];
    }
    for (int k = 3; k >= 0; k--) {
        product[k] = m * w[k] + carry;
        carry = upper_product(m, w[k]) + (product[k] < carry);
    }
    int quadrant = (int)(product[0] >> 62);
    uint64_t f[4];
    for (int k = 0; k < 4; k++) {
        f[k] = product[k] << 2 | (k < 3 ? product[k + 1] >> 62 : 0);
    }
    const uint64_t flip = f[0] >> 63 ? ~(uint64_t)0 : 0;
    quadrant += flip != 0;
    int zeros = 0, k = 0;
    for (; k < 2 && f[k] == flip; k++) {
        zeros += 64;
    }
    const uint64_t a = f[k] ^ flip, b = f[k + 1] ^ flip, c = f[k + 2 > 3 ? 3 : k + 2] ^ flip;
    const int n = a ? leading_zeros(a) : 63;
    const uint64_t high = n ? a << n | b >> (64 - n) : a, low = n ? b << n | c >> (64 - n) : b;
    const uint64_t power = (flip & (uint64_t)1 << 63) | (uint64_t)(1023 - 64 - zeros - n) << 52;
    double scale;
    memcpy(&scale, &power, sizeof scale);
    *hi = (double)(high >> 11 << 11) * scale;
    *lo = (double)(high << 53 | low >> 11) * (scale * 0x1p-53);
    return quadrant;
}

/* 53 bits of 2/pi from the k-th on, as a number below 4. */
enum { WINDOW = 53, WINDOWS = 2046 - 1013 + 2 * WINDOW + 1 };
static inline double window_of(int64_t k)
{
    const uint64_t *t = two_per_pi + k / 64;
    const int shift = (int)(k % 64);
    return (double)((shift ? t[0] << shift | t[1] >> (64 - shift) : t[0]) >> (64 - WINDOW)) * 0x1p-51;
}

#ifdef UL_ONE_LANE
static inline vec window_at(mask k)
{
    return all(window_of(k[0]));
}
#else
static double window[WINDOWS];

__attribute__((constructor)) static void fill_windows(void)
{
    for (int k = 0; k < WINDOWS; k++) {
        window[k] = window_of(k);
    }
}

static inline vec window_at(mask k)
{
    return looked_up(window, k);
}
#endif

/* The same in vectors, for a fraction of at least 2^-6, which is off by 2^-97 of itself: of three windows the
 * product with m is off by 2^-104 for want of more bits of 2/pi, and 2^-104 by roundings. Fours are taken
 * from its leading part as they come. */
static inline pair fraction_of(vec x, vec *quadrant)
{
    const mask k = ((mask)x >> 52) - 1013;
    const vec m = (vec)(((mask)x & (((int64_t)1 << 52) - 1)) | (int64_t)1075 << 52);
    const vec t[3] = {window_at(k), window_at(k + WINDOW) * 0x1p-53, window_at(k + 2 * WINDOW) * 0x1p-106};
    const pair first = product(m, t[0]), second = product(m, t[1]);
    const pair s = sum(first.hi - ((first.hi + 0x1p54) - 0x1p54), first.lo), whole = sum(s.hi, second.hi);
    *quadrant = near_integer(whole.hi);
    const pair l = sum(s.lo, whole.lo), low = sum(l.hi, fused(m, t[2], second.lo));
    const pair f = sum_of_larger(whole.hi - *quadrant, low.hi);
    return pair_of(f.hi, f.lo + (low.lo + l.lo));
}

struct angle {
    pair r;        /* in [-pi/4, pi/4] */
    mask quadrant; /* the angle is quadrant pi/2 + r, but for whole turns */
};

static inline struct angle new_angle(pair r, mask quadrant)
{
    struct angle g;
    g.r = r;
    g.quadrant = quadrant;
    return g;
}

/* The lanes of x that are to be reduced exactly. */
static __attribute__((noinline)) void reduce_some(mask which, vec x, pair *fraction, vec *quadrant)
{
    double in[LANES], hi[LANES], lo[LANES], q[LANES];
    memcpy(in, &x, sizeof x);
    memcpy(hi, &fraction->hi, sizeof x);
    memcpy(lo, &fraction->lo, sizeof x);
    memcpy(q, quadrant, sizeof x);
    for (int k = 0; k < LANES; k++) {
        if (which[k]) {
            q[k] = reduced(in[k], &hi[k], &lo[k]);
        }
    }
    memcpy(&fraction->hi, hi, sizeof x);
    memcpy(&fraction->lo, lo, sizeof x);
    memcpy(quadrant, q, sizeof x);
}

/* Of infinities and NaN: anything. */
static inline struct angle angle_of(vec x)
{
    const vec a = magnitude(x);
    const mask large = (a >= M_PI_4) & (a <= DBL_MAX);
    vec q;
    pair f = fraction_of(pick(large, a, all(1)), &q);
    const mask small = large & (magnitude(f.hi) < 0x1p-6);
    if (any(small)) {
        reduce_some(small, a, &f, &q);
    }
    const mask negative = x < 0;
    f = pick_pair(large, times(sum_of_larger(f.hi, f.lo), all_pair(half_pi)), pair_of(a, all(0)));
    q = pick(large, pick(negative, -q, q), all(0));
    return new_angle(pick_pair(negative, negated(f), f), (mask)(q + 0x1.8p52) & 3);
}

/* pi x, of x reduced to [-1, 1]. */
static inline struct angle angle_of_pi_times(vec x)
{
    const vec q = nearest(2 * x);
    return new_angle(times_double(all_pair(pi), x - 0.5 * q), (mask)(q + 0x1.8p52) & 3);
}

/* r^2, or 0 where that is below what shows */
static inline pair square_of(pair r)
{
    const pair a = {within(0x1p-60, r.hi, 1), r.lo};
    return times(a, a);
}

/* sin(angle + turn pi/2). Where it is near 1 what is lost is as small as 1 - |sin|: see words. */
static inline pair sin_of(struct angle g, int64_t turn)
{
    const mask q = g.quadrant + turn;
    const pair z = square_of(g.r);
    const pair s = sin_small(g.r, z), c = cos_small(z);
    const pair r = pick_pair((q & 1) == 1, c, s);
    return pick_pair((q & 2) == 2, negated(r), r);
}

static inline pair tan_of(struct angle g)
{
    const pair z = square_of(g.r);
    const pair s = sin_small(g.r, z), c = cos_small(z);
    const mask odd = (g.quadrant & 1) == 1;
    return over(pick_pair(odd, negated(c), s), pick_pair(odd, s, c));
}

/* --- inverse circular functions --- */

/* atan(x), 0 <= x <= 1: SLEEF's y, and a step: atan(x) = y + atan((x cos y - sin y) / (cos y + x sin y)). 60
 * u^2. */
static inline pair atan_small(pair x)
{
    const vec y = SLEEF(atan, u10)(x.hi);
    const pair z = product(y, y), s = sin_small(pair_of(y, all(0)), z), c = cos_small(z);
    return sum_of_larger(y, difference(times(x, c), s) / (c.hi + x.hi * s.hi));
}

/* The angle of (x, y) in [0, pi], y >= 0, not both 0: 100 u^2. */
static inline pair atan2_of(pair y, pair x)
{
    const mask left = x.hi < 0;
    const pair a = pick_pair(left, negated(x), x);
    const mask steep = y.hi > a.hi;
    pair r = atan_small(over(pick_pair(steep, a, y), pick_pair(steep, y, a)));
    r = pick_pair(steep, plus(all_pair(half_pi), negated(r)), r);
    return pick_pair(left, plus_less(all_pair(pi), negated(r)), r);
}

/* sqrt(1 - x^2), |x| <= 1 */
static inline pair other_leg(vec x)
{
    return root(times(sum(all(1), -x), sum(all(1), x)));
}

#endif
