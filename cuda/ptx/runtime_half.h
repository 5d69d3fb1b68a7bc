/* 16-bit floats: f16, bf16, and two of either in a word (x2). Everything is computed in doubles, exactly or
 * rounded to odd, and rounded once. Any NaN result is 0x7fff. */

#define SIGN_16 0x8000u
#define NAN_16  0x7fffu

/* A format: INFINITY's bits, 1.0's, and where its normal numbers begin. */
#define INFINITY_f16  0x7c00u
#define INFINITY_bf16 0x7f80u
#define ONE_f16       0x3c00u
#define ONE_bf16      0x3f80u

ul_fn bool is_nan_f16(uint16_t a)
{
    return (a & 0x7fffu) > INFINITY_f16;
}
ul_fn bool is_nan_bf16(uint16_t a)
{
    return (a & 0x7fffu) > INFINITY_bf16;
}
ul_fn float float_of_f16(uint16_t a)
{
    return ul_half_to_float(a); /* a NaN: an infinity's exponent and the fraction */
}
ul_fn float float_of_bf16(uint16_t a)
{
    return ul_bits_float((uint32_t)a << 16);
}
ul_fn uint16_t flush_f16(uint16_t a)
{
    return (a & INFINITY_f16) == 0 ? a & SIGN_16 : a;
}
ul_fn uint16_t flush_bf16(uint16_t a)
{
    return (a & INFINITY_bf16) == 0 ? a & SIGN_16 : a;
}

/* ---- From a float, exact or rounded to odd ---------------------------------------------------------- */

/* One more in the last place, for a rest that is below, at or above a half? */
ul_fn uint32_t increment_16(uint32_t kept, uint32_t rest, uint32_t half, enum mode mode, bool negative)
{
    const bool away = mode == UP ? !negative : mode == DOWN && negative;
    return mode == NEAREST ? (rest > half) | ((rest == half) & kept & 1) : away & (rest != 0);
}
ul_fn uint16_t f16_of_float(float x, enum mode mode)
{
    const uint32_t b = ul_float_bits(x), m = b & MAGNITUDE_32, e = m >> 23, sign = b >> 16 & SIGN_16;
    if (mode == NEAREST)
        return x != x ? NAN_16 : ul_float_to_half(x);
    const bool normal = m >= 0x38800000u, finite = m < INFINITY_32;
    const uint32_t s = (m & 0x7fffffu) | 0x800000u, by = normal ? 13 : e < 96 ? 31 : 126 - e;
    const uint32_t kept = normal ? (m - 0x38000000u) >> 13 : s >> by;
    const uint32_t rest = m == 0 ? 0 : e == 0 ? 1 : s & ((1u << by) - 1);
    const uint32_t r = kept + increment_16(kept, rest, 0, mode, b >> 31);
    const bool away = mode == UP ? !(b >> 31) : mode == DOWN && b >> 31;
    const uint32_t top = finite ? INFINITY_f16 - !away : INFINITY_f16;
    return (uint16_t)(x != x ? NAN_16 : sign | (r < INFINITY_f16 ? r : top));
}
ul_fn uint16_t bf16_of_float(float x, enum mode mode)
{
    const uint32_t b = ul_float_bits(x), kept = b >> 16;
    const uint32_t r = kept + increment_16(kept, b & 0xffff, 0x8000, mode, b >> 31);
    return (uint16_t)(x != x ? NAN_16 : r);
}
/* From an exact or odd double, to nearest. */
ul_fn uint16_t f16_of_double(double d, bool ftz)
{
    const uint16_t r = f16_of_float(odd_float(d), NEAREST);
    return ftz && __builtin_fabs(d) < 0x1p-14 - 0x1p-26 ? r & SIGN_16 : r;
}
ul_fn uint16_t bf16_of_double(double d, bool ftz)
{
    const uint16_t r = bf16_of_float(odd_float(d), NEAREST);
    return ftz && __builtin_fabs(d) < 0x1p-126 - 0x1p-135 ? r & SIGN_16 : r;
}

enum limits { FREE, SATURATED, POSITIVE }; /* none, .sat, .relu */

#define HALF_CORES(F)                                                                                        \
    ul_fn uint16_t limit_##F(uint16_t r, enum limits limits)                                                 \
    {                                                                                                        \
        const uint16_t below_one = r < ONE_##F ? r : ONE_##F;                                                \
        if (limits == SATURATED)                                                                             \
            return r & SIGN_16 || is_nan_##F(r) ? 0 : below_one;                                             \
        return limits == POSITIVE && r & SIGN_16 ? 0 : r; /* a NaN has no sign here */                       \
    }                                                                                                        \
    ul_fn double operand_##F(uint16_t a, bool ftz)                                                           \
    {                                                                                                        \
        return float_of_##F(ftz ? flush_##F(a) : a);                                                         \
    }                                                                                                        \
    ul_fn uint16_t fma_##F(uint16_t a, uint16_t b, uint16_t c, bool ftz, enum limits limits)                 \
    {                                                                                                        \
        const double p = operand_##F(a, ftz) * operand_##F(b, ftz);                                          \
        return limit_##F(F##_of_double(odd_sum(p, operand_##F(c, ftz)), ftz), limits);                       \
    }                                                                                                        \
    ul_fn uint16_t mul_##F(uint16_t a, uint16_t b, bool ftz, enum limits limits)                             \
    {                                                                                                        \
        return limit_##F(F##_of_double(operand_##F(a, ftz) * operand_##F(b, ftz), ftz), limits);             \
    }                                                                                                        \
    ul_fn uint16_t add_##F(uint16_t a, uint16_t b, bool ftz, enum limits limits)                             \
    {                                                                                                        \
        return limit_##F(F##_of_double(odd_sum(operand_##F(a, ftz), operand_##F(b, ftz)), ftz), limits);     \
    }                                                                                                        \
    ul_fn uint16_t sub_##F(uint16_t a, uint16_t b, bool ftz, enum limits limits)                             \
    {                                                                                                        \
        return add_##F(a, b ^ SIGN_16, ftz, limits);                                                         \
    }                                                                                                        \
    ul_fn uint16_t abs_##F(uint16_t a, bool ftz)                                                             \
    {                                                                                                        \
        return is_nan_##F(a) ? NAN_16 : (ftz ? flush_##F(a) : a) & 0x7fff;                                   \
    }                                                                                                        \
    ul_fn uint16_t neg_##F(uint16_t a, bool ftz)                                                             \
    {                                                                                                        \
        return is_nan_##F(a) ? NAN_16 : (ftz ? flush_##F(a) : a) ^ SIGN_16;                                  \
    }                                                                                                        \
    ul_fn int32_t order_##F(uint16_t a)                                                                      \
    {                                                                                                        \
        return order_32((uint32_t)a << 16);                                                                  \
    }                                                                                                        \
    ul_fn uint16_t extreme_##F(uint16_t a, uint16_t b, bool largest, bool ftz, bool nan, bool xorsign)       \
    {                                                                                                        \
        const uint16_t sign = xorsign ? (a ^ b) & SIGN_16 : 0, mask = xorsign ? 0x7fff : 0xffff;             \
        const uint16_t x = (ftz ? flush_##F(a) : a) & mask, y = (ftz ? flush_##F(b) : b) & mask;             \
        const bool nan_x = is_nan_##F(x), nan_y = is_nan_##F(y);                                             \
        const uint16_t r = (order_##F(x) < order_##F(y)) != largest ? x : y;                                 \
        const uint16_t one = nan_x ? y : nan_y ? x : r;                                                      \
        return (nan ? nan_x | nan_y : nan_x & nan_y) ? NAN_16 : one | sign;                                  \
    }
HALF_CORES(f16)
HALF_CORES(bf16)

/* The unit's float32 operation, cut to the format. */
ul_fn uint16_t exp2_f16(uint16_t a)
{
    const float u = ul_mufu_exp2(float_of_f16(a));
    return u >= 65536.0f ? INFINITY_f16 : f16_of_float(u, ZERO);
}
ul_fn uint16_t exp2_bf16(uint16_t a)
{
    return bf16_of_float(ul_mufu_exp2(float_of_bf16(a)), ZERO);
}
ul_fn uint16_t tanh_f16(uint16_t a)
{
    const float x = float_of_f16(a), u = ul_mufu_tanh(x);
    return __builtin_fabsf(x) < 0x1p-8f ? a : f16_of_float(u, ZERO);
}
ul_fn uint16_t tanh_bf16(uint16_t a)
{
    return bf16_of_float(ul_mufu_tanh(float_of_bf16(a)), ZERO);
}

/* ---- Instructions, of one and of two ---------------------------------------------------------------- */

#define LANE(x, k)      ((uint16_t)((x) >> 16 * (k)))
#define PAIR(low, high) ((uint32_t)(low) | (uint32_t)(high) << 16)

#define UNIT_16(op, F, core)                                                                                 \
    I uint16_t ptx_##op##_##F(uint16_t a)                                                                    \
    {                                                                                                        \
        return core(a);                                                                                      \
    }                                                                                                        \
    I uint32_t ptx_##op##_##F##x2(uint32_t a)                                                                \
    {                                                                                                        \
        return PAIR(core(LANE(a, 0)), core(LANE(a, 1)));                                                     \
    }
#define UNARY_16(op, F, core, ...)                                                                           \
    I uint16_t ptx_##op##_##F(uint16_t a)                                                                    \
    {                                                                                                        \
        return core(a, __VA_ARGS__);                                                                         \
    }                                                                                                        \
    I uint32_t ptx_##op##_##F##x2(uint32_t a)                                                                \
    {                                                                                                        \
        return PAIR(core(LANE(a, 0), __VA_ARGS__), core(LANE(a, 1), __VA_ARGS__));                           \
    }
#define BINARY_16(op, F, core, ...)                                                                          \
    I uint16_t ptx_##op##_##F(uint16_t a, uint16_t b)                                                        \
    {                                                                                                        \
        return core(a, b, __VA_ARGS__);                                                                      \
    }                                                                                                        \
    I uint32_t ptx_##op##_##F##x2(uint32_t a, uint32_t b)                                                    \
    {                                                                                                        \
        return PAIR(core(LANE(a, 0), LANE(b, 0), __VA_ARGS__), core(LANE(a, 1), LANE(b, 1), __VA_ARGS__));   \
    }
#define TERNARY_16(op, F, core, ...)                                                                         \
    I uint16_t ptx_##op##_##F(uint16_t a, uint16_t b, uint16_t c)                                            \
    {                                                                                                        \
        return core(a, b, c, __VA_ARGS__);                                                                   \
    }                                                                                                        \
    I uint32_t ptx_##op##_##F##x2(uint32_t a, uint32_t b, uint32_t c)                                        \
    {                                                                                                        \
        return PAIR(core(LANE(a, 0), LANE(b, 0), LANE(c, 0), __VA_ARGS__),                                   \
                    core(LANE(a, 1), LANE(b, 1), LANE(c, 1), __VA_ARGS__));                                  \
    }

#define EXTREME_16(op, F, largest, ftz)                                                                      \
    BINARY_16(op, F, extreme_##F, largest, ftz, false, false)                                                \
    BINARY_16(op##_NaN, F, extreme_##F, largest, ftz, true, false)                                           \
    BINARY_16(op##_xorsign_abs, F, extreme_##F, largest, ftz, false, true)                                   \
    BINARY_16(op##_NaN_xorsign_abs, F, extreme_##F, largest, ftz, true, true)
#define HALF_ARITHMETIC(F, modifier, ftz, limits)                                                            \
    BINARY_16(add##modifier, F, add_##F, ftz, limits)                                                        \
    BINARY_16(add_rn##modifier, F, add_##F, ftz, limits)                                                     \
    BINARY_16(sub##modifier, F, sub_##F, ftz, limits)                                                        \
    BINARY_16(sub_rn##modifier, F, sub_##F, ftz, limits)                                                     \
    BINARY_16(mul##modifier, F, mul_##F, ftz, limits)                                                        \
    BINARY_16(mul_rn##modifier, F, mul_##F, ftz, limits)                                                     \
    TERNARY_16(fma_rn##modifier, F, fma_##F, ftz, limits)
#define HALF_SIGNS(F, modifier, ftz)                                                                         \
    UNARY_16(abs##modifier, F, abs_##F, ftz)                                                                 \
    UNARY_16(neg##modifier, F, neg_##F, ftz)                                                                 \
    EXTREME_16(min##modifier, F, false, ftz)                                                                 \
    EXTREME_16(max##modifier, F, true, ftz)

HALF_ARITHMETIC(f16, , false, FREE)
HALF_ARITHMETIC(f16, _ftz, true, FREE)
HALF_ARITHMETIC(f16, _sat, false, SATURATED)
HALF_ARITHMETIC(f16, _ftz_sat, true, SATURATED)
HALF_ARITHMETIC(bf16, , false, FREE)
TERNARY_16(fma_rn_relu, f16, fma_f16, false, POSITIVE)
TERNARY_16(fma_rn_ftz_relu, f16, fma_f16, true, POSITIVE)
TERNARY_16(fma_rn_relu, bf16, fma_bf16, false, POSITIVE)
HALF_SIGNS(f16, , false)
HALF_SIGNS(f16, _ftz, true)
HALF_SIGNS(bf16, , false)
UNIT_16(ex2_approx, f16, exp2_f16)
UNIT_16(ex2_approx_ftz, bf16, exp2_bf16)
UNIT_16(tanh_approx, f16, tanh_f16)
UNIT_16(tanh_approx, bf16, tanh_bf16)
