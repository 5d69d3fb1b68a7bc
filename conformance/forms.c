#include "forms.h"
#include <ctype.h>
#include <string.h>

/* The letters of a piece's next formula; they are joined by " or ". */
static int next_form(const char **s)
{
    const char *start = *s, *end = strstr(start, " or ");
    int length = end ? (int)(end - start) : (int)strlen(start);
    *s = end ? end + strlen(" or ") : start + length;
    return length;
}

/* ---- Fusing ---- */

/* Letters of the name or number at s: 0 where it is called, or there is none. */
static int operand(const char *s)
{
    int n = 0;
    while (isalnum((unsigned char)s[n]) || s[n] == '_' || s[n] == '.')
        n++;
    return s[n] == '(' ? 0 : n;
}

/* A product that meets a sum: "x * x - 1". */
struct contraction {
    const char *at, *operand[3];
    int length, letters[3];
    char sign;
};

static bool matches_here(const char *s, struct contraction *c)
{
    c->at = s;
    for (int k = 0; k < 3; k++) {
        if (k && (strncmp(s, k == 1 ? " * " : s[1] == '-' ? " - " : " + ", 3) != 0))
            return false;
        c->sign = k == 2 ? s[1] : '+';
        s += k ? 3 : 0;
        c->operand[k] = s;
        c->letters[k] = operand(s);
        if (!c->letters[k])
            return false;
        s += c->letters[k];
    }
    c->length = (int)(s - c->at);
    return true;
}

static bool find_contraction(const struct ul_form *f, struct contraction *c)
{
    for (int k = 0; k < f->length; k++) {
        bool starts = !k || !(isalnum((unsigned char)f->words[k - 1]) || strchr("_.", f->words[k - 1]));
        if (starts && matches_here(f->words + k, c) && k + c->length <= f->length)
            return true;
    }
    return false;
}

void ul_form_write(const struct ul_form *f, struct ul_text *out)
{
    struct contraction c;
    if (!f->fused || !find_contraction(f, &c)) {
        ul_text_put(out, f->words, (size_t)f->length);
        return;
    }
    const char *behind = c.at + c.length;
    ul_text_put(out, f->words, (size_t)(c.at - f->words));
    ul_text_add(out, "ul_fma(%.*s, %.*s, %s(float)%.*s)", c.letters[0], c.operand[0], c.letters[1],
                c.operand[1], c.sign == '-' ? "-" : "", c.letters[2], c.operand[2]);
    ul_text_put(out, behind, (size_t)(f->words + f->length - behind));
}

/* ---- Collecting ---- */

static bool is_same(const struct ul_form *a, const char *words, int length)
{
    return a->length == length && !strncmp(a->words, words, (size_t)length);
}

static void add(struct ul_forms *f, const struct ul_form *x)
{
    if (f->count < UL_MAX_FORMS)
        f->form[f->count] = *x;
    f->count++;
}

static void collect(const struct ul_piece *p, struct ul_forms *out)
{
    for (const char *s = p->words; *s;) {
        struct ul_form x = {.words = s};
        struct contraction c;
        x.length = next_form(&s);
        bool seen = false;
        for (int k = 0; k < out->count && k < UL_MAX_FORMS; k++)
            seen |= is_same(&out->form[k], x.words, x.length);
        if (seen)
            continue;
        add(out, &x);
        x.fused = find_contraction(&x, &c);
        if (x.fused)
            add(out, &x);
    }
}

void ul_forms_collect(const struct ul_bound *bounds, int n, struct ul_forms *out)
{
    out->count = 0;
    for (int b = 0; b < n; b++)
        for (int p = 0; p < bounds[b].pieces; p++)
            if (bounds[b].piece[p].kind == UL_LIMIT_DERIVED)
                collect(&bounds[b].piece[p], out);
    if (out->count > UL_MAX_FORMS)
        out->count = 0;
}

void ul_forms_select(const struct ul_subject *s, int result, const struct ul_device *d, const char *flags,
                     struct ul_forms *out)
{
    struct ul_bound bounds[UL_MAX_BOUNDS];
    ul_forms_collect(bounds, ul_bounds_select(s, result, d, flags, NULL, bounds), out);
    if (s->signature.result[result].type != UL_FLOAT)
        out->count = 0;
}

bool ul_forms_hold(const struct ul_forms *f, const struct ul_piece *p, unsigned equals)
{
    for (const char *s = p->words; *s;) {
        const char *words = s;
        int length = next_form(&s);
        for (int k = 0; k < f->count; k++)
            if (equals >> k & 1 && is_same(&f->form[k], words, length))
                return true;
    }
    return false;
}

bool ul_forms_are_those_of(const struct ul_forms *f, const struct ul_piece *p)
{
    struct ul_forms of = {0};
    collect(p, &of);
    return of.count == f->count; /* which has them all */
}
