#include "disassembler.h"
#include "common/cache.h"
#include "places.h"
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* --- Running it ------------------------------------------------------------------------------------- */

static bool read_all(int fd, struct ul_text *out)
{
    char block[1 << 16];
    ssize_t n;
    while ((n = read(fd, block, sizeof block)) > 0 || (n < 0 && errno == EINTR))
        if (n > 0)
            ul_text_put(out, block, (size_t)n);
    return n == 0;
}

/* What it prints on stdout; stderr is this process's. */
static bool run(char *const argv[], struct ul_text *out, struct ul_line *why)
{
    int ends[2], status = 0;
    pid_t child;
    posix_spawn_file_actions_t actions;
    if (pipe2(ends, O_CLOEXEC))
        return ul_fail(why, "%s: %s", argv[0], strerror(errno));
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    const int error = posix_spawn(&child, argv[0], &actions, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    const bool whole = !error && read_all(ends[0], out);
    close(ends[0]);
    if (error)
        return ul_fail(why, "%s: %s", argv[0], strerror(error));
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    if (WIFSIGNALED(status))
        return ul_fail(why, "%s: signal %d", argv[0], WTERMSIG(status));
    return (whole && !WEXITSTATUS(status) && out->length) ||
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
    const char *release = run(argv, &said, NULL) ? strstr(said.data, "release ") : NULL;
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

/* The program opens a file of a name: this descriptor's, which it inherits. -1: there is none. */
static int file_of(const struct ul_text *content)
{
    int fd = memfd_create("cubin", 0);
    for (size_t at = 0; fd >= 0 && at < content->length;) {
        ssize_t n = write(fd, content->data + at, content->length - at);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) {
            close(fd);
            return -1;
        }
        at += (size_t)n;
    }
    return fd;
}

bool ul_disassemble(const struct ul_disassembler *d, const struct ul_text *cubin, struct ul_text *out,
                    struct ul_line *why)
{
    const int fd = file_of(cubin);
    if (fd < 0)
        return ul_fail(why, "nvdisasm: no room for its input: %s", strerror(errno));
    char *name = ul_format("/proc/self/fd/%d", fd);
    bool ok = false;
    for (int k = 0; k < d->programs && !ok; k++) {
        ul_text_free(out);
        ok = run((char *[]){d->path[k], (char *)"-c", name, NULL}, out, why);
    }
    free(name);
    close(fd);
    return ok;
}
