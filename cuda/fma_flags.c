/* Each rule was read in the machine code of a product and a sum in inline PTX, compiled by NVRTC 13.0 for
 * sm_90. */
#include "fma_flags.h"
#include <string.h>

struct span {
    const char *at;
    size_t length;
};

struct option {
    struct span name, value;
};

/* What flags ask for; where two say the same, the later one holds. */
struct wishes {
    bool fmad, ptxas_fmad, ptxas_said; /* ptxas's own is above the compiler's */
    bool debug, debug_optimised, fast_compile, ptxas_plain;
};

static bool is(struct span s, const char *text)
{
    return s.length == strlen(text) && !memcmp(s.at, text, s.length);
}

static bool is_either(struct span s, const char *one, const char *other)
{
    return is(s, one) || is(s, other);
}

static struct span next_word(const char **at)
{
    *at += strspn(*at, " ");
    struct span word = {*at, strcspn(*at, " ")};
    *at += word.length;
    return word;
}

/* "-fmad=false" or "--fmad=false"; a value that is a word of its own is not seen here. */
static struct option split(struct span word)
{
    struct option o = {.name = word};
    for (int dashes = 0; dashes < 2 && o.name.length && *o.name.at == '-'; dashes++)
        o.name = (struct span){o.name.at + 1, o.name.length - 1};
    const char *equals = memchr(o.name.at, '=', o.name.length);
    if (!equals)
        return o;
    o.value.at = equals + 1;
    o.value.length = o.name.length - (size_t)(equals + 1 - o.name.at);
    o.name.length = (size_t)(equals - o.name.at);
    return o;
}

static bool has_value(struct span name)
{
    return is_either(name, "fmad", "dopt") || is_either(name, "Ofc", "Ofast-compile") ||
           is_either(name, "Xptxas", "ptxas-options");
}

static bool next_option(const char **at, struct option *o)
{
    const struct span word = next_word(at);
    *o = split(word);
    if (!o->value.at && has_value(o->name))
        o->value = next_word(at);
    return word.length != 0;
}

static void read_ptxas(struct wishes *w, struct span word)
{
    const struct option o = split(word);
    if (is(o.name, "fmad")) {
        w->ptxas_said = true;
        w->ptxas_fmad = is(o.value, "true");
    } else if (is(o.name, "opt-level")) {
        w->ptxas_plain = is(o.value, "0");
    } else if (o.name.length == 2 && *o.name.at == 'O') {
        w->ptxas_plain = o.name.at[1] == '0';
    } else if (is_either(o.name, "g", "device-debug") ||
               (is_either(o.name, "Ofc", "Ofast-compile") && is(o.value, "max"))) {
        w->ptxas_plain = true;
    }
}

bool ul_flags_fuse(const char *flags)
{
    struct wishes w = {.fmad = true};
    for (struct option o; next_option(&flags, &o);) {
        if (is(o.name, "fmad"))
            w.fmad = is(o.value, "true");
        else if (is_either(o.name, "G", "device-debug"))
            w.debug = true;
        else if (is(o.name, "dopt"))
            w.debug_optimised = is(o.value, "on");
        else if (is_either(o.name, "Ofc", "Ofast-compile"))
            w.fast_compile = is(o.value, "max");
        else if (is_either(o.name, "Xptxas", "ptxas-options"))
            read_ptxas(&w, o.value);
    }
    return (w.ptxas_said ? w.ptxas_fmad : w.fmad) && (!w.debug || w.debug_optimised) && !w.fast_compile &&
           !w.ptxas_plain;
}
