/* The file of records and the keys by which a run resumes. A row's key is read from its line, whether that
 * line comes from a file or from a record at hand, so the two cannot differ. */
#include "record.h"
#include "reports/told.h"
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

struct ul_record_file {
    char *path;
    int descriptor;
    off_t size;
    bool regular; /* not a pipe or a device, which are written to and no more */
    json_t *done; /* key -> verdict */
};

static const char *const key_members[] = {"subject", "result",   "type",     "width",
                                          "flags",   "approx",   "arch",     "device_name",
                                          "driver",  "compiler", "coverage", "bounds_version"};

/* Of the bound in force; null: there is none. */
static json_t *edition_of(const json_t *record)
{
    const json_t *bound = ul_told_in_force(record);
    return bound ? json_incref(json_object_get(bound, "edition")) : json_null();
}

/* How many inputs a search tried in its time is not known before, nor how many its scouts drew. */
static json_t *in_key(const json_t *record, const char *member)
{
    json_t *value = json_object_get(record, member);
    const char *budget = json_string_value(json_object_get(value, "budget"));
    if (!budget)
        return json_incref(value);
    value = json_copy(value);
    json_object_del(value, "scouted");
    if (strchr(budget, 's'))
        json_object_del(value, "inputs");
    return value;
}

/* NULL: the line lacks a member. */
static char *key_of(const json_t *record)
{
    json_t *key = json_array();
    char *text = NULL;
    size_t n = sizeof key_members / sizeof *key_members, k = 0;
    for (; k < n; k++)
        if (json_array_append_new(key, in_key(record, key_members[k])))
            break;
    if (k == n && !json_array_append_new(key, edition_of(record)))
        text = json_dumps(key, JSON_COMPACT | JSON_SORT_KEYS);
    json_decref(key);
    return text;
}

char *ul_record_key(const struct ul_record *r)
{
    char *line = ul_record_json(r);
    json_t *record = json_loads(line, 0, NULL);
    char *key = key_of(record);
    json_decref(record);
    free(line);
    return key;
}

/* ---- reading what is there ---- */

static bool has_verdict(const json_t *of)
{
    return ul_verdict_named(json_string_value(json_object_get(of, "verdict"))) != UL_VERDICTS;
}

/* What lacks one: the record, or a bound or a claim of it; NULL: nothing does. */
static const char *without_verdict(const json_t *record)
{
    static const char *const lists[][2] = {{"bounds", "a bound of it"}, {"claims", "a claim of it"}};
    if (!has_verdict(record))
        return "it";
    for (size_t n = 0; n < sizeof lists / sizeof *lists; n++) {
        const json_t *list = json_object_get(record, lists[n][0]);
        for (size_t k = 0; k < json_array_size(list); k++)
            if (!has_verdict(json_array_get(list, k)))
                return lists[n][1];
    }
    return NULL;
}

json_t *ul_record_parse(const char *path, int number, const char *line, size_t length, char **key,
                        struct ul_line *why)
{
    json_error_t error = {0};
    json_t *record = json_loadb(line, length, 0, &error);
    const json_int_t version = json_integer_value(json_object_get(record, "v"));
    *key = key_of(record);
    const char *lacking = without_verdict(record);
    if (version == UL_RECORD_VERSION && *key && !lacking)
        return record;
    if (version > UL_RECORD_VERSION)
        ul_fail(why, "%s:%d: a record of version %lld; this program knows %d", path, number, version,
                UL_RECORD_VERSION);
    else if (length > 1 && !memcmp(line, "\x1f\x8b", 2))
        ul_fail(why, "%s:%d: is no record, but compressed: gunzip makes one of it", path, number);
    else if (!record)
        ul_fail(why, "%s:%d: is no record: byte %d: %s", path, number, error.position, error.text);
    else if (version == UL_RECORD_VERSION && *key)
        ul_fail(why, "%s:%d: is no record: %s has no verdict", path, number, lacking);
    else
        ul_fail(why, "%s:%d: is no record: %s", path, number,
                version < 1 ? "it has no version, \"v\"" : "its key is not whole");
    json_decref(record);
    free(*key);
    *key = NULL;
    return NULL;
}

/* The last line of a key wins. */
static bool learn(struct ul_record_file *f, const char *line, size_t length, int number, struct ul_line *why)
{
    char *key;
    json_t *record = ul_record_parse(f->path, number, line, length, &key, why);
    if (!record)
        return false;
    json_object_set_new(
        f->done, key, json_integer(ul_verdict_named(json_string_value(json_object_get(record, "verdict")))));
    json_decref(record);
    free(key);
    return true;
}

/* Is it the beginning of a record, or zeros behind some, as a power failure may leave? */
static bool is_torn(const char *tail, size_t length, bool behind_records)
{
    static const char head[] = "{\"v\":";
    const size_t n = length < sizeof head - 1 ? length : sizeof head - 1;
    size_t zeros = 0;
    while (zeros < length && !tail[zeros])
        zeros++;
    return !memcmp(tail, head, n) || (behind_records && zeros == length);
}

/* Learns every whole line; what follows the last newline was torn by a crash and is cut. */
static bool learn_all(struct ul_record_file *f, const char *text, size_t length, struct ul_line *why)
{
    const char *at = text, *end = text + length, *newline;
    int number = 1;
    for (; at < end && (newline = memchr(at, '\n', (size_t)(end - at))); at = newline + 1, number++)
        if (!learn(f, at, (size_t)(newline - at), number, why))
            return false;
    f->size = at - text;
    if (at == end)
        return true;
    if (!is_torn(at, (size_t)(end - at), at > text))
        return ul_fail(why, "%s:%d: is no record", f->path, number);
    return ftruncate(f->descriptor, f->size) == 0 || ul_fail(why, "%s: %s", f->path, strerror(errno));
}

static bool read_all(struct ul_record_file *f, struct ul_line *why)
{
    struct stat s;
    if (fstat(f->descriptor, &s))
        return ul_fail(why, "%s: %s", f->path, strerror(errno));
    f->regular = S_ISREG(s.st_mode);
    if (!f->regular)
        return true;
    if (flock(f->descriptor, LOCK_EX | LOCK_NB))
        return ul_fail(why, "%s: another process writes to it", f->path);
    char *text = ul_alloc((size_t)s.st_size + 1);
    size_t got = 0;
    for (ssize_t n; got < (size_t)s.st_size; got += (size_t)n)
        if ((n = pread(f->descriptor, text + got, (size_t)s.st_size - got, (off_t)got)) <= 0)
            break;
    bool ok = got == (size_t)s.st_size || ul_fail(why, "%s: %s", f->path, strerror(errno));
    ok = ok && learn_all(f, text, got, why);
    free(text);
    return ok;
}

struct ul_record_file *ul_record_open(const char *path, struct ul_line *why)
{
    struct ul_record_file *f = ul_alloc(sizeof *f);
    f->path = ul_strdup(path);
    f->done = json_object();
    f->descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (f->descriptor < 0)
        ul_fail(why, "%s: %s", path, strerror(errno));
    else if (read_all(f, why))
        return f;
    ul_record_close(f);
    return NULL;
}

bool ul_record_done(const struct ul_record_file *f, const char *key)
{
    enum ul_verdict v = ul_record_verdict(f, key);
    return v != UL_VERDICTS && v != UL_ERROR;
}

enum ul_verdict ul_record_verdict(const struct ul_record_file *f, const char *key)
{
    const json_t *verdict = json_object_get(f->done, key);
    return verdict ? (enum ul_verdict)json_integer_value(verdict) : UL_VERDICTS;
}

/* ---- writing ---- */

static bool write_all(int descriptor, const char *text, size_t length)
{
    while (length) {
        ssize_t n = write(descriptor, text, length);
        if (n < 0 && errno != EINTR)
            return false;
        text += n > 0 ? n : 0;
        length -= n > 0 ? (size_t)n : 0;
    }
    return true;
}

/* A line that did not fit is taken back, so that the file holds whole lines only. */
bool ul_record_append(struct ul_record_file *f, const char *json, struct ul_line *why)
{
    char *line = ul_format("%s\n", json);
    size_t length = strlen(line);
    bool ok = write_all(f->descriptor, line, length) && (!f->regular || fsync(f->descriptor) == 0);
    free(line);
    if (ok) {
        f->size += (off_t)length;
        return true;
    }
    ul_fail(why, "%s: %s", f->path, strerror(errno));
    if (f->regular && ftruncate(f->descriptor, f->size))
        ul_fail(why, "%s: %s; its last line is torn", f->path, strerror(errno));
    return false;
}

void ul_record_close(struct ul_record_file *f)
{
    if (!f)
        return;
    if (f->descriptor >= 0)
        close(f->descriptor);
    json_decref(f->done);
    free(f->path);
    free(f);
}
