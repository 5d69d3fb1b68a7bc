/* erf(x): near 0 x + x p(x^2), beyond 15/16 1 - 2^(-a - a q(a)) with a = |x|, where the error of 2^y is small
 * beside the result. Both are computed, which takes less than to choose between two sets of coefficients. */
ul_fn float erff_exp2(float x)
{
    const float a = ul_fabs(x), s = ul_mul(x, x);
    float p = ul_fma(-0x1.36a5aep-11f, s, 0x1.466a12p-8f);
    p = ul_fma(p, s, -0x1.b6698ep-6f);
    p = ul_fma(p, s, 0x1.ce1856p-4f);
    p = ul_fma(p, s, -0x1.8126dcp-2f);
    p = ul_fma(p, s, 0x1.06eba6p-3f);
    const float near = ul_fma(p, x, x);
    float q = ul_fma(0x1.2627eap-16f, a, -0x1.f641e2p-12f);
    q = ul_fma(q, a, 0x1.5beb9ep-8f);
    q = ul_fma(q, a, -0x1.19c3c6p-5f);
    q = ul_fma(q, a, 0x1.3a294ep-3f);
    q = ul_fma(q, a, 0x1.d51ecp-1f);
    q = ul_fma(q, a, 0x1.41b284p-1f);
    const float far = ul_sub(1.0f, ul_approx_exp2(ul_fma(-q, a, -a)));
    return a < 0.9375f ? near : ul_copysign(far, x);
}
/* ulparity
 * signature  float(float)
 * reference  erf(x)
 * split      -0.9375 0 0.9375
 * claim      ulp 1.255 opencl at 0x1.e07192p-1
 * cost       21 instructions, 1 mufu, sm_89, CUDA 13.0
 * source     this project; coefficients: derive/erf.sollya
 */
