/* One contract for every backend: the same calls against every device that is here. */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "backends.h"
#include "common/kernel.h"
#include "worker.h"

/* Inputs of a launch: more than a GPU takes at once; fewer where each takes its time. */
enum {
    N_GPU = (3 << 20) + 77,
    N_CPU = 70001,
    N_SIMULATOR = 1001,
    MAX_CAPACITY = (3 << 20) + 128,
    TIMEOUT = 60
};

static const char kernels[] =
    "UL_KERNEL(sum) { UL_IN(float, x, 0); UL_IN(ul_uint, k, 4); UL_OUT(float, y, 0);\n"
    "  UL_EACH(i) { UL_STORE(y, i, UL_LOAD(x, i) + (float)UL_LOAD(k, i)); } }\n"
    "UL_KERNEL(index) { UL_OUT(ul_uint, high, 0); UL_OUT(ul_uint, low, 4);\n"
    "  UL_EACH(i) { UL_STORE(high, i, (ul_uint)(base >> 32)); UL_STORE(low, i, (ul_uint)(base + i)); } }\n";
static const char wrong_kernel[] =
    "UL_KERNEL(wrong) { UL_OUT(ul_uint, y, 0); UL_EACH(i) { UL_STORE(y, i, nowhere); } }\n";

/* A program in the backend's language, allocated. */
static char *program_text(const char *backend, const char *body)
{
    struct ul_text t = {0};
    ul_program_prelude(&t, ul_backend_find(backend)->prelude, "native");
    ul_text_add(&t, "%s", body);
    return t.data;
}

/* `in` and `out`: bytes an input. */
static struct ul_launch launch(const char *kernel, unsigned n, unsigned in, unsigned out)
{
    const unsigned capacity = (n + 63) / 64 * 64;
    return (struct ul_launch){.kernel = kernel,
                              .base = 0x1234fffffff0,
                              .n = n,
                              .capacity = capacity,
                              .in_bytes = (size_t)in * capacity,
                              .out_bytes = (size_t)out * capacity};
}

static int build(struct ul_worker *w, const char *text, const char *flags)
{
    struct ul_text log = {0};
    struct ul_line why = {""};
    int program = -1;
    enum ul_worker_result result = ul_worker_build(w, text, flags, &program, &log, &why);
    if (result != UL_WORKER_OK)
        fail_msg("%s\n%s", why.text, log.data ? log.data : "");
    ul_text_free(&log);
    return program;
}

/* Checks the description; how many inputs to run. */
static unsigned check_description(struct ul_worker *w, int device, const char *backend)
{
    struct ul_device d;
    struct ul_line why = {""};
    assert_true(ul_worker_describe(w, device, &d, &why));
    print_message("  %s: %s, %s, %s; %s; words '%s'; OpenCL C %d, hardware %s%s%s%s%s%s\n", d.id, d.name,
                  d.driver, d.compiler, d.version, d.words, d.opencl_c, d.hardware,
                  d.has_half ? ", half" : "", d.has_double ? ", double" : "",
                  d.flushes_float ? ", flushes" : "", d.simulator ? ", simulator" : "",
                  d.float_to_zero ? ", to zero" : "");
    const char *api = ul_backend_find(backend)->api;
    assert_int_equal(strncmp(d.id, api, strlen(api)), 0);
    assert_true(d.platform[0] && d.name[0] && d.driver[0] && d.compiler[0] && d.hardware[0]);
    assert_true(d.units > 0);
    const unsigned n = d.simulator ? N_SIMULATOR : d.is_cpu ? N_CPU : N_GPU;
    assert_false(ul_worker_describe(w, 999, &d, &why));
    return n;
}

static void check_results(struct ul_worker *w, int program, unsigned n)
{
    struct ul_line why = {""};
    struct ul_launch sum = launch("sum", n, 8, 4), index = launch("index", n, 0, 8);
    float *x = ul_worker_in(w, 0), *y = ul_worker_out(w, 0);
    unsigned *k = (unsigned *)x + sum.capacity, *z = ul_worker_out(w, 1);
    for (int round = 0; round < 3; round++) { /* the slots' memory is used again */
        for (unsigned i = 0; i < n; i++) {
            x[i] = (float)i * 0.5f;
            k[i] = i + (unsigned)round;
        }
        assert_int_equal(ul_worker_post(w, 0, program, &sum, &why), UL_WORKER_OK);
        assert_int_equal(ul_worker_post(w, 1, program, &index, &why), UL_WORKER_OK);
        if (ul_worker_wait(w, 0, &why) != UL_WORKER_OK || ul_worker_wait(w, 1, &why) != UL_WORKER_OK)
            fail_msg("%s", why.text);
        for (unsigned i = 0; i < n; i++) {
            assert_true(y[i] == (float)i * 0.5f + (float)(i + (unsigned)round));
            assert_int_equal(z[i], 0x1234); /* base has 64 bits */
            assert_int_equal(z[index.capacity + i], 0xfffffff0u + i);
        }
    }
}

static void check_failures(struct ul_worker *w, const char *backend, int program)
{
    struct ul_text log = {0};
    struct ul_line why = {""};
    int none;
    char *text = program_text(backend, wrong_kernel);
    assert_int_equal(ul_worker_build(w, text, "", &none, &log, &why), UL_WORKER_FAILED);
    print_message("    %s\n", why.text);
    assert_non_null(strstr(why.text, "nowhere"));
    assert_non_null(log.data);
    assert_non_null(strstr(log.data, "nowhere"));
    ul_text_free(&log);
    free(text);

    struct ul_launch l = launch("nobody", 64, 0, 4);
    assert_int_equal(ul_worker_post(w, 0, program, &l, &why), UL_WORKER_OK);
    assert_int_equal(ul_worker_wait(w, 0, &why), UL_WORKER_FAILED);
    assert_non_null(strstr(why.text, "nobody"));
}

static void check_device(const char *backend, const char *where, int device)
{
    struct ul_line why = {""};
    struct ul_worker *w = ul_worker_start(backend, where, TIMEOUT, &why);
    assert_non_null(w);
    const unsigned n = check_description(w, device, backend);
    if (!ul_worker_attach(w, device, 8 * MAX_CAPACITY, 8 * MAX_CAPACITY, &why))
        fail_msg("%s", why.text);
    char *text = program_text(backend, kernels);
    int program = build(w, text, "");
    check_results(w, program, n);
    check_failures(w, backend, program);
    int again = build(w, text, strcmp(backend, "opencl") ? "-DSOMETHING=1" : "-cl-std=CL1.2 -DSOMETHING=1");
    check_results(w, again, n);
    check_results(w, program, n); /* programs live side by side */
    free(text);
    ul_worker_stop(w);
}

/* A vendor that is not here is no failure; one that opens holds the contract on all its devices. */
static int check_vendor(const char *backend, const char *where)
{
    struct ul_line why = {""};
    struct ul_worker *w = ul_worker_start(backend, where, TIMEOUT, &why);
    int count = w ? ul_worker_count(w) : 0;
    print_message("%s %s: %d devices %s\n", backend, where, count, w ? "" : why.text);
    ul_worker_stop(w);
    for (int i = 0; i < count; i++)
        check_device(backend, where, i);
    return count;
}

static void every_member_is_set(void **state)
{
    (void)state;
    for (int i = 0; ul_backends[i]; i++) {
        const struct ul_backend *b = ul_backends[i];
        assert_true(b->name && b->api && b->prelude && b->open && b->count && b->describe && b->attach &&
                    b->build && b->run && b->release && b->detach);
        assert_ptr_equal(ul_backend_find(b->name), b);
    }
}

static void the_host_holds_the_contract(void **state)
{
    (void)state;
    assert_int_equal(check_vendor("host", ""), 1);
}

static void cuda_holds_the_contract(void **state)
{
    (void)state;
    if (ul_backend_find("cuda"))
        check_vendor("cuda", "");
}

static void the_emulated_device_holds_the_contract(void **state)
{
    (void)state;
    check_vendor("emulated", "");
}

static void every_opencl_device_holds_the_contract(void **state)
{
    (void)state;
    const char *folder = getenv("OCL_ICD_VENDORS");
    if (!folder || !folder[0])
        folder = "/etc/OpenCL/vendors";
    DIR *d = opendir(folder);
    for (struct dirent *e; d && (e = readdir(d));) {
        size_t n = strlen(e->d_name);
        char *path = ul_format("%s/%s", folder, e->d_name);
        if (n > 4 && !strcmp(e->d_name + n - 4, ".icd"))
            check_vendor("opencl", path);
        free(path);
    }
    if (d)
        closedir(d);
}

static void a_broken_vendor_is_a_reason(void **state)
{
    (void)state;
    struct ul_line why = {""};
    char icd[] = "/tmp/ulparity-test-XXXXXX";
    FILE *f = fdopen(mkstemp(icd), "w");
    fputs("libnowhere-opencl.so.1\n", f);
    fclose(f);
    assert_null(ul_worker_start("opencl", icd, TIMEOUT, &why));
    assert_non_null(strstr(why.text, "libnowhere-opencl.so.1: cannot open shared object file"));
    remove(icd);
    assert_null(ul_worker_start("opencl", icd, TIMEOUT, &why));
    assert_non_null(strstr(why.text, "No such file"));
}

int main(int argc, char **argv)
{
    if (argc > 1 && !strcmp(argv[1], "--worker"))
        return ul_worker_main(argc, argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_member_is_set),
        cmocka_unit_test(the_host_holds_the_contract),
        cmocka_unit_test(cuda_holds_the_contract),
        cmocka_unit_test(the_emulated_device_holds_the_contract),
        cmocka_unit_test(every_opencl_device_holds_the_contract),
        cmocka_unit_test(a_broken_vendor_is_a_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
