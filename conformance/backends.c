#include "backends.h"
#include "cuda/counter.h"
#include "cuda/nvrtc.h"
#include <string.h>

const struct ul_backend *const ul_backends[] = {&ul_backend_host, &ul_backend_opencl, &ul_backend_cuda,
                                                &ul_backend_emulated, NULL};

const struct ul_backend *ul_backend_find(const char *name)
{
    for (int i = 0; ul_backends[i]; i++)
        if (!strcmp(ul_backends[i]->name, name))
            return ul_backends[i];
    return strcmp(name, ul_backend_counter.name) ? NULL : &ul_backend_counter;
}

void ul_backend_releases(struct ul_text *out)
{
    ul_nvrtc_list(out, true);
}
