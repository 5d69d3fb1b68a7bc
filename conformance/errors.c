#include "errors.h"
#include "value.h"
#include <math.h>
#include <string.h>

/* The exact value r is enclosed by two exact numbers, lo <= r <= hi. Every figure is |y - r| seen through a
 * monotone function of r on either side of y, so its values at lo and hi enclose it; if y lies between
 * them the lower end is 0. All arithmetic is on arf numbers, whose exponents have no limit; what is
 * rounded is rounded to at least 64 bits. */

enum { START_BITS = 96, MOST_BITS = 8192, WORK_BITS = 256, GAP_BITS = 64, DYADIC_BITS = 64 };

/* A figure is decided when known to so many ulps, or (far off) to so much of itself; absolute and relative
 * errors to a millionth of themselves, or where they are a trillionth of an ulp. */
static const double decided_ulps = 1e-6, decided_share = 1e-12, decided_abs_share = 1e-6,
                    negligible_ulps = 1e-12;

static int precision(enum ul_type t)
{
    return ul_types[t].precision;
}

static int emax(enum ul_type t)
{
    return ul_types[t].emax;
}

static int emin(enum ul_type t)
{
    return 1 - ul_types[t].emax;
}

/* --- one exact number against the type's grid --- */

/* floor(log2 |v|), the smallest normal's for what is below it. */
static slong binade(enum ul_type t, const arf_t v)
{
    if (arf_is_zero(v))
        return emin(t);
    slong e = arf_abs_bound_lt_2exp_si(v) - 1;
    return e < emin(t) ? emin(t) : e;
}

/* |v| in steps of its binade's spacing, and the ordinal at which its binade would begin if it began at 0:
 * ord'(v) = base + steps. Works for subnormals as well, whose base is 0. */
static int64_t steps(enum ul_type t, const arf_t v, arf_t out)
{
    slong e = binade(t, v);
    arf_abs(out, v);
    arf_mul_2exp_si(out, out, precision(t) - 1 - e);
    return (int64_t)(e - emin(t)) << (precision(t) - 1);
}

static bool beyond_the_grid(enum ul_type t, const arf_t v)
{
    return binade(t, v) > emax(t);
}

/* The direction on magnitudes. */
static arf_rnd_t direction(enum ul_rounding rounding, bool negative)
{
    switch (rounding) {
    case UL_NEAREST:
        break;
    case UL_TO_ZERO:
        return ARF_RND_DOWN;
    case UL_UP:
        return negative ? ARF_RND_DOWN : ARF_RND_UP;
    case UL_DOWN:
        return negative ? ARF_RND_UP : ARF_RND_DOWN;
    }
    return ARF_RND_NEAR;
}

/* v rounded once; ARF_RND_NEAR takes ties to even. A carry into the next binade, or to infinity, is the
 * ordinal's own carry. `negative` is the sign of a result that is zero, too. */
static ul_bits round_to_type(enum ul_type t, const arf_t v, enum ul_rounding rounding, bool negative)
{
    arf_rnd_t rnd = direction(rounding, negative);
    int64_t infinity = ul_value_ordinal(t, ul_value_infinity(t, false));
    int64_t ordinal = rnd == ARF_RND_DOWN ? infinity - 1 : infinity;
    if (!beyond_the_grid(t, v)) {
        arf_t n;
        arf_init(n);
        ordinal = steps(t, v, n);
        ordinal += arf_get_si(n, rnd);
        arf_clear(n);
    }
    return ul_value_from_ordinal(t, ordinal) | (negative ? ul_value_sign(t) : 0);
}

/* log2 of ulp(v) as OpenCL C 3.0 section 7.4 defines it: the gap between the neighbours of v; for v = 2^k,
 * one of the two numbers, the nearest other is below, so the lower binade's. Between the zeros' neighbours
 * the subnormal spacing; beyond the largest finite number its own gap. */
static slong ulp_exponent(enum ul_type t, const arf_t v)
{
    slong e = binade(t, v);
    if (e > emin(t) && !arf_cmpabs_2exp_si(v, e))
        e--;
    return (e > emax(t) ? emax(t) : e) - (precision(t) - 1);
}

/* --- figures --- */

/* The result as a number. */
struct given {
    arf_t value; /* an infinity counts as 2^(emax+1) */
    int64_t ordinal;
};

/* A figure for one exact r: a double, and what the conversion to double may have cost. */
struct figure {
    double value, slack;
};

static struct figure figure(const arf_t x, bool inexact)
{
    struct figure f = {fabs(arf_get_d(x, ARF_RND_NEAR)), 0};
    if (f.value == 0 && !arf_is_zero(x))
        f.value = 0x1p-1074; /* a difference is never shown as none */
    if (isfinite(f.value) && (inexact || arf_cmpabs_d(x, f.value)))
        f.slack = f.value * 0x1p-52 + 0x1p-1074;
    return f;
}

/* |ord(y) - ord'(v)|. */
static struct figure ordinal_figure(enum ul_type t, const struct given *y, const arf_t v)
{
    arf_t n;
    arf_init(n);
    int64_t base = ul_value_ordinal(t, ul_value_infinity(t, false));
    if (!beyond_the_grid(t, v))
        base = steps(t, v, n);
    int inexact = arf_add_si(n, n, base, WORK_BITS, ARF_RND_NEAR);
    if (arf_sgn(v) < 0)
        arf_neg(n, n);
    inexact |= arf_sub_si(n, n, y->ordinal, WORK_BITS, ARF_RND_NEAR);
    struct figure f = figure(n, inexact);
    arf_clear(n);
    return f;
}

static void figures_at(enum ul_type t, const struct given *y, const arf_t v, struct figure of[UL_MEASURES])
{
    arf_t gap, scaled;
    arf_init(gap);
    arf_init(scaled);
    int inexact = arf_sub(gap, y->value, v, GAP_BITS, ARF_RND_NEAR);
    of[UL_ABS] = figure(gap, inexact);
    arf_mul_2exp_si(scaled, gap, -ulp_exponent(t, v));
    of[UL_OPENCL] = figure(scaled, inexact);
    if (arf_is_zero(v)) {
        of[UL_REL] = (struct figure){arf_is_zero(gap) ? 0 : INFINITY, 0};
    } else if (arf_is_zero(y->value)) { /* however well v is known: equal errors are equal */
        of[UL_REL] = (struct figure){1, 0};
    } else {
        inexact |= arf_div(scaled, gap, v, GAP_BITS, ARF_RND_NEAR);
        of[UL_REL] = figure(scaled, inexact);
    }
    of[UL_ORDINAL] = ordinal_figure(t, y, v);
    arf_clear(gap);
    arf_clear(scaled);
}

static struct figure steps_between(enum ul_type t, ul_bits a, ul_bits b)
{
    double steps = (double)ul_value_steps(t, a, b);
    return (struct figure){steps, steps < 0x1p53 ? 0 : steps * 0x1p-52};
}

/* A figure between its values at the ends; `width` is what a narrower ball would improve. If y may equal
 * r, 0 is as good as any other value. */
static void enclose(const struct figure *lo, const struct figure *hi, bool between, double *value,
                    double *radius, double *width)
{
    double most = fmax(lo->value, hi->value), least = fmin(lo->value, hi->value);
    *value = between ? 0 : least;
    *width = most == *value ? 0 : most - *value;
    if (isfinite(*width)) {
        *width /= between ? 1 : 2;
        *value += between ? 0 : *width;
    }
    *radius = *width + fmax(lo->slack, hi->slack);
}

static void set_figure(struct ul_errors *out, enum ul_measure m, double value)
{
    out->of[m] = value;
    out->radius[m] = 0;
}

static bool decided(const struct ul_errors *e, const double width[UL_MEASURES])
{
    for (int m = UL_OPENCL; m <= UL_ORDINAL; m++)
        if (!(width[m] <= fmax(decided_ulps, decided_share * e->of[m])))
            return false;
    if (e->of[UL_OPENCL] + width[UL_OPENCL] <= negligible_ulps)
        return true;
    return width[UL_ABS] <= decided_abs_share * e->of[UL_ABS] &&
           width[UL_REL] <= decided_abs_share * e->of[UL_REL];
}

/* Fills the figures of a y that is no NaN; out->want is known. */
static bool measure(const arf_t lo, const arf_t hi, ul_bits y, enum ul_type t, struct ul_errors *out)
{
    struct given given = {.ordinal = ul_value_ordinal(t, y)};
    arf_init(given.value);
    if (ul_value_is_infinite(t, y))
        arf_set_si_2exp_si(given.value, ul_value_is_negative(t, y) ? -1 : 1, emax(t) + 1);
    else
        ul_bits_to_arf(t, y, given.value);
    struct figure at_lo[UL_MEASURES], at_hi[UL_MEASURES];
    figures_at(t, &given, lo, at_lo);
    if (arf_equal(lo, hi))
        memcpy(at_hi, at_lo, sizeof at_hi);
    else
        figures_at(t, &given, hi, at_hi);
    bool between = arf_cmp(lo, given.value) <= 0 && arf_cmp(given.value, hi) <= 0;
    arf_clear(given.value);
    at_lo[UL_CUDA] = at_hi[UL_CUDA] = steps_between(t, y, out->want);
    double width[UL_MEASURES];
    for (int m = 0; m < UL_MEASURES; m++)
        enclose(&at_lo[m], &at_hi[m], between && m != UL_CUDA, &out->of[m], &out->radius[m], &width[m]);
    return decided(out, width);
}

/* Where the right result lies beyond every finite number, it has no error however far off r is. */
static bool forgive(struct ul_errors *out)
{
    set_figure(out, UL_OPENCL, 0);
    set_figure(out, UL_ABS, 0);
    set_figure(out, UL_REL, 0);
    return out->radius[UL_ORDINAL] <= decided_ulps;
}

/* --- kinds --- */

static bool finish(struct ul_errors *out, enum ul_wrong wrong)
{
    out->wrong = wrong;
    return out->decided = true;
}

static bool of_zero(bool negative, bool sign_known, ul_bits y, const struct ul_reading *r,
                    struct ul_errors *out)
{
    enum ul_type t = r->type;
    arf_t zero;
    arf_init(zero);
    out->want = round_to_type(t, zero, UL_NEAREST, negative);
    out->misrounded = sign_known ? y != out->want : !ul_value_is_zero(t, y);
    enum ul_wrong wrong = UL_RIGHT;
    if (ul_value_is_nan(t, y))
        wrong = UL_WRONG_NAN;
    else if (ul_value_is_infinite(t, y))
        wrong = UL_WRONG_INF;
    else if (ul_value_is_zero(t, y) && out->misrounded)
        wrong = UL_WRONG_SIGN;
    else
        measure(zero, zero, y, t, out);
    arf_clear(zero);
    return finish(out, wrong);
}

static bool of_infinity(bool negative, ul_bits y, const struct ul_reading *r, struct ul_errors *out)
{
    enum ul_type t = r->type;
    out->want = ul_value_infinity(t, negative);
    out->misrounded = y != out->want;
    if (ul_value_is_nan(t, y))
        return finish(out, UL_WRONG_NAN);
    if (out->misrounded && ul_value_is_infinite(t, y))
        return finish(out, UL_WRONG_INF);
    out->fell_short = out->misrounded;
    for (int m = 0; m < UL_MEASURES; m++)
        set_figure(out, (enum ul_measure)m, out->misrounded ? INFINITY : 0);
    set_figure(out, UL_CUDA, steps_between(t, y, out->want).value);
    set_figure(out, UL_ORDINAL, out->of[UL_CUDA]);
    return finish(out, UL_RIGHT);
}

static bool of_nan(ul_bits y, const struct ul_reading *r, struct ul_errors *out)
{
    out->want = ul_value_nan(r->type);
    out->misrounded = !ul_value_is_nan(r->type, y);
    return finish(out, out->misrounded ? UL_WRONG_NAN : UL_RIGHT);
}

/* lo <= r <= hi, on one side of zero, not both zero. */
static bool of_interval(const arf_t lo, const arf_t hi, ul_bits y, const struct ul_reading *r,
                        struct ul_errors *out)
{
    enum ul_type t = r->type;
    bool negative = arf_sgn(lo) < 0;
    out->want = round_to_type(t, lo, r->rounding, negative);
    if (out->want != round_to_type(t, hi, r->rounding, negative))
        return false;
    out->misrounded = y != out->want;
    if (ul_value_is_nan(t, y))
        return finish(out, UL_WRONG_NAN);
    bool infinite = ul_value_is_infinite(t, y);
    if (infinite && ul_value_is_negative(t, y) != negative)
        return finish(out, UL_WRONG_INF);
    out->decided = measure(lo, hi, y, t, out);
    const arf_struct *nearer_zero = negative ? hi : lo;
    bool overflows = ul_value_is_infinite(t, round_to_type(t, nearer_zero, UL_NEAREST, negative));
    out->overflowed = infinite && !overflows && out->misrounded;
    out->fell_short = !infinite && overflows && out->misrounded;
    if (overflows && (infinite || (!out->misrounded && beyond_the_grid(t, nearer_zero))))
        out->decided = forgive(out);
    return out->decided;
}

static bool of_ball(const arb_t ball, ul_bits y, const struct ul_reading *r, struct ul_errors *out)
{
    arf_t lo, hi;
    arf_init(lo);
    arf_init(hi);
    if (arb_is_exact(ball)) {
        arf_set(lo, arb_midref(ball));
        arf_set(hi, arb_midref(ball));
    } else {
        /* Rounded outward, to a few bits more than the ball is good for; erf(1e10) = 1 is good for 2^66. */
        slong good = arb_rel_accuracy_bits(ball);
        slong bits = (good < 0 ? 0 : good < MOST_BITS ? good : MOST_BITS) + 32;
        arb_get_lbound_arf(lo, ball, bits);
        arb_get_ubound_arf(hi, ball, bits);
    }
    bool one_side = arf_is_finite(lo) && arf_is_finite(hi) && (arf_sgn(lo) >= 0 || arf_sgn(hi) <= 0);
    bool done = false;
    if (arf_is_zero(lo) && arf_is_zero(hi))
        done = of_zero(false, false, y, r, out);
    else if (one_side)
        done = of_interval(lo, hi, y, r, out);
    arf_clear(lo);
    arf_clear(hi);
    return done;
}

/* --- integers --- */

static bool fits(enum ul_type t, const fmpz_t n, ul_bits *bits)
{
    if (ul_types[t].is_signed) {
        if (!fmpz_fits_si(n))
            return false;
        int64_t v = fmpz_get_si(n);
        *bits = ul_value_from_ordinal(t, v);
        return ul_value_ordinal(t, *bits) == v;
    }
    if (fmpz_sgn(n) < 0 || !fmpz_abs_fits_ui(n))
        return false;
    *bits = fmpz_get_ui(n);
    return *bits <= ul_value_largest(t);
}

/* remquo's quotient: the magnitude's low bits are those of n, and unless they are 0 so is the sign. */
static bool has_low_bits(enum ul_type t, ul_bits y, const fmpz_t n, int count)
{
    int64_t value = ul_value_ordinal(t, y);
    uint64_t magnitude = value < 0 ? -(uint64_t)value : (uint64_t)value;
    uint64_t mask = ((uint64_t)1 << count) - 1;
    fmpz_t low;
    fmpz_init(low);
    fmpz_abs(low, n);
    fmpz_fdiv_r_2exp(low, low, (ulong)count);
    uint64_t want = fmpz_get_ui(low);
    fmpz_clear(low);
    return (magnitude & mask) == want && (!want || (value < 0) == (fmpz_sgn(n) < 0));
}

/* Beyond every integer type; what is longer need not be held digit by digit. */
enum { INTEGER_BITS = 80 };

/* The value rounded as conversions round; *in_reach: it is not beyond all types. False: the ball's ends
 * differ. */
static bool round_to_integer(fmpz_t n, const arb_t ball, enum ul_rounding rounding, bool *in_reach)
{
    static const arf_rnd_t directions[] = {[UL_NEAREST] = ARF_RND_NEAR,
                                           [UL_TO_ZERO] = ARF_RND_DOWN,
                                           [UL_UP] = ARF_RND_CEIL,
                                           [UL_DOWN] = ARF_RND_FLOOR};
    arf_t lo, hi;
    fmpz_t other;
    arf_init(lo);
    arf_init(hi);
    fmpz_init(other);
    slong bits = arb_bits(ball) + 2 * INTEGER_BITS;
    arb_get_lbound_arf(lo, ball, bits);
    arb_get_ubound_arf(hi, ball, bits);
    bool lo_far = arf_cmpabs_2exp_si(lo, INTEGER_BITS) > 0, hi_far = arf_cmpabs_2exp_si(hi, INTEGER_BITS) > 0;
    bool known = lo_far && hi_far && arf_sgn(lo) == arf_sgn(hi);
    *in_reach = !lo_far && !hi_far;
    if (*in_reach) {
        arf_get_fmpz(n, lo, directions[rounding]);
        arf_get_fmpz(other, hi, directions[rounding]);
        known = fmpz_equal(n, other);
    }
    arf_clear(lo);
    arf_clear(hi);
    fmpz_clear(other);
    return known;
}

/* What a function gives where its exact value rounds to no integer of the type (ilogb(0), the exponent of an
 * infinity, a conversion out of range) is implementation-defined or undefined: C 7.12.6.5, OpenCL C 6.15.2
 * and 6.4.3.3 list it, the special values judge it. */
static bool of_integer(const struct ul_exact *exact, ul_bits y, const struct ul_reading *r,
                       struct ul_errors *out)
{
    enum ul_type t = r->type;
    out->want = y;
    fmpz_t n;
    fmpz_init(n);
    bool whole = exact->kind == UL_EXACT_ZERO, known = true;
    if (exact->kind == UL_EXACT_BALL)
        known = round_to_integer(n, exact->ball, r->rounding, &whole);
    ul_bits bits;
    if (known && whole && fits(t, n, &bits)) {
        bool same = t == UL_BOOL      ? !bits == !y
                    : exact->low_bits ? has_low_bits(t, y, n, exact->low_bits)
                                      : bits == y;
        out->want = same ? y : bits;
        out->misrounded = !same;
    }
    fmpz_clear(n);
    return known && finish(out, out->misrounded ? UL_WRONG_VALUE : UL_RIGHT);
}

/* --- the whole --- */

static void begin(struct ul_errors *out)
{
    out->decided = out->misrounded = out->overflowed = out->fell_short = false;
    out->wrong = UL_RIGHT;
    out->want = 0;
    for (int m = 0; m < UL_MEASURES; m++)
        set_figure(out, (enum ul_measure)m, 0);
}

static bool judge(const struct ul_exact *exact, ul_bits y, const struct ul_reading *r, struct ul_errors *out)
{
    begin(out);
    y = ul_value_canonical(r->type, y);
    if (!ul_is_float(r->type))
        return of_integer(exact, y, r, out);
    switch (exact->kind) {
    case UL_EXACT_NAN:
        return of_nan(y, r, out);
    case UL_EXACT_INFINITY:
        return of_infinity(exact->negative, y, r, out);
    case UL_EXACT_ZERO:
        /* Rounding down, x - x is -0 and 0 * 1 is +0 (IEEE 754 6.3): both are exact zeros. */
        return of_zero(exact->negative, r->rounding != UL_DOWN, y, r, out);
    case UL_EXACT_BALL:
        break;
    }
    return of_ball(exact->ball, y, r, out);
}

/* A ball that thousands of bits did not free from one short dyadic is that number: a value such as
 * atan(1)/pi = 1/4, which no ball can prove. */
static bool take_short_dyadic(struct ul_exact *exact)
{
    if (exact->kind != UL_EXACT_BALL || !arb_is_finite(exact->ball))
        return false;
    arf_t d;
    arf_init(d);
    bool narrow = arb_rel_accuracy_bits(exact->ball) > MOST_BITS / 2;
    if (narrow)
        arf_set_round(d, arb_midref(exact->ball), DYADIC_BITS, ARF_RND_NEAR);
    else
        narrow = mag_cmp_2exp_si(arb_radref(exact->ball), -MOST_BITS / 2) < 0; /* then it must hold 0 */
    bool taken = narrow && arb_contains_arf(exact->ball, d);
    if (taken)
        arb_set_arf(exact->ball, d);
    arf_clear(d);
    return taken;
}

void ul_errors_init(struct ul_errors *e)
{
    begin(e);
    ul_exact_init(&e->exact);
}

void ul_errors_clear(struct ul_errors *e)
{
    ul_exact_clear(&e->exact);
}

void ul_errors_certify(const struct ul_expression *e, const struct ul_parameter *types, const ul_bits *args,
                       ul_bits y, const struct ul_reading *r, struct ul_errors *out)
{
    for (long bits = START_BITS;; bits = bits > MOST_BITS / 2 ? MOST_BITS : 2 * bits) {
        ul_reference(e, types, args, bits, &out->exact);
        if (judge(&out->exact, y, r, out) || bits == MOST_BITS)
            break;
    }
    if (!out->decided && take_short_dyadic(&out->exact))
        judge(&out->exact, y, r, out);
}

bool ul_errors_of_exact(const struct ul_exact *exact, ul_bits y, const struct ul_reading *r,
                        struct ul_errors *out)
{
    out->exact.kind = exact->kind;
    out->exact.negative = exact->negative;
    out->exact.low_bits = exact->low_bits;
    arb_set(out->exact.ball, exact->ball);
    return judge(&out->exact, y, r, out);
}
