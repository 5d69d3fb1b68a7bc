/* The documents' formulas: which a bound has, how they are written for a device. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <string.h>
#include "forms.h"

/* The forms of a limit's text, each written, joined by " | ". */
static void written(const char *limit, struct ul_text *out)
{
    struct ul_bound b = {.pieces = 1};
    struct ul_forms f;
    struct ul_line why;
    if (!ul_limit_parse(limit, &b.piece[0], &why))
        fail_msg("%s", why.text);
    ul_forms_collect(&b, 1, &f);
    for (int k = 0; k < f.count; k++) {
        ul_text_add(out, k ? " | " : "");
        ul_form_write(&f.form[k], out);
    }
}

static void assert_written(const char *limit, const char *want)
{
    struct ul_text t = {0};
    written(limit, &t);
    assert_string_equal(t.data, want);
    ul_text_free(&t);
}

static void formulas_as_written_and_fused(void **state)
{
    (void)state;
    assert_written("derived: tan(x * M_PI_F)", "tan(x * M_PI_F)");
    assert_written("derived 8192: exp(x) - 1", "exp(x) - 1");
    assert_written("derived 8192: acos(x) * M_1_PI_F or acos(x) * M_PI_F",
                   "acos(x) * M_1_PI_F | acos(x) * M_PI_F");
    assert_written("derived 8192: log(x + sqrt(x * x - 1))",
                   "log(x + sqrt(x * x - 1)) | log(x + sqrt(ul_fma(x, x, -(float)1)))");
    assert_written("derived 8192: log(x + sqrt(x * x + 1))",
                   "log(x + sqrt(x * x + 1)) | log(x + sqrt(ul_fma(x, x, (float)1)))");
    assert_written("derived 8192: x or x", "x");
}

static void a_result_is_held_against_its_pieces_forms(void **state)
{
    (void)state;
    struct ul_bound b = {.pieces = 3};
    struct ul_forms f;
    struct ul_line why;
    assert_true(ul_limit_parse("derived 8192: x", &b.piece[0], &why));
    assert_true(ul_limit_parse("derived 8192: exp(x) or x * x + 1", &b.piece[1], &why));
    assert_true(ul_limit_parse("4", &b.piece[2], &why));
    ul_forms_collect(&b, 1, &f);
    assert_int_equal(f.count, 4);
    assert_true(ul_forms_hold(&f, &b.piece[0], 1) && !ul_forms_hold(&f, &b.piece[0], 14));
    assert_false(ul_forms_hold(&f, &b.piece[1], 1));
    assert_true(ul_forms_hold(&f, &b.piece[1], 2) && ul_forms_hold(&f, &b.piece[1], 4) &&
                ul_forms_hold(&f, &b.piece[1], 8));
    assert_false(ul_forms_hold(&f, &b.piece[1], 0));
}

/* Every bound of the tables has its formulas, and room in a kernel beside the result and its reference. */
static void every_derived_row_has_forms(void **state)
{
    (void)state;
    const struct ul_bound_table *t = ul_bounds_table();
    int rows = 0;
    for (int i = 0; i < t->rows; i++) {
        const struct ul_bound_row *r = &t->row[i];
        if (r->piece.kind != UL_LIMIT_DERIVED)
            continue;
        rows++;
        assert_int_equal(r->type, UL_FLOAT);
        struct ul_subject s = {.name = (char *)r->function, .signature.results = 1};
        s.signature.returns.type = s.signature.result[0].type = UL_FLOAT;
        s.signature.result[0].width = 1;
        const struct ul_device d = {.arch = 90};
        char flags[64] = "";
        if (strcmp(r->flags, "-"))
            memcpy(flags, r->flags, strcspn(r->flags, "|"));
        struct ul_forms f;
        ul_forms_select(&s, 0, &d, flags, &f);
        if (f.count < 1 || f.count > UL_MAX_FORMS || f.count + 2 > UL_MAX_RESULTS)
            fail_msg("%s:%d: %d forms", r->path, r->line, f.count);
        assert_true(ul_forms_hold(&f, &r->piece, (1u << UL_MAX_FORMS) - 1));
        ul_forms_select(&s, 0, &d, "-cl-mad-enable", &f);
        assert_int_equal(f.count > 0, !strcmp(r->flags, "-"));
    }
    assert_true(rows >= 30);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formulas_as_written_and_fused),
        cmocka_unit_test(a_result_is_held_against_its_pieces_forms),
        cmocka_unit_test(every_derived_row_has_forms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
