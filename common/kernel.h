/* From a function to the text of a kernel, the same text in every language: what differs is in the
 * preludes (UL_KERNEL, UL_EACH, UL_LOAD, UL_STORE ...). */
#ifndef UL_COMMON_KERNEL_H
#define UL_COMMON_KERNEL_H

#include "text.h"
#include "type.h"

struct ul_kernel {
    char name[32]; /* "k12" */
    const struct ul_signature *signature;
    const struct ul_signature *vectors; /* NULL, or what the call takes: the signature's arguments and results
                                         * are the lanes of its, in order */
    const char *call; /* an expression over a0, a1 ... (the arguments), r1 ... (results written
                       * through pointers, as in "sincosf(a0, &r0, &r1)"); it yields r0 unless the
                       * signature returns void */
    bool indexed;     /* arguments of at most 32 bits, which are those of base + i: no `in` */
    bool dialect;     /* half is carried as its bits (an algorithm); else as the language's half */
};

void ul_kernel_write(struct ul_text *out, const struct ul_kernel *k);

/* A function of numbers called with vectors, at several widths in one kernel: `call` is over vectors, widened
 * where the language spells the width within a name (convert_int4_rte). Neighbours in the arrays are the
 * lanes of a vector; the last one's, beyond n, have to be there. Results of the widths follow each other. The
 * launch's base is n, since CUDA's kernels and the host's are given a part at a time. */
void ul_kernel_write_wide(struct ul_text *out, const struct ul_kernel *k, const int *width, int widths);

/* The same call as a function of its own, which takes the arguments, returns the first result if the call
 * does and stores the others through pointers: UL_CALLABLE float c12(const float a0, ul_int *p1). */
void ul_kernel_write_callable(struct ul_text *out, const struct ul_kernel *k);

/* OpenCL's call of a function of numbers for vectors of a width: the names that carry it within. Allocated.
 */
char *ul_kernel_widened(const char *call, int width);

/* Does it need CUDA's headers of small floats? Then its program begins with UL_PROGRAM_HALF. */
bool ul_kernel_uses_half(const struct ul_kernel *k);
#define UL_PROGRAM_HALF "#define UL_NATIVE_HALF 1\n"

/* What a program begins with: the dialect in one language, by its embedded path ("cuda/prelude.cuh"), and
 * with `approx` "mufu" the model of NVIDIA's unit behind ul_approx_*; "native" leaves these to the device
 * (the host has the model only). UL_PROGRAM_HALF goes before it. */
void ul_program_prelude(struct ul_text *out, const char *prelude, const char *approx);

/* What follows is line 1 of `file`, for the compiler's messages: a path, or words. */
void ul_program_begin_file(struct ul_text *out, const char *file);

#endif
