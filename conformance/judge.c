#include "judge.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

double ul_share(double error, double limit)
{
    return error == 0 ? 0 : error / limit; /* a limit of 0 makes it infinite */
}

/* Can the bound be broken anywhere? Not by a figure that the document's formula may exceed, where nobody ran
 * it. */
static bool can_fail(const struct ul_bound *b, bool compared)
{
    for (int p = 0; p < b->pieces; p++)
        if (ul_piece_judges(&b->piece[p]) && (compared || b->piece[p].kind != UL_LIMIT_DERIVED))
            return true;
    return false;
}

/* A judgement from a certified maximum of the share (tracked) or of the measure (simple). `beyond`: what a
 * figure beyond a DERIVED piece's is. */
static void judge_figures(const struct ul_signature *s, struct ul_judgement *j, const struct ul_maximum *top,
                          bool is_share, enum ul_verdict beyond)
{
    if (!top->present)
        return;
    const struct ul_point at = ul_point_at(s, top->input);
    const struct ul_piece *p = ul_bound_piece(&j->bound, &at);
    j->piece = (int)(p - j->bound.piece);
    j->limit = p->kind == UL_LIMIT_CORRECTLY_ROUNDED ? 0.5 : ul_piece_limit(p, &at);
    j->share = is_share ? top->value : ul_share(top->value, j->limit);
    j->error = is_share && j->limit > 0 && isfinite(top->value) ? top->value * j->limit : top->value;
    j->has_input = true;
    memcpy(j->input, top->input, sizeof j->input);
    j->got = top->got;
    double upper = is_share ? top->upper : ul_share(top->upper, j->limit);
    if (p->kind == UL_LIMIT_CORRECTLY_ROUNDED)
        return;
    if (j->share > 1)
        j->verdict = p->kind == UL_LIMIT_DERIVED ? beyond : UL_FAIL;
    else if (upper > 1)
        j->verdict = UL_ERROR; /* neither shown to hold nor to be broken */
}

void ul_judge_bound(struct ul_record *r, int b, const struct ul_tally *t, const struct ul_maximum *top,
                    bool is_share)
{
    struct ul_judgement *j = &r->judgement[b];
    j->piece = -1;
    j->verdict = t->judged ? UL_PASS : UL_INFO;
    j->compared = t->compared;
    j->differing = t->differing.count;
    memcpy(j->differing_input, t->differing.first.args, sizeof j->differing_input);
    const bool breakable = can_fail(&j->bound, t->compared > 0);
    if (!breakable && !t->judged) {
        j->verdict = UL_INFO;
        return;
    }
    judge_figures(&r->subject->signature, j, top, is_share, t->compared ? UL_FAIL : UL_INFO);
    if (t->misrounded.count) {
        j->verdict = UL_FAIL;
        j->has_input = true;
        memcpy(j->input, t->misrounded.first.args, sizeof j->input);
        j->got = t->misrounded.first.y;
    }
    bool has_judging_piece = t->judged > 0 && breakable;
    if (has_judging_piece && (t->wrong || r->edges_missed))
        j->verdict = UL_FAIL;
    else if (t->wrong && j->verdict == UL_PASS)
        j->verdict = UL_INFO; /* the document's formula may give as much */
}

static enum ul_verdict judge_claim(const struct ul_record *r, const struct ul_claim *c)
{
    if (r->wrong[UL_WRONG_NAN] + r->wrong[UL_WRONG_INF] + r->wrong[UL_WRONG_SIGN])
        return UL_FAIL;
    if (c->kind == UL_CLAIM_MISROUNDED)
        return (double)r->misrounded > c->value ? UL_FAIL : UL_PASS;
    const struct ul_maximum *x = &r->maximum[c->measure];
    if (!x->present)
        return UL_INFO;
    return x->value > c->rounded_up ? UL_FAIL : x->upper > c->rounded_up ? UL_ERROR : UL_PASS;
}

/* Integers, booleans and required special values are right or wrong without a bound. */
static enum ul_verdict verdict_without_bound(const struct ul_record *r)
{
    return r->wrong[UL_WRONG_VALUE] ? UL_FAIL : UL_INFO;
}

void ul_judge_row(struct ul_record *r)
{
    enum ul_verdict v = UL_INFO;
    bool in_force = false;
    for (int b = 0; b < r->judgements; b++)
        if (r->judgement[b].bound.in_force) {
            v = ul_verdict_worse(v, r->judgement[b].verdict);
            in_force = true;
        }
    if (!in_force ||
        r->edges_missed) /* special values hold where the accuracy is undefined: OpenCL C 3.0, 7.5.1 */
        v = ul_verdict_worse(v, verdict_without_bound(r));
    for (int c = 0; c < r->claims; c++) {
        r->claim_verdict[c] = r->claims_hold ? judge_claim(r, &r->subject->claim[c]) : UL_INFO;
        v = ul_verdict_worse(v, r->claim_verdict[c]);
    }
    r->verdict = v;
    if (v == UL_ERROR)
        snprintf(r->reason, sizeof r->reason,
                 "the bound lies between the certified figure and what screening leaves open");
}
