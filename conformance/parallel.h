/* A loop over items on several threads. */
#ifndef UL_PARALLEL_H
#define UL_PARALLEL_H

#include <stdint.h>

/* Processors that this process may use. */
int ul_processors(void);

/* Calls work(context, thread, item) for every item below `items`, on `threads` threads (this one among them);
 * each item once, in increasing order within a thread; thread numbers from 0. Returns when all is done. */
void ul_parallel(int threads, uint64_t items, void (*work)(void *context, int thread, uint64_t item),
                 void *context);

#endif
