/* Which multiplications and additions ptxas fuses when it turns PTX into machine code: a product that only
 * additions need, beside it in straight-line code, where neither asks for a rounding. Checked against the
 * machine code of ptxas 13.0 for sm_89 and sm_90.
 *
 * Not here: x * y * 2 as one multiplication (seen where the scale is a literal power of two); what ptxas
 * fuses after it has unrolled a loop (a product of one turn with a sum of the next); a product that neg.ftz
 * alone takes, whose result is needed by a sum and by something else (it is fused there); products that are
 * equal but for the signs of their factors, whose sum ptxas does not fuse. */
#include "dataflow.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* ---- Which statements take part --------------------------------------------------------------------- */

/* An opcode without its base: its type, and nothing but these modifiers. */
struct shape {
    const char *type; /* the opcode's end */
    bool ftz, sat, approx;
};

static bool same_type(const struct shape *a, const struct shape *b)
{
    return !strcmp(a->type, b->type);
}

static bool skip(const char **text, const char *word)
{
    size_t length = strlen(word);
    bool here = !strncmp(*text, word, length);
    *text += here ? length : 0;
    return here;
}

static bool read_shape(const char *opcode, struct shape *s)
{
    const char *rest = opcode + strcspn(opcode, ".");
    s->approx = skip(&rest, ".approx") || skip(&rest, ".full");
    s->ftz = skip(&rest, ".ftz");
    s->sat = skip(&rest, ".sat");
    s->type = rest + (*rest == '.');
    return ul_ptx_listed("f32 f64 f16 f16x2 bf16 bf16x2", s->type, strlen(s->type));
}

/* operand[0] = operand[1] ? operand[2], of registers and literals as they stand. */
static bool is_binary(const struct ul_ptx_statement *s)
{
    if (s->operands != 3 || s->operand[0].kind != UL_PTX_REGISTER)
        return false;
    for (int i = 1; i < 3; i++)
        if (s->operand[i].negated ||
            (s->operand[i].kind != UL_PTX_REGISTER && s->operand[i].kind != UL_PTX_IMMEDIATE))
            return false;
    return true;
}

/* bf16 has multiplications from sm_90 on. */
static bool is_product(const struct ul_ptx_statement *s, int target, struct shape *shape)
{
    bool division = ul_ptx_is(s->opcode, "div");
    return (division || ul_ptx_is(s->opcode, "mul")) && s->guard < 0 && is_binary(s) &&
           read_shape(s->opcode, shape) && !shape->sat && shape->approx == division &&
           (!division || !strcmp(shape->type, "f32")) && (target >= 90 || shape->type[0] != 'b');
}

static bool is_sum(const struct ul_ptx_statement *s, const struct shape *product)
{
    struct shape shape;
    return ul_ptx_is(s->opcode, "add sub") && is_binary(s) && read_shape(s->opcode, &shape) &&
           same_type(&shape, product) && shape.ftz == product->ftz && !shape.approx;
}

/* operand[0] = ? operand[1], whatever happens. */
static bool is_unary(const struct ul_ptx_statement *s)
{
    return s->guard < 0 && s->operands == 2 && s->operand[0].kind == UL_PTX_REGISTER &&
           s->operand[1].kind == UL_PTX_REGISTER && !s->operand[1].negated;
}

/* A statement that ptxas looks through: a move, or a negation that flushes no more than the product does. It
 * does not look through neg.bf16x2. */
static bool is_copy(const struct ul_ptx_statement *s, const struct shape *product, bool *negates)
{
    struct shape shape;
    if (!is_unary(s))
        return false;
    *negates = ul_ptx_is(s->opcode, "neg");
    if (!*negates)
        return ul_ptx_is(s->opcode, "mov");
    return read_shape(s->opcode, &shape) && same_type(&shape, product) && (product->ftz || !shape.ftz) &&
           !shape.sat && strcmp(shape.type, "bf16x2");
}

/* ---- What one function's contraction knows ---------------------------------------------------------- */

/* A product, or a copy of it. */
struct copy {
    int at; /* where it is made: a position */
    bool negative;
};

struct product {
    int at;
    struct shape shape;
    int uses, left; /* by sums; of them not fused yet */
    bool blocked;   /* something else needs it */
    int copies;     /* itself first */
    struct copy *copy;
    struct ul_ptx_operand source[2]; /* what is multiplied, where the sum stands */
    bool kept[2];                    /* the source was copied, since its register changes before the sum */
};

/* A sum's operands: which product each one is, or -1. */
struct sum {
    int product[2];
    bool negative[2];
    bool fused;
};

/* What becomes of a statement. */
struct edit {
    bool gone;
    int before; /* statements that are inserted before it */
    struct ul_ptx_statement inserted[3];
};

struct work {
    struct ul_ptx_module *m;
    struct ul_ptx_function *f;
    struct ul_ptx_dataflow d;
    int products;
    struct product *product; /* by position */
    struct sum *sum;         /* by position */
    struct edit *edit;       /* by statement */
};

static struct ul_ptx_statement *statement_at(struct work *w, int at)
{
    return &w->f->statement[w->d.statement[at]];
}

/* ---- The uses of a product -------------------------------------------------------------------------- */

static void add_copy(struct work *w, struct product *p, int at, bool negative)
{
    p->copy = ul_arena_grow(&w->m->arena, p->copy, p->copies, sizeof *p->copy);
    p->copy[p->copies++] = (struct copy){at, negative};
}

/* A sum of the product with itself is none. */
static void add_sum(struct work *w, int product, int at, int reg, bool negative)
{
    struct product *p = &w->product[product];
    const struct ul_ptx_operand *o = statement_at(w, at)->operand;
    struct sum *s = &w->sum[at];
    for (int k = 0; k < 2; k++) {
        if (o[k + 1].kind != UL_PTX_REGISTER || o[k + 1].index != reg)
            continue;
        if (s->product[!k] == product)
            p->blocked = true;
        s->product[k] = product;
        s->negative[k] = negative;
        p->uses++;
    }
}

static void add_use(struct work *w, int product, int at, int reg, bool negative)
{
    struct product *p = &w->product[product];
    const struct ul_ptx_statement *s = statement_at(w, at);
    bool negates;
    if (!w->d.needed[at])
        return;
    if (s->guard == reg)
        p->blocked = true;
    else if (is_sum(s, &p->shape))
        add_sum(w, product, at, reg, negative);
    else if (is_copy(s, &p->shape, &negates))
        add_copy(w, p, at, negative != negates);
    else
        p->blocked = true;
}

/* The uses of one copy: to where its register is written again, or to the stretch's end. */
static void follow_copy(struct work *w, int product, struct copy c)
{
    struct product *p = &w->product[product];
    int reg = statement_at(w, c.at)->operand[0].index, end = w->d.stretch[w->d.stretch_of[c.at]].end,
        last = -1;
    for (int i = ul_ptx_access_from(&w->d, reg, c.at + 1); i < w->d.first[reg + 1]; i++) {
        const struct ul_ptx_access *a = &w->d.access[i];
        if (a->at >= end)
            break;
        if (a->reads && a->at != last)
            add_use(w, product, last = a->at, reg, c.negative);
        if (a->writes) {
            p->blocked |= !a->sure; /* under a guard: one of two values from here on */
            return;
        }
    }
    p->blocked |= ul_ptx_live_after(&w->d, reg, c.at);
}

static void find_product(struct work *w, int at)
{
    const struct ul_ptx_statement *s = statement_at(w, at);
    struct product *p = &w->product[at];
    if (!w->d.needed[at] || !is_product(s, w->m->target, &p->shape))
        return;
    w->products++;
    p->at = at;
    p->source[0] = s->operand[1];
    p->source[1] = s->operand[2];
    add_copy(w, p, at, false);
    for (int i = 0; i < p->copies; i++)
        follow_copy(w, at, p->copy[i]);
    p->left = p->uses;
}

/* ---- Equal products --------------------------------------------------------------------------------- */

/* What a register held at a position: the access that wrote it in this stretch, behind moves; else -1. */
static int value_of(struct work *w, int *reg, int at)
{
    for (;;) {
        int write = w->d.written[ul_ptx_access_from(&w->d, *reg, at)];
        if (write < 0)
            return -1;
        const struct ul_ptx_statement *s = statement_at(w, w->d.access[write].at);
        if (!is_unary(s) || !ul_ptx_is(s->opcode, "mov"))
            return write;
        *reg = s->operand[1].index;
        at = w->d.access[write].at;
    }
}

static bool same_factor(struct work *w, const struct product *p, int k, const struct product *q, int l)
{
    const struct ul_ptx_operand *a = &p->source[k], *b = &q->source[l];
    if (a->kind != b->kind)
        return false;
    if (a->kind == UL_PTX_IMMEDIATE)
        return a->bits == b->bits && a->float_bits == b->float_bits;
    int x = a->index, y = b->index, from = value_of(w, &x, p->at), other = value_of(w, &y, q->at);
    return from == other && x == y;
}

/* An addition of two equal products is one of a product to itself, in whatever order their factors stand: if
 * one has no other use, and not with .ftz nor for pairs (f16x2, bf16x2). */
static void block_equal(struct work *w, int at)
{
    const struct sum *s = &w->sum[at];
    if (s->product[0] < 0 || s->product[1] < 0 || s->negative[0] || s->negative[1] ||
        !ul_ptx_is(statement_at(w, at)->opcode, "add"))
        return;
    struct product *p = &w->product[s->product[0]], *q = &w->product[s->product[1]];
    bool single = (p->uses == 1 && !p->blocked) || (q->uses == 1 && !q->blocked);
    if (!single || p->shape.approx || q->shape.approx || p->shape.ftz || strstr(p->shape.type, "x2"))
        return;
    if ((same_factor(w, p, 0, q, 0) && same_factor(w, p, 1, q, 1)) ||
        (same_factor(w, p, 0, q, 1) && same_factor(w, p, 1, q, 0)))
        p->blocked = q->blocked = true;
}

/* ---- Writing ---------------------------------------------------------------------------------------- */

static struct ul_ptx_operand new_register(struct work *w, struct ul_ptx_type type)
{
    struct ul_ptx_function *f = w->f;
    f->reg = ul_arena_grow(&w->m->arena, f->reg, f->registers, sizeof *f->reg);
    f->reg[f->registers] =
        (struct ul_ptx_register){ul_arena_format(&w->m->arena, "%%fused%d", f->registers), type};
    return (struct ul_ptx_operand){.kind = UL_PTX_REGISTER, .index = f->registers++};
}

static void set(struct work *w, struct ul_ptx_statement *s, const char *opcode,
                const struct ul_ptx_operand *o, int operands)
{
    s->opcode = opcode;
    s->operands = operands;
    s->operand = ul_arena_copy(&w->m->arena, o, (size_t)operands * sizeof *o);
}

static void insert(struct work *w, int at, const char *opcode, const struct ul_ptx_operand *o, int operands)
{
    struct edit *e = &w->edit[w->d.statement[at]];
    struct ul_ptx_statement *s = &e->inserted[e->before++];
    *s = (struct ul_ptx_statement){.line = statement_at(w, at)->line, .guard = -1};
    set(w, s, opcode, o, operands);
}

/* op(from), inserted before the statement at `at`. */
static struct ul_ptx_operand insert_unary(struct work *w, int at, const char *name,
                                          struct ul_ptx_operand from, struct ul_ptx_type type)
{
    struct ul_ptx_operand to = new_register(w, type);
    insert(w, at, name, (struct ul_ptx_operand[]){to, from}, 2);
    return to;
}

static struct ul_ptx_type product_type(struct work *w, const struct product *p)
{
    return w->f->reg[statement_at(w, p->at)->operand[0].index].type;
}

/* A factor as it was at the product: from a copy if its register is written before the sum. */
static struct ul_ptx_operand factor(struct work *w, struct product *p, int k, int sum_at)
{
    struct ul_ptx_operand *o = &p->source[k];
    if (o->kind != UL_PTX_REGISTER || p->kept[k])
        return *o;
    bool changes = false;
    for (int i = ul_ptx_access_from(&w->d, o->index, p->at); i < w->d.first[o->index + 1]; i++) {
        if (w->d.access[i].at >= sum_at)
            break;
        changes |= w->d.access[i].writes;
    }
    if (changes) {
        struct ul_ptx_type type = w->f->reg[o->index].type;
        *o = insert_unary(w, p->at, ul_arena_format(&w->m->arena, "mov.b%d", type.bits), *o, type);
        p->kept[k] = true;
    }
    return *o;
}

/* A division's last multiplication and the sum. There is no saturating one: that is done behind it. */
static void write_division(struct work *w, int at, const struct product *p, bool sat,
                           struct ul_ptx_operand o[4])
{
    struct ul_ptx_statement *s = statement_at(w, at);
    const char *name = ul_arena_format(&w->m->arena, "%s.fused", statement_at(w, p->at)->opcode);
    if (!sat) {
        set(w, s, name, o, 4);
        return;
    }
    struct ul_ptx_operand to = o[0];
    o[0] = new_register(w, product_type(w, p));
    insert(w, at, name, o, 4);
    set(w, s, p->shape.ftz ? "cvt.ftz.sat.f32.f32" : "cvt.sat.f32.f32", (struct ul_ptx_operand[]){to, o[0]},
        2);
}

/* The sum at `at` takes its operand k (0 or 1), a product, unrounded. A sign is changed as sub does it: zeros
 * and subnormals exactly, NaNs as an operand's sign in machine code, which leaves them. */
static void write_fused(struct work *w, int at, int k)
{
    struct ul_ptx_statement *s = statement_at(w, at);
    struct product *p = &w->product[w->sum[at].product[k]];
    struct ul_ptx_type type = product_type(w, p);
    const char *negation = ul_arena_format(&w->m->arena, "neg.%s", p->shape.type);
    bool subtracts = ul_ptx_is(s->opcode, "sub"), sat = ul_ptx_has(s->opcode, "sat");
    struct ul_ptx_operand o[4] = {s->operand[0], factor(w, p, 0, at), factor(w, p, 1, at), s->operand[2 - k]};
    if (w->sum[at].negative[k] != (subtracts && k == 1))
        o[1] = insert_unary(w, at, negation, o[1], type);
    if (subtracts && k == 0)
        o[3] = insert_unary(w, at, negation, o[3], type);
    if (p->shape.approx) {
        write_division(w, at, p, sat, o);
        return;
    }
    const char *name = ul_arena_format(&w->m->arena, "fma.rn%s%s.%s", p->shape.ftz ? ".ftz" : "",
                                       sat ? ".sat" : "", p->shape.type);
    set(w, s, name, o, 4);
}

/* ---- The choice ------------------------------------------------------------------------------------- */

/* Which operand of a sum is fused, or -1: the product with the fewest uses, else the first. */
static int choose(const struct work *w, const struct sum *s, int most_uses)
{
    int best = -1, least = most_uses;
    for (int k = 1; k >= 0; k--) {
        const struct product *p = s->product[k] < 0 ? NULL : &w->product[s->product[k]];
        if (!p || p->blocked || p->uses > least)
            continue;
        best = k;
        least = p->uses;
    }
    return best;
}

/* In the text's order, since what is fused first decides what still can be: a product that is added to
 * another one, which stays unrounded, has to be rounded. */
static void fuse_sums(struct work *w, int most_uses)
{
    for (int at = 0; at < w->d.positions; at++) {
        struct sum *s = &w->sum[at];
        int k = s->fused ? -1 : choose(w, s, most_uses);
        if (k < 0)
            continue;
        write_fused(w, at, k);
        s->fused = true;
        w->product[s->product[k]].left--;
        if (s->product[!k] >= 0)
            w->product[s->product[!k]].blocked = true;
    }
}

static void drop_products(struct work *w)
{
    for (int at = 0; at < w->d.positions; at++) {
        const struct product *p = &w->product[at];
        for (int i = 0; i < p->copies && !p->blocked && !p->left; i++)
            w->edit[w->d.statement[p->copy[i].at]].gone = true;
    }
}

/* Statements as edited; labels go to where what followed them is now. */
static void rewrite(struct work *w)
{
    struct ul_ptx_function *f = w->f;
    int count = 0, *moved = ul_alloc(((size_t)f->statements + 1) * sizeof *moved);
    for (int i = 0; i < f->statements; i++) {
        moved[i] = count;
        count += w->edit[i].before + !w->edit[i].gone;
    }
    moved[f->statements] = count;
    struct ul_ptx_statement *out = ul_arena_take(&w->m->arena, (size_t)count * sizeof *out);
    for (int i = 0, n = 0; i < f->statements; i++) {
        for (int k = 0; k < w->edit[i].before; k++)
            out[n++] = w->edit[i].inserted[k];
        if (!w->edit[i].gone)
            out[n++] = f->statement[i];
    }
    for (int i = 0; i < f->labels; i++)
        f->label[i].at = moved[f->label[i].at];
    f->statement = out;
    f->statements = count;
    free(moved);
}

static bool contract_function(struct ul_ptx_module *m, struct ul_ptx_function *f, struct ul_line *why)
{
    struct work w = {.m = m, .f = f};
    if (!ul_ptx_dataflow(&m->arena, f, &w.d, why))
        return false;
    size_t n = (size_t)w.d.positions;
    w.product = ul_alloc(n * sizeof *w.product);
    w.sum = ul_alloc(n * sizeof *w.sum);
    for (int at = 0; at < w.d.positions; at++)
        w.sum[at].product[0] = w.sum[at].product[1] = -1;
    for (int at = 0; at < w.d.positions; at++)
        find_product(&w, at);
    for (int at = 0; at < w.d.positions; at++)
        block_equal(&w, at);
    if (w.products) {
        w.edit = ul_alloc((size_t)f->statements * sizeof *w.edit);
        fuse_sums(&w, 1); /* those that one sum alone needs come first */
        fuse_sums(&w, INT_MAX);
        drop_products(&w);
        rewrite(&w);
    }
    free(w.edit);
    free(w.sum);
    free(w.product);
    return true;
}

bool ul_ptx_contract(struct ul_ptx_module *m, bool fmad, struct ul_line *why)
{
    for (int i = 0; fmad && i < m->functions; i++)
        if (!contract_function(m, m->function[i], why))
            return false;
    return true;
}
