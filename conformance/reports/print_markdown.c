/* Markdown, as GitHub's job summaries take it: the counts, the rows that fail, the others folded away by
 * place. */
#include "printer.h"
#include "table.h"
#include <stdlib.h>
#include <string.h>

/* A step's summary of more than 1 MiB is refused as a whole; GitHub counts bytes. */
enum { MOST_BYTES = 900 << 10 };

struct page {
    struct ul_report *report;
    struct ul_text text;
    int left_out; /* rows */
};

static bool stands_out(const json_t *record)
{
    const enum ul_verdict v = ul_told_verdict(record);
    return v == UL_FAIL || v == UL_ERROR;
}

/* ---- tables ---- */

enum { BOUND_ROOM = 60 };

static struct ul_table *table_of_rows(bool place)
{
    struct ul_table *t = ul_table_new();
    if (place)
        ul_table_column(t, "device", UL_WORDS);
    ul_table_column(t, "subject", UL_WORDS);
    ul_table_column(t, "verdict", UL_WORDS);
    ul_table_column(t, "error", UL_NUMBERS);
    ul_table_column(t, "at", UL_WIDE);
    ul_table_column(t, "bound", UL_WORDS);
    ul_table_column(t, "share", UL_NUMBERS);
    ul_table_column(t, "covered", UL_WORDS);
    ul_table_column(t, place ? "why" : "note", UL_WIDE);
    return t;
}

static void figure_cells(struct ul_table *t, const json_t *record)
{
    const struct ul_told_figure f = ul_told_figure(record);
    struct ul_text input = {0};
    const bool shown = f.present && ul_told_measured(record);
    if (shown)
        ul_told_input(&input, f.input);
    ul_table_cell(t, shown ? "%.6g %s" : "", f.figure, ul_told_unit(f.measure));
    ul_table_text(t, &input);
}

static void bound_cells(struct ul_report *r, struct ul_table *t, const json_t *record)
{
    const json_t *bound = ul_told_measured(record) ? ul_told_in_force(record) : NULL;
    struct ul_text text = {0}, share = {0};
    if (bound) {
        r->footnote |= ul_told_unsure(bound);
        ul_told_bound(&text, bound, BOUND_ROOM);
        if (ul_told_has_share(bound))
            ul_told_share(&share, ul_json_number(bound, "share"));
    }
    ul_table_text(t, &text);
    ul_table_text(t, &share);
}

static void place_cell(struct ul_table *t, const json_t *record)
{
    struct ul_text build = {0};
    ul_told_build(&build, record);
    ul_table_text(t, &build);
}

static void add_row(struct ul_report *r, struct ul_table *t, const json_t *record, bool place)
{
    struct ul_text coverage = {0}, note = {0};
    ul_table_row(t);
    if (place)
        place_cell(t, record);
    ul_table_cell(t, "%s", ul_json_text(record, "label"));
    ul_table_cell(t, "%s", ul_json_text(record, "verdict"));
    figure_cells(t, record);
    bound_cells(r, t, record);
    if (ul_told_measured(record))
        ul_told_coverage(&coverage, record);
    ul_table_text(t, &coverage);
    if (place)
        ul_told_why(&note, record);
    else
        ul_told_reason(&note, record);
    ul_table_text(t, &note);
}

/* Adds as many rows of the table as there is room for. */
static void add_table(struct page *p, const struct ul_table *t)
{
    char *text = NULL, *line;
    size_t size, heading = 2;
    FILE *out = open_memstream(&text, &size);
    ul_table_print(t, UL_MARKDOWN, out, 0, false);
    fclose(out);
    for (line = text; *line; line = strchr(line, '\n') + 1) {
        const size_t length = strcspn(line, "\n") + 1;
        const bool fits = p->text.length + length <= MOST_BYTES;
        if (heading || fits)
            ul_text_put(&p->text, line, length);
        p->left_out += !heading && !fits;
        heading -= heading > 0;
    }
    free(text);
}

/* ---- the page ---- */

static void add_failures(struct page *p)
{
    struct ul_table *t = table_of_rows(true);
    size_t k;
    const json_t *record;
    json_array_foreach (p->report->kept, k, record) {
        if (stands_out(record))
            add_row(p->report, t, record, true);
    }
    if (ul_table_rows(t)) {
        ul_text_add(&p->text, "\n");
        add_table(p, t);
    }
    ul_table_free(t);
}

/* The rows that hold, of one place: those from `first` on that stand under the same heading. Gives the number
 * of the first row of the next. */
static size_t add_place(struct page *p, size_t first)
{
    struct ul_table *t = table_of_rows(false);
    struct ul_text place = {0}, summary = {0};
    int rows[UL_VERDICTS] = {0};
    size_t k = first;
    ul_told_place(&place, json_array_get(p->report->kept, first));
    for (; k < json_array_size(p->report->kept); k++) {
        const json_t *record = json_array_get(p->report->kept, k);
        struct ul_text other = {0};
        ul_told_place(&other, record);
        const bool same = !strcmp(place.data, other.data);
        ul_text_free(&other);
        if (!same)
            break;
        rows[ul_told_verdict(record)]++;
        if (!stands_out(record))
            add_row(p->report, t, record, false);
    }
    ul_text_add(&p->text, "\n<details><summary>");
    ul_html_add(&p->text, place.data);
    ul_told_counts(&summary, rows);
    ul_text_add(&p->text, ": %s</summary>\n\n", summary.data);
    if (ul_table_rows(t))
        add_table(p, t);
    ul_text_add(&p->text, "\n</details>\n");
    ul_table_free(t);
    ul_text_free(&place);
    ul_text_free(&summary);
    return k;
}

static void add_end(struct page *p)
{
    const json_t *first = json_array_get(p->report->kept, 0);
    if (p->report->footnote)
        ul_text_add(&p->text, "\n\\* from extensive, not exhaustive tests, says the document\n");
    if (p->left_out)
        ul_text_add(&p->text,
                    "\n%d row%s left out, since a job's summary holds 1 MiB; other formats have %s.\n",
                    p->left_out, p->left_out == 1 ? " is" : "s are", p->left_out == 1 ? "it" : "them");
    if (first)
        ul_text_add(&p->text, "\nulparity %s, bounds %s\n", ul_json_text(first, "tool"),
                    ul_json_text(first, "bounds_version"));
}

static void end(struct ul_report *r)
{
    struct page p = {.report = r};
    ul_text_add(&p.text, "**");
    ul_told_counts(&p.text, r->rows);
    ul_text_add(&p.text, "**\n");
    add_failures(&p);
    for (size_t k = 0; !r->quiet && k < json_array_size(r->kept);)
        k = add_place(&p, k);
    add_end(&p);
    fputs(p.text.data, r->out);
    ul_text_free(&p.text);
}

const struct ul_printer ul_print_markdown = {.end = end};
