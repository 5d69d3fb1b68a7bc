/* Finding devices, saying what could be had, and choosing by words. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "device.h"
#include "worker.h"

enum { TIMEOUT = 60 };

static const struct ul_place sample[] = {
    {.device = {.id = "host", .words = "host"}, .backend = "host"},
    {.device = {.id = "opencl:0:0", .words = "pocl portable computing language"}, .backend = "opencl"},
    {.device = {.id = "opencl:1:0", .words = "oclgrind", .simulator = true}, .backend = "opencl"},
    {.device = {.id = "opencl:10:0", .words = "nvidia cuda"}, .backend = "opencl"},
    {.device = {.id = "cuda:0", .words = "cuda nvidia", .arch = 90}, .backend = "cuda"},
    {.device = {.id = "cuda:0@11.8", .words = "cuda nvidia", .arch = 90}, .backend = "cuda", .where = "11.8"},
};
static const struct ul_devices samples = {.count = 6, .place = (struct ul_place *)sample};

/* The chosen devices as digits: "024". */
static void expect_choice(const char *digits, int words_count, const char *const *words)
{
    struct ul_line why = {""};
    int count = -1;
    int *chosen = ul_devices_choose(&samples, words, words_count, &count, &why);
    char got[16] = "";
    for (int i = 0; chosen && i < count; i++)
        got[i] = (char)('0' + chosen[i]);
    free(chosen);
    assert_string_equal(got, digits);
}

static void words_choose(void **state)
{
    (void)state;
    expect_choice("0134", 0, NULL); /* no simulator unasked */
    expect_choice("01234", 1, (const char *[]){"all"});
    expect_choice("0", 1, (const char *[]){"host"});
    expect_choice("1", 1, (const char *[]){"opencl:pocl"});
    expect_choice("1", 1, (const char *[]){"opencl:PoCL"});
    expect_choice("2", 1, (const char *[]){"opencl:oclgrind"});
    expect_choice("2", 1, (const char *[]){"opencl:1"}); /* not platform 10 */
    expect_choice("3", 1, (const char *[]){"opencl:10:0"});
    expect_choice("13", 1, (const char *[]){"opencl"});
    expect_choice("4", 1, (const char *[]){"cuda"});
    expect_choice("4", 1, (const char *[]){"cuda:nvidia"});
    expect_choice("5", 1, (const char *[]){"cuda:0@11.8"});
    expect_choice("5", 1, (const char *[]){"cuda@11.8"});
    expect_choice("5", 1, (const char *[]){"cuda:nvidia@11.8"});
    expect_choice("012345", 2, (const char *[]){"all", "cuda:0@11.8"});
    expect_choice("401", 4, (const char *[]){"cuda:0", "host", "opencl:0:0", "host"}); /* in order, once */
}

static void a_word_that_names_none_is_a_reason(void **state)
{
    (void)state;
    static const char opencl[] =
        "opencl:0:0 (opencl:pocl), opencl:1:0 (opencl:oclgrind), opencl:10:0 (opencl:nvidia)";
    static const char cuda[] = "cuda:0 (cuda:cuda), cuda:0@11.8 (cuda:cuda)";
    char *all = ul_format("host, %s, %s", opencl, cuda);
    const struct {
        const char *word, *here;
    } wrong[] = {
        {"opencl:poc", opencl}, {"opencl:cl", opencl},
        {"opencl:", opencl},    {"opencl:0:1", opencl},
        {"cuda:1", cuda},       {"cuda:0@", cuda},
        {"cuda:0@12.8", cuda},  {"gpu", all},
        {"hos", all},           {"", all},
        {"host@11.8", all},     {"opencl@11.8", all},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct ul_line why = {""};
        int count;
        char *expected = ul_format("no device '%s'; here are: %s", wrong[i].word, wrong[i].here);
        assert_null(ul_devices_choose(&samples, &wrong[i].word, 1, &count, &why));
        assert_string_equal(why.text, expected);
        free(expected);
    }
    free(all);
}

static void no_device_is_an_answer(void **state)
{
    (void)state;
    const struct ul_devices none = {0};
    const char *word = "host";
    struct ul_line why = {""};
    int count = -1;
    int *chosen = ul_devices_choose(&none, NULL, 0, &count, &why);
    assert_non_null(chosen);
    assert_int_equal(count, 0);
    free(chosen);
    assert_null(ul_devices_choose(&none, &word, 1, &count, &why));
    assert_string_equal(why.text, "no device 'host'; here is none of host");
}

/* Why a vendor that a word is of is not here. */
static void a_refusal_is_the_reason(void **state)
{
    (void)state;
    struct ul_refusal refusal[] = {
        {.backend = "cuda", .where = "12.7", .why = {"no CUDA release '12.7' here"}},
        {.backend = "cuda", .why = {"no CUDA driver"}},
        {.backend = "opencl", .where = "x.icd", .why = {"odd"}},
        {.backend = "host", .why = {"signal 11"}},
    };
    const struct ul_devices none = {.refusals = 4, .refusal = refusal};
    static const char *const reason[][2] = {{"cuda:0@12.7", "no CUDA release '12.7' here"},
                                            {"cuda:0", "no CUDA driver"},
                                            {"host", "no device 'host': signal 11"},
                                            {"cuda:0@12.8", "no device 'cuda:0@12.8'; here is none of cuda"},
                                            {"opencl:x", "no device 'opencl:x'; here is none of opencl"}};
    for (size_t i = 0; i < sizeof reason / sizeof *reason; i++) {
        struct ul_line why = {""};
        int count;
        assert_null(ul_devices_choose(&none, &reason[i][0], 1, &count, &why));
        assert_string_equal(why.text, reason[i][1]);
    }
}

/* Without a GPU the emulated one counts as a device. */
static void emulated_stands_in(void **state)
{
    (void)state;
    const struct ul_place place[] = {
        {.device = {.id = "cuda:emulated", .words = "cuda emulated", .arch = 90, .emulated = true},
         .backend = "cuda"},
        {.device = {.id = "cuda:0", .words = "cuda nvidia", .arch = 90}, .backend = "cuda"},
    };
    const struct ul_devices with = {.count = 2, .place = (struct ul_place *)place},
                            without = {.count = 1, .place = (struct ul_place *)place};
    assert_true(ul_device_left_out(&with, &place[0]));
    assert_false(ul_device_left_out(&with, &place[1]));
    assert_false(ul_device_left_out(&without, &place[0]));
}

/* Words start no more than they may name. */
static void words_limit_what_is_started(void **state)
{
    (void)state;
    struct ul_devices d;
    ul_devices_find(&d, (const char *[]){"host"}, 1, TIMEOUT);
    assert_int_equal(d.count, 1);
    assert_int_equal(d.refusals + d.broken + d.hints, 0);
    ul_devices_free(&d);
    ul_devices_find(&d, (const char *[]){"cuda:0@12.7"}, 1, TIMEOUT);
    assert_int_equal(d.count, 0);
    assert_int_equal(d.refusals, 1);
    assert_string_equal(d.refusal[0].where, "12.7");
    ul_devices_free(&d);
}

static const struct ul_place *find(const struct ul_devices *d, const char *id)
{
    for (int i = 0; i < d->count; i++)
        if (!strcmp(d->place[i].device.id, id))
            return &d->place[i];
    return NULL;
}

static void what_is_here_can_be_reached(void **state)
{
    (void)state;
    struct ul_devices d;
    struct ul_line why = {""};
    ul_devices_find(&d, NULL, 0, TIMEOUT);
    assert_non_null(find(&d, "host"));
    for (int i = 0; i < d.count; i++) {
        const struct ul_place *p = &d.place[i];
        struct ul_device again;
        print_message("  %s (%s): %s\n", p->device.id, p->device.words, p->device.name);
        assert_ptr_equal(find(&d, p->device.id), p); /* ids are unique */
        struct ul_worker *w = ul_worker_start(p->backend, p->where, TIMEOUT, &why);
        assert_non_null(w);
        assert_true(ul_worker_describe(w, p->number, &again, &why));
        assert_string_equal(again.name, p->device.name);
        ul_worker_stop(w);
    }
    for (int i = 0; i < d.hints; i++)
        print_message("  hint: %s\n", d.hint[i]);
    for (int i = 0; i < d.broken; i++)
        print_message("  trouble: %s\n", d.trouble[i]);
    ul_devices_free(&d);
}

static bool among(int count, char *const *lines, const char *part)
{
    for (int i = 0; i < count; i++)
        if (strstr(lines[i], part))
            return true;
    return false;
}

static void write_file(const char *folder, const char *name, const char *text)
{
    char *path = ul_format("%s/%s", folder, name);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
    free(path);
}

/* A vendor that cannot be opened costs itself only: the host is there all the same. */
static void broken_vendors_are_trouble(void **state)
{
    (void)state;
    char folder[] = "/tmp/ulparity-test-XXXXXX";
    assert_non_null(mkdtemp(folder));
    write_file(folder, "a.icd", "libnowhere-opencl.so.1\n");
    write_file(folder, "b.icd", "");
    write_file(folder, "c.txt", "no vendor\n");
    setenv("OCL_ICD_VENDORS", folder, 1);
    setenv("CC", "/nonexistent/cc", 1);
    struct ul_devices d;
    ul_devices_find(&d, NULL, 0, TIMEOUT);
    assert_null(find(&d, "host"));
    assert_true(among(d.hints, d.hint, "no C compiler: '/nonexistent/cc' does not run"));
    assert_int_equal(d.broken, 2);
    assert_true(among(1, &d.trouble[0], "a.icd: libnowhere-opencl.so.1: cannot open shared object file"));
    assert_true(among(1, &d.trouble[1], "b.icd names no library"));
    ul_devices_free(&d);
    unsetenv("CC");

    char *one = ul_format("%s/a.icd", folder); /* a file in place of a folder */
    setenv("OCL_ICD_VENDORS", one, 1);
    ul_devices_find(&d, NULL, 0, TIMEOUT);
    assert_non_null(find(&d, "host"));
    assert_true(d.broken <= 1);
    ul_devices_free(&d);
    free(one);
    unsetenv("OCL_ICD_VENDORS");
    char *clean = ul_format("rm -r %s", folder);
    assert_int_equal(system(clean), 0);
    free(clean);
}

/* A runtime in a virtual environment, without an .icd file. */
static void runtimes_without_an_icd_are_hints(void **state)
{
    (void)state;
    char folder[] = "/tmp/ulparity-test-XXXXXX";
    assert_non_null(mkdtemp(folder));
    char *make = ul_format("mkdir %s/lib %s/vendors", folder, folder);
    assert_int_equal(system(make), 0);
    write_file(folder, "lib/libintelocl.so", "");
    char *vendors = ul_format("%s/vendors", folder);
    setenv("OCL_ICD_VENDORS", vendors, 1);
    setenv("VIRTUAL_ENV", folder, 1);
    struct ul_devices d;
    ul_devices_find(&d, NULL, 0, TIMEOUT);
    char *line = ul_format("Intel's CPU runtime is installed without an .icd file in %s: write the line "
                           "%s/lib/libintelocl.so into one",
                           vendors, folder);
    assert_true(among(d.hints, d.hint, line));
    ul_devices_free(&d);
    write_file(folder, "vendors/intel.icd",
               "libintelocl.so\n"); /* named: no hint, though it cannot be opened */
    ul_devices_find(&d, NULL, 0, TIMEOUT);
    assert_false(among(d.hints, d.hint, "Intel's CPU runtime"));
    ul_devices_free(&d);
    unsetenv("OCL_ICD_VENDORS");
    unsetenv("VIRTUAL_ENV");
    char *clean = ul_format("rm -r %s", folder);
    assert_int_equal(system(clean), 0);
    free(line);
    free(vendors);
    free(make);
    free(clean);
}

int main(int argc, char **argv)
{
    if (argc > 1 && !strcmp(argv[1], "--worker"))
        return ul_worker_main(argc, argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_choose),
        cmocka_unit_test(a_word_that_names_none_is_a_reason),
        cmocka_unit_test(no_device_is_an_answer),
        cmocka_unit_test(a_refusal_is_the_reason),
        cmocka_unit_test(emulated_stands_in),
        cmocka_unit_test(words_limit_what_is_started),
        cmocka_unit_test(what_is_here_can_be_reached),
        cmocka_unit_test(broken_vendors_are_trouble),
        cmocka_unit_test(runtimes_without_an_icd_are_hints),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
