#include "records.h"
#include "part.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void ul_records_free(struct ul_records *r)
{
    for (int k = 0; k < r->count; k++)
        json_decref(r->entry[k].record);
    free(r->entry);
    json_decref(r->place);
}

static void append(struct ul_records *r, struct ul_entry e)
{
    r->entry = ul_realloc(r->entry, ((size_t)r->count + 1) * sizeof *r->entry);
    r->entry[r->count++] = e;
}

/* ---- reading ---- */

/* The last line of a key wins; no two files have one. */
static bool replaces(struct ul_records *r, const char *key, const char *path, int line, struct ul_line *why)
{
    const json_t *place = json_object_get(r->place, key);
    struct ul_entry *before = place ? &r->entry[json_integer_value(place)] : NULL;
    if (before && before->path != path)
        return ul_fail(why, "%s:%d: %s:%d is the same row", path, line, before->path, before->line);
    if (before) {
        json_decref(before->record);
        before->record = NULL;
    }
    json_object_set_new(r->place, key, json_integer(r->count));
    return true;
}

static bool read_line(struct ul_records *r, const char *path, int line, const char *text, size_t length,
                      struct ul_line *why)
{
    char *key = NULL;
    if (text[length - 1] != '\n')
        return ul_fail(why, "%s:%d: its last line is torn: the run that wrote it did not end", path, line);
    json_t *record = ul_record_parse(path, line, text, length - 1, &key, why);
    const bool ok = record && replaces(r, key, path, line, why);
    free(key);
    if (!ok) {
        json_decref(record);
        return false;
    }
    append(r, (struct ul_entry){record, path, line});
    return true;
}

static bool read_file(struct ul_records *r, const char *path, struct ul_line *why)
{
    FILE *f = fopen(path, "r");
    char *text = NULL;
    size_t room = 0;
    bool ok = f || ul_fail(why, "%s: %s", path, strerror(errno));
    ssize_t length = 0;
    for (int line = 1; ok && (errno = 0, length = getline(&text, &room, f)) > 0; line++)
        ok = read_line(r, path, line, text, (size_t)length, why);
    if (ok && errno)
        ok = ul_fail(why, "%s: %s", path, strerror(errno));
    free(text);
    if (f)
        fclose(f);
    return ok;
}

static bool read_files(struct ul_records *r, const char *const *path, int paths, struct ul_line *why)
{
    r->place = json_object();
    for (int k = 0; k < paths; k++)
        for (int j = 0; j < k; j++)
            if (!strcmp(path[j], path[k]))
                return ul_fail(why, "%s: is given twice", path[k]);
    for (int k = 0; k < paths; k++)
        if (!read_file(r, path[k], why))
            return false;
    int kept = 0;
    for (int k = 0; k < r->count; k++)
        if (r->entry[k].record)
            r->entry[kept++] = r->entry[k];
    r->count = kept;
    return kept || ul_fail(why, "%s: it holds no records", path[0]);
}

/* ---- shards ---- */

static const json_t *part(const struct ul_entry *e)
{
    return json_object_get(e->record, "part");
}

/* "2/3": which of how many. */
struct shard {
    unsigned k, n;
};

static struct shard shard_of(const struct ul_entry *e)
{
    struct shard s = {0};
    const char *text = ul_json_text(json_object_get(e->record, "coverage"), "shard");
    if (sscanf(text, "%7u/%7u", &s.k, &s.n) != 2 || !s.k || s.k > s.n)
        s = (struct shard){0};
    return s;
}

/* The order of a whole run; a row's parts stand side by side. */
static int in_order(const void *a, const void *b)
{
    const struct ul_entry *const e[] = {a, b};
    uint64_t by[2][4];
    for (int k = 0; k < 2; k++) {
        by[k][0] = ul_json_whole(part(e[k]), "row");
        by[k][1] = ul_json_whole(e[k]->record, "width");
        by[k][2] = ul_json_whole(e[k]->record, "result");
        by[k][3] = shard_of(e[k]).k;
    }
    for (int k = 0; k < 4; k++)
        if (by[0][k] != by[1][k])
            return by[0][k] < by[1][k] ? -1 : 1;
    return 0;
}

static bool differ(const struct ul_entry *a, const struct ul_entry *b, const char *what, struct ul_line *why)
{
    return ul_fail(why, "%s:%d and %s:%d are not of one run: %s differs", a->path, a->line, b->path, b->line,
                   what);
}

static bool is_equal(const json_t *a, const json_t *b, const char *member)
{
    const json_t *x = json_object_get(a, member), *y = json_object_get(b, member);
    return x == y || json_equal(x, y);
}

/* What all records of a run have in common. */
static bool of_one_run(const struct ul_entry *a, const struct ul_entry *b, struct ul_line *why)
{
    if (shard_of(a).n != shard_of(b).n)
        return differ(a, b, "the number of shards", why);
    if (!is_equal(part(a), part(b), "rows"))
        return differ(a, b, "the number of rows", why);
    static const char *const members[] = {"tool", "bounds_version"};
    for (size_t k = 0; k < sizeof members / sizeof *members; k++)
        if (!is_equal(a->record, b->record, members[k]))
            return differ(a, b, members[k], why);
    const json_t *of[] = {json_object_get(a->record, "coverage"), json_object_get(b->record, "coverage")};
    const bool seeds =
        json_is_integer(json_object_get(of[0], "seed")) && json_is_integer(json_object_get(of[1], "seed"));
    return !seeds || is_equal(of[0], of[1], "seed") || differ(a, b, "the seed", why);
}

/* And the parts of one row. */
static bool of_one_row(const struct ul_entry *a, const struct ul_entry *b, struct ul_line *why)
{
    static const char *const members[] = {"subject", "type",   "flags",    "approx",
                                          "arch",    "driver", "compiler", "device_name"};
    static const char *const coverage[] = {"kind", "seed", "range", "file", "budget"};
    static const char *const parts[] = {"records", "blocks", "inputs", "setup"};
    for (size_t k = 0; k < sizeof members / sizeof *members; k++)
        if (!is_equal(a->record, b->record, members[k]))
            return differ(a, b, members[k], why);
    for (size_t k = 0; k < sizeof coverage / sizeof *coverage; k++)
        if (!is_equal(json_object_get(a->record, "coverage"), json_object_get(b->record, "coverage"),
                      coverage[k]))
            return differ(a, b, coverage[k], why);
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
        if (!is_equal(part(a), part(b), parts[k]))
            return differ(a, b, parts[k], why);
    return true;
}

static bool missing(const struct ul_entry *e, uint64_t row, unsigned shard, struct ul_line *why)
{
    const struct shard s = shard_of(e);
    return ul_fail(why, "shard %u/%u is not here, or has not ended: row %llu of %llu lacks it", shard, s.n,
                   (unsigned long long)row + 1, (unsigned long long)ul_json_whole(part(e), "rows"));
}

/* A row's blocks are dealt from the shard on that its number says: which one is the i-th? */
static unsigned dealt_to(uint64_t row, uint64_t i, unsigned shards)
{
    return (unsigned)((row + i) % shards) + 1;
}

/* Are n parts, from the first on, all that a result's row has, each once? */
static bool is_whole(const struct ul_entry *e, int n, struct ul_line *why)
{
    const uint64_t row = ul_json_whole(part(e), "row"), blocks = ul_json_whole(part(e), "blocks");
    const unsigned shards = shard_of(e).n;
    const uint64_t parts = blocks < shards ? blocks : shards;
    for (int k = 1; k < n; k++) {
        if (shard_of(&e[k]).k == shard_of(&e[k - 1]).k)
            return ul_fail(why, "%s:%d: %s:%d is the same part of the same row", e[k].path, e[k].line,
                           e[k - 1].path, e[k - 1].line);
        if (!of_one_row(e, &e[k], why))
            return false;
    }
    for (uint64_t i = 0; i < parts; i++) {
        bool here = false;
        for (int k = 0; k < n; k++)
            here |= shard_of(&e[k]).k == dealt_to(row, i, shards);
        if (!here)
            return missing(e, row, dealt_to(row, i, shards), why);
    }
    return (uint64_t)n == parts ||
           ul_fail(why, "%s:%d: row %llu is of no such shard", e->path, e->line, (unsigned long long)row + 1);
}

/* How many entries are of the same row, or (whole_row false) of the same result of it. */
static int length_of(const struct ul_entry *e, int most, bool whole_row)
{
    int n = 1;
    while (n < most && is_equal(part(e), part(&e[n]), "row") &&
           (whole_row ||
            (is_equal(e->record, e[n].record, "width") && is_equal(e->record, e[n].record, "result"))))
        n++;
    return n;
}

/* A record of the whole run; NULL: the parts do not make one. */
static json_t *whole_record(const struct ul_entry *e, int n, struct ul_catalogue *c, struct ul_line *why)
{
    struct ul_line what;
    if (ul_json_whole(part(e), "blocks") > 1) {
        json_t **parts = ul_alloc((size_t)n * sizeof *parts);
        for (int k = 0; k < n; k++)
            parts[k] = e[k].record;
        int at;
        json_t *merged = ul_part_merge(parts, n, c, &at, &what);
        free(parts);
        if (!merged)
            ul_fail(why, "%s:%d: %s", e[at].path, e[at].line, what.text);
        return merged;
    }
    json_t *record = json_copy(e->record), *coverage = json_copy(json_object_get(record, "coverage"));
    ul_json_set(coverage, "shard", json_null());
    ul_json_set(record, "coverage", coverage);
    json_object_del(record, "part");
    return record;
}

/* Adds the records of one row of the whole run. */
static bool merge_row(const struct ul_entry *e, int n, struct ul_records *out, struct ul_catalogue *c,
                      struct ul_line *why)
{
    const uint64_t row = ul_json_whole(part(e), "row");
    uint64_t made = 0;
    for (int k = 0, length; k < n; k += length, made++) {
        length = length_of(&e[k], n - k, false);
        json_t *record = is_whole(&e[k], length, why) ? whole_record(&e[k], length, c, why) : NULL;
        if (!record)
            return false;
        append(out, (struct ul_entry){record, e[k].path, e[k].line});
    }
    return made == ul_json_whole(part(e), "records") || missing(e, row, dealt_to(row, 0, shard_of(e).n), why);
}

/* The records of shards become those of the run. */
static bool merge_rows(const struct ul_records *r, struct ul_records *out, struct ul_catalogue *c,
                       struct ul_line *why)
{
    const struct ul_entry *e = r->entry;
    const uint64_t rows = ul_json_whole(part(e), "rows");
    uint64_t row = 0;
    for (int k = 1; k < r->count; k++)
        if (!of_one_run(e, &e[k], why))
            return false;
    for (int k = 0, length; k < r->count; k += length, row++) {
        length = length_of(&e[k], r->count - k, true);
        if (ul_json_whole(part(&e[k]), "row") != row)
            break;
        if (!merge_row(&e[k], length, out, c, why))
            return false;
    }
    return row == rows || missing(e, row, dealt_to(row, 0, shard_of(e).n), why);
}

/* Either all records are of shards, or none is. */
static bool merge_shards(struct ul_records *r, struct ul_catalogue *c, struct ul_line *why)
{
    struct ul_records whole = {0};
    int split = 0;
    for (int k = 0; k < r->count; k++)
        split += part(&r->entry[k]) && shard_of(&r->entry[k]).n;
    if (!split)
        return true;
    for (int k = 0; k < r->count && split < r->count; k++)
        if (!part(&r->entry[k]))
            return ul_fail(why, "%s:%d: is of no shard, others are", r->entry[k].path, r->entry[k].line);
    qsort(r->entry, (size_t)r->count, sizeof *r->entry, in_order);
    const bool ok = merge_rows(r, &whole, c, why);
    ul_records_free(ok ? r : &whole);
    if (ok)
        *r = whole;
    return ok;
}

/* ---- */

/* A verdict is one by the bounds of its day: those of other days do not stand beside it. */
static bool of_one_bounds(const struct ul_records *r, struct ul_line *why)
{
    const struct ul_entry *first = r->entry;
    for (const struct ul_entry *e = first; e < first + r->count; e++)
        if (!is_equal(first->record, e->record, "bounds_version"))
            return ul_fail(why, "%s:%d: was judged by bounds %s, %s:%d by bounds %s", e->path, e->line,
                           ul_json_text(e->record, "bounds_version"), first->path, first->line,
                           ul_json_text(first->record, "bounds_version"));
    return true;
}

bool ul_records_read(struct ul_records *r, const char *const *path, int paths, struct ul_catalogue *c,
                     struct ul_line *why)
{
    return read_files(r, path, paths, why) && merge_shards(r, c, why) && of_one_bounds(r, why);
}
