/* The commands, one function each, in <name>_command.c; each returns the exit status: 0 all hold, 1 a bound
 * is broken (before 3), 2 usage, 3 a measurement could not be made, 77 no device could run what was asked. */
#ifndef UL_COMMAND_H
#define UL_COMMAND_H

#include "options.h"

int ul_command_devices(const struct ul_options *o);
int ul_command_list(const struct ul_options *o);
int ul_command_check(const struct ul_options *o);
int ul_command_report(const struct ul_options *o);
int ul_command_tables(const struct ul_options *o);
int ul_command_compare(const struct ul_options *o);
int ul_command_eval(const struct ul_options *o);
int ul_command_fingerprint(const struct ul_options *o);
int ul_command_cost(const struct ul_options *o);

#endif
