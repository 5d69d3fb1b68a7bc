/* NVIDIA's special function unit, bit for bit: what PTX calls rcp, rsqrt, sqrt, ex2, lg2, sin, cos
 * .approx.ftz.f32 and tanh.approx.f32. Each function reduces its argument to a table index and a fraction x
 * of a segment, and evaluates c0 + c1 x + c2 x^2 in fixed point. Method: envytools, nvhw/sfu.c; constants and
 * roundings checked against an NVIDIA H200 (sm_90, driver 580) over all 2^32 inputs.
 *
 * Inputs that are subnormal count as zero, such results become zero, and any NaN is 0x7fffffff. */
#define UL_MUFU_NAN      0x7fffffffu
#define UL_MUFU_INFINITY 0x7f800000u

/* All ones where x < y, else 0, in place of a condition: gcc makes branches of conditions, and no vectors of
 * loops with branches. The difference must not overflow. */
ul_fn ul_uint ul_mufu_below(ul_int x, ul_int y)
{
    return (ul_uint)((x - y) >> 31);
}
ul_fn ul_uint ul_mufu_nan(ul_uint b)
{
    return ul_mufu_below((ul_int)UL_MUFU_INFINITY, (ul_int)(b & 0x7fffffffu));
}
ul_fn ul_uint ul_mufu_choose(ul_uint mask, ul_uint yes, ul_uint no)
{
    return no ^ ((yes ^ no) & mask);
}

/* v^2 / 2^19 for v below 2^17, by a squarer that leaves out the columns below 2^18 of each partial product.
 * With v = 2^9 h + l: h's square stays whole, l's goes, and of twice h times l the columns
 * from 2^9 up stay. */
ul_fn ul_int ul_mufu_square(ul_int v)
{
    const ul_int h = v >> 9, l = v & 0x1ff;
    return (h * h >> 1) + (-(h >> 1 & 1) & l >> 8) + (-(h >> 2 & 1) & l >> 7) + (-(h >> 3 & 1) & l >> 6) +
           (-(h >> 4 & 1) & l >> 5) + (-(h >> 5 & 1) & l >> 4) + (-(h >> 6 & 1) & l >> 3) +
           (-(h >> 7 & 1) & l >> 2);
}

/* c0 2^s0 + c1 x + c2 x^2 2^s2, of a table's row. */
ul_fn ul_long ul_mufu_sum(ul_long row, ul_int x, ul_int x2, ul_int s0, ul_int s2)
{
    const ul_int c0 = (ul_int)(row & 0x3ffffff), c1 = (ul_int)((ul_long)((ul_ulong)row << 20) >> 46);
    const ul_int c2 = (ul_int)(row >> 44);
    return ((ul_long)c0 << s0) + (ul_long)c1 * x + (ul_long)(c2 * x2) * (1 << s2);
}

/* Position of the highest bit of v, 0 < v < 2^24, read from its (exact) conversion to float. */
ul_fn ul_int ul_mufu_top(ul_int v)
{
    return (ul_int)(ul_float_bits((float)v) >> 23) - 127;
}

/* The bits of v / 2^point, 0 <= v < 2^46, cut toward zero to 24 bits. */
ul_fn ul_uint ul_mufu_cut(ul_ulong v, ul_int point)
{
    const ul_int high = (ul_int)(v >> 23), low = (ul_int)v & 0x7fffff;
    const ul_uint is_high = ul_mufu_below(0, high);
    const ul_int top = ul_mufu_top((ul_int)ul_mufu_choose(is_high, (ul_uint)high, (ul_uint)low | 1));
    const ul_uint m = ul_mufu_choose(is_high, (ul_uint)(v >> top), (ul_uint)low << (23 - top));
    const ul_uint bits = ((ul_uint)(126 - point + top + (23 & (ul_int)is_high)) << 23) + m;
    return ul_mufu_choose(ul_mufu_below(high | low, 1), 0, bits);
}

ul_fn float ul_mufu_rcp(float a)
{
    const ul_uint b = ul_float_bits(a);
    const ul_int e = (ul_int)(b >> 23 & 0xff), m = (ul_int)(b & 0x7fffff), k = m >> 16, x = m & 0xffff;
    const ul_long sum = ul_mufu_sum(ul_mufu_rcp_table[k], x, ul_mufu_square(x << 1), 13, 0);
    const ul_int y = (252 - e) * 0x800000 + (ul_int)((sum + 0x47e7) >> 15);
    ul_uint r = ul_mufu_choose(ul_mufu_below(y, 0x800000) | ul_mufu_below(254, e), 0, (ul_uint)y);
    r = ul_mufu_choose(ul_mufu_below(e, 1), UL_MUFU_INFINITY, r) | (b & 0x80000000u);
    return ul_bits_float(ul_mufu_choose(ul_mufu_nan(b), UL_MUFU_NAN, r));
}

ul_fn float ul_mufu_rsqrt(float a)
{
    const ul_uint b = ul_float_bits(a);
    const ul_int e = (ul_int)(b >> 23 & 0xff) - 127, m = (ul_int)(b & 0x7fffff) | (e & 1) << 23;
    const ul_int k = m >> 17, x = m & 0x1ffff;
    const ul_long sum = ul_mufu_sum(ul_mufu_rsqrt_table[k], x, ul_mufu_square(x), 14, 2);
    const ul_uint y = ul_mufu_choose(ul_mufu_below(m, 1), 0x1000000, (ul_uint)((sum + 0x7fff) >> 16));
    ul_uint r = ul_mufu_choose(ul_mufu_below(127, e), 0, (ul_uint)((125 - (e >> 1)) * 0x800000) + y);
    r = ul_mufu_choose((0u - (b >> 31)) | ul_mufu_nan(b), UL_MUFU_NAN, r);
    return ul_bits_float(ul_mufu_choose(ul_mufu_below(e, -126), (b & 0x80000000u) | UL_MUFU_INFINITY, r));
}

ul_fn float ul_mufu_sqrt(float a)
{
    const ul_uint b = ul_float_bits(a);
    const ul_int e = (ul_int)(b >> 23 & 0xff) - 127, m = (ul_int)(b & 0x7fffff), odd = e & 1;
    const ul_int k = (m >> 17) + 64 * odd, x = m & 0x1ffff;
    const ul_long sum = ul_mufu_sum(ul_mufu_sqrt_table[k], x, ul_mufu_square(x), 15 - odd, 1 - odd);
    const ul_uint y = (ul_uint)((sum + (0x7fff >> odd)) >> (17 - odd));
    ul_uint r =
        ul_mufu_choose(ul_mufu_below(127, e), UL_MUFU_INFINITY, (ul_uint)((126 + (e >> 1)) * 0x800000) + y);
    r = ul_mufu_choose((0u - (b >> 31)) | ul_mufu_nan(b), UL_MUFU_NAN, r);
    return ul_bits_float(ul_mufu_choose(ul_mufu_below(e, -126), b & 0x80000000u, r));
}

/* From 128 up infinity, below -126 zero: larger arguments than 160 need no distinction. */
ul_fn float ul_mufu_exp2(float a)
{
    const ul_uint b = ul_float_bits(a), magnitude = b & 0x7fffffffu;
    const float bounded =
        ul_bits_float(ul_mufu_choose(ul_mufu_below(0x43200000, (ul_int)magnitude), 0x43200000u, magnitude));
    const ul_int t = (ul_int)(bounded * 8388608.0f);
    const ul_int below = (ul_int)(b >> 31), fixed = (t ^ -below) + (below & ((t & 0x7fffff) == 0));
    const ul_int e = fixed >> 23, k = fixed >> 17 & 0x3f, x = fixed & 0x1ffff;
    const ul_long sum = ul_mufu_sum(ul_mufu_exp2_table[k], x, ul_mufu_square(x), 13, 0);
    ul_uint r = ((ul_uint)(e + 126) << 23) + (ul_uint)((sum + 0x77e2) >> 15);
    r = ul_mufu_choose(ul_mufu_below(e, -126), 0, ul_mufu_choose(ul_mufu_below(127, e), UL_MUFU_INFINITY, r));
    return ul_bits_float(ul_mufu_choose(ul_mufu_nan(b), UL_MUFU_NAN, r));
}

/* The sum has 36 fraction bits below the exponent, so its error near 1 is absolute, not relative. */
ul_fn float ul_mufu_log2(float a)
{
    const ul_uint b = ul_float_bits(a);
    const ul_int e = (ul_int)(b >> 23 & 0xff) - 127, m = (ul_int)(b & 0x7fffff), k = m >> 17, x = m & 0x1ffff;
    const ul_long sum = ul_mufu_sum(ul_mufu_log2_table[k], x, ul_mufu_square(x), 12, 1);
    const ul_long whole = ((sum + 0x3345) >> 2) + (ul_long)e * 0x1000000000;
    const ul_long below = -(ul_long)(e < 0); /* all bits, for the one's complement */
    ul_uint r = ul_mufu_cut((ul_ulong)(whole ^ below), 36) | ((ul_uint)below & 0x80000000u);
    r = ul_mufu_choose(ul_mufu_below((ul_int)((b & 0x7fffffffu) ^ 0x3f800000u), 1), 0,
                       ul_mufu_choose(ul_mufu_below(127, e), UL_MUFU_INFINITY, r));
    r = ul_mufu_choose((0u - (b >> 31)) | ul_mufu_nan(b), UL_MUFU_NAN, r);
    return ul_bits_float(ul_mufu_choose(ul_mufu_below(e, -126), 0xff800000u, r));
}

/* |a| / 2 pi in units of 2^-25, whole turns left out: the product with 0.15915494 is cut to 24 bits first. */
ul_fn ul_int ul_mufu_turn(ul_uint b)
{
    const ul_int e = (ul_int)(b >> 23 & 0xff) - 127;
    const ul_ulong product = (ul_ulong)((b & 0x7fffff) | 0x800000) * 0xa2f983;
    const ul_int carry = (ul_int)(product >> 47), shift = e - 1 + carry;
    const ul_uint r = (ul_uint)(product >> (23 + carry));
    const ul_uint turn =
        ul_mufu_choose(ul_mufu_below(shift, 0), r >> (-shift & 31), r << (shift & 31)) & 0x1ffffff;
    return (ul_int)ul_mufu_choose(ul_mufu_below(shift, -23) | ul_mufu_below(24, shift), 0, turn);
}

/* The sine of a number of quarter turns and a fraction of one (23 bits), with a sign to flip. */
ul_fn float ul_mufu_circle(ul_uint b, ul_int quadrant, ul_int fraction, ul_uint sign)
{
    const ul_int f = fraction ^ (-(quadrant & 1) & 0x7fffff), k = f >> 17, x = f & 0x1ffff;
    const ul_long sum = ul_mufu_sum(ul_mufu_sin_table[k], x, ul_mufu_square(x), 11, 0);
    const ul_uint r = sign ^ (ul_uint)(quadrant & 2) << 30 ^ ul_mufu_cut((ul_ulong)sum, 37);
    return ul_bits_float(
        ul_mufu_choose(ul_mufu_below(0x7f7fffff, (ul_int)(b & 0x7fffffffu)), UL_MUFU_NAN, r));
}

ul_fn float ul_mufu_sin(float a)
{
    const ul_uint b = ul_float_bits(a);
    const ul_int turn = ul_mufu_turn(b);
    return ul_mufu_circle(b, turn >> 23, turn & 0x7fffff, b & 0x80000000u);
}

ul_fn float ul_mufu_cos(float a)
{
    const ul_uint b = ul_float_bits(a);
    const ul_int turn = ul_mufu_turn(b);
    return ul_mufu_circle(b, (turn >> 23) + 1, turn & 0x7fffff, 0);
}

/* By exponent, from 2^-8 to 2^2: the number of segments is 2^k, which begin at a row of the table; c0 counts
 * in units 2^s of the sum's. */
ul_table ul_int ul_mufu_tanh_k[] = {0, 0, 0, 1, 1, 2, 2, 2, 3, 4, 3};
ul_table ul_int ul_mufu_tanh_row[] = {0, 1, 2, 3, 5, 7, 11, 15, 19, 27, 43};
ul_table ul_int ul_mufu_tanh_s[] = {8, 8, 8, 10, 10, 12, 12, 12, 13, 15, 13};

/* Below 2^-8 the argument itself, subnormal or not; from 8 up 1. */
ul_fn float ul_mufu_tanh(float a)
{
    const ul_uint b = ul_float_bits(a), sign = b & 0x80000000u;
    const ul_int e = (ul_int)(b >> 23 & 0xff) - 127, m = (ul_int)(b & 0x7fffff);
    const ul_int i = e < -8 ? 0 : e > 2 ? 10 : e + 8, s = ul_mufu_tanh_s[i];
    const ul_int cut = m >> (6 - ul_mufu_tanh_k[i]), k = ul_mufu_tanh_row[i] + (cut >> 17), x = cut & 0x1ffff;
    const ul_long sum = ul_mufu_sum(ul_mufu_tanh_table[k], x, ul_mufu_square(x), s, 1);
    ul_uint r = sign | ul_mufu_cut((ul_ulong)sum, 23 + s - (e < -1 ? e : -1));
    r = ul_mufu_choose(ul_mufu_below(2, e), sign | 0x3f800000u, ul_mufu_choose(ul_mufu_below(e, -8), b, r));
    return ul_bits_float(ul_mufu_choose(ul_mufu_nan(b), UL_MUFU_NAN, r));
}
