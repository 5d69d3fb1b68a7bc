/* log(1 + x): near 0 x + x^2 p(x), beyond from the approximation of log2 and 1 + x as it is rounded, whose
 * errors are absolute ones near 1, and small beside the result there. */
ul_fn float log1pf_6(float x)
{
    float p = ul_fma(0x1.4bd506p-3f, x, -0x1.7c9a98p-3f);
    p = ul_fma(p, x, 0x1.97aaf4p-3f);
    p = ul_fma(p, x, -0x1.fe625ep-3f);
    p = ul_fma(p, x, 0x1.5558cep-2f);
    p = ul_fma(p, x, -0x1.000108p-1f);
    const float far = ul_mul(ul_approx_log2(ul_add(x, 1.0f)), 0x1.62e43p-1f);
    return ul_fabs(x) < 0.2845f ? ul_fma(p, ul_mul(x, x), x) : far;
}
/* ulparity
 * signature  float(float)
 * reference  log1p(x)
 * split      -0.2845 0 0.2845
 * claim      ulp 6.49 opencl at -0x1.92140ap-2
 * cost       13 instructions, 1 mufu, sm_89, CUDA 13.0
 * source     this project; coefficients: derive/log1p.sollya
 */
