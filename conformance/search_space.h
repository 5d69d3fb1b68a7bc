/* The space of a search: a subject's inputs as points of whole numbers, drawn at random or moved about. */
#ifndef UL_SEARCH_SPACE_H
#define UL_SEARCH_SPACE_H

#include "subject.h"

/* SplitMix64 (Steele, Lea, Flood 2014). */
struct ul_random {
    uint64_t state;
};
uint64_t ul_random_next(struct ul_random *r);
/* A stream of its own for each seed: those of states that differ by little, or by the increment, are parts of
 * one. */
struct ul_random ul_random_of(uint64_t seed);
/* Below n, which is not 0. */
static inline uint64_t ul_random_below(struct ul_random *r, uint64_t n)
{
    return (uint64_t)((unsigned __int128)ul_random_next(r) * n >> 64);
}
/* From 0 on, below 1. */
static inline double ul_random_unit(struct ul_random *r)
{
    return (double)(ul_random_next(r) >> 11) * 0x1p-53;
}

/* How a point's numbers are made arguments. Each is an ordinal (see value.h; an integer is its own), but for
 * one that is a quantity which the trouble depends on, as a double's ordinal. */
enum ul_frame {
    UL_FRAME_PLAIN,   /* all are the arguments' own */
    UL_FRAME_RATIO,   /* y = x * t: atan2, hypot, fmod */
    UL_FRAME_POWER,   /* x = 2^(t / y): pow, whose result is 2^t */
    UL_FRAME_ROOT,    /* x = 2^(t * y): rootn */
    UL_FRAME_SCALE,   /* n = t - exponent of x: ldexp */
    UL_FRAME_PRODUCT, /* z = -x * y * (1 + t): fma */
    UL_FRAMES
};

/* Where the trouble of a function lies, by its name or its reference's word. */
struct ul_family {
    const char *function;
    enum ul_frame frame;
    double period;    /* adding multiples of it leaves a reduced argument as it is, or nearly; 0: none */
    double point[12]; /* borders, zeros, poles: multiples of the first, if `multiples`; 0 ends them */
    int multiples;
    const char *source;
};
/* NULL: nothing is known. */
const struct ul_family *ul_family_of(const struct ul_subject *s);

struct ul_space {
    const struct ul_subject *subject;
    const struct ul_family *family;
    int arguments;
    enum ul_type type[UL_MAX_PARAMETERS];
    int64_t lo[UL_MAX_PARAMETERS], hi[UL_MAX_PARAMETERS]; /* of plain points, both included */
};
/* False: the domain holds no number of the type. */
bool ul_space_make(struct ul_space *s, const struct ul_subject *subject);

/* A box of points. */
struct ul_box {
    enum ul_frame frame;
    int64_t lo[UL_MAX_PARAMETERS], hi[UL_MAX_PARAMETERS];
};
/* All that a frame reaches; false: the subject has no such frame. */
bool ul_space_box(const struct ul_space *s, enum ul_frame frame, struct ul_box *out);
/* The frame that goes with the subject beside UL_FRAME_PLAIN; that one again: none. */
enum ul_frame ul_space_frame(const struct ul_space *s);
/* Of the box's numbers the one that is widest, beside all that there is of it; -1: it is one point. */
int ul_box_widest(const struct ul_space *s, const struct ul_box *b);
/* Cuts that into at most so many parts; returns how many, 0 of one point. */
int ul_box_cut(const struct ul_space *s, const struct ul_box *b, int most, struct ul_box *part);
void ul_box_draw(const struct ul_space *s, const struct ul_box *b, struct ul_random *r, ul_bits *args);

/* An input from anywhere: by exponents, by values, beside numbers that are notable, with arguments that have
 * to do with each other. */
void ul_space_draw(const struct ul_space *s, struct ul_random *r, ul_bits *args);
/* Moves one argument by `steps` ordinals, as far as the space goes. */
void ul_space_step(const struct ul_space *s, int argument, int64_t steps, ul_bits *args);
/* Moves an input to where the function may do the same with it: a power of two or a period away, the other
 * sign, arguments swapped, or moved together so that what the frame keeps stays. */
void ul_space_jump(const struct ul_space *s, struct ul_random *r, ul_bits *args);
/* Beside notable inputs; k counts them. False: past the end. */
bool ul_space_notable(const struct ul_space *s, uint64_t k, ul_bits *args);
/* Which neighbourhood of the space it is in: a sixteenth of a binade of each argument. */
uint64_t ul_space_cell(const struct ul_space *s, const ul_bits *args);
/* An argument's place on its line, and back. */
int64_t ul_space_ordinal(enum ul_type t, ul_bits b);
ul_bits ul_space_value(enum ul_type t, int64_t ordinal);
double ul_space_number(const struct ul_space *s, const ul_bits *args, int k);

#endif
