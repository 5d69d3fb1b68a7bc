/* Loads, stores, moves. An address is an integer, and an access to an object that is known is the object's
 * pointer plus (address - the object's address), which LLVM simplifies; else it is the integer as a pointer.
 *
 * Modifiers of caching, ordering and volatility say nothing here: a thread is alone with its output. */
#include "translate.h"
#include <inttypes.h>
#include <string.h>

static bool has(struct ul_ptx_variable *const *list, int count, const struct ul_ptx_variable *v)
{
    return v->index < count && list[v->index] == v;
}

bool ul_ptx_is_entry_parameter(const struct ul_ptx_function *f, const struct ul_ptx_variable *v)
{
    return f->entry && v && has(f->parameter, f->parameters, v);
}

bool ul_ptx_variable_name(struct ul_translator *t, const struct ul_ptx_variable *v, struct ul_ir *name)
{
    const struct ul_ptx_function *f = t->f;
    if (ul_ptx_is_entry_parameter(f, v))
        return ul_ptx_refuse(t, "takes the address of the parameter '%.60s': not supported", v->name);
    if (has(f->local, f->locals, v))
        *name = ul_ir_named(64, "%%v%d", v->index);
    else if (has(f->result, f->results, v))
        *name = ul_ir_named(64, "%%a%d", v->index);
    else if (has(f->parameter, f->parameters, v))
        *name = ul_ir_named(64, "%%a%d", f->results + v->index);
    else
        *name = ul_ir_named(64, "@ul.table.%d", v->index);
    return true;
}

/* ---- Addresses --------------------------------------------------------------------------------------- */

struct access {
    const struct ul_ptx_operand *address;
    struct ul_ptx_type type;
    int elements;
    bool store;
    struct ul_ptx_pointer to;
    struct ul_ir base; /* a pointer: of the first element */
};

static bool check_bounds(struct ul_translator *t, const struct access *a)
{
    const struct ul_ptx_variable *v = a->to.root;
    const uint64_t bytes = (uint64_t)a->elements * (uint64_t)(a->type.bits / 8);
    if (a->to.offset < 0 || v->bytes < bytes || (uint64_t)a->to.offset > v->bytes - bytes)
        return ul_ptx_refuse(t, "leaves '%.60s', which has %" PRIu64 " bytes", v->name, v->bytes);
    return true;
}

static bool root_name(struct ul_translator *t, const struct access *a, struct ul_ir *root)
{
    const struct ul_ptx_variable *v = a->to.root;
    const bool parameter = ul_ptx_is_entry_parameter(t->f, v);
    if (a->store && (parameter ? v->index == 0 : v->space == UL_PTX_GLOBAL || v->space == UL_PTX_CONST))
        return ul_ptx_refuse(t, "writes to '%.60s': inputs and variables of the module are constant here",
                             v->name);
    if (parameter) {
        *root = ul_ir_named(64, v->index ? "%%out" : "%%in");
        return true;
    }
    if (!ul_ptx_variable_name(t, v, root))
        return false;
    return !a->to.fixed || check_bounds(t, a);
}

static bool integer_address(struct ul_translator *t, const struct ul_ptx_operand *o, struct ul_ir *v)
{
    struct ul_ir base;
    if (!ul_ptx_read(t, &o->element[0], (struct ul_ptx_type){'b', 64}, &base))
        return false;
    *v = ul_ir_new(t, 64);
    ul_text_add(t->ir, "  %s = add i64 %s, %" PRId64 "\n", v->text, base.text, (int64_t)o->bits);
    return true;
}

static bool address(struct ul_translator *t, struct access *a)
{
    struct ul_ir root, integer;
    const bool inside = a->to.holds == UL_PTX_INSIDE, fixed = inside && a->to.fixed;
    if ((inside && !root_name(t, a, &root)) || (!fixed && !integer_address(t, a->address, &integer)))
        return false;
    if (!inside) {
        a->base = ul_ir_new(t, 64);
        ul_text_add(t->ir, "  %s = inttoptr i64 %s to ptr\n", a->base.text, integer.text);
        return true;
    }
    struct ul_ir offset = ul_ir_number((uint64_t)a->to.offset, 64);
    if (!fixed) {
        const struct ul_ir start = ul_ir_new(t, 64);
        offset = ul_ir_new(t, 64);
        ul_text_add(t->ir, "  %s = ptrtoint ptr %s to i64\n  %s = sub i64 %s, %s\n", start.text, root.text,
                    offset.text, integer.text, start.text);
    }
    a->base = ul_ir_new(t, 64);
    ul_text_add(t->ir, "  %s = getelementptr i8, ptr %s, i64 %s\n", a->base.text, root.text, offset.text);
    return true;
}

/* ---- ld and st ---------------------------------------------------------------------------------------- */

static const struct ul_ptx_operand *element(const struct ul_ptx_operand *o, int k)
{
    return o->kind == UL_PTX_VECTOR ? &o->element[k] : o;
}

/* Behind the address, operand number `address`, and the value may stand what caches are told. */
static bool begin(struct ul_translator *t, struct access *a, int address)
{
    struct ul_ptx_type type[3];
    const char *opcode = t->s->opcode;
    if (!ul_ptx_count(t, t->s->operands == 3 && strstr(opcode, "cache_hint") ? 3 : 2))
        return false;
    const struct ul_ptx_operand *value = &t->s->operand[!address];
    a->address = &t->s->operand[address];
    const int width = ul_ptx_has(opcode, "v8")   ? 8
                      : ul_ptx_has(opcode, "v4") ? 4
                      : ul_ptx_has(opcode, "v2") ? 2
                                                 : 1;
    if (ul_ptx_has(opcode, "shared"))
        return ul_ptx_refuse(t, "needs a GPU: shared memory is not there");
    if (ul_ptx_types(opcode, type) < 1)
        return ul_ptx_refuse(t, "has no type");
    a->type = type[0];
    if (a->type.bits != 8 && a->type.bits != 16 && a->type.bits != 32 && a->type.bits != 64)
        return ul_ptx_refuse(t, "has %d bits: not known", a->type.bits);
    a->elements = value->kind == UL_PTX_VECTOR ? value->elements : 1;
    if (a->elements != width)
        return ul_ptx_refuse(t, "has %d values, not %d", a->elements, width);
    if (a->address->kind != UL_PTX_ADDRESS)
        return ul_ptx_refuse(t, "has no address");
    a->to = ul_ptx_points(t->now, a->address);
    return true;
}

/* A kernel's parameter is a value: bytes of it are bits of it. */
static bool load_parameter(struct ul_translator *t, const struct access *a, int index)
{
    static const char *const name[] = {"%in", "%out", "%base", "%n", "%capacity", "%first"};
    const int bits = index < 3 ? 64 : 32;
    struct ul_ir whole = ul_ir_named(bits, "%s", name[index]);
    const uint64_t bytes = (uint64_t)a->elements * (uint64_t)(a->type.bits / 8), offset = a->address->bits;
    if (offset > (uint64_t)bits / 8 || bytes > (uint64_t)bits / 8 - offset)
        return ul_ptx_refuse(t, "leaves the parameter, which has %d bytes", bits / 8);
    if (index < 2) {
        whole = ul_ir_new(t, 64);
        ul_text_add(t->ir, "  %s = ptrtoint ptr %s to i64\n", whole.text, name[index]);
    }
    for (int k = 0; k < a->elements; k++) {
        const struct ul_ir part = ul_ir_new(t, bits);
        ul_text_add(t->ir, "  %s = lshr i%d %s, %d\n", part.text, bits, whole.text,
                    (int)offset * 8 + k * a->type.bits);
        if (!ul_ptx_write(t, element(&t->s->operand[0], k), ul_ir_resize(t, part, a->type.bits, false),
                          a->type.kind == 's'))
            return false;
    }
    return true;
}

static struct ul_ir element_address(struct ul_translator *t, const struct access *a, int k)
{
    const struct ul_ir at = ul_ir_new(t, 64);
    ul_text_add(t->ir, "  %s = getelementptr i8, ptr %s, i64 %d\n", at.text, a->base.text,
                k * (a->type.bits / 8));
    return at;
}

/* Of inputs and outputs: one input's never meet another's. */
static const char *group(struct ul_translator *t, const struct access *a)
{
    return a->to.holds == UL_PTX_INSIDE && ul_ptx_is_entry_parameter(t->f, a->to.root)
               ? ", !llvm.access.group !0"
               : "";
}

/* Memory of the stack may be read before it is written: an undefined value is made any one value. */
static struct ul_ir freeze(struct ul_translator *t, const struct access *a, struct ul_ir v)
{
    if (*group(t, a))
        return v;
    const struct ul_ir frozen = ul_ir_new(t, v.bits);
    ul_text_add(t->ir, "  %s = freeze i%d %s\n", frozen.text, v.bits, v.text);
    return frozen;
}

bool ul_ptx_load(struct ul_translator *t)
{
    struct access a = {0};
    if (!begin(t, &a, 1))
        return false;
    const struct ul_ptx_variable *v = a.address->element[0].variable;
    if (ul_ptx_is_entry_parameter(t->f, v))
        return load_parameter(t, &a, v->index);
    if (!address(t, &a))
        return false;
    struct ul_ir value[8];
    for (int k = 0; k < a.elements; k++) {
        const struct ul_ir at = element_address(t, &a, k);
        value[k] = ul_ir_new(t, a.type.bits);
        ul_text_add(t->ir, "  %s = load i%d, ptr %s, align %d%s\n", value[k].text, a.type.bits, at.text,
                    a.type.bits / 8, group(t, &a));
        value[k] = freeze(t, &a, value[k]);
    }
    for (int k = 0; k < a.elements; k++)
        if (!ul_ptx_write(t, element(&t->s->operand[0], k), value[k], a.type.kind == 's'))
            return false;
    return true;
}

bool ul_ptx_store(struct ul_translator *t)
{
    struct access a = {.store = true};
    if (!begin(t, &a, 0))
        return false;
    const struct ul_ptx_variable *v = a.address->element[0].variable;
    if (ul_ptx_is_entry_parameter(t->f, v))
        return ul_ptx_refuse(t, "writes to the kernel's parameter '%.60s'", v->name);
    if (!address(t, &a))
        return false;
    for (int k = 0; k < a.elements; k++) {
        struct ul_ir value;
        if (!ul_ptx_read(t, element(&t->s->operand[1], k), a.type, &value))
            return false;
        const struct ul_ir at = element_address(t, &a, k);
        ul_text_add(t->ir, "  store i%d %s, ptr %s, align %d%s\n", value.bits, value.text, at.text,
                    a.type.bits / 8, group(t, &a));
    }
    return true;
}

/* ---- mov, cvta ---------------------------------------------------------------------------------------- */

/* mov.b64 {%r1, %r2}, %rd1: the first element is the low part. */
static bool unpack(struct ul_translator *t, struct ul_ptx_type type, struct ul_ptx_type part)
{
    const struct ul_ptx_operand *to = &t->s->operand[0];
    struct ul_ir whole;
    if (!ul_ptx_read(t, &t->s->operand[1], type, &whole))
        return false;
    for (int k = 0; k < to->elements; k++) {
        const struct ul_ir high = ul_ir_new(t, whole.bits);
        ul_text_add(t->ir, "  %s = lshr i%d %s, %d\n", high.text, whole.bits, whole.text, k * part.bits);
        if (!ul_ptx_write(t, &to->element[k], ul_ir_resize(t, high, part.bits, false), false))
            return false;
    }
    return true;
}

static bool pack(struct ul_translator *t, struct ul_ptx_type type, struct ul_ptx_type part)
{
    const struct ul_ptx_operand *from = &t->s->operand[1];
    struct ul_ir whole = ul_ir_number(0, type.bits);
    for (int k = 0; k < from->elements; k++) {
        struct ul_ir v;
        if (!ul_ptx_read(t, &from->element[k], part, &v))
            return false;
        v = ul_ir_resize(t, v, type.bits, false);
        const struct ul_ir high = ul_ir_new(t, type.bits), sum = ul_ir_new(t, type.bits);
        ul_text_add(t->ir, "  %s = shl i%d %s, %d\n  %s = or i%d %s, %s\n", high.text, type.bits, v.text,
                    k * part.bits, sum.text, type.bits, whole.text, high.text);
        whole = sum;
    }
    return ul_ptx_write(t, &t->s->operand[0], whole, false);
}

bool ul_ptx_move(struct ul_translator *t)
{
    struct ul_ptx_type type[3];
    struct ul_ir v;
    if (!ul_ptx_count(t, 2))
        return false;
    if (ul_ptx_types(t->s->opcode, type) != 1)
        return ul_ptx_refuse(t, "has no single type");
    const bool to = t->s->operand[0].kind == UL_PTX_VECTOR, from = t->s->operand[1].kind == UL_PTX_VECTOR;
    if (!to && !from)
        return ul_ptx_read(t, &t->s->operand[1], type[0], &v) && ul_ptx_write(t, &t->s->operand[0], v, false);
    const int parts = t->s->operand[to ? 0 : 1].elements;
    if (type[0].bits > 64 || (parts != 2 && parts != 4 && parts != 8) || type[0].bits / parts < 8 ||
        (to && from))
        return ul_ptx_refuse(t, "has %d parts: not known", parts);
    const struct ul_ptx_type part = {'b', type[0].bits / parts};
    return to ? unpack(t, type[0], part) : pack(t, type[0], part);
}

/* Every space is one: the generic address is the address. */
bool ul_ptx_cvta(struct ul_translator *t)
{
    struct ul_ir v;
    if (!ul_ptx_count(t, 2))
        return false;
    if (ul_ptx_has(t->s->opcode, "shared"))
        return ul_ptx_refuse(t, "needs a GPU: shared memory is not there");
    return ul_ptx_read(t, &t->s->operand[1], (struct ul_ptx_type){'b', 64}, &v) &&
           ul_ptx_write(t, &t->s->operand[0], v, false);
}
