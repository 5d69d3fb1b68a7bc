/* The machine at hand: its processors and its clock. */
#ifndef UL_COMMON_MACHINE_H
#define UL_COMMON_MACHINE_H

/* Processors that this process may use, at most UL_MAX_THREADS. */
enum { UL_MAX_THREADS = 256 };
int ul_processors(void);

/* Seconds since some moment; never set back. */
double ul_seconds(void);

#endif
