/* A module of PTX as LLVM IR: its tables, its functions, and a loop over inputs for each entry.
 *
 * What LLVM can vectorise is one loop. Slow blocks (loops, arrays, calls of such) prevent it; where an entry
 * has some and has a way around them, inputs run in chunks: first all by the fast body, which says where it
 * came to a slow block, then those inputs again by the whole body. A body writes nothing but its own input's
 * results, so it may run twice. */
#include "translate.h"
#include <inttypes.h>
#include <string.h>

enum { CHUNK = 1024 };

/* ---- Tables ------------------------------------------------------------------------------------------ */

static void put_table(struct ul_translator *t, int index)
{
    static const char hex[] = "0123456789ABCDEF";
    const struct ul_ptx_variable *v = t->m->global[index];
    ul_text_add(t->ir, "@ul.table.%d = internal constant [%" PRIu64 " x i8] ", index,
                v->bytes ? v->bytes : 1);
    if (!v->data || !v->bytes) {
        ul_text_add(t->ir, "zeroinitializer");
    } else {
        ul_text_add(t->ir, "c\"");
        for (uint64_t k = 0; k < v->bytes; k++) {
            const char byte[3] = {'\\', hex[v->data[k] >> 4], hex[v->data[k] & 15]};
            ul_text_put(t->ir, byte, sizeof byte);
        }
        ul_text_add(t->ir, "\"");
    }
    ul_text_add(t->ir, ", align %d\n", v->align);
}

/* ---- Entries ----------------------------------------------------------------------------------------- */

/* UL_KERNEL of ../prelude.cuh. */
static bool check_entry(struct ul_translator *t, const struct ul_ptx_function *f)
{
    static const int bits[] = {64, 64, 64, 32, 32, 32};
    bool same = f->parameters == 6;
    for (int k = 0; k < 6 && same; k++)
        same = f->parameter[k]->type.bits == bits[k] && f->parameter[k]->bytes == (uint64_t)bits[k] / 8;
    if (!same)
        return ul_ptx_fail(t->why, f->line, "the kernel '%.100s' has not the parameters of UL_KERNEL",
                           f->name);
    if (strpbrk(f->name, "$%") || strlen(f->name) >= 200 || !strncmp(f->name, "ptx_", 4))
        return ul_ptx_fail(t->why, f->line, "the kernel's name '%.100s' is not a plain one", f->name);
    return true;
}

/* How a loop is to be vectorised: eight lanes for 64 bits, else sixteen, which is the better on 256 bits too.
 * LLVM alone would look at the runtime's tables. */
enum { SCALAR = 1, SIXTEEN, EIGHT };

/* Vectors that a turn of the loop treats side by side: one alone waits for its own results most of the time.
 * More than the registers hold is slower again. */
static int side_by_side(void)
{
#ifdef __x86_64__
    return __builtin_cpu_supports("avx512f") ? 4 : 2;
#else
    return 1; /* sixteen lanes are four registers here */
#endif
}

static int loop_hint(const struct ul_ptx_facts *facts)
{
    return facts->widest > 32 ? EIGHT : SIXTEEN;
}

/* PTX's `first` is 0 and its n no limit: the block's index is the input's. */
static void put_call(struct ul_translator *t, const char *result, const char *body, int index,
                     const char *input)
{
    ul_text_add(t->ir,
                "  %scall i1 @ul.%s.%d(ptr %%in, ptr %%out, i64 %%base, i32 -1, i32 %%capacity, i32 0, "
                "i32 %s)\n",
                result, body, index, input);
}

static void put_simple_loop(struct ul_translator *t, int index)
{
    ul_text_add(t->ir, "entry:\n  %%some = icmp ult i32 %%begin, %%end\n"
                       "  br i1 %%some, label %%loop, label %%done\n"
                       "loop:\n  %%i = phi i32 [ %%begin, %%entry ], [ %%next, %%loop ]\n");
    put_call(t, "%ended = ", "body", index, "%i");
    ul_text_add(t->ir,
                "  %%next = add nuw i32 %%i, 1\n  %%more = icmp ult i32 %%next, %%end\n"
                "  br i1 %%more, label %%loop, label %%done, !llvm.loop !%d\n"
                "done:\n  ret void\n}\n\n",
                t->now->any_slow ? SCALAR : loop_hint(t->now));
}

/* Flags are looked at eight at a time; the last eight may go past the chunk's end, where zeros stand. */
static void put_chunked_loop(struct ul_translator *t, int index)
{
    ul_text_add(t->ir,
                "entry:\n  %%flags = alloca [%d x i8], align 64\n"
                "  %%some = icmp ult i32 %%begin, %%end\n  br i1 %%some, label %%chunk, label %%done\n"
                "chunk:\n  %%from = phi i32 [ %%begin, %%entry ], [ %%to, %%chunk.end ]\n"
                "  %%rest = sub i32 %%end, %%from\n  %%full = icmp ugt i32 %%rest, %d\n"
                "  %%count = select i1 %%full, i32 %d, i32 %%rest\n  %%to = add nuw i32 %%from, %%count\n"
                "  %%wide = zext i32 %%count to i64\n"
                "  %%tail = getelementptr i8, ptr %%flags, i64 %%wide\n  store i64 0, ptr %%tail, align 1\n"
                "  br label %%fast\n",
                CHUNK + 8, CHUNK, CHUNK);
    ul_text_add(t->ir, "fast:\n  %%k = phi i64 [ 0, %%chunk ], [ %%k.next, %%fast ]\n"
                       "  %%k.narrow = trunc i64 %%k to i32\n  %%i = add nuw i32 %%from, %%k.narrow\n");
    put_call(t, "%slow = ", "fast", index, "%i");
    ul_text_add(t->ir,
                "  %%flag = zext i1 %%slow to i8\n"
                "  %%flag.at = getelementptr i8, ptr %%flags, i64 %%k\n"
                "  store i8 %%flag, ptr %%flag.at, align 1, !llvm.access.group !0\n"
                "  %%k.next = add nuw nsw i64 %%k, 1\n  %%k.more = icmp ult i64 %%k.next, %%wide\n"
                "  br i1 %%k.more, label %%fast, label %%look, !llvm.loop !%d\n",
                loop_hint(t->now));
    ul_text_add(
        t->ir,
        "look:\n  %%at = phi i64 [ 0, %%fast ], [ %%at.next, %%look.end ]\n"
        "  %%eight.at = getelementptr i8, ptr %%flags, i64 %%at\n"
        "  %%eight = load i64, ptr %%eight.at, align 8\n  %%any = icmp ne i64 %%eight, 0\n"
        "  br i1 %%any, label %%again, label %%look.end\n"
        "again:\n  %%j = phi i64 [ 0, %%look ], [ %%j.next, %%again.end ]\n"
        "  %%index = add i64 %%at, %%j\n  %%one.at = getelementptr i8, ptr %%flags, i64 %%index\n"
        "  %%one = load i8, ptr %%one.at, align 1\n  %%is = icmp ne i8 %%one, 0\n"
        "  br i1 %%is, label %%whole, label %%again.end\n"
        "whole:\n  %%index.narrow = trunc i64 %%index to i32\n  %%w = add i32 %%from, %%index.narrow\n");
    put_call(t, "", "body", index, "%w");
    ul_text_add(t->ir, "  br label %%again.end\n"
                       "again.end:\n  %%j.next = add i64 %%j, 1\n  %%j.more = icmp ult i64 %%j.next, 8\n"
                       "  br i1 %%j.more, label %%again, label %%look.end\n"
                       "look.end:\n  %%at.next = add i64 %%at, 8\n"
                       "  %%at.more = icmp ult i64 %%at.next, %%wide\n"
                       "  br i1 %%at.more, label %%look, label %%chunk.end\n"
                       "chunk.end:\n  %%more = icmp ult i32 %%to, %%end\n"
                       "  br i1 %%more, label %%chunk, label %%done\n"
                       "done:\n  ret void\n}\n\n");
}

static bool put_entry(struct ul_translator *t, int index)
{
    const struct ul_ptx_facts *facts = &t->facts[index];
    const bool chunked = facts->any_slow && facts->has_fast_path;
    if (!check_entry(t, facts->f) || !ul_ptx_function(t, facts, false) ||
        (chunked && !ul_ptx_function(t, facts, true)))
        return false;
    ul_text_add(t->ir,
                "define void @%s(ptr noalias readonly %%in, ptr noalias %%out, i64 %%base, i32 %%begin, "
                "i32 %%end, i32 %%capacity) #0 {\n",
                facts->f->name);
    if (chunked)
        put_chunked_loop(t, index);
    else
        put_simple_loop(t, index);
    return true;
}

/* ---- The module -------------------------------------------------------------------------------------- */

static bool put_module(struct ul_translator *t)
{
    for (int k = 0; k < t->m->globals; k++)
        put_table(t, k);
    for (int k = 0; k < t->m->functions; k++) {
        const struct ul_ptx_facts *facts = &t->facts[k];
        if (facts->used && !(facts->f->entry ? put_entry(t, k) : ul_ptx_function(t, facts, false)))
            return false;
    }
    ul_ptx_declarations(t);
    ul_text_add(t->ir, "declare void @llvm.trap()\n"
                       "attributes #0 = { nounwind \"prefer-vector-width\"=\"512\" }\n"
                       "attributes #1 = { nounwind alwaysinline \"prefer-vector-width\"=\"512\" }\n"
                       "attributes #2 = { nounwind noinline \"prefer-vector-width\"=\"512\" }\n"
                       "!0 = distinct !{}\n"
                       "!1 = distinct !{!1, !4}\n"
                       "!2 = distinct !{!2, !4, !5, !6, !8}\n"
                       "!3 = distinct !{!3, !4, !5, !7, !8}\n"
                       "!4 = !{!\"llvm.loop.parallel_accesses\", !0}\n"
                       "!5 = !{!\"llvm.loop.vectorize.enable\", i1 true}\n"
                       "!6 = !{!\"llvm.loop.vectorize.width\", i32 16}\n"
                       "!7 = !{!\"llvm.loop.vectorize.width\", i32 8}\n"
                       "!8 = !{!\"llvm.loop.interleave.count\", i32 %d}\n",
                side_by_side());
    return true;
}

bool ul_ptx_translate(struct ul_ptx_module *m, struct ul_ptx_translation *out, struct ul_line *why)
{
    *out = (struct ul_ptx_translation){0};
    struct ul_translator t = {.m = m, .out = out, .ir = &out->ir, .why = why, .functions.texts = &m->arena};
    ul_ptx_scope_open(&t.functions, 0);
    const bool ok = ul_ptx_facts(&t) && put_module(&t);
    ul_ptx_names_free(&t.functions);
    if (!ok) {
        ul_text_free(&out->ir);
        *out = (struct ul_ptx_translation){0};
    }
    return ok;
}
