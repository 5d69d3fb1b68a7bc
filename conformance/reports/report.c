#include "report.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Where the columns of a row begin; a longer text pushes the rest of its row to the right. */
enum {
    FIGURE = 23,
    INPUT = 39,
    BOUND = 59,
    SHARE = 77,
    VERDICT = 83,
    COVERAGE = 89,
    REASON_ROOM = VERDICT - FIGURE - 1
};

/* A figure is no figure without its convention: plain ulp is OpenCL's. */
static const char *const units[UL_MEASURES] = {[UL_OPENCL] = "ulp",
                                               [UL_CUDA] = "ulp cuda",
                                               [UL_ORDINAL] = "ulp ord",
                                               [UL_ABS] = "abs",
                                               [UL_REL] = "rel"};

static const char *const colors[UL_VERDICTS] = {
    [UL_PASS] = "32",       [UL_FAIL] = "1;31", [UL_INFO] = "36",
    [UL_UNSUPPORTED] = "2", [UL_SKIPPED] = "2", [UL_ERROR] = "35"};

bool ul_report_wants_color(FILE *out, bool no_color)
{
    const char *forbidden = getenv("NO_COLOR"), *terminal = getenv("TERM");
    return !no_color && !(forbidden && *forbidden) && isatty(fileno(out)) && terminal &&
           strcmp(terminal, "dumb");
}

/* ---- pieces of text ---- */

/* Pads the line to a column, at least one space. */
static void to_column(struct ul_text *line, size_t column)
{
    do
        ul_text_add(line, " ");
    while (line->length < column);
}

/* An input as records have it, a list of arguments. */
static void add_input(struct ul_text *t, const json_t *input)
{
    size_t k;
    const json_t *value;
    json_array_foreach (input, k, value) {
        ul_text_add(t, "%s%s", k ? ";" : "", json_string_value(value));
    }
}

static void add_outcome(struct ul_text *t, const json_t *of)
{
    ul_text_add(t, " got %s want %s", ul_json_text(of, "got"), ul_json_text(of, "want"));
}

/* Whole percents, never rounded across the limit. */
static void add_share(struct ul_text *t, double share)
{
    if (share <= 1)
        ul_text_add(t, "%3.0f %%", floor(100 * share));
    else if (share < 10)
        ul_text_add(t, "%3.0f %%", ceil(100 * share));
    else if (share < 9999)
        ul_text_add(t, "%.0fx", share);
    else
        ul_text_add(t, ">9999x");
}

static void add_verdict(struct ul_text *t, const struct ul_report *r, enum ul_verdict v)
{
    if (r->color)
        ul_text_add(t, "\033[%sm%s\033[0m", colors[v], ul_verdict_names[v]);
    else
        ul_text_add(t, "%s", ul_verdict_names[v]);
}

/* 71234, 131k, 16.8M */
static void add_count(struct ul_text *t, uint64_t n)
{
    static const char suffix[] = " kMGTPE";
    double x = (double)n;
    int k = 0;
    for (; x >= 999.5 && k < 6; k++)
        x /= 1000;
    if (n < 100000)
        ul_text_add(t, "%llu", (unsigned long long)n);
    else
        ul_text_add(t, "%.3g%c", x, suffix[k]);
}

static void add_coverage(struct ul_text *t, const json_t *coverage)
{
    const char *kind = ul_json_text(coverage, "kind"), *shard = ul_json_text(coverage, "shard");
    ul_text_add(t, "%s", kind);
    if (strcmp(kind, "exhaustive") || *shard) {
        ul_text_add(t, " ");
        add_count(t, ul_json_whole(coverage, "inputs"));
    }
    if (*shard)
        ul_text_add(t, ", shard %s", shard);
}

static void end_line(struct ul_report *r, struct ul_text *line)
{
    while (line->length && line->data[line->length - 1] == ' ')
        line->data[--line->length] = 0;
    fprintf(r->out, "%s\n", line->data ? line->data : "");
    ul_text_free(line);
}

/* ---- a row ---- */

static const json_t *in_force(const json_t *record)
{
    size_t k;
    const json_t *bound;
    json_array_foreach (json_object_get(record, "bounds"), k, bound) {
        if (json_is_true(json_object_get(bound, "in_force")))
            return bound;
    }
    return NULL;
}

static const char *unit_of(const char *measure)
{
    int m = 0;
    while (m < UL_REL && strcmp(measure, ul_measure_names[m]))
        m++;
    return units[m];
}

/* The maximum of a measure: NULL where none was measured. */
static const json_t *maximum(const json_t *record, const char *measure)
{
    const json_t *ulp = json_object_get(json_object_get(record, "ulp"), measure);
    return ulp ? ulp : json_object_get(record, measure);
}

static void add_figure(struct ul_text *t, double figure, const char *measure, const json_t *input)
{
    ul_text_add(t, "%.6g %s", figure, unit_of(measure));
    to_column(t, INPUT);
    ul_text_add(t, "at ");
    add_input(t, input);
}

static void add_maximum(struct ul_text *t, const json_t *record, const char *measure)
{
    const json_t *max = maximum(record, measure);
    if (max)
        add_figure(t, ul_json_number(max, "max"), measure, json_object_get(max, "input"));
}

static bool is_kind(const json_t *bound, enum ul_limit_kind kind)
{
    return !strcmp(ul_json_text(bound, "kind"), ul_limit_names[kind]);
}

static bool judges(const json_t *bound)
{
    return json_object_get(bound, "limit");
}

/* A share says nothing where every result must be right. */
static bool has_share(const json_t *bound)
{
    return judges(bound) && !is_kind(bound, UL_LIMIT_CORRECTLY_ROUNDED) && ul_json_number(bound, "limit") > 0;
}

/* Does the row show the figure that uses most of its bound? Where the limit depends on the input, the largest
 * error may be elsewhere. */
static bool shows_share(const json_t *bound)
{
    return bound && has_share(bound) && json_array_size(json_object_get(bound, "input"));
}

/* Whether the whole bound fits into its column; if not, what it comes to at the judged input stands there. */
static bool bound_fits(const json_t *bound)
{
    return strlen(ul_json_text(bound, "text")) < (size_t)(has_share(bound) ? SHARE : VERDICT) - BOUND;
}

static const char *limit_unit(const char *measure)
{
    const char *unit = unit_of(measure);
    return strncmp(unit, "ulp", 3) ? unit : "ulp";
}

/* A bound without a limit, where its whole text does not fit. */
static const char *short_text(const json_t *bound)
{
    return is_kind(bound, UL_LIMIT_ONE_OF)         ? "one of several forms"
           : is_kind(bound, UL_LIMIT_UNDOCUMENTED) ? "undocumented"
           : is_kind(bound, UL_LIMIT_DERIVED)      ? "as derived"
                                                   : "";
}

static void add_bound(struct ul_report *r, struct ul_text *t, const json_t *bound)
{
    bool marked = json_is_false(json_object_get(bound, "guaranteed")) && judges(bound);
    r->footnote |= marked;
    if (bound_fits(bound))
        ul_text_add(t, "%s", ul_json_text(bound, "text"));
    else if (judges(bound) && is_kind(bound, UL_LIMIT_CORRECTLY_ROUNDED))
        ul_text_add(t, "correctly rounded");
    else if (judges(bound))
        ul_text_add(t, "<= %.6g %s", ul_json_number(bound, "limit"),
                    limit_unit(ul_json_text(bound, "measure")));
    else
        ul_text_add(t, "%s", short_text(bound));
    ul_text_add(t, "%s", marked ? "*" : "");
    if (has_share(bound)) {
        to_column(t, SHARE);
        add_share(t, ul_json_number(bound, "share"));
    }
}

static enum ul_verdict verdict_of(const json_t *of)
{
    return ul_verdict_named(ul_json_text(of, "verdict"));
}

static void measured_row(struct ul_report *r, const json_t *record)
{
    struct ul_text line = {0}, tail = {0};
    const json_t *bound = in_force(record);
    ul_text_add(&line, "%s", ul_json_text(record, "label"));
    to_column(&line, FIGURE);
    if (shows_share(bound))
        add_figure(&line, ul_json_number(bound, "error"), ul_json_text(bound, "measure"),
                   json_object_get(bound, "input"));
    else
        add_maximum(&line, record, ul_json_text(record, "measure"));
    to_column(&line, BOUND);
    if (bound)
        add_bound(r, &line, bound);
    to_column(&line, VERDICT);
    add_verdict(&tail, r, verdict_of(record));
    size_t width = strlen(ul_json_text(record, "verdict")), gap = COVERAGE - VERDICT;
    ul_text_add(&line, "%s%*s", tail.data, width < gap ? (int)(gap - width) : 1, "");
    add_coverage(&line, json_object_get(record, "coverage"));
    ul_text_free(&tail);
    end_line(r, &line);
}

/* No figure: the reason stands in its place if it fits, else below. */
static void unmeasured_row(struct ul_report *r, const json_t *record)
{
    struct ul_text line = {0};
    const char *reason = ul_json_text(record, "reason");
    bool fits = strlen(reason) <= REASON_ROOM;
    ul_text_add(&line, "%s", ul_json_text(record, "label"));
    to_column(&line, FIGURE);
    ul_text_add(&line, "%s", fits ? reason : "");
    to_column(&line, VERDICT);
    add_verdict(&line, r, verdict_of(record));
    end_line(r, &line);
    if (!fits)
        fprintf(r->out, "    %s\n", reason);
}

/* ---- second lines ---- */

struct interval {
    uint64_t least, most;
};

static struct interval misrounded(const json_t *record)
{
    const json_t *j = json_object_get(record, "misrounded");
    if (!json_is_array(j))
        return (struct interval){ul_json_whole(record, "misrounded"), ul_json_whole(record, "misrounded")};
    return (struct interval){(uint64_t)json_integer_value(json_array_get(j, 0)),
                             (uint64_t)json_integer_value(json_array_get(j, 1))};
}

/* A document that gives no figure but names a rounding: what it says, and whether the results are so rounded.
 */
static void said_line(struct ul_report *r, const json_t *record, const json_t *bound)
{
    const char *says = ul_json_text(bound, "says");
    const struct interval n = misrounded(record);
    if (!*says)
        return;
    fprintf(r->out, "        \"%s\": ", says);
    if (!n.most)
        fprintf(r->out, "correctly rounded\n");
    else if (n.least == n.most)
        fprintf(r->out, "%llu misrounded\n", (unsigned long long)n.most);
    else
        fprintf(r->out, "%llu to %llu misrounded\n", (unsigned long long)n.least, (unsigned long long)n.most);
}

/* Where a function may be derived from others: whether it is. Not told of a pass, unless all is. */
static void derived_line(struct ul_report *r, const json_t *bound)
{
    const json_t *derived = json_object_get(bound, "derived");
    if (!derived || (verdict_of(bound) == UL_PASS && !r->verbose))
        return;
    struct ul_text line = {0};
    if (ul_json_whole(derived, "differ")) {
        ul_text_add(&line, "        %llu of %llu differ from the document's formula, first at ",
                    (unsigned long long)ul_json_whole(derived, "differ"),
                    (unsigned long long)ul_json_whole(derived, "compared"));
        add_input(&line, json_object_get(derived, "input"));
    } else {
        ul_text_add(&line, "        equal to the document's formula");
    }
    end_line(r, &line);
}

static void edition_line(struct ul_report *r, const json_t *record, const json_t *bound)
{
    struct ul_text line = {0};
    ul_text_add(&line, "    %s, %s", ul_json_text(bound, "edition"), ul_json_text(bound, "row"));
    to_column(&line, BOUND);
    add_bound(r, &line, bound);
    to_column(&line, VERDICT);
    add_verdict(&line, r, verdict_of(bound));
    end_line(r, &line);
    said_line(r, record, bound);
    derived_line(r, bound);
    if (r->verbose && *ul_json_text(bound, "source"))
        fprintf(r->out, "        %s\n", ul_json_text(bound, "source"));
}

static void edition_lines(struct ul_report *r, const json_t *record)
{
    size_t k;
    const json_t *bound, *first = in_force(record);
    json_array_foreach (json_object_get(record, "bounds"), k, bound) {
        if (r->verbose || !first || verdict_of(bound) != verdict_of(first))
            edition_line(r, record, bound);
        else if (bound == first)
            derived_line(r, bound);
    }
}

static void claim_lines(struct ul_report *r, const json_t *record)
{
    size_t k;
    const json_t *claim;
    json_array_foreach (json_object_get(record, "claims"), k, claim) {
        const char *measure = ul_json_text(claim, "measure");
        struct ul_text line = {0};
        ul_text_add(&line, "    claim");
        to_column(&line, FIGURE);
        if (!strcmp(measure, "misrounded"))
            ul_text_add(&line, "%llu misrounded", (unsigned long long)misrounded(record).least);
        else
            add_maximum(&line, record, measure);
        to_column(&line, BOUND);
        ul_text_add(&line, "%s", ul_json_text(claim, "text"));
        to_column(&line, VERDICT);
        add_verdict(&line, r, verdict_of(claim));
        if (json_is_false(json_object_get(claim, "judged")))
            ul_text_add(&line, " (%s approximations)", ul_json_text(record, "approx"));
        end_line(r, &line);
    }
}

static void wrong_line(struct ul_report *r, const json_t *record)
{
    static const struct {
        const char *member, *text;
    } kinds[] = {{"nan", "NaN"}, {"inf", "infinity"}, {"sign", "sign of zero"}, {"value", "value"}};
    const json_t *wrong = json_object_get(record, "wrong");
    struct ul_text line = {0};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        if (ul_json_whole(wrong, kinds[k].member))
            ul_text_add(&line, "%s%llu %s", line.length ? ", " : "    wrong: ",
                        (unsigned long long)ul_json_whole(wrong, kinds[k].member), kinds[k].text);
    if (!line.length)
        return;
    if (json_object_get(wrong, "got")) {
        ul_text_add(&line, "; at ");
        add_input(&line, json_object_get(wrong, "input"));
        add_outcome(&line, wrong);
    }
    end_line(r, &line);
}

static void width_line(struct ul_report *r, const json_t *record)
{
    const json_t *d = json_object_get(record, "width1");
    const uint64_t differ = ul_json_whole(d, "differ");
    if (!d || (!differ && !r->verbose))
        return;
    struct ul_text line = {0};
    ul_text_add(&line, "    differs from width 1: %llu", (unsigned long long)differ);
    if (differ) {
        ul_text_add(&line, "; at lane %d of ", (int)ul_json_whole(d, "lane"));
        add_input(&line, json_object_get(d, "input"));
        ul_text_add(&line, " got %s, at width 1 %s", ul_json_text(d, "got"), ul_json_text(d, "at_width1"));
    }
    end_line(r, &line);
}

/* The largest error, where that is not the one that uses most of its limit. */
static void largest_line(struct ul_report *r, const json_t *record)
{
    const json_t *bound = in_force(record);
    const char *measure = ul_json_text(bound, "measure");
    if (!shows_share(bound) ||
        json_equal(json_object_get(maximum(record, measure), "input"), json_object_get(bound, "input")))
        return;
    struct ul_text line = {0};
    ul_text_add(&line, "    largest error");
    to_column(&line, FIGURE);
    add_maximum(&line, record, measure);
    end_line(r, &line);
}

/* The bound in full, where its column was too narrow. */
static void bound_line(struct ul_report *r, const json_t *record)
{
    const json_t *bound = in_force(record);
    if (bound && !bound_fits(bound))
        fprintf(r->out, "    %s\n", ul_json_text(bound, "text"));
}

static void misrounded_line(struct ul_report *r, const json_t *record)
{
    struct ul_text line = {0};
    const struct interval n = misrounded(record);
    const uint64_t inputs = ul_json_whole(json_object_get(record, "coverage"), "inputs");
    ul_text_add(&line, "    misrounded %llu", (unsigned long long)n.least);
    if (n.most != n.least)
        ul_text_add(&line, " to %llu", (unsigned long long)n.most);
    ul_text_add(&line, " of %llu", (unsigned long long)inputs);
    if (r->verbose) {
        double mean = inputs ? (double)ul_json_whole(record, "ulp_sum") / (double)inputs : 0;
        ul_text_add(&line, ", over 1 ulp %llu, mean %.6g ulp",
                    (unsigned long long)ul_json_whole(record, "over_1ulp"), mean * 0x1p-20);
    }
    end_line(r, &line);
}

static void detail_lines(struct ul_report *r, const json_t *record)
{
    for (int m = 0; m < UL_MEASURES; m++) {
        const json_t *max = maximum(record, ul_measure_names[m]);
        if (!max)
            continue;
        struct ul_text line = {0};
        ul_text_add(&line, "    %s", ul_measure_names[m]);
        to_column(&line, FIGURE);
        add_maximum(&line, record, ul_measure_names[m]);
        add_outcome(&line, max);
        if (ul_json_number(max, "upper") > ul_json_number(max, "max"))
            ul_text_add(&line, " (at most %.6g)", ul_json_number(max, "upper"));
        end_line(r, &line);
    }
    const json_t *flushed = json_object_get(record, "flushed");
    struct ul_text line = {0};
    ul_text_add(&line, "    flushed %llu", (unsigned long long)ul_json_whole(flushed, "count"));
    if (json_array_size(json_object_get(flushed, "input"))) {
        ul_text_add(&line, ", at ");
        add_input(&line, json_object_get(flushed, "input"));
    }
    ul_text_add(&line, "; %.3g s", ul_json_number(record, "seconds"));
    end_line(r, &line);
}

static void second_lines(struct ul_report *r, const json_t *record)
{
    const bool counts = is_kind(in_force(record), UL_LIMIT_CORRECTLY_ROUNDED) && misrounded(record).most;
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
    if (*ul_json_text(record, "reason"))
        fprintf(r->out, "    %s\n", ul_json_text(record, "reason"));
}

/* ---- the report ---- */

static void heading(struct ul_report *r, const json_t *record)
{
    const char *driver = ul_json_text(record, "driver"), *compiler = ul_json_text(record, "compiler"),
               *arch = ul_json_text(record, "arch"), *flags = ul_json_text(record, "flags");
    struct ul_text t = {0};
    ul_text_add(&t, "%s  %s, %s", ul_json_text(record, "device"), ul_json_text(record, "device_name"),
                driver);
    if (strcmp(driver, compiler))
        ul_text_add(&t, ", %.*s", (int)strcspn(compiler, ","), compiler); /* PoCL lists its parts */
    if (*arch)
        ul_text_add(&t, ", %s", arch);
    if (*flags)
        ul_text_add(&t, "  flags %s", flags);
    if (r->heading.data && !strcmp(t.data, r->heading.data)) {
        ul_text_free(&t);
        return;
    }
    fprintf(r->out, "%s%s\n", r->heading.data ? "\n" : "", t.data);
    ul_text_free(&r->heading);
    r->heading = t;
}

void ul_report_record(struct ul_report *r, const json_t *record)
{
    const enum ul_verdict verdict = verdict_of(record);
    r->rows[verdict]++;
    if (r->json) {
        char *line = ul_json_line(json_incref((json_t *)record));
        fprintf(r->out, "%s\n", line);
        free(line);
    } else if (!r->quiet || verdict == UL_FAIL || verdict == UL_ERROR) {
        heading(r, record);
        if (verdict == UL_PASS || verdict == UL_FAIL || verdict == UL_INFO) {
            measured_row(r, record);
            second_lines(r, record);
        } else {
            unmeasured_row(r, record);
        }
    }
    fflush(r->out);
}

void ul_report_row(struct ul_report *r, const struct ul_record *record)
{
    char *line = ul_record_json(record);
    json_t *read = json_loads(line, 0, NULL);
    ul_report_record(r, read);
    json_decref(read);
    free(line);
}

void ul_report_close(struct ul_report *r)
{
    int total = 0;
    for (int v = 0; v < UL_VERDICTS; v++)
        total += r->rows[v];
    if (!r->json) {
        if (r->footnote)
            fprintf(r->out, "\n* from extensive, not exhaustive tests, says the document\n");
        fprintf(r->out, "%s%d row%s", r->heading.data ? "\n" : "", total, total == 1 ? "" : "s");
        for (int v = 0, shown = 0; v < UL_VERDICTS; v++)
            if (r->rows[v])
                fprintf(r->out, "%s%d %s", shown++ ? ", " : ": ", r->rows[v], ul_verdict_names[v]);
        fprintf(r->out, "\n");
    }
    ul_text_free(&r->heading);
}

int ul_report_status(const struct ul_report *r)
{
    if (r->rows[UL_FAIL] || r->rows[UL_ERROR])
        return r->rows[UL_FAIL] ? 1 : 3;
    bool any = r->rows[UL_PASS] || r->rows[UL_INFO] || r->rows[UL_SKIPPED];
    return r->rows[UL_UNSUPPORTED] && !any ? 77 : 0;
}
