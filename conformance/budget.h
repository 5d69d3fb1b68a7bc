/* What a search may cost. */
#ifndef UL_BUDGET_H
#define UL_BUDGET_H

#include "common/type.h"

enum {
    UL_SEARCHES = 64, /* sub-searches, among whom it is divided, */
    UL_SHARES = 128   /* by shares: a few get several */
};

/* Evaluations, or seconds where those are 0. */
struct ul_budget {
    uint64_t evaluations;
    double seconds;
};
/* "60s", "2m", "1.5h"; "1e9", "100000000": at least an evaluation for each share. */
bool ul_budget_read(const char *text, struct ul_budget *out, struct ul_line *why);
/* In one spelling, allocated: "60s", "1000000000". */
char *ul_budget_text(const struct ul_budget *b);

#endif
