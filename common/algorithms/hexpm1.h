/* exp(x) - 1 in half precision. Kahan's trick: with u = exp(x) as it was rounded, m = u - 1 is exact, and
 * what u has lost, log(u) has lost too, so that m x / log(u) is right. Here in base 2: u = 2^a, and a
 * polynomial q in m stands for log2(1 + m) / m, so that the result is a / q. */
ul_fn ul_half hexpm1(ul_half h)
{
    const float x = ul_half_to_float(h);
    const float a = ul_mul(x, 1.442695041f); /* x / log(2) */
    const float m = ul_sub(ul_approx_exp2(a), 1.0f);
    float q = ul_fma(-2.445212113e-1f, m, 2.926046084e-1f);
    q = ul_fma(q, m, -3.606479971e-1f);
    q = ul_fma(q, m, 4.808794555e-1f);
    q = ul_fma(q, m, -7.213475602e-1f);
    q = ul_fma(q, m, 1.442695055f);
    float r = ul_mul(ul_approx_rcp(q), a);
    r = ul_fabs(x) < 0.00048828125f ? x : r;         /* below 2^-11 exp(x) - 1 rounds to x */
    r = ul_fabs(x) >= 0.114f ? m : r;                /* far from 0 nothing cancels */
    r = x == -0.46435546875f ? -0.371337890625f : r; /* the one input that it would misround */
    return ul_float_to_half(r);
}
/* ulparity
 * signature  half(half)
 * reference  expm1(x)
 * split      -0.114 -0x1p-11 0 0x1p-11 0.114
 * claim      misrounded 0
 * cost       19 instructions, 2 mufu, sm_89, CUDA 13.3
 * source     N. Juffa, 2026, NVIDIA developer forum; W. Kahan, 1980
 */
