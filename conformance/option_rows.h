/* The rows of options.def, for what reads them: the parser and -h (options.c), the manual and the shells'
 * completions (manual.c). */
#ifndef UL_OPTION_ROWS_H
#define UL_OPTION_ROWS_H

#include <stddef.h>
#include "options.h"

struct command {
    const char *name, *words;
    int least, most;
    const char *text;
};

struct option {
    unsigned commands; /* bits: UL_COMMAND_BIT */
    char brief;
    const char *name, *argument, *standard;
    bool (*take)(struct ul_options *o, const struct option *row, const char *value, struct ul_line *why);
    size_t member; /* offset in struct ul_options */
    const char *text;
};

struct example {
    enum ul_command command;
    const char *line, *text;
};

#define UL_COMMAND_BIT(id) (1u << (id))
#define UL_ASKS_DEVICES    UL_COMMAND_BIT(UL_COMMANDS)

enum {
    UL_OPTION_ROWS = 0
#define UL_OPTION(...) +1
#include "options.def"
};
enum {
    UL_EXAMPLE_ROWS = 0
#define UL_EXAMPLE(...) +1
#include "options.def"
};

extern const struct command ul_command_rows[UL_COMMANDS];
extern const struct option ul_option_rows[UL_OPTION_ROWS];
extern const struct example ul_example_rows[UL_EXAMPLE_ROWS];

#endif
