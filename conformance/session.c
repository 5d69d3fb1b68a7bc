#include "session.h"
#include "bounds.h"
#include "common/cache.h"
#include "common/machine.h"
#include "edge.h"
#include "flags.h"
#include "inputs.h"
#include "row.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool choose_subjects(struct ul_session *s, const struct ul_options *o, struct ul_line *why)
{
    for (int i = 0; i < o->words; i++)
        if (!ul_catalogue_choose(&s->catalogue, o->word[i], &s->chosen, why))
            return false;
    if (o->words)
        return true;
    s->chosen = ul_alloc((size_t)s->catalogue.count * sizeof *s->chosen);
    for (int i = 0; i < s->catalogue.count; i++)
        s->chosen[i] = true;
    return true;
}

/* --arch: what is compiled for another architecture is judged by that one's bounds. */
static bool set_arch(struct ul_session *s, const char *arch, struct ul_line *why)
{
    bool any = false;
    for (int i = 0; i < s->places; i++)
        any |= s->place[i]->device.arch != 0;
    for (int i = 0; i < s->devices.count; i++) {
        struct ul_device *d = &s->devices.place[i].device;
        d->arch = d->arch ? atoi(arch + strlen("sm_")) : 0;
    }
    return any || ul_fail(why, "--arch %s: none of the devices is CUDA's", arch);
}

static bool choose_devices(struct ul_session *s, const struct ul_options *o, struct ul_line *why)
{
    ul_devices_find(&s->devices, o->device, o->devices, o->timeout);
    for (int i = 0; i < s->devices.broken && !o->quiet; i++)
        fprintf(stderr, "ulparity: %s\n", s->devices.trouble[i]);
    int *index = ul_devices_choose(&s->devices, o->device, o->devices, &s->places, why);
    if (!index)
        return false;
    s->place = ul_alloc((size_t)s->places * sizeof *s->place);
    for (int i = 0; i < s->places; i++)
        s->place[i] = &s->devices.place[index[i]];
    free(index);
    return !o->arch || set_arch(s, o->arch, why);
}

static bool takes_flags(const struct ul_subject *s, const char *api)
{
    return s->home == UL_HOME_EVERYWHERE || !strcmp(api, s->home == UL_HOME_CUDA     ? "cuda"
                                                         : s->home == UL_HOME_OPENCL ? "opencl"
                                                                                     : "host");
}

/* Flags that none of the subjects is compiled with are a mistake of the command line. */
static bool flags_fit(const struct ul_session *s, struct ul_line *why)
{
    for (int f = 0; f < s->options->flag_sets; f++) {
        const char *flags = s->options->flags[f], *api = ul_flags_api(flags);
        bool any = !api;
        for (int i = 0; i < s->catalogue.count && !any; i++)
            any = s->chosen[i] && takes_flags(&s->catalogue.subject[i], api);
        if (!any)
            return ul_fail(why, "--flags %s: %s's, and no subject that was asked for is", flags,
                           !strcmp(api, "cuda") ? "CUDA" : "OpenCL");
    }
    return true;
}

/* Each width of --width has to be one of some subject that is asked for; with "all" there is always one. */
static bool widths_fit(const struct ul_session *s, struct ul_line *why)
{
    for (int k = 0; k < s->options->widths && s->options->widths < UL_WIDTHS; k++) {
        bool any = false;
        for (int i = 0; i < s->catalogue.count && !any; i++) {
            int width[UL_WIDTHS], n = ul_subject_widths(ul_subject_measured(&s->catalogue.subject[i]), width);
            any = ul_session_asks(s, i) && ul_widths_have(width, n, s->options->width[k]);
        }
        if (!any)
            return ul_fail(why,
                           "width %d: nothing that was asked for has it: OpenCL's functions of numbers do, "
                           "those of vectors "
                           "(dot, length) take components one by one, CUDA has pairs of half and bfloat16",
                           s->options->width[k]);
    }
    return true;
}

/* An edition that has a row of nothing that is asked for would judge nothing: that is no pass. */
static bool bounds_fit(const struct ul_session *s, struct ul_line *why)
{
    const char *edition = s->options->bounds;
    const struct ul_bound_table *t = ul_bounds_table();
    bool any = !edition;
    for (int r = 0; r < t->rows && !any; r++)
        for (int i = 0; i < s->catalogue.count && !any && !strcmp(t->row[r].edition, edition); i++)
            any = ul_session_asks(s, i) && ul_bound_row_names(&t->row[r], &s->catalogue.subject[i]);
    return any || ul_fail(why, "--bounds %s: it has no row of anything that was asked for", edition);
}

int ul_session_open(struct ul_session *s, const struct ul_options *o, struct ul_line *why)
{
    *s = (struct ul_session){.type = o->type, .options = o, .threads = o->jobs ? o->jobs : ul_processors()};
    if (!ul_catalogue_load(&s->catalogue, why) || !ul_bounds_load(why) || !ul_edges_load(why) ||
        !ul_inputs_load(why))
        return 3;
    if (!choose_subjects(s, o, why) || !widths_fit(s, why) || !flags_fit(s, why) || !bounds_fit(s, why) ||
        !choose_devices(s, o, why))
        return 2;
    ul_cache_prune(UL_CACHE_BYTES);
    return 0;
}

void ul_session_close(struct ul_session *s)
{
    free(s->chosen);
    free(s->place);
    ul_devices_free(&s->devices);
    ul_catalogue_free(&s->catalogue);
}

bool ul_session_asks(const struct ul_session *s, int i)
{
    const struct ul_subject *x = &s->catalogue.subject[i];
    return s->chosen[i] && (!s->type || !strcmp(s->type, ul_types[ul_signature_type(&x->signature)].name));
}

int ul_session_widths(const struct ul_session *s, const struct ul_subject *x, int width[UL_WIDTHS],
                      bool wanted[UL_WIDTHS])
{
    int has[UL_WIDTHS], all = ul_subject_widths(x, has), n = 0;
    for (int k = 0; k < all; k++) {
        const bool asked =
            s->options->widths ? ul_widths_have(s->options->width, s->options->widths, has[k]) : k == 0;
        if (!asked && has[k] > 1)
            continue;
        wanted[n] = asked;
        width[n++] = has[k];
    }
    return n;
}

/* Has it any width that is asked for? */
static bool has_width(const struct ul_session *s, const struct ul_subject *x)
{
    int width[UL_WIDTHS];
    bool wanted[UL_WIDTHS], any = false;
    int n = ul_session_widths(s, ul_subject_measured(x), width, wanted);
    for (int k = 0; k < n; k++)
        any |= wanted[k];
    return any;
}

/* OpenCL's functions of a type that a device lacks are no rows, unless they were asked for. */
static bool is_left_out(const struct ul_session *s, const struct ul_subject *x, const struct ul_device *d)
{
    bool asked = s->type || x->home != UL_HOME_OPENCL;
    for (int k = 0; k < s->options->words; k++)
        asked |= !strcmp(x->label, s->options->word[k]);
    return !asked && ((x->requires.half && !d->has_half) || (x->requires.fp64 && !d->has_double));
}

bool ul_session_runs(const struct ul_session *s, int i, const struct ul_place *p)
{
    const struct ul_subject *x = &s->catalogue.subject[i];
    return ul_session_asks(s, i) && ul_row_belongs(x, p) && !is_left_out(s, x, &p->device);
}

bool ul_session_row(const struct ul_session *s, int i, const struct ul_place *p, const char *flags)
{
    return ul_session_runs(s, i, p) && has_width(s, &s->catalogue.subject[i]) && ul_flags_belong(flags, p);
}

int ul_session_nothing(const struct ul_session *s, struct ul_line *why)
{
    bool typed = false, placed = false;
    for (int i = 0; i < s->catalogue.count; i++) {
        typed |= ul_session_asks(s, i);
        for (int p = 0; p < s->places; p++)
            placed |= ul_session_row(s, i, s->place[p], "");
    }
    if (!typed) {
        ul_fail(why, "--type %s: no subject that was asked for is of it", s->type);
        return 2;
    }
    if (!s->devices.count)
        ul_fail(why, "no device at all%s%s", s->devices.hints ? ": " : "",
                s->devices.hints ? s->devices.hint[0] : "");
    else if (placed && s->options->has_flags)
        ul_fail(why, "--flags: none for these devices: -cl-... are OpenCL's, all others CUDA's");
    else
        ul_fail(why, "no device here can run what was asked for");
    return 77;
}
