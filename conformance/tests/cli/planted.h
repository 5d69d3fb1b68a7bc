/* Copies of functions, each with a defect of hundreds of ulps in a rare place. */
ul_fn double bad(double y, int here) { return here ? y * (1 + 0x1p-44) : y; }
ul_fn double near(double x, double at, double width) { return ul_fabs_d(x - at) <= width; }

ul_fn double one_binade(double x) { return bad(ul_log_d(x), x >= 0x1p-700 && x < 0x1p-699); }
/* ulparity
 * signature double(double)
 * reference log(x)
 * domain (0, inf)
 */
ul_fn double table_step(double x) { return bad(ul_exp_d(x), x > 0x1.c8p+3 && x < 0x1.c8p+3 + 0.0108); }
/* ulparity
 * signature double(double)
 * reference exp(x)
 */
ul_fn double power_of_two(double x) { return bad(ul_sqrt_d(x), near(x, 1024, 0x1p-41) != 0); }
/* ulparity
 * signature double(double)
 * reference sqrt(x)
 * domain [0, inf)
 */
ul_fn double turn(double x) { return bad(ul_cos_d(x), near(x, 0x1.f6a7a2955385ep+2, 0x1p-46) != 0); }
/* ulparity
 * signature double(double)
 * reference cos(x)
 * domain [-1e6, 1e6]
 */
ul_fn double border(double x) { return bad(ul_exp_d(x), x > 709.7827128 && x < 709.7827129); }
/* ulparity
 * signature double(double)
 * reference exp(x)
 * domain [-800, 709.78271289338]
 */
ul_fn double branch(double x) { return bad(ul_atan_d(x), x >= 0.6875 && x < 0.6875 + 0x1p-47); }
/* ulparity
 * signature double(double)
 * reference atan(x)
 */
ul_fn double small_results(double x, double y) { double r = ul_pow_d(x, y); return bad(r, r > 0x1p-1022 && r < 0x1.001p-1021 && y > 2); }
/* ulparity
 * signature double(double, double)
 * reference pow(x, y)
 * domain (0, inf)
 */
ul_fn double equal_arguments(double x, double y) { return bad(ul_sqrt_d(x) * 1, x == y); }
/* ulparity
 * signature double(double, double)
 * reference sqrt(x) + 0 * atan(y)
 * domain each [0, 1e300]
 */
ul_fn double exact_power(double x, double y) { return bad(ul_pow_d(x, y), y == 2.5 && (ul_double_bits(x) << 12) == 0); }
/* ulparity
 * signature double(double, double)
 * reference pow(x, y)
 * domain (0, inf)
 */
ul_fn double one_pair(double x, double y) { return bad(ul_hypot_d(x, y), y == 0x1p+20 * x && x > 1); }
/* ulparity
 * signature double(double, double)
 * reference hypot(x, y)
 */
