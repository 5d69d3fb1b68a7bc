#include "cost.h"
#include "common/kernel.h"
#include "cuda/counter.h"
#include "worker.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH = 48 }; /* functions a program */

struct ul_coster {
    char *release;
    double timeout;
    struct ul_worker *worker; /* NULL: it was lost, and no other started */
    struct ul_line lost;
    struct ul_device device;
};

bool ul_cost_belongs(const struct ul_subject *s)
{
    return s->home == UL_HOME_CUDA || s->home == UL_HOME_EVERYWHERE;
}

const char *ul_release_text(int release, char out[UL_RELEASE_ROOM])
{
    snprintf(out, UL_RELEASE_ROOM, "%d.%d", release / 100, release / 10 % 10);
    return out;
}

/* --- The worker ------------------------------------------------------------------------------------- */

static bool start(struct ul_coster *c, struct ul_line *why)
{
    const size_t bytes = sizeof(struct ul_counted);
    c->worker = ul_worker_start(ul_backend_counter.name, c->release, c->timeout, why);
    if (c->worker && ul_worker_describe(c->worker, 0, &c->device, why) &&
        ul_worker_attach(c->worker, 0, 0, bytes, why))
        return true;
    ul_worker_stop(c->worker);
    c->worker = NULL;
    return false;
}

struct ul_coster *ul_coster_open(const char *release, double timeout, struct ul_line *why)
{
    struct ul_coster *c = ul_alloc(sizeof *c);
    c->release = ul_strdup(release);
    c->timeout = timeout;
    if (start(c, why))
        return c;
    ul_coster_close(c);
    return NULL;
}

void ul_coster_close(struct ul_coster *c)
{
    if (!c)
        return;
    ul_worker_stop(c->worker);
    free(c->release);
    free(c);
}

const struct ul_device *ul_coster_device(const struct ul_coster *c)
{
    return &c->device;
}

bool ul_coster_knows(const struct ul_coster *c, int arch)
{
    char *words = ul_format(" %s ", c->device.words), *word = ul_format(" sm_%d ", arch);
    const bool knows = strstr(words, word) != NULL;
    free(words);
    free(word);
    return knows;
}

/* After a crash another worker goes on. */
static bool build(struct ul_coster *c, const char *text, int arch, const char *flags, int *program,
                  struct ul_line *why)
{
    if (!c->worker && !start(c, &c->lost))
        return ul_fail(why, "%s", c->lost.text);
    char *all = ul_format("--gpu-architecture=sm_%d %s", arch, flags);
    struct ul_text log = {0};
    const enum ul_worker_result result = ul_worker_build(c->worker, text, all, program, &log, why);
    ul_text_free(&log);
    free(all);
    if (result == UL_WORKER_LOST) {
        ul_worker_stop(c->worker);
        c->worker = NULL;
    }
    return result == UL_WORKER_OK;
}

static bool take_count(struct ul_coster *c, int program, const char *function, struct ul_counted *out,
                       struct ul_line *why)
{
    const struct ul_launch l = {.kernel = function, .n = 1, .capacity = 64, .out_bytes = sizeof *out};
    if (ul_worker_post(c->worker, 0, program, &l, why) != UL_WORKER_OK ||
        ul_worker_wait(c->worker, 0, why) != UL_WORKER_OK)
        return false;
    memcpy(out, ul_worker_out(c->worker, 0), sizeof *out);
    return true;
}

bool ul_coster_try(struct ul_coster *c, int arch, struct ul_line *why)
{
    int program = 0;
    return build(c, "UL_CALLABLE float c(float x)\n{\n    return x;\n}\n", arch, "", &program, why);
}

/* --- The program ------------------------------------------------------------------------------------ */

static struct ul_kernel function_of(const struct ul_subject *s, int k)
{
    struct ul_kernel f = {.signature = &s->signature, .call = s->call, .dialect = ul_subject_carries_bits(s)};
    snprintf(f.name, sizeof f.name, "c%d", k);
    return f;
}

/* A file may hold several functions; its text is put in once. */
static void write_algorithm(const struct ul_subject *const *subjects, int k, struct ul_text *out)
{
    const struct ul_subject *s = subjects[k];
    bool seen = !s->text;
    for (int j = 0; j < k && !seen; j++)
        seen = subjects[j]->text && !strcmp(subjects[j]->text, s->text);
    if (!seen)
        ul_subject_put_text(s, out);
}

static void write_program(const struct ul_subject *const *subjects, int n, struct ul_text *out)
{
    bool half = false;
    for (int k = 0; k < n; k++) {
        const struct ul_kernel f = function_of(subjects[k], k);
        half |= ul_kernel_uses_half(&f);
    }
    if (half)
        ul_text_add(out, UL_PROGRAM_HALF);
    ul_program_prelude(out, ul_backend_counter.prelude, "native");
    for (int k = 0; k < n; k++)
        write_algorithm(subjects, k, out);
    for (int k = 0; k < n; k++) {
        const struct ul_kernel f = function_of(subjects[k], k);
        ul_subject_begin_call(subjects[k], out);
        ul_kernel_write_callable(out, &f);
    }
}

/* --- Counting --------------------------------------------------------------------------------------- */

static void judge(struct ul_cost *c)
{
    const struct ul_cost_claim *claim = &c->subject->cost;
    c->claim = UL_INFO;
    if (!claim->text || *c->flags || (claim->arch && claim->arch != c->arch) ||
        (claim->toolkit && claim->toolkit != c->release))
        return;
    const bool holds = (claim->instructions < 0 || c->count.instructions <= claim->instructions) &&
                       (claim->mufu < 0 || c->count.of[UL_SASS_MUFU] <= claim->mufu);
    c->claim = holds ? UL_PASS : UL_FAIL;
}

static void settle(struct ul_cost *c, enum ul_verdict verdict, const char *reason)
{
    c->verdict = verdict;
    c->reason = ul_strdup(reason);
}

static void count_one(struct ul_coster *c, int program, int k, struct ul_cost *out)
{
    struct ul_line why;
    struct ul_counted counted;
    const struct ul_kernel f = function_of(out->subject, k);
    if (!take_count(c, program, f.name, &counted, &why)) {
        settle(out, UL_ERROR, why.text);
        return;
    }
    out->count = counted.count;
    out->key = counted.key;
    judge(out);
    out->verdict = out->claim;
}

/* A program that does not build is halved until the culprit stands alone. */
static void count_all(struct ul_coster *c, int arch, const char *flags, struct ul_cost *const *list, int n)
{
    const struct ul_subject *subjects[BATCH];
    struct ul_text text = {0};
    struct ul_line why;
    int program = 0;
    for (int k = 0; k < n; k++)
        subjects[k] = list[k]->subject;
    write_program(subjects, n, &text);
    const bool built = build(c, text.data, arch, flags, &program, &why);
    ul_text_free(&text);
    if (built)
        for (int k = 0; k < n; k++)
            count_one(c, program, k, list[k]);
    else if (n == 1)
        settle(list[0], UL_ERROR, why.text);
    else {
        count_all(c, arch, flags, list, n / 2);
        count_all(c, arch, flags, list + n / 2, n - n / 2);
    }
}

void ul_coster_count(struct ul_coster *c, int arch, const char *flags,
                     const struct ul_subject *const *subjects, int n, struct ul_cost *out)
{
    struct ul_device device = c->device;
    struct ul_cost *list[BATCH];
    int waiting = 0;
    device.arch = arch;
    for (int k = 0; k < n; k++) {
        struct ul_line why;
        out[k] = (struct ul_cost){.subject = subjects[k],
                                  .arch = arch,
                                  .release = c->device.toolkit,
                                  .flags = flags,
                                  .claim = UL_INFO};
        if (ul_requirement_met(&subjects[k]->requires, &device, &why))
            list[waiting++] = &out[k];
        else
            settle(&out[k], UL_UNSUPPORTED, why.text);
        if (waiting == BATCH || (waiting && k == n - 1)) {
            count_all(c, arch, flags, list, waiting);
            waiting = 0;
        }
    }
}

void ul_cost_free(struct ul_cost *c)
{
    free(c->reason);
    c->reason = NULL;
}

/* --- JSON ------------------------------------------------------------------------------------------- */

static json_t *claim_json(const struct ul_cost *c)
{
    const struct ul_cost_claim *claim = &c->subject->cost;
    json_t *o = json_object();
    ul_json_set(o, "text", ul_json_string(claim->text));
    ul_json_set(o, "instructions", claim->instructions < 0 ? json_null() : json_integer(claim->instructions));
    ul_json_set(o, "mufu", claim->mufu < 0 ? json_null() : json_integer(claim->mufu));
    ul_json_set(o, "verdict", ul_json_string(ul_verdict_names[c->claim]));
    return o;
}

static void add_count(json_t *o, const struct ul_cost *c)
{
    const struct ul_sass_count *n = &c->count;
    char key[17];
    json_t *classes = json_object();
    for (int k = 0; k < UL_SASS_CLASSES; k++)
        ul_json_set(classes, ul_sass_class_names[k], json_integer(n->of[k]));
    ul_json_set(o, "instructions", json_integer(n->instructions));
    ul_json_set(o, "mufu", json_integer(n->of[UL_SASS_MUFU]));
    ul_json_set(o, "classes", classes);
    ul_json_set(o, "called", json_integer(n->called));
    snprintf(key, sizeof key, "%016" PRIx64, c->key);
    ul_json_set(o, "ptx", ul_json_string(key));
}

json_t *ul_cost_json(const struct ul_cost *c)
{
    char release[UL_RELEASE_ROOM], arch[16];
    json_t *o = json_object();
    snprintf(arch, sizeof arch, "sm_%d", c->arch);
    ul_json_set(o, "subject", ul_json_string(c->subject->label));
    ul_json_set(o, "arch", ul_json_string(arch));
    ul_json_set(o, "cuda", ul_json_string(ul_release_text(c->release, release)));
    ul_json_set(o, "flags", ul_json_string(c->flags));
    if (ul_cost_known(c))
        add_count(o, c);
    if (c->subject->cost.text)
        ul_json_set(o, "claim", claim_json(c));
    ul_json_set(o, "verdict", ul_json_string(ul_verdict_names[c->verdict]));
    if (c->reason)
        ul_json_set(o, "reason", ul_json_string(c->reason));
    return o;
}
