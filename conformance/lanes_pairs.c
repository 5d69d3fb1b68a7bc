/* The figures of fp64 lanes from references that are pairs of doubles. */
#include "lanes.h"
#include <math.h>
#include <string.h>

/* Steps from a to b, of both signs; beyond 2^53 rounded. */
static inline double steps_between(double a, double b)
{
    const int64_t i = ul_bits_of_double(fabs(a)), j = ul_bits_of_double(fabs(b));
    const bool same_side = signbit(a) == signbit(b);
    return same_side ? fabs((double)(i - j)) : (double)i + (double)j;
}

/* All figures of y against r + low, off by err at most; returns whether they hold: not where it is open how r
 * is rounded, or on which side of a power of two it lies, and so what its ulp is. */
static inline bool figures_of(struct ul_lanes *l, int i, double y)
{
    const double r = l->r[i], low = l->low[i], err = l->err[i], a = fabs(r);
    const double want = r + (low - err), other = r + (low + err);
    const bool power = !(ul_bits_of_double(r) & (((int64_t)1 << 52) - 1)), inward = r < 0 ? low > 0 : low < 0;
    const int64_t binade =
        (ul_bits_of_double(a) >> 52) - (power && (inward || err == 0) && (inward || low == 0));
    const double scale = ul_double_of_bits((2 * 1023 + 52 - binade) << 52), unit = 1 + 0x1p-50;
    const double gap = fabs((y - r) - low), share = err * scale * 1.01;
    const double toward =
        (y > r) ? 1 : -1; /* so many steps from r to y, less what r + low is nearer or farther */
    const double steps = fabs(steps_between(r, y) - toward * low * scale);
    const double value[UL_MEASURES] = {gap * scale, steps_between(y, want), steps, gap, gap / a};
    const double upper[UL_MEASURES] = {value[0] * unit + share, value[1], value[2] * unit + share,
                                       value[3] * unit + err, (gap + err) / a * unit};
    for (int m = 0; m < UL_MEASURES; m++) {
        l->value[m][i] = value[m];
        l->upper[m][i] = upper[m];
    }
    l->misrounded[i] = y != want;
    return a > UL_SCREEN_PAIR_LEAST && a < UL_SCREEN_PAIR_MOST && isfinite(y) && want == other &&
           !(power && fabs(low) < err);
}

/* What is exactly infinite, zero or NaN, or rounded to an infinity or zero, and met. */
static bool is_met(struct ul_lanes *l, int i, double y)
{
    const double r = l->r[i], err = l->err[i];
    const bool under = ul_screen_is_under(r, err), sure = err == 0 || under || ul_screen_is_over(r, err);
    if (!sure || (isfinite(r) && r != 0) ||
        !(isnan(r) ? isnan(y) : ul_bits_of_double(r) == ul_bits_of_double(y)))
        return false;
    l->state[i] = (unsigned char)(isnan(r) ? UL_LANE_NOTHING : UL_LANE_FIGURES);
    l->misrounded[i] = 0;
    for (int m = 0; m < UL_MEASURES; m++)
        l->value[m][i] = l->upper[m][i] = 0;
    if (under) { /* a zero for what is below 2^-26 of the least double */
        l->upper[UL_OPENCL][i] = l->upper[UL_ORDINAL][i] = 0x1p-26;
        l->upper[UL_ABS][i] = 0x1p-1074;
        l->value[UL_REL][i] = l->upper[UL_REL][i] = 1;
    }
    return true;
}

void ul_lanes_measure_pairs(struct ul_lanes *l, bool known[UL_LANES])
{
    for (int i = 0; i < l->n; i++) {
        double y;
        memcpy(&y, &l->y[i], sizeof y);
        l->state[i] = UL_LANE_FIGURES;
        known[i] = figures_of(l, i, y) || is_met(l, i, y);
    }
}
