/* The backend that counts instructions: running a function of a program gives its struct ul_counted.
 * Functions begin with UL_CALLABLE (ul_kernel_write_callable writes them). `where` is a release, as the
 * emulated device's. */
#ifndef UL_CUDA_COUNTER_H
#define UL_CUDA_COUNTER_H

#include "common/backend.h"
#include "sass.h"
#include "text_key.h"

struct ul_counted {
    struct ul_sass_count count;
    uint64_t key; /* of its PTX: text_key.h */
};

extern const struct ul_backend ul_backend_counter;

#endif
