/* Files kept between runs, in a folder of the user's own. */
#ifndef UL_COMMON_CACHE_H
#define UL_COMMON_CACHE_H

#include "text.h"
#include <stdint.h>

/* "FOLDER/name", allocated. FOLDER is made if absent: $XDG_CACHE_HOME/ulparity, else ~/.cache/ulparity, else
 * (where those cannot be written) ulparity-UID in $TMPDIR or /tmp. NULL with a reason if there is none. */
char *ul_cache_path(const char *name, struct ul_line *why);

/* A new file beside it, allocated name, for this process alone. NULL: none can be made. */
char *ul_cache_own(const char *path);

/* A name for a content, which it frees: "KIND-KEY", allocated, of the 32 hexadecimal digits of its 128-bit
 * FNV-1a hash. */
char *ul_cache_name(const char *kind, struct ul_text *content);

/* What was kept under a name. False: nothing, or a file that is torn or another's. */
bool ul_cache_read(const char *name, struct ul_text *out);

/* Keeps it: another run that shares the folder sees all of it or nothing. Where nothing can be written,
 * nothing is kept. */
void ul_cache_write(const char *name, const char *data, size_t length);

/* Removes what was written or read longest ago, until what ul_cache_name names takes so many bytes at most;
 * and what killed runs left half written a day ago. Everything else in the folder is let be. Other runs may
 * read, write and prune meanwhile: what they miss they make anew. */
void ul_cache_prune(uint64_t bytes);
#define UL_CACHE_BYTES ((uint64_t)1 << 30) /* what a run leaves to those before it, at its beginning */

#endif
