/* What a function costs: the instructions of its machine code (SASS), by class, from the text that nvdisasm
 * prints of a cubin.
 *
 * Counted as the authors of fast functions do: a callable function's body. The return is left out, once; so
 * is what comes after the code to fill it up: NOPs, and a branch to itself. The functions that it calls (a
 * slow path, as that of sqrtf) are counted apart, each once, whoever calls it: most inputs never go there. */
#ifndef UL_CUDA_SASS_H
#define UL_CUDA_SASS_H

#include "common/text.h"

/* clang-format off */
/* id, name, which opcodes: sass.c has the list. Of every other opcode is "other": moves, comparisons and
 * selections of floats, minimum and maximum. */
#define UL_SASS_CLASS(F)                                                                               \
    F(MUFU,    "mufu",    "the special function unit's")                                               \
    F(FP32,    "fp32",    "FFMA, FADD, FMUL")                                                          \
    F(FP64,    "fp64",    "DFMA, DADD, DMUL, DSETP, DMNMX")                                            \
    F(HALF,    "half",    "of half and bfloat16, pairs of them: HFMA2, HADD2, HMUL2 ...")              \
    F(INTEGER, "integer", "IADD3, IMAD (its moves as well), LOP3, SHF, LEA, ISETP, PRMT ...")          \
    F(CONVERT, "convert", "between formats, and to integral values: F2F, F2I, I2F, FRND ...")          \
    F(MEMORY,  "memory",  "loads and stores, of constants by an address as well")                      \
    F(BRANCH,  "branch",  "BRA, CALL, a further RET, and what threads meet at: BSSY, BSYNC, BMOV ...") \
    F(OTHER,   "other",   "MOV, FSETP, FSEL, FMNMX ...")
/* clang-format on */

enum ul_sass_class {
#define UL_SASS_ID(id, name, text) UL_SASS_##id,
    UL_SASS_CLASS(UL_SASS_ID)
#undef UL_SASS_ID
        UL_SASS_CLASSES
};
extern const char *const ul_sass_class_names[UL_SASS_CLASSES];

struct ul_sass_count {
    int instructions;        /* of the body */
    int of[UL_SASS_CLASSES]; /* they add up to it */
    int called;              /* instructions of the functions that it calls, and of those that these call */
};

/* "FFMA.FTZ" is FP32. */
enum ul_sass_class ul_sass_class_of(const char *opcode);

struct ul_sass;

/* Reads `nvdisasm -c`. NULL with a reason: "line 12: ...". */
struct ul_sass *ul_sass_parse(const char *text, struct ul_line *why);
void ul_sass_free(struct ul_sass *s);

/* Of the function of that name. False: there is none, it is empty, or it calls what is not there. */
bool ul_sass_count(const struct ul_sass *s, const char *function, struct ul_sass_count *out,
                   struct ul_line *why);

#endif
