/* atan(x) = r + r s p(s), s = r^2, for r = |x| up to 1, and pi/2 less the same for r = 1/|x| beyond: pi/2 is
 * a product of two floats there, which fma has to 2^-36. */
ul_fn float atanf_9(float x)
{
    const float a = ul_fabs(x), r = a > 1.0f ? ul_approx_rcp(a) : a, s = ul_mul(r, r);
    float p = ul_fma(0x1.8c5b1p-9f, s, -0x1.1344fap-6f);
    p = ul_fma(p, s, 0x1.6819f6p-5f);
    p = ul_fma(p, s, -0x1.381ddp-4f);
    p = ul_fma(p, s, 0x1.b64ec2p-4f);
    p = ul_fma(p, s, -0x1.233f88p-3f);
    p = ul_fma(p, s, 0x1.9980d2p-3f);
    p = ul_fma(p, s, -0x1.55551cp-2f);
    p = ul_fma(ul_mul(p, s), r, r);
    return ul_copysign(a > 1.0f ? ul_fma(0x1.0bff5ep+0f, 0x1.801f32p+0f, -p) : p, x);
}
/* ulparity
 * signature  float(float)
 * reference  atan(x)
 * split      -1 0 1
 * claim      ulp 1.47 opencl at 0x1.5ca214p+0
 * cost       17 instructions, 1 mufu, sm_89, CUDA 13.0
 * source     this project; coefficients: derive/atan.sollya
 */
