/* Workers that live, fail, crash, leave and hang: the host's backend runs any C, so its kernels do. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "worker.h"

#define KERNEL(name)                                                                                         \
    "void " name                                                                                             \
    "(const void *in, void *out, unsigned long base, unsigned first, unsigned end, unsigned capacity)\n"

static const char twice[] =
    KERNEL("twice") "{ const float *x = in; float *y = out;\n"
                    "for (unsigned i = first; i < end; i++) y[i] = 2 * x[i]; }\n" KERNEL(
                        "count") "{ unsigned *y = out;\n"
                                 "for (unsigned i = first; i < end; i++) y[i] = (unsigned)base + i; }\n";

enum { N = 100000, ROOM = 100032 };

static struct ul_worker *host(double timeout)
{
    struct ul_line why = {""};
    struct ul_worker *w = ul_worker_start("host", "", timeout, &why);
    assert_string_equal(why.text, "");
    assert_non_null(w);
    assert_int_equal(ul_worker_count(w), 1);
    assert_true(ul_worker_attach(w, 0, 4 * ROOM, 4 * ROOM, &why));
    return w;
}

static int build(struct ul_worker *w, const char *text)
{
    struct ul_text log = {0};
    struct ul_line why = {""};
    int program = -1;
    assert_int_equal(ul_worker_build(w, text, "", &program, &log, &why), UL_WORKER_OK);
    assert_string_equal(why.text, "");
    ul_text_free(&log);
    return program;
}

static struct ul_launch launch(const char *kernel, uint64_t base)
{
    return (struct ul_launch){
        .kernel = kernel, .base = base, .n = N, .capacity = ROOM, .out_bytes = 4 * ROOM};
}

static void both_slots_in_flight(void **state)
{
    (void)state;
    struct ul_worker *w = host(30);
    struct ul_line why;
    int program = build(w, twice);
    struct ul_launch a = launch("twice", 0), b = launch("count", 0xfffffff0);
    a.in_bytes = 4 * ROOM;
    float *x = ul_worker_in(w, 0), *y = ul_worker_out(w, 0);
    for (int i = 0; i < N; i++)
        x[i] = (float)i;
    y[N] = -1;
    assert_int_equal(ul_worker_post(w, 0, program, &a, &why), UL_WORKER_OK);
    assert_int_equal(ul_worker_post(w, 1, program, &b, &why), UL_WORKER_OK);
    assert_int_equal(ul_worker_wait(w, 1, &why), UL_WORKER_OK);
    const unsigned *counted = ul_worker_out(w, 1);
    for (unsigned i = 0; i < N; i++)
        assert_int_equal(counted[i], 0xfffffff0u + i);
    assert_int_equal(ul_worker_wait(w, 0, &why), UL_WORKER_OK);
    for (int i = 0; i < N; i++)
        assert_true(y[i] == 2 * (float)i);
    assert_true(y[N] == -1); /* n inputs, no more */
    ul_worker_stop(w);
}

static void a_build_may_come_between_post_and_wait(void **state)
{
    (void)state;
    struct ul_worker *w = host(30);
    struct ul_line why;
    struct ul_launch l = launch("count", 7);
    int first = build(w, twice);
    assert_int_equal(ul_worker_post(w, 0, first, &l, &why), UL_WORKER_OK);
    int second = build(w, KERNEL("nothing") "{ }\n");
    assert_int_not_equal(first, second);
    assert_int_equal(ul_worker_wait(w, 0, &why), UL_WORKER_OK);
    assert_int_equal(((unsigned *)ul_worker_out(w, 0))[3], 10);
    ul_worker_stop(w);
}

static void failures_leave_the_worker_alive(void **state)
{
    (void)state;
    struct ul_worker *w = host(30);
    struct ul_text log = {0};
    struct ul_line why = {""};
    int program = -1;
    assert_int_equal(
        ul_worker_build(w, "int x;\nint f(void) { return nowhere; }\n", "", &program, &log, &why),
        UL_WORKER_FAILED);
    assert_non_null(strstr(why.text, "error: "));
    assert_non_null(strstr(why.text, "nowhere"));
    assert_true(log.length > strlen(why.text)); /* the whole log, not its first line */
    ul_text_free(&log);

    program = build(w, twice);
    struct ul_launch l = launch("thrice", 0);
    assert_int_equal(ul_worker_post(w, 0, program, &l, &why), UL_WORKER_OK);
    assert_int_equal(ul_worker_wait(w, 0, &why), UL_WORKER_FAILED);
    assert_non_null(strstr(why.text, "thrice"));

    l = launch("count", 0);
    l.out_bytes = 4 * ROOM + 4096;
    assert_int_equal(ul_worker_post(w, 0, program, &l, &why), UL_WORKER_FAILED);
    assert_non_null(strstr(why.text, "do not fit"));
    assert_int_equal(ul_worker_wait(w, 0, &why), UL_WORKER_FAILED); /* nothing was posted */

    l = launch("count", 0);
    assert_int_equal(ul_worker_post(w, 0, program, &l, &why), UL_WORKER_OK);
    assert_int_equal(ul_worker_wait(w, 0, &why), UL_WORKER_OK);
    ul_worker_stop(w);
}

/* Runs a kernel that is the worker's end, and checks what is said of it, then and later. */
static void expect_end(const char *text, double timeout, const char *reason)
{
    struct ul_worker *w = host(timeout);
    struct ul_line why = {""};
    struct ul_launch l = launch("k", 0);
    int program = build(w, text);
    assert_int_equal(ul_worker_post(w, 0, program, &l, &why), UL_WORKER_OK);
    assert_int_equal(ul_worker_wait(w, 0, &why), UL_WORKER_LOST);
    assert_string_equal(why.text, reason);
    why.text[0] = 0;
    assert_int_equal(ul_worker_post(w, 1, program, &l, &why), UL_WORKER_LOST);
    assert_string_equal(why.text, reason);
    ul_worker_stop(w);
}

static void crashes_are_named(void **state)
{
    (void)state;
    /* raise, since a sanitizer makes an exit status of a bad access */
    expect_end("#include <signal.h>\n" KERNEL("k") "{ signal(SIGSEGV, SIG_DFL); raise(SIGSEGV); }\n", 30,
               "killed by signal 11 (Segmentation fault) while running k");
}

static void the_last_words_are_quoted(void **state)
{
    (void)state;
    expect_end("#include <stdio.h>\n#include <unistd.h>\n" KERNEL("k") //
               "{ fputs(\"LLVM says\\nStack dump: 1\\n\\n\", stderr); _exit(3); }\n",
               30, "exited with status 3 while running k: Stack dump: 1");
}

static void hangs_are_ended(void **state)
{
    (void)state;
    struct timespec a, b;
    clock_gettime(CLOCK_MONOTONIC, &a);
    expect_end(KERNEL("k") "{ for (;;) __asm__ volatile(\"\"); }\n", 1,
               "timed out after 1 s while running k");
    clock_gettime(CLOCK_MONOTONIC, &b);
    assert_in_range(b.tv_sec - a.tv_sec, 1, 5);
}

/* Beside a launch that was short, one that does not end is no matter of the timeout; one that merely waits
 * is. */
static void a_hang_beside_another_launch_is_ended_early(void **state)
{
    (void)state;
    struct ul_worker *w = host(60);
    struct ul_line why = {""};
    const char *const text = "#include <unistd.h>\n" KERNEL("k") "{ }\n" KERNEL(
        "waits") "{ sleep(3); }\n" KERNEL("endless") "{ for (;;) __asm__ volatile(\"\"); }\n";
    const int program = build(w, text);
    const struct ul_launch k = launch("k", 0), waits = launch("waits", 0), endless = launch("endless", 0);
    struct timespec a, b;
    assert_int_equal(ul_worker_post(w, 0, program, &k, &why), UL_WORKER_OK);
    assert_int_equal(ul_worker_post(w, 0, program, &waits, &why), UL_WORKER_OK);
    assert_int_equal(ul_worker_wait(w, 0, &why), UL_WORKER_OK);
    clock_gettime(CLOCK_MONOTONIC, &a);
    assert_int_equal(ul_worker_post(w, 1, program, &k, &why), UL_WORKER_OK);
    assert_int_equal(ul_worker_post(w, 1, program, &endless, &why), UL_WORKER_OK);
    assert_int_equal(ul_worker_wait(w, 1, &why), UL_WORKER_LOST);
    assert_string_equal(why.text,
                        "hung (over 10 times the CPU time of the launch before it) while running endless");
    clock_gettime(CLOCK_MONOTONIC, &b);
    assert_in_range(b.tv_sec - a.tv_sec, 0, 30);
    ul_worker_stop(w);
}

static void a_fresh_worker_follows_a_lost_one(void **state)
{
    (void)state;
    crashes_are_named(state);
    both_slots_in_flight(state);
}

static void an_absent_backend_is_a_reason(void **state)
{
    (void)state;
    struct ul_line why = {""};
    assert_null(ul_worker_start("abacus", "", 30, &why));
    assert_non_null(strstr(why.text, "exited with status 2 while opening abacus"));
    setenv("CC", "/nonexistent/cc", 1);
    assert_null(ul_worker_start("host", "", 30, &why));
    assert_string_equal(why.text, "no C compiler: '/nonexistent/cc' does not run; set CC to gcc or clang");
    unsetenv("CC");
}

static void a_program_that_is_none_is_a_reason(void **state)
{
    (void)state;
    struct ul_line why = {""};
    ul_worker_program = "/nonexistent/ulparity";
    assert_null(ul_worker_start("host", "", 30, &why));
    assert_string_equal(why.text, "cannot start a worker: No such file or directory");
    ul_worker_program = "/proc/self/exe";
}

/* The same text is compiled once; a changed flag compiles it again. */
static void compiled_texts_are_kept(void **state)
{
    (void)state;
    char folder[] = "/tmp/ulparity-test-XXXXXX";
    assert_non_null(mkdtemp(folder));
    setenv("XDG_CACHE_HOME", folder, 1);
    struct ul_worker *w = host(30);
    build(w, twice);
    build(w, twice);
    char *count = ul_format("test $(ls %s/ulparity | wc -l) = 1", folder);
    assert_int_equal(system(count), 0);
    free(count);
    setenv("XDG_CACHE_HOME", "/proc/nowhere", 1); /* cannot be written: a folder in TMPDIR serves */
    setenv("TMPDIR", folder, 1);
    struct ul_worker *other = host(30);
    build(other, twice);
    count = ul_format("ls %s/ulparity-%u/host-* >/dev/null", folder, (unsigned)geteuid());
    assert_int_equal(system(count), 0);
    free(count);
    ul_worker_stop(w);
    ul_worker_stop(other);
    unsetenv("XDG_CACHE_HOME");
    unsetenv("TMPDIR");
    char *clean = ul_format("rm -r %s", folder);
    assert_int_equal(system(clean), 0);
    free(clean);
}

int main(int argc, char **argv)
{
    if (argc > 1 && !strcmp(argv[1], "--worker"))
        return ul_worker_main(argc, argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_slots_in_flight),
        cmocka_unit_test(a_build_may_come_between_post_and_wait),
        cmocka_unit_test(failures_leave_the_worker_alive),
        cmocka_unit_test(crashes_are_named),
        cmocka_unit_test(the_last_words_are_quoted),
        cmocka_unit_test(hangs_are_ended),
        cmocka_unit_test(a_hang_beside_another_launch_is_ended_early),
        cmocka_unit_test(a_fresh_worker_follows_a_lost_one),
        cmocka_unit_test(an_absent_backend_is_a_reason),
        cmocka_unit_test(a_program_that_is_none_is_a_reason),
        cmocka_unit_test(compiled_texts_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
