/* The inputs that may attain a maximum: the K with the largest upper bounds, earlier
 * ones first among equals. */
#ifndef UL_CONTENDERS_H
#define UL_CONTENDERS_H

#include "common/type.h"

enum { UL_CONTENDERS = 64 };

struct ul_contender {
    double upper;
    uint64_t order;
    ul_bits args[UL_MAX_PARAMETERS], y;
};

/* Results of one kind: how many, and the first of them in the plan's order. */
struct ul_seen {
    uint64_t count;
    struct ul_contender first; /* if there is one; .upper is not used */
};
void ul_see(struct ul_seen *s, const struct ul_contender *c);
void ul_merge_seen(struct ul_seen *into, const struct ul_seen *s);

/* A heap whose root is the one to leave next. */
struct ul_contenders {
    int count;
    struct ul_contender item[UL_CONTENDERS];
};

/* Would (upper, order) stay? Cheap: to be asked before the contender is made. */
static inline bool ul_contends(const struct ul_contenders *c, double upper, uint64_t order)
{
    const struct ul_contender *last = &c->item[0];
    return c->count < UL_CONTENDERS || upper > last->upper || (upper == last->upper && order < last->order);
}

void ul_contenders_add(struct ul_contenders *c, const struct ul_contender *x);
void ul_contenders_merge(struct ul_contenders *into, const struct ul_contenders *from);
/* Largest first; the heap is no heap any more. */
void ul_contenders_sort(struct ul_contenders *c);

#endif
