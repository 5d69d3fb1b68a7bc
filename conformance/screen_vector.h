/* Vectors of doubles as wide as the instruction set that this is compiled for, and
 * SLEEF's functions of them. */
#ifndef UL_SCREEN_VECTOR_H
#define UL_SCREEN_VECTOR_H

#include <float.h>
#include <math.h>
#include <sleef.h>
#include <stdint.h>
#include <string.h>
#include "screen.h"
#if defined(__AVX512F__) || defined(__AVX2__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

#if defined(__AVX512F__)
#define LANES            8
#define TABLE            ul_screen_lanes_8
#define PAIRS            ul_pairs_8
#define SLEEF(name, ulp) Sleef_##name##d8_##ulp##avx512f
#elif defined(__AVX2__)
#define LANES            4
#define TABLE            ul_screen_lanes_4
#define PAIRS            ul_pairs_4
#define SLEEF(name, ulp) Sleef_##name##d4_##ulp##avx2
#else
#define LANES            2
#define TABLE            ul_screen_lanes_2
#define PAIRS            ul_pairs_2
#define SLEEF(name, ulp) Sleef_##name##d2_##ulp
#endif

typedef double vec __attribute__((vector_size(8 * LANES)));
typedef int64_t mask __attribute__((vector_size(8 * LANES))); /* all ones where true */

static inline vec all(double c)
{
    return (vec){0} + c;
}

/* The error of p = a b rounded, exactly. */
static inline vec product_error(vec a, vec b, vec p)
{
#if defined(__AVX512F__)
    return (vec)_mm512_fmsub_pd((__m512d)a, (__m512d)b, (__m512d)p);
#elif defined(__AVX2__)
    return (vec)_mm256_fmsub_pd((__m256d)a, (__m256d)b, (__m256d)p);
#elif defined(__aarch64__)
    return (vec)vfmaq_f64((float64x2_t)(-p), (float64x2_t)a, (float64x2_t)b);
#else /* Veltkamp's split, Dekker's product: up to 2^996 */
    const vec c = a * 0x1.0000002p+27, d = b * 0x1.0000002p+27;
    const vec ah = c - (c - a), al = a - ah, bh = d - (d - b), bl = b - bh;
    return ((ah * bh - p) + (ah * bl + al * bh)) + al * bl;
#endif
}

/* a b + c, of any rounding */
static inline vec fused(vec a, vec b, vec c)
{
#if defined(__AVX512F__)
    return (vec)_mm512_fmadd_pd((__m512d)a, (__m512d)b, (__m512d)c);
#elif defined(__AVX2__)
    return (vec)_mm256_fmadd_pd((__m256d)a, (__m256d)b, (__m256d)c);
#else
    return a * b + c;
#endif
}

/* table[i] in each lane */
static inline vec looked_up(const double *table, mask i)
{
#if defined(__AVX512F__)
    return (vec)_mm512_i64gather_pd((__m512i)i, table, 8);
#elif defined(__AVX2__)
    return (vec)_mm256_i64gather_pd(table, (__m256i)i, 8);
#else
    vec v = {0};
    for (int k = 0; k < LANES; k++) {
        v[k] = table[i[k]];
    }
    return v;
#endif
}

static inline bool any(mask m)
{
#if defined(__AVX512F__)
    return _mm512_test_epi64_mask((__m512i)m, (__m512i)m) != 0;
#elif defined(__AVX2__)
    return _mm256_movemask_pd((__m256d)m) != 0;
#else
    return (m[0] | m[1]) != 0;
#endif
}

/* Of x > 0 */
static inline int leading_zeros(uint64_t x)
{
    return __builtin_clzll(x);
}

/* The upper half of a b */
static inline uint64_t upper_product(uint64_t a, uint64_t b)
{
    return (uint64_t)((unsigned __int128)a * b >> 64);
}

#include "screen_vector_words.h"

#endif
