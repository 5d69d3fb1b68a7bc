/* Tables of data: tab-separated cells, a header line that names the columns (in any order), '#' lines. */
#ifndef UL_TSV_H
#define UL_TSV_H

#include "common/text.h"

enum { UL_TSV_COLUMNS = 16 };

struct ul_tsv {
    const char *path; /* in messages: "conformance/bounds/seed.tsv:7: ..." */
    int line;         /* of the row last read, from 1 */
    int columns;
    char *cell[UL_TSV_COLUMNS]; /* in the order of the names given; they live as long as `data` */
    char *data;                 /* a copy of the text, the caller's to free */
    char *next;
    int place[UL_TSV_COLUMNS]; /* of each name in the file */
};

enum ul_tsv_result { UL_TSV_END, UL_TSV_ROW, UL_TSV_MALFORMED };

/* Reads the header, which must name exactly `names`, `columns` of them. On failure nothing is to free. */
bool ul_tsv_open(struct ul_tsv *t, const char *path, const char *text, const char *const *names, int columns,
                 struct ul_line *why);
/* Reads the next row, all of whose cells are there and not empty. */
enum ul_tsv_result ul_tsv_next(struct ul_tsv *t, struct ul_line *why);

#endif
