#include "inputs.h"
#include <stdlib.h>
#include <string.h>
#include "common/embedded.h"
#include "reference.h"
#include "tsv.h"
#include "value.h"

enum { FUNCTION, TYPE, INPUT, SOURCE, COLUMNS };
static const char *const columns[COLUMNS] = {"function", "type", "input", "source"};

static bool is_of(const struct ul_known_input *k, const char *function, const enum ul_type *types,
                  int arguments)
{
    bool same = k->arguments == arguments && !strcmp(k->function, function);
    for (int i = 0; same && i < arguments; i++)
        same = k->type[i] == types[i];
    return same;
}

/* The first input of a function and its types; k->count if there is none. */
static int first_of(const struct ul_known_inputs *k, const char *function, const enum ul_type *types,
                    int arguments)
{
    int i = 0;
    while (i < k->count && !is_of(&k->of[i], function, types, arguments))
        i++;
    return i;
}

static void append(struct ul_known_inputs *k, const struct ul_known_input *of, const ul_bits *value)
{
    if (k->count == k->room) {
        k->room = 2 * k->room + 64;
        k->of = ul_realloc(k->of, (size_t)k->room * sizeof *k->of);
        k->value = ul_realloc(k->value, (size_t)k->room * sizeof *k->value);
    }
    k->of[k->count] = *of;
    k->of[k->count].function = ul_strdup(of->function);
    memcpy(k->value[k->count++], value, sizeof *k->value);
}

/* The part of a cell up to the next ';', and what follows it; NULL: nothing does. */
static const char *next_part(const char *text, size_t *length)
{
    *length = strcspn(text, ";");
    return text[*length] ? text + *length + 1 : NULL;
}

/* "double", of all arguments; "double;int". How many were named; 0: one is unknown. */
static int read_types(const char *text, enum ul_type *out)
{
    int n = 0;
    for (size_t length; text && n < UL_MAX_PARAMETERS; n++) {
        const char *const rest = next_part(text, &length);
        out[n] = ul_type_named(text, length);
        if (out[n] == UL_TYPE_COUNT || (!n && !ul_is_float(out[n])))
            return 0;
        text = rest;
    }
    return text ? 0 : n;
}

static bool read_values(struct ul_known_input *of, int types, const char *text, ul_bits *out,
                        struct ul_line *why)
{
    of->arguments = 0;
    for (size_t length; text && of->arguments < UL_MAX_PARAMETERS; of->arguments++) {
        const char *const rest = next_part(text, &length);
        const int k = of->arguments;
        if (types == 1)
            of->type[k] = of->type[0];
        else if (k >= types)
            break;
        char *part = ul_format("%.*s", (int)length, text);
        const bool ok = ul_value_parse(of->type[k], part, &out[k], why);
        free(part);
        if (!ok)
            return false;
        text = rest;
    }
    return (!text && (types == 1 || types == of->arguments)) ||
           ul_fail(why, "it has another number of arguments than its types");
}

static bool add_row(struct ul_known_inputs *k, const struct ul_tsv *t, struct ul_line *why)
{
    struct ul_known_input of = {.function = t->cell[FUNCTION]};
    const int types = read_types(t->cell[TYPE], of.type);
    if (!types)
        return ul_fail(why, "%s:%d: unknown type '%s'", t->path, t->line, t->cell[TYPE]);
    struct ul_line what;
    ul_bits value[UL_MAX_PARAMETERS] = {0};
    if (!read_values(&of, types, t->cell[INPUT], value, &what))
        return ul_fail(why, "%s:%d: %s", t->path, t->line, what.text);
    const int first = first_of(k, of.function, of.type, of.arguments);
    if (first < k->count && !is_of(&k->of[k->count - 1], of.function, of.type, of.arguments))
        return ul_fail(why, "%s:%d: the inputs of %s do not stand together", t->path, t->line, of.function);
    for (int i = first; i < k->count; i++)
        if (!memcmp(k->value[i], value, sizeof value))
            return ul_fail(why, "%s:%d: %s of %s is given twice", t->path, t->line, t->cell[INPUT],
                           of.function);
    append(k, &of, value);
    return true;
}

bool ul_inputs_parse(struct ul_known_inputs *k, const char *path, const char *text, struct ul_line *why)
{
    struct ul_tsv t;
    if (!ul_tsv_open(&t, path, text, columns, COLUMNS, why))
        return false;
    enum ul_tsv_result got;
    bool ok = true;
    while (ok && (got = ul_tsv_next(&t, why)) != UL_TSV_END)
        ok = got == UL_TSV_ROW && add_row(k, &t, why);
    free(t.data);
    return ok;
}

void ul_inputs_free(struct ul_known_inputs *k)
{
    for (int i = 0; i < k->count; i++)
        free(k->of[i].function);
    free(k->of);
    free(k->value);
    *k = (struct ul_known_inputs){0};
}

static struct ul_known_inputs all;

bool ul_inputs_load(struct ul_line *why)
{
    if (all.count)
        return true;
    for (const struct ul_embedded *e = ul_embedded; e->path; e++)
        if (!strncmp(e->path, "conformance/inputs/", 19) && !ul_inputs_parse(&all, e->path, e->text, why))
            return false;
    return true;
}

const struct ul_known_inputs *ul_inputs_all(void)
{
    return &all;
}

int ul_inputs_known(const char *function, const enum ul_type *types, int arguments,
                    const ul_bits (**out)[UL_MAX_PARAMETERS])
{
    const struct ul_known_inputs *k = &all;
    const int first = first_of(k, function, types, arguments);
    int n = 0;
    while (first + n < k->count && is_of(&k->of[first + n], function, types, arguments))
        n++;
    *out = (const ul_bits(*)[UL_MAX_PARAMETERS])(k->value + first);
    return n;
}

int ul_inputs_of(const struct ul_subject *s, int result, const char **word,
                 const ul_bits (**out)[UL_MAX_PARAMETERS])
{
    const struct ul_expression *e = s->reference[result];
    const struct ul_node *root = e ? &e->node[e->count - 1] : NULL;
    const char *name = root && root->kind == UL_NODE_CALL ? ul_words[root->word].name : NULL;
    enum ul_type type[UL_MAX_PARAMETERS];
    for (int k = 0; k < s->signature.arguments; k++)
        type[k] = s->signature.argument[k].type;
    if (word)
        *word = name;
    return name ? ul_inputs_known(name, type, s->signature.arguments, out) : 0;
}

char *ul_inputs_types(const enum ul_type *types, int arguments)
{
    struct ul_text t = {0};
    bool same = true;
    for (int k = 1; k < arguments; k++)
        same &= types[k] == types[0];
    for (int k = 0; k < (same ? 1 : arguments); k++)
        ul_text_add(&t, "%s%s", k ? ";" : "", ul_types[types[k]].name);
    return t.data;
}
