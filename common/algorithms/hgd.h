/* gd(x) = 2 atan(tanh(x/2)), the Gudermannian function, in half precision, as gdf.h has it. The coefficients
 * are among those near the minimax ones that misround nothing. */
ul_fn ul_half hgd(ul_half h)
{
    const float x = ul_half_to_float(h), a = ul_fabs(x), s = ul_mul(x, x);
    float p = ul_fma(0x1.229316p-14f, s, -0x1.630bd2p-11f);
    p = ul_fma(p, s, 0x1.ac7ed4p-9f);
    p = ul_fma(p, s, -0x1.843ed8p-7f);
    p = ul_fma(p, s, 0x1.54f5b8p-5f);
    p = ul_fma(p, s, -0x1.55547ep-3f);
    const float near = ul_fma(ul_mul(p, s), a, a);
    const float t = ul_approx_exp2(ul_mul(a, -0x1.715476p+0f)), w = ul_mul(t, t);
    const float q = ul_fma(ul_fma(0x1.84a8ep-2f, w, -0x1.5523c6p-1f), w, 0x1.ffffeep0f);
    const float far = ul_fma(-t, q, 0x1.921fb6p+0f);
    return ul_float_to_half(ul_copysign(a < 1.5f ? near : far, x));
}
/* ulparity
 * signature  half(half)
 * reference  2*atan(tanh(x/2))
 * split      -1.5 0 1.5
 * claim      misrounded 0
 * cost       22 instructions, 1 mufu, sm_89, CUDA 12.8
 * source     this project; polynomials by Sollya's fpminimax
 */
