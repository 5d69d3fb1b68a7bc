/* What bench.c hands on. */
#ifndef UL_BENCH_H
#define UL_BENCH_H

#include "session.h"

/* --pairs: what the host's screening of fp64 costs an input of a quick plan on one core, by words of
 * screen_pairs.def (none: all of them). Returns the exit status. */
int ul_bench_pairs(const struct ul_catalogue *c, const char *const *words, int count);

/* --ratio: `words` are options and functions as `check` takes them, `program` is ulparity's path. Returns the
 * exit status. */
int ul_bench_ratio(const char *program, int count, char **words);
/* The same for a GPU's rows; returns how many were told. */
int ul_bench_gpu(const struct ul_session *s, const struct ul_place *p);
/* --search: check --search beside random inputs and the published method, with equal numbers of evaluations;
 * `words` as above. Returns the exit status. */
int ul_bench_search(const char *program, const char *budget, int count, char **words);

#endif
