/* Tables of this folder, for the tests that read them. Include after cmocka.h. */
#ifndef UL_TESTS_TABLE_H
#define UL_TESTS_TABLE_H

#include <stdio.h>
#include <string.h>
#include "value.h"

enum { MAX_COLUMNS = 16 };

/* Splits `line` at tabs, in place. Returns how many columns. */
static inline int split(char *line, char *column[MAX_COLUMNS])
{
    int n = 0;
    line[strcspn(line, "\r\n")] = 0;
    while (line && n < MAX_COLUMNS)
        column[n++] = strsep(&line, "\t");
    return n;
}

/* Calls `row` for each row of a file of this folder; comments and the header line are skipped. */
static inline int for_each_row(const char *name, int columns, void (*row)(char **column, const char *where))
{
    char path[512], line[4096], where[600];
    snprintf(path, sizeof path, UL_SOURCE_DIR "/conformance/tests/%s", name);
    FILE *f = fopen(path, "r");
    if (!f)
        fail_msg("%s is missing", path);
    int rows = 0;
    bool header = true;
    for (int number = 1; fgets(line, sizeof line, f); number++) {
        if (*line == '#')
            continue;
        char *column[MAX_COLUMNS];
        snprintf(where, sizeof where, "%s:%d", name, number);
        if (split(line, column) != columns)
            fail_msg("%s: not %d columns", where, columns);
        if (!header) {
            row(column, where);
            rows++;
        }
        header = false;
    }
    fclose(f);
    return rows;
}

static inline enum ul_type type_named(const char *name)
{
    for (enum ul_type t = 0; t < UL_TYPE_COUNT; t++)
        if (!strcmp(ul_types[t].name, name))
            return t;
    fail_msg("no type '%s'", name);
    return UL_VOID;
}

static inline ul_bits value(enum ul_type t, const char *text)
{
    struct ul_line why;
    ul_bits b = 0;
    if (!ul_value_parse(t, text, &b, &why))
        fail_msg("%s", why.text);
    return b;
}

#endif
