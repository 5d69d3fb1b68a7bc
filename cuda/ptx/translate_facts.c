/* What is known of a function before it is written: its blocks, which of them are slow, and which registers
 * may be read before they are written. */
#include "translate.h"

enum { UNSEEN, BEGUN, DONE };
enum { MAX_PASSES = 32, MAX_DEPTH = 64, MAX_INLINE = 4000, HUGE_SIZE = 1 << 30 };

/* ---- Registers that may be read before they are written ----------------------------------------------- */

/* A read that no write precedes in its own block counts as one: the register begins as 0, so that no value is
 * undefined to LLVM. */
struct unset {
    bool *unset;  /* by register */
    int *written; /* by register: in which block, counted from 1 */
    int block;
    bool sure; /* the statement has no guard */
};

static void see_unset(void *context, int reg, bool writes)
{
    struct unset *u = context;
    if (writes && u->sure)
        u->written[reg] = u->block;
    else if (!writes && u->written[reg] != u->block)
        u->unset[reg] = true;
}

static void find_unset(struct ul_translator *t, struct ul_ptx_facts *facts)
{
    const struct ul_ptx_function *f = facts->f;
    struct unset u = {.unset = facts->unset,
                      .written = ul_arena_take(&t->m->arena, (size_t)f->registers * sizeof *u.written)};
    while (u.block < facts->flow.blocks) {
        const struct ul_ptx_block *block = &facts->flow.block[u.block++];
        for (int k = block->first; k < block->end; k++) {
            u.sure = f->statement[k].guard < 0;
            ul_ptx_see_registers(&f->statement[k], see_unset, &u);
        }
    }
}

/* ---- Slow blocks ------------------------------------------------------------------------------------- */

/* Of the function that the statement calls; NULL: it calls none. */
static struct ul_ptx_facts *called(const struct ul_translator *t, const struct ul_ptx_statement *s)
{
    return ul_ptx_is(s->opcode, "call") ? &t->facts[s->operand[1].callee->index] : NULL;
}

/* The variable that a load or store is known to go to, or NULL. */
static const struct ul_ptx_variable *object(const struct ul_ptx_facts *facts,
                                            const struct ul_ptx_statement *s)
{
    for (int k = 0; k < s->operands; k++)
        if (s->operand[k].kind == UL_PTX_ADDRESS) {
            const struct ul_ptx_pointer p = ul_ptx_points(facts, &s->operand[k]);
            return p.holds == UL_PTX_INSIDE ? p.root : NULL;
        }
    return NULL;
}

static bool is_access(const struct ul_ptx_statement *s)
{
    return ul_ptx_is(s->opcode, "ld ldu st");
}

static int find_widest(const struct ul_ptx_facts *facts)
{
    struct ul_ptx_type type[3];
    int widest = 0;
    for (int k = 0; k < facts->f->statements; k++) {
        const struct ul_ptx_statement *s = &facts->f->statement[k];
        if (is_access(s) && ul_ptx_is_entry_parameter(facts->f, object(facts, s)) &&
            ul_ptx_types(s->opcode, type) > 0 && type[0].bits > widest)
            widest = type[0].bits;
    }
    return widest;
}

static bool uses_local(const struct ul_ptx_facts *facts, const struct ul_ptx_statement *s)
{
    if (!is_access(s))
        return false;
    const struct ul_ptx_variable *v = object(facts, s);
    return ul_ptx_has(s->opcode, "local") || (v && v->space == UL_PTX_LOCAL);
}

bool ul_ptx_is_small(const struct ul_ptx_facts *facts)
{
    return facts->state == DONE && !facts->any_slow && facts->size < MAX_INLINE;
}

static bool is_slow(struct ul_translator *t, struct ul_ptx_facts *facts, const struct ul_ptx_block *block)
{
    for (int k = block->first; k < block->end; k++) {
        const struct ul_ptx_statement *s = &facts->f->statement[k];
        if (uses_local(facts, s))
            return true;
        const struct ul_ptx_facts *callee = called(t, s);
        if (callee && !ul_ptx_is_small(callee))
            return true;
    }
    return block->in_cycle;
}

/* Which blocks can be reached from the first, or else can reach a block that leaves, without a slow one. */
static bool spread(const struct ul_ptx_facts *facts, bool *on, bool forward)
{
    bool changed = false;
    for (int b = 0; b < facts->flow.blocks; b++) {
        const struct ul_ptx_block *block = &facts->flow.block[b];
        for (int k = 0; k < block->successors; k++) {
            const int from = forward ? b : block->successor[k], to = forward ? block->successor[k] : b;
            if (on[from] && !on[to] && !facts->slow[to])
                changed = on[to] = true;
        }
    }
    return changed;
}

static bool stores(const struct ul_ptx_facts *facts, const struct ul_ptx_block *block)
{
    for (int k = block->first; k < block->end; k++)
        if (ul_ptx_is(facts->f->statement[k].opcode, "st") &&
            !ul_ptx_has(facts->f->statement[k].opcode, "local param"))
            return true;
    return false;
}

static bool find_fast_path(struct ul_translator *t, const struct ul_ptx_facts *facts)
{
    const int blocks = facts->flow.blocks;
    bool *reached = ul_arena_take(&t->m->arena, (size_t)blocks),
         *back = ul_arena_take(&t->m->arena, (size_t)blocks);
    reached[0] = !facts->slow[0];
    for (int b = 0; b < blocks; b++)
        back[b] = !facts->slow[b] && ul_ptx_leaves(&facts->f->statement[facts->flow.block[b].end - 1]);
    for (int pass = 0; pass < MAX_PASSES && spread(facts, reached, true); pass++)
        ;
    for (int pass = 0; pass < MAX_PASSES && spread(facts, back, false); pass++)
        ;
    for (int b = 0; b < blocks; b++)
        if (reached[b] && back[b] && stores(facts, &facts->flow.block[b]))
            return true;
    return false;
}

/* ---- All of a function -------------------------------------------------------------------------------- */

static bool take_facts(struct ul_translator *t, struct ul_ptx_facts *facts, int depth);

static bool take_callees(struct ul_translator *t, struct ul_ptx_facts *facts, int depth)
{
    facts->size = facts->f->statements;
    for (int k = 0; k < facts->f->statements; k++) {
        struct ul_ptx_facts *callee = called(t, &facts->f->statement[k]);
        if (!callee)
            continue;
        callee->used = true;
        if (depth < MAX_DEPTH && !take_facts(t, callee, depth + 1))
            return false;
        facts->size = callee->size < HUGE_SIZE - facts->size ? facts->size + callee->size : HUGE_SIZE;
    }
    return true;
}

static bool take_facts(struct ul_translator *t, struct ul_ptx_facts *facts, int depth)
{
    const struct ul_ptx_function *f = facts->f;
    struct ul_arena *a = &t->m->arena;
    if (facts->state != UNSEEN)
        return true;
    facts->state = BEGUN;
    if (!ul_ptx_flow(a, f, &facts->flow, t->why) || !take_callees(t, facts, depth))
        return false;
    facts->pointer = ul_arena_take(a, (size_t)f->registers * sizeof *facts->pointer);
    facts->unset = ul_arena_take(a, (size_t)f->registers);
    facts->slow = ul_arena_take(a, (size_t)facts->flow.blocks);
    ul_ptx_find_pointers(facts);
    find_unset(t, facts);
    for (int b = 0; b < facts->flow.blocks; b++) {
        facts->slow[b] = is_slow(t, facts, &facts->flow.block[b]);
        facts->any_slow |= facts->slow[b] && facts->flow.block[b].reachable;
    }
    facts->widest = find_widest(facts);
    facts->has_fast_path = find_fast_path(t, facts);
    facts->state = DONE;
    return true;
}

/* Of the entries, and of what they call: a function called from deeper than MAX_DEPTH comes in a later turn.
 */
bool ul_ptx_facts(struct ul_translator *t)
{
    const int functions = t->m->functions;
    t->facts = ul_arena_take(&t->m->arena, (size_t)functions * sizeof *t->facts);
    for (int k = 0; k < functions; k++) {
        t->facts[k].f = t->m->function[k];
        t->facts[k].used = t->m->function[k]->entry;
    }
    for (bool again = true; again;) {
        again = false;
        for (int k = 0; k < functions; k++) {
            if (!t->facts[k].used || t->facts[k].state != UNSEEN)
                continue;
            again = true;
            if (!take_facts(t, &t->facts[k], 0))
                return false;
        }
    }
    return true;
}
