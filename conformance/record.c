#include "record.h"
#include "value.h"
#include <jansson.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const ul_verdict_names[UL_VERDICTS] = {
    [UL_PASS] = "pass",       [UL_FAIL] = "fail",   [UL_INFO] = "info", [UL_UNSUPPORTED] = "unsupported",
    [UL_SKIPPED] = "skipped", [UL_ERROR] = "error",
};

/* What is set never fails but for want of memory. */
static void set(json_t *object, const char *name, json_t *value)
{
    if (json_object_set_new(object, name, value)) {
        fprintf(stderr, "ulparity: out of memory (record)\n");
        exit(3);
    }
}

/* A string, or null. Drivers' names may hold bytes that are no UTF-8: those become '?'. */
static json_t *string(const char *s)
{
    if (!s)
        return json_null();
    json_t *j = json_string(s);
    if (j)
        return j;
    char *ascii = ul_strdup(s);
    for (char *c = ascii; *c; c++)
        if (*c & 0x80)
            *c = '?';
    j = json_string(ascii);
    free(ascii);
    return j;
}

static json_t *count(uint64_t n)
{
    return json_integer(n > (uint64_t)LLONG_MAX ? LLONG_MAX
                                                : (json_int_t)n); /* JSON's readers know no more */
}

/* A figure: whole numbers as such, infinity as the string "inf", the rest with 15 digits (see dump). */
static json_t *figure(double x)
{
    if (isnan(x))
        return json_null();
    if (isinf(x))
        return json_string(x < 0 ? "-inf" : "inf");
    if (x == floor(x) && fabs(x) < 0x1p53)
        return json_integer((json_int_t)x);
    return json_real(x);
}

void ul_record_value(struct ul_text *out, const struct ul_parameter *p, ul_bits bits)
{
    int lane_bits = 8 * ul_types[p->type].bytes;
    ul_bits mask = lane_bits == 64 ? ~(ul_bits)0 : ((ul_bits)1 << lane_bits) - 1;
    for (int lane = 0; lane < p->width && lane * lane_bits < 64; lane++) {
        char room[UL_VALUE_ROOM];
        ul_text_add(out, "%s%s", lane ? "," : "",
                    ul_value_print(p->type, bits >> (lane * lane_bits) & mask, room));
    }
}

static json_t *value(const struct ul_parameter *p, ul_bits bits)
{
    struct ul_text t = {0};
    ul_record_value(&t, p, bits);
    json_t *j = json_string(t.data);
    ul_text_free(&t);
    return j;
}

static json_t *input(const struct ul_subject *s, const ul_bits *bits)
{
    json_t *list = json_array();
    for (int k = 0; k < s->signature.arguments; k++)
        json_array_append_new(list, value(&s->signature.argument[k], bits[k]));
    return list;
}

static json_t *coverage(const struct ul_coverage *c)
{
    json_t *o = json_object();
    set(o, "kind", string(c->kind));
    set(o, "inputs", count(c->inputs));
    set(o, "seed", c->has_seed ? count(c->seed) : json_null());
    set(o, "range", string(c->range));
    set(o, "shard", string(c->shard));
    set(o, "file", string(c->file));
    return o;
}

static json_t *maximum(const struct ul_record *r, enum ul_measure m)
{
    const struct ul_maximum *max = &r->maximum[m];
    json_t *o = json_object();
    set(o, "max", figure(max->value));
    set(o, "upper", figure(max->upper));
    set(o, "input", input(r->subject, max->input));
    set(o, "got", value(&r->subject->signature.result[r->result], max->got));
    set(o, "want", value(&r->subject->signature.result[r->result], max->want));
    return o;
}

/* A figure that was not measured is absent, so that nobody takes it for a zero. */
static void set_maxima(json_t *o, const struct ul_record *r)
{
    json_t *ulp = json_object();
    for (int m = UL_OPENCL; m <= UL_ORDINAL; m++)
        if (r->maximum[m].present)
            set(ulp, ul_measure_names[m], maximum(r, (enum ul_measure)m));
    set(o, "ulp", ulp);
    for (int m = UL_ABS; m <= UL_REL; m++)
        if (r->maximum[m].present)
            set(o, ul_measure_names[m], maximum(r, (enum ul_measure)m));
}

static json_t *misrounded(const struct ul_record *r)
{
    if (r->misrounded_lo == r->misrounded_hi)
        return count(r->misrounded_lo);
    json_t *interval = json_array();
    json_array_append_new(interval, count(r->misrounded_lo));
    json_array_append_new(interval, count(r->misrounded_hi));
    return interval;
}

static const char *const wrong_names[] = {
    [UL_WRONG_NAN] = "nan", [UL_WRONG_INF] = "inf", [UL_WRONG_SIGN] = "sign", [UL_WRONG_VALUE] = "value"};

static json_t *wrong(const struct ul_record *r)
{
    json_t *o = json_object();
    for (int k = UL_WRONG_NAN; k <= UL_WRONG_VALUE; k++)
        set(o, wrong_names[k], count(r->wrong[k]));
    set(o, "input", r->has_wrong_input ? input(r->subject, r->wrong_input) : json_array());
    if (r->has_wrong_input) {
        set(o, "kind", string(wrong_names[r->wrong_kind]));
        set(o, "got", value(&r->subject->signature.result[r->result], r->wrong_got));
        set(o, "want", value(&r->subject->signature.result[r->result], r->wrong_want));
    }
    return o;
}

static json_t *flushed(const struct ul_record *r)
{
    json_t *o = json_object();
    set(o, "count", count(r->flushed));
    set(o, "input", r->has_flushed_input ? input(r->subject, r->flushed_input) : json_array());
    return o;
}

bool ul_limit_judges(enum ul_limit_kind kind)
{
    return kind != UL_LIMIT_IMPLEMENTATION_DEFINED && kind != UL_LIMIT_UNDOCUMENTED &&
           kind != UL_LIMIT_UNDEFINED;
}

static json_t *judgement(const struct ul_record *r, const struct ul_judgement *j)
{
    json_t *o = json_object();
    const struct ul_piece *piece = j->piece >= 0 ? &j->bound.piece[j->piece] : NULL;
    set(o, "edition", string(j->bound.edition));
    set(o, "row", string(j->bound.row));
    set(o, "text", string(j->bound.text));
    set(o, "measure", string(piece ? ul_measure_names[piece->measure] : NULL));
    if (piece) {
        if (ul_limit_judges(piece->kind))
            set(o, "limit", figure(j->limit));
        set(o, "error", figure(j->error));
        if (ul_limit_judges(piece->kind))
            set(o, "share", figure(j->share));
    }
    set(o, "input", j->has_input ? input(r->subject, j->input) : json_array());
    set(o, "guaranteed", json_boolean(j->bound.guaranteed));
    set(o, "in_force", json_boolean(j->bound.in_force));
    set(o, "verdict", string(ul_verdict_names[j->verdict]));
    return o;
}

static json_t *judgements(const struct ul_record *r)
{
    json_t *list = json_array();
    for (int k = 0; k < r->judgements; k++)
        json_array_append_new(list, judgement(r, &r->judgement[k]));
    return list;
}

static json_t *claims(const struct ul_record *r)
{
    json_t *list = json_array();
    for (int k = 0; k < r->claims; k++) {
        const struct ul_claim *c = &r->subject->claim[k];
        json_t *o = json_object();
        set(o, "text", string(c->text));
        set(o, "input", c->has_input ? input(r->subject, c->input) : json_array());
        set(o, "verdict", string(ul_verdict_names[r->claim_verdict[k]]));
        json_array_append_new(list, o);
    }
    return list;
}

/* Null for a block of which nothing was measured; one null for all when that is so of every block. */
static json_t *blocks(const double *block)
{
    json_t *list = json_array();
    bool any = false;
    for (int k = 0; k < UL_BLOCKS; k++) {
        any |= block[k] >= 0;
        json_array_append_new(list, block[k] >= 0 ? figure(block[k]) : json_null());
    }
    if (any)
        return list;
    json_decref(list);
    return json_null();
}

static void set_identity(json_t *o, const struct ul_record *r)
{
    set(o, "v", json_integer(UL_RECORD_VERSION));
    set(o, "tool", string(UL_VERSION));
    set(o, "subject", string(r->subject->name));
    set(o, "function", string(r->subject->function));
    set(o, "result", json_integer(r->result));
    set(o, "type", string(ul_types[r->type].name));
    set(o, "width", json_integer(r->width));
    set(o, "flags", string(r->flags));
    set(o, "approx", string(r->approx));
    set(o, "arch", string(r->arch));
    set(o, "device", string(r->device.id));
    set(o, "device_name", string(r->device.name));
    set(o, "driver", string(r->device.driver));
    set(o, "compiler", string(r->device.compiler));
    set(o, "coverage", coverage(&r->coverage));
}

char *ul_record_json(const struct ul_record *r)
{
    json_t *o = json_object();
    set_identity(o, r);
    set_maxima(o, r);
    set(o, "misrounded", misrounded(r));
    set(o, "over_1ulp", count(r->over_1ulp));
    set(o, "ulp_sum", count(r->ulp_sum));
    set(o, "wrong", wrong(r));
    set(o, "flushed", flushed(r));
    set(o, "bounds_version", string(ul_bounds_version()));
    set(o, "bounds", judgements(r));
    set(o, "claims", claims(r));
    set(o, "blocks", blocks(r->block));
    set(o, "verdict", string(ul_verdict_names[r->verdict]));
    set(o, "reason", string(*r->reason ? r->reason : NULL));
    set(o, "seconds", figure(r->seconds));
    char *line = json_dumps(o, JSON_COMPACT | JSON_REAL_PRECISION(15));
    json_decref(o);
    return line;
}
