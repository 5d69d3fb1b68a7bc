/* Memory that is freed at once: blocks that are filled from their beginning. */
#include "ptx.h"
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct ul_arena_block {
    struct ul_arena_block *before;
    size_t used, room;
    max_align_t data[];
};

enum { LEAST_BLOCK = 64 * 1024 - (int)sizeof(struct ul_arena_block) };

static struct ul_arena_block *add_block(struct ul_arena *a, size_t bytes)
{
    size_t room = bytes > LEAST_BLOCK ? bytes : LEAST_BLOCK;
    struct ul_arena_block *block = ul_alloc(sizeof *block + room);
    block->room = room;
    /* What needs a block of its own goes below the one that still has room. */
    if (a->last && bytes > LEAST_BLOCK) {
        block->before = a->last->before;
        a->last->before = block;
    } else {
        block->before = a->last;
        a->last = block;
    }
    return block;
}

void *ul_arena_take(struct ul_arena *a, size_t bytes)
{
    const size_t unit = sizeof(max_align_t);
    bytes = (bytes + unit - 1) / unit * unit;
    struct ul_arena_block *block = a->last;
    if (!block || block->room - block->used < bytes)
        block = add_block(a, bytes);
    void *taken = (char *)block->data + block->used;
    block->used += bytes;
    return taken;
}

char *ul_arena_copy(struct ul_arena *a, const char *text, size_t length)
{
    char *copy = ul_arena_take(a, length + 1);
    if (length)
        memcpy(copy, text, length);
    return copy;
}

void ul_arena_free(struct ul_arena *a)
{
    while (a->last) {
        struct ul_arena_block *before = a->last->before;
        free(a->last);
        a->last = before;
    }
}
