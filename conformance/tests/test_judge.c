/* Bounds that look at several arguments, judged: results made here, of functions that need not be in the
 * catalogue. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <math.h>
#include <string.h>
#include "meter.h"
#include "row.h"

enum { ROOM = 8 };

struct trial {
    const char *name, *signature, *reference, *flags;
    int n;
    float in[3][ROOM]; /* by argument */
    float out[ROOM];
    bool embedded;
};

static void judge(const struct trial *t, struct ul_record *r)
{
    struct ul_subject s = {.name = (char *)t->name, .function = (char *)"", .home = UL_HOME_OPENCL};
    struct ul_place place = {.backend = "opencl", .device.embedded_profile = t->embedded};
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
    ul_meter_block(m, &block, t->out, NULL);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_of_several_forms),
        cmocka_unit_test(a_domain_of_two_arguments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
