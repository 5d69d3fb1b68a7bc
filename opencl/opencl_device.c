#include "common/backend.h"
#include "common/cache.h"
#include "common/launch.h"
#include "opencl_loader.h"
#include <CL/cl_ext.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MAX_PLATFORMS = 16, MAX_DEVICES = 64 };

/* One work-group size for all launches: PoCL compiles a kernel anew for each. PoCL and Intel run twice as
 * fast with 256 as with 64, and no faster with 1024. */
enum { WORK_GROUP = 256 };

struct place {
    int platform, device; /* their numbers */
    cl_platform_id platform_id;
    cl_device_id id;
};

static struct place places[MAX_DEVICES];
static int place_count;
static char icd_name[64]; /* "pocl" of .../pocl.icd */

struct buffer {
    cl_mem memory;
    size_t bytes;
};

struct ul_backend_session {
    int number; /* the device's, as of `places` */
    cl_device_id device;
    bool is_cpu, has_warps;
    int opencl_c, units;
    cl_context context;
    cl_command_queue queue[UL_LANES_OF_A_LAUNCH]; /* a processor needs one */
    struct buffer in, out;
};

struct ul_backend_program {
    cl_program program;
};

/* ------------------------------------------------------------------ describing */

/* Vendors leave blanks behind ("OpenCL 3.0 ") and double ones between. */
static void copy_text(const char *text, char *out, size_t room)
{
    size_t n = 0;
    for (; *text && n + 1 < room; text++)
        if (*text != ' ' || (n && out[n - 1] != ' '))
            out[n++] = *text;
    while (n && out[n - 1] == ' ')
        n--;
    out[n] = 0;
}

static void device_text(cl_device_id d, cl_device_info what, char *out, size_t room)
{
    char text[1024] = "";
    ul_cl.clGetDeviceInfo(d, what, sizeof text - 1, text, NULL);
    copy_text(text, out, room);
}

static void platform_text(cl_platform_id p, cl_platform_info what, char *out, size_t room)
{
    char text[1024] = "";
    ul_cl.clGetPlatformInfo(p, what, sizeof text - 1, text, NULL);
    copy_text(text, out, room);
}

/* A number of at most 64 bits; 0 where the device does not know the question. */
static uint64_t device_number(cl_device_id d, cl_device_info what)
{
    uint64_t n = 0;
    return ul_cl.clGetDeviceInfo(d, what, sizeof n, &n, NULL) == CL_SUCCESS ? n : 0;
}

static bool has_extension(cl_device_id d, const char *name)
{
    size_t bytes = 0, length = strlen(name);
    ul_cl.clGetDeviceInfo(d, CL_DEVICE_EXTENSIONS, 0, NULL, &bytes);
    char *all = ul_alloc(bytes + 1);
    ul_cl.clGetDeviceInfo(d, CL_DEVICE_EXTENSIONS, bytes, all, NULL);
    bool found = false;
    for (const char *at = all; !found && (at = strstr(at, name)); at += length)
        found = (at == all || at[-1] == ' ') && (at[length] == ' ' || at[length] == 0);
    free(all);
    return found;
}

/* 120 for "OpenCL C 1.2 ...", the text after `prefix`. */
static int version_number(cl_device_id d, cl_device_info what, const char *prefix)
{
    char text[128];
    int major = 0, minor = 0;
    size_t n = strlen(prefix);
    device_text(d, what, text, sizeof text);
    if (!strncmp(text, prefix, n))
        sscanf(text + n, "%d.%d", &major, &minor);
    return 100 * major + 10 * minor;
}

/* A device of OpenCL 3.0 lists the languages it knows, and its one text may name 1.2 only. Older devices may
 * answer too (oclgrind), but with what their compiler knows, not they. */
static int language_version(cl_device_id d)
{
    int best = version_number(d, CL_DEVICE_OPENCL_C_VERSION, "OpenCL C ");
    cl_name_version all[32];
    size_t bytes = 0;
    if (version_number(d, CL_DEVICE_VERSION, "OpenCL ") < 300 ||
        ul_cl.clGetDeviceInfo(d, CL_DEVICE_OPENCL_C_ALL_VERSIONS, sizeof all, all, &bytes) != CL_SUCCESS)
        return best;
    for (size_t i = 0; i < bytes / sizeof *all; i++) {
        int v = 100 * (int)CL_VERSION_MAJOR(all[i].version) + 10 * (int)CL_VERSION_MINOR(all[i].version);
        best = v > best ? v : best;
    }
    return best;
}

/* Appends the words of a text that -d may name: lower case, two letters or more, each once, each with a blank
 * behind it; `out` begins with a blank. */
static void add_words(char *out, size_t room, const char *text)
{
    while (*text) {
        char word[64] = " ";
        size_t n = 1;
        bool letter = false;
        for (; isalnum((unsigned char)*text) && n < sizeof word - 2; text++) {
            letter |= isalpha((unsigned char)*text) != 0;
            word[n++] = (char)tolower((unsigned char)*text);
        }
        word[n++] = ' ';
        word[n] = 0;
        if (letter && n > 3 && !strstr(out, word) && strlen(out) + n < room)
            strcat(out, word + 1);
        if (*text && !isalnum((unsigned char)*text))
            text++;
    }
}

static void describe_words(const struct place *p, struct ul_device *out)
{
    char suffix[64], version[128], spaced[sizeof out->words + 2] = " ";
    platform_text(p->platform_id, CL_PLATFORM_VERSION, version, sizeof version);
    platform_text(p->platform_id, CL_PLATFORM_ICD_SUFFIX_KHR, suffix, sizeof suffix);
    const char *const texts[] = {icd_name, out->platform, suffix, version};
    for (int i = 0; i < 4; i++)
        add_words(spaced, sizeof spaced, texts[i]);
    size_t length = strlen(spaced);
    snprintf(out->words, sizeof out->words, "%.*s", (int)(length > 2 ? length - 2 : 0), spaced + 1);
}

/* CUDA and NVIDIA's OpenCL must name one card alike: by its place on the bus. */
static void describe_hardware(cl_device_id d, struct ul_device *out)
{
    cl_device_pci_bus_info_khr pci;
    if (out->is_cpu)
        snprintf(out->hardware, sizeof out->hardware, "cpu");
    else if (ul_cl.clGetDeviceInfo(d, CL_DEVICE_PCI_BUS_INFO_KHR, sizeof pci, &pci, NULL) == CL_SUCCESS)
        snprintf(out->hardware, sizeof out->hardware, "gpu:%04x:%02x:%02x", pci.pci_domain, pci.pci_bus,
                 pci.pci_device);
    else
        snprintf(out->hardware, sizeof out->hardware, "%.*s", (int)sizeof out->hardware - 1, out->name);
}

/* OpenCL C 3.0, 7.3: to nearest, unless only rounding to zero is offered (half, embedded profile). */
static bool rounds_to_zero(uint64_t config)
{
    return (config & CL_FP_ROUND_TO_ZERO) && !(config & CL_FP_ROUND_TO_NEAREST);
}

static void describe_arithmetic(cl_device_id d, struct ul_device *out)
{
    uint64_t single = device_number(d, CL_DEVICE_SINGLE_FP_CONFIG);
    uint64_t wide = device_number(d, CL_DEVICE_DOUBLE_FP_CONFIG);
    uint64_t half = has_extension(d, "cl_khr_fp16") ? device_number(d, CL_DEVICE_HALF_FP_CONFIG) : 0;
    out->has_half = has_extension(d, "cl_khr_fp16");
    out->has_double = wide != 0;
    out->flushes_half = out->has_half && !(half & CL_FP_DENORM);
    out->flushes_float = !(single & CL_FP_DENORM);
    out->flushes_double = out->has_double && !(wide & CL_FP_DENORM);
    out->half_to_zero = rounds_to_zero(half);
    out->float_to_zero = rounds_to_zero(single);
    out->double_to_zero = rounds_to_zero(wide);
}

static bool opencl_describe(int device, struct ul_device *out, struct ul_line *why)
{
    if (device < 0 || device >= place_count)
        return ul_fail(why, "there is no device %d", device);
    const struct place *p = &places[device];
    char profile[64];
    *out = (struct ul_device){.is_cpu = (device_number(p->id, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_CPU) != 0,
                              .opencl_c = language_version(p->id),
                              .units = (int)device_number(p->id, CL_DEVICE_MAX_COMPUTE_UNITS)};
    snprintf(out->id, sizeof out->id, "opencl:%d:%d", p->platform, p->device);
    platform_text(p->platform_id, CL_PLATFORM_NAME, out->platform, sizeof out->platform);
    platform_text(p->platform_id, CL_PLATFORM_VERSION, out->compiler, sizeof out->compiler);
    device_text(p->id, CL_DEVICE_NAME, out->name, sizeof out->name);
    device_text(p->id, CL_DRIVER_VERSION, out->driver, sizeof out->driver);
    device_text(p->id, CL_DEVICE_VERSION, out->version, sizeof out->version);
    device_text(p->id, CL_DEVICE_PROFILE, profile, sizeof profile);
    out->embedded_profile = !strcmp(profile, "EMBEDDED_PROFILE");
    out->simulator = !strcmp(out->platform, "Oclgrind");
    out->has_warps = has_extension(p->id, "cl_nv_compiler_options"); /* PoCL's CUDA devices have others */
    describe_words(p, out);
    describe_hardware(p->id, out);
    describe_arithmetic(p->id, out);
    return true;
}

/* ------------------------------------------------------------------ opening */

static void name_of_icd(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *dot = strrchr(name, '.');
    snprintf(icd_name, sizeof icd_name, "%.*s", (int)(dot ? (size_t)(dot - name) : strlen(name)), name);
}

static bool opencl_open(const char *where, struct ul_line *why)
{
    cl_platform_id platforms[MAX_PLATFORMS];
    name_of_icd(where);
    int count = ul_opencl_open(where, platforms, MAX_PLATFORMS, why);
    for (int p = 0; p < count; p++) {
        cl_device_id ids[MAX_DEVICES];
        cl_uint found = 0;
        if (ul_cl.clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, MAX_DEVICES, ids, &found) != CL_SUCCESS)
            continue; /* CL_DEVICE_NOT_FOUND: a platform without a device */
        for (cl_uint d = 0; d < found && place_count < MAX_DEVICES; d++)
            places[place_count++] = (struct place){p, (int)d, platforms[p], ids[d]};
    }
    return count >= 0;
}

static int opencl_count(void)
{
    return place_count;
}

/* ------------------------------------------------------------------ running */

static void opencl_detach(struct ul_backend_session *s)
{
    if (s->in.memory)
        ul_cl.clReleaseMemObject(s->in.memory);
    if (s->out.memory)
        ul_cl.clReleaseMemObject(s->out.memory);
    for (int k = 0; k < UL_LANES_OF_A_LAUNCH; k++)
        if (s->queue[k])
            ul_cl.clReleaseCommandQueue(s->queue[k]);
    if (s->context)
        ul_cl.clReleaseContext(s->context);
    free(s);
}

static int queues_of(const struct ul_backend_session *s)
{
    return s->is_cpu ? 1 : UL_LANES_OF_A_LAUNCH;
}

static struct ul_backend_session *opencl_attach(int device, struct ul_line *why)
{
    struct ul_device d;
    cl_int error = CL_SUCCESS;
    if (!opencl_describe(device, &d, why))
        return NULL;
    struct ul_backend_session *s = ul_alloc(sizeof *s);
    s->number = device;
    s->device = places[device].id;
    s->is_cpu = d.is_cpu;
    s->opencl_c = d.opencl_c;
    s->has_warps = d.has_warps;
    s->units = d.units;
    s->context = ul_cl.clCreateContext(NULL, 1, &s->device, NULL, NULL, &error);
    for (int k = 0; k < queues_of(s) && s->context && error == CL_SUCCESS; k++)
        s->queue[k] = ul_cl.clCreateCommandQueue(s->context, s->device, 0, &error);
    if (s->queue[queues_of(s) - 1])
        return s;
    ul_fail(why, "%s: %s", s->context ? "clCreateCommandQueue" : "clCreateContext", ul_opencl_error(error));
    opencl_detach(s);
    return NULL;
}

/* Asks for the newest language that the subjects are written for, unless the flags choose; and where there
 * are dense kernels for as few registers as let four work-groups be on a multiprocessor at once. */
static char *build_options(const struct ul_backend_session *s, const char *text, const char *flags)
{
    const char *standard = s->opencl_c >= 300 ? "-cl-std=CL3.0" : s->opencl_c >= 120 ? "-cl-std=CL1.2" : "";
    const bool dense = s->has_warps && strstr(text, "\nUL_DENSE_KERNEL(");
    return ul_format("%s%s %s", strstr(flags, "-cl-std=") ? "" : standard,
                     dense ? " -cl-nv-maxrregcount=64" : "", flags);
}

static void put_build_log(const struct ul_backend_session *s, cl_program program, struct ul_text *log)
{
    size_t bytes = 0;
    if (ul_cl.clGetProgramBuildInfo(program, s->device, CL_PROGRAM_BUILD_LOG, 0, NULL, &bytes) != CL_SUCCESS)
        return;
    char *text = ul_alloc(bytes + 1);
    ul_cl.clGetProgramBuildInfo(program, s->device, CL_PROGRAM_BUILD_LOG, bytes, text, NULL);
    ul_text_put(log, text, strlen(text));
    free(text);
}

static bool build(struct ul_backend_session *s, cl_program program, const char *options, cl_int *error)
{
    *error = ul_cl.clBuildProgram(program, 1, &s->device, options, NULL, NULL);
    return *error == CL_SUCCESS;
}

/* ---- what is kept: compilers of GPUs take seconds; those of processors keep what they made themselves ----
 */

static char *binary_name(const struct ul_backend_session *s, const char *text, const char *options)
{
    struct ul_device d = {.id = ""};
    struct ul_text content = {0};
    opencl_describe(s->number, &d, NULL);
    ul_text_add(&content, "%s\n%s\n%s\n%s\n%s\n%s\n%s", d.platform, d.compiler, d.name, d.version, d.driver,
                options, text);
    return ul_cache_name("opencl", &content);
}

/* NULL: nothing is kept, or the driver does not take it. */
static cl_program recall(struct ul_backend_session *s, const char *name, const char *options)
{
    struct ul_text binary = {0};
    cl_program program = NULL;
    cl_int error = CL_SUCCESS, status = CL_SUCCESS;
    if (ul_cache_read(name, &binary)) {
        const unsigned char *data = (const unsigned char *)binary.data;
        program = ul_cl.clCreateProgramWithBinary(s->context, 1, &s->device, &binary.length, &data, &status,
                                                  &error);
    }
    ul_text_free(&binary);
    if (program && (error != CL_SUCCESS || status != CL_SUCCESS || !build(s, program, options, &error))) {
        ul_cl.clReleaseProgram(program);
        program = NULL;
    }
    return program;
}

static void keep(cl_program program, const char *name)
{
    size_t length = 0;
    if (ul_cl.clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof length, &length, NULL) !=
            CL_SUCCESS ||
        !length)
        return;
    unsigned char *data = ul_alloc(length);
    if (ul_cl.clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof data, &data, NULL) == CL_SUCCESS)
        ul_cache_write(name, (const char *)data, length);
    free(data);
}

/* ---- */

/* The last #line before a line of a text, behind the word, and the line behind it; or NULL. */
static const char *line_directive(const char *text, long line, long *behind)
{
    const char *found = NULL;
    for (long k = 1; *text && k < line; k++) {
        if (!strncmp(text, "#line ", 6)) {
            found = text + 6;
            *behind = k + 1;
        }
        text += strcspn(text, "\n");
        text += *text == '\n';
    }
    return found;
}

/* oclgrind tells lines of the whole text, which it calls input.cl, whatever #line says. */
static void tell_own_lines(struct ul_text *log, const char *text)
{
    static const char whole[] = "input.cl:";
    struct ul_text told = {0};
    const char *p = log->data ? log->data : "";
    for (const char *at; (at = strstr(p, whole));) {
        char *end, *name;
        long behind = 0;
        const long line = strtol(at + strlen(whole), &end, 10);
        const char *directive = line_directive(text, line, &behind);
        ul_text_put(&told, p, (size_t)((directive ? at : end) - p));
        if (directive) {
            const long first = strtol(directive, &name, 10);
            for (name += strspn(name, " \""); *name && *name != '"' && *name != '\n'; name++) {
                name += *name == '\\' && name[1];
                ul_text_put(&told, name, 1);
            }
            ul_text_add(&told, ":%ld", first + line - behind);
        }
        p = end;
    }
    ul_text_add(&told, "%s", p);
    ul_text_free(log);
    *log = told;
}

static cl_program compile(struct ul_backend_session *s, const char *text, const char *options,
                          struct ul_text *log, struct ul_line *why)
{
    cl_int error;
    cl_program program = ul_cl.clCreateProgramWithSource(s->context, 1, &text, NULL, &error);
    if (!program) {
        ul_fail(why, "clCreateProgramWithSource: %s", ul_opencl_error(error));
        return NULL;
    }
    if (build(s, program, options, &error))
        return program;
    put_build_log(s, program, log);
    tell_own_lines(log, text);
    if (log->data && log->data[strspn(log->data, " \r\n\t")])
        ul_first_error(log->data, why);
    else
        ul_fail(why, "clBuildProgram: %s", ul_opencl_error(error));
    ul_cl.clReleaseProgram(program);
    return NULL;
}

static struct ul_backend_program *opencl_build(struct ul_backend_session *s, const char *text,
                                               const char *flags, struct ul_text *log, struct ul_line *why)
{
    struct ul_backend_program *p = NULL;
    char *options = build_options(s, text, flags), *name = s->is_cpu ? NULL : binary_name(s, text, options);
    cl_program program = name ? recall(s, name, options) : NULL;
    if (!program && (program = compile(s, text, options, log, why)) && name)
        keep(program, name);
    if (program) {
        p = ul_alloc(sizeof *p);
        p->program = program;
    }
    free(options);
    free(name);
    return p;
}

static bool grow(struct ul_backend_session *s, struct buffer *b, cl_mem_flags flags, size_t bytes,
                 struct ul_line *why)
{
    cl_int error;
    if (b->memory && b->bytes >= bytes)
        return true;
    if (b->memory)
        ul_cl.clReleaseMemObject(b->memory);
    b->bytes = bytes ? bytes : 1; /* a kernel that reads no array still has the argument */
    b->memory = ul_cl.clCreateBuffer(s->context, flags, b->bytes, NULL, &error);
    return b->memory || ul_fail(why, "clCreateBuffer of %zu bytes: %s", b->bytes, ul_opencl_error(error));
}

static bool set_arguments(struct ul_backend_session *s, cl_kernel k, const struct ul_launch *l,
                          struct ul_line *why)
{
    const cl_ulong base = l->base;
    const cl_uint n = l->n, capacity = l->capacity;
    const struct {
        size_t bytes;
        const void *value;
    } arguments[] = {{sizeof(cl_mem), &s->in.memory},
                     {sizeof(cl_mem), &s->out.memory},
                     {sizeof base, &base},
                     {sizeof n, &n},
                     {sizeof capacity, &capacity}};
    for (cl_uint i = 0; i < 5; i++) {
        cl_int error = ul_cl.clSetKernelArg(k, i, arguments[i].bytes, arguments[i].value);
        if (error != CL_SUCCESS)
            return ul_fail(why, "%s: clSetKernelArg %u: %s", l->kernel, i, ul_opencl_error(error));
    }
    return true;
}

/* WORK_GROUP, or the largest power of two below that the kernel's registers leave. */
static size_t work_group(const struct ul_backend_session *s, cl_kernel k)
{
    size_t size = WORK_GROUP, largest = 0;
    ul_cl.clGetKernelWorkGroupInfo(k, s->device, CL_KERNEL_WORK_GROUP_SIZE, sizeof largest, &largest, NULL);
    while (size > 1 && size > largest)
        size /= 2;
    return size;
}

static size_t round_up(uint32_t n, size_t group)
{
    return (n + group - 1) / group * group;
}

/* A launch's pieces, and the event of each under way. */
struct pieces {
    struct ul_backend_session *session;
    cl_kernel kernel;
    size_t group;
    cl_event event[UL_LANES_OF_A_LAUNCH];
    cl_int error;
};

/* The kernel leaves out what rounding up to work-groups adds. */
static bool start_piece(void *context, int lane, uint32_t first, uint32_t end)
{
    struct pieces *p = context;
    const size_t from = first, n = round_up(end - first, p->group);
    p->error = ul_cl.clEnqueueNDRangeKernel(p->session->queue[lane], p->kernel, 1, first ? &from : NULL, &n,
                                            &p->group, 0, NULL, &p->event[lane]);
    return p->error == CL_SUCCESS;
}

/* Asleep: clFinish of some drivers keeps a processor busy. The other queue sees what was written once the
 * event was waited for: to look at its status is not enough. */
static bool wait_for_piece(void *context, int lane)
{
    struct pieces *p = context;
    const struct timespec nap = {.tv_nsec = 100000};
    const cl_event event = p->event[lane];
    cl_int status = CL_QUEUED, error = ul_cl.clFlush(p->session->queue[lane]);
    while (error == CL_SUCCESS && status > CL_COMPLETE) {
        error = ul_cl.clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL);
        if (error == CL_SUCCESS && status > CL_COMPLETE)
            nanosleep(&nap, NULL);
    }
    if (error == CL_SUCCESS)
        error = status < 0 ? status : ul_cl.clWaitForEvents(1, &event);
    ul_cl.clReleaseEvent(event);
    p->error = p->error == CL_SUCCESS ? error : p->error;
    return error == CL_SUCCESS;
}

/* Enqueues the items, for a GPU in pieces, which are waited for. */
static cl_int enqueue(struct ul_backend_session *s, cl_kernel k, uint32_t n)
{
    struct pieces p = {.session = s, .kernel = k, .group = work_group(s, k)};
    const size_t all = round_up(n, p.group);
    if (s->is_cpu)
        return n ? ul_cl.clEnqueueNDRangeKernel(s->queue[0], k, 1, NULL, &all, &p.group, 0, NULL, NULL)
                 : CL_SUCCESS;
    ul_launch_pieces(n, s->units, start_piece, wait_for_piece, &p);
    return p.error;
}

/* Enqueues everything and waits, for a processor where results are brought. */
static bool launch(struct ul_backend_session *s, cl_kernel k, const struct ul_launch *l, struct ul_line *why)
{
    const char *call = "clEnqueueWriteBuffer";
    cl_int error = CL_SUCCESS;
    if (l->in_bytes) /* other queues would not wait for it */
        error = ul_cl.clEnqueueWriteBuffer(s->queue[0], s->in.memory, CL_TRUE, 0, l->in_bytes, l->in, 0, NULL,
                                           NULL);
    if (error == CL_SUCCESS) {
        call = "clEnqueueNDRangeKernel";
        error = enqueue(s, k, l->n);
    }
    if (error == CL_SUCCESS && !l->keeps) {
        call = "clEnqueueReadBuffer";
        error = ul_cl.clEnqueueReadBuffer(s->queue[0], s->out.memory, CL_TRUE, 0, l->out_bytes, l->out, 0,
                                          NULL, NULL);
    }
    return error == CL_SUCCESS || ul_fail(why, "%s: %s: %s", l->kernel, call, ul_opencl_error(error));
}

static bool opencl_run(struct ul_backend_session *s, struct ul_backend_program *p, const struct ul_launch *l,
                       struct ul_line *why)
{
    cl_int error;
    if (!grow(s, &s->in, CL_MEM_READ_ONLY, l->in_bytes, why) ||
        !grow(s, &s->out, CL_MEM_WRITE_ONLY, l->out_bytes, why))
        return false;
    cl_kernel k = ul_cl.clCreateKernel(p->program, l->kernel, &error);
    if (!k)
        return ul_fail(why, "%s: clCreateKernel: %s", l->kernel, ul_opencl_error(error));
    bool done = set_arguments(s, k, l, why) && launch(s, k, l, why);
    if (!done)
        for (int q = 0; q < queues_of(s); q++)
            ul_cl.clFinish(s->queue[q]); /* nothing of this launch is left in the queues */
    ul_cl.clReleaseKernel(k);
    return done;
}

static void opencl_release(struct ul_backend_session *s, struct ul_backend_program *p)
{
    (void)s;
    ul_cl.clReleaseProgram(p->program);
    free(p);
}

const struct ul_backend ul_backend_opencl = {
    .name = "opencl",
    .api = "opencl",
    .prelude = "opencl/prelude.clh",
    .open = opencl_open,
    .count = opencl_count,
    .describe = opencl_describe,
    .attach = opencl_attach,
    .build = opencl_build,
    .run = opencl_run,
    .release = opencl_release,
    .detach = opencl_detach,
};
