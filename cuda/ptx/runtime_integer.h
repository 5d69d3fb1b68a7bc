/* Integers: arithmetic, logic, bit fields, carry chains. Signed numbers are read as such from unsigned ones.
 */

/* name of the type, its bits, C type of a value, type of twice the width (signed or unsigned alike) */
#define SIGNED_AND_UNSIGNED(D, bits, twice)                                                                  \
    D(u##bits, uint##bits##_t, uint##bits##_t, bits, u##twice)                                               \
    D(s##bits, uint##bits##_t, int##bits##_t, bits, s##twice)
typedef __int128 s128;
typedef unsigned __int128 u128;
typedef uint16_t u16;
typedef int16_t s16;
typedef uint32_t u32;
typedef int32_t s32;
typedef uint64_t u64;
typedef int64_t s64;

/* Division by zero: the ISA leaves the result open; the GPU gives all ones, as quotient and as remainder. The
 * least number by -1 gives itself. */
#define DIVISION(name, U, S)                                                                                 \
    I U ptx_div_##name(U a, U b)                                                                             \
    {                                                                                                        \
        const bool overflow = (S)-1 < 0 && (S)b == (S)-1;                                                    \
        const S q = (S)((S)a / (S)(b == 0 || overflow ? 1 : b));                                             \
        return b == 0 ? (U)-1 : overflow ? (U)(0u - a) : (U)q;                                               \
    }                                                                                                        \
    I U ptx_rem_##name(U a, U b)                                                                             \
    {                                                                                                        \
        const bool overflow = (S)-1 < 0 && (S)b == (S)-1;                                                    \
        const S r = (S)((S)a % (S)(b == 0 || overflow ? 1 : b));                                             \
        return b == 0 ? (U)-1 : overflow ? 0 : (U)r;                                                         \
    }

#define ARITHMETIC(name, U, S, bits, W)                                                                      \
    I U ptx_add_##name(U a, U b)                                                                             \
    {                                                                                                        \
        return (U)(a + b);                                                                                   \
    }                                                                                                        \
    I U ptx_sub_##name(U a, U b)                                                                             \
    {                                                                                                        \
        return (U)(a - b);                                                                                   \
    }                                                                                                        \
    ul_fn W product_##name(U a, U b)                                                                         \
    {                                                                                                        \
        return (W)((W)(S)a * (W)(S)b);                                                                       \
    }                                                                                                        \
    I U ptx_mul_lo_##name(U a, U b)                                                                          \
    {                                                                                                        \
        return (U)((u64)a * b);                                                                              \
    }                                                                                                        \
    I U ptx_mul_hi_##name(U a, U b)                                                                          \
    {                                                                                                        \
        return (U)(product_##name(a, b) >> bits);                                                            \
    }                                                                                                        \
    I U ptx_mad_lo_##name(U a, U b, U c)                                                                     \
    {                                                                                                        \
        return (U)(ptx_mul_lo_##name(a, b) + c);                                                             \
    }                                                                                                        \
    I U ptx_mad_hi_##name(U a, U b, U c)                                                                     \
    {                                                                                                        \
        return (U)(ptx_mul_hi_##name(a, b) + c);                                                             \
    }                                                                                                        \
    I U ptx_min_##name(U a, U b)                                                                             \
    {                                                                                                        \
        return (S)a < (S)b ? a : b;                                                                          \
    }                                                                                                        \
    I U ptx_max_##name(U a, U b)                                                                             \
    {                                                                                                        \
        return (S)a > (S)b ? a : b;                                                                          \
    }                                                                                                        \
    I U ptx_sad_##name(U a, U b, U c)                                                                        \
    {                                                                                                        \
        return (U)(c + ((S)a < (S)b ? b - a : a - b));                                                       \
    }                                                                                                        \
    DIVISION(name, U, S)

SIGNED_AND_UNSIGNED(ARITHMETIC, 16, 32)
SIGNED_AND_UNSIGNED(ARITHMETIC, 32, 64)
SIGNED_AND_UNSIGNED(ARITHMETIC, 64, 128)

#define WIDE(name, U, S, bits, W)                                                                            \
    I uint##W##_t ptx_mul_wide_##name(U a, U b)                                                              \
    {                                                                                                        \
        return (uint##W##_t)product_##name(a, b);                                                            \
    }                                                                                                        \
    I uint##W##_t ptx_mad_wide_##name(U a, U b, uint##W##_t c)                                               \
    {                                                                                                        \
        return (uint##W##_t)product_##name(a, b) + c;                                                        \
    }
WIDE(u16, u16, u16, 16, 32)
WIDE(s16, u16, s16, 16, 32)
WIDE(u32, u32, u32, 32, 64)
WIDE(s32, u32, s32, 32, 64)

#define SIGNED(bits)                                                                                         \
    I u##bits ptx_abs_s##bits(u##bits a)                                                                     \
    {                                                                                                        \
        return (s##bits)a < 0 ? (u##bits)(0u - a) : a;                                                       \
    }                                                                                                        \
    I u##bits ptx_neg_s##bits(u##bits a)                                                                     \
    {                                                                                                        \
        return (u##bits)(0u - a);                                                                            \
    }
SIGNED(16)
SIGNED(32)
SIGNED(64)

ul_fn u32 clamp_s32(s64 x)
{
    return (u32)(x > INT32_MAX ? INT32_MAX : x < INT32_MIN ? INT32_MIN : x);
}
I u32 ptx_add_sat_s32(u32 a, u32 b)
{
    return clamp_s32((s64)(s32)a + (s32)b);
}
I u32 ptx_sub_sat_s32(u32 a, u32 b)
{
    return clamp_s32((s64)(s32)a - (s32)b);
}
I u32 ptx_mad_hi_sat_s32(u32 a, u32 b, u32 c)
{
    return clamp_s32((s64)(s32)ptx_mul_hi_s32(a, b) + (s32)c);
}
I u32 ptx_min_s32_relu(u32 a, u32 b)
{
    return ptx_max_s32(ptx_min_s32(a, b), 0);
}
I u32 ptx_max_s32_relu(u32 a, u32 b)
{
    return ptx_max_s32(ptx_max_s32(a, b), 0);
}

/* Products of 24 bits: 48 bits, of which lo gives bits 0 to 31 and hi 16 to 47. */
#define MUL24(name, product)                                                                                 \
    I u32 ptx_mul24_lo_##name(u32 a, u32 b)                                                                  \
    {                                                                                                        \
        return (u32)(product);                                                                               \
    }                                                                                                        \
    I u32 ptx_mul24_hi_##name(u32 a, u32 b)                                                                  \
    {                                                                                                        \
        return (u32)((product) >> 16);                                                                       \
    }                                                                                                        \
    I u32 ptx_mad24_lo_##name(u32 a, u32 b, u32 c)                                                           \
    {                                                                                                        \
        return (u32)(product) + c;                                                                           \
    }                                                                                                        \
    I u32 ptx_mad24_hi_##name(u32 a, u32 b, u32 c)                                                           \
    {                                                                                                        \
        return (u32)((product) >> 16) + c;                                                                   \
    }
MUL24(u32, (u64)(a & 0xffffff) * (b & 0xffffff))
MUL24(s32, (s64)((s32)(a << 8) >> 8) * ((s32)(b << 8) >> 8))
I u32 ptx_mad24_hi_sat_s32(u32 a, u32 b, u32 c)
{
    return clamp_s32((s64)(s32)ptx_mul24_hi_s32(a, b) + (s32)c);
}

/* ---- Logic, shifts ---------------------------------------------------------------------------------- */

#define LOGIC(name, T, ones)                                                                                 \
    I T ptx_and_##name(T a, T b)                                                                             \
    {                                                                                                        \
        return (T)(a & b);                                                                                   \
    }                                                                                                        \
    I T ptx_or_##name(T a, T b)                                                                              \
    {                                                                                                        \
        return (T)(a | b);                                                                                   \
    }                                                                                                        \
    I T ptx_xor_##name(T a, T b)                                                                             \
    {                                                                                                        \
        return (T)(a ^ b);                                                                                   \
    }                                                                                                        \
    I T ptx_not_##name(T a)                                                                                  \
    {                                                                                                        \
        return (T)(a ^ (ones));                                                                              \
    }
LOGIC(pred, bool, 1)
LOGIC(b16, u16, 0xffff)
LOGIC(b32, u32, ~0u)
LOGIC(b64, u64, ~0ull)

/* A shift by the width or more leaves nothing, or the sign. */
#define SHIFT_RIGHT(name, U, S, bits)                                                                        \
    I U ptx_shr_##name(U a, u32 n)                                                                           \
    {                                                                                                        \
        const S rest = (S)-1 < 0 && (S)a < 0 ? (S)-1 : 0;                                                    \
        return n < (bits) ? (U)((S)a >> n) : (U)rest;                                                        \
    }
#define SHIFTS(bits)                                                                                         \
    I u##bits ptx_shl_b##bits(u##bits a, u32 n)                                                              \
    {                                                                                                        \
        return n < (bits) ? (u##bits)((u64)a << n) : 0;                                                      \
    }                                                                                                        \
    I u##bits ptx_cnot_b##bits(u##bits a)                                                                    \
    {                                                                                                        \
        return a == 0;                                                                                       \
    }                                                                                                        \
    SHIFT_RIGHT(b##bits, u##bits, u##bits, bits)                                                             \
    SHIFT_RIGHT(u##bits, u##bits, u##bits, bits)                                                             \
    SHIFT_RIGHT(s##bits, u##bits, s##bits, bits)
SHIFTS(16)
SHIFTS(32)
SHIFTS(64)

#define FUNNEL(name, n)                                                                                      \
    I u32 ptx_shf_l_##name##_b32(u32 a, u32 b, u32 c)                                                        \
    {                                                                                                        \
        return (u32)((((u64)b << 32 | a) << (n)) >> 32);                                                     \
    }                                                                                                        \
    I u32 ptx_shf_r_##name##_b32(u32 a, u32 b, u32 c)                                                        \
    {                                                                                                        \
        return (u32)(((u64)b << 32 | a) >> (n));                                                             \
    }
FUNNEL(wrap, c & 31)
FUNNEL(clamp, c < 32 ? c : 32)

/* The result's bit is the bit of the table c' that the three operands' bits number. */
I u32 ptx_lop3_b32(u32 a, u32 b, u32 c, u32 table)
{
    u32 r = 0;
#pragma GCC unroll 8
    for (u32 k = 0; k < 8; k++)
        r |= (0u - (table >> k & 1)) & (k & 4 ? a : ~a) & (k & 2 ? b : ~b) & (k & 1 ? c : ~c);
    return r;
}

/* ---- Bits ------------------------------------------------------------------------------------------- */

ul_fn u64 reversed_bits(u64 a)
{
    a = (a >> 1 & 0x5555555555555555) | (a & 0x5555555555555555) << 1;
    a = (a >> 2 & 0x3333333333333333) | (a & 0x3333333333333333) << 2;
    a = (a >> 4 & 0x0f0f0f0f0f0f0f0f) | (a & 0x0f0f0f0f0f0f0f0f) << 4;
    return __builtin_bswap64(a);
}
ul_fn u32 highest_bit(u64 a) /* -1 of none */
{
    return a == 0 ? ~0u : 63u - (u32)__builtin_clzll(a);
}
ul_fn u64 mask_below(u32 n)
{
    return n < 64 ? ((u64)1 << n) - 1 : ~(u64)0;
}
/* A field's place and length: of 32 bits they are taken modulo 256, of 64 bits, which are several
 * instructions, as they are. What lies above the top is none, or the sign. */
#define FIELD_NUMBER(n, bits) ((bits) == 32 ? (n)&0xff : (n))
ul_fn u64 extract(u64 a, u32 p, u32 n, u32 bits, bool sign)
{
    const u32 top = p < bits && n < bits - p ? p + n - 1 : bits - 1;
    const bool negative = sign && n != 0 && (a >> (top & 63) & 1) != 0;
    const u64 field = (p < bits ? a >> p : 0) & mask_below(n);
    const u32 filled = p >= bits ? 0 : top + 1 - p;
    return negative ? field | ~mask_below(filled) : field;
}
#define BIT_COUNTS(bits)                                                                                     \
    I u32 ptx_popc_b##bits(u##bits a)                                                                        \
    {                                                                                                        \
        return (u32)__builtin_popcountll(a);                                                                 \
    }                                                                                                        \
    I u32 ptx_clz_b##bits(u##bits a)                                                                         \
    {                                                                                                        \
        return bits - 1 - highest_bit(a);                                                                    \
    }                                                                                                        \
    I u##bits ptx_brev_b##bits(u##bits a)                                                                    \
    {                                                                                                        \
        return (u##bits)(reversed_bits(a) >> (64 - bits));                                              \
    }                                                                                                        \
    I u##bits ptx_bfi_b##bits(u##bits a, u##bits b, u32 at, u32 length)                                      \
    {                                                                                                        \
        const u32 p = FIELD_NUMBER(at, bits), n = FIELD_NUMBER(length, bits);                                \
        const u##bits field = (u##bits)(p < bits ? mask_below(n) << p : 0);                                  \
        return (b & ~field) | ((u##bits)(p < bits ? (u64)a << p : 0) & field);                               \
    }
BIT_COUNTS(32)
BIT_COUNTS(64)

#define BIT_FINDS(name, U, S, bits, W)                                                                       \
    I u32 ptx_bfind_##name(U a)                                                                              \
    {                                                                                                        \
        return highest_bit((S)a < 0 ? (U)~a : a);                                                            \
    }                                                                                                        \
    I u32 ptx_bfind_shiftamt_##name(U a)                                                                     \
    {                                                                                                        \
        const u32 k = ptx_bfind_##name(a);                                                                   \
        return k == ~0u ? k : bits - 1 - k;                                                                  \
    }                                                                                                        \
    I U ptx_bfe_##name(U a, u32 at, u32 length)                                                              \
    {                                                                                                        \
        return (U)extract(a, FIELD_NUMBER(at, bits), FIELD_NUMBER(length, bits), bits, (S)-1 < 0);           \
    }
SIGNED_AND_UNSIGNED(BIT_FINDS, 32, 64)
SIGNED_AND_UNSIGNED(BIT_FINDS, 64, 128)

/* Byte k of the result is the byte of b:a that nibble k of the selector numbers; bit 3 spreads its sign. */
I u32 ptx_prmt_b32(u32 a, u32 b, u32 c)
{
    const u64 from = (u64)b << 32 | a;
    u32 r = 0;
#pragma GCC unroll 4
    for (u32 k = 0; k < 4; k++) {
        const u32 nibble = c >> 4 * k & 15, byte = (u32)(from >> 8 * (nibble & 7)) & 0xff;
        r |= (nibble & 8 ? 0xff & (0u - (byte >> 7)) : byte) << 8 * k;
    }
    return r;
}
#define PRMT(name, s0, s1, s2, s3)                                                                           \
    I u32 ptx_prmt_b32_##name(u32 a, u32 b, u32 c)                                                           \
    {                                                                                                        \
        const u32 n = c & 3;                                                                                 \
        return ptx_prmt_b32(a, b, (s0) | (s1) << 4 | (s2) << 8 | (s3) << 12);                                \
    }
PRMT(f4e, n, n + 1, n + 2, n + 3)
PRMT(b4e, n, (n - 1) & 7, (n - 2) & 7, (n - 3) & 7)
PRMT(rc8, n, n, n, n)
PRMT(ecl, n, n > 1 ? n : 1, n > 2 ? n : 2, 3u)
PRMT(ecr, 0u, n < 1 ? n : 1, n < 2 ? n : 2, n)
PRMT(rc16, (n & 1) * 2, (n & 1) * 2 + 1, (n & 1) * 2, (n & 1) * 2 + 1)

/* Sign or zero extension from n bits; a mask of length n from a place on. Both modulo 32, or not beyond 32.
 */
#define EXTENSIONS(mode, BOUND)                                                                              \
    I u32 ptx_szext_##mode##_u32(u32 a, u32 b)                                                               \
    {                                                                                                        \
        return a & (u32)mask_below(BOUND(b));                                                                \
    }                                                                                                        \
    I u32 ptx_szext_##mode##_s32(u32 a, u32 b)                                                               \
    {                                                                                                        \
        const u32 n = BOUND(b);                                                                              \
        const bool negative = n != 0 && (a >> (n - 1) & 1) != 0;                                             \
        return negative ? a | ~(u32)mask_below(n) : a & (u32)mask_below(n);                                  \
    }                                                                                                        \
    I u32 ptx_bmsk_##mode##_b32(u32 a, u32 b)                                                                \
    {                                                                                                        \
        return (u32)(mask_below(BOUND(b)) << BOUND(a));                                                      \
    }
#define WRAPPED(n) ((n)&31)
#define CLAMPED(n) ((n) < 32 ? (n) : 32)
EXTENSIONS(wrap, WRAPPED)
EXTENSIONS(clamp, CLAMPED)

/* ---- Products of bytes; differences of bytes and shorts --------------------------------------------- */

#define BYTE_OF(sign, x, k) ((s32)(sign##8)(uint8_t)((x) >> 8 * (k)))
typedef uint8_t u8;
typedef int8_t s8;
#define SHORT_OF(sign, x, k) ((s64)(sign##16)(u16)((x) >> 16 * (k)))
#define DOT(sa, sb, T)                                                                                       \
    I u32 ptx_dp4a_##sa##32_##sb##32(u32 a, u32 b, u32 c)                                                    \
    {                                                                                                        \
        s32 sum = 0;                                                                                         \
        for (int k = 0; k < 4; k++)                                                                          \
            sum += BYTE_OF(sa, a, k) * BYTE_OF(sb, b, k);                                                    \
        return c + (u32)sum;                                                                                 \
    }                                                                                                        \
    I u32 ptx_dp2a_lo_##sa##32_##sb##32(u32 a, u32 b, u32 c)                                                 \
    {                                                                                                        \
        return c + (u32)(SHORT_OF(sa, a, 0) * BYTE_OF(sb, b, 0) + SHORT_OF(sa, a, 1) * BYTE_OF(sb, b, 1));   \
    }                                                                                                        \
    I u32 ptx_dp2a_hi_##sa##32_##sb##32(u32 a, u32 b, u32 c)                                                 \
    {                                                                                                        \
        return c + (u32)(SHORT_OF(sa, a, 0) * BYTE_OF(sb, b, 2) + SHORT_OF(sa, a, 1) * BYTE_OF(sb, b, 3));   \
    }
DOT(u, u, u32)
DOT(u, s, s32)
DOT(s, u, s32)
DOT(s, s, s32)

/* Lane by lane |a - b|; .add: all of them, added to c. The result's lanes wrap. */
#define DIFFERENCES(lanes, bits, sign)                                                                       \
    I u32 ptx_vabsdiff##lanes##_##sign##32_##sign##32_##sign##32(u32 a, u32 b, u32 c)                        \
    {                                                                                                        \
        u32 r = 0;                                                                                           \
        (void)c; /* the lanes that a mask leaves out; without one, none */                                   \
        for (int k = 0; k < lanes; k++) {                                                                    \
            const s32 x = (sign##bits)(u##bits)(a >> bits * k), y = (sign##bits)(u##bits)(b >> bits * k);    \
            r |= (u32)(u##bits)(x < y ? y - x : x - y) << bits * k;                                          \
        }                                                                                                    \
        return r;                                                                                            \
    }                                                                                                        \
    I u32 ptx_vabsdiff##lanes##_##sign##32_##sign##32_##sign##32_add(u32 a, u32 b, u32 c)                    \
    {                                                                                                        \
        u32 sum = c;                                                                                         \
        for (int k = 0; k < lanes; k++) {                                                                    \
            const s32 x = (sign##bits)(u##bits)(a >> bits * k), y = (sign##bits)(u##bits)(b >> bits * k);    \
            sum += (u32)(x < y ? y - x : x - y);                                                             \
        }                                                                                                    \
        return sum;                                                                                          \
    }
DIFFERENCES(2, 16, u)
DIFFERENCES(2, 16, s)
DIFFERENCES(4, 8, u)
DIFFERENCES(4, 8, s)

/* Two shorts in one word. */
#define LANES_16(name, expression)                                                                           \
    I u32 ptx_##name(u32 a, u32 b)                                                                           \
    {                                                                                                        \
        u32 r = 0;                                                                                           \
        for (int k = 0; k < 2; k++) {                                                                        \
            const s32 ux = (u16)(a >> 16 * k), uy = (u16)(b >> 16 * k), x = (s16)ux, y = (s16)uy;            \
            (void)ux, (void)uy, (void)x, (void)y;                                                            \
            r |= (u32)(u16)(expression) << 16 * k;                                                           \
        }                                                                                                    \
        return r;                                                                                            \
    }
LANES_16(add_u16x2, ux + uy)
LANES_16(add_s16x2, ux + uy)
LANES_16(min_u16x2, ux < uy ? ux : uy)
LANES_16(max_u16x2, ux > uy ? ux : uy)
LANES_16(min_s16x2, x < y ? x : y)
LANES_16(max_s16x2, x > y ? x : y)
LANES_16(min_s16x2_relu, (x < y ? x : y) < 0 ? 0 : x < y ? x : y)
LANES_16(max_s16x2_relu, (x > y ? x : y) < 0 ? 0 : x > y ? x : y)
LANES_16(min_relu_s16x2, (x < y ? x : y) < 0 ? 0 : x < y ? x : y)
LANES_16(max_relu_s16x2, (x > y ? x : y) < 0 ? 0 : x > y ? x : y)

/* ---- Carry chains ----------------------------------------------------------------------------------- */

ul_fn u64 add_carry(u64 a, u64 b, bool in, bool *out, u32 bits)
{
    const u128 sum = (u128)a + b + in;
    *out = (sum >> bits & 1) != 0;
    return (u64)sum;
}
/* The flag is an adder's: a - b is a + ~b + 1, and the flag is set where nothing was borrowed. So says the
 * machine code of ptxas 13.0, and NVRTC's division of 128 bits reads it so, by `addc` after `subc.cc`.
 * Without .cc the flag stays as it was. */
#define CARRIES(name, U, bits)                                                                               \
    I U ptx_add_cc_##name(U a, U b, bool *carry)                                                             \
    {                                                                                                        \
        return (U)add_carry(a, b, false, carry, bits);                                                       \
    }                                                                                                        \
    I U ptx_addc_cc_##name(U a, U b, bool *carry)                                                            \
    {                                                                                                        \
        return (U)add_carry(a, b, *carry, carry, bits);                                                      \
    }                                                                                                        \
    I U ptx_addc_##name(U a, U b, bool *carry)                                                               \
    {                                                                                                        \
        return (U)(a + b + *carry);                                                                          \
    }                                                                                                        \
    I U ptx_sub_cc_##name(U a, U b, bool *carry)                                                             \
    {                                                                                                        \
        return (U)add_carry(a, (U)~b, true, carry, bits);                                                    \
    }                                                                                                        \
    I U ptx_subc_cc_##name(U a, U b, bool *carry)                                                            \
    {                                                                                                        \
        return (U)add_carry(a, (U)~b, *carry, carry, bits);                                                  \
    }                                                                                                        \
    I U ptx_subc_##name(U a, U b, bool *carry)                                                               \
    {                                                                                                        \
        return (U)(a + (U)~b + *carry);                                                                      \
    }
#define MAD_CARRIES(part, name, U)                                                                           \
    I U ptx_mad_##part##_cc_##name(U a, U b, U c, bool *carry)                                               \
    {                                                                                                        \
        return ptx_add_cc_##name(ptx_mul_##part##_##name(a, b), c, carry);                                   \
    }                                                                                                        \
    I U ptx_madc_##part##_cc_##name(U a, U b, U c, bool *carry)                                              \
    {                                                                                                        \
        return ptx_addc_cc_##name(ptx_mul_##part##_##name(a, b), c, carry);                                  \
    }                                                                                                        \
    I U ptx_madc_##part##_##name(U a, U b, U c, bool *carry)                                                 \
    {                                                                                                        \
        return ptx_addc_##name(ptx_mul_##part##_##name(a, b), c, carry);                                     \
    }
#define CARRY_TYPE(name, U, bits)                                                                            \
    CARRIES(name, U, bits)                                                                                   \
    MAD_CARRIES(lo, name, U)                                                                                 \
    MAD_CARRIES(hi, name, U)
CARRY_TYPE(u32, u32, 32)
CARRY_TYPE(s32, u32, 32)
CARRY_TYPE(u64, u64, 64)
CARRY_TYPE(s64, u64, 64)
