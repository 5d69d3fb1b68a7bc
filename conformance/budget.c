#include "budget.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool ul_budget_read(const char *text, struct ul_budget *out, struct ul_line *why)
{
    char *end;
    const double x = strtod(text, &end);
    static const double units[] = {['s'] = 1, ['m'] = 60, ['h'] = 3600};
    *out = (struct ul_budget){0};
    if (end == text || strspn(text, "0123456789.eE+-") != (size_t)(end - text) ||
        (*end && (!strchr("smh", *end) || end[1])))
        return ul_fail(why, "'%s' is no budget: it reads like 60s, 2m, 1e9 or 100000000", text);
    if (!(x > 0))
        return ul_fail(why, "'%s' is no budget: it has to be above 0", text);
    if (*end) {
        out->seconds = x * units[(unsigned char)*end];
        if (out->seconds > 366 * 86400.0)
            return ul_fail(why, "'%s' is more than a year", text);
        return out->seconds >= 0.001 || ul_fail(why, "'%s' is less than a millisecond", text);
    }
    if (x != floor(x))
        return ul_fail(why, "'%s' is no whole number of evaluations; seconds end in s, as in 60s", text);
    if (x > 0x1p53)
        return ul_fail(why, "'%s' is more evaluations than can be made", text);
    out->evaluations = (uint64_t)x;
    return x >= UL_SHARES ||
           ul_fail(why, "'%s' is less than an evaluation for each of the %d shares of a search", text,
                   UL_SHARES);
}

char *ul_budget_text(const struct ul_budget *b)
{
    return b->evaluations ? ul_format("%llu", (unsigned long long)b->evaluations)
                          : ul_format("%.15gs", b->seconds);
}
