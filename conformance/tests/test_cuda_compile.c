/* Every kernel that a CUDA device may be asked for compiles: NVRTC needs no GPU. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "common/backend.h"
#include "common/kernel.h"
#include "cuda/fma_flags.h"
#include "cuda/nvrtc.h"
#include "cuda/ptx/ptx.h"
#include "subject.h"

static struct ul_nvrtc *nvrtc; /* NULL: not here */
static struct ul_catalogue catalogue;

static int setup(void **state)
{
    (void)state;
    struct ul_line why = {""};
    nvrtc = ul_nvrtc_open(0, 0, &why);
    print_message("%s\n", nvrtc ? ul_nvrtc_path(nvrtc) : why.text);
    if (ul_catalogue_load(&catalogue, &why))
        return 0;
    print_message("%s\n", why.text);
    return -1;
}

static int teardown(void **state)
{
    (void)state;
    ul_catalogue_free(&catalogue);
    if (nvrtc)
        ul_nvrtc_close(nvrtc);
    return 0;
}

static void need_nvrtc(void)
{
    if (!nvrtc)
        skip();
}

static bool runs(const struct ul_subject *s, int arch)
{
    const struct ul_device d = {
        .arch = arch, .toolkit = ul_nvrtc_release(nvrtc), .has_half = true, .has_double = true};
    return (s->home == UL_HOME_CUDA || s->home == UL_HOME_EVERYWHERE) &&
           ul_requirement_met(&s->requires, &d, NULL);
}

/* A program of all kernels; their count in *kernels. An algorithm's file holds all of its functions: once. */
static struct ul_text program(int arch, const char *approx, int *kernels)
{
    struct ul_text text = {0};
    const char *path = NULL;
    ul_text_add(&text, UL_PROGRAM_HALF);
    ul_program_prelude(&text, "cuda/prelude.cuh", approx);
    *kernels = 0;
    for (int k = 0; k < catalogue.count; k++) {
        const struct ul_subject *s = &catalogue.subject[k];
        if (!runs(s, arch))
            continue;
        if (s->text && (!path || strcmp(path, s->path)))
            ul_text_put(&text, s->text, strlen(s->text));
        path = s->path;
        struct ul_kernel kernel = {.signature = &s->signature,
                                   .call = s->call,
                                   .dialect = s->home == UL_HOME_EVERYWHERE,
                                   .indexed = ul_argument_bytes(&s->signature) <= 4};
        snprintf(kernel.name, sizeof kernel.name, "k%d", (*kernels)++);
        ul_kernel_write(&text, &kernel);
    }
    return text;
}

/* Compiles all; the code holds each kernel's name. */
static void compile_all(int arch, const char *approx, const char *flags)
{
    int kernels;
    struct ul_text text = program(arch, approx, &kernels), code = {0}, log = {0};
    struct ul_line why = {""};
    assert_true(kernels > 100);
    if (!ul_nvrtc_compile(nvrtc, text.data, arch, flags, &code, &log, &why))
        fail_msg("sm_%d %s '%s': %s\n%s", arch, approx, flags, why.text, log.data ? log.data : "");
    for (int k = 0; k < kernels; k++) {
        char name[32];
        int n = snprintf(name, sizeof name, ".text.k%d", k);
        assert_non_null(memmem(code.data, code.length, name, (size_t)n + 1));
    }
    ul_text_free(&text);
    ul_text_free(&code);
    ul_text_free(&log);
}

static void test_compile_sm_75(void **state)
{
    (void)state;
    need_nvrtc();
    compile_all(75, "native", "");
}

static void test_compile_newest(void **state)
{
    (void)state;
    need_nvrtc();
    compile_all(ul_nvrtc_default_arch(nvrtc), "native", "-use_fast_math  -fmad=false");
}

static void test_compile_mufu(void **state)
{
    (void)state;
    need_nvrtc();
    compile_all(ul_nvrtc_default_arch(nvrtc), "mufu", "");
}

/* As the machine code shows, see fma_flags.c. */
static void test_flags_that_fuse(void **state)
{
    (void)state;
    static const char *const fused[] = {"",
                                        "-ftz=true -prec-div=false",
                                        "-fmad=false -fmad=true",
                                        "-G -dopt=on",
                                        "--dopt on --device-debug",
                                        "-Ofc=mid",
                                        "-Xptxas -O1",
                                        "-Xptxas -O0 -Xptxas -O3",
                                        "-fmad=false -Xptxas --fmad=true",
                                        "-use_fast_math  -lineinfo"};
    static const char *const plain[] = {"-fmad=false",
                                        "  --fmad=false -ftz=true",
                                        "-fmad false",
                                        "-fmad=true --fmad false",
                                        "-fmad=false -use_fast_math",
                                        "-use_fast_math -fmad=false",
                                        "-G",
                                        "--device-debug",
                                        "-Ofc=max",
                                        "--Ofast-compile max",
                                        "-Xptxas -O0",
                                        "--ptxas-options=--opt-level=0",
                                        "-Xptxas -g",
                                        "-Xptxas --fmad=false -fmad=true",
                                        "--ptxas-options=-fmad=false"};
    for (size_t k = 0; k < sizeof fused / sizeof *fused; k++)
        if (!ul_flags_fuse(fused[k]))
            fail_msg("'%s' lets ptxas fuse", fused[k]);
    for (size_t k = 0; k < sizeof plain / sizeof *plain; k++)
        if (ul_flags_fuse(plain[k]))
            fail_msg("'%s' keeps ptxas from fusing", plain[k]);
}

/* What the emulated device begins with: the parser reads all that NVRTC writes. */
static void test_ptx_is_read(void **state)
{
    (void)state;
    need_nvrtc();
    int kernels, entries = 0;
    struct ul_text text = program(90, "native", &kernels), ptx = {0}, log = {0};
    struct ul_line why = {""};
    if (!ul_nvrtc_compile_ptx(nvrtc, text.data, 90, "-ftz=true", &ptx, NULL, &log, &why))
        fail_msg("%s\n%s", why.text, log.data ? log.data : "");
    struct ul_ptx_module *m = ul_ptx_parse(ptx.data, strlen(ptx.data), &why);
    if (!m)
        fail_msg("%s", why.text);
    for (int i = 0; i < m->functions; i++) {
        struct ul_ptx_flow flow;
        if (!ul_ptx_flow(&m->arena, m->function[i], &flow, &why))
            fail_msg("%s: %s", m->function[i]->name, why.text);
        entries += m->function[i]->entry;
    }
    assert_int_equal(entries, kernels);
    ul_ptx_free(m);
    ul_text_free(&text);
    ul_text_free(&ptx);
    ul_text_free(&log);
}

/* A kernel of one PTX instruction, as PTX for a device that is newer than NVRTC. */
static void test_unknown_architecture(void **state)
{
    (void)state;
    need_nvrtc();
    struct ul_text text = {0}, code = {0}, log = {0};
    struct ul_line why = {""};
    struct ul_signature signature;
    assert_true(ul_signature_parse("float(float)", &signature, &why));
    const struct ul_kernel k = {
        .name = "k", .signature = &signature, .call = "UL_PTX(\"lg2.approx.f32\", a0)", .indexed = true};
    ul_program_prelude(&text, "cuda/prelude.cuh", "native");
    ul_kernel_write(&text, &k);
    if (!ul_nvrtc_compile(nvrtc, text.data, 999, "", &code, &log, &why))
        fail_msg("%s", why.text);
    assert_non_null(strstr(code.data, ".target sm_"));
    assert_non_null(strstr(code.data, "lg2.approx.f32"));
    assert_false(ul_nvrtc_compile(nvrtc, text.data, 10, "", &code, &log, &why));
    assert_non_null(strstr(why.text, "has no code for sm_10"));
    ul_text_free(&text);
    ul_text_free(&code);
    ul_text_free(&log);
}

/* --arch: an architecture among the flags is the one that is compiled for. */
static void test_architecture_of_flags(void **state)
{
    (void)state;
    need_nvrtc();
    static const char text[] = "extern \"C\" __global__ void k(float *x) { *x *= 2; }";
    struct ul_text code[3] = {{0}}, log = {0};
    struct ul_line why = {""};
    assert_true(ul_nvrtc_compile(nvrtc, text, 80, "", &code[0], &log, &why));
    assert_true(ul_nvrtc_compile(nvrtc, text, 90, " --gpu-architecture=sm_80", &code[1], &log, &why));
    assert_true(ul_nvrtc_compile(nvrtc, text, 90, "", &code[2], &log, &why));
    assert_memory_equal(code[0].data, code[1].data, code[0].length);
    assert_memory_not_equal(code[0].data, code[2].data, code[0].length);
    assert_false(ul_nvrtc_compile(nvrtc, text, 90, "--gpu-architecture=sm_1", &code[1], &log, &why));
    assert_non_null(strstr(why.text, "gpu-architecture"));
    for (int k = 0; k < 3; k++)
        ul_text_free(&code[k]);
    ul_text_free(&log);
}

static void test_errors(void **state)
{
    (void)state;
    need_nvrtc();
    struct ul_text code = {0}, log = {0};
    struct ul_line why = {""};
    assert_false(ul_nvrtc_compile(nvrtc, "\n#warning odd\n__device__ int f() { return nowhere; }\n", 90, "",
                                  &code, &log, &why));
    assert_non_null(strstr(why.text, "error: identifier \"nowhere\" is undefined"));
    assert_non_null(strstr(log.data, "odd"));
    assert_null(code.data);
    assert_false(ul_nvrtc_compile(nvrtc, "", 90, "-ftz=true --no-such-flag", &code, &log, &why));
    assert_non_null(strstr(why.text, "no-such-flag"));
    ul_text_free(&log);
}

/* Without a GPU or a driver the backend says so, in one line. */
static void test_open(void **state)
{
    (void)state;
    struct ul_line why = {""};
    if (ul_backend_cuda.open("", &why))
        assert_true(ul_backend_cuda.count() >= 0);
    else
        assert_true(*why.text);
    print_message("%s\n", *why.text ? why.text : "CUDA is here");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_compile_sm_75),
        cmocka_unit_test(test_compile_newest),
        cmocka_unit_test(test_compile_mufu),
        cmocka_unit_test(test_flags_that_fuse),
        cmocka_unit_test(test_ptx_is_read),
        cmocka_unit_test(test_unknown_architecture),
        cmocka_unit_test(test_architecture_of_flags),
        cmocka_unit_test(test_errors),
        cmocka_unit_test(test_open),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
