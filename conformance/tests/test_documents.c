/* The documents' tables, as printed and as judged by: a bound is of a row of its table, in its order, unless
 * none prints its function; each row has a bound, but for one that promises nothing. */
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

static bool is_printed(const struct ul_bound_row *bound)
{
    const struct ul_document *d = &documents.document[document_of(bound)];
    return ul_document_row_of(d, bound) < d->printed;
}

/* A row's name that is misspelt would be a row by itself. */
static void unprinted_bounds_are_of_others(void **state)
{
    (void)state;
    const struct ul_bound_table *t = ul_bounds_table();
    for (const struct ul_bound_row *b = t->row; b < t->row + t->rows; b++)
        for (const struct ul_bound_row *p = t->row; p < t->row + t->rows && !is_printed(b); p++)
            if (!strcmp(p->edition, b->edition) && !strcmp(p->function, b->function) && p->type == b->type &&
                is_printed(p))
                fail_msg("%s:%d: no document prints '%s', but '%s' for its function", b->path, b->line,
                         b->row, p->row);
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
        if (!is_first_of_row(t, r) || !is_printed(&t->row[r]))
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
        for (int r = 0; r < documents.document[k].printed; r++) {
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
    int printed = 0;
    for (const struct ul_embedded *e = ul_embedded; e->path; e++)
        files += !strncmp(e->path, "conformance/documents/", 22);
    for (int k = 0; k < documents.count; k++)
        printed += documents.document[k].printed > 0;
    assert_int_equal(files, printed + 1);
}

static const struct ul_document *named(const char *id)
{
    for (int k = 0; k < documents.count; k++)
        if (!strcmp(documents.document[k].id, id))
            return &documents.document[k];
    fail_msg("no %s", id);
    return NULL;
}

/* How many rows the documents' tables have, counted there; a group of names is one. */
static void all_rows_are_there(void **state)
{
    (void)state;
    static const struct {
        const char *id;
        int rows;
    } counted[] = {{"seed_single", 104},
                   {"seed_double", 104},
                   {"seed_half", 41},
                   {"seed_half2", 48},
                   {"seed_half_conversions", 77},
                   {"seed_native", 14},
                   {"opencl-3_single_full", 117},
                   {"opencl-3_single_embedded", 115},
                   {"opencl-3_single_unsafe_math", 37},
                   {"opencl-3_double", 84},
                   {"opencl-3_half", 84},
                   {"opencl-3_contraction", 3},
                   {"opencl-3_conversions", 3},
                   {"opencl-3_relational", 2},
                   {"cuda-13.1_single_standard", 81},
                   {"cuda-13.1_double_standard", 81},
                   {"cuda-13.1_intrinsics_single", 20},
                   {"cuda-13.1_intrinsics_double", 7},
                   {"cuda-13.1_use_fast_math", 12},
                   {"cuda-13.1_half_bf16", 17},
                   {"cuda-13.1_contraction", 3},
                   {"ptx-9.1_approx", 17}};
    for (size_t k = 0; k < sizeof counted / sizeof *counted; k++)
        if (named(counted[k].id)->printed != counted[k].rows)
            fail_msg("%s: %d rows where the document has %d", counted[k].id, named(counted[k].id)->printed,
                     counted[k].rows);
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
        cmocka_unit_test(unprinted_bounds_are_of_others),
        cmocka_unit_test(orders_are_the_same),
        cmocka_unit_test(all_rows_are_there),
        cmocka_unit_test(rows_have_bounds),
        cmocka_unit_test(rows_have_names_of_their_own),
        cmocka_unit_test(all_files_are_listed),
        cmocka_unit_test(cells_are_as_printed),
        cmocka_unit_test(tables_are_chosen),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
