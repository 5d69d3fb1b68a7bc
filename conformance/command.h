/* The commands, one function each, in <name>_command.c; each returns the exit status: 0 all hold, 1 a bound
 * is broken (before 3), 2 usage, 3 a measurement could not be made, 77 no device could run what was asked. */
#ifndef UL_COMMAND_H
#define UL_COMMAND_H

#include "options.h"

#define UL_COMMAND_ROW(id, name, ...) int ul_command_##name(const struct ul_options *o);
#include "options.def"

#endif
