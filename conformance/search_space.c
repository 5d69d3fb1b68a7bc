#include "search_space.h"
#include "reference.h"
#include "value.h"
#include <math.h>
#include <string.h>

uint64_t ul_random_next(struct ul_random *r)
{
    uint64_t z = r->state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

struct ul_random ul_random_of(uint64_t seed)
{
    struct ul_random r = {.state = seed};
    r.state = ul_random_next(&r);
    return r;
}

/* From 1 on, each length in bits up to `bits` as often as another. */
static uint64_t draw_log(struct ul_random *r, int bits)
{
    const int length = (int)ul_random_below(r, (uint64_t)bits + 1);
    return (uint64_t)1 << length | (ul_random_next(r) & (((uint64_t)1 << length) - 1));
}

/* ---- numbers on their lines ---- */

static bool is_unsigned_long(enum ul_type t)
{
    return !ul_types[t].is_signed && ul_types[t].bytes == 8;
}

int64_t ul_space_ordinal(enum ul_type t, ul_bits b)
{
    if (ul_is_float(t))
        return ul_value_ordinal(t, b);
    const int unused = 64 - 8 * ul_types[t].bytes;
    if (is_unsigned_long(t))
        return (int64_t)(b ^ (uint64_t)1 << 63);
    return ul_types[t].is_signed ? (int64_t)(b << unused) >> unused : (int64_t)b;
}

ul_bits ul_space_value(enum ul_type t, int64_t ordinal)
{
    if (ul_is_float(t))
        return ul_value_from_ordinal(t, ordinal);
    return (is_unsigned_long(t) ? (ul_bits)ordinal ^ (uint64_t)1 << 63 : (ul_bits)ordinal) & ul_value_mask(t);
}

static void type_range(enum ul_type t, int64_t *lo, int64_t *hi)
{
    if (ul_is_float(t)) {
        *hi = ul_value_ordinal(t, ul_value_infinity(t, false));
        *lo = -*hi;
        return;
    }
    const ul_bits sign = ul_value_sign(t), mask = ul_value_mask(t);
    *lo = ul_space_ordinal(t, ul_types[t].is_signed ? sign : 0);
    *hi = ul_space_ordinal(t, ul_types[t].is_signed ? mask ^ sign : mask);
}

/* The numbers of a type within the subject's domain, whose ends need not be numbers of it. */
static void cut_domain(const struct ul_subject *s, enum ul_type t, int64_t *lo, int64_t *hi)
{
    int64_t from = ul_value_ordinal(t, ul_double_to_bits(t, s->domain_lo)),
            to = ul_value_ordinal(t, ul_double_to_bits(t, s->domain_hi));
    while (from <= to && !ul_subject_domain_has(s, ul_bits_to_double(t, ul_value_from_ordinal(t, from))))
        from++;
    while (from <= to && !ul_subject_domain_has(s, ul_bits_to_double(t, ul_value_from_ordinal(t, to))))
        to--;
    *lo = from;
    *hi = to;
}

bool ul_space_make(struct ul_space *s, const struct ul_subject *subject)
{
    bool any = true;
    *s = (struct ul_space){
        .subject = subject, .family = ul_family_of(subject), .arguments = subject->signature.arguments};
    for (int k = 0; k < s->arguments; k++) {
        s->type[k] = subject->signature.argument[k].type;
        type_range(s->type[k], &s->lo[k], &s->hi[k]);
        if (subject->has_domain && ul_is_float(s->type[k]) && (k == 0 || subject->domain_of_each))
            cut_domain(subject, s->type[k], &s->lo[k], &s->hi[k]);
        any &= s->lo[k] <= s->hi[k];
    }
    return any;
}

double ul_space_number(const struct ul_space *s, const ul_bits *args, int k)
{
    return ul_is_float(s->type[k]) ? ul_bits_to_double(s->type[k], args[k])
                                   : (double)ul_space_ordinal(s->type[k], args[k]);
}

/* A float; an integer as near as the type has it. */
static ul_bits to_type(enum ul_type t, double x)
{
    if (ul_is_float(t))
        return ul_double_to_bits(t, x);
    int64_t lo, hi;
    type_range(t, &lo, &hi);
    const double whole = isnan(x) ? 0 : rint(x);
    return ul_space_value(t, whole <= (double)lo ? lo : whole >= (double)hi ? hi : (int64_t)whole);
}

/* Within the space? */
static void put(const struct ul_space *s, int k, ul_bits b, ul_bits *args)
{
    if (ul_is_float(s->type[k]) && ul_value_is_nan(s->type[k], b))
        return;
    const int64_t at = ul_space_ordinal(s->type[k], b);
    if (at < s->lo[k] || at > s->hi[k])
        return;
    args[k] = b;
}

static void put_number(const struct ul_space *s, int k, double x, ul_bits *args)
{
    if (!isnan(x))
        put(s, k, to_type(s->type[k], x), args);
}

static int64_t draw_between(struct ul_random *r, int64_t lo, int64_t hi)
{
    const uint64_t width = (uint64_t)hi - (uint64_t)lo;
    const uint64_t z = ul_random_next(r);
    return (int64_t)((uint64_t)lo +
                     (width == UINT64_MAX ? z : (uint64_t)((unsigned __int128)z * (width + 1) >> 64)));
}

/* ---- frames ---- */

/* A power is drawn in units of 2^-40. */
enum { POWER_UNIT = 40 };

enum ul_frame ul_space_frame(const struct ul_space *s)
{
    const enum ul_frame f = s->family ? s->family->frame : UL_FRAME_PLAIN;
    const bool fits = f == UL_FRAME_PRODUCT ? s->arguments == 3 : s->arguments == 2;
    return fits && ul_is_float(s->type[0]) ? f : UL_FRAME_PLAIN;
}

static int64_t double_ordinal(double x)
{
    return ul_value_ordinal(UL_DOUBLE, ul_double_to_bits(UL_DOUBLE, x));
}

static double from_double_ordinal(int64_t at)
{
    return ul_bits_to_double(UL_DOUBLE, ul_value_from_ordinal(UL_DOUBLE, at));
}

bool ul_space_box(const struct ul_space *s, enum ul_frame frame, struct ul_box *out)
{
    const struct ul_type_info *t = &ul_types[s->type[0]];
    if (frame != UL_FRAME_PLAIN && frame != ul_space_frame(s))
        return false;
    *out = (struct ul_box){.frame = frame};
    memcpy(out->lo, s->lo, sizeof out->lo);
    memcpy(out->hi, s->hi, sizeof out->hi);
    const int64_t least = 1 - t->emax - t->precision - 2, most = t->emax + 3;
    switch (frame) {
    case UL_FRAME_RATIO:
        out->lo[1] = double_ordinal(0x1p-60);
        out->hi[1] = double_ordinal(0x1p+60);
        break;
    case UL_FRAME_POWER:
    case UL_FRAME_ROOT:
        out->lo[0] = least * ((int64_t)1 << POWER_UNIT);
        out->hi[0] = most * ((int64_t)1 << POWER_UNIT);
        break;
    case UL_FRAME_SCALE:
        out->lo[1] = least;
        out->hi[1] = most;
        break;
    case UL_FRAME_PRODUCT:
        out->lo[2] = double_ordinal(0x1p-110);
        out->hi[2] = double_ordinal(4);
        break;
    default:
        break;
    }
    return true;
}

static double power_of(int64_t t)
{
    return ldexp((double)t, -POWER_UNIT);
}

/* The argument that a frame makes of its number and the others. */
static const int made_by[UL_FRAMES] = {
    [UL_FRAME_PLAIN] = -1, [UL_FRAME_RATIO] = 1, [UL_FRAME_POWER] = 0,
    [UL_FRAME_ROOT] = 0,   [UL_FRAME_SCALE] = 1, [UL_FRAME_PRODUCT] = 2,
};

/* From a frame's numbers to arguments; z tells the signs. */
static void place(const struct ul_space *s, enum ul_frame frame, const int64_t *at, uint64_t z, ul_bits *args)
{
    for (int k = 0; k < s->arguments; k++)
        args[k] = ul_space_value(s->type[k], k != made_by[frame] ? at[k] : s->lo[k] > 0 ? s->lo[k] : 0);
    if (frame == UL_FRAME_RATIO) {
        const double y = ul_space_number(s, args, 0) * from_double_ordinal(at[1]);
        put_number(s, 1, z & 1 ? y : -y, args);
    } else if (frame == UL_FRAME_POWER || frame == UL_FRAME_ROOT) {
        const double n = ul_space_number(s, args, 1), t = power_of(at[0]);
        const double x = exp2(frame == UL_FRAME_POWER ? t / n : t * n);
        put_number(s, 0, z & 3 ? x : -x, args);
    } else if (frame == UL_FRAME_SCALE) {
        const double x = ul_space_number(s, args, 0);
        put_number(s, 1, (double)at[1] - (x != 0 && isfinite(x) ? ilogb(x) : 0), args);
    } else if (frame == UL_FRAME_PRODUCT) {
        const double t = from_double_ordinal(at[2]);
        put_number(s, 2, -ul_space_number(s, args, 0) * ul_space_number(s, args, 1) * (z & 1 ? 1 + t : 1 - t),
                   args);
    }
}

void ul_box_draw(const struct ul_space *s, const struct ul_box *b, struct ul_random *r, ul_bits *args)
{
    int64_t at[UL_MAX_PARAMETERS];
    for (int k = 0; k < s->arguments; k++)
        at[k] = draw_between(r, b->lo[k], b->hi[k]);
    place(s, b->frame, at, b->frame == UL_FRAME_PLAIN ? 0 : ul_random_next(r), args);
}

int ul_box_widest(const struct ul_space *s, const struct ul_box *b)
{
    struct ul_box all;
    int best = -1;
    double most = 0;
    ul_space_box(s, b->frame, &all);
    for (int k = 0; k < s->arguments; k++) {
        const uint64_t width = (uint64_t)b->hi[k] - (uint64_t)b->lo[k];
        const double share = (double)width / ((double)((uint64_t)all.hi[k] - (uint64_t)all.lo[k]) + 1);
        if (width && share > most) {
            most = share;
            best = k;
        }
    }
    return best;
}

int ul_box_cut(const struct ul_space *s, const struct ul_box *b, int most, struct ul_box *part)
{
    const int k = ul_box_widest(s, b);
    if (k < 0)
        return 0;
    const uint64_t lo = (uint64_t)b->lo[k], width = (uint64_t)b->hi[k] - lo;
    const uint64_t parts = width < (uint64_t)most ? width + 1 : (uint64_t)most, size = width / parts;
    int n = 0;
    for (uint64_t j = 0; j < parts; j++) {
        struct ul_box cut = *b;
        cut.lo[k] = (int64_t)(lo + j * (size + 1));
        cut.hi[k] = j == parts - 1 ? b->hi[k] : (int64_t)((uint64_t)cut.lo[k] + size);
        if (cut.lo[k] <= cut.hi[k])
            part[n++] = cut;
    }
    return n;
}

/* ---- draws ---- */

/* Beside a number, by few steps as a rule. */
static void put_beside(const struct ul_space *s, int k, double x, struct ul_random *r, ul_bits *args)
{
    put_number(s, k, x, args);
    if (!ul_is_float(s->type[k]) || !isfinite(x) || ul_random_below(r, 4) == 0)
        return;
    const int64_t away = (int64_t)draw_log(r, ul_types[s->type[k]].precision / 2) - 1;
    ul_space_step(s, k, ul_random_next(r) & 1 ? away : -away, args);
}

/* Within a finite domain by values; else moderate ones, where functions have their features. */
static double draw_value(const struct ul_space *s, int k, struct ul_random *r)
{
    const enum ul_type t = s->type[k];
    const double lo = ul_bits_to_double(t, ul_value_from_ordinal(t, s->lo[k])),
                 hi = ul_bits_to_double(t, ul_value_from_ordinal(t, s->hi[k]));
    const double u = ul_random_unit(r);
    if (isfinite(lo) && isfinite(hi))
        return lo + (hi - lo) * u;
    const int e = (int)ul_random_below(r, 24) - 12;
    return ldexp(ul_random_next(r) & 1 ? 1 + u : -1 - u, e);
}

static double draw_notable(const struct ul_space *s, struct ul_random *r)
{
    const struct ul_family *f = s->family;
    const double sign = ul_random_next(r) & 1 ? 1 : -1;
    const uint64_t which = ul_random_below(r, 8);
    if (which == 0 || (which >= 4 && !f))
        return sign * 0.5 * (double)draw_log(r, 24);
    if (which == 1)
        return sign * (double)(draw_log(r, 8)) / (double)((uint64_t)1 << ul_random_below(r, 10));
    if (which < 4 || !f)
        return sign * ldexp(1, (int)ul_random_below(r, 64) - 40);
    if (f->period != 0 && which < 6)
        return sign * f->period * (double)draw_log(r, 20) / (double)((uint64_t)1 << ul_random_below(r, 7));
    int points = 0;
    while (points < 12 && f->point[points] != 0)
        points++;
    if (!points)
        return sign * f->period * (double)draw_log(r, 30);
    const double p = f->point[ul_random_below(r, (uint64_t)points)];
    return f->multiples && ul_random_next(r) & 1 ? sign * p * (double)draw_log(r, f->multiples) : sign * p;
}

static void draw_float(const struct ul_space *s, int k, struct ul_random *r, ul_bits *args)
{
    const enum ul_type t = s->type[k];
    switch (ul_random_below(r, 8)) {
    case 0:
    case 1:
        put_number(s, k, draw_value(s, k, r), args);
        return;
    case 2: /* by the distance from an end */
        args[k] = ul_space_value(t, ul_random_next(r) & 1 ? s->lo[k] : s->hi[k]);
        ul_space_step(s, k,
                      (int64_t)draw_log(r, 8 * ul_types[t].bytes - 2) *
                          (args[k] == ul_space_value(t, s->lo[k]) ? 1 : -1),
                      args);
        return;
    case 3:
        put_beside(s, k, draw_notable(s, r), r, args);
        return;
    case 4: /* few bits */
        args[k] &= ~(ul_bits)0 << ul_random_below(r, (uint64_t)ul_types[t].precision);
        put(s, k, args[k], args);
        return;
    default: /* by exponents */
        return;
    }
}

static int64_t draw_integer(const struct ul_space *s, int k, struct ul_random *r)
{
    const uint64_t which = ul_random_below(r, 4);
    const int64_t n = (int64_t)draw_log(r, which == 0   ? 8 * ul_types[s->type[k]].bytes - 2
                                           : which == 1 ? 12
                                                        : 5) -
                      1;
    const int64_t at = ul_random_next(r) & 1 ? n : -n;
    return at < s->lo[k] ? s->lo[k] : at > s->hi[k] ? s->hi[k] : at;
}

/* Every fourth of few bits: a ratio that is a power of two, a whole power. */
static int64_t draw_framed(struct ul_random *r, int64_t lo, int64_t hi)
{
    const int64_t at = draw_between(r, lo, hi);
    const int64_t few = at & (int64_t)(~(uint64_t)0 << ul_random_below(r, 53));
    return ul_random_below(r, 4) || few < lo ? at : few;
}

void ul_space_draw(const struct ul_space *s, struct ul_random *r, ul_bits *args)
{
    struct ul_box box;
    const enum ul_frame frame = ul_space_frame(s);
    ul_space_box(s, frame != UL_FRAME_PLAIN && ul_random_next(r) & 1 ? frame : UL_FRAME_PLAIN, &box);
    for (int k = 0; k < s->arguments; k++) {
        args[k] = ul_space_value(s->type[k], draw_between(r, s->lo[k], s->hi[k]));
        if (ul_is_float(s->type[k]))
            draw_float(s, k, r, args);
        else if (ul_random_below(r, 4))
            args[k] = ul_space_value(s->type[k], draw_integer(s, k, r));
    }
    if (box.frame != UL_FRAME_PLAIN) { /* what is drawn stays, but for the one that the frame makes */
        int64_t at[UL_MAX_PARAMETERS];
        for (int k = 0; k < s->arguments; k++) {
            at[k] = ul_space_ordinal(s->type[k], args[k]);
            if (box.lo[k] != s->lo[k] || box.hi[k] != s->hi[k])
                at[k] = draw_framed(r, box.lo[k], box.hi[k]);
        }
        place(s, box.frame, at, ul_random_next(r), args);
    } else if (s->arguments > 1 && s->type[0] == s->type[1] && ul_random_below(r, 4) == 0) {
        args[1] = args[0];
        ul_space_step(s, 1, (int64_t)draw_log(r, 12) - 1, args);
    }
}

/* ---- moves ---- */

void ul_space_step(const struct ul_space *s, int argument, int64_t steps, ul_bits *args)
{
    const enum ul_type t = s->type[argument];
    const int64_t at = ul_space_ordinal(t, args[argument]), lo = s->lo[argument], hi = s->hi[argument];
    int64_t to;
    if (__builtin_add_overflow(at, steps, &to))
        return;
    args[argument] = ul_space_value(t, to < lo ? lo : to > hi ? hi : to);
}

/* Moves what is free, and keeps what the frame is of. */
static void jump_along(const struct ul_space *s, enum ul_frame frame, struct ul_random *r, ul_bits *args)
{
    const double x = ul_space_number(s, args, 0), y = ul_space_number(s, args, 1);
    const int free = frame == UL_FRAME_POWER || frame == UL_FRAME_ROOT ? 1 : 0;
    const int bits = ul_is_float(s->type[free]) ? ul_types[s->type[free]].precision + 2 : 8;
    const int64_t steps = (int64_t)draw_log(r, bits);
    ul_space_step(s, free, ul_random_next(r) & 1 ? steps : -steps, args);
    const double moved = ul_space_number(s, args, free);
    switch (frame) {
    case UL_FRAME_RATIO:
        put_number(s, 1, moved * (y / x), args);
        break;
    case UL_FRAME_POWER:
        put_number(s, 0, copysign(exp2(y * log2(fabs(x)) / moved), x), args);
        break;
    case UL_FRAME_ROOT:
        put_number(s, 0, copysign(exp2(log2(fabs(x)) / y * moved), x), args);
        break;
    case UL_FRAME_PRODUCT:
        put_number(s, 2, ul_space_number(s, args, 2) + x * y - moved * y, args);
        break;
    default:
        break;
    }
}

static void jump_number(const struct ul_space *s, int k, struct ul_random *r, ul_bits *args)
{
    const enum ul_type t = s->type[k];
    const double x = ul_space_number(s, args, k);
    const uint64_t z = ul_random_next(r);
    const int p = ul_types[t].precision;
    if (!ul_is_float(t)) {
        put_number(s, k, z & 1 ? -x : z & 2 ? x * 2 : x / 2, args);
        return;
    }
    switch (z % 6) {
    case 0: {
        const int e = (int)draw_log(r, 5);
        put_number(s, k, ldexp(x, z >> 32 & 1 ? e : -e), args);
        break;
    }
    case 1:
        put_number(s, k, -x, args);
        break;
    case 2:
        put(s, k, args[k] ^ (ul_bits)1 << ((z >> 8) % (uint64_t)(p - 1)), args);
        break;
    case 3: {
        const ul_bits low = ((ul_bits)1 << ((z >> 8) % (uint64_t)p)) - 1;
        put(s, k, z >> 32 & 1 ? args[k] | low : args[k] & ~low, args);
        break;
    }
    default: {
        const double period = k == 0 && s->family ? s->family->period : 0;
        const double n = (double)draw_log(r, z >> 32 & 3 ? 4 : 12);
        put_number(s, k, period != 0 ? x + (z >> 34 & 1 ? n : -n) * period : x + (z >> 34 & 1 ? n : -n),
                   args);
        put_beside(s, k, ul_space_number(s, args, k), r, args);
    }
    }
}

void ul_space_jump(const struct ul_space *s, struct ul_random *r, ul_bits *args)
{
    const enum ul_frame frame = ul_space_frame(s);
    if (frame != UL_FRAME_PLAIN && ul_random_next(r) & 1) {
        jump_along(s, frame, r, args);
        return;
    }
    if (s->arguments > 1 && s->type[0] == s->type[1] && ul_random_below(r, 8) == 0) {
        const ul_bits first = args[0];
        put(s, 0, args[1], args);
        put(s, 1, first, args);
        return;
    }
    if (s->arguments > 1 && ul_random_below(r, 4) == 0) { /* all of them, by powers of two */
        const int e = (int)draw_log(r, 5) * (ul_random_next(r) & 1 ? 1 : -1);
        for (int k = 0; k < s->arguments; k++)
            if (ul_is_float(s->type[k]))
                put_number(s, k, ldexp(ul_space_number(s, args, k), e), args);
        return;
    }
    jump_number(s, (int)ul_random_below(r, (uint64_t)s->arguments), r, args);
}

/* ---- notable inputs ---- */

enum { NEAR = 4, BESIDE = 2 * NEAR + 1, STEPS = 256, MULTIPLES = 32, POINTS = 12 };

/* Table steps: j/64 of a period and of 1, and 1 + j/128, whose logarithms are tabled. */
static double table_step(const struct ul_space *s, uint64_t k)
{
    const double j = (double)(k / 3 + 1);
    const double period = s->family && s->family->period != 0 ? s->family->period : M_LN2;
    return k % 3 == 0 ? j / 64 : k % 3 == 1 ? j * period / 64 : 0.5 + j / 256;
}

bool ul_space_notable(const struct ul_space *s, uint64_t k, ul_bits *args)
{
    const uint64_t number = k / BESIDE / 2, points = (uint64_t)POINTS * MULTIPLES;
    const double sign = k / BESIDE % 2 ? -1 : 1;
    double x;
    if (s->arguments != 1 || !ul_is_float(s->type[0]) || number >= points + 3 * STEPS)
        return false;
    args[0] = ul_space_value(s->type[0], s->lo[0]);
    if (number < points) {
        const double n = (double)(number % MULTIPLES) + 1;
        x = s->family ? s->family->point[number / MULTIPLES] : 0;
        x = n > 1 && !(s->family && s->family->multiples) ? 0 : x * n;
    } else {
        x = table_step(s, number - points);
    }
    put_number(s, 0, sign * x, args);
    ul_space_step(s, 0, (int64_t)(k % BESIDE) - NEAR, args);
    return true;
}

uint64_t ul_space_cell(const struct ul_space *s, const ul_bits *args)
{
    uint64_t cell = 0;
    for (int k = 0; k < s->arguments; k++) {
        const int below = ul_is_float(s->type[k]) && ul_types[s->type[k]].precision > 5
                              ? ul_types[s->type[k]].precision - 5
                              : 3;
        cell = (cell ^ (uint64_t)(ul_space_ordinal(s->type[k], args[k]) >> below)) * 0x9e3779b97f4a7c15u;
    }
    return cell;
}
