/* How a subject is read on a device under flags: what rows are made of before they are measured. */
#ifndef UL_ROW_H
#define UL_ROW_H

#include "device.h"
#include "edge.h"
#include "lanes.h"
#include "record.h"

/* Can the device's API run the subject at all (opencl/exp on an OpenCL device; algorithms everywhere)? */
bool ul_row_belongs(const struct ul_subject *s, const struct ul_place *p);
/* Flags that start with -cl- are OpenCL's, others CUDA's: are these for the place? "" is for all. */
bool ul_flags_belong(const char *flags, const struct ul_place *p);
/* "native" or "mufu": as asked, or the device's own way. The host has the model only. */
const char *ul_row_approx(const struct ul_place *p, const char *asked);

/* Fills a record's identity and bounds, and the setup to measure by (setup->bound points into the record). */
void ul_row_begin(const struct ul_subject *s, int result, const struct ul_place *p, const char *flags,
                  const char *approx, const char *edition, struct ul_record *r, struct ul_row_setup *setup);
/* Is a special value required of the row? Not where infinities or NaN are assumed absent, nor a subnormal one
 * where subnormals may be flushed. */
bool ul_row_requires(const struct ul_row_setup *s, const struct ul_edge *e);

#endif
