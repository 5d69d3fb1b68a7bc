/* A table of functions (cuda/functions.tsv ...): a row a subject; '-' where a cell is empty. A row whose
 * signature names gentype is one of each type, as OpenCL's overloaded functions are: gentype stands for
 * float, double or half, igentype and ugentype for the integers of the same size. */
#include "subject_read.h"
#include "tsv.h"
#include <stdlib.h>
#include <string.h>

struct generic {
    enum ul_type type;
    const char *of, *of_signed, *of_unsigned;
};
static const struct generic generics[] = {
    {UL_FLOAT, "float", "int", "uint"},
    {UL_DOUBLE, "double", "long", "ulong"},
    {UL_HALF, "half", "short", "ushort"},
};
enum { GENERICS = sizeof generics / sizeof *generics };

/* The text with the type in gentype's place, allocated. */
static char *with_type(const char *text, const struct generic *g)
{
    static const char word[] = "gentype";
    struct ul_text t = {0};
    for (const char *at; (at = strstr(text, word)); text = at + strlen(word)) {
        const char before = at > text ? at[-1] : ' ';
        const bool prefixed = before == 'i' || before == 'u';
        ul_text_put(&t, text, (size_t)(at - text) - prefixed);
        ul_text_add(&t, "%s", before == 'i' ? g->of_signed : before == 'u' ? g->of_unsigned : g->of);
    }
    ul_text_add(&t, "%s", text);
    return t.data;
}

/* `g`: NULL for a row of one type. */
static bool read_row(const struct ul_tsv *t, const char *const *keys, const struct generic *g,
                     struct ul_subject *s, struct ul_line *why)
{
    struct ul_entry entry[UL_SUBJECT_KEYS];
    int entries = 0;
    for (int k = 0; k < t->columns; k++)
        if (strcmp(t->cell[k], "-") != 0)
            entry[entries++] =
                (struct ul_entry){keys[k], g ? with_type(t->cell[k], g) : ul_strdup(t->cell[k]), t->line};
    bool ok = ul_subject_read(s, entry, entries, UL_FROM_TABLE, t->path, t->line, why);
    while (entries)
        free(entry[--entries].value);
    s->requires.half |= g && g->type == UL_HALF;
    return ok;
}

/* OpenCL's functions have one name for all types and widths: but of floats the label has both. */
static void put_label(struct ul_subject *s, enum ul_type type)
{
    const int width = s->signature.argument[0].width;
    struct ul_text t = {0};
    ul_text_add(&t, "%s(%s", s->name, ul_types[type].name);
    if (width > 1)
        ul_text_add(&t, "%d", width);
    ul_text_add(&t, ")");
    free(s->label);
    s->label = t.data;
}

static bool is_generic(const struct ul_tsv *t)
{
    for (int k = 0; k < t->columns; k++)
        if (strstr(t->cell[k], "gentype"))
            return true;
    return false;
}

static int references(const struct ul_subject *s)
{
    int n = 0;
    while (n < UL_MAX_RESULTS && s->reference[n])
        n++;
    return n;
}

/* A view of the subject, whose texts it shares. */
static void add_by_lane(struct ul_subject *s)
{
    struct ul_signature numbers;
    const int width = ul_signature_width(&s->signature);
    const bool alike = width > 1 && references(s) == s->signature.results;
    if (width == 1 || !s->reference[0] || !ul_signature_spread(&s->signature, &numbers))
        return;
    struct ul_subject *view = s->by_lane = ul_alloc(sizeof *s->by_lane);
    *view = *s;
    view->by_lane = NULL;
    if (!alike) {
        view->signature = numbers;
        view->vectors = ul_alloc(sizeof *view->vectors);
        *view->vectors = s->signature;
        return;
    }
    view->lanes = width;
    struct ul_signature *of = &view->signature;
    of->returns.width = 1;
    for (int k = 0; k < UL_MAX_PARAMETERS; k++)
        of->parameter[k].width = of->argument[k].width = 1;
    for (int k = 0; k < UL_MAX_RESULTS; k++)
        of->result[k].width = 1;
}

static bool add_row(struct ul_catalogue *c, enum ul_home home, const struct ul_tsv *t,
                    const char *const *keys, struct ul_line *why)
{
    const int types = is_generic(t) ? GENERICS : 1;
    for (int g = 0; g < types; g++) {
        struct ul_subject *s = ul_catalogue_append(c);
        s->home = home;
        if (!read_row(t, keys, is_generic(t) ? &generics[g] : NULL, s, why))
            return false;
        const enum ul_type type = is_generic(t) ? generics[g].type : s->signature.argument[0].type;
        const bool vectors = s->signature.argument[0].width > 1 && !strncmp(s->name, "opencl/", 7);
        if (vectors || (is_generic(t) && type != UL_FLOAT))
            put_label(s, type);
        add_by_lane(s);
    }
    return true;
}

bool ul_function_table_read(struct ul_catalogue *c, const char *path, const char *text, enum ul_home home,
                            struct ul_line *why)
{
    const char *keys[UL_SUBJECT_KEYS + 1];
    int columns = ul_subject_keys(UL_FROM_TABLE, keys);
    struct ul_tsv t;
    if (!ul_tsv_open(&t, path, text, keys, columns, why))
        return false;
    enum ul_tsv_result result;
    while ((result = ul_tsv_next(&t, why)) == UL_TSV_ROW)
        if (!add_row(c, home, &t, keys, why)) {
            result = UL_TSV_MALFORMED;
            break;
        }
    free(t.data);
    return result == UL_TSV_END;
}
