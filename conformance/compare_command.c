/* compare: devices, flags, CUDA releases and records side by side, aligned by mathematical function. */
#include "command.h"
#include "comparison.h"
#include "measure.h"
#include "pairs.h"
#include "records.h"
#include "reports/differences.h"
#include <ctype.h>
#include <flint/flint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Subjects that take the same arguments to the same results, and the inputs that all of them are given. */
struct group {
    char *name;
    const struct ul_device *device; /* of those that run them the one that is given fewest inputs */
    int columns;                    /* that have one of them ... */
    bool *has;                      /* ... by place and flags */
    int subjects;
    const struct ul_subject **subject;
};

struct compare {
    struct ul_options options; /* whose words are subjects */
    const char **subject;      /* as given, then as labels */
    int subjects, paths;
    const char **path;
    struct ul_session session;
    bool live;                  /* the session is open */
    struct ul_records *records; /* by path */
    struct ul_comparison comparison;
    int groups;
    struct group *group;
    json_t *recorded; /* names of groups that records have */
};

/* ---- words ---- */

/* A record's name ends in .jsonl, or the file begins as one does: with '{', or as gzip's do, which its reader
 * tells of. */
static bool is_record(const char *word)
{
    const size_t length = strlen(word);
    struct stat st;
    int first = ' ';
    if (length > 6 && !strcmp(word + length - 6, ".jsonl"))
        return true;
    FILE *f = !stat(word, &st) && S_ISREG(st.st_mode) ? fopen(word, "r") : NULL;
    while (f && isspace(first))
        first = fgetc(f);
    if (f)
        fclose(f);
    return first == '{' || first == 0x1f;
}

static void sort_words(struct compare *c, const struct ul_options *o)
{
    c->subject = ul_alloc(((size_t)o->words + 1) * sizeof *c->subject);
    c->path = ul_alloc(((size_t)o->words + 1) * sizeof *c->path);
    for (int k = 0; k < o->words; k++)
        if (is_record(o->word[k]))
            c->path[c->paths++] = o->word[k];
        else
            c->subject[c->subjects++] = o->word[k];
}

/* "exp" names the function on every API: its subjects take its place among the words. */
static void spell_out(struct compare *c, const struct ul_catalogue *all)
{
    const char **words = NULL;
    int n = 0;
    for (int k = 0; k < c->subjects; k++) {
        bool *chosen = ul_alloc((size_t)all->count * sizeof *chosen), named = false;
        for (int i = 0; i < all->count; i++)
            named |= ul_subject_is_named(&all->subject[i], c->subject[k]);
        const bool function = !named && ul_align_choose(all, c->subject[k], chosen);
        words = ul_realloc(words, (size_t)(n + all->count + 1) * sizeof *words);
        if (!function)
            words[n++] = c->subject[k];
        for (int i = 0; i < all->count && function; i++)
            if (chosen[i])
                words[n++] = all->subject[i].label;
        free(chosen);
    }
    free(c->subject);
    c->subject = words;
    c->subjects = n;
}

/* ---- subjects ---- */

/* What is chosen on one API is on the others too, where it is the same function. */
static void choose_partners(const struct ul_catalogue *all, bool *chosen)
{
    json_t *wanted = json_object();
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < all->count; i++) {
            struct ul_alignment a;
            ul_align(ul_subject_measured(&all->subject[i]), &a);
            if (!pass && chosen[i])
                json_object_set_new(wanted, a.group, json_true());
            else if (pass)
                chosen[i] |= json_object_get(wanted, a.group) != NULL;
            ul_alignment_free(&a);
        }
    json_decref(wanted);
}

static struct group *group_of(struct compare *c, const struct ul_subject *s, bool add)
{
    struct ul_alignment a;
    ul_align(s, &a);
    int k = 0;
    while (k < c->groups && strcmp(c->group[k].name, a.group))
        k++;
    if (k == c->groups && add) {
        c->group = ul_realloc(c->group, ((size_t)k + 1) * sizeof *c->group);
        const size_t columns = (size_t)c->session.places * (size_t)c->options.flag_sets;
        c->group[c->groups++] =
            (struct group){.name = ul_strdup(a.group), .has = ul_alloc(columns * sizeof(bool))};
    }
    ul_alignment_free(&a);
    return k < c->groups ? &c->group[k] : NULL;
}

/* Simulators are given fewest inputs, GPUs most. */
static int class_of(const struct ul_device *d)
{
    return d->simulator ? 0 : d->is_cpu ? 1 : 2;
}

static void add_to_group(struct group *g, const struct ul_subject *s, const struct ul_device *d, int column)
{
    struct ul_line why;
    g->columns += !g->has[column];
    g->has[column] = true;
    if (!ul_requirement_met(&s->requires, d, &why))
        return;
    if (!g->device || class_of(d) < class_of(g->device))
        g->device = d;
    for (int k = 0; k < g->subjects; k++)
        if (g->subject[k] == s)
            return;
    g->subject = ul_realloc(g->subject, ((size_t)g->subjects + 1) * sizeof *g->subject);
    g->subject[g->subjects++] = s;
}

/* Of what one column only has there is nothing to compare: then it is not measured. */
static void leave_single(struct compare *c)
{
    struct ul_session *s = &c->session;
    for (int i = 0; i < s->catalogue.count && !c->options.verbose; i++) {
        const struct group *g = group_of(c, ul_subject_measured(&s->catalogue.subject[i]), false);
        s->chosen[i] &= g && (g->columns > 1 || json_object_get(c->recorded, g->name));
    }
}

/* In the catalogue's order, whatever the order of devices. */
static void make_groups(struct compare *c)
{
    const struct ul_session *s = &c->session;
    for (int i = 0; i < s->catalogue.count; i++)
        for (int p = 0; p < s->places; p++)
            for (int f = 0; f < c->options.flag_sets; f++)
                if (ul_measure_is_row(s, i, s->place[p], c->options.flags[f])) {
                    const struct ul_subject *x = ul_subject_measured(&s->catalogue.subject[i]);
                    add_to_group(group_of(c, x, true), x, &s->place[p]->device, p * c->options.flag_sets + f);
                }
}

/* ---- measuring ---- */

static bool make_plan(void *context, struct ul_plan *p, const struct ul_subject *s, const struct ul_device *d,
                      struct ul_line *why)
{
    struct compare *c = context;
    const struct group *g = group_of(c, s, false);
    if (!g || !g->subjects)
        return ul_plan_make(p, s, d, &c->options, why);
    const bool ok = ul_plan_make_common(p, g->subject, g->subjects, g->device, &c->options, why);
    p->signature = &s->signature;
    return ok;
}

static void tell(void *context, json_t *record, const struct ul_subject *s)
{
    struct compare *c = context;
    for (int k = 0; k < c->comparison.columns; k++) {
        const struct ul_compared *column = &c->comparison.column[k];
        if (!column->place || strcmp(column->place->device.id, ul_json_text(record, "device")) ||
            strcmp(column->flags, ul_json_text(record, "flags")))
            continue;
        json_object_del(record, "blocks");
        ul_comparison_add(&c->comparison, k, json_incref(record), s);
        return;
    }
}

/* A device under flags is a column if it has a row: CUDA's flags are none for OpenCL. */
static void add_live_columns(struct compare *c)
{
    const struct ul_session *s = &c->session;
    for (int p = 0; p < s->places; p++)
        for (int f = 0; f < c->options.flag_sets; f++) {
            bool any = false;
            for (int i = 0; i < s->catalogue.count && !any; i++)
                any = ul_measure_is_row(s, i, s->place[p], c->options.flags[f]);
            if (any)
                ul_comparison_column(&c->comparison, &(struct ul_compared){.place = s->place[p],
                                                                           .flags = c->options.flags[f]});
        }
}

/* ---- records ---- */

static bool is_column_of(const struct ul_compared *column, const char *path, const json_t *record)
{
    static const char *const members[] = {"device", "device_name", "driver", "compiler",
                                          "arch",   "flags",       "approx"};
    return column->path == path &&
           ul_json_same(column->record, record, members, sizeof members / sizeof *members);
}

static int record_column(struct ul_comparison *c, const char *path, const json_t *record)
{
    int k = 0;
    while (k < c->columns && !is_column_of(&c->column[k], path, record))
        k++;
    return k < c->columns
               ? k
               : ul_comparison_column(c, &(struct ul_compared){.path = path,
                                                               .flags = ul_json_text(record, "flags"),
                                                               .record = record});
}

/* Was the record's function asked for? */
static bool is_asked(const struct compare *c, const struct ul_catalogue *all, const bool *chosen,
                     const json_t *record, const struct ul_subject *s)
{
    if (c->options.type && strcmp(c->options.type, ul_json_text(record, "type")))
        return false;
    if (!c->subjects)
        return true;
    for (int i = 0; i < all->count && s; i++)
        if (ul_subject_measured(&all->subject[i]) == s)
            return chosen[i];
    return false;
}

static void add_record(struct compare *c, int column, json_t *record, const struct ul_subject *s)
{
    struct ul_alignment a = {0};
    if (s) {
        ul_align(s, &a);
        json_object_set_new(c->recorded, a.group, json_true());
        ul_alignment_free(&a);
    }
    ul_comparison_add(&c->comparison, column, json_incref(record), s);
}

/* All columns before the first line. */
static void add_records(struct compare *c, const struct ul_catalogue *all, const bool *chosen)
{
    for (int columns = 1; columns >= 0; columns--)
        for (int p = 0; p < c->paths; p++)
            for (int k = 0; k < c->records[p].count; k++) {
                json_t *record = c->records[p].entry[k].record;
                const struct ul_subject *s = ul_align_record(all, record);
                if (!is_asked(c, all, chosen, record, s))
                    continue;
                const int column = record_column(&c->comparison, c->path[p], record);
                if (!columns)
                    add_record(c, column, record, s);
            }
}

/* A verdict is one by the bounds of its day. */
static bool bounds_agree(const struct compare *c, struct ul_line *why)
{
    const char *first =
        c->live ? ul_bounds_version() : ul_json_text(c->records[0].entry[0].record, "bounds_version");
    for (int p = 0; p < c->paths; p++) {
        const struct ul_entry *e = c->records[p].entry;
        if (strcmp(first, ul_json_text(e->record, "bounds_version")))
            return ul_fail(why, "%s:%d: was judged by bounds %s, %s by bounds %s", e->path, e->line,
                           ul_json_text(e->record, "bounds_version"),
                           c->live ? "this program judges" : c->path[0], first);
    }
    return true;
}

static bool read_records(struct compare *c, struct ul_catalogue *all, struct ul_line *why)
{
    c->records = ul_alloc(((size_t)c->paths + 1) * sizeof *c->records);
    for (int p = 0; p < c->paths; p++)
        if (!ul_records_read(&c->records[p], &c->path[p], 1, all, why))
            return false;
    return bounds_agree(c, why);
}

/* ---- the command ---- */

static void measure(struct compare *c)
{
    struct ul_measuring m = {
        .options = &c->options, .session = &c->session, .context = c, .tell = tell, .plan = make_plan};
    ul_measure(&m);
}

static int conclude(struct compare *c)
{
    int failed = 0;
    ul_comparison_finish(&c->comparison);
    if (c->live)
        failed = ul_pairs_measure(
            &(struct ul_pairs_setup){
                .options = &c->options, .session = &c->session, .plan = make_plan, .context = c},
            &c->comparison);
    const int status = ul_differences_print(&c->comparison, &c->options);
    return status ? status : failed ? 3 : 0;
}

static int open_session(struct compare *c, struct ul_line *why)
{
    int unmeasured;
    c->options.word = c->subject;
    c->options.words = c->subjects;
    int status = ul_session_open(&c->session, &c->options, why);
    if (!status) {
        choose_partners(&c->session.catalogue, c->session.chosen);
        status = ul_measure_can(&c->session, &unmeasured, why);
    }
    if (!status) {
        make_groups(c);
        add_live_columns(c);
    }
    return status;
}

/* The subjects that records are asked for, allocated; NULL: all, or a word is wrong. */
static bool *choose(const struct compare *c, struct ul_catalogue *all, int *status, struct ul_line *why)
{
    bool *chosen = NULL;
    for (int k = 0; k < c->subjects && !*status; k++)
        *status = ul_catalogue_choose(all, c->subject[k], &chosen, why) ? 0 : 2;
    if (chosen && !*status)
        choose_partners(all, chosen);
    return chosen;
}

static int refuse(struct ul_line *why, const char *what)
{
    ul_fail(why, "%s", what);
    return 2;
}

/* `all`: the catalogue by which records are understood, which a user's files are added to. */
static int run(struct compare *c, struct ul_catalogue *all, struct ul_line *why)
{
    int status = 0;
    spell_out(c, all);
    bool *chosen = c->live ? NULL : choose(c, all, &status, why);
    if (!status && !read_records(c, all, why))
        status = 2;
    if (!status && c->live)
        status = open_session(c, why);
    if (!status)
        add_records(c, c->live ? &c->session.catalogue : all, c->live ? c->session.chosen : chosen);
    free(chosen);
    if (!status && c->comparison.columns < 2)
        status =
            refuse(why, c->comparison.columns
                            ? "there is one column only: name another device (-d), other --flags or a record"
                            : "the records have nothing that was asked for");
    if (status)
        return status;
    if (c->live)
        leave_single(c);
    if (c->live && !c->paths && !ul_measure_rows(&c->session))
        return refuse(why, "no two devices have what was asked for: 'ulparity check' measures each");
    if (c->live)
        measure(c);
    return conclude(c);
}

static void free_all(struct compare *c)
{
    ul_comparison_free(&c->comparison);
    for (int p = 0; p < c->paths && c->records; p++)
        ul_records_free(&c->records[p]);
    for (int k = 0; k < c->groups; k++) {
        free(c->group[k].name);
        free(c->group[k].subject);
        free(c->group[k].has);
    }
    json_decref(c->recorded);
    free(c->group);
    free(c->records);
    free(c->subject);
    free(c->path);
    ul_session_close(&c->session);
}

/* Records alone are compared as they are. */
static bool can_heed(const struct compare *c, struct ul_line *why)
{
    return c->live || !*c->options.asks_devices ||
           ul_fail(why, "%s: it asks something of devices, but there are records only: name one (-d), too",
                   c->options.asks_devices);
}

int ul_command_compare(const struct ul_options *o)
{
    struct compare c = {.options = *o, .recorded = json_object()};
    struct ul_catalogue all = {0};
    struct ul_line why = {{0}};
    sort_words(&c, o);
    c.live = o->devices || !c.paths;
    if (c.options.coverage == UL_DEFAULT_COVERAGE)
        c.options.coverage = UL_ALIKE;
    int status = can_heed(&c, &why) ? 0 : 2;
    if (!status)
        status = ul_catalogue_load(&all, &why) && ul_bounds_load(&why) ? run(&c, &all, &why) : 3;
    if (why.text[0])
        fprintf(stderr, "ulparity: %s\n", why.text);
    free_all(&c);
    ul_catalogue_free(&all);
    flint_cleanup();
    return status;
}
