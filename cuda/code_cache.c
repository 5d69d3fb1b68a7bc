#include "code_cache.h"
#include "common/cache.h"
#include <stdlib.h>
#include <string.h>

/* The flags without the architecture's, one space between; *arch takes that of "sm_90", if one is named. */
static void split_flags(const char *flags, struct ul_text *others, int *arch)
{
    for (const char *p = flags + strspn(flags, " "); *p; p += strspn(p, " ")) {
        size_t n = strcspn(p, " ");
        char *word = ul_format("%.*s", (int)n, p);
        const char *sm = strstr(word, "-arch") ? strstr(word, "=sm_") : NULL; /* -arch, --gpu-architecture */
        if (sm)
            *arch = atoi(sm + strlen("=sm_"));
        else
            ul_text_add(others, "%s%s", others->length ? " " : "", word);
        free(word);
        p += n;
    }
}

/* "cubin-12.8-sm_90-KEY", allocated. */
static char *code_name(int release, int arch, const char *text, const char *flags)
{
    struct ul_text content = {0};
    split_flags(flags, &content, &arch);
    ul_text_add(&content, "\n%s", text);
    char *kind = ul_format("cubin-%d.%d-sm_%d", release / 100, release / 10 % 10, arch),
         *name = ul_cache_name(kind, &content);
    free(kind);
    return name;
}

bool ul_code_cache_get(int release, int arch, const char *text, const char *flags, struct ul_text *code)
{
    char *name = code_name(release, arch, text, flags);
    bool ok = ul_cache_read(name, code);
    free(name);
    return ok;
}

void ul_code_cache_put(int release, int arch, const char *text, const char *flags, const struct ul_text *code)
{
    char *name = code_name(release, arch, text, flags);
    ul_cache_write(name, code->data, code->length);
    free(name);
}

bool ul_code_cache_wants(int release, const char *text, const char *flags)
{
    struct ul_text others = {0}, code = {0};
    int arch = 0;
    split_flags(flags, &others, &arch);
    bool wants = arch && !ul_code_cache_get(release, arch, text, flags, &code);
    ul_text_free(&others);
    ul_text_free(&code);
    return wants;
}
