/* The library that holds LLVM: IR in, native code out; what is wrong comes back as a line. Skipped where it
 * is not built. */
#include "ptx_test.h"

static const struct ul_llvm *llvm;

static const char declarations[] = "declare i32 @ptx_fma_rn_f32(i32, i32, i32)\n"
                                   "declare i32 @ptx_add_f32(i32, i32)\n"
                                   "declare zeroext i1 @ptx_setp_lt_f32(i32, i32)\n";

/* An entry whose loop's body makes %r of %x, the i-th of `in`, and may store a second result at %q2. */
static void put_entry(struct ul_text *ir, const char *name, const char *body)
{
    ul_text_add(ir,
                "define void @%s(ptr noalias %%in, ptr noalias %%out, i64 %%base, i32 %%first, i32 %%end, "
                "i32 %%capacity) {\n"
                "  br label %%loop\n"
                "loop:\n"
                "  %%i = phi i32 [%%first, %%0], [%%n, %%loop]\n"
                "  %%j = zext i32 %%i to i64\n"
                "  %%c = zext i32 %%capacity to i64\n"
                "  %%k = add i64 %%j, %%c\n"
                "  %%p = getelementptr i32, ptr %%in, i64 %%j\n"
                "  %%q = getelementptr i32, ptr %%out, i64 %%j\n"
                "  %%q2 = getelementptr i32, ptr %%out, i64 %%k\n"
                "  %%x = load i32, ptr %%p\n"
                "%s"
                "  store i32 %%r, ptr %%q\n"
                "  %%n = add nuw i32 %%i, 1\n"
                "  %%d = icmp ult i32 %%n, %%end\n"
                "  br i1 %%d, label %%loop, label %%done\n"
                "done:\n"
                "  ret void\n"
                "}\n",
                name, body);
}

enum { N = 100, ROOM = 128 };

static void run(struct ul_llvm_code *code, const char *name, const uint32_t *in, uint32_t *out)
{
    kernel_of(llvm, code, name)(in, out, 0, 0, N, ROOM);
}

/* A NaN's bits are canonical wherever they can be seen, though not on the way. */
static void nans_are_canonical_where_seen(void **state)
{
    (void)state;
    static const uint32_t nans[] = {0x7fc00000, 0xffc00001, 0x7f800001, 0xff812345, 0x7fffffff};
    uint32_t in[ROOM] = {0}, out[2 * ROOM];
    struct ul_text ir = {0};
    ul_text_add(&ir, "%s", declarations);
    put_entry(&ir, "k",
              "  %a = call i32 @ptx_fma_rn_f32(i32 %x, i32 1065353216, i32 1073741824)\n" /* x + 2 */
              "  %b = call i32 @ptx_fma_rn_f32(i32 %a, i32 1073741824, i32 %x)\n"         /* 2a + x */
              "  %s = xor i32 %b, -2147483648\n"
              "  %t = call i32 @ptx_add_f32(i32 %s, i32 0)\n"
              "  %l = call i1 @ptx_setp_lt_f32(i32 %t, i32 0)\n"
              "  %r = select i1 %l, i32 %t, i32 %b\n"
              "  store i32 %s, ptr %q2\n");
    for (int k = 0; k < N; k++)
        in[k] = k % 2 ? 0x3f800000 : nans[k / 2 % 5];
    struct ul_llvm_code *code = compile_and_load(llvm, &ir);
    run(code, "k", in, out);
    for (int k = 0; k < N; k++) {
        assert_int_equal(out[k], k % 2 ? 0xc0e00000 : 0x7fffffff);        /* -7 */
        assert_int_equal(out[ROOM + k], k % 2 ? 0xc0e00000 : 0xffffffff); /* seen before it is canonical */
    }
    llvm->release(code);
    ul_text_free(&ir);
}

/* Entries that are compiled side by side are all there, each with its own code. */
static void many_entries_are_all_there(void **state)
{
    (void)state;
    enum { ENTRIES = 20 };
    uint32_t in[ROOM] = {0}, out[2 * ROOM];
    struct ul_text ir = {0};
    char name[16];
    ul_text_add(&ir, "%s", declarations);
    for (int k = 0; k < ENTRIES; k++) {
        char *body = ul_format("  %%y = call i32 @ptx_add_f32(i32 %%x, i32 0)\n  %%r = add i32 %%y, %d\n", k);
        snprintf(name, sizeof name, "k%d", k);
        put_entry(&ir, name, body);
        free(body);
    }
    struct ul_llvm_code *code = compile_and_load(llvm, &ir);
    for (uint32_t k = 0; k < ENTRIES; k++) {
        snprintf(name, sizeof name, "k%u", k);
        run(code, name, in, out);
        assert_int_equal(out[0], k);
        assert_int_equal(out[N - 1], k);
    }
    assert_null(llvm->symbol(code, "k20"));
    llvm->release(code);
    ul_text_free(&ir);
}

static void check_refusal(const char *ir, const char *unknown_wanted, const char *words)
{
    struct ul_text object = {0};
    struct ul_line why = {""};
    char *unknown = NULL;
    assert_false(llvm->compile(ir, strlen(ir), &object, &unknown, &why));
    assert_non_null(strstr(why.text, words));
    if (unknown_wanted)
        assert_string_equal(unknown, unknown_wanted);
    else
        assert_null(unknown);
    assert_int_equal(object.length, 0);
    free(unknown);
}

static void what_is_wrong_comes_back(void **state)
{
    (void)state;
    check_refusal("define void @k( {", NULL, "error: expected type");
    check_refusal("declare i32 @ptx_nothing_f32(i32)", "ptx_nothing_f32", "is not in the runtime");
    check_refusal("declare i64 @ptx_add_f32(i32, i32)", "ptx_add_f32", "other operands");
    check_refusal(
        "define i32 @k() {\n  br label %b\na:\n  %x = add i32 1, 2\n  br label %b\nb:\n  ret i32 %x\n}", NULL,
        "does not dominate");
}

static void torn_objects_are_refused(void **state)
{
    (void)state;
    static const char length_only[8] = {56};
    struct ul_line why = {""};
    assert_null(llvm->load("abc", 3, &why));
    assert_non_null(strstr(why.text, "torn"));
    assert_null(llvm->load(length_only, sizeof length_only, &why));
    assert_non_null(strstr(why.text, "torn"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nans_are_canonical_where_seen),
        cmocka_unit_test(many_entries_are_all_there),
        cmocka_unit_test(what_is_wrong_comes_back),
        cmocka_unit_test(torn_objects_are_refused),
    };
    llvm = open_llvm();
    if (!llvm) {
        print_message("skipped: %s\n", dlerror());
        return 0;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
