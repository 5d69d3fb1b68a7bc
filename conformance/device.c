#include "device.h"
#include "backends.h"
#include "worker.h"
#include <dirent.h>
#include <glob.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char default_vendors[] = "/etc/OpenCL/vendors";

/* One worker's worth of devices. */
struct vendor {
    const char *backend;
    char *where;
    char *library; /* what an .icd file names, else "" */
    double timeout;
    bool opened;
    int count; /* what it shows; `described` of them answered */
    int described;
    struct ul_place *place;
    struct ul_line why;
};

struct vendors {
    int count;
    struct vendor *vendor;
};

static void add_vendor(struct vendors *v, const char *backend, const char *where, const char *library)
{
    v->vendor = ul_realloc(v->vendor, (size_t)(v->count + 1) * sizeof *v->vendor);
    v->vendor[v->count++] =
        (struct vendor){.backend = backend, .where = ul_strdup(where), .library = ul_strdup(library)};
}

static void add_icd(struct vendors *v, const char *path)
{
    char library[512] = "";
    FILE *f = fopen(path, "r");
    if (f && fgets(library, sizeof library, f))
        library[strcspn(library, "\r\n")] = 0;
    if (f)
        fclose(f);
    add_vendor(v, "opencl", path, library);
}

static int is_icd(const struct dirent *e)
{
    size_t n = strlen(e->d_name);
    return n > 4 && !strcmp(e->d_name + n - 4, ".icd");
}

/* OCL_ICD_VENDORS names a folder or one .icd file, as for the loaders. */
static const char *vendors_path(void)
{
    const char *path = getenv("OCL_ICD_VENDORS");
    return path && path[0] ? path : default_vendors;
}

static void add_icds(struct vendors *v)
{
    struct dirent **entry;
    struct stat st;
    const char *path = vendors_path();
    if (stat(path, &st) == 0 && S_ISREG(st.st_mode)) {
        add_icd(v, path);
        return;
    }
    int n = scandir(path, &entry, is_icd, alphasort);
    for (int i = 0; i < n; i++) {
        char *file = ul_format("%s/%s", path, entry[i]->d_name);
        add_icd(v, file);
        free(file);
        free(entry[i]);
    }
    if (n >= 0)
        free(entry);
}

static struct vendors list_vendors(void)
{
    struct vendors v = {0};
    for (int i = 0; ul_backends[i]; i++)
        if (strcmp(ul_backends[i]->name, "opencl"))
            add_vendor(&v, ul_backends[i]->name, "", "");
        else
            add_icds(&v);
    return v;
}

/* ------------------------------------------------------------------ asking */

static void *ask(void *p)
{
    struct vendor *v = p;
    struct ul_worker *w = ul_worker_start(v->backend, v->where, v->timeout, &v->why);
    if (!w)
        return NULL;
    v->opened = true;
    v->count = ul_worker_count(w);
    v->place = ul_alloc((size_t)v->count * sizeof *v->place);
    for (int i = 0; i < v->count; i++) {
        struct ul_place *place = &v->place[v->described];
        if (!ul_worker_describe(w, i, &place->device, &v->why))
            break;
        snprintf(place->backend, sizeof place->backend, "%s", v->backend);
        snprintf(place->where, sizeof place->where, "%s", v->where);
        place->number = i;
        v->described++;
    }
    ul_worker_stop(w);
    return NULL;
}

/* All at once: a driver takes its time to start. */
static void ask_all(struct vendors *v, double timeout)
{
    pthread_t *thread = ul_alloc((size_t)v->count * sizeof *thread);
    bool *started = ul_alloc((size_t)v->count * sizeof *started);
    for (int i = 0; i < v->count; i++) {
        v->vendor[i].timeout = timeout;
        started[i] = pthread_create(&thread[i], NULL, ask, &v->vendor[i]) == 0;
        if (!started[i])
            ask(&v->vendor[i]);
    }
    for (int i = 0; i < v->count; i++)
        if (started[i])
            pthread_join(thread[i], NULL);
    free(thread);
    free(started);
}

/* ------------------------------------------------------------------ what could be had */

static void add_line(int *count, char ***lines, char *line)
{
    for (int i = 0; i < *count; i++)
        if (!strcmp((*lines)[i], line)) {
            free(line);
            return;
        }
    *lines = ul_realloc(*lines, (size_t)(*count + 1) * sizeof **lines);
    (*lines)[(*count)++] = line;
}

/* OpenCL runtimes that come without an .icd file, or whose file a container leaves out. */
static const struct {
    const char *name, *library;
    const char *pattern[6]; /* where it may lie; ~ and $VIRTUAL_ENV are the shell's */
} runtimes[] = {
    /* clang-format off */
    {"NVIDIA", "libnvidia-opencl.so",
     {"/usr/lib/x86_64-linux-gnu/libnvidia-opencl.so.1", "/usr/lib64/libnvidia-opencl.so.1",
      "/usr/lib/aarch64-linux-gnu/libnvidia-opencl.so.1", "/usr/lib/wsl/lib/libnvidia-opencl.so.1"}},
    {"Intel's CPU runtime", "libintelocl.so",
     {"$VIRTUAL_ENV/lib/libintelocl.so", "~/.local/lib/libintelocl.so", "/usr/local/lib/libintelocl.so",
      "/opt/intel/oneapi/compiler/latest/lib/libintelocl.so", "/opt/intel*/*/lib/libintelocl.so"}},
    {"oclgrind", "liboclgrind-rt-icd.so",
     {"/usr/lib/oclgrind/liboclgrind-rt-icd.so", "/usr/lib/*/oclgrind/liboclgrind-rt-icd.so",
      "/usr/local/lib/oclgrind/liboclgrind-rt-icd.so", "/usr/local/lib/liboclgrind-rt-icd.so"}},
    {"PoCL", "libpocl.so",
     {"/usr/lib/*/libpocl.so.2", "/usr/lib64/libpocl.so.2", "/usr/local/lib/libpocl.so.2"}},
    {"AMD", "libamdocl64.so", {"/opt/rocm*/lib/libamdocl64.so"}},
    /* clang-format on */
};

/* The first file that a pattern finds, allocated, or NULL. */
static char *find_file(const char *pattern)
{
    static const char variable[] = "$VIRTUAL_ENV";
    const char *venv = getenv("VIRTUAL_ENV");
    bool in_venv = !strncmp(pattern, variable, sizeof variable - 1);
    if (in_venv && !venv)
        return NULL;
    char *path = in_venv ? ul_format("%s%s", venv, pattern + sizeof variable - 1) : ul_strdup(pattern),
         *found = NULL;
    glob_t g;
    if (glob(path, GLOB_TILDE, NULL, &g) == 0) {
        found = ul_strdup(g.gl_pathv[0]);
        globfree(&g);
    }
    free(path);
    return found;
}

static bool named_by_an_icd(const struct vendors *v, const char *library)
{
    for (int i = 0; i < v->count; i++)
        if (strstr(v->vendor[i].library, library))
            return true;
    return false;
}

static void hint_at_runtimes(struct ul_devices *d, const struct vendors *v)
{
    for (size_t i = 0; i < sizeof runtimes / sizeof *runtimes; i++) {
        char *file = NULL;
        if (named_by_an_icd(v, runtimes[i].library))
            continue;
        for (int k = 0; k < 6 && runtimes[i].pattern[k] && !file; k++)
            file = find_file(runtimes[i].pattern[k]);
        if (file)
            add_line(&d->hints, &d->hint,
                     ul_format("%s is installed without an .icd file in %s: write the line %s into one",
                               runtimes[i].name, vendors_path(), file));
        free(file);
    }
}

static void hint_at_vendor(struct ul_devices *d, const struct vendor *v)
{
    const char *enable = getenv("RUSTICL_ENABLE");
    if (v->opened && v->count == 0 && strstr(v->library, "Rusticl") && !(enable && enable[0]))
        add_line(&d->hints, &d->hint,
                 ul_strdup("RUSTICL_ENABLE is unset: rusticl shows no device "
                           "(RUSTICL_ENABLE=llvmpipe shows the processor)"));
    if (v->opened && v->described == v->count)
        return;
    if (!strncmp(v->why.text, "no ", 3)) /* not installed (see backend.h) */
        add_line(&d->hints, &d->hint, ul_strdup(v->why.text));
    else
        add_line(&d->broken, &d->trouble,
                 ul_format("%s: %s", v->where[0] ? v->where : v->backend, v->why.text));
}

/* ------------------------------------------------------------------ the list */

/* A worker numbers its platforms from 0; here they go on from those of the .icd files before. */
static void add_places(struct ul_devices *d, const struct vendor *v, int *platforms)
{
    int before = *platforms, platform, device;
    bool opencl = !strcmp(v->backend, "opencl");
    if (opencl)
        *platforms = before + 1; /* also without a device, so that numbers stay when one appears */
    for (int i = 0; i < v->described; i++) {
        struct ul_place *place = &v->place[i];
        if (opencl && sscanf(place->device.id, "opencl:%d:%d", &platform, &device) == 2) {
            snprintf(place->device.id, sizeof place->device.id, "opencl:%d:%d", before + platform, device);
            if (*platforms < before + platform + 1)
                *platforms = before + platform + 1;
        }
        d->place = ul_realloc(d->place, (size_t)(d->count + 1) * sizeof *d->place);
        d->place[d->count++] = *place;
    }
}

void ul_devices_find(struct ul_devices *d, double timeout)
{
    struct vendors v = list_vendors();
    int platforms = 0;
    *d = (struct ul_devices){0};
    ask_all(&v, timeout);
    for (int i = 0; i < v.count; i++) {
        add_places(d, &v.vendor[i], &platforms);
        hint_at_vendor(d, &v.vendor[i]);
    }
    hint_at_runtimes(d, &v);
    for (int i = 0; i < v.count; i++) {
        free(v.vendor[i].where);
        free(v.vendor[i].library);
        free(v.vendor[i].place);
    }
    free(v.vendor);
}

void ul_devices_free(struct ul_devices *d)
{
    for (int i = 0; i < d->hints; i++)
        free(d->hint[i]);
    for (int i = 0; i < d->broken; i++)
        free(d->trouble[i]);
    free(d->hint);
    free(d->trouble);
    free(d->place);
    *d = (struct ul_devices){0};
}

/* ------------------------------------------------------------------ choosing */

const char *ul_place_api(const struct ul_place *p)
{
    return ul_backend_find(p->backend)->api;
}

static bool has_word(const char *words, const char *word)
{
    size_t n = strlen(word);
    for (const char *at = words; n && (at = strcasestr(at, word)); at++)
        if ((at == words || at[-1] == ' ') && (at[n] == ' ' || at[n] == 0))
            return true;
    return false;
}

/* "all"; "opencl:0:0", "cuda:1", "host"; "opencl:pocl"; "opencl:0", that platform; "opencl", "cuda": all that
 * are no simulators. */
static bool matches(const struct ul_place *p, const char *word)
{
    const char *api = ul_place_api(p), *id = p->device.id;
    size_t n = strlen(api), length = strlen(word);
    if (!strcmp(word, "all") || !strcmp(word, id))
        return true;
    if (strncmp(word, api, n) || (word[n] && word[n] != ':'))
        return false;
    if (!word[n])
        return !p->device.simulator;
    return (!strncmp(id, word, length) && id[length] == ':') || has_word(p->device.words, word + n + 1);
}

static void fail_to_find(const struct ul_devices *d, const char *word, struct ul_line *why)
{
    struct ul_text t = {0};
    for (int i = 0; i < d->count; i++) {
        const struct ul_place *p = &d->place[i];
        ul_text_add(&t, "%s%s", i ? ", " : "", p->device.id);
        if (strcmp(ul_place_api(p), p->device.words))
            ul_text_add(&t, " (%s:%.*s)", ul_place_api(p), (int)strcspn(p->device.words, " "), p->device.words);
    }
    ul_fail(why, "no device '%s'; here are: %s", word, d->count ? t.data : "none");
    ul_text_free(&t);
}

static void take(int device, int *chosen, int *count)
{
    for (int i = 0; i < *count; i++)
        if (chosen[i] == device)
            return;
    chosen[(*count)++] = device;
}

int *ul_devices_choose(const struct ul_devices *d, const char *const *words, int words_count, int *count,
                       struct ul_line *why)
{
    int *chosen = ul_alloc((size_t)(d->count + 1) * sizeof *chosen);
    *count = 0;
    for (int i = 0; i < d->count && words_count == 0; i++)
        if (!d->place[i].device.simulator)
            take(i, chosen, count);
    for (int w = 0; w < words_count; w++) {
        bool found = !strcmp(words[w], "all"); /* of nothing too */
        for (int i = 0; i < d->count; i++)
            if (matches(&d->place[i], words[w])) {
                take(i, chosen, count);
                found = true;
            }
        if (!found) {
            fail_to_find(d, words[w], why);
            free(chosen);
            return NULL;
        }
    }
    return chosen;
}
