#include "launch.h"
#include "machine.h"
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

enum { CHUNK = 1 << 14 };

struct job {
    const struct ul_launch *launch;
    ul_native_kernel *kernel;
    atomic_uint next; /* chunk that nobody has taken */
};

static void *work(void *p)
{
    struct job *job = p;
    const struct ul_launch *l = job->launch;
    for (;;) {
        uint64_t first = (uint64_t)atomic_fetch_add(&job->next, 1) * CHUNK, end = first + CHUNK;
        if (first >= l->n)
            return NULL;
        job->kernel(l->in, l->out, l->base, (uint32_t)first, (uint32_t)(end < l->n ? end : l->n),
                    l->capacity);
    }
}

void ul_launch_share(void *kernel, const struct ul_launch *l, int threads)
{
    struct job job = {.launch = l};
    memcpy(&job.kernel, &kernel, sizeof kernel); /* ISO C has no cast from void * to a function */
    pthread_t thread[UL_MAX_THREADS];
    int started = 0, chunks = (int)((l->n + (uint64_t)CHUNK - 1) / CHUNK);
    while (started < threads - 1 && started < chunks - 1 &&
           pthread_create(&thread[started], NULL, work, &job) == 0)
        started++;
    work(&job); /* does all of it if no thread could be started */
    for (int i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
}

/* Work-groups are divisors of it. */
enum { PIECE = 1 << 12 };

/* Half of what a multiprocessor runs at once: what takes long there, on a small GPU, is not much longer. */
uint32_t ul_first_piece(int units)
{
    const uint32_t pieces = (uint32_t)units * 512 / PIECE;
    return pieces ? pieces * PIECE : PIECE;
}

uint32_t ul_next_piece(uint32_t piece, double seconds)
{
    const double wanted = 0.025, most = 1 << 24;
    const double factor = fmin(fmax(wanted / fmax(seconds, 1e-6), 1.0 / 16), 256);
    const uint32_t next = (uint32_t)fmin(piece * factor, most) / PIECE * PIECE;
    return next ? next : PIECE;
}
