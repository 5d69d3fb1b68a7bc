#include "lanes.h"
#include "flush.h"
#include "clones.h"
#include "edge.h"
#include "value.h"
#include <math.h>
#include <string.h>

/* A binary format of at most 24 bits, as doubles see it. */
struct format {
    enum ul_type type;
    int precision, emin;
    double smallest_normal, largest, beyond; /* beyond: 2^(emax+1) */
    double overflow;                         /* from here on, nearest gives infinity */
};

static struct format format_of(enum ul_type t)
{
    const struct ul_type_info *i = &ul_types[t];
    struct format f = {.type = t, .precision = i->precision, .emin = 1 - i->emax};
    f.smallest_normal = ldexp(1, f.emin);
    f.beyond = ldexp(1, i->emax + 1);
    f.largest = f.beyond - ldexp(1, i->emax + 1 - i->precision);
    f.overflow = f.beyond - ldexp(1, i->emax - i->precision);
    return f;
}

/* The correctly rounded value as a double. */
static inline double round_nearest(const struct format *f, double x)
{
    if (f->type == UL_FLOAT)
        return (double)(float)x;
    return ul_bits_to_double(f->type, ul_double_to_bits(f->type, x));
}

static double round_to(const struct format *f, enum ul_rounding rounding, double x)
{
    double n = round_nearest(f, x);
    if (rounding == UL_NEAREST || n == x || isnan(x))
        return n;
    bool away = fabs(n) > fabs(x);
    bool want_away = rounding == UL_UP ? x > 0 : rounding == UL_DOWN ? x < 0 : false;
    if (away == want_away)
        return n;
    ul_bits b = ul_double_to_bits(f->type, n);
    int64_t step = (x < 0) == want_away ? -1 : 1;
    ul_bits moved = ul_value_from_ordinal(f->type, ul_value_ordinal(f->type, b) + step);
    double m = ul_bits_to_double(f->type, moved);
    return m == 0 ? copysign(0, x) : m;
}

/* Position of |x| on the format's number line, in units of 2^(precision-53) steps, linear between steps;
 * clamped at 2^(emax+1). A double's own bits are such a line. */
static inline int64_t lattice(const struct format *f, double x)
{
    double a = fabs(x);
    a = a < f->beyond ? a : f->beyond;
    int64_t normal = ul_bits_of_double(a) - ul_bits_of_double(f->smallest_normal) + ((int64_t)1 << 52);
    double small = a < f->smallest_normal ? a : 0;
    int64_t subnormal = (int64_t)(small * ul_double_of_bits((int64_t)(1023 + 52 - f->emin) << 52));
    int64_t k = a >= f->smallest_normal ? normal : subnormal;
    return x < 0 ? -k : k;
}

/* Is x a point of it? A double below the format's normal numbers may lie between two. */
static inline bool on_lattice(const struct format *f, double x)
{
    double a = fabs(x),
           steps = (a < f->smallest_normal ? a : 0) * ul_double_of_bits((int64_t)(1023 + 52 - f->emin) << 52);
    return steps == (double)(int64_t)steps;
}

/* The scale that turns a difference into ulps of r, by OpenCL C 3.0, 7.4; at 2^k
 * itself the caller doubles. */
static inline double ulps_per_unit(const struct format *f, double magnitude)
{
    int64_t e = (ul_bits_of_double(magnitude) >> 52) - 1023;
    int64_t largest = 1 - f->emin;
    e = e < f->emin ? f->emin : e > largest ? largest : e;
    return ul_double_of_bits((int64_t)(1023 - e + f->precision - 1) << 52);
}

/* Whether |r| may be 2^k exactly, where ulp is the lower binade's. */
static inline bool may_be_power(const struct format *f, double a, double err)
{
    double power = ul_double_of_bits(ul_bits_of_double(a) & ((int64_t)0x7ff << 52));
    return a - power <= err && a > f->smallest_normal;
}

struct figures {
    double ulps, ulps_upper, steps, ordinal, ordinal_upper, abs, abs_upper, rel, rel_upper;
};

/* All figures of finite y and r; `rounded` is the correctly rounded value; unit: a step of the lattice in
 * steps of the format. */
static inline struct figures figures_of(const struct format *f, double r, double err, double y,
                                        double rounded, double unit)
{
    struct figures g;
    double a = fabs(r), scale = ulps_per_unit(f, a), difference = fabs(y - r);
    bool power = may_be_power(f, a, err), exact_power = power & (err == 0);
    double ulps = difference * scale;
    g.ulps = exact_power ? 2 * ulps : ulps;
    double slack = (err * scale + g.ulps * 0x1p-51) * 2;
    g.ulps_upper = (power ? 2 * ulps : ulps) + slack;
    g.ordinal = fabs((double)(lattice(f, y) - lattice(f, r))) * unit;
    g.ordinal_upper = g.ordinal + slack + ((err == 0) & on_lattice(f, r) ? 0 : unit);
    g.steps = fabs((double)(lattice(f, y) - lattice(f, rounded))) * unit;
    g.abs = difference;
    g.abs_upper = difference + err;
    double per_r = 1 / a;
    g.rel = difference == 0 ? 0 : difference * per_r;
    const double loose = 2 * err * per_r; /* from 1 on (r is beyond doubles, say) nothing bounds the error */
    g.rel_upper = y == 0 ? 1 : loose < 1 ? (g.rel + loose) * (1 + 0x1p-50) : INFINITY;
    return g;
}

static void figures(struct ul_lanes *l, int i, const struct format *f, double y, double rounded)
{
    const double unit = ul_double_of_bits((int64_t)(1023 - 53 + f->precision) << 52);
    struct figures g = figures_of(f, l->r[i], l->err[i], y, rounded, unit);
    const double value[UL_MEASURES] = {g.ulps, g.steps, g.ordinal, g.abs, g.rel};
    const double upper[UL_MEASURES] = {g.ulps_upper, g.steps, g.ordinal_upper, g.abs_upper, g.rel_upper};
    for (int m = 0; m < UL_MEASURES; m++) {
        l->value[m][i] = value[m];
        l->upper[m][i] = upper[m];
    }
    if (l->err[i] == UL_SCREEN_HUGE_ERROR) /* r may be beyond doubles */
        l->upper[UL_OPENCL][i] = l->upper[UL_ABS][i] = INFINITY;
}

/* The plain case, which is nearly all: finite values within the format, one rounding. The arrays are named
 * apart, so that the compiler knows that they are. */
struct plain {
    const double *restrict r, *restrict err, *restrict y, *restrict low, *restrict high;
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
    int64_t *restrict special; /* not zero: the figures do not hold */
    int64_t *restrict misrounded;
};

UL_CLONES static void measure_plain(const struct plain *restrict p, const struct format *restrict format,
                                    int n)
{
    const struct format f = *format;
    const double unit = ul_double_of_bits((int64_t)(1023 - 53 + f.precision) << 52);
    for (int i = 0; i < n; i++) {
        struct figures g = figures_of(&f, p->r[i], p->err[i], p->y[i], p->low[i], unit);
        p->ulps[i] = g.ulps;
        p->ulps_upper[i] = g.ulps_upper;
        p->steps[i] = p->steps_upper[i] = g.steps;
        p->ordinal[i] = g.ordinal;
        p->ordinal_upper[i] = g.ordinal_upper;
        p->abs[i] = g.abs;
        p->abs_upper[i] = g.abs_upper;
        p->rel[i] = g.rel;
        p->rel_upper[i] = g.rel_upper;
        double a = fabs(p->r[i]);
        p->special[i] = (int64_t) !(a < f.largest) | (int64_t) !(a > 0) |
                        (int64_t) !(fabs(p->y[i]) <= f.largest) | (int64_t)(p->low[i] != p->high[i]);
        p->misrounded[i] = p->y[i] != p->low[i];
    }
}

UL_CLONES static void round_ends(const double *restrict r, const double *restrict err, int n,
                                 double *restrict low, double *restrict high)
{
    for (int i = 0; i < n; i++) {
        low[i] = (double)(float)(r[i] - err[i]);
        high[i] = (double)(float)(r[i] + err[i]);
    }
}

const struct ul_piece *ul_row_piece(const struct ul_row_setup *s, const struct ul_point *at)
{
    const struct ul_piece *p = s->bound ? ul_bound_piece(s->bound, at) : NULL;
    return p && ul_piece_judges(p) ? p : NULL;
}

void ul_row_certify(const struct ul_row_setup *s, const ul_bits *args, ul_bits y, struct ul_errors *e)
{
    ul_errors_certify(s->subject->reference[s->result], s->subject->signature.argument, args, y, &s->reading,
                      e);
}

/* Right without a figure, excused, or nothing that can be judged. */
static void leave(struct ul_lanes *l, int i, enum ul_lane_state state)
{
    l->state[i] = (unsigned char)state;
    l->misrounded[i] = 0;
}

static void set_wrong(struct ul_lanes *l, int i, enum ul_wrong how)
{
    l->state[i] = UL_LANE_WRONG;
    l->wrong[i] = (unsigned char)how;
    l->misrounded[i] = 1;
}

static void set_all(struct ul_lanes *l, int i, double figure)
{
    for (int m = 0; m < UL_MEASURES; m++)
        l->value[m][i] = l->upper[m][i] = figure;
    l->state[i] = UL_LANE_FIGURES;
}

/* An infinite result for a finite value counts where the bound in force reaches it (OpenCL C 3.0, 7.4: the
 * value beyond the largest finite is taken as 2^(emax+1)), else it is wrong. */
static void settle_overflow(struct ul_lanes *l, int i, const struct ul_row_setup *s)
{
    struct ul_point at;
    ul_lane_point(l, i, &at);
    const struct ul_piece *p = ul_row_piece(s, &at);
    if (!p || !ul_piece_has_figure(p) || l->upper[p->measure][i] > ul_piece_limit(p, &at))
        set_wrong(l, i, UL_WRONG_INF);
}

static void adopt(struct ul_lanes *l, int i, const struct ul_row_setup *s, const struct ul_errors *e)
{
    l->misrounded[i] = e->misrounded;
    if (e->wrong == UL_WRONG_SIGN && s->unsigned_zeros) {
        set_all(l, i, 0);
        l->misrounded[i] = 0;
        return;
    }
    if (e->wrong != UL_RIGHT) {
        set_wrong(l, i, e->wrong);
        return;
    }
    if (e->fell_short && s->short_is_wrong) {
        set_wrong(l, i, UL_WRONG_INF);
        return;
    }
    l->state[i] = UL_LANE_FIGURES;
    for (int m = 0; m < UL_MEASURES; m++) {
        l->value[m][i] = e->of[m];
        l->upper[m][i] = e->of[m] + e->radius[m];
    }
    if (e->overflowed)
        settle_overflow(l, i, s);
}

static bool arguments_are_finite(const struct ul_lanes *l, int i)
{
    for (int k = 0; k < l->arguments; k++)
        if (!isfinite(l->x[k][i]))
            return false;
    return true;
}

static bool is_double(const struct ul_row_setup *s)
{
    return ul_screen_kind(s->reading.type) == UL_SCREEN_PAIRS;
}

/* For what looks at a lane's size alone. */
static double approximately(const struct ul_exact *v)
{
    switch (v->kind) {
    case UL_EXACT_BALL:
        return arf_get_d(arb_midref(v->ball), ARF_RND_NEAR);
    case UL_EXACT_NAN:
        return NAN;
    default:
        return copysign(v->kind == UL_EXACT_ZERO ? 0 : INFINITY, v->negative ? -1 : 1);
    }
}

/* The lane's figures from Arb. */
static void certify_lane(struct ul_lanes *l, int i, const struct ul_row_setup *s)
{
    const bool outside = ul_lane_is_outside(l, i, s->subject);
    if (outside || i > l->first_open) {
        leave(l, i, outside ? UL_LANE_NOTHING : UL_LANE_OPEN);
        return;
    }
    ul_bits args[UL_MAX_PARAMETERS];
    struct ul_errors e;
    ul_lane_arguments(l, i, args);
    ul_errors_init(&e);
    ul_row_certify(s, args, l->y[i], &e);
    if (is_double(s)) {
        l->r[i] = approximately(&e.exact);
        l->err[i] = NAN;
    }
    if (!e.decided) {
        l->first_open = i;
        leave(l, i, UL_LANE_OPEN);
    } else if ((e.exact.kind == UL_EXACT_NAN && e.wrong == UL_RIGHT) ||
               (s->finite_only &&
                !(arguments_are_finite(l, i) && isfinite(ul_bits_to_double(s->reading.type, e.want))))) {
        leave(l, i, UL_LANE_NOTHING);
    } else {
        adopt(l, i, s, &e);
    }
    ul_errors_clear(&e);
}

/* A zero result for an exact zero: its sign counts, but for rounding down (errors.c: judge). */
static void measure_zero(struct ul_lanes *l, int i, const struct ul_row_setup *s, const struct format *f,
                         double y)
{
    const bool free_sign =
        s->unsigned_zeros || s->reading.rounding == UL_DOWN || l->err[i] == UL_FREE_ZERO_ERROR;
    l->err[i] = 0;
    if (isinf(y)) {
        set_wrong(l, i, UL_WRONG_INF);
        return;
    }
    if (y != 0) {
        figures(l, i, f, y, 0);
        l->value[UL_REL][i] = l->upper[UL_REL][i] = INFINITY;
        l->misrounded[i] = 1;
        return;
    }
    set_all(l, i, 0);
    l->misrounded[i] = 0;
    if (!free_sign && signbit(y) != signbit(l->r[i]))
        set_wrong(l, i, UL_WRONG_SIGN);
}

/* r is infinite, or rounds to infinity; y is no NaN. */
static void measure_infinite(struct ul_lanes *l, int i, const struct ul_row_setup *s, const struct format *f,
                             double y)
{
    double r = l->r[i];
    if (isinf(y)) {
        set_all(l, i, 0);
        l->misrounded[i] = 0;
        if (signbit(y) != signbit(r))
            set_wrong(l, i, UL_WRONG_INF);
    } else if (s->short_is_wrong) {
        set_wrong(l, i, UL_WRONG_INF);
    } else {
        l->misrounded[i] = 1;
        if (isinf(r))
            set_all(l, i, INFINITY);
        else
            figures(l, i, f, y, copysign(f->beyond, r));
    }
}

/* y is infinite, r rounds to the finite `rounded`. */
static void measure_overflowed(struct ul_lanes *l, int i, const struct ul_row_setup *s,
                               const struct format *f, double y, double rounded)
{
    if (signbit(y) != signbit(l->r[i])) {
        set_wrong(l, i, UL_WRONG_INF);
        return;
    }
    figures(l, i, f, copysign(f->beyond, y), rounded);
    l->misrounded[i] = 1;
    l->state[i] = UL_LANE_FIGURES;
    settle_overflow(l, i, s);
}

/* y is finite, r rounds to the finite `rounded`. Where that is rightly the largest finite number, by a
 * directed rounding, it has no error however far off r is. */
static void measure_finite(struct ul_lanes *l, int i, const struct format *f, double y, double rounded)
{
    static const enum ul_measure no_error[] = {UL_OPENCL, UL_ABS, UL_REL};
    figures(l, i, f, y, rounded);
    l->misrounded[i] = y != rounded;
    l->state[i] = UL_LANE_FIGURES;
    for (int k = 0; k < 3 && y == rounded && fabs(l->r[i]) - l->err[i] >= f->beyond; k++)
        l->value[no_error[k]][i] = l->upper[no_error[k]][i] = 0;
}

/* x/2 rounded as what lies beside it is; false: the reference is no such function, or x is too large. */
static bool round_beside_half(const struct ul_lanes *l, int i, const struct ul_row_setup *s,
                              const struct format *f, double *rounded)
{
    const double x = l->x[0][i];
    if (f->type != UL_FLOAT || s->reading.rounding != UL_NEAREST || !(fabs(x) < 0x1p-100))
        return false;
    const int side = ul_screen_side_of_half(s->subject->reference[s->result]);
    *rounded = round_to(f, side < 0 ? UL_TO_ZERO : x > 0 ? UL_UP : UL_DOWN, 0.5 * x);
    return side != 0;
}

/* Everything that the plain loop leaves open. */
static void measure_special(struct ul_lanes *l, int i, const struct ul_row_setup *s, const struct format *f,
                            double y)
{
    double r = l->r[i], err = l->err[i];
    l->misrounded[i] = 0;
    if (isnan(r) || isnan(y)) {
        l->state[i] = UL_LANE_NOTHING;
        if (isnan(r) != isnan(y))
            set_wrong(l, i, UL_WRONG_NAN);
        return;
    }
    if (r == 0 && (err == 0 || err == UL_FREE_ZERO_ERROR)) {
        measure_zero(l, i, s, f, y);
        return;
    }
    double low = round_to(f, s->reading.rounding, r - err), high = round_to(f, s->reading.rounding, r + err);
    if (low != high && round_beside_half(l, i, s, f, &low))
        high = low;
    if (low != high) {
        certify_lane(l, i, s);
        return;
    }
    if (isinf(low) || isinf(r))
        measure_infinite(l, i, s, f, y);
    else if (isinf(y))
        measure_overflowed(l, i, s, f, y, low);
    else
        measure_finite(l, i, f, y, low);
}

/* Is one of the subject's other results not finite (lgamma, of lgamma_r's sign)? */
static bool other_result_is_infinite(const struct ul_lanes *l, int i, const struct ul_row_setup *s)
{
    const struct ul_subject *u = s->subject;
    ul_bits args[UL_MAX_PARAMETERS];
    struct ul_exact v;
    ul_lane_arguments(l, i, args);
    ul_exact_init(&v);
    bool infinite = false;
    for (int k = 0; k < u->signature.results && !infinite; k++) {
        if (k == s->result)
            continue;
        ul_reference(u->reference[k], u->signature.argument, args, 64, &v);
        infinite = v.kind == UL_EXACT_INFINITY || v.kind == UL_EXACT_NAN;
    }
    ul_exact_clear(&v);
    return infinite;
}

/* A wrong integer may be owed to arguments or results that are assumed absent, or to a flushed argument. */
static void excuse_integer(struct ul_lanes *l, int i, const struct ul_row_setup *s)
{
    if (s->finite_only && (!arguments_are_finite(l, i) || other_result_is_infinite(l, i, s)))
        leave(l, i, UL_LANE_NOTHING);
    else if (s->flush && ul_flushed_argument(l, i, s))
        leave(l, i, UL_LANE_FLUSHED);
}

static void certify_integer(struct ul_lanes *l, int i, const struct ul_row_setup *s)
{
    certify_lane(l, i, s);
    if (l->state[i] == UL_LANE_WRONG)
        excuse_integer(l, i, s);
}

static double round_to_whole(double r, enum ul_rounding rounding)
{
    return rounding == UL_NEAREST   ? rint(r)
           : rounding == UL_TO_ZERO ? trunc(r)
           : rounding == UL_UP      ? ceil(r)
                                    : floor(r);
}

/* Integers and booleans are right or wrong, for a flushed argument as well (frexp's exponent, ilogb,
 * signbit). Values that the type cannot hold are not defined (C17 7.12.9.5), nor are those of NaN. */
static void measure_integers(struct ul_lanes *l, const struct ul_row_setup *s)
{
    enum ul_type t = s->reading.type;
    int bits = 8 * ul_types[t].bytes;
    double limit = ldexp(1, ul_types[t].is_signed ? bits - 1 : bits);
    for (int i = 0; i < l->n; i++) {
        double r = round_to_whole(l->r[i], s->reading.rounding);
        bool equal;
        if (l->err[i] != 0) {
            certify_integer(l, i, s);
            continue;
        }
        l->misrounded[i] = 0;
        if (!(r < limit && r >= (ul_types[t].is_signed ? -limit : 0))) {
            l->state[i] = UL_LANE_NOTHING;
            continue;
        }
        if (fabs(r) >= 0x1p53) { /* where a double does not tell y from its neighbours */
            certify_integer(l, i, s);
            continue;
        }
        if (t == UL_BOOL)
            equal = (l->y[i] != 0) == (r != 0);
        else
            equal = l->y[i] == (r < 0 ? (ul_bits)(int64_t)r & ul_value_mask(t) : (ul_bits)r);
        set_all(l, i, 0);
        if (equal)
            continue;
        set_wrong(l, i, UL_WRONG_VALUE);
        excuse_integer(l, i, s);
    }
}

/* fp64: what the screening does not tell Arb does. */
static void measure_doubles(struct ul_lanes *l, const struct ul_row_setup *s)
{
    bool known[UL_LANES] = {false};
    if (s->reading.rounding == UL_NEAREST && !s->finite_only)
        ul_lanes_measure_pairs(l, known);
    for (int i = 0; i < l->n; i++)
        if (!known[i])
            certify_lane(l, i, s);
    for (int i = 0; s->flush && i < l->n; i++)
        if (ul_flush_excuses(l, i, s, ul_bits_to_double(s->reading.type, l->y[i])))
            leave(l, i, UL_LANE_FLUSHED);
}

/* y and its neighbours of r as doubles. */
static void prepare(const struct ul_lanes *l, const struct ul_row_setup *s, const struct format *f, double *y,
                    double *low, double *high)
{
    if (f->type == UL_FLOAT)
        ul_lanes_to_double(l->y, l->n, y);
    else
        for (int i = 0; i < l->n; i++)
            y[i] = ul_bits_to_double(f->type, l->y[i]);
    if (f->type == UL_FLOAT && s->reading.rounding == UL_NEAREST) {
        round_ends(l->r, l->err, l->n, low, high);
        return;
    }
    for (int i = 0; i < l->n; i++) {
        low[i] = round_to(f, s->reading.rounding, l->r[i] - l->err[i]);
        high[i] = round_to(f, s->reading.rounding, l->r[i] + l->err[i]);
    }
}

/* Not judged: what is assumed absent. A result that is infinite though the right one is not
 * is no such thing. */
static void leave_infinite(struct ul_lanes *l, const struct format *f)
{
    for (int i = 0; i < l->n; i++)
        if (!(arguments_are_finite(l, i) && fabs(l->r[i]) < f->overflow))
            leave(l, i, UL_LANE_NOTHING);
}

static void measure_floats(struct ul_lanes *l, const struct ul_row_setup *s)
{
    struct format f = format_of(s->reading.type);
    double y[UL_LANES], low[UL_LANES], high[UL_LANES];
    int64_t special[UL_LANES], misrounded[UL_LANES];
    prepare(l, s, &f, y, low, high);
    const struct plain p = {
        .r = l->r,
        .err = l->err,
        .y = y,
        .low = low,
        .high = high,
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
        .special = special,
        .misrounded = misrounded,
    };
    measure_plain(&p, &f, l->n);
    memset(l->state, UL_LANE_FIGURES, (size_t)l->n);
    for (int i = 0; i < l->n; i++)
        l->misrounded[i] = (unsigned char)misrounded[i];
    for (int i = 0; i < l->n; i++)
        if (special[i])
            measure_special(l, i, s, &f, y[i]);
    if (s->finite_only)
        leave_infinite(l, &f);
    for (int i = 0; s->flush && i < l->n; i++)
        if (ul_flush_excuses(l, i, s, y[i]))
            leave(l, i, UL_LANE_FLUSHED);
}

/* Is it a result that the piece allows, whatever the reference says of it: where x * y overflows, say? */
static bool allows(const struct ul_piece *p, const struct ul_lanes *l, int i, const struct ul_row_setup *s)
{
    ul_bits args[UL_MAX_PARAMETERS];
    ul_lane_arguments(l, i, args);
    if (p->kind == UL_LIMIT_DERIVED)
        return ul_forms_hold(&s->forms, p, l->equals[i]);
    return p->kind == UL_LIMIT_ONE_OF && ul_piece_allows(p, s->reading.type, args, l->y[i], s->flush);
}

static bool has_listed(const struct ul_bound *b)
{
    for (int p = 0; b && p < b->pieces; p++)
        if (b->piece[p].kind == UL_LIMIT_ONE_OF || b->piece[p].kind == UL_LIMIT_DERIVED)
            return true;
    return false;
}

/* Wrong by the reference, but among what the bound lists, or what a special value leaves open. */
static void excuse_listed(struct ul_lanes *l, const struct ul_row_setup *s)
{
    const bool listed = has_listed(s->bound);
    if (!listed && !s->open_values)
        return;
    for (int i = 0; i < l->n; i++) {
        if (l->state[i] != UL_LANE_WRONG)
            continue;
        struct ul_point at;
        ul_bits args[UL_MAX_PARAMETERS];
        ul_lane_point(l, i, &at);
        ul_lane_arguments(l, i, args);
        const struct ul_piece *p = listed ? ul_bound_piece(s->bound, &at) : NULL;
        if ((p && allows(p, l, i, s)) ||
            (s->open_values && ul_edge_leaves_open(s->subject, args, s->result, l->y[i])))
            leave(l, i, UL_LANE_NOTHING);
    }
}

void ul_lanes_measure(struct ul_lanes *l, const struct ul_row_setup *s)
{
    if (!ul_is_float(s->reading.type))
        measure_integers(l, s);
    else if (is_double(s))
        measure_doubles(l, s);
    else
        measure_floats(l, s);
    excuse_listed(l, s);
    if (s->subject->has_domain)
        for (int i = 0; i < l->n; i++)
            if (ul_lane_is_outside(l, i, s->subject))
                leave(l, i, UL_LANE_NOTHING);
    l->all_figures = true;
    for (int i = 0; i < l->n; i++)
        l->all_figures &= l->state[i] == UL_LANE_FIGURES;
    for (int m = 0; m < UL_MEASURES && !l->all_figures; m++)
        for (int i = 0; i < l->n; i++)
            if (l->state[i] != UL_LANE_FIGURES)
                l->value[m][i] = l->upper[m][i] = -1;
}

UL_CLONES void ul_lanes_count(uint32_t first, int n, ul_bits *restrict bits, double *restrict x)
{
    for (int i = 0; i < n; i++) {
        const uint32_t b = first + (uint32_t)i;
        float f;
        memcpy(&f, &b, sizeof f);
        bits[i] = b;
        x[i] = (double)f;
    }
}

UL_CLONES void ul_lanes_to_double(const ul_bits *restrict bits, int n, double *restrict x)
{
    for (int i = 0; i < n; i++) {
        uint32_t b = (uint32_t)bits[i];
        float f;
        memcpy(&f, &b, sizeof f);
        x[i] = (double)f;
    }
}

/* Figures are never negative, so that their bits are ordered as integers, which vectors can compare. */
UL_CLONES double ul_lanes_largest(const double *v, int n)
{
    typedef int64_t __attribute__((may_alias)) figure_bits;
    const figure_bits *b = (const figure_bits *)v;
    int64_t largest = ul_bits_of_double(-1.0);
    for (int i = 0; i < n; i++)
        largest = b[i] > largest ? b[i] : largest;
    return ul_double_of_bits(largest);
}
