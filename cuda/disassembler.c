#include "disassembler.h"
#include "common/cache.h"
#include "common/process.h"
#include "places.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

/* --- Running it ------------------------------------------------------------------------------------- */

/* What it prints on stdout; stderr is this process's. */
static bool run(char *const argv[], const struct ul_text *input, struct ul_text *out, struct ul_line *why)
{
    const int status = ul_process_run(argv, input->data, input->length, false, out);
    if (status < 0)
        return ul_fail(why, "%s: %s", argv[0], strerror(errno));
    if (WIFSIGNALED(status))
        return ul_fail(why, "%s: signal %d", argv[0], WTERMSIG(status));
    return (!WEXITSTATUS(status) && out->length) ||
           ul_fail(why, "%s: exit status %d%s", argv[0], WEXITSTATUS(status),
                   WEXITSTATUS(status) ? "" : ", without a text");
}

/* --- Finding it ------------------------------------------------------------------------------------- */

/* In this order, after the one that cuda-release fetched, which is newer than most toolkits' and so reads
 * more. */
static const char *const places[] = {
    "$CUDA_HOME/bin/nvdisasm",
    "$CUDA_PATH/bin/nvdisasm",
    "$PATH/nvdisasm",
    "/usr/local/cuda/bin/nvdisasm",
    "/usr/local/cuda-*/bin/nvdisasm",
    "/opt/cuda/bin/nvdisasm",
    "$CONDA_PREFIX/bin/nvdisasm",
    "$VIRTUAL_ENV/lib/python3*/site-packages/nvidia/*/bin/nvdisasm",
    "$HOME/.local/lib/python3*/site-packages/nvidia/*/bin/nvdisasm",
};

/* Adds it if it runs and tells its release: "Cuda compilation tools, release 13.5, V13.5.37". True: there is
 * no room for more. */
static bool try_program(const char *path, void *context)
{
    struct ul_disassembler *d = context;
    struct ul_text said = {0};
    char version[sizeof d->version] = "";
    char *argv[] = {(char *)path, (char *)"--version", NULL};
    const char *release = run(argv, &(struct ul_text){0}, &said, NULL) ? strstr(said.data, "release ") : NULL;
    if (release && sscanf(release, "release %15[0-9.]", version) == 1) {
        if (!d->programs)
            strcpy(d->version, version);
        d->path[d->programs++] = ul_strdup(path);
    }
    ul_text_free(&said);
    return d->programs == UL_DISASSEMBLERS;
}

bool ul_disassembler_open(struct ul_disassembler *d, struct ul_line *why)
{
    *d = (struct ul_disassembler){0};
    char *fetched = ul_cache_path("cuda/nvdisasm/nvidia/*/bin/nvdisasm", NULL);
    bool full = fetched && ul_place_visit(fetched, try_program, d);
    free(fetched);
    for (size_t k = 0; k < sizeof places / sizeof *places && !full; k++)
        full = ul_place_visit(places[k], try_program, d);
    return d->programs ||
           ul_fail(why, "no nvdisasm here: it comes with a CUDA toolkit (CUDA_HOME says where), and "
                        "conformance/cuda-release 13.0 fetches it with a release");
}

void ul_disassembler_close(struct ul_disassembler *d)
{
    while (d->programs)
        free(d->path[--d->programs]);
    *d = (struct ul_disassembler){0};
}

/* --- Disassembling ---------------------------------------------------------------------------------- */

bool ul_disassemble(const struct ul_disassembler *d, const struct ul_text *cubin, struct ul_text *out,
                    struct ul_line *why)
{
    static char code[] = "-c", name[] = "/proc/self/fd/0"; /* it opens a file of a name */
    bool ok = false;
    for (int k = 0; k < d->programs && !ok; k++) {
        ul_text_free(out);
        ok = run((char *[]){d->path[k], code, name, NULL}, cubin, out, why);
    }
    return ok;
}
