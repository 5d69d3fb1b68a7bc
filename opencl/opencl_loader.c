#include "opencl_loader.h"
#include <CL/cl_icd.h>
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

struct ul_opencl ul_cl;

/* A library's function, by its own name or as the extension that it is (cl_khr_icd, section "Installable
 * Client Driver"); NULL if it has neither. */
static void *find(void *library, const char *name)
{
    void *symbol = dlsym(library, name);
    void *(CL_API_CALL * extension)(const char *);
    if (symbol)
        return symbol;
    symbol = dlsym(library, "clGetExtensionFunctionAddress");
    memcpy(&extension, &symbol, sizeof symbol);
    return symbol ? extension(name) : NULL;
}

/* The library that an .icd file names. */
static void *load_vendor(const char *icd, struct ul_line *why)
{
    char name[512] = "";
    FILE *f = fopen(icd, "r");
    if (!f) {
        ul_fail(why, "%s: %s", icd, strerror(errno));
        return NULL;
    }
    bool got = fgets(name, sizeof name, f) != NULL;
    fclose(f);
    name[strcspn(name, "\r\n")] = 0;
    if (!got || !name[0]) {
        ul_fail(why, "%s names no library", icd);
        return NULL;
    }
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!library)
        ul_fail(why, "%s", dlerror());
    return library;
}

/* Every object of a vendor begins with a pointer to the table of its functions (cl_khr_icd); the platforms of
 * one vendor share it. */
static void take_functions(cl_platform_id platform)
{
    const cl_icd_dispatch *table = *(const cl_icd_dispatch *const *)(const void *)platform;
#define UL_ROW(name) ul_cl.name = table->name;
    UL_OPENCL_FUNCTIONS(UL_ROW)
#undef UL_ROW
}

int ul_opencl_open(const char *icd, cl_platform_id *platforms, int room, struct ul_line *why)
{
    void *library = load_vendor(icd, why);
    if (!library)
        return -1;
    void *symbol = find(library, "clIcdGetPlatformIDsKHR");
    if (!symbol) {
        ul_fail(why, "the library of %s has no clIcdGetPlatformIDsKHR: it is no OpenCL driver", icd);
        return -1;
    }
    cl_int(CL_API_CALL * get_platforms)(cl_uint, cl_platform_id *, cl_uint *);
    memcpy(&get_platforms, &symbol, sizeof symbol);
    cl_uint shown = 0;
    if (get_platforms((cl_uint)room, platforms, &shown) != CL_SUCCESS || shown == 0)
        return 0; /* CL_PLATFORM_NOT_FOUND_KHR: a vendor without a platform */
    take_functions(platforms[0]);
    return (int)shown < room ? (int)shown : room;
}

const char *ul_opencl_error(cl_int code)
{
    static const struct {
        cl_int code;
        const char *name;
    } errors[] = {
#define UL_ROW(name) {name, #name}
        UL_ROW(CL_DEVICE_NOT_FOUND),        UL_ROW(CL_DEVICE_NOT_AVAILABLE),
        UL_ROW(CL_COMPILER_NOT_AVAILABLE),  UL_ROW(CL_MEM_OBJECT_ALLOCATION_FAILURE),
        UL_ROW(CL_OUT_OF_RESOURCES),        UL_ROW(CL_OUT_OF_HOST_MEMORY),
        UL_ROW(CL_BUILD_PROGRAM_FAILURE),   UL_ROW(CL_LINKER_NOT_AVAILABLE),
        UL_ROW(CL_INVALID_VALUE),           UL_ROW(CL_INVALID_DEVICE),
        UL_ROW(CL_INVALID_CONTEXT),         UL_ROW(CL_INVALID_COMMAND_QUEUE),
        UL_ROW(CL_INVALID_MEM_OBJECT),      UL_ROW(CL_INVALID_BUILD_OPTIONS),
        UL_ROW(CL_INVALID_PROGRAM),         UL_ROW(CL_INVALID_PROGRAM_EXECUTABLE),
        UL_ROW(CL_INVALID_KERNEL_NAME),     UL_ROW(CL_INVALID_KERNEL_DEFINITION),
        UL_ROW(CL_INVALID_KERNEL),          UL_ROW(CL_INVALID_ARG_VALUE),
        UL_ROW(CL_INVALID_ARG_SIZE),        UL_ROW(CL_INVALID_KERNEL_ARGS),
        UL_ROW(CL_INVALID_WORK_GROUP_SIZE), UL_ROW(CL_INVALID_WORK_ITEM_SIZE),
        UL_ROW(CL_INVALID_BUFFER_SIZE),     UL_ROW(CL_INVALID_OPERATION),
#undef UL_ROW
    };
    static char number[32];
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (errors[i].code == code)
            return errors[i].name;
    snprintf(number, sizeof number, "error %d", code);
    return number;
}
