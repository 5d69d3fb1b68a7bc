/* gd(x) = 2 atan(tanh(x/2)), the Gudermannian function. Near 0 x and a polynomial in x^2, whose coefficients
 * shrink since the nearest singularities are at +-i pi/2; beyond 3/2 pi/2 - 2 atan(t), with t = exp(-|x|),
 * where a few terms of atan do and t's error is small beside the result. */
ul_fn float gdf(float x)
{
    const float a = ul_fabs(x), s = ul_mul(x, x);
    float p = ul_fma(0x1.68d81ep-22f, s, -0x1.32b26cp-18f);
    p = ul_fma(p, s, 0x1.ebc9bep-16f);
    p = ul_fma(p, s, -0x1.033cdcp-13f);
    p = ul_fma(p, s, 0x1.b1105cp-12f);
    p = ul_fma(p, s, -0x1.49865ap-10f);
    p = ul_fma(p, s, 0x1.f416fap-9f);
    p = ul_fma(p, s, -0x1.8c9ac4p-7f);
    p = ul_fma(p, s, 0x1.555584p-5f);
    p = ul_fma(p, s, -0x1.555556p-3f);
    const float near = ul_fma(ul_mul(p, s), a, a);
    const float t = ul_approx_exp2(ul_mul(a, -0x1.715476p+0f)), w = ul_mul(t, t);
    float q = ul_fma(-0x1.0fed26p-2f, w, 0x1.99035cp-2f);
    q = ul_fma(q, w, -0x1.5554b8p-1f);
    q = ul_fma(q, w, 2.0f);
    const float far = ul_add(0x1.921fb6p+0f, ul_fma(-t, q, -0x1.777a5cp-25f)); /* pi/2 in two parts */
    return ul_copysign(a < 1.5f ? near : far, x);
}
/* ulparity
 * signature  float(float)
 * reference  2*atan(tanh(x/2))
 * split      -1.5 0 1.5
 * claim      ulp 1.28 opencl at 0x1.8b87ecp+0
 * cost       25 instructions, 1 mufu, sm_89, CUDA 12.8
 * source     this project; polynomials by Sollya's fpminimax
 */
