#include "limit.h"
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "reference.h"
#include "value.h"

struct ul_point ul_point_at(const struct ul_signature *s, const ul_bits *args)
{
    struct ul_point p = {.width = s->vector ? s->vector : 1};
    for (int k = 0; k < s->arguments; k++) {
        const struct ul_parameter *a = &s->argument[k];
        p.width = a->width > p.width ? a->width : p.width;
        for (int lane = 0; lane < a->width && p.values < UL_POINT_VALUES; lane++) {
            ul_bits bits = args[k] >> (8 * ul_types[a->type].bytes * lane) & ul_value_mask(a->type);
            p.x[p.values++] = ul_bits_to_double(a->type, bits);
        }
    }
    return p;
}

/* ---- Numbers ---- */

/* Moves *s behind `word` if it begins so. */
static bool skip(const char **s, const char *word)
{
    size_t n = strlen(word);
    bool there = !strncmp(*s, word, n);
    if (there)
        *s += n;
    return there;
}

/* "2.5", "0x1p-126", "inf", "2^-21.41". */
static bool read_number(const char **s, double *out)
{
    char *end;
    double v = strtod(*s, &end);
    if (end == *s)
        return false;
    if (*end == '^') {
        const char *exponent = end + 1;
        v = pow(v, strtod(exponent, &end));
        if (end == exponent)
            return false;
    }
    *s = end;
    *out = v;
    return true;
}

/* A number, or a multiple of pi: "-pi", "100pi". */
static bool read_end(const char **s, double *out)
{
    *out = skip(s, "-") ? -1 : 1;
    double v = 1;
    bool number = read_number(s, &v), multiple = skip(s, "pi");
    *out *= multiple ? v * 0x1.921fb54442d18p+1 : v;
    return number || multiple;
}

/* ---- Domains ---- */

static bool read_interval(const char **s, struct ul_condition *c)
{
    bool open = skip(s, "(");
    if ((!open && !skip(s, "[")) || !read_end(s, &c->lo) || !skip(s, ","))
        return false;
    *s += strspn(*s, " ");
    if (!read_end(s, &c->hi) || !(c->lo <= c->hi))
        return false;
    c->lo_open = open && isfinite(c->lo);
    c->hi_open = skip(s, ")");
    bool closed = c->hi_open || skip(s, "]");
    c->hi_open = c->hi_open && isfinite(c->hi);
    return closed;
}

/* "n", "1.5*n". */
static bool read_multiple(const char **s, struct ul_condition *c)
{
    c->lo = 1;
    return (skip(s, "n") || (read_number(s, &c->lo) && skip(s, "*n"))) && c->lo > 0;
}

/* Whether the text names the order n, as a word of its own. */
static bool names_order(const char *text)
{
    for (const char *n = strchr(text, 'n'); n; n = strchr(n + 1, 'n'))
        if ((n == text || !isalpha((unsigned char)n[-1])) && !isalpha((unsigned char)n[1]))
            return true;
    return false;
}

/* "y", "|x|", or nothing: x. */
static bool read_argument(const char **s, bool order, struct ul_condition *c)
{
    const char *const letters = order ? "nx" : "xyzw";
    c->magnitude = skip(s, "|");
    const char *letter =
        **s && isalpha((unsigned char)**s) && !isalpha((unsigned char)(*s)[1]) ? strchr(letters, **s) : NULL;
    c->argument = letter ? (int)(letter - letters) : 0;
    *s += letter != NULL;
    if (c->magnitude)
        return letter && skip(s, "|");
    return letter || **s == '[' || **s == '(' || !strncmp(*s, "not in ", 7);
}

static bool read_relation(const char **s, struct ul_condition *c)
{
    *s += strspn(*s, " ");
    bool below = false;
    c->relation = skip(s, "not ") ? UL_OUTSIDE : UL_INSIDE;
    if (skip(s, "in ") || (c->relation == UL_INSIDE && (**s == '[' || **s == '(')))
        return read_interval(s, c);
    if (c->relation == UL_OUTSIDE)
        return false;
    if (skip(s, "= ")) {
        bool number = read_end(s, &c->lo);
        c->hi = c->lo;
        return number;
    }
    if (skip(s, "odd") || skip(s, "fractional")) {
        c->relation = (*s)[-1] == 'd' ? UL_ODD : UL_FRACTIONAL;
        return true;
    }
    below = skip(s, "< ");
    c->relation = below ? UL_BELOW_MULTIPLE : UL_ABOVE_MULTIPLE;
    return (below || skip(s, "> ")) && read_multiple(s, c);
}

bool ul_domain_parse(const char *text, struct ul_domain *out, struct ul_line *why)
{
    *out = (struct ul_domain){.conditions = 0};
    if (!strcmp(text, "all") || !strcmp(text, "rest"))
        return true;
    bool order = names_order(text), ok = true, more = true;
    for (const char *s = text; ok && more; more = ok && *s) {
        struct ul_condition *c = &out->condition[out->conditions];
        ok = out->conditions++ < UL_MAX_CONDITIONS && (out->conditions == 1 || skip(&s, " and ")) &&
             read_argument(&s, order, c) && read_relation(&s, c);
    }
    return ok || ul_fail(why, "malformed domain '%s': it reads like [0.5,2] or |x| in [0,8)", text);
}

static bool is_inside(const struct ul_condition *c, double v)
{
    return (c->lo_open ? v > c->lo : v >= c->lo) && (c->hi_open ? v < c->hi : v <= c->hi);
}

static bool condition_holds(const struct ul_condition *c, const struct ul_point *at)
{
    if (c->argument >= at->values)
        return false;
    double v = at->x[c->argument];
    v = c->magnitude ? fabs(v) : v;
    switch (c->relation) {
    case UL_INSIDE:
        return is_inside(c, v);
    case UL_OUTSIDE:
        return !is_inside(c, v);
    case UL_ODD:
        return fmod(fabs(v), 2) == 1;
    case UL_FRACTIONAL:
        return isfinite(v) && v != floor(v);
    case UL_BELOW_MULTIPLE:
        return v < c->lo * at->x[0];
    case UL_ABOVE_MULTIPLE:
        return v > c->lo * at->x[0];
    }
    return false;
}

bool ul_domain_holds(const struct ul_domain *d, const struct ul_point *at)
{
    for (int k = 0; k < d->conditions; k++)
        if (!condition_holds(&d->condition[k], at))
            return false;
    return true;
}

bool ul_domain_is_uniform(const struct ul_domain *d, double from, double to)
{
    bool uniform = isnan(from) == isnan(to);
    for (int k = 0; k < d->conditions; k++) {
        const struct ul_condition *c = &d->condition[k];
        const double a = c->magnitude ? fabs(from) : from, b = c->magnitude ? fabs(to) : to;
        const double least = fmin(a, b), most = fmax(a, b);
        uniform &= !c->argument && (c->relation == UL_INSIDE || c->relation == UL_OUTSIDE) &&
                   !(c->lo >= least && c->lo <= most) && !(c->hi >= least && c->hi <= most);
    }
    return uniform;
}

static bool same_condition(const struct ul_condition *a, const struct ul_condition *b)
{
    return a->argument == b->argument && a->magnitude == b->magnitude && a->relation == b->relation &&
           a->lo == b->lo && a->hi == b->hi && a->lo_open == b->lo_open && a->hi_open == b->hi_open;
}

/* Both intervals of one argument. */
static bool apart(const struct ul_condition *a, const struct ul_condition *b)
{
    return a->hi < b->lo || b->hi < a->lo || (a->hi == b->lo && (a->hi_open || b->lo_open)) ||
           (b->hi == a->lo && (b->hi_open || a->lo_open));
}

static bool within(const struct ul_condition *a, const struct ul_condition *b)
{
    return (a->lo > b->lo || (a->lo == b->lo && (a->lo_open || !b->lo_open))) &&
           (a->hi < b->hi || (a->hi == b->hi && (a->hi_open || !b->hi_open)));
}

bool ul_domain_clashes(const struct ul_domain *first, const struct ul_domain *then)
{
    const struct ul_condition *a = first->condition, *b = then->condition;
    bool same = first->conditions == then->conditions;
    for (int k = 0; same && k < first->conditions; k++)
        same = same_condition(&a[k], &b[k]);
    if (same || first->conditions != 1 || then->conditions != 1 || a->relation != UL_INSIDE ||
        b->relation != UL_INSIDE || a->argument != b->argument || a->magnitude != b->magnitude)
        return same;
    return !apart(a, b) && !within(a, b);
}

/* ---- Limits ---- */

const char *const ul_limit_names[] = {
    [UL_LIMIT_NUMBER] = "number",
    [UL_LIMIT_CORRECTLY_ROUNDED] = "correctly-rounded",
    [UL_LIMIT_ONE_OF] = "one-of",
    [UL_LIMIT_DERIVED] = "derived",
    [UL_LIMIT_ANY] = "any",
    [UL_LIMIT_IMPLEMENTATION_DEFINED] = "implementation-defined",
    [UL_LIMIT_UNDOCUMENTED] = "undocumented",
    [UL_LIMIT_UNDEFINED] = "undefined",
};

bool ul_limit_has_share(enum ul_limit_kind kind)
{
    return kind == UL_LIMIT_NUMBER || kind == UL_LIMIT_CORRECTLY_ROUNDED || kind == UL_LIMIT_DERIVED;
}

bool ul_piece_has_figure(const struct ul_piece *p)
{
    return p->kind == UL_LIMIT_NUMBER || (p->kind == UL_LIMIT_DERIVED && !isnan(p->number));
}

bool ul_piece_judges(const struct ul_piece *p)
{
    return ul_piece_has_figure(p) || p->kind == UL_LIMIT_CORRECTLY_ROUNDED || p->kind == UL_LIMIT_ONE_OF;
}

static double plain(const struct ul_piece *p, const struct ul_point *at)
{
    (void)at;
    return p->number;
}

static double by_first(const struct ul_piece *p, const struct ul_point *at)
{
    return isnan(at->x[0]) ? p->number : p->number + floor(fabs(p->factor * at->x[0]));
}

static double by_order(const struct ul_piece *p, const struct ul_point *at)
{
    return ceil(p->number + p->factor * at->x[0]);
}

static double by_width(const struct ul_piece *p, const struct ul_point *at)
{
    return p->number + p->factor * at->width;
}

/* Of a sum of products, each of which may be lost by underflow. */
static double of_largest(const struct ul_piece *p, const struct ul_point *at, int times)
{
    double max = 0;
    for (int k = 0; k < at->values; k++)
        max = fmax(max, fabs(at->x[k]));
    return max * max * p->number * p->factor * times + at->width * p->lost;
}

static double by_largest(const struct ul_piece *p, const struct ul_point *at)
{
    return of_largest(p, at, 1);
}

static double by_largest_and_width(const struct ul_piece *p, const struct ul_point *at)
{
    return of_largest(p, at, 2 * at->width - 1);
}

/* The closed list of functions of an input; '%' is a number. */
static const struct {
    const char *pattern;
    double (*limit)(const struct ul_piece *p, const struct ul_point *at);
} forms[] = {
    {"%", plain}, /* the first */
    {"%+floor(|%*x|)", by_first},
    {"ceil(%+%*n)", by_order},
    {"%+%*width", by_width},
    {"max*max*%*%", by_largest},
    {"max*max*(2*width-1)*%", by_largest_and_width},
};
enum { FORMS = sizeof forms / sizeof *forms };

static bool matches(const char *s, const char *pattern, struct ul_piece *p)
{
    double *const number[] = {&p->number, &p->factor};
    int n = 0;
    p->factor = 1;
    for (; *pattern; pattern++)
        if (*pattern != '%' ? *s++ != *pattern : !read_number(&s, number[n]) || !(*number[n++] >= 0))
            return false;
    return !*s;
}

static bool read_figure(const char *s, struct ul_piece *p)
{
    for (p->form = 0; p->form < FORMS; p->form++)
        if (matches(s, forms[p->form].pattern, p))
            return true;
    return false;
}

double ul_piece_limit(const struct ul_piece *p, const struct ul_point *at)
{
    return forms[p->form].limit(p, at);
}

bool ul_piece_is_plain(const struct ul_piece *p)
{
    return !p->domain.conditions && !p->form && p->kind != UL_LIMIT_ONE_OF && p->kind != UL_LIMIT_DERIVED;
}

/* "derived 8192: log(x + 1)", "derived: tan(x * M_PI_F)". */
static bool read_derived(const char *s, struct ul_piece *p)
{
    p->number = NAN;
    if (skip(&s, " ") && !read_number(&s, &p->number))
        return false;
    p->words = s + 2;
    return skip(&s, ": ") && *s;
}

/* ---- One of several forms ---- */

static double rounded(enum ul_type t, double v)
{
    return t == UL_FLOAT ? (float)v : v;
}

static double flushed(enum ul_type t, double v, bool flush)
{
    return flush && fabs(v) < ldexp(1, 1 - ul_types[t].emax) ? copysign(0, v) : v;
}

/* `flush`: the product, where there is one, if it is subnormal. */
static double fused(enum ul_type t, const double *x, bool flush)
{
    (void)flush;
    return t == UL_FLOAT ? fmaf((float)x[0], (float)x[1], (float)x[2]) : fma(x[0], x[1], x[2]);
}

/* A float's product is exact in double, and a sum of floats rounded to double and then to float is rounded as
 * if once (53 >= 2 * 24 + 2). */
static double multiplied_and_added(enum ul_type t, const double *x, bool flush)
{
    volatile double product = flushed(t, rounded(t, x[0] * x[1]), flush); /* or a compiler fuses it */
    return rounded(t, product + x[2]);
}

/* With t = x * y, rounded: what a fused operation leaves of t - x * y is the rounding's error. */
static double subtracted(enum ul_type t, const double *x, bool flush)
{
    const double negated[] = {-x[0], x[1], flushed(t, rounded(t, x[0] * x[1]), flush)};
    return multiplied_and_added(t, negated, flush);
}

static double subtracted_fused(enum ul_type t, const double *x, bool flush)
{
    const double negated[] = {-x[0], x[1], flushed(t, rounded(t, x[0] * x[1]), flush)};
    return fused(t, negated, flush);
}

static double reversed(enum ul_type t, const double *x, bool flush)
{
    const double product[] = {x[0], x[1], -flushed(t, rounded(t, x[0] * x[1]), flush)};
    return multiplied_and_added(t, product, flush);
}

static double reversed_fused(enum ul_type t, const double *x, bool flush)
{
    const double product[] = {x[0], x[1], -flushed(t, rounded(t, x[0] * x[1]), flush)};
    return fused(t, product, flush);
}

static const struct {
    const char *words;
    int operands;
    double (*value)(enum ul_type t, const double *x, bool flush);
} operations[] = {
    {"fma(x, y, z)", 3, fused},
    {"x * y + z", 3, multiplied_and_added},
    {"fma(-x, y, t)", 2, subtracted_fused},
    {"t - x * y", 2, subtracted},
    {"fma(x, y, -t)", 2, reversed_fused},
    {"x * y - t", 2, reversed},
};
enum { OPERATIONS = sizeof operations / sizeof *operations, OPERANDS = 3 };

/* The next of the forms joined by " or ": its index, or -1. */
static int next_form(const char **s)
{
    for (int k = 0; k < OPERATIONS; k++)
        if (skip(s, operations[k].words))
            return !**s || (skip(s, " or ") && **s) ? k : -1;
    return -1;
}

static bool read_one_of(const char *s, struct ul_piece *p)
{
    p->words = s;
    bool ok = *s;
    while (ok && *s)
        ok = next_form(&s) >= 0;
    return ok;
}

static bool is_value(enum ul_type t, double v, ul_bits y, bool flush)
{
    ul_bits b = ul_value_canonical(t, ul_double_to_bits(t, v));
    return b == y || (flush && ul_value_is_zero(t, y) && flushed(t, v, true) == 0);
}

/* `choice`: a bit for each operand, and one for the product, that is flushed if it is subnormal. */
static bool allows_choice(const struct ul_piece *p, enum ul_type t, const ul_bits *args, ul_bits y,
                          int choice, bool flush)
{
    for (const char *s = p->words; *s;) {
        const int form = next_form(&s);
        double x[OPERANDS];
        for (int k = 0; k < operations[form].operands; k++)
            x[k] = flushed(t, ul_bits_to_double(t, args[k]), choice >> k & 1);
        if (is_value(t, operations[form].value(t, x, choice >> OPERANDS), y, flush))
            return true;
    }
    return false;
}

bool ul_piece_allows(const struct ul_piece *p, enum ul_type t, const ul_bits *args, ul_bits y, bool flush)
{
    y = ul_value_canonical(t, y);
    for (int choice = 0; choice < (flush ? 2 << OPERANDS : 1); choice++)
        if (allows_choice(p, t, args, y, choice, flush))
            return true;
    return false;
}

/* ---- Reading a limit ---- */

static const struct {
    const char *name;
    enum ul_limit_kind kind;
} limit_words[] = {
    {"correctly-rounded", UL_LIMIT_CORRECTLY_ROUNDED},
    {"any", UL_LIMIT_ANY},
    {"implementation-defined", UL_LIMIT_IMPLEMENTATION_DEFINED},
    {"undocumented", UL_LIMIT_UNDOCUMENTED},
    {"undefined", UL_LIMIT_UNDEFINED},
};
enum { LIMIT_WORDS = sizeof limit_words / sizeof *limit_words };

bool ul_limit_parse(const char *text, struct ul_piece *out, struct ul_line *why)
{
    out->kind = UL_LIMIT_NUMBER;
    out->number = 0;
    out->factor = 1;
    out->form = 0;
    out->words = NULL;
    for (int i = 0; i < LIMIT_WORDS; i++)
        if (!strcmp(text, limit_words[i].name)) {
            out->kind = limit_words[i].kind;
            return true;
        }
    const char *s = text;
    bool ok;
    if (skip(&s, "undocumented: ")) {
        out->kind = UL_LIMIT_UNDOCUMENTED;
        out->words = s;
        ok = *s;
    } else if (skip(&s, "one-of: ")) {
        out->kind = UL_LIMIT_ONE_OF;
        ok = read_one_of(s, out);
    } else if (skip(&s, "derived")) {
        out->kind = UL_LIMIT_DERIVED;
        ok = read_derived(s, out);
    } else {
        ok = read_figure(s, out);
    }
    return ok || ul_fail(why, "malformed limit '%s'", text);
}
