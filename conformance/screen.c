/* Screening: which kernels an expression needs, and how errors pass through a composed one. */
#include "screen.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include "clones.h"
#include "screen_kernel.h"

/* A value and the bound of its error, as r and err in screen.h. */
struct ball {
    double mid, err;
};

/* The largest |f'| on [x - e, x + e], or more; NaN where it is unbounded or the
 * interval leaves the domain. */
typedef double slope_function(double x, double e);

struct step {
    struct ul_node node;
    struct ball constant;     /* UL_NODE_NUMBER, UL_NODE_PI */
    ul_screen_kernel *kernel; /* calls of one argument but negate */
    slope_function *slope;    /* NULL where the argument is always exact */
    bool settled;             /* f is the same, to within its error, for all arguments from 2^999 on */
};

struct ul_screen {
    ul_pair_kernel *pairs; /* of variables; NULL: steps */
    int variable[UL_MAX_ARITY];
    int count;
    struct step step[];
};

enum { BLOCK = 256 }; /* inputs that a composed expression handles at once */

/* A distance from the domain's edge, where its own rounding does not matter. */
static double inside(double distance)
{
    return distance > 0x1p-45 ? distance : NAN;
}

/* In `f`: x and e as above, lo and hi the least and largest magnitude in the interval. */
#define SLOPE(word, f)                                                                                       \
    static double word##_slope(double x, double e)                                                           \
    {                                                                                                        \
        const double lo = fmax(fabs(x) - e, 0), hi = fabs(x) + e;                                            \
        (void)lo, (void)hi;                                                                                  \
        return f;                                                                                            \
    }
/* clang-format off */
SLOPE(acos,   1 / sqrt(inside(1 - hi) * (1 + hi)))
SLOPE(acosh,  1 / sqrt(inside(x - e - 1) * (x - e + 1)))
SLOPE(asinh,  1 / sqrt(1 + lo * lo))
SLOPE(atan,   1 / (1 + lo * lo))
SLOPE(atanh,  1 / (inside(1 - hi) * (1 + hi)))
SLOPE(cbrt,   lo > 0 ? 1 / (3 * cbrt(lo * lo)) : NAN)
SLOPE(cosh,   sinh(hi))
SLOPE(erf,    1.13 * exp(-lo * lo))
SLOPE(exp,    exp(x + e))
SLOPE(exp10,  2.31 * pow(10, x + e))
SLOPE(exp2,   0.7 * exp2(x + e))
SLOPE(fabs,   1)
SLOPE(log,    x > e ? 1 / (x - e) : NAN)
SLOPE(log10,  x > e ? 0.44 / (x - e) : NAN)
SLOPE(log1p,  1 / inside(1 + (x - e)))
SLOPE(log2,   x > e ? 1.45 / (x - e) : NAN)
SLOPE(normcdf, 0.4 * exp(-lo * lo / 2))
SLOPE(recip,  lo > 0 ? 1 / (lo * lo) : NAN)
SLOPE(rsqrt,  x > e ? 0.5 / ((x - e) * sqrt(x - e)) : NAN)
SLOPE(sin,    1)
SLOPE(sinh,   cosh(hi))
SLOPE(sinpi,  M_PI)
SLOPE(sqrt,   x > e ? 0.5 / sqrt(x - e) : NAN)
SLOPE(tan,    1 / pow(inside(fabs(cos(x)) - e), 2))
SLOPE(tanh,   fmin(1, 4 * exp(-2 * lo)))

static const struct { slope_function *slope; bool settled; } slopes[UL_WORD_COUNT] = {
    [UL_WORD_acos]  = {acos_slope,  false}, [UL_WORD_acosh] = {acosh_slope, false},
    [UL_WORD_asin]  = {acos_slope,  false}, [UL_WORD_asinh] = {asinh_slope, false},
    [UL_WORD_atan]  = {atan_slope,  true},  [UL_WORD_atanh] = {atanh_slope, false},
    [UL_WORD_cbrt]  = {cbrt_slope,  false}, [UL_WORD_cos]   = {sin_slope,   false},
    [UL_WORD_cosh]  = {cosh_slope,  true},  [UL_WORD_cospi] = {sinpi_slope, false},
    [UL_WORD_erf]   = {erf_slope,   true},  [UL_WORD_erfc]  = {erf_slope,   true},
    [UL_WORD_exp]   = {exp_slope,   true},  [UL_WORD_exp10] = {exp10_slope, true},
    [UL_WORD_exp2]  = {exp2_slope,  true},  [UL_WORD_expm1] = {exp_slope,   true},
    [UL_WORD_fabs]  = {fabs_slope,  false}, [UL_WORD_log]   = {log_slope,   false},
    [UL_WORD_log10] = {log10_slope, false}, [UL_WORD_log1p] = {log1p_slope, false},
    [UL_WORD_log2]  = {log2_slope,  false}, [UL_WORD_normcdf] = {normcdf_slope, true},
    [UL_WORD_recip] = {recip_slope, false}, [UL_WORD_rsqrt] = {rsqrt_slope, false},
    [UL_WORD_sin]   = {sin_slope,   false}, [UL_WORD_sinh]  = {sinh_slope,  true},
    [UL_WORD_sinpi] = {sinpi_slope, false}, [UL_WORD_sqrt]  = {sqrt_slope,  false},
    [UL_WORD_tan]   = {tan_slope,   false}, [UL_WORD_tanh]  = {tanh_slope,  true},
};
/* clang-format on */

/* The tables of the widest vectors that the processor has. */
struct lanes {
    ul_screen_kernel *const *words;
    ul_pair_kernel *const *pairs;
};

static struct lanes widest(void)
{
#ifdef UL_HAVE_SLEEF
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx512f")) {
        return (struct lanes){ul_screen_lanes_8, ul_pairs_8};
    }
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
        return (struct lanes){ul_screen_lanes_4, ul_pairs_4};
    }
#endif
    return (struct lanes){ul_screen_lanes_2, ul_pairs_2};
#else
    return (struct lanes){ul_screen_exact, ul_pairs_exact};
#endif
}

static bool is_operator(const struct ul_node *n)
{
    return n->kind == UL_NODE_CALL && n->word <= UL_WORD_negate;
}

/* Whether a step's value never has an error: then what it feeds needs no slope. */
static bool always_exact(const struct ul_screen *s, int k)
{
    const struct step *t = &s->step[k];
    switch (t->node.kind) {
    case UL_NODE_VARIABLE:
        return true;
    case UL_NODE_NUMBER:
        return t->node.exact;
    case UL_NODE_CALL:
        return t->node.word == UL_WORD_negate && always_exact(s, t->node.child[0]);
    default:
        return false;
    }
}

static bool prepare(struct ul_screen *s, int k, const struct ul_node *n)
{
    struct step *t = &s->step[k];
    t->node = *n;
    t->node.number = NULL;
    if (n->kind == UL_NODE_PI) {
        t->constant = (struct ball){M_PI, 0x1p-52};
    }
    if (n->kind == UL_NODE_NUMBER) {
        t->constant = (struct ball){n->value, n->exact ? 0 : fabs(n->value) * 0x1p-53 + 0x1p-1074};
        return isfinite(n->value);
    }
    if (n->kind != UL_NODE_CALL || is_operator(n)) {
        return true;
    }
    if (ul_words[n->word].arity != 1) {
        return false;
    }
    t->kernel = ul_screen_exact[n->word] ? ul_screen_exact[n->word] : widest().words[n->word];
    t->slope = always_exact(s, n->child[0]) ? NULL : slopes[n->word].slope;
    t->settled = slopes[n->word].settled;
    return t->kernel && (t->slope || always_exact(s, n->child[0]));
}

/* Steps can do what has no more than one argument. */
static bool prepare_steps(struct ul_screen *s, const struct ul_expression *e)
{
    s->count = e->count;
    for (int k = 0; k < e->count; k++) {
        if (!prepare(s, k, &e->node[k])) {
            return false;
        }
    }
    return true;
}

/* A word of variables alone. */
static bool prepare_pairs(struct ul_screen *s, const struct ul_expression *e)
{
    const struct ul_node *root = &e->node[e->count - 1];
    if (root->kind != UL_NODE_CALL) {
        return false;
    }
    for (int k = 0; k < ul_words[root->word].arity; k++) {
        const struct ul_node *child = &e->node[root->child[k]];
        s->variable[k] = child->variable;
        if (child->kind != UL_NODE_VARIABLE) {
            return false;
        }
    }
    s->pairs = widest().pairs[root->word] ? widest().pairs[root->word] : ul_pairs_exact[root->word];
    return s->pairs != NULL;
}

enum ul_screen_kind ul_screen_kind(enum ul_type result)
{
    return ul_types[result].precision > 24 ? UL_SCREEN_PAIRS : UL_SCREEN_DOUBLES;
}

struct ul_screen *ul_screen_new(const struct ul_expression *e, enum ul_screen_kind kind)
{
    struct ul_screen *s = ul_alloc(sizeof(*s) + sizeof(s->step[0]) * (size_t)e->count);
    if ((kind == UL_SCREEN_DOUBLES && prepare_steps(s, e)) || prepare_pairs(s, e)) {
        return s;
    }
    ul_screen_free(s);
    return NULL;
}

const char *ul_screen_pair_word(const struct ul_expression *e)
{
    static const char *const word[UL_WORD_COUNT] = {
#define UL_PAIR_1(word) [UL_WORD_##word] = #word,
#define UL_PAIR_2(word)
#define UL_PAIR(word, arity, ...) UL_PAIR_##arity(word)
#define UL_EXACT_PAIR(...)
#include "screen_pairs.def"
#undef UL_PAIR_1
#undef UL_PAIR_2
#undef UL_PAIR
#undef UL_EXACT_PAIR
    };
    const bool is_word =
        e->count == 2 && e->node[0].kind == UL_NODE_VARIABLE && e->node[1].kind == UL_NODE_CALL;
    return is_word ? word[e->node[1].word] : NULL;
}

bool ul_screen_takes(const struct ul_signature *s)
{
    for (int k = 0; k < s->arguments; k++) {
        const enum ul_type t = s->argument[k].type;
        if (!ul_is_float(t) && ul_types[t].bytes == 8) {
            return false;
        }
    }
    return true;
}

void ul_screen_free(struct ul_screen *s)
{
    free(s);
}

bool ul_screen_makes_pairs(const struct ul_screen *s)
{
    return s->pairs != NULL;
}

static const struct ball unknown = {0, NAN};

static bool is_huge(struct ball a)
{
    return fabs(a.mid) == UL_SCREEN_HUGE && a.err == UL_SCREEN_HUGE_ERROR;
}

static struct ball huge(double sign)
{
    return (struct ball){copysign(UL_SCREEN_HUGE, sign), UL_SCREEN_HUGE_ERROR};
}

static struct ball tiny(double sign)
{
    return (struct ball){copysign(UL_SCREEN_TINY, sign), UL_SCREEN_TINY_ERROR};
}

/* The mark of a tiny value as the interval from 0 that it stands for. */
static struct ball widened(struct ball a)
{
    return fabs(a.mid) == UL_SCREEN_TINY && a.err == UL_SCREEN_TINY_ERROR
               ? (struct ball){a.mid, UL_SCREEN_TINY}
               : a;
}

/* Whether the sign (of a zero too) is certain. */
static bool has_sign(struct ball a)
{
    return a.err == 0 || fabs(a.mid) > a.err;
}

static bool is_exact_special(struct ball a)
{
    return a.err == 0 && !isfinite(a.mid);
}

/* A few roundings of the bound itself. A bound that is not 0 moves `mid`, so that mid - err and mid + err
 * are no rounding boundary that mid is (1 + 2^-149 lies above 1). */
static struct ball finish(double mid, double err)
{
    const double least = fabs(mid) * 0x1p-52;
    return isfinite(mid) ? (struct ball){mid, err > 0 && err < least ? least : err * (1 + 0x1p-48)} : unknown;
}

/* s = a + b with its rounding error (Knuth, TAOCP 2, 4.2.2, theorem B). */
static struct ball plus(struct ball a, struct ball b)
{
    const double s = a.mid + b.mid;
    if (is_huge(a) || is_huge(b)) {
        const struct ball big = is_huge(a) ? a : b, small = is_huge(a) ? b : a;
        return fabs(small.mid) + small.err < 0x1p+990 ? big : unknown;
    }
    if (is_exact_special(a) || is_exact_special(b)) {
        return isnan(a.err + b.err) ? unknown : (struct ball){s, 0};
    }
    const double z = s - a.mid, residue = (a.mid - (s - z)) + (b.mid - z);
    return finish(s, a.err + b.err + fabs(residue));
}

static struct ball negative(struct ball a)
{
    return (struct ball){-a.mid, a.err};
}

/* The product's own error is fma's residue, which is exact unless it underflows. */
static struct ball times(struct ball a, struct ball b)
{
    const double p = a.mid * b.mid;
    if (is_huge(a) || is_huge(b)) {
        const struct ball other = is_huge(a) ? b : a;
        return fabs(other.mid) - other.err >= 1 || is_huge(other) ? huge(p) : unknown;
    }
    if (is_exact_special(a) || is_exact_special(b)) {
        return has_sign(a) && has_sign(b) ? (struct ball){p, 0} : unknown;
    }
    if ((a.mid == 0 && a.err == 0) || (b.mid == 0 && b.err == 0)) {
        return has_sign(a) && has_sign(b) ? (struct ball){p, 0} : unknown;
    }
    const double residue = fabs(p) > 0x1p-900 ? fabs(fma(a.mid, b.mid, -p)) : fabs(p) * 0x1p-53 + 0x1p-1074;
    return finish(p, fabs(a.mid) * b.err + fabs(b.mid) * a.err + a.err * b.err + residue);
}

static struct ball over(struct ball a, struct ball b)
{
    const double q = a.mid / b.mid;
    if (is_huge(b) && a.mid != 0 && has_sign(a) && fabs(a.mid) + a.err <= 1) {
        return tiny(q);
    }
    if (!has_sign(b) || is_huge(b) || (is_huge(a) && !(fabs(b.mid) + b.err <= 1))) {
        return unknown;
    }
    if (is_huge(a)) {
        return huge(copysign(1, a.mid) * copysign(1, b.mid));
    }
    if (is_exact_special(a) || is_exact_special(b) || b.mid == 0 || (a.mid == 0 && a.err == 0)) {
        return has_sign(a) ? (struct ball){q, 0} : unknown;
    }
    const double residue = fabs(q) > 0x1p-900 && fabs(a.mid) > 0x1p-900
                               ? fabs(fma(q, b.mid, -a.mid)) / fabs(b.mid)
                               : fabs(q) * 0x1p-53 + 0x1p-1074;
    return finish(q, (a.err + fabs(q) * b.err) / (fabs(b.mid) - b.err) + residue);
}

static struct ball operate(enum ul_word w, struct ball x, struct ball y)
{
    const struct ball a = widened(x), b = widened(y);
    switch (w) {
    case UL_WORD_add:
        return plus(a, b);
    case UL_WORD_subtract:
        return plus(a, negative(b));
    case UL_WORD_multiply:
        return times(a, b);
    case UL_WORD_divide:
        return over(a, b);
    default:
        return negative(x);
    }
}

/* f(x) at an inexact x: y is the kernel's ball at x.mid. The factor covers the slope's own rounding. */
static struct ball propagate(const struct step *t, struct ball x, struct ball y)
{
    if (x.err == 0) {
        return y;
    }
    if (is_huge(x)) {
        return t->settled ? y : unknown;
    }
    if (is_huge(y)) {
        return x.err < 1 ? y : unknown; /* the marks' thresholds leave that much room */
    }
    return finish(y.mid, widened(y).err + 1.25 * t->slope(x.mid, widened(x).err) * widened(x).err);
}

static void run_block(const struct ul_screen *s, const double *const *args, int at, int n,
                      double (*mid)[BLOCK], double (*err)[BLOCK])
{
    for (int k = 0; k < s->count; k++) {
        const struct step *t = &s->step[k];
        const int a = t->node.child[0],
                  b = is_operator(&t->node) && t->node.word != UL_WORD_negate ? t->node.child[1] : a;
        if (t->kernel) {
            t->kernel(mid[a], n, mid[k], err[k]);
        }
        for (int i = 0; i < n; i++) {
            struct ball y = t->constant;
            if (t->node.kind == UL_NODE_VARIABLE) {
                y = (struct ball){args[t->node.variable][at + i], 0};
            } else if (t->kernel) {
                y = propagate(t, (struct ball){mid[a][i], err[a][i]}, (struct ball){mid[k][i], err[k][i]});
            } else if (is_operator(&t->node)) {
                y = operate(t->node.word, (struct ball){mid[a][i], err[a][i]},
                            (struct ball){mid[b][i], err[b][i]});
            }
            mid[k][i] = y.mid;
            err[k][i] = y.err;
        }
    }
}

/* Nothing is known of pairs outside of these, unless they are exactly a double, or marked. */
UL_CLONES static void forget_ends(const double *restrict r, const double *restrict low, int n,
                                  double *restrict err)
{
    for (int i = 0; i < n; i++) {
        const double a = fabs(r[i]), e = err[i];
        const bool known = ((e == 0) & (low[i] == 0)) | ul_screen_is_over(r[i], e) |
                           ul_screen_is_under(r[i], e) |
                           ((a > UL_SCREEN_PAIR_LEAST) & (a < UL_SCREEN_PAIR_MOST));
        err[i] = known ? e : NAN;
    }
}

static void run_pairs(const struct ul_screen *s, const double *const *args, int at, int n, double *r,
                      double *low, double *err)
{
    const double *of[UL_MAX_ARITY];
    for (int k = 0; k < UL_MAX_ARITY; k++) {
        of[k] = args[s->variable[k]] + at;
    }
    s->pairs(of, n, r, low, err);
    forget_ends(r, low, n, err);
}

void ul_screen_run_pairs(const struct ul_screen *s, const double *const *args, int n, double *r, double *low,
                         double *err)
{
    run_pairs(s, args, 0, n, r, low, err);
}

/* A pair as a double and a bound, by the marks of doubles. */
static struct ball as_ball(double r, double low, double err)
{
    if (isnan(err)) {
        return (struct ball){r, NAN};
    }
    if (ul_screen_is_over(r, err)) {
        return (struct ball){copysign(UL_SCREEN_HUGE, r), UL_SCREEN_HUGE_ERROR};
    }
    if (ul_screen_is_under(r, err)) {
        return (struct ball){copysign(UL_SCREEN_TINY, r), UL_SCREEN_TINY_ERROR};
    }
    return err == 0 && low == 0 ? (struct ball){r, 0} : finish(r, err + fabs(low));
}

static void run_as_doubles(const struct ul_screen *s, const double *const *args, int n, double *r,
                           double *err)
{
    double low[BLOCK];
    for (int at = 0; at < n; at += BLOCK) {
        const int m = n - at < BLOCK ? n - at : BLOCK;
        run_pairs(s, args, at, m, r + at, low, err + at);
        for (int i = at; i < at + m; i++) {
            const struct ball b = as_ball(r[i], low[i - at], err[i]);
            r[i] = b.mid;
            err[i] = b.err;
        }
    }
}

void ul_screen_run(const struct ul_screen *s, const double *const *args, int n, double *r, double *err)
{
    if (s->pairs) {
        run_as_doubles(s, args, n, r, err);
        return;
    }
    const struct step *root = &s->step[s->count - 1];
    if (root->kernel && s->step[root->node.child[0]].node.kind == UL_NODE_VARIABLE) {
        root->kernel(args[s->step[root->node.child[0]].node.variable], n, r, err);
        return;
    }
    double(*work)[BLOCK] = ul_alloc(2 * sizeof(*work) * (size_t)s->count);
    for (int at = 0; at < n; at += BLOCK) {
        const int m = n - at < BLOCK ? n - at : BLOCK;
        run_block(s, args, at, m, work, work + s->count);
        for (int i = 0; i < m; i++) {
            r[at + i] = work[s->count - 1][i];
            err[at + i] = work[2 * s->count - 1][i];
        }
    }
    free(work);
}

/* What the kernels give for all arguments between two, the ends left out. */
/* clang-format off */
#define HUGE_MARK UL_SCREEN_HUGE, UL_SCREEN_HUGE_ERROR
#define TINY_MARK UL_SCREEN_TINY, UL_SCREEN_TINY_ERROR
static const struct settled {
    enum ul_word word;
    double from, to, r, err;
} settled[] = {
    {UL_WORD_acos,   1, INFINITY, NAN, 0}, {UL_WORD_acos,   -INFINITY, -1, NAN, 0},
    {UL_WORD_acospi, 1, INFINITY, NAN, 0}, {UL_WORD_acospi, -INFINITY, -1, NAN, 0},
    {UL_WORD_asin,   1, INFINITY, NAN, 0}, {UL_WORD_asin,   -INFINITY, -1, NAN, 0},
    {UL_WORD_asinpi, 1, INFINITY, NAN, 0}, {UL_WORD_asinpi, -INFINITY, -1, NAN, 0},
    {UL_WORD_atanh,  1, INFINITY, NAN, 0}, {UL_WORD_atanh,  -INFINITY, -1, NAN, 0},
    {UL_WORD_erfinv, 1, INFINITY, NAN, 0}, {UL_WORD_erfinv, -INFINITY, -1, NAN, 0},
    {UL_WORD_erfcinv,    2, INFINITY, NAN, 0}, {UL_WORD_erfcinv,    -INFINITY, 0, NAN, 0},
    {UL_WORD_normcdfinv, 1, INFINITY, NAN, 0}, {UL_WORD_normcdfinv, -INFINITY, 0, NAN, 0},
    {UL_WORD_acosh, -INFINITY, 1, NAN, 0},  {UL_WORD_log1p, -INFINITY, -1, NAN, 0},
    {UL_WORD_log,   -INFINITY, 0, NAN, 0},  {UL_WORD_log2,  -INFINITY, 0, NAN, 0},
    {UL_WORD_log10, -INFINITY, 0, NAN, 0},  {UL_WORD_sqrt,  -INFINITY, 0, NAN, 0},
    {UL_WORD_rsqrt, -INFINITY, 0, NAN, 0},  {UL_WORD_y0,    -INFINITY, 0, NAN, 0},
    {UL_WORD_y1,    -INFINITY, 0, NAN, 0},  {UL_WORD_tgamma, -INFINITY, -0x1p52, NAN, 0},
    {UL_WORD_cosh,   709, INFINITY, HUGE_MARK}, {UL_WORD_cosh, -INFINITY, -709, HUGE_MARK},
    {UL_WORD_exp,    709, INFINITY, HUGE_MARK}, {UL_WORD_exp2,  1023, INFINITY, HUGE_MARK},
    {UL_WORD_exp10,  308, INFINITY, HUGE_MARK}, {UL_WORD_expm1,  709, INFINITY, HUGE_MARK},
    {UL_WORD_sinh,   709, INFINITY, HUGE_MARK}, {UL_WORD_tgamma, 171, INFINITY, HUGE_MARK},
    {UL_WORD_exp,     -INFINITY, -693,   TINY_MARK}, {UL_WORD_exp2,  -INFINITY, -999, TINY_MARK},
    {UL_WORD_exp10,   -INFINITY, -300.8, TINY_MARK}, {UL_WORD_erfc,  26.3, INFINITY,  TINY_MARK},
    {UL_WORD_normcdf, -INFINITY, -37.1,  TINY_MARK},
};
/* clang-format on */

bool ul_screen_is_settled(const struct ul_screen *s, double from, double to, double *r, double *err)
{
    if (s->pairs || s->count != 2 || s->step[0].node.kind != UL_NODE_VARIABLE || !s->step[1].kernel) {
        return false;
    }
    for (size_t k = 0; k < sizeof(settled) / sizeof(settled[0]); k++) {
        const struct settled *t = &settled[k];
        if (t->word == s->step[1].node.word && t->from < fmin(from, to) && fmax(from, to) < t->to &&
            !isnan(from + to)) {
            *r = t->r;
            *err = t->err;
            return true;
        }
    }
    return false;
}

static const struct ul_screen_row rows[] = {
#ifdef UL_HAVE_SLEEF
#define UL_SLEEF(word, name, ulp, zero, limit)                                                               \
    {UL_SCREEN_DOUBLES, #word, "SLEEF " #name "_" #ulp, "2^-50 |r|", "|x| <= " #limit},
#define UL_LANES(word, source, bound, domain)       {UL_SCREEN_DOUBLES, #word, source, bound, domain},
#define UL_PAIR(word, arity, source, bound, domain) {UL_SCREEN_PAIRS, #word, source, bound, domain},
#else
#define UL_SLEEF(...)
#define UL_LANES(...)
#define UL_PAIR(...)
#endif
#define UL_EXACT(word, source, bound, domain) {UL_SCREEN_DOUBLES, #word, source, bound, domain},
#define UL_EXACT_PAIR(word, arity, domain)    {UL_SCREEN_PAIRS, #word, "own", "exact", domain},
#include "screen_words.def"
#include "screen_pairs.def"
#undef UL_SLEEF
#undef UL_LANES
#undef UL_EXACT
#undef UL_PAIR
#undef UL_EXACT_PAIR
};

const struct ul_screen_row *ul_screen_table(int k)
{
    return k >= 0 && k < (int)(sizeof(rows) / sizeof(rows[0])) ? &rows[k] : NULL;
}
