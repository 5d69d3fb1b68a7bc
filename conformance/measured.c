#include "measured.h"
#include "reports/told.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- a finding's figures ---- */

const char *ul_finding_measure(const struct ul_finding *f)
{
    const char *judged = ul_json_text(f->bound, "measure");
    return *judged ? judged : ul_measure_names[f->measure];
}

double ul_finding_share(const struct ul_finding *f)
{
    return ul_told_has_share(f->bound) ? ul_json_number(f->bound, "share") : NAN;
}

double ul_finding_figure(const struct ul_finding *f, const json_t **input)
{
    const struct ul_told_figure largest = ul_told_largest(f->record, ul_finding_measure(f));
    const json_t *judged = json_object_get(f->bound, "input");
    *input = NULL;
    if (!ul_finding_is_measured(f))
        return NAN;
    if (!isnan(ul_finding_share(f)) && json_array_size(judged)) {
        *input = judged;
        return ul_json_number(f->bound, "error");
    }
    if (largest.figure > 0) /* no error is at no input */
        *input = largest.input;
    return largest.figure;
}

bool ul_finding_is_measured(const struct ul_finding *f)
{
    return ul_told_measured(f->record);
}

enum ul_verdict ul_finding_verdict(const struct ul_finding *f)
{
    if (!ul_finding_is_measured(f))
        return ul_told_verdict(f->record);
    return f->bound ? ul_told_verdict(f->bound) : UL_INFO;
}

/* ---- builds ---- */

/* Numbers of devices change with the loader: names tell. */
static bool of_one_build(const struct ul_build *b, const json_t *record, int extra_width)
{
    static const char *const members[] = {"device_name", "driver", "compiler", "arch", "flags"};
    return ul_json_same(b->record, record, members, sizeof members / sizeof *members) &&
           b->extra_width == extra_width;
}

/* Is that what its call takes at once, not one of several widths? */
static bool takes(const struct ul_subject *s, int width)
{
    int widths[UL_WIDTHS];
    return width == 1 || ul_subject_widths(s, widths) == 1;
}

/* The width, if it is a function of numbers that was measured in vectors. */
static int extra_width_of(const json_t *record, const struct ul_subject *s)
{
    const int width = (int)ul_json_whole(record, "width");
    return takes(s, width) ? 0 : width;
}

static int build_of(struct ul_measured *m, const struct ul_entry *e, const struct ul_subject *s)
{
    const int extra_width = extra_width_of(e->record, s);
    for (int k = 0; k < m->builds; k++)
        if (of_one_build(&m->build[k], e->record, extra_width))
            return k;
    m->build = ul_realloc(m->build, (size_t)(m->builds + 1) * sizeof *m->build);
    m->build[m->builds] = (struct ul_build){.record = e->record, .path = e->path, .extra_width = extra_width};
    return m->builds++;
}

/* A file's name without folder and ".jsonl". */
static char *stem_of(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const size_t length = strlen(name), ending = strlen(".jsonl");
    const bool ends = length > ending && !strcmp(name + length - ending, ".jsonl");
    return ul_format("%.*s", (int)(length - (ends ? ending : 0)), name);
}

static bool of_several_files(const struct ul_measured *m)
{
    for (int k = 1; k < m->builds; k++)
        if (strcmp(m->build[k].path, m->build[0].path))
            return true;
    return false;
}

/* What a heading may need besides. */
static char *detail(const struct ul_build *b, int which)
{
    static const char *const members[] = {"device", "flags", NULL, "arch", "driver", "compiler"};
    if (members[which])
        return ul_strdup(ul_json_text(b->record, members[which]));
    return b->extra_width ? ul_format("width %d", b->extra_width) : ul_strdup("");
}
enum { DETAILS = 6 };

static int namesakes(const struct ul_measured *m, int build)
{
    int n = 0;
    for (int k = 0; k < m->builds; k++)
        n += !strcmp(m->build[k].heading, m->build[build].heading);
    return n;
}

/* Adds a detail to the headings that several builds have, where it is not the same in all of them. */
static void tell_apart(struct ul_measured *m, int which)
{
    char **longer = ul_alloc((size_t)m->builds * sizeof *longer);
    for (int k = 0; k < m->builds; k++) {
        char *mine = detail(&m->build[k], which);
        bool differs = false;
        for (int j = 0; j < m->builds; j++) {
            char *other = detail(&m->build[j], which);
            differs |= !strcmp(m->build[j].heading, m->build[k].heading) && strcmp(mine, other);
            free(other);
        }
        longer[k] =
            ul_format("%s%s%s", m->build[k].heading, differs && *mine ? " " : "", differs ? mine : "");
        free(mine);
    }
    for (int k = 0; k < m->builds; k++) {
        free(m->build[k].heading);
        m->build[k].heading = longer[k];
    }
    free(longer);
}

/* Files are named by people: where there are several, their names are the best ones. */
static void name_builds(struct ul_measured *m)
{
    const bool by_file = of_several_files(m);
    for (int k = 0; k < m->builds; k++) {
        struct ul_build *b = &m->build[k];
        b->heading = by_file ? stem_of(b->path) : ul_strdup(ul_json_text(b->record, "device"));
    }
    for (int which = 0; which < DETAILS; which++)
        tell_apart(m, which);
    for (int k = 0; k < m->builds; k++)
        if (namesakes(m, k) > 1) {
            char *numbered = ul_format("%s #%d", m->build[k].heading, k + 1);
            free(m->build[k].heading);
            m->build[k].heading = numbered;
        }
}

/* ---- rows ---- */

/* Of each of the bounds' lines the document's row. */
struct place {
    int document, row;
};

struct search {
    struct ul_measured *m;
    const struct ul_bound_table *bounds;
    struct place *place;
    bool *candidate; /* of each of the bounds' lines */
};

static struct place *places_of(const struct ul_bound_table *t, const struct ul_documents *d)
{
    struct place *place = ul_alloc((size_t)t->rows * sizeof *place);
    for (int r = 0; r < t->rows; r++) {
        place[r] = (struct place){0, -1};
        for (int k = 0; k < d->count && place[r].row < 0; k++)
            place[r] = (struct place){k, ul_document_row_of(&d->document[k], &t->row[r])};
    }
    return place;
}

/* Of a name and a type there are several where vectors are no lanes: dot(float), dot(float2) ... */
static const struct ul_subject *subject_of(const json_t *record, const struct ul_catalogue *c)
{
    const struct ul_subject *found = NULL;
    const int width = (int)ul_json_whole(record, "width");
    for (int k = 0; k < c->count; k++) {
        const struct ul_subject *s = &c->subject[k];
        if (strcmp(s->name, ul_json_text(record, "subject")) ||
            strcmp(ul_types[ul_signature_type(&s->signature)].name, ul_json_text(record, "type")))
            continue;
        if (!found || takes(s, width))
            found = s;
        if (takes(s, width))
            break;
    }
    return found;
}

/* Marks the lines that a judgement can be of: those of its row; if there are any, those of its source. */
static bool mark_judged(struct search *s, const struct ul_subject *subject, const json_t *record,
                        const json_t *bound)
{
    const struct ul_bound_table *t = s->bounds;
    const int result = (int)ul_json_whole(record, "result");
    const char *name = ul_json_text(bound, "row");
    bool any = false, sourced = false;
    for (int pass = 0; pass < 2; pass++)
        for (int r = 0; r < t->rows; r++) {
            const struct ul_bound_row *row = &t->row[r];
            const bool named = s->place[r].row >= 0 && !strcmp(row->row, name) &&
                               !strcmp(row->edition, ul_json_text(bound, "edition")) &&
                               (row->result < 0 || row->result == result) && ul_bound_row_names(row, subject);
            const bool of_source = named && !strcmp(row->source, ul_json_text(bound, "source"));
            s->candidate[r] = named && (of_source || !sourced);
            any |= named;
            sourced |= named && of_source;
        }
    return any;
}

/* A function that could not be measured has no judgement: the lines that hold without flags. */
static bool mark_named(struct search *s, const struct ul_subject *subject)
{
    bool any = false;
    for (int r = 0; r < s->bounds->rows; r++) {
        const struct ul_bound_row *row = &s->bounds->row[r];
        s->candidate[r] =
            s->place[r].row >= 0 && !strcmp(row->flags, "-") && ul_bound_row_names(row, subject);
        any |= s->candidate[r];
    }
    return any;
}

/* The host's libm has CUDA's names; beside OpenCL's, those of floats end in an f. */
static bool is_namesake(const char *host, const char *other, enum ul_type type)
{
    size_t lh, lo;
    const char *h = ul_subject_base(host, &lh), *o = ul_subject_base(other, &lo);
    return !strncmp(h, o, lo) && (lh == lo || (lh == lo + 1 && h[lo] == 'f' && type == UL_FLOAT));
}

static bool mark_namesakes(struct search *s, const struct ul_subject *subject)
{
    const enum ul_type type = ul_signature_type(&subject->signature);
    bool any = false;
    for (int r = 0; r < s->bounds->rows; r++) {
        const struct ul_bound_row *row = &s->bounds->row[r];
        s->candidate[r] = s->place[r].row >= 0 && row->type == type && !strcmp(row->flags, "-") &&
                          strcmp(row->profile, "embedded") && is_namesake(subject->name, row->function, type);
        any |= s->candidate[r];
    }
    return any;
}

static void add_finding(struct search *s, int line, int build, const json_t *record, const json_t *bound)
{
    struct ul_measured *m = s->m;
    const struct ul_finding f = {.document = s->place[line].document,
                                 .row = s->place[line].row,
                                 .build = build,
                                 .record = record,
                                 .bound = bound,
                                 .measure = s->bounds->row[line].piece.measure};
    for (int k = m->findings; k-- && m->finding[k].record == record;)
        if (m->finding[k].document == f.document && m->finding[k].row == f.row)
            return;
    m->finding = ul_realloc(m->finding, (size_t)(m->findings + 1) * sizeof *m->finding);
    m->finding[m->findings++] = f;
}

/* Where lines of both profiles would do, those of the device's. */
static void add_candidates(struct search *s, int build, const json_t *record, const json_t *bound)
{
    const char *other = s->m->build[build].embedded ? "full" : "embedded";
    for (int r = 0; r < s->bounds->rows; r++)
        if (s->candidate[r] && strcmp(s->bounds->row[r].profile, other))
            add_finding(s, r, build, record, bound);
}

/* A judgement that only the embedded profile's lines can have made tells what the device is. */
static void note_profile(struct search *s, int build)
{
    bool other = false;
    for (int r = 0; r < s->bounds->rows; r++)
        other |= s->candidate[r] && strcmp(s->bounds->row[r].profile, "embedded");
    s->m->build[build].embedded |= !other;
}

/* In the first pass profiles are noted, in the second findings. */
static void take_record(struct search *s, const struct ul_entry *e, const struct ul_subject *subject,
                        bool first)
{
    size_t k;
    const json_t *bound, *bounds = json_object_get(e->record, "bounds");
    const bool beside = subject->home == UL_HOME_HOST
                            ? mark_namesakes(s, subject)
                            : !ul_told_measured(e->record) && !json_array_size(bounds) &&
                                  subject->home != UL_HOME_EVERYWHERE && mark_named(s, subject);
    if (beside) {
        const int build = build_of(s->m, e, subject);
        if (!first)
            add_candidates(s, build, e->record, NULL);
    }
    json_array_foreach (bounds, k, bound) {
        if (!mark_judged(s, subject, e->record, bound))
            continue;
        const int build = build_of(s->m, e, subject);
        if (first)
            note_profile(s, build);
        else
            add_candidates(s, build, e->record, bound);
    }
}

/* ---- order ---- */

static int by_place(const struct ul_finding *a, const struct ul_finding *b)
{
    const int of[][2] = {{a->document, b->document}, {a->row, b->row}, {a->build, b->build}};
    for (int k = 0; k < 3; k++)
        if (of[k][0] != of[k][1])
            return of[k][0] < of[k][1] ? -1 : 1;
    return 0;
}

/* Larger first; NaN last. */
static int by_size(double a, double b)
{
    if (isnan(a) || isnan(b))
        return isnan(a) - isnan(b);
    return (a < b) - (a > b);
}

static int compare(const void *x, const void *y)
{
    const struct ul_finding *const a = x, *const b = y;
    const json_t *input;
    const bool broken[] = {ul_finding_verdict(a) == UL_FAIL, ul_finding_verdict(b) == UL_FAIL};
    int order = by_place(a, b);
    if (!order)
        order = broken[1] - broken[0];
    if (!order)
        order = by_size(ul_finding_share(a), ul_finding_share(b));
    if (!order)
        order = by_size(ul_finding_figure(a, &input), ul_finding_figure(b, &input));
    if (!order)
        order = strcmp(ul_json_text(a->record, "label"), ul_json_text(b->record, "label"));
    return order;
}

void ul_measured_find(struct ul_measured *m, const struct ul_records *r, const struct ul_catalogue *c,
                      const struct ul_documents *d)
{
    struct search s = {.m = m, .bounds = ul_bounds_table()};
    s.place = places_of(s.bounds, d);
    s.candidate = ul_alloc((size_t)s.bounds->rows * sizeof *s.candidate);
    for (int pass = 0; pass < 2; pass++)
        for (int k = 0; k < r->count; k++) {
            const struct ul_subject *subject = subject_of(r->entry[k].record, c);
            if (subject)
                take_record(&s, &r->entry[k], subject, pass == 0);
        }
    if (m->findings)
        qsort(m->finding, (size_t)m->findings, sizeof *m->finding, compare);
    name_builds(m);
    free(s.place);
    free(s.candidate);
}

void ul_measured_free(struct ul_measured *m)
{
    for (int k = 0; k < m->builds; k++)
        free(m->build[k].heading);
    free(m->build);
    free(m->finding);
    *m = (struct ul_measured){0};
}

bool ul_measured_has(const struct ul_measured *m, int document, int build)
{
    for (int k = 0; k < m->findings; k++)
        if (m->finding[k].document == document && m->finding[k].build == build)
            return true;
    return false;
}

const struct ul_finding *ul_measured_at(const struct ul_measured *m, int document, int row, int build,
                                        int *count)
{
    const struct ul_finding wanted = {.document = document, .row = row, .build = build};
    int lo = 0, hi = m->findings;
    while (lo < hi) { /* the first that is not before it */
        const int middle = (lo + hi) / 2;
        if (by_place(&m->finding[middle], &wanted) < 0)
            lo = middle + 1;
        else
            hi = middle;
    }
    *count = 0;
    while (lo + *count < m->findings && !by_place(&m->finding[lo + *count], &wanted))
        ++*count;
    return *count ? &m->finding[lo] : NULL;
}
