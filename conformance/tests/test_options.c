#include "options.h"
#include "nearest.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

enum { MOST = 32 };

/* Parses a line split at spaces; the words live as long as `line`. */
static bool parse(char *line, struct ul_options *o, struct ul_line *why)
{
    char *argv[MOST + 1] = {"ulparity"}, *rest = NULL;
    int argc = 1;
    for (char *w = strtok_r(line, " ", &rest); w && argc < MOST; w = strtok_r(NULL, " ", &rest))
        argv[argc++] = w;
    return ul_options_parse(argc, argv, o, why);
}

static void every_help_fits_a_screen(void **state)
{
    (void)state;
    for (int command = 0; command <= UL_COMMANDS; command++) {
        struct ul_options o = {.command = (enum ul_command)command, .help = true};
        struct ul_text help = {0};
        ul_options_help(&o, &help);
        int lines = 0;
        for (char *line = help.data, *end; (end = strchr(line, '\n')); line = end + 1, lines++) {
            assert_in_range(end - line, 0, 80);
            assert_true(end == line || end[-1] != ' ');
        }
        assert_in_range(lines, 3, 24);
        ul_text_free(&help);
    }
}

static void an_architecture_counts_once(void **state)
{
    (void)state;
    char line[] = "cost a --arch sm_90 --arch=sm_80 --arch sm_90";
    struct ul_options o;
    struct ul_line why;
    assert_true(parse(line, &o, &why));
    assert_int_equal(o.archs, 2);
    assert_string_equal(o.archs_given[0], "sm_90");
    assert_string_equal(o.archs_given[1], "sm_80");
    ul_options_free(&o);
}

static void values_arrive(void **state)
{
    (void)state;
    char line[] = "check a -dhost -d opencl:pocl --flags= --flags -cl-mad-enable --seed=0x10 -vq --samples 7 "
                  "--format json -j 3";
    struct ul_options o;
    struct ul_line why;
    assert_true(parse(line, &o, &why));
    assert_int_equal(o.command, UL_CHECK);
    assert_int_equal(o.words, 1);
    assert_int_equal(o.devices, 2);
    assert_string_equal(o.device[1], "opencl:pocl");
    assert_int_equal(o.flag_sets, 2);
    assert_string_equal(o.flags[0], "");
    assert_string_equal(o.flags[1], "-cl-mad-enable");
    assert_int_equal(o.seed, 16);
    assert_true(o.verbose && o.quiet && o.format == UL_JSON && o.has_samples && !o.no_color);
    assert_int_equal(o.samples, 7);
    assert_int_equal(o.jobs, 3);
    ul_options_free(&o);
}

static void defaults_hold(void **state)
{
    (void)state;
    char line[] = "check";
    struct ul_options o;
    struct ul_line why;
    assert_true(parse(line, &o, &why));
    assert_int_equal(o.flag_sets, 1);
    assert_string_equal(o.flags[0], "");
    assert_int_equal(o.seed, 1);
    assert_int_equal(o.coverage, UL_DEFAULT_COVERAGE);
    assert_true(o.timeout > 0);
    assert_int_equal(o.format, UL_TEXT);
    ul_options_free(&o);
}

static void negative_numbers_are_words(void **state)
{
    (void)state;
    char line[] = "eval f -1.5 -.5 -inf -NaN -0x1p-149 -- -q";
    struct ul_options o;
    struct ul_line why;
    assert_true(parse(line, &o, &why));
    assert_int_equal(o.words, 7);
    assert_false(o.quiet);
    ul_options_free(&o);
}

static void wrong_lines_say_what(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"chekc", "unknown command 'chekc', did you mean 'check'?"},
        {"check --sed 3", "unknown option '--sed', did you mean '--seed'?"},
        {"check --seed 12x", "--seed: '12x' is no number"},
        {"check --seed", "--seed: N is missing"},
        {"check --samples 1e-3", "--samples: '1e-3' is no number"},
        {"check --samples 1e", "--samples: '1e' is no number"},
        {"check --samples -1e3", "--samples: '-1e3' is no number"},
        {"check --samples 1e99", "--samples: '1e99' is too large"},
        {"check --blocks 3", "--blocks: check has no such option, fingerprint has"},
        {"check --type flaot",
         "--type: 'flaot' is not half, bfloat16, float or double, did you mean 'float'?"},
        {"check --quick --exhaustive", "--quick excludes --exhaustive"},
        {"check --samples 5 --exhaustive", "--exhaustive excludes --samples"},
        {"check --inputs file --samples 5", "--inputs excludes --samples"},
        {"check --timeout 0", "--timeout: '0' is no time: above 0, in seconds"},
        {"check --bounds sede",
         "--bounds: 'sede' is not cuda-13.1, opencl-3, ptx-9.1 or seed, did you mean 'seed'?"},
        {"check --arch 89", "--arch: '89' is no architecture: it reads like sm_89"},
        {"eval exp", "eval: SUBJECT ARG... is expected"},
        {"devices x", "devices: 'x' is one word too many"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char line[80];
        strcpy(line, cases[k][0]);
        struct ul_options o;
        struct ul_line why;
        assert_false(parse(line, &o, &why));
        assert_string_equal(why.text, cases[k][1]);
        ul_options_free(&o);
    }
}

static void counts_read_as_people_write_them(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        uint64_t samples;
    } cases[] = {{"check --samples 1e8", 100000000},
                 {"check --samples 1.5E3", 1500},
                 {"check --samples 0x1e8", 0x1e8}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char line[80];
        strcpy(line, cases[k].line);
        struct ul_options o;
        struct ul_line why;
        assert_true(parse(line, &o, &why));
        assert_true(o.samples == cases[k].samples);
        ul_options_free(&o);
    }
}

static void nearest_word(void **state)
{
    (void)state;
    static const char *const names[] = {"opencl/exp", "opencl/exp2", "opencl/expm1", NULL};
    assert_string_equal(ul_nearest("opencl/xep", names), "opencl/exp");
    assert_string_equal(ul_nearest("opencl/exmp1", names), "opencl/expm1");
    assert_null(ul_nearest("tgamma", names));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_help_fits_a_screen),
        cmocka_unit_test(counts_read_as_people_write_them),
        cmocka_unit_test(values_arrive),
        cmocka_unit_test(an_architecture_counts_once),
        cmocka_unit_test(defaults_hold),
        cmocka_unit_test(negative_numbers_are_words),
        cmocka_unit_test(wrong_lines_say_what),
        cmocka_unit_test(nearest_word),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
