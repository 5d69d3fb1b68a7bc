/* Inside screening: one word over n inputs, r and err as screen.h has them. */
#ifndef UL_SCREEN_KERNEL_H
#define UL_SCREEN_KERNEL_H

#include "expression.h"

typedef void ul_screen_kernel(const double *x, int n, double *r, double *err);

/* Tables by word, NULL where it has no kernel there: screen_exact.c, and screen_lanes.c, which is compiled
 * once for each instruction set. */
extern ul_screen_kernel *const ul_screen_exact[UL_WORD_COUNT];
extern ul_screen_kernel *const ul_screen_lanes_2[UL_WORD_COUNT]; /* SSE2, Advanced SIMD */
extern ul_screen_kernel *const ul_screen_lanes_4[UL_WORD_COUNT]; /* AVX2 and FMA */
extern ul_screen_kernel *const ul_screen_lanes_8[UL_WORD_COUNT]; /* AVX-512F */

/* The same of several arguments and as pairs: r + low. */
typedef void ul_pair_kernel(const double *const *x, int n, double *r, double *low, double *err);
extern ul_pair_kernel *const ul_pairs_exact[UL_WORD_COUNT];
extern ul_pair_kernel *const ul_pairs_2[UL_WORD_COUNT], *const ul_pairs_4[UL_WORD_COUNT],
                                                            *const ul_pairs_8[UL_WORD_COUNT];

#endif
