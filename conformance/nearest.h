/* What a wrong word may have been meant as. */
#ifndef UL_NEAREST_H
#define UL_NEAREST_H

/* The nearest of `names` (NULL ends it) to a wrong word, or NULL if none is near. */
const char *ul_nearest(const char *word, const char *const *names);

#endif
