#include "common/launch.h"
#include "common/machine.h"
#include "host_compiler.h"
#include <dlfcn.h>
#include <gnu/libc-version.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct ul_backend_session {
    int threads;
};

struct ul_backend_program {
    void *library;
};

static char compiler_version[128];

static bool host_open(const char *where, struct ul_line *why)
{
    (void)where;
    return ul_host_compiler_version(compiler_version, sizeof compiler_version, why);
}

static int host_count(void)
{
    return 1;
}

static bool host_describe(int device, struct ul_device *out, struct ul_line *why)
{
    (void)why;
    *out = (struct ul_device){.id = "host",
                              .platform = "host",
                              .words = "host",
                              .hardware = "cpu",
                              .version = "C17",
                              .is_cpu = true,
                              .has_double = true,
                              .units = ul_processors()};
    snprintf(out->driver, sizeof out->driver, "glibc %s", gnu_get_libc_version());
    snprintf(out->compiler, sizeof out->compiler, "%s", compiler_version);
    ul_processor_name(out->name, sizeof out->name);
    return device == 0;
}

static struct ul_backend_session *host_attach(int device, struct ul_line *why)
{
    (void)device, (void)why;
    struct ul_backend_session *s = ul_alloc(sizeof *s);
    s->threads = ul_processors();
    return s;
}

static struct ul_backend_program *host_build(struct ul_backend_session *s, const char *text,
                                             const char *flags, struct ul_text *log, struct ul_line *why)
{
    (void)s;
    char *path = ul_host_compile(text, flags, log, why);
    void *library = path ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
    if (path && !library) {
        const char *message = dlerror();
        ul_text_add(log, "%s\n", message);
        ul_fail(why, "%s", message);
    }
    if (path)
        unlink(path);
    free(path);
    if (!library)
        return NULL;
    struct ul_backend_program *p = ul_alloc(sizeof *p);
    p->library = library;
    return p;
}

static bool host_run(struct ul_backend_session *s, struct ul_backend_program *p, const struct ul_launch *l,
                     struct ul_line *why)
{
    void *kernel = dlsym(p->library, l->kernel);
    if (!kernel)
        return ul_fail(why, "%s", dlerror());
    ul_launch_share(kernel, l, s->threads);
    return true;
}

static void host_release(struct ul_backend_session *s, struct ul_backend_program *p)
{
    (void)s;
    dlclose(p->library);
    free(p);
}

static void host_detach(struct ul_backend_session *s)
{
    free(s);
}

const struct ul_backend ul_backend_host = {
    .name = "host",
    .api = "host",
    .prelude = "host/prelude.h",
    .open = host_open,
    .count = host_count,
    .describe = host_describe,
    .attach = host_attach,
    .build = host_build,
    .run = host_run,
    .release = host_release,
    .detach = host_detach,
};
