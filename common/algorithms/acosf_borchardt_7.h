/* acos(x) = sqrt(1 - x^2) / B(|x|, 1), with a linear fit in place of Borchardt's mean B. */
ul_fn float acosf_borchardt_7(float x)
{
    const float s = ul_approx_sqrt(ul_fma(x, -x, 1.0f));
    const float r = ul_approx_rcp(ul_fma(3.65382433e-1f, ul_fabs(x), 6.40128374e-1f));
    return x < 0.0f ? ul_fma(-s, r, 3.14159265f) : ul_mul(s, r); /* acos(-x) = pi - acos(x) */
}
/* ulparity
 * signature  float(float)
 * reference  acos(x)
 * domain     [-1, 1]
 * split      0
 * claim      ulp 91951 ordinal at 0x1.fffffcp-1
 * claim      rel 5.4812e-3 at -0x1.5e5162p-24
 * cost       8 instructions, 2 mufu, sm_89, CUDA 12.8
 * requires   cuda sm_52
 * source     N. Juffa, 2026, NVIDIA developer forum
 */
