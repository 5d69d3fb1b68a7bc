#include "type.h"
#include <ctype.h>
#include <string.h>

const struct ul_type_info ul_types[UL_TYPE_COUNT] = {
#define UL_ROW(id, name, bytes, precision, emax, is_signed) {name, bytes, precision, emax, is_signed},
    UL_TYPES(UL_ROW)
#undef UL_ROW
};

const int ul_widths[UL_WIDTHS] = {1, 2, 3, 4, 8, 16};

static const char *skip_spaces(const char *s)
{
    while (isspace((unsigned char)*s))
        s++;
    return s;
}

enum ul_type ul_type_named(const char *name, size_t length)
{
    enum ul_type t = UL_VOID;
    while (t < UL_TYPE_COUNT &&
           (strlen(ul_types[t].name) != length || strncmp(name, ul_types[t].name, length)))
        t++;
    return t;
}

/* Reads "half2", "float *": an element type, its lanes, a star. NULL if there is none. */
static const char *parse_parameter(const char *s, struct ul_parameter *out)
{
    s = skip_spaces(s);
    size_t letters = strspn(s, "abcdefghijklmnopqrstuvwxyz");
    if (!strncmp(s, "bfloat16", 8))
        letters = 8;
    *out = (struct ul_parameter){.type = ul_type_named(s, letters), .width = 1};
    if (out->type == UL_TYPE_COUNT)
        return NULL;
    s += letters;
    if (isdigit((unsigned char)*s)) {
        out->width = 0;
        while (isdigit((unsigned char)*s) && out->width < 100)
            out->width = 10 * out->width + (*s++ - '0');
    }
    s = skip_spaces(s);
    if (*s == '*') {
        out->out = true;
        s = skip_spaces(s + 1);
    }
    bool width_ok = false;
    for (int k = 0; k < UL_WIDTHS; k++)
        width_ok |= out->width == ul_widths[k];
    return width_ok ? s : NULL;
}

static bool add_result(struct ul_signature *s, struct ul_parameter p)
{
    if (s->results == UL_MAX_RESULTS)
        return false;
    s->result[s->results++] = p;
    return true;
}

bool ul_signature_parse(const char *text, struct ul_signature *out, struct ul_line *why)
{
    *out = (struct ul_signature){0};
    const char *s = parse_parameter(text, &out->returns);
    if (!s || *s != '(' || out->returns.out)
        return ul_fail(why, "malformed signature '%s': it reads like float(float, int*)", text);
    if (out->returns.type != UL_VOID)
        add_result(out, out->returns);
    do {
        struct ul_parameter p;
        s = parse_parameter(s + 1, &p);
        if (!s || p.type == UL_VOID || (*s != ',' && *s != ')') || out->parameters == UL_MAX_PARAMETERS)
            return ul_fail(why, "malformed signature '%s': parameter %d", text, out->parameters + 1);
        out->parameter[out->parameters++] = p;
        if (!p.out)
            out->argument[out->arguments++] = p;
        else if (!add_result(out, p))
            return ul_fail(why, "signature '%s' has more than %d results", text, UL_MAX_RESULTS);
    } while (*s == ',');
    s = skip_spaces(s + 1);
    if (*s || !out->results || !out->arguments)
        return ul_fail(why, "malformed signature '%s': it needs an argument and a result", text);
    return true;
}

static void print_parameter(const struct ul_parameter *p, struct ul_text *out)
{
    ul_text_add(out, "%s", ul_types[p->type].name);
    if (p->width > 1)
        ul_text_add(out, "%d", p->width);
    if (p->out)
        ul_text_add(out, "*");
}

void ul_signature_print(const struct ul_signature *s, struct ul_text *out)
{
    print_parameter(&s->returns, out);
    for (int i = 0; i < s->parameters; i++) {
        ul_text_add(out, i ? ", " : "(");
        print_parameter(&s->parameter[i], out);
    }
    ul_text_add(out, ")");
}

enum ul_type ul_signature_type(const struct ul_signature *s)
{
    if (ul_is_float(s->result[0].type))
        return s->result[0].type;
    for (int i = 0; i < s->arguments; i++)
        if (ul_is_float(s->argument[i].type))
            return s->argument[i].type;
    return s->result[0].type;
}

static bool spread(struct ul_signature *out, const struct ul_parameter *p, bool written)
{
    struct ul_parameter number = {.type = p->type, .width = 1, .out = written};
    bool room = p->width <= UL_MAX_SPREAD;
    for (int lane = 0; lane < p->width && room; lane++) {
        room = out->parameters < UL_MAX_PARAMETERS;
        if (room)
            out->parameter[out->parameters++] = number;
        if (room && written)
            room = add_result(out, number);
        else if (room)
            out->argument[out->arguments++] = number;
    }
    out->vector = p->width > 1 && p->width > out->vector ? p->width : out->vector;
    return room;
}

bool ul_signature_spread(const struct ul_signature *s, struct ul_signature *out)
{
    *out = (struct ul_signature){.returns = {.type = UL_VOID, .width = 1}};
    bool room = s->returns.type == UL_VOID || spread(out, &s->returns, true);
    for (int k = 0; k < s->parameters && room; k++)
        room = spread(out, &s->parameter[k], s->parameter[k].out);
    return room;
}

int ul_signature_width(const struct ul_signature *s)
{
    const int width = s->argument[0].width;
    bool same = s->returns.type == UL_VOID || s->returns.width == width;
    for (int k = 0; k < s->parameters; k++)
        same &= s->parameter[k].width == width;
    return same ? width : 0;
}

int ul_tuple_bytes(const struct ul_parameter *p, int n)
{
    int bytes = 0;
    for (int i = 0; i < n; i++)
        bytes += ul_types[p[i].type].bytes * p[i].width;
    return bytes;
}

int ul_argument_bytes(const struct ul_signature *s)
{
    return ul_tuple_bytes(s->argument, s->arguments);
}

int ul_index_shift(const struct ul_signature *s, int k)
{
    return 8 * (ul_argument_bytes(s) - ul_tuple_bytes(s->argument, k + 1));
}

int ul_result_bytes(const struct ul_signature *s)
{
    return ul_tuple_bytes(s->result, s->results);
}
