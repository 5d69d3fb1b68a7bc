/* What is measured with screening is what Arb measures alone: the host's libm on the same inputs, the same
 * records. What no record certifies, the sum of errors and the largest of each block of inputs, is good to a
 * millionth of an ulp an input on both sides, so that it may differ in that. (This test is linked so that it
 * sees each call of the screening, and can have it know nothing.) */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include "meter.h"
#include "plan.h"
#include "row.h"

enum { MOST = 1 << 17, SAMPLES = 45000 };

/* libm's functions of a table's name; the others are NULL. */
struct function {
    const char *name;
    double (*of_double)(double), (*of_doubles)(double, double);
    float (*of_float)(float), (*of_floats)(float, float);
};
static const struct function functions[] = {
    {"exp", .of_double = exp},     {"log", .of_double = log},      {"sin", .of_double = sin},
    {"cos", .of_double = cos},     {"tan", .of_double = tan},      {"pow", .of_doubles = pow},
    {"atan", .of_double = atan},   {"exp10", .of_double = exp10},  {"cbrt", .of_double = cbrt},
    {"tanh", .of_double = tanh},   {"asin", .of_double = asin},    {"sinh", .of_double = sinh},
    {"exp2", .of_double = exp2},   {"hypot", .of_doubles = hypot}, {"atan2", .of_doubles = atan2},
    {"acosh", .of_double = acosh}, {"expf", .of_float = expf},     {"sinf", .of_float = sinf},
    {"logf", .of_float = logf},    {"powf", .of_floats = powf},
};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

static struct ul_catalogue catalogue;
static bool blind;
static _Atomic int64_t screened; /* inputs, since the row began; by two threads */

typedef void run_pairs(const struct ul_screen *, const double *const *, int, double *, double *, double *);
typedef void run_doubles(const struct ul_screen *, const double *const *, int, double *, double *);
run_pairs __real_ul_screen_run_pairs, __wrap_ul_screen_run_pairs;
run_doubles __real_ul_screen_run, __wrap_ul_screen_run;

static void see(int n, double *r, double *err)
{
    int64_t known = 0;
    for (int i = 0; i < n; i++) {
        known += !isnan(err[i]);
        r[i] = blind ? 0 : r[i];
        err[i] = blind ? NAN : err[i];
    }
    screened += known;
}

void __wrap_ul_screen_run_pairs(const struct ul_screen *s, const double *const *args, int n, double *r,
                                double *low, double *err)
{
    __real_ul_screen_run_pairs(s, args, n, r, low, err);
    see(n, r, err);
}

void __wrap_ul_screen_run(const struct ul_screen *s, const double *const *args, int n, double *r, double *err)
{
    __real_ul_screen_run(s, args, n, r, err);
    see(n, r, err);
}

struct row {
    const struct function *function;
    const struct ul_subject *subject;
    struct ul_plan plan;
    unsigned char *in, *out;
    struct ul_block block; /* all of the plan's inputs but those tried alone */
};

static const struct ul_subject *subject_of(const char *name)
{
    for (int k = 0; k < catalogue.count; k++) {
        if (!strncmp(catalogue.subject[k].name, "host/", 5) && !strcmp(catalogue.subject[k].name + 5, name)) {
            return &catalogue.subject[k];
        }
    }
    return NULL;
}

/* libm's results, laid out as the inputs are. */
#define CALL_ALL(type, one, two)                                                                             \
    static void call_##type(const struct row *r)                                                             \
    {                                                                                                        \
        const type *x = (const type *)r->in, *y = x + r->block.capacity;                                     \
        type *out = (type *)r->out;                                                                          \
        for (uint32_t i = 0; i < r->block.n; i++) {                                                          \
            out[i] = r->function->one ? r->function->one(x[i]) : r->function->two(x[i], y[i]);               \
        }                                                                                                    \
    }
CALL_ALL(double, of_double, of_doubles)
CALL_ALL(float, of_float, of_floats)

static void prepare(struct row *r, const struct function *f)
{
    const struct ul_options options = {
        .coverage = UL_QUICK, .seed = 1, .samples = SAMPLES, .has_samples = true};
    const struct ul_device processor = {.is_cpu = true, .has_double = true};
    struct ul_line why;
    *r = (struct row){.function = f, .subject = subject_of(f->name)};
    assert_non_null(r->subject);
    assert_true(ul_plan_make(&r->plan, r->subject, &processor, &options, &why));
    r->in = malloc((size_t)ul_argument_bytes(&r->subject->signature) * (MOST + UL_PLAN_ROOM));
    r->out = malloc((size_t)ul_result_bytes(&r->subject->signature) * (MOST + UL_PLAN_ROOM));
    assert_true(ul_plan_block(&r->plan, 0, MOST, r->in, &r->block));
    assert_true(r->block.n > SAMPLES);
    r->block.in = r->in;
    (r->subject->signature.result[0].type == UL_DOUBLE ? call_double : call_float)(r);
}

static void clear(struct row *r)
{
    ul_plan_free(&r->plan);
    free(r->in);
    free(r->out);
}

/* The row's record as check would write it, but for how long it took. */
static json_t *measure(const struct row *r, bool by_arb_alone)
{
    const struct ul_place place = {.backend = "host"};
    static struct ul_record record;
    struct ul_row_setup setup;
    memset(&record, 0, sizeof record);
    ul_row_begin(r->subject, 0, &place, "", "native", NULL, &record, &setup);
    record.coverage.kind = "samples";
    blind = by_arb_alone;
    screened = 0;
    struct ul_meter *m = ul_meter_new(&setup, &record, r->block.n, 2, NULL);
    ul_meter_block(m, &r->block, (const void *[]){r->out}, 1, NULL);
    ul_meter_finish(m);
    blind = false;
    char *text = ul_record_json(&record);
    json_t *json = json_loads(text, 0, NULL);
    assert_non_null(json);
    free(text);
    return json;
}

static bool are_near(const json_t *a, const json_t *b, double most)
{
    return json_is_null(a) ? json_is_null(b)
                           : json_is_number(b) && fabs(json_number_value(a) - json_number_value(b)) <= most;
}

/* Takes what is not certified out of both. */
static bool rest_agrees(json_t *a, json_t *b, uint32_t inputs)
{
    const json_t *blocks = json_object_get(a, "blocks"), *others = json_object_get(b, "blocks");
    bool agrees = are_near(json_object_get(a, "ulp_sum"), json_object_get(b, "ulp_sum"), 1 + inputs / 10000);
    for (size_t k = 0; k < json_array_size(blocks); k++) {
        agrees &= are_near(json_array_get(blocks, k), json_array_get(others, k), 1e-6);
    }
    agrees &= json_array_size(blocks) > 0 && json_array_size(blocks) == json_array_size(others);
    for (int k = 0; k < 2; k++) {
        json_object_del(k ? a : b, "blocks");
        json_object_del(k ? a : b, "ulp_sum");
    }
    return agrees;
}

static void print_json(const char *what, const json_t *json)
{
    char *text = json_dumps(json, JSON_COMPACT);
    printf("%s: %s\n", what, text);
    free(text);
}

static void records_are_those_of_arb_alone(void **state)
{
    (void)state;
    int differ = 0;
    for (int f = 0; f < FUNCTIONS; f++) {
        struct row r;
        prepare(&r, &functions[f]);
        json_t *both = measure(&r, false);
        assert_true(screened > (int64_t)r.block.n * 3 / 4);
        json_t *alone = measure(&r, true);
        const bool agrees = rest_agrees(both, alone, r.block.n);
        if (!agrees || !json_equal(both, alone)) {
            printf("%s, %u inputs differ\n", functions[f].name, r.block.n);
            print_json("screened", both);
            print_json("by Arb", alone);
            differ++;
        }
        json_decref(both);
        json_decref(alone);
        clear(&r);
    }
    assert_int_equal(differ, 0);
}

static int load(void **state)
{
    (void)state;
    struct ul_line why;
    return ul_catalogue_load(&catalogue, &why) && ul_bounds_load(&why) ? 0 : -1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(records_are_those_of_arb_alone)};
    return cmocka_run_group_tests(tests, load, NULL);
}
