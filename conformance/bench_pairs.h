/* A part of `bench`: the host's screening of fp64. */
#ifndef UL_BENCH_PAIRS_H
#define UL_BENCH_PAIRS_H

#include "subject.h"

/* Prints what an input of a quick plan costs on one core, by words of screen_pairs.def (none: all of them).
 * Returns the exit status. */
int ul_bench_pairs(const struct ul_catalogue *c, const char *const *words, int count);

#endif
