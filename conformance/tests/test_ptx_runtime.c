/* What PTX's instructions do (cuda/ptx/runtime.c): arithmetic and conversions in every rounding against MPFR,
 * integers against plain C written anew, NaNs and zeros as an NVIDIA H200 has them. Functions are found by
 * their opcode, as the translation finds them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#define MPFR_USE_INTMAX_T
#include <mpfr.h>
#include "cuda/ptx/runtime.c"
#include "ptx_inputs.h"
#include "table.h"

enum { TUPLES = 20000, MOST_BITS = 2400 };

static void *function_of(const char *opcode)
{
    char name[128];
    snprintf(name, sizeof name, "ptx_%s", opcode);
    for (char *p = name; *p; p++)
        if (*p == '.' || *p == ':')
            *p = '_';
    return dlsym(RTLD_DEFAULT, name);
}

static function *must_find(const char *opcode)
{
    void *p = function_of(opcode);
    function *f;
    if (!p)
        fail_msg("no function for %s", opcode);
    memcpy(&f, &p, sizeof f);
    return f;
}

/* ---- MPFR's results ------------------------------------------------------------------------------- */

static void value_of(mpfr_t x, const struct format *f, uint64_t b)
{
    const int field = (int)(b >> f->fraction & ones(f->bits - 1 - f->fraction));
    const uint64_t m = b & ones(f->fraction);
    if ((b & ones(f->bits - 1)) > infinity_of(f))
        mpfr_set_nan(x);
    else if ((b & ones(f->bits - 1)) == infinity_of(f))
        mpfr_set_inf(x, 1);
    else
        mpfr_set_uj_2exp(x, field ? m | 1ull << f->fraction : m,
                         (field ? field - 1 : 0) + f->least - f->fraction, MPFR_RNDN);
    if (!mpfr_nan_p(x) && b >> (f->bits - 1) & 1)
        mpfr_neg(x, x, MPFR_RNDN);
}
/* Of a value that the format has. */
static uint64_t bits_of(const struct format *f, mpfr_t x)
{
    const uint64_t sign = mpfr_signbit(x) ? 1ull << (f->bits - 1) : 0;
    mpfr_t m;
    if (mpfr_nan_p(x))
        return ones(f->bits - 1);
    if (mpfr_inf_p(x))
        return sign | infinity_of(f);
    if (mpfr_zero_p(x))
        return sign;
    const mpfr_exp_t e = mpfr_get_exp(x) - 1 < f->least ? f->least : mpfr_get_exp(x) - 1;
    mpfr_init2(m, 64);
    mpfr_mul_2si(m, x, f->fraction - e, MPFR_RNDN);
    mpfr_abs(m, m, MPFR_RNDN);
    const uint64_t s = mpfr_get_uj(m, MPFR_RNDN);
    mpfr_clear(m);
    return sign | (((uint64_t)(e - f->least) << f->fraction) + s);
}
/* With the bits that PTX gives a NaN (f64: any). */
static uint64_t canonical(const struct format *f, uint64_t b)
{
    return nan_in(f, b) ? ones(f->bits - 1) : b;
}
static uint64_t flushed(const struct format *f, uint64_t b)
{
    return (b & infinity_of(f)) == 0 ? b & 1ull << (f->bits - 1) : b;
}

/* A result of `x` by `operation`, rounded once. */
struct rounding {
    const char *name;
    mpfr_rnd_t mpfr;
};
static const struct rounding roundings[] = {
    {".rn", MPFR_RNDN}, {".rz", MPFR_RNDZ}, {".rm", MPFR_RNDD}, {".rp", MPFR_RNDU}};

typedef int operation(mpfr_t r, mpfr_t *x, mpfr_rnd_t rounding);
static int do_add(mpfr_t r, mpfr_t *x, mpfr_rnd_t m)
{
    return mpfr_add(r, x[0], x[1], m);
}
static int do_sub(mpfr_t r, mpfr_t *x, mpfr_rnd_t m)
{
    return mpfr_sub(r, x[0], x[1], m);
}
static int do_mul(mpfr_t r, mpfr_t *x, mpfr_rnd_t m)
{
    return mpfr_mul(r, x[0], x[1], m);
}
static int do_fma(mpfr_t r, mpfr_t *x, mpfr_rnd_t m)
{
    return mpfr_fma(r, x[0], x[1], x[2], m);
}
static int do_div(mpfr_t r, mpfr_t *x, mpfr_rnd_t m)
{
    return mpfr_div(r, x[0], x[1], m);
}
static int do_rcp(mpfr_t r, mpfr_t *x, mpfr_rnd_t m)
{
    return mpfr_ui_div(r, 1, x[0], m);
}
static int do_sqrt(mpfr_t r, mpfr_t *x, mpfr_rnd_t m)
{
    return mpfr_sqrt(r, x[0], m);
}
static int do_copy(mpfr_t r, mpfr_t *x, mpfr_rnd_t m)
{
    return mpfr_set(r, x[0], m);
}

static uint64_t rounded(const struct format *f, operation *op, mpfr_t *x, mpfr_rnd_t mode, bool ftz)
{
    const mpfr_exp_t emin = mpfr_get_emin(), emax = mpfr_get_emax();
    mpfr_t r;
    mpfr_init2(r, f->fraction + 1);
    if (!ftz)
        mpfr_set_emin(f->least - f->fraction + 1);
    mpfr_set_emax(2 - f->least);
    int inexact = op(r, x, mode);
    inexact = mpfr_check_range(r, inexact, mode);
    if (!ftz)
        mpfr_subnormalize(r, inexact, mode);
    if (ftz && mpfr_regular_p(r) && mpfr_get_exp(r) - 1 < f->least)
        mpfr_set_zero(r, mpfr_signbit(r) ? -1 : 1);
    mpfr_set_emin(emin);
    mpfr_set_emax(emax);
    const uint64_t b = bits_of(f, r);
    mpfr_clear(r);
    return b;
}
static uint64_t limited(const struct format *f, uint64_t b, bool sat, bool relu)
{
    const uint64_t one = infinity_of(f) >> 1 & ~ones(f->fraction), sign = b >> (f->bits - 1) & 1;
    if (sat)
        return nan_in(f, b) || sign ? 0 : b > one ? one : b;
    return relu && sign && !nan_in(f, b) ? 0 : b;
}

/* ---- Arithmetic ------------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    operation *op;
    int count;
} arithmetic[] = {{"add", do_add, 2}, {"sub", do_sub, 2}, {"mul", do_mul, 2},  {"fma", do_fma, 3},
                  {"div", do_div, 2}, {"rcp", do_rcp, 1}, {"sqrt", do_sqrt, 1}};

static mpfr_t operands[3];

static void check(const char *opcode, int count, const uint64_t *a, uint64_t got, uint64_t expected)
{
    if (got != expected)
        fail_msg("%s(%#llx, %#llx, %#llx) is %#llx, not %#llx", opcode, (unsigned long long)a[0],
                 (unsigned long long)(count > 1 ? a[1] : 0), (unsigned long long)(count > 2 ? a[2] : 0),
                 (unsigned long long)got, (unsigned long long)expected);
}

static void check_arithmetic(const struct format *f, size_t k, const struct rounding *rounding,
                             const char *modifiers)
{
    char opcode[64];
    const bool ftz = strstr(modifiers, "ftz"), sat = strstr(modifiers, "sat"),
               relu = strstr(modifiers, "relu");
    snprintf(opcode, sizeof opcode, "%s%s%s.%s", arithmetic[k].name, rounding->name, modifiers, f->name);
    function *const at = must_find(opcode);
    for (int i = 0; i < TUPLES; i++) {
        uint64_t a[3];
        make_tuple(f, a);
        for (int j = 0; j < 3; j++)
            value_of(operands[j], f, ftz ? flushed(f, a[j]) : a[j]);
        const uint64_t expected = rounded(f, arithmetic[k].op, operands, rounding->mpfr, ftz);
        const uint64_t got = call(at, f->bits, a, arithmetic[k].count);
        check(opcode, arithmetic[k].count, a, f->bits == 64 ? canonical(f, got) : got,
              limited(f, expected, sat, relu));
    }
}

static void arithmetic_of_floats(void **test)
{
    static const char *const modifiers[] = {"", ".ftz", ".sat", ".ftz.sat"};
    (void)test;
    for (size_t k = 0; k < sizeof arithmetic / sizeof *arithmetic; k++)
        for (size_t r = 0; r < 4; r++)
            for (size_t m = 0; m < (k < 4 ? 4 : 2); m++)
                check_arithmetic(&f32, k, &roundings[r], modifiers[m]);
}
static void arithmetic_of_doubles(void **test)
{
    (void)test;
    for (size_t k = 0; k < sizeof arithmetic / sizeof *arithmetic; k++)
        for (size_t r = 0; r < 4; r++)
            check_arithmetic(&f64, k, &roundings[r], "");
}
static void arithmetic_of_halves(void **test)
{
    static const char *const modifiers[] = {"", ".ftz", ".sat", ".ftz.sat"};
    (void)test;
    for (size_t k = 0; k < 4; k++) {
        for (size_t m = 0; m < 4; m++)
            check_arithmetic(&f16, k, &roundings[0], modifiers[m]);
        check_arithmetic(&bf16, k, &roundings[0], "");
    }
    check_arithmetic(&f16, 3, &roundings[0], ".relu");
    check_arithmetic(&f16, 3, &roundings[0], ".ftz.relu");
    check_arithmetic(&bf16, 3, &roundings[0], ".relu");
}

/* ---- Conversions ------------------------------------------------------------------------------------ */

/* From a float to a smaller one. A NaN's bits are another test's. */
static void check_narrower(const struct format *from, const struct format *to)
{
    static const char *const modifiers[] = {"", ".ftz", ".sat"};
    for (size_t r = 0; r < 4; r++)
        for (size_t m = 0; m < 3; m++) {
            char opcode[64];
            snprintf(opcode, sizeof opcode, "cvt%s%s.%s.%s", roundings[r].name, modifiers[m], to->name,
                     from->name);
            if (m == 1 && !(from == &f64 && to == &f32)) /* .ftz of a source is another thing */
                continue;
            if (m == 2 && to == &bf16)
                continue;
            function *const at = must_find(opcode);
            for (int i = 0; i < 4 * TUPLES; i++) {
                uint64_t a[3];
                const int e =
                    i & 1 ? to->least + (int)(noise() % 30) - 24 : 1 - to->least - (int)(noise() % 3) + 1;
                a[0] = i & 2 ? with_exponent(from, e) : noise() & ones(from->bits);
                if (i & 4) /* near ties */
                    a[0] = (a[0] & ~ones(from->fraction - to->fraction)) |
                           ((1ull << (from->fraction - to->fraction - 1)) + noise() % 3 - 1);
                value_of(operands[0], from, a[0]);
                const uint64_t expected = rounded(to, do_copy, operands, roundings[r].mpfr, m == 1);
                check(opcode, 1, a, canonical(to, call(at, to->bits, a, 1)),
                      limited(to, expected, m == 2, false));
            }
        }
}
static void narrower_floats(void **test)
{
    (void)test;
    check_narrower(&f32, &f16);
    check_narrower(&f32, &bf16);
    check_narrower(&f64, &f16);
    check_narrower(&f64, &bf16);
    check_narrower(&f64, &f32);
}

static const struct {
    const char *name;
    int bits;
    bool is_signed;
} integers[] = {{"u8", 8, false},   {"s8", 8, true},   {"u16", 16, false}, {"s16", 16, true},
                {"u32", 32, false}, {"s32", 32, true}, {"u64", 64, false}, {"s64", 64, true}};

static int64_t sign_extended(uint64_t a, int bits)
{
    return (int64_t)(a << (64 - bits)) >> (64 - bits);
}
static void check_from_integer(size_t k, const struct format *to, const struct rounding *rounding,
                               const char *modifiers)
{
    char opcode[64];
    snprintf(opcode, sizeof opcode, "cvt%s%s.%s.%s", rounding->name, modifiers, to->name, integers[k].name);
    function *const at = must_find(opcode);
    for (int i = 0; i < TUPLES; i++) {
        const uint64_t a = some_integer(integers[k].bits);
        if (integers[k].is_signed)
            mpfr_set_sj(operands[0], sign_extended(a, integers[k].bits), MPFR_RNDN);
        else
            mpfr_set_uj(operands[0], a, MPFR_RNDN);
        check(opcode, 1, &a, call(at, to->bits, &a, 1),
              limited(to, rounded(to, do_copy, operands, rounding->mpfr, false), *modifiers, false));
    }
}
static void integers_to_floats(void **test)
{
    (void)test;
    for (size_t k = 0; k < sizeof integers / sizeof *integers; k++)
        for (size_t r = 0; r < 4; r++) {
            check_from_integer(k, &f16, &roundings[r], "");
            check_from_integer(k, &f16, &roundings[r], ".sat");
            check_from_integer(k, &bf16, &roundings[r], "");
            check_from_integer(k, &f32, &roundings[r], "");
            check_from_integer(k, &f32, &roundings[r], ".ftz.sat");
            check_from_integer(k, &f64, &roundings[r], "");
            check_from_integer(k, &f64, &roundings[r], ".sat");
        }
}

static uint64_t nearest_integer(size_t k, mpfr_t x, mpfr_rnd_t rounding)
{
    const int bits = integers[k].bits;
    const uint64_t largest = integers[k].is_signed ? ones(bits - 1) : ones(bits);
    const int64_t least = integers[k].is_signed ? -(int64_t)ones(bits - 1) - 1 : 0;
    mpfr_rint(x, x, rounding);
    if (mpfr_cmp_si(x, least) <= 0)
        return (uint64_t)least & ones(bits);
    mpfr_t top;
    mpfr_init2(top, 64);
    mpfr_set_uj(top, largest, MPFR_RNDN);
    const bool above = mpfr_cmp(x, top) >= 0;
    mpfr_clear(top);
    return above             ? largest
           : mpfr_sgn(x) < 0 ? (uint64_t)mpfr_get_sj(x, rounding) & ones(bits)
                             : mpfr_get_uj(x, rounding);
}
static uint64_t nan_as_integer(size_t k, const struct format *from)
{
    const int bits = integers[k].bits;
    return bits == 64 || from->bits == 64 ? 1ull << (bits - 1) : 0;
}
static void check_to_integer(size_t k, const struct format *from, const struct rounding *rounding)
{
    char opcode[64];
    snprintf(opcode, sizeof opcode, "cvt%si.%s.%s", rounding->name, integers[k].name, from->name);
    function *const at = must_find(opcode);
    const int count = from->bits == 16 ? 65536 : 2 * TUPLES;
    for (int i = 0; i < count; i++) {
        const uint64_t small = with_exponent(from, (int)(noise() % 70) - 3);
        const uint64_t a = from->bits == 16 ? (uint64_t)i : i & 7 ? small : noise() & ones(from->bits);
        value_of(operands[0], from, a);
        const uint64_t expected = mpfr_nan_p(operands[0]) ? nan_as_integer(k, from)
                                                          : nearest_integer(k, operands[0], rounding->mpfr);
        check(opcode, 1, &a, call(at, integers[k].bits, &a, 1), expected);
    }
}
static void floats_to_integers(void **test)
{
    static const struct format *const from[] = {&f16, &bf16, &f32, &f64};
    (void)test;
    for (size_t k = 0; k < sizeof integers / sizeof *integers; k++)
        for (size_t r = 0; r < 4; r++)
            for (size_t i = 0; i < 4; i++)
                check_to_integer(k, from[i], &roundings[r]);
}

/* ---- Integers, written anew ------------------------------------------------------------------------- */

#define READ_S(bits, x) ((int##bits##_t)(x))
static uint64_t bit(uint64_t a, int k)
{
    return k < 64 ? a >> k & 1 : 0;
}
static uint64_t reversed(uint64_t a, int bits)
{
    uint64_t r = 0;
    for (int k = 0; k < bits; k++)
        r |= bit(a, k) << (bits - 1 - k);
    return r;
}
static uint64_t counted(uint64_t a)
{
    uint64_t n = 0;
    for (int k = 0; k < 64; k++)
        n += bit(a, k);
    return n;
}
/* PTX ISA 9.1, 9.7.1: the pseudocode of bfind, bfe and bfi. But the GPU takes places and lengths modulo 256
 * in fields of 32 bits alone. */
static int number(uint64_t n, int bits)
{
    return (int)(bits == 32 ? n & 0xff : n < 64 ? n : 64);
}
static uint64_t found(uint64_t a, int bits, bool is_signed)
{
    const uint64_t sign = is_signed && bit(a, bits - 1) ? 1 : 0;
    for (int k = bits - 1; k >= 0; k--)
        if (bit(a, k) != sign)
            return (uint64_t)k;
    return 0xffffffff;
}
static uint64_t field(const uint64_t *a, int bits, bool is_signed)
{
    const int at = number(a[1], bits), length = number(a[2], bits);
    const int top = at + length - 1 < bits - 1 ? at + length - 1 : bits - 1;
    const uint64_t sign = is_signed && length > 0 ? bit(a[0], top) : 0;
    uint64_t r = 0;
    for (int k = 0; k < bits; k++)
        r |= (k < length && at + k < bits ? bit(a[0], at + k) : sign) << k;
    return r;
}
static uint64_t inserted(const uint64_t *a, int bits)
{
    const int at = number(a[2], bits), length = number(a[3], bits);
    uint64_t r = a[1];
    for (int k = 0; k < length && at + k < bits; k++)
        r = (r & ~(1ull << (at + k))) | bit(a[0], k) << (at + k);
    return r;
}
static uint64_t looked_up(const uint64_t *a)
{
    uint64_t r = 0;
    for (int k = 0; k < 32; k++)
        r |= bit(a[3], (int)(bit(a[0], k) * 4 + bit(a[1], k) * 2 + bit(a[2], k))) << k;
    return r;
}
static uint64_t permuted(const uint64_t *a)
{
    uint64_t r = 0;
    for (int k = 0; k < 4; k++) {
        const int from = (int)(a[2] >> 4 * k & 7);
        const uint64_t byte = (from < 4 ? a[0] >> 8 * from : a[1] >> 8 * (from - 4)) & 0xff;
        r |= (a[2] >> 4 * k & 8 ? (byte & 0x80 ? 0xff : 0) : byte) << 8 * k;
    }
    return r;
}
static uint64_t dotted(const uint64_t *a)
{
    int64_t r = READ_S(32, a[2]);
    for (int k = 0; k < 4; k++)
        r += READ_S(8, a[0] >> 8 * k) * (int64_t)(a[1] >> 8 * k & 0xff);
    return (uint64_t)r;
}

/* opcode, its signature, and the result of the operands a[0] ... */
#define INTEGER_ROWS(R)                                                                                      \
    R("add.s32", "b32(b32,b32)", a[0] + a[1])                                                                \
    R("sub.u64", "b64(b64,b64)", a[0] - a[1])                                                                \
    R("mul.lo.s64", "b64(b64,b64)", a[0] * a[1])                                                             \
    R("mul.hi.s32", "b32(b32,b32)", (uint64_t)((int64_t)READ_S(32, a[0]) * READ_S(32, a[1])) >> 32)          \
    R("mul.hi.u32", "b32(b32,b32)", a[0] * a[1] >> 32)                                                       \
    R("mul.hi.s64", "b64(b64,b64)", (uint64_t)(((__int128)READ_S(64, a[0]) * READ_S(64, a[1])) >> 64))       \
    R("mul.hi.u64", "b64(b64,b64)", (uint64_t)(((unsigned __int128)a[0] * a[1]) >> 64))                      \
    R("mul.wide.s16", "b32(b16,b16)", (uint64_t)(READ_S(16, a[0]) * READ_S(16, a[1])))                       \
    R("mad.wide.s32", "b64(b32,b32,b64)", (uint64_t)((int64_t)READ_S(32, a[0]) * READ_S(32, a[1])) + a[2])   \
    R("mad.wide.u32", "b64(b32,b32,b64)", a[0] * a[1] + a[2])                                                \
    R("mul24.hi.u32", "b32(b32,b32)", (a[0] & 0xffffff) * (a[1] & 0xffffff) >> 16)                           \
    R("sad.s32", "b32(b32,b32,b32)", a[2] + (uint64_t)llabs((int64_t)READ_S(32, a[0]) - READ_S(32, a[1])))   \
    R("abs.s64", "b64(b64)", READ_S(64, a[0]) < 0 ? 0 - a[0] : a[0])                                         \
    R("min.s16", "b16(b16,b16)", READ_S(16, a[0]) < READ_S(16, a[1]) ? a[0] : a[1])                          \
    R("max.u32", "b32(b32,b32)", a[0] > a[1] ? a[0] : a[1])                                                  \
    R("shl.b32", "b32(b32,b32)", a[1] > 31 ? 0 : a[0] << a[1])                                               \
    R("shr.s32", "b32(b32,b32)", (uint64_t)((int64_t)READ_S(32, a[0]) >> (a[1] > 31 ? 31 : a[1])))           \
    R("shr.u64", "b64(b64,b32)", a[1] > 63 ? 0 : a[0] >> a[1])                                               \
    R("shf.l.wrap.b32", "b32(b32,b32,b32)", (a[1] << 32 | a[0]) << (a[2] & 31) >> 32)                        \
    R("shf.r.clamp.b32", "b32(b32,b32,b32)", (a[1] << 32 | a[0]) >> (a[2] > 32 ? 32 : a[2]))                 \
    R("cnot.b16", "b16(b16)", a[0] ? 0 : 1)                                                                  \
    R("popc.b64", "b32(b64)", counted(a[0]))                                                                 \
    R("clz.b32", "b32(b32)", a[0] ? 31 - found(a[0], 32, false) : 32)                                        \
    R("brev.b32", "b32(b32)", reversed(a[0], 32))                                                            \
    R("brev.b64", "b64(b64)", reversed(a[0], 64))                                                            \
    R("bfind.s32", "b32(b32)", found(a[0], 32, true))                                                        \
    R("bfind.u64", "b32(b64)", found(a[0], 64, false))                                                       \
    R("bfe.u32", "b32(b32,b32,b32)", field(a, 32, false))                                                    \
    R("bfe.s32", "b32(b32,b32,b32)", field(a, 32, true))                                                     \
    R("bfe.s64", "b64(b64,b32,b32)", field(a, 64, true))                                                     \
    R("bfi.b32", "b32(b32,b32,b32,b32)", inserted(a, 32))                                                    \
    R("bfi.b64", "b64(b64,b64,b32,b32)", inserted(a, 64))                                                    \
    R("lop3.b32", "b32(b32,b32,b32,b32)", looked_up(a))                                                      \
    R("prmt.b32", "b32(b32,b32,b32)", permuted(a))                                                           \
    R("dp4a.s32.u32", "b32(b32,b32,b32)", dotted(a))                                                         \
    R("cvt.s64.s8", "b64(b8)", (uint64_t)(int64_t)READ_S(8, a[0]))                                           \
    R("cvt.sat.u8.s32", "b8(b32)", READ_S(32, a[0]) < 0 ? 0 : a[0] > 255 ? 255 : a[0])                       \
    R("setp.lo.u32", "p(b32,b32)", a[0] < a[1])                                                              \
    R("setp.ge.xor.s64", "p(b64,b64,p)", (READ_S(64, a[0]) >= READ_S(64, a[1])) != (a[2] != 0))              \
    R("slct.f32.s32", "b32(b32,b32,b32)", READ_S(32, a[2]) >= 0 ? a[0] : a[1])

#define INTEGER_FUNCTION(opcode, signature, result)                                                          \
    if (strcmp(name, opcode) == 0)                                                                           \
        return result;
static uint64_t integer_result(const char *name, const uint64_t *a)
{
    INTEGER_ROWS(INTEGER_FUNCTION)
    return 0;
}
#define INTEGER_ROW(opcode, signature, result) {opcode, signature},
static const struct {
    const char *opcode, *signature;
} integer_rows[] = {INTEGER_ROWS(INTEGER_ROW)};

static void integers_as_plain_c_has_them(void **test)
{
    (void)test;
    for (size_t k = 0; k < sizeof integer_rows / sizeof *integer_rows; k++) {
        struct signature s;
        function *const at = must_find(integer_rows[k].opcode);
        assert_true(read_signature(integer_rows[k].signature, &s));
        for (int i = 0; i < TUPLES; i++) {
            uint64_t a[MOST_OPERANDS] = {0};
            make_operands(&s, i, a);
            check(integer_rows[k].opcode, s.count, a, call(at, s.result_bits, a, s.count),
                  integer_result(integer_rows[k].opcode, a) & ones(s.result_bits));
        }
    }
}

/* Numbers of 128 bits, by words of 32 with carries. */
static void chains_carry(void **test)
{
    (void)test;
    for (int i = 0; i < TUPLES; i++) {
        bool carry = noise() & 1;
        const u128 a = (u128)some_integer(64) << 64 | some_integer(64);
        const u128 b = (u128)some_integer(64) << 64 | some_integer(64);
        u128 sum = ptx_add_cc_u32((u32)a, (u32)b, &carry);
        sum |= (u128)ptx_addc_cc_u32((u32)(a >> 32), (u32)(b >> 32), &carry) << 32;
        sum |= (u128)ptx_addc_u64((u64)(a >> 64), (u64)(b >> 64), &carry) << 64;
        u128 difference = ptx_sub_cc_u64((u64)a, (u64)b, &carry);
        difference |= (u128)ptx_subc_cc_u32((u32)(a >> 64), (u32)(b >> 64), &carry) << 64;
        difference |= (u128)ptx_subc_cc_u32((u32)(a >> 96), (u32)(b >> 96), &carry) << 96;
        const u32 not_less = ptx_addc_u32(0, 0, &carry),
                  less = ptx_subc_u32(0, 0, &carry); /* as NVRTC asks */
        const u64 x = (u64)a, y = (u64)b;            /* x y by products of 32 bits, modulo 2^96 */
        u128 product = ptx_mul_lo_u32((u32)x, (u32)y);
        u32 middle = ptx_mad_lo_cc_u32((u32)(x >> 32), (u32)y, ptx_mul_hi_u32((u32)x, (u32)y), &carry);
        u32 top = ptx_madc_hi_u32((u32)(x >> 32), (u32)y, 0, &carry);
        middle = ptx_mad_lo_cc_u32((u32)x, (u32)(y >> 32), middle, &carry);
        top = ptx_madc_hi_cc_u32((u32)x, (u32)(y >> 32), top, &carry);
        top = ptx_mad_lo_cc_u32((u32)(x >> 32), (u32)(y >> 32), top, &carry);
        product |= (u128)middle << 32 | (u128)top << 64;
        assert_true(sum == a + b);
        assert_true(difference == a - b);
        assert_true(not_less == (a >= b) && less == (a >= b ? 0 : (u32)-1));
        assert_true(product << 32 == (u128)x * y << 32);
    }
}

/* ---- NaNs and zeros --------------------------------------------------------------------------------- */

static void nans_and_zeros(void **test)
{
    const u32 nan = 0xffc00123, quiet = 0x7fffffff, one = 0x3f800000, zero = 0, minus = 0x80000000;
    const u64 low = 0xfff0000000000001, high = 0x7ff8000000000abc, one_64 = 0x3ff0000000000000;
    (void)test;
    assert_int_equal(ptx_add_f32(nan, one), quiet);
    assert_int_equal(ptx_mul_rz_f32(0x7f800000, zero), quiet);
    assert_int_equal(ptx_abs_f32(nan), quiet);
    assert_int_equal(ptx_neg_f32(nan), quiet);
    assert_int_equal(ptx_copysign_f32(minus, 0x7fc00123), nan);
    assert_int_equal(ptx_min_f32(nan, one), one);
    assert_int_equal(ptx_max_f32(one, nan), one);
    assert_int_equal(ptx_min_f32(nan, nan), quiet);
    assert_int_equal(ptx_max_NaN_f32(one, nan), quiet);
    assert_int_equal(ptx_min_f32(zero, minus), minus);
    assert_int_equal(ptx_max_f32(minus, zero), zero);
    assert_int_equal(ptx_min_xorsign_abs_f32(nan, one), 0xbf800000);
    assert_int_equal(ptx_max_ftz_f32(0x80000001, 0x80000002), minus);
    assert_int_equal(ptx_cvt_sat_f32_f32(minus), zero);
    assert_int_equal(ptx_add_sat_f32(nan, one), zero);
    assert_int_equal(ptx_add_f64(high, low), low | QUIET_64);
    assert_int_equal(ptx_mul_f64(low, one_64), low | QUIET_64);
    assert_int_equal(ptx_div_rn_f64(high, low), high);
    assert_int_equal(ptx_sqrt_rp_f64(0xbff0000000000000), NAN_64);
    assert_int_equal(ptx_neg_f64(low), low | QUIET_64);
    assert_int_equal(ptx_max_f64(low, high), high);
    assert_int_equal(ptx_cvt_rn_f32_f64(low), 0xffc00000);
    assert_int_equal(ptx_cvt_f64_f32(nan), 0xfff8002460000000);
    assert_int_equal(ptx_cvt_rn_f16_f64(high | SIGN_64), 0xfe00);
    assert_int_equal(ptx_cvt_rn_f16_f32(nan), 0x7fff);
    assert_int_equal(ptx_cvt_f32_f16(0xfc01), quiet);
    assert_int_equal(ptx_cvt_rna_tf32_f32(0x7f800001), 0x7f800000);
    assert_int_equal(ptx_cvt_rn_tf32_f32(nan), 0x7fffe000);
    assert_int_equal(ptx_cvt_rn_satfinite_e4m3x2_f32(nan, 0xff800000), 0x7ffe);
    assert_int_equal(ptx_cvt_rzi_s32_f64(high), 0x80000000);
    assert_int_equal(ptx_cvt_rzi_u64_f32(nan), SIGN_64);
    assert_int_equal(ptx_fma_rn_relu_f16(0xfe00, 0x3c00, 0), 0x7fff);
    assert_int_equal(ptx_fma_rn_sat_f16(0xfe00, 0x3c00, 0), 0);
    assert_int_equal(ptx_set_neu_u32_f16x2(0x7e003c00, 0x7e003c00), 0xffff0000);
    assert_int_equal(ptx_setp_lt_f32(nan, one), false);
    assert_int_equal(ptx_setp_ltu_f32(nan, one), true);
    assert_int_equal(ptx_setp_nan_f32(one, one), false);
}

/* ---- All of them, against hashes of an H200's results ----------------------------------------------- */

static int different;

/* Inputs of one signature; the rows are in its order. */
static struct {
    char name[128];
    struct signature signature;
    uint64_t a[65536][MOST_OPERANDS];
} inputs;

static void make_inputs(const char *name, const char *where)
{
    if (strcmp(inputs.name, name) == 0)
        return;
    snprintf(inputs.name, sizeof inputs.name, "%s", name);
    if (!read_signature(name, &inputs.signature))
        fail_msg("%s: no signature '%s'", where, name);
    memset(inputs.a, 0, sizeof inputs.a);
    for (int i = 0; i < tuples_of(&inputs.signature); i++)
        make_operands(&inputs.signature, i, inputs.a[i]);
}
static void compare_hash(char **column, const char *where)
{
    uint64_t sum = 0;
    function *const at = must_find(column[0]);
    make_inputs(column[1], where);
    for (int i = 0; i < tuples_of(&inputs.signature); i++)
        sum += hash_of(i, call_signature(at, &inputs.signature, inputs.a[i]));
    if (sum != strtoull(column[2], NULL, 16)) {
        print_error("%s: %s has other bits than the H200\n", where, column[0]);
        different++;
    }
}
static void all_instructions_have_the_bits_of_an_h200(void **test)
{
    (void)test;
    assert_true(for_each_row("ptx_hashes.tsv", 3, compare_hash) > 4000);
    assert_int_equal(different, 0);
}

static int prepare(void **test)
{
    (void)test;
    for (int i = 0; i < 3; i++)
        mpfr_init2(operands[i], 64);
    return 0;
}
static int tidy(void **test)
{
    (void)test;
    for (int i = 0; i < 3; i++)
        mpfr_clear(operands[i]);
    mpfr_free_cache();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arithmetic_of_floats),
        cmocka_unit_test(arithmetic_of_doubles),
        cmocka_unit_test(arithmetic_of_halves),
        cmocka_unit_test(narrower_floats),
        cmocka_unit_test(integers_to_floats),
        cmocka_unit_test(floats_to_integers),
        cmocka_unit_test(integers_as_plain_c_has_them),
        cmocka_unit_test(chains_carry),
        cmocka_unit_test(nans_and_zeros),
        cmocka_unit_test(all_instructions_have_the_bits_of_an_h200),
    };
    return cmocka_run_group_tests(tests, prepare, tidy);
}
