/* NVIDIA's runtime compiler, found at run time: CUDA C++ to code for a GPU. It needs
 * neither GPU nor driver. */
#ifndef UL_CUDA_NVRTC_H
#define UL_CUDA_NVRTC_H

#include "common/backend.h"

struct ul_nvrtc;

/* A release is a number: 1300 for CUDA 13.0. That of a word ("12.8"), or 0 if it is no such word. */
int ul_nvrtc_release_named(const char *word);
/* That which a backend's `where` asks for: "" is 0, any. False with a reason if it is no such word. */
bool ul_nvrtc_release_asked(const char *where, int *release, struct ul_line *why);

/* Finds and opens it: that release, or with 0 any, the first one in the places' order that a driver of
 * version `driver` (1300 for 13.0; 0: any) takes. NULL with a reason. */
struct ul_nvrtc *ul_nvrtc_open(int release, int driver, struct ul_line *why);
void ul_nvrtc_close(struct ul_nvrtc *n);
int ul_nvrtc_release(const struct ul_nvrtc *n);      /* 1300 for 13.0 */
const char *ul_nvrtc_path(const struct ul_nvrtc *n); /* of the library */

/* The releases that files tell of, without opening any: "13.0, 12.8", the newest first. A line for each with
 * its file if `paths`: "12.8  /path/libnvrtc.so.12". */
void ul_nvrtc_list(struct ul_text *out, bool paths);

/* Fills what a device says of a release and of its own architecture, which it has already: toolkit, compiler,
 * version. */
void ul_nvrtc_describe(int release, struct ul_device *out);

/* What the release compiles for: "sm_75 sm_80 sm_86". */
void ul_nvrtc_archs(const struct ul_nvrtc *n, struct ul_text *out);

/* The newest of 80, 89, 90 that the release knows: what is compiled for where no GPU says. */
int ul_nvrtc_default_arch(const struct ul_nvrtc *n);

/* Code for architecture `arch` (90 for sm_90): a cubin if the release knows it, else PTX for the newest older
 * one, NUL-terminated, in out->data. `flags` are split at spaces; one that names an architecture goes before
 * `arch`. On failure `log` holds the compiler's whole output and `why` its first error. */
bool ul_nvrtc_compile(const struct ul_nvrtc *n, const char *text, int arch, const char *flags,
                      struct ul_text *out, struct ul_text *log, struct ul_line *why);

/* PTX, NUL-terminated, for the virtual architecture `arch` (90 for compute_90; the newest older one that the
 * release knows). Where the flags name a real one (sm_90), its cubin goes to `cubin` (may be NULL) too. */
bool ul_nvrtc_compile_ptx(const struct ul_nvrtc *n, const char *text, int arch, const char *flags,
                          struct ul_text *ptx, struct ul_text *cubin, struct ul_text *log,
                          struct ul_line *why);

#endif
