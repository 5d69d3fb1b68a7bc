/* Pairs of devices: the results of the same inputs beside each other, bit by bit. */
#ifndef UL_PAIRS_H
#define UL_PAIRS_H

#include "comparison.h"
#include "plan.h"
#include "session.h"

struct ul_pairs_setup {
    const struct ul_options *options;
    const struct ul_session *session;
    /* The inputs of a row, for all devices alike. */
    bool (*plan)(void *context, struct ul_plan *p, const struct ul_subject *s, const struct ul_device *d,
                 struct ul_line *why);
    void *context;
};

/* Fills the gaps of all lines between devices that are here. Returns how many rows could not be run, told on
 * stderr. */
int ul_pairs_measure(const struct ul_pairs_setup *setup, struct ul_comparison *c);

/* Two functions of the same inputs. */
struct ul_pair {
    const struct ul_subject *a, *b;
    const struct ul_plan *plan;
};
/* Adds n results of a type, `order` being the first one's place in the plan; `at` is set to the place of the
 * input that the gap now shows, where it changed. `pair` NULL: results are defined everywhere. */
void ul_gap_add(struct ul_gap *g, enum ul_type t, const void *a, const void *b, uint64_t n, uint64_t order,
                const struct ul_pair *pair, uint64_t *at);

#endif
