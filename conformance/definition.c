#include "definition.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

const char *ul_c_token_end(const char *p)
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

bool ul_c_is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* --- Functions -------------------------------------------------------------------------------------- */

/* Copies up to a '{', ';' or the end, comments and blanks as one space; returns what it stopped at. */
static char copy_head(const char *p, struct ul_text *out)
{
    bool gap = false;
    while (*p && !strchr("{;", *p)) {
        const char *end = ul_c_token_end(p);
        if (end || isspace((unsigned char)*p)) {
            gap = true;
        } else {
            ul_text_add(out, gap && out->length ? " %c" : "%c", *p);
            gap = false;
        }
        p = end ? end : p + 1;
    }
    return *p;
}

/* Behind the parenthesis that closes the one at p, or NULL. */
static const char *closed(const char *p)
{
    for (int depth = 0; *p; p++) {
        depth += (*p == '(') - (*p == ')');
        if (!depth)
            return p + 1;
    }
    return NULL;
}

bool ul_definition_read(const char *text, int line, struct ul_definition *out)
{
    struct ul_text head = {0};
    const char stop = copy_head(text, &head);
    const char *open = head.data ? strchr(head.data, '(') : NULL;
    const char *end = open ? closed(open) : NULL, *last = open, *first;
    *out = (struct ul_definition){.line = line};
    if (end && stop == '{') {
        while (last > head.data && last[-1] == ' ')
            last--;
        for (first = last; first > head.data && ul_c_is_word(first[-1]);)
            first--;
        if (first > head.data && first < last) {
            out->name = ul_format("%.*s", (int)(last - first), first);
            out->head = ul_format("%.*s", (int)(end - head.data), head.data);
        }
    }
    ul_text_free(&head);
    return out->name != NULL;
}

void ul_definition_clear(struct ul_definition *d)
{
    free(d->name);
    free(d->head);
    *d = (struct ul_definition){0};
}

/* Types as an algorithm may write them; a half is its bits. */
static const struct {
    const char *name;
    enum ul_type type;
} written[] = {
    {"void", UL_VOID},      {"float", UL_FLOAT},           {"double", UL_DOUBLE},
    {"ul_half", UL_USHORT}, {"ul_char", UL_CHAR},          {"ul_uchar", UL_UCHAR},
    {"ul_short", UL_SHORT}, {"ul_ushort", UL_USHORT},      {"ul_int", UL_INT},
    {"ul_uint", UL_UINT},   {"ul_long", UL_LONG},          {"ul_ulong", UL_ULONG},
    {"short", UL_SHORT},    {"unsigned short", UL_USHORT}, {"int", UL_INT},
    {"unsigned", UL_UINT},  {"unsigned int", UL_UINT},
};

static enum ul_type type_written(const char *words)
{
    for (size_t k = 0; k < sizeof written / sizeof *written; k++)
        if (!strcmp(words, written[k].name))
            return written[k].type;
    return UL_TYPE_COUNT;
}

static enum ul_type as_carried(enum ul_type t)
{
    return t == UL_HALF || t == UL_BFLOAT16 ? UL_USHORT : t == UL_BOOL ? UL_INT : t;
}

/* "const float *x" of `n` letters: may it be this parameter? */
static bool may_be(const char *text, size_t n, const struct ul_parameter *p)
{
    static const char *const skipped[] = {"const", "volatile", "restrict", "__restrict__"};
    char words[64] = "", *last = words;
    int stars = 0;
    for (const char *at = text; at < text + n;) {
        size_t length = 0;
        while (at + length < text + n && ul_c_is_word(at[length]))
            length++;
        bool skip = !length;
        for (size_t k = 0; k < sizeof skipped / sizeof *skipped; k++)
            skip |= length == strlen(skipped[k]) && !strncmp(at, skipped[k], length);
        if (!length && *at != ' ' && *at != '*')
            return true; /* an array, a macro: who knows */
        stars += *at == '*';
        if (!skip) {
            if (strlen(words) + length + 2 > sizeof words)
                return true;
            last = words + strlen(words);
            strcat(words, *words ? " " : "");
            strncat(words, at, length);
        }
        at += length ? length : 1;
    }
    enum ul_type t = type_written(words);
    if (t == UL_TYPE_COUNT) {
        *last = 0; /* the parameter's name */
        t = type_written(words);
    }
    return t == UL_TYPE_COUNT || (t == as_carried(p->type) && stars == (int)p->out);
}

bool ul_definition_fits(const struct ul_definition *d, const struct ul_signature *s)
{
    const char *open = strchr(d->head, '('), *end = d->head + strlen(d->head) - 1, *p = open + 1;
    size_t returned = (size_t)(open - d->head);
    while (returned && d->head[returned - 1] == ' ')
        returned--;
    if (strchr(d->head, '#') || strchr(p, '('))
        return true; /* it depends on the language */
    if (!may_be(d->head, returned - strlen(d->name), &s->returns))
        return false;
    for (int k = 0; k < s->parameters; k++) {
        const size_t n = strcspn(p, ",)");
        if (p >= end || !may_be(p, n, &s->parameter[k]))
            return false;
        p += n + 1;
    }
    return p > end;
}

/* --- Braces ----------------------------------------------------------------------------------------- */

bool ul_braces_take(struct ul_braces *b, char c, int line)
{
    if (c == '{' && !b->depth++)
        b->opened = line;
    if (c != '}' || b->depth--)
        return true;
    b->depth = 0;
    return b->lost || b->conditions > 0; /* extern "C" { ... } of C++ alone */
}

/* What the directive is, of "#  if X". */
static bool directs(const char *directive, const char *what)
{
    directive += 1 + strspn(directive + 1, " \t");
    return !strncmp(directive, what, strlen(what));
}

void ul_braces_direct(struct ul_braces *b, const char *directive)
{
    const int k = b->conditions - 1;
    if (directs(directive, "if")) {
        b->lost |= b->conditions == UL_MAX_CONDITIONS;
        if (b->lost)
            return;
        b->condition[b->conditions].depth = b->depth;
        b->condition[b->conditions].opened = b->opened;
        b->condition[b->conditions++].otherwise = false;
        return;
    }
    const bool other = directs(directive, "else") || directs(directive, "elif");
    if (!other && !directs(directive, "endif"))
        return;
    b->lost |= k < 0;
    if (b->lost)
        return;
    if (other || !b->condition[k].otherwise) {
        b->depth = b->condition[k].depth;
        b->opened = b->condition[k].opened;
    }
    b->condition[k].otherwise |= directs(directive, "else");
    b->conditions -= !other;
}
