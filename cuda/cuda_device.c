/* CUDA as a backend: NVRTC compiles, the driver API runs. Neither is linked; both are found at run time. */
#include "common/backend.h"
#include "common/launch.h"
#include "code_cache.h"
#include "driver.h"
#include "nvrtc.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 256 };

/* Memory of the caller that the driver has pinned, so that copies run at the bus's speed. Small ones are not
 * worth it. */
enum { MAX_PINNED = 8, SMALL = 1 << 20 };
struct pinned {
    void *memory;
    size_t bytes;
    bool done; /* false: the driver refused; do not ask again */
};

struct buffer {
    ul_cuda_address address;
    size_t bytes;
};

struct ul_backend_session {
    int device, arch, units;
    ul_cuda_context context;
    ul_cuda_stream lane[UL_LANES_OF_A_LAUNCH];
    struct buffer in, out;
    struct pinned pinned[MAX_PINNED];
    int pinned_count;
};

struct ul_backend_program {
    ul_cuda_module module;
};

/* One worker process, one thread. */
static struct ul_cuda_driver cuda;
static struct ul_nvrtc *nvrtc; /* NULL: that release is not here, and its code comes from the cache */
static int release;            /* 1300: NVRTC's */
static int driver_version;     /* 1300 for CUDA 13.0 */

static bool ok(int result, const char *what, struct ul_line *why)
{
    return ul_cuda_ok(&cuda, result, what, why);
}

/* --- Open, count, describe -------------------------------------------------------------------------- */

/* "11.8": that release. Where it is not, what it compiled elsewhere may be in the cache. */
static bool cuda_open(const char *where, struct ul_line *why)
{
    int version = 0;
    if (!ul_nvrtc_release_asked(where, &release, why) || !ul_cuda_driver_open(&cuda, why) ||
        !ok(cuda.driver_version(&version), "cuDriverGetVersion", why))
        return false;
    driver_version = version / 1000 * 100 + version % 1000; /* 13000, 12080 -> 1300, 1280 */
    if (release / 100 > driver_version / 100)
        return ul_fail(why, "CUDA %s is newer than the driver, which takes CUDA %d.%d", where,
                       driver_version / 100, driver_version / 10 % 10);
    nvrtc = ul_nvrtc_open(release, driver_version, why);
    if (nvrtc)
        release = ul_nvrtc_release(nvrtc);
    return release;
}

static int cuda_count(void)
{
    int count = 0;
    return cuda.device_count(&count) ? 0 : count;
}

/* "580.159.03" of "NVRM version: NVIDIA UNIX x86_64 Kernel Module  580.159.03  Tue ...": the word of digits
 * and points. False where the file is absent. */
static bool kernel_module_version(char *out, size_t room)
{
    char line[512] = "";
    FILE *f = fopen("/proc/driver/nvidia/version", "r");
    if (!f || !fgets(line, sizeof line, f))
        line[0] = 0;
    if (f)
        fclose(f);
    for (char *rest, *word = strtok_r(line, " \t\n", &rest); word; word = strtok_r(NULL, " \t\n", &rest))
        if (isdigit((unsigned char)word[0]) && strchr(word, '.') && !word[strspn(word, "0123456789.")]) {
            snprintf(out, room, "%s", word);
            return true;
        }
    return false;
}

static bool attribute(int device, int which, int *value, struct ul_line *why)
{
    return ok(cuda.device_attribute(value, which, device), "cuDeviceGetAttribute", why);
}

static bool device_arch(int device, int *arch, struct ul_line *why)
{
    int major, minor;
    if (!attribute(device, UL_CUDA_CAPABILITY_MAJOR, &major, why) ||
        !attribute(device, UL_CUDA_CAPABILITY_MINOR, &minor, why))
        return false;
    *arch = 10 * major + minor;
    return true;
}

static void describe_software(struct ul_device *out)
{
    char module[64];
    int written = snprintf(out->driver, sizeof out->driver, "CUDA driver %d.%d", driver_version / 100,
                           driver_version / 10 % 10);
    if (kernel_module_version(module, sizeof module))
        snprintf(out->driver + written, sizeof out->driver - (size_t)written, " (%s)", module);
    ul_nvrtc_describe(release, out);
}

static bool cuda_describe(int number, struct ul_device *out, struct ul_line *why)
{
    int device, domain, bus, slot;
    *out =
        (struct ul_device){.platform = "CUDA", .words = "cuda nvidia", .has_warps = true, .has_double = true};
    if (!ok(cuda.device_get(&device, number), "cuDeviceGet", why) ||
        !ok(cuda.device_name(out->name, sizeof out->name, device), "cuDeviceGetName", why) ||
        !device_arch(device, &out->arch, why) ||
        !attribute(device, UL_CUDA_MULTIPROCESSOR_COUNT, &out->units, why) ||
        !attribute(device, UL_CUDA_PCI_DOMAIN_ID, &domain, why) ||
        !attribute(device, UL_CUDA_PCI_BUS_ID, &bus, why) ||
        !attribute(device, UL_CUDA_PCI_DEVICE_ID, &slot, why))
        return false;
    snprintf(out->id, sizeof out->id, "cuda:%d", number);
    snprintf(out->hardware, sizeof out->hardware, "gpu:%04x:%02x:%02x", (unsigned)domain, (unsigned)bus,
             (unsigned)slot);
    out->has_half = out->arch >= 53; /* CUDA C++ Programming Guide 13.1, arithmetic instructions */
    describe_software(out);
    return true;
}

/* --- Attach, detach --------------------------------------------------------------------------------- */

static void cuda_detach(struct ul_backend_session *s)
{
    for (int k = 0; k < s->pinned_count; k++)
        if (s->pinned[k].done)
            cuda.host_unpin(s->pinned[k].memory);
    if (s->in.address)
        cuda.memory_free(s->in.address);
    if (s->out.address)
        cuda.memory_free(s->out.address);
    for (int k = 0; k < UL_LANES_OF_A_LAUNCH; k++)
        if (s->lane[k])
            cuda.stream_destroy(s->lane[k]);
    if (s->context) {
        cuda.context_set(NULL);
        cuda.context_release(s->device);
    }
    free(s);
}

/* They wait for copies, and copies for them. */
static bool create_lanes(struct ul_backend_session *s, struct ul_line *why)
{
    bool done = true;
    for (int k = 0; k < UL_LANES_OF_A_LAUNCH && done; k++)
        done = ok(cuda.stream_create(&s->lane[k], 0), "cuStreamCreate", why);
    return done;
}

/* Waits are asleep: a worker that waits keeps no processor busy. */
static struct ul_backend_session *cuda_attach(int number, struct ul_line *why)
{
    struct ul_backend_session *s = ul_alloc(sizeof *s);
    if (ok(cuda.device_get(&s->device, number), "cuDeviceGet", why) &&
        device_arch(s->device, &s->arch, why) &&
        attribute(s->device, UL_CUDA_MULTIPROCESSOR_COUNT, &s->units, why) &&
        ok(cuda.context_flags(s->device, UL_CUDA_SCHED_BLOCKING_SYNC), "cuDevicePrimaryCtxSetFlags", why) &&
        ok(cuda.context_retain(&s->context, s->device), "cuDevicePrimaryCtxRetain", why) &&
        ok(cuda.context_set(s->context), "cuCtxSetCurrent", why) && create_lanes(s, why))
        return s;
    cuda_detach(s);
    return NULL;
}

/* --- Build ------------------------------------------------------------------------------------------ */

/* The driver's words on a module that it refuses (PTX that it cannot compile) go to the log. */
static bool load_module(const char *image, ul_cuda_module *module, struct ul_text *log, struct ul_line *why)
{
    char errors[4096] = "";
    const int options[] = {UL_CUDA_JIT_ERROR_LOG_BUFFER, UL_CUDA_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void *values[] = {errors, (void *)(uintptr_t)(sizeof errors - 1)};
    if (ok(cuda.module_load(module, image, 2, options, values), "cuModuleLoadDataEx", why))
        return true;
    if (*errors)
        ul_text_add(log, "%s\n", errors);
    return false;
}

static bool compile(const struct ul_backend_session *s, const char *text, const char *flags,
                    struct ul_text *image, struct ul_text *log, struct ul_line *why)
{
    if (!nvrtc)
        return ul_fail(why,
                       "no NVRTC %d.%d here, and this program's code is not in the cache: where that release "
                       "is, fingerprint -d cuda:emulated@%d.%d --arch sm_%d of the same subjects and flags "
                       "keeps it (~/.cache/ulparity/cubin-*)",
                       release / 100, release / 10 % 10, release / 100, release / 10 % 10, s->arch);
    if (!ul_nvrtc_compile(nvrtc, text, s->arch, flags, image, log, why))
        return false;
    ul_code_cache_put(release, s->arch, text, flags, image);
    return true;
}

static struct ul_backend_program *cuda_build(struct ul_backend_session *s, const char *text,
                                             const char *flags, struct ul_text *log, struct ul_line *why)
{
    struct ul_text image = {0};
    ul_cuda_module module = NULL;
    bool kept = ul_code_cache_get(release, s->arch, text, flags, &image);
    bool built =
        (kept || compile(s, text, flags, &image, log, why)) && load_module(image.data, &module, log, why);
    ul_text_free(&image);
    if (!built)
        return NULL;
    struct ul_backend_program *p = ul_alloc(sizeof *p);
    p->module = module;
    return p;
}

static void cuda_release(struct ul_backend_session *s, struct ul_backend_program *p)
{
    (void)s;
    cuda.module_unload(p->module);
    free(p);
}

/* --- Run -------------------------------------------------------------------------------------------- */

static bool make_room(struct buffer *b, size_t bytes, struct ul_line *why)
{
    if (bytes <= b->bytes)
        return true;
    if (b->address && !ok(cuda.memory_free(b->address), "cuMemFree", why))
        return false;
    *b = (struct buffer){0};
    if (!ok(cuda.memory_alloc(&b->address, bytes), "cuMemAlloc", why))
        return false;
    b->bytes = bytes;
    return true;
}

/* Pins memory before its first copy, anew if it has grown. A refusal is no failure: copies are slower then.
 * What is partly pinned cannot be copied, so that a range is pinned as a whole or not at all. */
static void pin(struct ul_backend_session *s, void *memory, size_t bytes)
{
    int k = 0;
    while (k < s->pinned_count && s->pinned[k].memory != memory)
        k++;
    if (bytes < SMALL || k == MAX_PINNED)
        return;
    struct pinned *p = &s->pinned[k];
    if (k == s->pinned_count)
        s->pinned[s->pinned_count++] = (struct pinned){.memory = memory};
    else if (!p->done || bytes <= p->bytes)
        return;
    else
        cuda.host_unpin(memory);
    p->done = !cuda.host_pin(memory, bytes, 0);
    p->bytes = bytes;
}

/* A launch's pieces. */
struct pieces {
    struct ul_backend_session *session;
    ul_cuda_function function;
    const struct ul_launch *launch;
    struct ul_line *why;
};

/* The parameters are those of UL_KERNEL in prelude.cuh. */
static bool start_piece(void *context, int lane, uint32_t first, uint32_t end)
{
    const struct pieces *p = context;
    struct ul_backend_session *s = p->session;
    uint64_t base = p->launch->base;
    uint32_t capacity = p->launch->capacity;
    void *parameters[] = {&s->in.address, &s->out.address, &base, &end, &capacity, &first};
    const unsigned blocks = (end - first + BLOCK - 1) / BLOCK;
    return ok(cuda.launch(p->function, blocks, 1, 1, BLOCK, 1, 1, 0, s->lane[lane], parameters, NULL),
              "cuLaunchKernel", p->why);
}

static bool wait_for_piece(void *context, int lane)
{
    const struct pieces *p = context;
    return ok(cuda.stream_wait(p->session->lane[lane]), p->launch->kernel, p->why);
}

static bool launch_all(struct ul_backend_session *s, struct ul_backend_program *p, const struct ul_launch *l,
                       struct ul_line *why)
{
    struct pieces pieces = {.session = s, .launch = l, .why = why};
    return ok(cuda.module_function(&pieces.function, p->module, l->kernel), l->kernel, why) &&
           ul_launch_pieces(l->n, s->units, start_piece, wait_for_piece, &pieces);
}

static bool cuda_run(struct ul_backend_session *s, struct ul_backend_program *p, const struct ul_launch *l,
                     struct ul_line *why)
{
    if (!make_room(&s->in, l->in_bytes, why) || !make_room(&s->out, l->out_bytes, why))
        return false;
    if (l->in_bytes) {
        pin(s, (void *)(uintptr_t)l->in, l->in_bytes);
        if (!ok(cuda.copy_in(s->in.address, l->in, l->in_bytes), "cuMemcpyHtoD", why))
            return false;
    }
    if (!launch_all(s, p, l, why))
        return false;
    if (l->keeps)
        return true;
    pin(s, l->out, l->out_bytes);
    return ok(cuda.copy_out(l->out, s->out.address, l->out_bytes), "cuMemcpyDtoH", why);
}

const struct ul_backend ul_backend_cuda = {
    .name = "cuda",
    .api = "cuda",
    .prelude = "cuda/prelude.cuh",
    .pairs = "cuda/pairs.cuh",
    .scout = "cuda/scout.cuh",
    .open = cuda_open,
    .count = cuda_count,
    .describe = cuda_describe,
    .attach = cuda_attach,
    .build = cuda_build,
    .run = cuda_run,
    .release = cuda_release,
    .detach = cuda_detach,
};
