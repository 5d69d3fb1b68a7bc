/* A comparison: a line for each function, a column for each device, its flags and its record. */
#ifndef UL_COMPARISON_H
#define UL_COMPARISON_H

#include "align.h"
#include "device.h"
#include "record.h"

/* A device under flags: one that is here, or what a file says of one. */
struct ul_compared {
    char *title;                  /* "cuda:0", with what tells it apart from the others */
    const char *path;             /* of a record; NULL: the device is here */
    const struct ul_place *place; /* of a device that is here */
    const char *flags;
    const json_t *record; /* one of its records: what the device is; NULL: there is none yet */
};

struct ul_cell {
    json_t *record; /* NULL: the device has no such function */
    const struct ul_subject *subject;
};

/* Results of the same inputs on two devices that are here. */
struct ul_gap {
    bool compared;
    uint64_t inputs, differing;
    uint64_t outside; /* that differ too, where no result is defined (a domain of either): in none of these */
    uint64_t nans, infinities; /* of those that differ: one result is NaN, or infinite */
    uint64_t steps; /* the most between two finite numbers: 0 for zeros of different signs, or none */
    ul_bits args[UL_MAX_PARAMETERS], a, b; /* where; else where one is infinite, or NaN */
};

struct ul_aligned {
    struct ul_alignment is;
    int sibling; /* a device that has several such functions: the second's line is 1 */
    char *type;  /* "float", "half2" */
    int width, result;
    struct ul_cell *cell; /* by column */
    struct ul_gap *gap;   /* by column and column, those before the diagonal; NULL: none */
};

struct ul_comparison {
    int columns, lines;
    struct ul_compared *column;
    struct ul_aligned *line;
    json_t *place; /* key -> the line's number */
};

/* Adds a column; its members but the title are the caller's. Returns its number. */
int ul_comparison_column(struct ul_comparison *c, const struct ul_compared *column);
/* Puts a record, which is the comparison's from then on, where it belongs; `s` NULL: no subject of this
 * program. */
void ul_comparison_add(struct ul_comparison *c, int column, json_t *record, const struct ul_subject *s);
/* Once all are there: names the columns, sorts the lines. */
void ul_comparison_finish(struct ul_comparison *c);
void ul_comparison_free(struct ul_comparison *c);

/* The figure of a cell that all columns have in common, in ulp as OpenCL defines it; NAN: there is none. */
double ul_cell_figure(const struct ul_cell *cell);
/* Results that differ and are both finite. */
uint64_t ul_gap_finite(const struct ul_gap *g);
/* How many columns have something at the line. */
int ul_comparison_cells(const struct ul_comparison *c, const struct ul_aligned *line);
/* Was it measured? */
bool ul_cell_is_measured(const struct ul_cell *cell);
enum ul_verdict ul_cell_verdict(const struct ul_cell *cell);
/* Marks the columns whose results are the best of a line: fewest wrong ones, then the least figure. Returns
 * how many; of a single one nothing is said: 0. */
int ul_comparison_best(const struct ul_comparison *c, const struct ul_aligned *line, bool *best);
/* The gap between two columns, in whichever order; NULL: they were not compared. */
const struct ul_gap *ul_comparison_gap(const struct ul_comparison *c, const struct ul_aligned *line, int a,
                                       int b);

#endif
