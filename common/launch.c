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
static uint32_t first_piece(int units)
{
    const uint32_t pieces = (uint32_t)units * 512 / PIECE;
    return pieces ? pieces * PIECE : PIECE;
}

/* `seconds`: of a piece, from its start, beside those of other lanes. */
static uint32_t next_piece(uint32_t piece, double seconds)
{
    const double wanted = 0.05, most = 1 << 24;
    const double factor = fmin(fmax(wanted / fmax(seconds, 1e-6), 1.0 / 16), 256);
    const uint32_t next = (uint32_t)fmin(piece * factor, most) / PIECE * PIECE;
    return next ? next : PIECE;
}

bool ul_launch_pieces(uint32_t n, int units,
                      bool (*start)(void *context, int lane, uint32_t first, uint32_t end),
                      bool (*wait)(void *context, int lane), void *context)
{
    struct {
        uint32_t items;
        double began;
    } under_way[UL_LANES_OF_A_LAUNCH];
    uint32_t piece = first_piece(units);
    unsigned started = 0, ended = 0;
    bool done = true;
    for (uint32_t first = 0; (done && first < n) || ended < started;) {
        if (done && first < n && started - ended < UL_LANES_OF_A_LAUNCH) {
            const int lane = (int)(started % UL_LANES_OF_A_LAUNCH);
            under_way[lane].items = n - first < piece ? n - first : piece;
            under_way[lane].began = ul_seconds();
            done = start(context, lane, first, first + under_way[lane].items);
            first += under_way[lane].items;
            started += done;
        } else {
            const int lane = (int)(ended % UL_LANES_OF_A_LAUNCH);
            done &= wait(context, lane);
            piece = next_piece(under_way[lane].items, ul_seconds() - under_way[lane].began);
            ended++;
        }
    }
    return done;
}
