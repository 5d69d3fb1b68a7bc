/* Comparisons: setp, set; selections: selp, slct. */

/* What x and y, of any type of C, are: a row a comparison. Ordered ones are false where one is a NaN. */
#define COMPARISONS_FLOAT(D, ...)                                                                            \
    D(eq, x == y, __VA_ARGS__)                                                                               \
    D(ne, (x < y) | (x > y), __VA_ARGS__)                                                                    \
    D(lt, x < y, __VA_ARGS__)                                                                                \
    D(le, x <= y, __VA_ARGS__)                                                                               \
    D(gt, x > y, __VA_ARGS__)                                                                                \
    D(ge, x >= y, __VA_ARGS__)                                                                               \
    D(equ, !((x < y) | (x > y)), __VA_ARGS__)                                                                \
    D(neu, x != y, __VA_ARGS__)                                                                              \
    D(ltu, !(x >= y), __VA_ARGS__)                                                                           \
    D(leu, !(x > y), __VA_ARGS__)                                                                            \
    D(gtu, !(x <= y), __VA_ARGS__)                                                                           \
    D(geu, !(x < y), __VA_ARGS__)                                                                            \
    D(num, (x == x) & (y == y), __VA_ARGS__)                                                                 \
    D(nan, (x != x) | (y != y), __VA_ARGS__)
#define COMPARISONS_EQUAL(D, ...)                                                                            \
    D(eq, x == y, __VA_ARGS__)                                                                               \
    D(ne, x != y, __VA_ARGS__)
#define COMPARISONS_SIGNED(D, ...)                                                                           \
    COMPARISONS_EQUAL(D, __VA_ARGS__)                                                                        \
    D(lt, x < y, __VA_ARGS__)                                                                                \
    D(le, x <= y, __VA_ARGS__)                                                                               \
    D(gt, x > y, __VA_ARGS__)                                                                                \
    D(ge, x >= y, __VA_ARGS__)
#define COMPARISONS_UNSIGNED(D, ...)                                                                         \
    COMPARISONS_SIGNED(D, __VA_ARGS__)                                                                       \
    D(lo, x < y, __VA_ARGS__)                                                                                \
    D(ls, x <= y, __VA_ARGS__)                                                                               \
    D(hi, x > y, __VA_ARGS__)                                                                                \
    D(hs, x >= y, __VA_ARGS__)

/* U: an operand's type; C: the type in which READ(a) compares it. */
#define COMPARE(op, expression, suffix, U, C, READ)                                                          \
    ul_fn bool compare_##op##suffix(U a, U b)                                                                \
    {                                                                                                        \
        const C x = READ(a), y = READ(b);                                                                    \
        return expression;                                                                                   \
    }                                                                                                        \
    I bool ptx_setp_##op##suffix(U a, U b)                                                                   \
    {                                                                                                        \
        return compare_##op##suffix(a, b);                                                                   \
    }                                                                                                        \
    I bool ptx_setp_##op##_and##suffix(U a, U b, bool c)                                                     \
    {                                                                                                        \
        return compare_##op##suffix(a, b) & c;                                                               \
    }                                                                                                        \
    I bool ptx_setp_##op##_or##suffix(U a, U b, bool c)                                                      \
    {                                                                                                        \
        return compare_##op##suffix(a, b) | c;                                                               \
    }                                                                                                        \
    I bool ptx_setp_##op##_xor##suffix(U a, U b, bool c)                                                     \
    {                                                                                                        \
        return compare_##op##suffix(a, b) != c;                                                              \
    }

/* set: D is a destination's name, R its type, TRUE what a true comparison gives; `flush` is empty or _ftz. */
#define SET(op, expression, flush, S, U, D, R, TRUE)                                                         \
    I R ptx_set_##op##flush##_##D##S(U a, U b)                                                               \
    {                                                                                                        \
        return compare_##op##flush##S(a, b) ? TRUE : 0;                                                      \
    }                                                                                                        \
    I R ptx_set_##op##_and##flush##_##D##S(U a, U b, bool c)                                                 \
    {                                                                                                        \
        return compare_##op##flush##S(a, b) && c ? TRUE : 0;                                                 \
    }                                                                                                        \
    I R ptx_set_##op##_or##flush##_##D##S(U a, U b, bool c)                                                  \
    {                                                                                                        \
        return compare_##op##flush##S(a, b) || c ? TRUE : 0;                                                 \
    }                                                                                                        \
    I R ptx_set_##op##_xor##flush##_##D##S(U a, U b, bool c)                                                 \
    {                                                                                                        \
        return compare_##op##flush##S(a, b) != c ? TRUE : 0;                                                 \
    }
#define SETS(COMPARISONS, flush, S, U)                                                                       \
    COMPARISONS(SET, flush, S, U, u32, uint32_t, ~0u)                                                        \
    COMPARISONS(SET, flush, S, U, s32, uint32_t, ~0u)                                                        \
    COMPARISONS(SET, flush, S, U, f32, uint32_t, 0x3f800000u)

#define READ_f32(a)     ul_bits_float(a)
#define READ_f32_ftz(a) operand_32(a, true)
#define READ_f64(a)     ul_bits_double(a)
#define READ_f16(a)     float_of_f16(a)
#define READ_f16_ftz(a) float_of_f16(flush_f16(a))
#define READ_bf16(a)    float_of_bf16(a)

COMPARISONS_FLOAT(COMPARE, _f32, uint32_t, float, READ_f32)
COMPARISONS_FLOAT(COMPARE, _ftz_f32, uint32_t, float, READ_f32_ftz)
COMPARISONS_FLOAT(COMPARE, _f64, uint64_t, double, READ_f64)
COMPARISONS_FLOAT(COMPARE, _f16, uint16_t, float, READ_f16)
COMPARISONS_FLOAT(COMPARE, _ftz_f16, uint16_t, float, READ_f16_ftz)
COMPARISONS_FLOAT(COMPARE, _bf16, uint16_t, float, READ_bf16)
SETS(COMPARISONS_FLOAT, , _f32, uint32_t)
SETS(COMPARISONS_FLOAT, _ftz, _f32, uint32_t)
SETS(COMPARISONS_FLOAT, , _f64, uint64_t)

#define COMPARE_INTEGERS(bits)                                                                               \
    COMPARISONS_EQUAL(COMPARE, _b##bits, u##bits, u##bits, (u##bits))                                        \
    COMPARISONS_SIGNED(COMPARE, _s##bits, u##bits, s##bits, (s##bits))                                       \
    COMPARISONS_UNSIGNED(COMPARE, _u##bits, u##bits, u##bits, (u##bits))                                     \
    SETS(COMPARISONS_EQUAL, , _b##bits, u##bits)                                                             \
    SETS(COMPARISONS_SIGNED, , _s##bits, u##bits)                                                            \
    SETS(COMPARISONS_UNSIGNED, , _u##bits, u##bits)
COMPARE_INTEGERS(16)
COMPARE_INTEGERS(32)
COMPARE_INTEGERS(64)

/* Halves: one gives 1.0 in its format or ones in an integer; two give 1.0, or 0xffff in a word, by lanes. */
#define SET_LANES(op, expression, flush, F, D, TRUE)                                                         \
    I uint32_t ptx_set_##op##flush##_##D##_##F##x2(uint32_t a, uint32_t b)                                   \
    {                                                                                                        \
        return PAIR(compare_##op##flush##_##F(LANE(a, 0), LANE(b, 0)) ? TRUE : 0,                            \
                    compare_##op##flush##_##F(LANE(a, 1), LANE(b, 1)) ? TRUE : 0);                           \
    }                                                                                                        \
    I uint32_t ptx_set_##op##_and##flush##_##D##_##F##x2(uint32_t a, uint32_t b, bool c)                     \
    {                                                                                                        \
        return c ? ptx_set_##op##flush##_##D##_##F##x2(a, b) : 0;                                            \
    }                                                                                                        \
    I uint32_t ptx_set_##op##_or##flush##_##D##_##F##x2(uint32_t a, uint32_t b, bool c)                      \
    {                                                                                                        \
        return c ? PAIR(TRUE, TRUE) : ptx_set_##op##flush##_##D##_##F##x2(a, b);                             \
    }                                                                                                        \
    I uint32_t ptx_set_##op##_xor##flush##_##D##_##F##x2(uint32_t a, uint32_t b, bool c)                     \
    {                                                                                                        \
        return ptx_set_##op##flush##_##D##_##F##x2(a, b) ^ (c ? PAIR(TRUE, TRUE) : 0);                       \
    }
#define SETS_HALF(F, flush)                                                                                  \
    COMPARISONS_FLOAT(SET, flush, _##F, uint16_t, u32, uint32_t, ~0u)                                        \
    COMPARISONS_FLOAT(SET, flush, _##F, uint16_t, s32, uint32_t, ~0u)                                        \
    COMPARISONS_FLOAT(SET, flush, _##F, uint16_t, F, uint16_t, ONE_##F)                                      \
    COMPARISONS_FLOAT(SET, flush, _##F, uint16_t, u16, uint16_t, 0xffff)                                     \
    COMPARISONS_FLOAT(SET, flush, _##F, uint16_t, s16, uint16_t, 0xffff)                                     \
    COMPARISONS_FLOAT(SET_LANES, flush, F, F##x2, ONE_##F)                                                   \
    COMPARISONS_FLOAT(SET_LANES, flush, F, u32, 0xffffu)                                                     \
    COMPARISONS_FLOAT(SET_LANES, flush, F, s32, 0xffffu)
SETS_HALF(f16, )
SETS_HALF(f16, _ftz)
SETS_HALF(bf16, )
COMPARISONS_FLOAT(SET, , _f16, uint16_t, bf16, uint16_t, ONE_bf16)

/* ---- Selections ------------------------------------------------------------------------------------- */

/* slct: a where c is 0 or above, -0 too; b where it is below, or a NaN. */
#define SELECT(name, U)                                                                                      \
    I U ptx_selp_##name(U a, U b, bool p)                                                                    \
    {                                                                                                        \
        return p ? a : b;                                                                                    \
    }                                                                                                        \
    I U ptx_slct_##name##_s32(U a, U b, uint32_t c)                                                          \
    {                                                                                                        \
        return (int32_t)c >= 0 ? a : b;                                                                      \
    }                                                                                                        \
    I U ptx_slct_##name##_f32(U a, U b, uint32_t c)                                                          \
    {                                                                                                        \
        return ul_bits_float(c) >= 0.0f ? a : b;                                                             \
    }                                                                                                        \
    I U ptx_slct_ftz_##name##_f32(U a, U b, uint32_t c)                                                      \
    {                                                                                                        \
        return operand_32(c, true) >= 0.0f ? a : b;                                                          \
    }
#define SELECT_BITS(bits)                                                                                    \
    SELECT(b##bits, u##bits)                                                                                 \
    SELECT(u##bits, u##bits)                                                                                 \
    SELECT(s##bits, u##bits)
SELECT_BITS(16)
SELECT_BITS(32)
SELECT_BITS(64)
SELECT(f32, uint32_t)
SELECT(f64, uint64_t)
