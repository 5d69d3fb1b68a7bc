/* Inputs at which some device or library is known to have gone wrong, or to have its worst error: part of
 * every quick plan. Data: the embedded tables in conformance/inputs. */
#ifndef UL_INPUTS_H
#define UL_INPUTS_H

#include "subject.h"

/* Reads the embedded tables once, before any threads; "conformance/inputs/x.tsv:7: what" on failure. */
bool ul_inputs_load(struct ul_line *why);
/* The inputs known for a function, named as conformance/edge_values.tsv names it ("exp"), of so many
 * arguments of these types. *out points into the tables; returns how many, 0 if none is known. */
int ul_inputs_known(const char *function, const enum ul_type *types, int arguments,
                    const ul_bits (**out)[UL_MAX_PARAMETERS]);
/* The same of a subject, by the word that its reference (of a result) is a call of; *word, unless NULL, is
 * that or NULL. */
int ul_inputs_of(const struct ul_subject *s, int result, const char **word,
                 const ul_bits (**out)[UL_MAX_PARAMETERS]);
/* The types as a table has them, allocated: "double", of all; "double;int". */
char *ul_inputs_types(const enum ul_type *types, int arguments);

/* Whose input it is. */
struct ul_known_input {
    char *function;
    int arguments;
    enum ul_type type[UL_MAX_PARAMETERS];
};
/* Input k is value[k], of of[k]; those of one function and its types stand together. */
struct ul_known_inputs {
    int count, room;
    struct ul_known_input *of;
    ul_bits (*value)[UL_MAX_PARAMETERS];
};
/* Adds the rows of one text: "conformance/inputs/x.tsv:7: what" on failure. */
bool ul_inputs_parse(struct ul_known_inputs *k, const char *path, const char *text, struct ul_line *why);
/* The embedded tables, as loaded. */
const struct ul_known_inputs *ul_inputs_all(void);
void ul_inputs_free(struct ul_known_inputs *k);

#endif
