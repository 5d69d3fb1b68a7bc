/* What a chunk of floats, rounded to nearest, adds to a row whose maxima it does not reach: most chunks of an
 * exhaustive run. */
#ifndef UL_LANES_SUM_H
#define UL_LANES_SUM_H

#include "lanes.h"

struct ul_lanes_sum {
    uint64_t misrounded, over_1ulp, ulp_sum;
    double largest; /* of the opencl measure's figures; -1: there is none */
};

typedef bool ul_lanes_sum_function(const double *r, const double *err, const float *y, int n,
                                   const double most[UL_MEASURES], struct ul_lanes_sum *out);
ul_lanes_sum_function ul_lanes_sum_2, ul_lanes_sum_4, ul_lanes_sum_8; /* by the doubles of a vector */

/* References as screen.h has them, and results. False: some lane may be wrong, need Arb, or have an upper
 * figure (see ul_lanes) above `most` of a measure; then nothing is known, and ul_lanes_measure is to be
 * asked. */
static inline bool ul_lanes_sum(const double *r, const double *err, const float *y, int n,
                                const double most[UL_MEASURES], struct ul_lanes_sum *out)
{
    ul_lanes_sum_function *f = ul_lanes_sum_2;
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq"))
        f = ul_lanes_sum_8;
    else if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        f = ul_lanes_sum_4;
#endif
    return f(r, err, y, n, most, out);
}

#endif
