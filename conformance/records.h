/* Records that were kept: those of several files as one list, shards merged. */
#ifndef UL_RECORDS_H
#define UL_RECORDS_H

#include "record.h"

/* A record, and where it stands. */
struct ul_entry {
    json_t *record; /* NULL while reading: a later line of its file has the key */
    const char *path;
    int line;
};

struct ul_records {
    int count;
    struct ul_entry *entry; /* in the files' order */
    json_t *place;          /* of a key: its entry's number */
};

/* Reads files whose names outlive the list (all zeros before). Of several lines with a key the last counts;
 * the records of a run's shards become those of the whole run, in its order. False: a line is no record or of
 * another version, a key stands in two files, a shard is missing, records were judged by different bounds;
 * `why` names file and line. */
bool ul_records_read(struct ul_records *r, const char *const *path, int paths, struct ul_catalogue *c,
                     struct ul_line *why);
void ul_records_free(struct ul_records *r);

#endif
