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
#include "definition.h"
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

/* Does a word begin at p? */
static bool begins(const char *p, const char *begin, const char *word)
{
    const size_t n = strlen(word);
    return !strncmp(p, word, n) && !ul_c_is_word(p[n]) && (p == begin || !ul_c_is_word(p[-1]));
}

/* Behind a directive's last line. */
static const char *directive_end(const char *p)
{
    while (*p && *p != '\n') {
        if (*p == '/' && p[1] == '*')
            p = ul_c_token_end(p);
        else
            p += *p == '\\' && p[1] ? 2 : 1;
    }
    return p;
}

/* The comment's first word. */
static bool is_foot(const char *comment)
{
    if (strncmp(comment, "/*", 2) != 0)
        return false;
    comment += 2 + strspn(comment + 2, "* \t");
    if (strncmp(comment, "ulparity", 8) != 0)
        return false;
    comment += 8;
    return comment[*comment == '\r'] == '\n';
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

/* Does the signature contradict the function above it? */
static bool signature_fits(const struct ul_subject *s, const struct foot *f, const struct ul_definition *d,
                           const char *path, struct ul_line *why)
{
    int line = d->line;
    for (int k = 0; k < f->entries; k++)
        if (!strcmp(f->key[k], "signature"))
            line = f->entry[k].line;
    if (ul_definition_fits(d, &s->signature))
        return true;
    struct ul_text shape = {0};
    ul_signature_print(&s->signature, &shape);
    ul_fail(why, "%s:%d: signature: %s, but line %d has '%s'", path, line, shape.data, d->line, d->head);
    ul_text_free(&shape);
    return false;
}

/* A file's functions have one name each. */
static bool is_new(const struct ul_catalogue *c, int before, const struct ul_definition *d, const char *path,
                   struct ul_line *why)
{
    for (int k = before; k < c->count; k++)
        if (!strcmp(c->subject[k].name, d->name))
            return ul_fail(why, "%s:%d: a second function '%s', there is one in line %d", path, d->line,
                           d->name, c->subject[k].line);
    return true;
}

static bool read_foot(struct ul_catalogue *c, int before, struct reader r, const char *end,
                      const struct ul_definition *d, const char *text, struct ul_line *why)
{
    if (!d->name)
        return ul_fail(why, "%s:%d: a foot without an ul_fn before it", r.path, r.line);
    if (end - r.at < 4 || strncmp(end - 2, "*/", 2) != 0)
        return ul_fail(why, "%s:%d: the comment does not end", r.path, r.line);
    if (!is_new(c, before, d, r.path, why))
        return false;
    struct ul_subject *s = ul_catalogue_append(c);
    s->home = UL_HOME_EVERYWHERE;
    s->name = ul_strdup(d->name);
    s->text = ul_strdup(text);
    s->path = ul_strdup(r.path);
    s->line = d->line;
    struct foot f = {.entries = 0};
    bool ok = read_lines(&f, r.at, end, r, why) &&
              ul_subject_read(s, f.entry, f.entries, UL_FROM_FOOT, r.path, r.line, why) &&
              signature_fits(s, &f, d, r.path, why);
    foot_free(&f);
    return ok;
}

static bool unclosed(const struct reader *r, const struct ul_braces *b, struct ul_line *why)
{
    return b->depth && !b->lost &&
           !ul_fail(why, "%s:%d: the '{' here, or one within, is not closed", r->path, b->opened);
}

/* What stands at r->at and is neither string nor comment; returns where it ends, or NULL: it cannot be. */
static const char *take_code(const struct reader *r, const char *text, struct ul_braces *b,
                             struct ul_definition *last, struct ul_line *why)
{
    if (*r->at == '#') {
        ul_braces_direct(b, r->at);
        return directive_end(r->at);
    }
    struct ul_definition d;
    if (begins(r->at, text, "ul_fn") && ul_definition_read(r->at + strlen("ul_fn"), r->line, &d)) {
        ul_definition_clear(last);
        *last = d;
    }
    if (ul_braces_take(b, *r->at, r->line))
        return r->at + 1;
    ul_fail(why, "%s:%d: this '}' closes nothing", r->path, r->line);
    return NULL;
}

bool ul_feet_read(struct ul_catalogue *c, const char *path, const char *text, struct ul_line *why)
{
    struct reader r = {path, text, 1};
    struct ul_definition last = {0};
    struct ul_braces braces = {0};
    const int before = c->count;
    bool ok = true;
    while (ok && *r.at) {
        const char *end = ul_c_token_end(r.at);
        if (end && is_foot(r.at)) {
            ok = !unclosed(&r, &braces, why) && read_foot(c, before, r, end, &last, text, why);
            ul_definition_clear(&last); /* one foot a function */
        } else if (!end) {
            end = take_code(&r, text, &braces, &last, why);
            ok = end != NULL;
        }
        if (ok)
            step(&r, end);
    }
    ul_definition_clear(&last);
    if (ok && unclosed(&r, &braces, why))
        return false;
    if (ok && c->count == before)
        return ul_fail(why, "%s: no foot: a comment that begins with the word ulparity, after the function",
                       path);
    return ok;
}
