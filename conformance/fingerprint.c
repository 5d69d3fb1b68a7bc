#include "fingerprint.h"
#include "hash.h"
#include "parallel.h"
#include "value.h"
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    FLOAT_BLOCKS = 512,
    FLOAT_BITS = 23, /* of an input's place in its block */
    TUPLE_BLOCKS = 8,
    TUPLE_BITS = 22,
    MODERATE = 4, /* the first block of moderate numbers */
    HALVES = 1 << 16,
    CHUNK = 1 << 14 /* inputs that a thread takes at a time */
};

/* --- What a signature's inputs are --- */

enum kind { FLOATS, ALL_HALVES, TUPLES };

static enum kind kind_of(const struct ul_signature *s)
{
    enum ul_type t = s->argument[0].type;
    if (s->arguments > 1)
        return TUPLES;
    if (t == UL_HALF || t == UL_BFLOAT16)
        return ALL_HALVES;
    return t == UL_FLOAT && s->argument[0].width == 1 ? FLOATS : TUPLES;
}

int ul_fingerprint_blocks(const struct ul_signature *s)
{
    static const int blocks[] = {[FLOATS] = FLOAT_BLOCKS, [ALL_HALVES] = 1, [TUPLES] = TUPLE_BLOCKS};
    return blocks[kind_of(s)];
}

uint64_t ul_fingerprint_inputs(const struct ul_signature *s)
{
    static const uint64_t inputs[] = {
        [FLOATS] = 1 << FLOAT_BITS, [ALL_HALVES] = HALVES, [TUPLES] = 1 << TUPLE_BITS};
    return inputs[kind_of(s)];
}

bool ul_fingerprint_by_index(const struct ul_signature *s)
{
    return kind_of(s) != TUPLES && s->argument[0].width == 1;
}

static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
    x = (x ^ x >> 27) * 0x94D049BB133111EBu;
    return x ^ x >> 31;
}

static ul_bits special_number(enum ul_type t, int which)
{
    const int fraction = ul_types[t].precision - 1;
    const ul_bits normal = (ul_bits)1 << fraction, one = (ul_bits)ul_types[t].emax << fraction;
    const ul_bits number[] = {
        0, 1, normal, one - normal, one, one + normal, ul_value_largest(t), ul_value_infinity(t, false)};
    return number[which];
}

static ul_bits special_value(enum ul_type t, uint64_t z)
{
    static const ul_bits integer[] = {0, 1, 2, 8, 31, 32, 63};
    const int which = (int)(z >> 60 & 7);
    const bool other = z >> 63;
    if (ul_is_float(t))
        return special_number(t, which) | (other ? ul_value_sign(t) : 0);
    const ul_bits b = which < 7 ? integer[which] : ul_value_sign(t);
    return (other ? ~b : b) & ul_value_mask(t);
}

static ul_bits moderate_value(enum ul_type t, uint64_t z)
{
    if (!ul_is_float(t)) {
        uint64_t n = (z >> 32) * 129 >> 32;
        return (ul_types[t].is_signed ? n - 64 : n) & ul_value_mask(t);
    }
    const int fraction = ul_types[t].precision - 1;
    const ul_bits raw = z >> (64 - 8 * ul_types[t].bytes), exponents = ul_value_infinity(t, false);
    const ul_bits exponent = (ul_bits)ul_types[t].emax - 8 + (raw >> fraction & 15);
    return (raw & ~exponents) | exponent << fraction;
}

/* The value of a tuple's argument `a` that `stream`, mix(16 a + l + 1), gives. */
static inline ul_bits tuple_value(enum ul_type t, int block, uint64_t i, int a, uint64_t stream)
{
    const uint64_t place = ((uint64_t)block << TUPLE_BITS | i) + 1;
    const uint64_t z = mix(stream + place * 0x9E3779B97F4A7C15u);
    if (block >= MODERATE)
        return moderate_value(t, z);
    if (block == 0 && (i >> 3 * a) % 8 == 0)
        return special_value(t, z);
    return z >> (64 - 8 * ul_types[t].bytes);
}

static uint64_t stream_of(int a, int lane)
{
    return mix((uint64_t)(16 * a + lane + 1));
}

static ul_bits half_lane(uint64_t i, int lane)
{
    for (int l = 0; l < lane; l++)
        i *= 40503;
    return i & (HALVES - 1);
}

ul_bits ul_fingerprint_argument(const struct ul_signature *s, int block, uint64_t i, int a, int lane)
{
    switch (kind_of(s)) {
    case FLOATS:
        return (ul_bits)block << FLOAT_BITS | i;
    case ALL_HALVES:
        return half_lane(i, lane);
    default:
        return tuple_value(s->argument[a].type, block, i, a, stream_of(a, lane));
    }
}

/* --- Plans --- */

/* A fingerprint under way. */
struct job {
    const struct ul_signature *signature;
    enum kind kind;
    int bits; /* of an input's place in its block */
    int threads;
    const int *block;
    _Atomic uint64_t *sum; /* by place in the list of blocks */
    uint64_t fnv;
};

/* A block of a plan that several threads fill or hash. */
struct share {
    const struct job *job;
    const struct ul_block *block;
    unsigned char *in;
    const unsigned char *out;
};

static uint64_t place_in_block(const struct job *j, uint64_t order)
{
    return order & (((uint64_t)1 << j->bits) - 1);
}

static uint32_t chunks_of(const struct ul_block *b)
{
    return (b->n + CHUNK - 1) / CHUNK;
}

static uint32_t chunk_end(const struct ul_block *b, uint32_t from)
{
    return b->n - from < CHUNK ? b->n : from + CHUNK;
}

/* Lane `lane` of argument `a`, of the inputs from ... end - 1. */
static void fill_lane(const struct share *s, int a, int lane, uint32_t from, uint32_t end)
{
    const struct job *j = s->job;
    const struct ul_parameter *p = &j->signature->argument[a];
    const size_t bytes = (size_t)ul_types[p->type].bytes, step = bytes * (size_t)p->width;
    const uint64_t at = place_in_block(j, s->block->order), stream = stream_of(a, lane);
    const int block = j->block[s->block->order >> j->bits];
    unsigned char *to =
        s->in + (size_t)ul_tuple_bytes(j->signature->argument, a) * s->block->capacity + bytes * (size_t)lane;
    for (uint32_t i = from; i < end; i++) {
        const ul_bits b =
            j->kind == TUPLES ? tuple_value(p->type, block, at + i, a, stream) : half_lane(at + i, lane);
        memcpy(to + step * i, &b, bytes);
    }
}

static void fill_chunk(void *context, int thread, uint64_t chunk)
{
    const struct share *s = context;
    const struct ul_signature *signature = s->job->signature;
    const uint32_t from = (uint32_t)chunk * CHUNK, end = chunk_end(s->block, from);
    (void)thread;
    for (int a = 0; a < signature->arguments; a++)
        for (int lane = 0; lane < signature->argument[a].width; lane++)
            fill_lane(s, a, lane, from, end);
}

static void fill_block(const void *context, struct ul_block *b, void *in)
{
    const struct job *j = context;
    if (ul_fingerprint_by_index(j->signature)) {
        const uint64_t block = (uint64_t)j->block[b->order >> j->bits];
        b->base = block << j->bits | place_in_block(j, b->order);
        return;
    }
    struct share s = {.job = j, .block = b, .in = in};
    ul_parallel(j->threads, chunks_of(b), fill_chunk, &s);
    b->in = in;
}

static bool run_plan(struct ul_runner *r, int k, const struct job *j, int blocks, ul_sink sink, void *context,
                     struct ul_text *log, struct ul_line *why)
{
    struct ul_plan plan = {.signature = j->signature, .arguments = j->signature->arguments};
    plan.made.span = (uint64_t)1 << j->bits;
    plan.made.count = plan.made.span * (uint64_t)blocks;
    plan.made.fill = fill_block;
    plan.made.context = j;
    return ul_runner_run(r, k, &plan, sink, context, log, why);
}

static struct job job_of(const struct ul_signature *s, int threads, const int *block)
{
    struct job j = {.signature = s, .kind = kind_of(s), .threads = threads, .block = block};
    j.bits = 63 - __builtin_clzll(ul_fingerprint_inputs(s));
    return j;
}

/* --- Hashes --- */

/* A result's lane in an outcome: its first element, and elements from one to the next. */
struct column {
    enum ul_type type;
    const unsigned char *at;
    int stride;
};

static struct column column_of(const struct ul_signature *s, const struct ul_block *b,
                               const unsigned char *out, int result, int lane)
{
    const struct ul_parameter *p = &s->result[result];
    out += (size_t)ul_tuple_bytes(s->result, result) * b->capacity;
    return (struct column){.type = p->type, .at = out + ul_types[p->type].bytes * lane, .stride = p->width};
}

static void hash_chunk(void *context, int thread, uint64_t chunk)
{
    const struct share *s = context;
    const struct job *j = s->job;
    const uint32_t from = (uint32_t)chunk * CHUNK, end = chunk_end(s->block, from);
    uint64_t place = place_in_block(j, s->block->order) + from, sum = 0;
    (void)thread;
    for (int result = 0; result < j->signature->results; result++)
        for (int lane = 0; lane < j->signature->result[result].width; lane++) {
            struct column c = column_of(j->signature, s->block, s->out, result, lane);
            const size_t step = (size_t)ul_types[c.type].bytes * (size_t)c.stride;
            sum += ul_hash_sum(c.type, c.at + step * from, c.stride, end - from, place);
            place += (uint64_t)1 << 32;
        }
    atomic_fetch_add(&j->sum[s->block->order >> j->bits], sum);
}

static void take_block(void *context, const struct ul_outcome *o)
{
    const struct job *j = context;
    struct share s = {.job = j, .block = o->block, .out = o->out[0]};
    ul_parallel(j->threads, chunks_of(o->block), hash_chunk, &s);
}

static ul_bits column_value(const struct column *c, uint32_t i)
{
    const size_t bytes = (size_t)ul_types[c->type].bytes;
    ul_bits b = 0;
    memcpy(&b, c->at + bytes * (size_t)c->stride * i, bytes);
    return ul_hash_bits(c->type, b);
}

static void take_halves(void *context, const struct ul_outcome *o)
{
    struct job *j = context;
    const struct ul_signature *s = j->signature;
    for (uint32_t i = 0; i < o->block->n; i++)
        for (int result = 0; result < s->results; result++)
            for (int lane = 0; lane < s->result[result].width; lane++) {
                const struct column c = column_of(s, o->block, o->out[0], result, lane);
                const ul_bits y = column_value(&c, i);
                for (int byte = 0; byte < ul_types[c.type].bytes; byte++)
                    j->fnv = (j->fnv ^ (y >> 8 * byte & 0xff)) * 0x100000001b3u;
            }
}

bool ul_fingerprint(struct ul_runner *r, int k, const struct ul_signature *s, int threads, const int *block,
                    int blocks, uint64_t *hash, struct ul_text *log, struct ul_line *why)
{
    static const int only = 0;
    struct job j = job_of(s, threads, kind_of(s) == ALL_HALVES ? &only : block);
    if (j.kind == ALL_HALVES) {
        j.fnv = 0xcbf29ce484222325u;
        bool ok = run_plan(r, k, &j, 1, take_halves, &j, log, why);
        hash[0] = j.fnv;
        return ok;
    }
    j.sum = ul_alloc((size_t)blocks * sizeof *j.sum);
    bool ok = run_plan(r, k, &j, blocks, take_block, &j, log, why);
    for (int b = 0; b < blocks; b++)
        hash[b] = j.sum[b];
    free((void *)j.sum);
    return ok;
}

/* --- Differences --- */

struct search {
    struct job job;
    uint64_t gap; /* their hash less ours */
    struct ul_difference best;
    bool found, near;
};

/* Within 2^24 steps on the number line, or a value that a function jumps to. */
static bool is_near(enum ul_type t, ul_bits a, ul_bits b)
{
    const uint64_t gap = (uint64_t)ul_value_ordinal(t, a) - (uint64_t)ul_value_ordinal(t, b);
    const bool special =
        ul_is_float(t) && (ul_value_is_zero(t, a) || ul_value_is_infinite(t, a) || ul_value_is_nan(t, a));
    return special || gap + (1 << 24) <= 1 << 25;
}

static void try_result(struct search *s, const struct column *c, uint32_t i, struct ul_difference *d,
                       uint64_t place)
{
    d->ours = column_value(c, i);
    d->theirs = ul_hash_unmix(ul_hash_mix(d->ours, place) + s->gap, place);
    if (d->theirs > ul_value_mask(c->type) || ul_hash_bits(c->type, d->theirs) != d->theirs)
        return;
    const bool near = is_near(c->type, d->theirs, d->ours);
    if ((near && !s->near) || (!s->found && ul_types[c->type].bytes <= 4)) {
        s->best = *d;
        s->found = true;
        s->near = near;
    }
}

static void search_block(void *context, const struct ul_outcome *o)
{
    struct search *s = context;
    const struct ul_signature *signature = s->job.signature;
    uint64_t place = place_in_block(&s->job, o->block->order);
    struct ul_difference d;
    for (d.result = 0; d.result < signature->results; d.result++)
        for (d.lane = 0; d.lane < signature->result[d.result].width; d.lane++) {
            const struct column c = column_of(signature, o->block, o->out[0], d.result, d.lane);
            for (uint32_t i = 0; i < o->block->n; i++) {
                d.input = (uint32_t)place + i;
                try_result(s, &c, i, &d, place + i);
            }
            place += (uint64_t)1 << 32;
        }
}

bool ul_fingerprint_solve(struct ul_runner *r, int k, const struct ul_signature *s, int block, uint64_t gap,
                          struct ul_difference *out, bool *found, struct ul_line *why)
{
    struct search search = {.job = job_of(s, 1, &block), .gap = gap};
    if (search.job.kind != ALL_HALVES && !run_plan(r, k, &search.job, 1, search_block, &search, NULL, why))
        return false;
    *found = search.found;
    *out = search.best;
    return true;
}
