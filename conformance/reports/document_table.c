#include "document_table.h"
#include "told.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void put(struct ul_table *t, struct ul_text *text, bool mark)
{
    ul_table_text(t, text);
    if (mark)
        ul_table_mark_cell(t);
}

/* ---- a finding's three cells ---- */

/* Results that are right or wrong have no figure; how many are wrong is one. */
static void figure_cell(struct ul_table *t, const struct ul_finding *f, bool mark)
{
    const json_t *input;
    const double figure = ul_finding_figure(f, &input);
    struct ul_text text = {0};
    if (!ul_finding_is_measured(f))
        ul_text_add(&text, "%s", ul_verdict_names[ul_finding_verdict(f)]);
    else if (isnan(figure))
        ul_text_add(&text, "%llu wrong", (unsigned long long)ul_told_wrong_count(f->record));
    else
        ul_text_add(&text, "%.6g %s", figure, ul_told_unit(ul_finding_measure(f)));
    put(t, &text, mark);
}

static void input_cell(struct ul_table *t, const struct ul_finding *f, int of)
{
    const json_t *input;
    struct ul_text text = {0};
    ul_finding_figure(f, &input);
    if (ul_finding_is_measured(f))
        ul_told_input(&text, input);
    if (of > 1 && (text.length || !ul_finding_is_measured(f) || ul_told_wrong_count(f->record)))
        ul_text_add(&text, "%s%s", text.length ? " of " : "", ul_json_text(f->record, "label"));
    put(t, &text, false);
}

/* Why a bound is broken, where its figure is not. */
static void add_reason(struct ul_text *t, const struct ul_finding *f)
{
    if (ul_finding_share(f) > 1)
        return;
    if (ul_told_wrong_count(f->record)) {
        ul_text_add(t, ", wrong at ");
        ul_told_input(t, json_object_get(json_object_get(f->record, "wrong"), "input"));
        return;
    }
    if (ul_json_whole(f->record, "misrounded")) {
        ul_text_add(t, ", ");
        ul_told_rounding(t, f->record);
    }
}

static void used_cell(struct ul_table *t, const struct ul_finding *f, bool mark)
{
    const enum ul_verdict v = ul_finding_verdict(f);
    const double share = ul_finding_share(f);
    struct ul_text text = {0};
    if (ul_finding_is_measured(f) && !isnan(share))
        ul_told_share(&text, share);
    if (v == UL_FAIL) {
        ul_text_add(&text, "%sfail", text.length ? " " : "");
        add_reason(&text, f);
    } else if (v == UL_PASS && !text.length) {
        ul_text_add(&text, "pass");
    }
    put(t, &text, mark);
}

/* ---- tables ---- */

static void add_columns(struct ul_table *t, const struct ul_document *doc, int document,
                        const struct ul_measured *m)
{
    for (int c = 0; c < doc->columns; c++)
        ul_table_column(t, doc->heading[c], c ? UL_WIDE : UL_WORDS);
    for (int b = 0; b < m->builds; b++) {
        static const char *const what[] = {"error", "at", "used"};
        for (int k = 0; k < 3 && ul_measured_has(m, document, b); k++) {
            char *heading =
                m->builds > 1 ? ul_format("%s %s", m->build[b].heading, what[k]) : ul_strdup(what[k]);
            ul_table_column(t, heading, k == 1 ? UL_WIDE : UL_WORDS);
            free(heading);
        }
    }
}

static void add_finding(struct ul_table *t, const struct ul_finding *f, int count)
{
    const bool broken = count && ul_finding_verdict(f) == UL_FAIL;
    if (!count) {
        for (int k = 0; k < 3; k++)
            ul_table_cell(t, "%s", "");
        return;
    }
    figure_cell(t, f, broken);
    input_cell(t, f, count);
    used_cell(t, f, broken);
}

struct ul_table *ul_document_table(const struct ul_documents *d, int document, const struct ul_measured *m)
{
    const struct ul_document *doc = &d->document[document];
    struct ul_table *t = ul_table_new();
    add_columns(t, doc, document, m);
    for (int r = 0; r < doc->rows; r++) {
        ul_table_row(t);
        for (int c = 0; c < doc->columns; c++)
            ul_table_cell(t, "%s", doc->row[r].cell[c]);
        for (int b = 0; b < m->builds; b++) {
            int count;
            const struct ul_finding *f = ul_measured_at(m, document, r, b, &count);
            if (ul_measured_has(m, document, b))
                add_finding(t, f, count);
        }
    }
    return t;
}

struct ul_table *ul_build_table(const struct ul_measured *m)
{
    static const char *const headings[] = {"column",   "device",       "name",  "driver",
                                           "compiler", "architecture", "flags", "width"};
    static const char *const members[] = {"device", "device_name", "driver", "compiler", "arch", "flags"};
    struct ul_table *t = ul_table_new();
    for (size_t k = 0; k < sizeof headings / sizeof *headings; k++)
        ul_table_column(t, headings[k], k ? UL_WIDE : UL_WORDS);
    for (int b = 0; b < m->builds; b++) {
        const struct ul_build *build = &m->build[b];
        ul_table_row(t);
        ul_table_cell(t, "%s", build->heading);
        for (size_t k = 0; k < sizeof members / sizeof *members; k++)
            ul_table_cell(t, "%s", ul_json_text(build->record, members[k]));
        if (build->extra_width)
            ul_table_cell(t, "%d", build->extra_width);
    }
    return t;
}

/* ---- coverage ---- */

enum { MAX_KINDS = 8 };

struct kinds {
    int count;
    struct kind {
        const char *name;
        uint64_t results, least, most;
    } kind[MAX_KINDS];
};

static void count_result(struct kinds *k, const json_t *coverage)
{
    const char *name = ul_json_text(coverage, "kind");
    const uint64_t inputs = ul_json_whole(coverage, "inputs");
    int at = 0;
    while (at < k->count && strcmp(k->kind[at].name, name))
        at++;
    if (at == MAX_KINDS)
        return;
    struct kind *kind = &k->kind[at];
    if (at == k->count) {
        k->count++;
        *kind = (struct kind){.name = name, .least = inputs};
    }
    kind->results++;
    kind->least = inputs < kind->least ? inputs : kind->least;
    kind->most = inputs > kind->most ? inputs : kind->most;
}

void ul_document_coverage(const struct ul_documents *d, int document, const struct ul_measured *m, int build,
                          struct ul_text *out)
{
    struct kinds kinds = {0};
    int rows = 0;
    for (int r = 0; r < d->document[document].rows; r++) {
        int count, measured = 0;
        const struct ul_finding *f = ul_measured_at(m, document, r, build, &count);
        for (int k = 0; k < count; k++)
            if (ul_finding_is_measured(&f[k])) {
                count_result(&kinds, json_object_get(f[k].record, "coverage"));
                measured++;
            }
        rows += measured > 0;
    }
    ul_text_add(out, "%s: %d of %d rows", m->build[build].heading, rows, d->document[document].rows);
    for (int k = 0; k < kinds.count; k++) {
        const struct kind *kind = &kinds.kind[k];
        ul_text_add(out, "%s %llu result%s %s, %llu", k ? "," : ";", (unsigned long long)kind->results,
                    kind->results == 1 ? "" : "s", kind->name, (unsigned long long)kind->least);
        if (kind->most != kind->least)
            ul_text_add(out, " to %llu", (unsigned long long)kind->most);
        ul_text_add(out, " inputs%s", kind->results == 1 ? "" : " each");
    }
}

/* ---- JSON ---- */

void ul_build_json(const struct ul_measured *m, int build)
{
    static const char *const members[] = {"device", "device_name", "driver",        "compiler",
                                          "arch",   "flags",       "bounds_version"};
    const struct ul_build *b = &m->build[build];
    json_t *o = json_object();
    ul_json_set(o, "column", ul_json_string(b->heading));
    for (size_t k = 0; k < sizeof members / sizeof *members; k++)
        ul_json_set(o, members[k], json_incref(json_object_get(b->record, members[k])));
    ul_json_set(o, "width", b->extra_width ? json_integer(b->extra_width) : json_null());
    ul_json_print(o);
}

static json_t *finding_json(const struct ul_measured *m, const struct ul_finding *f)
{
    const json_t *input;
    const double figure = ul_finding_figure(f, &input);
    const enum ul_verdict v = ul_finding_verdict(f);
    json_t *o = json_object();
    ul_json_set(o, "column", ul_json_string(m->build[f->build].heading));
    ul_json_set(o, "label", json_incref(json_object_get(f->record, "label")));
    ul_json_set(o, "measure", ul_json_string(ul_finding_measure(f)));
    if (!isnan(figure))
        ul_json_set(o, "error", ul_json_figure(figure));
    ul_json_set(o, "input", input ? json_incref((json_t *)input) : json_array());
    if (!isnan(ul_finding_share(f)))
        ul_json_set(o, "share", ul_json_figure(ul_finding_share(f)));
    ul_json_set(o, "wrong", ul_json_count(ul_told_wrong_count(f->record)));
    ul_json_set(o, "bound", ul_json_string(f->bound ? ul_json_text(f->bound, "text") : NULL));
    ul_json_set(o, "verdict", ul_json_string(ul_verdict_names[v]));
    ul_json_set(o, "coverage", json_incref(json_object_get(f->record, "coverage")));
    return o;
}

void ul_document_row_json(const struct ul_documents *d, int document, int row, const struct ul_measured *m)
{
    const struct ul_document *doc = &d->document[document];
    json_t *o = json_object(), *cells = json_object(), *measured = json_array();
    for (int c = 0; c < doc->columns; c++)
        ul_json_set(cells, doc->heading[c], ul_json_string(doc->row[row].cell[c]));
    for (int b = 0; b < m->builds; b++) {
        int count;
        const struct ul_finding *f = ul_measured_at(m, document, row, b, &count);
        for (int k = 0; k < count; k++)
            json_array_append_new(measured, finding_json(m, &f[k]));
    }
    ul_json_set(o, "table", ul_json_string(doc->id));
    ul_json_set(o, "row", ul_json_string(doc->row[row].name));
    ul_json_set(o, "document", cells);
    ul_json_set(o, "measured", measured);
    ul_json_print(o);
}
