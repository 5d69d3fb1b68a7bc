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
 * source     this project
 */
