#include "cost_table.h"
#include <stdlib.h>

char *ul_cost_label(const struct ul_cost *c)
{
    return ul_format("%s%s%s", c->subject->label, *c->flags ? " " : "", c->flags);
}

static void put_place(struct ul_table *t, int release, int arch)
{
    char text[UL_RELEASE_ROOM];
    ul_table_cell(t, "%s", ul_release_text(release, text));
    ul_table_cell(t, "sm_%d", arch);
}

static void put_place_columns(struct ul_table *t)
{
    ul_table_column(t, "CUDA", UL_WORDS);
    ul_table_column(t, "arch", UL_WORDS);
}

/* A count that is 0 is left out of a class's column, so that a class of which nothing is has none. */
static void put_count(struct ul_table *t, int n)
{
    if (n)
        ul_table_cell(t, "%d", n);
    else
        ul_table_cell(t, "%s", "");
}

/* --- Costs ------------------------------------------------------------------------------------------ */

static void put_cost(struct ul_table *t, const struct ul_cost *c)
{
    ul_table_row(t);
    ul_table_cell(t, "%s", c->subject->label);
    put_place(t, c->release, c->arch);
    ul_table_cell(t, "%s", c->flags);
    if (ul_cost_known(c))
        ul_table_cell(t, "%d", c->count.instructions);
    else
        ul_table_cell(t, "%s", "");
    for (int k = 0; k < UL_SASS_CLASSES; k++)
        put_count(t, c->count.of[k]);
    put_count(t, c->count.called);
    ul_table_cell(t, "%s", c->subject->cost.text ? c->subject->cost.text : "");
    if (c->reason)
        ul_table_cell(t, "%s: %s", ul_verdict_names[c->verdict], c->reason);
    else if (c->subject->cost.text)
        ul_table_cell(t, "%s", c->claim == UL_INFO ? "not judged here" : ul_verdict_names[c->claim]);
    if (c->verdict == UL_FAIL || c->verdict == UL_ERROR)
        ul_table_mark(t);
}

struct ul_table *ul_cost_table(const struct ul_cost *costs, int n)
{
    struct ul_table *t = ul_table_new();
    ul_table_column(t, "subject", UL_WORDS);
    put_place_columns(t);
    ul_table_column(t, "flags", UL_WORDS);
    ul_table_column(t, "instructions", UL_NUMBERS);
    for (int k = 0; k < UL_SASS_CLASSES; k++)
        ul_table_column(t, ul_sass_class_names[k], UL_NUMBERS);
    ul_table_column(t, "called", UL_NUMBERS);
    ul_table_column(t, "claim", UL_WIDE);
    ul_table_column(t, "verdict", UL_WIDE);
    for (int k = 0; k < n; k++)
        put_cost(t, &costs[k]);
    return t;
}

/* --- Accuracy against cost -------------------------------------------------------------------------- */

static void put_point(struct ul_table *t, const struct ul_pareto_point *p)
{
    char *label = ul_cost_label(p->cost);
    ul_table_cell(t, "%s", label);
    free(label);
    ul_table_cell(t, "%d", p->cost->count.instructions);
    put_count(t, p->cost->count.of[UL_SASS_MUFU]);
    put_count(t, p->cost->count.called);
    ul_table_cell(t, "%.6g", p->error);
    label = p->better ? ul_cost_label(p->better->cost) : NULL;
    ul_table_cell(t, label ? "%s is better" : "front", label);
    free(label);
    ul_table_cell(t, "%s", p->input);
    ul_table_cell(t, "%s", p->coverage);
}

static void put_group(struct ul_table *t, const struct ul_pareto_group *g, bool named)
{
    for (int k = 0; k < g->points; k++) {
        ul_table_row(t);
        if (named) {
            ul_table_cell(t, "%s", g->function);
            put_place(t, g->release, g->arch);
        }
        put_point(t, &g->point[k]);
    }
}

struct ul_table *ul_pareto_table(const struct ul_pareto *p, const struct ul_pareto_group *only)
{
    static const struct ul_column columns[] = {{"subject", UL_WORDS},      {"instructions", UL_NUMBERS},
                                               {"mufu", UL_NUMBERS},       {"called", UL_NUMBERS},
                                               {"error, ulp", UL_NUMBERS}, {"verdict", UL_WORDS},
                                               {"at", UL_WORDS},           {"inputs", UL_WORDS}};
    struct ul_table *t = ul_table_new();
    if (!only) {
        ul_table_column(t, "function", UL_WORDS);
        put_place_columns(t);
    }
    ul_table_columns(t, columns, sizeof columns / sizeof *columns);
    for (int k = 0; k < p->groups; k++)
        if (!only || only == &p->group[k])
            put_group(t, &p->group[k], !only);
    return t;
}
