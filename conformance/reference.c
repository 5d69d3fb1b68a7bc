#include "reference.h"
#include "exact.h"
#include "value.h"
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void ul_exact_init(struct ul_exact *v)
{
    *v = (struct ul_exact){.kind = UL_EXACT_NAN};
    arb_init(v->ball);
}

void ul_exact_clear(struct ul_exact *v)
{
    arb_clear(v->ball);
}

/* --- special values are data: a letter a case --- */

/* n NaN; . evaluate the function; x the argument, y the second one, X its magnitude, w its negative, s its
 * sign bit; I i infinity and minus infinity; Z z zeros, u a zero whose sign is free; the others are
 * constants. */
static const struct constant {
    double value;
    char letter;
    bool times_pi;
} constants[] = {
    {1, '1', false},       {-1, '-', false},      {2, '2', false},    {0.5, 'F', false},   {-0.5, 'f', false},
    {0.25, 'Q', false},    {-0.25, 'q', false},   {1, 'P', true},     {-1, 'p', true},     {0.5, 'H', true},
    {-0.5, 'h', true},     {0.25, 'D', true},     {-0.25, 'd', true}, {0.75, 'T', true},   {-0.75, 't', true},
    {INT_MAX, 'M', false}, {INT_MIN, 'm', false}, {0.75, 'C', false}, {-0.75, 'c', false},
};

static void set_constant(struct ul_exact *out, char letter, slong precision)
{
    const struct constant *c = constants;
    while (c->letter != letter)
        c++;
    set_number(out, c->value);
    if (c->times_pi) {
        arb_t pi;
        arb_init(pi);
        arb_const_pi(pi, precision);
        arb_mul(out->ball, out->ball, pi, precision);
        arb_clear(pi);
    }
}

/* Sets what the letter says; false for '.'. */
static bool give(struct ul_exact *out, char letter, const struct ul_exact *x, const struct ul_exact *y,
                 slong precision)
{
    switch (letter) {
    case '.':
        return false;
    case 'n':
        set_nan(out);
        break;
    case 'I':
    case 'i':
        set_infinity(out, letter == 'i');
        break;
    case 'Z':
    case 'z':
        set_zero(out, letter == 'z');
        break;
    case 'u':
        set_unsigned_zero(out);
        break;
    case 'y':
        copy(out, y);
        break;
    case 'x':
    case 'X':
    case 'w':
        copy(out, x);
        if (letter == 'w' || (letter == 'X' && is_certainly_negative(x)))
            negate(out);
        break;
    case 's':
        set_number(out, x->negative);
        break;
    default:
        set_constant(out, letter, precision);
    }
    return true;
}

/* --- functions of one argument --- */

enum zero_sign { PLUS, AS_ARGUMENT, AS_TANPI };

struct rule {
    const char *special;      /* letters for -inf +inf -0 +0 NaN */
    double low, high;         /* the domain, ends included: NaN outside */
    ul_ball_function *ball;   /* inside it, and where a letter is '.': this ... */
    ul_step_function *step;   /* ... or a step function ... */
    ul_typed_function *typed; /* ... or one that depends on the argument's type */
    struct {
        double at;
        char gives;
    } point[2];                /* exact values and poles (never at zero) */
    enum zero_sign zero;       /* the sign of an exact zero */
    char at_negative_integers; /* a letter */
    bool poles_at_halves;      /* at n + 1/2: infinity, negative for odd n */
    bool grows;                /* loses as many bits as the argument has before the point */
};

/* Sources: C99 Annex F.9 (F.10 in C11); OpenCL C 3.0 sections 6.15.2, 6.15.4, 7.5.1; CUDA Math API 13.1 for
 * what only CUDA has (erfcinv, erfcx, erfinv, normcdf, normcdfinv, rcbrt, Bessel functions, saturate).
 * Where the documents leave a choice: rsqrt(-0) is CUDA's -inf (as rSqrt in IEEE 754); ilogb(0) and
 * ilogb(NaN) are INT_MIN, FP_ILOGB0 and FP_ILOGBNAN of CUDA and of glibc on x86; lgamma_sign is NaN at -inf
 * and NaN: nothing is asked for. */
/* clang-format off */
#define ALL -INFINITY, INFINITY
static const struct rule rules[UL_WORD_COUNT] = {
    /*                         special  domain       function */
    [UL_WORD_negate]         = {"wwwww", ALL,         .ball = ul_ball_negate},
    [UL_WORD_acos]           = {"nn..n", -1, 1,       .ball = arb_acos, .point = {{1, 'Z'}}},
    [UL_WORD_acosh]          = {"nInnn", 1, INFINITY, .ball = arb_acosh, .point = {{1, 'Z'}}},
    [UL_WORD_acospi]         = {"nnFFn", -1, 1,       .ball = ul_ball_acospi, .point = {{1, 'Z'}, {-1, '1'}}},
    [UL_WORD_asin]           = {"nnxxn", -1, 1,       .ball = arb_asin},
    [UL_WORD_asinh]          = {"xxxxn", ALL,         .ball = arb_asinh},
    [UL_WORD_asinpi]         = {"nnxxn", -1, 1,       .ball = ul_ball_asinpi, .point = {{1, 'F'}, {-1, 'f'}}},
    [UL_WORD_atan]           = {"hHxxn", ALL,         .ball = arb_atan},
    [UL_WORD_atanh]          = {"nnxxn", -1, 1,       .ball = arb_atanh, .point = {{1, 'I'}, {-1, 'i'}}},
    [UL_WORD_atanpi]         = {"fFxxn", ALL,         .ball = ul_ball_atanpi, .point = {{1, 'Q'}, {-1, 'q'}}},
    [UL_WORD_cbrt]           = {"xxxxn", ALL,         .ball = ul_ball_cbrt},
    [UL_WORD_ceil]           = {"xxxxn", ALL,         .step = ul_step_ceil, .zero = AS_ARGUMENT},
    [UL_WORD_cos]            = {"nn11n", ALL,         .ball = arb_cos},
    [UL_WORD_cosh]           = {"II11n", ALL,         .ball = arb_cosh, .grows = true},
    [UL_WORD_cospi]          = {"nn11n", ALL,         .ball = arb_cos_pi},
    [UL_WORD_cyl_bessel_i0]  = {"II11n", ALL,         .ball = ul_ball_bessel_i0, .grows = true},
    [UL_WORD_cyl_bessel_i1]  = {"xxxxn", ALL,         .ball = ul_ball_bessel_i1, .grows = true},
    [UL_WORD_erf]            = {"-1xxn", ALL,         .ball = ul_ball_erf},
    [UL_WORD_erfc]           = {"2Z11n", ALL,         .ball = ul_ball_erfc, .grows = true},
    [UL_WORD_erfcinv]        = {"nnIIn", 0, 2,        .ball = arb_hypgeom_erfcinv, .point = {{1, 'Z'}, {2, 'i'}}},
    [UL_WORD_erfcx]          = {"IZ11n", ALL,         .ball = ul_ball_erfcx},
    [UL_WORD_erfinv]         = {"nnxxn", -1, 1,       .ball = arb_hypgeom_erfinv, .point = {{1, 'I'}, {-1, 'i'}}},
    [UL_WORD_exp]            = {"ZI11n", ALL,         .ball = arb_exp, .grows = true},
    [UL_WORD_exp10]          = {"ZI11n", ALL,         .ball = ul_ball_exp10},
    [UL_WORD_exp2]           = {"ZI11n", ALL,         .ball = ul_ball_exp2},
    [UL_WORD_expm1]          = {"-Ixxn", ALL,         .ball = arb_expm1, .grows = true},
    [UL_WORD_fabs]           = {"XXXXX", ALL,         .ball = ul_ball_fabs},
    [UL_WORD_floor]          = {"xxxxn", ALL,         .step = ul_step_floor, .zero = AS_ARGUMENT},
    [UL_WORD_fract]          = {"zZxxn", ALL,         .typed = ul_ball_fract},
    [UL_WORD_frexp_fraction] = {"xxxxn", ALL,         .ball = ul_ball_frexp_fraction},
    [UL_WORD_frexp_exponent] = {"ZZZZZ", ALL,         .ball = ul_ball_frexp_exponent},
    [UL_WORD_ilogb]          = {"MMmmm", ALL,         .ball = ul_ball_exponent},
    [UL_WORD_isfinite]       = {"ZZ11Z", ALL,         .ball = ul_ball_one},
    [UL_WORD_isinf]          = {"11ZZZ", ALL,         .ball = ul_ball_zero},
    [UL_WORD_isnan]          = {"ZZZZ1", ALL,         .ball = ul_ball_zero},
    [UL_WORD_isnormal]       = {"ZZZZZ", ALL,         .typed = ul_ball_isnormal},
    [UL_WORD_j0]             = {"ZZ11n", ALL,         .ball = ul_ball_bessel_j0},
    [UL_WORD_j1]             = {"zZxxn", ALL,         .ball = ul_ball_bessel_j1},
    [UL_WORD_lgamma]         = {"IIIIn", ALL,         .ball = ul_ball_lgamma, .point = {{1, 'Z'}, {2, 'Z'}},
                                                      .at_negative_integers = 'I'},
    [UL_WORD_lgamma_sign]    = {"n1ZZn", ALL,         .ball = ul_ball_lgamma_sign, .at_negative_integers = 'Z'},
    [UL_WORD_log]            = {"nIiin", 0, INFINITY, .ball = arb_log},
    [UL_WORD_log10]          = {"nIiin", 0, INFINITY, .ball = ul_ball_log10},
    [UL_WORD_log1p]          = {"nIxxn", -1, INFINITY, .ball = arb_log1p, .point = {{-1, 'i'}}},
    [UL_WORD_log2]           = {"nIiin", 0, INFINITY, .ball = ul_ball_log2},
    [UL_WORD_logb]           = {"IIiin", ALL,         .ball = ul_ball_exponent},
    [UL_WORD_modf_fraction]  = {"zZxxn", ALL,         .ball = ul_ball_modf_fraction, .zero = AS_ARGUMENT},
    [UL_WORD_normcdf]        = {"Z1FFn", ALL,         .ball = ul_ball_normcdf},
    [UL_WORD_normcdfinv]     = {"nniin", 0, 1,        .ball = ul_ball_normcdfinv, .point = {{0.5, 'Z'}, {1, 'I'}}},
    [UL_WORD_rcbrt]          = {"zZiIn", ALL,         .ball = ul_ball_rcbrt},
    [UL_WORD_recip]          = {"zZiIn", ALL,         .ball = arb_inv},
    [UL_WORD_rint]           = {"xxxxn", ALL,         .step = ul_step_rint, .zero = AS_ARGUMENT},
    [UL_WORD_round]          = {"xxxxn", ALL,         .step = ul_step_round, .zero = AS_ARGUMENT},
    [UL_WORD_rsqrt]          = {"nZiIn", 0, INFINITY, .ball = arb_rsqrt},
    [UL_WORD_saturate]       = {"Z1ZZZ", ALL,         .ball = ul_ball_saturate},
    [UL_WORD_sign]           = {"-1xxZ", ALL,         .ball = ul_ball_sign},
    [UL_WORD_signbit]        = {"sssss", ALL,         .ball = ul_ball_signbit},
    [UL_WORD_sin]            = {"nnxxn", ALL,         .ball = arb_sin},
    [UL_WORD_sinh]           = {"xxxxn", ALL,         .ball = arb_sinh, .grows = true},
    [UL_WORD_sinpi]          = {"nnxxn", ALL,         .ball = arb_sin_pi, .zero = AS_ARGUMENT},
    [UL_WORD_sqrt]           = {"nIxxn", 0, INFINITY, .ball = arb_sqrt},
    [UL_WORD_tan]            = {"nnxxn", ALL,         .ball = arb_tan},
    [UL_WORD_tanh]           = {"-1xxn", ALL,         .ball = arb_tanh},
    [UL_WORD_tanpi]          = {"nnxxn", ALL,         .ball = ul_ball_tanpi, .poles_at_halves = true, .zero = AS_TANPI},
    [UL_WORD_tgamma]         = {"nIiIn", ALL,         .ball = arb_hypgeom_gamma, .at_negative_integers = 'n', .grows = true},
    [UL_WORD_trunc]          = {"xxxxn", ALL,         .step = ul_step_trunc, .zero = AS_ARGUMENT},
    [UL_WORD_y0]             = {"nZiin", 0, INFINITY, .ball = ul_ball_bessel_y0},
    [UL_WORD_y1]             = {"nZiin", 0, INFINITY, .ball = ul_ball_bessel_y1},
};
/* clang-format on */

static char special_letter(const struct rule *r, const struct ul_exact *x)
{
    if (x->kind == UL_EXACT_NAN)
        return r->special[4];
    return r->special[(x->kind == UL_EXACT_ZERO ? 2 : 0) + !x->negative];
}

/* All of the ball is outside. Where only a part is, Arb's function gives no finite ball. */
static bool is_outside(const arb_t x, double low, double high)
{
    if (isinf(low) && isinf(high))
        return false;
    arb_t a, b;
    arb_init(a);
    arb_init(b);
    arb_set_d(a, low);
    arb_set_d(b, high);
    bool outside = arb_lt(x, a) || arb_gt(x, b);
    arb_clear(a);
    arb_clear(b);
    return outside;
}

static bool floor_is_odd(const arb_t x)
{
    arb_t below;
    bool odd = false;
    arb_init(below);
    arb_floor(below, x, ARF_PREC_EXACT);
    ul_ball_is_integer(below, &odd);
    arb_clear(below);
    return odd;
}

/* Points and poles of an exact nonzero argument. False: there is none here. */
static bool exceptional(struct ul_exact *out, const struct rule *r, const struct ul_exact *x, slong precision)
{
    const arf_struct *value = arb_midref(x->ball);
    for (int k = 0; k < 2 && r->point[k].gives; k++)
        if (arf_cmp_d(value, r->point[k].at) == 0)
            return give(out, r->point[k].gives, x, x, precision);
    if (r->at_negative_integers && arf_sgn(value) < 0 && arf_is_int(value))
        return give(out, r->at_negative_integers, x, x, precision);
    if (r->poles_at_halves && arf_is_int_2exp_si(value, -1) && !arf_is_int(value)) {
        set_infinity(out, floor_is_odd(x->ball));
        return true;
    }
    return false;
}

static bool zero_is_negative(enum zero_sign rule, const struct ul_exact *x)
{
    if (rule == PLUS)
        return false;
    bool negative = is_certainly_negative(x);
    return rule == AS_TANPI ? negative != floor_is_odd(x->ball) : negative;
}

void ul_apply_one(enum ul_word word, const struct ul_exact *x, enum ul_type type, slong precision,
                  struct ul_exact *out)
{
    const struct rule *r = &rules[word];
    if (x->kind != UL_EXACT_BALL) {
        if (give(out, special_letter(r, x), x, x, precision))
            return;
    } else if (is_outside(x->ball, r->low, r->high)) {
        set_nan(out);
        return;
    } else if (arb_is_exact(x->ball) && exceptional(out, r, x, precision)) {
        return;
    }
    if (r->step)
        ul_ball_step(out->ball, x->ball, r->step);
    else if (r->typed)
        r->typed(out->ball, x->ball, type, precision);
    else
        r->ball(out->ball, x->ball, precision + (r->grows ? ul_ball_magnitude(x->ball) : 0));
    settle(out, zero_is_negative(r->zero, x));
}

/* --- functions of two arguments --- */

enum { MINUS_INF, NEGATIVE, MINUS_ZERO, PLUS_ZERO, POSITIVE, PLUS_INF, NOT_A_NUMBER, CLASSES };

struct table {
    const char *row[CLASSES]; /* a row for each class of x, a letter in it for each class of y */
    void (*ball)(struct ul_exact *out, const struct ul_exact *x, const struct ul_exact *y, slong precision);
};

static void ball_add(struct ul_exact *out, const struct ul_exact *x, const struct ul_exact *y,
                     slong precision)
{
    arb_add(out->ball, x->ball, y->ball, at_least_exact(precision));
    settle(out, false);
}

static void ball_subtract(struct ul_exact *out, const struct ul_exact *x, const struct ul_exact *y,
                          slong precision)
{
    arb_sub(out->ball, x->ball, y->ball, at_least_exact(precision));
    settle(out, false);
}

static void ball_multiply(struct ul_exact *out, const struct ul_exact *x, const struct ul_exact *y,
                          slong precision)
{
    arb_mul(out->ball, x->ball, y->ball, at_least_exact(precision));
    settle(out, false);
}

static void ball_divide(struct ul_exact *out, const struct ul_exact *x, const struct ul_exact *y,
                        slong precision)
{
    arb_div(out->ball, x->ball, y->ball, precision);
    settle(out, false);
}

static void ball_atan2(struct ul_exact *out, const struct ul_exact *x, const struct ul_exact *y,
                       slong precision)
{
    arb_atan2(out->ball, x->ball, y->ball, precision);
    settle(out, false);
}

static void ball_atan2pi(struct ul_exact *out, const struct ul_exact *x, const struct ul_exact *y,
                         slong precision)
{
    ul_ball_atan2pi(out->ball, x->ball, y->ball, precision);
    settle(out, false);
}

static void ball_hypot(struct ul_exact *out, const struct ul_exact *x, const struct ul_exact *y,
                       slong precision)
{
    arb_hypot(out->ball, x->ball, y->ball, at_least_exact(precision));
    settle(out, false);
}

static void ball_fdim(struct ul_exact *out, const struct ul_exact *x, const struct ul_exact *y,
                      slong precision)
{
    arb_t zero;
    arb_init(zero);
    arb_sub(out->ball, x->ball, y->ball, at_least_exact(precision));
    arb_max(out->ball, out->ball, zero, at_least_exact(precision));
    arb_clear(zero);
    settle(out, false);
}

static void ball_fmod(struct ul_exact *out, const struct ul_exact *x, const struct ul_exact *y,
                      slong precision)
{
    ul_ball_remainder(out->ball, x->ball, y->ball, false, precision);
    settle(out, is_certainly_negative(x));
}

static void ball_remainder(struct ul_exact *out, const struct ul_exact *x, const struct ul_exact *y,
                           slong precision)
{
    ul_ball_remainder(out->ball, x->ball, y->ball, true, precision);
    settle(out, is_certainly_negative(x));
}

static void ball_quotient(struct ul_exact *out, const struct ul_exact *x, const struct ul_exact *y,
                          slong precision)
{
    ul_ball_quotient(out->ball, x->ball, y->ball, precision);
    settle(out, arb_is_negative(x->ball) != arb_is_negative(y->ball));
}

/* Sources: IEEE 754-2019, 6.1 to 6.3, 7.2; C99 F.9.1.4 (atan2), F.9.4.3 (hypot), F.9.7.1 (fmod), F.9.7.2
 * (remainder), F.9.7.3 (remquo); OpenCL C 3.0, 7.5.1 (atan2pi, fdim). */
/* clang-format off */
static const struct table tables[UL_WORD_COUNT] = {
    /* In a cell, a letter for each y: -inf, negative, -0, +0, positive, +inf, NaN.
     *                  x: -inf       negative   -0         +0         positive   +inf       NaN */
    [UL_WORD_add]       = {{"iiiiinn", "i.xx.In", "iyzZyIn", "iyZZyIn", "i.xx.In", "nIIIIIn", "nnnnnnn"}, ball_add},
    [UL_WORD_subtract]  = {{"niiiiin", "I.xx.in", "I.Zz.in", "I.ZZ.in", "I.xx.in", "IIIIInn", "nnnnnnn"}, ball_subtract},
    [UL_WORD_multiply]  = {{"IInniin", "I.Zz.in", "nZZzznn", "nzzZZnn", "i.zZ.In", "iinnIIn", "nnnnnnn"}, ball_multiply},
    [UL_WORD_divide]    = {{"nIIiinn", "Z.Ii.zn", "ZZnnzzn", "zznnZZn", "z.iI.Zn", "niiIInn", "nnnnnnn"}, ball_divide},
    [UL_WORD_atan2]     = {{"thhhhdn", "p.hh.zn", "pppzzzn", "PPPZZZn", "P.HH.Zn", "THHHHDn", "nnnnnnn"}, ball_atan2},
    [UL_WORD_atan2pi]   = {{"cffffqn", "-.ff.zn", "---zzzn", "111ZZZn", "1.FF.Zn", "CFFFFQn", "nnnnnnn"}, ball_atan2pi},
    [UL_WORD_hypot]     = {{"IIIIIII", "I.XX.In", "I.ZZyIn", "I.ZZyIn", "I.XX.In", "IIIIIII", "InnnnIn"}, ball_hypot},
    [UL_WORD_fdim]      = {{"ZZZZZZn", "I.ZZZZn", "I.ZZZZn", "I.ZZZZn", "I.xx.Zn", "IIIIIZn", "nnnnnnn"}, ball_fdim},
    [UL_WORD_fmod]      = {{"nnnnnnn", "x.nn.xn", "xxnnxxn", "xxnnxxn", "x.nn.xn", "nnnnnnn", "nnnnnnn"}, ball_fmod},
    [UL_WORD_remainder] = {{"nnnnnnn", "x.nn.xn", "xxnnxxn", "xxnnxxn", "x.nn.xn", "nnnnnnn", "nnnnnnn"}, ball_remainder},
    [UL_WORD_remquo_quotient] = {{"nnnnnnn", "Z.nn.zn", "ZZnnzzn", "zznnZZn", "z.nn.Zn", "nnnnnnn", "nnnnnnn"}, ball_quotient},
};
/* clang-format on */

/* The classes that a value may be in: two for a ball that straddles zero. */
static int classes(const struct ul_exact *v, int of[2])
{
    of[1] = POSITIVE;
    switch (v->kind) {
    case UL_EXACT_NAN:
        of[0] = NOT_A_NUMBER;
        return 1;
    case UL_EXACT_INFINITY:
        of[0] = v->negative ? MINUS_INF : PLUS_INF;
        return 1;
    case UL_EXACT_ZERO:
        of[0] = v->negative ? MINUS_ZERO : PLUS_ZERO;
        return 1;
    case UL_EXACT_BALL:
        break;
    }
    of[0] = arb_is_positive(v->ball) ? POSITIVE : NEGATIVE;
    return of[0] == NEGATIVE && !arb_is_negative(v->ball) ? 2 : 1;
}

void ul_apply_two(enum ul_word word, const struct ul_exact *x, const struct ul_exact *y, slong precision,
                  struct ul_exact *out)
{
    const struct table *t = &tables[word];
    int cx[2], cy[2], nx = classes(x, cx), ny = classes(y, cy);
    char letter = t->row[cx[0]][cy[0]];
    for (int i = 0; i < nx; i++)
        for (int j = 0; j < ny; j++)
            if (t->row[cx[i]][cy[j]] != letter) {
                set_wide(out);
                return;
            }
    if (!give(out, letter, x, y, precision))
        t->ball(out, x, y, precision);
}

/* --- bits and numbers --- */

static bool is_unsigned_long(enum ul_type t)
{
    return t == UL_ULONG;
}

static float float_of_bits(uint32_t b)
{
    float f;
    memcpy(&f, &b, sizeof f);
    return f;
}

static double half_to_double(ul_bits b)
{
    int exponent = (int)(b >> 10 & 31), fraction = (int)(b & 1023);
    double m = exponent == 31  ? (fraction ? NAN : INFINITY)
               : exponent == 0 ? ldexp(fraction, -24)
                               : ldexp(fraction + 1024, exponent - 25);
    return b & 0x8000 ? -m : m;
}

double ul_bits_to_double(enum ul_type t, ul_bits b)
{
    double d;
    switch (t) {
    case UL_DOUBLE:
        memcpy(&d, &b, sizeof d);
        return d;
    case UL_FLOAT:
        return (double)float_of_bits((uint32_t)b);
    case UL_BFLOAT16:
        return (double)float_of_bits((uint32_t)b << 16);
    case UL_HALF:
        return half_to_double(b);
    default:
        return is_unsigned_long(t) ? (double)b : (double)ul_value_ordinal(t, b);
    }
}

void ul_bits_to_arf(enum ul_type t, ul_bits b, arf_t out)
{
    if (ul_is_float(t))
        arf_set_d(out, ul_bits_to_double(t, b));
    else if (is_unsigned_long(t))
        arf_set_ui(out, b);
    else
        arf_set_si(out, ul_value_ordinal(t, b));
}

/* As an integer in units of the last place of x's binade; a carry into the next binade adds up by itself. */
static ul_bits round_to_float(enum ul_type t, double x)
{
    int p = ul_types[t].precision, lowest = 1 - ul_types[t].emax - (p - 1);
    ul_bits infinity = ul_value_infinity(t, false), sign = signbit(x) ? ul_value_sign(t) : 0;
    if (x == 0 || isinf(x) || ilogb(x) > ul_types[t].emax)
        return sign | (x == 0 ? 0 : infinity);
    int unit = ilogb(x) - (p - 1);
    if (unit < lowest)
        unit = lowest;
    ul_bits magnitude = ((ul_bits)(unit - lowest) << (p - 1)) + (ul_bits)rint(ldexp(fabs(x), -unit));
    return sign | (magnitude < infinity ? magnitude : infinity);
}

static ul_bits round_to_integer(enum ul_type t, double x)
{
    double largest = is_unsigned_long(t) ? 0x1p64 : (double)ul_value_largest(t) + 1;
    double smallest = ul_types[t].is_signed ? -largest : 0;
    x = isnan(x) ? 0 : rint(x);
    if (x >= largest)
        return ul_value_largest(t);
    if (x < smallest)
        x = smallest;
    return ul_value_from_ordinal(t, x < 0x1p63 ? (int64_t)x : (int64_t)(uint64_t)x);
}

ul_bits ul_double_to_bits(enum ul_type t, double x)
{
    if (!ul_is_float(t))
        return round_to_integer(t, x);
    return isnan(x) ? ul_value_nan(t) : round_to_float(t, x);
}

void ul_exact_set_bits(struct ul_exact *out, enum ul_type t, ul_bits b)
{
    if (ul_value_is_nan(t, b)) {
        set_nan(out);
        out->negative = ul_value_is_negative(t, b); /* signbit asks for it */
    } else if (ul_value_is_infinite(t, b)) {
        set_infinity(out, ul_value_is_negative(t, b));
    } else if (ul_value_is_zero(t, b)) {
        set_zero(out, ul_value_is_negative(t, b));
    } else {
        if (ul_is_float(t))
            arb_set_d(out->ball, ul_bits_to_double(t, b));
        else if (is_unsigned_long(t))
            arb_set_ui(out->ball, b);
        else
            arb_set_si(out->ball, ul_value_ordinal(t, b));
        out->kind = UL_EXACT_BALL;
    }
}

/* --- numbers of an expression --- */

/* digits * 16^-places * 2^exponent, or digits * 10^(exponent - places). */
static void read_number(arb_t out, const char *text, slong precision)
{
    bool hex = text[0] == '0' && (text[1] | 0x20) == 'x';
    char *digits = ul_strdup(text + (hex ? 2 : 0)), *end = digits + strcspn(digits, hex ? "pP" : "eE");
    slong exponent = *end ? strtol(end + 1, NULL, 10) : 0;
    *end = 0;
    char *point = strchr(digits, '.');
    if (point) {
        exponent -= (slong)strlen(point + 1) * (hex ? 4 : 1);
        memmove(point, point + 1, strlen(point));
    }
    fmpz_t n;
    fmpz_init(n);
    fmpz_set_str(n, digits, hex ? 16 : 10);
    arb_set_fmpz(out, n);
    if (hex) {
        arb_mul_2exp_si(out, out, exponent);
    } else {
        arb_t power;
        arb_init(power);
        arb_ui_pow_ui(power, 10, (ulong)labs(exponent), precision + 8);
        if (exponent < 0)
            arb_div(out, out, power, precision);
        else
            arb_mul(out, out, power, precision);
        arb_clear(power);
    }
    fmpz_clear(n);
    free(digits);
}

static void set_node_number(struct ul_exact *out, const struct ul_node *n, slong precision)
{
    if (n->exact)
        arb_set_d(out->ball, n->value);
    else
        read_number(out->ball, n->number, precision);
    settle(out, false);
}

/* --- evaluation --- */

static void apply(const struct ul_node *n, struct ul_exact *v, enum ul_type type, slong precision,
                  struct ul_exact *out)
{
    struct ul_call c = {.word = n->word, .type = type, .precision = precision};
    for (int k = 0; k < ul_words[n->word].arity; k++)
        c.v[k] = &v[n->child[k]];
    if (ul_apply_several(&c, out))
        return;
    if (ul_words[n->word].arity == 2)
        ul_apply_two(n->word, c.v[0], c.v[1], precision, out);
    else
        ul_apply_one(n->word, c.v[0], type, precision, out);
}

/* The type that words such as nextafter and isnormal are of. */
static enum ul_type first_floating(const struct ul_expression *e, const struct ul_parameter *types)
{
    for (int i = 0; i < e->variables; i++)
        if (ul_is_float(types[i].type))
            return types[i].type;
    return types[0].type;
}

/* How many low bits of an integer result count; 0: all. */
static int low_bits(const struct ul_expression *e)
{
    const struct ul_node *root = &e->node[e->count - 1];
    if (root->kind != UL_NODE_CALL || root->word != UL_WORD_low_bits)
        return 0;
    const struct ul_node *count = &e->node[root->child[1]];
    bool sound = count->kind == UL_NODE_NUMBER && count->value >= 1 && count->value <= 62;
    return sound ? (int)count->value : 0;
}

void ul_reference(const struct ul_expression *e, const struct ul_parameter *types, const ul_bits *args,
                  long precision, struct ul_exact *out)
{
    enum ul_type type = first_floating(e, types);
    struct ul_exact few[8], *v = e->count <= 8 ? few : ul_alloc((size_t)e->count * sizeof *v);
    for (int i = 0; i < e->count; i++) {
        const struct ul_node *n = &e->node[i];
        ul_exact_init(&v[i]);
        if (n->kind == UL_NODE_VARIABLE) {
            ul_exact_set_bits(&v[i], types[n->variable].type, args[n->variable]);
        } else if (n->kind == UL_NODE_NUMBER) {
            set_node_number(&v[i], n, precision);
        } else if (n->kind == UL_NODE_PI) {
            arb_const_pi(v[i].ball, precision);
            settle(&v[i], false);
        } else {
            apply(n, v, type, precision, &v[i]);
        }
    }
    struct ul_exact *root = &v[e->count - 1];
    out->kind = root->kind;
    out->negative = root->negative;
    out->low_bits = low_bits(e);
    arb_swap(out->ball, root->ball);
    for (int i = 0; i < e->count; i++)
        ul_exact_clear(&v[i]);
    if (v != few)
        free(v);
}

/* --- for people --- */

enum { DIGITS = 25, ENOUGH_BITS = 100, MOST_BITS = 8192 };

void ul_exact_print(const struct ul_expression *e, const struct ul_parameter *types, const ul_bits *args,
                    struct ul_text *out)
{
    struct ul_exact v;
    ul_exact_init(&v);
    for (long p = 128; p <= MOST_BITS; p *= 2) {
        ul_reference(e, types, args, p, &v);
        if (v.kind != UL_EXACT_BALL || arb_rel_accuracy_bits(v.ball) >= ENOUGH_BITS)
            break;
    }
    static const char *const names[] = {
        [UL_EXACT_NAN] = "nan", [UL_EXACT_INFINITY] = "inf", [UL_EXACT_ZERO] = "0"};
    if (v.kind == UL_EXACT_BALL) {
        bool known = arb_rel_accuracy_bits(v.ball) >= ENOUGH_BITS;
        char *s = arb_get_str(v.ball, DIGITS, known ? ARB_STR_NO_RADIUS : 0);
        ul_text_add(out, "%s", s);
        flint_free(s);
    } else {
        ul_text_add(out, "%s%s", v.negative && v.kind != UL_EXACT_NAN ? "-" : "", names[v.kind]);
    }
    ul_exact_clear(&v);
}
