#include "fingerprint_file.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FEWEST_DIGITS = 4, MOST_DIGITS = 16 };

/* --- Lists of blocks --- */

static void add_blocks(struct ul_blocks *b, long lo, long hi)
{
    for (long k = lo; k <= hi; k++) {
        bool seen = false;
        for (int j = 0; j < b->count && !seen; j++)
            seen = b->block[j] == k;
        if (!seen)
            b->block[b->count++] = (int)k;
    }
}

bool ul_blocks_read(const char *list, struct ul_blocks *out, struct ul_line *why)
{
    out->count = 0;
    if (!list || !strcmp(list, "all")) {
        add_blocks(out, 0, UL_MAX_HASHES - 1);
        return true;
    }
    for (const char *s = list; *s;) {
        char *end;
        long lo = strtol(s, &end, 10), hi = lo;
        bool number = end > s;
        if (number && *end == '-') {
            s = end + 1;
            hi = strtol(s, &end, 10);
            number = end > s;
        }
        if (!number || lo < 0 || hi >= UL_MAX_HASHES || hi < lo || (*end && *end != ','))
            return ul_fail(why, "it reads like 100,125-131, below %d", UL_MAX_HASHES);
        add_blocks(out, lo, hi);
        s = *end ? end + 1 : end;
    }
    return true;
}

void ul_blocks_of(const struct ul_blocks *list, const struct ul_signature *s, struct ul_blocks *out)
{
    const int has = ul_fingerprint_blocks(s);
    out->count = 0;
    if (has == 1)
        add_blocks(out, 0, 0);
    for (int b = 0; has > 1 && b < list->count; b++)
        if (list->block[b] < has)
            out->block[out->count++] = list->block[b];
}

/* --- Flags as one word --- */

static char *with_instead(const char *text, char old, char new)
{
    char *s = ul_strdup(text);
    for (char *c = s; *c; c++)
        if (*c == old)
            *c = new;
    return s;
}

char *ul_flags_joined(const char *flags)
{
    return with_instead(*flags ? flags : "-", ' ', ',');
}

char *ul_flags_parted(const char *joined)
{
    return with_instead(strcmp(joined, "-") ? joined : "", ',', ' ');
}

/* --- Files --- */

static bool is_hash(const char *word)
{
    size_t digits = strspn(word, "0123456789abcdef");
    return !word[digits] && digits >= FEWEST_DIGITS && digits <= MOST_DIGITS;
}

static void add_list(struct ul_fingerprint_file *f)
{
    f->list = ul_realloc(f->list, ((size_t)f->lists + 1) * sizeof *f->list);
    ul_blocks_read(NULL, &f->list[f->lists++], NULL);
}

/* A header's last word is a list of blocks; other comments end in none, and change nothing. */
static void read_header(struct ul_fingerprint_file *f, const char *text)
{
    struct ul_blocks blocks;
    const char *last = strrchr(text, ' ');
    if (!last || !last[1] || !ul_blocks_read(last + 1, &blocks, NULL))
        return;
    add_list(f);
    f->list[f->lists - 1] = blocks;
}

static bool read_line(struct ul_fingerprint_file *f, const char *text, struct ul_line *why)
{
    struct ul_fingerprint_line l = {.text = ul_strdup(text), .list = f->lists - 1};
    char *rest = NULL, *word;
    f->line = ul_realloc(f->line, ((size_t)f->lines + 1) * sizeof *f->line);
    l.hash = ul_alloc((strlen(text) / 2 + 1) * sizeof *l.hash);
    l.name = strtok_r(l.text, " ", &rest);
    l.flags = strtok_r(NULL, " ", &rest);
    bool good = true;
    while ((word = strtok_r(NULL, " ", &rest))) {
        good &= is_hash(word);
        l.hash[l.hashes++] = word;
    }
    f->line[f->lines++] = l;
    return (good && l.hashes) || ul_fail(why, "it reads: name, flags, hashes of %d to %d hexadecimal digits",
                                         FEWEST_DIGITS, MOST_DIGITS);
}

static bool read_all(struct ul_fingerprint_file *f, FILE *file, struct ul_line *why)
{
    char *text = NULL;
    size_t room = 0;
    struct ul_line what;
    bool ok = true;
    add_list(f);
    for (int number = 1; ok && getline(&text, &room, file) >= 0; number++) {
        text[strcspn(text, "\r\n")] = 0;
        if (*text == '#')
            read_header(f, text);
        else if (*text && !read_line(f, text, &what))
            ok = ul_fail(why, "%s:%d: %s", f->path, number, what.text);
    }
    free(text);
    if (ok && ferror(file))
        return ul_fail(why, "%s: %s", f->path, strerror(errno));
    return ok && (f->lines || ul_fail(why, "%s: it has no fingerprints", f->path));
}

bool ul_fingerprint_file_read(struct ul_fingerprint_file *f, const char *path, struct ul_line *why)
{
    const bool standard = !strcmp(path, "-");
    FILE *file = standard ? stdin : fopen(path, "r");
    *f = (struct ul_fingerprint_file){.path = ul_strdup(path)};
    if (!file)
        return ul_fail(why, "%s: %s", path, strerror(errno));
    bool ok = read_all(f, file, why);
    if (!standard)
        fclose(file);
    return ok;
}

void ul_fingerprint_file_free(struct ul_fingerprint_file *f)
{
    for (int k = 0; k < f->lines; k++) {
        free(f->line[k].text);
        free(f->line[k].hash);
    }
    free(f->line);
    free(f->path);
    free(f->list);
}

static bool is_of(const struct ul_fingerprint_line *l, const char *name, const char *flags)
{
    return !strcmp(l->name, name) && (!flags || !strcmp(l->flags, flags));
}

bool ul_fingerprint_file_has(const struct ul_fingerprint_file *f, const char *name, const char *flags)
{
    for (int k = 0; k < f->lines; k++)
        if (is_of(&f->line[k], name, flags))
            return true;
    return false;
}

bool ul_fingerprint_file_find(const struct ul_fingerprint_file *f, const char *name, const char *flags,
                              const struct ul_signature *s, const char *hash[UL_MAX_HASHES],
                              struct ul_line *why)
{
    bool found = false;
    memset(hash, 0, UL_MAX_HASHES * sizeof *hash);
    for (int k = 0; k < f->lines; k++) {
        const struct ul_fingerprint_line *l = &f->line[k];
        struct ul_blocks blocks;
        if (!is_of(l, name, flags))
            continue;
        found = true;
        ul_blocks_of(&f->list[l->list], s, &blocks);
        if (blocks.count != l->hashes)
            return ul_fail(why, "it has %d hashes in %s, not %d", l->hashes, f->path, blocks.count);
        for (int b = 0; b < blocks.count; b++)
            hash[blocks.block[b]] = l->hash[b];
    }
    return found || ul_fail(why, "it is not in %s", f->path);
}
