/* gelu(x) = x normcdf(x), with normcdf(-a) = 2^p(a) for a = |x|: the smaller tail, from which the other is what
 * is missing to 1. The absolute error is small; far below 0, where gelu is as good as 0, the relative one is not. */
ul_fn float geluf_exp2(float x)
{
    const float a = ul_fabs(x);
    float p = ul_fma(-0x1.073a74p-11f, a, 0x1.ddb56cp-8f);
    p = ul_fma(p, a, -0x1.acd05p-5f);
    p = ul_fma(p, a, -0x1.d673dp-2f);
    p = ul_fma(p, a, -0x1.26aac6p+0f);
    p = ul_fma(p, a, -0x1.00002cp+0f);
    const float q = ul_approx_exp2(p);
    return ul_mul(x < 0.0f ? q : ul_sub(1.0f, q), x);
}
/* ulparity
 * signature  float(float)
 * reference  x*normcdf(x)
 * domain     [-16, 16]
 * split      0
 * claim      abs 9.283e-7 at 0x1.007996p+2
 * cost       10 instructions, 1 mufu, sm_89, CUDA 13.0
 * source     this project; coefficients: derive/gelu.sollya
 */
