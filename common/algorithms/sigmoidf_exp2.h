/* The logistic function 1 / (1 + exp(-x)) as it is written, by two approximations. What the product with
 * log2(e) loses when it is rounded, 2^y magnifies: below 0 the error grows with |x|. */
ul_fn float sigmoidf_exp2(float x)
{
    return ul_approx_rcp(ul_add(ul_approx_exp2(ul_mul(x, -0x1.715476p+0f)), 1.0f));
}
/* ulparity
 * signature  float(float)
 * reference  1/(1+exp(-x))
 * domain     [-87.3, inf]
 * claim      ulp 63.43 opencl at -0x1.5242cap+6
 * claim      abs 1.184e-7 at 0x1.826dbcp+1
 * cost       4 instructions, 2 mufu, sm_89, CUDA 13.0
 * source     N. Juffa, 2023, NVIDIA developer forum
 */
