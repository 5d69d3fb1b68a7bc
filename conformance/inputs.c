#include "inputs.h"
#include <stdlib.h>
#include <string.h>
#include "common/embedded.h"
#include "tsv.h"
#include "value.h"

enum { FUNCTION, TYPE, INPUT, SOURCE, COLUMNS };
static const char *const columns[COLUMNS] = {"function", "type", "input", "source"};

static bool is_of(const struct ul_known_input *k, const char *function, enum ul_type t)
{
    return k->type == t && !strcmp(k->function, function);
}

/* The first input of a function and type; k->count if there is none. */
static int first_of(const struct ul_known_inputs *k, const char *function, enum ul_type t)
{
    int i = 0;
    while (i < k->count && !is_of(&k->of[i], function, t))
        i++;
    return i;
}

static void append(struct ul_known_inputs *k, const char *function, enum ul_type t, ul_bits value)
{
    if (k->count == k->room) {
        k->room = 2 * k->room + 64;
        k->of = ul_realloc(k->of, (size_t)k->room * sizeof *k->of);
        k->value = ul_realloc(k->value, (size_t)k->room * sizeof *k->value);
    }
    k->of[k->count] = (struct ul_known_input){ul_strdup(function), t};
    k->value[k->count++] = value;
}

static bool add_row(struct ul_known_inputs *k, const struct ul_tsv *t, struct ul_line *why)
{
    const char *function = t->cell[FUNCTION];
    enum ul_type type = ul_type_named(t->cell[TYPE], strlen(t->cell[TYPE]));
    if (type == UL_TYPE_COUNT || !ul_is_float(type))
        return ul_fail(why, "%s:%d: unknown type '%s'", t->path, t->line, t->cell[TYPE]);
    struct ul_line what;
    ul_bits value;
    if (!ul_value_parse(type, t->cell[INPUT], &value, &what))
        return ul_fail(why, "%s:%d: %s", t->path, t->line, what.text);
    int first = first_of(k, function, type);
    if (first < k->count && !is_of(&k->of[k->count - 1], function, type))
        return ul_fail(why, "%s:%d: the inputs of %s do not stand together", t->path, t->line, function);
    for (int i = first; i < k->count; i++)
        if (k->value[i] == value)
            return ul_fail(why, "%s:%d: %s of %s is given twice", t->path, t->line, t->cell[INPUT], function);
    append(k, function, type, value);
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

int ul_inputs_known(const char *function, enum ul_type t, const ul_bits **out)
{
    const struct ul_known_inputs *k = &all;
    int first = first_of(k, function, t), n = 0;
    while (first + n < k->count && is_of(&k->of[first + n], function, t))
        n++;
    *out = k->value + first;
    return n;
}
