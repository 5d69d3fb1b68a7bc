/* atan(x) = r p(r^2) for r = |x| up to 1, and pi/2 less the same for r = 1/|x| beyond. */
ul_fn float atanf_5(float x)
{
    const float a = ul_fabs(x), r = a > 1.0f ? ul_approx_rcp(a) : a, s = ul_mul(r, r);
    float p = ul_fma(0x1.86ea44p-6f, s, -0x1.7880f6p-4f);
    p = ul_fma(p, s, 0x1.7b5078p-3f);
    p = ul_fma(p, s, -0x1.53a93ap-2f);
    p = ul_fma(p, s, 0x1.fffc12p-1f);
    p = ul_mul(p, r);
    return ul_copysign(a > 1.0f ? ul_sub(0x1.921fb6p+0f, p) : p, x);
}
/* ulparity
 * signature  float(float)
 * reference  atan(x)
 * split      -1 0 1
 * claim      ulp 503 opencl at 0x1.ffffeap-126
 * claim      abs 2.3447e-5 at 0x1.ffffbp-1
 * cost       13 instructions, 1 mufu, sm_89, CUDA 13.0
 * source     this project; coefficients: derive/atan.sollya
 */
