/* Running another program, to its end. */
#ifndef UL_PROCESS_H
#define UL_PROCESS_H

#include <stddef.h>
#include "text.h"

/* Runs argv[0], looked for in PATH where it has no '/', with `input` as its stdin, a file (/proc/self/fd/0).
 * What it prints on stdout, and with `errors` on stderr, is added to `out`. Status as of waitpid; -1: it
 * could not be started, errno says why. */
int ul_process_run(char *const argv[], const void *input, size_t bytes, bool errors, struct ul_text *out);

#endif
