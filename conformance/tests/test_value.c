/* Reading, printing and ordering of values, against the C library where it knows the type and against
 * exhaustive round trips where it does not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "value.h"

static ul_bits parse(enum ul_type t, const char *text)
{
    struct ul_line why;
    ul_bits b = 0;
    if (!ul_value_parse(t, text, &b, &why))
        fail_msg("%s", why.text);
    return b;
}

static void assert_prints(enum ul_type t, ul_bits b, const char *expected)
{
    char text[UL_VALUE_ROOM];
    assert_string_equal(ul_value_print(t, b, text), expected);
}

static ul_bits float_bits(float x)
{
    uint32_t b;
    memcpy(&b, &x, sizeof b);
    return b;
}

static ul_bits double_bits(double x)
{
    uint64_t b;
    memcpy(&b, &x, sizeof b);
    return b;
}

static void every_half_and_bfloat16_round_trips(void **state)
{
    (void)state;
    char text[UL_VALUE_ROOM];
    for (ul_bits b = 0; b < 0x10000; b++)
        for (enum ul_type t = UL_HALF; t <= UL_BFLOAT16; t++) {
            ul_value_print(t, b, text);
            assert_int_equal(parse(t, text), ul_value_canonical(t, b));
            if (!ul_value_is_nan(t, b) && !(ul_value_is_zero(t, b) && ul_value_is_negative(t, b)))
                assert_int_equal(ul_value_from_ordinal(t, ul_value_ordinal(t, b)), b);
        }
}

/* strtof, strtod round decimals and hexfloats once: an independent reading. */
static void floats_and_doubles_agree_with_the_c_library(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int i = 0; i < 200000; i++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        uint64_t random = seed ^ (seed >> 29);
        double x;
        memcpy(&x, &random, sizeof x);
        if (!isfinite(x))
            continue;
        char text[64];
        snprintf(text, sizeof text, i & 1 ? "%.20e" : "%a", x);
        assert_int_equal(parse(UL_DOUBLE, text), double_bits(strtod(text, NULL)));
        x = ldexp(x, -ilogb(x) + (int)(random % 340) - 190);
        snprintf(text, sizeof text, i & 1 ? "%.9e" : "%a", x);
        assert_int_equal(parse(UL_FLOAT, text), float_bits(strtof(text, NULL)));
        char again[UL_VALUE_ROOM];
        ul_value_print(UL_FLOAT, float_bits((float)x), again);
        assert_int_equal(float_bits(strtof(again, NULL)), float_bits((float)x));
        ul_value_print(UL_DOUBLE, random, again);
        assert_int_equal(double_bits(strtod(again, NULL)), random);
    }
}

static void decimals_round_once(void **state)
{
    (void)state;
    /* At the tie 1 + 2^-11 of half, and just above it: by way of float both would go down to even. */
    assert_int_equal(parse(UL_HALF, "1.00048828125"), 0x3c00);
    assert_int_equal(parse(UL_HALF, "1.000488281250000000001"), 0x3c01);
    assert_int_equal(parse(UL_HALF, "1.00146484375"), 0x3c02);
    assert_int_equal(parse(UL_BFLOAT16, "1.00390625"), 0x3f80);
    assert_int_equal(parse(UL_BFLOAT16, "1.0039062500000000000000001"), 0x3f81);
    /* Half the smallest subnormal goes to zero, a little more to it; signs are kept. */
    assert_int_equal(parse(UL_HALF, "0x1p-25"), 0);
    assert_int_equal(parse(UL_HALF, "-0x1p-25"), 0x8000);
    assert_int_equal(parse(UL_HALF, "0x1.0000000000000001p-25"), 1);
    assert_int_equal(parse(UL_HALF, "-1e-99999999999999999999"), 0x8000);
    assert_int_equal(parse(UL_FLOAT, "0x1.8p-149"), 2);
    assert_int_equal(parse(UL_FLOAT, "0x1.7ffffffffffp-149"), 1);
    assert_int_equal(parse(UL_DOUBLE, "0x1.ffffffffffffffp-1023"), 0x10000000000000);
    /* 65520 is the tie between the largest half and 65536. */
    assert_int_equal(parse(UL_HALF, "65519.999"), 0x7bff);
    assert_int_equal(parse(UL_HALF, "65520"), 0x7c00);
    assert_int_equal(parse(UL_FLOAT, "1e99999999999999999999"), 0x7f800000);
    assert_int_equal(parse(UL_FLOAT, "-.5e1"), float_bits(-5));
}

static void special_values(void **state)
{
    (void)state;
    assert_int_equal(parse(UL_FLOAT, "inf"), 0x7f800000);
    assert_int_equal(parse(UL_FLOAT, "-inf"), 0xff800000);
    assert_int_equal(parse(UL_DOUBLE, "nan"), 0x7fffffffffffffff);
    assert_int_equal(parse(UL_BFLOAT16, "nan"), 0x7fff);
    assert_int_equal(parse(UL_HALF, "bits:b76e"), 0xb76e);
    assert_int_equal(parse(UL_FLOAT, "bits:ffffffff"), 0xffffffff);
    assert_prints(UL_FLOAT, 1, "0x1p-149");
    assert_prints(UL_FLOAT, 0x7fffff, "0x1.fffffcp-127");
    assert_prints(UL_FLOAT, 0x80000000, "-0x0p+0");
    assert_prints(UL_FLOAT, 0xffc12345, "nan");
    assert_prints(UL_FLOAT, 0xff800000, "-inf");
    assert_prints(UL_HALF, 0xb76e, "-0x1.db8p-2");
    assert_prints(UL_DOUBLE, 1, "0x1p-1074");
    assert_prints(UL_BFLOAT16, 0x4049, "0x1.92p+1");
    assert_int_equal(ul_value_canonical(UL_FLOAT, 0xffc00001), 0x7fffffff);
    assert_int_equal(ul_value_largest(UL_HALF), 0x7bff);
    assert_int_equal(ul_value_ordinal(UL_FLOAT, 0x80000000), 0);
    assert_int_equal(ul_value_ordinal(UL_FLOAT, 0x80000001), -1);
    assert_int_equal(ul_value_ordinal(UL_HALF, 0x7c00), 0x7c00);
    assert_true(ul_value_is_subnormal(UL_HALF, 0x83ff));
    assert_false(ul_value_is_subnormal(UL_HALF, 0x0400));
    assert_false(ul_value_is_subnormal(UL_HALF, 0x8000));
    assert_true(ul_value_is_zero(UL_DOUBLE, 0x8000000000000000));
}

static void integers(void **state)
{
    (void)state;
    assert_int_equal(parse(UL_INT, "-7"), 0xfffffff9);
    assert_int_equal(parse(UL_INT, "-2147483648"), 0x80000000);
    assert_int_equal(parse(UL_ULONG, "18446744073709551615"), UINT64_MAX);
    assert_int_equal(parse(UL_UINT, "-0"), 0);
    assert_prints(UL_CHAR, 0xff, "-1");
    assert_prints(UL_ULONG, UINT64_MAX, "18446744073709551615");
    assert_prints(UL_LONG, 1ULL << 63, "-9223372036854775808");
    assert_int_equal(ul_value_ordinal(UL_SHORT, 0x8000), -32768);
    assert_int_equal(ul_value_from_ordinal(UL_SHORT, -2), 0xfffe);
}

static void malformed_texts_are_refused_with_a_reason(void **state)
{
    (void)state;
    static const struct {
        enum ul_type type;
        const char *text, *reason;
    } rows[] = {
        {UL_FLOAT, "", "no float"},
        {UL_FLOAT, "0x", "no float"},
        {UL_FLOAT, "1.5f", "no float"},
        {UL_FLOAT, "1e", "no float"},
        {UL_FLOAT, " 1", "no float"},
        {UL_FLOAT, "0b11", "no float"},
        {UL_FLOAT, "@inf@", "no float"},
        {UL_FLOAT, "1,5", "no float"},
        {UL_HALF, "bits:12345", "more bits"},
        {UL_HALF, "bits:", "hexadecimal"},
        {UL_HALF, "bits:xyz", "hexadecimal"},
        {UL_INT, "2147483648", "out of the range"},
        {UL_UINT, "-1", "out of the range"},
        {UL_INT, "1.5", "no int"},
        {UL_CHAR, "-129", "out of the range"},
        {UL_ULONG, "18446744073709551616", "out of the range"},
        {UL_INT, "-", "no int"},
        {UL_DOUBLE, "bits:11112222333344445", "more bits"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct ul_line why = {""};
        ul_bits b;
        assert_false(ul_value_parse(rows[i].type, rows[i].text, &b, &why));
        if (!strstr(why.text, rows[i].reason))
            fail_msg("'%s': %s", rows[i].text, why.text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_half_and_bfloat16_round_trips),
        cmocka_unit_test(floats_and_doubles_agree_with_the_c_library),
        cmocka_unit_test(decimals_round_once),
        cmocka_unit_test(special_values),
        cmocka_unit_test(integers),
        cmocka_unit_test(malformed_texts_are_refused_with_a_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
