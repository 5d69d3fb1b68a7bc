/* cost: the instructions of subjects as callable functions; with records, accuracy against cost. */
#include "bounds.h"
#include "command.h"
#include "cost.h"
#include "pareto.h"
#include "reports/cost_table.h"
#include "reports/pareto_picture.h"
#include "reports/report.h"
#include <flint/flint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct costing {
    const struct ul_options *options;
    struct ul_catalogue catalogue;
    int subjects;
    const struct ul_subject **subject;
    int releases;
    char **release; /* "12.8"; "": any */
    struct ul_records records;
    int costs;
    struct ul_cost *cost;
};

/* --- What is asked ---------------------------------------------------------------------------------- */

static bool is_of_type(const struct ul_subject *s, const char *type)
{
    return !type || !strcmp(type, ul_types[ul_signature_type(&s->signature)].name);
}

/* A subject that was named, not matched by a glob, has to be one that CUDA has. */
static bool suits_all(const struct costing *c, const bool *chosen, struct ul_line *why)
{
    for (int k = 0; k < c->catalogue.count && chosen; k++)
        for (int w = 0; w < c->options->words && chosen[k]; w++)
            if (ul_subject_is_named(&c->catalogue.subject[k], c->options->word[w]) &&
                !ul_cost_belongs(&c->catalogue.subject[k]))
                return ul_fail(
                    why, "cost: '%s' is no code of CUDA: cuda/..., ptx/..., approx/... and algorithms are",
                    c->options->word[w]);
    return true;
}

static bool choose_subjects(struct costing *c, struct ul_line *why)
{
    const struct ul_options *o = c->options;
    bool *chosen = NULL, ok = true;
    for (int k = 0; k < o->words && ok; k++)
        ok = ul_catalogue_choose(&c->catalogue, o->word[k], &chosen, why);
    ok = ok && suits_all(c, chosen, why);
    c->subject = ul_alloc((size_t)c->catalogue.count * sizeof *c->subject);
    for (int k = 0; k < c->catalogue.count && ok; k++) {
        const struct ul_subject *s = &c->catalogue.subject[k];
        if (chosen && chosen[k] && ul_cost_belongs(s) && is_of_type(s, o->type))
            c->subject[c->subjects++] = s;
    }
    free(chosen);
    return ok && (c->subjects || ul_fail(why, "cost: nothing that was asked for is CUDA's%s%s",
                                         o->type ? " and of type " : "", o->type ? o->type : ""));
}

/* "cuda", "cuda:0", "cuda:emulated", each perhaps with "@12.8": the release alone counts. */
static bool add_release(struct costing *c, const char *word, struct ul_line *why)
{
    const char *at = strchr(word, '@');
    if (strncmp(word, "cuda", 4) || !strchr(":@", word[4]) || (at && !at[1]))
        return ul_fail(why, "-d: '%s' is no CUDA release: it reads like cuda@12.8 or cuda:emulated@12.8",
                       word);
    for (int k = 0; k < c->releases; k++)
        if (!strcmp(c->release[k], at ? at + 1 : ""))
            return true;
    c->release = ul_realloc(c->release, ((size_t)c->releases + 1) * sizeof *c->release);
    c->release[c->releases++] = ul_strdup(at ? at + 1 : "");
    return true;
}

static bool choose_releases(struct costing *c, struct ul_line *why)
{
    bool ok = true;
    for (int k = 0; k < c->options->devices && ok; k++)
        ok = add_release(c, c->options->device[k], why);
    return ok && (c->releases || add_release(c, "cuda", why));
}

/* What has to be there before anything is counted; else the exit status. */
static int prepare(struct costing *c, struct ul_line *why)
{
    const struct ul_options *o = c->options;
    if (!ul_catalogue_load(&c->catalogue, why) || !ul_bounds_load(why))
        return 3;
    if ((o->format == UL_SVG || o->format == UL_HTML) && !o->records) {
        ul_fail(why, "--format %s: a picture needs errors too: --records FILE, of check -o FILE",
                o->format == UL_SVG ? "svg" : "html");
        return 2;
    }
    return choose_subjects(c, why) && choose_releases(c, why) &&
                   (!o->records ||
                    ul_records_read(&c->records, o->record_files, o->records, &c->catalogue, why))
               ? 0
               : 2;
}

/* --- Counting --------------------------------------------------------------------------------------- */

static int count_arch(struct costing *c, struct ul_coster *coster, int arch, struct ul_line *why)
{
    char release[UL_RELEASE_ROOM];
    const struct ul_device *d = ul_coster_device(coster);
    if (!ul_coster_knows(coster, arch)) {
        ul_fail(why, "--arch sm_%d: CUDA %s compiles for %s", arch, ul_release_text(d->toolkit, release),
                d->words);
        return 2;
    }
    if (!ul_coster_try(coster, arch, why))
        return 3;
    for (int f = 0; f < c->options->flag_sets; f++) {
        c->cost = ul_realloc(c->cost, (size_t)(c->costs + c->subjects) * sizeof *c->cost);
        ul_coster_count(coster, arch, c->options->flags[f], c->subject, c->subjects, c->cost + c->costs);
        c->costs += c->subjects;
    }
    return 0;
}

/* A release that is not here is a wrong word; where it has to be any, or its tool is missing, nothing can be
 * measured. */
static int count_release(struct costing *c, const char *release, struct ul_line *why)
{
    const struct ul_options *o = c->options;
    struct ul_coster *coster = ul_coster_open(release, o->timeout, why);
    if (!coster)
        return *release && !strncmp(why->text, "no CUDA release", 15) ? 2 : 3;
    int status = 0;
    for (int k = 0; k < o->archs && !status; k++)
        status = count_arch(c, coster, atoi(o->archs_given[k] + strlen("sm_")), why);
    if (!o->archs)
        status = count_arch(c, coster, ul_coster_device(coster)->arch, why);
    ul_coster_close(coster);
    return status;
}

/* --- Telling ---------------------------------------------------------------------------------------- */

static const struct ul_pareto_point *point_of(const struct ul_pareto *p, const struct ul_cost *c)
{
    for (int k = 0; k < p->groups; k++)
        for (int j = 0; j < p->group[k].points; j++)
            if (p->group[k].point[j].cost == c)
                return &p->group[k].point[j];
    return NULL;
}

static void print_json(const struct costing *c, const struct ul_pareto *p)
{
    for (int k = 0; k < c->costs; k++) {
        json_t *o = ul_cost_json(&c->cost[k]);
        const struct ul_pareto_point *point = point_of(p, &c->cost[k]);
        if (point) {
            char *better = point->better ? ul_cost_label(point->better->cost) : NULL;
            ul_json_set(o, "ulp", ul_json_figure(point->error));
            ul_json_set(o, "input", ul_json_string(point->input));
            ul_json_set(o, "coverage", ul_json_string(point->coverage));
            ul_json_set(o, "device", ul_json_string(point->device));
            ul_json_set(o, "front", json_boolean(!better));
            ul_json_set(o, "better", ul_json_string(better));
            free(better);
        }
        ul_json_print(o);
    }
}

/* "3 counted, 2 of 3 claims hold" */
static void print_summary(const struct costing *c)
{
    int counted = 0, judged = 0, held = 0, failed = 0, unsupported = 0;
    for (int k = 0; k < c->costs; k++) {
        counted += ul_cost_known(&c->cost[k]);
        judged += c->cost[k].claim != UL_INFO;
        held += c->cost[k].claim == UL_PASS;
        failed += c->cost[k].verdict == UL_ERROR;
        unsupported += c->cost[k].verdict == UL_UNSUPPORTED;
    }
    printf("\n%d counted", counted);
    if (judged)
        printf("; claims: %d kept, %d broken", held, judged - held);
    if (failed)
        printf(", %d error%s", failed, failed == 1 ? "" : "s");
    if (unsupported)
        printf(", %d unsupported", unsupported);
    puts("");
}

static void tell_pareto(const struct costing *c, const struct ul_pareto *p)
{
    if (c->options->format == UL_SVG)
        ul_pareto_svg(p, stdout);
    else if (c->options->format == UL_HTML)
        ul_pareto_html(p, stdout);
    else
        ul_report_table(ul_pareto_table(p, NULL), c->options);
    if (p->unmeasured)
        fprintf(
            stderr,
            "ulparity: %d of %d left out: no record of them by the same release and flags on a CUDA device\n",
            p->unmeasured, c->costs);
}

static int tell(const struct costing *c, struct ul_line *why)
{
    struct ul_pareto p = {0};
    if (c->options->records) {
        ul_pareto_make(&p, c->cost, c->costs, &c->records);
        if (!p.groups) {
            ul_fail(why, "--records: none is of what was counted, by that release on a CUDA device (check -d "
                         "cuda:emulated@RELEASE -o FILE)");
            return 2;
        }
    }
    if (c->options->format == UL_JSON)
        print_json(c, &p);
    else if (c->options->records)
        tell_pareto(c, &p);
    else {
        ul_report_table(ul_cost_table(c->cost, c->costs), c->options);
        if (c->options->format == UL_TEXT)
            print_summary(c);
    }
    ul_pareto_free(&p);
    return 0;
}

static int status_of(const struct costing *c)
{
    bool broken = false, failed = false, counted = false;
    for (int k = 0; k < c->costs; k++) {
        broken |= c->cost[k].claim == UL_FAIL;
        failed |= c->cost[k].verdict == UL_ERROR;
        counted |= ul_cost_known(&c->cost[k]);
    }
    return broken ? 1 : failed ? 3 : counted ? 0 : 77;
}

static void close_costing(struct costing *c)
{
    for (int k = 0; k < c->costs; k++)
        ul_cost_free(&c->cost[k]);
    for (int k = 0; k < c->releases; k++)
        free(c->release[k]);
    free(c->cost);
    free(c->release);
    free(c->subject);
    ul_records_free(&c->records);
    ul_catalogue_free(&c->catalogue);
    flint_cleanup();
}

int ul_command_cost(const struct ul_options *o)
{
    struct costing c = {.options = o};
    struct ul_line why;
    int status = prepare(&c, &why);
    for (int k = 0; k < c.releases && !status; k++)
        status = count_release(&c, c.release[k], &why);
    if (!status)
        status = tell(&c, &why);
    if (status)
        fprintf(stderr, "ulparity: %s\n", why.text);
    else
        status = status_of(&c);
    close_costing(&c);
    return status;
}
