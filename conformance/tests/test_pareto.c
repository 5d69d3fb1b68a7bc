/* Accuracy against cost: which subjects are worth having, and how that is drawn. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "reports/pareto_picture.h"

enum { MOST = 8 };

struct made {
    const char *name, *signature, *reference;
    int instructions, release;
    const char *error; /* JSON; NULL: no record */
    const char *device, *compiler, *flags;
};

struct set {
    int n;
    struct ul_subject subject[MOST];
    struct ul_cost cost[MOST];
    struct ul_records records;
    struct ul_pareto pareto;
};

static json_t *record_of(const struct made *m)
{
    char *text = ul_format("{\"subject\":\"%s\",\"flags\":\"%s\",\"approx\":\"native\",\"device\":\"%s\","
                           "\"compiler\":\"%s\",\"coverage\":{\"kind\":\"quick\",\"inputs\":7},"
                           "\"ulp\":{\"opencl\":{\"max\":%s,\"input\":[\"0x1p+0\"]}}}",
                           m->name, m->flags ? m->flags : "", m->device ? m->device : "cuda:0",
                           m->compiler ? m->compiler : "NVRTC 12.8", m->error);
    json_t *record = json_loads(text, 0, NULL);
    assert_non_null(record);
    free(text);
    return record;
}

static void make(struct set *s, const struct made *made)
{
    struct ul_line why;
    *s = (struct set){0};
    for (int k = 0; k < MOST && made[k].name; k++) {
        const struct made *m = &made[k];
        struct ul_subject *x = &s->subject[s->n];
        x->name = x->label = (char *)m->name;
        assert_true(ul_signature_parse(m->signature ? m->signature : "float(float)", &x->signature, &why));
        x->reference[0] = ul_expression_parse(m->reference ? m->reference : "acos(x)", &why);
        s->cost[s->n++] = (struct ul_cost){.subject = x,
                                           .arch = 89,
                                           .release = m->release ? m->release : 1280,
                                           .flags = "",
                                           .count = {.instructions = m->instructions},
                                           .verdict = UL_INFO};
        if (!m->error)
            continue;
        s->records.entry =
            ul_realloc(s->records.entry, ((size_t)s->records.count + 1) * sizeof *s->records.entry);
        s->records.entry[s->records.count++] = (struct ul_entry){.record = record_of(m)};
    }
    ul_pareto_make(&s->pareto, s->cost, s->n, &s->records);
}

static void clear(struct set *s)
{
    ul_pareto_free(&s->pareto);
    ul_records_free(&s->records);
    for (int k = 0; k < s->n; k++)
        ul_expression_free(s->subject[k].reference[0]);
}

/* "a b<a c": in order, each with what is better. */
static void front_is(const struct set *s, int group, const char *expected)
{
    struct ul_text t = {0};
    const struct ul_pareto_group *g = &s->pareto.group[group];
    for (int k = 0; k < g->points; k++) {
        const struct ul_pareto_point *p = &g->point[k];
        ul_text_add(&t, "%s%s%s%s", k ? " " : "", p->cost->subject->name, p->better ? "<" : "",
                    p->better ? p->better->cost->subject->name : "");
    }
    assert_string_equal(t.data, expected);
    ul_text_free(&t);
}

static void test_front(void **state)
{
    (void)state;
    struct set s;
    make(&s, (const struct made[]){{"slow", .instructions = 30, .error = "1"},
                                   {"fast", .instructions = 8, .error = "100"},
                                   {"same", .instructions = 8, .error = "100"},
                                   {"worse", .instructions = 8, .error = "100.5"},
                                   {"dear", .instructions = 31, .error = "1"},
                                   {"poor", .instructions = 12, .error = "\"inf\""},
                                   {"middle", .instructions = 12, .error = "50"},
                                   {NULL}});
    assert_int_equal(s.pareto.groups, 1);
    assert_string_equal(s.pareto.group[0].function, "acos(x), float");
    front_is(&s, 0, "fast same worse<fast middle poor<middle slow dear<slow");
    clear(&s);
}

/* Formats, releases and references are not compared with each other; nor is what no record tells of. */
static void test_groups(void **state)
{
    (void)state;
    struct set s;
    make(&s, (const struct made[]){
                 {"a", .instructions = 1, .error = "1"},
                 {"b", "double(double)", .instructions = 9, .error = "2"},
                 {"c", .reference = "asin(x)", .instructions = 9, .error = "2"},
                 {"d", .release = 1300, .instructions = 9, .error = "2", .compiler = "NVRTC 13.0"},
                 {"e", .instructions = 9, .error = "2", .compiler = "NVRTC 13.0"},
                 {"f", .instructions = 9, .error = "2", .device = "host"},
                 {"g", .instructions = 9, .error = "2", .flags = "-ftz=true"},
                 {"h", .instructions = 9}});
    assert_int_equal(s.pareto.groups, 4);
    assert_int_equal(s.pareto.unmeasured, 4);
    assert_string_equal(s.pareto.group[1].function, "acos(x), double");
    assert_int_equal(s.pareto.group[3].release, 1300);
    clear(&s);
}

/* Of several records the largest error counts. */
static void test_largest(void **state)
{
    (void)state;
    struct set s;
    make(&s, (const struct made[]){{"a", .instructions = 1, .error = "1"},
                                   {"a", .instructions = 1, .error = "3"},
                                   {"a", .instructions = 1, .error = "2"},
                                   {NULL}});
    assert_true(s.pareto.group[0].point[0].error == 3);
    assert_string_equal(s.pareto.group[0].point[0].input, "0x1p+0");
    assert_string_equal(s.pareto.group[0].point[0].coverage, "quick 7");
    clear(&s);
}

static int occurrences(const char *text, const char *word)
{
    int n = 0;
    for (const char *at = text; (at = strstr(at, word)); at++)
        n++;
    return n;
}

static char *drawn(const struct set *s, void (*draw)(const struct ul_pareto *p, FILE *out))
{
    char *text = NULL;
    size_t length;
    FILE *f = open_memstream(&text, &length);
    draw(&s->pareto, f);
    fclose(f);
    return text;
}

/* No figure is lost at the ends of the scales: exact, infinite, a single point, dear beside cheap. */
static void test_pictures(void **state)
{
    (void)state;
    struct set s;
    make(&s, (const struct made[]){{"cheap", .instructions = 1, .error = "1e7"},
                                   {"exact", .instructions = 400, .error = "0"},
                                   {"a<b", .instructions = 0, .error = "\"inf\""},
                                   {"alone", .reference = "asin(x)", .instructions = 9, .error = "2"},
                                   {NULL}});
    char *svg = drawn(&s, ul_pareto_svg), *page = drawn(&s, ul_pareto_html);
    assert_int_equal(occurrences(svg, "<circle "), 3);
    assert_int_equal(occurrences(svg, "class='point best'"), 3);
    assert_int_equal(occurrences(svg, "<g "), 1); /* a single point is no comparison */
    assert_int_equal(occurrences(svg, ">a&lt;b<"), 1);
    assert_int_equal(occurrences(page, "<section "), 2);
    assert_int_equal(occurrences(page, "<circle "), 3);
    assert_int_equal(occurrences(page, "<td>alone</td>"), 1);
    assert_int_equal(occurrences(page, "http"), 0); /* it needs no network */
    for (int k = 0; k < 2; k++) {
        const char *text = k ? page : svg;
        assert_int_equal(occurrences(text, "nan") + occurrences(text, "='inf") + occurrences(text, "-inf"),
                         0);
    }
    free(svg);
    free(page);
    clear(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_front), cmocka_unit_test(test_groups),
                                       cmocka_unit_test(test_largest), cmocka_unit_test(test_pictures)};
    return cmocka_run_group_tests_name("pareto", tests, NULL, NULL);
}
