/* Workers: child processes that call the drivers, so that the parent never does. A worker serves one
 * vendor (one .icd file, CUDA, or the host's compiler); it is this program, started by posix_spawn with
 * "--worker BACKEND WHERE", spoken with over a socket on a descriptor of its own; bulk data pass through
 * shared memory. What a driver prints goes to the worker's log file, kept for reasons. */
#ifndef UL_WORKER_H
#define UL_WORKER_H

#include "common/backend.h"

enum { UL_WORKER_SLOTS = 2 };

struct ul_worker;

/* Starts a worker and opens its backend. NULL with a reason: the API is absent, or it crashed ("signal 11
 * while opening /etc/OpenCL/vendors/x.icd"). `timeout` in seconds holds for every later call. */
struct ul_worker *ul_worker_start(const char *backend, const char *where, double timeout,
                                  struct ul_line *why);
void ul_worker_stop(struct ul_worker *w);

int ul_worker_count(struct ul_worker *w);
bool ul_worker_describe(struct ul_worker *w, int device, struct ul_device *out, struct ul_line *why);
/* Attaches to a device and maps shared memory: each slot gets `in_bytes` and `out_bytes`. */
bool ul_worker_attach(struct ul_worker *w, int device, size_t in_bytes, size_t out_bytes,
                      struct ul_line *why);

/* What failed, as records tell it apart. UL_WORKER_LOST: the process died or hung; only stop is left. */
enum ul_worker_result { UL_WORKER_OK, UL_WORKER_FAILED, UL_WORKER_LOST };

/* *program is a handle, valid until stop; `log` gets the compiler's whole output on failure. */
enum ul_worker_result ul_worker_build(struct ul_worker *w, const char *text, const char *flags, int *program,
                                      struct ul_text *log, struct ul_line *why);

/* The slot's shared memory: fill `in`, post, wait, read `out`. Posting to both slots lets the device work
 * on one while the parent reads the other. Several kernels may be posted to a slot, over the same `in`; wait
 * is for all of them. None of these is to take much longer than the one before it, in CPU time: the process
 * has hung then, long before the timeout. */
void *ul_worker_in(struct ul_worker *w, int slot);
void *ul_worker_out(struct ul_worker *w, int slot);
/* `launch->in` and `->out` are ignored (the slot's memory is meant); in_bytes, out_bytes and out_at count. */
enum ul_worker_result ul_worker_post(struct ul_worker *w, int slot, int program,
                                     const struct ul_launch *launch, struct ul_line *why);
enum ul_worker_result ul_worker_wait(struct ul_worker *w, int slot, struct ul_line *why);

/* What posix_spawn starts: /proc/self/exe, whose main must call ul_worker_main when argv[1] is "--worker". */
extern const char *ul_worker_program;

/* The child's side: never returns to main's caller but with an exit status. */
int ul_worker_main(int argc, char **argv);

#endif
