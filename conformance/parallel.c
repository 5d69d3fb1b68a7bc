#include "parallel.h"
#include "common/machine.h"
#include "reference.h"
#include <pthread.h>
#include <stdatomic.h>

struct loop {
    atomic_uint_fast64_t next;
    uint64_t items;
    void (*work)(void *context, int thread, uint64_t item);
    void *context;
};

struct share {
    struct loop *loop;
    int thread;
    pthread_t id;
};

static void take_items(struct loop *l, int thread)
{
    uint64_t item;
    while ((item = atomic_fetch_add(&l->next, 1)) < l->items)
        l->work(l->context, thread, item);
}

static void *run_share(void *p)
{
    struct share *s = p;
    take_items(s->loop, s->thread);
    flint_cleanup(); /* FLINT keeps caches a thread */
    return NULL;
}

void ul_parallel(int threads, uint64_t items, void (*work)(void *context, int thread, uint64_t item),
                 void *context)
{
    struct loop l = {.items = items, .work = work, .context = context};
    struct share share[UL_MAX_THREADS];
    if ((uint64_t)threads > items)
        threads = (int)items;
    int started = 0;
    for (int t = 1; t < threads && t < UL_MAX_THREADS; t++) {
        share[started] = (struct share){.loop = &l, .thread = t};
        if (pthread_create(&share[started].id, NULL, run_share, &share[started]))
            break;
        started++;
    }
    take_items(&l, 0);
    for (int t = 0; t < started; t++)
        pthread_join(share[t].id, NULL);
}
