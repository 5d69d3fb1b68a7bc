/* A backend: one API (OpenCL, CUDA, host C) that compiles a text and runs its kernels over inputs.
 *
 * Everything here is called in a worker process, by one thread, in this order:
 *     open, count, describe..., attach, build..., run..., release..., detach.
 * false or NULL means that it failed and `why` holds one line for the record; open's begins with "no "
 * where the API is not installed. A hang or a crash is the parent's business. Every member is set.
 *
 * All kernels have one shape, whatever the function under test (see kernel.h):
 *     k(in, out, base, n, capacity)
 * in and out are byte buffers that hold arrays one after the other; a kernel treats n inputs. On the host,
 * whose threads share a launch, it is k(in, out, base, first, end, capacity): inputs first to end - 1. */
#ifndef UL_COMMON_BACKEND_H
#define UL_COMMON_BACKEND_H

#include <stdbool.h>
#include <stdint.h>
#include "text.h"
#include "type.h"

/* What is known of a device, all that judging and records need. Plain data: it crosses a pipe. */
struct ul_device {
    char id[32];        /* "opencl:0:0", "cuda:0", "host": as in -d, filled by the parent for opencl */
    char platform[128]; /* OpenCL: platform's name; else "CUDA", "host" */
    char words[256];    /* space-separated words by which -d opencl:WORD finds it, lower case */
    char name[128];
    char driver[128];
    char compiler[128]; /* "NVRTC 13.0", "gcc 12.2.0", or the platform's version */
    char version[128];  /* the API's version as the device states it */
    char hardware[64];  /* devices of one processor take turns: "cpu", or a GPU's PCI bus id or UUID */
    bool is_cpu;        /* device class: sizes of the default plan */
    bool simulator;     /* left out unless asked for (oclgrind) */
    bool emulated;      /* a CUDA device without a GPU */
    bool has_warps;     /* NVIDIA: 32 threads each, which read each other's registers */
    bool embedded_profile;
    bool has_half, has_double;
    bool flushes_half, flushes_float, flushes_double; /* lacks subnormals (CL_FP_DENORM) */
    bool half_to_zero, float_to_zero, double_to_zero; /* rounds toward zero by default */
    int opencl_c;                                     /* 120 for OpenCL C 1.2, 300; else 0 */
    int arch;                                         /* CUDA: 90 for sm_90; else 0 */
    int toolkit;                                      /* CUDA: NVRTC's release, 1300 for 13.0; else 0 */
    int units;                                        /* compute units */
};

/* One launch. `in` holds argument arrays, `out` takes result arrays, both laid out for `capacity`
 * (a multiple of 64). `in` may be NULL when in_bytes is 0: the kernel makes its inputs from base. */
struct ul_launch {
    const char *kernel;
    uint64_t base;
    uint32_t n, capacity;
    const void *in;
    size_t in_bytes;
    void *out;
    size_t out_bytes, out_at; /* out_at: where in the slot's memory of results; the worker's business */
    bool keeps; /* the device keeps its results: a launch of no inputs behind it (n = 0) brings them */
};

struct ul_backend_session; /* an attached device: context, queues, buffers */
struct ul_backend_program; /* a compiled text */

struct ul_backend {
    const char *name;    /* "opencl", "cuda", "emulated", "host" */
    const char *api;     /* whose functions and flags its devices take, and the word before ':' in
                          * their ids: "opencl", "cuda" (of the emulated device too), "host" */
    const char *prelude; /* embedded path of the dialect in this API's language */
    const char *pairs,
        *scout; /* of what goes before and behind the texts of pairs (../conformance/screen_pairs.h)
                 * in a program with scouts; NULL: it has none */
    /* Loads the API. `where` narrows it: for OpenCL the path of one .icd file; for CUDA and host "". */
    bool (*open)(const char *where, struct ul_line *why);
    int (*count)(void); /* 0 is an answer */
    bool (*describe)(int device, struct ul_device *out, struct ul_line *why);
    struct ul_backend_session *(*attach)(int device, struct ul_line *why);
    /* Compiles. On failure `log` holds the compiler's whole output and `why` its first error line. */
    struct ul_backend_program *(*build)(struct ul_backend_session *s, const char *text, const char *flags,
                                        struct ul_text *log, struct ul_line *why);
    bool (*run)(struct ul_backend_session *s, struct ul_backend_program *p, const struct ul_launch *l,
                struct ul_line *why); /* blocks until `out` is filled; large `in` and `out` stay mapped until
                                       * detach (a backend may pin them) */
    void (*release)(struct ul_backend_session *s, struct ul_backend_program *p);
    void (*detach)(struct ul_backend_session *s);
};

/* For `why` of a failed build: the compiler's first line that says "error", else its first line. */
void ul_first_error(const char *log, struct ul_line *why);

extern const struct ul_backend ul_backend_host, ul_backend_opencl, ul_backend_cuda, ul_backend_emulated;

#endif
