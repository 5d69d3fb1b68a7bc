/* report: what records say. The records of a run's shards become those of the run as a whole; what is missing
 * of it is told, and nothing else then. */
#include "baseline.h"
#include "bounds.h"
#include "command.h"
#include "expect.h"
#include "inputs.h"
#include "records.h"
#include "reports/report.h"
#include "value.h"
#include <ctype.h>
#include <flint/flint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* NULL: a function of the user's, whose file is not here. */
static const struct ul_subject *subject_of(const json_t *record, const struct ul_catalogue *c)
{
    const char *name = ul_json_text(record, "subject"), *type = ul_json_text(record, "type");
    for (int k = 0; k < c->count; k++) {
        const struct ul_subject *s = &c->subject[k];
        if (!strcmp(s->name, name) && !strcmp(ul_types[ul_signature_type(&s->signature)].name, type))
            return s;
    }
    return NULL;
}

/* Records did not hold it always; pictures are drawn by it. */
static void add_signature(json_t *record, const struct ul_subject *s)
{
    struct ul_text text = {0};
    if (!s || json_object_get(record, "signature"))
        return;
    ul_signature_print(&s->signature, &text);
    ul_json_set(record, "signature", ul_json_string(text.data));
    ul_text_free(&text);
}

static int tell(const struct ul_records *r, const struct ul_options *o, const struct ul_catalogue *c,
                struct ul_expect *expect, struct ul_baseline *baseline, struct ul_line *why)
{
    struct ul_report report = ul_report_begin(o);
    for (int k = 0; k < r->count; k++) {
        json_t *record = r->entry[k].record;
        const struct ul_subject *s = subject_of(record, c);
        const bool known =
            expect && ul_expect_apply(expect, record, s ? s->label : ul_json_text(record, "subject"));
        if (baseline)
            ul_baseline_take(baseline, record, known);
        if (o->format != UL_JSON)
            add_signature(record, s);
        ul_report_record(&report, record);
    }
    if (expect)
        ul_expect_tell(expect);
    ul_report_close(&report);
    const struct ul_baseline_scope scope = {.all_devices = true};
    return baseline ? ul_baseline_tell(baseline, &scope, o, why) : ul_report_status(&report);
}

/* ---- --as inputs ---- */

static bool read_input(const struct ul_subject *s, const json_t *input, ul_bits *out)
{
    const int n = s->signature.arguments;
    bool ok = json_array_size(input) == (size_t)n;
    for (int k = 0; ok && k < n; k++) {
        const char *text = json_string_value(json_array_get(input, (size_t)k));
        ok = text && ul_value_parse(s->signature.argument[k].type, text, &out[k], NULL);
    }
    return ok;
}

/* Is it one of the n inputs that are known? */
static bool is_known(const ul_bits (*known)[UL_MAX_PARAMETERS], int n, const ul_bits *input, int arguments)
{
    bool found = false;
    for (int k = 0; k < n; k++)
        found |= !memcmp(known[k], input, (size_t)arguments * sizeof *input);
    return found;
}

/* Function, types, input: the columns of conformance/inputs. */
static char *input_key(const struct ul_subject *s, const char *word, const json_t *input)
{
    enum ul_type type[UL_MAX_PARAMETERS];
    struct ul_text t = {0};
    for (int k = 0; k < s->signature.arguments; k++)
        type[k] = s->signature.argument[k].type;
    char *types = ul_inputs_types(type, s->signature.arguments);
    ul_text_add(&t, "%s\t%s\t", word, types);
    free(types);
    for (size_t k = 0; k < json_array_size(input); k++)
        ul_text_add(&t, "%s%s", k ? ";" : "", json_string_value(json_array_get(input, k)));
    return t.data;
}

/* A row of conformance/inputs, where the record's worst error in ulp, which is no correct rounding's, is at
 * an input that is not there yet; an expression's has no name to stand under. `seen` keeps what was told. */
static void tell_input(const json_t *record, const struct ul_subject *s, json_t *seen)
{
    const json_t *worst = json_object_get(json_object_get(record, "ulp"), "opencl"),
                 *input = json_object_get(worst, "input");
    const int result = (int)ul_json_whole(record, "result");
    const ul_bits(*known)[UL_MAX_PARAMETERS];
    const char *word = NULL;
    ul_bits bits[UL_MAX_PARAMETERS] = {0};
    if (!s || result >= s->signature.results || !ul_is_float(s->signature.argument[0].type) ||
        !(ul_json_number(worst, "max") > 0.5) || !read_input(s, input, bits))
        return;
    const int n = ul_inputs_of(s, result, &word, &known);
    if (!word || !isalpha((unsigned char)word[0]) || is_known(known, n, bits, s->signature.arguments))
        return;
    char *key = input_key(s, word, input);
    const char *compiler = ul_json_text(record, "compiler");
    const int named = (int)strcspn(compiler, ","); /* PoCL's goes on with how it was built */
    if (!json_object_get(seen, key))
        printf("%s\tworst of %s, %.*s%s%s, found by a %s of %llu inputs: %.6g ulp\n", key,
               ul_json_text(record, ul_json_whole(record, "width") > 1 ? "label" : "subject"), named,
               compiler, named ? ", " : "", ul_json_text(record, "driver"),
               ul_json_text(json_object_get(record, "coverage"), "kind"),
               (unsigned long long)ul_json_whole(json_object_get(record, "coverage"), "inputs"),
               ul_json_number(worst, "max"));
    json_object_set_new(seen, key, json_true());
    free(key);
}

static int tell_inputs(const struct ul_records *r, const struct ul_catalogue *c, struct ul_line *why)
{
    json_t *seen = json_object();
    if (!ul_inputs_load(why))
        return 3;
    puts("function\ttype\tinput\tsource");
    for (int k = 0; k < r->count; k++)
        tell_input(r->entry[k].record, subject_of(r->entry[k].record, c), seen);
    json_decref(seen);
    return 0;
}

int ul_command_report(const struct ul_options *o)
{
    struct ul_records r = {0};
    struct ul_catalogue c = {0};
    struct ul_expect *expect = NULL;
    struct ul_baseline *baseline = NULL;
    struct ul_line why = {{0}};
    int status = ul_catalogue_load(&c, &why) && ul_bounds_load(&why) ? 0 : 3;
    if (!status && o->expect && !(expect = ul_expect_read(o->expect, &why)))
        status = 2;
    if (!status && o->baseline && !(baseline = ul_baseline_read(o->baseline, &why)))
        status = 2;
    if (!status && !ul_records_read(&r, o->word, o->words, &c, &why))
        status = 2;
    if (!status)
        status = o->as ? tell_inputs(&r, &c, &why) : tell(&r, o, &c, expect, baseline, &why);
    if (why.text[0])
        fprintf(stderr, "ulparity: %s\n", why.text);
    ul_records_free(&r);
    ul_expect_free(expect);
    ul_baseline_free(baseline);
    ul_catalogue_free(&c);
    flint_cleanup();
    return status;
}
