/* The plan of a row: what is tried together, what alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
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

enum { FEW = 3 };

/* Walks a plan block by block; returns how many inputs are in blocks that fill no vector. */
static uint64_t walk(const struct ul_plan *p, uint64_t *inputs)
{
    void *in = malloc((size_t)(CAPACITY + UL_PLAN_ROOM) * 8);
    struct ul_block b;
    uint64_t alone = 0;
    *inputs = 0;
    while (ul_plan_block(p, *inputs, CAPACITY, in, &b)) {
        assert_int_equal(b.order, *inputs);
        assert_true(b.n > 0 && b.n <= CAPACITY && b.capacity >= b.n && b.capacity % 64 == 0);
        alone += b.alone && b.n <= FEW ? b.n : 0;
        *inputs += b.n;
    }
    free(in);
    return alone;
}

/* What a device computes apart from its full vectors must be tried too: every binade, few inputs a launch. */
static void a_quick_plan_tries_each_binade_alone(void **state)
{
    (void)state;
    struct ul_plan p;
    struct ul_line why;
    struct ul_options o = {.seed = 1};
    struct ul_device cpu = {.is_cpu = true};
    uint64_t inputs;
    assert_true(ul_plan_make(&p, subject("opencl/exp"), &cpu, &o, &why));
    assert_int_equal(walk(&p, &inputs), 512);
    assert_int_equal(inputs, ul_plan_inputs(&p));
    struct ul_block b;
    uint32_t in[2 * UL_PLAN_ROOM + 64], binade = 0;
    while (ul_plan_block(&p, inputs - 512 + binade, CAPACITY, in, &b))
        for (uint32_t i = 0; i < b.n; i++, binade++)
            assert_int_equal(in[i] >> 23, binade);
    assert_int_equal(binade, 512);
    ul_plan_free(&p);
}

/* For vectors: every input as often as without, neighbours unlike, and the last vector filled. */
static void a_spread_plan_puts_unlike_inputs_side_by_side(void **state)
{
    (void)state;
    struct ul_plan p;
    struct ul_line why;
    struct ul_options o = {.seed = 1};
    struct ul_device cpu = {.is_cpu = true, .has_half = true};
    struct ul_block b;
    static uint16_t in[(1 << 16) + UL_PLAN_ROOM];
    static bool met[1 << 16];
    int like = 0;
    assert_true(ul_plan_make(&p, subject("opencl/exp(half)"), &cpu, &o, &why));
    p.spread = true;
    assert_int_equal(ul_plan_inputs(&p), 1 << 16);
    assert_true(ul_plan_block(&p, 0, 1 << 16, in, &b));
    assert_int_equal(b.n, 1 << 16);
    for (int i = 0; i < 1 << 16; i++) {
        assert_false(met[in[i]]);
        met[in[i]] = true;
        like += i && abs((in[i] >> 10 & 31) - (in[i - 1] >> 10 & 31)) < 2;
    }
    assert_true(like < 1 << 13);
    for (int i = 0; i < UL_MAX_WIDTH - 1; i++)
        assert_int_equal(in[(1 << 16) + i], in[i]);
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

/* All tuples of a plan that lists them, as bits. */
static ul_bits (*tuples_of(const struct ul_plan *p, uint64_t *n))[2]
{
    ul_bits(*tuple)[2] = calloc(ul_plan_inputs(p), sizeof *tuple);
    unsigned char *in = malloc((size_t)(CAPACITY + UL_PLAN_ROOM) * 16);
    struct ul_block b;
    for (*n = 0; ul_plan_block(p, *n, CAPACITY, in, &b); *n += b.n)
        for (uint32_t i = 0; i < b.n; i++) {
            const size_t bytes = (size_t)ul_types[p->signature->argument[0].type].bytes;
            memcpy(&tuple[*n + i][0], in + bytes * i, bytes);
            memcpy(&tuple[*n + i][1], in + bytes * b.capacity + bytes * i, bytes);
        }
    free(in);
    return tuple;
}

/* Exponents of two arguments, each with each; infinity and NaN beside each other; near arguments; no
 * signalling NaNs. Where each input is certified there are few. */
static void a_quick_plan_of_two_arguments(void **state)
{
    (void)state;
    struct ul_plan p;
    struct ul_line why;
    struct ul_options o = {.seed = 1};
    struct ul_device cpu = {.is_cpu = true};
    uint64_t n;
    static bool met[2][2][64][64];
    bool infinity_and_nan = false;
    int near = 0, signalling = 0;
    assert_true(ul_plan_make(&p, subject("opencl/pow"), &cpu, &o, &why));
    assert_true(ul_plan_inputs(&p) > 32000 && ul_plan_inputs(&p) < 40000);
    ul_bits(*tuple)[2] = tuples_of(&p, &n);
    for (uint64_t i = 0; i < n; i++) {
        const ul_bits x = tuple[i][0], y = tuple[i][1];
        met[x >> 31][y >> 31][x >> 25 & 63][y >> 25 & 63] = true;
        infinity_and_nan |= x == 0x7f800000 && (y & 0x7fffffff) > 0x7f800000;
        near += x != y && llabs((int64_t)x - (int64_t)y) < 256;
        for (int k = 0; k < 2; k++)
            signalling += (tuple[i][k] & 0x7fffffff) > 0x7f800000 && !(tuple[i][k] & 0x400000);
    }
    for (int k = 0; k < 2 * 2 * 64 * 64; k++)
        assert_true(((const bool *)met)[k]);
    assert_true(infinity_and_nan);
    assert_true(near > 3000);
    assert_int_equal(signalling, 0);
    free(tuple);
    ul_plan_free(&p);
    assert_true(ul_plan_make(&p, subject("opencl/nextafter"), &cpu, &o, &why)); /* certified */
    assert_true(ul_plan_inputs(&p) > 16384 + 4096 && ul_plan_inputs(&p) < 25000);
    ul_plan_free(&p);
}

static void plans_of_other_types(void **state)
{
    (void)state;
    struct ul_plan p;
    struct ul_line why;
    struct ul_options o = {.seed = 1};
    struct ul_device cpu = {.is_cpu = true, .has_double = true, .has_half = true};
    uint64_t inputs;
    assert_true(ul_plan_make(&p, subject("opencl/exp(half)"), &cpu, &o, &why));
    assert_string_equal(p.kind, "exhaustive");
    assert_int_equal(ul_plan_inputs(&p), 65536);
    ul_plan_free(&p);
    assert_true(ul_plan_make(&p, subject("opencl/exp(double)"), &cpu, &o, &why));
    assert_int_equal(walk(&p, &inputs), 0);
    assert_true(inputs > (1 << 14) + 4 * 4096 && inputs < 40000);
    ul_plan_free(&p);
    assert_true(ul_plan_make(&p, subject("opencl/erf(double)"), &cpu, &o, &why)); /* certified */
    assert_int_equal(walk(&p, &inputs), 0);
    assert_true(inputs > (1 << 12) + 2 * 4096 && inputs < 20000);
    ul_plan_free(&p);
    /* halfway between floats: an integer of 25 significant bits, the last one set */
    assert_true(ul_plan_make(&p, subject("opencl/convert_float(long)"), &cpu, &o, &why));
    int halfway = 0;
    for (uint64_t i = 0; i < p.listed; i++) {
        const uint64_t x = p.list[i][0] >> 63 ? -p.list[i][0] : p.list[i][0];
        halfway += x && 63 - __builtin_clzll(x) - __builtin_ctzll(x) == 24;
    }
    assert_true(halfway > 500);
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

/* The parts' blocks are those of the whole plan, each in one part, in turn. */
static void check_parts(struct ul_plan p, uint64_t parts)
{
    void *in = malloc((size_t)(CAPACITY + UL_PLAN_ROOM) * 8);
    struct ul_block b, of_part;
    uint64_t number = 0, next[8] = {0}, inputs[8] = {0};
    for (uint64_t order = 0; ul_plan_block(&p, order, CAPACITY, in, &b); order += b.n) {
        struct ul_plan part = p;
        part.parts = parts;
        part.part = b.alone ? 0 : number++ % parts;
        assert_true(ul_plan_block(&part, next[part.part], CAPACITY, in, &of_part));
        assert_int_equal(of_part.order, b.order);
        assert_int_equal(of_part.base, b.base);
        assert_int_equal(of_part.n, b.n);
        next[part.part] = b.order + b.n;
        inputs[part.part] += b.n;
    }
    assert_int_equal(ul_plan_blocks(&p, CAPACITY), number);
    for (p.part = 0, p.parts = parts; p.part < parts; p.part++) {
        assert_false(ul_plan_block(&p, next[p.part], CAPACITY, in, &of_part));
        assert_int_equal(ul_plan_part_inputs(&p, CAPACITY), inputs[p.part]);
    }
    free(in);
}

static void parts_are_the_whole(void **state)
{
    (void)state;
    struct ul_line why;
    struct ul_device cpu = {.is_cpu = true};
    struct ul_options quick = {.seed = 1, .coverage = UL_QUICK},
                      range = {.coverage = UL_RANGE, .range_text = "-0x1.8p-131..0x1p-130"};
    struct ul_plan p;
    assert_true(ul_plan_make(&p, subject("opencl/exp"), &cpu, &quick, &why)); /* with inputs tried alone */
    for (uint64_t parts = 1; parts <= 4; parts++)
        check_parts(p, parts);
    ul_plan_free(&p);
    assert_true(ul_plan_make(&p, subject("opencl/exp"), &cpu, &range, &why)); /* two ranges */
    for (int spread = 0; spread < 2; spread++, p.spread = true)
        for (uint64_t parts = 1; parts <= 8; parts++)
            check_parts(p, parts);
    ul_plan_free(&p);
}

static bool lists(const struct ul_plan *p, ul_bits x)
{
    for (uint64_t k = 0; k < p->listed; k++)
        if (p->list[k][0] == x)
            return true;
    return false;
}

/* Subjects that are compared get the same inputs: what either of them lists, each once. */
static void a_common_plan_lists_what_each_lists(void **state)
{
    (void)state;
    const struct ul_device cpu = {.is_cpu = true};
    const struct ul_options o = {.coverage = UL_ALIKE, .seed = 1};
    const struct ul_subject *const s[] = {subject("cuda/expf"), subject("cuda/sinf")};
    struct ul_plan one[2], both;
    struct ul_line why;
    assert_true(ul_plan_make_common(&both, s, 2, &cpu, &o, &why));
    for (int k = 0; k < 2; k++) {
        assert_true(ul_plan_make(&one[k], s[k], &cpu, &o, &why));
        for (uint64_t i = 0; i < one[k].listed; i++)
            assert_true(lists(&both, one[k].list[i][0]));
    }
    assert_true(both.listed > one[0].listed && both.listed < one[0].listed + one[1].listed);
    assert_int_equal(both.random, one[0].random);
    ul_plan_free(&one[0]);
    ul_plan_free(&one[1]);
    ul_plan_free(&both);
}

/* A tuple by its place is the one of its block. */
static void a_tuple_is_found_by_its_place(void **state)
{
    (void)state;
    const struct ul_device cpu = {.is_cpu = true};
    uint32_t *in = malloc((size_t)(CAPACITY + UL_PLAN_ROOM) * 8);
    for (int coverage = UL_EXHAUSTIVE; coverage <= UL_QUICK; coverage++) {
        const struct ul_options o = {.coverage = (enum ul_coverage_kind)coverage, .seed = 1};
        struct ul_plan p;
        struct ul_line why;
        struct ul_block b;
        assert_true(ul_plan_make(&p, subject("cuda/expf"), &cpu, &o, &why));
        const uint64_t from[] = {0, CAPACITY + 7, ul_plan_inputs(&p) - 5};
        for (int k = 0; k < 3; k++) {
            assert_true(ul_plan_block(&p, from[k], CAPACITY, in, &b));
            for (uint32_t i = 0; i < b.n; i += 3) {
                ul_bits args[UL_MAX_PARAMETERS];
                ul_plan_tuple(&p, b.order + i, args);
                assert_int_equal(args[0], b.in ? in[i] : b.base + i);
            }
        }
        ul_plan_free(&p);
    }
    free(in);
}

int main(void)
{
    struct ul_line why;
    if (!ul_catalogue_load(&catalogue, &why) || !ul_edges_load(&why) || !ul_inputs_load(&why))
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_quick_plan_tries_each_binade_alone),
        cmocka_unit_test(a_spread_plan_puts_unlike_inputs_side_by_side),
        cmocka_unit_test(simulators_and_samples_try_none_alone),
        cmocka_unit_test(a_quick_plan_of_two_arguments),
        cmocka_unit_test(plans_of_other_types),
        cmocka_unit_test(an_exhaustive_plan_is_every_float_once),
        cmocka_unit_test(made_blocks_end_where_their_spans_do),
        cmocka_unit_test(parts_are_the_whole),
        cmocka_unit_test(a_common_plan_lists_what_each_lists),
        cmocka_unit_test(a_tuple_is_found_by_its_place),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    ul_catalogue_free(&catalogue);
    return failed;
}
