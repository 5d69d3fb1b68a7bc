/* The logistic function 1 / (1 + exp(-x)). With a = -x log2(e) as it was rounded, exp(-x) is 2^a exp(d),
 * where d = -x - a log(2), with log(2) in two parts, is what rounding has cost: tiny, so that 1 + d will do
 * for exp(d). log2(e) is rounded toward 0: d is positive where 2^a may be infinite. Where a is infinite d is
 * not a number, or far too large; the bound upon it makes it harmless there. */
ul_fn float sigmoidf_split(float x)
{
    const float a = ul_mul(x, -0x1.715474p+0f);
    const float d = ul_fma(a, 0x1.05c61p-29f, ul_fma(a, -0x1.62e43p-1f, -x));
    const float e = ul_approx_exp2(a);
    return ul_approx_rcp(ul_add(ul_fma(e, d < 0x1p-10f ? d : 0x1p-10f, e), 1.0f));
}
/* ulparity
 * signature  float(float)
 * reference  1/(1+exp(-x))
 * domain     [-87.3, inf]
 * claim      ulp 4.72 opencl at -0x1.0a40f4p+4
 * claim      abs 1.173e-7 at 0x1.034c7p+2
 * cost       8 instructions, 2 mufu, sm_89, CUDA 13.0
 * source     this project
 */
