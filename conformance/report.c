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

static void add_input(struct ul_text *t, const struct ul_subject *s, const ul_bits *input)
{
    for (int k = 0; k < s->signature.arguments; k++) {
        ul_text_add(t, k ? ";" : "");
        ul_record_value(t, &s->signature.argument[k], input[k]);
    }
}

static void add_outcome(struct ul_text *t, const struct ul_record *r, ul_bits got, ul_bits want)
{
    const struct ul_parameter *p = &r->subject->signature.result[r->result];
    ul_text_add(t, " got ");
    ul_record_value(t, p, got);
    ul_text_add(t, " want ");
    ul_record_value(t, p, want);
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

static void add_coverage(struct ul_text *t, const struct ul_coverage *c)
{
    ul_text_add(t, "%s", c->kind);
    if (strcmp(c->kind, "exhaustive")) {
        ul_text_add(t, " ");
        add_count(t, c->inputs);
    }
}

/* "sincos(float4)[1]": the name, what tells overloads apart ("convert_int(float4)"), which result. */
static void add_subject(struct ul_text *t, const struct ul_record *r)
{
    const struct ul_subject *s = r->subject;
    const size_t length = strlen(s->name);
    if (r->width > 1 && s->name[length - 1] == ')' && s->lanes == 1)
        ul_text_add(t, "%.*s%d)", (int)length - 1, s->name, r->width);
    else if (r->width > 1 && s->name[length - 1] != ')')
        ul_text_add(t, "%s(%s%d)", s->name, ul_types[r->type].name, r->width);
    else
        ul_text_add(t, "%s", s->label);
    if (s->signature.results > 1)
        ul_text_add(t, "[%d]", r->result);
}

static void end_line(struct ul_report *r, struct ul_text *line)
{
    while (line->length && line->data[line->length - 1] == ' ')
        line->data[--line->length] = 0;
    fprintf(r->out, "%s\n", line->data ? line->data : "");
    ul_text_free(line);
}

/* ---- a row ---- */

static const struct ul_judgement *in_force(const struct ul_record *r)
{
    for (int k = 0; k < r->judgements; k++)
        if (r->judgement[k].bound.in_force)
            return &r->judgement[k];
    return NULL;
}

static const struct ul_piece *judged_piece(const struct ul_judgement *j)
{
    return j && j->bound.pieces ? &j->bound.piece[j->piece >= 0 ? j->piece : 0] : NULL;
}

static enum ul_measure measure_of_claim(const struct ul_claim *c)
{
    switch (c->kind) {
    case UL_CLAIM_ABS:
        return UL_ABS;
    case UL_CLAIM_REL:
        return UL_REL;
    case UL_CLAIM_MISROUNDED:
        return UL_OPENCL;
    case UL_CLAIM_ULP:
        break;
    }
    return c->measure;
}

/* The bound's measure; without a bound the first claim's; else the device's own. */
static enum ul_measure measure_of(const struct ul_record *r)
{
    const struct ul_piece *piece = judged_piece(in_force(r));
    if (piece)
        return piece->measure;
    if (r->claims)
        return measure_of_claim(&r->subject->claim[0]);
    return r->subject->home == UL_HOME_CUDA ? UL_CUDA : UL_OPENCL;
}

static void add_maximum(struct ul_text *t, const struct ul_record *r, enum ul_measure m)
{
    const struct ul_maximum *max = &r->maximum[m];
    if (!max->present)
        return;
    ul_text_add(t, "%.6g %s", max->value, units[m]);
    to_column(t, INPUT);
    ul_text_add(t, "at ");
    add_input(t, r->subject, max->input);
}

static bool judges(const struct ul_judgement *j)
{
    return j->piece >= 0 && ul_limit_has_share(judged_piece(j)->kind);
}

/* A share says nothing where every result must be right. */
static bool has_share(const struct ul_judgement *j)
{
    return judges(j) && judged_piece(j)->kind != UL_LIMIT_CORRECTLY_ROUNDED && j->limit > 0;
}

/* Whether the whole bound fits into its column; if not, what it comes to at the judged input stands there. */
static bool bound_fits(const struct ul_judgement *j)
{
    return strlen(j->bound.text) < (size_t)(has_share(j) ? SHARE : VERDICT) - BOUND;
}

static const char *limit_unit(const struct ul_piece *p)
{
    return p->measure == UL_ABS || p->measure == UL_REL ? units[p->measure] : "ulp";
}

/* A bound without a limit, where its whole text does not fit. */
static const char *short_text(enum ul_limit_kind kind)
{
    return kind == UL_LIMIT_ONE_OF         ? "one of several forms"
           : kind == UL_LIMIT_UNDOCUMENTED ? "undocumented"
           : kind == UL_LIMIT_DERIVED      ? "as derived"
                                           : "";
}

static void add_bound(struct ul_report *r, struct ul_text *t, const struct ul_judgement *j)
{
    bool marked = !j->bound.guaranteed && judges(j);
    r->footnote |= marked;
    if (bound_fits(j))
        ul_text_add(t, "%s", j->bound.text);
    else if (judges(j) && judged_piece(j)->kind == UL_LIMIT_CORRECTLY_ROUNDED)
        ul_text_add(t, "correctly rounded");
    else if (judges(j))
        ul_text_add(t, "<= %.6g %s", j->limit, limit_unit(judged_piece(j)));
    else
        ul_text_add(t, "%s", short_text(judged_piece(j)->kind));
    ul_text_add(t, "%s", marked ? "*" : "");
    if (has_share(j)) {
        to_column(t, SHARE);
        add_share(t, j->share);
    }
}

static void measured_row(struct ul_report *r, const struct ul_record *record)
{
    struct ul_text line = {0};
    const struct ul_judgement *j = in_force(record);
    add_subject(&line, record);
    to_column(&line, FIGURE);
    add_maximum(&line, record, measure_of(record));
    to_column(&line, BOUND);
    if (j)
        add_bound(r, &line, j);
    to_column(&line, VERDICT);
    struct ul_text tail = {0};
    add_verdict(&tail, r, record->verdict);
    size_t width = strlen(ul_verdict_names[record->verdict]), gap = COVERAGE - VERDICT;
    ul_text_add(&line, "%s%*s", tail.data, width < gap ? (int)(gap - width) : 1, "");
    add_coverage(&line, &record->coverage);
    ul_text_free(&tail);
    end_line(r, &line);
}

/* No figure: the reason stands in its place if it fits, else below. */
static void unmeasured_row(struct ul_report *r, const struct ul_record *record)
{
    struct ul_text line = {0};
    bool fits = strlen(record->reason) <= REASON_ROOM;
    add_subject(&line, record);
    to_column(&line, FIGURE);
    ul_text_add(&line, "%s", fits ? record->reason : "");
    to_column(&line, VERDICT);
    add_verdict(&line, r, record->verdict);
    end_line(r, &line);
    if (!fits)
        fprintf(r->out, "    %s\n", record->reason);
}

static bool is_measured(const struct ul_record *r)
{
    return r->verdict == UL_PASS || r->verdict == UL_FAIL || r->verdict == UL_INFO;
}

/* ---- second lines ---- */

/* A document that gives no figure but names a rounding: what it says, and whether the results are so rounded.
 */
static void said_line(struct ul_report *r, const struct ul_record *record, const struct ul_judgement *j)
{
    const struct ul_piece *p = judged_piece(j);
    enum ul_type t = record->subject->signature.result[record->result].type;
    if (p->kind != UL_LIMIT_UNDOCUMENTED || !p->words || !ul_is_float(t))
        return;
    unsigned long long least = record->misrounded_lo, most = record->misrounded_hi;
    fprintf(r->out, "        \"%s\": ", p->words);
    if (!most)
        fprintf(r->out, "correctly rounded\n");
    else if (least == most)
        fprintf(r->out, "%llu misrounded\n", most);
    else
        fprintf(r->out, "%llu to %llu misrounded\n", least, most);
}

/* Where a function may be derived from others: whether it is. Not told of a pass, unless all is. */
static void derived_line(struct ul_report *r, const struct ul_record *record, const struct ul_judgement *j)
{
    if (!j->compared || (j->verdict == UL_PASS && !r->verbose))
        return;
    struct ul_text line = {0};
    if (j->differing) {
        ul_text_add(&line, "        %llu of %llu differ from the document's formula, first at ",
                    (unsigned long long)j->differing, (unsigned long long)j->compared);
        add_input(&line, record->subject, j->differing_input);
    } else {
        ul_text_add(&line, "        equal to the document's formula");
    }
    end_line(r, &line);
}

static void edition_lines(struct ul_report *r, const struct ul_record *record)
{
    const struct ul_judgement *first = in_force(record);
    for (int k = 0; k < record->judgements; k++) {
        const struct ul_judgement *j = &record->judgement[k];
        bool differs = !first || j->verdict != first->verdict;
        if (j == first && !r->verbose)
            derived_line(r, record, j);
        if (j == first ? !r->verbose : !differs && !r->verbose)
            continue;
        struct ul_text line = {0};
        ul_text_add(&line, "    %s, %s", j->bound.edition, j->bound.row);
        to_column(&line, BOUND);
        add_bound(r, &line, j);
        to_column(&line, VERDICT);
        add_verdict(&line, r, j->verdict);
        end_line(r, &line);
        said_line(r, record, j);
        derived_line(r, record, j);
        if (r->verbose && j->bound.source)
            fprintf(r->out, "        %s\n", j->bound.source);
    }
}

static void claim_lines(struct ul_report *r, const struct ul_record *record)
{
    for (int k = 0; k < record->claims; k++) {
        const struct ul_claim *c = &record->subject->claim[k];
        struct ul_text line = {0};
        ul_text_add(&line, "    claim");
        to_column(&line, FIGURE);
        if (c->kind == UL_CLAIM_MISROUNDED)
            ul_text_add(&line, "%llu misrounded", (unsigned long long)record->misrounded_lo);
        else
            add_maximum(&line, record, measure_of_claim(c));
        to_column(&line, BOUND);
        ul_text_add(&line, "%s", c->text);
        to_column(&line, VERDICT);
        add_verdict(&line, r, record->claim_verdict[k]);
        if (!record->claims_hold)
            ul_text_add(&line, " (%s approximations)", record->approx);
        end_line(r, &line);
    }
}

static void wrong_line(struct ul_report *r, const struct ul_record *record)
{
    static const char *const names[] = {[UL_WRONG_NAN] = "NaN",
                                        [UL_WRONG_INF] = "infinity",
                                        [UL_WRONG_SIGN] = "sign of zero",
                                        [UL_WRONG_VALUE] = "value"};
    struct ul_text line = {0};
    for (int k = UL_WRONG_NAN; k <= UL_WRONG_VALUE; k++)
        if (record->wrong[k])
            ul_text_add(&line, "%s%llu %s",
                        line.length ? ", " : "    wrong: ", (unsigned long long)record->wrong[k], names[k]);
    if (!line.length)
        return;
    if (record->has_wrong_input) {
        ul_text_add(&line, "; at ");
        add_input(&line, record->subject, record->wrong_input);
        add_outcome(&line, record, record->wrong_got, record->wrong_want);
    }
    end_line(r, &line);
}

static void width_line(struct ul_report *r, const struct ul_record *record)
{
    const struct ul_lane_difference *d = &record->width1;
    if (!d->compared || (!d->count && !r->verbose))
        return;
    struct ul_text line = {0};
    ul_text_add(&line, "    differs from width 1: %llu", (unsigned long long)d->count);
    if (d->count) {
        ul_text_add(&line, "; at lane %d of ", d->lane);
        for (int k = 0; k < record->subject->signature.arguments; k++) {
            ul_text_add(&line, k ? ";" : "");
            ul_record_vector(&line, record, k);
        }
        ul_text_add(&line, " got ");
        ul_record_value(&line, &record->subject->signature.result[record->result], d->got);
        ul_text_add(&line, ", at width 1 ");
        ul_record_value(&line, &record->subject->signature.result[record->result], d->width1);
    }
    end_line(r, &line);
}

/* Where the limit depends on the input, the worst share is elsewhere than the worst error. */
static void share_line(struct ul_report *r, const struct ul_record *record)
{
    const struct ul_judgement *j = in_force(record);
    if (!j || !j->has_input || !has_share(j))
        return;
    const struct ul_maximum *max = &record->maximum[judged_piece(j)->measure];
    size_t bytes = sizeof(ul_bits) * (size_t)record->subject->signature.arguments;
    if (max->present && !memcmp(max->input, j->input, bytes))
        return;
    struct ul_text line = {0};
    ul_text_add(&line, "    largest share");
    to_column(&line, FIGURE);
    ul_text_add(&line, "%.6g %s", j->error, units[judged_piece(j)->measure]);
    to_column(&line, INPUT);
    ul_text_add(&line, "at ");
    add_input(&line, record->subject, j->input);
    to_column(&line, BOUND);
    ul_text_add(&line, "<= %.6g there", j->limit);
    end_line(r, &line);
}

/* The bound in full, where its column was too narrow. */
static void bound_line(struct ul_report *r, const struct ul_record *record)
{
    const struct ul_judgement *j = in_force(record);
    if (j && !bound_fits(j))
        fprintf(r->out, "    %s\n", j->bound.text);
}

static void misrounded_line(struct ul_report *r, const struct ul_record *record)
{
    struct ul_text line = {0};
    ul_text_add(&line, "    misrounded %llu", (unsigned long long)record->misrounded_lo);
    if (record->misrounded_hi != record->misrounded_lo)
        ul_text_add(&line, " to %llu", (unsigned long long)record->misrounded_hi);
    ul_text_add(&line, " of %llu", (unsigned long long)record->coverage.inputs);
    if (r->verbose) {
        double mean = record->coverage.inputs ? (double)record->ulp_sum / (double)record->coverage.inputs : 0;
        ul_text_add(&line, ", over 1 ulp %llu, mean %.6g ulp", (unsigned long long)record->over_1ulp,
                    mean * 0x1p-20);
    }
    end_line(r, &line);
}

static void detail_lines(struct ul_report *r, const struct ul_record *record)
{
    for (int m = 0; m < UL_MEASURES; m++) {
        const struct ul_maximum *max = &record->maximum[m];
        if (!max->present)
            continue;
        struct ul_text line = {0};
        ul_text_add(&line, "    %s", ul_measure_names[m]);
        to_column(&line, FIGURE);
        add_maximum(&line, record, (enum ul_measure)m);
        add_outcome(&line, record, max->got, max->want);
        if (max->upper > max->value)
            ul_text_add(&line, " (at most %.6g)", max->upper);
        end_line(r, &line);
    }
    struct ul_text line = {0};
    ul_text_add(&line, "    flushed %llu", (unsigned long long)record->flushed);
    if (record->has_flushed_input) {
        ul_text_add(&line, ", at ");
        add_input(&line, record->subject, record->flushed_input);
    }
    ul_text_add(&line, "; %.3g s", record->seconds);
    end_line(r, &line);
}

static void second_lines(struct ul_report *r, const struct ul_record *record)
{
    const struct ul_piece *piece = judged_piece(in_force(record));
    bool counts = piece && piece->kind == UL_LIMIT_CORRECTLY_ROUNDED && record->misrounded_hi;
    wrong_line(r, record);
    width_line(r, record);
    share_line(r, record);
    bound_line(r, record);
    if (counts || r->verbose)
        misrounded_line(r, record);
    edition_lines(r, record);
    claim_lines(r, record);
    if (r->verbose)
        detail_lines(r, record);
    if (*record->reason)
        fprintf(r->out, "    %s\n", record->reason);
}

/* ---- the report ---- */

static void heading(struct ul_report *r, const struct ul_record *record)
{
    const struct ul_device *d = &record->device;
    struct ul_text t = {0};
    ul_text_add(&t, "%s  %s, %s", d->id, d->name, d->driver);
    if (strcmp(d->driver, d->compiler))
        ul_text_add(&t, ", %.*s", (int)strcspn(d->compiler, ","), d->compiler); /* PoCL lists its parts */
    if (d->arch)
        ul_text_add(&t, ", sm_%d", d->arch);
    if (*record->flags)
        ul_text_add(&t, "  flags %s", record->flags);
    if (r->heading.data && !strcmp(t.data, r->heading.data)) {
        ul_text_free(&t);
        return;
    }
    fprintf(r->out, "%s%s\n", r->heading.data ? "\n" : "", t.data);
    ul_text_free(&r->heading);
    r->heading = t;
}

void ul_report_row(struct ul_report *r, const struct ul_record *record)
{
    r->rows[record->verdict]++;
    if (r->json) {
        char *line = ul_record_json(record);
        fprintf(r->out, "%s\n", line);
        free(line);
    } else if (!r->quiet || record->verdict == UL_FAIL || record->verdict == UL_ERROR) {
        heading(r, record);
        if (is_measured(record)) {
            measured_row(r, record);
            second_lines(r, record);
        } else {
            unmeasured_row(r, record);
        }
    }
    fflush(r->out);
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
