/* A device's double functions, as far as their error is known: for kernels, and for the host that reads what
 * they gave. */
#ifndef UL_SCREEN_DEVICE_H
#define UL_SCREEN_DEVICE_H

#include "common/ulparity.h"
#include "screen.h"
#include "sweep_kernel.h"

/* Of one word's function of a float, or a few steps on from it (1/(1+exp(-x))). False: the language's
 * documents have no figure for a word, or an error is not sure to stay in proportion. */
bool ul_screen_device_function(const struct ul_expression *e, const char *language,
                               struct ul_double_function *out);

#endif
