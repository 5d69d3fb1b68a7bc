/* In the dialect: double functions that devices lack, or of which their documents say too little. Their
 * errors are told by ul_reference_error (sweep_kernel.h), derived here from twice the documented ulps of log,
 * sin and cos in OpenCL C (7, 9 and 9 * 2^-52 of their magnitude), which are more than CUDA's. */

/* ln Gamma(a) for a >= 16 (Abramowitz and Stegun 6.1.40); what is left out is below 3617/122400 / 16^15 <
 * 2^-65. The product with the logarithm is at most 1.6 of the result: in all less than 20 * 2^-52 of it. */
ul_fn double ul_stirling(double a)
{
    const double u = 1 / (a * a);
    double s = 1 / 156.0;
    s = s * u - 691 / 360360.0;
    s = s * u + 1 / 1188.0;
    s = s * u - 1 / 1680.0;
    s = s * u + 1 / 1260.0;
    s = s * u - 1 / 360.0;
    s = s * u + 1 / 12.0;
    return (a - 0.5) * ul_log_d(a) - a + 0.91893853320467274 + s / a;
}

/* Below 16 by Gamma(a + 1) = a Gamma(a): the terms are at most 50 and 110 (of 2^-149), their logarithms'
 * errors 1200 * 2^-52 in all; below 0 by Gamma(x) Gamma(-x) = -pi / (x sin(pi x)), 800 * 2^-52 more. So:
 * 2^-47 of the result's magnitude, and 2^-40. */
ul_fn double ul_reference_lgamma(double x)
{
    const double a = ul_fabs_d(x), f = a - ul_floor_d(a);
    double b = a, p = 1, r;
    if (!(a < UL_D_INFINITY))
        return a;
    if (f == 0 && x <= 0)
        return UL_D_INFINITY;
    for (; b < 16; b += 1)
        p *= b;
    r = ul_stirling(b) - (a < 16 ? ul_log_d(p) : 0);
    if (x < 0) {
        const double s = ul_sin_d(0x1.921fb54442d18p+1 * (f < 0.5 ? f : 1 - f));
        r = ul_log_d(0x1.921fb54442d18p+1 / (a * s)) - r;
    }
    return r;
}

/* As screen_special.h has them. At 8 and above the result is A (P (s + c) + Q (s - c)), A = 1 / sqrt(pi x),
 * or so, |s + c| <= 1.42: sine and cosine leave 14 * 2^-52 A, the interpolated P and Q 7 and 6, roundings
 * less than 6: 33 in all. Below, J is what it is there; the logarithm of Y has an error twice as large. */
#define UL_BESSEL_TERMS 24
ul_fn double ul_reference_bessel_large(double x, ul_int order, ul_int second)
{
    const double u = 64 / (x * x), s = ul_sin_d(x), c = ul_cos_d(x);
    const double sin_w = order == 0 ? s - c : -(s + c), cos_w = order == 0 ? s + c : s - c;
    double p = ul_bessel_p[order][9], q = ul_bessel_q[order][9];
    for (ul_int k = 8; k >= 0; k--) {
        p = p * u + ul_bessel_p[order][k];
        q = q * u + ul_bessel_q[order][k];
    }
    q /= x;
    return (second ? p * sin_w + q * cos_w : p * cos_w - q * sin_w) / ul_sqrt_d(0x1.921fb54442d18p+1 * x);
}

ul_fn double ul_reference_bessel_j_small(double x, ul_int order)
{
    const double t = x * x * -0.25;
    double s = 1;
    for (ul_int k = UL_BESSEL_TERMS; k >= 1; k--)
        s = 1 + t * (1.0 / (k * (k + order))) * s;
    return order == 0 ? s : 0.5 * x * s;
}

ul_fn double ul_reference_bessel_y_small(double x, ul_int order)
{
    const double t = x * x * -0.25, l = ul_log_d(0.5 * x) + 0.57721566490153286;
    double h = 0, s = 0; /* of the harmonic numbers, from the last down */
    for (ul_int k = 1; k <= UL_BESSEL_TERMS; k++)
        h += 1.0 / k;
    for (ul_int k = UL_BESSEL_TERMS; k >= 0; k--) {
        s = (order == 0 ? h : 2 * h + 1.0 / (k + 1)) + t * (1.0 / ((k + 1) * (k + 1 + order))) * s;
        h -= k ? 1.0 / k : 0;
    }
    s *= order == 0 ? 2 : 0.5 * x;
    return l * ul_reference_bessel_j_small(x, order) * 0x1.45f306dc9c883p-1 - s * 0x1.45f306dc9c883p-2 -
           (order == 0 ? 0 : 0x1.45f306dc9c883p-1 / x);
}

ul_fn double ul_reference_j(double x, ul_int order)
{
    const double a = ul_fabs_d(x);
    if (a == UL_D_INFINITY)
        return order == 0 ? 0 : ul_copysign_d(0, x);
    if (a < 8 || x != x)
        return ul_reference_bessel_j_small(x, order);
    const double r = ul_reference_bessel_large(a, order, 0);
    return order == 0 || x > 0 ? r : -r;
}

ul_fn double ul_reference_y(double x, ul_int order)
{
    if (x == 0 || !(x > 0))
        return x == 0 ? -UL_D_INFINITY : UL_D_NAN;
    if (x == UL_D_INFINITY)
        return 0;
    return x < 8 ? ul_reference_bessel_y_small(x, order) : ul_reference_bessel_large(x, order, 1);
}

/* ---- exact: of a float's value, where the document's own function gives results through pointers, or
 * depends on the type ---- */

ul_fn double ul_reference_frexp_fraction(double x)
{
    const ul_ulong bits = ul_double_bits(x);
    const ul_int usual = x != 0 && ul_fabs_d(x) < UL_D_INFINITY;
    return usual ? ul_bits_double((bits & 0x800fffffffffffff) | 0x3fe0000000000000) : x;
}

/* NaN where there is none. */
ul_fn double ul_reference_frexp_exponent(double x)
{
    if (x == 0 || !(ul_fabs_d(x) < UL_D_INFINITY))
        return x == 0 ? 0 : UL_D_NAN;
    return (double)((ul_int)(ul_double_bits(x) >> 52 & 0x7ff) - 1022);
}

ul_fn double ul_reference_isnormal(double x)
{
    return ul_fabs_d(x) >= 0x1p-126 && ul_fabs_d(x) < UL_D_INFINITY ? 1 : 0;
}
