/* What is used of the CUDA driver API, loaded at run time: a machine without CUDA builds and runs this
 * program. */
#ifndef UL_CUDA_DRIVER_H
#define UL_CUDA_DRIVER_H

#include <stdint.h>
#include "common/text.h"

typedef uint64_t ul_cuda_address;                /* CUdeviceptr */
typedef struct ul_cuda_context *ul_cuda_context; /* CUcontext, CUmodule ...: opaque pointers */
typedef struct ul_cuda_module *ul_cuda_module;
typedef struct ul_cuda_function *ul_cuda_function;
typedef struct ul_cuda_stream *ul_cuda_stream;

/* From CUDA Driver API 13.0, enum CUdevice_attribute and CUjit_option; values never change. */
enum {
    UL_CUDA_MULTIPROCESSOR_COUNT = 16,
    UL_CUDA_PCI_BUS_ID = 33,
    UL_CUDA_PCI_DEVICE_ID = 34,
    UL_CUDA_PCI_DOMAIN_ID = 50,
    UL_CUDA_CAPABILITY_MAJOR = 75,
    UL_CUDA_CAPABILITY_MINOR = 76,
    UL_CUDA_SCHED_BLOCKING_SYNC = 4,
    UL_CUDA_JIT_ERROR_LOG_BUFFER = 5,
    UL_CUDA_JIT_ERROR_LOG_BUFFER_SIZE_BYTES = 6
};

/* Name here, symbol, parameters. Every function returns a CUresult, 0 for success. The _v2 are what cuda.h
 * makes of the plain names. */
#define UL_CUDA_API(F)                                                                                       \
    F(init, "cuInit", (unsigned flags))                                                                      \
    F(error_string, "cuGetErrorString", (int error, const char **text))                                      \
    F(driver_version, "cuDriverGetVersion", (int *version))                                                  \
    F(device_count, "cuDeviceGetCount", (int *count))                                                        \
    F(device_get, "cuDeviceGet", (int *device, int ordinal))                                                 \
    F(device_name, "cuDeviceGetName", (char *name, int room, int device))                                    \
    F(device_attribute, "cuDeviceGetAttribute", (int *value, int attribute, int device))                     \
    F(context_flags, "cuDevicePrimaryCtxSetFlags_v2", (int device, unsigned flags))                          \
    F(context_retain, "cuDevicePrimaryCtxRetain", (ul_cuda_context * context, int device))                   \
    F(context_release, "cuDevicePrimaryCtxRelease_v2", (int device))                                         \
    F(context_set, "cuCtxSetCurrent", (ul_cuda_context context))                                             \
    F(module_load, "cuModuleLoadDataEx",                                                                     \
      (ul_cuda_module * module, const void *image, unsigned count, const int *options, void **values))       \
    F(module_unload, "cuModuleUnload", (ul_cuda_module module))                                              \
    F(module_function, "cuModuleGetFunction",                                                                \
      (ul_cuda_function * function, ul_cuda_module module, const char *name))                                \
    F(memory_alloc, "cuMemAlloc_v2", (ul_cuda_address * address, size_t bytes))                              \
    F(memory_free, "cuMemFree_v2", (ul_cuda_address address))                                                \
    F(copy_in, "cuMemcpyHtoD_v2", (ul_cuda_address to, const void *from, size_t bytes))                      \
    F(copy_out, "cuMemcpyDtoH_v2", (void *to, ul_cuda_address from, size_t bytes))                           \
    F(host_pin, "cuMemHostRegister_v2", (void *memory, size_t bytes, unsigned flags))                        \
    F(host_unpin, "cuMemHostUnregister", (void *memory))                                                     \
    F(stream_create, "cuStreamCreate", (ul_cuda_stream * stream, unsigned flags))                            \
    F(stream_destroy, "cuStreamDestroy_v2", (ul_cuda_stream stream))                                         \
    F(stream_wait, "cuStreamSynchronize", (ul_cuda_stream stream))                                           \
    F(launch, "cuLaunchKernel",                                                                              \
      (ul_cuda_function function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,       \
       unsigned block_y, unsigned block_z, unsigned shared_bytes, ul_cuda_stream stream, void **parameters,  \
       void **extra))

struct ul_cuda_driver {
#define UL_MEMBER(name, symbol, parameters) int(*name) parameters;
    UL_CUDA_API(UL_MEMBER)
#undef UL_MEMBER
};

/* Loads and initialises the driver. False: there is none, or it finds no device. */
bool ul_cuda_driver_open(struct ul_cuda_driver *d, struct ul_line *why);

/* True for 0; else false with "cuMemAlloc_v2: out of memory" in `why`. */
bool ul_cuda_ok(const struct ul_cuda_driver *d, int result, const char *what, struct ul_line *why);

#endif
