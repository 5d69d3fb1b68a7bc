/* The parser of expressions: what it accepts, what it says of the rest, and how devices spell it. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <string.h>
#include "expression.h"

/* The tree in prefix form: "(* 2 (atan x))". */
static void print_tree(const struct ul_expression *e, int index, struct ul_text *out)
{
    const struct ul_node *n = &e->node[index];
    switch (n->kind) {
    case UL_NODE_NUMBER:
        ul_text_add(out, "%s", n->number);
        return;
    case UL_NODE_PI:
        ul_text_add(out, "pi");
        return;
    case UL_NODE_VARIABLE:
        ul_text_add(out, "%c", "xyzw"[n->variable]);
        return;
    case UL_NODE_CALL:
        ul_text_add(out, "(%s", ul_words[n->word].name);
        for (int i = 0; i < ul_words[n->word].arity; i++) {
            assert_true(n->child[i] < index);
            ul_text_add(out, " ");
            print_tree(e, n->child[i], out);
        }
        ul_text_add(out, ")");
    }
}

static void accepted(void **state)
{
    (void)state;
    static const struct {
        const char *text, *tree;
        int variables;
    } cases[] = {
        {"acos(x)", "(acos x)", 1},
        {"2*atan(tanh(x/2))", "(* 2 (atan (tanh (/ x 2))))", 1},
        {" x - y - z ", "(- (- x y) z)", 3},
        {"x-y*w", "(- x (* y w))", 4},
        {"x/y/2", "(/ (/ x y) 2)", 2},
        {"-x*-(y)", "(* (negate x) (negate y))", 2},
        {"fma(x, y, z)", "(fma x y z)", 3},
        {"pow(x, 0x1.8p+1)", "(pow x 0x1.8p+1)", 1},
        {"pi*1e-3+.5", "(+ (* pi 1e-3) .5)", 0},
        {"((x))", "x", 1},
        {"norm4d(x, y, 2*z, w)", "(norm4d x y (* 2 z) w)", 4},
        {"low_bits(remquo_quotient(x, y), 7)", "(low_bits (remquo_quotient x y) 7)", 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct ul_line why = {""};
        struct ul_expression *e = ul_expression_parse(cases[i].text, &why);
        assert_string_equal(why.text, "");
        assert_non_null(e);
        struct ul_text t = {0};
        print_tree(e, e->count - 1, &t);
        assert_string_equal(t.data, cases[i].tree);
        assert_int_equal(e->variables, cases[i].variables);
        assert_string_equal(e->text, cases[i].text);
        ul_text_free(&t);
        ul_expression_free(e);
    }
}

static void refused(void **state)
{
    (void)state;
    static const struct {
        const char *text, *why;
    } cases[] = {
        {"2*acso(x)", "column 3: unknown function 'acso', did you mean 'acos'?"},
        {"tgama(x)", "column 1: unknown function 'tgama', did you mean 'tgamma'?"},
        {"q + 1", "column 1: unknown name 'q': variables are x, y, z, w, s, t, u, v"},
        {"", "column 1: expected a number, a variable, a function or '('"},
        {"x +", "column 4: expected a number, a variable, a function or '('"},
        {"(x", "column 3: expected ')'"},
        {"acos(x", "column 7: expected ')'"},
        {"acos x", "column 6: expected '(' after 'acos'"},
        {"acos(x, y)", "column 1: 'acos' takes 1 argument, not 2"},
        {"fma(x, y)", "column 1: 'fma' takes 3 arguments, not 2"},
        {"norm4d(x, y, z, w, x)", "column 1: 'norm4d' takes 4 arguments, not 5"},
        {"1+rootn(x)", "column 3: 'rootn' takes 2 arguments, not 1"},
        {"islesser(x, y)", "column 1: unknown function 'islesser', did you mean 'isless'?"},
        {"x y", "column 3: expected an operator or the end, not 'y'"},
        {"2x", "column 2: malformed number"},
        {"1e", "column 2: malformed exponent"},
        {"1e999999", "column 2: exponent beyond 99999"},
        {"0x", "column 1: malformed number"},
        {"1..2", "column 3: malformed number"},
        {"x % 2", "column 3: expected an operator or the end, not '%'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct ul_line why = {""};
        assert_null(ul_expression_parse(cases[i].text, &why));
        assert_string_equal(why.text, cases[i].why);
    }
    char deep[1001];
    memset(deep, '(', 1000);
    deep[1000] = 0;
    assert_null(ul_expression_parse(deep, NULL));

    struct ul_text long_sum = {0};
    for (int i = 0; i < 1000; i++)
        ul_text_add(&long_sum, "1+");
    struct ul_line why = {""};
    assert_null(ul_expression_parse(long_sum.data, &why));
    assert_string_equal(why.text, "column 1002: more than 1000 operations");
    ul_text_free(&long_sum);
}

static void numbers(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double value;
        bool exact;
    } cases[] = {
        {"2", 2, true},
        {"0.5", 0.5, true},
        {"1.5e3", 1500, true},
        {"625e-4", 0.0625, true},
        {"0x1.8p+1", 3, true},
        {"0x1p-3", 0.125, true},
        {"0", 0, true},
        {"1e22", 1e22, true},
        {"0.1", 0.1, false},
        {"1e23", 1e23, false},
        {"0x1.00000000000001p0", 1, false},
        {"3.14159265358979323846264338327950288", 3.14159265358979323846, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct ul_expression *e = ul_expression_parse(cases[i].text, NULL);
        assert_non_null(e);
        assert_true(e->node[0].value == cases[i].value);
        assert_int_equal(e->node[0].exact, cases[i].exact);
        ul_expression_free(e);
    }
}

struct spelled {
    const char *text, *cuda, *opencl; /* NULL: no spelling */
};

static void check_spellings(const struct spelled *cases, size_t count, bool own)
{
    for (size_t i = 0; i < count; i++) {
        struct ul_expression *e = ul_expression_parse(cases[i].text, NULL);
        assert_non_null(e);
        const char *want[2] = {cases[i].cuda, cases[i].opencl};
        for (int k = 0; k < 2; k++) {
            struct ul_text t = {0};
            assert_int_equal(ul_expression_to_device(e, k ? "opencl" : "cuda", own, &t), want[k] != NULL);
            if (want[k])
                assert_string_equal(t.data, want[k]);
            else
                assert_null(t.data);
            ul_text_free(&t);
        }
        ul_expression_free(e);
    }
}

static void spelled_on_devices(void **state)
{
    (void)state;
    static const struct spelled cases[] = {
        {"acos(x)", "acos(a0)", "acos(a0)"},
        {"2*atan(tanh(x/2))", "(0x1p+1 * atan(tanh((a0 / 0x1p+1))))", "(0x1p+1 * atan(tanh((a0 / 0x1p+1))))"},
        {"-pow(x,y)", "(-pow(a0, a1))", "(-pow(a0, a1))"},
        {"recip(pi)", "(1.0 / 0x1.921fb54442d18p+1)", "(1.0 / 0x1.921fb54442d18p+1)"},
        {"asinpi(x)", NULL, "asinpi(a0)"},
        {"normcdf(rcbrt(x))", "normcdf(rcbrt(a0))", NULL},
        {"1+saturate_char(x)", NULL, NULL},
        {"saturate(x)", "(a0 > 0 ? fmin(a0, 1.0) : 0.0)", NULL},
        {"norm4d(x,y,z,w)", "norm4d(a0, a1, a2, a3)", NULL},
        {"rootn(x,y)", NULL, "rootn(a0, (int)a1)"},
        {"isless(x,y)", "(a0 < a1 ? 1.0 : 0.0)", "(a0 < a1 ? 1.0 : 0.0)"},
        {"nextafter(x,y)", NULL, NULL},
        {"sin(x)", "sin(a0)", "sin(a0)"},
        {"tanpi(x)", NULL, "tanpi(a0)"},
        {"j0(x)", "ul_reference_j(a0, 0)", "ul_reference_j(a0, 0)"},
    };
    static const struct spelled faster[] = {
        {"acos(x)", "acos(a0)", "acos(a0)"},
        {"sin(x)", "ul_reference_sin(a0)", "ul_reference_sin(a0)"},
        {"exp(sin(2*x))", "exp(sin((0x1p+1 * a0)))", "exp(sin((0x1p+1 * a0)))"}, /* no float's value */
        {"asinh(tanpi(y))", "asinh(ul_reference_tanpi(a1))", "asinh(ul_reference_tanpi(a1))"},
    };
    check_spellings(cases, sizeof cases / sizeof *cases, false);
    check_spellings(faster, sizeof faster / sizeof *faster, true);
}

static void homogeneous(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        struct ul_degree degree; /* period 0: none */
    } cases[] = {
        {"x*180/pi", {1, 1}},        {"recip(x)", {1, -1}}, {"1/x", {1, -1}},
        {"-fabs(x)", {1, 1}},        {"sqrt(x)", {2, 1}},   {"rsqrt(2*x)", {2, -1}},
        {"cbrt(x)", {3, 1}},         {"rcbrt(x)", {3, -1}}, {"x*x", {1, 2}},
        {"sqrt(x)*cbrt(x)", {6, 5}}, {"x/x", {1, 0}},       {"cbrt(x*x)", {3, 2}},
        {"sqrt(sqrt(x))", {0}},      {"x+x", {0}},          {"exp(x)", {0}},
        {"fma(x,2,0)", {0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct ul_expression *e = ul_expression_parse(cases[i].text, NULL);
        assert_non_null(e);
        struct ul_degree d = {0};
        if (ul_expression_degree(e, &d) != (cases[i].degree.period > 0) ||
            d.period != cases[i].degree.period || d.slope != cases[i].degree.slope)
            fail_msg("%s: %d, %d", cases[i].text, d.period, d.slope);
        ul_expression_free(e);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accepted),           cmocka_unit_test(refused),     cmocka_unit_test(numbers),
        cmocka_unit_test(spelled_on_devices), cmocka_unit_test(homogeneous),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
