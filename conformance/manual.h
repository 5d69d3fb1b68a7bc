/* The manual and the shells' completions, from the rows that the parser reads (options.def). */
#ifndef UL_MANUAL_H
#define UL_MANUAL_H

/* main's, where argv[1] is "--manual": prints what argv[2] names, one of man (a page for man), md
 * (docs/cli.md), bash, zsh, fish (their completions). Returns the exit status. */
int ul_manual_main(int argc, char **argv);

#endif
