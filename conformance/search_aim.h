/* Inputs whose exact results lie where they are wanted between two numbers of double. What a function loses
 * is seen only where the exact result is near the middle of them, or as far beyond as its error goes: drawn
 * at random, few inputs are. Beside an input the exact result moves by nearly the same share of its ulp with
 * each step, so that three values of the reference tell where it comes near. */
#ifndef UL_SEARCH_AIM_H
#define UL_SEARCH_AIM_H

#include "screen.h"
#include "search_space.h"

enum { UL_AIM_REACH = 1 << 16 }; /* steps, of either direction */

/* Whose exact results: of pairs where these are screened so, else of Arb's. */
struct ul_aim {
    const struct ul_space *space;
    int result;
    struct ul_screen *screen;
};
/* False: the result is no double. */
bool ul_aim_make(struct ul_aim *a, const struct ul_space *s, int result);
void ul_aim_clear(struct ul_aim *a);

/* A share of an ulp, in units of 2^-64, from any number of ulps: whole ones are left out. */
uint64_t ul_aim_phase(double ulps);

/* Where results are aimed from. */
struct ul_anchor {
    ul_bits args[UL_MAX_PARAMETERS];
    int argument;   /* that is stepped, a double */
    uint64_t phase; /* how far the exact result is beyond a double, away from zero, */
    uint64_t slope; /* what the first step adds, and how much more each step than the one before */
    int64_t bend;
    bool holds; /* these are known */
};
/* Fills these in. */
void ul_aim_look(const struct ul_aim *aim, struct ul_anchor *a, int n);
/* Moves a point from where the anchor is to a place drawn among those from which the exact result lies
 * between `lo` and `lo + width`. False: there is none within reach. */
bool ul_aim_from(const struct ul_aim *aim, const struct ul_anchor *a, uint64_t lo, uint64_t width,
                 struct ul_random *r, ul_bits *args);
/* Is a result with an error of so many ulps farther from zero than the exact one (1), or nearer to it (-1)?
 * 0: that is not known. */
int ul_aim_side(const struct ul_aim *aim, const ul_bits *args, double ulps);

/* The least k, below `most`, for which k * step, less whole ulps, is from `lo` up to `hi`, past a whole one
 * where hi < lo; `most`: there is none. */
uint64_t ul_aim_first(uint64_t step, uint64_t lo, uint64_t hi, uint64_t most);

#endif
