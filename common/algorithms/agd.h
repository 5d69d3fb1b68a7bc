/* The inverse of the Gudermannian function, as agdf.h has it: x and a polynomial in x^2 below 1, from there
 * on -log(tan(d/2)) with d = pi/2 - |x|. */
ul_fn double agd(double x)
{
    const double a = ul_fabs_d(x), s = ul_mul_d(x, x);
    if (a < 1.0) {
        double p = ul_fma_d(0x1.357a6f1c58e77p-24, s, -0x1.e7f0a8847ccd1p-22);
        p = ul_fma_d(p, s, 0x1.7b495453b563fp-20);
        p = ul_fma_d(p, s, -0x1.5e563872abc93p-19);
        p = ul_fma_d(p, s, 0x1.bf15027969ff5p-19);
        p = ul_fma_d(p, s, -0x1.63a3e1e3ad611p-19);
        p = ul_fma_d(p, s, 0x1.06c039cc861fcp-19);
        p = ul_fma_d(p, s, 0x1.0971182fd1ad3p-21);
        p = ul_fma_d(p, s, 0x1.667dce26ecf78p-19);
        p = ul_fma_d(p, s, 0x1.edac8caf1a30fp-18);
        p = ul_fma_d(p, s, 0x1.4aa47a3bbbdf6p-16);
        p = ul_fma_d(p, s, 0x1.c98151d985658p-15);
        p = ul_fma_d(p, s, 0x1.3fb60c8eb83a8p-13);
        p = ul_fma_d(p, s, 0x1.c71f6c090dcd7p-12);
        p = ul_fma_d(p, s, 0x1.4bc8d65c9ea29p-10);
        p = ul_fma_d(p, s, 0x1.f442d26e5e2fdp-9);
        p = ul_fma_d(p, s, 0x1.8c98c98c86ca3p-7);
        p = ul_fma_d(p, s, 0x1.5555555555676p-5);
        p = ul_fma_d(p, s, 0x1.5555555555555p-3);
        return ul_copysign_d(ul_fma_d(ul_mul_d(p, s), a, a), x);
    }
    const double d = ul_add_d(ul_sub_d(0x1.921fb54442d18p+0, a), 0x1.1a62633145c07p-54), w = ul_mul_d(d, d);
    double q = ul_fma_d(0x1.61a87c3501f25p-28, w, 0x1.7a9fd2f9fc084p-25);
    q = ul_fma_d(q, w, 0x1.d6eecbe1ccefbp-22);
    q = ul_fma_d(q, w, 0x1.226df2c374739p-18);
    q = ul_fma_d(q, w, 0x1.664f4935256b5p-15);
    q = ul_fma_d(q, w, 0x1.ba1ba1b93081cp-12);
    q = ul_fma_d(q, w, 0x1.11111111114cbp-8);
    q = ul_fma_d(q, w, 0x1.5555555555555p-5);
    const double u = ul_fma_d(ul_mul_d(q, w), d, ul_mul_d(0.5, d)); /* tan(d/2) */
    return ul_copysign_d(-ul_log_d(u), x);
}
/* ulparity
 * signature  double(double)
 * reference  asinh(tan(x))
 * domain     [-0x1.921fb54442d18p+0, 0x1.921fb54442d18p+0]
 * split      -1 0 1
 * claim      ulp 2 opencl
 * source     this project; polynomials by Sollya's fpminimax
 */
