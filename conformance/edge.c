#include "edge.h"
#include "common/embedded.h"
#include "tsv.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const path = "conformance/edge_values.tsv";

#define COLUMNS(F) F(function) F(args) F(result) F(api) F(status) F(source)
enum column {
#define NUMBER(name) IN_##name,
    COLUMNS(NUMBER)
#undef NUMBER
        COLUMN_COUNT
};
static const char *const column_names[] = {
#define NAME(name) #name,
    COLUMNS(NAME)
#undef NAME
};

/* A row as it stands in the table; its texts live as long as the program. */
struct row {
    int line;
    const char *cell[COLUMN_COUNT];
};
static struct row *rows;
static int row_count;
/* Those whose result the documents leave to the implementation: few, for they are looked through at each
 * wrong result. */
enum { MAX_OPEN = 32 };
static int open_row[MAX_OPEN], open_count;

/* --- values --- */

struct symbol {
    const char *name;
    const char *number; /* a rounded constant, else NULL: */
    ul_bits (*value)(enum ul_type t);
};

static ul_bits smallest_normal(enum ul_type t)
{
    return (ul_bits)1 << (ul_types[t].precision - 1);
}

static ul_bits smallest_subnormal(enum ul_type t)
{
    (void)t;
    return 1;
}

static ul_bits one(enum ul_type t)
{
    return (ul_bits)ul_types[t].emax << (ul_types[t].precision - 1);
}

static ul_bits below_one(enum ul_type t)
{
    return one(t) - 1;
}

static ul_bits above_one(enum ul_type t)
{
    return one(t) + 1;
}

static ul_bits below_half(enum ul_type t)
{
    return one(t) - smallest_normal(t) - 1;
}

static const struct symbol symbols[] = {
    {"max", NULL, ul_value_largest},
    {"min", NULL, smallest_normal},
    {"sub", NULL, smallest_subnormal},
    {"below1", NULL, below_one},
    {"above1", NULL, above_one},
    {"belowhalf", NULL, below_half},
    {"pi", "3.14159265358979323846264338327950288", NULL},
    {"pi/2", "1.57079632679489661923132169163975144", NULL},
    {"pi/4", "0.78539816339744830961566084581987572", NULL},
    {"3pi/4", "2.35619449019234492884698253745962716", NULL},
};

static const struct symbol *find_symbol(const char *name)
{
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++)
        if (!strcmp(symbols[i].name, name))
            return &symbols[i];
    return NULL;
}

/* A number or a symbol; `rounded` is set for a rounded constant. */
static bool read_value(enum ul_type t, const char *text, ul_bits *out, bool *rounded, struct ul_line *why)
{
    const struct symbol *s = find_symbol(text + (*text == '-'));
    *rounded = s && s->number;
    if (!s)
        return ul_value_parse(t, text, out, why);
    if (!ul_is_float(t))
        return ul_fail(why, "'%s' is no %s", text, ul_types[t].name);
    if (s->number)
        ul_value_parse(t, s->number, out, NULL);
    else
        *out = s->value(t);
    if (*text == '-')
        *out = ul_value_from_ordinal(t, -ul_value_ordinal(t, *out));
    return true;
}

/* --- one row for given types --- */

/* Copies the next piece of a list into `piece` and steps over the separator. False at the end. */
static bool next_piece(const char **list, char separator, char piece[64])
{
    if (!*list)
        return false;
    const char *end = strchr(*list, separator);
    size_t length = end ? (size_t)(end - *list) : strlen(*list);
    if (length > 63)
        length = 63;
    memcpy(piece, *list, length);
    piece[length] = 0;
    *list = end ? end + 1 : NULL;
    return true;
}

static bool read_args(const char *list, const struct ul_parameter *types, int n, struct ul_edge *e,
                      struct ul_line *why)
{
    char piece[64];
    bool rounded;
    for (int k = 0; next_piece(&list, ';', piece); k++) {
        if (k == n)
            return ul_fail(why, "more than %d arguments", n);
        if (!read_value(types[k].type, piece, &e->args[k], &rounded, why))
            return false;
        e->subnormal |= ul_value_is_subnormal(types[k].type, e->args[k]);
        if (!list && k + 1 < n)
            return ul_fail(why, "fewer than %d arguments", n);
    }
    return true;
}

static bool read_alternative(const char *list, const struct ul_parameter *types, int n, int a,
                             struct ul_edge *e, struct ul_line *why)
{
    char piece[64];
    for (int k = 0; next_piece(&list, ';', piece); k++) {
        if (k == n)
            return ul_fail(why, "more than %d results", n);
        e->any_result[a][k] = !strcmp(piece, "*");
        if (!e->any_result[a][k] &&
            !read_value(types[k].type, piece, &e->result[a][k], &e->rounded[a][k], why))
            return false;
        e->subnormal |= ul_value_is_subnormal(types[k].type, e->result[a][k]);
        if (!list && k + 1 < n)
            return ul_fail(why, "fewer than %d results", n);
    }
    return true;
}

static bool is_required(const struct row *r)
{
    return !strcmp(r->cell[IN_status], "required");
}

static bool read_edge(const struct row *r, const struct ul_signature *s, struct ul_edge *e,
                      struct ul_line *why)
{
    *e = (struct ul_edge){.required = is_required(r), .source = r->cell[IN_source]};
    if (!read_args(r->cell[IN_args], s->argument, s->arguments, e, why))
        return false;
    const char *list = r->cell[IN_result];
    char alternative[64];
    while (next_piece(&list, '|', alternative)) {
        if (e->alternatives == UL_MAX_ALTERNATIVES)
            return ul_fail(why, "more than %d alternatives", UL_MAX_ALTERNATIVES);
        if (!read_alternative(alternative, s->result, s->results, e->alternatives, e, why))
            return false;
        e->alternatives++;
    }
    return true;
}

/* --- the table --- */

/* Is `word` in a list that commas separate? */
static bool lists(const char *list, const char *word)
{
    char piece[64];
    while (next_piece(&list, ',', piece))
        if (!strcmp(piece, word))
            return true;
    return false;
}

static int pieces(const char *list)
{
    int n = 1;
    while ((list = strchr(list, ';')))
        list++, n++;
    return n;
}

/* The types come with a subject; a double holds every number that a row can name. */
static bool row_is_sound(const struct row *r, struct ul_line *why)
{
    const char *status = r->cell[IN_status], *api = r->cell[IN_api];
    if (strcmp(status, "required") && strcmp(status, "implementation-defined"))
        return ul_fail(why, "unknown status '%s'", status);
    char piece[64];
    while (next_piece(&api, ',', piece))
        if (!lists("all,cuda,opencl,host", piece))
            return ul_fail(why, "unknown api '%s'", piece);
    const char *result = r->cell[IN_result];
    next_piece(&result, '|', piece);
    struct ul_signature doubles = {.arguments = pieces(r->cell[IN_args]), .results = pieces(piece)};
    if (doubles.arguments > UL_MAX_PARAMETERS || doubles.results > UL_MAX_RESULTS)
        return ul_fail(why, "too many arguments or results");
    for (int k = 0; k < UL_MAX_PARAMETERS; k++)
        doubles.argument[k].type = doubles.result[k % UL_MAX_RESULTS].type = UL_DOUBLE;
    struct ul_edge edge;
    return read_edge(r, &doubles, &edge, why);
}

bool ul_edges_load(struct ul_line *why)
{
    if (rows)
        return true;
    struct ul_tsv t;
    if (!ul_tsv_open(&t, path, ul_embedded_text(path), column_names, COLUMN_COUNT, why))
        return false;
    enum ul_tsv_result got;
    while ((got = ul_tsv_next(&t, why)) == UL_TSV_ROW) {
        rows = ul_realloc(rows, (size_t)(row_count + 1) * sizeof *rows);
        struct row *r = &rows[row_count++];
        r->line = t.line;
        memcpy(r->cell, t.cell, sizeof r->cell);
        struct ul_line what;
        if (!row_is_sound(r, &what))
            return ul_fail(why, "%s:%d: %s", path, t.line, what.text);
        if (!is_required(r)) {
            if (open_count == MAX_OPEN)
                return ul_fail(why, "%s:%d: more than %d implementation-defined rows", path, t.line,
                               MAX_OPEN);
            open_row[open_count++] = row_count - 1;
        }
    }
    return got == UL_TSV_END;
}

static bool applies(const struct row *r, const struct ul_subject *s)
{
    static const char *const homes[] = {[UL_HOME_CUDA] = "cuda",
                                        [UL_HOME_OPENCL] = "opencl",
                                        [UL_HOME_HOST] = "host",
                                        [UL_HOME_EVERYWHERE] = "all"};
    return !strcmp(r->cell[IN_function], s->function) &&
           (lists(r->cell[IN_api], "all") || lists(r->cell[IN_api], homes[s->home]));
}

int ul_edges(const struct ul_subject *s, struct ul_edge **out)
{
    int n = 0;
    *out = NULL;
    for (int i = 0; i < row_count; i++) {
        if (!applies(&rows[i], s))
            continue;
        *out = ul_realloc(*out, (size_t)(n + 1) * sizeof **out);
        struct ul_edge *e = &(*out)[n++];
        struct ul_line why;
        if (!read_edge(&rows[i], &s->signature, e, &why)) {
            fprintf(stderr, "ulparity: %s:%d: does not fit %s: %s\n", path, rows[i].line, s->name, why.text);
            exit(3);
        }
        e->required &= s->home != UL_HOME_EVERYWHERE;
    }
    return n;
}

/* --- judging --- */

static bool is_met(const struct ul_edge *e, int a, int k, enum ul_type t, ul_bits got, bool unsigned_zeros)
{
    ul_bits want = e->result[a][k];
    if (e->any_result[a][k])
        return true;
    if (t == UL_BOOL)
        return !got == !want;
    if (unsigned_zeros && ul_is_float(t) && ul_value_is_zero(t, want))
        return ul_value_is_zero(t, got);
    if (e->rounded[a][k])
        return !ul_value_is_nan(t, got) && !ul_value_is_infinite(t, got) &&
               ul_value_is_negative(t, got) == ul_value_is_negative(t, want);
    return ul_value_canonical(t, got) == want;
}

bool ul_edge_met(const struct ul_edge *e, const struct ul_subject *s, const ul_bits *results,
                 bool unsigned_zeros)
{
    for (int a = 0; a < e->alternatives; a++) {
        int k = 0;
        while (k < s->signature.results &&
               is_met(e, a, k, s->signature.result[k].type, results[k], unsigned_zeros))
            k++;
        if (k == s->signature.results)
            return true;
    }
    return false;
}

int ul_edge_missed_result(const struct ul_edge *e, const struct ul_subject *s, const ul_bits *results,
                          bool unsigned_zeros)
{
    for (int k = 0; k < s->signature.results; k++) {
        bool met = false;
        for (int a = 0; a < e->alternatives; a++)
            met |= is_met(e, a, k, s->signature.result[k].type, results[k], unsigned_zeros);
        if (!met)
            return k;
    }
    return 0;
}

bool ul_edge_has_open(const struct ul_subject *s)
{
    for (int i = 0; i < open_count; i++)
        if (applies(&rows[open_row[i]], s))
            return true;
    return false;
}

bool ul_edge_leaves_open(const struct ul_subject *s, const ul_bits *args, int result, ul_bits got)
{
    for (int i = 0; i < open_count; i++) {
        const struct row *r = &rows[open_row[i]];
        struct ul_edge e;
        struct ul_line why;
        if (!applies(r, s) || !read_edge(r, &s->signature, &e, &why) ||
            memcmp(e.args, args, (size_t)s->signature.arguments * sizeof *args))
            continue;
        for (int a = 0; a < e.alternatives; a++)
            if (is_met(&e, a, result, s->signature.result[result].type, got, false))
                return true;
    }
    return false;
}
