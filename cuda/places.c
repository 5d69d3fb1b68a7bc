#include "places.h"
#include "common/text.h"
#include <glob.h>
#include <stdlib.h>
#include <string.h>

static bool visit_files(const char *pattern, bool (*visit)(const char *path, void *context), void *context)
{
    glob_t g = {0};
    bool done = false;
    /* NOCHECK: a name for the loader stands for itself. */
    if (!glob(pattern, strchr(pattern, '/') ? 0 : GLOB_NOCHECK, NULL, &g))
        for (size_t k = g.gl_pathc; k-- && !done;)
            done = visit(g.gl_pathv[k], context);
    globfree(&g);
    return done;
}

bool ul_place_visit(const char *pattern, bool (*visit)(const char *path, void *context), void *context)
{
    if (*pattern != '$')
        return visit_files(pattern, visit, context);
    size_t n = strcspn(pattern, "/");
    char *name = ul_format("%.*s", (int)n - 1, pattern + 1);
    const char *value = getenv(name), *separator = strcmp(name, "PATH") ? "" : ":";
    bool done = false;
    for (; value && *value && !done; value += *value == ':') {
        size_t length = *separator ? strcspn(value, separator) : strlen(value);
        char *path = ul_format("%.*s%s", (int)length, value, pattern + n);
        done = length && visit_files(path, visit, context);
        free(path);
        value += length;
    }
    free(name);
    return done;
}
