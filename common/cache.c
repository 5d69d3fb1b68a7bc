#include "cache.h"
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Makes one folder. It must be ours and no link: what lies there is loaded as code. */
static bool usable(const char *folder)
{
    struct stat st;
    mkdir(folder, 0700);
    return lstat(folder, &st) == 0 && S_ISDIR(st.st_mode) && st.st_uid == geteuid() &&
           (st.st_mode & (S_IWGRP | S_IWOTH)) == 0 && access(folder, W_OK | X_OK) == 0;
}

char *ul_cache_path(const char *name, struct ul_line *why)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME"), *tmp = getenv("TMPDIR");
    char *folder =
        cache && cache[0] == '/' ? ul_format("%s", cache) : ul_format("%s/.cache", home ? home : "");
    mkdir(folder, 0700);
    char *own = ul_format("%s/ulparity", folder);
    free(folder);
    if (!usable(own)) {
        free(own);
        own = ul_format("%s/ulparity-%u", tmp && tmp[0] ? tmp : "/tmp", (unsigned)geteuid());
    }
    char *path = usable(own) ? ul_format("%s/%s", own, name) : NULL;
    if (!path)
        ul_fail(why, "no folder for compiled code can be written: set XDG_CACHE_HOME (tried %s)", own);
    free(own);
    return path;
}

char *ul_cache_own(const char *path)
{
    char *own = ul_format("%s.XXXXXX", path);
    const int descriptor = mkstemp(own);
    if (descriptor >= 0 && close(descriptor) == 0)
        return own;
    free(own);
    return NULL;
}

enum { KEY_ROOM = 33 };

static void key_of(const char *content, size_t length, char out[KEY_ROOM])
{
    const unsigned __int128 prime = ((unsigned __int128)1 << 88) + 0x13b;
    unsigned __int128 h = ((unsigned __int128)0x6c62272e07bb0142 << 64) + 0x62b821756295c58d;
    for (size_t k = 0; k < length; k++)
        h = (h ^ (unsigned char)content[k]) * prime;
    snprintf(out, KEY_ROOM, "%016llx%016llx", (unsigned long long)(h >> 64), (unsigned long long)h);
}

char *ul_cache_name(const char *kind, struct ul_text *content)
{
    char key[KEY_ROOM];
    key_of(content->data, content->length, key);
    ul_text_free(content);
    return ul_format("%s-%s", kind, key);
}

/* --- Contents --------------------------------------------------------------------------------------- */

/* A file is the key of what follows, then the content, which has its name before it while the key is made. */
static void file_key(const char *name, const char *data, size_t length, char out[KEY_ROOM])
{
    struct ul_text all = {0};
    ul_text_add(&all, "%s\n", name);
    ul_text_put(&all, data, length);
    key_of(all.data, all.length, out);
    ul_text_free(&all);
}

static bool read_file(const char *path, struct ul_text *out)
{
    char block[1 << 16];
    size_t n;
    FILE *f = fopen(path, "rb");
    while (f && (n = fread(block, 1, sizeof block, f)) > 0)
        ul_text_put(out, block, n);
    bool ok = f && !ferror(f);
    if (f)
        fclose(f);
    return ok;
}

bool ul_cache_read(const char *name, struct ul_text *out)
{
    enum { HEAD = KEY_ROOM - 1 };
    char key[KEY_ROOM];
    struct ul_text file = {0};
    char *path = ul_cache_path(name, NULL);
    bool ok = path && read_file(path, &file) && file.length >= HEAD;
    if (ok) {
        file_key(name, file.data + HEAD, file.length - HEAD, key);
        ok = !memcmp(key, file.data, HEAD);
    }
    if (ok) {
        ul_text_put(out, file.data + HEAD, file.length - HEAD);
        utimensat(AT_FDCWD, path, NULL, 0); /* it was used now */
    }
    ul_text_free(&file);
    free(path);
    return ok;
}

void ul_cache_write(const char *name, const char *data, size_t length)
{
    char key[KEY_ROOM];
    char *path = ul_cache_path(name, NULL);
    if (!path)
        return;
    char *own = ul_cache_own(path);
    file_key(name, data, length, key);
    FILE *f = own ? fopen(own, "wb") : NULL;
    bool ok = f && fputs(key, f) >= 0 && fwrite(data, 1, length, f) == length;
    if (f)
        ok = !fclose(f) && ok;
    if (own && (!ok || rename(own, path)))
        unlink(own);
    free(own);
    free(path);
}

/* --- What is used no more --------------------------------------------------------------------------- */

struct kept {
    char *name;
    uint64_t bytes;
    struct timespec used;
};

/* "KIND-KEY"; with an end of its own (".a1B2c3"), a file that was or is being written. */
static bool is_kept(const char *name, bool *written)
{
    const char *key = strrchr(name, '-');
    const size_t digits = key ? strspn(key + 1, "0123456789abcdef") : 0;
    const char *end = key ? key + 1 + digits : "";
    *written = *end == 0;
    return digits == KEY_ROOM - 1 && (*written || (*end == '.' && strlen(end) == strlen(".XXXXXX")));
}

static int by_use(const void *a, const void *b)
{
    const struct timespec *s = &((const struct kept *)a)->used, *t = &((const struct kept *)b)->used;
    return s->tv_sec != t->tv_sec ? (s->tv_sec < t->tv_sec ? -1 : 1)
                                  : (s->tv_nsec > t->tv_nsec) - (s->tv_nsec < t->tv_nsec);
}

/* All that was written whole; what was left half written is removed. */
static struct kept *list_kept(DIR *folder, size_t *count)
{
    enum { DAY = 24 * 60 * 60 };
    struct kept *list = NULL;
    struct stat st;
    bool written;
    for (const struct dirent *e; (e = readdir(folder));) {
        if (!is_kept(e->d_name, &written) ||
            fstatat(dirfd(folder), e->d_name, &st, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(st.st_mode))
            continue;
        if (!written && st.st_mtim.tv_sec < time(NULL) - DAY)
            unlinkat(dirfd(folder), e->d_name, 0);
        if (!written)
            continue;
        list = ul_realloc(list, (*count + 1) * sizeof *list);
        list[(*count)++] = (struct kept){ul_strdup(e->d_name), (uint64_t)st.st_size, st.st_mtim};
    }
    return list;
}

void ul_cache_prune(uint64_t bytes)
{
    char *path = ul_cache_path("", NULL);
    DIR *folder = path ? opendir(path) : NULL;
    size_t count = 0;
    struct kept *list = folder ? list_kept(folder, &count) : NULL;
    uint64_t all = 0;
    for (size_t k = 0; k < count; k++)
        all += list[k].bytes;
    if (all > bytes)
        qsort(list, count, sizeof *list, by_use);
    for (size_t k = 0; k < count; k++) {
        if (all > bytes)
            unlinkat(dirfd(folder), list[k].name, 0);
        all -= all > bytes ? list[k].bytes : 0;
        free(list[k].name);
    }
    free(list);
    free(path);
    if (folder)
        closedir(folder);
}
