/* Who reads and who writes a register, along straight-line code. */
#include "dataflow.h"
#include <stdlib.h>
#include <string.h>

/* ---- Stretches -------------------------------------------------------------------------------------- */

/* What ptxas 13.0 turns into a call, or a branch around a slow path (read in the machine code of sm_90: it
 * keeps a product before such an instruction and a sum behind it apart). */
static bool ends_stretch(const struct ul_ptx_statement *s)
{
    struct ul_ptx_type type[3];
    if (ul_ptx_is(s->opcode, "call membar fence"))
        return true;
    if (!ul_ptx_is(s->opcode, "div rem rcp sqrt rsqrt") || !ul_ptx_types(s->opcode, type))
        return false;
    if (type[0].kind != 'f')
        return type[0].kind != 'u' || type[0].bits != 32;
    if (ul_ptx_is(s->opcode, "rsqrt"))
        return type[0].bits == 64 && !ul_ptx_has(s->opcode, "ftz");
    return !ul_ptx_has(s->opcode, "approx full");
}

/* The block that always follows, or -1. */
static int only_successor(const struct ul_ptx_function *f, const struct ul_ptx_block *b)
{
    const struct ul_ptx_statement *last = &f->statement[b->end - 1];
    if (b->successors == 0 || (b->successors == 2 && b->successor[0] != b->successor[1]) ||
        ul_ptx_leaves(last))
        return -1;
    return b->successor[0];
}

/* next[b]: the block that b is joined with, or -1; joined[b]: some block is joined with b before it. */
static void join_blocks(const struct ul_ptx_function *f, const struct ul_ptx_flow *flow, int *next,
                        bool *joined)
{
    int *entries = ul_alloc((size_t)flow->blocks * sizeof *entries);
    entries[0] = 1;
    for (int i = 0; i < flow->blocks; i++) {
        const struct ul_ptx_block *b = &flow->block[i];
        next[i] = only_successor(f, b);
        for (int k = 0; k < b->successors && b->reachable; k++)
            entries[b->successor[k]] += k == 0 || b->successor[1] != b->successor[0];
    }
    for (int i = 0; i < flow->blocks; i++) {
        if (next[i] >= 0 && entries[next[i]] == 1 && flow->block[i].reachable)
            joined[next[i]] = true;
        else
            next[i] = -1;
    }
    free(entries);
}

static struct ul_ptx_stretch *begin_stretch(struct ul_ptx_dataflow *d)
{
    struct ul_ptx_stretch *s = &d->stretch[d->stretches++];
    s->first = s->end = d->positions;
    return s;
}

static void lay_block(struct ul_ptx_dataflow *d, const struct ul_ptx_block *b)
{
    for (int i = b->first; i < b->end; i++) {
        struct ul_ptx_stretch *s = &d->stretch[d->stretches - 1];
        if (s->end > s->first && ends_stretch(&d->f->statement[d->statement[s->end - 1]])) {
            s->successors = 1;
            s->successor[0] = d->stretches;
            s = begin_stretch(d);
        }
        d->stretch_of[d->positions] = d->stretches - 1;
        d->statement[d->positions++] = i;
        s->end = d->positions;
    }
}

static void lay_out(struct ul_ptx_dataflow *d, const struct ul_ptx_flow *flow)
{
    size_t n = (size_t)flow->blocks;
    int *next = ul_alloc(3 * n * sizeof *next);
    int *begins = next + n, *ends = begins + n; /* by a chain's first and last block: stretches */
    bool *joined = ul_alloc(n * sizeof *joined);
    join_blocks(d->f, flow, next, joined);
    for (int i = 0; i < flow->blocks; i++)
        ends[i] = -1;
    for (int i = 0; i < flow->blocks; i++) {
        if (!flow->block[i].reachable || joined[i])
            continue;
        int last = i;
        begins[i] = d->stretches;
        begin_stretch(d);
        for (int b = i; b >= 0; b = next[b])
            lay_block(d, &flow->block[last = b]);
        ends[last] = d->stretches - 1;
    }
    for (int i = 0; i < flow->blocks; i++) {
        const struct ul_ptx_block *b = &flow->block[i];
        for (int k = 0; k < b->successors && ends[i] >= 0; k++) {
            struct ul_ptx_stretch *s = &d->stretch[ends[i]];
            s->successor[s->successors++] = begins[b->successor[k]];
        }
    }
    free(joined);
    free(next);
}

/* ---- Accesses --------------------------------------------------------------------------------------- */

struct collecting {
    struct ul_ptx_dataflow *d;
    int *end; /* by register: where its accesses end as yet; NULL: they are only counted */
    int at;
    bool sure;
};

static void collect(void *context, int reg, bool writes)
{
    struct collecting *c = context;
    struct ul_ptx_dataflow *d = c->d;
    if (!c->end) {
        d->first[reg + 1]++;
        return;
    }
    d->access[c->end[reg]++] = (struct ul_ptx_access){c->at, !writes, writes, writes && c->sure};
}

static void see_all(struct collecting *c)
{
    for (c->at = 0; c->at < c->d->positions; c->at++) {
        const struct ul_ptx_statement *s = &c->d->f->statement[c->d->statement[c->at]];
        c->sure = s->guard < 0;
        ul_ptx_see_registers(s, collect, c);
    }
}

static void collect_accesses(struct ul_arena *a, struct ul_ptx_dataflow *d)
{
    int registers = d->f->registers;
    struct collecting c = {.d = d};
    d->first = ul_arena_take(a, ((size_t)registers + 1) * sizeof *d->first);
    see_all(&c);
    for (int i = 0; i < registers; i++)
        d->first[i + 1] += d->first[i];
    d->access = ul_arena_take(a, (size_t)d->first[registers] * sizeof *d->access);
    c.end = ul_alloc((size_t)registers * sizeof *c.end);
    memcpy(c.end, d->first, (size_t)registers * sizeof *c.end);
    see_all(&c);
    free(c.end);
}

static void find_written(struct ul_arena *a, struct ul_ptx_dataflow *d)
{
    d->written = ul_arena_take(a, (size_t)d->first[d->f->registers] * sizeof *d->written);
    for (int reg = 0; reg < d->f->registers; reg++) {
        for (int i = d->first[reg], last = -1; i < d->first[reg + 1]; i++) {
            bool same = last >= 0 && d->stretch_of[d->access[last].at] == d->stretch_of[d->access[i].at];
            d->written[i] = same ? last : -1;
            if (d->access[i].writes)
                last = i;
        }
    }
}

int ul_ptx_access_from(const struct ul_ptx_dataflow *d, int reg, int at)
{
    int low = d->first[reg], high = d->first[reg + 1];
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (d->access[middle].at < at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* ---- What is needed --------------------------------------------------------------------------------- */

struct needing {
    struct ul_ptx_dataflow *d;
    bool *crossed; /* by register: it is read in a stretch that did not write it before */
    int *pending, pendings;
    int at; /* the statement that is looked at */
};

static void need(struct needing *n, int at)
{
    if (n->d->needed[at])
        return;
    n->d->needed[at] = true;
    n->pending[n->pendings++] = at;
}

/* A stretch's last write of a register may be read in another one. */
static void need_last_writes(struct needing *n, int reg)
{
    const struct ul_ptx_dataflow *d = n->d;
    int end = d->first[reg + 1], later = -1;
    for (int i = end - 1; i >= d->first[reg] && !n->crossed[reg]; i--) {
        int stretch = d->stretch_of[d->access[i].at];
        if (d->access[i].writes && stretch != later) {
            need(n, d->access[i].at);
            later = stretch;
        }
    }
    n->crossed[reg] = true;
}

/* Under a guard, what is written may be what was there. */
static void need_operand(void *context, int reg, bool writes)
{
    struct needing *n = context;
    const struct ul_ptx_dataflow *d = n->d;
    if (writes && d->f->statement[d->statement[n->at]].guard < 0)
        return;
    int before = d->written[ul_ptx_access_from(d, reg, n->at)];
    if (before >= 0)
        need(n, d->access[before].at);
    else
        need_last_writes(n, reg);
}

/* ptxas drops what nobody needs before it looks for products, so what is dropped does not count as a use. */
static void find_needed(struct ul_ptx_dataflow *d)
{
    size_t registers = (size_t)d->f->registers;
    struct needing n = {.d = d,
                        .crossed = ul_alloc(registers * sizeof *n.crossed),
                        .pending = ul_alloc((size_t)d->positions * sizeof *n.pending)};
    for (int i = 0; i < d->positions; i++) {
        const struct ul_ptx_statement *s = &d->f->statement[d->statement[i]];
        if (!ul_ptx_has_destination(s) || ul_ptx_is(s->opcode, "call atom"))
            need(&n, i);
    }
    while (n.pendings) {
        n.at = n.pending[--n.pendings];
        ul_ptx_see_registers(&d->f->statement[d->statement[n.at]], need_operand, &n);
    }
    free(n.pending);
    free(n.crossed);
}

/* ---- For the reader --------------------------------------------------------------------------------- */

bool ul_ptx_dataflow(struct ul_arena *a, const struct ul_ptx_function *f, struct ul_ptx_dataflow *out,
                     struct ul_line *why)
{
    struct ul_ptx_flow flow;
    *out = (struct ul_ptx_dataflow){.f = f};
    if (!ul_ptx_flow(a, f, &flow, why))
        return false;
    size_t n = (size_t)f->statements;
    out->statement = ul_arena_take(a, n * sizeof *out->statement);
    out->stretch_of = ul_arena_take(a, n * sizeof *out->stretch_of);
    out->needed = ul_arena_take(a, n * sizeof *out->needed);
    out->stretch = ul_arena_take(a, n * sizeof *out->stretch);
    out->seen = ul_arena_take(a, n * sizeof *out->seen);
    lay_out(out, &flow);
    collect_accesses(a, out);
    find_written(a, out);
    find_needed(out);
    return true;
}

static bool is_read_outside(const struct ul_ptx_dataflow *d, int reg, int first, int end)
{
    for (int i = d->first[reg]; i < d->first[reg + 1]; i++) {
        const struct ul_ptx_access *a = &d->access[i];
        if (a->reads && d->needed[a->at] && (a->at < first || a->at >= end))
            return true;
    }
    return false;
}

/* Does the stretch read the register before it surely writes it (1), write it first (-1), or neither (0)? */
static int first_access(const struct ul_ptx_dataflow *d, int reg, const struct ul_ptx_stretch *s)
{
    for (int i = ul_ptx_access_from(d, reg, s->first); i < d->first[reg + 1]; i++) {
        const struct ul_ptx_access *a = &d->access[i];
        if (a->at >= s->end)
            break;
        if (a->reads && d->needed[a->at])
            return 1;
        if (a->sure)
            return -1;
    }
    return 0;
}

bool ul_ptx_live_after(struct ul_ptx_dataflow *d, int reg, int at)
{
    int from = d->stretch_of[at];
    if (!is_read_outside(d, reg, at + 1, d->stretch[from].end))
        return false;
    int *pending = ul_alloc(((size_t)d->stretches + 1) * sizeof *pending), pendings = 0;
    bool live = false;
    d->searches++;
    pending[pendings++] = from;
    while (pendings && !live) {
        const struct ul_ptx_stretch *s = &d->stretch[pending[--pendings]];
        for (int k = 0; k < s->successors && !live; k++) {
            int to = s->successor[k];
            if (d->seen[to] == d->searches)
                continue;
            d->seen[to] = d->searches;
            int first = first_access(d, reg, &d->stretch[to]);
            live = first > 0;
            if (first == 0)
                pending[pendings++] = to;
        }
    }
    free(pending);
    return live;
}
