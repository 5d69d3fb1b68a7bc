/* Bisection level by level, as V. Innocente and P. Zimmermann search: the list of the most promising boxes is
 * cut, so many inputs are drawn in each part, the best parts are the next list; all inputs of what is left in
 * the end are tried. */
#ifndef UL_SEARCH_LEVELS_H
#define UL_SEARCH_LEVELS_H

#include "search_space.h"

enum { UL_LEVEL_LIST = 20, UL_LEVEL_PARTS = 4, UL_LEVEL_MOST = UL_LEVEL_LIST * UL_LEVEL_PARTS };

/* A run, from the whole space down; then the next. */
struct ul_levels {
    const struct ul_space *space;
    int runs, count;
    struct ul_level_box {
        struct ul_box box;
        double worth;
    } box[UL_LEVEL_MOST];
    int next;       /* box, of those that wait for their draws */
    uint32_t draws; /* in each, and of `next` how many there were */
    uint64_t drawn;
    double spent;     /* inputs of this run */
    bool ends, begun; /* all inputs of the boxes are tried */
};

void ul_levels_begin(struct ul_levels *l, const struct ul_space *s);
/* The next inputs, at most so many (`room`), all of one box, which is `*of`. How many: 0: results are needed
 * first. */
uint32_t ul_levels_draw(struct ul_levels *l, struct ul_random *r, ul_bits (*out)[UL_MAX_PARAMETERS],
                        uint32_t room, int *of);
/* For scouts, of an only argument: where so many draws are from, and of which box; of `runs` runs a box, or,
 * where the run ends, all inputs in turn. False: results are needed first. */
struct ul_stretch {
    int64_t low;
    uint64_t width; /* numbers behind it */
    int of;
};
bool ul_levels_stretch(struct ul_levels *l, uint32_t draws, uint32_t runs, struct ul_stretch *out);
/* What a box's draws were worth, the most of several times. */
void ul_levels_hear(struct ul_levels *l, int of, double worth);
/* Does the run go by the mean and deviation of a box, rather than by its largest error? */
bool ul_levels_by_mean(const struct ul_levels *l);
/* All that was drawn has been heard; there will be room for so many inputs. */
void ul_levels_step(struct ul_levels *l, uint32_t room);

#endif
