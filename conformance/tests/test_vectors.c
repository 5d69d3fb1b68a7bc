/* Each line of vectors.tsv: what is called right is the true value, in each lane; and what PoCL 3.1 gives for
 * the vector is judged as the line says. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <inttypes.h>
#include <stdlib.h>
#include "bounds.h"
#include "device.h"
#include "edge.h"
#include "errors.h"
#include "meter.h"
#include "row.h"
#include "runner.h"
#include "table.h"

enum { MAX_LINES = 64 };

struct line {
    char where[600], flags[64], verdict[16]; /* verdict: PoCL 3.1's */
    const struct ul_subject *subject;
    int lanes, fails, passes;
    ul_bits args[UL_MAX_WIDTH][UL_MAX_PARAMETERS], correct[UL_MAX_WIDTH][UL_MAX_RESULTS];
    bool any[UL_MAX_WIDTH][UL_MAX_RESULTS]; /* unconstrained: '*' */
};

static struct ul_catalogue catalogue;
static struct line line[MAX_LINES];
static int lines;
static const struct ul_place *place;

static const struct ul_subject *subject_of(const char *function, const char *type, const char *where)
{
    for (int k = 0; k < catalogue.count; k++) {
        const struct ul_subject *s = &catalogue.subject[k];
        const bool named = !strncmp(s->name, "opencl/", 7) && !strcmp(s->name + 7, function);
        if (named && ul_signature_type(&s->signature) == type_named(type))
            return ul_subject_measured(s);
    }
    fail_msg("%s: no function %s of %s", where, function, type);
    return NULL;
}

/* Lanes by ',', arguments or results by ';'. Returns how many lanes. */
static int read_lanes(char *text, const struct ul_parameter *p, int count, ul_bits (*out)[UL_MAX_PARAMETERS],
                      bool (*any)[UL_MAX_RESULTS])
{
    int lanes = 0;
    for (int k = 0; k < count; k++) {
        char *list = strsep(&text, ";");
        for (lanes = 0; list; lanes++) {
            const char *word = strsep(&list, ",");
            if (any && !strcmp(word, "*"))
                any[lanes][k] = true;
            else
                out[lanes][k] = value(p[k].type, word);
        }
    }
    assert_null(text);
    return lanes;
}

static void read_line(char **column, const char *where)
{
    struct line *l = &line[lines++];
    assert_true(lines <= MAX_LINES);
    snprintf(l->where, sizeof l->where, "%s", where);
    snprintf(l->flags, sizeof l->flags, "%s", strcmp(column[4], "-") ? column[4] : "");
    snprintf(l->verdict, sizeof l->verdict, "%s", column[5]);
    l->subject = subject_of(column[0], column[1], where);
    const struct ul_signature *s = &l->subject->signature;
    ul_bits correct[UL_MAX_WIDTH][UL_MAX_PARAMETERS];
    l->lanes = read_lanes(column[2], s->argument, s->arguments, l->args, NULL);
    assert_int_equal(read_lanes(column[3], s->result, s->results, correct, l->any), l->lanes);
    for (int lane = 0; lane < l->lanes; lane++)
        memcpy(l->correct[lane], correct[lane], sizeof l->correct[lane]);
}

static void what_is_called_right_is_the_true_value(void **state)
{
    (void)state;
    struct ul_errors e;
    ul_errors_init(&e);
    for (const struct line *l = line; l < line + lines; l++)
        for (int i = 0; i < l->lanes * l->subject->signature.results; i++) {
            const int lane = i % l->lanes, k = i / l->lanes;
            const struct ul_reading reading = {l->subject->signature.result[k].type, l->subject->rounding};
            if (l->any[lane][k])
                continue;
            ul_errors_certify(l->subject->reference[k], l->subject->signature.argument, l->args[lane],
                              l->correct[lane][k], &reading, &e);
            if (!e.decided || e.want != l->correct[lane][k])
                fail_msg("%s: result %d, lane %d: %" PRIx64 ", not %" PRIx64, l->where, k, lane, e.want,
                         l->correct[lane][k]);
        }
    ul_errors_clear(&e);
}

static void judge(void *context, const struct ul_outcome *o)
{
    static struct ul_record record;
    struct line *l = context;
    const struct ul_signature *s = &l->subject->signature;
    int width[UL_WIDTHS], w = 0;
    ul_subject_widths(l->subject, width);
    while (width[w] != l->lanes)
        w++;
    for (int k = 0; k < s->results; k++) {
        struct ul_row_setup setup;
        ul_row_begin(l->subject, k, place, l->flags, "native", NULL, &record, &setup);
        struct ul_meter *m = ul_meter_new(&setup, &record, o->block->n, 1, NULL);
        const void *y =
            (const unsigned char *)o->out[w] + (size_t)ul_tuple_bytes(s->result, k) * o->block->capacity;
        if (!k)
            ul_meter_forms(m, 0, o->form[w]);
        ul_meter_block(m, o->block, &y, 1, NULL);
        ul_meter_finish(m);
        l->fails += record.verdict == UL_FAIL;
        l->passes += record.verdict == UL_PASS;
        if (record.verdict == UL_ERROR)
            fail_msg("%s: %s", l->where, record.reason);
    }
}

static void run_line(struct ul_runner *r, int k, struct line *l)
{
    struct ul_line why;
    if (!ul_runner_run_tuples(r, k, (const ul_bits(*)[UL_MAX_PARAMETERS])l->args, (uint32_t)l->lanes, judge,
                              l, NULL, &why))
        fail_msg("%s: %s", l->where, why.text);
    const char *verdict = l->fails ? "fail" : l->passes ? "pass" : "info";
    if (strcmp(verdict, l->verdict))
        fail_msg("%s: %s, not %s", l->where, verdict, l->verdict);
}

/* All functions of a set of flags share a program. */
static void run_flags(const char *flags)
{
    const struct ul_subject *subject[MAX_LINES];
    int subjects = 0, at[MAX_LINES];
    struct ul_line why;
    for (int i = 0; i < lines; i++) {
        int k = 0;
        while (k < subjects && subject[k] != line[i].subject)
            k++;
        at[i] = k;
        if (k == subjects && !strcmp(line[i].flags, flags))
            subject[subjects++] = line[i].subject;
    }
    const struct ul_runner_setup setup = {.place = place,
                                          .flags = flags,
                                          .approx = "native",
                                          .timeout = 120,
                                          .widths = UL_WIDTHS,
                                          .width = ul_widths,
                                          .forms = true};
    struct ul_runner *r = ul_runner_open(&setup, subject, subjects, &why);
    if (!r)
        fail_msg("%s", why.text);
    for (int i = 0; i < lines; i++)
        if (!strcmp(line[i].flags, flags))
            run_line(r, at[i], &line[i]);
    ul_runner_close(r);
}

static void what_pocl_gives_is_judged(void **state)
{
    (void)state;
    struct ul_devices devices = {0};
    const char *const words[] = {"opencl:pocl"};
    ul_devices_find(&devices, words, 1, 120);
    place = NULL;
    for (int k = 0; k < devices.count && !place; k++)
        if (strstr(devices.place[k].device.compiler, "PoCL 3.1"))
            place = &devices.place[k];
    if (place)
        for (int i = 0, k; i < lines; i++) {
            for (k = 0; strcmp(line[k].flags, line[i].flags);)
                k++;
            if (k == i) /* the first with these flags */
                run_flags(line[i].flags);
        }
    const bool tried = place != NULL;
    ul_devices_free(&devices);
    if (!tried)
        skip();
}

int main(int argc, char **argv)
{
    struct ul_line why;
    if (argc > 1 && !strcmp(argv[1], "--worker"))
        return ul_worker_main(argc, argv);
    if (!ul_catalogue_load(&catalogue, &why) || !ul_bounds_load(&why) || !ul_edges_load(&why)) {
        print_error("%s\n", why.text);
        return 1;
    }
    if (for_each_row("vectors.tsv", 7, read_line) < 35)
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_called_right_is_the_true_value),
        cmocka_unit_test(what_pocl_gives_is_judged),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    ul_catalogue_free(&catalogue);
    return failed;
}
