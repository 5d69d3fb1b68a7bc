/* A function of the module as a function of the IR: registers on the stack, a block a block.
 *
 * Written fast, a slow block is not there: who comes to it returns true, and the input has to be run again by
 * the whole function. */
#include "translate.h"
#include <inttypes.h>
#include <stdio.h>

/* Bytes of .local memory of a thread: CUDA C++ Programming Guide, table of limits. */
enum { MAX_STACK = 512 << 10 };

bool ul_ptx_refuse(struct ul_translator *t, const char *format, ...)
{
    char what[300];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    return ul_ptx_fail(t->why, t->s->line, "'%.100s' %s", t->s->opcode, what);
}

bool ul_ptx_count(struct ul_translator *t, int operands)
{
    return t->s->operands == operands ||
           ul_ptx_refuse(t, "has %d operands, not %d", t->s->operands, operands);
}

/* ---- Statements ---------------------------------------------------------------------------------------- */

/* Of one thread alone: nothing to order, to wait for or to fetch. */
static bool nothing(struct ul_translator *t)
{
    (void)t;
    return true;
}

/* The end of the function, or of the thread: a .func says which by its result. */
static bool leave(struct ul_translator *t)
{
    if (!ul_ptx_count(t, 0))
        return false;
    const bool thread = !ul_ptx_is(t->s->opcode, "ret") && !t->f->entry;
    ul_text_add(t->ir, "  ret i1 %s\n", thread ? "true" : "false");
    t->ended = true;
    return true;
}

/* A GPU gives the launch up, and so does the worker: no result is better than a stale one. */
static bool trap(struct ul_translator *t)
{
    if (!ul_ptx_count(t, 0))
        return false;
    ul_text_add(t->ir, "  call void @llvm.trap()\n  unreachable\n");
    t->ended = true;
    return true;
}

static const struct {
    const char *bases;
    bool (*write)(struct ul_translator *t);
} statements[] = {
    {"ld ldu", ul_ptx_load},
    {"st", ul_ptx_store},
    {"mov", ul_ptx_move},
    {"cvta", ul_ptx_cvta},
    {"setp", ul_ptx_setp},
    {"call", ul_ptx_call},
    {"ret exit", leave},
    {"trap", trap},
    {"membar fence nanosleep pmevent prefetch prefetchu", nothing},
};

static bool unguarded(struct ul_translator *t)
{
    for (size_t k = 0; k < sizeof statements / sizeof *statements; k++)
        if (ul_ptx_is(t->s->opcode, statements[k].bases))
            return statements[k].write(t);
    return ul_ptx_instruction(t);
}

static bool statement(struct ul_translator *t)
{
    struct ul_ir guard;
    if (t->s->guard < 0)
        return unguarded(t);
    if (!ul_ptx_guard(t, &guard))
        return false;
    const int n = ++t->values;
    ul_text_add(t->ir, "  br i1 %s, label %%g%d, label %%s%d\ng%d:\n", guard.text, n, n, n);
    if (!unguarded(t))
        return false;
    if (!t->ended)
        ul_text_add(t->ir, "  br label %%s%d\n", n);
    ul_text_add(t->ir, "s%d:\n", n);
    t->ended = false;
    return true;
}

/* ---- Blocks -------------------------------------------------------------------------------------------- */

static bool left_out(const struct ul_translator *t, int block)
{
    return t->fast && t->now->slow[block];
}

static bool terminate(struct ul_translator *t, const struct ul_ptx_block *block)
{
    struct ul_ir guard;
    if (block->successors == 2 && !ul_ptx_guard(t, &guard))
        return false;
    if (block->successors == 2)
        ul_text_add(t->ir, "  br i1 %s, ", guard.text);
    else
        ul_text_add(t->ir, block->successors ? "  br " : "  ret i1 false"); /* nothing comes to such a one */
    for (int k = 0; k < block->successors; k++) {
        ul_text_add(t->ir, k ? ", label " : "label ");
        ul_text_add(t->ir, left_out(t, block->successor[k]) ? "%%slow" : "%%b%d", block->successor[k]);
    }
    ul_text_add(t->ir, "\n");
    return true;
}

static bool write_block(struct ul_translator *t, int index)
{
    const struct ul_ptx_block *block = &t->now->flow.block[index];
    ul_text_add(t->ir, "b%d:\n", index);
    t->ended = false;
    for (int k = block->first; k < block->end && !t->ended; k++) {
        t->s = &t->f->statement[k];
        if (!ul_ptx_is(t->s->opcode, "bra") && !statement(t))
            return false;
    }
    return t->ended || terminate(t, block);
}

/* ---- The function ------------------------------------------------------------------------------------ */

static bool put_stack(struct ul_translator *t)
{
    const struct ul_ptx_function *f = t->f;
    uint64_t bytes = 0;
    ul_text_add(t->ir, "entry:\n  %%carry = alloca i8\n  store i8 0, ptr %%carry\n");
    for (int k = 0; k < f->registers; k++) {
        const int bits = f->reg[k].type.bits;
        ul_text_add(t->ir, "  %%r%d = alloca i%d\n", k, bits);
        if (t->now->unset[k])
            ul_text_add(t->ir, "  store i%d 0, ptr %%r%d\n", bits, k);
    }
    for (int k = 0; k < f->locals; k++) {
        const struct ul_ptx_variable *v = f->local[k];
        bytes = v->bytes > MAX_STACK ? MAX_STACK + 1 : bytes + v->bytes;
        if (bytes > MAX_STACK)
            return ul_ptx_fail(t->why, v->line, "'%.100s' needs more than %d KiB of local memory", f->name,
                               MAX_STACK >> 10);
        ul_text_add(t->ir, "  %%v%d = alloca [%" PRIu64 " x i8], align %d\n", k, v->bytes ? v->bytes : 1,
                    v->align);
    }
    ul_text_add(t->ir, "  br label %%b0\n");
    return true;
}

static void put_head(struct ul_translator *t, int index)
{
    const struct ul_ptx_function *f = t->f;
    if (f->entry) {
        const bool whole = t->now->any_slow && !t->fast;
        ul_text_add(t->ir,
                    "define internal i1 @ul.%s.%d(ptr %%in, ptr %%out, i64 %%base, i32 %%n, i32 %%capacity, "
                    "i32 %%first, i32 %%ctaid) #%d {\n",
                    t->fast ? "fast" : "body", index, whole ? 2 : 1);
        return;
    }
    ul_text_add(t->ir, "define internal i1 @ul.func.%d(", index);
    for (int k = 0; k < f->results + f->parameters; k++)
        ul_text_add(t->ir, "ptr %%a%d, ", k);
    ul_text_add(t->ir, "i32 %%ctaid) #%d {\n", ul_ptx_is_small(t->now) ? 1 : 2);
}

bool ul_ptx_function(struct ul_translator *t, const struct ul_ptx_facts *facts, bool fast)
{
    t->now = facts;
    t->f = facts->f;
    t->fast = fast;
    t->values = 0;
    put_head(t, (int)(facts - t->facts));
    if (!put_stack(t))
        return false;
    for (int b = 0; b < facts->flow.blocks; b++)
        if (!left_out(t, b) && !write_block(t, b))
            return false;
    ul_text_add(t->ir, "ended:\n  ret i1 %s\nslow:\n  ret i1 true\n}\n\n", t->f->entry ? "false" : "true");
    return true;
}
