#include "search_levels.h"
#include <math.h>
#include <stdlib.h>

enum { LEAST_DRAWS = 12, BY_MEAN = 4 /* every so manieth run */ };

static double inputs_of(const struct ul_space *s, const struct ul_box *b)
{
    double n = 1;
    for (int k = 0; k < s->arguments; k++)
        n *= (double)((uint64_t)b->hi[k] - (uint64_t)b->lo[k]) + 1;
    return n;
}

/* The whole space; of its frames, where there are two, each in turn. */
static void begin_run(struct ul_levels *l)
{
    const enum ul_frame frame = l->runs % 2 ? UL_FRAME_PLAIN : ul_space_frame(l->space);
    ul_space_box(l->space, frame, &l->box[0].box);
    l->box[0].worth = 0;
    l->count = 1;
    l->spent = 0;
    l->ends = l->begun = false;
}

void ul_levels_begin(struct ul_levels *l, const struct ul_space *s)
{
    *l = (struct ul_levels){.space = s};
    begin_run(l);
    ul_levels_step(l, 0);
}

bool ul_levels_by_mean(const struct ul_levels *l)
{
    return l->runs % BY_MEAN == 2;
}

void ul_levels_hear(struct ul_levels *l, int of, double worth)
{
    l->box[of].worth = fmax(l->box[of].worth, worth);
}

static int best_first(const void *a, const void *b)
{
    const struct ul_level_box *x = a, *y = b;
    if (x->worth != y->worth)
        return x->worth < y->worth ? 1 : -1;
    for (int k = 0; k < UL_MAX_PARAMETERS; k++)
        if (x->box.lo[k] != y->box.lo[k])
            return x->box.lo[k] < y->box.lo[k] ? -1 : 1;
    return 0;
}

/* As many parts as the list takes, cut again and again while there are few of them. */
static void cut(struct ul_levels *l)
{
    while (l->count <= UL_LEVEL_LIST) {
        const int n = l->count;
        struct ul_level_box old[UL_LEVEL_LIST];
        for (int k = 0; k < n; k++)
            old[k] = l->box[k];
        l->count = 0;
        for (int k = 0; k < n; k++) {
            struct ul_box part[UL_LEVEL_PARTS];
            const int parts = ul_box_cut(l->space, &old[k].box, UL_LEVEL_PARTS, part);
            for (int j = 0; j < parts; j++)
                l->box[l->count++] = (struct ul_level_box){.box = part[j], .worth = -INFINITY};
            if (!parts)
                l->box[l->count++] = (struct ul_level_box){.box = old[k].box, .worth = -INFINITY};
        }
        if (l->count == n)
            return;
    }
}

void ul_levels_step(struct ul_levels *l, uint32_t room)
{
    if (l->begun && l->next < l->count)
        return;
    if (l->ends) {
        l->runs++;
        begin_run(l);
    }
    if (l->begun) {
        qsort(l->box, (size_t)l->count, sizeof *l->box, best_first);
        l->count = l->count < UL_LEVEL_LIST ? l->count : UL_LEVEL_LIST;
    }
    double inputs = 0;
    for (int k = 0; k < l->count; k++)
        inputs += inputs_of(l->space, &l->box[k].box);
    l->ends = inputs <= l->spent + 64;
    if (!l->ends)
        cut(l);
    l->begun = true;
    l->next = 0;
    l->drawn = 0;
    l->draws = room / UL_LEVEL_MOST < LEAST_DRAWS ? LEAST_DRAWS : room / UL_LEVEL_MOST;
}

uint32_t ul_levels_draw(struct ul_levels *l, struct ul_random *r, ul_bits (*out)[UL_MAX_PARAMETERS],
                        uint32_t room, int *of)
{
    if (l->next == l->count)
        return 0;
    const struct ul_box *b = &l->box[l->next].box;
    const bool each = l->ends && l->space->arguments == 1; /* of several arguments as many draws */
    const uint64_t inputs = l->ends ? (uint64_t)inputs_of(l->space, b) : l->draws;
    const uint32_t n = inputs - l->drawn < room ? (uint32_t)(inputs - l->drawn) : room;
    *of = l->next;
    for (uint32_t k = 0; k < n; k++) {
        if (each)
            out[k][0] = ul_space_value(l->space->type[0], b->lo[0] + (int64_t)(l->drawn + k));
        else
            ul_box_draw(l->space, b, r, out[k]);
    }
    l->drawn += n;
    l->spent += n;
    if (l->drawn >= inputs) {
        l->next++;
        l->drawn = 0;
    }
    return n;
}

bool ul_levels_stretch(struct ul_levels *l, uint32_t draws, uint32_t runs, struct ul_stretch *out)
{
    if (l->next == l->count)
        return false;
    const struct ul_box *b = &l->box[l->next].box;
    const uint64_t width = (uint64_t)b->hi[0] - (uint64_t)b->lo[0];
    *out = (struct ul_stretch){.low = b->lo[0], .width = width, .of = l->next};
    if (l->ends) {
        out->low = (int64_t)((uint64_t)b->lo[0] + l->drawn);
        out->width = width - l->drawn < draws ? width - l->drawn : draws - 1;
    }
    l->drawn += draws;
    l->spent += draws;
    if (l->ends ? l->drawn > width : l->drawn >= (uint64_t)draws * runs) {
        l->next++;
        l->drawn = 0;
    }
    return true;
}
