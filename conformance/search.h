/* A search: inputs of a subject, chosen by the errors of those before them. It is UL_SEARCHES sub-searches,
 * which know nothing of each other: each has its seed and its share of the budget, so that shards take whole
 * ones. docs/search.md tells the method. What it proposes depends on the subject, the seed and the errors
 * alone: not on the budget, on time, or on the number of threads. */
#ifndef UL_SEARCH_H
#define UL_SEARCH_H

#include "budget.h"
#include "meter.h"

struct ul_search;

struct ul_search_setup {
    const struct ul_subject *subject;
    uint64_t seed;
    struct ul_budget budget; /* at least a vector for each share */
    /* Starting values: each sub-search begins with the `first` ones, and deals with every UL_SEARCHES-th of
     * the others. They outlive the search. */
    const ul_bits (*start)[UL_MAX_PARAMETERS];
    uint64_t starts, first;
    uint32_t capacity; /* inputs of a block of the device */
};

/* NULL: no input of the subject's domain is a number of its type; `why` says so. */
struct ul_search *ul_search_new(const struct ul_search_setup *setup, struct ul_line *why);
void ul_search_free(struct ul_search *s);

/* Is the domain of an only argument so small that each of its inputs can as well be tried? How many they are,
 * at most `most`, or 0; those are listed in `out`. */
uint64_t ul_search_few(const struct ul_subject *s, uint64_t most, ul_bits (*out)[UL_MAX_PARAMETERS]);

/* From the beginning, with the sub-searches of a part alone (0 parts: with all), on so many threads. */
void ul_search_begin(struct ul_search *s, uint64_t part, uint64_t parts, int threads);
/* The part's evaluations: as planned; what was evaluated. Of a budget of seconds nothing is planned. */
uint64_t ul_search_planned(const struct ul_search *s, uint64_t part, uint64_t parts);
uint64_t ul_search_used(const struct ul_search *s);
/* Scouts: threads of a GPU that draw many inputs each, far more than come to the host, and keep their worst,
 * by pairs of doubles there (cuda/scout.cuh). What they find are inputs of blocks then. The sub-searches that
 * go level by level for the error in ulp have them, where the device's kernel does, once they have begun.
 * Every evaluation of theirs counts: what is left of a budget when it is too little for them is spent
 * without, but for no more than the host has evaluated before. */
enum {
    UL_SCOUT_DRAWS = 1024, /* of a scout */
    UL_SCOUT_IN = 24,      /* bytes: the least ordinal, how many follow it, a seed; */
    UL_SCOUT_OUT = 32 /* the largest error in ulp (-1: none), its ordinal, sums of errors and of squares */
};
bool ul_search_can_scout(const struct ul_subject *s);
/* Of rows of vectors: each sub-search's batch fills whole ones of its own, as what their lanes do to each other
 * is to be no matter of parts. To be told before ul_search_begin and ul_search_planned, with 1 for numbers. */
void ul_search_fill_vectors(struct ul_search *s, int width);
/* Are there scouts? To be told before ul_search_begin and ul_search_planned. */
void ul_search_allow_scouts(struct ul_search *s, bool scouts);
/* At most so many at once, on a device whose blocks have so many inputs. */
uint32_t ul_search_most_scouts(uint32_t capacity);
/* What the next block wants scouted, up to four times one after the other, as arrays in `in`; false: nothing
 * more. Then what came of it. */
struct ul_scouting {
    uint32_t n, capacity;
};
bool ul_search_ask(struct ul_search *s, void *in, struct ul_scouting *ask);
void ul_search_scouted(struct ul_search *s, const void *out);
/* How many inputs scouts drew (they count as evaluated, but are no part of a row's sums); of what they found
 * how many inputs were measured, and how many of these had another error than they said. */
struct ul_scouted {
    uint64_t drawn, measured, astray;
};
struct ul_scouted ul_search_found(const struct ul_search *s);

/* Makes the next block. False: the results of one before it are needed first, or the search has ended. */
bool ul_search_block(struct ul_search *s, void *in, struct ul_block *b);
/* What a row's results gave, for a meter to tell (ul_meter_watch), and the end of the block. */
struct ul_search_watch {
    struct ul_search *search;
    const struct ul_row_setup *setup;
};
void ul_search_hear(void *watch, const struct ul_lanes *l);
void ul_search_end_block(struct ul_search *s, const struct ul_block *b);
/* The largest error in ulp so far, by screening; -1: none. */
double ul_search_largest(const struct ul_search *s);

#endif
