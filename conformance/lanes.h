/* The screened figures of a chunk of results: what the fast double reference says of each lane. */
#ifndef UL_LANES_H
#define UL_LANES_H

#include "bounds.h"
#include "errors.h"
#include "forms.h"
#include "screen.h"
#include <string.h>

enum { UL_LANES = 1024 }; /* what stays in a cache */

/* How the results of a row are read; constant while the row is measured. */
struct ul_row_setup {
    const struct ul_subject *subject;
    int result;
    struct ul_reading reading;
    bool flush;             /* flushing is admitted: OpenCL C 7.5.3, CUDA -ftz=true */
    bool unsigned_zeros;    /* -cl-no-signed-zeros: a zero's sign is free */
    bool finite_only;       /* -cl-finite-math-only: what is not finite is not judged */
    bool no_special_values; /* the options free the row of them */
    bool open_values;       /* some special values are left to the implementation: see edge.h */
    bool short_is_wrong;    /* CUDA, libm: a finite result where the right one is infinite is wrong.inf */
    const struct ul_bound *bound;                /* in force; NULL: none */
    const struct ul_bound *every[UL_MAX_BOUNDS]; /* that one, and those of other editions */
    int bounds;
    struct ul_forms forms; /* that the bounds let the function be derived by */
};

enum ul_lane_state {
    UL_LANE_FIGURES, /* value[] and upper[] hold */
    UL_LANE_NOTHING, /* right without a figure (NaN for NaN), or not judged */
    UL_LANE_FLUSHED, /* excused by flushing */
    UL_LANE_WRONG,   /* wrong[] says how */
    UL_LANE_OPEN     /* no precision decides the exact value: nobody can judge the result */
};

/* Beside an r of 0: exactly zero, of either sign. */
#define UL_FREE_ZERO_ERROR 0x1p-1074

struct ul_lanes {
    int n;
    int arguments, width; /* width: of the vectors that the arguments are lanes of, or 1 */
    ul_bits bits[UL_MAX_PARAMETERS][UL_LANES];
    double x[UL_MAX_PARAMETERS][UL_LANES];
    ul_bits y[UL_LANES]; /* canonical NaNs */
    double r[UL_LANES], err[UL_LANES];
    double low[UL_LANES];     /* of fp64 results: r + low is the reference; NaN in err: there is none */
    uint64_t order[UL_LANES]; /* in the plan; ascending */

    unsigned char equals[UL_LANES]; /* bit k: y is what the setup's k-th form gave; of those that were run */

    unsigned char state[UL_LANES], wrong[UL_LANES], misrounded[UL_LANES];
    bool all_figures;                    /* every state is UL_LANE_FIGURES */
    double value[UL_MEASURES][UL_LANES]; /* screened; -1 where there are no figures */
    double upper[UL_MEASURES][UL_LANES]; /* never below the true figure */
    int first_open; /* n: none; from there on Arb is not asked, since it is at its slowest, and for nothing */

    /* The last answer about a flushed argument: a device gives one and the same result for all of them. */
    bool memo, memo_holds;
    ul_bits memo_y;
    bool memo_negative;
};

/* Fills r and err from a double reference, the host's screening; of a lane of which it knows nothing (all, if
 * it is NULL) err is NaN. `consecutive`: the lanes are all the floats between the first and the last. */
void ul_lanes_screen(struct ul_lanes *l, const struct ul_row_setup *s, const struct ul_screen *screen,
                     bool consecutive);
/* For references that a device computed, as what ul_lanes_screen ends with. */
void ul_lanes_put_below_one(struct ul_lanes *l, const struct ul_row_setup *s);
/* Arb for the lanes whose err is NaN, but of fp64, which are certified later. */
void ul_lanes_complete(struct ul_lanes *l, const struct ul_row_setup *s);

/* From bits, y, r and err to states and figures. Where r and err do not tell how the exact value is rounded,
 * Arb does. */
void ul_lanes_measure(struct ul_lanes *l, const struct ul_row_setup *s);

/* The same of fp64 results alone: states, figures and misrounded of the lanes whose reference tells them, and
 * which those are. The results are to be rounded to nearest. */
void ul_lanes_measure_pairs(struct ul_lanes *l, bool known[UL_LANES]);

/* Consecutive bits and their floats; bits of floats as doubles; the largest of n figures, -1 if all are.
 * Loops for vectors. */
void ul_lanes_count(uint32_t first, int n, ul_bits *bits, double *x);
void ul_lanes_to_double(const ul_bits *bits, int n, double *x);
double ul_lanes_largest(const double *v, int n);

/* A double's bits and back, in loops for vectors. */
static inline int64_t ul_bits_of_double(double x)
{
    int64_t b;
    memcpy(&b, &x, sizeof b);
    return b;
}

static inline double ul_double_of_bits(int64_t b)
{
    double x;
    memcpy(&x, &b, sizeof x);
    return x;
}

/* The arguments of a lane. */
static inline void ul_lane_arguments(const struct ul_lanes *l, int i, ul_bits args[UL_MAX_PARAMETERS])
{
    for (int k = 0; k < l->arguments; k++)
        args[k] = l->bits[k][i];
}

/* A lane's arguments as domains and limits see them. */
static inline void ul_lane_point(const struct ul_lanes *l, int i, struct ul_point *p)
{
    p->values = l->arguments;
    p->width = l->width;
    for (int k = 0; k < l->arguments; k++)
        p->x[k] = l->x[k][i];
}

/* Is the lane outside of where the subject's results are defined? Nothing is asked of Arb there. */
static inline bool ul_lane_is_outside(const struct ul_lanes *l, int i, const struct ul_subject *s)
{
    bool inside = true;
    for (int k = 0; s->has_domain && k < (s->domain_of_each ? l->arguments : 1); k++)
        inside &= ul_subject_domain_has(s, l->x[k][i]);
    return !inside;
}

/* The piece in force at an input, if results can break it; NULL: nothing is judged there. */
const struct ul_piece *ul_row_piece(const struct ul_row_setup *s, const struct ul_point *at);
/* The errors of a result of the row. */
void ul_row_certify(const struct ul_row_setup *s, const ul_bits *args, ul_bits y, struct ul_errors *e);

#endif
