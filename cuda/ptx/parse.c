/* Modules and functions (PTX ISA 9.1, chapters 4, 5 and 11). */
#include "parse.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Failing ---------------------------------------------------------------------------------------- */

static void fail_at(struct ul_line *why, int line, const char *format, va_list args)
{
    char text[400];
    vsnprintf(text, sizeof text, format, args);
    ul_fail(why, "line %d: %s", line, text);
}

bool ul_ptx_fail(struct ul_line *why, int line, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fail_at(why, line, format, args);
    va_end(args);
    return false;
}

/* A fault of the characters comes first: what the parser misses is then missing for that. */
bool ul_ptx_wrong(struct ul_ptx_parser *p, int line, const char *format, ...)
{
    if (p->lex.fault)
        return ul_ptx_fail(p->why, p->lex.token.line, "%s", p->lex.fault);
    va_list args;
    va_start(args, format);
    fail_at(p->why, line, format, args);
    va_end(args);
    return false;
}

/* What a person sees of a token: cut, and printable. */
static const char *shown(const struct ul_lex_token *t, char room[64])
{
    if (t->kind == UL_LEX_END)
        return "the text's end";
    int length = t->length < 40 ? (int)t->length : 40;
    if (t->kind == UL_LEX_CHAR && (*t->text <= ' ' || *t->text > '~'))
        snprintf(room, 64, "the byte 0x%02x", (unsigned)(unsigned char)*t->text);
    else
        snprintf(room, 64, "'%s%.*s%s'", t->kind == UL_LEX_DOT ? "." : "", length, t->text,
                 t->length > 40 ? "..." : "");
    for (char *c = room; *c; c++)
        if (*c < ' ' || *c > '~')
            *c = '?';
    return room;
}

bool ul_ptx_unexpected(struct ul_ptx_parser *p, const char *wanted)
{
    char room[64];
    return ul_ptx_wrong(p, p->lex.token.line, "%s where %s is expected", shown(&p->lex.token, room), wanted);
}

/* ---- Tokens ----------------------------------------------------------------------------------------- */

bool ul_ptx_at(const struct ul_ptx_parser *p, char c)
{
    return p->lex.token.kind == UL_LEX_CHAR && *p->lex.token.text == c;
}

static bool token_is(const struct ul_ptx_parser *p, enum ul_lex_kind kind, const char *word)
{
    const struct ul_lex_token *t = &p->lex.token;
    return t->kind == kind && strlen(word) == t->length && !memcmp(t->text, word, t->length);
}

bool ul_ptx_at_dot(const struct ul_ptx_parser *p, const char *word)
{
    return token_is(p, UL_LEX_DOT, word);
}

bool ul_ptx_take(struct ul_ptx_parser *p, char c)
{
    bool is = ul_ptx_at(p, c);
    if (is)
        ul_lex_next(&p->lex);
    return is;
}

bool ul_ptx_take_dot(struct ul_ptx_parser *p, const char *word)
{
    bool is = ul_ptx_at_dot(p, word);
    if (is)
        ul_lex_next(&p->lex);
    return is;
}

bool ul_ptx_expect(struct ul_ptx_parser *p, char c)
{
    const char wanted[] = {'\'', c, '\'', 0};
    return ul_ptx_take(p, c) || ul_ptx_unexpected(p, wanted);
}

bool ul_ptx_read_name(struct ul_ptx_parser *p, const char *wanted, struct ul_ptx_word **out)
{
    if (p->lex.token.kind != UL_LEX_NAME)
        return ul_ptx_unexpected(p, wanted);
    *out = ul_ptx_word(&p->names, p->lex.token.text, p->lex.token.length);
    ul_lex_next(&p->lex);
    return true;
}

bool ul_ptx_read_number(struct ul_ptx_parser *p, const char *wanted, struct ul_ptx_operand *out)
{
    const struct ul_lex_token *t = &p->lex.token;
    if (t->kind != UL_LEX_NUMBER || !ul_lex_number(t->text, t->length, out))
        return ul_ptx_unexpected(p, wanted);
    ul_lex_next(&p->lex);
    return true;
}

bool ul_ptx_read_count(struct ul_ptx_parser *p, const char *wanted, uint64_t *out)
{
    struct ul_ptx_operand number;
    int line = p->lex.token.line;
    if (!ul_ptx_read_number(p, wanted, &number))
        return false;
    *out = number.bits;
    return !number.is_float || ul_ptx_wrong(p, line, "%s that is no integer", wanted);
}

/* ---- Directives that change nothing ----------------------------------------------------------------- */

/* .file and .loc end with their line. */
static void skip_line(struct ul_ptx_parser *p)
{
    int line = p->lex.token.line;
    while (p->lex.token.kind != UL_LEX_END && p->lex.token.line == line)
        ul_lex_next(&p->lex);
}

/* .section NAME { ... }: debug information. */
static bool skip_section(struct ul_ptx_parser *p)
{
    while (p->lex.token.kind != UL_LEX_END && !ul_ptx_at(p, '{'))
        ul_lex_next(&p->lex);
    while (p->lex.token.kind != UL_LEX_END && !ul_ptx_at(p, '}'))
        ul_lex_next(&p->lex);
    return ul_ptx_expect(p, '}');
}

static bool skip_pragma(struct ul_ptx_parser *p)
{
    if (p->lex.token.kind != UL_LEX_STRING)
        return ul_ptx_unexpected(p, "a string");
    while (p->lex.token.kind == UL_LEX_STRING || ul_ptx_at(p, ','))
        ul_lex_next(&p->lex);
    return ul_ptx_expect(p, ';');
}

/* *taken: it was one of them. */
static bool skip_directive(struct ul_ptx_parser *p, bool *taken)
{
    *taken = true;
    if (ul_ptx_at_dot(p, "loc") || ul_ptx_at_dot(p, "file")) {
        skip_line(p);
        return true;
    }
    if (ul_ptx_take_dot(p, "pragma"))
        return skip_pragma(p);
    if (ul_ptx_take_dot(p, "section"))
        return skip_section(p);
    *taken = false;
    return true;
}

static bool not_supported(struct ul_ptx_parser *p)
{
    char room[64];
    return ul_ptx_wrong(p, p->lex.token.line, "%s is not supported here", shown(&p->lex.token, room));
}

/* ---- Functions -------------------------------------------------------------------------------------- */

static bool read_parameters(struct ul_ptx_parser *p, int *count, struct ul_ptx_variable ***list)
{
    if (ul_ptx_take(p, ')'))
        return true;
    do {
        if (!ul_ptx_take_dot(p, "param"))
            return ul_ptx_unexpected(p, "'.param'");
        struct ul_ptx_variable *v = ul_ptx_read_variable(p, UL_PTX_PARAM);
        if (!v)
            return false;
        *list = ul_arena_grow(&p->module->arena, *list, *count, sizeof **list);
        v->index = *count;
        (*list)[(*count)++] = v;
    } while (ul_ptx_take(p, ','));
    return ul_ptx_expect(p, ')');
}

/* How a kernel is launched, and what a function is linked like: PTX ISA 9.1, 11.4 and 11.6. */
static bool skip_tuning(struct ul_ptx_parser *p)
{
    static const char known[] =
        "maxntid reqntid minnctapersm maxnctapersm maxnreg noreturn maxclusterrank explicitcluster "
        "reqnctapercluster blocksareclusters abi_preserve abi_preserve_control";
    bool pragma;
    while (p->lex.token.kind == UL_LEX_DOT) {
        if (!skip_directive(p, &pragma))
            return false;
        if (pragma)
            continue;
        if (!ul_ptx_listed(known, p->lex.token.text, p->lex.token.length))
            return not_supported(p);
        do
            ul_lex_next(&p->lex);
        while (p->lex.token.kind == UL_LEX_NUMBER || ul_ptx_at(p, ','));
    }
    return true;
}

static bool read_directive_of_body(struct ul_ptx_parser *p)
{
    bool taken;
    if (ul_ptx_take_dot(p, "reg"))
        return ul_ptx_read_registers(p);
    if (ul_ptx_take_dot(p, "param"))
        return ul_ptx_read_variables(p, UL_PTX_PARAM);
    if (ul_ptx_take_dot(p, "local"))
        return ul_ptx_read_variables(p, UL_PTX_LOCAL);
    return skip_directive(p, &taken) && (taken || not_supported(p));
}

static bool open_scope(struct ul_ptx_parser *p)
{
    int line = p->lex.token.line;
    if (p->names.scope->depth >= UL_PTX_MOST_SCOPES)
        return ul_ptx_wrong(p, line, "more than %d scopes within each other", UL_PTX_MOST_SCOPES);
    ul_ptx_scope_open(&p->names, line);
    return ul_ptx_expect(p, '{');
}

static bool read_body_item(struct ul_ptx_parser *p)
{
    if (ul_ptx_take(p, ';'))
        return true;
    if (ul_ptx_at(p, '{'))
        return open_scope(p);
    if (ul_ptx_take(p, '}')) {
        ul_ptx_scope_close(&p->names);
        return true;
    }
    return p->lex.token.kind == UL_LEX_DOT ? read_directive_of_body(p) : ul_ptx_read_statement(p);
}

/* A function ends where its braces balance: inline assembly holds lines of a lone brace. */
static bool read_body(struct ul_ptx_parser *p)
{
    int outside = p->names.scope->depth;
    if (!open_scope(p))
        return false;
    while (p->names.scope->depth > outside) {
        if (p->lex.token.kind == UL_LEX_END)
            return ul_ptx_wrong(p, p->lex.token.line, "the text ends within '%.64s', in the scope of line %d",
                                p->function->name, p->names.scope->line);
        if (!read_body_item(p))
            return false;
    }
    return true;
}

/* What all branches of the function's scopes have handed over found no label. */
static bool check_labels(struct ul_ptx_parser *p)
{
    const struct ul_ptx_jump *j = p->names.scope->jumps;
    return !j || ul_ptx_wrong(p, j->line, "the label '%.64s' is not declared", j->word->text);
}

static bool declare_function(struct ul_ptx_parser *p, struct ul_ptx_word *w, struct ul_ptx_function *f)
{
    /* The parameters' scope is open; the name belongs to the module's. */
    struct ul_ptx_scope *inner = p->names.scope;
    p->names.scope = inner->outer;
    struct ul_ptx_symbol *y = ul_ptx_declare(&p->names, w, UL_PTX_IS_FUNCTION);
    p->names.scope = inner;
    if (!y)
        y = w->symbol;
    bool prototype = y->function && y->function->declared_only;
    if (y->kind != UL_PTX_IS_FUNCTION || (y->function && !f->declared_only && !prototype))
        return ul_ptx_wrong(p, f->line, "'%.64s' is declared twice", w->text);
    if (!y->function || prototype)
        y->function = f;
    return true;
}

static bool read_head(struct ul_ptx_parser *p, struct ul_ptx_function *f, struct ul_ptx_word **name)
{
    if (!f->entry && ul_ptx_take(p, '(') && !read_parameters(p, &f->results, &f->result))
        return false;
    if (!ul_ptx_read_name(p, "a function's name", name))
        return false;
    f->name = (*name)->text;
    return (!ul_ptx_take(p, '(') || read_parameters(p, &f->parameters, &f->parameter)) && skip_tuning(p);
}

static bool read_rest(struct ul_ptx_parser *p, struct ul_ptx_function *f)
{
    struct ul_ptx_module *m = p->module;
    if (f->declared_only)
        return ul_ptx_expect(p, ';');
    m->function = ul_arena_grow(&m->arena, m->function, m->functions, sizeof *m->function);
    f->index = m->functions;
    m->function[m->functions++] = f;
    return read_body(p);
}

static bool read_function(struct ul_ptx_parser *p, bool entry)
{
    struct ul_ptx_function *f = ul_arena_take(&p->module->arena, sizeof *f);
    struct ul_ptx_word *name = NULL;
    f->entry = entry;
    f->line = p->lex.token.line;
    p->function = f;
    ul_ptx_scope_open(&p->names, f->line);
    if (!skip_tuning(p) || !read_head(p, f, &name))
        return false;
    f->declared_only = ul_ptx_at(p, ';');
    if (!declare_function(p, name, f) || !read_rest(p, f))
        return false;
    ul_ptx_scope_close(&p->names);
    p->function = NULL;
    return check_labels(p);
}

/* ---- Modules ---------------------------------------------------------------------------------------- */

static bool read_target(struct ul_ptx_parser *p)
{
    const struct ul_lex_token *t = &p->lex.token;
    if (t->kind != UL_LEX_NAME || t->length < 4 || memcmp(t->text, "sm_", 3))
        return ul_ptx_unexpected(p, "an architecture");
    int target = 0;
    for (size_t i = 3; i < t->length && t->text[i] >= '0' && t->text[i] <= '9' && target < 1000; i++)
        target = 10 * target + (t->text[i] - '0');
    if (!target)
        return ul_ptx_unexpected(p, "an architecture");
    p->module->target = target;
    ul_lex_next(&p->lex);
    while (ul_ptx_take(p, ',')) { /* debug, texmode_independent, ... */
        struct ul_ptx_word *w;
        if (!ul_ptx_read_name(p, "an option of the target", &w))
            return false;
    }
    return true;
}

static bool read_address_size(struct ul_ptx_parser *p)
{
    int line = p->lex.token.line;
    uint64_t bits = 0;
    if (!ul_ptx_read_count(p, "an address's size", &bits))
        return false;
    return bits == 64 || ul_ptx_wrong(p, line, "addresses of %llu bits", (unsigned long long)bits);
}

static bool read_version(struct ul_ptx_parser *p)
{
    if (p->lex.token.kind != UL_LEX_NUMBER)
        return ul_ptx_unexpected(p, "a version");
    ul_lex_next(&p->lex);
    return true;
}

/* *external: what follows is declared, and defined elsewhere. */
static void skip_linkage(struct ul_ptx_parser *p, bool *external)
{
    *external = false;
    for (;;) {
        if (ul_ptx_take_dot(p, "extern"))
            *external = true;
        else if (!ul_ptx_take_dot(p, "visible") && !ul_ptx_take_dot(p, "weak") &&
                 !ul_ptx_take_dot(p, "common"))
            return;
    }
}

static bool read_definition(struct ul_ptx_parser *p)
{
    bool external;
    skip_linkage(p, &external);
    if (!p->module->target)
        return ul_ptx_wrong(p, p->lex.token.line, "no .target before the first definition");
    if (ul_ptx_take_dot(p, "entry"))
        return read_function(p, true);
    if (ul_ptx_take_dot(p, "func"))
        return read_function(p, false);
    if (external && (ul_ptx_at_dot(p, "global") || ul_ptx_at_dot(p, "const")))
        return ul_ptx_wrong(p, p->lex.token.line, "a variable that is defined elsewhere");
    if (ul_ptx_take_dot(p, "global"))
        return ul_ptx_read_variables(p, UL_PTX_GLOBAL);
    if (ul_ptx_take_dot(p, "const"))
        return ul_ptx_read_variables(p, UL_PTX_CONST);
    return not_supported(p);
}

static bool read_directive(struct ul_ptx_parser *p)
{
    bool taken;
    if (ul_ptx_take(p, ';'))
        return true;
    if (p->lex.token.kind != UL_LEX_DOT)
        return ul_ptx_unexpected(p, "a directive");
    if (ul_ptx_take_dot(p, "version"))
        return read_version(p);
    if (ul_ptx_take_dot(p, "target"))
        return read_target(p);
    if (ul_ptx_take_dot(p, "address_size"))
        return read_address_size(p);
    return skip_directive(p, &taken) && (taken || read_definition(p));
}

/* ---- Calls, when all functions are known ------------------------------------------------------------ */

/* An argument or result has the bytes of the parameter that it stands for. */
static bool check_passed(struct ul_ptx_parser *p, const struct ul_ptx_function_use *u, int number,
                         const struct ul_ptx_operand *o, const struct ul_ptx_variable *parameter)
{
    uint64_t bytes = o->kind == UL_PTX_SYMBOL && o->variable && o->variable->space == UL_PTX_PARAM
                         ? o->variable->bytes
                         : 0;
    return bytes == parameter->bytes ||
           ul_ptx_wrong(p, u->line, "number %d of a call of '%.64s' is no .param variable of %llu bytes",
                        number + 1, u->callee->word->text, (unsigned long long)parameter->bytes);
}

static bool check_list(struct ul_ptx_parser *p, const struct ul_ptx_function_use *u,
                       const struct ul_ptx_operand *list, int count, struct ul_ptx_variable *const *parameter,
                       const char *what)
{
    if (list->elements != count)
        return ul_ptx_wrong(p, u->line, "'%.64s' has %d %s, the call %d", u->callee->word->text, count, what,
                            list->elements);
    for (int i = 0; i < count; i++)
        if (!check_passed(p, u, i, &list->element[i], parameter[i]))
            return false;
    return true;
}

static bool check_use(struct ul_ptx_parser *p, const struct ul_ptx_function_use *u)
{
    const struct ul_ptx_function *f = u->callee->function;
    if (f->declared_only)
        return ul_ptx_wrong(p, u->line, "'%.64s' has no body", f->name);
    if (!u->call)
        return true;
    if (f->entry)
        return ul_ptx_wrong(p, u->line, "'%.64s' is called and is an entry", f->name);
    u->call[1].callee = f;
    return check_list(p, u, &u->call[0], f->results, f->result, "results") &&
           check_list(p, u, &u->call[2], f->parameters, f->parameter, "parameters");
}

static bool read_module(struct ul_ptx_parser *p)
{
    while (p->lex.token.kind != UL_LEX_END)
        if (!read_directive(p))
            return false;
    if (p->lex.fault)
        return ul_ptx_wrong(p, p->lex.token.line, "%s", p->lex.fault);
    for (int i = 0; i < p->uses; i++)
        if (!check_use(p, &p->use[i]))
            return false;
    return p->module->target || ul_ptx_wrong(p, p->lex.token.line, "no .target: this is no PTX");
}

struct ul_ptx_module *ul_ptx_parse(const char *text, size_t length, struct ul_line *why)
{
    struct ul_ptx_module *m = ul_alloc(sizeof *m);
    struct ul_ptx_parser p = {.module = m, .names.texts = &m->arena, .why = why};
    bool ok = length <= UL_PTX_MOST_TEXT ||
              ul_ptx_fail(why, 1, "the text is larger than %d bytes", UL_PTX_MOST_TEXT);
    if (ok) {
        ul_ptx_scope_open(&p.names, 1);
        ul_lex_start(&p.lex, text, length);
        ok = read_module(&p);
    }
    free(p.pending);
    ul_ptx_names_free(&p.names);
    if (ok)
        return m;
    ul_ptx_free(m);
    return NULL;
}

void ul_ptx_free(struct ul_ptx_module *m)
{
    if (!m)
        return;
    ul_arena_free(&m->arena);
    free(m);
}
