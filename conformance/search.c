#include "search.h"
#include "common/machine.h"
#include "judge.h"
#include "parallel.h"
#include "search_sub.h"
#include "value.h"
#include <stdlib.h>
#include <string.h>

enum {
    LEAST_BATCH = 256,
    MOST_BATCH = 1 << 14,
    BATCH_SHARE = 32,      /* a batch is a share of what was evaluated before */
    GROUPS = 2,            /* one is on the device while the other's results are looked at */
    ORDER_BITS = 56,       /* a sub-search's inputs have places of their own */
    SCOUTED_FROM = 1 << 14 /* evaluations of a share */
};

struct ul_search {
    struct ul_search_setup setup;
    struct ul_sub_common common;
    bool scouts;
    uint32_t width;
    uint64_t planned_share, scouted_until; /* evaluations of a share, but for scouts' */
    int threads, count;
    uint32_t most_batch;
    double started, largest;
    struct ul_sub *sub[UL_SEARCHES];
    struct {
        int first, count;
        int scoutings; /* that went ahead of its block */
        bool posted;   /* it is under way */
        uint64_t order[UL_SHARES];
        uint32_t shares;
    } group[GROUPS];
    int turn;
    /* of the block that is made */
    int making;
    unsigned char *in;
    uint32_t capacity;
    const unsigned char *scouted;
    uint32_t scouting_room;
};

/* ---- how the budget is dealt ---- */

/* As many inputs of a share as fill vectors. */
static uint32_t in_vectors(const struct ul_search *s, uint32_t n)
{
    return n / s->width * s->width;
}

/* Of a share that has evaluated so much, if no budget ends it. */
static uint32_t batch_behind(const struct ul_search *s, uint64_t used)
{
    uint64_t n = used / BATCH_SHARE;
    n = n < LEAST_BATCH ? LEAST_BATCH : n;
    return in_vectors(s, n > s->most_batch ? s->most_batch : (uint32_t)n);
}

/* Of a share, the same for each. */
static uint32_t batch_of(const struct ul_search *s, const struct ul_sub *u)
{
    const uint32_t n = batch_behind(s, u->used / u->shares);
    const uint64_t left = s->setup.budget.evaluations ? s->planned_share - u->used / u->shares : n;
    return n < left ? n : (uint32_t)left;
}

/* Do scouts go ahead of the batch of a share that has evaluated so much? */
static bool scouts_go(const struct ul_search *s, uint64_t used)
{
    return s->scouts && used >= SCOUTED_FROM && used < s->scouted_until;
}

static uint32_t scouts_ahead(const struct ul_search *s, const struct ul_sub *u, uint32_t batch)
{
    return scouts_go(s, u->used / u->shares) ? ul_sub_scouts(u->number, batch) : 0;
}

static uint64_t draws_of_scouts(int number, uint32_t batch)
{
    return (uint64_t)ul_sub_scouts(number, batch) * UL_SCOUTINGS * UL_SCOUT_DRAWS;
}

static uint64_t draws_of_all_scouts(uint32_t batch)
{
    uint64_t n = 0;
    for (int k = 0; k < UL_SEARCHES; k++)
        n += draws_of_scouts(k, batch);
    return n;
}

/* Batch by batch, as the sub-searches will do. What is too little for scouts would take the host long: behind
 * them it spends of that as much as it has before. */
static void plan_shares(struct ul_search *s)
{
    uint64_t left = s->setup.budget.evaluations, used = 0;
    bool sent = false;
    s->scouted_until = UINT64_MAX;
    while (left / UL_SHARES / s->width) {
        uint32_t n = batch_behind(s, used);
        const uint64_t whole = (uint64_t)n * UL_SHARES,
                       draws = scouts_go(s, used) ? draws_of_all_scouts(n) : 0;
        if (draws && whole + draws > left) {
            s->scouted_until = used;
            left = sent && left > used * UL_SHARES ? used * UL_SHARES : left;
            continue;
        }
        n = whole < left ? n : in_vectors(s, (uint32_t)(left / UL_SHARES));
        left -= (uint64_t)n * UL_SHARES + draws;
        used += n;
        sent |= draws > 0;
    }
    s->planned_share = used;
}

static uint64_t planned_of(const struct ul_search *s, int number)
{
    uint64_t n = s->planned_share * ul_sub_shares(number);
    for (uint64_t used = 0; s->scouts && used < s->planned_share; used += batch_behind(s, used))
        n += scouts_go(s, used) ? draws_of_scouts(number, batch_behind(s, used)) : 0;
    return n;
}

bool ul_search_can_scout(const struct ul_subject *s)
{
    return s->signature.arguments == 1 && s->signature.results == 1 &&
           s->signature.argument[0].type == UL_DOUBLE && s->signature.result[0].type == UL_DOUBLE;
}

void ul_search_fill_vectors(struct ul_search *s, int width)
{
    s->width = (uint32_t)width;
    plan_shares(s);
}

void ul_search_allow_scouts(struct ul_search *s, bool scouts)
{
    s->scouts = scouts && ul_search_can_scout(s->setup.subject);
    plan_shares(s);
}

/* Inputs of a share in a block of the device. */
static uint32_t most_batch(uint32_t capacity)
{
    const uint32_t n = capacity / (UL_SHARES / GROUPS);
    return n < MOST_BATCH ? n : MOST_BATCH;
}

struct ul_search *ul_search_new(const struct ul_search_setup *setup, struct ul_line *why)
{
    struct ul_search *s = ul_alloc(sizeof *s);
    s->setup = *setup;
    s->width = 1;
    s->most_batch = most_batch(setup->capacity);
    plan_shares(s);
    s->common.setup = &s->setup;
    if (ul_space_make(&s->common.space, setup->subject)) {
        for (int k = 0; k < setup->subject->signature.results; k++)
            s->common.aimable[k] = ul_aim_make(&s->common.aim[k], &s->common.space, k);
        return s;
    }
    ul_fail(why, "no number of its type lies in its domain");
    free(s);
    return NULL;
}

static void free_subs(struct ul_search *s)
{
    for (int k = 0; k < s->count; k++)
        ul_sub_free(s->sub[k]);
    s->count = 0;
}

void ul_search_free(struct ul_search *s)
{
    if (!s)
        return;
    free_subs(s);
    for (int k = 0; k < UL_MAX_RESULTS; k++)
        ul_aim_clear(&s->common.aim[k]);
    free(s);
}

uint64_t ul_search_few(const struct ul_subject *s, uint64_t most, ul_bits (*out)[UL_MAX_PARAMETERS])
{
    struct ul_space space;
    if (s->signature.arguments != 1 || !ul_space_make(&space, s))
        return 0;
    const uint64_t width = (uint64_t)space.hi[0] - (uint64_t)space.lo[0];
    const enum ul_type t = space.type[0];
    const bool zero = ul_is_float(t) && space.lo[0] <= 0 && space.hi[0] >= 0; /* both of them */
    if (width >= most || width + 1 + zero > most)
        return 0;
    for (uint64_t k = 0; k <= width && out; k++)
        out[k][0] = ul_space_value(t, space.lo[0] + (int64_t)k);
    if (zero && out)
        out[width + 1][0] = ul_value_sign(t);
    return width + 1 + zero;
}

static bool is_of_part(uint64_t k, uint64_t part, uint64_t parts)
{
    return !parts || k % parts == part;
}

void ul_search_begin(struct ul_search *s, uint64_t part, uint64_t parts, int threads)
{
    free_subs(s);
    for (int k = 0; k < UL_SEARCHES; k++)
        if (is_of_part((uint64_t)k, part, parts))
            s->sub[s->count++] = ul_sub_new(&s->common, k, s->most_batch, s->scouts);
    s->threads = threads;
    s->started = ul_seconds();
    s->largest = -1;
    s->turn = 0;
    for (int g = 0, first = 0; g < GROUPS; g++) {
        s->group[g].first = first;
        s->group[g].count = (s->count + (g == 0)) / GROUPS;
        s->group[g].posted = false;
        s->group[g].scoutings = 0;
        s->group[g].shares = 0;
        for (int k = 0; k < s->group[g].count; k++)
            s->group[g].shares += s->sub[first + k]->shares;
        first += s->group[g].count;
    }
}

uint64_t ul_search_planned(const struct ul_search *s, uint64_t part, uint64_t parts)
{
    uint64_t n = 0;
    for (uint64_t k = 0; k < UL_SEARCHES; k++)
        n += is_of_part(k, part, parts) ? planned_of(s, (int)k) : 0;
    return n;
}

uint64_t ul_search_used(const struct ul_search *s)
{
    uint64_t n = 0;
    for (int k = 0; k < s->count; k++)
        n += s->sub[k]->used + s->sub[k]->scouted;
    return n;
}

struct ul_scouted ul_search_found(const struct ul_search *s)
{
    struct ul_scouted all = {0};
    for (int k = 0; k < s->count; k++) {
        all.drawn += s->sub[k]->scouted;
        all.measured += s->sub[k]->found.measured;
        all.astray += s->sub[k]->found.astray;
    }
    return all;
}

double ul_search_largest(const struct ul_search *s)
{
    return s->largest;
}

static void fill_one(void *context, int thread, uint64_t item)
{
    struct ul_search *s = context;
    struct ul_sub *u = s->sub[s->group[s->making].first + (int)item];
    const uint32_t each = batch_of(s, u);
    (void)thread;
    ul_sub_make(u, each * u->shares, scouts_ahead(s, u, each) > 0);
    uint32_t at = 0;
    for (int k = s->group[s->making].first; s->sub[k] != u; k++)
        at += s->sub[k]->shares;
    at *= each;
    size_t before = 0;
    for (int k = 0; k < s->common.space.arguments; k++) {
        const size_t bytes = (size_t)ul_types[s->common.space.type[k]].bytes;
        unsigned char *to = s->in + before * s->capacity + bytes * at;
        for (uint32_t i = 0; i < u->batch; i++, to += bytes)
            memcpy(to, &u->input[i][k], bytes);
        before += bytes;
    }
}

/* What fills the last vector. */
static void fill_rest(struct ul_search *s, uint32_t n)
{
    size_t before = 0;
    for (int k = 0; k < s->common.space.arguments; k++) {
        const size_t bytes = (size_t)ul_types[s->common.space.type[k]].bytes;
        unsigned char *array = s->in + before * s->capacity;
        for (uint32_t i = n; i < n + UL_MAX_WIDTH - 1; i++)
            memcpy(array + bytes * i, array + bytes * (i % n), bytes);
        before += bytes;
    }
}

/* All sub-searches end with the same number of batches. */
static bool has_ended(const struct ul_search *s, int g)
{
    const struct ul_sub *u = s->sub[s->group[g].first];
    if (s->setup.budget.evaluations)
        return u->used >= s->planned_share * u->shares;
    return g == 0 && u->used && ul_seconds() - s->started >= s->setup.budget.seconds;
}

/* Whose block is next; -1: none's. */
static int next_group(struct ul_search *s)
{
    s->turn += !s->group[s->turn % GROUPS].count;
    const int g = s->turn % GROUPS;
    const bool ends = !s->group[g].scoutings && has_ended(s, g);
    return s->group[g].posted || !s->group[g].count || ends ? -1 : g;
}

/* ---- scouts ---- */

uint32_t ul_search_most_scouts(uint32_t capacity)
{
    uint32_t n = 0;
    for (int k = 0; k < UL_SEARCHES; k++)
        n += ul_sub_scouts(k, most_batch(capacity));
    return (n + 63) / 64 * 64;
}

bool ul_search_ask(struct ul_search *s, void *in, struct ul_scouting *ask)
{
    const int g = s->scouts ? next_group(s) : -1;
    if (g < 0 || s->group[g].scoutings == UL_SCOUTINGS)
        return false;
    const uint32_t batch = batch_of(s, s->sub[s->group[g].first]);
    struct ul_sub *const *sub = &s->sub[s->group[g].first];
    uint32_t n = 0, at = 0;
    for (int k = 0; k < s->group[g].count; k++)
        n += scouts_ahead(s, sub[k], batch);
    *ask = (struct ul_scouting){.n = n, .capacity = (n + 63) / 64 * 64};
    s->making = g;
    s->scouting_room = ask->capacity;
    int64_t *low = in;
    uint64_t *width = (uint64_t *)in + ask->capacity, *seed = width + ask->capacity;
    for (int k = 0; k < s->group[g].count; k++) {
        const uint32_t scouts = scouts_ahead(s, sub[k], batch);
        if (scouts)
            ul_sub_ask(sub[k], scouts, low + at, width + at, seed + at);
        at += scouts;
    }
    s->group[g].scoutings += n != 0;
    return n;
}

static void take_scouted(void *context, int thread, uint64_t item)
{
    struct ul_search *s = context;
    struct ul_sub *const *sub = &s->sub[s->group[s->making].first], *u = sub[item];
    const uint32_t batch = batch_of(s, sub[0]), scouts = scouts_ahead(s, u, batch);
    const size_t room = s->scouting_room * sizeof(double);
    size_t at = 0;
    (void)thread;
    for (uint64_t k = 0; k < item; k++)
        at += scouts_ahead(s, sub[k], batch) * sizeof(double);
    const unsigned char *out = s->scouted + at;
    if (!scouts)
        return;
    const double *most = (const double *)(const void *)out,
                 *sum = (const double *)(const void *)(out + 2 * room),
                 *squares = (const double *)(const void *)(out + 3 * room);
    ul_sub_hear_scouts(u, scouts, most, (const int64_t *)(const void *)(out + room), sum, squares);
}

void ul_search_scouted(struct ul_search *s, const void *out)
{
    s->scouted = out;
    ul_parallel(s->threads, (uint64_t)s->group[s->making].count, take_scouted, s);
}

/* ---- blocks ---- */

bool ul_search_block(struct ul_search *s, void *in, struct ul_block *b)
{
    const int g = next_group(s);
    if (g < 0)
        return false;
    const uint32_t each = batch_of(s, s->sub[s->group[g].first]);
    const uint32_t n = each * s->group[g].shares;
    s->making = g;
    s->in = in;
    s->capacity = (n + (UL_MAX_WIDTH - 1) + 63) / 64 * 64;
    ul_parallel(s->threads, (uint64_t)s->group[g].count, fill_one, s);
    fill_rest(s, n);
    uint64_t *order = s->group[g].order;
    for (int k = 0; k < s->group[g].count; k++) {
        const struct ul_sub *u = s->sub[s->group[g].first + k];
        for (uint32_t j = 0; j < u->shares; j++)
            *order++ = ((uint64_t)u->number << ORDER_BITS) + u->used + (uint64_t)j * each;
    }
    *b = (struct ul_block){.order = (uint64_t)g,
                           .n = n,
                           .capacity = s->capacity,
                           .in = in,
                           .orders = s->group[g].order,
                           .run = each};
    s->group[g].posted = true;
    s->group[g].scoutings = 0;
    s->turn++;
    return true;
}

/* The share of the bound in force that a lane's error is. */
static double share_of(const struct ul_row_setup *setup, const struct ul_lanes *l, int i)
{
    struct ul_point at;
    ul_lane_point(l, i, &at);
    const struct ul_piece *p = setup->bound ? ul_bound_piece(setup->bound, &at) : NULL;
    if (!p || !ul_piece_has_figure(p))
        return l->value[UL_OPENCL][i];
    return ul_share(l->value[p->measure][i], ul_piece_limit(p, &at));
}

void ul_search_hear(void *watch, const struct ul_lanes *l)
{
    const struct ul_search_watch *w = watch;
    struct ul_search *s = w->search;
    int at = 0;
    for (int i = 0; i < l->n; i++) {
        const int number = (int)(l->order[i] >> ORDER_BITS);
        while (at < s->count && s->sub[at]->number != number)
            at = at + 1 < s->count ? at + 1 : 0;
        struct ul_sub *u = s->sub[at];
        if (u->result != w->setup->result || l->state[i] != UL_LANE_FIGURES)
            continue;
        u->score[(l->order[i] & (((uint64_t)1 << ORDER_BITS) - 1)) - u->used] =
            u->goal == UL_GOAL_SHARE ? share_of(w->setup, l, i) : l->value[u->goal][i];
    }
}

static void take_one(void *context, int thread, uint64_t item)
{
    struct ul_search *s = context;
    (void)thread;
    ul_sub_take(s->sub[s->group[s->making].first + (int)item]);
}

void ul_search_end_block(struct ul_search *s, const struct ul_block *b)
{
    const int g = (int)b->order;
    s->making = g;
    ul_parallel(s->threads, (uint64_t)s->group[g].count, take_one, s);
    s->group[g].posted = false;
    for (int k = 0; k < s->group[g].count; k++) {
        const struct ul_sub *u = s->sub[s->group[g].first + k];
        if (u->goal == UL_OPENCL && ul_sub_largest(u) > s->largest)
            s->largest = ul_sub_largest(u);
    }
}
