/* What people and programs read of a comparison. */
#ifndef UL_DIFFERENCES_H
#define UL_DIFFERENCES_H

#include "comparison.h"
#include "options.h"

/* Prints it in the format that is asked for: who is most accurate, which bound is broken where, how far
 * devices are apart; -v adds worst inputs, -q leaves lines on which a bound is broken or something could not
 * be measured. Returns the exit status: 1 a bound is broken, else 3 a row could not be measured, else 0. */
int ul_differences_print(const struct ul_comparison *c, const struct ul_options *o);

#endif
