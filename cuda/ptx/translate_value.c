/* Operands as values of the IR. Registers are variables on the stack that LLVM makes values of. */
#include "translate.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct ul_ir ul_ir_named(int bits, const char *format, ...)
{
    struct ul_ir v = {.bits = bits};
    va_list args;
    va_start(args, format);
    vsnprintf(v.text, sizeof v.text, format, args);
    va_end(args);
    return v;
}

struct ul_ir ul_ir_new(struct ul_translator *t, int bits)
{
    return ul_ir_named(bits, "%%t%d", ++t->values);
}

struct ul_ir ul_ir_number(uint64_t value, int bits)
{
    if (bits < 64)
        value &= ((uint64_t)1 << bits) - 1;
    return bits == 1 ? ul_ir_named(1, value ? "true" : "false") : ul_ir_named(bits, "%" PRIu64, value);
}

struct ul_ir ul_ir_resize(struct ul_translator *t, struct ul_ir v, int bits, bool sign)
{
    if (v.bits == bits)
        return v;
    const struct ul_ir to = ul_ir_new(t, bits);
    const char *how = bits < v.bits ? "trunc" : sign ? "sext" : "zext";
    ul_text_add(t->ir, "  %s = %s i%d %s to i%d\n", to.text, how, v.bits, v.text, bits);
    return to;
}

struct ul_ir ul_ir_not(struct ul_translator *t, struct ul_ir v)
{
    const struct ul_ir opposite = ul_ir_new(t, 1);
    ul_text_add(t->ir, "  %s = xor i1 %s, true\n", opposite.text, v.text);
    return opposite;
}

/* PTX ISA 9.1, 9.4.1: where a register may have more bits than the instruction's type. */
static bool may_be_wider(const struct ul_translator *t)
{
    return ul_ptx_is(t->s->opcode, "ld ldu st cvt");
}

static bool read_register(struct ul_translator *t, const struct ul_ptx_operand *o, struct ul_ptx_type type,
                          struct ul_ir *v)
{
    const struct ul_ptx_register *r = &t->f->reg[o->index];
    const bool wider = may_be_wider(t) && r->type.bits > type.bits && type.bits > 1 && r->type.bits <= 64;
    if (r->type.bits != type.bits && !wider)
        return ul_ptx_refuse(t, "takes %d bits, and %.40s has %d", type.bits, r->name, r->type.bits);
    if (o->negated && type.bits > 1)
        return ul_ptx_refuse(t, "has a sign before %.40s: such operands are not known", r->name);
    *v = ul_ir_new(t, r->type.bits);
    ul_text_add(t->ir, "  %s = load i%d, ptr %%r%d\n", v->text, v->bits, o->index);
    *v = ul_ir_resize(t, *v, type.bits, false);
    if (o->negated)
        *v = ul_ir_not(t, *v);
    return true;
}

/* PTX ISA 9.1, 4.5: floating constants are for floating and untyped operands, integer constants for all
 * others. */
static bool read_immediate(struct ul_translator *t, const struct ul_ptx_operand *o, struct ul_ptx_type type,
                           struct ul_ir *v)
{
    if (!o->is_float && type.kind == 'f')
        return ul_ptx_refuse(t, "takes a floating-point operand, not an integer constant");
    if (!o->is_float) {
        *v = ul_ir_number(type.bits == 1 ? o->bits != 0 : o->bits, type.bits);
        return true;
    }
    if ((type.kind != 'f' && type.kind != 'b') || (type.bits != 32 && type.bits != 64))
        return ul_ptx_refuse(t, "takes no floating-point constant of %d bits", o->float_bits);
    *v = ul_ir_number(ul_ptx_float_bits(o, type.bits), type.bits);
    return true;
}

/* A thread is a block of its own: the input's index is the block's. */
static bool read_special(struct ul_translator *t, const struct ul_ptx_operand *o, struct ul_ir *v)
{
    static const struct {
        const char *names, *value;
    } known[] = {{"%tid.x %tid.y %tid.z %ctaid.y %ctaid.z", "0"},
                 {"%ntid.x %ntid.y %ntid.z %nctaid.y %nctaid.z", "1"},
                 {"%ctaid.x", "%ctaid"},
                 {"%nctaid.x", "2147483647"}};
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (ul_ptx_listed(known[k].names, o->name, strlen(o->name))) {
            *v = ul_ir_named(32, "%s", known[k].value);
            return true;
        }
    return ul_ptx_refuse(t, "reads %.40s, which needs a GPU", o->name);
}

static bool read_symbol(struct ul_translator *t, const struct ul_ptx_operand *o, uint64_t offset,
                        struct ul_ir *v)
{
    struct ul_ir name;
    if (!o->variable)
        return ul_ptx_refuse(t, "takes the address of the function '%.60s': not supported", o->name);
    if (!ul_ptx_variable_name(t, o->variable, &name))
        return false;
    const struct ul_ir address = ul_ir_new(t, 64);
    *v = ul_ir_new(t, 64);
    ul_text_add(t->ir, "  %s = ptrtoint ptr %s to i64\n  %s = add i64 %s, %" PRId64 "\n", address.text,
                name.text, v->text, address.text, (int64_t)offset);
    return true;
}

bool ul_ptx_read(struct ul_translator *t, const struct ul_ptx_operand *o, struct ul_ptx_type type,
                 struct ul_ir *v)
{
    if (type.bits != 1 && type.bits != 8 && type.bits != 16 && type.bits != 32 && type.bits != 64)
        return ul_ptx_refuse(t, "has operands of %d bits: not known", type.bits);
    switch (o->kind) {
    case UL_PTX_REGISTER:
        return read_register(t, o, type, v);
    case UL_PTX_IMMEDIATE:
        return read_immediate(t, o, type, v);
    case UL_PTX_SPECIAL:
        if (!read_special(t, o, v))
            return false;
        break;
    case UL_PTX_SYMBOL:
        if (!read_symbol(t, o, o->bits, v))
            return false;
        break;
    default:
        return ul_ptx_refuse(t, "has an operand of a kind that is not known here");
    }
    if (v->bits < type.bits || type.bits == 1 || (v->bits == 64 && type.bits < 64))
        return ul_ptx_refuse(t, "takes %d bits, and %.60s has %d", type.bits, o->name, v->bits);
    *v = ul_ir_resize(t, *v, type.bits, false);
    return true;
}

bool ul_ptx_write(struct ul_translator *t, const struct ul_ptx_operand *o, struct ul_ir v, bool sign)
{
    if (o->kind == UL_PTX_SINK)
        return true;
    if (o->kind != UL_PTX_REGISTER || o->negated)
        return ul_ptx_refuse(t, "has a destination that is no register");
    const struct ul_ptx_register *r = &t->f->reg[o->index];
    if (r->type.bits != v.bits && !(may_be_wider(t) && r->type.bits > v.bits))
        return ul_ptx_refuse(t, "gives %d bits, and %.40s has %d", v.bits, r->name, r->type.bits);
    v = ul_ir_resize(t, v, r->type.bits, sign);
    ul_text_add(t->ir, "  store i%d %s, ptr %%r%d\n", v.bits, v.text, o->index);
    return true;
}

bool ul_ptx_guard(struct ul_translator *t, struct ul_ir *v)
{
    const struct ul_ptx_operand o = {
        .kind = UL_PTX_REGISTER, .index = t->s->guard, .negated = t->s->guard_negated};
    return ul_ptx_read(t, &o, (struct ul_ptx_type){'p', 1}, v);
}
