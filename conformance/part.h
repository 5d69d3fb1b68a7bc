/* Parts of a run: what a shard's record says beside what every record says, and how the records of one row
 * become the row's, equal to that of a run that was not split. */
#ifndef UL_PART_H
#define UL_PART_H

#include "record.h"

/* The member "part": where the record belongs, and, of a row whose inputs are split, all that merging needs:
 * the device as far as judging asks, the text of a user's function, the sums. */
json_t *ul_part_json(const struct ul_record *r);

/* The record of a whole row from those of its parts, each of them once. A user's functions are added to the
 * catalogue. NULL: the part *at is malformed, or its function unknown. */
json_t *ul_part_merge(json_t *const *records, int n, struct ul_catalogue *c, int *at, struct ul_line *why);

#endif
