/* The measures: against an independent computation (errors_cases.py), against cases worked by hand
 * from the definitions, and against published results that conform (legal.tsv)
 * or are right (accuracy.tsv). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <inttypes.h>
#include <math.h>
#include <mpfr.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "errors.h"
#include "table.h"

/* r = mantissa * 2^exponent, exactly. */
static void set_exact(struct ul_exact *exact, const char *mantissa, long exponent)
{
    fmpz_t m, e;
    fmpz_init(m);
    fmpz_init_set_si(e, exponent);
    assert_int_equal(fmpz_set_str(m, mantissa, 10), 0);
    exact->kind = UL_EXACT_BALL;
    arb_set_fmpz_2exp(exact->ball, m, e);
    fmpz_clear(m);
    fmpz_clear(e);
}

/* --- the independent computation --- */

static bool close_to(double got, double radius, double want)
{
    return got == want || fabs(got - want) <= radius + 1e-15 * fabs(want);
}

static ul_bits from_ordinal(enum ul_type t, const char *text)
{
    bool negative = *text == '-';
    text += negative;
    if (!strcmp(text, "inf"))
        return ul_value_infinity(t, negative);
    int64_t ordinal = (int64_t)strtoull(text, NULL, 16);
    return ul_value_from_ordinal(t, negative ? -ordinal : ordinal);
}

static enum ul_rounding rounding_named(const char *name)
{
    static const char *const names[] = {
        [UL_NEAREST] = "nearest", [UL_TO_ZERO] = "zero", [UL_UP] = "up", [UL_DOWN] = "down"};
    enum ul_rounding r = UL_NEAREST;
    while (strcmp(names[r], name))
        r++;
    return r;
}

static void check_case(char **column, const char *where)
{
    struct ul_reading reading = {type_named(column[0]), rounding_named(column[1])};
    struct ul_exact exact;
    ul_exact_init(&exact);
    set_exact(&exact, column[2], atol(column[3]));
    ul_bits y = from_ordinal(reading.type, column[4]), want = from_ordinal(reading.type, column[5]);
    struct ul_errors e;
    ul_errors_init(&e);
    if (!ul_errors_of_exact(&exact, y, &reading, &e) || e.wrong != UL_RIGHT)
        fail_msg("%s: undecided, or wrong %d", where, e.wrong);
    if (ul_value_ordinal(reading.type, e.want) != ul_value_ordinal(reading.type, want))
        fail_msg("%s: want is %" PRIx64 ", not %" PRIx64, where, e.want, want);
    if (!ul_value_is_zero(reading.type, y))
        assert_int_equal(e.misrounded, y != want);
    for (int m = 0; m < UL_MEASURES; m++)
        if (!close_to(e.of[m], e.radius[m], strtod(column[6 + m], NULL)))
            fail_msg("%s: figure %d is %.17g, not %s", where, m, e.of[m], column[6 + m]);
    ul_errors_clear(&e);
    ul_exact_clear(&exact);
}

static void figures_equal_an_independent_computation(void **state)
{
    (void)state;
    assert_int_equal(for_each_row("errors_cases.tsv", 11, check_case), 1200);
}

/* The same through balls so narrow that they decide, and through one that does not. */
static void balls_decide_or_say_that_they_do_not(void **state)
{
    (void)state;
    struct ul_reading reading = {UL_FLOAT, UL_NEAREST};
    struct ul_exact exact;
    struct ul_errors e;
    ul_exact_init(&exact);
    ul_errors_init(&e);
    ul_bits y = value(UL_FLOAT, "0x1.000006p+0");
    set_exact(&exact, "16777217", -24); /* the tie above 1 */
    assert_true(ul_errors_of_exact(&exact, y, &reading, &e));
    assert_int_equal(e.want, value(UL_FLOAT, "1"));
    arb_add_error_2exp_si(exact.ball, -80);
    assert_false(ul_errors_of_exact(&exact, y, &reading, &e));
    set_exact(&exact, "16777219", -24); /* the tie above 1 + 2^-23, missed by 2^-100 */
    arb_add_error_2exp_si(exact.ball, -100);
    arb_t shift;
    arb_init(shift);
    arb_set_si(shift, -1);
    arb_mul_2exp_si(shift, shift, -90);
    arb_add(exact.ball, exact.ball, shift, 200);
    assert_true(ul_errors_of_exact(&exact, y, &reading, &e));
    assert_int_equal(e.want, value(UL_FLOAT, "0x1.000002p+0"));
    assert_true(fabs(e.of[UL_OPENCL] - 1.5) < 1e-6 && e.radius[UL_OPENCL] < 1e-6);
    /* Around 2^k the unit itself is in doubt, unless the result is 2^k. */
    set_exact(&exact, "1", 0);
    arb_add_error_2exp_si(exact.ball, -100);
    assert_false(ul_errors_of_exact(&exact, y, &reading, &e));
    assert_true(ul_errors_of_exact(&exact, value(UL_FLOAT, "1"), &reading, &e));
    assert_true(e.of[UL_OPENCL] == 0 && !e.misrounded);
    arb_zero_pm_one(exact.ball);
    assert_false(ul_errors_of_exact(&exact, y, &reading, &e));
    arb_indeterminate(exact.ball);
    assert_false(ul_errors_of_exact(&exact, y, &reading, &e));
    arb_clear(shift);
    ul_errors_clear(&e);
    ul_exact_clear(&exact);
}

/* --- worked by hand --- */

/* r is a decimal or hexfloat, or "pole", "-inf" ...; figures are in the order of the measures. */
struct by_hand {
    enum ul_type type;
    enum ul_rounding rounding;
    const char *r, *y, *want;
    double opencl, cuda, ordinal;
    bool misrounded, overflowed, fell_short;
};

static void set_from_text(struct ul_exact *exact, const char *text)
{
    mpfr_t x;
    mpfr_init2(x, 300);
    mpfr_set_str(x, text, 0, MPFR_RNDN);
    exact->negative = mpfr_signbit(x);
    exact->kind = mpfr_nan_p(x)    ? UL_EXACT_NAN
                  : mpfr_inf_p(x)  ? UL_EXACT_INFINITY
                  : mpfr_zero_p(x) ? UL_EXACT_ZERO
                                   : UL_EXACT_BALL;
    if (exact->kind == UL_EXACT_BALL) {
        arf_set_mpfr(arb_midref(exact->ball), x);
        mag_zero(arb_radref(exact->ball));
    }
    mpfr_clear(x);
}

static const struct by_hand by_hand[] = {
    /* clang-format off */
    /* At 2^k the lower binade's unit, on both sides. */
    {UL_FLOAT, UL_NEAREST, "1", "0x1.000002p+0", "1", 2, 1, 1, true, false, false},
    {UL_FLOAT, UL_NEAREST, "1", "0x1.fffffep-1", "1", 1, 1, 1, true, false, false},
    {UL_FLOAT, UL_NEAREST, "1", "1", "1", 0, 0, 0, false, false, false},
    /* Just beside it, the binade that r lies in. */
    {UL_FLOAT, UL_NEAREST, "0x1.000000000001p+0", "0x1.000002p+0", "1", 1 - 0x1p-25, 1, 1 - 0x1p-25, true, false, false},
    {UL_FLOAT, UL_NEAREST, "0x1.ffffffp-1", "0x1.000002p+0", "1", 2.5, 1, 1.5, true, false, false},
    /* tanh(inf) = 1, and what lies below it. */
    {UL_FLOAT, UL_NEAREST, "-1", "-0x1.fffffep-1", "-1", 1, 1, 1, true, false, false},
    /* Subnormals: one spacing; so too at 2^-126 and at 0. */
    {UL_FLOAT, UL_NEAREST, "0x1p-126", "0x1.000002p-126", "0x1p-126", 1, 1, 1, true, false, false},
    {UL_FLOAT, UL_NEAREST, "0x1p-126", "0x1.fffffcp-127", "0x1p-126", 1, 1, 1, true, false, false},
    {UL_FLOAT, UL_NEAREST, "0x1p-149", "0", "0x1p-149", 1, 1, 1, true, false, false},
    {UL_FLOAT, UL_NEAREST, "0x1p-150", "0x1p-149", "0", 0.5, 1, 0.5, true, false, false},
    {UL_FLOAT, UL_NEAREST, "0x1p-4000", "0x1p-149", "0", 1, 1, 1, true, false, false},
    {UL_FLOAT, UL_NEAREST, "-0x1p-4000", "-0", "-0", 0, 0, 0, false, false, false},
    /* The other zero: right by its figures, yet not the correctly rounded value. */
    {UL_FLOAT, UL_NEAREST, "-0x1p-4000", "0", "-0", 0, 0, 0, true, false, false},
    {UL_FLOAT, UL_NEAREST, "0x1p-148", "-0x1p-149", "0x1p-148", 3, 3, 3, true, false, false},
    {UL_FLOAT, UL_NEAREST, "0", "0x1p-149", "0", 1, 1, 1, true, false, false},
    {UL_FLOAT, UL_NEAREST, "-0", "0x1p-126", "-0", 0x1p23, 0x1p23, 0x1p23, true, false, false},
    /* Near overflow: infinity counts as 2^128, and as the step after the largest. */
    {UL_FLOAT, UL_NEAREST, "0x1.fffffep+127", "inf", "0x1.fffffep+127", 1, 1, 1, true, true, false},
    {UL_FLOAT, UL_NEAREST, "0x1.fffffe8p+127", "inf", "0x1.fffffep+127", 0.75, 1, 0.75, true, true, false},
    {UL_FLOAT, UL_NEAREST, "0x1.fffffe8p+127", "0x1.fffffep+127", "0x1.fffffep+127", 0.25, 0, 0.25, false, false, false},
    {UL_FLOAT, UL_NEAREST, "-0x1.fffffcp+127", "-inf", "-0x1.fffffcp+127", 2, 2, 2, true, true, false},
    {UL_FLOAT, UL_NEAREST, "1", "inf", "1", 0x1p152, 0x40000000, 0x40000000, true, true, false},
    /* Overflow: the infinity is right; how far off a finite result is has no clamp in `opencl`. */
    {UL_FLOAT, UL_NEAREST, "0x1.ffffffp+127", "inf", "inf", 0, 0, 0.5, false, false, false},
    {UL_FLOAT, UL_NEAREST, "0x1.ffffffp+127", "0x1.fffffep+127", "inf", 0.5, 1, 0.5, true, false, true},
    {UL_FLOAT, UL_NEAREST, "0x1p+128", "0x1.fffffep+127", "inf", 1, 1, 1, true, false, true},
    {UL_FLOAT, UL_NEAREST, "0x1p+129", "0x1.fffffep+127", "inf", 0x1p24 + 1, 1, 1, true, false, true},
    {UL_FLOAT, UL_NEAREST, "0x1p+9999999", "inf", "inf", 0, 0, 0, false, false, false},
    {UL_FLOAT, UL_NEAREST, "0x1p+9999999", "0x1.fffffcp+127", "inf", INFINITY, 2, 2, true, false, true},
    {UL_FLOAT, UL_NEAREST, "inf", "inf", "inf", 0, 0, 0, false, false, false},
    {UL_FLOAT, UL_NEAREST, "-inf", "-0x1.fffffep+127", "-inf", INFINITY, 1, 1, true, false, true},
    /* hypot(-0x1.7dcp+15, 0x1.55p+15) of half: infinity is 0.51 ulp off. */
    {UL_HALF, UL_NEAREST, "65519.75579930071749", "inf", "0x1.ffcp+15", 0.507631271852578, 1, 0.507631271852578, true, true, false},
    /* Directed rounding. A device that rounds toward zero stops at the largest finite number. */
    {UL_HALF, UL_TO_ZERO, "65599.875", "0x1.ffcp+15", "0x1.ffcp+15", 0, 0, 1, false, false, false},
    {UL_HALF, UL_TO_ZERO, "65599.875", "inf", "0x1.ffcp+15", 0, 1, 0, true, false, false},
    {UL_FLOAT, UL_TO_ZERO, "-0x1.ffffffp-1", "-0x1.fffffep-1", "-0x1.fffffep-1", 0.5, 0, 0.5, false, false, false},
    {UL_FLOAT, UL_UP, "0x1p-4000", "0x1p-149", "0x1p-149", 1, 0, 1, false, false, false},
    {UL_FLOAT, UL_UP, "0x1.fffffe2p+127", "inf", "inf", 0.9375, 0, 0.9375, false, false, false},
    {UL_FLOAT, UL_DOWN, "-0x1.000001p+0", "-0x1.000002p+0", "-0x1.000002p+0", 0.5, 0, 0.5, false, false, false},
    {UL_FLOAT, UL_DOWN, "0", "-0", "-0", 0, 0, 0, false, false, false},
    /* Doubles far apart: 65 bits of steps. */
    {UL_DOUBLE, UL_NEAREST, "-0x1.fffffffffffffp+1023", "0x1.fffffffffffffp+1023", "-0x1.fffffffffffffp+1023", 0x1p54 - 2, 0x1.ffcp+63, 0x1.ffcp+63, true, false, false},
    /* clang-format on */
};

static void hand_computed_cases(void **state)
{
    (void)state;
    struct ul_exact exact;
    struct ul_errors e;
    ul_exact_init(&exact);
    ul_errors_init(&e);
    for (size_t i = 0; i < sizeof by_hand / sizeof *by_hand; i++) {
        const struct by_hand *h = &by_hand[i];
        struct ul_reading reading = {h->type, h->rounding};
        set_from_text(&exact, h->r);
        bool decided = ul_errors_of_exact(&exact, value(h->type, h->y), &reading, &e);
        bool zero_down = exact.kind == UL_EXACT_ZERO && h->rounding == UL_DOWN;
        if (!decided || e.wrong != UL_RIGHT || (e.want != value(h->type, h->want) && !zero_down) ||
            e.misrounded != h->misrounded || e.overflowed != h->overflowed || e.fell_short != h->fell_short)
            fail_msg("row %zu (r = %s, y = %s): decided %d wrong %d want %" PRIx64 " misrounded %d over %d "
                     "short %d",
                     i, h->r, h->y, decided, e.wrong, e.want, e.misrounded, e.overflowed, e.fell_short);
        const double wanted[] = {h->opencl, h->cuda, h->ordinal};
        for (int m = 0; m < 3; m++)
            if (!close_to(e.of[m], 1e-12, wanted[m]))
                fail_msg("row %zu (r = %s, y = %s): %s is %.17g, not %.17g", i, h->r, h->y,
                         m == 0   ? "opencl"
                         : m == 1 ? "cuda"
                                  : "ordinal",
                         e.of[m], wanted[m]);
    }
    ul_errors_clear(&e);
    ul_exact_clear(&exact);
}

static void wrong_kinds(void **state)
{
    (void)state;
    static const struct {
        enum ul_type type;
        const char *r, *y;
        enum ul_wrong wrong;
    } rows[] = {
        {UL_FLOAT, "nan", "bits:ffc00001", UL_RIGHT},
        {UL_FLOAT, "nan", "1", UL_WRONG_NAN},
        {UL_FLOAT, "nan", "inf", UL_WRONG_NAN},
        {UL_FLOAT, "1", "nan", UL_WRONG_NAN},
        {UL_FLOAT, "0", "nan", UL_WRONG_NAN},
        {UL_FLOAT, "inf", "nan", UL_WRONG_NAN},
        {UL_FLOAT, "inf", "-inf", UL_WRONG_INF},
        {UL_FLOAT, "-1e30", "inf", UL_WRONG_INF},
        {UL_FLOAT, "1e60", "-inf", UL_WRONG_INF},
        {UL_FLOAT, "0", "inf", UL_WRONG_INF},
        {UL_FLOAT, "0", "-0", UL_WRONG_SIGN},
        {UL_FLOAT, "-0", "0", UL_WRONG_SIGN},
        {UL_FLOAT, "-0", "-0", UL_RIGHT},
        {UL_INT, "-7", "-7", UL_RIGHT},
        {UL_INT, "-7", "-6", UL_WRONG_VALUE},
        {UL_INT, "0", "1", UL_WRONG_VALUE},
        {UL_INT, "inf", "2147483647", UL_RIGHT},
        {UL_INT, "nan", "0", UL_RIGHT},
        {UL_ULONG, "18446744073709551615", "18446744073709551615", UL_RIGHT},
        {UL_ULONG, "18446744073709551615", "18446744073709551614", UL_WRONG_VALUE},
        {UL_CHAR, "-128", "-128", UL_RIGHT},
        {UL_BOOL, "1", "-1", UL_RIGHT},
        {UL_BOOL, "1", "1", UL_RIGHT},
        {UL_BOOL, "1", "0", UL_WRONG_VALUE},
        {UL_BOOL, "0", "7", UL_WRONG_VALUE},
        {UL_BOOL, "0", "0", UL_RIGHT},
    };
    struct ul_exact exact;
    struct ul_errors e;
    ul_exact_init(&exact);
    ul_errors_init(&e);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        set_from_text(&exact, rows[i].r);
        struct ul_reading reading = {rows[i].type, UL_NEAREST};
        bool decided = ul_errors_of_exact(&exact, value(rows[i].type, rows[i].y), &reading, &e);
        if (!decided || e.wrong != rows[i].wrong || e.misrounded != (rows[i].wrong != UL_RIGHT))
            fail_msg("r = %s, y = %s: decided %d, wrong %d", rows[i].r, rows[i].y, decided, e.wrong);
    }
    ul_errors_clear(&e);
    ul_exact_clear(&exact);
}

/* --- published cases --- */

/* Cuts a list of numbers and parses each by its type's name in `types` (one for all if it is alone). */
static int values(char *texts, char *types, struct ul_parameter *type, ul_bits *out)
{
    int n = 0;
    while (texts) {
        char *word = strsep(&texts, ";"), *name = types && strchr(types, ';') ? strsep(&types, ";") : types;
        type[n] = (struct ul_parameter){.type = type_named(name), .width = 1};
        out[n] = value(type[n].type, word);
        n++;
    }
    return n;
}

static struct ul_expression *expression(const char *text, const char *where)
{
    struct ul_line why;
    struct ul_expression *e = ul_expression_parse(text, &why);
    if (!e)
        fail_msg("%s: %s", where, why.text);
    return e;
}

static void check_accuracy(char **column, const char *where)
{
    struct ul_parameter types[UL_MAX_PARAMETERS], result_types[UL_MAX_RESULTS];
    ul_bits args[UL_MAX_PARAMETERS], correct[UL_MAX_RESULTS];
    values(column[2], column[1], types, args);
    int n = values(column[6], column[3], result_types, correct);
    char *references = column[4];
    struct ul_errors e;
    ul_errors_init(&e);
    for (int k = 0; k < n; k++) {
        struct ul_expression *reference = expression(strsep(&references, ";"), where);
        struct ul_reading reading = {result_types[k].type, rounding_named(column[5])};
        ul_errors_certify(reference, types, args, correct[k], &reading, &e);
        if (!e.decided || e.wrong != UL_RIGHT || e.misrounded || e.want != correct[k])
            fail_msg("%s: result %d: decided %d, wrong %d, want %" PRIx64 ", not %" PRIx64, where, k,
                     e.decided, e.wrong, e.want, correct[k]);
        double most = reading.rounding == UL_NEAREST ? 0.5 : 1;
        assert_true(e.of[UL_OPENCL] <= most && e.of[UL_CUDA] == 0 && e.of[UL_ORDINAL] <= most);
        ul_expression_free(reference);
    }
    ul_errors_clear(&e);
}

static void published_results_are_correctly_rounded(void **state)
{
    (void)state;
    assert_true(for_each_row("accuracy.tsv", 9, check_accuracy) > 150);
}

struct legal {
    struct ul_expression *reference;
    struct ul_parameter types[UL_MAX_PARAMETERS];
    ul_bits args[UL_MAX_PARAMETERS];
    enum ul_type type;
    enum ul_measure measure;
    double limit;
    const char *where;
};

static void assert_within(const struct legal *l, int64_t ordinal, bool within)
{
    if (llabs(ordinal) > ul_value_ordinal(l->type, ul_value_infinity(l->type, false)))
        return;
    ul_bits y = ul_value_from_ordinal(l->type, ordinal);
    struct ul_reading reading = {l->type, UL_NEAREST};
    struct ul_errors e;
    ul_errors_init(&e);
    ul_errors_certify(l->reference, l->types, l->args, y, &reading, &e);
    if (!e.decided || e.wrong != UL_RIGHT)
        fail_msg("%s: bits %" PRIx64 ": decided %d, wrong %d", l->where, y, e.decided, e.wrong);
    double figure = e.of[l->measure], radius = e.radius[l->measure];
    if (within ? figure - radius > l->limit : figure + radius <= l->limit)
        fail_msg("%s: bits %" PRIx64 " are %.17g off, limit %.17g", l->where, y, figure, l->limit);
    ul_errors_clear(&e);
}

/* The interval around the correct value is all that the bound allows, no less and no more. */
static void check_interval(const struct legal *l, char *interval, ul_bits correct)
{
    char *dots = strstr(interval, "..");
    if (dots)
        *dots = 0;
    int64_t lo = ul_value_ordinal(l->type, value(l->type, interval));
    int64_t hi = dots ? ul_value_ordinal(l->type, value(l->type, dots + 2)) : lo;
    int64_t at = ul_value_ordinal(l->type, correct);
    if (at < lo || at > hi)
        return;
    assert_within(l, lo, true);
    assert_within(l, hi, true);
    assert_within(l, lo - 1, false);
    assert_within(l, hi + 1, false);
}

static void check_rounded(const struct legal *l, const char *text)
{
    struct ul_errors e;
    ul_errors_init(&e);
    ul_bits y = value(l->type, text);
    bool right = false;
    for (enum ul_rounding r = UL_NEAREST; r <= UL_TO_ZERO; r++) {
        struct ul_reading reading = {l->type, r};
        ul_errors_certify(l->reference, l->types, l->args, y, &reading, &e);
        right |= e.decided && !e.misrounded;
    }
    if (!right)
        fail_msg("%s: %s is rounded neither to nearest nor toward zero", l->where, text);
    ul_errors_clear(&e);
}

static void check_legal(char **column, const char *where)
{
    if (!strcmp(column[6], "-"))
        return; /* no bound */
    struct legal l = {.reference = expression(column[3], where),
                      .type = type_named(column[1]),
                      .limit = strtod(column[7], NULL),
                      .where = where};
    int n = 0;
    for (char *texts = column[2]; texts; n++) {
        char *word = strsep(&texts, ";");
        bool integer = !word[strspn(word, "-0123456789")];
        l.types[n] = (struct ul_parameter){.type = integer ? UL_INT : l.type, .width = 1};
        l.args[n] = value(l.types[n].type, word);
    }
    bool rounded = !strcmp(column[6], "rounded");
    while (!rounded && strcmp(ul_measure_names[l.measure], column[6]))
        l.measure++;
    ul_bits correct = value(l.type, column[4]);
    for (char *accepted = column[8]; accepted;) {
        char *alternative = strsep(&accepted, "|");
        if (rounded)
            check_rounded(&l, alternative);
        else if (strcmp(alternative, "nan"))
            check_interval(&l, alternative, correct);
    }
    ul_expression_free(l.reference);
}

static void legal_results_are_within_their_bound_and_no_others(void **state)
{
    (void)state;
    assert_true(for_each_row("legal.tsv", 10, check_legal) > 100);
}

/* --- certifying against MPFR --- */

typedef int mpfr_function(mpfr_t, const mpfr_t, mpfr_rnd_t);

/* The definition of `opencl` once more, on MPFR's numbers: r to 200 bits, its binade by frexp. */
static double opencl_by_mpfr(mpfr_function *f, float x, float y)
{
    mpfr_t r, exact_y;
    mpfr_init2(r, 200);
    mpfr_init2(exact_y, 24);
    mpfr_set_flt(r, x, MPFR_RNDN);
    f(r, r, MPFR_RNDN);
    mpfr_set_flt(exact_y, y, MPFR_RNDN);
    mpfr_exp_t e = mpfr_get_exp(r) - 24;
    mpfr_sub(r, r, exact_y, MPFR_RNDN);
    mpfr_mul_2si(r, r, e < -149 ? 149 : -e, MPFR_RNDN);
    double ulps = fabs(mpfr_get_d(r, MPFR_RNDN));
    mpfr_clear(r);
    mpfr_clear(exact_y);
    return ulps;
}

static void certified_errors_agree_with_mpfr(void **state)
{
    (void)state;
    static const struct {
        const char *reference;
        mpfr_function *f;
        float scale;
    } rows[] = {{"exp(x)", mpfr_exp, 80},       {"sin(x)", mpfr_sin, 1000}, {"tanh(x)", mpfr_tanh, 5},
                {"tgamma(x)", mpfr_gamma, -40}, {"erfc(x)", mpfr_erfc, 10}, {"expm1(x)", mpfr_expm1, 1e-6f}};
    struct ul_parameter type = {.type = UL_FLOAT, .width = 1};
    struct ul_reading reading = {UL_FLOAT, UL_NEAREST};
    struct ul_errors e;
    ul_errors_init(&e);
    srand(754);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct ul_expression *reference = expression(rows[i].reference, rows[i].reference);
        for (int k = 0; k < 200; k++) {
            float x = rows[i].scale * (float)rand() / (float)RAND_MAX;
            uint32_t bits;
            memcpy(&bits, &x, sizeof bits);
            ul_bits arg = bits;
            ul_errors_certify(reference, &type, &arg, 0, &reading, &e);
            ul_bits y = ul_value_from_ordinal(UL_FLOAT, ul_value_ordinal(UL_FLOAT, e.want) + k % 7 - 3);
            ul_errors_certify(reference, &type, &arg, y, &reading, &e);
            float given;
            bits = (uint32_t)y;
            memcpy(&given, &bits, sizeof given);
            double want = opencl_by_mpfr(rows[i].f, x, given);
            if (!e.decided || fabs(e.of[UL_OPENCL] - want) > 1e-6)
                fail_msg("%s at %a: %.9g, not %.9g", rows[i].reference, (double)x, e.of[UL_OPENCL], want);
        }
        ul_expression_free(reference);
    }
    ul_errors_clear(&e);
}

/* Balls cannot prove these; one short dyadic is left after thousands of bits. */
static void exact_values_that_no_ball_can_prove(void **state)
{
    (void)state;
    static const struct {
        const char *reference, *x, *y, *want;
        double opencl;
    } rows[] = {
        {"atan(x)/pi", "1", "0x1.000002p-2", "0x1p-2", 2},
        {"exp(log(x))", "3", "0x1.800002p+1", "3", 1},
        {"sin(pi*x)", "1", "-0", "0", 0}, /* the sign of such a zero is not known */
        {"sin(pi*x)", "1", "0x1p-149", "0", 1},
        {"exp(log(x))", "0x1.000001p+0", "1", "1", 0}, /* x as a float is 1: nearest even */
    };
    struct ul_parameter type = {.type = UL_FLOAT, .width = 1};
    struct ul_reading reading = {UL_FLOAT, UL_NEAREST};
    struct ul_errors e;
    ul_errors_init(&e);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct ul_expression *reference = expression(rows[i].reference, "row");
        ul_bits x = value(UL_FLOAT, rows[i].x);
        ul_errors_certify(reference, &type, &x, value(UL_FLOAT, rows[i].y), &reading, &e);
        if (!e.decided || e.wrong != UL_RIGHT || e.want != value(UL_FLOAT, rows[i].want) ||
            e.of[UL_OPENCL] != rows[i].opencl)
            fail_msg("%s at %s: decided %d, wrong %d, want %" PRIx64 ", %.17g", rows[i].reference, rows[i].x,
                     e.decided, e.wrong, e.want, e.of[UL_OPENCL]);
        ul_expression_free(reference);
    }
    ul_errors_clear(&e);
}

/* Results that several values are right for: low bits of a quotient, zeros of free sign. */
static void sets_of_results(void **state)
{
    (void)state;
    static const struct {
        const char *reference, *args; /* of floats */
        enum ul_type type;
        const char *right, *wrong;
    } rows[] = {
        {"low_bits(remquo_quotient(x,y),7)", "259;1", UL_INT, "3;131;259;1027", "-3;2;130;0;-259"},
        {"low_bits(remquo_quotient(x,y),3)", "259;1", UL_INT, "3;11;259;131", "-3;2;-259"},
        {"low_bits(remquo_quotient(x,y),7)", "-259;1", UL_INT, "-3;-131;-259", "3;-2;0"},
        {"low_bits(remquo_quotient(x,y),7)", "256;1", UL_INT, "0;128;-128;256", "1;64;-127"},
        {"low_bits(remquo_quotient(x,y),7)", "-1;3", UL_INT, "0;128", "1;-1"},
        {"low_bits(remquo_quotient(x,y),3)", "0x1p+100;3", UL_INT, "5;13", "4;-5;-2147483648"},
        {"low_bits(remquo_quotient(x,y),7)", "1;0", UL_INT, "0;77", NULL},
        {"remquo_quotient(x,y)", "259;1", UL_INT, "259", "3;131"},
        {"fmax(x,y)", "0;-0", UL_FLOAT, "0;-0", "0x1p-149;nan"},
        {"maximum(x,y)", "0;-0", UL_FLOAT, "0", "-0"},
        {"saturate_char(trunc(x))", "-200.5;0", UL_CHAR, "-128", "127;56"},
        {"saturate_ulong(x)", "inf;0", UL_ULONG, "18446744073709551615", "18446744073709551614;0"},
        {"erf(x)", "1e10;0", UL_FLOAT, "1", "nan"}, /* 1 - 2^-(2^66) */
        {"x", "-2.5;0", UL_FLOAT, "-2.5", "inf"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct ul_parameter types[UL_MAX_PARAMETERS];
        ul_bits args[UL_MAX_PARAMETERS];
        char types_text[] = "float;float", text[64];
        snprintf(text, sizeof text, "%s", rows[i].args);
        values(text, types_text, types, args);
        struct ul_expression *reference = expression(rows[i].reference, rows[i].reference);
        struct ul_reading reading = {rows[i].type, UL_NEAREST};
        for (int wrong = 0; wrong < 2; wrong++) {
            snprintf(text, sizeof text, "%s", wrong ? (rows[i].wrong ? rows[i].wrong : "") : rows[i].right);
            for (char *rest = text, *y; *text && (y = strsep(&rest, ";"));) {
                struct ul_errors e;
                ul_errors_init(&e);
                ul_errors_certify(reference, types, args, value(rows[i].type, y), &reading, &e);
                if (!e.decided || e.misrounded != (wrong != 0))
                    fail_msg("%s of %s: %s", rows[i].reference, rows[i].args, y);
                ul_errors_clear(&e);
            }
        }
        ul_expression_free(reference);
    }
}

/* OpenCL C 3.0, 6.4.3: conversions to integers, by the four rounding modes; beyond the type nothing is asked
 * for. */
static void conversions_to_integers(void **state)
{
    (void)state;
    static const struct {
        const char *reference, *x;
        enum ul_type type;
        const char *right[4]; /* nearest, to zero, up, down */
    } rows[] = {
        {"x", "2.5", UL_INT, {"2", "2", "3", "2"}},
        {"x", "-2.5", UL_INT, {"-2", "-2", "-2", "-3"}},
        {"x", "-0x1p-149", UL_UCHAR, {"0", "0", "0", NULL}},
        {"x", "255.5", UL_UCHAR, {NULL, "255", NULL, "255"}},
        {"x",
         "0x1.fffffep+62",
         UL_LONG,
         {"9223371487098961920", "9223371487098961920", "9223371487098961920", "9223371487098961920"}},
        {"saturate_uchar(x)", "255.5", UL_UCHAR, {"255", "255", "255", "255"}},
        {"saturate_char(x)", "-1e30", UL_CHAR, {"-128", "-128", "-128", "-128"}},
        {"saturate_short(x)", "nan", UL_SHORT, {"0", "0", "0", "0"}},
        {"x", "inf", UL_INT, {NULL, NULL, NULL, NULL}},
        {"x", "1e30", UL_INT, {NULL, NULL, NULL, NULL}},
        {"x/3", "8", UL_INT, {"3", "2", "3", "2"}},
        {"x/3*3", "8", UL_INT, {"8", "8", "8", "8"}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct ul_expression *reference = expression(rows[i].reference, rows[i].reference);
        const struct ul_parameter type = {.type = UL_FLOAT, .width = 1};
        ul_bits x = value(UL_FLOAT, rows[i].x);
        for (enum ul_rounding rounding = UL_NEAREST; rounding <= UL_DOWN; rounding++) {
            struct ul_reading reading = {rows[i].type, rounding};
            struct ul_errors e;
            ul_errors_init(&e);
            const char *right = rows[i].right[rounding];
            ul_bits want = right ? value(rows[i].type, right) : 77;
            ul_errors_certify(reference, &type, &x, want, &reading, &e);
            if (!e.decided || e.wrong != UL_RIGHT)
                fail_msg("%s of %s, %d: not %s", rows[i].reference, rows[i].x, rounding,
                         right ? right : "free");
            ul_errors_certify(reference, &type, &x, want ^ 1, &reading, &e);
            assert_int_equal(e.wrong, right ? UL_WRONG_VALUE : UL_RIGHT);
            ul_errors_clear(&e);
        }
        ul_expression_free(reference);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figures_equal_an_independent_computation),
        cmocka_unit_test(balls_decide_or_say_that_they_do_not),
        cmocka_unit_test(hand_computed_cases),
        cmocka_unit_test(wrong_kinds),
        cmocka_unit_test(published_results_are_correctly_rounded),
        cmocka_unit_test(legal_results_are_within_their_bound_and_no_others),
        cmocka_unit_test(certified_errors_agree_with_mpfr),
        cmocka_unit_test(exact_values_that_no_ball_can_prove),
        cmocka_unit_test(sets_of_results),
        cmocka_unit_test(conversions_to_integers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
