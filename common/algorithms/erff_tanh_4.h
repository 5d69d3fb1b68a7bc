/* erf(x) = tanh(x p(x^2)) with a p so good that tanh's own error is what is left to see. Its leading term is
 * negative: beyond 2 sqrt(3), where erf is 1 to 10^-6, p stays as it is and x does the rest. */
ul_fn float erff_tanh_4(float x)
{
    const float t = ul_mul(x, x), s = t < 12.0f ? t : 12.0f;
    float p = ul_fma(-0x1.90861ep-13f, s, -0x1.d84b28p-11f);
    p = ul_fma(p, s, 0x1.a652bcp-4f);
    p = ul_fma(p, s, 0x1.20dc1ap+0f);
    return ul_approx_tanh(ul_mul(p, x));
}
/* ulparity
 * signature  float(float)
 * reference  erf(x)
 * split      -3.4641 3.4641
 * claim      ulp 414 opencl at 0x1.c538eep-7
 * claim      abs 2.2373e-5 at 0x1.194dcep+0
 * cost       8 instructions, 1 mufu, sm_89, CUDA 13.0
 * requires   cuda sm_75
 * source     J. D. Vedder, 1987; coefficients: derive/erf.sollya
 */
