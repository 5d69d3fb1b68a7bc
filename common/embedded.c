#include "embedded.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *ul_embedded_text(const char *path)
{
    for (const struct ul_embedded *e = ul_embedded; e->path; e++)
        if (!strcmp(e->path, path))
            return e->text;
    fprintf(stderr, "ulparity: %s is not in the program\n", path);
    exit(3);
}
