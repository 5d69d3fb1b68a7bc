/* The exact value of an expression, certified: FLINT/Arb balls over the extended reals. */
#ifndef UL_REFERENCE_H
#define UL_REFERENCE_H

#include "common/type.h"
#include "expression.h"
#if __has_include(<flint/arb.h>)
#include <flint/arb.h>
#else
#include <arb.h>
#endif

/* IEEE 754's extended reals: what C Annex F and OpenCL C 7.5.1 ask of a function at zeros, infinities
 * and NaN, and a ball elsewhere. */
enum ul_exact_kind { UL_EXACT_NAN, UL_EXACT_INFINITY, UL_EXACT_ZERO, UL_EXACT_BALL };
struct ul_exact {
    enum ul_exact_kind kind;
    bool negative; /* of the infinity or the (exact) zero */
    int low_bits;  /* not 0: of an integer, so many of its magnitude's low bits and the sign count */
    arb_t ball;    /* UL_EXACT_BALL: holds the value; 0 exactly is a zero whose sign is free (fmax(0, -0));
                    * may hold 0 in its interior only if undecided */
};
void ul_exact_init(struct ul_exact *v);
void ul_exact_clear(struct ul_exact *v);

/* Evaluates at `precision` bits. `args` are bits of the given types (floats, or integers, which are
 * exact). Total: never fails; an undecided discontinuity gives a wide ball, as does what lies beyond
 * 2^(2^5000) or so. NaN for an integer result (lgamma_sign(-inf)): the documents ask for nothing.
 * Thread-safe; a thread that ends frees FLINT's caches by flint_cleanup(). */
void ul_reference(const struct ul_expression *e, const struct ul_parameter *types, const ul_bits *args,
                  long precision, struct ul_exact *out);

/* bits <-> numbers. ul_bits_to_arf: finite values only. */
double ul_bits_to_double(enum ul_type t, ul_bits b); /* exact for every float type and for ints below 2^53 */
void ul_bits_to_arf(enum ul_type t, ul_bits b, arf_t out);
/* Rounds a double to type t, nearest even (subnormals kept). */
ul_bits ul_double_to_bits(enum ul_type t, double x);

/* 25 significant digits of the exact value, for people ("1.175494350822287507968737e-38"). */
void ul_exact_print(const struct ul_expression *e, const struct ul_parameter *types, const ul_bits *args,
                    struct ul_text *out);

#endif
