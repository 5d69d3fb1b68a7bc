/* A device's double functions, as far as their error is known: for kernels, and for the host that reads what
 * they gave. */
#ifndef UL_SCREEN_DEVICE_H
#define UL_SCREEN_DEVICE_H

#include "common/ulparity.h"
#include "screen.h"
#include "sweep_kernel.h"

/* False: the expression is none of one word, or the language's documents have no figure for it. */
bool ul_screen_device_function(const struct ul_expression *e, const char *language,
                               struct ul_double_function *out);

#endif
