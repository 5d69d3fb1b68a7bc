/* Inputs at which some device or library is known to have gone wrong, or to have its worst error: part of
 * every quick plan. Data: the embedded tables in conformance/inputs. */
#ifndef UL_INPUTS_H
#define UL_INPUTS_H

#include "common/type.h"

/* Reads the embedded tables once, before any threads; "conformance/inputs/x.tsv:7: what" on failure. */
bool ul_inputs_load(struct ul_line *why);
/* The inputs known for a function of one argument, named as conformance/edge_values.tsv names it ("exp").
 * *out points into the tables; returns how many, 0 if none is known. */
int ul_inputs_known(const char *function, enum ul_type t, const ul_bits **out);

/* Whose input it is. */
struct ul_known_input {
    char *function;
    enum ul_type type;
};
/* Input k is value[k], of of[k]; those of one function and type stand together. */
struct ul_known_inputs {
    int count, room;
    struct ul_known_input *of;
    ul_bits *value;
};
/* Adds the rows of one text: "conformance/inputs/x.tsv:7: what" on failure. */
bool ul_inputs_parse(struct ul_known_inputs *k, const char *path, const char *text, struct ul_line *why);
/* The embedded tables, as loaded. */
const struct ul_known_inputs *ul_inputs_all(void);
void ul_inputs_free(struct ul_known_inputs *k);

#endif
