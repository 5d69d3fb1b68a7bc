#include "machine.h"
#include <sched.h>
#include <time.h>

int ul_processors(void)
{
    cpu_set_t set;
    int n = sched_getaffinity(0, sizeof set, &set) ? 1 : CPU_COUNT(&set);
    return n < UL_MAX_THREADS ? n : UL_MAX_THREADS;
}

double ul_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
