/* Speed of the emulated CUDA device, of a quick check on PoCL (--check), of fp64's screening (--pairs), and
 * of an exhaustive check beside what it cannot do without (--ratio), as figures of one run: nothing here
 * passes or fails. Called by `bench`.
 *
 * Kernels are run in this process by one thread, which is warm by then; what counts is CPU time, the least of
 * many passes, so that other load disturbs little. Commands are run once. */
#include "bench.h"
#include "common/kernel.h"
#include "common/machine.h"
#include "hash.h"
#include "fingerprint.h"
#include "subject.h"
#include "value.h"
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    INPUTS = 1 << 17, /* of a pass: they and their results fit the second cache */
    EXPONENTS = 10,   /* 2^-10 <= |x| < 2^10 */
    ROUNDS = 64,      /* tries to find inputs inside the domain */
    MEASUREMENTS = 30,
    SAMPLE = 1 << 15, /* inputs of each block of a fingerprint */
    SKIPPED = 77      /* exit status: there is no emulated device here */
};
static const double measurement = 4e-3; /* seconds: long beside the clock's and the scheduler's errors */

/* What is to be reached on one core with vectors of 512 bits; half as fast with shorter ones. 0: nothing. */
struct goal {
    const char *name;
    double each, exhaustive; /* ns an input; seconds for all floats */
};
static const double exhaustive_goal = 60;
static const struct goal goals[] = {
    {"cuda/acosf", 3, 60},
    {"cuda/atanf", 3, 60},
    {"cuda/expf", 3, 60},
    {"cuda/logf", 3, 60},
    {"cuda/cosf", 8, 120},
    {"cuda/erfcf", 8, 60},
    {"cuda/powf", 8, 0},
    {"cuda/sinf", 8, 120},
    {"cuda/tanf", 8, 120},
    {"cuda/sincosf", 0, 120},
    {"cuda/cyl_bessel_i0f", 0, 0},
    {"cuda/cyl_bessel_i1f", 0, 0},
    {"cuda/j0f", 0, 0},
    {"cuda/j1f", 0, 0},
    {"cuda/y0f", 0, 0},
    {"cuda/y1f", 0, 0},
    {"cuda/lgammaf", 0, 0},
    {"cuda/tgammaf", 0, 0},
    {"cuda/erfinvf", 0, 0},
    {"cuda/erfcinvf", 0, 0},
    {"cuda/normcdfinvf", 0, 0},
    {"(a copy)", 0, 0},
};
static const char *const usual[] = {"cuda/logf",    "cuda/acosf", "cuda/atanf", "cuda/expf", "cuda/sinf",
                                    "cuda/cosf",    "cuda/tanf",  "cuda/erfcf", "cuda/powf", "cuda/tanhf",
                                    "cuda/lgammaf", "cuda/j0f",   "cuda/exp",   "cuda/sin",  "cuda/pow"};
enum { USUAL = sizeof usual / sizeof *usual };

static struct goal goal_of(const struct ul_subject *s)
{
    const struct ul_parameter *p = s->signature.argument;
    const bool one_float = s->signature.arguments == 1 && p->type == UL_FLOAT && p->width == 1;
    for (size_t k = 0; k < sizeof goals / sizeof *goals; k++)
        if (!strcmp(goals[k].name, s->name))
            return goals[k];
    return (struct goal){s->name, 0, one_float ? exhaustive_goal : 0};
}

static double slack(void)
{
#ifdef __x86_64__
    return __builtin_cpu_supports("avx512f") ? 1 : 2;
#else
    return 2;
#endif
}

/* --- Devices: a backend, attached for one thread ---------------------------------------------------- */

struct device {
    const struct ul_backend *backend;
    struct ul_backend_session *session;
};

static bool open_device(struct device *d, const struct ul_backend *backend, struct ul_line *why)
{
    cpu_set_t all, one;
    sched_getaffinity(0, sizeof all, &all);
    CPU_ZERO(&one);
    CPU_SET((size_t)sched_getcpu(), &one);
    *d = (struct device){.backend = backend};
    if (!backend->open("", why))
        return false;
    sched_setaffinity(0, sizeof one, &one); /* a device has a thread for each processor */
    d->session = backend->attach(0, why);
    sched_setaffinity(0, sizeof all, &all);
    return d->session != NULL;
}

static void close_device(struct device *d)
{
    if (d->session)
        d->backend->detach(d->session);
}

/* --- Kernels: "k0" takes arrays, "x0" makes its inputs from an index -------------------------------- */

struct kernel {
    const struct device *device;
    const struct ul_signature *signature;
    struct ul_backend_program *program;
    unsigned char *in, *out;
    uint32_t capacity;
};

static void write_program(struct ul_text *out, const struct device *d, const struct ul_subject *s)
{
    struct ul_kernel k = {
        .name = "k0", .signature = &s->signature, .call = s->call, .dialect = ul_subject_carries_bits(s)};
    ul_text_add(out, "%s", ul_kernel_uses_half(&k) ? UL_PROGRAM_HALF : "");
    ul_program_prelude(out, d->backend->prelude, "native");
    ul_text_add(out, "%s\n", s->text ? s->text : "");
    ul_kernel_write(out, &k);
    if (ul_fingerprint_by_index(&s->signature)) {
        k.indexed = true;
        k.name[0] = 'x';
        ul_kernel_write(out, &k);
    }
}

static bool open_kernel(struct kernel *k, const struct device *d, const struct ul_subject *s,
                        struct ul_line *why)
{
    struct ul_text text = {0}, log = {0};
    const struct ul_signature *sig = &s->signature;
    *k = (struct kernel){.device = d, .signature = sig, .capacity = INPUTS};
    write_program(&text, d, s);
    k->program = d->backend->build(d->session, text.data, "", &log, why);
    ul_text_free(&text);
    ul_text_free(&log);
    k->in = ul_alloc((size_t)ul_argument_bytes(sig) * INPUTS);
    k->out = ul_alloc((size_t)ul_result_bytes(sig) * INPUTS);
    return k->program != NULL;
}

static void close_kernel(struct kernel *k)
{
    if (k->program)
        k->device->backend->release(k->device->session, k->program);
    free(k->in);
    free(k->out);
}

static void run_kernel(const struct kernel *k, bool indexed, uint64_t base, uint32_t n)
{
    struct ul_line why;
    const struct ul_launch l = {.kernel = indexed ? "x0" : "k0",
                                .base = base,
                                .n = n,
                                .capacity = k->capacity,
                                .in = indexed ? NULL : k->in,
                                .in_bytes =
                                    indexed ? 0 : (size_t)ul_argument_bytes(k->signature) * k->capacity,
                                .out = k->out,
                                .out_bytes = (size_t)ul_result_bytes(k->signature) * k->capacity};
    if (k->device->backend->run(k->device->session, k->program, &l, &why))
        return;
    fprintf(stderr, "bench: %s\n", why.text);
    exit(3);
}

/* --- Inputs: inside the domain is where the result is a number -------------------------------------- */

static uint64_t next_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state ^ *state >> 29;
}

static ul_bits random_value(enum ul_type t, uint64_t r)
{
    if (!ul_is_float(t))
        return (ul_types[t].is_signed ? r % 129 - 64 : r % 129) & ul_value_mask(t);
    const int fraction = ul_types[t].precision - 1;
    const uint64_t exponent = (uint64_t)ul_types[t].emax - EXPONENTS + (r >> 32) % (2 * EXPONENTS);
    const ul_bits sign = r >> 63 ? ul_value_sign(t) : 0;
    return sign | exponent << fraction | (r & (((ul_bits)1 << fraction) - 1));
}

static unsigned char *array_of(unsigned char *buffer, const struct ul_parameter *p, int k)
{
    return buffer + (size_t)ul_tuple_bytes(p, k) * INPUTS;
}

static void draw_inputs(const struct kernel *k, uint32_t from, uint64_t *state)
{
    for (int a = 0; a < k->signature->arguments; a++) {
        const struct ul_parameter *p = &k->signature->argument[a];
        const size_t bytes = (size_t)ul_types[p->type].bytes, lanes = (size_t)p->width;
        for (size_t i = from * lanes; i < INPUTS * lanes; i++) {
            const uint64_t r = next_random(state), low = next_random(state);
            const ul_bits b = random_value(p->type, (r & ~(uint64_t)0xffffffff) ^ low >> 12);
            memcpy(array_of(k->in, k->signature->argument, a) + i * bytes, &b, bytes);
        }
    }
}

static bool is_inside(const struct kernel *k, uint32_t i)
{
    const struct ul_parameter *p = k->signature->result;
    const size_t bytes = (size_t)ul_types[p->type].bytes;
    ul_bits b = 0;
    memcpy(&b, k->out + i * bytes * (size_t)p->width, bytes);
    return !ul_is_float(p->type) || !ul_value_is_nan(p->type, b);
}

static void move_input(const struct kernel *k, uint32_t to, uint32_t from)
{
    for (int a = 0; a < k->signature->arguments; a++) {
        const struct ul_parameter *p = &k->signature->argument[a];
        const size_t bytes = (size_t)(ul_types[p->type].bytes * p->width);
        unsigned char *array = array_of(k->in, k->signature->argument, a);
        memmove(array + to * bytes, array + from * bytes, bytes);
    }
}

static void choose_inputs(const struct kernel *k)
{
    uint64_t state = 1;
    uint32_t kept = 0;
    for (int round = 0; round < ROUNDS && kept < INPUTS; round++) {
        const uint32_t from = kept;
        draw_inputs(k, from, &state);
        run_kernel(k, false, 0, INPUTS);
        for (uint32_t i = from; i < INPUTS; i++)
            if (is_inside(k, i))
                move_input(k, kept++, i);
    }
    for (uint32_t i = kept; kept > 0 && i < INPUTS; i++)
        move_input(k, i, i - kept);
}

/* --- Figures ---------------------------------------------------------------------------------------- */

static double passes_seconds(const struct kernel *k, int passes)
{
    const double start = ul_cpu_seconds();
    for (int pass = 0; pass < passes; pass++)
        run_kernel(k, false, 0, INPUTS);
    return ul_cpu_seconds() - start;
}

static double ns_per_input(const struct kernel *k)
{
    const double one = passes_seconds(k, 1);
    const int passes = one < measurement ? (int)(measurement / one) + 1 : 1;
    double best = 1e9;
    for (int n = 0; n < MEASUREMENTS; n++) {
        const double took = passes_seconds(k, passes) / passes;
        best = took < best ? took : best;
    }
    return 1e9 * best / INPUTS;
}

static volatile uint64_t hashes; /* somebody has to want them */

/* Runs a sample of a block of all floats, and hashes its results. */
static double sample_seconds(const struct kernel *k, int block)
{
    const uint64_t place = (uint64_t)block * SAMPLE % ul_fingerprint_inputs(k->signature);
    double best = 1e9;
    for (int pass = 0; pass < 2; pass++) {
        const double start = ul_cpu_seconds();
        run_kernel(k, true, (uint64_t)block << 23 | place, SAMPLE);
        for (int r = 0; r < k->signature->results; r++)
            hashes += ul_hash_sum(k->signature->result[r].type, array_of(k->out, k->signature->result, r), 1,
                                  SAMPLE, place);
        const double took = ul_cpu_seconds() - start;
        best = took < best ? took : best;
    }
    return best;
}

static double sampled_seconds(const struct kernel *k)
{
    double sum = 0;
    for (int block = 0; block < UL_MAX_HASHES; block++)
        sum += sample_seconds(k, block);
    return sum * (double)ul_fingerprint_inputs(k->signature) / SAMPLE;
}

/* CPU seconds of a command and all that it starts; its results go nowhere. `cache`: a folder for everything
 * compiled, or NULL, the usual ones. */
static double command_seconds(char *const *words, const char *cache, int *status)
{
    struct rusage u;
    fflush(stdout); /* else the child does it, too */
    const pid_t child = fork();
    if (child == 0) {
        if (cache && (setenv("XDG_CACHE_HOME", cache, 1) || setenv("POCL_CACHE_DIR", cache, 1)))
            _exit(3);
        if (!freopen("/dev/null", "w", stdout))
            _exit(3);
        execv(words[0], words);
        _exit(127);
    }
    if (child < 0 || wait4(child, status, 0, &u) < 0)
        *status = -1;
    return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
           1e-6 * (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec);
}

static void failed(char *const *words)
{
    fprintf(stderr, "bench: %s %s failed\n", words[0], words[1]);
    exit(3);
}

static double fingerprint_seconds(const char *program, const char *name)
{
    char *const words[] = {(char *)program,         (char *)"fingerprint", (char *)name,  (char *)"-d",
                           (char *)"cuda:emulated", (char *)"--timeout",   (char *)"600", NULL};
    int status;
    const double seconds = command_seconds(words, NULL, &status);
    if (status != 0)
        failed(words);
    return seconds;
}

/* 0: no such function there. */
static double libm_ns(const struct kernel *emulated, const struct device *host, const struct ul_subject *s)
{
    struct kernel k;
    struct ul_line why;
    double ns = 0;
    if (!host->session)
        return 0;
    if (open_kernel(&k, host, s, &why)) {
        memcpy(k.in, emulated->in, (size_t)ul_argument_bytes(&s->signature) * INPUTS);
        ns = ns_per_input(&k);
    }
    close_kernel(&k);
    return ns;
}

/* --- The table -------------------------------------------------------------------------------------- */

struct bench {
    struct device emulated, host;
    const char *program; /* whose fingerprint is measured; NULL: a sample is */
};

static void print_figure(double value, double goal)
{
    char words[48] = "-", wanted[24] = "";
    if (value > 0)
        snprintf(words, sizeof words, "%.2f", value);
    if (value > 0 && goal > 0)
        snprintf(wanted, sizeof wanted, "%s %g", value <= goal ? "<=" : "OVER", goal);
    printf(" %8s %-8s", words, wanted);
}

static void print_row(const struct bench *b, const struct ul_subject *s)
{
    struct kernel k;
    struct ul_line why;
    const struct goal goal = goal_of(s);
    const bool exhaustive = ul_fingerprint_blocks(&s->signature) == UL_MAX_HASHES;
    printf("%-22s", s->name);
    if (!open_kernel(&k, &b->emulated, s, &why)) {
        printf(" %s\n", why.text);
        close_kernel(&k);
        return;
    }
    choose_inputs(&k);
    const double ns = ns_per_input(&k), libm = libm_ns(&k, &b->host, s);
    print_figure(ns, goal.each * slack());
    print_figure(libm, 0);
    print_figure(libm / ns, 0);
    if (exhaustive && !b->program)
        print_figure(sampled_seconds(&k), goal.exhaustive * slack());
    else if (exhaustive && strchr(s->name, '/'))
        print_figure(fingerprint_seconds(b->program, s->name), goal.exhaustive * slack());
    puts("");
    fflush(stdout);
    close_kernel(&k);
}

static void print_head(const struct bench *b)
{
    struct ul_device d;
    struct ul_line why;
    if (b->emulated.backend->describe(0, &d, &why))
        printf("%s; %s, %s, sm_%d\n", d.name, d.compiler, d.driver, d.arch);
    printf("ns an input on one core, 2^-10 <= |x| < 2^10 inside the domain; libm: the host's, in the same "
           "loop.\n"
           "Exhaustive fingerprint, hash only, CPU s: %s.\n\n",
           b->program ? "`ulparity fingerprint` as it runs"
                      : "scaled from 2^15 inputs of each of 512 blocks");
    printf("%-22s %8s %-8s %8s %-8s %8s %-8s %8s %s\n", "function", "ns", "goal", "libm ns", "", "faster", "",
           "CPU s", "goal");
}

static int choose(struct ul_catalogue *c, const char *const *words, int count, bool **chosen)
{
    struct ul_line why;
    *chosen = ul_alloc((size_t)c->count * sizeof **chosen);
    for (int k = 0; k < count; k++)
        if (!ul_catalogue_choose(c, words[k], chosen, &why)) {
            fprintf(stderr, "bench: %s\n", why.text);
            return 2;
        }
    return 0;
}

/* What the loop itself costs. */
static void print_copy(const struct bench *b)
{
    char name[] = "(a copy)", call[] = "a0";
    struct ul_subject s = {.name = name, .home = UL_HOME_CUDA, .call = call};
    struct ul_line why;
    if (ul_signature_parse("float(float)", &s.signature, &why))
        print_row(b, &s);
}

static void print_table(const struct bench *b, const struct ul_catalogue *c, const bool *chosen)
{
    print_head(b);
    print_copy(b);
    for (int k = 0; k < c->count; k++)
        if (chosen[k] && (c->subject[k].home == UL_HOME_CUDA || c->subject[k].home == UL_HOME_EVERYWHERE))
            print_row(b, &c->subject[k]);
}

/* --- A quick check ---------------------------------------------------------------------------------- */

/* OpenCL-CTS's math_brute_force in its wimpy mode takes 900 CPU seconds: a tenth of that for both types. */
static const double check_goal = 90;

static bool is_conversion(const struct ul_subject *s)
{
    static const char *const begin[] = {"opencl/convert_", "opencl/vload_", "opencl/vstore_", "opencl/as_"};
    bool any = false;
    for (size_t k = 0; k < sizeof begin / sizeof *begin; k++)
        any |= !strncmp(s->name, begin[k], strlen(begin[k]));
    return any;
}

/* `ulparity check NAME ... -d opencl:pocl --type TYPE --width all --quick`. Functions of a name stand
 * together. */
static char **check_words(const char *program, const struct ul_catalogue *c, const bool *chosen,
                          const char *type)
{
    const char *const rest[] = {"-d", "opencl:pocl", "--type", type, "--width", "all", "--quick", "-q"};
    char **words = ul_alloc(((size_t)c->count + 2 + sizeof rest / sizeof *rest + 1) * sizeof *words);
    int n = 0;
    words[n++] = (char *)program;
    words[n++] = (char *)"check";
    for (int k = 0; k < c->count; k++)
        if (chosen[k] && c->subject[k].home == UL_HOME_OPENCL && strcmp(words[n - 1], c->subject[k].name))
            words[n++] = c->subject[k].name;
    for (size_t k = 0; k < sizeof rest / sizeof *rest; k++)
        words[n++] = (char *)rest[k];
    return words;
}

/* With nothing compiled yet. Negative: there is no PoCL. */
static double check_seconds(char *const *words)
{
    char cache[] = "/tmp/ulparity-bench-XXXXXX";
    int status;
    if (!mkdtemp(cache))
        failed(words);
    const double seconds = command_seconds(words, cache, &status);
    char *clean = ul_format("rm -rf %s", cache);
    const bool cleaned = system(clean) == 0;
    free(clean);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 2)
        return -1;
    if (!cleaned || !WIFEXITED(status) ||
        (WEXITSTATUS(status) != 0 && WEXITSTATUS(status) != 1 && WEXITSTATUS(status) != 3))
        failed(words);
    return seconds;
}

static int print_check(const char *program, const struct ul_catalogue *c, const bool *chosen, bool all)
{
    static const char *const types[] = {"float", "double"};
    double sum = 0;
    puts("A quick check of OpenCL's functions on PoCL at all widths, without conversions and flags, nothing "
         "compiled "
         "yet: CPU s, workers' and compilers' too.");
    for (int k = 0; k < 2; k++) {
        char **words = check_words(program, c, chosen, types[k]);
        const double seconds = check_seconds(words);
        free(words);
        if (seconds < 0)
            return SKIPPED;
        printf("%-22s", types[k]);
        print_figure(seconds, 0);
        puts("");
        sum += seconds;
    }
    printf("%-22s", "both");
    print_figure(sum, all ? check_goal : 0);
    puts("");
    return 0;
}

static int bench_check(const char *program, struct ul_catalogue *c, const char *const *names, int count)
{
    static const char *const all[] = {"opencl/*"};
    bool *chosen;
    const int status = choose(c, count ? names : all, count ? count : 1, &chosen);
    for (int k = 0; k < c->count && !count; k++)
        chosen[k] &= !is_conversion(&c->subject[k]);
    const int measured = status ? status : print_check(program, c, chosen, !count);
    free(chosen);
    return measured;
}

static int bench_emulated(const char *program, struct ul_catalogue *c, const char *const *names, int count)
{
    struct bench b = {.program = program};
    struct ul_line why;
    bool *chosen;
    if (!open_device(&b.emulated, &ul_backend_emulated, &why)) {
        fprintf(stderr, "bench: %s\n", why.text);
        return SKIPPED;
    }
    open_device(&b.host, &ul_backend_host, &why);
    const int status = choose(c, count ? names : usual, count ? count : USUAL, &chosen);
    if (!status)
        print_table(&b, c, chosen);
    close_device(&b.emulated);
    close_device(&b.host);
    free(chosen);
    return status;
}

/* bench [--all PROGRAM | --check PROGRAM | --pairs] [FUNCTION ...], bench --ratio PROGRAM WORD ...,
 * bench --search PROGRAM BUDGET WORD ... */
int main(int argc, char **argv)
{
    if (argc > 2 && !strcmp(argv[1], "--ratio"))
        return ul_bench_ratio(argv[2], argc - 3, argv + 3);
    if (argc > 3 && !strcmp(argv[1], "--search"))
        return ul_bench_search(argv[2], argv[3], argc - 4, argv + 4);
    struct ul_catalogue c;
    struct ul_line why;
    const bool all = argc > 2 && !strcmp(argv[1], "--all"), check = argc > 2 && !strcmp(argv[1], "--check");
    const bool pairs = argc > 1 && !strcmp(argv[1], "--pairs");
    const int first = all || check ? 3 : pairs ? 2 : 1, count = argc - first;
    const char *const *words = (const char *const *)argv + first;
    if (!ul_catalogue_load(&c, &why)) {
        fprintf(stderr, "bench: %s\n", why.text);
        return 3;
    }
    const int status = pairs   ? ul_bench_pairs(&c, words, count)
                       : check ? bench_check(argv[2], &c, words, count)
                               : bench_emulated(all ? argv[2] : NULL, &c, words, count);
    ul_catalogue_free(&c);
    return status;
}
