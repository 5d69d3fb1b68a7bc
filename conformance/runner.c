#include "runner.h"
#include "common/embedded.h"
#include "common/kernel.h"
#include "common/machine.h"
#include "backends.h"
#include "screen.h"
#include "screen_device.h"
#include "search.h"
#include "value.h"
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    BATCH = 32,              /* kernels a program */
    MOST_SEGMENTS = 1 << 20, /* all: between launches a large GPU idles */
    SEGMENTS_ROOM = 1 << 15  /* for what is rounded up, of several sweeps */
};

/* Of the kernels that ul_runner_time launches. */
static const char timed_letters[UL_TIMED_COUNT] = {
    [UL_TIMED_SWEEP] = 's', [UL_TIMED_FOLD] = 'f', [UL_TIMED_FUNCTION] = 'g'};

/* A subject as it stands in the runner. */
struct item {
    const struct ul_subject *subject;
    struct ul_signature carried; /* the subject's, with references and forms as further results */
    bool references;
    struct ul_forms forms; /* those of the first result */
    bool sweeps;           /* it has a kernel of segments */
    const char *scouts;    /* and one of scouts, by pairs of this word; NULL: none */
    bool numbers;          /* it has a kernel of numbers (or of what its signature says) */
    int wide;              /* and one of these widths */
    int width[UL_WIDTHS];
    struct ul_signature vector; /* that one's results: the subject's and the forms */
    int program, generation;    /* valid while the generation is the runner's */
    int warm;                   /* the generation in which its vectors' code was made */
    bool alone;                 /* it shares no program with others */
    bool failed;
    struct ul_line reason;
    struct ul_text log;
};

struct ul_runner {
    struct ul_runner_setup setup;
    struct ul_worker *worker;
    char *flags; /* the build's, with the architecture */
    struct ul_text prelude;
    int count, generation;
    struct item *item;
    uint32_t capacity;
    size_t in_bytes, out_bytes;
    size_t words_at; /* of what sweeps tell, in a slot's results: behind those of other kernels */
};

static bool start_worker(struct ul_runner *r, struct ul_line *why)
{
    const struct ul_place *p = r->setup.place;
    if (r->worker)
        return true;
    r->generation++;
    r->worker = ul_worker_start(p->backend, p->where, r->setup.timeout, why);
    if (!r->worker)
        return false;
    if (ul_worker_attach(r->worker, p->number, r->in_bytes, r->out_bytes, why))
        return true;
    ul_worker_stop(r->worker);
    r->worker = NULL;
    return false;
}

static void lose_worker(struct ul_runner *r)
{
    ul_worker_stop(r->worker);
    r->worker = NULL;
}

/* The reference in the device's double functions, if they have it and their error is known: not under flags,
 * which reach them (-cl-fast-relaxed-math) or the floats on their way to them (-ftz=true). */
static bool reference_text(const struct ul_runner *r, const struct ul_expression *e, bool own,
                           struct ul_text *out)
{
    const char *language = ul_place_api(r->setup.place);
    return r->setup.references && !*r->setup.flags && r->setup.place->device.has_double &&
           ul_screen_device_bound(e, language, NULL, 0, NULL, NULL) &&
           ul_expression_to_device(e, language, own, out);
}

/* Integers only where the reference is exact. */
static bool can_be_referred(const struct ul_runner *r, const struct ul_subject *s, int result)
{
    const enum ul_type t = s->signature.result[result].type;
    struct ul_double_function f = {0};
    struct ul_text text = {0};
    const bool can = (t == UL_FLOAT || !ul_is_float(t)) &&
                     reference_text(r, s->reference[result], true, &text) &&
                     ul_screen_device_function(s->reference[result], ul_place_api(r->setup.place), &f);
    ul_text_free(&text);
    return can && (t == UL_FLOAT || f.relative == 0);
}

/* Adds the device's double functions as further results, if every result has one. */
static void carry_references(const struct ul_runner *r, struct item *it)
{
    const struct ul_subject *s = it->subject;
    it->carried = s->signature;
    if (2 * s->signature.results > UL_MAX_RESULTS || !it->numbers || s->vectors)
        return;
    for (int k = 0; k < s->signature.arguments; k++)
        if (s->signature.argument[k].type != UL_FLOAT) /* half is carried as bits, and has few inputs */
            return;
    for (int k = 0; k < s->signature.results; k++)
        if (!can_be_referred(r, s, k))
            return;
    it->references = true;
    for (int k = 0; k < s->signature.results; k++) {
        struct ul_parameter p = {.type = UL_DOUBLE, .width = 1, .out = true};
        it->carried.parameter[it->carried.parameters++] = p;
        it->carried.result[it->carried.results++] = p;
    }
}

static void add_forms(struct ul_signature *s, int forms)
{
    const struct ul_parameter p = {.type = UL_FLOAT, .width = 1, .out = true};
    for (int k = 0; k < forms; k++) {
        s->parameter[s->parameters++] = p;
        s->result[s->results++] = p;
    }
}

/* Adds the formulas that the tables let the function be derived by, as they are for these flags. */
static void carry_forms(const struct ul_runner *r, struct item *it)
{
    it->vector = it->subject->signature;
    if (!r->setup.forms || it->subject->vectors)
        return;
    ul_forms_select(it->subject, 0, &r->setup.place->device, r->setup.flags, &it->forms);
    if (it->forms.count > UL_MAX_RESULTS - it->carried.results)
        it->forms.count = 0;
    add_forms(&it->carried, it->forms.count);
    add_forms(&it->vector, it->forms.count);
}

/* "float ul_form_3_0(float x)": a function of its own, so that the document's names are free. */
static void write_form(const struct ul_runner *r, int k, int form, struct ul_text *out, struct ul_text *call)
{
    const struct item *it = &r->item[k];
    const struct ul_signature *s = &it->subject->signature;
    const int result = it->carried.results - it->forms.count + form;
    ul_text_add(out, "ul_fn float ul_form_%d_%d(", k, form);
    for (int a = 0; a < s->arguments; a++)
        ul_text_add(out, "%s%s %c", a ? ", " : "", ul_types[s->argument[a].type].name, "xyzw"[a]);
    ul_text_add(out, ")\n{\n    return ");
    ul_form_write(&it->forms.form[form], out);
    ul_text_add(out, ";\n}\n");
    ul_text_add(call, "; r%d = ul_form_%d_%d(", result, k, form);
    for (int a = 0; a < s->arguments; a++)
        ul_text_add(call, "%sa%d", a ? ", " : "", a);
    ul_text_add(call, ")");
}

/* The same of vectors: "float4 ul_form4_3_0(float4 x)", in which ul_fma is a vector's, and all arguments are
 * of float, as an integer beside a float is one. The kernel's writer puts the width into the call's names. */
static void write_wide_form(const struct ul_runner *r, int k, int form, struct ul_text *out,
                            struct ul_text *call)
{
    const struct item *it = &r->item[k];
    const struct ul_signature *s = &it->subject->signature;
    for (int w = 0; w < it->wide; w++) {
        ul_text_add(out, "#define ul_fma ul_fma_%d\nul_fn float%d ul_form%d_%d_%d(", it->width[w],
                    it->width[w], it->width[w], k, form);
        for (int a = 0; a < s->arguments; a++)
            ul_text_add(out, "%sfloat%d %c", a ? ", " : "", it->width[w], "xyzw"[a]);
        ul_text_add(out, ")\n{\n    return ");
        ul_form_write(&it->forms.form[form], out);
        ul_text_add(out, ";\n}\n#undef ul_fma\n");
    }
    ul_text_add(call, "; r%d = ul_form_%d_%d(", s->results + form, k, form);
    for (int a = 0; a < s->arguments; a++)
        ul_text_add(call, s->argument[a].type == UL_FLOAT ? "%sa%d" : "%sconvert_float(a%d)", a ? ", " : "",
                    a);
    ul_text_add(call, ")");
}

/* Its call over vectors, with the forms. */
static void write_wide(const struct ul_runner *r, int k, struct ul_text *out)
{
    const struct item *it = &r->item[k];
    struct ul_text call = {0};
    ul_text_add(&call, "%s", it->subject->call);
    for (int w = 0; w < it->wide && it->forms.count; w++)
        ul_text_add(
            out,
            "#ifndef UL_FMA_%d\n#define UL_FMA_%d\nul_fn float%d ul_fma_%d(float%d x, float%d y, float%d z)\n"
            "{\n    return fma(x, y, z);\n}\n#endif\n",
            it->width[w], it->width[w], it->width[w], it->width[w], it->width[w], it->width[w], it->width[w]);
    for (int j = 0; j < it->forms.count; j++)
        write_wide_form(r, k, j, out, &call);
    struct ul_kernel wide = {
        .signature = &it->vector, .call = call.data, .dialect = ul_subject_carries_bits(it->subject)};
    snprintf(wide.name, sizeof wide.name, "w%d", k);
    ul_kernel_write_wide(out, &wide, it->width, it->wide);
    ul_text_free(&call);
}

/* "double ul_ref3_0(double a0)": a function of its own, so that arguments are doubles in it. `name`: of the
 * functions; own: those that are faster than the device's, or else its own, where it has them. */
static void write_reference(const struct ul_runner *r, int k, int result, const char *name, bool own,
                            struct ul_text *out, struct ul_text *call)
{
    const struct item *it = &r->item[k];
    const struct ul_signature *s = &it->subject->signature;
    ul_text_add(out, "ul_fn double %s%d_%d(", name, k, result);
    for (int a = 0; a < s->arguments; a++)
        ul_text_add(out, "%sdouble a%d", a ? ", " : "", a);
    ul_text_add(out, ")\n{\n    return ");
    if (!reference_text(r, it->subject->reference[result], own, out))
        reference_text(r, it->subject->reference[result], true, out);
    ul_text_add(out, ";\n}\n");
    ul_text_add(call, "; r%d = %s%d_%d(", s->results + result, name, k, result);
    for (int a = 0; a < s->arguments; a++)
        ul_text_add(call, "%s(double)a%d", a ? ", " : "", a);
    ul_text_add(call, ")");
}

static void choose_widths(const struct ul_runner *r, struct item *it)
{
    int width[UL_WIDTHS], widths = ul_subject_widths(it->subject, width);
    it->numbers = width[0] == 1;
    for (int k = it->numbers ? 1 : 0; k < widths; k++)
        if (ul_widths_have(r->setup.width, r->setup.widths, width[k]) || (k == 0 && !r->setup.widths))
            it->width[it->wide++] = width[k];
}

int ul_runner_widths(const struct ul_runner *r, int k, int width[UL_WIDTHS])
{
    const struct item *it = &r->item[k];
    width[0] = 1;
    memcpy(width + it->numbers, it->width, (size_t)it->wide * sizeof *width);
    return it->numbers + it->wide;
}

void ul_runner_take_widths(struct ul_runner *r, int k, const int *width, int widths)
{
    struct item *it = &r->item[k];
    const int *vectors = width + it->numbers, wide = widths - it->numbers;
    if (wide == it->wide && !memcmp(it->width, vectors, (size_t)wide * sizeof *vectors))
        return;
    it->wide = wide;
    memcpy(it->width, vectors, (size_t)wide * sizeof *vectors);
    it->alone = true;
    it->failed = false;
    it->generation = it->warm = 0; /* to be built anew */
    ul_text_free(&it->log);
}

/* Which kernels a subject needs: one that makes its inputs from an index, one that is given them. */
static bool is_indexed(const struct ul_runner *r, const struct ul_signature *s)
{
    const struct ul_runner_setup *of = &r->setup;
    return of->by_index ? of->by_index(s)
                        : of->options && ul_plan_has_ranges(s, &of->place->device, of->options);
}

static bool is_given(const struct ul_runner *r, const struct ul_signature *s)
{
    return !r->setup.by_index || !r->setup.by_index(s);
}

/* Of numbers in ranges, one float each, with the device's references. */
static bool is_swept(const struct ul_runner *r, const struct item *it)
{
    const struct ul_subject *s = it->subject;
    return r->setup.sweeps && it->references && !it->wide && s->signature.arguments == 1 &&
           !r->setup.place->device.float_to_zero && is_indexed(r, &s->signature);
}

bool ul_runner_sweeps(const struct ul_runner *r, int k)
{
    return r->item[k].sweeps;
}

/* Functions of one double that pairs know. */
static const char *scout_word(const struct ul_runner *r, const struct item *it)
{
    return r->setup.scouts && ul_backend_find(r->setup.place->backend)->pairs && it->numbers &&
                   ul_search_can_scout(it->subject)
               ? ul_screen_pair_word(it->subject->reference[0])
               : NULL;
}

bool ul_runner_scouts(const struct ul_runner *r, int k)
{
    return r->item[k].scouts;
}

_Static_assert(UL_TO_ZERO == UL_ROUND_TO_ZERO && UL_UP == UL_ROUND_UP && UL_DOWN == UL_ROUND_DOWN,
               "kernels have these numbers");
/* "ul_int": in a kernel. */
static void write_type(enum ul_type t, struct ul_text *out)
{
    ul_text_add(out, ul_is_float(t) ? "%s" : "ul_%s", ul_types[t == UL_BOOL ? UL_INT : t].name);
}

static void write_call(const struct item *it, const char *call, struct ul_text *out)
{
    const struct ul_signature *s = &it->carried;
    for (int j = 0; j < s->results; j++) {
        ul_text_add(out, "                ");
        write_type(s->result[j].type, out);
        ul_text_add(out, " r%d;\n", j);
    }
    ul_text_add(out, "                %s%s;\n",
                it->subject->signature.returns.type == UL_VOID ? "" : "r0 = ", call);
}

/* Measures the j-th result, of which `reference` is the reference's number. */
static void write_take(const struct ul_subject *s, int j, int reference, struct ul_text *out)
{
    const enum ul_type t = s->signature.result[j].type;
    const int bits = 8 * ul_types[t].bytes;
    if (ul_is_float(t)) {
        ul_text_add(out, "                ul_segment_take(&s%d, &q%d, f%d, %d, as, a0, r%d, r%d);\n", j, j, j,
                    (int)s->rounding, j, reference);
        return;
    }
    const double limit = ldexp(1, ul_types[t].is_signed ? bits - 1 : bits);
    ul_text_add(out, "                ul_segment_take_whole(&s%d, !(r%d < %a && r%d >= %a), ", j, reference,
                limit, reference, ul_types[t].is_signed ? -limit : 0);
    if (t == UL_BOOL) {
        ul_text_add(out, "(r%d != 0) == (r%d != 0));\n", j, reference);
        return;
    }
    ul_text_add(out, "r%d == (", j);
    write_type(t, out);
    ul_text_add(out, ")r%d);\n", reference);
}

static void write_inputs(const struct item *it, const char *call, int unrolled, struct ul_text *out)
{
    const int results = it->subject->signature.results;
    ul_text_add(out,
                "#pragma unroll %d\n            for (ul_uint k = 0; k < UL_BATCH; k++) {\n"
                "                const float a0 = ul_bits_float(first + t + k);\n",
                unrolled);
    write_call(it, call, out);
    for (int j = 0; j < results; j++)
        write_take(it->subject, j, results + j, out);
    for (int j = 0; j < results; j++)
        if (ul_is_float(it->subject->signature.result[j].type))
            ul_text_add(
                out, "                if (k == 0)\n                    ul_batch_first(&s%d, f%d, as, r%d);\n",
                j, j, results + j);
    for (int j = 0; j < it->forms.count; j++)
        ul_text_add(out, "%sul_form_differs(%d, r0, r%d)",
                    j ? " |\n                    " : "                ul_segment_take_forms(&s0, ", j,
                    2 * results + j);
    if (it->forms.count)
        ul_text_add(out, ", %uu, r0);\n", (1u << it->forms.count) - 1);
    ul_text_add(out, "            }\n");
}

/* A batch tried as `as`. What is usual has a text of its own, so that nothing else takes registers there. */
static void write_batch(const struct item *it, const char *call, const char *as, int unrolled,
                        struct ul_text *out)
{
    const struct ul_subject *s = it->subject;
    const int results = s->signature.results, rounding = (int)s->rounding;
    const char *told = "";
    ul_text_add(out, "            const ul_int as = %s;\n", as);
    for (int j = 0; j < results; j++)
        ul_text_add(out, "            ul_batch_begin(&s%d);\n", j);
    write_inputs(it, call, unrolled, out);
    for (int j = 0; j < results; j++)
        if (ul_is_float(s->signature.result[j].type))
            ul_text_add(
                out,
                "            next = ul_sooner(next, ul_batch_next(&s%d, &q%d, f%d, %d, as, first + t));\n", j,
                j, j, rounding);
    ul_text_add(out, "            const ul_int holds = next == as");
    for (int j = 0; j < results; j++)
        ul_text_add(out, "%sul_batch_is_open(&s%d, &q%d, as)", j ? " | " : ", open = ", j, j);
    ul_text_add(out, ";\n");
    for (int j = 0; j < results; j++)
        if (ul_is_float(s->signature.result[j].type))
            ul_text_add(out,
                        "            if (holds)\n                ul_batch_end(&s%d, &q%d, f%d, %d, as);\n", j,
                        j, j, rounding);
    for (int j = 0; j < results; j++)
        ul_text_add(out, "            if (holds)\n                ul_batch_count(&s%d, &q%d, as, open, t);\n",
                    j, j);
    for (int j = 0; j < results; j++)
        if (ul_is_float(s->signature.result[j].type)) {
            ul_text_add(out, "            like = %sul_batch_like(&s%d, f%d, %d, as)%s;\n",
                        *told ? "ul_both_like(like, " : "", j, j, rounding, told);
            told = ")";
        }
    ul_text_add(out, "            t += holds ? UL_BATCH : 0;\n");
}

static void write_kind(const struct item *it, const char *call, const char *as, int unrolled,
                       struct ul_text *out)
{
    ul_text_add(out, "            if (pace.as == %s) {\n", as);
    write_batch(it, call, as, unrolled, out);
    ul_text_add(out, "            } else\n");
}

static bool is_operation(enum ul_word w)
{
    return w == UL_WORD_multiply || w == UL_WORD_divide || w == UL_WORD_recip || w == UL_WORD_sqrt ||
           w == UL_WORD_rsqrt;
}

static bool is_of_operations(const struct ul_expression *e)
{
    bool operations = true;
    for (int k = 0; k < e->count; k++)
        operations &= e->node[k].kind != UL_NODE_CALL || is_operation(e->node[k].word);
    return operations;
}

static struct ul_double_function device_function(const struct ul_runner *r, const struct item *it, int j)
{
    struct ul_double_function f;
    ul_screen_device_function(it->subject->reference[j], ul_place_api(r->setup.place), &f);
    return f;
}

/* Are all references operations alone, and not exact? */
static bool are_operations(const struct ul_runner *r, const struct item *it)
{
    bool all = true;
    for (int j = 0; j < it->subject->signature.results; j++)
        all &= device_function(r, it, j).relative > 0 && is_of_operations(it->subject->reference[j]);
    return all;
}

/* A result's reference, as sweeps know it. */
static struct ul_double_function function_of(const struct ul_runner *r, const struct item *it, int j)
{
    struct ul_double_function f = device_function(r, it, j);
    f.kind |= it->forms.count ? UL_HAS_FORMS : 0;
    f.kind |= are_operations(r, it) ? UL_IS_LIGHT : 0;
    f.kind |= it->subject->signature.results > 1 ? UL_IS_ONE_OF_TWO : 0;
    return f;
}

/* Is a batch ever tried as decided? Not that of exact functions, or of directed roundings. */
static bool is_decided(const struct ul_runner *r, const struct item *it)
{
    const struct ul_subject *s = it->subject;
    bool any = false;
    for (int j = 0; j < s->signature.results; j++)
        any |= function_of(r, it, j).relative > 0 && ul_is_float(s->signature.result[j].type);
    return any && !s->rounding;
}

/* Are the references exact, or operations alone? What measures results, within an ulp as a rule, is most of
 * the work then. */
static bool is_light(const struct ul_runner *r, const struct item *it)
{
    bool all = true;
    for (int j = 0; j < it->subject->signature.results; j++)
        all &= device_function(r, it, j).relative == 0 || is_of_operations(it->subject->reference[j]);
    return all;
}

/* Is the reference one of our own, with much text? */
static bool has_long_reference(const struct ul_runner *r, const struct item *it)
{
    return function_of(r, it, 0).kind & (UL_HAS_ABSOLUTE_ERROR | UL_IS_TGAMMA);
}

/* Is a batch ever tried as within an ulp? Two results are as much to look at as is worth it. */
static bool is_within(const struct ul_runner *r, const struct item *it)
{
    return is_light(r, it) || !is_decided(r, it) ||
           (it->subject->signature.results > 1 && !has_long_reference(r, it));
}

/* Texts of these, or of two double functions at a time, are long, and take many registers; less so where
 * turns of pi need no reduction. */
static bool is_heavy(const struct ul_runner *r, const struct item *it)
{
    const bool two =
        it->subject->signature.results > 1 && !(function_of(r, it, 0).kind & (UL_IS_SINPI | UL_IS_COSPI));
    return is_decided(r, it) && (two || has_long_reference(r, it));
}

/* Blocks of a sweep on a multiprocessor. */
static int dense_blocks(const struct ul_runner *r, const struct item *it)
{
    return is_heavy(r, it) ? 3 : 4;
}

/* How many inputs of what is usual the compiler is to take at once: long texts gain nothing, and take long to
 * compile. */
static int unrolled(const struct ul_runner *r, const struct item *it)
{
    return is_light(r, it) ? 4 : has_long_reference(r, it) ? 1 : 2;
}

/* Threads of a segment: a GPU is not to wait for a few that take long, with long references of our own above
 * all. They have to tell each other, which takes NVIDIA's instructions, and each begins and ends. */
static uint32_t parts_of(const struct ul_runner *r, const struct item *it)
{
    return !r->setup.place->device.has_warps ? 1 : has_long_reference(r, it) ? 8 : 4;
}

/* What the parts of a segment came to becomes the first one's. */
static void write_join(uint32_t parts, struct ul_text *out)
{
    if (parts > 1)
        ul_text_add(out,
                    "#pragma unroll 1\n        for (ul_int away = %u; away > 0; away /= 2) {\n"
                    "            ul_ulong other[UL_SEGMENT_WORDS];\n"
                    "            for (ul_uint w = 0; w < UL_SEGMENT_WORDS; w++)\n"
                    "                other[w] = ul_from_thread(word[w], away, %u);\n"
                    "            ul_segment_join(word, other);\n        }\n",
                    parts / 2, parts);
}

/* May segments be like others? */
static bool has_models(const struct item *it, struct ul_degree *degree)
{
    const struct ul_subject *s = it->subject;
    return s->signature.results == 1 && ul_is_float(s->signature.result[0].type) && !it->forms.count &&
           ul_expression_degree(s->reference[0], degree);
}

/* Compares a segment with its model; where they are alike, nothing is left to do. */
static void write_model(const struct item *it, struct ul_degree degree, uint32_t parts, int unrolled,
                        struct ul_text *out)
{
    ul_text_add(out,
                "        const struct ul_model model = ul_model_of(first, base, %d, %d);\n"
                "        ul_uint odd = !model.exists, at_model = 0;\n"
                "#pragma unroll 1\n        for (ul_uint m = t; m < end && !odd; m += UL_BATCH) {\n"
                "#pragma unroll %d\n            for (ul_uint k = 0; k < UL_BATCH; k++) {\n                {\n"
                "                const float a0 = ul_bits_float(model.first + m + k);\n",
                degree.period, degree.slope, unrolled);
    write_call(it, it->subject->call, out);
    ul_text_add(out, "                at_model = ul_float_bits(r0);\n                }\n"
                     "                const float a0 = ul_bits_float(first + m + k);\n");
    write_call(it, it->subject->call, out);
    ul_text_add(out, "                odd |= ul_model_differs(model, ul_float_bits(r0), at_model);\n"
                     "            }\n            odd |= !ul_model_is_normal(model, at_model);\n        }\n");
    for (uint32_t away = parts / 2; away > 0; away /= 2)
        ul_text_add(out, "        odd |= ul_from_thread(odd, %u, %u) != 0;\n", away, parts);
    ul_text_add(out, "        t = odd ? t : end;\n");
}

/* The kernel of segments, each a few threads'. `call` makes results and references, as elsewhere. */
static void write_sweep(const struct ul_runner *r, int k, const char *call, struct ul_text *out)
{
    const struct item *it = &r->item[k];
    const struct ul_subject *s = it->subject;
    const int results = s->signature.results, rounding = (int)s->rounding, at_once = unrolled(r, it);
    const uint32_t parts = parts_of(r, it);
    struct ul_degree degree;
    const bool homogeneous = has_models(it, &degree);
    ul_text_add(out, "UL_DENSE_KERNEL(%d, s%d)\n{\n    UL_OUT(ul_ulong, words, 0);\n    UL_EACH(i)\n    {\n",
                dense_blocks(r, it), k);
    ul_text_add(out,
                "        const ul_uint at = i / %u, first = (ul_uint)base + at * UL_SEGMENT;\n"
                "        const ul_uint part = i %% %u, inputs = UL_SEGMENT / %u;\n"
                "        ul_ulong word[UL_SEGMENT_WORDS];\n        struct ul_pace pace;\n"
                "        ul_pace_begin(&pace, %s);\n",
                parts, parts, parts, is_within(r, it) ? "UL_WITHIN" : "UL_DECIDED");
    for (int j = 0; j < results; j++) {
        const struct ul_double_function f = function_of(r, it, j);
        ul_text_add(
            out,
            "        const struct ul_double_function f%d = {%a, %d};\n        struct ul_figures q%d;\n"
            "        struct ul_segment s%d;\n"
            "        ul_segment_begin(&s%d, &q%d, f%d, %d, first, ul_sweep_flush(base));\n",
            j, f.relative, f.kind, j, j, j, j, j, rounding);
    }
    ul_text_add(out,
                "        const ul_uint end = (part + 1) * inputs;\n        ul_uint t = part * inputs;\n");
    if (homogeneous)
        write_model(it, degree, parts, at_once, out);
    ul_text_add(out, "#pragma unroll 1\n        while (t < end) {\n");
    ul_text_add(out, "            ul_int next = pace.as, like = next;\n");
    if (is_within(r, it))
        write_kind(it, call, "UL_WITHIN", at_once, out);
    if (are_operations(r, it))
        write_kind(it, call, "UL_LIFTED", 2, out);
    if (is_decided(r, it)) {
        write_kind(it, call, "UL_DECIDED", at_once, out);
        write_kind(it, call, "UL_SCATTERED", results > 1 ? 2 : 1, out);
    }
    write_kind(it, call, "UL_REPEATED", is_light(r, it) ? at_once : 1, out);
    ul_text_add(out, "            {\n");
    write_batch(it, call, "UL_ALONE", 1, out);
    ul_text_add(out, "            }\n            ul_pace_next(&pace, next, like);\n        }\n");
    for (int j = 0; j < results; j++) {
        ul_text_add(out, "        ul_segment_end(&s%d, &q%d, word);\n", j, j);
        write_join(parts, out);
        if (homogeneous)
            ul_text_add(out, "        if (!odd)\n            ul_model_tell(model, word);\n");
        ul_text_add(out,
                    "        for (ul_uint w = 0; part == 0 && w < UL_SEGMENT_WORDS; w++)\n"
                    "            UL_STORE(words, (ul_ulong)capacity * (%d * UL_SEGMENT_WORDS + w) + at, "
                    "word[w]);\n",
                    j);
    }
    ul_text_add(out, "    }\n}\n");
}

/* A kernel that evaluates each input of a segment's part, and keeps one word of what came of them. */
static void write_loop(char letter, int k, uint32_t parts, const char *word, const char *body,
                       struct ul_text *out)
{
    ul_text_add(out,
                "UL_KERNEL(%c%d)\n{\n    UL_OUT(%s, sums, 0);\n    UL_EACH(i)\n    {\n"
                "        const ul_uint inputs = UL_SEGMENT / %u, first = (ul_uint)base + i * inputs;\n"
                "        %s sum = 0;\n"
                "#pragma unroll 1\n        for (ul_uint t = 0; t < inputs; t++) {\n"
                "            const float a0 = ul_bits_float(first + t);\n%s        }\n"
                "        UL_STORE(sums, i, sum);\n    }\n}\n",
                letter, k, word, parts, word, body);
}

/* Function and the device's own reference, added up; the function alone. */
static void write_folds(const struct ul_runner *r, int k, struct ul_text *out)
{
    const struct item *it = &r->item[k];
    const int results = it->subject->signature.results;
    struct ul_text call = {0}, both = {0}, alone = {0};
    ul_text_add(&call, "%s", it->subject->call);
    for (int j = 0; j < results; j++)
        write_reference(r, k, j, "ul_device", false, out, &call);
    write_call(it, call.data, &both);
    write_call(it, it->subject->call, &alone);
    for (int j = 0; j < results; j++) {
        ul_text_add(&both, "                sum += (double)r%d + r%d;\n", j, results + j);
        ul_text_add(&alone,
                    ul_is_float(it->subject->signature.result[j].type)
                        ? "                sum ^= ul_float_bits(r%d);\n"
                        : "                sum ^= (ul_uint)r%d;\n",
                    j);
    }
    write_loop(timed_letters[UL_TIMED_FOLD], k, parts_of(r, it), "double", both.data, out);
    write_loop(timed_letters[UL_TIMED_FUNCTION], k, parts_of(r, it), "ul_uint", alone.data, out);
    ul_text_free(&call);
    ul_text_free(&both);
    ul_text_free(&alone);
}

/* A thread's draws, see ul_search_ask. */
static void write_scout(const struct ul_runner *r, int k, struct ul_text *out)
{
    const struct item *it = &r->item[k];
    ul_text_add(out,
                "UL_KERNEL(p%d)\n{\n    UL_IN(ul_long, low, 0);\n    UL_IN(ul_ulong, width, 8);\n"
                "    UL_IN(ul_ulong, seed, 16);\n"
                "    UL_OUT(double, most, 0);\n    UL_OUT(ul_long, at, 8);\n"
                "    UL_OUT(double, sum, 16);\n    UL_OUT(double, squares, 24);\n    UL_EACH(i)\n    {\n"
                "        ul_pairs::scout s = ul_pairs::new_scout(seed[i]);\n"
                "        for (ul_uint k = 0; k < %d; k++) {\n"
                "            const ul_long o = ul_pairs::scout_draw(&s, low[i], width[i], k, %d);\n"
                "            const double a0 = ul_pairs::scout_input(o);\n            double r0;\n",
                k, UL_SCOUT_DRAWS, UL_SCOUT_DRAWS);
    ul_text_add(out,
                "            %s%s;\n            ul_pairs::mask special;\n            ul_pairs::vec err;\n"
                "            ul_pairs::%s_special(a0, &special);\n"
                "            const ul_pairs::pair r = ul_pairs::%s_pair(a0, &err);\n"
                "            ul_pairs::scout_take(&s, o, ul_pairs::scout_error(special, r0, r, err));\n"
                "        }\n        UL_STORE(most, i, s.most);\n        UL_STORE(at, i, s.at);\n"
                "        UL_STORE(sum, i, s.sum);\n        UL_STORE(squares, i, s.squares);\n    }\n}\n",
                it->subject->signature.returns.type == UL_VOID ? "" : "r0 = ", it->subject->call, it->scouts,
                it->scouts);
}

static void write_kernels(const struct ul_runner *r, int k, struct ul_text *out)
{
    const struct item *it = &r->item[k];
    struct ul_text call = {0};
    if (it->subject->path) /* else the compiler would count on in the user's file */
        ul_subject_begin_call(it->subject, out);
    ul_text_add(&call, "%s", it->subject->call);
    for (int j = 0; it->references && j < it->subject->signature.results; j++)
        write_reference(r, k, j, "ul_ref", true, out, &call);
    for (int j = 0; j < it->forms.count; j++)
        write_form(r, k, j, out, &call);
    struct ul_kernel kernel = {.signature = &it->carried,
                               .vectors = it->subject->vectors,
                               .call = call.data,
                               .dialect = ul_subject_carries_bits(it->subject)};
    snprintf(kernel.name, sizeof kernel.name, "k%d", k);
    if (it->numbers && is_given(r, &it->subject->signature))
        ul_kernel_write(out, &kernel);
    if (it->wide)
        write_wide(r, k, out);
    if (it->scouts)
        write_scout(r, k, out);
    if (it->sweeps) {
        write_sweep(r, k, call.data, out);
        if (r->setup.folds)
            write_folds(r, k, out);
    } else if (it->numbers && is_indexed(r, &it->subject->signature)) {
        kernel.indexed = true;
        snprintf(kernel.name, sizeof kernel.name, "x%d", k);
        ul_kernel_write(out, &kernel);
    }
    ul_text_free(&call);
}

/* The algorithms' texts, each once; a file may hold several. */
static void write_algorithms(const struct ul_runner *r, const int *list, int n, struct ul_text *out)
{
    for (int k = 0; k < n; k++) {
        const struct ul_subject *s = r->item[list[k]].subject;
        bool seen = !s->text;
        for (int j = 0; j < k && !seen; j++)
            seen = r->item[list[j]].subject->text && !strcmp(r->item[list[j]].subject->text, s->text);
        if (!seen)
            ul_subject_put_text(s, out);
    }
}

static bool any_uses_half(const struct ul_runner *r, const int *list, int n)
{
    bool any = false;
    for (int k = 0; k < n; k++) {
        const struct ul_subject *s = r->item[list[k]].subject;
        const struct ul_kernel kernel = {
            .signature = &s->signature, .call = s->call, .dialect = ul_subject_carries_bits(s)};
        any |= ul_kernel_uses_half(&kernel);
    }
    return any;
}

static bool any_references(const struct ul_runner *r, const int *list, int n)
{
    bool any = false;
    for (int k = 0; k < n; k++)
        any |= r->item[list[k]].references;
    return any;
}

/* Pairs for scouts, where any of these has them. */
static void write_pairs(const struct ul_runner *r, const int *list, int n, struct ul_text *out)
{
    static const char *const texts[] = {"screen_vector_words.h", "screen_pair.h", "screen_cores.h",
                                        "screen_pairs.h"};
    const struct ul_backend *b = ul_backend_find(r->setup.place->backend);
    bool any = false;
    for (int k = 0; k < n; k++)
        any |= r->item[list[k]].scouts != NULL;
    if (!any)
        return;
    ul_text_add(out, "%s", ul_embedded_text(b->pairs));
    for (size_t k = 0; k < sizeof texts / sizeof texts[0]; k++) {
        char *path = ul_format("conformance/%s", texts[k]);
        ul_text_add(out, "%s", ul_embedded_text(path));
        free(path);
    }
    ul_text_add(out, "%s", ul_embedded_text(b->scout));
}

static void fail_items(struct ul_runner *r, const int *list, int n, const struct ul_line *why)
{
    for (int k = 0; k < n; k++) {
        r->item[list[k]].failed = true;
        r->item[list[k]].reason = *why;
    }
}

/* Builds the listed kernels in one program; halves it on failure. */
static void build(struct ul_runner *r, const int *list, int n)
{
    struct ul_text text = {0}, log = {0};
    struct ul_line why;
    int program = 0;
    if (!start_worker(r, &why)) {
        fail_items(r, list, n, &why);
        return;
    }
    ul_text_add(&text, "%s", any_uses_half(r, list, n) ? UL_PROGRAM_HALF : ""); /* large: only where used */
    ul_text_put(&text, r->prelude.data, r->prelude.length);
    if (any_references(r, list, n))
        ul_text_add(&text, "%s%s%s%s", ul_embedded_text("conformance/sweep_kernel.h"),
                    ul_embedded_text("conformance/screen_bessel.h"),
                    ul_embedded_text("conformance/screen_turns.h"),
                    ul_embedded_text("conformance/screen_device_words.h"));
    write_pairs(r, list, n, &text);
    write_algorithms(r, list, n, &text);
    for (int k = 0; k < n; k++)
        write_kernels(r, list[k], &text);
    enum ul_worker_result result = ul_worker_build(r->worker, text.data, r->flags, &program, &log, &why);
    ul_text_free(&text);
    if (result == UL_WORKER_LOST)
        lose_worker(r);
    if (result == UL_WORKER_OK) {
        for (int k = 0; k < n; k++) {
            r->item[list[k]].program = program;
            r->item[list[k]].generation = r->generation;
        }
    } else if (n > 1) {
        build(r, list, n / 2);
        build(r, list + n / 2, n - n / 2);
    } else {
        fail_items(r, list, 1, &why);
        if (log.length)
            ul_text_put(&r->item[list[0]].log, log.data, log.length);
    }
    ul_text_free(&log);
}

static bool is_ready(const struct ul_runner *r, int k)
{
    return r->worker && r->item[k].generation == r->generation;
}

/* The subject and those behind it in its batch: those before it have been run, as a rule. */
static int batch_of(const struct ul_runner *r, int k, int *list)
{
    const int batch = r->setup.batch && r->setup.batch < BATCH ? r->setup.batch : BATCH;
    const int end = (k / batch + 1) * batch;
    int n = 0;
    list[n++] = k;
    for (int j = k + 1; j < end && j < r->count && !r->item[k].alone; j++)
        if (!r->item[j].failed && !r->item[j].alone)
            list[n++] = j;
    return n;
}

/* Builds the subject's batch if that was not done yet, or was lost with a worker. */
bool ul_runner_prepare(struct ul_runner *r, int k, struct ul_text *log, struct ul_line *why)
{
    struct item *it = &r->item[k];
    int list[BATCH];
    const int n = batch_of(r, k, list);
    if (!it->failed && !is_ready(r, k))
        build(r, list, n);
    if (!it->failed && !is_ready(r, k)) /* a later half of the batch took the worker down */
        build(r, &k, 1);
    if (!it->failed)
        return true;
    if (log && it->log.data)
        ul_text_put(log, it->log.data, it->log.length);
    return ul_fail(why, "%s", it->reason.text);
}

/* A slot's results: the kernel of numbers', then each width's. */
static size_t numbers_bytes(const struct item *it, uint32_t capacity)
{
    return it->numbers ? (size_t)ul_result_bytes(&it->carried) * capacity : 0;
}

static size_t wide_bytes(const struct item *it, uint32_t capacity)
{
    return (size_t)ul_result_bytes(&it->vector) * capacity;
}

static void deliver(struct ul_runner *r, int k, int slot, const struct ul_block *b, ul_sink sink,
                    void *context)
{
    const struct item *it = &r->item[k];
    const unsigned char *out = ul_worker_out(r->worker, slot);
    struct ul_outcome o = {.block = b};
    if (it->numbers)
        o.out[o.widths++] = out;
    const unsigned char *wide = out + numbers_bytes(it, b->capacity);
    for (int w = 0; w < it->wide && !b->alone; w++)
        o.out[o.widths++] = wide + (size_t)w * wide_bytes(it, b->capacity);
    size_t before = (size_t)ul_result_bytes(&it->subject->signature);
    for (int j = 0; it->references && j < it->subject->signature.results; j++, before += 8)
        o.reference[j] = (const double *)(const void *)(out + before * b->capacity);
    for (int j = 0; j < it->forms.count && it->numbers; j++, before += sizeof(float))
        o.form[0][j] = out + before * b->capacity;
    before = (size_t)ul_result_bytes(&it->subject->signature);
    for (int j = 0; j < it->forms.count; j++, before += sizeof(float))
        for (int w = it->numbers; w < o.widths; w++)
            o.form[w][j] = (const unsigned char *)o.out[w] + before * b->capacity;
    sink(context, &o);
}

/* Has the vectors' code made, by a launch as large as the block's that finds no inputs (PoCL makes it by
 * size): so that a worker can tell from the time that running takes when it does not end. */
static enum ul_worker_result warm_vectors(struct ul_runner *r, int k, int slot, const struct ul_block *b,
                                          struct ul_line *why)
{
    struct item *it = &r->item[k];
    char name[16];
    const struct ul_launch nothing = {.kernel = name, .n = b->n, .capacity = b->capacity, .out_bytes = 1};
    if (!it->wide || b->alone || it->warm == r->generation)
        return UL_WORKER_OK;
    it->warm = r->generation;
    snprintf(name, sizeof name, "w%d", k);
    enum ul_worker_result result = ul_worker_post(r->worker, slot, it->program, &nothing, why);
    return result == UL_WORKER_OK ? ul_worker_wait(r->worker, slot, why) : result;
}

/* A block's kernels: of numbers, and of vectors where its inputs are given. */
static enum ul_worker_result post(struct ul_runner *r, int k, int slot, const struct ul_block *b,
                                  struct ul_line *why)
{
    const struct item *it = &r->item[k];
    char name[16];
    struct ul_launch launch = {.kernel = name, .base = b->base, .n = b->n, .capacity = b->capacity};
    enum ul_worker_result result = warm_vectors(r, k, slot, b, why);
    if (b->in)
        launch.in_bytes = (size_t)b->capacity * (size_t)ul_argument_bytes(&it->subject->signature);
    if (it->numbers && result == UL_WORKER_OK) {
        snprintf(name, sizeof name, "%c%d", b->in ? 'k' : 'x', k);
        launch.out_bytes = numbers_bytes(it, b->capacity);
        result = ul_worker_post(r->worker, slot, it->program, &launch, why);
    }
    if (it->wide && !b->alone && result == UL_WORKER_OK) {
        snprintf(name, sizeof name, "w%d", k);
        launch.base = b->n;
        launch.out_at = launch.out_bytes;
        launch.out_bytes = (size_t)it->wide * wide_bytes(it, b->capacity);
        result = ul_worker_post(r->worker, slot, it->program, &launch, why);
    }
    return result;
}

/* A plan's blocks one after the other: in its order, or, of ranges, a golden section of them further each
 * time. Errors that grow along a range would set a new maximum at every input. */
struct walk {
    const struct ul_plan *plan;
    uint32_t capacity;
    uint64_t next;
    uint64_t blocks, step, at; /* of ranges, where each begins; */
    uint64_t *order;           /* else NULL */
};

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
    return b ? common_divisor(b, a % b) : a;
}

static void begin_walk(struct walk *w, const struct ul_plan *plan, uint32_t capacity)
{
    struct ul_block b;
    *w = (struct walk){.plan = plan, .capacity = capacity};
    if (!plan->ranges || !ul_plan_is_indexed(plan))
        return;
    w->order = ul_alloc(ul_plan_blocks(plan, capacity) * sizeof *w->order);
    for (; ul_plan_block(plan, w->next, capacity, NULL, &b); w->next = b.order + b.n)
        w->order[w->blocks++] = b.order;
    w->step = (uint64_t)(0.6180339887 * (double)w->blocks) + 1;
    while (common_divisor(w->step, w->blocks) > 1)
        w->step++;
    w->next = w->blocks;
    w->at = w->blocks / 4; /* 2, of all floats, where errors are what they usually are */
}

static bool next_block(struct walk *w, void *in, struct ul_block *b)
{
    if (!w->order) {
        const bool more = ul_plan_block(w->plan, w->next, w->capacity, in, b);
        w->next = more ? b->order + b->n : w->next;
        return more;
    }
    if (!w->next)
        return false;
    w->next--;
    ul_plan_block(w->plan, w->order[w->at], w->capacity, in, b);
    w->at = (w->at + w->step) % w->blocks;
    return true;
}

/* A search's scouts, on a slot that is free: they take as long as a block, and are waited for. */
static enum ul_worker_result send_scouts(struct ul_runner *r, int k, int slot, struct ul_search *s,
                                         struct ul_line *why)
{
    struct ul_scouting ask;
    enum ul_worker_result result = UL_WORKER_OK;
    char name[16];
    snprintf(name, sizeof name, "p%d", k);
    while (result == UL_WORKER_OK && s && r->item[k].scouts &&
           ul_search_ask(s, ul_worker_in(r->worker, slot), &ask)) {
        const struct ul_launch launch = {.kernel = name,
                                         .n = ask.n,
                                         .capacity = ask.capacity,
                                         .in_bytes = (size_t)ask.capacity * UL_SCOUT_IN,
                                         .out_bytes = (size_t)ask.capacity * UL_SCOUT_OUT};
        result = ul_worker_post(r->worker, slot, r->item[k].program, &launch, why);
        if (result == UL_WORKER_OK)
            result = ul_worker_wait(r->worker, slot, why);
        if (result == UL_WORKER_OK)
            ul_search_scouted(s, ul_worker_out(r->worker, slot));
    }
    return result;
}

/* Two blocks are under way: the device works on one while the sink reads the other. */
static enum ul_worker_result run_walk(struct ul_runner *r, int k, struct walk *walk, ul_sink sink,
                                      void *context, struct ul_line *why)
{
    struct ul_block block[UL_WORKER_SLOTS];
    uint32_t posted = 0, taken = 0;
    for (;;) {
        int slot = (int)(posted % UL_WORKER_SLOTS);
        bool free_slot = posted - taken < UL_WORKER_SLOTS;
        enum ul_worker_result result =
            free_slot ? send_scouts(r, k, slot, walk->plan->search, why) : UL_WORKER_OK;
        if (result != UL_WORKER_OK)
            return result;
        if (free_slot && next_block(walk, ul_worker_in(r->worker, slot), &block[slot])) {
            result = post(r, k, slot, &block[slot], why);
            if (result != UL_WORKER_OK)
                return result;
            posted++;
            continue;
        }
        if (taken == posted)
            return UL_WORKER_OK;
        slot = (int)(taken % UL_WORKER_SLOTS);
        result = ul_worker_wait(r->worker, slot, why);
        if (result != UL_WORKER_OK)
            return result;
        deliver(r, k, slot, &block[slot], sink, context);
        taken++;
    }
}

static enum ul_worker_result run_blocks(struct ul_runner *r, int k, const struct ul_plan *plan, ul_sink sink,
                                        void *context, struct ul_line *why)
{
    struct walk walk;
    begin_walk(&walk, plan, r->capacity);
    enum ul_worker_result result = run_walk(r, k, &walk, sink, context, why);
    free(walk.order);
    return result;
}

/* Of arrays whose places stay aligned. */
static uint32_t room_of(uint32_t segments)
{
    return (segments + 511) / 512 * 512;
}

static size_t segments_bytes(const struct item *it, uint32_t segments)
{
    return (size_t)it->subject->signature.results * UL_SEGMENT_WORDS * sizeof(uint64_t) * segments;
}

static enum ul_worker_result launch_one(struct ul_runner *r, int k, const struct ul_launch *l,
                                        struct ul_line *why)
{
    const enum ul_worker_result result = ul_worker_post(r->worker, 0, r->item[k].program, l, why);
    return result == UL_WORKER_OK ? ul_worker_wait(r->worker, 0, why) : result;
}

/* One launch, in the GPU's turn; what came of it is brought and looked at after that. */
static enum ul_worker_result launch_segments(struct ul_runner *r, int k, struct ul_launch *l,
                                             struct ul_line *why)
{
    while (r->setup.gpu && sem_wait(r->setup.gpu) && errno == EINTR)
        ;
    l->keeps = true;
    const enum ul_worker_result result = launch_one(r, k, l, why);
    if (r->setup.gpu)
        sem_post(r->setup.gpu);
    l->keeps = false;
    l->n = 0;
    return result == UL_WORKER_OK ? launch_one(r, k, l, why) : result;
}

bool ul_runner_sweep(struct ul_runner *r, int k, uint32_t first, uint32_t n, int flush, uint32_t before,
                     struct ul_segments *out, struct ul_text *log, struct ul_line *why)
{
    if (!ul_runner_prepare(r, k, log, why))
        return false;
    char name[16];
    snprintf(name, sizeof name, "s%d", k);
    out->n = n;
    out->capacity = room_of(n);
    struct ul_launch launch = {.kernel = name,
                               .base = ul_sweep_base(first, flush, n),
                               .n = n * parts_of(r, &r->item[k]),
                               .capacity = out->capacity,
                               .out_bytes = segments_bytes(&r->item[k], out->capacity),
                               .out_at = r->words_at + segments_bytes(&r->item[k], before)};
    const enum ul_worker_result result = launch_segments(r, k, &launch, why);
    if (result != UL_WORKER_OK) {
        lose_worker(r);
        return false;
    }
    out->word = (const void *)((const unsigned char *)ul_worker_out(r->worker, 0) + launch.out_at);
    return true;
}

/* A launch over all floats, whose results nobody wants. */
static enum ul_worker_result launch_all_floats(struct ul_runner *r, int k, enum ul_timed what,
                                               struct ul_line *why)
{
    char name[16];
    snprintf(name, sizeof name, "%c%d", timed_letters[what], k);
    const uint32_t segments = UINT32_MAX / UL_SEGMENT + 1, n = segments * parts_of(r, &r->item[k]);
    const size_t bytes = what == UL_TIMED_SWEEP
                             ? segments_bytes(&r->item[k], segments)
                             : n * (what == UL_TIMED_FOLD ? sizeof(double) : sizeof(uint32_t));
    const struct ul_launch launch = {.kernel = name,
                                     .base = ul_sweep_base(UL_ALL_FLOATS_FROM, 0, segments),
                                     .n = n,
                                     .capacity = segments,
                                     .out_bytes = bytes,
                                     .keeps = true};
    return launch_one(r, k, &launch, why);
}

bool ul_runner_time(struct ul_runner *r, int k, enum ul_timed what, double *seconds, struct ul_text *log,
                    struct ul_line *why)
{
    enum { TIMES = 5 };
    if (!ul_runner_prepare(r, k, log, why))
        return false;
    *seconds = INFINITY;
    for (int time = 0; time < TIMES; time++) {
        const double began = ul_seconds();
        if (launch_all_floats(r, k, what, why) != UL_WORKER_OK) {
            lose_worker(r);
            return false;
        }
        *seconds = time ? fmin(*seconds, ul_seconds() - began) : *seconds;
    }
    return true;
}

bool ul_runner_run(struct ul_runner *r, int k, const struct ul_plan *plan, ul_sink sink, void *context,
                   struct ul_text *log, struct ul_line *why)
{
    if (!ul_runner_prepare(r, k, log, why))
        return false;
    enum ul_worker_result result = run_blocks(r, k, plan, sink, context, why);
    if (result != UL_WORKER_OK)
        lose_worker(r); /* posts may be under way still: only a fresh worker is known to be idle */
    return result == UL_WORKER_OK;
}

bool ul_runner_run_tuples(struct ul_runner *r, int k, const ul_bits (*tuples)[UL_MAX_PARAMETERS], uint32_t n,
                          ul_sink sink, void *context, struct ul_text *log, struct ul_line *why)
{
    const struct ul_signature *s = &r->item[k].subject->signature;
    struct ul_plan plan = {.signature = s, .arguments = s->arguments, .listed = n};
    plan.list = ul_alloc(n * sizeof *plan.list);
    memcpy(plan.list, tuples, n * sizeof *plan.list);
    bool ok = ul_runner_run(r, k, &plan, sink, context, log, why);
    free(plan.list);
    return ok;
}

bool ul_runner_has_references(const struct ul_runner *r, int k)
{
    return r->item[k].references;
}

struct ul_runner *ul_runner_open(const struct ul_runner_setup *setup,
                                 const struct ul_subject *const *subjects, int count, struct ul_line *why)
{
    struct ul_runner *r = ul_alloc(sizeof *r);
    r->setup = *setup;
    r->flags = setup->arch && setup->place->device.arch
                   ? ul_format("%s --gpu-architecture=%s", setup->flags, setup->arch)
                   : ul_strdup(setup->flags);
    r->count = count;
    r->item = ul_alloc((size_t)count * sizeof *r->item);
    r->capacity = ul_plan_capacity(&setup->place->device);
    size_t most_words = 0;
    for (int k = 0; k < count; k++) {
        r->item[k].subject = subjects[k];
        choose_widths(r, &r->item[k]);
        carry_references(r, &r->item[k]);
        carry_forms(r, &r->item[k]);
        r->item[k].sweeps = is_swept(r, &r->item[k]);
        r->item[k].scouts = scout_word(r, &r->item[k]);
        const uint32_t room = r->capacity + UL_PLAN_ROOM;
        size_t in = (size_t)ul_argument_bytes(&r->item[k].carried) * room;
        size_t out =
            numbers_bytes(&r->item[k], room) + (size_t)r->item[k].wide * wide_bytes(&r->item[k], room);
        if (r->item[k].scouts) {
            const size_t scouts = ul_search_most_scouts(r->capacity);
            in = in > UL_SCOUT_IN * scouts ? in : UL_SCOUT_IN * scouts;
            out = out > UL_SCOUT_OUT * scouts ? out : UL_SCOUT_OUT * scouts;
        }
        r->in_bytes = in > r->in_bytes ? in : r->in_bytes;
        const size_t words =
            r->item[k].sweeps ? segments_bytes(&r->item[k], MOST_SEGMENTS + SEGMENTS_ROOM) : 0;
        r->words_at = out > r->words_at ? out : r->words_at;
        most_words = words > most_words ? words : most_words;
    }
    r->words_at = (r->words_at + 4095) / 4096 * 4096; /* a backend may pin what is copied into */
    r->out_bytes = r->words_at + most_words;
    ul_program_prelude(&r->prelude, ul_backend_find(setup->place->backend)->prelude, setup->approx);
    if (start_worker(r, why))
        return r;
    ul_runner_close(r);
    return NULL;
}

void ul_runner_close(struct ul_runner *r)
{
    if (r->worker)
        ul_worker_stop(r->worker);
    for (int k = 0; k < r->count; k++)
        ul_text_free(&r->item[k].log);
    free(r->item);
    free(r->flags);
    ul_text_free(&r->prelude);
    free(r);
}
