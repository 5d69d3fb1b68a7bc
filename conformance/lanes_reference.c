/* The references of lanes, as doubles with bounds of their error: screening, and Arb where that knows
 * nothing. */
#include "lanes.h"
#include "clones.h"
#include "screen_device.h"
#include <math.h>

/* A value as screen.h writes it: a double and a bound, or a mark. For a ball its middle, with its radius and
 * the rounding. False: it is no interval. */
static bool as_double(const struct ul_exact *v, double *r, double *err)
{
    const arf_struct *middle = arb_midref(v->ball);
    *err = 0;
    if (v->kind == UL_EXACT_NAN) {
        *r = NAN;
    } else if (v->kind != UL_EXACT_BALL) {
        *r = copysign(v->kind == UL_EXACT_ZERO ? 0 : INFINITY, v->negative ? -1 : 1);
    } else if (arb_is_zero(v->ball)) {
        *r = 0;
        *err = UL_FREE_ZERO_ERROR;
    } else if (arf_cmpabs_2exp_si(middle, 1000) > 0) {
        *r = arf_sgn(middle) * UL_SCREEN_HUGE;
        *err = UL_SCREEN_HUGE_ERROR;
    } else if (arf_cmpabs_2exp_si(middle, -1000) < 0 && mag_cmp_2exp_si(arb_radref(v->ball), -1000) < 0) {
        *r = arf_sgn(middle) * UL_SCREEN_TINY;
        *err = UL_SCREEN_TINY_ERROR;
    } else {
        *r = arf_get_d(middle, ARF_RND_NEAR);
        bool exact = arb_is_exact(v->ball) && !arf_cmp_d(middle, *r);
        *err = exact ? 0 : fabs(*r) * 0x1p-52 + mag_get_d(arb_radref(v->ball));
        return true;
    }
    return false;
}

static void screen_lane_by_arb(struct ul_lanes *l, int i, const struct ul_row_setup *s, struct ul_exact *v)
{
    ul_bits args[UL_MAX_PARAMETERS];
    ul_lane_arguments(l, i, args);
    const long enough = 64, most = i < l->first_open ? 8192 : enough;
    bool known = false;
    for (long precision = enough; precision <= most && !known; precision *= 2) {
        ul_reference(s->subject->reference[s->result], s->subject->signature.argument, args, precision, v);
        known = v->kind != UL_EXACT_BALL || arb_rel_accuracy_bits(v->ball) >= 56 || arb_is_exact(v->ball);
    }
    if (as_double(v, &l->r[i], &l->err[i]) && !known && i < l->first_open)
        l->first_open = i;
    if (v->low_bits)
        l->err[i] += 1; /* more than one integer is right: errors.h tells them */
}

/* Is any magnitude larger than this, or NaN? As integers, which are ordered alike. */
UL_CLONES static bool any_above(const double *v, int n, double most)
{
    int64_t largest = 0;
    for (int i = 0; i < n; i++) {
        const int64_t b = ul_bits_of_double(v[i]) & INT64_MAX;
        largest = b > largest ? b : largest;
    }
    return largest > ul_bits_of_double(most);
}

void ul_lanes_put_below_one(struct ul_lanes *l, const struct ul_row_setup *s)
{
    l->first_open = l->n;
    if (!ul_screen_is_below_one(s->subject->reference[s->result]) || !any_above(l->r, l->n, 1 - 0x1p-53))
        return;
    for (int i = 0; i < l->n; i++)
        l->err[i] = ul_put_below_one(&l->r[i], l->err[i]);
}

void ul_lanes_complete(struct ul_lanes *l, const struct ul_row_setup *s)
{
    struct ul_exact v;
    if (ul_screen_kind(s->reading.type) == UL_SCREEN_PAIRS || !any_above(l->err, l->n, INFINITY))
        return;
    ul_exact_init(&v);
    for (int i = 0; i < l->n; i++)
        if (isnan(l->err[i]) && !ul_lane_is_outside(l, i, s->subject))
            screen_lane_by_arb(l, i, s, &v);
    ul_exact_clear(&v);
    const int open = l->first_open;
    ul_lanes_put_below_one(l, s);
    l->first_open = open;
}

/* Of fp64 Arb certifies each lane that is left. */
static void screen_pairs(struct ul_lanes *l, const struct ul_screen *screen, const double *const *args)
{
    if (screen) {
        ul_screen_run_pairs(screen, args, l->n, l->r, l->low, l->err);
        return;
    }
    for (int i = 0; i < l->n; i++) {
        l->r[i] = l->low[i] = 0;
        l->err[i] = NAN;
    }
}

static bool settle(struct ul_lanes *l, const struct ul_screen *screen)
{
    double r, err;
    if (!screen || !ul_screen_is_settled(screen, l->x[0][0], l->x[0][l->n - 1], &r, &err))
        return false;
    for (int i = 0; i < l->n; i++) {
        l->r[i] = r;
        l->err[i] = err;
    }
    return true;
}

void ul_lanes_screen(struct ul_lanes *l, const struct ul_row_setup *s, const struct ul_screen *screen,
                     bool consecutive)
{
    const double *args[UL_MAX_PARAMETERS];
    for (int k = 0; k < l->arguments; k++)
        args[k] = l->x[k];
    l->first_open = l->n;
    if (ul_screen_kind(s->reading.type) == UL_SCREEN_PAIRS) {
        screen_pairs(l, screen, args);
        return;
    }
    if (consecutive && settle(l, screen))
        return;
    if (screen)
        ul_screen_run(screen, args, l->n, l->r, l->err);
    for (int i = 0; !screen && i < l->n; i++)
        l->r[i] = l->err[i] = NAN;
    ul_lanes_put_below_one(l, s);
}
