/* The list of backends: another API is one folder and one line in backends.c. */
#ifndef UL_BACKENDS_H
#define UL_BACKENDS_H

#include "common/backend.h"

extern const struct ul_backend *const ul_backends[]; /* NULL ends it */

/* By name ("opencl"), or NULL. */
const struct ul_backend *ul_backend_find(const char *name);

#endif
