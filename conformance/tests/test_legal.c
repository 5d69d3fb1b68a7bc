/* Results that conform, through everything that judges a row: none of them fails, what lies just outside of
 * them does where a bound holds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <inttypes.h>
#include <stdlib.h>
#include "meter.h"
#include "row.h"
#include "table.h"

enum { MAX_INTERVALS = 24 };

static struct ul_catalogue catalogue;

/* A row of legal.tsv for one result of its subject. */
struct legal {
    const char *where;
    const struct ul_subject *subject;
    int result;
    ul_bits args[UL_MAX_PARAMETERS];
    const char *flags;
    bool lacks_subnormals; /* the device does, and the flag that says as much is left out */
    bool to_zero;          /* the device rounds half so */
    bool any;              /* whatever the result, it conforms */
    int intervals;
    int64_t lo[MAX_INTERVALS], hi[MAX_INTERVALS]; /* ordinals; zeros of either sign are one */
    bool has_nan, has_plus_zero, has_minus_zero;
    const char *measure;
    double limit;
};

static const struct ul_subject *subject_named(const char *name, enum ul_type t)
{
    for (int k = 0; k < catalogue.count; k++)
        if (!strcmp(catalogue.subject[k].name, name) &&
            ul_signature_type(&catalogue.subject[k].signature) == t)
            return &catalogue.subject[k];
    return NULL;
}

/* Named with its API, or OpenCL's. NULL: the program has none. */
static const struct ul_subject *subject_of(const char *name, enum ul_type t)
{
    const struct ul_subject *s = subject_named(name, t);
    char *opencl = ul_format("opencl/%s", name);
    if (!s && !strchr(name, '/'))
        s = subject_named(opencl, t);
    free(opencl);
    return s && ul_subject_is_measured(s) ? s : NULL;
}

static enum ul_type type_of(const struct legal *l)
{
    return l->subject->signature.result[l->result].type;
}

static struct ul_place place_for(const struct legal *l)
{
    struct ul_place p = {.device = {.opencl_c = 300}};
    bool cuda = l->subject->home == UL_HOME_CUDA;
    if (cuda)
        p.device = (struct ul_device){.arch = 90, .toolkit = 1310};
    snprintf(p.backend, sizeof p.backend, "%s", cuda ? "cuda" : "opencl");
    p.device.flushes_float = p.device.flushes_double = p.device.flushes_half = l->lacks_subnormals;
    p.device.half_to_zero = l->to_zero;
    return p;
}

static void measure(const struct legal *l, ul_bits y, struct ul_record *record)
{
    struct ul_row_setup setup;
    struct ul_place place = place_for(l);
    const char *flags = l->lacks_subnormals ? "" : l->flags;
    ul_row_begin(l->subject, l->result, &place, flags, "native", NULL, record, &setup);
    record->coverage.kind = "file";
    struct ul_meter *m = ul_meter_new(&setup, record, 1, 1, NULL);
    unsigned char in[8 * UL_MAX_PARAMETERS], *next = in;
    for (int k = 0; k < l->subject->signature.arguments; k++) {
        const int bytes = ul_types[l->subject->signature.argument[k].type].bytes;
        memcpy(next, &l->args[k], (size_t)bytes);
        next += bytes;
    }
    struct ul_block b = {.n = 1, .capacity = 1, .in = in};
    ul_meter_block(m, &b, (const void *[]){&y}, 1, NULL);
    ul_meter_finish(m);
}

static void assert_legal(const struct legal *l, ul_bits y)
{
    struct ul_record r;
    measure(l, y, &r);
    if (r.verdict == UL_FAIL || r.verdict == UL_ERROR)
        fail_msg("%s: %s, result %d: bits %" PRIx64 " conform, but: %s %s", l->where, l->subject->name,
                 l->result, y, ul_verdict_names[r.verdict], r.reason);
}

/* Does the bound in force hold at the argument, and is it the one that the table's sets follow from? A share
 * of 1 is a result so little beyond the bound (log1p of a subnormal: by 1e-36 ulp) that
 * no figure shows it. */
static bool is_judged(const struct legal *l, const struct ul_record *r)
{
    const struct ul_point at = ul_point_at(&r->subject->signature, l->args);
    for (int k = 0; k < r->judgements; k++) {
        const struct ul_bound *b = &r->judgement[k].bound;
        if (b->in_force && r->judgement[k].share == 1)
            return false;
        for (int p = 0; b->in_force && p < b->pieces; p++)
            if (ul_domain_holds(&b->piece[p].domain, &at))
                return b->piece[p].kind == UL_LIMIT_CORRECTLY_ROUNDED ||
                       b->piece[p].kind == UL_LIMIT_ONE_OF ||
                       (b->piece[p].kind == UL_LIMIT_NUMBER &&
                        !strcmp(ul_measure_names[b->piece[p].measure], l->measure) &&
                        ul_piece_limit(&b->piece[p], &at) <= l->limit * (1 + 1e-9));
    }
    return false;
}

static int outside_tried;

static void assert_outside_fails(const struct legal *l, int64_t ordinal)
{
    enum ul_type t = type_of(l);
    if (strstr(l->flags, "denorms") && (double)llabs(ordinal) <= l->limit)
        return; /* around the zero of a flushed argument the bound holds as well */
    ul_bits last = ul_is_float(t) ? ul_value_infinity(t, false) : ul_value_largest(t);
    if (l->any || llabs(ordinal) > ul_value_ordinal(t, last))
        return;
    for (int k = 0; k < l->intervals; k++)
        if (l->lo[k] <= ordinal && ordinal <= l->hi[k])
            return;
    struct ul_record r;
    ul_bits y = ul_value_from_ordinal(t, ordinal);
    measure(l, y, &r);
    if (!is_judged(l, &r))
        return;
    outside_tried++;
    if (r.verdict != UL_FAIL)
        fail_msg("%s: %s: bits %" PRIx64 " lie outside, but: %s", l->where, l->subject->name, y,
                 ul_verdict_names[r.verdict]);
}

static void try_everything(const struct legal *l)
{
    static const char *const anything[] = {
        "0", "-0", "1", "-1", "inf", "-inf", "nan", "0x1p-149", "-0x1.fffffep+127"};
    enum ul_type t = type_of(l);
    for (size_t k = 0; l->any && k < sizeof anything / sizeof *anything; k++)
        assert_legal(l, value(t, anything[k]));
    if (l->has_nan)
        assert_legal(l, value(t, "nan"));
    if (l->has_minus_zero)
        assert_legal(l, value(t, "-0"));
    for (int k = 0; k < l->intervals; k++) {
        int64_t lo = l->lo[k], hi = l->hi[k];
        if (lo != 0 || l->has_plus_zero || !ul_is_float(t))
            assert_legal(l, ul_value_from_ordinal(t, lo));
        assert_legal(l, ul_value_from_ordinal(t, hi));
        assert_outside_fails(l, lo - 1);
        assert_outside_fails(l, hi + 1);
    }
}

/* The first value is that of a device that rounds to nearest, the second that of one that rounds to zero. */
static void try_rounded(const struct legal *l)
{
    assert_int_equal(l->intervals, 2);
    for (int k = 0; k < 2; k++) {
        struct legal one = *l;
        one.to_zero = k == 1;
        one.intervals = 1;
        one.lo[0] = l->lo[k];
        one.hi[0] = l->hi[k];
        try_everything(&one);
    }
}

/* The set of one result: `text` is "a..b|c|*", or "a;b|c;d" of which the result's are read. */
static void read_accepted(struct legal *l, const char *text)
{
    char copy[4096];
    snprintf(copy, sizeof copy, "%s", text);
    enum ul_type t = type_of(l);
    for (char *rest = copy; rest;) {
        char *word = strsep(&rest, "|");
        for (int k = 0; k < l->result; k++)
            strsep(&word, ";");
        word = strsep(&word, ";");
        char *dots = strstr(word, "..");
        if (dots)
            *dots = 0;
        l->any |= !strcmp(word, "*");
        l->has_nan |= !strcmp(word, "nan");
        if (l->any || !strcmp(word, "nan"))
            continue;
        assert_true(l->intervals < MAX_INTERVALS);
        ul_bits lo = value(t, word), hi = dots ? value(t, dots + 2) : lo;
        if (ul_is_float(t) && ul_value_is_zero(t, lo) && !dots) {
            l->has_minus_zero |= ul_value_is_negative(t, lo);
            l->has_plus_zero |= !ul_value_is_negative(t, lo);
        }
        l->lo[l->intervals] = ul_value_ordinal(t, lo);
        l->hi[l->intervals++] = ul_value_ordinal(t, hi);
    }
}

static void read_arguments(struct legal *l, const char *text)
{
    char copy[256], *rest = copy;
    snprintf(copy, sizeof copy, "%s", text);
    for (int k = 0; k < l->subject->signature.arguments; k++) {
        const char *word = strsep(&rest, ";");
        assert_non_null(word);
        l->args[k] = value(l->subject->signature.argument[k].type, word);
    }
    assert_null(rest);
}

static int rows_tried;

static void check_row(char **column, const char *where)
{
    const enum ul_type t = ul_type_named(column[1], strlen(column[1]));
    struct legal l = {.where = where, .subject = subject_of(column[0], t)};
    if (!l.subject)
        return;
    rows_tried++;
    read_arguments(&l, column[2]);
    l.flags = strcmp(column[5], "-") ? column[5] : "";
    l.measure = column[6];
    l.limit = strtod(column[7], NULL);
    for (l.result = 0; l.result < l.subject->signature.results; l.result++) {
        struct legal one = l;
        read_accepted(&one, column[8]);
        if (!strcmp(l.measure, "rounded")) {
            try_rounded(&one);
            continue;
        }
        try_everything(&one);
        one.lacks_subnormals = !strcmp(column[5], "-cl-denorms-are-zero");
        if (one.lacks_subnormals)
            try_everything(&one);
    }
}

static void what_conforms_never_fails(void **state)
{
    (void)state;
    struct ul_line why;
    assert_true(ul_catalogue_load(&catalogue, &why));
    assert_true(ul_bounds_load(&why));
    for_each_row("legal.tsv", 10, check_row);
    assert_true(rows_tried >= 120);
    assert_true(outside_tried >= 150);
    ul_catalogue_free(&catalogue);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_conforms_never_fails)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
