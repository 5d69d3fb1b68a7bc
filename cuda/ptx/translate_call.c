/* Calls: of the runtime's functions, one an instruction (runtime.h has the widths of their operands), and of
 * the module's own. */
#include "translate.h"
#include <stdlib.h>
#include <string.h>

/* The widths of an instruction's result and sources, where they are not all the last type's. A letter an
 * operand: T the last type, D the first one, w twice T's bits, u 32 bits, p a predicate. The first row that
 * fits counts. */
static const struct shape {
    const char *bases, *modifier; /* modifier: NULL, any */
    char result;
    int least; /* how many of the sources there have to be */
    const char *sources;
} shapes[] = {
    {"cvt", "pack", 'u', 2, "uuu"},        {"cvt", NULL, 'D', 1, "TTTTTTTT"},
    {"set", NULL, 'D', 2, "TTp"},          {"setp", NULL, 'p', 2, "TTp"},
    {"testp", NULL, 'p', 1, "T"},          {"selp", NULL, 'T', 3, "TTp"},
    {"slct", NULL, 'D', 3, "DDT"},         {"mul", "wide", 'w', 2, "TT"},
    {"mad", "wide", 'w', 3, "TTw"},        {"shl shr szext", NULL, 'T', 2, "Tu"},
    {"popc clz bfind", NULL, 'u', 1, "T"}, {"bfe", NULL, 'T', 3, "Tuu"},
    {"bfi", NULL, 'T', 4, "TTuu"},
};
static const struct shape plain = {NULL, NULL, 'T', 1, "TTTTTTTT"};
enum { MAX_SOURCES = 8 };

/* Threads that act together, and memory that they share. */
static const char cooperative[] =
    "shfl vote bar barrier atom red match activemask redux elect tex tld4 txq suld sust sured suq istypep wmma mma "
    "wgmma ldmatrix stmatrix movmatrix cp mbarrier tcgen05 mapa getctarank griddepcontrol setmaxnreg multimem "
    "tensormap clusterlaunchcontrol alloca stacksave stackrestore";

static const struct shape *shape_of(const char *opcode)
{
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++)
        if (ul_ptx_is(opcode, shapes[k].bases) &&
            (!shapes[k].modifier || ul_ptx_has(opcode, shapes[k].modifier)))
            return &shapes[k];
    return &plain;
}

/* ---- The runtime's functions that are used ------------------------------------------------------------ */

/* "fma.rn.f32" -> "ptx_fma_rn_f32". NULL: the opcode has other characters. */
static struct ul_ptx_word *function_of(struct ul_translator *t, const char *opcode)
{
    struct ul_text name = {0};
    ul_text_add(&name, "ptx_%s", opcode);
    size_t length = 0;
    for (const char *from = name.data; *from; from++)
        if (*from != ':' || from[1] != ':')
            name.data[length++] = *from == '.' || *from == ':' ? '_' : *from;
    struct ul_ptx_word *w =
        memchr(name.data, '$', length) ? NULL : ul_ptx_word(&t->functions, name.data, length);
    ul_text_free(&name);
    return w;
}

static const struct ul_ptx_use *use(struct ul_translator *t, const char *opcode, const char *type)
{
    struct ul_ptx_translation *out = t->out;
    struct ul_ptx_word *w = function_of(t, opcode);
    if (w && !w->symbol) {
        ul_ptx_declare(&t->functions, w, UL_PTX_IS_FUNCTION)->index = out->uses;
        out->use = ul_arena_grow(&t->m->arena, out->use, out->uses, sizeof *out->use);
        out->use[out->uses++] =
            (struct ul_ptx_use){w->text, opcode, ul_arena_copy(&t->m->arena, type, strlen(type)), t->s->line};
    }
    const struct ul_ptx_use *u = w ? &out->use[w->symbol->index] : NULL;
    if (u && !strcmp(u->type, type) && !strcmp(u->opcode, opcode))
        return u;
    ul_ptx_refuse(t, "is not known, or has other operands than in line %d", u ? u->line : t->s->line);
    return NULL;
}

void ul_ptx_declarations(struct ul_translator *t)
{
    for (int k = t->out->uses; k--;) {
        const struct ul_ptx_use *u = &t->out->use[k];
        const int result = (int)strcspn(u->type, " ");
        ul_text_add(t->ir, "declare %.*s @%s%s\n", result, u->type, u->function, u->type + result + 1);
    }
}

/* A call of the function of an opcode. */
static bool call_runtime(struct ul_translator *t, const char *opcode, const struct ul_ir *source, int sources,
                         bool carry, struct ul_ir *result)
{
    struct ul_text type = {0}, call = {0};
    ul_text_add(&type, "i%d (", result->bits);
    for (int k = 0; k < sources; k++) {
        ul_text_add(&type, "%si%d", k ? ", " : "", source[k].bits);
        ul_text_add(&call, "%si%d %s", k ? ", " : "", source[k].bits, source[k].text);
    }
    ul_text_add(&type, "%s)", carry ? ", ptr" : "");
    const struct ul_ptx_use *u = use(t, opcode, type.data);
    if (u) {
        *result = ul_ir_new(t, result->bits);
        ul_text_add(t->ir, "  %s = call i%d @%s(%s%s)\n", result->text, result->bits, u->function, call.data,
                    carry ? ", ptr %carry" : "");
    }
    ul_text_free(&type);
    ul_text_free(&call);
    return u != NULL;
}

/* ---- Instructions -------------------------------------------------------------------------------------- */

static struct ul_ptx_type operand_type(char letter, const struct ul_ptx_type *type, int types)
{
    switch (letter) {
    case 'D':
        return type[types > 1 ? 1 : 0];
    case 'w':
        return (struct ul_ptx_type){type[0].kind, type[0].bits * 2};
    case 'u':
        return (struct ul_ptx_type){'u', 32};
    case 'p':
        return (struct ul_ptx_type){'p', 1};
    case 'T':
        return type[0];
    default:
        return (struct ul_ptx_type){0}; /* there is no such operand */
    }
}

static bool read_sources(struct ul_translator *t, const struct shape *shape, const struct ul_ptx_type *type,
                         int types, struct ul_ir *source)
{
    for (int k = 0; k < t->s->operands - 1; k++) {
        const struct ul_ptx_type width = operand_type(shape->sources[k], type, types);
        if (!width.bits)
            return ul_ptx_refuse(t, "has too many operands");
        if (!ul_ptx_read(t, &t->s->operand[k + 1], width, &source[k]))
            return false;
    }
    return true;
}

static bool with_carry(const char *opcode)
{
    return ul_ptx_has(opcode, "cc") || ul_ptx_is(opcode, "addc subc madc");
}

bool ul_ptx_instruction(struct ul_translator *t)
{
    struct ul_ptx_type type[3];
    struct ul_ir source[MAX_SOURCES];
    const char *opcode = t->s->opcode;
    if (ul_ptx_is(opcode, cooperative))
        return ul_ptx_refuse(t, "needs a GPU: threads of a warp or block work together");
    const int types = ul_ptx_types_within(opcode, type);
    if (types < 1)
        return ul_ptx_refuse(t, "is not known");
    const struct shape *shape = shape_of(opcode);
    if (t->s->operands - 1 < shape->least)
        return ul_ptx_refuse(t, "has too few operands");
    if (!read_sources(t, shape, type, types, source))
        return false;
    const struct ul_ptx_type to = operand_type(shape->result, type, types);
    struct ul_ir result = {.bits = to.bits};
    if (to.bits < 1 || to.bits > 64)
        return ul_ptx_refuse(t, "has operands of %d bits: not known", to.bits);
    if (!call_runtime(t, opcode, source, t->s->operands - 1, with_carry(opcode), &result))
        return false;
    return ul_ptx_write(t, &t->s->operand[0], result, to.kind == 's');
}

/* ---- setp ---------------------------------------------------------------------------------------------- */

/* The opcode with a word changed, or left out (NULL), in the module's arena. */
static char *with_word(struct ul_translator *t, const char *opcode, const char *word, const char *instead)
{
    struct ul_text text = {0};
    const size_t length = strlen(word);
    for (const char *part = opcode; *part;) {
        const size_t n = strcspn(part, ".");
        const bool same = n == length && memcmp(part, word, n) == 0;
        if (!same || instead)
            ul_text_add(&text, "%s%.*s", text.length ? "." : "", same ? (int)strlen(instead) : (int)n,
                        same ? instead : part);
        part += n + (part[n] == '.');
    }
    char *copy = ul_arena_copy(&t->m->arena, text.data ? text.data : "", text.length);
    ul_text_free(&text);
    return copy;
}

/* A predicate combined with the comparison's result, PTX ISA 9.1, 9.7.5.2 (setp): p = t op c, q = !t op c. */
static bool write_combined(struct ul_translator *t, const struct ul_ptx_operand *to, struct ul_ir v,
                           bool negate, const char *operation, const struct ul_ir *c)
{
    if (negate)
        v = ul_ir_not(t, v);
    if (operation) {
        const struct ul_ir both = ul_ir_new(t, 1);
        ul_text_add(t->ir, "  %s = %s i1 %s, %s\n", both.text, operation, v.text, c->text);
        v = both;
    }
    return ul_ptx_write(t, to, v, false);
}

static struct ul_ir half_of(struct ul_translator *t, struct ul_ir v, int lane)
{
    const struct ul_ir high = ul_ir_new(t, 32);
    ul_text_add(t->ir, "  %s = lshr i32 %s, %d\n", high.text, v.text, lane * 16);
    return ul_ir_resize(t, high, 16, false);
}

/* setp p|q: two comparisons of the halves of f16x2 and bf16x2, else a comparison and its opposite. */
static bool setp_pair(struct ul_translator *t, const char *operation)
{
    const struct ul_ptx_operand *o = t->s->operand;
    const char *opcode = operation ? with_word(t, t->s->opcode, operation, NULL) : t->s->opcode;
    const bool packed = ul_ptx_has(opcode, "f16x2 bf16x2");
    struct ul_ptx_type type[3];
    struct ul_ir a, b, c = {.bits = 1};
    if (ul_ptx_types(opcode, type) < 1 || o[0].elements != 2)
        return ul_ptx_refuse(t, "is not known");
    if (!ul_ptx_read(t, &o[1], type[0], &a) || !ul_ptx_read(t, &o[2], type[0], &b) ||
        (operation && !ul_ptx_read(t, &o[3], (struct ul_ptx_type){'p', 1}, &c)))
        return false;
    if (packed)
        opcode = with_word(t, with_word(t, opcode, "f16x2", "f16"), "bf16x2", "bf16");
    for (int k = 0; k < 2; k++) {
        const struct ul_ir halves[2] = {packed ? half_of(t, a, k) : a, packed ? half_of(t, b, k) : b};
        struct ul_ir v = {.bits = 1};
        if (!call_runtime(t, opcode, halves, 2, false, &v) ||
            !write_combined(t, &o[0].element[k], v, k == 1 && !packed, operation, &c))
            return false;
    }
    return true;
}

bool ul_ptx_setp(struct ul_translator *t)
{
    static const char *const operations[] = {"and", "or", "xor"};
    const char *operation = NULL;
    for (int k = 0; k < 3; k++)
        if (ul_ptx_has(t->s->opcode, operations[k]))
            operation = operations[k];
    if (!ul_ptx_count(t, operation ? 4 : 3))
        return false;
    return t->s->operand[0].kind == UL_PTX_PAIR ? setp_pair(t, operation) : ul_ptx_instruction(t);
}

/* ---- The module's functions --------------------------------------------------------------------------- */

/* A list of .param variables as pointers: the parser has seen to it that they are what the function takes. */
static bool pass(struct ul_translator *t, const struct ul_ptx_operand *list, struct ul_text *arguments)
{
    for (int k = 0; k < list->elements; k++) {
        struct ul_ir name;
        if (!ul_ptx_variable_name(t, list->element[k].variable, &name))
            return false;
        ul_text_add(arguments, "ptr %s, ", name.text);
    }
    return true;
}

bool ul_ptx_call(struct ul_translator *t)
{
    const struct ul_ptx_operand *o = t->s->operand; /* results, function, arguments */
    struct ul_text arguments = {0};
    const bool ok = pass(t, &o[0], &arguments) && pass(t, &o[2], &arguments);
    if (ok) {
        const struct ul_ir ended = ul_ir_new(t, 1);
        const int next = ++t->values;
        ul_text_add(t->ir, "  %s = call i1 @ul.func.%d(%si32 %%ctaid)\n", ended.text, o[1].callee->index,
                    arguments.data ? arguments.data : "");
        ul_text_add(t->ir, "  br i1 %s, label %%ended, label %%c%d\nc%d:\n", ended.text, next, next);
    }
    ul_text_free(&arguments);
    return ok;
}
