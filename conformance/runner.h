/* A runner: subjects as kernels on one device, under one set of flags. It builds many kernels a program,
 * halves a program that does not build until the culprit stands alone, and starts a fresh worker when one is
 * lost. */
#ifndef UL_RUNNER_H
#define UL_RUNNER_H

#include <semaphore.h>
#include "device.h"
#include "forms.h"
#include "plan.h"
#include "worker.h"

struct ul_runner;

struct ul_runner_setup {
    const struct ul_place *place;
    const char *flags;  /* the build's */
    const char *approx; /* "native" or "mufu" */
    const char *arch;   /* "sm_89": CUDA's code is for it; NULL: for the device */
    double timeout;
    int batch;                        /* kernels a program; 0: as many as is usual */
    const struct ul_options *options; /* not NULL: there are kernels that make their inputs from an index,
                                       * too, where plans have ranges under these */
    /* Not NULL: each subject has one kernel only, which makes its inputs from an index where this says so. */
    bool (*by_index)(const struct ul_signature *s);
    int widths; /* 0: each subject's least width alone */
    const int
        *width;      /* else those wanted, as far as a subject has them; 1 is always run where there is one */
    bool references; /* the device's double functions ride along as further results, where they can */
    bool folds;      /* each of these has the kernels of ul_runner_time, too */
    bool sweeps;     /* such subjects of one float over ranges are measured on the device, see sweep.h */
    sem_t *gpu;      /* not NULL: how many runners more may sweep on it at the same time */
    bool scouts;     /* a search's blocks have scouts of such functions of one double, see search.h */
    bool forms;      /* so do the formulas that the tables let a function be derived by, see forms.h */
};

/* What a block gave: for each width the results' buffer, and, where the kernel carries them, the references
 * of each result; all laid out for the block's capacity. */
struct ul_outcome {
    const struct ul_block *block;
    int widths; /* those of ul_runner_widths, or the first alone where the block goes to a kernel of numbers
                 */
    const void *out[UL_WIDTHS];
    const double *reference[UL_MAX_RESULTS]; /* NULL: none */
    const void
        *form[UL_WIDTHS][UL_MAX_FORMS]; /* of the first result, by width; NULL: none, or not asked for */
};
typedef void (*ul_sink)(void *context, const struct ul_outcome *o);

/* NULL: the worker did not start. Subjects must outlive the runner. */
struct ul_runner *ul_runner_open(const struct ul_runner_setup *setup,
                                 const struct ul_subject *const *subjects, int count, struct ul_line *why);
void ul_runner_close(struct ul_runner *r);

/* The widths that the k-th subject is run at, from the least; returns how many. */
int ul_runner_widths(const struct ul_runner *r, int k, int width[UL_WIDTHS]);

/* From now on the k-th subject is run at these of its widths alone, from the least. */
void ul_runner_take_widths(struct ul_runner *r, int k, const int *width, int widths);

/* Does the k-th subject's kernel carry references from the device? */
bool ul_runner_has_references(const struct ul_runner *r, int k);

/* Builds what is missing for the k-th subject, as what runs it does, too. */
bool ul_runner_prepare(struct ul_runner *r, int k, struct ul_text *log, struct ul_line *why);

/* Does the k-th subject have a kernel that measures segments? Then none that makes inputs from an index. */
bool ul_runner_sweeps(const struct ul_runner *r, int k);

/* Has the k-th subject's kernel scouts? */
bool ul_runner_scouts(const struct ul_runner *r, int k);

/* Where sweeps of all floats begin, as bits: at 2^-40. Neither the first launches, which are small, nor the
 * end of the last one are to hold what is slow (subnormals, arguments of about 1), as a GPU is half idle
 * then. */
enum { UL_ALL_FLOATS_FROM = 0x2b800000 };

/* Measures `n` segments from the one that begins with the bits `first` on, under the flushing that the
 * kernel's text names: UL_SEGMENT_WORDS arrays a result, each `capacity` long. They stay until a later sweep
 * takes their place: `before` is the sum of the capacities that are to stay. All together are at most 2^15
 * more than all floats' segments. */
struct ul_segments {
    uint32_t n, capacity;
    const uint64_t *word;
};
bool ul_runner_sweep(struct ul_runner *r, int k, uint32_t first, uint32_t n, int flush, uint32_t before,
                     struct ul_segments *out, struct ul_text *log, struct ul_line *why);

/* For the bench, of a subject that sweeps, where the setup asks for folds: the least time that a launch over
 * all floats took, of a few, without copies: of the sweep, or of a kernel that only evaluates the function
 * and the device's own double one and adds them up, or the function alone. */
enum ul_timed { UL_TIMED_SWEEP, UL_TIMED_FOLD, UL_TIMED_FUNCTION, UL_TIMED_COUNT };
bool ul_runner_time(struct ul_runner *r, int k, enum ul_timed what, double *seconds, struct ul_text *log,
                    struct ul_line *why);

/* Runs the k-th subject over a plan, block by block, in plan order unless it is of ranges; the sink is called
 * in this thread. False with a reason: it did not build (`log`, if not NULL, gets the compiler's output),
 * crashed, or hung. */
bool ul_runner_run(struct ul_runner *r, int k, const struct ul_plan *plan, ul_sink sink, void *context,
                   struct ul_text *log, struct ul_line *why);

/* The same for a few tuples given as bits. */
bool ul_runner_run_tuples(struct ul_runner *r, int k, const ul_bits (*tuples)[UL_MAX_PARAMETERS], uint32_t n,
                          ul_sink sink, void *context, struct ul_text *log, struct ul_line *why);

#endif
