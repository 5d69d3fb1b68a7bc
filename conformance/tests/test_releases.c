/* CUDA releases by name: words, the folders that tell of them, and the code that they made. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "cuda/code_cache.h"
#include "cuda/nvrtc.h"

static char cache[] = "/tmp/ulparity-test-XXXXXX";

static void shell(const char *command)
{
    char *line = ul_format("cd %s && %s", cache, command);
    assert_int_equal(system(line), 0);
    free(line);
}

static int setup(void **state)
{
    (void)state;
    return mkdtemp(cache) && !setenv("XDG_CACHE_HOME", cache, 1) ? 0 : -1;
}

static int teardown(void **state)
{
    (void)state;
    shell("rm -r ulparity");
    return rmdir(cache);
}

static void words(void **state)
{
    (void)state;
    int release;
    struct ul_line why = {""};
    assert_int_equal(ul_nvrtc_release_named("12.8"), 1280);
    assert_int_equal(ul_nvrtc_release_named("11.7"), 1170);
    static const char *const wrong[] = {"",      "12",  "12.", ".8",    "12.85",
                                        "12.8 ", "1.2", "a",   "v12.8", "-12.8"};
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++)
        assert_int_equal(ul_nvrtc_release_named(wrong[k]), 0);
    assert_true(ul_nvrtc_release_asked("", &release, &why));
    assert_int_equal(release, 0);
    assert_true(ul_nvrtc_release_asked("13.0", &release, &why));
    assert_int_equal(release, 1300);
    assert_false(ul_nvrtc_release_asked("12.x", &release, &why));
    assert_non_null(strstr(why.text, "no CUDA release '12.x' here; found "));
    assert_non_null(strstr(why.text, "; conformance/cuda-release 12.8 fetches one"));
}

/* Files that hold nothing tell of a release all the same, and cannot be opened. */
static void folders(void **state)
{
    (void)state;
    static const char made[] = "mkdir -m 700 -p ulparity/cuda/12.1/nvidia/cuda_nvrtc/lib && "
                               "cd ulparity/cuda/12.1/nvidia/cuda_nvrtc/lib && "
                               "touch libnvrtc.so.12 libnvrtc-builtins.so.12.1 && chmod 700 ../../../../..";
    struct ul_text list = {0};
    struct ul_line why = {""};
    ul_nvrtc_list(&list, true);
    assert_true(!list.data || !strstr(list.data, cache));
    ul_text_free(&list);
    shell(made);
    ul_nvrtc_list(&list, true);
    char *expected = ul_format("12.1  %s/ulparity/cuda/12.1/nvidia/cuda_nvrtc/lib/libnvrtc.so.12\n", cache);
    assert_non_null(strstr(list.data, expected));
    free(expected);
    ul_text_free(&list);
    ul_nvrtc_list(&list, false);
    assert_non_null(strstr(list.data, "12.1"));
    ul_text_free(&list);
    assert_null(ul_nvrtc_open(1210, 0, &why));
    assert_non_null(strstr(why.text, "no CUDA release '12.1' here; found "));
    assert_non_null(strstr(why.text, "; conformance/cuda-release 12.1 fetches it"));
    assert_null(ul_nvrtc_open(1270, 0, &why)); /* never came out */
    assert_non_null(strstr(why.text, "; conformance/cuda-release 12.8 fetches one"));
}

/* A toolkit's file has its whole version; a folder with the builtins of several releases does not tell. */
static void toolkits(void **state)
{
    (void)state;
    struct ul_text list = {0};
    char *home = ul_format("%s/ulparity/toolkit", cache);
    setenv("CUDA_HOME", home, 1);
    shell("mkdir -p ulparity/toolkit/lib64 && touch ulparity/toolkit/lib64/libnvrtc.so.99.1.42 && "
          "ln -s libnvrtc.so.99.1.42 ulparity/toolkit/lib64/libnvrtc.so.99");
    ul_nvrtc_list(&list, false);
    assert_non_null(strstr(list.data, "99.1, "));
    ul_text_free(&list);
    shell("cd ulparity/toolkit/lib64 && rm * && touch libnvrtc.so.98 libnvrtc-builtins.so.97.1");
    ul_nvrtc_list(&list, false);
    assert_true(!list.data || (!strstr(list.data, "97.1") && !strstr(list.data, "98")));
    ul_text_free(&list);
    shell("cd ulparity/toolkit/lib64 && touch libnvrtc-builtins.so.98.1.5");
    ul_nvrtc_list(&list, false);
    assert_non_null(strstr(list.data, "98.1, "));
    ul_text_free(&list);
    shell("cd ulparity/toolkit/lib64 && touch libnvrtc-builtins.so.98.2");
    ul_nvrtc_list(&list, false);
    assert_true(!list.data || !strstr(list.data, "98."));
    ul_text_free(&list);
    unsetenv("CUDA_HOME");
    free(home);
}

/* What --arch sm_90 compiles is what a device of sm_90 asks for. */
static void code(void **state)
{
    (void)state;
    static const char text[] = "kernel", ftz[] = "-ftz=true", both[] = " --gpu-architecture=sm_90 -ftz=true ";
    struct ul_text in = {0}, out = {0};
    ul_text_put(&in, "a\0b", 3);
    assert_true(ul_code_cache_wants(1280, text, both));
    assert_false(ul_code_cache_wants(1280, text, ftz)); /* no real architecture */
    ul_code_cache_put(1280, 80, text, both, &in);
    assert_false(ul_code_cache_wants(1280, text, both));
    assert_true(ul_code_cache_get(1280, 90, text, ftz, &out));
    assert_int_equal(out.length, 3);
    assert_memory_equal(out.data, "a\0b", 3);
    assert_false(ul_code_cache_get(1280, 80, text, ftz, &out));
    assert_false(ul_code_cache_get(1290, 90, text, ftz, &out));
    assert_false(ul_code_cache_get(1280, 90, text, "", &out));
    assert_false(ul_code_cache_get(1280, 90, "kernels", ftz, &out));
    ul_text_free(&in);
    ul_text_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words),
        cmocka_unit_test(folders),
        cmocka_unit_test(toolkits),
        cmocka_unit_test(code),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
