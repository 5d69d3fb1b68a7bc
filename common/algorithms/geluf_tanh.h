/* gelu(x) = x normcdf(x) = (1 + erf(x / sqrt(2))) x/2, with erf from tanh, as erff_tanh_2 has it; the
 * coefficients are gelu's own. Where normcdf is small, below -3, only the absolute error is. */
ul_fn float geluf_tanh(float x)
{
    const float p = ul_fma(0x1.1c2122p-5f, ul_mul(x, x), 0x1.99b24ap-1f);
    return ul_mul(ul_add(ul_approx_tanh(ul_mul(p, x)), 1.0f), ul_mul(x, 0.5f));
}
/* ulparity
 * signature  float(float)
 * reference  x*normcdf(x)
 * domain     [-16, 16]
 * claim      abs 2.779e-4 at 0x1.b5289ep+0
 * cost       8 instructions, 1 mufu, sm_89, CUDA 13.0
 * requires   cuda sm_75
 * source     this project; coefficients: derive/gelu.sollya
 */
