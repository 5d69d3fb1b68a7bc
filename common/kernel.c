#include "kernel.h"
#include "embedded.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* How a type is written in the dialect, and how its value is made from an index's bits. NULL: by a cast. */
struct spelling {
    const char *type, *from_bits;
};
static const struct spelling carried[UL_TYPE_COUNT] = {
    [UL_HALF] = {"ul_half", NULL},
    [UL_BFLOAT16] = {"ul_ushort", NULL},
    [UL_FLOAT] = {"float", "ul_bits_float"},
    [UL_DOUBLE] = {"double", "ul_bits_double"},
    [UL_BOOL] = {"ul_int", NULL},
    [UL_CHAR] = {"ul_char", NULL},
    [UL_UCHAR] = {"ul_uchar", NULL},
    [UL_SHORT] = {"ul_short", NULL},
    [UL_USHORT] = {"ul_ushort", NULL},
    [UL_INT] = {"ul_int", NULL},
    [UL_UINT] = {"ul_uint", NULL},
    [UL_LONG] = {"ul_long", NULL},
    [UL_ULONG] = {"ul_ulong", NULL},
};
static const struct spelling native_half = {"ul_native_half", "ul_bits_native_half"};
static const struct spelling native_bfloat16 = {"ul_native_bfloat16", "ul_bits_native_bfloat16"};

static bool is_half(enum ul_type t)
{
    return t == UL_HALF || t == UL_BFLOAT16;
}

static const struct spelling *spelling_of(enum ul_type t, bool dialect)
{
    if (t == UL_HALF && !dialect)
        return &native_half;
    if (t == UL_BFLOAT16 && !dialect)
        return &native_bfloat16;
    return &carried[t];
}

static void put_type(struct ul_text *out, const char *type, int width)
{
    if (width == 1)
        ul_text_add(out, "%s", type);
    else
        ul_text_add(out, "UL_VECTOR(%s, %d)", type, width);
}

/* The arrays, one after the other: UL_IN(float, in0, 0); UL_IN(ul_int, in1, 4); */
static void declare_arrays(struct ul_text *out, const char *macro, const char *name,
                           const struct ul_parameter *p, int count, bool dialect, int from)
{
    for (int k = 0; k < count; k++)
        ul_text_add(out, "    %s(%s, %s%d, %d);\n", macro, spelling_of(p[k].type, dialect)->type, name, k,
                    from + ul_tuple_bytes(p, k));
}

/* The first argument has the highest bits of an index. */
static void put_number(struct ul_text *out, const struct ul_kernel *k, int j)
{
    const struct ul_parameter *p = &k->signature->argument[j];
    const struct spelling *s = spelling_of(p->type, k->dialect);
    const int shift = ul_index_shift(k->signature, j);
    if (!k->indexed)
        ul_text_add(out, "UL_LOAD(in%d, i)", j);
    else if (p->width > 1 && s->from_bits) /* a pair of 16 bits each */
        ul_text_add(out, "%s%d((ul_uint)base + i)", s->from_bits, p->width);
    else if (s->from_bits)
        ul_text_add(out, "%s((%s)(((ul_uint)base + i) >> %d))", s->from_bits,
                    p->type == UL_FLOAT ? "ul_uint" : "ul_ushort", shift);
    else
        ul_text_add(out, "(%s)(((ul_uint)base + i) >> %d)", s->type, shift);
}

static void load_arguments(struct ul_text *out, const struct ul_kernel *k, int lanes)
{
    for (int j = 0; j < k->signature->arguments; j++) {
        const struct ul_parameter *p = &k->signature->argument[j];
        const int width = p->width * lanes;
        const struct spelling *s = spelling_of(p->type, k->dialect);
        ul_text_add(out, "        const ");
        put_type(out, s->type, width);
        ul_text_add(out, " a%d = ", j);
        if (width == 1 || k->indexed)
            put_number(out, k, j);
        else
            ul_text_add(out, "UL_LOAD_VECTOR(%s, %d, in%d, i)", s->type, width, j);
        ul_text_add(out, ";\n");
    }
}

static void call_function(struct ul_text *out, const struct ul_kernel *k, const char *call, int lanes)
{
    const struct ul_signature *s = k->vectors ? k->vectors : k->signature;
    for (int j = 0; j < s->results; j++) {
        ul_text_add(out, "        ");
        put_type(out, spelling_of(s->result[j].type, k->dialect)->type, s->result[j].width * lanes);
        ul_text_add(out, " r%d;\n", j);
    }
    if (s->returns.type == UL_VOID)
        ul_text_add(out, "        %s;\n", call);
    else if (s->returns.type == UL_BOOL && s->returns.width * lanes > 1)
        ul_text_add(out, "        r0 = UL_BOOLS(%d, %s);\n", s->returns.width * lanes, call);
    else
        ul_text_add(out, "        r0 = %s;\n", call);
}

static void store_results(struct ul_text *out, const struct ul_kernel *k, int lanes)
{
    for (int j = 0; j < k->signature->results; j++) {
        const struct ul_parameter *p = &k->signature->result[j];
        const int width = p->width * lanes;
        if (width == 1)
            ul_text_add(out, "        UL_STORE(out%d, i, r%d);\n", j, j);
        else
            ul_text_add(out, "        UL_STORE_VECTOR(%s, %d, out%d, i, r%d);\n",
                        spelling_of(p->type, k->dialect)->type, width, j, j);
    }
}

/* "a1.x": members have the same names in CUDA C and OpenCL C. */
static void put_lane(struct ul_text *out, const char *letter, int j, const struct ul_parameter *p, int lane)
{
    ul_text_add(out, "%s%d", letter, j);
    if (p->width > 1)
        ul_text_add(out, ".%c", "xyzw"[lane]);
}

/* Vectors from numbers: float3 a1; a1.x = UL_LOAD(in3, i); ... */
static void gather_arguments(struct ul_text *out, const struct ul_kernel *k)
{
    int from = 0;
    for (int j = 0; j < k->vectors->arguments; j++) {
        const struct ul_parameter *p = &k->vectors->argument[j];
        ul_text_add(out, "        ");
        put_type(out, spelling_of(p->type, k->dialect)->type, p->width);
        ul_text_add(out, " a%d;\n", j);
        for (int lane = 0; lane < p->width; lane++) {
            ul_text_add(out, "        ");
            put_lane(out, "a", j, p, lane);
            ul_text_add(out, " = ");
            put_number(out, k, from++);
            ul_text_add(out, ";\n");
        }
    }
}

static void scatter_results(struct ul_text *out, const struct ul_kernel *k)
{
    int to = 0;
    for (int j = 0; j < k->vectors->results; j++) {
        const struct ul_parameter *p = &k->vectors->result[j];
        for (int lane = 0; lane < p->width; lane++) {
            ul_text_add(out, "        UL_STORE(out%d, i, ", to++);
            put_lane(out, "r", j, p, lane);
            ul_text_add(out, ");\n");
        }
    }
}

void ul_kernel_write(struct ul_text *out, const struct ul_kernel *k)
{
    const struct ul_signature *s = k->signature;
    ul_text_add(out, "UL_KERNEL(%s)\n{\n", k->name);
    if (!k->indexed)
        declare_arrays(out, "UL_IN", "in", s->argument, s->arguments, k->dialect, 0);
    declare_arrays(out, "UL_OUT", "out", s->result, s->results, k->dialect, 0);
    ul_text_add(out, "    UL_EACH(i)\n    {\n");
    if (k->vectors)
        gather_arguments(out, k);
    else
        load_arguments(out, k, 1);
    call_function(out, k, k->call, 1);
    if (k->vectors)
        scatter_results(out, k);
    else
        store_results(out, k, 1);
    ul_text_add(out, "    }\n}\n");
}

static void put_parameter(struct ul_text *out, const struct ul_kernel *k, const struct ul_parameter *p)
{
    put_type(out, spelling_of(p->type, k->dialect)->type, p->width);
}

void ul_kernel_write_callable(struct ul_text *out, const struct ul_kernel *k)
{
    const struct ul_signature *s = k->signature;
    const int returned = s->returns.type != UL_VOID;
    ul_text_add(out, "UL_CALLABLE ");
    if (returned)
        put_parameter(out, k, &s->result[0]);
    ul_text_add(out, "%s%s(", returned ? " " : "void ", k->name);
    for (int j = 0; j < s->arguments; j++) {
        ul_text_add(out, j ? ", const " : "const ");
        put_parameter(out, k, &s->argument[j]);
        ul_text_add(out, " a%d", j);
    }
    for (int j = returned; j < s->results; j++) {
        ul_text_add(out, s->arguments || j > returned ? ", " : "");
        put_parameter(out, k, &s->result[j]);
        ul_text_add(out, " *p%d", j);
    }
    ul_text_add(out, ")\n{\n");
    call_function(out, k, k->call, 1);
    for (int j = returned; j < s->results; j++)
        ul_text_add(out, "        *p%d = r%d;\n", j, j);
    ul_text_add(out, "%s}\n", returned ? "        return r0;\n" : "");
}

/* ---- vectors ---- */

/* OpenCL C's names that carry a type's width within: behind the type (6.4.3.1), behind "half" (6.15.7); and
 * the formulas that ride along. */
static size_t name_before_width(const char *word)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz";
    static const char *const names[] = {"vload_half", "vstore_half", "ul_form"};
    if (!strncmp(word, "convert_", 8))
        return 8 + strspn(word + 8, letters);
    for (int k = 0; k < 3; k++)
        if (!strncmp(word, names[k], strlen(names[k])))
            return strlen(names[k]);
    return 0;
}

char *ul_kernel_widened(const char *call, int width)
{
    struct ul_text t = {0};
    const char *from = call;
    for (const char *at = call; *at; at++) {
        const bool starts = at == call || !(isalnum((unsigned char)at[-1]) || at[-1] == '_');
        const size_t length = starts ? name_before_width(at) : 0;
        if (!length)
            continue;
        ul_text_put(&t, from, (size_t)(at + length - from));
        ul_text_add(&t, "%d", width);
        from = at + length;
    }
    ul_text_add(&t, "%s", from);
    return t.data;
}

void ul_kernel_write_wide(struct ul_text *out, const struct ul_kernel *k, const int *width, int widths)
{
    const struct ul_signature *s = k->signature;
    ul_text_add(out, "UL_KERNEL(%s)\n{\n", k->name);
    declare_arrays(out, "UL_IN", "in", s->argument, s->arguments, k->dialect, 0);
    ul_text_add(out, "    const ul_uint all = (ul_uint)base;\n    UL_EACH(i)\n    {\n");
    for (int w = 0; w < widths; w++) {
        char *call = ul_kernel_widened(k->call, width[w]);
        ul_text_add(out, "    if (i < (all + %d) / %d) {\n", width[w] - 1, width[w]);
        declare_arrays(out, "UL_OUT", "out", s->result, s->results, k->dialect, w * ul_result_bytes(s));
        load_arguments(out, k, width[w]);
        call_function(out, k, call, width[w]);
        store_results(out, k, width[w]);
        ul_text_add(out, "    }\n");
        free(call);
    }
    ul_text_add(out, "    }\n}\n");
}

bool ul_kernel_uses_half(const struct ul_kernel *k)
{
    bool any = strstr(k->call, "_fp8") != NULL;
    for (int j = 0; j < k->signature->arguments; j++)
        any |= is_half(k->signature->argument[j].type);
    for (int j = 0; j < k->signature->results; j++)
        any |= is_half(k->signature->result[j].type);
    return any && !k->dialect;
}

static void put_file(struct ul_text *out, const char *path)
{
    const char *text = ul_embedded_text(path);
    ul_text_put(out, text, strlen(text));
}

void ul_program_prelude(struct ul_text *out, const char *prelude, const char *approx)
{
    /* The host has no approximations but the model; elsewhere it is left out where
     * unused: compiling is slow. */
    const bool mufu = !strcmp(approx, "mufu") || !strcmp(prelude, "host/prelude.h");
    ul_text_add(out, "#define UL_CONCATENATED 1\n%s", mufu ? "#define UL_APPROX_MUFU 1\n" : "");
    put_file(out, prelude);
    if (!mufu)
        return;
    put_file(out, "common/mufu/tables.h");
    put_file(out, "common/mufu/unit.h");
    put_file(out, "common/mufu/full.h");
    put_file(out, "common/mufu/approx.h");
}

void ul_program_begin_file(struct ul_text *out, const char *file)
{
    ul_text_add(out, "#line 1 \"");
    for (; *file; file++)
        ul_text_add(out, strchr("\"\\", *file) ? "\\%c" : "%c", iscntrl((unsigned char)*file) ? '?' : *file);
    ul_text_add(out, "\"\n");
}
