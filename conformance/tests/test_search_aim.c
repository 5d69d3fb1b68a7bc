/* Aims: the nearest multiple that fits, where exact results come to lie, and what a search finds by them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lanes.h"
#include "plan.h"
#include "reference.h"
#include "search.h"
#include "search_aim.h"
#include "value.h"

static struct ul_catalogue catalogue;

static const struct ul_subject *subject(const char *name)
{
    for (int k = 0; k < catalogue.count; k++)
        if (!strcmp(catalogue.subject[k].name, name) &&
            catalogue.subject[k].signature.argument[0].type == UL_DOUBLE)
            return &catalogue.subject[k];
    fail();
    return NULL;
}

static void the_first_that_fits(void **state)
{
    (void)state;
    enum { MOST = 3000, TRIES = 3000 };
    struct ul_random r = ul_random_of(1);
    int found = 0;
    for (int try = 0; try < TRIES; try++) {
        const uint64_t step = ul_random_next(&r) >> ul_random_below(&r, 64), lo = ul_random_next(&r),
                       width = ul_random_next(&r) >> ul_random_below(&r, 24);
        uint64_t k = 0;
        while (k < MOST && k * step - lo > width)
            k++;
        assert_true(ul_aim_first(step, lo, lo + width, MOST) == k);
        found += k > 1 && k < MOST;
    }
    assert_true(found > TRIES / 20);
    assert_true(ul_aim_first(0, 1, 2, MOST) == MOST && ul_aim_first(0, UINT64_MAX, 2, MOST) == 0);
    assert_true(ul_aim_first((uint64_t)1 << 63, (uint64_t)1 << 63, UINT64_MAX, MOST) == 1);
}

/* How far the exact value is beyond a double, by Arb. */
static double exact_phase(const struct ul_subject *s, const ul_bits *args)
{
    struct ul_exact v;
    arf_t rest;
    ul_exact_init(&v);
    arf_init(rest);
    ul_reference(s->reference[0], s->signature.argument, args, 256, &v);
    arf_abs(rest, arb_midref(v.ball));
    arf_mul_2exp_si(rest, rest, 52 - ilogb(arf_get_d(rest, ARF_RND_DOWN)));
    arf_floor(arb_midref(v.ball), rest);
    arf_sub(rest, rest, arb_midref(v.ball), 53, ARF_RND_NEAR);
    const double phase = arf_get_d(rest, ARF_RND_NEAR);
    arf_clear(rest);
    ul_exact_clear(&v);
    return phase;
}

/* By pairs and by Arb, of results of both signs, beside arguments that are no doubles. */
static void exact_results_lie_where_they_are_aimed(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        double x, y;
    } from[] = {{"host/exp", 0.7, 0},    {"host/log", 0.3141592, 0}, {"host/sin", 4.2, 0},
                {"host/erf", -0.8, 0},   {"host/pow", 1.3, 17},      {"host/atan2", 0.2718281, -2.3456789},
                {"opencl/pown", 1.7, 5}, {"host/tgamma", 3.3, 0}};
    struct ul_random r = ul_random_of(2);
    for (size_t k = 0; k < sizeof from / sizeof *from; k++) {
        const struct ul_subject *s = subject(from[k].name);
        struct ul_space space;
        struct ul_aim aim;
        struct ul_anchor a = {0};
        assert_true(ul_space_make(&space, s) && ul_aim_make(&aim, &space, 0));
        a.args[0] = ul_double_to_bits(UL_DOUBLE, from[k].x);
        a.args[1] = ul_is_float(space.type[1]) ? ul_double_to_bits(UL_DOUBLE, from[k].y) : (ul_bits)from[k].y;
        ul_aim_look(&aim, &a, 1);
        assert_true(a.holds && fabs((double)a.phase * 0x1p-64 - exact_phase(s, a.args)) < 0x1p-40);
        for (int bits = 2; bits < 16; bits++) {
            const double width = ldexp(1, -bits), lo = 0.5 - width;
            ul_bits at[UL_MAX_PARAMETERS];
            if (!ul_aim_from(&aim, &a, ul_aim_phase(lo), ul_aim_phase(width), &r, at)) {
                assert_true(bits > 12);
                continue;
            }
            const double phase = exact_phase(s, at);
            assert_true(at[0] != a.args[0] && at[1] == a.args[1]);
            assert_true(phase > lo - 0x1p-18 && phase < lo + width + 0x1p-18);
        }
        ul_aim_clear(&aim);
    }
}

static void sides(void **state)
{
    (void)state;
    static const double x[] = {-1.5, -0.3, 0.7, 2};
    const struct ul_subject *s = subject("host/expm1");
    struct ul_space space;
    struct ul_aim aim;
    assert_true(ul_space_make(&space, s) && ul_aim_make(&aim, &space, 0));
    for (size_t k = 0; k < sizeof x / sizeof *x; k++) {
        const ul_bits args[UL_MAX_PARAMETERS] = {ul_double_to_bits(UL_DOUBLE, x[k])};
        const double beyond = exact_phase(s, args);
        assert_int_equal(ul_aim_side(&aim, args, beyond), -1); /* the result is the double before */
        assert_int_equal(ul_aim_side(&aim, args, 3 + beyond), -1);
        assert_int_equal(ul_aim_side(&aim, args, 1 - beyond), 1);
        assert_int_equal(ul_aim_side(&aim, args, 0.5 * beyond), 0);
    }
    ul_aim_clear(&aim);
    struct ul_subject floats = *s;
    floats.signature.result[0].type = UL_FLOAT;
    space.subject = &floats;
    assert_false(ul_aim_make(&aim, &space, 0));
}

/* Of a function that rounds toward zero up to there. */
static const double most = 0.75;
static double error_of(double ulps)
{
    const double phase = ulps - floor(ulps);
    return phase < most ? phase : 1 - phase;
}

static void a_search_aims_where_errors_end(void **state)
{
    (void)state;
    enum { CAPACITY = 1 << 16, BUDGET = 300000 };
    static double in[CAPACITY + UL_PLAN_ROOM], r[CAPACITY], low[CAPACITY], err[CAPACITY];
    static struct ul_lanes lanes;
    /* Not beside 0, where exact results move by less than their ulp with each step, and no aim is needed. */
    struct ul_subject away = *subject("host/exp");
    away.has_domain = true;
    away.domain_lo = 1.5;
    away.domain_hi = 3;
    const struct ul_search_setup setup = {
        .subject = &away, .seed = 3, .budget = {.evaluations = BUDGET}, .capacity = CAPACITY};
    const struct ul_row_setup row = {.subject = setup.subject};
    struct ul_line why;
    struct ul_search *s = ul_search_new(&setup, &why);
    struct ul_search_watch watch = {s, &row};
    struct ul_screen *screen = ul_screen_new(setup.subject->reference[0], UL_SCREEN_PAIRS);
    struct ul_block b;
    ul_search_begin(s, 0, 0, 1);
    while (ul_search_block(s, in, &b)) {
        ul_screen_run_pairs(screen, (const double *[]){in}, (int)b.n, r, low, err);
        for (uint32_t i = 0; i < b.n; i += UL_LANES) {
            lanes.n = b.n - i < UL_LANES ? (int)(b.n - i) : UL_LANES;
            for (uint32_t k = 0; k < (uint32_t)lanes.n; k++) {
                const bool known = fabs(r[i + k]) > UL_SCREEN_PAIR_LEAST && isfinite(r[i + k]);
                lanes.state[k] = known ? UL_LANE_FIGURES : UL_LANE_NOTHING;
                lanes.value[UL_OPENCL][k] = known ? error_of(ldexp(low[i + k], 52 - ilogb(r[i + k]))) : 0;
                lanes.order[k] = b.orders[(i + k) / b.run] + (i + k) % b.run;
            }
            ul_search_hear(&watch, &lanes);
        }
        ul_search_end_block(s, &b);
    }
    assert_true(ul_search_largest(s) > most - 0x1p-21);
    ul_screen_free(screen);
    ul_search_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_that_fits), cmocka_unit_test(exact_results_lie_where_they_are_aimed),
        cmocka_unit_test(sides), cmocka_unit_test(a_search_aims_where_errors_end)};
    struct ul_line why;
    if (!ul_catalogue_load(&catalogue, &why))
        return 1;
    const int status = cmocka_run_group_tests(tests, NULL, NULL);
    ul_catalogue_free(&catalogue);
    return status;
}
