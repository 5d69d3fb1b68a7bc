#include "nvrtc.h"
#include "common/cache.h"
#include "places.h"
#include <ctype.h>
#include <dlfcn.h>
#include <glob.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What is used of NVRTC's API (NVRTC 13.0; all of it since 11.2): name, parameters. Every function returns 0
 * for success. A program is an opaque pointer. */
#define NVRTC_API(F)                                                                                         \
    F(Version, (int *major, int *minor))                                                                     \
    F(GetNumSupportedArchs, (int *count))                                                                    \
    F(GetSupportedArchs, (int *archs))                                                                       \
    F(CreateProgram, (void **program, const char *text, const char *name, int headers,                       \
                      const char *const *header, const char *const *include_name))                           \
    F(DestroyProgram, (void **program))                                                                      \
    F(CompileProgram, (void *program, int options, const char *const *option))                               \
    F(GetProgramLogSize, (void *program, size_t *size))                                                      \
    F(GetProgramLog, (void *program, char *log))                                                             \
    F(GetCUBINSize, (void *program, size_t *size))                                                           \
    F(GetCUBIN, (void *program, char *code))                                                                 \
    F(GetPTXSize, (void *program, size_t *size))                                                             \
    F(GetPTX, (void *program, char *code))

enum { MAX_ARCHS = 64 };

struct ul_nvrtc {
    void *library;
#define MEMBER(name, parameters) int(*name) parameters;
    NVRTC_API(MEMBER)
#undef MEMBER
    const char *(*error_string)(int result);
    int release, archs, arch[MAX_ARCHS];
    char path[PATH_MAX];
    char include[PATH_MAX]; /* where cuda_fp16.h is, or "" */
};

/* --- Releases --------------------------------------------------------------------------------------- */

int ul_nvrtc_release_named(const char *word)
{
    int major, minor, end = 0;
    if (!isdigit((unsigned char)*word) || strspn(word, "0123456789.") > 5 ||
        sscanf(word, "%2d.%1d%n", &major, &minor, &end) != 2 || word[end] || major < 10)
        return 0;
    return major * 100 + minor * 10;
}

enum { WORD_ROOM = 16 };

/* 1280 to "12.8". */
static const char *release_word(int release, char out[WORD_ROOM])
{
    snprintf(out, WORD_ROOM, "%d.%d", release / 100, release / 10 % 10);
    return out;
}

void ul_nvrtc_describe(int release, struct ul_device *out)
{
    char word[WORD_ROOM];
    out->toolkit = release;
    snprintf(out->compiler, sizeof out->compiler, "NVRTC %s", release_word(release, word));
    snprintf(out->version, sizeof out->version, "compute capability %d.%d", out->arch / 10, out->arch % 10);
}

/* The release of a library's file, from names alone: a toolkit's ends in "so.12.8.93"; beside each lie its
 * builtins, "libnvrtc-builtins.so.12.8". 0: they do not tell. */
static int release_of(const char *library)
{
    char path[PATH_MAX];
    int major = 0, minor = 0, patch, release = 0;
    const char *name = realpath(library, path) ? strrchr(path, '/') : NULL;
    if (!name || sscanf(name, "/libnvrtc.so.%d.%d.%d", &major, &minor, &patch) == 3)
        return name ? major * 100 + minor * 10 : 0;
    char *pattern = ul_format("%.*s/libnvrtc-builtins.so.*.*", (int)(name - path), path);
    glob_t g = {0};
    if (!glob(pattern, 0, NULL, &g))
        for (size_t k = 0; k < g.gl_pathc; k++) {
            int their_major, their_minor;
            const char *version = g.gl_pathv[k] + strlen(pattern) - strlen("*.*");
            if (sscanf(version, "%d.%d", &their_major, &their_minor) != 2 || their_major != major)
                continue;
            int found = major * 100 + their_minor * 10;
            release = release && found != release ? -1 : found; /* -1: several lie there */
        }
    globfree(&g);
    free(pattern);
    return release > 0 ? release : 0;
}

/* --- Finding it ------------------------------------------------------------------------------------- */

/* In this order; places.h says how they are read. The wheels are nvidia-cuda-nvrtc-cu11, -cu12 (in
 * nvidia/cuda_nvrtc) and nvidia-cuda-nvrtc (in nvidia/cu13). Last, and first where a release is asked for:
 * those that cuda-release fetched, in folders of that name. */
#define WHEEL "/nvidia/*/lib/libnvrtc.so*"
static const char *const places[] = {
    "$CUDA_HOME/lib64/libnvrtc.so*",
    "$CUDA_PATH/lib64/libnvrtc.so*",
    "libnvrtc.so.13",
    "libnvrtc.so.12",
    "libnvrtc.so.11.2",
    "/usr/local/cuda/lib64/libnvrtc.so*",
    "/usr/local/cuda-*/lib64/libnvrtc.so*",
    "/opt/cuda/lib64/libnvrtc.so*",
    "/usr/lib/*-linux-gnu/libnvrtc.so*",
    "$CONDA_PREFIX/lib/libnvrtc.so*",
    "$VIRTUAL_ENV/lib/python3*/site-packages" WHEEL,
    "$CONDA_PREFIX/lib/python3*/site-packages" WHEEL,
    "$HOME/.local/lib/python3*/site-packages" WHEEL,
    "$HOME/.pyenv/versions/*/lib/python3*/site-packages" WHEEL,
    "/usr/local/lib/python3*/*-packages" WHEEL,
    "/usr/lib/python3*/*-packages" WHEEL,
};

/* "CACHE/cuda/12.8/nvidia/..."; 0: of any release. NULL: no cache. */
static char *fetched_place(int release)
{
    char word[WORD_ROOM];
    char *folder = ul_cache_path("cuda", NULL);
    char *place =
        folder ? ul_format("%s/%s" WHEEL, folder, release ? release_word(release, word) : "*") : NULL;
    free(folder);
    return place;
}

/* NVRTC asks the loader for its builtins by name: they must be there already if they lie elsewhere. */
static void open_builtins(const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash)
        return;
    char *pattern = ul_format("%.*s/libnvrtc-builtins.so*", (int)(slash - path), path);
    glob_t g = {0};
    if (!glob(pattern, 0, NULL, &g))
        for (size_t k = 0; k < g.gl_pathc; k++)
            dlopen(g.gl_pathv[k], RTLD_NOW | RTLD_LOCAL);
    globfree(&g);
    free(pattern);
}

static bool load_symbols(struct ul_nvrtc *n)
{
    struct {
        const char *name;
        void *at;
    } symbols[] = {
#define SYMBOL(name, parameters) {"nvrtc" #name, &n->name},
        NVRTC_API(SYMBOL)
#undef SYMBOL
            {"nvrtcGetErrorString", &n->error_string},
    };
    for (size_t k = 0; k < sizeof symbols / sizeof *symbols; k++) {
        void *symbol = dlsym(n->library, symbols[k].name);
        if (!symbol)
            return false;
        memcpy(symbols[k].at, &symbol, sizeof symbol); /* ISO C has no cast from void * to a function */
    }
    return true;
}

static bool ask_release(struct ul_nvrtc *n)
{
    int major, minor;
    if (n->Version(&major, &minor) || n->GetNumSupportedArchs(&n->archs) || n->archs > MAX_ARCHS ||
        n->GetSupportedArchs(n->arch))
        return false;
    n->release = major * 100 + minor * 10;
    return true;
}

/* The library's file, and the headers that come with it: in a toolkit and in the wheel of CUDA 13 beside the
 * library's folder, in older wheels in the runtime's. */
static void find_paths(struct ul_nvrtc *n)
{
    Dl_info info;
    void *symbol = dlsym(n->library, "nvrtcVersion");
    if (!dladdr(symbol, &info) || !realpath(info.dli_fname, n->path))
        return;
    static const char *const folders[] = {"/../include", "/../../cuda_runtime/include"};
    size_t folder = (size_t)(strrchr(n->path, '/') - n->path);
    for (size_t k = 0; k < sizeof folders / sizeof *folders && !*n->include; k++) {
        char *path = ul_format("%.*s%s/cuda_fp16.h", (int)folder, n->path, folders[k]);
        if (!access(path, R_OK))
            snprintf(n->include, sizeof n->include, "%.*s%s", (int)folder, n->path, folders[k]);
        free(path);
    }
}

static struct ul_nvrtc *open_library(const char *path)
{
    struct ul_nvrtc *n = ul_alloc(sizeof *n);
    open_builtins(path);
    n->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (n->library && load_symbols(n) && ask_release(n)) {
        find_paths(n);
        return n;
    }
    ul_nvrtc_close(n);
    return NULL;
}

/* What is looked for, and what was met on the way. */
struct search {
    int release, driver; /* 0: any */
    struct ul_nvrtc *found;
    int newer; /* a release that the driver does not take */
    char newer_path[PATH_MAX];
};

/* Code of a release runs on drivers of its major version and later (CUDA Compatibility, minor version
 * compatibility). */
static bool suits(struct search *s, int release, const char *path)
{
    if (s->release && release != s->release)
        return false;
    if (!s->driver || release / 100 <= s->driver / 100)
        return true;
    if (!s->newer) {
        s->newer = release;
        snprintf(s->newer_path, sizeof s->newer_path, "%s", path);
    }
    return false;
}

/* Opens the library if it suits: by its file's name where that tells, so that others stay closed. */
static bool try_library(const char *path, void *context)
{
    struct search *s = context;
    int told = strchr(path, '/') ? release_of(path) : 0, major = 0;
    sscanf(path, "libnvrtc.so.%d", &major); /* the loader's */
    if ((told && !suits(s, told, path)) || (major && s->release && s->release / 100 != major))
        return false;
    struct ul_nvrtc *n = open_library(path);
    if (n && suits(s, n->release, n->path))
        s->found = n;
    else if (n)
        ul_nvrtc_close(n);
    return s->found != NULL;
}

/* In each place the highest version first. */
static void visit_all(int release, bool (*visit)(const char *library, void *context), void *context)
{
    enum { COUNT = sizeof places / sizeof *places };
    char *fetched = fetched_place(release);
    bool done = release && fetched && ul_place_visit(fetched, visit, context);
    for (size_t k = 0; k < COUNT && !done; k++)
        done = ul_place_visit(places[k], visit, context);
    if (!release && !done && fetched)
        ul_place_visit(fetched, visit, context);
    free(fetched);
}

/* Of the releases that exist as wheels; `release` itself if it may be one of them. */
static int release_to_fetch(int release)
{
    static const int none[] = {1270};
    for (size_t k = 0; k < sizeof none / sizeof *none; k++)
        if (release == none[k])
            return 1280;
    return release < 1170 ? 1280 : release;
}

static bool tell_absent(const char *word, struct ul_line *why)
{
    char fetch[WORD_ROOM];
    struct ul_text here = {0};
    ul_nvrtc_list(&here, false);
    release_word(release_to_fetch(ul_nvrtc_release_named(word)), fetch);
    ul_fail(why, "no CUDA release '%s' here; found %s; conformance/cuda-release %s fetches %s", word,
            here.data ? here.data : "none", fetch, strcmp(word, fetch) ? "one" : "it");
    ul_text_free(&here);
    return false;
}

bool ul_nvrtc_release_asked(const char *where, int *release, struct ul_line *why)
{
    *release = ul_nvrtc_release_named(where);
    return !*where || *release || tell_absent(where, why);
}

static void tell_missing(const struct search *s, struct ul_line *why)
{
    char word[WORD_ROOM];
    if (s->newer)
        ul_fail(why, "NVRTC %d.%d (%s) is newer than the driver, which takes CUDA %d.%d", s->newer / 100,
                s->newer / 10 % 10, s->newer_path, s->driver / 100, s->driver / 10 % 10);
    else if (s->release)
        tell_absent(release_word(s->release, word), why);
    else
        ul_fail(why, "NVRTC was not found: it comes with a CUDA toolkit (CUDA_HOME says where), or fetch it: "
                     "conformance/cuda-release 13.0");
}

struct ul_nvrtc *ul_nvrtc_open(int release, int driver, struct ul_line *why)
{
    struct search s = {.release = release, .driver = driver};
    visit_all(release, try_library, &s);
    if (!s.found)
        tell_missing(&s, why);
    return s.found;
}

/* --- Telling what is here --------------------------------------------------------------------------- */

enum { MAX_RELEASES = 64 };

struct list {
    int count;
    struct {
        int release;
        char path[PATH_MAX];
    } found[MAX_RELEASES];
};

static bool note_library(const char *path, void *context)
{
    struct list *l = context;
    int release = strchr(path, '/') ? release_of(path) : 0, at = 0;
    while (at < l->count && l->found[at].release > release)
        at++;
    bool known = !release || (at < l->count && l->found[at].release == release);
    if (known || l->count == MAX_RELEASES)
        return false;
    memmove(&l->found[at + 1], &l->found[at], (size_t)(l->count++ - at) * sizeof *l->found);
    l->found[at].release = release;
    snprintf(l->found[at].path, sizeof l->found[at].path, "%s", path);
    return false;
}

void ul_nvrtc_list(struct ul_text *out, bool paths)
{
    struct list *l = ul_alloc(sizeof *l);
    char word[WORD_ROOM];
    visit_all(0, note_library, l);
    for (int k = 0; k < l->count; k++) {
        release_word(l->found[k].release, word);
        if (paths)
            ul_text_add(out, "%s  %s\n", word, l->found[k].path);
        else
            ul_text_add(out, "%s%s", k ? ", " : "", word);
    }
    free(l);
}

/* The library stays loaded: unloading it would lose memory that its C++ runtime keeps. */
void ul_nvrtc_close(struct ul_nvrtc *n)
{
    free(n);
}

int ul_nvrtc_release(const struct ul_nvrtc *n)
{
    return n->release;
}

const char *ul_nvrtc_path(const struct ul_nvrtc *n)
{
    return n->path;
}

void ul_nvrtc_archs(const struct ul_nvrtc *n, struct ul_text *out)
{
    for (int k = 0; k < n->archs; k++)
        ul_text_add(out, "%ssm_%d", k ? " " : "", n->arch[k]);
}

int ul_nvrtc_default_arch(const struct ul_nvrtc *n)
{
    int best = 0;
    for (int k = 0; k < n->archs; k++)
        if ((n->arch[k] == 80 || n->arch[k] == 89 || n->arch[k] == 90) && n->arch[k] > best)
            best = n->arch[k];
    return best;
}

/* --- Compiling -------------------------------------------------------------------------------------- */

enum { MAX_OPTIONS = 64 };

struct options {
    int count;
    char *option[MAX_OPTIONS];
};

static bool add_option(struct options *o, char *option, struct ul_line *why)
{
    if (o->count < MAX_OPTIONS) {
        o->option[o->count++] = option;
        return true;
    }
    free(option);
    return ul_fail(why, "more than %d compiler options", MAX_OPTIONS);
}

static void free_options(struct options *o)
{
    for (int k = 0; k < o->count; k++)
        free(o->option[k]);
}

/* "sm_90" if the release knows it; else "compute_XX", which the driver compiles on, as where `virtual` is
 * asked for. NULL: too old a device. */
static char *architecture_option(const struct ul_nvrtc *n, int arch, bool virtual, struct ul_line *why)
{
    int best = 0;
    for (int k = 0; k < n->archs; k++)
        if (n->arch[k] <= arch && n->arch[k] > best)
            best = n->arch[k];
    if (best)
        return ul_format("--gpu-architecture=%s_%d", best == arch && !virtual ? "sm" : "compute", best);
    ul_fail(why, "NVRTC %d.%d has no code for sm_%d", n->release / 100, n->release / 10 % 10, arch);
    return NULL;
}

static bool make_options(const struct ul_nvrtc *n, int arch, bool virtual, const char *flags,
                         struct options *o, struct ul_line *why)
{
    if (!strstr(flags, "-arch")) { /* -arch, --gpu-architecture */
        char *architecture = architecture_option(n, arch, virtual, why);
        if (!architecture || !add_option(o, architecture, why))
            return false;
    }
    /* The default of later releases; 11 has none, and so no lambdas. */
    if (!strstr(flags, "-std") && !add_option(o, ul_strdup("--std=c++17"), why))
        return false;
    if (*n->include && !add_option(o, ul_format("--include-path=%s", n->include), why))
        return false;
    /* From 12.9 on NVRTC keeps code in the driver's cache, by a key that takes no notice of -ftz, -fmad,
     * -prec-div, -prec-sqrt, -use_fast_math: seen on an H200, CUDA 13.0: one set of flags got another's. */
    if (n->release >= 1290 && !add_option(o, ul_strdup("--no-cache"), why))
        return false;
    for (const char *p = flags + strspn(flags, " "); *p; p += strspn(p, " ")) {
        size_t length = strcspn(p, " ");
        if (!add_option(o, ul_format("%.*s", (int)length, p), why))
            return false;
        p += length;
    }
    return true;
}

/* Appends what a pair of the API's functions gives; texts end in a NUL that counts. */
static bool get(void *program, int (*size)(void *, size_t *), int (*data)(void *, char *),
                struct ul_text *out)
{
    size_t n = 0;
    if (size(program, &n) || !n)
        return false;
    char *block = ul_alloc(n);
    bool ok = !data(program, block);
    if (ok)
        ul_text_put(out, block, n);
    free(block);
    return ok;
}

/* What is wanted of a program: a cubin or else PTX for the driver, or PTX for the emulator. */
struct output {
    bool virtual;
    struct ul_text *code;  /* the cubin, or the PTX; if `virtual` always the PTX */
    struct ul_text *cubin; /* if `virtual`: the cubin, where there is one; may be NULL */
};

static bool compile(const struct ul_nvrtc *n, void *program, const struct options *o, struct output out,
                    struct ul_text *log, struct ul_line *why)
{
    int result = n->CompileProgram(program, o->count, (const char *const *)o->option);
    if (result) {
        struct ul_text whole = {0};
        struct ul_line first;
        get(program, n->GetProgramLogSize, n->GetProgramLog, &whole);
        const char *text = whole.data ? whole.data : "";
        ul_text_add(log, "%s", text);
        ul_first_error(text, &first);
        ul_text_free(&whole);
        return ul_fail(why, "%s: %s", n->error_string(result), first.text);
    }
    /* Without a real architecture there is no cubin: its size is 0, or the question an error. */
    if (out.cubin)
        get(program, n->GetCUBINSize, n->GetCUBIN, out.cubin);
    return (!out.virtual && get(program, n->GetCUBINSize, n->GetCUBIN, out.code)) ||
           get(program, n->GetPTXSize, n->GetPTX, out.code) ||
           ul_fail(why, out.virtual ? "NVRTC gave no PTX" : "NVRTC gave neither cubin nor PTX");
}

static bool compile_text(const struct ul_nvrtc *n, const char *text, int arch, const char *flags,
                         struct output out, struct ul_text *log, struct ul_line *why)
{
    struct options o = {0};
    void *program = NULL;
    bool ok = make_options(n, arch, out.virtual, flags, &o, why);
    if (ok) {
        int result = n->CreateProgram(&program, text, "ulparity.cu", 0, NULL, NULL);
        ok = result ? ul_fail(why, "%s", n->error_string(result)) : compile(n, program, &o, out, log, why);
    }
    if (program)
        n->DestroyProgram(&program);
    free_options(&o);
    return ok;
}

bool ul_nvrtc_compile(const struct ul_nvrtc *n, const char *text, int arch, const char *flags,
                      struct ul_text *out, struct ul_text *log, struct ul_line *why)
{
    return compile_text(n, text, arch, flags, (struct output){.code = out}, log, why);
}

bool ul_nvrtc_compile_ptx(const struct ul_nvrtc *n, const char *text, int arch, const char *flags,
                          struct ul_text *ptx, struct ul_text *cubin, struct ul_text *log,
                          struct ul_line *why)
{
    struct output out = {.virtual = true, .code = ptx, .cubin = cubin};
    return compile_text(n, text, arch, flags, out, log, why);
}
