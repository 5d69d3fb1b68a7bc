/* Labels, instructions and their operands (PTX ISA 9.1, 5.2 and chapter 6). */
#include "parse.h"
#include <stdio.h>
#include <string.h>

/* ---- Operands --------------------------------------------------------------------------------------- */

/* Operands of a list are pending until the list is complete: then it is copied whole. */
static void push(struct ul_ptx_parser *p, const struct ul_ptx_operand *o)
{
    if (p->pendings == p->pending_room) {
        p->pending_room = 2 * p->pending_room + 16;
        p->pending = ul_realloc(p->pending, (size_t)p->pending_room * sizeof *p->pending);
    }
    p->pending[p->pendings++] = *o;
}

static struct ul_ptx_operand *copy_operands(struct ul_ptx_parser *p, const struct ul_ptx_operand *o,
                                            int count)
{
    return ul_arena_copy(&p->module->arena, o, (size_t)count * sizeof *o);
}

/* Special registers (PTX ISA 9.1, chapter 10); those of the second list have parts x, y, z, w. */
static const char special[] =
    "%laneid %warpid %nwarpid %smid %nsmid %gridid %lanemask_eq %lanemask_le %lanemask_lt %lanemask_ge %lanemask_gt "
    "%clock %clock_hi %clock64 %globaltimer %globaltimer_lo %globaltimer_hi %total_smem_size %aggr_smem_size "
    "%dynamic_smem_size %current_graph_exec %is_explicit_cluster %cluster_ctarank %cluster_nctarank";
static const char special_of_parts[] =
    "%tid %ntid %ctaid %nctaid %clusterid %nclusterid %cluster_ctaid %cluster_nctaid";

static bool at_part(const struct ul_ptx_parser *p)
{
    const struct ul_lex_token *t = &p->lex.token;
    return t->kind == UL_LEX_DOT && t->length == 1 && strchr("xyzw", *t->text);
}

static bool read_special(struct ul_ptx_parser *p, int line, const struct ul_ptx_word *w,
                         struct ul_ptx_operand *o)
{
    o->kind = UL_PTX_SPECIAL;
    o->name = w->text;
    if (ul_ptx_listed(special, w->text, strlen(w->text)))
        return true;
    if (!ul_ptx_listed(special_of_parts, w->text, strlen(w->text)) || !at_part(p))
        return ul_ptx_wrong(p, line, "'%.64s' is not declared", w->text);
    char name[32];
    snprintf(name, sizeof name, "%s.%c", w->text, *p->lex.token.text);
    o->name = ul_ptx_word(&p->names, name, strlen(name))->text;
    ul_lex_next(&p->lex);
    return true;
}

static void add_use(struct ul_ptx_parser *p, struct ul_ptx_symbol *callee, struct ul_ptx_operand *call,
                    int line)
{
    p->use = ul_arena_grow(&p->names.arena, p->use, p->uses, sizeof *p->use);
    p->use[p->uses++] = (struct ul_ptx_function_use){.callee = callee, .call = call, .line = line};
}

static bool read_named(struct ul_ptx_parser *p, struct ul_ptx_operand *o)
{
    struct ul_ptx_word *w;
    int line = p->lex.token.line;
    if (!ul_ptx_read_name(p, "an operand", &w))
        return false;
    if (!strcmp(w->text, "_")) {
        o->kind = UL_PTX_SINK;
        return true;
    }
    struct ul_ptx_symbol *y = w->symbol;
    if (!y && !strcmp(w->text, "WARP_SZ")) { /* PTX ISA 9.1, 4.4: the one constant that has a name */
        *o = (struct ul_ptx_operand){.kind = UL_PTX_IMMEDIATE, .bits = 32};
        return true;
    }
    if (!y)
        return read_special(p, line, w, o);
    o->kind = y->kind == UL_PTX_IS_REGISTER ? UL_PTX_REGISTER : UL_PTX_SYMBOL;
    o->index = y->index;
    o->variable = y->variable;
    o->name = w->text;
    if (y->kind == UL_PTX_IS_FUNCTION)
        add_use(p, y, NULL, line);
    return true;
}

static bool read_simple(struct ul_ptx_parser *p, struct ul_ptx_operand *o)
{
    *o = (struct ul_ptx_operand){0};
    return p->lex.token.kind == UL_LEX_NUMBER ? ul_ptx_read_number(p, "a number", o) : read_named(p, o);
}

/* -3, -1.5, -%r1. */
static bool read_negative(struct ul_ptx_parser *p, struct ul_ptx_operand *o)
{
    int line = p->lex.token.line;
    if (!read_simple(p, o))
        return false;
    if (o->kind == UL_PTX_IMMEDIATE)
        ul_lex_negate(o);
    else if (o->kind == UL_PTX_REGISTER)
        o->negated = true;
    else
        return ul_ptx_wrong(p, line, "a sign before what is neither number nor register");
    return true;
}

static bool is_predicate(const struct ul_ptx_parser *p, const struct ul_ptx_operand *o)
{
    return o->kind == UL_PTX_REGISTER && p->function->reg[o->index].type.kind == 'p';
}

static bool read_not(struct ul_ptx_parser *p, struct ul_ptx_operand *o)
{
    int line = p->lex.token.line;
    if (!read_simple(p, o))
        return false;
    o->negated = true;
    return is_predicate(p, o) || ul_ptx_wrong(p, line, "'!' before what is no predicate");
}

/* "+8", "-8", "+-8" before the ']'. */
static bool read_offset(struct ul_ptx_parser *p, uint64_t *offset)
{
    bool plus = ul_ptx_take(p, '+'), minus = ul_ptx_take(p, '-');
    if (!plus && !minus)
        return true;
    if (!ul_ptx_read_count(p, "an offset", offset))
        return false;
    if (minus)
        *offset = 0 - *offset;
    return true;
}

static bool read_address(struct ul_ptx_parser *p, struct ul_ptx_operand *o)
{
    struct ul_ptx_operand base;
    int line = p->lex.token.line;
    if (!read_simple(p, &base))
        return false;
    *o = (struct ul_ptx_operand){.kind = UL_PTX_ADDRESS, .elements = 1};
    o->element = copy_operands(p, &base, 1);
    if (base.kind == UL_PTX_SPECIAL || base.kind == UL_PTX_SINK || base.is_float)
        return ul_ptx_wrong(p, line, "no address within [ ]");
    if (ul_ptx_at(p, ','))
        return ul_ptx_wrong(p, line, "an address of several parts, as textures have, is not supported here");
    return read_offset(p, &o->bits) && ul_ptx_expect(p, ']');
}

/* An element of a vector or of a call's list: no list itself. */
static bool read_element(struct ul_ptx_parser *p, struct ul_ptx_operand *o)
{
    return ul_ptx_take(p, '-') ? read_negative(p, o) : read_simple(p, o);
}

/* Operands, parted by commas, up to the closing mark. */
static bool read_operands(struct ul_ptx_parser *p, char close,
                          bool (*read)(struct ul_ptx_parser *, struct ul_ptx_operand *),
                          struct ul_ptx_operand **list, int *count)
{
    const int from = p->pendings;
    if (!ul_ptx_at(p, close)) {
        do {
            struct ul_ptx_operand o;
            if (!read(p, &o))
                return false;
            push(p, &o);
        } while (ul_ptx_take(p, ','));
    }
    *count = p->pendings - from;
    *list = *count ? copy_operands(p, p->pending + from, *count) : NULL;
    p->pendings = from;
    return ul_ptx_expect(p, close);
}

static bool read_list(struct ul_ptx_parser *p, char close, struct ul_ptx_operand *o)
{
    *o = (struct ul_ptx_operand){.kind = UL_PTX_VECTOR};
    return read_operands(p, close, read_element, &o->element, &o->elements);
}

static bool read_vector(struct ul_ptx_parser *p, struct ul_ptx_operand *o)
{
    int line = p->lex.token.line;
    return read_list(p, '}', o) && (o->elements > 0 || ul_ptx_wrong(p, line, "a vector of nothing"));
}

static bool read_second_of_pair(struct ul_ptx_parser *p, struct ul_ptx_operand *o)
{
    struct ul_ptx_operand pair[2] = {*o};
    int line = p->lex.token.line;
    if (!read_simple(p, &pair[1]))
        return false;
    for (int i = 0; i < 2; i++)
        if (pair[i].kind != UL_PTX_REGISTER && pair[i].kind != UL_PTX_SINK)
            return ul_ptx_wrong(p, line, "'|' beside what is no register");
    *o = (struct ul_ptx_operand){.kind = UL_PTX_PAIR, .elements = 2};
    o->element = copy_operands(p, pair, 2);
    return true;
}

static bool read_operand(struct ul_ptx_parser *p, struct ul_ptx_operand *o)
{
    if (ul_ptx_take(p, '['))
        return read_address(p, o);
    if (ul_ptx_take(p, '{'))
        return read_vector(p, o);
    if (ul_ptx_take(p, '!'))
        return read_not(p, o);
    if (ul_ptx_take(p, '-'))
        return read_negative(p, o);
    return read_simple(p, o) && (!ul_ptx_take(p, '|') || read_second_of_pair(p, o));
}

/* ---- Instructions ----------------------------------------------------------------------------------- */

static bool read_branch(struct ul_ptx_parser *p, struct ul_ptx_statement *s)
{
    struct ul_ptx_word *w;
    if (!ul_ptx_read_name(p, "a label", &w))
        return false;
    s->operand = ul_arena_take(&p->module->arena, sizeof *s->operand);
    s->operands = 1;
    s->operand[0] = (struct ul_ptx_operand){.kind = UL_PTX_LABEL, .name = w->text};
    ul_ptx_jump_to(&p->names, w, s->operand, s->line);
    return ul_ptx_expect(p, ';');
}

static bool read_callee(struct ul_ptx_parser *p, struct ul_ptx_statement *s, struct ul_ptx_symbol **callee)
{
    struct ul_ptx_word *w;
    if (!ul_ptx_read_name(p, "a function's name", &w))
        return false;
    *callee = w->symbol;
    s->operand[1] = (struct ul_ptx_operand){.kind = UL_PTX_SYMBOL, .name = w->text};
    if (!*callee)
        return ul_ptx_wrong(p, s->line, "'%.64s' is not declared", w->text);
    return (*callee)->kind == UL_PTX_IS_FUNCTION ||
           ul_ptx_wrong(p, s->line, "'%.64s' is called and is no function", w->text);
}

/* "call (results), name, (arguments)": three operands, lists that are not there are empty. */
static bool read_call(struct ul_ptx_parser *p, struct ul_ptx_statement *s)
{
    struct ul_ptx_symbol *callee;
    s->operands = 3;
    s->operand = ul_arena_take(&p->module->arena, 3 * sizeof *s->operand);
    s->operand[0].kind = s->operand[2].kind = UL_PTX_VECTOR;
    if (ul_ptx_take(p, '(') && !(read_list(p, ')', &s->operand[0]) && ul_ptx_expect(p, ',')))
        return false;
    if (!read_callee(p, s, &callee))
        return false;
    if (ul_ptx_take(p, ',') && !(ul_ptx_expect(p, '(') && read_list(p, ')', &s->operand[2])))
        return false;
    add_use(p, callee, s->operand, s->line);
    return ul_ptx_expect(p, ';');
}

/* "fma" and what follows with dots. */
static bool read_opcode(struct ul_ptx_parser *p, const struct ul_lex_token *first, const char **out)
{
    char text[128];
    size_t length = first->length;
    if (length >= sizeof text)
        return ul_ptx_wrong(p, first->line, "an unknown instruction: '%.40s...'", first->text);
    memcpy(text, first->text, length);
    for (const struct ul_lex_token *t = &p->lex.token; t->kind == UL_LEX_DOT; ul_lex_next(&p->lex)) {
        if (length + 1 + t->length > sizeof text)
            return ul_ptx_wrong(p, t->line, "an unknown instruction: '%.*s...'",
                                length < 40 ? (int)length : 40, text);
        text[length++] = '.';
        memcpy(text + length, t->text, t->length);
        length += t->length;
    }
    *out = ul_ptx_word(&p->names, text, length)->text;
    return true;
}

static bool read_instruction(struct ul_ptx_parser *p, const struct ul_lex_token *first,
                             struct ul_ptx_statement *s)
{
    struct ul_ptx_function *f = p->function;
    if (!read_opcode(p, first, &s->opcode))
        return false;
    bool ok = ul_ptx_is(s->opcode, "bra")    ? read_branch(p, s)
              : ul_ptx_is(s->opcode, "call") ? read_call(p, s)
                                             : read_operands(p, ';', read_operand, &s->operand, &s->operands);
    if (!ok)
        return false;
    f->statement = ul_arena_grow(&p->module->arena, f->statement, f->statements, sizeof *f->statement);
    f->statement[f->statements++] = *s;
    return true;
}

static bool add_label(struct ul_ptx_parser *p, const struct ul_lex_token *name)
{
    struct ul_ptx_function *f = p->function;
    struct ul_ptx_word *w = ul_ptx_word(&p->names, name->text, name->length);
    if (!ul_ptx_mark_label(&p->names, w, f->labels))
        return ul_ptx_wrong(p, name->line, "the label '%.64s' is declared twice", w->text);
    f->label = ul_arena_grow(&p->module->arena, f->label, f->labels, sizeof *f->label);
    f->label[f->labels++] = (struct ul_ptx_label){.name = w->text, .at = f->statements};
    return true;
}

/* "@%p1", "@!%p1". */
static bool read_guard(struct ul_ptx_parser *p, struct ul_ptx_statement *s)
{
    struct ul_ptx_operand o;
    s->guard_negated = ul_ptx_take(p, '!');
    if (!read_simple(p, &o))
        return false;
    s->guard = o.index;
    return is_predicate(p, &o) || ul_ptx_wrong(p, s->line, "'@' before what is no predicate");
}

bool ul_ptx_read_statement(struct ul_ptx_parser *p)
{
    struct ul_ptx_statement s = {.line = p->lex.token.line, .guard = -1};
    bool guarded = ul_ptx_take(p, '@');
    if (guarded && !read_guard(p, &s))
        return false;
    struct ul_lex_token first = p->lex.token;
    if (first.kind != UL_LEX_NAME || *first.text == '%')
        return ul_ptx_unexpected(p, "an instruction");
    ul_lex_next(&p->lex);
    if (!guarded && ul_ptx_take(p, ':'))
        return add_label(p, &first);
    return read_instruction(p, &first, &s);
}
