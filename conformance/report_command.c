/* report: what records say. The records of a run's shards become those of the run as a whole; what is missing
 * of it is told, and nothing else then. */
#include "bounds.h"
#include "command.h"
#include "expect.h"
#include "records.h"
#include "reports/report.h"
#include <flint/flint.h>
#include <stdio.h>
#include <string.h>

static const char *subject_of(const json_t *record, const struct ul_catalogue *c)
{
    const char *name = ul_json_text(record, "subject");
    for (int k = 0; k < c->count; k++)
        if (!strcmp(c->subject[k].name, name))
            return c->subject[k].label;
    return name;
}

static int tell(const struct ul_records *r, const struct ul_options *o, const struct ul_catalogue *c,
                struct ul_expect *expect)
{
    struct ul_report report = ul_report_begin(o);
    for (int k = 0; k < r->count; k++) {
        json_t *record = r->entry[k].record;
        if (expect)
            ul_expect_apply(expect, record, subject_of(record, c));
        ul_report_record(&report, record);
    }
    if (expect)
        ul_expect_tell(expect);
    ul_report_close(&report);
    return ul_report_status(&report);
}

int ul_command_report(const struct ul_options *o)
{
    struct ul_records r = {0};
    struct ul_catalogue c = {0};
    struct ul_expect *expect = NULL;
    struct ul_line why;
    int status = ul_catalogue_load(&c, &why) && ul_bounds_load(&why) ? 0 : 3;
    if (!status && o->expect && !(expect = ul_expect_read(o->expect, &why)))
        status = 2;
    if (!status && !ul_records_read(&r, o->word, o->words, &c, &why))
        status = 2;
    if (status)
        fprintf(stderr, "ulparity: %s\n", why.text);
    else
        status = tell(&r, o, &c, expect);
    ul_records_free(&r);
    ul_expect_free(expect);
    ul_catalogue_free(&c);
    flint_cleanup();
    return status;
}
