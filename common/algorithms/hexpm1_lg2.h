/* hexpm1 with the unit's logarithm where hexpm1 has a polynomial. It fails: the unit's logarithm is fixed
 * point, so near 1 its relative error is huge, and u's error no longer cancels. Kept to show that. */
ul_fn ul_half hexpm1_lg2(ul_half h)
{
    const float x = ul_half_to_float(h);
    const float a = ul_mul(x, 1.442695041f); /* x / log(2) */
    const float u = ul_approx_exp2(a);
    const float m = ul_sub(u, 1.0f);
    float r = ul_mul(ul_mul(m, a), ul_approx_rcp(ul_approx_log2(u)));
    r = ul_fabs(x) < 0.00048828125f ? x : r; /* below 2^-11 exp(x) - 1 rounds to x */
    r = ul_fabs(x) >= 0.114f ? m : r;        /* far from 0 nothing cancels */
    return ul_float_to_half(r);
}
/* ulparity
 * signature  half(half)
 * reference  expm1(x)
 * split      -0.114 -0x1p-11 0 0x1p-11 0.114
 * source     after hexpm1; W. Kahan, 1980
 */
