#include "command.h"
#include "manual.h"
#include "worker.h"
#include <signal.h>
#include <stdio.h>
#include <string.h>

static int (*const command[UL_COMMANDS])(const struct ul_options *o) = {
#define UL_COMMAND_ROW(id, name, ...) [id] = ul_command_##name,
#include "options.def"
};

static int help(const struct ul_options *o)
{
    struct ul_text text = {0};
    ul_options_help(o, &text);
    fputs(text.data, stdout);
    ul_text_free(&text);
    return 0;
}

static int run(const struct ul_options *o)
{
    if (o->version)
        return puts("ulparity " UL_VERSION) < 0;
    return o->help ? help(o) : command[o->command](o);
}

/* What was printed has to have arrived: `ulparity list > /dev/full` is an error. */
static int flush(int status)
{
    if (!fflush(stdout) && !ferror(stdout))
        return status;
    perror("ulparity: stdout");
    return status ? status : 3;
}

int main(int argc, char **argv)
{
    if (argc > 1 && !strcmp(argv[1], "--worker"))
        return ul_worker_main(argc, argv);
    if (argc > 1 && !strcmp(argv[1], "--manual"))
        return flush(ul_manual_main(argc, argv));
    struct ul_options o;
    struct ul_line why;
    int status = 2;
    signal(SIGXFSZ, SIG_IGN); /* a file that may grow no more is an error of its writer (EFBIG) */
    if (ul_options_parse(argc, argv, &o, &why))
        status = flush(run(&o));
    else
        fprintf(stderr, "ulparity: %s\n", why.text);
    ul_options_free(&o);
    return status;
}
