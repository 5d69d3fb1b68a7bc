/* cvt: every type to every other. */

/* ---- Integers to integers --------------------------------------------------------------------------- */

/* name, its unsigned type, the type that reads its value, least and largest value */
#define TYPES(D, ...)                                                                                        \
    D(u8, u8, u8, 0, UINT8_MAX, __VA_ARGS__)                                                                 \
    D(s8, u8, s8, INT8_MIN, INT8_MAX, __VA_ARGS__)                                                           \
    D(u16, u16, u16, 0, UINT16_MAX, __VA_ARGS__)                                                             \
    D(s16, u16, s16, INT16_MIN, INT16_MAX, __VA_ARGS__)                                                      \
    D(u32, u32, u32, 0, UINT32_MAX, __VA_ARGS__)                                                             \
    D(s32, u32, s32, INT32_MIN, INT32_MAX, __VA_ARGS__)                                                      \
    D(u64, u64, u64, 0, UINT64_MAX, __VA_ARGS__)                                                             \
    D(s64, u64, s64, INT64_MIN, INT64_MAX, __VA_ARGS__)

#define INTEGERS(to, U, C, least, largest, from, V, S)                                                       \
    I U ptx_cvt_##to##_##from(V a)                                                                           \
    {                                                                                                        \
        return (U)(S)a;                                                                                      \
    }                                                                                                        \
    I U ptx_cvt_sat_##to##_##from(V a)                                                                       \
    {                                                                                                        \
        const s128 x = (S)a;                                                                                 \
        return (U)(x < (least) ? (least) : x > (s128)(largest) ? (s128)(largest) : x);                       \
    }
TYPES(INTEGERS, u8, u8, u8)
TYPES(INTEGERS, s8, u8, s8)
TYPES(INTEGERS, u16, u16, u16)
TYPES(INTEGERS, s16, u16, s16)
TYPES(INTEGERS, u32, u32, u32)
TYPES(INTEGERS, s32, u32, s32)
TYPES(INTEGERS, u64, u64, u64)
TYPES(INTEGERS, s64, u64, s64)

/* ---- Floats to integers: rounded, then to the nearest end if out of range --------------------------- */

/* The four roundings by name of the modifier. */
#define ROUND_rni(x, c) __builtin_rint##c(x)
#define ROUND_rzi(x, c) __builtin_trunc##c(x)
#define ROUND_rmi(x, c) __builtin_floor##c(x)
#define ROUND_rpi(x, c) __builtin_ceil##c(x)

#define ABOVE(F, largest) ((F)((largest) / 2 + 1) * 2) /* the first power of two that is too large: exact */
#define FLOAT_TO_INTEGER(name, U, C, least, largest, nan, V, F, c, round, READ)                              \
    I U ptx_cvt_##name(V a)                                                                                  \
    {                                                                                                        \
        const F x = ROUND_##round(READ(a), c);                                                               \
        const bool inside = (x >= (F)(least)) & (x < ABOVE(F, largest));                                     \
        const U end = x < 0 ? (U)(least) : (U)(largest);                                                     \
        return x != x ? (U)(nan) : inside ? (U)(C)(inside ? x : 0) : end;                                    \
    }
/* .sat changes nothing. */
#define TO_INTEGER_ROUNDED(to, U, C, least, largest, round, flush, from, V, F, c, READ, NAN)                 \
    FLOAT_TO_INTEGER(round##flush##_##to##_##from, U, C, least, largest, NAN(U), V, F, c, round, READ)       \
    FLOAT_TO_INTEGER(round##flush##_sat_##to##_##from, U, C, least, largest, NAN(U), V, F, c, round, READ)
#define TO_INTEGER(...)                                                                                      \
    TYPES(TO_INTEGER_ROUNDED, rni, __VA_ARGS__)                                                              \
    TYPES(TO_INTEGER_ROUNDED, rzi, __VA_ARGS__)                                                              \
    TYPES(TO_INTEGER_ROUNDED, rmi, __VA_ARGS__)                                                              \
    TYPES(TO_INTEGER_ROUNDED, rpi, __VA_ARGS__)
/* A NaN: the top bit alone, in 64 bits and from f64; else 0. */
#define NAN_OF_FLOAT(U)  (sizeof(U) == 8 ? SIGN_64 : 0)
#define NAN_OF_DOUBLE(U) (1ull << (8 * sizeof(U) - 1))
TO_INTEGER(, f16, u16, float, f, READ_f16, NAN_OF_FLOAT)
TO_INTEGER(, bf16, u16, float, f, READ_bf16, NAN_OF_FLOAT)
TO_INTEGER(, f32, u32, float, f, READ_f32, NAN_OF_FLOAT)
TO_INTEGER(_ftz, f32, u32, float, f, READ_f32_ftz, NAN_OF_FLOAT)
TO_INTEGER(, f64, u64, double, , READ_f64, NAN_OF_DOUBLE)

/* ---- Integers to floats ----------------------------------------------------------------------------- */

/* A double that any smaller format rounds as it would the integer: of 64 bits, the low ones become one. */
ul_fn double odd_u64(u64 a)
{
    const u64 low = a & 0xfff;
    return a >> 53 == 0 ? (double)a : (double)((a ^ low) | (low != 0 ? 0x1000u : 0));
}
ul_fn double odd_s64(s64 a)
{
    const double m = odd_u64(a < 0 ? 0 - (u64)a : (u64)a);
    return a < 0 ? -m : m;
}
#define ODD_u8(a)  ((double)(a))
#define ODD_s8(a)  ((double)(s8)(a))
#define ODD_u16(a) ((double)(a))
#define ODD_s16(a) ((double)(s16)(a))
#define ODD_u32(a) ((double)(a))
#define ODD_s32(a) ((double)(s32)(a))
#define ODD_u64(a) odd_u64(a)
#define ODD_s64(a) odd_s64((s64)(a))

ul_fn u64 integer_to_64(bool negative, u64 magnitude, enum mode mode)
{
    return magnitude == 0 ? 0 : pack_64(negative, magnitude, 0, mode);
}
ul_fn u64 f64_of_double(double x, enum mode mode)
{
    (void)mode;
    return ul_double_bits(x);
}

#define FROM_INTEGER_MODE(from, V, S, rnd, mode)                                                             \
    I u32 ptx_cvt_##rnd##_f32_##from(V a)                                                                    \
    {                                                                                                        \
        return (mode) == NEAREST ? ul_float_bits((float)(S)a) : round_32(ODD_##from(a), mode, false);        \
    }                                                                                                        \
    I u32 ptx_cvt_##rnd##_ftz_f32_##from(V a)                                                                \
    {                                                                                                        \
        return ptx_cvt_##rnd##_f32_##from(a);                                                                \
    }                                                                                                        \
    I u32 ptx_cvt_##rnd##_sat_f32_##from(V a)                                                                \
    {                                                                                                        \
        return saturate_32(ptx_cvt_##rnd##_f32_##from(a));                                                   \
    }                                                                                                        \
    I u32 ptx_cvt_##rnd##_ftz_sat_f32_##from(V a)                                                            \
    {                                                                                                        \
        return saturate_32(ptx_cvt_##rnd##_f32_##from(a));                                                   \
    }                                                                                                        \
    I u64 ptx_cvt_##rnd##_f64_##from(V a)                                                                    \
    {                                                                                                        \
        const bool negative = (S)-1 < 0 && (S)a < 0;                                                         \
        const u64 magnitude = negative ? 0 - (u64)(S)a : (u64)a;                                             \
        if ((mode) == NEAREST || sizeof a < 8)                                                               \
            return ul_double_bits((double)(S)a);                                                             \
        return integer_to_64(negative, magnitude, mode);                                                     \
    }                                                                                                        \
    I u64 ptx_cvt_##rnd##_sat_f64_##from(V a)                                                                \
    {                                                                                                        \
        return saturate_64(ptx_cvt_##rnd##_f64_##from(a));                                                   \
    }                                                                                                        \
    I u16 ptx_cvt_##rnd##_f16_##from(V a)                                                                    \
    {                                                                                                        \
        return f16_of_float(odd_float(ODD_##from(a)), mode);                                                 \
    }                                                                                                        \
    I u16 ptx_cvt_##rnd##_sat_f16_##from(V a)                                                                \
    {                                                                                                        \
        return limit_f16(ptx_cvt_##rnd##_f16_##from(a), SATURATED);                                          \
    }                                                                                                        \
    I u16 ptx_cvt_##rnd##_bf16_##from(V a)                                                                   \
    {                                                                                                        \
        return bf16_of_float(odd_float(ODD_##from(a)), mode);                                                \
    }
#define FROM_INTEGER(from, V, S, ...)                                                                        \
    FROM_INTEGER_MODE(from, V, S, rn, NEAREST)                                                               \
    FROM_INTEGER_MODE(from, V, S, rz, ZERO)                                                                  \
    FROM_INTEGER_MODE(from, V, S, rm, DOWN)                                                                  \
    FROM_INTEGER_MODE(from, V, S, rp, UP)
TYPES(FROM_INTEGER, )

/* ---- Floats to floats: NaNs ------------------------------------------------------------------------- */

/* f64 to f32, f16 and bf16, f32 and f16 to f64: the sign and the leading payload stay, quieted. */
ul_fn u32 narrow_nan_32(u64 a, u32 otherwise)
{
    const u32 nan = (u32)(a >> 32 & SIGN_32) | 0x7fc00000u | (u32)(a >> 29 & 0x3fffff);
    return is_nan_64(a) ? nan : otherwise;
}
ul_fn u16 narrow_nan_f16(u64 a, u16 otherwise)
{
    const u32 nan = (u32)(a >> 48 & SIGN_16) | 0x7e00u | (u32)(a >> 42 & 0x1ff);
    return is_nan_64(a) ? (u16)nan : otherwise;
}
ul_fn u16 narrow_nan_bf16(u64 a, u16 otherwise)
{
    const u32 nan = (u32)(a >> 48 & SIGN_16) | 0x7fc0u | (u32)(a >> 45 & 0x3f);
    return is_nan_64(a) ? (u16)nan : otherwise;
}
ul_fn u64 widen_32(u32 a)
{
    const u64 nan = (u64)(a & SIGN_32) << 32 | INFINITY_64 | QUIET_64 | (u64)(a & 0x7fffff) << 29;
    return is_nan_32(a) ? nan : ul_double_bits((double)ul_bits_float(a));
}
ul_fn u32 f32_of_f16(u16 a)
{
    return is_nan_f16(a) ? NAN_32 : ul_float_bits(float_of_f16(a));
}
ul_fn u32 f32_of_bf16(u16 a)
{
    return (u32)a << 16;
}

#define CONVERT(name, R, V, expression)                                                                      \
    I R ptx_cvt_##name(V a)                                                                                  \
    {                                                                                                        \
        return expression;                                                                                   \
    }

/* ---- Wider ------------------------------------------------------------------------------------------ */

CONVERT(f64_f16, u64, u16, widen_32(ul_float_bits(float_of_f16(a))))
CONVERT(f32_f16, u32, u16, f32_of_f16(a))
CONVERT(ftz_f32_f16, u32, u16, f32_of_f16(a))
CONVERT(sat_f32_f16, u32, u16, saturate_32(f32_of_f16(a)))
CONVERT(ftz_sat_f32_f16, u32, u16, saturate_32(f32_of_f16(a)))
CONVERT(sat_f64_f16, u64, u16, saturate_64(ptx_cvt_f64_f16(a)))
CONVERT(f32_bf16, u32, u16, f32_of_bf16(a))
CONVERT(ftz_f32_bf16, u32, u16, canonical_32(operand_32(f32_of_bf16(a), true)))
CONVERT(f64_bf16, u64, u16, widen_32(f32_of_bf16(a)))
/* Exact, whatever the rounding. */
#define FROM_BF16(rnd)                                                                                       \
    CONVERT(rnd##_f32_bf16, u32, u16, ptx_cvt_f32_bf16(a))                                                   \
    CONVERT(rnd##_ftz_f32_bf16, u32, u16, ptx_cvt_ftz_f32_bf16(a))                                           \
    CONVERT(rnd##_f64_bf16, u64, u16, ptx_cvt_f64_bf16(a))
FROM_BF16(rn)
FROM_BF16(rz)
FROM_BF16(rm)
FROM_BF16(rp)
CONVERT(f64_f32, u64, u32, widen_32(a))
CONVERT(ftz_f64_f32, u64, u32, widen_32(canonical_32(operand_32(a, true))))
CONVERT(sat_f64_f32, u64, u32, saturate_64(widen_32(a)))
CONVERT(ftz_sat_f64_f32, u64, u32, saturate_64(widen_32(flush_32(a))))

/* ---- Of one type: a copy, or rounded to an integer -------------------------------------------------- */

ul_fn u64 integral_64(u64 a, double rounded)
{
    return is_nan_64(a) ? quiet_64(a) : ul_double_bits(rounded);
}
CONVERT(f32_f32, u32, u32, a)
CONVERT(ftz_f32_f32, u32, u32, canonical_32(operand_32(a, true)))
CONVERT(sat_f32_f32, u32, u32, saturate_32(a))
CONVERT(ftz_sat_f32_f32, u32, u32, saturate_32(flush_32(a)))
CONVERT(f64_f64, u64, u64, a)
CONVERT(sat_f64_f64, u64, u64, saturate_64(a))
CONVERT(f16_f16, u16, u16, is_nan_f16(a) ? NAN_16 : a)
CONVERT(sat_f16_f16, u16, u16, limit_f16(a, SATURATED))
#define TO_INTEGRAL(round)                                                                                   \
    CONVERT(round##_f32_f32, u32, u32, canonical_32(ROUND_##round(ul_bits_float(a), f)))                     \
    CONVERT(round##_ftz_f32_f32, u32, u32, canonical_32(ROUND_##round(operand_32(a, true), f)))              \
    CONVERT(round##_sat_f32_f32, u32, u32, saturate_32(ptx_cvt_##round##_f32_f32(a)))                        \
    CONVERT(round##_ftz_sat_f32_f32, u32, u32, saturate_32(ptx_cvt_##round##_ftz_f32_f32(a)))                \
    CONVERT(round##_f64_f64, u64, u64, integral_64(a, ROUND_##round(ul_bits_double(a), )))                   \
    CONVERT(round##_sat_f64_f64, u64, u64, saturate_64(ptx_cvt_##round##_f64_f64(a)))                        \
    CONVERT(round##_f16_f16, u16, u16, f16_of_float(ROUND_##round(float_of_f16(a), f), NEAREST))             \
    CONVERT(round##_sat_f16_f16, u16, u16, limit_f16(ptx_cvt_##round##_f16_f16(a), SATURATED))               \
    CONVERT(round##_bf16_bf16, u16, u16, bf16_of_float(ROUND_##round(float_of_bf16(a), f), NEAREST))
TO_INTEGRAL(rni)
TO_INTEGRAL(rzi)
TO_INTEGRAL(rmi)
TO_INTEGRAL(rpi)

/* ---- Narrower --------------------------------------------------------------------------------------- */

/* Largest finite values where .satfinite keeps infinities out; a NaN stays. */
ul_fn u16 satfinite_f16(u16 a)
{
    return (a & 0x7fff) == INFINITY_f16 ? (u16)(a - 1) : a;
}
ul_fn u16 satfinite_bf16(u16 a)
{
    return (a & 0x7fff) == INFINITY_bf16 ? (u16)(a - 1) : a;
}

/* .ftz flushes what becomes a bf16; a float32 subnormal still becomes the least f16 when it is rounded away.
 */
#define f16_flushes  false
#define bf16_flushes true
#define TO_SMALL_FLOAT(F, rnd, mode)                                                                         \
    CONVERT(rnd##_##F##_f32, u16, u32, F##_of_float(ul_bits_float(a), mode))                                 \
    CONVERT(rnd##_ftz_##F##_f32, u16, u32, F##_of_float(ul_bits_float(F##_flushes ? flush_32(a) : a), mode)) \
    CONVERT(rnd##_##F##_f64, u16, u64, narrow_nan_##F(a, F##_of_float(odd_float(ul_bits_double(a)), mode)))
#define TO_SATURATED_f16(rnd)                                                                                \
    CONVERT(rnd##_sat_f16_f32, u16, u32, limit_f16(ptx_cvt_##rnd##_f16_f32(a), SATURATED))                   \
    CONVERT(rnd##_ftz_sat_f16_f32, u16, u32, limit_f16(ptx_cvt_##rnd##_ftz_f16_f32(a), SATURATED))           \
    CONVERT(rnd##_sat_f16_f64, u16, u64, limit_f16(ptx_cvt_##rnd##_f16_f64(a), SATURATED))
#define TO_LIMITED(F, rnd)                                                                                   \
    CONVERT(rnd##_relu_##F##_f32, u16, u32, limit_##F(ptx_cvt_##rnd##_##F##_f32(a), POSITIVE))               \
    CONVERT(rnd##_satfinite_##F##_f32, u16, u32, satfinite_##F(ptx_cvt_##rnd##_##F##_f32(a)))                \
    CONVERT(rnd##_relu_satfinite_##F##_f32, u16, u32, satfinite_##F(ptx_cvt_##rnd##_relu_##F##_f32(a)))      \
    CONVERT(rnd##_satfinite_relu_##F##_f32, u16, u32, ptx_cvt_##rnd##_relu_satfinite_##F##_f32(a))           \
    TWO_SMALL_FLOATS(F, rnd)                                                                                 \
    TWO_SMALL_FLOATS(F, rnd##_relu)                                                                          \
    TWO_SMALL_FLOATS(F, rnd##_satfinite)                                                                     \
    TWO_SMALL_FLOATS(F, rnd##_relu_satfinite)                                                                \
    TWO_SMALL_FLOATS(F, rnd##_satfinite_relu)
/* a goes to the high half. */
#define TWO_SMALL_FLOATS(F, modifiers)                                                                       \
    I u32 ptx_cvt_##modifiers##_##F##x2_f32(u32 a, u32 b)                                                    \
    {                                                                                                        \
        return PAIR(ptx_cvt_##modifiers##_##F##_f32(b), ptx_cvt_##modifiers##_##F##_f32(a));                 \
    }

#define TO_FLOAT32(rnd, mode)                                                                                \
    CONVERT(rnd##_f32_f64, u32, u64, narrow_nan_32(a, round_32(ul_bits_double(a), mode, false)))             \
    CONVERT(rnd##_ftz_f32_f64, u32, u64, narrow_nan_32(a, round_32(ul_bits_double(a), mode, true)))          \
    CONVERT(rnd##_sat_f32_f64, u32, u64, saturate_32(round_32(ul_bits_double(a), mode, false)))              \
    CONVERT(rnd##_ftz_sat_f32_f64, u32, u64, saturate_32(round_32(ul_bits_double(a), mode, true)))

#define NARROWER(rnd, mode)                                                                                  \
    TO_FLOAT32(rnd, mode)                                                                                    \
    TO_SMALL_FLOAT(f16, rnd, mode)                                                                           \
    TO_SATURATED_f16(rnd) TO_SMALL_FLOAT(bf16, rnd, mode)                                                    \
        CONVERT(rnd##_bf16_f16, u16, u16, bf16_of_float(float_of_f16(a), mode))                              \
            CONVERT(rnd##_f16_bf16, u16, u16, f16_of_float(float_of_bf16(a), mode))
NARROWER(rn, NEAREST)
NARROWER(rz, ZERO)
NARROWER(rm, DOWN)
NARROWER(rp, UP)
TO_LIMITED(f16, rn)
TO_LIMITED(f16, rz)
TO_LIMITED(bf16, rn)
TO_LIMITED(bf16, rz)

/* ---- tf32: a float of 10 fraction bits, in the high bits of 32 -------------------------------------- */

ul_fn u32 tf32_of(u32 a, enum mode mode)
{
    const u32 kept = a >> 13, r = kept + increment_16(kept, a & 0x1fff, 0x1000, mode, a >> 31);
    return is_nan_32(a) ? 0x7fffe000u : r << 13;
}
ul_fn u32 tf32_away(u32 a) /* ties away from zero; a NaN is cut, so that a small payload leaves an infinity */
{
    return ((a & MAGNITUDE_32) < INFINITY_32 ? a + 0x1000 : a) & 0xffffe000u;
}
ul_fn u32 satfinite_tf32(u32 a) /* NaNs too lose one in the last place */
{
    return (a & MAGNITUDE_32) >= INFINITY_32 ? a - 0x2000 : a;
}
CONVERT(rna_tf32_f32, u32, u32, tf32_away(a))
CONVERT(rna_satfinite_tf32_f32, u32, u32, satfinite_tf32(tf32_away(a)))
#define TO_TF32(rnd, mode)                                                                                   \
    CONVERT(rnd##_tf32_f32, u32, u32, tf32_of(a, mode))                                                      \
    CONVERT(rnd##_relu_tf32_f32, u32, u32, relu_32(tf32_of(a, mode)))
TO_TF32(rn, NEAREST)
TO_TF32(rz, ZERO)

/* ---- Floats of 8 bits ------------------------------------------------------------------------------- */

/* To nearest, to a format of `bits` fraction bits whose normal numbers begin at 2^least; too large:
 * `largest`; a NaN is 0x7f. Float32's own subnormals are zeros of either sign. */
ul_fn u32 small_of_float(float x, int bits, int least, u32 largest)
{
    const u32 b = ul_float_bits(x), m = b & MAGNITUDE_32, sign = b >> 24 & 0x80;
    const float unit = ul_bits_float((u32)(least - bits + 127) << 23); /* a subnormal's last place */
    const u32 subnormal = (u32)__builtin_rintf(ul_bits_float(m < 0x3f800000u ? m : 0) / unit);
    const u32 shift = (u32)(23 - bits), kept = m >> shift;
    const u32 up = increment_16(kept, m & ((1u << shift) - 1), 1u << (shift - 1), NEAREST, false);
    const u32 normal = kept + up - ((u32)(least - 1 + 127) << bits);
    const u32 r = m < (u32)(least + 127) << 23 ? subnormal : normal;
    return x != x ? 0x7f : sign | (m >= INFINITY_32 || r > largest ? largest : r);
}
ul_fn u32 e4m3_of(float x)
{
    return small_of_float(x, 3, -6, 0x7e);
}
ul_fn u32 e5m2_of(float x)
{
    return small_of_float(x, 2, -14, 0x7b);
}
/* e5m2 is the high byte of an f16; e4m3 has the one NaN 0x7f of either sign, and no infinities. */
ul_fn u16 f16_of_e5m2(u32 a)
{
    const u16 h = (u16)(a << 8);
    return is_nan_f16(h) ? NAN_16 : h;
}
ul_fn u16 f16_of_e4m3(u32 a)
{
    const u32 m = a & 0x7f;
    const float scaled = ul_bits_float(m << 20) * 0x1p120f; /* bias 7 for 127 */
    return (u16)(m == 0x7f ? NAN_16 : (a & 0x80) << 8 | f16_of_float(scaled, NEAREST));
}
#define SMALL_FLOATS(F)                                                                                      \
    I u16 ptx_cvt_rn_satfinite_##F##x2_f32(u32 a, u32 b)                                                     \
    {                                                                                                        \
        return (u16)(F##_of(ul_bits_float(b)) | F##_of(ul_bits_float(a)) << 8);                              \
    }                                                                                                        \
    I u16 ptx_cvt_rn_satfinite_relu_##F##x2_f32(u32 a, u32 b)                                                \
    {                                                                                                        \
        return ptx_cvt_rn_satfinite_##F##x2_f32(relu_32(a), relu_32(b));                                     \
    }                                                                                                        \
    I u16 ptx_cvt_rn_satfinite_##F##x2_f16x2(u32 a)                                                          \
    {                                                                                                        \
        return ptx_cvt_rn_satfinite_##F##x2_f32(f32_of_f16(LANE(a, 1)), f32_of_f16(LANE(a, 0)));             \
    }                                                                                                        \
    I u16 ptx_cvt_rn_satfinite_relu_##F##x2_f16x2(u32 a)                                                     \
    {                                                                                                        \
        return ptx_cvt_rn_satfinite_relu_##F##x2_f32(f32_of_f16(LANE(a, 1)), f32_of_f16(LANE(a, 0)));        \
    }                                                                                                        \
    I u32 ptx_cvt_rn_f16x2_##F##x2(u16 a)                                                                    \
    {                                                                                                        \
        return PAIR(f16_of_##F(a & 0xff), f16_of_##F(a >> 8));                                               \
    }                                                                                                        \
    I u32 ptx_cvt_rn_relu_f16x2_##F##x2(u16 a)                                                               \
    {                                                                                                        \
        return PAIR(limit_f16(f16_of_##F(a & 0xff), POSITIVE), limit_f16(f16_of_##F(a >> 8), POSITIVE));     \
    }
SMALL_FLOATS(e4m3)
SMALL_FLOATS(e5m2)
