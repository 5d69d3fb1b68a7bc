#include "backend.h"
#include <string.h>

void ul_first_error(const char *log, struct ul_line *why)
{
    const char *line = log + strspn(log, " \t\r\n"), *error = strstr(line, "error");
    while (error && error > line && error[-1] != '\n')
        error--;
    if (error)
        line = error;
    ul_fail(why, "%.*s", (int)strcspn(line, "\r\n"), line);
}
