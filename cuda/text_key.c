#include "text_key.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* A word of PTX is a token: an identifier ("%f1", "$L__BB3_2", "k0_param_0"), a number, or one other
 * character. */
struct token {
    const char *text;
    size_t length;
};

/* What stands by itself in a module: a function, a variable. */
struct item {
    struct token name;
    int first, end; /* tokens */
    bool function;
    int number; /* by when it was first named, from 1 on; 0: not yet */
};

struct module {
    struct token *token;
    struct item *item;
    int tokens, items;
};

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || c == '%' || c == '.';
}

static const char *skip_blanks(const char *p)
{
    for (;;) {
        p += strspn(p, " \t\r\n");
        if (p[0] == '/' && p[1] == '/')
            p += strcspn(p, "\n");
        else if (p[0] == '/' && p[1] == '*')
            p = strstr(p, "*/") ? strstr(p, "*/") + 2 : p + strlen(p);
        else
            return p;
    }
}

static void read_tokens(struct module *m, const char *p)
{
    int room = 0;
    for (p = skip_blanks(p); *p; p = skip_blanks(p)) {
        struct token t = {p, 1};
        while (is_word(*p) && is_word(p[t.length]))
            t.length++;
        if (m->tokens == room) {
            room = 2 * room + 256;
            m->token = ul_realloc(m->token, (size_t)room * sizeof *m->token);
        }
        m->token[m->tokens++] = t;
        p += t.length;
    }
}

static bool is(const struct token *t, const char *text)
{
    return t->length == strlen(text) && !memcmp(t->text, text, t->length);
}

static bool same(const struct token *a, const struct token *b)
{
    return a->length == b->length && !memcmp(a->text, b->text, a->length);
}

/* An item's name: of a function what stands before its parameters, but for those of its result; else what
 * stands before "[", "=" or ";". */
static void name_item(const struct module *m, struct item *it)
{
    int k = it->first;
    for (; k < it->end && !it->function; k++)
        it->function = is(&m->token[k], ".func") || is(&m->token[k], ".entry");
    if (!it->function)
        for (k = it->first + 1; k < it->end && !strchr("[=;", *m->token[k].text);)
            k++;
    else if (k < it->end && is(&m->token[k], "(")) {
        while (k < it->end && !is(&m->token[k], ")"))
            k++;
        k += 2;
    } else
        k++;
    if (k > it->first && k <= it->end)
        it->name = m->token[k - 1];
}

static void add_item(struct module *m, int first, int end)
{
    struct item it = {.first = first, .end = end};
    name_item(m, &it);
    if (m->items % 64 == 0)
        m->item = ul_realloc(m->item, ((size_t)m->items + 64) * sizeof *m->item);
    m->item[m->items++] = it;
}

/* The three directives of a module's head end with their line; every other item with ";", or with the "}" of
 * a function. Declarations of functions, which end with ";", say nothing. */
static bool read_items(struct module *m)
{
    int depth = 0, first = 0;
    bool body = false;
    for (int k = 0; k < m->tokens; k++) {
        const struct token *t = &m->token[k];
        if (k == first && (is(t, ".version") || is(t, ".target") || is(t, ".address_size"))) {
            while (k + 1 < m->tokens && !memchr(t->text, '\n', (size_t)(m->token[k + 1].text - t->text)))
                k++;
            first = k + 1;
            continue;
        }
        body = body || is(t, ")");
        depth += is(t, "{") - is(t, "}");
        if (depth || !(is(t, ";") || (is(t, "}") && body)))
            continue;
        if (is(t, "}") || !body)
            add_item(m, first, k + 1);
        first = k + 1;
        body = false;
    }
    return depth == 0 && first == m->tokens;
}

static struct item *find(const struct module *m, const struct token *name)
{
    for (int k = 0; k < m->items; k++)
        if (same(&m->item[k].name, name))
            return &m->item[k];
    return NULL;
}

/* A label, "$L__BB3_2", and the stack, "__local_depot3", have the function's number in the module. */
static void write_numbered(const struct token *t, size_t prefix, struct ul_text *out)
{
    const char *rest = t->text + prefix, *end = t->text + t->length;
    while (rest < end && isdigit((unsigned char)*rest))
        rest++;
    ul_text_add(out, "%.*s#%.*s ", (int)prefix, t->text, (int)(end - rest), rest);
}

static bool begins(const struct token *t, const char *prefix)
{
    return t->length > strlen(prefix) && !memcmp(t->text, prefix, strlen(prefix));
}

/* Writes an item; names of items as numbers, which those that are new get. */
static void write_item(const struct module *m, const struct item *it, struct item **order, int *named,
                       struct ul_text *out)
{
    for (int k = it->first; k < it->end; k++) {
        const struct token *t = &m->token[k];
        struct item *other = find(m, t);
        const size_t own = it->name.length;
        if (other && !other->number) {
            other->number = *named + 1;
            order[(*named)++] = other;
        }
        if (other)
            ul_text_add(out, "@%d ", other->number);
        else if (t->length > own && !memcmp(t->text, it->name.text, own) && t->text[own] == '_')
            ul_text_add(out, "@%.*s ", (int)(t->length - own), t->text + own);
        else if (begins(t, "$L__BB"))
            write_numbered(t, strlen("$L__BB"), out);
        else if (begins(t, "__local_depot"))
            write_numbered(t, strlen("__local_depot"), out);
        else
            ul_text_add(out, "%.*s ", (int)t->length, t->text);
    }
}

static uint64_t hash(const struct ul_text *t) /* FNV-1a */
{
    uint64_t h = 0xcbf29ce484222325;
    for (size_t k = 0; k < t->length; k++)
        h = (h ^ (unsigned char)t->data[k]) * 0x100000001b3;
    return h;
}

bool ul_ptx_key(const char *ptx, const char *function, uint64_t *key, struct ul_line *why)
{
    struct module m = {0};
    struct ul_text all = {0};
    const struct token name = {function, strlen(function)};
    read_tokens(&m, ptx);
    bool ok = read_items(&m) || ul_fail(why, "PTX that does not end");
    struct item *start = ok ? find(&m, &name) : NULL,
                **order = ul_alloc(((size_t)m.items + 1) * sizeof *order);
    int named = 0;
    if (ok && (!start || !start->function))
        ok = ul_fail(why, "PTX without a function %s", function);
    if (ok) {
        start->number = ++named;
        order[0] = start;
        for (int k = 0; k < named; k++)
            write_item(&m, order[k], order, &named, &all);
        *key = hash(&all);
    }
    ul_text_free(&all);
    free(order);
    free(m.token);
    free(m.item);
    return ok;
}
