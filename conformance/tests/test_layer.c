/* The dialect: every name, and every algorithm, compiled unchanged by every compiler that is here, gives the
 * same bits. What gcc -O0 gives is compared with gcc and clang at their best, with every OpenCL device in
 * OpenCL C 1.2 and 3.0, and with a GPU; NVRTC and nvcc compile it without one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <ctype.h>
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "common/embedded.h"
#include "common/kernel.h"
#include "cuda/nvrtc.h"
#include "value.h"
#include "worker.h"

enum { N = 3072, TIMEOUT = 120, BUFFER = 32 * N }; /* N = 64 * 48: vectors of all widths divide it */

/* BITS: equal everywhere. NEAR: the platform's own function, for arguments in [0.5, 0.9). */
enum judge { BITS, NEAR };
struct probe {
    const char *signature, *call;
    enum judge judge;
};
/* clang-format off */
static const struct probe probes[] = {
    {"char(char)", "a0", BITS},     {"uchar(uchar)", "a0", BITS}, {"short(short)", "a0", BITS},
    {"ushort(ushort)", "a0", BITS}, {"int(int)", "a0 >> 3", BITS}, {"uint(uint)", "a0 >> 3", BITS},
    {"long(long)", "a0 >> 3", BITS}, {"ulong(ulong)", "a0 >> 3", BITS}, {"bool(int, half)", "a0 > (ul_int)a1", BITS},
    {"float(float)", "called(a0)", BITS},
    {"float(float, float, float)", "ul_fma(a0, a1, a2)", BITS},
    {"float(float, float, float)", "ul_mul(a0, a1) + a2", BITS},
    {"float(float, float, float)", "ul_add(ul_mul(a0, a1), a2)", BITS},
    {"float(float, float, float)", "ul_add(a0, a1 * a2)", BITS},
    {"float(float, float, float)", "ul_sub(a0, a1 * a2)", BITS},
    {"float(float, float, float)", "ul_sub(a0 * a1, a2)", BITS},
    {"float(float, float, float)", "ul_sub(ul_copysign(0.0f, a0), ul_mul(ul_copysign(0.0f, a1), a2))", BITS}, /* zeros */
    {"float(float, float)", "ul_div(a0, a1)", BITS},
    {"float(float)", "ul_sqrt(a0)", BITS},  {"float(float)", "ul_fabs(a0)", BITS},
    {"float(float, float)", "ul_copysign(a0, a1)", BITS},
    {"float(float)", "ul_floor(a0)", BITS}, {"float(float)", "ul_trunc(a0)", BITS},
    {"float(float)", "ul_rint(a0)", BITS},
    {"double(double, double, double)", "ul_fma_d(a0, a1, a2)", BITS},
    {"double(double, double, double)", "ul_mul_d(a0, a1) + a2", BITS},
    {"double(double, double, double)", "ul_add_d(a0, a1 * a2)", BITS},
    {"double(double, double, double)", "ul_sub_d(ul_mul_d(a0, a1), a2)", BITS},
    {"double(double, double)", "ul_div_d(a0, a1)", BITS},
    {"double(double)", "ul_sqrt_d(a0)", BITS},  {"double(double)", "ul_fabs_d(a0)", BITS},
    {"double(double, double)", "ul_copysign_d(a0, a1)", BITS},
    {"double(double)", "ul_floor_d(a0)", BITS}, {"double(double)", "ul_trunc_d(a0)", BITS},
    {"double(double)", "ul_rint_d(a0)", BITS},
    {"uint(float)", "ul_float_bits(a0)", BITS},   {"float(uint)", "ul_bits_float(a0)", BITS},
    {"ulong(double)", "ul_double_bits(a0)", BITS}, {"double(ulong)", "ul_bits_double(a0)", BITS},
    {"uint(uint, uint, uint)", "ul_sad(a0, a1, a2)", BITS},
    {"float(half)", "ul_half_to_float(a0)", BITS}, {"half(float)", "ul_float_to_half(a0)", BITS},
#define PLATFORM(name) {"float(float)", "ul_" name "(a0)", NEAR}, {"double(double)", "ul_" name "_d(a0)", NEAR}
#define PLATFORM_2(name) \
    {"float(float, float)", "ul_" name "(a0, a1)", NEAR}, {"double(double, double)", "ul_" name "_d(a0, a1)", NEAR}
    PLATFORM("exp"), PLATFORM("exp2"), PLATFORM("expm1"), PLATFORM("log"), PLATFORM("log2"), PLATFORM("log10"),
    PLATFORM("log1p"), PLATFORM("sin"), PLATFORM("cos"), PLATFORM("tan"), PLATFORM("asin"), PLATFORM("acos"),
    PLATFORM("atan"), PLATFORM("sinh"), PLATFORM("cosh"), PLATFORM("tanh"), PLATFORM("asinh"), PLATFORM("atanh"),
    PLATFORM("cbrt"), PLATFORM("erf"), PLATFORM("erfc"), PLATFORM("tgamma"), PLATFORM("lgamma"),
    {"float(float)", "ul_acosh(1.0f + a0)", NEAR}, {"double(double)", "ul_acosh_d(1.0 + a0)", NEAR},
    PLATFORM_2("pow"), PLATFORM_2("atan2"), PLATFORM_2("hypot"), PLATFORM_2("fmod"),
#define APPROX(name) {"float(float)", "ul_approx_" name "(a0)", BITS}, {"float(float)", "ul_mufu_" name "(a0)", BITS}
#define FULL(name) {"float(float)", "ul_mufu_" name "_full(a0)", BITS}
    APPROX("rcp"), APPROX("sqrt"), APPROX("rsqrt"), APPROX("exp2"), APPROX("log2"), APPROX("sin"), APPROX("cos"),
    APPROX("tanh"), FULL("rcp"), FULL("sqrt"), FULL("rsqrt"), FULL("exp2"), FULL("log2"),
    {"float(float)", "acosf_borchardt_15(a0)", BITS}, {"float(float)", "acosf_borchardt_7(a0)", BITS},
    {"float(float)", "acosf_harley(a0)", BITS},       {"half(half)", "hexpm1(a0)", BITS},
    {"half(half)", "hexpm1_lg2(a0)", BITS},
    {"float(float)", "expm1f_kahan(a0)", NEAR},       {"double(double)", "expm1_kahan(a0)", NEAR},
    {"float(float)", "log1pf_kahan(a0)", NEAR},       {"double(double)", "log1p_kahan(a0)", NEAR},
#define ALGORITHM(name) {"float(float)", name "(a0)", BITS}
    ALGORITHM("gdf"), ALGORITHM("agdf"),
    ALGORITHM("erff_tanh_2"), ALGORITHM("erff_tanh_4"), ALGORITHM("erff_exp2"), ALGORITHM("sigmoidf_tanh"),
    ALGORITHM("sigmoidf_exp2"), ALGORITHM("sigmoidf_split"), ALGORITHM("tanhf_3"), ALGORITHM("tanhf_5"),
    ALGORITHM("geluf_tanh"), ALGORITHM("geluf_exp2"), ALGORITHM("atanf_5"), ALGORITHM("atanf_9"),
    ALGORITHM("log1pf_6"), ALGORITHM("log1pf_8"),
};
/* OpenCL's vectors: each lane as the scalar function gives it. */
static const struct probe vectors[] = {
    {"float%s(float%s, float%s)", "fmax(a0, a1)", BITS}, {"float%s(float%s, float%s*)", "fract(a0, &r1)", BITS},
    {"double%s(double%s)", "fabs(a0)", BITS},            {"int%s(uint%s)", "as_int%s(a0)", BITS},
};
/* clang-format on */
enum { PROBES = sizeof probes / sizeof *probes, VECTORS = sizeof vectors / sizeof *vectors };

static struct ul_signature signatures[PROBES];
static unsigned char *inputs[PROBES], *expected[PROBES];

static bool needs_double(const struct ul_signature *s)
{
    return s->returns.type == UL_DOUBLE || s->argument[0].type == UL_DOUBLE;
}

/* The model of NVIDIA's unit is in programs that ask for it; a GPU has the original. NULL: nothing has. */
static const char *native_call(const struct probe *p, const char *prelude, const char *approx)
{
    static const char *const originals[][2] = {
        {"ul_mufu_rcp_full(a0)", "UL_PTX(\"rcp.approx.f32\", a0)"},
        {"ul_mufu_sqrt_full(a0)", "UL_PTX(\"sqrt.approx.f32\", a0)"},
        {"ul_mufu_rsqrt_full(a0)", "UL_PTX(\"rsqrt.approx.f32\", a0)"},
        {"ul_mufu_exp2_full(a0)", "UL_PTX(\"ex2.approx.f32\", a0)"},
        {"ul_mufu_log2_full(a0)", "UL_PTX(\"lg2.approx.f32\", a0)"},
    };
    if (!strcmp(approx, "mufu") || !strstr(p->call, "ul_mufu"))
        return p->call;
    for (int k = 0; k < 5; k++)
        if (!strcmp(prelude, "cuda/prelude.cuh") && !strcmp(p->call, originals[k][0]))
            return originals[k][1];
    return NULL;
}

/* The program of all probes in one language. */
static struct ul_text program(const char *prelude, const char *approx, bool has_double)
{
    struct ul_text text = {0};
    ul_program_prelude(&text, prelude, approx);
    for (const struct ul_embedded *e = ul_embedded; e->path; e++)
        if (!strncmp(e->path, "common/algorithms/", 18) && (has_double || !strstr(e->text, "double")))
            ul_text_put(&text, e->text, strlen(e->text));
    ul_text_add(&text, "ul_apart float called(float x)\n{\n    return 0.5f * x;\n}\n");
    for (int k = 0; k < PROBES; k++) {
        const char *call = native_call(&probes[k], prelude, approx);
        struct ul_kernel kernel = {.signature = &signatures[k], .call = call, .dialect = true};
        snprintf(kernel.name, sizeof kernel.name, "k%d", k);
        if (call && (has_double || !needs_double(&signatures[k])))
            ul_kernel_write(&text, &kernel);
    }
    return text;
}

static uint64_t random_bits(void)
{
    static uint64_t state;
    uint64_t z = state += 0x9E3779B97F4A7C15;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
    z = (z ^ z >> 27) * 0x94D049BB133111EB;
    return z ^ z >> 31;
}

/* Any bits; for floats half of the time an exponent near 0, so that sums of several
 * have something to round. */
static ul_bits random_input(enum ul_type t, enum judge judge)
{
    const struct ul_type_info *i = &ul_types[t];
    ul_bits b = random_bits();
    double x = 0.5 + 0.4 * (double)(b >> 11) * 0x1p-53;
    if (judge == NEAR && t == UL_DOUBLE)
        memcpy(&b, &x, sizeof b);
    else if (judge == NEAR) {
        float f = (float)x;
        uint32_t u;
        memcpy(&u, &f, sizeof u);
        b = u;
    } else if (ul_is_float(t) && b & 1) {
        int digits = i->precision - 1;
        ul_bits exponent = (ul_bits)i->emax - 4 + (b >> 1 & 7);
        b = (b >> 63) << (8 * i->bytes - 1) | exponent << digits | (b >> 8 & (((ul_bits)1 << digits) - 1));
    }
    return i->bytes == 8 ? b : b & (((ul_bits)1 << 8 * i->bytes) - 1);
}

static unsigned char *random_inputs(const struct ul_signature *s, enum judge judge)
{
    unsigned char *in = ul_alloc(BUFFER), *at = in;
    for (int j = 0; j < s->arguments; j++)
        for (int i = 0; i < N; i++) {
            ul_bits b = random_input(s->argument[j].type, judge);
            memcpy(at, &b, (size_t)ul_types[s->argument[j].type].bytes);
            at += ul_types[s->argument[j].type].bytes;
        }
    return in;
}

/* A device, attached, with a program. */
struct bench {
    char name[160];
    struct ul_worker *worker;
    struct ul_device device;
    int program;
};

static bool bench_open(struct bench *b, const char *backend, const char *where, int device)
{
    struct ul_line why = {""};
    b->worker = ul_worker_start(backend, where, TIMEOUT, &why);
    bool open = b->worker && device < ul_worker_count(b->worker) &&
                ul_worker_describe(b->worker, device, &b->device, &why) &&
                ul_worker_attach(b->worker, device, BUFFER, BUFFER, &why);
    if (!open)
        ul_worker_stop(b->worker);
    return open;
}

static void bench_build(struct bench *b, const char *text, const char *flags)
{
    struct ul_text log = {0};
    struct ul_line why = {""};
    if (ul_worker_build(b->worker, text, flags, &b->program, &log, &why) != UL_WORKER_OK)
        fail_msg("%s '%s': %s\n%s", b->device.name, flags, why.text, log.data ? log.data : "");
    ul_text_free(&log);
    snprintf(b->name, sizeof b->name, "%.60s, %.60s '%.20s'", b->device.name, b->device.compiler, flags);
}

static const unsigned char *bench_run(struct bench *b, const char *kernel, const struct ul_signature *s,
                                      const unsigned char *in, unsigned n)
{
    struct ul_line why = {""};
    struct ul_launch l = {.kernel = kernel,
                          .n = n,
                          .capacity = n,
                          .in_bytes = (size_t)ul_argument_bytes(s) * n,
                          .out_bytes = (size_t)ul_result_bytes(s) * n};
    memcpy(ul_worker_in(b->worker, 0), in, l.in_bytes);
    if (ul_worker_post(b->worker, 0, b->program, &l, &why) != UL_WORKER_OK ||
        ul_worker_wait(b->worker, 0, &why) != UL_WORKER_OK)
        fail_msg("%s, %s: %s", b->name, kernel, why.text);
    return ul_worker_out(b->worker, 0);
}

static ul_bits element(const unsigned char *array, enum ul_type t, int i)
{
    ul_bits b = 0;
    memcpy(&b, array + (size_t)ul_types[t].bytes * (size_t)i, (size_t)ul_types[t].bytes);
    return ul_is_float(t) ? ul_value_canonical(t, b) : b;
}

static double number(enum ul_type t, ul_bits b)
{
    float f;
    double d;
    uint32_t u = (uint32_t)b;
    memcpy(&f, &u, sizeof f);
    memcpy(&d, &b, sizeof d);
    return t == UL_DOUBLE ? d : (double)f;
}

static bool agree(enum ul_type t, enum judge judge, ul_bits want, ul_bits got)
{
    if (judge == BITS || want == got)
        return want == got;
    double tolerance = t == UL_DOUBLE ? 0x1p-45 : 0x1p-18, w = number(t, want), g = number(t, got);
    return fabs(w - g) <= tolerance * (1 + fabs(w));
}

/* Prints the first difference; false if there is one. */
static bool compare(const struct bench *b, int k, const unsigned char *got)
{
    const struct ul_signature *s = &signatures[k];
    enum ul_type t = s->result[0].type;
    for (int i = 0; i < N; i++) {
        ul_bits w = element(expected[k], t, i), g = element(got, t, i);
        if (agree(t, probes[k].judge, w, g))
            continue;
        print_error("%s: %s is %llx, should be %llx, of", b->name, probes[k].call, (unsigned long long)g,
                    (unsigned long long)w);
        const unsigned char *in = inputs[k];
        for (int j = 0; j < s->arguments; in += N * ul_types[s->argument[j++].type].bytes)
            print_error(" %llx", (unsigned long long)element(in, s->argument[j].type, i));
        print_error("\n");
        return false;
    }
    return true;
}

static int compare_all(struct bench *b)
{
    int different = 0;
    for (int k = 0; k < PROBES; k++) {
        char name[16];
        snprintf(name, sizeof name, "k%d", k);
        if (b->device.has_double || !needs_double(&signatures[k]))
            different += !compare(b, k, bench_run(b, name, &signatures[k], inputs[k], N));
    }
    print_message("  %s: %d of %d probes differ\n", b->name, different, (int)PROBES);
    return different;
}

static int compare_flags(struct bench *b, const char *prelude, const char *flags)
{
    struct ul_text text = program(prelude, "mufu", b->device.has_double);
    bench_build(b, text.data, flags);
    int different = compare_all(b);
    ul_text_free(&text);
    return different;
}

static void host_bench(struct bench *b, const char *cc)
{
    setenv("CC", cc, 1);
    assert_true(bench_open(b, "host", "", 0));
}

static int setup(void **state)
{
    (void)state;
    struct bench b;
    struct ul_line why;
    for (int k = 0; k < PROBES; k++) {
        if (!ul_signature_parse(probes[k].signature, &signatures[k], &why))
            return -1;
        inputs[k] = random_inputs(&signatures[k], probes[k].judge);
        expected[k] = ul_alloc(BUFFER);
    }
    host_bench(&b, "gcc");
    struct ul_text text = program("host/prelude.h", "mufu", true);
    bench_build(&b, text.data, "-O0");
    for (int k = 0; k < PROBES; k++) {
        char name[16];
        snprintf(name, sizeof name, "k%d", k);
        memcpy(expected[k], bench_run(&b, name, &signatures[k], inputs[k], N), BUFFER);
    }
    ul_text_free(&text);
    ul_worker_stop(b.worker);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    for (int k = 0; k < PROBES; k++) {
        free(inputs[k]);
        free(expected[k]);
    }
    return 0;
}

static void compare_host(const char *cc, const char *const *flags)
{
    struct bench b;
    int different = 0;
    host_bench(&b, cc);
    for (; *flags; flags++)
        different += compare_flags(&b, "host/prelude.h", *flags);
    ul_worker_stop(b.worker);
    assert_int_equal(different, 0);
}

static void gcc_gives_the_same_bits(void **state)
{
    (void)state;
    static const char *const flags[] = {"", "-O2", "-O2 -march=x86-64", "-std=c11 -O1", NULL};
    compare_host("gcc", flags);
}

static void clang_gives_the_same_bits(void **state)
{
    (void)state;
    static const char *const flags[] = {"", "-O0", NULL};
    if (system("clang --version >/dev/null 2>&1"))
        skip();
    compare_host("clang", flags);
}

/* The same lanes as vectors of each width and as scalars. */
static int compare_vectors(struct bench *b)
{
    static const int widths[] = {1, 2, 3, 4, 8, 16};
    int different = 0;
    struct ul_line why;
    for (int k = 0; k < VECTORS; k++) {
        unsigned char *scalar = ul_alloc(BUFFER), *in = NULL;
        for (int j = 0; j < 6; j++) {
            char w[16], signature[64], call[64];
            snprintf(w, sizeof w, "%.*d", widths[j] > 1, widths[j] > 1 ? widths[j] : 0); /* nothing for 1 */
            struct ul_signature s;
            struct ul_text text = {0};
            struct ul_kernel kernel = {.name = "v", .signature = &s, .call = call};
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
            snprintf(signature, sizeof signature, vectors[k].signature, w, w, w);
            snprintf(call, sizeof call, vectors[k].call, w);
#pragma GCC diagnostic pop
            assert_true(ul_signature_parse(signature, &s, &why));
            if (needs_double(&s) && !b->device.has_double)
                continue;
            ul_program_prelude(&text, "opencl/prelude.clh", "native");
            ul_kernel_write(&text, &kernel);
            bench_build(b, text.data, "");
            ul_text_free(&text);
            if (!in)
                in = random_inputs(&s, NEAR);
            const unsigned char *out = bench_run(b, "v", &s, in, (unsigned)(N / widths[j]));
            size_t bytes = (size_t)(N / widths[j]) * (size_t)ul_result_bytes(&s);
            if (widths[j] == 1)
                memcpy(scalar, out, bytes);
            else if (memcmp(scalar, out, bytes)) {
                print_error("%s: %s of %s differs from the scalar\n", b->name, call, signature);
                different++;
            }
        }
        free(scalar);
        free(in);
    }
    return different;
}

static void build_only(struct bench *b, const char *prelude, const char *approx)
{
    struct ul_text text = program(prelude, approx, b->device.has_double);
    bench_build(b, text.data, "");
    ul_text_free(&text);
}

static int compare_opencl(const char *icd)
{
    struct bench b;
    int different = 0;
    for (int device = 0; bench_open(&b, "opencl", icd, device); device++) {
        if (b.device.simulator || b.device.flushes_float)
            print_message("  %s %s: compiled only\n", b.device.name,
                          b.device.simulator ? "is slow" : "flushes subnormals");
        else {
            different += compare_flags(&b, "opencl/prelude.clh", "-cl-std=CL1.2");
            if (b.device.opencl_c >= 300)
                different += compare_flags(&b, "opencl/prelude.clh", "-cl-std=CL3.0");
            different += compare_vectors(&b);
        }
        build_only(&b, "opencl/prelude.clh", "mufu");
        build_only(&b, "opencl/prelude.clh", "native"); /* its bits are its own */
        ul_worker_stop(b.worker);
    }
    return different;
}

static void opencl_gives_the_same_bits(void **state)
{
    (void)state;
    const char *folder = getenv("OCL_ICD_VENDORS");
    int different = 0;
    folder = folder && folder[0] ? folder : "/etc/OpenCL/vendors";
    DIR *d = opendir(folder);
    for (struct dirent *e; d && (e = readdir(d));) {
        char *path = ul_format("%s/%s", folder, e->d_name);
        size_t n = strlen(path);
        if (!strcmp(path + n - 4, ".icd"))
            different += compare_opencl(path);
        free(path);
    }
    if (d)
        closedir(d);
    assert_int_equal(different, 0);
}

static void a_gpu_gives_the_same_bits(void **state)
{
    (void)state;
    struct bench b;
    if (!bench_open(&b, "cuda", "", 0))
        skip();
    int different = compare_flags(&b, "cuda/prelude.cuh", "");
    struct ul_text text = program("cuda/prelude.cuh", "native", true);
    bench_build(&b, text.data, "");
    for (int k = 0; k < PROBES; k++) {
        char name[16];
        snprintf(name, sizeof name, "k%d", k);
        if (native_call(&probes[k], "cuda/prelude.cuh", "native"))
            different += !compare(&b, k, bench_run(&b, name, &signatures[k], inputs[k], N));
    }
    ul_text_free(&text);
    ul_worker_stop(b.worker);
    assert_int_equal(different, 0);
}

static void nvrtc_compiles_it(void **state)
{
    (void)state;
    struct ul_line why = {""};
    struct ul_nvrtc *nvrtc = ul_nvrtc_open(0, 0, &why);
    if (!nvrtc)
        skip();
    for (int i = 0; i < 2; i++) {
        struct ul_text text = program("cuda/prelude.cuh", i ? "mufu" : "native", true), code = {0}, log = {0};
        if (!ul_nvrtc_compile(nvrtc, text.data, i ? 90 : 75, "", &code, &log, &why))
            fail_msg("%s\n%s", why.text, log.data ? log.data : "");
        ul_text_free(&text);
        ul_text_free(&code);
        ul_text_free(&log);
    }
    ul_nvrtc_close(nvrtc);
}

/* CUDA's own half, bfloat16 and their pairs: kernels of other shapes than the dialect's. */
static void write_native(struct ul_text *text)
{
    static const struct probe natives[] = {{"half(half)", "hexp(a0)", BITS},
                                           {"half2(half2, half2)", "__hadd2(a0, a1)", BITS},
                                           {"bfloat16(bfloat16)", "hsqrt(a0)", BITS},
                                           {"bool(half)", "__hisnan(a0)", BITS},
                                           {"void(float, float*, float*)", "sincosf(a0, &r0, &r1)", BITS}};
    struct ul_line why;
    for (int k = 0; k < 10; k++) {
        struct ul_signature s;
        assert_true(ul_signature_parse(natives[k / 2].signature, &s, &why));
        struct ul_kernel kernel = {
            .signature = &s, .call = natives[k / 2].call, .indexed = k % 2 && s.argument[0].width == 1};
        snprintf(kernel.name, sizeof kernel.name, "n%d", k);
        ul_kernel_write(text, &kernel);
    }
}

static void nvcc_compiles_it(void **state)
{
    (void)state;
    if (system("PATH=$PATH:/usr/local/cuda/bin nvcc --version >/dev/null 2>&1"))
        skip();
    char path[] = "/tmp/ulparity-test-XXXXXX.cu";
    struct ul_text whole = program("cuda/prelude.cuh", "mufu", true), text = {0};
    ul_text_add(&text, "#define UL_NATIVE_HALF 1\n%s", whole.data);
    write_native(&text);
    FILE *f = fdopen(mkstemps(path, 3), "w");
    fputs(text.data, f);
    fclose(f);
    char *command = ul_format("PATH=$PATH:/usr/local/cuda/bin nvcc -cubin -arch=sm_90 -o /dev/null %s", path);
    int status = system(command);
    unlink(path);
    free(command);
    ul_text_free(&whole);
    ul_text_free(&text);
    assert_int_equal(status, 0);
}

/* The next ul_ name of common/ulparity.h that is the dialect's; NULL past the last. */
static const char *next_name(const char *at, char name[64])
{
    while (at && (at = strstr(at, "ul_"))) {
        size_t n = strspn(at, "abcdefghijklmnopqrstuvwxyz0123456789_");
        snprintf(name, 64, "%.*s", (int)n, at);
        at += n;
        if (strcmp(name, "ul_kernel_write") && strcmp(name, "ul_program_prelude"))
            return at;
    }
    return NULL;
}

/* Each is in a probe, in the kernels' text, or in an algorithm. */
static void every_documented_name_is_exercised(void **state)
{
    (void)state;
    struct ul_text text = program("opencl/prelude.clh", "mufu", true);
    char name[64];
    int names = 0, missing = 0;
    write_native(&text);
    const char *kernels = strstr(text.data, "/* Kernels: one work-item");
    assert_non_null(kernels);
    for (const char *at = ul_embedded_text("common/ulparity.h"); (at = next_name(at, name)); names++)
        if (!strstr(kernels, name)) {
            print_error("%s is documented and nowhere exercised\n", name);
            missing++;
        }
    ul_text_free(&text);
    assert_true(names > 70);
    assert_int_equal(missing, 0);
}

/* Where the text holds a word that begins with `form` and ends there; comments are passed over. NULL:
 * nowhere. */
static const char *find_word(const char *text, const char *form)
{
    size_t n = strlen(form);
    for (const char *at = text; *at; at++) {
        if (!strncmp(at, "/*", 2))
            at = strstr(at, "*/") + 1;
        else if (!strncmp(at, form, n) && !isalnum((unsigned char)at[n]) && at[n] != '_' &&
                 (at == text || (!isalnum((unsigned char)at[-1]) && at[-1] != '_')))
            return at;
    }
    return NULL;
}

/* Where a prelude has it first: itself, or as the row of a macro that makes it. */
static const char *place(const char *prelude, const char *name)
{
    bool approx = !strncmp(name, "ul_approx_", 10);
    static const char *const macros[] = {"UL_APPROX(", "UL_PLATFORM(", "UL_PLATFORM_2("};
    const char *found = find_word(prelude, name);
    for (int k = approx ? 0 : 1; k < (approx ? 1 : 3) && !found; k++) {
        char *form = ul_format("%s%s", macros[k], name + (approx ? 10 : 3));
        found = find_word(prelude, form);
        free(form);
    }
    return found;
}

static bool may_lack(const char *prelude, const char *name)
{
    bool host = !strcmp(prelude, "host/prelude.h"), opencl = !strcmp(prelude, "opencl/prelude.clh");
    return strstr(name, "ul_mufu") || (host && (strstr(name, "approx") || strstr(name, "native"))) ||
           (opencl && strstr(name, "native_bfloat16"));
}

static void the_preludes_list_the_documented_names_in_order(void **state)
{
    (void)state;
    static const char *const preludes[] = {"host/prelude.h", "cuda/prelude.cuh", "opencl/prelude.clh"};
    int wrong = 0;
    for (int k = 0; k < 3; k++) {
        char name[64];
        const char *prelude = ul_embedded_text(preludes[k]), *last = prelude;
        const char *list = strstr(ul_embedded_text("common/ulparity.h"), "Types and declarations");
        for (const char *at = list; (at = next_name(at, name));) {
            const char *here = place(prelude, name);
            bool again = find_word(list, name) + strlen(name) != at;
            if (again || (here ? here >= last : may_lack(preludes[k], name))) {
                last = here && !again ? here : last;
                continue;
            }
            print_error("%s: %s is %s\n", preludes[k], name, !here ? "missing" : "out of order");
            wrong++;
        }
    }
    assert_int_equal(wrong, 0);
}

int main(int argc, char **argv)
{
    if (argc > 1 && !strcmp(argv[1], "--worker"))
        return ul_worker_main(argc, argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gcc_gives_the_same_bits),
        cmocka_unit_test(clang_gives_the_same_bits),
        cmocka_unit_test(opencl_gives_the_same_bits),
        cmocka_unit_test(a_gpu_gives_the_same_bits),
        cmocka_unit_test(nvrtc_compiles_it),
        cmocka_unit_test(nvcc_compiles_it),
        cmocka_unit_test(every_documented_name_is_exercised),
        cmocka_unit_test(the_preludes_list_the_documented_names_in_order),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
