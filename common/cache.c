#include "cache.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
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

void ul_cache_key(const char *content, char out[UL_CACHE_KEY_ROOM])
{
    const unsigned __int128 prime = ((unsigned __int128)1 << 88) + 0x13b;
    unsigned __int128 h = ((unsigned __int128)0x6c62272e07bb0142 << 64) + 0x62b821756295c58d;
    for (; *content; content++)
        h = (h ^ (unsigned char)*content) * prime;
    snprintf(out, UL_CACHE_KEY_ROOM, "%016llx%016llx", (unsigned long long)(h >> 64), (unsigned long long)h);
}
