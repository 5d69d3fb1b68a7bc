#include "hash.h"
#include "clones.h"
#include "value.h"

/* Modulo 2^64, by Newton's iteration: each step doubles the bits that are right, from 3 on. */
static uint64_t inverse(uint64_t odd)
{
    uint64_t x = odd;
    for (int step = 0; step < 5; step++)
        x *= 2 - odd * x;
    return x;
}

uint64_t ul_hash_unmix(uint64_t z, uint64_t i)
{
    z ^= z >> 32;
    z *= inverse(0xBF58476D1CE4E5B9u);
    z ^= z >> 29 ^ z >> 58;
    return (z ^ (i + 1) * 0xC2B2AE3D27D4EB4Fu) * inverse(0x9E3779B97F4A7C15u);
}

ul_bits ul_hash_bits(enum ul_type t, ul_bits b)
{
    if (t == UL_BOOL)
        return (b & ul_value_mask(t)) != 0;
    return ul_value_canonical(t, b);
}

/* One loop for each size, `b` being the value at hand; that of neighbours becomes vectors. */
#define SUM(name, type, canonical)                                                                           \
    UL_CLONES static uint64_t sum_##name(const type *y, size_t stride, size_t n, uint64_t i)                 \
    {                                                                                                        \
        uint64_t sum = 0;                                                                                    \
        if (stride == 1)                                                                                     \
            for (size_t k = 0; k < n; k++) {                                                                 \
                const type b = y[k];                                                                         \
                sum += ul_hash_mix(canonical, i + k);                                                        \
            }                                                                                                \
        else                                                                                                 \
            for (size_t k = 0; k < n; k++) {                                                                 \
                const type b = y[k * stride];                                                                \
                sum += ul_hash_mix(canonical, i + k);                                                        \
            }                                                                                                \
        return sum;                                                                                          \
    }
SUM(half, uint16_t, (b & 0x7fff) > 0x7c00 ? 0x7fff : b)
SUM(bfloat16, uint16_t, (b & 0x7fff) > 0x7f80 ? 0x7fff : b)
SUM(float, uint32_t, (b & 0x7fffffff) > 0x7f800000 ? 0x7fffffff : b)
SUM(double, uint64_t, (int64_t)(b &INT64_MAX) > (int64_t)0x7ff0000000000000 ? INT64_MAX : b)
SUM(bool, uint32_t, b != 0)
SUM(8, uint8_t, b)
SUM(16, uint16_t, b)
SUM(32, uint32_t, b)
SUM(64, uint64_t, b)

uint64_t ul_hash_sum(enum ul_type t, const void *y, int stride, uint32_t n, uint64_t i)
{
    const size_t s = (size_t)stride;
    switch (t) {
    case UL_HALF:
        return sum_half(y, s, n, i);
    case UL_BFLOAT16:
        return sum_bfloat16(y, s, n, i);
    case UL_FLOAT:
        return sum_float(y, s, n, i);
    case UL_DOUBLE:
        return sum_double(y, s, n, i);
    case UL_BOOL:
        return sum_bool(y, s, n, i);
    default:
        break;
    }
    switch (ul_types[t].bytes) {
    case 1:
        return sum_8(y, s, n, i);
    case 2:
        return sum_16(y, s, n, i);
    case 4:
        return sum_32(y, s, n, i);
    default:
        return sum_64(y, s, n, i);
    }
}
