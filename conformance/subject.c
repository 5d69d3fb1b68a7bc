#include "subject.h"
#include "common/embedded.h"
#include "common/kernel.h"
#include "nearest.h"
#include "subject_read.h"
#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const char *const ul_measure_names[UL_MEASURES] = {
    [UL_OPENCL] = "opencl", [UL_CUDA] = "cuda", [UL_ORDINAL] = "ordinal", [UL_ABS] = "abs", [UL_REL] = "rel",
};

bool ul_requirement_met(const struct ul_requirement *r, const struct ul_device *d, struct ul_line *why)
{
    if (d->arch && d->arch < r->cuda_arch)
        return ul_fail(why, "needs sm_%d; the device is sm_%d", r->cuda_arch, d->arch);
    if (d->toolkit && d->toolkit < r->toolkit)
        return ul_fail(why, "needs CUDA %d.%d; NVRTC is %d.%d", r->toolkit / 100, r->toolkit / 10 % 10,
                       d->toolkit / 100, d->toolkit / 10 % 10);
    if (d->opencl_c && d->opencl_c < r->opencl_c)
        return ul_fail(why, "needs OpenCL C %d.%d; the device has %d.%d", r->opencl_c / 100,
                       r->opencl_c / 10 % 10, d->opencl_c / 100, d->opencl_c / 10 % 10);
    if (r->gpu && d->emulated)
        return ul_fail(why, "needs a GPU");
    if (r->half && !d->has_half)
        return ul_fail(why, "the device has no half");
    if (r->fp64 && !d->has_double)
        return ul_fail(why, "the device has no double");
    return true;
}

bool ul_subject_carries_bits(const struct ul_subject *s)
{
    return s->home == UL_HOME_EVERYWHERE || (s->home == UL_HOME_OPENCL && !s->requires.half);
}

bool ul_widths_have(const int *width, int widths, int which)
{
    bool have = false;
    for (int k = 0; k < widths; k++)
        have |= width[k] == which;
    return have;
}

int ul_subject_widths(const struct ul_subject *s, int width[UL_WIDTHS])
{
    if (s->home == UL_HOME_OPENCL && !s->vectors && ul_signature_width(&s->signature) == 1) {
        memcpy(width, ul_widths, sizeof ul_widths);
        return UL_WIDTHS;
    }
    width[0] = s->lanes;
    return 1;
}

const char *ul_subject_base(const char *name, size_t *length)
{
    const char *slash = strchr(name, '/'), *base = slash ? slash + 1 : name;
    *length = strcspn(base, "(");
    return base;
}

bool ul_subject_is_named(const struct ul_subject *s, const char *word)
{
    return !strcmp(word, s->name) || !strcmp(word, s->label);
}

void ul_subject_put_text(const struct ul_subject *s, struct ul_text *out)
{
    ul_program_begin_file(out, s->path);
    ul_text_add(out, "%s\n", s->text);
}

void ul_subject_begin_call(const struct ul_subject *s, struct ul_text *out)
{
    char *where = s->path ? ul_format("%s:%d: the call of %s", s->path, s->line, s->name)
                          : ul_format("the call of %s", s->name);
    ul_program_begin_file(out, where);
    free(where);
}

/* --- The catalogue ---------------------------------------------------------------------------------- */

struct ul_subject *ul_catalogue_append(struct ul_catalogue *c)
{
    c->subject = ul_realloc(c->subject, (size_t)(c->count + 1) * sizeof *c->subject);
    c->subject[c->count] = (struct ul_subject){.lanes = 1};
    return &c->subject[c->count++];
}

static void drop_after(struct ul_catalogue *c, int count)
{
    while (c->count > count)
        ul_subject_clear(&c->subject[--c->count]);
}

void ul_catalogue_free(struct ul_catalogue *c)
{
    drop_after(c, 0);
    free(c->subject);
    *c = (struct ul_catalogue){0};
}

/* A folder's tables of functions by how their paths begin: functions.tsv, functions_double.tsv ... */
static const struct {
    const char *path;
    enum ul_home home;
} tables[] = {
    {"cuda/functions", UL_HOME_CUDA},
    {"opencl/functions", UL_HOME_OPENCL},
    {"host/functions", UL_HOME_HOST},
    {"common/functions", UL_HOME_EVERYWHERE},
};

static bool read_tables(struct ul_catalogue *c, const char *path, enum ul_home home, struct ul_line *why)
{
    for (const struct ul_embedded *e = ul_embedded; e->path; e++)
        if (!strncmp(e->path, path, strlen(path)) && !ul_function_table_read(c, e->path, e->text, home, why))
            return false;
    return true;
}

static bool read_all(struct ul_catalogue *c, struct ul_line *why)
{
    for (size_t k = 0; k < sizeof tables / sizeof *tables; k++)
        if (!read_tables(c, tables[k].path, tables[k].home, why))
            return false;
    for (const struct ul_embedded *e = ul_embedded; e->path; e++)
        if (!strncmp(e->path, "common/algorithms/", 18) && !ul_feet_read(c, e->path, e->text, why))
            return false;
    return true;
}

bool ul_catalogue_load(struct ul_catalogue *c, struct ul_line *why)
{
    *c = (struct ul_catalogue){0};
    if (read_all(c, why))
        return true;
    ul_catalogue_free(c);
    return false;
}

/* A file's text, or NULL with "mine.h: No such file or directory". */
static char *read_file(const char *path, struct ul_line *why)
{
    struct stat st;
    FILE *f = NULL;
    if (!stat(path, &st) && S_ISDIR(st.st_mode))
        errno = EISDIR;
    else
        f = fopen(path, "r");
    if (!f) {
        ul_fail(why, "%s: %s", path, strerror(errno));
        return NULL;
    }
    struct ul_text t = {0};
    char block[4096];
    bool text = true; /* /dev/zero has no end */
    for (size_t n; text && (n = fread(block, 1, sizeof block, f)) > 0;) {
        text = !memchr(block, 0, n);
        ul_text_put(&t, block, n);
    }
    bool bad = ferror(f);
    fclose(f);
    if (bad || !t.data || !text) {
        ul_fail(why, "%s: %s", path, bad ? "it cannot be read" : t.data ? "not a text" : "it is empty");
        ul_text_free(&t);
        return NULL;
    }
    if (!strncmp(t.data, "\xef\xbb\xbf", 3)) /* an editor's mark of UTF-8, no part of the text */
        memmove(t.data, t.data + 3, t.length - 2);
    return t.data;
}

static bool add_file(struct ul_catalogue *c, const char *path, struct ul_line *why)
{
    char *text = read_file(path, why);
    if (!text)
        return false;
    int before = c->count;
    bool ok = ul_feet_read(c, path, text, why);
    if (!ok)
        drop_after(c, before);
    for (int k = before; k < c->count; k++)
        c->subject[k].users = true;
    free(text);
    return ok;
}

/* --- Words of the command line ---------------------------------------------------------------------- */

static int mark_names(const struct ul_catalogue *c, const char *word, bool *chosen)
{
    bool glob = strpbrk(word, "*?[");
    int marked = 0;
    for (int k = 0; k < c->count; k++)
        if (glob ? !fnmatch(word, c->subject[k].name, 0) || !fnmatch(word, c->subject[k].label, 0)
                 : ul_subject_is_named(&c->subject[k], word)) {
            chosen[k] = true;
            marked++;
        }
    return marked;
}

static int mark_file(const struct ul_catalogue *c, const char *path, bool *chosen)
{
    int marked = 0;
    for (int k = 0; k < c->count; k++)
        if (c->subject[k].path && !strcmp(path, c->subject[k].path)) {
            chosen[k] = true;
            marked++;
        }
    return marked;
}

/* "expf" was meant as "cuda/expf": a right name but for its home; else a near one. */
static bool unknown(const struct ul_catalogue *c, const char *word, struct ul_line *why)
{
    const char **names = ul_alloc((size_t)(c->count + 1) * sizeof *names);
    const char *near = NULL;
    for (int k = 0; k < c->count; k++) {
        names[k] = c->subject[k].name;
        const char *slash = strrchr(names[k], '/');
        if (!near && slash && !strcmp(slash + 1, word))
            near = names[k];
    }
    if (!near)
        near = ul_nearest(word, names);
    free(names);
    if (near)
        return ul_fail(why, "unknown subject '%s', did you mean '%s'?", word, near);
    return ul_fail(why, "unknown subject '%s'; 'ulparity list' names all", word);
}

static bool is_there(const char *path)
{
    struct stat st;
    return !stat(path, &st);
}

static bool looks_like_file(const char *word)
{
    const char *dot = strrchr(word, '.');
    return word[0] == '.' || word[0] == '/' || (dot && (!strcmp(dot, ".h") || !strcmp(dot, ".c"))) ||
           is_there(word);
}

/* Rows are told apart by their names: a function of a user's file, and another of its name. */
static bool apart(const struct ul_catalogue *c, const bool *chosen, struct ul_line *why)
{
    for (int k = 0; k < c->count; k++)
        for (int j = 0; chosen[k] && c->subject[k].users && j < k; j++)
            if (chosen[j] && !strcmp(c->subject[j].label, c->subject[k].label))
                return ul_fail(why, "%s:%d: '%s' is also a function of %s, give it another name",
                               c->subject[k].path, c->subject[k].line, c->subject[k].label,
                               c->subject[j].path ? c->subject[j].path : "ulparity");
    return true;
}

static bool choose(struct ul_catalogue *c, const char *word, bool **chosen, struct ul_line *why)
{
    if (mark_names(c, word, *chosen) || mark_file(c, word, *chosen))
        return true;
    if (strpbrk(word, "*?[") && !is_there(word))
        return ul_fail(why, "no subject matches '%s'; 'ulparity list' names all", word);
    if (!looks_like_file(word))
        return unknown(c, word, why);
    int before = c->count;
    if (!add_file(c, word, why))
        return false;
    *chosen = ul_realloc(*chosen, (size_t)c->count * sizeof **chosen);
    for (int k = before; k < c->count; k++)
        (*chosen)[k] = true;
    return true;
}

bool ul_catalogue_choose(struct ul_catalogue *c, const char *word, bool **chosen, struct ul_line *why)
{
    if (!*chosen)
        *chosen = ul_alloc((size_t)c->count * sizeof **chosen);
    return choose(c, word, chosen, why) && apart(c, *chosen, why);
}
