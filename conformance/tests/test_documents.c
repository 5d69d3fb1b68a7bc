/* The documents' tables, as printed and as judged by: each bound is of a row of its table, in its order, and
 * each row has a bound, but for one that promises nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include "common/embedded.h"
#include "documents.h"

static struct ul_documents documents;

static int load(void **state)
{
    (void)state;
    struct ul_line why = {""};
    const bool ok = ul_documents_load(&documents, &why);
    if (!ok)
        print_error("%s\n", why.text);
    return !ok;
}

static int unload(void **state)
{
    (void)state;
    ul_documents_free(&documents);
    return 0;
}

static int document_of(const struct ul_bound_row *bound)
{
    for (int k = 0; k < documents.count; k++)
        if (!strcmp(documents.document[k].edition, bound->edition) &&
            !strcmp(documents.document[k].table, bound->table))
            return k;
    return -1;
}

static void bounds_are_of_rows(void **state)
{
    (void)state;
    const struct ul_bound_table *t = ul_bounds_table();
    for (int r = 0; r < t->rows; r++) {
        const int k = document_of(&t->row[r]);
        if (k < 0 || ul_document_row_of(&documents.document[k], &t->row[r]) < 0)
            fail_msg("%s:%d: no document has its row", t->row[r].path, t->row[r].line);
    }
}

static bool is_first_of_row(const struct ul_bound_table *t, int r)
{
    for (int k = 0; k < r; k++)
        if (!strcmp(t->row[k].row, t->row[r].row) && !strcmp(t->row[k].table, t->row[r].table) &&
            !strcmp(t->row[k].edition, t->row[r].edition))
            return false;
    return true;
}

static void orders_are_the_same(void **state)
{
    (void)state;
    const struct ul_bound_table *t = ul_bounds_table();
    int *last = ul_alloc((size_t)documents.count * sizeof *last);
    for (int r = 0; r < t->rows; r++) {
        if (!is_first_of_row(t, r))
            continue;
        const int k = document_of(&t->row[r]), row = ul_document_row_of(&documents.document[k], &t->row[r]);
        if (row < last[k])
            fail_msg("%s:%d: its row stands earlier in the document", t->row[r].path, t->row[r].line);
        last[k] = row;
    }
    free(last);
}

static bool has_bound(const struct ul_document *d, int row)
{
    const struct ul_bound_table *t = ul_bounds_table();
    for (int r = 0; r < t->rows; r++)
        if (ul_document_row_of(d, &t->row[r]) == row)
            return true;
    return false;
}

static void rows_have_bounds(void **state)
{
    (void)state;
    for (int k = 0; k < documents.count; k++)
        for (int r = 0; r < documents.document[k].rows; r++) {
            const struct ul_document *d = &documents.document[k];
            const bool promises = !d->row[r].cell[1] || strncmp(d->row[r].cell[1], "N/A natively", 12);
            if (has_bound(d, r) != promises)
                fail_msg("%s: row '%s' has %s bound", d->id, d->row[r].name, promises ? "no" : "a");
        }
}

static void rows_have_names_of_their_own(void **state)
{
    (void)state;
    for (int k = 0; k < documents.count; k++)
        for (int r = 0; r < documents.document[k].rows; r++)
            for (int s = 0; s < r; s++)
                assert_string_not_equal(documents.document[k].row[r].name, documents.document[k].row[s].name);
}

/* A file that tables.tsv does not list would never be printed. */
static void all_files_are_listed(void **state)
{
    (void)state;
    int files = 0;
    for (const struct ul_embedded *e = ul_embedded; e->path; e++)
        files += !strncmp(e->path, "conformance/documents/", 22);
    assert_int_equal(files, documents.count + 1);
}

static const struct ul_document *named(const char *id)
{
    for (int k = 0; k < documents.count; k++)
        if (!strcmp(documents.document[k].id, id))
            return &documents.document[k];
    fail_msg("no %s", id);
    return NULL;
}

/* Copied by hand from the documents. */
static void cells_are_as_printed(void **state)
{
    (void)state;
    const struct ul_document *d = named("seed_double");
    assert_int_equal(d->rows, 104);
    assert_int_equal(d->columns, 4);
    assert_string_equal(d->heading[1], "opencl_min_accuracy");
    assert_string_equal(d->row[5].cell[1], "\xe2\x89\xa4 4 ulp");
    assert_string_equal(d->row[103].name, "signbit");
    assert_string_equal(d->row[103].cell[0], "N/A");
    d = named("ptx-9.1_approx");
    assert_int_equal(d->rows, 17);
    assert_string_equal(d->row[0].cell[2], "");
    assert_string_equal(d->row[13].name, "ex2.approx.f16 / .f16x2");
}

static int chosen(const char *edition, const char *word, struct ul_line *why)
{
    bool *list = ul_alloc((size_t)documents.count * sizeof *list);
    int n = 0;
    const bool any = ul_documents_choose(&documents, edition, word, list, why);
    for (int k = 0; k < documents.count; k++)
        n += list[k];
    assert_int_equal(any, n > 0);
    free(list);
    return n;
}

static void tables_are_chosen(void **state)
{
    (void)state;
    struct ul_line why = {""};
    assert_int_equal(chosen(NULL, NULL, &why), documents.count);
    assert_int_equal(chosen("ptx-9.1", NULL, &why), 1);
    assert_int_equal(chosen(NULL, "seed_single", &why), 1);
    assert_int_equal(chosen(NULL, "half", &why), 2);
    assert_int_equal(chosen("seed", "half", &why), 1);
    assert_int_equal(chosen(NULL, "seed_*", &why), 6);
    assert_int_equal(chosen(NULL, "*double*", &why), 4);
    assert_int_equal(chosen(NULL, "seed_singel", &why), 0);
    assert_string_equal(why.text, "--table: there is no table 'seed_singel', did you mean 'seed_single'?");
    assert_int_equal(chosen("seed", "approx", &why), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_are_of_rows),   cmocka_unit_test(orders_are_the_same),
        cmocka_unit_test(rows_have_bounds),     cmocka_unit_test(rows_have_names_of_their_own),
        cmocka_unit_test(all_files_are_listed), cmocka_unit_test(cells_are_as_printed),
        cmocka_unit_test(tables_are_chosen),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
