/* eval: one input; every device's result, the exact value, the errors. */
#include "command.h"
#include "json.h"
#include "meter.h"
#include "reports/reproduce.h"
#include "row.h"
#include "runner.h"
#include "session.h"
#include "value.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One subject at one input: a number of each argument, or a vector. */
struct evaluation {
    const struct ul_options *options;
    struct ul_session session;
    const struct ul_subject *subject;
    int lanes; /* given for each argument */
    int width; /* at hand, whose results are those of the runner's width_at-th width */
    int width_at;
    ul_bits args[UL_MAX_WIDTH][UL_MAX_PARAMETERS];
    ul_bits got[UL_MAX_WIDTH][UL_MAX_RESULTS];
    float form[UL_MAX_FORMS][UL_MAX_WIDTH]; /* what the documents' formulas give ... */
    bool has_form[UL_MAX_FORMS];
    int heading; /* the width for which it was printed */
    int evaluated, failed, broken;
    struct ul_line unsupported; /* the last reason; empty: there was none */
    struct ul_line unwritten;   /* --reproduce */
};

/* A result, judged. */
struct judged {
    struct ul_record record;
    struct ul_errors errors;
};

static int count_lanes(const char *word)
{
    int n = 1;
    for (; *word; word++)
        n += *word == ',';
    return n;
}

/* Each lane of an argument; one number is for all of them. */
static bool read_argument(struct evaluation *e, int k, struct ul_line *why)
{
    const char *word = e->options->word[k + 1];
    const int lanes = count_lanes(word);
    struct ul_line what;
    if (lanes != 1 && lanes != e->lanes)
        return ul_fail(why, "argument %d: %d lanes, where others have %d", k + 1, lanes, e->lanes);
    for (int lane = 0; lane < UL_MAX_WIDTH; lane++) {
        char *one = ul_format("%.*s", (int)strcspn(word, ","), word);
        bool ok = ul_value_parse(e->subject->signature.argument[k].type, one, &e->args[lane][k], &what);
        free(one);
        if (!ok)
            return ul_fail(why, "argument %d: %s", k + 1, what.text);
        const char *comma = strchr(word, ',');
        word = comma ? comma + 1 : lanes == 1 ? word : e->options->word[k + 1];
    }
    return true;
}

static bool read_arguments(struct evaluation *e, struct ul_line *why)
{
    const struct ul_options *o = e->options;
    const struct ul_signature *s = &e->subject->signature;
    if (o->words - 1 != s->arguments)
        return ul_fail(why, "%s takes %d argument%s, not %d", e->subject->label, s->arguments,
                       s->arguments == 1 ? "" : "s", o->words - 1);
    if (ul_signature_width(s) != 1)
        return ul_fail(why, "%s takes vectors as a whole: eval takes what is done lane by lane",
                       e->subject->label);
    for (int k = 0; k < s->arguments; k++)
        if (!read_argument(e, k, why))
            return false;
    return true;
}

/* The lanes of the arguments are a width, which --width may repeat, not change. */
static bool choose_width(struct ul_options *o, int *lanes, struct ul_line *why)
{
    *lanes = 1;
    for (int k = 1; k < o->words; k++)
        *lanes = count_lanes(o->word[k]) > *lanes ? count_lanes(o->word[k]) : *lanes;
    bool known = false;
    for (int k = 0; k < UL_WIDTHS; k++)
        known |= ul_widths[k] == *lanes;
    if (!known)
        return ul_fail(why, "%d lanes: vectors have 2, 3, 4, 8 or 16", *lanes);
    if (*lanes == 1)
        return true;
    if (o->widths && (o->widths > 1 || o->width[0] != *lanes))
        return ul_fail(why, "--width: the arguments have %d lanes", *lanes);
    o->widths = 1;
    o->width[0] = *lanes;
    return true;
}

static void take_result(void *context, const struct ul_outcome *o)
{
    struct evaluation *e = context;
    for (int lane = 0; lane < e->width; lane++)
        for (int k = 0; k < e->subject->signature.results; k++)
            e->got[lane][k] = ul_block_result(o->out[e->width_at], o->block->capacity, &e->subject->signature,
                                              k, (uint32_t)lane);
    for (int k = 0; k < UL_MAX_FORMS; k++) {
        const void *form = o->form[e->width_at][k];
        e->has_form[k] = form != NULL;
        if (form)
            memcpy(e->form[k], form, (size_t)e->width * sizeof e->form[k][0]);
    }
}

/* Is the input a special value that is missed by result k? */
static void judge_special(const struct evaluation *e, int lane, int k, const struct ul_row_setup *setup,
                          struct ul_meter *m)
{
    struct ul_edge *edge;
    const ul_bits *args = e->args[lane], *got = e->got[lane];
    int n = ul_edges(e->subject, &edge);
    for (int i = 0; i < n; i++)
        if (!memcmp(edge[i].args, args, sizeof edge[i].args) && ul_row_requires(setup, &edge[i]) &&
            !ul_edge_met(&edge[i], e->subject, got, setup->unsigned_zeros) &&
            ul_edge_missed_result(&edge[i], e->subject, got, setup->unsigned_zeros) == k)
            ul_meter_missed(m, 0, args, got[k], edge[i].result[0][k]);
    free(edge);
}

/* By a meter over the single input, and the errors that the meter certifies. */
static void judge(const struct evaluation *e, int lane, int k, const struct ul_place *place,
                  const char *flags, const char *approx, struct judged *j)
{
    const struct ul_signature *s = &e->subject->signature;
    struct ul_row_setup setup;
    unsigned char in[8 * UL_MAX_PARAMETERS] = {0}, *next = in;
    struct ul_block b = {.n = 1, .capacity = 1, .in = in};
    for (int a = 0; a < s->arguments; a++) {
        memcpy(next, &e->args[lane][a], (size_t)ul_types[s->argument[a].type].bytes);
        next += ul_types[s->argument[a].type].bytes;
    }
    ul_row_begin(e->subject, k, place, flags, approx, e->options->bounds, &j->record, &setup);
    j->record.width = e->width;
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
        form[f] = e->has_form[f] ? &e->form[f][lane] : NULL;
    if (!k)
        ul_meter_forms(m, 0, form);
    ul_meter_block(m, &b, (const void *[]){&e->got[lane][k]}, 1, NULL);
    judge_special(e, lane, k, &setup, m);
    ul_meter_finish(m);
    ul_row_certify(&setup, e->args[lane], e->got[lane][k], &j->errors);
}

/* The exact value in 25 digits, allocated; NULL: nobody can tell. */
static char *exact(const struct evaluation *e, int lane, int k, const struct judged *j)
{
    struct ul_text t = {0};
    if (j->errors.decided)
        ul_exact_print(e->subject->reference[k], e->subject->signature.argument, e->args[lane], &t);
    return t.data;
}

/* Result k of a lane, judged. */
static const struct judged *judged_of(const struct evaluation *e, const struct judged *j, int lane, int k)
{
    return &j[lane * e->subject->signature.results + k];
}

static bool has_figures(const struct ul_errors *x, enum ul_type t)
{
    return x->decided && ul_is_float(t) && x->wrong == UL_RIGHT && x->exact.kind != UL_EXACT_NAN;
}

/* ---- JSON ---- */

/* A vector's lanes, joined by ','. */
static void add_lane(struct ul_text *t, int lane, const char *text)
{
    ul_text_add(t, "%s%s", lane ? "," : "", text);
}

static json_t *take_json(struct ul_text *t)
{
    json_t *s = ul_json_string(t->data);
    ul_text_free(t);
    return s;
}

static json_t *arguments(const struct evaluation *e)
{
    const struct ul_signature *s = &e->subject->signature;
    json_t *list = json_array();
    char room[UL_VALUE_ROOM];
    for (int k = 0; k < s->arguments; k++) {
        struct ul_text t = {0};
        for (int lane = 0; lane < e->width; lane++)
            add_lane(&t, lane, ul_value_print(s->argument[k].type, e->args[lane][k], room));
        json_array_append_new(list, take_json(&t));
    }
    return list;
}

/* Of each result what a device gave, what is right, and the exact value; null where nobody can tell. */
static void add_results(json_t *line, const struct evaluation *e, const struct judged *j)
{
    const struct ul_signature *s = &e->subject->signature;
    json_t *gots = json_array(), *wants = json_array(), *exacts = json_array();
    char room[UL_VALUE_ROOM];
    for (int k = 0; k < s->results; k++) {
        struct ul_text got = {0}, want = {0}, digits = {0};
        bool known = true;
        for (int lane = 0; lane < e->width; lane++) {
            const struct judged *x = judged_of(e, j, lane, k);
            char *one = exact(e, lane, k, x);
            known &= one != NULL;
            add_lane(&got, lane, ul_value_print(s->result[k].type, e->got[lane][k], room));
            add_lane(&want, lane, ul_value_print(s->result[k].type, x->errors.want, room));
            add_lane(&digits, lane, one ? one : "");
            free(one);
        }
        if (!known) {
            ul_text_free(&want);
            ul_text_free(&digits);
        }
        json_array_append_new(gots, take_json(&got));
        json_array_append_new(wants, take_json(&want));
        json_array_append_new(exacts, take_json(&digits));
    }
    ul_json_set(line, "got", gots);
    ul_json_set(line, "want", wants);
    ul_json_set(line, "exact", exacts);
}

/* Of several results and lanes the worst, measure by measure. */
static json_t *figures(const struct evaluation *e, const struct judged *j)
{
    const struct ul_signature *s = &e->subject->signature;
    double worst[UL_MEASURES];
    bool any = false;
    for (int i = 0; i < e->width * s->results; i++)
        for (int m = UL_OPENCL; m <= UL_ORDINAL && has_figures(&j[i].errors, s->result[i % s->results].type);
             m++) {
            worst[m] = any ? fmax(worst[m], j[i].errors.of[m]) : j[i].errors.of[m];
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

/* Of a result the lane with the worst verdict. */
static const struct ul_record *worst_lane(const struct evaluation *e, const struct judged *j, int k)
{
    const struct ul_record *worst = &judged_of(e, j, 0, k)->record;
    for (int lane = 1; lane < e->width; lane++) {
        const struct ul_record *r = &judged_of(e, j, lane, k)->record;
        if (ul_verdict_worse(worst->verdict, r->verdict) != worst->verdict)
            worst = r;
    }
    return worst;
}

static void print_json(const struct evaluation *e, const struct judged *j)
{
    const struct ul_record *worst = worst_lane(e, j, 0);
    json_t *line = json_object(), *bounds = json_array();
    for (int k = 0; k < e->subject->signature.results; k++) {
        const struct ul_record *r = worst_lane(e, j, k);
        add_bounds(bounds, r);
        if (ul_verdict_worse(worst->verdict, r->verdict) != worst->verdict)
            worst = r;
    }
    ul_json_set(line, "subject", ul_json_string(e->subject->name));
    ul_json_set(line, "device", ul_json_string(worst->device.id));
    ul_json_set(line, "type", ul_json_string(ul_types[worst->type].name));
    ul_json_set(line, "width", json_integer(worst->width));
    ul_json_set(line, "flags", ul_json_string(worst->flags));
    ul_json_set(line, "args", arguments(e));
    add_results(line, e, j);
    ul_json_set(line, "ulp", figures(e, j));
    ul_json_set(line, "bounds", bounds);
    ul_json_set(line, "verdict", ul_json_string(ul_verdict_names[worst->verdict]));
    ul_json_set(line, "reason", ul_json_string(*worst->reason ? worst->reason : NULL));
    ul_json_print(line);
}

/* ---- text ---- */

/* "lane 3 ", which a number has none of. */
static const char *lane_text(const struct evaluation *e, int lane, char room[32])
{
    room[0] = 0;
    if (e->width > 1)
        snprintf(room, 32, "lane %-2d ", lane);
    return room;
}

static void print_heading(const struct evaluation *e, const struct judged *j)
{
    const struct ul_signature *s = &e->subject->signature;
    char room[UL_VALUE_ROOM], at[32];
    printf("%s(", e->subject->label);
    for (int k = 0; k < s->arguments; k++)
        for (int lane = 0; lane < e->width; lane++)
            printf("%s%s",
                   lane ? ","
                   : k  ? ", "
                        : "",
                   ul_value_print(s->argument[k].type, e->args[lane][k], room));
    puts(")");
    for (int i = 0; i < e->width * s->results; i++) {
        const int lane = i / s->results, k = i % s->results;
        char *digits = exact(e, lane, k, &j[i]);
        lane_text(e, lane, at);
        if (digits)
            printf("  %sexact %s\n  %swant  %s\n", at, digits, at,
                   ul_value_print(s->result[k].type, j[i].errors.want, room));
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

static void print_row(const struct evaluation *e, int lane, int k, const struct judged *j)
{
    char at[32];
    enum ul_type t = e->subject->signature.result[k].type;
    const struct ul_record *r = &j->record;
    char room[UL_VALUE_ROOM];
    printf("  %-12s %s%s%s%-17s ", r->device.id, r->flags, *r->flags ? " " : "", lane_text(e, lane, at),
           ul_value_print(t, e->got[lane][k], room));
    print_errors(t, j);
    for (int b = 0; b < r->judgements; b++)
        if (r->judgement[b].bound.in_force)
            printf("; %s %s", r->judgement[b].bound.edition, r->judgement[b].bound.text);
    printf("  %s\n", ul_verdict_names[r->verdict]);
}

/* ---- the whole ---- */

/* The result as a program for a bug report. */
static void reproduce(struct evaluation *e, const struct ul_place *place, const char *flags,
                      const char *approx, const struct judged *j)
{
    const int results = e->subject->signature.results;
    ul_bits want[UL_MAX_WIDTH][UL_MAX_RESULTS] = {{0}};
    char *digits[UL_MAX_WIDTH * UL_MAX_RESULTS];
    bool known = true;
    for (int i = 0; i < e->width * results; i++) {
        digits[i] = exact(e, i / results, i % results, &j[i]);
        known &= digits[i] != NULL;
        want[i / results][i % results] = j[i].errors.want;
    }
    const struct ul_reproduction r = {.subject = e->subject,
                                      .place = place,
                                      .flags = flags,
                                      .approx = approx,
                                      .width = e->width,
                                      .args = (const ul_bits(*)[UL_MAX_PARAMETERS])e->args,
                                      .got = (const ul_bits(*)[UL_MAX_RESULTS])e->got,
                                      .want = known ? (const ul_bits(*)[UL_MAX_RESULTS])want : NULL,
                                      .exact = (const char *const *)digits};
    if (!e->unwritten.text[0])
        ul_reproduce(&r, e->options->reproduce, &e->unwritten);
    for (int i = 0; i < e->width * results; i++)
        free(digits[i]);
}

static void conclude(struct evaluation *e, const struct ul_place *place, const char *flags,
                     const char *approx)
{
    const int results = e->subject->signature.results, all = e->width * results;
    struct judged *j = ul_alloc((size_t)all * sizeof *j);
    for (int i = 0; i < all; i++) {
        judge(e, i / results, i % results, place, flags, approx, &j[i]);
        e->broken += j[i].record.verdict == UL_FAIL;
        e->failed += j[i].record.verdict == UL_ERROR;
    }
    e->evaluated++;
    if (e->options->format == UL_JSON)
        print_json(e, j);
    else if (e->heading != e->width)
        print_heading(e, j);
    e->heading = e->width;
    if (e->options->reproduce)
        reproduce(e, place, flags, approx, j);
    for (int i = 0; i < all; i++) {
        if (e->options->format != UL_JSON)
            print_row(e, i / results, i % results, &j[i]);
        ul_errors_clear(&j[i].errors);
    }
    free(j);
}

/* One vector, at the width that is at hand. */
static bool run_width(struct evaluation *e, struct ul_runner *r, struct ul_text *log, struct ul_line *why)
{
    int width[UL_WIDTHS], widths = ul_runner_widths(r, 0, width);
    for (e->width_at = 0; e->width_at < widths && width[e->width_at] != e->width;)
        e->width_at++;
    return ul_runner_run_tuples(r, 0, (const ul_bits(*)[UL_MAX_PARAMETERS])e->args, (uint32_t)e->width,
                                take_result, e, log, why);
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
                                    .forms = true,
                                    .widths = o->widths,
                                    .width = o->width};
    if (!ul_requirement_met(&e->subject->requires, &place->device, &why)) {
        ul_fail(&e->unsupported, "%s on %s: %s", e->subject->label, place->device.id, why.text);
        return;
    }
    struct ul_runner *r = ul_runner_open(&setup, &e->subject, 1, &why);
    int width[UL_WIDTHS];
    bool wanted[UL_WIDTHS], ok = r != NULL;
    int widths = ul_session_widths(&e->session, e->subject, width, wanted);
    for (int w = 0; w < widths && ok; w++) {
        e->width = width[w];
        if (wanted[w] && (ok = run_width(e, r, &log, &why)))
            conclude(e, place, flags, approx);
    }
    if (r)
        ul_runner_close(r);
    if (!ok) {
        e->failed++;
        fprintf(stderr, "ulparity: %s on %s: %s\n%s", e->subject->label, place->device.id, why.text,
                log.data ? log.data : "");
    }
    ul_text_free(&log);
}

static void evaluate_everywhere(struct evaluation *e, int i)
{
    const struct ul_options *o = e->options;
    e->heading = 0;
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

static bool takes_as_many(const struct evaluation *e, int i)
{
    const struct ul_subject *s = ul_subject_measured(&e->session.catalogue.subject[i]);
    return s->signature.arguments == e->options->words - 1;
}

/* One name may be that of functions of vectors of several sizes (opencl/dot): those that take as many numbers
 * as are given, if there are any. */
static bool is_of_another_size(const struct evaluation *e, int i)
{
    const struct ul_catalogue *c = &e->session.catalogue;
    if (takes_as_many(e, i) || strcmp(c->subject[i].name, e->options->word[0]))
        return false;
    for (int k = 0; k < c->count; k++)
        if (is_meant(e, k) && takes_as_many(e, k))
            return true;
    return false;
}

/* Every subject that the word names: a file may hold several. The arguments are for all of them. */
static int run(struct evaluation *e, struct ul_line *why)
{
    const struct ul_catalogue *c = &e->session.catalogue;
    for (int trial = 1; trial >= 0; trial--)
        for (int i = 0; i < c->count; i++) {
            if (!is_meant(e, i) || is_of_another_size(e, i))
                continue;
            e->subject = ul_subject_measured(&c->subject[i]);
            if (!read_arguments(e, why))
                return 2;
            if (!trial)
                evaluate_everywhere(e, i);
        }
    if (e->unwritten.text[0]) {
        *why = e->unwritten;
        return 2;
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
    struct ul_options full = *o, subject_only;
    struct evaluation e = {.options = &full};
    struct ul_line why = {{0}};
    int status = choose_width(&full, &e.lanes, &why) ? 0 : 2;
    subject_only = full;
    subject_only.words = 1;
    if (!status)
        status = ul_session_open(&e.session, &subject_only, &why);
    if (!status)
        status = run(&e, &why);
    if (why.text[0])
        fprintf(stderr, "ulparity: %s\n", why.text);
    ul_session_close(&e.session);
    return status;
}
