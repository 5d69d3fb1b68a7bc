/* A sub-search: batch by batch it proposes inputs by the errors of those before them, and knows nothing of
 * any other. search.h deals the budget and scouts to them, and brings their batches to devices. */
#ifndef UL_SEARCH_SUB_H
#define UL_SEARCH_SUB_H

#include "search.h"
#include "search_aim.h"
#include "search_levels.h"

/* What all of a search have in common. */
struct ul_sub_common {
    const struct ul_search_setup *setup;
    struct ul_space space;
    struct ul_aim aim[UL_MAX_RESULTS];
    bool aimable[UL_MAX_RESULTS]; /* is each result? */
};

/* What it maximizes: a measure, or the share of the bound in force. */
enum { UL_GOAL_SHARE = UL_MEASURES };

struct ul_sub {
    const struct ul_sub_common *common;
    int number, result, goal;
    uint32_t shares;        /* of the budget */
    uint64_t used, scouted; /* evaluations, and those of scouts */
    struct ul_scouted found;
    /* The batch. */
    uint32_t batch;
    ul_bits (*input)[UL_MAX_PARAMETERS];
    double *score; /* to be filled in; -1: none */
    /* Its own. */
    struct ul_random random;
    uint64_t serial, next_first, next_start, next_notable;
    int nodes, elites;
    struct ul_sub_node *node;
    struct ul_sub_elite *elite;
    struct ul_levels levels;
    int finds, *scout_of; /* what scouts found, in a batch the worst first; which box's each was */
    struct ul_sub_find *find;
    double *worth; /* of a distance: how often it led to an elite, lately */
    double *worth_of_scale;
    int aims; /* of the batch */
    struct ul_sub_aimed *aimed;
    struct ul_anchor *anchor;
    int tasks;
    struct ul_sub_task *task;
    uint32_t filled;
};

/* How many shares of the budget the sub-search of this number has. */
uint32_t ul_sub_shares(int number);
/* How many scouts go ahead of a batch of so many inputs a share, each of UL_SCOUTINGS times. */
enum { UL_SCOUTINGS = 4 };
uint32_t ul_sub_scouts(int number, uint32_t batch);

/* Its batches have so many inputs a share at most; `scouts`: there may be some. */
struct ul_sub *ul_sub_new(const struct ul_sub_common *common, int number, uint32_t most_batch, bool scouts);
void ul_sub_free(struct ul_sub *u);
/* Makes a batch of so many inputs; with what scouts found, if they went ahead. */
void ul_sub_make(struct ul_sub *u, uint32_t inputs, bool scouted);
/* Takes the batch's scores. */
void ul_sub_take(struct ul_sub *u);
/* The largest score so far; -1: none. */
double ul_sub_largest(const struct ul_sub *u);

/* Where scouts are to draw, as ul_search_ask tells; then what they told of that. */
void ul_sub_ask(struct ul_sub *u, uint32_t scouts, int64_t *low, uint64_t *width, uint64_t *seed);
void ul_sub_hear_scouts(struct ul_sub *u, uint32_t scouts, const double *most, const int64_t *at,
                        const double *sum, const double *squares);

#endif
