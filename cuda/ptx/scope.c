#include "scope.h"
#include <stdlib.h>
#include <string.h>

void ul_ptx_names_free(struct ul_ptx_names *n)
{
    free(n->slot);
    ul_arena_free(&n->arena);
    *n = (struct ul_ptx_names){0};
}

/* FNV-1a, 32 bits (draft-eastlake-fnv). */
static uint32_t hash_of(const char *text, size_t length)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (uint8_t)text[i]) * 16777619u;
    return hash;
}

static void put(struct ul_ptx_names *n, struct ul_ptx_word *w)
{
    size_t at = w->hash & (n->slots - 1);
    while (n->slot[at])
        at = (at + 1) & (n->slots - 1);
    n->slot[at] = w;
}

static void make_room(struct ul_ptx_names *n)
{
    if (2 * (n->words + 1) <= n->slots)
        return;
    struct ul_ptx_word **old = n->slot;
    size_t olds = n->slots;
    n->slots = olds ? 2 * olds : 1024; /* a power of two */
    n->slot = ul_alloc(n->slots * sizeof *n->slot);
    for (size_t i = 0; i < olds; i++)
        if (old[i])
            put(n, old[i]);
    free(old);
}

static bool equals(const struct ul_ptx_word *w, uint32_t hash, const char *text, size_t length)
{
    return w->hash == hash && !strncmp(w->text, text, length) && !w->text[length];
}

struct ul_ptx_word *ul_ptx_word(struct ul_ptx_names *n, const char *text, size_t length)
{
    make_room(n);
    uint32_t hash = hash_of(text, length);
    for (size_t at = hash & (n->slots - 1); n->slot[at]; at = (at + 1) & (n->slots - 1))
        if (equals(n->slot[at], hash, text, length))
            return n->slot[at];
    struct ul_ptx_word *w = ul_arena_take(&n->arena, sizeof *w);
    w->text = ul_arena_copy(n->texts, text, length);
    w->hash = hash;
    put(n, w);
    n->words++;
    return w;
}

void ul_ptx_scope_open(struct ul_ptx_names *n, int line)
{
    struct ul_ptx_scope *s = ul_arena_take(&n->arena, sizeof *s);
    s->outer = n->scope;
    s->depth = s->outer ? s->outer->depth + 1 : 0;
    s->line = line;
    s->last_jump = &s->jumps;
    n->scope = s;
}

static void add_jump(struct ul_ptx_scope *s, struct ul_ptx_jump *j)
{
    j->next = NULL;
    *s->last_jump = j;
    s->last_jump = &j->next;
}

static void resolve_jumps(struct ul_ptx_scope *s)
{
    struct ul_ptx_jump *next;
    struct ul_ptx_jump *all = s->jumps;
    s->jumps = NULL;
    s->last_jump = &s->jumps;
    for (struct ul_ptx_jump *j = all; j; j = next) {
        next = j->next;
        const struct ul_ptx_mark *m = j->word->mark;
        if (m && m->scope == s)
            j->operand->index = m->label;
        else
            add_jump(s->outer ? s->outer : s, j);
    }
}

void ul_ptx_scope_close(struct ul_ptx_names *n)
{
    struct ul_ptx_scope *s = n->scope;
    resolve_jumps(s);
    for (struct ul_ptx_symbol *y = s->symbols; y; y = y->next)
        y->word->symbol = y->hidden;
    for (struct ul_ptx_mark *m = s->marks; m; m = m->next)
        m->word->mark = m->hidden;
    n->scope = s->outer;
}

struct ul_ptx_symbol *ul_ptx_declare(struct ul_ptx_names *n, struct ul_ptx_word *w,
                                     enum ul_ptx_symbol_kind kind)
{
    if (w->symbol && w->symbol->scope == n->scope)
        return NULL;
    struct ul_ptx_symbol *y = ul_arena_take(&n->arena, sizeof *y);
    y->kind = kind;
    y->word = w;
    y->scope = n->scope;
    y->hidden = w->symbol;
    y->next = n->scope->symbols;
    n->scope->symbols = y;
    w->symbol = y;
    return y;
}

bool ul_ptx_mark_label(struct ul_ptx_names *n, struct ul_ptx_word *w, int label)
{
    if (w->mark && w->mark->scope == n->scope)
        return false;
    struct ul_ptx_mark *m = ul_arena_take(&n->arena, sizeof *m);
    *m = (struct ul_ptx_mark){w, label, n->scope, w->mark, n->scope->marks};
    n->scope->marks = m;
    w->mark = m;
    return true;
}

void ul_ptx_jump_to(struct ul_ptx_names *n, struct ul_ptx_word *w, struct ul_ptx_operand *operand, int line)
{
    struct ul_ptx_jump *j = ul_arena_take(&n->arena, sizeof *j);
    *j = (struct ul_ptx_jump){.word = w, .operand = operand, .line = line};
    add_jump(n->scope, j);
}
