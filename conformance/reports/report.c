#include "printer.h"
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static const struct ul_printer *const printers[] = {
    [UL_TEXT] = &ul_print_text, [UL_JSON] = &ul_print_json, [UL_MARKDOWN] = &ul_print_markdown,
    [UL_CSV] = &ul_print_csv,   [UL_HTML] = &ul_print_html, [UL_JUNIT] = &ul_print_junit,
};

bool ul_report_wants_color(FILE *out, bool no_color)
{
    const char *forbidden = getenv("NO_COLOR"), *terminal = getenv("TERM");
    return !no_color && !(forbidden && *forbidden) && isatty(fileno(out)) && terminal &&
           strcmp(terminal, "dumb");
}

int ul_report_width(FILE *out)
{
    const char *columns = getenv("COLUMNS");
    const int asked = columns ? atoi(columns) : 0;
    struct winsize size = {0};
    if (!isatty(fileno(out)))
        return 0;
    if (asked > 0)
        return asked;
    return ioctl(fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_col ? size.ws_col : 80;
}

void ul_report_table(struct ul_table *t, const struct ul_options *o)
{
    ul_table_print(t, o->format, stdout, ul_report_width(stdout), ul_report_wants_color(stdout, o->no_color));
    ul_table_free(t);
}

struct ul_report ul_report_begin(const struct ul_options *o)
{
    return (struct ul_report){.out = stdout,
                              .format = o->format,
                              .verbose = o->verbose,
                              .quiet = o->quiet,
                              .color = ul_report_wants_color(stdout, o->no_color),
                              .width = ul_report_width(stdout)};
}

static const struct ul_printer *open_printer(struct ul_report *r)
{
    const struct ul_printer *p = printers[r->format];
    if (!r->opened && p->begin)
        p->begin(r);
    r->opened = true;
    return p;
}

void ul_report_record(struct ul_report *r, const json_t *record)
{
    const enum ul_verdict verdict = ul_told_verdict(record);
    const struct ul_printer *p = open_printer(r);
    r->rows[verdict]++;
    if (r->quiet && !p->every_row && verdict != UL_FAIL && verdict != UL_ERROR)
        return;
    if (p->row) {
        p->row(r, record);
        fflush(r->out);
        return;
    }
    if (!r->kept)
        r->kept = json_array();
    json_array_append(r->kept, (json_t *)record);
}

void ul_report_close(struct ul_report *r)
{
    open_printer(r)->end(r);
    fflush(r->out);
    ul_text_free(&r->heading);
    json_decref(r->kept);
    r->kept = NULL;
}

int ul_report_status(const struct ul_report *r)
{
    if (r->rows[UL_FAIL] || r->rows[UL_ERROR])
        return r->rows[UL_FAIL] ? 1 : 3;
    bool any = r->rows[UL_PASS] || r->rows[UL_INFO] || r->rows[UL_SKIPPED];
    return r->rows[UL_UNSUPPORTED] && !any ? 77 : 0;
}
