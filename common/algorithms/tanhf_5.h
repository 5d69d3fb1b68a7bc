/* tanh(x): near 0 x + x s p(s), s = x^2, beyond 1 - 2 / (exp(2|x|) + 1), whose error is smaller for |x| than
 * for x below 0. The sum with 0 makes s p(s) +0 at 0, so that -0 comes back. */
ul_fn float tanhf_5(float x)
{
    const float a = ul_fabs(x), s = ul_mul(x, x);
    float p = ul_fma(0x1.017e9cp-6f, s, -0x1.ac3a8ap-5f);
    p = ul_fma(p, s, 0x1.10acdep-3f);
    p = ul_fma(p, s, -0x1.55538cp-2f);
    const float near = ul_fma(ul_fma(p, s, 0.0f), x, x);
    const float e = ul_approx_exp2(ul_mul(a, 0x1.715476p+1f));
    const float far = ul_fma(-2.0f, ul_approx_rcp(ul_add(e, 1.0f)), 1.0f);
    return a < 0.59375f ? near : ul_copysign(far, x);
}
/* ulparity
 * signature  float(float)
 * reference  tanh(x)
 * split      -0.59375 0 0.59375
 * claim      ulp 1.815 opencl at 0x1.405748p-1
 * cost       16 instructions, 2 mufu, sm_89, CUDA 13.0
 * source     this project; coefficients: derive/tanh.sollya
 */
