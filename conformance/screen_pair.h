/* Vectors of pairs: the unevaluated sum hi + lo of two doubles, |lo| <= ulp(hi)/2, good for about 106 bits. u
 * is 2^-53. The algorithms and the bounds of their relative errors: M. Joldes, J.-M. Muller, V. Popescu,
 * "Tight and rigorous error bounds for basic building blocks of double-word arithmetic", ACM TOMS 44 (2017);
 * square roots: V. Lefevre et al., "Accurate calculation of Euclidean norms using double-word arithmetic",
 * ACM TOMS 49 (2023). They hold where nothing under- or overflows: values between 2^-960 and 2^1000, or 0. */
#ifndef UL_SCREEN_PAIR_H
#define UL_SCREEN_PAIR_H

#ifndef UL_SCREEN_VECTOR_H
#include "screen_vector.h"
#endif

typedef struct {
    vec hi, lo;
} pair;

static inline pair pair_of(vec hi, vec lo)
{
    pair p;
    p.hi = hi;
    p.lo = lo;
    return p;
}

/* A pair that is the same in all lanes. */
struct constant {
    double hi, lo;
};

static inline pair all_pair(struct constant c)
{
    return pair_of(all(c.hi), all(c.lo));
}

static inline pair negated(pair x)
{
    return pair_of(-x.hi, -x.lo);
}

/* By a power of two. */
static inline pair scaled(pair x, vec power)
{
    return pair_of(x.hi * power, x.lo * power);
}

static inline pair pick_pair(mask m, pair yes, pair no)
{
    return pair_of(pick(m, yes.hi, no.hi), pick(m, yes.lo, no.lo));
}

/* a + b exactly; sum_of_larger: |a| >= |b|, or a = 0 (Dekker 1971). */
static inline pair sum(vec a, vec b)
{
    const vec s = a + b, z = s - a;
    return pair_of(s, (a - (s - z)) + (b - z));
}

static inline pair sum_of_larger(vec a, vec b)
{
    const vec s = a + b;
    return pair_of(s, b - (s - a));
}

static inline pair product(vec a, vec b)
{
    const vec p = a * b;
    return pair_of(p, product_error(a, b, p));
}

/* 2 u^2 */
static inline pair plus_double(pair x, vec b)
{
    const pair s = sum(x.hi, b);
    return sum_of_larger(s.hi, x.lo + s.lo);
}

/* 3 u^2 / (1 - 4 u), of the sum, whatever cancels */
static inline pair plus(pair x, pair y)
{
    const pair s = sum(x.hi, y.hi), t = sum(x.lo, y.lo);
    const pair v = sum_of_larger(s.hi, s.lo + t.hi);
    return sum_of_larger(v.hi, t.lo + v.lo);
}

/* 10 u^2, where |y| <= |x|/2 */
static inline pair plus_less(pair x, pair y)
{
    const pair s = sum_of_larger(x.hi, y.hi);
    return sum_of_larger(s.hi, s.lo + (x.lo + y.lo));
}

/* 3 u^2 */
static inline pair times_double(pair x, vec b)
{
    const pair c = product(x.hi, b);
    const pair t = sum_of_larger(c.hi, x.lo * b);
    return sum_of_larger(t.hi, t.lo + c.lo);
}

/* 7 u^2 */
static inline pair times(pair x, pair y)
{
    const pair c = product(x.hi, y.hi);
    return sum_of_larger(c.hi, fused(x.hi, y.lo, fused(x.lo, y.hi, c.lo)));
}

/* c + w s, |w s| <= |c|/3, in no more than is needed: what is left in lo may reach a few ulp of hi. Of a sum
 * of such steps (Horner's) each loses 10 u^2 at most while |lo| <= 4 u |hi|, which where |w s| <= 0.1 |c| it
 * is. */
static inline pair plus_times(pair c, pair w, pair s)
{
    const vec p = w.hi * s.hi, h = c.hi + p;
    const vec rest = fused(w.hi, s.lo, fused(w.lo, s.hi, product_error(w.hi, s.hi, p)));
    return pair_of(h, (p - (h - c.hi)) + (rest + c.lo));
}

/* x - y where all but the last bits of the higher halves cancel: 2 u^2 of x */
static inline vec difference(pair x, pair y)
{
    return (x.hi - y.hi) + (x.lo - y.lo);
}

/* 15 u^2 + 56 u^3 */
static inline pair over(pair x, pair y)
{
    const vec q = x.hi / y.hi;
    const pair r = times_double(y, q);
    return sum_of_larger(q, ((x.hi - r.hi) + (x.lo - r.lo)) / y.hi);
}

/* 25/8 u^2; of 0: 0 */
static inline pair root(pair x)
{
    const vec s = SLEEF(sqrt, u05)(x.hi);
    const vec rest = x.lo - product_error(s, s, x.hi);
    return sum_of_larger(s, pick(s > 0, rest / (2 * s), all(0)));
}

#endif
