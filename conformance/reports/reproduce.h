/* One result as a program for a bug report, which needs nothing of this one: OpenCL C (.cl) with a host
 * program in C, CUDA (.cu), or C with the libm (.c). */
#ifndef UL_REPRODUCE_H
#define UL_REPRODUCE_H

#include "device.h"
#include "subject.h"

struct ul_reproduction {
    const struct ul_subject *subject; /* as it is measured */
    const struct ul_place *place;
    const char *flags, *approx;
    int width;                                /* lanes of each argument */
    const ul_bits (*args)[UL_MAX_PARAMETERS]; /* by lane */
    const ul_bits (*got)[UL_MAX_RESULTS];
    const ul_bits (*want)[UL_MAX_RESULTS]; /* correctly rounded; NULL: nobody knows */
    const char *const *exact;              /* of each lane its results' digits; NULL: nobody knows */
};

/* Writes the program into a folder, which is made where it is missing, and tells on stderr what it wrote and
 * how it is built. False: it cannot be written. */
bool ul_reproduce(const struct ul_reproduction *r, const char *folder, struct ul_line *why);

#endif
