#include "expect.h"
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
    char *subject = strtok_r(text, " \t\n", &rest), *limit = strtok_r(NULL, " \t\n", &rest);
    if (!subject || *subject == '#')
        return true;
    char *reason = rest ? rest + strspn(rest, " \t") : NULL, *end;
    if (!limit || !reason || !*reason || *reason == '\n')
        return ul_fail(why, "%s:%d: it reads SUBJECT LIMIT REASON", e->path, number);
    struct line l = {.number = number, .limit = INFINITY};
    if (strcmp(limit, "any")) {
        l.limit = strtod(limit, &end);
        if (*end || !(l.limit >= 0))
            return ul_fail(why, "%s:%d: limit '%s' is no number", e->path, number, limit);
    }
    reason[strcspn(reason, "\n")] = 0;
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
    bool ok = true;
    for (int number = 1; ok && getline(&text, &room, f) >= 0; number++)
        ok = read_line(e, text, number, why);
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

static bool within(const struct line *l, const struct ul_record *r)
{
    if (isinf(l->limit))
        return true;
    for (int w = 1; w < UL_WRONG_KINDS; w++)
        if (r->wrong[w])
            return false;
    for (int b = 0; b < r->judgements; b++)
        if (r->judgement[b].bound.in_force && r->judgement[b].error > l->limit)
            return false;
    return true;
}

/* Does the line name the row: its subject, at all widths, or the row alone? */
static bool names(const struct line *l, const struct ul_record *r)
{
    char *row = ul_record_label(r);
    const bool named = !strcmp(l->subject, row) || !fnmatch(l->subject, row, 0) ||
                       !fnmatch(l->subject, r->subject->label, 0);
    free(row);
    return named;
}

void ul_expect_apply(struct ul_expect *e, struct ul_record *r)
{
    for (int i = 0; i < e->count; i++) {
        struct line *l = &e->line[i];
        if (!names(l, r))
            continue;
        l->used = true;
        if (r->verdict != UL_FAIL)
            continue;
        if (!within(l, r)) {
            l->worse = true;
            continue;
        }
        l->failed = true;
        r->verdict = UL_INFO;
        snprintf(r->reason, sizeof r->reason, "known: %s", l->reason);
    }
}

void ul_expect_tell(const struct ul_expect *e, struct ul_text *out)
{
    for (int i = 0; i < e->count; i++) {
        const struct line *l = &e->line[i];
        if (!l->failed)
            ul_text_add(out, "ulparity: %s:%d: %s %s\n", e->path, l->number, l->subject,
                        l->worse  ? "failed worse than known"
                        : l->used ? "did not fail"
                                  : "was not measured");
    }
}
