#include "record.h"
#include "json.h"
#include "part.h"
#include "value.h"
#include <string.h>

const char *const ul_verdict_names[UL_VERDICTS] = {
    [UL_PASS] = "pass",       [UL_FAIL] = "fail",   [UL_INFO] = "info", [UL_UNSUPPORTED] = "unsupported",
    [UL_SKIPPED] = "skipped", [UL_ERROR] = "error",
};

enum ul_verdict ul_verdict_named(const char *name)
{
    int v = 0;
    while (v < UL_VERDICTS && (!name || strcmp(name, ul_verdict_names[v])))
        v++;
    return (enum ul_verdict)v;
}

enum ul_verdict ul_verdict_worse(enum ul_verdict a, enum ul_verdict b)
{
    static const int rank[UL_VERDICTS] = {[UL_INFO] = 0, [UL_PASS] = 1, [UL_ERROR] = 2, [UL_FAIL] = 3};
    return rank[a] >= rank[b] ? a : b;
}

static void add_lane(struct ul_text *t, int lane, enum ul_type type, ul_bits bits)
{
    char room[UL_VALUE_ROOM];
    ul_text_add(t, "%s%s", lane ? "," : "", ul_value_print(type, bits, room));
}

/* Its lanes, lowest first, joined by ','. */
static json_t *value(const struct ul_parameter *p, ul_bits bits)
{
    int lane_bits = 8 * ul_types[p->type].bytes;
    ul_bits mask = ul_value_mask(p->type);
    struct ul_text t = {0};
    for (int lane = 0; lane < p->width && lane * lane_bits < 64; lane++)
        add_lane(&t, lane, p->type, bits >> (lane * lane_bits) & mask);
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
    ul_json_set(o, "kind", ul_json_string(c->kind));
    ul_json_set(o, "inputs", ul_json_count(c->inputs));
    ul_json_set(o, "seed", c->has_seed ? ul_json_count(c->seed) : json_null());
    ul_json_set(o, "range", ul_json_string(c->range));
    ul_json_set(o, "shard", ul_json_string(c->shard));
    ul_json_set(o, "file", ul_json_string(c->file));
    if (c->budget)
        ul_json_set(o, "budget", ul_json_string(c->budget));
    if (c->scouted)
        ul_json_set(o, "scouted", ul_json_count(c->scouted));
    return o;
}

static json_t *maximum(const struct ul_record *r, enum ul_measure m)
{
    const struct ul_maximum *max = &r->maximum[m];
    json_t *o = json_object();
    ul_json_set(o, "max", ul_json_figure(max->value));
    ul_json_set(o, "upper", ul_json_figure(max->upper));
    ul_json_set(o, "input", input(r->subject, max->input));
    ul_json_set(o, "got", value(&r->subject->signature.result[r->result], max->got));
    ul_json_set(o, "want", value(&r->subject->signature.result[r->result], max->want));
    return o;
}

/* A figure that was not measured is absent, so that nobody takes it for a zero. */
static void set_maxima(json_t *o, const struct ul_record *r)
{
    json_t *ulp = json_object();
    for (int m = UL_OPENCL; m <= UL_ORDINAL; m++)
        if (r->maximum[m].present)
            ul_json_set(ulp, ul_measure_names[m], maximum(r, (enum ul_measure)m));
    ul_json_set(o, "ulp", ulp);
    for (int m = UL_ABS; m <= UL_REL; m++)
        if (r->maximum[m].present)
            ul_json_set(o, ul_measure_names[m], maximum(r, (enum ul_measure)m));
}

static const char *const wrong_names[] = {
    [UL_WRONG_NAN] = "nan", [UL_WRONG_INF] = "inf", [UL_WRONG_SIGN] = "sign", [UL_WRONG_VALUE] = "value"};

static json_t *wrong(const struct ul_record *r)
{
    json_t *o = json_object();
    for (int k = UL_WRONG_NAN; k <= UL_WRONG_VALUE; k++)
        ul_json_set(o, wrong_names[k], ul_json_count(r->wrong[k]));
    ul_json_set(o, "input", r->has_wrong_input ? input(r->subject, r->wrong_input) : json_array());
    if (r->has_wrong_input) {
        ul_json_set(o, "kind", ul_json_string(wrong_names[r->wrong_kind]));
        ul_json_set(o, "got", value(&r->subject->signature.result[r->result], r->wrong_got));
        ul_json_set(o, "want", value(&r->subject->signature.result[r->result], r->wrong_want));
    }
    return o;
}

static json_t *flushed(const struct ul_record *r)
{
    json_t *o = json_object();
    ul_json_set(o, "count", ul_json_count(r->flushed));
    ul_json_set(o, "input", r->has_flushed_input ? input(r->subject, r->flushed_input) : json_array());
    return o;
}

/* The piece where the share is largest, or the first. */
static const struct ul_piece *shown_piece(const struct ul_judgement *j)
{
    return j->bound.pieces ? &j->bound.piece[j->piece >= 0 ? j->piece : 0] : NULL;
}

/* Results that were compared with the document's formula, and the first that is not equal. */
static json_t *derived(const struct ul_record *r, const struct ul_judgement *j)
{
    json_t *o = json_object();
    ul_json_set(o, "compared", ul_json_count(j->compared));
    ul_json_set(o, "differ", ul_json_count(j->differing));
    ul_json_set(o, "input", j->differing ? input(r->subject, j->differing_input) : json_array());
    return o;
}

/* The vectors of the arguments, in the same way. */
static json_t *vectors(const struct ul_record *r)
{
    json_t *list = json_array();
    for (int k = 0; k < r->subject->signature.arguments; k++) {
        struct ul_text t = {0};
        for (int lane = 0; lane < r->width; lane++)
            add_lane(&t, lane, r->subject->signature.argument[k].type, r->width1.vector[k][lane]);
        json_array_append_new(list, json_string(t.data));
        ul_text_free(&t);
    }
    return list;
}

static json_t *width1(const struct ul_record *r)
{
    const struct ul_parameter *p = &r->subject->signature.result[r->result];
    json_t *o = json_object();
    ul_json_set(o, "differ", ul_json_count(r->width1.count));
    if (r->width1.count) {
        ul_json_set(o, "input", vectors(r));
        ul_json_set(o, "lane", json_integer(r->width1.lane));
        ul_json_set(o, "got", value(p, r->width1.got));
        ul_json_set(o, "at_width1", value(p, r->width1.width1));
    }
    return o;
}

/* Where the document names a rounding and no figure: what it says. */
static const char *said(const struct ul_record *r, const struct ul_piece *p)
{
    const bool rounds = ul_is_float(r->subject->signature.result[r->result].type);
    return p && p->kind == UL_LIMIT_UNDOCUMENTED && rounds ? p->words : NULL;
}

static json_t *judgement(const struct ul_record *r, const struct ul_judgement *j)
{
    json_t *o = json_object();
    const struct ul_piece *shown = shown_piece(j);
    const struct ul_piece *piece = j->piece >= 0 ? &j->bound.piece[j->piece] : NULL;
    ul_json_set(o, "edition", ul_json_string(j->bound.edition));
    ul_json_set(o, "row", ul_json_string(j->bound.row));
    ul_json_set(o, "text", ul_json_string(j->bound.text));
    ul_json_set(o, "measure", ul_json_string(piece ? ul_measure_names[piece->measure] : NULL));
    if (piece) {
        if (ul_limit_has_share(piece->kind))
            ul_json_set(o, "limit", ul_json_figure(j->limit));
        ul_json_set(o, "error", ul_json_figure(j->error));
        if (ul_limit_has_share(piece->kind))
            ul_json_set(o, "share", ul_json_figure(j->share));
    }
    ul_json_set(o, "input", j->has_input ? input(r->subject, j->input) : json_array());
    if (j->has_input)
        ul_json_set(o, "got", value(&r->subject->signature.result[r->result], j->got));
    if (j->compared)
        ul_json_set(o, "derived", derived(r, j));
    ul_json_set(o, "kind", ul_json_string(shown ? ul_limit_names[shown->kind] : NULL));
    ul_json_set(o, "says", ul_json_string(said(r, shown)));
    ul_json_set(o, "source", ul_json_string(j->bound.source));
    ul_json_set(o, "guaranteed", json_boolean(j->bound.guaranteed));
    ul_json_set(o, "in_force", json_boolean(j->bound.in_force));
    ul_json_set(o, "verdict", ul_json_string(ul_verdict_names[j->verdict]));
    return o;
}

static json_t *judgements(const struct ul_record *r)
{
    json_t *list = json_array();
    for (int k = 0; k < r->judgements; k++)
        json_array_append_new(list, judgement(r, &r->judgement[k]));
    return list;
}

/* What a claim is about: a measure, or "misrounded". */
static const char *claimed_measure(const struct ul_claim *c)
{
    static const enum ul_measure of[] = {[UL_CLAIM_ABS] = UL_ABS, [UL_CLAIM_REL] = UL_REL};
    return c->kind == UL_CLAIM_MISROUNDED
               ? "misrounded"
               : ul_measure_names[c->kind == UL_CLAIM_ULP ? c->measure : of[c->kind]];
}

static json_t *claims(const struct ul_record *r)
{
    json_t *list = json_array();
    for (int k = 0; k < r->claims; k++) {
        const struct ul_claim *c = &r->subject->claim[k];
        json_t *o = json_object();
        ul_json_set(o, "text", ul_json_string(c->text));
        ul_json_set(o, "measure", ul_json_string(claimed_measure(c)));
        ul_json_set(o, "judged", json_boolean(r->claims_hold));
        ul_json_set(o, "input", c->has_input ? input(r->subject, c->input) : json_array());
        ul_json_set(o, "verdict", ul_json_string(ul_verdict_names[r->claim_verdict[k]]));
        json_array_append_new(list, o);
    }
    return list;
}

/* The measure of the figure that is printed: the bound's; without a bound the first claim's; else the
 * device's own. */
static const char *printed_measure(const struct ul_record *r)
{
    for (int k = 0; k < r->judgements; k++)
        if (r->judgement[k].bound.in_force && shown_piece(&r->judgement[k]))
            return ul_measure_names[shown_piece(&r->judgement[k])->measure];
    if (r->claims && r->subject->claim[0].kind != UL_CLAIM_MISROUNDED)
        return claimed_measure(&r->subject->claim[0]);
    return ul_measure_names[!r->claims && r->subject->home == UL_HOME_CUDA ? UL_CUDA : UL_OPENCL];
}

/* The name, what tells overloads apart ("convert_int(float4)"), which result. */
char *ul_record_label(const struct ul_subject *s, int width, int result)
{
    const size_t length = strlen(s->name);
    struct ul_text t = {0};
    if (width > 1 && s->name[length - 1] == ')' && s->lanes == 1)
        ul_text_add(&t, "%.*s%d)", (int)length - 1, s->name, width);
    else if (width > 1 && s->name[length - 1] != ')')
        ul_text_add(&t, "%s(%s%d)", s->name, ul_types[ul_signature_type(&s->signature)].name, width);
    else
        ul_text_add(&t, "%s", s->label);
    if (s->signature.results > 1)
        ul_text_add(&t, "[%d]", result);
    return t.data;
}

static json_t *label(const struct ul_record *r)
{
    char *text = ul_record_label(r->subject, r->width, r->result);
    json_t *j = ul_json_string(text);
    free(text);
    return j;
}

static json_t *signature(const struct ul_record *r)
{
    struct ul_text text = {0};
    ul_signature_print(&r->subject->signature, &text);
    json_t *j = ul_json_string(text.data);
    ul_text_free(&text);
    return j;
}

/* Null for a block of which nothing was measured; one null for all when that is so of every block. */
static json_t *blocks(const double *block)
{
    json_t *list = json_array();
    bool any = false;
    for (int k = 0; k < UL_BLOCKS; k++) {
        any |= block[k] >= 0;
        json_array_append_new(list, block[k] >= 0 ? ul_json_figure(block[k]) : json_null());
    }
    if (any)
        return list;
    json_decref(list);
    return json_null();
}

static json_t *arch(int number)
{
    return number ? json_sprintf("sm_%d", number) : json_null();
}

static void set_identity(json_t *o, const struct ul_record *r)
{
    ul_json_set(o, "v", json_integer(UL_RECORD_VERSION));
    ul_json_set(o, "tool", ul_json_string(UL_VERSION));
    ul_json_set(o, "subject", ul_json_string(r->subject->name));
    ul_json_set(o, "function", ul_json_string(r->subject->function));
    ul_json_set(o, "result", json_integer(r->result));
    ul_json_set(o, "type", ul_json_string(ul_types[r->type].name));
    const int vector = r->subject->signature.vector; /* each lane of which is an argument */
    ul_json_set(o, "width", json_integer(vector ? vector : r->width));
    ul_json_set(o, "flags", ul_json_string(r->flags));
    ul_json_set(o, "approx", ul_json_string(r->approx));
    ul_json_set(o, "arch", arch(r->device.arch));
    ul_json_set(o, "device", ul_json_string(r->device.id));
    ul_json_set(o, "device_name", ul_json_string(r->device.name));
    ul_json_set(o, "driver", ul_json_string(r->device.driver));
    ul_json_set(o, "compiler", ul_json_string(r->device.compiler));
    ul_json_set(o, "coverage", coverage(&r->coverage));
}

char *ul_record_json(const struct ul_record *r)
{
    json_t *o = json_object();
    set_identity(o, r);
    set_maxima(o, r);
    ul_json_set(o, "misrounded", ul_json_count(r->misrounded));
    ul_json_set(o, "over_1ulp", ul_json_count(r->over_1ulp));
    ul_json_set(o, "ulp_sum", ul_json_count(r->ulp_sum));
    ul_json_set(o, "wrong", wrong(r));
    ul_json_set(o, "flushed", flushed(r));
    if (r->width1.compared && r->verdict != UL_ERROR)
        ul_json_set(o, "width1", width1(r));
    ul_json_set(o, "bounds_version", ul_json_string(ul_bounds_version()));
    ul_json_set(o, "bounds", judgements(r));
    ul_json_set(o, "claims", claims(r));
    ul_json_set(o, "blocks", blocks(r->block));
    ul_json_set(o, "label", label(r));
    ul_json_set(o, "signature", signature(r));
    ul_json_set(o, "measure", ul_json_string(printed_measure(r)));
    ul_json_set(o, "verdict", ul_json_string(ul_verdict_names[r->verdict]));
    ul_json_set(o, "reason", ul_json_string(*r->reason ? r->reason : NULL));
    ul_json_set(o, "seconds", ul_json_figure(r->seconds));
    if (r->part.rows)
        ul_json_set(o, "part", ul_part_json(r));
    return ul_json_line(o);
}
