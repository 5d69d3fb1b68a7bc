#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>
#include "record_example.h"
#include "reports/report.h"

static struct ul_catalogue catalogue;

static int load(void **state)
{
    (void)state;
    struct ul_line why = {""};
    return !load_opencl(&catalogue, &why) || !ul_bounds_load(&why);
}

static int unload(void **state)
{
    (void)state;
    ul_catalogue_free(&catalogue);
    return 0;
}

static char *text;
static size_t length;

static struct ul_report begin(void)
{
    return (struct ul_report){.out = open_memstream(&text, &length)};
}

static void end(struct ul_report *r, const char *expected)
{
    ul_report_close(r);
    fclose(r->out);
    assert_string_equal(text, expected);
    free(text);
}

static void print_row(struct ul_report *r, const struct ul_record *record)
{
    char *line = ul_record_json(record);
    json_t *read = json_loads(line, 0, NULL);
    ul_report_record(r, read);
    json_decref(read);
    free(line);
}

static void a_row_is_a_line(void **state)
{
    (void)state;
    struct ul_report r = begin();
    struct ul_record row = example(subject_named(&catalogue, "opencl/exp2"));
    print_row(&r, &row);
    print_row(&r, &row);
    assert_int_equal(ul_report_status(&r), 0);
    end(&r, "opencl:0:0  card, 1.0, OpenCL 3.0\n"
            "opencl/exp2            2.38301 ulp     at 0x1.fp-3         <= 3 ulp           79 % pass  "
            "exhaustive\n"
            "opencl/exp2            2.38301 ulp     at 0x1.fp-3         <= 3 ulp           79 % pass  "
            "exhaustive\n"
            "\n2 rows: 2 pass\n");
}

/* A share above 1 never reads 100 %, one below never either. */
static void what_fails_shows_it(void **state)
{
    (void)state;
    struct ul_report r = begin();
    struct ul_record row = example(subject_named(&catalogue, "opencl/exp2"));
    row.maximum[UL_OPENCL].value = 3.0000001;
    row.wrong[UL_WRONG_VALUE] = 2;
    row.has_wrong_input = true;
    row.wrong_input[0] = 0x7f800000;
    row.wrong_got = 0x3f800000;
    row.wrong_want = 0x7f800000;
    judge_example(&row, 3.0000001, 3);
    row.judgement[1].verdict = UL_PASS;
    print_row(&r, &row);
    assert_int_equal(ul_report_status(&r), 1);
    end(&r, "opencl:0:0  card, 1.0, OpenCL 3.0\n"
            "opencl/exp2            3 ulp           at 0x1.fp-3         <= 3 ulp          101 % fail  "
            "exhaustive\n"
            "    wrong: 2 value; at inf got 0x1p+0 want inf\n"
            "    seed, exp2                                             <= 3 ulp          101 % pass\n"
            "\n1 row: 1 fail\n");
}

/* Where the limit depends on the input: what uses most of it, the largest error beside, the bound in full. */
static void limits_that_vary(void **state)
{
    (void)state;
    struct ul_report r = begin();
    struct ul_record row = example(subject_named(&catalogue, "opencl/exp2"));
    row.flags = "-cl-fast-relaxed-math";
    row.coverage = (struct ul_coverage){.kind = "quick", .inputs = 131072};
    judge_example(&row, 2, 3);
    row.judgements = 1;
    row.judgement[0].input[0] = 0x3f000000;
    print_row(&r, &row);
    end(&r, "opencl:0:0  card, 1.0, OpenCL 3.0  flags -cl-fast-relaxed-math\n"
            "opencl/exp2            2 ulp           at 0x1p-1           <= 3 ulp           66 % pass  quick "
            "131k\n"
            "    largest error      2.38301 ulp     at 0x1.fp-3\n"
            "    <= 3+floor(|2*x|) ulp\n"
            "\n1 row: 1 pass\n");
}

/* Its document names a rounding, and no figure. */
static void undocumented_roundings(void **state)
{
    (void)state;
    struct ul_report r = begin();
    struct ul_subject s = {
        .name = (char *)"cuda/hexp(half)", .label = (char *)"cuda/hexp(half)", .function = (char *)"exp"};
    assert_true(ul_signature_parse("half(half)", &s.signature, NULL));
    struct ul_record row = example(&s);
    row.maximum[UL_CUDA] = (struct ul_maximum){true, 0, 0, {0x3c00}, 0x4170, 0x4170};
    row.misrounded = 0;
    judge_example(&row, 0, 0);
    assert_int_equal(row.judgements, 2);
    row.judgement[1].piece = -1;
    row.judgement[1].verdict = UL_INFO;
    print_row(&r, &row);
    row.misrounded = 2;
    print_row(&r, &row);
    end(&r, "opencl:0:0  card, 1.0, OpenCL 3.0\n"
            "cuda/hexp(half)        0 ulp cuda      at 0x1p+0           <= 0 ulp*               pass  "
            "exhaustive\n"
            "    seed, half_exp                                         undocumented            info\n"
            "        \"round-to-nearest-even mode\": correctly rounded\n"
            "cuda/hexp(half)        0 ulp cuda      at 0x1p+0           <= 0 ulp*               pass  "
            "exhaustive\n"
            "    seed, half_exp                                         undocumented            info\n"
            "        \"round-to-nearest-even mode\": 2 misrounded\n"
            "\n* from extensive, not exhaustive tests, says the document\n"
            "\n2 rows: 2 pass\n");
}

static void rows_without_figures_say_why(void **state)
{
    (void)state;
    struct ul_report r = begin();
    struct ul_record row = example(subject_named(&catalogue, "opencl/exp2"));
    row.verdict = UL_ERROR;
    strcpy(row.reason, "signal 11");
    print_row(&r, &row);
    row.verdict = UL_UNSUPPORTED;
    strcpy(row.reason, "a reason that is by far too long to stand in the place of the figures of this row");
    print_row(&r, &row);
    assert_int_equal(ul_report_status(&r), 3);
    end(&r, "opencl:0:0  card, 1.0, OpenCL 3.0\n"
            "opencl/exp2            signal 11                                                   error\n"
            "opencl/exp2                                                                        unsupported\n"
            "    a reason that is by far too long to stand in the place of the figures of this row\n"
            "\n2 rows: 1 unsupported, 1 error\n");
}

static void quiet_is_failures_only(void **state)
{
    (void)state;
    struct ul_report r = begin();
    r.quiet = true;
    struct ul_record row = example(subject_named(&catalogue, "opencl/exp2"));
    print_row(&r, &row);
    end(&r, "1 row: 1 pass\n");
}

/* A terminal's lines: what has no room in its column stands below, and no line is longer than the terminal.
 */
static void lines_fit_a_terminal(void **state)
{
    (void)state;
    struct ul_report r = begin();
    r.width = 80;
    struct ul_record row = example(subject_named(&catalogue, "opencl/pow"));
    strcpy(row.device.name, "a card of a name that is rather long");
    row.judgements = 0;
    row.wrong[UL_WRONG_NAN] = 1;
    row.has_wrong_input = true;
    row.verdict = UL_FAIL;
    r.color = true;
    print_row(&r, &row);
    r.color = false;
    r.width = 103;
    row.width = 16;
    row.maximum[UL_OPENCL].input[1] = 0x3e780000;
    print_row(&r, &row);
    r.width = 140;
    print_row(&r, &row);
    end(&r, "opencl:0:0  a card of a name that is rather long, 1.0, OpenCL 3.0\n"
            "\033[1;31mopencl/pow\033[0m             2.38301 ulp                             "
            "\033[1;31mfail\033[0m\n"
            "    at 0x1.fp-3;0x0p+0, exhaustive\n"
            "    wrong: 1 NaN; at 0x0p+0;0x0p+0 got 0x0p+0 want 0x0p+0\n"
            "opencl/pow(float16)    2.38301 ulp                                                 fail  "
            "exhaustive\n"
            "    at 0x1.fp-3;0x1.fp-3\n"
            "    wrong: 1 NaN; at 0x0p+0;0x0p+0 got 0x0p+0 want 0x0p+0\n"
            "opencl/pow(float16)                2.38301 ulp     at 0x1.fp-3;0x1.fp-3"
            "                                                 fail  exhaustive\n"
            "    wrong: 1 NaN; at 0x0p+0;0x0p+0 got 0x0p+0 want 0x0p+0\n"
            "\n3 rows: 3 fail\n");
}

/* What drivers said does not command the terminal. */
static void control_characters_are_taken_out(void **state)
{
    (void)state;
    struct ul_report r = begin();
    struct ul_record row = example(subject_named(&catalogue, "opencl/exp2"));
    strcpy(row.device.name, "card\033[2J");
    row.verdict = UL_SKIPPED;
    strcpy(row.reason, "a\033[31mb");
    print_row(&r, &row);
    end(&r, "opencl:0:0  card?[2J, 1.0, OpenCL 3.0\n"
            "opencl/exp2            a?[31mb                                                     skipped\n"
            "\n1 row: 1 skipped\n");
}

/* A job's summary has 1 MiB: failures come first, what is left out is told. */
static void markdown_fits_a_summary(void **state)
{
    (void)state;
    struct ul_report r = begin();
    r.format = UL_MARKDOWN;
    struct ul_record row = example(subject_named(&catalogue, "opencl/exp2"));
    char *line = ul_record_json(&row);
    json_t *record = json_loads(line, 0, NULL);
    for (int k = 0; k < 20000; k++)
        ul_report_record(&r, record);
    ul_json_set(record, "verdict", ul_json_string("fail"));
    json_t *failed = json_deep_copy(record);
    ul_json_set(record, "verdict", ul_json_string("pass"));
    ul_report_record(&r, failed);
    json_decref(failed);
    json_decref(record);
    free(line);
    ul_report_close(&r);
    fclose(r.out);
    assert_in_range(length, 900000, 1 << 20);
    int rows = 0, left_out = 0;
    for (const char *at = text; (at = strstr(at, "\n| opencl/exp2 | pass |")); at++)
        rows++;
    const char *told = strstr(text, " rows are left out");
    assert_non_null(told);
    while (told[-1] != '\n')
        told--;
    left_out = atoi(told);
    assert_int_equal(rows + left_out, 20000);
    const char *failure = strstr(text, "| opencl:0:0 | opencl/exp2 | fail |");
    assert_in_range(failure - text, 0, 300);
    free(text);
}

static void json_is_the_record(void **state)
{
    (void)state;
    struct ul_report r = begin();
    r.format = UL_JSON;
    struct ul_record row = example(subject_named(&catalogue, "opencl/exp2"));
    char *line = ul_record_json(&row), *expected = ul_format("%s\n", line);
    print_row(&r, &row);
    end(&r, expected);
    free(line), free(expected);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_row_is_a_line),
        cmocka_unit_test(what_fails_shows_it),
        cmocka_unit_test(limits_that_vary),
        cmocka_unit_test(undocumented_roundings),
        cmocka_unit_test(rows_without_figures_say_why),
        cmocka_unit_test(quiet_is_failures_only),
        cmocka_unit_test(json_is_the_record),
        cmocka_unit_test(lines_fit_a_terminal),
        cmocka_unit_test(control_characters_are_taken_out),
        cmocka_unit_test(markdown_fits_a_summary),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
