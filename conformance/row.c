#include "row.h"
#include "flags.h"
#include <math.h>
#include <string.h>

bool ul_row_belongs(const struct ul_subject *s, const struct ul_place *p)
{
    switch (s->home) {
    case UL_HOME_CUDA:
        return !strcmp(ul_place_api(p), "cuda");
    case UL_HOME_OPENCL:
        return !strcmp(ul_place_api(p), "opencl");
    case UL_HOME_HOST:
        return !strcmp(ul_place_api(p), "host");
    default:
        return true;
    }
}

bool ul_flags_belong(const char *flags, const struct ul_place *p)
{
    const char *api = ul_flags_api(flags);
    return !api || !strcmp(ul_place_api(p), api);
}

const char *ul_row_approx(const struct ul_place *p, const char *asked)
{
    if (!strcmp(ul_place_api(p), "host"))
        return "mufu";
    return asked ? asked : "native";
}

static bool any_of(const char *flags, const char *const *words)
{
    for (; *words; words++)
        if (ul_flags_have(flags, *words))
            return true;
    return false;
}

/* OpenCL API 3.0, 5.8.6.3: -cl-fast-relaxed-math is -cl-finite-math-only and -cl-unsafe-math-optimizations,
 * which includes -cl-no-signed-zeros and -cl-denorms-are-zero and assumes "that arguments and results are
 * valid"; both may violate edge case behaviour, so that finite-math-only leaves signs of zeros free, too.
 * nvcc: -use_fast_math implies -ftz=true. */
static const char *const flushing[] = {"-cl-denorms-are-zero",  "-cl-unsafe-math-optimizations",
                                       "-cl-fast-relaxed-math", "-ftz=true",
                                       "-use_fast_math",        NULL};
static const char *const unsigned_zeros[] = {"-cl-no-signed-zeros", "-cl-finite-math-only",
                                             "-cl-unsafe-math-optimizations", "-cl-fast-relaxed-math", NULL};
static const char *const finite_only[] = {"-cl-finite-math-only", "-cl-unsafe-math-optimizations",
                                          "-cl-fast-relaxed-math", NULL};

/* CUDA's -use_fast_math makes intrinsics of the functions that have rows for it, and of intrinsics no special
 * values are documented. */
static bool is_replaced(const struct ul_bound *b, const char *flags)
{
    return b && strstr(b->flags, "-use_fast_math") && ul_flags_have(flags, "-use_fast_math");
}

bool ul_row_requires(const struct ul_row_setup *s, const struct ul_edge *e)
{
    return e->required && !s->no_special_values && !(e->subnormal && s->flush);
}

static bool device_flushes(const struct ul_device *d, enum ul_type t)
{
    return t == UL_HALF ? d->flushes_half : t == UL_DOUBLE ? d->flushes_double : d->flushes_float;
}

/* A conversion's argument and result differ in type. */
static bool flushes_any(const struct ul_device *d, const struct ul_signature *s)
{
    bool any = device_flushes(d, ul_signature_type(s));
    for (int k = 0; k < s->arguments; k++)
        any |= ul_is_float(s->argument[k].type) && device_flushes(d, s->argument[k].type);
    return any;
}

static bool device_to_zero(const struct ul_device *d, enum ul_type t)
{
    return t == UL_HALF ? d->half_to_zero : t == UL_DOUBLE ? d->double_to_zero : d->float_to_zero;
}

/* Claims are made of NVIDIA's approximations; of OpenCL's own nothing is known. A function that uses none of
 * them has to keep its claims everywhere. */
static bool claims_hold(const struct ul_subject *s, const struct ul_place *p, const char *approx)
{
    bool native = !strcmp(ul_place_api(p), "opencl") && strcmp(approx, "mufu") != 0;
    return !native || !s->text || !strstr(s->text, "ul_approx_");
}

static void let_subnormals_be_lost(struct ul_bound *b, enum ul_type t)
{
    for (int p = 0; p < b->pieces; p++)
        b->piece[p].lost = ldexp(1, 1 - ul_types[t].emax);
}

void ul_row_begin(const struct ul_subject *s, int result, const struct ul_place *p, const char *flags,
                  const char *approx, const char *edition, struct ul_record *r, struct ul_row_setup *setup)
{
    enum ul_type t = s->signature.result[result].type;
    *r = (struct ul_record){.subject = s, .result = result, .width = 1, .flags = flags, .approx = approx};
    r->type = ul_signature_type(&s->signature);
    r->device = p->device;
    struct ul_bound bound[UL_MAX_BOUNDS];
    r->judgements = ul_bounds_select(s, result, &p->device, flags, edition, bound);
    *setup = (struct ul_row_setup){.subject = s, .result = result};
    setup->reading.type = t;
    setup->reading.rounding = s->rounding != UL_NEAREST       ? s->rounding
                              : device_to_zero(&p->device, t) ? UL_TO_ZERO
                                                              : UL_NEAREST;
    setup->flush = s->flush_always || flushes_any(&p->device, &s->signature) || any_of(flags, flushing);
    setup->unsigned_zeros = any_of(flags, unsigned_zeros);
    setup->finite_only = any_of(flags, finite_only);
    setup->open_values = ul_edge_has_open(s);
    setup->short_is_wrong = s->home != UL_HOME_OPENCL;
    for (int b = 0; b < r->judgements; b++) {
        r->judgement[b].bound = bound[b];
        if (setup->flush && ul_is_float(t))
            let_subnormals_be_lost(&r->judgement[b].bound, t);
        setup->every[setup->bounds++] = &r->judgement[b].bound;
        if (bound[b].in_force)
            setup->bound = &r->judgement[b].bound;
    }
    setup->no_special_values = setup->finite_only || is_replaced(setup->bound, flags);
    ul_forms_select(s, result, &p->device, flags, &setup->forms);
    r->claims = s->claims;
    r->claims_hold = claims_hold(s, p, approx);
}
