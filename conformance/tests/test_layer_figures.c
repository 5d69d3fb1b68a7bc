/* The published figures of the algorithms on the host, whose approximations are NVIDIA's unit's: at the worst
 * inputs, to the digits that their authors give; the shelf of docs/shelf.md: on a sample, and at special
 * values. (`ulparity check --exhaustive` measures the maxima themselves.) */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <math.h>
#include "common/ulparity.h"
#include "common/algorithms/acosf_borchardt_15.h"
#include "common/algorithms/acosf_borchardt_7.h"
#include "common/algorithms/acosf_harley.h"
#include "common/algorithms/atanf_5.h"
#include "common/algorithms/atanf_9.h"
#include "common/algorithms/erff_exp2.h"
#include "common/algorithms/erff_tanh_2.h"
#include "common/algorithms/erff_tanh_4.h"
#include "common/algorithms/expm1_kahan.h"
#include "common/algorithms/expm1f_kahan.h"
#include "common/algorithms/geluf_exp2.h"
#include "common/algorithms/geluf_tanh.h"
#include "common/algorithms/hexpm1.h"
#include "common/algorithms/hexpm1_lg2.h"
#include "common/algorithms/log1p_kahan.h"
#include "common/algorithms/log1pf_6.h"
#include "common/algorithms/log1pf_8.h"
#include "common/algorithms/log1pf_kahan.h"
#include "common/algorithms/sigmoidf_exp2.h"
#include "common/algorithms/sigmoidf_split.h"
#include "common/algorithms/sigmoidf_tanh.h"
#include "common/algorithms/tanhf_3.h"
#include "common/algorithms/tanhf_5.h"

/* Where r > 0 lies on the number line of floats, with a fraction. */
static double ordinal(double r)
{
    float below = (float)r;
    if ((double)below > r)
        below = nextafterf(below, 0);
    float above = nextafterf(below, INFINITY);
    return ul_float_bits(below) + (r - (double)below) / ((double)above - (double)below);
}

static double ulp_error(float (*f)(float), float x)
{
    return fabs((double)ul_float_bits(f(x)) - ordinal(acos((double)x)));
}

static double relative_error(float (*f)(float), float x)
{
    return fabs((double)f(x) / acos((double)x) - 1);
}

static void near(double figure, double published, double half_digit)
{
    if (!(fabs(figure - published) <= half_digit))
        fail_msg("%.9g where %.9g is published", figure, published);
}

static void the_arc_cosines_have_their_published_figures(void **state)
{
    (void)state;
    near(ulp_error(acosf_borchardt_15, 0x1.fffffcp-1f), 303.0833, 5e-5);
    near(relative_error(acosf_borchardt_15, 0x1.7c0498p-3f), 1.95138e-5, 5e-11);
    near(ulp_error(acosf_borchardt_7, 0x1.fffffcp-1f), 91951.083, 5e-4);
    near(relative_error(acosf_borchardt_7, -0x1.5e5162p-24f), 5.481202e-3, 5e-10);
    near(ulp_error(acosf_harley, 0x1.16d592p-1f), 85790.835, 5e-4);
    near(relative_error(acosf_harley, -0x1p-34f), 5.140808e-3, 5e-10);
}

static void the_arc_cosines_at_the_ends_and_outside(void **state)
{
    (void)state;
    float (*const f[])(float) = {acosf_borchardt_15, acosf_borchardt_7, acosf_harley};
    for (int k = 0; k < 3; k++) {
        assert_true(f[k](1) == 0);
        assert_true(f[k](-1) == 3.14159265f);
        assert_true(isnan(f[k](1.5f)) && isnan(f[k](-INFINITY)) && isnan(f[k](NAN)));
    }
}

/* FNV-1a, 64 bits, over the results for all halves, low byte first, any NaN as 0x7fff. */
static ul_ulong hash_of(ul_half (*f)(ul_half))
{
    ul_ulong h = 0xcbf29ce484222325;
    for (ul_uint b = 0; b < 65536; b++) {
        ul_uint y = f((ul_half)b);
        y = (y & 0x7fff) > 0x7c00 ? 0x7fff : y;
        h = (h ^ (y & 0xff)) * 0x100000001b3;
        h = (h ^ y >> 8) * 0x100000001b3;
    }
    return h;
}

/* The double function's result is sticky in its last bit, so that rounding it again does no harm. */
static ul_half rounded_once(double r)
{
    float f = (float)r;
    if ((double)f != r && fabs((double)f) > fabs(r))
        f = nextafterf(f, 0);
    return ul_float_to_half(ul_bits_float(ul_float_bits(f) | ((double)f != r)));
}

static ul_half rounded_expm1(ul_half h)
{
    return rounded_once(expm1((double)ul_half_to_float(h)));
}

static void hexpm1_is_correctly_rounded(void **state)
{
    (void)state;
    /* of the correctly rounded results, by mpmath and by MPFR */
    assert_int_equal(hash_of(rounded_expm1), 0x55578fbe14df3d88);
    assert_int_equal(hash_of(hexpm1), 0x55578fbe14df3d88);
    assert_int_equal(hexpm1(0xb76e), 0xb5f1);
}

static void hexpm1_lg2_is_not(void **state)
{
    (void)state;
    int misrounded = 0;
    for (ul_uint b = 0; b < 65536; b++)
        if ((b & 0x7fff) <= 0x7c00)
            misrounded += hexpm1_lg2((ul_half)b) != rounded_expm1((ul_half)b);
    assert_int_equal(misrounded, 464);
}

/* Kahan's trick with a good exp and log: a few units in the last place, where the
 * bare difference has none. */
static void kahans_functions_are_good_near_zero(void **state)
{
    (void)state;
    for (double x = 0x1p-60; x < 0.9; x *= 1.37) {
        float f = (float)x;
        near(expm1_kahan(x) / expm1(x), 1, 0x1p-50);
        near(expm1_kahan(-x) / expm1(-x), 1, 0x1p-50);
        near(log1p_kahan(x) / log1p(x), 1, 0x1p-50);
        near(log1p_kahan(-x) / log1p(-x), 1, 0x1p-50);
        near((double)expm1f_kahan(f) / expm1((double)f), 1, 0x1p-21);
        near((double)log1pf_kahan(f) / log1p((double)f), 1, 0x1p-21);
    }
}

static void kahans_functions_at_their_special_values(void **state)
{
    (void)state;
    double inf = (double)INFINITY;
    assert_true(expm1_kahan(inf) == inf && expm1_kahan(-inf) == -1 && isnan(expm1_kahan((double)NAN)));
    assert_true(expm1_kahan(-0.0) == 0 && signbit(expm1_kahan(-0.0)));
    assert_true(log1p_kahan(inf) == inf && log1p_kahan(-1) == -inf && isnan(log1p_kahan(-2)));
    assert_true(log1p_kahan(-0.0) == 0 && signbit(log1p_kahan(-0.0)));
    assert_true(expm1f_kahan(INFINITY) == INFINITY && expm1f_kahan(-INFINITY) == -1);
    assert_true(log1pf_kahan(INFINITY) == INFINITY && log1pf_kahan(-1) == -INFINITY &&
                isnan(log1pf_kahan(-2)));
    near((double)log1pf_kahan(0x1.fffffep+127f), log1p((double)0x1.fffffep+127f), 1e-5);
}

static double sigmoid(double x)
{
    return 1 / (1 + exp(-x));
}

static double gelu(double x)
{
    return x * erfc(-x * 0.70710678118654752) / 2;
}

/* The shelf of docs/shelf.md. `ulp`: of the result's own last place, beside which `absolute` is admitted. */
static const struct shelved {
    float (*f)(float);
    double (*exact)(double), ulp, absolute;
} shelf[] = {
    {erff_tanh_2, erf, 6064, 0},
    {erff_tanh_4, erf, 414, 0},
    {erff_exp2, erf, 1.26, 0},
    {sigmoidf_tanh, sigmoid, 0, 4e-6},
    {sigmoidf_exp2, sigmoid, 63.5, 0},
    {sigmoidf_split, sigmoid, 4.72, 0},
    {tanhf_3, tanh, 11, 0},
    {tanhf_5, tanh, 1.82, 0},
    {geluf_tanh, gelu, 1, 3e-4},
    {geluf_exp2, gelu, 1, 1e-6},
    {atanf_5, atan, 504, 0},
    {atanf_9, atan, 1.5, 0},
    {log1pf_6, log1p, 6.6, 0},
    {log1pf_8, log1p, 1.3, 0},
};
enum { SHELVED = sizeof shelf / sizeof *shelf };

static void the_shelf_is_as_good_as_it_says(void **state)
{
    (void)state;
    for (int k = 0; k < SHELVED; k++)
        for (ul_uint b = 0; b < 0x80000000; b += 0x1235) {
            float x = ul_bits_float(b >> 1 | b << 31);
            double r = shelf[k].exact((double)x);
            if (isnan(x) || isinf(x) || isnan(r) || (shelf[k].exact == sigmoid && x < -87.3f))
                continue;
            double ulp = ldexp(1, (ilogb(r) < -126 ? -126 : ilogb(r)) - 23);
            near((double)shelf[k].f(x), r, shelf[k].ulp * ulp + shelf[k].absolute);
        }
}

/* Odd functions give x back, by and large, when it is tiny, and -0 for -0; all end where their limits are. */
static void the_shelf_at_special_values(void **state)
{
    (void)state;
    const float most = 0x1.fffffep+127f, least = 0x1p-149f;
    for (int k = 0; k < SHELVED; k++) {
        float (*f)(float) = shelf[k].f;
        double (*exact)(double) = shelf[k].exact;
        assert_true(isnan(f(NAN)) && !isnan(f(most)) && f(INFINITY) == (float)exact((double)INFINITY));
        if (exact == sigmoid) {
            assert_true(f(0) == 0.5f && f(-0.0f) == 0.5f && f(-INFINITY) == 0 && f(-most) == 0 &&
                        f(most) == 1);
            continue;
        }
        assert_true(f(0) == 0 && !signbit(f(0)) && f(-0.0f) == 0 && signbit(f(-0.0f)));
        if (exact == gelu) {
            assert_true(f(most) == most && f(-most) == 0 && signbit(f(-most)));
            continue;
        }
        assert_true(f(least) == least && f(-least) == -least);
        if (exact == log1p)
            assert_true(f(-1) == -INFINITY && isnan(f(-0x1.000002p+0f)) && isnan(f(-most)) &&
                        isnan(f(-INFINITY)));
        else
            assert_true(f(-INFINITY) == -f(INFINITY) && f(most) == f(INFINITY) && f(-most) == -f(most));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_arc_cosines_have_their_published_figures),
        cmocka_unit_test(the_arc_cosines_at_the_ends_and_outside),
        cmocka_unit_test(hexpm1_is_correctly_rounded),
        cmocka_unit_test(hexpm1_lg2_is_not),
        cmocka_unit_test(kahans_functions_are_good_near_zero),
        cmocka_unit_test(kahans_functions_at_their_special_values),
        cmocka_unit_test(the_shelf_is_as_good_as_it_says),
        cmocka_unit_test(the_shelf_at_special_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
