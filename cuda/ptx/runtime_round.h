/* Rounding: in the four modes of PTX, from exact or "odd" doubles to the smaller formats, and from integers
 * of 128 bits to doubles.
 *
 * Round to odd: what cannot be represented becomes the neighbour whose last bit is 1. A later rounding to a
 * format with two bits less or fewer, in any mode, then gives what one rounding would have given (S. Boldo,
 * G. Melquiond, "Emulation of a FMA and correctly rounded sums", 2008). */
enum mode { NEAREST, ZERO, DOWN, UP };

#define SIGN_32      0x80000000u
#define MAGNITUDE_32 0x7fffffffu
#define INFINITY_32  0x7f800000u
#define NAN_32       0x7fffffffu
#define SIGN_64      0x8000000000000000u
#define MAGNITUDE_64 0x7fffffffffffffffu
#define INFINITY_64  0x7ff0000000000000u
#define QUIET_64     0x0008000000000000u
#define NAN_64       0xfff8000000000000u /* of an invalid operation */

typedef unsigned __int128 wide_t;

/* ---- float32 ---------------------------------------------------------------------------------------- */

ul_fn bool is_nan_32(uint32_t a)
{
    return (a & MAGNITUDE_32) > INFINITY_32;
}
/* x86 chooses a NaN's sign and payload by the order of operands, which scalar and vector code have
 * differently; the GPU has one NaN. */
ul_fn uint32_t canonical_32(float x)
{
    return x != x ? NAN_32 : ul_float_bits(x);
}
ul_fn uint32_t flush_32(uint32_t a)
{
    return (a & INFINITY_32) == 0 ? a & SIGN_32 : a;
}
ul_fn float operand_32(uint32_t a, bool ftz)
{
    return ul_bits_float(ftz ? flush_32(a) : a);
}
/* To [0, 1]; a NaN and -0 become +0. */
ul_fn uint32_t saturate_32(uint32_t a)
{
    const float x = ul_bits_float(a);
    return x > 0.0f ? (x < 1.0f ? a : 0x3f800000u) : 0;
}
ul_fn uint32_t relu_32(uint32_t a)
{
    return (a & SIGN_32) != 0 && !is_nan_32(a) ? 0 : a;
}

/* Of an exact or odd double. Flushing: rounded as if the exponent had no lower end, and a zero if the result
 * is then below 2^-126. */
ul_fn uint32_t round_32(double d, enum mode mode, bool ftz)
{
    const float f = (float)d;
    const double magnitude = __builtin_fabs(d), back = __builtin_fabsf(f);
    uint32_t b = ul_float_bits(f);
    const bool negative = b >> 31, away = mode == UP ? !negative : mode == DOWN && negative;
    if (mode != NEAREST)
        b += away ? (uint32_t)(back < magnitude) : 0u - (uint32_t)(back > magnitude);
    if (ftz) {
        const double limit = mode == NEAREST ? 0x1p-126 - 0x1p-151 : 0x1p-126;
        const bool tiny = away ? magnitude <= 0x1p-126 - 0x1p-150 : magnitude < limit;
        b = tiny ? b & SIGN_32 : b;
    }
    return f != f ? NAN_32 : b;
}

/* ---- Sums of doubles, rounded to odd ---------------------------------------------------------------- */

/* The sum's error is exact (D. Knuth's TwoSum) where nothing overflows. */
ul_fn double odd_sum(double x, double y)
{
    const double s = x + y, t = s - x;
    const double error = (x - (s - t)) + (y - t);
    uint64_t b = ul_double_bits(s);
    const bool inexact = (error < 0) | (error > 0), even = (b & 1) == 0;
    b += (inexact & even) != 0 ? ((error < 0) == (s < 0) ? 1u : ~(uint64_t)0) : 0;
    return ul_bits_double(b);
}
/* With the sign that an exact zero has in that mode. */
ul_fn double odd_sum_in(double x, double y, enum mode mode)
{
    const double s = odd_sum(x, y);
    const double low = ul_bits_double((ul_double_bits(x) | ul_double_bits(y)) & SIGN_64);
    return mode == DOWN && s == 0 ? low : s;
}
/* To odd, from an exact or odd double: for the formats of 16 and 8 bits. */
ul_fn float odd_float(double d)
{
    const float f = (float)d;
    const double magnitude = __builtin_fabs(d), back = __builtin_fabsf(f);
    uint32_t b = ul_float_bits(f);
    b += (b & 1) != 0 ? 0 : back < magnitude ? 1u : back > magnitude ? ~0u : 0;
    return ul_bits_float(b);
}

/* ---- float64 from a significand of 128 bits --------------------------------------------------------- */

ul_fn int leading_zeros(wide_t s)
{
    const uint64_t high = (uint64_t)(s >> 64), low = (uint64_t)s;
    return high != 0 ? __builtin_clzll(high) : 64 + __builtin_clzll(low | 1);
}
/* What is shifted out lives on in the last bit. */
ul_fn wide_t shift_right_odd(wide_t s, int n)
{
    if (n <= 0)
        return s;
    return n > 127 ? s != 0 : s >> n | (s << (128 - n) != 0);
}
ul_fn uint64_t rounds_up(uint64_t kept, uint64_t rest, uint64_t half, enum mode mode, bool negative)
{
    return mode == NEAREST ? rest > half || (rest == half && (kept & 1) != 0)
                           : rest != 0 && (mode == UP ? !negative : mode == DOWN && negative);
}
/* s * 2^e, s not 0; its last bit may stand for a rest below it if s has more than 55 bits. */
ul_fn uint64_t pack_64(bool negative, wide_t s, int e, enum mode mode)
{
    const int zeros = leading_zeros(s), top = e + 127 - zeros;
    const uint64_t sign = negative ? SIGN_64 : 0;
    const bool away = mode == NEAREST || (mode == UP ? !negative : mode == DOWN && negative);
    const uint64_t v = (uint64_t)shift_right_odd(s << zeros, 64 + (top < -1022 ? -1022 - top : 0));
    const uint64_t kept = v >> 11;
    uint64_t b = kept + rounds_up(kept, v & 0x7ff, 0x400, mode, negative);
    if (top > 1023)
        return sign | (INFINITY_64 - !away);
    if (top >= -1022)
        b += (uint64_t)(top + 1022) << 52;
    return sign | (b == INFINITY_64 ? INFINITY_64 - !away : b);
}
