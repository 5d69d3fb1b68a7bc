/* Fingerprints: hashes of a subject's results, the same wherever the results have the same bits. Their
 * definition, for every signature:
 *
 * One float argument: 512 blocks, one for each top 9 bits (sign, exponent) of it, 2^23 inputs each; the i-th
 * input of block b has the bits b << 23 | i. A block's hash is the sum modulo 2^64 over i of ul_hash_mix(y,
 * i) (hash.h), y the result's bits, zero-extended. Results are made canonical on the host: any NaN is
 * 0x7fffffff (half, bfloat16: 0x7fff; double: 0x7fffffffffffffff), a bool 0 or 1. Of several results, lanes
 * of vectors counted as results of their own, the j-th (from 0) takes the place i + j * 2^32, and all are
 * summed.
 *
 * One half or bfloat16 argument, or a vector of them: one hash, FNV-1a 64 over the bytes of all results, low
 * byte first, lane by lane, in the order of the arguments' bits i = 0 ... 65535; lane 0 of a vector is i,
 * each further one 40503 times the lane before it, modulo 2^16.
 *
 * All else: 8 blocks of 2^22 tuples, hashed as a float's blocks are. Lane l of argument a of tuple i of block
 * b is made from z = mix(mix(16 a + l + 1) + (b * 2^22 + i + 1) * 0x9E3779B97F4A7C15), mix(x) being
 * SplitMix64's finaliser: x ^= x >> 30; x *= 0xBF58476D1CE4E5B9; x ^= x >> 27; x *= 0x94D049BB133111EB;
 * x ^= x >> 31.
 *
 *   blocks 0-3: raw bits, the type's width of z's topmost; in block 0, where (i >> 3a) % 8 == 0, a special
 *     value by z's top 4 bits: 0, the smallest subnormal and normal, 0.5, 1, 2, the largest number and
 *     infinity, of either sign; of an integer 0, 1, 2, 8, 31, 32, 63, the sign bit, and these complemented;
 *   blocks 4-7: moderate numbers: raw bits, the exponent's 4 low ones alone kept, as -8 ... 7; of a signed
 *     integer -64 ... 64, of an unsigned 0 ... 128: (z >> 32) * 129 >> 32 counted from the least. */
#ifndef UL_FINGERPRINT_H
#define UL_FINGERPRINT_H

#include "runner.h"

enum { UL_MAX_HASHES = 512 };

/* How many hashes a signature's fingerprint has: 512, 1 or 8. */
int ul_fingerprint_blocks(const struct ul_signature *s);
/* Inputs of one of them. */
uint64_t ul_fingerprint_inputs(const struct ul_signature *s);
/* Does its kernel make its inputs from an index? For ul_runner_setup. */
bool ul_fingerprint_by_index(const struct ul_signature *s);

/* Lane `lane` of argument `a` of the i-th input of a block. */
ul_bits ul_fingerprint_argument(const struct ul_signature *s, int block, uint64_t i, int a, int lane);

/* The hashes of the k-th subject of a runner, whose signature is `s`: of the listed blocks, in their order.
 */
bool ul_fingerprint(struct ul_runner *r, int k, const struct ul_signature *s, int threads, const int *block,
                    int blocks, uint64_t *hash, struct ul_text *log, struct ul_line *why);

/* The only result of a block that differs from another device's, as its hash there tells. */
struct ul_difference {
    uint64_t input;   /* ul_fingerprint_argument's i */
    int result, lane; /* of the signature's results */
    ul_bits ours, theirs;
};

/* Looks for it; `gap`: their hash of the block less ours; *found false: several differ, or it is one hash. A
 * result of at most 32 bits may be any value, so that one time in 512 a block of several differences looks
 * like one; a wider one is near ours, or zero, infinite or NaN. */
bool ul_fingerprint_solve(struct ul_runner *r, int k, const struct ul_signature *s, int block, uint64_t gap,
                          struct ul_difference *out, bool *found, struct ul_line *why);

#endif
