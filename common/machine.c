#include "machine.h"
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int ul_processors(void)
{
    cpu_set_t set;
    int n = sched_getaffinity(0, sizeof set, &set) ? 1 : CPU_COUNT(&set);
    return n < UL_MAX_THREADS ? n : UL_MAX_THREADS;
}

/* The first processor's lines of /proc/cpuinfo that begin with one of the words. */
static void put_lines(const char *const *words, struct ul_text *out)
{
    char *line = NULL;
    size_t room = 0;
    FILE *f = fopen("/proc/cpuinfo", "r");
    while (f && getline(&line, &room, f) > 0 && line[0] != '\n')
        for (const char *const *w = words; *w; w++)
            if (!strncmp(line, *w, strlen(*w)))
                ul_text_add(out, "%s", line);
    free(line);
    if (f)
        fclose(f);
}

void ul_processor_name(char *out, size_t room)
{
    static const char *const words[] = {"model name", NULL};
    struct ul_text lines = {0};
    put_lines(words, &lines);
    const char *colon = lines.data ? strchr(lines.data, ':') : NULL;
    if (colon)
        snprintf(out, room, "%.*s", (int)strcspn(colon + 2, "\n"), colon + 2);
    else
        snprintf(out, room, "host");
    ul_text_free(&lines);
}

void ul_processor_text(struct ul_text *out)
{
    static const char *const words[] = {"model name", "flags", "CPU part", "Features", NULL};
    put_lines(words, out);
}

static double read_clock(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double ul_seconds(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

double ul_cpu_seconds(void)
{
    return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}
