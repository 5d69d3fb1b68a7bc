#include "told.h"
#include <math.h>
#include <string.h>

static const char *const units[UL_MEASURES] = {[UL_OPENCL] = "ulp",
                                               [UL_CUDA] = "ulp cuda",
                                               [UL_ORDINAL] = "ulp ord",
                                               [UL_ABS] = "abs",
                                               [UL_REL] = "rel"};

/* ---- which of its figures ---- */

enum ul_verdict ul_told_verdict(const json_t *of)
{
    return ul_verdict_named(ul_json_text(of, "verdict"));
}

bool ul_told_measured(const json_t *record)
{
    const enum ul_verdict v = ul_told_verdict(record);
    return v == UL_PASS || v == UL_FAIL || v == UL_INFO;
}

const json_t *ul_told_in_force(const json_t *record)
{
    size_t k;
    const json_t *bound;
    json_array_foreach (json_object_get(record, "bounds"), k, bound) {
        if (json_is_true(json_object_get(bound, "in_force")))
            return bound;
    }
    return NULL;
}

const json_t *ul_told_maximum(const json_t *record, const char *measure)
{
    const json_t *ulp = json_object_get(json_object_get(record, "ulp"), measure);
    return ulp ? ulp : json_object_get(record, measure);
}

bool ul_told_is_kind(const json_t *bound, enum ul_limit_kind kind)
{
    return !strcmp(ul_json_text(bound, "kind"), ul_limit_names[kind]);
}

static bool has_limit(const json_t *bound)
{
    return json_object_get(bound, "limit");
}

bool ul_told_has_share(const json_t *bound)
{
    return has_limit(bound) && !ul_told_is_kind(bound, UL_LIMIT_CORRECTLY_ROUNDED) &&
           ul_json_number(bound, "limit") > 0;
}

bool ul_told_unsure(const json_t *bound)
{
    return has_limit(bound) && json_is_false(json_object_get(bound, "guaranteed"));
}

struct ul_told_figure ul_told_largest(const json_t *record, const char *measure)
{
    const json_t *max = ul_told_maximum(record, measure);
    return (struct ul_told_figure){max != NULL, ul_json_number(max, "max"), measure,
                                   json_object_get(max, "input")};
}

/* Where the limit depends on the input, the largest error may be elsewhere than what uses most of it. */
struct ul_told_figure ul_told_figure(const json_t *record)
{
    const json_t *bound = ul_told_in_force(record);
    const char *measure = ul_json_text(bound, "measure");
    if (ul_told_has_share(bound) && json_array_size(json_object_get(bound, "input")))
        return (struct ul_told_figure){true, ul_json_number(bound, "error"), measure,
                                       json_object_get(bound, "input")};
    return ul_told_largest(record, ul_json_text(record, "measure"));
}

uint64_t ul_told_inputs(const json_t *record)
{
    const json_t *coverage = json_object_get(record, "coverage");
    const uint64_t inputs = ul_json_whole(coverage, "inputs"), scouted = ul_json_whole(coverage, "scouted");
    return inputs > scouted ? inputs - scouted : 0;
}

double ul_told_mean(const json_t *record)
{
    const uint64_t inputs = ul_told_inputs(record);
    return inputs ? (double)ul_json_whole(record, "ulp_sum") / (double)inputs * 0x1p-20 : 0;
}

static const struct {
    const char *member, *text;
} wrong_kinds[] = {{"nan", "NaN"}, {"inf", "infinity"}, {"sign", "sign of zero"}, {"value", "value"}};
enum { WRONG_KINDS = sizeof wrong_kinds / sizeof *wrong_kinds };

uint64_t ul_told_wrong_count(const json_t *record)
{
    uint64_t n = 0;
    for (int k = 0; k < WRONG_KINDS; k++)
        n += ul_json_whole(json_object_get(record, "wrong"), wrong_kinds[k].member);
    return n;
}

/* ---- pieces of text ---- */

const char *ul_told_unit(const char *measure)
{
    int m = 0;
    while (m < UL_REL && strcmp(measure, ul_measure_names[m]))
        m++;
    return units[m];
}

/* Of a limit, which is in ulp by any of them. */
static const char *limit_unit(const char *measure)
{
    const char *unit = ul_told_unit(measure);
    return strncmp(unit, "ulp", 3) ? unit : "ulp";
}

void ul_told_input(struct ul_text *t, const json_t *input)
{
    size_t k;
    const json_t *value;
    json_array_foreach (input, k, value) {
        ul_text_add(t, "%s%s", k ? ";" : "", json_is_string(value) ? json_string_value(value) : "?");
    }
}

void ul_told_outcome(struct ul_text *t, const json_t *of)
{
    ul_text_add(t, " got %s want %s", ul_json_text(of, "got"), ul_json_text(of, "want"));
}

void ul_told_share(struct ul_text *t, double share)
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

/* "71234", "131k", "16.8M" */
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

void ul_told_coverage(struct ul_text *t, const json_t *record)
{
    const json_t *coverage = json_object_get(record, "coverage");
    const char *kind = ul_json_text(coverage, "kind"), *shard = ul_json_text(coverage, "shard");
    ul_text_add(t, "%s", kind);
    if (strcmp(kind, "exhaustive") || *shard) {
        ul_text_add(t, " ");
        add_count(t, ul_json_whole(coverage, "inputs"));
    }
    if (*shard)
        ul_text_add(t, ", shard %s", shard);
}

/* A bound without a limit, where its whole text does not fit. */
static const char *short_text(const json_t *bound)
{
    return ul_told_is_kind(bound, UL_LIMIT_ONE_OF)         ? "one of several forms"
           : ul_told_is_kind(bound, UL_LIMIT_UNDOCUMENTED) ? "undocumented"
           : ul_told_is_kind(bound, UL_LIMIT_DERIVED)      ? "as derived"
                                                           : "";
}

void ul_told_bound(struct ul_text *t, const json_t *bound, size_t room)
{
    const char *text = ul_json_text(bound, "text");
    if (strlen(text) <= room)
        ul_text_add(t, "%s", text);
    else if (!has_limit(bound))
        ul_text_add(t, "%s", short_text(bound));
    else if (ul_told_is_kind(bound, UL_LIMIT_CORRECTLY_ROUNDED))
        ul_text_add(t, "correctly rounded");
    else
        ul_text_add(t, "<= %.6g %s", ul_json_number(bound, "limit"),
                    limit_unit(ul_json_text(bound, "measure")));
    ul_text_add(t, "%s", ul_told_unsure(bound) ? "*" : "");
}

/* Makes what was added plain. */
static void plain(struct ul_text *t, size_t from)
{
    if (!t->data)
        return;
    ul_plain(t->data + from);
    t->length = from + strlen(t->data + from);
}

void ul_told_reason(struct ul_text *t, const json_t *record)
{
    const size_t from = t->length;
    ul_text_add(t, "%s", ul_json_text(record, "reason"));
    plain(t, from);
}

void ul_told_device(struct ul_text *t, const json_t *record)
{
    const size_t from = t->length;
    const char *driver = ul_json_text(record, "driver"), *compiler = ul_json_text(record, "compiler"),
               *arch = ul_json_text(record, "arch");
    ul_text_add(t, "%s, %s", ul_json_text(record, "device_name"), driver);
    if (strcmp(driver, compiler))
        ul_text_add(t, ", %.*s", (int)strcspn(compiler, ","), compiler); /* PoCL lists its parts */
    if (*arch)
        ul_text_add(t, ", %s", arch);
    plain(t, from);
}

void ul_told_build(struct ul_text *t, const json_t *record)
{
    const char *flags = ul_json_text(record, "flags");
    ul_text_add(t, "%s%s%s", ul_json_text(record, "device"), *flags ? " " : "", flags);
}

void ul_told_place(struct ul_text *t, const json_t *record)
{
    const size_t from = t->length;
    const char *flags = ul_json_text(record, "flags");
    ul_text_add(t, "%s  ", ul_json_text(record, "device"));
    ul_told_device(t, record);
    if (*flags)
        ul_text_add(t, "  flags %s", flags);
    plain(t, from);
}

void ul_told_wrong(struct ul_text *t, const json_t *record)
{
    const json_t *wrong = json_object_get(record, "wrong");
    bool any = false;
    for (int k = 0; k < WRONG_KINDS; k++) {
        const uint64_t n = ul_json_whole(wrong, wrong_kinds[k].member);
        if (n)
            ul_text_add(t, "%s%llu %s", any ? ", " : "", (unsigned long long)n, wrong_kinds[k].text);
        any |= n != 0;
    }
    if (!any || !json_object_get(wrong, "got"))
        return;
    ul_text_add(t, "; at ");
    ul_told_input(t, json_object_get(wrong, "input"));
    ul_told_outcome(t, wrong);
}

void ul_told_rounding(struct ul_text *t, const json_t *record)
{
    ul_text_add(t, "%llu misrounded", (unsigned long long)ul_json_whole(record, "misrounded"));
}

void ul_told_counts(struct ul_text *t, const int rows[UL_VERDICTS])
{
    int total = 0;
    for (int v = 0; v < UL_VERDICTS; v++)
        total += rows[v];
    ul_text_add(t, "%d row%s", total, total == 1 ? "" : "s");
    for (int v = 0, shown = 0; v < UL_VERDICTS; v++)
        if (rows[v])
            ul_text_add(t, "%s%d %s", shown++ ? ", " : ": ", rows[v], ul_verdict_names[v]);
}

void ul_told_broken(struct ul_text *t, const json_t *record)
{
    const json_t *bound = ul_told_in_force(record);
    const struct ul_told_figure f = ul_told_figure(record);
    if (!bound || ul_told_verdict(bound) != UL_FAIL || !f.present)
        return;
    ul_text_add(t, "%.6g %s at ", f.figure, ul_told_unit(f.measure));
    ul_told_input(t, f.input);
    ul_text_add(t, ", bound %s", ul_json_text(bound, "text"));
    if (ul_told_is_kind(bound, UL_LIMIT_CORRECTLY_ROUNDED)) {
        ul_text_add(t, ", ");
        ul_told_rounding(t, record);
    }
}

void ul_told_why(struct ul_text *t, const json_t *record)
{
    struct ul_text wrong = {0};
    size_t k;
    const json_t *claim;
    json_array_foreach (json_object_get(record, "claims"), k, claim) {
        if (ul_told_verdict(claim) == UL_FAIL)
            ul_text_add(t, "%sclaim %s does not hold", t->length ? "; " : "", ul_json_text(claim, "text"));
    }
    ul_told_wrong(&wrong, record);
    if (wrong.length)
        ul_text_add(t, "%swrong: %s", t->length ? "; " : "", wrong.data);
    if (*ul_json_text(record, "reason"))
        ul_text_add(t, "%s", t->length ? "; " : "");
    ul_told_reason(t, record);
    ul_text_free(&wrong);
}
