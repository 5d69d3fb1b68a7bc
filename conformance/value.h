/* Numbers as people write them, and as records print them. */
#ifndef UL_VALUE_H
#define UL_VALUE_H

#include "common/type.h"

/* Reads decimal ("1e-3", "-7"), hexfloat ("0x1.8p+3"), "inf", "-inf", "nan", "bits:b76e". Floats round to
 * nearest even. False with a reason: malformed, or out of an integer's range. */
bool ul_value_parse(enum ul_type t, const char *text, ul_bits *out, struct ul_line *why);

/* Normalised hexfloat for floats, subnormals too ("0x1p-149", "-0x0p+0", "inf", "-inf", "nan"); decimal
 * for integers. Returns `out`. */
enum { UL_VALUE_ROOM = 40 };
char *ul_value_print(enum ul_type t, ul_bits b, char out[UL_VALUE_ROOM]);

/* Bits of facts about a type's values. */
ul_bits ul_value_mask(enum ul_type t); /* every bit of the type */
ul_bits ul_value_sign(enum ul_type t); /* the topmost */
ul_bits ul_value_infinity(enum ul_type t, bool negative);
ul_bits ul_value_largest(enum ul_type t);
ul_bits ul_value_nan(enum ul_type t);
bool ul_value_is_nan(enum ul_type t, ul_bits b);
bool ul_value_is_infinite(enum ul_type t, ul_bits b);
bool ul_value_is_zero(enum ul_type t, ul_bits b);
bool ul_value_is_subnormal(enum ul_type t, ul_bits b);
bool ul_value_is_negative(enum ul_type t, ul_bits b); /* the sign bit */
/* NaNs become the type's one NaN: 0x7fffffff, 0x7fff, 0x7fffffffffffffff. */
ul_bits ul_value_canonical(enum ul_type t, ul_bits b);
/* Position on the number line: zeros are 0, the smallest subnormal 1, infinity the largest plus one. */
int64_t ul_value_ordinal(enum ul_type t, ul_bits b);
/* Steps between two positions. */
uint64_t ul_value_steps(enum ul_type t, ul_bits a, ul_bits b);
ul_bits ul_value_from_ordinal(enum ul_type t, int64_t ordinal);

#endif
