/* The devices that are here, and those that a command line names. */
#ifndef UL_DEVICE_H
#define UL_DEVICE_H

#include "common/backend.h"

/* A device and how to reach it: start a worker for (backend, where) and attach to `number`. */
struct ul_place {
    struct ul_device device;
    char backend[16];
    char where[256]; /* .icd path; "" for cuda and host */
    int number;
};

/* The API of a place's backend: "cuda", "opencl", "host". */
const char *ul_place_api(const struct ul_place *p);

struct ul_devices {
    int count;
    struct ul_place *place;
    int hints;
    char **hint; /* what could be had: "RUSTICL_ENABLE is unset: rusticl shows no device" */
    int broken;
    char **trouble; /* vendors that could not be opened: "/etc/OpenCL/vendors/x.icd: signal 11" */
};

/* Starts a worker for each vendor, all at once, and asks it. Never fails; an empty list is an answer. */
void ul_devices_find(struct ul_devices *d, double timeout);
void ul_devices_free(struct ul_devices *d);

/* The places that the -d words name, in order, without doubles; no words: all but simulators; "all": all.
 * Returns an allocated array of indices, its length in *count; NULL with a reason when a word names none
 * ("no device 'opencl:foo'; here are: host, opencl:0:0 (pocl)"). */
int *ul_devices_choose(const struct ul_devices *d, const char *const *words, int words_count, int *count,
                       struct ul_line *why);

#endif
