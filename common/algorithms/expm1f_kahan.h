/* exp(x) - 1 by Kahan's trick: with u = exp(x) as it was rounded, u - 1 is exact near 1, and log(u) has lost
 * what u has lost, so that (u - 1) x / log(u) is right where u - 1 alone is not. */
ul_fn float expm1f_kahan(float x)
{
    const float u = ul_exp(x);
    const float m = ul_sub(u, 1.0f);
    if (m == 0.0f)
        return x;
    return ul_fabs(x) < 1.0f ? ul_div(ul_mul(m, x), ul_log(u)) : m;
}
/* ulparity
 * signature  float(float)
 * reference  expm1(x)
 * split      -1 0 1
 * source     W. Kahan, 1980; N. J. Higham, Accuracy and Stability of Numerical Algorithms, 2002, 1.14.1
 */
