/* log(1 + x) by Kahan's trick: with u = 1 + x as it was rounded, w = u - 1 is exact, and log(u) / w changes
 * so slowly that it may be had at u and used at 1 + x. The quotient x / w is near 1, so that nothing
 * overflows. */
ul_fn double log1p_kahan(double x)
{
    const double u = ul_add_d(1.0, x);
    const double w = ul_sub_d(u, 1.0);
    if (u == 1.0)
        return x;
    return w == x ? ul_log_d(u) : ul_mul_d(ul_log_d(u), ul_div_d(x, w)); /* infinity is its own w */
}
/* ulparity
 * signature  double(double)
 * reference  log1p(x)
 * split      -1 0
 * source     W. Kahan, 1980; N. J. Higham, Accuracy and Stability of Numerical Algorithms, 2002, 1.14.1
 */
