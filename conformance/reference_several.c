/* The words whose rules no table of special values holds: powers and roots, Bessel functions of any order,
 * norms, choices, relations. */
#include "exact.h"
#include "value.h"
#include <limits.h>

/* --- pow: C99 F.9.4.4, in its order --- */

/* -1, 0, 1 as |v| is below, at, above 1; 2 if it cannot be told. */
static int compare_to_one(const struct ul_exact *v)
{
    if (v->kind != UL_EXACT_BALL)
        return v->kind == UL_EXACT_ZERO ? -1 : 1;
    if (arb_is_exact(v->ball))
        return arf_cmpabs_2exp_si(arb_midref(v->ball), 0);
    arb_t magnitude, one;
    arb_init(magnitude);
    arb_init(one);
    arb_one(one);
    arb_abs(magnitude, v->ball);
    int c = arb_lt(magnitude, one) ? -1 : arb_gt(magnitude, one) ? 1 : 2;
    arb_clear(magnitude);
    arb_clear(one);
    return c;
}

static void pow_to_infinity(const struct ul_exact *x, const struct ul_exact *y, struct ul_exact *out)
{
    int c = compare_to_one(x);
    if (c == 0)
        set_number(out, 1);
    else if (c == 2)
        set_wide(out);
    else if ((c < 0) == y->negative)
        set_infinity(out, false);
    else
        set_zero(out, false);
}

/* x is a zero or an infinity, y a finite nonzero number. */
static void pow_of_end(const struct ul_exact *x, const struct ul_exact *y, struct ul_exact *out)
{
    bool odd = false;
    ul_ball_is_integer(y->ball, &odd);
    if (arb_contains_zero(y->ball) || (x->negative && !arb_is_exact(y->ball)))
        set_wide(out);
    else if ((x->kind == UL_EXACT_ZERO) == arb_is_negative(y->ball))
        set_infinity(out, x->negative && odd);
    else
        set_zero(out, x->negative && odd);
}

static void pow_finite(const struct ul_exact *x, const struct ul_exact *y, slong precision,
                       struct ul_exact *out)
{
    if (arb_is_positive(x->ball)) {
        ul_ball_pow(out->ball, x->ball, y->ball, precision);
        settle(out, false);
        return;
    }
    bool odd;
    if (!arb_is_negative(x->ball) || !arb_is_exact(y->ball)) {
        set_wide(out);
    } else if (!ul_ball_is_integer(y->ball, &odd)) {
        set_nan(out);
    } else {
        arb_t magnitude;
        arb_init(magnitude);
        arb_neg(magnitude, x->ball);
        ul_ball_pow(out->ball, magnitude, y->ball, precision);
        if (odd)
            arb_neg(out->ball, out->ball);
        arb_clear(magnitude);
        settle(out, false);
    }
}

static void apply_pow(const struct ul_exact *x, const struct ul_exact *y, slong precision,
                      struct ul_exact *out)
{
    bool x_is_one = x->kind == UL_EXACT_BALL && arb_is_one(x->ball);
    if (y->kind == UL_EXACT_ZERO || x_is_one)
        set_number(out, 1);
    else if (x->kind == UL_EXACT_NAN || y->kind == UL_EXACT_NAN)
        set_nan(out);
    else if (y->kind == UL_EXACT_INFINITY)
        pow_to_infinity(x, y, out);
    else if (x->kind != UL_EXACT_BALL)
        pow_of_end(x, y, out);
    else
        pow_finite(x, y, precision, out);
}

static void own_pow(const struct ul_call *c, struct ul_exact *out)
{
    apply_pow(c->v[0], c->v[1], c->precision, out);
}

/* OpenCL C 3.0, 7.5.1: powr is exp(y log(x)), and NaN where that has no value. */
static void own_powr(const struct ul_call *c, struct ul_exact *out)
{
    const struct ul_exact *x = c->v[0], *y = c->v[1];
    bool negative = is_certainly_negative(x) && x->kind != UL_EXACT_ZERO;
    bool x_is_one = x->kind == UL_EXACT_BALL && arb_is_one(x->ball);
    if (x->kind == UL_EXACT_NAN || y->kind == UL_EXACT_NAN || negative ||
        (x_is_one && y->kind == UL_EXACT_INFINITY) || (y->kind == UL_EXACT_ZERO && x->kind != UL_EXACT_BALL))
        set_nan(out);
    else if (x->kind == UL_EXACT_ZERO && y->kind == UL_EXACT_BALL && arb_is_nonzero(y->ball))
        arb_is_negative(y->ball) ? set_infinity(out, false) : set_zero(out, false);
    else
        apply_pow(x, y, c->precision, out);
}

enum integer { EXACT_INTEGER, NO_INTEGER, UNKNOWN_INTEGER };

/* n of ldexp, rootn, jn ..., which no integer type makes longer than 64 bits. */
static enum integer integer_of(const struct ul_exact *v, fmpz_t n)
{
    fmpz_zero(n);
    if (v->kind == UL_EXACT_ZERO)
        return EXACT_INTEGER;
    if (v->kind != UL_EXACT_BALL)
        return NO_INTEGER;
    if (!arb_is_exact(v->ball))
        return UNKNOWN_INTEGER;
    const arf_struct *value = arb_midref(v->ball);
    if (!arf_is_int(value))
        return NO_INTEGER;
    if (arf_cmpabs_2exp_si(value, 64) > 0)
        return UNKNOWN_INTEGER;
    arf_get_fmpz(n, value, ARF_RND_DOWN);
    return EXACT_INTEGER;
}

/* C99 F.9.3.6 */
static void own_ldexp(const struct ul_call *c, struct ul_exact *out)
{
    fmpz_t n;
    fmpz_init(n);
    copy(out, c->v[0]);
    enum integer known = integer_of(c->v[1], n);
    if (known == NO_INTEGER)
        set_nan(out);
    else if (known == UNKNOWN_INTEGER)
        set_wide(out);
    else if (out->kind == UL_EXACT_BALL)
        arb_mul_2exp_fmpz(out->ball, out->ball, n);
    fmpz_clear(n);
}

/* OpenCL C 3.0, 7.5.1: of 0, as pow(0, 1/n) has it for n odd, of no sign for n even; of negative numbers for
 * n odd alone; n = 0 gives NaN. */
static void rootn(const struct ul_exact *x, const fmpz_t n, slong precision, struct ul_exact *out)
{
    bool odd = fmpz_is_odd(n), negative = is_certainly_negative(x);
    if (x->kind == UL_EXACT_NAN || fmpz_is_zero(n) || (negative && !odd && x->kind != UL_EXACT_ZERO)) {
        set_nan(out);
    } else if (x->kind == UL_EXACT_BALL) {
        if (arb_contains_zero(x->ball)) {
            set_wide(out);
            return;
        }
        arb_t magnitude;
        arb_init(magnitude);
        arb_abs(magnitude, x->ball);
        ul_ball_rootn(out->ball, magnitude, n, precision);
        if (negative)
            arb_neg(out->ball, out->ball);
        arb_clear(magnitude);
        settle(out, false);
    } else if ((x->kind == UL_EXACT_ZERO) == (fmpz_sgn(n) < 0)) {
        set_infinity(out, negative && odd);
    } else {
        set_zero(out, negative && odd);
    }
}

static void own_rootn(const struct ul_call *c, struct ul_exact *out)
{
    fmpz_t n;
    fmpz_init(n);
    enum integer known = integer_of(c->v[1], n);
    if (known == EXACT_INTEGER)
        rootn(c->v[0], n, c->precision, out);
    else if (known == NO_INTEGER)
        set_nan(out);
    else
        set_wide(out);
    fmpz_clear(n);
}

/* The order of a Bessel function. False: the result stands. CUDA Math API 13.1: NaN for n < 0. */
static bool bessel_order(const struct ul_call *c, int *order, struct ul_exact *out)
{
    fmpz_t n;
    fmpz_init(n);
    enum integer known = integer_of(c->v[0], n);
    bool orders = known == EXACT_INTEGER && fmpz_sgn(n) >= 0 && fmpz_cmp_si(n, INT_MAX) <= 0;
    *order = orders ? (int)fmpz_get_si(n) : 0;
    if (c->v[1]->kind == UL_EXACT_NAN || known == NO_INTEGER || fmpz_sgn(n) < 0)
        set_nan(out);
    else if (!orders)
        set_wide(out);
    fmpz_clear(n);
    return orders && c->v[1]->kind != UL_EXACT_NAN;
}

/* CUDA Math API 13.1: +0 at infinity. Of -0 and -infinity it says nothing, nor of the sign of a zero there.
 */
static void own_jn(const struct ul_call *c, struct ul_exact *out)
{
    int n;
    const struct ul_exact *x = c->v[1];
    if (!bessel_order(c, &n, out))
        return;
    if (x->kind == UL_EXACT_BALL) {
        ul_ball_bessel_jn(out->ball, n, x->ball, c->precision);
        settle(out, false);
    } else if (x->kind == UL_EXACT_ZERO && n == 0) {
        set_number(out, 1);
    } else if (x->negative) {
        set_unsigned_zero(out);
    } else {
        set_zero(out, false);
    }
}

/* CUDA Math API 13.1: -infinity at 0, NaN below, +0 at infinity. */
static void own_yn(const struct ul_call *c, struct ul_exact *out)
{
    int n;
    const struct ul_exact *x = c->v[1];
    if (!bessel_order(c, &n, out))
        return;
    if (x->kind == UL_EXACT_ZERO) {
        set_infinity(out, true);
    } else if (is_certainly_negative(x)) {
        set_nan(out);
    } else if (x->kind == UL_EXACT_INFINITY) {
        set_zero(out, false);
    } else if (!arb_is_positive(x->ball)) {
        set_wide(out);
    } else {
        ul_ball_bessel_yn(out->ball, n, x->ball, c->precision);
        settle(out, false);
    }
}

/* CUDA Math API 13.1: an infinite coordinate counts, even beside a NaN; C99 F.9.4.3 has hypot so. */
static void norm(const struct ul_call *c, int coordinates, struct ul_exact *out)
{
    bool infinite = false, nan = false;
    slong precision = at_least_exact(c->precision);
    arb_t square;
    arb_init(square);
    arb_zero(out->ball);
    for (int k = 0; k < coordinates; k++) {
        infinite |= c->v[k]->kind == UL_EXACT_INFINITY;
        nan |= c->v[k]->kind == UL_EXACT_NAN;
        arb_sqr(square, c->v[k]->ball, precision);
        arb_add(out->ball, out->ball, square, precision);
    }
    arb_clear(square);
    arb_sqrtpos(out->ball, out->ball, precision);
    settle(out, false);
    if (infinite)
        set_infinity(out, false);
    else if (nan)
        set_nan(out);
}

static void reciprocal_norm(const struct ul_call *c, int coordinates, struct ul_exact *out)
{
    struct ul_exact length;
    ul_exact_init(&length);
    norm(c, coordinates, &length);
    ul_apply_one(UL_WORD_recip, &length, c->type, c->precision, out);
    ul_exact_clear(&length);
}

static void own_rhypot(const struct ul_call *c, struct ul_exact *out)
{
    reciprocal_norm(c, 2, out);
}

static void own_norm3d(const struct ul_call *c, struct ul_exact *out)
{
    norm(c, 3, out);
}

static void own_rnorm3d(const struct ul_call *c, struct ul_exact *out)
{
    reciprocal_norm(c, 3, out);
}

static void own_norm4d(const struct ul_call *c, struct ul_exact *out)
{
    norm(c, 4, out);
}

static void own_rnorm4d(const struct ul_call *c, struct ul_exact *out)
{
    reciprocal_norm(c, 4, out);
}

static void own_fma(const struct ul_call *c, struct ul_exact *out)
{
    struct ul_exact product;
    ul_exact_init(&product);
    ul_apply_two(UL_WORD_multiply, c->v[0], c->v[1], c->precision, &product);
    ul_apply_two(UL_WORD_add, &product, c->v[2], c->precision, out);
    ul_exact_clear(&product);
}

/* --- signs, neighbours, low bits --- */

static void set_sign(struct ul_exact *v, bool negative)
{
    if (v->kind == UL_EXACT_BALL) {
        arb_abs(v->ball, v->ball);
        if (negative)
            arb_neg(v->ball, v->ball);
    } else {
        v->negative = negative;
    }
}

static void own_copysign(const struct ul_call *c, struct ul_exact *out)
{
    const struct ul_exact *y = c->v[1];
    copy(out, c->v[0]);
    if (y->kind == UL_EXACT_BALL && arb_contains_zero(y->ball))
        set_wide(out);
    else
        set_sign(out, is_certainly_negative(y));
}

/* The value as bits of the type; false: it is none of the type's. */
static bool as_bits(const struct ul_exact *v, enum ul_type t, ul_bits *bits)
{
    if (!ul_is_float(t) || v->kind == UL_EXACT_NAN || !arb_is_exact(v->ball))
        return false;
    if (v->kind == UL_EXACT_INFINITY) {
        *bits = ul_value_infinity(t, v->negative);
        return true;
    }
    double d = arf_get_d(arb_midref(v->ball), ARF_RND_DOWN);
    *bits = ul_double_to_bits(t, v->negative ? -d : d);
    return arf_cmp_d(arb_midref(v->ball), ul_bits_to_double(t, *bits)) == 0;
}

/* The sets that a comparison may end in. */
enum relation { LESS = 1, EQUAL = 2, GREATER = 4, UNORDERED = 8, ANY_ORDER = LESS | EQUAL | GREATER };

static int compare(const struct ul_exact *x, const struct ul_exact *y)
{
    if (x->kind == UL_EXACT_NAN || y->kind == UL_EXACT_NAN)
        return UNORDERED;
    int end_x = x->kind == UL_EXACT_INFINITY ? (x->negative ? -1 : 1) : 0;
    int end_y = y->kind == UL_EXACT_INFINITY ? (y->negative ? -1 : 1) : 0;
    if (end_x || end_y)
        return end_x < end_y ? LESS : end_x > end_y ? GREATER : EQUAL;
    if (arb_is_exact(x->ball) && arb_is_exact(y->ball)) {
        int order = arf_cmp(arb_midref(x->ball), arb_midref(y->ball));
        return order < 0 ? LESS : order > 0 ? GREATER : EQUAL;
    }
    return arb_lt(x->ball, y->ball) ? LESS : arb_gt(x->ball, y->ball) ? GREATER : ANY_ORDER;
}

/* C99 F.9.8.3. OpenCL C leaves open which zero follows one zero on the way to the other. */
static void own_nextafter(const struct ul_call *c, struct ul_exact *out)
{
    const struct ul_exact *x = c->v[0], *y = c->v[1];
    int order = compare(x, y);
    ul_bits bits;
    if (order == UNORDERED) {
        set_nan(out);
    } else if (order == EQUAL) {
        copy(out, y);
        if (x->negative != y->negative)
            set_unsigned_zero(out);
    } else if (order == ANY_ORDER || !as_bits(x, c->type, &bits)) {
        set_wide(out);
    } else {
        int64_t next = ul_value_ordinal(c->type, bits) + (order == LESS ? 1 : -1);
        ul_exact_set_bits(out, c->type, ul_value_from_ordinal(c->type, next));
        if (next == 0)
            set_zero(out, is_certainly_negative(x));
    }
}

static void own_low_bits(const struct ul_call *c, struct ul_exact *out)
{
    fmpz_t n, k, low;
    fmpz_init(n);
    fmpz_init(k);
    fmpz_init(low);
    copy(out, c->v[0]);
    bool count = integer_of(c->v[1], k) == EXACT_INTEGER && fmpz_sgn(k) > 0 && fmpz_cmp_si(k, 63) <= 0;
    bool fraction = arb_is_exact(out->ball) && !arb_is_int(out->ball);
    if (!count || fraction || out->kind == UL_EXACT_INFINITY) {
        set_nan(out);
    } else if (out->kind == UL_EXACT_BALL && arb_get_unique_fmpz(n, out->ball)) {
        fmpz_tdiv_r_2exp(low, n, (ulong)fmpz_get_si(k));
        arb_set_fmpz(out->ball, low);
        settle(out, fmpz_sgn(n) < 0);
    } else if (out->kind == UL_EXACT_BALL) {
        set_wide(out);
    }
    fmpz_clear(n);
    fmpz_clear(k);
    fmpz_clear(low);
}

/* --- bits --- */

static void own_bits(const struct ul_call *c, struct ul_exact *out)
{
    const struct ul_exact *x = c->v[0];
    ul_bits b;
    if (as_bits(x, c->type, &b)) {
        const bool negative = c->word == UL_WORD_signed_bits && (b & ul_value_sign(c->type));
        arb_set_ui(out->ball, negative ? -b & ul_value_mask(c->type) : b);
        if (negative)
            arb_neg(out->ball, out->ball);
        settle(out, false);
    } else if (x->kind == UL_EXACT_BALL && !arb_is_exact(x->ball)) {
        set_wide(out);
    } else {
        set_nan(out);
    }
}

static const enum ul_type casts[UL_WORD_COUNT] = {
    [UL_WORD_as_half] = UL_HALF,
    [UL_WORD_as_bfloat16] = UL_BFLOAT16,
    [UL_WORD_as_float] = UL_FLOAT,
    [UL_WORD_as_double] = UL_DOUBLE,
};

static void own_cast(const struct ul_call *c, struct ul_exact *out)
{
    const enum ul_type t = casts[c->word];
    const arf_struct *value = arb_midref(c->v[0]->ball); /* 0 of what is no ball */
    const bool is_number = c->v[0]->kind == UL_EXACT_ZERO || c->v[0]->kind == UL_EXACT_BALL;
    const bool within_reason = arf_cmpabs_2exp_si(value, 2048) < 0;
    if (is_number && (!arb_is_exact(c->v[0]->ball) || !within_reason)) {
        set_wide(out);
    } else if (!is_number || !arf_is_int(value)) {
        set_nan(out);
    } else {
        fmpz_t n;
        fmpz_init(n);
        arf_get_fmpz(n, value, ARF_RND_DOWN);
        fmpz_fdiv_r_2exp(n, n, (ulong)(8 * ul_types[t].bytes));
        ul_exact_set_bits(out, t, fmpz_get_ui(n));
        fmpz_clear(n);
    }
}

/* --- choices and relations --- */

/* A NaN beside a number loses, or wins, or is taken if it is the first. Of two zeros of different sign either
 * will do, or they are in order, or the first is taken. */
enum rule { LOSES, WINS, FIRST };
enum zeros { ALIKE, IN_ORDER, FIRST_ZERO };

static const struct choice {
    bool largest, by_magnitude;
    enum rule nan;
    enum zeros zeros;
} choices[UL_WORD_COUNT] = {
    /* C99 F.9.9.2; OpenCL C 3.0, 6.15.2, 6.15.4; IEEE 754-2019, 9.6. */
    [UL_WORD_fmax] = {.largest = true},
    [UL_WORD_fmin] = {.largest = false},
    [UL_WORD_maxmag] = {.largest = true, .by_magnitude = true},
    [UL_WORD_minmag] = {.largest = false, .by_magnitude = true},
    [UL_WORD_max] = {.largest = true, .nan = FIRST, .zeros = FIRST_ZERO},
    [UL_WORD_min] = {.largest = false, .nan = FIRST, .zeros = FIRST_ZERO},
    [UL_WORD_maximum] = {.largest = true, .nan = WINS, .zeros = IN_ORDER},
    [UL_WORD_minimum] = {.largest = false, .nan = WINS, .zeros = IN_ORDER},
    [UL_WORD_maximum_number] = {.largest = true, .nan = LOSES, .zeros = IN_ORDER},
    [UL_WORD_minimum_number] = {.largest = false, .nan = LOSES, .zeros = IN_ORDER},
};

static int compare_magnitudes(const struct ul_exact *x, const struct ul_exact *y)
{
    struct ul_exact a, b;
    ul_exact_init(&a);
    ul_exact_init(&b);
    copy(&a, x);
    copy(&b, y);
    set_sign(&a, false);
    set_sign(&b, false);
    int order = compare(&a, &b);
    ul_exact_clear(&a);
    ul_exact_clear(&b);
    return order;
}

static void choose_nan(const struct ul_exact *x, const struct ul_exact *y, enum rule rule,
                       struct ul_exact *out)
{
    if (rule == WINS)
        set_nan(out);
    else
        copy(out, rule == LOSES && x->kind == UL_EXACT_NAN ? y : x);
}

/* A zero, or one whose sign is free. */
static bool is_zero(const struct ul_exact *v)
{
    return v->kind == UL_EXACT_ZERO || (v->kind == UL_EXACT_BALL && arb_is_zero(v->ball));
}

static void choose_equal(const struct ul_exact *x, const struct ul_exact *y, const struct choice *rule,
                         struct ul_exact *out)
{
    bool zeros = is_zero(x) && is_zero(y) && (x->kind != y->kind || x->negative != y->negative);
    if (zeros && rule->zeros == ALIKE)
        set_unsigned_zero(out);
    else if (zeros && rule->zeros == IN_ORDER)
        set_zero(out, !rule->largest);
    else
        copy(out, x);
}

static void own_choice(const struct ul_call *c, struct ul_exact *out)
{
    const struct choice *rule = &choices[c->word];
    const struct ul_exact *x = c->v[0], *y = c->v[1];
    int order = rule->by_magnitude ? compare_magnitudes(x, y) : compare(x, y);
    if (order == EQUAL && rule->by_magnitude)
        order = compare(x, y);
    slong precision = at_least_exact(c->precision);
    switch (order) {
    case UNORDERED:
        choose_nan(x, y, rule->nan, out);
        break;
    case LESS:
    case GREATER:
        copy(out, (order == GREATER) == rule->largest ? x : y);
        break;
    case EQUAL:
        choose_equal(x, y, rule, out);
        break;
    default:
        out->kind = UL_EXACT_BALL;
        if (rule->by_magnitude)
            set_wide(out);
        else if (rule->largest)
            arb_max(out->ball, x->ball, y->ball, precision);
        else
            arb_min(out->ball, x->ball, y->ball, precision);
    }
}

/* Where a relation holds: C99 7.12.14, OpenCL C 3.0, 6.15.6. */
static const int relations[UL_WORD_COUNT] = {
    [UL_WORD_isequal] = EQUAL,
    [UL_WORD_isgreater] = GREATER,
    [UL_WORD_isgreaterequal] = GREATER | EQUAL,
    [UL_WORD_isless] = LESS,
    [UL_WORD_islessequal] = LESS | EQUAL,
    [UL_WORD_islessgreater] = LESS | GREATER,
    [UL_WORD_isnotequal] = LESS | GREATER | UNORDERED,
    [UL_WORD_isordered] = ANY_ORDER,
    [UL_WORD_isunordered] = UNORDERED,
};

static void own_relation(const struct ul_call *c, struct ul_exact *out)
{
    int holds = relations[c->word], order = compare(c->v[0], c->v[1]);
    if (!(order & ~holds))
        set_number(out, 1);
    else if (!(order & holds))
        set_zero(out, false);
    else
        set_wide(out);
}

/* --- ranges of integers --- */

static const enum ul_type ranges[UL_WORD_COUNT] = {
    [UL_WORD_saturate_char] = UL_CHAR,   [UL_WORD_saturate_uchar] = UL_UCHAR,
    [UL_WORD_saturate_short] = UL_SHORT, [UL_WORD_saturate_ushort] = UL_USHORT,
    [UL_WORD_saturate_int] = UL_INT,     [UL_WORD_saturate_uint] = UL_UINT,
    [UL_WORD_saturate_long] = UL_LONG,   [UL_WORD_saturate_ulong] = UL_ULONG,
};

static void own_saturation(const struct ul_call *c, struct ul_exact *out)
{
    const struct ul_exact *x = c->v[0];
    enum ul_type t = ranges[c->word];
    ul_bits smallest = ul_types[t].is_signed ? ul_value_sign(t) : 0;
    copy(out, x);
    if (x->kind == UL_EXACT_NAN) {
        set_zero(out, false);
    } else if (x->kind == UL_EXACT_INFINITY) {
        ul_exact_set_bits(out, t, x->negative ? smallest : ul_value_largest(t));
    } else if (x->kind == UL_EXACT_BALL) {
        arb_t end;
        arb_init(end);
        ul_bits_to_arf(t, smallest, arb_midref(end));
        arb_max(out->ball, x->ball, end, at_least_exact(c->precision));
        ul_bits_to_arf(t, ul_value_largest(t), arb_midref(end));
        arb_min(out->ball, out->ball, end, at_least_exact(c->precision));
        arb_clear(end);
        settle(out, false);
    }
}

/* --- all of them --- */

typedef void own_function(const struct ul_call *c, struct ul_exact *out);
/* clang-format off */
static own_function *const own[UL_WORD_COUNT] = {
    [UL_WORD_copysign]        = own_copysign,   [UL_WORD_fma]             = own_fma,
    [UL_WORD_jn]              = own_jn,         [UL_WORD_ldexp]           = own_ldexp,
    [UL_WORD_low_bits]        = own_low_bits,   [UL_WORD_nextafter]       = own_nextafter,
    [UL_WORD_norm3d]          = own_norm3d,     [UL_WORD_norm4d]          = own_norm4d,
    [UL_WORD_pow]             = own_pow,        [UL_WORD_pown]            = own_pow,
    [UL_WORD_powr]            = own_powr,       [UL_WORD_rhypot]          = own_rhypot,
    [UL_WORD_rnorm3d]         = own_rnorm3d,    [UL_WORD_rnorm4d]         = own_rnorm4d,
    [UL_WORD_rootn]           = own_rootn,      [UL_WORD_yn]              = own_yn,
    [UL_WORD_bits]            = own_bits,       [UL_WORD_signed_bits]     = own_bits,
    [UL_WORD_as_half]         = own_cast,       [UL_WORD_as_bfloat16]     = own_cast,
    [UL_WORD_as_float]        = own_cast,       [UL_WORD_as_double]       = own_cast,
    [UL_WORD_fmax]            = own_choice,     [UL_WORD_fmin]            = own_choice,
    [UL_WORD_max]             = own_choice,     [UL_WORD_min]             = own_choice,
    [UL_WORD_maximum]         = own_choice,     [UL_WORD_minimum]         = own_choice,
    [UL_WORD_maximum_number]  = own_choice,     [UL_WORD_minimum_number]  = own_choice,
    [UL_WORD_maxmag]          = own_choice,     [UL_WORD_minmag]          = own_choice,
    [UL_WORD_isequal]         = own_relation,   [UL_WORD_isgreater]       = own_relation,
    [UL_WORD_isgreaterequal]  = own_relation,   [UL_WORD_isless]          = own_relation,
    [UL_WORD_islessequal]     = own_relation,   [UL_WORD_islessgreater]   = own_relation,
    [UL_WORD_isnotequal]      = own_relation,   [UL_WORD_isordered]       = own_relation,
    [UL_WORD_isunordered]     = own_relation,
    [UL_WORD_saturate_char]   = own_saturation, [UL_WORD_saturate_uchar]  = own_saturation,
    [UL_WORD_saturate_short]  = own_saturation, [UL_WORD_saturate_ushort] = own_saturation,
    [UL_WORD_saturate_int]    = own_saturation, [UL_WORD_saturate_uint]   = own_saturation,
    [UL_WORD_saturate_long]   = own_saturation, [UL_WORD_saturate_ulong]  = own_saturation,
};
/* clang-format on */

bool ul_apply_several(const struct ul_call *c, struct ul_exact *out)
{
    if (!own[c->word])
        return false;
    own[c->word](c, out);
    return true;
}
