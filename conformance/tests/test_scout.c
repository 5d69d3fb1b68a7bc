/* Scouts on the emulated device: what a kernel by pairs says of an input is what the host measures there, for
 * every word that has them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include "device.h"
#include "lanes.h"
#include "runner.h"
#include "screen.h"
#include "search.h"
#include "subject_read.h"
#include "value.h"

static struct ul_catalogue catalogue;

struct ear {
    struct ul_search *search;
    const struct ul_subject *subject;
    struct ul_row_setup setup;
    struct ul_lanes lanes;
};

/* The host measures a block, and the search hears of it. */
static void hear(void *context, const struct ul_outcome *o)
{
    struct ear *e = context;
    struct ul_lanes *l = &e->lanes;
    const struct ul_block *b = o->block;
    const double *x = b->in, *y = o->out[0];
    const double *args[UL_MAX_PARAMETERS] = {l->x[0]};
    struct ul_screen *screen = ul_screen_new(e->subject->reference[0], UL_SCREEN_PAIRS);
    const struct ul_search_watch watch = {e->search, &e->setup};
    for (uint32_t at = 0; at < b->n; at += (uint32_t)l->n) {
        bool known[UL_LANES];
        l->n = b->n - at < UL_LANES ? (int)(b->n - at) : UL_LANES;
        l->arguments = l->width = 1;
        for (int i = 0; i < l->n; i++) {
            l->x[0][i] = x[at + (uint32_t)i];
            l->y[i] = ul_double_to_bits(UL_DOUBLE, y[at + (uint32_t)i]);
            l->bits[0][i] = ul_double_to_bits(UL_DOUBLE, l->x[0][i]);
            l->order[i] = b->orders[(at + (uint32_t)i) / b->run] + (at + (uint32_t)i) % b->run;
        }
        ul_screen_run_pairs(screen, args, l->n, l->r, l->low, l->err);
        ul_lanes_measure_pairs(l, known);
        for (int i = 0; i < l->n; i++)
            l->state[i] = known[i] ? UL_LANE_FIGURES : UL_LANE_OPEN;
        ul_search_hear((void *)&watch, l);
    }
    ul_screen_free(screen);
    ul_search_end_block(e->search, b);
}

/* Returns whether scouts found what was worse than everything before them. */
static bool search_one(struct ul_runner *r, int k, const struct ul_subject *s, uint32_t capacity)
{
    const struct ul_search_setup setup = {
        .subject = s, .seed = 1, .budget = {.evaluations = 50000000}, .capacity = capacity};
    struct ul_line why;
    struct ear *e = ul_alloc(sizeof *e);
    e->search = ul_search_new(&setup, &why);
    e->subject = s;
    struct ul_plan plan = {.signature = &s->signature, .arguments = 1, .search = e->search};
    ul_search_allow_scouts(e->search, ul_runner_scouts(r, k));
    ul_search_begin(e->search, 16, UL_SEARCHES, 1); /* one that goes level by level */
    if (!ul_runner_run(r, k, &plan, hear, e, NULL, &why))
        fail_msg("%s: %s", s->name, why.text);
    const struct ul_scouted found = ul_search_found(e->search);
    if (found.astray)
        fail_msg("%s: %llu found, %llu astray", s->name, (unsigned long long)found.measured,
                 (unsigned long long)found.astray);
    ul_search_free(e->search);
    free(e);
    return found.measured > 0;
}

static void scouts_say_what_the_host_does(void **state)
{
    (void)state;
    const char *word = "cuda:emulated";
    struct ul_devices devices = {0};
    ul_devices_find(&devices, &word, 1, 120);
    if (!devices.count)
        skip();
    const struct ul_place *place = &devices.place[0];
    const struct ul_subject **list = ul_alloc((size_t)catalogue.count * sizeof *list);
    struct ul_line why;
    int n = 0;
    for (int k = 0; k < catalogue.count; k++) {
        const struct ul_subject *s = &catalogue.subject[k];
        if (s->home == UL_HOME_CUDA && ul_search_can_scout(s) && ul_screen_pair_word(s->reference[0]))
            list[n++] = s;
    }
    assert_true(n > 25);
    const struct ul_runner_setup setup = {
        .place = place, .flags = "", .approx = "native", .timeout = 120, .scouts = true};
    struct ul_runner *r = ul_runner_open(&setup, list, n, &why);
    assert_non_null(r);
    int finds = 0;
    for (int k = 0; k < n; k++) {
        assert_true(ul_runner_scouts(r, k));
        finds += search_one(r, k, list[k], ul_plan_capacity(&place->device));
    }
    assert_true(finds >= n / 2);
    ul_runner_close(r);
    ul_devices_free(&devices);
    free(list);
}

/* Its references are just below a power of two, where an ulp is the lower binade's; beside functions of half,
 * whose headers come before the pairs. */
static void scouts_know_users_functions(void **state)
{
    (void)state;
    static const char text[] = "ul_fn double below_one(double x)\n{\n    return 0x1.fffffffffffffp-1;\n}\n"
                               "/* ulparity\n * signature double(double)\n * reference cos(x)\n"
                               " * domain [0x1p-30, 0x1p-29]\n */\n";
    const char *word = "cuda:emulated";
    struct ul_devices devices = {0};
    struct ul_line why;
    ul_devices_find(&devices, &word, 1, 120);
    if (!devices.count)
        skip();
    assert_true(ul_feet_read(&catalogue, "below_one.h", text, &why));
    const struct ul_place *place = &devices.place[0];
    const struct ul_subject *list[2] = {&catalogue.subject[catalogue.count - 1]};
    for (int k = 0; k < catalogue.count && !list[1]; k++)
        if (!strncmp(catalogue.subject[k].label, "cuda/hsin", 9))
            list[1] = &catalogue.subject[k];
    assert_non_null(list[1]);
    const struct ul_runner_setup setup = {
        .place = place, .flags = "", .approx = "native", .timeout = 120, .scouts = true};
    struct ul_runner *r = ul_runner_open(&setup, list, 2, &why);
    assert_non_null(r);
    assert_true(ul_runner_scouts(r, 0) && !ul_runner_scouts(r, 1));
    assert_true(search_one(r, 0, list[0], ul_plan_capacity(&place->device)));
    ul_runner_close(r);
    ul_devices_free(&devices);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(scouts_say_what_the_host_does),
                                       cmocka_unit_test(scouts_know_users_functions)};
    struct ul_line why;
    if (argc == 4 && !strcmp(argv[1], "--worker"))
        return ul_worker_main(argc, argv);
    if (!ul_catalogue_load(&catalogue, &why))
        return 1;
    const int status = cmocka_run_group_tests(tests, NULL, NULL);
    ul_catalogue_free(&catalogue);
    return status;
}
