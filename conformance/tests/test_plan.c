/* The plan of a row: what is tried together, what alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include "edge.h"
#include "inputs.h"
#include "plan.h"

enum { CAPACITY = 1 << 16 };

static struct ul_catalogue catalogue;

static const struct ul_subject *subject(const char *name)
{
    struct ul_line why;
    bool *chosen = NULL;
    const struct ul_subject *s = NULL;
    assert_true(ul_catalogue_choose(&catalogue, name, &chosen, &why));
    for (int i = 0; i < catalogue.count; i++)
        if (chosen[i] && !s) /* of several types the float function */
            s = &catalogue.subject[i];
    free(chosen);
    return s;
}

/* Walks a plan block by block; returns how many blocks are one input made from an index. */
static uint64_t walk(const struct ul_plan *p, uint64_t *inputs)
{
    void *in = malloc((size_t)CAPACITY * 8);
    struct ul_block b;
    uint64_t alone = 0;
    *inputs = 0;
    while (ul_plan_block(p, *inputs, CAPACITY, in, &b)) {
        assert_int_equal(b.order, *inputs);
        assert_true(b.n > 0 && b.n <= CAPACITY && b.capacity >= b.n && b.capacity % 64 == 0);
        alone += !b.in && b.n == 1;
        *inputs += b.n;
    }
    free(in);
    return alone;
}

/* What a device computes apart from its full vectors must be tried too: every binade, one input a launch. */
static void a_quick_plan_tries_each_binade_alone(void **state)
{
    (void)state;
    struct ul_plan p;
    struct ul_line why;
    struct ul_options o = {.seed = 1};
    struct ul_device cpu = {.is_cpu = true};
    uint64_t inputs;
    assert_true(ul_plan_make(&p, subject("opencl/exp"), &cpu, &o, &why));
    assert_int_equal(walk(&p, &inputs), 2 * 512);
    assert_int_equal(inputs, ul_plan_inputs(&p));
    struct ul_block b;
    assert_true(ul_plan_block(&p, inputs - 2, CAPACITY, NULL, &b));
    assert_int_equal(b.base, 0xff800000); /* the last binade's first point */
    ul_plan_free(&p);
}

static void simulators_and_samples_try_none_alone(void **state)
{
    (void)state;
    struct ul_plan p;
    struct ul_line why;
    struct ul_options quick = {.seed = 1}, samples = {.seed = 1, .has_samples = true, .samples = 1000};
    struct ul_device cpu = {.is_cpu = true}, simulator = {.is_cpu = true, .simulator = true};
    uint64_t inputs;
    assert_true(ul_plan_make(&p, subject("opencl/exp"), &simulator, &quick, &why));
    assert_int_equal(walk(&p, &inputs), 0);
    ul_plan_free(&p);
    assert_true(ul_plan_make(&p, subject("opencl/exp"), &cpu, &samples, &why));
    assert_int_equal(walk(&p, &inputs), 0);
    ul_plan_free(&p);
}

static void an_exhaustive_plan_is_every_float_once(void **state)
{
    (void)state;
    struct ul_plan p;
    struct ul_line why;
    struct ul_options o = {.coverage = UL_EXHAUSTIVE};
    struct ul_device cpu = {.is_cpu = true};
    assert_true(ul_plan_make(&p, subject("opencl/exp"), &cpu, &o, &why));
    assert_int_equal(ul_plan_inputs(&p), (uint64_t)1 << 32);
    ul_plan_free(&p);
}

static void note_base(const void *context, struct ul_block *b, void *in)
{
    (void)in;
    b->base = *(const uint64_t *)context + b->order;
}

/* A hash is of one span: no block may hold inputs of two. */
static void made_blocks_end_where_their_spans_do(void **state)
{
    (void)state;
    const uint64_t base = 1000;
    struct ul_plan p = {.made = {.count = 5 * 3000 + 10, .span = 3000, .fill = note_base, .context = &base}};
    struct ul_block b;
    uint64_t inputs = 0, blocks = 0;
    for (; ul_plan_block(&p, inputs, 2048, NULL, &b); inputs += b.n, blocks++) {
        assert_true(b.order == inputs && b.base == base + inputs && b.n && b.n <= 2048);
        assert_int_equal(b.order / 3000, (b.order + b.n - 1) / 3000);
    }
    assert_int_equal(inputs, ul_plan_inputs(&p));
    assert_int_equal(blocks, 11);
}

int main(void)
{
    struct ul_line why;
    if (!ul_catalogue_load(&catalogue, &why) || !ul_edges_load(&why) || !ul_inputs_load(&why))
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_quick_plan_tries_each_binade_alone),
        cmocka_unit_test(simulators_and_samples_try_none_alone),
        cmocka_unit_test(an_exhaustive_plan_is_every_float_once),
        cmocka_unit_test(made_blocks_end_where_their_spans_do),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    ul_catalogue_free(&catalogue);
    return failed;
}
