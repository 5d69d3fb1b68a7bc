/* Which functions of different APIs are the same mathematical function: cuda/expf, opencl/exp, host/expf; of
 * fewer digits cuda/__expf and opencl/native_exp. */
#ifndef UL_ALIGN_H
#define UL_ALIGN_H

#include "json.h"
#include "subject.h"

struct ul_alignment {
    char *function; /* "exp": what it computes; "x+y" where it has no name */
    char *variant;  /* "" the standard function; "native" as fast as can be; "half_"; "_rz" as it rounds */
    char *name;     /* of the line: "exp", "exp native", "acosf_harley" */
    char *group;    /* equal for subjects that take the same arguments to the same results */
};

/* A subject, as it is measured. Algorithms, approx/... and a user's functions, which are the same text on
 * every device, are aligned with themselves alone. */
void ul_align(const struct ul_subject *s, struct ul_alignment *out);
void ul_alignment_free(struct ul_alignment *a);

/* The subject of a record; NULL: this program has none of its name and type. */
const struct ul_subject *ul_align_record(const struct ul_catalogue *c, const json_t *record);

/* Is it a word of the command line that names functions, of every API and variant: "exp"? Marks them. */
bool ul_align_choose(const struct ul_catalogue *c, const char *word, bool *chosen);

#endif
