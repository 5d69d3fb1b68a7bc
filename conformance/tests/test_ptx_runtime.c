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

/* ---- Calls of any function of numbers of one width -------------------------------------------------------
 */

typedef void (*function)(void);

#define CALL(R, T)                                                                                           \
    (count == 1   ? (uint64_t)((R(*)(T))f)((T)a[0])                                                          \
     : count == 2 ? (uint64_t)((R(*)(T, T))f)((T)a[0], (T)a[1])                                              \
                  : (uint64_t)((R(*)(T, T, T))f)((T)a[0], (T)a[1], (T)a[2]))
static uint64_t call(function f, int result_bits, int bits, int count, const uint64_t *a)
{
    switch (result_bits * 100 + bits) {
    case 816:
        return CALL(uint8_t, uint16_t);
    case 832:
        return CALL(uint8_t, uint32_t);
    case 864:
        return CALL(uint8_t, uint64_t);
    case 1608:
        return CALL(uint16_t, uint8_t);
    case 1616:
        return CALL(uint16_t, uint16_t);
    case 1632:
        return CALL(uint16_t, uint32_t);
    case 1664:
        return CALL(uint16_t, uint64_t);
    case 3208:
        return CALL(uint32_t, uint8_t);
    case 3216:
        return CALL(uint32_t, uint16_t);
    case 3232:
        return CALL(uint32_t, uint32_t);
    case 3264:
        return CALL(uint32_t, uint64_t);
    case 6408:
        return CALL(uint64_t, uint8_t);
    case 6416:
        return CALL(uint64_t, uint16_t);
    case 6432:
        return CALL(uint64_t, uint32_t);
    case 6464:
        return CALL(uint64_t, uint64_t);
    }
    fail_msg("no call of %d bits from %d", result_bits, bits);
    return 0;
}
static function must_find(const char *opcode)
{
    void *p = function_of(opcode);
    function f;
    if (!p)
        fail_msg("no function for %s", opcode);
    memcpy(&f, &p, sizeof f);
    return f;
}

/* ---- Formats, and MPFR's results in them
 * --------------------------------------------------------------------- */

struct format {
    const char *name;
    int bits, fraction, least; /* 2^least is the smallest normal number */
};
static const struct format f16 = {"f16", 16, 10, -14}, bf16 = {"bf16", 16, 7, -126},
                           f32 = {"f32", 32, 23, -126}, f64 = {"f64", 64, 52, -1022};

static uint64_t ones(int n)
{
    return n >= 64 ? ~0ull : (1ull << n) - 1;
}
static uint64_t infinity_of(const struct format *f)
{
    return ones(f->bits - 1) ^ ones(f->fraction);
}
static bool nan_in(const struct format *f, uint64_t b)
{
    return (b & ones(f->bits - 1)) > infinity_of(f);
}
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

/* ---- Inputs: any bits, and tuples whose result is near the ends of a format
 * ------------------------------------ */

static uint64_t state = 88172645463325252u;
static uint64_t noise(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state * 0x2545F4914F6CDD1D;
}
/* Few bits, or many of one kind, beside random ones: where ties and carries are. */
static uint64_t some_fraction(const struct format *f)
{
    const uint64_t any = noise() & ones(f->fraction), few = 1ull << noise() % (unsigned)f->fraction;
    switch (noise() % 6) {
    case 0:
        return few;
    case 1:
        return ones(f->fraction) ^ few;
    case 2:
        return ones(f->fraction);
    case 3:
        return 0;
    default:
        return any;
    }
}
static uint64_t with_exponent(const struct format *f, int e)
{
    const int bias = 1 - f->least, field = e + bias;
    const int top = (int)ones(f->bits - 1 - f->fraction);
    const uint64_t kept = (uint64_t)(field < 0 ? 0 : field > top ? top : field);
    return (noise() & 1) << (f->bits - 1) | kept << f->fraction | some_fraction(f);
}
static int exponent_of(const struct format *f, uint64_t b)
{
    return (int)(b >> f->fraction & ones(f->bits - 1 - f->fraction)) - (1 - f->least);
}
static void make_tuple(const struct format *f, uint64_t a[3])
{
    static const int ends[] = {0, 0, 0, 1, -1, -2};
    const int span = 2 - 2 * f->least, any = (int)(noise() % (unsigned)span) + f->least - 1;
    const int end = noise() & 1 ? f->least : noise() & 1 ? 1 - f->least : f->least - f->fraction;
    const int near = end + ends[noise() % 6], sign = noise() & 1 ? 1 : -1;
    a[0] = with_exponent(f, any);
    a[1] = with_exponent(f, sign * (near - exponent_of(f, a[0])));
    a[2] = with_exponent(f, near + (int)(noise() % 5) - 2);
    switch (noise() % 8) {
    case 0:
        a[0] = noise() & ones(f->bits), a[1] = noise() & ones(f->bits), a[2] = noise() & ones(f->bits);
        break;
    case 1:
        a[2] = with_exponent(f, exponent_of(f, a[0]) + exponent_of(f, a[1]) - (int)(noise() % 60) + 20);
        break;
    case 2:
        a[1] = with_exponent(f, exponent_of(f, a[0]) + (int)(noise() % 7) - 3);
        break;
    case 3:
        a[noise() % 3] = noise() & 1 ? noise() & ones(f->fraction) : noise() % 3;
        break;
    case 4:
        a[noise() % 3] &= 1ull << (f->bits - 1);
        break;
    case 5:
        a[noise() % 3] |= infinity_of(f);
        break;
    }
}

/* ---- Arithmetic
 * ------------------------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    operation *op;
    int count;
} arithmetic[] = {{"add", do_add, 2}, {"sub", do_sub, 2}, {"mul", do_mul, 2},  {"fma", do_fma, 3},
                  {"div", do_div, 2}, {"rcp", do_rcp, 1}, {"sqrt", do_sqrt, 1}};

static mpfr_t operands[3];

static void check(const char *opcode, const struct format *f, int count, const uint64_t *a, uint64_t got,
                  uint64_t expected)
{
    if (got != expected)
        fail_msg("%s(%#llx, %#llx, %#llx) is %#llx, not %#llx", opcode, (unsigned long long)a[0],
                 (unsigned long long)(count > 1 ? a[1] : 0), (unsigned long long)(count > 2 ? a[2] : 0),
                 (unsigned long long)got, (unsigned long long)expected);
    (void)f;
}

static void check_arithmetic(const struct format *f, size_t k, const struct rounding *rounding,
                             const char *modifiers)
{
    char opcode[64];
    const bool ftz = strstr(modifiers, "ftz"), sat = strstr(modifiers, "sat"),
               relu = strstr(modifiers, "relu");
    snprintf(opcode, sizeof opcode, "%s%s%s.%s", arithmetic[k].name, rounding->name, modifiers, f->name);
    const function at = must_find(opcode);
    for (int i = 0; i < TUPLES; i++) {
        uint64_t a[3];
        make_tuple(f, a);
        for (int j = 0; j < 3; j++)
            value_of(operands[j], f, ftz ? flushed(f, a[j]) : a[j]);
        const uint64_t expected = rounded(f, arithmetic[k].op, operands, rounding->mpfr, ftz);
        const uint64_t got = call(at, f->bits, f->bits, arithmetic[k].count, a);
        check(opcode, f, arithmetic[k].count, a, f->bits == 64 ? canonical(f, got) : got,
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
    static const char *const modifiers[] = {"", ".ftz", ".sat", ".ftz.sat", ".relu"};
    (void)test;
    for (size_t k = 0; k < 4; k++)
        for (size_t m = 0; m < (k == 3 ? 5 : 4); m++) {
            check_arithmetic(&f16, k, &roundings[0], modifiers[m]);
            check_arithmetic(&bf16, k, &roundings[0], modifiers[m]);
        }
}

/* ---- Conversions
 * -------------------------------------------------------------------------------------------------- */

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
            const function at = must_find(opcode);
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
                check(opcode, from, 1, a, canonical(to, call(at, to->bits, from->bits, 1, a)),
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
static uint64_t some_integer(int bits)
{
    const uint64_t a = noise() >> noise() % 64, near = (1ull << noise() % (unsigned)bits) + noise() % 5 - 2;
    return (noise() & 1 ? a : noise() & 1 ? near : 0 - near) & ones(bits);
}
static void check_from_integer(size_t k, const struct format *to, const struct rounding *rounding)
{
    char opcode[64];
    snprintf(opcode, sizeof opcode, "cvt%s.%s.%s", rounding->name, to->name, integers[k].name);
    const function at = must_find(opcode);
    for (int i = 0; i < TUPLES; i++) {
        const uint64_t a = some_integer(integers[k].bits);
        if (integers[k].is_signed)
            mpfr_set_sj(operands[0], sign_extended(a, integers[k].bits), MPFR_RNDN);
        else
            mpfr_set_uj(operands[0], a, MPFR_RNDN);
        check(opcode, to, 1, &a, call(at, to->bits, integers[k].bits, 1, &a),
              rounded(to, do_copy, operands, rounding->mpfr, false));
    }
}
static void integers_to_floats(void **test)
{
    (void)test;
    for (size_t k = 0; k < sizeof integers / sizeof *integers; k++)
        for (size_t r = 0; r < 4; r++) {
            check_from_integer(k, &f16, &roundings[r]);
            check_from_integer(k, &bf16, &roundings[r]);
            check_from_integer(k, &f32, &roundings[r]);
            check_from_integer(k, &f64, &roundings[r]);
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
    return bits == 64 ? 1ull << 63 : bits == 32 && from->bits == 64 ? 1ull << 31 : 0;
}
static void check_to_integer(size_t k, const struct format *from, const struct rounding *rounding)
{
    char opcode[64];
    snprintf(opcode, sizeof opcode, "cvt%si.%s.%s", rounding->name, integers[k].name, from->name);
    const function at = must_find(opcode);
    const int count = from->bits == 16 ? 65536 : 2 * TUPLES;
    for (int i = 0; i < count; i++) {
        const uint64_t small = with_exponent(from, (int)(noise() % 70) - 3);
        const uint64_t a = from->bits == 16 ? (uint64_t)i : i & 7 ? small : noise() & ones(from->bits);
        value_of(operands[0], from, a);
        const uint64_t expected = mpfr_nan_p(operands[0]) ? nan_as_integer(k, from)
                                                          : nearest_integer(k, operands[0], rounding->mpfr);
        check(opcode, from, 1, &a, call(at, integers[k].bits, from->bits, 1, &a), expected);
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
        cmocka_unit_test(arithmetic_of_floats), cmocka_unit_test(arithmetic_of_doubles),
        cmocka_unit_test(arithmetic_of_halves), cmocka_unit_test(narrower_floats),
        cmocka_unit_test(integers_to_floats),   cmocka_unit_test(floats_to_integers),
    };
    return cmocka_run_group_tests(tests, prepare, tidy);
}
