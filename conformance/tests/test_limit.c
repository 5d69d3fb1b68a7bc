/* Domains and limits: pure functions of a cell's text and an input, against values taken by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <math.h>
#include <string.h>
#include "limit.h"
#include "reference.h"

static bool in2(const char *text, double x, double y)
{
    struct ul_domain d;
    struct ul_line why;
    const struct ul_point at = {.values = 2, .width = 1, .x = {x, y}};
    if (!ul_domain_parse(text, &d, &why))
        fail_msg("%s", why.text);
    return ul_domain_holds(&d, &at);
}

static bool in(const char *text, double x)
{
    return in2(text, x, NAN);
}

static void domains(void **state)
{
    (void)state;
    assert_true(in("all", NAN) && in("rest", -INFINITY));
    assert_true(in("[0.5,2]", 0.5) && in("[0.5, 2]", 2) && !in("[0.5,2]", 0x1.fffffep-2));
    assert_false(in("(0.5,2)", 0.5) || in("(0.5,2)", 2) || in("(0.5,2)", NAN));
    assert_true(in("[-pi,pi]", 0x1.921fb4p+1) && !in("[-pi,pi]", 0x1.921fb6p+1)); /* the floats around pi */
    assert_true(in("[-100pi,100pi]", -314.159) && !in("[-100pi,100pi]", -314.16));
    assert_true(in("|x| in [0,8)", -0.0) && in("|x| in [0,8)", -0x1.fffffep+2) && !in("|x| in [0,8)", -8));
    assert_true(in("|x| in [2^-126,2^126]", -0x1p-126) && !in("|x| in [2^-126,2^126]", 0x1.fffffcp-127));
    assert_true(in("not in [-10.001,-2.264]", -2.25) && !in("not in [-10.001,-2.264]", -10));
    assert_true(in("not in [-10.001,-2.264]", NAN));
    assert_true(in("(-inf,0)", -INFINITY) && !in("(-inf,0)", 0));
    const char *const malformed[] = {"",
                                     "0,1",
                                     "[0,1",
                                     "[1,0]",
                                     "[0;1]",
                                     "[0,1]]",
                                     "[,1]",
                                     "[nan,1]",
                                     "|x in [0,1]",
                                     "q in [0,1]",
                                     "y",
                                     "y even",
                                     "y not odd",
                                     "|x| < 2",
                                     "|x| < 0*n",
                                     "y = ",
                                     "[0,1] or y odd",
                                     "[0,1] and ",
                                     "[0,1] and y odd and z odd and w odd",
                                     "|y| < n"};
    for (size_t i = 0; i < sizeof malformed / sizeof *malformed; i++) {
        struct ul_domain d;
        struct ul_line why = {""};
        assert_false(ul_domain_parse(malformed[i], &d, &why));
        assert_non_null(strstr(why.text, "malformed domain"));
    }
}

static void domains_of_several_arguments(void **state)
{
    (void)state;
    const char *box = "|x| in [2^-62,2^62] and |y| in [2^-62,2^62]";
    assert_true(in2(box, -0x1p-62, 0x1p62) && !in2(box, 0x1.fffffep-63, 1) && !in2(box, 1, 0x1.000002p62));
    assert_true(in2("|y| in [2^-126,2^126]", NAN, -0x1p126) && !in2("|y| in [2^-126,2^126]", 1, NAN));
    assert_true(in2("[0,0] and y = 0", -0.0, -0.0) && !in2("[0,0] and y = 0", 0, 0x1p-149));
    assert_true(in2("y = -2", 5, -2) && !in2("y = -2", -2, 5));
    assert_true(in2("[-inf,0) and y odd", -INFINITY, -3) && !in2("[-inf,0) and y odd", -0.0, 3));
    assert_false(in2("y odd", 1, 2) || in2("y odd", 1, 0.5) || in2("y odd", 1, INFINITY) ||
                 in2("y odd", 1, 0x1p53));
    assert_true(in2("y odd", 1, 0x1.fffffffffffffp52)); /* 2^53 - 1 */
    assert_true(in2("y fractional", 1, -0.5) && in2("y fractional", 1, 0x1p-1074));
    assert_false(in2("y fractional", 0.5, 2) || in2("y fractional", 1, INFINITY) ||
                 in2("y fractional", 1, NAN));
    assert_true(in2("[-inf,0) and y not in [-2^24,2^24]", -1, 0x1.000002p24) &&
                !in2("[-inf,0) and y not in [-2^24,2^24]", -1, -0x1p24));
    /* the order of a Bessel function is the first argument */
    assert_true(in2("n = 128", 128, 1) && !in2("n = 128", 127, 128));
    assert_true(in2("|x| < n", 8, -0x1.fffffep+2) && !in2("|x| < n", 8, -8) && !in2("|x| < n", -1, 0.5));
    assert_true(in2("|x| > 1.5*n", 2, -0x1.800002p1) && !in2("|x| > 1.5*n", 2, 3));
    assert_false(in2("|x| < n", 8, NAN) || in2("|x| > 1.5*n", 8, NAN));
    assert_true(in2("not in [-2,-1] and y = 0", NAN, 0));
}

static double limit_of(const char *text, const struct ul_point *at)
{
    struct ul_piece p;
    struct ul_line why;
    if (!ul_limit_parse(text, &p, &why))
        fail_msg("%s", why.text);
    assert_int_equal(p.kind, UL_LIMIT_NUMBER);
    return ul_piece_limit(&p, at);
}

static double limit_at(const char *text, double x)
{
    return limit_of(text, &(struct ul_point){.values = 1, .width = 1, .x = {x}});
}

static void limits_of_vectors_and_orders(void **state)
{
    (void)state;
    assert_true(limit_at("ceil(2+2.5*n)", 0) == 2 && limit_at("ceil(2+2.5*n)", 1) == 5 &&
                limit_at("ceil(2+2.5*n)", 2) == 7 && limit_at("ceil(2+2.5*n)", 128) == 322);
    const struct ul_point v = {.values = 6, .width = 3, .x = {1, -4, 2, 3.5, 0, NAN}};
    assert_true(limit_of("2.5+2*width", &v) == 8.5 && limit_of("0.25+0.5*width", &v) == 1.75 &&
                limit_of("8192+1*width", &v) == 8195);
    assert_true(limit_of("max*max*3*2^-23", &v) == 0x30p-23);           /* 16 * 3 * 2^-23 */
    assert_true(limit_of("max*max*(2*width-1)*2^-10", &v) == 0x50p-10); /* 16 * 5 * 2^-10 */
    assert_true(limit_at("max*max*(2*width-1)*2^-10", -1) == 0x1p-10);
    struct ul_signature s;
    assert_true(ul_signature_parse("half2(half2, half2)", &s, NULL));
    const struct ul_point p = ul_point_at(&s, (const ul_bits[]){0xc0003c00, 0x42004400});
    assert_true(p.values == 4 && p.width == 2);
    assert_true(p.x[0] == 1 && p.x[1] == -2 && p.x[2] == 4 && p.x[3] == 3);
}

static ul_bits float_bits(float f)
{
    return ul_double_to_bits(UL_FLOAT, (double)f);
}

/* x * y + z, fused or not. */
static bool allows(const char *text, float x, float y, float z, float result, bool flush)
{
    struct ul_piece p;
    const ul_bits args[] = {float_bits(x), float_bits(y), float_bits(z)};
    assert_true(ul_limit_parse(text, &p, NULL));
    assert_int_equal(p.kind, UL_LIMIT_ONE_OF);
    return ul_piece_allows(&p, UL_FLOAT, args, float_bits(result), flush);
}

static void one_of_several_values(void **state)
{
    (void)state;
    const char *const both = "one-of: fma(x, y, z) or x * y + z";
    const float x = 0x1.001p0f; /* its square, 1 + 2^-11 + 2^-24, is a tie */
    assert_true(allows(both, x, x, -1, 0x1.0008p-11f, false) && allows(both, x, x, -1, 0x1p-11f, false));
    assert_false(allows(both, x, x, -1, 0x1.0004p-11f, false));
    assert_false(allows("one-of: fma(x, y, z)", x, x, -1, 0x1p-11f, false));
    assert_false(allows("one-of: x * y + z", x, x, -1, 0x1.0008p-11f, false));
    assert_true(allows(both, 0x1p100f, 0x1p100f, -INFINITY, NAN, false)); /* inf - inf */
    assert_false(allows("one-of: fma(x, y, z)", 0x1p100f, 0x1p100f, -INFINITY, NAN, false));
    assert_true(allows(both, 1, 1, -1, 0, false) && !allows(both, 1, 1, -1, -0.0f, false));
    /* a subnormal product: 2^-126 - 2^-127 is 2^-127, or, flushed, any zero; or 2^-126 of a flushed product
     */
    const float half_least = 0x1p-127f, least = 0x1p-126f;
    assert_true(allows(both, -0x1p-100f, 0x1p-27f, least, half_least, false));
    assert_false(allows(both, -0x1p-100f, 0x1p-27f, least, least, false) ||
                 allows(both, -0x1p-100f, 0x1p-27f, least, 0, false));
    assert_true(allows(both, -0x1p-100f, 0x1p-27f, least, least, true) &&
                allows(both, -0x1p-100f, 0x1p-27f, least, -0.0f, true));
    assert_false(allows("one-of: fma(x, y, z)", -0x1p-100f, 0x1p-27f, least, least, true));
    assert_true(allows(both, half_least, 0x1p127f, 1, 1, true) &&
                !allows(both, half_least, 0x1p127f, 1, 1, false));
}

static void limits(void **state)
{
    (void)state;
    assert_true(limit_at("2.5", -7) == 2.5 && limit_at("2^-11", 3) == 0x1p-11 &&
                limit_at("2.2e-6", 9) == 2.2e-6);
    assert_true(limit_at("3+floor(|2*x|)", -10.75) == 24 && limit_at("3+floor(|2*x|)", 0) == 3);
    assert_true(limit_at("3+floor(|2*x|)", 0x1.fffffep-2) == 3 && limit_at("3+floor(|2*x|)", 0.5) == 4);
    assert_true(limit_at("2+floor(|1.173*x|)", 1) == 3 && limit_at("2+floor(|1.173*x|)", -1000) == 1175);
    for (int k = 0; k < 100; k++) /* where the exact product is a whole number, so must be that of doubles */
        assert_true(limit_at("2+floor(|2.97*x|)", 100 * k) == 2 + 297 * k);
    assert_true(isinf(limit_at("2+floor(|2.97*x|)", -INFINITY)) && limit_at("2+floor(|2.97*x|)", NAN) == 2);
    const char *const malformed[] = {"",
                                     "-1",
                                     "nan",
                                     "3 ulp",
                                     "3+floor(2*x)",
                                     "derived",
                                     "derived 8192",
                                     "undefine",
                                     "undocumented: ",
                                     "one-of: ",
                                     "one-of: mad(x, y, z)",
                                     "one-of: x * y + z or ",
                                     "one-of: x * y + z, fma(x, y, z)",
                                     "2+2*w",
                                     "2+width",
                                     "max*max*3",
                                     "ceil(2+2.5*n",
                                     "3+floor(|2*x|)+1",
                                     "-0x1p-3"};
    for (size_t i = 0; i < sizeof malformed / sizeof *malformed; i++) {
        struct ul_piece p;
        assert_false(ul_limit_parse(malformed[i], &p, NULL));
    }
}

static bool uniform(const char *text, double from, double to)
{
    struct ul_domain d;
    struct ul_line why;
    if (!ul_domain_parse(text, &d, &why))
        fail_msg("%s", why.text);
    return ul_domain_is_uniform(&d, from, to);
}

/* Where it is said to be, the ends and what lies between are of one kind. */
static void uniform_domains(void **state)
{
    (void)state;
    assert_true(uniform("all", 1, 2) && uniform("all", -2, -1) && uniform("all", NAN, NAN));
    assert_true(uniform("[0.5,2]", 0.75, 1.5) && uniform("[0.5,2]", 2.5, 3) && uniform("[0.5,2]", -1, -0.5));
    assert_false(uniform("[0.5,2]", 0.25, 0.75) || uniform("[0.5,2]", 1.5, 2.5) ||
                 uniform("[0.5,2]", 0.25, 4));
    assert_false(uniform("[0.5,2]", 0.75, 2) || uniform("(0.5,2)", 2, 3));
    assert_true(uniform("|x| in [0,8)", -7, -6) && uniform("|x| in [0,8)", -10, -9));
    assert_false(uniform("|x| in [0,8)", -9, -7) || uniform("|x| in [0,8)", -7, -9));
    assert_true(uniform("not in [-10.001,-2.264]", -2, -1) && uniform("not in [-10.001,-2.264]", -5, -4));
    assert_false(uniform("not in [-10.001,-2.264]", -3, -2));
    assert_false(uniform("(-inf,0)", INFINITY, NAN) || uniform("x odd", 1, 2) || uniform("y in [0,1]", 5, 6));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(domains),
        cmocka_unit_test(uniform_domains),
        cmocka_unit_test(domains_of_several_arguments),
        cmocka_unit_test(limits),
        cmocka_unit_test(limits_of_vectors_and_orders),
        cmocka_unit_test(one_of_several_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
