/* eval: one input; every device's result, the exact value, the errors. */
#include "command.h"
#include "json.h"
#include "meter.h"
#include "report.h"
#include "row.h"
#include "runner.h"
#include "session.h"
#include "value.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One subject at one input. */
struct evaluation {
    const struct ul_options *options;
    struct ul_session session;
    const struct ul_subject *subject;
    ul_bits args[UL_MAX_PARAMETERS];
    ul_bits got[UL_MAX_RESULTS];
    float form[UL_MAX_FORMS]; /* what the documents' formulas give ... */
    bool has_form[UL_MAX_FORMS];
    bool heading; /* printed */
    int evaluated, failed, broken;
    struct ul_line unsupported; /* the last reason; empty: there was none */
};

/* A result, judged. */
struct judged {
    struct ul_record record;
    struct ul_errors errors;
};

static bool read_arguments(struct evaluation *e, struct ul_line *why)
{
    const struct ul_options *o = e->options;
    const struct ul_signature *s = &e->subject->signature;
    if (o->words - 1 != s->arguments)
        return ul_fail(why, "%s takes %d argument%s, not %d", e->subject->label, s->arguments,
                       s->arguments == 1 ? "" : "s", o->words - 1);
    for (int k = 0; k < s->parameters; k++)
        if (s->parameter[k].width > 1)
            return ul_fail(why, "%s takes vectors: eval takes numbers", e->subject->label);
    for (int k = 0; k < s->arguments; k++) {
        struct ul_line what;
        if (!ul_value_parse(s->argument[k].type, o->word[k + 1], &e->args[k], &what))
            return ul_fail(why, "argument %d: %s", k + 1, what.text);
    }
    return true;
}

static void take_result(void *context, const struct ul_outcome *o)
{
    struct evaluation *e = context;
    for (int k = 0; k < e->subject->signature.results; k++)
        e->got[k] = ul_block_result(o->out, o->block->capacity, &e->subject->signature, k, 0);
    for (int k = 0; k < UL_MAX_FORMS; k++) {
        e->has_form[k] = o->form[k] != NULL;
        if (o->form[k])
            memcpy(&e->form[k], o->form[k], sizeof e->form[k]);
    }
}

/* Is the input a special value that is missed by result k? */
static void judge_special(const struct evaluation *e, int k, const struct ul_row_setup *setup,
                          struct ul_meter *m)
{
    struct ul_edge *edge;
    int n = ul_edges(e->subject, &edge);
    for (int i = 0; i < n; i++)
        if (!memcmp(edge[i].args, e->args, sizeof e->args) && ul_row_requires(setup, &edge[i]) &&
            !ul_edge_met(&edge[i], e->subject, e->got, setup->unsigned_zeros) &&
            ul_edge_missed_result(&edge[i], e->subject, e->got, setup->unsigned_zeros) == k)
            ul_meter_missed(m, e->args, e->got[k], edge[i].result[0][k]);
    free(edge);
}

/* By a meter over the single input, and the errors that the meter certifies. */
static void judge(const struct evaluation *e, int k, const struct ul_place *place, const char *flags,
                  const char *approx, struct judged *j)
{
    const struct ul_signature *s = &e->subject->signature;
    struct ul_row_setup setup;
    unsigned char in[8 * UL_MAX_PARAMETERS] = {0}, *next = in;
    struct ul_block b = {.n = 1, .capacity = 1, .in = in};
    for (int a = 0; a < s->arguments; a++) {
        memcpy(next, &e->args[a], (size_t)ul_types[s->argument[a].type].bytes);
        next += ul_types[s->argument[a].type].bytes;
    }
    ul_row_begin(e->subject, k, place, flags, approx, e->options->bounds, &j->record, &setup);
    ul_errors_init(&j->errors);
    if (!ul_subject_is_measured(e->subject)) {
        j->record.judgements = 0;
        j->record.verdict = UL_SKIPPED;
        snprintf(j->record.reason, sizeof j->record.reason, "no reference yet");
        return;
    }
    struct ul_meter *m = ul_meter_new(&setup, &j->record, 1, 1, NULL);
    const void *form[UL_MAX_FORMS];
    for (int f = 0; f < UL_MAX_FORMS; f++)
        form[f] = e->has_form[f] ? &e->form[f] : NULL;
    if (!k)
        ul_meter_forms(m, form);
    ul_meter_block(m, &b, &e->got[k], NULL);
    judge_special(e, k, &setup, m);
    ul_meter_finish(m);
    ul_row_certify(&setup, e->args, e->got[k], &j->errors);
}

/* The exact value in 25 digits, allocated; NULL: nobody can tell. */
static char *exact(const struct evaluation *e, int k, const struct judged *j)
{
    struct ul_text t = {0};
    if (j->errors.decided)
        ul_exact_print(e->subject->reference[k], e->subject->signature.argument, e->args, &t);
    return t.data;
}

static bool has_figures(const struct ul_errors *x, enum ul_type t)
{
    return x->decided && ul_is_float(t) && x->wrong == UL_RIGHT && x->exact.kind != UL_EXACT_NAN;
}

/* ---- JSON ---- */

static json_t *value(const struct ul_parameter *p, ul_bits bits)
{
    char room[UL_VALUE_ROOM];
    return json_string(ul_value_print(p->type, bits, room));
}

static json_t *values(const struct ul_parameter *p, const ul_bits *bits, int n)
{
    json_t *list = json_array();
    for (int k = 0; k < n; k++)
        json_array_append_new(list, value(&p[k], bits[k]));
    return list;
}

/* Of several results the worst, measure by measure. */
static json_t *figures(const struct evaluation *e, const struct judged *j)
{
    const struct ul_signature *s = &e->subject->signature;
    double worst[UL_MEASURES];
    bool any = false;
    for (int k = 0; k < s->results; k++)
        for (int m = UL_OPENCL; m <= UL_ORDINAL && has_figures(&j[k].errors, s->result[k].type); m++) {
            worst[m] = any ? fmax(worst[m], j[k].errors.of[m]) : j[k].errors.of[m];
            any |= m == UL_ORDINAL;
        }
    if (!any)
        return json_null();
    json_t *ulp = json_object();
    for (int m = UL_OPENCL; m <= UL_ORDINAL; m++)
        ul_json_set(ulp, ul_measure_names[m], ul_json_figure(worst[m]));
    return ulp;
}

/* As the record of a result has them. */
static void add_bounds(json_t *list, const struct ul_record *r)
{
    char *text = ul_record_json(r);
    json_t *record = json_loads(text, 0, NULL);
    json_array_extend(list, json_object_get(record, "bounds"));
    json_decref(record);
    free(text);
}

static void print_json(const struct evaluation *e, const struct judged *j)
{
    const struct ul_signature *s = &e->subject->signature;
    const struct ul_record *first = &j[0].record;
    json_t *line = json_object(), *want = json_array(), *exacts = json_array(), *bounds = json_array();
    const struct ul_record *worst = first;
    for (int k = 0; k < s->results; k++) {
        char *digits = exact(e, k, &j[k]);
        json_array_append_new(want, digits ? value(&s->result[k], j[k].errors.want) : json_null());
        json_array_append_new(exacts, ul_json_string(digits));
        free(digits);
        add_bounds(bounds, &j[k].record);
        if (ul_verdict_worse(worst->verdict, j[k].record.verdict) != worst->verdict)
            worst = &j[k].record;
    }
    ul_json_set(line, "subject", ul_json_string(e->subject->name));
    ul_json_set(line, "device", ul_json_string(first->device.id));
    ul_json_set(line, "type", ul_json_string(ul_types[first->type].name));
    ul_json_set(line, "width", json_integer(first->width));
    ul_json_set(line, "flags", ul_json_string(first->flags));
    ul_json_set(line, "args", values(s->argument, e->args, s->arguments));
    ul_json_set(line, "got", values(s->result, e->got, s->results));
    ul_json_set(line, "want", want);
    ul_json_set(line, "exact", exacts);
    ul_json_set(line, "ulp", figures(e, j));
    ul_json_set(line, "bounds", bounds);
    ul_json_set(line, "verdict", ul_json_string(ul_verdict_names[worst->verdict]));
    ul_json_set(line, "reason", ul_json_string(*worst->reason ? worst->reason : NULL));
    char *text = ul_json_line(line);
    puts(text);
    free(text);
}

/* ---- text ---- */

static void print_heading(const struct evaluation *e, const struct judged *j)
{
    const struct ul_signature *s = &e->subject->signature;
    char room[UL_VALUE_ROOM];
    printf("%s(", e->subject->label);
    for (int k = 0; k < s->arguments; k++)
        printf("%s%s", k ? ", " : "", ul_value_print(s->argument[k].type, e->args[k], room));
    puts(")");
    for (int k = 0; k < s->results; k++) {
        char *digits = exact(e, k, &j[k]);
        if (digits)
            printf("  exact %s\n  want  %s\n", digits,
                   ul_value_print(s->result[k].type, j[k].errors.want, room));
        free(digits);
    }
}

static const char *const wrong_names[] = {[UL_RIGHT] = "right",
                                          [UL_WRONG_NAN] = "wrong: NaN or not",
                                          [UL_WRONG_INF] = "wrong: infinite or not",
                                          [UL_WRONG_SIGN] = "wrong: sign of zero",
                                          [UL_WRONG_VALUE] = "wrong value"};

static void print_errors(enum ul_type t, const struct judged *j)
{
    const struct ul_errors *x = &j->errors;
    const struct ul_record *r = &j->record;
    bool special = r->edges_missed > 0;
    if (r->verdict == UL_ERROR || r->verdict == UL_SKIPPED)
        printf("%s", r->reason);
    else if (r->has_wrong_input && !special)
        printf("%s", wrong_names[r->wrong_kind]);
    else if (r->flushed)
        printf("right, flushed");
    else if (has_figures(x, t))
        printf("opencl %.6g, cuda %.6g, ordinal %.6g ulp", x->of[UL_OPENCL], x->of[UL_CUDA],
               x->of[UL_ORDINAL]);
    else
        printf("%s", x->wrong == UL_RIGHT || special ? wrong_names[x->wrong] : "not judged");
    if (special)
        printf(", a special value missed");
}

static void print_row(const struct evaluation *e, int k, const struct judged *j)
{
    enum ul_type t = e->subject->signature.result[k].type;
    const struct ul_record *r = &j->record;
    char room[UL_VALUE_ROOM];
    printf("  %-12s %s%s%-17s ", r->device.id, r->flags, *r->flags ? " " : "",
           ul_value_print(t, e->got[k], room));
    print_errors(t, j);
    for (int b = 0; b < r->judgements; b++)
        if (r->judgement[b].bound.in_force)
            printf("; %s %s", r->judgement[b].bound.edition, r->judgement[b].bound.text);
    printf("  %s\n", ul_verdict_names[r->verdict]);
}

/* ---- the whole ---- */

static void conclude(struct evaluation *e, const struct ul_place *place, const char *flags,
                     const char *approx)
{
    int results = e->subject->signature.results;
    struct judged *j = ul_alloc((size_t)results * sizeof *j);
    for (int k = 0; k < results; k++) {
        judge(e, k, place, flags, approx, &j[k]);
        e->broken += j[k].record.verdict == UL_FAIL;
        e->failed += j[k].record.verdict == UL_ERROR;
    }
    e->evaluated++;
    if (e->options->json)
        print_json(e, j);
    else if (!e->heading)
        print_heading(e, j);
    e->heading = true;
    for (int k = 0; k < results; k++) {
        if (!e->options->json)
            print_row(e, k, &j[k]);
        ul_errors_clear(&j[k].errors);
    }
    free(j);
}

static void evaluate(struct evaluation *e, const struct ul_place *place, const char *flags)
{
    const struct ul_options *o = e->options;
    const char *approx = ul_row_approx(place, o->approx);
    struct ul_line why;
    struct ul_text log = {0};
    struct ul_runner_setup setup = {.place = place,
                                    .flags = flags,
                                    .approx = approx,
                                    .arch = o->arch,
                                    .timeout = o->timeout,
                                    .forms = true};
    if (!ul_requirement_met(&e->subject->requires, &place->device, &why)) {
        ul_fail(&e->unsupported, "%s on %s: %s", e->subject->label, place->device.id, why.text);
        return;
    }
    struct ul_runner *r = ul_runner_open(&setup, &e->subject, 1, &why);
    bool ok = r && ul_runner_run_tuples(r, 0, (const ul_bits(*)[UL_MAX_PARAMETERS]) & e->args, 1, take_result,
                                        e, &log, &why);
    if (r)
        ul_runner_close(r);
    if (ok) {
        conclude(e, place, flags, approx);
    } else {
        e->failed++;
        fprintf(stderr, "ulparity: %s on %s: %s\n%s", e->subject->label, place->device.id, why.text,
                log.data ? log.data : "");
    }
    ul_text_free(&log);
}

static void evaluate_everywhere(struct evaluation *e, int i)
{
    const struct ul_options *o = e->options;
    e->heading = false;
    for (int p = 0; p < e->session.places; p++)
        for (int f = 0; f < o->flag_sets; f++)
            if (ul_session_row(&e->session, i, e->session.place[p], o->flags[f]))
                evaluate(e, e->session.place[p], o->flags[f]);
}

/* A name of several types is its float function, unless the word or --type says otherwise. */
static bool is_meant(const struct evaluation *e, int i)
{
    const struct ul_session *s = &e->session;
    const struct ul_subject *x = &s->catalogue.subject[i];
    if (!ul_session_asks(s, i))
        return false;
    if (e->options->type || !strcmp(x->label, x->name) || !strcmp(x->label, e->options->word[0]))
        return true;
    for (int k = 0; k < s->catalogue.count; k++)
        if (s->chosen[k] && !strcmp(s->catalogue.subject[k].label, x->name))
            return false;
    return true;
}

/* Every subject that the word names: a file may hold several. The arguments are for all of them. */
static int run(struct evaluation *e, struct ul_line *why)
{
    const struct ul_catalogue *c = &e->session.catalogue;
    for (int trial = 1; trial >= 0; trial--)
        for (int i = 0; i < c->count; i++) {
            if (!is_meant(e, i))
                continue;
            e->subject = &c->subject[i];
            if (!read_arguments(e, why))
                return 2;
            if (!trial)
                evaluate_everywhere(e, i);
        }
    if (e->broken || e->failed || e->evaluated)
        return e->broken ? 1 : e->failed ? 3 : 0;
    int status = ul_session_nothing(&e->session, why);
    if (e->unsupported.text[0])
        *why = e->unsupported;
    return status;
}

int ul_command_eval(const struct ul_options *o)
{
    struct evaluation e = {.options = o};
    struct ul_line why = {{0}};
    struct ul_options subject_only = *o;
    subject_only.words = 1;
    int status = ul_session_open(&e.session, &subject_only, &why);
    if (!status)
        status = run(&e, &why);
    if (why.text[0])
        fprintf(stderr, "ulparity: %s\n", why.text);
    ul_session_close(&e.session);
    return status;
}
