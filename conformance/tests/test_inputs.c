/* Known inputs: what is there, and what a malformed table is told. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include "inputs.h"
#include "subject.h"
#include "value.h"

static const enum ul_type single[] = {UL_FLOAT, UL_FLOAT, UL_FLOAT}, twice[] = {UL_DOUBLE, UL_DOUBLE},
                          whole[] = {UL_DOUBLE, UL_INT};

static bool known(const char *function, const char *text)
{
    ul_bits wanted;
    assert_true(ul_value_parse(UL_FLOAT, text, &wanted, NULL));
    const ul_bits(*in)[UL_MAX_PARAMETERS];
    int n = ul_inputs_known(function, single, 1, &in);
    for (int i = 0; i < n; i++)
        if (in[i][0] == wanted)
            return true;
    return false;
}

static void what_is_known(void **state)
{
    (void)state;
    assert_true(known("tgamma", "-0x1.17d95cp+5") && known("tgamma", "-0x1.ffd388p+4"));
    assert_true(known("acos", "0x1.23c928p-1"));
    assert_true(known("y1", "0x1.6713p+12"));
    assert_true(known("log", "-0x1.1ef6aap-1"));
    assert_false(known("exp", "0x1.23c928p-1"));
    const ul_bits(*in)[UL_MAX_PARAMETERS];
    assert_int_equal(ul_inputs_known("cbrt", single, 1, &in), 4);
    assert_true(ul_inputs_known("y1", twice, 1, &in) == 3);
    assert_int_equal(ul_inputs_known("no such function", single, 1, &in), 0);
    assert_int_equal(ul_inputs_known("exp", single, 2, &in), 0);
}

/* Of several arguments: those of the types, and no others. */
static void tuples(void **state)
{
    (void)state;
    const ul_bits(*in)[UL_MAX_PARAMETERS];
    ul_bits x, y;
    assert_true(ul_inputs_known("pow", twice, 2, &in) > 0);
    assert_true(ul_inputs_known("pow", single, 2, &in) > 0);
    assert_int_equal(ul_inputs_known("atan2", single, 3, &in), 0);
    struct ul_known_inputs k = {0};
    assert_true(ul_inputs_parse(&k, "x.tsv",
                                "function\ttype\tinput\tsource\nldexp\tdouble;int\t0x1p-3;-7\ts\n"
                                "fma\tdouble\t1;2;3\ts\n",
                                NULL));
    assert_true(ul_value_parse(UL_DOUBLE, "0x1p-3", &x, NULL) && ul_value_parse(UL_INT, "-7", &y, NULL));
    assert_true(k.value[0][0] == x && k.value[0][1] == y && k.of[0].arguments == 2 &&
                k.of[0].type[1] == UL_INT);
    assert_true(k.of[1].arguments == 3 && k.of[1].type[2] == UL_DOUBLE);
    ul_inputs_free(&k);
    char *text = ul_inputs_types(whole, 2);
    assert_string_equal(text, "double;int");
    free(text);
    text = ul_inputs_types(twice, 2);
    assert_string_equal(text, "double");
    free(text);
}

static void malformed_tables(void **state)
{
    (void)state;
    static const char *const table[][2] = {
        {"exp\tfloat\t1\n", "x.tsv:2: 3 cells under 4 columns"},
        {"exp\tint\t1\ts\n", "x.tsv:2: unknown type 'int'"},
        {"exp\tfloat\t0x1p\ts\n", NULL},
        {"pow\tfloat;\t1;1\ts\n", "x.tsv:2: unknown type 'float;'"},
        {"pow\tfloat;int\t1\ts\n", "x.tsv:2: it has another number of arguments than its types"},
        {"pow\tfloat;int\t1;1;1\ts\n", "x.tsv:2: it has another number of arguments than its types"},
        {"pow\tfloat\t1;\ts\n", NULL},
        {"pow\tfloat\t1;1;1;1;1;1;1;1;1;1;1;1;1\ts\n",
         "x.tsv:2: it has another number of arguments than its types"},
        {"pow\tfloat\t1;2\ts\npow\tfloat\t1;0x1p+1\ts\n", "x.tsv:3: 1;0x1p+1 of pow is given twice"},
        {"exp\tfloat\t1\ts\nexp\tfloat\t0x1p+0\ts\n", "x.tsv:3: 0x1p+0 of exp is given twice"},
        {"exp\tfloat\t1\ts\nlog\tfloat\t1\ts\nexp\tfloat\t2\ts\n",
         "x.tsv:4: the inputs of exp do not stand together"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct ul_known_inputs k = {0};
        struct ul_line why = {""};
        struct ul_text text = {0};
        ul_text_add(&text, "function\ttype\tinput\tsource\n%s", table[i][0]);
        assert_false(ul_inputs_parse(&k, "x.tsv", text.data, &why));
        if (table[i][1])
            assert_string_equal(why.text, table[i][1]);
        assert_memory_equal(why.text, "x.tsv:", 6);
        ul_text_free(&text);
        ul_inputs_free(&k);
    }
}

/* Every input is of a function that some subject computes. */
static void functions_exist(void **state)
{
    (void)state;
    struct ul_catalogue c;
    struct ul_line why;
    if (!ul_catalogue_load(&c, &why))
        fail_msg("%s", why.text);
    const struct ul_known_inputs *k = ul_inputs_all();
    assert_true(k->count > 350);
    for (int i = 0; i < k->count; i++) {
        int s = 0;
        while (s < c.count && strcmp(c.subject[s].function, k->of[i].function))
            s++;
        if (s == c.count)
            fail_msg("no subject computes %s", k->of[i].function);
    }
    ul_catalogue_free(&c);
}

static int load(void **state)
{
    (void)state;
    return ul_inputs_load(NULL) ? 0 : -1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_known),
        cmocka_unit_test(tuples),
        cmocka_unit_test(malformed_tables),
        cmocka_unit_test(functions_exist),
    };
    return cmocka_run_group_tests(tests, load, NULL);
}
