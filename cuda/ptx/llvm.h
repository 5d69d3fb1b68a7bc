/* The one part that needs LLVM: a shared library of its own, which only the emulated device's worker opens
 * (RTLD_LOCAL: linked into the program it makes other drivers that bring an LLVM crash). It exports one
 * symbol, ul_llvm. Nothing here knows PTX. */
#ifndef UL_PTX_LLVM_H
#define UL_PTX_LLVM_H

#include <stdbool.h>
#include <stddef.h>
#include "common/text.h"

struct ul_llvm_code; /* native code in memory */

struct ul_llvm {
    int version;         /* LLVM's major version, 16 */
    const char *runtime; /* a hash of its bitcode and of what compiles it, for keys of caches */
    /* Translates LLVM IR to native object code (for this CPU) into `object`: reads the text, checks that each
     * "ptx_..." that it declares is in the runtime with that type, links the runtime, optimises, generates
     * code. False with a reason; where a declaration is not in the runtime, or has another type there,
     * *unknown is its name (allocated), else NULL. */
    bool (*compile)(const char *ir, size_t length, struct ul_text *object, char **unknown, struct ul_line *why);
    /* Loads object code. NULL with a reason. */
    struct ul_llvm_code *(*load)(const char *object, size_t bytes, struct ul_line *why);
    /* The address of a function, or NULL. */
    void *(*symbol)(struct ul_llvm_code *code, const char *name);
    void (*release)(struct ul_llvm_code *code);
};

extern const struct ul_llvm ul_llvm;

#endif
