/* ulparity list: what can be measured, what it is measured against. */
#include "bounds.h"
#include "command.h"
#include "json.h"
#include "subject.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A bound can depend on the device: list shows a full profile's and the
 * newest architecture's, without flags. */
static struct ul_device typical_device(enum ul_home home)
{
    struct ul_device d = {.has_half = true, .has_double = true};
    d.opencl_c = home == UL_HOME_OPENCL ? 300 : 0;
    d.arch = home == UL_HOME_CUDA ? 120 : 0;
    return d;
}

static int bounds_of(const struct ul_subject *s, int result, const char *force,
                     struct ul_bound out[UL_MAX_BOUNDS])
{
    struct ul_device d = typical_device(s->home);
    return ul_bounds_select(s, result, &d, "", force, out);
}

/* ---- the documents' rows that a subject serves ---- */

struct rows {
    const char *edition; /* this one's only, or NULL */
    char **id;           /* "seed_single:exp" */
    int count;
    bool marked; /* a bound is no guarantee */
};

static void add_row(const char *edition, const char *table, const char *name, void *context)
{
    struct rows *rows = context;
    if (rows->edition && strcmp(rows->edition, edition))
        return;
    rows->id = ul_realloc(rows->id, (size_t)(rows->count + 1) * sizeof *rows->id);
    rows->id[rows->count++] = ul_format("%s_%s:%s", edition, table, name);
}

static void free_rows(struct rows *rows)
{
    for (int k = 0; k < rows->count; k++)
        free(rows->id[k]);
    free(rows->id);
}

/* ---- JSON ---- */

static json_t *bound_json(const struct ul_bound *b, int result)
{
    json_t *o = json_object();
    ul_json_set(o, "edition", ul_json_string(b->edition));
    ul_json_set(o, "row", ul_json_string(b->row));
    ul_json_set(o, "result", json_integer(result));
    ul_json_set(o, "text", ul_json_string(b->text));
    ul_json_set(o, "guaranteed", json_boolean(b->guaranteed));
    ul_json_set(o, "source", ul_json_string(b->source));
    return o;
}

static json_t *bounds_json(const struct ul_subject *s, const char *edition)
{
    json_t *list = json_array();
    for (int result = 0; result < s->signature.results; result++) {
        struct ul_bound bound[UL_MAX_BOUNDS];
        int n = bounds_of(s, result, edition, bound);
        for (int k = 0; k < n; k++)
            if (!edition || !strcmp(edition, bound[k].edition))
                json_array_append_new(list, bound_json(&bound[k], result));
    }
    return list;
}

static json_t *widths_json(const struct ul_subject *s)
{
    json_t *list = json_array();
    int width[UL_WIDTHS], n = ul_subject_widths(ul_subject_measured(s), width);
    for (int k = 0; k < n; k++)
        json_array_append_new(list, json_integer(width[k]));
    return list;
}

static void print_json(const struct ul_subject *s, const char *signature, const struct rows *rows)
{
    json_t *references = json_array(), *ids = json_array(), *claims = json_array(), *o = json_object();
    for (int k = 0; k < UL_MAX_RESULTS && s->reference[k]; k++)
        json_array_append_new(references, ul_json_string(s->reference[k]->text));
    for (int k = 0; k < rows->count; k++)
        json_array_append_new(ids, ul_json_string(rows->id[k]));
    for (int k = 0; k < s->claims; k++)
        json_array_append_new(claims, ul_json_string(s->claim[k].text));
    ul_json_set(o, "subject", ul_json_string(s->name));
    ul_json_set(o, "function", ul_json_string(s->function));
    ul_json_set(o, "signature", ul_json_string(signature));
    ul_json_set(o, "widths", widths_json(s));
    ul_json_set(o, "reference", references);
    ul_json_set(o, "rows", ids);
    ul_json_set(o, "bounds", bounds_json(s, rows->edition));
    ul_json_set(o, "claims", claims);
    ul_json_print(o);
}

/* ---- text ---- */

/* "opencl-3 <= 3 ulp" of the edition in force, else the first claim. */
static void add_first_bound(struct ul_text *line, const struct ul_subject *s, const char *edition)
{
    struct ul_bound bound[UL_MAX_BOUNDS];
    int n = bounds_of(s, 0, edition, bound);
    for (int k = 0; k < n; k++)
        if (bound[k].in_force) {
            ul_text_add(line, "%s %s", bound[k].edition, bound[k].text);
            return;
        }
    if (s->claims)
        ul_text_add(line, "claim %s", s->claim[0].text);
}

static void print_widths(const struct ul_subject *s)
{
    int width[UL_WIDTHS], n = ul_subject_widths(ul_subject_measured(s), width);
    for (int k = 0; k < n && width[n - 1] > 1; k++)
        printf("%s%d", k ? ", " : "    widths ", width[k]);
    if (width[n - 1] > 1)
        putchar('\n');
}

static void print_details(const struct ul_subject *s, struct rows *rows)
{
    print_widths(s);
    for (int result = 0; result < s->signature.results; result++) {
        struct ul_bound bound[UL_MAX_BOUNDS];
        int n = bounds_of(s, result, rows->edition, bound);
        for (int k = 0; k < n; k++)
            if (!rows->edition || !strcmp(rows->edition, bound[k].edition)) {
                bool tested = !bound[k].guaranteed && ul_limit_has_share(bound[k].piece[0].kind);
                printf("    %s: %s%s (%s)\n", bound[k].edition, bound[k].text, tested ? "*" : "",
                       bound[k].source);
                rows->marked |= tested;
            }
    }
    for (int k = 0; k < s->claims; k++)
        printf("    claim %s\n", s->claim[k].text);
    for (int k = 0; k < rows->count; k++)
        printf("%s%s", k ? ", " : "    rows ", rows->id[k]);
    if (rows->count)
        putchar('\n');
    if (s->source)
        printf("    source %s\n", s->source);
}

static void print_text(const struct ul_subject *s, const char *signature, struct rows *rows, bool verbose)
{
    struct ul_text line = {0};
    ul_text_add(&line, "%-26s %-22s ", s->name, signature);
    size_t start = line.length;
    for (int k = 0; k < s->signature.results; k++)
        ul_text_add(&line, "%s%s", k ? "; " : "", ul_subject_is_measured(s) ? s->reference[k]->text : "-");
    ul_text_add(&line, "%*s ", line.length - start < 22 ? (int)(22 - (line.length - start)) : 0, "");
    add_first_bound(&line, s, rows->edition);
    while (line.data[line.length - 1] == ' ')
        line.data[--line.length] = 0;
    printf("%s\n", line.data);
    ul_text_free(&line);
    if (verbose)
        print_details(s, rows);
}

/* True if a bound was marked. */
static bool print_subject(const struct ul_options *o, const struct ul_subject *s)
{
    struct rows rows = {.edition = o->bounds};
    struct ul_text signature = {0};
    ul_bounds_rows(s, add_row, &rows);
    ul_signature_print(&s->signature, &signature);
    if (!o->bounds || rows.count) {
        if (o->format == UL_JSON)
            print_json(s, signature.data, &rows);
        else
            print_text(s, signature.data, &rows, o->verbose);
    }
    ul_text_free(&signature);
    free_rows(&rows);
    return rows.marked;
}

/* ---- rows that no subject serves ---- */

static bool same_row(const struct ul_bound_row *a, const struct ul_bound_row *b)
{
    return !strcmp(a->row, b->row) && !strcmp(a->table, b->table) && !strcmp(a->edition, b->edition);
}

/* Of each of the tables' lines: does a subject serve it? */
static bool *served_lines(const struct ul_catalogue *c, const struct ul_bound_table *t)
{
    bool *served = ul_alloc((size_t)t->rows * sizeof *served);
    for (int r = 0; r < t->rows; r++)
        for (int k = 0; k < c->count && !served[r]; k++)
            served[r] = ul_bound_row_names(&t->row[r], &c->subject[k]);
    return served;
}

/* Is it the first line of a row of which no line is served? */
static bool begins_unserved(const struct ul_bound_table *t, const bool *served, int r)
{
    for (int k = 0; k < t->rows; k++)
        if (same_row(&t->row[k], &t->row[r]) && (served[k] || k < r))
            return false;
    return true;
}

static void print_unserved(const struct ul_bound_row *row, bool json)
{
    if (!json) {
        printf("%-26s row %s_%s:%s\n", "-", row->edition, row->table, row->row);
        return;
    }
    json_t *o = json_object(), *rows = json_array();
    char *id = ul_format("%s_%s:%s", row->edition, row->table, row->row);
    json_array_append_new(rows, ul_json_string(id));
    free(id);
    ul_json_set(o, "subject", json_null());
    ul_json_set(o, "function", json_null());
    ul_json_set(o, "signature", json_null());
    ul_json_set(o, "widths", json_array());
    ul_json_set(o, "reference", json_array());
    ul_json_set(o, "rows", rows);
    ul_json_set(o, "bounds", json_array());
    ul_json_set(o, "claims", json_array());
    ul_json_print(o);
}

/* An edition is listed whole: what nothing serves has no subject. */
static void print_all_unserved(const struct ul_options *o, const struct ul_catalogue *c)
{
    const struct ul_bound_table *t = ul_bounds_table();
    bool *served = served_lines(c, t);
    for (int r = 0; r < t->rows; r++)
        if (!served[r] && !strcmp(t->row[r].edition, o->bounds) && begins_unserved(t, served, r))
            print_unserved(&t->row[r], o->format == UL_JSON);
    free(served);
}

static bool is_of_type(const struct ul_subject *s, const char *type)
{
    return !type || !strcmp(type, ul_types[ul_signature_type(&s->signature)].name);
}

int ul_command_list(const struct ul_options *o)
{
    struct ul_catalogue c = {0};
    struct ul_line why;
    bool *chosen = NULL;
    bool ok = ul_catalogue_load(&c, &why), marked = false;
    for (int k = 0; ok && k < o->words; k++)
        ok = ul_catalogue_choose(&c, o->word[k], &chosen, &why);
    if (!ok)
        fprintf(stderr, "ulparity: %s\n", why.text);
    for (int k = 0; ok && k < c.count; k++)
        if ((!o->words || chosen[k]) && is_of_type(&c.subject[k], o->type))
            marked |= print_subject(o, &c.subject[k]);
    if (ok && o->bounds && !o->words && !o->type)
        print_all_unserved(o, &c);
    if (marked)
        puts("\n* from extensive, not exhaustive tests, says the document");
    free(chosen);
    ul_catalogue_free(&c);
    return ok ? 0 : 2;
}
