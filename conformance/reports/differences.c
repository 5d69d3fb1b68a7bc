#include "differences.h"
#include "report.h"
#include "table.h"
#include "told.h"
#include "value.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- pieces of text ---- */

/* "exp native", "sincos[1]", and of a device's second such function its name. */
static char *name_of(const struct ul_comparison *c, const struct ul_aligned *line)
{
    struct ul_text t = {0};
    ul_text_add(&t, "%s", line->is.name);
    for (int k = 0; k < c->columns; k++)
        if (line->cell[k].subject && line->cell[k].subject->signature.results > 1) {
            ul_text_add(&t, "[%d]", line->result);
            break;
        }
    for (int k = 0; k < c->columns && line->sibling; k++)
        if (line->cell[k].record) {
            ul_text_add(&t, " (%s)", ul_json_text(line->cell[k].record, "subject"));
            break;
        }
    return t.data;
}

static const json_t *maximum(const struct ul_cell *cell)
{
    return ul_told_maximum(cell->record, "opencl");
}

/* "0.91", "24620.2 !", "2 wrong !", "error". */
static void add_figure(struct ul_text *t, const struct ul_cell *cell)
{
    const double x = ul_cell_figure(cell);
    const unsigned long long wrong = ul_told_wrong_count(cell->record);
    if (!cell->record)
        return;
    if (!ul_cell_is_measured(cell)) {
        ul_text_add(t, "%s", ul_json_text(cell->record, "verdict"));
        return;
    }
    if (!isnan(x))
        ul_text_add(t, "%.6g", x);
    if (wrong)
        ul_text_add(t, "%s%llu wrong", isnan(x) ? "" : ", ", wrong);
    else if (isnan(x))
        ul_text_add(t, "right");
    if (ul_cell_verdict(cell) == UL_FAIL)
        ul_text_add(t, " !");
}

/* Whose results are the best: "all" where everybody's are. */
static void add_best(struct ul_text *t, const struct ul_comparison *c, const struct ul_aligned *line)
{
    bool *best = ul_alloc((size_t)c->columns * sizeof *best);
    int n = ul_comparison_best(c, line, best), measured = 0;
    for (int k = 0; k < c->columns; k++)
        measured += ul_cell_is_measured(&line->cell[k]);
    if (n && n == measured)
        ul_text_add(t, "all alike");
    for (int k = 0; k < c->columns && n && n < measured; k++)
        if (best[k])
            ul_text_add(t, "%s%s", t->length ? ", " : "", c->column[k].title);
    free(best);
}

/* "exhaustive", "quick 139675", and where not all are the same: "(differs)". */
static void add_coverage(struct ul_text *t, const struct ul_comparison *c, const struct ul_aligned *line)
{
    const json_t *first = NULL;
    for (int k = 0; k < c->columns; k++) {
        const json_t *coverage = json_object_get(line->cell[k].record, "coverage");
        if (!ul_cell_is_measured(&line->cell[k]))
            continue;
        if (first && json_equal(first, coverage))
            continue;
        ul_text_add(t, "%s%s", first ? " / " : "", ul_json_text(coverage, "kind"));
        if (strcmp(ul_json_text(coverage, "kind"), "exhaustive"))
            ul_text_add(t, " %llu", (unsigned long long)ul_json_whole(coverage, "inputs"));
        first = first ? first : coverage;
    }
}

/* A vector's lanes stand for themselves: what is compared is a number of each. */
static void add_arguments(struct ul_text *t, const struct ul_subject *s, const ul_bits *args)
{
    char room[UL_VALUE_ROOM];
    for (int k = 0; k < s->signature.arguments; k++)
        ul_text_add(t, "%s%s", k ? ";" : "", ul_value_print(s->signature.argument[k].type, args[k], room));
}

static const char *result_text(const struct ul_subject *s, int k, ul_bits b, char *room)
{
    return ul_value_print(s->signature.result[k].type, b, room);
}

/* ---- gaps ---- */

/* The widest gap of a line; NULL: no two devices were compared. */
static const struct ul_gap *widest(const struct ul_comparison *c, const struct ul_aligned *line, int *a,
                                   int *b)
{
    const struct ul_gap *most = NULL;
    for (int j = 0; j < c->columns; j++)
        for (int i = 0; i < j; i++) {
            const struct ul_gap *g = ul_comparison_gap(c, line, i, j);
            const bool more = g && (!most || g->steps > most->steps ||
                                    (g->steps == most->steps && g->differing > most->differing));
            if (!more)
                continue;
            most = g;
            *a = i;
            *b = j;
        }
    return most;
}

/* "identical", "3 steps", "signs of zero", "2 infinite, 1 NaN". */
static void add_gap(struct ul_text *t, const struct ul_gap *g)
{
    if (!g->differing)
        ul_text_add(t, "identical%s", g->outside ? " where defined" : "");
    else if (g->steps)
        ul_text_add(t, "%llu step%s", (unsigned long long)g->steps, g->steps == 1 ? "" : "s");
    else if (ul_gap_finite(g))
        ul_text_add(t, "signs of zero");
    if (g->infinities)
        ul_text_add(t, "%s%llu infinite", ul_gap_finite(g) ? ", " : "", (unsigned long long)g->infinities);
    if (g->nans)
        ul_text_add(t, "%s%llu NaN", g->differing > g->nans ? ", " : "", (unsigned long long)g->nans);
}

/* Is the column the first of those whose results are its own? Then it stands for them. */
static int stands_for(const struct ul_comparison *c, const struct ul_aligned *line, int column)
{
    for (int k = 0; k < column; k++) {
        const struct ul_gap *g = ul_comparison_gap(c, line, k, column);
        if (g && !g->differing && !g->outside)
            return k;
    }
    return column;
}

/* "cuda:0 = cuda:1": a device and those that give the same bits. */
static void add_class(struct ul_text *t, const struct ul_comparison *c, const struct ul_aligned *line,
                      int column)
{
    ul_text_add(t, "%s", c->column[column].title);
    for (int k = column + 1; k < c->columns; k++)
        if (stands_for(c, line, k) == column)
            ul_text_add(t, " = %s", c->column[k].title);
}

/* ---- tables ---- */

static bool any_with(const struct ul_comparison *c, const struct ul_aligned *line, enum ul_verdict v)
{
    for (int k = 0; k < c->columns; k++)
        if (ul_cell_verdict(&line->cell[k]) == v)
            return true;
    return false;
}

/* People are told of functions that two columns have, programs and -v of all. */
static bool is_told(const struct ul_comparison *c, const struct ul_aligned *line, const struct ul_options *o)
{
    const bool all = o->verbose || o->format == UL_JSON || o->format == UL_CSV;
    return (all || ul_comparison_cells(c, line) > 1) &&
           (!o->quiet || any_with(c, line, UL_FAIL) || any_with(c, line, UL_ERROR));
}

static bool any_gap(const struct ul_comparison *c)
{
    int a, b;
    for (int k = 0; k < c->lines; k++)
        if (widest(c, &c->line[k], &a, &b))
            return true;
    return false;
}

static void summary_columns(struct ul_table *t, const struct ul_comparison *c, bool whole)
{
    ul_table_column(t, "function", UL_WORDS);
    ul_table_column(t, "type", UL_WORDS);
    for (int k = 0; k < c->columns; k++) {
        struct ul_text heading = {0};
        ul_table_column(t, c->column[k].title, UL_NUMBERS);
        if (!whole)
            continue;
        for (int part = 0; part < 3; part++) {
            static const char *const of[] = {"at", "verdict", "subject"};
            ul_text_add(&heading, "%s %s", c->column[k].title, of[part]);
            ul_table_column(t, heading.data, UL_WORDS);
            ul_text_free(&heading);
        }
    }
    ul_table_column(t, "most accurate", UL_WIDE);
    if (any_gap(c))
        ul_table_column(t, "most apart", UL_WORDS);
    if (whole && any_gap(c)) {
        ul_table_column(t, "apart at", UL_WORDS);
        ul_table_column(t, "apart are", UL_WORDS);
    }
    ul_table_column(t, "coverage", UL_WORDS);
}

static void add_apart(struct ul_table *t, const struct ul_comparison *c, const struct ul_aligned *line,
                      bool whole)
{
    struct ul_text text = {0};
    int a = 0, b = 0;
    const struct ul_gap *g = widest(c, line, &a, &b);
    if (g)
        add_gap(&text, g);
    ul_table_text(t, &text);
    if (!whole)
        return;
    if (g && g->differing)
        add_arguments(&text, line->cell[a].subject, g->args);
    ul_table_text(t, &text);
    if (g && g->differing)
        ul_text_add(&text, "%s, %s", c->column[a].title, c->column[b].title);
    ul_table_text(t, &text);
}

/* A line for each function. `whole`: with inputs and verdicts in columns of their own, for CSV. */
static struct ul_table *summary(const struct ul_comparison *c, const struct ul_options *o, bool whole)
{
    struct ul_table *t = ul_table_new();
    summary_columns(t, c, whole);
    for (int k = 0; k < c->lines; k++) {
        const struct ul_aligned *line = &c->line[k];
        struct ul_text text = {0};
        if (!is_told(c, line, o))
            continue;
        char *name = name_of(c, line);
        ul_table_row(t);
        ul_table_cell(t, "%s", name);
        ul_table_cell(t, "%s", line->type);
        free(name);
        for (int j = 0; j < c->columns; j++) {
            const struct ul_cell *cell = &line->cell[j];
            add_figure(&text, cell);
            ul_table_text(t, &text);
            if (!whole)
                continue;
            ul_told_input(&text, json_object_get(maximum(cell), "input"));
            ul_table_text(t, &text);
            ul_table_cell(t, "%s", ul_json_text(cell->record, "verdict"));
            ul_table_cell(t, "%s", ul_json_text(cell->record, "subject"));
        }
        add_best(&text, c, line);
        ul_table_text(t, &text);
        if (any_gap(c))
            add_apart(t, c, line, whole);
        add_coverage(&text, c, line);
        ul_table_text(t, &text);
        if (any_with(c, line, UL_FAIL))
            ul_table_mark(t);
    }
    return t;
}

static void add_gap_row(struct ul_table *t, const struct ul_comparison *c, const struct ul_aligned *line,
                        const char *name, int a, int b)
{
    const struct ul_gap *g = ul_comparison_gap(c, line, a, b);
    const struct ul_subject *s = line->cell[a].subject;
    struct ul_text text = {0};
    char room[UL_VALUE_ROOM];
    ul_table_row(t);
    ul_table_cell(t, "%s", name);
    ul_table_cell(t, "%s", line->type);
    add_class(&text, c, line, a);
    ul_table_text(t, &text);
    add_class(&text, c, line, b);
    ul_table_text(t, &text);
    ul_table_cell(t, "%llu", (unsigned long long)g->differing);
    ul_table_cell(t, "%.3g %%", 100 * (double)g->differing / (double)g->inputs);
    add_gap(&text, g);
    ul_table_text(t, &text);
    if (!g->differing)
        return;
    add_arguments(&text, s, g->args);
    ul_table_text(t, &text);
    ul_table_cell(t, "%s", result_text(s, line->result, g->a, room));
    ul_table_cell(t, "%s", result_text(s, line->result, g->b, room));
}

/* The pairs of a line: of devices with the same bits the first speaks for all. */
static void add_gap_rows(struct ul_table *t, const struct ul_comparison *c, const struct ul_aligned *line)
{
    char *name = name_of(c, line);
    for (int a = 0; a < c->columns; a++)
        for (int b = a + 1; b < c->columns; b++)
            if (ul_comparison_gap(c, line, a, b) && stands_for(c, line, a) == a &&
                stands_for(c, line, b) == b)
                add_gap_row(t, c, line, name, a, b);
    free(name);
}

static struct ul_table *gaps(const struct ul_comparison *c, const struct ul_options *o)
{
    static const struct ul_column columns[] = {
        {"function", UL_WORDS}, {"type", UL_WORDS},     {"between", UL_WIDE}, {"and", UL_WIDE},
        {"differ", UL_NUMBERS}, {"of all", UL_NUMBERS}, {"by", UL_WORDS},     {"at", UL_WORDS},
        {"the one", UL_WORDS},  {"the other", UL_WORDS}};
    struct ul_table *t = ul_table_new();
    ul_table_columns(t, columns, sizeof columns / sizeof *columns);
    for (int k = 0; k < c->lines; k++)
        if (is_told(c, &c->line[k], o))
            add_gap_rows(t, c, &c->line[k]);
    return t;
}

static void add_detail_row(struct ul_table *t, const struct ul_compared *column, const struct ul_cell *cell)
{
    const json_t *max = maximum(cell), *wrong = json_object_get(cell->record, "wrong"), *bound;
    const bool shows_wrong = ul_told_wrong_count(cell->record);
    const json_t *of = shows_wrong ? wrong : max;
    struct ul_text text = {0};
    bound = ul_told_in_force(cell->record);
    ul_table_row(t);
    ul_table_cell(t, "%s", ul_json_text(cell->record, "label"));
    ul_table_cell(t, "%s", column->title);
    add_figure(&text, cell);
    ul_table_text(t, &text);
    ul_told_input(&text, json_object_get(of, "input"));
    ul_table_text(t, &text);
    ul_table_cell(t, "%s", ul_json_text(of, "got"));
    ul_table_cell(t, "%s", ul_json_text(of, "want"));
    ul_table_cell(t, "%s", ul_json_text(bound, "text"));
    ul_table_cell(t, "%s", ul_json_text(cell->record, "verdict"));
    ul_table_cell(t, "%s", ul_json_text(cell->record, "reason"));
    if (ul_cell_verdict(cell) == UL_FAIL)
        ul_table_mark(t);
}

/* A line for each function of each device: where its worst results are. */
static struct ul_table *details(const struct ul_comparison *c, const struct ul_options *o)
{
    static const struct ul_column columns[] = {
        {"function", UL_WORDS}, {"device", UL_WORDS},  {"ulp", UL_NUMBERS},
        {"at", UL_WORDS},       {"got", UL_WORDS},     {"want", UL_WORDS},
        {"bound", UL_WIDE},     {"verdict", UL_WORDS}, {"reason", UL_WIDE}};
    struct ul_table *t = ul_table_new();
    ul_table_columns(t, columns, sizeof columns / sizeof *columns);
    for (int k = 0; k < c->lines; k++)
        for (int j = 0; j < c->columns && is_told(c, &c->line[k], o); j++)
            if (c->line[k].cell[j].record)
                add_detail_row(t, &c->column[j], &c->line[k].cell[j]);
    return t;
}

/* ---- what stands around them ---- */

static char *describe(const struct ul_compared *column)
{
    const struct ul_device *d = column->place ? &column->place->device : NULL;
    const char *name = d ? d->name : ul_json_text(column->record, "device_name");
    const char *driver = d ? d->driver : ul_json_text(column->record, "driver");
    const char *compiler = d ? d->compiler : ul_json_text(column->record, "compiler");
    struct ul_text t = {0};
    ul_text_add(&t, "%s, %s", name, driver);
    if (strcmp(driver, compiler))
        ul_text_add(&t, ", %.*s", (int)strcspn(compiler, ","), compiler);
    if (column->path)
        ul_text_add(&t, "; %s", column->path);
    ul_plain(t.data);
    return t.data;
}

struct totals {
    int lines, alone; /* alone: what one column only has, of which nothing is told */
    int broken, unmeasured, compared, identical;
};

static void count_line(const struct ul_comparison *c, const struct ul_aligned *line, struct totals *n)
{
    int a, b;
    const struct ul_gap *g = widest(c, line, &a, &b);
    n->lines++;
    n->compared += g != NULL;
    n->identical += g && !g->differing;
    for (int j = 0; j < c->columns; j++) {
        n->broken += ul_cell_verdict(&line->cell[j]) == UL_FAIL;
        n->unmeasured += ul_cell_verdict(&line->cell[j]) == UL_ERROR;
    }
}

/* -q leaves lines out, and counts them. */
static struct totals count(const struct ul_comparison *c, const struct ul_options *o)
{
    struct ul_options loud = *o;
    struct totals n = {0};
    loud.quiet = false;
    for (int k = 0; k < c->lines; k++)
        if (is_told(c, &c->line[k], &loud))
            count_line(c, &c->line[k], &n);
        else
            n.alone++;
    return n;
}

/* "12 lines: most accurate cuda:0 5, opencl:0:0 3; 2 bounds broken; 3 of 9 identical everywhere" */
static char *conclusion(const struct ul_comparison *c, const struct totals *n)
{
    int *wins = ul_alloc((size_t)c->columns * sizeof *wins);
    bool *best = ul_alloc((size_t)c->columns * sizeof *best);
    struct ul_text t = {0};
    for (int k = 0; k < c->lines; k++)
        if (ul_comparison_best(c, &c->line[k], best) == 1)
            for (int j = 0; j < c->columns; j++)
                wins[j] += best[j];
    ul_text_add(&t, "%d line%s: alone most accurate", n->lines, n->lines == 1 ? "" : "s");
    for (int j = 0; j < c->columns; j++)
        ul_text_add(&t, "%s %s %d", j ? "," : "", c->column[j].title, wins[j]);
    ul_text_add(&t, "; %d bound%s broken", n->broken, n->broken == 1 ? "" : "s");
    if (n->unmeasured)
        ul_text_add(&t, "; %d not measured", n->unmeasured);
    if (n->compared)
        ul_text_add(&t, "; %d of %d identical", n->identical, n->compared);
    if (n->alone)
        ul_text_add(&t, "; %d more of one column only (-v)", n->alone);
    free(wins);
    free(best);
    return t.data;
}

static const char convention[] = "figures: largest error in ulp (OpenCL C 7.4); !: a bound is broken, as its "
                                 "document measures; steps: representable numbers apart";

/* ---- formats ---- */

static void print_table(struct ul_table *t, const struct ul_options *o, const char *heading)
{
    if (ul_table_rows(t)) {
        if (o->format == UL_MARKDOWN)
            printf("\n### %s\n\n", heading);
        else if (o->format == UL_HTML)
            printf("<h2>%s</h2>\n", heading);
        else
            puts("");
        ul_report_table(t, o);
    } else {
        ul_table_free(t);
    }
}

/* A line of a paragraph. */
static void print_words(const struct ul_options *o, const char *bold, const char *words)
{
    struct ul_text t = {0};
    if (o->format == UL_HTML) {
        ul_html_print(stdout, "<p>", bold);
        ul_html_print(stdout, *bold ? " " : "", words);
        puts("</p>");
    } else if (o->format == UL_MARKDOWN) {
        ul_text_add(&t, *bold ? "- **" : "\n");
        ul_markdown_add(&t, bold);
        ul_text_add(&t, *bold ? "** " : "");
        ul_markdown_add(&t, words);
        printf("%s%s\n", t.data, *bold ? "" : "\n");
    } else {
        printf("%s%s%s\n", bold, *bold ? "  " : "", words);
    }
    ul_text_free(&t);
}

static const char page[] =
    "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
    "content=\"width=device-width\">\n<title>ulparity compare</title>\n<style>\n:root { color-scheme: light "
    "dark; font: 15px/1.4 system-ui, sans-serif }\nbody { margin: 1rem }\ntable { border-collapse: collapse; "
    "display: block; overflow-x: auto }\nth, td { padding: .2rem .6rem; text-align: left; border-bottom: 1px "
    "solid #8886; white-space: nowrap }\n.number { text-align: right; font-variant-numeric: tabular-nums "
    "}\n.fail { color: light-dark(#b00020, #ff8a80); font-weight: 600 }\n</style>\n<h1>ulparity "
    "compare</h1>\n";

static void print_people(const struct ul_comparison *c, const struct totals *n, const struct ul_options *o)
{
    if (o->format == UL_HTML)
        fputs(page, stdout);
    for (int k = 0; k < c->columns; k++) {
        char *what = describe(&c->column[k]);
        print_words(o, c->column[k].title, what);
        free(what);
    }
    char *end = conclusion(c, n);
    print_table(summary(c, o, false), o, "Largest errors");
    print_table(gaps(c, o), o, "Between devices");
    if (o->verbose)
        print_table(details(c, o), o, "Worst inputs");
    if (o->format == UL_TEXT)
        puts("");
    print_words(o, "", convention);
    print_words(o, "", end);
    if (o->format == UL_HTML)
        puts("</html>");
    free(end);
}

/* ---- JSON ---- */

/* A member as it is, null where it is absent. */
static json_t *taken(const json_t *object, const char *member)
{
    json_t *j = json_object_get(object, member);
    return j ? json_incref(j) : json_null();
}

static json_t *cell_json(const struct ul_compared *column, const struct ul_cell *cell)
{
    json_t *j = json_object();
    ul_json_set(j, "column", ul_json_string(column->title));
    ul_json_set(j, "file", ul_json_string(column->path));
    for (size_t k = 0; k < 9; k++) {
        static const char *const members[] = {"subject", "device", "device_name", "driver", "compiler",
                                              "arch",    "flags",  "approx",      "label"};
        ul_json_set(j, members[k], taken(cell->record, members[k]));
    }
    const json_t *max = maximum(cell);
    if (max) {
        ul_json_set(j, "ulp", ul_json_figure(ul_cell_figure(cell)));
        ul_json_set(j, "input", taken(max, "input"));
        ul_json_set(j, "got", taken(max, "got"));
        ul_json_set(j, "want", taken(max, "want"));
    }
    ul_json_set(j, "wrong", ul_json_count(ul_told_wrong_count(cell->record)));
    ul_json_set(j, "coverage", taken(cell->record, "coverage"));
    ul_json_set(j, "verdict", taken(cell->record, "verdict"));
    ul_json_set(j, "reason", taken(cell->record, "reason"));
    return j;
}

static json_t *gap_json(const struct ul_comparison *c, const struct ul_aligned *line, int a, int b)
{
    const struct ul_gap *g = ul_comparison_gap(c, line, a, b);
    const struct ul_subject *s = line->cell[a].subject;
    char room[UL_VALUE_ROOM];
    json_t *j = json_object(), *input = json_array();
    ul_json_set(j, "a", ul_json_string(c->column[a].title));
    ul_json_set(j, "b", ul_json_string(c->column[b].title));
    ul_json_set(j, "inputs", ul_json_count(g->inputs));
    ul_json_set(j, "differ", ul_json_count(g->differing));
    ul_json_set(j, "nan", ul_json_count(g->nans));
    ul_json_set(j, "infinite", ul_json_count(g->infinities));
    ul_json_set(j, "steps", ul_json_count(g->steps));
    ul_json_set(j, "undefined", ul_json_count(g->outside));
    for (int k = 0; k < s->signature.arguments && g->differing; k++)
        json_array_append_new(
            input, ul_json_string(ul_value_print(s->signature.argument[k].type, g->args[k], room)));
    ul_json_set(j, "input", input);
    if (g->differing) {
        ul_json_set(j, "a_got", ul_json_string(result_text(s, line->result, g->a, room)));
        ul_json_set(j, "b_got", ul_json_string(result_text(s, line->result, g->b, room)));
    }
    return j;
}

static void print_json(const struct ul_comparison *c, const struct ul_aligned *line)
{
    json_t *j = json_object(), *cells = json_array(), *winners = json_array(), *gap = json_array();
    bool *best = ul_alloc((size_t)c->columns * sizeof *best);
    const int n = ul_comparison_best(c, line, best);
    char *name = name_of(c, line);
    for (int a = 0; a < c->columns; a++) {
        if (line->cell[a].record)
            json_array_append_new(cells, cell_json(&c->column[a], &line->cell[a]));
        if (n && best[a])
            json_array_append_new(winners, ul_json_string(c->column[a].title));
        for (int b = a + 1; b < c->columns; b++)
            if (ul_comparison_gap(c, line, a, b))
                json_array_append_new(gap, gap_json(c, line, a, b));
    }
    ul_json_set(j, "function", ul_json_string(line->is.function));
    ul_json_set(j, "variant", ul_json_string(*line->is.variant ? line->is.variant : NULL));
    ul_json_set(j, "name", ul_json_string(name));
    ul_json_set(j, "type", ul_json_string(line->type));
    ul_json_set(j, "result", json_integer(line->result));
    ul_json_set(j, "cells", cells);
    ul_json_set(j, "best", winners);
    ul_json_set(j, "between", gap);
    ul_json_print(j);
    free(name);
    free(best);
}

int ul_differences_print(const struct ul_comparison *c, const struct ul_options *o)
{
    const struct totals n = count(c, o);
    if (o->format == UL_JSON) {
        for (int k = 0; k < c->lines; k++)
            if (is_told(c, &c->line[k], o))
                print_json(c, &c->line[k]);
    } else if (o->format == UL_CSV) {
        ul_report_table(summary(c, o, true), o);
    } else {
        print_people(c, &n, o);
    }
    return n.broken ? 1 : n.unmeasured ? 3 : 0;
}
