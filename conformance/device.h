/* The devices that are here, and those that a command line names. */
#ifndef UL_DEVICE_H
#define UL_DEVICE_H

#include "common/backend.h"

/* A device and how to reach it: start a worker for (backend, where) and attach to `number`. */
struct ul_place {
    struct ul_device device;
    char backend[16];
    char where[256]; /* .icd path; a CUDA release, "12.8"; else "" */
    int number;
};

/* The API of a place's backend: "cuda", "opencl", "host". */
const char *ul_place_api(const struct ul_place *p);

/* A vendor that was asked for by a word and could not be opened. */
struct ul_refusal {
    char backend[16], where[256];
    struct ul_line why;
};

struct ul_devices {
    int count;
    struct ul_place *place;
    int hints;
    char **hint; /* what could be had: "RUSTICL_ENABLE is unset: rusticl shows no device" */
    int broken;
    char **trouble; /* vendors that could not be opened: "/etc/OpenCL/vendors/x.icd: signal 11" */
    int refusals;
    struct ul_refusal *refusal;
};

/* Starts a worker for each vendor that the -d words may name (none: every one), all at once, and asks it.
 * Never fails; an empty list is an answer. */
void ul_devices_find(struct ul_devices *d, const char *const *words, int words_count, double timeout);
void ul_devices_free(struct ul_devices *d);

/* Left out unless asked for: simulators, and the emulated device where there is a GPU. */
bool ul_device_left_out(const struct ul_devices *d, const struct ul_place *p);

/* The places that the -d words name, in order, without doubles; no words: all that are not left out; "all":
 * all. Returns an allocated array of indices, its length in *count; NULL with a reason when a word names none
 * ("no device 'opencl:foo'; here are: host, opencl:0:0 (pocl)"). */
int *ul_devices_choose(const struct ul_devices *d, const char *const *words, int words_count, int *count,
                       struct ul_line *why);

#endif
