/* The foot of an algorithm: a comment that begins with the word ulparity and describes the ul_fn before it.
 *
 *     ul_fn float
 *     acosf_harley(float x) { ... }
 *     (comment) ulparity
 *      * signature  float(float)
 *      * reference  acos(x)
 *      *            a line without a key goes on with the value before
 *      (end of comment) */
#include "subject_read.h"
#include "nearest.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Where a C text has been read to. */
struct reader {
    const char *path, *at;
    int line;
};

static void step(struct reader *r, const char *to)
{
    for (; r->at < to; r->at++)
        r->line += *r->at == '\n';
}

/* The end of the string, character or comment that begins at p, or NULL if none begins here. */
static const char *token_end(const char *p)
{
    const char *end;
    if (p[0] == '/' && p[1] == '*') {
        end = strstr(p + 2, "*/");
        return end ? end + 2 : p + strlen(p);
    }
    if (p[0] == '/' && p[1] == '/')
        return p + strcspn(p, "\n");
    if (*p != '"' && *p != '\'')
        return NULL;
    for (end = p + 1; *end && *end != *p && *end != '\n'; end++)
        end += *end == '\\' && end[1];
    return *end ? end + 1 : end;
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* If `ul_fn` stands at p, the name that it declares: the last word before the parenthesis. */
static char *declared_name(const char *p, const char *begin)
{
    if (strncmp(p, "ul_fn", 5) != 0 || is_word(p[5]) || (p > begin && is_word(p[-1])))
        return NULL;
    const char *end = strpbrk(p, "({;");
    if (!end || *end != '(')
        return NULL;
    while (isspace((unsigned char)end[-1]))
        end--;
    const char *first = end;
    while (is_word(first[-1]))
        first--;
    return first > p + 5 && first < end ? ul_format("%.*s", (int)(end - first), first) : NULL;
}

/* The comment's first word. */
static bool is_foot(const char *comment)
{
    if (strncmp(comment, "/*", 2) != 0)
        return false;
    comment += 2 + strspn(comment + 2, "* \t");
    return !strncmp(comment, "ulparity", 8) && strchr("\r\n", comment[8]) && comment[8];
}

/* --- Lines of a foot -------------------------------------------------------------------------------- */

enum { MAX_ENTRIES = 64 };

struct foot {
    struct ul_entry entry[MAX_ENTRIES];
    char *key[MAX_ENTRIES];
    int entries;
};

static void foot_free(struct foot *f)
{
    for (int k = 0; k < f->entries; k++) {
        free(f->key[k]);
        free(f->entry[k].value);
    }
}

static size_t trimmed(const char *s, size_t n)
{
    while (n && isspace((unsigned char)s[n - 1]))
        n--;
    return n;
}

static bool known_key(const char *key, struct ul_line *why)
{
    const char *keys[UL_SUBJECT_KEYS + 1];
    for (int k = ul_subject_keys(UL_FROM_FOOT, keys); k--;)
        if (!strcmp(key, keys[k]))
            return true;
    const char *near = ul_nearest(key, keys);
    return ul_fail(why, near ? "unknown key '%s', did you mean '%s'?" : "unknown key '%s'", key, near);
}

/* One line, without its end: " * key  value", or " *      more of the value before". */
static bool read_line(struct foot *f, const char *line, size_t n, int number, struct ul_line *why)
{
    const char *p = line + strspn(line, " \t");
    size_t indent = 0;
    if (*p == '*') {
        indent = strspn(p + 1, " \t");
        p += 1 + indent;
    }
    n = trimmed(line, n);
    if (p >= line + n)
        return true;
    n -= (size_t)(p - line);
    if (indent > 1 && f->entries) {
        char **value = &f->entry[f->entries - 1].value;
        char *longer = ul_format("%s %.*s", *value, (int)n, p);
        free(*value);
        *value = longer;
        return true;
    }
    size_t key = strcspn(p, " \t\n");
    size_t gap = key < n ? strspn(p + key, " \t") : 0;
    if (key > n)
        key = n;
    if (f->entries == MAX_ENTRIES)
        return ul_fail(why, "more than %d lines", MAX_ENTRIES);
    int k = f->entries++;
    f->key[k] = ul_format("%.*s", (int)key, p);
    f->entry[k] =
        (struct ul_entry){f->key[k], ul_format("%.*s", (int)(n - key - gap), p + key + gap), number};
    return known_key(f->key[k], why);
}

static bool read_lines(struct foot *f, const char *comment, const char *end, struct reader r,
                       struct ul_line *why)
{
    const char *line = strchr(comment, '\n') + 1;
    while (line < end) {
        step(&r, line);
        size_t n = strcspn(line, "\n");
        const char *next = line + n + 1;
        if (next > end)
            n = (size_t)(end - 2 - line); /* the closing of the comment */
        struct ul_line what = {""};
        if (!read_line(f, line, n, r.line, &what))
            return ul_fail(why, "%s:%d: %s", r.path, r.line, what.text);
        line = next;
    }
    return true;
}

static bool read_foot(struct ul_catalogue *c, struct reader r, const char *end, const char *name,
                      const char *text, struct ul_line *why)
{
    if (!name)
        return ul_fail(why, "%s:%d: a foot without an ul_fn before it", r.path, r.line);
    if (end - r.at < 4 || strncmp(end - 2, "*/", 2) != 0)
        return ul_fail(why, "%s:%d: the comment does not end", r.path, r.line);
    struct ul_subject *s = ul_catalogue_append(c);
    s->home = UL_HOME_EVERYWHERE;
    s->name = ul_strdup(name);
    s->text = ul_strdup(text);
    s->path = ul_strdup(r.path);
    struct foot f = {.entries = 0};
    bool ok = read_lines(&f, r.at, end, r, why) &&
              ul_subject_read(s, f.entry, f.entries, UL_FROM_FOOT, r.path, r.line, why);
    foot_free(&f);
    return ok;
}

bool ul_feet_read(struct ul_catalogue *c, const char *path, const char *text, struct ul_line *why)
{
    struct reader r = {path, text, 1};
    char *name = NULL;
    bool ok = true;
    int feet = 0;
    while (ok && *r.at) {
        const char *end = token_end(r.at);
        if (end && is_foot(r.at)) {
            ok = read_foot(c, r, end, name, text, why);
            feet++;
            free(name);
            name = NULL; /* one foot a function */
        } else if (!end) {
            char *declared = declared_name(r.at, text);
            if (declared) {
                free(name);
                name = declared;
            }
        }
        step(&r, end ? end : r.at + 1);
    }
    free(name);
    if (ok && !feet)
        return ul_fail(why, "%s: no foot: a comment that begins with the word ulparity, after the function",
                       path);
    return ok;
}
