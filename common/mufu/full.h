/* The forms of PTX without .ftz, which keep subnormals: as ptxas 13.0 builds them from the unit's own
 * operation (read in the machine code of sm_89 and sm_90, checked against an NVIDIA H200 over all 2^32
 * inputs). Sine, cosine and hyperbolic tangent have one form. */
ul_fn float ul_mufu_rcp_full(float a)
{
    const float m = ul_fabs(a);
    const float k = m < 1.17549435e-38f ? 16777216.0f : m > 8.50705917e37f ? 0.25f : 1.0f;
    return ul_mul(k, ul_mufu_rcp(ul_mul(k, a)));
}

ul_fn float ul_mufu_rsqrt_full(float a)
{
    const ul_int tiny = ul_fabs(a) < 1.17549435e-38f;
    return ul_mul(ul_mufu_rsqrt(ul_mul(a, tiny ? 16777216.0f : 1.0f)), tiny ? 4096.0f : 1.0f);
}

ul_fn float ul_mufu_sqrt_full(float a)
{
    const ul_int tiny = ul_fabs(a) < 1.17549435e-38f;
    return ul_mul(ul_mufu_sqrt(ul_mul(a, tiny ? 16777216.0f : 1.0f)), tiny ? 0.000244140625f : 1.0f);
}

ul_fn float ul_mufu_exp2_full(float a)
{
    const ul_int low = a < -126.0f;
    const float u = ul_mufu_exp2(ul_mul(a, low ? 0.5f : 1.0f));
    return low ? ul_mul(u, u) : u;
}

ul_fn float ul_mufu_log2_full(float a)
{
    const ul_int tiny = ul_fabs(a) < 1.17549435e-38f;
    return ul_sub(ul_mufu_log2(ul_mul(a, tiny ? 16777216.0f : 1.0f)), tiny ? 24.0f : 0.0f);
}
