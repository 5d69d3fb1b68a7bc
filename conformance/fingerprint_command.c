/* fingerprint: a hash of all outputs, by block: bit-equality across devices without moving a byte of them.
 * What is hashed, and how, stands in fingerprint.h; the text in fingerprint_file.h. */
#include "command.h"
#include "fingerprint.h"
#include "fingerprint_file.h"
#include "row.h"
#include "session.h"
#include "value.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Blocks of a subject that are told by a line of their own where they differ. */
enum { TOLD = 8 };

struct command {
    const struct ul_options *options;
    struct ul_session session;
    struct ul_blocks blocks;
    struct ul_fingerprint_file other; /* --compare */
    bool by_file;                     /* the rows are those of the other file: all flags that it has */
    int flag_sets;
    char **flags;
    int rows, failed, equal, different, missing, left_out, unsupported;
};

/* A subject on a device under flags. */
struct row {
    const struct ul_subject *subject;
    const struct ul_place *place;
    char *flags; /* joined */
    struct ul_runner *runner;
    int k; /* of the runner */
    struct ul_blocks blocks;
    uint64_t hash[UL_MAX_HASHES]; /* in the blocks' order */
};

static void print_header(const struct command *c, const struct ul_place *p)
{
    char date[16];
    time_t t = time(NULL);
    strftime(date, sizeof date, "%Y-%m-%d", gmtime(&t));
    printf("# %s, %s, %s %s %s\n", p->device.name, p->device.driver, p->device.compiler, date,
           c->options->blocks ? c->options->blocks : "all");
}

static void print_row(const struct row *r)
{
    printf("%s %s", r->subject->label, r->flags);
    for (int b = 0; b < r->blocks.count; b++)
        printf(" %016llx", (unsigned long long)r->hash[b]);
    putchar('\n');
}

/* --- Comparing --- */

/* "cuda/expf on cuda:0, -ftz=true" */
static void print_name(const struct row *r)
{
    printf("%s on %s", r->subject->label, r->place->device.id);
    if (strcmp(r->flags, "-"))
        printf(", %s", r->flags);
}

/* Its lanes, joined by ','. */
static void print_parameter(const struct ul_signature *s, int block, uint64_t i, int a)
{
    char text[UL_VALUE_ROOM];
    for (int lane = 0; lane < s->argument[a].width; lane++) {
        ul_bits b = ul_fingerprint_argument(s, block, i, a, lane);
        printf("%s%s", lane ? "," : "", ul_value_print(s->argument[a].type, b, text));
    }
}

static void print_input(const struct ul_signature *s, int block, uint64_t i)
{
    for (int a = 0; a < s->arguments; a++) {
        printf("%s", a ? "; " : "");
        print_parameter(s, block, i, a);
    }
}

static void print_difference(const struct ul_signature *s, int block, const struct ul_difference *d)
{
    char ours[UL_VALUE_ROOM], theirs[UL_VALUE_ROOM];
    const enum ul_type t = s->result[d->result].type;
    printf(" at ");
    print_input(s, block, d->input);
    printf(": ");
    if (s->results > 1)
        printf("result %d, ", d->result + 1);
    if (s->result[d->result].width > 1)
        printf("lane %d, ", d->lane);
    printf("%s here, %s there\n", ul_value_print(t, d->ours, ours), ul_value_print(t, d->theirs, theirs));
}

static void print_range(const struct ul_signature *s, int block, bool several)
{
    if (ul_fingerprint_by_index(s)) {
        printf(" (%sinputs between ", several ? "several " : "");
        print_input(s, block, 0);
        printf(" and ");
        print_input(s, block, ul_fingerprint_inputs(s) - 1);
        printf(")\n");
    } else {
        printf(" (%s ", several ? "several tuples; its first is" : "its first tuple is");
        print_input(s, block, 0);
        printf(")\n");
    }
}

static void tell_block(const struct row *r, int b, const char *theirs)
{
    const struct ul_signature *s = &r->subject->signature;
    const int block = r->blocks.block[b];
    const bool whole = strlen(theirs) == 16;
    struct ul_difference d;
    struct ul_line why;
    bool found = false;
    print_name(r);
    if (ul_fingerprint_blocks(s) == 1) {
        printf(" differs\n");
        return;
    }
    printf(" differs in block %d", block);
    uint64_t gap = strtoull(theirs, NULL, 16) - r->hash[b];
    if (whole && ul_fingerprint_solve(r->runner, r->k, s, block, gap, &d, &found, &why) && found)
        print_difference(s, block, &d);
    else
        print_range(s, block, whole);
}

/* "126-128,130" */
static void print_blocks(const int *block, int n)
{
    for (int from = 0, to; from < n; from = to) {
        for (to = from + 1; to < n && block[to] == block[to - 1] + 1; to++)
            ;
        printf("%s%d", from ? "," : "", block[from]);
        if (to - from > 1)
            printf("-%d", block[to - 1]);
    }
}

static void compare_row(struct command *c, const struct row *r, const char *const *theirs)
{
    int rest[UL_MAX_HASHES], different = 0;
    char ours[17];
    for (int b = 0; b < r->blocks.count; b++) {
        const char *want = theirs[r->blocks.block[b]];
        snprintf(ours, sizeof ours, "%016llx", (unsigned long long)r->hash[b]);
        if (!strncmp(ours, want, strlen(want)))
            continue;
        if (different < TOLD)
            tell_block(r, b, want);
        else
            rest[different - TOLD] = r->blocks.block[b];
        different++;
    }
    if (different > TOLD) {
        print_name(r);
        printf(" differs in %d more blocks: ", different - TOLD);
        print_blocks(rest, different - TOLD);
        putchar('\n');
    }
    c->different += different > 0;
    c->equal += !different;
}

/* Leaves those blocks that the other file has, too. */
static bool prepare(struct command *c, struct row *r, const char **theirs)
{
    const char *name = r->subject->label;
    struct ul_line why;
    if (c->by_file && !ul_fingerprint_file_has(&c->other, name, r->flags))
        return false;
    ul_blocks_of(&c->blocks, &r->subject->signature, &r->blocks);
    if (!r->blocks.count) {
        c->left_out++;
        fprintf(stderr, "ulparity: %s has no such blocks: %d in all\n", name,
                ul_fingerprint_blocks(&r->subject->signature));
        return false;
    }
    if (!c->options->compare)
        return true;
    bool found = ul_fingerprint_file_find(&c->other, name, r->flags, &r->subject->signature, theirs, &why);
    int common = 0;
    for (int b = 0; found && b < r->blocks.count; b++)
        if (theirs[r->blocks.block[b]])
            r->blocks.block[common++] = r->blocks.block[b];
    if (found && !common)
        ul_fail(&why, "%s has none of its blocks", c->other.path);
    r->blocks.count = common;
    c->missing += !common;
    if (!common)
        fprintf(stderr, "ulparity: %s %s: %s\n", name, r->flags, why.text);
    return common;
}

/* --- Running --- */

static void tell_row(struct command *c, struct row *r, const char *const *theirs)
{
    struct ul_text log = {0};
    struct ul_line why;
    c->rows++;
    if (!ul_fingerprint(r->runner, r->k, &r->subject->signature, c->session.threads, r->blocks.block,
                        r->blocks.count, r->hash, &log, &why)) {
        c->failed++;
        fprintf(stderr, "ulparity: %s on %s: %s\n%s", r->subject->label, r->place->device.id, why.text,
                log.data ? log.data : "");
    } else if (c->options->compare) {
        compare_row(c, r, theirs);
    } else {
        print_row(r);
    }
    fflush(stdout);
    ul_text_free(&log);
}

/* Can the device run it? If not, it says why, where somebody asked for it. */
static bool can_run(struct command *c, const struct ul_subject *s, const struct ul_place *place,
                    const char *flags)
{
    struct ul_line why;
    if (ul_requirement_met(&s->requires, &place->device, &why))
        return true;
    char *joined = ul_flags_joined(flags);
    if (!c->by_file || ul_fingerprint_file_has(&c->other, s->label, joined)) {
        c->unsupported++;
        fprintf(stderr, "ulparity: %s cannot be run on %s: %s\n", s->label, place->device.id, why.text);
    }
    free(joined);
    return false;
}

/* The rows of a place under flags that can be run; how many. */
static int choose_rows(struct command *c, const struct ul_place *place, const char *flags, struct row *row)
{
    const char *theirs[UL_MAX_HASHES];
    int n = 0;
    for (int i = 0; i < c->session.catalogue.count; i++) {
        const struct ul_subject *s = &c->session.catalogue.subject[i];
        if (!ul_session_row(&c->session, i, place, flags) || !can_run(c, s, place, flags))
            continue;
        row[n].subject = s;
        row[n].place = place;
        row[n].flags = ul_flags_joined(flags);
        if (prepare(c, &row[n], theirs))
            n++;
        else
            free(row[n].flags);
    }
    return n;
}

static void visit(struct command *c, const struct ul_place *place, const char *flags)
{
    const size_t room = (size_t)c->session.catalogue.count;
    struct row *row = ul_alloc(room * sizeof *row);
    const struct ul_subject **list = ul_alloc(room * sizeof *list);
    const char *theirs[UL_MAX_HASHES];
    struct ul_line why;
    int n = choose_rows(c, place, flags, row);
    for (int k = 0; k < n; k++)
        list[k] = row[k].subject;
    struct ul_runner_setup setup = {.place = place,
                                    .flags = flags,
                                    .approx = ul_row_approx(place, c->options->approx),
                                    .arch = c->options->arch,
                                    .timeout = c->options->timeout,
                                    .by_index = ul_fingerprint_by_index};
    struct ul_runner *r = n ? ul_runner_open(&setup, list, n, &why) : NULL;
    if (n && !r) {
        c->failed++;
        fprintf(stderr, "ulparity: %s: %s\n", place->device.id, why.text);
    }
    if (r && !c->options->compare)
        print_header(c, place);
    for (int k = 0; k < n; k++) {
        row[k].runner = r;
        row[k].k = k;
        if (r && c->options->compare)
            ul_fingerprint_file_find(&c->other, list[k]->label, row[k].flags, &list[k]->signature, theirs,
                                     &why);
        if (r)
            tell_row(c, &row[k], theirs);
        free(row[k].flags);
    }
    if (r)
        ul_runner_close(r);
    free(list);
    free(row);
}

/* --- The command --- */

static int add_flags(struct command *c, char *flags)
{
    for (int k = 0; k < c->flag_sets; k++)
        if (!strcmp(c->flags[k], flags)) {
            free(flags);
            return k;
        }
    c->flags = ul_realloc(c->flags, ((size_t)c->flag_sets + 1) * sizeof *c->flags);
    c->flags[c->flag_sets] = flags;
    return c->flag_sets++;
}

/* Those of the command line; without, and with --compare, all that the other file has. */
static void choose_flags(struct command *c)
{
    if (c->by_file)
        for (int k = 0; k < c->other.lines; k++)
            add_flags(c, ul_flags_parted(c->other.line[k].flags));
    else
        for (int k = 0; k < c->options->flag_sets; k++)
            add_flags(c, ul_strdup(c->options->flags[k]));
}

static void tell_missing(struct command *c, const char *name, const char *why)
{
    c->missing++;
    fprintf(stderr, "ulparity: %s is %s %s\n", name, why, c->other.path);
}

/* Where the other file's flags are taken: subjects that were asked for by name and that it has under none. */
static void tell_absent(struct command *c, const struct ul_place *place)
{
    for (int i = 0; c->by_file && c->options->words && i < c->session.catalogue.count; i++) {
        const char *name = c->session.catalogue.subject[i].label;
        if (ul_session_row(&c->session, i, place, "") && !ul_fingerprint_file_has(&c->other, name, NULL))
            tell_missing(c, name, "not in");
    }
}

/* Where the other file's subjects are taken: those of its lines that are none here. */
static void tell_unknown(struct command *c)
{
    const char *last = "";
    for (int k = 0; c->options->compare && !c->options->words && k < c->other.lines; k++) {
        const char *name = c->other.line[k].name;
        bool known = !strcmp(name, last);
        for (int i = 0; i < c->session.catalogue.count && !known; i++)
            known = !strcmp(c->session.catalogue.subject[i].label, name);
        if (!known)
            tell_missing(c, name, "no subject here, but in");
        last = name;
    }
}

static int open_command(struct command *c, struct ul_line *why)
{
    const struct ul_options *o = c->options;
    struct ul_line what;
    int status = ul_session_open(&c->session, o, why);
    if (status)
        return status;
    if (!ul_blocks_read(o->blocks, &c->blocks, &what)) {
        ul_fail(why, "--blocks %s: %s", o->blocks, what.text);
        return 2;
    }
    if (o->compare && !ul_fingerprint_file_read(&c->other, o->compare, why))
        return 2;
    c->by_file = o->compare && !o->has_flags;
    choose_flags(c);
    return 0;
}

static int close_command(struct command *c)
{
    for (int k = 0; k < c->flag_sets; k++)
        free(c->flags[k]);
    free(c->flags);
    ul_fingerprint_file_free(&c->other);
    ul_session_close(&c->session);
    if (c->different || c->failed || c->missing)
        return c->different ? 1 : 3;
    return c->rows ? 0 : c->unsupported ? 77 : 2;
}

static void print_summary(const struct command *c)
{
    printf("%s: %d equal, %d different, %d missing", c->options->compare, c->equal, c->different, c->missing);
    if (c->failed)
        printf(", %d failed", c->failed);
    if (c->unsupported)
        printf(", %d unsupported", c->unsupported);
    putchar('\n');
}

int ul_command_fingerprint(const struct ul_options *o)
{
    struct command c = {.options = o};
    struct ul_line why;
    int status = open_command(&c, &why);
    if (!status) {
        tell_unknown(&c);
        for (int p = 0; p < c.session.places; p++) {
            tell_absent(&c, c.session.place[p]);
            for (int k = 0; k < c.flag_sets; k++)
                visit(&c, c.session.place[p], c.flags[k]);
        }
        if (!c.rows && !c.failed && !c.missing && !c.left_out && !c.unsupported)
            status = ul_session_nothing(&c.session, &why);
    }
    if (status)
        fprintf(stderr, "ulparity: %s\n", why.text);
    else if (o->compare)
        print_summary(&c);
    int end = close_command(&c);
    return status ? status : end;
}
