/* Broken PTX through all that follows: cut, without a line, with a line or a word twice, it is read or
 * refused with its line; an instruction that nobody knows is told with its line. The kernel is one as NVRTC
 * writes them: a table, a loop, a local array, a function that is called. */
#include "ptx_test.h"

static const char kernel[] =
    ".version 9.0\n.target sm_90\n.address_size 64\n"
    ".global .align 4 .b8 table[16] = {219, 15, 73, 64, 0, 0, 128, 63, 0, 0, 0, 63, 171, 170, 42, 62};\n"
    ".func (.param .b32 func_retval0) scale(.param .b32 scale_param_0, .param .b32 scale_param_1)\n"
    "{\n"
    ".reg .f32 %f<4>;\n"
    "ld.param.f32 %f1, [scale_param_0];\n"
    "ld.param.f32 %f2, [scale_param_1];\n"
    "mul.f32 %f3, %f1, %f2;\n"
    "st.param.f32 [func_retval0+0], %f3;\n"
    "ret;\n"
    "}\n"
    ".visible .entry k0(\n"
    ".param .u64 k0_param_0,\n"
    ".param .u64 k0_param_1,\n"
    ".param .u64 k0_param_2,\n"
    ".param .u32 k0_param_3,\n"
    ".param .u32 k0_param_4,\n"
    ".param .u32 k0_param_5\n"
    ")\n"
    "{\n"
    ".local .align 4 .b8 __local_depot0[16];\n"
    ".reg .b64 %SP, %SPL;\n"
    ".reg .pred %p<4>;\n"
    ".reg .b32 %r<20>;\n"
    ".reg .f32 %f<20>;\n"
    ".reg .b64 %rd<20>;\n"
    "mov.u64 %SPL, __local_depot0;\n"
    "ld.param.u64 %rd1, [k0_param_0];\n"
    "ld.param.u64 %rd2, [k0_param_1];\n"
    "ld.param.u32 %r1, [k0_param_3];\n"
    "mov.u32 %r2, %ctaid.x;\n"
    "mov.u32 %r3, %ntid.x;\n"
    "mov.u32 %r4, %tid.x;\n"
    "mad.lo.s32 %r5, %r2, %r3, %r4;\n"
    "setp.ge.u32 %p1, %r5, %r1;\n"
    "@%p1 bra $L__BB1_4;\n"
    "cvta.to.global.u64 %rd3, %rd1;\n"
    "cvta.to.global.u64 %rd4, %rd2;\n"
    "mul.wide.u32 %rd5, %r5, 4;\n"
    "add.s64 %rd6, %rd3, %rd5;\n"
    "ld.global.nc.f32 %f1, [%rd6];\n"
    "add.u64 %rd7, %SPL, 0;\n"
    "st.local.f32 [%rd7+4], %f1;\n"
    "mov.u64 %rd8, table;\n"
    "mov.u32 %r6, 0;\n"
    "mov.f32 %f2, 0f3F800000;\n"
    "$L__BB1_2:\n"
    "ld.global.nc.f32 %f3, [%rd8];\n"
    "mul.f32 %f4, %f2, %f1;\n"
    "sub.f32 %f2, %f3, %f4;\n"
    "add.s64 %rd8, %rd8, 4;\n"
    "add.s32 %r6, %r6, 1;\n"
    "setp.lt.u32 %p2, %r6, 4;\n"
    "@%p2 bra $L__BB1_2;\n"
    "{ // callseq 0, 0\n"
    ".param .b32 param0;\n"
    "st.param.f32 [param0+0], %f2;\n"
    ".param .b32 param1;\n"
    "st.param.f32 [param1+0], %f1;\n"
    ".param .b32 retval0;\n"
    "call.uni (retval0), scale, (param0, param1);\n"
    "ld.param.f32 %f5, [retval0+0];\n"
    "} // callseq 0\n"
    "ld.local.f32 %f6, [%rd7+4];\n"
    "div.full.f32 %f7, %f5, %f6;\n"
    "add.f32 %f8, %f7, 0f40000000;\n"
    "add.s64 %rd9, %rd4, %rd5;\n"
    "st.global.f32 [%rd9], %f8;\n"
    "$L__BB1_4:\n"
    "ret;\n"
    "}\n";

/* Reads, contracts and translates `length` bytes. A failure names a line. */
static bool takes(const char *text, size_t length)
{
    struct ul_line why = {""};
    struct ul_ptx_translation t = {0};
    char *copy = malloc(length + 1); /* its end is where a sanitizer sees a step beyond */
    struct ul_ptx_module *m = ul_ptx_parse(memcpy(copy, text, length), length, &why);
    bool ok = m && ul_ptx_contract(m, true, &why) && ul_ptx_translate(m, &t, &why);
    int line;
    if (!ok && sscanf(why.text, "line %d: %*c", &line) != 1)
        fail_msg("'%s' of: %.*s", why.text, (int)length, text);
    ul_text_free(&t.ir);
    ul_ptx_free(m);
    free(copy);
    return ok;
}

/* The kernel with bytes first .. end - 1 replaced. */
static bool takes_replaced(size_t first, size_t end, const char *by, size_t length)
{
    struct ul_text t = {0};
    ul_text_put(&t, kernel, first);
    ul_text_put(&t, by, length);
    ul_text_put(&t, kernel + end, strlen(kernel) - end);
    bool ok = takes(t.data, t.length);
    ul_text_free(&t);
    return ok;
}

static void whole(void **state)
{
    (void)state;
    assert_true(takes(kernel, strlen(kernel)));
}

static void cut(void **state)
{
    (void)state;
    const size_t entry = (size_t)(strstr(kernel, ".visible") - kernel);
    size_t end = strlen(kernel) - 1; /* the last newline may go */
    for (size_t n = 0; n < end; n++)
        if (takes(kernel, n))
            assert_in_range(n, 0, entry);
    assert_true(takes(kernel, end));
}

/* Every line, or word, is left out, and is there twice. */
static void each_piece(const char *separators, int least_refused)
{
    int refused = 0;
    for (size_t first = 0; kernel[first];) {
        size_t length = strcspn(kernel + first, separators) + 1, end = first + length;
        if (end > strlen(kernel))
            break;
        refused += !takes_replaced(first, end, "", 0);
        refused += !takes_replaced(first, first, kernel + first, length);
        first = end;
    }
    assert_true(refused >= least_refused);
}

static void lines(void **state)
{
    (void)state;
    each_piece("\n", 20);
}

static void words(void **state)
{
    (void)state;
    each_piece(" \n", 200);
}

/* Bytes that do not belong anywhere. */
static void strange_bytes(void **state)
{
    (void)state;
    static const char strange[] = {0, (char)0x80, (char)0xff, '\\', '#', '{', '}', '"', '/', '9'};
    for (size_t at = 0; kernel[at]; at++)
        for (size_t k = 0; k < sizeof strange; k++)
            takes_replaced(at, at + 1, &strange[k], 1);
}

/* Which instructions a text needs, and where: what the runtime lacks is told with that line. */
static void unknown_instruction(void **state)
{
    (void)state;
    const char *known = "mul.f32 %f3", *unknown = "frobnicate.rn.f32 %f3";
    const size_t at = (size_t)(strstr(kernel, known) - kernel);
    struct ul_text text = {0};
    struct ul_line why = {""};
    ul_text_add(&text, "%.*s%s%s", (int)at, kernel, unknown, kernel + at + strlen(known));
    struct ul_ptx_module *m = parse(text.data);
    struct ul_ptx_translation t;
    if (!ul_ptx_contract(m, true, &why) || !ul_ptx_translate(m, &t, &why))
        fail_msg("%s", why.text);
    int found = 0;
    for (int k = 0; k < t.uses; k++) {
        if (strcmp(t.use[k].function, "ptx_frobnicate_rn_f32"))
            continue;
        assert_string_equal(t.use[k].opcode, "frobnicate.rn.f32");
        assert_int_equal(t.use[k].line, 10);
        found++;
    }
    assert_int_equal(found, 1);
    ul_text_free(&t.ir);
    ul_ptx_free(m);
    ul_text_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole), cmocka_unit_test(cut),           cmocka_unit_test(lines),
        cmocka_unit_test(words), cmocka_unit_test(strange_bytes), cmocka_unit_test(unknown_instruction),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
