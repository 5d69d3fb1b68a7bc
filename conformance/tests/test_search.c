/* Searches: budgets, the space of inputs, and what a search without a device proposes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "budget.h"
#include "plan.h"
#include "reference.h"
#include "search.h"
#include "search_levels.h"
#include "search_space.h"
#include "value.h"

static struct ul_catalogue catalogue;

static const struct ul_subject *subject(const char *name, enum ul_type t)
{
    for (int k = 0; k < catalogue.count; k++)
        if (!strcmp(catalogue.subject[k].name, name) && catalogue.subject[k].signature.argument[0].type == t)
            return &catalogue.subject[k];
    fail();
    return NULL;
}

static void budgets(void **state)
{
    (void)state;
    struct ul_budget b;
    struct ul_line why;
    static const char *const bad[] = {"0",  "-1",   "127", "1e30", "2.5",  "",  "s",
                                      "0s", "1e9s", "nan", "inf",  "0x40", "5d"};
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++)
        assert_false(ul_budget_read(bad[k], &b, &why));
    static const struct {
        const char *text;
        uint64_t evaluations;
        double seconds;
        const char *told;
    } good[] = {{"1e9", 1000000000, 0, "1000000000"},
                {"128", 128, 0, "128"},
                {"60s", 0, 60, "60s"},
                {"2m", 0, 120, "120s"},
                {"0.5s", 0, 0.5, "0.5s"},
                {"1.5h", 0, 5400, "5400s"}};
    for (size_t k = 0; k < sizeof good / sizeof *good; k++) {
        assert_true(ul_budget_read(good[k].text, &b, &why));
        assert_true(b.evaluations == good[k].evaluations && b.seconds == good[k].seconds);
        char *text = ul_budget_text(&b);
        assert_string_equal(text, good[k].told);
        free(text);
    }
}

/* No two seeds' streams overlap, not even those that a step apart would make one. */
static void seeds_have_streams_of_their_own(void **state)
{
    (void)state;
    enum { SEEDS = 4, DRAWS = 1000 };
    static const uint64_t seed[SEEDS] = {1, 2, 0x9e3779b97f4a7c15u, 2 * 0x9e3779b97f4a7c15u};
    uint64_t x[SEEDS][DRAWS];
    for (int k = 0; k < SEEDS; k++) {
        struct ul_random r = ul_random_of(seed[k]);
        for (int i = 0; i < DRAWS; i++)
            x[k][i] = ul_random_next(&r);
        for (int j = 0; j < k; j++)
            for (int a = 0; a < DRAWS; a++)
                for (int b = 0; b < DRAWS; b++)
                    assert_true(x[j][a] != x[k][b]);
    }
}

/* Draws, jumps and steps stay within the space, whatever the frame; a ratio's draws keep it, a power's the
 * result's exponent. */
static void the_space(void **state)
{
    (void)state;
    static const char *const name[] = {"host/pow", "host/atan2", "host/fma", "host/ldexp", "host/exp"};
    for (size_t n = 0; n < sizeof name / sizeof *name; n++) {
        struct ul_space s;
        struct ul_random r = {.state = n + 1};
        assert_true(ul_space_make(&s, subject(name[n], UL_DOUBLE)));
        struct ul_box box;
        assert_true(ul_space_box(&s, ul_space_frame(&s), &box));
        for (int i = 0; i < 20000; i++) {
            ul_bits args[UL_MAX_PARAMETERS];
            if (i % 3 == 0)
                ul_box_draw(&s, &box, &r, args);
            else
                ul_space_draw(&s, &r, args);
            if (i % 3 == 2)
                ul_space_jump(&s, &r, args);
            for (int k = 0; k < s.arguments; k++) {
                const int64_t at = ul_space_ordinal(s.type[k], args[k]);
                assert_true(at >= s.lo[k] && at <= s.hi[k]);
                assert_false(ul_is_float(s.type[k]) && ul_value_is_nan(s.type[k], args[k]));
            }
            if (i % 3 == 0 && n == 0) {
                const double x = fabs(ul_bits_to_double(UL_DOUBLE, args[0])),
                             t = ul_bits_to_double(UL_DOUBLE, args[1]) * log2(x);
                assert_true(x == 0 || isinf(x) || x < 0x1p-1022 || (t > -1080.5 && t < 1026.5) || isnan(t) ||
                            fabs(log2(x)) < 0x1p-40 || isinf(ul_bits_to_double(UL_DOUBLE, args[1])));
            }
        }
    }
}

/* Two searches with a seed propose the same, another seed other inputs; a sub-search proposes what it does in
 * the whole, alone. No result has an error here. */
static uint64_t proposals(uint64_t seed, int width, uint64_t part, uint64_t parts, int threads,
                          uint64_t *inputs)
{
    static unsigned char in[(size_t)8 * ((1 << 16) + UL_PLAN_ROOM)];
    const struct ul_search_setup setup = {.subject = subject("host/exp", UL_DOUBLE),
                                          .seed = seed,
                                          .budget = {.evaluations = 64 * 3000},
                                          .capacity = 1 << 16};
    struct ul_line why;
    struct ul_search *s = ul_search_new(&setup, &why);
    struct ul_block b;
    uint64_t sum = 0;
    ul_search_fill_vectors(s, width);
    ul_search_begin(s, part, parts, threads);
    while (ul_search_block(s, in, &b)) {
        assert_int_equal(b.run % (uint32_t)width, 0);
        for (uint32_t i = 0; i < b.n; i++) {
            uint64_t bits;
            memcpy(&bits, in + (size_t)8 * i, 8);
            sum += (bits ^ (b.orders[i / b.run] + i % b.run)) * 0x9e3779b97f4a7c15u;
        }
        ul_search_end_block(s, &b);
    }
    *inputs = ul_search_used(s);
    ul_search_free(s);
    return sum;
}

static void the_same_again(void **state)
{
    (void)state;
    uint64_t n, all = 0, count = 0;
    const uint64_t once = proposals(5, 1, 0, 0, 1, &n);
    assert_int_equal(n, 64 * 3000);
    assert_true(once == proposals(5, 1, 0, 0, 3, &n));
    assert_false(once == proposals(6, 1, 0, 0, 1, &n));
    for (uint64_t k = 0; k < 3; k++) {
        all += proposals(5, 1, k, 3, 1, &n);
        count += n;
    }
    assert_true(all == once);
    assert_int_equal(count, 64 * 3000);
    proposals(5, 1, 63, 64, 1, &n); /* a sub-search alone, */
    assert_int_equal(n, 1500);
    proposals(5, 1, 62, 64, 1, &n); /* and one of several shares */
    assert_int_equal(n, 9 * 1500);
    for (size_t w = 0; w < UL_WIDTHS; w++) { /* whole vectors, as far as the budget goes */
        const uint64_t share = 1500 / (uint64_t)ul_widths[w] * (uint64_t)ul_widths[w];
        proposals(5, ul_widths[w], 0, 0, 2, &n);
        assert_int_equal(n, 128 * share);
    }
}

/* The worst of a scout's draws, if errors fall away from e on both sides: the nearest. */
static void scout_here(const void *in, const struct ul_scouting *ask, double *out)
{
    const int64_t *low = in, best = ul_value_ordinal(UL_DOUBLE, ul_double_to_bits(UL_DOUBLE, M_E));
    const uint64_t *width = (const uint64_t *)in + ask->capacity, *seed = width + ask->capacity;
    int64_t *at = (int64_t *)out + ask->capacity;
    memset(out, 0, (size_t)ask->capacity * UL_SCOUT_OUT);
    for (uint32_t i = 0; i < ask->n; i++) {
        struct ul_random r = {.state = seed[i]};
        const bool inside = best >= low[i] && (uint64_t)best - (uint64_t)low[i] <= width[i];
        const int64_t edge = best < low[i] ? low[i] : (int64_t)((uint64_t)low[i] + width[i]);
        const uint64_t off = ul_random_below(&r, width[i] / UL_SCOUT_DRAWS + 1);
        at[i] = !inside ? edge
                        : (int64_t)((uint64_t)best - (off < (uint64_t)best - (uint64_t)low[i]
                                                          ? off
                                                          : (uint64_t)best - (uint64_t)low[i]));
        out[i] = 1 / (1 + fabs((double)at[i] - (double)best));
    }
}

/* What scouts find is proposed next, a budget of evaluations is kept to, its parts are the whole, and a
 * search of what was used is the same again. Returns a sum over what blocks held. */
static uint64_t scouted(uint64_t budget, uint64_t part, uint64_t parts, bool *best, uint64_t *used)
{
    enum { CAPACITY = 1 << 20 };
    const struct ul_search_setup setup = {.subject = subject("host/exp", UL_DOUBLE),
                                          .seed = 7,
                                          .budget = {.evaluations = budget},
                                          .capacity = CAPACITY};
    struct ul_line why;
    struct ul_search *s = ul_search_new(&setup, &why);
    struct ul_scouting ask;
    struct ul_block b;
    uint64_t sum = 0;
    const size_t most = ul_search_most_scouts(CAPACITY);
    double *in = ul_alloc((size_t)8 * (CAPACITY + UL_PLAN_ROOM)), *out = ul_alloc(most * UL_SCOUT_OUT);
    assert_true(most * UL_SCOUT_IN <= (size_t)8 * CAPACITY);
    ul_search_allow_scouts(s, true);
    ul_search_begin(s, part, parts, 2);
    *best = false;
    for (;;) {
        while (ul_search_ask(s, in, &ask)) {
            assert_true(ask.n <= most);
            scout_here(in, &ask, out);
            ul_search_scouted(s, out);
        }
        if (!ul_search_block(s, in, &b))
            break;
        for (uint32_t i = 0; i < b.n; i++) {
            uint64_t bits;
            memcpy(&bits, in + i, 8);
            sum += (bits ^ (b.orders[i / b.run] + i % b.run)) * 0x9e3779b97f4a7c15u;
            *best |= in[i] == M_E;
        }
        ul_search_end_block(s, &b);
    }
    *used = ul_search_used(s);
    assert_true(*used == ul_search_planned(s, part, parts));
    ul_search_free(s);
    free(in);
    free(out);
    return sum;
}

static void scouts(void **state)
{
    (void)state;
    const uint64_t budget = 500012345;
    uint64_t used, again, all = 0, count = 0;
    bool best;
    const uint64_t once = scouted(budget, 0, 0, &best, &used);
    assert_true(best);
    assert_true(used <= budget && budget - used < budget / 8);
    assert_true(once == scouted(used, 0, 0, &best, &again) && used == again);
    for (uint64_t k = 0; k < 3; k++) {
        all += scouted(budget, k, 3, &best, &again);
        count += again;
    }
    assert_true(all == once && count == used);
}

static void few_inputs(void **state)
{
    (void)state;
    struct ul_subject s = *subject("host/exp", UL_DOUBLE);
    ul_bits list[8][UL_MAX_PARAMETERS];
    s.has_domain = true;
    s.domain_lo = s.domain_hi = 1;
    assert_int_equal(ul_search_few(&s, 8, list), 1);
    assert_true(list[0][0] == ul_double_to_bits(UL_DOUBLE, 1));
    s.domain_lo = -0x1p-1074;
    s.domain_hi = 0x1p-1074;
    assert_int_equal(ul_search_few(&s, 8, list), 4); /* both zeros */
    assert_int_equal(ul_search_few(&s, 3, list), 0);
    s.domain_lo_open = s.domain_hi_open = true;
    s.domain_lo = s.domain_hi = 1;
    struct ul_space space;
    assert_false(ul_space_make(&space, &s));
}

/* Level by level: boxes become smaller, until all inputs of the last ones are tried, each once; then again.
 */
static void levels(void **state)
{
    (void)state;
    struct ul_subject s = *subject("host/exp", UL_DOUBLE);
    s.has_domain = true;
    s.domain_lo = 1;
    s.domain_hi = 1 + 0x1p-32; /* 2^20 + 1 inputs */
    struct ul_space space;
    struct ul_levels l;
    struct ul_random r = {.state = 1};
    assert_true(ul_space_make(&space, &s));
    ul_levels_begin(&l, &space);
    ul_bits in[64][UL_MAX_PARAMETERS];
    uint64_t drawn = 0, last = 0, next = 0;
    const ul_bits best = ul_double_to_bits(UL_DOUBLE, 1) + 777777;
    bool found = false;
    while (!l.runs && drawn < 100000) {
        int of = 0;
        const uint32_t n = ul_levels_draw(&l, &r, in, 64, &of);
        for (uint32_t k = 0; k < n; k++) { /* the nearer, the worse */
            ul_levels_hear(&l, of, -fabs((double)in[k][0] - (double)best));
            found |= in[k][0] == best;
            assert_true(!l.ends || !k || in[k][0] == in[k - 1][0] + 1);
        }
        drawn += n;
        last += l.ends ? n : 0;
        next += n == 0;
        if (!n)
            ul_levels_step(&l, 0);
    }
    assert_true(found && last > 0 && next > 5 && drawn < 20000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(budgets),   cmocka_unit_test(seeds_have_streams_of_their_own),
        cmocka_unit_test(the_space), cmocka_unit_test(the_same_again),
        cmocka_unit_test(scouts),    cmocka_unit_test(few_inputs),
        cmocka_unit_test(levels)};
    struct ul_line why;
    if (!ul_catalogue_load(&catalogue, &why))
        return 1;
    const int status = cmocka_run_group_tests(tests, NULL, NULL);
    ul_catalogue_free(&catalogue);
    return status;
}
