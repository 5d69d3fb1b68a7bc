/* Measuring: the rows of a session, each of them as records. */
#ifndef UL_MEASURE_H
#define UL_MEASURE_H

#include <semaphore.h>
#include <pthread.h>
#include "plan.h"
#include "session.h"

struct ul_measuring {
    /* The caller's, of whom `tell`, `recall` and `recalled` are called under the lock. */
    const struct ul_options *options;
    struct ul_session *session;
    struct ul_record_file *file; /* NULL, or where rows are kept as they end, and taken from if it has them */
    void *context;
    /* A row's record, which may be changed: rows come in their order on a device under flags. */
    void (*tell)(void *context, json_t *record, const struct ul_subject *s);
    /* May a row with this verdict be taken from the file? NULL: all may. It was. */
    bool (*recall)(void *context, enum ul_verdict verdict);
    void (*recalled)(void *context, const char *key, enum ul_verdict verdict);
    /* The row's inputs; NULL: ul_plan_make. */
    bool (*plan)(void *context, struct ul_plan *p, const struct ul_subject *s, const struct ul_device *d,
                 struct ul_line *why);
    /* What came of it. */
    bool cannot_write;
    int rows, done;
    /* Its own. */
    pthread_mutex_t lock;
    double started, shown; /* shown: when the progress line was drawn last */
    bool progress;         /* a line of it on stderr */
    struct ul_text log;    /* the last compiler's that was told */
    sem_t *gpu;            /* by place of the session: those of one GPU have the first one's; see runner.h */
};

/* How many rows the session has. */
int ul_measure_rows(const struct ul_session *s);
/* Is it a row of the session? Where there is no reference, there is nothing to be judged. */
bool ul_measure_is_row(const struct ul_session *s, int i, const struct ul_place *p, const char *flags);

/* Is there anything to be measured, on the inputs that are asked for? 0, or the exit status with a reason.
 * `unmeasured`: how many subjects have no reference, though a device here could run them. */
int ul_measure_can(const struct ul_session *s, int *unmeasured, struct ul_line *why);

/* Measures all rows, devices on different hardware at once. A signal to stop ends the process, once what is
 * being written is finished. */
void ul_measure(struct ul_measuring *m);

#endif
