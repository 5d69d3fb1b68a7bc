/* Double precision. Of NaN operands one lives on, quieted: which one, each operation says. */

ul_fn bool is_nan_64(uint64_t a)
{
    return (a & MAGNITUDE_64) > INFINITY_64;
}
ul_fn uint64_t quiet_64(uint64_t a)
{
    return a | QUIET_64;
}
ul_fn uint64_t saturate_64(uint64_t a)
{
    const double x = ul_bits_double(a);
    return x > 0 ? (x < 1 ? a : 0x3ff0000000000000) : 0;
}
/* The first of these that is a NaN; else the result, canonical if the operation was invalid. */
ul_fn uint64_t nan_of_64(uint64_t a, uint64_t b, uint64_t c, double result)
{
    const uint64_t r = result != result ? NAN_64 : ul_double_bits(result);
    return is_nan_64(a) ? quiet_64(a) : is_nan_64(b) ? quiet_64(b) : is_nan_64(c) ? quiet_64(c) : r;
}

/* ---- Directed roundings, exactly, in integers ------------------------------------------------------- */

/* A finite double that is not 0: sign, s * 2^e with 2^52 <= s < 2^53. */
struct parts {
    bool negative;
    uint64_t s;
    int e;
};
ul_fn struct parts parts_of(uint64_t a)
{
    const int field = (int)(a >> 52 & 0x7ff);
    const uint64_t fraction = a & 0xfffffffffffff;
    const int shift = field != 0 ? 0 : __builtin_clzll(fraction | 1) - 11;
    const uint64_t s = field != 0 ? fraction | 1ull << 52 : fraction << shift;
    return (struct parts){.negative = a >> 63, .s = s, .e = (field != 0 ? field : 1) - 1075 - shift};
}
ul_fn bool is_plain_64(uint64_t a) /* finite, not 0 */
{
    return (a & MAGNITUDE_64) != 0 && (a & MAGNITUDE_64) < INFINITY_64;
}
ul_fn uint64_t signed_zero_64(uint64_t a, uint64_t b, enum mode mode)
{
    return (mode == DOWN ? a | b : a & b) & SIGN_64;
}

/* p * 2^pe + q * 2^qe, both not 0 and with 126 bits; where one is shifted out of the other, its last bit
 * tells. */
ul_fn uint64_t sum_64(bool p_negative, wide_t p, int pe, bool q_negative, wide_t q, int qe, enum mode mode)
{
    const int e = pe > qe ? pe : qe;
    const wide_t x = shift_right_odd(p, e - pe), y = shift_right_odd(q, e - qe);
    if (p_negative == q_negative)
        return pack_64(p_negative, x + y, e, mode);
    if (x == y)
        return mode == DOWN ? SIGN_64 : 0;
    return x > y ? pack_64(p_negative, x - y, e, mode) : pack_64(q_negative, y - x, e, mode);
}

/* a b + c of operands that are no NaNs. */
ul_fn uint64_t directed_fma_64(uint64_t a, uint64_t b, uint64_t c, enum mode mode)
{
    const uint64_t sign = (a ^ b) & SIGN_64;
    const double plain = __builtin_fma(ul_bits_double(a), ul_bits_double(b), ul_bits_double(c));
    const struct parts x = parts_of(a), y = parts_of(b), z = parts_of(c);
    const wide_t product = (wide_t)x.s * y.s;
    const int zeros = leading_zeros(product), e = x.e + y.e - (zeros - 2);
    if (!is_plain_64(a) || !is_plain_64(b) || (c & MAGNITUDE_64) >= INFINITY_64)
        return plain == 0 ? signed_zero_64(sign, c, mode) : plain != plain ? NAN_64 : ul_double_bits(plain);
    if ((c & MAGNITUDE_64) == 0)
        return pack_64(sign != 0, product, x.e + y.e, mode);
    return sum_64(sign != 0, product << (zeros - 2), e, z.negative, (wide_t)z.s << 73, z.e - 73, mode);
}

/* The quotient or root of significands in [1, 4), to nearest, and the sign of what is left make it odd. */
ul_fn uint64_t pack_rest_64(bool negative, double nearest, double rest, int e, enum mode mode)
{
    const struct parts q = parts_of(ul_double_bits(nearest));
    const wide_t s = ((wide_t)q.s << 8) + (wide_t)(rest > 0) - (wide_t)(rest < 0);
    return pack_64(negative, s, q.e - 8 + e, mode);
}
ul_fn double significand_64(uint64_t s, int twice)
{
    return (double)(int64_t)s * (twice ? 0x1p-51 : 0x1p-52);
}
ul_fn uint64_t directed_div_64(uint64_t a, uint64_t b, enum mode mode)
{
    const struct parts x = parts_of(a), y = parts_of(b);
    const double plain = ul_bits_double(a) / ul_bits_double(b);
    if (!is_plain_64(a) || !is_plain_64(b))
        return plain != plain ? NAN_64 : ul_double_bits(plain);
    const double n = significand_64(x.s, 0), d = significand_64(y.s, 0), q = n / d;
    return pack_rest_64(x.negative != y.negative, q, __builtin_fma(-q, d, n), x.e - y.e, mode);
}
ul_fn uint64_t directed_sqrt_64(uint64_t a, enum mode mode)
{
    const struct parts x = parts_of(a);
    const double plain = __builtin_sqrt(ul_bits_double(a));
    if (!is_plain_64(a) || x.negative)
        return plain != plain ? NAN_64 : ul_double_bits(plain);
    const int odd = x.e & 1; /* value: s 2^-52 2^(e + 52), e + 52 being even with e */
    const double s = significand_64(x.s, odd), q = __builtin_sqrt(s);
    return pack_rest_64(false, q, __builtin_fma(-q, q, s), (x.e - odd + 52) / 2, mode);
}

/* ---- Cores ------------------------------------------------------------------------------------------ */

#define DOUBLE_64(a)        ul_bits_double(a)
#define ANY_NAN_64(a, b, c) (is_nan_64(a) || is_nan_64(b) || is_nan_64(c))

ul_fn uint64_t add_64(uint64_t a, uint64_t b, enum mode mode)
{
    if (mode == NEAREST || ANY_NAN_64(a, b, 0))
        return nan_of_64(b, a, 0, DOUBLE_64(a) + DOUBLE_64(b));
    return directed_fma_64(a, 0x3ff0000000000000, b, mode);
}
ul_fn uint64_t sub_64(uint64_t a, uint64_t b, enum mode mode)
{
    return add_64(a, is_nan_64(b) ? b : b ^ SIGN_64, mode);
}
ul_fn uint64_t mul_64(uint64_t a, uint64_t b, enum mode mode)
{
    if (mode == NEAREST || ANY_NAN_64(a, b, 0))
        return nan_of_64(b, a, 0, DOUBLE_64(a) * DOUBLE_64(b));
    return directed_fma_64(a, b, (a ^ b) & SIGN_64, mode);
}
ul_fn uint64_t fma_64(uint64_t a, uint64_t b, uint64_t c, enum mode mode)
{
    if (mode == NEAREST || ANY_NAN_64(a, b, c))
        return nan_of_64(b, c, a, __builtin_fma(DOUBLE_64(a), DOUBLE_64(b), DOUBLE_64(c)));
    return directed_fma_64(a, b, c, mode);
}
ul_fn uint64_t div_64(uint64_t a, uint64_t b, enum mode mode)
{
    if (mode == NEAREST || ANY_NAN_64(a, b, 0))
        return nan_of_64(a, b, 0, DOUBLE_64(a) / DOUBLE_64(b));
    return directed_div_64(a, b, mode);
}
ul_fn uint64_t rcp_64(uint64_t a, enum mode mode)
{
    return div_64(0x3ff0000000000000, a, mode);
}
ul_fn uint64_t sqrt_64(uint64_t a, enum mode mode)
{
    if (mode == NEAREST || is_nan_64(a))
        return nan_of_64(a, 0, 0, __builtin_sqrt(DOUBLE_64(a)));
    return directed_sqrt_64(a, mode);
}

/* ---- Instructions ----------------------------------------------------------------------------------- */

#define UNARY_64(name, core, mode)                                                                           \
    I uint64_t ptx_##name(uint64_t a)                                                                        \
    {                                                                                                        \
        return core(a, mode);                                                                                \
    }
#define BINARY_64(name, core, mode)                                                                          \
    I uint64_t ptx_##name(uint64_t a, uint64_t b)                                                            \
    {                                                                                                        \
        return core(a, b, mode);                                                                             \
    }
#define TERNARY_64(name, core, mode)                                                                         \
    I uint64_t ptx_##name(uint64_t a, uint64_t b, uint64_t c)                                                \
    {                                                                                                        \
        return core(a, b, c, mode);                                                                          \
    }
#define ROUNDED_64(SHAPE, op, core)                                                                          \
    SHAPE(op##_rn_f64, core, NEAREST)                                                                        \
    SHAPE(op##_rz_f64, core, ZERO)                                                                           \
    SHAPE(op##_rm_f64, core, DOWN)                                                                           \
    SHAPE(op##_rp_f64, core, UP)
ROUNDED_64(BINARY_64, add, add_64)
ROUNDED_64(BINARY_64, sub, sub_64)
ROUNDED_64(BINARY_64, mul, mul_64)
ROUNDED_64(TERNARY_64, fma, fma_64)
ROUNDED_64(TERNARY_64, mad, fma_64)
ROUNDED_64(BINARY_64, div, div_64)
ROUNDED_64(UNARY_64, rcp, rcp_64)
ROUNDED_64(UNARY_64, sqrt, sqrt_64)
BINARY_64(add_f64, add_64, NEAREST)
BINARY_64(sub_f64, sub_64, NEAREST)
BINARY_64(mul_f64, mul_64, NEAREST)

/* A NaN keeps its sign. */
I uint64_t ptx_abs_f64(uint64_t a)
{
    return is_nan_64(a) ? quiet_64(a) : a & MAGNITUDE_64;
}
I uint64_t ptx_neg_f64(uint64_t a)
{
    return is_nan_64(a) ? quiet_64(a) : a ^ SIGN_64;
}
I uint64_t ptx_copysign_f64(uint64_t a, uint64_t b)
{
    return (a & SIGN_64) | (b & MAGNITUDE_64);
}

ul_fn int64_t order_64(uint64_t a)
{
    return (int64_t)(a ^ (uint64_t)((int64_t)a >> 63) >> 1);
}
ul_fn uint64_t extreme_64(uint64_t a, uint64_t b, bool largest)
{
    const uint64_t r = (order_64(a) < order_64(b)) != largest ? a : b;
    return is_nan_64(a) ? (is_nan_64(b) ? quiet_64(b) : b) : is_nan_64(b) ? a : r;
}
BINARY_64(min_f64, extreme_64, false)
BINARY_64(max_f64, extreme_64, true)
