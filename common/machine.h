/* The machine at hand: its processors and its clock. */
#ifndef UL_COMMON_MACHINE_H
#define UL_COMMON_MACHINE_H

#include "text.h"

/* Processors that this process may use, at most UL_MAX_THREADS. */
enum { UL_MAX_THREADS = 256 };
int ul_processors(void);

/* Its model's name, "AMD EPYC", or "host". */
void ul_processor_name(char *out, size_t room);

/* Appends what code for this processor depends on: its model and features. Machines may share a cache. */
void ul_processor_text(struct ul_text *out);

/* Seconds since some moment; never set back. */
double ul_seconds(void);
/* CPU seconds that this process has used. */
double ul_cpu_seconds(void);

#endif
