/* An opcode's parts: "fma.rn.ftz.f32" is a base, modifiers and types (PTX ISA 9.1, 5.2 and 9.3). */
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

static bool same(const char *part, size_t length, const char *word)
{
    return strlen(word) == length && !memcmp(part, word, length);
}

bool ul_ptx_has(const char *opcode, const char *modifier)
{
    const char *part = opcode + strcspn(opcode, ".");
    while (*part) {
        part++;
        size_t length = strcspn(part, ".");
        if (same(part, length, modifier))
            return true;
        part += length;
    }
    return false;
}

bool ul_ptx_is(const char *opcode, const char *base)
{
    return same(opcode, strcspn(opcode, "."), base);
}

int ul_ptx_types(const char *opcode, struct ul_ptx_type type[3])
{
    int count = 0;
    const char *end = opcode + strlen(opcode);
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
