/* What bench.c hands on. */
#ifndef UL_BENCH_H
#define UL_BENCH_H

#include "subject.h"

/* --pairs: what the host's screening of fp64 costs an input of a quick plan on one core, by words of
 * screen_pairs.def (none: all of them). Returns the exit status. */
int ul_bench_pairs(const struct ul_catalogue *c, const char *const *words, int count);

#endif
