/* A format: how records are printed. One file each, and one line in report.c's list. */
#ifndef UL_PRINTER_H
#define UL_PRINTER_H

#include "report.h"
#include "told.h"

/* Called by report.c, which has counted the row. Rows come in the order of the run; `end` comes once, after
 * them, with r->rows complete. */
struct ul_printer {
    void (*begin)(struct ul_report *r);                     /* before the first row; NULL: nothing to do */
    void (*row)(struct ul_report *r, const json_t *record); /* NULL: all are kept for `end` in r->kept */
    void (*end)(struct ul_report *r);
    bool every_row; /* -q leaves none out */
};

extern const struct ul_printer ul_print_text, ul_print_json, ul_print_markdown, ul_print_csv, ul_print_html,
    ul_print_junit;

/* A row as text has it, without the heading of its place. */
void ul_text_of_row(struct ul_report *r, const json_t *record);

#endif
