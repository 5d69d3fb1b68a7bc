/* The text of fingerprints: a header line "# device, driver, release date blocks", then a line a subject:
 * name, flags (joined by ',', or '-'), hashes of 16 hex digits, one for each block that the header names and
 * the subject has. Hashes may be shortened to their first digits. */
#ifndef UL_FINGERPRINT_FILE_H
#define UL_FINGERPRINT_FILE_H

#include "fingerprint.h"

struct ul_blocks {
    int count;
    int block[UL_MAX_HASHES]; /* each once */
};

/* Reads "0-7,127"; NULL or "all": every block. */
bool ul_blocks_read(const char *list, struct ul_blocks *out, struct ul_line *why);
/* Those that a signature has. Of a fingerprint of one hash that is the one, whatever the list. */
void ul_blocks_of(const struct ul_blocks *list, const struct ul_signature *s, struct ul_blocks *out);

struct ul_fingerprint_line {
    char *text;         /* owns the words */
    char *name, *flags; /* flags joined */
    int hashes;
    char **hash;
    int list; /* of the file's lists, as the header before it has it */
};

struct ul_fingerprint_file {
    char *path;
    int lines, lists;
    struct ul_fingerprint_line *line;
    struct ul_blocks *list;
};

/* "-" is the standard input. False: "old.txt:3: ...". */
bool ul_fingerprint_file_read(struct ul_fingerprint_file *f, const char *path, struct ul_line *why);
void ul_fingerprint_file_free(struct ul_fingerprint_file *f);
/* Has it the subject under flags, or, with NULL, under any? */
bool ul_fingerprint_file_has(const struct ul_fingerprint_file *f, const char *name, const char *flags);
/* The hashes of a subject under flags, by block, NULL where there is none. False with a reason: the file
 * lacks it, or its line has not as many hashes as it should. */
bool ul_fingerprint_file_find(const struct ul_fingerprint_file *f, const char *name, const char *flags,
                              const struct ul_signature *s, const char *hash[UL_MAX_HASHES],
                              struct ul_line *why);

/* "-ftz=true,-fmad=false" of "-ftz=true -fmad=false", "-" of "", and back; the caller frees it. */
char *ul_flags_joined(const char *flags);
char *ul_flags_parted(const char *joined);

#endif
