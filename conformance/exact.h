/* Setting values, for the parts of the reference: reference.c, reference_several.c. The ball of all that is
 * no ball is 0, so that Arb's functions take an exact zero as it is. */
#ifndef UL_EXACT_H
#define UL_EXACT_H

#include "ball.h"
#include "reference.h"

/* What a word is applied to: its arguments, and the type that words of one type ask for. */
struct ul_call {
    enum ul_word word;
    const struct ul_exact *v[UL_MAX_ARITY];
    enum ul_type type;
    slong precision;
};

/* reference.c: by its tables. */
void ul_apply_one(enum ul_word word, const struct ul_exact *x, enum ul_type type, slong precision,
                  struct ul_exact *out);
void ul_apply_two(enum ul_word word, const struct ul_exact *x, const struct ul_exact *y, slong precision,
                  struct ul_exact *out);
/* Bits as a value. */
void ul_exact_set_bits(struct ul_exact *out, enum ul_type t, ul_bits b);
/* reference_several.c: words whose rules no table holds. False: it is none of them. */
bool ul_apply_several(const struct ul_call *c, struct ul_exact *out);

static inline void set_nan(struct ul_exact *out)
{
    out->kind = UL_EXACT_NAN;
    out->negative = false;
    arb_zero(out->ball);
}

static inline void set_infinity(struct ul_exact *out, bool negative)
{
    out->kind = UL_EXACT_INFINITY;
    out->negative = negative;
    arb_zero(out->ball);
}

static inline void set_zero(struct ul_exact *out, bool negative)
{
    out->kind = UL_EXACT_ZERO;
    out->negative = negative;
    arb_zero(out->ball);
}

/* A ball that is zero: whoever judges lets its sign be free. */
static inline void set_unsigned_zero(struct ul_exact *out)
{
    set_zero(out, false);
    out->kind = UL_EXACT_BALL;
}

static inline void set_wide(struct ul_exact *out)
{
    out->kind = UL_EXACT_BALL;
    out->negative = false;
    ul_ball_widen(out->ball);
}

/* What an Arb function left in the ball: exact zeros get a sign, what is not finite says nothing. */
static inline void settle(struct ul_exact *out, bool negative_zero)
{
    out->kind = UL_EXACT_BALL;
    out->negative = false;
    if (arb_is_zero(out->ball))
        set_zero(out, negative_zero);
    else if (!arb_is_finite(out->ball))
        ul_ball_widen(out->ball);
}

static inline void set_number(struct ul_exact *out, double value)
{
    arb_set_d(out->ball, value);
    settle(out, false);
}

static inline void copy(struct ul_exact *out, const struct ul_exact *v)
{
    out->kind = v->kind;
    out->negative = v->negative;
    arb_set(out->ball, v->ball);
}

static inline void negate(struct ul_exact *v)
{
    v->negative = !v->negative && v->kind != UL_EXACT_BALL;
    arb_neg(v->ball, v->ball);
}

static inline bool is_certainly_negative(const struct ul_exact *v)
{
    return v->kind == UL_EXACT_BALL ? arb_is_negative(v->ball) : v->negative;
}

/* Products of arguments, and their sums within reason, stay exact. */
static inline slong at_least_exact(slong precision)
{
    return precision < 256 ? 256 : precision;
}

#endif
