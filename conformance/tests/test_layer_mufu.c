/* NVIDIA's special function unit in the dialect against hashes of an H200's outputs: a sample of blocks, or
 * with
 * --all every one (all 2^32 inputs of each function). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdbool.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include "common/ulparity.h"
#include "common/machine.h"
#include "parallel.h"

enum { BLOCKS = 512, BLOCK_BITS = 23, FUNCTIONS = 8 };

/* Subnormals, infinities and NaN, the ends of the exponents, where functions turn, both signs. */
static const int sample[] = {0, 1, 119, 123, 126, 127, 128, 129, 133, 149, 253, 254, 255, 256, 383, 511};
static bool all;

/* One input's share of a block's hash; the sum of all is the block's. */
static ul_ulong share(ul_uint i, float result)
{
    const ul_uint b = ul_float_bits(result), y = (b & 0x7fffffff) > 0x7f800000 ? 0x7fffffff : b;
    ul_ulong z = y * 0x9E3779B97F4A7C15 ^ (i + 1ull) * 0xC2B2AE3D27D4EB4F;
    z ^= z >> 29;
    z *= 0xBF58476D1CE4E5B9;
    return z ^ z >> 32;
}

#define HASH_OF(name)                                                                                        \
    static ul_ulong hash_##name(ul_uint block)                                                               \
    {                                                                                                        \
        ul_ulong sum = 0;                                                                                    \
        for (ul_uint i = 0; i < 1u << BLOCK_BITS; i++)                                                       \
            sum += share(i, ul_mufu_##name(ul_bits_float(block << BLOCK_BITS | i)));                         \
        return sum;                                                                                          \
    }
HASH_OF(rcp)
HASH_OF(rsqrt)
HASH_OF(sqrt)
HASH_OF(exp2)
HASH_OF(log2)
HASH_OF(sin)
HASH_OF(cos)
HASH_OF(tanh)

static const struct {
    const char *name;
    ul_ulong (*hash)(ul_uint block);
} functions[FUNCTIONS] = {{"rcp", hash_rcp},   {"rsqrt", hash_rsqrt}, {"sqrt", hash_sqrt},
                          {"exp2", hash_exp2}, {"log2", hash_log2},   {"sin", hash_sin},
                          {"cos", hash_cos},   {"tanh", hash_tanh}};

static ul_ulong recorded[FUNCTIONS][BLOCKS];

static int read_recorded(void **state)
{
    (void)state;
    char line[256], name[16];
    int block, rows = 0;
    ul_ulong hash;
    FILE *f = fopen(UL_SOURCE_DIR "/conformance/tests/mufu_hashes.tsv", "r");
    while (f && fgets(line, sizeof line, f))
        if (sscanf(line, "%15s %d %llx", name, &block, &hash) == 3 && block >= 0 && block < BLOCKS)
            for (int k = 0; k < FUNCTIONS; k++)
                if (!strcmp(name, functions[k].name)) {
                    recorded[k][block] = hash;
                    rows++;
                }
    if (f)
        fclose(f);
    return rows == FUNCTIONS * BLOCKS ? 0 : -1;
}

struct count {
    int function;
    atomic_int different;
};

static void compare(void *context, int thread, uint64_t item)
{
    (void)thread;
    struct count *c = context;
    int block = all ? (int)item : sample[item];
    if (functions[c->function].hash((ul_uint)block) == recorded[c->function][block])
        return;
    print_error("ul_mufu_%s: inputs 0x%08x to 0x%08x have other bits than the H200\n",
                functions[c->function].name, (unsigned)block << BLOCK_BITS,
                ((unsigned)block + 1) * (1u << BLOCK_BITS) - 1);
    c->different++;
}

static void the_unit_has_the_bits_of_an_h200(void **state)
{
    (void)state;
    struct count c = {0, 0};
    for (; c.function < FUNCTIONS; c.function++)
        ul_parallel(ul_processors(), all ? BLOCKS : sizeof sample / sizeof *sample, compare, &c);
    assert_int_equal(c.different, 0);
}

/* The forms without .ftz where the .ftz forms flush or overflow: values from their definition. */
static void the_full_forms_keep_subnormals(void **state)
{
    (void)state;
    const float tiny = 0x1p-149f;
    assert_true(ul_mufu_rcp_full(0x1p+127f) == 0x1p-127f && ul_mufu_rcp(0x1p+127f) == 0);
    assert_true(ul_mufu_rcp_full(0x1p-127f) == 0x1p+127f && ul_mufu_rcp(0x1p-127f) == INFINITY);
    assert_true(ul_mufu_rcp_full(tiny) == INFINITY && ul_mufu_rcp_full(-INFINITY) == 0);
    assert_true(ul_mufu_rsqrt_full(0x1p-148f) == 0x1p+74f && ul_mufu_rsqrt(0x1p-148f) == INFINITY);
    assert_true(ul_mufu_sqrt_full(0x1p-148f) == 0x1p-74f && ul_mufu_sqrt(0x1p-148f) == 0);
    assert_true(ul_mufu_exp2_full(-149) == tiny && ul_mufu_exp2(-149) == 0);
    assert_true(ul_mufu_exp2_full(-150) == 0 && ul_mufu_exp2_full(128) == INFINITY);
    assert_true(ul_mufu_log2_full(tiny) == -149 && ul_mufu_log2(tiny) == -INFINITY);
    assert_true(isnan(ul_mufu_log2_full(-1)) && isnan(ul_mufu_sqrt_full(-1)) && isnan(ul_mufu_rcp_full(NAN)));
}

int main(int argc, char **argv)
{
    all = argc > 1 && !strcmp(argv[1], "--all");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_unit_has_the_bits_of_an_h200),
        cmocka_unit_test(the_full_forms_keep_subnormals),
    };
    return cmocka_run_group_tests(tests, read_recorded, NULL);
}
