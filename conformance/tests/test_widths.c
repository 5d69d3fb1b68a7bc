/* Kernels of vectors on every OpenCL device that is here: each lane of each width, the last vector's
 * included; a function that goes wrong at one width is wrong there and nowhere else. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include "device.h"
#include "runner.h"
#include "subject_read.h"

enum { N = 101, ROWS = 6, SCALAR = 5 }; /* no multiple of any width */

static const char table[] = "name\tsignature\tfunction\treference\trequires\trounding\tflush\tdomain\tcall\n"
                            "t/plain\tfloat(float)\t-\tx\t-\t-\t-\t-\ta0 + 1\n"
                            "t/planted\tfloat(float)\t-\tx\t-\t-\t-\t-\tsizeof(a0) == 64 ? a0 + 2 : a0 + 1\n"
                            "t/convert\tint(float)\t-\tx\t-\t-\t-\t-\tconvert_int_sat_rte(a0)\n"
                            "t/frexp\tfloat(float, int*)\t-\tx;x\t-\t-\t-\t-\tfrexp(a0, &r1)\n"
                            "t/isless\tbool(float, float)\t-\tx\t-\t-\t-\t-\tisless(a0, a1)\n"
                            "t/scalar\tfloat(float)\t-\tx\t-\t-\t-\t-\t(float)a0 + 1\n";

static struct ul_catalogue catalogue;
static const int every_width[] = {1, 2, 3, 4, 8, 16};

/* What row k has to give of tuple i at a width. */
static float expected(int row, int width, uint32_t i)
{
    const float x = (float)i;
    switch (row) {
    case 0:
    case SCALAR:
        return x + 1;
    case 1:
        return width == 16 ? x + 2 : x + 1;
    case 2:
        return x;
    case 3: { /* in [0.5, 1) */
        float f = x;
        while (f >= 1)
            f /= 2;
        return f;
    }
    default:
        return i % 3 == 0; /* y is x + 1 there, else x - 1 */
    }
}

struct look {
    int row, seen, wrong;
};

static void look_at(void *context, const struct ul_outcome *o)
{
    struct look *l = context;
    const struct ul_signature *s = &catalogue.subject[l->row].signature;
    assert_int_equal(o->widths, l->row == SCALAR ? 1 : UL_WIDTHS);
    for (int w = 0; w < o->widths; w++)
        for (uint32_t i = 0; i < o->block->n; i++, l->seen++) {
            ul_bits got = ul_block_result(o->out[w], o->block->capacity, s, 0, i);
            float y = (float)(int32_t)got;
            uint32_t bits = (uint32_t)got;
            if (ul_is_float(s->result[0].type))
                memcpy(&y, &bits, sizeof y);
            l->wrong += y != expected(l->row, every_width[w], (uint32_t)o->block->order + i);
        }
}

static void run_on(const struct ul_place *place)
{
    const struct ul_subject *subject[ROWS];
    struct ul_line why;
    struct ul_text log = {0};
    static ul_bits tuples[N][UL_MAX_PARAMETERS];
    for (uint32_t i = 0; i < N; i++)
        for (int k = 0; k < 2; k++) {
            float x = (float)i + (k ? i % 3 == 0 ? 1 : -1 : 0);
            uint32_t bits;
            memcpy(&bits, &x, sizeof bits);
            tuples[i][k] = bits;
        }
    for (int k = 0; k < ROWS; k++)
        subject[k] = &catalogue.subject[k];
    struct ul_runner_setup setup = {
        .place = place, .flags = "", .approx = "native", .timeout = 120, .widths = 6, .width = every_width};
    struct ul_runner *r = ul_runner_open(&setup, subject, ROWS, &why);
    assert_non_null(r);
    for (int k = 0; k < ROWS; k++) {
        struct look l = {.row = k};
        if (k == SCALAR) { /* no vector can be cast to a number */
            assert_false(ul_runner_run_tuples(r, k, (const ul_bits(*)[UL_MAX_PARAMETERS])tuples, N, look_at,
                                              &l, &log, &why));
            ul_runner_take_widths(r, k, every_width, 1);
        }
        if (!ul_runner_run_tuples(r, k, (const ul_bits(*)[UL_MAX_PARAMETERS])tuples, N, look_at, &l, &log,
                                  &why))
            fail_msg("%s on %s: %s\n%s", subject[k]->name, place->device.id, why.text,
                     log.data ? log.data : "");
        assert_int_equal(l.seen, N * (k == SCALAR ? 1 : UL_WIDTHS));
        if (l.wrong)
            fail_msg("%s on %s: %d wrong", subject[k]->name, place->device.id, l.wrong);
    }
    ul_runner_close(r);
    ul_text_free(&log);
}

static void every_lane_of_every_width(void **state)
{
    (void)state;
    struct ul_devices devices = {0};
    int tried = 0;
    ul_devices_find(&devices, NULL, 0, 120);
    for (int k = 0; k < devices.count; k++)
        if (!strcmp(ul_place_api(&devices.place[k]), "opencl")) {
            run_on(&devices.place[k]);
            tried++;
        }
    ul_devices_free(&devices);
    if (!tried)
        skip();
}

/* CUDA's pairs are measured lane by lane; in what is no function of lanes each lane is a number of its own.
 */
static void pairs_are_numbers_two_at_a_time(void **state)
{
    (void)state;
    struct ul_catalogue all;
    struct ul_line why;
    int pairs = 0, spread = 0, width[UL_WIDTHS];
    assert_true(ul_catalogue_load(&all, &why));
    for (int k = 0; k < all.count; k++) {
        const struct ul_subject *s = &all.subject[k], *m = ul_subject_measured(s);
        if (s->signature.argument[0].width != 2)
            continue;
        assert_ptr_not_equal(m, s);
        spread += m->vectors != NULL;
        pairs += m->vectors == NULL;
        assert_int_equal(ul_subject_widths(m, width), 1);
        assert_int_equal(width[0], m->vectors ? 1 : 2);
        assert_int_equal(m->lanes, m->vectors ? 1 : 2);
        assert_int_equal(m->signature.argument[0].width, 1);
        assert_int_equal(m->signature.argument[0].type, s->signature.argument[0].type);
        assert_int_equal(m->signature.vector, m->vectors ? 2 : 0);
    }
    assert_true(pairs > 60 && spread > 60);
    ul_catalogue_free(&all);
}

int main(int argc, char **argv)
{
    struct ul_line why;
    if (argc > 1 && !strcmp(argv[1], "--worker"))
        return ul_worker_main(argc, argv);
    if (!ul_function_table_read(&catalogue, "t.tsv", table, UL_HOME_OPENCL, &why)) {
        print_error("%s\n", why.text);
        return 1;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_lane_of_every_width),
        cmocka_unit_test(pairs_are_numbers_two_at_a_time),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    ul_catalogue_free(&catalogue);
    return failed;
}
