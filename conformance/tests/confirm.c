/* Confirms records by other means: reads them from standard input, a JSON object a line, and computes with
 * MPFR and from the definitions alone (../errors.h names them) each maximum at its input, each broken bound
 * at the input where it is said to be broken, and each wrong result that is shown. One line for each failure
 * that stands, and for whatever does not hold.
 *
 *     build/ulparity check -d opencl:pocl --format json | build/conformance/tests/confirm */
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "confirm_exact.h"
#include "flags.h"

/* How the record at hand is to be read. */
struct row {
    char name[240]; /* for messages */
    const struct ul_subject *subject;
    const struct ul_expression *reference;
    enum ul_type type; /* of the result */
    enum ul_rounding rounding;
    bool flushes;        /* flushing is allowed: OpenCL C 3.0, 7.5.3; CUDA's -ftz=true */
    bool unsigned_zeros; /* signs of zeros are free */
    bool finite_only;    /* what is not finite is not judged */
};

static int failures;
static mpfr_t argument[UL_MAX_PARAMETERS];

static void fail(const struct row *row, const char *what, const char *input, double told, double found)
{
    printf("%s: %s at %s: recorded %.15g, found %.15g\n", row->name, what, input, told, found);
    failures++;
}

/* --- members of a record --- */

static double number(const json_t *o, const char *key)
{
    const json_t *j = json_object_get(o, key);
    return json_is_string(j) ? INFINITY : json_number_value(j);
}

static const char *text(const json_t *o, const char *key)
{
    const char *s = json_string_value(json_object_get(o, key));
    return s ? s : "";
}

static const char *argument_of(const json_t *o, size_t k)
{
    const char *s = json_string_value(json_array_get(json_object_get(o, "input"), k));
    return s ? s : "";
}

/* "0x1p+0;0x1p+1", until the next call. */
static const char *input_of(const json_t *o)
{
    static char all[400];
    const size_t n = json_array_size(json_object_get(o, "input"));
    size_t used = 0;
    all[0] = 0;
    for (size_t k = 0; k < n && used < sizeof all; k++)
        used += (size_t)snprintf(all + used, sizeof all - used, "%s%s", k ? ";" : "", argument_of(o, k));
    return all;
}

static void read_value(const struct row *row, mpfr_t v, const char *s)
{
    if (mpfr_set_str(v, s, 0, MPFR_RNDN)) {
        printf("%s: '%s' is no number\n", row->name, s);
        failures++;
    }
}

/* --- exact values --- */

static bool is_subnormal(const struct row *row, int k)
{
    const enum ul_type t = row->subject->signature.argument[k].type;
    return ul_is_float(t) && mpfr_regular_p(argument[k]) && mpfr_get_exp(argument[k]) < 2 - ul_types[t].emax;
}

/* Bits for all of the row's types. */
static mpfr_prec_t row_bits(const struct row *row)
{
    const struct ul_signature *s = &row->subject->signature;
    mpfr_prec_t bits = line_bits(row->type);
    for (int k = 0; k < s->arguments; k++)
        if (line_bits(s->argument[k].type) > bits)
            bits = line_bits(s->argument[k].type);
    return bits;
}

/* The type that words such as nextafter are of: the first floating argument's. */
static enum ul_type word_type(const struct row *row)
{
    const struct ul_signature *s = &row->subject->signature;
    for (int k = 0; k < s->arguments; k++)
        if (ul_is_float(s->argument[k].type))
            return s->argument[k].type;
    return row->type;
}

static void read_arguments(const struct row *row, const json_t *o)
{
    for (int k = 0; k < row->subject->signature.arguments; k++)
        read_value(row, argument[k], argument_of(o, (size_t)k));
}

static void evaluate(const struct row *row, struct exact *r)
{
    exact_evaluate(row->reference, argument, word_type(row), EXACT, r);
}

/* --- figures --- */

static enum ul_measure measure_named(const char *name)
{
    int m = 0;
    while (m < UL_REL && strcmp(ul_measure_names[m], name) != 0)
        m++;
    return (enum ul_measure)m;
}

static bool is_near(enum ul_measure m, double told, double found)
{
    const double room = m < UL_ABS ? 1e-6 + 1e-9 * told : 1e-6 * told + 0x1p-1074;
    return told == found || fabs(told - found) <= room;
}

/* The figure of what the device gave at an input; NaN: there is none. */
static double figure_at(const struct row *row, enum ul_measure m, const json_t *o)
{
    struct exact r;
    mpfr_t got;
    mpfr_inits2(row_bits(row), r.value, got, (mpfr_ptr)0);
    read_arguments(row, o);
    read_value(row, got, text(o, "got"));
    evaluate(row, &r);
    const bool none = mpfr_nan_p(r.value) || mpfr_nan_p(got);
    const double found = none ? NAN : line_measure(row->type, row->rounding, got, r.value).of[m];
    mpfr_clears(r.value, got, (mpfr_ptr)0);
    return found;
}

static void confirm_maximum(const struct row *row, enum ul_measure m, const json_t *o)
{
    if (!o)
        return;
    const double told = number(o, "max"), found = figure_at(row, m, o);
    if (!is_near(m, told, found))
        fail(row, ul_measure_names[m], input_of(o), told, found);
}

/* --- what a result is accused of --- */

enum offence { EXCEEDS, MISROUNDED, NOT_LISTED, WRONG_NAN, WRONG_INF, WRONG_SIGN, WRONG_VALUE };

struct charge {
    enum offence offence;
    enum ul_measure measure; /* EXCEEDS: beyond the limit by it */
    double limit;
    const char *forms; /* NOT_LISTED: equal to none of these, joined by " or " */
};

/* An integer that is not the value, rounded; nothing is asked where the type lacks it. */
static bool is_wrong_integer(const struct row *row, const struct exact *r, const mpfr_t got)
{
    static const mpfr_rnd_t directions[] = {
        [UL_NEAREST] = MPFR_RNDN, [UL_TO_ZERO] = MPFR_RNDZ, [UL_UP] = MPFR_RNDU, [UL_DOWN] = MPFR_RNDD};
    const struct ul_type_info *t = &ul_types[row->type];
    const int bits = 8 * t->bytes - t->is_signed;
    if (!mpfr_number_p(r->value))
        return false;
    mpfr_t want, gap;
    mpfr_inits2(row_bits(row), want, gap, (mpfr_ptr)0);
    mpfr_rint(want, r->value, directions[row->rounding]);
    mpfr_set_si_2exp(gap, t->is_signed ? -1 : 0, bits, MPFR_RNDN);
    bool wrong = false;
    if (mpfr_less_p(want, gap) || mpfr_cmp_ui_2exp(want, 1, bits) >= 0) {
        ; /* no number of the type */
    } else if (row->type == UL_BOOL) {
        wrong = !mpfr_zero_p(want) != !mpfr_zero_p(got);
    } else if (r->low_bits) {
        mpfr_set_ui_2exp(gap, 1, r->low_bits, MPFR_RNDN);
        mpfr_fmod(gap, got, gap, MPFR_RNDN);
        wrong = !mpfr_equal_p(want, gap);
    } else {
        wrong = !mpfr_equal_p(want, got);
    }
    mpfr_clears(want, gap, (mpfr_ptr)0);
    return wrong;
}

/* Is `got` wrong beside the exact value rounded, in the way that it is accused of? */
static bool is_wrong(const struct row *row, enum offence offence, const struct exact *r, const mpfr_t got)
{
    if (!ul_is_float(row->type))
        return is_wrong_integer(row, r, got);
    if (mpfr_nan_p(r->value) || mpfr_nan_p(got))
        return offence != WRONG_INF && offence != WRONG_SIGN && !mpfr_nan_p(r->value) != !mpfr_nan_p(got);
    mpfr_t want;
    mpfr_init2(want, row_bits(row));
    line_round(row->type, row->rounding, r->value, want);
    line_value(row->type, want, want);
    const bool free_sign = r->sign_is_free || row->unsigned_zeros || row->rounding == UL_DOWN;
    const bool differs = !mpfr_equal_p(want, got), infinite = mpfr_inf_p(want) || mpfr_inf_p(got);
    const bool sign = !free_sign && mpfr_zero_p(r->value) && mpfr_zero_p(got) &&
                      !mpfr_signbit(r->value) != !mpfr_signbit(got);
    mpfr_clear(want);
    return offence == WRONG_NAN    ? false
           : offence == WRONG_INF  ? differs && infinite
           : offence == WRONG_SIGN ? sign
                                   : differs || sign;
}

/* Is it none of the forms' values? t stands for the product, which is rounded. */
static bool is_not_listed(const struct row *row, const char *forms, const mpfr_t got)
{
    enum { T = 5, ROOM = 100 };
    struct exact r;
    mpfr_init2(r.value, row_bits(row));
    bool listed = false;
    struct ul_line why;
    struct ul_expression *product = ul_expression_parse("x*y", &why);
    for (const char *s = forms, *end; s; s = end ? end + strlen(" or ") : NULL) {
        char form[ROOM];
        end = strstr(s, " or ");
        snprintf(form, sizeof form, "%.*s", (int)(end ? end - s : (long)strlen(s)), s);
        struct ul_expression *e = ul_expression_parse(form, &why);
        for (enum operation each = ROUNDED; e && each <= (row->flushes ? FLUSHED : ROUNDED); each++) {
            exact_evaluate(product, argument, row->type, each, &r);
            mpfr_set(argument[T], r.value, MPFR_RNDN);
            exact_evaluate(e, argument, row->type, each, &r);
            listed |= mpfr_equal_p(r.value, got) || (mpfr_nan_p(r.value) && mpfr_nan_p(got));
        }
        ul_expression_free(e);
    }
    ul_expression_free(product);
    mpfr_clear(r.value);
    return !listed;
}

/* May a zero stand for a result that is, or within the limit may be, subnormal? */
static bool is_flushed(const struct row *row, const struct charge *c, const struct exact *r, const mpfr_t got)
{
    const struct ul_type_info *t = &ul_types[row->type];
    if (!ul_is_float(row->type) || !mpfr_zero_p(got) || mpfr_nan_p(r->value) || mpfr_zero_p(r->value))
        return false;
    const double spacing = ldexp(1, 2 - t->emax - t->precision), normal = ldexp(1, 1 - t->emax);
    const double size = fabs(mpfr_get_d(r->value, MPFR_RNDN));
    const double unit = c->offence != EXCEEDS  ? 0
                        : c->measure == UL_ABS ? 1
                        : c->measure == UL_REL ? size
                                               : spacing;
    return size - c->limit * unit < normal;
}

static bool arguments_are_finite(const struct row *row)
{
    for (int k = 0; k < row->subject->signature.arguments; k++)
        if (!mpfr_number_p(argument[k]))
            return false;
    return true;
}

/* Does a charge stand for the arguments as they are? `flushed`: for some in place of subnormal ones, for
 * which a result that is accused of any wrong has to be right in every way, but for a zero's sign. */
static bool stands_here(const struct row *row, const struct charge *c, const mpfr_t got, bool flushed)
{
    struct exact r;
    mpfr_init2(r.value, row_bits(row));
    evaluate(row, &r);
    r.sign_is_free |= flushed;
    bool guilty;
    if (c->offence == NOT_LISTED)
        guilty = is_not_listed(row, c->forms, got);
    else if (c->offence != EXCEEDS)
        guilty = is_wrong(row, flushed ? MISROUNDED : c->offence, &r, got);
    else if (mpfr_nan_p(r.value) || mpfr_nan_p(got))
        guilty = !mpfr_nan_p(r.value) != !mpfr_nan_p(got);
    else
        guilty = line_measure(row->type, row->rounding, got, r.value).of[c->measure] > c->limit;
    if (row->flushes && is_flushed(row, c, &r, got))
        guilty = false;
    if (row->finite_only && !(arguments_are_finite(row) && mpfr_number_p(r.value)))
        guilty = false;
    mpfr_clear(r.value);
    return guilty;
}

/* And, where flushing is allowed, for each choice of subnormal arguments that are taken as zeros? */
static bool stands_from(const struct row *row, const struct charge *c, const mpfr_t got, int from,
                        bool flushed)
{
    const int arguments = row->subject->signature.arguments;
    int k = from;
    while (k < arguments && !(row->flushes && is_subnormal(row, k)))
        k++;
    if (k == arguments)
        return stands_here(row, c, got, flushed);
    mpfr_t kept;
    mpfr_init2(kept, mpfr_get_prec(argument[k]));
    mpfr_set(kept, argument[k], MPFR_RNDN);
    bool stands = stands_from(row, c, got, k + 1, flushed);
    for (int sign = -1; sign <= 1 && stands; sign += 2) {
        mpfr_set_zero(argument[k], sign);
        stands = stands_from(row, c, got, k + 1, true);
    }
    mpfr_set(argument[k], kept, MPFR_RNDN);
    mpfr_clear(kept);
    return stands;
}

static bool stands(const struct row *row, const struct charge *c, const json_t *o)
{
    mpfr_t got;
    mpfr_init2(got, 64);
    read_arguments(row, o);
    read_value(row, got, text(o, "got"));
    const bool does = stands_from(row, c, got, 0, false);
    mpfr_clear(got);
    return does;
}

/* --- a record --- */

static bool has_wrong(const json_t *wrong)
{
    return number(wrong, "nan") + number(wrong, "inf") + number(wrong, "sign") + number(wrong, "value") > 0;
}

static bool wrong_stands(const struct row *row, const json_t *wrong)
{
    const char *kind = text(wrong, "kind");
    const struct charge c = {.offence = !strcmp(kind, "nan")    ? WRONG_NAN
                                        : !strcmp(kind, "inf")  ? WRONG_INF
                                        : !strcmp(kind, "sign") ? WRONG_SIGN
                                                                : WRONG_VALUE};
    return stands(row, &c, wrong);
}

static void tell(const struct row *row, const char *what, const json_t *o, const char *how)
{
    printf("%s: confirmed: %s: %s at %s got %s\n", row->name, what, how, input_of(o), text(o, "got"));
}

static void tell_bound(const struct row *row, const json_t *bound, const char *how)
{
    if (json_is_true(json_object_get(bound, "in_force")))
        tell(row, text(bound, "text"), bound, how);
}

/* The figure at a broken bound's input is the one that is recorded, and beyond the limit. */
static bool excess_stands(const struct row *row, const json_t *bound)
{
    const struct charge c = {EXCEEDS, measure_named(text(bound, "measure")), number(bound, "limit"), NULL};
    const double found = figure_at(row, c.measure, bound), told = number(bound, "error");
    if (isfinite(told) && c.limit > 0 && !is_near(c.measure, told, found))
        fail(row, "the error of a broken bound", input_of(bound), told, found);
    return stands(row, &c, bound);
}

/* A broken bound must be broken where the record says so: by its figure, by a result that is not the rounded
 * one or none of those listed, or by a wrong result. */
static void confirm_bound(const struct row *row, const json_t *bound, const json_t *wrong)
{
    static const char one_of[] = "one of ", rounded[] = "correctly rounded";
    if (strcmp(text(bound, "verdict"), "fail") != 0)
        return;
    const char *what = text(bound, "text");
    const bool listed = !strncmp(what, one_of, strlen(one_of));
    const struct charge other = {.offence = listed ? NOT_LISTED : MISROUNDED, .forms = what + strlen(one_of)};
    const bool has_other =
        (listed || strstr(what, rounded)) && json_array_size(json_object_get(bound, "input"));
    if (!listed && number(bound, "limit") != 0.5 && number(bound, "share") > 1 && excess_stands(row, bound)) {
        char how[80];
        snprintf(how, sizeof how, "%.15g %s", number(bound, "error"), text(bound, "measure"));
        tell_bound(row, bound, how);
    } else if (has_other && stands(row, &other, bound)) {
        tell_bound(row, bound, listed ? "none of them" : "misrounded");
    } else if (!(has_wrong(wrong) && wrong_stands(row, wrong))) { /* which is told apart */
        fail(row, what, input_of(bound), number(bound, "error"), NAN);
    }
}

/* A claim of a foot must be exceeded by the maximum that is recorded, which is confirmed apart. */
static void confirm_claim(const struct row *row, size_t k, const json_t *claim, const json_t *record)
{
    if (strcmp(text(claim, "verdict"), "fail") != 0 || has_wrong(json_object_get(record, "wrong")))
        return;
    const struct ul_claim *c = &row->subject->claim[k];
    const char *name = ul_measure_names[c->measure];
    const json_t *ulp = json_object_get(record, "ulp"), *max = json_object_get(ulp, name);
    max = max ? max : json_object_get(record, name);
    if (c->kind == UL_CLAIM_MISROUNDED ? number(record, "misrounded") > c->value
                                       : number(max, "max") > c->rounded_up)
        tell(row, text(claim, "text"), max, "exceeded");
    else
        fail(row, text(claim, "text"), input_of(max), number(max, "max"), c->rounded_up);
}

static void confirm(const struct row *row, const json_t *record)
{
    const json_t *ulp = json_object_get(record, "ulp"), *wrong = json_object_get(record, "wrong");
    for (int m = 0; m < UL_MEASURES; m++)
        confirm_maximum(row, (enum ul_measure)m,
                        json_object_get(m < UL_ABS ? ulp : record, ul_measure_names[m]));
    if (has_wrong(wrong)) {
        if (wrong_stands(row, wrong))
            tell(row, text(wrong, "kind"), wrong, "wrong");
        else
            fail(row, "no wrong result", input_of(wrong), 1, 0);
    }
    const json_t *bounds = json_object_get(record, "bounds"), *claims = json_object_get(record, "claims");
    for (size_t k = 0; k < json_array_size(bounds); k++)
        confirm_bound(row, json_array_get(bounds, k), wrong);
    for (size_t k = 0; k < json_array_size(claims); k++)
        confirm_claim(row, k, json_array_get(claims, k), record);
}

/* --- how a record is read --- */

static bool any_flag(const json_t *record, const char *const *words)
{
    bool any = false;
    for (; *words; words++)
        any |= ul_flags_have(text(record, "flags"), *words);
    return any;
}

/* OpenCL API 3.0, 5.8.6.3: the larger flags include the smaller ones, and "may violate edge case behavior".
 * nvcc: -use_fast_math implies -ftz=true. */
static void read_flags(const json_t *record, struct row *row)
{
    static const char *const flushing[] = {"-cl-denorms-are-zero",  "-cl-unsafe-math-optimizations",
                                           "-cl-fast-relaxed-math", "-ftz=true",
                                           "-use_fast_math",        NULL};
    static const char *const finite[] = {"-cl-finite-math-only", "-cl-unsafe-math-optimizations",
                                         "-cl-fast-relaxed-math", NULL};
    static const char *const zeros[] = {"-cl-no-signed-zeros", NULL};
    row->finite_only = any_flag(record, finite);
    row->unsigned_zeros = row->finite_only || any_flag(record, zeros);
    row->flushes = row->subject->flush_always || any_flag(record, flushing) ||
                   number(json_object_get(record, "flushed"), "count") > 0;
}

static bool is_of(const struct ul_subject *s, const json_t *record)
{
    const int vector = s->signature.vector; /* each lane of which is an argument */
    return !strcmp(s->name, text(record, "subject")) && (!vector || vector == (int)number(record, "width")) &&
           !strcmp(ul_types[ul_signature_type(&s->signature)].name, text(record, "type"));
}

/* False: the record is of no subject with a reference. */
static bool read_row(const struct ul_catalogue *c, const json_t *record, struct row *row)
{
    const int result = (int)json_integer_value(json_object_get(record, "result"));
    *row = (struct row){.subject = NULL};
    snprintf(row->name, sizeof row->name, "%s(%s)[%d] x%d%s%s on %s", text(record, "subject"),
             text(record, "type"), result, (int)number(record, "width"), *text(record, "flags") ? " " : "",
             text(record, "flags"), text(record, "device"));
    for (int k = 0; k < c->count && !row->subject; k++) {
        const struct ul_subject *s = ul_subject_measured(&c->subject[k]);
        if (is_of(s, record) && result < s->signature.results)
            row->subject = s;
    }
    if (!row->subject || !row->subject->reference[result])
        return false;
    row->reference = row->subject->reference[result];
    if (!exact_knows(row->reference))
        return false;
    row->type = row->subject->signature.result[result].type;
    row->rounding = row->subject->rounding;
    read_flags(record, row);
    return true;
}

int main(void)
{
    struct ul_catalogue catalogue;
    struct ul_line why;
    if (!ul_catalogue_load(&catalogue, &why)) {
        fprintf(stderr, "%s\n", why.text);
        return 2;
    }
    for (int k = 0; k < UL_MAX_PARAMETERS; k++)
        mpfr_init2(argument[k], 64);
    int records = 0, failed = 0, unknown = 0;
    json_t *record;
    json_error_t error;
    while ((record = json_loadf(stdin, JSON_DISABLE_EOF_CHECK, &error))) {
        struct row row;
        if (read_row(&catalogue, record, &row))
            confirm(&row, record);
        else if (strcmp(text(record, "verdict"), "info") != 0 &&
                 printf("%s: nothing computes it\n", row.name))
            unknown++;
        failed += !strcmp(text(record, "verdict"), "fail");
        records++;
        json_decref(record);
    }
    if (!feof(stdin)) {
        fprintf(stderr, "record %d: %s\n", records + 1, error.text);
        failures++;
    }
    for (int k = 0; k < UL_MAX_PARAMETERS; k++)
        mpfr_clear(argument[k]);
    ul_catalogue_free(&catalogue);
    mpfr_free_cache();
    printf("%d records, %d of them failing: %d figures not confirmed, %d rows without a reference\n", records,
           failed, failures, unknown);
    return failures || unknown || !records;
}
