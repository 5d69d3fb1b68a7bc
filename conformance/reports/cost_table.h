/* Costs as tables. */
#ifndef UL_COST_TABLE_H
#define UL_COST_TABLE_H

#include "pareto.h"
#include "table.h"

/* A row a cost: instructions by class, the foot's claim. */
struct ul_table *ul_cost_table(const struct ul_cost *costs, int n);

/* Accuracy against cost: a row a subject, of one group or (NULL) of all; then the first column is the
 * function. */
struct ul_table *ul_pareto_table(const struct ul_pareto *p, const struct ul_pareto_group *only);

/* A subject under its flags, allocated. */
char *ul_cost_label(const struct ul_cost *c);

#endif
