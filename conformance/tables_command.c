/* ulparity tables: the documents' tables, row for row, with what records say of devices beside the rows. */
#include "bounds.h"
#include "command.h"
#include "reports/document_table.h"
#include "reports/report.h"
#include <flint/flint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is printed, and how. */
struct page {
    const struct ul_options *options;
    enum ul_format format;
    const struct ul_documents *documents;
    bool *chosen, *left_out; /* left out: of those chosen */
    const struct ul_measured *measured;
};

/* ---- pieces ---- */

static const char style[] =
    "body{font:14px/1.4 system-ui,sans-serif;margin:1em;color-scheme:light dark}"
    "table{border-collapse:collapse}th,td{text-align:left;vertical-align:top;padding:.15em .6em;"
    "border-bottom:1px solid #8884}th{position:sticky;top:0;background:Canvas}"
    ".number{text-align:right}.fail{color:#c22;font-weight:bold}";

static void open_page(const struct page *p)
{
    if (p->format == UL_HTML)
        printf("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
               "<meta name=\"viewport\" content=\"width=device-width\">\n<title>Tables of accuracy</title>\n"
               "<style>%s</style>\n</head>\n<body>\n",
               style);
}

static void close_page(const struct page *p)
{
    if (p->format == UL_HTML)
        printf("</body>\n</html>\n");
}

static void print_element(const char *element, const char *text)
{
    printf("<%s", element);
    ul_html_print(stdout, ">", text);
    printf("</%s>\n", element);
}

/* CSV has tables alone. */
static void print_heading(const struct page *p, const char *id, const char *title)
{
    char *both = id ? ul_format("%s: %s", id, title) : ul_strdup(title);
    if (p->format == UL_HTML)
        print_element("h2", both);
    else if (p->format == UL_MARKDOWN)
        printf("## %s\n\n", both);
    else if (p->format == UL_TEXT)
        printf("%s\n\n", both);
    free(both);
}

static void print_note(const struct page *p, const char *text)
{
    if (p->format == UL_HTML)
        print_element("p", text);
    else if (p->format == UL_MARKDOWN)
        printf("%s\n\n", text);
    else if (p->format == UL_TEXT)
        printf("%s\n", text);
}

static void print_table(const struct page *p, struct ul_table *t)
{
    ul_report_table(t, p->options);
    if (p->format != UL_HTML)
        puts(p->format == UL_CSV ? "\r" : "");
}

/* ---- the page ---- */

static void print_builds(const struct page *p)
{
    const struct ul_measured *m = p->measured;
    if (!m->builds || p->format == UL_CSV)
        return;
    print_heading(p, NULL, "Devices");
    print_table(p, ul_build_table(m));
    const char *judged = ul_json_text(m->build[0].record, "bounds_version");
    const bool own = !strcmp(judged, ul_bounds_version());
    char *note = ul_format("Judged by bounds %s%s.", judged, own ? "" : ", which are not this program's");
    ul_plain(note);
    print_note(p, note);
    if (p->format == UL_TEXT)
        putchar('\n');
    free(note);
}

static void print_item(const struct page *p, struct ul_text *line)
{
    if (line->data)
        ul_plain(line->data);
    if (line->data && p->format == UL_HTML)
        print_element("p", line->data);
    else if (line->data && p->format != UL_CSV)
        printf("%s%s\n", p->format == UL_MARKDOWN ? "- " : "", line->data);
    ul_text_free(line);
}

static void print_coverage(const struct page *p, int document)
{
    struct ul_text none = {0};
    for (int b = 0; b < p->measured->builds; b++) {
        struct ul_text line = {0};
        if (ul_measured_has(p->measured, document, b)) {
            ul_document_coverage(p->documents, document, p->measured, b, &line);
            print_item(p, &line);
        } else {
            ul_text_add(&none, "%s%s", none.length ? ", " : "no row: ", p->measured->build[b].heading);
        }
    }
    print_item(p, &none);
    if (p->measured->builds && (p->format == UL_TEXT || p->format == UL_MARKDOWN))
        putchar('\n');
}

static void print_document(const struct page *p, int k)
{
    const struct ul_document *d = &p->documents->document[k];
    if (p->format == UL_JSON) {
        for (int r = 0; r < d->rows; r++)
            ul_document_row_json(p->documents, k, r, p->measured);
        return;
    }
    print_heading(p, d->id, d->title);
    print_table(p, ul_document_table(p->documents, k, p->measured));
    print_coverage(p, k);
    if (d->note) {
        print_note(p, d->note);
        if (p->format == UL_TEXT)
            putchar('\n');
    }
}

static void print_left_out(const struct page *p)
{
    struct ul_text line = {0};
    for (int k = 0; k < p->documents->count; k++)
        if (p->chosen[k] && p->left_out[k])
            ul_text_add(&line, "%s%s", line.length ? ", " : "Tables of which no row was measured: ",
                        p->documents->document[k].id);
    if (line.data)
        print_note(p, line.data);
    ul_text_free(&line);
}

static void print_page(const struct page *p)
{
    open_page(p);
    if (p->format == UL_JSON)
        for (int b = 0; b < p->measured->builds; b++)
            ul_build_json(p->measured, b);
    else
        print_builds(p);
    for (int k = 0; k < p->documents->count; k++)
        if (p->chosen[k] && !p->left_out[k])
            print_document(p, k);
    if (p->format != UL_JSON)
        print_left_out(p);
    close_page(p);
}

/* ---- the command ---- */

/* Where tables were not asked for by name, those of other devices are in the way. */
static bool *find_left_out(const struct ul_options *o, const struct ul_documents *d,
                           const struct ul_measured *m)
{
    bool *left_out = ul_alloc((size_t)d->count * sizeof *left_out);
    for (int k = 0; k < d->count; k++) {
        left_out[k] = o->words && !o->table;
        for (int b = 0; b < m->builds; b++)
            left_out[k] &= !ul_measured_has(m, k, b);
    }
    return left_out;
}

static bool read_all(const struct ul_options *o, struct ul_records *r, struct ul_catalogue *c,
                     struct ul_documents *d, bool **chosen, int *status, struct ul_line *why)
{
    *status = 3;
    if (!ul_catalogue_load(c, why) || !ul_bounds_load(why) || !ul_documents_load(d, why))
        return false;
    *status = 2;
    *chosen = ul_alloc((size_t)d->count * sizeof **chosen);
    return ul_documents_choose(d, o->bounds, o->table, *chosen, why) &&
           (!o->words || ul_records_read(r, o->word, o->words, c, why));
}

int ul_command_tables(const struct ul_options *o)
{
    struct ul_records r = {0};
    struct ul_catalogue c = {0};
    struct ul_documents d = {0};
    struct ul_measured m = {0};
    struct ul_line why;
    bool *chosen = NULL;
    int status;
    if (read_all(o, &r, &c, &d, &chosen, &status, &why)) {
        ul_measured_find(&m, &r, &c, &d);
        bool *left_out = find_left_out(o, &d, &m);
        print_page(&(struct page){.options = o,
                                  .format = o->format,
                                  .documents = &d,
                                  .chosen = chosen,
                                  .left_out = left_out,
                                  .measured = &m});
        free(left_out);
        status = 0;
    } else {
        fprintf(stderr, "ulparity: %s\n", why.text);
    }
    free(chosen);
    ul_measured_free(&m);
    ul_documents_free(&d);
    ul_records_free(&r);
    ul_catalogue_free(&c);
    flint_cleanup();
    return status;
}
