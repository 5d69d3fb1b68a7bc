/* The figures of fp64 lanes from references that are pairs of doubles. */
#include "lanes.h"
#include "clones.h"
#include <math.h>

/* A count, rounded: its halves as doubles of known exponents, which every vector can do. */
static inline double double_of(uint64_t count)
{
    const double low = ul_double_of_bits((int64_t)((count & 0xffffffff) | (uint64_t)(1023 + 52) << 52));
    const double high = ul_double_of_bits((int64_t)(count >> 32 | (uint64_t)(1023 + 84) << 52));
    return (high - (0x1p84 + 0x1p52)) + low;
}

/* Steps from a to b, of both signs; beyond 2^53 rounded. */
static inline double steps_between(double a, double b)
{
    const int64_t i = ul_bits_of_double(a), j = ul_bits_of_double(b);
    const uint64_t m = (uint64_t)(i & INT64_MAX), n = (uint64_t)(j & INT64_MAX);
    return double_of((i ^ j) < 0 ? m + n : m > n ? m - n : n - m);
}

/* As bits, so that nothing has to be known before both are computed, and loops stay loops of vectors. */
static inline double either(bool which, double yes, double no)
{
    const int64_t m = -(int64_t)which;
    return ul_double_of_bits((ul_bits_of_double(yes) & m) | (ul_bits_of_double(no) & ~m));
}

struct figures {
    double ulps, ulps_upper, steps, ordinal, ordinal_upper, abs, abs_upper, rel, rel_upper;
};

/* All figures of y against r + low, off by err at most. */
static inline struct figures figures_of(double r, double low, double err, double y, double want, bool lower)
{
    const double unit = 1 + 0x1p-50, a = fabs(r);
    const int64_t binade = (ul_bits_of_double(a) >> 52) - lower;
    const double scale = ul_double_of_bits((2 * 1023 + 52 - binade) << 52);
    const double gap = fabs((y - r) - low), share = err * scale * 1.01;
    /* so many steps from r to y, less what r + low is nearer or farther */
    const double ordinal = fabs(steps_between(r, y) - (y > r ? low : -low) * scale);
    return (struct figures){.ulps = gap * scale,
                            .ulps_upper = gap * scale * unit + share,
                            .steps = steps_between(y, want),
                            .ordinal = ordinal,
                            .ordinal_upper = ordinal * unit + share,
                            .abs = gap,
                            .abs_upper = gap * unit + err,
                            .rel = gap / a,
                            .rel_upper = (gap + err) / a * unit};
}

/* What is exactly infinite, zero or NaN, or rounded to an infinity or zero, and met. */
static inline bool is_met(double r, double err, double y)
{
    const bool sure = (err == 0) | ul_screen_is_under(r, err) | ul_screen_is_over(r, err);
    return sure & (!(fabs(r) < INFINITY) | (r == 0)) &
           ((ul_bits_of_double(r) == ul_bits_of_double(y)) | ((r != r) & (y != y)));
}

/* The arrays of a chunk, named apart, so that the compiler knows that they are. */
struct arrays {
    const double *restrict r, *restrict low, *restrict err;
    const ul_bits *restrict y;
    double *restrict ulps;
    double *restrict ulps_upper;
    double *restrict steps;
    double *restrict steps_upper;
    double *restrict ordinal;
    double *restrict ordinal_upper;
    double *restrict abs;
    double *restrict abs_upper;
    double *restrict rel;
    double *restrict rel_upper;
    int64_t *restrict misrounded;
    int64_t *restrict state; /* UL_LANE_OPEN: the figures do not hold */
};

/* Figures hold not where it is open how r is rounded, on which side of a power of two it lies, and so what
 * its ulp is, or whether the error is beyond one ulp, which is counted. Where r or y is beyond all that, 1
 * takes their places: what is met there has no error, but for a zero for what is below 2^-26 of the least
 * double. */
UL_CLONES static void fill_figures(const struct arrays *restrict to, int n)
{
    for (int i = 0; i < n; i++) {
        const double given = ul_double_of_bits((int64_t)to->y[i]), a = fabs(to->r[i]);
        const bool inside = (a > UL_SCREEN_PAIR_LEAST) & (a < UL_SCREEN_PAIR_MOST) & (fabs(given) < INFINITY);
        const bool met = is_met(to->r[i], to->err[i], given),
                   under = met & ul_screen_is_under(to->r[i], to->err[i]);
        const double y = either(inside, given, 1), r = either(inside, to->r[i], 1),
                     low = either(inside, to->low[i], 0), err = either(inside, to->err[i], 0);
        const double want = r + (low - err), other = r + (low + err), inward = r < 0 ? low : -low;
        const bool power = (ul_bits_of_double(r) & (((int64_t)1 << 52) - 1)) == 0;
        const bool exact = (err == 0) & (low == 0), lower = power & ((inward > 0) | exact);
        const struct figures f = figures_of(r, low, err, y, want, lower);
        const bool one = fabs(f.ulps - 1) <= f.ulps_upper - f.ulps + 0x1p-51;
        const bool holds = inside & (want == other) & !(power & (fabs(low) < err)) & !(one & !exact);
        const double share = either(under, 1, 0);
        to->ulps[i] = f.ulps;
        to->ulps_upper[i] = f.ulps_upper + share * 0x1p-26;
        to->steps[i] = to->steps_upper[i] = f.steps;
        to->ordinal[i] = f.ordinal;
        to->ordinal_upper[i] = f.ordinal_upper + share * 0x1p-26;
        to->abs[i] = f.abs;
        to->abs_upper[i] = f.abs_upper + either(under, 0x1p-1074, 0);
        to->rel[i] = f.rel + share;
        to->rel_upper[i] = f.rel_upper + share;
        to->misrounded[i] = y != want;
        const int64_t known = to->r[i] != to->r[i] ? UL_LANE_NOTHING : UL_LANE_FIGURES;
        to->state[i] = met | holds ? known : UL_LANE_OPEN;
    }
}

void ul_lanes_measure_pairs(struct ul_lanes *l, bool known[UL_LANES])
{
    int64_t misrounded[UL_LANES], state[UL_LANES];
    const struct arrays to = {.r = l->r,
                              .low = l->low,
                              .err = l->err,
                              .y = l->y,
                              .ulps = l->value[UL_OPENCL],
                              .ulps_upper = l->upper[UL_OPENCL],
                              .steps = l->value[UL_CUDA],
                              .steps_upper = l->upper[UL_CUDA],
                              .ordinal = l->value[UL_ORDINAL],
                              .ordinal_upper = l->upper[UL_ORDINAL],
                              .abs = l->value[UL_ABS],
                              .abs_upper = l->upper[UL_ABS],
                              .rel = l->value[UL_REL],
                              .rel_upper = l->upper[UL_REL],
                              .misrounded = misrounded,
                              .state = state};
    fill_figures(&to, l->n);
    for (int i = 0; i < l->n; i++) {
        l->misrounded[i] = (unsigned char)misrounded[i];
        l->state[i] = (unsigned char)state[i];
        known[i] = state[i] != UL_LANE_OPEN;
    }
}
