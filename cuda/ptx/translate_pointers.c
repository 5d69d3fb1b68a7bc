/* Into which variable each register points. The vectoriser sees through an address only if it is computed
 * from its object, so the object is looked for: addresses start at a kernel's parameter or a variable's name,
 * and go through mov, cvta, add, sub, mad. */
#include "translate.h"

enum { MAX_PASSES = 32 };

static const struct ul_ptx_pointer number = {.holds = UL_PTX_NUMBER}, anywhere = {.holds = UL_PTX_ANYWHERE};

static struct ul_ptx_pointer moved(struct ul_ptx_pointer p, bool known, uint64_t by)
{
    p.fixed = p.fixed && known;
    p.offset = p.fixed ? (int64_t)((uint64_t)p.offset + by) : 0;
    return p;
}

struct ul_ptx_pointer ul_ptx_points(const struct ul_ptx_facts *facts, const struct ul_ptx_operand *o)
{
    switch (o->kind) {
    case UL_PTX_REGISTER:
        return facts->pointer[o->index];
    case UL_PTX_SYMBOL:
        if (!o->variable || ul_ptx_is_entry_parameter(facts->f, o->variable))
            return anywhere;
        return (struct ul_ptx_pointer){UL_PTX_INSIDE, o->variable, true, 0};
    case UL_PTX_ADDRESS:
        return moved(ul_ptx_points(facts, &o->element[0]), true, o->bits);
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
static struct ul_ptx_pointer other(const struct ul_ptx_facts *facts, const struct ul_ptx_statement *s,
                                   int end)
{
    struct ul_ptx_pointer all = number;
    for (int k = 1; k < end; k++) {
        const struct ul_ptx_pointer p = ul_ptx_points(facts, &s->operand[k]);
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

static struct ul_ptx_pointer result(const struct ul_ptx_facts *facts, const struct ul_ptx_statement *s)
{
    const struct ul_ptx_operand *o = s->operand;
    struct ul_ptx_pointer a = anywhere, b = anywhere;
    if (s->operands > 1)
        a = ul_ptx_points(facts, &o[1]);
    if (s->operands > 2)
        b = ul_ptx_points(facts, &o[2]);
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
        return sum(ul_ptx_points(facts, &o[3]), other(facts, s, 3), &o[0]);
    return other(facts, s, s->operands);
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

void ul_ptx_find_pointers(struct ul_ptx_facts *facts)
{
    const struct ul_ptx_function *f = facts->f;
    bool changed = true;
    for (int r = 0; r < f->registers; r++)
        facts->pointer[r] = f->reg[r].type.bits == 64 ? (struct ul_ptx_pointer){0} : number;
    for (int pass = 0; changed && pass < MAX_PASSES; pass++) {
        changed = false;
        for (int k = 0; k < f->statements; k++)
            if (ul_ptx_has_destination(&f->statement[k]))
                changed |= define(facts, f->statement[k].operand, result(facts, &f->statement[k]));
    }
    for (int r = 0; changed && r < f->registers; r++)
        facts->pointer[r] = anywhere;
}
