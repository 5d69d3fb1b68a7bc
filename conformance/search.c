#include "search.h"
#include "common/machine.h"
#include "judge.h"
#include "parallel.h"
#include "search_aim.h"
#include "search_levels.h"
#include "search_space.h"
#include "value.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    NODES = 1024,  /* boxes that wait to be divided */
    ELITES = 64,   /* inputs with the largest errors, */
    IN_A_CELL = 3, /* so many of a neighbourhood at most */
    FAN = 4,       /* parts of a box that is divided, */
    SAMPLES = 24,  /* with so many draws each */
    STRATA = 256,  /* parts of the space to begin with, of which a sub-search takes one in */
    STRATA_SHARE = 8,
    DENSE = 64, /* nearest neighbours of an elite that are all tried, fewer where later ones are aimed; */
    DENSE_AIMED = 8,
    NEIGHBOURS = 8, /* then so many a task, at a distance */
    NO_SIDE = 2,
    SCALES = 24, /* of how much more an error is wanted to be: an ulp by this power of two */
    LEVELS = 62, /* of distances, in bits */
    LEAST_BATCH = 256,
    MOST_BATCH = 1 << 14,
    BATCH_SHARE = 32,      /* a batch is a share of what was evaluated before */
    GROUPS = 2,            /* one is on the device while the other's results are looked at */
    ORDER_BITS = 56,       /* a sub-search's inputs have places of their own */
    SAMPLED = 32,          /* the least that a batch of boxes is worth */
    SCOUTINGS = 4,         /* ahead of a block: levels, where a host would have one */
    SCOUT_SHARE = 256,     /* inputs of a batch, for each scout of a box */
    SCOUTED_FROM = 1 << 14 /* evaluations of a share */
};
/* Shares of a batch, in 64ths; what is left over is drawn from anywhere. */
enum { STARTS = 32, WHOLE = 64 };
struct shares {
    uint32_t levels, promise, jump, beside, moved;
};
/* Of an only argument every second 16 of the sub-searches go mostly level by level. After so many evaluations
 * of a sub-search most are beside the best: what is left to be found is luck there. */
enum { LATE = 1 << 18, BEST = 4, LEAST_LEVEL_LATE = 6 };
static const struct shares shares[2][2] = {
    {{0, 18, 4, 30, 6}, {50, 0, 2, 8, 2}}, /* early: best first, level by level */
    {{0, 8, 4, 44, 6}, {30, 0, 2, 26, 3}}, /* late */
};

/* What a sub-search maximizes; most go for the error in ulp, by which the documents' bounds are. */
enum goal { GOAL_SHARE = UL_MEASURES };
static const int goals[16] = {UL_OPENCL, UL_OPENCL,  UL_OPENCL, UL_OPENCL, UL_OPENCL, UL_OPENCL,
                              UL_OPENCL, GOAL_SHARE, UL_OPENCL, UL_OPENCL, UL_OPENCL, GOAL_SHARE,
                              UL_OPENCL, UL_ORDINAL, UL_ABS,    UL_REL};

/* Some sub-searches have a budget of so many shares, as what is smooth wants many draws in few hands; these,
 * as parts of 2, 3, 4 and 8 then have as many of them. */
enum { LARGE = 8, SHARES_OF_LARGE = (UL_SHARES - UL_SEARCHES) / LARGE + 1 };
static const int large[LARGE] = {0, 17, 10, 27, 44, 37, 62, 55};

static uint32_t shares_of_sub(int number)
{
    for (int k = 0; k < LARGE; k++)
        if (large[k] == number)
            return SHARES_OF_LARGE;
    return 1;
}

static int goal_of_sub(int number)
{
    return shares_of_sub(number) > 1 ? UL_OPENCL : goals[number % 16];
}

/* Every second 16, if there is one argument. */
static bool goes_by_levels(int number)
{
    return number / 16 % 2;
}

/* How many scouts go ahead of a batch of so many inputs a share, each time. */
static uint32_t scouts_of_sub(int number, uint32_t batch)
{
    const bool has = goes_by_levels(number) && goal_of_sub(number) == UL_OPENCL; /* which they tell */
    return has ? UL_LEVEL_MOST * (batch * shares_of_sub(number) / SCOUT_SHARE) : 0;
}

/* A box and what its draws gave. */
struct node {
    struct ul_box box;
    uint64_t serial;
    double promise;
    double jump; /* how far its mean is from that of the box beside it, in deviations of the means */
};

struct elite {
    double score;
    int side; /* of the exact result that its own is on, as ul_aim_side says; NO_SIDE: not asked yet */
    uint64_t cell;
    uint32_t near; /* neighbours that were tried */
    ul_bits args[UL_MAX_PARAMETERS];
};

struct find {
    double score;
    int64_t at;
};

enum task_kind { TASK_OTHER, TASK_FOUND, TASK_BOX, TASK_LEVEL, TASK_BESIDE };
/* Inputs of a batch that belong together. */
struct task {
    enum task_kind kind;
    uint32_t from, count;
    struct ul_box box;
    int sibling; /* of so many boxes side by side the how manieth; 0: the first; of the levels' boxes which */
    int level;
    int scale; /* 0: it was not aimed */
};

/* What a task is aimed by. */
struct aimed {
    int task;
    double least, more; /* the error that is wanted */
    int side;
};

struct sub {
    struct ul_search *search;
    int number, result, goal;
    uint32_t weight; /* shares of the budget */
    struct ul_random random;
    uint64_t used, planned, serial, scouted;
    uint64_t next_first, next_start, next_notable;
    int nodes, elites;
    struct node node[NODES];
    struct elite elite[ELITES];
    struct ul_levels levels;
    int finds, *scout_of; /* what scouts found, in a batch the worst first; which box's each was */
    struct find *find;
    struct ul_scouted found;
    double worth[LEVELS]; /* of a distance: how often it led to an elite, lately */
    double worth_of_scale[SCALES];
    int aims; /* of the batch */
    struct aimed *aimed;
    struct ul_anchor *anchor;
    /* The batch. */
    int tasks;
    struct task *task;
    uint32_t batch, filled;
    ul_bits (*input)[UL_MAX_PARAMETERS];
    double *score;
};

struct ul_search {
    struct ul_search_setup setup;
    struct ul_space space;
    struct ul_aim aim[UL_MAX_RESULTS];
    bool aimable[UL_MAX_RESULTS]; /* is each result? */
    bool scouts;
    uint64_t planned_share, scouted_until; /* evaluations of a share, but for scouts' */
    int threads, count;
    uint32_t most_batch;
    double started, largest;
    struct sub *sub[UL_SEARCHES];
    struct {
        int first, count;
        int scoutings; /* that went ahead of its block */
        bool posted;   /* it is under way */
        uint64_t order[UL_SHARES];
        uint32_t weight;
    } group[GROUPS];
    int turn;
    /* of the block that is made */
    int making;
    unsigned char *in;
    uint32_t capacity;
    const unsigned char *scouted;
    uint32_t scouting_room;
};

/* ---- a batch is made ---- */

static const ul_bits *start_at(const struct sub *u, uint64_t k)
{
    return u->search->setup.start[k];
}

static ul_bits *next_input(struct sub *u)
{
    ul_bits *args = u->input[u->filled++];
    return args;
}

static struct task *begin_task(struct sub *u, enum task_kind kind)
{
    struct task *t = &u->task[u->tasks++];
    t->kind = kind;
    t->from = u->filled;
    t->count = 0;
    t->sibling = 0;
    t->level = 0;
    t->scale = 0;
    return t;
}

static void end_task(const struct sub *u, struct task *t)
{
    t->count = u->filled - t->from;
}

/* First those that all begin with, then this sub-search's share of the others, then what the family has. */
static void add_starts(struct sub *u, uint32_t most)
{
    const struct ul_search_setup *of = &u->search->setup;
    struct task *t = begin_task(u, TASK_OTHER);
    const uint32_t end = u->filled + most;
    for (; u->filled < end && u->next_first < of->first; u->next_first++)
        memcpy(next_input(u), start_at(u, u->next_first), sizeof u->input[0]);
    for (; u->filled < end && u->next_start < of->starts; u->next_start += UL_SEARCHES)
        memcpy(next_input(u), start_at(u, u->next_start), sizeof u->input[0]);
    while (u->filled < end && ul_space_notable(&u->search->space, u->next_notable, u->input[u->filled])) {
        u->next_notable += UL_SEARCHES;
        u->filled++;
    }
    end_task(u, t);
}

static void add_box(struct sub *u, const struct ul_box *box, int sibling)
{
    struct task *t = begin_task(u, TASK_BOX);
    t->box = *box;
    t->sibling = sibling;
    for (int k = 0; k < SAMPLES; k++)
        ul_box_draw(&u->search->space, box, &u->random, next_input(u));
    end_task(u, t);
}

static void divide(struct sub *u, const struct ul_box *box)
{
    struct ul_box part[FAN];
    const int parts = ul_box_cut(&u->search->space, box, FAN, part);
    for (int j = 0; j < parts; j++)
        add_box(u, &part[j], j);
}

static int by_promise(const void *a, const void *b)
{
    const struct node *x = a, *y = b;
    if (x->promise != y->promise)
        return x->promise < y->promise ? 1 : -1;
    return (x->serial > y->serial) - (x->serial < y->serial);
}

static int most_jump(const struct sub *u)
{
    int best = -1;
    for (int k = 0; k < u->nodes; k++)
        if (u->node[k].jump > 4 && (best < 0 || u->node[k].jump > u->node[best].jump))
            best = k;
    return best;
}

static void add_boxes(struct sub *u, uint32_t promising, uint32_t jumping)
{
    const uint32_t cost = FAN * SAMPLES;
    qsort(u->node, (size_t)u->nodes, sizeof *u->node, by_promise);
    int taken = 0;
    for (; taken < u->nodes && promising >= cost; promising -= cost)
        divide(u, &u->node[taken++].box);
    u->nodes -= taken;
    memmove(u->node, u->node + taken, (size_t)u->nodes * sizeof *u->node);
    for (int k; jumping >= cost && (k = most_jump(u)) >= 0; jumping -= cost) {
        divide(u, &u->node[k].box);
        u->node[k] = u->node[--u->nodes];
    }
}

static bool is_late(const struct sub *u)
{
    return u->used >= LATE;
}

/* The better ones oftener; late, every second time one of the best few. */
static struct elite *draw_elite(struct sub *u)
{
    if (is_late(u) && ul_random_next(&u->random) & 1)
        return &u->elite[ul_random_below(&u->random, (uint64_t)(u->elites < BEST ? u->elites : BEST))];
    const double x = (double)(ul_random_next(&u->random) >> 11) * 0x1p-53;
    return &u->elite[(int)(x * x * x * u->elites)];
}

static int draw_by_worth(struct sub *u, const double *worth, int n)
{
    double all = 0;
    for (int k = 0; k < n; k++)
        all += worth[k];
    double x = (double)(ul_random_next(&u->random) >> 11) * 0x1p-53 * all;
    int k = 0;
    while (k < n - 1 && x >= worth[k])
        x -= worth[k++];
    return k;
}

static int draw_level(struct sub *u)
{
    const int levels = 8 * ul_types[u->search->space.type[0]].bytes - 3;
    return draw_by_worth(u, u->worth, levels < LEVELS ? levels : LEVELS);
}

static void step_one(struct sub *u, int k, int level, ul_bits *args)
{
    const uint64_t z = ul_random_next(&u->random), size = (uint64_t)1 << level;
    const int64_t steps = (int64_t)(size + (z >> 1 & (size - 1)));
    ul_space_step(&u->search->space, k, z & 1 ? steps : -steps, args);
}

static void step_some(struct sub *u, int level, ul_bits *args)
{
    const int arguments = u->search->space.arguments;
    const uint64_t which = ul_random_below(&u->random, (uint64_t)arguments + 1);
    for (int j = 0; j < arguments; j++)
        if (which == (uint64_t)j || which == (uint64_t)arguments)
            step_one(u, j, level, args);
}

/* Can errors beyond this elite's be aimed at? */
static bool can_aim(const struct sub *u, struct elite *e)
{
    if (!(e->score < 0x1p+20))
        return false;
    if (e->side == NO_SIDE)
        e->side = ul_aim_side(&u->search->aim[u->result], e->args, e->score);
    return e->side;
}

/* From somewhere at that distance, where the exact result would let an error be a little larger. */
static void aim_beside(struct sub *u, const struct elite *e, struct task *t)
{
    const struct ul_space *s = &u->search->space;
    struct ul_anchor *a = &u->anchor[u->aims];
    memcpy(a->args, e->args, sizeof a->args);
    step_some(u, t->level, a->args);
    a->argument = (int)ul_random_below(&u->random, (uint64_t)s->arguments);
    if (s->type[a->argument] != UL_DOUBLE)
        return;
    t->scale = 1 + draw_by_worth(u, u->worth_of_scale, SCALES);
    const double more = ldexp(0.5, -t->scale);
    u->aimed[u->aims++] = (struct aimed){(int)(t - u->task), e->score + more, more, e->side};
}

static void aim_all(struct sub *u)
{
    const struct ul_aim *aim = &u->search->aim[u->result];
    if (u->aims)
        ul_aim_look(aim, u->anchor, u->aims);
    for (int k = 0; k < u->aims; k++) {
        const struct aimed *to = &u->aimed[k];
        const struct task *t = &u->task[to->task];
        const double lo = to->side > 0 ? -(to->least + to->more) : to->least;
        for (uint32_t i = 0; i < t->count; i++)
            ul_aim_from(aim, &u->anchor[k], ul_aim_phase(lo), ul_aim_phase(to->more), &u->random,
                        u->input[t->from + i]);
    }
}

/* All neighbours, the nearest first; then draws at a distance, of one argument or of all of them. */
static void add_beside(struct sub *u)
{
    const struct ul_space *s = &u->search->space;
    struct elite *e = draw_elite(u);
    struct task *t = begin_task(u, TASK_BESIDE);
    const bool aims = u->search->aimable[u->result];
    const bool near = e->near < (uint32_t)((aims ? DENSE_AIMED : DENSE) * s->arguments);
    t->level = near ? 0 : draw_level(u);
    if (is_late(u) && !near && s->arguments == 1 && t->level < LEAST_LEVEL_LATE)
        t->level += LEAST_LEVEL_LATE;
    for (int k = 0; k < NEIGHBOURS; k++) {
        ul_bits *args = next_input(u);
        memcpy(args, e->args, sizeof e->args);
        if (near) {
            const int64_t away = e->near / (2 * (uint32_t)s->arguments) + 1;
            ul_space_step(s, (int)(e->near / 2 % (uint32_t)s->arguments), e->near % 2 ? away : -away, args);
            e->near++;
            continue;
        }
        step_some(u, t->level, args);
    }
    end_task(u, t);
    if (!near && aims && ul_random_below(&u->random, 4) && can_aim(u, e))
        aim_beside(u, e, t);
}

static void add_moved(struct sub *u, uint32_t n)
{
    struct task *t = begin_task(u, TASK_OTHER);
    for (uint32_t k = 0; k < n; k++) {
        ul_bits *args = next_input(u);
        memcpy(args, draw_elite(u)->args, sizeof u->input[0]);
        ul_space_jump(&u->search->space, &u->random, args);
        if (k % 4 == 0)
            step_one(u, (int)ul_random_below(&u->random, (uint64_t)u->search->space.arguments),
                     (int)(k / 4 % 16), args);
    }
    end_task(u, t);
}

/* Of a share that has evaluated so much, if no budget ends it. */
static uint32_t batch_behind(const struct ul_search *s, uint64_t used)
{
    uint64_t n = used / BATCH_SHARE;
    n = n < LEAST_BATCH ? LEAST_BATCH : n;
    return n > s->most_batch ? s->most_batch : (uint32_t)n;
}

/* Of a share, the same for each. */
static uint32_t batch_of(const struct sub *u)
{
    const struct ul_search *s = u->search;
    const uint32_t n = batch_behind(s, u->used / u->weight);
    const uint64_t left = s->setup.budget.evaluations ? (u->planned - u->used) / u->weight : n;
    return n < left ? n : (uint32_t)left;
}

/* Do scouts go ahead of the batch of a share that has evaluated so much? */
static bool scouts_go(const struct ul_search *s, uint64_t used)
{
    return s->scouts && used >= SCOUTED_FROM && used < s->scouted_until;
}

static uint32_t scouts_ahead(const struct sub *u, uint32_t batch)
{
    return scouts_go(u->search, u->used / u->weight) ? scouts_of_sub(u->number, batch) : 0;
}

static const struct shares *shares_of(const struct sub *u)
{
    return &shares[is_late(u)][u->search->space.arguments == 1 && goes_by_levels(u->number)];
}

static void add_levels(struct sub *u, uint32_t most)
{
    const uint32_t end = u->filled + most;
    uint32_t n = 1;
    ul_levels_step(&u->levels, most);
    while (u->filled < end && n) {
        struct task *t = begin_task(u, TASK_LEVEL);
        n = ul_levels_draw(&u->levels, &u->random, &u->input[u->filled], end - u->filled, &t->sibling);
        u->filled += n;
        end_task(u, t);
    }
}

static int worst_first(const void *a, const void *b)
{
    const struct find *x = a, *y = b;
    if (x->score != y->score)
        return x->score < y->score ? 1 : -1;
    return (x->at > y->at) - (x->at < y->at);
}

static void add_finds(struct sub *u, uint32_t most)
{
    struct task *t = begin_task(u, TASK_FOUND);
    int n = 0;
    qsort(u->find, (size_t)u->finds, sizeof *u->find, worst_first);
    for (int k = 0; k < u->finds; k++) /* each once */
        if (!n || u->find[k].at != u->find[n - 1].at)
            u->find[n++] = u->find[k];
    for (int k = 0; k < n && (uint32_t)k < most; k++)
        next_input(u)[0] = ul_space_value(u->search->space.type[0], u->find[k].at);
    end_task(u, t);
}

static void make_batch(struct sub *u)
{
    const uint32_t n = batch_of(u) * u->weight;
    const struct shares *of = shares_of(u);
    u->batch = n;
    u->filled = 0;
    u->tasks = 0;
    u->aims = 0;
    add_starts(u, u->next_first < u->search->setup.first ? n : n * STARTS / WHOLE);
    const uint32_t left = n - u->filled;
    const uint32_t boxes = left * of->promise / WHOLE, beside = left * of->beside / WHOLE / NEIGHBOURS;
    if (of->levels && scouts_ahead(u, batch_of(u)))
        add_finds(u, left * of->levels / WHOLE);
    else if (of->levels)
        add_levels(u, left * of->levels / WHOLE);
    else if (left >= FAN * SAMPLES)
        add_boxes(u, boxes < FAN * SAMPLES ? FAN * SAMPLES : boxes, left * of->jump / WHOLE);
    for (uint32_t k = 0; u->elites && k < beside && u->filled + NEIGHBOURS <= n; k++)
        add_beside(u);
    aim_all(u);
    const uint32_t moved = left * of->moved / WHOLE;
    if (u->elites && u->filled + moved <= n)
        add_moved(u, moved);
    struct task *t = begin_task(u, TASK_OTHER);
    while (u->filled < n)
        ul_space_draw(&u->search->space, &u->random, next_input(u));
    end_task(u, t);
    for (uint32_t k = 0; k < n; k++)
        u->score[k] = -1;
}

/* ---- what it gave ---- */

static bool is_same(const struct sub *u, const struct elite *e, const ul_bits *args)
{
    return !memcmp(e->args, args, (size_t)u->search->space.arguments * sizeof *args);
}

/* Which elite leaves for one of this score and cell; -1: none. */
static int place_of(const struct sub *u, double score, uint64_t cell, const ul_bits *args)
{
    int here = 0, weakest = -1;
    for (int k = 0; k < u->elites; k++) {
        if (u->elite[k].score == score && is_same(u, &u->elite[k], args))
            return -1;
        if (u->elite[k].cell == cell) {
            here++;
            weakest = k;
        }
    }
    if (here >= IN_A_CELL)
        return u->elite[weakest].score < score ? weakest : -1;
    return u->elites < ELITES ? u->elites : ELITES - 1;
}

/* They stand from the largest error to the least. True: it is one now. */
static bool take_elite(struct sub *u, double score, const ul_bits *args)
{
    if (!(score >= 0) || (u->elites == ELITES && score <= u->elite[ELITES - 1].score))
        return false;
    const uint64_t cell = ul_space_cell(&u->search->space, args);
    int k = place_of(u, score, cell, args);
    if (k < 0)
        return false;
    u->elites += k == u->elites;
    for (; k > 0 && u->elite[k - 1].score < score; k--)
        u->elite[k] = u->elite[k - 1];
    u->elite[k] = (struct elite){.score = score, .side = NO_SIDE, .cell = cell};
    memcpy(u->elite[k].args, args, sizeof u->elite[k].args);
    return true;
}

struct moments {
    double mean, deviation, largest;
    int n;
};

static struct moments moments_of(const struct sub *u, const struct task *t)
{
    struct moments m = {.largest = -1};
    double sum = 0, squares = 0;
    for (uint32_t k = t->from; k < t->from + t->count; k++) {
        const double x = u->score[k] < 0x1p60 ? u->score[k] : 0x1p60;
        if (x < 0)
            continue;
        m.n++;
        sum += x;
        squares += x * x;
        m.largest = x > m.largest ? x : m.largest;
    }
    m.mean = m.n ? sum / m.n : 0;
    m.deviation = m.n ? sqrt(fmax(squares / m.n - m.mean * m.mean, 0)) : 0;
    return m;
}

/* Every fourth sub-search goes by what so many draws of a normal distribution would reach, the others mostly
 * by what was reached: both are Innocente and Zimmermann's. */
static double promise_of(const struct sub *u, const struct moments *m)
{
    const double expected = m->mean + 4 * m->deviation;
    return !m->n ? -1 : u->number / 16 % 4 == 3 ? expected : 0.75 * m->largest + 0.25 * expected;
}

static double jump_between(const struct moments *a, const struct moments *b)
{
    if (!a->n || !b->n)
        return a->n != b->n && a->n + b->n >= SAMPLES ? 5 : 0; /* a domain's border */
    const double noise = (a->deviation * a->deviation + b->deviation * b->deviation) / SAMPLES;
    return fabs(a->mean - b->mean) / sqrt(noise + 1e-6 * (a->mean * a->mean + b->mean * b->mean) + 1e-30);
}

static void keep_box(struct sub *u, const struct task *t, const struct moments *m, double jump)
{
    if (ul_box_widest(&u->search->space, &t->box) < 0)
        return;
    int at = u->nodes;
    const double promise = promise_of(u, m);
    if (u->nodes < NODES) {
        u->nodes++;
    } else { /* one of a few leaves for it */
        at = (int)ul_random_below(&u->random, NODES);
        for (int k = 0; k < 8; k++) {
            const int other = (int)ul_random_below(&u->random, NODES);
            at = u->node[other].promise < u->node[at].promise ? other : at;
        }
        if (u->node[at].promise > promise && jump < 8)
            return;
    }
    u->node[at] = (struct node){.box = t->box, .serial = u->serial++, .promise = promise, .jump = jump};
}

static void take_boxes(struct sub *u)
{
    struct moments before = {0}, now;
    for (int k = 0; k < u->tasks; k++) {
        const struct task *t = &u->task[k];
        if (t->kind != TASK_BOX)
            continue;
        now = moments_of(u, t);
        const bool follows = t->sibling > 0 && k && u->task[k - 1].kind == TASK_BOX;
        const double jump = follows ? jump_between(&before, &now) : 0;
        if (follows && u->nodes && u->node[u->nodes - 1].serial == u->serial - 1 &&
            u->node[u->nodes - 1].jump < jump)
            u->node[u->nodes - 1].jump = jump;
        keep_box(u, t, &now, jump);
        before = now;
    }
}

/* What the boxes of a level are worth: by the published method's two modes. */
static void take_levels(struct sub *u)
{
    for (int k = 0; k < u->tasks; k++) {
        const struct task *t = &u->task[k];
        if (t->kind != TASK_LEVEL || !t->count)
            continue;
        const struct moments m = moments_of(u, t);
        const bool by_mean = ul_levels_by_mean(&u->levels) && m.n;
        ul_levels_hear(&u->levels, t->sibling, by_mean ? m.mean + 6 * m.deviation : m.largest);
    }
}

static void check_finds(struct sub *u, const struct task *t)
{
    for (uint32_t i = 0; i < t->count; i++) {
        const double said = u->find[i].score;
        u->found.measured++;
        u->found.astray += !(fabs(u->score[t->from + i] - said) <= 0x1p-20 * (1 + said));
    }
    u->finds = 0;
}

static void learn(double *worth, int taken)
{
    *worth = 0.98 * *worth + 0.02 * (0.1 + 4 * taken);
}

static void take_scores(struct sub *u)
{
    for (int k = 0; k < u->tasks; k++) {
        const struct task *t = &u->task[k];
        int taken = 0;
        for (uint32_t i = t->from; i < t->from + t->count; i++)
            taken += take_elite(u, u->score[i], u->input[i]);
        if (t->kind == TASK_FOUND)
            check_finds(u, t);
        if (t->kind == TASK_BESIDE)
            learn(&u->worth[t->level], taken);
        if (t->scale)
            learn(&u->worth_of_scale[t->scale - 1], taken);
    }
    take_boxes(u);
    take_levels(u);
    u->used += u->batch;
}

/* ---- the sub-searches together ---- */

static void begin_boxes(struct sub *u)
{
    const struct ul_space *s = &u->search->space;
    for (int f = 0; f < UL_FRAMES; f++) {
        struct ul_box all;
        if (!ul_space_box(s, (enum ul_frame)f, &all))
            continue;
        const int across = s->arguments > 1 ? 16 : 1, along = STRATA / across;
        for (int k = u->number % STRATA_SHARE; k < STRATA && u->nodes < NODES; k += STRATA_SHARE) {
            struct node *n = &u->node[u->nodes];
            const int cell[2] = {k % along, k / along}, cells[2] = {along, across};
            n->box = all;
            for (int j = 0; j < (across > 1 ? 2 : 1); j++) {
                const uint64_t width = (uint64_t)all.hi[j] - (uint64_t)all.lo[j],
                               step = width / (uint64_t)cells[j] + 1;
                if (step < 4)
                    continue;
                const uint64_t from = step * (uint64_t)cell[j];
                n->box.lo[j] = (int64_t)((uint64_t)all.lo[j] + (from < width ? from : width));
                n->box.hi[j] =
                    (int64_t)((uint64_t)all.lo[j] + (from + step - 1 < width ? from + step - 1 : width));
            }
            n->promise = INFINITY;
            n->serial = u->serial++;
            n->jump = 0;
            u->nodes++;
        }
    }
}

static void begin_sub(struct sub *u)
{
    const struct ul_search *s = u->search;
    const int results = s->setup.subject->signature.results;
    struct ul_random seed = {.state = s->setup.seed ^ (uint64_t)(u->number + 1) << 48};
    u->random.state = ul_random_next(&seed);
    u->result = u->number / 16 % results;
    u->goal = goal_of_sub(u->number);
    u->used = u->scouted = u->serial = u->next_first = 0;
    u->next_start = s->setup.first + (uint64_t)u->number;
    u->next_notable = (uint64_t)u->number;
    u->nodes = u->elites = 0;
    for (int k = 0; k < LEVELS; k++)
        u->worth[k] = 0.5;
    for (int k = 0; k < SCALES; k++)
        u->worth_of_scale[k] = 0.5;
    begin_boxes(u);
    ul_levels_begin(&u->levels, &s->space);
}

static uint64_t draws_of_scouts(int number, uint32_t batch)
{
    return (uint64_t)scouts_of_sub(number, batch) * SCOUTINGS * UL_SCOUT_DRAWS;
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
    while (left / UL_SHARES) {
        uint32_t n = batch_behind(s, used);
        const uint64_t whole = (uint64_t)n * UL_SHARES,
                       draws = scouts_go(s, used) ? draws_of_all_scouts(n) : 0;
        if (draws && whole + draws > left) {
            s->scouted_until = used;
            left = sent && left > used * UL_SHARES ? used * UL_SHARES : left;
            continue;
        }
        n = whole < left ? n : (uint32_t)(left / UL_SHARES);
        left -= (uint64_t)n * UL_SHARES + draws;
        used += n;
        sent |= draws > 0;
    }
    s->planned_share = used;
}

static uint64_t planned_of(const struct ul_search *s, int number)
{
    uint64_t n = s->planned_share * shares_of_sub(number);
    for (uint64_t used = 0; s->scouts && used < s->planned_share; used += batch_behind(s, used))
        n += scouts_go(s, used) ? draws_of_scouts(number, batch_behind(s, used)) : 0;
    return n;
}

bool ul_search_can_scout(const struct ul_subject *s)
{
    return s->signature.arguments == 1 && s->signature.results == 1 &&
           s->signature.argument[0].type == UL_DOUBLE && s->signature.result[0].type == UL_DOUBLE;
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
    s->most_batch = most_batch(setup->capacity);
    plan_shares(s);
    if (ul_space_make(&s->space, setup->subject)) {
        for (int k = 0; k < setup->subject->signature.results; k++)
            s->aimable[k] = ul_aim_make(&s->aim[k], &s->space, k);
        return s;
    }
    ul_fail(why, "no number of its type lies in its domain");
    free(s);
    return NULL;
}

static void free_subs(struct ul_search *s)
{
    for (int k = 0; k < s->count; k++) {
        free(s->sub[k]->task);
        free(s->sub[k]->input);
        free(s->sub[k]->score);
        free(s->sub[k]->aimed);
        free(s->sub[k]->anchor);
        free(s->sub[k]->scout_of);
        free(s->sub[k]->find);
        free(s->sub[k]);
    }
    s->count = 0;
}

void ul_search_free(struct ul_search *s)
{
    if (!s)
        return;
    free_subs(s);
    for (int k = 0; k < UL_MAX_RESULTS; k++)
        ul_aim_clear(&s->aim[k]);
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

static struct sub *make_sub(struct ul_search *s, int number)
{
    struct sub *u = ul_alloc(sizeof *u);
    const size_t room = (size_t)s->most_batch * shares_of_sub(number) + 1;
    u->search = s;
    u->number = number;
    u->weight = shares_of_sub(number);
    u->planned = s->planned_share * u->weight;
    u->task = ul_alloc((room / NEIGHBOURS + UL_LEVEL_MOST + 8) * sizeof *u->task);
    u->input = ul_alloc(room * sizeof *u->input);
    u->score = ul_alloc(room * sizeof *u->score);
    u->aimed = ul_alloc((room / NEIGHBOURS + 1) * sizeof *u->aimed);
    u->anchor = ul_alloc((room / NEIGHBOURS + 1) * sizeof *u->anchor);
    if (s->scouts) {
        const uint32_t scouts = scouts_of_sub(number, s->most_batch) + 1;
        u->scout_of = ul_alloc(scouts * sizeof *u->scout_of);
        u->find = ul_alloc(SCOUTINGS * scouts * sizeof *u->find);
    }
    begin_sub(u);
    return u;
}

void ul_search_begin(struct ul_search *s, uint64_t part, uint64_t parts, int threads)
{
    free_subs(s);
    for (int k = 0; k < UL_SEARCHES; k++)
        if (is_of_part((uint64_t)k, part, parts))
            s->sub[s->count++] = make_sub(s, k);
    s->threads = threads;
    s->started = ul_seconds();
    s->largest = -1;
    s->turn = 0;
    for (int g = 0, first = 0; g < GROUPS; g++) {
        s->group[g].first = first;
        s->group[g].count = (s->count + (g == 0)) / GROUPS;
        s->group[g].posted = false;
        s->group[g].scoutings = 0;
        s->group[g].weight = 0;
        for (int k = 0; k < s->group[g].count; k++)
            s->group[g].weight += s->sub[first + k]->weight;
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
    struct sub *u = s->sub[s->group[s->making].first + (int)item];
    (void)thread;
    make_batch(u);
    uint32_t at = 0;
    for (int k = s->group[s->making].first; s->sub[k] != u; k++)
        at += s->sub[k]->weight;
    at *= u->batch / u->weight;
    size_t before = 0;
    for (int k = 0; k < s->space.arguments; k++) {
        const size_t bytes = (size_t)ul_types[s->space.type[k]].bytes;
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
    for (int k = 0; k < s->space.arguments; k++) {
        const size_t bytes = (size_t)ul_types[s->space.type[k]].bytes;
        unsigned char *array = s->in + before * s->capacity;
        for (uint32_t i = n; i < n + UL_MAX_WIDTH - 1; i++)
            memcpy(array + bytes * i, array + bytes * (i % n), bytes);
        before += bytes;
    }
}

/* All sub-searches end with the same number of batches. */
static bool has_ended(const struct ul_search *s, int g)
{
    const struct sub *u = s->sub[s->group[g].first];
    if (s->setup.budget.evaluations)
        return u->used >= u->planned;
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
        n += scouts_of_sub(k, most_batch(capacity));
    return (n + 63) / 64 * 64;
}

/* Scouts that are left when a level has enough, or a run ends, draw from its boxes once more. */
static uint32_t ask_for(struct sub *u, uint32_t scouts, int64_t *low, uint64_t *width, uint64_t *seed)
{
    struct ul_stretch at;
    if (!scouts)
        return 0;
    ul_levels_step(&u->levels, 0);
    const uint32_t runs = scouts / (uint32_t)u->levels.count;
    uint32_t k = 0;
    for (; k < scouts && ul_levels_stretch(&u->levels, UL_SCOUT_DRAWS, runs ? runs : 1, &at); k++) {
        low[k] = at.low;
        width[k] = at.width;
        u->scout_of[k] = at.of;
    }
    for (; k < scouts; k++) {
        const int of = (int)k % u->levels.count;
        const struct ul_box *b = &u->levels.box[of].box;
        low[k] = b->lo[0];
        width[k] = (uint64_t)b->hi[0] - (uint64_t)b->lo[0];
        u->scout_of[k] = of;
    }
    for (k = 0; k < scouts; k++)
        seed[k] = ul_random_next(&u->random);
    u->scouted += (uint64_t)scouts * UL_SCOUT_DRAWS;
    return scouts;
}

bool ul_search_ask(struct ul_search *s, void *in, struct ul_scouting *ask)
{
    const int g = s->scouts ? next_group(s) : -1;
    if (g < 0 || s->group[g].scoutings == SCOUTINGS)
        return false;
    const uint32_t batch = batch_of(s->sub[s->group[g].first]);
    struct sub *const *sub = &s->sub[s->group[g].first];
    uint32_t n = 0, at = 0;
    for (int k = 0; k < s->group[g].count; k++)
        n += scouts_ahead(sub[k], batch);
    *ask = (struct ul_scouting){.n = n, .capacity = (n + 63) / 64 * 64};
    s->making = g;
    s->scouting_room = ask->capacity;
    int64_t *low = in;
    uint64_t *width = (uint64_t *)in + ask->capacity, *seed = width + ask->capacity;
    for (int k = 0; k < s->group[g].count; k++)
        at += ask_for(sub[k], scouts_ahead(sub[k], batch), low + at, width + at, seed + at);
    s->group[g].scoutings += n != 0;
    return n;
}

/* What could not be among the best is left out. */
static void keep_finds(struct sub *u, uint32_t scouts, const double *most, const int64_t *at)
{
    const double least = u->elites == ELITES ? u->elite[ELITES - 1].score : 0;
    for (uint32_t k = 0; k < scouts; k++)
        if (most[k] > least)
            u->find[u->finds++] = (struct find){most[k], at[k]};
}

static void hear_scouts(struct sub *u, uint32_t scouts, const double *most, const double *sum,
                        const double *squares)
{
    double sums[UL_LEVEL_MOST] = {0}, of_squares[UL_LEVEL_MOST] = {0}, draws[UL_LEVEL_MOST] = {0};
    const bool by_mean = ul_levels_by_mean(&u->levels);
    for (uint32_t k = 0; k < scouts; k++) {
        const int of = u->scout_of[k];
        sums[of] += sum[k];
        of_squares[of] += squares[k];
        draws[of] += UL_SCOUT_DRAWS;
        if (!by_mean)
            ul_levels_hear(&u->levels, of, most[k]);
    }
    for (int of = 0; of < u->levels.count && by_mean; of++) {
        const double mean = sums[of] / fmax(draws[of], 1), square = of_squares[of] / fmax(draws[of], 1);
        ul_levels_hear(&u->levels, of, mean + 6 * sqrt(fmax(square - mean * mean, 0)));
    }
}

static void take_scouted(void *context, int thread, uint64_t item)
{
    struct ul_search *s = context;
    struct sub *const *sub = &s->sub[s->group[s->making].first], *u = sub[item];
    const uint32_t batch = batch_of(sub[0]), scouts = scouts_ahead(u, batch);
    const size_t room = s->scouting_room * sizeof(double);
    size_t at = 0;
    (void)thread;
    for (uint64_t k = 0; k < item; k++)
        at += scouts_ahead(sub[k], batch) * sizeof(double);
    const unsigned char *out = s->scouted + at;
    if (!scouts)
        return;
    keep_finds(u, scouts, (const double *)(const void *)out, (const int64_t *)(const void *)(out + room));
    hear_scouts(u, scouts, (const double *)(const void *)out, (const double *)(const void *)(out + 2 * room),
                (const double *)(const void *)(out + 3 * room));
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
    const uint32_t each = batch_of(s->sub[s->group[g].first]);
    const uint32_t n = each * s->group[g].weight;
    s->making = g;
    s->in = in;
    s->capacity = (n + (UL_MAX_WIDTH - 1) + 63) / 64 * 64;
    ul_parallel(s->threads, (uint64_t)s->group[g].count, fill_one, s);
    fill_rest(s, n);
    uint64_t *order = s->group[g].order;
    for (int k = 0; k < s->group[g].count; k++) {
        const struct sub *u = s->sub[s->group[g].first + k];
        for (uint32_t j = 0; j < u->weight; j++)
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
        struct sub *u = s->sub[at];
        if (u->result != w->setup->result || l->state[i] != UL_LANE_FIGURES)
            continue;
        const double score = u->goal == GOAL_SHARE ? share_of(w->setup, l, i) : l->value[u->goal][i];
        double *to = &u->score[(l->order[i] & (((uint64_t)1 << ORDER_BITS) - 1)) - u->used];
        *to = score > *to ? score : *to;
    }
}

static void take_one(void *context, int thread, uint64_t item)
{
    struct ul_search *s = context;
    (void)thread;
    take_scores(s->sub[s->group[s->making].first + (int)item]);
}

void ul_search_end_block(struct ul_search *s, const struct ul_block *b)
{
    const int g = (int)b->order;
    s->making = g;
    ul_parallel(s->threads, (uint64_t)s->group[g].count, take_one, s);
    s->group[g].posted = false;
    for (int k = 0; k < s->group[g].count; k++) {
        const struct sub *u = s->sub[s->group[g].first + k];
        if (u->goal == UL_OPENCL && u->elites && u->elite[0].score > s->largest)
            s->largest = u->elite[0].score;
    }
}
