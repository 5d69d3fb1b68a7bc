/* What the screening of fp64 costs: nanoseconds of CPU an input on one core, the least of many passes over
 * the inputs that a quick plan draws. */
#include "bench.h"
#include "common/machine.h"
#include "lanes.h"
#include "plan.h"
#include "value.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_INPUTS = 1 << 17, PASSES = 300 };
static const double goal = 50;
static const char *const with_goal[] = {"exp", "log", "sin", "cos", "tan", "pow"};

struct pairs_bench {
    struct ul_screen *screen;
    struct ul_lanes lanes; /* the chunk at hand */
    int n, arity;
    double x[UL_MAX_PARAMETERS][MOST_INPUTS];
    ul_bits y[MOST_INPUTS]; /* the results that are judged: the reference's own */
    double r[MOST_INPUTS], low[MOST_INPUTS], err[MOST_INPUTS];
    int unknown; /* Arb's */
};

/* The plan's first block. */
static void draw_inputs(struct pairs_bench *b, const struct ul_subject *s)
{
    const struct ul_options options = {.coverage = UL_QUICK, .seed = 1};
    const struct ul_device processor = {.is_cpu = true, .has_double = true};
    const struct ul_parameter *p = s->signature.argument;
    struct ul_plan plan;
    struct ul_block block = {0};
    struct ul_line why;
    unsigned char *in = ul_alloc((size_t)ul_argument_bytes(&s->signature) * (MOST_INPUTS + UL_PLAN_ROOM));
    if (ul_plan_make(&plan, s, &processor, &options, &why))
        ul_plan_block(&plan, 0, MOST_INPUTS, in, &block);
    b->n = (int)block.n;
    b->arity = s->signature.arguments;
    for (int k = 0; k < b->arity; k++) {
        const size_t bytes = (size_t)ul_types[p[k].type].bytes;
        const unsigned char *at = in + (size_t)ul_tuple_bytes(p, k) * block.capacity;
        for (int i = 0; i < b->n; i++, at += bytes) {
            ul_bits value = 0;
            memcpy(&value, at, bytes);
            b->x[k][i] = ul_bits_to_double(p[k].type, value);
        }
    }
    ul_plan_free(&plan);
    free(in);
}

/* The references of a chunk, as a row's measuring asks for them, and with `judged` the figures of its
 * results. */
static int run_chunk(struct pairs_bench *b, int from, bool judged)
{
    struct ul_lanes *l = &b->lanes;
    bool known[UL_LANES];
    const double *args[UL_MAX_PARAMETERS];
    for (int k = 0; k < UL_MAX_PARAMETERS; k++)
        args[k] = b->x[k] + from;
    l->n = b->n - from < UL_LANES ? b->n - from : UL_LANES;
    ul_screen_run_pairs(b->screen, args, l->n, l->r, l->low, l->err);
    if (!judged)
        return 0;
    memcpy(l->y, b->y + from, (size_t)l->n * sizeof *l->y);
    ul_lanes_measure_pairs(l, known);
    int unknown = 0;
    for (int i = 0; i < l->n; i++)
        unknown += !known[i];
    return unknown;
}

/* The sum of each chunk's least: other load, which comes and goes, disturbs little. */
static double ns_per_input(struct pairs_bench *b, bool judged)
{
    double sum = 0;
    b->unknown = 0;
    for (int from = 0; from < b->n; from += UL_LANES) {
        double best = INFINITY;
        int unknown = 0;
        for (int pass = 0; pass < PASSES; pass++) {
            const double start = ul_cpu_seconds();
            unknown = run_chunk(b, from, judged);
            best = fmin(best, ul_cpu_seconds() - start);
        }
        b->unknown += unknown;
        sum += best;
    }
    return 1e9 * sum / b->n;
}

static bool is_among(const char *word, const char *const *words, size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (!strcmp(word, words[k]))
            return true;
    return false;
}

static void print_row(const char *word, const struct ul_subject *s)
{
    struct pairs_bench *b = ul_alloc(sizeof *b);
    b->screen = ul_screen_new(s->reference[0], UL_SCREEN_PAIRS);
    draw_inputs(b, s);
    ul_screen_run_pairs(b->screen, (const double *[]){b->x[0], b->x[1], b->x[2], b->x[3]}, b->n, b->r, b->low,
                        b->err);
    for (int i = 0; i < b->n; i++)
        b->y[i] = ul_value_canonical(UL_DOUBLE, ul_double_to_bits(UL_DOUBLE, b->r[i]));
    const double reference = ns_per_input(b, false), judged = ns_per_input(b, true);
    char wanted[24] = "";
    if (is_among(word, with_goal, sizeof with_goal / sizeof *with_goal))
        snprintf(wanted, sizeof wanted, "%s %g", judged <= goal ? "<=" : "OVER", goal);
    printf("%-12s %10.2f %10.2f %-8s %9.2f %%\n", word, reference, judged, wanted, 100.0 * b->unknown / b->n);
    fflush(stdout);
    ul_screen_free(b->screen);
    free(b);
}

/* OpenCL's function of doubles whose reference is the word of its arguments, or NULL. */
static const struct ul_subject *subject_of(const struct ul_catalogue *c, const char *word)
{
    for (int k = 0; k < c->count; k++) {
        const struct ul_subject *s = &c->subject[k];
        if (s->home == UL_HOME_OPENCL && s->signature.result[0].type == UL_DOUBLE &&
            !strncmp(s->name, "opencl/", 7) && !strcmp(s->name + 7, word))
            return s;
    }
    return NULL;
}

/* The subject of a row of the table that is a pair's; NULL: it is none, or OpenCL has no such function. */
static const struct ul_subject *subject_of_row(const struct ul_catalogue *c, const struct ul_screen_row *row)
{
    return row->kind == UL_SCREEN_PAIRS ? subject_of(c, row->word) : NULL;
}

static bool is_known(const struct ul_catalogue *c, const char *word)
{
    for (int k = 0; ul_screen_table(k); k++)
        if (!strcmp(ul_screen_table(k)->word, word) && subject_of_row(c, ul_screen_table(k)))
            return true;
    return false;
}

int ul_bench_pairs(const struct ul_catalogue *c, const char *const *words, int count)
{
    for (int k = 0; k < count; k++)
        if (!is_known(c, words[k])) {
            fprintf(stderr, "bench: no function of double is screened as '%s'\n", words[k]);
            return 2;
        }
    puts("Screening of fp64 on one core, CPU ns an input of a quick plan: the reference, a pair of doubles;\n"
         "with the figures of results against it; and the share of inputs that are left to Arb, whose time\n"
         "is not in it.\n");
    printf("%-12s %10s %10s %-8s %11s\n", "function", "reference", "figures", "goal", "Arb's");
    for (int k = 0; ul_screen_table(k); k++) {
        const struct ul_screen_row *row = ul_screen_table(k);
        const struct ul_subject *s = subject_of_row(c, row);
        if (s && (!count || is_among(row->word, words, (size_t)count)))
            print_row(row->word, s);
    }
    return 0;
}
