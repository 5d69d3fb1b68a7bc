/* What bench.c hands on. */
#ifndef UL_BENCH_H
#define UL_BENCH_H

/* --ratio: `words` are options and functions as `check` takes them, `program` is ulparity's path. Returns the
 * exit status. */
int ul_bench_ratio(const char *program, int count, char **words);

#endif
