/* The dialect in C, for gcc and clang (C11 and later; it is C++ too). Names and order as in cuda/prelude.cuh
 * and opencl/prelude.clh; what each means stands in common/ulparity.h. */
#include <math.h>

#define UL_HAS_DOUBLE 1

/* Types and declarations. */
#define ul_fn    static inline
#define ul_apart static __attribute__((noinline, unused))
#define ul_table static const
typedef signed char ul_char;
typedef unsigned char ul_uchar;
typedef short ul_short;
typedef unsigned short ul_ushort;
typedef int ul_int;
typedef unsigned int ul_uint;
typedef long long ul_long;
typedef unsigned long long ul_ulong;
typedef ul_ushort ul_half;

/* Products and sums that keep their own rounding. gcc fuses a * b + c by default where the machine has fma,
 * across inline functions too, and ignores the FP_CONTRACT pragma; __builtin_assoc_barrier is lost when a
 * loop becomes vectors (gcc 12.2). What it leaves alone is fma itself: x y + -0 and 1 x + y are the product
 * and the sum, signs of zeros included. clang obeys its pragma. */
#if defined(__clang__)
#pragma clang fp contract(off)
#elif defined(UL_CONCATENATED)
/* Partial redundancy elimination moves work to a loop's end, and then gcc 12 makes no vectors of it. */
#pragma GCC optimize("no-tree-pre")
#endif
#if defined(__FP_FAST_FMAF) && !defined(__clang__)
#define UL_PRODUCT(c, x, y) __builtin_fma##c(x, y, -0.0##c)
#define UL_SUM(c, x, y)     __builtin_fma##c(1, x, y)
/* Not the sum with -y: gcc takes -(a b + -0) for -a b + 0, which has another zero. */
#define UL_DIFFERENCE(c, x, y) __builtin_fma##c(-1, y, x)
#else
#define UL_PRODUCT(c, x, y) ((x) * (y))
#define UL_SUM(c, x, y)     ((x) + (y))
#define UL_DIFFERENCE(c, x, y) ((x) - (y))
#endif

/* Arithmetic, rounded to nearest once, for float and double. */
#define UL_ARITHMETIC(type, suffix, c)                                                                       \
    ul_fn type ul_fma##suffix(type x, type y, type z)                                                        \
    {                                                                                                        \
        return __builtin_fma##c(x, y, z);                                                                    \
    }                                                                                                        \
    ul_fn type ul_mul##suffix(type x, type y)                                                                \
    {                                                                                                        \
        return UL_PRODUCT(c, x, y);                                                                          \
    }                                                                                                        \
    ul_fn type ul_add##suffix(type x, type y)                                                                \
    {                                                                                                        \
        return UL_SUM(c, x, y);                                                                              \
    }                                                                                                        \
    ul_fn type ul_sub##suffix(type x, type y)                                                                \
    {                                                                                                        \
        return UL_DIFFERENCE(c, x, y);                                                                       \
    }                                                                                                        \
    ul_fn type ul_div##suffix(type x, type y)                                                                \
    {                                                                                                        \
        return x / y;                                                                                        \
    }                                                                                                        \
    ul_fn type ul_sqrt##suffix(type x)                                                                       \
    {                                                                                                        \
        return __builtin_sqrt##c(x);                                                                         \
    }                                                                                                        \
    ul_fn type ul_fabs##suffix(type x)                                                                       \
    {                                                                                                        \
        return __builtin_fabs##c(x);                                                                         \
    }                                                                                                        \
    ul_fn type ul_copysign##suffix(type x, type y)                                                           \
    {                                                                                                        \
        return __builtin_copysign##c(x, y);                                                                  \
    }                                                                                                        \
    ul_fn type ul_floor##suffix(type x)                                                                      \
    {                                                                                                        \
        return __builtin_floor##c(x);                                                                        \
    }                                                                                                        \
    ul_fn type ul_trunc##suffix(type x)                                                                      \
    {                                                                                                        \
        return __builtin_trunc##c(x);                                                                        \
    }                                                                                                        \
    ul_fn type ul_rint##suffix(type x)                                                                       \
    {                                                                                                        \
        return __builtin_rint##c(x);                                                                         \
    }
UL_ARITHMETIC(float, , f)
UL_ARITHMETIC(double, _d, )

/* Bits. */
ul_fn ul_uint ul_float_bits(float x)
{
    ul_uint b;
    __builtin_memcpy(&b, &x, sizeof b);
    return b;
}
ul_fn float ul_bits_float(ul_uint b)
{
    float x;
    __builtin_memcpy(&x, &b, sizeof x);
    return x;
}
ul_fn ul_ulong ul_double_bits(double x)
{
    ul_ulong b;
    __builtin_memcpy(&b, &x, sizeof b);
    return b;
}
ul_fn double ul_bits_double(ul_ulong b)
{
    double x;
    __builtin_memcpy(&x, &b, sizeof x);
    return x;
}
ul_fn ul_uint ul_sad(ul_uint x, ul_uint y, ul_uint z)
{
    return (x > y ? x - y : y - x) + z;
}

/* Half: the exponent is moved by a product with 2^112, which normalises subnormals too. */
ul_fn float ul_half_to_float(ul_half h)
{
    const ul_uint special = (h & 0x7c00u) == 0x7c00u ? 0x7f800000u : 0u;
    const ul_uint magnitude = ul_float_bits(ul_bits_float((h & 0x7fffu) << 13) * 5.192296858534828e33f);
    return ul_bits_float((h & 0x8000u) << 16 | magnitude | special);
}
/* Below 2^-14 the sum with 0.5 rounds to a multiple of 2^-24, a half's last place there; above it the carry
 * of the rounding runs into the exponent, as it should. */
ul_fn ul_half ul_float_to_half(float x)
{
    const ul_uint b = ul_float_bits(x), m = b & 0x7fffffffu;
    const ul_uint normal = (m - 0x38000000u + 0xfffu + (m >> 13 & 1u)) >> 13;
    const ul_uint subnormal = ul_float_bits(ul_bits_float(m) + 0.5f) - 0x3f000000u;
    const ul_uint special = m > 0x7f800000u ? 0x7fffu : 0x7c00u;
    const ul_uint finite = m < 0x38800000u ? subnormal : normal;
    return (ul_half)((b >> 16 & 0x8000u) | (m < 0x477ff000u ? finite : special));
}

/* The platform's own functions: their bits differ. */
#define UL_PLATFORM(name)                                                                                    \
    ul_fn float ul_##name(float x)                                                                           \
    {                                                                                                        \
        return name##f(x);                                                                                   \
    }                                                                                                        \
    ul_fn double ul_##name##_d(double x)                                                                     \
    {                                                                                                        \
        return name(x);                                                                                      \
    }
#define UL_PLATFORM_2(name)                                                                                  \
    ul_fn float ul_##name(float x, float y)                                                                  \
    {                                                                                                        \
        return name##f(x, y);                                                                                \
    }                                                                                                        \
    ul_fn double ul_##name##_d(double x, double y)                                                           \
    {                                                                                                        \
        return name(x, y);                                                                                   \
    }
/* clang-format off */
UL_PLATFORM(exp)   UL_PLATFORM(exp2)  UL_PLATFORM(expm1)
UL_PLATFORM(log)   UL_PLATFORM(log2)  UL_PLATFORM(log10) UL_PLATFORM(log1p)
UL_PLATFORM(sin)   UL_PLATFORM(cos)   UL_PLATFORM(tan)
UL_PLATFORM(asin)  UL_PLATFORM(acos)  UL_PLATFORM(atan)
UL_PLATFORM(sinh)  UL_PLATFORM(cosh)  UL_PLATFORM(tanh)
UL_PLATFORM(asinh) UL_PLATFORM(acosh) UL_PLATFORM(atanh)
UL_PLATFORM(cbrt)  UL_PLATFORM(erf)   UL_PLATFORM(erfc)  UL_PLATFORM(tgamma) UL_PLATFORM(lgamma)
UL_PLATFORM_2(pow) UL_PLATFORM_2(atan2) UL_PLATFORM_2(hypot) UL_PLATFORM_2(fmod)
/* clang-format on */

/* Approximations: the host has none but the model in common/mufu. */
#ifndef UL_APPROX_MUFU
#define UL_APPROX_MUFU 1
#endif

/* Begins a block in which a product and a sum may become one operation. */
#define UL_CONTRACT _Pragma("STDC FP_CONTRACT ON")

/* Kernels: an exported function with the loop inside, over a part of a launch (threads share it). */
#ifdef __cplusplus
#define UL_KERNEL_LINKAGE extern "C"
#else
#define UL_KERNEL_LINKAGE
#endif
#define UL_KERNEL(name)                                                                                      \
    UL_KERNEL_LINKAGE __attribute__((visibility("default"))) void name(                                      \
        const unsigned char *__restrict in, unsigned char *__restrict out, ul_ulong base, ul_uint first,     \
        ul_uint end, ul_uint capacity)
#define UL_DENSE_KERNEL(blocks, name) UL_KERNEL(name)
#define UL_EACH(i) for (ul_uint i = first; i < end; i++)
#define UL_IN(type, name, offset)                                                                            \
    const type *__restrict name = (const type *)(in + (ul_ulong)capacity * (offset))
#define UL_OUT(type, name, offset) type *__restrict name = (type *)(out + (ul_ulong)capacity * (offset))
#define UL_LOAD(name, i)           (name)[i]
#define UL_STORE(name, i, x)       ((name)[i] = (x))
