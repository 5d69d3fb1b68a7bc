/* Chunks in which nothing stands out: their sums, without a look at single lanes. */
#include "lanes_sum.h"
#include "sums.h"
#include <math.h>

bool ul_sums_can_be_quiet(const struct ul_row_setup *s)
{
    const struct ul_signature *g = &s->subject->signature;
    return g->arguments == 1 && g->argument[0].type == UL_FLOAT && !g->vector &&
           s->reading.type == UL_FLOAT && s->reading.rounding == UL_NEAREST && !s->flush && !s->finite_only;
}

/* From what figure on an input behind those that were seen contends; negative: any does. */
static double least_contending(const struct ul_contenders *c, uint64_t order)
{
    const struct ul_contender *last = &c->item[0];
    if (c->count < UL_CONTENDERS)
        return -1;
    return last->order < order ? last->upper : nextafter(last->upper, -1);
}

/* The piece that holds for the whole chunk, if there is one or none. False: they differ, or its limit does.
 */
static bool find_piece(const struct ul_bound *b, const struct ul_lanes *l, const struct ul_piece **piece)
{
    const double from = l->x[0][0], to = l->x[0][l->n - 1];
    const struct ul_point at = {.values = 1, .width = 1, .x = {from}};
    for (int p = 0; p < b->pieces; p++)
        if (!ul_domain_is_uniform(&b->piece[p].domain, from, to))
            return false;
    *piece = ul_bound_piece(b, &at);
    if (*piece && !ul_piece_judges(*piece))
        *piece = NULL;
    return !*piece || ((*piece)->kind != UL_LIMIT_ONE_OF && !(*piece)->form);
}

/* What exceeds a share of a limit contends, too. */
static bool lower_to_share(const struct ul_piece *p, double share, double most[UL_MEASURES])
{
    if (!(p->number > 0) || !(share >= 0))
        return false;
    most[p->measure] = fmin(most[p->measure], share * p->number * (1 - 0x1p-40));
    return true;
}

static bool begin_bounds(const struct ul_sums *s, const struct ul_record *r, const struct ul_lanes *l,
                         uint64_t order, const struct ul_piece *piece[UL_MAX_BOUNDS],
                         double most[UL_MEASURES])
{
    bool quiet = true;
    for (int b = 0; b < r->judgements && quiet; b++) {
        const struct ul_bound *bound = &r->judgement[b].bound;
        quiet = find_piece(bound, l, &piece[b]);
        if (quiet && piece[b] && piece[b]->kind != UL_LIMIT_CORRECTLY_ROUNDED && ul_bound_is_tracked(bound))
            quiet = lower_to_share(piece[b], least_contending(&s->contenders[UL_MEASURES + b], order), most);
    }
    return quiet;
}

/* Are all lanes outside of where the subject's results are defined, or all inside? */
static bool is_of_one_side(const struct ul_lanes *l, const struct ul_subject *s, bool *outside)
{
    const double from = l->x[0][0], to = l->x[0][l->n - 1];
    *outside = ul_lane_is_outside(l, 0, s);
    return *outside == ul_lane_is_outside(l, l->n - 1, s) &&
           (!*outside || (isnan(from) == isnan(to) && (from > s->domain_lo) == (to > s->domain_lo)));
}

static void add(struct ul_sums *s, const struct ul_record *r,
                const struct ul_piece *const piece[UL_MAX_BOUNDS], const struct ul_lanes *l,
                const struct ul_lanes_sum *sum)
{
    double *top = &s->block[l->bits[0][0] >> 23 & (UL_BLOCKS - 1)];
    *top = sum->largest > *top ? sum->largest : *top;
    s->misrounded += sum->misrounded;
    s->over_1ulp += sum->over_1ulp;
    s->ulp_sum = ul_add_capped(s->ulp_sum, sum->ulp_sum);
    for (int b = 0; b < r->judgements; b++)
        s->tally[b].judged += piece[b] ? (uint64_t)l->n : 0;
}

bool ul_sums_add_quiet(struct ul_sums *s, const struct ul_row_setup *setup, const struct ul_record *r,
                       const struct ul_lanes *l, const float *y, uint64_t order)
{
    const struct ul_piece *piece[UL_MAX_BOUNDS];
    double most[UL_MEASURES];
    struct ul_lanes_sum sum = {.largest = -1};
    bool outside;
    if (l->bits[0][0] >> 23 != l->bits[0][l->n - 1] >> 23 || !is_of_one_side(l, setup->subject, &outside))
        return false;
    for (int m = 0; m < UL_MEASURES; m++)
        most[m] = least_contending(&s->contenders[m], order);
    if (!begin_bounds(s, r, l, order, piece, most) ||
        (!outside && !ul_lanes_sum(l->r, l->err, y, l->n, most, &sum)))
        return false;
    for (int b = 0; b < r->judgements && sum.misrounded; b++)
        if (piece[b] && piece[b]->kind == UL_LIMIT_CORRECTLY_ROUNDED)
            return false;
    add(s, r, piece, l, &sum);
    return true;
}
