/* Comparing: which functions are the same, and how far apart results are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "comparison.h"
#include "pairs.h"
#include "value.h"

static struct ul_catalogue catalogue;

static struct ul_alignment align(const char *label)
{
    struct ul_alignment a = {0};
    for (int i = 0; i < catalogue.count; i++)
        if (!strcmp(catalogue.subject[i].label, label)) {
            ul_align(ul_subject_measured(&catalogue.subject[i]), &a);
            return a;
        }
    fail_msg("no subject '%s'", label);
    return a;
}

static void functions_are_aligned(void **state)
{
    (void)state;
    static const struct {
        const char *a, *b;
        bool same;
    } pairs[] = {
        {"cuda/expf", "opencl/exp", true},
        {"cuda/expf", "host/expf", true},
        {"cuda/exp", "opencl/exp(double)", true},
        {"cuda/expf", "cuda/exp", false}, /* a type apart */
        {"cuda/__expf", "opencl/native_exp", true},
        {"cuda/expf", "cuda/__expf", false},
        {"opencl/exp", "opencl/native_exp", false},
        {"opencl/native_exp", "opencl/half_exp", false},
        {"cuda/sincosf", "opencl/sincos", true},
        {"cuda/sinf", "opencl/sincos", false},
        {"cuda/divide", "opencl/divide", true},
        {"cuda/add", "cuda/__fadd_rn", false}, /* never fused: another promise */
        {"cuda/__frcp_rz", "cuda/__frcp_rn", false},
        {"cuda/hexp(half)", "opencl/exp(half)", true},
        {"cuda/rintf", "cuda/nearbyintf", true},
        {"ptx/ex2.approx.f32", "opencl/native_exp2", true},
        {"approx/exp2", "opencl/native_exp2", false}, /* one text everywhere: with itself alone */
        {"acosf_harley", "cuda/acosf", false},
    };
    for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
        struct ul_alignment a = align(pairs[k].a), b = align(pairs[k].b);
        if (!strcmp(a.group, b.group) != pairs[k].same)
            fail_msg("%s is %s, %s is %s", pairs[k].a, a.group, pairs[k].b, b.group);
        ul_alignment_free(&a);
        ul_alignment_free(&b);
    }
    struct ul_alignment a = align("acosf_harley");
    assert_string_equal(a.function, "acos");
    ul_alignment_free(&a);
}

static void a_word_names_a_function_everywhere(void **state)
{
    (void)state;
    bool *chosen = calloc((size_t)catalogue.count, sizeof *chosen);
    assert_true(ul_align_choose(&catalogue, "exp2", chosen));
    int apis[4] = {0};
    for (int i = 0; i < catalogue.count; i++)
        if (chosen[i])
            apis[catalogue.subject[i].home]++;
    assert_true(apis[UL_HOME_CUDA] > 2 && apis[UL_HOME_OPENCL] > 2 && apis[UL_HOME_HOST] > 1 &&
                apis[UL_HOME_EVERYWHERE] == 1);
    assert_false(ul_align_choose(&catalogue, "frobnicate", chosen));
    free(chosen);
}

/* ---- gaps ---- */

static struct ul_gap gap_of(const float *a, const float *b, uint64_t n, uint64_t first, uint64_t *at)
{
    struct ul_gap g = {0};
    ul_gap_add(&g, UL_FLOAT, a, b, first, 0, NULL, at);
    ul_gap_add(&g, UL_FLOAT, a + first, b + first, n - first, first, NULL, at);
    return g;
}

static void gaps_are_counted(void **state)
{
    (void)state;
    const float a[] = {1, 1, 0, NAN, NAN, INFINITY, 1, 2, -1, INFINITY};
    const float b[] = {1, 1.0000001f, -0.0f, -NAN, 3, 1, 1.0000002f, 1.9999998f, -1.0000002f, INFINITY};
    enum { N = sizeof a / sizeof *a };
    for (uint64_t first = 0; first <= N; first++) { /* in one piece or two */
        uint64_t at = UINT64_MAX;
        const struct ul_gap g = gap_of(a, b, N, first, &at);
        assert_true(g.compared);
        assert_int_equal(g.inputs, N);
        assert_int_equal(g.differing, 7); /* any NaN is any other; zeros differ by their signs */
        assert_int_equal(g.nans, 1);
        assert_int_equal(g.infinities, 1);
        assert_int_equal(g.steps, 2);
        assert_int_equal(at, 6); /* the first of those that are two steps apart */
        assert_int_equal(ul_gap_finite(&g), 5);
    }
}

static void what_is_no_distance_is_shown_last(void **state)
{
    (void)state;
    const float a[] = {NAN, INFINITY, 0};
    const float b[] = {3, 1, -0.0f};
    uint64_t at = UINT64_MAX;
    struct ul_gap g = gap_of(a, b, 1, 0, &at);
    assert_int_equal(at, 0);
    g = gap_of(a, b, 2, 1, &at);
    assert_int_equal(at, 1);
    g = gap_of(a, b, 3, 1, &at);
    assert_int_equal(at, 2);
    assert_int_equal(g.steps, 0);
    at = UINT64_MAX;
    g = gap_of(a, a, 3, 1, &at);
    assert_int_equal(g.differing, 0);
    assert_int_equal(at, UINT64_MAX);
}

static void truth_has_many_bits(void **state)
{
    (void)state;
    const int32_t a[] = {1, 0, -1}, b[] = {-1, 0, 0};
    uint64_t at = 0;
    struct ul_gap g = {0};
    ul_gap_add(&g, UL_BOOL, a, b, 3, 0, NULL, &at);
    assert_int_equal(g.differing, 1);
    assert_int_equal(at, 2);
}

/* ilogb's domain is the finite numbers: what it gives for infinities and NaN is nobody's business. */
static void results_that_are_not_defined_are_apart(void **state)
{
    (void)state;
    const struct ul_subject *s = NULL;
    for (int i = 0; i < catalogue.count; i++)
        if (!strcmp(catalogue.subject[i].label, "cuda/ilogbf"))
            s = &catalogue.subject[i];
    assert_non_null(s);
    ul_bits list[][UL_MAX_PARAMETERS] = {{0x7f800000}, {0x7fc00000}, {0x3f800000}, {0x40000000}};
    const struct ul_plan plan = {.signature = &s->signature, .arguments = 1, .listed = 4, .list = list};
    const struct ul_pair pair = {s, s, &plan};
    const int32_t a[] = {INT32_MAX, INT32_MIN, 0, 1}, b[] = {INT32_MIN, INT32_MAX, 0, 3};
    struct ul_gap g = {0};
    uint64_t at = UINT64_MAX;
    ul_gap_add(&g, UL_INT, a, b, 4, 0, &pair, &at);
    assert_int_equal(g.outside, 2);
    assert_int_equal(g.differing, 1);
    assert_int_equal(g.steps, 2);
    assert_int_equal(at, 3);
}

/* ---- who is best ---- */

static json_t *record(const char *device, double ulp, int wrong, const char *verdict)
{
    return json_pack("{ss ss ss si si ss s{s{sf}} s{si} ss s{}}", "subject", "mine", "device", device, "type",
                     "float", "width", 1, "result", 0, "flags", "", "ulp", "opencl", "max", ulp, "wrong",
                     "nan", wrong, "verdict", verdict, "coverage");
}

static void the_best_has_nothing_wrong(void **state)
{
    (void)state;
    static const struct {
        double ulp;
        int wrong;
        const char *verdict;
        bool best;
    } of[] = {{0.5, 1, "pass", false},
              {0.75, 0, "pass", true},
              {0.75 + 1e-9, 0, "fail", true},
              {0.8, 0, "info", false},
              {0.1, 0, "error", false}};
    enum { N = sizeof of / sizeof *of };
    struct ul_comparison c = {0};
    bool best[N];
    for (int k = 0; k < N; k++)
        ul_comparison_column(&c, &(struct ul_compared){.path = "r.jsonl", .flags = ""});
    for (int k = 0; k < N; k++)
        ul_comparison_add(&c, k, record("host", of[k].ulp, of[k].wrong, of[k].verdict), NULL);
    ul_comparison_finish(&c);
    assert_int_equal(c.lines, 1);
    assert_int_equal(ul_comparison_best(&c, &c.line[0], best), 2);
    for (int k = 0; k < N; k++)
        assert_int_equal(best[k], of[k].best);
    for (int k = 0; k < N; k++)
        for (int j = 0; j < k; j++)
            assert_string_not_equal(c.column[k].title, c.column[j].title);
    ul_comparison_add(&c, 0, record("host", 1, 0, "pass"), NULL); /* a second one: a line by itself */
    assert_int_equal(c.lines, 2);
    assert_int_equal(c.line[1].sibling, 1);
    assert_int_equal(ul_comparison_best(&c, &c.line[1], best), 0);
    ul_comparison_free(&c);
}

int main(void)
{
    struct ul_line why;
    if (!ul_catalogue_load(&catalogue, &why))
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_are_aligned),
        cmocka_unit_test(a_word_names_a_function_everywhere),
        cmocka_unit_test(gaps_are_counted),
        cmocka_unit_test(what_is_no_distance_is_shown_last),
        cmocka_unit_test(truth_has_many_bits),
        cmocka_unit_test(results_that_are_not_defined_are_apart),
        cmocka_unit_test(the_best_has_nothing_wrong),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    ul_catalogue_free(&catalogue);
    return failed;
}
