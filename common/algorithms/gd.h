/* gd(x) = 2 atan(tanh(x/2)), the Gudermannian function, as gdf.h has it: x and a polynomial in x^2 below 3/2,
 * beyond pi/2 - 2 atan(t) with t = exp(-|x|). */
ul_fn double gd(double x)
{
    const double a = ul_fabs_d(x), s = ul_mul_d(x, x);
    if (a < 1.5) {
        double p = ul_fma_d(-0x1.2bd8e01d389p-43, s, 0x1.f27f86662c6d4p-39);
        p = ul_fma_d(p, s, -0x1.8adf8254a6454p-35);
        p = ul_fma_d(p, s, 0x1.8f02670b17038p-32);
        p = ul_fma_d(p, s, -0x1.235043f232fb5p-29);
        p = ul_fma_d(p, s, 0x1.4b750536adc59p-27);
        p = ul_fma_d(p, s, -0x1.37205532dc90ap-25);
        p = ul_fma_d(p, s, 0x1.fa8cfd7819a01p-24);
        p = ul_fma_d(p, s, -0x1.768be18640e5p-22);
        p = ul_fma_d(p, s, 0x1.05fc00a2e5391p-20);
        p = ul_fma_d(p, s, -0x1.65a3e7baed8b8p-19);
        p = ul_fma_d(p, s, 0x1.e5c7ffeeacedfp-18);
        p = ul_fma_d(p, s, -0x1.4b98f93cac583p-16);
        p = ul_fma_d(p, s, 0x1.c951a4f9143a3p-15);
        p = ul_fma_d(p, s, -0x1.3fb8313ef9ba2p-13);
        p = ul_fma_d(p, s, 0x1.c71f38d470cdap-12);
        p = ul_fma_d(p, s, -0x1.4bc8d73be3846p-10);
        p = ul_fma_d(p, s, 0x1.f442d263ad59cp-9);
        p = ul_fma_d(p, s, -0x1.8c98c98c912b4p-7);
        p = ul_fma_d(p, s, 0x1.555555555549bp-5);
        p = ul_fma_d(p, s, -0x1.5555555555555p-3);
        return ul_copysign_d(ul_fma_d(ul_mul_d(p, s), a, a), x);
    }
    const double t = ul_exp_d(-a), w = ul_mul_d(t, t);
    double q = ul_fma_d(0x1.8c5241d4a2e7fp-4, w, -0x1.0d42b01a4fbc3p-3);
    q = ul_fma_d(q, w, 0x1.3ae424c225f06p-3);
    q = ul_fma_d(q, w, -0x1.745bbbc9ad6bdp-3);
    q = ul_fma_d(q, w, 0x1.c71c6bf82a479p-3);
    q = ul_fma_d(q, w, -0x1.2492491dab93p-2);
    q = ul_fma_d(q, w, 0x1.9999999991a27p-2);
    q = ul_fma_d(q, w, -0x1.555555555553cp-1);
    q = ul_fma_d(q, w, 0x1p1);
    const double far =
        ul_add_d(0x1.921fb54442d18p+0, ul_fma_d(-t, q, 0x1.1a62633145c07p-54)); /* pi/2 in two parts */
    return ul_copysign_d(far, x);
}
/* ulparity
 * signature  double(double)
 * reference  2*atan(tanh(x/2))
 * split      -1.5 0 1.5
 * claim      ulp 2 opencl
 * source     this project; polynomials by Sollya's fpminimax
 */
