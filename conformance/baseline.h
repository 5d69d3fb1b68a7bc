/* A baseline: a record of an earlier run (--baseline), with which the rows of this one are compared, row by
 * row: the same subject, result, type, width, flags and approximations on the device of that run that is most
 * like this one's. Drivers, compilers and numbers of devices may differ: that is what is tried. */
#ifndef UL_BASELINE_H
#define UL_BASELINE_H

#include "options.h"
#include "record.h"

struct ul_baseline;

/* NULL: the file cannot be read, or a line is no record ("old.jsonl:3: ..."). */
struct ul_baseline *ul_baseline_read(const char *path, struct ul_line *why);
void ul_baseline_free(struct ul_baseline *b);
/* A row of this run, as it is told; is it a failure that is known (--expect)? Then it may get worse. */
void ul_baseline_take(struct ul_baseline *b, const json_t *record, bool known);

/* Which of the baseline's rows this run was to have. Of rows that it was not to have nothing is told. */
struct ul_baseline_scope {
    bool all_devices;                                   /* devices that are not here any more, too */
    bool (*asked)(void *context, const json_t *record); /* NULL: all of the devices' rows */
    void *context;
};

/* Tells which rows got worse, better, are new, are gone, or were measured on other inputs (-q: neither better
 * nor new ones), on stdout where people read that (text, Markdown), else on stderr. Returns the exit status:
 * 1 a row got worse (a figure, wrong results, a verdict by the same bound), is gone, or is new and fails;
 * else 3 a row could not be measured, or not compared; else 0; 2 with a reason: none of the devices is in the
 * baseline. */
int ul_baseline_tell(struct ul_baseline *b, const struct ul_baseline_scope *s, const struct ul_options *o,
                     struct ul_line *why);

#endif
