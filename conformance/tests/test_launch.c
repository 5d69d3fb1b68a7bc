/* Launches on a GPU in pieces: which items, in which lanes, and what a failure ends. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "common/launch.h"
#include "common/machine.h"
#include <time.h>

/* A GPU that waits for `nap` seconds for each piece. */
struct gpu {
    double nap;
    bool busy[UL_LANES_OF_A_LAUNCH];
    uint32_t next; /* the first item that was not started */
    uint32_t longest;
    int starts, waits, most_busy, fails_at_start, fails_at_wait;
};

static int count_busy(const struct gpu *g)
{
    int n = 0;
    for (int k = 0; k < UL_LANES_OF_A_LAUNCH; k++)
        n += g->busy[k];
    return n;
}

static bool start(void *context, int lane, uint32_t first, uint32_t end)
{
    struct gpu *g = context;
    assert_false(g->busy[lane]);
    assert_int_equal(first, g->next);
    assert_true(end > first);
    g->busy[lane] = true;
    g->next = end;
    g->longest = end - first > g->longest ? end - first : g->longest;
    g->most_busy = count_busy(g) > g->most_busy ? count_busy(g) : g->most_busy;
    return ++g->starts != g->fails_at_start;
}

static bool wait_for(void *context, int lane)
{
    struct gpu *g = context;
    const struct timespec nap = {.tv_nsec = (long)(g->nap * 1e9)};
    assert_true(g->busy[lane]);
    g->busy[lane] = false;
    nanosleep(&nap, NULL);
    return ++g->waits != g->fails_at_wait;
}

static void each_item_is_started_once(void **state)
{
    (void)state;
    for (uint32_t n = 0; n < 1u << 22; n = 3 * n + 1) {
        struct gpu g = {0};
        assert_true(ul_launch_pieces(n, 16, start, wait_for, &g));
        assert_int_equal(g.next, n);
        assert_int_equal(g.waits, g.starts);
        assert_int_equal(count_busy(&g), 0);
        assert_int_equal(g.most_busy, g.starts < UL_LANES_OF_A_LAUNCH ? g.starts : UL_LANES_OF_A_LAUNCH);
    }
}

static void what_is_slow_has_short_pieces(void **state)
{
    (void)state;
    struct gpu fast = {0}, slow = {.nap = 0.15};
    assert_true(ul_launch_pieces(1 << 22, 16, start, wait_for, &fast));
    assert_true(ul_launch_pieces(40000, 16, start, wait_for, &slow));
    assert_true(fast.longest > 1 << 20);
    assert_true(slow.longest <= 1 << 13 && slow.starts > 5);
}

static void a_failure_ends_it(void **state)
{
    (void)state;
    struct gpu starts = {.fails_at_start = 3}, waits = {.fails_at_wait = 2};
    assert_false(ul_launch_pieces(UINT32_MAX, 1, start, wait_for, &starts));
    assert_int_equal(starts.starts, 3);
    assert_int_equal(starts.waits, 2);
    assert_false(ul_launch_pieces(UINT32_MAX, 1, start, wait_for, &waits));
    assert_int_equal(waits.waits, waits.starts);
    assert_int_equal(waits.starts, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_item_is_started_once),
                                       cmocka_unit_test(what_is_slow_has_short_pieces),
                                       cmocka_unit_test(a_failure_ends_it)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
