/* The hash of a block of results: the sum modulo 2^64, over the results, of a mix of each result's bits and
 * of its place. The mix is a bijection of the bits, so that one term can be taken out of a sum and solved
 * for. */
#ifndef UL_HASH_H
#define UL_HASH_H

#include "common/type.h"

/* z = y * 0x9E3779B97F4A7C15 ^ (i+1) * 0xC2B2AE3D27D4EB4F; z ^= z >> 29; z *= 0xBF58476D1CE4E5B9;
 * z ^= z >> 32. */
static inline uint64_t ul_hash_mix(uint64_t y, uint64_t i)
{
    uint64_t z = y * 0x9E3779B97F4A7C15u ^ (i + 1) * 0xC2B2AE3D27D4EB4Fu;
    z ^= z >> 29;
    z *= 0xBF58476D1CE4E5B9u;
    return z ^ z >> 32;
}

/* The y that ul_hash_mix(y, i) turns into z. */
uint64_t ul_hash_unmix(uint64_t z, uint64_t i);

/* A result's bits as they enter hashes: any NaN is the type's one NaN (ul_value_nan), a bool is 0 or 1. */
ul_bits ul_hash_bits(enum ul_type t, ul_bits b);

/* The sum of the mixes of n values, `stride` elements apart; the k-th has place i + k. */
uint64_t ul_hash_sum(enum ul_type t, const void *y, int stride, uint32_t n, uint64_t i);

#endif
