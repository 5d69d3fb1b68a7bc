/* Where functions have their trouble: a line a family. */
#include "search_space.h"
#include <string.h>

#define PI   3.141592653589793
#define LN2  0.6931471805599453
#define LG2  0.30102999566398120

static const char overflow[] = "where results of float and double overflow, underflow, or end in subnormals";
static const char turns[] = "multiples of pi/2; the double nearest to one: Muller, Elementary Functions, 3rd ed., 11.3";

/* Sorted by what they have in common, not by name: the first of a name counts. */
static const struct ul_family families[] = {
    {"exp", UL_FRAME_PLAIN, LN2, {709.782712893384, 708.3964185322641, 745.1332191019411, 88.72283905206835, 87.33654475055310, 103.97207708399179}, 0, overflow},
    {"exp2", UL_FRAME_PLAIN, 1, {1024, 1022, 1074, 1075, 128, 126, 149, 150}, 0, overflow},
    {"exp10", UL_FRAME_PLAIN, LG2, {308.2547155599167, 307.6526555685888, 323.3062153431158, 38.53183944498959, 37.92977945366163, 44.85346952996245}, 0, overflow},
    {"expm1", UL_FRAME_PLAIN, LN2, {709.782712893384, 37.42994775023705, 88.72283905206835, 17.32867951398633, 0.34657359027997264}, 0, overflow},
    {"sinh", UL_FRAME_PLAIN, LN2, {710.4758600739439, 709.782712893384, 89.41598629223294, 88.72283905206835, 22}, 0, overflow},
    {"cosh", UL_FRAME_PLAIN, LN2, {710.4758600739439, 709.782712893384, 89.41598629223294, 88.72283905206835, 22}, 0, overflow},
    {"tanh", UL_FRAME_PLAIN, LN2 / 2, {0.55, 0.6, 19.061547465398498, 9.010913347279289, 22}, 0, "where results are 1; usual branches"},
    {"sin", UL_FRAME_PLAIN, PI / 2, {PI / 2, PI / 4, 0x1.6ac5b262ca1ffp+849, 0x1p+31, 105615}, 20, turns},
    {"cos", UL_FRAME_PLAIN, PI / 2, {PI / 2, PI / 4, 0x1.6ac5b262ca1ffp+849, 0x1p+31, 105615}, 20, turns},
    {"tan", UL_FRAME_PLAIN, PI / 2, {PI / 2, PI / 4, 0x1.6ac5b262ca1ffp+849, 0x1p+31, 105615}, 20, turns},
    {"sincos", UL_FRAME_PLAIN, PI / 2, {PI / 2, PI / 4, 0x1.6ac5b262ca1ffp+849, 0x1p+31, 105615}, 20, turns},
    {"sinpi", UL_FRAME_PLAIN, 0.5, {0.5, 0.25}, 10, "zeros and their middles"},
    {"cospi", UL_FRAME_PLAIN, 0.5, {0.5, 0.25}, 10, "zeros and their middles"},
    {"tanpi", UL_FRAME_PLAIN, 0.5, {0.5, 0.25}, 10, "zeros, poles and their middles"},
    {"sincospi", UL_FRAME_PLAIN, 0.5, {0.5, 0.25}, 10, "zeros and their middles"},
    {"asin", UL_FRAME_PLAIN, 0, {1, 0.5, 0.7071067811865476, 0.5625, 0.575}, 0, "the ends; usual branches"},
    {"acos", UL_FRAME_PLAIN, 0, {1, 0.5, 0.7071067811865476, 0.5625, 0.575}, 0, "the ends; usual branches"},
    {"asinpi", UL_FRAME_PLAIN, 0, {1, 0.5, 0.7071067811865476, 0.5625}, 0, "the ends; usual branches"},
    {"acospi", UL_FRAME_PLAIN, 0, {1, 0.5, 0.7071067811865476, 0.5625}, 0, "the ends; usual branches"},
    {"atan", UL_FRAME_PLAIN, 0, {1, 0.4375, 0.6875, 1.1875, 2.4375}, 0, "branches of FreeBSD's s_atan.c"},
    {"atanpi", UL_FRAME_PLAIN, 0, {1, 0.4375, 0.6875, 1.1875, 2.4375}, 0, "branches of FreeBSD's s_atan.c"},
    {"asinh", UL_FRAME_PLAIN, 0, {2, 1, 0x1p+28, 0x1p-28, 0x1p+26}, 0, "branches of FreeBSD's s_asinh.c"},
    {"acosh", UL_FRAME_PLAIN, 0, {1, 2, 0x1p+28, 0x1p+26}, 0, "the end; branches of FreeBSD's e_acosh.c"},
    {"atanh", UL_FRAME_PLAIN, 0, {1, 0.5, 0x1p-28}, 0, "poles; branches of FreeBSD's e_atanh.c"},
    {"log", UL_FRAME_PLAIN, 0, {1, 0.7071067811865476, 1.4142135623730951, 0.9394, 1.0645}, 0, "its zero; usual reductions"},
    {"log2", UL_FRAME_PLAIN, 0, {1, 0.7071067811865476, 1.4142135623730951, 0.9394, 1.0645}, 0, "its zero; usual reductions"},
    {"log10", UL_FRAME_PLAIN, 0, {1, 0.7071067811865476, 1.4142135623730951, 10}, 0, "its zero; usual reductions"},
    {"log1p", UL_FRAME_PLAIN, 0, {1, 0.41421356237309503, 0.2928932188134525, 0.375, 0.1875}, 0, "its pole; usual reductions"},
    {"tgamma", UL_FRAME_PLAIN, 1, {0.5, 171.62437695630272, 35.04010009765625, 184, 2, 2.5}, 9, "poles, borders"},
    {"lgamma", UL_FRAME_PLAIN, 1, {0.5, 1, 2, 2.4570247382208006, 2.7476826467274127, 3.1435808883499798, 3.9552942848585979, 1.4616321449683623}, 6, "poles, zeros"},
    {"lgamma_r", UL_FRAME_PLAIN, 1, {0.5, 1, 2, 2.4570247382208006, 2.7476826467274127, 3.1435808883499798, 3.9552942848585979, 1.4616321449683623}, 6, "poles, zeros"},
    {"erf", UL_FRAME_PLAIN, 0, {0.84375, 1.25, 2.857142857142857, 6, 0.921875, 1}, 0, "branches of FreeBSD's s_erf.c"},
    {"erfc", UL_FRAME_PLAIN, 0, {0.84375, 1.25, 2.857142857142857, 28, 26.54325845425098, 27.226017111108362, 9.194549, 10.05}, 0, "branches of FreeBSD's s_erf.c; underflow"},
    {"erfcx", UL_FRAME_PLAIN, 0, {26.628735713751488, 9.382415, 1, 10}, 0, overflow},
    {"normcdf", UL_FRAME_PLAIN, 0, {37.51937934714450, 38.56804181549334, 13.0}, 0, overflow},
    {"normcdfinv", UL_FRAME_PLAIN, 0, {0.5, 0.02425, 0.97575, 1}, 0, "its zero; usual branches"},
    {"erfinv", UL_FRAME_PLAIN, 0, {1, 0.85, 0.97}, 0, "poles; usual branches"},
    {"erfcinv", UL_FRAME_PLAIN, 0, {1, 2, 0.0625}, 0, "zero and pole; usual branches"},
    {"j0", UL_FRAME_PLAIN, PI, {2.4048255576957728, 5.5200781102863106, 8.6537279129110122, 8}, 0, "zeros: DLMF 10.21"},
    {"j1", UL_FRAME_PLAIN, PI, {3.8317059702075123, 7.0155866698156188, 10.173468135062722, 8}, 0, "zeros: DLMF 10.21"},
    {"y0", UL_FRAME_PLAIN, PI, {0.89357696627916752, 3.9576784193148579, 7.0860510603017727, 8}, 0, "zeros: DLMF 10.21"},
    {"y1", UL_FRAME_PLAIN, PI, {2.1971413260310170, 5.4296810407941351, 8.5960058683311689, 8}, 0, "zeros: DLMF 10.21"},
    {"pow", UL_FRAME_POWER, 0, {0}, 0, "the result's exponent"},
    {"powr", UL_FRAME_POWER, 0, {0}, 0, "the result's exponent"},
    {"pown", UL_FRAME_POWER, 0, {0}, 0, "the result's exponent"},
    {"rootn", UL_FRAME_ROOT, 0, {0}, 0, "the result's exponent"},
    {"ldexp", UL_FRAME_SCALE, 0, {0}, 0, "the result's exponent"},
    {"atan2", UL_FRAME_RATIO, 0, {0}, 0, "the arguments' ratio"},
    {"atan2pi", UL_FRAME_RATIO, 0, {0}, 0, "the arguments' ratio"},
    {"hypot", UL_FRAME_RATIO, 0, {0}, 0, "the arguments' ratio"},
    {"rhypot", UL_FRAME_RATIO, 0, {0}, 0, "the arguments' ratio"},
    {"fmod", UL_FRAME_RATIO, 0, {0}, 0, "the arguments' ratio"},
    {"remainder", UL_FRAME_RATIO, 0, {0}, 0, "the arguments' ratio"},
    {"remquo", UL_FRAME_RATIO, 0, {0}, 0, "the arguments' ratio"},
    {"fdim", UL_FRAME_RATIO, 0, {0}, 0, "the arguments' ratio"},
    {"/", UL_FRAME_RATIO, 0, {0}, 0, "the arguments' ratio"},
    {"fma", UL_FRAME_PRODUCT, 0, {0}, 0, "cancellation"},
};

const struct ul_family *ul_family_of(const struct ul_subject *s)
{
    const struct ul_expression *e = s->reference[0];
    const struct ul_node *root = e ? &e->node[e->count - 1] : NULL;
    const char *const name[] = {s->function, root && root->kind == UL_NODE_CALL ? ul_words[root->word].name : ""};
    for (int n = 0; n < 2; n++)
        for (size_t k = 0; name[n] && k < sizeof families / sizeof *families; k++)
            if (!strcmp(families[k].function, name[n]))
                return &families[k];
    return NULL;
}
