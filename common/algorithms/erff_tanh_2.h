/* erf(x) = tanh(x p(x^2)), by one coefficient more than a slope at 0: Vedder's form, in which tanh is one
 * instruction. Odd, 1 at infinity; near 0 the slope is off by what the claim says. */
ul_fn float erff_tanh_2(float x)
{
    const float p = ul_fma(0x1.9c6c36p-4f, ul_mul(x, x), 0x1.20f7cep+0f);
    return ul_approx_tanh(ul_mul(p, x));
}
/* ulparity
 * signature  float(float)
 * reference  erf(x)
 * claim      ulp 6063.3 opencl at 0x1.c5bfacp-9
 * claim      abs 3.4716e-4 at 0x1.d84dfep+0
 * cost       5 instructions, 1 mufu, sm_89, CUDA 13.0
 * requires   cuda sm_75
 * source     J. D. Vedder, 1987; coefficients: derive/erf.sollya
 */
