#include "host_compiler.h"
#include "common/backend.h"
#include "common/cache.h"
#include "common/machine.h"
#include "common/process.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* -fno-builtin: a call of expf, sqrtf or fmaf in the text is the libm's, never folded, never an instruction.
 * No -ffast-math, so no vectors of libmvec either. Where the dialect wants an instruction it writes
 * __builtin_. */
static const char default_flags[] =
    "-O3 -march=native -fPIC -shared -pipe -fno-builtin -fno-math-errno"
    " -D_GNU_SOURCE -Werror=implicit-function-declaration -Werror=return-type";

static const char *compiler(void)
{
    const char *cc = getenv("CC");
    return cc && cc[0] ? cc : "cc";
}

/* Splits at blanks, in place. */
static char **split(char *text)
{
    char **words = ul_alloc((strlen(text) / 2 + 2) * sizeof *words), *save = NULL;
    int n = 0;
    for (char *w = strtok_r(text, " \t\n", &save); w; w = strtok_r(NULL, " \t\n", &save))
        words[n++] = w;
    return words;
}

/* Runs a command line with `input` on its stdin; what it prints goes to `output`. Status as of waitpid; -1:
 * it could not be started, errno says why. */
static int run_command(const char *line, const char *input, struct ul_text *output)
{
    char *words = ul_strdup(line), **argv = split(words);
    const int status = ul_process_run(argv, input, strlen(input), true, output), error = errno;
    free(argv);
    free(words);
    errno = error;
    return status;
}

bool ul_host_compiler_version(char *out, size_t room, struct ul_line *why)
{
    static const char probe[] = "#ifdef __clang__\n"
                                "clang __clang_major__ __clang_minor__ __clang_patchlevel__\n"
                                "#else\n"
                                "gcc __GNUC__ __GNUC_MINOR__ __GNUC_PATCHLEVEL__\n"
                                "#endif\n";
    struct ul_text said = {0};
    char name[16];
    int major, minor, patch;
    char *line = ul_format("%s -E -P -x c -", compiler());
    bool ran = run_command(line, probe, &said) == 0 && said.data &&
               sscanf(said.data, "%15s %d %d %d", name, &major, &minor, &patch) == 4;
    free(line);
    ul_text_free(&said);
    if (!ran)
        return ul_fail(why, "no C compiler: '%s' does not run; set CC to gcc or clang", compiler());
    snprintf(out, room, "%s %d.%d.%d", name, major, minor, patch);
    return true;
}

static char *object_name(const char *command, const char *text, struct ul_line *why)
{
    struct ul_text content = {0};
    char version[128];
    if (!ul_host_compiler_version(version, sizeof version, why))
        return NULL;
    ul_text_add(&content, "%s\n%s\n", version, command);
    ul_processor_text(&content); /* what -march=native depends on */
    ul_text_add(&content, "%s", text);
    return ul_cache_name("host", &content);
}

static bool compile_to(const char *path, const char *command, const char *text, struct ul_text *log,
                       struct ul_line *why)
{
    char *line = ul_format("%s -o %s", command, path);
    const int status = run_command(line, text, log);
    if (status > 0 && log->data)
        ul_first_error(log->data, why);
    else if (status > 0)
        ul_fail(why, "%s failed without a word", compiler());
    else if (status < 0)
        ul_fail(why, "%s: %s", compiler(), strerror(errno));
    free(line);
    return status == 0;
}

static void keep(const char *name, const char *path)
{
    struct ul_text object = {0};
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return;
    ul_text_put_file(&object, fd);
    close(fd);
    ul_cache_write(name, object.data, object.length);
    ul_text_free(&object);
}

static bool write_to(const char *path, const struct ul_text *object, struct ul_line *why)
{
    const int fd = open(path, O_WRONLY | O_CLOEXEC);
    const bool ok = fd >= 0 && write(fd, object->data, object->length) == (ssize_t)object->length;
    if (!ok)
        ul_fail(why, "%s: %s", path, strerror(errno));
    if (fd >= 0)
        close(fd);
    return ok;
}

/* What is kept is checked when it is read, so it is loaded from a file of our own. */
char *ul_host_compile(const char *text, const char *flags, struct ul_text *log, struct ul_line *why)
{
    char *command = ul_format("%s %s %s -x c - -lm", compiler(), default_flags, flags);
    char *name = object_name(command, text, why), *path = name ? ul_cache_path(name, why) : NULL;
    char *own = path ? ul_cache_own(path) : NULL;
    struct ul_text object = {0};
    bool ok = own || (path && ul_fail(why, "%s: %s", path, strerror(errno)));
    if (ok && ul_cache_read(name, &object))
        ok = write_to(own, &object, why);
    else if (ok && (ok = compile_to(own, command, text, log, why)))
        keep(name, own);
    if (own && !ok) {
        unlink(own);
        free(own);
        own = NULL;
    }
    ul_text_free(&object);
    free(path);
    free(name);
    free(command);
    return own;
}
