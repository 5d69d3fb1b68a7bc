#include "meter.h"
#include "contenders.h"
#include "parallel.h"
#include "sums.h"
#include "value.h"
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    /* One input in AUDIT_SHARE is audited, but so many at least and at most. */
    AUDIT_SHARE = 1 << 10,
    AUDITS_LEAST = 1 << 11,
    AUDITS_MOST = 1 << 16
};

/* A set of rows, as bits. */
enum { MAX_ROWS = UL_WIDTHS, SETS = 1 << MAX_ROWS };

/* A thread's own. */
struct thread {
    struct ul_sums *of[SETS]; /* of results that a set of rows shares; NULL: nothing was seen of it */
    struct ul_seen astray;    /* of the audited inputs */
    struct ul_differences differs[MAX_ROWS];
    struct ul_lanes *lanes, *source; /* source: a chunk, of which only some lanes are measured at a time */
    ul_bits y[MAX_ROWS][UL_LANES];
    unsigned char equals[MAX_ROWS][UL_LANES];
    unsigned char sets[UL_LANES]; /* by lane, for the row at hand: who shares its result */
};

struct ul_meter {
    struct ul_row_setup setup;
    int rows;
    struct ul_record *record[MAX_ROWS];
    struct ul_missed missed[MAX_ROWS];
    struct ul_screen *screen;
    const char *language;
    int threads;
    struct thread *thread;
    uint64_t audit_step;
    atomic_uint_fast64_t first_open; /* the order of an UL_LANE_OPEN: what comes later is not measured */
    /* of the block at hand */
    const struct ul_block *block;
    int given; /* rows that have results */
    const void *const *y;
    const double *reference;
    const void *form[MAX_ROWS][UL_MAX_FORMS];
    bool compares;            /* forms were run */
    bool consecutive;         /* inputs that are made from an index are floats, one after the other */
    bool quiet;               /* sums of whole chunks will do, as a rule */
    uint64_t known;           /* the first so many inputs, see ul_meter_know */
    ul_meter_watcher watcher; /* NULL: none */
    int watched;              /* the row of which it is told */
    void *watching;
};

static ul_bits load(const unsigned char *at, int bytes)
{
    ul_bits b = 0;
    memcpy(&b, at, (size_t)bytes); /* little-endian hosts only, as every device here is */
    return b;
}

/* The bits of argument k of tuple i. */
static ul_bits block_argument(const struct ul_block *b, const struct ul_signature *s, int k, uint32_t i)
{
    enum ul_type t = s->argument[k].type;
    if (!b->in)
        return (b->base + i) >> ul_index_shift(s, k) & ul_value_mask(t);
    size_t before = (size_t)ul_tuple_bytes(s->argument, k), bytes = (size_t)ul_types[t].bytes;
    return load((const unsigned char *)b->in + before * b->capacity + bytes * i, (int)bytes);
}

ul_bits ul_block_result(const void *out, uint32_t capacity, const struct ul_signature *s, int k, uint32_t i)
{
    enum ul_type t = s->result[k].type;
    size_t before = (size_t)ul_tuple_bytes(s->result, k), bytes = (size_t)ul_types[t].bytes;
    ul_bits b = load((const unsigned char *)out + before * capacity + bytes * i, (int)bytes);
    return ul_is_float(t) ? ul_value_canonical(t, b) : b;
}

static uint64_t audit_step(uint64_t inputs)
{
    const uint64_t share = inputs / AUDIT_SHARE;
    const uint64_t audits = share < AUDITS_LEAST ? AUDITS_LEAST : share > AUDITS_MOST ? AUDITS_MOST : share;
    return inputs < audits ? 1 : inputs / audits;
}

struct ul_meter *ul_meter_new(const struct ul_row_setup *setup, struct ul_record *record, uint64_t inputs,
                              int threads, const char *language)
{
    struct ul_meter *m = ul_alloc(sizeof *m);
    m->setup = *setup;
    m->record[m->rows++] = record;
    m->language = language;
    m->threads = threads;
    if (ul_screen_takes(&setup->subject->signature))
        m->screen =
            ul_screen_new(setup->subject->reference[setup->result], ul_screen_kind(setup->reading.type));
    m->audit_step = audit_step(inputs);
    m->first_open = UINT64_MAX;
    const struct ul_signature *s = &setup->subject->signature;
    m->consecutive = s->arguments == 1 && s->argument[0].type == UL_FLOAT && !s->vector;
    m->quiet = m->consecutive && ul_sums_can_be_quiet(setup);
    m->thread = ul_alloc((size_t)threads * sizeof *m->thread);
    for (int t = 0; t < threads; t++)
        m->thread[t].lanes = ul_alloc(sizeof *m->thread[t].lanes);
    return m;
}

void ul_meter_add_row(struct ul_meter *m, struct ul_record *record)
{
    m->record[m->rows++] = record;
    for (int t = 0; t < m->threads && !m->thread[t].source; t++)
        m->thread[t].source = ul_alloc(sizeof *m->thread[t].source);
}

static void fill_argument(const struct ul_block *b, const struct ul_signature *s, int k, uint32_t from,
                          struct ul_lanes *l)
{
    if (!b->in && s->argument[k].type == UL_FLOAT) {
        ul_lanes_count((uint32_t)(b->base + from), l->n, l->bits[k], l->x[k]);
        return;
    }
    for (int i = 0; i < l->n; i++)
        l->bits[k][i] = block_argument(b, s, k, from + (uint32_t)i);
    if (s->argument[k].type == UL_FLOAT)
        ul_lanes_to_double(l->bits[k], l->n, l->x[k]);
    else
        for (int i = 0; i < l->n; i++)
            l->x[k][i] = ul_bits_to_double(s->argument[k].type, l->bits[k][i]);
}

/* A row's results in a chunk. */
static const unsigned char *results(const struct ul_meter *m, int row, uint32_t from)
{
    return (const unsigned char *)m->y[row] + (size_t)ul_types[m->setup.reading.type].bytes * from;
}

static void fill_results(const struct ul_meter *m, int row, uint32_t from, int n, ul_bits *out)
{
    enum ul_type t = m->setup.reading.type;
    size_t bytes = (size_t)ul_types[t].bytes;
    const unsigned char *y = results(m, row, from);
    if (t == UL_FLOAT) {
        uint32_t b;
        for (int i = 0; i < n; i++) {
            memcpy(&b, y + 4 * (size_t)i, sizeof b);
            out[i] = (b & 0x7fffffff) > 0x7f800000 ? 0x7fffffff : b; /* the one NaN */
        }
        return;
    }
    for (int i = 0; i < n; i++) {
        ul_bits b = load(y + bytes * (size_t)i, (int)bytes);
        out[i] = ul_is_float(t) ? ul_value_canonical(t, b) : b;
    }
}

/* Is y what a form gave? Any NaN is; where options free signs of zeros, any zero. */
static bool is_equal(const struct ul_row_setup *s, ul_bits y, ul_bits form)
{
    enum ul_type t = s->reading.type;
    form = ul_value_canonical(t, form);
    return y == form || (s->unsigned_zeros && ul_value_is_zero(t, y) && ul_value_is_zero(t, form));
}

static void compare_forms(const struct ul_meter *m, int row, uint32_t from, int n, const ul_bits *y,
                          unsigned char *equals)
{
    size_t bytes = (size_t)ul_types[m->setup.reading.type].bytes;
    memset(equals, 0, (size_t)n);
    for (int k = 0; m->compares && k < m->setup.forms.count; k++) {
        const unsigned char *form = (const unsigned char *)m->form[row][k] + bytes * from;
        for (int i = 0; i < n; i++)
            equals[i] |=
                (unsigned char)(is_equal(&m->setup, y[i], load(form + bytes * (size_t)i, (int)bytes)) << k);
    }
}

static uint64_t order_of(const struct ul_block *b, uint32_t i)
{
    return b->orders ? b->orders[i / b->run] + i % b->run : b->order + i;
}

/* A block is looked at in chunks. Vectors of the host's references may depend on all of their inputs (SLEEF
 * reduces arguments as the largest needs it), and so are of one run, whatever runs there are beside it. */
static uint32_t chunked_run(const struct ul_meter *m)
{
    return m->block->orders && !m->reference ? m->block->run : m->block->n;
}

static uint32_t chunks_of_run(const struct ul_meter *m)
{
    return (chunked_run(m) + UL_LANES - 1) / UL_LANES;
}

static uint64_t chunks_of(const struct ul_meter *m)
{
    return m->block->n ? (uint64_t)(m->block->n / chunked_run(m)) * chunks_of_run(m) : 0;
}

/* A chunk's lanes without their places in the plan; where it begins. */
static uint32_t fill_lanes(const struct ul_meter *m, struct ul_lanes *l, uint64_t chunk)
{
    const struct ul_signature *s = &m->setup.subject->signature;
    const uint32_t run = chunked_run(m), first = (uint32_t)(chunk % chunks_of_run(m)) * UL_LANES,
                   from = (uint32_t)(chunk / chunks_of_run(m)) * run + first;
    l->n = run - first < UL_LANES ? (int)(run - first) : UL_LANES;
    l->arguments = s->arguments;
    l->width = s->vector ? s->vector : 1;
    for (int k = 0; k < s->arguments; k++)
        fill_argument(m->block, s, k, from, l);
    return from;
}

static void fill_orders(const struct ul_meter *m, struct ul_lanes *l, uint32_t from)
{
    for (int i = 0; i < l->n; i++)
        l->order[i] = order_of(m->block, from + (uint32_t)i);
}

/* Where a device's function may be anything (lgamma near its zeros) the host's screening is asked. */
static void screen_unknown(const struct ul_meter *m, struct ul_lanes *l, const double *const *args)
{
    double r[UL_LANES], err[UL_LANES];
    bool any = false;
    for (int i = 0; i < l->n; i++)
        any |= isnan(l->err[i]);
    if (!any || !m->screen)
        return;
    ul_screen_run(m->screen, args, l->n, r, err);
    for (int i = 0; i < l->n; i++)
        if (isnan(l->err[i])) {
            l->r[i] = r[i];
            l->err[i] = err[i];
        }
}

static void screen_lanes(const struct ul_meter *m, struct ul_lanes *l, uint32_t from)
{
    if (!m->reference) {
        ul_lanes_screen(l, &m->setup, m->screen, m->consecutive && !m->block->in);
        return;
    }
    const double *args[UL_MAX_PARAMETERS];
    for (int k = 0; k < l->arguments; k++)
        args[k] = l->x[k];
    memcpy(l->r, m->reference + from, (size_t)l->n * sizeof l->r[0]);
    ul_screen_device_bound(m->setup.subject->reference[m->setup.result], m->language, args, l->n, l->r,
                           l->err);
    screen_unknown(m, l, args);
    ul_lanes_put_below_one(l, &m->setup);
}

static struct ul_contender contender(const struct ul_lanes *l, int i, double upper)
{
    struct ul_contender c = {.upper = upper, .order = l->order[i], .y = l->y[i]};
    ul_lane_arguments(l, i, c.args);
    return c;
}

/* `upper` is negative where a lane has no figure. Where figures grow, the last go first, so that others need
 * not. */
static void track(struct ul_contenders *c, const struct ul_lanes *l, const double *upper)
{
    double largest = ul_lanes_largest(upper, l->n);
    if (largest < 0 || !ul_contends(c, largest, l->order[0]))
        return;
    const bool grows = upper[l->n - 1] > upper[0];
    for (int k = 0; k < l->n; k++) {
        const int i = grows ? l->n - 1 - k : k;
        if (upper[i] >= 0 && ul_contends(c, upper[i], l->order[i])) {
            struct ul_contender x = contender(l, i, upper[i]);
            ul_contenders_add(c, &x);
        }
    }
}

static void tally_misrounded(struct ul_tally *t, const struct ul_lanes *l, int i)
{
    if (!l->misrounded[i] || l->state[i] != UL_LANE_FIGURES)
        return;
    struct ul_contender c = contender(l, i, 0);
    ul_see(&t->misrounded, &c);
}

/* A result that is none of the values listed, whatever the reference says of it. */
static void tally_listed(struct ul_tally *t, const struct ul_row_setup *s, const struct ul_piece *p,
                         const struct ul_lanes *l, int i)
{
    if (l->state[i] != UL_LANE_FIGURES && l->state[i] != UL_LANE_WRONG)
        return;
    struct ul_contender c = contender(l, i, 0);
    if (!ul_piece_allows(p, s->reading.type, c.args, c.y, s->flush))
        ul_see(&t->misrounded, &c);
}

/* Does a result equal the document's formula? */
static bool tally_derived(struct ul_tally *t, const struct ul_row_setup *s, const struct ul_piece *p,
                          const struct ul_lanes *l, int i)
{
    const bool equal = ul_forms_hold(&s->forms, p, l->equals[i]);
    t->compared++;
    if (!equal && (l->state[i] == UL_LANE_FIGURES || l->state[i] == UL_LANE_WRONG)) {
        struct ul_contender c = contender(l, i, 0);
        ul_see(&t->differing, &c);
    }
    return equal;
}

/* Is a lane's result wrong by this piece? The sign of a zero is no absolute error. */
static bool is_wrong_by(const struct ul_piece *p, const struct ul_lanes *l, int i)
{
    return l->state[i] == UL_LANE_WRONG && !(p->measure == UL_ABS && l->wrong[i] == UL_WRONG_SIGN);
}

/* A bound's tallies, and its share in each lane where that is no multiple of a measure's figure. */
static void tally_bound(struct ul_meter *m, struct ul_sums *s, int b, const struct ul_lanes *l)
{
    const struct ul_bound *bound = &m->record[0]->judgement[b].bound;
    const bool tracked = ul_bound_is_tracked(bound);
    struct ul_tally *t = &s->tally[b];
    if (!tracked && l->all_figures && bound->piece[0].kind != UL_LIMIT_CORRECTLY_ROUNDED) {
        t->judged += ul_piece_judges(&bound->piece[0]) ? (uint64_t)l->n : 0;
        return;
    }
    double share[UL_LANES];
    struct ul_point at;
    for (int i = 0; i < l->n; i++) {
        ul_lane_point(l, i, &at);
        const struct ul_piece *p = tracked ? ul_bound_piece(bound, &at) : &bound->piece[0];
        share[i] = -1;
        const bool derived =
            p && p->kind == UL_LIMIT_DERIVED && m->compares && tally_derived(t, &m->setup, p, l, i);
        if (!p || !ul_piece_judges(p))
            continue;
        t->judged++;
        if (p->kind == UL_LIMIT_ONE_OF) {
            tally_listed(t, &m->setup, p, l, i);
            continue;
        }
        t->wrong += is_wrong_by(p, l, i) && !derived;
        if (p->kind == UL_LIMIT_CORRECTLY_ROUNDED)
            tally_misrounded(t, l, i);
        else if (tracked && l->state[i] == UL_LANE_FIGURES)
            share[i] = ul_share(l->upper[p->measure][i], ul_piece_limit(p, &at));
        if (derived && share[i] > 1)
            share[i] = -1;
    }
    if (tracked)
        track(&s->contenders[UL_MEASURES + b], l, share);
}

static void count_figures(struct ul_sums *s, const struct ul_lanes *l)
{
    const double *e = l->value[UL_OPENCL];
    const double most = 0x1p30; /* of one lane in the sum: 1024 of them stay below 2^63 */
    uint64_t misrounded = 0, over = 0, sum = 0;
    for (int i = 0; i < l->n; i++)
        misrounded += l->misrounded[i];
    for (int i = 0; i < l->n; i++) {
        over += e[i] > 1;
        sum += (uint64_t)(int64_t)((e[i] < 0 ? 0 : e[i] < most ? e[i] : most) * 0x1p20 + 0.5);
    }
    s->misrounded += misrounded;
    s->over_1ulp += over;
    s->ulp_sum = ul_add_capped(s->ulp_sum, sum);
}

static void count_others(struct ul_sums *s, const struct ul_lanes *l)
{
    for (int i = 0; i < l->n; i++) {
        if (l->state[i] == UL_LANE_FIGURES || l->state[i] == UL_LANE_NOTHING)
            continue;
        struct ul_contender c = contender(l, i, 0);
        ul_see(l->state[i] == UL_LANE_FLUSHED ? &s->flushed
               : l->state[i] == UL_LANE_OPEN  ? &s->open
                                              : &s->wrong[l->wrong[i]],
               &c);
    }
}

/* The largest opencl error by the first argument's top 9 bits. */
static void fill_blocks(struct ul_meter *m, struct ul_sums *s, const struct ul_lanes *l)
{
    int shift = 8 * ul_types[m->setup.subject->signature.argument[0].type].bytes - 9;
    if (shift < 0)
        return;
    const double *e = l->value[UL_OPENCL];
    const ul_bits *x = l->bits[0], last = x[l->n - 1];
    if (!m->block->in && x[0] >> shift == last >> shift) {
        double *top = &s->block[x[0] >> shift & (UL_BLOCKS - 1)], largest = ul_lanes_largest(e, l->n);
        *top = largest > *top ? largest : *top;
        return;
    }
    for (int i = 0; i < l->n; i++) {
        double *top = &s->block[x[i] >> shift & (UL_BLOCKS - 1)];
        *top = e[i] > *top ? e[i] : *top;
    }
}

/* Does an interval or a mark (see screen.h) hold the exact value? -1: more precision is needed to tell. */
static int holds_ball(double r, double low, double err, const arb_t ball)
{
    if (ul_screen_is_over(r, err) || ul_screen_is_under(r, err)) {
        bool sign = signbit(r) ? arb_is_negative(ball) : arb_is_positive(ball);
        return sign &&
               arf_cmpabs_2exp_si(arb_midref(ball), isinf(r) ? 1024 : -1100) * (isinf(r) ? 1 : -1) >= 0;
    }
    if (!isfinite(r) || !isfinite(err))
        return 0;
    if (err == UL_SCREEN_HUGE_ERROR || (fabs(r) == UL_SCREEN_TINY && err == UL_SCREEN_TINY_ERROR)) {
        bool sign = r > 0 ? arb_is_positive(ball) : arb_is_negative(ball);
        int size = arf_cmpabs_2exp_si(arb_midref(ball), err == UL_SCREEN_HUGE_ERROR ? 999 : -999);
        return sign && (err == UL_SCREEN_HUGE_ERROR ? size >= 0 : size <= 0);
    }
    arb_t screened, rest;
    arb_init(screened);
    arb_init(rest);
    arb_set_d(screened, r);
    arb_set_d(rest, low);
    mag_set_d(arb_radref(rest), err);
    arb_add(screened, screened, rest, ARF_PREC_EXACT);
    arb_clear(rest);
    int holds = !arb_overlaps(screened, ball) ? 0 : arb_contains(screened, ball) ? 1 : -1;
    arb_clear(screened);
    return holds;
}

/* Is a lane's screening where Arb says it is? */
static bool screening_holds(const struct ul_meter *m, const struct ul_contender *c, double r, double low,
                            double err)
{
    const struct ul_row_setup *s = &m->setup;
    struct ul_exact v;
    ul_exact_init(&v);
    int holds = -1;
    for (long precision = 96; holds < 0 && precision <= 8192; precision *= 2) {
        ul_reference(s->subject->reference[s->result], s->subject->signature.argument, c->args, precision,
                     &v);
        if (v.kind == UL_EXACT_BALL)
            holds = holds_ball(r, low, err, v.ball);
        else if (v.kind == UL_EXACT_NAN)
            holds = isnan(r);
        else if (v.kind == UL_EXACT_INFINITY)
            holds = isinf(r) && signbit(r) == v.negative;
        else
            holds = r == 0 ? signbit(r) == v.negative : fabs(r) <= err;
    }
    ul_exact_clear(&v);
    return holds != 0; /* touching at 8192 bits: equal as far as can be told */
}

/* Every audit_step-th input of the plan, at a place within the step that changes with it. */
static uint64_t audit_place(const struct ul_meter *m, uint64_t k)
{
    return k * m->audit_step + (k * 0x9e3779b97f4a7c15u >> 32) % m->audit_step;
}

uint64_t ul_meter_audits(const struct ul_meter *m, uint64_t order, uint64_t n, uint64_t *places,
                         uint64_t room)
{
    uint64_t count = 0;
    for (uint64_t k = order / m->audit_step; k * m->audit_step < order + n; k++) {
        const uint64_t at = audit_place(m, k);
        if (at < order || at >= order + n)
            continue;
        if (count < room)
            places[count] = at;
        count++;
    }
    return count;
}

/* Is the screening within its stated bound? What strays makes the row an error. */
static void audit_lane(struct ul_meter *m, struct thread *t, const struct ul_lanes *l, int i)
{
    if (isnan(l->err[i]) || ul_lane_is_outside(l, i, m->setup.subject))
        return;
    struct ul_contender c = contender(l, i, 0);
    if (!screening_holds(m, &c, l->r[i], l->low[i], l->err[i]))
        ul_see(&t->astray, &c);
}

/* Of n lanes from the first on, whose places follow each other. */
static void audit_run(struct ul_meter *m, struct thread *t, struct ul_lanes *l, uint32_t from, int first,
                      int n)
{
    uint64_t at[UL_LANES];
    const uint64_t order = order_of(m->block, from + (uint32_t)first);
    const uint64_t audits = ul_meter_audits(m, order, (uint64_t)n, at, UL_LANES);
    for (uint64_t k = 0; k < audits; k++) {
        const int i = first + (int)(at[k] - order);
        l->order[i] = at[k];
        fill_results(m, 0, from + (uint32_t)i, 1, &l->y[i]);
        audit_lane(m, t, l, i);
    }
}

/* Of a chunk; its lanes' places and results may not be filled yet. */
static void audit(struct ul_meter *m, struct thread *t, struct ul_lanes *l, uint32_t from)
{
    if ((!m->screen && !m->reference) || l->first_open < l->n)
        return;
    for (int first = 0, n; first < l->n; first += n) {
        n = l->n - first;
        if (m->block->orders) {
            const uint32_t left = m->block->run - (from + (uint32_t)first) % m->block->run;
            n = left < (uint32_t)n ? (int)left : n;
        }
        audit_run(m, t, l, from, first, n);
    }
}

static void audit_chunk(void *context, int thread, uint64_t chunk)
{
    struct ul_meter *m = context;
    struct thread *t = &m->thread[thread];
    const uint32_t from = fill_lanes(m, t->lanes, chunk);
    fill_orders(m, t->lanes, from);
    screen_lanes(m, t->lanes, from);
    ul_lanes_complete(t->lanes, &m->setup);
    for (int i = 0; i < t->lanes->first_open; i++)
        audit_lane(m, t, t->lanes, i);
}

void ul_meter_audit(struct ul_meter *m, const struct ul_block *b, const double *reference)
{
    m->block = b;
    m->reference = reference;
    ul_parallel(m->threads, chunks_of(m), audit_chunk, m);
}

static struct ul_sums *sums_of(struct thread *t, int set)
{
    if (!t->of[set])
        t->of[set] = ul_sums_new();
    return t->of[set];
}

/* Whatever their figures are: certifying tells. */
static void keep_known(const struct ul_meter *m, struct ul_sums *s, const struct ul_lanes *l)
{
    for (int i = 0; i < l->n; i++)
        if (l->order[i] < m->known && l->state[i] == UL_LANE_FIGURES) {
            const struct ul_contender x = contender(l, i, INFINITY);
            ul_contenders_add(&s->known, &x);
        }
}

static void tell_open(struct ul_meter *m, uint64_t order)
{
    uint64_t first = m->first_open;
    while (order < first && !atomic_compare_exchange_weak(&m->first_open, &first, order))
        ;
}

/* Lanes whose results are the same in a set of rows. */
static void measure_lanes(struct ul_meter *m, struct thread *t, int set)
{
    struct ul_lanes *l = t->lanes;
    struct ul_sums *s = sums_of(t, set);
    ul_lanes_measure(l, &m->setup);
    for (int k = 0; k < UL_MEASURES; k++)
        track(&s->contenders[k], l, l->upper[k]);
    for (int b = 0; b < m->record[0]->judgements; b++)
        tally_bound(m, s, b, l);
    count_figures(s, l);
    if (!l->all_figures)
        count_others(s, l);
    fill_blocks(m, s, l);
    if (l->order[0] < m->known)
        keep_known(m, s, l);
    if (s->open.count)
        tell_open(m, s->open.first.order);
    if (m->watcher && set >> m->watched & 1)
        m->watcher(m->watching, l);
}

/* ---- rows side by side ---- */

/* All lanes of the vector that holds an element of the block. */
static void tell_difference(const struct ul_meter *m, const struct thread *t, int row, uint32_t at, int i,
                            struct ul_lane_difference *out)
{
    const struct ul_signature *s = &m->setup.subject->signature;
    const uint32_t width = (uint32_t)m->record[row]->width, first = at / width * width;
    *out = (struct ul_lane_difference){
        .compared = true, .lane = (int)(at - first), .got = t->y[row][i], .width1 = t->y[0][i]};
    for (int k = 0; k < s->arguments; k++)
        for (uint32_t lane = 0; lane < width; lane++)
            out->vector[k][lane] = block_argument(m->block, s, k, first + lane);
}

/* Steps on the number line between two results that differ; a NaN is beyond all. */
static uint64_t steps_apart(enum ul_type t, ul_bits a, ul_bits b)
{
    if (!ul_is_float(t))
        return a > b ? a - b : b - a;
    if (ul_value_is_nan(t, a) || ul_value_is_nan(t, b))
        return UINT64_MAX;
    return ul_value_steps(t, a, b);
}

static void compare(const struct ul_meter *m, struct thread *t, int row, uint32_t from, int n)
{
    struct ul_differences *d = &t->differs[row];
    for (int i = 0; i < n; i++) {
        if (t->y[row][i] == t->y[0][i])
            continue;
        const uint64_t order = order_of(m->block, from + (uint32_t)i);
        const uint64_t steps = steps_apart(m->setup.reading.type, t->y[row][i], t->y[0][i]);
        if (ul_differs_more(d, steps, order)) {
            d->steps = steps;
            d->order = order;
            tell_difference(m, t, row, from + (uint32_t)i, i, &d->worst);
        }
        d->count++;
    }
}

/* Are the bits of a chunk those of the first row, with every other? Else all rows' results are made
 * comparable. */
static bool rows_agree(const struct ul_meter *m, struct thread *t, uint32_t from, int n)
{
    const size_t bytes = (size_t)ul_types[m->setup.reading.type].bytes * (size_t)n;
    bool agree = true;
    for (int row = 1; row < m->given; row++)
        agree &= !memcmp(results(m, 0, from), results(m, row, from), bytes);
    for (int row = 1; row < m->given && (!agree || m->compares); row++) {
        fill_results(m, row, from, n, t->y[row]);
        compare_forms(m, row, from, n, t->y[row], t->equals[row]);
        agree &= !memcmp(t->equals[0], t->equals[row], (size_t)n);
    }
    for (int row = 1; row < m->given && !agree; row++)
        compare(m, t, row, from, n);
    return agree;
}

/* By lane: which rows have the result of `row`; 0 where an earlier one has it, too. True if any is not 0. */
static bool find_sets(const struct ul_meter *m, struct thread *t, int row, int n)
{
    bool any = false;
    for (int i = 0; i < n; i++) {
        unsigned set = 0;
        for (int other = 0; other < m->given; other++)
            set |= (t->y[other][i] == t->y[row][i] && t->equals[other][i] == t->equals[row][i] ? 1u : 0)
                   << other;
        t->sets[i] = (unsigned char)(set & ((1u << row) - 1) ? 0 : set);
        any |= t->sets[i] != 0;
    }
    return any;
}

/* Copies the lanes of a set, with a row's results. */
static void select_lanes(struct thread *t, int row, int set)
{
    const struct ul_lanes *from = t->source;
    struct ul_lanes *l = t->lanes;
    l->n = 0;
    l->arguments = from->arguments;
    l->width = from->width;
    l->first_open = from->n; /* none */
    for (int i = 0; i < from->n; i++) {
        if (t->sets[i] != set)
            continue;
        for (int k = 0; k < from->arguments; k++) {
            l->bits[k][l->n] = from->bits[k][i];
            l->x[k][l->n] = from->x[k][i];
        }
        if (i >= from->first_open && l->first_open == from->n)
            l->first_open = l->n;
        l->r[l->n] = from->r[i];
        l->low[l->n] = from->low[i];
        l->err[l->n] = from->err[i];
        l->order[l->n] = from->order[i];
        l->equals[l->n] = t->equals[row][i];
        l->y[l->n++] = t->y[row][i];
    }
}

static void measure_apart(struct ul_meter *m, struct thread *t)
{
    struct ul_lanes *screened = t->lanes;
    t->lanes = t->source;
    t->source = screened;
    for (int row = 0; row < m->given; row++) {
        if (!find_sets(m, t, row, screened->n))
            continue;
        for (int set = 1; set < 1 << m->given; set++)
            if (memchr(t->sets, set, (size_t)screened->n)) {
                select_lanes(t, row, set);
                measure_lanes(m, t, set);
            }
    }
}

/* Nothing in most chunks has to be looked at: neither is it audited, nor do rows differ, nor does anything in
 * it contend. */
static bool is_quiet(struct ul_meter *m, struct thread *t, uint32_t from)
{
    const struct ul_lanes *l = t->lanes;
    const struct ul_block *b = m->block;
    if (!m->quiet || m->compares || b->in || b->orders)
        return false;
    for (int row = 1; row < m->given; row++)
        if (memcmp(results(m, 0, from), results(m, row, from), (size_t)l->n * sizeof(float)))
            return false;
    return ul_sums_add_quiet(sums_of(t, (1 << m->given) - 1), &m->setup, m->record[0], l,
                             (const float *)(const void *)results(m, 0, from), b->order + from);
}

static void measure_chunk(void *context, int thread, uint64_t chunk)
{
    struct ul_meter *m = context;
    struct thread *t = &m->thread[thread];
    struct ul_lanes *l = t->lanes;
    const uint32_t from = fill_lanes(m, l, chunk);
    if (order_of(m->block, from) > m->first_open) /* nothing makes the row good again */
        return;
    screen_lanes(m, l, from);
    audit(m, t, l, from);
    if (is_quiet(m, t, from))
        return;
    ul_lanes_complete(l, &m->setup);
    fill_orders(m, l, from);
    fill_results(m, 0, from, l->n, t->y[0]);
    compare_forms(m, 0, from, l->n, t->y[0], t->equals[0]);
    memcpy(l->y, t->y[0], (size_t)l->n * sizeof l->y[0]);
    memcpy(l->equals, t->equals[0], (size_t)l->n);
    if (rows_agree(m, t, from, l->n))
        measure_lanes(m, t, (1 << m->given) - 1);
    else
        measure_apart(m, t);
}

void ul_meter_block(struct ul_meter *m, const struct ul_block *b, const void *const *y, int rows,
                    const double *reference)
{
    m->block = b;
    m->y = y;
    m->given = rows;
    m->reference = m->language ? reference : NULL;
    ul_parallel(m->threads, chunks_of(m), measure_chunk, m);
}

void ul_meter_forms(struct ul_meter *m, int row, const void *const form[UL_MAX_FORMS])
{
    m->compares = m->setup.forms.count > 0;
    for (int k = 0; k < m->setup.forms.count; k++) {
        m->form[row][k] = form[k];
        m->compares &= form[k] != NULL;
    }
}

void ul_meter_know(struct ul_meter *m, uint64_t first)
{
    m->known = first;
}

void ul_meter_watch(struct ul_meter *m, int row, ul_meter_watcher watcher, void *context)
{
    m->watched = row;
    m->watcher = watcher;
    m->watching = context;
}

void ul_meter_missed(struct ul_meter *m, int row, const ul_bits *args, ul_bits got, ul_bits want)
{
    struct ul_missed *s = &m->missed[row];
    if (s->count++)
        return;
    memcpy(s->args, args, sizeof s->args);
    s->got = got;
    s->want = want;
}

/* Everything that was seen of a row, allocated. */
static struct ul_sums *merge_row(const struct ul_meter *m, int row)
{
    struct ul_sums *all = ul_sums_new();
    all->missed = m->missed[row];
    all->differs.worst.compared = m->record[0]->width == 1 && row;
    for (int t = 0; t < m->threads; t++) {
        for (int set = 1; set < SETS; set++)
            if (m->thread[t].of[set] && set >> row & 1)
                ul_sums_merge(all, m->thread[t].of[set]);
            else if (m->thread[t].of[set]) /* ends all rows */
                ul_merge_seen(&all->open, &m->thread[t].of[set]->open);
        ul_merge_seen(&all->astray, &m->thread[t].astray);
        ul_merge_differences(&all->differs, &m->thread[t].differs[row]);
    }
    return all;
}

/* Are all results of the two rows equal? */
static bool are_equal(const struct ul_meter *m, int row, int other)
{
    bool equal = !memcmp(&m->missed[row], &m->missed[other], sizeof m->missed[row]);
    for (int t = 0; t < m->threads; t++)
        for (int set = 1; set < SETS; set++)
            equal &= !m->thread[t].of[set] || (set >> row & 1) == (set >> other & 1);
    return equal;
}

/* What was measured of a row with the same results. */
static void copy_row(struct ul_record *r, const struct ul_record *from)
{
    const int width = r->width;
    const struct ul_coverage coverage = r->coverage;
    const struct ul_part part = r->part;
    *r = *from;
    r->width = width;
    r->coverage = coverage;
    r->part = part;
}

static void free_meter(struct ul_meter *m)
{
    for (int t = 0; t < m->threads; t++) {
        for (int set = 0; set < SETS; set++)
            free(m->thread[t].of[set]);
        free(m->thread[t].lanes);
        free(m->thread[t].source);
    }
    free(m->thread);
    ul_screen_free(m->screen);
    free(m);
}

/* A row as a shard's: what it is merged from, where its inputs are split. */
static void keep_sums(const struct ul_meter *m, struct ul_record *r, const struct ul_sums *all)
{
    if (r->part.blocks > 1)
        r->part.sums = ul_sums_text(all, m->setup.subject->signature.arguments);
}

struct ul_sums *ul_meter_sums(const struct ul_meter *m)
{
    return merge_row(m, 0);
}

void ul_meter_add(struct ul_meter *m, const struct ul_sums *s)
{
    ul_sums_merge(sums_of(&m->thread[0], 1), s);
}

void ul_meter_finish(struct ul_meter *m)
{
    for (int row = 0; row < m->rows; row++) {
        struct ul_sums *all = merge_row(m, row);
        int same = 0;
        while (same < row && !are_equal(m, row, same))
            same++;
        if (same < row)
            copy_row(m->record[row], m->record[same]);
        else
            ul_sums_finish(all, &m->setup, m->record[row]);
        ul_sums_tell_width1(all, m->record[row]);
        keep_sums(m, m->record[row], all);
        free(all);
    }
    free_meter(m);
}
