/* bench --ratio: what a check costs beside what it cannot do without. For each function of one float, all in
 * one run and in CPU seconds of everything that was started: its evaluation on the device alone (the check's
 * kernels and blocks, the results dropped), the vector reference alone over the same inputs, and the check as
 * it runs. Beside them the way of the peers: each result held against the host's libm in double, one after
 * the other. */
#include "bench.h"
#include "common/machine.h"
#include "parallel.h"
#include "plan.h"
#include "reference.h"
#include "runner.h"
#include "session.h"
#include "value.h"
#include <dlfcn.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    RUNS = 3,             /* of what is short; the least counts */
    PEERS_SHARE = 1 << 4, /* one input in so many, in runs of UL_LANES, goes the peers' way */
    PAIRS_SHARE = 1 << 7, /* is screened as a pair */
    ARB_SHARE = 1 << 17   /* and so is one in so many by Arb */
};
/* Every input; the functions of numbers alone. */
static const char *const coverage[] = {"--exhaustive", "--width", "1", NULL};
static const double enough = 5; /* seconds: no second run of what takes longer */

struct ratio {
    const char *program;
    const struct ul_session *session;
    const struct ul_subject *subject;
    const struct ul_place *place;
    struct ul_plan plan;
    uint64_t inputs;
    struct ul_screen *screen;
    const struct ul_block *block; /* at hand */
    double (*libm)(double);       /* NULL: the host has no such function */
    double largest;
};

/* ---- what is measured, each in a process of its own ---- */

static void drop(void *context, const struct ul_outcome *o)
{
    (void)context;
    (void)o;
}

/* Ulps of a float at r (OpenCL C 3.0, 7.4), one number at a time. */
static double ulps_off(float y, double r)
{
    if (isnan(r) || isnan(y) || isinf(r) || isinf(y))
        return isnan(r) == isnan(y) && (isnan(r) || (float)r == y) ? 0 : INFINITY;
    const int e = r == 0 ? FLT_MIN_EXP - 1 : ilogb(r);
    return fabs((double)y - r) * ldexp(1, FLT_MANT_DIG - 1 - (e < FLT_MIN_EXP - 1 ? FLT_MIN_EXP - 1 : e));
}

static bool run_device_alone(struct ratio *b)
{
    const struct ul_options *o = b->session->options;
    const struct ul_runner_setup setup = {.place = b->place,
                                          .flags = "",
                                          .approx = "native",
                                          .timeout = o->timeout,
                                          .widths = o->widths,
                                          .width = o->width,
                                          .options = o};
    struct ul_line why;
    struct ul_runner *r = ul_runner_open(&setup, &b->subject, 1, &why);
    const bool ok = r && ul_runner_run(r, 0, &b->plan, drop, b, NULL, &why);
    if (!ok)
        fprintf(stderr, "bench: %s\n", why.text);
    if (r)
        ul_runner_close(r);
    return ok;
}

static void screen_chunk(void *context, int thread, uint64_t chunk)
{
    const struct ratio *b = context;
    const uint64_t from = chunk * UL_LANES, left = b->block->n - from;
    const int n = left < UL_LANES ? (int)left : UL_LANES;
    ul_bits bits[UL_LANES];
    double x[UL_LANES], r[UL_LANES], low[UL_LANES], err[UL_LANES];
    const double *const args[] = {x};
    (void)thread;
    ul_lanes_count((uint32_t)(b->block->base + from), n, bits, x);
    if (ul_screen_makes_pairs(b->screen))
        ul_screen_run_pairs(b->screen, args, n, r, low, err);
    else
        ul_screen_run(b->screen, args, n, r, err);
}

static bool run_screen(struct ratio *b, enum ul_screen_kind kind, uint64_t step)
{
    struct ul_block block;
    b->screen = ul_screen_new(b->subject->reference[0], kind);
    b->block = &block;
    const uint32_t capacity = ul_plan_capacity(&b->place->device);
    for (uint64_t next = 0; b->screen && ul_plan_block(&b->plan, next, capacity, NULL, &block);
         next = block.order + block.n) {
        const uint64_t chunks = (block.n + UL_LANES - 1) / UL_LANES;
        if (step == 1)
            ul_parallel(b->session->threads, chunks, screen_chunk, b);
        for (uint64_t chunk = 0; step > 1 && chunk < chunks; chunk += step)
            screen_chunk(b, 0, chunk);
    }
    const bool can = b->screen != NULL;
    ul_screen_free(b->screen);
    return can;
}

static bool run_reference_alone(struct ratio *b)
{
    return run_screen(b, UL_SCREEN_DOUBLES, 1);
}

static bool run_pairs(struct ratio *b)
{
    return run_screen(b, UL_SCREEN_PAIRS, PAIRS_SHARE);
}

static void compare_chunk(struct ratio *b, uint32_t from)
{
    for (uint32_t i = from; i < from + UL_LANES && i < b->block->n; i++) {
        const double r = b->libm(ul_bits_to_double(UL_FLOAT, (b->block->base + i) & UINT32_MAX));
        const double off = ulps_off((float)r, r);
        b->largest = off > b->largest ? off : b->largest;
    }
}

/* With results that are right: they take as long. */
static bool run_peers_reference(struct ratio *b)
{
    struct ul_block block;
    b->block = &block;
    const uint32_t capacity = ul_plan_capacity(&b->place->device);
    for (uint64_t next = 0; ul_plan_block(&b->plan, next, capacity, NULL, &block);
         next = block.order + block.n)
        for (uint32_t from = 0; from < block.n; from += PEERS_SHARE * UL_LANES)
            compare_chunk(b, from);
    return true;
}

static bool run_arb(struct ratio *b)
{
    struct ul_block block;
    struct ul_exact v;
    ul_exact_init(&v);
    const uint32_t capacity = ul_plan_capacity(&b->place->device);
    for (uint64_t next = 0; ul_plan_block(&b->plan, next, capacity, NULL, &block);
         next = block.order + block.n)
        for (uint32_t i = (uint32_t)(block.base >> 13) % ARB_SHARE; i < block.n; i += ARB_SHARE) {
            const ul_bits args[UL_MAX_PARAMETERS] = {(block.base + i) & UINT32_MAX};
            ul_reference(b->subject->reference[0], b->subject->signature.argument, args, 96, &v);
        }
    ul_exact_clear(&v);
    return true;
}

static bool run_check(struct ratio *b)
{
    const char *const rest[] = {b->program,          "check",  b->subject->name, "-d",
                                b->place->device.id, "--type", "float"};
    const char *words[16];
    const struct ul_options *o = b->session->options;
    int n = 0;
    for (size_t k = 0; k < sizeof rest / sizeof *rest; k++)
        words[n++] = rest[k];
    for (const char *const *w = coverage; *w; w++)
        words[n++] = *w;
    if (o->shard) {
        words[n++] = "--shard";
        words[n++] = o->shard;
    }
    words[n] = NULL;
    if (!freopen("/dev/null", "w", stdout))
        return false;
    execv(b->program, (char *const *)words);
    return false;
}

/* ---- processes ---- */

/* Resident bytes of a process and all that it started; what they share counts in each. */
static uint64_t resident(pid_t pid)
{
    char path[64];
    unsigned long pages = 0, child;
    snprintf(path, sizeof path, "/proc/%d/statm", (int)pid);
    FILE *f = fopen(path, "r");
    if (!f)
        return 0;
    if (fscanf(f, "%*u %lu", &pages) != 1)
        pages = 0;
    fclose(f);
    uint64_t sum = (uint64_t)pages * (uint64_t)sysconf(_SC_PAGESIZE);
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)pid, (int)pid);
    f = fopen(path, "r");
    while (f && fscanf(f, "%lu", &child) == 1)
        sum += resident((pid_t)child);
    if (f)
        fclose(f);
    return sum;
}

struct cost {
    bool ok;
    double cpu, wall;
    uint64_t memory; /* the most that was seen */
};

static struct cost run_once(struct ratio *b, bool (*work)(struct ratio *b))
{
    struct rusage u;
    struct cost c = {0};
    int status;
    const double start = ul_seconds();
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        const bool ok = work(b);
        fflush(NULL);
        _exit(ok ? 0 : 3);
    }
    while (child > 0 && wait4(child, &status, WNOHANG, &u) == 0) {
        const uint64_t now = resident(child);
        c.memory = now > c.memory ? now : c.memory;
        nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    }
    c.wall = ul_seconds() - start;
    c.cpu = (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
            1e-6 * (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec);
    c.ok = child > 0 && WIFEXITED(status) && WEXITSTATUS(status) < 2; /* a check may find a failure */
    return c;
}

static struct cost run_least(struct ratio *b, bool (*work)(struct ratio *b))
{
    struct cost least = run_once(b, work);
    double spent = least.wall;
    for (int k = 1; k < RUNS && least.ok && spent < enough; k++) {
        const struct cost c = run_once(b, work);
        spent += c.wall;
        if (c.cpu < least.cpu)
            least = c;
    }
    return least;
}

/* ---- what is told ---- */

static void tell_speed(const char *what, const struct cost *c, double inputs)
{
    if (c->ok && c->cpu > 0)
        printf(", %s %.3g M", what, 1e-6 * inputs / c->cpu);
}

static void tell(struct ratio *b)
{
    const double inputs = (double)b->inputs;
    const struct cost device = run_least(b, run_device_alone), reference = run_least(b, run_reference_alone),
                      check = run_least(b, run_check), pairs = run_once(b, run_pairs),
                      arb = run_once(b, run_arb);
    const double both = device.cpu + reference.cpu;
    printf("%s on %s, %.0f inputs%s%s\n", b->subject->name, b->place->device.id, inputs,
           b->session->options->shard ? ", shard " : "",
           b->session->options->shard ? b->session->options->shard : "");
    if (!device.ok || !check.ok) {
        puts("    could not be run");
        return;
    }
    printf("    CPU s: device alone %.2f, reference alone %.2f, check %.2f: %.2f times their sum; wall s "
           "%.2f; at "
           "most %.0f MiB\n",
           device.cpu, reference.cpu, check.cpu, check.cpu / both, check.wall, (double)check.memory / 0x1p20);
    if (b->libm) {
        const struct cost peer = run_least(b, run_peers_reference);
        const double way = device.cpu + PEERS_SHARE * peer.cpu;
        printf("    the peers' way, libm in double, one by one (of one input in %d): CPU s with the device "
               "%.2f; the check "
               "takes %.2f of it\n",
               PEERS_SHARE, way, check.cpu / way);
    }
    printf("    inputs a second of CPU time");
    tell_speed("device", &device, inputs);
    tell_speed("doubles", &reference, inputs);
    tell_speed("pairs", &pairs, inputs / PAIRS_SHARE);
    tell_speed("Arb", &arb, inputs / ARB_SHARE);
    puts("");
    fflush(stdout);
}

/* The host's function of the same name as the reference, of one double. */
static double (*libm_function(const struct ul_expression *e))(double)
{
    double (*f)(double) = NULL;
    const struct ul_node *root = &e->node[e->count - 1];
    if (root->kind != UL_NODE_CALL || e->node[root->child[0]].kind != UL_NODE_VARIABLE)
        return NULL;
    void *symbol = dlsym(RTLD_DEFAULT, ul_words[root->word].name);
    memcpy(&f, &symbol, sizeof f); /* ISO C has no cast from void * to a function */
    return f;
}

static bool is_measured_here(const struct ul_session *s, int i, const struct ul_place *p)
{
    const struct ul_signature *g = &s->catalogue.subject[i].signature;
    return ul_session_row(s, i, p, "") && g->arguments == 1 && g->argument[0].type == UL_FLOAT &&
           g->argument[0].width == 1 && g->results == 1 && g->result[0].type == UL_FLOAT;
}

static int tell_all(const char *program, const struct ul_session *s)
{
    int told = 0;
    for (int p = 0; p < s->places; p++) {
        const bool is_gpu = !s->place[p]->device.is_cpu;
        told += is_gpu ? ul_bench_gpu(s, s->place[p]) : 0;
        for (int i = 0; i < s->catalogue.count && !is_gpu; i++) {
            struct ul_line why;
            struct ratio b = {.program = program,
                              .session = s,
                              .subject = ul_subject_measured(&s->catalogue.subject[i]),
                              .place = s->place[p]};
            if (!is_measured_here(s, i, b.place) ||
                !ul_plan_make(&b.plan, b.subject, &b.place->device, s->options, &why))
                continue;
            b.plan.part = s->options->part;
            b.plan.parts = s->options->parts;
            b.inputs = ul_plan_part_inputs(&b.plan, ul_plan_capacity(&b.place->device));
            b.libm = libm_function(b.subject->reference[0]);
            tell(&b);
            ul_plan_free(&b.plan);
            told++;
        }
    }
    return told;
}

int ul_bench_ratio(const char *program, int count, char **words)
{
    char **argv = ul_alloc(((size_t)count + 8) * sizeof *argv);
    int argc = 0, status;
    argv[argc++] = (char *)"bench";
    argv[argc++] = (char *)"check";
    struct ul_options o;
    struct ul_session s;
    struct ul_line why;
    for (int k = 0; k < count; k++)
        argv[argc++] = words[k];
    for (const char *const *w = coverage; *w; w++)
        argv[argc++] = (char *)*w;
    ul_worker_program = program;
    if (!ul_options_parse(argc, argv, &o, &why)) {
        fprintf(stderr, "bench: %s\n", why.text);
        free(argv);
        return 2;
    }
    status = ul_session_open(&s, &o, &why);
    if (!status && !tell_all(program, &s))
        status = ul_session_nothing(&s, &why);
    if (status)
        fprintf(stderr, "bench: %s\n", why.text);
    ul_session_close(&s);
    ul_options_free(&o);
    free(argv);
    return status;
}
