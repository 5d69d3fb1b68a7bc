#include "option_rows.h"
#include "bounds.h"
#include "common/type.h"
#include "flags.h"
#include "nearest.h"
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef bool take(struct ul_options *o, const struct option *row, const char *value, struct ul_line *why);

static take take_device, take_flags, take_type, take_choice, take_bounds, take_arch, take_text, take_range,
    take_inputs, take_format, take_report, take_coverage, take_samples, take_count, take_jobs, take_seconds,
    take_switch, take_width, take_shard, take_archs, take_records, take_search;

const struct command ul_command_rows[UL_COMMANDS] = {
#define UL_COMMAND_ROW(id, name, words, least, most, text) [id] = {#name, words, least, most, text},
#include "options.def"
};

const struct option ul_option_rows[UL_OPTION_ROWS] = {
#define UL_OPTION(commands, brief, name, argument, standard, take, member, text)                             \
    {commands, brief, name, argument, standard, take, offsetof(struct ul_options, member), text},
#include "options.def"
};

const struct example ul_example_rows[UL_EXAMPLE_ROWS] = {
#define UL_EXAMPLE(id, line, text) {id, line, text},
#include "options.def"
};

/* ", did you mean 'check'?", or nothing. */
static const char *hint(const char *word, const char *const *names, struct ul_line *room)
{
    const char *near = ul_nearest(word, names);
    room->text[0] = 0;
    if (near)
        ul_fail(room, ", did you mean '%s'?", near);
    return room->text;
}

/* ---- an option as people know it ---- */

enum { LONGEST_WORD = 63 };

/* "--seed", or "-d". */
static const char *spelling(const struct option *row, char out[LONGEST_WORD])
{
    if (row->name)
        strcat(strcpy(out, "--"), row->name);
    else
        memcpy(out, (char[]){'-', row->brief, 0}, 3);
    return out;
}

static bool refuse(struct ul_line *why, const struct option *row, const char *value, const char *what)
{
    char name[LONGEST_WORD];
    return ul_fail(why, "%s: '%s' %s", spelling(row, name), value, what);
}

static void *member(struct ul_options *o, const struct option *row)
{
    return (char *)o + row->member;
}

/* ---- values ---- */

static bool take_switch(struct ul_options *o, const struct option *row, const char *value,
                        struct ul_line *why)
{
    (void)value, (void)why;
    *(bool *)member(o, row) = true;
    return true;
}

static bool take_text(struct ul_options *o, const struct option *row, const char *value, struct ul_line *why)
{
    if (!*value)
        return refuse(why, row, value, "is empty");
    *(const char **)member(o, row) = value;
    return true;
}

static void append(const char ***list, int *count, const char *value)
{
    *list = ul_realloc(*list, ((size_t)*count + 1) * sizeof **list);
    (*list)[(*count)++] = value;
}

static bool take_device(struct ul_options *o, const struct option *row, const char *value,
                        struct ul_line *why)
{
    if (!*value)
        return refuse(why, row, value, "is empty");
    append(&o->device, &o->devices, value);
    return true;
}

/* "" is a set too: the build without flags. */
static bool take_flags(struct ul_options *o, const struct option *row, const char *value, struct ul_line *why)
{
    struct ul_line what;
    char *flags = ul_flags_read(value, &what);
    if (!flags)
        return ul_fail(why, "--%s: %s", row->name, what.text);
    append(&o->flags, &o->flag_sets, flags);
    o->has_flags = true;
    return true;
}

/* The words of "text|json", NULL-terminated, in `room`. */
static const char *const *choices(const char *argument, char room[LONGEST_WORD], const char *words[8])
{
    int n = 0;
    char *rest = NULL;
    for (char *w = strtok_r(strcpy(room, argument), "|", &rest); w && n < 7; w = strtok_r(NULL, "|", &rest))
        words[n++] = w;
    words[n] = NULL;
    return words;
}

static bool is_one_of(const struct option *row, const char *value, const char *const *words,
                      struct ul_line *why)
{
    for (const char *const *w = words; *w; w++)
        if (!strcmp(*w, value))
            return true;
    struct ul_line near;
    char name[LONGEST_WORD];
    struct ul_text all = {0};
    for (const char *const *w = words; *w; w++)
        ul_text_add(&all, "%s%s", w == words ? "" : w[1] ? ", " : " or ", *w);
    ul_fail(why, "%s: '%s' is not %s%s", spelling(row, name), value, all.data, hint(value, words, &near));
    ul_text_free(&all);
    return false;
}

static bool take_choice(struct ul_options *o, const struct option *row, const char *value,
                        struct ul_line *why)
{
    char room[LONGEST_WORD];
    const char *words[8];
    return is_one_of(row, value, choices(row->argument, room, words), why) && take_text(o, row, value, why);
}

static const char *const format_names[] = {
    [UL_TEXT] = "text", [UL_JSON] = "json",   [UL_MARKDOWN] = "md", [UL_CSV] = "csv",
    [UL_HTML] = "html", [UL_JUNIT] = "junit", [UL_SVG] = "svg",     [UL_FORMATS] = NULL};

static void set_format(struct ul_options *o, const char *value)
{
    for (int f = 0; f < UL_FORMATS; f++)
        if (!strcmp(value, format_names[f]))
            o->format = (enum ul_format)f;
}

static bool take_format(struct ul_options *o, const struct option *row, const char *value,
                        struct ul_line *why)
{
    char room[LONGEST_WORD];
    const char *words[8];
    set_format(o, value);
    return is_one_of(row, value, choices(row->argument, room, words), why);
}

/* Records are told in any format but as one picture. */
static bool take_report(struct ul_options *o, const struct option *row, const char *value,
                        struct ul_line *why)
{
    const char *words[UL_JUNIT + 2] = {0};
    memcpy(words, format_names, (UL_JUNIT + 1) * sizeof *words);
    set_format(o, value);
    return is_one_of(row, value, words, why);
}

static bool take_type(struct ul_options *o, const struct option *row, const char *value, struct ul_line *why)
{
    const char *words[UL_TYPE_COUNT + 1] = {0};
    for (int t = 0, n = 0; t < UL_TYPE_COUNT; t++)
        if (ul_is_float((enum ul_type)t))
            words[n++] = ul_types[t].name;
    return is_one_of(row, value, words, why) && take_text(o, row, value, why);
}

/* "1,4,16": bits of ul_widths. */
static unsigned read_widths(const char *value)
{
    unsigned set = 0;
    for (const char *at = value;; at++) {
        const size_t length = strcspn(at, ",");
        int k = 0;
        char word[8];
        for (; k < UL_WIDTHS; k++) {
            snprintf(word, sizeof word, "%d", ul_widths[k]);
            if (strlen(word) == length && !strncmp(word, at, length))
                break;
        }
        if (k == UL_WIDTHS)
            return 0;
        set |= 1u << k;
        at += length;
        if (!*at)
            return set;
    }
}

static bool take_width(struct ul_options *o, const struct option *row, const char *value, struct ul_line *why)
{
    const unsigned set = strcmp(value, "all") ? read_widths(value) : (1u << UL_WIDTHS) - 1;
    o->widths = 0;
    for (int k = 0; k < UL_WIDTHS; k++)
        if (set >> k & 1)
            o->width[o->widths++] = ul_widths[k];
    return set || refuse(why, row, value, "is none of 1, 2, 3, 4, 8, 16, nor several of them, nor all");
}

static bool take_bounds(struct ul_options *o, const struct option *row, const char *value,
                        struct ul_line *why)
{
    return is_one_of(row, value, ul_bounds_editions(), why) && take_text(o, row, value, why);
}

static bool is_arch(const struct option *row, const char *value, struct ul_line *why)
{
    return (!strncmp(value, "sm_", 3) && strlen(value) >= 5 && strlen(value) <= 6 && value[3] != '0' &&
            strspn(value + 3, "0123456789") == strlen(value + 3)) ||
           refuse(why, row, value, "is no architecture: it reads like sm_89");
}

static bool take_arch(struct ul_options *o, const struct option *row, const char *value, struct ul_line *why)
{
    return is_arch(row, value, why) && take_text(o, row, value, why);
}

/* 100000000, 1e8, 0x10 */
static bool read_count(const struct option *row, const char *value, uint64_t *out, struct ul_line *why)
{
    char *end;
    errno = 0;
    *out = strtoull(value, &end, 0);
    if (*end && strchr(".eE", *end)) {
        const double x = strtod(value, &end);
        errno = x > 0x1p53 ? ERANGE : 0;
        *out = errno ? 0 : (uint64_t)x;
        end = x == floor(x) ? end : (char *)value;
    }
    if (!isdigit((unsigned char)*value) || *end)
        return refuse(why, row, value, "is no number");
    return errno == 0 || refuse(why, row, value, "is too large");
}

static bool take_count(struct ul_options *o, const struct option *row, const char *value, struct ul_line *why)
{
    return read_count(row, value, member(o, row), why);
}

static bool take_samples(struct ul_options *o, const struct option *row, const char *value,
                         struct ul_line *why)
{
    o->has_samples = true;
    return take_count(o, row, value, why);
}

static bool take_jobs(struct ul_options *o, const struct option *row, const char *value, struct ul_line *why)
{
    uint64_t n;
    if (!read_count(row, value, &n, why))
        return false;
    o->jobs = (int)n;
    return n <= 4096 || refuse(why, row, value, "is too large");
}

static bool take_seconds(struct ul_options *o, const struct option *row, const char *value,
                         struct ul_line *why)
{
    char *end;
    o->timeout = strtod(value, &end);
    if (end == value || *end)
        return refuse(why, row, value, "is no number");
    return (o->timeout > 0 && isfinite(o->timeout)) ||
           refuse(why, row, value, "is no time: above 0, in seconds");
}

/* "2/3": the second of three. */
static bool take_shard(struct ul_options *o, const struct option *row, const char *value, struct ul_line *why)
{
    unsigned k = 0, n = 0;
    int end = 0;
    const bool reads = sscanf(value, "%7u/%7u%n", &k, &n, &end) == 2 && !value[end] &&
                       strspn(value, "0123456789/") == strlen(value);
    if (!reads || !k || k > n)
        return refuse(why, row, value, "is not K/N, from 1/N to N/N");
    o->part = k - 1;
    o->parts = n;
    return take_text(o, row, value, why);
}

static const char *const coverage_names[] = {[UL_EXHAUSTIVE] = "--exhaustive",
                                             [UL_QUICK] = "--quick",
                                             [UL_RANGE] = "--range",
                                             [UL_FILE] = "--inputs",
                                             [UL_SEARCH] = "--search"};

/* The ways to choose inputs exclude each other. */
static bool choose_coverage(struct ul_options *o, const struct option *row, enum ul_coverage_kind kind,
                            struct ul_line *why)
{
    char name[LONGEST_WORD];
    if (o->coverage != UL_DEFAULT_COVERAGE && o->coverage != kind)
        return ul_fail(why, "%s excludes %s", coverage_names[o->coverage], spelling(row, name));
    o->coverage = kind;
    return true;
}

static bool take_coverage(struct ul_options *o, const struct option *row, const char *value,
                          struct ul_line *why)
{
    (void)value;
    return choose_coverage(o, row, strcmp(row->name, "quick") ? UL_EXHAUSTIVE : UL_QUICK, why);
}

static bool take_archs(struct ul_options *o, const struct option *row, const char *value, struct ul_line *why)
{
    if (!is_arch(row, value, why))
        return false;
    for (int k = 0; k < o->archs; k++)
        if (!strcmp(o->archs_given[k], value))
            return true; /* once is enough */
    append(&o->archs_given, &o->archs, value);
    return true;
}

static bool take_records(struct ul_options *o, const struct option *row, const char *value,
                         struct ul_line *why)
{
    if (!*value)
        return refuse(why, row, value, "is empty");
    append(&o->record_files, &o->records, value);
    return true;
}

static bool take_range(struct ul_options *o, const struct option *row, const char *value, struct ul_line *why)
{
    const char *dots = strstr(value, "..");
    if (!dots || dots == value || !dots[2])
        return refuse(why, row, value, "is not LO..HI");
    return choose_coverage(o, row, UL_RANGE, why) && take_text(o, row, value, why);
}

static bool take_inputs(struct ul_options *o, const struct option *row, const char *value,
                        struct ul_line *why)
{
    return choose_coverage(o, row, UL_FILE, why) && take_text(o, row, value, why);
}

static bool take_search(struct ul_options *o, const struct option *row, const char *value,
                        struct ul_line *why)
{
    struct ul_line what;
    if (!ul_budget_read(value, member(o, row), &what))
        return ul_fail(why, "--%s: %s", row->name, what.text);
    return choose_coverage(o, row, UL_SEARCH, why);
}

/* ---- parsing ---- */

struct cursor {
    int argc, at;
    char **argv;
    const char *given[UL_OPTION_ROWS]; /* the value that an option had before */
};

static bool known(const struct ul_options *o, const struct option *row)
{
    return row->commands & UL_COMMAND_BIT(o->command);
}

/* An option that only other commands have, or that none has. */
static bool unknown_option(const struct ul_options *o, const char *word, struct ul_line *why)
{
    const char *names[UL_OPTION_ROWS + 1] = {0};
    int n = 0;
    char room[UL_OPTION_ROWS][LONGEST_WORD];
    const char *command = ul_command_rows[o->command].name;
    for (int k = 0; k < UL_OPTION_ROWS; k++) {
        const struct option *row = &ul_option_rows[k];
        if (known(o, row)) {
            names[n] = spelling(row, room[n]);
            n++;
            continue;
        }
        if ((row->name && !strncmp(word, "--", 2) && !strcmp(word + 2, row->name)) ||
            (row->brief && word[1] == row->brief && !word[2])) {
            int other = 0;
            while (!(row->commands & UL_COMMAND_BIT(other)))
                other++;
            return ul_fail(why, "%s: %s has no such option, %s has", word, command,
                           ul_command_rows[other].name);
        }
    }
    struct ul_line near;
    const char *what = strncmp(word, "--", 2) ? "" : hint(word, names, &near);
    if (*what)
        return ul_fail(why, "unknown option '%s'%s", word, what);
    return ul_fail(why, "unknown option '%s'; 'ulparity %s -h' lists them", word, command);
}

/* Of numbers and formats the last counts, devices, flags and the like add up. */
static bool is_repeatable(const struct option *row)
{
    static bool (*const takes[])(struct ul_options *, const struct option *, const char *,
                                 struct ul_line *) = {take_device, take_flags,   take_archs, take_records,
                                                      take_count,  take_samples, take_jobs,  take_seconds,
                                                      take_format, take_report};
    for (size_t k = 0; k < sizeof takes / sizeof *takes; k++)
        if (row->take == takes[k])
            return true;
    return false;
}

/* Of two types, ranges, files ... none is the one that was meant. */
static bool take_once(struct ul_options *o, const struct option *row, const char *value, struct cursor *c,
                      struct ul_line *why)
{
    char name[LONGEST_WORD];
    const char **before = &c->given[row - ul_option_rows];
    if (*before && strcmp(*before, value) && !is_repeatable(row))
        return ul_fail(why, "%s: given twice, as '%s' and as '%s'", spelling(row, name), *before, value);
    *before = value;
    return row->take(o, row, value, why);
}

/* Hands the row its value: what is attached to the word, else the next word. */
static bool take_value(struct ul_options *o, const struct option *row, const char *attached, struct cursor *c,
                       struct ul_line *why)
{
    char name[LONGEST_WORD];
    if (row->commands & UL_ASKS_DEVICES && !*o->asks_devices)
        spelling(row, o->asks_devices);
    if (!row->argument)
        return row->take(o, row, NULL, why);
    if (!attached && c->at == c->argc)
        return ul_fail(why, "%s: %s is missing", spelling(row, name), row->argument);
    return take_once(o, row, attached ? attached : c->argv[c->at++], c, why);
}

/* --name, --name VALUE, --name=VALUE */
static bool parse_long(struct ul_options *o, const char *word, struct cursor *c, struct ul_line *why)
{
    const char *equals = strchr(word, '=');
    size_t length = equals ? (size_t)(equals - word) : strlen(word);
    struct ul_line name;
    ul_fail(&name, "%.*s", (int)length, word);
    for (int k = 0; k < UL_OPTION_ROWS; k++) {
        const struct option *row = &ul_option_rows[k];
        if (!row->name || strcmp(name.text + 2, row->name) || !known(o, row))
            continue;
        if (equals && !row->argument)
            return ul_fail(why, "%s takes no value", name.text);
        return take_value(o, row, equals ? equals + 1 : NULL, c, why);
    }
    return unknown_option(o, name.text, why);
}

/* -d VALUE, -dVALUE, -vq */
static bool parse_short(struct ul_options *o, const char *word, struct cursor *c, struct ul_line *why)
{
    for (const char *letter = word + 1; *letter; letter++) {
        const struct option *row = ul_option_rows;
        while (row < ul_option_rows + UL_OPTION_ROWS && (row->brief != *letter || !known(o, row)))
            row++;
        if (row == ul_option_rows + UL_OPTION_ROWS)
            return unknown_option(o, letter == word + 1 ? word : (char[]){'-', *letter, 0}, why);
        if (!take_value(o, row, letter[1] ? letter + 1 : NULL, c, why))
            return false;
        if (row->argument)
            return true;
    }
    return true;
}

/* -1.5, -.5, -inf, -nan are arguments of eval, not options. */
static bool is_negative_number(const char *word)
{
    return word[0] == '-' && (isdigit((unsigned char)word[1]) || word[1] == '.' ||
                              !strncasecmp(word + 1, "inf", 3) || !strncasecmp(word + 1, "nan", 3));
}

static bool parse_words(struct ul_options *o, struct cursor *c, struct ul_line *why)
{
    for (bool only_words = false; c->at < c->argc;) {
        const char *word = c->argv[c->at++];
        bool ok = true;
        if (only_words || word[0] != '-' || !word[1] || is_negative_number(word))
            append(&o->word, &o->words, word);
        else if (!strcmp(word, "--"))
            only_words = true;
        else if (word[1] == '-')
            ok = parse_long(o, word, c, why);
        else
            ok = parse_short(o, word, c, why);
        if (!ok)
            return false;
    }
    return true;
}

/* What holds of the command line as a whole. */
static bool check_whole(const struct ul_options *o, struct ul_line *why)
{
    const struct command *c = &ul_command_rows[o->command];
    if (o->has_samples &&
        (o->coverage == UL_EXHAUSTIVE || o->coverage == UL_FILE || o->coverage == UL_SEARCH))
        return ul_fail(why, "%s excludes --samples", coverage_names[o->coverage]);
    const int widest = o->widths ? o->width[o->widths - 1] : 1;
    if (o->coverage == UL_SEARCH && o->budget.evaluations &&
        o->budget.evaluations / UL_SHARES < (uint64_t)widest)
        return ul_fail(why, "--search: less than a vector of %d for each of the %d shares of a search: %d",
                       widest, UL_SHARES, widest * UL_SHARES);
    if (o->parts && o->baseline)
        return ul_fail(why, "--shard excludes --baseline: report compares the shards' records, together");
    if (o->words > c->most)
        return ul_fail(why, "%s: '%s' is one word too many", c->name, o->word[c->most]);
    if (o->words < c->least)
        return ul_fail(why, "%s: %s is expected", c->name, c->words);
    return true;
}

static void set_defaults(struct ul_options *o)
{
    for (int k = 0; k < UL_OPTION_ROWS; k++)
        if (ul_option_rows[k].standard)
            ul_option_rows[k].take(o, &ul_option_rows[k], ul_option_rows[k].standard, NULL);
}

static bool parse_command(const char *word, struct ul_options *o, struct ul_line *why)
{
    const char *names[UL_COMMANDS + 1] = {0};
    for (int k = 0; k < UL_COMMANDS; k++) {
        names[k] = ul_command_rows[k].name;
        if (!strcmp(word, names[k])) {
            o->command = (enum ul_command)k;
            return true;
        }
    }
    struct ul_line near;
    const char *what = hint(word, names, &near);
    return ul_fail(why, "unknown command '%s'%s", word, *what ? what : "; 'ulparity -h' lists them");
}

bool ul_options_parse(int argc, char **argv, struct ul_options *o, struct ul_line *why)
{
    *o = (struct ul_options){.command = UL_COMMANDS};
    set_defaults(o);
    const char *first = argc > 1 ? argv[1] : "-h";
    o->help = !strcmp(first, "-h") || !strcmp(first, "--help");
    o->version = !strcmp(first, "--version");
    if (o->help || o->version)
        return true;
    struct cursor c = {.argc = argc, .at = 2, .argv = argv};
    if (!parse_command(first, o, why) || !parse_words(o, &c, why))
        return false;
    if (!o->flag_sets)
        append(&o->flags, &o->flag_sets, ul_strdup(""));
    return o->help || check_whole(o, why);
}

void ul_options_free(struct ul_options *o)
{
    free(o->word);
    free(o->device);
    while (o->flag_sets)
        free((char *)o->flags[--o->flag_sets]);
    free(o->flags);
    free(o->archs_given);
    free(o->record_files);
    *o = (struct ul_options){0};
}

/* ---- help ---- */

/* Widths: of an option's name, of a name in half a line, of half a line. */
enum { LEFT = 22, HALF_LEFT = 14, HALF = 39 };

static void cell_of(const struct option *row, struct ul_text *left, struct ul_text *right)
{
    char name[LONGEST_WORD];
    if (row->brief && row->name)
        ul_text_add(left, "-%c, ", row->brief);
    ul_text_add(left, "%s%s%s", spelling(row, name), row->argument ? " " : "",
                row->argument ? row->argument : "");
    ul_text_add(right, "%s", row->text);
    if (row->standard)
        ul_text_add(right, " [%s]", row->standard);
}

/* A line an option; short neighbours share a line. */
static void help_options(const struct ul_options *o, struct ul_text *out)
{
    size_t open = 0; /* length of the half line that waits for a neighbour */
    for (int k = 0; k < UL_OPTION_ROWS; k++) {
        if (!known(o, &ul_option_rows[k]))
            continue;
        struct ul_text left = {0}, right = {0};
        cell_of(&ul_option_rows[k], &left, &right);
        bool half = left.length < HALF_LEFT && HALF_LEFT + right.length < HALF;
        size_t start = out->length;
        if (half && open) {
            ul_text_add(out, "%*s%-*s%s\n", (int)(2 + HALF - open), "", HALF_LEFT, left.data, right.data);
            open = 0;
        } else if (half) {
            ul_text_add(out, "  %-*s%s", HALF_LEFT, left.data, right.data);
            open = out->length - start;
        } else {
            ul_text_add(out, "%s  %-*s%s%s\n", open ? "\n" : "", LEFT, left.data,
                        left.length < LEFT ? "" : "  ", right.data);
            open = 0;
        }
        ul_text_free(&left);
        ul_text_free(&right);
    }
    if (open)
        ul_text_add(out, "\n");
}

static void help_examples(const struct ul_options *o, struct ul_text *out)
{
    int widest = 0;
    for (int k = 0; k < UL_EXAMPLE_ROWS; k++)
        if (ul_example_rows[k].command == o->command && (int)strlen(ul_example_rows[k].line) > widest)
            widest = (int)strlen(ul_example_rows[k].line);
    ul_text_add(out, "Examples:\n");
    for (int k = 0; k < UL_EXAMPLE_ROWS; k++)
        if (ul_example_rows[k].command == o->command)
            ul_text_add(out, "  %-*s  %s\n", widest, ul_example_rows[k].line, ul_example_rows[k].text);
}

static void help_program(struct ul_text *out)
{
    ul_text_add(out, "ulparity: the accuracy of GPU math, measured and held against the documents\n\n");
    for (int k = 0; k < UL_COMMANDS; k++) {
        char left[64];
        snprintf(left, sizeof left, "%s %s", ul_command_rows[k].name, ul_command_rows[k].words);
        ul_text_add(out, "  ulparity %-26s%s\n", left, ul_command_rows[k].text);
    }
    ul_text_add(out, "\nSUBJECT  opencl/exp, cuda/__expf, ptx/rcp.approx.ftz.f32, host/expf, approx/rcp,\n"
                     "         an algorithm's name, a file, a glob ('opencl/native_*'); none: all\n"
                     "ARG      1.5, -0x1.8p+3, inf, nan, bits:b76e\n"
                     "Exit     0 all hold, 1 a bound is broken, 2 usage, or a device named that is not\n"
                     "         here, 3 a measurement could not be made, 77 no device could run it\n\n");
}

void ul_options_help(const struct ul_options *o, struct ul_text *out)
{
    if (o->command == UL_COMMANDS) {
        help_program(out);
        help_examples(o, out);
        ul_text_add(out, "\n'ulparity COMMAND -h' says more; 'ulparity --version' says which this is.\n");
        return;
    }
    const struct command *c = &ul_command_rows[o->command];
    ul_text_add(out, "ulparity %s [OPTION...]%s%s\n  %s\n\n", c->name, *c->words ? " " : "", c->words,
                c->text);
    help_options(o, out);
    ul_text_add(out, "\n");
    help_examples(o, out);
}
