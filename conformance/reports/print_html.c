/* A page of HTML: one file that needs no network. The table is there as text; scripts make it sort, filter
 * and open, from the data at the page's end (page_data.h). */
#include "common/embedded.h"
#include "page_data.h"
#include "printer.h"
#include "table.h"
#include <stdlib.h>
#include <string.h>

struct page {
    struct ul_report *report;
    const json_t *rows;
    struct ul_page_data data;
    int (*count)[UL_VERDICTS]; /* of each place */
};

/* "cuda:emulated@13.0", which may be broken before its release. */
static void print_id(FILE *out, const char *before, const char *id)
{
    const size_t length = strcspn(id, "@");
    char *device = ul_format("%.*s", (int)length, id);
    ul_html_print(out, before, device);
    if (id[length])
        ul_html_print(out, "<wbr>", id + length);
    free(device);
}

/* "opencl:0:0", "-cl-mad-enable", "PoCL 3.1" */
static void print_place_name(FILE *out, const char *before, const json_t *place, bool with_flags)
{
    const char *flags = json_string_value(json_array_get(place, 5)),
               *name = json_string_value(json_array_get(place, 6));
    print_id(out, before, json_string_value(json_array_get(place, 0)));
    if (with_flags && *flags)
        ul_html_print(out, " ", flags);
    if (*name) {
        ul_html_print(out, " <small>", name);
        fputs("</small>", out);
    }
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

/* Is a row of the page so? -q leaves some out. */
static bool has(const struct page *p, int verdict)
{
    int n = 0;
    for (size_t k = 0; k < json_array_size(p->data.places); k++)
        n += p->count[k][verdict];
    return n > 0;
}

static void print_counts_of(const struct page *p, size_t place)
{
    for (int v = 0; v < UL_VERDICTS; v++)
        if (has(p, v))
            fprintf(p->report->out, "<td class=\"number\">%d", p->count[place][v]);
}

/* A place's words, `first` to `last` of page_data.h's. */
static void print_words(FILE *out, const json_t *place, size_t first, size_t last)
{
    for (size_t m = first; m <= last; m++)
        ul_html_print(out, "<td>", json_string_value(json_array_get(place, m)));
}

/* What was measured, and how it went there. */
static void print_places(const struct page *p)
{
    FILE *out = p->report->out;
    size_t k;
    const json_t *place;
    fputs("<div class=\"scroll\"><table id=\"places\">\n<thead><tr><th scope=\"col\">device"
          "<th scope=\"col\">flags",
          out);
    for (int v = 0; v < UL_VERDICTS; v++)
        if (has(p, v))
            fprintf(out, "<th scope=\"col\" class=\"number\">%s", ul_verdict_names[v]);
    fputs("<th scope=\"col\">name<th scope=\"col\">driver<th scope=\"col\">compiler<th "
          "scope=\"col\">architecture</thead>\n<tbody>\n",
          out);
    json_array_foreach (p->data.places, k, place) {
        print_place_name(out, "<tr><th scope=\"row\">", place, false);
        print_words(out, place, 5, 5);
        print_counts_of(p, k);
        print_words(out, place, 1, 4);
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
    ul_html_print(r->out, "<td>", input.data ? input.data : "");
    if (bound) {
        r->footnote |= ul_told_unsure(bound);
        ul_told_bound(&text, bound, BOUND_ROOM);
        if (ul_told_has_share(bound))
            ul_told_share(&share, ul_json_number(bound, "share"));
    }
    ul_html_print(r->out, "<td>", text.data ? text.data : "");
    ul_html_print(r->out, "<td>", share.data ? share.data : "");
    ul_text_free(&input);
    ul_text_free(&text);
    ul_text_free(&share);
}

/* Why a row is as it is, in short: claims, wrong results, the driver's words; else the bound that is broken.
 */
static void print_why(FILE *out, const json_t *record)
{
    const enum ul_verdict v = ul_told_verdict(record);
    struct ul_text why = {0};
    if (v == UL_FAIL || v == UL_ERROR || v == UL_INFO)
        ul_told_why(&why, record);
    if (v == UL_FAIL && !why.length)
        ul_told_broken(&why, record);
    if (why.length && (v != UL_INFO || *ul_json_text(record, "reason")))
        ul_html_print(out, "<td class=\"why\">", why.data);
    ul_text_free(&why);
}

static void print_row(struct page *p, const json_t *record, int place)
{
    struct ul_report *r = p->report;
    struct ul_text covered = {0};
    const char *verdict = ul_json_text(record, "verdict");
    fprintf(r->out, "<tr class=\"%s\">", verdict);
    ul_html_print(r->out, "<th scope=\"row\">", ul_json_text(record, "label"));
    ul_html_print(r->out, "<td>", ul_json_text(record, "type"));
    print_place_name(r->out, "<td>", json_array_get(p->data.places, (size_t)place), true);
    fputs("<td>", r->out); /* the picture's */
    if (ul_told_measured(record)) {
        print_figures(r, record);
    } else {
        ul_html_print(r->out, "<td><td>",
                      ul_told_verdict(record) == UL_ERROR ? "" : ul_json_text(record, "reason"));
        fputs("<td><td>", r->out);
    }
    fprintf(r->out, "<td>%s", verdict);
    if (ul_told_measured(record))
        ul_told_coverage(&covered, record);
    ul_html_print(r->out, "<td>", covered.data ? covered.data : "");
    print_why(r->out, record);
    fputc('\n', r->out);
    ul_text_free(&covered);
}

static void print_rows(struct page *p, const int *place)
{
    static const char *const headings[] = {"subject", "type",  "device",  "picture", "error", "at",
                                           "bound",   "share", "verdict", "covered", "why"};
    FILE *out = p->report->out;
    size_t k;
    const json_t *record;
    fputs("<div class=\"scroll\"><table id=\"rows\">\n<thead><tr>", out);
    for (k = 0; k < sizeof headings / sizeof *headings; k++)
        fprintf(out, "<th scope=\"col\">%s", headings[k]);
    fputs("</thead>\n<tbody>\n", out);
    json_array_foreach (p->rows, k, record) {
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
    char *data = ul_page_data_text(&p->data);
    fputs("<script type=\"application/json\" id=\"data\">", out);
    for (const char *c = data; *c; c++)
        fputs(*c == '<' ? "\\u003c" : (const char[]){*c, 0}, out);
    fputs("</script>\n", out);
    print_scripts(out);
    free(data);
}

static void print_page(struct page *p, const int *place)
{
    FILE *out = p->report->out;
    const json_t *first = json_array_get(p->rows, 0);
    print_head(p);
    fputs("<body>\n<header><h1>How accurate are these functions?</h1>\n", out);
    print_counts(p);
    fputs("</header>\n<main>\n", out);
    print_places(p);
    print_rows(p, place);
    fputs("</main>\n<footer>\n", out);
    if (first) {
        ul_html_print(out, "<p>ulparity ", ul_json_text(first, "tool"));
        ul_html_print(out, ", bounds ", ul_json_text(first, "bounds_version"));
        fputs("</p>\n", out);
    }
    fputs(
        "<p>ulp: as OpenCL C defines it. ulp cuda: steps from the correctly rounded result. ulp ord: linear "
        "between representable values. abs, rel: absolute, relative error.</p>\n</footer>\n",
        out);
    print_data(p);
    fputs("</body>\n</html>\n", out);
}

/* Counts the row where it was measured: gives the place's number. */
static int add(struct page *p, const json_t *record)
{
    const size_t before = json_array_size(p->data.places);
    const int place = ul_page_data_add(&p->data, record);
    if (json_array_size(p->data.places) > before) {
        p->count = ul_realloc(p->count, (before + 1) * sizeof *p->count);
        memset(p->count[before], 0, sizeof *p->count);
    }
    p->count[place][ul_told_verdict(record)]++;
    return place;
}

/* What is wrong first, what was not measured last; else as it came. */
static json_t *ordered(const json_t *kept)
{
    static const int rank[UL_VERDICTS] = {
        [UL_PASS] = 1, [UL_INFO] = 1, [UL_SKIPPED] = 2, [UL_UNSUPPORTED] = 2};
    json_t *to = json_array();
    for (int at = 0; at <= 2; at++) {
        size_t k;
        json_t *record;
        json_array_foreach (kept, k, record)
            if (rank[ul_told_verdict(record)] == at)
                json_array_append(to, record);
    }
    return to;
}

static void end(struct ul_report *r)
{
    json_t *rows = ordered(r->kept);
    const size_t n = json_array_size(rows);
    struct page p = {.report = r, .rows = rows, .data = ul_page_data_new()};
    int *place = ul_alloc(n * sizeof *place);
    for (size_t k = 0; k < n; k++)
        place[k] = add(&p, json_array_get(rows, k));
    ul_page_data_name(&p.data);
    print_page(&p, place);
    free(place);
    free(p.count);
    json_decref(rows);
    ul_page_data_free(&p.data);
}

const struct ul_printer ul_print_html = {.end = end};
