/* A page of HTML: one file that needs no network. The table is there as text; scripts make it sort, filter
 * and open, from the data at the page's end: JSON, in which a text is its number in the list of texts. */
#include "common/embedded.h"
#include "picture.h"
#include "printer.h"
#include "table.h"
#include <stdlib.h>
#include <string.h>

struct page {
    struct ul_report *report;
    json_t *number; /* of a text: where it stands in the list */
    json_t *texts;
    json_t *place;  /* of a heading: its number */
    json_t *places; /* for the data */
    json_t *rows;
    int (*count)[UL_VERDICTS]; /* of each place */
};

/* ---- the data ---- */

static json_t *text(struct page *p, const char *s)
{
    json_t *n = json_object_get(p->number, s);
    if (!n) {
        ul_json_set(p->number, s, json_integer((json_int_t)json_array_size(p->texts)));
        json_array_append_new(p->texts, ul_json_string(s));
        n = json_object_get(p->number, s);
    }
    return json_integer(json_integer_value(n));
}

static json_t *text_at(struct page *p, const json_t *of, const char *member)
{
    return text(p, ul_json_text(of, member));
}

static json_t *input_at(struct page *p, const json_t *of, const char *member)
{
    struct ul_text t = {0};
    ul_told_input(&t, json_object_get(of, member));
    json_t *n = text(p, t.data ? t.data : "");
    ul_text_free(&t);
    return n;
}

/* A number, "inf", or null. */
static json_t *figure_at(const json_t *of, const char *member)
{
    json_t *j = json_object_get(of, member);
    return j ? json_incref(j) : json_null();
}

static json_t *whole_at(const json_t *of, const char *member)
{
    return ul_json_count(ul_json_whole(of, member));
}

/* As many as there are before the NULL. */
static json_t *list(json_t *first, ...)
{
    json_t *l = json_array();
    va_list more;
    va_start(more, first);
    for (json_t *item = first; item; item = va_arg(more, json_t *))
        json_array_append_new(l, item);
    va_end(more);
    return l;
}

static json_t *verdict_at(const json_t *of)
{
    return json_integer(ul_told_verdict(of));
}

static json_t *measures(struct page *p, const json_t *record)
{
    json_t *all = json_array();
    for (int m = 0; m < UL_MEASURES; m++) {
        const json_t *max = ul_told_maximum(record, ul_measure_names[m]);
        if (max)
            json_array_append_new(all, list(json_integer(m), figure_at(max, "max"), figure_at(max, "upper"),
                                            input_at(p, max, "input"), text_at(p, max, "got"),
                                            text_at(p, max, "want"), NULL));
    }
    return all;
}

static json_t *derived(struct page *p, const json_t *bound)
{
    const json_t *d = json_object_get(bound, "derived");
    return d ? list(whole_at(d, "compared"), whole_at(d, "differ"), input_at(p, d, "input"), NULL)
             : json_null();
}

static json_t *bounds(struct page *p, const json_t *record)
{
    json_t *all = json_array();
    size_t k;
    const json_t *b;
    json_array_foreach (json_object_get(record, "bounds"), k, b) {
        json_array_append_new(all, list(text_at(p, b, "edition"), text_at(p, b, "row"), text_at(p, b, "text"),
                                        text_at(p, b, "source"),
                                        json_integer(json_is_true(json_object_get(b, "in_force"))),
                                        json_integer(ul_told_unsure(b)), verdict_at(b),
                                        text_at(p, b, "measure"), figure_at(b, "limit"),
                                        figure_at(b, "error"), figure_at(b, "share"), input_at(p, b, "input"),
                                        text_at(p, b, "got"), text_at(p, b, "says"), derived(p, b), NULL));
    }
    return all;
}

static json_t *claims(struct page *p, const json_t *record)
{
    json_t *all = json_array();
    size_t k;
    const json_t *c;
    json_array_foreach (json_object_get(record, "claims"), k, c) {
        json_array_append_new(all, list(text_at(p, c, "text"), text_at(p, c, "measure"), verdict_at(c),
                                        json_integer(!json_is_false(json_object_get(c, "judged"))), NULL));
    }
    return all;
}

static json_t *counts(const json_t *record)
{
    const struct ul_told_interval n = ul_told_misrounded(record);
    return list(ul_json_count(n.least), ul_json_count(n.most), whole_at(record, "over_1ulp"),
                ul_json_figure(ul_told_mean(record)), NULL);
}

static json_t *wrong(struct page *p, const json_t *record)
{
    struct ul_text t = {0};
    ul_told_wrong(&t, record);
    json_t *l =
        list(text(p, t.data ? t.data : ""), input_at(p, json_object_get(record, "wrong"), "input"), NULL);
    ul_text_free(&t);
    return l;
}

static json_t *reason(struct page *p, const json_t *record)
{
    struct ul_text t = {0};
    ul_told_reason(&t, record);
    json_t *n = text(p, t.data);
    ul_text_free(&t);
    return n;
}

static json_t *flushed(struct page *p, const json_t *record)
{
    const json_t *f = json_object_get(record, "flushed");
    return list(whole_at(f, "count"), input_at(p, f, "input"), NULL);
}

static json_t *width1(struct page *p, const json_t *record)
{
    const json_t *d = json_object_get(record, "width1");
    return d ? list(whole_at(d, "differ"), whole_at(d, "lane"), input_at(p, d, "input"), text_at(p, d, "got"),
                    text_at(p, d, "at_width1"), NULL)
             : json_null();
}

/* The blocks, the type that they are of, and the block of the largest error. */
static json_t *picture(struct page *p, const json_t *record)
{
    const json_t *blocks = json_object_get(record, "blocks"), *max = ul_told_maximum(record, "opencl");
    const enum ul_type type = ul_picture_type(ul_json_text(record, "signature"));
    if (json_array_size(blocks) != UL_BLOCKS || !max || type == UL_VOID)
        return json_null();
    struct ul_text t = {0};
    ul_picture_add(&t, blocks);
    const char *worst = json_string_value(json_array_get(json_object_get(max, "input"), 0));
    json_t *j = list(text(p, t.data), text(p, ul_types[type].name),
                     json_integer(ul_picture_block(type, worst)), NULL);
    ul_text_free(&t);
    return j;
}

static json_t *coverage(struct page *p, const json_t *record)
{
    const json_t *c = json_object_get(record, "coverage");
    return list(text_at(p, c, "kind"), whole_at(c, "inputs"), figure_at(c, "seed"), text_at(p, c, "range"),
                text_at(p, c, "file"), text_at(p, c, "shard"), NULL);
}

/* In the order of data.js's `field`. */
static json_t *data_of_row(struct page *p, const json_t *record, int place)
{
    const struct ul_told_figure f = ul_told_figure(record);
    const bool measured = ul_told_measured(record);
    return list(text_at(p, record, "label"), text_at(p, record, "subject"), text_at(p, record, "signature"),
                text_at(p, record, "type"), whole_at(record, "width"), json_integer(place),
                text_at(p, record, "approx"), verdict_at(record), reason(p, record),
                measured && f.present ? ul_json_figure(f.figure) : json_null(), text(p, f.measure),
                measured ? measures(p, record) : json_array(), bounds(p, record), claims(p, record),
                counts(record), wrong(p, record), flushed(p, record), width1(p, record),
                figure_at(record, "seconds"), coverage(p, record),
                measured ? picture(p, record) : json_null(), NULL);
}

/* ---- places ---- */

static json_t *data_of_place(const json_t *record)
{
    static const char *const names[] = {"device", "device_name", "driver", "compiler", "arch", "flags"};
    json_t *l = json_array();
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        json_array_append_new(l, ul_json_string(ul_json_text(record, names[k])));
    return l;
}

static int place_of(struct page *p, const json_t *record)
{
    struct ul_text t = {0};
    ul_told_place(&t, record);
    const json_t *known = json_object_get(p->place, t.data);
    const int n = known ? (int)json_integer_value(known) : (int)json_array_size(p->places);
    if (!known) {
        ul_json_set(p->place, t.data, json_integer(n));
        json_array_append_new(p->places, data_of_place(record));
        p->count = ul_realloc(p->count, ((size_t)n + 1) * sizeof *p->count);
        memset(p->count[n], 0, sizeof *p->count);
    }
    ul_text_free(&t);
    p->count[n][ul_told_verdict(record)]++;
    return n;
}

/* ---- the page ---- */

static void print_escaped(FILE *out, const char *before, const char *words)
{
    struct ul_text t = {0};
    ul_html_add(&t, words);
    fprintf(out, "%s%s", before, t.data ? t.data : "");
    ul_text_free(&t);
}

/* "opencl:0:0 -cl-mad-enable" */
static void print_place_name(FILE *out, const char *before, const json_t *place)
{
    const char *flags = json_string_value(json_array_get(place, 5));
    print_escaped(out, before, json_string_value(json_array_get(place, 0)));
    if (*flags)
        print_escaped(out, " ", flags);
}

static void print_head(const struct page *p)
{
    FILE *out = p->report->out;
    fprintf(out,
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
            "<meta name=\"color-scheme\" content=\"light dark\">\n"
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
            "'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">\n"
            "<link rel=\"icon\" href=\"data:,\">\n<title>ulparity report</title>\n"
            "<script>document.documentElement.className = \"js\"</script>\n<style>\n%s</style>\n</head>\n",
            ul_embedded_text("conformance/reports/page.css"));
}

static void print_counts(const struct page *p)
{
    struct ul_text t = {0};
    ul_told_counts(&t, p->report->rows);
    fprintf(p->report->out, "<p id=\"counts\">%s</p>\n", t.data);
    ul_text_free(&t);
}

/* What was measured, and how it went there. */
static void print_places(const struct page *p)
{
    static const char *const headings[] = {"device", "name", "driver", "compiler", "architecture", "flags"};
    FILE *out = p->report->out;
    size_t k, m;
    const json_t *place, *word;
    fputs("<div class=\"scroll\"><table id=\"places\">\n<thead><tr>", out);
    for (m = 0; m < sizeof headings / sizeof *headings; m++)
        fprintf(out, "<th scope=\"col\">%s", headings[m]);
    for (int v = 0; v < UL_VERDICTS; v++)
        if (p->report->rows[v])
            fprintf(out, "<th scope=\"col\" class=\"number\">%s", ul_verdict_names[v]);
    fputs("</thead>\n<tbody>\n", out);
    json_array_foreach (p->places, k, place) {
        fputs("<tr>", out);
        json_array_foreach (place, m, word) {
            print_escaped(out, m ? "<td>" : "<th scope=\"row\">", json_string_value(word));
        }
        for (int v = 0; v < UL_VERDICTS; v++)
            if (p->report->rows[v])
                fprintf(out, "<td class=\"number\">%d", p->count[k][v]);
        fputc('\n', out);
    }
    fputs("</tbody>\n</table></div>\n", out);
}

enum { BOUND_ROOM = 40 };

static void print_figures(struct ul_report *r, const json_t *record)
{
    const struct ul_told_figure f = ul_told_figure(record);
    const json_t *bound = ul_told_in_force(record);
    struct ul_text input = {0}, text = {0}, share = {0};
    fputs("<td>", r->out);
    if (f.present) {
        ul_told_input(&input, f.input);
        fprintf(r->out, "%.6g %s", f.figure, ul_told_unit(f.measure));
    }
    print_escaped(r->out, "<td>", input.data ? input.data : "");
    if (bound) {
        r->footnote |= ul_told_unsure(bound);
        ul_told_bound(&text, bound, BOUND_ROOM);
        if (ul_told_has_share(bound))
            ul_told_share(&share, ul_json_number(bound, "share"));
    }
    print_escaped(r->out, "<td>", text.data ? text.data : "");
    print_escaped(r->out, "<td>", share.data ? share.data : "");
    ul_text_free(&input);
    ul_text_free(&text);
    ul_text_free(&share);
}

static void print_row(struct page *p, const json_t *record, int place)
{
    struct ul_report *r = p->report;
    struct ul_text covered = {0};
    const char *verdict = ul_json_text(record, "verdict");
    fprintf(r->out, "<tr class=\"%s\">", verdict);
    print_escaped(r->out, "<th scope=\"row\">", ul_json_text(record, "label"));
    print_escaped(r->out, "<td>", ul_json_text(record, "type"));
    print_place_name(r->out, "<td>", json_array_get(p->places, (size_t)place));
    fputs("<td>", r->out); /* the picture's */
    if (ul_told_measured(record))
        print_figures(r, record);
    else
        print_escaped(r->out, "<td><td>", ul_json_text(record, "reason")), fputs("<td><td>", r->out);
    fprintf(r->out, "<td>%s", verdict);
    if (ul_told_measured(record))
        ul_told_coverage(&covered, record);
    print_escaped(r->out, "<td>", covered.data ? covered.data : "");
    fputc('\n', r->out);
    ul_text_free(&covered);
}

static void print_rows(struct page *p, const int *place)
{
    static const char *const headings[] = {"subject", "type",  "device", "picture", "error",
                                           "at",      "bound", "share",  "verdict", "covered"};
    FILE *out = p->report->out;
    size_t k;
    const json_t *record;
    fputs("<div class=\"scroll\"><table id=\"rows\">\n<thead><tr>", out);
    for (k = 0; k < sizeof headings / sizeof *headings; k++)
        fprintf(out, "<th scope=\"col\">%s", headings[k]);
    fputs("</thead>\n<tbody>\n", out);
    json_array_foreach (p->report->kept, k, record) {
        print_row(p, record, place[k]);
    }
    fputs("</tbody>\n</table></div>\n", out);
    if (p->report->footnote)
        fputs("<p>* from extensive, not exhaustive tests, says the document</p>\n", out);
}

/* One scope for all. */
static void print_scripts(FILE *out)
{
    static const char *const names[] = {"data", "picture", "opened", "page"};
    fputs("<script>\n\"use strict\";\n(() => {\n", out);
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        char *path = ul_format("conformance/reports/%s.js", names[k]);
        fputs(ul_embedded_text(path), out);
        free(path);
    }
    fputs("})();\n</script>\n", out);
}

/* JSON that no browser takes for the end of its element. */
static void print_data(struct page *p)
{
    FILE *out = p->report->out;
    json_t *all = json_object();
    ul_json_set(all, "texts", json_incref(p->texts));
    ul_json_set(all, "places", json_incref(p->places));
    ul_json_set(all, "rows", json_incref(p->rows));
    char *data = json_dumps(all, JSON_COMPACT | JSON_REAL_PRECISION(9));
    fputs("<script type=\"application/json\" id=\"data\">", out);
    for (const char *c = data; *c; c++)
        fputs(*c == '<' ? "\\u003c" : (const char[]){*c, 0}, out);
    fputs("</script>\n", out);
    print_scripts(out);
    free(data);
    json_decref(all);
}

static void print_page(struct page *p, const int *place)
{
    FILE *out = p->report->out;
    const json_t *first = json_array_get(p->report->kept, 0);
    print_head(p);
    fputs("<body>\n<header><h1>How accurate are these functions?</h1>\n", out);
    print_counts(p);
    fputs("</header>\n<main>\n", out);
    print_places(p);
    print_rows(p, place);
    fputs("</main>\n<footer>\n", out);
    if (first) {
        print_escaped(out, "<p>ulparity ", ul_json_text(first, "tool"));
        print_escaped(out, ", bounds ", ul_json_text(first, "bounds_version"));
        fputs("</p>\n", out);
    }
    fputs(
        "<p>ulp: as OpenCL C defines it. ulp cuda: steps from the correctly rounded result. ulp ord: linear "
        "between representable values. abs, rel: absolute, relative error.</p>\n</footer>\n",
        out);
    print_data(p);
    fputs("</body>\n</html>\n", out);
}

static void end(struct ul_report *r)
{
    const size_t n = json_array_size(r->kept);
    struct page p = {.report = r,
                     .number = json_object(),
                     .texts = json_array(),
                     .place = json_object(),
                     .places = json_array(),
                     .rows = json_array()};
    int *place = ul_alloc(n * sizeof *place);
    for (size_t k = 0; k < n; k++) {
        const json_t *record = json_array_get(r->kept, k);
        place[k] = place_of(&p, record);
        json_array_append_new(p.rows, data_of_row(&p, record, place[k]));
    }
    print_page(&p, place);
    free(place);
    free(p.count);
    json_decref(p.number);
    json_decref(p.texts);
    json_decref(p.place);
    json_decref(p.places);
    json_decref(p.rows);
}

const struct ul_printer ul_print_html = {.end = end};
