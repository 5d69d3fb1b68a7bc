/* What was seen of a row's results: by the threads of one run, and by the shards of a run that was split.
 * Sums of parts merge exactly, whatever the parts, and end as the row's record. */
#ifndef UL_SUMS_H
#define UL_SUMS_H

#include "contenders.h"
#include "judge.h"
#include "lanes.h"

enum { UL_TRACKERS = UL_MEASURES + UL_MAX_BOUNDS };

/* Results that differ from those at width 1, and the one that lies farthest from it: so many steps; of equals
 * the first in the plan's order. */
struct ul_differences {
    uint64_t count, steps, order;
    struct ul_lane_difference worst;
};

/* Required special values that were missed. */
struct ul_missed {
    uint64_t count;
    ul_bits args[UL_MAX_PARAMETERS], got, want; /* the first */
};

struct ul_sums {
    struct ul_contenders contenders[UL_TRACKERS]; /* by measure; then by the bound's share */
    struct ul_tally tally[UL_MAX_BOUNDS];
    uint64_t misrounded, over_1ulp, ulp_sum;
    struct ul_seen wrong[UL_WRONG_KINDS], flushed, open; /* open: see UL_LANE_OPEN */
    struct ul_seen astray;                               /* audited inputs whose screening was */
    double block[UL_BLOCKS];
    struct ul_missed missed;
    struct ul_differences differs;
    struct ul_contenders known; /* inputs that contend for every maximum that has a figure there, whatever
                                 * screening says: see ul_meter_know */
};

/* Of nothing yet; allocated. */
struct ul_sums *ul_sums_new(void);
void ul_sums_merge(struct ul_sums *into, const struct ul_sums *from);
bool ul_differs_more(const struct ul_differences *d, uint64_t steps, uint64_t order);
void ul_merge_differences(struct ul_differences *into, const struct ul_differences *from);
uint64_t ul_add_capped(uint64_t a, uint64_t b);

/* Adds a chunk of consecutive floats that reaches no maximum and has nothing to be looked at singly, as
 * nearly all of an exhaustive run are. `l` has bits, x, r and err, `y` are the results, `order` is the first
 * one's place; the results are read as ul_sums_can_be_quiet says. False: nothing was added, lanes are to be
 * measured one by one. */
bool ul_sums_add_quiet(struct ul_sums *s, const struct ul_row_setup *setup, const struct ul_record *r,
                       const struct ul_lanes *l, const float *y, uint64_t order);
/* Floats, rounded to nearest, none of which flushing or options excuse. */
bool ul_sums_can_be_quiet(const struct ul_row_setup *setup);

/* As one line of words, allocated, and back. False: it is no such line. */
char *ul_sums_text(const struct ul_sums *s, int arguments);
bool ul_sums_read(const char *text, int arguments, struct ul_sums *out);

/* Does a bound need a tracker of its own: is its share no multiple of a measure's figure? */
bool ul_bound_is_tracked(const struct ul_bound *b);
/* Certifies, judges; fills the record. */
void ul_sums_finish(struct ul_sums *all, const struct ul_row_setup *setup, struct ul_record *r);
/* Of a row that was measured beside width 1. */
void ul_sums_tell_width1(const struct ul_sums *all, struct ul_record *r);

#endif
