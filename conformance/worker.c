#include "worker.h"
#include "backends.h"
#include "common/machine.h"
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

const char *ul_worker_program = "/proc/self/exe";

/* The child's descriptors; its 1 and 2 are the log. The parent keeps its own ends above them. */
enum { CHILD_SOCKET = 3, CHILD_MEMORY = 4, FIRST_OWN_DESCRIPTOR = 8 };
enum { KERNEL_ROOM = 64, PAGE = 4096, STOP_SECONDS = 2 };
/* What a launch beside another of its slot may take: so many times the other's CPU time, and these seconds.
 * PoCL's vectors of all widths took at most 3.1 times that of numbers, and 0.6 s for 2^20 inputs. */
enum { BESIDE_TIMES = 10, BESIDE_SECONDS = 1, LOOK_MILLISECONDS = 50 };

enum operation { OPEN, DESCRIBE, ATTACH, BUILD, RUN };

/* Both sides are the same program, so structs cross as they are. Text and flags follow a request, the
 * compiler's log a reply. */
struct request {
    enum operation operation;
    int device, program, slot;
    size_t in_room, out_room; /* ATTACH: bytes of each slot */
    struct ul_launch launch;  /* RUN: its pointers mean nothing */
    char kernel[KERNEL_ROOM];
    size_t text_length, flags_length;
};

struct reply {
    enum operation operation;
    int slot;
    bool ok;
    int value;  /* OPEN: devices; BUILD: the program's handle */
    double cpu; /* RUN: CPU seconds of the process */
    struct ul_device device;
    struct ul_line why;
    size_t log_length;
};

/* ------------------------------------------------------------------ what both sides need */

/* Where a slot's arrays lie in the shared memory. */
static size_t page_up(size_t bytes)
{
    return (bytes + PAGE - 1) / PAGE * PAGE;
}

static size_t slot_bytes(size_t in_room, size_t out_room)
{
    return page_up(in_room) + page_up(out_room);
}

static unsigned char *map_memory(int fd, size_t in_room, size_t out_room, struct ul_line *why)
{
    size_t bytes = UL_WORKER_SLOTS * slot_bytes(in_room, out_room);
    void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (p == MAP_FAILED) {
        ul_fail(why, "shared memory of %zu bytes: %s", bytes, strerror(errno));
        return NULL;
    }
    return p;
}

/* ------------------------------------------------------------------ the parent's side */

struct slot {
    bool busy;  /* until it is waited for */
    int posted; /* launches that were not answered */
    bool failed;
    struct ul_line why; /* of the first that failed */
};

struct ul_worker {
    pid_t pid;
    int socket, memory, log;
    double timeout;
    double cpu_end; /* the process has hung when it has used so many CPU seconds; INFINITY: no matter */
    int count;
    unsigned char *base;
    size_t in_room, out_room;
    struct slot slot[UL_WORKER_SLOTS];
    char doing[160]; /* "building", for reasons */
    off_t log_seen;  /* the log's length when that began */
    bool lost;
    struct ul_line epitaph; /* why it was lost */
};

/* The last line that the worker's drivers printed since `from`, or "". */
static void last_line(int log, off_t from, char *out, size_t room)
{
    char tail[512];
    out[0] = 0;
    off_t end = lseek(log, 0, SEEK_END), start = end - (off_t)sizeof tail + 1;
    if (start < from)
        start = from;
    ssize_t n = end > start ? pread(log, tail, (size_t)(end - start), start) : 0;
    while (n > 0 && (tail[n - 1] == '\n' || tail[n - 1] == ' '))
        n--;
    if (n <= 0)
        return;
    tail[n] = 0;
    const char *line = strrchr(tail, '\n');
    line = line ? line + 1 : tail;
    snprintf(out, room, "%.*s", (int)room - 1, line);
}

/* Waits for the process to end, kills it and what it started if it does not, and gives its status. */
static int reap(struct ul_worker *w, double patience)
{
    int status = 0;
    double end = ul_seconds() + patience;
    while (waitpid(w->pid, &status, WNOHANG) == 0) {
        if (ul_seconds() >= end)
            kill(-w->pid, SIGKILL);
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    kill(-w->pid, SIGKILL); /* a compiler that it may have left behind */
    return status;
}

/* CPU seconds that the process has used; 0 if it has gone. */
static double cpu_used(const struct ul_worker *w)
{
    clockid_t clock;
    struct timespec t;
    if (clock_getcpuclockid(w->pid, &clock) || clock_gettime(clock, &t))
        return 0;
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The process has gone, or hangs: ends it and says how. */
static enum ul_worker_result bury(struct ul_worker *w, bool hung, struct ul_line *why)
{
    if (!w->lost) {
        char cause[128], said[256];
        const bool beside = hung && cpu_used(w) >= w->cpu_end;
        int status = reap(w, hung ? 0 : STOP_SECONDS);
        if (beside)
            snprintf(cause, sizeof cause, "hung (over %d times the CPU time of the launch before it)",
                     BESIDE_TIMES);
        else if (hung)
            snprintf(cause, sizeof cause, "timed out after %g s", w->timeout);
        else if (WIFSIGNALED(status))
            snprintf(cause, sizeof cause, "killed by signal %d (%s)", WTERMSIG(status),
                     strsignal(WTERMSIG(status)));
        else
            snprintf(cause, sizeof cause, "exited with status %d", WEXITSTATUS(status));
        last_line(w->log, 0, said, sizeof said);
        ul_fail(&w->epitaph, "%s while %s%s%s", cause, w->doing, said[0] ? ": " : "", said);
        w->lost = true;
    }
    ul_fail(why, "%s", w->epitaph.text);
    return UL_WORKER_LOST;
}

/* Moves `bytes` through the socket in either direction. False: end of file, or no
 * progress in time (*hung). */
static bool transfer(struct ul_worker *w, bool sending, void *data, size_t bytes, bool *hung)
{
    unsigned char *p = data;
    double end = ul_seconds() + w->timeout;
    while (bytes) {
        struct pollfd f = {.fd = w->socket, .events = sending ? POLLOUT : POLLIN};
        double left = end - ul_seconds();
        const double look = isfinite(w->cpu_end) ? 1e-3 * LOOK_MILLISECONDS : left;
        int ready = left > 0 ? poll(&f, 1, (int)((look < left ? look : left) * 1000) + 1) : 0;
        if (ready == 0 && (ul_seconds() >= end || cpu_used(w) >= w->cpu_end))
            return *hung = true, false;
        if (ready == 0 || (ready < 0 && errno == EINTR))
            continue;
        ssize_t n = sending ? send(w->socket, p, bytes, MSG_NOSIGNAL | MSG_DONTWAIT)
                            : recv(w->socket, p, bytes, MSG_DONTWAIT);
        if (n < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (n <= 0)
            return false;
        p += n;
        bytes -= (size_t)n;
    }
    return true;
}

static void describe_request(struct ul_worker *w, const struct request *q)
{
    static const char *const words[] = {[OPEN] = "opening",
                                        [DESCRIBE] = "describing the device",
                                        [ATTACH] = "attaching",
                                        [BUILD] = "building",
                                        [RUN] = "running"};
    snprintf(w->doing, sizeof w->doing, "%s%s%s", words[q->operation], q->kernel[0] ? " " : "", q->kernel);
    w->log_seen = lseek(w->log, 0, SEEK_END);
}

static enum ul_worker_result request(struct ul_worker *w, struct request *q, const char *text,
                                     const char *flags, struct ul_line *why)
{
    bool hung = false;
    if (w->lost)
        return bury(w, false, why);
    q->text_length = text ? strlen(text) : 0;
    q->flags_length = flags ? strlen(flags) : 0;
    describe_request(w, q);
    if (transfer(w, true, q, sizeof *q, &hung) && transfer(w, true, (void *)text, q->text_length, &hung) &&
        transfer(w, true, (void *)flags, q->flags_length, &hung))
        return UL_WORKER_OK;
    return bury(w, hung, why);
}

/* Reads one reply and its log; a run's is filed with its slot. */
static enum ul_worker_result receive(struct ul_worker *w, struct reply *r, struct ul_text *log,
                                     struct ul_line *why)
{
    bool hung = false;
    if (w->lost)
        return bury(w, false, why);
    if (!transfer(w, false, r, sizeof *r, &hung))
        return bury(w, hung, why);
    char *data = ul_alloc(r->log_length + 1);
    bool whole = transfer(w, false, data, r->log_length, &hung);
    if (whole && log)
        ul_text_put(log, data, r->log_length);
    free(data);
    if (!whole)
        return bury(w, hung, why);
    if (r->operation == RUN) {
        struct slot *s = &w->slot[r->slot];
        s->posted--;
        if (!r->ok && !s->failed)
            s->why = r->why;
        s->failed |= !r->ok;
    }
    return UL_WORKER_OK;
}

/* The reply to `operation`; replies of runs posted before come first. */
static enum ul_worker_result answer(struct ul_worker *w, enum operation operation, struct reply *r,
                                    struct ul_text *log, struct ul_line *why)
{
    enum ul_worker_result result;
    do
        result = receive(w, r, log, why);
    while (result == UL_WORKER_OK && r->operation != operation);
    if (result != UL_WORKER_OK || r->ok)
        return result;
    char said[256];
    last_line(w->log, w->log_seen, said, sizeof said);
    bool quote = said[0] && r->log_length == 0; /* what a driver printed instead of a log */
    ul_fail(why, "%s%s%s", r->why.text, quote ? ": " : "", quote ? said : "");
    return UL_WORKER_FAILED;
}

/* A descriptor of at least FIRST_OWN_DESCRIPTOR, so that dup2 in the child cannot overwrite it. */
static int keep(int fd)
{
    int high = fd < 0 ? -1 : fcntl(fd, F_DUPFD_CLOEXEC, FIRST_OWN_DESCRIPTOR);
    if (fd >= 0)
        close(fd);
    return high;
}

static int spawn(struct ul_worker *w, const char *backend, const char *where, int childs_socket)
{
    char *const argv[] = {(char *)"ulparity", (char *)"--worker", (char *)backend, (char *)where, NULL};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, w->log, 1);
    posix_spawn_file_actions_adddup2(&actions, w->log, 2);
    posix_spawn_file_actions_adddup2(&actions, childs_socket, CHILD_SOCKET);
    posix_spawn_file_actions_adddup2(&actions, w->memory, CHILD_MEMORY);
    /* A group of its own: what it starts is killed with it. Signals that this program waits for are its own.
     */
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
    int error = posix_spawn(&w->pid, ul_worker_program, &actions, &attributes, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return error;
}

static void forget(struct ul_worker *w)
{
    if (w->base)
        munmap(w->base, UL_WORKER_SLOTS * slot_bytes(w->in_room, w->out_room));
    close(w->socket);
    close(w->memory);
    close(w->log);
    free(w);
}

struct ul_worker *ul_worker_start(const char *backend, const char *where, double timeout, struct ul_line *why)
{
    struct ul_worker *w = ul_alloc(sizeof *w);
    int pair[2] = {-1, -1};
    struct reply opened;
    w->timeout = timeout;
    w->cpu_end = INFINITY;
    bool made = socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) == 0;
    w->socket = keep(pair[0]);
    int childs_socket = keep(pair[1]);
    w->memory = keep(memfd_create("ulparity memory", MFD_CLOEXEC));
    w->log = keep(memfd_create("ulparity log", MFD_CLOEXEC));
    made = made && w->socket >= 0 && childs_socket >= 0 && w->memory >= 0 && w->log >= 0;
    int error = made ? spawn(w, backend, where, childs_socket) : errno;
    close(childs_socket);
    if (error) {
        ul_fail(why, "cannot start a worker: %s", strerror(error));
        forget(w);
        return NULL;
    }
    snprintf(w->doing, sizeof w->doing, "opening %s", where[0] ? where : backend);
    if (answer(w, OPEN, &opened, NULL, why) != UL_WORKER_OK) {
        ul_worker_stop(w);
        return NULL;
    }
    w->count = opened.value;
    return w;
}

/* An end of file asks the worker to leave; one that a driver holds back is killed. */
void ul_worker_stop(struct ul_worker *w)
{
    if (!w)
        return;
    shutdown(w->socket, SHUT_RDWR);
    if (!w->lost)
        reap(w, STOP_SECONDS);
    forget(w);
}

int ul_worker_count(struct ul_worker *w)
{
    return w->count;
}

bool ul_worker_describe(struct ul_worker *w, int device, struct ul_device *out, struct ul_line *why)
{
    struct request q = {.operation = DESCRIBE, .device = device};
    struct reply r;
    if (request(w, &q, NULL, NULL, why) != UL_WORKER_OK || answer(w, DESCRIBE, &r, NULL, why) != UL_WORKER_OK)
        return false;
    *out = r.device;
    return true;
}

bool ul_worker_attach(struct ul_worker *w, int device, size_t in_bytes, size_t out_bytes, struct ul_line *why)
{
    struct request q = {.operation = ATTACH, .device = device, .in_room = in_bytes, .out_room = out_bytes};
    struct reply r;
    if (ftruncate(w->memory, (off_t)(UL_WORKER_SLOTS * slot_bytes(in_bytes, out_bytes))) != 0)
        return ul_fail(why, "shared memory: %s", strerror(errno));
    w->base = map_memory(w->memory, in_bytes, out_bytes, why);
    w->in_room = in_bytes;
    w->out_room = out_bytes;
    return w->base && request(w, &q, NULL, NULL, why) == UL_WORKER_OK &&
           answer(w, ATTACH, &r, NULL, why) == UL_WORKER_OK;
}

enum ul_worker_result ul_worker_build(struct ul_worker *w, const char *text, const char *flags, int *program,
                                      struct ul_text *log, struct ul_line *why)
{
    struct request q = {.operation = BUILD};
    struct reply r;
    enum ul_worker_result result = request(w, &q, text, flags, why);
    if (result == UL_WORKER_OK)
        result = answer(w, BUILD, &r, log, why);
    if (result == UL_WORKER_OK)
        *program = r.value;
    return result;
}

void *ul_worker_in(struct ul_worker *w, int slot)
{
    return w->base + (size_t)slot * slot_bytes(w->in_room, w->out_room);
}

void *ul_worker_out(struct ul_worker *w, int slot)
{
    return (unsigned char *)ul_worker_in(w, slot) + page_up(w->in_room);
}

enum ul_worker_result ul_worker_post(struct ul_worker *w, int slot, int program,
                                     const struct ul_launch *launch, struct ul_line *why)
{
    struct request q = {.operation = RUN, .program = program, .slot = slot, .launch = *launch};
    if (launch->in_bytes > w->in_room || launch->out_at + launch->out_bytes > w->out_room) {
        ul_fail(why, "%s: %zu bytes in and %zu out do not fit a slot of %zu and %zu", launch->kernel,
                launch->in_bytes, launch->out_at + launch->out_bytes, w->in_room, w->out_room);
        return UL_WORKER_FAILED;
    }
    snprintf(q.kernel, sizeof q.kernel, "%s", launch->kernel);
    w->slot[slot].busy = true;
    w->slot[slot].posted++;
    return request(w, &q, NULL, NULL, why);
}

enum ul_worker_result ul_worker_wait(struct ul_worker *w, int slot, struct ul_line *why)
{
    struct slot *s = &w->slot[slot];
    struct reply r;
    if (!s->busy) {
        ul_fail(why, "slot %d has no launch", slot);
        return UL_WORKER_FAILED;
    }
    while (s->posted) {
        enum ul_worker_result result = receive(w, &r, NULL, why);
        w->cpu_end = INFINITY;
        if (result != UL_WORKER_OK)
            return result;
        if (r.slot == slot)
            w->cpu_end = cpu_used(w) + BESIDE_SECONDS + BESIDE_TIMES * r.cpu;
    }
    w->cpu_end = INFINITY;
    bool failed = s->failed;
    s->busy = s->failed = false;
    if (failed)
        ul_fail(why, "%s", s->why.text);
    return failed ? UL_WORKER_FAILED : UL_WORKER_OK;
}

/* ------------------------------------------------------------------ the child's side */

struct child {
    const struct ul_backend *backend;
    struct ul_backend_session *session;
    int programs;
    struct ul_backend_program **program;
    unsigned char *base;
    size_t in_room, out_room;
};

static bool read_whole(void *data, size_t bytes)
{
    unsigned char *p = data;
    while (bytes) {
        ssize_t n = read(CHILD_SOCKET, p, bytes);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        p += n;
        bytes -= (size_t)n;
    }
    return true;
}

static bool send_whole(const void *data, size_t bytes)
{
    const unsigned char *p = data;
    while (bytes) {
        ssize_t n = send(CHILD_SOCKET, p, bytes, MSG_NOSIGNAL);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        p += n;
        bytes -= (size_t)n;
    }
    return true;
}

static void child_attach(struct child *c, const struct request *q, struct reply *r)
{
    c->in_room = q->in_room;
    c->out_room = q->out_room;
    c->base = map_memory(CHILD_MEMORY, q->in_room, q->out_room, &r->why);
    c->session = c->base ? c->backend->attach(q->device, &r->why) : NULL;
    r->ok = c->session != NULL;
}

static void child_build(struct child *c, const struct request *q, struct reply *r, struct ul_text *log)
{
    char *text = ul_alloc(q->text_length + 1), *flags = ul_alloc(q->flags_length + 1);
    if (!read_whole(text, q->text_length) || !read_whole(flags, q->flags_length)) {
        free(text);
        free(flags);
        return;
    }
    struct ul_backend_program *p = c->backend->build(c->session, text, flags, log, &r->why);
    free(text);
    free(flags);
    r->ok = p != NULL;
    if (!p)
        return;
    c->program = ul_realloc(c->program, (size_t)(c->programs + 1) * sizeof *c->program);
    c->program[c->programs] = p;
    r->value = c->programs++;
}

static void child_run(struct child *c, const struct request *q, struct reply *r)
{
    struct ul_launch l = q->launch;
    unsigned char *slot = c->base + (size_t)q->slot * slot_bytes(c->in_room, c->out_room);
    l.kernel = q->kernel;
    l.in = l.in_bytes ? slot : NULL;
    l.out = slot + page_up(c->in_room) + l.out_at;
    const double before = ul_cpu_seconds();
    r->ok = c->backend->run(c->session, c->program[q->program], &l, &r->why);
    r->cpu = ul_cpu_seconds() - before;
}

/* Serves one request; false when the parent is gone. */
static bool serve(struct child *c)
{
    struct request q;
    if (!read_whole(&q, sizeof q))
        return false;
    struct reply r = {.operation = q.operation, .slot = q.slot, .ok = true};
    struct ul_text log = {0};
    switch (q.operation) {
    case OPEN:
        break;
    case DESCRIBE:
        r.ok = c->backend->describe(q.device, &r.device, &r.why);
        break;
    case ATTACH:
        child_attach(c, &q, &r);
        break;
    case BUILD:
        child_build(c, &q, &r, &log);
        break;
    case RUN:
        child_run(c, &q, &r);
        break;
    }
    if (!r.ok)
        r.log_length = log.length;
    bool sent = send_whole(&r, sizeof r) && send_whole(log.data, r.log_length);
    ul_text_free(&log);
    return sent;
}

/* Ends a worker whose driver hangs when the parent has gone: the socket's other end closes. */
static void *watch_parent(void *unused)
{
    struct pollfd f = {.fd = CHILD_SOCKET, .events = POLLRDHUP};
    while (poll(&f, 1, -1) < 0 && errno == EINTR)
        ;
    nanosleep(&(struct timespec){.tv_sec = STOP_SECONDS}, NULL);
    _exit(3);
    return unused;
}

static void child_close(struct child *c)
{
    for (int i = 0; i < c->programs; i++)
        c->backend->release(c->session, c->program[i]);
    if (c->session)
        c->backend->detach(c->session);
    free(c->program);
}

int ul_worker_main(int argc, char **argv)
{
    struct child c = {.backend = argc == 4 ? ul_backend_find(argv[2]) : NULL};
    struct reply opened = {.operation = OPEN};
    pthread_t watcher;
    if (!c.backend) {
        fprintf(stderr, "ulparity: --worker is for the program's own use\n");
        return 2;
    }
    if (pthread_create(&watcher, NULL, watch_parent, NULL) == 0)
        pthread_detach(watcher);
    opened.ok = c.backend->open(argv[3], &opened.why);
    opened.value = opened.ok ? c.backend->count() : 0;
    if (send_whole(&opened, sizeof opened) && opened.ok)
        while (serve(&c))
            ;
    child_close(&c);
    fflush(NULL);
    return 0;
}
