/* report: what records say. The records of a run's shards become those of the run as a whole; what is missing
 * of it is told, and nothing else then. */
#include "baseline.h"
#include "bounds.h"
#include "command.h"
#include "expect.h"
#include "records.h"
#include "reports/report.h"
#include <flint/flint.h>
#include <stdio.h>
#include <string.h>

/* NULL: a function of the user's, whose file is not here. */
static const struct ul_subject *subject_of(const json_t *record, const struct ul_catalogue *c)
{
    const char *name = ul_json_text(record, "subject"), *type = ul_json_text(record, "type");
    for (int k = 0; k < c->count; k++) {
        const struct ul_subject *s = &c->subject[k];
        if (!strcmp(s->name, name) && !strcmp(ul_types[ul_signature_type(&s->signature)].name, type))
            return s;
    }
    return NULL;
}

/* Records did not hold it always; pictures are drawn by it. */
static void add_signature(json_t *record, const struct ul_subject *s)
{
    struct ul_text text = {0};
    if (!s || json_object_get(record, "signature"))
        return;
    ul_signature_print(&s->signature, &text);
    ul_json_set(record, "signature", ul_json_string(text.data));
    ul_text_free(&text);
}

static int tell(const struct ul_records *r, const struct ul_options *o, const struct ul_catalogue *c,
                struct ul_expect *expect, struct ul_baseline *baseline, struct ul_line *why)
{
    struct ul_report report = ul_report_begin(o);
    for (int k = 0; k < r->count; k++) {
        json_t *record = r->entry[k].record;
        const struct ul_subject *s = subject_of(record, c);
        const bool known =
            expect && ul_expect_apply(expect, record, s ? s->label : ul_json_text(record, "subject"));
        if (baseline)
            ul_baseline_take(baseline, record, known);
        if (o->format != UL_JSON)
            add_signature(record, s);
        ul_report_record(&report, record);
    }
    if (expect)
        ul_expect_tell(expect);
    ul_report_close(&report);
    const struct ul_baseline_scope scope = {.all_devices = true};
    return baseline ? ul_baseline_tell(baseline, &scope, o, why) : ul_report_status(&report);
}

int ul_command_report(const struct ul_options *o)
{
    struct ul_records r = {0};
    struct ul_catalogue c = {0};
    struct ul_expect *expect = NULL;
    struct ul_baseline *baseline = NULL;
    struct ul_line why = {{0}};
    int status = ul_catalogue_load(&c, &why) && ul_bounds_load(&why) ? 0 : 3;
    if (!status && o->expect && !(expect = ul_expect_read(o->expect, &why)))
        status = 2;
    if (!status && o->baseline && !(baseline = ul_baseline_read(o->baseline, &why)))
        status = 2;
    if (!status && !ul_records_read(&r, o->word, o->words, &c, &why))
        status = 2;
    if (!status)
        status = tell(&r, o, &c, expect, baseline, &why);
    if (why.text[0])
        fprintf(stderr, "ulparity: %s\n", why.text);
    ul_records_free(&r);
    ul_expect_free(expect);
    ul_baseline_free(baseline);
    ul_catalogue_free(&c);
    flint_cleanup();
    return status;
}
