/* Screening as pairs of doubles against Arb: every word, on every exponent of double, both signs, near roots,
 * poles and ends, on multiples of pi, and of two arguments where they have to do with each other; on every
 * vector width. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "reference.h"
#include "screen.h"
#include "screen_kernel.h"

enum { MOST = 20000 };

/* Inputs of a word, and what screening gives. */
struct trial {
    int n;
    double x[UL_MAX_ARITY][MOST];
    double r[MOST], low[MOST], err[MOST];
};

static uint64_t seed;

static uint64_t next(void)
{
    seed += 0x9e3779b97f4a7c15u;
    uint64_t z = (seed ^ seed >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static double with_exponent(int e)
{
    const double m = 1 + (double)(next() >> 12) * 0x1p-52;
    return ldexp(next() % 4 ? m : 1, e) * (next() & 1 ? 1 : -1);
}

static bool takes_integer(enum ul_word w)
{
    return w == UL_WORD_pown || w == UL_WORD_rootn || w == UL_WORD_ldexp;
}

static void add(struct trial *t, double x, double y, double z)
{
    assert_true(t->n < MOST);
    t->x[0][t->n] = x;
    t->x[1][t->n] = isnan(y) ? NAN : y; /* of one sign, as bits have it */
    t->x[2][t->n++] = z;
}

static void add_around(struct trial *t, double x)
{
    for (int sign = -1; sign <= 1; sign += 2) {
        double up = sign * x, down = up;
        for (int k = 0; k < 3; k++) {
            add(t, up, 1, 1);
            add(t, down, 1, 1);
            up = nextafter(up, INFINITY);
            down = nextafter(down, -INFINITY);
        }
    }
}

static void make_unary(struct trial *t)
{
    static const double points[] = {
        0,        0.125,    0.25,     0.34657359, 0.5,      M_SQRT1_2, M_PI_4,
        1,        1.5,      M_PI_2,   2,          2.5,      3,         M_PI,
        0x1p-55,  0x1p-52,  8,        27,         36,       36.5,      72,
        300.8,    308,      693,      709,        0x1p-101, 0x1p-103,  0x1p+52,
        0x1p60,   0x1p+900, 0x1p-900, 0x1p+600,   1e22,     0x1p+500,  6381956970095103.0 * 0x1p+797,
        0x1p-105, 1000,     1e5,      0x1p-600};
    for (int e = -1074; e <= 1023; e++) {
        for (int k = 0; k < 3; k++) {
            add(t, with_exponent(e), 1, 1);
        }
    }
    for (int e = -40; e <= 12; e++) {
        for (int k = 0; k < 60; k++) {
            add(t, with_exponent(e), 1, 1);
        }
    }
    for (size_t k = 0; k < sizeof points / sizeof *points; k++) {
        add_around(t, points[k]);
    }
    for (int k = 1; k < 300; k++) {
        add_around(t, k * M_PI_2);
    }
    add(t, INFINITY, 1, 1);
    add(t, -INFINITY, 1, 1);
    add(t, NAN, 1, 1);
}

static double near(double x)
{
    return x * (1 + (double)((int)(next() % 64) - 32) * 0x1p-52);
}

static void make_several(struct trial *t, bool integer)
{
    static const double points[] = {0, 1, 2, 3, 0.5, 10, INFINITY, NAN, 0x1p-1074, DBL_MAX};
    const int n = sizeof points / sizeof *points;
    for (int i = 0; i < 4 * n * n; i++) {
        const double x = points[i / 2 % n], y = points[i / 2 / n % n];
        add(t, i & 1 ? -x : x, integer ? (double)(i % 17 - 8) : i < 2 * n * n ? y : -y, 1);
    }
    for (int k = 0; k < 64; k++) { /* powers nearer to 1 than anything */
        add(t, near(1), integer ? 1 : with_exponent(-1074 + k), 1);
    }
    for (int k = 0; k < 8000; k++) {
        const int wide = (int)(next() % 2098) - 1074, other = (int)(next() % 2098) - 1074;
        const int small = (int)(next() % 60) - 40, few = (int)(next() % 20) - 10;
        const double n_of[] = {(double)((int)(next() % 41) - 20), (double)(int32_t)next()};
        double x = with_exponent(k % 2 ? wide : small), y = with_exponent(k % 4 < 2 ? other : few);
        x = k % 5 == 0 ? near(1) : k % 5 == 1 ? near(y) : x;
        y = integer ? n_of[k / 2 % 2] : k % 7 == 0 ? n_of[0] : y;
        add(t, x, y, k % 3 ? near(-x * y) : with_exponent(few));
    }
}

static struct ul_expression *parse_word(enum ul_word w)
{
    static const char *const spelled[] = {[UL_WORD_add] = "x+y",
                                          [UL_WORD_subtract] = "x-y",
                                          [UL_WORD_multiply] = "x*y",
                                          [UL_WORD_divide] = "x/y",
                                          [UL_WORD_negate] = "-x"};
    static const char *const arguments[] = {"", "(x)", "(x,y)", "(x,y,z)"};
    char text[64];
    struct ul_line why;
    snprintf(text, sizeof text, "%s%s", ul_words[w].name, arguments[ul_words[w].arity]);
    return ul_expression_parse(w <= UL_WORD_negate ? spelled[w] : text, &why);
}

static void evaluate(const struct ul_expression *e, enum ul_word w, const struct trial *t, int i,
                     struct ul_exact *v)
{
    const struct ul_parameter types[] = {{.type = UL_DOUBLE, .width = 1},
                                         {.type = takes_integer(w) ? UL_INT : UL_DOUBLE, .width = 1},
                                         {.type = UL_DOUBLE, .width = 1}};
    ul_bits args[3];
    for (int k = 0; k < 3; k++) {
        args[k] = ul_double_to_bits(types[k].type, t->x[k][i]);
    }
    for (long precision = 256; precision <= 4096; precision *= 2) {
        ul_reference(e, types, args, precision, v);
        if (v->kind != UL_EXACT_BALL || arb_is_exact(v->ball) || arb_rel_accuracy_bits(v->ball) >= 160) {
            return;
        }
    }
}

static bool is_mark(double r, double err)
{
    return ul_screen_is_over(r, err) || ul_screen_is_under(r, err) ||
           (fabs(r) == UL_SCREEN_HUGE && err == UL_SCREEN_HUGE_ERROR) ||
           (fabs(r) == UL_SCREEN_TINY && err == UL_SCREEN_TINY_ERROR);
}

static bool mark_holds(double r, const arb_t ball)
{
    const bool large = fabs(r) > 1;
    const int end = isinf(r) ? 1024 : r == 0 ? -1100 : large ? 999 : -999;
    const int size = arf_cmpabs_2exp_si(arb_midref(ball), end);
    return (large ? size >= 0 : size <= 0) && (signbit(r) != 0) == (arf_sgn(arb_midref(ball)) < 0);
}

/* Is the value within the bound, and on the side of r that low promises? */
static bool ball_holds(const arb_t ball, double r, double low, double err)
{
    if (is_mark(r, err)) {
        return mark_holds(r, ball);
    }
    if (!isfinite(r) || !isfinite(low)) {
        return false;
    }
    arb_t pair, rest;
    arb_init(pair);
    arb_init(rest);
    arb_set_d(pair, r);
    arb_sub(rest, ball, pair, ARF_PREC_EXACT);
    const bool sided = fabs(low) >= err && err > 0;
    const bool side = !sided || !(low > 0 ? arb_is_nonpositive(rest) : arb_is_nonnegative(rest));
    arb_set_d(pair, low);
    arb_sub(rest, rest, pair, ARF_PREC_EXACT);
    arb_abs(rest, rest);
    arb_set_d(pair, err);
    const bool within = !arb_gt(rest, pair);
    arb_clear(pair);
    arb_clear(rest);
    return within && side;
}

static bool holds(const struct ul_exact *v, double r, double low, double err)
{
    switch (v->kind) {
    case UL_EXACT_NAN:
        return isnan(r) && err == 0;
    case UL_EXACT_INFINITY:
        return isinf(r) && err == 0 && v->negative == (r < 0);
    case UL_EXACT_ZERO:
        return r == 0 && low == 0 && err == 0 && v->negative == (signbit(r) != 0);
    default:
        return arb_is_zero(v->ball) ? r == 0 : ball_holds(v->ball, r, low, err);
    }
}

/* How far r + low is off, of itself. */
static double relative_error(const arb_t ball, double r, double low)
{
    arb_t rest, pair;
    arb_init(rest);
    arb_init(pair);
    arb_set_d(pair, r);
    arb_sub(rest, ball, pair, ARF_PREC_EXACT);
    arb_set_d(pair, low);
    arb_sub(rest, rest, pair, ARF_PREC_EXACT);
    arb_div(rest, rest, ball, 64);
    const double error = fabs(arf_get_d(arb_midref(rest), ARF_RND_NEAR));
    arb_clear(rest);
    arb_clear(pair);
    return error;
}

/* How many results lie outside their bound; `*known`: how many have one; `*worst`: the largest error of those
 * that are no special values, of themselves. */
static int stray(enum ul_word w, const struct trial *t, int *known, double *worst)
{
    struct ul_expression *e = parse_word(w);
    struct ul_exact v;
    int strays = 0;
    *known = 0;
    *worst = 0;
    ul_exact_init(&v);
    for (int i = 0; i < t->n; i++) {
        if (isnan(t->err[i])) {
            continue;
        }
        /* What is subnormal, or has no room below for a second double, is not used. */
        if (t->r[i] != 0 && isfinite(t->r[i]) && !is_mark(t->r[i], t->err[i]) &&
            !(fabs(t->r[i]) > 0x1p-960 && fabs(t->r[i]) < 0x1p+1000)) {
            continue;
        }
        ++*known;
        evaluate(e, w, t, i, &v);
        if (!holds(&v, t->r[i], t->low[i], t->err[i]) && strays++ < 5) {
            char *ball = arb_get_str(v.ball, 40, 0);
            printf("%s at %a, %a, %a: %a + %a, error %a; exact kind %d, %s\n", e->text, t->x[0][i],
                   t->x[1][i], t->x[2][i], t->r[i], t->low[i], t->err[i], (int)v.kind, ball);
            flint_free(ball);
        }
        if (v.kind == UL_EXACT_BALL && t->low[i] != 0 && fabs(t->low[i]) > t->err[i]) {
            *worst = fmax(*worst, relative_error(v.ball, t->r[i], t->low[i]));
        }
    }
    ul_exact_clear(&v);
    ul_expression_free(e);
    return strays;
}

static void run(ul_pair_kernel *kernel, struct trial *t)
{
    kernel((const double *[]){t->x[0], t->x[1], t->x[2], t->x[2]}, t->n, t->r, t->low, t->err);
}

static struct trial *trial_of(enum ul_word w)
{
    struct trial *t = calloc(1, sizeof *t);
    seed = 1;
    if (ul_words[w].arity == 1) {
        make_unary(t);
    } else {
        make_several(t, takes_integer(w));
    }
    return t;
}

static void check_tables(ul_pair_kernel *const *table)
{
    int all = 0;
    for (enum ul_word w = 0; w < UL_WORD_COUNT; w++) {
        if (!table[w]) {
            continue;
        }
        struct trial *t = trial_of(w);
        int known;
        double worst;
        run(table[w], t);
        const int strays = stray(w, t, &known, &worst);
        if (getenv("UL_VERBOSE")) {
            printf("%-14s %d of %d known, off by 2^%.1f of itself at most\n", ul_words[w].name, known, t->n,
                   log2(worst));
        }
        free(t);
        all += strays;
    }
    assert_int_equal(all, 0);
}

static void exact_words(void **state)
{
    (void)state;
    check_tables(ul_pairs_exact);
}

#ifdef UL_HAVE_SLEEF
static void words_of_vectors_of_2(void **state)
{
    (void)state;
    check_tables(ul_pairs_2);
}
#endif

#if defined(UL_HAVE_SLEEF) && defined(__x86_64__)
static void words_of_vectors_of_4(void **state)
{
    (void)state;
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) {
        skip();
    }
    check_tables(ul_pairs_4);
}

static void words_of_vectors_of_8(void **state)
{
    (void)state;
    if (!__builtin_cpu_supports("avx512f")) {
        skip();
    }
    check_tables(ul_pairs_8);
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_words),
#ifdef UL_HAVE_SLEEF
        cmocka_unit_test(words_of_vectors_of_2),
#ifdef __x86_64__
        cmocka_unit_test(words_of_vectors_of_4),
        cmocka_unit_test(words_of_vectors_of_8),
#endif
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
