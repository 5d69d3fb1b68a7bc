/* Basic blocks, which of them can be reached, and which lie on a cycle. */
#include "ptx.h"
#include <stdlib.h>

/* Numbers of the statements' blocks, with one more entry for the end: the count of blocks. The caller
 * frees. */
static int *number_blocks(const struct ul_ptx_function *f)
{
    int *block = ul_alloc(((size_t)f->statements + 1) * sizeof *block);
    for (int i = 0; i < f->labels; i++)
        block[f->label[i].at] = 1;
    for (int i = 0; i < f->statements; i++)
        if (ul_ptx_is(f->statement[i].opcode, "bra") || ul_ptx_leaves(&f->statement[i]))
            block[i + 1] = 1;
    int number = 0;
    block[0] = 0;
    for (int i = 1; i < f->statements; i++) {
        number += block[i];
        block[i] = number;
    }
    block[f->statements] = number + 1;
    return block;
}

static void add_successor(struct ul_ptx_block *b, int to)
{
    b->successor[b->successors++] = to;
}

/* The successors of block `at`; one that is the count of blocks stands for the function's end. */
static bool connect(const struct ul_ptx_function *f, const int *number, struct ul_ptx_block *b, int at,
                    struct ul_line *why)
{
    const struct ul_ptx_statement *last = &f->statement[b->end - 1];
    const bool branches = ul_ptx_is(last->opcode, "bra");
    if (branches) {
        const struct ul_ptx_label *l = &f->label[last->operand[0].index];
        if (l->at >= f->statements)
            return ul_ptx_fail(why, last->line, "the label '%.64s' leads past the last statement", l->name);
        add_successor(b, number[l->at]);
    }
    if (last->guard >= 0 || !(branches || ul_ptx_leaves(last)))
        add_successor(b, at + 1);
    return true;
}

static void mark_reachable(struct ul_ptx_flow *flow, int *stack)
{
    int depth = 0;
    stack[depth++] = 0;
    flow->block[0].reachable = true;
    while (depth) {
        const struct ul_ptx_block *b = &flow->block[stack[--depth]];
        for (int i = 0; i < b->successors; i++) {
            int to = b->successor[i];
            if (to < flow->blocks && !flow->block[to].reachable) {
                flow->block[to].reachable = true;
                stack[depth++] = to;
            }
        }
    }
}

/* R. Tarjan, "Depth-first search and linear graph algorithms", 1972, with a stack of its own instead of
 * recursion. A block lies on a cycle if its component has several blocks, or if it succeeds itself. */
struct search {
    struct ul_ptx_flow *flow;
    int *order, *low; /* 0: not seen */
    int *tried;       /* how many successors were followed */
    bool *open;       /* its component is not complete */
    int *path, depth;
    int *pending, pendings;
    int count;
};

static void enter(struct search *s, int block)
{
    s->order[block] = s->low[block] = ++s->count;
    s->open[block] = true;
    s->pending[s->pendings++] = block;
    s->path[s->depth++] = block;
}

static void lower(int *value, int other)
{
    if (other < *value)
        *value = other;
}

static void complete_component(struct search *s, int root)
{
    bool several = s->pending[s->pendings - 1] != root;
    for (int block = -1; block != root;) {
        block = s->pending[--s->pendings];
        s->open[block] = false;
        s->flow->block[block].in_cycle |= several;
    }
}

static void leave(struct search *s, int block)
{
    s->depth--;
    if (s->low[block] == s->order[block])
        complete_component(s, block);
    if (s->depth)
        lower(&s->low[s->path[s->depth - 1]], s->low[block]);
}

static void follow(struct search *s, int root)
{
    enter(s, root);
    while (s->depth) {
        int block = s->path[s->depth - 1];
        struct ul_ptx_block *b = &s->flow->block[block];
        if (s->tried[block] == b->successors) {
            leave(s, block);
            continue;
        }
        int to = b->successor[s->tried[block]++];
        if (to == block)
            b->in_cycle = true;
        if (!s->order[to])
            enter(s, to);
        else if (s->open[to])
            lower(&s->low[block], s->order[to]);
    }
}

static void mark_cycles(struct ul_ptx_flow *flow)
{
    size_t n = (size_t)flow->blocks;
    int *numbers = ul_alloc(5 * n * sizeof *numbers);
    struct search s = {.flow = flow,
                       .order = numbers,
                       .low = numbers + n,
                       .tried = numbers + 2 * n,
                       .path = numbers + 3 * n,
                       .pending = numbers + 4 * n,
                       .open = ul_alloc(n * sizeof *s.open)};
    for (int i = 0; i < flow->blocks; i++)
        if (!s.order[i])
            follow(&s, i);
    free(s.open);
    free(numbers);
}

/* The end of the text may only follow what is never reached. */
static bool check_end(const struct ul_ptx_function *f, struct ul_ptx_flow *flow, struct ul_line *why)
{
    struct ul_ptx_block *last = &flow->block[flow->blocks - 1];
    if (!last->successors || last->successor[last->successors - 1] != flow->blocks)
        return true;
    if (last->reachable)
        return ul_ptx_fail(why, f->statement[f->statements - 1].line,
                           "'%.64s' may run past its last statement", f->name);
    last->successors--;
    return true;
}

bool ul_ptx_flow(struct ul_arena *a, const struct ul_ptx_function *f, struct ul_ptx_flow *out,
                 struct ul_line *why)
{
    *out = (struct ul_ptx_flow){0};
    if (!f->statements)
        return ul_ptx_fail(why, f->line, "'%.64s' has no statement", f->name);
    int *number = number_blocks(f);
    out->blocks = number[f->statements];
    out->block = ul_arena_take(a, (size_t)out->blocks * sizeof *out->block);
    for (int i = 0; i < f->statements; i++)
        out->block[number[i]].end = i + 1;
    bool ok = true;
    for (int i = 0; i < out->blocks && ok; i++) {
        out->block[i].first = i ? out->block[i - 1].end : 0;
        ok = connect(f, number, &out->block[i], i, why);
    }
    if (ok) {
        mark_reachable(out, number);
        ok = check_end(f, out, why);
    }
    if (ok)
        mark_cycles(out);
    free(number);
    return ok;
}
