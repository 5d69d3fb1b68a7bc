/* What records say of the documents' rows, device by device. */
#ifndef UL_MEASURED_H
#define UL_MEASURED_H

#include "documents.h"
#include "records.h"

/* A device with its build: a group of columns. */
struct ul_build {
    char *heading; /* what tells it from the others: its file's name, or the device; and flags, width ... */
    const json_t *record; /* its first */
    const char *path;
    int extra_width; /* of vectors, where functions of numbers were measured in vectors; else 0 */
    bool embedded;   /* rows of the embedded profile judge it */
};

/* One record beside one row of a document. */
struct ul_finding {
    int document, row, build;
    const json_t *record;
    const json_t *bound;     /* the record's judgement by the row; NULL: none */
    enum ul_measure measure; /* of the row */
};

struct ul_measured {
    int builds, findings;
    struct ul_build *build; /* in the records' order */
    struct ul_finding *finding;
};

/* Finds all (all zeros before); everything given outlives it. A function of the host's libm stands beside the
 * row of its name, which does not judge it. */
void ul_measured_find(struct ul_measured *m, const struct ul_records *r, const struct ul_catalogue *c,
                      const struct ul_documents *d);
void ul_measured_free(struct ul_measured *m);

/* Has a build a row of the table? */
bool ul_measured_has(const struct ul_measured *m, int document, int build);
/* What a build's records say of a row: the first of `count`, broken bounds first, then those that use most.
 */
const struct ul_finding *ul_measured_at(const struct ul_measured *m, int document, int row, int build,
                                        int *count);

/* The name of the finding's measure, its figure there and the input: where a limit is to be kept, those that
 * use most of it; else the maximum. NaN and NULL: none was measured. */
const char *ul_finding_measure(const struct ul_finding *f);
double ul_finding_figure(const struct ul_finding *f, const json_t **input);
/* A share of the limit that says something: NaN where every result must be right, or nothing is promised. */
double ul_finding_share(const struct ul_finding *f);
/* Not one of what could not be run, or was not. */
bool ul_finding_is_measured(const struct ul_finding *f);
enum ul_verdict ul_finding_verdict(const struct ul_finding *f);

#endif
