/* The tables of bounds: figures against the documents, spelled here by hand; what a malformed table is told;
 * which row holds on which device under which flags. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "bounds.h"
#include "table.h"

#define RELAXED "-cl-fast-relaxed-math"
#define UNSAFE  "-cl-unsafe-math-optimizations"

/* ---- Malformed tables ---- */

#define HEADER                                                                                               \
    "edition\ttable\trow\tfunction\tresult\ttype\tprofile\tflags\tarch\tdomain\tmeasure\tlimit\tguaranteed"  \
    "\t"                                                                                                     \
    "source\n"
#define START "e\tt\tf\topencl/f\t"

static void assert_refused(const char *rows, const char *message)
{
    struct ul_bound_table t = {0};
    struct ul_line why = {""};
    char *text = ul_format("%s%s", HEADER, rows);
    assert_false(ul_bounds_parse(&t, "x.tsv", text, &why));
    assert_string_equal(why.text, message);
    free(text);
    ul_bounds_free(&t);
}

static void malformed_tables(void **state)
{
    (void)state;
    struct ul_bound_table t = {0};
    struct ul_line why;
    assert_false(ul_bounds_parse(&t, "x.tsv", "edition\trow\n", &why));
    assert_string_equal(why.text, "x.tsv:1: 2 columns where 14 are known");
    assert_refused("# a note\n" START "-\n", "x.tsv:3: 5 cells under 14 columns");
    assert_refused(START "-\tfloat\t-\t-\t-\tall\topencl\t3\tyes\t\n",
                   "x.tsv:2: an empty cell ('-' stands for none)");
    assert_refused(START "9\tfloat\t-\t-\t-\tall\topencl\t3\tyes\ts\n", "x.tsv:2: unknown result '9'");
    assert_refused(START "-\tint\t-\t-\t-\tall\topencl\t3\tyes\ts\n", "x.tsv:2: unknown type 'int'");
    assert_refused(START "-\tfloat\tful\t-\t-\tall\topencl\t3\tyes\ts\n", "x.tsv:2: unknown profile 'ful'");
    assert_refused(START "-\tfloat\t-\t-a -b\t-\tall\topencl\t3\tyes\ts\n", "x.tsv:2: unknown flags '-a -b'");
    assert_refused(START "-\tfloat\t-\t-\t75\tall\topencl\t3\tyes\ts\n", "x.tsv:2: unknown arch '75'");
    assert_refused(START "-\tfloat\t-\t-\t-\tall\tulp\t3\tyes\ts\n", "x.tsv:2: unknown measure 'ulp'");
    assert_refused(START "-\tfloat\t-\t-\t-\tall\topencl\t3\tmaybe\ts\n",
                   "x.tsv:2: unknown guaranteed 'maybe'");
    assert_refused(START "-\tfloat\t-\t-\t-\tall\topencl\tthree\tyes\ts\n",
                   "x.tsv:2: malformed limit 'three'");
    assert_refused(START "-\thalf\t-\t-\t-\tall\topencl\tone-of: x * y + z\tyes\ts\n",
                   "x.tsv:2: unknown limit 'one-of: x * y + z'");
    assert_refused(START "-\tfloat\t-\t-\t-\t[0,1\topencl\t3\tyes\ts\n",
                   "x.tsv:2: malformed domain '[0,1': it reads like [0.5,2] or |x| in [0,8)");
}

#define ROW(profile, arch, domain) START "-\tfloat\t" profile "\t-\t" arch "\t" domain "\topencl\t3\tyes\ts\n"

static void overlapping_and_open_bounds(void **state)
{
    (void)state;
    assert_refused(ROW("-", "-", "all") ROW("-", "-", "all"),
                   "x.tsv:3: e, opencl/f: given twice, or after a row that closes");
    assert_refused(ROW("full", "-", "all") ROW("embedded", "-", "all") ROW("full", "-", "all"),
                   "x.tsv:4: e, opencl/f: given twice");
    assert_refused(ROW("full", "-", "all") ROW("-", "-", "all"), "x.tsv:3: e, opencl/f: given twice");
    assert_refused(ROW("-", ">=52", "all") ROW("-", "<53", "all"), "x.tsv:3: e, opencl/f: given twice");
    assert_refused(ROW("-", "-", "[0,1]") ROW("full", "-", "all"),
                   "x.tsv:2: e, opencl/f: no row closes it (domain 'rest')");
    assert_refused(ROW("-", "-", "[0,1]"), "x.tsv:2: e, opencl/f: no row closes it (domain 'rest')");
    assert_refused(ROW("-", "-", "rest"), "x.tsv:2: e, opencl/f: not a piece of the row before it");
    const char *overlaps = "x.tsv:3: e, opencl/f: its domain overlaps that of a row before it";
    assert_refused(ROW("-", "-", "[0,1]") ROW("-", "-", "[0,1]") ROW("-", "-", "rest"), overlaps);
    assert_refused(ROW("-", "-", "[0,2]") ROW("-", "-", "[1,3]") ROW("-", "-", "rest"), overlaps);
    assert_refused(ROW("-", "-", "[0,2]") ROW("-", "-", "(0,1)") ROW("-", "-", "rest"), overlaps);
    assert_refused(ROW("-", "-", "[0,2]") ROW("-", "-", "[2,3]") ROW("-", "-", "rest"), overlaps);
    assert_refused(ROW("-", "-", "[0,1] and y odd") ROW("-", "-", "[0,1] and y odd") ROW("-", "-", "rest"),
                   overlaps);
    struct ul_bound_table t = {0};
    struct ul_line why;
    const char *good = HEADER ROW("full", ">=52", "[0,1]") ROW("full", ">=52", "rest")
        ROW("full", "<52", "all") ROW("embedded", "-", "all");
    if (!ul_bounds_parse(&t, "x.tsv", good, &why))
        fail_msg("%s", why.text);
    assert_int_equal(t.rows, 4);
    const char *nested = HEADER ROW("-", "-", "[0,1)") ROW("-", "-", "[0,1]") ROW("-", "-", "(1,2]")
        ROW("-", "-", "|x| in [0,1]") ROW("-", "-", "y in [0,1]") ROW("-", "-", "rest");
    ul_bounds_free(&t);
    if (!ul_bounds_parse(&t, "x.tsv", nested, &why))
        fail_msg("%s", why.text);
    assert_int_equal(t.rows, 6);
    ul_bounds_free(&t);
}

/* ---- What is selected ---- */

static const struct ul_device full = {.opencl_c = 300},
                              embedded = {.opencl_c = 300, .embedded_profile = true};
static const struct ul_device sm_50 = {.arch = 50}, sm_70 = {.arch = 70}, sm_90 = {.arch = 90};

/* The bound of an edition for a subject's result; an empty text if there is none. */
static struct ul_bound bound(const char *edition, const char *name, const char *signature, int result,
                             const struct ul_device *d, const char *flags)
{
    struct ul_subject s = {.name = (char *)name};
    struct ul_line why;
    if (!ul_signature_parse(signature, &s.signature, &why))
        fail_msg("%s", why.text);
    struct ul_bound b[UL_MAX_BOUNDS];
    int n = ul_bounds_select(&s, result, d, flags, NULL, b);
    for (int i = 0; i < n; i++)
        if (!strcmp(b[i].edition, edition))
            return b[i];
    return (struct ul_bound){.pieces = 0};
}

static void assert_bound(const char *edition, const char *name, const struct ul_device *d, const char *flags,
                         const char *text)
{
    struct ul_bound b = bound(edition, name, "float(float)", 0, d, flags);
    if (strcmp(b.text, text))
        fail_msg("%s %s '%s': \"%s\" where the document has \"%s\"", edition, name, flags, b.text, text);
}

static void opencl_figures(void **state)
{
    (void)state;
    const char *const e = "opencl-3";
    assert_bound(e, "opencl/recip", &full, "", "<= 2.5 ulp");
    assert_bound(e, "opencl/recip", &embedded, "", "<= 3 ulp");
    assert_bound(e, "opencl/acos", &full, "", "<= 4 ulp");
    assert_bound(e, "opencl/exp", &full, "", "<= 3 ulp");
    assert_bound(e, "opencl/exp", &embedded, "", "<= 4 ulp");
    assert_bound(e, "opencl/log1p", &full, "", "<= 2 ulp");
    assert_bound(e, "opencl/log1p", &embedded, "", "<= 4 ulp");
    assert_bound(e, "opencl/tanpi", &full, "", "<= 6 ulp");
    assert_bound(e, "opencl/tgamma", &full, "-cl-mad-enable", "<= 16 ulp");
    assert_bound(e, "opencl/fabs", &full, "", "<= 0 ulp");
    assert_bound(e, "opencl/rint", &full, "", "correctly rounded");
    assert_bound(e, "opencl/lgamma", &full, "", "undefined");
    assert_bound(e, "opencl/lgamma", &embedded, "", ""); /* that table has no such row */
    assert_bound(e, "opencl/native_recip", &full, "", "implementation-defined");
    assert_bound(e, "opencl/half_exp", &embedded, "", "<= 8192 ulp");
    assert_bound(e, "opencl/half_tan", &full, "", "<= 8192 ulp for |x| in [0,2^16]; undefined elsewhere");
    assert_bound(e, "opencl/sqrt", &full, "", "<= 3 ulp");
    assert_bound(e, "opencl/sqrt", &full, "-cl-mad-enable -cl-fp32-correctly-rounded-divide-sqrt",
                 "correctly rounded");
    assert_bound(e, "opencl/recip", &embedded, "-cl-fp32-correctly-rounded-divide-sqrt", "correctly rounded");
    assert_bound(e, "opencl/recip", &embedded, "-cl-fp32-correctly-rounded-divide-sqrt " RELAXED,
                 "<= 3 ulp for |x| in [2^-126,2^126]; undefined elsewhere");
}

static void opencl_relaxed_figures(void **state)
{
    (void)state;
    const char *const e = "opencl-3";
    assert_bound(e, "opencl/sqrt", &full, RELAXED, "<= 3 ulp"); /* not in the relaxed table */
    assert_bound(e, "opencl/acos", &full, UNSAFE, "<= 4096 ulp");
    assert_bound(e, "opencl/sin", &full, RELAXED, "<= 2^-11 abs in [-pi,pi]; undefined elsewhere");
    assert_bound(e, "opencl/cospi", &full, "-w " UNSAFE, "<= 2^-11 abs in [-1,1]; undefined elsewhere");
    assert_bound(e, "opencl/exp", &full, RELAXED, "<= 3+floor(|2*x|) ulp");
    assert_bound(e, "opencl/exp2", &embedded, RELAXED, "<= 4+floor(|2*x|) ulp");
    assert_bound(e, "opencl/log10", &full, RELAXED, "<= 2^-21 abs in [0.5,2]; <= 3 ulp elsewhere");
    assert_bound(e, "opencl/recip", &full, RELAXED,
                 "<= 2.5 ulp for |x| in [2^-126,2^126]; undefined elsewhere");
    assert_bound(e, "opencl/log1p", &full, RELAXED, "<= 8192 ulp or as derived");
    assert_bound(e, "opencl/tanpi", &full, RELAXED,
                 "<= 8192 ulp or as derived in [-1,1]; as derived elsewhere");
    assert_bound(e, "opencl/acos", &full, "-cl-fast-relaxed", "<= 4 ulp"); /* whole words only */
    assert_bound(e, "opencl/acos", &full, "-cl-fast-relaxed-mathematics", "<= 4 ulp");
    assert_bound("seed", "opencl/acos", &full, RELAXED, "<= 4 ulp"); /* knows no flags */
    struct ul_bound b = bound(e, "opencl/acospi", "float(float)", 0, &full, RELAXED);
    assert_string_equal(b.piece[0].words, "acos(x) * M_1_PI_F or acos(x) * M_PI_F");
    b = bound(e, "opencl/atanh", "float(float)", 0, &full, RELAXED);
    assert_int_equal(b.pieces, 3);
    assert_string_equal(b.piece[0].words, "x");
    assert_int_equal(b.piece[2].kind, UL_LIMIT_UNDEFINED);
    b = bound(e, "opencl/tanpi", "float(float)", 0, &full, RELAXED);
    assert_true(b.piece[0].number == 8192 && isnan(b.piece[1].number));
}

static void cuda_figures(void **state)
{
    (void)state;
    const char *const e = "cuda-13.1";
    assert_bound(e, "cuda/acosf", &sm_90, "", "<= 2 ulp");
    assert_bound("seed", "cuda/acosf", &sm_90, "", "<= 3 ulp");
    assert_bound(e, "cuda/tgammaf", &sm_90, "", "<= 5 ulp");
    assert_bound("seed", "cuda/tgammaf", &sm_90, "", "<= 11 ulp");
    assert_bound(e, "cuda/erfcinvf", &sm_90, "", "<= 4 ulp");
    assert_bound("seed", "cuda/erfcinvf", &sm_90, "", "<= 2 ulp");
    assert_bound("seed", "cuda/cospif", &sm_90, "", "<= 2 ulp"); /* printed as cospi */
    assert_bound(e, "cuda/cospif", &sm_90, "", "<= 1 ulp");
    assert_bound("seed", "cuda/fabsf", &sm_90, "", "undocumented");
    assert_bound(e, "cuda/fabsf", &sm_90, "", "");
    assert_bound(e, "cuda/lgammaf", &sm_90, "", "<= 6 ulp not in [-10.001,-2.264]; undefined elsewhere");
    assert_bound(e, "cuda/j0f", &sm_90, "", "<= 9 ulp for |x| in [0,8); <= 2.2e-6 abs elsewhere");
    assert_bound("seed", "cuda/y1f", &sm_90, "", "<= 9 ulp for |x| in [0,8); <= 2.2e-6 abs elsewhere");
    assert_bound(e, "cuda/__expf", &sm_90, "", "<= 2+floor(|1.173*x|) ulp");
    assert_bound(e, "cuda/__log2f", &sm_90, "", "<= 2^-22 abs in [0.5,2]; <= 2 ulp elsewhere");
    assert_bound(e, "cuda/__tanf", &sm_90, "", "as derived");
    assert_bound(e, "cuda/__frcp_ru", &sm_90, "", "correctly rounded");
    struct ul_bound b = bound(e, "cuda/expf", "float(float)", 0, &sm_90, "");
    assert_false(b.guaranteed);
    assert_int_equal(b.piece[0].measure, UL_CUDA);
    assert_true(bound("opencl-3", "opencl/exp", "float(float)", 0, &full, "").guaranteed);
}

static void cuda_flags_and_architectures(void **state)
{
    (void)state;
    const char *const editions[] = {"cuda-13.1", "seed"};
    for (int i = 0; i < 2; i++) {
        const char *const e = editions[i];
        assert_bound(e, "cuda/recip", &sm_90, "", "<= 0 ulp");
        assert_bound(e, "cuda/recip", &sm_90, "-prec-div=false", "<= 1 ulp");
        assert_bound(e, "cuda/recip", &sm_90, "-use_fast_math", "<= 1 ulp");
        assert_bound(e, "cuda/recip", &sm_90, "-prec-div=true", "<= 0 ulp");
        assert_bound(e, "cuda/sqrtf", &sm_50, "", "<= 0 ulp");
        assert_bound(e, "cuda/sqrtf", &sm_90, "-ftz=true -prec-sqrt=false", "<= 1 ulp");
        assert_bound(e, "cuda/sqrtf", &sm_50, "-prec-sqrt=false", "<= 3 ulp");
    }
    const char *const e = "cuda-13.1";
    assert_bound(e, "cuda/sinf", &sm_90, "-use_fast_math",
                 "<= 2^-21.41 abs in [-pi,pi]; undefined elsewhere");
    assert_bound(e, "cuda/exp10f", &sm_90, "-use_fast_math", "<= 2+floor(|2.97*x|) ulp");
    assert_bound(e, "cuda/exp2f", &sm_90, "-use_fast_math", "<= 2 ulp"); /* not in the map */
    assert_bound(e, "cuda/tanhf", &sm_90, "-use_fast_math", "<= 2^-11 rel");
    assert_bound(e, "cuda/tanhf", &sm_70, "-use_fast_math", "<= 2 ulp");
    assert_bound(e, "cuda/__tanhf", &sm_70, "", "<= 2 ulp");
    assert_bound(e, "cuda/sinf", &sm_90, "-ftz=true", "<= 2 ulp");
}

/* A bound's text for any signature; an empty one if there is none. */
static void assert_text(const char *edition, const char *name, const char *signature,
                        const struct ul_device *d, const char *flags, const char *text)
{
    struct ul_bound b = bound(edition, name, signature, 0, d, flags);
    if (strcmp(b.text, text))
        fail_msg("%s %s '%s': \"%s\" where the document has \"%s\"", edition, name, flags, b.text, text);
}

static void opencl_types(void **state)
{
    (void)state;
    const char *const e = "opencl-3", *const h2 = "half(half, half)", *const d2 = "double(double, double)";
    assert_text(e, "opencl/exp", "half(half)", &full, "", "<= 2 ulp");
    assert_text(e, "opencl/exp", "half(half)", &embedded, "", "<= 3 ulp");
    assert_text(e, "opencl/exp", "half(half)", &full, RELAXED, "<= 2 ulp"); /* single precision only */
    assert_text(e, "opencl/exp", "double(double)", &full, RELAXED, "<= 3 ulp");
    assert_text(e, "opencl/tan", "half(half)", &full, "", "<= 2.5 ulp");
    assert_text(e, "opencl/sqrt", "half(half)", &embedded, "", "<= 1.5 ulp");
    assert_text(e, "opencl/sqrt", "double(double)", &full, "", "correctly rounded");
    assert_text(e, "opencl/recip", "double(double)", &embedded, "", "correctly rounded");
    assert_text(e, "opencl/divide", h2, &full, "", "<= 1 ulp");
    assert_text(e, "opencl/divide", d2, &full, "", "correctly rounded");
    assert_text(e, "opencl/lgamma", "double(double)", &full, "", ""); /* no such row */
    assert_text(e, "opencl/mad", "half(half, half, half)", &full, "", "implementation-defined");
    assert_text(e, "opencl/mad", "double(double, double, double)", &full, "", "any value allowed");
    assert_text(e, "opencl/distance", "double(double, double)", &full, "", "<= 5.5+2*width ulp");
    assert_text(e, "opencl/length", "half(half)", &full, "", "<= 0.25+0.5*width ulp");
    assert_text(e, "opencl/length", "half(half)", &embedded, "", "implementation-defined");
    assert_text(e, "opencl/dot", d2, &full, "",
                "<= max*max*(2*width-1)*2^-23 abs"); /* as printed: FLT_EPSILON */
    assert_text(e, "opencl/dot", h2, &full, "", "<= max*max*(2*width-1)*2^-10 abs");
    assert_text("seed", "opencl/pow", d2, &full, "", "<= 16 ulp");
    assert_text("seed", "opencl/pow", h2, &full, "", "");
}

static void opencl_several_arguments(void **state)
{
    (void)state;
    const char *const e = "opencl-3", *const f2 = "float(float, float)",
                      *const f3 = "float(float, float, float)";
    assert_text(e, "opencl/divide", f2, &full, "", "<= 2.5 ulp");
    assert_text(e, "opencl/divide", f2, &embedded, "", "<= 3 ulp");
    assert_text(e, "opencl/divide", f2, &full, "-cl-fp32-correctly-rounded-divide-sqrt", "correctly rounded");
    assert_text(e, "opencl/divide", f2, &embedded, RELAXED,
                "<= 3 ulp for |x| in [2^-62,2^62] and |y| in [2^-62,2^62]; undefined elsewhere");
    assert_text(e, "opencl/mad", f3, &full, "", "one of fma(x, y, z) or x * y + z");
    assert_text(e, "opencl/mad", f3, &embedded, "", "any value allowed");
    assert_text("seed", "opencl/mad", f3, &full, "", "any value allowed");
    assert_text(e, "opencl/mix", f3, &full, "",
                "<= 1e-3 abs for z in [0,1] and |x| in [0,1] and |y| in [0,1]; undefined elsewhere");
    assert_text(e, "opencl/cross", "float(float, float)", &full, "", "<= max*max*3*2^-23 abs");
    assert_text(e, "opencl/half_divide", f2, &embedded, "", "<= 8192 ulp");
    assert_text(e, "opencl/fast_length", "float(float)", &full, "", "<= 8191.5+1*width ulp");
    assert_text(e, "opencl/native_powr", f2, &full, "", "implementation-defined");
}

static const char *formula_at(const struct ul_bound *b, double x, double y)
{
    const struct ul_point at = {.values = 2, .width = 1, .x = {x, y}};
    const struct ul_piece *p = ul_bound_piece(b, &at);
    return p->kind == UL_LIMIT_DERIVED ? p->words : p->kind == UL_LIMIT_UNDEFINED ? "undefined" : "?";
}

static void opencl_relaxed_powers(void **state)
{
    (void)state;
    struct ul_bound b = bound("opencl-3", "opencl/pow", "float(float, float)", 0, &full, RELAXED);
    assert_string_equal(formula_at(&b, 0, -0.0), "undefined");
    assert_string_equal(formula_at(&b, -2, 0.5), "undefined");
    assert_string_equal(formula_at(&b, -1, 0x1.000002p24), "undefined");
    assert_string_equal(formula_at(&b, -1, 0x1p24), "exp2(y * log2(fabs(x)))"); /* even */
    assert_string_equal(formula_at(&b, -2, 3), "-exp2(y * log2(fabs(x)))");
    assert_string_equal(formula_at(&b, -0.0, 3), "0");
    assert_string_equal(formula_at(&b, 2, 0.5), "exp2(y * log2(fabs(x)))");
    b = bound("opencl-3", "opencl/rootn", "float(float, int)", 0, &full, RELAXED);
    assert_string_equal(formula_at(&b, 8, 3), "exp2(log2(x) / y)");
    assert_string_equal(formula_at(&b, -8, 3), "-exp2(log2(-x) / y)");
    assert_string_equal(formula_at(&b, -8, 2), "undefined");
    assert_string_equal(formula_at(&b, 8, 0), "undefined");
    assert_string_equal(formula_at(&b, 0, -3), "undefined");
    assert_string_equal(formula_at(&b, 0, 3), "0");
    b = bound("opencl-3", "opencl/atan2", "float(float, float)", 0, &full,
              RELAXED); /* the document's y is our x */
    assert_string_equal(formula_at(&b, -5, 2), "atan(x / y)");
    assert_string_equal(formula_at(&b, 5, -2), "atan(x / y) + M_PI_F");
    assert_string_equal(formula_at(&b, -5, -2), "atan(x / y) - M_PI_F");
    assert_string_equal(formula_at(&b, 0, -2), "undefined");
    b = bound("opencl-3", "opencl/powr", "float(float, float)", 0, &full, RELAXED);
    assert_string_equal(formula_at(&b, -1, 2), "undefined");
    assert_string_equal(formula_at(&b, 0, 2), "exp2(y * log2(x))");
}

static double limit_there(const struct ul_bound *b, double x, double y)
{
    const struct ul_point at = {.values = 2, .width = 1, .x = {x, y}};
    const struct ul_piece *p = ul_bound_piece(b, &at);
    return p->kind == UL_LIMIT_NUMBER ? ul_piece_limit(p, &at) : NAN;
}

static void cuda_orders(void **state)
{
    (void)state;
    const char *const editions[] = {"cuda-13.1", "seed"}, *const f = "float(char, float)",
                      *const d = "double(char, double)";
    for (int i = 0; i < 2; i++) {
        struct ul_bound b = bound(editions[i], "cuda/jnf", f, 0, &sm_90, "");
        assert_true(limit_there(&b, 128, 1e30) == 2.2e-6 && isnan(limit_there(&b, 127, 128)));
        b = bound(editions[i], "cuda/jn", d, 0, &sm_90, "");
        assert_true(limit_there(&b, 128, -1) == 5e-12 && isnan(limit_there(&b, -128, 1)));
        b = bound(editions[i], "cuda/ynf", f, 0, &sm_90, "");
        assert_true(limit_there(&b, 3, 2.5) == 10 && b.piece[0].measure == UL_CUDA);
        assert_true(limit_there(&b, 3, 3) == 2.2e-6 && b.piece[1].measure == UL_ABS);
        b = bound(editions[i], "cuda/yn", d, 0, &sm_90, "");
        assert_true(limit_there(&b, 2, 0x1.8000000000001p1) == 5e-12 && isnan(limit_there(&b, 2, 3)));
    }
    assert_text("cuda-13.1", "cuda/lgamma", "double(double)", &sm_90, "",
                "<= 4 ulp not in [-23.0001,-2.2637]; undefined elsewhere");
    assert_text("seed", "cuda/lgamma", "double(double)", &sm_90, "",
                "<= 4 ulp not in [-11.0001,-2.2637]; undefined elsewhere");
}

static void cuda_types(void **state)
{
    (void)state;
    const char *const e = "cuda-13.1", *const f2 = "float(float, float)", *const h = "half(half)",
                      *const b = "bfloat16(bfloat16)", *const d = "double(double)";
    assert_text(e, "cuda/powf", f2, &sm_90, "", "<= 4 ulp");
    assert_text("seed", "cuda/powf", f2, &sm_90, "", "<= 8 ulp");
    assert_text(e, "cuda/powf", f2, &sm_90, "-use_fast_math", "as derived");
    assert_text(e, "cuda/divide", f2, &sm_90, "", "<= 0 ulp");
    assert_text(e, "cuda/divide", f2, &sm_90, "-prec-div=false", "<= 2 ulp");
    assert_text(e, "cuda/divide", f2, &sm_90, "-prec-div=false -use_fast_math",
                "<= 2 ulp for |y| in [2^-126,2^126]; undefined elsewhere");
    assert_text("seed", "cuda/divide", f2, &sm_90, "-use_fast_math", "<= 2 ulp");
    assert_text(e, "cuda/divide(double)", "double(double, double)", &sm_90, "-use_fast_math", "<= 0 ulp");
    assert_text(e, "cuda/__ddiv_ru", "double(double, double)", &sm_90, "", "correctly rounded");
    assert_text(e, "cuda/normf", "float(float, float, float)", &sm_90, "",
                "undocumented: an error bound cannot be provided");
    assert_text("seed", "cuda/normf", "float(float, float, float)", &sm_90, "", "<= 4 ulp");
    assert_text(e, "cuda/acosh", d, &sm_90, "", "<= 3 ulp");
    assert_text("seed", "cuda/acosh", d, &sm_90, "", "<= 2 ulp");
    assert_text("seed", "cuda/rhypotf", f2, &sm_90, "", "<= 2 ulp"); /* printed as rhypot */
    assert_text(e, "cuda/hexp(half)", h, &sm_90, "", "<= 0 ulp");
    assert_text(e, "cuda/htanh_approx(bfloat16)", b, &sm_90, "", "<= 1 ulp");
    assert_text("ptx-9.1", "cuda/htanh_approx(bfloat16)", b, &sm_90, "", "<= 2^-8 abs");
    assert_text("ptx-9.1", "cuda/htanh_approx(half)", h, &sm_70, "", ""); /* not that instruction */
    assert_text("ptx-9.1", "ptx/div.full.f32", f2, &sm_90, "", "<= 2 ulp");
    assert_text("ptx-9.1", "ptx/div.approx.ftz.f32", f2, &sm_90, "",
                "<= 2 ulp for |y| in [2^-126,2^126]; undefined elsewhere");
    assert_text(e, "cuda/__fdividef", f2, &sm_90, "",
                "<= 2 ulp for |y| in [2^-126,2^126]; undefined elsewhere");
    assert_text("ptx-9.1", "ptx/ex2.approx.f16", h, &sm_90, "",
                "<= 2^-9.9 rel in [-14,inf]; undefined elsewhere");
    assert_text("ptx-9.1", "ptx/ex2.approx.ftz.bf16x2", "bfloat162(bfloat162)", &sm_90, "", "<= 2^-7 rel");
    assert_text("ptx-9.1", "ptx/tanh.approx.f16x2", "half2(half2)", &sm_90, "", "<= 2^-10.987 abs");
    assert_text("ptx-9.1", "ptx/rcp.approx.ftz.f64", d, &sm_90, "",
                "undocumented: fast, gross approximation");
    assert_text("seed", "cuda/hrsqrt(half)", h, &sm_90, "",
                "undocumented: round-to-nearest mode"); /* hrqsrt */
    assert_text("seed", "cuda/__hbequ2(half2)", "bool(half2, half2)", &sm_90, "",
                "undocumented"); /* _hbegu2 */
    assert_text("seed", "cuda/__half2ll_ru", "long(half)", &sm_90, "", "undocumented: round-up mode");
}

static void ptx_figures(void **state)
{
    (void)state;
    const char *const e = "ptx-9.1";
    assert_bound(e, "ptx/rcp.approx.ftz.f32", &sm_90, "", "<= 1 ulp");
    assert_bound(e, "ptx/sqrt.approx.f32", &sm_90, "",
                 "<= 2^-23 rel in (0,0x1.fffffep+127]; undefined elsewhere");
    assert_bound(e, "ptx/rsqrt.approx.ftz.f32", &sm_90, "-ftz=true",
                 "<= 2^-22.9 rel in (0,0x1.fffffep+127]; undefined elsewhere");
    assert_bound(e, "ptx/sin.approx.ftz.f32", &sm_90, "",
                 "<= 2^-20.5 abs in [-2pi,2pi]; <= 2^-14.7 abs in [-100pi,100pi]; undefined elsewhere");
    assert_bound(e, "ptx/lg2.approx.f32", &sm_90, "", "<= 2^-22 abs in (0.5,2); <= 2^-22 rel elsewhere");
    assert_bound(e, "ptx/ex2.approx.ftz.f32", &sm_90, "", "<= 2 ulp");
    assert_bound(e, "ptx/tanh.approx.f32", &sm_90, "", "<= 2^-11 rel");
}

static void results_of_out_parameters(void **state)
{
    (void)state;
    const char *const sincos = "void(float, float*, float*)", *const lgamma_r = "float(float, int*)";
    struct ul_bound s = bound("cuda-13.1", "cuda/__sincosf", sincos, 0, &sm_90, "");
    struct ul_bound c = bound("cuda-13.1", "cuda/__sincosf", sincos, 1, &sm_90, "");
    assert_true(s.piece[0].number == exp2(-21.41) && c.piece[0].number == exp2(-21.19));
    c = bound("cuda-13.1", "cuda/sincosf", sincos, 1, &sm_90, "-use_fast_math");
    assert_true(c.piece[0].number == exp2(-21.19));
    assert_true(bound("cuda-13.1", "cuda/sincosf", sincos, 1, &sm_90, "").piece[0].number == 2);
    assert_int_equal(bound("opencl-3", "opencl/lgamma_r", lgamma_r, 0, &full, "").piece[0].kind,
                     UL_LIMIT_UNDEFINED);
    assert_int_equal(bound("opencl-3", "opencl/lgamma_r", lgamma_r, 1, &full, "").piece[0].kind,
                     UL_LIMIT_NUMBER);
}

static const char *edition_in_force(const char *name, const char *force)
{
    struct ul_subject s = {.name = (char *)name};
    assert_true(ul_signature_parse("float(float)", &s.signature, NULL));
    struct ul_bound b[UL_MAX_BOUNDS];
    const char *in_force = "none";
    int n = ul_bounds_select(&s, 0, &sm_90, "", force, b);
    for (int i = 0; i < n; i++)
        if (b[i].in_force)
            in_force = b[i].edition;
    return in_force;
}

static void which_edition_is_in_force(void **state)
{
    (void)state;
    assert_string_equal(edition_in_force("opencl/exp", NULL), "opencl-3");
    assert_string_equal(edition_in_force("cuda/expf", NULL), "cuda-13.1");
    assert_string_equal(edition_in_force("ptx/ex2.approx.f32", NULL), "ptx-9.1");
    assert_string_equal(edition_in_force("cuda/expf", "seed"), "seed");
    assert_string_equal(edition_in_force("opencl/expm1", "cuda-13.1"), "none");
    assert_string_equal(edition_in_force("opencl/convert_float_rtz(double)", NULL), "opencl-3"); /* a stem */
    assert_string_equal(edition_in_force("opencl/conver", NULL), "none");
    assert_string_equal(edition_in_force("cuda/fabsf", NULL), "none"); /* only `seed` names it */
    const char *const expected[] = {"cuda-13.1", "opencl-3", "ptx-9.1", "seed", NULL};
    for (int i = 0; i < 4; i++)
        assert_string_equal(ul_bounds_editions()[i], expected[i]);
    assert_null(ul_bounds_editions()[4]);
    assert_int_equal(strlen(ul_bounds_version()), 16);
}

static void collect(const char *edition, const char *table, const char *name, void *context)
{
    ul_text_add(context, "%s %s:%s;", edition, table, name);
}

static void rows_that_a_subject_serves(void **state)
{
    (void)state;
    struct ul_subject s = {.name = (char *)"opencl/exp"};
    assert_true(ul_signature_parse("float(float)", &s.signature, NULL));
    struct ul_text t = {0};
    ul_bounds_rows(&s, collect, &t);
    assert_string_equal(t.data, "opencl-3 single_full:exp;opencl-3 single_embedded:exp;"
                                "opencl-3 single_unsafe_math:exp(x);seed single:exp;");
    t.length = 0;
    s.name = (char *)"cuda/cospif";
    ul_bounds_rows(&s, collect, &t);
    assert_string_equal(t.data, "cuda-13.1 single_standard:cospif(x);seed single:cospi;");
    ul_text_free(&t);
}

/* ---- Tables and subjects ---- */

static const struct ul_subject *subject_of(const struct ul_catalogue *c, const struct ul_bound_row *r)
{
    for (int i = 0; i < c->count; i++)
        if (ul_bound_row_names(r, &c->subject[i]))
            return &c->subject[i];
    return NULL;
}

static void every_row_names_a_subject(const struct ul_catalogue *c)
{
    const struct ul_bound_table *t = ul_bounds_table();
    for (const struct ul_bound_row *r = t->row; r < t->row + t->rows; r++) {
        const struct ul_subject *s = subject_of(c, r);
        if (!s || r->result >= s->signature.results)
            fail_msg("%s:%d: no such subject or result: %s", r->path, r->line, r->function);
    }
    assert_true(t->rows > 1400);
}

static bool has_row(const struct ul_subject *s, int result, const char *edition)
{
    struct ul_bound b[UL_MAX_BOUNDS];
    const int n = ul_bounds_select(s, result, strncmp(edition, "opencl", 6) ? &sm_90 : &full, "", NULL, b);
    return n > 0 && (b[0].in_force || b[n - 1].in_force) && !strcmp(b[0].edition, edition);
}

static void each_result_has_a_row(const struct ul_subject *s, const char *edition)
{
    for (int result = 0; result < s->signature.results; result++)
        if (!has_row(s, result, edition))
            fail_msg("%s, result %d: no row in %s", s->name, result, edition);
}

static struct ul_catalogue catalogue;

/* A name of CUDA's documents; `seed` is none. */
static void name_has_a_row(char **column, const char *where)
{
    (void)where;
    const char *edition = strncmp(column[0], "ptx", 3) ? "cuda-13.1" : "ptx-9.1";
    for (int k = 0; k < catalogue.count && strncmp(column[0], "seed", 4) != 0; k++)
        if (!strcmp(catalogue.subject[k].name, column[2]))
            each_result_has_a_row(&catalogue.subject[k], edition);
}

/* What the documents speak of. OpenCL's speaks of all, but of lgamma in float only. */
static void every_subject_has_a_row(void)
{
    for (const struct ul_subject *s = catalogue.subject; s < catalogue.subject + catalogue.count; s++)
        if (!strncmp(s->name, "opencl/", 7) && ul_subject_is_measured(s) &&
            (strncmp(s->name, "opencl/lgamma", 13) != 0 || ul_signature_type(&s->signature) == UL_FLOAT))
            each_result_has_a_row(s, "opencl-3");
    assert_true(for_each_row("cuda_names.tsv", 4, name_has_a_row) > 600);
}

static void tables_and_subjects_agree(void **state)
{
    (void)state;
    struct ul_line why;
    if (!ul_catalogue_load(&catalogue, &why))
        fail_msg("%s", why.text);
    every_row_names_a_subject(&catalogue);
    every_subject_has_a_row();
    ul_catalogue_free(&catalogue);
}

static void every_bound_fits(void **state)
{
    (void)state;
    const struct ul_bound_table *t = ul_bounds_table();
    for (const struct ul_bound_row *r = t->row; r < t->row + t->rows; r++) {
        assert_true(strlen(r->source) > 8);
        struct ul_subject s = {.name = (char *)r->function};
        char *signature = ul_format("%s(float)", ul_types[r->type].name);
        assert_true(ul_signature_parse(signature, &s.signature, NULL));
        free(signature);
        struct ul_device d = {.embedded_profile = !strcmp(r->profile, "embedded"), .arch = 90};
        struct ul_bound b[UL_MAX_BOUNDS];
        int n = ul_bounds_select(&s, r->result, &d, strcmp(r->flags, "-") ? r->flags : "", NULL, b);
        for (int i = 0; i < n; i++)
            if (strlen(b[i].text) + 1 >= sizeof b[i].text)
                fail_msg("%s:%d: its text is cut: %s", r->path, r->line, b[i].text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(malformed_tables),
        cmocka_unit_test(overlapping_and_open_bounds),
        cmocka_unit_test(opencl_figures),
        cmocka_unit_test(opencl_relaxed_figures),
        cmocka_unit_test(cuda_figures),
        cmocka_unit_test(cuda_flags_and_architectures),
        cmocka_unit_test(opencl_types),
        cmocka_unit_test(opencl_several_arguments),
        cmocka_unit_test(opencl_relaxed_powers),
        cmocka_unit_test(cuda_types),
        cmocka_unit_test(cuda_orders),
        cmocka_unit_test(ptx_figures),
        cmocka_unit_test(results_of_out_parameters),
        cmocka_unit_test(which_edition_is_in_force),
        cmocka_unit_test(rows_that_a_subject_serves),
        cmocka_unit_test(tables_and_subjects_agree),
        cmocka_unit_test(every_bound_fits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
