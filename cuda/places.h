/* Where parts of CUDA may lie: patterns of paths. */
#ifndef UL_CUDA_PLACES_H
#define UL_CUDA_PLACES_H

#include <stdbool.h>

/* Calls `visit` for each file that a pattern finds, the highest version first, until it returns true, and
 * gives that. A leading $NAME is the environment's (nothing is found where it is unset; of $PATH, in each
 * folder of it); a name without '/' is no file but the loader's, and visited as it stands. */
bool ul_place_visit(const char *pattern, bool (*visit)(const char *path, void *context), void *context);

#endif
