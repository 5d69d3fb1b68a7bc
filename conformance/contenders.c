#include "contenders.h"
#include <stdlib.h>

/* Is a to leave before b? */
static bool weaker(const struct ul_contender *a, const struct ul_contender *b)
{
    return a->upper < b->upper || (a->upper == b->upper && a->order > b->order);
}

static void swap(struct ul_contender *a, struct ul_contender *b)
{
    struct ul_contender t = *a;
    *a = *b;
    *b = t;
}

static void sift_down(struct ul_contenders *c, int i)
{
    for (;;) {
        int least = i;
        for (int k = 2 * i + 1; k <= 2 * i + 2 && k < c->count; k++)
            if (weaker(&c->item[k], &c->item[least]))
                least = k;
        if (least == i)
            return;
        swap(&c->item[i], &c->item[least]);
        i = least;
    }
}

void ul_contenders_add(struct ul_contenders *c, const struct ul_contender *x)
{
    if (!ul_contends(c, x->upper, x->order))
        return;
    if (c->count == UL_CONTENDERS) {
        c->item[0] = *x;
        sift_down(c, 0);
        return;
    }
    int i = c->count++;
    c->item[i] = *x;
    for (; i > 0 && weaker(&c->item[i], &c->item[(i - 1) / 2]); i = (i - 1) / 2)
        swap(&c->item[i], &c->item[(i - 1) / 2]);
}

void ul_contenders_merge(struct ul_contenders *into, const struct ul_contenders *from)
{
    for (int i = 0; i < from->count; i++)
        ul_contenders_add(into, &from->item[i]);
}

static int stronger_first(const void *a, const void *b)
{
    return weaker(a, b) - weaker(b, a);
}

void ul_contenders_sort(struct ul_contenders *c)
{
    qsort(c->item, (size_t)c->count, sizeof c->item[0], stronger_first);
}

void ul_see(struct ul_seen *s, const struct ul_contender *c)
{
    if (!s->count++ || c->order < s->first.order)
        s->first = *c;
}

void ul_merge_seen(struct ul_seen *into, const struct ul_seen *s)
{
    if (s->count && (!into->count || s->first.order < into->first.order))
        into->first = s->first;
    into->count += s->count;
}
