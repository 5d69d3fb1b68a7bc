/* Keys of PTX: what another release of NVRTC may write otherwise without another code, and what is another
 * code. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include "cuda/text_key.h"

#define HEAD  ".version 7.7\n.target sm_80\n.address_size 64\n"
#define TABLE ".const .align 4 .b8 table[8] = {1, 2, 3, 4, 5, 6, 7, 8};\n" /* of helper */
#define HELPER                                                                                               \
    ".func (.param .b32 func_retval0) helper(.param .b32 helper_param_0)\n{\n"                               \
    "ld.const.f32 %f1, [table];\nst.param.f32 [func_retval0+0], %f1;\nret;\n}\n"
#define KERNEL                                                                                               \
    ".visible .entry f(.param .u64 f_param_0)\n{\n.reg .f32 %f<3>;\nadd.rn.f32 %f2, %f1, 0f3F800000;\n"      \
    "call.uni (retval0), helper, (param0);\nret;\n}\n"
#define OTHER ".visible .entry other()\n{\nret;\n}\n"

static uint64_t key_of(const char *ptx)
{
    struct ul_line why = {""};
    uint64_t key = 0;
    if (!ul_ptx_key(ptx, "f", &key, &why))
        fail_msg("%s", why.text);
    return key;
}

static void is_same_code(void **state)
{
    (void)state;
    const uint64_t key = key_of(HEAD TABLE HELPER KERNEL);
    assert_true(key == key_of(".version 8.5\n.target sm_80\n.address_size 64\n" TABLE HELPER KERNEL));
    assert_true(key == key_of(HEAD HELPER OTHER KERNEL TABLE)); /* order; what f does not name */
    assert_true(key == key_of("// by another release\n" HEAD TABLE "/* of f */ " HELPER "\n\n" KERNEL));
    assert_true(key == key_of(HEAD ".const .align 4 .b8 t2[8] = {1, 2, 3, 4, 5, 6, 7, 8};\n"
                                   ".func (.param .b32 func_retval0) h2(.param .b32 h2_param_0)\n{\n"
                                   "ld.const.f32 %f1, [t2];\nst.param.f32 [func_retval0+0], %f1;\nret;\n}\n"
                                   ".visible .entry f(.param .u64 f_param_0)\n{\n.reg .f32 %f<3>;\n"
                                   "add.rn.f32 %f2, %f1, 0f3F800000;\ncall.uni (retval0), h2, (param0);\n"
                                   "ret;\n}\n"));
}

static void is_another_code(void **state)
{
    (void)state;
    const uint64_t key = key_of(HEAD TABLE HELPER KERNEL);
    /* an instruction of f, a number in it, an instruction and a number of what it names */
    static const char *const texts[] = {
        HEAD TABLE HELPER
        ".visible .entry f(.param .u64 f_param_0)\n{\n.reg .f32 %f<3>;\n"
        "add.rz.f32 %f2, %f1, 0f3F800000;\ncall.uni (retval0), helper, (param0);\nret;\n}\n",
        HEAD TABLE HELPER
        ".visible .entry f(.param .u64 f_param_0)\n{\n.reg .f32 %f<3>;\n"
        "add.rn.f32 %f2, %f1, 0f3F800001;\ncall.uni (retval0), helper, (param0);\nret;\n}\n",
        HEAD TABLE ".func (.param .b32 func_retval0) helper(.param .b32 helper_param_0)\n{\n"
                   "ld.const.f32 %f1, [table+4];\nst.param.f32 [func_retval0+0], %f1;\nret;\n}\n" KERNEL,
        HEAD ".const .align 4 .b8 table[8] = {1, 2, 3, 4, 5, 6, 7, 9};\n" HELPER KERNEL,
    };
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
        assert_true(key != key_of(texts[k]));
}

static void is_refused(void **state)
{
    (void)state;
    static const char *const texts[] = {"", HEAD OTHER,
                                        HEAD ".visible .entry f(.param .u64 f_param_0)\n{\nret;\n"};
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        struct ul_line why = {""};
        uint64_t key;
        assert_false(ul_ptx_key(texts[k], "f", &key, &why));
        assert_true(why.text[0]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(is_same_code), cmocka_unit_test(is_another_code),
                                       cmocka_unit_test(is_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
