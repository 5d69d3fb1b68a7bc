#include "plan.h"
#include "edge.h"
#include "inputs.h"
#include "value.h"
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Random inputs of a quick plan, by device class. */
enum { SAMPLES_CPU = 1 << 20, SAMPLES_GPU = 1 << 24, SAMPLES_SIMULATOR = 1 << 10, SAMPLES_FP64 = 1 << 14 };
/* Inputs listed in each binade (of a double: each is certified), and of them tried alone. */
enum { BINADE_POINTS = 8, BINADE_POINTS_FP64 = 4, ALONE_POINTS = 2 };

bool ul_plan_can_exhaust(const struct ul_signature *s)
{
    return s->arguments == 1 && s->argument[0].width == 1 && ul_types[s->argument[0].type].bytes <= 4;
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
static void add_binades(struct ul_plan *p)
{
    enum ul_type t = p->signature->argument[0].type;
    const uint64_t step = ul_types[t].precision > 24 ? BINADE_POINTS / BINADE_POINTS_FP64 : 1;
    for (uint64_t top = 0; top < binades_of(t); top++)
        for (uint64_t k = 0; k < BINADE_POINTS; k += step) {
            ul_bits args[UL_MAX_PARAMETERS] = {binade_point(t, top, k)};
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

static void add_known(struct ul_plan *p, const struct ul_subject *s)
{
    if (p->arguments != 1)
        return;
    const ul_bits *known;
    enum ul_type t = p->signature->argument[0].type;
    const struct ul_node *root = &s->reference[0]->node[s->reference[0]->count - 1];
    if (root->kind != UL_NODE_CALL)
        return;
    int n = ul_inputs_known(ul_words[root->word].name, t, &known);
    for (int i = 0; i < n; i++)
        add_around(p, ul_bits_to_double(t, known[i]), 1);
}

static bool make_quick(struct ul_plan *p, const struct ul_subject *s, const struct ul_device *d,
                       const struct ul_options *o)
{
    enum ul_type t = p->signature->argument[0].type;
    p->kind = o->has_samples ? "samples" : "quick";
    p->seed = o->seed;
    add_special(p, s);
    add_known(p, s);
    if (p->arguments == 1 && ul_is_float(t))
        add_binades(p);
    bool fp64 = ul_types[ul_signature_type(p->signature)].precision > 24;
    p->random = d->simulator ? SAMPLES_SIMULATOR
                : fp64       ? SAMPLES_FP64
                : d->is_cpu  ? SAMPLES_CPU
                             : SAMPLES_GPU;
    if (o->has_samples)
        p->random = o->samples;
    else if (ul_plan_can_exhaust(p->signature) && ul_is_float(t) && !d->simulator)
        p->alone = ALONE_POINTS * binades_of(t);
    return true;
}

static bool make_exhaustive(struct ul_plan *p, struct ul_line *why)
{
    if (!ul_plan_can_exhaust(p->signature))
        return ul_fail(why, "--exhaustive needs one argument of at most 32 bits");
    p->kind = "exhaustive";
    p->ranges = 1;
    p->range[0].count = (uint64_t)1 << 8 * ul_types[p->signature->argument[0].type].bytes;
    return true;
}

/* LO..HI in the order of their values; the two signs are ranges of their own. All of it, or samples. */
static bool make_range(struct ul_plan *p, const struct ul_options *o, struct ul_line *why)
{
    const char *text = o->range_text;
    enum ul_type t = p->signature->argument[0].type;
    if (!ul_plan_can_exhaust(p->signature) || !ul_is_float(t))
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

bool ul_plan_make(struct ul_plan *p, const struct ul_subject *s, const struct ul_device *d,
                  const struct ul_options *o, struct ul_line *why)
{
    *p = (struct ul_plan){.signature = &s->signature, .arguments = s->signature.arguments};
    p->domain_lo = s->has_domain ? s->domain_lo : -INFINITY;
    p->domain_hi = s->has_domain ? s->domain_hi : INFINITY;
    int bytes = ul_types[s->signature.argument[0].type].bytes;
    bool can = ul_plan_can_exhaust(&s->signature);
    bool by_default = can && (bytes <= 2 || (!d->is_cpu && !d->simulator));
    switch (o->coverage) {
    case UL_EXHAUSTIVE:
        return make_exhaustive(p, why);
    case UL_RANGE:
        return make_range(p, o, why);
    case UL_FILE:
        return make_file(p, o->inputs, why);
    case UL_QUICK:
        return make_quick(p, s, d, o);
    default:
        return by_default && !o->has_samples ? make_exhaustive(p, why) : make_quick(p, s, d, o);
    }
}

void ul_plan_free(struct ul_plan *p)
{
    free(p->list);
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
    uint64_t z = mix(p->seed * UL_MAX_PARAMETERS + (uint64_t)k, i);
    if (p->ranges)
        return in_ranges(p, z % range_inputs(p));
    if (!ul_is_float(t))
        return (z >> 63 ? z : z % 512 - 256) & ul_value_mask(t);
    double u = (double)(z >> 11) * 0x1p-53;
    if (k == 0 && isfinite(p->domain_lo) && isfinite(p->domain_hi) && i % 2)
        return ul_double_to_bits(t, p->domain_lo + (p->domain_hi - p->domain_lo) * u);
    if (i % 2 == 0)
        return z >> (64 - 8 * ul_types[t].bytes);
    double m = 1 + (double)(z & 0xffffffff) * 0x1p-32 + ((double)(z >> 32 & 0xfffff) * 0x1p-52);
    int e = (int)(z >> 52 & 63) - 40;
    return ul_double_to_bits(t, ldexp(z >> 63 ? -m : m, e));
}

static void fill_tuple(const struct ul_plan *p, uint64_t order, ul_bits *args)
{
    if (order < p->listed) {
        memcpy(args, p->list[order], (size_t)p->arguments * sizeof *args);
        return;
    }
    for (int k = 0; k < p->arguments; k++)
        args[k] = random_argument(p, k, order - p->listed);
}

/* A block is laid out for as many tuples as it has, in whole cache lines. */
static void size_block(struct ul_block *b, uint64_t left, uint32_t most)
{
    b->n = left < most ? (uint32_t)left : most;
    b->capacity = (b->n + 63) / 64 * 64;
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

bool ul_plan_block(const struct ul_plan *p, uint64_t order, uint32_t capacity, void *in, struct ul_block *b)
{
    if (order >= ul_plan_inputs(p))
        return false;
    if (p->made.fill) {
        made_block(p, order, capacity, in, b);
        return true;
    }
    if (!is_listed(p))
        return range_block(p, order, capacity, b);
    uint64_t together = p->listed + p->random;
    if (order >= together) {
        uint64_t k = order - together; /* a binade's first point and one from within */
        uint64_t point = k % ALONE_POINTS ? BINADE_POINTS - 1 : 0;
        *b = (struct ul_block){.order = order};
        b->base = binade_point(p->signature->argument[0].type, k / ALONE_POINTS, point);
        size_block(b, 1, capacity);
        return true;
    }
    *b = (struct ul_block){.order = order, .in = in};
    size_block(b, together - order, capacity);
    unsigned char *bytes = in;
    for (uint32_t i = 0; i < b->n; i++) {
        ul_bits args[UL_MAX_PARAMETERS];
        fill_tuple(p, order + i, args);
        size_t before = 0;
        for (int k = 0; k < p->arguments; k++) {
            size_t size = (size_t)ul_types[p->signature->argument[k].type].bytes;
            memcpy(bytes + before * b->capacity + size * i, &args[k], size);
            before += size;
        }
    }
    return true;
}
