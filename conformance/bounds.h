/* Bounds are data: what the documents promise, from the embedded tables in conformance/bounds. */
#ifndef UL_BOUNDS_H
#define UL_BOUNDS_H

#include "common/backend.h"
#include "limit.h"
#include "subject.h"

enum { UL_MAX_PIECES = 6, UL_MAX_BOUNDS = 8 };

/* One row of one edition, as it applies to a subject on a device under flags. */
struct ul_bound {
    const char *edition, *row; /* "opencl-3", "exp" as the document spells it */
    char text[352];            /* "<= 3 ulp", "correctly rounded", "implementation-defined" */
    const char *source;
    const char *flags; /* the row's: it holds because one of them is given; "-": it holds without */
    bool guaranteed, in_force;
    int pieces;
    struct ul_piece piece[UL_MAX_PIECES];
};
/* The piece that holds at an input, or NULL. */
const struct ul_piece *ul_bound_piece(const struct ul_bound *b, const struct ul_point *at);

/* A row of a table, one piece of a bound: the columns as conformance/bounds/README.md explains them. */
struct ul_bound_row {
    const char *path;
    int line;
    const char *edition, *table, *row, *function;
    int result; /* -1: every result */
    enum ul_type type;
    const char *profile, *flags; /* "-": any profile; where no row with flags holds */
    int arch_lo, arch_hi;
    const char *domain, *limit; /* as written */
    struct ul_piece piece;
    bool guaranteed;
    const char *source;
};
/* Is it a bound of this subject's results, on some device? */
bool ul_bound_row_names(const struct ul_bound_row *r, const struct ul_subject *s);
struct ul_bound_table {
    int rows;
    struct ul_bound_row *row;
    int texts;
    char **text; /* what the rows point into */
};
/* Adds the rows of one text: "conformance/bounds/x.tsv:7: what" on failure. Rows of one bound stand together,
 * in the order in which their domains are tried, and the last one closes ("all" or "rest"). */
bool ul_bounds_parse(struct ul_bound_table *t, const char *path, const char *text, struct ul_line *why);
void ul_bounds_free(struct ul_bound_table *t);
/* The embedded tables, all editions; ends the program where ul_bounds_load would fail. */
const struct ul_bound_table *ul_bounds_table(void);

/* Parses the embedded tables once; "conformance/bounds/x.tsv:7: what" on failure. */
bool ul_bounds_load(struct ul_line *why);
/* A stable hash of all tables, as 16 hex digits: "bounds_version" of records. */
const char *ul_bounds_version(void);
/* The names of editions, newest of each API first; NULL ends it. */
const char *const *ul_bounds_editions(void);
/* Every edition's bound for result `result` of a subject. `flags` is the build's flags ("" for none).
 * `force`: an edition to put in force, or NULL for the newest of the device's API (a claim-only subject has
 * none). Returns how many were written. */
int ul_bounds_select(const struct ul_subject *s, int result, const struct ul_device *d, const char *flags,
                     const char *force, struct ul_bound out[UL_MAX_BOUNDS]);
/* Every table row that a subject serves, whatever the device: calls `row` with edition, type's name and the
 * document's spelling, in the tables' order ("seed", "single", "exp"). */
void ul_bounds_rows(const struct ul_subject *s,
                    void (*row)(const char *edition, const char *table, const char *name, void *context),
                    void *context);

#endif
