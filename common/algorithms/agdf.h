/* The inverse of the Gudermannian function, asinh(tan(x)) between -pi/2 and pi/2. Near 0 x and a polynomial
 * in x^2; from 1 on -log(tan(d/2)) with d = pi/2 - |x|, which is exact but for pi/2's own rounding. */
ul_fn float agdf(float x)
{
    const float a = ul_fabs(x), s = ul_mul(x, x);
    float p = ul_fma(0x1.4bcf2ap-12f, s, -0x1.bee344p-12f);
    p = ul_fma(p, s, 0x1.0985b4p-10f);
    p = ul_fma(p, s, 0x1.f7247ep-11f);
    p = ul_fma(p, s, 0x1.ffa076p-9f);
    p = ul_fma(p, s, 0x1.8c3204p-7f);
    p = ul_fma(p, s, 0x1.5556d2p-5f);
    p = ul_fma(p, s, 0x1.555554p-3f);
    const float near = ul_fma(ul_mul(p, s), a, a);
    const float d = ul_add(ul_sub(0x1.921fb6p+0f, a), -0x1.777a5cp-25f), w = ul_mul(d, d);
    float q = ul_fma(0x1.7b641cp-15f, w, 0x1.b9bb24p-12f);
    q = ul_fma(q, w, 0x1.11110ep-8f);
    q = ul_fma(q, w, 0x1.555556p-5f);
    const float u = ul_fma(ul_mul(q, w), d, ul_mul(0.5f, d)); /* tan(d/2) = 2^e (1 + f), f within 1/3 */
    const ul_int e = (ul_int)(ul_float_bits(u) - 0x3f2aaaabu) >> 23;
    const float f = ul_sub(ul_bits_float(ul_float_bits(u) - ((ul_uint)e << 23)), 1.0f);
    float l = ul_fma(0x1.20a68p-3f, f, -0x1.343f9p-3f);
    l = ul_fma(l, f, 0x1.1e7ca6p-3f);
    l = ul_fma(l, f, -0x1.518982p-3f);
    l = ul_fma(l, f, 0x1.99d31p-3f);
    l = ul_fma(l, f, -0x1.000b0ep-2f);
    l = ul_fma(l, f, 0x1.55550ap-2f);
    l = ul_fma(l, f, -0x1.fffff6p-2f);
    const float far = -ul_fma((float)e, 0x1.62e43p-1f, ul_fma(ul_mul(f, f), l, f));
    return ul_copysign(a < 1.0f ? near : d > 0.0f ? far : ul_bits_float(0x7fc00000), x);
}
/* ulparity
 * signature  float(float)
 * reference  asinh(tan(x))
 * domain     [-0x1.921fb4p+0, 0x1.921fb4p+0]
 * split      -1 0 1
 * claim      ulp 1.45 opencl at 0x1.3d8a98p+0
 * cost       47 instructions, 0 mufu, sm_89, CUDA 12.8
 * source     this project; polynomials by Sollya's fpminimax
 */
