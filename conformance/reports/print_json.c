/* JSON: the records themselves, one a line. */
#include "printer.h"
#include <stdlib.h>

static void row(struct ul_report *r, const json_t *record)
{
    char *line = ul_json_line(json_incref((json_t *)record));
    fprintf(r->out, "%s\n", line);
    free(line);
}

static void end(struct ul_report *r)
{
    (void)r;
}

const struct ul_printer ul_print_json = {.row = row, .end = end, .every_row = true};
