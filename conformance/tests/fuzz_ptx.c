/* Any bytes as PTX: they are refused with a line that says where, or read; nothing crashes (fuzz.sh). */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "cuda/ptx/ptx.h"

/* Every reason names its line. */
static void check(bool ok, const struct ul_line *why)
{
    if (!ok && strncmp(why->text, "line ", 5))
        abort();
}

static bool has_flow(struct ul_ptx_module *m, struct ul_line *why)
{
    bool all = true;
    for (int i = 0; i < m->functions; i++) {
        struct ul_ptx_flow flow;
        bool ok = ul_ptx_flow(&m->arena, m->function[i], &flow, why);
        check(ok, why);
        all = all && ok;
    }
    return all;
}

static void contracts_and_translates(struct ul_ptx_module *m, bool fmad, struct ul_line *why)
{
    struct ul_ptx_translation t = {0};
    bool ok = ul_ptx_contract(m, fmad, why) && ul_ptx_translate(m, &t, why);
    check(ok, why);
    ul_text_free(&t.ir);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ul_line why = {""};
    struct ul_ptx_module *m = ul_ptx_parse((const char *)data, size, &why);
    check(m, &why);
    if (m && has_flow(m, &why))
        contracts_and_translates(m, size % 8 != 0, &why);
    ul_ptx_free(m);
    return 0;
}

/* ---- Mutations that leave most of a text in order: they reach what follows the parser ---------------- */

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);

struct piece {
    size_t at, length;
};

static bool is_separator(uint8_t c, bool lines)
{
    return c == '\n' || (!lines && memchr(" \t,;.()[]{}<>:|!@+-", c, 20));
}

/* The line or the word that holds place `at`. */
static struct piece piece_at(const uint8_t *data, size_t size, size_t at, bool lines)
{
    size_t first = at, end = at;
    while (first > 0 && !is_separator(data[first - 1], lines))
        first--;
    while (end < size && !is_separator(data[end], lines))
        end++;
    return (struct piece){first, end - first};
}

/* A line or word gives its place to a copy of another one; a line may be put in front instead, or just go. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    srand(seed);
    int choice = rand() % 8;
    bool lines = choice < 3;
    if (size < 2 || choice == 7)
        return LLVMFuzzerMutate(data, size, most);
    struct piece from = piece_at(data, size, (size_t)rand() % size, lines);
    struct piece to = piece_at(data, size, (size_t)rand() % size, lines);
    if (choice == 0)
        from.length = 0;
    size_t removed = choice == 1 ? 0 : to.length;
    if (size - removed + from.length + 1 > most)
        return LLVMFuzzerMutate(data, size, most);
    uint8_t *copy = malloc(from.length + 1);
    memcpy(copy, data + from.at, from.length);
    copy[from.length] = '\n';
    size_t added = from.length + (choice == 1);
    memmove(data + to.at + added, data + to.at + removed, size - to.at - removed);
    memcpy(data + to.at, copy, added);
    free(copy);
    return size - removed + added;
}
