/* Bounds that look at several arguments, judged: results made here, of functions that need not be in the
 * catalogue. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "meter.h"
#include "row.h"

enum { ROOM = 8 };

struct trial {
    const char *name, *signature, *reference, *flags;
    int n;
    float in[3][ROOM]; /* by argument */
    float out[ROOM];
    const char *api; /* of the device; NULL: opencl */
    bool embedded;
    bool forms_run; /* the documents' formulas; of several, the first gave form[], the others NaN */
    float form[ROOM];
};

static void judge(const struct trial *t, struct ul_record *r)
{
    struct ul_subject s = {.name = (char *)t->name, .function = (char *)"", .home = UL_HOME_OPENCL};
    struct ul_place place = {.device.embedded_profile = t->embedded};
    const char *api = t->api ? t->api : "opencl";
    snprintf(place.backend, sizeof place.backend, "%s", api);
    place.device.opencl_c = !strcmp(api, "opencl") ? 300 : 0;
    place.device.arch = !strcmp(api, "cuda") ? 90 : 0;
    if (!strncmp(t->name, "expr/", 5))
        s.home = UL_HOME_EVERYWHERE;
    struct ul_row_setup setup;
    struct ul_line why;
    if (!ul_signature_parse(t->signature, &s.signature, &why))
        fail_msg("%s", why.text);
    s.reference[0] = ul_expression_parse(t->reference, &why);
    assert_non_null(s.reference[0]);
    ul_row_begin(&s, 0, &place, t->flags, "native", NULL, r, &setup);
    r->coverage.kind = "file";
    struct ul_meter *m = ul_meter_new(&setup, r, (uint64_t)t->n, 1, NULL);
    struct ul_block block = {.n = (uint32_t)t->n, .capacity = ROOM, .in = t->in};
    const float nothing[ROOM] = {NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN};
    const void *form[UL_MAX_FORMS] = {t->form};
    for (int k = 1; k < UL_MAX_FORMS; k++)
        form[k] = nothing;
    if (t->forms_run)
        ul_meter_forms(m, 0, form);
    ul_meter_block(m, &block, (const void *[]){t->out}, 1, NULL);
    ul_meter_finish(m);
    ul_expression_free(s.reference[0]);
}

/* x * x - 1 where the square is a tie; 2^100 * 2^100 - inf; 2^100 * 2^28 - 2^127. */
static struct trial mad(float first, float last)
{
    return (struct trial){
        .name = "opencl/mad",
        .signature = "float(float, float, float)",
        .reference = "fma(x, y, z)",
        .flags = "",
        .n = 3,
        .in = {{0x1.001p0f, 0x1p100f, 0x1p100f}, {0x1.001p0f, 0x1p100f, 0x1p28f}, {-1, -INFINITY, -0x1p127f}},
        .out = {first, -INFINITY, last},
    };
}

static void one_of_several_forms(void **state)
{
    (void)state;
    struct ul_record r;
    struct trial fused = mad(0x1.0008p-11f, 0x1p127f), apart = mad(0x1p-11f, INFINITY);
    judge(&fused, &r);
    assert_int_equal(r.verdict, UL_PASS);
    apart.out[1] = NAN; /* 2^200 is infinite */
    judge(&apart, &r);
    assert_int_equal(r.verdict, UL_PASS);
    assert_true(r.wrong[UL_WRONG_NAN] == 0 &&
                r.wrong[UL_WRONG_INF] == 0); /* by one of the forms they are right */
    struct trial neither = mad(0x1.0004p-11f, INFINITY);
    judge(&neither, &r);
    assert_int_equal(r.verdict, UL_FAIL);
    assert_int_equal(r.judgement[0].input[0], 0x3f800800);
    neither = mad(0x1.0008p-11f, 0x1.fffffep126f);
    judge(&neither, &r);
    assert_int_equal(r.verdict, UL_FAIL);
    neither.embedded = true; /* "Any value allowed" */
    judge(&neither, &r);
    assert_int_equal(r.verdict, UL_INFO);
    assert_string_equal(r.judgement[0].bound.text, "any value allowed");
}

/* 1 / 3 three steps too large; the same quotient of numbers beyond 2^62. */
static void a_domain_of_two_arguments(void **state)
{
    (void)state;
    struct trial t = {
        .name = "opencl/divide",
        .signature = "float(float, float)",
        .reference = "x / y",
        .flags = "-cl-unsafe-math-optimizations",
        .n = 2,
        .in = {{0x1p62f, 0x1p63f}, {0x1.8p1f, 0x1.8p62f}},
        .out = {0x1.555556p60f, 0x1.55555cp-1f},
    };
    struct ul_record r;
    judge(&t, &r);
    assert_int_equal(r.verdict, UL_PASS); /* the second is not judged */
    t.in[0][1] = 0x1p61f;
    t.in[1][1] = 0x1.8p1f;
    t.out[1] = 0x1.55555cp59f;
    judge(&t, &r);
    assert_int_equal(r.verdict, UL_FAIL);
    assert_int_equal(r.judgement[0].input[0], 0x5e000000); /* 2^61 */
    assert_true(r.judgement[0].limit == 2.5 && r.judgement[0].error > 3);
}

/* No figure tells how far infinity is from an exact zero: it is wrong. */
static void infinity_for_zero(void **state)
{
    (void)state;
    struct trial t = {.name = "opencl/log",
                      .signature = "float(float)",
                      .reference = "log(x)",
                      .flags = "",
                      .n = 2,
                      .in = {{1, 2}},
                      .out = {INFINITY, 0x1.62e430p-1f}};
    struct ul_record r;
    judge(&t, &r);
    assert_int_equal(r.verdict, UL_FAIL);
    assert_true(r.wrong[UL_WRONG_INF] == 1 && r.wrong_input[0] == 0x3f800000);
}

/* 2^-1490 is no double: how far off a result is cannot be told, that it is can. */
static void a_normal_result_for_next_to_nothing(void **state)
{
    (void)state;
    struct trial t = {.name = "opencl/pow",
                      .signature = "float(float, float)",
                      .reference = "pow(x, y)",
                      .flags = "-cl-denorms-are-zero",
                      .n = 2,
                      .in = {{0x1p-149f, 2}, {10, 3}},
                      .out = {0x1.1f95c2p-62f, 8}};
    struct ul_record r;
    judge(&t, &r);
    assert_int_equal(r.verdict, UL_FAIL);
    assert_int_equal(r.judgement[0].input[0], 1);
    assert_true(isinf(r.maximum[UL_REL].value));
    t.out[0] = 0;
    judge(&t, &r);
    assert_int_equal(r.verdict, UL_PASS);
}

/* t - x * y with t the rounded product is 0, or, fused, what the rounding left. */
static void contraction(void **state)
{
    (void)state;
    struct trial t = {.name = "expr/t=x*y;t-x*y",
                      .signature = "float(float, float)",
                      .reference = "0*fabs(x)*fabs(y)",
                      .flags = "",
                      .api = "cuda",
                      .n = 2,
                      .in = {{0x1.99999ap-4f, 0x1.000002p0f}, {0x1.8p1f, 0x1.000002p0f}},
                      .out = {0x1p-27f, 0}};
    struct ul_record r;
    judge(&t, &r); /* 0.1f * 3 is 0x1.3333338p-2, rounded to 0x1.333334p-2 */
    assert_int_equal(r.verdict, UL_PASS);
    assert_string_equal(r.judgement[0].bound.edition, "cuda-13.1");
    t.out[1] = -0x1p-46f; /* (1 + 2^-23)^2 is rounded down by 2^-46 */
    judge(&t, &r);
    assert_int_equal(r.verdict, UL_PASS);
    t.flags = "-fmad=false";
    judge(&t, &r);
    assert_int_equal(r.verdict, UL_FAIL);
    t.flags = "";
    t.out[0] = -t.out[0];
    judge(&t, &r);
    assert_int_equal(r.verdict, UL_FAIL);
    t.api = "opencl";
    judge(&t, &r);
    assert_int_equal(r.verdict, UL_FAIL);
    assert_string_equal(r.judgement[0].bound.edition, "opencl-3");
    t.name = "expr/t=x*y;x*y-t";
    judge(&t, &r);
    assert_int_equal(r.verdict, UL_FAIL);
    t.out[1] = -t.out[1];
    judge(&t, &r);
    assert_int_equal(r.verdict, UL_PASS);
    t.api = "cuda";
    t.flags = "-fmad=false";
    judge(&t, &r);
    assert_int_equal(r.verdict, UL_FAIL);
    t.out[0] = t.out[1] = 0;
    judge(&t, &r);
    assert_int_equal(r.verdict, UL_PASS);
    t.flags = "";
    t.api = "host"; /* no document */
    judge(&t, &r);
    assert_int_equal(r.verdict, UL_INFO);
}

/* exp(x) - 1 of a tiny x is far beyond 8192 ulp: right if the device's formula gives the same. */
static void derived_within_a_figure(void **state)
{
    (void)state;
    struct trial t = {
        .name = "opencl/expm1",
        .signature = "float(float)",
        .reference = "expm1(x)",
        .flags = "-cl-unsafe-math-optimizations",
        .n = 3,
        .in = {{1, 0x1.8p-24f, 88}},
        .out = {0x1.b7e152p0f, 0x1p-23f, NAN},
        .forms_run = true,
        .form = {0x1.b7e150p0f, 0x1p-23f, NAN},
    };
    struct ul_record r;
    judge(&t, &r);
    assert_int_equal(r.verdict, UL_PASS); /* the first is within the figure, the others equal the formula */
    assert_true(r.wrong[UL_WRONG_NAN] == 0 && r.judgement[0].compared == 3 && r.judgement[0].differing == 1);
    assert_true(r.judgement[0].share < 1e-3 && r.maximum[UL_OPENCL].value > 1e6);
    t.form[1] = 0;
    judge(&t, &r);
    assert_int_equal(r.verdict, UL_FAIL);
    assert_int_equal(r.judgement[0].input[0], 0x33c00000);
    t.form[1] = 0x1p-23f;
    t.form[2] = 0x1.f2p126f;
    judge(&t, &r);
    assert_int_equal(r.verdict, UL_FAIL);
    assert_int_equal(r.wrong[UL_WRONG_NAN], 1);
    t.forms_run = false; /* nobody knows what the formula gives */
    judge(&t, &r);
    assert_int_equal(r.verdict, UL_INFO);
    t.flags = "";
    judge(&t, &r);
    assert_int_equal(r.verdict, UL_FAIL);
}

/* tan(x * M_PI_F) outside [-1, 1], where the document gives no figure: information. */
static void derived_without_a_figure(void **state)
{
    (void)state;
    struct trial t = {
        .name = "opencl/tanpi",
        .signature = "float(float)",
        .reference = "tanpi(x)",
        .flags = "-cl-fast-relaxed-math",
        .n = 3,
        .in = {{0x1.4p0f, 0x1.6p0f, 0x1.8p3f}},
        .out = {0x1.00001p0f, 0x1.35p1f, 0},
        .forms_run = true,
        .form = {0x1.00001p0f, 0x1.35p1f, -0.0f},
    };
    struct ul_record r;
    judge(&t, &r);
    assert_int_equal(r.verdict, UL_INFO);
    assert_true(r.judgement[0].compared == 3 && r.judgement[0].differing == 0); /* signs of zeros are free */
    t.form[1] = 0x1.350002p1f;
    judge(&t, &r);
    assert_int_equal(r.verdict, UL_INFO);
    assert_int_equal(r.judgement[0].differing, 1);
    assert_int_equal(r.judgement[0].differing_input[0], 0x3fb00000);
    t.in[0][0] = 0x1p-2f; /* inside: 1 */
    t.out[0] = 1;
    judge(&t, &r);
    assert_int_equal(r.verdict, UL_PASS);
    t.out[0] = 0x1.01p0f;
    judge(&t, &r);
    assert_int_equal(r.verdict, UL_FAIL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_of_several_forms),
        cmocka_unit_test(a_domain_of_two_arguments),
        cmocka_unit_test(infinity_for_zero),
        cmocka_unit_test(contraction),
        cmocka_unit_test(derived_within_a_figure),
        cmocka_unit_test(derived_without_a_figure),
        cmocka_unit_test(a_normal_result_for_next_to_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
