/* What vectors of doubles and their masks are put together with, whatever they are: a processor's
 * (screen_vector.h), or a number alone (../cuda/pairs.cuh). */
#ifndef UL_SCREEN_VECTOR_WORDS_H
#define UL_SCREEN_VECTOR_WORDS_H

static inline vec pick(mask m, vec yes, vec no)
{
    return (vec)((m & (mask)yes) | (~m & (mask)no));
}

static inline vec magnitude(vec x)
{
    return (vec)((mask)x & INT64_MAX);
}

static inline vec with_sign(vec x, vec sign)
{
    return (vec)((mask)magnitude(x) | ((mask)sign & INT64_MIN));
}

/* x, or 0 where its magnitude is beyond these: what is not used is not computed, for subnormal numbers are
 * slow. */
static inline vec within(double least, vec x, double most)
{
    const vec a = magnitude(x);
    return (vec)((mask)x & (a >= least) & (a <= most));
}

static inline mask is_finite(vec x)
{
    return magnitude(x) <= DBL_MAX;
}

/* Nearest integer, ties to even, exact for every double: adding 2^52 leaves no room for a fraction. */
static inline vec nearest(vec x)
{
    const vec a = magnitude(x), y = (a + 0x1p52) - 0x1p52;
    return with_sign(pick(a < 0x1p52, y, a), x);
}

/* The error of a result good to `relative`; infinities, NaN and zeros are exact. The last term covers what
 * underflow takes from the product. */
static inline vec relative_error(vec r, double relative)
{
    const vec a = magnitude(r);
    return pick(is_finite(r) & (r != 0), a * relative + 0x1p-1060, all(0));
}

/* Marks of screen.h where `m` holds, with r's sign. */
static inline void mark_huge(mask m, vec *r, vec *err)
{
    *r = pick(m, with_sign(all(UL_SCREEN_HUGE), *r), *r);
    *err = pick(m, all(UL_SCREEN_HUGE_ERROR), *err);
}

static inline void mark_tiny(mask m, vec *r, vec *err)
{
    *r = pick(m, with_sign(all(UL_SCREEN_TINY), *r), *r);
    *err = pick(m, all(UL_SCREEN_TINY_ERROR), *err);
}

static inline void mark_unknown(mask m, vec *err)
{
    *err = pick(m, all(NAN), *err);
}

#endif
