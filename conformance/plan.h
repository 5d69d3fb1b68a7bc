/* The plan of a row: which inputs, in which order. A plan is ranges of the arguments' bits (nothing is
 * stored) or a list of tuples followed by seeded random ones, which come from the ranges if there are any.
 * Any block of it can be made at any time. */
#ifndef UL_PLAN_H
#define UL_PLAN_H

#include "meter.h"
#include "options.h"
#include "search.h"

enum { UL_PLAN_ROOM = 64 };

struct ul_plan {
    int ranges; /* 0, or with random inputs: listed */
    struct {
        uint64_t base, count;
    } range[2];
    int arguments;
    const struct ul_signature *signature;
    bool spread; /* inputs are given, in an order that puts unlike ones side by side: into one vector */
    uint64_t listed, random;
    uint64_t alone; /* a float of every binade, three a launch, at the end: what is left over when a device's
                     * vectors are full may be computed by other code (Intel's native_recip is) */
    ul_bits (*list)[UL_MAX_PARAMETERS];
    uint64_t seed;
    double domain_lo, domain_hi; /* every second random input is inside where both are finite ... */
    int domains;                 /* ... of so many arguments */
    uint64_t part, parts; /* of a shard: of the blocks every parts-th from the part-th on, no others; what is
                           * tried alone goes with the first block. 0 parts: all */
    const char *kind;     /* "exhaustive", "quick", "range", "file", "samples", "search" */
    char *range_text, *file; /* as the record has them, or NULL */
    /* Or inputs of the caller's making, and none of those above: `fill` is given a block's order, n and
     * capacity, and sets its base, or fills `in` and sets b->in. No block crosses a multiple of `span`. */
    struct {
        uint64_t count, span;
        void (*fill)(const void *context, struct ul_block *b, void *in);
        const void *context;
    } made;
    /* Or a search's, which begins with what is listed, the first `known` in each of its parts. Its inputs
     * depend on results: blocks come when those of earlier ones were heard. */
    struct ul_search *search;
    uint64_t known;
    char *budget; /* as the record has it */
};

/* The plan for a subject on a device as the options ask. False: "more than 32 bits of arguments ...", or the
 * inputs file is malformed ("inputs.txt:3: ..."). */
bool ul_plan_make(struct ul_plan *p, const struct ul_subject *s, const struct ul_device *d,
                  const struct ul_options *o, struct ul_line *why);
/* The same inputs for several subjects of the same arguments, whatever the device: what each of them would be
 * given is listed, and as few random ones are drawn as for any. */
bool ul_plan_make_common(struct ul_plan *p, const struct ul_subject *const *s, int n,
                         const struct ul_device *d, const struct ul_options *o, struct ul_line *why);
void ul_plan_free(struct ul_plan *p);
/* All of them, whatever the part. */
uint64_t ul_plan_inputs(const struct ul_plan *p);
/* Inputs of a device's blocks. */
uint32_t ul_plan_capacity(const struct ul_device *d);
/* Blocks of a plan but for what is tried alone, at least one; the inputs of its part. */
uint64_t ul_plan_blocks(const struct ul_plan *p, uint32_t capacity);
uint64_t ul_plan_part_inputs(const struct ul_plan *p, uint32_t capacity);
/* Makes the part's first block that begins at `order` or later: at most `capacity` tuples, laid out for at
 * most UL_PLAN_ROOM more; fills `in` for listed and random ones (else b->in is NULL). Returns false past the
 * end. */
bool ul_plan_block(const struct ul_plan *p, uint64_t order, uint32_t capacity, void *in, struct ul_block *b);

/* The arguments of the tuple at `order`. */
void ul_plan_tuple(const struct ul_plan *p, uint64_t order, ul_bits args[UL_MAX_PARAMETERS]);

/* Are its inputs ranges in their order, which kernels make from an index? */
bool ul_plan_is_indexed(const struct ul_plan *p);
/* Do the options ask for ranges of the signature's inputs, which kernels make from an index? */
bool ul_plan_has_ranges(const struct ul_signature *s, const struct ul_device *d, const struct ul_options *o);

#endif
