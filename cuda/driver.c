#include "driver.h"
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

bool ul_cuda_ok(const struct ul_cuda_driver *d, int result, const char *what, struct ul_line *why)
{
    const char *text = NULL;
    if (!result)
        return true;
    if (d->error_string(result, &text) || !text)
        return ul_fail(why, "%s: CUDA error %d", what, result);
    return ul_fail(why, "%s: %s (CUDA error %d)", what, text, result);
}

/* The loader's, or that of Windows' subsystem for Linux, which is not on the loader's path everywhere. */
static void *open_library(struct ul_line *why)
{
    void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    const char *message = library ? NULL : dlerror();
    char reason[256];
    snprintf(reason, sizeof reason, "%s", message ? message : "");
    if (!library)
        library = dlopen("/usr/lib/wsl/lib/libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library)
        ul_fail(why, "no CUDA driver: %s", reason);
    return library;
}

bool ul_cuda_driver_open(struct ul_cuda_driver *d, struct ul_line *why)
{
    struct {
        const char *name;
        void *at;
    } symbols[] = {
#define SYMBOL(name, symbol, parameters) {symbol, &d->name},
        UL_CUDA_API(SYMBOL)
#undef SYMBOL
    };
    void *library = open_library(why);
    if (!library)
        return false;
    for (size_t k = 0; k < sizeof symbols / sizeof *symbols; k++) {
        void *symbol = dlsym(library, symbols[k].name);
        if (!symbol) {
            ul_fail(why, "the CUDA driver is too old: it has no %s", symbols[k].name);
            dlclose(library);
            return false;
        }
        memcpy(symbols[k].at, &symbol, sizeof symbol); /* ISO C has no cast from void * to a function */
    }
    /* The driver stays: it has threads and exit handlers of its own. */
    return ul_cuda_ok(d, d->init(0), "cuInit", why);
}
