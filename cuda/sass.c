#include "sass.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

const char *const ul_sass_class_names[UL_SASS_CLASSES] = {
#define NAME(id, name, text) [UL_SASS_##id] = (name),
    UL_SASS_CLASS(NAME)
#undef NAME
};

/* --- Classes ---------------------------------------------------------------------------------------- */

/* Opcodes without their modifiers, of sm_75 to sm_121 (CUDA Binary Utilities 13.1, instruction set
 * reference). One that begins with U is the same instruction for a whole warp, and of the same class. */
static const char *const opcodes[UL_SASS_CLASSES] = {
    [UL_SASS_MUFU] = " MUFU ",
    [UL_SASS_FP32] = " FFMA FADD FMUL FFMA32I FADD32I FMUL32I FFMA2 FADD2 FMUL2 ",
    [UL_SASS_FP64] = " DFMA DADD DMUL DSETP DMNMX ",
    [UL_SASS_HALF] = " HFMA2 HADD2 HMUL2 HADD2_32I HFMA2_32I HMUL2_32I HMNMX2 HSETP2 HSET2 ",
    [UL_SASS_INTEGER] = " IADD IADD2 IADD3 IADD32I IADD_64 IMAD IMUL IMUL32I ISCADD ISCADD32I ISETP IMNMX "
                        "IMNMX3 IABS ICMP IDP IDP4A LOP LOP3 LOP32I PLOP3 SHF SHL SHR LEA PRMT SEL SGXT BMSK "
                        "BREV FLO POPC VABSDIFF VABSDIFF4 VIADD VIADDMNMX VIMNMX VIMNMX3 VHMNMX VOTE ",
    [UL_SASS_CONVERT] = " F2F F2FP F2I F2IP I2F I2FP I2I I2IP FRND ",
    [UL_SASS_MEMORY] = " LD LDC LDCU LDG LDL LDS LDSM ST STG STL STS ATOM ATOMG ATOMS RED REDG MATCH TEX TLD "
                       "TLD4 QSPC CCTL MEMBAR ",
    [UL_SASS_BRANCH] = " BRA BRX BRXU JMP JMX JMXU CALL RET EXIT BSSY BSYNC BMOV BREAK WARPSYNC YIELD KILL "
                       "BPT NANOSLEEP RTT ACQBULK ENDCOLLECTIVE ",
    [UL_SASS_OTHER] = " ",
};

static bool is_listed(const char *list, const char *opcode, size_t length)
{
    for (const char *at = list; (at = strchr(at, ' ')) && at[1]; at++)
        if (!strncmp(at + 1, opcode, length) && at[1 + length] == ' ')
            return true;
    return false;
}

enum ul_sass_class ul_sass_class_of(const char *opcode)
{
    size_t length = strcspn(opcode, ". ;");
    for (int uniform = 0; uniform <= (*opcode == 'U' && length > 1); uniform++)
        for (int k = 0; k < UL_SASS_CLASSES; k++)
            if (is_listed(opcodes[k], opcode + uniform, length - (size_t)uniform))
                return (enum ul_sass_class)k;
    return UL_SASS_OTHER;
}

/* --- The text --------------------------------------------------------------------------------------- */

/* An instruction: its opcode, and where it goes: a label's name, if it names one. In the text. */
struct instruction {
    const char *opcode, *target;
    size_t opcode_length, target_length;
    bool itself; /* it goes to itself */
};

struct function {
    char *name;
    int first, end; /* instructions */
};

struct ul_sass {
    char *text;
    int functions, instructions;
    struct function *function;
    struct instruction *instruction;
    int labels; /* of the next instruction */
    const char **label;
};

/* The next line, NUL-terminated, without its indentation; NULL: no more. */
static char *next_line(char **rest)
{
    char *line = *rest, *end;
    if (!line || !*line)
        return NULL;
    end = strchr(line, '\n');
    if (end)
        *end = 0;
    *rest = end ? end + 1 : NULL;
    return line + strspn(line, " \t\r{");
}

/* ".section .text.NAME,"ax",@progbits": a function of its own. */
static bool begin_function(struct ul_sass *s, const char *line)
{
    static const char prefix[] = ".text.";
    const char *name = line + strlen(".section");
    name += strspn(name, " \t");
    if (strncmp(name, prefix, sizeof prefix - 1))
        return false;
    name += sizeof prefix - 1;
    s->function = ul_realloc(s->function, ((size_t)s->functions + 1) * sizeof *s->function);
    s->function[s->functions++] = (struct function){ul_format("%.*s", (int)strcspn(name, ",\" \t"), name),
                                                    s->instructions, s->instructions};
    s->labels = 0;
    return true;
}

static bool is_label(const char *line)
{
    size_t n = strcspn(line, ": \t");
    return n && line[n] == ':' && line[0] != '/';
}

static void add_label(struct ul_sass *s, char *line)
{
    *strchr(line, ':') = 0;
    s->label = ul_realloc(s->label, ((size_t)s->labels + 1) * sizeof *s->label);
    s->label[s->labels++] = line;
}

static bool is_named(const char *name, const char *text, size_t length)
{
    return strlen(name) == length && !strncmp(name, text, length);
}

/* "BRA `(.L_x_0)": the label in the parentheses. */
static void find_target(struct ul_sass *s, struct instruction *i, const char *operands)
{
    const char *open = strstr(operands, "`(");
    if (!open)
        return;
    i->target = open + 2;
    i->target_length = strcspn(i->target, ")");
    for (int k = 0; k < s->labels; k++)
        i->itself |= is_named(s->label[k], i->target, i->target_length);
}

/* What stands behind the address: "@!P0 FFMA R0, R1, R2, R3 ;" */
static bool add_instruction(struct ul_sass *s, const char *text, struct ul_line *why)
{
    struct instruction i = {0};
    text += strspn(text, " \t{");
    if (*text == '@') { /* a predicate */
        text += strcspn(text, " \t");
        text += strspn(text, " \t");
    }
    i.opcode = text;
    i.opcode_length = strcspn(text, " \t;");
    if (!isupper((unsigned char)*text))
        return ul_fail(why, "no instruction: '%s'", text);
    find_target(s, &i, text + i.opcode_length);
    s->labels = 0;
    s->instruction = ul_realloc(s->instruction, ((size_t)s->instructions + 1) * sizeof *s->instruction);
    s->instruction[s->instructions++] = i;
    s->function[s->functions - 1].end = s->instructions;
    return true;
}

static bool parse_line(struct ul_sass *s, char *line, struct ul_line *why)
{
    size_t hex = strncmp(line, "/*", 2) ? 0 : strspn(line + 2, "0123456789abcdef");
    if (!strncmp(line, ".section", 8))
        begin_function(s, line);
    else if (hex && !strncmp(line + 2 + hex, "*/", 2))
        return s->functions ? add_instruction(s, line + 4 + hex, why)
                            : ul_fail(why, "an instruction outside of a function");
    else if (is_label(line))
        add_label(s, line);
    return true;
}

struct ul_sass *ul_sass_parse(const char *text, struct ul_line *why)
{
    struct ul_sass *s = ul_alloc(sizeof *s);
    s->text = ul_strdup(text);
    char *rest = s->text, *line;
    struct ul_line what;
    for (int number = 1; (line = next_line(&rest)); number++)
        if (!parse_line(s, line, &what)) {
            ul_fail(why, "line %d: %s", number, what.text);
            ul_sass_free(s);
            return NULL;
        }
    return s;
}

void ul_sass_free(struct ul_sass *s)
{
    if (!s)
        return;
    for (int k = 0; k < s->functions; k++)
        free(s->function[k].name);
    free(s->function);
    free(s->instruction);
    free(s->label);
    free(s->text);
    free(s);
}

/* --- Counting --------------------------------------------------------------------------------------- */

static bool has_opcode(const struct instruction *i, const char *opcode)
{
    size_t n = strlen(opcode);
    return i->opcode_length >= n && !strncmp(i->opcode, opcode, n) &&
           (i->opcode_length == n || i->opcode[n] == '.');
}

/* Where the code ends and what fills it up begins. */
static int end_of_code(const struct ul_sass *s, const struct function *f)
{
    int end = f->end;
    while (end > f->first && has_opcode(&s->instruction[end - 1], "NOP"))
        end--;
    if (end > f->first && s->instruction[end - 1].itself && has_opcode(&s->instruction[end - 1], "BRA"))
        end--;
    return end;
}

static int function_named(const struct ul_sass *s, const char *name, size_t length)
{
    for (int k = 0; k < s->functions; k++)
        if (is_named(s->function[k].name, name, length))
            return k;
    return -1;
}

/* All but one return. */
static void count_body(const struct ul_sass *s, const struct function *f, struct ul_sass_count *out)
{
    const int end = end_of_code(s, f);
    bool returns = false;
    *out = (struct ul_sass_count){0};
    for (int k = f->first; k < end; k++) {
        const bool first_return = !returns && has_opcode(&s->instruction[k], "RET");
        returns |= first_return;
        if (first_return)
            continue;
        out->of[ul_sass_class_of(s->instruction[k].opcode)]++;
        out->instructions++;
    }
}

/* Adds what function k calls, and what that calls, unless it is marked in `seen`. */
static bool count_called(const struct ul_sass *s, int k, bool *seen, int *called, struct ul_line *why)
{
    seen[k] = true;
    for (int i = s->function[k].first; i < s->function[k].end; i++) {
        const struct instruction *call = &s->instruction[i];
        if (!has_opcode(call, "CALL"))
            continue;
        const int callee = call->target ? function_named(s, call->target, call->target_length) : -1;
        struct ul_sass_count body;
        if (callee < 0)
            return ul_fail(why, "%s calls what is not in its code: %.*s", s->function[k].name,
                           call->target ? (int)call->target_length : 1, call->target ? call->target : "?");
        if (seen[callee])
            continue;
        count_body(s, &s->function[callee], &body);
        *called += body.instructions;
        if (!count_called(s, callee, seen, called, why))
            return false;
    }
    return true;
}

bool ul_sass_count(const struct ul_sass *s, const char *function, struct ul_sass_count *out,
                   struct ul_line *why)
{
    const int k = function_named(s, function, strlen(function));
    if (k < 0)
        return ul_fail(why, "the code has no function '%s'", function);
    if (s->function[k].first == s->function[k].end)
        return ul_fail(why, "the function '%s' is empty", function);
    bool *seen = ul_alloc((size_t)s->functions * sizeof *seen);
    count_body(s, &s->function[k], out);
    const bool ok = count_called(s, k, seen, &out->called, why);
    free(seen);
    return ok;
}
