#include "value.h"
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <mpfr.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Layout of a float type: sign, exponent (biased by emax), precision - 1 bits of fraction. */
static int fraction_bits(enum ul_type t)
{
    return ul_types[t].precision - 1;
}

ul_bits ul_value_mask(enum ul_type t)
{
    return UINT64_MAX >> (64 - 8 * ul_types[t].bytes);
}

ul_bits ul_value_sign(enum ul_type t)
{
    return (ul_bits)1 << (8 * ul_types[t].bytes - 1);
}

static ul_bits magnitude(enum ul_type t, ul_bits b)
{
    return b & ul_value_mask(t) & ~ul_value_sign(t);
}

ul_bits ul_value_infinity(enum ul_type t, bool negative)
{
    ul_bits exponent = 2 * (ul_bits)ul_types[t].emax + 1;
    return (exponent << fraction_bits(t)) | (negative ? ul_value_sign(t) : 0);
}

ul_bits ul_value_largest(enum ul_type t)
{
    if (ul_is_float(t))
        return ul_value_infinity(t, false) - 1;
    return ul_types[t].is_signed ? magnitude(t, UINT64_MAX) : ul_value_mask(t);
}

ul_bits ul_value_nan(enum ul_type t)
{
    return magnitude(t, UINT64_MAX);
}

bool ul_value_is_nan(enum ul_type t, ul_bits b)
{
    return ul_is_float(t) && magnitude(t, b) > ul_value_infinity(t, false);
}

bool ul_value_is_infinite(enum ul_type t, ul_bits b)
{
    return ul_is_float(t) && magnitude(t, b) == ul_value_infinity(t, false);
}

bool ul_value_is_zero(enum ul_type t, ul_bits b)
{
    return (ul_is_float(t) ? magnitude(t, b) : b & ul_value_mask(t)) == 0;
}

bool ul_value_is_subnormal(enum ul_type t, ul_bits b)
{
    return ul_is_float(t) && magnitude(t, b) && !(magnitude(t, b) >> fraction_bits(t));
}

bool ul_value_is_negative(enum ul_type t, ul_bits b)
{
    return ul_types[t].is_signed && (b & ul_value_sign(t));
}

ul_bits ul_value_canonical(enum ul_type t, ul_bits b)
{
    return ul_value_is_nan(t, b) ? ul_value_nan(t) : b & ul_value_mask(t);
}

/* The number that an integer's bits stand for; a ulong beyond int64_t wraps. */
static int64_t integer_value(enum ul_type t, ul_bits b)
{
    b &= ul_value_mask(t);
    return (int64_t)(ul_value_is_negative(t, b) ? b | ~ul_value_mask(t) : b);
}

int64_t ul_value_ordinal(enum ul_type t, ul_bits b)
{
    if (!ul_is_float(t))
        return integer_value(t, b);
    int64_t m = (int64_t)magnitude(t, b);
    return ul_value_is_negative(t, b) ? -m : m;
}

uint64_t ul_value_steps(enum ul_type t, ul_bits a, ul_bits b)
{
    const int64_t x = ul_value_ordinal(t, a), y = ul_value_ordinal(t, b);
    return x > y ? (uint64_t)x - (uint64_t)y : (uint64_t)y - (uint64_t)x;
}

ul_bits ul_value_from_ordinal(enum ul_type t, int64_t ordinal)
{
    if (!ul_is_float(t))
        return (ul_bits)ordinal & ul_value_mask(t);
    return ordinal < 0 ? (ul_bits)-ordinal | ul_value_sign(t) : (ul_bits)ordinal;
}

/* --- reading --- */

static size_t skip_digits(const char *s, bool hex)
{
    return strspn(s, hex ? "0123456789abcdefABCDEF" : "0123456789");
}

/* [sign] digits [. digits] [exponent], as C spells a decimal or hexadecimal number; the exponent of a
 * hexfloat may be left out. */
static bool is_number(const char *s)
{
    s += *s == '-' || *s == '+';
    bool hex = s[0] == '0' && (s[1] == 'x' || s[1] == 'X');
    s += hex ? 2 : 0;
    size_t digits = skip_digits(s, hex);
    s += digits;
    if (*s == '.') {
        size_t more = skip_digits(++s, hex);
        digits += more;
        s += more;
    }
    if (!digits)
        return false;
    if (tolower((unsigned char)*s) == (hex ? 'p' : 'e')) {
        s++;
        s += *s == '-' || *s == '+';
        size_t n = skip_digits(s, false);
        if (!n)
            return false;
        s += n;
    }
    return !*s;
}

/* MPFR rounds text once, to the type's precision and exponents; mpfr_subnormalize takes the rounding's
 * direction into account, so that subnormals are rounded once too. */
static ul_bits round_number(enum ul_type t, const char *text)
{
    int p = ul_types[t].precision, emax = ul_types[t].emax;
    mpfr_exp_t old_emin = mpfr_get_emin(), old_emax = mpfr_get_emax();
    mpfr_t x;
    mpfr_init2(x, p);
    /* MPFR's significands are in [1/2, 1). */
    mpfr_set_emin((1 - emax) - (p - 1) + 1);
    mpfr_set_emax(emax + 1);
    char *end;
    int inexact = mpfr_strtofr(x, text, &end, 0, MPFR_RNDN);
    mpfr_subnormalize(x, inexact, MPFR_RNDN);
    ul_bits b = mpfr_signbit(x) ? ul_value_sign(t) : 0;
    if (mpfr_inf_p(x)) {
        b = ul_value_infinity(t, mpfr_signbit(x));
    } else if (!mpfr_zero_p(x)) {
        mpfr_exp_t e = mpfr_get_exp(x) - 1;
        mpfr_exp_t quantum = (e < 1 - emax ? 1 - emax : e) - (p - 1);
        mpfr_set_emin(mpfr_get_emin_min());
        mpfr_set_emax(mpfr_get_emax_max());
        mpfr_mul_2si(x, x, -quantum, MPFR_RNDN); /* a whole number below 2^p */
        mpfr_abs(x, x, MPFR_RNDN);
        ul_bits significand = mpfr_get_uj(x, MPFR_RNDN);
        /* The hidden bit adds one to the exponent field: 0 for subnormals, 1 at emin. */
        b |= significand + ((ul_bits)(quantum + (p - 1) - (1 - emax)) << fraction_bits(t));
    }
    mpfr_clear(x);
    mpfr_set_emin(old_emin);
    mpfr_set_emax(old_emax);
    return b;
}

static bool parse_float(enum ul_type t, const char *text, ul_bits *out, struct ul_line *why)
{
    bool negative = *text == '-';
    const char *word = text + (*text == '-' || *text == '+');
    if (!strcasecmp(word, "nan"))
        *out = ul_value_nan(t);
    else if (!strcasecmp(word, "inf") || !strcasecmp(word, "infinity"))
        *out = ul_value_infinity(t, negative);
    else if (is_number(text))
        *out = round_number(t, text);
    else
        return ul_fail(why, "'%s' is no %s: it reads like 1.5, -0x1.8p-3, inf, nan or bits:3c00", text,
                       ul_types[t].name);
    return true;
}

static bool parse_integer(enum ul_type t, const char *text, ul_bits *out, struct ul_line *why)
{
    const char *digits = text + (*text == '-' || *text == '+');
    if (!*digits || digits[skip_digits(digits, false)])
        return ul_fail(why, "'%s' is no %s: it reads like 7, -7 or bits:7", text, ul_types[t].name);
    errno = 0;
    ul_bits m = strtoull(digits, NULL, 10);
    bool negative = *text == '-' && m;
    ul_bits limit = negative ? (ul_types[t].is_signed ? ul_value_sign(t) : 0) : ul_value_largest(t);
    if (errno || m > limit)
        return ul_fail(why, "%s is out of the range of %s", text, ul_types[t].name);
    *out = (negative ? 0 - m : m) & ul_value_mask(t);
    return true;
}

static bool parse_bits(enum ul_type t, const char *text, ul_bits *out, struct ul_line *why)
{
    const char *digits = text + strlen("bits:");
    if (!*digits || digits[skip_digits(digits, true)])
        return ul_fail(why, "'%s' is malformed: hexadecimal digits follow bits:", text);
    errno = 0;
    *out = strtoull(digits, NULL, 16);
    if (errno || *out > ul_value_mask(t))
        return ul_fail(why, "'%s' has more bits than %s", text, ul_types[t].name);
    return true;
}

bool ul_value_parse(enum ul_type t, const char *text, ul_bits *out, struct ul_line *why)
{
    if (t == UL_VOID)
        return ul_fail(why, "'%s': void has no values", text);
    if (!strncmp(text, "bits:", 5))
        return parse_bits(t, text, out, why);
    return ul_is_float(t) ? parse_float(t, text, out, why) : parse_integer(t, text, out, why);
}

/* --- printing --- */

/* A nonzero finite magnitude: the leading one moves to bit 60, so that 15 hexadecimal digits follow it. */
static void print_finite(enum ul_type t, ul_bits m, const char *sign, char out[UL_VALUE_ROOM])
{
    int field = (int)(m >> fraction_bits(t));
    ul_bits significand = m & (((ul_bits)1 << fraction_bits(t)) - 1);
    if (field)
        significand |= (ul_bits)1 << fraction_bits(t);
    int top = 63 - __builtin_clzll(significand);
    int exponent = (field ? field : 1) - ul_types[t].emax + top - fraction_bits(t);
    char digits[16];
    ul_bits fraction = (significand << (60 - top)) & (((ul_bits)1 << 60) - 1);
    snprintf(digits, sizeof digits, "%015" PRIx64, fraction);
    size_t n = 15;
    while (n && digits[n - 1] == '0')
        n--;
    snprintf(out, UL_VALUE_ROOM, "%s0x1%s%.*sp%+d", sign, n ? "." : "", (int)n, digits, exponent);
}

char *ul_value_print(enum ul_type t, ul_bits b, char out[UL_VALUE_ROOM])
{
    const char *sign = ul_value_is_negative(t, b) ? "-" : "";
    if (t == UL_ULONG)
        snprintf(out, UL_VALUE_ROOM, "%" PRIu64, b);
    else if (!ul_is_float(t))
        snprintf(out, UL_VALUE_ROOM, "%" PRId64, integer_value(t, b));
    else if (ul_value_is_nan(t, b))
        snprintf(out, UL_VALUE_ROOM, "nan");
    else if (ul_value_is_infinite(t, b))
        snprintf(out, UL_VALUE_ROOM, "%sinf", sign);
    else if (ul_value_is_zero(t, b))
        snprintf(out, UL_VALUE_ROOM, "%s0x0p+0", sign);
    else
        print_finite(t, magnitude(t, b), sign, out);
    return out;
}
