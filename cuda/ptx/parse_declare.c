/* Variables with their initial values, and registers (PTX ISA 9.1, 5.4). */
#include "parse.h"
#include <string.h>

/* ---- Variables -------------------------------------------------------------------------------------- */

static bool read_align(struct ul_ptx_parser *p, int *align)
{
    int line = p->lex.token.line;
    uint64_t n = 0;
    if (!ul_ptx_read_count(p, "an alignment", &n))
        return false;
    if (n == 0 || n > 1 << 16 || (n & (n - 1)))
        return ul_ptx_wrong(p, line, "%llu is no alignment", (unsigned long long)n);
    *align = (int)n;
    return true;
}

/* ".ptr .global .align 4": what a parameter points to is of no consequence here. */
static bool skip_pointee(struct ul_ptx_parser *p)
{
    int align;
    while (ul_ptx_take_dot(p, "global") || ul_ptx_take_dot(p, "const") || ul_ptx_take_dot(p, "local") ||
           ul_ptx_take_dot(p, "shared"))
        ;
    return !ul_ptx_take_dot(p, "align") || read_align(p, &align);
}

static bool read_type(struct ul_ptx_parser *p, struct ul_ptx_type *type)
{
    const struct ul_lex_token *t = &p->lex.token;
    if (t->kind != UL_LEX_DOT || !ul_ptx_type(t->text, t->length, type))
        return ul_ptx_unexpected(p, "a type");
    ul_lex_next(&p->lex);
    return true;
}

/* Alignment, type and attributes in any order: NVRTC has written several. */
static bool read_attributes(struct ul_ptx_parser *p, struct ul_ptx_variable *v)
{
    while (p->lex.token.kind == UL_LEX_DOT || !v->type.bits) {
        bool ok;
        if (ul_ptx_take_dot(p, "align"))
            ok = read_align(p, &v->align);
        else if (v->space == UL_PTX_PARAM && v->type.bits && ul_ptx_take_dot(p, "ptr"))
            ok = skip_pointee(p);
        else
            ok = (!v->type.bits || ul_ptx_unexpected(p, "a name")) && read_type(p, &v->type);
        if (!ok)
            return false;
    }
    return v->type.kind != 'p' || ul_ptx_wrong(p, v->line, "a variable of predicates");
}

/* "[16]", "[2][3]"; false in *sized for "[]". */
static bool read_dimensions(struct ul_ptx_parser *p, struct ul_ptx_variable *v, bool *sized)
{
    v->bytes = (uint64_t)v->type.bits / 8;
    *sized = true;
    for (bool first = true; ul_ptx_take(p, '['); first = false) {
        uint64_t n = 0;
        if (first && ul_ptx_at(p, ']'))
            *sized = false;
        else if (!ul_ptx_read_count(p, "an array's length", &n))
            return false;
        if (*sized && (n > UL_PTX_MOST_BYTES || (v->bytes *= n) > UL_PTX_MOST_BYTES))
            return ul_ptx_wrong(p, v->line, "'%.64s' is larger than %d bytes", v->name, UL_PTX_MOST_BYTES);
        if (!ul_ptx_expect(p, ']'))
            return false;
    }
    return true;
}

static bool count_bytes(struct ul_ptx_parser *p, const struct ul_ptx_variable *v)
{
    p->bytes += v->bytes;
    return p->bytes <= UL_PTX_MOST_BYTES ||
           ul_ptx_wrong(p, v->line, "the variables are larger than %d bytes", UL_PTX_MOST_BYTES);
}

static bool declare(struct ul_ptx_parser *p, struct ul_ptx_variable *v, struct ul_ptx_word *w)
{
    struct ul_ptx_symbol *y = ul_ptx_declare(&p->names, w, UL_PTX_IS_VARIABLE);
    if (!y)
        return ul_ptx_wrong(p, v->line, "'%.64s' is declared twice", w->text);
    y->variable = v;
    v->name = w->text;
    if (!v->align)
        v->align = v->type.bits / 8;
    return true;
}

/* ---- Initial values --------------------------------------------------------------------------------- */

/* The bits of an element: a float of its width, or an integer that fits, as unsigned or as signed. */
static bool element_bits(const struct ul_ptx_variable *v, const struct ul_ptx_operand *value, uint64_t *bits)
{
    int width = v->type.bits;
    *bits = value->bits;
    if (v->type.kind != 'f') {
        if (value->is_float || width > 64)
            return false;
        return width == 64 || value->bits >> width == 0 || (int64_t)value->bits >> (width - 1) == -1;
    }
    if (!value->is_float || width < 32)
        return false;
    *bits = ul_ptx_float_bits(value, width);
    return width == 32 || value->float_bits == 64;
}

static bool read_element(struct ul_ptx_parser *p, const struct ul_ptx_variable *v, uint64_t *bits)
{
    struct ul_ptx_operand value;
    int line = p->lex.token.line;
    bool negative = ul_ptx_take(p, '-');
    if (p->lex.token.kind == UL_LEX_NAME)
        return ul_ptx_wrong(p, line, "an address in the initial value of '%.64s' is not supported", v->name);
    if (!ul_ptx_read_number(p, "a number", &value))
        return false;
    if (negative)
        ul_lex_negate(&value);
    return element_bits(v, &value, bits) ||
           ul_ptx_wrong(p, line, "an initial value of '%.64s' is not one of its type", v->name);
}

static void add_element(struct ul_text *data, uint64_t bits, size_t bytes)
{
    char little[8];
    for (size_t i = 0; i < bytes; i++)
        little[i] = (char)(bits >> 8 * i);
    ul_text_put(data, little, bytes);
}

static bool read_elements(struct ul_ptx_parser *p, const struct ul_ptx_variable *v, bool sized,
                          struct ul_text *data)
{
    bool list = ul_ptx_take(p, '{');
    if (list && ul_ptx_take(p, '}'))
        return true;
    do {
        uint64_t bits = 0;
        int line = p->lex.token.line;
        if (!read_element(p, v, &bits))
            return false;
        if (sized && data->length >= v->bytes)
            return ul_ptx_wrong(p, line, "'%.64s' has more initial values than elements", v->name);
        add_element(data, bits, (size_t)v->type.bits / 8);
    } while (list && ul_ptx_take(p, ','));
    return !list || ul_ptx_expect(p, '}');
}

static bool read_initial_value(struct ul_ptx_parser *p, struct ul_ptx_variable *v, bool sized)
{
    struct ul_text data = {0};
    bool ok = read_elements(p, v, sized, &data);
    if (ok && !sized)
        v->bytes = data.length;
    ok = ok && count_bytes(p, v);
    if (ok && data.length) {
        uint8_t *copy = ul_arena_take(&p->module->arena, v->bytes);
        memcpy(copy, data.data, data.length);
        v->data = copy;
    }
    ul_text_free(&data);
    return ok;
}

/* ---- Declarations ----------------------------------------------------------------------------------- */

static bool read_declarator(struct ul_ptx_parser *p, struct ul_ptx_variable *v)
{
    struct ul_ptx_word *w;
    bool sized;
    if (!ul_ptx_read_name(p, "a variable's name", &w) || !declare(p, v, w) || !read_dimensions(p, v, &sized))
        return false;
    bool constant = v->space == UL_PTX_GLOBAL || v->space == UL_PTX_CONST;
    if (constant && ul_ptx_take(p, '='))
        return read_initial_value(p, v, sized);
    if (!sized)
        return ul_ptx_wrong(p, v->line, "'%.64s' has no length", v->name);
    return count_bytes(p, v);
}

struct ul_ptx_variable *ul_ptx_read_variable(struct ul_ptx_parser *p, enum ul_ptx_space space)
{
    struct ul_ptx_variable *v = ul_arena_take(&p->module->arena, sizeof *v);
    v->space = space;
    v->line = p->lex.token.line;
    return read_attributes(p, v) && read_declarator(p, v) ? v : NULL;
}

static void add_variable(struct ul_ptx_parser *p, struct ul_ptx_variable *v)
{
    struct ul_ptx_variable ***array = p->function ? &p->function->local : &p->module->global;
    int *count = p->function ? &p->function->locals : &p->module->globals;
    *array = ul_arena_grow(&p->module->arena, *array, *count, sizeof **array);
    v->index = *count;
    (*array)[(*count)++] = v;
}

bool ul_ptx_read_variables(struct ul_ptx_parser *p, enum ul_ptx_space space)
{
    struct ul_ptx_variable *v = ul_ptx_read_variable(p, space);
    if (!v)
        return false;
    add_variable(p, v);
    while (ul_ptx_take(p, ',')) {
        struct ul_ptx_variable *next = ul_arena_take(&p->module->arena, sizeof *next);
        *next = (struct ul_ptx_variable){.space = space, .type = v->type, .align = v->align};
        next->line = p->lex.token.line;
        if (!read_declarator(p, next))
            return false;
        add_variable(p, next);
    }
    return ul_ptx_expect(p, ';');
}

/* ---- Registers -------------------------------------------------------------------------------------- */

static bool add_register(struct ul_ptx_parser *p, int line, struct ul_ptx_word *w, struct ul_ptx_type type)
{
    struct ul_ptx_function *f = p->function;
    if (++p->registers > UL_PTX_MOST_REGISTERS)
        return ul_ptx_wrong(p, line, "more than %d registers", UL_PTX_MOST_REGISTERS);
    struct ul_ptx_symbol *y = ul_ptx_declare(&p->names, w, UL_PTX_IS_REGISTER);
    if (!y)
        return ul_ptx_wrong(p, line, "'%.64s' is declared twice", w->text);
    y->index = f->registers;
    f->reg = ul_arena_grow(&p->module->arena, f->reg, f->registers, sizeof *f->reg);
    f->reg[f->registers++] = (struct ul_ptx_register){.name = w->text, .type = type};
    return true;
}

/* "%f<38>" declares %f0 to %f37. */
static bool add_range(struct ul_ptx_parser *p, int line, const struct ul_ptx_word *prefix,
                      struct ul_ptx_type type)
{
    uint64_t count = 0;
    if (!ul_ptx_read_count(p, "a count of registers", &count) || !ul_ptx_expect(p, '>'))
        return false;
    if (count > UL_PTX_MOST_REGISTERS)
        return ul_ptx_wrong(p, line, "more than %d registers", UL_PTX_MOST_REGISTERS);
    if (strlen(prefix->text) > UL_PTX_LONGEST_PREFIX) /* or a short text asks for gigabytes of names */
        return ul_ptx_wrong(p, line, "'%.40s...' is too long for a range of registers", prefix->text);
    struct ul_text name = {0};
    bool ok = true;
    for (uint64_t i = 0; i < count && ok; i++) {
        name.length = 0;
        ul_text_add(&name, "%s%llu", prefix->text, (unsigned long long)i);
        ok = add_register(p, line, ul_ptx_word(&p->names, name.data, name.length), type);
    }
    ul_text_free(&name);
    return ok;
}

bool ul_ptx_read_registers(struct ul_ptx_parser *p)
{
    struct ul_ptx_type type;
    if (!read_type(p, &type))
        return false;
    do {
        struct ul_ptx_word *w;
        int line = p->lex.token.line;
        if (!ul_ptx_read_name(p, "a register's name", &w))
            return false;
        bool ok = ul_ptx_take(p, '<') ? add_range(p, line, w, type) : add_register(p, line, w, type);
        if (!ok)
            return false;
    } while (ul_ptx_take(p, ','));
    return ul_ptx_expect(p, ';');
}
