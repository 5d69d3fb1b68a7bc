/* The logistic function from two approximations: 2^(-x/log(2)) is exp(-x). */
ul_fn float logistic(float x)
{
    const float e = ul_approx_exp2(ul_mul(x, -1.44269504f));
    return ul_approx_rcp(ul_add(1.0f, e));
}
/* ulparity
 * signature  float(float)
 * reference  1 / (1 + exp(-x))
 * domain     [-16, 16]
 * claim      ulp 20 opencl
 * claim      rel 1e-6
 */
