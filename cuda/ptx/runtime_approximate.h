/* Approximations: the special function unit's model (common/mufu), and what ptxas builds of it. */

#define UNIT(name, function)                                                                                 \
    I uint32_t ptx_##name(uint32_t a)                                                                        \
    {                                                                                                        \
        return canonical_32(ul_mufu_##function(ul_bits_float(a)));                                           \
    }
UNIT(rcp_approx_ftz_f32, rcp)
UNIT(rsqrt_approx_ftz_f32, rsqrt)
UNIT(sqrt_approx_ftz_f32, sqrt)
UNIT(ex2_approx_ftz_f32, exp2)
UNIT(lg2_approx_ftz_f32, log2)
UNIT(sin_approx_ftz_f32, sin)
UNIT(cos_approx_ftz_f32, cos)
UNIT(rcp_approx_f32, rcp_full)
UNIT(rsqrt_approx_f32, rsqrt_full)
UNIT(sqrt_approx_f32, sqrt_full)
UNIT(ex2_approx_f32, exp2_full)
UNIT(lg2_approx_f32, log2_full)
UNIT(sin_approx_f32, sin)
UNIT(cos_approx_f32, cos)
UNIT(tanh_approx_f32, tanh)

/* ---- Division: the unit's reciprocal of the scaled divisor, times the scaled dividend --------------- */

struct quotient {
    uint32_t reciprocal, dividend;
};
ul_fn struct quotient divide_32(uint32_t a, uint32_t b, bool full, bool ftz)
{
    const float x = ul_bits_float(a), y = ul_bits_float(b), m = __builtin_fabsf(y);
    const float up = !ftz && m < 0x1p-126f ? 0x1p24f : 1.0f, k = full && m > 0x1p126f ? 0.25f : up;
    const uint32_t scale = ul_float_bits(k);
    const uint32_t dividend = full && ftz ? mul_32(a, scale, NEAREST, true, false) : ul_float_bits(x * k);
    return (struct quotient){ul_float_bits(ul_mufu_rcp(y * k)), dividend};
}
#define DIVISION_32(name, full, ftz)                                                                         \
    I uint32_t ptx_div_##name##_f32(uint32_t a, uint32_t b)                                                  \
    {                                                                                                        \
        const struct quotient q = divide_32(a, b, full, ftz);                                                \
        return mul_32(q.reciprocal, q.dividend, NEAREST, ftz, false);                                        \
    }                                                                                                        \
    I uint32_t ptx_div_##name##_f32_fused(uint32_t a, uint32_t b, uint32_t c)                                \
    {                                                                                                        \
        const struct quotient q = divide_32(a, b, full, ftz);                                                \
        return fma_32(q.reciprocal, q.dividend, c, NEAREST, ftz, false);                                     \
    }
DIVISION_32(approx, false, false)
DIVISION_32(approx_ftz, false, true)
DIVISION_32(full, true, false)
DIVISION_32(full_ftz, true, true)

/* ---- float64: the high word alone is looked at, and the low word of the result is 0 ----------------- */

ul_fn int64_t unit_sum(ul_long row, int x, int square_of, int s0, int s2)
{
    return ul_mufu_sum(row, x, ul_mufu_square(square_of), s0, s2);
}
I uint64_t ptx_rcp_approx_ftz_f64(uint64_t a)
{
    const uint32_t high = (uint32_t)(a >> 32), sign = high & SIGN_32;
    const int e = (int)(high >> 20 & 0x7ff), m = (int)(high & 0xfffff) << 3, x = m & 0xffff;
    const int64_t sum = unit_sum(ul_mufu_rcp_table[m >> 16], x, x << 1, 13, 0);
    const int y = (2044 - e) * 0x100000 + (int)((sum + 0x47e7) >> 18);
    uint32_t r = e == 0x7ff || y < 0x100000 ? 0 : (uint32_t)y;
    r = (e == 0 ? 0x7ff00000u : r) | sign;
    return (uint64_t)((high & MAGNITUDE_32) > 0x7ff00000u ? NAN_32 : r) << 32;
}
I uint64_t ptx_rsqrt_approx_ftz_f64(uint64_t a)
{
    const uint32_t high = (uint32_t)(a >> 32), sign = high & SIGN_32;
    const int e = (int)(high >> 20 & 0x7ff) - 1023;
    const int m = (int)(high & 0xfffff) << 3 | (e & 1) << 23, x = m & 0x1ffff;
    const int64_t sum = unit_sum(ul_mufu_rsqrt_table[m >> 17], x, x, 14, 2);
    const uint32_t y = m == 0 ? 0x200000 : (uint32_t)((sum + 0x7fff) >> 19);
    uint32_t r = e > 1023 ? 0 : (uint32_t)((1021 - (e >> 1)) * 0x100000) + y;
    r = sign != 0 || (high & MAGNITUDE_32) > 0x7ff00000u ? NAN_32 : r;
    return (uint64_t)(e < -1022 ? sign | 0x7ff00000u : r) << 32;
}

/* One step of a cubic iteration. */
ul_fn double rsqrt_core_64(double x)
{
    const double r = ul_bits_double(ptx_rsqrt_approx_ftz_f64(ul_double_bits(x)));
    const double e = __builtin_fma(x, -(r * r), 1.0);
    return __builtin_fma(__builtin_fma(e, 0.375, 0.5), r * e, r);
}
I uint64_t ptx_rsqrt_approx_f64(uint64_t a)
{
    const double x = ul_bits_double(a);
    const bool subnormal = (a & INFINITY_64) == 0, zero = (a & MAGNITUDE_64) == 0;
    const double core = rsqrt_core_64(subnormal ? x * 0x1p54 : x);
    const uint64_t r = ul_double_bits(subnormal ? core * 0x1p27 : core);
    if (is_nan_64(a))
        return quiet_64(a);
    if (zero)
        return (a & SIGN_64) | INFINITY_64;
    return a >> 63 ? NAN_64 : a == INFINITY_64 ? 0 : r;
}
