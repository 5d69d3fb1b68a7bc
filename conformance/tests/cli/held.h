/* Copies of functions, each with a defect of hundreds of ulps in a rare place: the held set, by which nothing of a search
 * is chosen, so that it tells what the set of planted.h may not. */
ul_fn double bad(double y, int here) { return here ? y * (1 + 0x1p-44) : y; }

/* A 2^-20th of one negative binade. */
ul_fn double sliver(double x) { return bad(ul_cbrt_d(x), x <= -0x1.4p+333 && x > -0x1.400001p+333); }
/* ulparity
 * signature double(double)
 * reference cbrt(x)
 */
/* One step of a table of 128 entries, entered just above its boundary: c = 1 + 77/128, a wrong low part. */
ul_fn double entry(double x) { return bad(ul_log2_d(x), x >= 0x1.9ap+0 && x < 0x1.9ap+0 + 0x1p-30); }
/* ulparity
 * signature double(double)
 * reference log2(x)
 * domain (0, inf)
 */
/* Behind a threshold: the next thousands of numbers above 2^-26. */
ul_fn double threshold(double x) { return bad(ul_sinh_d(x), x > 0x1p-26 && x < 0x1p-26 + 0x1p-66); }
/* ulparity
 * signature double(double)
 * reference sinh(x)
 */
/* Reduction: beside one multiple of pi/2, the 12345th. */
ul_fn double far_turn(double x) { return bad(ul_sin_d(x), ul_fabs_d(x - 0x1.2efdec30a2e8ap+14) < 0x1p-33); }
/* ulparity
 * signature double(double)
 * reference sin(x)
 * domain [-1e6, 1e6]
 */
/* One side of one pole. */
ul_fn double pole(double x) { return bad(ul_tgamma_d(x), x > -20 && x < -20 + 0x1p-38); }
/* ulparity
 * signature double(double)
 * reference tgamma(x)
 * domain [-30, 30]
 */
/* Results in the last 2^-20th below an overflow. */
ul_fn double largest(double x, double y) { double r = ul_hypot_d(x, y); return bad(r, r > 0x1.fffffp+1023); }
/* ulparity
 * signature double(double, double)
 * reference hypot(x, y)
 */
/* A product that is rounded before the sum: seen where they cancel altogether. */
ul_fn double unfused(double x, double y, double z)
{
    double p = ul_mul_d(x, y);
    return p == -z ? ul_fma_d(x, y, z) * (1 + 0x1p-44) : ul_fma_d(x, y, z);
}
/* ulparity
 * signature double(double, double, double)
 * reference fma(x, y, z)
 */
/* Opposite arguments, to the left. */
ul_fn double diagonal(double y, double x) { return bad(ul_atan2_d(y, x), y == -x && x < 0); }
/* ulparity
 * signature double(double, double)
 * reference atan2(x, y)
 */
/* A base that is just below 1, an exponent that makes up for it. */
ul_fn double just_below_one(double x, double y)
{
    double r = ul_pow_d(x, y);
    return bad(r, x < 1 && x > 1 - 0x1p-44 && r < 0.5 && r > 0x1p-1022);
}
/* ulparity
 * signature double(double, double)
 * reference pow(x, y)
 * domain (0, inf)
 */
/* A ratio of 3 to 4 exactly. */
ul_fn double triangle(double x, double y) { return bad(ul_hypot_d(x, y), x > 0 && y > 0 && x * 0x1p-1 == y * 0x1p-3 * 3); }
/* ulparity
 * signature double(double, double)
 * reference hypot(x, y)
 */
