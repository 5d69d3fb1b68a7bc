/* Counting as a backend, without a GPU: NVRTC compiles to a cubin, nvdisasm tells its instructions. A
 * program's "kernels" are its functions, and running one gives what it costs: a struct ul_counted. It is
 * no device, and stands in no list of them: `cost` asks for it by name. */
#include "counter.h"
#include "common/backend.h"
#include "disassembler.h"
#include "nvrtc.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct ul_backend_session {
    char unused;
};

struct ul_backend_program {
    struct ul_sass *sass;
    struct ul_text ptx;
};

/* One worker process, one thread. */
static struct ul_nvrtc *nvrtc;
static struct ul_disassembler disassembler;

static bool counter_open(const char *where, struct ul_line *why)
{
    int release;
    if (!ul_nvrtc_release_asked(where, &release, why))
        return false;
    nvrtc = ul_nvrtc_open(release, 0, why);
    return nvrtc && ul_disassembler_open(&disassembler, why);
}

static int counter_count(void)
{
    return 1;
}

/* Its words are the architectures that it compiles for. */
static bool counter_describe(int device, struct ul_device *out, struct ul_line *why)
{
    struct ul_text archs = {0};
    (void)device, (void)why;
    *out = (struct ul_device){.id = "cuda",
                              .platform = "CUDA",
                              .hardware = "cpu",
                              .has_half = true,
                              .has_double = true,
                              .arch = ul_nvrtc_default_arch(nvrtc)};
    snprintf(out->name, sizeof out->name, "no device");
    snprintf(out->driver, sizeof out->driver, "nvdisasm %s", disassembler.version);
    ul_nvrtc_describe(ul_nvrtc_release(nvrtc), out);
    ul_nvrtc_archs(nvrtc, &archs);
    snprintf(out->words, sizeof out->words, "%s", archs.data ? archs.data : "");
    ul_text_free(&archs);
    return true;
}

static struct ul_backend_session *counter_attach(int device, struct ul_line *why)
{
    (void)device, (void)why;
    return ul_alloc(sizeof(struct ul_backend_session));
}

static void counter_detach(struct ul_backend_session *s)
{
    free(s);
}

/* A function that nothing calls stays only in code that is still to be linked; its arguments and result are
 * where a call has them. */
static bool compile(const char *text, const char *flags, struct ul_text *ptx, struct ul_text *cubin,
                    struct ul_text *log, struct ul_line *why)
{
    char *with = ul_format("--relocatable-device-code=true %s", flags),
         *whole = ul_format("#define UL_CALLABLE extern \"C\" __device__\n%s", text);
    const bool ok =
        ul_nvrtc_compile_ptx(nvrtc, whole, ul_nvrtc_default_arch(nvrtc), with, ptx, cubin, log, why) &&
        (cubin->length || ul_fail(why, "NVRTC gave no cubin"));
    free(whole);
    free(with);
    return ok;
}

static struct ul_backend_program *counter_build(struct ul_backend_session *s, const char *text,
                                                const char *flags, struct ul_text *log, struct ul_line *why)
{
    struct ul_text ptx = {0}, cubin = {0}, code = {0};
    struct ul_line reason = {""};
    struct ul_sass *sass = NULL;
    (void)s;
    if (compile(text, flags, &ptx, &cubin, log, why) && ul_disassemble(&disassembler, &cubin, &code, why)) {
        sass = ul_sass_parse(code.data, &reason);
        if (!sass)
            ul_fail(why, "nvdisasm's text, %s", reason.text);
    }
    ul_text_free(&cubin);
    ul_text_free(&code);
    if (!sass) {
        ul_text_free(&ptx);
        return NULL;
    }
    struct ul_backend_program *p = ul_alloc(sizeof *p);
    p->sass = sass;
    p->ptx = ptx;
    return p;
}

static void counter_release(struct ul_backend_session *s, struct ul_backend_program *p)
{
    (void)s;
    ul_sass_free(p->sass);
    ul_text_free(&p->ptx);
    free(p);
}

static bool counter_run(struct ul_backend_session *s, struct ul_backend_program *p, const struct ul_launch *l,
                        struct ul_line *why)
{
    struct ul_counted counted;
    (void)s;
    if (l->out_bytes != sizeof counted)
        return ul_fail(why, "a count takes %zu bytes, not %zu", sizeof counted, l->out_bytes);
    memset(&counted, 0, sizeof counted);
    if (!ul_sass_count(p->sass, l->kernel, &counted.count, why) ||
        !ul_ptx_key(p->ptx.data, l->kernel, &counted.key, why))
        return false;
    memcpy(l->out, &counted, sizeof counted);
    return true;
}

const struct ul_backend ul_backend_counter = {
    .name = "counter",
    .api = "cuda",
    .prelude = "cuda/prelude.cuh",
    .open = counter_open,
    .count = counter_count,
    .describe = counter_describe,
    .attach = counter_attach,
    .build = counter_build,
    .run = counter_run,
    .release = counter_release,
    .detach = counter_detach,
};
