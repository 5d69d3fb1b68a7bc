/* An OpenCL driver that breaks: the one that $BROKEN_DRIVER names, but for the kernel k1, the second of a
 * program, where $BROKEN says what happens, in one word or several; "gpu": the device says that it is a GPU;
 * "source", "binary": no program is made of these. Built as a library for an .icd file. */
#include <CL/cl_icd.h>
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char victim[] = "k1";
static cl_icd_dispatch driver; /* as it was */
static cl_program holder;      /* of the victim */
static cl_kernel kernel;       /* it, once made */
static bool launched;          /* the last launch was its */

void *clGetExtensionFunctionAddress(const char *name);

static bool breaks(const char *how)
{
    const char *wanted = getenv("BROKEN"), *at = wanted ? strstr(wanted, how) : NULL;
    const size_t n = strlen(how);
    return at && (at == wanted || at[-1] == ' ') && (!at[n] || at[n] == ' ');
}

static void crash(const char *last_words)
{
    fputs(last_words, stderr);
    *(volatile int *)0 = 0;
}

static cl_program CL_API_CALL create_program(cl_context context, cl_uint count, const char **texts,
                                             const size_t *lengths, cl_int *error)
{
    if (breaks("source")) {
        *error = CL_COMPILER_NOT_AVAILABLE;
        return NULL;
    }
    cl_program program = driver.clCreateProgramWithSource(context, count, texts, lengths, error);
    bool holds = false;
    for (cl_uint k = 0; k < count; k++)
        holds |= memmem(texts[k], lengths && lengths[k] ? lengths[k] : strlen(texts[k]), "(k1)", 4) != NULL;
    if (holds)
        holder = program;
    else if (holder == program) /* an address that is used again */
        holder = NULL;
    return program;
}

static cl_program CL_API_CALL create_from_binary(cl_context context, cl_uint devices,
                                                 const cl_device_id *device, const size_t *lengths,
                                                 const unsigned char **data, cl_int *status, cl_int *error)
{
    if (breaks("binary")) {
        *error = CL_INVALID_BINARY;
        return NULL;
    }
    return driver.clCreateProgramWithBinary(context, devices, device, lengths, data, status, error);
}

static cl_int CL_API_CALL build(cl_program program, cl_uint devices, const cl_device_id *device,
                                const char *options, void(CL_CALLBACK *notify)(cl_program, void *),
                                void *data)
{
    if (breaks("build") && program == holder)
        return CL_BUILD_PROGRAM_FAILURE;
    if (breaks("compiler") && program == holder)
        crash("compiler: cannot select an instruction");
    while (breaks("stall") && program == holder)
        pause();
    return driver.clBuildProgram(program, devices, device, options, notify, data);
}

static cl_kernel CL_API_CALL create_kernel(cl_program program, const char *name, cl_int *error)
{
    cl_kernel made = driver.clCreateKernel(program, name, error);
    if (!strcmp(name, victim))
        kernel = made;
    return made;
}

static cl_int CL_API_CALL launch(cl_command_queue queue, cl_kernel k, cl_uint dimensions,
                                 const size_t *offset, const size_t *size, const size_t *group,
                                 cl_uint events, const cl_event *event, cl_event *out)
{
    launched = k == kernel;
    if (launched && breaks("crash"))
        crash("");
    if (launched && breaks("abort"))
        abort();
    if (launched && breaks("leave"))
        _exit(7);
    if (launched && breaks("refuse"))
        return CL_MEM_OBJECT_ALLOCATION_FAILURE;
    while (launched && breaks("hang"))
        pause();
    return driver.clEnqueueNDRangeKernel(queue, k, dimensions, offset, size, group, events, event, out);
}

static cl_int CL_API_CALL read_buffer(cl_command_queue queue, cl_mem memory, cl_bool blocks, size_t at,
                                      size_t bytes, void *to, cl_uint events, const cl_event *event,
                                      cl_event *out)
{
    cl_int error = driver.clEnqueueReadBuffer(queue, memory, blocks, at, bytes, to, events, event, out);
    if (launched && breaks("garbage"))
        memset(to, 0x5a, bytes);
    return error;
}

static cl_int CL_API_CALL device_info(cl_device_id device, cl_device_info what, size_t room, void *to,
                                      size_t *bytes)
{
    const cl_device_type gpu = CL_DEVICE_TYPE_GPU;
    while (breaks("describe"))
        pause();
    cl_int error = driver.clGetDeviceInfo(device, what, room, to, bytes);
    if (error == CL_SUCCESS && to && what == CL_DEVICE_TYPE && breaks("gpu"))
        memcpy(to, &gpu, sizeof gpu);
    return error;
}

static cl_int CL_API_CALL get_platforms(cl_uint room, cl_platform_id *platforms, cl_uint *count)
{
    void *library = dlopen(getenv("BROKEN_DRIVER"), RTLD_NOW | RTLD_LOCAL);
    void *symbol = library ? dlsym(library, "clGetExtensionFunctionAddress") : NULL;
    void *(CL_API_CALL * extension)(const char *);
    cl_int(CL_API_CALL * real)(cl_uint, cl_platform_id *, cl_uint *);
    if (breaks("open"))
        crash("");
    if (!symbol)
        return CL_PLATFORM_NOT_FOUND_KHR;
    memcpy(&extension, &symbol, sizeof symbol);
    symbol = extension("clIcdGetPlatformIDsKHR");
    memcpy(&real, &symbol, sizeof symbol);
    cl_int error = real(room, platforms, count);
    if (error == CL_SUCCESS && platforms && *count && !driver.clBuildProgram) {
        cl_icd_dispatch *table = *(cl_icd_dispatch **)(void *)platforms[0];
        driver = *table;
        table->clCreateProgramWithSource = create_program;
        table->clCreateProgramWithBinary = create_from_binary;
        table->clBuildProgram = build;
        table->clGetDeviceInfo = device_info;
        table->clCreateKernel = create_kernel;
        table->clEnqueueNDRangeKernel = launch;
        table->clEnqueueReadBuffer = read_buffer;
    }
    return error;
}

void *clGetExtensionFunctionAddress(const char *name)
{
    cl_int(CL_API_CALL * function)(cl_uint, cl_platform_id *, cl_uint *) = get_platforms;
    void *address = NULL;
    if (!strcmp(name, "clIcdGetPlatformIDsKHR"))
        memcpy(&address, &function, sizeof address);
    return address;
}
