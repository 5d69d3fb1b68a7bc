#include "process.h"
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static bool fill(int fd, const char *data, size_t bytes)
{
    while (bytes) {
        const ssize_t n = write(fd, data, bytes);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        data += n;
        bytes -= (size_t)n;
    }
    return lseek(fd, 0, SEEK_SET) == 0;
}

static int spawn_and_wait(char *const argv[], int in, int out, bool errors)
{
    posix_spawn_file_actions_t actions;
    pid_t pid;
    int status = -1;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
    if (errors)
        posix_spawn_file_actions_adddup2(&actions, out, STDERR_FILENO);
    errno = posix_spawnp(&pid, argv[0], &actions, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (errno)
        return -1;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    return status;
}

/* Files in memory instead of pipes: neither side can block the other. */
int ul_process_run(char *const argv[], const void *input, size_t bytes, bool errors, struct ul_text *out)
{
    const int in = memfd_create("input", MFD_CLOEXEC), print = memfd_create("output", MFD_CLOEXEC);
    int status = -1;
    if (in >= 0 && print >= 0 && fill(in, input, bytes)) {
        status = spawn_and_wait(argv, in, print, errors);
        const int error = errno;
        ul_text_put_file(out, print);
        errno = error;
    }
    if (in >= 0)
        close(in);
    if (print >= 0)
        close(print);
    return status;
}
