/* exp(x) - 1 by Kahan's trick: with u = exp(x) as it was rounded, u - 1 is exact near 1, and log(u) has lost
 * what u has lost, so that (u - 1) x / log(u) is right where u - 1 alone is not. */
ul_fn double expm1_kahan(double x)
{
    const double u = ul_exp_d(x);
    const double m = ul_sub_d(u, 1.0);
    if (m == 0.0)
        return x;
    return ul_fabs_d(x) < 1.0 ? ul_div_d(ul_mul_d(m, x), ul_log_d(u)) : m;
}
/* ulparity
 * signature  double(double)
 * reference  expm1(x)
 * split      -1 0 1
 * source     W. Kahan, 1980; N. J. Higham, Accuracy and Stability of Numerical Algorithms, 2002, 1.14.1
 */
