#include "tsv.h"
#include <stdlib.h>
#include <string.h>

/* Cuts the next line that is not a comment out of the text; NULL at its end. */
static char *next_line(struct ul_tsv *t)
{
    while (*t->next) {
        char *line = t->next;
        size_t length = strcspn(line, "\n");
        t->next += length + (line[length] == '\n');
        line[length] = 0;
        t->line++;
        if (*line != '#')
            return line;
    }
    return NULL;
}

/* Cuts a line into cells; returns how many there are, even beyond the room for them. */
static int split(char *line, char *cell[UL_TSV_COLUMNS])
{
    int n = 0;
    for (char *rest = line; rest; n++) {
        char *word = strsep(&rest, "\t");
        if (n < UL_TSV_COLUMNS)
            cell[n] = word;
    }
    return n;
}

static bool place_columns(struct ul_tsv *t, char *const *header, const char *const *names,
                          struct ul_line *why)
{
    for (int i = 0; i < t->columns; i++) {
        int at = 0;
        while (at < t->columns && strcmp(header[at], names[i]))
            at++;
        if (at == t->columns)
            return ul_fail(why, "%s:%d: no column '%s'", t->path, t->line, names[i]);
        t->place[i] = at;
    }
    return true;
}

bool ul_tsv_open(struct ul_tsv *t, const char *path, const char *text, const char *const *names, int columns,
                 struct ul_line *why)
{
    *t = (struct ul_tsv){.path = path, .columns = columns, .data = ul_strdup(text)};
    t->next = t->data;
    char *header[UL_TSV_COLUMNS];
    char *line = next_line(t);
    int count = line ? split(line, header) : 0;
    bool ok = count == columns
                  ? place_columns(t, header, names, why)
                  : ul_fail(why, "%s:%d: %d columns where %d are known", path, t->line, count, columns);
    if (!ok)
        free(t->data);
    return ok;
}

enum ul_tsv_result ul_tsv_next(struct ul_tsv *t, struct ul_line *why)
{
    char *line = next_line(t);
    if (!line)
        return UL_TSV_END;
    char *cell[UL_TSV_COLUMNS];
    int count = split(line, cell);
    if (count != t->columns) {
        ul_fail(why, "%s:%d: %d cells under %d columns", t->path, t->line, count, t->columns);
        return UL_TSV_MALFORMED;
    }
    for (int i = 0; i < t->columns; i++) {
        t->cell[i] = cell[t->place[i]];
        if (!*t->cell[i]) {
            ul_fail(why, "%s:%d: an empty cell ('-' stands for none)", t->path, t->line);
            return UL_TSV_MALFORMED;
        }
    }
    return UL_TSV_ROW;
}
