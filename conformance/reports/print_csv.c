/* CSV (RFC 4180): a row a result, every figure in a column of its own. */
#include "printer.h"
#include "table.h"
#include <stdlib.h>
#include <string.h>

/* Where a column's value is found; what is MEASURED, and the figures of the bound in force, is there only in
 * rows that were measured: others hold zeros that are none. */
enum from { RECORD, MEASURED, BOUND, BOUND_MEASURED, MEAN };

/* `path`: members, one in another, of the record or of its bound in force. */
static const struct column {
    const char *heading;
    enum from from;
    const char *path;
} columns[] = {
    {"subject", RECORD, "subject"},
    {"label", RECORD, "label"},
    {"function", RECORD, "function"},
    {"result", RECORD, "result"},
    {"type", RECORD, "type"},
    {"width", RECORD, "width"},
    {"flags", RECORD, "flags"},
    {"approx", RECORD, "approx"},
    {"arch", RECORD, "arch"},
    {"device", RECORD, "device"},
    {"device_name", RECORD, "device_name"},
    {"driver", RECORD, "driver"},
    {"compiler", RECORD, "compiler"},
    {"coverage", RECORD, "coverage.kind"},
    {"inputs", RECORD, "coverage.inputs"},
    {"seed", RECORD, "coverage.seed"},
    {"range", RECORD, "coverage.range"},
    {"file", RECORD, "coverage.file"},
    {"shard", RECORD, "coverage.shard"},
    {"verdict", RECORD, "verdict"},
    {"reason", RECORD, "reason"},
    {"edition", BOUND, "edition"},
    {"row", BOUND, "row"},
    {"bound", BOUND, "text"},
    {"guaranteed", BOUND, "guaranteed"},
    {"measure", BOUND, "measure"},
    {"limit", BOUND, "limit"},
    {"error", BOUND_MEASURED, "error"},
    {"share", BOUND_MEASURED, "share"},
    {"error_input", BOUND_MEASURED, "input"},
    {"error_got", BOUND_MEASURED, "got"},
    {"opencl_max", MEASURED, "ulp.opencl.max"},
    {"opencl_upper", MEASURED, "ulp.opencl.upper"},
    {"opencl_input", MEASURED, "ulp.opencl.input"},
    {"opencl_got", MEASURED, "ulp.opencl.got"},
    {"opencl_want", MEASURED, "ulp.opencl.want"},
    {"cuda_max", MEASURED, "ulp.cuda.max"},
    {"cuda_upper", MEASURED, "ulp.cuda.upper"},
    {"cuda_input", MEASURED, "ulp.cuda.input"},
    {"cuda_got", MEASURED, "ulp.cuda.got"},
    {"cuda_want", MEASURED, "ulp.cuda.want"},
    {"ordinal_max", MEASURED, "ulp.ordinal.max"},
    {"ordinal_upper", MEASURED, "ulp.ordinal.upper"},
    {"ordinal_input", MEASURED, "ulp.ordinal.input"},
    {"ordinal_got", MEASURED, "ulp.ordinal.got"},
    {"ordinal_want", MEASURED, "ulp.ordinal.want"},
    {"abs_max", MEASURED, "abs.max"},
    {"abs_upper", MEASURED, "abs.upper"},
    {"abs_input", MEASURED, "abs.input"},
    {"abs_got", MEASURED, "abs.got"},
    {"abs_want", MEASURED, "abs.want"},
    {"rel_max", MEASURED, "rel.max"},
    {"rel_upper", MEASURED, "rel.upper"},
    {"rel_input", MEASURED, "rel.input"},
    {"rel_got", MEASURED, "rel.got"},
    {"rel_want", MEASURED, "rel.want"},
    {"misrounded", MEASURED, "misrounded"},
    {"over_1ulp", MEASURED, "over_1ulp"},
    {"mean_ulp", MEAN, ""},
    {"wrong_nan", MEASURED, "wrong.nan"},
    {"wrong_inf", MEASURED, "wrong.inf"},
    {"wrong_sign", MEASURED, "wrong.sign"},
    {"wrong_value", MEASURED, "wrong.value"},
    {"wrong_input", MEASURED, "wrong.input"},
    {"wrong_got", MEASURED, "wrong.got"},
    {"wrong_want", MEASURED, "wrong.want"},
    {"flushed", MEASURED, "flushed.count"},
    {"flushed_input", MEASURED, "flushed.input"},
    {"width1_differ", MEASURED, "width1.differ"},
    {"width1_input", MEASURED, "width1.input"},
    {"width1_got", MEASURED, "width1.got"},
    {"width1_at_width1", MEASURED, "width1.at_width1"},
    {"signature", RECORD, "signature"},
    {"seconds", RECORD, "seconds"},
    {"tool", RECORD, "tool"},
    {"bounds_version", RECORD, "bounds_version"},
};

enum { COLUMNS = sizeof columns / sizeof *columns };

static const json_t *member_at(const json_t *of, const char *path)
{
    for (size_t length; of && *path; path += length + (path[length] == '.')) {
        length = strcspn(path, ".");
        char name[32];
        snprintf(name, sizeof name, "%.*s", (int)length, path);
        of = json_object_get(of, name);
    }
    return of;
}

static void add_value(struct ul_text *t, const json_t *value)
{
    if (json_is_string(value))
        ul_text_add(t, "%s", json_string_value(value));
    else if (json_is_boolean(value))
        ul_text_add(t, json_is_true(value) ? "true" : "false");
    else if (json_is_integer(value))
        ul_text_add(t, "%lld", (long long)json_integer_value(value));
    else if (json_is_real(value))
        ul_text_add(t, "%.15g", json_real_value(value));
    else
        ul_told_input(t, value);
}

static void add_column(struct ul_text *t, const json_t *record, const struct column *c)
{
    if (c->from != RECORD && c->from != BOUND && !ul_told_measured(record))
        return;
    if (c->from == MEAN)
        ul_text_add(t, "%.6g", ul_told_mean(record));
    else
        add_value(t,
                  member_at(c->from == BOUND || c->from == BOUND_MEASURED ? ul_told_in_force(record) : record,
                            c->path));
}

static void begin(struct ul_report *r)
{
    for (int k = 0; k < COLUMNS; k++)
        fprintf(r->out, "%s%s", columns[k].heading, k + 1 < COLUMNS ? "," : "\r\n");
}

static void row(struct ul_report *r, const json_t *record)
{
    struct ul_text line = {0};
    for (int k = 0; k < COLUMNS; k++) {
        struct ul_text cell = {0};
        add_column(&cell, record, &columns[k]);
        ul_csv_add(&line, cell.data ? cell.data : "");
        ul_text_add(&line, k + 1 < COLUMNS ? "," : "\r\n");
        ul_text_free(&cell);
    }
    fputs(line.data, r->out);
    ul_text_free(&line);
}

static void end(struct ul_report *r)
{
    (void)r;
}

const struct ul_printer ul_print_csv = {.begin = begin, .row = row, .end = end};
