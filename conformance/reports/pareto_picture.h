/* Accuracy against cost as pictures: a scatter diagram a group, error over instructions, the front drawn
 * through. */
#ifndef UL_PARETO_PICTURE_H
#define UL_PARETO_PICTURE_H

#include <stdio.h>
#include "pareto.h"

/* One SVG of all groups of several subjects. */
void ul_pareto_svg(const struct ul_pareto *p, FILE *out);
/* A page that needs no other file, with the figures in tables. */
void ul_pareto_html(const struct ul_pareto *p, FILE *out);

#endif
