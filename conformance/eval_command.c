/* eval: one input; every device's result, the exact value, the errors. */
#include "command.h"
#include "meter.h"
#include "report.h"
#include "row.h"
#include "runner.h"
#include "session.h"
#include "value.h"
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct evaluation {
    const struct ul_options *options;
    struct ul_session session;
    const struct ul_subject *subject;
    ul_bits args[UL_MAX_PARAMETERS];
    ul_bits got[UL_MAX_RESULTS];
    char *exact[UL_MAX_RESULTS]; /* 25 digits */
    int evaluated, failed, broken;
    bool heading;
};

static bool read_arguments(struct evaluation *e, struct ul_line *why)
{
    const struct ul_options *o = e->options;
    const struct ul_signature *s = &e->subject->signature;
    if (o->words - 1 != s->arguments)
        return ul_fail(why, "%s takes %d argument%s, not %d", e->subject->name, s->arguments,
                       s->arguments == 1 ? "" : "s", o->words - 1);
    for (int k = 0; k < s->arguments; k++) {
        struct ul_line what;
        if (!ul_value_parse(s->argument[k].type, o->word[k + 1], &e->args[k], &what))
            return ul_fail(why, "argument %d: %s", k + 1, what.text);
    }
    return true;
}

static void print_exact(struct evaluation *e)
{
    for (int k = 0; k < e->subject->signature.results; k++) {
        struct ul_text t = {0};
        ul_exact_print(e->subject->reference[k], e->subject->signature.argument, e->args, &t);
        e->exact[k] = t.data;
    }
}

static void take_result(void *context, const struct ul_outcome *o)
{
    struct evaluation *e = context;
    for (int k = 0; k < e->subject->signature.results; k++)
        e->got[k] = ul_block_result(o->out, o->block->capacity, &e->subject->signature, k, 0);
}

/* One result judged: a meter over a single input. */
static void judge(struct evaluation *e, int k, const struct ul_place *place, const char *flags,
                  const char *approx, struct ul_record *r)
{
    const struct ul_signature *s = &e->subject->signature;
    struct ul_row_setup setup;
    unsigned char in[8 * UL_MAX_PARAMETERS * 64] = {0}, y[8] = {0};
    struct ul_block b = {.n = 1, .capacity = 64, .in = in};
    size_t before = 0;
    for (int a = 0; a < s->arguments; a++) {
        memcpy(in + before * b.capacity, &e->args[a], (size_t)ul_types[s->argument[a].type].bytes);
        before += (size_t)ul_types[s->argument[a].type].bytes;
    }
    memcpy(y, &e->got[k], sizeof y);
    ul_row_begin(e->subject, k, place, flags, approx, e->options->bounds, r, &setup);
    r->coverage.kind = "file";
    r->coverage.inputs = 1;
    struct ul_meter *m = ul_meter_new(&setup, r, 1, 1, NULL);
    ul_meter_block(m, &b, y, NULL);
    ul_meter_finish(m);
}

/* The correctly rounded value, and the errors by measure. */
static void certify(struct evaluation *e, int k, const struct ul_record *r, struct ul_errors *x)
{
    struct ul_reading reading = {.type = e->subject->signature.result[k].type,
                                 .rounding = e->subject->rounding};
    (void)r;
    ul_errors_certify(e->subject->reference[k], e->subject->signature.argument, e->args, e->got[k], &reading,
                      x);
}

static json_t *figure(double x)
{
    if (isnan(x))
        return json_null();
    if (isinf(x))
        return json_string("inf");
    char text[32];
    snprintf(text, sizeof text, "%.15g", x);
    return json_real(strtod(text, NULL));
}

static json_t *values(const struct ul_parameter *p, const ul_bits *bits, int n)
{
    json_t *a = json_array();
    char room[UL_VALUE_ROOM];
    for (int k = 0; k < n; k++)
        json_array_append_new(a, json_string(ul_value_print(p[k].type, bits[k], room)));
    return a;
}

static void print_json(struct evaluation *e, const struct ul_place *place, const char *flags,
                       const struct ul_record *record)
{
    const struct ul_signature *s = &e->subject->signature;
    ul_bits want[UL_MAX_RESULTS];
    json_t *exact = json_array(), *bounds = json_array(), *ulp = NULL;
    enum ul_verdict worst = UL_INFO;
    for (int k = 0; k < s->results; k++) {
        struct ul_errors x;
        ul_errors_init(&x);
        certify(e, k, &record[k], &x);
        want[k] = x.want;
        json_array_append_new(exact, json_string(e->exact[k]));
        if (k == 0 && ul_is_float(s->result[0].type) && x.wrong == UL_RIGHT && x.exact.kind != UL_EXACT_NAN) {
            ulp = json_object();
            for (int m = UL_OPENCL; m <= UL_ORDINAL; m++)
                json_object_set_new(ulp, ul_measure_names[m], figure(x.of[m]));
        }
        for (int b = 0; b < record[k].judgements; b++) {
            const struct ul_judgement *j = &record[k].judgement[b];
            json_array_append_new(bounds,
                                  json_pack("{ss ss ss ss sb}", "edition", j->bound.edition, "row",
                                            j->bound.row, "text", j->bound.text, "verdict",
                                            ul_verdict_names[j->verdict], "in_force", j->bound.in_force));
        }
        if (record[k].verdict == UL_FAIL || worst == UL_INFO)
            worst = record[k].verdict;
        ul_errors_clear(&x);
    }
    json_t *line = json_pack("{ss ss ss si ss so so so so so so ss}", "subject", e->subject->name, "device",
                             place->device.id, "type", ul_types[ul_signature_type(s)].name, "width", 1,
                             "flags", flags, "args", values(s->argument, e->args, s->arguments), "got",
                             values(s->result, e->got, s->results), "want",
                             values(s->result, want, s->results), "exact", exact, "ulp",
                             ulp ? ulp : json_null(), "bounds", bounds, "verdict", ul_verdict_names[worst]);
    char *text = json_dumps(line, JSON_COMPACT);
    puts(text);
    free(text);
    json_decref(line);
}

static void print_heading(struct evaluation *e)
{
    const struct ul_signature *s = &e->subject->signature;
    char room[UL_VALUE_ROOM];
    printf("%s(", e->subject->name);
    for (int k = 0; k < s->arguments; k++)
        printf("%s%s", k ? ", " : "", ul_value_print(s->argument[k].type, e->args[k], room));
    puts(")");
    for (int k = 0; k < s->results; k++) {
        struct ul_errors x;
        ul_errors_init(&x);
        certify(e, k, NULL, &x);
        printf("  exact %s\n  want  %s\n", e->exact[k], ul_value_print(s->result[k].type, x.want, room));
        ul_errors_clear(&x);
    }
}

static const char *const wrong_names[] = {[UL_RIGHT] = "right",
                                          [UL_WRONG_NAN] = "wrong: NaN or not",
                                          [UL_WRONG_INF] = "wrong: infinite or not",
                                          [UL_WRONG_SIGN] = "wrong: sign of zero",
                                          [UL_WRONG_VALUE] = "wrong value"};

static void print_row(struct evaluation *e, int k, const struct ul_place *place, const char *flags,
                      const struct ul_record *r)
{
    const struct ul_signature *s = &e->subject->signature;
    struct ul_errors x;
    char room[UL_VALUE_ROOM], errors[128] = "right";
    ul_errors_init(&x);
    certify(e, k, r, &x);
    if (x.wrong != UL_RIGHT)
        snprintf(errors, sizeof errors, "%s", wrong_names[x.wrong]);
    else if (!x.decided)
        snprintf(errors, sizeof errors, "undecided");
    else if (ul_is_float(s->result[k].type) && x.exact.kind != UL_EXACT_NAN)
        snprintf(errors, sizeof errors, "opencl %.6g, cuda %.6g, ordinal %.6g ulp", x.of[UL_OPENCL],
                 x.of[UL_CUDA], x.of[UL_ORDINAL]);
    ul_errors_clear(&x);
    printf("  %-12s %s%s%-17s %s", place->device.id, flags, *flags ? " " : "",
           ul_value_print(s->result[k].type, e->got[k], room), errors);
    for (int b = 0; b < r->judgements; b++)
        if (r->judgement[b].bound.in_force)
            printf("; %s %s", r->judgement[b].bound.edition, r->judgement[b].bound.text);
    printf("  %s\n", ul_verdict_names[r->verdict]);
}

static void evaluate(struct evaluation *e, const struct ul_place *place, const char *flags)
{
    const struct ul_options *o = e->options;
    const char *approx = ul_row_approx(place, o->approx);
    struct ul_line why;
    struct ul_text log = {0};
    struct ul_runner_setup setup = {
        .place = place, .flags = flags, .approx = approx, .arch = o->arch, .timeout = o->timeout};
    bool ok = ul_requirement_met(&e->subject->requires, &place->device, &why);
    struct ul_runner *r = ok ? ul_runner_open(&setup, &e->subject, 1, &why) : NULL;
    ok = r && ul_runner_run_tuples(r, 0, (const ul_bits(*)[UL_MAX_PARAMETERS]) & e->args, 1, take_result, e,
                                   &log, &why);
    if (r)
        ul_runner_close(r);
    if (!ok) {
        e->failed++;
        fprintf(stderr, "ulparity: %s on %s: %s\n%s", e->subject->name, place->device.id, why.text,
                log.data ? log.data : "");
        ul_text_free(&log);
        return;
    }
    struct ul_record *record = ul_alloc(UL_MAX_RESULTS * sizeof *record);
    if (!e->heading && !o->json)
        print_heading(e);
    e->heading = true;
    e->evaluated++;
    for (int k = 0; k < e->subject->signature.results; k++) {
        judge(e, k, place, flags, approx, &record[k]);
        e->broken += record[k].verdict == UL_FAIL;
        if (!o->json)
            print_row(e, k, place, flags, &record[k]);
    }
    if (o->json)
        print_json(e, place, flags, record);
    free(record);
}

static int run(struct evaluation *e, struct ul_line *why)
{
    const struct ul_options *o = e->options;
    for (int i = 0; i < e->session.catalogue.count; i++)
        if (e->session.chosen[i]) {
            if (e->subject) {
                ul_fail(why, "'%s' names more than one subject", o->word[0]);
                return 2;
            }
            e->subject = &e->session.catalogue.subject[i];
        }
    if (!read_arguments(e, why))
        return 2;
    print_exact(e);
    for (int p = 0; p < e->session.places; p++)
        for (int f = 0; f < o->flag_sets; f++)
            if (ul_row_belongs(e->subject, e->session.place[p]) &&
                ul_flags_belong(o->flags[f], e->session.place[p]))
                evaluate(e, e->session.place[p], o->flags[f]);
    if (!e->evaluated && !e->failed)
        return ul_session_nothing(&e->session, why);
    return e->broken ? 1 : e->failed ? 3 : 0;
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
    if (why.text[0] && !e.evaluated && !e.failed)
        fprintf(stderr, "ulparity: %s\n", why.text);
    for (int k = 0; k < UL_MAX_RESULTS; k++)
        free(e.exact[k]);
    ul_session_close(&e.session);
    return status;
}
