/* Flushing of subnormals: which results it excuses, where it is admitted (OpenCL C 3.0, 7.5.3; CUDA's
 * -ftz=true). */
#ifndef UL_FLUSH_H
#define UL_FLUSH_H

#include "lanes.h"

/* A measured lane whose result y fails as it stands: is it right by flushing? Then y is right for some choice
 * of subnormal arguments taken as zeros, or a zero while some result within the bound in force is subnormal.
 */
bool ul_flush_excuses(struct ul_lanes *l, int i, const struct ul_row_setup *s, double y);

/* Is a wrong result right for some choice of the lane's subnormal arguments taken as zeros of either sign? */
bool ul_flushed_argument(struct ul_lanes *l, int i, const struct ul_row_setup *s);

#endif
