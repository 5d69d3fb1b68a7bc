/* From keys and values to a subject: a table's row and an algorithm's foot are read alike. */
#ifndef UL_SUBJECT_READ_H
#define UL_SUBJECT_READ_H

#include "subject.h"

struct ul_entry {
    const char *key;
    char *value;
    int line;
};

/* Where entries come from: keys and columns differ (only a foot has claims, only a row has a call). */
enum ul_origin { UL_FROM_TABLE = 1, UL_FROM_FOOT = 2 };

/* Fills `s`, whose home (and, from a foot, whose name) is set. "path:line: what" on failure; `line` is where
 * the entries as a whole stand. Free what was filled with ul_subject_clear, after a failure too. */
bool ul_subject_read(struct ul_subject *s, const struct ul_entry *entries, int n, enum ul_origin origin,
                     const char *path, int line, struct ul_line *why);
void ul_subject_clear(struct ul_subject *s);

/* The keys that an origin has, NULL-terminated; returns how many. */
enum { UL_SUBJECT_KEYS = 13 };
int ul_subject_keys(enum ul_origin origin, const char *keys[UL_SUBJECT_KEYS + 1]);

/* Readers: each appends its subjects to the catalogue. "path:line: what" on failure. */
bool ul_function_table_read(struct ul_catalogue *c, const char *path, const char *text, enum ul_home home,
                            struct ul_line *why);
bool ul_feet_read(struct ul_catalogue *c, const char *path, const char *text, struct ul_line *why);
/* A new, empty subject at the catalogue's end. */
struct ul_subject *ul_catalogue_append(struct ul_catalogue *c);

#endif
