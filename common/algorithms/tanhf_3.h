/* tanh(x): near 0 x p(x^2), beyond 1 - 2 / (exp(2x) + 1), which needs neither the sign of x nor a bound on
 * it: 2^y is 0 or infinite in time. */
ul_fn float tanhf_3(float x)
{
    const float s = ul_mul(x, x);
    float p = ul_fma(0x1.058ca8p-3f, s, -0x1.552e0ap-2f);
    p = ul_fma(p, s, 0x1.ffffecp-1f);
    const float e = ul_approx_exp2(ul_mul(x, 0x1.715476p+1f));
    const float far = ul_fma(-2.0f, ul_approx_rcp(ul_add(e, 1.0f)), 1.0f);
    return ul_fabs(x) < 0.265625f ? ul_mul(p, x) : far;
}
/* ulparity
 * signature  float(float)
 * reference  tanh(x)
 * split      -0.265625 0 0.265625
 * claim      ulp 10.86 opencl at 0x1.fd9c26p-9
 * cost       13 instructions, 2 mufu, sm_89, CUDA 13.0
 * source     this project; coefficients: derive/tanh.sollya
 */
