/* check: measures subjects on devices and judges them. */
#include "command.h"
#include "expect.h"
#include "measure.h"
#include "reports/report.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* One run of the command. */
struct check {
    const struct ul_options *options;
    struct ul_session session;
    struct ul_expect *expect;
    struct ul_record_file *file;
    struct ul_report report;
    int recalled;   /* rows that the record has */
    int unmeasured; /* subjects without a reference */
};

/* The record holds what was measured, the report what is made of it. */
static void tell(void *context, json_t *record, const struct ul_subject *s)
{
    struct check *c = context;
    if (c->expect)
        ul_expect_apply(c->expect, record, s->label);
    ul_report_record(&c->report, record);
    fflush(c->report.out);
}

/* With --expect failures are measured again: are they no worse than known? */
static bool may_be_recalled(void *context, enum ul_verdict verdict)
{
    const struct check *c = context;
    return verdict != UL_FAIL || !c->expect;
}

static void take_recalled(void *context, const char *key, enum ul_verdict verdict)
{
    struct check *c = context;
    (void)key;
    c->report.rows[verdict]++;
    c->recalled++;
}

/* How many of the subjects that were asked for have no reference, though a device here could run them. */
static int count_unmeasured(const struct check *c)
{
    int n = 0;
    for (int i = 0; i < c->session.catalogue.count; i++) {
        bool placed = false;
        for (int p = 0; p < c->session.places; p++)
            placed |= ul_session_row(&c->session, i, c->session.place[p], "");
        n += placed && !ul_subject_is_measured(&c->session.catalogue.subject[i]);
    }
    return n;
}

/* A subject that is asked for by its own name has to have a reference: nobody is to take silence for a pass.
 */
static bool names_measured(const struct check *c, struct ul_line *why)
{
    for (int i = 0; i < c->session.catalogue.count; i++) {
        const struct ul_subject *s = &c->session.catalogue.subject[i];
        for (int k = 0; k < c->options->words; k++)
            if (!ul_subject_is_measured(s) && ul_subject_is_named(s, c->options->word[k]))
                return ul_fail(why,
                               "%s has no reference yet: fingerprint and eval run it, nothing measures it",
                               s->label);
    }
    return true;
}

/* --inputs and --range: can any of the rows take them? If none can, it is the command line that is wrong. */
static bool inputs_fit(const struct check *c, struct ul_line *why)
{
    const struct ul_options *o = c->options;
    bool fit = o->coverage != UL_FILE && o->coverage != UL_RANGE;
    for (int p = 0; p < c->session.places && !fit; p++)
        for (int i = 0; i < c->session.catalogue.count && !fit; i++) {
            struct ul_plan plan = {0};
            const struct ul_place *place = c->session.place[p];
            if (!ul_measure_is_row(&c->session, i, place, o->flags[0]))
                continue;
            fit = ul_plan_make(&plan, ul_subject_measured(&c->session.catalogue.subject[i]), &place->device,
                               o, why);
            ul_plan_free(&plan);
        }
    return fit;
}

static int conclude(struct check *c, bool cannot_write)
{
    if (c->recalled)
        fprintf(stderr, "ulparity: %d row%s taken from %s\n", c->recalled,
                c->recalled == 1 ? " was" : "s were", c->options->record);
    if (c->unmeasured)
        fprintf(stderr, "ulparity: %d subject%s without a reference yet, not measured; fingerprint runs %s\n",
                c->unmeasured, c->unmeasured == 1 ? "" : "s", c->unmeasured == 1 ? "it" : "them");
    if (c->expect)
        ul_expect_tell(c->expect);
    ul_report_close(&c->report); /* the counts stand last */
    int status = ul_report_status(&c->report);
    return status == 1 ? 1 : cannot_write ? 3 : status;
}

static int run(struct check *c)
{
    const struct ul_options *o = c->options;
    struct ul_measuring m = {.options = o,
                             .session = &c->session,
                             .file = c->file,
                             .progress = isatty(STDERR_FILENO) && !o->quiet,
                             .context = c,
                             .tell = tell,
                             .recall = may_be_recalled,
                             .recalled = take_recalled};
    c->report = ul_report_begin(o);
    ul_measure(&m);
    return conclude(c, m.cannot_write);
}

/* Is there anything to be measured? */
static int rows_are_there(struct check *c, struct ul_line *why)
{
    const int rows = ul_measure_rows(&c->session);
    c->unmeasured = count_unmeasured(c);
    if (!rows && c->unmeasured) {
        ul_fail(why, "nothing that was asked for has a reference yet: fingerprint runs it");
        return 2;
    }
    if (!rows)
        return ul_session_nothing(&c->session, why);
    return inputs_fit(c, why) ? 0 : 2;
}

int ul_command_check(const struct ul_options *o)
{
    struct check c = {.options = o};
    struct ul_line why;
    int status = ul_session_open(&c.session, o, &why);
    if (!status && !names_measured(&c, &why))
        status = 2;
    if (!status && o->expect && !(c.expect = ul_expect_read(o->expect, &why)))
        status = 2;
    if (!status && o->record && !(c.file = ul_record_open(o->record, &why)))
        status = 2;
    if (!status)
        status = rows_are_there(&c, &why);
    if (status)
        fprintf(stderr, "ulparity: %s\n", why.text);
    else
        status = run(&c);
    if (c.file)
        ul_record_close(c.file);
    ul_expect_free(c.expect);
    ul_session_close(&c.session);
    return status;
}
