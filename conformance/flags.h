/* A build's flags: those that begin with -cl- are OpenCL's, all others CUDA's (NVRTC's). */
#ifndef UL_FLAGS_H
#define UL_FLAGS_H

#include "common/text.h"

/* The words of `text` in one spelling, one space apart, allocated: "--ftz=true" is "-ftz=true", and of two
 * that contradict each other the later one is left. NULL: one is unknown, or has a value that it does not
 * take, or they are of both APIs. What NVRTC may know beside what changes arithmetic is for NVRTC to refuse.
 */
char *ul_flags_read(const char *text, struct ul_line *why);
/* "opencl" or "cuda"; NULL: there are no flags. */
const char *ul_flags_api(const char *flags);
/* Is one of them `word`? */
bool ul_flags_have(const char *flags, const char *word);

#endif
