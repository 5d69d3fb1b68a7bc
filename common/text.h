/* Text that grows, and a line of fixed size that says why something failed. */
#ifndef UL_COMMON_TEXT_H
#define UL_COMMON_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/* One line of reason, without a newline. A function that can fail takes one and fills it. */
struct ul_line {
    char text[512];
};

/* Fills `why` (printf style, cut to fit, made plain) and returns false, so that a
 * failing function can end in `return ul_fail(why, ...)`. NULL is allowed. */
bool ul_fail(struct ul_line *why, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Text that grows. Start from {0}; `data` is NULL while empty, else NUL-terminated. */
struct ul_text {
    char *data;
    size_t length, room;
};

void ul_text_add(struct ul_text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void ul_text_put(struct ul_text *t, const char *data, size_t length);
/* A file from its first byte on; what cannot be read of it is not there. */
void ul_text_put_file(struct ul_text *t, int fd);
void ul_text_free(struct ul_text *t);

/* Words of a driver or a file as part of a line: line breaks and tabs become spaces, other control
 * characters, which would command a terminal, '?'. */
void ul_plain(char *text);

/* Allocation that ends the program with a message when memory is out; never returns NULL. */
void *ul_alloc(size_t bytes); /* zeroed */
void *ul_realloc(void *p, size_t bytes);
char *ul_strdup(const char *s);
char *ul_format(const char *format, ...) __attribute__((format(printf, 1, 2))); /* caller frees */

#endif
