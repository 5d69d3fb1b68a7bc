#include "pareto.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Records ---------------------------------------------------------------------------------------- */

/* What records say of a cost's subject. */
struct finding {
    double error; /* NaN: nothing */
    char *input, *coverage, *device;
};

static void forget(struct finding *f)
{
    free(f->input);
    free(f->coverage);
    free(f->device);
}

/* Is the record of the same code: of the subject, by the same release, under the same flags? */
static bool is_of(const json_t *record, const struct ul_cost *c)
{
    static const char compiler[] = "NVRTC ";
    char release[UL_RELEASE_ROOM];
    const char *by = ul_json_text(record, "compiler");
    return !strcmp(ul_json_text(record, "subject"), c->subject->name) &&
           !strncmp(ul_json_text(record, "device"), "cuda:", 5) &&
           !strcmp(ul_json_text(record, "flags"), c->flags) &&
           strcmp(ul_json_text(record, "approx"), "mufu") && !strncmp(by, compiler, sizeof compiler - 1) &&
           !strcmp(by + sizeof compiler - 1, ul_release_text(c->release, release));
}

static char *inputs_text(const json_t *maximum)
{
    const json_t *list = json_object_get(maximum, "input");
    struct ul_text t = {0};
    ul_text_put(&t, "", 0);
    for (size_t k = 0; k < json_array_size(list); k++)
        ul_text_add(&t, "%s%s", k ? "; " : "", json_string_value(json_array_get(list, k)));
    return t.data;
}

static void take(struct finding *f, const json_t *record)
{
    const json_t *maximum = json_object_get(json_object_get(record, "ulp"), "opencl"),
                 *coverage = json_object_get(record, "coverage");
    const double error = ul_json_number(maximum, "max");
    if (isnan(error) || error <= f->error)
        return;
    forget(f);
    f->error = error;
    f->input = error > 0 ? inputs_text(maximum) : ul_strdup("");
    f->coverage = ul_format("%s %llu", ul_json_text(coverage, "kind"),
                            (unsigned long long)ul_json_whole(coverage, "inputs"));
    f->device = ul_strdup(ul_json_text(record, "device"));
}

/* --- Groups ----------------------------------------------------------------------------------------- */

/* What a subject computes, allocated; NULL: nobody says. */
static char *function_text(const struct ul_subject *s)
{
    static const char *const roundings[] = {
        [UL_NEAREST] = "", [UL_TO_ZERO] = ", toward zero", [UL_UP] = ", upward", [UL_DOWN] = ", downward"};
    struct ul_text t = {0};
    for (int k = 0; k < UL_MAX_RESULTS && s->reference[k]; k++)
        ul_text_add(&t, "%s%s", k ? "; " : "", s->reference[k]->text);
    if (t.length)
        ul_text_add(&t, ", %s%s", ul_types[ul_signature_type(&s->signature)].name, roundings[s->rounding]);
    if (t.length && ul_signature_width(&s->signature) > 1) /* a call is for so many results */
        ul_text_add(&t, ", vectors of %d", ul_signature_width(&s->signature));
    return t.data;
}

static struct ul_pareto_group *group_of(struct ul_pareto *p, const char *function, const struct ul_cost *c)
{
    for (int k = 0; k < p->groups; k++)
        if (p->group[k].arch == c->arch && p->group[k].release == c->release &&
            !strcmp(p->group[k].function, function))
            return &p->group[k];
    p->group = ul_realloc(p->group, ((size_t)p->groups + 1) * sizeof *p->group);
    p->group[p->groups] =
        (struct ul_pareto_group){.function = ul_strdup(function), .arch = c->arch, .release = c->release};
    return &p->group[p->groups++];
}

/* Takes the finding's texts. */
static void add_point(struct ul_pareto *p, const struct ul_cost *c, struct finding *f)
{
    char *function = isnan(f->error) ? NULL : function_text(c->subject);
    if (!function) {
        p->unmeasured++;
        forget(f);
        return;
    }
    struct ul_pareto_group *g = group_of(p, function, c);
    g->point = ul_realloc(g->point, ((size_t)g->points + 1) * sizeof *g->point);
    g->point[g->points++] = (struct ul_pareto_point){
        .cost = c, .error = f->error, .input = f->input, .coverage = f->coverage, .device = f->device};
    free(function);
}

static int in_order(const void *a, const void *b)
{
    const struct ul_pareto_point *x = a, *y = b;
    const int n = x->cost->count.instructions, m = y->cost->count.instructions;
    if (n != m)
        return n < m ? -1 : 1;
    if (x->error != y->error)
        return x->error < y->error ? -1 : 1;
    return strcmp(x->cost->subject->label, y->cost->subject->label);
}

/* Sorted: those that dominate stand before. The one that is named is the most accurate of these. */
static void find_front(struct ul_pareto_group *g)
{
    qsort(g->point, (size_t)g->points, sizeof *g->point, in_order);
    for (int k = 0; k < g->points; k++)
        for (int j = 0; j < k; j++) {
            struct ul_pareto_point *x = &g->point[k], *y = &g->point[j];
            const bool cheaper = y->cost->count.instructions < x->cost->count.instructions;
            if (y->error <= x->error && (cheaper || y->error < x->error) &&
                (!x->better || y->error < x->better->error))
                x->better = y;
        }
}

void ul_pareto_make(struct ul_pareto *p, const struct ul_cost *costs, int n, const struct ul_records *records)
{
    *p = (struct ul_pareto){0};
    for (int k = 0; k < n; k++) {
        struct finding f = {.error = NAN};
        if (!ul_cost_known(&costs[k]))
            continue;
        for (int r = 0; r < records->count; r++)
            if (is_of(records->entry[r].record, &costs[k]))
                take(&f, records->entry[r].record);
        add_point(p, &costs[k], &f);
    }
    for (int k = 0; k < p->groups; k++)
        find_front(&p->group[k]);
}

void ul_pareto_free(struct ul_pareto *p)
{
    for (int k = 0; k < p->groups; k++) {
        for (int j = 0; j < p->group[k].points; j++) {
            free(p->group[k].point[j].input);
            free(p->group[k].point[j].coverage);
            free(p->group[k].point[j].device);
        }
        free(p->group[k].point);
        free(p->group[k].function);
    }
    free(p->group);
    *p = (struct ul_pareto){0};
}
