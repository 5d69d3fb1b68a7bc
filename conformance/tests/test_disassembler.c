/* Finding and running nvdisasm: scripts in its place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "cuda/disassembler.h"

static char folder[] = "/tmp/ulparity-test-XXXXXX";

static void shell(const char *command)
{
    char *line = ul_format("cd %s && %s", folder, command);
    assert_int_equal(system(line), 0);
    free(line);
}

/* A script that tells a version, and does `act` with a cubin, "$2". */
static void write_program(const char *path, const char *version, const char *act)
{
    char *command =
        ul_format("mkdir -m 700 -p $(dirname %s) && cat >%s <<'END' && chmod +x %s && chmod -R go-w .\n"
                  "#!/bin/sh\n"
                  "case $1 in\n"
                  "--version) echo 'Cuda compilation tools, release %s, V%s.1' ;;\n"
                  "*) %s ;;\n"
                  "esac\n"
                  "END\n",
                  path, path, path, version, version, act);
    shell(command);
    free(command);
}

static int setup(void **state)
{
    (void)state;
    static const char *const unset[] = {"CUDA_HOME", "CUDA_PATH", "CONDA_PREFIX", "VIRTUAL_ENV"};
    for (int k = 0; k < 4; k++)
        unsetenv(unset[k]);
    if (!mkdtemp(folder) || setenv("XDG_CACHE_HOME", folder, 1) || setenv("HOME", folder, 1))
        return -1;
    char *path = ul_format("%s/first:%s/second:%s", folder, folder, getenv("PATH"));
    int status = setenv("PATH", path, 1);
    free(path);
    return status;
}

static int teardown(void **state)
{
    (void)state;
    shell("rm -rf ulparity first second");
    return rmdir(folder);
}

/* What is fetched goes before what is installed, whatever its version; and all of a large cubin arrives. */
static void test_found(void **state)
{
    (void)state;
    struct ul_disassembler d;
    struct ul_line why = {""};
    struct ul_text cubin = {0}, out = {0};
    write_program("ulparity/cuda/nvdisasm/nvidia/cu13/bin/nvdisasm", "13.9", "cat \"$2\"");
    write_program("second/nvdisasm", "12.1", "echo no");
    for (int k = 0; k < 100000; k++)
        ul_text_add(&cubin, "%d\n", k);
    assert_true(ul_disassembler_open(&d, &why));
    assert_string_equal(d.version, "13.9");
    assert_true(ul_disassemble(&d, &cubin, &out, &why));
    assert_int_equal(out.length, cubin.length);
    assert_memory_equal(out.data, cubin.data, cubin.length);
    ul_disassembler_close(&d);
    ul_text_free(&cubin);
    ul_text_free(&out);
}

/* One that is no nvdisasm is passed over; what one refuses is given to the next. */
static void test_refused(void **state)
{
    (void)state;
    struct ul_disassembler d;
    struct ul_line why = {""};
    struct ul_text cubin = {0}, out = {0};
    ul_text_add(&cubin, "code");
    write_program("ulparity/cuda/nvdisasm/nvidia/cu13/bin/nvdisasm", "13.9", "echo half; exit 1");
    write_program("first/nvdisasm", "", "echo no");
    write_program("second/nvdisasm", "12.1", "cat \"$2\"");
    assert_true(ul_disassembler_open(&d, &why));
    assert_true(d.programs >= 2);
    assert_true(ul_disassemble(&d, &cubin, &out, &why));
    assert_string_equal(out.data, "code");
    write_program("second/nvdisasm", "12.1", "kill -9 $$");
    const int all = d.programs;
    d.programs = 2; /* not what is installed here */
    assert_false(ul_disassemble(&d, &cubin, &out, &why));
    assert_non_null(strstr(why.text, "second/nvdisasm: signal 9"));
    write_program("second/nvdisasm", "12.1", "exit 0"); /* nothing is no text */
    assert_false(ul_disassemble(&d, &cubin, &out, &why));
    assert_non_null(strstr(why.text, "second/nvdisasm: exit status 0, without a text"));
    d.programs = all;
    ul_disassembler_close(&d);
    ul_text_free(&cubin);
    ul_text_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_found), cmocka_unit_test(test_refused)};
    return cmocka_run_group_tests_name("disassembler", tests, setup, teardown);
}
