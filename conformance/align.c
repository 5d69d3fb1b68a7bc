#include "align.h"
#include "record.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool begins(const char *text, const char *with)
{
    return !strncmp(text, with, strlen(with));
}

static bool is_of_every_device(const struct ul_subject *s)
{
    return s->home == UL_HOME_EVERYWHERE;
}

/* ---- variants ---- */

/* A name's end says how it rounds: CUDA's, OpenCL's. */
static const struct {
    const char *end, *variant;
} roundings[] = {{"_rn", "_rn"},  {"_rz", "_rz"},  {"_ru", "_ru"},  {"_rd", "_rd"},
                 {"_rte", "_rn"}, {"_rtz", "_rz"}, {"_rtp", "_ru"}, {"_rtn", "_rd"}};

static const char *rounding_of(const char *base, size_t length)
{
    for (size_t k = 0; k < sizeof roundings / sizeof *roundings; k++) {
        const size_t n = strlen(roundings[k].end);
        if (length > n && !strncmp(base + length - n, roundings[k].end, n))
            return roundings[k].variant;
    }
    return "";
}

/* CUDA's fast intrinsics are spelled __expf; its PTX approximations say so. */
static const char *variant_of(const struct ul_subject *s)
{
    static const char *const rounded[] = {
        [UL_NEAREST] = "", [UL_TO_ZERO] = "_rz", [UL_UP] = "_ru", [UL_DOWN] = "_rd"};
    size_t length;
    const char *base = ul_subject_base(s->name, &length);
    const char *rounding = rounding_of(base, length);
    if (is_of_every_device(s))
        return "";
    if (*rounding || s->rounding != UL_NEAREST)
        return *rounding ? rounding : rounded[s->rounding];
    if (s->home == UL_HOME_OPENCL)
        return begins(base, "native_") ? "native" : begins(base, "half_") ? "half_" : "";
    const bool intrinsic = begins(base, "__") && length && base[length - 1] == 'f';
    return intrinsic || strstr(base, ".approx") || strstr(base, "_approx") || strstr(base, ".full") ? "native"
                                                                                                    : "";
}

/* ---- functions ---- */

/* The name of a function of plain arguments: "exp(x)". */
static char *called_name(const struct ul_expression *e)
{
    const struct ul_node *root = &e->node[e->count - 1];
    if (root->kind != UL_NODE_CALL || !isalpha((unsigned char)e->text[0]))
        return NULL;
    for (int k = 0; k < ul_words[root->word].arity; k++) {
        const struct ul_node *child = &e->node[root->child[k]];
        if (child->kind != UL_NODE_VARIABLE || child->variable != k)
            return NULL;
    }
    return begins(e->text, ul_words[root->word].name) ? ul_strdup(ul_words[root->word].name) : NULL;
}

static char *function_of(const struct ul_subject *s)
{
    size_t length;
    const char *base = ul_subject_base(s->name, &length);
    if (*s->function && !begins(s->function, "half_"))
        return ul_strdup(s->function);
    if (s->signature.results > 1) {
        const int intrinsic = begins(base, "__") && base[length - 1] == 'f'; /* __sincosf is sincos */
        return ul_format("%.*s", (int)length - 3 * intrinsic, base + 2 * intrinsic);
    }
    if (s->vectors) /* a sum of products says less than "dot" */
        return ul_format("%.*s", (int)length, base);
    char *called = s->reference[0] ? called_name(s->reference[0]) : NULL;
    if (called)
        return called;
    return s->reference[0] ? ul_strdup(s->reference[0]->text) : ul_format("%.*s", (int)length, base);
}

/* Of the types alone: exp2f and exp2(half) are two lines. */
static void add_types(struct ul_text *t, const struct ul_signature *s)
{
    for (int k = 0; k < s->arguments; k++)
        ul_text_add(t, " %s%d", ul_types[s->argument[k].type].name, s->argument[k].width);
    ul_text_add(t, " ->");
    for (int k = 0; k < s->results; k++)
        ul_text_add(t, " %s%d", ul_types[s->result[k].type].name, s->result[k].width);
}

void ul_align(const struct ul_subject *s, struct ul_alignment *out)
{
    struct ul_text group = {0};
    out->function = function_of(s);
    out->variant = ul_strdup(variant_of(s));
    if (is_of_every_device(s))
        out->name = ul_strdup(s->name);
    else if (!strcmp(out->function, "x"))
        out->name = ul_format("conversion%s%s", *out->variant ? " " : "", out->variant);
    else
        out->name = ul_format("%s%s%s", out->function, *out->variant ? " " : "", out->variant);
    ul_text_add(&group, "%s", out->name);
    add_types(&group, &s->signature);
    out->group = group.data;
}

void ul_alignment_free(struct ul_alignment *a)
{
    free(a->function);
    free(a->variant);
    free(a->name);
    free(a->group);
    *a = (struct ul_alignment){0};
}

/* ---- records and words ---- */

/* The row's label, at width 1 (a record's width may be that of vectors taken as a whole) or its own. */
static bool is_row_of(const struct ul_subject *s, const json_t *record)
{
    const int widths[] = {1, (int)ul_json_whole(record, "width")};
    const int result = (int)ul_json_whole(record, "result");
    bool is = false;
    for (int k = 0; k < 2 && result < s->signature.results && !is; k++) {
        char *label = ul_record_label(s, widths[k], result);
        is = !strcmp(label, ul_json_text(record, "label"));
        free(label);
    }
    return is;
}

const struct ul_subject *ul_align_record(const struct ul_catalogue *c, const json_t *record)
{
    for (int k = 0; k < c->count; k++) {
        const struct ul_subject *s = ul_subject_measured(&c->subject[k]);
        if (!strcmp(s->name, ul_json_text(record, "subject")) && is_row_of(s, record))
            return s;
    }
    return NULL;
}

bool ul_align_choose(const struct ul_catalogue *c, const char *word, bool *chosen)
{
    bool any = false;
    for (int k = 0; k < c->count; k++) {
        struct ul_alignment a;
        ul_align(ul_subject_measured(&c->subject[k]), &a);
        if (!strcmp(a.function, word)) {
            chosen[k] = true;
            any = true;
        }
        ul_alignment_free(&a);
    }
    return any;
}
