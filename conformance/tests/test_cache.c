/* Contents kept between runs: what is read is what was written, or nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_kept_is_read),
        cmocka_unit_test(what_is_damaged_is_not),
        cmocka_unit_test(anothers_file_is_not),
    };
    char *folder = own_cache();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    char *clean = ul_format("rm -rf '%s'", folder);
    failed += system(clean) != 0;
    free(clean);
    return failed;
}
