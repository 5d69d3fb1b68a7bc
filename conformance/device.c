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

const char *ul_place_api(const struct ul_place *p)
{
    return ul_backend_find(p->backend)->api;
}

/* ------------------------------------------------------------------ words */

static const char emulated[] = "emulated";

/* The word of an API: "cuda", "cuda:0", "cuda@12.8"? */
static bool is_of_api(const char *word, const char *api)
{
    size_t n = strlen(api);
    return !strncmp(word, api, n) && (!word[n] || word[n] == ':' || (word[n] == '@' && !strcmp(api, "cuda")));
}

/* "12.8" of "cuda:0@12.8"; else "". */
static const char *release_of(const char *word)
{
    const char *at = is_of_api(word, "cuda") ? strchr(word, '@') : NULL;
    return at ? at + 1 : "";
}

static bool is_known(const char *word)
{
    bool known = !strcmp(word, "all");
    for (int i = 0; ul_backends[i]; i++)
        known |= is_of_api(word, ul_backends[i]->api);
    return known;
}

/* "cuda:emulated", with or without a release. */
static bool is_emulated_word(const char *word)
{
    static const char prefix[] = "cuda:emulated";
    size_t n = sizeof prefix - 1;
    return !strncmp(word, prefix, n) && (!word[n] || word[n] == '@');
}

/* May the word name a device of the backend? A GPU is no emulated device, nor the other way round. */
static bool may_name(const char *word, const struct ul_backend *b)
{
    if (!strcmp(word, "all"))
        return true;
    if (!is_of_api(word, b->api) || strcmp(b->api, "cuda"))
        return is_of_api(word, b->api);
    bool any = !strchr(word, ':');
    return any || is_emulated_word(word) == !strcmp(b->name, emulated);
}

/* ------------------------------------------------------------------ vendors */

/* One whose release is asked for is another vendor than that of any release. */
static void add_release(struct vendors *v, const struct ul_backend *b, const char *release)
{
    for (int i = 0; i < v->count; i++)
        if (!strcmp(v->vendor[i].backend, b->name) && !strcmp(v->vendor[i].where, release))
            return;
    add_vendor(v, b->name, release, "");
}

/* Those that the words may name; a word that names nothing gets an answer that tells of all. */
static struct vendors list_vendors(const char *const *words, int words_count)
{
    struct vendors v = {0};
    for (int i = 0; ul_backends[i]; i++) {
        bool wanted = words_count == 0;
        for (int w = 0; w < words_count; w++) {
            bool may = may_name(words[w], ul_backends[i]) || !is_known(words[w]);
            wanted |= may && !*release_of(words[w]);
            if (may && *release_of(words[w]))
                add_release(&v, ul_backends[i], release_of(words[w]));
        }
        if (wanted && strcmp(ul_backends[i]->name, "opencl"))
            add_vendor(&v, ul_backends[i]->name, "", "");
        else if (wanted) /* all of them: their order gives the devices' numbers */
            add_icds(&v);
    }
    return v;
}

/* ------------------------------------------------------------------ asking */

/* The place's release, "12.8", if it was asked for; else "". */
static const char *place_release(const struct ul_place *p)
{
    return strcmp(ul_place_api(p), "cuda") ? "" : p->where;
}

/* "cuda:0@12.8" */
static void name_release(struct ul_place *p)
{
    size_t n = strlen(p->device.id);
    if (*place_release(p) && !strchr(p->device.id, '@'))
        snprintf(p->device.id + n, sizeof p->device.id - n, "@%.8s", place_release(p));
}

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
        name_release(place);
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

static void add_refusal(struct ul_devices *d, const struct vendor *v)
{
    struct ul_refusal r = {.why = v->why};
    snprintf(r.backend, sizeof r.backend, "%s", v->backend);
    snprintf(r.where, sizeof r.where, "%s", v->where);
    d->refusal = ul_realloc(d->refusal, (size_t)(d->refusals + 1) * sizeof *d->refusal);
    d->refusal[d->refusals++] = r;
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
    add_refusal(d, v);
    if (*v->where && strcmp(v->backend, "opencl")) /* a release, by a word, which gets the reason */
        return;
    /* Not installed (see backend.h); the emulated device is more than anybody expects. */
    if (!strncmp(v->why.text, "no ", 3) || !strcmp(v->backend, emulated))
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

void ul_devices_find(struct ul_devices *d, const char *const *words, int words_count, double timeout)
{
    struct vendors v = list_vendors(words, words_count);
    int platforms = 0;
    *d = (struct ul_devices){0};
    ask_all(&v, timeout);
    for (int i = 0; i < v.count; i++) {
        add_places(d, &v.vendor[i], &platforms);
        hint_at_vendor(d, &v.vendor[i]);
    }
    if (words_count == 0)
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
    free(d->refusal);
    *d = (struct ul_devices){0};
}

/* ------------------------------------------------------------------ choosing */

static bool has_word(const char *words, const char *word)
{
    size_t n = strlen(word);
    for (const char *at = words; n && (at = strcasestr(at, word)); at++)
        if ((at == words || at[-1] == ' ') && (at[n] == ' ' || at[n] == 0))
            return true;
    return false;
}

bool ul_device_left_out(const struct ul_devices *d, const struct ul_place *p)
{
    bool gpu = false;
    for (int i = 0; i < d->count; i++)
        gpu |= d->place[i].device.arch && !d->place[i].device.emulated;
    return p->device.simulator || (gpu && p->device.emulated);
}

/* "all"; "opencl:0:0", "cuda:1", "host"; "opencl:pocl"; "opencl:0", that platform; "opencl", "cuda": all that
 * are not left out; "cuda:1@12.8", "cuda:emulated@12.8", "cuda@12.8": with that release. */
static bool matches(const struct ul_devices *d, const struct ul_place *p, const char *word)
{
    const char *api = ul_place_api(p), *id = p->device.id, *release = release_of(word);
    size_t n = strlen(api), length = strlen(word) - (*release ? strlen(release) + 1 : 0);
    if (strcmp(release, place_release(p)))
        return false;
    if (!strcmp(word, "all") || !strcmp(word, id))
        return true;
    if (!is_of_api(word, api))
        return false;
    if (length == n)
        return !ul_device_left_out(d, p);
    char *name = ul_format("%.*s", (int)(length - n - 1), word + n + 1);
    bool named = (!strncmp(id, word, length) && id[length] == ':') || has_word(p->device.words, name);
    free(name);
    return named;
}

/* Why the vendor that the word is of could not be opened; OpenCL has many. */
static bool tell_refusal(const struct ul_devices *d, const char *word, struct ul_line *why)
{
    for (int i = d->refusals; i-- > 0;) {
        const struct ul_refusal *r = &d->refusal[i];
        const struct ul_backend *b = ul_backend_find(r->backend);
        if (!strcmp(b->api, "opencl") || !may_name(word, b) || strcmp(r->where, release_of(word)))
            continue;
        if (!strncmp(r->why.text, "no ", 3))
            ul_fail(why, "%s", r->why.text);
        else
            ul_fail(why, "no device '%s': %s", word, r->why.text);
        return true;
    }
    return false;
}

/* "opencl:0:0 (opencl:pocl)" for each; of the word's API alone, if it is of one. */
static void fail_to_find(const struct ul_devices *d, const char *word, struct ul_line *why)
{
    struct ul_text t = {0};
    if (tell_refusal(d, word, why))
        return;
    for (int i = 0; i < d->count; i++) {
        const struct ul_place *p = &d->place[i];
        const char *api = ul_place_api(p), *words = p->device.words;
        if (is_known(word) && !is_of_api(word, api))
            continue;
        ul_text_add(&t, "%s%s", t.length ? ", " : "", p->device.id);
        if (strcmp(api, words))
            ul_text_add(&t, " (%s:%.*s)", api, (int)strcspn(words, " "), words);
    }
    if (t.data || !is_known(word))
        ul_fail(why, "no device '%s'; here are: %s", word, t.data ? t.data : "none");
    else
        ul_fail(why, "no device '%s'; here is none of %.*s", word, (int)strcspn(word, ":@"), word);
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
        if (!ul_device_left_out(d, &d->place[i]) && !*place_release(&d->place[i]))
            take(i, chosen, count);
    for (int w = 0; w < words_count; w++) {
        bool found = !strcmp(words[w], "all"); /* of nothing too */
        for (int i = 0; i < d->count; i++)
            if (matches(d, &d->place[i], words[w])) {
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
