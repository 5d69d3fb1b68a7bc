#include "nearest.h"
#include <ctype.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

enum { LONGEST_WORD = 63 };

/* Edits (insert, delete, replace, swap neighbours) that turn a into b, letter case aside. */
static int distance(const char *a, const char *b)
{
    int d[LONGEST_WORD + 1][LONGEST_WORD + 1];
    int n = (int)strlen(a), m = (int)strlen(b);
    if (n > LONGEST_WORD || m > LONGEST_WORD)
        return INT_MAX;
    for (int i = 0; i <= n; i++) {
        for (int j = 0; j <= m; j++) {
            if (!i || !j) {
                d[i][j] = i + j;
                continue;
            }
            int x = tolower((unsigned char)a[i - 1]), y = tolower((unsigned char)b[j - 1]);
            int best = d[i - 1][j - 1] + (x != y);
            if (d[i - 1][j] + 1 < best)
                best = d[i - 1][j] + 1;
            if (d[i][j - 1] + 1 < best)
                best = d[i][j - 1] + 1;
            bool swapped = i > 1 && j > 1 && x == tolower((unsigned char)b[j - 2]) &&
                           y == tolower((unsigned char)a[i - 2]);
            if (swapped && d[i - 2][j - 2] + 1 < best)
                best = d[i - 2][j - 2] + 1;
            d[i][j] = best;
        }
    }
    return d[n][m];
}

const char *ul_nearest(const char *word, const char *const *names)
{
    int limit = ((int)strlen(word) + 2) / 3; /* one edit in three letters is still the same word */
    const char *nearest = NULL;
    for (; *names; names++) {
        int d = distance(word, *names);
        if (d <= limit) {
            nearest = *names;
            limit = d - 1;
        }
    }
    return nearest;
}
