/* The inverse of the Gudermannian function in half precision, as agdf.h has it. The coefficients are among
 * those near the minimax ones that misround nothing. */
ul_fn ul_half hagd(ul_half h)
{
    const float x = ul_half_to_float(h), a = ul_fabs(x), s = ul_mul(x, x);
    float p = ul_fma(0x1.cacbb2p-9f, s, 0x1.6f97f8p-10f);
    p = ul_fma(p, s, 0x1.abd6bap-7f);
    p = ul_fma(p, s, 0x1.545c12p-5f);
    p = ul_fma(p, s, 0x1.555672p-3f);
    const float near = ul_fma(ul_mul(p, s), a, a);
    const float d = ul_add(ul_sub(0x1.921fb6p+0f, a), -0x1.777a5cp-25f), w = ul_mul(d, d);
    const float q = ul_fma(ul_fma(0x1.d0dfecp-12f, w, 0x1.10e3ecp-8f), w, 0x1.55557p-5f);
    const float u = ul_fma(ul_mul(q, w), d, ul_mul(0.5f, d));    /* tan(d/2) */
    const float far = ul_mul(-0x1.62e43p-1f, ul_approx_log2(u)); /* NaN where d is negative */
    return ul_float_to_half(ul_copysign(a < 1.0f ? near : far, x));
}
/* ulparity
 * signature  half(half)
 * reference  asinh(tan(x))
 * domain     [-0x1.92p+0, 0x1.92p+0]
 * split      -1 0 1
 * claim      misrounded 0
 * cost       25 instructions, 1 mufu, sm_89, CUDA 12.8
 * source     this project; polynomials by Sollya's fpminimax
 */
