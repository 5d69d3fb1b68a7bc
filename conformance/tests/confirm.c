/* Confirms records by other means: reads them from standard input, a JSON object a line, and computes with
 * MPFR and from the definitions alone (errors.h names them) each maximum at its input, each broken bound at
 * the input where it is said to be broken, and each wrong result that is shown. One line for whatever does
 * not hold.
 *
 *     build/ulparity check -d opencl:pocl
 * --format json | build/conformance/tests/confirm */
#include <jansson.h>
#include <math.h>
#include <mpfr.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "subject.h"

/* Enough for tan of the largest float near a pole, for exp near 1, and for the cube by which atan of the
 * smallest doubles is off them; what is so far off is exact. */
enum { BITS = 4500 };

struct format {
    const char *name;
    int precision, emax;
};
static const struct format formats[] = {{"half", 11, 15}, {"float", 24, 127}, {"double", 53, 1023}};

static const struct format *type; /* of the record at hand */
static int failures;
static const char *row; /* the record at hand, for messages */

static void fail(const char *what, const char *input, double told, double found)
{
    printf("%s: %s at %s: recorded %.15g, found %.15g\n", row, what, input, told, found);
    failures++;
}

/* --- exact values --- */

typedef int function(mpfr_t r, const mpfr_t x, mpfr_rnd_t rnd);

static int recip(mpfr_t r, const mpfr_t x, mpfr_rnd_t rnd)
{
    return mpfr_ui_div(r, 1, x, rnd);
}

/* MPFR gives +inf at -0; 1/sqrt(-0) is -inf (IEEE 754, 9.2.1). */
static int rsqrt(mpfr_t r, const mpfr_t x, mpfr_rnd_t rnd)
{
    int inexact = mpfr_rec_sqrt(r, x, rnd);
    return mpfr_zero_p(x) ? mpfr_setsign(r, r, mpfr_signbit(x), rnd) : inexact;
}

static int log_gamma(mpfr_t r, const mpfr_t x, mpfr_rnd_t rnd)
{
    int sign;
    return mpfr_lgamma(r, &sign, x, rnd);
}

/* OpenCL C 3.0, 7.5.1: 0 at zero and at negative integers. */
static int log_gamma_sign(mpfr_t r, const mpfr_t x, mpfr_rnd_t rnd)
{
    int sign = 1;
    bool pole = mpfr_zero_p(x) || (mpfr_integer_p(x) && mpfr_sgn(x) < 0);
    mpfr_lgamma(r, &sign, x, rnd);
    return mpfr_set_si(r, pole ? 0 : sign, rnd);
}

static int degrees(mpfr_t r, const mpfr_t x, mpfr_rnd_t rnd)
{
    mpfr_t pi;
    mpfr_init2(pi, BITS);
    mpfr_const_pi(pi, rnd);
    mpfr_mul_ui(r, x, 180, rnd);
    mpfr_div(r, r, pi, rnd);
    mpfr_clear(pi);
    return 1;
}

static int radians(mpfr_t r, const mpfr_t x, mpfr_rnd_t rnd)
{
    mpfr_t pi;
    mpfr_init2(pi, BITS);
    mpfr_const_pi(pi, rnd);
    mpfr_mul(r, x, pi, rnd);
    mpfr_div_ui(r, r, 180, rnd);
    mpfr_clear(pi);
    return 1;
}

/* OpenCL C 3.0, 6.15.2: fmin(x - floor(x), 0x1.fffffep-1f), the largest below 1; 7.5.1: the sign of a zero
 * argument and of an infinite one is the result's. */
static int fract(mpfr_t r, const mpfr_t x, mpfr_rnd_t rnd)
{
    if (mpfr_zero_p(x) || mpfr_inf_p(x)) {
        mpfr_set_zero(r, mpfr_signbit(x) ? -1 : 1);
        return 0;
    }
    mpfr_floor(r, x);
    mpfr_sub(r, x, r, rnd);
    const double below = 1 - ldexp(1, -type->precision);
    if (mpfr_cmp_d(r, below) > 0)
        mpfr_set_d(r, below, rnd);
    return 0;
}

static int frexp_fraction(mpfr_t r, const mpfr_t x, mpfr_rnd_t rnd)
{
    mpfr_exp_t e;
    return mpfr_regular_p(x) ? mpfr_frexp(&e, r, x, rnd) : mpfr_set(r, x, rnd);
}

static int frexp_exponent(mpfr_t r, const mpfr_t x, mpfr_rnd_t rnd)
{
    return mpfr_set_si(r, mpfr_regular_p(x) ? mpfr_get_exp(x) : 0, rnd);
}

static int exponent(mpfr_t r, const mpfr_t x, mpfr_rnd_t rnd)
{
    if (mpfr_regular_p(x))
        return mpfr_set_si(r, mpfr_get_exp(x) - 1, rnd);
    if (mpfr_zero_p(x))
        mpfr_set_inf(r, -1);
    else
        mpfr_abs(r, x, rnd);
    return 0;
}

/* OpenCL C 3.0, 6.15.4: a zero's own, and 0.0 for NaN. */
static int sign(mpfr_t r, const mpfr_t x, mpfr_rnd_t rnd)
{
    if (mpfr_zero_p(x))
        return mpfr_set(r, x, rnd);
    return mpfr_set_si(r, mpfr_nan_p(x) ? 0 : mpfr_sgn(x), rnd);
}

static int is_finite(mpfr_t r, const mpfr_t x, mpfr_rnd_t rnd)
{
    return mpfr_set_si(r, mpfr_number_p(x) != 0, rnd);
}

static int is_infinite(mpfr_t r, const mpfr_t x, mpfr_rnd_t rnd)
{
    return mpfr_set_si(r, mpfr_inf_p(x) != 0, rnd);
}

static int is_nan(mpfr_t r, const mpfr_t x, mpfr_rnd_t rnd)
{
    return mpfr_set_si(r, mpfr_nan_p(x) != 0, rnd);
}

static int is_normal(mpfr_t r, const mpfr_t x, mpfr_rnd_t rnd)
{
    return mpfr_set_si(r, mpfr_regular_p(x) && mpfr_get_exp(x) >= 2 - type->emax, rnd);
}

static int sign_bit(mpfr_t r, const mpfr_t x, mpfr_rnd_t rnd)
{
    return mpfr_set_si(r, mpfr_signbit(x) != 0, rnd);
}

static int to_integer_even(mpfr_t r, const mpfr_t x, mpfr_rnd_t rnd)
{
    (void)rnd;
    return mpfr_roundeven(r, x);
}

static int down(mpfr_t r, const mpfr_t x, mpfr_rnd_t rnd)
{
    (void)rnd;
    return mpfr_floor(r, x);
}

static int up(mpfr_t r, const mpfr_t x, mpfr_rnd_t rnd)
{
    (void)rnd;
    return mpfr_ceil(r, x);
}

static int toward_zero(mpfr_t r, const mpfr_t x, mpfr_rnd_t rnd)
{
    (void)rnd;
    return mpfr_trunc(r, x);
}

static int away_at_halves(mpfr_t r, const mpfr_t x, mpfr_rnd_t rnd)
{
    (void)rnd;
    return mpfr_round(r, x);
}

static int magnitude(mpfr_t r, const mpfr_t x, mpfr_rnd_t rnd)
{
    return mpfr_abs(r, x, rnd);
}

static const struct {
    const char *reference;
    function *f;
} functions[] = {
    {"180/pi*x", degrees},
    {"acos(x)", mpfr_acos},
    {"acosh(x)", mpfr_acosh},
    {"acospi(x)", mpfr_acospi},
    {"asin(x)", mpfr_asin},
    {"asinh(x)", mpfr_asinh},
    {"asinpi(x)", mpfr_asinpi},
    {"atan(x)", mpfr_atan},
    {"atanh(x)", mpfr_atanh},
    {"atanpi(x)", mpfr_atanpi},
    {"cbrt(x)", mpfr_cbrt},
    {"ceil(x)", up},
    {"cos(x)", mpfr_cos},
    {"cosh(x)", mpfr_cosh},
    {"cospi(x)", mpfr_cospi},
    {"erf(x)", mpfr_erf},
    {"erfc(x)", mpfr_erfc},
    {"exp(x)", mpfr_exp},
    {"exp10(x)", mpfr_exp10},
    {"exp2(x)", mpfr_exp2},
    {"expm1(x)", mpfr_expm1},
    {"fabs(x)", magnitude},
    {"floor(x)", down},
    {"fract(x)", fract},
    {"frexp_exponent(x)", frexp_exponent},
    {"frexp_fraction(x)", frexp_fraction},
    {"ilogb(x)", exponent},
    {"isfinite(x)", is_finite},
    {"isinf(x)", is_infinite},
    {"isnan(x)", is_nan},
    {"isnormal(x)", is_normal},
    {"j0(x)", mpfr_j0},
    {"j1(x)", mpfr_j1},
    {"lgamma(x)", log_gamma},
    {"lgamma_sign(x)", log_gamma_sign},
    {"log(x)", mpfr_log},
    {"log10(x)", mpfr_log10},
    {"log1p(x)", mpfr_log1p},
    {"log2(x)", mpfr_log2},
    {"logb(x)", exponent},
    {"modf_fraction(x)", mpfr_frac},
    {"pi/180*x", radians},
    {"recip(x)", recip},
    {"rint(x)", to_integer_even},
    {"round(x)", away_at_halves},
    {"rsqrt(x)", rsqrt},
    {"sign(x)", sign},
    {"signbit(x)", sign_bit},
    {"sin(x)", mpfr_sin},
    {"sinh(x)", mpfr_sinh},
    {"sinpi(x)", mpfr_sinpi},
    {"sqrt(x)", mpfr_sqrt},
    {"tan(x)", mpfr_tan},
    {"tanh(x)", mpfr_tanh},
    {"tanpi(x)", mpfr_tanpi},
    {"tgamma(x)", mpfr_gamma},
    {"trunc(x)", toward_zero},
    {"y0(x)", mpfr_y0},
    {"y1(x)", mpfr_y1},
};

static function *function_of(const char *reference)
{
    for (size_t k = 0; k < sizeof functions / sizeof *functions; k++)
        if (!strcmp(functions[k].reference, reference))
            return functions[k].f;
    return NULL;
}

/* --- of several arguments --- */

typedef int function_of_two(mpfr_t r, const mpfr_t x, const mpfr_t y, mpfr_rnd_t rnd);

static int times_power(mpfr_t r, const mpfr_t x, const mpfr_t n, mpfr_rnd_t rnd)
{
    return mpfr_mul_2si(r, x, mpfr_get_si(n, rnd), rnd);
}

static int whole_power(mpfr_t r, const mpfr_t x, const mpfr_t n, mpfr_rnd_t rnd)
{
    return mpfr_pow_si(r, x, mpfr_get_si(n, rnd), rnd);
}

static int is_less(mpfr_t r, const mpfr_t x, const mpfr_t y, mpfr_rnd_t rnd)
{
    return mpfr_set_si(r, mpfr_less_p(x, y) != 0, rnd);
}

static const struct {
    const char *reference;
    function_of_two *f;
} functions_of_two[] = {
    {"atan2(x,y)", mpfr_atan2},  {"copysign(x,y)", mpfr_copysign},
    {"fdim(x,y)", mpfr_dim},     {"fmax(x,y)", mpfr_max},
    {"fmin(x,y)", mpfr_min},     {"fmod(x,y)", mpfr_fmod},
    {"hypot(x,y)", mpfr_hypot},  {"isless(x,y)", is_less},
    {"ldexp(x,y)", times_power}, {"pow(x,y)", mpfr_pow},
    {"pown(x,y)", whole_power},  {"remainder(x,y)", mpfr_remainder},
    {"x*y", mpfr_mul},           {"x+y", mpfr_add},
    {"x-y", mpfr_sub},           {"x/y", mpfr_div},
};

static function_of_two *function_of_two_named(const char *reference)
{
    for (size_t k = 0; k < sizeof functions_of_two / sizeof *functions_of_two; k++)
        if (!strcmp(functions_of_two[k].reference, reference))
            return functions_of_two[k].f;
    return NULL;
}

/* --- the number line --- */

/* floor(log2 |v|), at least the smallest normal's. v is not infinite. */
static long binade(const struct format *f, const mpfr_t v)
{
    long e = mpfr_zero_p(v) ? 1 - f->emax : (long)mpfr_get_exp(v) - 1;
    return e < 1 - f->emax ? 1 - f->emax : e;
}

/* Steps from 0 to |v|, linear between representable values, to infinity and no further; with v's sign. */
static void place(const struct format *f, const mpfr_t v, mpfr_t out)
{
    bool beyond = mpfr_inf_p(v) || binade(f, v) > f->emax;
    long e = beyond ? f->emax + 1 : binade(f, v);
    if (beyond)
        mpfr_set_ui_2exp(out, 1, f->precision - 1, MPFR_RNDN);
    else
        mpfr_mul_2si(out, v, f->precision - 1 - e, MPFR_RNDN);
    mpfr_abs(out, out, MPFR_RNDN);
    mpfr_t base;
    mpfr_init2(base, 64);
    mpfr_set_si_2exp(base, e - (1 - f->emax), f->precision - 1, MPFR_RNDN);
    mpfr_add(out, out, base, MPFR_RNDN);
    mpfr_clear(base);
    mpfr_setsign(out, out, mpfr_signbit(v), MPFR_RNDN);
}

/* log2 of ulp(r), OpenCL C 3.0, 7.4. */
static long ulp_exponent(const struct format *f, const mpfr_t r)
{
    long e = binade(f, r);
    if (!mpfr_zero_p(r) && e > 1 - f->emax) {
        mpfr_t power;
        mpfr_init2(power, 2);
        mpfr_set_ui_2exp(power, 1, e, MPFR_RNDN);
        e -= mpfr_cmpabs(r, power) == 0;
        mpfr_clear(power);
    }
    return (e > f->emax ? f->emax : e) - (f->precision - 1);
}

struct figures {
    double opencl, cuda, ordinal, abs, rel;
};

/* The five figures of y against r; neither is NaN. */
static struct figures measure(const struct format *f, const mpfr_t y, const mpfr_t r)
{
    struct figures g;
    mpfr_t py, pr, right, top, gap;
    mpfr_inits2(BITS + 64, py, pr, right, top, gap, (mpfr_ptr)0);
    place(f, y, py);
    place(f, r, pr);
    mpfr_sub(gap, py, pr, MPFR_RNDN);
    g.ordinal = fabs(mpfr_get_d(gap, MPFR_RNDN));
    mpfr_roundeven(right, pr);
    mpfr_sub(gap, py, right, MPFR_RNDN);
    g.cuda = fabs(mpfr_get_d(gap, MPFR_RNDN));
    mpfr_set_inf(gap, 1);
    place(f, gap, top);
    if (!mpfr_cmpabs(right, top) && !mpfr_cmp(py, right)) {
        g.opencl = g.abs = g.rel = 0; /* infinite, and rightly so */
    } else if (mpfr_inf_p(r)) {
        g.opencl = g.abs = g.rel = INFINITY;
    } else {
        if (mpfr_inf_p(y))
            mpfr_set_si_2exp(gap, mpfr_sgn(y), f->emax + 1, MPFR_RNDN);
        else
            mpfr_set(gap, y, MPFR_RNDN);
        mpfr_sub(gap, gap, r, MPFR_RNDN);
        mpfr_abs(gap, gap, MPFR_RNDN);
        g.abs = mpfr_get_d(gap, MPFR_RNDN);
        mpfr_div(top, gap, r, MPFR_RNDN);
        g.rel = mpfr_zero_p(gap) ? 0 : fabs(mpfr_get_d(top, MPFR_RNDN));
        mpfr_mul_2si(gap, gap, -ulp_exponent(f, r), MPFR_RNDN);
        g.opencl = mpfr_get_d(gap, MPFR_RNDN);
    }
    mpfr_clears(py, pr, right, top, gap, (mpfr_ptr)0);
    return g;
}

static double figure(const struct figures *g, const char *measure)
{
    return !strcmp(measure, "opencl")    ? g->opencl
           : !strcmp(measure, "cuda")    ? g->cuda
           : !strcmp(measure, "ordinal") ? g->ordinal
           : !strcmp(measure, "abs")     ? g->abs
                                         : g->rel;
}

/* --- a record --- */

struct subject {
    const struct format *format; /* of the argument; results that are numbers have it, too */
    bool whole;                  /* the result is an integer or a boolean */
    function *f;
    function_of_two *two; /* or this */
    bool fma;             /* or this one of three arguments */
};

static double number(const json_t *o, const char *key)
{
    const json_t *j = json_object_get(o, key);
    return json_is_string(j) ? INFINITY : json_number_value(j);
}

static const char *text(const json_t *o, const char *key)
{
    const char *s = json_string_value(json_object_get(o, key));
    return s ? s : "";
}

static const char *argument_of(const json_t *o, size_t k)
{
    const char *s = json_string_value(json_array_get(json_object_get(o, "input"), k));
    return s ? s : "";
}

/* "0x1p+0;0x1p+1", until the next call. */
static const char *input_of(const json_t *o)
{
    static char all[200];
    const size_t n = json_array_size(json_object_get(o, "input"));
    size_t used = 0;
    all[0] = 0;
    for (size_t k = 0; k < n && used < sizeof all; k++)
        used += (size_t)snprintf(all + used, sizeof all - used, "%s%s", k ? ";" : "", argument_of(o, k));
    return all;
}

static void read_value(mpfr_t v, const char *s)
{
    if (mpfr_set_str(v, s, 0, MPFR_RNDN)) {
        printf("%s: '%s' is no number\n", row, s);
        failures++;
    }
}

/* The exact value at an input, and what the device gave. */
static void evaluate(const struct subject *s, const json_t *o, mpfr_t r, mpfr_t got)
{
    mpfr_t x, y, z;
    mpfr_inits2(64, x, y, z, (mpfr_ptr)0);
    read_value(x, argument_of(o, 0));
    read_value(got, text(o, "got"));
    if (!s->f)
        read_value(y, argument_of(o, 1));
    if (s->fma)
        read_value(z, argument_of(o, 2));
    if (s->f)
        s->f(r, x, MPFR_RNDN);
    else if (s->two)
        s->two(r, x, y, MPFR_RNDN);
    else
        mpfr_fma(r, x, y, z, MPFR_RNDN);
    mpfr_clears(x, y, z, (mpfr_ptr)0);
}

static void confirm_maximum(const struct subject *s, const char *measure_name, const json_t *o)
{
    if (!o)
        return;
    mpfr_t r, got;
    mpfr_inits2(BITS, r, got, (mpfr_ptr)0);
    evaluate(s, o, r, got);
    double told = number(o, "max"), found = NAN;
    if (!mpfr_nan_p(r) && !mpfr_nan_p(got)) {
        struct figures g = measure(s->format, got, r);
        found = figure(&g, measure_name);
    }
    bool ulps = strcmp(measure_name, "abs") && strcmp(measure_name, "rel");
    double room = ulps ? 1e-6 + 1e-9 * told : 1e-6 * told + 0x1p-1074;
    if (!(told == found || fabs(told - found) <= room))
        fail(measure_name, input_of(o), told, found);
    mpfr_clears(r, got, (mpfr_ptr)0);
}

/* Is the result that a record calls wrong not the exact value rounded, signs of zeros and all? */
static bool is_wrong(const struct subject *s, const json_t *o)
{
    mpfr_t r, got, a, b;
    mpfr_inits2(BITS, r, got, a, b, (mpfr_ptr)0);
    evaluate(s, o, r, got);
    bool wrong;
    if (mpfr_nan_p(r) || mpfr_nan_p(got)) {
        wrong = !mpfr_nan_p(r) != !mpfr_nan_p(got);
    } else if (s->whole) {
        wrong = mpfr_cmp(r, got) != 0;
    } else {
        place(s->format, r, a);
        place(s->format, got, b);
        mpfr_roundeven(a, a);
        wrong = mpfr_cmp(a, b) || (mpfr_zero_p(r) && !mpfr_signbit(r) != !mpfr_signbit(got));
    }
    mpfr_clears(r, got, a, b, (mpfr_ptr)0);
    return wrong;
}

static bool has_wrong(const json_t *wrong)
{
    return number(wrong, "nan") + number(wrong, "inf") + number(wrong, "sign") + number(wrong, "value") > 0;
}

/* A broken bound must be broken where the record says so: by its figure, by a result that is not the rounded
 * one, or by a wrong result. */
static void confirm_bound(const struct subject *s, const json_t *bound, const json_t *wrong)
{
    if (strcmp(text(bound, "verdict"), "fail"))
        return;
    bool broken = has_wrong(wrong) && is_wrong(s, wrong);
    if (number(bound, "share") > 1 || !strcmp(text(bound, "text"), "correctly rounded")) {
        mpfr_t r, got;
        mpfr_inits2(BITS, r, got, (mpfr_ptr)0);
        evaluate(s, bound, r, got);
        struct figures g = measure(s->format, got, r);
        double e = figure(&g, text(bound, "measure"));
        if (number(bound, "share") > 1 && !(e > number(bound, "limit")))
            fail("a broken bound", input_of(bound), number(bound, "error"), e);
        broken |= e > number(bound, "limit") || g.cuda > 0;
        mpfr_clears(r, got, (mpfr_ptr)0);
    }
    if (!broken)
        fail(text(bound, "text"), input_of(bound), number(bound, "error"), NAN);
}

static void confirm(const struct subject *s, const json_t *record)
{
    const json_t *ulp = json_object_get(record, "ulp"), *wrong = json_object_get(record, "wrong");
    static const char *const ulps[] = {"opencl", "cuda", "ordinal"};
    for (int k = 0; k < 3; k++)
        confirm_maximum(s, ulps[k], json_object_get(ulp, ulps[k]));
    confirm_maximum(s, "abs", json_object_get(record, "abs"));
    confirm_maximum(s, "rel", json_object_get(record, "rel"));
    if (has_wrong(wrong) && !is_wrong(s, wrong))
        fail("no wrong result", input_of(wrong), 1, 0);
    const json_t *bounds = json_object_get(record, "bounds");
    for (size_t k = 0; k < json_array_size(bounds); k++)
        confirm_bound(s, json_array_get(bounds, k), wrong);
}

static bool find_subject(const struct ul_catalogue *c, const json_t *record, struct subject *s)
{
    int result = (int)json_integer_value(json_object_get(record, "result"));
    *s = (struct subject){0};
    for (int k = 0; k < c->count; k++) {
        const struct ul_subject *u = &c->subject[k];
        if (strcmp(u->name, text(record, "subject")))
            continue;
        s->f = function_of(u->reference[result]->text);
        s->two = function_of_two_named(u->reference[result]->text);
        s->fma = !strcmp(u->reference[result]->text, "fma(x,y,z)");
        s->whole = !ul_is_float(u->signature.result[result].type);
    }
    for (size_t k = 0; k < sizeof formats / sizeof *formats; k++)
        if (!strcmp(formats[k].name, text(record, "type")))
            s->format = type = &formats[k];
    return (s->f || s->two || s->fma) && s->format;
}

int main(void)
{
    struct ul_catalogue catalogue;
    struct ul_line why;
    if (!ul_catalogue_load(&catalogue, &why)) {
        fprintf(stderr, "%s\n", why.text);
        return 2;
    }
    mpfr_set_emin(mpfr_get_emin_min()); /* ldexp(1, INT_MIN) */
    mpfr_set_emax(mpfr_get_emax_max());
    int records = 0, failed = 0, unknown = 0;
    json_t *record;
    json_error_t error;
    while ((record = json_loadf(stdin, JSON_DISABLE_EOF_CHECK, &error))) {
        char name[200];
        snprintf(name, sizeof name, "%s(%s) on %s", text(record, "subject"), text(record, "type"),
                 text(record, "device"));
        row = name;
        struct subject s;
        if (find_subject(&catalogue, record, &s))
            confirm(&s, record);
        else if (printf("%s: nothing here computes it\n", row))
            unknown++;
        failed += !strcmp(text(record, "verdict"), "fail");
        records++;
        json_decref(record);
    }
    if (!feof(stdin)) {
        fprintf(stderr, "record %d: %s\n", records + 1, error.text);
        failures++;
    }
    ul_catalogue_free(&catalogue);
    mpfr_free_cache();
    printf("%d records, %d of them failing: %d figures not confirmed, %d rows without a reference\n", records,
           failed, failures, unknown);
    return failures || unknown || !records;
}
