/* Behind pairs.cuh and the texts of pairs: a thread of a search draws inputs between two, or takes each of a few,
 * and keeps the one with the largest error in ulp. What it finds is measured again, and certified, as any other
 * input is: nothing rests on what is said here. */

struct scout {
    uint64_t random; /* SplitMix64's state (Steele, Lea, Flood 2014) */
    double most, sum, squares;
    int64_t at;
};

static inline struct scout new_scout(uint64_t seed)
{
    struct scout s;
    s.random = seed;
    s.most = -1;
    s.sum = s.squares = 0;
    s.at = 0;
    return s;
}

/* The k-th of `draws`: an ordinal. All of them in turn, and the last again, where they are fewer. */
static inline int64_t scout_draw(struct scout *s, int64_t low, uint64_t width, ul_uint k, ul_uint draws)
{
    if (width < draws)
        return low + (int64_t)(k < width ? k : width);
    uint64_t z = s->random += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return (int64_t)((uint64_t)low + upper_product(z ^ z >> 31, width + 1));
}

static inline double scout_input(int64_t ordinal)
{
    return __longlong_as_double(ordinal < 0 ? -ordinal | INT64_MIN : ordinal);
}

/* In ulps of r, at a power of two and just below it those of the lower binade; -1: pairs do not tell. */
static inline double scout_error(mask special, double y, pair r, vec err)
{
    const double a = magnitude(r.hi).x;
    const bool below = r.hi.x < 0 ? r.lo.x >= 0 : r.lo.x <= 0;
    const int64_t exponent = (__double_as_longlong(a) - below) >> 52, bias = 1023, least = 64;
    if (special.bits || !(err.x <= a * 0x1p-80) || exponent < least)
        return -1;
    const double off = magnitude((vec(y) - r.hi) - r.lo).x;
    const double ulps = off * __longlong_as_double((bias + 52 + bias - exponent) << 52);
    return ulps < 0x1p+60 ? ulps : -1;
}

static inline void scout_take(struct scout *s, int64_t ordinal, double ulps)
{
    if (!(ulps >= 0))
        return;
    s->sum += ulps;
    s->squares += ulps * ulps;
    s->at = ulps > s->most ? ordinal : s->at;
    s->most = ulps > s->most ? ulps : s->most;
}

#undef static
#undef SLEEF
#undef LANES
#undef INFINITY
#undef NAN
#undef INT64_MAX
#undef INT64_MIN
#undef DBL_MAX
#undef M_SQRT1_2
#undef M_PI_4
}
