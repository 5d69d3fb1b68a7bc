/* What NVRTC made of programs, kept on disk by content: compiling takes longer than reading, and a GPU can
 * run the code of a release that is not on its machine. The files, "cubin-RELEASE-ARCH-KEY" in the cache's
 * folder, may be carried from one machine to another: a key is made of the release, the architecture, the
 * flags and the text, of nothing of the machine. */
#ifndef UL_CUDA_CODE_CACHE_H
#define UL_CUDA_CODE_CACHE_H

#include "common/text.h"

/* `arch` is the device's (90); a real one that the flags name goes before it. */
bool ul_code_cache_get(int release, int arch, const char *text, const char *flags, struct ul_text *code);
void ul_code_cache_put(int release, int arch, const char *text, const char *flags,
                       const struct ul_text *code);
/* Do the flags name a real architecture whose code is not kept yet? The emulated device, which needs none,
 * then keeps it for a GPU's sake. */
bool ul_code_cache_wants(int release, const char *text, const char *flags);

#endif
