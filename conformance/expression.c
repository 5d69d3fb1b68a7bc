#include "expression.h"
#include "nearest.h"
#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

const struct ul_word_info ul_words[UL_WORD_COUNT] = {
#define UL_WORD(id, name, arity) {name, arity},
#include "vocabulary.def"
#undef UL_WORD
};

const char ul_variable_names[] = "xyzwstuv";

enum {
    DEEPEST = 100,
    MOST_NODES = 1000,
    LARGEST_EXPONENT = 99999
}; /* bounds on what a malformed file can cost */

struct parser {
    const char *text, *at;
    struct ul_expression *e;
    struct ul_line *why;
    int depth;
};

enum { FAILED = -1 };
static int parse_sum(struct parser *p);

#define FAIL_AT(p, where, format, ...)                                                                       \
    (ul_fail((p)->why, "column %d: " format, (int)((where) - (p)->text) + 1 __VA_OPT__(, ) __VA_ARGS__),     \
     FAILED)

static char next_character(struct parser *p)
{
    while (isspace((unsigned char)*p->at))
        p->at++;
    return *p->at;
}

static bool skip(struct parser *p, char c)
{
    if (next_character(p) != c)
        return false;
    p->at++;
    return true;
}

static int add_node(struct parser *p, struct ul_node n)
{
    struct ul_expression *e = p->e;
    if (e->count == MOST_NODES) {
        free(n.number);
        return FAIL_AT(p, p->at, "more than %d operations", MOST_NODES);
    }
    e->node = ul_realloc(e->node, (size_t)(e->count + 1) * sizeof n);
    e->node[e->count] = n;
    return e->count++;
}

static int add_call(struct parser *p, enum ul_word word, const int child[UL_MAX_ARITY])
{
    struct ul_node n = {.kind = UL_NODE_CALL, .word = word};
    memcpy(n.child, child, sizeof n.child);
    return add_node(p, n);
}

static int add_operation(struct parser *p, enum ul_word word, int a, int b)
{
    return add_call(p, word, (const int[UL_MAX_ARITY]){a, b});
}

static int unknown_name(struct parser *p, const char *name, size_t length)
{
    const char *names[UL_WORD_COUNT + 1];
    int count = 0;
    for (int w = 0; w < UL_WORD_COUNT; w++)
        if (isalpha((unsigned char)*ul_words[w].name)) /* no operator */
            names[count++] = ul_words[w].name;
    names[count] = NULL;
    char *word = ul_format("%.*s", (int)length, name);
    const char *near = ul_nearest(word, names);
    int result = near ? FAIL_AT(p, name, "unknown function '%s', did you mean '%s'?", word, near)
                      : FAIL_AT(p, name, "unknown name '%s': variables are x, y, z, w, s, t, u, v", word);
    free(word);
    return result;
}

/* value = digits * 2^two * 10^ten with no rounding, where a double can hold that. */
static bool exact_double(uint64_t digits, int two, int ten, double *value)
{
    if (!digits) {
        *value = 0;
        return true;
    }
    for (; ten < 0 && digits % 5 == 0; ten++, two--)
        digits /= 5;
    for (; ten > 0 && digits < UINT64_C(1) << 60; ten--, two++)
        digits *= 5;
    for (; !(digits & 1); two++)
        digits >>= 1;
    if (ten || digits >> 53 || two < -1000 || two > 900)
        return false;
    *value = ldexp((double)digits, two);
    return true;
}

/* Reads a number as C spells it, without a suffix: "2", ".5", "1e-3", "0x1.8p+1". */
static int parse_number(struct parser *p)
{
    const char *start = p->at, *s = start;
    bool hex = s[0] == '0' && (s[1] == 'x' || s[1] == 'X');
    s += hex ? 2 : 0;
    uint64_t digits = 0;
    int places = 0, count = 0, exponent = 0;
    bool point = false, fits = true;
    for (;; s++) {
        if (*s == '.' && !point) {
            point = true;
            continue;
        }
        if (!(hex ? isxdigit((unsigned char)*s) : isdigit((unsigned char)*s)))
            break;
        int digit = isdigit((unsigned char)*s) ? *s - '0' : (*s | 0x20) - 'a' + 10;
        fits = fits && digits < UINT64_C(1) << 59;
        digits = digits * (hex ? 16 : 10) + (uint64_t)digit;
        places += point;
        count++;
    }
    if (!count)
        return FAIL_AT(p, start, "malformed number");
    if (hex ? (*s == 'p' || *s == 'P') : (*s == 'e' || *s == 'E')) {
        char *end;
        long n = strtol(s + 1, &end, 10);
        if (end == s + 1 || isspace((unsigned char)s[1]))
            return FAIL_AT(p, s, "malformed exponent");
        if (labs(n) > LARGEST_EXPONENT)
            return FAIL_AT(p, s, "exponent beyond %d", LARGEST_EXPONENT);
        exponent = (int)n;
        s = end;
    }
    if (isalnum((unsigned char)*s) || *s == '_' || *s == '.')
        return FAIL_AT(p, s, "malformed number");
    struct ul_node node = {.kind = UL_NODE_NUMBER, .number = ul_format("%.*s", (int)(s - start), start)};
    p->at = s;
    node.exact = fits && exact_double(digits, hex ? exponent - 4 * places : 0, hex ? 0 : exponent - places,
                                      &node.value);
    if (!node.exact)
        node.value = strtod(node.number, NULL);
    return add_node(p, node);
}

static int parse_call(struct parser *p, const char *name, enum ul_word word)
{
    int child[UL_MAX_ARITY] = {0}, n = 0, arity = ul_words[word].arity;
    if (!skip(p, '('))
        return FAIL_AT(p, p->at, "expected '(' after '%s'", ul_words[word].name);
    do {
        int c = parse_sum(p);
        if (c == FAILED)
            return FAILED;
        if (n < arity)
            child[n] = c;
        n++;
    } while (skip(p, ','));
    if (!skip(p, ')'))
        return FAIL_AT(p, p->at, "expected ')'");
    if (n != arity)
        return FAIL_AT(p, name, "'%s' takes %d argument%s, not %d", ul_words[word].name, arity,
                       arity > 1 ? "s" : "", n);
    return add_call(p, word, child);
}

static int parse_name(struct parser *p)
{
    const char *name = p->at;
    size_t n = 0;
    while (isalnum((unsigned char)name[n]) || name[n] == '_')
        n++;
    p->at += n;
    if (n == 2 && !memcmp(name, "pi", 2))
        return add_node(p, (struct ul_node){.kind = UL_NODE_PI});
    const char *variable = n == 1 ? strchr(ul_variable_names, *name) : NULL;
    if (variable) {
        int index = (int)(variable - ul_variable_names);
        if (p->e->variables <= index)
            p->e->variables = index + 1;
        return add_node(p, (struct ul_node){.kind = UL_NODE_VARIABLE, .variable = index});
    }
    for (int w = 0; w < UL_WORD_COUNT; w++)
        if (strlen(ul_words[w].name) == n && !memcmp(ul_words[w].name, name, n))
            return parse_call(p, name, (enum ul_word)w);
    return unknown_name(p, name, n);
}

static int parse_primary(struct parser *p)
{
    char c = next_character(p);
    if (isdigit((unsigned char)c) || c == '.')
        return parse_number(p);
    if (isalpha((unsigned char)c))
        return parse_name(p);
    if (c != '(')
        return FAIL_AT(p, p->at, "expected a number, a variable, a function or '('");
    p->at++;
    int inside = parse_sum(p);
    if (inside != FAILED && !skip(p, ')'))
        return FAIL_AT(p, p->at, "expected ')'");
    return inside;
}

static int parse_factor(struct parser *p)
{
    if (++p->depth > DEEPEST)
        return FAIL_AT(p, p->at, "nested deeper than %d", DEEPEST);
    int node;
    if (skip(p, '-')) {
        node = parse_factor(p);
        if (node != FAILED)
            node = add_operation(p, UL_WORD_negate, node, 0);
    } else {
        node = parse_primary(p);
    }
    p->depth--;
    return node;
}

static int parse_product(struct parser *p)
{
    int left = parse_factor(p);
    while (left != FAILED && (next_character(p) == '*' || *p->at == '/')) {
        enum ul_word word = *p->at++ == '*' ? UL_WORD_multiply : UL_WORD_divide;
        int right = parse_factor(p);
        left = right == FAILED ? FAILED : add_operation(p, word, left, right);
    }
    return left;
}

static int parse_sum(struct parser *p)
{
    int left = parse_product(p);
    while (left != FAILED && (next_character(p) == '+' || *p->at == '-')) {
        enum ul_word word = *p->at++ == '+' ? UL_WORD_add : UL_WORD_subtract;
        int right = parse_product(p);
        left = right == FAILED ? FAILED : add_operation(p, word, left, right);
    }
    return left;
}

struct ul_expression *ul_expression_parse(const char *text, struct ul_line *why)
{
    struct ul_expression *e = ul_alloc(sizeof *e);
    struct parser p = {.text = text, .at = text, .e = e, .why = why};
    e->text = ul_strdup(text);
    int root = parse_sum(&p);
    if (root != FAILED && next_character(&p))
        root = FAIL_AT(&p, p.at, "expected an operator or the end, not '%c'", *p.at);
    if (root != FAILED)
        return e;
    ul_expression_free(e);
    return NULL;
}

void ul_expression_free(struct ul_expression *e)
{
    if (!e)
        return;
    for (int i = 0; i < e->count; i++)
        free(e->node[i].number);
    free(e->node);
    free(e->text);
    free(e);
}

/* How a device spells a word in fp64 where that is not "name(arguments)"; $0 ... are the arguments. NONE:
 * the device lacks the function, or its form does not fit (results through pointers, a value that depends
 * on the type under test, a definition that the document leaves open). own: what is faster than that, of a
 * variable. */
#define NONE ""
struct spelling {
    const char *cuda, *opencl, *own;
};
/* clang-format off */
static const struct spelling spellings[UL_WORD_COUNT] = {
    [UL_WORD_add]            = {"($0 + $1)",           "($0 + $1)"},
    [UL_WORD_subtract]       = {"($0 - $1)",           "($0 - $1)"},
    [UL_WORD_multiply]       = {"($0 * $1)",           "($0 * $1)"},
    [UL_WORD_divide]         = {"($0 / $1)",           "($0 / $1)"},
    [UL_WORD_negate]         = {"(-$0)",               "(-$0)"},
    [UL_WORD_recip]          = {"(1.0 / $0)",          "(1.0 / $0)"},
    [UL_WORD_acospi]         = {NONE,                  NULL},
    [UL_WORD_asinpi]         = {NONE,                  NULL},
    [UL_WORD_atanpi]         = {NONE,                  NULL},
    [UL_WORD_tanpi]          = {NONE,                  NULL, "ul_reference_tanpi($0)"},
    [UL_WORD_sin]            = {NULL,                  NULL, "ul_reference_sin($0)"},
    [UL_WORD_cos]            = {NULL,                  NULL, "ul_reference_cos($0)"},
    [UL_WORD_tan]            = {NULL,                  NULL, "ul_reference_tan($0)"},
    [UL_WORD_sinpi]          = {NULL,                  NULL, "ul_reference_sinpi($0)"},
    [UL_WORD_cospi]          = {NULL,                  NULL, "ul_reference_cospi($0)"},
    [UL_WORD_sign]           = {NONE,                  NULL},
    [UL_WORD_cyl_bessel_i0]  = {NULL,                  NONE},
    [UL_WORD_cyl_bessel_i1]  = {NULL,                  NONE},
    [UL_WORD_erfcinv]        = {NULL,                  NONE},
    [UL_WORD_erfcx]          = {NULL,                  NONE},
    [UL_WORD_erfinv]         = {NULL,                  NONE},
    [UL_WORD_lgamma]         = {"ul_reference_lgamma($0)", "ul_reference_lgamma($0)"},
    [UL_WORD_j0]             = {"ul_reference_j($0, 0)", "ul_reference_j($0, 0)"},
    [UL_WORD_j1]             = {"ul_reference_j($0, 1)", "ul_reference_j($0, 1)"},
    [UL_WORD_normcdf]        = {NULL,                  NONE},
    [UL_WORD_normcdfinv]     = {NULL,                  NONE},
    [UL_WORD_rcbrt]          = {NULL,                  NONE},
    [UL_WORD_y0]             = {"ul_reference_y($0, 0)", "ul_reference_y($0, 0)"},
    [UL_WORD_y1]             = {"ul_reference_y($0, 1)", "ul_reference_y($0, 1)"},
    [UL_WORD_ilogb]          = {"(double)ilogb($0)",   "(double)ilogb($0)"},
    [UL_WORD_isfinite]       = {"(isfinite($0) ? 1.0 : 0.0)", "(isfinite($0) ? 1.0 : 0.0)"},
    [UL_WORD_isinf]          = {"(isinf($0) ? 1.0 : 0.0)",    "(isinf($0) ? 1.0 : 0.0)"},
    [UL_WORD_isnan]          = {"(isnan($0) ? 1.0 : 0.0)",    "(isnan($0) ? 1.0 : 0.0)"},
    [UL_WORD_signbit]        = {"(signbit($0) ? 1.0 : 0.0)",  "(signbit($0) ? 1.0 : 0.0)"},
    [UL_WORD_fract]          = {NONE, "ul_reference_fract($0)"},
    [UL_WORD_frexp_fraction] = {"ul_reference_frexp_fraction($0)", "ul_reference_frexp_fraction($0)"},
    [UL_WORD_frexp_exponent] = {"ul_reference_frexp_exponent($0)", "ul_reference_frexp_exponent($0)"},
    [UL_WORD_isnormal]       = {"ul_reference_isnormal($0)", "ul_reference_isnormal($0)"}, /* of a float */
    [UL_WORD_lgamma_sign]    = {"ul_reference_lgamma_sign($0)", "ul_reference_lgamma_sign($0)"},
    [UL_WORD_modf_fraction]  = {"copysign(isinf($0) ? 0.0 : $0 - trunc($0), $0)", "copysign(isinf($0) ? 0.0 : $0 - trunc($0), $0)"},
    [UL_WORD_saturate]       = {"($0 > 0 ? fmin($0, 1.0) : 0.0)", NONE},
    [UL_WORD_saturate_char] = {NONE, NONE},
    [UL_WORD_saturate_uchar] = {NONE, NONE},
    [UL_WORD_saturate_short] = {NONE, NONE},
    [UL_WORD_saturate_ushort] = {NONE, NONE},
    [UL_WORD_saturate_int] = {NONE, NONE},
    [UL_WORD_saturate_uint] = {NONE, NONE},
    [UL_WORD_saturate_long] = {NONE, NONE},
    [UL_WORD_saturate_ulong] = {NONE, NONE},
    [UL_WORD_low_bits] = {NONE, NONE},
    [UL_WORD_bits] = {NONE, NONE},
    [UL_WORD_signed_bits] = {NONE, NONE},
    [UL_WORD_as_half] = {NONE, NONE},
    [UL_WORD_as_bfloat16] = {NONE, NONE},
    [UL_WORD_as_float] = {NONE, NONE},
    [UL_WORD_as_double] = {NONE, NONE},
    [UL_WORD_nextafter] = {NONE, NONE},
    [UL_WORD_remquo_quotient] = {NONE, NONE},
    [UL_WORD_maximum] = {NONE, NONE},
    [UL_WORD_maximum_number] = {NONE, NONE},
    [UL_WORD_minimum] = {NONE, NONE},
    [UL_WORD_minimum_number] = {NONE, NONE},
    [UL_WORD_atan2pi] = {NONE, NULL},
    [UL_WORD_pown] = {NONE, "pown($0, (int)$1)"},
    [UL_WORD_powr] = {NONE, NULL},
    [UL_WORD_rootn] = {NONE, "rootn($0, (int)$1)"},
    [UL_WORD_maxmag] = {NONE, NULL},
    [UL_WORD_minmag] = {NONE, NULL},
    [UL_WORD_ldexp] = {"ldexp($0, (int)$1)", "ldexp($0, (int)$1)"},
    [UL_WORD_jn] = {"jn((int)$0, $1)", NONE},
    [UL_WORD_yn] = {"yn((int)$0, $1)", NONE},
    [UL_WORD_rhypot] = {NULL, NONE},
    [UL_WORD_norm3d] = {NULL, NONE},
    [UL_WORD_rnorm3d] = {NULL, NONE},
    [UL_WORD_norm4d] = {NULL, NONE},
    [UL_WORD_rnorm4d] = {NULL, NONE},
    [UL_WORD_isequal] = {"($0 == $1 ? 1.0 : 0.0)", "($0 == $1 ? 1.0 : 0.0)"},
    [UL_WORD_isgreater] = {"($0 > $1 ? 1.0 : 0.0)", "($0 > $1 ? 1.0 : 0.0)"},
    [UL_WORD_isgreaterequal] = {"($0 >= $1 ? 1.0 : 0.0)", "($0 >= $1 ? 1.0 : 0.0)"},
    [UL_WORD_isless] = {"($0 < $1 ? 1.0 : 0.0)", "($0 < $1 ? 1.0 : 0.0)"},
    [UL_WORD_islessequal] = {"($0 <= $1 ? 1.0 : 0.0)", "($0 <= $1 ? 1.0 : 0.0)"},
    [UL_WORD_isnotequal] = {"($0 != $1 ? 1.0 : 0.0)", "($0 != $1 ? 1.0 : 0.0)"},
    [UL_WORD_islessgreater] = {"($0 < $1 || $0 > $1 ? 1.0 : 0.0)", "($0 < $1 || $0 > $1 ? 1.0 : 0.0)"},
    [UL_WORD_isordered] = {"($0 == $0 && $1 == $1 ? 1.0 : 0.0)", "($0 == $0 && $1 == $1 ? 1.0 : 0.0)"},
    [UL_WORD_isunordered] = {"($0 != $0 || $1 != $1 ? 1.0 : 0.0)", "($0 != $0 || $1 != $1 ? 1.0 : 0.0)"},
};
/* clang-format on */

bool ul_expression_has_own(const struct ul_expression *e, const struct ul_node *n)
{
    return spellings[n->word].own && e->node[n->child[0]].kind == UL_NODE_VARIABLE;
}

/* A device's spellings; own: those of the program beside them. */
struct dialect {
    bool cuda, own;
};

static bool write_node(const struct ul_expression *e, int index, struct dialect d, struct ul_text *out);

static bool write_call(const struct ul_expression *e, const struct ul_node *n, struct dialect d,
                       struct ul_text *out)
{
    static const char *const plain[] = {"", "($0)", "($0, $1)", "($0, $1, $2)", "($0, $1, $2, $3)"};
    const struct spelling *known = &spellings[n->word];
    const char *s = d.own && ul_expression_has_own(e, n) ? known->own : d.cuda ? known->cuda : known->opencl;
    if (s && !*s)
        return false;
    if (!s) {
        ul_text_add(out, "%s", ul_words[n->word].name);
        s = plain[ul_words[n->word].arity];
    }
    for (; *s; s++) {
        if (*s != '$')
            ul_text_put(out, s, 1);
        else if (!write_node(e, n->child[*++s - '0'], d, out))
            return false;
    }
    return true;
}

static bool write_node(const struct ul_expression *e, int index, struct dialect d, struct ul_text *out)
{
    const struct ul_node *n = &e->node[index];
    switch (n->kind) {
    case UL_NODE_NUMBER:
        if (!isfinite(n->value))
            return false;
        ul_text_add(out, "%a", n->value);
        return true;
    case UL_NODE_PI:
        ul_text_add(out, "0x1.921fb54442d18p+1");
        return true;
    case UL_NODE_VARIABLE:
        ul_text_add(out, "a%d", n->variable);
        return true;
    case UL_NODE_CALL:
        return write_call(e, n, d, out);
    }
    return false;
}

bool ul_expression_to_device(const struct ul_expression *e, const char *language, bool own,
                             struct ul_text *out)
{
    const struct dialect d = {.cuda = !strcmp(language, "cuda"), .own = own};
    struct ul_text t = {0};
    bool ok = (d.cuda || !strcmp(language, "opencl")) && write_node(e, e->count - 1, d, &t);
    if (ok)
        ul_text_put(out, t.data, t.length);
    ul_text_free(&t);
    return ok;
}

/* ---- homogeneous ones ---- */

/* Degrees in sixths, so that square and cube roots of x have one. */
enum { SIXTHS = 6 };

static bool divide_degree(int *degree, int by)
{
    const bool whole = *degree % by == 0;
    *degree /= by;
    return whole;
}

static bool degree_of(const struct ul_expression *e, int at, int *degree)
{
    const struct ul_node *n = &e->node[at];
    int right = 0;
    *degree = n->kind == UL_NODE_VARIABLE ? SIXTHS : 0;
    if (n->kind != UL_NODE_CALL)
        return true;
    const int arity = ul_words[n->word].arity;
    if (arity > 2 || !degree_of(e, n->child[0], degree) || (arity > 1 && !degree_of(e, n->child[1], &right)))
        return false;
    switch (n->word) {
    case UL_WORD_multiply:
        *degree += right;
        return true;
    case UL_WORD_divide:
        *degree -= right;
        return true;
    case UL_WORD_negate:
    case UL_WORD_fabs:
        return true;
    case UL_WORD_recip:
        return divide_degree(degree, -1);
    case UL_WORD_sqrt:
        return divide_degree(degree, 2);
    case UL_WORD_rsqrt:
        return divide_degree(degree, -2);
    case UL_WORD_cbrt:
        return divide_degree(degree, 3);
    case UL_WORD_rcbrt:
        return divide_degree(degree, -3);
    default:
        return false;
    }
}

static int common_divisor(int a, int b)
{
    return b ? common_divisor(b, a % b) : abs(a);
}

bool ul_expression_degree(const struct ul_expression *e, struct ul_degree *out)
{
    int degree;
    if (!degree_of(e, e->count - 1, &degree))
        return false;
    const int common = common_divisor(SIXTHS, degree);
    *out = (struct ul_degree){.period = SIXTHS / common, .slope = degree / common};
    return true;
}
