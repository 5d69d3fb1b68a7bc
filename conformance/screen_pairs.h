/* Words as pairs of doubles, of one argument and of two: the cores with what surrounds them. A word gives a
 * pair and a bound of its error; what is special (infinities, NaN, zeros, roots, poles) is added to those of
 * one argument (with_special). */
#ifndef UL_SCREEN_PAIRS_H
#define UL_SCREEN_PAIRS_H

#ifndef UL_SCREEN_CORES_H
#include "screen_cores.h"
#endif

/* Every core's loss and every argument's, together: 500 u^2 at most. */
static const double pair_bound = 0x1p-90;

/* The last term keeps what underflows from looking exact. */
static inline vec pair_error(pair r)
{
    return magnitude(r.hi) * pair_bound + 0x1p-1074;
}

/* Where the value is known to be within 2^-101 of r.hi, and on which side of it: its ulp is known, too. */
static inline void lean(mask m, vec side, pair *r, vec *err)
{
    const vec a = magnitude(r->hi) * 0x1p-100;
    r->lo = pick(m, with_sign(a, side), r->lo);
    *err = pick(m, a + 0x1p-1074, *err);
}

/* Where r.hi is the value. */
static inline void settle(mask m, pair *r, vec *err)
{
    r->lo = pick(m, all(0), r->lo);
    *err = pick(m, all(0), *err);
}

/* Marks of pairs, with a sign. */
static inline void mark_beyond(mask over, mask under, vec sign, pair *r, vec *err)
{
    r->hi = pick(over, with_sign(all(INFINITY), sign), pick(under, with_sign(all(0), sign), r->hi));
    r->lo = pick(over | under, all(0), r->lo);
    *err = pick(over, all(UL_SCREEN_HUGE_ERROR), pick(under, all(UL_SCREEN_UNDER_ERROR), *err));
}

static inline mask is_number(vec x)
{
    return is_finite(x) & (x != 0);
}

/* Of functions with f(x) = x + x^3 c ...: they are above x in magnitude, or below. */
static inline pair near_identity(vec x, bool above, pair r, vec *err)
{
    const mask m = magnitude(x) < 0x1p-55;
    r = pick_pair(m, pair_of(x, all(0)), r);
    *err = pair_error(r);
    lean(m, above ? x : -x, &r, err);
    return r;
}

/* x less an even number, in [-1, 1]: exact, NaN for infinities. */
static inline vec from_even(vec x)
{
    return x - nearest(x * 0.5) * 2;
}

/* --- special values of one argument: where *m, and what they are --- */

/* Zeros, infinities and NaN are their own values. */
static inline vec own_special(vec x, mask *m)
{
    *m = ~is_number(x);
    return x;
}

static inline vec zero_special(vec x, mask *m)
{
    *m = (x == 0) | (x != x);
    return x;
}

static inline vec wave_special(vec x, mask *m)
{
    *m = ~is_number(x);
    return pick(x == 0, x, all(NAN));
}

static inline vec asin_special(vec x, mask *m)
{
    *m = ~(magnitude(x) <= 1) | (x == 0);
    return pick(x == 0, x, all(NAN));
}

static inline vec acos_special(vec x, mask *m)
{
    *m = ~(magnitude(x) <= 1) | (x == 1);
    return pick(x == 1, all(0), all(NAN));
}

static inline vec acosh_special(vec x, mask *m)
{
    *m = ~((x > 1) & (x < INFINITY));
    return pick(x == 1, all(0), pick(x < 1, all(NAN), x));
}

static inline vec atanh_special(vec x, mask *m)
{
    *m = ~(magnitude(x) < 1) | (x == 0);
    return pick(x == 0, x, pick(magnitude(x) == 1, with_sign(all(INFINITY), x), all(NAN)));
}

static inline vec cos_special(vec x, mask *m)
{
    *m = ~is_finite(x);
    return all(NAN);
}

static inline vec cosh_special(vec x, mask *m)
{
    *m = ~is_finite(x);
    return magnitude(x);
}

static inline vec exp_special(vec x, mask *m)
{
    *m = ~is_finite(x);
    return pick(x == -INFINITY, all(0), x);
}

static inline vec expm1_special(vec x, mask *m)
{
    *m = ~is_number(x);
    return pick(x == -INFINITY, all(-1), x);
}

static inline vec log_special(vec x, mask *m)
{
    *m = ~((x > 0) & (x < INFINITY)) | (x == 1);
    return pick(x < 0, all(NAN), pick(x == 0, all(-INFINITY), pick(x == 1, all(0), x)));
}

static inline vec log1p_special(vec x, mask *m)
{
    *m = ~((x > -1) & (x < INFINITY)) | (x == 0);
    return pick(x < -1, all(NAN), pick(x == -1, all(-INFINITY), x));
}

static inline vec recip_special(vec x, mask *m)
{
    *m = ~is_number(x);
    return 1 / x;
}

static inline vec rsqrt_special(vec x, mask *m)
{
    *m = ~((x > 0) & (x < INFINITY));
    return pick(x < 0, all(NAN), 1 / x);
}

static inline vec sqrt_special(vec x, mask *m)
{
    *m = ~((x > 0) & (x < INFINITY));
    return pick(x < 0, all(NAN), x);
}

/* Of sin, cos and tan of pi x, OpenCL C 3.0, 7.5.1: sin's zeros have x's sign at every integer; cos is +0
 * halfway between; tan's zeros have n's sign at even n, that of -n at odd n, and its poles at n + 1/2 are
 * +infinity for even n, -infinity for odd. */
static inline vec sinpi_special(vec x, mask *m)
{
    const vec t = from_even(x);
    *m = ~is_finite(x) | (nearest(t) == t);
    return pick(is_finite(x), with_sign(all(0), x), all(NAN));
}

static inline vec cospi_special(vec x, mask *m)
{
    *m = ~is_finite(x) | (magnitude(from_even(x)) == 0.5);
    return pick(is_finite(x), all(0), all(NAN));
}

static inline vec tanpi_special(vec x, mask *m)
{
    const vec t = from_even(x);
    const mask pole = magnitude(t) == 0.5, odd = magnitude(t) == 1;
    *m = ~is_finite(x) | pole | (nearest(t) == t);
    const vec r = pick(pole, with_sign(all(INFINITY), t), with_sign(all(0), pick(odd, -x, x)));
    return pick(is_finite(x), r, all(NAN));
}

#define acospi_special acos_special
#define asinh_special  own_special
#define asinpi_special asin_special
#define atan_special   zero_special
#define atanpi_special zero_special
#define cbrt_special   own_special
#define exp10_special  exp_special
#define exp2_special   exp_special
#define log10_special  log_special
#define log2_special   log_special
#define sin_special    wave_special
#define sinh_special   own_special
#define tan_special    wave_special
#define tanh_special   zero_special

/* --- one argument --- */

static inline pair exp_value(struct exponential e)
{
    return scaled(plus_double(e.part, all(1)), e.power);
}

static inline pair exp_pair(vec x, vec *err)
{
    pair r = exp_value(exponential(pair_of(within(0x1p-103, x, 709), all(0))));
    *err = pair_error(r);
    lean(magnitude(x) < 0x1p-103, x, &r, err);
    settle(x == 0, &r, err);
    mark_unknown((x < -693) | (x > 709), err);
    mark_beyond(is_finite(x) & (x > 710), is_finite(x) & (x < -763), all(1), &r, err);
    return r;
}

static inline pair exp2_pair(vec x, vec *err)
{
    const vec a = within(0x1p-103, x, 1024), k = near_integer(a);
    const pair q = expm1_small(times_double(all_pair(ln2), a - k));
    pair r = scaled(plus_double(q, all(1)), power_of_two(k));
    *err = pair_error(r);
    lean(magnitude(x) < 0x1p-103, x, &r, err);
    settle(x == k, &r, err);
    mark_unknown((x < -999) | (x > 1023), err);
    mark_beyond(is_finite(x) & (x > 1024), is_finite(x) & (x < -1100), all(1), &r, err);
    return r;
}

/* |x| ln 10 < 745 is off by 2^-104 of itself, 2^-94 of the result. */
static inline pair exp10_pair(vec x, vec *err)
{
    pair r = exp_value(exponential(times_double(all_pair(ln10), within(0x1p-105, x, 308))));
    *err = pair_error(r);
    lean(magnitude(x) < 0x1p-105, x, &r, err);
    settle(x == 0, &r, err);
    mark_unknown((x < -300.8) | (x > 308), err);
    mark_beyond(is_finite(x) & (x > 309), is_finite(x) & (x < -331.2), all(1), &r, err);
    return r;
}

static inline pair expm1_pair(vec x, vec *err)
{
    const mask least = x < -72, tiny = magnitude(x) < 0x1p-101;
    pair r = expm1_of(pair_of(pick(least, all(-72), within(0x1p-101, x, 709)), all(0)));
    r = pick_pair(least, pair_of(all(-1), all(0)), pick_pair(tiny, pair_of(x, all(0)), r));
    *err = pair_error(r);
    lean(least | tiny, all(1), &r, err);
    mark_unknown(x > 709, err);
    mark_beyond(is_finite(x) & (x > 710), x != x, all(1), &r, err);
    return r;
}

/* e = e^a - 1 >= 0: sinh a = (e + e/(1 + e))/2, cosh a = 1 + e (e/(1 + e))/2. */
static inline pair sinh_pair(vec x, vec *err)
{
    const pair e = expm1_of(pair_of(within(0x1p-55, magnitude(x), 709), all(0)));
    pair r = scaled(plus(e, over(e, plus_double(e, all(1)))), with_sign(all(0.5), x));
    r = near_identity(x, true, r, err);
    mark_unknown(magnitude(x) > 709, err);
    mark_beyond(is_finite(x) & (magnitude(x) > 711), x != x, x, &r, err);
    return r;
}

static inline pair cosh_pair(vec x, vec *err)
{
    const pair e = expm1_of(pair_of(within(0x1p-55, magnitude(x), 709), all(0))),
               f = over(e, plus_double(e, all(1)));
    pair r = plus_double(times(e, scaled(f, all(0.5))), all(1));
    *err = pair_error(r);
    lean(magnitude(x) < 0x1p-52, all(1), &r, err);
    settle(x == 0, &r, err);
    mark_unknown(magnitude(x) > 709, err);
    mark_beyond(is_finite(x) & (magnitude(x) > 711), x != x, all(1), &r, err);
    return r;
}

/* e = e^2a - 1: e/(e + 2), or 1 - 2/(e + 2), which is 1 - 2^-101 or more beyond 36. */
static inline pair tanh_pair(vec x, vec *err)
{
    const vec a = magnitude(x), b = within(0x1p-55, pick(a > 36, all(36), a), 36);
    const pair e = expm1_of(pair_of(2 * b, all(0))), f = plus_double(e, all(2));
    pair r = pick_pair(b > 1, plus_double(negated(over(pair_of(all(2), all(0)), f)), all(1)), over(e, f));
    r = pick_pair(a > 36, pair_of(all(1), all(0)), r);
    r = near_identity(x, false, pick_pair(x < 0, negated(r), r), err);
    lean(a > 36, -x, &r, err);
    settle(a == INFINITY, &r, err);
    return r;
}

static inline pair log_pair(vec x, vec *err)
{
    const pair r = log_of(pair_of(x, all(0)));
    *err = pair_error(r);
    return r;
}

static inline pair log2_pair(vec x, vec *err)
{
    vec k;
    const pair f = without_exponent(pair_of(x, all(0)), &k);
    const pair r = plus_double(times(log1p_small(f), all_pair(per_ln2)), k);
    *err = pick(f.hi == 0, all(0), pair_error(r));
    return r;
}

static inline pair log10_pair(vec x, vec *err)
{
    vec k;
    const pair f = without_exponent(pair_of(x, all(0)), &k);
    const pair r = plus(times(log1p_small(f), all_pair(per_ln10)), times_double(all_pair(log10_of_2), k));
    *err = pair_error(r);
    return r;
}

static inline pair log1p_pair(vec x, vec *err)
{
    const mask tiny = magnitude(x) < 0x1p-101;
    pair r = pick_pair(tiny, pair_of(x, all(0)), log1p_of(pair_of(within(0x1p-101, x, DBL_MAX), all(0))));
    *err = pair_error(r);
    lean(tiny, all(-1), &r, err);
    return r;
}

/* ln 2a with 1/(4 a^2) < 2^-120 left out. */
static inline pair log_of_twice(vec a)
{
    return plus(log_of(pair_of(a, all(0))), all_pair(ln2));
}

/* ln(1 + a + a^2 / (1 + sqrt(1 + a^2))) */
static inline pair asinh_pair(vec x, vec *err)
{
    const vec a = within(0x1p-55, magnitude(x), DBL_MAX);
    const pair square = product(a, a);
    const pair s = plus_double(root(plus_double(square, all(1))), all(1));
    const pair near = log1p_of(plus_double(over(square, s), a));
    const pair r = pick_pair(a > 0x1p+60, log_of_twice(a), near);
    return near_identity(x, false, pick_pair(x < 0, negated(r), r), err);
}

/* ln(1 + t + sqrt(2t + t^2)), t = x - 1 */
static inline pair acosh_pair(vec x, vec *err)
{
    const pair t = sum(x, all(-1));
    const pair near = log1p_of(plus(t, root(plus(scaled(t, all(2)), times(t, t)))));
    const pair r = pick_pair(x > 0x1p+60, log_of_twice(x), near);
    *err = pair_error(r);
    return r;
}

/* ln(1 + 2a/(1 - a))/2 */
static inline pair atanh_pair(vec x, vec *err)
{
    const vec a = within(0x1p-55, magnitude(x), 1);
    const pair r = log1p_of(over(pair_of(2 * a, all(0)), sum(all(1), -a)));
    return near_identity(x, true, scaled(r, with_sign(all(0.5), x)), err);
}

static inline pair sin_pair(vec x, vec *err)
{
    return near_identity(x, false, sin_of(angle_of(within(0x1p-55, x, DBL_MAX)), 0), err);
}

static inline pair cos_pair(vec x, vec *err)
{
    pair r = sin_of(angle_of(within(0x1p-52, x, DBL_MAX)), 1);
    *err = pair_error(r);
    lean(magnitude(x) < 0x1p-52, all(-1), &r, err);
    settle(x == 0, &r, err);
    return r;
}

static inline pair tan_pair(vec x, vec *err)
{
    return near_identity(x, true, tan_of(angle_of(within(0x1p-55, x, DBL_MAX))), err);
}

/* Of sin and cos the values -1, 1 are exact; tan's are at odd quarters. */
static inline pair sinpi_pair(vec x, vec *err)
{
    const vec t = from_even(within(0x1p-962, x, DBL_MAX));
    pair r = sin_of(angle_of_pi_times(t), 0);
    *err = pair_error(r);
    settle(magnitude(t) == 0.5, &r, err);
    mark_unknown(magnitude(x) < 0x1p-962, err);
    return r;
}

static inline pair cospi_pair(vec x, vec *err)
{
    const vec t = from_even(within(0x1p-54, x, DBL_MAX));
    pair r = sin_of(angle_of_pi_times(t), 1);
    *err = pair_error(r);
    settle(nearest(t) == t, &r, err);
    lean((magnitude(x) < 0x1p-54) & (x != 0), all(-1), &r, err);
    return r;
}

static inline pair tanpi_pair(vec x, vec *err)
{
    const vec t = from_even(within(0x1p-962, x, DBL_MAX)), a = magnitude(t);
    pair r = tan_of(angle_of_pi_times(t));
    *err = pair_error(r);
    settle((a == 0.25) | (a == 0.75), &r, err);
    mark_unknown(magnitude(x) < 0x1p-962, err);
    return r;
}

/* Beyond 2^200 the value is that of 2^200. */
static inline pair atan_pair(vec x, vec *err)
{
    const vec a = magnitude(x), b = within(0x1p-55, pick(a > 0x1p+200, all(0x1p+200), a), 0x1p+200);
    const pair r = atan2_of(pair_of(b, all(0)), pair_of(all(1), all(0)));
    return near_identity(x, false, pick_pair(x < 0, negated(r), r), err);
}

static inline pair asin_pair(vec x, vec *err)
{
    const vec a = within(0x1p-55, magnitude(x), 1);
    const pair r = atan2_of(pair_of(a, all(0)), other_leg(a));
    return near_identity(x, true, pick_pair(x < 0, negated(r), r), err);
}

static inline pair acos_pair(vec x, vec *err)
{
    const vec a = within(0x1p-200, x, 1);
    const pair r = atan2_of(other_leg(a), pair_of(a, all(0)));
    *err = pair_error(r);
    return r;
}

static inline pair over_pi(pair r, vec *err)
{
    r = times(r, all_pair(per_pi));
    *err = pair_error(r);
    return r;
}

/* Near 0: 1/2 - x/pi */
static inline pair acospi_pair(vec x, vec *err)
{
    pair r = over_pi(acos_pair(x, err), err);
    const mask middle = magnitude(x) < 0x1p-102;
    r.hi = pick(middle, all(0.5), r.hi);
    lean(middle, -x, &r, err);
    settle(x == 0, &r, err);
    return r;
}

static inline pair asinpi_pair(vec x, vec *err)
{
    return over_pi(asin_pair(x, err), err);
}

/* Far out: 1/2 - 1/(pi x) */
static inline pair atanpi_pair(vec x, vec *err)
{
    pair r = over_pi(atan_pair(x, err), err);
    const mask far = magnitude(x) > 0x1p+102;
    r.hi = pick(far, with_sign(all(0.5), x), r.hi);
    lean(far, -x, &r, err);
    settle(magnitude(x) == INFINITY, &r, err);
    return r;
}

/* SLEEF's y, and a step of Newton's: y - (y^3 - x) / (3 y^2). Exact where y^3 is x. */
static inline pair cbrt_pair(vec x, vec *err)
{
    const mask tiny = magnitude(x)<0x1p-600, huge = magnitude(x)> 0x1p+600;
    const vec a = x * pick(tiny, all(0x1p+450), pick(huge, all(0x1p-450), all(1)));
    const vec y = SLEEF(cbrt, u10)(a);
    const pair square = product(y, y), rest = plus_double(times_double(square, -y), a);
    const pair r = sum_of_larger(y, rest.hi / (3 * square.hi));
    *err = pick(rest.hi == 0, all(0), pair_error(r));
    const vec back = pick(tiny, all(0x1p-150), pick(huge, all(0x1p+150), all(1)));
    *err *= back;
    return scaled(r, back);
}

static inline mask is_power(vec x)
{
    return ((mask)x & (((int64_t)1 << 52) - 1)) == 0;
}

/* Of x scaled by an even power of two; exact where the rest is 0. */
static inline pair sqrt_pair(vec x, vec *err)
{
    const mask tiny = x<0x1p-600, huge = x> 0x1p+600;
    const pair r = root(pair_of(x * pick(tiny, all(0x1p+400), pick(huge, all(0x1p-400), all(1))), all(0)));
    const vec back = pick(tiny, all(0x1p-200), pick(huge, all(0x1p+200), all(1)));
    *err = pick(r.lo == 0, all(0), pair_error(r) * back);
    return scaled(r, back);
}

static inline pair rsqrt_pair(vec x, vec *err)
{
    const pair r = over(pair_of(all(1), all(0)), sqrt_pair(x, err));
    *err = pick((r.lo == 0) & (r.hi * x * r.hi == 1) & is_power(r.hi), all(0), pair_error(r));
    return r;
}

static inline pair recip_pair(vec x, vec *err)
{
    const pair r = over(pair_of(all(1), all(0)), pair_of(x, all(0)));
    *err = pick(r.lo == 0, all(0), pair_error(r));
    mark_unknown(is_finite(x) & (x != 0) & ~((magnitude(x) > 0x1p-1000) & (magnitude(x) < 0x1p+960)), err);
    return r;
}

/* --- two arguments: both finite and not 0, else nothing is said --- */

static inline mask is_odd(vec y)
{
    return (nearest(y) == y) & (nearest(y * 0.5) * 2 != y);
}

/* e^p, where p is good for 2^-97 of itself; the marks as exp has them. */
static inline pair power_of(pair p, vec *err)
{
    const vec a = magnitude(p.hi);
    const mask far = ~(a < 800);
    const vec small = within(0x1p-103, p.hi, INFINITY);
    const pair near = pick_pair(far, pair_of(with_sign(all(800), p.hi), all(0)), pair_of(small, p.lo));
    pair r = exp_value(exponential(near));
    *err = magnitude(r.hi) * (pair_bound + a * 0x1p-96);
    lean(a < 0x1p-103, p.hi, &r, err);
    settle(a == 0, &r, err);
    const mask huge = near.hi > 693, tiny = near.hi < -693; /* 2^999.7 */
    r = pick_pair(huge | tiny, pair_of(all(1), all(0)), r);
    mark_huge(huge, &r.hi, err);
    mark_tiny(tiny, &r.hi, err);
    mark_beyond(near.hi > 710, near.hi < -763, all(1), &r, err);
    return r;
}

static inline pair with_sign_where(mask negative, pair r)
{
    return pick_pair(negative, negated(r), r);
}

static inline void set_nan_where(mask m, pair *r, vec *err)
{
    r->hi = pick(m, all(NAN), r->hi);
    r->lo = pick(m, all(0), r->lo);
    *err = pick(m, all(0), *err);
}

/* ln|x| is good for 2^-97 of itself, and so is its product with y; it is 0, or from 2^-53 to 745, so that y
 * beyond 2^70 or below 2^-200 can be taken for these: e^p stays beyond doubles, or nearer to 1 than any. */
static inline pair pow_pair(vec x, vec y, vec *err)
{
    const vec a = magnitude(y), near = pick(a > 0x1p+70, all(0x1p+70), pick(a < 0x1p-200, all(0x1p-200), a));
    pair r = power_of(times_double(log_of(pair_of(magnitude(x), all(0))), with_sign(near, y)), err);
    r = with_sign_where((x < 0) & is_odd(y), r);
    set_nan_where((x < 0) & (nearest(y) != y), &r, err);
    mark_unknown(~is_number(x) | ~is_number(y), err);
    return r;
}

#define pown_pair pow_pair /* n is a double */

static inline pair powr_pair(vec x, vec y, vec *err)
{
    pair r = pow_pair(magnitude(x), y, err);
    set_nan_where((x < 0) & is_number(x) & is_number(y), &r, err);
    return r;
}

static inline pair rootn_pair(vec x, vec n, vec *err)
{
    pair r = power_of(over(log_of(pair_of(magnitude(x), all(0))), pair_of(n, all(0))), err);
    r = with_sign_where((x < 0) & is_odd(n), r);
    set_nan_where((x < 0) & ~is_odd(n), &r, err);
    mark_unknown(~is_number(x) | ~is_number(n), err);
    return r;
}

/* Both sides of the quotient in atan2_of are scaled to where it cannot underflow; if it would all the same
 * the lesser is left out, and nothing is said of angles near 0. *far: the lesser is below 2^-102 of the
 * other. */
static inline pair atan2_parts(vec y, vec x, vec *err, mask *far)
{
    const vec a = magnitude(y), b = magnitude(x);
    const vec most = pick(a > b, a, b), least = pick(a > b, b, a);
    const vec scale = pick(most > 0x1p+500, all(0x1p-500), pick(most < 0x1p-500, all(0x1p+500), all(1)));
    const vec s = most * scale, t = least * scale;
    const mask lost = ~(t > s * 0x1p-400);
    const vec left = pick(lost, all(0), t), up = pick(a > b, s, left), across = pick(a > b, left, s);
    const pair r = atan2_of(pair_of(up, all(0)), pair_of(with_sign(across, x), all(0)));
    *err = pair_error(r);
    *far = t < s * 0x1p-102;
    mark_unknown(~is_number(x) | ~is_number(y) | ((x > a) & lost), err);
    return with_sign_where(y < 0, r);
}

static inline pair atan2_pair(vec y, vec x, vec *err)
{
    mask far;
    return atan2_parts(y, x, err, &far);
}

/* Near the axes, but for that of x > 0: 1/2 - x/(pi y), 1 + y/(pi x), of y's sign */
static inline pair atan2pi_pair(vec y, vec x, vec *err)
{
    mask far;
    vec over;
    pair r = over_pi(atan2_parts(y, x, err, &far), &over);
    const mask steep = magnitude(y) > magnitude(x), near = far & (steep | (x < 0)) & (*err == *err);
    r.hi = pick(near, with_sign(pick(steep, all(0.5), all(1)), y), r.hi);
    *err = pick(*err == *err, over, *err);
    lean(near, pick(steep, with_sign(-x, (vec)((mask)-x ^ (mask)y)), -y), &r, err);
    return r;
}

static inline pair hypot_pair(vec x, vec y, vec *err)
{
    const vec a = magnitude(x), b = magnitude(y), most = pick(a > b, a, b), least = pick(a > b, b, a);
    const mask huge = most > 0x1p+500, tiny = most < 0x1p-400;
    const vec scale = pick(huge, all(0x1p-600), pick(tiny, all(0x1p+600), all(1)));
    const vec s = most * scale, t = least * scale;
    pair r = root(plus(product(s, s), product(t, t)));
    const mask far = t < s * 0x1p-52;
    r = pick_pair(far, pair_of(s, all(0)), r);
    *err = pair_error(r);
    lean(far, all(1), &r, err);
    const vec back = pick(huge, all(0x1p+600), pick(tiny, all(0x1p-600), all(1)));
    *err = *err * back + 0x1p-1074; /* what underflows is not exact */
    r = scaled(r, back);
    mark_unknown(~is_number(x) | ~is_number(y) | ~(most < 0x1p+1000), err);
    return r;
}

#endif
