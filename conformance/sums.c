#include "sums.h"
#include "value.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct ul_sums *ul_sums_new(void)
{
    struct ul_sums *s = ul_alloc(sizeof *s);
    for (int b = 0; b < UL_BLOCKS; b++)
        s->block[b] = -1;
    return s;
}

uint64_t ul_add_capped(uint64_t a, uint64_t b)
{
    return a + b < a ? UINT64_MAX : a + b;
}

static void merge_tally(struct ul_tally *into, const struct ul_tally *t)
{
    into->judged += t->judged;
    into->wrong += t->wrong;
    into->compared += t->compared;
    ul_merge_seen(&into->differing, &t->differing);
    ul_merge_seen(&into->misrounded, &t->misrounded);
}

static void merge_missed(struct ul_missed *into, const struct ul_missed *from)
{
    const uint64_t count = into->count + from->count;
    if (!into->count)
        *into = *from;
    into->count = count;
}

/* Is a difference of so many steps worse than what is kept? */
bool ul_differs_more(const struct ul_differences *d, uint64_t steps, uint64_t order)
{
    return !d->count || steps > d->steps || (steps == d->steps && order < d->order);
}

void ul_merge_differences(struct ul_differences *into, const struct ul_differences *from)
{
    const uint64_t count = into->count + from->count;
    if (from->count && ul_differs_more(into, from->steps, from->order))
        *into = *from;
    into->worst.compared |= from->worst.compared;
    into->count = count;
}

void ul_sums_merge(struct ul_sums *all, const struct ul_sums *s)
{
    for (int k = 0; k < UL_TRACKERS; k++)
        ul_contenders_merge(&all->contenders[k], &s->contenders[k]);
    for (int b = 0; b < UL_MAX_BOUNDS; b++)
        merge_tally(&all->tally[b], &s->tally[b]);
    all->misrounded += s->misrounded;
    all->over_1ulp += s->over_1ulp;
    all->ulp_sum = ul_add_capped(all->ulp_sum, s->ulp_sum);
    for (int w = 0; w < UL_WRONG_KINDS; w++)
        ul_merge_seen(&all->wrong[w], &s->wrong[w]);
    ul_merge_seen(&all->flushed, &s->flushed);
    ul_merge_seen(&all->open, &s->open);
    ul_merge_seen(&all->astray, &s->astray);
    for (int b = 0; b < UL_BLOCKS; b++)
        all->block[b] = s->block[b] > all->block[b] ? s->block[b] : all->block[b];
    merge_missed(&all->missed, &s->missed);
    ul_merge_differences(&all->differs, &s->differs);
    ul_contenders_merge(&all->known, &s->known);
}

/* ---- as text ---- */

/* One description of the members, for both directions: numbers in hexadecimal, floating ones as hexfloats. */
struct walk {
    int arguments;
    struct ul_text *out; /* NULL: it is read */
    const char *at;
    bool ok;
};

static void count(struct walk *w, uint64_t *x)
{
    char *end;
    if (w->out) {
        ul_text_add(w->out, "%llx ", (unsigned long long)*x);
        return;
    }
    *x = strtoull(w->at, &end, 16);
    w->ok &= end != w->at && *end == ' ';
    w->at = end + (*end == ' ');
}

static void figure(struct walk *w, double *x)
{
    char *end;
    if (w->out) {
        ul_text_add(w->out, "%a ", *x);
        return;
    }
    *x = strtod(w->at, &end);
    w->ok &= end != w->at && *end == ' ';
    w->at = end + (*end == ' ');
}

static void bits(struct walk *w, ul_bits *list, int n)
{
    for (int k = 0; k < n; k++)
        count(w, &list[k]);
}

static void contender(struct walk *w, struct ul_contender *c)
{
    figure(w, &c->upper);
    count(w, &c->order);
    bits(w, c->args, w->arguments);
    bits(w, &c->y, 1);
}

static void contenders(struct walk *w, struct ul_contenders *c)
{
    uint64_t n = (uint64_t)c->count;
    count(w, &n);
    w->ok &= n <= UL_CONTENDERS;
    c->count = w->ok ? (int)n : 0;
    for (int k = 0; k < c->count; k++)
        contender(w, &c->item[k]);
}

static void seen(struct walk *w, struct ul_seen *s)
{
    count(w, &s->count);
    if (s->count)
        contender(w, &s->first);
}

static void tally(struct walk *w, struct ul_tally *t)
{
    count(w, &t->judged);
    count(w, &t->wrong);
    count(w, &t->compared);
    seen(w, &t->misrounded);
    seen(w, &t->differing);
}

static void missed(struct walk *w, struct ul_missed *m)
{
    count(w, &m->count);
    if (!m->count)
        return;
    bits(w, m->args, w->arguments);
    bits(w, &m->got, 1);
    bits(w, &m->want, 1);
}

static void differences(struct walk *w, struct ul_differences *d)
{
    uint64_t compared = d->worst.compared, lane = (uint64_t)d->worst.lane;
    count(w, &compared);
    d->worst.compared = compared;
    count(w, &d->count);
    if (!d->count)
        return;
    count(w, &d->steps);
    count(w, &d->order);
    count(w, &lane);
    d->worst.lane = (int)lane;
    for (int k = 0; k < w->arguments; k++)
        bits(w, d->worst.vector[k], UL_MAX_WIDTH);
    bits(w, &d->worst.got, 1);
    bits(w, &d->worst.width1, 1);
}

static void all_members(struct walk *w, struct ul_sums *s)
{
    for (int k = 0; k < UL_TRACKERS; k++)
        contenders(w, &s->contenders[k]);
    for (int b = 0; b < UL_MAX_BOUNDS; b++)
        tally(w, &s->tally[b]);
    for (int k = 0; k < UL_WRONG_KINDS; k++)
        seen(w, &s->wrong[k]);
    seen(w, &s->flushed);
    seen(w, &s->open);
    seen(w, &s->astray);
    count(w, &s->misrounded);
    count(w, &s->over_1ulp);
    count(w, &s->ulp_sum);
    for (int b = 0; b < UL_BLOCKS; b++)
        figure(w, &s->block[b]);
    missed(w, &s->missed);
    differences(w, &s->differs);
    contenders(w, &s->known);
}

char *ul_sums_text(const struct ul_sums *s, int arguments)
{
    struct ul_text out = {0};
    struct walk w = {.arguments = arguments, .out = &out, .ok = true};
    all_members(&w, (struct ul_sums *)s); /* which it only reads */
    return out.data;
}

bool ul_sums_read(const char *text, int arguments, struct ul_sums *out)
{
    struct walk w = {.arguments = arguments, .at = text, .ok = true};
    all_members(&w, out);
    return w.ok && !*w.at;
}

/* ---- from sums to a record ---- */

/* Of one piece with a plain number, everywhere, the share is the measure's figure over that number. */
bool ul_bound_is_tracked(const struct ul_bound *b)
{
    return b->pieces != 1 || !ul_piece_is_plain(&b->piece[0]);
}

struct finish {
    const struct ul_row_setup *setup;
    const struct ul_contenders *known;
    struct ul_seen unsound; /* contenders whose figure was not decided, or lies above its screened bound */
};

/* What a tracker certifies: a measure's figure, or a bound's share (then `bound` is set). */
struct target {
    enum ul_measure measure;
    const struct ul_bound *bound;
};

static double target_value(const struct target *t, const struct ul_errors *e, const struct ul_point *at,
                           enum ul_measure *measure)
{
    *measure = t->measure;
    if (!t->bound)
        return e->of[t->measure];
    const struct ul_piece *p = ul_bound_piece(t->bound, at);
    *measure = p->measure;
    return ul_share(e->of[p->measure], ul_piece_limit(p, at));
}

/* The best of those that were certified so far, in the plan's order among equals. */
struct race {
    struct finish *f;
    const struct target *target;
    struct ul_maximum *best;
    uint64_t order;
    struct ul_errors errors;
};

/* Does it stand behind the best one, if this is its figure? */
static bool is_behind(const struct race *r, const struct ul_contender *x, double figure)
{
    const struct ul_maximum *best = r->best;
    return best->present && (figure < best->value || (figure == best->value && x->order > r->order));
}

static void certify_one(struct race *r, const struct ul_contender *x)
{
    struct ul_errors *e = &r->errors;
    ul_row_certify(r->f->setup, x->args, x->y, e);
    enum ul_measure measure;
    const struct ul_point at = ul_point_at(&r->f->setup->subject->signature, x->args);
    const double v = target_value(r->target, e, &at, &measure);
    const bool free_sign = r->f->setup->unsigned_zeros && e->wrong == UL_WRONG_SIGN; /* a zero for a zero */
    if (!e->decided || isnan(v) || (e->wrong != UL_RIGHT && !free_sign)) {
        ul_see(&r->f->unsound, x);
        return;
    }
    if (v > x->upper + fabs(x->upper) * 0x1p-40 + 2 * e->radius[measure])
        ul_see(&r->f->unsound, x);
    if (is_behind(r, x, v))
        return;
    *r->best = (struct ul_maximum){.present = true, .value = v, .got = x->y, .want = e->want};
    memcpy(r->best->input, x->args, sizeof r->best->input);
    r->order = x->order;
}

/* Does what is known contend for this maximum? For a bound's where the piece has a figure that always counts:
 * a derived one's does not where the results are those of the document's formula. */
static bool contends(const struct finish *f, const struct target *t, const struct ul_contender *x)
{
    if (!t->bound)
        return true;
    const struct ul_point at = ul_point_at(&f->setup->subject->signature, x->args);
    const struct ul_piece *p = ul_bound_piece(t->bound, &at);
    return p && p->kind == UL_LIMIT_NUMBER;
}

/* Certifies contenders, strongest first, until none can exceed the best one; and what is known. */
static void certify_maximum(struct finish *f, struct ul_contenders *c, const struct target *t,
                            struct ul_maximum *best)
{
    struct race race = {.f = f, .target = t, .best = best};
    ul_errors_init(&race.errors);
    *best = (struct ul_maximum){.value = -1};
    ul_contenders_sort(c);
    int k = 0;
    for (; k < c->count && !is_behind(&race, &c->item[k], c->item[k].upper); k++)
        certify_one(&race, &c->item[k]);
    for (int j = 0; j < f->known->count; j++)
        if (contends(f, t, &f->known->item[j]))
            certify_one(&race, &f->known->item[j]);
    /* Nothing that was left out has an upper bound above that of the last one kept. */
    bool full = c->count == UL_CONTENDERS && k == c->count;
    double rest = full ? c->item[c->count - 1].upper : k < c->count ? c->item[k].upper : -1;
    best->upper = rest > best->value ? rest : best->value;
    ul_errors_clear(&race.errors);
}

static void name_input(const struct finish *f, const ul_bits *args, struct ul_text *out)
{
    const struct ul_signature *s = &f->setup->subject->signature;
    char room[UL_VALUE_ROOM];
    for (int k = 0; k < s->arguments; k++)
        ul_text_add(out, "%s%s", k ? ";" : "", ul_value_print(s->argument[k].type, args[k], room));
}

static void row_error(struct finish *f, struct ul_record *r, const char *what, const ul_bits *args)
{
    struct ul_text at = {0};
    name_input(f, args, &at);
    r->verdict = UL_ERROR;
    snprintf(r->reason, sizeof r->reason, "%s at %s", what, at.data);
    ul_text_free(&at);
}

static void tell_wrong(struct finish *f, struct ul_record *r, enum ul_wrong kind,
                       const struct ul_contender *c)
{
    struct ul_errors e;
    ul_errors_init(&e);
    ul_row_certify(f->setup, c->args, c->y, &e);
    r->has_wrong_input = true;
    r->wrong_kind = kind;
    r->wrong_want = e.want;
    r->wrong_got = c->y;
    memcpy(r->wrong_input, c->args, sizeof r->wrong_input);
    ul_errors_clear(&e);
}

static void fill_missed(struct ul_record *r, const struct ul_missed *s)
{
    r->wrong[UL_WRONG_VALUE] += s->count;
    r->edges_missed = s->count;
    if (!s->count)
        return;
    r->has_wrong_input = true;
    r->wrong_kind = UL_WRONG_VALUE;
    memcpy(r->wrong_input, s->args, sizeof r->wrong_input);
    r->wrong_got = s->got;
    r->wrong_want = s->want;
}

static void fill_counts(struct finish *f, struct ul_record *r, const struct ul_sums *all)
{
    r->misrounded = all->misrounded;
    r->over_1ulp = all->over_1ulp;
    r->ulp_sum = all->ulp_sum;
    memcpy(r->block, all->block, sizeof r->block);
    r->flushed = all->flushed.count;
    r->has_flushed_input = r->flushed > 0;
    memcpy(r->flushed_input, all->flushed.first.args, sizeof r->flushed_input);
    const struct ul_seen *first = NULL;
    for (int w = 0; w < UL_WRONG_KINDS; w++) {
        const struct ul_seen *s = &all->wrong[w];
        r->wrong[w] += s->count;
        if (s->count && (!first || s->first.order < first->first.order))
            first = s;
    }
    if (first && !r->has_wrong_input)
        tell_wrong(f, r, (enum ul_wrong)(first - all->wrong), &first->first);
}

/* What was measured beside it depends on threads. */
static void keep_open_alone(struct ul_sums *all)
{
    struct ul_sums *none = ul_sums_new();
    none->open = (struct ul_seen){1, all->open.first};
    *all = *none;
    free(none);
}

void ul_sums_finish(struct ul_sums *all, const struct ul_row_setup *setup, struct ul_record *r)
{
    struct finish finish = {.setup = setup, .known = &all->known}, *f = &finish;
    if (all->open.count)
        keep_open_alone(all);
    for (int k = 0; k < UL_MEASURES && ul_is_float(setup->reading.type); k++) {
        struct target target = {.measure = (enum ul_measure)k};
        certify_maximum(f, &all->contenders[k], &target, &r->maximum[k]);
    }
    fill_missed(r, &all->missed);
    fill_counts(f, r, all);
    for (int b = 0; b < r->judgements; b++) {
        const struct ul_bound *bound = &r->judgement[b].bound;
        const bool tracked = ul_bound_is_tracked(bound);
        struct target share = {.bound = bound};
        struct ul_maximum top = r->maximum[bound->piece[0].measure];
        if (tracked)
            certify_maximum(f, &all->contenders[UL_MEASURES + b], &share, &top);
        ul_judge_bound(r, b, &all->tally[b], &top, tracked);
    }
    ul_judge_row(r);
    if (all->open.count)
        row_error(f, r, "the exact value cannot be decided", all->open.first.args);
    else if (all->astray.count)
        row_error(f, r, "screening is astray", all->astray.first.args);
    else if (f->unsound.count)
        row_error(f, r, "a figure could not be certified", f->unsound.first.args);
}

void ul_sums_tell_width1(const struct ul_sums *all, struct ul_record *r)
{
    r->width1 = all->differs.worst;
    r->width1.count = all->differs.count;
}
