/* Known failures, for a CI: a file whose lines read "SUBJECT LIMIT REASON...": a subject's name or a glob,
 * the largest figure that is known (in the units of the bound in force, or of the claim; "any" excuses wrong
 * values too), and why. */
#ifndef UL_EXPECT_H
#define UL_EXPECT_H

#include "json.h"
#include "common/text.h"

struct ul_expect;

/* NULL with a reason: "known.txt:3: ..." */
struct ul_expect *ul_expect_read(const char *path, struct ul_line *why);
void ul_expect_free(struct ul_expect *e);
/* Turns the record of a failing row that is known into `info`, with the reason; remembers a known one that
 * passes. `subject` is the label of the row's subject. Is it a failure that is known? */
bool ul_expect_apply(struct ul_expect *e, json_t *record, const char *subject);
/* Tells on stderr of lines that named a row which did not fail, or failed worse, or no row at all. */
void ul_expect_tell(const struct ul_expect *e);

#endif
