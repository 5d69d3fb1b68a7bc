#include "documents.h"
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include "common/embedded.h"
#include "nearest.h"

static const char folder[] = "conformance/documents/";

/* ---- reading ---- */

/* The first line's cells are the headings, whatever they are. */
static int read_headings(struct ul_document *d, const char *text)
{
    char *rest = d->text[0] = ul_format("%.*s", (int)strcspn(text, "\n"), text);
    int n = 0;
    while (rest && n < UL_TSV_COLUMNS)
        d->heading[n++] = strsep(&rest, "\t");
    return n;
}

static struct ul_document_row *new_row(struct ul_document *d)
{
    d->row = ul_realloc(d->row, (size_t)(d->rows + 1) * sizeof *d->row);
    struct ul_document_row *r = &d->row[d->rows++];
    *r = (struct ul_document_row){0};
    for (int c = 0; c < d->columns; c++)
        r->cell[c] = "";
    return r;
}

static void add_printed_row(struct ul_document *d, char *const *cell)
{
    struct ul_document_row *r = new_row(d);
    for (int c = 0; c < d->columns; c++)
        if (strcmp(cell[c], "-") != 0)
            r->cell[c] = cell[c];
    r->name = strcmp(r->cell[0], "N/A") || d->columns < 3 ? r->cell[0] : r->cell[2];
    d->printed = d->rows;
}

static bool read_document(struct ul_document *d, struct ul_line *why)
{
    char *path = ul_format("%s%s.tsv", folder, d->id);
    const char *text = ul_embedded_text(path);
    struct ul_tsv t;
    enum ul_tsv_result got = UL_TSV_MALFORMED;
    d->columns = read_headings(d, text);
    if (ul_tsv_open(&t, path, text, d->heading, d->columns, why)) {
        d->text[1] = t.data;
        while ((got = ul_tsv_next(&t, why)) == UL_TSV_ROW)
            add_printed_row(d, t.cell);
    }
    free(path);
    return got == UL_TSV_END;
}

static struct ul_document *new_document(struct ul_documents *d, const char *edition, const char *table)
{
    d->document = ul_realloc(d->document, (size_t)(d->count + 1) * sizeof *d->document);
    struct ul_document *last = &d->document[d->count++];
    *last =
        (struct ul_document){.edition = edition, .table = table, .id = ul_format("%s_%s", edition, table)};
    return last;
}

static bool read_printed(struct ul_documents *d, struct ul_line *why)
{
    static const char list[] = "conformance/documents/tables.tsv";
    static const char *const columns[] = {"edition", "table", "title", "note"};
    struct ul_tsv t;
    if (!ul_tsv_open(&t, list, ul_embedded_text(list), columns, 4, why))
        return false;
    d->text = t.data;
    enum ul_tsv_result got;
    while ((got = ul_tsv_next(&t, why)) == UL_TSV_ROW) {
        struct ul_document *last = new_document(d, t.cell[0], t.cell[1]);
        last->title = t.cell[2];
        last->note = strcmp(t.cell[3], "-") ? t.cell[3] : NULL;
        if (!read_document(last, why))
            return false;
    }
    return got == UL_TSV_END;
}

static struct ul_document *document_of(struct ul_documents *d, const struct ul_bound_row *b)
{
    for (int k = 0; k < d->count; k++)
        if (!strcmp(d->document[k].edition, b->edition) && !strcmp(d->document[k].table, b->table))
            return &d->document[k];
    struct ul_document *own = new_document(d, b->edition, b->table);
    own->title = b->source;
    own->columns = 2;
    own->heading[0] = "row";
    own->heading[1] = "limit";
    return own;
}

/* A bound that no table prints is a row all the same, behind the others. */
static void add_unprinted(struct ul_documents *d, const struct ul_bound_row *b)
{
    struct ul_document *of = document_of(d, b);
    if (ul_document_row_of(of, b) >= 0)
        return;
    struct ul_document_row *r = new_row(of);
    r->name = r->cell[0] = b->row;
    if (!of->printed)
        r->cell[1] = b->limit;
}

bool ul_documents_load(struct ul_documents *d, struct ul_line *why)
{
    if (!read_printed(d, why))
        return false;
    const struct ul_bound_table *t = ul_bounds_table();
    for (int r = 0; r < t->rows; r++)
        add_unprinted(d, &t->row[r]);
    return true;
}

void ul_documents_free(struct ul_documents *d)
{
    for (int k = 0; k < d->count; k++) {
        free(d->document[k].id);
        free(d->document[k].row);
        free(d->document[k].text[0]);
        free(d->document[k].text[1]);
    }
    free(d->document);
    free(d->text);
    *d = (struct ul_documents){0};
}

/* ---- rows and bounds ---- */

/* Is the word one of those that '/' joins? */
static bool is_among(const char *word, const char *joined)
{
    const size_t length = strlen(word);
    for (const char *at = joined; *at;) {
        const size_t n = strcspn(at, "/");
        if (n == length && !strncmp(at, word, n))
            return true;
        at += n + (at[n] == '/');
    }
    return false;
}

int ul_document_row_of(const struct ul_document *d, const struct ul_bound_row *bound)
{
    if (strcmp(d->edition, bound->edition) || strcmp(d->table, bound->table))
        return -1;
    for (int r = 0; r < d->rows; r++)
        if (!strcmp(d->row[r].name, bound->row))
            return r;
    for (int r = 0; r < d->rows; r++)
        if (is_among(bound->row, d->row[r].name))
            return r;
    return -1;
}

/* ---- choosing ---- */

static bool is_named(const struct ul_document *d, const char *word)
{
    return !word || !fnmatch(word, d->id, 0) || !fnmatch(word, d->table, 0);
}

static bool refuse(const struct ul_documents *d, const char *edition, const char *word, struct ul_line *why)
{
    const char **names = ul_alloc((size_t)(2 * d->count + 1) * sizeof *names);
    int n = 0;
    for (int k = 0; k < d->count; k++)
        if (!edition || !strcmp(d->document[k].edition, edition)) {
            names[n++] = d->document[k].id;
            names[n++] = d->document[k].table;
        }
    const char *near = ul_nearest(word, names);
    if (near)
        ul_fail(why, "--table: there is no table '%s', did you mean '%s'?", word, near);
    else if (edition)
        ul_fail(why, "--table: edition %s has no table '%s'; 'ulparity tables --bounds %s' has all", edition,
                word, edition);
    else
        ul_fail(why, "--table: there is no table '%s'; 'ulparity tables' has all", word);
    free(names);
    return false;
}

bool ul_documents_choose(const struct ul_documents *d, const char *edition, const char *word, bool *chosen,
                         struct ul_line *why)
{
    bool any = false;
    for (int k = 0; k < d->count; k++) {
        chosen[k] = (!edition || !strcmp(d->document[k].edition, edition)) && is_named(&d->document[k], word);
        any |= chosen[k];
    }
    if (any)
        return true;
    return word ? refuse(d, edition, word, why) : ul_fail(why, "edition %s has no table", edition);
}
