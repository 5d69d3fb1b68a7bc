/* The error of a device's double functions, from their documented figures with twice the room. */
#include "screen_device.h"
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

/* Own functions (screen_device_words.h), with errors of their own. */
static const struct ul_double_function own[UL_WORD_COUNT] = {
    [UL_WORD_j0] = {0x1p-52, UL_IS_BESSEL_J},
    [UL_WORD_j1] = {0x1p-52, UL_IS_BESSEL_J | UL_IS_ORDER_1},
    [UL_WORD_lgamma] = {0x1p-47, UL_IS_LGAMMA},
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

/* "180/pi*x": pi, the quotient, the product, each rounded. */
enum { SCALED_ULPS = 4 };
static bool is_scaled(const struct ul_expression *e)
{
    const struct ul_node *root = &e->node[e->count - 1];
    if (root->kind != UL_NODE_CALL || root->word != UL_WORD_multiply ||
        e->node[root->child[1]].kind != UL_NODE_VARIABLE)
        return false;
    const struct ul_node *factor = &e->node[root->child[0]];
    const bool quotient = factor->kind == UL_NODE_CALL && factor->word == UL_WORD_divide;
    for (int k = 0; k < 2 && quotient; k++) {
        const struct ul_node *of = &e->node[factor->child[k]];
        if (of->kind != UL_NODE_PI && !(of->kind == UL_NODE_NUMBER && of->exact))
            return false;
    }
    return quotient;
}

bool ul_screen_device_function(const struct ul_expression *e, const char *language,
                               struct ul_double_function *out)
{
    const struct ul_node *root = &e->node[e->count - 1];
    if (is_scaled(e)) {
        *out = (struct ul_double_function){.relative = SCALED_ULPS * 0x1p-52};
        return true;
    }
    const bool plain = root->kind == UL_NODE_CALL && ul_words[root->word].arity == 1 &&
                       e->node[root->child[0]].kind == UL_NODE_VARIABLE;
    if (plain && own[root->word].relative > 0) {
        *out = own[root->word];
        out->kind |= ul_screen_is_below_one(e) ? UL_BELOW_ONE : 0;
        return true;
    }
    if (!plain || !figures[root->word].known)
        return false;
    const struct figure *f = &figures[root->word];
    const double ulp = strcmp(language, "cuda") == 0 ? f->cuda : f->opencl;
    if (ulp < 0)
        return false;
    *out = (struct ul_double_function){
        /* An ulp is 2^-52 |r| at most; what is correctly rounded needs no room. */
        .relative = ulp == 0     ? 0
                    : ulp == 0.5 ? 0x1p-53
                                 : (2 * ulp + 1) * 0x1p-52,
        .kind = (f->ends & OVERFLOWS ? UL_OVERFLOWS : 0) | (f->ends & UNDERFLOWS ? UL_UNDERFLOWS : 0) |
                (ul_screen_is_below_one(e) ? UL_BELOW_ONE : 0) | quirk_of(root->word)};
    return true;
}

bool ul_screen_device_bound(const struct ul_expression *e, const char *language, const double *const *args,
                            int n, double *r, double *err)
{
    const struct ul_node *root = &e->node[e->count - 1];
    struct ul_double_function f;
    if (!ul_screen_device_function(e, language, &f))
        return false;
    const int x = e->node[root->child[is_scaled(e)]].variable;
    for (int i = 0; i < n; i++)
        err[i] = ul_reference_error(f, args[x][i], &r[i]);
    return true;
}
