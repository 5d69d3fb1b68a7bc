#include "bounds.h"
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "common/embedded.h"
#include "flags.h"
#include "tsv.h"

const struct ul_piece *ul_bound_piece(const struct ul_bound *b, const struct ul_point *at)
{
    for (int p = 0; p < b->pieces; p++)
        if (ul_domain_holds(&b->piece[p].domain, at))
            return &b->piece[p];
    return NULL;
}

/* ---- Tables ---- */

/* clang-format off */
#define TABLE_COLUMNS(F) \
    F(edition) F(table) F(row) F(function) F(result) F(type) F(profile) F(flags) F(arch) F(domain) \
    F(measure) F(limit) F(guaranteed) F(source)
/* clang-format on */

enum column {
#define IN(name) IN_##name,
    TABLE_COLUMNS(IN)
#undef IN
        COLUMNS
};
static const char *const column_names[COLUMNS] = {
#define NAME(name) #name,
    TABLE_COLUMNS(NAME)
#undef NAME
};

/* The index of `word` in `names`, or -1. */
static int index_of(const char *word, const char *const *names, int count)
{
    for (int i = 0; i < count; i++)
        if (!strcmp(word, names[i]))
            return i;
    return -1;
}

/* "-", ">=75", "<75". */
static bool parse_arch(const char *text, struct ul_bound_row *r)
{
    r->arch_lo = INT_MIN;
    r->arch_hi = INT_MAX;
    if (!strcmp(text, "-"))
        return true;
    bool least = !strncmp(text, ">=", 2), below = *text == '<';
    const char *s = text + (least ? 2 : 1);
    char *end;
    long arch = strtol(s, &end, 10);
    if (end == s || *end || arch < 10 || arch > 999)
        return false;
    if (least)
        r->arch_lo = (int)arch;
    if (below)
        r->arch_hi = (int)arch - 1;
    return least || below;
}

static bool parse_result(const char *text, int *out)
{
    *out = -1;
    if (!strcmp(text, "-"))
        return true;
    *out = text[0] - '0';
    return *out >= 0 && *out < UL_MAX_RESULTS && !text[1];
}

static bool bad_cell(const struct ul_tsv *t, enum column c, struct ul_line *why)
{
    return ul_fail(why, "%s:%d: unknown %s '%s'", t->path, t->line, column_names[c], t->cell[c]);
}

static bool parse_piece(const struct ul_tsv *t, struct ul_piece *p, struct ul_line *why)
{
    struct ul_line what;
    if (!ul_domain_parse(t->cell[IN_domain], &p->domain, &what) ||
        !ul_limit_parse(t->cell[IN_limit], p, &what))
        return ul_fail(why, "%s:%d: %s", t->path, t->line, what.text);
    int measure = index_of(t->cell[IN_measure], ul_measure_names, UL_MEASURES);
    if (measure < 0)
        return bad_cell(t, IN_measure, why);
    p->measure = (enum ul_measure)measure;
    return true;
}

static bool parse_row(const struct ul_tsv *t, struct ul_bound_row *r, struct ul_line *why)
{
    static const char *const profiles[] = {"-", "full", "embedded"};
    static const char *const answers[] = {"no", "yes"};
    *r = (struct ul_bound_row){
        .path = t->path,
        .line = t->line,
        .edition = t->cell[IN_edition],
        .table = t->cell[IN_table],
        .row = t->cell[IN_row],
        .function = t->cell[IN_function],
        .profile = t->cell[IN_profile],
        .flags = t->cell[IN_flags],
        .domain = t->cell[IN_domain],
        .limit = t->cell[IN_limit],
        .source = t->cell[IN_source],
    };
    if (!parse_result(t->cell[IN_result], &r->result))
        return bad_cell(t, IN_result, why);
    r->type = ul_type_named(t->cell[IN_type], strlen(t->cell[IN_type]));
    if (r->type == UL_TYPE_COUNT || !ul_is_float(r->type))
        return bad_cell(t, IN_type, why);
    if (index_of(r->profile, profiles, 3) < 0)
        return bad_cell(t, IN_profile, why);
    if (strcmp(r->flags, "-") && r->flags[strcspn(r->flags, " ")])
        return bad_cell(t, IN_flags, why);
    if (!parse_arch(t->cell[IN_arch], r))
        return bad_cell(t, IN_arch, why);
    int answer = index_of(t->cell[IN_guaranteed], answers, 2);
    if (answer < 0)
        return bad_cell(t, IN_guaranteed, why);
    r->guaranteed = answer == 1;
    if (!parse_piece(t, &r->piece, why))
        return false;
    r->piece.lost = ldexp(1, 2 - ul_types[r->type].emax - ul_types[r->type].precision);
    bool listed = r->piece.kind == UL_LIMIT_ONE_OF; /* which ul_piece_allows computes in these types */
    return !listed || r->type == UL_FLOAT || r->type == UL_DOUBLE || bad_cell(t, IN_limit, why);
}

/* Whether two rows are pieces of one bound: all but domain, measure, limit and source is the same. */
static bool same_bound(const struct ul_bound_row *a, const struct ul_bound_row *b)
{
    return !strcmp(a->function, b->function) && !strcmp(a->edition, b->edition) && a->result == b->result &&
           a->type == b->type && !strcmp(a->profile, b->profile) && !strcmp(a->flags, b->flags) &&
           a->arch_lo == b->arch_lo && a->arch_hi == b->arch_hi;
}

/* Whether two bounds could both hold, and neither before the other. */
static bool overlap(const struct ul_bound_row *a, const struct ul_bound_row *b)
{
    if (strcmp(a->function, b->function) || a->type != b->type)
        return false;
    bool results = a->result < 0 || b->result < 0 || a->result == b->result;
    bool profiles = !strcmp(a->profile, "-") || !strcmp(b->profile, "-") || !strcmp(a->profile, b->profile);
    return results && profiles && a->arch_lo <= b->arch_hi && b->arch_lo <= a->arch_hi &&
           !strcmp(a->edition, b->edition) && !strcmp(a->flags, b->flags);
}

static bool at(const struct ul_bound_row *r, const char *what, struct ul_line *why)
{
    return ul_fail(why, "%s:%d: %s, %s: %s", r->path, r->line, r->edition, r->function, what);
}

/* Whether the table's last row may stand where it does. */
static bool check_last(const struct ul_bound_table *t, struct ul_line *why)
{
    const struct ul_bound_row *r = &t->row[t->rows - 1];
    int pieces = 1;
    while (pieces < t->rows && same_bound(&r[-pieces], r))
        pieces++;
    if (pieces > UL_MAX_PIECES)
        return at(r, "too many pieces", why);
    if (pieces > 1 && !r[-1].piece.domain.conditions)
        return at(r, "given twice, or after a row that closes", why);
    for (int k = 1; k < pieces; k++)
        if (ul_domain_clashes(&r[-k].piece.domain, &r->piece.domain))
            return at(r, "its domain overlaps that of a row before it", why);
    if (pieces > 1 ? strcmp(r[-1].row, r->row) || strcmp(r[-1].table, r->table) : !strcmp(r->domain, "rest"))
        return at(r, "not a piece of the row before it", why);
    for (const struct ul_bound_row *o = t->row; o < r - (pieces - 1); o++)
        if (overlap(o, r))
            return at(r, "given twice", why);
    return true;
}

/* Whether the bound that ends before the newest row is closed. */
static bool check_closed(const struct ul_bound_row *last, const struct ul_bound_row *next,
                         struct ul_line *why)
{
    if ((next && same_bound(last, next)) || !last->piece.domain.conditions)
        return true;
    return at(last, "no row closes it (domain 'rest')", why);
}

static bool add_rows(struct ul_bound_table *t, struct ul_tsv *in, struct ul_line *why)
{
    enum ul_tsv_result got;
    int first = t->rows;
    while ((got = ul_tsv_next(in, why)) == UL_TSV_ROW) {
        t->row = ul_realloc(t->row, (size_t)(t->rows + 1) * sizeof *t->row);
        struct ul_bound_row *r = &t->row[t->rows];
        if (!parse_row(in, r, why) || (t->rows > first && !check_closed(r - 1, r, why)))
            return false;
        t->rows++;
        if (!check_last(t, why))
            return false;
    }
    return got == UL_TSV_END && (t->rows == first || check_closed(&t->row[t->rows - 1], NULL, why));
}

bool ul_bounds_parse(struct ul_bound_table *t, const char *path, const char *text, struct ul_line *why)
{
    struct ul_tsv in;
    if (!ul_tsv_open(&in, path, text, column_names, COLUMNS, why))
        return false;
    t->text = ul_realloc(t->text, (size_t)(t->texts + 1) * sizeof *t->text);
    t->text[t->texts++] = in.data;
    return add_rows(t, &in, why);
}

void ul_bounds_free(struct ul_bound_table *t)
{
    for (int i = 0; i < t->texts; i++)
        free(t->text[i]);
    free(t->text);
    free(t->row);
    *t = (struct ul_bound_table){0};
}

/* ---- The embedded tables ---- */

enum { MAX_EDITIONS = 16 };

static struct {
    bool loaded;
    struct ul_bound_table table;
    char version[17];
    const char *edition[MAX_EDITIONS + 1];
} all;

/* FNV-1a of a text and its final NUL. */
static uint64_t hash_text(uint64_t h, const char *text)
{
    do
        h = (h ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    while (*text++);
    return h;
}

/* Editions are named API-VERSION; one without a version belongs to no API, and comes last. */
static int compare_editions(const void *a, const void *b)
{
    const char *e = *(const char *const *)a, *f = *(const char *const *)b;
    bool e_api = strchr(e, '-'), f_api = strchr(f, '-');
    if (e_api != f_api)
        return f_api - e_api;
    size_t n = strcspn(e, "-");
    bool one_api = n == strcspn(f, "-") && !strncmp(e, f, n);
    return one_api ? strverscmp(f, e) : strcmp(e, f);
}

static bool collect_editions(struct ul_line *why)
{
    int n = 0;
    for (int i = 0; i < all.table.rows; i++) {
        const struct ul_bound_row *r = &all.table.row[i];
        if (index_of(r->edition, all.edition, n) >= 0)
            continue;
        if (n == MAX_EDITIONS)
            return ul_fail(why, "%s:%d: too many editions", r->path, r->line);
        all.edition[n++] = r->edition;
    }
    qsort(all.edition, (size_t)n, sizeof *all.edition, compare_editions);
    return true;
}

bool ul_bounds_load(struct ul_line *why)
{
    if (all.loaded)
        return true;
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    ul_bounds_free(&all.table);
    for (const struct ul_embedded *e = ul_embedded; e->path; e++) {
        if (strncmp(e->path, "conformance/bounds/", 19))
            continue;
        if (!ul_bounds_parse(&all.table, e->path, e->text, why))
            return false;
        hash = hash_text(hash_text(hash, e->path), e->text);
    }
    snprintf(all.version, sizeof all.version, "%016llx", (unsigned long long)hash);
    return all.loaded = collect_editions(why);
}

static void need_tables(void)
{
    struct ul_line why;
    if (ul_bounds_load(&why))
        return;
    fprintf(stderr, "ulparity: %s\n", why.text);
    exit(3);
}

const struct ul_bound_table *ul_bounds_table(void)
{
    need_tables();
    return &all.table;
}

const char *ul_bounds_version(void)
{
    need_tables();
    return all.version;
}

const char *const *ul_bounds_editions(void)
{
    need_tables();
    return all.edition;
}

/* ---- Selecting ---- */

/* Whether one of the words of a row's flags ("-a|-b") is among the words of a build's. */
static bool flags_hold(const char *row, const char *build)
{
    bool hold = false;
    for (const char *w = row; *w && !hold; w += *w == '|') {
        const size_t n = strcspn(w, "|");
        char *word = ul_format("%.*s", (int)n, w);
        hold = ul_flags_have(build, word);
        free(word);
        w += n;
    }
    return hold;
}

static bool profile_holds(const char *row, const struct ul_device *d)
{
    return !strcmp(row, "-") || !strcmp(row, d->embedded_profile ? "embedded" : "full");
}

bool ul_bound_row_names(const struct ul_bound_row *r, const struct ul_subject *s)
{
    const size_t stem = strlen(r->function) - 1;
    const bool named =
        r->function[stem] == '*' ? !strncmp(r->function, s->name, stem) : !strcmp(r->function, s->name);
    return named && r->type == ul_signature_type(&s->signature);
}

/* The first row of an edition's bound; rows with flags that hold go before rows without. NULL: none. */
static const struct ul_bound_row *find(const char *edition, const struct ul_subject *s, int result,
                                       const struct ul_device *d, const char *flags)
{
    const struct ul_bound_row *plain = NULL;
    for (int i = 0; i < all.table.rows; i++) {
        const struct ul_bound_row *r = &all.table.row[i];
        if (!ul_bound_row_names(r, s) || strcmp(r->edition, edition) ||
            (r->result >= 0 && r->result != result) || !profile_holds(r->profile, d) ||
            d->arch < r->arch_lo || d->arch > r->arch_hi)
            continue;
        if (!strcmp(r->flags, "-"))
            plain = plain ? plain : r;
        else if (flags_hold(r->flags, flags))
            return r;
    }
    return plain;
}

/* What a piece promises, in words: "<= 2^-21 abs", "<= 8192 ulp or as derived". */
static void describe_limit(const struct ul_bound_row *r, struct ul_text *out)
{
    const struct ul_piece *p = &r->piece;
    const char *unit = p->measure == UL_ABS || p->measure == UL_REL ? ul_measure_names[p->measure] : "ulp";
    if (p->kind == UL_LIMIT_NUMBER)
        ul_text_add(out, "<= %s %s", r->limit, unit);
    else if (p->kind == UL_LIMIT_DERIVED && isnan(p->number))
        ul_text_add(out, "as derived");
    else if (p->kind == UL_LIMIT_ONE_OF)
        ul_text_add(out, "one of %s", p->words);
    else if (p->kind == UL_LIMIT_DERIVED)
        ul_text_add(out, "<= %g %s or as derived", p->number, unit);
    else
        ul_text_add(out, "%s",
                    p->kind == UL_LIMIT_CORRECTLY_ROUNDED ? "correctly rounded"
                    : p->kind == UL_LIMIT_ANY             ? "any value allowed"
                                                          : r->limit);
}

static const char *preposition(const char *domain)
{
    return *domain == '[' || *domain == '(' ? " in" : !strncmp(domain, "not in", 6) ? "" : " for";
}

static void describe(const struct ul_bound_row *first, int pieces, char *out, size_t room)
{
    struct ul_text t = {0};
    for (const struct ul_bound_row *r = first; r < first + pieces; r++) {
        ul_text_add(&t, r == first ? "" : "; ");
        describe_limit(r, &t);
        if (!strcmp(r->domain, "rest"))
            ul_text_add(&t, " elsewhere");
        else if (strcmp(r->domain, "all"))
            ul_text_add(&t, "%s %s", preposition(r->domain), r->domain);
    }
    snprintf(out, room, "%s", t.data);
    ul_text_free(&t);
}

static void fill(const struct ul_bound_row *first, struct ul_bound *b)
{
    *b = (struct ul_bound){.edition = first->edition,
                           .row = first->row,
                           .source = first->source,
                           .flags = first->flags,
                           .guaranteed = first->guaranteed};
    const struct ul_bound_row *end = all.table.row + all.table.rows;
    for (const struct ul_bound_row *r = first; r < end && same_bound(r, first); r++)
        b->piece[b->pieces++] = r->piece;
    describe(first, b->pieces, b->text, sizeof b->text);
}

/* The API that judges: the one that a subject's name begins with ("opencl/exp"); of expressions, which every
 * device runs, the device's. */
static size_t api_of(const struct ul_subject *s, const struct ul_device *d, const char **api)
{
    *api = s->home != UL_HOME_EVERYWHERE ? s->name : d->arch ? "cuda" : d->opencl_c ? "opencl" : "host";
    return strcspn(*api, "/");
}

static bool is_of_api(const char *edition, const char *api, size_t n)
{
    return !strncmp(edition, api, n) && edition[n] == '-';
}

/* The newest edition of the API, or NULL. */
static const char *newest_of_api(const struct ul_subject *s, const struct ul_device *d)
{
    const char *api;
    size_t n = api_of(s, d, &api);
    for (const char *const *e = all.edition; *e; e++)
        if (is_of_api(*e, api, n))
            return *e;
    return NULL;
}

/* What one API's document says of an expression holds on that API's devices only. */
static bool edition_holds(const char *edition, const struct ul_subject *s, const struct ul_device *d)
{
    const char *api;
    size_t n = api_of(s, d, &api);
    return s->home != UL_HOME_EVERYWHERE || is_of_api(edition, api, n);
}

int ul_bounds_select(const struct ul_subject *s, int result, const struct ul_device *d, const char *flags,
                     const char *force, struct ul_bound out[UL_MAX_BOUNDS])
{
    need_tables();
    const char *in_force = force ? force : newest_of_api(s, d);
    int n = 0;
    for (const char *const *e = all.edition; *e && n < UL_MAX_BOUNDS; e++) {
        const struct ul_bound_row *first = find(*e, s, result, d, flags);
        if (!first || !edition_holds(*e, s, d))
            continue;
        fill(first, &out[n]);
        out[n++].in_force = in_force && !strcmp(*e, in_force);
    }
    return n;
}

/* Whether an earlier row of the table has the same edition, table and name, and names `s` too. */
static bool named_before(const struct ul_bound_row *r, const struct ul_subject *s)
{
    for (const struct ul_bound_row *o = all.table.row; o < r; o++)
        if (ul_bound_row_names(o, s) && !strcmp(o->edition, r->edition) && !strcmp(o->table, r->table) &&
            !strcmp(o->row, r->row))
            return true;
    return false;
}

void ul_bounds_rows(const struct ul_subject *s,
                    void (*row)(const char *edition, const char *table, const char *name, void *context),
                    void *context)
{
    need_tables();
    for (const struct ul_bound_row *r = all.table.row; r < all.table.row + all.table.rows; r++)
        if (ul_bound_row_names(r, s) && !named_before(r, s))
            row(r->edition, r->table, r->row, context);
}
