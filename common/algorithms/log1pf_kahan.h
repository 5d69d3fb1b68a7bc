/* log(1 + x) by Kahan's trick: with u = 1 + x as it was rounded, w = u - 1 is exact, and log(u) / w changes
 * so slowly that it may be had at u and used at 1 + x. The quotient x / w is near 1, so that nothing
 * overflows. */
ul_fn float log1pf_kahan(float x)
{
    const float u = ul_add(1.0f, x);
    const float w = ul_sub(u, 1.0f);
    if (u == 1.0f)
        return x;
    return w == x ? ul_log(u) : ul_mul(ul_log(u), ul_div(x, w)); /* infinity is its own w */
}
/* ulparity
 * signature  float(float)
 * reference  log1p(x)
 * split      -1 0
 * source     W. Kahan, 1980; N. J. Higham, Accuracy and Stability of Numerical Algorithms, 2002, 1.14.1
 */
