/* What pictures are drawn from: errors as two letters, runs, the block of a value. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "reports/picture.h"

static void packs(const char *blocks, const char *want)
{
    struct ul_text t = {0};
    json_t *j = json_loads(blocks, 0, NULL);
    ul_picture_add(&t, j);
    assert_string_equal(t.data, want);
    json_decref(j);
    ul_text_free(&t);
}

/* 2 + 60 (log2(1) + 20) is 18 * 64 + 50: "Sy". */
static void test_codes(void **state)
{
    (void)state;
    packs("[null]", "AA");
    packs("[0]", "AB");
    packs("[1]", "Sy");
    packs("[2]", "Tu");
    packs("[1e-300]", "AC");
    packs("[1e300]", "9y");
    packs("[\"inf\"]", "__");
}

static void test_runs(void **state)
{
    (void)state;
    packs("[1,1]", "Sy.A");
    packs("[null,null,null,0,1]", "AA.BABSy");
    struct ul_text t = {0};
    json_t *j = json_array();
    for (int k = 0; k < 512; k++)
        json_array_append_new(j, json_null());
    ul_picture_add(&t, j);
    assert_string_equal(t.data, "AA._AA._AA._AA._AA._AA._AA._AA.3"); /* 7 * 65 + 57 */
    json_decref(j);
    ul_text_free(&t);
}

static void test_blocks(void **state)
{
    (void)state;
    assert_int_equal(ul_picture_block(UL_FLOAT, "0x0p+0"), 0);
    assert_int_equal(ul_picture_block(UL_FLOAT, "0x1p+0"), 127);
    assert_int_equal(ul_picture_block(UL_FLOAT, "-0x1p+0"), 256 + 127);
    assert_int_equal(ul_picture_block(UL_HALF, "0x1.2p+0"), 15 * 8 + 1);
    assert_int_equal(ul_picture_block(UL_DOUBLE, "inf"), 255);
    assert_int_equal(ul_picture_block(UL_INT, "-1"), 511);
    assert_int_equal(ul_picture_block(UL_UCHAR, "255"), -1);
    assert_int_equal(ul_picture_block(UL_FLOAT, NULL), -1);
    assert_int_equal(ul_picture_type("float(half, int)"), UL_HALF);
    assert_int_equal(ul_picture_type("float(uchar)"), UL_VOID);
    assert_int_equal(ul_picture_type("half2(half2)"), UL_VOID);
    assert_int_equal(ul_picture_type("nothing"), UL_VOID);
    assert_int_equal(ul_picture_type(""), UL_VOID);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_codes),
        cmocka_unit_test(test_runs),
        cmocka_unit_test(test_blocks),
    };
    return cmocka_run_group_tests_name("picture", tests, NULL, NULL);
}
