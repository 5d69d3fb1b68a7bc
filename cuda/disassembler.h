/* NVIDIA's disassembler, nvdisasm: a program of the CUDA toolkit, and a wheel. It needs neither GPU nor
 * driver, and reads the code of earlier releases. */
#ifndef UL_CUDA_DISASSEMBLER_H
#define UL_CUDA_DISASSEMBLER_H

#include "common/text.h"

enum { UL_DISASSEMBLERS = 8 };

struct ul_disassembler {
    int programs;
    char *path[UL_DISASSEMBLERS];
    char version[16]; /* of the first: "13.5" */
};

/* Finds those that run. False: "no nvdisasm here: ..." */
bool ul_disassembler_open(struct ul_disassembler *d, struct ul_line *why);
void ul_disassembler_close(struct ul_disassembler *d);

/* The code of a cubin as text: `nvdisasm -c`. What the program says on stderr is the caller's. */
bool ul_disassemble(const struct ul_disassembler *d, const struct ul_text *cubin, struct ul_text *out,
                    struct ul_line *why);

#endif
