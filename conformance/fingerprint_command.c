/* fingerprint: a hash of all outputs, by block: bit-equality across devices without moving a byte of them.
 *
 * Text: a header line "# device driver release date blocks", then a line a subject: name, flags (joined by
 * ',', or '-'), hashes of 16 hex digits. A float function has a block for each top 9 bits (sign, exponent)
 * of its argument, 2^23 inputs each; a half function one hash over all 65,536.
 *
 * Block hash: the sum modulo 2^64 over i = 0 .. 2^23-1 of z(i), with y the result's bits (any NaN
 * 0x7fffffff), z = y * 0x9E3779B97F4A7C15 ^ (i+1) * 0xC2B2AE3D27D4EB4F; z ^= z >> 29; z *=
 * 0xBF58476D1CE4E5B9; z ^= z >> 32. Half: FNV-1a 64 over the results' bytes, low byte first, in the order of
 * the arguments' bits, NaN 0x7fff. */
#include "command.h"
#include "meter.h"
#include "parallel.h"
#include "row.h"
#include "runner.h"
#include "session.h"
#include "value.h"
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BLOCKS = 512, BLOCK_BITS = 23 };

struct fingerprint {
    const struct ul_options *options;
    struct ul_session session;
    int blocks;
    int block[BLOCKS];
    FILE *other; /* --compare */
    int lines, failed, different, equal;
    bool unsuited; /* a subject was asked for that has no fingerprint */
    /* of the row at hand */
    const struct ul_place *place;
    const struct ul_subject *subject;
    const struct ul_outcome *outcome;
    _Atomic uint64_t sum;
    uint64_t fnv;
};

static bool read_blocks(struct fingerprint *f, const char *list, struct ul_line *why)
{
    for (const char *s = list; list && *s;) {
        char *end;
        long lo = strtol(s, &end, 10), hi = lo;
        bool number = end > s;
        if (number && *end == '-') {
            s = end + 1;
            hi = strtol(s, &end, 10);
            number = end > s;
        }
        if (!number || lo < 0 || hi >= BLOCKS || hi < lo || (*end && *end != ','))
            return ul_fail(why, "--blocks %s: it reads like 100,125-131, below %d", list, BLOCKS);
        for (long b = lo; b <= hi && f->blocks < BLOCKS; b++)
            f->block[f->blocks++] = (int)b;
        s = *end ? end + 1 : end;
    }
    for (int b = 0; !list && b < BLOCKS; b++)
        f->block[f->blocks++] = b;
    return true;
}

static uint64_t hash_result(uint64_t y, uint64_t i)
{
    uint64_t z = y * 0x9E3779B97F4A7C15u ^ (i + 1) * 0xC2B2AE3D27D4EB4Fu;
    z ^= z >> 29;
    z *= 0xBF58476D1CE4E5B9u;
    return z ^ z >> 32;
}

enum { HASH_CHUNK = 1 << 14 };

static void hash_chunk(void *context, int thread, uint64_t chunk)
{
    struct fingerprint *f = context;
    const struct ul_block *b = f->outcome->block;
    uint32_t from = (uint32_t)chunk * HASH_CHUNK, to = from + HASH_CHUNK < b->n ? from + HASH_CHUNK : b->n;
    uint64_t sum = 0;
    (void)thread;
    const unsigned char *out = f->outcome->out;
    for (uint32_t i = from; i < to; i++) {
        uint32_t y;
        memcpy(&y, out + 4 * (size_t)i, sizeof y);
        y = (y & 0x7fffffff) > 0x7f800000 ? 0x7fffffff : y;
        sum += hash_result(y, b->order + i);
    }
    atomic_fetch_add(&f->sum, sum);
}

static void take_float(void *context, const struct ul_outcome *o)
{
    struct fingerprint *f = context;
    f->outcome = o;
    ul_parallel(f->session.threads, (o->block->n + HASH_CHUNK - 1) / HASH_CHUNK, hash_chunk, f);
}

static void take_half(void *context, const struct ul_outcome *o)
{
    struct fingerprint *f = context;
    for (uint32_t i = 0; i < o->block->n; i++) {
        ul_bits y = ul_block_result(o->out, o->block->capacity, &f->subject->signature, 0, i);
        for (int byte = 0; byte < 2; byte++)
            f->fnv = (f->fnv ^ (y >> 8 * byte & 0xff)) * 0x100000001b3u;
    }
}

/* One argument and one result of the same type, float or half. */
static bool has_fingerprint(const struct ul_signature *s)
{
    enum ul_type t = s->argument[0].type;
    return s->arguments == 1 && s->results == 1 && s->result[0].type == t &&
           (t == UL_FLOAT || t == UL_HALF) && s->argument[0].width == 1;
}

static bool hash_subject(struct fingerprint *f, struct ul_runner *r, int k, const struct ul_subject *s,
                         struct ul_text *line, struct ul_text *log, struct ul_line *why)
{
    struct ul_plan plan = {.signature = &s->signature, .arguments = 1, .ranges = 1};
    f->subject = s;
    if (s->signature.argument[0].type == UL_HALF) {
        plan.range[0].count = 65536;
        f->fnv = 0xcbf29ce484222325u;
        if (!ul_runner_run(r, k, &plan, take_half, f, log, why))
            return false;
        ul_text_add(line, " %016llx", (unsigned long long)f->fnv);
        return true;
    }
    for (int b = 0; b < f->blocks; b++) {
        plan.range[0].base = (uint64_t)f->block[b] << BLOCK_BITS;
        plan.range[0].count = (uint64_t)1 << BLOCK_BITS;
        f->sum = 0;
        if (!ul_runner_run(r, k, &plan, take_float, f, log, why))
            return false;
        ul_text_add(line, " %016llx", (unsigned long long)f->sum);
    }
    return true;
}

static char *joined_flags(const char *flags)
{
    char *s = ul_strdup(*flags ? flags : "-");
    for (char *c = s; *c; c++)
        if (*c == ' ')
            *c = ',';
    return s;
}

static char *next_word(char **rest)
{
    return strtok_r(NULL, " \n", rest);
}

/* The blocks that a fingerprint's header line names; all of them without one. */
static int header_blocks(const char *line, int *block)
{
    struct fingerprint all = {0};
    const char *last = strrchr(line, ' ');
    char *list = ul_format("%.*s", last ? (int)strcspn(last + 1, "\n") : 0, last ? last + 1 : "");
    if (!strcmp(list, "all") || !read_blocks(&all, list, NULL))
        read_blocks(&all, NULL, NULL);
    memcpy(block, all.block, sizeof all.block);
    free(list);
    return all.blocks;
}

/* Where two lines of hashes differ: half has one; float's are matched by the blocks that both files hold.
 * Returns how many hashes both have. */
static int compare_hashes(struct fingerprint *f, const char *name, char *theirs, const int *their_block,
                          int their_blocks, char *ours, bool half)
{
    int common = 0;
    char *hash[BLOCKS] = {0};
    for (int b = 0; b < (half ? 1 : their_blocks); b++) {
        char *h = next_word(&theirs);
        if (h)
            hash[half ? 0 : their_block[b]] = h;
    }
    for (int b = 0; b < (half ? 1 : f->blocks); b++) {
        char *h = next_word(&ours);
        int at = half ? 0 : f->block[b];
        if (!h || !hash[at])
            continue;
        common++;
        if (!strcmp(h, hash[at]))
            continue;
        f->different++;
        if (half)
            printf("%s on %s differs\n", name, f->place->device.id);
        else
            printf("%s on %s differs in block %d: inputs from bits:%08x on\n", name, f->place->device.id, at,
                   (unsigned)at << BLOCK_BITS);
    }
    return common;
}

/* Holds a line against the line of the same name and flags in the other file. */
static void compare_line(struct fingerprint *f, const char *line, bool half)
{
    char *ours = ul_strdup(line), *rest = NULL, *text = NULL;
    char *name = strtok_r(ours, " ", &rest), *flags = next_word(&rest);
    int block[BLOCKS], blocks = header_blocks("all", block);
    size_t room = 0;
    bool found = false;
    int common = 0, different = f->different;
    rewind(f->other);
    while (!found && getline(&text, &room, f->other) >= 0) {
        if (*text == '#') {
            blocks = header_blocks(text, block);
            continue;
        }
        char *theirs = NULL, *their_name = strtok_r(text, " ", &theirs);
        char *their_flags = their_name ? next_word(&theirs) : NULL;
        found = their_flags && !strcmp(name, their_name) && !strcmp(flags, their_flags);
        if (found)
            common = compare_hashes(f, name, theirs, block, blocks, rest, half);
    }
    if (!common) {
        f->failed++;
        fprintf(stderr,
                found ? "ulparity: %s %s: %s has none of its blocks\n" : "ulparity: %s %s is not in %s\n",
                name, flags, f->options->compare);
    }
    f->equal += common && f->different == different;
    free(text);
    free(ours);
}

static void print_header(const struct fingerprint *f, const struct ul_place *p)
{
    char date[16];
    time_t t = time(NULL);
    strftime(date, sizeof date, "%Y-%m-%d", gmtime(&t));
    printf("# %s, %s, %s %s %s\n", p->device.name, p->device.driver, p->device.compiler, date,
           f->options->blocks ? f->options->blocks : "all");
}

static void tell_subject(struct fingerprint *f, struct ul_runner *r, int k, const struct ul_subject *s,
                         const struct ul_place *place, const char *flags)
{
    struct ul_text line = {0}, log = {0};
    struct ul_line why;
    ul_text_add(&line, "%s %s", s->name, flags);
    if (!hash_subject(f, r, k, s, &line, &log, &why)) {
        f->failed++;
        fprintf(stderr, "ulparity: %s on %s: %s\n%s", s->name, place->device.id, why.text,
                log.data ? log.data : "");
    } else if (f->other) {
        compare_line(f, line.data, s->signature.argument[0].type == UL_HALF);
    } else {
        puts(line.data);
    }
    fflush(stdout);
    f->lines++;
    ul_text_free(&line);
    ul_text_free(&log);
}

static void visit(struct fingerprint *f, const struct ul_place *place, const char *flags)
{
    const struct ul_options *o = f->options;
    const struct ul_subject **list = ul_alloc((size_t)f->session.catalogue.count * sizeof *list);
    struct ul_line why;
    int n = 0;
    f->place = place;
    for (int i = 0; i < f->session.catalogue.count; i++) {
        const struct ul_subject *s = &f->session.catalogue.subject[i];
        if (!ul_session_row(&f->session, i, place, flags))
            continue;
        if (!has_fingerprint(&s->signature))
            f->unsuited = true;
        else if (ul_requirement_met(&s->requires, &place->device, &why))
            list[n++] = s;
    }
    struct ul_runner_setup setup = {.place = place,
                                    .flags = flags,
                                    .approx = ul_row_approx(place, o->approx),
                                    .arch = o->arch,
                                    .timeout = o->timeout,
                                    .indexed = true};
    struct ul_runner *r = n ? ul_runner_open(&setup, list, n, &why) : NULL;
    char *spelled = joined_flags(flags);
    if (n && !r) {
        f->failed++;
        fprintf(stderr, "ulparity: %s: %s\n", place->device.id, why.text);
    }
    if (r && !f->other)
        print_header(f, place);
    for (int k = 0; r && k < n; k++)
        tell_subject(f, r, k, list[k], place, spelled);
    if (r)
        ul_runner_close(r);
    free(spelled);
    free(list);
}

int ul_command_fingerprint(const struct ul_options *o)
{
    struct fingerprint f = {.options = o};
    struct ul_line why = {{0}};
    int status = ul_session_open(&f.session, o, &why);
    if (!status && !read_blocks(&f, o->blocks, &why))
        status = 2;
    if (!status && o->compare && !(f.other = fopen(o->compare, "r"))) {
        ul_fail(&why, "%s: %s", o->compare, strerror(errno));
        status = 2;
    }
    for (int p = 0; !status && p < f.session.places; p++)
        for (int k = 0; k < o->flag_sets; k++)
            visit(&f, f.session.place[p], o->flags[k]);
    if (!status && !f.lines && !f.failed) {
        status = ul_session_nothing(&f.session, &why);
        if (f.unsuited) {
            ul_fail(&why, "a fingerprint is of a function from float to float or half to half");
            status = 2;
        }
    } else if (!status) {
        status = f.different ? 1 : f.failed ? 3 : 0;
    }
    if (why.text[0] && status && !f.lines && !f.failed)
        fprintf(stderr, "ulparity: %s\n", why.text);
    if (f.other && !status)
        printf("%d subject%s equal to %s\n", f.equal, f.equal == 1 ? " is" : "s are", o->compare);
    if (f.other)
        fclose(f.other);
    ul_session_close(&f.session);
    return status;
}
