#include "json.h"
#include "common/text.h"
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void ul_json_set(json_t *object, const char *name, json_t *value)
{
    if (json_object_set_new(object, name, value)) {
        fprintf(stderr, "ulparity: out of memory (%s)\n", name);
        exit(3);
    }
}

json_t *ul_json_string(const char *s)
{
    if (!s)
        return json_null();
    json_t *j = json_string(s);
    if (j)
        return j;
    char *ascii = ul_strdup(s);
    for (char *c = ascii; *c; c++)
        if (*c & 0x80)
            *c = '?';
    j = json_string(ascii);
    free(ascii);
    return j;
}

/* The largest double, rounded up to the digits of a figure, is none that a reader takes. */
static const double largest_figure = 1.79769313486231e308;

json_t *ul_json_figure(double x)
{
    if (isnan(x))
        return json_null();
    if (isinf(x))
        return json_string(x < 0 ? "-inf" : "inf");
    if (x == floor(x) && fabs(x) < 0x1p53)
        return json_integer((json_int_t)x);
    return json_real(fmax(fmin(x, largest_figure), -largest_figure));
}

json_t *ul_json_count(uint64_t n)
{
    return json_integer(n > (uint64_t)LLONG_MAX ? LLONG_MAX : (json_int_t)n);
}

char *ul_json_line(json_t *value)
{
    char *line = json_dumps(value, JSON_COMPACT | JSON_REAL_PRECISION(15));
    json_decref(value);
    return line;
}

void ul_json_print(json_t *value)
{
    char *line = ul_json_line(value);
    puts(line);
    free(line);
}

const char *ul_json_text(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));
    return text ? text : "";
}

double ul_json_number(const json_t *object, const char *name)
{
    const json_t *j = json_object_get(object, name);
    if (json_is_number(j))
        return json_number_value(j);
    const char *text = json_string_value(j);
    return !text ? NAN : !strcmp(text, "inf") ? INFINITY : !strcmp(text, "-inf") ? -INFINITY : NAN;
}

uint64_t ul_json_whole(const json_t *object, const char *name)
{
    const json_int_t n = json_integer_value(json_object_get(object, name));
    return n > 0 ? (uint64_t)n : 0;
}

bool ul_json_same(const json_t *a, const json_t *b, const char *const *names, size_t n)
{
    for (size_t k = 0; k < n; k++)
        if (strcmp(ul_json_text(a, names[k]), ul_json_text(b, names[k])))
            return false;
    return true;
}
