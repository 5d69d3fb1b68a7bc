/* Special values: conformance/edge_values.tsv, from C Annex F, OpenCL C 7.5.1 and CUDA's documentation. */
#ifndef UL_EDGE_H
#define UL_EDGE_H

#include "value.h"
#include "subject.h"

enum { UL_MAX_ALTERNATIVES = 4 };

/* One case of a function for one type: arguments, and the results that are right. */
struct ul_edge {
    ul_bits args[UL_MAX_PARAMETERS];
    int alternatives;
    ul_bits result[UL_MAX_ALTERNATIVES][UL_MAX_RESULTS];  /* alternatives by results */
    bool any_result[UL_MAX_ALTERNATIVES][UL_MAX_RESULTS]; /* '*': anything */
    bool rounded[UL_MAX_ALTERNATIVES][UL_MAX_RESULTS]; /* a rounded constant (pi/2 ...): the ulp bound judges
                                                        * it; here any finite number of its sign will do */
    bool required;                                     /* else implementation-defined: not asked for */
    bool subnormal;                                    /* supposes that subnormals are kept */
    const char *source;
};

/* Reads the embedded table once; "conformance/edge_values.tsv:12: what" on failure. Call it first. */
bool ul_edges_load(struct ul_line *why);
/* The cases of s->function for s's home and types; *out is allocated, NULL if none. Returns how many. Those
 * of an approximation or algorithm (UL_HOME_EVERYWHERE) are never required: no document speaks of it. */
int ul_edges(const struct ul_subject *s, struct ul_edge **out);
/* Whether `results` (bits; any NaN is one) is among the right answers. `unsigned_zeros`: a zero's sign is
 * free. */
bool ul_edge_met(const struct ul_edge *e, const struct ul_subject *s, const ul_bits *results,
                 bool unsigned_zeros);
/* Which result a missed one is told of: the first that no alternative has. */
int ul_edge_missed_result(const struct ul_edge *e, const struct ul_subject *s, const ul_bits *results,
                          bool unsigned_zeros);
/* Has the function any special value that the documents leave to the implementation? */
bool ul_edge_has_open(const struct ul_subject *s);
/* Is a result one of several that the documents leave to the implementation (ilogb(0), rsqrt(-0)), whatever
 * the reference says of it? */
bool ul_edge_leaves_open(const struct ul_subject *s, const ul_bits *args, int result, ul_bits got);

#endif
