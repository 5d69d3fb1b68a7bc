/* Memory that is freed at once: blocks that are filled from their beginning. */
#include "ptx.h"
#include <stddef.h>
#include <stdio.h>
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

void *ul_arena_copy(struct ul_arena *a, const void *data, size_t bytes)
{
    void *copy = ul_arena_take(a, bytes + 1);
    return bytes ? memcpy(copy, data, bytes) : copy;
}

char *ul_arena_format(struct ul_arena *a, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    const size_t room = (size_t)vsnprintf(NULL, 0, format, args) + 1;
    char *text = ul_arena_take(a, room);
    vsnprintf(text, room, format, again);
    va_end(again);
    va_end(args);
    return text;
}

void *ul_arena_grow(struct ul_arena *a, void *array, int count, size_t element)
{
    const int least = 4;
    if (count && (count < least || (count & (count - 1))))
        return array;
    void *larger = ul_arena_take(a, (count ? 2 * (size_t)count : (size_t)least) * element);
    return count ? memcpy(larger, array, (size_t)count * element) : larger;
}

void ul_arena_free(struct ul_arena *a)
{
    while (a->last) {
        struct ul_arena_block *before = a->last->before;
        free(a->last);
        a->last = before;
    }
}
