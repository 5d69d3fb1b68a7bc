/* bench --search: how far searches come with equal numbers of evaluations, none of which is told what is
 * published. For each function the largest error in ulp, by screening, that is found by draws among all
 * numbers of the domain; by the published method (V. Innocente, P. Zimmermann, Accuracy of Mathematical
 * Functions in Single, Double, Extended Double and Quadruple Precision, with E. Schneider's list), run again
 * with other seeds while there is budget; and by check --search. And how many evaluations of the latter reach
 * what the others found. */
#include "bench.h"
#include "inputs.h"
#include "options.h"
#include "plan.h"
#include "reference.h"
#include "row.h"
#include "runner.h"
#include "search.h"
#include "search_space.h"
#include "value.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CHUNK = 1 << 16, /* evaluations at once, and between two marks of a curve */
    MOST_MARKS = 1 << 12,
    SEEDS = 3
};

/* The largest error after so many evaluations. */
struct curve {
    int marks;
    uint64_t at[MOST_MARKS];
    double largest[MOST_MARKS];
};

struct search_bench {
    const struct ul_session *session;
    const struct ul_subject *subject;
    const struct ul_place *place;
    struct ul_runner *runner;
    struct ul_record record;
    struct ul_row_setup setup;
    struct ul_meter *meter;
    struct ul_space space;
    uint64_t budget;
    struct ul_random random;
    /* of what is evaluated */
    double *score;
    struct ul_search *search; /* or this one hears */
    struct curve *curve;
    uint64_t used;
    double largest;
    bool failed;
};

static void mark(struct search_bench *b)
{
    struct curve *c = b->curve;
    if (c->marks && (b->largest <= c->largest[c->marks - 1] || c->marks == MOST_MARKS))
        return;
    c->at[c->marks] = b->used;
    c->largest[c->marks++] = b->largest;
}

/* Evaluations until a figure was reached; the whole budget: it was not. */
static uint64_t reached(const struct curve *c, double figure, uint64_t budget)
{
    for (int k = 0; k < c->marks; k++)
        if (c->largest[k] >= figure)
            return c->at[k];
    return budget;
}

static void hear(void *context, const struct ul_lanes *l)
{
    struct search_bench *b = context;
    const struct ul_search_watch watch = {b->search, &b->setup};
    for (int i = 0; i < l->n && b->score; i++)
        b->score[l->order[i]] = l->value[UL_OPENCL][i];
    if (b->search)
        ul_search_hear((void *)&watch, l);
}

static void take(void *context, const struct ul_outcome *o)
{
    struct search_bench *b = context;
    const void *y[] = {o->out[0]};
    ul_meter_block(b->meter, o->block, y, 1, o->reference[0]);
    b->used += o->block->n;
    if (!b->search)
        return;
    ul_search_end_block(b->search, o->block);
    b->largest = ul_search_largest(b->search);
    mark(b);
}

/* Their errors, in `score`; the largest is kept, and where it was. */
static void evaluate(struct search_bench *b, const ul_bits (*tuples)[UL_MAX_PARAMETERS], uint32_t n,
                     double *score)
{
    struct ul_line why;
    b->score = score;
    for (uint32_t k = 0; k < n; k++)
        score[k] = -1;
    if (!b->failed && !ul_runner_run_tuples(b->runner, 0, tuples, n, take, b, NULL, &why)) {
        fprintf(stderr, "bench: %s\n", why.text);
        b->failed = true;
    }
    b->score = NULL;
    for (uint32_t k = 0; k < n; k++)
        b->largest = score[k] > b->largest ? score[k] : b->largest;
    mark(b);
}

/* ---- draws ---- */

static void run_random(struct search_bench *b)
{
    static ul_bits tuple[CHUNK][UL_MAX_PARAMETERS];
    static double score[CHUNK];
    struct ul_box all;
    ul_space_box(&b->space, UL_FRAME_PLAIN, &all);
    while (b->used < b->budget && !b->failed) {
        for (uint32_t k = 0; k < CHUNK; k++)
            ul_box_draw(&b->space, &all, &b->random, tuple[k]);
        evaluate(b, (const ul_bits(*)[UL_MAX_PARAMETERS])tuple, CHUNK, score);
    }
}

/* ---- the published method ---- */

/* Intervals are halved, so many draws in each half; the LIST best halves are halved in turn, until all inputs
 * of those that are left cost no more than has been spent. Its modes: by the largest error that was drawn, or
 * by what the mean and the deviation let expect of all inputs of the interval. */
enum { LIST = 20, RESTARTS = 8 };
struct half {
    int64_t lo, hi;
    double worth;
};

static double worth_of(const double *score, uint32_t n, double inputs, bool expected)
{
    double sum = 0, squares = 0, largest = -1, count = 0;
    for (uint32_t k = 0; k < n; k++) {
        largest = score[k] > largest ? score[k] : largest;
        if (!(score[k] > 0) || !isfinite(score[k]))
            continue;
        sum += score[k];
        squares += score[k] * score[k];
        count++;
    }
    if (!expected || !count)
        return largest;
    const double mean = sum / count, deviation = sqrt(fmax(squares / count - mean * mean, 0));
    const double logarithm = log(fmax(count * inputs / n, 3)), t = sqrt(2 * logarithm);
    return mean + deviation * (t - (log(logarithm) + 1.3766) / (2 * t)); /* M. Petzold's note on extremes */
}

static int best_first(const void *a, const void *b)
{
    const struct half *x = a, *y = b;
    return x->worth == y->worth ? (x->lo > y->lo) - (x->lo < y->lo) : x->worth < y->worth ? 1 : -1;
}

static int halve(struct search_bench *b, struct half *list, int n, uint32_t draws, bool expected)
{
    static struct half next[2 * LIST];
    ul_bits(*tuple)[UL_MAX_PARAMETERS] = ul_alloc((size_t)n * 2 * draws * sizeof *tuple);
    double *score = ul_alloc((size_t)n * 2 * draws * sizeof *score);
    for (int k = 0; k < 2 * n; k++) {
        const struct half *h = &list[k / 2];
        const int64_t middle = h->lo + (int64_t)(((uint64_t)h->hi - (uint64_t)h->lo) / 2);
        next[k] = k % 2 ? (struct half){middle + 1, h->hi, 0} : (struct half){h->lo, middle, 0};
        struct ul_box box = {.lo = {next[k].lo}, .hi = {next[k].hi}};
        for (uint32_t i = 0; i < draws; i++)
            ul_box_draw(&b->space, &box, &b->random, tuple[(uint32_t)k * draws + i]);
    }
    evaluate(b, (const ul_bits(*)[UL_MAX_PARAMETERS])tuple, (uint32_t)n * 2 * draws, score);
    for (int k = 0; k < 2 * n; k++)
        next[k].worth =
            worth_of(score + (size_t)k * draws, draws, (double)(next[k].hi - next[k].lo), expected);
    qsort(next, (size_t)(2 * n), sizeof *next, best_first);
    n = 2 * n < LIST ? 2 * n : LIST;
    memcpy(list, next, (size_t)n * sizeof *list);
    free(tuple);
    free(score);
    return n;
}

static void try_all(struct search_bench *b, const struct half *h)
{
    static ul_bits tuple[CHUNK][UL_MAX_PARAMETERS];
    static double score[CHUNK];
    for (int64_t at = h->lo; at <= h->hi && b->used < b->budget && !b->failed;) {
        uint32_t n = 0;
        for (; n < CHUNK && at <= h->hi; n++, at++)
            tuple[n][0] = ul_space_value(b->space.type[0], at);
        evaluate(b, (const ul_bits(*)[UL_MAX_PARAMETERS])tuple, n, score);
    }
}

static void run_published(struct search_bench *b)
{
    const double whole = (double)b->space.hi[0] - (double)b->space.lo[0];
    const uint64_t each = b->budget / RESTARTS;
    const uint32_t draws = (uint32_t)(each / 2 / (2 * LIST) / 48) + 1; /* half of it for some 48 levels */
    for (int run = 0; b->used < b->budget && !b->failed; run++) {
        struct half list[LIST] = {{b->space.lo[0], b->space.hi[0], 0}};
        const uint64_t began = b->used;
        int n = 1;
        double width = whole;
        for (; width * LIST > (double)(b->used - began) + 64 && b->used < b->budget && !b->failed; width /= 2)
            n = halve(b, list, n, draws, run % 4 == 2);
        for (int k = 0; k < n; k++)
            try_all(b, &list[k]);
    }
}

/* ---- check --search ---- */

/* But for what is published. */
static bool is_at(const struct ul_subject *s, const ul_bits *a, const ul_bits *b)
{
    bool at = true;
    for (int k = 0; k < s->signature.arguments; k++) {
        const enum ul_type t = s->signature.argument[k].type;
        at &= a[k] == b[k] || (ul_is_float(t) && ul_value_steps(t, a[k], b[k]) <= 1);
    }
    return at;
}

static void forget(struct ul_plan *p, const struct ul_subject *s)
{
    const ul_bits(*known)[UL_MAX_PARAMETERS];
    const int n = ul_inputs_of(s, 0, NULL, &known);
    uint64_t kept = 0;
    for (uint64_t i = 0; i < p->listed; i++) {
        bool is_known = false;
        for (int k = 0; k < n; k++)
            is_known |= is_at(s, p->list[i], known[k]);
        if (!is_known)
            memmove(p->list[kept++], p->list[i], sizeof *p->list);
    }
    p->listed = kept;
}

static void run_search(struct search_bench *b, uint64_t seed)
{
    const struct ul_device *d = &b->place->device;
    const struct ul_options quick = {.coverage = UL_QUICK, .seed = seed};
    struct ul_plan starts,
        plan = {.signature = &b->subject->signature, .arguments = b->subject->signature.arguments};
    struct ul_line why;
    ul_plan_make(&starts, b->subject, d, &quick, &why);
    forget(&starts, b->subject);
    const struct ul_search_setup setup = {.subject = b->subject,
                                          .seed = seed,
                                          .budget = {.evaluations = b->budget},
                                          .start = (const ul_bits(*)[UL_MAX_PARAMETERS])starts.list,
                                          .starts = starts.listed,
                                          .capacity = ul_plan_capacity(d)};
    plan.search = b->search = ul_search_new(&setup, &why);
    ul_search_begin(b->search, 0, 0, b->session->threads);
    b->failed = !ul_runner_run(b->runner, 0, &plan, take, b, NULL, &why);
    if (b->failed)
        fprintf(stderr, "bench: %s\n", why.text);
    b->search = NULL;
    ul_plan_free(&plan);
    ul_plan_free(&starts);
}

/* ---- side by side ---- */

enum method { RANDOM, PUBLISHED, SEARCH, METHODS };

static void run_method(struct search_bench *b, enum method m, uint64_t seed, struct curve *c)
{
    *c = (struct curve){0};
    b->curve = c;
    b->used = 0;
    b->largest = -1;
    b->random = ul_random_of(seed * METHODS + (uint64_t)m);
    if (m == RANDOM)
        run_random(b);
    else if (m == PUBLISHED && b->subject->signature.arguments == 1)
        run_published(b);
    else if (m == SEARCH)
        run_search(b, seed);
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double middle(double of[SEEDS])
{
    qsort(of, SEEDS, sizeof *of, by_size);
    return of[SEEDS / 2];
}

/* The medians of the seeds. */
static void tell(struct search_bench *b)
{
    static struct curve curve[METHODS];
    double largest[METHODS][SEEDS], ratio[SEARCH][SEEDS];
    for (int seed = 0; seed < SEEDS && !b->failed; seed++) {
        for (int m = 0; m < METHODS; m++) {
            run_method(b, (enum method)m, (uint64_t)seed + 1, &curve[m]);
            largest[m][seed] = curve[m].marks ? curve[m].largest[curve[m].marks - 1] : NAN;
        }
        for (int m = 0; m < SEARCH; m++) {
            const bool behind = !(largest[SEARCH][seed] >= largest[m][seed]);
            const double theirs =
                (double)reached(&curve[m], behind ? largest[SEARCH][seed] : INFINITY, b->budget);
            const double ours = (double)reached(&curve[SEARCH], largest[m][seed], b->budget);
            ratio[m][seed] = behind ? theirs / (double)b->budget : (double)b->budget / ours;
        }
    }
    if (b->failed)
        return;
    printf("%-20s %12.6g", b->subject->label, middle(largest[RANDOM]));
    if (b->subject->signature.arguments == 1)
        printf(" %12.6g", middle(largest[PUBLISHED]));
    else
        printf(" %12s", "-");
    printf(" %12.6g %10.3g", middle(largest[SEARCH]), middle(ratio[RANDOM]));
    if (b->subject->signature.arguments == 1)
        printf(" %10.3g", middle(ratio[PUBLISHED]));
    puts("");
    fflush(stdout);
}

static void run_row(struct search_bench *b)
{
    const struct ul_runner_setup setup = {.place = b->place,
                                          .flags = "",
                                          .approx = "native",
                                          .timeout = b->session->options->timeout,
                                          .references = !b->place->device.is_cpu};
    struct ul_line why;
    b->runner = ul_runner_open(&setup, &b->subject, 1, &why);
    if (!b->runner || !ul_space_make(&b->space, b->subject)) {
        fprintf(stderr, "bench: %s: no domain, or %s\n", b->subject->label, why.text);
        return;
    }
    ul_row_begin(b->subject, 0, b->place, "", "native", NULL, &b->record, &b->setup);
    b->meter = ul_meter_new(&b->setup, &b->record, (uint64_t)1 << 30, b->session->threads,
                            ul_runner_has_references(b->runner, 0) ? ul_place_api(b->place) : NULL);
    ul_meter_watch(b->meter, 0, hear, b);
    b->failed = false;
    tell(b);
    ul_meter_finish(b->meter);
    ul_runner_close(b->runner);
}

static bool can_compare(const struct ul_options *o, const char *budget, struct ul_budget *out,
                        struct ul_line *why)
{
    if (!ul_budget_read(budget, out, why))
        return false;
    if (!out->evaluations)
        return ul_fail(why, "--search %s: evaluations are compared, as in 1e6, not seconds", budget);
    if (o->widths)
        return ul_fail(why, "--search: vectors are not compared: no --width");
    return o->words || ul_fail(why, "--search: a function is expected, as in opencl/exp");
}

int ul_bench_search(const char *program, const char *budget, int count, char **words)
{
    struct ul_options o;
    struct ul_session session = {0};
    struct ul_budget evaluations;
    struct ul_line why;
    ul_worker_program = program;
    char **argv = ul_alloc((size_t)(count + 3) * sizeof *argv);
    argv[0] = (char *)"bench";
    argv[1] = (char *)"check";
    memcpy(argv + 2, words, (size_t)count * sizeof *argv);
    int status = ul_options_parse(count + 2, argv, &o, &why) ? 0 : 2;
    if (!status && !can_compare(&o, budget, &evaluations, &why))
        status = 2;
    if (!status)
        status = ul_session_open(&session, &o, &why);
    if (status) {
        fprintf(stderr, "bench: %s\n", why.text);
        free(argv);
        return status;
    }
    printf("Largest errors in ulp after %s evaluations, medians of %d seeds; budget of theirs over ours "
           "where both\n"
           "have found the same (below 1: ours is behind)\n\n%-20s %12s %12s %12s %10s %10s\n",
           budget, SEEDS, "function", "random", "published", "search", "/ random", "/ published");
    for (int p = 0; p < session.places; p++)
        for (int i = 0; i < session.catalogue.count; i++) {
            const struct ul_subject *s = &session.catalogue.subject[i];
            struct search_bench *b = ul_alloc(sizeof *b);
            b->session = &session;
            b->subject = ul_subject_measured(s);
            b->place = session.place[p];
            b->budget = evaluations.evaluations;
            if (ul_subject_is_measured(s) && ul_session_row(&session, i, b->place, ""))
                run_row(b);
            free(b);
        }
    ul_session_close(&session);
    free(argv);
    return 0;
}
