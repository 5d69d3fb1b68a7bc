#include "flags.h"
#include "nearest.h"
#include <stdlib.h>
#include <string.h>

/* OpenCL API 3.0, 5.8.6. A vendor's own follow its name. */
static const char *const opencl_flags[] = {"-cl-single-precision-constant",
                                           "-cl-denorms-are-zero",
                                           "-cl-fp32-correctly-rounded-divide-sqrt",
                                           "-cl-opt-disable",
                                           "-cl-mad-enable",
                                           "-cl-no-signed-zeros",
                                           "-cl-unsafe-math-optimizations",
                                           "-cl-finite-math-only",
                                           "-cl-fast-relaxed-math",
                                           "-cl-uniform-work-group-size",
                                           "-cl-no-subgroup-ifp",
                                           "-cl-kernel-arg-info",
                                           NULL};
static const char *const opencl_beginnings[] = {"-cl-std=", "-cl-nv-",  "-cl-intel-",
                                                "-cl-amd-", "-cl-ext-", NULL};
/* NVRTC's that change arithmetic; each has a second spelling with two dashes. */
static const char *const cuda_flags[] = {
    "-ftz=true",       "-ftz=false",      "-fmad=true",       "-fmad=false",    "-prec-div=true",
    "-prec-div=false", "-prec-sqrt=true", "-prec-sqrt=false", "-use_fast_math", NULL};

enum { MOST = 64 };

/* The words of one build's flags. */
struct words {
    int count;
    char *word[MOST];
};

static bool is_listed(const char *word, const char *const *list)
{
    while (*list && strcmp(*list, word))
        list++;
    return *list;
}

static bool begins_as_listed(const char *word, const char *const *list)
{
    while (*list && strncmp(word, *list, strlen(*list)))
        list++;
    return *list;
}

static bool is_opencl(const char *word)
{
    return !strncmp(word, "-cl-", 4);
}

/* Is it the same flag, whatever the values? */
static bool same_name(const char *a, const char *b)
{
    const size_t n = strcspn(a, "=");
    return n == strcspn(b, "=") && !strncmp(a, b, n);
}

static bool is_named(const char *word, const char *const *list)
{
    while (*list && !same_name(word, *list))
        list++;
    return *list;
}

static bool takes_next_word(const char *word)
{
    return !strcmp(word, "-Xptxas") || !strcmp(word, "--ptxas-options");
}

/* ---- Reading ---- */

/* "--ftz=true" as "-ftz=true". */
static char *in_one_spelling(const char *word, size_t length)
{
    char *copy = ul_format("%.*s", (int)length, word);
    if (!strncmp(copy, "--", 2) && is_named(copy + 1, cuda_flags))
        memmove(copy, copy + 1, length);
    return copy;
}

/* "-ftz true" is "-ftz=true"; what follows -Xptxas is no flag of this list. */
static void join_value(struct words *w, int k)
{
    char *joined =
        ul_format("%s%s%s", w->word[k], is_named(w->word[k], cuda_flags) ? "=" : " ", w->word[k + 1]);
    free(w->word[k]);
    free(w->word[k + 1]);
    w->word[k] = joined;
    w->count--;
}

static bool split(const char *text, struct words *w, struct ul_line *why)
{
    for (text += strspn(text, " "); *text; text += strspn(text, " ")) {
        const size_t n = strcspn(text, " ");
        if (w->count == MOST)
            return ul_fail(why, "more than %d flags", MOST);
        w->word[w->count++] = in_one_spelling(text, n);
        text += n;
        const int last = w->count - 1;
        const char *before = last ? w->word[last - 1] : "";
        const bool value = *w->word[last] != '-' && !strpbrk(before, "= ") && !is_opencl(before);
        if (last && (value || takes_next_word(before)))
            join_value(w, last - 1);
    }
    return true;
}

static bool unknown(const char *word, const char *const *list, struct ul_line *why)
{
    const char *near = ul_nearest(word, list);
    return near ? ul_fail(why, "unknown flag '%s', did you mean '%s'?", word, near)
                : ul_fail(why, "unknown flag '%s'", word);
}

/* "-ftz=yes": a flag of the list, but for its value. */
static bool wrong_value(const char *word, struct ul_line *why)
{
    struct ul_text right = {0};
    for (const char *const *f = cuda_flags; *f; f++)
        if (same_name(word, *f))
            ul_text_add(&right, "%s%s", right.length ? " or " : "", *f);
    ul_fail(why, "unknown flag '%s': there is %s", word, right.data);
    ul_text_free(&right);
    return false;
}

static bool is_known(const char *word, struct ul_line *why)
{
    if (*word != '-')
        return ul_fail(why, "'%s' is no flag: flags begin with '-'", word);
    if (is_opencl(word))
        return is_listed(word, opencl_flags) || begins_as_listed(word, opencl_beginnings) ||
               unknown(word, opencl_flags, why);
    if (is_named(word, cuda_flags))
        return is_listed(word, cuda_flags) || wrong_value(word, why);
    return !ul_nearest(word, cuda_flags) || unknown(word, cuda_flags, why);
}

/* What both compilers may know (-w, -D...) may stand beside OpenCL's. */
static bool are_of_one_api(const struct words *w, struct ul_line *why)
{
    for (int k = 0; k < w->count; k++)
        for (int j = 0; j < w->count && is_opencl(w->word[k]); j++)
            if (is_named(w->word[j], cuda_flags))
                return ul_fail(why, "'%s' is OpenCL's, '%s' CUDA's: two builds", w->word[k], w->word[j]);
    return true;
}

/* Does a later word say otherwise, or the same once more? */
static bool is_overruled(const struct words *w, int k)
{
    for (int j = k + 1; j < w->count; j++)
        if (same_name(w->word[k], w->word[j]) && (is_named(w->word[k], cuda_flags) || is_opencl(w->word[k])))
            return true;
    return false;
}

char *ul_flags_read(const char *text, struct ul_line *why)
{
    struct words w = {0};
    struct ul_text out = {0};
    bool ok = split(text, &w, why);
    for (int k = 0; ok && k < w.count; k++)
        ok = is_known(w.word[k], why);
    ok = ok && are_of_one_api(&w, why);
    for (int k = 0; ok && k < w.count; k++)
        if (!is_overruled(&w, k))
            ul_text_add(&out, "%s%s", out.length ? " " : "", w.word[k]);
    while (w.count)
        free(w.word[--w.count]);
    return !ok ? NULL : out.data ? out.data : ul_strdup("");
}

/* ---- Asking ---- */

const char *ul_flags_api(const char *flags)
{
    const char *opencl = strstr(flags, "-cl-");
    return !*flags ? NULL : opencl && (opencl == flags || opencl[-1] == ' ') ? "opencl" : "cuda";
}

bool ul_flags_have(const char *flags, const char *word)
{
    const size_t n = strlen(word);
    for (const char *at = flags; (at = strstr(at, word)); at++)
        if ((at == flags || at[-1] == ' ') && (!at[n] || at[n] == ' '))
            return true;
    return false;
}
