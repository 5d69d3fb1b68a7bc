/* Which compiler flags let ptxas fuse products and sums into one fma. */
#ifndef UL_FMA_FLAGS_H
#define UL_FMA_FLAGS_H

#include <stdbool.h>

/* The flags are NVRTC's, separated by spaces. */
bool ul_flags_fuse(const char *flags);

#endif
