/* acos(x) = sqrt(1 - x^2) / B(|x|, 1), with B Borchardt's mean. One iteration from the first arithmetic mean
 * a and geometric mean b; a combination of the two, fitted over [0, 1], accelerates the convergence. */
ul_fn float acosf_borchardt_15(float x)
{
    const float a = ul_fma(0.5f, ul_fabs(x), 0.5f);
    const float b = ul_approx_sqrt(a);
    const float s = ul_approx_sqrt(ul_fma(x, -x, 1.0f));
    const float mean = ul_fma(6.95412576e-1f, b, ul_fma(3.19458008e-1f, a, -1.48525238e-2f));
    const float r = ul_approx_rcp(mean);
    return x < 0.0f ? ul_fma(-s, r, 3.14159265f) : ul_mul(s, r); /* acos(-x) = pi - acos(x) */
}
/* ulparity
 * signature  float(float)
 * reference  acos(x)
 * domain     [-1, 1]
 * split      0
 * claim      ulp 303.08 ordinal at 0x1.fffffcp-1
 * claim      rel 1.9514e-5 at 0x1.7c0498p-3
 * cost       12 instructions, 3 mufu, sm_89, CUDA 12.8
 * requires   cuda sm_52
 * source     N. Juffa, 2026, NVIDIA developer forum
 */
