/* A CUDA driver without a GPU: a device of sm_90 that loads any module and whose kernels do nothing. It shows
 * what the backend does before a GPU is asked for anything. Built as libcuda.so.1 in a folder of its own. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cuda/driver.h"

static const struct {
    int attribute, value;
} attributes[] = {
    {UL_CUDA_CAPABILITY_MAJOR, 9},
    {UL_CUDA_CAPABILITY_MINOR, 0},
    {UL_CUDA_MULTIPROCESSOR_COUNT, 1},
};

#define DO_NOTHING(name, symbol, parameters) int fake_##name parameters __asm__(symbol);
UL_CUDA_API(DO_NOTHING)

int cuGetExportTable(const void **table, const void *id);

#pragma GCC diagnostic ignored "-Wunused-parameter"

int fake_init(unsigned flags)
{
    return 0;
}

int fake_error_string(int error, const char **text)
{
    *text = "an error of no driver";
    return 0;
}

int fake_driver_version(int *version)
{
    *version = 13000;
    return 0;
}

int fake_device_count(int *count)
{
    *count = 1;
    return 0;
}

int fake_device_get(int *device, int ordinal)
{
    *device = ordinal;
    return 0;
}

int fake_device_name(char *name, int room, int device)
{
    snprintf(name, (size_t)room, "no GPU");
    return 0;
}

int fake_device_attribute(int *value, int attribute, int device)
{
    *value = 0;
    for (size_t k = 0; k < sizeof attributes / sizeof *attributes; k++)
        if (attributes[k].attribute == attribute)
            *value = attributes[k].value;
    return 0;
}

/* Handles only have to differ from NULL. */
static char something;

int fake_context_flags(int device, unsigned flags)
{
    return 0;
}

int fake_context_retain(ul_cuda_context *context, int device)
{
    *context = (void *)&something;
    return 0;
}

int fake_context_release(int device)
{
    return 0;
}

int fake_context_set(ul_cuda_context context)
{
    return 0;
}

int fake_module_load(ul_cuda_module *module, const void *image, unsigned count, const int *options,
                     void **values)
{
    *module = (void *)&something;
    return 0;
}

int fake_module_unload(ul_cuda_module module)
{
    return 0;
}

int fake_module_function(ul_cuda_function *function, ul_cuda_module module, const char *name)
{
    *function = (void *)&something;
    return 0;
}

int fake_memory_alloc(ul_cuda_address *address, size_t bytes)
{
    *address = (uint64_t)(uintptr_t)calloc(1, bytes);
    return !*address;
}

int fake_memory_free(ul_cuda_address address)
{
    free((void *)(uintptr_t)address);
    return 0;
}

int fake_copy_in(ul_cuda_address to, const void *from, size_t bytes)
{
    return 0;
}

int fake_copy_out(void *to, ul_cuda_address from, size_t bytes)
{
    memset(to, 0, bytes);
    return 0;
}

int fake_host_pin(void *memory, size_t bytes, unsigned flags)
{
    return 0;
}

int fake_host_unpin(void *memory)
{
    return 0;
}

int fake_stream_create(ul_cuda_stream *stream, unsigned flags)
{
    static char lane;
    *stream = (ul_cuda_stream)(void *)&lane;
    return 0;
}

int fake_stream_destroy(ul_cuda_stream stream)
{
    return 0;
}

int fake_stream_wait(ul_cuda_stream stream)
{
    return 0;
}

int fake_launch(ul_cuda_function function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,
                ul_cuda_stream stream, void **parameters, void **extra)
{
    return 0;
}

/* NVRTC 13.5 asks the driver too. */
int cuGetExportTable(const void **table, const void *id)
{
    return 500; /* CUDA_ERROR_NOT_FOUND */
}
