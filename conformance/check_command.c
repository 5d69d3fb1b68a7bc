/* check: measures subjects on devices and judges them. */
#include "baseline.h"
#include "command.h"
#include "expect.h"
#include "measure.h"
#include "reports/report.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One run of the command. */
struct check {
    const struct ul_options *options;
    struct ul_session session;
    struct ul_expect *expect;
    struct ul_baseline *baseline;
    struct ul_record_file *file;
    json_t *taken; /* keys of the rows that the record has */
    struct ul_report report;
    int recalled;   /* rows that the record has */
    int unmeasured; /* subjects without a reference */
};

/* The record holds what was measured, the report what is made of it. */
static void tell(void *context, json_t *record, const struct ul_subject *s)
{
    struct check *c = context;
    const bool known = c->expect && ul_expect_apply(c->expect, record, s->label);
    if (c->baseline)
        ul_baseline_take(c->baseline, record, known);
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
    json_object_set_new(c->taken, key, json_true());
    c->report.rows[verdict]++;
    c->recalled++;
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

/* ---- what is not measured ---- */

static bool has_row(const struct check *c, int i)
{
    bool any = false;
    for (int p = 0; p < c->session.places; p++)
        for (int f = 0; f < c->options->flag_sets; f++)
            any |= ul_measure_is_row(&c->session, i, c->session.place[p], c->options->flags[f]);
    return any;
}

static bool runs(const struct check *c, int i)
{
    bool any = false;
    for (int p = 0; p < c->session.places; p++)
        any |= ul_session_runs(&c->session, i, c->session.place[p]);
    return any;
}

/* A device runs them, but not at these widths or under these flags. */
static void tell_unsuited(const struct check *c)
{
    const struct ul_catalogue *all = &c->session.catalogue;
    const char *first = NULL;
    int more = 0;
    for (int i = 0; i < all->count; i++)
        if (ul_subject_is_measured(&all->subject[i]) && !has_row(c, i) && runs(c, i)) {
            more += first != NULL;
            first = first ? first : all->subject[i].label;
        }
    if (!first)
        return;
    fprintf(stderr, "ulparity: %s", first);
    if (more)
        fprintf(stderr, " and %d more", more);
    fprintf(stderr, ": not measured, no width or flags that were asked for suit\n");
}

/* A word none of whose subjects is of the type, or runs on a device. */
static void tell_unplaced(struct check *c, const char *word)
{
    bool *of = NULL, asked = false, placed = false;
    struct ul_line why;
    if (!ul_catalogue_choose(&c->session.catalogue, word, &of, &why))
        return;
    for (int i = 0; i < c->session.catalogue.count; i++) {
        asked |= of[i] && ul_session_asks(&c->session, i);
        placed |= of[i] && runs(c, i);
    }
    if (!asked)
        fprintf(stderr, "ulparity: %s: not measured, it is not of type %s\n", word, c->options->type);
    else if (!placed)
        fprintf(stderr, "ulparity: %s: not measured, none of the devices runs it\n", word);
    free(of);
}

static void tell_left_out(struct check *c)
{
    tell_unsuited(c);
    for (int k = 0; k < c->options->words; k++)
        tell_unplaced(c, c->options->word[k]);
}

/* ---- the baseline ---- */

/* Rows that were not measured now, since the record has them: its last line of a key counts. */
static void take_from_record(struct check *c)
{
    FILE *f = json_object_size(c->taken) ? fopen(c->options->record, "r") : NULL;
    json_t *last = json_object(), *record;
    char *text = NULL, *key;
    const char *name;
    size_t room = 0;
    ssize_t length;
    struct ul_line why;
    for (int line = 1; f && (length = getline(&text, &room, f)) > 0; line++) {
        record = ul_record_parse(c->options->record, line, text, (size_t)length, &key, &why);
        if (record && json_object_get(c->taken, key))
            json_object_set(last, key, record);
        json_decref(record);
        free(key);
    }
    json_object_foreach (last, name, record)
        ul_baseline_take(c->baseline, record, false);
    free(text);
    json_decref(last);
    if (f)
        fclose(f);
}

static bool has_label(const struct check *c, int i, const char *label)
{
    int width[UL_WIDTHS];
    bool wanted[UL_WIDTHS], has = false;
    const struct ul_subject *s = ul_subject_measured(&c->session.catalogue.subject[i]);
    const int widths = ul_session_widths(&c->session, s, width, wanted);
    for (int w = 0; w < widths && !has; w++)
        for (int result = 0; result < s->signature.results && wanted[w]; result++) {
            char *mine = ul_record_label(s, width[w], result);
            has |= !strcmp(mine, label);
            free(mine);
        }
    return has;
}

/* Is a row of the baseline one that the command line asks for? */
static bool is_asked(void *context, const json_t *record)
{
    const struct check *c = context;
    const char *approx = c->options->approx ? c->options->approx : "native";
    bool flags = false, subject = false;
    for (int f = 0; f < c->options->flag_sets; f++)
        flags |= !strcmp(ul_json_text(record, "flags"), c->options->flags[f]);
    if (!flags ||
        (strcmp(ul_json_text(record, "device"), "host") && strcmp(ul_json_text(record, "approx"), approx)))
        return false;
    for (int i = 0; i < c->session.catalogue.count && !subject; i++)
        subject = ul_session_asks(&c->session, i) && has_label(c, i, ul_json_text(record, "label"));
    return subject;
}

static int compare_with_baseline(struct check *c)
{
    const struct ul_baseline_scope scope = {
        .all_devices = !c->options->devices, .asked = is_asked, .context = c};
    struct ul_line why = {{0}};
    take_from_record(c);
    int status = ul_baseline_tell(c->baseline, &scope, c->options, &why);
    if (why.text[0])
        fprintf(stderr, "ulparity: %s\n", why.text);
    return status;
}

static int conclude(struct check *c, bool cannot_write)
{
    if (c->recalled)
        fprintf(stderr, "ulparity: %d row%s taken from %s\n", c->recalled,
                c->recalled == 1 ? " was" : "s were", c->options->record);
    if (c->unmeasured)
        fprintf(stderr, "ulparity: %d subject%s without a reference yet, not measured; fingerprint runs %s\n",
                c->unmeasured, c->unmeasured == 1 ? "" : "s", c->unmeasured == 1 ? "it" : "them");
    tell_left_out(c);
    if (c->expect)
        ul_expect_tell(c->expect);
    ul_report_close(&c->report); /* the counts stand last */
    int status = c->baseline ? compare_with_baseline(c) : ul_report_status(&c->report);
    return status == 1 ? 1 : cannot_write ? 3 : status;
}

static int run(struct check *c)
{
    const struct ul_options *o = c->options;
    struct ul_measuring m = {.options = o,
                             .session = &c->session,
                             .file = c->file,
                             .context = c,
                             .tell = tell,
                             .recall = may_be_recalled,
                             .recalled = take_recalled};
    c->report = ul_report_begin(o);
    ul_measure(&m);
    return conclude(c, m.cannot_write);
}

int ul_command_check(const struct ul_options *o)
{
    struct check c = {.options = o, .taken = json_object()};
    struct ul_line why;
    int status = ul_session_open(&c.session, o, &why);
    if (!status && !names_measured(&c, &why))
        status = 2;
    if (!status && o->expect && !(c.expect = ul_expect_read(o->expect, &why)))
        status = 2;
    if (!status && o->baseline && !(c.baseline = ul_baseline_read(o->baseline, &why)))
        status = 2;
    if (!status && o->record && !(c.file = ul_record_open(o->record, &why)))
        status = 2;
    if (!status)
        status = ul_measure_can(&c.session, &c.unmeasured, &why);
    if (status)
        fprintf(stderr, "ulparity: %s\n", why.text);
    else
        status = run(&c);
    if (c.file)
        ul_record_close(c.file);
    json_decref(c.taken);
    ul_baseline_free(c.baseline);
    ul_expect_free(c.expect);
    ul_session_close(&c.session);
    return status;
}
