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

/* Gives a GPU of so many multiprocessors `n` items in pieces, as many at a time as what came before allows: a
 * display's watchdog and other users want pieces short; an item may be thousands of inputs. They are
 * multiples of any work-group. UL_LANES_OF_A_LAUNCH of them are under way at once, each in a lane of its own:
 * what a piece ends with, a few items that take long, would leave most of the GPU idle. `start` begins the
 * items first ... end - 1 in a lane that has none, `wait` waits for a lane. False of either: no more are
 * started, and false is given once the lanes that were are waited for. */
enum { UL_LANES_OF_A_LAUNCH = 2 };
bool ul_launch_pieces(uint32_t n, int units,
                      bool (*start)(void *context, int lane, uint32_t first, uint32_t end),
                      bool (*wait)(void *context, int lane), void *context);

#endif
