/* PTX texts as LLVM IR: which are refused and why; and, where LLVM's library is there, what they compute. */
#include "ptx_test.h"
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#define HEAD ".version 8.0\n.target sm_90\n.address_size 64\n"
#define PARAMETERS                                                                                           \
    "(.param .u64 in, .param .u64 out, .param .u64 base, .param .u32 n, .param .u32 capacity, "              \
    ".param .u32 first)\n"
/* Line 4 has the entry, line 5 the registers, lines 6 and 7 addresses of 8-byte inputs and outputs, 8 the
 * body. */
#define KERNEL(body)                                                                                         \
    ".visible .entry k" PARAMETERS                                                                           \
    "{ .reg .pred %p<9>; .reg .b16 %h<9>; .reg .b32 %r<19>; .reg .b64 %d<29>;"                               \
    " .reg .f32 %f<9>;\n mov.u32 %r0, %ctaid.x; mul.wide.u32 %d0, %r0, 8; ld.param.u64 %d1, [in];\n"         \
    " ld.param.u64 %d2, [out]; cvta.to.global.u64 %d1, %d1; add.s64 %d3, %d1, %d0; add.s64 %d4, %d2, %d0;\n" \
    " " body "\n ret; }\n"
#define KERNEL_OF(body) HEAD KERNEL(body)

static const struct ul_llvm *llvm; /* NULL: not here */

static int setup(void **state)
{
    (void)state;
    llvm = open_llvm();
    return 0;
}

static bool translate(const char *text, struct ul_text *ir, struct ul_line *why)
{
    struct ul_ptx_translation t;
    struct ul_ptx_module *m = parse(text);
    const bool ok = ul_ptx_translate(m, &t, why);
    ul_ptx_free(m);
    *ir = t.ir;
    return ok;
}

static struct ul_text translated(const char *text)
{
    struct ul_line why = {""};
    struct ul_text ir;
    if (!translate(text, &ir, &why))
        fail_msg("%s\n%s", why.text, text);
    return ir;
}

static void has(const char *text, const char *part, bool expected)
{
    struct ul_text ir = translated(text);
    if ((strstr(ir.data, part) != NULL) != expected)
        fail_msg("'%s' is %s in %s", part, expected ? "not" : "", ir.data);
    ul_text_free(&ir);
}

static void refuses(const char *text, const char *reason)
{
    struct ul_line why = {""};
    struct ul_text ir;
    if (translate(text, &ir, &why))
        fail_msg("translated: %s", text);
    assert_null(ir.data);
    check_reason(&why, reason, text);
}

/* ---- What is computed -------------------------------------------------------------------------------- */

/* Runs the kernel k over inputs first .. end - 1. */
static void run_part(const char *text, const void *in, void *out, uint32_t first, uint32_t end)
{
    struct ul_text ir = translated(text);
    struct ul_llvm_code *code = compile_and_load(llvm, &ir);
    kernel_of(llvm, code, "k")(in, out, 0, first, end, end);
    llvm->release(code);
    ul_text_free(&ir);
}

static void need_llvm(void)
{
    if (!llvm)
        skip();
}

static void gives(const char *text, uint64_t input, uint64_t expected)
{
    uint64_t out = 0;
    run_part(text, &input, &out, 0, 1);
    if (out != expected)
        fail_msg("%#llx where %#llx is expected of %s", (unsigned long long)out, (unsigned long long)expected,
                 text);
}

static void test_moves(void **state)
{
    (void)state;
    need_llvm();
    gives(KERNEL_OF("ld.global.nc.b64 %d5, [%d3]; st.global.b64 [%d4], %d5;"), 0x123456789abcdef0,
          0x123456789abcdef0);
    gives(KERNEL_OF("ld.global.v2.b32 {%r1, %r2}, [%d3]; st.global.v2.b32 [%d4+0], {%r2, %r1};"),
          0x1122334455667788, 0x5566778811223344);
    gives(
        KERNEL_OF(
            "ld.global.b64 %d5, [%d3]; mov.b64 {%r1, %r2}, %d5; mov.b64 %d6, {%r2, %r1}; st.b64 [%d4], %d6;"),
        0x1122334455667788, 0x5566778811223344);
    gives(KERNEL_OF("ld.global.b64 %d5, [%d3]; mov.b64 {%h0, _, %h2, %h3}, %d5;\n"
                    "mov.b64 %d6, {%h3, %h0, %h2, %h0}; st.b64 [%d4], %d6;"),
          0x1122334455667788, 0x7788334477881122);
    gives(KERNEL_OF("ld.global.s8 %r1, [%d3]; ld.global.u8 %r2, [%d3+1]; st.v2.u32 [%d4], {%r1, %r2};"),
          0xf1f2, 0xf1fffffff2);
    gives(KERNEL_OF("ld.global.s16 %d5, [%d3]; st.global.b64 [%d4], %d5;"), 0x8001, 0xffffffffffff8001);
    gives(KERNEL_OF(
              "ld.b32 %r1, [%d3]; cvt.s32.s8 %r2, %r1; cvt.s8.s32 %r3, %r1; st.v2.b32 [%d4], {%r2, %r3};"),
          0x1f2, 0xfffffff2fffffff2);
    gives(KERNEL_OF("ld.global.b64 %d5, [%d3]; st.global.b8 [%d4+2], %d5;"), 0xabcd, 0xcd0000);
    gives(KERNEL_OF("mov.f32 %f1, 0f3F800000; mov.f32 %f2, 1.5; st.v2.f32 [%d4], {%f1, %f2};"), 0,
          0x3fc000003f800000);
    gives(KERNEL_OF("ld.param.u32 %r1, [n]; ld.param.u16 %h1, [capacity]; cvt.u32.u16 %r2, %h1;\n"
                    "st.v2.u32 [%d4], {%r1, %r2};"),
          0, 0x1ffffffff);
}

static void test_guards_and_predicates(void **state)
{
    (void)state;
    need_llvm();
    const char *guarded =
        KERNEL_OF("ld.b64 %d5, [%d3]; setp.gt.u64 %p1, %d5, 9; mov.b64 %d6, 1;\n"
                  "@%p1 mov.b64 %d6, 2; @!%p1 st.b64 [%d4], %d6; @!%p1 ret; st.b64 [%d4], %d6;");
    gives(guarded, 10, 2);
    gives(guarded, 9, 1);
    /* p = t and c, q = not t and c */
    const char *pair = KERNEL_OF("ld.b64 %d5, [%d3]; setp.ne.u64 %p3, %d5, 5;\n"
                                 "setp.gt.and.u64 %p1|%p2, %d5, 9, %p3; selp.b32 %r1, 1, 0, %p1;\n"
                                 "selp.b32 %r2, 1, 0, %p2; st.v2.b32 [%d4], {%r1, %r2};");
    gives(pair, 10, 1);
    gives(pair, 3, 0x100000000);
    gives(pair, 5, 0);
    gives(KERNEL_OF("setp.eq.u32 %p1|_, 1, 1; selp.b64 %d5, 7, 8, !%p1; st.b64 [%d4], %d5;"), 0, 8);
}

/* A NaN is 0x7fffffff wherever its bits can be seen. */
static void test_nans(void **state)
{
    (void)state;
    const char *inner =
        KERNEL_OF("ld.v2.f32 {%f1, %f2}, [%d3]; sub.f32 %f3, %f1, %f2; mul.f32 %f4, %f3, %f1;\n"
                  "neg.f32 %f5, %f3; fma.rn.f32 %f6, %f5, %f5, %f1; st.v2.f32 [%d4], {%f4, %f6};");
    const char *chosen =
        KERNEL_OF("ld.v2.f32 {%f1, %f2}, [%d3]; sub.f32 %f3, %f1, %f2; neg.f32 %f4, %f3;\n"
                  "setp.eq.f32 %p1, %f4, %f4; selp.f32 %f5, %f1, %f3, %p1; mov.f32 %f6, %f5;\n"
                  "mov.b32 %r1, %f6; st.v2.b32 [%d4], {%r1, 0};");
    need_llvm();
    gives(inner, 0x7f8000007f800000, 0x7fffffff7fffffff);
    gives(inner, 0x3f80000040000000, 0x4040000040000000);
    gives(chosen, 0xffc123457f800001, 0x7fffffff);
    gives(chosen, 0x3f80000040000000, 0x40000000);
}

static void test_carry(void **state)
{
    (void)state;
    need_llvm();
    gives(KERNEL_OF("ld.v2.b32 {%r1, %r2}, [%d3]; add.cc.u32 %r3, %r1, 1; addc.u32 %r4, %r2, 0;\n"
                    "st.v2.b32 [%d4], {%r3, %r4};"),
          0x6ffffffff, 0x700000000);
}

/* A table, local memory in a loop, addresses that step through both. */
#define REVERSED ".global .align 4 .b8 t[16] = {1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0};\n"
#define REVERSING                                                                                            \
    ".local .align 8 .b8 l[16]; mov.u64 %d6, t; mov.u64 %d7, l; add.u64 %d8, %d7, 12; mov.u32 %r1, 0;\n"     \
    "A: ld.global.u32 %r2, [%d6]; st.local.u32 [%d8], %r2; add.s64 %d6, %d6, 4; add.s64 %d8, %d8, -4;\n"     \
    "add.s32 %r1, %r1, 1; setp.ne.s32 %p1, %r1, 4; @%p1 bra A;\n"

static void test_memory(void **state)
{
    (void)state;
    need_llvm();
    gives(HEAD REVERSED KERNEL(REVERSING "ld.local.b64 %d9, [l]; st.b64 [%d4], %d9;"), 0, 0x300000004);
    gives(HEAD REVERSED KERNEL(REVERSING
                               "ld.b64 %d9, [%d3]; add.s64 %d11, %d7, %d9; add.s64 %d12, %d9, %d7;\n"
                               "ld.u32 %r3, [%d11+4]; ld.local.u32 %r4, [%d12];\n"
                               "st.v2.b32 [%d4], {%r3, %r4};"),
          4, 0x300000002);
    /* An address of two objects, chosen at run time. */
    const char *either = HEAD REVERSED KERNEL("mov.u64 %d6, t; ld.u32 %r1, [%d3]; setp.eq.u32 %p1, %r1, 1;\n"
                                              "selp.b64 %d7, %d6, %d3, %p1; ld.u32 %r2, [%d7+4];\n"
                                              "cvt.u64.u32 %d8, %r2; st.b64 [%d4], %d8;");
    gives(either, 0x900000001, 2);
    gives(either, 0x900000002, 9);
}

#define FUNCTIONS                                                                                            \
    ".func (.param .align 8 .b8 r[16]) sum(.param .b64 x, .param .b64 y)\n"                                  \
    "{ .reg .b64 %a<4>; ld.param.b64 %a0, [x]; ld.param.b64 %a1, [y]; add.s64 %a2, %a0, %a1;\n"              \
    "st.param.b64 [r+0], %a2; st.param.b64 [r+8], %a0; ret; }\n"                                             \
    ".func leave(.param .b64 x) { .reg .b64 %a; .reg .pred %p; ld.param.b64 %a, [x];\n"                      \
    "setp.eq.s64 %p, %a, 5; @%p exit; ret; }\n"
#define SUM_OF(x, y)                                                                                         \
    "{ .param .b64 p0; .param .b64 p1; .param .align 8 .b8 r0[16]; st.param.b64 [p0+0], " x ";\n"            \
    "st.param.b64 [p1], " y                                                                                  \
    "; call.uni (r0), sum, (p0, p1); ld.param.b64 %d20, [r0]; ld.param.b64 %d21, [r0+8]; }\n"

static void test_calls(void **state)
{
    (void)state;
    need_llvm();
    gives(HEAD FUNCTIONS KERNEL(
              "ld.b64 %d5, [%d3];" SUM_OF("%d5", "7") "add.s64 %d6, %d20, %d21; st.b64 [%d4], %d6;"),
          10, 27);
    const char *leaves =
        HEAD FUNCTIONS KERNEL("ld.b64 %d5, [%d3]; st.b64 [%d4], %d5;\n"
                              "{ .param .b64 p0; st.param.b64 [p0], %d5; call leave, (p0); }\n"
                              "st.b64 [%d4], 1;");
    gives(leaves, 5, 5);
    gives(leaves, 6, 1);
    gives(KERNEL_OF("st.b64 [%d4], 1; exit; st.b64 [%d4], 2;"), 0, 1);
}

/* The signal that running the kernel ends in, in a process of its own. */
static int signal_of(const char *text, uint64_t input)
{
    uint64_t out = 0;
    int status;
    const pid_t child = fork();
    if (child == 0) {
        signal(SIGILL, SIG_DFL);
        signal(SIGTRAP, SIG_DFL);
        run_part(text, &input, &out, 0, 1);
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

static void test_traps_end_the_process(void **state)
{
    (void)state;
    need_llvm();
    const char *text = KERNEL_OF("ld.global.b64 %d5, [%d3]; setp.eq.s64 %p1, %d5, 7;\n@%p1 trap;"
                                 "st.b64 [%d4], 1;");
    const int how = signal_of(text, 7);
    assert_true(how == SIGILL || how == SIGTRAP);
    assert_int_equal(signal_of(text, 8), 0);
    gives(text, 8, 1);
}

/* Odd inputs take a loop: halved until nothing is left, they count their bits. */
#define SLOW                                                                                                 \
    "ld.global.b64 %d5, [%d3]; and.b64 %d6, %d5, 1; setp.eq.s64 %p1, %d6, 0; mov.b64 %d7, %d5;\n"            \
    "@%p1 bra DONE; mov.b64 %d7, 0;\n"                                                                       \
    "L: add.s64 %d7, %d7, 1; shr.u64 %d5, %d5, 1; setp.ne.s64 %p2, %d5, 0; @%p2 bra L;\n"                    \
    "DONE: st.global.b64 [%d4], %d7;"

static uint64_t slow_expected(uint64_t x)
{
    return x & 1 ? (uint64_t)(64 - __builtin_clzll(x)) : x;
}

static void test_slow_inputs_run_again(void **state)
{
    (void)state;
    need_llvm();
    enum { ALL = 5000 };
    static uint64_t in[ALL], out[ALL];
    static const uint32_t part[][2] = {{0, ALL}, {7, 8}, {7, 7}, {1, 1025}, {1000, 3054}, {4990, ALL}};
    for (uint64_t k = 0; k < ALL; k++)
        in[k] = (k * 0x9e3779b97f4a7c15u) >> (k % 60);
    for (size_t p = 0; p < sizeof part / sizeof *part; p++) {
        memset(out, 0xab, sizeof out);
        run_part(KERNEL_OF(SLOW), in, out, part[p][0], part[p][1]);
        for (uint32_t k = 0; k < ALL; k++) {
            const bool inside = k >= part[p][0] && k < part[p][1];
            assert_int_equal(out[k], inside ? slow_expected(in[k]) : 0xabababababababab);
        }
    }
}

/* ---- The shape of what is written -------------------------------------------------------------------- */

static void test_shape(void **state)
{
    (void)state;
    has(KERNEL_OF(SLOW), "@ul.fast.0", true);
    has(KERNEL_OF("ld.b64 %d5, [%d3]; st.b64 [%d4], %d5;"), "@ul.fast.0", false);
    has(HEAD FUNCTIONS KERNEL(SUM_OF("%d3", "7")), "@ul.fast",
        false);                                              /* a function without loops is no slow path */
    has(HEAD REVERSED KERNEL(REVERSING), "@ul.fast", false); /* every path has a loop */
    has(KERNEL_OF("ld.b64 %d5, [%d3]; st.b64 [%d4], %d5;"), "inttoptr", false);
    has(HEAD REVERSED KERNEL(REVERSING), "inttoptr", false); /* stepping addresses keep their object */
    has(KERNEL_OF("fma.rn.ftz.f32 %f1, %f2, 0f00000000, 1.0; st.f32 [%d4], %f1;"),
        "= call i32 @ptx_fma_rn_ftz_f32(i32 %t", true);
    has(KERNEL_OF("fma.rn.f32 %f1, %f2, %f2, 0d3FF0000000000000;"), ", i32 1065353216)", true);
    has(KERNEL_OF("madc.hi.cc.u32 %r1, %r2, %r3, 4;"), "declare i32 @ptx_madc_hi_cc_u32(i32, i32, i32, ptr)",
        true);
    has(KERNEL_OF("cvt.s16.s8 %r1, %r2;"), "declare i16 @ptx_cvt_s16_s8(i8)", true);
    has(KERNEL_OF("bfi.b64 %d5, %d6, %d7, 1, 2;"), "declare i64 @ptx_bfi_b64(i64, i64, i32, i32)", true);
    has(KERNEL_OF("div.full.f32 %f1, %f2, %f3;"), "declare i32 @ptx_div_full_f32(i32, i32)", true);
}

static void test_uses(void **state)
{
    (void)state;
    const char *text = KERNEL_OF("add.f32 %f1, %f2, %f3;\nadd.f32 %f1, %f2, %f3;\nmax.f32 %f1, %f2, %f3;");
    struct ul_line why = {""};
    struct ul_ptx_module *m = parse(text);
    struct ul_ptx_translation t;
    assert_true(ul_ptx_translate(m, &t, &why));
    assert_int_equal(t.uses, 4);
    assert_string_equal(t.use[0].opcode, "mul.wide.u32");
    assert_string_equal(t.use[3].function, "ptx_max_f32");
    assert_int_equal(t.use[2].line, 8);
    assert_int_equal(t.use[3].line, 10);
    ul_text_free(&t.ir);
    ul_ptx_free(m);
}

/* ---- What is refused --------------------------------------------------------------------------------- */

#define REFUSED(body, reason)                                                                                \
    {                                                                                                        \
        KERNEL_OF(body), "line 8: " reason                                                                   \
    }
static const struct {
    const char *text, *reason;
} refused[] = {
    REFUSED("shfl.sync.idx.b32 %r1|%p1, %r2, %r3, 31, -1;",
            "'shfl.sync.idx.b32' needs a GPU: threads of a warp or block work together"),
    REFUSED("bar.sync 0;", "'bar.sync' needs a GPU: threads of a warp or block work together"),
    REFUSED("atom.global.add.u32 %r1, [%d1], 1;",
            "'atom.global.add.u32' needs a GPU: threads of a warp or block work "
            "together"),
    REFUSED("mov.u32 %r1, %laneid;", "'mov.u32' reads %laneid, which needs a GPU"),
    REFUSED("add.f32 %f1, %f2, 3;", "'add.f32' takes a floating-point operand, not an integer constant"),
    REFUSED("add.s32 %r1, %r2, 1.5;", "'add.s32' takes no floating-point constant of 64 bits"),
    REFUSED("add.s32 %r1, %d2, 1;", "'add.s32' takes 32 bits, and %d2 has 64"),
    REFUSED("add.s64 %r1, %d2, 1;", "'add.s64' gives 64 bits, and %r1 has 32"),
    REFUSED("add.s32;", "'add.s32' has too few operands"),
    REFUSED("setp.eq.s32 %p1, %r1;", "'setp.eq.s32' has 2 operands, not 3"),
    REFUSED("add.s32 7, %r1, %r2;", "'add.s32' has a destination that is no register"),
    REFUSED("frob %r1;", "'frob' is not known"),
    REFUSED("add.s32 %r1, %r2, %r3; add.s32 %r1, %r2;",
            "'add.s32' is not known, or has other operands than in line 8"),
    REFUSED("fma.rn.f32 %f1, %f2, %f3, %f3; fma_rn.f32 %f1, %f2, %f3, %f3;",
            "'fma_rn.f32' is not known, or has other operands than in line 8"),
    REFUSED("ld.v2.b32 %r1, [%d3];", "'ld.v2.b32' has 1 values, not 2"),
    REFUSED("ld.b128 %d5, [%d3];", "'ld.b128' has 128 bits: not known"),
    REFUSED("ld.param.b64 %d5, [n];", "'ld.param.b64' leaves the parameter, which has 4 bytes"),
    REFUSED("st.b64 [%d3], %d5;",
            "'st.b64' writes to 'in': inputs and variables of the module are constant here"),
    REFUSED("st.param.b64 [in], %d5;", "'st.param.b64' writes to the kernel's parameter 'in'"),
    REFUSED("mov.b64 %d5, in;", "'mov.b64' takes the address of the parameter 'in': not supported"),
    REFUSED(".local .b8 l[8]; st.local.b64 [l+1], %d5;", "'st.local.b64' leaves 'l', which has 8 bytes"),
    REFUSED(".local .b8 l[8]; mov.b64 %d6, l; add.s64 %d7, %d6, -4; st.local.b32 [%d7], %r1;",
            "'st.local.b32' leaves 'l', which has 8 bytes"),
    REFUSED("mov.b64 {%r1, %r2, %r3}, %d1;", "'mov.b64' has 3 parts: not known"),
    REFUSED("neg.f32 %f1, -%f2;", "'neg.f32' has a sign before %f2: such operands are not known"),
    {HEAD ".entry k(.param .u64 in) { ret; }", "line 4: the kernel 'k' has not the parameters of UL_KERNEL"},
    {HEAD ".entry $k" PARAMETERS "{ ret; }", "line 4: the kernel's name '$k' is not a plain one"},
    {HEAD ".entry ptx_k" PARAMETERS "{ ret; }", "line 4: the kernel's name 'ptx_k' is not a plain one"},
};

static void test_refused(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof refused / sizeof *refused; k++)
        refuses(refused[k].text, refused[k].reason);
}

/* Functions that call each other end: the translation at once, the program by LLVM's stack or not at all. */
static void test_recursion(void **state)
{
    (void)state;
    has(HEAD ".func g();\n.func f() { call g; ret; }\n.func g() { call f; ret; }\n" KERNEL("call f;"),
        "@ul.func.1", true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_moves),
        cmocka_unit_test(test_guards_and_predicates),
        cmocka_unit_test(test_carry),
        cmocka_unit_test(test_nans),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_calls),
        cmocka_unit_test(test_traps_end_the_process),
        cmocka_unit_test(test_slow_inputs_run_again),
        cmocka_unit_test(test_shape),
        cmocka_unit_test(test_uses),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_recursion),
    };
    return cmocka_run_group_tests(tests, setup, NULL);
}
