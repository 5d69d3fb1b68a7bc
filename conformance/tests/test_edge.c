/* The table of special values: every row fits a subject, every function has rows, spot checks of what they
 * ask, and the host's own libm as a first customer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "common/embedded.h"
#include "edge.h"
#include "errors.h"
#include "row.h"
#include "value.h"

static struct ul_catalogue catalogue;

static int load(void **state)
{
    (void)state;
    struct ul_line why;
    if (!ul_catalogue_load(&catalogue, &why) || !ul_edges_load(&why)) {
        fprintf(stderr, "%s\n", why.text);
        return -1;
    }
    return 0;
}

static int unload(void **state)
{
    (void)state;
    ul_catalogue_free(&catalogue);
    return 0;
}

static const struct ul_subject *subject(const char *name)
{
    for (int i = 0; i < catalogue.count; i++)
        if (!strcmp(catalogue.subject[i].name, name))
            return &catalogue.subject[i];
    fail_msg("no subject %s", name);
    return NULL;
}

static ul_bits value(enum ul_type t, const char *text)
{
    struct ul_line why;
    ul_bits b = 0;
    if (!ul_value_parse(t, text, &b, &why))
        fail_msg("%s", why.text);
    return b;
}

/* The case of a subject at an argument; NULL if it has none. */
static const struct ul_edge *edge_at(const struct ul_edge *edges, int n, ul_bits x)
{
    for (int i = 0; i < n; i++)
        if (edges[i].args[0] == x)
            return &edges[i];
    return NULL;
}

static bool speaks_of_nan(const struct ul_subject *s, const struct ul_edge *edges, int n)
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < s->signature.arguments; k++)
            if (ul_is_float(s->signature.argument[k].type) &&
                ul_value_is_nan(s->signature.argument[k].type, edges[i].args[k]))
                return true;
    return false;
}

static void every_function_has_rows_for_nan_too(void **state)
{
    (void)state;
    for (int i = 0; i < catalogue.count; i++) {
        const struct ul_subject *s = &catalogue.subject[i];
        struct ul_edge *edges;
        int n = ul_edges(s, &edges);
        if (!*s->function || s->home == UL_HOME_EVERYWHERE) {
            for (int k = 0; k < n; k++)
                assert_false(edges[k].required);
            free(edges);
            continue;
        }
        if (n == 0)
            fail_msg("%s has no special values", s->name);
        bool whole = !ul_is_float(s->signature.result[0].type) && !strstr(s->function, "is");
        whole |= !ul_is_float(s->signature.argument[0].type) && s->signature.arguments == 1; /* nan(code) */
        if (!whole && !speaks_of_nan(s, edges, n) && strcmp(s->function, "signbit"))
            fail_msg("%s says nothing of NaN", s->name);
        for (int k = 0; k < n; k++)
            assert_true(*edges[k].source && edges[k].alternatives);
        free(edges);
    }
}

/* Two rows of one function for one API and the same arguments would contradict or repeat each other. */
static void no_subject_has_two_rows_for_its_arguments(void **state)
{
    (void)state;
    for (int i = 0; i < catalogue.count; i++) {
        const struct ul_subject *s = &catalogue.subject[i];
        struct ul_edge *edges;
        int n = ul_edges(s, &edges);
        for (int k = 0; k < n; k++)
            for (int j = 0; j < k; j++)
                if (!memcmp(edges[j].args, edges[k].args, sizeof edges[k].args))
                    fail_msg("%s: two rows for bits %llx ...", s->label,
                             (unsigned long long)edges[k].args[0]);
        free(edges);
    }
}

static void every_row_serves_a_subject(void **state)
{
    (void)state;
    const char *text = ul_embedded_text("conformance/edge_values.tsv");
    int rows = 0;
    for (const char *line = text; *line; line = strchr(line, '\n') + 1) {
        char function[64];
        if (*line == '#' || sscanf(line, "%63[^\t]", function) != 1 || !strcmp(function, "function"))
            continue;
        int k = 0;
        while (k < catalogue.count && strcmp(catalogue.subject[k].function, function))
            k++;
        if (k == catalogue.count)
            fail_msg("no subject is a '%s'", function);
        rows++;
    }
    assert_true(rows > 600);
}

static void assert_met(const char *name, const char *x, bool met, const char *y, const char *y1)
{
    const struct ul_subject *s = subject(name);
    struct ul_edge *edges;
    int n = ul_edges(s, &edges);
    const struct ul_edge *e = edge_at(edges, n, value(s->signature.argument[0].type, x));
    if (!e)
        fail_msg("%s(%s) is no special value", name, x);
    ul_bits results[UL_MAX_RESULTS] = {value(s->signature.result[0].type, y)};
    if (y1)
        results[1] = value(s->signature.result[1].type, y1);
    if (ul_edge_met(e, s, results, false) != met)
        fail_msg("%s(%s) = %s%s%s is%s met", name, x, y, y1 ? ", " : "", y1 ? y1 : "", met ? " not" : "");
    free(edges);
}

static void what_the_rows_ask(void **state)
{
    (void)state;
    assert_met("opencl/tanh", "inf", true, "1", NULL);
    assert_met("opencl/tanh", "inf", false, "0x1.fffffep-1",
               NULL); /* inside 5 ulp, yet not what F.9.2.6 asks */
    assert_met("opencl/sin", "-0", false, "0", NULL);
    assert_met("opencl/sin", "inf", true, "bits:ffc00123", NULL);
    assert_met("opencl/sin", "inf", false, "0", NULL);
    assert_met("opencl/atan", "-inf", true, "-0x1.921fb4p+0", NULL); /* its last bits are for the bound */
    assert_met("opencl/atan", "-inf", false, "0x1.921fb6p+0", NULL);
    assert_met("opencl/atan", "-inf", false, "nan", NULL);
    assert_met("opencl/tanpi", "3", true, "-0", NULL);
    assert_met("opencl/tanpi", "3", false, "0", NULL);
    assert_met("opencl/tanpi", "-0x1.8p+0", true, "inf", NULL);
    assert_met("opencl/cospi", "2.5", true, "0", NULL);
    assert_met("opencl/frexp", "nan", true, "nan", "0");
    assert_met("opencl/frexp", "nan", false, "nan", "1");
    assert_met("cuda/frexpf", "nan", true, "nan", "1");
    assert_met("opencl/lgamma_r", "-1", true, "inf", "0");
    assert_met("opencl/lgamma_r", "inf", true, "inf", "-1");
    assert_met("opencl/fract", "-0x1p-149", true, "0x1.fffffep-1", "-1");
    assert_met("opencl/fract", "-inf", false, "0", "-inf");
    assert_met("opencl/rsqrt", "-0", true, "inf", NULL);
    assert_met("cuda/rsqrtf", "-0", false, "inf", NULL);
    assert_met("opencl/ilogb", "0", true, "-2147483647", NULL);
    assert_met("cuda/ilogbf", "0", false, "-2147483647", NULL);
    assert_met("cuda/rcbrtf", "-inf", true, "-0", NULL);
    assert_met("cuda/normcdfinvf", "1", true, "inf", NULL);
    assert_met("host/y0f", "-1", true, "-inf", NULL);
    assert_met("cuda/y0f", "-1", false, "-inf", NULL);
    assert_met("opencl/isinf", "-inf", true, "-1", NULL);
    assert_met("opencl/isinf", "-inf", false, "0", NULL);
    assert_met("opencl/half_exp", "-0", true, "1", NULL);
    assert_met("cuda/llroundf", "-2.5", true, "-3", NULL);
}

static void flags_of_rows(void **state)
{
    (void)state;
    struct ul_edge *edges;
    const struct ul_subject *s = subject("opencl/rsqrt");
    int n = ul_edges(s, &edges);
    assert_false(edge_at(edges, n, value(UL_FLOAT, "-0"))->required);
    assert_true(edge_at(edges, n, value(UL_FLOAT, "0"))->required);
    free(edges);
    n = ul_edges(subject("opencl/log"), &edges);
    assert_true(edge_at(edges, n, value(UL_FLOAT, "-0x1p-149"))->subnormal);
    assert_false(edge_at(edges, n, value(UL_FLOAT, "-0"))->subnormal);
    free(edges);
}

/* The symbols in half, whose every number is small enough to check by hand. */
static void symbols_follow_the_type(void **state)
{
    (void)state;
    struct ul_subject half = *subject("opencl/round");
    struct ul_line why;
    assert_true(ul_signature_parse("half(half)", &half.signature, &why));
    struct ul_edge *edges;
    int n = ul_edges(&half, &edges);
    assert_non_null(edge_at(edges, n, 0x37ff)); /* belowhalf */
    assert_int_equal(edge_at(edges, n, 0x7bff)->result[0][0], 0x7bff);
    assert_non_null(edge_at(edges, n, 0x8001)); /* -sub */
    free(edges);
    half.function = "atan";
    n = ul_edges(&half, &edges);
    const struct ul_edge *e = edge_at(edges, n, 0xfc00);
    assert_int_equal(e->result[0][0], 0xbe48);
    assert_true(e->rounded[0][0]);
    free(edges);
    half.function = "atanh";
    n = ul_edges(&half, &edges);
    assert_non_null(edge_at(edges, n, 0xbc01)); /* -above1 */
    free(edges);
}

/* The exact value, correctly rounded, is among the right answers: table and references check each other. */
static void references_meet_the_rows(void **state)
{
    (void)state;
    struct ul_errors e;
    ul_errors_init(&e);
    for (int i = 0; i < catalogue.count; i++) {
        const struct ul_subject *s = &catalogue.subject[i];
        if (!ul_subject_is_measured(s))
            continue;
        struct ul_edge *edges;
        int n = ul_edges(s, &edges);
        for (int k = 0; k < n; k++) {
            ul_bits want[UL_MAX_RESULTS];
            for (int r = 0; r < s->signature.results; r++) {
                struct ul_reading reading = {s->signature.result[r].type, UL_NEAREST};
                /* An integer that no exact value decides (ilogb(0)) is taken as it is given. */
                ul_errors_certify(s->reference[r], s->signature.argument, edges[k].args,
                                  edges[k].result[0][r], &reading, &e);
                want[r] = e.want;
            }
            char x[UL_VALUE_ROOM], y[UL_VALUE_ROOM];
            if (!ul_edge_met(&edges[k], s, want, false))
                fail_msg("%s(%s): the reference gives %s (%s)", s->name,
                         ul_value_print(s->signature.argument[0].type, edges[k].args[0], x),
                         ul_value_print(s->signature.result[0].type, want[0], y), edges[k].source);
        }
        free(edges);
    }
    ul_errors_clear(&e);
}

/* glibc's functions satisfy Annex F. */
static void the_host_meets_its_rows(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        float (*f)(float);
    } functions[] = {
        {"host/acosf", acosf},     {"host/acoshf", acoshf},   {"host/asinf", asinf},
        {"host/asinhf", asinhf},   {"host/atanf", atanf},     {"host/atanhf", atanhf},
        {"host/cbrtf", cbrtf},     {"host/ceilf", ceilf},     {"host/cosf", cosf},
        {"host/coshf", coshf},     {"host/erfcf", erfcf},     {"host/erff", erff},
        {"host/exp10f", exp10f},   {"host/exp2f", exp2f},     {"host/expf", expf},
        {"host/expm1f", expm1f},   {"host/fabsf", fabsf},     {"host/floorf", floorf},
        {"host/lgammaf", lgammaf}, {"host/log10f", log10f},   {"host/log1pf", log1pf},
        {"host/log2f", log2f},     {"host/logbf", logbf},     {"host/logf", logf},
        {"host/rintf", rintf},     {"host/roundf", roundf},   {"host/sinf", sinf},
        {"host/sinhf", sinhf},     {"host/sqrtf", sqrtf},     {"host/tanf", tanf},
        {"host/tanhf", tanhf},     {"host/tgammaf", tgammaf}, {"host/truncf", truncf},
        {"host/j0f", j0f},         {"host/j1f", j1f},         {"host/y0f", y0f},
        {"host/y1f", y1f},
    };
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        const struct ul_subject *s = subject(functions[i].name);
        struct ul_edge *edges;
        int n = ul_edges(s, &edges);
        for (int k = 0; k < n; k++) {
            uint32_t bits = (uint32_t)edges[k].args[0];
            float x, y;
            memcpy(&x, &bits, sizeof x);
            y = functions[i].f(x);
            memcpy(&bits, &y, sizeof bits);
            ul_bits result = bits;
            if (!ul_edge_met(&edges[k], s, &result, false))
                fail_msg("%s(%a) = %a (%s)", s->name, (double)x, (double)y, edges[k].source);
        }
        free(edges);
    }
}

/* -cl-no-signed-zeros: the sign of a zero result isn't significant; that of an infinity is. */
static void signs_of_zeros_may_be_free(void **state)
{
    (void)state;
    const struct ul_subject *s = subject("opencl/cospi");
    struct ul_edge e = {.alternatives = 1, .result = {{value(UL_FLOAT, "0")}}};
    ul_bits zero = value(UL_FLOAT, "-0"), infinity = value(UL_FLOAT, "-inf");
    assert_false(ul_edge_met(&e, s, &zero, false));
    assert_true(ul_edge_met(&e, s, &zero, true));
    e.result[0][0] = value(UL_FLOAT, "inf");
    assert_false(ul_edge_met(&e, s, &infinity, true));
}

/* How many special values of a subject are required under flags. */
static int required(const char *name, const char *flags, bool *subnormal)
{
    const struct ul_subject *s = subject(name);
    const bool cuda = s->home == UL_HOME_CUDA;
    struct ul_place place = {.device = {.arch = cuda ? 90 : 0, .opencl_c = cuda ? 0 : 300}};
    struct ul_record *r = ul_alloc(sizeof *r);
    struct ul_row_setup setup;
    struct ul_edge *edges;
    int n = ul_edges(s, &edges), count = 0;
    snprintf(place.backend, sizeof place.backend, "%s", cuda ? "cuda" : "opencl");
    ul_row_begin(s, 0, &place, flags, "native", NULL, r, &setup);
    *subnormal = false;
    for (int k = 0; k < n; k++) {
        const bool needed = ul_row_requires(&setup, &edges[k]);
        count += needed;
        *subnormal |= needed && edges[k].subnormal;
    }
    free(edges);
    free(r);
    return count;
}

/* -use_fast_math makes intrinsics of some functions: of those nothing is documented, of the others all still
 * holds. */
static void which_flags_free_special_values(void **state)
{
    (void)state;
    bool subnormal;
    const int sinf = required("cuda/sinf", "", &subnormal), log2f = required("cuda/log2f", "", &subnormal);
    assert_true(sinf > 3 && log2f > 3);
    assert_int_equal(required("cuda/sinf", "-ftz=true", &subnormal), sinf);
    assert_int_equal(required("cuda/sinf", "-use_fast_math", &subnormal), 0);
    assert_int_equal(required("cuda/sinf", "-D-use_fast_math", &subnormal), sinf);
    assert_int_equal(required("cuda/log2f", "-fmad=false -use_fast_math", &subnormal), 0);
    assert_true(required("cuda/sqrtf", "-prec-sqrt=false", &subnormal) > 3);
    assert_int_equal(required("cuda/sqrtf", "-use_fast_math", &subnormal), 0);
    assert_int_equal(required("cuda/erff", "-use_fast_math", &subnormal),
                     required("cuda/erff", "", &subnormal));
    assert_true(required("opencl/floor", "", &subnormal) > 3 && subnormal);
    assert_true(required("opencl/floor", "-cl-denorms-are-zero", &subnormal) > 3 && !subnormal);
    assert_true(required("opencl/floor", "-cl-mad-enable", &subnormal) > 3 && subnormal);
    assert_int_equal(required("opencl/floor", "-cl-finite-math-only", &subnormal), 0);
    assert_int_equal(required("opencl/floor", "-cl-unsafe-math-optimizations", &subnormal), 0);
    assert_int_equal(required("opencl/floor", "-cl-fast-relaxed-math", &subnormal), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_function_has_rows_for_nan_too),
        cmocka_unit_test(no_subject_has_two_rows_for_its_arguments),
        cmocka_unit_test(every_row_serves_a_subject),
        cmocka_unit_test(what_the_rows_ask),
        cmocka_unit_test(flags_of_rows),
        cmocka_unit_test(symbols_follow_the_type),
        cmocka_unit_test(references_meet_the_rows),
        cmocka_unit_test(the_host_meets_its_rows),
        cmocka_unit_test(signs_of_zeros_may_be_free),
        cmocka_unit_test(which_flags_free_special_values),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
