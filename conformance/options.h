/* The command line: one row a command and an option in options.def; parser, -h and messages all read it. */
#ifndef UL_OPTIONS_H
#define UL_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>
#include "budget.h"
#include "common/type.h"

enum ul_command {
#define UL_COMMAND_ROW(id, ...) id,
#include "options.def"
    UL_COMMANDS
};

/* --format; a command has some of them. */
enum ul_format { UL_TEXT, UL_JSON, UL_MARKDOWN, UL_CSV, UL_HTML, UL_JUNIT, UL_SVG, UL_FORMATS };

/* UL_ALIKE: the default but for devices, of which none is given more inputs than another: all of a half's, a
 * selection of a float's. */
enum ul_coverage_kind { UL_DEFAULT_COVERAGE, UL_EXHAUSTIVE, UL_QUICK, UL_RANGE, UL_FILE, UL_SEARCH, UL_ALIKE };

struct ul_options {
    enum ul_command command; /* UL_COMMANDS: none was given (help or version is set) */
    int words;
    const char **word; /* subjects, or eval's subject and arguments */
    int devices;
    const char **device;  /* -d */
    const char *type;     /* --type, or NULL */
    int widths;           /* --width; 0: it was not given */
    int width[UL_WIDTHS]; /* ascending, each once */
    int flag_sets;
    const char **flags; /* --flags, each one build's flags; one "" by default */
    bool has_flags;     /* they were given */
    const char *approx; /* "native" or "mufu", or NULL: the device's default */
    const char *arch, *bounds, *range_text, *inputs, *record, *expect, *baseline, *reproduce, *blocks,
        *compare, *table, *as;
    int archs;
    const char **archs_given; /* cost's --arch */
    int records;
    const char **record_files; /* --records */
    const char *shard;         /* "2/3", or NULL */
    uint64_t part, parts;      /* the same: the second of three is 1, 3; 0 parts: the run is whole */
    enum ul_coverage_kind coverage;
    struct ul_budget budget; /* of UL_SEARCH */
    uint64_t samples, seed;
    bool has_samples;
    int jobs;       /* -j; 0: all processors */
    double timeout; /* seconds a call of a worker may take */
    enum ul_format format;
    bool verbose, quiet, no_color, help, version;
    char asks_devices[64]; /* the first option given that asks something of devices, as in "-j"; or "" */
};

/* Parses argv. False: one line in `why` (unknown option with the nearest right one ...), exit status 2. */
bool ul_options_parse(int argc, char **argv, struct ul_options *o, struct ul_line *why);
void ul_options_free(struct ul_options *o);
/* -h of a command, or of the program: fits 24 lines of 80 columns. */
void ul_options_help(const struct ul_options *o, struct ul_text *out);

#endif
