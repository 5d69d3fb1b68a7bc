/* Screening against Arb: every word, on every exponent, both signs, and near the points where functions have
 * roots, poles and ends; whatever the CPU's vector width offers. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <cmocka.h>
#include "reference.h"
#include "screen.h"
#include "screen_device.h"
#include "screen_bessel.h"
#include "screen_turns.h"
#include "screen_device_words.h"
#include "screen_kernel.h"

static const struct ul_parameter of_float = {.type = UL_FLOAT, .width = 1};

static ul_bits bits_of(double x)
{
    const float f = (float)x;
    uint32_t b;
    memcpy(&b, &f, sizeof b);
    return b;
}

/* `magnitude` lies at or above `floor`, or at or below it. */
static bool at_least(const arb_t value, double limit)
{
    return arf_cmpabs_d(arb_midref(value), limit) >= 0;
}

static bool ball_holds(const struct ul_exact *v, double r, double err)
{
    const bool negative = arf_sgn(arb_midref(v->ball)) < 0;
    if (fabs(r) == UL_SCREEN_HUGE && err == UL_SCREEN_HUGE_ERROR) {
        return at_least(v->ball, 0x1p999) && negative == (r < 0);
    }
    if (fabs(r) == UL_SCREEN_TINY && err == UL_SCREEN_TINY_ERROR) {
        return !at_least(v->ball, 0x1.8p-999) && negative == (r < 0);
    }
    if (!isfinite(r)) {
        return false;
    }
    arb_t screened;
    arb_init(screened);
    arb_set_d(screened, r);
    mag_set_d(arb_radref(screened), err);
    const bool holds = arb_overlaps(screened, v->ball);
    arb_clear(screened);
    return holds;
}

/* Does the exact value lie where screening says? Infinities and NaN are to be exact, a zero may be. */
static bool holds(const struct ul_exact *v, double r, double err)
{
    switch (v->kind) {
    case UL_EXACT_NAN:
        return isnan(r) && err == 0;
    case UL_EXACT_INFINITY:
        return isinf(r) && err == 0 && v->negative == (r < 0);
    case UL_EXACT_ZERO:
        return err == 0 ? r == 0 && v->negative == (signbit(r) != 0) : fabs(r) <= err;
    default:
        return ball_holds(v, r, err);
    }
}

/* Every exponent with a few fractions, both signs, infinities and NaN, and clusters around special points. */
enum { INPUTS = 4096 };
static double inputs[INPUTS];
static int input_count;

static void add_input(double x)
{
    assert_true(input_count < INPUTS);
    inputs[input_count++] = (float)x;
}

static void add_cluster(double center)
{
    float up = (float)center, down = up;
    for (int k = 0; k < 4; k++) {
        add_input(up);
        add_input(down);
        up = nextafterf(up, INFINITY);
        down = nextafterf(down, -INFINITY);
    }
}

static int make_inputs(void **state)
{
    (void)state;
    static const double centers[] = {
        0,         0.5,       1,         1.5,        2,          2.5,       3,         10,        26.3,
        37.1,      38,        88,        171,        170.6,      180,       300.8,     308,       693,
        709,       999,       1023,      1.57079632, 3.14159265, 6.2831853, 1000000,   8388607.5, 0.70710678,
        0.15625,   2.4570247, 2.7476826, 3.1435808,  3.9552943,  4.0392,    5.0082,    1e10,      1.4616321,
        0.4769363, 5.5,       12.5,      150.5,      0.8939663,  2.1971413, 5.4296811, 2.4048256, 3.8317060};
    uint64_t seed = 1;
    for (int e = -149; e <= 127; e++) {
        for (int k = 0; k < 5; k++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            const double fraction = k == 0 ? 1 : 1 + (double)(seed >> 41) * 0x1p-23;
            add_input(ldexp(fraction, e));
            add_input(-ldexp(fraction, e));
        }
    }
    for (size_t k = 0; k < sizeof centers / sizeof centers[0]; k++) {
        add_cluster(centers[k]);
        add_cluster(-centers[k]);
    }
    for (int k = 0; k < 300; k++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        add_input(ldexp((double)(int64_t)seed, -63) * (k % 3 == 0 ? 4 : k % 3 == 1 ? 40 : 200));
    }
    add_input(INFINITY);
    add_input(-INFINITY);
    add_input(NAN);
    return 0;
}

/* Screens all inputs into r and err; false if the expression has no screening. */
static bool screen_inputs(const struct ul_expression *e, double *r, double *err)
{
    struct ul_screen *s = ul_screen_new(e, UL_SCREEN_DOUBLES);
    if (s) {
        ul_screen_run(s, (const double *[]){inputs}, input_count, r, err);
    }
    ul_screen_free(s);
    return s != NULL;
}

/* The exact value to well within `err`. */
static void reference_to(const struct ul_expression *e, double x, double err, struct ul_exact *v)
{
    for (long precision = 128; precision <= 2048; precision *= 2) {
        ul_reference(e, &of_float, (ul_bits[]){bits_of(x)}, precision, v);
        if (v->kind != UL_EXACT_BALL ||
            mag_cmp_2exp_si(arb_radref(v->ball), ilogb(fmax(err, 0x1p-900)) - 4) < 0) {
            return;
        }
    }
}

/* How many results lie outside their bound; `*known`: how many have one. */
static int stray(const struct ul_expression *e, const double *r, const double *err, bool print, int *known)
{
    struct ul_exact v;
    ul_exact_init(&v);
    int strays = 0;
    *known = 0;
    for (int i = 0; i < input_count; i++) {
        if (isnan(err[i])) {
            continue;
        }
        ++*known;
        reference_to(e, inputs[i], err[i], &v);
        if (!holds(&v, r[i], err[i]) && strays++ < 5 && print) {
            printf("%s at %a: %a, error %a; exact kind %d, %s%.20g\n", e->text, inputs[i], r[i], err[i],
                   (int)v.kind, v.negative ? "negative " : "", arf_get_d(arb_midref(v.ball), ARF_RND_NEAR));
        }
    }
    ul_exact_clear(&v);
    return strays;
}

static struct ul_expression *parse(const char *text)
{
    struct ul_line why;
    struct ul_expression *e = ul_expression_parse(text, &why);
    if (!e) {
        fail_msg("%s: %s", text, why.text);
    }
    return e;
}

/* Without SLEEF only the exact words are screened. */
static void need_sleef(void)
{
#ifndef UL_HAVE_SLEEF
    skip();
#endif
}

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void print_speed(const char *text, int known, const struct ul_expression *e)
{
    enum { COUNT = 4096 };
    static double x[COUNT], r[COUNT], err[COUNT];
    for (int i = 0; i < COUNT; i++) {
        x[i] = (i + 0.5) / COUNT;
    }
    struct ul_screen *s = ul_screen_new(e, UL_SCREEN_DOUBLES);
    double best = INFINITY;
    for (int k = 0; k < 10; k++) {
        const double start = seconds();
        ul_screen_run(s, (const double *[]){x}, COUNT, r, err);
        best = fmin(best, seconds() - start);
    }
    ul_screen_free(s);
    printf("%-24s %5.2f ns an input, %d of %d known\n", text, best / COUNT * 1e9, known, input_count);
}

static void check_expression(const char *text, int least_known)
{
    static double r[INPUTS], err[INPUTS];
    struct ul_expression *e = parse(text);
    int known = 0;
    assert_true(screen_inputs(e, r, err));
    assert_int_equal(stray(e, r, err, true, &known), 0);
    if (getenv("UL_VERBOSE")) {
        print_speed(text, known, e);
    }
    ul_expression_free(e);
    assert_true(known >= least_known);
}

static void test_words(void **state)
{
    (void)state;
    const struct ul_screen_row *row;
    for (int k = 0; (row = ul_screen_table(k)); k++) {
        char text[64];
        if (row->kind != UL_SCREEN_DOUBLES) { /* test_screen_pairs */
            continue;
        }
        snprintf(text, sizeof text, strcmp(row->word, "negate") == 0 ? "-x" : "%s(x)", row->word);
        check_expression(text, input_count * 2 / 3);
    }
}

static double device_j0(double x)
{
    return ul_reference_j(x, 0);
}

static double device_j1(double x)
{
    return ul_reference_j(x, 1);
}

static double device_y0(double x)
{
    return ul_reference_y(x, 0);
}

static double device_y1(double x)
{
    return ul_reference_y(x, 1);
}

/* The functions that devices are given, here over the host's. */
static void test_device_words(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double (*function)(double x);
    } words[] = {{"j0(x)", device_j0},
                 {"j1(x)", device_j1},
                 {"y0(x)", device_y0},
                 {"y1(x)", device_y1},
                 {"lgamma(x)", ul_reference_lgamma},
                 {"sin(x)", ul_reference_sin},
                 {"cos(x)", ul_reference_cos},
                 {"tan(x)", ul_reference_tan},
                 {"sinpi(x)", ul_reference_sinpi},
                 {"cospi(x)", ul_reference_cospi},
                 {"tanpi(x)", ul_reference_tanpi},
                 {"fract(x)", ul_reference_fract}};
    static double r[INPUTS], err[INPUTS];
    for (size_t k = 0; k < sizeof words / sizeof words[0]; k++) {
        struct ul_expression *e = parse(words[k].text);
        struct ul_double_function f;
        int known;
        assert_true(ul_screen_device_function(e, "opencl", &f));
        for (int i = 0; i < input_count; i++) {
            r[i] = words[k].function(inputs[i]);
            err[i] = ul_reference_error(f, inputs[i], &r[i]);
        }
        assert_int_equal(stray(e, r, err, true, &known), 0);
        assert_int_equal(known, input_count);
        ul_expression_free(e);
    }
}

/* Roots are known to be exact, with their sign. */
static void test_roots(void **state)
{
    (void)state;
    need_sleef();
    static const struct {
        const char *text;
        double x, root;
    } cases[] = {
        {"acos(x)", 1, 0},        {"acosh(x)", 1, 0},       {"acospi(x)", 1, 0},      {"asin(x)", -0.0, -0.0},
        {"log(x)", 1, 0},         {"log1p(x)", 0, 0},       {"lgamma(x)", 2, 0},      {"lgamma(x)", 1, 0},
        {"sinpi(x)", -3, -0.0},   {"cospi(x)", 2.5, 0},     {"tanpi(x)", 3, -0.0},    {"tanpi(x)", -1, 0},
        {"expm1(x)", -0.0, -0.0}, {"exp(x)", -INFINITY, 0}, {"erfc(x)", INFINITY, 0}, {"x - x", 3, 0}};
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        struct ul_expression *e = parse(cases[k].text);
        struct ul_screen *s = ul_screen_new(e, UL_SCREEN_DOUBLES);
        double r, err;
        ul_screen_run(s, (const double *[]){&cases[k].x}, 1, &r, &err);
        if (r != 0 || signbit(r) != signbit(cases[k].root) || err != 0) {
            fail_msg("%s at %g: %g, error %g", cases[k].text, cases[k].x, r, err);
        }
        ul_screen_free(s);
        ul_expression_free(e);
    }
}

static void test_composed(void **state)
{
    (void)state;
    need_sleef();
    static const char *const texts[] = {
        "2*atan(tanh(x/2))", "atan(sinh(x))",   "asinh(tan(x))",   "1 + x*x",       "x - x",
        "exp(x) - 1",        "log(1 + x)",      "1/(1 + exp(-x))", "sqrt(1 - x*x)", "acos(x)/pi",
        "sin(pi*x)",         "x*0.1 + 2",       "exp(-x*x)",       "1/exp(x)",      "exp(x)*exp(x)",
        "log2(fabs(x))*3",   "x/(1 + fabs(x))", "tanh(exp(x))"};
    for (size_t k = 0; k < sizeof texts / sizeof texts[0]; k++) {
        check_expression(texts[k], input_count / 3);
    }
}

/* A number over a huge one is tiny: of a logistic function a quarter of all floats are so, which Arb would
 * compute one by one. */
static void test_huge_divisors(void **state)
{
    (void)state;
    need_sleef();
    check_expression("1/(1 + exp(-x))", input_count);
    check_expression("-1/sinh(x)", input_count);
}

#if defined(UL_HAVE_SLEEF) && defined(__x86_64__)
/* The narrower vectors, which the CPU of the tests would not choose. */
static void test_narrow_vectors(void **state)
{
    (void)state;
    static double r[INPUTS], err[INPUTS];
    const bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    ul_screen_kernel *const *tables[] = {ul_screen_lanes_2, has_avx2 ? ul_screen_lanes_4 : ul_screen_lanes_2};
    for (int k = 0; k < 2; k++) {
        for (int w = 0; w < UL_WORD_COUNT; w++) {
            if (tables[k][w]) {
                char text[64];
                snprintf(text, sizeof text, "%s(x)", ul_words[w].name);
                struct ul_expression *e = parse(text);
                int known = 0;
                tables[k][w](inputs, input_count, r, err);
                assert_int_equal(stray(e, r, err, true, &known), 0);
                assert_true(known >= input_count * 2 / 3);
                ul_expression_free(e);
            }
        }
    }
}
#else
static void test_narrow_vectors(void **state)
{
    (void)state;
    skip();
}
#endif

static double gudermann(double x)
{
    return 2 * atan(tanh(x / 2));
}

static double its_inverse(double x)
{
    return asinh(tan(x));
}

static double logistic(double x)
{
    return 1 / (1 + exp(-x));
}

static double swish(double x)
{
    return x / (1 + exp(-x));
}

static double times_erfc(double x)
{
    return x * erfc(x);
}

static double degrees(double x)
{
    return 180 / 3.14159265358979323846 * x;
}

/* A device whose double functions keep their documents' figures, as the host's libm does. */
static void test_device_bound(void **state)
{
    (void)state;
    static double r[INPUTS], err[INPUTS];
    static const struct {
        const char *text, *language;
        double (*f)(double);
    } devices[] = {{"exp(x)", "cuda", exp},
                   {"exp2(x)", "opencl", exp2},
                   {"tgamma(x)", "cuda", tgamma},
                   {"cosh(x)", "cuda", cosh},
                   {"log(x)", "opencl", log},
                   {"sinh(x)", "cuda", sinh},
                   {"erfc(x)", "opencl", erfc},
                   {"tan(x)", "cuda", tan},
                   {"sqrt(x)", "cuda", sqrt},
                   {"expm1(x)", "opencl", expm1},
                   {"2*atan(tanh(x/2))", "cuda", gudermann},
                   {"asinh(tan(x))", "cuda", its_inverse},
                   {"1/(1+exp(-x))", "opencl", logistic},
                   {"x/(1+exp(-x))", "opencl", swish},
                   {"x*erfc(x)", "opencl", times_erfc},
                   {"180/pi*x", "cuda", degrees}};
    for (size_t k = 0; k < sizeof devices / sizeof devices[0]; k++) {
        struct ul_expression *e = parse(devices[k].text);
        for (int i = 0; i < input_count; i++) {
            r[i] = devices[k].f(inputs[i]);
        }
        int known = 0;
        assert_true(
            ul_screen_device_bound(e, devices[k].language, (const double *[]){inputs}, input_count, r, err));
        assert_int_equal(stray(e, r, err, true, &known), 0);
        assert_true(known > input_count / 2);
        ul_expression_free(e);
    }
}

/* No error in proportion is known of these. */
static void test_no_device_bound(void **state)
{
    (void)state;
    static const char *const texts[] = {"erfcx(x)",
                                        "exp(3*x)",
                                        "sqrt(exp(x))",
                                        "tanh(x)/x",
                                        "1-x",
                                        "1+x",
                                        "exp(x)-1",
                                        "x*y",
                                        "x*x*x*x*x",
                                        "exp(x)*exp(x)",
                                        "2*(2*exp(x))",
                                        "tanh(sinpi(x))",
                                        "sin(2*x)+x",
                                        "x*1e-30",
                                        "exp(x)+exp(-x)",
                                        "log1p(exp(x))",
                                        "x*x/(1+exp(x)*x)",
                                        "3",
                                        "asinh(exp(x))",
                                        "exp(x)*log(x)",
                                        "exp(65536*x)*floor(x)",
                                        "fract(x)/(1+exp(-x))"};
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        struct ul_expression *e = parse(texts[k]);
        if (ul_screen_device_bound(e, "opencl", NULL, 0, NULL, NULL))
            fail_msg("%s has a bound", texts[k]);
        ul_expression_free(e);
    }
}

/* The check above can fail: a result off by a few errors is found. */
static void test_planted_fault(void **state)
{
    (void)state;
    need_sleef();
    static double r[INPUTS], err[INPUTS];
    struct ul_expression *e = parse("exp(x)");
    int known;
    assert_true(screen_inputs(e, r, err));
    for (int i = 0; i < input_count; i++) {
        if (inputs[i] > 1 && inputs[i] < 80) {
            r[i] += 3 * err[i];
        }
    }
    assert_true(stray(e, r, err, false, &known) > 50);
    ul_expression_free(e);
}

/* Words without screening are left to Arb. */
static void test_unscreened(void **state)
{
    (void)state;
    static const char *const texts[] = {"isnormal(x)", "jn(x, y)", "pow(x, 2)", "lgamma(x + 0.1)"};
    for (size_t k = 0; k < sizeof texts / sizeof texts[0]; k++) {
        struct ul_expression *e = parse(texts[k]);
        assert_null(ul_screen_new(e, UL_SCREEN_DOUBLES));
        ul_expression_free(e);
    }
}

/* A sum just beside a rounding boundary is on no side of it: the ends, as doubles, are apart from it. */
static void test_sums_beside_a_boundary(void **state)
{
    (void)state;
    static const double large[] = {1, 1 + 0x1p-24, 0x1.fffffep+127}, small[] = {0x1p-149, -0x1p-149, 1};
    double r[3], err[3];
    struct ul_expression *e = parse("x + y");
    struct ul_screen *s = ul_screen_new(e, UL_SCREEN_DOUBLES);
    ul_screen_run(s, (const double *[]){large, small}, 3, r, err);
    for (int i = 0; i < 3; i++) {
        assert_true(r[i] == large[i]);
        assert_true(r[i] - err[i] < r[i] && r[i] < r[i] + err[i]);
    }
    ul_screen_free(s);
    ul_expression_free(e);
    e = parse("fma(x,y,z)"); /* by pairs */
    s = ul_screen_new(e, UL_SCREEN_DOUBLES);
    ul_screen_run(s, (const double *[]){large, large, small}, 1, r, err);
    assert_true(r[0] == 1 && r[0] - err[0] < 1 && 1 < r[0] + err[0]);
    ul_screen_free(s);
    s = ul_screen_new(e, UL_SCREEN_PAIRS); /* products in the middle between two doubles */
    static const double x[] = {1 + 0x1p-52, 1 + 0x1p-52, 1 + 0x3p-52, 1 + 0x3p-52},
                        y[] = {1.5, 1.5, 1.5, 1.5}, z[] = {0x1p-900, -0x1p-900, 0x1p-900, -0x1p-900};
    double low[4], of[4], error[4];
    ul_screen_run_pairs(s, (const double *[]){x, y, z}, 4, of, low, error);
    for (int i = 0; i < 4; i++)
        assert_true(of[i] + (low[i] - error[i]) != of[i] + (low[i] + error[i]));
    ul_screen_free(s);
    ul_expression_free(e);
}

/* Where the low part of a pair is lost, nothing is known: 2^-997.6. */
static void test_pairs_near_underflow(void **state)
{
    (void)state;
    need_sleef();
    static const double x[] = {0x1.19c30ep+18}, n[] = {-55};
    double r, err;
    struct ul_expression *e = parse("pown(x,y)");
    struct ul_screen *s = ul_screen_new(e, UL_SCREEN_DOUBLES);
    ul_screen_run(s, (const double *[]){x, n}, 1, &r, &err);
    assert_true(isnan(err));
    ul_screen_free(s);
    ul_expression_free(e);
}

/* Any n, also less than a vector, and nothing beyond it is written. */
static void test_lengths(void **state)
{
    (void)state;
    need_sleef();
    struct ul_expression *e = parse("log(x)");
    struct ul_screen *s = ul_screen_new(e, UL_SCREEN_DOUBLES);
    double r[40], err[40], one_r, one_err;
    for (int n = 0; n < 40; n++) {
        for (int i = 0; i < 40; i++) {
            r[i] = err[i] = -7;
        }
        ul_screen_run(s, (const double *[]){inputs}, n, r, err);
        for (int i = 0; i < 40; i++) {
            ul_screen_run(s, (const double *[]){inputs + i}, 1, &one_r, &one_err);
            assert_true(memcmp(&r[i], i < n ? &one_r : &(double){-7}, sizeof one_r) == 0);
            assert_true(memcmp(&err[i], i < n ? &one_err : &(double){-7}, sizeof one_err) == 0);
        }
    }
    ul_screen_free(s);
    ul_expression_free(e);
}

/* A bar would part cells. */
static void put_cell(const char *text)
{
    printf("| ");
    for (; *text; text++) {
        if (*text == '|')
            putchar('\\');
        putchar(*text);
    }
    putchar(' ');
}

/* docs/screening.md */
static void print_table(void)
{
    static const char *const kinds[] = {[UL_SCREEN_DOUBLES] = "double", [UL_SCREEN_PAIRS] = "pair"};
    printf("# What screens each function on the host\n\n"
           "Printed by `build/conformance/tests/test_screen --table`. `double`: the reference of float and "
           "half results;\n"
           "`pair`: a pair of doubles, of fp64 results and of several arguments. Bounds are of |r' - r|; "
           "outside of a domain Arb\n"
           "gives the reference. On a GPU: its double functions, with twice their documented errors, or own "
           "ones\n(`conformance/screen_device_words.h`); see `accuracy.md`.\n\n"
           "| function | as | source | bound | domain |\n|---|---|---|---|---|\n");
    const struct ul_screen_row *row;
    for (int k = 0; (row = ul_screen_table(k)); k++) {
        put_cell(row->word);
        put_cell(kinds[row->kind]);
        put_cell(row->source);
        put_cell(row->bound);
        put_cell(row->domain);
        puts("|");
    }
}

/* Where all arguments between two are said to have the same reference, those are what screening gives. */
static void test_settled(void **state)
{
    (void)state;
    int settled = 0;
    for (int w = 0; w < UL_WORD_COUNT; w++) {
        char text[64];
        snprintf(text, sizeof text, "%s(x)", ul_words[w].name);
        struct ul_expression *e = ul_words[w].arity == 1 ? ul_expression_parse(text, NULL) : NULL;
        struct ul_screen *s = e ? ul_screen_new(e, UL_SCREEN_DOUBLES) : NULL;
        for (int i = 0; s && i < input_count; i++) {
            const double to = inputs[i] * (1 + 0x1p-20), x[] = {inputs[i], inputs[i] * (1 + 0x1p-21), to};
            const double *const args[] = {x};
            double r[3], err[3], want, bound;
            if (!ul_screen_is_settled(s, inputs[i], to, &want, &bound))
                continue;
            ul_screen_run(s, args, 3, r, err);
            settled++;
            for (int k = 0; k < 3; k++)
                if (!(isnan(want) ? isnan(r[k]) : r[k] == want) || err[k] != bound)
                    fail_msg("%s at %a: %a, %a; settled: %a, %a", text, x[k], r[k], err[k], want, bound);
        }
        ul_screen_free(s);
        ul_expression_free(e);
    }
    assert_true(settled > 10000);
}

int main(int argc, char **argv)
{
    if (argc > 1 && !strcmp(argv[1], "--table")) {
        print_table();
        return 0;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_device_words),
        cmocka_unit_test(test_composed),
        cmocka_unit_test(test_huge_divisors),
        cmocka_unit_test(test_roots),
        cmocka_unit_test(test_planted_fault),
        cmocka_unit_test(test_settled),
        cmocka_unit_test(test_unscreened),
        cmocka_unit_test(test_device_bound),
        cmocka_unit_test(test_no_device_bound),
        cmocka_unit_test(test_narrow_vectors),
        cmocka_unit_test(test_lengths),
        cmocka_unit_test(test_sums_beside_a_boundary),
        cmocka_unit_test(test_pairs_near_underflow),
    };
    return cmocka_run_group_tests(tests, make_inputs, NULL);
}
