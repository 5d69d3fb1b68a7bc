/* Fingerprints against their definition, computed here result by result: floats by block, halves, tuples,
 * several results. A function that differs from another in one result is found by the hashes alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "fingerprint.h"
#include "fingerprint_file.h"
#include "hash.h"
#include "subject.h"
#include "value.h"

enum { FUNCTIONS = 6, THREADS = 3 };

/* Functions of their arguments' bits, so that their results can be told without them. */
static const char text[] =
    "ul_fn float negated(float x) { return ul_bits_float(ul_float_bits(x) ^ 0x80000000u); }\n"
    "/* ulparity\n * signature  float(float)\n * reference  -x\n */\n"
    "ul_fn float flipped(float x) { ul_uint b = ul_float_bits(x) ^ 0x80000000u;\n"
    "    return ul_bits_float(b ^ (ul_uint)(b == 0xbf123456u)); }\n"
    "/* ulparity\n * signature  float(float)\n * reference  -x\n */\n"
    "ul_fn float parts(float x, ul_int *e)\n"
    "{ *e = (ul_int)(ul_float_bits(x) >> 23); return ul_bits_float(ul_float_bits(x) & 0x7fffff); }\n"
    "/* ulparity\n * signature  float(float, int*)\n * reference  x; x\n */\n"
    "ul_fn ul_half hashed(ul_half x) { return (ul_half)(x * 3u); }\n"
    "/* ulparity\n * signature  half(half)\n * reference  x\n */\n"
    "ul_fn double mixed(double x, float y, ul_int n)\n"
    "{ return ul_bits_double(ul_double_bits(x) * 3u + ul_float_bits(y) + (ul_ulong)(ul_uint)n); }\n"
    "/* ulparity\n * signature  double(double, float, int)\n * reference  x\n */\n"
    "ul_fn double mixed_once(double x, float y, ul_int n)\n"
    "{ ul_ulong b = ul_double_bits(x) * 3u + ul_float_bits(y) + (ul_ulong)(ul_uint)n;\n"
    "    return ul_bits_double(b == FLIP ? b + 5 : b); }\n"
    "/* ulparity\n * signature  double(double, float, int)\n * reference  x\n */\n";

enum { NEGATED, FLIPPED, PARTS, HASHED, MIXED, MIXED_ONCE };

static struct ul_catalogue catalogue;
static const struct ul_subject *subject[FUNCTIONS];
static struct ul_runner *runner;

/* --- The definition, once more --- */

static uint64_t z_of(uint64_t y, uint64_t place)
{
    uint64_t z = y * 0x9E3779B97F4A7C15 ^ (place + 1) * 0xC2B2AE3D27D4EB4F;
    z ^= z >> 29;
    z *= 0xBF58476D1CE4E5B9;
    return z ^ z >> 32;
}

static uint32_t one_nan(uint32_t b)
{
    return (b & 0x7fffffff) > 0x7f800000 ? 0x7fffffff : b;
}

static uint64_t negated_hash(uint32_t block)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < 1u << 23; i++)
        sum += z_of(one_nan((block << 23 | i) ^ 0x80000000), i);
    return sum;
}

static uint64_t parts_hash(uint32_t block)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < 1u << 23; i++)
        sum += z_of(i, i) + z_of(block, i + ((uint64_t)1 << 32));
    return sum;
}

static uint64_t halves_hash(void)
{
    uint64_t fnv = 0xcbf29ce484222325;
    for (uint32_t b = 0; b < 65536; b++) {
        uint32_t y = b * 3 & 0xffff;
        y = (y & 0x7fff) > 0x7c00 ? 0x7fff : y;
        fnv = (fnv ^ (y & 255)) * 0x100000001b3;
        fnv = (fnv ^ y >> 8) * 0x100000001b3;
    }
    return fnv;
}

static uint64_t finalised(uint64_t x)
{
    x ^= x >> 30;
    x *= 0xBF58476D1CE4E5B9;
    x ^= x >> 27;
    x *= 0x94D049BB133111EB;
    return x ^ x >> 31;
}

static uint64_t drawn(uint64_t block, uint64_t i, uint64_t argument)
{
    return finalised(finalised(16 * argument + 1) + (block * (1 << 22) + i + 1) * 0x9E3779B97F4A7C15);
}

static uint64_t mixed_argument(uint64_t block, uint64_t i, int a)
{
    static const uint64_t special_double[] = {0,
                                              1,
                                              0x0010000000000000,
                                              0x3fe0000000000000,
                                              0x3ff0000000000000,
                                              0x4000000000000000,
                                              0x7fefffffffffffff,
                                              0x7ff0000000000000};
    static const uint32_t special_float[] = {0,          1,          0x00800000, 0x3f000000,
                                             0x3f800000, 0x40000000, 0x7f7fffff, 0x7f800000};
    static const uint32_t special_int[] = {0, 1, 2, 8, 31, 32, 63, 0x80000000};
    const uint64_t z = drawn(block, i, (uint64_t)a), which = z >> 60 & 7, other = z >> 63;
    if (block >= 4)
        return a == 0   ? (z & 0x800fffffffffffff) | (1023 - 8 + (z >> 52 & 15)) << 52
               : a == 1 ? (z >> 32 & 0x807fffff) | (127 - 8 + (z >> 55 & 15)) << 23
                        : (uint32_t)((z >> 32) * 129 / ((uint64_t)1 << 32)) - 64;
    if (block == 0 && (i >> 3 * a & 7) == 0)
        return a == 0   ? special_double[which] | other << 63
               : a == 1 ? special_float[which] | other << 31
                        : special_int[which] ^ (other ? 0xffffffff : 0);
    return a == 0 ? z : z >> 32;
}

static uint64_t mixed_bits(uint64_t block, uint64_t i)
{
    const uint64_t n = (uint32_t)mixed_argument(block, i, 2);
    return mixed_argument(block, i, 0) * 3 + mixed_argument(block, i, 1) + n;
}

static uint64_t mixed_hash(uint64_t block)
{
    uint64_t sum = 0;
    for (uint64_t i = 0; i < 1 << 22; i++) {
        uint64_t y = mixed_bits(block, i);
        sum += z_of((y & INT64_MAX) > 0x7ff0000000000000 ? INT64_MAX : y, i);
    }
    return sum;
}

/* --- The program's --- */

static void hash_of(int k, const int *block, int blocks, uint64_t *hash)
{
    struct ul_line why = {""};
    struct ul_text log = {0};
    bool ok = ul_fingerprint(runner, k, &subject[k]->signature, THREADS, block, blocks, hash, &log, &why);
    if (!ok)
        print_error("%s\n%s\n", why.text, log.data ? log.data : "");
    assert_true(ok);
}

static void a_hash_is_what_its_definition_says(void **state)
{
    (void)state;
    const int float_block[] = {126, 511, 0}, tuple_block[] = {4, 0, 3};
    uint64_t hash[3];
    hash_of(NEGATED, float_block, 3, hash);
    for (int b = 0; b < 3; b++)
        assert_int_equal(hash[b], negated_hash((uint32_t)float_block[b]));
    hash_of(PARTS, float_block, 3, hash);
    for (int b = 0; b < 3; b++)
        assert_int_equal(hash[b], parts_hash((uint32_t)float_block[b]));
    hash_of(HASHED, float_block, 3, hash); /* one, whatever the list */
    assert_int_equal(hash[0], halves_hash());
    hash_of(MIXED, tuple_block, 3, hash);
    for (int b = 0; b < 3; b++)
        assert_int_equal(hash[b], mixed_hash((uint64_t)tuple_block[b]));
}

static void arguments_can_be_named(void **state)
{
    (void)state;
    const struct ul_signature *s = &subject[MIXED]->signature;
    for (int block = 0; block < 8; block++)
        for (uint64_t i = 0; i < 1000; i++)
            for (int a = 0; a < 3; a++)
                assert_int_equal(ul_fingerprint_argument(s, block, i, a, 0),
                                 mixed_argument((uint64_t)block, i, a));
    struct ul_signature half2;
    assert_true(ul_signature_parse("half2(half2)", &half2, NULL));
    bool seen[65536] = {false};
    for (uint64_t i = 0; i < 65536; i++)
        seen[ul_fingerprint_argument(&half2, 0, i, 0, 1)] = true;
    for (int b = 0; b < 65536; b++)
        assert_true(seen[b]);
}

static bool solve(int k, int block, uint64_t theirs, uint64_t ours, struct ul_difference *d)
{
    struct ul_line why = {""};
    bool found = false;
    assert_true(
        ul_fingerprint_solve(runner, k, &subject[k]->signature, block, theirs - ours, d, &found, &why));
    return found;
}

static void one_differing_result_is_solved_for(void **state)
{
    (void)state;
    const int block = 126, tuple = 1;
    struct ul_difference d;
    uint64_t ours, theirs;
    hash_of(NEGATED, &block, 1, &ours);
    hash_of(FLIPPED, &block, 1, &theirs);
    assert_true(ours != theirs && solve(NEGATED, block, theirs, ours, &d));
    assert_int_equal(d.input, 0x3f123456 & 0x7fffff);
    assert_int_equal(d.ours, 0xbf123456);
    assert_int_equal(d.theirs, 0xbf123457);
    hash_of(MIXED, &tuple, 1, &ours);
    hash_of(MIXED_ONCE, &tuple, 1, &theirs);
    assert_true(ours != theirs && solve(MIXED, tuple, theirs, ours, &d));
    assert_int_equal(d.input, 1234567);
    assert_int_equal(d.theirs, d.ours + 5);
    assert_false(solve(MIXED, tuple, theirs + 12345, ours, &d));
}

static void sums_are_the_same_by_any_loop(void **state)
{
    (void)state;
    enum { N = 1000 };
    uint64_t room[2 * N];
    for (uint64_t k = 0; k < 2 * N; k++)
        room[k] = k % 5 ? finalised(k) : UINT64_MAX >> k % 64;
    for (enum ul_type t = UL_VOID + 1; t < UL_TYPE_COUNT; t++)
        for (int stride = 1; stride <= 2; stride++) {
            uint64_t sum = 0;
            for (uint64_t k = 0; k < N; k++) {
                uint64_t y = 0;
                const size_t bytes = (size_t)ul_types[t].bytes;
                memcpy(&y, (const char *)room + bytes * k * (size_t)stride, bytes);
                sum += z_of(t == UL_BOOL ? y != 0 : ul_value_is_nan(t, y) ? ul_value_nan(t) : y, 7 + k);
            }
            assert_int_equal(ul_hash_sum(t, room, stride, N, 7), sum);
        }
}

/* --- Files --- */

static bool read_text(const char *content, struct ul_fingerprint_file *f, struct ul_line *why)
{
    char path[] = "/tmp/ulparity-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0 && write(fd, content, strlen(content)) == (ssize_t)strlen(content));
    close(fd);
    bool ok = ul_fingerprint_file_read(f, path, why);
    unlink(path);
    return ok;
}

static void files_hold_what_their_headers_say(void **state)
{
    (void)state;
    struct ul_fingerprint_file f;
    struct ul_line why = {""};
    struct ul_signature one, two;
    const char *hash[UL_MAX_HASHES];
    assert_true(ul_signature_parse("float(float)", &one, NULL));
    assert_true(ul_signature_parse("float(float, float)", &two, NULL));
    assert_true(read_text("# a device 7-9,3\nf -ftz=true 01234567 1111 2222 33334444\ng - 5555 6666\n"
                          "# 0\nf -ftz=true 7777\nh - 1111 2222\n",
                          &f, &why));
    assert_true(ul_fingerprint_file_find(&f, "f", "-ftz=true", &one, hash, &why));
    assert_string_equal(hash[7], "01234567");
    assert_string_equal(hash[3], "33334444");
    assert_string_equal(hash[0], "7777");
    assert_null(hash[1]);
    assert_true(ul_fingerprint_file_find(&f, "g", "-", &two, hash, &why));
    assert_string_equal(hash[3], "6666");
    assert_false(ul_fingerprint_file_find(&f, "f", "-", &one, hash, &why));
    assert_false(ul_fingerprint_file_find(&f, "h", "-", &one, hash, &why)); /* a hash too many */
    ul_fingerprint_file_free(&f);
    assert_false(read_text("# all\nf - 0123 xyz0\n", &f, &why));
    assert_non_null(strstr(why.text, ":2: it reads: name, flags, hashes"));
    ul_fingerprint_file_free(&f);
    assert_false(read_text("# a device all\n\n", &f, &why));
    assert_non_null(strstr(why.text, ": it has no fingerprints"));
    ul_fingerprint_file_free(&f);
}

/* --- Set-up --- */

static bool choose(const char *path)
{
    struct ul_line why = {""};
    bool *chosen = NULL;
    int n = 0;
    bool ok = ul_catalogue_choose(&catalogue, path, &chosen, &why);
    if (!ok)
        print_error("%s\n", why.text);
    for (int i = 0; ok && i < catalogue.count && n < FUNCTIONS; i++)
        if (chosen[i])
            subject[n++] = &catalogue.subject[i];
    free(chosen);
    return n == FUNCTIONS;
}

static int set_up(void **state)
{
    (void)state;
    char path[] = "/tmp/ulparity-XXXXXX";
    char *whole = ul_strdup(text), *flip = strstr(whole, "FLIP");
    char *written = ul_format("%.*s0x%llxu%s", (int)(flip - whole), whole,
                              (unsigned long long)mixed_bits(1, 1234567), flip + strlen("FLIP"));
    struct ul_line why = {""};
    static struct ul_place place = {.backend = "host", .device = {.id = "host", .is_cpu = true}};
    int fd = mkstemp(path);
    bool ok = fd >= 0 && write(fd, written, strlen(written)) == (ssize_t)strlen(written) &&
              ul_catalogue_load(&catalogue, &why) && choose(path);
    close(fd);
    unlink(path);
    free(whole);
    free(written);
    struct ul_runner_setup setup = {
        .place = &place, .flags = "", .approx = "mufu", .timeout = 60, .by_index = ul_fingerprint_by_index};
    runner = ok ? ul_runner_open(&setup, subject, FUNCTIONS, &why) : NULL;
    return runner ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    ul_runner_close(runner);
    ul_catalogue_free(&catalogue);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc > 1 && !strcmp(argv[1], "--worker"))
        return ul_worker_main(argc, argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hash_is_what_its_definition_says), cmocka_unit_test(arguments_can_be_named),
        cmocka_unit_test(one_differing_result_is_solved_for), cmocka_unit_test(sums_are_the_same_by_any_loop),
        cmocka_unit_test(files_hold_what_their_headers_say),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
