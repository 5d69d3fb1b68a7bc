/* The host's C compiler: $CC or cc, gcc or clang. */
#ifndef UL_HOST_COMPILER_H
#define UL_HOST_COMPILER_H

#include "common/text.h"

/* "gcc 12.2.0", "clang 14.0.6". False: "no C compiler: ..." */
bool ul_host_compiler_version(char *out, size_t room, struct ul_line *why);

/* Compiles a text into a shared object, or takes it from the cache, and gives its path, allocated; the caller
 * removes the file. NULL on failure: `log` holds the compiler's output, `why` its first error. */
char *ul_host_compile(const char *text, const char *flags, struct ul_text *log, struct ul_line *why);

#endif
