#include "plan.h"
#include "edge.h"
#include "inputs.h"
#include "screen.h"
#include "value.h"
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Random inputs of a quick plan, by device class; where the host screens by pairs of doubles (fp64, several
 * arguments: PoCL's fmod of double takes longer still); where each input is certified, for want of screening.
 */
enum {
    SAMPLES_CPU = 1 << 17,
    SAMPLES_GPU = 1 << 24,
    SAMPLES_SIMULATOR = 1 << 10,
    SAMPLES_PAIRS = 1 << 14,
    SAMPLES_CERTIFIED = 1 << 12
};
/* Tuples whose exponents are spread over all of a type, each by each. */
enum { STRATA_BITS = 6, STRATA = 1 << (2 * STRATA_BITS + 2), STRATA_SIMULATOR = 1 << 8 };
/* Tuples of notable values, of which a few are taken where all were more; a seed's streams of random ones. */
enum { MOST_NOTABLE_TUPLES = 1 << 15, STREAMS = 6 };
/* Inputs listed in each binade; of a double, which has eight times as many; of a double where each is
 * certified. */
enum { BINADE_POINTS = 8, BINADE_POINTS_FP64 = 4, BINADE_POINTS_CERTIFIED = 2 };
/* Inputs of a block. */
enum { CAPACITY_CPU = 1 << 20, CAPACITY_GPU = 1 << 23, CAPACITY_SIMULATOR = 1 << 14 };
/* Inputs of a launch that is to fill no vector. */
enum { FEW = 3 };

/* Can all inputs be tried: arguments of at most 32 bits together? */
static bool can_exhaust(const struct ul_signature *s)
{
    bool numbers = s->arguments > 0;
    for (int k = 0; k < s->arguments; k++)
        numbers &= s->argument[k].width == 1;
    return numbers && ul_argument_bytes(s) <= 4;
}

/* SplitMix64 (Steele, Lea, Flood 2014): the k-th number of a stream is a function of seed and k. */
static uint64_t mix(uint64_t seed, uint64_t k)
{
    uint64_t z = seed + (k + 1) * 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static void add_tuple(struct ul_plan *p, const ul_bits *args)
{
    if ((p->listed & (p->listed - 1)) == 0)
        p->list = ul_realloc(p->list, (p->listed ? 2 * p->listed : 1) * sizeof *p->list);
    memset(p->list[p->listed], 0, sizeof *p->list);
    memcpy(p->list[p->listed++], args, (size_t)p->arguments * sizeof *args);
}

/* A number and its neighbours for the first argument; the others are 1. */
static void add_around(struct ul_plan *p, double x, int neighbours)
{
    enum ul_type t = p->signature->argument[0].type;
    if (!ul_is_float(t) || !isfinite(x))
        return;
    ul_bits args[UL_MAX_PARAMETERS];
    for (int k = 1; k < p->arguments; k++)
        args[k] = ul_is_float(p->signature->argument[k].type)
                      ? ul_double_to_bits(p->signature->argument[k].type, 1)
                      : 1;
    int64_t at = ul_value_ordinal(t, ul_double_to_bits(t, x));
    for (int64_t d = -neighbours; d <= neighbours; d++) {
        args[0] = ul_value_from_ordinal(t, at + d);
        add_tuple(p, args);
    }
}

/* Signs and exponents of a type: what its top bits can be. */
static uint64_t binades_of(enum ul_type t)
{
    return (uint64_t)1 << (8 * ul_types[t].bytes - ul_types[t].precision + 1);
}

/* The k-th input of a binade, which its sign and exponent name: the ends, the middle, and others. */
static ul_bits binade_point(enum ul_type t, uint64_t top, uint64_t k)
{
    int fraction = ul_types[t].precision - 1;
    ul_bits mask = ((ul_bits)1 << fraction) - 1;
    ul_bits f = k == 0 ? 0 : k == 1 ? 1 : k == 2 ? mask : k == 3 ? (mask + 1) / 2 : mix(top, k) & mask;
    return top << fraction | f;
}

/* A type's special values and every binade's points, both signs. */
static void add_binades(struct ul_plan *p, bool certified)
{
    enum ul_type t = p->signature->argument[0].type;
    const uint64_t points = ul_types[t].precision <= 24 ? BINADE_POINTS
                            : certified                 ? BINADE_POINTS_CERTIFIED
                                                        : BINADE_POINTS_FP64;
    const uint64_t step = BINADE_POINTS / points;
    for (uint64_t top = 0; top < binades_of(t); top++)
        for (uint64_t k = 0; k < BINADE_POINTS; k += step) {
            ul_bits args[UL_MAX_PARAMETERS] = {binade_point(t, top, k)};
            add_tuple(p, args);
        }
}

/* --- several arguments --- */

/* Of either sign; of three arguments and more the first FEW_NOTABLE of them. A double holds them all. */
static const double notable_floats[] = {0, 1, INFINITY, 2, 0.5, 3, 1.5, 10, 0x1p+11, 0x1p+24, 0x1p+53};
static const double notable_integers[] = {0,   1,   2,   3,   4,    5,    7,    10,   16,    24,        53,
                                          126, 127, 128, 149, 1023, 1074, 2000, 4097, 65536, 0x7fffffff};
enum {
    NOTABLE_FLOATS = sizeof notable_floats / sizeof *notable_floats,
    NOTABLE_INTEGERS = sizeof notable_integers / sizeof *notable_integers,
    FEW_NOTABLE = 3,
    MOST_NOTABLE = 2 * (NOTABLE_FLOATS + NOTABLE_INTEGERS) + 16
};

/* Those of a type, ends and neighbours of 1 included; returns how many. */
static int notable_values(enum ul_type t, bool few, ul_bits *out)
{
    const bool is_float = ul_is_float(t);
    const double *value = is_float ? notable_floats : notable_integers;
    const int count = few ? FEW_NOTABLE : is_float ? NOTABLE_FLOATS : NOTABLE_INTEGERS;
    int n = 0;
    for (int k = 0; k < count; k++) {
        const double of[] = {value[k], -value[k]};
        for (int sign = 0; sign < 2; sign++)
            out[n++] =
                is_float ? ul_double_to_bits(t, of[sign]) : (ul_bits)(int64_t)of[sign] & ul_value_mask(t);
    }
    if (!is_float) {
        out[n++] = ul_value_sign(t); /* the least */
        return n;
    }
    const ul_bits one = ul_double_to_bits(t, 1), ends[] = {1,
                                                           ul_value_largest(t),
                                                           one + 1,
                                                           one - 1,
                                                           (ul_bits)1 << (ul_types[t].precision - 1),
                                                           ((ul_bits)1 << (ul_types[t].precision - 1)) - 1};
    for (int k = 0; k < (few ? 2 : 6); k++) {
        out[n++] = ends[k];
        out[n++] = ends[k] | ul_value_sign(t);
    }
    out[n++] = ul_value_nan(t);
    return n;
}

/* Each notable value with each, as far as there is room. */
static void add_notable(struct ul_plan *p)
{
    ul_bits value[UL_MAX_PARAMETERS][MOST_NOTABLE];
    int count[UL_MAX_PARAMETERS];
    uint64_t all = 1;
    for (int k = 0; k < p->arguments; k++) {
        count[k] = notable_values(p->signature->argument[k].type, p->arguments > 2, value[k]);
        all *= (uint64_t)count[k];
    }
    const uint64_t step = all > MOST_NOTABLE_TUPLES ? all / MOST_NOTABLE_TUPLES | 1 : 1;
    for (uint64_t i = 0; i < all; i += step) {
        ul_bits args[UL_MAX_PARAMETERS];
        uint64_t rest = i;
        for (int k = 0; k < p->arguments; k++, rest /= (uint64_t)count[k - 1])
            args[k] = value[k][rest % (uint64_t)count[k]];
        add_tuple(p, args);
    }
}

/* Beside other arguments a signalling NaN may be taken for a quiet one, or not: C 7.12 (F.2.1) leaves it
 * open, OpenCL C 6.15.2 too (fmax). */
static ul_bits quiet(enum ul_type t, ul_bits b)
{
    return ul_is_float(t) && ul_value_is_nan(t, b) ? b | (ul_bits)1 << (ul_types[t].precision - 2) : b;
}

/* A number of a stratum, of 2^STRATA_BITS by exponent (an integer's magnitude), for each sign; the rest is
 * z's. Of integers three in four end in zeros behind 12, 25 or 54 bits: halfway between numbers of half,
 * float, double. */
static ul_bits in_stratum(enum ul_type t, uint64_t stratum, bool negative, uint64_t z)
{
    const int width = 8 * ul_types[t].bytes;
    if (ul_is_float(t)) {
        ul_bits below = z & (ul_value_mask(t) >> (STRATA_BITS + 1));
        return stratum << (width - 1 - STRATA_BITS) | below | (negative ? ul_value_sign(t) : 0);
    }
    const int bits = 1 + (int)(stratum * (uint64_t)(width - 1) >> STRATA_BITS);
    static const int kept[] = {12, 25, 54, 64};
    ul_bits n = ((z | (uint64_t)1 << 63) & ~(uint64_t)0 << (64 - kept[z & 3])) >> (64 - bits);
    return (negative && ul_types[t].is_signed ? -n : n) & ul_value_mask(t);
}

static void add_strata(struct ul_plan *p, int tuples)
{
    for (int i = 0; i < tuples; i++) {
        const uint64_t at = (uint64_t)i * (STRATA / (uint64_t)tuples);
        const uint64_t stratum[] = {at >> 2 & ((1 << STRATA_BITS) - 1), at >> (2 + STRATA_BITS)};
        ul_bits args[UL_MAX_PARAMETERS];
        for (int k = 0; k < p->arguments; k++) {
            uint64_t z = mix((uint64_t)k + 1, (uint64_t)i);
            const enum ul_type t = p->signature->argument[k].type;
            ul_bits b = in_stratum(t, k < 2 ? stratum[k] : z >> (64 - STRATA_BITS),
                                   k < 2 ? at >> k & 1 : z & 1, mix(z, 0));
            args[k] = p->arguments > 1 ? quiet(t, b) : b;
        }
        add_tuple(p, args);
    }
}

static void add_special(struct ul_plan *p, const struct ul_subject *s)
{
    struct ul_edge *edge;
    int edges = ul_edges(s, &edge);
    for (int i = 0; i < edges; i++)
        add_tuple(p, edge[i].args);
    free(edge);
    for (int i = 0; i < s->splits; i++)
        add_around(p, s->split[i], 4);
    if (s->has_domain) {
        add_around(p, s->domain_lo, 4);
        add_around(p, s->domain_hi, 4);
    }
    for (int i = 0; i < s->claims; i++)
        if (s->claim[i].has_input)
            add_tuple(p, s->claim[i].input);
}

/* Where functions of one argument have poles, zeros, ties and reductions: integers and halves, multiples of
 * pi/2; and where results overflow or underflow in float or double, by base e (its sinh and erfc, too), 2
 * and 10. */
static const double ends[] = {88.722839,  89.415986,  103.97208,  104.27,    9.194549, 10.05,      35.040096,
                              709.782713, 710.475860, 745.133219, 26.543259, 27.226,   171.624376, 128,
                              149,        150,        1024,       1074,      1075,     38.53184,   44.853472,
                              45.15,      308.254716, 323.306,    323.61};
enum { HALVES = 340, QUARTER_TURNS = 32, NEAR = 2, NEAR_SIMULATOR = 0 };

static void add_trouble(struct ul_plan *p, int near)
{
    for (int k = 1; k <= HALVES; k++) {
        add_around(p, 0.5 * k, near);
        add_around(p, -0.5 * k, near);
    }
    for (int k = 1; k <= QUARTER_TURNS; k++) {
        add_around(p, k * M_PI_2, near);
        add_around(p, -k * M_PI_2, near);
    }
    for (size_t k = 0; k < sizeof ends / sizeof *ends; k++) {
        add_around(p, ends[k], near);
        add_around(p, -ends[k], near);
    }
}

static void add_known(struct ul_plan *p, const struct ul_subject *s)
{
    const ul_bits(*known)[UL_MAX_PARAMETERS];
    const int n = ul_inputs_of(s, 0, NULL, &known);
    for (int i = 0; i < n; i++) {
        if (p->arguments == 1)
            add_around(p, ul_bits_to_double(p->signature->argument[0].type, known[i][0]), 1);
        else
            add_tuple(p, known[i]);
    }
}

/* How many random inputs a result is asked for: by what finds its reference, a device, the host as doubles or
 * as pairs of them, or Arb. */
static uint64_t samples_of(const struct ul_subject *s, int result, const struct ul_device *d)
{
    const struct ul_expression *e = s->reference[result];
    const enum ul_screen_kind kind = ul_screen_kind(s->signature.result[result].type);
    if (kind == UL_SCREEN_DOUBLES && !d->is_cpu && d->has_double &&
        ul_screen_device_bound(e, d->arch ? "cuda" : "opencl", NULL, 0, NULL, NULL))
        return SAMPLES_GPU;
    struct ul_screen *screen = ul_screen_takes(&s->signature) ? ul_screen_new(e, kind) : NULL;
    const uint64_t samples = !screen                         ? SAMPLES_CERTIFIED
                             : ul_screen_makes_pairs(screen) ? SAMPLES_PAIRS
                             : d->is_cpu                     ? SAMPLES_CPU
                                                             : SAMPLES_GPU;
    ul_screen_free(screen);
    return samples;
}

static uint64_t samples(const struct ul_subject *s, const struct ul_device *d)
{
    uint64_t least = SAMPLES_GPU;
    for (int k = 0; k < s->signature.results; k++) {
        const uint64_t n = samples_of(s, k, d);
        least = n < least ? n : least;
    }
    return least;
}

static bool make_quick(struct ul_plan *p, const struct ul_subject *s, const struct ul_device *d,
                       const struct ul_options *o)
{
    enum ul_type t = p->signature->argument[0].type;
    p->kind = o->has_samples ? "samples" : "quick";
    p->seed = o->seed;
    add_special(p, s);
    add_known(p, s);
    const uint64_t most = samples(s, d);
    const bool certified = most == SAMPLES_CERTIFIED;
    if (p->arguments == 1 && ul_is_float(t)) {
        add_binades(p, certified);
        if (ul_types[t].bytes > 2) /* half has few numbers, which are all tried by default */
            add_trouble(p, d->simulator ? NEAR_SIMULATOR : NEAR);
    }
    if (p->arguments > 1 || !ul_is_float(t)) {
        add_notable(p);
        add_strata(p, d->simulator ? STRATA_SIMULATOR : STRATA);
    }
    p->random = d->simulator ? SAMPLES_SIMULATOR : most;
    if (o->has_samples)
        p->random = o->samples;
    else if (p->arguments == 1 && can_exhaust(p->signature) && ul_is_float(t) && !d->simulator && !certified)
        p->alone = binades_of(t);
    return true;
}

/* A search begins with what a quick plan lists, its known inputs first. One whose budget is enough for every
 * input of a small domain tries each. */
static bool make_search(struct ul_plan *p, const struct ul_subject *s, const struct ul_device *d,
                        const struct ul_options *o, struct ul_line *why)
{
    enum { FEW_INPUTS = 1 << 17 };
    const uint64_t budget =
        o->budget.evaluations && o->budget.evaluations < FEW_INPUTS ? o->budget.evaluations : FEW_INPUTS;
    const uint64_t few = ul_search_few(s, budget, NULL);
    add_known(p, s);
    p->known = p->listed;
    if (few) {
        free(p->list);
        p->listed = few;
        p->list = ul_alloc(few * sizeof *p->list);
        ul_search_few(s, budget, p->list);
    } else {
        make_quick(p, s, d, o);
        const struct ul_search_setup setup = {.subject = s,
                                              .seed = o->seed,
                                              .budget = o->budget,
                                              .start = (const ul_bits(*)[UL_MAX_PARAMETERS])p->list,
                                              .starts = p->listed,
                                              .first = p->known,
                                              .capacity = ul_plan_capacity(d)};
        p->search = ul_search_new(&setup, why);
    }
    p->random = p->alone = 0;
    p->seed = o->seed;
    p->kind = "search";
    p->budget = ul_budget_text(&o->budget);
    return few || p->search;
}

static bool make_exhaustive(struct ul_plan *p, struct ul_line *why)
{
    if (!can_exhaust(p->signature))
        return ul_fail(why, "--exhaustive needs arguments of at most 32 bits together");
    p->kind = "exhaustive";
    p->ranges = 1;
    p->range[0].count = (uint64_t)1 << 8 * ul_argument_bytes(p->signature);
    return true;
}

/* LO..HI in the order of their values; the two signs are ranges of their own. All of it, or samples. */
static bool make_range(struct ul_plan *p, const struct ul_options *o, struct ul_line *why)
{
    const char *text = o->range_text;
    enum ul_type t = p->signature->argument[0].type;
    if (p->arguments != 1 || !can_exhaust(p->signature) || !ul_is_float(t))
        return ul_fail(why, "--range needs one floating argument of at most 32 bits");
    const char *dots = strstr(text, "..");
    if (!dots)
        return ul_fail(why, "--range %s: it reads LO..HI", text);
    char *low = ul_format("%.*s", (int)(dots - text), text);
    ul_bits lo, hi;
    struct ul_line what;
    bool ok = ul_value_parse(t, low, &lo, &what) && ul_value_parse(t, dots + 2, &hi, &what);
    free(low);
    if (!ok)
        return ul_fail(why, "--range %s: %s", text, what.text);
    double from = ul_bits_to_double(t, lo), to = ul_bits_to_double(t, hi);
    if (!(from <= to))
        return ul_fail(why, "--range %s: it is empty", text);
    if (o->has_samples && !o->samples)
        return ul_fail(why, "--range %s: --samples 0 leaves nothing of it", text);
    if (ul_value_is_negative(t, lo)) {
        ul_bits nearest = ul_value_is_negative(t, hi) ? hi : ul_value_sign(t);
        p->range[p->ranges].base = nearest;
        p->range[p->ranges++].count = lo - nearest + 1;
    }
    if (!ul_value_is_negative(t, hi)) {
        ul_bits nearest = ul_value_is_negative(t, lo) ? 0 : lo;
        p->range[p->ranges].base = nearest;
        p->range[p->ranges++].count = hi - nearest + 1;
    }
    p->kind = o->has_samples ? "samples" : "range";
    p->random = o->has_samples ? o->samples : 0;
    p->seed = o->seed;
    p->range_text = ul_strdup(text);
    return true;
}

static char *trim(char *s)
{
    while (isspace((unsigned char)*s))
        s++;
    char *end = s + strlen(s);
    while (end > s && isspace((unsigned char)end[-1]))
        *--end = 0;
    return s;
}

static bool read_tuple(struct ul_plan *p, char *line, struct ul_line *why)
{
    ul_bits args[UL_MAX_PARAMETERS];
    for (int k = 0; k < p->arguments; k++) {
        char *end = strchr(line, ';');
        bool last = k == p->arguments - 1;
        if (last == (end != NULL))
            return ul_fail(why, "it needs %d argument%s, separated by ';'", p->arguments,
                           p->arguments > 1 ? "s" : "");
        if (end)
            *end = 0;
        if (!ul_value_parse(p->signature->argument[k].type, trim(line), &args[k], why))
            return false;
        line = end ? end + 1 : line;
    }
    add_tuple(p, args);
    return true;
}

static bool make_file(struct ul_plan *p, const char *path, struct ul_line *why)
{
    FILE *f = fopen(path, "r");
    if (!f)
        return ul_fail(why, "%s: %s", path, strerror(errno));
    char *line = NULL;
    size_t room = 0;
    int number = 0;
    bool ok = true;
    while (ok && getline(&line, &room, f) >= 0) {
        number++;
        char *comment = strchr(line, '#');
        if (comment)
            *comment = 0;
        char *text = trim(line);
        struct ul_line what;
        if (*text && !read_tuple(p, text, &what))
            ok = ul_fail(why, "%s:%d: %s", path, number, what.text);
    }
    free(line);
    if (ok && ferror(f))
        ok = ul_fail(why, "%s: %s", path, strerror(errno));
    fclose(f);
    if (ok && !p->listed)
        ok = ul_fail(why, "%s: it holds no inputs", path);
    p->kind = "file";
    p->file = ul_strdup(path);
    return ok;
}

bool ul_plan_has_ranges(const struct ul_signature *s, const struct ul_device *d, const struct ul_options *o)
{
    const bool few = ul_argument_bytes(s) <= 2, fast = !d->is_cpu && !d->simulator;
    const bool wanted = o->coverage == UL_EXHAUSTIVE || o->coverage == UL_RANGE ||
                        (o->coverage == UL_DEFAULT_COVERAGE && (few || fast)) ||
                        (o->coverage == UL_ALIKE && few);
    return wanted && !o->has_samples && can_exhaust(s);
}

bool ul_plan_make(struct ul_plan *p, const struct ul_subject *s, const struct ul_device *d,
                  const struct ul_options *o, struct ul_line *why)
{
    *p = (struct ul_plan){.signature = &s->signature, .arguments = s->signature.arguments};
    p->domain_lo = s->has_domain ? s->domain_lo : -INFINITY;
    p->domain_hi = s->has_domain ? s->domain_hi : INFINITY;
    p->domains = s->domain_of_each ? p->arguments : 1;
    switch (o->coverage) {
    case UL_EXHAUSTIVE:
        return make_exhaustive(p, why);
    case UL_RANGE:
        return make_range(p, o, why);
    case UL_FILE:
        return make_file(p, o->inputs, why);
    case UL_QUICK:
        return make_quick(p, s, d, o);
    case UL_SEARCH:
        return make_search(p, s, d, o, why);
    default:
        return ul_plan_has_ranges(&s->signature, d, o) ? make_exhaustive(p, why) : make_quick(p, s, d, o);
    }
}

static int by_bits(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(ul_bits[UL_MAX_PARAMETERS]));
}

/* Lists what another plan lists and this one does not. */
static void join(struct ul_plan *p, const struct ul_plan *other)
{
    const uint64_t before = p->listed;
    ul_bits(*sorted)[UL_MAX_PARAMETERS] = ul_alloc((before + 1) * sizeof *sorted);
    if (before)
        memcpy(sorted, p->list, before * sizeof *sorted);
    qsort(sorted, before, sizeof *sorted, by_bits);
    for (uint64_t k = 0; k < other->listed; k++)
        if (!bsearch(other->list[k], sorted, before, sizeof *sorted, by_bits))
            add_tuple(p, other->list[k]);
    free(sorted);
    p->random = other->random < p->random ? other->random : p->random;
    p->alone = other->alone < p->alone ? other->alone : p->alone;
}

bool ul_plan_make_common(struct ul_plan *p, const struct ul_subject *const *s, int n,
                         const struct ul_device *d, const struct ul_options *o, struct ul_line *why)
{
    bool ok = ul_plan_make(p, s[0], d, o, why);
    for (int k = 1; k < n && ok && (o->coverage == UL_QUICK || o->coverage == UL_ALIKE); k++) {
        struct ul_plan other = {0};
        ok = ul_plan_make(&other, s[k], d, o, why);
        if (ok && !p->ranges)
            join(p, &other);
        ul_plan_free(&other);
    }
    return ok;
}

void ul_plan_free(struct ul_plan *p)
{
    ul_search_free(p->search);
    free(p->list);
    free(p->budget);
    free(p->range_text);
    free(p->file);
    *p = (struct ul_plan){0};
}

/* Are its tuples made one by one, none of them by an index into the ranges? */
static bool is_listed(const struct ul_plan *p)
{
    return !p->ranges || p->random;
}

static uint64_t range_inputs(const struct ul_plan *p)
{
    uint64_t n = 0;
    for (int k = 0; k < p->ranges; k++)
        n += p->range[k].count;
    return n;
}

uint64_t ul_plan_inputs(const struct ul_plan *p)
{
    if (p->made.fill)
        return p->made.count;
    if (p->search)
        return ul_search_planned(p->search, 0, 0);
    return is_listed(p) ? p->listed + p->random + p->alone : range_inputs(p);
}

/* The k-th value of the ranges, one after the other. */
static ul_bits in_ranges(const struct ul_plan *p, uint64_t k)
{
    int r = 0;
    for (; k >= p->range[r].count; r++)
        k -= p->range[r].count;
    return p->range[r].base + k;
}

/* Every second random float is drawn from all bits (so that every exponent comes as often as another), the
 * others from moderate exponents, where functions have their features. */
static ul_bits random_argument(const struct ul_plan *p, int k, uint64_t i)
{
    enum ul_type t = p->signature->argument[k].type;
    uint64_t z = mix(p->seed * STREAMS + (uint64_t)k, i);
    if (p->ranges)
        return in_ranges(p, z % range_inputs(p));
    if (!ul_is_float(t))
        return (z >> 63 ? z : z % 512 - 256) & ul_value_mask(t);
    double u = (double)(z >> 11) * 0x1p-53;
    if (k < p->domains && isfinite(p->domain_lo) && isfinite(p->domain_hi) && i % 2)
        return ul_double_to_bits(t, p->domain_lo + (p->domain_hi - p->domain_lo) * u);
    if (i % 2 == 0)
        return z >> (64 - 8 * ul_types[t].bytes);
    double m = 1 + (double)(z & 0xffffffff) * 0x1p-32 + ((double)(z >> 32 & 0xfffff) * 0x1p-52);
    int e = (int)(z >> 52 & 63) - 40;
    return ul_double_to_bits(t, ldexp(z >> 63 ? -m : m, e));
}

/* Of several random arguments every fourth tuple is one whose arguments have to do with each other, where
 * functions of several have their features: the second near the first, the third near their product with the
 * other sign; and every fourth has a first argument near 1 (powers of others are mostly 0 or infinite). */
static void relate(const struct ul_plan *p, uint64_t i, ul_bits *args)
{
    const struct ul_parameter *of = p->signature->argument;
    const enum ul_type t = of[0].type;
    const uint64_t z = mix(p->seed, ~i);
    if (!ul_is_float(t) || i % 4 < 2)
        return;
    if (i % 4 == 2) {
        const int64_t away =
            (int64_t)(args[0] & (((ul_bits)1 << z % (uint64_t)ul_types[t].precision) - 1)) + 1;
        args[0] =
            ul_value_from_ordinal(t, ul_value_ordinal(t, ul_double_to_bits(t, 1)) + (z >> 63 ? -away : away));
        return;
    }
    const int64_t steps[] = {(int64_t)(z >> 56), (int64_t)(z >> 48 & 7)};
    if (of[1].type == t && !ul_value_is_nan(t, args[0])) {
        const int64_t near = ul_value_ordinal(t, args[0]) + (z & 1 ? steps[0] : -steps[0]);
        if (llabs(near) <= ul_value_ordinal(t, ul_value_infinity(t, false)))
            args[1] = ul_value_from_ordinal(t, near);
    }
    if (p->arguments > 2 && of[1].type == t && of[2].type == t) {
        const double product = ul_bits_to_double(t, args[0]) * ul_bits_to_double(t, args[1]);
        if (!isnan(product) && fabs(product) < ldexp(1, ul_types[t].emax))
            args[2] = ul_value_from_ordinal(t, ul_value_ordinal(t, ul_double_to_bits(t, -product)) +
                                                   (z & 2 ? steps[1] : -steps[1]));
    }
}

/* The k-th of n in an order without order. Each step is one to one on the next power of two; what lies beyond
 * n is sent on until it does not. */
static uint64_t shuffled(uint64_t k, uint64_t n)
{
    const int bits = n > 2 ? 64 - __builtin_clzll(n - 1) : 1;
    const uint64_t mask = ((uint64_t)1 << bits) - 1;
    do
        for (int round = 0; round < 2; round++) {
            k = k * 0x9e3779b97f4a7c15u & mask;
            k ^= k >> (bits + 1) / 2;
        }
    while (k >= n);
    return k;
}

/* The inputs of a plan but those tried alone. */
static uint64_t together(const struct ul_plan *p)
{
    return is_listed(p) ? p->listed + p->random : range_inputs(p);
}

static void fill_tuple(const struct ul_plan *p, uint64_t order, ul_bits *args)
{
    if (p->spread)
        order = shuffled(order, together(p));
    if (!is_listed(p)) {
        const ul_bits index = in_ranges(p, order);
        for (int k = 0; k < p->arguments; k++)
            args[k] =
                index >> ul_index_shift(p->signature, k) & ul_value_mask(p->signature->argument[k].type);
        return;
    }
    if (order < p->listed) {
        memcpy(args, p->list[order], (size_t)p->arguments * sizeof *args);
        return;
    }
    for (int k = 0; k < p->arguments; k++)
        args[k] = random_argument(p, k, order - p->listed);
    if (p->arguments > 1)
        relate(p, order - p->listed, args);
    for (int k = 0; k < p->arguments && p->arguments > 1; k++)
        args[k] = quiet(p->signature->argument[k].type, args[k]);
}

/* A block is laid out for as many tuples as it has and for what fills the last vector, in whole cache lines.
 */
static void size_block(struct ul_block *b, uint64_t left, uint32_t most)
{
    b->n = left < most ? (uint32_t)left : most;
    b->capacity = (b->n + (UL_MAX_WIDTH - 1) + 63) / 64 * 64;
}

uint32_t ul_plan_capacity(const struct ul_device *d)
{
    return d->simulator ? CAPACITY_SIMULATOR : d->is_cpu ? CAPACITY_CPU : CAPACITY_GPU;
}

/* Then no block goes beyond its range. */
bool ul_plan_is_indexed(const struct ul_plan *p)
{
    return !is_listed(p) && !p->spread;
}

static uint64_t blocks_of(uint64_t inputs, uint32_t capacity)
{
    return (inputs + capacity - 1) / capacity;
}

uint64_t ul_plan_blocks(const struct ul_plan *p, uint32_t capacity)
{
    if (p->search)
        return UL_SEARCHES;
    uint64_t blocks = ul_plan_is_indexed(p) ? 0 : blocks_of(together(p), capacity);
    for (int k = 0; k < p->ranges && ul_plan_is_indexed(p); k++)
        blocks += blocks_of(p->range[k].count, capacity);
    return blocks ? blocks : 1;
}

/* The number of the block that begins at `order`, and its size in `n`. */
static uint64_t block_at(const struct ul_plan *p, uint64_t order, uint32_t capacity, uint64_t *n)
{
    uint64_t before = 0, inputs = together(p), number = 0;
    if (order >= inputs) {
        *n = ul_plan_inputs(p) - order;
        return 0;
    }
    for (int k = 0; k < p->ranges && ul_plan_is_indexed(p); k++) {
        inputs = p->range[k].count;
        if (order - before < inputs)
            break;
        before += inputs;
        number += blocks_of(inputs, capacity);
    }
    const uint64_t left = inputs - (order - before);
    *n = left < capacity ? left : capacity;
    return number + (order - before) / capacity;
}

/* From a block's beginning to that of the part's next one. */
static uint64_t seek_part(const struct ul_plan *p, uint64_t order, uint32_t capacity)
{
    uint64_t n;
    while (p->parts && order < ul_plan_inputs(p) && block_at(p, order, capacity, &n) % p->parts != p->part)
        order += n;
    return order;
}

uint64_t ul_plan_part_inputs(const struct ul_plan *p, uint32_t capacity)
{
    uint64_t all = ul_plan_inputs(p), inputs = 0, n;
    if (p->search)
        return ul_search_planned(p->search, p->part, p->parts);
    if (!p->parts)
        return all;
    for (uint64_t order = seek_part(p, 0, capacity); order < all; order = seek_part(p, order + n, capacity)) {
        block_at(p, order, capacity, &n);
        inputs += n;
    }
    return inputs;
}

static bool range_block(const struct ul_plan *p, uint64_t order, uint32_t capacity, struct ul_block *b)
{
    uint64_t before = 0;
    for (int k = 0; k < p->ranges; k++) {
        uint64_t at = order - before;
        if (at < p->range[k].count) {
            uint64_t left = p->range[k].count - at;
            *b = (struct ul_block){.order = order, .base = p->range[k].base + at};
            size_block(b, left, capacity);
            return true;
        }
        before += p->range[k].count;
    }
    return false;
}

static void made_block(const struct ul_plan *p, uint64_t order, uint32_t capacity, void *in,
                       struct ul_block *b)
{
    uint64_t left = p->made.span - order % p->made.span, all = p->made.count - order;
    *b = (struct ul_block){.order = order};
    size_block(b, left < all ? left : all, capacity);
    p->made.fill(p->made.context, b, in);
}

/* A binade's first point, or one from within. */
static ul_bits alone_input(const struct ul_plan *p, uint64_t binade)
{
    return binade_point(p->signature->argument[0].type, binade, binade % 2 ? BINADE_POINTS - 1 : 0);
}

void ul_plan_tuple(const struct ul_plan *p, uint64_t order, ul_bits args[UL_MAX_PARAMETERS])
{
    if (order < together(p))
        fill_tuple(p, order, args);
    else
        args[0] = alone_input(p, order - together(p));
}

bool ul_plan_block(const struct ul_plan *p, uint64_t order, uint32_t capacity, void *in, struct ul_block *b)
{
    if (p->search)
        return ul_search_block(p->search, in, b);
    order = seek_part(p, order, capacity);
    if (order >= ul_plan_inputs(p))
        return false;
    if (p->made.fill) {
        made_block(p, order, capacity, in, b);
        return true;
    }
    if (ul_plan_is_indexed(p))
        return range_block(p, order, capacity, b);
    *b = (struct ul_block){.order = order, .in = in, .alone = order >= together(p)};
    if (b->alone)
        size_block(b, ul_plan_inputs(p) - order, FEW);
    else
        size_block(b, together(p) - order, capacity);
    unsigned char *bytes = in;
    for (uint32_t i = 0; i < b->n + UL_MAX_WIDTH - 1; i++) {
        ul_bits args[UL_MAX_PARAMETERS];
        if (b->alone)
            args[0] = alone_input(p, order - together(p) + i % b->n);
        else
            fill_tuple(p, order + i % b->n, args);
        size_t before = 0;
        for (int k = 0; k < p->arguments; k++) {
            size_t size = (size_t)ul_types[p->signature->argument[k].type].bytes;
            memcpy(bytes + before * b->capacity + size * i, &args[k], size);
            before += size;
        }
    }
    return true;
}
