/* Single precision arithmetic: add, sub, mul, fma, mad, div, rcp, sqrt, min, max, abs, neg, copysign, testp.
 */

/* ---- Cores: constants for mode, ftz and sat make each a few instructions ---------------------------- */

ul_fn uint32_t finish_32(uint32_t r, bool sat)
{
    return sat ? saturate_32(r) : r;
}
/* p + z in a directed rounding, p being exact in double, `near` in float, and f their sum to nearest: on
 * which side of f the sum is tells what is left of it. Taken away from the larger one, f leaves an exact
 * double: it has at most 29 bits more than that, or is the exact sum (P. Sterbenz). The other one is added
 * with one rounding, which keeps the sign. Where f is infinite but the sum is not, so is what is left; a NaN
 * is on no side. */
ul_fn uint32_t directed_sum_32(double p, float near, float z, float f, enum mode mode)
{
    const bool z_is_larger = __builtin_fabsf(z) > __builtin_fabsf(near);
    const double larger = z_is_larger ? z : p, smaller = z_is_larger ? p : z;
    const double left = smaller - ((double)f - larger);
    const bool above = left < 0;
    const bool below = left > 0;
    const uint32_t signs = ul_float_bits(near) | ul_float_bits(z);
    const uint32_t low = mode == DOWN && f == 0 && left == 0 ? signs & SIGN_32 : 0;
    const uint32_t b = canonical_32(f) | low, outward = (0u - (b >> 31)) | 1u;
    if (mode == ZERO)
        return (b >> 31 != 0 ? below : above) ? b - 1 : b;
    return mode == UP ? b + (below ? outward : 0) : b - (above ? outward : 0);
}
/* A float is flushed by the size of what is `scale` times the same result, rounded: that has the exponents
 * that the result lacks. */
ul_fn uint32_t flush_by_32(float result, float scaled, float scale)
{
    const uint32_t b = canonical_32(result);
    return __builtin_fabsf(scaled) < 0x1p-126f * scale ? b & SIGN_32 : b;
}
ul_fn uint32_t add_32(uint32_t a, uint32_t b, enum mode mode, bool ftz, bool sat)
{
    const float x = operand_32(a, ftz), y = operand_32(b, ftz);
    if (mode != NEAREST && !ftz)
        return finish_32(directed_sum_32(x, x, y, x + y, mode), sat);
    if (mode != NEAREST)
        return finish_32(round_32(odd_sum_in(x, y, mode), mode, ftz), sat);
    const uint32_t r = canonical_32(x + y);
    return finish_32(ftz ? flush_32(r) : r, sat); /* a subnormal sum is exact */
}
ul_fn uint32_t sub_32(uint32_t a, uint32_t b, enum mode mode, bool ftz, bool sat)
{
    return add_32(a, b ^ SIGN_32, mode, ftz, sat);
}
ul_fn uint32_t mul_32(uint32_t a, uint32_t b, enum mode mode, bool ftz, bool sat)
{
    const float x = operand_32(a, ftz), y = operand_32(b, ftz);
    if (mode != NEAREST)
        return finish_32(round_32((double)x * y, mode, ftz), sat);
    const float r = x * y; /* near 2^-126 both are below 2, so that the scale does not overflow */
    return finish_32(ftz ? flush_by_32(r, x * 0x1p64f * y, 0x1p64f) : canonical_32(r), sat);
}
ul_fn uint32_t fma_32(uint32_t a, uint32_t b, uint32_t c, enum mode mode, bool ftz, bool sat)
{
    const float x = operand_32(a, ftz), y = operand_32(b, ftz), z = operand_32(c, ftz);
    if (mode != NEAREST && !ftz)
        return finish_32(directed_sum_32((double)x * y, x * y, z, __builtin_fmaf(x, y, z), mode), sat);
    if (mode != NEAREST)
        return finish_32(round_32(odd_sum_in((double)x * y, z, mode), mode, ftz), sat);
    /* A product of 2^-101 or more has no bits below 2^-149, nor has the sum then. */
    const float r = __builtin_fmaf(x, y, z);
    if (!ftz)
        return finish_32(canonical_32(r), sat);
    return finish_32(flush_by_32(r, __builtin_fmaf(x * 0x1p64f, y, z * 0x1p64f), 0x1p64f), sat);
}
/* A quotient of normal floats below 2^-126 is at most the float of 24 bits before it, so that none is rounded
 * up to 2^-126. In double every quotient and root is on the right side of every float. */
ul_fn uint32_t div_32(uint32_t a, uint32_t b, enum mode mode, bool ftz)
{
    const float x = operand_32(a, ftz), y = operand_32(b, ftz);
    if (mode != NEAREST)
        return round_32((double)x / y, mode, ftz);
    const uint32_t r = canonical_32(x / y);
    const bool tiny = ftz && __builtin_fabsf(x) < __builtin_fabsf(y) * 0x1p-126f;
    return tiny ? r & SIGN_32 : r;
}
ul_fn uint32_t rcp_32(uint32_t a, enum mode mode, bool ftz)
{
    return div_32(0x3f800000u, a, mode, ftz);
}
ul_fn uint32_t sqrt_32(uint32_t a, enum mode mode, bool ftz)
{
    const float x = operand_32(a, ftz);
    if (mode != NEAREST)
        return round_32(__builtin_sqrt((double)x), mode, ftz);
    return canonical_32(__builtin_sqrtf(x));
}

/* ---- Instructions ----------------------------------------------------------------------------------- */

#define UNARY_32(name, core, ...)                                                                            \
    I uint32_t ptx_##name(uint32_t a)                                                                        \
    {                                                                                                        \
        return core(a, __VA_ARGS__);                                                                         \
    }
#define BINARY_32(name, core, ...)                                                                           \
    I uint32_t ptx_##name(uint32_t a, uint32_t b)                                                            \
    {                                                                                                        \
        return core(a, b, __VA_ARGS__);                                                                      \
    }
#define TERNARY_32(name, core, ...)                                                                          \
    I uint32_t ptx_##name(uint32_t a, uint32_t b, uint32_t c)                                                \
    {                                                                                                        \
        return core(a, b, c, __VA_ARGS__);                                                                   \
    }

/* op.ftz.f32, op.ftz.sat.f32 and their kin; op with every rounding. */
#define FLUSHED_32(SHAPE, op, core, mode, ...)                                                               \
    SHAPE(op##_f32, core, mode, false, ##__VA_ARGS__)                                                        \
    SHAPE(op##_ftz_f32, core, mode, true, ##__VA_ARGS__)
#define LIMITED_32(SHAPE, op, core, mode)                                                                    \
    FLUSHED_32(SHAPE, op, core, mode, false)                                                                 \
    SHAPE(op##_sat_f32, core, mode, false, true)                                                             \
    SHAPE(op##_ftz_sat_f32, core, mode, true, true)
#define ROUNDED_32(MODIFIED, SHAPE, op, core)                                                                \
    MODIFIED(SHAPE, op##_rn, core, NEAREST)                                                                  \
    MODIFIED(SHAPE, op##_rz, core, ZERO)                                                                     \
    MODIFIED(SHAPE, op##_rm, core, DOWN)                                                                     \
    MODIFIED(SHAPE, op##_rp, core, UP)

ROUNDED_32(LIMITED_32, BINARY_32, add, add_32)
ROUNDED_32(LIMITED_32, BINARY_32, sub, sub_32)
ROUNDED_32(LIMITED_32, BINARY_32, mul, mul_32)
ROUNDED_32(LIMITED_32, TERNARY_32, fma, fma_32)
ROUNDED_32(LIMITED_32, TERNARY_32, mad, fma_32)
ROUNDED_32(FLUSHED_32, BINARY_32, div, div_32)
ROUNDED_32(FLUSHED_32, UNARY_32, rcp, rcp_32)
ROUNDED_32(FLUSHED_32, UNARY_32, sqrt, sqrt_32)
LIMITED_32(BINARY_32, add, add_32, NEAREST)
LIMITED_32(BINARY_32, sub, sub_32, NEAREST)
LIMITED_32(BINARY_32, mul, mul_32, NEAREST)

/* ---- Signs, minimum and maximum: abs and neg are additions, so NaNs become canonical ---------------- */

ul_fn uint32_t abs_32(uint32_t a, bool ftz)
{
    return canonical_32(ul_bits_float((ftz ? flush_32(a) : a) & MAGNITUDE_32));
}
ul_fn uint32_t neg_32(uint32_t a, bool ftz)
{
    return canonical_32(ul_bits_float((ftz ? flush_32(a) : a) ^ SIGN_32));
}
UNARY_32(abs_f32, abs_32, false)
UNARY_32(abs_ftz_f32, abs_32, true)
UNARY_32(neg_f32, neg_32, false)
UNARY_32(neg_ftz_f32, neg_32, true)

/* The sign of a, the magnitude of b; NaNs too keep their bits. */
I uint32_t ptx_copysign_f32(uint32_t a, uint32_t b)
{
    return (a & SIGN_32) | (b & MAGNITUDE_32);
}

/* Floats in the order of integers: -0 comes before +0. */
ul_fn int32_t order_32(uint32_t a)
{
    return (int32_t)(a ^ (uint32_t)((int32_t)a >> 31) >> 1);
}
ul_fn uint32_t extreme_32(uint32_t a, uint32_t b, bool largest, bool ftz, bool nan, bool xorsign)
{
    const uint32_t sign = xorsign ? (a ^ b) & SIGN_32 : 0, mask = xorsign ? MAGNITUDE_32 : ~0u;
    const uint32_t x = (ftz ? flush_32(a) : a) & mask, y = (ftz ? flush_32(b) : b) & mask;
    const bool nan_x = is_nan_32(x), nan_y = is_nan_32(y);
    const uint32_t r = (order_32(x) < order_32(y)) != largest ? x : y, one = nan_x ? y : nan_y ? x : r;
    return (nan ? nan_x | nan_y : nan_x & nan_y) ? NAN_32 : one | sign;
}
#define EXTREME_32(op, largest)                                                                              \
    BINARY_32(op##_f32, extreme_32, largest, false, false, false)                                            \
    BINARY_32(op##_ftz_f32, extreme_32, largest, true, false, false)                                         \
    BINARY_32(op##_NaN_f32, extreme_32, largest, false, true, false)                                         \
    BINARY_32(op##_ftz_NaN_f32, extreme_32, largest, true, true, false)                                      \
    BINARY_32(op##_xorsign_abs_f32, extreme_32, largest, false, false, true)                                 \
    BINARY_32(op##_ftz_xorsign_abs_f32, extreme_32, largest, true, false, true)                              \
    BINARY_32(op##_NaN_xorsign_abs_f32, extreme_32, largest, false, true, true)                              \
    BINARY_32(op##_ftz_NaN_xorsign_abs_f32, extreme_32, largest, true, true, true)
EXTREME_32(min, false)
EXTREME_32(max, true)

#define TESTP(name, bits, expression)                                                                        \
    I bool ptx_testp_##name##_f##bits(uint##bits##_t a)                                                      \
    {                                                                                                        \
        const uint##bits##_t m = a & MAGNITUDE_##bits, inf = INFINITY_##bits, e = a & INFINITY_##bits;       \
        (void)m, (void)inf, (void)e;                                                                         \
        return expression;                                                                                   \
    }
#define TESTP_ALL(bits)                                                                                      \
    TESTP(finite, bits, m < inf)                                                                             \
    TESTP(infinite, bits, m == inf)                                                                          \
    TESTP(number, bits, m <= inf)                                                                            \
    TESTP(notanumber, bits, m > inf)                                                                         \
    TESTP(normal, bits, (e != 0 || m == 0) && m < inf)                                                       \
    TESTP(subnormal, bits, e == 0 && m != 0)
TESTP_ALL(32)
TESTP_ALL(64)
