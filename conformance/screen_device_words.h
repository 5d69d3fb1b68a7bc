/* In the dialect: double functions that devices lack, of which their documents say too little, or that are
 * faster for floats. The former's errors are told by ul_reference_error (sweep_kernel.h), derived here from
 * twice the documented ulps of log, sin and cos in OpenCL C (7, 9 and 9 * 2^-52 of their magnitude), which
 * are more than CUDA's. */

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

/* Bessel's functions, from series as in screen_special.h. At 8 and above the result is A (P (s + c) + Q (s -
 * c)), A = 1 / sqrt(pi x), or so, |s + c| <= 1.42: sine and cosine leave 14 * 2^-52 A, the interpolated P and
 * Q 7 and 6, roundings less than 6: 33 in all. */
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

/* Below 2 the terms are at most 2.3 in all, of J times x/2 for order 1: J leaves 2^-48 of that, as there, and
 * Y 2^-46 (|ln(x/2)| + 5) of it, with a logarithm that is off by 7 * 2^-52. */
#define UL_BESSEL_TERMS 12
ul_fn double ul_reference_j_below_2(double x, ul_int order)
{
    const double t = x * x * -0.25;
    double s = 1;
    for (ul_int k = UL_BESSEL_TERMS; k >= 1; k--)
        s = 1 + t * (1.0 / (k * (k + order))) * s;
    return order == 0 ? s : 0.5 * x * s;
}

ul_fn double ul_reference_y_below_2(double x, ul_int order)
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
    return l * ul_reference_j_below_2(x, order) * 0x1.45f306dc9c883p-1 - s * 0x1.45f306dc9c883p-2 -
           (order == 0 ? 0 : 0x1.45f306dc9c883p-1 / x);
}

/* From 2 to 8 the terms are up to 200 times the sum, and so kept to twice a double's precision. */
struct ul_twice {
    double hi, lo;
};

ul_fn void ul_twice_add(struct ul_twice *s, double hi, double lo)
{
    const double sum = ul_add_d(s->hi, hi), part = ul_sub_d(sum, s->hi);
    const double rest = ul_add_d(ul_sub_d(s->hi, ul_sub_d(sum, part)), ul_sub_d(hi, part));
    s->lo += rest + lo;
    s->hi = sum;
}

/* v x / d; x and d are exact. */
ul_fn struct ul_twice ul_twice_scale(struct ul_twice v, double x, double d)
{
    const double p = ul_mul_d(v.hi, x), e = ul_fma_d(v.hi, x, -p) + v.lo * x;
    struct ul_twice r;
    r.hi = p / d;
    r.lo = (ul_fma_d(-r.hi, d, p) + e) / d;
    return r;
}

/* j: the sum over k of t^k / (k! (k + order)!); y: of these times H_k + H_(k + order), harmonic numbers. t is
 * exact: x is a float. What is left out is below 16^31 / 31!^2 < 2^-100. */
ul_fn void ul_bessel_series(double t, ul_int order, struct ul_twice *j, struct ul_twice *y)
{
    struct ul_twice one, term, h;
    one.hi = 1;
    one.lo = 0;
    *j = term = one;
    h.hi = order;
    h.lo = 0;
    *y = h;
    for (ul_int k = 1; k <= 30; k++) {
        const struct ul_twice a = ul_twice_scale(one, 1, k), b = ul_twice_scale(one, 1, k + order);
        term = ul_twice_scale(term, t, (double)(k * (k + order)));
        ul_twice_add(&h, a.hi, a.lo);
        ul_twice_add(&h, b.hi, b.lo);
        ul_twice_add(j, term.hi, term.lo);
        const double p = ul_mul_d(term.hi, h.hi);
        ul_twice_add(y, p, ul_fma_d(term.hi, h.hi, -p) + term.hi * h.lo + term.lo * h.hi);
    }
}

/* J: three roundings of at most 0.6. Y: l J 2/pi with an error of l of 10 * 2^-52, and six roundings of at
 * most 0.6. */
ul_fn double ul_reference_bessel_below_8(double x, ul_int order, ul_int second)
{
    struct ul_twice j, y;
    ul_bessel_series(x * x * -0.25, order, &j, &y);
    const double scale = order == 0 ? 1 : 0.5 * x, first = scale * (j.hi + j.lo);
    if (!second)
        return first;
    return (ul_log_d(0.5 * x) + 0.57721566490153286) * first * 0x1.45f306dc9c883p-1 -
           scale * (y.hi + y.lo) * 0x1.45f306dc9c883p-2 - (order == 0 ? 0 : 0x1.45f306dc9c883p-1 / x);
}

ul_fn double ul_reference_j(double x, ul_int order)
{
    const double a = ul_fabs_d(x);
    if (a == UL_D_INFINITY)
        return order == 0 ? 0 : ul_copysign_d(0, x);
    if (a < 2 || x != x)
        return ul_reference_j_below_2(x, order);
    const double r =
        a < 8 ? ul_reference_bessel_below_8(a, order, 0) : ul_reference_bessel_large(a, order, 0);
    return order == 0 || x > 0 ? r : -r;
}

ul_fn double ul_reference_y(double x, ul_int order)
{
    if (x == 0 || !(x > 0))
        return x == 0 ? -UL_D_INFINITY : UL_D_NAN;
    if (x == UL_D_INFINITY)
        return 0;
    return x < 2   ? ul_reference_y_below_2(x, order)
           : x < 8 ? ul_reference_bessel_below_8(x, order, 1)
                   : ul_reference_bessel_large(x, order, 1);
}

/* ---- sine, cosine, tangent, also of pi x, of a float's value: devices' own take any double, at twice the
 * cost and more ---- */

/* x, or pi x, is so many quarter turns, and a rest of at most pi/4 in magnitude. */
struct ul_turns {
    ul_uint quarters;
    double rest;
};

#define UL_HALF_PI  0x1.921fb54442d18p+0
#define UL_TO_WHOLE 0x1.8p+52 /* added to a double it is rounded to an integer, which are its lower bits */

/* The products with the first piece of 2/pi, and their differences from whole numbers, are exact; so is the
 * sum with the second product where it is below 1/8. The third is below 2^-32, and off by 2^-86, the rest
 * above 2^-33: five roundings of 2^-53 of it, in all. */
ul_fn struct ul_turns ul_turns_of(double x)
{
    const ul_uint size = (ul_uint)(ul_double_bits(x) >> 32) & 0x7fffffff, binade = (size >> 20) - 1022;
    const ul_uint row = size < 0x3fe00000 ? 0 : binade < UL_TURN_ROWS ? binade : UL_TURN_ROWS - 1;
    const double first = ul_mul_d(x, ul_two_over_pi[row][0]), second = ul_two_over_pi[row][1];
    const double sum = ul_add_d(ul_fma_d(x, second, first), UL_TO_WHOLE);
    const double part = ul_fma_d(x, second, ul_sub_d(first, ul_sub_d(sum, UL_TO_WHOLE)));
    struct ul_turns t;
    t.quarters = size < 0x3fe00000 ? 0 : (ul_uint)ul_double_bits(sum);
    t.rest = size < 0x3fe00000 ? x : UL_HALF_PI * ul_fma_d(x, ul_two_over_pi[row][2], part);
    return t;
}

/* Floats from 2^24 on are even, and as 0 is, with their sign; infinities are NaN. */
ul_fn struct ul_turns ul_turns_of_pi(double x)
{
    const double v = ul_fabs_d(x) < 0x1p+24 ? x : 0 * x, sum = ul_fma_d(2, v, UL_TO_WHOLE);
    struct ul_turns t;
    t.quarters = (ul_uint)ul_double_bits(sum);
    t.rest = 2 * UL_HALF_PI * ul_fma_d(-0.5, ul_sub_d(sum, UL_TO_WHOLE), v);
    return t;
}

/* Interpolants at Chebyshev points of r^2 (40 digits), off by 2^-55 and 2^-60 of the results; sine and cosine
 * leave 2 and 3 * 2^-53 beside what r does, 5 and 4 at most. */
ul_fn double ul_sin_of_rest(double r)
{
    const double z = r * r;
    double p = 0x1.5e0af186af739p-33;
    p = p * z - 0x1.ae600a926c89ap-26;
    p = p * z + 0x1.71de37961e4c6p-19;
    p = p * z - 0x1.a01a019e8357dp-13;
    p = p * z + 0x1.1111111110bb1p-7;
    p = p * z - 0x1.5555555555555p-3;
    return r * (1 + p * z);
}

ul_fn double ul_cos_of_rest(double r)
{
    const double z = r * r;
    double p = -0x1.8ff9a50ab914fp-37;
    p = p * z + 0x1.1eea7ed58e4c6p-29;
    p = p * z - 0x1.27e4f8e43de29p-22;
    p = p * z + 0x1.a01a019de0bd9p-16;
    p = p * z - 0x1.6c16c16c15d75p-10;
    p = p * z + 0x1.5555555555551p-5;
    p = p * z - 0.5;
    return 1 + p * z;
}

/* After some quarter turns more. In all: 2^-50 of the result. */
ul_fn double ul_sin_of_turns(struct ul_turns t, ul_uint more)
{
    const ul_uint quarters = t.quarters + more;
    const double r = quarters & 1 ? ul_cos_of_rest(t.rest) : ul_sin_of_rest(t.rest);
    return quarters & 2 ? -r : r;
}

/* The same of turns of pi, most of which are whole. */
ul_fn double ul_sin_of_pi(struct ul_turns t, ul_uint more)
{
    const ul_uint quarters = t.quarters + more;
    if (t.rest != 0)
        return ul_sin_of_turns(t, more);
    return !(quarters & 1) ? t.rest : quarters & 2 ? -1 : 1;
}

/* The rest's error grows to pi/2 times itself: 2^-49. */
ul_fn double ul_tan_of_turns(struct ul_turns t)
{
    const double s = ul_sin_of_rest(t.rest), c = ul_cos_of_rest(t.rest);
    return t.quarters & 1 ? -c / s : s / c;
}

ul_fn double ul_reference_sin(double x)
{
    return ul_sin_of_turns(ul_turns_of(x), 0);
}

ul_fn double ul_reference_cos(double x)
{
    return ul_sin_of_turns(ul_turns_of(x), 1);
}

ul_fn double ul_reference_tan(double x)
{
    return ul_tan_of_turns(ul_turns_of(x));
}

ul_fn double ul_reference_sinpi(double x)
{
    return ul_sin_of_pi(ul_turns_of_pi(x), 0);
}

ul_fn double ul_reference_cospi(double x)
{
    return ul_sin_of_pi(ul_turns_of_pi(x), 1);
}

ul_fn double ul_reference_tanpi(double x)
{
    return ul_tan_of_turns(ul_turns_of_pi(x));
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

ul_fn double ul_reference_fract(double x)
{
    const double part = ul_sub_d(x, ul_floor_d(x)), most = 0x1.fffffep-1;
    if (!(ul_fabs_d(x) < UL_D_INFINITY))
        return x == x ? ul_copysign_d(0, x) : x;
    return ul_copysign_d(part < most ? part : most, x < 0 ? 1 : x);
}

/* 0 at the poles; NaN where nothing is asked for. */
ul_fn double ul_reference_lgamma_sign(double x)
{
    if (x != x || x == -UL_D_INFINITY)
        return UL_D_NAN;
    if (x == 0 || (x < 0 && ul_floor_d(x) == x))
        return 0;
    return ul_reference_sign(UL_IS_TGAMMA, x, 1);
}

ul_fn double ul_reference_isnormal(double x)
{
    return ul_fabs_d(x) >= 0x1p-126 && ul_fabs_d(x) < UL_D_INFINITY ? 1 : 0;
}
