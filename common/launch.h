/* Launches: on the processor, where threads share the inputs, and on a GPU, in pieces. */
#ifndef UL_COMMON_LAUNCH_H
#define UL_COMMON_LAUNCH_H

#include "backend.h"

/* A kernel as native code: treats the inputs first ... end - 1 of a launch. */
typedef void ul_native_kernel(const void *in, void *out, uint64_t base, uint32_t first, uint32_t end,
                              uint32_t capacity);

/* Runs the kernel at that address over all inputs of a launch, on at most `threads` threads, and waits for
 * them. */
void ul_launch_share(void *kernel, const struct ul_launch *l, int threads);

/* How many items a GPU is given at a time: at first, and then by what the last piece took. A display's
 * watchdog and other users want pieces short; an item may be thousands of inputs. Multiples of any
 * work-group. */
uint32_t ul_first_piece(int units);
uint32_t ul_next_piece(uint32_t piece, double seconds);

#endif
