/* bench --ratio on a GPU: what the sweep of a function of floats costs beside a kernel that only evaluates
 * the function and the device's own double function, over all 2^32 inputs, in one run; and what the function
 * costs alone. */
#include "bench.h"
#include "runner.h"
#include <stdio.h>
#include <stdlib.h>

static bool is_row(const struct ul_session *s, int i, const struct ul_place *p)
{
    const struct ul_signature *g = &s->catalogue.subject[i].signature;
    return ul_session_row(s, i, p, "") && ul_subject_is_measured(&s->catalogue.subject[i]) &&
           g->arguments == 1 && g->argument[0].type == UL_FLOAT && g->argument[0].width == 1;
}

static void tell_times(const char *what, const double seconds[UL_TIMED_COUNT])
{
    printf("%-28s %10.2f %10.2f %8.2f %14.2f\n", what, 1e3 * seconds[UL_TIMED_SWEEP],
           1e3 * seconds[UL_TIMED_FOLD], seconds[UL_TIMED_SWEEP] / seconds[UL_TIMED_FOLD],
           1e3 * seconds[UL_TIMED_FUNCTION]);
    fflush(stdout);
}

/* One line; the sums grow by what could be timed. */
static void tell(struct ul_runner *r, int k, const struct ul_subject *subject, double sums[UL_TIMED_COUNT])
{
    struct ul_line why;
    double seconds[UL_TIMED_COUNT];
    for (int what = 0; what < UL_TIMED_COUNT; what++)
        if (!ul_runner_time(r, k, what, &seconds[what], NULL, &why)) {
            printf("%-28s %s\n", subject->label, why.text);
            return;
        }
    tell_times(subject->label, seconds);
    for (int what = 0; what < UL_TIMED_COUNT; what++)
        sums[what] += seconds[what];
}

int ul_bench_gpu(const struct ul_session *s, const struct ul_place *p)
{
    const struct ul_subject **list = ul_alloc((size_t)s->catalogue.count * sizeof *list);
    const struct ul_runner_setup setup = {.place = p,
                                          .flags = "",
                                          .approx = "native",
                                          .timeout = s->options->timeout,
                                          .options = s->options,
                                          .references = true,
                                          .folds = true,
                                          .sweeps = true,
                                          .batch = 8,
                                          .forms = true};
    struct ul_line why;
    double sums[UL_TIMED_COUNT] = {0};
    int n = 0, told = 0;
    for (int i = 0; i < s->catalogue.count; i++)
        if (is_row(s, i, p))
            list[n++] = ul_subject_measured(&s->catalogue.subject[i]);
    struct ul_runner *r = n ? ul_runner_open(&setup, list, n, &why) : NULL;
    printf("%-28s %10s %10s %8s %14s\n", p->device.id, "sweep, ms", "alone, ms", "ratio", "function, ms");
    if (n && !r)
        printf("%s\n", why.text);
    for (int k = 0; r && k < n; k++)
        if (ul_runner_sweeps(r, k)) {
            tell(r, k, list[k], sums);
            told++;
        }
    if (sums[UL_TIMED_FOLD] > 0)
        tell_times("all of them", sums);
    if (r)
        ul_runner_close(r);
    free(list);
    return told;
}
