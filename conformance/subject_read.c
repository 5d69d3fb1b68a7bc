#include "subject_read.h"
#include "value.h"
#include <ctype.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Small texts ------------------------------------------------------------------------------------ */

static const char *skip(const char *s)
{
    while (isspace((unsigned char)*s) || *s == ',')
        s++;
    return s;
}

/* The next word of *s, up to a space or comma, copied into `word`; false at the end or if it is too long. */
static bool next_word(const char **s, char *word, size_t room)
{
    *s = skip(*s);
    size_t n = strcspn(*s, " \t,");
    if (!n || n >= room)
        return false;
    memcpy(word, *s, n);
    word[n] = 0;
    *s += n;
    return true;
}

static bool number(const char *word, double *out)
{
    char *end;
    *out = strtod(word, &end);
    return end != word && !*end && !isnan(*out);
}

/* "13.0" -> 1300, "1.2" -> 120 */
static bool release(const char *word, int *out)
{
    int major, minor, length;
    if (sscanf(word, "%d.%d%n", &major, &minor, &length) != 2 || word[length])
        return false;
    *out = major * 100 + minor * 10;
    return true;
}

/* --- One reader a key ------------------------------------------------------------------------------- */

static bool read_signature(struct ul_subject *s, const char *value, struct ul_line *why)
{
    if (!ul_signature_parse(value, &s->signature, why))
        return false;
    for (int k = 0; k < s->signature.parameters; k++)
        s->requires.fp64 |= s->signature.parameter[k].type == UL_DOUBLE;
    s->requires.fp64 |= s->signature.returns.type == UL_DOUBLE;
    return true;
}

/* Arguments and results that references are of: lanes of vectors, unless there is one reference a result for
 * all lanes. False: they are too many. */
static bool measured_as(const struct ul_signature *s, int references, int *arguments, int *results)
{
    struct ul_signature numbers;
    *arguments = s->arguments;
    *results = s->results;
    if (ul_signature_width(s) && references == s->results)
        return true;
    bool room = ul_signature_spread(s, &numbers);
    *arguments = numbers.arguments;
    *results = numbers.results;
    return room;
}

/* One expression for each result, separated by ';'. */
static bool read_reference(struct ul_subject *s, const char *value, struct ul_line *why)
{
    int references = 1, arguments, results;
    if (s->text && ul_signature_width(&s->signature) != 1) /* the dialect has none */
        return ul_fail(why, "vectors cannot be measured: write the function of one lane");
    for (const char *p = value; *p; p++)
        references += *p == ';';
    if (!measured_as(&s->signature, references, &arguments, &results))
        return ul_fail(why, "its vectors have more than %d lanes", UL_MAX_PARAMETERS);
    if (references > results)
        return ul_fail(why, "more references than the signature's %d results", results);
    if (references < results)
        return ul_fail(why, "%d of %d results have a reference", references, results);
    const char *p = value;
    for (int k = 0; k < references; k++) {
        size_t n = strcspn(p, ";");
        char *one = ul_format("%.*s", (int)n, p);
        struct ul_expression *e = s->reference[k] = ul_expression_parse(one, why);
        free(one);
        if (!e)
            return false;
        if (e->variables > arguments)
            return ul_fail(why, "it uses '%c', the signature has %d argument%s",
                           ul_variable_names[e->variables - 1], arguments, arguments == 1 ? "" : "s");
        p += n + 1;
    }
    return true;
}

static bool read_requires(struct ul_subject *s, const char *value, struct ul_line *why)
{
    struct ul_requirement *r = &s->requires;
    char word[32];
    int length = 0;
    while (next_word(&value, word, sizeof word)) {
        bool ok = true;
        if (!strcmp(word, "half"))
            r->half = true;
        else if (!strcmp(word, "double"))
            r->fp64 = true;
        else if (!strcmp(word, "gpu"))
            r->gpu = true;
        else if (!strcmp(word, "opencl"))
            ok = next_word(&value, word, sizeof word) && release(word, &r->opencl_c);
        else if (sscanf(word, "sm_%d%n", &r->cuda_arch, &length) == 1)
            ok = !word[length];
        else if (!strcmp(word, "cuda")) {
            ok = next_word(&value, word, sizeof word) &&
                 (release(word, &r->toolkit) ||
                  (sscanf(word, "sm_%d%n", &r->cuda_arch, &length) == 1 && !word[length]));
        } else
            ok = false;
        if (!ok)
            return ul_fail(
                why, "unknown requirement '%s': known are sm_75, cuda 13.0, opencl 3.0, half, double, gpu",
                word);
    }
    return !*value || ul_fail(why, "malformed requirement '%s'", value);
}

static bool read_rounding(struct ul_subject *s, const char *value, struct ul_line *why)
{
    static const char *const names[] = {[UL_TO_ZERO] = "zero", [UL_UP] = "up", [UL_DOWN] = "down"};
    for (int k = UL_TO_ZERO; k <= UL_DOWN; k++)
        if (!strcmp(value, names[k])) {
            s->rounding = (enum ul_rounding)k;
            return true;
        }
    return ul_fail(why, "unknown rounding '%s': known are zero, up, down", value);
}

static bool read_flush(struct ul_subject *s, const char *value, struct ul_line *why)
{
    s->flush_always = !strcmp(value, "always");
    return s->flush_always || ul_fail(why, "unknown word '%s': known is always", value);
}

/* "[-1, 1]", "(0, inf)" of the first argument; "each (-inf, inf)" */
static bool read_domain(struct ul_subject *s, const char *value, struct ul_line *why)
{
    s->domain_of_each = !strncmp(value, "each ", 5);
    value += s->domain_of_each ? 5 : 0;
    char open, close, lo[48], hi[48];
    int length = 0;
    if (sscanf(value, "%c%47[^,],%47[^])]%c%n", &open, lo, hi, &close, &length) != 4 || value[length] ||
        !strchr("[(", open) || !number(lo, &s->domain_lo) || !number(hi, &s->domain_hi) ||
        !(s->domain_lo <= s->domain_hi) || (s->domain_lo == s->domain_hi && (open == '(' || close == ')')))
        return ul_fail(why, "malformed interval '%s': it reads like [-1, 1] or (0, inf)", value);
    s->has_domain = true;
    s->domain_lo_open = open == '(';
    s->domain_hi_open = close == ')';
    return true;
}

/* Numbers, then perhaps a remark: "0 0.5  where the code branches". */
static bool read_split(struct ul_subject *s, const char *value, struct ul_line *why)
{
    const char *rest = value;
    char word[48];
    while (next_word(&rest, word, sizeof word)) {
        double x;
        if (!number(word, &x)) {
            if (s->splits && isalpha((unsigned char)word[0]))
                return true;
            return ul_fail(why, "malformed number '%s'", word);
        }
        s->split = ul_realloc(s->split, (size_t)(s->splits + 1) * sizeof *s->split);
        s->split[s->splits++] = x;
    }
    return true;
}

/* "303.08" -> just below 303.085, "1.9514e-5" -> just below 1.95145e-5: what rounds to the text. */
static double largest_that_rounds_to(const char *text)
{
    size_t digits = strcspn(text, "eE");
    const char *half = memchr(text, '.', digits) ? "5" : ".5";
    char *above = ul_format("%.*s%s%s", (int)digits, text, half, text + digits);
    double x = nextafter(strtod(above, NULL), 0);
    free(above);
    return x;
}

static bool read_claim_input(struct ul_subject *s, struct ul_claim *c, const char *text, struct ul_line *why)
{
    int k = 0;
    for (const char *p = text;; k++) {
        size_t n = strcspn(p, "; ");
        if (k == s->signature.arguments)
            return ul_fail(why, "more inputs than the signature's %d arguments", k);
        char *one = ul_format("%.*s", (int)n, p);
        bool ok = ul_value_parse(s->signature.argument[k].type, one, &c->input[k], why);
        free(one);
        if (!ok)
            return false;
        if (!p[n])
            break;
        p += n + 1 + strspn(p + n + 1, " ");
    }
    c->has_input = true;
    return k + 1 == s->signature.arguments ||
           ul_fail(why, "%d inputs for %d arguments", k + 1, s->signature.arguments);
}

enum { CLAIM_KINDS = 4 };
static const struct {
    const char *name;
    enum ul_claim_kind kind;
    enum ul_measure measure; /* of ulp: named by the claim */
} claim_kinds[CLAIM_KINDS] = {
    {"ulp", UL_CLAIM_ULP, UL_OPENCL},
    {"abs", UL_CLAIM_ABS, UL_ABS},
    {"rel", UL_CLAIM_REL, UL_REL},
    {"misrounded", UL_CLAIM_MISROUNDED, UL_OPENCL},
};

static bool read_measure(const char *word, enum ul_measure *out)
{
    for (int m = UL_OPENCL; m <= UL_ORDINAL; m++)
        if (!strcmp(word, ul_measure_names[m])) {
            *out = (enum ul_measure)m;
            return true;
        }
    return false;
}

/* "ulp 303.08 ordinal at 0x1.8p-1", "rel 1.9514e-5", "misrounded 0" */
static bool read_claim(struct ul_subject *s, const char *value, struct ul_line *why)
{
    if (s->claims == UL_MAX_CLAIMS)
        return ul_fail(why, "more than %d claims", UL_MAX_CLAIMS);
    s->claim = ul_realloc(s->claim, (size_t)(s->claims + 1) * sizeof *s->claim);
    struct ul_claim *c = &s->claim[s->claims++];
    *c = (struct ul_claim){0};
    const char *rest = value;
    char word[48];
    int k = 0;
    if (!next_word(&rest, word, sizeof word))
        return ul_fail(why, "an empty claim");
    while (k < CLAIM_KINDS && strcmp(word, claim_kinds[k].name) != 0)
        k++;
    if (k == CLAIM_KINDS)
        return ul_fail(why, "unknown claim '%s': known are ulp, abs, rel, misrounded", word);
    c->kind = claim_kinds[k].kind;
    c->measure = claim_kinds[k].measure;
    if (!next_word(&rest, word, sizeof word) || !number(word, &c->value) ||
        word[strspn(word, "0123456789.eE+-")] || !(c->value >= 0) || isinf(c->value))
        return ul_fail(why, "a claim needs a decimal figure: '%s'", value);
    /* A count is exact: there is nothing to round. */
    c->rounded_up = c->kind == UL_CLAIM_MISROUNDED ? c->value : largest_that_rounds_to(word);
    if (c->kind == UL_CLAIM_ULP && (!next_word(&rest, word, sizeof word) || !read_measure(word, &c->measure)))
        return ul_fail(why, "a claim in ulp needs its measure (opencl, cuda or ordinal): '%s'", value);
    c->text = ul_format("%.*s", (int)(rest - value), value);
    rest = skip(rest);
    if (!*rest)
        return true;
    if (strncmp(rest, "at ", 3) != 0)
        return ul_fail(why, "unexpected '%s': a claim ends in 'at INPUT'", rest);
    return read_claim_input(s, c, skip(rest + 3), why);
}

/* A count's number and what is counted. */
static bool read_counted(struct ul_cost_claim *c, const char *number, const char *what)
{
    static const char *const names[] = {"instructions", "instruction", "mufu"};
    int *const counts[] = {&c->instructions, &c->instructions, &c->mufu};
    for (int k = 0; k < 3; k++)
        if (!strcmp(what, names[k]) && *counts[k] < 0) {
            *counts[k] = atoi(number);
            return true;
        }
    return false;
}

static bool is_count(const char *word)
{
    return *word && strlen(word) < 7 && strspn(word, "0123456789") == strlen(word);
}

/* "12 instructions, 3 mufu, sm_89, CUDA 12.8", in any order. */
static bool read_cost(struct ul_subject *s, const char *value, struct ul_line *why)
{
    struct ul_cost_claim *c = &s->cost;
    char word[24], next[24];
    *c = (struct ul_cost_claim){.text = ul_strdup(value), .instructions = -1, .mufu = -1};
    while (next_word(&value, word, sizeof word)) {
        bool ok;
        if (is_count(word))
            ok = next_word(&value, next, sizeof next) && read_counted(c, word, next);
        else if (!strcmp(word, "CUDA"))
            ok = !c->toolkit && next_word(&value, next, sizeof next) && release(next, &c->toolkit);
        else
            ok = !c->arch && !strncmp(word, "sm_", 3) && is_count(word + 3) && (c->arch = atoi(word + 3));
        if (!ok)
            return ul_fail(
                why, "unexpected '%s': a cost reads like 12 instructions, 3 mufu, sm_89, CUDA 12.8", word);
    }
    if (*value)
        return ul_fail(why, "unexpected '%s'", value);
    return c->instructions >= 0 || c->mufu >= 0 || ul_fail(why, "it counts nothing: '%s'", c->text);
}

/* --- All keys, in the order in which they are read: what others need comes first --------------------- */

enum { BOTH = UL_FROM_TABLE | UL_FROM_FOOT };
static const struct field {
    const char *key;
    int origin, needed; /* where it may stand, where it must */
    bool repeated;
    bool (*read)(struct ul_subject *s, const char *value, struct ul_line *why);
    size_t text; /* without a reader: the member that takes the text as it stands */
} fields[UL_SUBJECT_KEYS] = {
    {"name", UL_FROM_TABLE, .needed = UL_FROM_TABLE, .text = offsetof(struct ul_subject, name)},
    {"signature", BOTH, .needed = BOTH, .read = read_signature},
    {"function", UL_FROM_TABLE, .text = offsetof(struct ul_subject, function)},
    {"reference", BOTH, .needed = UL_FROM_FOOT, .read = read_reference},
    {"requires", BOTH, .read = read_requires},
    {"rounding", UL_FROM_TABLE, .read = read_rounding},
    {"flush", UL_FROM_TABLE, .read = read_flush},
    {"domain", BOTH, .read = read_domain},
    {"call", UL_FROM_TABLE, .text = offsetof(struct ul_subject, call)},
    {"split", UL_FROM_FOOT, .read = read_split},
    {"claim", UL_FROM_FOOT, .repeated = true, .read = read_claim},
    {"cost", UL_FROM_FOOT, .read = read_cost},
    {"source", UL_FROM_FOOT, .text = offsetof(struct ul_subject, source)},
};

int ul_subject_keys(enum ul_origin origin, const char *keys[UL_SUBJECT_KEYS + 1])
{
    int n = 0;
    for (int k = 0; k < UL_SUBJECT_KEYS; k++)
        if (fields[k].origin & (int)origin)
            keys[n++] = fields[k].key;
    keys[n] = NULL;
    return n;
}

/* acosf(a0), sincosf(a0, &r0, &r1): the parameters in place, out-parameters as the results that they are. */
static char *plain_call(const struct ul_subject *s)
{
    const char *slash = strrchr(s->name, '/');
    struct ul_text t = {0};
    int argument = 0, result = s->signature.returns.type != UL_VOID;
    ul_text_add(&t, "%s(", slash ? slash + 1 : s->name);
    for (int k = 0; k < s->signature.parameters; k++) {
        bool out = s->signature.parameter[k].out;
        ul_text_add(&t, "%s%s%d", k ? ", " : "", out ? "&r" : "a", out ? result++ : argument++);
    }
    ul_text_add(&t, ")");
    return t.data;
}

static bool read_field(struct ul_subject *s, const struct field *f, const struct ul_entry *entries, int n,
                       enum ul_origin origin, const char *path, int line, struct ul_line *why)
{
    int found = 0;
    for (int k = 0; k < n; k++) {
        const struct ul_entry *e = &entries[k];
        if (strcmp(e->key, f->key) != 0)
            continue;
        if (found++ && !f->repeated)
            return ul_fail(why, "%s:%d: a second '%s'", path, e->line, f->key);
        struct ul_line what = {""};
        if (!*e->value)
            return ul_fail(why, "%s:%d: '%s' is empty", path, e->line, f->key);
        if (!f->read)
            *(char **)((char *)s + f->text) = ul_strdup(e->value);
        else if (!f->read(s, e->value, &what))
            return ul_fail(why, "%s:%d: %s: %s", path, e->line, f->key, what.text);
    }
    return found || !(f->needed & (int)origin) || ul_fail(why, "%s:%d: '%s' is missing", path, line, f->key);
}

bool ul_subject_read(struct ul_subject *s, const struct ul_entry *entries, int n, enum ul_origin origin,
                     const char *path, int line, struct ul_line *why)
{
    for (int k = 0; k < UL_SUBJECT_KEYS; k++)
        if ((fields[k].origin & (int)origin) &&
            !read_field(s, &fields[k], entries, n, origin, path, line, why))
            return false;
    if (!s->function)
        s->function = ul_strdup("");
    if (!s->call)
        s->call = plain_call(s);
    if (!s->label)
        s->label = s->name ? ul_strdup(s->name) : NULL;
    return true;
}

void ul_subject_clear(struct ul_subject *s)
{
    for (int k = 0; k < UL_MAX_RESULTS; k++)
        ul_expression_free(s->reference[k]);
    for (int k = 0; k < s->claims; k++)
        free(s->claim[k].text);
    char *owned[] = {s->name, s->label, s->function, s->call, s->text, s->path, s->cost.text, s->source};
    for (size_t k = 0; k < sizeof owned / sizeof *owned; k++)
        free(owned[k]);
    free(s->claim);
    free(s->split);
    if (s->by_lane)
        free(s->by_lane->vectors);
    free(s->by_lane);
    *s = (struct ul_subject){0};
}
