#include "flush.h"
#include "edge.h"
#include "value.h"
#include <math.h>

/* 2^exponent, of a double's normal ones: asked for each lane, so without a call. */
static double power_of_two(int exponent)
{
    return ul_double_of_bits((int64_t)(exponent + 1023) << 52);
}

static double smallest_normal(enum ul_type t)
{
    return power_of_two(1 - ul_types[t].emax);
}

static bool lane_holds_piece(const struct ul_lanes *l, int i, const struct ul_piece *p,
                             const struct ul_point *at)
{
    if (p->kind == UL_LIMIT_CORRECTLY_ROUNDED)
        return !l->misrounded[i];
    return l->upper[p->measure][i] <= ul_piece_limit(p, at);
}

/* Is the lane, as measured, within every edition's bound? Where none judges: within an ulp. */
static bool lane_holds(const struct ul_lanes *l, int i, const struct ul_row_setup *s)
{
    if (l->state[i] != UL_LANE_FIGURES)
        return l->state[i] != UL_LANE_WRONG;
    struct ul_point at;
    ul_lane_point(l, i, &at);
    bool judged = false, holds = true;
    for (int b = 0; b < s->bounds; b++) {
        const struct ul_piece *p = ul_bound_piece(s->every[b], &at);
        const bool judges = p && ul_piece_judges(p);
        judged |= judges;
        holds &= !judges || lane_holds_piece(l, i, p, &at);
    }
    return judged ? holds : l->upper[UL_OPENCL][i] <= 1;
}

/* Does a certified result hold the bound in force at an input? Without a bound: is it within an ulp? */
static bool errors_hold(const struct ul_errors *e, const struct ul_row_setup *s, const struct ul_point *at)
{
    const struct ul_piece *p = ul_row_piece(s, at);
    if (!e->decided || e->wrong != UL_RIGHT || (e->fell_short && s->short_is_wrong))
        return false;
    if (e->exact.kind == UL_EXACT_NAN)
        return true;
    if (!p)
        return e->of[UL_OPENCL] <= 1;
    if (p->kind == UL_LIMIT_CORRECTLY_ROUNDED)
        return !e->misrounded;
    return e->of[p->measure] <= ul_piece_limit(p, at);
}

/* ---- results ---- */

/* How far from r the bound in force lets a result be; without a figure: an ulp of the subnormals. */
static double reach(const struct ul_row_setup *s, const struct ul_point *at, double r)
{
    const struct ul_piece *p = ul_row_piece(s, at);
    const double spacing =
        smallest_normal(s->reading.type) * power_of_two(1 - ul_types[s->reading.type].precision);
    if (!p || !ul_piece_has_figure(p))
        return spacing;
    double unit = p->measure == UL_ABS ? 1 : p->measure == UL_REL ? fabs(r) : spacing;
    return ul_piece_limit(p, at) * unit;
}

/* A zero in place of a result that is, or within the bound may be, subnormal. */
static bool flushed_result(const struct ul_lanes *l, int i, const struct ul_row_setup *s, double y)
{
    struct ul_point at;
    ul_lane_point(l, i, &at);
    double r = fabs(l->r[i]);
    return y == 0 && r > 0 && r - reach(s, &at, r) < smallest_normal(s->reading.type);
}

/* ---- arguments ---- */

static bool is_subnormal(const struct ul_lanes *l, int i, const struct ul_row_setup *s, int k)
{
    enum ul_type t = s->subject->signature.argument[k].type;
    return ul_is_float(t) && ul_value_is_subnormal(t, l->bits[k][i]);
}

static bool has_subnormal_argument(const struct ul_lanes *l, int i, const struct ul_row_setup *s)
{
    for (int k = 0; k < l->arguments; k++)
        if (is_subnormal(l, i, s, k))
            return true;
    return false;
}

/* Is y right for these arguments, or a zero in place of a subnormal result for them? */
static bool right_for(const ul_bits *args, ul_bits y, const struct ul_row_setup *s, const struct ul_point *at)
{
    enum ul_type t = s->reading.type;
    struct ul_errors e;
    ul_errors_init(&e);
    ul_row_certify(s, args, y, &e);
    bool zero_for_zero = e.decided && e.wrong == UL_WRONG_SIGN;
    bool right =
        errors_hold(&e, s, at) || zero_for_zero || ul_edge_leaves_open(s->subject, args, s->result, y);
    if (!right && ul_is_float(t) && e.decided) {
        const double want = fabs(ul_bits_to_double(t, e.want));
        const bool absent = s->finite_only && isinf(want); /* x / y, with y flushed */
        right = absent || (ul_value_is_zero(t, y) && want <= smallest_normal(t));
    }
    ul_errors_clear(&e);
    return right;
}

/* Each subnormal argument stays, or becomes a zero of either sign: a choice is a number to the base 3. */
static bool some_choice_is_right(const struct ul_lanes *l, int i, const struct ul_row_setup *s)
{
    struct ul_point at;
    ul_lane_point(l, i, &at);
    int choices = 1;
    for (int k = 0; k < l->arguments; k++)
        choices *= 3;
    for (int choice = 1; choice < choices; choice++) {
        ul_bits args[UL_MAX_PARAMETERS];
        bool possible = true;
        ul_lane_arguments(l, i, args);
        for (int k = 0, c = choice; k < l->arguments; k++, c /= 3) {
            if (c % 3 == 0)
                continue;
            possible &= is_subnormal(l, i, s, k);
            args[k] = ul_double_to_bits(s->subject->signature.argument[k].type, c % 3 == 1 ? 0.0 : -0.0);
        }
        if (possible && right_for(args, l->y[i], s, &at))
            return true;
    }
    return false;
}

bool ul_flushed_argument(struct ul_lanes *l, int i, const struct ul_row_setup *s)
{
    if (!has_subnormal_argument(l, i, s))
        return false;
    bool negative = ul_value_is_negative(s->subject->signature.argument[0].type, l->bits[0][i]);
    if (l->arguments == 1 && l->memo && l->memo_y == l->y[i] && l->memo_negative == negative)
        return l->memo_holds;
    l->memo_holds = some_choice_is_right(l, i, s);
    l->memo = true;
    l->memo_y = l->y[i];
    l->memo_negative = negative;
    return l->memo_holds;
}

/* nextafter of a zero, or of an argument that is taken as one, may be the smallest normal number (OpenCL
 * C 3.0, 7.5.3). */
static bool skips_subnormals(const struct ul_lanes *l, int i, const struct ul_row_setup *s, double y)
{
    const struct ul_expression *e = s->subject->reference[s->result];
    const struct ul_node *root = &e->node[e->count - 1];
    const double normal = smallest_normal(s->reading.type);
    return root->kind == UL_NODE_CALL && root->word == UL_WORD_nextafter && fabs(y) == normal &&
           fabs(l->x[0][i]) < normal && l->x[1][i] != 0 && (l->x[1][i] > 0) == (y > 0);
}

bool ul_flush_excuses(struct ul_lanes *l, int i, const struct ul_row_setup *s, double y)
{
    const bool skips = skips_subnormals(l, i, s, y);
    if (y != 0 && !skips && !has_subnormal_argument(l, i, s))
        return false;
    return !lane_holds(l, i, s) && (skips || flushed_result(l, i, s, y) || ul_flushed_argument(l, i, s));
}
