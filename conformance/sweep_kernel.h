/* In the dialect (common/ulparity.h), for devices and the host: the error of a device's double functions, and
 * the figures of a segment of consecutive inputs of a float function beside such a reference, as lanes.c has
 * them one by one. A device's program that sweeps holds this text. */

/* What is known of a double function: its error over its magnitude, and these. */
#define UL_OVERFLOWS  1 /* an infinity at a finite argument other than 0 is double's overflow, no pole */
#define UL_UNDERFLOWS 2 /* a zero there is double's underflow, no root */
#define UL_BELOW_ONE  4 /* it does not reach 1 in magnitude, but by rounding */
#define UL_IS_TGAMMA  8
#define UL_IS_LGAMMA  16
#define UL_IS_SQRT    32 /* these two are exact where multiplying back is */
#define UL_IS_RECIP   64
#define UL_IS_SINPI   128 /* of these three devices miss the signs of zeros and poles, which are known */
#define UL_IS_COSPI   256
#define UL_IS_TANPI   512
struct ul_double_function {
    double relative;
    ul_int kind;
};

#define UL_D_INFINITY ul_bits_double(0x7ff0000000000000)
#define UL_D_NAN      ul_bits_double(0x7ff8000000000000)

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

/* The bound of r's error at x; where double overflowed or underflowed r becomes a mark (see screen.h). NaN:
 * nothing is known ("4 (outside interval -23.0001 ... -2.2637; larger inside)" of lgamma). */
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
    if ((f.kind & UL_IS_LGAMMA) && x > -23.01 && x < -2.26 && ul_floor_d(x) != x)
        return UL_D_NAN;
    return ul_mul_d(f.relative, a);
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

/* Which results flushing may excuse, and so are left open: none; those that are not sure to be within an ulp,
 * and correctly rounded; any. */
#define UL_FLUSH_NEVER  0
#define UL_FLUSH_FAILED 1
#define UL_FLUSH_ANY    2

/* Steps of a double in one of a float; half of them. */
#define UL_STEP      0x20000000u
#define UL_HALF_STEP 0x10000000u
#define UL_PER_STEP  0x1p-29

struct ul_segment {
    struct ul_double_function f;
    ul_int rounding;    /* of the function under test: 0 to nearest */
    ul_int flush, tiny; /* tiny: the inputs are subnormal, or zeros */
    ul_uint near;       /* the reference's error in steps of a double, and two for rounding it */
    ul_uint span; /* the plain case: the reference is normal, and below this (1, or the largest float) */
    ul_int away;  /* in the plain case: the largest distance, in steps of a double; -1: there was none */
    double plain_abs, plain_rel;
    double value, opencl, cuda, ordinal, abs,
        rel; /* of the others; value: the largest opencl figure itself */
    ul_uint misrounded, over, open;
    ul_ulong sum;
};

ul_fn void ul_segment_begin(struct ul_segment *s, struct ul_double_function f, ul_int rounding, ul_uint first,
                            ul_int flush)
{
    const ul_uint magnitude = first & 0x7fffffff, least = 0x38100000; /* 2^-126 */
    s->f = f;
    s->rounding = rounding;
    s->flush = flush;
    s->tiny = magnitude < 0x00800000;
    s->near = (ul_uint)(f.relative * 0x1p+53) + 2;
    s->span = rounding || (flush && s->tiny) ? 0 : (f.kind & UL_BELOW_ONE ? 0x3ff00000 : 0x47efffff) - least;
    s->away = -1;
    s->plain_abs = s->plain_rel = 0;
    s->value = s->opencl = s->cuda = s->ordinal = s->abs = s->rel = -1;
    s->misrounded = s->over = s->open = 0;
    s->sum = 0;
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

ul_fn double ul_larger(double x, double y)
{
    return x > y ? x : y;
}

/* A result without an error: also the right infinity, whose exact value may be beyond every float. */
ul_fn void ul_segment_exact(struct ul_segment *s)
{
    s->value = ul_larger(s->value, 0);
    s->opencl = ul_larger(s->opencl, 0);
    s->cuda = ul_larger(s->cuda, 0);
    s->ordinal = ul_larger(s->ordinal, 0);
    s->abs = ul_larger(s->abs, 0);
    s->rel = ul_larger(s->rel, 0);
}

/* A finite result of a finite reference: the figures of lanes.c (figures_of), and upper bounds of them. */
ul_fn void ul_segment_finite(struct ul_segment *s, double y, double r, double error, double rounded)
{
    const double a = ul_fabs_d(r), scale = ul_per_ulp(a), difference = ul_fabs_d(ul_sub_d(y, r));
    const double power = ul_bits_double(ul_double_bits(a) & 0x7ff0000000000000);
    const ul_int maybe = ul_sub_d(a, power) <= error && a > 0x1p-126; /* r may be 2^k: the ulp below */
    const double ulps = (maybe && error == 0 ? 2 : 1) * (difference * scale);
    const double slack = ul_mul_d(2, ul_add_d(error * scale, ulps * 0x1p-51));
    const double opencl = ul_add_d((maybe ? 2 : 1) * (difference * scale), slack);
    const double loose = ul_div_d(2 * error, a);
    const double rel = ul_mul_d(ul_add_d(ul_div_d(difference, a), loose), 1 + 0x1p-49);
    const double line = error == 0 && (a >= 0x1p-126 || r == rounded) ? 0 : UL_PER_STEP; /* r's place on it */
    const ul_int wrong = y != rounded;
    if (s->flush && (s->tiny || y == 0) && (s->flush == UL_FLUSH_ANY || opencl > 1 || wrong)) {
        s->open++;
        return;
    }
    s->value = ul_larger(s->value, ulps);
    s->opencl = ul_larger(s->opencl, opencl);
    s->cuda = ul_larger(s->cuda, ul_steps_between(y, rounded));
    s->ordinal = ul_larger(s->ordinal, ul_add_d(ul_add_d(ul_steps_between(y, r), slack), line));
    s->abs = ul_larger(s->abs, ul_add_d(difference, error));
    s->rel = ul_larger(s->rel, y == 0 ? 1 : loose < 1 ? rel : UL_D_INFINITY);
    s->misrounded += wrong ? 1 : 0;
    s->over += ulps > 1 ? 1 : 0;
    s->sum += (ul_ulong)(ul_long)ul_add_d((ulps < 0x1p+30 ? ulps : 0x1p+30) * 0x1p+20, 0.5);
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

/* Everything that is not plain; what is not obvious is left open. */
ul_fn void ul_segment_special(struct ul_segment *s, double x, double y, double r)
{
    double error = ul_reference_error(s->f, x, &r);
    if (s->f.kind & UL_BELOW_ONE)
        error = ul_put_below_one(&r, error);
    const double low = ul_rounded(s->rounding, ul_sub_d(r, error)),
                 high = ul_rounded(s->rounding, ul_add_d(r, error));
    const ul_int finite = ul_fabs_d(y) < UL_D_INFINITY;
    if (r != r && y != y && error == 0)
        return; /* right, and no figure */
    if (r == 0 && error == 0 && ul_double_bits(y) == ul_double_bits(r))
        ul_segment_exact(s);
    else if (!finite && y == low && y == high)
        ul_segment_exact(s);
    else if (finite && r != 0 && ul_fabs_d(r) < 0x1.fffffep+127 && low == high)
        ul_segment_finite(s, y, r, error, low);
    else
        s->open++;
}

/* One input: the result, and the reference as the device's double function gave it. In the plain case both
 * are normal and of one binade, and all figures but two are the distance of their bits. */
ul_fn void ul_segment_take(struct ul_segment *s, double x, float result, double r)
{
    const double y = (double)result;
    const ul_ulong at = ul_double_bits(y), right = ul_double_bits(r);
    const ul_ulong away = at > right ? at - right : right - at;
    const ul_uint top = (ul_uint)(right >> 32) & 0x7fffffff, near = s->near;
    if (((at ^ right) >> 52) == 0 && top - 0x38100000 < s->span && away < ((ul_ulong)1 << 31) &&
        (right & 0xfffffffffffff) > near && /* no power of two, whose ulp is the lower binade's */
        (((ul_uint)away + UL_HALF_STEP + near) & (UL_STEP - 1)) > 2 * near /* the rounding is decided */) {
        const ul_uint d = (ul_uint)away;
        const double a = ul_fabs_d(r), difference = ul_fabs_d(ul_sub_d(y, r));
        s->away = (ul_int)d > s->away ? (ul_int)d : s->away;
        s->misrounded += d > UL_HALF_STEP ? 1 : 0;
        s->over += d > UL_STEP ? 1 : 0;
        s->sum += (d + 256) >> 9; /* in 2^-20 ulp */
        s->plain_abs = ul_larger(s->plain_abs, ul_fma_d(s->f.relative, a, difference));
        if (difference > s->plain_rel * a)
            s->plain_rel = ul_div_d(difference, a);
    } else {
        ul_segment_special(s, x, y, r);
    }
}

/* What the host is told: words of 64 bits, doubles but for the last two. */
#define UL_SEGMENT_WORDS 8
ul_fn void ul_segment_end(const struct ul_segment *s, ul_ulong *word)
{
    const double above = 1 + 0x1p-45; /* more than what roundings took */
    const ul_int any = s->away >= 0;
    const double ulps = UL_PER_STEP * (double)s->away, error = s->f.relative * 0x1p+25;
    const double opencl = any ? (ulps + error) * above : -1;
    const double line = error > 0 ? 2 * UL_PER_STEP : 0; /* places on the number line are whole steps */
    const double cuda = any ? (double)(((ul_uint)s->away + UL_HALF_STEP) >> 29) : -1;
    const double abs = any ? s->plain_abs * above : -1;
    const double rel = any ? (s->plain_rel + 2 * s->f.relative) * above : -1;
    word[0] = ul_double_bits(ul_larger(s->value, any ? ulps : -1));
    word[1] = ul_double_bits(ul_larger(s->opencl, opencl));
    word[2] = ul_double_bits(ul_larger(s->cuda, cuda));
    word[3] = ul_double_bits(ul_larger(s->ordinal, any ? opencl + line : -1));
    word[4] = ul_double_bits(ul_larger(s->abs, abs));
    word[5] = ul_double_bits(ul_larger(s->rel, rel));
    word[6] = s->sum;
    word[7] = s->misrounded | (ul_ulong)s->over << 16 | (ul_ulong)s->open << 32;
}
