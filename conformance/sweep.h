/* The fast path for ranges of a float's values on a GPU: the device itself measures segments of its inputs
 * beside its double function (sweep_kernel.h) and tells a few words of each. Segments that can hold no
 * maximum, nothing wrong and nothing in doubt are added up; the others are run again, result by result, as
 * every input is elsewhere. What comes of it is what came of all results. */
#ifndef UL_SWEEP_H
#define UL_SWEEP_H

#include "runner.h"

/* Measures the k-th subject, which ul_runner_sweeps, over a plan of ranges. A meter, a setup and a record for
 * each of its results. `tell` hears of inputs that are done. False: as of ul_runner_run. */
struct ul_sweep_row {
    struct ul_meter *meter;
    const struct ul_row_setup *setup;
    const struct ul_record *record;
};
bool ul_sweep_run(struct ul_runner *r, int k, const struct ul_plan *plan, const struct ul_sweep_row *row,
                  void (*tell)(void *context, uint64_t inputs), void *context, struct ul_text *log,
                  struct ul_line *why);

#endif
