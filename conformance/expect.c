#include "expect.h"
#include "reports/told.h"
#include <errno.h>
#include <fnmatch.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct line {
    int number;
    char *subject, *reason;
    double limit; /* INFINITY: "any" */
    bool used, failed, worse;
};

struct ul_expect {
    char *path;
    int count;
    struct line *line;
};

static bool read_line(struct ul_expect *e, char *text, int number, struct ul_line *why)
{
    char *rest = NULL;
    char *subject = strtok_r(text, " \t\r\n", &rest), *limit = strtok_r(NULL, " \t\r\n", &rest);
    if (!subject || *subject == '#')
        return true;
    char *reason = rest ? rest + strspn(rest, " \t") : NULL, *end;
    if (!limit || !reason || !reason[strspn(reason, "\r\n")])
        return ul_fail(why, "%s:%d: it reads SUBJECT LIMIT REASON", e->path, number);
    struct line l = {.number = number, .limit = INFINITY};
    if (strcmp(limit, "any")) {
        l.limit = strtod(limit, &end);
        if (*end || !(l.limit >= 0))
            return ul_fail(why, "%s:%d: limit '%s' is no number", e->path, number, limit);
    }
    reason[strcspn(reason, "\r\n")] = 0;
    l.subject = ul_strdup(subject);
    l.reason = ul_strdup(reason);
    e->line = ul_realloc(e->line, (size_t)(e->count + 1) * sizeof l);
    e->line[e->count++] = l;
    return true;
}

struct ul_expect *ul_expect_read(const char *path, struct ul_line *why)
{
    FILE *f = fopen(path, "r");
    if (!f) {
        ul_fail(why, "%s: %s", path, strerror(errno));
        return NULL;
    }
    struct ul_expect *e = ul_alloc(sizeof *e);
    e->path = ul_strdup(path);
    char *text = NULL;
    size_t room = 0;
    ssize_t length;
    bool ok = true;
    for (int number = 1; ok && (length = getline(&text, &room, f)) >= 0; number++)
        ok = strlen(text) == (size_t)length ? read_line(e, text, number, why)
                                            : ul_fail(why, "%s:%d: no text", path, number);
    free(text);
    if (ok && ferror(f))
        ok = ul_fail(why, "%s: %s", path, strerror(errno));
    fclose(f);
    if (ok)
        return e;
    ul_expect_free(e);
    return NULL;
}

void ul_expect_free(struct ul_expect *e)
{
    for (int i = 0; e && i < e->count; i++) {
        free(e->line[i].subject);
        free(e->line[i].reason);
    }
    if (e) {
        free(e->line);
        free(e->path);
    }
    free(e);
}

/* What a claim is about: a measure's maximum, or how many are misrounded. */
static double claimed(const json_t *record, const char *measure)
{
    return strcmp(measure, "misrounded") ? ul_told_largest(record, measure).figure
                                         : ul_json_number(record, measure);
}

static bool within(const struct line *l, const json_t *record)
{
    size_t k;
    const json_t *claim;
    if (isinf(l->limit))
        return true;
    bool is = !ul_told_wrong_count(record) && !(ul_json_number(ul_told_in_force(record), "error") > l->limit);
    json_array_foreach (json_object_get(record, "claims"), k, claim)
        is &=
            ul_told_verdict(claim) != UL_FAIL || claimed(record, ul_json_text(claim, "measure")) <= l->limit;
    return is;
}

/* Does the line name the row: its subject, at all widths, or the row alone? */
static bool names(const struct line *l, const char *row, const char *subject)
{
    return !strcmp(l->subject, row) || !fnmatch(l->subject, row, 0) || !fnmatch(l->subject, subject, 0);
}

bool ul_expect_apply(struct ul_expect *e, json_t *record, const char *subject)
{
    bool known = false;
    for (int i = 0; i < e->count; i++) {
        struct line *l = &e->line[i];
        if (!names(l, ul_json_text(record, "label"), subject))
            continue;
        l->used = true;
        if (ul_told_verdict(record) != UL_FAIL)
            continue;
        if (!within(l, record)) {
            l->worse = true;
            continue;
        }
        l->failed = known = true;
        char *reason = ul_format("known: %s", l->reason);
        ul_json_set(record, "verdict", ul_json_string("info"));
        ul_json_set(record, "reason", ul_json_string(reason));
        free(reason);
    }
    return known;
}

void ul_expect_tell(const struct ul_expect *e)
{
    for (int i = 0; i < e->count; i++) {
        const struct line *l = &e->line[i];
        if (!l->failed)
            fprintf(stderr, "ulparity: %s:%d: %s %s\n", e->path, l->number, l->subject,
                    l->worse  ? "failed worse than known"
                    : l->used ? "did not fail"
                              : "was not measured");
    }
}
