/* Text: a row a line, columns under each other. A terminal's lines are fitted to its width: what does not fit
 * its column stands below, and what is longer than a line is broken. Elsewhere a row is one line, for grep.
 */
#include "printer.h"
#include <stdlib.h>
#include <string.h>

/* Where the columns of a row begin. */
struct layout {
    size_t figure, input, bound, share, verdict, coverage; /* no input: it stands below, and the coverage */
};
static const struct layout plain = {23, 39, 59, 77, 83, 89}, narrow = {23, 0, 39, 57, 63, 0};
enum { COVERAGE_ROOM = 14, LONGEST_NAME = 40, LONGEST_INPUT = 60, LEAST_WIDTH = 40 };

/* What a wide terminal has left goes to names, then to inputs. */
static struct layout layout_of(const struct ul_report *r)
{
    struct layout l = plain;
    const size_t need = plain.coverage + COVERAGE_ROOM, width = (size_t)r->width;
    if (!r->width)
        return plain;
    if (width < need)
        return narrow;
    size_t left = width - need, name = left / 3, input = left - left / 3;
    name = name < LONGEST_NAME - plain.figure ? name : LONGEST_NAME - plain.figure;
    input = input < LONGEST_INPUT - (plain.bound - plain.input) ? input
                                                                : LONGEST_INPUT - (plain.bound - plain.input);
    l.figure += name;
    l.input += name;
    l.bound += name + input;
    l.share += name + input;
    l.verdict += name + input;
    l.coverage += name + input;
    return l;
}

static const char *const colors[UL_VERDICTS] = {
    [UL_PASS] = "32",       [UL_FAIL] = "1;31", [UL_INFO] = "36",
    [UL_UNSUPPORTED] = "2", [UL_SKIPPED] = "2", [UL_ERROR] = "1;35"};

/* ---- lines ---- */

struct line {
    struct ul_text text;
    size_t unseen; /* bytes of colours */
    struct ul_text below;
};

static size_t column_of(const struct line *l)
{
    return l->text.length - l->unseen;
}

/* Pads to a column, at least one space. */
static void to_column(struct line *l, size_t column)
{
    do
        ul_text_add(&l->text, " ");
    while (column_of(l) < column);
}

static void add_colored(struct line *l, const struct ul_report *r, enum ul_verdict v, const char *text)
{
    const size_t before = l->text.length;
    if (!r->color) {
        ul_text_add(&l->text, "%s", text);
        return;
    }
    ul_text_add(&l->text, "\033[%sm%s\033[0m", colors[v], text);
    l->unseen += l->text.length - before - strlen(text);
}

static void add_verdict(struct line *l, const struct ul_report *r, enum ul_verdict v)
{
    add_colored(l, r, v, ul_verdict_names[v]);
}

/* Bytes that a terminal shows no letter of: a colour, or what follows the first byte of a letter. */
static size_t unseen_at(const char *at)
{
    if (*at == '\033')
        return strcspn(at, "m") + (at[strcspn(at, "m")] == 'm');
    return (*at & 0xc0) == 0x80;
}

/* How many bytes of a text go into a line of so many letters: to its end, or where it may be broken. */
static size_t fitting(const char *text, size_t letters)
{
    size_t seen = 0, fits = 0;
    for (const char *at = text; *at;) {
        const size_t unseen = unseen_at(at);
        if (unseen) {
            at += unseen;
            continue;
        }
        if (seen == letters)
            return fits ? fits : (size_t)(at - text);
        if (at > text && (*at == ' ' || strchr(";,", at[-1])) && strspn(text, " ") < (size_t)(at - text))
            fits = (size_t)(at - text);
        seen++;
        at++;
    }
    return strlen(text);
}

/* Prints a text as lines of the terminal, those that go on indented. */
static void print_broken(const struct ul_report *r, const char *text)
{
    const int indent = 8;
    const size_t width = (size_t)(r->width > LEAST_WIDTH ? r->width : LEAST_WIDTH);
    size_t n = r->width ? fitting(text, width) : strlen(text);
    fprintf(r->out, "%.*s\n", (int)n, text);
    for (text += n; *(text += strspn(text, " ")); text += n) {
        n = fitting(text, width - (size_t)indent);
        fprintf(r->out, "%*s%.*s\n", indent, "", (int)n, text);
    }
}

static void trim(struct ul_text *t)
{
    while (t->length && t->data[t->length - 1] == ' ')
        t->data[--t->length] = 0;
}

static void end_line(struct ul_report *r, struct line *l)
{
    trim(&l->text);
    print_broken(r, l->text.data ? l->text.data : "");
    if (l->below.length) {
        struct ul_text t = {0};
        ul_text_add(&t, "    %s", l->below.data);
        print_broken(r, t.data);
        ul_text_free(&t);
    }
    ul_text_free(&l->text);
    ul_text_free(&l->below);
}

/* A line that is one piece of text. */
static void tell(struct ul_report *r, struct ul_text *t)
{
    struct line l = {.text = *t};
    end_line(r, &l);
    *t = (struct ul_text){0};
}

/* ---- a row ---- */

/* Begins with a name; one that is too long for its column has a line of its own on a terminal. */
static void begin_row(struct ul_report *r, struct line *l, const struct layout *at, const json_t *record)
{
    const enum ul_verdict v = ul_told_verdict(record);
    const char *name = ul_json_text(record, "label");
    if (v == UL_FAIL || v == UL_ERROR)
        add_colored(l, r, v, name);
    else
        ul_text_add(&l->text, "%s", name);
    if (r->width && column_of(l) >= at->figure) {
        end_line(r, l);
        *l = (struct line){0};
    }
    to_column(l, at->figure);
}

/* An input in its column; on a terminal it stands below where it has none, or does not end before the next.
 */
static void add_at(struct ul_report *r, struct line *l, const struct layout *at, const json_t *input,
                   size_t end)
{
    struct ul_text t = {0};
    ul_text_add(&t, "at ");
    ul_told_input(&t, input);
    const size_t column = at->input ? at->input : plain.input;
    const size_t from = column_of(l) < column ? column : column_of(l) + 1;
    if (r->width && end && (!at->input || from + t.length >= end)) {
        ul_text_add(&l->below, "%s", t.data);
    } else {
        to_column(l, column);
        ul_text_add(&l->text, "%s", t.data);
    }
    ul_text_free(&t);
}

static void add_figure(struct ul_report *r, struct line *l, const struct layout *at,
                       const struct ul_told_figure *f, size_t end)
{
    if (!f->present)
        return;
    ul_text_add(&l->text, "%.6g %s", f->figure, ul_told_unit(f->measure));
    add_at(r, l, at, f->input, end);
}

/* How many letters of a bound stand in the row. */
static size_t bound_room(const json_t *bound)
{
    return (ul_told_has_share(bound) ? plain.share : plain.verdict) - plain.bound - 1;
}

static void add_bound(struct ul_report *r, struct line *l, const struct layout *at, const json_t *bound)
{
    r->footnote |= ul_told_unsure(bound);
    ul_told_bound(&l->text, bound, bound_room(bound));
    if (ul_told_has_share(bound)) {
        to_column(l, at->share);
        ul_told_share(&l->text, ul_json_number(bound, "share"));
    }
}

static void add_coverage(struct line *l, const struct layout *at, const json_t *record)
{
    const size_t width = strlen(ul_json_text(record, "verdict")), gap = plain.coverage - plain.verdict;
    if (at->coverage) {
        ul_text_add(&l->text, "%*s", width < gap ? (int)(gap - width) : 1, "");
        ul_told_coverage(&l->text, record);
    } else {
        ul_text_add(&l->below, "%s", l->below.length ? ", " : "");
        ul_told_coverage(&l->below, record);
    }
}

static void measured_row(struct ul_report *r, const json_t *record)
{
    struct line l = {0};
    const struct layout at = layout_of(r);
    const json_t *bound = ul_told_in_force(record);
    const struct ul_told_figure f = ul_told_figure(record);
    begin_row(r, &l, &at, record);
    add_figure(r, &l, &at, &f, at.bound);
    to_column(&l, at.bound);
    if (bound)
        add_bound(r, &l, &at, bound);
    to_column(&l, at.verdict);
    add_verdict(&l, r, ul_told_verdict(record));
    add_coverage(&l, &at, record);
    end_line(r, &l);
}

/* No figure: the reason stands in its place if it fits, else below. */
static void unmeasured_row(struct ul_report *r, const json_t *record)
{
    struct line l = {0};
    const struct layout at = layout_of(r);
    struct ul_text reason = {0};
    ul_told_reason(&reason, record);
    const bool fits = reason.length <= at.verdict - at.figure - 1;
    begin_row(r, &l, &at, record);
    ul_text_add(&l.text, "%s", fits ? reason.data : "");
    to_column(&l, at.verdict);
    add_verdict(&l, r, ul_told_verdict(record));
    if (!fits)
        ul_text_add(&l.below, "%s", reason.data);
    ul_text_free(&reason);
    end_line(r, &l);
}

/* ---- second lines ---- */

/* A document that gives no figure but names a rounding: what it says, and whether the results are so rounded.
 */
static void said_line(struct ul_report *r, const json_t *record, const json_t *bound)
{
    const char *says = ul_json_text(bound, "says");
    struct ul_text t = {0};
    if (!*says)
        return;
    ul_text_add(&t, "        \"%s\": ", says);
    if (ul_json_whole(record, "misrounded"))
        ul_told_rounding(&t, record);
    else
        ul_text_add(&t, "correctly rounded");
    tell(r, &t);
}

/* Where a function may be derived from others: whether it is. Not told of a pass, unless all is. */
static void derived_line(struct ul_report *r, const json_t *bound)
{
    const json_t *derived = json_object_get(bound, "derived");
    struct ul_text t = {0};
    if (!derived || (ul_told_verdict(bound) == UL_PASS && !r->verbose))
        return;
    if (ul_json_whole(derived, "differ")) {
        ul_text_add(&t, "        %llu of %llu differ from the document's formula, first at ",
                    (unsigned long long)ul_json_whole(derived, "differ"),
                    (unsigned long long)ul_json_whole(derived, "compared"));
        ul_told_input(&t, json_object_get(derived, "input"));
    } else {
        ul_text_add(&t, "        equal to the document's formula");
    }
    tell(r, &t);
}

static void edition_line(struct ul_report *r, const json_t *record, const json_t *bound)
{
    struct line l = {0};
    const struct layout at = layout_of(r);
    ul_text_add(&l.text, "    %s, %s", ul_json_text(bound, "edition"), ul_json_text(bound, "row"));
    to_column(&l, at.bound);
    add_bound(r, &l, &at, bound);
    to_column(&l, at.verdict);
    add_verdict(&l, r, ul_told_verdict(bound));
    end_line(r, &l);
    said_line(r, record, bound);
    derived_line(r, bound);
    if (r->verbose && *ul_json_text(bound, "source")) {
        ul_text_add(&l.text, "        %s", ul_json_text(bound, "source"));
        end_line(r, &l);
    }
}

static void edition_lines(struct ul_report *r, const json_t *record)
{
    size_t k;
    const json_t *bound, *first = ul_told_in_force(record);
    json_array_foreach (json_object_get(record, "bounds"), k, bound) {
        if (r->verbose || !first || ul_told_verdict(bound) != ul_told_verdict(first))
            edition_line(r, record, bound);
        else if (bound == first)
            derived_line(r, bound);
    }
}

static void claim_line(struct ul_report *r, const json_t *record, const json_t *claim)
{
    struct line l = {0};
    const struct layout at = layout_of(r);
    const char *measure = ul_json_text(claim, "measure");
    const struct ul_told_figure f = ul_told_largest(record, measure);
    ul_text_add(&l.text, "    claim");
    to_column(&l, at.figure);
    if (!strcmp(measure, "misrounded"))
        ul_told_rounding(&l.text, record);
    else
        add_figure(r, &l, &at, &f, at.bound);
    to_column(&l, at.bound);
    ul_text_add(&l.text, "%s", ul_json_text(claim, "text"));
    to_column(&l, at.verdict);
    add_verdict(&l, r, ul_told_verdict(claim));
    if (json_is_false(json_object_get(claim, "judged")))
        ul_text_add(&l.text, " (%s approximations)", ul_json_text(record, "approx"));
    end_line(r, &l);
}

static void claim_lines(struct ul_report *r, const json_t *record)
{
    size_t k;
    const json_t *claim;
    json_array_foreach (json_object_get(record, "claims"), k, claim) {
        claim_line(r, record, claim);
    }
}

static void wrong_line(struct ul_report *r, const json_t *record)
{
    struct ul_text wrong = {0}, t = {0};
    ul_told_wrong(&wrong, record);
    if (wrong.length) {
        ul_text_add(&t, "    wrong: %s", wrong.data);
        tell(r, &t);
    }
    ul_text_free(&wrong);
}

static void width_line(struct ul_report *r, const json_t *record)
{
    const json_t *d = json_object_get(record, "width1");
    const uint64_t differ = ul_json_whole(d, "differ");
    struct ul_text t = {0};
    if (!d || (!differ && !r->verbose))
        return;
    ul_text_add(&t, "    differs from width 1: %llu", (unsigned long long)differ);
    if (differ) {
        ul_text_add(&t, "; at lane %d of ", (int)ul_json_whole(d, "lane"));
        ul_told_input(&t, json_object_get(d, "input"));
        ul_text_add(&t, " got %s, at width 1 %s", ul_json_text(d, "got"), ul_json_text(d, "at_width1"));
    }
    tell(r, &t);
}

/* The largest error, where that is not the one that uses most of its limit. */
static void largest_line(struct ul_report *r, const json_t *record)
{
    const json_t *bound = ul_told_in_force(record);
    const struct ul_told_figure shown = ul_told_figure(record),
                                largest = ul_told_largest(record, ul_json_text(bound, "measure"));
    const struct layout at = layout_of(r);
    struct line l = {0};
    if (!ul_told_has_share(bound) || shown.input != json_object_get(bound, "input") ||
        json_equal(largest.input, shown.input))
        return;
    ul_text_add(&l.text, "    largest error");
    to_column(&l, at.figure);
    add_figure(r, &l, &at, &largest, 0);
    end_line(r, &l);
}

/* The bound in full, where its column was too narrow. */
static void bound_line(struct ul_report *r, const json_t *record)
{
    const json_t *bound = ul_told_in_force(record);
    struct ul_text t = {0};
    if (!bound || strlen(ul_json_text(bound, "text")) <= bound_room(bound))
        return;
    ul_text_add(&t, "    %s", ul_json_text(bound, "text"));
    tell(r, &t);
}

static void misrounded_line(struct ul_report *r, const json_t *record)
{
    struct ul_text t = {0};
    ul_text_add(&t, "    misrounded %llu of %llu", (unsigned long long)ul_json_whole(record, "misrounded"),
                (unsigned long long)ul_told_inputs(record));
    if (r->verbose)
        ul_text_add(&t, ", over 1 ulp %llu, mean %.6g ulp",
                    (unsigned long long)ul_json_whole(record, "over_1ulp"), ul_told_mean(record));
    tell(r, &t);
}

static void measure_line(struct ul_report *r, const json_t *record, const char *measure)
{
    const json_t *max = ul_told_maximum(record, measure);
    const struct ul_told_figure f = ul_told_largest(record, measure);
    const struct layout at = layout_of(r);
    struct line l = {0};
    if (!max)
        return;
    ul_text_add(&l.text, "    %s", measure);
    to_column(&l, at.figure);
    add_figure(r, &l, &at, &f, 0);
    ul_told_outcome(&l.text, max);
    if (ul_json_number(max, "upper") > ul_json_number(max, "max"))
        ul_text_add(&l.text, " (at most %.6g)", ul_json_number(max, "upper"));
    end_line(r, &l);
}

static void detail_lines(struct ul_report *r, const json_t *record)
{
    const json_t *flushed = json_object_get(record, "flushed"), *input = json_object_get(flushed, "input");
    struct ul_text t = {0};
    for (int m = 0; m < UL_MEASURES; m++)
        measure_line(r, record, ul_measure_names[m]);
    ul_text_add(&t, "    flushed %llu%s", (unsigned long long)ul_json_whole(flushed, "count"),
                json_array_size(input) ? ", at " : "");
    ul_told_input(&t, input);
    ul_text_add(&t, "; %.3g s", ul_json_number(record, "seconds"));
    tell(r, &t);
}

static void second_lines(struct ul_report *r, const json_t *record)
{
    const bool counts = ul_told_is_kind(ul_told_in_force(record), UL_LIMIT_CORRECTLY_ROUNDED) &&
                        ul_json_whole(record, "misrounded");
    struct ul_text reason = {0};
    wrong_line(r, record);
    width_line(r, record);
    largest_line(r, record);
    bound_line(r, record);
    if (counts || r->verbose)
        misrounded_line(r, record);
    edition_lines(r, record);
    claim_lines(r, record);
    if (r->verbose)
        detail_lines(r, record);
    if (*ul_json_text(record, "reason")) {
        ul_text_add(&reason, "    ");
        ul_told_reason(&reason, record);
        tell(r, &reason);
    }
}

/* ---- the report ---- */

void ul_text_of_row(struct ul_report *r, const json_t *record)
{
    if (!ul_told_measured(record)) {
        unmeasured_row(r, record);
        return;
    }
    measured_row(r, record);
    second_lines(r, record);
}

static void heading(struct ul_report *r, const json_t *record)
{
    struct ul_text t = {0};
    ul_told_place(&t, record);
    if (r->heading.data && !strcmp(t.data, r->heading.data)) {
        ul_text_free(&t);
        return;
    }
    if (r->heading.data)
        fputc('\n', r->out);
    print_broken(r, t.data);
    ul_text_free(&r->heading);
    r->heading = t;
}

static void row(struct ul_report *r, const json_t *record)
{
    heading(r, record);
    ul_text_of_row(r, record);
}

/* The counts, each in its colour. */
static void count_line(struct ul_report *r)
{
    struct line l = {0};
    int total = 0, shown = 0;
    for (int v = 0; v < UL_VERDICTS; v++)
        total += r->rows[v];
    ul_text_add(&l.text, "%d row%s", total, total == 1 ? "" : "s");
    for (int v = 0; v < UL_VERDICTS; v++)
        if (r->rows[v]) {
            char *count = ul_format("%d %s", r->rows[v], ul_verdict_names[v]);
            ul_text_add(&l.text, "%s", shown++ ? ", " : ": ");
            add_colored(&l, r, (enum ul_verdict)v, count);
            free(count);
        }
    end_line(r, &l);
}

static void end(struct ul_report *r)
{
    if (r->footnote)
        fprintf(r->out, "\n* from extensive, not exhaustive tests, says the document\n");
    if (r->heading.data)
        fputc('\n', r->out);
    count_line(r);
}

const struct ul_printer ul_print_text = {.row = row, .end = end};
