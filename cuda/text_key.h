/* A key of what a function's PTX says: equal where two releases of NVRTC wrote the same code for it. It is
 * made of the function's text and of all that this names, functions and tables; not of their order, of
 * names, comments and blanks, nor of the module's head (version, target). */
#ifndef UL_CUDA_TEXT_KEY_H
#define UL_CUDA_TEXT_KEY_H

#include "common/text.h"
#include <stdint.h>

/* False with a reason: the text has no function of that name, or does not end. */
bool ul_ptx_key(const char *ptx, const char *function, uint64_t *key, struct ul_line *why);

#endif
