/* The list of backends: another API is one folder and one line in backends.c. */
#ifndef UL_BACKENDS_H
#define UL_BACKENDS_H

#include "common/backend.h"

extern const struct ul_backend *const ul_backends[]; /* NULL ends it */

/* By name ("opencl"), or NULL. "counter" is none of the list: it has no device (cuda/counter.h). */
const struct ul_backend *ul_backend_find(const char *name);

/* The releases of CUDA that are found, a line each: "12.8  /path/libnvrtc.so.12". */
void ul_backend_releases(struct ul_text *out);

#endif
