/* A table of functions (cuda/functions.tsv ...): a header of column names, a row a subject, '#' comments. */
#include "subject_read.h"
#include <stdlib.h>
#include <string.h>

enum { MAX_COLUMNS = 16 };

/* Cuts `line` at tabs; MAX_COLUMNS + 1 if there are too many. */
static int cut(char *line, char *field[MAX_COLUMNS])
{
    int n = 0;
    for (char *f = line; f; n++) {
        if (n == MAX_COLUMNS)
            return MAX_COLUMNS + 1;
        field[n] = f;
        f = strchr(f, '\t');
        if (f)
            *f++ = 0;
    }
    return n;
}

struct table {
    const char *path;
    int line, columns; /* columns: 0 before the header */
    char *column[MAX_COLUMNS];
};

static bool read_header(struct table *t, char *line, struct ul_line *why)
{
    t->columns = cut(line, t->column);
    if (t->columns > MAX_COLUMNS)
        return ul_fail(why, "%s:%d: more than %d columns", t->path, t->line, MAX_COLUMNS);
    struct ul_line what;
    for (int k = 0; k < t->columns; k++)
        if (!ul_subject_key(t->column[k], UL_FROM_TABLE, &what))
            return ul_fail(why, "%s:%d: %s", t->path, t->line, what.text);
    return true;
}

static bool read_row(const struct table *t, char *line, struct ul_subject *s, struct ul_line *why)
{
    char *field[MAX_COLUMNS];
    int n = cut(line, field);
    if (n != t->columns)
        return ul_fail(why, "%s:%d: %d fields under %d columns", t->path, t->line, n, t->columns);
    struct ul_entry entry[MAX_COLUMNS];
    int entries = 0;
    for (int k = 0; k < n; k++)
        if (strcmp(field[k], "-"))
            entry[entries++] = (struct ul_entry){t->column[k], field[k], t->line};
    return ul_subject_read(s, entry, entries, UL_FROM_TABLE, t->path, t->line, why);
}

bool ul_function_table_read(struct ul_catalogue *c, const char *path, const char *text, enum ul_home home,
                            struct ul_line *why)
{
    char *copy = ul_strdup(text);
    struct table t = {.path = path};
    bool ok = true;
    for (char *line = copy, *next; ok && line; line = next) {
        next = strchr(line, '\n');
        if (next)
            *next++ = 0;
        t.line++;
        if (!*line || *line == '#')
            continue;
        if (!t.columns) {
            ok = read_header(&t, line, why);
            continue;
        }
        struct ul_subject *s = ul_catalogue_append(c);
        s->home = home;
        ok = read_row(&t, line, s, why);
    }
    free(copy);
    return ok;
}
