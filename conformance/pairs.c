#include "pairs.h"
#include "parallel.h"
#include "row.h"
#include "runner.h"
#include "value.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Results that are at hand at a time, of each device; and those that a thread compares. */
enum { CHUNK = 1 << 23, PIECE = 1 << 16 };

/* ---- two results ---- */

static bool same(enum ul_type t, ul_bits a, ul_bits b)
{
    if (t == UL_BOOL)
        return !a == !b;
    return a == b || (ul_is_float(t) && ul_value_is_nan(t, a) && ul_value_is_nan(t, b));
}

/* What is shown: the most steps between finite numbers, else an infinite result, else a NaN. */
static int rank_of(const struct ul_gap *g)
{
    return !g->differing ? 0 : ul_gap_finite(g) ? 3 : g->infinities ? 2 : 1;
}

static bool shows_more(const struct ul_gap *a, const struct ul_gap *b)
{
    return rank_of(a) != rank_of(b) ? rank_of(a) > rank_of(b) : a->steps > b->steps;
}

/* Adds what was seen of later inputs. */
static void merge(struct ul_gap *g, uint64_t *at, const struct ul_gap *more, uint64_t more_at)
{
    if (shows_more(more, g)) {
        g->steps = more->steps;
        g->a = more->a;
        g->b = more->b;
        *at = more_at;
    }
    g->compared = true;
    g->inputs += more->inputs;
    g->differing += more->differing;
    g->nans += more->nans;
    g->infinities += more->infinities;
    g->outside += more->outside;
}

static bool is_outside(const struct ul_subject *s, const ul_bits *args)
{
    bool inside = true;
    for (int k = 0; s->has_domain && k < (s->domain_of_each ? s->signature.arguments : 1); k++) {
        const enum ul_type t = s->signature.argument[k].type;
        const double x = ul_is_float(t) ? ul_bits_to_double(t, args[k]) : (double)(int64_t)args[k];
        inside &= ul_subject_domain_has(s, x);
    }
    return !inside;
}

/* Is there no result at an input that is the same everywhere? */
static bool is_undefined(const struct ul_pair *p, uint64_t order)
{
    ul_bits args[UL_MAX_PARAMETERS];
    if (!p || !(p->a->has_domain || p->b->has_domain))
        return false;
    ul_plan_tuple(p->plan, order, args);
    return is_outside(p->a, args) || is_outside(p->b, args);
}

static void add_one(struct ul_gap *g, enum ul_type t, ul_bits a, ul_bits b, uint64_t order, uint64_t *at)
{
    const bool nan = ul_is_float(t) && (ul_value_is_nan(t, a) || ul_value_is_nan(t, b));
    const bool infinite =
        ul_is_float(t) && !nan && (ul_value_is_infinite(t, a) || ul_value_is_infinite(t, b));
    const struct ul_gap one = {.differing = 1,
                               .nans = nan,
                               .infinities = infinite,
                               .steps = nan || infinite ? 0 : ul_value_steps(t, a, b),
                               .a = a,
                               .b = b};
    merge(g, at, &one, order);
}

static ul_bits load(const unsigned char *from, size_t bytes)
{
    ul_bits b = 0;
    memcpy(&b, from, bytes);
    return b;
}

void ul_gap_add(struct ul_gap *g, enum ul_type t, const void *a, const void *b, uint64_t n, uint64_t order,
                const struct ul_pair *pair, uint64_t *at)
{
    const size_t bytes = (size_t)ul_types[t].bytes;
    const unsigned char *x = a, *y = b;
    g->compared = true;
    g->inputs += n;
    if (!memcmp(x, y, n * bytes))
        return;
    for (uint64_t i = 0; i < n; i++, x += bytes, y += bytes) {
        const ul_bits p = load(x, bytes), q = load(y, bytes);
        if (same(t, p, q))
            continue;
        if (is_undefined(pair, order + i))
            g->outside++;
        else
            add_one(g, t, p, q, order + i, at);
    }
}

struct piecewise {
    enum ul_type type;
    const unsigned char *a, *b;
    uint64_t n;
    const struct ul_pair *pair;
    struct ul_gap *gap; /* by piece */
    uint64_t *at;
};

static void compare_piece(void *context, int thread, uint64_t piece)
{
    const struct piecewise *w = context;
    const uint64_t from = piece * PIECE, n = w->n - from < PIECE ? w->n - from : PIECE;
    const size_t offset = (size_t)from * (size_t)ul_types[w->type].bytes;
    (void)thread;
    ul_gap_add(&w->gap[piece], w->type, w->a + offset, w->b + offset, n, from, w->pair, &w->at[piece]);
}

/* Adds the results of a part of a plan. */
static void add_results(struct ul_gap *g, enum ul_type t, const void *a, const void *b, uint64_t n,
                        const struct ul_pair *pair, int threads)
{
    const uint64_t pieces = (n + PIECE - 1) / PIECE;
    struct piecewise w = {.type = t, .a = a, .b = b, .n = n, .pair = pair};
    const uint64_t none = UINT64_MAX;
    uint64_t at = none;
    w.gap = ul_alloc((size_t)pieces * sizeof *w.gap);
    w.at = ul_alloc((size_t)pieces * sizeof *w.at);
    ul_parallel(threads, pieces, compare_piece, &w);
    for (uint64_t k = 0; k < pieces; k++)
        merge(g, &at, &w.gap[k], w.at[k]);
    if (at != none)
        ul_plan_tuple(pair->plan, at, g->args);
    free(w.gap);
    free(w.at);
}

/* ---- running ---- */

/* A column that is here: its runner, the subjects of its lines, and what the last of them gave. */
struct side {
    int column;
    struct ul_runner *runner;
    int subjects;
    const struct ul_subject **subject;
    const struct ul_subject *at_hand; /* NULL: the column has nothing to do with the lines at hand */
    unsigned char *out[UL_WIDTHS][UL_MAX_RESULTS];
};

struct pairs {
    const struct ul_pairs_setup *setup;
    struct ul_comparison *comparison;
    int sides, failed;
    struct side *side;
};

static void take_block(void *context, const struct ul_outcome *o)
{
    struct side *side = context;
    const struct ul_signature *s = &side->at_hand->signature;
    for (int w = 0; w < o->widths; w++)
        for (int k = 0; k < s->results; k++) {
            const size_t bytes = (size_t)ul_types[s->result[k].type].bytes;
            const unsigned char *from =
                (const unsigned char *)o->out[w] + (size_t)ul_tuple_bytes(s->result, k) * o->block->capacity;
            memcpy(side->out[w][k] + o->block->order * bytes, from, o->block->n * bytes);
        }
}

/* The subject at hand, as its runner counts them. */
static int at_hand(const struct side *s)
{
    int k = 0;
    while (s->subject[k] != s->at_hand)
        k++;
    return k;
}

static void make_room(struct side *s, uint64_t inputs)
{
    int width[UL_WIDTHS];
    const int widths = ul_runner_widths(s->runner, at_hand(s), width);
    for (int w = 0; w < widths; w++)
        for (int k = 0; k < s->at_hand->signature.results; k++)
            s->out[w][k] = ul_realloc(
                s->out[w][k], (size_t)inputs * (size_t)ul_types[s->at_hand->signature.result[k].type].bytes);
}

static void run_side(struct pairs *p, struct side *s, const struct ul_plan *plan)
{
    struct ul_plan mine = *plan;
    struct ul_line why;
    mine.signature = &s->at_hand->signature;
    make_room(s, ul_plan_inputs(plan));
    if (ul_runner_run(s->runner, at_hand(s), &mine, take_block, s, NULL, &why))
        return;
    p->failed++;
    fprintf(stderr, "ulparity: %s on %s: %s\n", s->at_hand->label, p->comparison->column[s->column].title,
            why.text);
    s->at_hand = NULL;
}

static int width_at(const struct side *s, int width)
{
    int list[UL_WIDTHS], w = 0;
    const int widths = ul_runner_widths(s->runner, at_hand(s), list);
    while (w < widths && list[w] != width)
        w++;
    return w < widths ? w : -1;
}

static void compare_sides(struct pairs *p, struct ul_aligned *line, const struct side *a,
                          const struct side *b, const struct ul_plan *plan)
{
    const int vector = a->at_hand->signature.vector; /* a record's width is that of vectors taken whole */
    const int width = vector ? 1 : line->width;
    const int wa = width_at(a, width), wb = width_at(b, width);
    if (wa < 0 || wb < 0)
        return;
    const struct ul_pair pair = {a->at_hand, b->at_hand, plan};
    add_results(&line->gap[b->column * p->comparison->columns + a->column],
                a->at_hand->signature.result[line->result].type, a->out[wa][line->result],
                b->out[wb][line->result], ul_plan_inputs(plan), &pair, p->setup->session->threads);
}

/* A function's lines, of its results and widths: n of them from `first` on, each where `list` says. */
static void compare_lines(struct pairs *p, int *list, int n, const struct ul_plan *plan)
{
    for (int i = 0; i < p->sides; i++)
        if (p->side[i].at_hand)
            run_side(p, &p->side[i], plan);
    for (int j = 0; j < p->sides; j++)
        for (int i = 0; i < j; i++)
            for (int k = 0; k < n && p->side[i].at_hand && p->side[j].at_hand; k++)
                compare_sides(p, &p->comparison->line[list[k]], &p->side[i], &p->side[j], plan);
}

/* A plan of ranges chunk by chunk; others, which are no longer than a few chunks, at once. */
static void compare_plan(struct pairs *p, int *list, int n, const struct ul_plan *plan)
{
    if (!ul_plan_is_indexed(plan)) {
        compare_lines(p, list, n, plan);
        return;
    }
    for (int r = 0; r < plan->ranges; r++)
        for (uint64_t from = 0; from < plan->range[r].count; from += CHUNK) {
            struct ul_plan chunk = *plan;
            const uint64_t left = plan->range[r].count - from;
            chunk.ranges = 1;
            chunk.range[0].base = plan->range[r].base + from;
            chunk.range[0].count = left < CHUNK ? left : CHUNK;
            compare_lines(p, list, n, &chunk);
        }
}

/* Have two lines the same subjects? At another width it may be another function's (CUDA's of pairs). */
static bool same_subjects(const struct ul_comparison *c, const struct ul_aligned *a,
                          const struct ul_aligned *b)
{
    for (int k = 0; k < c->columns; k++)
        if (c->column[k].place && a->cell[k].subject != b->cell[k].subject)
            return false;
    return true;
}

/* The lines of the same functions as line `first`: results and widths. */
static int find_lines(const struct ul_comparison *c, int first, int *list, bool *done)
{
    const struct ul_aligned *line = &c->line[first];
    int n = 0;
    for (int k = first; k < c->lines; k++)
        if (!strcmp(c->line[k].is.group, line->is.group) && same_subjects(c, line, &c->line[k])) {
            list[n++] = k;
            done[k] = true;
        }
    return n;
}

static bool has_subject(const struct side *s, const struct ul_subject *x)
{
    for (int k = 0; k < s->subjects; k++)
        if (s->subject[k] == x)
            return true;
    return false;
}

/* Which sides take part: those whose rows were measured. Returns how many. */
static int choose_sides(struct pairs *p, const int *list, int n)
{
    int sides = 0;
    for (int i = 0; i < p->sides; i++) {
        struct side *s = &p->side[i];
        s->at_hand = NULL;
        for (int k = 0; k < n && s->runner; k++) {
            const struct ul_cell *cell = &p->comparison->line[list[k]].cell[s->column];
            if (ul_cell_is_measured(cell) && has_subject(s, cell->subject))
                s->at_hand = cell->subject;
        }
        sides += s->at_hand != NULL;
    }
    return sides;
}

static bool make_plan(struct pairs *p, struct ul_plan *plan)
{
    const struct ul_options *o = p->setup->options;
    struct ul_line why;
    int i = 0;
    while (!p->side[i].at_hand)
        i++;
    const struct side *s = &p->side[i];
    const struct ul_place *place = p->comparison->column[s->column].place;
    if (!p->setup->plan(p->setup->context, plan, s->at_hand, &place->device, &why)) {
        fprintf(stderr, "ulparity: %s: %s\n", s->at_hand->label, why.text);
        return false;
    }
    int width[UL_WIDTHS];
    bool wanted[UL_WIDTHS];
    const int widths = ul_session_widths(p->setup->session, s->at_hand, width, wanted);
    plan->spread = width[widths - 1] > 1 && o->coverage != UL_FILE;
    if (width[widths - 1] > 1)
        plan->alone = 0;
    return true;
}

static void compare_function(struct pairs *p, int first, bool *done)
{
    struct ul_comparison *c = p->comparison;
    int *list = ul_alloc((size_t)c->lines * sizeof *list);
    const int n = find_lines(c, first, list, done);
    struct ul_plan plan = {0};
    if (choose_sides(p, list, n) > 1 && make_plan(p, &plan)) {
        for (int k = 0; k < n; k++)
            c->line[list[k]].gap = ul_alloc((size_t)c->columns * (size_t)c->columns * sizeof *c->line[0].gap);
        compare_plan(p, list, n, &plan);
    }
    ul_plan_free(&plan);
    free(list);
}

/* ---- runners ---- */

/* The subjects that a column has to run: those that another column has, too. */
static void collect(struct side *s, const struct ul_comparison *c)
{
    s->subject = ul_alloc(((size_t)c->lines + 1) * sizeof *s->subject);
    for (int k = 0; k < c->lines; k++) {
        const struct ul_cell *cell = c->line[k].cell;
        bool other = false;
        for (int j = 0; j < c->columns; j++)
            other |= j != s->column && c->column[j].place && ul_cell_is_measured(&cell[j]);
        if (other && ul_cell_is_measured(&cell[s->column]) && !has_subject(s, cell[s->column].subject))
            s->subject[s->subjects++] = cell[s->column].subject;
    }
}

static void open_side(struct pairs *p, struct side *s)
{
    const struct ul_options *o = p->setup->options;
    const struct ul_compared *column = &p->comparison->column[s->column];
    struct ul_runner_setup setup = {.place = column->place,
                                    .flags = column->flags,
                                    .approx = ul_row_approx(column->place, o->approx),
                                    .arch = o->arch,
                                    .timeout = o->timeout,
                                    .widths = o->widths,
                                    .width = o->width,
                                    .options = o};
    struct ul_line why;
    collect(s, p->comparison);
    s->runner = s->subjects ? ul_runner_open(&setup, s->subject, s->subjects, &why) : NULL;
    if (!s->subjects || s->runner)
        return;
    p->failed++;
    fprintf(stderr, "ulparity: %s: %s\n", column->title, why.text);
}

static void close_side(struct side *s)
{
    if (s->runner)
        ul_runner_close(s->runner);
    for (int w = 0; w < UL_WIDTHS; w++)
        for (int k = 0; k < UL_MAX_RESULTS; k++)
            free(s->out[w][k]);
    free(s->subject);
}

int ul_pairs_measure(const struct ul_pairs_setup *setup, struct ul_comparison *c)
{
    struct pairs p = {.setup = setup, .comparison = c};
    bool *done = ul_alloc(((size_t)c->lines + 1) * sizeof *done);
    p.side = ul_alloc(((size_t)c->columns + 1) * sizeof *p.side);
    for (int k = 0; k < c->columns; k++)
        if (c->column[k].place) {
            p.side[p.sides].column = k;
            open_side(&p, &p.side[p.sides++]);
        }
    for (int k = 0; k < c->lines; k++)
        if (!done[k])
            compare_function(&p, k, done);
    for (int k = 0; k < p.sides; k++)
        close_side(&p.side[k]);
    free(p.side);
    free(done);
    return p.failed;
}
