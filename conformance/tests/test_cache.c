/* Contents kept between runs: what is read is what was written, or nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "common/cache.h"

static const char content[] = "some\0bytes";
enum { LENGTH = sizeof content };

static char *own_cache(void)
{
    static char folder[] = "/tmp/ulparity-cache-XXXXXX";
    assert_non_null(mkdtemp(folder));
    assert_int_equal(setenv("XDG_CACHE_HOME", folder, 1), 0);
    return folder;
}

static bool holds(const char *name, const char *data, size_t length)
{
    struct ul_text got = {0};
    bool ok = ul_cache_read(name, &got) && got.length == length && !memcmp(got.data, data, length);
    ul_text_free(&got);
    return ok;
}

static bool holds_nothing(const char *name)
{
    struct ul_text got = {0};
    bool nothing = !ul_cache_read(name, &got) && !got.length;
    ul_text_free(&got);
    return nothing;
}

/* Changes one byte of the file, or cuts it there. */
static void damage(const char *name, long at, bool cut)
{
    char *path = ul_cache_path(name, NULL);
    if (cut)
        assert_int_equal(truncate(path, at), 0);
    FILE *f = cut ? NULL : fopen(path, "r+b");
    if (f) {
        fseek(f, at, SEEK_SET);
        int c = getc(f);
        fseek(f, at, SEEK_SET);
        putc(c ^ 1, f);
        fclose(f);
    }
    free(path);
}

static void what_is_kept_is_read(void **state)
{
    (void)state;
    assert_true(holds_nothing("one"));
    ul_cache_write("one", content, LENGTH);
    assert_true(holds("one", content, LENGTH));
    ul_cache_write("one", content, 2);
    assert_true(holds("one", content, 2));
    ul_cache_write("empty", "", 0);
    assert_true(holds("empty", "", 0));
}

static void what_is_damaged_is_not(void **state)
{
    (void)state;
    const long size = 32 + LENGTH;
    for (long at = 0; at < size; at++)
        for (int cut = 0; cut < 2; cut++) {
            ul_cache_write("two", content, LENGTH);
            assert_true(holds("two", content, LENGTH));
            damage("two", at, cut);
            assert_true(holds_nothing("two"));
        }
}

static void anothers_file_is_not(void **state)
{
    (void)state;
    ul_cache_write("mine", content, LENGTH);
    char *mine = ul_cache_path("mine", NULL), *other = ul_cache_path("other", NULL);
    assert_int_equal(rename(mine, other), 0);
    assert_true(holds_nothing("other"));
    assert_true(holds_nothing("mine"));
    free(mine);
    free(other);
}

static void nowhere_is_no_error(void **state)
{
    (void)state;
    char *folder = ul_strdup(getenv("XDG_CACHE_HOME"));
    setenv("XDG_CACHE_HOME", "/proc/nowhere", 1);
    setenv("TMPDIR", "/proc/nowhere", 1);
    ul_cache_write("one", content, LENGTH);
    assert_true(holds_nothing("one"));
    ul_cache_prune(0);
    setenv("XDG_CACHE_HOME", folder, 1);
    unsetenv("TMPDIR");
    free(folder);
}

/* ---- pruning ---- */

enum { FILE_BYTES = 32 + LENGTH, DAY = 24 * 60 * 60 };

static void make_older(const char *name, time_t seconds)
{
    const struct timespec then = {.tv_sec = time(NULL) - seconds}, times[2] = {then, then};
    char *path = ul_cache_path(name, NULL);
    assert_int_equal(utimensat(AT_FDCWD, path, times, AT_SYMLINK_NOFOLLOW), 0);
    free(path);
}

/* The k-th name, its content written so many days ago. */
static char *write_old(int k, int days)
{
    struct ul_text t = {0};
    ul_text_add(&t, "%d", k);
    char *name = ul_cache_name("test-1.0", &t);
    ul_cache_write(name, content, LENGTH);
    make_older(name, days * DAY);
    return name;
}

static bool is_there(const char *name)
{
    struct stat st;
    char *path = ul_cache_path(name, NULL);
    const bool is = lstat(path, &st) == 0;
    free(path);
    return is;
}

static void what_was_used_last_stays(void **state)
{
    (void)state;
    enum { N = 6, STAY = 3 };
    char *name[N];
    for (int k = 0; k < N; k++)
        name[k] = write_old(k, 10 + (k * 5) % N); /* ages 10, 15, 14, 13, 12, 11 */
    ul_cache_prune(N * FILE_BYTES);
    for (int k = 0; k < N; k++)
        assert_true(is_there(name[k]));
    assert_true(holds(name[1], content, LENGTH)); /* the oldest is used */
    ul_cache_prune((STAY + 1) * FILE_BYTES - 1);
    for (int k = 0; k < N; k++)
        assert_int_equal(is_there(name[k]), k < 2 || k == 5);
    ul_cache_prune(0);
    for (int k = 0; k < N; k++) {
        assert_false(is_there(name[k]));
        free(name[k]);
    }
}

/* A folder of a CUDA release, a user's file, a link, files that are being written. */
static void what_is_not_ours_stays(void **state)
{
    (void)state;
    static const char key[] = "0123456789abcdef0123456789abcdef";
    char *const others[] = {ul_format("cuda"),
                            ul_format("notes-2024"),
                            ul_format("%s", key),
                            ul_format("host-%s0", key),
                            ul_format("%s-x", key),
                            ul_format("link-%s", key),
                            ul_format("old-%s.a1B2c3", key)};
    enum { COUNT = sizeof others / sizeof *others, LINK = 5, OLD = 6 };
    char *young = ul_cache_path("host-ffffffffffffffffffffffffffffffff", NULL), *own = ul_cache_own(young);
    for (int k = 0; k < COUNT; k++) {
        char *path = ul_cache_path(others[k], NULL);
        if (k == 0)
            assert_int_equal(mkdir(path, 0700), 0);
        else if (k == LINK)
            assert_int_equal(symlink("notes-2024", path), 0);
        else
            ul_cache_write(others[k], content, LENGTH);
        make_older(others[k], 2 * DAY);
        free(path);
    }
    ul_cache_prune(0);
    for (int k = 0; k < COUNT; k++) {
        assert_int_equal(is_there(others[k]), k != OLD);
        free(others[k]);
    }
    assert_int_equal(access(own, F_OK), 0);
    unlink(own);
    free(own);
    free(young);
}

/* ---- several processes ---- */

enum { ROUNDS = 300, NAMES = 4, LARGE = 200000 };

/* Writes and reads the same names as the others, each content of one byte; true if all was whole. */
static bool share(int self)
{
    char *data = ul_alloc(LARGE);
    bool whole = true;
    for (int k = 0; k < ROUNDS && whole; k++) {
        struct ul_text name = {0}, got = {0};
        ul_text_add(&name, "shared %d", k % NAMES);
        char *file = ul_cache_name("test", &name);
        memset(data, 'a' + self, LARGE);
        ul_cache_write(file, data, LARGE);
        if (k % 10 == self)
            ul_cache_prune(2 * LARGE);
        if (ul_cache_read(file, &got)) {
            whole = got.length == LARGE;
            for (size_t i = 1; i < got.length; i++)
                whole &= got.data[i] == got.data[0];
        }
        ul_text_free(&got);
        free(file);
    }
    free(data);
    return whole;
}

static void several_share_a_folder(void **state)
{
    (void)state;
    enum { PROCESSES = 3 };
    pid_t child[PROCESSES];
    for (int k = 0; k < PROCESSES; k++)
        if ((child[k] = fork()) == 0)
            _exit(share(k) ? 0 : 1);
    for (int k = 0; k < PROCESSES; k++) {
        int status = -1;
        assert_int_equal(waitpid(child[k], &status, 0), child[k]);
        assert_int_equal(status, 0);
    }
    ul_cache_prune(0);
    char *empty = ul_format("! ls %s/ulparity | grep -q '^test-'", getenv("XDG_CACHE_HOME"));
    assert_int_equal(system(empty), 0); /* nor anything half written */
    free(empty);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_kept_is_read),     cmocka_unit_test(what_is_damaged_is_not),
        cmocka_unit_test(anothers_file_is_not),     cmocka_unit_test(nowhere_is_no_error),
        cmocka_unit_test(what_was_used_last_stays), cmocka_unit_test(what_is_not_ours_stays),
        cmocka_unit_test(several_share_a_folder),
    };
    char *folder = own_cache();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    char *clean = ul_format("rm -rf '%s'", folder);
    failed += system(clean) != 0;
    free(clean);
    return failed;
}
