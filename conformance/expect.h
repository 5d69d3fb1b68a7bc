/* Known failures, for a CI: a file whose lines read "SUBJECT LIMIT REASON...": a subject's name or a glob,
 * the largest figure that is known (in the units of the bound in force; "any" excuses wrong values too), and
 * why. */
#ifndef UL_EXPECT_H
#define UL_EXPECT_H

#include "record.h"

struct ul_expect;

/* NULL with a reason: "known.txt:3: ..." */
struct ul_expect *ul_expect_read(const char *path, struct ul_line *why);
void ul_expect_free(struct ul_expect *e);
/* Turns a failing row that is known into `info`, with the reason; remembers a known one that passes. */
void ul_expect_apply(struct ul_expect *e, struct ul_record *r);
/* Lines that named a row which passed, or no row at all: "known.txt:3: opencl/tgamma passes now". */
void ul_expect_tell(const struct ul_expect *e, struct ul_text *out);

#endif
