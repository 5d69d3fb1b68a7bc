#include "text.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool ul_fail(struct ul_line *why, const char *format, ...)
{
    if (!why)
        return false;
    va_list args;
    va_start(args, format);
    vsnprintf(why->text, sizeof why->text, format, args);
    va_end(args);
    ul_plain(why->text);
    return false;
}

/* UTF-8 of U+0080 to U+009F, which terminals obey as they do escapes. */
static bool is_long_control(const char *c)
{
    return c[0] == '\xc2' && (c[1] & 0xe0) == 0x80;
}

void ul_plain(char *text)
{
    char *to = text;
    for (const char *c = text; *c; c++) {
        const bool is_long = is_long_control(c), is_short = (unsigned char)*c < ' ' || *c == 0x7f;
        *to++ = *c == '\n' || *c == '\r' || *c == '\t' ? ' ' : is_long || is_short ? '?' : *c;
        c += is_long;
    }
    *to = 0;
}

static void out_of_memory(size_t bytes)
{
    fprintf(stderr, "ulparity: out of memory (%zu bytes)\n", bytes);
    exit(3);
}

void *ul_alloc(size_t bytes)
{
    void *p = calloc(1, bytes ? bytes : 1);
    if (!p)
        out_of_memory(bytes);
    return p;
}

void *ul_realloc(void *p, size_t bytes)
{
    void *q = realloc(p, bytes ? bytes : 1);
    if (!q)
        out_of_memory(bytes);
    return q;
}

char *ul_strdup(const char *s)
{
    size_t n = strlen(s) + 1;
    return memcpy(ul_alloc(n), s, n);
}

static void make_room(struct ul_text *t, size_t more)
{
    if (t->length + more + 1 <= t->room)
        return;
    t->room = 2 * (t->length + more) + 64;
    t->data = ul_realloc(t->data, t->room);
}

void ul_text_put(struct ul_text *t, const char *data, size_t length)
{
    make_room(t, length);
    memcpy(t->data + t->length, data, length);
    t->length += length;
    t->data[t->length] = 0;
}

static void add_v(struct ul_text *t, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, args);
    if (n >= 0) {
        make_room(t, (size_t)n);
        vsnprintf(t->data + t->length, (size_t)n + 1, format, again);
        t->length += (size_t)n;
    }
    va_end(again);
}

void ul_text_add(struct ul_text *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    add_v(t, format, args);
    va_end(args);
}

char *ul_format(const char *format, ...)
{
    struct ul_text t = {0};
    va_list args;
    va_start(args, format);
    add_v(&t, format, args);
    va_end(args);
    return t.data;
}

void ul_text_put_file(struct ul_text *t, int fd)
{
    char block[1 << 14];
    ssize_t n;
    for (off_t at = 0; (n = pread(fd, block, sizeof block, at)) > 0; at += n)
        ul_text_put(t, block, (size_t)n);
}

void ul_text_free(struct ul_text *t)
{
    free(t->data);
    *t = (struct ul_text){0};
}
