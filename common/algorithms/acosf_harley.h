/* acos(x) from one square root. Near 1, acos(x) = sqrt(2 (1 - x)) (1 + (1 - x) / 12 + ...); one constant for
 * the 1/12 and the tail spreads the relative error over [0, 1]. */
ul_fn float acosf_harley(float x)
{
    const float c = 0.10501085f;
    const float t = -ul_fabs(x);
    const float s = ul_approx_sqrt(ul_fma(2.0f, t, 2.0f));
    const float r = ul_fma(ul_fma(c, t, c), s, s); /* s (1 + c (1 - |x|)) */
    return x < 0.0f ? 3.14159265f - r : r;         /* acos(-x) = pi - acos(x) */
}
/* ulparity
 * signature  float(float)
 * reference  acos(x)
 * domain     [-1, 1]
 * split      0
 * claim      ulp 85791 ordinal at 0x1.16d592p-1
 * claim      rel 5.1408e-3 at -0x1p-34
 * cost       8 instructions, 1 mufu, sm_89, CUDA 12.8
 * requires   cuda sm_52
 * source     R. Harley, 1996; figures: N. Juffa, 2026, NVIDIA developer forum
 */
