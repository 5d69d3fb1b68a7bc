/* Tables in each format: alignment, cutting, and what must be escaped. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include "reports/table.h"

static struct ul_table *example(void)
{
    struct ul_table *t = ul_table_new();
    ul_table_column(t, "function", UL_WORDS);
    ul_table_column(t, "ulp", UL_NUMBERS);
    ul_table_column(t, "none", UL_WORDS);
    ul_table_column(t, "where, \"why\"", UL_WIDE);
    ul_table_row(t);
    ul_table_cell(t, "exp");
    ul_table_cell(t, "%.2f", 1.5);
    ul_table_cell(t, "%s", "");
    ul_table_cell(t, "at %s", "0x1p+3, a|b <c> \"d\" & \xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9");
    ul_table_row(t);
    ul_table_cell(t, "log2");
    ul_table_cell(t, "%.2f", 123.25);
    ul_table_mark(t);
    return t;
}

static char *printed(enum ul_format format, int width, bool color)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    struct ul_table *t = example();
    ul_table_print(t, format, out, width, color);
    assert_int_equal(ul_table_rows(t), 2);
    fclose(out);
    ul_table_free(t);
    return text;
}

static void prints(enum ul_format format, int width, bool color, const char *want)
{
    char *text = printed(format, width, color);
    assert_string_equal(text, want);
    free(text);
}

static void test_text(void **state)
{
    (void)state;
    prints(UL_TEXT, 0, false,
           "function     ulp  where, \"why\"\n"
           "exp         1.50  at 0x1p+3, a|b <c> \"d\" & \xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\n"
           "log2      123.25\n");
    prints(UL_TEXT, 40, true,
           "function     ulp  where, \"why\"\n"
           "exp         1.50  at 0x1p+3, a|b <c> ...\n"
           "\033[1;31mlog2      123.25\033[0m\n");
    prints(UL_TEXT, 5, false, /* no narrower than can be read */
           "function     ulp  where, \"why\"\n"
           "exp         1.50  at 0x1p+3...\n"
           "log2      123.25\n");
}

static void test_markdown(void **state)
{
    (void)state;
    prints(UL_MARKDOWN, 0, false,
           "| function | ulp | none | where, \"why\" |\n"
           "|---|---:|---|---|\n"
           "| exp | 1.50 |  | at 0x1p+3, a\\|b \\<c> \"d\" & \xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9 |\n"
           "| **log2** | **123.25** |  |  |\n");
}

static void test_csv(void **state)
{
    (void)state;
    prints(UL_CSV, 0, false,
           "function,ulp,none,\"where, \"\"why\"\"\"\r\n"
           "exp,1.50,,\"at 0x1p+3, a|b <c> \"\"d\"\" & \xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\"\r\n"
           "log2,123.25,,\r\n");
}

static void test_html(void **state)
{
    (void)state;
    prints(UL_HTML, 0, false,
           "<table>\n<thead>\n"
           "<tr><th>function</th><th class=\"number\">ulp</th><th>none</th><th>where, "
           "&quot;why&quot;</th></tr>\n"
           "</thead>\n<tbody>\n"
           "<tr><td>exp</td><td class=\"number\">1.50</td><td></td>"
           "<td>at 0x1p+3, a|b &lt;c&gt; &quot;d&quot; &amp; \xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9</td></tr>\n"
           "<tr class=\"fail\"><td>log2</td><td class=\"number\">123.25</td><td></td><td></td></tr>\n"
           "</tbody>\n</table>\n");
}

/* A cell that stands out by itself, in a row that does not. */
static void test_marked_cell(void **state)
{
    (void)state;
    static const struct {
        enum ul_format format;
        const char *text;
    } want[] = {
        {UL_TEXT, "a    b\n1  \033[1;31mbad\033[0m\n"},
        {UL_MARKDOWN, "| a | b |\n|---|---:|\n| 1 | **bad** |\n"},
        {UL_HTML, "<table>\n<thead>\n<tr><th>a</th><th class=\"number\">b</th></tr>\n</thead>\n<tbody>\n"
                  "<tr><td>1</td><td class=\"number fail\">bad</td></tr>\n</tbody>\n</table>\n"},
    };
    for (size_t k = 0; k < sizeof want / sizeof *want; k++) {
        char *text = NULL;
        size_t size;
        FILE *out = open_memstream(&text, &size);
        struct ul_table *t = ul_table_new();
        ul_table_column(t, "a", UL_WORDS);
        ul_table_column(t, "b", UL_NUMBERS);
        ul_table_row(t);
        ul_table_cell(t, "1");
        ul_table_cell(t, "bad");
        ul_table_mark_cell(t);
        ul_table_print(t, want[k].format, out, 0, true);
        fclose(out);
        ul_table_free(t);
        assert_string_equal(text, want[k].text);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text), cmocka_unit_test(test_markdown),    cmocka_unit_test(test_csv),
        cmocka_unit_test(test_html), cmocka_unit_test(test_marked_cell),
    };
    return cmocka_run_group_tests_name("table", tests, NULL, NULL);
}
