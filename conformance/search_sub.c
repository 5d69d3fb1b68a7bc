#include "search_sub.h"
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
    SCALES = 24,      /* of how much more an error is wanted to be: an ulp by this power of two */
    LEVELS = 62,      /* of distances, in bits */
    SCOUT_SHARE = 256 /* inputs of a batch, for each scout of a box */
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
    {{0, 18, 4, 30, 6}, {50, 0, 0, 8, 2}}, /* early: best first, level by level */
    {{0, 8, 4, 44, 6}, {30, 0, 0, 26, 3}}, /* late */
};

/* What a sub-search maximizes; most go for the error in ulp, by which the documents' bounds are. */
static const int goals[16] = {UL_OPENCL, UL_OPENCL,     UL_OPENCL, UL_OPENCL, UL_OPENCL, UL_OPENCL,
                              UL_OPENCL, UL_GOAL_SHARE, UL_OPENCL, UL_OPENCL, UL_OPENCL, UL_GOAL_SHARE,
                              UL_OPENCL, UL_ORDINAL,    UL_ABS,    UL_REL};

/* Some sub-searches have a budget of so many shares, as what is smooth wants many draws in few hands; these,
 * as parts of 2, 3, 4 and 8 then have as many of them. */
enum { LARGE = 8, SHARES_OF_LARGE = (UL_SHARES - UL_SEARCHES) / LARGE + 1 };
static const int large[LARGE] = {0, 17, 10, 27, 44, 37, 62, 55};

uint32_t ul_sub_shares(int number)
{
    for (int k = 0; k < LARGE; k++)
        if (large[k] == number)
            return SHARES_OF_LARGE;
    return 1;
}

static int goal_of(int number)
{
    return ul_sub_shares(number) > 1 ? UL_OPENCL : goals[number % 16];
}

/* Every second 16, if there is one argument. */
static bool goes_by_levels(int number)
{
    return number / 16 % 2;
}

uint32_t ul_sub_scouts(int number, uint32_t batch)
{
    const bool has = goes_by_levels(number) && goal_of(number) == UL_OPENCL; /* which they tell */
    return has ? UL_LEVEL_MOST * (batch * ul_sub_shares(number) / SCOUT_SHARE) : 0;
}

/* A box and what its draws gave. */
struct ul_sub_node {
    struct ul_box box;
    uint64_t serial;
    double promise;
    double jump; /* how far its mean is from that of the box beside it, in deviations of the means */
};

struct ul_sub_elite {
    double score;
    int side; /* of the exact result that its own is on, as ul_aim_side says; NO_SIDE: not asked yet */
    uint64_t cell;
    uint32_t near; /* neighbours that were tried */
    ul_bits args[UL_MAX_PARAMETERS];
};

struct ul_sub_find {
    double score;
    int64_t at;
};

enum task_kind { TASK_OTHER, TASK_FOUND, TASK_BOX, TASK_LEVEL, TASK_BESIDE };
/* Inputs of a batch that belong together. */
struct ul_sub_task {
    enum task_kind kind;
    uint32_t from, count;
    struct ul_box box;
    int sibling; /* of so many boxes side by side the how manieth; 0: the first; of the levels' boxes which */
    int level;
    int scale; /* 0: it was not aimed */
};

/* What a task is aimed by. */
struct ul_sub_aimed {
    int task;
    uint64_t lo, width; /* where exact results are wanted */
};

/* ---- a batch is made ---- */

static const ul_bits *start_at(const struct ul_sub *u, uint64_t k)
{
    return u->common->setup->start[k];
}

static ul_bits *next_input(struct ul_sub *u)
{
    ul_bits *args = u->input[u->filled++];
    return args;
}

static struct ul_sub_task *begin_task(struct ul_sub *u, enum task_kind kind)
{
    struct ul_sub_task *t = &u->task[u->tasks++];
    t->kind = kind;
    t->from = u->filled;
    t->count = 0;
    t->sibling = 0;
    t->level = 0;
    t->scale = 0;
    return t;
}

static void end_task(const struct ul_sub *u, struct ul_sub_task *t)
{
    t->count = u->filled - t->from;
}

/* First those that all begin with, then this sub-search's share of the others, then what the family has. */
static void add_starts(struct ul_sub *u, uint32_t most)
{
    const struct ul_search_setup *of = u->common->setup;
    struct ul_sub_task *t = begin_task(u, TASK_OTHER);
    const uint32_t end = u->filled + most;
    for (; u->filled < end && u->next_first < of->first; u->next_first++)
        memcpy(next_input(u), start_at(u, u->next_first), sizeof u->input[0]);
    for (; u->filled < end && u->next_start < of->starts; u->next_start += UL_SEARCHES)
        memcpy(next_input(u), start_at(u, u->next_start), sizeof u->input[0]);
    while (u->filled < end && ul_space_notable(&u->common->space, u->next_notable, u->input[u->filled])) {
        u->next_notable += UL_SEARCHES;
        u->filled++;
    }
    end_task(u, t);
}

static void add_box(struct ul_sub *u, const struct ul_box *box, int sibling)
{
    struct ul_sub_task *t = begin_task(u, TASK_BOX);
    t->box = *box;
    t->sibling = sibling;
    for (int k = 0; k < SAMPLES; k++)
        ul_box_draw(&u->common->space, box, &u->random, next_input(u));
    end_task(u, t);
}

static void divide(struct ul_sub *u, const struct ul_box *box)
{
    struct ul_box part[FAN];
    const int parts = ul_box_cut(&u->common->space, box, FAN, part);
    for (int j = 0; j < parts; j++)
        add_box(u, &part[j], j);
}

static int by_promise(const void *a, const void *b)
{
    const struct ul_sub_node *x = a, *y = b;
    if (x->promise != y->promise)
        return x->promise < y->promise ? 1 : -1;
    return (x->serial > y->serial) - (x->serial < y->serial);
}

static int most_jump(const struct ul_sub *u)
{
    int best = -1;
    for (int k = 0; k < u->nodes; k++)
        if (u->node[k].jump > 4 && (best < 0 || u->node[k].jump > u->node[best].jump))
            best = k;
    return best;
}

static void add_boxes(struct ul_sub *u, uint32_t promising, uint32_t jumping)
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

static bool is_late(const struct ul_sub *u)
{
    return u->used >= LATE;
}

/* The better ones oftener; late, every second time one of the best few. */
static struct ul_sub_elite *draw_elite(struct ul_sub *u)
{
    if (is_late(u) && ul_random_next(&u->random) & 1)
        return &u->elite[ul_random_below(&u->random, (uint64_t)(u->elites < BEST ? u->elites : BEST))];
    const double x = ul_random_unit(&u->random);
    return &u->elite[(int)(x * x * x * u->elites)];
}

static int draw_by_worth(struct ul_sub *u, const double *worth, int n)
{
    double all = 0;
    for (int k = 0; k < n; k++)
        all += worth[k];
    double x = ul_random_unit(&u->random) * all;
    int k = 0;
    while (k < n - 1 && x >= worth[k])
        x -= worth[k++];
    return k;
}

static int draw_level(struct ul_sub *u)
{
    const int levels = 8 * ul_types[u->common->space.type[0]].bytes - 3;
    return draw_by_worth(u, u->worth, levels < LEVELS ? levels : LEVELS);
}

static void step_one(struct ul_sub *u, int k, int level, ul_bits *args)
{
    const uint64_t z = ul_random_next(&u->random), size = (uint64_t)1 << level;
    const int64_t steps = (int64_t)(size + (z >> 1 & (size - 1)));
    ul_space_step(&u->common->space, k, z & 1 ? steps : -steps, args);
}

static void step_some(struct ul_sub *u, int level, ul_bits *args)
{
    const int arguments = u->common->space.arguments;
    const uint64_t which = ul_random_below(&u->random, (uint64_t)arguments + 1);
    for (int j = 0; j < arguments; j++)
        if (which == (uint64_t)j || which == (uint64_t)arguments)
            step_one(u, j, level, args);
}

/* Can errors beyond this elite's be aimed at? */
static bool can_aim(const struct ul_sub *u, struct ul_sub_elite *e)
{
    if (!(e->score < 0x1p+20))
        return false;
    if (e->side == NO_SIDE)
        e->side = ul_aim_side(&u->common->aim[u->result], e->args, e->score);
    return e->side;
}

/* From somewhere at that distance, where the exact result would let an error be a little larger. */
static void aim_beside(struct ul_sub *u, const struct ul_sub_elite *e, struct ul_sub_task *t)
{
    const struct ul_space *s = &u->common->space;
    struct ul_anchor *a = &u->anchor[u->aims];
    memcpy(a->args, e->args, sizeof a->args);
    step_some(u, t->level, a->args);
    a->argument = (int)ul_random_below(&u->random, (uint64_t)s->arguments);
    if (s->type[a->argument] != UL_DOUBLE)
        return;
    t->scale = 1 + draw_by_worth(u, u->worth_of_scale, SCALES);
    const double more = ldexp(0.5, -t->scale), least = e->score + more,
                 lo = e->side > 0 ? -(least + more) : least;
    u->aimed[u->aims++] = (struct ul_sub_aimed){(int)(t - u->task), ul_aim_phase(lo), ul_aim_phase(more)};
}

static void aim_all(struct ul_sub *u)
{
    const struct ul_aim *aim = &u->common->aim[u->result];
    if (u->aims)
        ul_aim_look(aim, u->anchor, u->aims);
    for (int k = 0; k < u->aims; k++) {
        const struct ul_sub_aimed *to = &u->aimed[k];
        const struct ul_sub_task *t = &u->task[to->task];
        for (uint32_t i = 0; i < t->count; i++)
            ul_aim_from(aim, &u->anchor[k], to->lo, to->width, &u->random, u->input[t->from + i]);
    }
}

/* All neighbours, the nearest first; then draws at a distance, of one argument or of all of them. */
static void add_beside(struct ul_sub *u)
{
    const struct ul_space *s = &u->common->space;
    struct ul_sub_elite *e = draw_elite(u);
    struct ul_sub_task *t = begin_task(u, TASK_BESIDE);
    const bool aims = u->common->aimable[u->result];
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

static void add_moved(struct ul_sub *u, uint32_t n)
{
    struct ul_sub_task *t = begin_task(u, TASK_OTHER);
    for (uint32_t k = 0; k < n; k++) {
        ul_bits *args = next_input(u);
        memcpy(args, draw_elite(u)->args, sizeof u->input[0]);
        ul_space_jump(&u->common->space, &u->random, args);
        if (k % 4 == 0)
            step_one(u, (int)ul_random_below(&u->random, (uint64_t)u->common->space.arguments),
                     (int)(k / 4 % 16), args);
    }
    end_task(u, t);
}

static const struct shares *shares_of(const struct ul_sub *u)
{
    return &shares[is_late(u)][u->common->space.arguments == 1 && goes_by_levels(u->number)];
}

static void add_levels(struct ul_sub *u, uint32_t most)
{
    const uint32_t end = u->filled + most;
    uint32_t n = 1;
    ul_levels_step(&u->levels, most);
    while (u->filled < end && n) {
        struct ul_sub_task *t = begin_task(u, TASK_LEVEL);
        n = ul_levels_draw(&u->levels, &u->random, &u->input[u->filled], end - u->filled, &t->sibling);
        u->filled += n;
        end_task(u, t);
    }
}

static int worst_first(const void *a, const void *b)
{
    const struct ul_sub_find *x = a, *y = b;
    if (x->score != y->score)
        return x->score < y->score ? 1 : -1;
    return (x->at > y->at) - (x->at < y->at);
}

static void add_finds(struct ul_sub *u, uint32_t most)
{
    struct ul_sub_task *t = begin_task(u, TASK_FOUND);
    int n = 0;
    qsort(u->find, (size_t)u->finds, sizeof *u->find, worst_first);
    for (int k = 0; k < u->finds; k++) /* each once */
        if (!n || u->find[k].at != u->find[n - 1].at)
            u->find[n++] = u->find[k];
    for (int k = 0; k < n && (uint32_t)k < most; k++)
        next_input(u)[0] = ul_space_value(u->common->space.type[0], u->find[k].at);
    end_task(u, t);
}

void ul_sub_make(struct ul_sub *u, uint32_t n, bool scouted)
{
    const struct shares *of = shares_of(u);
    u->batch = n;
    u->filled = 0;
    u->tasks = 0;
    u->aims = 0;
    add_starts(u, u->next_first < u->common->setup->first ? n : n * STARTS / WHOLE);
    const uint32_t left = n - u->filled;
    const uint32_t boxes = left * of->promise / WHOLE, beside = left * of->beside / WHOLE / NEIGHBOURS;
    if (of->levels && scouted)
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
    struct ul_sub_task *t = begin_task(u, TASK_OTHER);
    while (u->filled < n)
        ul_space_draw(&u->common->space, &u->random, next_input(u));
    end_task(u, t);
    for (uint32_t k = 0; k < n; k++)
        u->score[k] = -1;
}

/* ---- what it gave ---- */

static bool is_same(const struct ul_sub *u, const struct ul_sub_elite *e, const ul_bits *args)
{
    return !memcmp(e->args, args, (size_t)u->common->space.arguments * sizeof *args);
}

/* Which elite leaves for one of this score and cell; -1: none. */
static int place_of(const struct ul_sub *u, double score, uint64_t cell, const ul_bits *args)
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
static bool take_elite(struct ul_sub *u, double score, const ul_bits *args)
{
    if (!(score >= 0) || (u->elites == ELITES && score <= u->elite[ELITES - 1].score))
        return false;
    const uint64_t cell = ul_space_cell(&u->common->space, args);
    int k = place_of(u, score, cell, args);
    if (k < 0)
        return false;
    u->elites += k == u->elites;
    for (; k > 0 && u->elite[k - 1].score < score; k--)
        u->elite[k] = u->elite[k - 1];
    u->elite[k] = (struct ul_sub_elite){.score = score, .side = NO_SIDE, .cell = cell};
    memcpy(u->elite[k].args, args, sizeof u->elite[k].args);
    return true;
}

struct moments {
    double mean, deviation, largest;
    int n;
};

static struct moments moments_of(const struct ul_sub *u, const struct ul_sub_task *t)
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
static double promise_of(const struct ul_sub *u, const struct moments *m)
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

static void keep_box(struct ul_sub *u, const struct ul_sub_task *t, const struct moments *m, double jump)
{
    if (ul_box_widest(&u->common->space, &t->box) < 0)
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
    u->node[at] =
        (struct ul_sub_node){.box = t->box, .serial = u->serial++, .promise = promise, .jump = jump};
}

static void take_boxes(struct ul_sub *u)
{
    struct moments before = {0}, now;
    for (int k = 0; k < u->tasks; k++) {
        const struct ul_sub_task *t = &u->task[k];
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
static void take_levels(struct ul_sub *u)
{
    for (int k = 0; k < u->tasks; k++) {
        const struct ul_sub_task *t = &u->task[k];
        if (t->kind != TASK_LEVEL || !t->count)
            continue;
        const struct moments m = moments_of(u, t);
        const bool by_mean = ul_levels_by_mean(&u->levels) && m.n;
        ul_levels_hear(&u->levels, t->sibling, by_mean ? m.mean + 6 * m.deviation : m.largest);
    }
}

static void check_finds(struct ul_sub *u, const struct ul_sub_task *t)
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

void ul_sub_take(struct ul_sub *u)
{
    for (int k = 0; k < u->tasks; k++) {
        const struct ul_sub_task *t = &u->task[k];
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

double ul_sub_largest(const struct ul_sub *u)
{
    return u->elites ? u->elite[0].score : -1;
}

/* ---- its begin and end ---- */

static void begin_boxes(struct ul_sub *u)
{
    const struct ul_space *s = &u->common->space;
    for (int f = 0; f < UL_FRAMES; f++) {
        struct ul_box all;
        if (!ul_space_box(s, (enum ul_frame)f, &all))
            continue;
        const int across = s->arguments > 1 ? 16 : 1, along = STRATA / across;
        for (int k = u->number % STRATA_SHARE; k < STRATA && u->nodes < NODES; k += STRATA_SHARE) {
            struct ul_sub_node *n = &u->node[u->nodes];
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

static void make_room(struct ul_sub *u, uint32_t most_batch, bool scouts)
{
    const size_t room = (size_t)most_batch * u->shares + 1,
                 most = scouts ? ul_sub_scouts(u->number, most_batch) + 1 : 0;
    u->node = ul_alloc(NODES * sizeof *u->node);
    u->elite = ul_alloc(ELITES * sizeof *u->elite);
    u->worth = ul_alloc(LEVELS * sizeof *u->worth);
    u->worth_of_scale = ul_alloc(SCALES * sizeof *u->worth_of_scale);
    u->task = ul_alloc((room / NEIGHBOURS + UL_LEVEL_MOST + 8) * sizeof *u->task);
    u->input = ul_alloc(room * sizeof *u->input);
    u->score = ul_alloc(room * sizeof *u->score);
    u->aimed = ul_alloc((room / NEIGHBOURS + 1) * sizeof *u->aimed);
    u->anchor = ul_alloc((room / NEIGHBOURS + 1) * sizeof *u->anchor);
    u->scout_of = ul_alloc(most * sizeof *u->scout_of);
    u->find = ul_alloc(UL_SCOUTINGS * most * sizeof *u->find);
}

struct ul_sub *ul_sub_new(const struct ul_sub_common *common, int number, uint32_t most_batch, bool scouts)
{
    const struct ul_search_setup *of = common->setup;
    struct ul_sub *u = ul_alloc(sizeof *u);
    struct ul_random seed = {.state = of->seed ^ (uint64_t)(number + 1) << 48};
    *u = (struct ul_sub){.common = common,
                         .number = number,
                         .result = number / 16 % of->subject->signature.results,
                         .goal = goal_of(number),
                         .shares = ul_sub_shares(number),
                         .random = {.state = ul_random_next(&seed)},
                         .next_start = of->first + (uint64_t)number,
                         .next_notable = (uint64_t)number};
    make_room(u, most_batch, scouts);
    for (int k = 0; k < LEVELS; k++)
        u->worth[k] = 0.5;
    for (int k = 0; k < SCALES; k++)
        u->worth_of_scale[k] = 0.5;
    begin_boxes(u);
    ul_levels_begin(&u->levels, &common->space);
    return u;
}

void ul_sub_free(struct ul_sub *u)
{
    free(u->node);
    free(u->elite);
    free(u->worth);
    free(u->worth_of_scale);
    free(u->task);
    free(u->input);
    free(u->score);
    free(u->aimed);
    free(u->anchor);
    free(u->scout_of);
    free(u->find);
    free(u);
}

/* ---- scouts ---- */

/* Scouts that are left when a level has enough, or a run ends, draw from its boxes once more. */
void ul_sub_ask(struct ul_sub *u, uint32_t scouts, int64_t *low, uint64_t *width, uint64_t *seed)
{
    struct ul_stretch at;
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
}

/* What could not be among the best is left out. */
static void keep_finds(struct ul_sub *u, uint32_t scouts, const double *most, const int64_t *at)
{
    const double least = u->elites == ELITES ? u->elite[ELITES - 1].score : 0;
    for (uint32_t k = 0; k < scouts; k++)
        if (most[k] > least)
            u->find[u->finds++] = (struct ul_sub_find){most[k], at[k]};
}

void ul_sub_hear_scouts(struct ul_sub *u, uint32_t scouts, const double *most, const int64_t *at,
                        const double *sum, const double *squares)
{
    double sums[UL_LEVEL_MOST] = {0}, of_squares[UL_LEVEL_MOST] = {0}, draws[UL_LEVEL_MOST] = {0};
    const bool by_mean = ul_levels_by_mean(&u->levels);
    keep_finds(u, scouts, most, at);
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
