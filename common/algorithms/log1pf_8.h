/* log(1 + x) = e log(2) + log(1 + f), with f in [-1/4, 1/2]: e is taken from 1 + x as it is rounded, f from x
 * itself, (1 + x) 2^-e - 1 = x 2^-e + (2^-e - 1), so that no bit of x is lost. log(1 + f) = f + f^2 p(f).
 * What has no such e (-1, what is below, NaN) or one above 126 has the approximation's logarithm. */
ul_fn float log1pf_8(float x)
{
    const float u = ul_add(x, 1.0f);
    const ul_uint b = ul_float_bits(u) - 0x33400000u; /* of 3/4 2^-24: e + 24 is its exponent field */
    const ul_uint m = b & 0xff800000u;
    const float s = ul_bits_float(0x4b800000u - m); /* 2^-e */
    const float f = ul_fma(x, s, ul_sub(s, 1.0f));
    const float e = ul_mul((float)(ul_int)(m - 0x0c000000u), 0x1p-23f);
    float p = ul_fma(0x1.bb97bp-5f, f, -0x1.ee45cap-4f);
    p = ul_fma(p, f, 0x1.32d662p-3f);
    p = ul_fma(p, f, -0x1.58855ep-3f);
    p = ul_fma(p, f, 0x1.992218p-3f);
    p = ul_fma(p, f, -0x1.ffddep-3f);
    p = ul_fma(p, f, 0x1.5555e4p-2f);
    p = ul_fma(p, f, -0x1.000014p-1f);
    const float r = ul_fma(e, 0x1.62e43p-1f, ul_fma(ul_mul(p, f), f, f));
    return b < 0x4b800000u ? ul_copysign(r, x) : ul_mul(ul_approx_log2(u), 0x1.62e43p-1f);
}
/* ulparity
 * signature  float(float)
 * reference  log1p(x)
 * split      -1 -0.625 -0.25 0 0.5 2
 * claim      ulp 1.27 opencl at 0x1.fffffep-2
 * cost       28 instructions, 1 mufu, sm_89, CUDA 13.0
 * source     this project; coefficients: derive/log1p.sollya
 */
