/* What every measuring command begins with: the subjects, the devices and the flags that a command line
 * names. */
#ifndef UL_SESSION_H
#define UL_SESSION_H

#include "device.h"
#include "options.h"
#include "subject.h"

struct ul_session {
    struct ul_catalogue catalogue;
    bool *chosen; /* by subject */
    struct ul_devices devices;
    int places;
    const struct ul_place **place; /* the devices asked for, in order */
    const char *type;              /* --type, or NULL */
    const struct ul_options *options;
    int threads;
};

/* 0, or the exit status with a reason. `words` of the options are subjects, all if there are none; a command
 * whose words are something else passes the number that are subjects through options->words. */
int ul_session_open(struct ul_session *s, const struct ul_options *o, struct ul_line *why);
void ul_session_close(struct ul_session *s);
/* Is subject i among those that the words and --type ask for? */
bool ul_session_asks(const struct ul_session *s, int i);
/* The widths that a subject (as it is measured) is run at, from the least: those that --width asks for and it
 * has (without --width its least), and width 1, with which the others are compared; `wanted` tells the
 * former. */
int ul_session_widths(const struct ul_session *s, const struct ul_subject *x, int width[UL_WIDTHS],
                      bool wanted[UL_WIDTHS]);
/* Would subject i have a row of this device, whatever widths and flags were asked for? A function's types
 * that the device lacks have none. */
bool ul_session_runs(const struct ul_session *s, int i, const struct ul_place *p);
/* Is (subject i, place, flags) a row of this run? */
bool ul_session_row(const struct ul_session *s, int i, const struct ul_place *p, const char *flags);
/* The status and reason where there are no rows: 77, no device could run any subject asked for; 2, the words
 * exclude each other. */
int ul_session_nothing(const struct ul_session *s, struct ul_line *why);

#endif
