/* A loop over items on several threads. */
#ifndef UL_PARALLEL_H
#define UL_PARALLEL_H

#include <stdint.h>

/* Calls work(context, thread, item) for every item below `items`, on `threads` threads (this one among them,
 * at most UL_MAX_THREADS); each item once, in increasing order within a thread; thread numbers from 0.
 * Returns when all is done. */
void ul_parallel(int threads, uint64_t items, void (*work)(void *context, int thread, uint64_t item),
                 void *context);

#endif
