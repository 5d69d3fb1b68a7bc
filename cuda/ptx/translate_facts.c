/* What is known of a function before it is written: its blocks, which of them are slow, and into which
 * variable each register points. The vectoriser sees through an address only if it is computed from its
 * object, so the object is looked for: addresses start at a kernel's parameter or a variable's name, and go
 * through mov, cvta, add, sub, mad. */
#include "translate.h"
#include <string.h>

enum { UNSEEN, BEGUN, DONE };
enum { MAX_PASSES = 32, MAX_DEPTH = 64, MAX_INLINE = 4000, HUGE_SIZE = 1 << 30 };

static const struct ul_ptx_pointer number = {.holds = UL_PTX_NUMBER}, anywhere = {.holds = UL_PTX_ANYWHERE};

/* ---- Where registers point --------------------------------------------------------------------------- */

static struct ul_ptx_pointer moved(struct ul_ptx_pointer p, bool known, uint64_t by)
{
    p.fixed = p.fixed && known;
    p.offset = p.fixed ? (int64_t)((uint64_t)p.offset + by) : 0;
    return p;
}

struct ul_ptx_pointer ul_ptx_points(const struct ul_translator *t, const struct ul_ptx_facts *facts,
                                    const struct ul_ptx_operand *o)
{
    switch (o->kind) {
    case UL_PTX_REGISTER:
        return facts->pointer[o->index];
    case UL_PTX_SYMBOL:
        if (!o->variable || ul_ptx_is_entry_parameter(facts->f, o->variable))
            return anywhere;
        return (struct ul_ptx_pointer){UL_PTX_INSIDE, o->variable, true, 0};
    case UL_PTX_ADDRESS:
        return moved(ul_ptx_points(t, facts, &o->element[0]), true, o->bits);
    case UL_PTX_VECTOR:
    case UL_PTX_PAIR:
        return anywhere;
    default:
        return number;
    }
}

static struct ul_ptx_pointer join(struct ul_ptx_pointer a, struct ul_ptx_pointer b)
{
    if (a.holds == UL_PTX_NOTHING)
        return b;
    if (b.holds == UL_PTX_NOTHING)
        return a;
    if (a.holds != b.holds || a.root != b.root)
        return anywhere;
    return moved(a, b.fixed && a.offset == b.offset, 0);
}

/* a + b, where b is an immediate or anything. */
static struct ul_ptx_pointer sum(struct ul_ptx_pointer a, struct ul_ptx_pointer b,
                                 const struct ul_ptx_operand *by)
{
    if (a.holds == UL_PTX_NOTHING || b.holds == UL_PTX_NOTHING)
        return (struct ul_ptx_pointer){0};
    if (a.holds == UL_PTX_NUMBER)
        return moved(b, b.holds != UL_PTX_INSIDE, 0);
    if (b.holds == UL_PTX_NUMBER)
        return moved(a, by->kind == UL_PTX_IMMEDIATE, by->bits);
    return anywhere;
}

static struct ul_ptx_pointer difference(struct ul_ptx_pointer a, struct ul_ptx_pointer b,
                                        const struct ul_ptx_operand *by)
{
    if (a.holds == UL_PTX_INSIDE && b.holds == UL_PTX_INSIDE && a.root == b.root)
        return number;
    if (b.holds == UL_PTX_NUMBER && a.holds == UL_PTX_INSIDE)
        return moved(a, by->kind == UL_PTX_IMMEDIATE, 0 - by->bits);
    return a.holds == UL_PTX_NOTHING || b.holds == UL_PTX_NOTHING ? (struct ul_ptx_pointer){0}
           : a.holds == UL_PTX_NUMBER && b.holds == UL_PTX_NUMBER ? number
                                                                  : anywhere;
}

/* An operation that is not on addresses gives numbers of numbers. */
static struct ul_ptx_pointer other(const struct ul_translator *t, const struct ul_ptx_facts *facts,
                                   const struct ul_ptx_statement *s, int end)
{
    struct ul_ptx_pointer all = number;
    for (int k = 1; k < end; k++) {
        const struct ul_ptx_pointer p = ul_ptx_points(t, facts, &s->operand[k]);
        if (p.holds == UL_PTX_NOTHING)
            return p;
        if (p.holds != UL_PTX_NUMBER)
            all = anywhere;
    }
    return all;
}

/* The kernel's inputs and outputs are known by the parameters that hold their addresses. */
static struct ul_ptx_pointer loaded(const struct ul_ptx_facts *facts, const struct ul_ptx_statement *s)
{
    const struct ul_ptx_operand *o = &s->operand[1];
    const struct ul_ptx_variable *v =
        s->operands == 2 && o->kind == UL_PTX_ADDRESS && !o->bits ? o->element[0].variable : NULL;
    if (!ul_ptx_is_entry_parameter(facts->f, v) || v->index > 1)
        return number;
    return (struct ul_ptx_pointer){UL_PTX_INSIDE, v, true, 0};
}

static struct ul_ptx_pointer result(const struct ul_translator *t, const struct ul_ptx_facts *facts,
                                    const struct ul_ptx_statement *s)
{
    const struct ul_ptx_operand *o = s->operand;
    struct ul_ptx_pointer a = anywhere, b = anywhere;
    if (s->operands > 1)
        a = ul_ptx_points(t, facts, &o[1]);
    if (s->operands > 2)
        b = ul_ptx_points(t, facts, &o[2]);
    if (ul_ptx_is(s->opcode, "ld ldu"))
        return loaded(facts, s);
    if (s->operands == 2 && ul_ptx_is(s->opcode, "mov cvta"))
        return o[1].kind == UL_PTX_VECTOR ? number : a;
    if (s->operands == 3 && ul_ptx_is(s->opcode, "add"))
        return sum(a, b, &o[2]);
    if (s->operands == 3 && ul_ptx_is(s->opcode, "sub"))
        return difference(a, b, &o[2]);
    if (s->operands == 4 && ul_ptx_is(s->opcode, "selp"))
        return join(a, b);
    if (s->operands == 4 && ul_ptx_is(s->opcode, "mad"))
        return sum(ul_ptx_points(t, facts, &o[3]), other(t, facts, s, 3), &o[0]);
    return other(t, facts, s, s->operands);
}

static bool define(struct ul_ptx_facts *facts, const struct ul_ptx_operand *o, struct ul_ptx_pointer p)
{
    bool changed = false;
    if (o->kind == UL_PTX_VECTOR || o->kind == UL_PTX_PAIR) {
        for (int k = 0; k < o->elements; k++)
            changed |= define(facts, &o->element[k], p.holds == UL_PTX_NOTHING ? p : number);
    } else if (o->kind == UL_PTX_REGISTER && facts->f->reg[o->index].type.bits == 64) {
        struct ul_ptx_pointer *old = &facts->pointer[o->index];
        const struct ul_ptx_pointer new = join(*old, p);
        changed = new.holds != old->holds || new.root != old->root || new.fixed != old->fixed;
        *old = new;
    }
    return changed;
}

static void find_pointers(const struct ul_translator *t, struct ul_ptx_facts *facts)
{
    const struct ul_ptx_function *f = facts->f;
    bool changed = true;
    for (int r = 0; r < f->registers; r++)
        facts->pointer[r] = f->reg[r].type.bits == 64 ? (struct ul_ptx_pointer){0} : number;
    for (int pass = 0; changed && pass < MAX_PASSES; pass++) {
        changed = false;
        for (int k = 0; k < f->statements; k++)
            if (ul_ptx_has_destination(&f->statement[k]))
                changed |= define(facts, f->statement[k].operand, result(t, facts, &f->statement[k]));
    }
    for (int r = 0; changed && r < f->registers; r++)
        facts->pointer[r] = anywhere;
}

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
static const struct ul_ptx_variable *object(const struct ul_translator *t, const struct ul_ptx_facts *facts,
                                            const struct ul_ptx_statement *s)
{
    for (int k = 0; k < s->operands; k++)
        if (s->operand[k].kind == UL_PTX_ADDRESS) {
            const struct ul_ptx_pointer p = ul_ptx_points(t, facts, &s->operand[k]);
            return p.holds == UL_PTX_INSIDE ? p.root : NULL;
        }
    return NULL;
}

static bool is_access(const struct ul_ptx_statement *s)
{
    return ul_ptx_is(s->opcode, "ld ldu st");
}

static int find_widest(const struct ul_translator *t, const struct ul_ptx_facts *facts)
{
    struct ul_ptx_type type[3];
    int widest = 0;
    for (int k = 0; k < facts->f->statements; k++) {
        const struct ul_ptx_statement *s = &facts->f->statement[k];
        if (is_access(s) && ul_ptx_is_entry_parameter(facts->f, object(t, facts, s)) &&
            ul_ptx_types(s->opcode, type) > 0 && type[0].bits > widest)
            widest = type[0].bits;
    }
    return widest;
}

static bool uses_local(const struct ul_translator *t, const struct ul_ptx_facts *facts,
                       const struct ul_ptx_statement *s)
{
    if (!is_access(s))
        return false;
    const struct ul_ptx_variable *v = object(t, facts, s);
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
        if (uses_local(t, facts, s))
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

static bool take_facts(struct ul_translator *t, int index, int depth);

static bool take_callees(struct ul_translator *t, struct ul_ptx_facts *facts, int depth)
{
    const struct ul_ptx_function *f = facts->f;
    facts->size = f->statements;
    for (int k = 0; k < f->statements; k++) {
        struct ul_ptx_facts *callee = called(t, &f->statement[k]);
        if (!callee)
            continue;
        callee->used = true;
        if (depth < MAX_DEPTH && !take_facts(t, f->statement[k].operand[1].callee->index, depth + 1))
            return false;
        facts->size = callee->size < HUGE_SIZE - facts->size ? facts->size + callee->size : HUGE_SIZE;
    }
    return true;
}

static bool take_facts(struct ul_translator *t, int index, int depth)
{
    struct ul_ptx_facts *facts = &t->facts[index];
    const struct ul_ptx_function *f = t->m->function[index];
    struct ul_arena *a = &t->m->arena;
    if (facts->state != UNSEEN)
        return true;
    facts->state = BEGUN;
    facts->f = f;
    if (!ul_ptx_flow(a, f, &facts->flow, t->why) || !take_callees(t, facts, depth))
        return false;
    facts->pointer = ul_arena_take(a, (size_t)(f->registers + 1) * sizeof *facts->pointer);
    facts->unset = ul_arena_take(a, (size_t)(f->registers + 1));
    facts->slow = ul_arena_take(a, (size_t)(facts->flow.blocks + 1));
    find_pointers(t, facts);
    find_unset(t, facts);
    for (int b = 0; b < facts->flow.blocks; b++) {
        facts->slow[b] = is_slow(t, facts, &facts->flow.block[b]);
        facts->any_slow |= facts->slow[b] && facts->flow.block[b].reachable;
    }
    facts->widest = find_widest(t, facts);
    facts->has_fast_path = find_fast_path(t, facts);
    facts->state = DONE;
    return true;
}

/* Of the entries, and of what they call: a function called from deeper than MAX_DEPTH comes in a later turn.
 */
bool ul_ptx_facts(struct ul_translator *t)
{
    const int functions = t->m->functions;
    t->facts = ul_arena_take(&t->m->arena, (size_t)(functions + 1) * sizeof *t->facts);
    for (int k = 0; k < functions; k++)
        t->facts[k].used = t->m->function[k]->entry;
    for (bool again = true; again;) {
        again = false;
        for (int k = 0; k < functions; k++) {
            if (!t->facts[k].used || t->facts[k].state != UNSEEN)
                continue;
            again = true;
            if (!take_facts(t, k, 0))
                return false;
        }
    }
    return true;
}
