/* JUnit's XML, as Jenkins and GitLab read it: a suite for each place, a case for each row. */
#include "printer.h"
#include "table.h"
#include <stdlib.h>
#include <string.h>

/* What a row is there. One for information passed: nothing was asked of it; but a failure that is known is
 * told as pytest tells those. */
static const char *element_of(const json_t *record)
{
    static const char *const elements[UL_VERDICTS] = {
        [UL_FAIL] = "failure", [UL_ERROR] = "error", [UL_UNSUPPORTED] = "skipped", [UL_SKIPPED] = "skipped"};
    const enum ul_verdict v = ul_told_verdict(record);
    return v == UL_INFO && *ul_json_text(record, "reason") ? "skipped" : elements[v];
}

static void add_attribute(struct ul_text *t, const char *name, const char *value)
{
    ul_text_add(t, " %s=\"", name);
    ul_html_add(t, value ? value : "");
    ul_text_add(t, "\"");
}

/* The row as text has it. */
static char *text_of(const json_t *record)
{
    char *text = NULL;
    size_t size;
    struct ul_report r = {.out = open_memstream(&text, &size)};
    ul_text_of_row(&r, record);
    fclose(r.out);
    return text;
}

static void add_outcome(struct ul_text *t, const json_t *record, const char *element)
{
    struct ul_text why = {0};
    char *text = text_of(record);
    ul_told_broken(&why, record);
    ul_told_why(&why, record);
    ul_text_add(t, ">\n<%s", element);
    add_attribute(t, "message", why.data);
    add_attribute(t, "type", ul_json_text(record, "verdict"));
    ul_text_add(t, ">");
    ul_html_add(t, text);
    ul_text_add(t, "</%s>\n</testcase>\n", element);
    ul_text_free(&why);
    free(text);
}

/* "cuda:emulated@12_8 -ftz=true": what stands before a dot is taken for a package. */
static char *class_of(const json_t *record)
{
    struct ul_text name = {0};
    ul_told_build(&name, record);
    for (char *c = name.data; *c; c++)
        if (*c == '.')
            *c = '_';
    return name.data;
}

static double seconds_of(const json_t *record)
{
    const double seconds = ul_json_number(record, "seconds");
    return seconds > 0 ? seconds : 0;
}

static void add_case(struct ul_text *t, const json_t *record)
{
    const char *element = element_of(record);
    char *class = class_of(record);
    ul_text_add(t, "<testcase");
    add_attribute(t, "classname", class);
    add_attribute(t, "name", ul_json_text(record, "label"));
    ul_text_add(t, " time=\"%.3f\"", seconds_of(record));
    if (element)
        add_outcome(t, record, element);
    else
        ul_text_add(t, "/>\n");
    free(class);
}

/* ---- suites ---- */

struct tally {
    int cases, failures, errors, skipped;
    double seconds;
};

static void count(struct tally *n, const json_t *record)
{
    const char *element = element_of(record);
    n->cases++;
    n->failures += element && !strcmp(element, "failure");
    n->errors += element && !strcmp(element, "error");
    n->skipped += element && !strcmp(element, "skipped");
    n->seconds += seconds_of(record);
}

static void add_tally(struct ul_text *t, const struct tally *n)
{
    ul_text_add(t, " tests=\"%d\" failures=\"%d\" errors=\"%d\"", n->cases, n->failures, n->errors);
}

static void add_properties(struct ul_text *t, const json_t *record)
{
    static const char *const names[] = {"device_name", "driver", "compiler",      "arch",
                                        "flags",       "tool",   "bounds_version"};
    ul_text_add(t, "<properties>\n");
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        const char *value = ul_json_text(record, names[k]);
        if (!*value)
            continue;
        ul_text_add(t, "<property");
        add_attribute(t, "name", names[k]);
        add_attribute(t, "value", value);
        ul_text_add(t, "/>\n");
    }
    ul_text_add(t, "</properties>\n");
}

static void print_suite(struct ul_report *r, const char *place, const struct tally *n, const json_t *first,
                        const char *rows)
{
    struct ul_text t = {0};
    ul_text_add(&t, "<testsuite");
    add_attribute(&t, "name", place);
    add_tally(&t, n);
    ul_text_add(&t, " skipped=\"%d\" time=\"%.3f\">\n", n->skipped, n->seconds);
    add_properties(&t, first);
    fprintf(r->out, "%s%s</testsuite>\n", t.data, rows);
    ul_text_free(&t);
}

/* A place's rows, from `first` on; gives the number of the row behind them. */
static size_t print_place(struct ul_report *r, size_t first)
{
    const json_t *head = json_array_get(r->kept, first);
    struct ul_text place = {0}, rows = {0};
    struct tally n = {0};
    size_t k = first;
    ul_told_place(&place, head);
    for (bool same = true; same && k < json_array_size(r->kept);) {
        const json_t *record = json_array_get(r->kept, k);
        struct ul_text other = {0};
        ul_told_place(&other, record);
        same = !strcmp(place.data, other.data);
        ul_text_free(&other);
        if (!same)
            continue;
        count(&n, record);
        add_case(&rows, record);
        k++;
    }
    print_suite(r, place.data, &n, head, rows.data);
    ul_text_free(&place);
    ul_text_free(&rows);
    return k;
}

static void end(struct ul_report *r)
{
    struct ul_text t = {0};
    struct tally n = {0};
    size_t k;
    const json_t *record;
    json_array_foreach (r->kept, k, record) {
        count(&n, record);
    }
    ul_text_add(&t, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"ulparity\"");
    add_tally(&t, &n);
    fprintf(r->out, "%s time=\"%.3f\">\n", t.data, n.seconds);
    for (k = 0; k < json_array_size(r->kept);)
        k = print_place(r, k);
    fprintf(r->out, "</testsuites>\n");
    ul_text_free(&t);
}

const struct ul_printer ul_print_junit = {.end = end};
