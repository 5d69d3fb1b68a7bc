/* In the dialect (common/ulparity.h), for devices and the host: the error of a device's double functions, and
 * the figures of a segment of consecutive inputs of a float function beside such a reference, as lanes.c has
 * them one by one. A device's program that sweeps holds this text. */

/* What is known of a double function: its error over its magnitude, and these. */
#define UL_OVERFLOWS          1 /* an infinity at a finite argument other than 0 is double's overflow, no pole */
#define UL_UNDERFLOWS         2 /* a zero there is double's underflow, no root */
#define UL_BELOW_ONE          4 /* it does not reach 1 in magnitude, but by rounding */
#define UL_IS_TGAMMA          8
#define UL_IS_LGAMMA          16
#define UL_IS_SQRT            32 /* these two are exact where multiplying back is */
#define UL_IS_RECIP           64
#define UL_IS_SINPI           128 /* of these three devices miss the signs of zeros and poles, which are known */
#define UL_IS_COSPI           256
#define UL_IS_TANPI           512
#define UL_IS_BESSEL_J        1024 /* these and lgamma have an error beside that in proportion */
#define UL_IS_BESSEL_Y        2048
#define UL_IS_ORDER_1         4096  /* else 0 */
#define UL_HAS_FORMS          8192  /* the function under test is compared with documents' formulas */
#define UL_BELOW_HALF         16384 /* close to 0 it is x/2, but a little smaller, or larger */
#define UL_ABOVE_HALF         32768
#define UL_IS_ONE_OF_TWO      65536  /* results: where it repeats the other does not, as a rule */
#define UL_IS_LIGHT           131072 /* it is operations alone: what measures results is most of the work */
#define UL_HAS_ABSOLUTE_ERROR (UL_IS_LGAMMA | UL_IS_BESSEL_J | UL_IS_BESSEL_Y)
struct ul_double_function {
    double relative;
    ul_int kind;
};

#define UL_D_INFINITY ul_bits_double(0x7ff0000000000000)
#define UL_D_NAN      ul_bits_double(0x7ff8000000000000)

ul_fn double ul_larger(double x, double y)
{
    return x > y ? x : y;
}

ul_fn ul_int ul_is_even(double whole)
{
    return 0.5 * whole == ul_floor_d(0.5 * whole);
}

/* Gamma is negative between an odd negative integer and the even one below 0 above it. */
ul_fn double ul_reference_sign(ul_int kind, double x, double r)
{
    return !((kind & UL_IS_TGAMMA) && x < 0) ? ul_copysign_d(1, r) : ul_is_even(ul_floor_d(x)) ? 1 : -1;
}

/* The signs of zeros and poles (IEEE 754-2019, 9.2.1). */
ul_fn double ul_turn_sign(ul_int kind, double x, double r)
{
    const ul_int even = ul_is_even(ul_floor_d(x));
    if (kind & UL_IS_COSPI)
        return 1;
    if (kind & UL_IS_SINPI)
        return ul_copysign_d(1, x);
    return even == (r != 0 || x > 0) ? 1 : -1; /* tanpi(1) is -0, tanpi(-1) is +0 */
}

/* The error that does not grow with the result, at a = |x|: screen_device_words.h has the reasons. Within a
 * binade it is largest at an end. */
ul_fn double ul_absolute_error(ul_int kind, double a)
{
    const double mass = kind & UL_IS_ORDER_1 ? 1.15 * a : 2.3;
    const ul_int second = kind & UL_IS_BESSEL_Y;
    if (kind & UL_IS_LGAMMA)
        return 0x1p-40;
    if (!(kind & UL_IS_BESSEL_J) && !second)
        return 0;
    if (a >= 8)
        return 0x1.8p-47 / ul_sqrt_d(0x1.921fb54442d18p+1 * a);
    if (a >= 2)
        return second ? 0x1p-48 : 0x1p-50;
    if (!second)
        return mass * 0x1p-48;
    return mass * (ul_fabs_d(ul_log_d(0.5 * a) + 0.5772156649) + 5) * 0x1p-46 +
           (kind & UL_IS_ORDER_1 ? 0x1p-49 / a : 0);
}

/* The bound of r's error at x; where double overflowed or underflowed r becomes a mark (see screen.h). */
ul_fn double ul_reference_error(struct ul_double_function f, double x, double *r)
{
    const double a = ul_fabs_d(*r);
    const ul_int inside = ul_fabs_d(x) < UL_D_INFINITY && x != 0;
    if (a == UL_D_INFINITY && inside && (f.kind & UL_OVERFLOWS) && !((f.kind & UL_IS_TGAMMA) && x < 0)) {
        *r = ul_copysign_d(0x1.fffffffffffffp+1023, *r);
        return 0x1p+1000;
    }
    if (a < 0x1p-1000 && inside && (f.kind & UL_UNDERFLOWS)) {
        *r = 0x1p-1000 * ul_reference_sign(f.kind, x, *r);
        return 0x1p-1001;
    }
    if ((f.kind & (UL_IS_SINPI | UL_IS_COSPI | UL_IS_TANPI)) && inside && (a == 0 || a == UL_D_INFINITY))
        *r = ul_copysign_d(a, ul_turn_sign(f.kind, x, *r));
    if (!(a < UL_D_INFINITY) || ((f.kind & UL_IS_SQRT) && ul_fma_d(*r, *r, -x) == 0) ||
        ((f.kind & UL_IS_RECIP) && ul_fma_d(*r, x, -1) == 0))
        return 0;
    return ul_add_d(ul_mul_d(f.relative, a), inside ? ul_absolute_error(f.kind, ul_fabs_d(x)) : 0);
}

/* Functions below 1 saturate there in double, where it would be open on which side of the power of two they
 * lie, and so how large an ulp is (tanh(20) = 0x1.fffffep-1 is an ulp off, not half of one). */
ul_fn double ul_put_below_one(double *r, double error)
{
    const double below = 0x1.fffffffffffffp-1, beyond = ul_sub_d(ul_fabs_d(*r), below);
    if (!(error > 0 && beyond > 0))
        return error;
    *r = ul_copysign_d(below, *r);
    return ul_add_d(error, beyond);
}

/* ---- segments ---- */

#define UL_SEGMENT 4096 /* inputs of one; it begins at a multiple of it */

/* What a launch is told: the bits of its first input, what flushing may excuse, how many segments there are.
 */
ul_fn ul_ulong ul_sweep_base(ul_uint first, ul_int flush, ul_uint segments)
{
    return (ul_ulong)segments << 35 | (ul_ulong)flush << 32 | first;
}

ul_fn ul_int ul_sweep_flush(ul_ulong base)
{
    return (ul_int)(base >> 32) & 7;
}

ul_fn ul_uint ul_sweep_segments(ul_ulong base)
{
    return (ul_uint)(base >> 35);
}

/* Which results flushing may excuse, and so are left open: none; those that are not sure to be within an ulp,
 * and correctly rounded; any. Beside these: none at arguments below 2^-120, where limits hold flushed
 * results. */
#define UL_FLUSH_NEVER  0
#define UL_FLUSH_FAILED 1
#define UL_FLUSH_ANY    2
#define UL_FLUSH_HELD   4

/* Steps of a double in one of a float; half of them. */
#define UL_STEP      0x20000000u
#define UL_HALF_STEP 0x10000000u
#define UL_PER_STEP  0x1p-29
#define UL_HALF_UNIT 256 /* half of 2^-20 ulp, in which errors are added up */

/* Of a segment's inputs UL_BATCH are one batch. What is usual takes little to look at, and is tried first: a
 * batch of inputs that all repeat the last one; of results in any binades, however far from their references;
 * of decided results beside subnormal references, of light functions; of decided ones in one binade; of those
 * within an ulp (of directed roundings or exact references: right), where that is a rule: a warp's threads
 * are to do the same. One that is not so is run again, as one of a kind before it, as a rule; alone, each
 * input may be anything. */
#define UL_BATCH     32
#define UL_ALONE     0
#define UL_REPEATED  1
#define UL_SCATTERED 2
#define UL_LIFTED    3
#define UL_DECIDED   4
#define UL_WITHIN    5
#define UL_AGAIN     (-1) /* as before: the error beside that in proportion was another binade's */
struct ul_pace {
    ul_int as, usual; /* as what the batch at hand is tried; the last two kinds: those behind it */
};

/* What the results of a segment, or of a thread's part of one, come to. Changed seldom, and so in memory. */
struct ul_figures {
    struct ul_double_function f;
    ul_int rounding;    /* of the function under test: 0 to nearest */
    ul_int flush, tiny; /* tiny: the inputs are subnormal, or zeros */
    double absolute;    /* error of the reference beside that in proportion, at most */
    ul_uint near;       /* the largest of the windows' */
    ul_int away; /* in the plain case: the largest distance, in steps of a double; -1: there was none */
    double plain_abs;
    double value, opencl, cuda, ordinal, abs,
        rel;                               /* of the others; value: the largest opencl figure itself */
    ul_uint misrounded, over, signs, open; /* of the others of a batch; see UL_SEGMENT_WORDS */
    ul_ulong sum;
    ul_ulong same_sum; /* what the last of these added, which a repeated one does again */
    ul_uint same_misrounded, same_over, same_signs;
    ul_ulong mask[2]; /* batches with results that are open: the host looks at all of the batch */
};

/* What changes with every input. */
struct ul_segment {
    ul_uint near; /* the reference's error in steps of a double, and three for roundings */
    ul_uint span; /* the plain case: the reference is normal, and below this (1, or the largest float) */
    ul_int flush; /* as in the figures */

    /* The window: the binade of the plain references at hand. */
    ul_uint from; /* its first value's upper word */
    ul_uint bias; /* in it results are correctly rounded at distances of 0 to a step, less this */
    ul_int most;  /* of its distances from y to r, in steps of a double; -1: it is empty */
    ul_uint misrounded, over, signs, none, infinite, flushed;
    ul_uint differs;               /* bit k: a result differs from the k-th formula's */
    ul_uint worst, worst_mantissa; /* the largest distance over a mantissa, which has 21 bits */

    /* The batch; odd is not 0 where it is not as tried. The least of r's upper words, and the bits that any
     * of them has, which no one is above; of light functions the first one's and the last one's, until they
     * are put in order. Of distances, of their places between roundings (directed ones: themselves, 2^31
     * more). */
    ul_uint odd, least_top, most_top, batch_most, batch_place, most_place, batch_sum;
    ul_uint batch_misrounded, batch_over, repeated, plain;
    ul_uint batch_open, batch_differs, batch_none; /* none: equal to no formula's */
    ul_uint batch_infinite, batch_flushed;
    ul_int infinite_now; /* the input at hand: whether it counts, its formulas say */
    ul_ulong batch_far;  /* the sum of what is put apart */
    ul_int exact;        /* a result had no error, and needed no look */

    /* A scattered batch: of the upper words of r's magnitudes; of the words behind r's exponents; of
     * distances from ties, in eighths of steps; of y's magnitudes. To the last bit, as many a segment may
     * have nearly the most: the largest error in 2^22 ulps, the largest difference, difference and reference
     * relative to which it is largest, and the largest error in steps; these three are the segment's so far.
     */
    ul_uint least_size, most_size, least_mantissa, least_tie, least_far, most_far;
    double batch_units, batch_abs, batch_difference, batch_beside;
    ul_ulong batch_steps;

    /* Of these, of results ulps away from plain references, and beside subnormal ones: the largest figures
     * themselves, steps of a double; far: -1: there was none. */
    double far, far_abs, far_difference, far_beside, far_slack;
    ul_ulong far_steps;
    ul_int far_zero; /* one of the results was zero: its relative error is 1 */
    ul_ulong sum;

    /* The last that was not plain: its like, if all are the same, add the same to the counts, and nothing to
     * the maxima. */
    ul_int repeats;
    ul_uint same_y; /* bits */
    ul_ulong same_r;
};

#define UL_TOP        0xfff00000u /* a double's upper word but for the mantissa */
#define UL_NO_TOP     0x7e700000u /* 2^1000: no float is beside it, and neither is a NaN or an infinity */
#define UL_LARGEST    0x000fffffu
#define UL_NEIGHBOURS (1 << 15) /* mantissas of a batch: what the least one tells of each */

ul_fn void ul_segment_begin(struct ul_segment *s, struct ul_figures *q, struct ul_double_function f,
                            ul_int rounding, ul_uint first, ul_int flush)
{
    const ul_uint magnitude = first & 0x7fffffff, least = 0x38100000; /* 2^-126 */
    const ul_int held = (flush & UL_FLUSH_HELD) && magnitude < 0x03800000;
    q->f = f;
    q->rounding = rounding;
    q->flush = held ? UL_FLUSH_NEVER : flush & (UL_FLUSH_HELD - 1);
    q->tiny = magnitude < 0x00800000;
    q->away = -1;
    q->plain_abs = 0;
    q->value = q->opencl = q->cuda = q->ordinal = q->abs = q->rel = -1;
    q->misrounded = q->over = q->signs = q->open = 0;
    q->sum = q->mask[0] = q->mask[1] = 0;
    s->near = (ul_uint)(f.relative * 0x1p+53) + 3;
    q->near = s->near;
    q->absolute = 0;
    if (f.kind & UL_HAS_ABSOLUTE_ERROR) {
        const double a = (double)ul_bits_float(magnitude),
                     b = (double)ul_bits_float(magnitude | (UL_SEGMENT - 1));
        q->absolute =
            ul_larger(ul_absolute_error(f.kind, ul_larger(a, 0x1p-149)), ul_absolute_error(f.kind, b));
    }
    s->span = q->flush && q->tiny ? 0 : (f.kind & UL_BELOW_ONE ? 0x3ff00000 : 0x47efffff) - least;
    s->from = UL_NO_TOP;
    s->bias = UL_HALF_STEP;
    s->most = -1;
    s->worst = 0;
    s->worst_mantissa = 1;
    s->misrounded = s->over = s->signs = s->none = s->differs = s->infinite = s->flushed = 0;
    s->infinite_now = 0;
    s->far = -1;
    s->far_abs = s->far_difference = s->far_slack = 0;
    s->far_beside = 1;
    s->far_steps = s->sum = 0;
    s->far_zero = 0;
    s->flush = q->flush;
    s->exact = 0;
    /* Signs of multiples of pi differ at neighbours, up to where all floats are even; those of gamma's
     * results below 0, where no segment holds more than what is between two integers up to 2^12. */
    s->repeats = !(f.kind & (UL_IS_TGAMMA | UL_IS_TANPI)) || magnitude > 0x4b800000 ||
                 ((f.kind & UL_IS_TGAMMA) && (first == magnitude || magnitude < 0x45800000));
    s->same_y = 0;
    s->same_r = 0x7ff4000000000000; /* no result's */
    q->same_misrounded = q->same_over = q->same_signs = 0;
    q->same_sum = 0;
}

/* Position of x on the float's number line, in steps of a double; linear between floats; clamped at 2^128. */
ul_fn ul_long ul_lattice(double x)
{
    const double a = ul_fabs_d(x) < 0x1p+128 ? ul_fabs_d(x) : 0x1p+128;
    const ul_long k = a >= 0x1p-126
                          ? (ul_long)(ul_double_bits(a) - ul_double_bits(0x1p-126)) + ((ul_long)1 << 52)
                          : (ul_long)(a * 0x1p+178);
    return x < 0 ? -k : k;
}

ul_fn double ul_steps_between(double x, double y)
{
    const ul_long d = ul_lattice(x) - ul_lattice(y);
    return UL_PER_STEP * (double)(d < 0 ? -d : d);
}

/* Ulps of a float a unit, by OpenCL C 3.0, 7.4, but for a power of two itself. */
ul_fn double ul_per_ulp(double a)
{
    const ul_int e = (ul_int)(ul_double_bits(a) >> 52) - 1023, least = -126, largest = 127;
    const ul_int k = e < least ? least : e > largest ? largest : e;
    return ul_bits_double((ul_ulong)(1023 - k + 23) << 52);
}

/* A result without an error: also the right infinity, whose exact value may be beyond every float. */
ul_fn void ul_figures_exact(struct ul_figures *q)
{
    q->value = ul_larger(q->value, 0);
    q->opencl = ul_larger(q->opencl, 0);
    q->cuda = ul_larger(q->cuda, 0);
    q->ordinal = ul_larger(q->ordinal, 0);
    q->abs = ul_larger(q->abs, 0);
    q->rel = ul_larger(q->rel, 0);
}

/* An error in 2^-20 ulp, as it is added up. */
ul_fn ul_ulong ul_summand(double ulps)
{
    const ul_int small = ul_double_bits(ulps) >> 32 < 0x41d00000; /* 2^30 */
    return (ul_ulong)(ul_long)ul_fma_d(small ? ulps : 0x1p+30, 0x1p+20, 0.5);
}

/* A finite result of a finite reference: the figures of lanes.c (figures_of), and upper bounds of them.
 * False: it is open. */
ul_fn ul_int ul_figures_finite(struct ul_figures *q, double y, double r, double error, double rounded)
{
    const double a = ul_fabs_d(r), scale = ul_per_ulp(a), difference = ul_fabs_d(ul_sub_d(y, r));
    const double power = ul_bits_double(ul_double_bits(a) & 0x7ff0000000000000);
    const ul_int maybe = ul_sub_d(a, power) <= error && a > 0x1p-126; /* r may be 2^k: the ulp below */
    const double ulps = (maybe && error == 0 ? 2 : 1) * (difference * scale);
    const double slack = ul_mul_d(2, ul_add_d(error * scale, ulps * 0x1p-51));
    const double opencl = ul_add_d((maybe ? 2 : 1) * (difference * scale), slack);
    const double loose = ul_div_d(2 * error, a);
    const double part = ul_div_d(difference, a),
                 rel = ul_mul_d(ul_fma_d(part, loose, part + loose), 1 + 0x1p-49);
    const double line = error == 0 && (a >= 0x1p-126 || r == rounded) ? 0 : UL_PER_STEP; /* r's place on it */
    const ul_int wrong = y != rounded;
    if (q->flush && (q->tiny || y == 0) && (q->flush == UL_FLUSH_ANY || opencl > 1 || wrong)) {
        q->open++;
        return 0;
    }
    q->value = ul_larger(q->value, ulps);
    q->opencl = ul_larger(q->opencl, opencl);
    q->cuda = ul_larger(q->cuda, ul_steps_between(y, rounded));
    q->ordinal = ul_larger(q->ordinal, ul_add_d(ul_add_d(ul_steps_between(y, r), slack), line));
    q->abs = ul_larger(q->abs, ul_add_d(difference, error));
    q->rel = ul_larger(q->rel, y == 0 ? 1 : loose < 1 ? rel : UL_D_INFINITY);
    q->misrounded += wrong ? 1 : 0;
    q->over += ulps > 1 ? 1 : 0;
    q->sum += ul_summand(ulps);
    return 1;
}

#define UL_ROUND_TO_ZERO 1
#define UL_ROUND_UP      2
#define UL_ROUND_DOWN    3
ul_fn double ul_rounded(ul_int rounding, double x)
{
    const double n = (double)(float)x;
    const ul_int wants = rounding == UL_ROUND_UP ? x > 0 : rounding == UL_ROUND_DOWN ? x < 0 : 0;
    if (!rounding || n == x || x != x || wants == (ul_fabs_d(n) > ul_fabs_d(x)))
        return n;
    const ul_uint bits = ul_float_bits((float)x); /* the neighbour away from zero, or towards it */
    return (double)ul_bits_float(wants ? bits + 1 : bits - 1);
}

/* Everything that is not plain, but right NaNs; what is not obvious is left open. False: that. The absolute
 * error is the segment's, so that its inputs with the same y and r are alike. */
ul_apart ul_int ul_figures_special(struct ul_figures *q, double x, double y, double r)
{
    double error = ul_reference_error(q->f, x, &r);
    if (r == 0 && y == 0 && error == 0) {
        const ul_int right = ul_double_bits(y) == ul_double_bits(r), excused = !right && q->flush;
        if (right)
            ul_figures_exact(q);
        q->signs += right | excused ? 0 : 1;
        q->open += excused ? 1 : 0;
        return !excused;
    }
    if (error > 0 && q->absolute > 0)
        error = ul_larger(error, ul_add_d(ul_mul_d(q->f.relative, ul_fabs_d(r)), q->absolute));
    if (q->f.kind & UL_BELOW_ONE)
        error = ul_put_below_one(&r, error);
    const double low = ul_rounded(q->rounding, ul_sub_d(r, error)),
                 high = ul_rounded(q->rounding, ul_add_d(r, error));
    const ul_int finite = ul_fabs_d(y) < UL_D_INFINITY;
    if (!finite && y == low && y == high) {
        ul_figures_exact(q);
        return 1;
    }
    if (finite && r != 0 && ul_fabs_d(r) < 0x1.fffffep+127 && low == high)
        return ul_figures_finite(q, y, r, error, low);
    q->open++;
    return 0;
}

/* ---- the plain case ---- */

/* What a window saw: its figures are those of the largest distance. */
ul_apart void ul_figures_plain(struct ul_figures *q, ul_uint from, ul_uint near, ul_int most)
{
    const double binade = ul_bits_double((ul_ulong)(from & 0x7fffffff) << 32);
    q->away = most > q->away ? most : q->away;
    q->near = near > q->near ? near : q->near;
    q->plain_abs = ul_larger(q->plain_abs, ((double)most + (double)near) * 0x1p-52 * binade);
}

ul_fn void ul_window_close(const struct ul_segment *s, struct ul_figures *q)
{
    if (s->most >= 0)
        ul_figures_plain(q, s->from, s->near, s->most);
}

/* A distance there, or the largest of several, and r's mantissa, or their least. */
ul_fn void ul_window_add(struct ul_segment *s, ul_uint d, ul_uint top)
{
    const ul_uint mantissa = (top & UL_LARGEST) | (UL_LARGEST + 1);
    s->most = (ul_int)d > s->most ? (ul_int)d : s->most;
    if ((ul_ulong)d * s->worst_mantissa > (ul_ulong)s->worst * mantissa) {
        s->worst = d;
        s->worst_mantissa = mantissa;
    }
}

/* The error of a reference with this upper word, in steps of a double, and three for roundings; half a step,
 * which decides nothing: it is too large. */
ul_fn ul_uint ul_near(const struct ul_figures *q, struct ul_double_function f, ul_uint top)
{
    double near = f.relative * 0x1p+53;
    if (f.kind & UL_HAS_ABSOLUTE_ERROR)
        near += q->absolute * ul_bits_double((ul_ulong)(0x83200000u - (top & 0x7ff00000)) << 32);
    return near + 3 < 0x1p+26 ? (ul_uint)(near + 3) : UL_HALF_STEP;
}

/* Directed roundings: y is r or its neighbour below (a step away at most) or above. */
ul_fn void ul_window_open(struct ul_segment *s, struct ul_figures *q, struct ul_double_function f,
                          ul_int rounding, ul_uint top)
{
    const ul_int negative = (top >> 31) != 0, up = rounding == UL_ROUND_UP;
    ul_window_close(s, q);
    s->from = top & UL_TOP;
    s->most = -1;
    s->bias = !rounding ? UL_HALF_STEP : rounding != UL_ROUND_TO_ZERO && up != negative ? 0 : UL_STEP;
    s->near = ul_near(q, f, top);
}

/* The window's bias; to nearest it is always the same, and known to the compiler. */
ul_fn ul_uint ul_window_bias(const struct ul_segment *s, ul_int rounding)
{
    return rounding ? s->bias : UL_HALF_STEP;
}

/* The distance from y to r counts, as its lower word, if that is all of it, below 2^31, and far from where
 * the rounding changes. */
ul_fn ul_int ul_is_decided(const struct ul_segment *s, ul_int rounding, ul_ulong distance)
{
    const ul_uint lower = (ul_uint)distance, upper = (ul_uint)(distance >> 32);
    return upper == (ul_uint)((ul_int)lower >> 31) && lower != 0x80000000 &&
           ((lower + ul_window_bias(s, rounding) + s->near) & (UL_STEP - 1)) > 2 * s->near;
}

/* Opens the window where the reference is; false: there is none, y is not beside it, or what was decided in
 * the window before is not so in this one. */
ul_fn ul_int ul_window_takes(struct ul_segment *s, struct ul_figures *q, struct ul_double_function f,
                             ul_int rounding, ul_ulong at, ul_ulong right)
{
    const ul_uint top = (ul_uint)(right >> 32);
    const ul_ulong mantissa = 0xfffffffffffff, first = right & ~mantissa;
    if ((top & 0x7fffffff) - 0x38100000 >= s->span || at - first > mantissa + 1)
        return 0;
    if ((top & UL_TOP) != s->from) {
        ul_window_open(s, q, f, rounding, top);
        if (!ul_is_decided(s, rounding, at - right))
            return 0;
    }
    return (right & mantissa) > s->near; /* a power of two's ulp may be the lower binade's */
}

/* The largest figures so far, of a result away from its reference; absolute: the latter's error beside that
 * in proportion. */
ul_fn void ul_segment_put_apart(struct ul_segment *s, struct ul_double_function f, double y, double r,
                                double absolute, double ulps, ul_ulong steps)
{
    const double a = ul_fabs_d(r), difference = ul_add_d(ul_fabs_d(ul_sub_d(y, r)), absolute),
                 least = ul_sub_d(a, absolute),
                 scale = least < 0x1p-300 ? 0x1p+600 : 1; /* products are in range then */
    s->far = ul_larger(s->far, ulps);
    s->far_abs = ul_larger(s->far_abs, ul_fma_d(f.relative, a, difference));
    s->far_zero |= y == 0 ? 1 : 0;
    if (y != 0 && scale * difference * s->far_beside > s->far_difference * (scale * least)) {
        s->far_difference = scale * difference;
        s->far_beside = scale * least;
    }
    s->far_steps = steps > s->far_steps ? steps : s->far_steps;
    s->batch_far += ul_summand(ulps);
}

/* From y to r, which are normal, or y is zero. */
ul_fn ul_ulong ul_far_steps(ul_ulong at, ul_ulong right)
{
    const ul_ulong magnitude = 0x7fffffffffffffff, below = ul_double_bits(0x1p-126) - ((ul_ulong)1 << 52);
    const ul_ulong size = at & magnitude, lr = (right & magnitude) - below, ly = size ? size - below : 0;
    return (at ^ right) >> 63 && size ? ly + lr : ly > lr ? ly - lr : lr - ly;
}

/* A finite result two ulps or more from a plain reference is misrounded, and only distances count. False: it
 * is none. */
ul_fn ul_int ul_segment_far(struct ul_segment *s, const struct ul_figures *q, struct ul_double_function f,
                            ul_ulong at, ul_ulong right)
{
    const ul_uint upper = (ul_uint)(right >> 32), top = upper & 0x7fffffff,
                  size = (ul_uint)(at >> 32) & 0x7fffffff;
    const double y = ul_bits_double(at), r = ul_bits_double(right), difference = ul_fabs_d(ul_sub_d(y, r));
    const double per_ulp = ul_bits_double((ul_ulong)(0x81500000u - (top & UL_TOP)) << 32);
    const double ulps = difference * per_ulp;
    const double absolute = f.kind & UL_HAS_ABSOLUTE_ERROR ? q->absolute : 0, slack = absolute * per_ulp;
    const ul_uint near =
        absolute > 0 ? (ul_uint)(f.relative * 0x1p+53 + slack * (double)UL_STEP) + 3 : s->near;
    const ul_uint place =
        (ul_uint)right + UL_HALF_STEP + near; /* where r's rounding changes the host adds up */
    if (top - 0x38100000 >= s->span || !(slack <= 0.125) || !(ulps >= 2) ||
        (absolute > 0 && (place & (UL_STEP - 1)) <= 2 * near) ||
        (!(top & UL_LARGEST) && (ul_uint)right <= near) ||
        (size && size - 0x38100000 >= 0x47f00000 - 0x38100000) ||
        (!size && s->flush && top < 0x38200000)) /* 2^-125: flushing excuses none above, see flush.c */
        return 0;
    if (f.kind & UL_HAS_ABSOLUTE_ERROR)
        s->far_slack = ul_larger(s->far_slack, slack);
    ul_segment_put_apart(s, f, y, r, absolute, ulps, ul_far_steps(at, right));
    s->batch_misrounded++;
    s->batch_over++;
    s->plain++;
    return 1;
}

/* Beside a subnormal reference the steps are the same everywhere: 2^29 of them to a float's. What is x/2
 * there is so exactly, and the side of it known where that is halfway between floats. False: it is none, or
 * the rounding is not decided. */
ul_fn ul_int ul_segment_tiny(struct ul_segment *s, struct ul_double_function f, ul_int rounding, float x,
                             ul_ulong at, ul_ulong right)
{
    const ul_ulong size = at & 0x7fffffffffffffff;
    const ul_int halved = (f.kind & (UL_BELOW_HALF | UL_ABOVE_HALF)) != 0;
    const double y = ul_bits_double(at), told = ul_bits_double(right);
    const double r = halved ? 0.5 * (double)x
                     : (f.kind & UL_UNDERFLOWS) && ul_fabs_d(told) < 0x1p-1000
                         ? ul_copysign_d(0x1p-1000, told)
                         : told;
    const double steps = ul_fabs_d(ul_sub_d(y, r)) * 0x1p+178;
    if (rounding || (!halved && (f.kind & UL_HAS_ABSOLUTE_ERROR)) || f.relative == 0 || !s->span ||
        told == 0 || !(ul_fabs_d(r) < 0x1p-126) || size > ul_double_bits(0x1p-126) || (!size && s->flush) ||
        (size && r != told)) /* many times what may be any part of its mark */
        return 0;
    const ul_ulong whole = (ul_ulong)(ul_long)steps;
    if (!halved && (((ul_uint)whole + UL_HALF_STEP + s->near) & (UL_STEP - 1)) <= 2 * s->near)
        return 0;
    const ul_int outer = ul_fabs_d(y) > ul_fabs_d(r), wrong_half = outer == ((f.kind & UL_BELOW_HALF) != 0);
    const ul_int within_half = whole < UL_HALF_STEP || (whole == UL_HALF_STEP && !wrong_half);
    ul_segment_put_apart(s, f, y, r, 0, steps * UL_PER_STEP,
                         within_half && whole == UL_HALF_STEP ? whole - 1 : whole);
    s->batch_misrounded += within_half ? 0 : 1;
    s->batch_over += steps > (double)UL_STEP ? 1 : 0;
    return 1;
}

/* An infinity where the reference is finite, but beyond every float. */
ul_fn ul_int ul_is_overflow(ul_int rounding, ul_ulong at, ul_ulong right)
{
    const ul_uint top = (ul_uint)(right >> 32);
    return !rounding && (top & 0x7fffffff) - 0x47f00000 < 0x7ff00000 - 0x47f00000 && !(ul_uint)at &&
           (ul_uint)(at >> 32) == ((top & 0x80000000) | 0x7ff00000);
}

/* A zero beside a subnormal reference that is 2^15 ulps or more: more than limits are, and flushing excuses
 * it. The host looks whether that is so there. */
ul_fn ul_int ul_is_flushed(const struct ul_segment *s, struct ul_double_function f, ul_ulong at, ul_uint size)
{
    return s->flush && !(f.kind & (UL_HAS_FORMS | UL_HAS_ABSOLUTE_ERROR)) && !(at << 1) &&
           size - 0x37900000 < 0x38100000 - 0x37900000;
}

/* An infinity beside a reference below 2^126, which is wrong by any limit. */
ul_fn ul_int ul_is_infinite(const struct ul_segment *s, struct ul_double_function f, ul_ulong at,
                            ul_uint size)
{
    return !(f.kind & UL_HAS_ABSOLUTE_ERROR) && at << 1 == (ul_ulong)0x7ff00000 << 33 && s->span &&
           size - 1 < 0x47d00000 - 1;
}

/* What is not plain, without much ado; false: it takes more. */
ul_fn ul_int ul_segment_take_apart(struct ul_segment *s, const struct ul_figures *q,
                                   struct ul_double_function f, ul_int rounding, float x, ul_ulong at,
                                   ul_ulong right)
{
    const ul_uint size = (ul_uint)(right >> 32) & 0x7fffffff;
    if (ul_is_overflow(rounding, at, right)) {
        s->exact = 1;
        return 1;
    }
    if (ul_is_flushed(s, f, at, size)) {
        s->batch_flushed++;
        return 1;
    }
    if (ul_is_infinite(s, f, at, size)) {
        s->infinite_now = 1;
        s->batch_infinite += f.kind & UL_HAS_FORMS ? 0 : 1;
        return 1;
    }
    return size < 0x38100000 ? ul_segment_tiny(s, f, rounding, x, at, right)
                             : ul_segment_far(s, q, f, at, right);
}

ul_fn void ul_segment_take_special(struct ul_segment *s, struct ul_figures *q, float x, float y,
                                   ul_ulong right)
{
    const ul_uint misrounded = q->misrounded, over = q->over, signs = q->signs;
    const ul_ulong sum = q->sum;
    const double r = ul_bits_double(right);
    const ul_int none = y != y && r != r; /* right, and no figure */
    if (!(none || ul_figures_special(q, (double)x, (double)y, r)) || !s->repeats)
        return;
    s->same_y = ul_float_bits(y);
    s->same_r = right;
    q->same_misrounded = q->misrounded - misrounded;
    q->same_over = q->over - over;
    q->same_signs = q->signs - signs;
    q->same_sum = q->sum - sum;
}

ul_fn void ul_segment_take_alone(struct ul_segment *s, struct ul_figures *q, struct ul_double_function f,
                                 ul_int rounding, float x, float y, ul_ulong right)
{
    const ul_ulong at = ul_double_bits((double)y), distance = at - right;
    const ul_uint top = (ul_uint)(right >> 32) - s->from;
    const ul_int decided = ul_is_decided(s, rounding, distance);
    if (!(top - 1 < UL_LARGEST - 1 && decided)) {
        if (ul_float_bits(y) == s->same_y && right == s->same_r) {
            s->repeated++;
            s->batch_misrounded += q->same_misrounded;
            s->batch_over += q->same_over;
            q->signs += q->same_signs;
            s->batch_far += q->same_sum;
            return;
        }
        if (!(decided && ul_window_takes(s, q, f, rounding, at, right))) {
            if (!ul_segment_take_apart(s, q, f, rounding, x, at, right))
                ul_segment_take_special(s, q, x, y, right);
            return;
        }
    }
    const ul_uint d = (ul_int)distance < 0 ? 0 - (ul_uint)distance : (ul_uint)distance;
    ul_window_add(s, d, (ul_uint)(right >> 32));
    s->plain++;
    s->batch_misrounded += (ul_uint)distance + ul_window_bias(s, rounding) >= UL_STEP ? 1 : 0;
    s->batch_over += d > UL_STEP ? 1 : 0;
    s->batch_sum += (d + UL_HALF_UNIT) >> 9;
}

/* ---- batches ---- */

ul_fn void ul_batch_begin(struct ul_segment *s)
{
    s->odd = s->most_top = s->batch_most = s->most_place = s->batch_sum = 0;
    s->batch_misrounded = s->batch_over = s->repeated = s->plain = 0;
    s->batch_open = s->batch_differs = s->batch_none = s->batch_infinite = s->batch_flushed = 0;
    s->batch_far = 0;
    s->least_top = s->batch_place = s->least_size = s->least_mantissa = s->least_tie = s->least_far =
        0xffffffff;
    s->most_size = s->most_far = 0;
    s->batch_units = s->batch_abs = 0;
    s->batch_steps = s->far_steps;
    s->batch_difference = s->far_difference;
    s->batch_beside = s->far_beside;
}

/* The largest distance from where the rounding changes that decides nothing, of such a batch's results. Those
 * within an ulp count as misrounded from half a unit below half an ulp on, see ul_batch_offset. */
ul_fn ul_uint ul_undecided(const struct ul_segment *s, struct ul_double_function f, ul_int as)
{
    const ul_uint near = f.kind & UL_HAS_ABSOLUTE_ERROR ? s->near : (ul_uint)(f.relative * 0x1p+53) + 3;
    return as == UL_WITHIN ? near + UL_HALF_UNIT : near;
}

/* What is added to a batch's distances: the rounding of its sum, and of those within an ulp half of one, so
 * that the bits above a step count the misrounded. */
ul_fn ul_uint ul_batch_offset(ul_int as)
{
    return UL_HALF_UNIT + (as == UL_WITHIN ? UL_HALF_STEP : 0);
}

/* Places are between roundings, in eighths of steps; of directed ones distances, 2^31 more. */
ul_fn void ul_batch_take(struct ul_segment *s, struct ul_double_function f, ul_int rounding, ul_int as,
                         ul_ulong at, ul_ulong right)
{
    const ul_uint top = (ul_uint)(right >> 32);
    if (f.relative == 0) {
        s->odd |= (ul_uint)at ^ (ul_uint)right;
        s->odd |= (ul_uint)(at >> 32) ^ top;
        return;
    }
    const ul_ulong distance = at - right + 0x80000000;
    const ul_uint place = (ul_uint)distance, d = ul_sad(place, 0x80000000, ul_batch_offset(as));
    s->odd |= (ul_uint)(distance >> 32);
    s->batch_sum += d >> 9;
    if (f.kind & UL_IS_LIGHT) {
        s->most_top = top; /* the last one's, see ul_batch_first */
    } else {
        s->least_top = top < s->least_top ? top : s->least_top;
        s->most_top |= top;
    }
    if (rounding) {
        s->batch_place = place < s->batch_place ? place : s->batch_place;
        s->most_place = place > s->most_place ? place : s->most_place;
        return;
    }
    s->batch_most = d > s->batch_most ? d : s->batch_most;
    const ul_uint eighths = (place << 3) + (0x80000000 + 8 * ul_undecided(s, f, as));
    s->batch_place = eighths < s->batch_place ? eighths : s->batch_place;
    if (as == UL_WITHIN) {
        s->batch_misrounded += d / UL_STEP;
    } else {
        s->batch_misrounded += (UL_HALF_STEP + UL_HALF_UNIT - d) >> 31;
        s->batch_over += (UL_STEP + UL_HALF_UNIT - d) >> 31;
    }
}

/* Subnormals are as far apart as the floats of the binade above them: x with 2^-126 and r's sign added is in
 * it, rounded to odd, which is on the same side of all that results are held against. */
ul_fn ul_ulong ul_lifted(double x, double r)
{
    const double lift = ul_copysign_d(0x1p-126, r), sum = ul_add_d(lift, x),
                 rest = ul_sub_d(x, ul_sub_d(sum, lift));
    const ul_ulong bits = ul_double_bits(sum);
    return rest == 0 || (bits & 1) ? bits : (rest > 0) == (lift > 0) ? bits + 1 : bits - 1;
}

/* Of light functions the first reference and the last are the least and the largest: such functions are
 * powers of x, and of neighbours there is much between these beside what they are off (or nothing, of x/x,
 * and all are the same but for a step or two). */
ul_fn void ul_batch_first(struct ul_segment *s, struct ul_double_function f, ul_int as, double r)
{
    if ((f.kind & UL_IS_LIGHT) && as >= UL_LIFTED)
        s->least_top = (ul_uint)((as == UL_LIFTED ? ul_lifted(r, r) : ul_double_bits(r)) >> 32);
}

/* Is this a batch of subnormals with one sign? */
ul_fn ul_int ul_batch_subnormal(const struct ul_segment *s)
{
    return s->span && s->least_top >> 31 == s->most_top >> 31 &&
           (s->most_top & 0x7fffffff) - 1 < 0x38100000 - 1;
}

/* Was it one, lifted? Not below 2^-146, where a zero, or a result with the other sign, would be near. */
ul_fn ul_int ul_batch_lifted(const struct ul_segment *s)
{
    return (s->least_top & 0x7ff00000) == 0x38100000 && (s->least_top & UL_LARGEST) > 0;
}

/* It was: what it adds to the maxima. */
ul_fn void ul_lifted_end(struct ul_segment *s, struct ul_double_function f)
{
    const double least = ul_sub_d(ul_bits_double((ul_ulong)(s->least_top & 0x7fffffff) << 32), 0x1p-126);
    s->far = ul_larger(s->far, s->batch_abs * 0x1p+149);
    s->far_abs = ul_larger(s->far_abs, ul_fma_d(f.relative, 0x1p-126, s->batch_abs));
    s->far_steps = s->batch_most > s->far_steps ? s->batch_most : s->far_steps;
    if (s->batch_abs * s->far_beside > s->far_difference * least) {
        s->far_difference = s->batch_abs;
        s->far_beside = least;
    }
}

/* A result anywhere, and a reference that is plain. */
ul_fn void ul_batch_scatter(struct ul_segment *s, const struct ul_figures *q, struct ul_double_function f,
                            float y, ul_ulong right)
{
    const ul_uint lower = (ul_uint)right, upper = (ul_uint)(right >> 32), size = upper & 0x7fffffff,
                  across = ul_float_bits(y) ^ (upper & 0x80000000), size_of_y = across & 0x7fffffff,
                  mantissa = (ul_uint)(right >> 20), tie = (lower << 3) ^ 0x80000000,
                  from_tie = (ul_int)tie < 0 ? 0 - tie : tie;
    /* Twice r's power of two is a unit, which is 2^22 ulps. */
    const double r = ul_bits_double(right), distance = ul_sub_d((double)y, r),
                 units = ul_fabs_d(distance) * ul_bits_double((ul_ulong)(~upper & 0x7ff00000) << 32);
    double difference = distance, beside = r;
    /* On the number line, where r is on the positive side. */
    const ul_long at = (ul_long)((ul_ulong)(size - 0x38000000) << 32 | lower),
                  apart = at + (ul_long)((ul_int)across < 0 ? (ul_int)size_of_y : -(ul_int)size_of_y) *
                                   (ul_long)UL_STEP;
    const ul_int coarse = (ul_int)(apart >> 32);
    const ul_uint figure = (ul_uint)(ul_double_bits(units) >> 32);
    if (f.kind & UL_HAS_ABSOLUTE_ERROR) {
        difference = ul_add_d(ul_fabs_d(distance), q->absolute);
        beside = ul_sub_d(ul_fabs_d(r), q->absolute);
    }
    s->least_size = size < s->least_size ? size : s->least_size;
    s->most_size = size > s->most_size ? size : s->most_size;
    s->least_mantissa = mantissa < s->least_mantissa ? mantissa : s->least_mantissa;
    s->least_tie = from_tie < s->least_tie ? from_tie : s->least_tie;
    s->least_far = size_of_y < s->least_far ? size_of_y : s->least_far;
    s->most_far = size_of_y > s->most_far ? size_of_y : s->most_far;
    s->batch_units = ul_larger(s->batch_units, units);
    s->batch_abs = ul_fabs_d(distance) > ul_fabs_d(s->batch_abs) ? distance : s->batch_abs;
    s->batch_far +=
        (ul_ulong)(ul_long)ul_fma_d(figure < 0x40700000 ? units : 0x1p+8, 0x1p+42, 0.5); /* ul_summand */
    s->batch_misrounded += (0x3e7fffffu - figure) >> 31;                                 /* half an ulp */
    s->batch_over += (ul_uint)((ul_double_bits(0x1p-22) - ul_double_bits(units)) >> 63);
    if (y != 0 && ul_fabs_d(difference * s->batch_beside) > ul_fabs_d(s->batch_difference * beside)) {
        s->batch_difference = difference;
        s->batch_beside = beside;
    }
    if ((coarse < 0 ? 0 - (ul_uint)coarse : (ul_uint)coarse) >= (ul_uint)(s->batch_steps >> 32)) {
        const ul_ulong steps = (ul_ulong)(apart < 0 ? -apart : apart);
        s->batch_steps = steps > s->batch_steps ? steps : s->batch_steps;
    }
}

/* Whether all of a batch was; not where a reference may be a power of two, whose ulp may be the lower
 * binade's, nor, beside subnormals, where flushing may excuse a zero (it excuses none above, see flush.c). */
ul_fn ul_int ul_batch_scattered(const struct ul_segment *s, const struct ul_figures *q,
                                struct ul_double_function f)
{
    const ul_uint near = ul_near(q, f, s->least_size);
    return s->least_size - 0x38100000 < s->span && s->most_size - 0x38100000 < s->span &&
           s->least_tie > 8 * near && s->least_mantissa > near >> 20 && s->most_far < 0x7f800000 &&
           !(s->flush && s->least_size < 0x38200000);
}

/* It was: what it adds to the maxima. */
ul_fn void ul_scattered_end(struct ul_segment *s, const struct ul_figures *q, struct ul_double_function f)
{
    const double most = ul_bits_double((ul_ulong)(s->most_size + 1) << 32),
                 per_ulp = ul_bits_double((ul_ulong)(0x81500000u - (s->least_size & UL_TOP)) << 32),
                 absolute = f.kind & UL_HAS_ABSOLUTE_ERROR ? q->absolute : 0;
    s->far = ul_larger(s->far, 0x1p+22 * s->batch_units);
    s->far_abs =
        ul_larger(s->far_abs, ul_add_d(ul_fma_d(f.relative, most, ul_fabs_d(s->batch_abs)), absolute));
    s->far_slack = ul_larger(s->far_slack, absolute * per_ulp);
    s->far_zero |= s->least_far == 0;
    s->far_difference = ul_fabs_d(s->batch_difference);
    s->far_beside = ul_fabs_d(s->batch_beside);
    s->far_steps = s->batch_steps;
}

/* As what the batch is to be taken next; as it was tried: it was so. `x` is one of its inputs. */
ul_fn ul_int ul_batch_next(struct ul_segment *s, struct ul_figures *q, struct ul_double_function f,
                           ul_int rounding, ul_int as, ul_uint x)
{
    const ul_int else_as = rounding ? UL_ALONE : UL_SCATTERED;
    if (as == UL_ALONE || as == UL_REPEATED)
        return s->odd ? UL_ALONE : as;
    if (f.relative == 0)
        return !s->odd && (x & 0x7fffffff) < 0x7f800000 && s->span ? as : UL_ALONE;
    if (as == UL_SCATTERED)
        return ul_batch_scattered(s, q, f) ? as : UL_ALONE;
    if ((f.kind & UL_IS_LIGHT) && s->least_top > s->most_top) {
        const ul_uint top = s->least_top;
        s->least_top = s->most_top;
        s->most_top = top;
    }
    const ul_uint first = s->least_top & UL_LARGEST, last = s->most_top & UL_LARGEST;
    if (as == UL_LIFTED && !ul_batch_lifted(s))
        return UL_ALONE;
    if (as != UL_LIFTED && (f.kind & UL_IS_LIGHT) && ul_batch_subnormal(s))
        return UL_LIFTED;
    if ((s->least_top & 0x7fffffff) >= 0x7ff00000 || !(s->most_top << 1)) /* all NaN, infinite or 0 */
        return UL_ALONE;
    /* Neighbours in one binade. */
    if (((s->least_top ^ s->most_top) & UL_TOP) != 0 || last - first >= UL_NEIGHBOURS ||
        (s->least_top & 0x7fffffff) - 0x38100000 >= s->span)
        return else_as;
    const ul_int again = (f.kind & UL_HAS_ABSOLUTE_ERROR) && !s->odd;
    if ((rounding || again) && (s->least_top & UL_TOP) != s->from) {
        ul_window_open(s, q, f, rounding, s->least_top);
        if (again)
            return UL_AGAIN; /* what depends on the window was another's */
    }
    const ul_int least = (ul_int)(s->batch_place - 0x80000000), most = (ul_int)(s->most_place - 0x80000000);
    s->batch_most = !rounding ? s->batch_most - ul_batch_offset(as)
                    : s->bias ? 0 - (ul_uint)least
                              : (ul_uint)most;
    /* y in it too, or its end. Where r may be a power of two, whose ulp may be the lower binade's, y is that
     * power, and twice the reference's error covers both. */
    if (s->odd || s->batch_most >> 31 || (s->batch_most >= UL_HALF_STEP && !(first > 0 && last < UL_LARGEST)))
        return else_as;
    if (rounding) /* all as they should be */
        return least > (ul_int)(s->near - s->bias) && most < (ul_int)(UL_STEP - s->bias - s->near) ? as
                                                                                                   : else_as;
    if (s->batch_place / 16 <= ul_undecided(s, f, as))
        return else_as;
    return as != UL_WITHIN || s->batch_most <= UL_STEP ? as : UL_DECIDED;
}

/* Of two results: what suits both. */
ul_fn ul_int ul_sooner(ul_int next, ul_int other)
{
    return next < other ? next : other;
}

/* It was: what it adds to the maxima. */
ul_fn void ul_batch_end(struct ul_segment *s, struct ul_figures *q, struct ul_double_function f,
                        ul_int rounding, ul_int as)
{
    if (as < UL_SCATTERED)
        return;
    if (f.relative == 0) {
        s->exact = 1;
        return;
    }
    if (as == UL_SCATTERED) {
        ul_scattered_end(s, q, f);
        return;
    }
    if (as == UL_LIFTED) {
        ul_lifted_end(s, f);
    } else {
        if ((s->least_top & UL_TOP) != s->from)
            ul_window_open(s, q, f, rounding, s->least_top);
        ul_window_add(s, s->batch_most, s->least_top);
    }
    s->batch_sum -= UL_BATCH * (ul_batch_offset(as) >> 9);
}

/* Is a result in it open? */
ul_fn ul_int ul_batch_is_open(const struct ul_segment *s, const struct ul_figures *q, ul_int as)
{
    return s->batch_open != 0 || (as == UL_ALONE && q->open != 0);
}

/* Counts a batch that begins at the t-th input, but for one that is open, of this result or another. */
ul_fn void ul_batch_count(struct ul_segment *s, struct ul_figures *q, ul_int as, ul_int open, ul_uint t)
{
    const ul_uint batch = t / UL_BATCH;
    if (open) {
        q->mask[batch / 64] |= (ul_ulong)1 << batch % 64;
    } else {
        s->misrounded += s->batch_misrounded;
        s->over += s->batch_over;
        s->sum += s->batch_sum;
        s->differs |= s->batch_differs;
        s->none += s->batch_none;
        s->infinite += s->batch_infinite;
        s->flushed += s->batch_flushed;
    }
    if (as == UL_REPEATED && !open) {
        s->misrounded += UL_BATCH * q->same_misrounded;
        s->over += UL_BATCH * q->same_over;
        s->signs += UL_BATCH * q->same_signs;
        s->sum += UL_BATCH * q->same_sum;
    }
    if (as == UL_SCATTERED && !open)
        s->sum += s->batch_far;
    if (as != UL_ALONE)
        return;
    if (!open) {
        s->misrounded += q->misrounded;
        s->over += q->over;
        s->signs += q->signs;
        s->sum += s->batch_far + q->sum;
    }
    q->misrounded = q->over = q->signs = q->open = 0;
    q->sum = 0;
}

ul_fn void ul_pace_begin(struct ul_pace *p, ul_int usual)
{
    p->as = p->usual = usual;
}

/* Behind a batch, which was as tried if `next` is; `like`: as what the one behind it is tried then. */
ul_fn void ul_pace_next(struct ul_pace *p, ul_int next, ul_int like)
{
    const ul_int as = next == p->as ? like : next == UL_AGAIN ? p->as : next;
    p->usual = next == UL_DECIDED ? UL_DECIDED : p->usual;
    p->as = as < UL_DECIDED ? as : p->usual;
}

/* What a batch was like, that was as tried: all inputs alone like one of a kind, scattered ones usual? */
ul_fn ul_int ul_batch_like(const struct ul_segment *s, struct ul_double_function f, ul_int rounding,
                           ul_int as)
{
    const ul_uint first = s->least_size & UL_LARGEST, last = s->most_size & UL_LARGEST;
    const ul_int inner = first > 0 && last < UL_LARGEST,
                 near = s->least_size - first == s->most_size - last && last - first < UL_NEIGHBOURS;
    if (as == UL_ALONE)
        return s->repeated >= UL_BATCH - 1   ? UL_REPEATED /* the first one was the model */
               : s->plain != UL_BATCH        ? UL_ALONE
               : rounding || f.relative == 0 ? UL_WITHIN
                                             : UL_SCATTERED;
    if (as == UL_SCATTERED && (f.relative == 0 || (near && s->batch_units < (inner ? 0x1p-21 : 0x1p-23))))
        return UL_WITHIN;
    return as;
}

/* Of two results: what suits both. */
ul_fn ul_int ul_both_like(ul_int like, ul_int other)
{
    return like == other ? like : ul_sooner(like, other) < UL_SCATTERED ? UL_ALONE : ul_sooner(like, other);
}

/* One input: the result, and the reference as the device's double function gave it. f and rounding are those
 * of ul_segment_begin, known to the compiler here. */
ul_fn void ul_segment_take(struct ul_segment *s, struct ul_figures *q, struct ul_double_function f,
                           ul_int rounding, ul_int as, float x, float y, double r)
{
    const double below = 0x1.fffffffffffffp-1; /* as in ul_put_below_one */
    if ((f.kind & UL_BELOW_ONE) && (f.kind & UL_IS_ONE_OF_TWO) && ul_fabs_d(r) >= 1)
        r = ul_copysign_d(below, r);
    ul_ulong at = ul_double_bits((double)y), right = ul_double_bits(r);
    if ((f.kind & UL_IS_LIGHT) && as < UL_SCATTERED) /* what is all alike */
        right = r != r ? ul_double_bits(UL_D_NAN) : ul_is_overflow(rounding, at, right) ? at : right;
    if (as == UL_LIFTED) {
        s->batch_abs = ul_larger(s->batch_abs, ul_fabs_d(ul_sub_d((double)y, r)));
        at = ul_lifted((double)y, r);
        right = ul_lifted(r, r);
    }
    if (as >= UL_LIFTED || (as == UL_SCATTERED && f.relative == 0))
        ul_batch_take(s, f, rounding, as, at, right);
    else if (as == UL_SCATTERED)
        ul_batch_scatter(s, q, f, y, right);
    else if (as == UL_REPEATED)
        s->odd |= (ul_float_bits(y) ^ s->same_y) | ((ul_uint)right ^ (ul_uint)s->same_r) |
                  (ul_uint)((right ^ s->same_r) >> 32);
    else
        ul_segment_take_alone(s, q, f, rounding, x, y, right);
}

/* An integer is right or left to the host; `nothing`: what the reference is no document asks for. */
ul_fn void ul_segment_take_whole(struct ul_segment *s, ul_int nothing, ul_int right)
{
    s->exact |= !nothing && right;
    s->batch_open |= !nothing && !right;
}

/* Bit k where a result is not what the k-th of the documents' formulas gives. */
ul_fn ul_uint ul_form_differs(ul_int k, float y, float form)
{
    return ul_float_bits(y) != ul_float_bits(form) && (y == y || form == form) ? 1u << k : 0;
}

/* A result that differs from some of them, of which all have `every` bit. NaN, which may be right, is open.
 */
ul_fn void ul_segment_take_forms(struct ul_segment *s, ul_uint differs, ul_uint every, float y)
{
    s->batch_differs |= differs;
    s->batch_none += differs == every ? 1 : 0;
    s->batch_infinite += s->infinite_now && differs == every ? 1 : 0;
    s->infinite_now = 0;
    s->batch_open |= differs && y != y;
}

/* ---- a segment like another ---- */

/* A homogeneous reference, f(2^period x) = 2^slope f(x), is the same in every period-th binade, but for a
 * power of two. Where results are so too, bit by bit, a segment comes to what its model does, the segment of
 * the same significands in the binades from 1 on: it has the model's figures, but for absolute errors, which
 * differ by that power. That is so where both are normal, which is seen to here of one result a batch, and
 * the model's results lie near their references, which is seen to by the host. */
struct ul_model {
    ul_uint first, place; /* its first input; its number in the launch */
    ul_int binades;       /* its results are to be scaled by 2^binades */
    ul_int exists;
};

/* Of the segment that begins with `first`, in a launch of which `base` is as in ul_sweep_base. */
ul_fn struct ul_model ul_model_of(ul_uint first, ul_ulong base, ul_int period, ul_int slope)
{
    struct ul_model m;
    const ul_int exponent = (ul_int)(first >> 23 & 255), phase = (exponent - 127 + 128 * period) % period,
                 away = exponent - 127 - phase; /* the model's exponent is 127 + phase */
    m.first = first - ((ul_uint)away << 23);
    m.place = (m.first - (ul_uint)base) / UL_SEGMENT;
    m.binades = away / period * slope;
    m.exists = away != 0 && exponent != 0 && exponent != 255 && m.place < ul_sweep_segments(base);
    return m;
}

/* Not 0 where a result is not as the model's, scaled. */
ul_fn ul_uint ul_model_differs(struct ul_model m, ul_uint y, ul_uint model)
{
    return y ^ (model + ((ul_uint)m.binades << 23));
}

/* Are a model's result and what it is scaled to normal, and so all of its batch, beside its references? */
ul_fn ul_int ul_model_is_normal(struct ul_model m, ul_uint model)
{
    const ul_int exponent = (ul_int)(model >> 23 & 255), least = 8, most = 246;
    return exponent >= least && exponent <= most && exponent + m.binades >= least &&
           exponent + m.binades <= most;
}

/* What the host is told instead of figures: UL_IS_LIKE (a NaN), the model's place, the binades. */
#define UL_IS_LIKE 0x7ff8000000000001
ul_fn void ul_model_tell(struct ul_model m, ul_ulong *word)
{
    word[0] = UL_IS_LIKE;
    word[1] = m.place;
    word[2] = (ul_ulong)(ul_long)m.binades;
}

#define UL_ABOVE (1 + 0x1p-45) /* more than what roundings took */

/* Bounds of what is far. */
ul_fn void ul_figures_far(const struct ul_segment *s, struct ul_figures *q)
{
    /* Below a power of two, which r's error may cross, steps are half as large. */
    const ul_ulong far_steps =
        s->far_steps + (s->far_slack > 0 ? (ul_ulong)(2 * s->far_slack * (double)UL_STEP) + 1 : 0);
    const ul_uint rounds = (q->rounding ? UL_STEP : UL_HALF_STEP) + (ul_uint)(q->f.relative * 0x1p+53) + 3;
    const double error = q->f.relative * 0x1p+25 + s->far_slack,
                 above = 1 + 0x1p-47; /* more than what roundings took here, and in lanes.c */
    const double steps = UL_PER_STEP * (double)far_steps, rel = ul_div_d(s->far_difference, s->far_beside);
    if (s->far < 0)
        return;
    q->value = ul_larger(q->value, s->far);
    q->opencl = ul_larger(q->opencl, (s->far + error) * above);
    q->cuda = ul_larger(q->cuda, s->misrounded ? (double)((far_steps + rounds) >> 29) : 0);
    q->ordinal = ul_larger(q->ordinal, (steps + error + UL_PER_STEP) * above);
    q->abs = ul_larger(q->abs, s->far_abs * above);
    q->rel =
        ul_larger(q->rel, ul_larger(s->far_zero ? 1 : 0, (rel + 2 * q->f.relative * (1 + rel)) * UL_ABOVE));
}

/* What the host is told, if not that a segment is like its model: words of 64 bits. Six doubles: the largest
 * error itself in the opencl measure, the upper bounds of each measure's. Then the sum of errors in 2^-20
 * ulp; counts of UL_COUNT_BITS each: of results misrounded, over an ulp, zeros of the wrong sign, equal to no
 * formula; above them a bit for each formula that a result differs from; two of bits for the batches that
 * none of this counts, but for the maxima; counts of wrong infinities (where there are formulas, of those
 * that equal none) and of results that flushing excuses. */
#define UL_SEGMENT_WORDS 11
#define UL_COUNT_BITS    13
ul_fn void ul_segment_end(const struct ul_segment *s, struct ul_figures *q, ul_ulong *word)
{
    const double above = UL_ABOVE;
    ul_window_close(s, q);
    ul_figures_far(s, q);
    if (s->exact)
        ul_figures_exact(q);
    const ul_int any = q->away >= 0;
    const double near = q->f.relative > 0 ? (double)q->near : 0;
    const double ulps = UL_PER_STEP * (double)q->away, error = 2 * UL_PER_STEP * near;
    const double opencl = any ? (ulps + error) * above : -1;
    const double line = error > 0 ? 2 * UL_PER_STEP : 0; /* places on the number line are whole steps */
    const ul_uint rounds = q->rounding ? UL_STEP : UL_HALF_STEP;
    const double cuda = !any ? -1 : !s->misrounded ? 0 : (double)(((ul_uint)q->away + rounds) >> 29);
    const double abs = any ? q->plain_abs * above : -1;
    const double worst = ul_div_d((double)s->worst, (double)s->worst_mantissa) * 0x1p-32;
    const double rel = any ? (worst + 0x1p-52 * near) * above : -1;
    word[0] = ul_double_bits(ul_larger(q->value, any ? ulps : -1));
    word[1] = ul_double_bits(ul_larger(q->opencl, opencl));
    word[2] = ul_double_bits(ul_larger(q->cuda, cuda));
    word[3] = ul_double_bits(ul_larger(q->ordinal, any ? opencl + line : -1));
    word[4] = ul_double_bits(ul_larger(q->abs, abs));
    word[5] = ul_double_bits(ul_larger(q->rel, rel));
    word[6] = s->sum;
    word[7] = s->misrounded | (ul_ulong)s->over << UL_COUNT_BITS | (ul_ulong)s->signs << 2 * UL_COUNT_BITS |
              (ul_ulong)s->none << 3 * UL_COUNT_BITS | (ul_ulong)s->differs << 4 * UL_COUNT_BITS;
    word[8] = q->mask[0];
    word[9] = q->mask[1];
    word[10] = s->infinite | (ul_ulong)s->flushed << UL_COUNT_BITS;
}

/* Adds what another part of the segment came to. Doubles of 0 or more, and -1, are in the order of their
 * bits. */
ul_fn void ul_segment_join(ul_ulong *word, const ul_ulong *other)
{
    const ul_ulong counts = ((ul_ulong)1 << 4 * UL_COUNT_BITS) - 1;
    for (ul_int k = 0; k < 6; k++)
        word[k] = (ul_long)other[k] > (ul_long)word[k] ? other[k] : word[k];
    word[6] += other[6];
    word[7] = ((word[7] & counts) + (other[7] & counts)) | ((word[7] | other[7]) & ~counts);
    word[8] |= other[8];
    word[9] |= other[9];
    word[10] += other[10];
}
