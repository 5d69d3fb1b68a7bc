/* A document's table, each device's figures beside its rows. */
#ifndef UL_DOCUMENT_TABLE_H
#define UL_DOCUMENT_TABLE_H

#include "measured.h"
#include "table.h"

/* The document's columns; then, for each build that has a row of it: the figure in the row's measure, the
 * input, the share of the bound that is used. What breaks a bound is marked, and says "fail". Of several
 * results of a row the worst is shown, and named beside the input. */
struct ul_table *ul_document_table(const struct ul_documents *d, int document, const struct ul_measured *m);

/* The builds: what a column's heading stands for. */
struct ul_table *ul_build_table(const struct ul_measured *m);

/* Of a build that has rows there: "pocl: 78 of 104 rows; 80 results quick, 139655 to 262144 inputs each". */
void ul_document_coverage(const struct ul_documents *d, int document, const struct ul_measured *m, int build,
                          struct ul_text *out);

/* The same for programs, a line each: a build; a row with all results that were measured. */
void ul_build_json(const struct ul_measured *m, int build);
void ul_document_row_json(const struct ul_documents *d, int document, int row, const struct ul_measured *m);

#endif
