/* Screening: a fast double-precision reference that ranks candidates and decides nothing. */
#ifndef UL_SCREEN_H
#define UL_SCREEN_H

#include <float.h>
#include <math.h>
#include "common/type.h"
#include "expression.h"

struct ul_screen;

/* As doubles, good to about 2^-50, or as pairs of them, good to about 2^-90, which results of fp64 need. NULL
 * where a function of the expression has no such screening on the host: Arb then does all the work. */
enum ul_screen_kind { UL_SCREEN_DOUBLES, UL_SCREEN_PAIRS };
enum ul_screen_kind ul_screen_kind(enum ul_type result);
struct ul_screen *ul_screen_new(const struct ul_expression *e, enum ul_screen_kind kind);
void ul_screen_free(struct ul_screen *s);
/* Are all arguments doubles, exactly? Integers of 64 bits are not. */
bool ul_screen_takes(const struct ul_signature *s);
/* Are pairs what it computes, which takes ten times as long as doubles? */
bool ul_screen_makes_pairs(const struct ul_screen *s);

/* The word whose pairs the expression is at x alone ("exp"), which a device can compute, too; NULL: none. */
const char *ul_screen_pair_word(const struct ul_expression *e);

/* r[i] and err[i] for n inputs: |r[i] - exact| <= err[i]. err[i] == 0 says that r[i] is exact, the sign of
 * a zero, a NaN and an infinity included; NaN in err[i] says that nothing is known (Arb decides).
 * args[k][i] is argument k as a double. Thread-safe.
 *
 * Two marks are no intervals: finite exact values near the ends of double or beyond, r's sign being theirs.
 *   r = +-UL_SCREEN_HUGE, err = UL_SCREEN_HUGE_ERROR   |exact| >= 2^999
 *   r = +-UL_SCREEN_TINY, err = UL_SCREEN_TINY_ERROR   0 < |exact| <= 2^-999 */
#define UL_SCREEN_HUGE       0x1.fffffffffffffp+1023
#define UL_SCREEN_HUGE_ERROR 0x1p+1000
#define UL_SCREEN_TINY       0x1p-1000
#define UL_SCREEN_TINY_ERROR 0x1p-1001
void ul_screen_run(const struct ul_screen *s, const double *const *args, int n, double *r, double *err);

/* Would the same r and err be given for all arguments between these two, as far as is known: outside of the
 * domain, or where only a mark is left? */
bool ul_screen_is_settled(const struct ul_screen *s, double from, double to, double *r, double *err);

/* The same as pairs: |r[i] + low[i] - exact| <= err[i], and where |low[i]| >= err[i] > 0 the exact value is
 * not r[i]. err[i] == 0 says that r[i] + low[i] is exact; else low[i] - err[i] and low[i] + err[i], as
 * doubles, are not low[i]. Values outside the first two below are unknown, unless they are exactly a double,
 * or marked, r's sign being theirs:
 *
 *   r = +-infinity, err = UL_SCREEN_HUGE_ERROR         2^1024 <= |exact|, finite
 *   r = +-0, err = UL_SCREEN_UNDER_ERROR               0 < |exact| < 2^-1100 */
#define UL_SCREEN_PAIR_LEAST  0x1p-960
#define UL_SCREEN_PAIR_MOST   0x1p+1000
#define UL_SCREEN_UNDER_ERROR 0x1p-1070
void ul_screen_run_pairs(const struct ul_screen *s, const double *const *args, int n, double *r, double *low,
                         double *err);

static inline bool ul_screen_is_over(double r, double err)
{
    return (fabs(r) > DBL_MAX) & (err == UL_SCREEN_HUGE_ERROR);
}

static inline bool ul_screen_is_under(double r, double err)
{
    return (r == 0) & (err == UL_SCREEN_UNDER_ERROR);
}

/* The same bound for a reference that a device computed by its own double functions (the expression's
 * spelling from ul_expression_to_device): err[i] from r[i] and the arguments, by the documented figures of
 * those functions with room to spare. Where the device's double overflowed or underflowed, r[i] becomes the
 * mark above. False if a function has no figure (n may be 0, to ask). */
bool ul_screen_device_bound(const struct ul_expression *e, const char *language, const double *const *args,
                            int n, double *r, double *err);

/* Does its value not reach 1 in magnitude, but for an exact 1, though doubles do by rounding? */
bool ul_screen_is_below_one(const struct ul_expression *e);

/* j1(x) is nearer to zero than x/2 (-1), cyl_bessel_i1(x) farther from it (1), for tiny x by less than
 * doubles tell; 0: neither. Where x/2 is the middle between two floats, that decides the rounding. */
int ul_screen_side_of_half(const struct ul_expression *e);

/* The table for docs and tests: a line a word: name, source, bound, domain. NULL past the end. */
struct ul_screen_row {
    enum ul_screen_kind kind;
    const char *word, *source, *bound, *domain;
};
const struct ul_screen_row *ul_screen_table(int k);

#endif
