#include "comparison.h"
#include "reports/told.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

int ul_comparison_column(struct ul_comparison *c, const struct ul_compared *column)
{
    c->column = ul_realloc(c->column, ((size_t)c->columns + 1) * sizeof *c->column);
    c->column[c->columns] = *column;
    c->column[c->columns].title = NULL;
    return c->columns++;
}

void ul_comparison_free(struct ul_comparison *c)
{
    for (int k = 0; k < c->lines; k++) {
        struct ul_aligned *line = &c->line[k];
        for (int j = 0; j < c->columns; j++)
            json_decref(line->cell[j].record);
        ul_alignment_free(&line->is);
        free(line->type);
        free(line->cell);
        free(line->gap);
    }
    for (int k = 0; k < c->columns; k++)
        free(c->column[k].title);
    free(c->column);
    free(c->line);
    json_decref(c->place);
    *c = (struct ul_comparison){0};
}

/* ---- lines ---- */

static char *named_type(const json_t *record)
{
    const char *type = ul_json_text(record, "type");
    const unsigned long long width = ul_json_whole(record, "width");
    const size_t length = strlen(type);
    const bool digit = length && type[length - 1] >= '0' && type[length - 1] <= '9'; /* bfloat16x2 */
    return width > 1 ? ul_format("%s%s%llu", type, digit ? "x" : "", width) : ul_strdup(type);
}

/* Where arguments are of other types than the one that a record names, each of them: "float, long". */
static char *type_of(const struct ul_subject *s, const json_t *record)
{
    bool others = false;
    struct ul_text t = {0};
    for (int k = 0; s && k < s->signature.arguments; k++)
        others |= strcmp(ul_types[s->signature.argument[k].type].name, ul_json_text(record, "type")) != 0;
    if (!others)
        return named_type(record);
    for (int k = 0; k < s->signature.arguments; k++)
        ul_text_add(&t, "%s%s", k ? ", " : "", ul_types[s->signature.argument[k].type].name);
    if (s->signature.arguments == 1) /* a conversion */
        ul_text_add(&t, " -> %s", ul_types[s->signature.result[0].type].name);
    if (ul_json_whole(record, "width") > 1)
        ul_text_add(&t, " x%llu", (unsigned long long)ul_json_whole(record, "width"));
    return t.data;
}

/* A function that this program does not know is aligned with itself. */
static void align(const struct ul_subject *s, const json_t *record, struct ul_alignment *out)
{
    const char *name = ul_json_text(record, "subject");
    if (s)
        ul_align(s, out);
    else
        *out = (struct ul_alignment){ul_strdup(name), ul_strdup(""), ul_strdup(name),
                                     ul_format("%s %s", name, ul_json_text(record, "type"))};
}

static struct ul_aligned *new_line(struct ul_comparison *c, const struct ul_alignment *is,
                                   const json_t *record, const struct ul_subject *s, int sibling)
{
    c->line = ul_realloc(c->line, ((size_t)c->lines + 1) * sizeof *c->line);
    c->line[c->lines] = (struct ul_aligned){.is = *is,
                                            .sibling = sibling,
                                            .type = type_of(s, record),
                                            .width = (int)ul_json_whole(record, "width"),
                                            .result = (int)ul_json_whole(record, "result"),
                                            .cell = ul_alloc((size_t)c->columns * sizeof(struct ul_cell))};
    return &c->line[c->lines++];
}

/* The first line of the function at which the column has nothing yet. */
void ul_comparison_add(struct ul_comparison *c, int column, json_t *record, const struct ul_subject *s)
{
    struct ul_alignment is;
    struct ul_aligned *line = NULL;
    if (!c->place)
        c->place = json_object();
    align(s, record, &is);
    for (int sibling = 0; !line; sibling++) {
        char *key = ul_format("%d %llu %llu %s", sibling, (unsigned long long)ul_json_whole(record, "width"),
                              (unsigned long long)ul_json_whole(record, "result"), is.group);
        const json_t *place = json_object_get(c->place, key);
        if (!place) {
            json_object_set_new(c->place, key, json_integer(c->lines));
            line = new_line(c, &is, record, s, sibling);
            is = (struct ul_alignment){0};
        } else if (!c->line[json_integer_value(place)].cell[column].record) {
            line = &c->line[json_integer_value(place)];
        }
        free(key);
    }
    line->cell[column] = (struct ul_cell){record, s};
    if (!c->column[column].record)
        c->column[column].record = record;
    ul_alignment_free(&is);
}

/* By function, its types, widths, variants, then what a device has of them. */
static int in_order(const void *a, const void *b)
{
    const struct ul_aligned *x = a, *y = b;
    int by = strcmp(x->is.function, y->is.function);
    if (!by)
        by = strcmp(x->type, y->type);
    if (!by)
        by = strcmp(x->is.variant, y->is.variant);
    if (!by)
        by = strcmp(x->is.name, y->is.name);
    if (!by)
        by = strcmp(x->is.group, y->is.group);
    if (!by)
        by = x->sibling - y->sibling;
    return by ? by : x->result - y->result;
}

static bool has_title(const struct ul_comparison *c, int before, const char *title)
{
    for (int k = 0; k < before; k++)
        if (!strcmp(c->column[k].title, title))
            return true;
    return false;
}

/* The device, its flags, and, as far as others have these too, where it comes from. */
static void name_column(struct ul_comparison *c, int k)
{
    struct ul_compared *column = &c->column[k];
    const char *id = column->place    ? column->place->device.id
                     : column->record ? ul_json_text(column->record, "device")
                                      : "?";
    column->title = ul_format("%s%s%s", id, *column->flags ? " " : "", column->flags);
    if (has_title(c, k, column->title) && column->path) {
        char *longer = ul_format("%s (%s)", column->title, column->path);
        free(column->title);
        column->title = longer;
    }
    for (int n = 2; has_title(c, k, column->title); n++) {
        char *longer = ul_format("%s%s%s #%d", id, *column->flags ? " " : "", column->flags, n);
        free(column->title);
        column->title = longer;
    }
}

void ul_comparison_finish(struct ul_comparison *c)
{
    for (int k = 0; k < c->columns; k++)
        name_column(c, k);
    if (c->lines)
        qsort(c->line, (size_t)c->lines, sizeof *c->line, in_order);
}

/* ---- what they say ---- */

enum ul_verdict ul_cell_verdict(const struct ul_cell *cell)
{
    return cell->record ? ul_told_verdict(cell->record) : UL_VERDICTS;
}

bool ul_cell_is_measured(const struct ul_cell *cell)
{
    return ul_told_measured(cell->record);
}

double ul_cell_figure(const struct ul_cell *cell)
{
    return ul_cell_is_measured(cell) ? ul_told_largest(cell->record, "opencl").figure : NAN;
}

uint64_t ul_gap_finite(const struct ul_gap *g)
{
    return g->differing - g->nans - g->infinities;
}

int ul_comparison_cells(const struct ul_comparison *c, const struct ul_aligned *line)
{
    int n = 0;
    for (int k = 0; k < c->columns; k++)
        n += line->cell[k].record != NULL;
    return n;
}

/* Of functions without figures, whose results are right or wrong, the one counts 0. */
static bool is_better(const struct ul_cell *a, const struct ul_cell *b)
{
    const double x = ul_cell_figure(a), y = ul_cell_figure(b);
    const bool wrong[] = {ul_told_wrong_count(a->record) > 0, ul_told_wrong_count(b->record) > 0};
    if (wrong[0] != wrong[1])
        return !wrong[0];
    return (isnan(x) ? 0 : x) < (isnan(y) ? 0 : y) - 1e-6;
}

int ul_comparison_best(const struct ul_comparison *c, const struct ul_aligned *line, bool *best)
{
    int measured = 0, n = 0;
    for (int a = 0; a < c->columns; a++) {
        best[a] = ul_cell_is_measured(&line->cell[a]);
        measured += best[a];
        for (int b = 0; b < c->columns && best[a]; b++)
            best[a] = !ul_cell_is_measured(&line->cell[b]) || !is_better(&line->cell[b], &line->cell[a]);
        n += best[a];
    }
    return measured > 1 ? n : 0;
}

const struct ul_gap *ul_comparison_gap(const struct ul_comparison *c, const struct ul_aligned *line, int a,
                                       int b)
{
    const struct ul_gap *g = line->gap ? &line->gap[(a > b ? a : b) * c->columns + (a > b ? b : a)] : NULL;
    return g && g->compared ? g : NULL;
}
