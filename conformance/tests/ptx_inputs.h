/* Inputs of PTX's instructions, in bits: random ones, and where something happens. The same on every machine.
 */
#ifndef UL_PTX_INPUTS_H
#define UL_PTX_INPUTS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint64_t ones(int n)
{
    return n >= 64 ? ~0ull : (1ull << n) - 1;
}

/* ---- Formats of floats ------------------------------------------------------------------------------ */

struct format {
    const char *name;
    int bits, fraction, least; /* 2^least is the smallest normal number */
};
static const struct format f16 = {"f16", 16, 10, -14}, bf16 = {"bf16", 16, 7, -126},
                           f32 = {"f32", 32, 23, -126}, f64 = {"f64", 64, 52, -1022};

static uint64_t infinity_of(const struct format *f)
{
    return ones(f->bits - 1) ^ ones(f->fraction);
}
static bool nan_in(const struct format *f, uint64_t b)
{
    return (b & ones(f->bits - 1)) > infinity_of(f);
}
static int exponent_of(const struct format *f, uint64_t b)
{
    return (int)(b >> f->fraction & ones(f->bits - 1 - f->fraction)) - (1 - f->least);
}

/* ---- Numbers ---------------------------------------------------------------------------------------- */

/* One call of these an expression: the order within one is the compiler's. */
static uint64_t noise_state = 88172645463325252u;
static uint64_t noise(void)
{
    noise_state ^= noise_state << 13;
    noise_state ^= noise_state >> 7;
    noise_state ^= noise_state << 17;
    return noise_state * 0x2545F4914F6CDD1D;
}
static int noise_below(int n)
{
    return (int)((noise() >> 32) % (uint64_t)n);
}

/* Few bits, or many of one kind, beside random ones: where ties and carries are. */
static uint64_t some_fraction(const struct format *f)
{
    const uint64_t few = 1ull << noise_below(f->fraction), any = noise() & ones(f->fraction);
    switch (noise_below(7)) {
    case 0:
        return few;
    case 1:
        return ones(f->fraction) ^ few;
    case 2:
        return ones(f->fraction);
    case 3:
        return 0;
    case 4:
        return any & ~(few - 1);
    default:
        return any;
    }
}
static uint64_t with_exponent(const struct format *f, int e)
{
    const int field = e + 1 - f->least, top = (int)ones(f->bits - 1 - f->fraction);
    const uint64_t sign = (noise() & 1) << (f->bits - 1), fraction = some_fraction(f);
    return sign | (uint64_t)(field < 0 ? 0 : field > top ? top : field) << f->fraction | fraction;
}

/* Three operands. Mostly the products, quotients or sums of the first two are near the ends of the format. */
static void make_tuple(const struct format *f, uint64_t a[3])
{
    static const int beside[] = {0, 0, 0, 1, -1, -2};
    const int ends[] = {f->least, f->least, 1 - f->least, f->least - f->fraction};
    const int end = ends[noise_below(4)], near = end + beside[noise_below(6)];
    a[0] = with_exponent(f, noise_below(2 - 2 * f->least) + f->least - 1);
    a[1] = with_exponent(f, (noise_below(2) ? 1 : -1) * (near - exponent_of(f, a[0])));
    a[2] = with_exponent(f, near + noise_below(5) - 2);
    const int k = noise_below(3);
    switch (noise_below(9)) {
    case 0:
        for (int i = 0; i < 3; i++)
            a[i] = noise() & ones(f->bits);
        break;
    case 1: /* a sum with the product */
        a[2] = with_exponent(f, exponent_of(f, a[0]) + exponent_of(f, a[1]) - noise_below(60) + 20);
        break;
    case 2: /* a sum of the two */
        a[1] = with_exponent(f, exponent_of(f, a[0]) + noise_below(7) - 3);
        break;
    case 3: /* a subnormal */
        a[k] = noise_below(2) ? noise() & ones(f->fraction) : (uint64_t)noise_below(3);
        break;
    case 4: /* a zero */
        a[k] &= 1ull << (f->bits - 1);
        break;
    case 5: /* an infinity or a NaN */
        a[k] |= infinity_of(f);
        break;
    case 6: /* of the size of integers, or of the smaller formats */
        for (int i = 0; i < 3; i++)
            a[i] = with_exponent(f, noise_below(100) - 30);
        break;
    }
}

static uint64_t some_integer(int bits)
{
    const uint64_t whole = noise(), any = whole >> noise_below(64);
    const uint64_t power = (uint64_t)1 << noise_below(bits), near = power + (uint64_t)noise_below(5) - 2;
    const uint64_t small = (uint64_t)noise_below(72);
    switch (noise_below(4)) {
    case 0:
        return any & ones(bits);
    case 1:
        return near & ones(bits);
    case 2:
        return (0 - near) & ones(bits);
    default:
        return small & ones(bits);
    }
}

/* ---- Operands by their types' names ----------------------------------------------------------------- */

/* What stands in "f32(f32,f16x2,b32,p,carry)": a float's format, lanes of it, bits, a predicate, the carry,
 * or "borrow" where a difference is recorded: it was borrowed where there is no carry. */
enum { MOST_OPERANDS = 5 };
struct signature {
    int result_bits, count;
    struct operand {
        const struct format *format; /* or NULL */
        int bits, lanes;
        bool is_carry, is_borrow;
        int constant; /* if not 0 */
    } operand[MOST_OPERANDS];
};
static bool read_operand(const char *name, struct operand *o)
{
    static const struct format *const formats[] = {&f16, &bf16, &f32, &f64};
    *o = (struct operand){.lanes = 1};
    for (int i = 0; i < 4; i++)
        if (strncmp(name, formats[i]->name, strlen(formats[i]->name)) == 0) {
            o->lanes = strcmp(name + strlen(formats[i]->name), "x2") == 0 ? 2 : 1;
            o->format = formats[i];
            o->bits = o->lanes * formats[i]->bits;
            return true;
        }
    if (sscanf(name, "i%d", &o->constant) == 1) {
        o->bits = 32;
        return true;
    }
    o->is_borrow = strcmp(name, "borrow") == 0;
    o->is_carry = strcmp(name, "carry") == 0 || o->is_borrow;
    o->bits = strcmp(name, "p") == 0 || o->is_carry ? 1 : 0;
    return o->bits == 1 || sscanf(name, "b%d", &o->bits) == 1;
}
static bool read_signature(const char *text, struct signature *s)
{
    char copy[128], *rest = copy;
    struct operand result;
    snprintf(copy, sizeof copy, "%s", text);
    s->count = 0;
    if (!read_operand(strsep(&rest, "("), &result) || !rest)
        return false;
    s->result_bits = result.bits;
    for (char *name; (name = strsep(&rest, ",)")) && *name; s->count++)
        if (s->count == MOST_OPERANDS || !read_operand(name, &s->operand[s->count]))
            return false;
    return true;
}

enum { TUPLES_HASHED = 16384 };

/* A lone operand of 16 bits takes all values. */
static int tuples_of(const struct signature *s)
{
    return s->count == 1 && s->operand[0].bits <= 16 ? 1 << s->operand[0].bits : TUPLES_HASHED;
}
static void make_operands(const struct signature *s, int index, uint64_t a[MOST_OPERANDS])
{
    uint64_t tuple[2][3];
    const struct format *made = NULL;
    int taken = 0;
    if (index == 0)
        noise_state = 88172645463325252u;
    for (int i = 0; i < s->count; i++) {
        const struct operand *o = &s->operand[i];
        if (o->format && (o->format != made || taken == 3)) {
            made = o->format;
            taken = 0;
            make_tuple(made, tuple[0]);
            make_tuple(made, tuple[1]);
        }
        a[i] = o->format ? tuple[0][taken] : some_integer(o->bits);
        if (o->constant)
            a[i] = (uint64_t)o->constant;
        if (o->lanes == 2)
            a[i] |= tuple[1][taken] << o->format->bits;
        taken += o->format != NULL;
    }
    if (s->count == 1 && s->operand[0].bits <= 16)
        a[0] = (uint64_t)index;
}

/* ---- Calls and hashes ------------------------------------------------------------------------------- */

/* Any of the runtime's functions: numbers of any width travel in a register each. */
typedef uint64_t function(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t);
static uint64_t call(function *f, int result_bits, const uint64_t *a, int count)
{
    const uint64_t r =
        f(a[0], count > 1 ? a[1] : 0, count > 2 ? a[2] : 0, count > 3 ? a[3] : 0, count > 4 ? a[4] : 0);
    return r & ones(result_bits);
}
/* The carry (borrow) that comes out is bit 63 of the value, or of 64 bits turned by one. */
static uint64_t call_signature(function *f, const struct signature *s, const uint64_t *a)
{
    bool carry = false, borrow = false;
    uint64_t b[MOST_OPERANDS];
    memcpy(b, a, sizeof b);
    if (s->count > 0 && s->operand[s->count - 1].is_carry) {
        borrow = s->operand[s->count - 1].is_borrow;
        carry = (a[s->count - 1] != 0) != borrow;
        b[s->count - 1] = (uintptr_t)&carry;
    }
    const uint64_t r = call(f, s->result_bits, b, s->count);
    return (uint64_t)(carry != borrow) << 63 ^ r;
}
static uint64_t hash_of(int index, uint64_t result)
{
    uint64_t z = result * 0x9E3779B97F4A7C15 ^ (uint64_t)(index + 1) * 0xC2B2AE3D27D4EB4F;
    z ^= z >> 29;
    z *= 0xBF58476D1CE4E5B9;
    return z ^ z >> 32;
}

#endif
