#include "sweep.h"
#include "screen_device.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Inputs of a block that is run again. */
enum { AGAIN_BLOCK = 1 << 20 };

/* A segment's batches, as bits. */
struct batches {
    uint64_t bits[2];
};
_Static_assert(UL_SEGMENT == 128 * UL_BATCH, "a bit for each");

/* What the device tells of a segment, one result: the words of ul_segment_end, or those of ul_model_tell, see
 * read_summary. Of a group of segments: of all of them. */
struct summary {
    double value, upper[UL_MEASURES]; /* -1: nothing has a figure; value: the largest of the opencl measure */
    uint64_t sum;
    uint32_t misrounded, over, signs, none, infinite, flushed;
    uint16_t differs;    /* bit k: not all results are what the documents' k-th formula gives */
    struct batches open; /* of which only the maxima are told */
};

/* Neighbouring segments, and where they are in the plan. What can be told of a group of them at once is not
 * looked for in each: groups begin at multiples of their size, of all floats' segments. */
enum { GROUP = 64 };
struct stretch {
    uint64_t order;
    uint32_t base, first, segments; /* bits; number of the first segment */
    uint32_t group;                 /* number of the first group */
    uint32_t turn;                  /* of its segments the one that was swept first */
    struct ul_segments told;
};

/* Neighbouring inputs: a part of the plan, or what is less than a segment at its ends. */
struct inputs {
    uint64_t order, n;
    uint32_t base;
};

struct sweep {
    struct ul_runner *runner;
    int k, results;
    bool forms; /* the documents' formulas are run beside */
    const struct ul_sweep_row *row;
    int stretches, rests, parts;
    struct stretch *stretch;
    struct inputs *rest, *part;
    uint32_t segments, groups;
    struct summary *summary[UL_MAX_RESULTS]; /* by group */
    struct batches *marked, *again;          /* by segment: what is to be run again, and what was */
    bool *touched;                           /* by group: there is one of these in it */
    uint64_t *orders;                        /* of what is run again */
    uint32_t *bits;
    uint64_t pieces;
    uint32_t run; /* inputs of a piece */
    bool audits;
    void (*tell)(void *context, uint64_t inputs);
    void *context;
    struct ul_text *log;
};

static const struct batches every_batch = {{UINT64_MAX, UINT64_MAX}};

static bool is_every(struct batches b)
{
    return b.bits[0] == UINT64_MAX && b.bits[1] == UINT64_MAX;
}

static bool is_none(struct batches b)
{
    return !b.bits[0] && !b.bits[1];
}

static struct batches with(struct batches a, struct batches b)
{
    return (struct batches){{a.bits[0] | b.bits[0], a.bits[1] | b.bits[1]}};
}

static struct batches without(struct batches a, struct batches b)
{
    return (struct batches){{a.bits[0] & ~b.bits[0], a.bits[1] & ~b.bits[1]}};
}

static unsigned count_batches(struct batches b)
{
    return (unsigned)(__builtin_popcountll(b.bits[0]) + __builtin_popcountll(b.bits[1]));
}

static bool has_batch(struct batches b, unsigned k)
{
    return b.bits[k / 64] >> k % 64 & 1;
}

/* ---- where ---- */

static void add_inputs(struct inputs **list, int *count, uint64_t order, uint32_t base, uint64_t n)
{
    if (!n)
        return;
    *list = ul_realloc(*list, (size_t)(*count + 1) * sizeof **list);
    (*list)[(*count)++] = (struct inputs){.order = order, .base = base, .n = n};
}

/* Neighbouring blocks of the plan are one part. */
static void add_block(struct sweep *s, const struct ul_block *b)
{
    struct inputs *last = s->parts ? &s->part[s->parts - 1] : NULL;
    if (last && last->order + last->n == b->order && last->base + last->n == b->base)
        last->n += b->n;
    else
        add_inputs(&s->part, &s->parts, b->order, (uint32_t)b->base, b->n);
}

/* The group of a stretch's i-th segment. */
static uint32_t group_of(const struct stretch *t, uint32_t i)
{
    const uint32_t first = t->base / UL_SEGMENT;
    return t->group + (first + i) / GROUP - first / GROUP;
}

/* How many segments from the i-th on are its group's. */
static uint32_t rest_of_group(const struct stretch *t, uint32_t i)
{
    const uint32_t rest = GROUP - (t->base / UL_SEGMENT + i) % GROUP;
    return rest < t->segments - i ? rest : t->segments - i;
}

/* Cuts a part into a beginning, segments, and an end. */
static void add_stretch(struct sweep *s, const struct inputs *part)
{
    const uint32_t head = -part->base % UL_SEGMENT;
    const uint32_t segments = part->n > head ? (uint32_t)((part->n - head) / UL_SEGMENT) : 0;
    if (!segments) {
        add_inputs(&s->rest, &s->rests, part->order, part->base, part->n);
        return;
    }
    const uint64_t before = head + (uint64_t)segments * UL_SEGMENT;
    add_inputs(&s->rest, &s->rests, part->order, part->base, head);
    add_inputs(&s->rest, &s->rests, part->order + before, part->base + (uint32_t)before, part->n - before);
    s->stretch = ul_realloc(s->stretch, (size_t)(s->stretches + 1) * sizeof *s->stretch);
    struct stretch *t = &s->stretch[s->stretches++];
    *t = (struct stretch){.order = part->order + head,
                          .base = part->base + head,
                          .first = s->segments,
                          .segments = segments,
                          .group = s->groups};
    s->segments += segments;
    s->groups += group_of(t, segments - 1) - s->groups + 1;
}

static void find_stretches(struct sweep *s, const struct ul_plan *plan)
{
    struct ul_block b;
    const uint32_t capacity = ul_plan_capacity(&s->row[0].record->device);
    for (uint64_t next = 0; ul_plan_block(plan, next, capacity, NULL, &b); next = b.order + b.n)
        add_block(s, &b);
    for (int k = 0; k < s->parts; k++)
        add_stretch(s, &s->part[k]);
    for (int j = 0; j < s->results; j++)
        s->summary[j] = ul_alloc(s->groups * sizeof *s->summary[j]);
    s->touched = ul_alloc(s->groups * sizeof *s->touched);
    s->marked = ul_alloc(s->segments * sizeof *s->marked);
    s->again = ul_alloc(s->segments * sizeof *s->again);
}

static double value_at(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return (double)x;
}

/* ---- the device's words ---- */

static uint32_t count_of(uint64_t word, int which)
{
    return (uint32_t)(word >> which * UL_COUNT_BITS & ((1 << UL_COUNT_BITS) - 1));
}

static struct summary summary_of(const uint64_t *w)
{
    struct summary s;
    s.value = ul_double_of_bits((int64_t)w[0]);
    for (int m = 0; m < UL_MEASURES; m++)
        s.upper[m] = ul_double_of_bits((int64_t)w[1 + m]);
    s.sum = w[6];
    s.misrounded = count_of(w[7], 0);
    s.over = count_of(w[7], 1);
    s.signs = count_of(w[7], 2);
    s.none = count_of(w[7], 3);
    s.differs = (uint16_t)(w[7] >> 4 * UL_COUNT_BITS);
    s.open = (struct batches){{w[8], w[9]}};
    s.infinite = count_of(w[10], 0);
    s.flushed = count_of(w[10], 1);
    return s;
}

/* Of a segment like its model: its results were compared, not measured. Where the model's lie within a binade
 * of their references neither signs nor what is normal are in doubt; else all of it is run again. */
static struct summary scaled(struct summary s, int binades)
{
    if (s.signs || s.infinite || s.flushed || !(s.upper[UL_OPENCL] < 0x1p+22))
        return (struct summary){.value = -1, .upper = {-1, -1, -1, -1, -1}, .open = every_batch};
    s.upper[UL_ABS] = s.upper[UL_ABS] < 0 ? -1 : ldexp(s.upper[UL_ABS], binades);
    return s;
}

static void read_words(const struct stretch *t, int result, size_t at, uint64_t *w)
{
    const size_t capacity = t->told.capacity;
    for (size_t k = 0; k < UL_SEGMENT_WORDS; k++)
        w[k] = t->told.word[((size_t)result * UL_SEGMENT_WORDS + k) * capacity + at];
}

/* Of a stretch's i-th segment. */
static struct summary read_summary(const struct stretch *t, int result, uint32_t i)
{
    uint64_t w[UL_SEGMENT_WORDS];
    read_words(t, result, (i + t->segments - t->turn) % t->segments, w);
    if (w[0] != UL_IS_LIKE)
        return summary_of(w);
    const int binades = (int)(int64_t)w[2];
    read_words(t, result, w[1], w);
    return scaled(summary_of(w), binades);
}

static void add_summary(struct summary *all, const struct summary *s)
{
    all->value = s->value > all->value ? s->value : all->value;
    for (int m = 0; m < UL_MEASURES; m++)
        all->upper[m] = s->upper[m] > all->upper[m] ? s->upper[m] : all->upper[m];
    all->sum = ul_add_capped(all->sum, s->sum);
    all->misrounded += s->misrounded;
    all->over += s->over;
    all->signs += s->signs;
    all->none += s->none;
    all->infinite += s->infinite;
    all->flushed += s->flushed;
    all->differs |= s->differs;
    all->open = with(all->open, s->open);
}

static void group_segments(struct sweep *s, const struct stretch *t)
{
    for (int j = 0; j < s->results; j++)
        for (uint32_t i = 0, end; i < t->segments; i = end) {
            struct summary all = read_summary(t, j, i);
            end = i + rest_of_group(t, i);
            for (uint32_t k = i + 1; k < end; k++) {
                const struct summary one = read_summary(t, j, k);
                add_summary(&all, &one);
            }
            s->summary[j][group_of(t, i)] = all;
        }
}

static bool is_tiny(uint32_t bits)
{
    return (bits & 0x7fffffff) < 0x03800000;
}

/* Are tiny results at tiny arguments right by all bounds, flushed or not, as far as they are not told to
 * break one? */
static bool holds_tiny(const struct ul_row_setup *s)
{
    bool holds = s->bounds > 0;
    for (int b = 0; b < s->bounds; b++)
        for (int k = 0; k < 4; k++) {
            const double x = (k & 1 ? -1 : 1) * (k & 2 ? 0x1p-149 : 0x1p-121);
            const struct ul_point at = {.values = 1, .width = 1, .x = {x}};
            const struct ul_piece *p = ul_bound_piece(s->every[b], &at);
            holds &= p && ul_piece_judges(p) && ul_piece_has_figure(p) && p->measure == UL_ABS &&
                     ul_piece_limit(p, &at) >= 0x1p-110;
        }
    return holds;
}

/* What flushing may excuse has to be looked at, see sweep_kernel.h: where results that are right to an ulp,
 * and correctly rounded, hold every limit, those are not. */
static int flushing(const struct ul_row_setup *s)
{
    bool lenient = true;
    for (int p = 0; s->bound && p < s->bound->pieces; p++) {
        const struct ul_piece *piece = &s->bound->piece[p];
        lenient &= !ul_piece_has_figure(piece) || piece->measure == UL_CUDA ||
                   (piece->measure == UL_OPENCL && piece->number >= 1);
    }
    return !s->flush ? UL_FLUSH_NEVER
                     : (lenient ? UL_FLUSH_FAILED : UL_FLUSH_ANY) | (holds_tiny(s) ? UL_FLUSH_HELD : 0);
}

enum { ALL_SEGMENTS = 1 << 20 };

static bool sweep_all(struct sweep *s, struct ul_line *why)
{
    uint32_t before = 0;
    for (int k = 0; k < s->stretches; k++) {
        struct stretch *t = &s->stretch[k];
        t->turn = t->segments == ALL_SEGMENTS ? UL_ALL_FLOATS_FROM / UL_SEGMENT : 0;
        if (!ul_runner_sweep(s->runner, s->k, t->base + t->turn * UL_SEGMENT, t->segments,
                             flushing(s->row[0].setup), before, &t->told, s->log, why))
            return false;
        before += t->told.capacity;
        group_segments(s, t);
        s->tell(s->context, (uint64_t)t->segments * UL_SEGMENT);
    }
    return true;
}

/* ---- what is run again ---- */

static void fill_pieces(const void *context, struct ul_block *b, void *in)
{
    const struct sweep *s = context;
    uint32_t *bits = in;
    for (uint32_t i = 0; i < b->n; i++)
        bits[i] = s->bits[(b->order + i) / s->run] + (uint32_t)((b->order + i) % s->run);
    b->in = in;
}

static void take_pieces(void *context, const struct ul_outcome *o)
{
    struct sweep *s = context;
    struct ul_block b = *o->block;
    b.run = s->run;
    b.orders = s->orders + b.order / s->run;
    const unsigned char *out = o->out[0];
    if (s->forms && !s->audits)
        ul_meter_forms(s->row[0].meter, 0, o->form[0]);
    for (int j = 0; j < s->results; j++) {
        const void *y =
            out + (size_t)ul_tuple_bytes(s->row[j].setup->subject->signature.result, j) * b.capacity;
        if (s->audits)
            ul_meter_audit(s->row[j].meter, &b, o->reference[j]);
        else
            ul_meter_block(s->row[j].meter, &b, &y, 1, o->reference[j]);
    }
}

static bool run_pieces(struct sweep *s, struct ul_line *why)
{
    const struct ul_plan plan = {
        .arguments = 1,
        .made = {.count = s->pieces * s->run, .span = AGAIN_BLOCK, .fill = fill_pieces, .context = s}};
    return !s->pieces || ul_runner_run(s->runner, s->k, &plan, take_pieces, s, s->log, why);
}

static void begin_pieces(struct sweep *s, uint64_t room, uint32_t run)
{
    s->orders = ul_realloc(s->orders, (room + 1) * sizeof *s->orders);
    s->bits = ul_realloc(s->bits, (room + 1) * sizeof *s->bits);
    s->pieces = 0;
    s->run = run;
}

static void add_piece(struct sweep *s, uint64_t order, uint32_t bits)
{
    s->orders[s->pieces] = order;
    s->bits[s->pieces++] = bits;
}

/* What is marked of a segment, in pieces of a batch each, or all of it as one. */
static void add_marked(struct sweep *s, uint64_t order, uint32_t bits, struct batches marked)
{
    if (s->run == UL_SEGMENT)
        add_piece(s, order, bits);
    for (unsigned k = 0; k < UL_SEGMENT / UL_BATCH && s->run == UL_BATCH; k++)
        if (has_batch(marked, k))
            add_piece(s, order + k * UL_BATCH, bits + k * UL_BATCH);
}

static bool is_run_as(const struct sweep *s, uint32_t segment, uint32_t run)
{
    return !is_none(s->marked[segment]) && is_every(s->marked[segment]) == (run == UL_SEGMENT);
}

/* The next segment that is run so, from the i-th of a stretch on; its end, if there is none. */
static uint32_t next_marked(const struct sweep *s, const struct stretch *t, uint32_t i, uint32_t run)
{
    while (i < t->segments && !(s->touched[group_of(t, i)] && is_run_as(s, t->first + i, run)))
        i += s->touched[group_of(t, i)] ? 1 : rest_of_group(t, i);
    return i;
}

static uint64_t count_pieces(const struct sweep *s, uint32_t run)
{
    uint64_t pieces = 0;
    for (int k = 0; k < s->stretches; k++) {
        const struct stretch *t = &s->stretch[k];
        for (uint32_t i = next_marked(s, t, 0, run); i < t->segments; i = next_marked(s, t, i + 1, run))
            pieces += run == UL_SEGMENT ? 1 : count_batches(s->marked[t->first + i]);
    }
    return pieces;
}

/* The marked segments as a whole, or the marked batches of others; in the plan's order. */
static bool run_marked_as(struct sweep *s, uint32_t run, struct ul_line *why)
{
    begin_pieces(s, count_pieces(s, run), run);
    for (int k = 0; k < s->stretches; k++) {
        const struct stretch *t = &s->stretch[k];
        for (uint32_t i = next_marked(s, t, 0, run); i < t->segments; i = next_marked(s, t, i + 1, run)) {
            const uint32_t at = t->first + i;
            add_marked(s, t->order + (uint64_t)i * UL_SEGMENT, t->base + i * UL_SEGMENT, s->marked[at]);
            s->again[at] = with(s->again[at], s->marked[at]);
            s->marked[at] = (struct batches){{0, 0}};
        }
    }
    return run_pieces(s, why);
}

static bool run_marked(struct sweep *s, struct ul_line *why)
{
    return run_marked_as(s, UL_SEGMENT, why) && run_marked_as(s, UL_BATCH, why);
}

static bool run_rests(struct sweep *s, struct ul_line *why)
{
    bool ok = true;
    for (int k = 0; k < s->rests && ok; k++) {
        begin_pieces(s, 1, (uint32_t)s->rest[k].n);
        add_piece(s, s->rest[k].order, s->rest[k].base);
        ok = run_pieces(s, why);
        s->tell(s->context, s->rest[k].n);
    }
    return ok;
}

static bool run_audits(struct sweep *s, struct ul_line *why)
{
    const struct ul_meter *m = s->row[0].meter;
    uint64_t audits = 0;
    for (int k = 0; k < s->parts; k++)
        audits += ul_meter_audits(m, s->part[k].order, s->part[k].n, NULL, 0);
    uint64_t *places = ul_alloc((audits + 1) * sizeof *places);
    begin_pieces(s, audits, 1);
    for (int k = 0; k < s->parts; k++) {
        const struct inputs *part = &s->part[k];
        const uint64_t n = ul_meter_audits(m, part->order, part->n, places, audits);
        for (uint64_t i = 0; i < n; i++)
            add_piece(s, places[i], part->base + (uint32_t)(places[i] - part->order));
    }
    free(places);
    s->audits = true;
    return run_pieces(s, why);
}

/* ---- which are run again ---- */

/* The pieces of a row's bounds along the segments, which change at cuts only. */
struct zone {
    bool outside; /* of where the subject is defined: there are no figures */
    const struct ul_piece *piece[UL_MAX_BOUNDS];
    double limit[UL_MAX_BOUNDS]; /* in the segment at hand, the least */
};

/* Some of a stretch's i-th segment, but for what was run again. */
static void mark_batches(struct sweep *s, const struct stretch *t, uint32_t i, struct batches b)
{
    struct batches *marked = &s->marked[t->first + i];
    *marked = with(*marked, without(b, s->again[t->first + i]));
    s->touched[group_of(t, i)] = true;
}

static void mark(struct sweep *s, const struct stretch *t, uint32_t i)
{
    mark_batches(s, t, i, every_batch);
}

static void mark_bits(struct sweep *s, uint32_t bits)
{
    for (int k = 0; k < s->stretches; k++) {
        const struct stretch *t = &s->stretch[k];
        const uint32_t at = bits - t->base;
        if (bits >= t->base && at / UL_SEGMENT < t->segments)
            mark(s, t, at / UL_SEGMENT);
    }
}

/* Where something begins or ends: the floats there, of both signs, and their neighbours. */
static void mark_cut(struct sweep *s, double x)
{
    const float nearest = (float)fabs(x);
    uint32_t bits;
    memcpy(&bits, &nearest, sizeof bits);
    for (uint32_t sign = 0; sign < 2; sign++)
        for (uint32_t d = 0; d < 3; d++)
            mark_bits(s, (bits + d - (bits || d ? 1 : 0)) | sign << 31);
}

static void mark_everything(struct sweep *s)
{
    for (int k = 0; k < s->stretches; k++)
        for (uint32_t i = 0; i < s->stretch[k].segments; i++)
            mark(s, &s->stretch[k], i);
}

static void mark_piece(struct sweep *s, const struct ul_piece *p)
{
    if (p->kind == UL_LIMIT_ONE_OF || (p->kind == UL_LIMIT_DERIVED && !s->forms))
        mark_everything(s);
    for (int c = 0; c < p->domain.conditions; c++) {
        const struct ul_condition *q = &p->domain.condition[c];
        if (q->argument != 0 || (q->relation != UL_INSIDE && q->relation != UL_OUTSIDE))
            mark_everything(s);
        mark_cut(s, q->lo);
        mark_cut(s, q->hi);
    }
}

static void mark_cuts(struct sweep *s)
{
    const struct ul_subject *subject = s->row[0].setup->subject;
    mark_cut(s, 0);
    mark_cut(s, INFINITY);
    if (subject->has_domain) {
        mark_cut(s, subject->domain_lo);
        mark_cut(s, subject->domain_hi);
    }
    for (int j = 0; j < s->results; j++)
        for (int b = 0; b < s->row[j].record->judgements; b++)
            for (int p = 0; p < s->row[j].record->judgement[b].bound.pieces; p++)
                mark_piece(s, &s->row[j].record->judgement[b].bound.piece[p]);
}

static bool is_outside(const struct ul_subject *s, double x)
{
    return s->has_domain && !ul_subject_domain_has(s, x);
}

static void find_zone(struct zone *z, const struct ul_record *r, uint32_t bits)
{
    const struct ul_point at = {.values = 1, .width = 1, .x = {value_at(bits)}};
    z->outside = is_outside(r->subject, at.x[0]);
    for (int b = 0; b < r->judgements; b++) {
        z->piece[b] = ul_bound_piece(&r->judgement[b].bound, &at);
        z->limit[b] =
            z->piece[b] && ul_piece_has_figure(z->piece[b]) ? ul_piece_limit(z->piece[b], &at) : INFINITY;
    }
}

/* Limits that change with the input are least at an end of a segment, or of a group: they grow with its
 * magnitude. */
static void find_limits(struct zone *z, const struct ul_record *r, uint32_t bits, uint32_t segments)
{
    for (int b = 0; b < r->judgements; b++) {
        const struct ul_piece *p = z->piece[b];
        if (!p || !p->form || !ul_piece_has_figure(p))
            continue;
        const struct ul_point first = {.values = 1, .width = 1, .x = {value_at(bits)}};
        const struct ul_point last = {
            .values = 1, .width = 1, .x = {value_at(bits + segments * UL_SEGMENT - 1)}};
        z->limit[b] = fmin(ul_piece_limit(p, &first), ul_piece_limit(p, &last));
    }
}

/* A look at each segment of a result of which something is not run again, in the plan's order. */
struct look {
    struct sweep *s;
    int result;
    const struct ul_record *record;
    struct ul_sums *sums;               /* to be compared with, or added to */
    int trackers, tracker[UL_TRACKERS]; /* those in use */
    /* Such a segment was seen: the first is run again. */
    bool signs, infinite, flushed, differing[UL_MAX_BOUNDS];
};
/* A segment, or a group's in a stretch, of which nothing is or was to be run again. */
struct segment {
    const struct stretch *stretch;
    uint32_t place, segments, bits; /* place: the first one's, in the stretch */
    uint64_t order;
    const struct summary *summary;
};
typedef void see_segment(struct look *l, const struct segment *at, const struct zone *z);
/* True: the group's segments need not be seen one by one. */
typedef bool see_group(struct look *l, const struct segment *at, const struct zone *z);

static struct look look_at(struct sweep *s, int result, struct ul_sums *sums)
{
    struct look l = {.s = s, .result = result, .record = s->row[result].record, .sums = sums};
    for (int m = 0; m < UL_MEASURES; m++)
        l.tracker[l.trackers++] = m;
    for (int b = 0; b < l.record->judgements; b++)
        if (ul_bound_is_tracked(&l.record->judgement[b].bound))
            l.tracker[l.trackers++] = UL_MEASURES + b;
    return l;
}

static struct segment segments_at(const struct stretch *t, uint32_t i, uint32_t n,
                                  const struct summary *summary)
{
    return (struct segment){.stretch = t,
                            .place = i,
                            .segments = n,
                            .bits = t->base + i * UL_SEGMENT,
                            .order = t->order + (uint64_t)i * UL_SEGMENT,
                            .summary = summary};
}

/* A zone is the same as before, unless there is a cut between, whose segments are run again: `known`. */
static bool each_of_group(struct look *l, const struct stretch *t, uint32_t i, uint32_t n, struct zone *z,
                          bool known, see_segment *see)
{
    const struct sweep *s = l->s;
    for (const uint32_t end = i + n; i < end; i++) {
        const uint32_t number = t->first + i;
        const bool seen = is_every(with(s->marked[number], s->again[number]));
        if (!seen) {
            const struct summary told = read_summary(t, l->result, i);
            const struct segment at = segments_at(t, i, 1, &told);
            if (!known)
                find_zone(z, l->record, at.bits);
            find_limits(z, l->record, at.bits, 1);
            see(l, &at, z);
        }
        known = !seen;
    }
    return known;
}

static void for_each(struct look *l, see_group *see_all, see_segment *see)
{
    struct sweep *s = l->s;
    struct zone z;
    for (int k = 0; k < s->stretches; k++) {
        const struct stretch *t = &s->stretch[k];
        bool known = false;
        for (uint32_t i = 0, n; i < t->segments; i += n) {
            const uint32_t group = group_of(t, i);
            n = rest_of_group(t, i);
            if (!s->touched[group]) {
                const struct segment all = segments_at(t, i, n, &s->summary[l->result][group]);
                if (!known)
                    find_zone(&z, l->record, all.bits);
                find_limits(&z, l->record, all.bits, n);
                known = true;
                if (see_all(l, &all, &z))
                    continue;
            }
            known = each_of_group(l, t, i, n, &z, known, see);
        }
    }
}

/* The most that a segment can give to a tracker: a measure's maximum, or the share of a bound. */
static double reach(const struct segment *at, const struct zone *z, int tracker)
{
    const double *upper = at->summary->upper;
    if (tracker < UL_MEASURES)
        return upper[tracker];
    const int b = tracker - UL_MEASURES;
    if (!z->piece[b] || !ul_piece_has_figure(z->piece[b]) || upper[z->piece[b]->measure] < 0)
        return -1;
    return ul_share(upper[z->piece[b]->measure], z->limit[b]);
}

static bool contends(const struct look *l, const struct segment *at, int tracker, double upper)
{
    return upper >= 0 && ul_contends(&l->sums->contenders[tracker], upper, at->order);
}

static bool contends_for_any(const struct look *l, const struct segment *at, const struct zone *z)
{
    bool any = false;
    for (int k = 0; k < l->trackers && !z->outside; k++)
        any |= contends(l, at, l->tracker[k], reach(at, z, l->tracker[k]));
    return any;
}

/* Is what differs from formulas known well enough by its count? Not if it is held to a figure, or to some of
 * the formulas. */
static bool is_differing_known(const struct look *l, const struct segment *at, const struct zone *z, int b)
{
    const struct ul_forms *forms = &l->s->row[0].setup->forms;
    const double share = reach(at, z, UL_MEASURES + b);
    return share <= 1 && ul_forms_are_those_of(forms, z->piece[b]);
}

/* Are all results what a document's formula gives, where it asks for that, or is it known how many are not?
 */
static bool is_as_derived(struct look *l, const struct segment *at, const struct zone *z)
{
    const unsigned char equal = (unsigned char)~at->summary->differs;
    bool known = true;
    for (int b = 0; b < l->record->judgements; b++) {
        if (!z->piece[b] || z->piece[b]->kind != UL_LIMIT_DERIVED ||
            ul_forms_hold(&l->s->row[0].setup->forms, z->piece[b], equal))
            continue;
        known &= is_differing_known(l, at, z, b) && (l->differing[b] || !at->summary->none);
        l->differing[b] |= at->summary->none > 0;
    }
    return known;
}

/* Is a bound broken at tiny arguments? Then flushing may excuse it after all. */
static bool breaks_tiny(const struct look *l, const struct segment *at, const struct zone *z)
{
    bool any = false;
    for (int b = 0; b < l->record->judgements && is_tiny(at->bits); b++)
        any |= reach(at, z, UL_MEASURES + b) > 1;
    return any && (flushing(l->s->row[0].setup) & UL_FLUSH_HELD);
}

/* May wrong results be counted without a look at each? Not where some special values, or the document's
 * formula, may excuse them: infinities that equal one of its formulas are not among those counted. */
static bool are_wrong_known(const struct look *l, const struct zone *z, bool infinite)
{
    const struct ul_row_setup *setup = l->s->row[l->result].setup;
    const bool formulas = infinite && setup->forms.count > 0;
    bool known = !setup->open_values && !setup->unsigned_zeros && !setup->finite_only;
    for (int b = 0; b < l->record->judgements; b++) {
        const struct ul_piece *p = z->piece[b];
        const bool derived = p && p->kind == UL_LIMIT_DERIVED;
        known &= formulas ? derived && ul_forms_are_those_of(&setup->forms, p) : !derived;
        known &=
            !infinite || !p || !ul_piece_has_figure(p) || z->limit[b] < (p->measure == UL_REL ? 1 : 0x1p+20);
    }
    return known;
}

/* Is a zero 2^15 ulps or more from a subnormal reference beyond a bound, so that flushing has to excuse it?
 */
static bool are_flushed_known(const struct look *l, const struct zone *z)
{
    bool judged = false, beyond = false;
    for (int b = 0; b < l->record->judgements; b++) {
        const struct ul_piece *p = z->piece[b];
        if (!p || !ul_piece_judges(p))
            continue;
        judged = true;
        beyond |=
            p->kind == UL_LIMIT_CORRECTLY_ROUNDED || (ul_piece_has_figure(p) && p->measure != UL_ABS &&
                                                      z->limit[b] < (p->measure == UL_REL ? 1 : 0x1p+15));
    }
    return beyond || !judged;
}

/* The first segment of a kind is run again, and others where their count does not tell all. */
static bool is_counted(bool *seen, uint32_t count, bool known)
{
    const bool first = count && !*seen;
    *seen |= count > 0;
    return !count || (known && !first);
}

/* Marks what is in doubt, and keeps those segments that can give the most to each tracker. */
static void see_strongest(struct look *l, const struct segment *at, const struct zone *z)
{
    struct sweep *s = l->s;
    if (z->outside)
        return;
    const struct summary *m = at->summary;
    bool known = is_as_derived(l, at, z) && !breaks_tiny(l, at, z);
    known &= is_counted(&l->signs, m->signs, m->signs && are_wrong_known(l, z, false));
    known &= is_counted(&l->infinite, m->infinite, m->infinite && are_wrong_known(l, z, true));
    known &= is_counted(&l->flushed, m->flushed, m->flushed && are_flushed_known(l, z));
    if (!known) {
        mark(s, at->stretch, at->place);
        return;
    }
    if (!is_none(m->open))
        mark_batches(s, at->stretch, at->place, m->open);
    for (int k = 0; k < l->trackers; k++) {
        const int t = l->tracker[k];
        const double upper = reach(at, z, t);
        if (!contends(l, at, t, upper))
            continue;
        const struct ul_contender c = {
            .upper = upper, .order = at->order, .args = {(uint64_t)(at->stretch - s->stretch), at->place}};
        ul_contenders_add(&l->sums->contenders[t], &c);
    }
}

/* Nothing of it is in doubt or gives the most. */
static bool see_none_strongest(struct look *l, const struct segment *at, const struct zone *z)
{
    const struct summary *m = at->summary;
    return z->outside || (!breaks_tiny(l, at, z) && !m->signs && !m->infinite && !m->flushed && !m->differs &&
                          is_none(m->open) && !contends_for_any(l, at, z));
}

/* Has it misrounded results, of which a bound allows none, before those that were seen? */
static bool is_first_misrounded(const struct look *l, const struct segment *at, const struct zone *z, int b)
{
    const struct ul_piece *p = z->outside ? NULL : z->piece[b];
    const struct ul_seen *seen = &l->sums->tally[b].misrounded;
    return p && p->kind == UL_LIMIT_CORRECTLY_ROUNDED && at->summary->misrounded &&
           !(seen->count && seen->first.order < at->order);
}

/* It could add nothing to the maxima of what was run. */
static bool see_none_contending(struct look *l, const struct segment *at, const struct zone *z)
{
    bool wanted = contends_for_any(l, at, z);
    for (int b = 0; b < l->record->judgements; b++)
        wanted |= is_first_misrounded(l, at, z, b);
    return !wanted;
}

/* Marks segments that could, and the first misrounded result where none is allowed. */
static void see_contending(struct look *l, const struct segment *at, const struct zone *z)
{
    if (see_none_contending(l, at, z))
        return;
    for (int b = 0; b < l->record->judgements; b++)
        if (is_first_misrounded(l, at, z, b))
            l->sums->tally[b].misrounded = (struct ul_seen){.count = 1, .first = {.order = at->order}};
    mark(l->s, at->stretch, at->place);
}

/* What a piece of a bound counts of a segment's inputs but those run again. */
static void add_tally(struct ul_tally *t, const struct ul_piece *p, const struct summary *m, uint64_t inputs,
                      bool outside)
{
    if (!p)
        return;
    t->judged += ul_piece_judges(p) ? inputs : 0;
    if (ul_piece_judges(p) && !outside)
        t->wrong += (p->measure != UL_ABS ? m->signs : 0u) + m->infinite;
    if (p->kind == UL_LIMIT_DERIVED) {
        t->compared += inputs;
        t->differing.count += outside ? 0 : m->none;
    }
    if (p->kind == UL_LIMIT_CORRECTLY_ROUNDED && !outside)
        t->misrounded.count += m->misrounded;
}

/* Of the others everything is known. */
static void add_segment(struct look *l, const struct segment *at, const struct zone *z)
{
    struct ul_sums *all = l->sums;
    const struct summary *m = at->summary;
    const struct batches again = l->s->again[at->stretch->first + at->place]; /* of a group: none */
    const uint64_t inputs = at->segments * (uint64_t)UL_SEGMENT -
                            (is_none(again) ? 0 : UL_BATCH * (uint64_t)count_batches(again));
    for (int b = 0; b < l->record->judgements; b++)
        add_tally(&all->tally[b], z->piece[b], m, inputs, z->outside);
    if (z->outside)
        return;
    double *top = &all->block[at->bits >> 23];
    *top = m->value > *top ? m->value : *top;
    all->misrounded += (uint64_t)m->misrounded + m->signs + m->infinite;
    all->over_1ulp += m->over;
    all->wrong[UL_WRONG_SIGN].count += m->signs;
    all->wrong[UL_WRONG_INF].count += m->infinite;
    all->flushed.count += m->flushed;
    all->ulp_sum = ul_add_capped(all->ulp_sum, m->sum);
}

static bool add_group(struct look *l, const struct segment *at, const struct zone *z)
{
    add_segment(l, at, z);
    return true;
}

static void mark_strongest(struct sweep *s)
{
    for (int j = 0; j < s->results; j++) {
        struct look l = look_at(s, j, ul_sums_new());
        for_each(&l, see_none_strongest, see_strongest);
        for (int t = 0; t < UL_TRACKERS; t++)
            for (int i = 0; i < l.sums->contenders[t].count; i++) {
                const ul_bits *at = l.sums->contenders[t].item[i].args;
                mark(s, &s->stretch[at[0]], (uint32_t)at[1]);
            }
        free(l.sums);
    }
}

static void mark_contending(struct sweep *s)
{
    for (int j = 0; j < s->results; j++) {
        struct look l = look_at(s, j, ul_meter_sums(s->row[j].meter));
        for_each(&l, see_none_contending, see_contending);
        free(l.sums);
    }
}

static void add_others(struct sweep *s)
{
    for (int j = 0; j < s->results; j++) {
        struct ul_sums *seen = ul_meter_sums(s->row[j].meter);
        struct look l = look_at(s, j, ul_sums_new());
        for (int b = 0; b < UL_MAX_BOUNDS; b++) { /* the first one was run again */
            l.sums->tally[b].misrounded.first = seen->tally[b].misrounded.first;
            l.sums->tally[b].differing.first = seen->tally[b].differing.first;
        }
        l.sums->wrong[UL_WRONG_SIGN].first = seen->wrong[UL_WRONG_SIGN].first;
        l.sums->wrong[UL_WRONG_INF].first = seen->wrong[UL_WRONG_INF].first;
        l.sums->flushed.first = seen->flushed.first;
        for_each(&l, add_group, add_segment);
        ul_meter_add(s->row[j].meter, l.sums);
        free(l.sums);
        free(seen);
    }
}

static void free_sweep(struct sweep *s)
{
    for (int j = 0; j < s->results; j++)
        free(s->summary[j]);
    free(s->part);
    free(s->rest);
    free(s->stretch);
    free(s->touched);
    free(s->marked);
    free(s->again);
    free(s->orders);
    free(s->bits);
}

bool ul_sweep_run(struct ul_runner *r, int k, const struct ul_plan *plan, const struct ul_sweep_row *row,
                  void (*tell)(void *context, uint64_t inputs), void *context, struct ul_text *log,
                  struct ul_line *why)
{
    struct sweep s = {.runner = r,
                      .k = k,
                      .results = row[0].setup->subject->signature.results,
                      .forms = row[0].setup->forms.count > 0,
                      .row = row,
                      .tell = tell,
                      .context = context,
                      .log = log};
    find_stretches(&s, plan);
    bool ok = sweep_all(&s, why);
    if (ok) {
        mark_cuts(&s);
        mark_strongest(&s);
        ok = run_marked(&s, why) && run_rests(&s, why);
    }
    if (ok) {
        mark_contending(&s);
        ok = run_marked(&s, why) && run_audits(&s, why);
    }
    if (ok)
        add_others(&s);
    free_sweep(&s);
    return ok;
}
