/* The common case of a chunk of floats: what it adds to a row, in loops of vectors, without a look at single
 * lanes. Compiled once for each instruction set, whose macros choose the name. */
#include "lanes_sum.h"
#include <float.h>
#include <math.h>

typedef int64_t bits64;

/* Doubles' bits: where the exponent is, and those of 2^-126 and 2^127, between which ulps of floats grow. */
#define EXPONENT ((bits64)0x7ff << 52)
#define FRACTION (((bits64)1 << 52) - 1)
#define LEAST    ((bits64)(1023 - 126) << 52)
#define MOST     ((bits64)(1023 + 127) << 52)
#define FINITE   (MOST + FRACTION - (((bits64)1 << 29) - 1)) /* the largest of a float */
/* Less a power of two's bits, those of its ulps' reciprocal. */
#define PER_ULP ((bits64)(2 * 1023 + FLT_MANT_DIG - 1) << 52)
/* And more than those, 3/2 times the power of two of whose doubles that ulp is the step. */
#define LARGE (((bits64)29 << 52) + ((bits64)1 << 51))
/* An ulp in steps of a double; the screening's error in them, beyond which doubles are asked; and with
 * roundings. */
#define ULP  ((bits64)1 << 29)
#define NEAR ((bits64)64)
#define FAR  (2 * NEAR + 2)

static const double overflow = 0x1.ffffffp+127; /* from here on, nearest gives infinity */

/* What is not above all of these is of no interest. */
struct limits {
    double ulps; /* of the opencl, the cuda and the ordinal measure */
    double abs, rel;
    bits64 zero; /* not 0: but a zero beside what is none, whose relative error is 1, is */
};

/* The cuda measure is whole, and half a step at most away from the ordinal one. The rest is room for
 * roundings. */
static struct limits limits_of(const double most[UL_MEASURES])
{
    const double room = 1 - 0x1p-40, step = floor(most[UL_CUDA]) + 0.5;
    double ulps = fmin(fmin(most[UL_OPENCL], most[UL_ORDINAL]), step);
    ulps = fmin(ulps, 0x1p+20); /* so that their sum stays exact */
    return (struct limits){.ulps = fmax(ulps * room - 0x1p-27, 0),
                           .abs = most[UL_ABS] * room,
                           .rel = fmin(most[UL_REL], 1) * room,
                           .zero = most[UL_REL] < 1 ? -1 : 0};
}

static inline bits64 lesser(bits64 a, bits64 b)
{
    return a < b ? a : b;
}

static inline bits64 larger(bits64 a, bits64 b)
{
    return a > b ? a : b;
}

/* By steps of a double; `most`: the largest. */
static struct ul_lanes_sum sum_of(bits64 misrounded, bits64 over, bits64 sum, bits64 most)
{
    return (struct ul_lanes_sum){.misrounded = (uint64_t)misrounded,
                                 .over_1ulp = (uint64_t)over,
                                 .ulp_sum = (uint64_t)sum,
                                 .largest = (double)most * 0x1p-29};
}

/* ---- all references in one binade: integers tell all ---- */

/* Ends of what a chunk has, as doubles' bits; distances in steps of a double. */
struct binade {
    bits64 r_least, r_most, y_least, y_most, err_least, err_most;
    bits64 off;  /* the largest of y from r */
    bits64 near; /* the least of r from a rounding boundary, NEAR below it as 0 */
};

static struct binade sum_steps(const double *restrict r, const double *restrict err, const float *restrict y,
                               int n, struct ul_lanes_sum *restrict out)
{
    bits64 r_least = INT64_MAX, y_least = INT64_MAX, err_least = INT64_MAX, near = INT64_MAX;
    bits64 r_most = INT64_MIN, y_most = INT64_MIN, err_most = INT64_MIN, most = 0;
    bits64 misrounded = 0, over = 0, sum = 0;
    for (int i = 0; i < n; i++) {
        const bits64 x = ul_bits_of_double(r[i]), e = ul_bits_of_double(err[i]);
        const bits64 v = ul_bits_of_double((double)y[i]), off = larger(v - x, x - v);
        r_least = lesser(r_least, x);
        r_most = larger(r_most, x);
        y_least = lesser(y_least, v);
        y_most = larger(y_most, v);
        err_least = lesser(err_least, e);
        err_most = larger(err_most, e);
        most = larger(most, off);
        near = lesser(near, (off - ULP / 2 + NEAR) & (ULP - 1));
        misrounded += off > ULP / 2;
        over += off > ULP;
        sum += (off + ((bits64)1 << 8)) >> 9; /* 2^-20 ulp are 2^9 steps */
    }
    *out = sum_of(misrounded, over, sum, most);
    return (struct binade){r_least, r_most, y_least, y_most, err_least, err_most, most, near};
}

/* Are references and results of one binade, which results may end, and screened well enough that their
 * distances are all that there is to know? */
static bool is_one_binade(const struct binade *b)
{
    const bits64 power = b->r_least & ~FRACTION, magnitude = power & INT64_MAX;
    return (b->r_most & ~FRACTION) == power && magnitude >= LEAST && magnitude < MOST &&
           b->y_least >= power && b->y_most <= power + FRACTION + 1 && b->err_least > 0 &&
           b->err_most <= magnitude - ((bits64)46 << 52) && b->near > 2 * NEAR;
}

static bool is_below(const struct binade *b, const struct limits *t)
{
    const bool may_be_power = (b->r_least & FRACTION) <= NEAR; /* of which an ulp is half as large */
    const double power = fabs(ul_double_of_bits(b->r_least & ~FRACTION));
    const double far = (double)(b->off + FAR) * power * 0x1p-52, least = fabs(ul_double_of_bits(b->r_least));
    return (double)(b->off + FAR) * (may_be_power ? 0x1p-28 : 0x1p-29) <= t->ulps && far <= t->abs &&
           far <= t->rel * least;
}

/* Do the first, the middle and the last lie in one binade? Then the others may. */
static bool may_be_one_binade(const double *r, int n)
{
    const bits64 first = ul_bits_of_double(r[0]),
                 differ = (first ^ ul_bits_of_double(r[n / 2])) | (first ^ ul_bits_of_double(r[n - 1]));
    return !(differ & ~FRACTION);
}

static bool sum_binade(const double *restrict r, const double *restrict err, const float *restrict y, int n,
                       const struct limits *limits, struct ul_lanes_sum *restrict out)
{
    const struct binade b = sum_steps(r, err, y, n, out);
    return is_one_binade(&b) && is_below(&b, limits);
}

/* ---- each result in its reference's binade, which changes (a sine's, far out): integers ---- */

/* As above, but of bounds that are the largest distance's in the largest binade. */
static bool sum_anywhere(const double *restrict r, const double *restrict err, const float *restrict y, int n,
                         const struct limits *t, struct ul_lanes_sum *restrict out)
{
    bits64 differ = 0, loose = 0, least = INT64_MAX, fraction = INT64_MAX, near = INT64_MAX;
    bits64 size = 0, most = 0, misrounded = 0, over = 0, sum = 0;
    for (int i = 0; i < n; i++) {
        const bits64 x = ul_bits_of_double(r[i]), e = ul_bits_of_double(err[i]), a = x & INT64_MAX;
        const bits64 v = ul_bits_of_double((double)y[i]), off = larger(v - x, x - v);
        differ |= x ^ v;
        loose |= (e - 1) | ((a & EXPONENT) - ((bits64)46 << 52) - e); /* has a sign: err is 0, or large */
        least = lesser(least, a);
        size = larger(size, a);
        fraction = lesser(fraction, x & FRACTION);
        most = larger(most, off);
        near = lesser(near, (off - ULP / 2 + NEAR) & (ULP - 1));
        misrounded += off > ULP / 2;
        over += off > ULP;
        sum += (off + ((bits64)1 << 8)) >> 9;
    }
    *out = sum_of(misrounded, over, sum, most);
    const double far = (double)(most + FAR) * 0x1p-52; /* of a power of two */
    return !(differ & ~FRACTION) && loose >= 0 && least >= LEAST && size < MOST && fraction > NEAR &&
           near > 2 * NEAR && far * 0x1p+23 <= t->ulps && far <= t->rel &&
           far * ul_double_of_bits(size & EXPONENT) <= t->abs;
}

/* ---- wherever they lie: doubles ---- */

/* The power of two at or below a magnitude, as bits; not below a float's least normal one. */
static inline bits64 power_below(bits64 magnitude)
{
    return larger(magnitude, LEAST) & EXPONENT;
}

static inline double pick(bits64 mask, double yes, double no)
{
    return ul_double_of_bits((ul_bits_of_double(yes) & mask) | (ul_bits_of_double(no) & ~mask));
}

/* To the nearest integer, halves up. */
static inline bits64 round_up(double x)
{
#ifdef __AVX512DQ__
    return (bits64)(x + 0.5);
#else
    return ul_bits_of_double(floor(x + 0.5) + 0x1p52) - ul_bits_of_double(0x1p52);
#endif
}

/* Lanes where nothing is to be measured: NaN for NaN, which is as good as absent, the infinity that r rounds
 * to, exactly what r exactly is. All ones, or 0. */
static inline bits64 find_settled(double x, double e, double v, bits64 *absent)
{
    const bits64 same = ul_bits_of_double(x) == ul_bits_of_double(v) ? -1 : 0;
    const bits64 same_sign = (ul_bits_of_double(x) ^ ul_bits_of_double(v)) >= 0 ? -1 : 0;
    const bits64 exact = e == 0 ? -1 : 0, infinite = fabs(v) > DBL_MAX ? -1 : 0;
    const bits64 beyond = fabs(x) - e >= overflow ? -1 : 0;
    *absent = (x != x ? -1 : 0) & (v != v ? -1 : 0) & exact;
    return *absent | (infinite & beyond & same_sign) | (exact & same);
}

/* `settles`: such lanes may be among them. What is to be looked at singly has a sign, so that masks are not
 * needed. */
static inline bool sum_doubles(const double *restrict r, const double *restrict err, const float *restrict y,
                               int n, const struct limits *limits, bool settles,
                               struct ul_lanes_sum *restrict out)
{
    const struct limits t = *limits;
    bits64 largest = -1, misrounded = 0, look = 0, sum = 0;
    for (int i = 0; i < n; i++) {
        double x = r[i], e = err[i], v = (double)y[i];
        bits64 absent = 0;
        if (settles) {
            const bits64 settled = find_settled(x, e, v, &absent);
            x = pick(settled, 1, x);
            v = pick(settled, 1, v);
            e = pick(settled, 0, e);
        }
        const double a = fabs(x), d = fabs(v - x), far = d + 2 * e;
        const bits64 x_bits = ul_bits_of_double(a), v_bits = ul_bits_of_double(fabs(v)),
                     power = power_below(x_bits);
        /* so large that a sum is rounded to an ulp of x: r's ends as floats */
        const double large = ul_double_of_bits(power + LARGE);
        const double low = (x - e + large) - large, high = (x + e + large) - large;
        const double ulps = d * ul_double_of_bits(PER_ULP - power);
        /* where ordinals are closest, at the least that r and y may be, and an ulp of what may be a power of
         * two is half as large */
        const bits64 least = lesser(ul_bits_of_double(a - e) - 1, v_bits);
        const double widest = far * ul_double_of_bits(PER_ULP - power_below(least));
        const bits64 e_bits = ul_bits_of_double(e), inexact = e_bits - 1, off = -ul_bits_of_double(d);
        look |= (x_bits - 1) | (FINITE - 1 - x_bits) | (FINITE - v_bits) | ul_bits_of_double(low - high);
        look |= ul_bits_of_double(t.ulps - widest) | ul_bits_of_double(t.abs - far) | (MOST - e_bits);
        look |= settles ? inexact & off : inexact;
        look |= ul_bits_of_double(t.rel * a - far) & (t.zero | -v_bits);
        misrounded += v != low ? 1 : 0;
        sum += round_up(ulps * 0x1p20);
        largest = larger(largest, ul_bits_of_double(ulps) | absent);
    }
    *out = (struct ul_lanes_sum){.misrounded = (uint64_t)misrounded,
                                 .ulp_sum = (uint64_t)sum,
                                 .largest = largest < 0 ? -1 : ul_double_of_bits(largest)};
    return look >= 0;
}

/* Of lanes that sum_doubles took, those above 1 ulp. */
static bool add_over(const double *restrict r, const float *restrict y, int n, struct ul_lanes_sum *out)
{
    bits64 over = 0;
    for (int i = 0; i < n && out->largest > 1; i++) {
        const double per_ulp = ul_double_of_bits(PER_ULP - power_below(ul_bits_of_double(fabs(r[i]))));
        const double ulps = fabs((double)y[i] - r[i]) * per_ulp;
        over += (ulps > 1 ? 1 : 0) & (fabs(r[i]) < FLT_MAX ? 1 : 0);
    }
    out->over_1ulp = (uint64_t)over;
    return true;
}

static bool sum_plain(const double *restrict r, const double *restrict err, const float *restrict y, int n,
                      const struct limits *limits, struct ul_lanes_sum *restrict out)
{
    return sum_doubles(r, err, y, n, limits, false, out);
}

static bool sum_settled(const double *restrict r, const double *restrict err, const float *restrict y, int n,
                        const struct limits *limits, struct ul_lanes_sum *restrict out)
{
    return sum_doubles(r, err, y, n, limits, true, out);
}

/* Is it NaN for NaN, or the infinity that r rounds to, in all lanes? */
static bool is_settled(const double *restrict r, const double *restrict err, const float *restrict y, int n,
                       struct ul_lanes_sum *restrict out)
{
    bits64 absent = -1, infinite = -1;
    for (int i = 0; i < n; i++) {
        const double v = (double)y[i];
        absent &= (r[i] != r[i] ? -1 : 0) & (v != v ? -1 : 0) & (err[i] == 0 ? -1 : 0);
        infinite &= (fabs(v) > DBL_MAX ? -1 : 0) & (fabs(r[i]) - err[i] >= overflow ? -1 : 0) &
                    ~((ul_bits_of_double(r[i]) ^ ul_bits_of_double(v)) >> 63);
    }
    *out = (struct ul_lanes_sum){.largest = absent ? -1 : 0};
    return absent || infinite;
}

bool UL_LANES_SUM(const double *r, const double *err, const float *y, int n, const double most[UL_MEASURES],
                  struct ul_lanes_sum *out)
{
    const struct limits limits = limits_of(most);
    const double a = fabs(r[0]);
    for (int m = 0; m < UL_MEASURES; m++)
        if (!(most[m] >= 0)) /* any figure is of interest */
            return r[0] != r[0] && is_settled(r, err, y, n, out) && out->largest < 0;
    if (!(a < FLT_MAX && fabs((double)y[0]) <= FLT_MAX))
        return is_settled(r, err, y, n, out) ||
               (sum_settled(r, err, y, n, &limits, out) && add_over(r, y, n, out));
    if (a >= FLT_MIN && (may_be_one_binade(r, n) ? sum_binade : sum_anywhere)(r, err, y, n, &limits, out))
        return true;
    const bool quiet = sum_plain(r, err, y, n, &limits, out) || sum_settled(r, err, y, n, &limits, out);
    return quiet && add_over(r, y, n, out);
}
