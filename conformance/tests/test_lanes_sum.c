/* Sums of chunks by vectors against lanes that are measured one by one: the same counts wherever they are
 * taken, and never where a figure exceeds what was asked about, or a lane is wrong or left to Arb. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <float.h>
#include <math.h>
#include "lanes_sum.h"
#include "row.h"
#include "sums.h"

enum { CHUNKS = 4000 };

static uint64_t random_bits(void)
{
    static uint64_t s = 20260714;
    s ^= s << 13;
    s ^= s >> 7;
    s ^= s << 17;
    return s * 0x2545f4914f6cdd1du;
}

static double random_unit(void)
{
    return (double)(random_bits() >> 11) * 0x1p-53;
}

static float stepped(float y, int steps)
{
    for (; steps; steps -= steps > 0 ? 1 : -1)
        y = nextafterf(y, steps > 0 ? INFINITY : -INFINITY);
    return y;
}

/* Next to where floats are rounded up or down. */
static double at_boundary(double r)
{
    const int64_t ulp = (int64_t)1 << 29;
    return ul_double_of_bits((ul_bits_of_double(r) & ~(ulp - 1)) + ulp / 2 + (int64_t)(random_bits() % 400) -
                             200);
}

/* A reference of some kind: of one binade, of any, beyond floats at either end, special. */
static double reference(int kind, double relative, double *err)
{
    double r = ldexp(1 + random_unit(), kind == 0 ? 3 : kind == 1 ? (int)(random_bits() % 277) - 149 : 0);
    if (kind == 2) /* powers of two, and what is next to them */
        r = ldexp(1 + (double)(int64_t)(random_bits() % 5 - 2) * (random_bits() % 2 ? 0x1p-52 : 0x1p-30),
                  (int)(random_bits() % 8) - 4);
    if (kind == 0 && random_bits() % 20 == 0) /* the least of the binade */
        r = 8 + (double)(random_bits() % 3) * 0x1p-49;
    if (kind < 2 && random_bits() % 200 == 0)
        r = at_boundary(r);
    *err = r * relative;
    if (kind == 3 || (kind > 3 && random_bits() % 40 == 0)) {
        static const double special[] = {NAN, INFINITY,       0, UL_SCREEN_HUGE, UL_SCREEN_TINY,
                                         3,   0x1.ffffffp+127};
        static const double errors[] = {0, 0, 0, UL_SCREEN_HUGE_ERROR, UL_SCREEN_TINY_ERROR, 0, 0x1p+60};
        const int k = (int)(random_bits() % (kind == 3 ? 6 : 7));
        *err = errors[k];
        r = special[k];
    }
    if (kind == 5 && random_bits() % 1000 == 0)
        *err = NAN;
    return random_bits() % 2 && kind ? -r : r;
}

/* Results: most of them right, some steps off; a few anything. */
static float result(int kind, double r)
{
    const uint64_t dice = random_bits() % 100;
    const int steps = dice < 60 ? 0 : dice < 90 ? (dice % 2 ? 1 : -1) : (int)(dice % 7) - 3;
    if (kind > 3 && random_bits() % 20000 == 0)
        return random_bits() % 2 ? NAN : -(float)r;
    return isnan(r)                                                ? NAN
           : isinf(r) || fabs(r) >= FLT_MAX || r == 0 || kind == 3 ? (float)r
                                                                   : stepped((float)r, steps);
}

static void fill(struct ul_lanes *l, float *y, int kind)
{
    const double relative = random_bits() % 2 ? 0x1p-50 : 0x1p-44;
    for (int i = 0; i < l->n; i++) {
        l->r[i] = reference(kind, relative, &l->err[i]);
        y[i] = result(kind, l->r[i]);
        l->y[i] = ul_double_to_bits(UL_FLOAT, (double)y[i]);
        l->x[0][i] = 1;
        l->bits[0][i] = 0x3f800000;
    }
    l->first_open = -1; /* nothing is asked of Arb */
}

/* What the lanes come to; false: there are some that have to be looked at. */
static bool add_lanes(const struct ul_lanes *l, struct ul_lanes_sum *sum, double most[UL_MEASURES])
{
    bool plain = true;
    *sum = (struct ul_lanes_sum){.largest = -1};
    for (int m = 0; m < UL_MEASURES; m++)
        most[m] = 0;
    for (int i = 0; i < l->n; i++) {
        const double e = l->value[UL_OPENCL][i];
        plain &= l->state[i] == UL_LANE_FIGURES || l->state[i] == UL_LANE_NOTHING;
        sum->misrounded += l->misrounded[i];
        sum->over_1ulp += e > 1;
        sum->ulp_sum += (uint64_t)((e < 0 ? 0 : e) * 0x1p20 + 0.5);
        sum->largest = e > sum->largest ? e : sum->largest;
        for (int m = 0; m < UL_MEASURES; m++)
            most[m] = l->upper[m][i] > most[m] ? l->upper[m][i] : most[m];
    }
    return plain;
}

static void assert_same(const struct ul_lanes_sum *a, const struct ul_lanes_sum *b)
{
    assert_int_equal(a->misrounded, b->misrounded);
    assert_int_equal(a->over_1ulp, b->over_1ulp);
    assert_int_equal(a->ulp_sum, b->ulp_sum);
    assert_memory_equal(&a->largest, &b->largest, sizeof a->largest);
}

/* One measure's limit just below what a chunk has, the others above. */
static void assert_is_seen(ul_lanes_sum_function *f, const struct ul_lanes *l, const float *y,
                           const double most[UL_MEASURES])
{
    struct ul_lanes_sum sum;
    for (int m = 0; m < UL_MEASURES; m++) {
        double below[UL_MEASURES];
        for (int k = 0; k < UL_MEASURES; k++)
            below[k] = 2 * most[k] + 1;
        below[m] = nextafter(most[m], -1);
        assert_false(f(l->r, l->err, y, l->n, below, &sum) && sum.largest >= 0);
    }
}

static bool try_chunk(ul_lanes_sum_function *f, struct ul_lanes *l, float *y,
                      const struct ul_row_setup *setup, int kind)
{
    struct ul_lanes_sum sum, want;
    double most[UL_MEASURES];
    fill(l, y, kind);
    bool known = true;
    for (int i = 0; i < l->n; i++)
        known &= !isnan(l->err[i]);
    ul_lanes_measure(l, setup);
    const bool plain = add_lanes(l, &want, most) && known;
    assert_is_seen(f, l, y, most);
    const bool far_below = random_bits() % 2;
    for (int m = 0; m < UL_MEASURES; m++)
        most[m] = (far_below ? 4 : 1.001) * most[m] + 0x1p-20;
    most[UL_CUDA] += 1;
    const bool taken = f(l->r, l->err, y, l->n, most, &sum);
    if (!taken)
        return false;
    assert_true(plain);
    assert_same(&sum, &want);
    return true;
}

static void begin(struct ul_catalogue *c, const char *subject, const char *flags, struct ul_record *record,
                  struct ul_row_setup *setup)
{
    struct ul_place place = {.backend = "opencl"};
    struct ul_line why;
    bool *chosen = NULL;
    assert_true(ul_catalogue_load(c, &why) && ul_bounds_load(&why));
    assert_true(ul_catalogue_choose(c, subject, &chosen, &why));
    int k = 0;
    while (!chosen[k])
        k++;
    ul_row_begin(&c->subject[k], 0, &place, flags, "native", NULL, record, setup);
    free(chosen);
}

static void sums_are_those_of_the_lanes(ul_lanes_sum_function *f)
{
    /* What is taken of each kind in a hundred, at least: but of what is next to powers of two, and is nearly
     * always left to Arb; and of special values, beside which others that are wrong are common. */
    static const int least[] = {80, 50, 0, 30, 5, 5};
    struct ul_lanes *l = ul_alloc(sizeof *l);
    float y[UL_LANES];
    struct ul_catalogue c;
    struct ul_record record = {0};
    struct ul_row_setup setup;
    begin(&c, "opencl/exp", "", &record, &setup);
    for (int kind = 0; kind < 6; kind++) {
        int taken = 0;
        for (int chunk = 0; chunk < CHUNKS / 6; chunk++) {
            l->n = 1 + (int)(random_bits() % 64);
            l->arguments = l->width = 1;
            taken += try_chunk(f, l, y, &setup, kind);
        }
        if (taken * 100 < least[kind] * (CHUNKS / 6))
            fail_msg("of kind %d only %d of %d are taken", kind, taken, CHUNKS / 6);
    }
    free(l);
    ul_catalogue_free(&c);
}

/* NaN for NaN is of no interest, even where any figure is. */
static void nan_is_no_figure(ul_lanes_sum_function *f)
{
    static const double any[UL_MEASURES] = {-1, -1, -1, -1, -1};
    double r[UL_LANES], err[UL_LANES] = {0};
    float y[UL_LANES];
    struct ul_lanes_sum sum;
    for (int i = 0; i < UL_LANES; i++) {
        r[i] = NAN;
        y[i] = NAN;
    }
    assert_true(f(r, err, y, UL_LANES, any, &sum));
    assert_true(sum.largest < 0 && !sum.misrounded && !sum.over_1ulp && !sum.ulp_sum);
    y[777] = 1;
    assert_false(f(r, err, y, UL_LANES, any, &sum));
    r[777] = 1;
    assert_false(f(r, err, y, UL_LANES, any, &sum));
}

/* Three steps from log, between 1/2 and 2, where unsafe math bounds the absolute error: of no measure's
 * figures among the largest, but of the shares of that bound. */
static void shares_contend(void **state)
{
    (void)state;
    struct ul_catalogue c;
    struct ul_record record = {0};
    struct ul_row_setup setup;
    struct ul_lanes *l = ul_alloc(sizeof *l);
    struct ul_sums *s = ul_sums_new();
    float y[UL_LANES];
    begin(&c, "opencl/log", "-cl-unsafe-math-optimizations", &record, &setup);
    l->n = UL_LANES;
    for (int i = 0; i < l->n; i++) {
        const float x = 1.5f + (float)i * 0x1p-23f;
        l->bits[0][i] = ul_double_to_bits(UL_FLOAT, l->x[0][i] = x);
        l->r[i] = log(x);
        l->err[i] = 0x1p-50;
        y[i] = stepped((float)l->r[i], 3);
    }
    const double share = fabs((double)stepped((float)l->r[0], 3) - l->r[0]) / 0x1p-21;
    for (int t = 0; t < UL_TRACKERS; t++) {
        s->contenders[t].count = UL_CONTENDERS;
        for (int k = 0; k < UL_CONTENDERS; k++)
            s->contenders[t].item[k].upper = 1000;
    }
    assert_true(ul_sums_add_quiet(s, &setup, &record, l, y, 1));
    int tracked = 0;
    for (int b = 0; b < record.judgements; b++) {
        struct ul_contenders *of = &s->contenders[UL_MEASURES + b];
        if (!ul_bound_is_tracked(&record.judgement[b].bound))
            continue;
        tracked++;
        of->item[0].upper = 1.5 * share;
        assert_true(ul_sums_add_quiet(s, &setup, &record, l, y, 1));
        of->item[0].upper = 0.9 * share;
        assert_false(ul_sums_add_quiet(s, &setup, &record, l, y, 1));
        of->item[0].upper = 1000;
    }
    assert_true(tracked > 0);
    free(s);
    free(l);
    ul_catalogue_free(&c);
}

static void vectors_of_2(void **state)
{
    (void)state;
    nan_is_no_figure(ul_lanes_sum_2);
    sums_are_those_of_the_lanes(ul_lanes_sum_2);
}

#ifdef __x86_64__
static void vectors_of_4(void **state)
{
    (void)state;
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma"))
        skip();
    nan_is_no_figure(ul_lanes_sum_4);
    sums_are_those_of_the_lanes(ul_lanes_sum_4);
}

static void vectors_of_8(void **state)
{
    (void)state;
    if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512dq"))
        skip();
    nan_is_no_figure(ul_lanes_sum_8);
    sums_are_those_of_the_lanes(ul_lanes_sum_8);
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shares_contend),
        cmocka_unit_test(vectors_of_2),
#ifdef __x86_64__
        cmocka_unit_test(vectors_of_4),
        cmocka_unit_test(vectors_of_8),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
