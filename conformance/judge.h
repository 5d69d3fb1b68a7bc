/* Judging: from a row's certified maxima and its counts to verdicts. No device, no reference: a function of
 * what was measured and of the documents. */
#ifndef UL_JUDGE_H
#define UL_JUDGE_H

#include "contenders.h"
#include "record.h"

/* What a bound has seen where its pieces judge. */
struct ul_tally {
    uint64_t judged, wrong;
    struct ul_seen misrounded; /* where correct rounding is asked for; or none of the listed values */
    /* Where results may equal the document's formula: how many were compared, those that did not equal it. */
    uint64_t compared;
    struct ul_seen differing;
};

/* The share of a limit that an error uses: 0 for no error, infinite beyond a limit of 0. */
double ul_share(double error, double limit);

/* Fills r->judgement[b] but for its bound. `top`: the certified maximum of the bound's share, or (is_share
 * false: one piece, one number, everywhere) of its measure's figure. */
void ul_judge_bound(struct ul_record *r, int b, const struct ul_tally *t, const struct ul_maximum *top,
                    bool is_share);
/* The claims' verdicts, and the row's: once all its bounds are judged. */
void ul_judge_row(struct ul_record *r);

#endif
