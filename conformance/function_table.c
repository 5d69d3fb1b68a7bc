/* A table of functions (cuda/functions.tsv ...): a row a subject; '-' where a cell is empty. */
#include "subject_read.h"
#include "tsv.h"
#include <stdlib.h>
#include <string.h>

static bool read_row(const struct ul_tsv *t, const char *const *keys, struct ul_subject *s,
                     struct ul_line *why)
{
    struct ul_entry entry[UL_SUBJECT_KEYS];
    int entries = 0;
    for (int k = 0; k < t->columns; k++)
        if (strcmp(t->cell[k], "-") != 0)
            entry[entries++] = (struct ul_entry){keys[k], t->cell[k], t->line};
    return ul_subject_read(s, entry, entries, UL_FROM_TABLE, t->path, t->line, why);
}

bool ul_function_table_read(struct ul_catalogue *c, const char *path, const char *text, enum ul_home home,
                            struct ul_line *why)
{
    const char *keys[UL_SUBJECT_KEYS + 1];
    int columns = ul_subject_keys(UL_FROM_TABLE, keys);
    struct ul_tsv t;
    if (!ul_tsv_open(&t, path, text, keys, columns, why))
        return false;
    enum ul_tsv_result result;
    while ((result = ul_tsv_next(&t, why)) == UL_TSV_ROW) {
        struct ul_subject *s = ul_catalogue_append(c);
        s->home = home;
        if (!read_row(&t, keys, s, why)) {
            result = UL_TSV_MALFORMED;
            break;
        }
    }
    free(t.data);
    return result == UL_TSV_END;
}
