/* The documents' tables as they are printed: every row in its order, every cell in its spelling. What the
 * cells promise is in conformance/bounds; what they say is here. Bounds that no table prints are rows, too.
 */
#ifndef UL_DOCUMENTS_H
#define UL_DOCUMENTS_H

#include "bounds.h"
#include "tsv.h"

struct ul_document_row {
    const char *name; /* as bounds have it: the first cell, or the third where the first is N/A */
    const char *cell[UL_TSV_COLUMNS];
};

struct ul_document {
    const char *edition, *table, *title;
    const char *note; /* or NULL */
    char *id;         /* "seed_single" */
    int columns, rows;
    int printed; /* so many rows are the document's, the others bounds alone: a name, in a table of their own
                    a limit */
    const char *heading[UL_TSV_COLUMNS];
    struct ul_document_row *row;
    char *text[2]; /* what all of these point into */
};

struct ul_documents {
    int count;
    struct ul_document *document; /* in the order of tables.tsv; then those of bounds alone */
    char *text;
};

/* Reads the embedded tables and the bounds (all zeros before); "conformance/documents/x.tsv:7: what" on
 * failure. */
bool ul_documents_load(struct ul_documents *d, struct ul_line *why);
void ul_documents_free(struct ul_documents *d);

/* The row that a bound is of, or -1: the one of its name, or one that names several ("hceil/hfloor"). */
int ul_document_row_of(const struct ul_document *d, const struct ul_bound_row *bound);

/* Marks in `chosen` (d->count bools) the tables of an edition (NULL: of all) that a word names (NULL: all):
 * by id, by table, by a glob of either. False: there is none; the nearest is in `why`. */
bool ul_documents_choose(const struct ul_documents *d, const char *edition, const char *word, bool *chosen,
                         struct ul_line *why);

#endif
