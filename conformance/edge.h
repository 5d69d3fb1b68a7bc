/* Required special values: conformance/edge_values.tsv, from C99 Annex F and OpenCL C 7.5.1. */
#ifndef UL_EDGE_H
#define UL_EDGE_H

#include "value.h"
#include "subject.h"

/* One required case of a function for one type: arguments, and the results that are right. */
struct ul_edge {
    ul_bits args[UL_MAX_PARAMETERS];
    int alternatives;
    ul_bits result[4][UL_MAX_RESULTS]; /* alternatives by results */
    bool any_result[4][UL_MAX_RESULTS]; /* '*': anything */
    bool rounded[4][UL_MAX_RESULTS];    /* a rounded constant (pi/2 ...): the ulp bound judges it, not equality */
    bool required;                     /* else implementation-defined: tried, not judged */
    bool subnormal;                    /* supposes that subnormals are kept */
    const char *source;
};

/* The cases of s->function for s's types; *out is allocated, NULL if none. Returns how many. */
int ul_edges(const struct ul_subject *s, struct ul_edge **out);
/* Whether `results` (bits, canonical NaN) is one of the right answers. */
bool ul_edge_met(const struct ul_edge *e, const struct ul_subject *s, const ul_bits *results);
/* "conformance/edge_values.tsv:12: what", or true. */
bool ul_edges_load(struct ul_line *why);

#endif
