#include "measure.h"
#include "common/machine.h"
#include "edge.h"
#include "row.h"
#include "runner.h"
#include "sweep.h"
#include "value.h"
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A subject's rows on a device: a record for each width and result, a meter for each result. */
struct measurement {
    struct ul_measuring *all;
    struct visit *visit;
    const struct ul_subject *subject;
    int widths;
    int width[UL_WIDTHS];
    bool wanted[UL_WIDTHS]; /* else it is run beside the others: width 1 */
    struct ul_record record[UL_WIDTHS][UL_MAX_RESULTS];
    struct ul_meter *meter[UL_MAX_RESULTS];
    const struct ul_edge *edge;
    int edges;
    unsigned char *missed;    /* by edge: the widths that missed it, as bits */
    struct ul_search *search; /* NULL: the plan is no search */
    double searched;          /* since when */
    bool unsigned_zeros;
    struct ul_part part; /* of a sharded run */
    uint64_t inputs, measured;
};

static void clear_progress(const struct ul_measuring *a)
{
    if (a->progress)
        fputs("\r\033[K", stderr);
}

/* "[12/97] opencl/acos on opencl:0:0, 3.1e+07 inputs, 9.2e+06 a second, 1.53 ulp so far" */
static void show_search(const struct ul_measuring *a, const struct measurement *m)
{
    const double n = (double)ul_search_used(m->search);
    fprintf(stderr, "\r\033[K[%d/%d] %s on %s, %.3g inputs, %.2g a second, %.6g ulp so far", a->done + 1,
            a->rows, m->subject->label, m->record[0][0].device.id, n, n / (ul_seconds() - m->searched + 1e-9),
            fmax(ul_search_largest(m->search), 0));
    fflush(stderr);
}

/* "[12/97] opencl/acos on opencl:0:0, 34 %, 2 min left" */
static void show_progress(struct ul_measuring *a, const struct measurement *m)
{
    if (!a->progress || ul_seconds() - a->shown < 0.1) /* blocks may be single inputs */
        return;
    a->shown = ul_seconds();
    if (m->search) {
        show_search(a, m);
        return;
    }
    double share = m->inputs ? (double)m->measured / (double)m->inputs : 0;
    double left = (ul_seconds() - a->started) / (a->done + share + 0.01) * (a->rows - a->done - share);
    fprintf(stderr, "\r\033[K[%d/%d] %s on %s, %.0f %%, about %.0f s left", a->done + 1, a->rows,
            m->subject->label, m->record[0][0].device.id, 100 * share, left);
    fflush(stderr);
}

static void tell_measured(void *context, uint64_t inputs)
{
    struct measurement *m = context;
    m->measured += inputs;
    pthread_mutex_lock(&m->all->lock);
    show_progress(m->all, m);
    pthread_mutex_unlock(&m->all->lock);
}

static void take_block(void *context, const struct ul_outcome *o)
{
    struct measurement *m = context;
    const struct ul_signature *s = &m->subject->signature;
    for (int k = 0; k < s->results; k++) {
        const void *y[UL_WIDTHS];
        for (int w = 0; w < o->widths; w++)
            y[w] =
                (const unsigned char *)o->out[w] + (size_t)ul_tuple_bytes(s->result, k) * o->block->capacity;
        for (int w = 0; w < o->widths && !k; w++)
            ul_meter_forms(m->meter[k], w, o->form[w]);
        ul_meter_block(m->meter[k], o->block, y, o->widths, o->reference[k]);
    }
    if (m->search)
        ul_search_end_block(m->search, o->block);
    tell_measured(m, o->block->n);
}

/* ---- special values ---- */

/* They are run in rows as long as all of them, filled up to a multiple of every width. Each row begins one
 * later than the one before: so each of them comes to every lane of a vector. */
enum { EDGE_ROWS = UL_MAX_WIDTH, EDGE_STEP = 3 * UL_MAX_WIDTH };

static uint64_t edge_row(const struct measurement *m)
{
    return ((uint64_t)m->edges + EDGE_STEP - 1) / EDGE_STEP * EDGE_STEP;
}

static int edge_at(const struct measurement *m, uint64_t order)
{
    const uint64_t row = edge_row(m);
    return (int)((order + order / row) % row % (uint64_t)m->edges);
}

static void take_edge(struct measurement *m, const struct ul_outcome *o, int w, uint32_t i)
{
    const struct ul_signature *s = &m->subject->signature;
    const int at = edge_at(m, o->block->order + i);
    const struct ul_edge *e = &m->edge[at];
    ul_bits got[UL_MAX_RESULTS];
    for (int k = 0; k < s->results; k++)
        got[k] = ul_block_result(o->out[w], o->block->capacity, s, k, i);
    if ((m->missed[at] >> w & 1) || ul_edge_met(e, m->subject, got, m->unsigned_zeros))
        return;
    int k = ul_edge_missed_result(e, m->subject, got, m->unsigned_zeros);
    ul_meter_missed(m->meter[k], w, e->args, got[k], e->result[0][k]);
    m->missed[at] |= (unsigned char)(1 << w);
}

static void take_edges(void *context, const struct ul_outcome *o)
{
    struct measurement *m = context;
    for (int w = 0; w < o->widths; w++)
        for (uint32_t i = 0; i < o->block->n; i++)
            take_edge(m, o, w, i);
}

/* The special values that the documents require, as far as they are required here. */
static bool run_edges(struct measurement *m, struct ul_runner *r, int k, const struct ul_row_setup *setup,
                      struct ul_line *why)
{
    struct ul_edge *edge;
    int n = ul_edges(m->subject, &edge);
    m->edges = 0;
    for (int i = 0; i < n; i++)
        if (ul_row_requires(setup, &edge[i]))
            edge[m->edges++] = edge[i];
    bool ok = true;
    if (m->edges) {
        uint32_t all = m->width[m->widths - 1] > 1 ? EDGE_ROWS * (uint32_t)edge_row(m) : (uint32_t)m->edges;
        ul_bits(*tuples)[UL_MAX_PARAMETERS] = ul_alloc(all * sizeof *tuples);
        for (uint32_t i = 0; i < all; i++)
            memcpy(tuples[i], edge[edge_at(m, i)].args, sizeof tuples[i]);
        m->edge = edge;
        m->missed = ul_alloc((size_t)m->edges);
        m->unsigned_zeros = setup->unsigned_zeros;
        ok = ul_runner_run_tuples(r, k, (const ul_bits(*)[UL_MAX_PARAMETERS])tuples, all, take_edges, m, NULL,
                                  why);
        free(m->missed);
        free(tuples);
    }
    free(edge);
    return ok;
}

/* ---- rows ---- */

/* What is tried alone is tried at width 1. */
static void set_coverage(struct ul_record *r, const struct ul_plan *p)
{
    const uint32_t capacity = ul_plan_capacity(&r->device);
    const uint64_t alone = r->width > 1 ? p->alone : 0;
    r->coverage.kind = p->kind;
    r->coverage.inputs = ul_plan_part_inputs(p, capacity) - (p->part ? 0 : alone);
    r->part.inputs = ul_plan_inputs(p) - alone;
    r->part.blocks = ul_plan_blocks(p, capacity);
    r->coverage.has_seed = p->random > 0;
    r->coverage.seed = p->seed;
    r->coverage.range = p->range_text;
    r->coverage.file = p->file;
    r->coverage.budget = p->budget;
    r->coverage.has_seed |= p->search != NULL;
}

/* Does the record hold all of a width's rows? Then they count as if they were measured now. Measured again
 * are a user's own functions, which may have changed. */
static bool recall_width(struct measurement *m, int w)
{
    struct ul_measuring *a = m->all;
    char *key[UL_MAX_RESULTS];
    bool all = true;
    int results = m->subject->signature.results;
    pthread_mutex_lock(&a->lock);
    for (int k = 0; k < results; k++) {
        key[k] = ul_record_key(&m->record[w][k]);
        all &= ul_record_done(a->file, key[k]) &&
               (!a->recall || a->recall(a->context, ul_record_verdict(a->file, key[k])));
    }
    for (int k = 0; k < results; k++) {
        if (all)
            a->recalled(a->context, key[k], ul_record_verdict(a->file, key[k]));
        free(key[k]);
    }
    pthread_mutex_unlock(&a->lock);
    return all;
}

/* True if no row is left to be measured. */
static bool recall(struct measurement *m)
{
    bool left = false;
    for (int w = 0; w < m->widths; w++) {
        if (m->wanted[w] && m->all->file && !m->subject->users)
            m->wanted[w] = !recall_width(m, w);
        left |= m->wanted[w];
    }
    return !left;
}

/* A GPU's rows are dealt to several runners, so that one compiles while another's are run; they are recorded
 * as they end, and told in their order. Those whose results come to the host need memory, of which there is
 * not too much. */
enum {
    MOST_RUNNERS = 6,
    MEASURED_AT_ONCE = 3,
    PROGRAMS = 4,     /* of a runner, at least */
    SWEPT_AT_ONCE = 1 /* by a GPU: kernels of several processes slow each other down */
};
struct told_row {
    bool ended;
    const struct ul_subject *subject;
    int lines;
    char *line[UL_WIDTHS * UL_MAX_RESULTS]; /* JSON */
};
struct crew {
    uint64_t first, rows, told; /* the first row's number, how many there are, and how many are told */
    struct told_row *row;
    int measuring;
    pthread_cond_t changed; /* of these all, under the lock */
};

/* One device under one set of flags, by one runner. */
struct visit {
    struct ul_measuring *all;
    const struct ul_place *place;
    const char *flags, *approx;
    struct ul_runner *runner;
    struct ul_line why; /* no runner: what is wrong with the device */
    uint64_t row;       /* in the visit, and of shards in the whole run */
    struct crew *crew;
};

static void keep(struct ul_measuring *a, const char *line)
{
    struct ul_line why;
    if (!ul_record_append(a->file, line, &why) && !a->cannot_write) {
        a->cannot_write = true;
        fprintf(stderr, "ulparity: %s\n", why.text);
    }
}

static void tell_line(struct ul_measuring *a, char *line, const struct ul_subject *s)
{
    json_t *record = json_loads(line, 0, NULL);
    clear_progress(a);
    a->tell(a->context, record, s);
    json_decref(record);
    free(line);
}

static void finish_line(const struct visit *v, struct ul_record *r)
{
    struct ul_measuring *a = v->all;
    struct told_row *row = &v->crew->row[v->row - v->crew->first];
    char *line = ul_record_json(r);
    pthread_mutex_lock(&a->lock);
    if (a->file)
        keep(a, line);
    row->subject = r->subject;
    row->line[row->lines++] = line;
    pthread_mutex_unlock(&a->lock);
}

/* Tells the row, and those behind it that have waited for it; or leaves it to the one before. */
static void end_row(struct visit *v)
{
    struct crew *crew = v->crew;
    pthread_mutex_lock(&v->all->lock);
    crew->row[v->row++ - crew->first].ended = true;
    for (; crew->told < crew->rows && crew->row[crew->told].ended; crew->told++) {
        const struct told_row *row = &crew->row[crew->told];
        for (int k = 0; k < row->lines; k++)
            tell_line(v->all, row->line[k], row->subject);
        v->all->done++;
    }
    pthread_mutex_unlock(&v->all->lock);
}

/* Seconds of a search are seconds of all of the device, and of the host. */
static int measured_at_once(const struct ul_options *o)
{
    return o->coverage == UL_SEARCH && !o->budget.evaluations ? 1 : MEASURED_AT_ONCE;
}

static void begin_measuring(const struct visit *v)
{
    pthread_mutex_lock(&v->all->lock);
    while (v->crew->measuring == measured_at_once(v->all->options))
        pthread_cond_wait(&v->crew->changed, &v->all->lock);
    v->crew->measuring++;
    pthread_mutex_unlock(&v->all->lock);
}

static void end_measuring(const struct visit *v)
{
    pthread_mutex_lock(&v->all->lock);
    v->crew->measuring--;
    pthread_cond_broadcast(&v->crew->changed);
    pthread_mutex_unlock(&v->all->lock);
}

static void report_width(struct measurement *m, int w, enum ul_verdict verdict, const char *reason,
                         double seconds)
{
    for (int k = 0; k < m->subject->signature.results && m->wanted[w]; k++) {
        struct ul_record *r = &m->record[w][k];
        if (reason) {
            r->part.failed = verdict == UL_ERROR;
            r->verdict = verdict;
            snprintf(r->reason, sizeof r->reason, "%.*s", (int)sizeof r->reason - 1, reason);
        }
        r->seconds = seconds;
        finish_line(m->visit, r);
    }
}

static void report_unmeasured(struct measurement *m, enum ul_verdict verdict, const char *reason)
{
    for (int w = 0; w < m->widths; w++)
        for (int k = 0; k < m->subject->signature.results; k++)
            m->record[w][k].coverage.kind = "none";
    if (recall(m))
        return;
    for (int w = 0; w < m->widths; w++)
        report_width(m, w, verdict, reason, 0);
}

static void drop_sums(struct measurement *m, int widths)
{
    for (int w = 0; w < widths; w++)
        for (int k = 0; k < m->subject->signature.results; k++) {
            free(m->record[w][k].part.sums);
            m->record[w][k].part.sums = NULL;
        }
}

/* The first width's last: `setup` points into its records. */
static void begin_widths(struct visit *v, struct measurement *m, int widths, struct ul_row_setup *setup)
{
    for (int w = widths - 1; w >= 0; w--)
        for (int k = 0; k < m->subject->signature.results; k++) {
            ul_row_begin(m->subject, k, v->place, v->flags, v->approx, v->all->options->bounds,
                         &m->record[w][k], &setup[k]);
            m->record[w][k].width = m->width[w];
            m->record[w][k].part = m->part;
            m->record[w][k].coverage.shard = v->all->options->shard;
        }
}

/* Of a row's blocks, which are dealt to the shards from a later one in each row: the first of this shard. */
static uint64_t first_block(const struct visit *v)
{
    const struct ul_options *o = v->all->options;
    return o->parts ? (o->part + o->parts - v->row % o->parts) % o->parts : 0;
}

static void begin_part(const struct visit *v, struct measurement *m)
{
    const struct ul_options *o = v->all->options;
    if (!o->parts)
        return;
    m->part = (struct ul_part){.row = v->row,
                               .rows = (uint64_t)v->all->rows,
                               .blocks = 1,
                               .backend = v->place->backend,
                               .edition = o->bounds};
    for (int w = 0; w < m->widths; w++)
        m->part.records += m->wanted[w] * (uint64_t)m->subject->signature.results;
}

static void begin(struct visit *v, struct measurement *m, struct ul_row_setup *setup,
                  const struct ul_subject *s)
{
    m->all = v->all;
    m->visit = v;
    m->subject = s;
    m->widths = ul_session_widths(v->all->session, s, m->width, m->wanted);
    begin_part(v, m);
    begin_widths(v, m, m->widths, setup);
}

/* A compiler's words. The functions of a file that does not compile have the same: told once. */
static void tell_log(struct ul_measuring *a, struct ul_text *log)
{
    pthread_mutex_lock(&a->lock);
    if (!a->log.data || strcmp(a->log.data, log->data))
        fprintf(stderr, "%s%s", log->data, log->data[log->length - 1] == '\n' ? "" : "\n");
    ul_text_free(&a->log);
    a->log = *log;
    *log = (struct ul_text){0};
    pthread_mutex_unlock(&a->lock);
}

/* Nothing rests on what scouts say; but they look elsewhere where it is wrong. */
static void tell_scouted(const struct visit *v, const struct measurement *m)
{
    const struct ul_scouted found = ul_search_found(m->search);
    if (!found.astray)
        return;
    pthread_mutex_lock(&v->all->lock);
    clear_progress(v->all);
    fprintf(stderr,
            "ulparity: %s on %s: of %llu inputs that scouts found %llu have another error than they said\n",
            m->subject->label, v->place->device.id, (unsigned long long)found.measured,
            (unsigned long long)found.astray);
    pthread_mutex_unlock(&v->all->lock);
}

/* What a search has evaluated. */
static void tell_coverage(const struct ul_search *s, struct ul_coverage *out)
{
    out->inputs = ul_search_used(s);
    out->scouted = ul_search_found(s).drawn;
}

/* Block by block, or, where the device can, by segments. */
static bool run_plan(struct visit *v, struct measurement *m, int k, const struct ul_plan *plan,
                     const struct ul_row_setup *setup, struct ul_text *log, struct ul_line *why)
{
    struct ul_sweep_row row[UL_MAX_RESULTS];
    if (!ul_runner_sweeps(v->runner, k))
        return ul_runner_run(v->runner, k, plan, take_block, m, log, why);
    for (int j = 0; j < m->subject->signature.results; j++)
        row[j] = (struct ul_sweep_row){m->meter[j], &setup[j], &m->record[0][j]};
    return ul_sweep_run(v->runner, k, plan, row, tell_measured, m, log, why);
}

/* So that the inputs of a search that are audited do not depend on its budget, but on their places: one in
 * 2^14. */
#define SEARCH_AUDITED ((uint64_t)1 << 30)

/* Measures the first `widths` rows. */
static bool run_rows(struct visit *v, struct measurement *m, int k, int widths, const struct ul_plan *plan,
                     const struct ul_row_setup *setup, struct ul_line *why)
{
    const struct ul_options *o = v->all->options;
    const char *language = ul_runner_has_references(v->runner, k) ? ul_place_api(v->place) : NULL;
    const int results = m->subject->signature.results;
    struct ul_text log = {0};
    struct ul_search_watch watch[UL_MAX_RESULTS];
    m->inputs = ul_plan_part_inputs(plan, ul_plan_capacity(&v->place->device));
    m->measured = 0;
    for (int j = 0; j < results; j++) {
        m->meter[j] =
            ul_meter_new(&setup[j], &m->record[0][j], plan->search ? SEARCH_AUDITED : ul_plan_inputs(plan),
                         v->all->session->threads, language);
        for (int w = 1; w < widths; w++)
            ul_meter_add_row(m->meter[j], &m->record[w][j]);
        watch[j] = (struct ul_search_watch){plan->search, &setup[j]};
        if (plan->search) {
            ul_meter_watch(m->meter[j], widths - 1, ul_search_hear, &watch[j]);
            ul_meter_know(m->meter[j], plan->known);
        }
    }
    const bool waits = !ul_runner_sweeps(v->runner, k);
    const bool built = ul_runner_prepare(v->runner, k, &log, why);
    if (waits)
        begin_measuring(v);
    m->search = plan->search;
    m->searched = ul_seconds();
    if (m->search)
        ul_search_begin(m->search, plan->part, plan->parts, v->all->session->threads);
    bool ok = built && run_plan(v, m, k, plan, setup, &log, why);
    if (ok && o->coverage != UL_FILE && o->coverage != UL_RANGE && !plan->part)
        ok = run_edges(m, v->runner, k, setup, why);
    if (m->search)
        tell_scouted(v, m);
    for (int j = 0; j < results; j++)
        ul_meter_finish(m->meter[j]);
    for (int j = 0; j < results && m->search; j++)
        for (int w = 0; w < widths; w++)
            tell_coverage(m->search, &m->record[w][j].coverage);
    if (waits)
        end_measuring(v);
    if (!ok && log.data)
        tell_log(v->all, &log);
    ul_text_free(&log);
    return ok;
}

static void set_coverages(struct measurement *m, int widths, const struct ul_plan *plan)
{
    for (int w = 0; w < widths; w++)
        for (int j = 0; j < m->subject->signature.results; j++)
            set_coverage(&m->record[w][j], plan);
}

static bool any_wanted(const struct measurement *m, int widths)
{
    bool any = false;
    for (int w = 0; w < widths; w++)
        any |= m->wanted[w];
    return any;
}

/* Vectors that do not build, crash or hang are no fault of shorter ones: the longest are left, one by one,
 * until the others can be run; all at once where that would take as many times the timeout. */
static void measure_rows(struct visit *v, struct measurement *m, int k, const struct ul_plan *plan,
                         struct ul_row_setup *setup)
{
    struct ul_line why[UL_WIDTHS];
    const double start = ul_seconds();
    double began = start;
    int kept = v->runner ? m->widths : 0;
    for (int w = 0; w < m->widths; w++)
        why[w] = v->why;
    while (any_wanted(m, kept) && !run_rows(v, m, k, kept, plan, setup, &why[kept - 1])) {
        const int failed = kept--;
        if (ul_seconds() - began >= v->all->options->timeout && kept > 1)
            kept = 1;
        for (int w = kept; w < failed; w++)
            why[w] = why[failed - 1];
        if (!kept)
            break;
        drop_sums(m, kept);
        begin_widths(v, m, kept, setup);
        set_coverages(m, kept, plan);
        ul_runner_take_widths(v->runner, k, m->width, kept);
        began = ul_seconds();
    }
    for (int w = 0; w < m->widths; w++)
        report_width(m, w, UL_ERROR, w < kept ? NULL : why[w].text, ul_seconds() - start);
    drop_sums(m, m->widths);
}

static void measure_plan(struct visit *v, struct measurement *m, int k, struct ul_plan *plan,
                         struct ul_row_setup *setup)
{
    const struct ul_options *o = v->all->options;
    plan->spread = m->width[m->widths - 1] > 1 && o->coverage != UL_FILE; /* a file's lines stay neighbours */
    if (m->width[0] > 1)
        plan->alone = 0;
    plan->part = first_block(v);
    plan->parts = o->parts;
    if (plan->part >= ul_plan_blocks(plan, ul_plan_capacity(&v->place->device)))
        return; /* other shards' */
    /* Before the coverage is told: how many inputs a part has depends on it. */
    if (plan->search)
        ul_search_fill_vectors(plan->search, m->width[m->widths - 1]);
    if (plan->search && v->runner)
        ul_search_allow_scouts(plan->search, ul_runner_scouts(v->runner, k));
    set_coverages(m, m->widths, plan);
    if (!recall(m))
        measure_rows(v, m, k, plan, setup);
}

/* A search is one width's: its inputs follow from that one's errors, and so not from what else is asked for.
 */
static void search_by_width(struct visit *v, struct measurement *m, int k, struct ul_plan *plan,
                            struct ul_row_setup *setup)
{
    const int widths = m->widths;
    int width[UL_WIDTHS];
    bool wanted[UL_WIDTHS];
    memcpy(width, m->width, sizeof width);
    memcpy(wanted, m->wanted, sizeof wanted);
    for (int w = 0; w < widths; w++) {
        if (!wanted[w])
            continue;
        m->widths = 0;
        if (w && width[0] == 1) /* beside it, to be compared with */
            m->wanted[m->widths++] = false;
        m->width[m->widths] = width[w];
        m->wanted[m->widths++] = true;
        begin_widths(v, m, m->widths, setup);
        if (v->runner)
            ul_runner_take_widths(v->runner, k, m->width, m->widths);
        measure_plan(v, m, k, plan, setup);
    }
}

static bool make_plan(const struct visit *v, struct ul_plan *p, const struct ul_subject *s,
                      struct ul_line *why)
{
    const struct ul_measuring *a = v->all;
    const struct ul_device *d = &v->place->device;
    return a->plan ? a->plan(a->context, p, s, d, why) : ul_plan_make(p, s, d, a->options, why);
}

static void measure(struct visit *v, int k, const struct ul_subject *s)
{
    struct measurement *m = ul_alloc(sizeof *m);
    struct ul_row_setup setup[UL_MAX_RESULTS];
    struct ul_plan plan = {0};
    struct ul_line why;
    begin(v, m, setup, s);
    if (make_plan(v, &plan, s, &why))
        (v->all->options->coverage == UL_SEARCH ? search_by_width : measure_plan)(v, m, k, &plan, setup);
    else if (!first_block(v))
        report_unmeasured(m, UL_SKIPPED, why.text);
    ul_plan_free(&plan);
    free(m);
}

static void leave_out(struct visit *v, const struct ul_subject *s, const char *reason)
{
    struct measurement *m = ul_alloc(sizeof *m);
    struct ul_row_setup setup[UL_MAX_RESULTS];
    begin(v, m, setup, s);
    if (!first_block(v))
        report_unmeasured(m, UL_UNSUPPORTED, reason);
    free(m);
}

bool ul_measure_is_row(const struct ul_session *s, int i, const struct ul_place *p, const char *flags)
{
    return ul_subject_is_measured(&s->catalogue.subject[i]) && ul_session_row(s, i, p, flags);
}

static int count_visit(const struct ul_session *s, const struct ul_place *place, const char *flags)
{
    int rows = 0;
    for (int i = 0; i < s->catalogue.count; i++)
        rows += ul_measure_is_row(s, i, place, flags);
    return rows;
}

/* The rows of a device, or of all (NULL), under the first so many sets of flags. */
static int count_rows(const struct ul_session *s, const struct ul_place *place, int flag_sets)
{
    int rows = 0;
    for (int f = 0; f < flag_sets; f++)
        for (int p = 0; p < s->places; p++)
            if (!place || place == s->place[p])
                rows += count_visit(s, s->place[p], s->options->flags[f]);
    return rows;
}

int ul_measure_rows(const struct ul_session *s)
{
    return count_rows(s, NULL, s->options->flag_sets);
}

/* The number of a visit's first row in the whole run. */
static uint64_t rows_before(const struct ul_session *s, const struct ul_place *place, int flags)
{
    int rows = count_rows(s, place, flags);
    for (int p = 0; s->place[p] != place; p++)
        rows += count_rows(s, s->place[p], s->options->flag_sets);
    return (uint64_t)rows;
}

/* The rows of a visit that are a runner's, and where they are in it. */
struct share {
    struct visit visit;
    int count, batch; /* of kernels a program: few where several runners are to begin soon; 0: the usual */
    const struct ul_subject **subject;
    uint64_t *row;
    pthread_t thread;
};

static sem_t *gpu_of(const struct ul_measuring *a, const struct ul_place *p)
{
    int k = 0;
    while (strcmp(a->session->place[k]->device.hardware, p->device.hardware) != 0)
        k++;
    return &a->gpu[k];
}

static void measure_share(struct share *s)
{
    struct visit *v = &s->visit;
    const struct ul_options *o = v->all->options;
    struct ul_runner_setup setup = {.place = v->place,
                                    .flags = v->flags,
                                    .approx = v->approx,
                                    .arch = o->arch,
                                    .timeout = o->timeout,
                                    .widths = o->widths,
                                    .width = o->width,
                                    .options = o,
                                    .references = !v->place->device.is_cpu,
                                    .sweeps = true,
                                    .scouts = o->coverage == UL_SEARCH && !v->place->device.is_cpu,
                                    .gpu = gpu_of(v->all, v->place),
                                    .batch = s->batch,
                                    .forms = true};
    v->runner = s->count ? ul_runner_open(&setup, s->subject, s->count, &v->why) : NULL;
    for (int k = 0; k < s->count; k++) {
        v->row = s->row[k];
        measure(v, k, s->subject[k]);
        end_row(v);
    }
    if (v->runner)
        ul_runner_close(v->runner);
}

/* Begins once the rows are dealt, which the lock tells. */
static void *run_share(void *p)
{
    struct share *s = p;
    pthread_mutex_lock(&s->visit.all->lock);
    pthread_mutex_unlock(&s->visit.all->lock);
    measure_share(s);
    flint_cleanup();
    return NULL;
}

/* What a GPU measures by itself is dealt to all runners; the rest, whose results fill much memory, to a few.
 */
static bool is_dealt(const struct ul_subject *s)
{
    return s->signature.arguments == 1 && s->signature.argument[0].type == UL_FLOAT;
}

static int count_runners(const struct ul_device *d)
{
    const int half = ul_processors() / 2, most = half < MOST_RUNNERS ? half : MOST_RUNNERS;
    return d->is_cpu || d->simulator ? 1 : most < 2 ? 2 : most;
}

static void deal(struct share *share, int shares, const struct ul_subject *const *list, int n)
{
    const uint64_t first = share[0].visit.row;
    const int few = shares > 2 ? shares / 2 : 1;
    int dealt = 0, rest = 0;
    for (int k = 0; k < shares; k++) {
        share[k].subject = ul_alloc((size_t)n * sizeof *share[k].subject);
        share[k].row = ul_alloc((size_t)n * sizeof *share[k].row);
    }
    for (int k = 0; k < n; k++) {
        struct share *s = &share[is_dealt(list[k]) ? dealt++ % shares : rest++ % few];
        s->subject[s->count] = list[k];
        s->row[s->count++] = first + (uint64_t)k;
    }
    for (int k = 0; k < shares && shares > 1; k++) /* not all of them are to compile at the same time */
        share[k].batch = share[k].count / (PROGRAMS + k % PROGRAMS) + 1;
}

static void measure_all(struct visit *v, const struct ul_subject *const *list, int n)
{
    struct share share[MOST_RUNNERS] = {0};
    const int most = count_runners(&v->place->device);
    int shares = 1;
    for (int k = 0; k < most; k++)
        share[k].visit = *v;
    pthread_mutex_lock(&v->all->lock);
    while (shares < most && !pthread_create(&share[shares].thread, NULL, run_share, &share[shares]))
        shares++;
    deal(share, shares, list, n);
    pthread_mutex_unlock(&v->all->lock);
    measure_share(&share[0]);
    for (int k = 0; k < shares; k++) {
        if (k)
            pthread_join(share[k].thread, NULL);
        free(share[k].subject);
        free(share[k].row);
    }
}

static void visit(struct ul_measuring *a, const struct ul_place *place, int flag_set)
{
    const struct ul_options *o = a->options;
    const char *flags = o->flags[flag_set];
    struct crew crew = {.first = o->parts ? rows_before(a->session, place, flag_set) : 0,
                        .rows = (uint64_t)count_visit(a->session, place, flags),
                        .changed = PTHREAD_COND_INITIALIZER};
    struct visit v = {.all = a,
                      .place = place,
                      .flags = flags,
                      .approx = ul_row_approx(place, o->approx),
                      .row = crew.first,
                      .crew = &crew};
    const struct ul_subject **list = ul_alloc((size_t)a->session->catalogue.count * sizeof *list);
    struct ul_line why;
    int n = 0;
    crew.row = ul_alloc((size_t)crew.rows * sizeof *crew.row);
    for (int i = 0; i < a->session->catalogue.count; i++) {
        const struct ul_subject *s = &a->session->catalogue.subject[i];
        if (!ul_measure_is_row(a->session, i, place, flags))
            continue;
        s = ul_subject_measured(s);
        if (ul_requirement_met(&s->requires, &place->device, &why)) {
            list[n++] = s;
            continue;
        }
        leave_out(&v, s, why.text);
        end_row(&v);
    }
    if (n)
        measure_all(&v, list, n);
    free(crew.row);
    free(list);
}

/* Devices of one processor take turns, and those of one API on a GPU, which is seldom busy with one row
 * alone; the others run at once. */
struct turn {
    struct ul_measuring *all;
    const struct ul_place *first;
    pthread_t thread;
};

static bool take_turns(const struct ul_place *a, const struct ul_place *b)
{
    return !strcmp(a->device.hardware, b->device.hardware) &&
           (a->device.is_cpu || !strcmp(a->backend, b->backend));
}

static void *visit_all(void *p)
{
    struct turn *t = p;
    struct ul_measuring *a = t->all;
    for (int i = 0; i < a->session->places; i++)
        for (int f = 0; f < a->options->flag_sets && take_turns(t->first, a->session->place[i]); f++)
            visit(a, a->session->place[i], f);
    flint_cleanup();
    return NULL;
}

static void run_all(struct ul_measuring *a)
{
    a->gpu = ul_alloc((size_t)a->session->places * sizeof *a->gpu);
    for (int k = 0; k < a->session->places; k++)
        sem_init(&a->gpu[k], 0, SWEPT_AT_ONCE);
    struct turn *turn = ul_alloc((size_t)a->session->places * sizeof *turn);
    int turns = 0;
    for (int i = 0; i < a->session->places; i++) {
        bool seen = false;
        for (int t = 0; t < turns; t++)
            seen |= take_turns(turn[t].first, a->session->place[i]);
        if (!seen)
            turn[turns++] = (struct turn){.all = a, .first = a->session->place[i]};
    }
    for (int t = 1; t < turns; t++)
        if (pthread_create(&turn[t].thread, NULL, visit_all, &turn[t]))
            turn[t].thread = pthread_self();
    if (turns)
        visit_all(&turn[0]);
    for (int t = 1; t < turns; t++)
        if (pthread_equal(turn[t].thread, pthread_self()))
            visit_all(&turn[t]);
        else
            pthread_join(turn[t].thread, NULL);
    for (int k = 0; k < a->session->places; k++)
        sem_destroy(&a->gpu[k]);
    free(a->gpu);
    free(turn);
}

/* How many of the subjects that were asked for have no reference, though a device here could run them. */
static int count_unmeasured(const struct ul_session *s)
{
    int n = 0;
    for (int i = 0; i < s->catalogue.count; i++) {
        bool placed = false;
        for (int p = 0; p < s->places; p++)
            placed |= ul_session_row(s, i, s->place[p], "");
        n += placed && !ul_subject_is_measured(&s->catalogue.subject[i]);
    }
    return n;
}

/* --inputs and --range: can any of the rows take them? If none can, it is the command line that is wrong. */
static bool inputs_fit(const struct ul_session *s, struct ul_line *why)
{
    const struct ul_options *o = s->options;
    bool fit = o->coverage != UL_FILE && o->coverage != UL_RANGE;
    for (int p = 0; p < s->places && !fit; p++)
        for (int i = 0; i < s->catalogue.count && !fit; i++) {
            struct ul_plan plan = {0};
            const struct ul_place *place = s->place[p];
            if (!ul_measure_is_row(s, i, place, o->flags[0]))
                continue;
            fit = ul_plan_make(&plan, ul_subject_measured(&s->catalogue.subject[i]), &place->device, o, why);
            ul_plan_free(&plan);
        }
    return fit;
}

int ul_measure_can(const struct ul_session *s, int *unmeasured, struct ul_line *why)
{
    const int rows = ul_measure_rows(s);
    *unmeasured = count_unmeasured(s);
    if (!rows && *unmeasured) {
        ul_fail(why, "nothing that was asked for has a reference yet: fingerprint runs it");
        return 2;
    }
    if (!rows)
        return ul_session_nothing(s, why);
    return inputs_fit(s, why) ? 0 : 2;
}

/* ---- Ctrl-C ---- */

static sigset_t stop_signals(void)
{
    static const int list[] = {SIGINT, SIGTERM, SIGHUP};
    sigset_t set;
    sigemptyset(&set);
    for (size_t k = 0; k < sizeof list / sizeof *list; k++)
        sigaddset(&set, list[k]);
    return set;
}

static void tell_stop(const struct ul_measuring *a, int number)
{
    fprintf(stderr, "ulparity: %s after %d of %d rows", strsignal(number), a->done, a->rows);
    if (a->file)
        fprintf(stderr, "; the same command goes on from %s", a->options->record);
    else if (a->options->command == UL_CHECK)
        fprintf(stderr, "; with -o RECORD the same command goes on where it was stopped");
    fputc('\n', stderr);
}

/* Waits for a signal to stop; what is being written is finished, then the process ends by that signal.
 * Workers end by themselves. */
static void *await_stop(void *p)
{
    struct ul_measuring *a = p;
    const sigset_t set = stop_signals();
    int number;
    if (sigwait(&set, &number))
        return NULL;
    pthread_mutex_lock(&a->lock);
    clear_progress(a);
    tell_stop(a, number);
    signal(number, SIG_DFL);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    raise(number);
    return NULL;
}

/* All rows, while a thread of its own waits for signals. */
void ul_measure(struct ul_measuring *a)
{
    pthread_mutex_init(&a->lock, NULL);
    a->started = ul_seconds();
    a->progress = isatty(STDERR_FILENO) && !a->options->quiet;
    a->rows = ul_measure_rows(a->session);
    const sigset_t set = stop_signals();
    pthread_t waiter;
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    const bool waits = pthread_create(&waiter, NULL, await_stop, a) == 0;
    if (!waits)
        pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    run_all(a);
    clear_progress(a);
    ul_text_free(&a->log);
    if (!waits)
        return;
    pthread_cancel(waiter);
    pthread_join(waiter, NULL);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}
