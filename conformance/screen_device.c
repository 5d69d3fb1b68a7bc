/* The error of a device's double functions, from their documented figures with twice the room. */
#include "screen_device.h"
#include <math.h>
#include <string.h>

/* Maximum errors in ulp; below 0, the document has none. `ends`: what a zero or an infinity means at a finite
 * argument other than 0: an exact root or pole, or double's own underflow or overflow. */
enum ends { ROOTS = 0, UNDERFLOWS = 1, OVERFLOWS = 2, BOTH = 3 };
struct figure {
    bool known;
    double cuda, opencl;
    enum ends ends;
};

/* clang-format off */
static const struct figure figures[UL_WORD_COUNT] = {
    /* CUDA C++ Programming Guide 13.1, table of double precision standard functions; OpenCL C 3.0, 7.4, double.
     * Exact ones are 0. */
    [UL_WORD_acos]          = {true,  2,   4,   ROOTS},
    [UL_WORD_acosh]         = {true,  3,   4,   ROOTS},
    [UL_WORD_acospi]        = {true, -1,   5,   ROOTS},
    [UL_WORD_asin]          = {true,  2,   4,   ROOTS},
    [UL_WORD_asinh]         = {true,  3,   4,   ROOTS},
    [UL_WORD_asinpi]        = {true, -1,   5,   ROOTS},
    [UL_WORD_atan]          = {true,  2,   5,   ROOTS},
    [UL_WORD_atanh]         = {true,  2,   5,   ROOTS},
    [UL_WORD_atanpi]        = {true, -1,   5,   ROOTS},
    [UL_WORD_cbrt]          = {true,  1,   2,   ROOTS},
    [UL_WORD_ceil]          = {true,  0,   0,   ROOTS},
    [UL_WORD_cos]           = {true,  2,   4,   ROOTS},
    [UL_WORD_cosh]          = {true,  1,   4,   OVERFLOWS},
    [UL_WORD_cospi]         = {true,  2,   4,   ROOTS},
    [UL_WORD_cyl_bessel_i0] = {true,  6,  -1,   OVERFLOWS},
    [UL_WORD_cyl_bessel_i1] = {true,  6,  -1,   OVERFLOWS},
    [UL_WORD_erf]           = {true,  2,  16,   ROOTS},
    [UL_WORD_erfc]          = {true,  5,  16,   UNDERFLOWS},
    [UL_WORD_erfcinv]       = {true,  6,  -1,   ROOTS},
    [UL_WORD_erfcx]         = {true,  4,  -1,   OVERFLOWS},
    [UL_WORD_erfinv]        = {true,  5,  -1,   ROOTS},
    [UL_WORD_exp]           = {true,  1,   3,   BOTH},
    [UL_WORD_exp10]         = {true,  1,   3,   BOTH},
    [UL_WORD_exp2]          = {true,  1,   3,   BOTH},
    [UL_WORD_expm1]         = {true,  1,   3,   OVERFLOWS},
    [UL_WORD_fabs]          = {true,  0,   0,   ROOTS},
    [UL_WORD_floor]         = {true,  0,   0,   ROOTS},
    [UL_WORD_fract]         = {true,  0,   0,   ROOTS},
    [UL_WORD_frexp_exponent] = {true, 0,   0,   ROOTS},
    [UL_WORD_frexp_fraction] = {true, 0,   0,   ROOTS},
    [UL_WORD_ilogb]         = {true,  0,   0,   ROOTS},
    [UL_WORD_isfinite]      = {true,  0,   0,   ROOTS},
    [UL_WORD_isinf]         = {true,  0,   0,   ROOTS},
    [UL_WORD_isnan]         = {true,  0,   0,   ROOTS},
    [UL_WORD_isnormal]      = {true,  0,   0,   ROOTS},
    [UL_WORD_lgamma_sign]   = {true,  0,   0,   ROOTS},
    [UL_WORD_log]           = {true,  1,   3,   ROOTS},
    [UL_WORD_log10]         = {true,  1,   3,   ROOTS},
    [UL_WORD_log1p]         = {true,  1,   2,   ROOTS},
    [UL_WORD_log2]          = {true,  1,   3,   ROOTS},
    [UL_WORD_logb]          = {true,  0,   0,   ROOTS},
    [UL_WORD_modf_fraction] = {true,  0,   0,   ROOTS},
    [UL_WORD_normcdf]       = {true,  5,  -1,   UNDERFLOWS},
    [UL_WORD_normcdfinv]    = {true,  8,  -1,   ROOTS},
    [UL_WORD_rcbrt]         = {true,  1,  -1,   ROOTS},
    [UL_WORD_recip]         = {true, 0.5, 0.5,  ROOTS},
    [UL_WORD_rint]          = {true,  0,   0,   ROOTS},
    [UL_WORD_round]         = {true,  0,   0,   ROOTS},
    [UL_WORD_rsqrt]         = {true,  1,   2,   ROOTS},
    [UL_WORD_saturate]      = {true,  0,   0,   ROOTS},
    [UL_WORD_sign]          = {true,  0,   0,   ROOTS},
    [UL_WORD_signbit]       = {true,  0,   0,   ROOTS},
    [UL_WORD_sin]           = {true,  2,   4,   ROOTS},
    [UL_WORD_sinh]          = {true,  2,   4,   OVERFLOWS},
    [UL_WORD_sinpi]         = {true,  2,   4,   ROOTS},
    [UL_WORD_sqrt]          = {true, 0.5, 0.5,  ROOTS},
    [UL_WORD_tan]           = {true,  2,   5,   ROOTS},
    [UL_WORD_tanh]          = {true,  1,   5,   ROOTS},
    [UL_WORD_tanpi]         = {true, -1,   6,   ROOTS},
    [UL_WORD_tgamma]        = {true, 10,  16,   BOTH},
    [UL_WORD_trunc]         = {true,  0,   0,   ROOTS},
};
/* clang-format on */

/* Own functions (screen_device_words.h), with errors of their own. Some take the place of devices' where they
 * can: ul_expression_has_own. */
static const struct ul_double_function own[UL_WORD_COUNT] = {
    [UL_WORD_cos] = {0x1p-50, 0},
    [UL_WORD_cospi] = {0x1p-50, UL_IS_COSPI},
    [UL_WORD_j0] = {0x1p-52, UL_IS_BESSEL_J},
    [UL_WORD_j1] = {0x1p-52, UL_IS_BESSEL_J | UL_IS_ORDER_1},
    [UL_WORD_lgamma] = {0x1p-47, UL_IS_LGAMMA},
    [UL_WORD_sin] = {0x1p-50, 0},
    [UL_WORD_sinpi] = {0x1p-50, UL_IS_SINPI},
    [UL_WORD_tan] = {0x1p-49, 0},
    [UL_WORD_tanpi] = {0x1p-49, UL_IS_TANPI},
    [UL_WORD_y0] = {0x1p-52, UL_IS_BESSEL_Y},
    [UL_WORD_y1] = {0x1p-52, UL_IS_BESSEL_Y | UL_IS_ORDER_1},
};

static int quirk_of(enum ul_word w)
{
    static const int quirks[UL_WORD_COUNT] = {
        [UL_WORD_cospi] = UL_IS_COSPI, [UL_WORD_recip] = UL_IS_RECIP, [UL_WORD_sinpi] = UL_IS_SINPI,
        [UL_WORD_sqrt] = UL_IS_SQRT,   [UL_WORD_tanpi] = UL_IS_TANPI, [UL_WORD_tgamma] = UL_IS_TGAMMA,
    };
    return quirks[w];
}

/* The one that the expression is of; below 0: of none, or of several. */
static int variable_of(const struct ul_expression *e)
{
    int x = -1;
    for (int k = 0; k < e->count; k++)
        if (e->node[k].kind == UL_NODE_VARIABLE && x >= 0 && x != e->node[k].variable)
            return -1;
        else if (e->node[k].kind == UL_NODE_VARIABLE)
            x = e->node[k].variable;
    return x;
}

bool ul_screen_is_below_one(const struct ul_expression *e)
{
    const struct ul_node *root = &e->node[e->count - 1];
    if (root->kind != UL_NODE_CALL)
        return false;
    return root->word == UL_WORD_cos || root->word == UL_WORD_erf || root->word == UL_WORD_j0 ||
           root->word == UL_WORD_normcdf || root->word == UL_WORD_sin || root->word == UL_WORD_tanh;
}

int ul_screen_side_of_half(const struct ul_expression *e)
{
    const struct ul_node *root = &e->node[e->count - 1];
    if (root->kind != UL_NODE_CALL || e->node[root->child[0]].kind != UL_NODE_VARIABLE)
        return 0;
    return root->word == UL_WORD_j1 ? -1 : root->word == UL_WORD_cyl_bessel_i1 ? 1 : 0;
}

/* ---- of a whole expression ---- */

/* Of so many nodes, of them so few variables, with constants so near to 1, nothing but a function's own
 * overflow and underflow leaves a double's range: floats are above 2^-150. */
enum { MOST_NODES = 16, MOST_VARIABLES = 4 };
#define MOST_CONSTANT 0x1p+16

static bool is_small(const struct ul_expression *e)
{
    int variables = 0;
    for (int k = 0; k < e->count; k++)
        variables += e->node[k].kind == UL_NODE_VARIABLE;
    return e->count <= MOST_NODES && variables <= MOST_VARIABLES;
}

static bool is_constant(const struct ul_expression *e, int at)
{
    const struct ul_node *n = &e->node[at];
    const double size = fabs(n->value);
    return n->kind == UL_NODE_PI ||
           (n->kind == UL_NODE_NUMBER && size <= MOST_CONSTANT && 1 / size <= MOST_CONSTANT) ||
           (n->kind == UL_NODE_CALL && n->word == UL_WORD_divide && is_constant(e, n->child[0]) &&
            is_constant(e, n->child[1]));
}

/* It has no root, and is above 0. */
static bool is_positive(const struct ul_expression *e, int at)
{
    const struct ul_node *n = &e->node[at];
    if (n->kind != UL_NODE_CALL)
        return n->kind == UL_NODE_PI || (n->kind == UL_NODE_NUMBER && n->value > 0);
    return n->word == UL_WORD_exp || n->word == UL_WORD_exp2 || n->word == UL_WORD_exp10 ||
           n->word == UL_WORD_cosh || n->word == UL_WORD_normcdf || n->word == UL_WORD_erfc ||
           (n->word == UL_WORD_add && is_positive(e, n->child[0]) && is_positive(e, n->child[1]));
}

/* Their results are off by no greater part than their arguments are: |x f'(x) / f(x)| <= 1. Roots: at 0. */
static bool is_gentle(enum ul_word w)
{
    return w == UL_WORD_asinh || w == UL_WORD_atan || w == UL_WORD_cbrt || w == UL_WORD_erf ||
           w == UL_WORD_fabs || w == UL_WORD_sqrt || w == UL_WORD_tanh;
}

/* Neither a root nor a pole but at x = 0. */
static bool is_rootless(const struct ul_expression *e, int at)
{
    const struct ul_node *n = &e->node[at];
    if (n->kind == UL_NODE_VARIABLE || is_constant(e, at) || is_positive(e, at))
        return true;
    if (n->kind != UL_NODE_CALL)
        return false;
    if (n->word == UL_WORD_multiply || n->word == UL_WORD_divide)
        return is_rootless(e, n->child[0]) && is_rootless(e, n->child[1]);
    return (n->word == UL_WORD_negate || is_gentle(n->word)) && is_rootless(e, n->child[0]);
}

static bool is_power_of_two(const struct ul_expression *e, int at)
{
    int exponent;
    return e->node[at].kind == UL_NODE_NUMBER && e->node[at].exact &&
           fabs(frexp(e->node[at].value, &exponent)) == 0.5;
}

/* A call's function of a float. */
static bool word_bound(const struct ul_expression *e, const struct ul_node *n, const char *language,
                       struct ul_double_function *out)
{
    const enum ul_word w = n->word;
    if (own[w].relative > 0 && (!figures[w].known || ul_expression_has_own(e, n))) {
        *out = own[w];
        return true;
    }
    if (!figures[w].known)
        return false;
    const struct figure *f = &figures[w];
    const double ulp = strcmp(language, "cuda") == 0 ? f->cuda : f->opencl;
    /* An ulp is 2^-52 |r| at most; what is correctly rounded needs no room. */
    *out = (struct ul_double_function){.relative = ulp == 0     ? 0
                                                   : ulp == 0.5 ? 0x1p-53
                                                                : (2 * ulp + 1) * 0x1p-52,
                                       .kind = (f->ends & OVERFLOWS ? UL_OVERFLOWS : 0) |
                                               (f->ends & UNDERFLOWS ? UL_UNDERFLOWS : 0) | quirk_of(w)};
    return ulp >= 0;
}

static bool bound_of(const struct ul_expression *e, int at, const char *language,
                     struct ul_double_function *out);

/* A word's or a sum's. */
static bool is_step(const struct ul_expression *e, int at)
{
    const struct ul_node *n = &e->node[at];
    return n->kind == UL_NODE_CALL && n->word != UL_WORD_multiply && n->word != UL_WORD_divide &&
           n->word != UL_WORD_negate;
}

/* Of a product or quotient. Of its operands one may be a function that overflows or underflows: beside what
 * has no root or pole there, that is what the product does. */
static bool product_bound(const struct ul_expression *e, const struct ul_node *n, const char *language,
                          struct ul_double_function *out)
{
    const int left = n->child[0], right = n->child[1];
    const bool quotient = n->word == UL_WORD_divide;
    struct ul_double_function a, b;
    if (!bound_of(e, left, language, &a) || !bound_of(e, right, language, &b) || (a.kind && b.kind) ||
        (a.kind && !(is_step(e, left) && is_rootless(e, right))) ||
        (b.kind && !(is_step(e, right) && is_rootless(e, left))))
        return false;
    if (quotient && !is_constant(e, left) && !is_constant(e, right) && !is_positive(e, right))
        return false; /* 0 / 0 */
    const bool exact = is_power_of_two(e, right) || (!quotient && is_power_of_two(e, left));
    *out = (struct ul_double_function){.relative = a.relative + b.relative + (exact ? 0 : 0x1p-52),
                                       .kind = a.kind | b.kind};
    if (quotient && b.kind)
        out->kind = (b.kind & UL_OVERFLOWS ? UL_UNDERFLOWS : 0) | (b.kind & UL_UNDERFLOWS ? UL_OVERFLOWS : 0);
    return true;
}

/* A positive function and a constant above 0, beside which what underflowed does not count. */
static bool sum_bound(const struct ul_expression *e, const struct ul_node *n, const char *language,
                      struct ul_double_function *out)
{
    struct ul_double_function a, b;
    if (!is_positive(e, n->child[0]) || !is_positive(e, n->child[1]) ||
        !(is_constant(e, n->child[0]) || is_constant(e, n->child[1])) ||
        !bound_of(e, n->child[0], language, &a) || !bound_of(e, n->child[1], language, &b))
        return false;
    *out = (struct ul_double_function){.relative = fmax(a.relative, b.relative) + 0x1p-52,
                                       .kind = (a.kind | b.kind) & UL_OVERFLOWS};
    return true;
}

static bool call_bound(const struct ul_expression *e, const struct ul_node *n, const char *language,
                       struct ul_double_function *out)
{
    struct ul_double_function f, x;
    if (n->word == UL_WORD_multiply || n->word == UL_WORD_divide)
        return product_bound(e, n, language, out);
    if (n->word == UL_WORD_add)
        return sum_bound(e, n, language, out);
    if (ul_words[n->word].arity != 1 || !bound_of(e, n->child[0], language, &x))
        return false;
    if (n->word == UL_WORD_negate) {
        *out = x;
        return true;
    }
    if (!word_bound(e, n, language, &f) || (x.relative > 0 && !is_gentle(n->word)) || x.kind)
        return false;
    f.kind &= ~(UL_IS_SQRT | UL_IS_RECIP); /* multiplying back would need the argument */
    *out = (struct ul_double_function){.relative = f.relative + x.relative, .kind = f.kind};
    return !(f.kind & ~(UL_OVERFLOWS | UL_UNDERFLOWS));
}

/* What no double can be, and roots' signs, are asked beside the expression's own argument; the steps' errors
 * add up, in twice their size, so that products of them do not count. */
static bool bound_of(const struct ul_expression *e, int at, const char *language,
                     struct ul_double_function *out)
{
    const struct ul_node *n = &e->node[at];
    *out = (struct ul_double_function){
        .relative = n->kind == UL_NODE_PI || (n->kind == UL_NODE_NUMBER && !n->exact) ? 0x1p-52 : 0};
    return n->kind == UL_NODE_CALL ? call_bound(e, n, language, out)
                                   : n->kind == UL_NODE_VARIABLE || is_constant(e, at);
}

bool ul_screen_device_function(const struct ul_expression *e, const char *language,
                               struct ul_double_function *out)
{
    const struct ul_node *root = &e->node[e->count - 1];
    const bool plain = root->kind == UL_NODE_CALL && ul_words[root->word].arity == 1 &&
                       e->node[root->child[0]].kind == UL_NODE_VARIABLE;
    if (root->kind != UL_NODE_CALL || variable_of(e) < 0 || !is_small(e) ||
        !(plain ? word_bound(e, root, language, out) : bound_of(e, e->count - 1, language, out)))
        return false;
    const int side = ul_screen_side_of_half(e);
    out->kind |= (ul_screen_is_below_one(e) ? UL_BELOW_ONE : 0) | (side < 0   ? UL_BELOW_HALF
                                                                   : side > 0 ? UL_ABOVE_HALF
                                                                              : 0);
    return true;
}

bool ul_screen_device_bound(const struct ul_expression *e, const char *language, const double *const *args,
                            int n, double *r, double *err)
{
    struct ul_double_function f;
    if (!ul_screen_device_function(e, language, &f))
        return false;
    const int x = variable_of(e);
    for (int i = 0; i < n; i++)
        err[i] = ul_reference_error(f, args[x][i], &r[i]);
    return true;
}
