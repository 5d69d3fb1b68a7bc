#include <fcntl.h>
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>
#include <cmocka.h>
#include <jansson.h>
#include "record_example.h"

static struct ul_catalogue catalogue;
static char path[] = "/tmp/ulparity-test-record-XXXXXX";

static int load(void **state)
{
    (void)state;
    struct ul_line why = {""};
    int descriptor = mkstemp(path);
    return descriptor < 0 || close(descriptor) || !load_opencl(&catalogue, &why) || !ul_bounds_load(&why);
}

static int unload(void **state)
{
    (void)state;
    ul_catalogue_free(&catalogue);
    return unlink(path);
}

static struct ul_record exp2_record(void)
{
    return example(subject_named(&catalogue, "opencl/exp2"));
}

static void assert_json(const struct ul_record *r, const char *part)
{
    char *line = ul_record_json(r);
    if (!strstr(line, part))
        fail_msg("no %s\nin %s", part, line);
    assert_null(strchr(line, '\n'));
    free(line);
}

/* The form is a contract: members, names, order. */
static void the_line_is_as_documented(void **state)
{
    (void)state;
    struct ul_record r = exp2_record();
    assert_json(&r,
                "{\"v\":1,\"tool\":\"0.1.0\",\"subject\":\"opencl/exp2\",\"function\":\"exp2\",\"result\":0,"
                "\"type\":\"float\",\"width\":1,\"flags\":\"\",\"approx\":null,\"arch\":null,"
                "\"device\":\"opencl:0:0\",\"device_name\":\"card\",\"driver\":\"1.0\","
                "\"compiler\":\"OpenCL 3.0\",\"coverage\":{\"kind\":\"exhaustive\",\"inputs\":4294967296,"
                "\"seed\":null,\"range\":null,\"shard\":null,\"file\":null},"
                "\"ulp\":{\"opencl\":{\"max\":2.3830123456789,\"upper\":2.5,\"input\":[\"0x1.fp-3\"],"
                "\"got\":\"0x1.2f0002p+0\",\"want\":\"0x1.2efffep+0\"},\"cuda\":{\"max\":2,");
    assert_json(&r, "},\"misrounded\":3,\"over_1ulp\":2,\"ulp_sum\":1125899906842624,"
                    "\"wrong\":{\"nan\":0,\"inf\":0,\"sign\":0,\"value\":0,\"input\":[]},"
                    "\"flushed\":{\"count\":0,\"input\":[]},\"bounds_version\":\"");
    assert_json(&r,
                "{\"edition\":\"opencl-3\",\"row\":\"exp2\",\"text\":\"<= 3 ulp\",\"measure\":\"opencl\","
                "\"limit\":3,\"error\":2.3830123456789,\"share\":0.794337448559634,\"input\":[\"0x1.fp-3\"],"
                "\"got\":\"0x1.2f0002p+0\",\"kind\":\"number\",\"says\":null,\"source\":\"OpenCL C 3.0");
    assert_json(&r, ",\"guaranteed\":true,\"in_force\":true,\"verdict\":\"pass\"}");
    assert_json(&r, "],\"claims\":[],\"blocks\":null,\"label\":\"opencl/"
                    "exp2\",\"signature\":\"float(float)\",\"measure\":\"opencl\","
                    "\"verdict\":\"pass\",\"reason\":null,\"seconds\":0.5}");
}

/* Absent figures are absent, infinite ones a string, blocks null where nothing was measured. */
static void absent_and_infinite_figures(void **state)
{
    (void)state;
    struct ul_record r = exp2_record();
    r.maximum[UL_OPENCL].value = INFINITY;
    r.maximum[UL_CUDA].present = false;
    r.block[1] = 0.5;
    assert_json(&r, "\"opencl\":{\"max\":\"inf\"");
    assert_json(&r, "\"blocks\":[null,0.5,null,");
    char *line = ul_record_json(&r);
    assert_null(strstr(line, "\"cuda\":{"));
    assert_null(strstr(line, "\"abs\":"));
    json_t *record = json_loads(line, 0, NULL);
    assert_int_equal(json_array_size(json_object_get(record, "blocks")), UL_BLOCKS);
    json_decref(record);
    free(line);
}

/* Rounded to 15 digits DBL_MAX would be beyond every double. */
static void the_largest_figure_can_be_read(void **state)
{
    (void)state;
    struct ul_record r = exp2_record();
    r.maximum[UL_OPENCL].value = DBL_MAX;
    char *line = ul_record_json(&r);
    json_t *record = json_loads(line, 0, NULL);
    assert_non_null(record);
    json_decref(record);
    free(line);
}

/* Drivers print what they like. */
static void names_that_are_no_utf8(void **state)
{
    (void)state;
    struct ul_record r = exp2_record();
    strcpy(r.device.name, "card\xff \"1\"");
    assert_json(&r, "\"device_name\":\"card? \\\"1\\\"\"");
}

static char *key_with(void (*change)(struct ul_record *r))
{
    struct ul_record r = exp2_record();
    if (change)
        change(&r);
    return ul_record_key(&r);
}

static void figures(struct ul_record *r)
{
    r->verdict = UL_FAIL, r->seconds = 7, r->maximum[UL_OPENCL].value = 1;
}
static void number(struct ul_record *r)
{
    strcpy(r->device.id, "opencl:1:0"); /* numbers change with the loader */
}
static void width(struct ul_record *r)
{
    r->width = 2;
}
static void flags(struct ul_record *r)
{
    r->flags = "-cl-mad-enable";
}
static void driver(struct ul_record *r)
{
    strcpy(r->device.driver, "1.1");
}
static void seed(struct ul_record *r)
{
    r->coverage.has_seed = true;
}
static void inputs(struct ul_record *r)
{
    r->coverage.inputs = 3;
}

static void keys_tell_rows_apart(void **state)
{
    (void)state;
    char *key = key_with(NULL);
    void (*const same[])(struct ul_record *) = {figures, number};
    void (*const other[])(struct ul_record *) = {width, flags, driver, seed, inputs};
    for (size_t k = 0; k < sizeof same / sizeof *same; k++) {
        char *changed = key_with(same[k]);
        assert_string_equal(key, changed);
        free(changed);
    }
    for (size_t k = 0; k < sizeof other / sizeof *other; k++) {
        char *changed = key_with(other[k]);
        assert_string_not_equal(key, changed);
        free(changed);
    }
    free(key);
}

static void write_file(const char *text)
{
    FILE *f = fopen(path, "w");
    fputs(text, f);
    fclose(f);
}

static void assert_file(const char *text)
{
    char room[65536];
    FILE *f = fopen(path, "r");
    size_t n = fread(room, 1, sizeof room - 1, f);
    fclose(f);
    room[n] = 0;
    assert_string_equal(room, text);
}

static void a_run_resumes(void **state)
{
    (void)state;
    struct ul_line why = {""};
    struct ul_record r = exp2_record();
    char *key = ul_record_key(&r), *pass = ul_record_json(&r);
    r.verdict = UL_ERROR;
    char *error = ul_record_json(&r);

    write_file("");
    struct ul_record_file *f = ul_record_open(path, &why);
    assert_false(ul_record_done(f, key));
    assert_true(ul_record_append(f, pass, &why));
    assert_null(ul_record_open(path, &why)); /* one writer at a time */
    ul_record_close(f);

    char *torn = ul_format("%s\n%.40s", pass, error);
    write_file(torn);
    f = ul_record_open(path, &why);
    assert_true(ul_record_done(f, key));
    assert_int_equal(ul_record_verdict(f, key), UL_PASS);
    char *whole = ul_format("%s\n", pass);
    assert_file(whole);
    assert_true(ul_record_append(f, error, &why));
    ul_record_close(f);

    f = ul_record_open(path, &why); /* the last line of a key wins; errors are run again */
    assert_false(ul_record_done(f, key));
    assert_int_equal(ul_record_verdict(f, key), UL_ERROR);
    ul_record_close(f);
    free(whole), free(torn), free(error), free(pass), free(key);
}

static void assert_refused(const char *text, const char *reason)
{
    struct ul_line why = {""};
    write_file(text);
    assert_null(ul_record_open(path, &why));
    assert_string_equal(strchr(why.text, ':'), reason);
    assert_file(text);
}

/* A file that is something else is left as it is. */
static void other_files_are_refused(void **state)
{
    (void)state;
    assert_refused("dear diary\n", ":1: is no record: byte 4: '[' or '{' expected near 'dear'");
    assert_refused("dear diary", ":1: is no record");
    assert_refused("{\"v\":2}\n", ":1: a record of version 2; this program knows 1");
    assert_refused("{\"v\":1}\n{", ":1: is no record: its key is not whole");
    struct ul_line why = {""};
    assert_null(ul_record_open("/nonexistent/file", &why));
    assert_string_equal(why.text, "/nonexistent/file: No such file or directory");
}

static void a_full_disk_is_told(void **state)
{
    (void)state;
    struct ul_line why = {""};
    struct ul_record_file *f = ul_record_open("/dev/full", &why);
    assert_non_null(f);
    assert_false(ul_record_append(f, "{}", &why));
    assert_string_equal(why.text, "/dev/full: No space left on device");
    ul_record_close(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_line_is_as_documented),      cmocka_unit_test(absent_and_infinite_figures),
        cmocka_unit_test(the_largest_figure_can_be_read), cmocka_unit_test(names_that_are_no_utf8),
        cmocka_unit_test(keys_tell_rows_apart),           cmocka_unit_test(a_run_resumes),
        cmocka_unit_test(other_files_are_refused),        cmocka_unit_test(a_full_disk_is_told),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
