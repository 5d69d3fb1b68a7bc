/* Accuracy against cost: of the subjects that compute the same function, in the same format and rounding, by
 * one release for one architecture, which are worth having? A subject is dominated if another one is no
 * dearer and no less accurate, and better in one of these. */
#ifndef UL_PARETO_H
#define UL_PARETO_H

#include "cost.h"
#include "records.h"

/* A subject whose cost is counted and whose error was measured. */
struct ul_pareto_point {
    const struct ul_cost *cost;
    double error;                         /* the largest, in ulp as OpenCL C 7.4 defines it */
    char *input, *coverage, *device;      /* where it is attained, among how many inputs, on which device */
    const struct ul_pareto_point *better; /* one that dominates it; NULL: it is on the front */
};

/* Those that compute the same function, from the cheapest, and the most accurate first. */
struct ul_pareto_group {
    char *function; /* "acos(x), float" */
    int arch, release;
    int points;
    struct ul_pareto_point *point;
};

struct ul_pareto {
    int groups;
    struct ul_pareto_group *group;
    int unmeasured; /* counted costs without a record by the same release and flags */
};

/* Takes errors from records: those of CUDA devices, by the costs' release and flags, of several the largest.
 * Costs and records outlive it. */
void ul_pareto_make(struct ul_pareto *p, const struct ul_cost *costs, int n,
                    const struct ul_records *records);
void ul_pareto_free(struct ul_pareto *p);

#endif
