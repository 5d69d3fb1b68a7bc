/* Counting instructions: what nvdisasm 13.5 printed of our own functions (sass/), and texts made up. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cuda/sass.h"

static char *read_file(const char *name)
{
    struct ul_text t = {0};
    char block[4096];
    char *path = ul_format("%s/conformance/tests/sass/%s", UL_SOURCE_DIR, name);
    FILE *f = fopen(path, "r");
    if (!f)
        fail_msg("%s is not there", path);
    for (size_t n; (n = fread(block, 1, sizeof block, f)) > 0;)
        ul_text_put(&t, block, n);
    fclose(f);
    free(path);
    return t.data;
}

static void counts(const char *text, const char *function, int instructions, int called, const int *of)
{
    struct ul_line why = {""};
    struct ul_sass_count c;
    struct ul_sass *s = ul_sass_parse(text, &why);
    if (!s || !ul_sass_count(s, function, &c, &why))
        fail_msg("%s: %s", function, why.text);
    assert_int_equal(c.instructions, instructions);
    assert_int_equal(c.called, called);
    int sum = 0;
    for (int k = 0; k < UL_SASS_CLASSES; k++) {
        if (of && c.of[k] != of[k])
            fail_msg("%s: %d %s, not %d", function, c.of[k], ul_sass_class_names[k], of[k]);
        sum += c.of[k];
    }
    assert_int_equal(sum, instructions);
    ul_sass_free(s);
}

/* By hand, from the recorded texts. */
static void test_recorded(void **state)
{
    (void)state;
    static const struct {
        const char *file, *function;
        int instructions, called, of[UL_SASS_CLASSES];
    } rows[] = {
        {"acosf_harley.sm_89.txt", "c0", 8, 0, {[UL_SASS_MUFU] = 1, [UL_SASS_FP32] = 4, [UL_SASS_OTHER] = 3}},
        {"hexpm1.sm_89.txt",
         "c0",
         19,
         0,
         {[UL_SASS_MUFU] = 2,
          [UL_SASS_FP32] = 8,
          [UL_SASS_HALF] = 1,
          [UL_SASS_INTEGER] = 1,
          [UL_SASS_CONVERT] = 1,
          [UL_SASS_OTHER] = 6}},
        /* NOPs before it ends are run, and count. */
        {"sqrtf.sm_120.txt",
         "c0",
         21,
         23,
         {[UL_SASS_MUFU] = 1,
          [UL_SASS_FP32] = 4,
          [UL_SASS_INTEGER] = 2,
          [UL_SASS_BRANCH] = 7,
          [UL_SASS_OTHER] = 7}},
        {"sqrtf.sm_120.txt",
         "__cuda_sm20_sqrt_rn_f32_slowpath",
         23,
         0,
         {[UL_SASS_MUFU] = 1,
          [UL_SASS_FP32] = 8,
          [UL_SASS_INTEGER] = 1,
          [UL_SASS_BRANCH] = 5,
          [UL_SASS_OTHER] = 8}},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        char *text = read_file(rows[k].file);
        counts(text, rows[k].function, rows[k].instructions, rows[k].called, rows[k].of);
        free(text);
    }
}

static void test_classes(void **state)
{
    (void)state;
    static const struct {
        const char *opcode;
        enum ul_sass_class class;
    } rows[] = {
        {"MUFU.RCP64H", UL_SASS_MUFU},
        {"FFMA.FTZ", UL_SASS_FP32},
        {"FADD", UL_SASS_FP32},
        {"FSETP.GT.AND", UL_SASS_OTHER},
        {"FSEL", UL_SASS_OTHER},
        {"DFMA", UL_SASS_FP64},
        {"DEPBAR.LE", UL_SASS_OTHER},
        {"HADD2.F32", UL_SASS_HALF},
        {"HFMA2.BF16_V2", UL_SASS_HALF},
        {"IMAD.MOV.U32", UL_SASS_INTEGER},
        {"LOP3.LUT", UL_SASS_INTEGER},
        {"UIADD3", UL_SASS_INTEGER},
        {"UMOV", UL_SASS_OTHER},
        {"U", UL_SASS_OTHER},
        {"F2F.F16.F32", UL_SASS_CONVERT},
        {"FRND.TRUNC", UL_SASS_CONVERT},
        {"ULDC.64", UL_SASS_MEMORY},
        {"LDG.E", UL_SASS_MEMORY},
        {"BRA", UL_SASS_BRANCH},
        {"BSYNC.RECONVERGENT", UL_SASS_BRANCH},
        {"RET.ABS.NODEC", UL_SASS_BRANCH},
        {"FROBNICATE", UL_SASS_OTHER},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        if (ul_sass_class_of(rows[k].opcode) != rows[k].class)
            fail_msg("%s is %s", rows[k].opcode, ul_sass_class_names[ul_sass_class_of(rows[k].opcode)]);
}

#define SECTION(name) "\t.section\t.text." name ",\"ax\",@progbits\n" name ":\n.text." name ":\n"
#define RET           "        /*0fe0*/                   RET.ABS.NODEC R20 0x0 ;\n"
#define FADD          "        /*0000*/              @!P0 FADD R4, R4, 1 ;\n"
#define STOP          ".L_x_9:\n        /*0ff0*/                   BRA `(.L_x_9);\n"
#define NOP           "        /*1000*/                   NOP;\n"
#define CALL(name)    "        /*0010*/                   CALL.REL.NOINC `(" name ") ;\n"

/* One return is left out; what fills up, too. */
static void test_ends(void **state)
{
    (void)state;
    counts(SECTION("f") FADD RET STOP NOP NOP, "f", 1, 0, NULL);
    counts(SECTION("f") FADD RET, "f", 1, 0, NULL);
    counts(SECTION("f") RET STOP NOP, "f", 0, 0, NULL); /* the identity */
    counts(SECTION("f") FADD RET FADD RET STOP, "f", 3, 0, NULL);
    counts(SECTION("f") FADD "        /*0010*/               @P0 RET.REL.NODEC R20 `(f) ;\n" FADD RET STOP,
           "f", 3, 0, NULL);
    /* A branch elsewhere, after the return, is code. */
    counts(SECTION("f") ".L_x_1:\n" FADD RET "        /*0020*/     BRA `(.L_x_1) ;\n" STOP NOP, "f", 2, 0,
           NULL);
    counts(SECTION("f") ".L_x_1:\n" FADD RET "        /*0020*/     BRA `(.L_x_1) ;\n", "f", 2, 0, NULL);
    /* A loop that has no end is none of the filling. */
    counts(SECTION("f") ".L_x_1:\n        /*0000*/  BRA `(.L_x_1);\n" FADD RET, "f", 2, 0, NULL);
}

/* Each function once, whoever calls it, and whether it calls itself or its caller. */
static void test_calls(void **state)
{
    (void)state;
    static const char text[] = SECTION("h") FADD FADD FADD CALL("h") RET STOP NOP SECTION("g") FADD CALL("h")
        CALL("f") RET STOP SECTION("f") CALL("g") CALL("h") CALL("g") RET STOP;
    counts(text, "f", 3, 3 + 4, NULL);
    counts(text, "h", 4, 0, NULL);
}

static void refused(const char *text, const char *function, const char *reason)
{
    struct ul_line why = {""};
    struct ul_sass_count c;
    struct ul_sass *s = ul_sass_parse(text, &why);
    assert_false(s && ul_sass_count(s, function, &c, &why));
    if (!strstr(why.text, reason))
        fail_msg("'%s', not '%s'", why.text, reason);
    ul_sass_free(s);
}

static void test_refused(void **state)
{
    (void)state;
    refused("", "f", "no function 'f'");
    refused(SECTION("g") FADD RET, "f", "no function 'f'");
    refused(SECTION("f"), "f", "'f' is empty");
    refused(FADD, "f", "line 1: an instruction outside of a function");
    refused(SECTION("f") "        /*0000*/ 0x12345 ;\n", "f", "line 4: no instruction: '0x12345 ;'");
    refused(SECTION("f") CALL("vprintf") RET, "f", "f calls what is not in its code: vprintf");
    refused(SECTION("f") "        /*0000*/ CALL.ABS R2 ;\n" RET, "f", "f calls what is not in its code: ?");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_recorded), cmocka_unit_test(test_classes), cmocka_unit_test(test_ends),
        cmocka_unit_test(test_calls),    cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests_name("sass", tests, NULL, NULL);
}
