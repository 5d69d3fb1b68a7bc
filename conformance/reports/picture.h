/* What a row's picture is drawn from, small enough for a page of thousands: the record's 512 blocks as text.
 */
#ifndef UL_PICTURE_H
#define UL_PICTURE_H

#include "json.h"
#include "common/type.h"

/* Adds the blocks in their order, two letters each, base 64 (A-Z a-z 0-9 - _, the higher first): 0 nothing
 * measured; 1 an error of 0; 2 + 60 (log2(e) + 20), rounded, for e from 2^-20 to 2^44, which is within 0.6 %;
 * 3842 + (log2(e) - 44) / 8.5 for larger ones; 4095 infinite. A dot and a letter n: the same n + 1 times
 * more. Smaller errors count as 2^-20. picture.js reads it. */
void ul_picture_add(struct ul_text *t, const json_t *blocks);
/* The block of a value of the first argument, which records write so; -1: it has none. */
int ul_picture_block(enum ul_type t, const char *value);
/* The type of a function's first argument, of its signature's text; UL_VOID: no blocks can be of it. */
enum ul_type ul_picture_type(const char *signature);

#endif
