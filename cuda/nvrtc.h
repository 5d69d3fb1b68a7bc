/* NVIDIA's runtime compiler, found at run time: CUDA C++ to code for a GPU. It needs
 * neither GPU nor driver. */
#ifndef UL_CUDA_NVRTC_H
#define UL_CUDA_NVRTC_H

#include "common/text.h"

struct ul_nvrtc;

/* Finds and opens it. Of several releases the first one in the places' order that a driver of version
 * `driver` (1300 for 13.0; 0: any) takes. NULL with a reason. */
struct ul_nvrtc *ul_nvrtc_open(int driver, struct ul_line *why);
void ul_nvrtc_close(struct ul_nvrtc *n);
int ul_nvrtc_release(const struct ul_nvrtc *n);      /* 1300 for 13.0 */
const char *ul_nvrtc_path(const struct ul_nvrtc *n); /* of the library */

/* Code for architecture `arch` (90 for sm_90): a cubin if the release knows it, else PTX for the newest older
 * one, NUL-terminated, in out->data. `flags` are split at spaces; one that names an architecture goes before
 * `arch`. On failure `log` holds the compiler's whole output and `why` its first error. */
bool ul_nvrtc_compile(const struct ul_nvrtc *n, const char *text, int arch, const char *flags,
                      struct ul_text *out, struct ul_text *log, struct ul_line *why);

#endif
