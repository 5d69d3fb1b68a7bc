/* What an instruction's text says of itself: "fma.rn.ftz.f32" is a base, modifiers and types (PTX ISA 9.1, 5.2
 * and 9.3); its operands are read, but for a first one that is written. */
#include "ptx.h"
#include <string.h>

/* Types by their widths; what has several lanes, or is no plain number, is bits. */
static const struct {
    const char *name;
    struct ul_ptx_type type;
} types[] = {
    {"b8", {'b', 8}},       {"b16", {'b', 16}},    {"b32", {'b', 32}},    {"b64", {'b', 64}},
    {"b128", {'b', 128}},   {"u8", {'u', 8}},      {"u16", {'u', 16}},    {"u32", {'u', 32}},
    {"u64", {'u', 64}},     {"s8", {'s', 8}},      {"s16", {'s', 16}},    {"s32", {'s', 32}},
    {"s64", {'s', 64}},     {"f16", {'f', 16}},    {"f32", {'f', 32}},    {"f64", {'f', 64}},
    {"pred", {'p', 1}},     {"bf16", {'b', 16}},   {"tf32", {'b', 32}},   {"f16x2", {'b', 32}},
    {"bf16x2", {'b', 32}},  {"f32x2", {'b', 64}},  {"u16x2", {'b', 32}},  {"s16x2", {'b', 32}},
    {"u8x4", {'b', 32}},    {"s8x4", {'b', 32}},   {"e4m3", {'b', 8}},    {"e5m2", {'b', 8}},
    {"e4m3x2", {'b', 16}},  {"e5m2x2", {'b', 16}}, {"e2m3x2", {'b', 16}}, {"e3m2x2", {'b', 16}},
    {"ue8m0x2", {'b', 16}}, {"s2f6x2", {'b', 16}}, {"e2m1x2", {'b', 8}},  {"e4m3x4", {'b', 32}},
    {"e5m2x4", {'b', 32}},  {"e2m3x4", {'b', 32}}, {"e3m2x4", {'b', 32}}, {"e2m1x4", {'b', 16}},
};

bool ul_ptx_type(const char *name, size_t length, struct ul_ptx_type *out)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (strlen(types[i].name) == length && !memcmp(types[i].name, name, length)) {
            *out = types[i].type;
            return true;
        }
    }
    return false;
}

bool ul_ptx_listed(const char *list, const char *word, size_t length)
{
    while (*list) {
        size_t n = 0;
        while (list[n] && list[n] != ' ')
            n++;
        if (n == length && !memcmp(list, word, n))
            return true;
        list += n + (list[n] == ' ');
    }
    return false;
}

bool ul_ptx_is(const char *opcode, const char *list)
{
    return ul_ptx_listed(list, opcode, strcspn(opcode, "."));
}

bool ul_ptx_has(const char *opcode, const char *list)
{
    for (const char *dot = strchr(opcode, '.'); dot; dot = strchr(dot + 1, '.'))
        if (ul_ptx_listed(list, dot + 1, strcspn(dot + 1, ".:")))
            return true;
    return false;
}

static int types_before(const char *end, const char *opcode, struct ul_ptx_type type[3])
{
    int count = 0;
    while (count < 3) {
        const char *part = end;
        while (part > opcode && part[-1] != '.')
            part--;
        if (part == opcode || !ul_ptx_type(part, (size_t)(end - part), &type[count]))
            break;
        count++;
        end = part - 1;
    }
    return count;
}

int ul_ptx_types(const char *opcode, struct ul_ptx_type type[3])
{
    return types_before(opcode + strlen(opcode), opcode, type);
}

int ul_ptx_types_within(const char *opcode, struct ul_ptx_type type[3])
{
    int count = ul_ptx_types(opcode, type);
    for (const char *end = opcode + strlen(opcode); count == 0 && end > opcode; end--)
        if (*end == '.')
            count = types_before(end, opcode, type);
    return count;
}

uint64_t ul_ptx_float_bits(const struct ul_ptx_operand *o, int bits)
{
    uint32_t narrow = (uint32_t)o->bits;
    uint64_t wide = o->bits;
    float f;
    double d;
    if (o->float_bits == bits)
        return o->bits;
    if (bits == 32) {
        memcpy(&d, &wide, sizeof d);
        f = (float)d;
        memcpy(&narrow, &f, sizeof f);
        return narrow;
    }
    memcpy(&f, &narrow, sizeof f);
    d = f;
    memcpy(&wide, &d, sizeof d);
    return wide;
}

bool ul_ptx_leaves(const struct ul_ptx_statement *s)
{
    return ul_ptx_is(s->opcode, "ret exit trap");
}

/* An address in a destination's place is only read. */
bool ul_ptx_has_destination(const struct ul_ptx_statement *s)
{
    if (!s->operands || ul_ptx_is(s->opcode, "bar barrier brx nanosleep pmevent red st"))
        return false;
    switch (s->operand[0].kind) {
    case UL_PTX_REGISTER:
    case UL_PTX_VECTOR:
    case UL_PTX_PAIR:
    case UL_PTX_SINK:
        return true;
    default:
        return false;
    }
}

static void see_operand(const struct ul_ptx_operand *o, bool writes, ul_ptx_see *see, void *context)
{
    if (o->kind == UL_PTX_REGISTER)
        see(context, o->index, writes);
    for (int i = 0; i < o->elements; i++)
        see_operand(&o->element[i], writes, see, context);
}

void ul_ptx_see_registers(const struct ul_ptx_statement *s, ul_ptx_see *see, void *context)
{
    const int sources = ul_ptx_has_destination(s);
    if (s->guard >= 0)
        see(context, s->guard, false);
    for (int i = sources; i < s->operands; i++)
        see_operand(&s->operand[i], false, see, context);
    if (sources)
        see_operand(&s->operand[0], true, see, context);
}
