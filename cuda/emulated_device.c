/* CUDA without a GPU as a backend: NVRTC compiles to PTX, ptx/ translates that to LLVM IR, LLVM compiles it
 * for the processor. What comes of both compilers is kept in the cache. */
#include "common/cache.h"
#include "common/launch.h"
#include "common/machine.h"
#include "code_cache.h"
#include "fma_flags.h"
#include "nvrtc.h"
#include "ptx/llvm.h"
#include "ptx/ptx.h"
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __x86_64__
#include <cpuid.h>
#endif

struct ul_backend_session {
    int threads;
};

struct ul_backend_program {
    struct ul_llvm_code *code;
};

/* One worker process, one thread. */
static struct ul_nvrtc *nvrtc;
static const struct ul_llvm *llvm;
static char id[sizeof((struct ul_device *)0)->id];

/* --- Open, count, describe -------------------------------------------------------------------------- */

/* What runtime.c counts on. */
static bool check_processor(struct ul_line *why)
{
#if defined(__x86_64__)
    unsigned a, b, c, d;
    /* F16C is no feature that every compiler can ask for by name. */
    bool half = __get_cpuid(1, &a, &b, &c, &d) && c & bit_F16C;
    if (!__builtin_cpu_supports("fma") || !half)
        return ul_fail(why, "no emulated GPU: this processor has no FMA or no F16C instructions");
#elif !defined(__aarch64__)
    return ul_fail(why, "no emulated GPU: processors of this kind are not supported");
#endif
    (void)why;
    return true;
}

static bool open_nvrtc(const char *where, struct ul_line *why)
{
    struct ul_line reason = {""};
    int release;
    if (!ul_nvrtc_release_asked(where, &release, why))
        return false;
    nvrtc = ul_nvrtc_open(release, 0, &reason);
    return nvrtc ||
           ul_fail(why, "%s%s", strncmp(reason.text, "no ", 3) ? "no emulated GPU: " : "", reason.text);
}

/* Beside the program, or where it is installed. */
static char *library_path(void)
{
    static const char *const places[] = {"", "../lib/ulparity/"};
    char program[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program);
    while (length > 0 && program[length - 1] != '/')
        length--;
    for (size_t k = 0; k < sizeof places / sizeof *places && length > 0; k++) {
        char *path = ul_format("%.*s%slibulparity-llvm.so", (int)length, program, places[k]);
        if (!access(path, R_OK))
            return path;
        free(path);
    }
    return NULL;
}

static bool open_llvm(struct ul_line *why)
{
    char *path = library_path();
    if (!path)
        return ul_fail(why, "no LLVM: no libulparity-llvm.so beside the program; install llvm-16-dev and "
                            "clang-16 (or a later pair) and build again");
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    free(path);
    llvm = library ? dlsym(library, "ul_llvm") : NULL;
    return llvm || ul_fail(why, "no LLVM: %s", dlerror());
}

static bool emulated_open(const char *where, struct ul_line *why)
{
    snprintf(id, sizeof id, "cuda:emulated%s%s", *where ? "@" : "", where);
    return check_processor(why) && open_nvrtc(where, why) && open_llvm(why);
}

static int emulated_count(void)
{
    return 1;
}

static bool emulated_describe(int device, struct ul_device *out, struct ul_line *why)
{
    (void)why;
    *out = (struct ul_device){.platform = "CUDA",
                              .words = "cuda emulated",
                              .hardware = "cpu",
                              .is_cpu = true,
                              .emulated = true,
                              .has_half = true,
                              .has_double = true,
                              .arch = ul_nvrtc_default_arch(nvrtc),
                              .units = ul_processors()};
    char processor[64];
    ul_processor_name(processor, sizeof processor);
    snprintf(out->id, sizeof out->id, "%s", id);
    snprintf(out->name, sizeof out->name, "emulated GPU on %s", processor);
    snprintf(out->driver, sizeof out->driver, "LLVM %d", llvm->version);
    ul_nvrtc_describe(ul_nvrtc_release(nvrtc), out);
    return device == 0;
}

static struct ul_backend_session *emulated_attach(int device, struct ul_line *why)
{
    (void)device, (void)why;
    struct ul_backend_session *s = ul_alloc(sizeof *s);
    s->threads = ul_processors();
    return s;
}

static void emulated_detach(struct ul_backend_session *s)
{
    free(s);
}

/* --- From CUDA C++ to PTX --------------------------------------------------------------------------- */

/* "--gpu-architecture=sm_80" as "...=compute_80": machine code would be compiled for nothing. */
static char *virtual_flags(const char *flags)
{
    static const char real[] = "=sm_";
    struct ul_text t = {0};
    const char *at;
    ul_text_put(&t, "", 0);
    for (; (at = strstr(flags, real)); flags = at + sizeof real - 1)
        ul_text_add(&t, "%.*s=compute_", (int)(at - flags), flags);
    ul_text_add(&t, "%s", flags);
    return t.data;
}

/* Of what NVRTC compiles: its library and headers lie together, and are replaced together. */
static char *ptx_name(const char *text, const char *flags)
{
    struct ul_text content = {0};
    struct stat st = {0};
    stat(ul_nvrtc_path(nvrtc), &st);
    ul_text_add(&content, "%s\n%lld %lld\n%s\n%s", ul_nvrtc_path(nvrtc), (long long)st.st_size,
                (long long)st.st_mtime, flags, text);
    return ul_cache_name("ptx", &content);
}

/* Where a real architecture is named, its code is kept for the GPUs that have it: PTX and it are of one
 * run. */
static bool make_ptx(const char *text, const char *given, struct ul_text *ptx, struct ul_text *log,
                     struct ul_line *why)
{
    const int release = ul_nvrtc_release(nvrtc), arch = ul_nvrtc_default_arch(nvrtc);
    char *flags = virtual_flags(given), *name = ptx_name(text, flags);
    bool wanted = ul_code_cache_wants(release, text, given);
    bool ok = !wanted && ul_cache_read(name, ptx);
    if (!ok) {
        struct ul_text code = {0};
        ok = ul_nvrtc_compile_ptx(nvrtc, text, arch, wanted ? given : flags, ptx, wanted ? &code : NULL, log,
                                  why);
        if (ok && code.length)
            ul_code_cache_put(release, arch, text, given, &code);
        if (ok)
            ul_cache_write(name, ptx->data, ptx->length);
        ul_text_free(&code);
    }
    free(name);
    free(flags);
    return ok;
}

/* --- From PTX to native code ------------------------------------------------------------------------ */

/* Names the instruction whose function the runtime lacks. */
static bool fail_unknown(const struct ul_ptx_translation *t, const char *unknown, struct ul_line *why)
{
    for (int k = 0; k < t->uses; k++)
        if (!strcmp(t->use[k].function, unknown))
            return ul_ptx_fail(why, t->use[k].line, "unknown instruction '%s'", t->use[k].opcode);
    return ul_fail(why, "unknown function %s", unknown);
}

static char *object_name(const struct ul_ptx_translation *t)
{
    struct ul_text content = {0};
    ul_text_add(&content, "LLVM %d, runtime %s\n", llvm->version, llvm->runtime);
    ul_processor_text(&content);
    ul_text_add(&content, "%s", t->ir.data);
    return ul_cache_name("emulated", &content);
}

static bool make_object(const struct ul_ptx_translation *t, struct ul_text *object, struct ul_line *why)
{
    char *name = object_name(t), *unknown = NULL;
    bool ok = ul_cache_read(name, object);
    if (!ok) {
        ok = llvm->compile(t->ir.data, t->ir.length, object, &unknown, why);
        if (ok)
            ul_cache_write(name, object->data, object->length);
        else if (unknown)
            fail_unknown(t, unknown, why);
    }
    free(unknown);
    free(name);
    return ok;
}

static bool translate(const struct ul_text *ptx, bool fmad, struct ul_text *object, struct ul_line *why)
{
    struct ul_ptx_translation t = {0};
    size_t length = strnlen(ptx->data, ptx->length); /* NVRTC counts the NUL */
    struct ul_ptx_module *m = ul_ptx_parse(ptx->data, length, why);
    bool ok =
        m && ul_ptx_contract(m, fmad, why) && ul_ptx_translate(m, &t, why) && make_object(&t, object, why);
    ul_text_free(&t.ir);
    ul_ptx_free(m);
    return ok;
}

static struct ul_backend_program *load(const struct ul_text *object, struct ul_line *why)
{
    struct ul_llvm_code *code = llvm->load(object->data, object->length, why);
    if (!code)
        return NULL;
    struct ul_backend_program *p = ul_alloc(sizeof *p);
    p->code = code;
    return p;
}

static struct ul_backend_program *emulated_build(struct ul_backend_session *s, const char *text,
                                                 const char *flags, struct ul_text *log, struct ul_line *why)
{
    (void)s;
    struct ul_text ptx = {0}, object = {0};
    struct ul_line reason = {""};
    struct ul_backend_program *p = NULL;
    if (make_ptx(text, flags, &ptx, log, why)) {
        p = translate(&ptx, ul_flags_fuse(flags), &object, &reason) ? load(&object, &reason) : NULL;
        if (!p)
            ul_fail(why, "PTX, %s", reason.text);
    }
    ul_text_free(&ptx);
    ul_text_free(&object);
    return p;
}

static void emulated_release(struct ul_backend_session *s, struct ul_backend_program *p)
{
    (void)s;
    llvm->release(p->code);
    free(p);
}

/* --- Run -------------------------------------------------------------------------------------------- */

static bool emulated_run(struct ul_backend_session *s, struct ul_backend_program *p,
                         const struct ul_launch *l, struct ul_line *why)
{
    void *kernel = llvm->symbol(p->code, l->kernel);
    if (!kernel)
        return ul_fail(why, "no kernel '%s'", l->kernel);
    ul_launch_share(kernel, l, s->threads);
    return true;
}

const struct ul_backend ul_backend_emulated = {
    .name = "emulated",
    .api = "cuda",
    .prelude = "cuda/prelude.cuh",
    .pairs = "cuda/pairs.cuh",
    .scout = "cuda/scout.cuh",
    .open = emulated_open,
    .count = emulated_count,
    .describe = emulated_describe,
    .attach = emulated_attach,
    .build = emulated_build,
    .run = emulated_run,
    .release = emulated_release,
    .detach = emulated_detach,
};
