/* One result against the exact value: its errors by five measures, certified. In ulps:
 *
 * opencl   |y-r| / ulp(r), ulp as OpenCL C 7.4 defines it: for r between two consecutive finite floats
 *          a <= r <= b (a != b, the smaller gap if r is one of them) b-a; at r = 2^k exactly the lower
 *          binade's; below the smallest normal and at 0 the subnormal spacing; beyond the largest finite
 *          the largest finite's own; an infinite y counts as 2^(emax+1).
 * cuda     |ord(y) - ord(RN(r))|: steps from the correctly rounded r, infinity one step beyond the
 *          largest finite. A whole number.
 * ordinal  |ord(y) - ord'(r)|, ord' linear between representable values, from the largest finite to
 *          2^(emax+1), then constant. */
#ifndef UL_ERRORS_H
#define UL_ERRORS_H

#include "reference.h"
#include "subject.h"

enum ul_wrong { UL_RIGHT, UL_WRONG_NAN, UL_WRONG_INF, UL_WRONG_SIGN, UL_WRONG_VALUE, UL_WRONG_KINDS };

struct ul_errors {
    bool decided;               /* false: 8192 bits did not settle it; `undecided` row: an error */
    enum ul_wrong wrong;        /* if not UL_RIGHT the figures below hold nothing */
    double of[UL_MEASURES];     /* opencl cuda ordinal abs rel; INFINITY possible for rel */
    double radius[UL_MEASURES]; /* the true figure is within of +- radius (<= 1e-6 in ulps) */
    bool misrounded;            /* y is not r correctly rounded, as the reading says */
    bool overflowed; /* y infinite and misrounded, RN(r) finite, signs equal: a figure only where the bound in
                      * force reaches it, else wrong.inf: the caller decides */
    bool fell_short; /* y finite and misrounded, RN(r) infinite (a pole, or beyond overflow): wrong.inf for
                      * CUDA and libm, a figure (INFINITY at a pole) for OpenCL: the caller decides */
    ul_bits want;    /* the correctly rounded value; y itself where an integer's is unspecified */
    struct ul_exact exact; /* as last evaluated */
};

/* How a result is to be read: its type, and what "correctly rounded" means on the device. */
struct ul_reading {
    enum ul_type type;
    enum ul_rounding rounding;
};

void ul_errors_init(struct ul_errors *e);
void ul_errors_clear(struct ul_errors *e);

/* The errors of y, bits of r->type, at one input; precision is doubled until every figure is decided to
 * 1e-6 ulp (abs, rel: to 1e-6 of themselves), at most 8192 bits; a ball that still straddles one short
 * dyadic (at most 64 bits) there is taken as exactly that number. Exact zeros must have the exact sign
 * (UL_WRONG_SIGN); a zero y for a nonzero r is judged by its figures, whatever its sign. Integer results
 * (s->result type not floating): UL_WRONG_VALUE unless equal to the exact value rounded to an integer as r
 * says (UL_BOOL: both zero or both not; low_bits: see reference.h); nothing is asked for where the type lacks
 * it. */
void ul_errors_certify(const struct ul_expression *e, const struct ul_parameter *types, const ul_bits *args,
                       ul_bits y, const struct ul_reading *r, struct ul_errors *out);

/* The same for an exact value at hand, as tests have it: false if `exact` is too wide to decide. */
bool ul_errors_of_exact(const struct ul_exact *exact, ul_bits y, const struct ul_reading *r,
                        struct ul_errors *out);

#endif
