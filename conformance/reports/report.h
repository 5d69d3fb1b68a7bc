/* What people read on stdout: records as text, JSON, Markdown, CSV, JUnit's XML or a page of HTML. */
#ifndef UL_REPORT_H
#define UL_REPORT_H

#include <stdio.h>
#include "options.h"
#include "record.h"
#include "table.h"

struct ul_report {
    FILE *out;
    enum ul_format format;
    bool color, verbose;
    bool quiet;             /* rows that fail or could not be measured, no others */
    int width;              /* of the terminal, which lines are fitted to; 0: none, one line a row */
    int rows[UL_VERDICTS];  /* counted here: the closing line and the exit status */
    bool opened;            /* the rest is the printers' */
    json_t *kept;           /* rows that are printed at the end, or NULL */
    struct ul_text heading; /* the last one printed: a device and its flags */
    bool footnote;          /* a row was marked */
};

/* A report on stdout, as a command's options ask for it. */
struct ul_report ul_report_begin(const struct ul_options *o);
/* Colour: on a terminal, unless --no-color or the environment's NO_COLOR forbid it. */
bool ul_report_wants_color(FILE *out, bool no_color);
/* Letters in a line of the terminal, of COLUMNS where it is set; 0: it is none. */
int ul_report_width(FILE *out);
/* A table on stdout, as a command's options ask for it, which is freed. */
void ul_report_table(struct ul_table *t, const struct ul_options *o);

/* A row, in text as soon as it is measured: a heading when device or flags change; then subject, figure in
 * the measure that the bound in force uses, worst input, bound, share of it, verdict, coverage; a second line
 * for each other edition whose verdict differs, for claims, for wrong results; -v adds the measures,
 * enclosures, counts. Text, JSON and CSV are printed row by row, the others by ul_report_close. */
void ul_report_record(struct ul_report *r, const json_t *record);
/* "97 rows: 90 pass, 4 fail, 3 info"; the footnote. */
void ul_report_close(struct ul_report *r);
/* Exit status of what was reported: 1 a bound is broken, else 3 a measurement could not be made, else 77
 * all that was asked for is unsupported, else 0. */
int ul_report_status(const struct ul_report *r);

#endif
