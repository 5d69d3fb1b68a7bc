#include "opencl_loader.h"
#include "common/cache.h"
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct ul_opencl ul_cl;

static bool load_functions(struct ul_line *why)
{
    void *loader = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!loader)
        return ul_fail(why, "no OpenCL ICD loader: %s", dlerror());
    void *symbol;
#define UL_ROW(name)                                                                                         \
    if (!(symbol = dlsym(loader, #name)))                                                                    \
        return ul_fail(why, "libOpenCL.so.1 lacks %s", #name);                                               \
    memcpy(&ul_cl.name, &symbol, sizeof symbol);
    UL_OPENCL_FUNCTIONS(UL_ROW)
#undef UL_ROW
    return true;
}

/* Names a folder that holds a link to one .icd file in OCL_ICD_VENDORS, which ocl-icd and Khronos's loader
 * read. The folder is kept in the cache: a driver that crashes leaves no litter. */
static bool show_one_vendor(const char *icd, struct ul_line *why)
{
    char *target = realpath(icd, NULL);
    if (!target)
        return ul_fail(why, "%s: %s", icd, strerror(errno));
    char key[UL_CACHE_KEY_ROOM], name[UL_CACHE_KEY_ROOM + 8];
    ul_cache_key(target, key);
    snprintf(name, sizeof name, "icd-%s", key);
    char *folder = ul_cache_path(name, why), *link = folder ? ul_format("%s/vendor.icd", folder) : NULL;
    bool done = folder && (mkdir(folder, 0700) == 0 || errno == EEXIST) &&
                (symlink(target, link) == 0 || errno == EEXIST);
    if (done) {
        setenv("OCL_ICD_VENDORS", folder, 1);
        unsetenv("OCL_ICD_FILENAMES"); /* Khronos's loader would add these */
    } else if (folder) {
        ul_fail(why, "%s: %s", link, strerror(errno));
    }
    free(link);
    free(folder);
    free(target);
    return done;
}

/* The library that an .icd file names, loaded (as it is already, if the loader saw it). */
static struct link_map *vendor_library(const char *icd, struct ul_line *why)
{
    char name[512] = "";
    struct link_map *map = NULL;
    FILE *f = fopen(icd, "r");
    bool got = f && fgets(name, sizeof name, f);
    if (f)
        fclose(f);
    name[strcspn(name, "\r\n")] = 0;
    if (!got || !name[0]) {
        ul_fail(why, "%s names no library", icd);
        return NULL;
    }
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!library || dlinfo(library, RTLD_DI_LINKMAP, &map) != 0)
        ul_fail(why, "%s", dlerror());
    return map;
}

/* Whether a platform's functions lie in that library. Every object of an ICD begins with a pointer to its
 * table of functions (cl_khr_icd), whose first is clGetPlatformIDs. */
static bool belongs(cl_platform_id platform, const struct link_map *library)
{
    void *const *const *object = (void *const *const *)platform;
    Dl_info info;
    struct link_map *map = NULL;
    return dladdr1((*object)[0], &info, (void **)&map, RTLD_DL_LINKMAP) != 0 && map == library;
}

int ul_opencl_open(const char *icd, cl_platform_id *platforms, int room, struct ul_line *why)
{
    cl_uint shown = 0;
    if (!show_one_vendor(icd, why) || !load_functions(why))
        return -1;
    cl_int error = ul_cl.clGetPlatformIDs((cl_uint)room, platforms, &shown);
    const struct link_map *library = vendor_library(icd, why);
    if (!library)
        return -1;
    if (error != CL_SUCCESS || shown == 0)
        return 0; /* CL_PLATFORM_NOT_FOUND_KHR: a vendor without a platform */
    /* The CUDA toolkit's loader ignores OCL_ICD_VENDORS and shows all vendors: keep ours. Where none seems
     * ours (a layer lies between), all are. */
    int kept = 0, all = (int)shown < room ? (int)shown : room;
    for (int i = 0; i < all; i++)
        if (belongs(platforms[i], library)) {
            cl_platform_id swap = platforms[kept];
            platforms[kept++] = platforms[i];
            platforms[i] = swap;
        }
    return kept ? kept : all;
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
