/* fp64 results, screened as pairs of doubles: figures equal Arb's, and a fault of the screening in one binade
 * makes the row an error. (This test is linked so that it sees each call of the screening.) */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include "meter.h"
#include "row.h"
#include "value.h"

enum { N = 16 * UL_LANES };

static const char *const names[] = {
    "acos",    "acosh", "acospi",   "add",       "asin",     "asinh",  "asinpi", "atan",     "atan2",
    "atan2pi", "atanh", "atanpi",   "cbrt",      "copysign", "cos",    "cosh",   "cospi",    "exp",
    "exp2",    "exp10", "expm1",    "fdim",      "fma",      "fmax",   "fmin",   "fmod",     "hypot",
    "ldexp",   "log",   "log10",    "log1p",     "log2",     "maxmag", "minmag", "multiply", "pow",
    "pown",    "powr",  "recip",    "remainder", "rint",     "rootn",  "rsqrt",  "sin",      "sinh",
    "sinpi",   "sqrt",  "subtract", "tan",       "tanh",     "tanpi",  "trunc"};
enum { NAMES = sizeof names / sizeof *names };

/* A binade of results from which on the screening is wrong, up to the next; 0: none. */
static double fault;

void __real_ul_screen_run_pairs(const struct ul_screen *s, const double *const *args, int n, double *r,
                                double *low, double *err);
void __wrap_ul_screen_run_pairs(const struct ul_screen *s, const double *const *args, int n, double *r,
                                double *low, double *err);

void __wrap_ul_screen_run_pairs(const struct ul_screen *s, const double *const *args, int n, double *r,
                                double *low, double *err)
{
    __real_ul_screen_run_pairs(s, args, n, r, low, err);
    for (int i = 0; i < n; i++) {
        if (fault > 0 && fabs(r[i]) >= fault && fabs(r[i]) < 2 * fault) {
            low[i] += r[i] * 0x1p-70;
        }
    }
}

static struct ul_catalogue catalogue;
static ul_bits inputs[3][N], results[N];
static double values[3][N];

struct bench {
    const struct ul_subject *subject;
    struct ul_place place;
    struct ul_record record;
    struct ul_row_setup setup;
};

static void begin(struct bench *b, const char *name)
{
    struct ul_line why;
    bool *chosen = NULL;
    char full[64];
    *b = (struct bench){.place.backend = "opencl"};
    snprintf(full, sizeof full, "opencl/%s(double)", name);
    assert_true(ul_catalogue_choose(&catalogue, full, &chosen, &why));
    for (int i = 0; i < catalogue.count; i++) {
        if (chosen[i] && !b->subject) {
            b->subject = &catalogue.subject[i];
        }
    }
    free(chosen);
    assert_non_null(b->subject);
    ul_row_begin(b->subject, 0, &b->place, "", "native", NULL, &b->record, &b->setup);
    b->record.coverage.kind = "file";
}

static uint64_t mix(uint64_t k)
{
    uint64_t z = (k + 1) * 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* Bits of all kinds, moderate numbers, powers of two and their neighbours. */
static double input(int i, int k)
{
    const uint64_t z = mix((uint64_t)(3 * i + k));
    const ul_bits bits = z & (i % 5 == 0 ? ~(uint64_t)0 << 52 : ~(uint64_t)0);
    const double x = ul_bits_to_double(UL_DOUBLE, bits);
    const double m = ul_bits_to_double(UL_DOUBLE, (bits & (((uint64_t)1 << 52) - 1)) | (uint64_t)0x3ff << 52);
    return i % 7 == 0 ? ul_bits_to_double(UL_DOUBLE, bits + (z & 1 ? 1 : (uint64_t)-1))
           : i % 3    ? ldexp(z >> 63 ? -m : m, (int)(z >> 52 & 63) - 50)
                      : x;
}

/* Inputs of the subject, and results that are right, or off by some steps, or something else. */
static void make(const struct bench *b)
{
    static double r[N], low[N], err[N];
    const struct ul_signature *s = &b->subject->signature;
    for (int k = 0; k < s->arguments; k++) {
        for (int i = 0; i < N; i++) {
            const bool whole = s->argument[k].type == UL_INT;
            inputs[k][i] = whole ? (mix((uint64_t)i) % 41 - 20) & 0xffffffff
                                 : ul_value_canonical(UL_DOUBLE, ul_double_to_bits(UL_DOUBLE, input(i, k)));
            values[k][i] = ul_bits_to_double(s->argument[k].type, inputs[k][i]);
        }
    }
    struct ul_screen *screen = ul_screen_new(b->subject->reference[0], UL_SCREEN_PAIRS);
    assert_non_null(screen);
    const double *const args[] = {values[0], values[1], values[2], values[2]};
    __real_ul_screen_run_pairs(screen, args, N, r, low, err);
    ul_screen_free(screen);
    for (int i = 0; i < N; i++) {
        const uint64_t z = mix((uint64_t)i + N);
        results[i] = ul_value_canonical(UL_DOUBLE, ul_double_to_bits(UL_DOUBLE, r[i]));
        results[i] = z % 16 == 0   ? ul_value_canonical(UL_DOUBLE, results[i] + (z >> 60) - 8)
                     : z % 16 == 1 ? ul_value_canonical(UL_DOUBLE, results[i] ^ ul_value_sign(UL_DOUBLE))
                     : z % 64 == 2 ? ul_value_canonical(UL_DOUBLE, z)
                                   : results[i];
    }
}

static void fill(struct ul_lanes *l, const struct bench *b, int from)
{
    l->n = UL_LANES;
    l->arguments = b->subject->signature.arguments;
    for (int k = 0; k < l->arguments; k++) {
        memcpy(l->bits[k], inputs[k] + from, sizeof l->bits[k]);
        memcpy(l->x[k], values[k] + from, sizeof l->x[k]);
    }
    memcpy(l->y, results + from, sizeof l->y);
}

/* A screened figure and Arb's: both are good to 1e-6 ulp or better (abs, rel: of themselves, unless that is
 * less), and the screened one leaves room above. */
static bool agree(const struct ul_lanes *a, const struct ul_lanes *s, int i)
{
    bool same =
        a->state[i] == s->state[i] && a->misrounded[i] == s->misrounded[i] && a->wrong[i] == s->wrong[i];
    const bool small = a->value[UL_OPENCL][i] < 1;
    for (int m = 0; m < UL_MEASURES && same && a->state[i] == UL_LANE_FIGURES; m++) {
        const double x = a->value[m][i], y = s->value[m][i];
        const double near = m < UL_ABS ? 1e-6 + 1e-9 * x : 2e-6 * x;
        same = x == y || ((m >= UL_ABS && small) || fabs(x - y) <= near);
        same &= x == y || s->upper[m][i] >= x - near || (m >= UL_ABS && small);
    }
    return same;
}

static void figures_are_those_of_arb(void **state)
{
    (void)state;
    struct ul_lanes *a = calloc(1, sizeof *a), *s = calloc(1, sizeof *s);
    int differ = 0, unknown = 0;
    fault = 0;
    for (int f = 0; f < NAMES; f++) {
        struct bench b;
        begin(&b, names[f]);
        make(&b);
        struct ul_screen *screen = ul_screen_new(b.subject->reference[0], UL_SCREEN_PAIRS);
        for (int from = 0; from < N; from += 4 * UL_LANES) {
            bool known[UL_LANES];
            fill(a, &b, from);
            fill(s, &b, from);
            ul_lanes_screen(a, &b.setup, NULL, false);
            ul_lanes_measure(a, &b.setup);
            ul_lanes_screen(s, &b.setup, screen, false);
            ul_lanes_measure_pairs(s, known);
            for (int i = 0; i < UL_LANES; i++) {
                unknown += !known[i];
            }
            ul_lanes_measure(s, &b.setup);
            for (int i = 0; i < UL_LANES; i++) {
                if (!agree(a, s, i) && differ++ < 10) {
                    printf("%s at %a, %a: got %a; states %d %d, opencl %.17g %.17g, upper %.17g\n", names[f],
                           values[0][from + i], values[1][from + i],
                           ul_bits_to_double(UL_DOUBLE, results[from + i]), a->state[i], s->state[i],
                           a->value[UL_OPENCL][i], s->value[UL_OPENCL][i], s->upper[UL_OPENCL][i]);
                }
            }
        }
        ul_screen_free(screen);
    }
    free(a);
    free(s);
    assert_int_equal(differ, 0);
    assert_true(unknown < NAMES * (N / 4) / 4); /* most inputs need no Arb */
}

static void run(struct bench *b)
{
    const struct ul_signature *s = &b->subject->signature;
    const size_t bytes = (size_t)ul_argument_bytes(s) * N;
    unsigned char *in = malloc(bytes), *at = in;
    for (int k = 0; k < s->arguments; k++) {
        for (int i = 0; i < N; i++, at += ul_types[s->argument[k].type].bytes) {
            memcpy(at, &inputs[k][i], (size_t)ul_types[s->argument[k].type].bytes);
        }
    }
    struct ul_meter *m = ul_meter_new(&b->setup, &b->record, N, 2, NULL);
    const struct ul_block block = {.n = N, .capacity = N, .in = in};
    ul_meter_block(m, &block, (const void *[]){results}, 1, NULL);
    ul_meter_finish(m);
    free(in);
}

/* 1 or, if hardly any result lies in [1, 2), 1/2. */
static double common_binade(void)
{
    int count = 0;
    for (int i = 0; i < N; i++) {
        const double y = fabs(ul_bits_to_double(UL_DOUBLE, results[i]));
        count += y >= 1 && y < 2;
    }
    return count > 50 ? 1 : 0.5;
}

/* Results in [1, 2), or of functions that have none there in [1/2, 1), are shifted by 2^-17 of an ulp or so.
 */
static void a_fault_in_one_binade_is_an_error(void **state)
{
    (void)state;
    for (int f = 0; f < NAMES; f++) {
        for (int planted = 0; planted < 2; planted++) {
            struct bench b;
            begin(&b, names[f]);
            make(&b);
            fault = planted ? common_binade() : 0;
            run(&b);
            const bool astray = strstr(b.record.reason, "astray") != NULL;
            if (astray != (planted == 1) || (b.record.verdict == UL_ERROR) != (planted == 1)) {
                fail_msg("%s, %s: %s", names[f], planted ? "planted" : "clean", b.record.reason);
            }
        }
    }
    fault = 0;
}

static int load(void **state)
{
    (void)state;
    struct ul_line why;
    return ul_catalogue_load(&catalogue, &why) && ul_bounds_load(&why) ? 0 : -1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figures_are_those_of_arb),
        cmocka_unit_test(a_fault_in_one_binade_is_an_error),
    };
    return cmocka_run_group_tests(tests, load, NULL);
}
