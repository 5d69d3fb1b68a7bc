/* What people read on stdout: rows of text, or the records themselves. */
#ifndef UL_REPORT_H
#define UL_REPORT_H

#include <stdio.h>
#include "record.h"

struct ul_report {
    FILE *out;
    bool json, color, verbose, quiet;
    int rows[UL_VERDICTS];      /* counted here: the closing line and the exit status */
    char last_device[64];       /* a heading is printed when the device changes */
};

/* A row as soon as it is measured: device heading when it changes; then subject, figure in the measure that
 * the bound in force uses, worst input, bound, share of it, verdict, coverage; a second line for each other
 * edition whose verdict differs, and for claims; -v adds the three measures, enclosure, counts. */
void ul_report_row(struct ul_report *r, const struct ul_record *record);
/* "97 rows: 90 pass, 4 fail, 3 info". */
void ul_report_close(struct ul_report *r);
/* Exit status of what was reported: 1 a bound is broken, else 3 a measurement could not be made, else 0. */
int ul_report_status(const struct ul_report *r);

#endif
