#include "baseline.h"
#include "records.h"
#include "reports/report.h"
#include "reports/told.h"
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A device as records name it; in `other` the one of the other run that it is compared with, or -1. */
struct device {
    const json_t *record; /* one of its */
    int other;
};

struct row {
    json_t *record;
    int device;
    bool known; /* a failure that --expect knows */
};

/* One run's rows, and its devices. */
struct run {
    int rows, devices;
    struct row *row;
    struct device *device;
};

struct ul_baseline {
    const char *path;
    struct run then, now;
};

/* ---- reading ---- */

/* What tells devices apart: not the number, which changes with the loader. */
static const char *const device_members[] = {"device_name", "driver", "compiler", "arch"};
enum { DEVICE_MEMBERS = sizeof device_members / sizeof *device_members };

/* "cuda" of "cuda:emulated". */
static int api_length(const json_t *record)
{
    return (int)strcspn(ul_json_text(record, "device"), ":");
}

static bool same_api(const json_t *a, const json_t *b)
{
    const int n = api_length(a);
    return n == api_length(b) && !strncmp(ul_json_text(a, "device"), ul_json_text(b, "device"), (size_t)n);
}

static bool same_device(const json_t *a, const json_t *b)
{
    return same_api(a, b) && ul_json_same(a, b, device_members, DEVICE_MEMBERS);
}

static int device_of(struct run *r, const json_t *record)
{
    for (int k = 0; k < r->devices; k++)
        if (same_device(r->device[k].record, record))
            return k;
    r->device = ul_realloc(r->device, ((size_t)r->devices + 1) * sizeof *r->device);
    r->device[r->devices] = (struct device){record, -1};
    return r->devices++;
}

/* Without its blocks, which are most of a record. */
static void add_row(struct run *r, const json_t *record, bool known)
{
    json_t *copy = json_copy((json_t *)record);
    json_object_del(copy, "blocks");
    r->row = ul_realloc(r->row, ((size_t)r->rows + 1) * sizeof *r->row);
    r->row[r->rows] = (struct row){copy, 0, known};
    r->row[r->rows++].device = device_of(r, copy);
}

static void free_run(struct run *r)
{
    for (int k = 0; k < r->rows; k++)
        json_decref(r->row[k].record);
    free(r->row);
    free(r->device);
}

struct ul_baseline *ul_baseline_read(const char *path, struct ul_line *why)
{
    struct ul_records records = {0};
    struct ul_catalogue c = {0}; /* that shards are merged by */
    struct ul_baseline *b = NULL;
    if (ul_catalogue_load(&c, why) && ul_records_read(&records, &path, 1, &c, why)) {
        b = ul_alloc(sizeof *b);
        b->path = path;
        for (int k = 0; k < records.count; k++)
            add_row(&b->then, records.entry[k].record, false);
    }
    ul_records_free(&records);
    ul_catalogue_free(&c);
    return b;
}

void ul_baseline_free(struct ul_baseline *b)
{
    if (!b)
        return;
    free_run(&b->then);
    free_run(&b->now);
    free(b);
}

void ul_baseline_take(struct ul_baseline *b, const json_t *record, bool known)
{
    add_row(&b->now, record, known);
}

/* ---- which device is which ---- */

/* The next word of letters and digits, at least two of them; NULL: there is none. */
static const char *next_word(const char *at, size_t *length)
{
    for (;; at += *length) {
        while (*at && !isalnum((unsigned char)*at))
            at++;
        for (*length = 0; isalnum((unsigned char)at[*length]);)
            ++*length;
        if (*length != 1)
            return *length ? at : NULL;
    }
}

static bool has_word(const char *text, const char *word, size_t length)
{
    size_t n;
    for (const char *at = text; (at = next_word(at, &n)); at += n)
        if (n == length && !strncasecmp(at, word, n))
            return true;
    return false;
}

/* How much two devices of one API have in common: words of what describes them; a member that is equal counts
 * for more than any words. */
static int likeness(const json_t *a, const json_t *b)
{
    int like = 0;
    for (int k = 0; k < DEVICE_MEMBERS; k++) {
        const char *x = ul_json_text(a, device_members[k]), *y = ul_json_text(b, device_members[k]);
        size_t n;
        like += *x && !strcmp(x, y) ? 100 : 0;
        for (const char *at = x; (at = next_word(at, &n)); at += n)
            like += has_word(y, at, n);
    }
    return like;
}

/* Each device has at most one of the other run: of all pairs that are left the most alike. */
static void pair_devices(struct ul_baseline *b)
{
    for (;;) {
        int best = -1, now = 0, then = 0;
        for (int i = 0; i < b->now.devices; i++)
            for (int j = 0; j < b->then.devices; j++) {
                const struct device *x = &b->now.device[i], *y = &b->then.device[j];
                const int like = x->other < 0 && y->other < 0 && same_api(x->record, y->record)
                                     ? likeness(x->record, y->record)
                                     : -1;
                if (like <= best)
                    continue;
                best = like;
                now = i;
                then = j;
            }
        if (best < 0)
            return;
        b->now.device[now].other = then;
        b->then.device[then].other = now;
    }
}

/* ---- two records of a row ---- */

/* KNOWN: worse, but as bad as --expect says. */
enum change { SAME, BETTER, WORSE, NEW, GONE, APART, KNOWN, CHANGES };
static const char *const change_names[CHANGES] = {
    [SAME] = "as before", [BETTER] = "better", [WORSE] = "worse", [NEW] = "new",
    [GONE] = "gone",      [APART] = "apart",   [KNOWN] = "known"};

struct finding {
    enum change change;
    struct ul_text what; /* "0.91 -> 1.2 ulp at 0x1p+0" */
};

/* Were both judged by the same bound? */
static bool same_bound(const json_t *a, const json_t *b)
{
    static const char *const members[] = {"edition", "row", "text"};
    const json_t *x = ul_told_in_force(a), *y = ul_told_in_force(b);
    return !x == !y && ul_json_same(x, y, members, sizeof members / sizeof *members);
}

static void add_input(struct finding *f, const json_t *input)
{
    ul_text_add(&f->what, "%s", json_array_size(input) ? " at " : "");
    ul_told_input(&f->what, input);
}

static void begin_finding(struct finding *f, bool worse)
{
    if (f->what.length)
        ul_text_add(&f->what, ", ");
    if (worse || f->change == SAME)
        f->change = worse ? WORSE : BETTER;
}

/* Figures are certified to 1e-6 ulp, others to as much of themselves: less is no difference. */
static bool is_more(double a, double b)
{
    return a > b && !(a - b <= 2e-6 * fmax(1, fmin(fabs(a), fabs(b))));
}

static bool is_more_of_itself(double a, double b)
{
    return a > b && !(a - b <= 2e-6 * fabs(b));
}

/* A measure's largest error: the figure that rows show. */
static void compare_figures(const json_t *now, const json_t *then, struct finding *f)
{
    const char *measure = ul_json_text(now, "measure");
    const struct ul_told_figure a = ul_told_largest(now, measure), b = ul_told_largest(then, measure);
    bool (*more)(double, double) = strncmp(ul_told_unit(measure), "ulp", 3) ? is_more_of_itself : is_more;
    const bool worse = more(a.figure, b.figure) || (a.present && !b.present);
    if (!worse && !more(b.figure, a.figure))
        return;
    begin_finding(f, worse);
    ul_text_add(&f->what, "%.6g -> %.6g %s", b.figure, a.figure, ul_told_unit(measure));
    add_input(f, a.input);
}

/* The share of a bound that depends on the input is larger elsewhere than the figure. */
static void compare_shares(const json_t *now, const json_t *then, struct finding *f)
{
    const double a = ul_json_number(ul_told_in_force(now), "share"),
                 b = ul_json_number(ul_told_in_force(then), "share");
    if (!same_bound(now, then) || !(is_more_of_itself(a, b) || is_more_of_itself(b, a)) || f->what.length)
        return;
    begin_finding(f, a > b);
    ul_text_add(&f->what, "%.4g -> %.4g of the bound", b, a);
    add_input(f, json_object_get(ul_told_in_force(now), "input"));
}

static void compare_counts(const json_t *now, const json_t *then, const char *of, const char *name,
                           const char *text, struct finding *f)
{
    const json_t *x = json_object_get(now, of), *y = json_object_get(then, of);
    const uint64_t a = ul_json_whole(x, name), b = ul_json_whole(y, name);
    if (a == b || !x || !y)
        return;
    begin_finding(f, a > b);
    ul_text_add(&f->what, "%s %llu -> %llu", text, (unsigned long long)b, (unsigned long long)a);
    if (a > b)
        add_input(f, json_object_get(x, "input"));
}

/* A verdict counts where the bound is the same: else bounds have changed, not the device. */
static void compare_verdicts(const json_t *now, const json_t *then, struct finding *f)
{
    const enum ul_verdict a = ul_told_verdict(now), b = ul_told_verdict(then);
    if (a == b)
        return;
    if (!same_bound(now, then)) {
        if (a == UL_FAIL && f->change != WORSE)
            f->change = APART;
        ul_text_add(&f->what, "%sjudged by another bound: %s -> %s", f->what.length ? ", " : "",
                    ul_verdict_names[b], ul_verdict_names[a]);
        return;
    }
    if (a == UL_FAIL || b == UL_FAIL)
        begin_finding(f, a == UL_FAIL);
    else if (f->what.length)
        ul_text_add(&f->what, ", ");
    else
        return;
    ul_text_add(&f->what, "%s -> %s", ul_verdict_names[b], ul_verdict_names[a]);
}

static bool same_inputs(const json_t *now, const json_t *then)
{
    static const char *const members[] = {"kind", "inputs", "seed", "range", "file"};
    const json_t *x = json_object_get(now, "coverage"), *y = json_object_get(then, "coverage");
    bool same = true;
    for (size_t k = 0; k < sizeof members / sizeof *members; k++) {
        const json_t *a = json_object_get(x, members[k]), *b = json_object_get(y, members[k]);
        same &= a == b || json_equal(a, b);
    }
    return same;
}

static void add_coverage(struct ul_text *t, const json_t *record)
{
    const json_t *c = json_object_get(record, "coverage");
    ul_text_add(t, "%s, %llu inputs", ul_json_text(c, "kind"),
                (unsigned long long)ul_json_whole(c, "inputs"));
    if (json_is_integer(json_object_get(c, "seed")))
        ul_text_add(t, ", seed %llu", (unsigned long long)ul_json_whole(c, "seed"));
}

/* What was worse on some inputs is worse on all: then the baseline has to have tried all of them. On other
 * inputs nothing can be told. */
static void compare_apart(const json_t *now, const json_t *then, struct finding *f)
{
    const bool all = !strcmp(ul_json_text(json_object_get(then, "coverage"), "kind"), "exhaustive");
    if (all && f->change == WORSE)
        return;
    f->change = APART;
    ul_text_free(&f->what);
    ul_text_add(&f->what, "now ");
    add_coverage(&f->what, now);
    ul_text_add(&f->what, "; then ");
    add_coverage(&f->what, then);
}

static void compare_measured(const json_t *now, const json_t *then, struct finding *f)
{
    static const char *const wrong[][2] = {{"nan", "wrong NaN"},
                                           {"inf", "wrong infinities"},
                                           {"sign", "wrong signs of zero"},
                                           {"value", "wrong values"}};
    compare_figures(now, then, f);
    compare_shares(now, then, f);
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++)
        compare_counts(now, then, "wrong", wrong[k][0], wrong[k][1], f);
    compare_counts(now, then, "width1", "differ", "differ from width 1", f);
    compare_verdicts(now, then, f);
    if (!same_inputs(now, then))
        compare_apart(now, then, f);
}

static void compare_records(const json_t *now, const json_t *then, struct finding *f)
{
    const enum ul_verdict a = ul_told_verdict(now), b = ul_told_verdict(then);
    if (ul_told_measured(now) && ul_told_measured(then)) {
        compare_measured(now, then, f);
    } else if (a != b) {
        f->change = ul_told_measured(now) ? NEW : ul_told_measured(then) ? WORSE : SAME;
        ul_text_add(&f->what, "%s -> %s%s", ul_verdict_names[b], ul_verdict_names[a],
                    ul_told_measured(now) ? "" : ": ");
        if (!ul_told_measured(now))
            ul_told_reason(&f->what, now);
    }
}

/* ---- all rows ---- */

/* What a row is, whatever the device. */
static char *key_of(const json_t *record, int device)
{
    return ul_format("%d %s %s %lld %lld %s %s %s", device, ul_json_text(record, "subject"),
                     ul_json_text(record, "type"), (long long)ul_json_whole(record, "width"),
                     (long long)ul_json_whole(record, "result"), ul_json_text(record, "approx"),
                     ul_json_text(record, "label"), ul_json_text(record, "flags"));
}

/* Key -> numbers of rows of the baseline, one for each set of inputs; its devices are numbered as those of
 * this run that they are. */
static json_t *places(const struct ul_baseline *b)
{
    json_t *place = json_object();
    for (int k = 0; k < b->then.rows; k++) {
        const struct row *r = &b->then.row[k];
        char *key = key_of(r->record, b->then.device[r->device].other);
        if (!json_object_get(place, key))
            json_object_set_new(place, key, json_array());
        json_array_append_new(json_object_get(place, key), json_integer(k));
        free(key);
    }
    return place;
}

/* Of rows with a key the one on the same inputs, else the last one; none of them is gone. NULL: there are
 * none. */
static const json_t *choose_row(const struct ul_baseline *b, const json_t *numbers, const json_t *now,
                                bool *found)
{
    const json_t *chosen = NULL, *number;
    bool same = false;
    size_t k;
    json_array_foreach (numbers, k, number) {
        const json_t *then = b->then.row[json_integer_value(number)].record;
        found[json_integer_value(number)] = true;
        if (same && !same_inputs(now, then))
            continue;
        same = same_inputs(now, then);
        chosen = then;
    }
    return chosen;
}

struct telling {
    struct ul_table *table;
    int count[CHANGES];
    int failing, unmeasured; /* new rows that fail, rows that were not measured, as before */
    bool quiet;
};

static void tell_row(struct telling *t, const json_t *record, const struct finding *f)
{
    static const bool told[2][CHANGES] = {
        {[BETTER] = true, [WORSE] = true, [NEW] = true, [GONE] = true, [APART] = true, [KNOWN] = true},
        {[WORSE] = true, [GONE] = true, [APART] = true}};
    struct ul_text build = {0};
    t->count[f->change]++;
    if (!told[t->quiet][f->change] && !(f->change == NEW && ul_told_verdict(record) == UL_FAIL))
        return;
    ul_table_row(t->table);
    ul_table_cell(t->table, "%s", change_names[f->change]);
    ul_table_cell(t->table, "%s", ul_json_text(record, "label"));
    ul_told_build(&build, record);
    ul_table_text(t->table, &build);
    ul_table_cell(t->table, "%s", f->what.data ? f->what.data : "");
    if (f->change == WORSE || f->change == GONE)
        ul_table_mark(t->table);
}

static void tell_now(struct telling *t, const struct row *r, const struct ul_baseline *b, const json_t *then)
{
    struct finding f = {0};
    if (then) {
        compare_records(r->record, then, &f);
        if (f.change == WORSE && r->known)
            f.change = KNOWN;
    } else {
        f.change = NEW;
        ul_text_add(&f.what, "%s", ul_json_text(r->record, "verdict"));
        if (b->now.device[r->device].other < 0)
            ul_text_add(&f.what, ", the device, too");
    }
    t->failing += f.change == NEW && ul_told_verdict(r->record) == UL_FAIL;
    t->unmeasured += f.change != WORSE && ul_told_verdict(r->record) == UL_ERROR;
    tell_row(t, r->record, &f);
    ul_text_free(&f.what);
}

static void tell_gone(struct telling *t, const struct row *r, const struct ul_baseline *b,
                      const struct ul_baseline_scope *s)
{
    const bool device = b->then.device[r->device].other >= 0;
    if ((!device && !s->all_devices) || !ul_told_measured(r->record) ||
        (s->asked && !s->asked(s->context, r->record)))
        return;
    struct finding f = {.change = GONE};
    ul_text_add(&f.what, "it was %s%s", ul_json_text(r->record, "verdict"),
                device ? "" : "; the device is gone");
    tell_row(t, r->record, &f);
    ul_text_free(&f.what);
}

static void tell_rows(const struct ul_baseline *b, const struct ul_baseline_scope *s, struct telling *t)
{
    json_t *place = places(b);
    bool *found = ul_alloc(((size_t)b->then.rows + 1) * sizeof *found);
    for (int k = 0; k < b->now.rows; k++) {
        const struct row *r = &b->now.row[k];
        const int device = b->now.device[r->device].other;
        char *key = key_of(r->record, r->device);
        const json_t *numbers = device < 0 ? NULL : json_object_get(place, key);
        tell_now(t, r, b, choose_row(b, numbers, r->record, found));
        free(key);
    }
    for (int k = 0; k < b->then.rows; k++)
        if (!found[k])
            tell_gone(t, &b->then.row[k], b, s);
    free(found);
    json_decref(place);
}

/* Which device of then each one is compared with; where nothing of it has changed, no more than that. */
static void tell_devices(const struct ul_baseline *b, FILE *out, bool markdown)
{
    fprintf(out, "\nagainst %s\n", b->path);
    for (int k = 0; k < b->now.devices; k++) {
        const struct device *d = &b->now.device[k];
        if (d->other < 0)
            continue;
        struct ul_text now = {0}, then = {0}, line = {0}, marked = {0};
        ul_told_device(&now, d->record);
        ul_told_device(&then, b->then.device[d->other].record);
        ul_text_add(&line, "%s  %s", ul_json_text(d->record, "device"), now.data);
        if (strcmp(now.data, then.data))
            ul_text_add(&line, "; then %s", then.data);
        ul_plain(line.data);
        ul_markdown_add(&marked, line.data);
        fprintf(out, "%s%s\n", markdown ? "- " : "  ", markdown ? marked.data : line.data);
        ul_text_free(&now);
        ul_text_free(&then);
        ul_text_free(&line);
        ul_text_free(&marked);
    }
}

static void tell_totals(const struct telling *t, FILE *out)
{
    static const enum change order[] = {WORSE, GONE, APART, BETTER, NEW, SAME};
    if (t->count[KNOWN])
        fprintf(out, "%d known, ", t->count[KNOWN]);
    for (size_t k = 0; k < sizeof order / sizeof *order; k++)
        fprintf(out, "%s%d %s", k ? ", " : "", t->count[order[k]], change_names[order[k]]);
    fprintf(out, "\n");
}

static bool any_in_common(const struct ul_baseline *b)
{
    for (int i = 0; i < b->now.devices; i++)
        for (int j = 0; j < b->then.devices; j++)
            if (same_api(b->now.device[i].record, b->then.device[j].record))
                return true;
    return false;
}

static struct ul_table *table_of_rows(void)
{
    static const struct ul_column columns[] = {
        {"", UL_WORDS}, {"row", UL_WORDS}, {"device", UL_WORDS}, {"then -> now", UL_WIDE}};
    struct ul_table *t = ul_table_new();
    ul_table_columns(t, columns, sizeof columns / sizeof *columns);
    return t;
}

int ul_baseline_tell(struct ul_baseline *b, const struct ul_baseline_scope *s, const struct ul_options *o,
                     struct ul_line *why)
{
    struct telling t = {.quiet = o->quiet};
    const bool markdown = o->format == UL_MARKDOWN;
    FILE *out = o->format == UL_TEXT || markdown ? stdout : stderr;
    if (!any_in_common(b)) {
        ul_fail(why, "%s: it holds no rows of any device here", b->path);
        return 2;
    }
    t.table = table_of_rows();
    pair_devices(b);
    tell_devices(b, out, markdown);
    tell_rows(b, s, &t);
    if (markdown)
        fputc('\n', out);
    if (ul_table_rows(t.table))
        ul_table_print(t.table, markdown ? UL_MARKDOWN : UL_TEXT, out, ul_report_width(out),
                       ul_report_wants_color(out, o->no_color));
    if (markdown)
        fputc('\n', out);
    tell_totals(&t, out);
    ul_table_free(t.table);
    if (t.count[WORSE] || t.count[GONE] || t.failing)
        return 1;
    return t.unmeasured || t.count[APART] ? 3 : 0;
}
