/* The dialect in CUDA C++, for nvcc and NVRTC (which has no standard headers). Names and order as in
 * host/prelude.h and opencl/prelude.clh; what each means stands in common/ulparity.h. Fused and unfused
 * operations are the intrinsics of CUDA's math API, which are never contracted (CUDA C++ Programming Guide
 * 13.1, intrinsic functions); approximations are inline PTX, which compiler flags leave alone (PTX ISA 9.1).
 */
#ifdef UL_NATIVE_HALF
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#if __CUDACC_VER_MAJOR__ * 100 + __CUDACC_VER_MINOR__ >= 1108
#include <cuda_fp8.h>
#endif
#endif

/* "was declared but never referenced": a program uses some of these names only. */
#ifdef __CUDACC_RTC__
#pragma nv_diag_suppress 177
#endif

#define UL_HAS_DOUBLE 1

/* Types and declarations. */
#define ul_fn    static __device__ __forceinline__
#define ul_apart static __device__ __noinline__
#define ul_table static __device__ const
typedef signed char ul_char;
typedef unsigned char ul_uchar;
typedef short ul_short;
typedef unsigned short ul_ushort;
typedef int ul_int;
typedef unsigned int ul_uint;
typedef long long ul_long;
typedef unsigned long long ul_ulong;
typedef ul_ushort ul_half;

/* Arithmetic, rounded to nearest once, for float and double. */
#define UL_ARITHMETIC(type, suffix, f, c)                                                                    \
    ul_fn type ul_fma##suffix(type x, type y, type z)                                                        \
    {                                                                                                        \
        return __fma##c##_rn(x, y, z);                                                                       \
    }                                                                                                        \
    ul_fn type ul_mul##suffix(type x, type y)                                                                \
    {                                                                                                        \
        return __##f##mul_rn(x, y);                                                                          \
    }                                                                                                        \
    ul_fn type ul_add##suffix(type x, type y)                                                                \
    {                                                                                                        \
        return __##f##add_rn(x, y);                                                                          \
    }                                                                                                        \
    ul_fn type ul_sub##suffix(type x, type y)                                                                \
    {                                                                                                        \
        return __##f##sub_rn(x, y);                                                                          \
    }                                                                                                        \
    ul_fn type ul_div##suffix(type x, type y)                                                                \
    {                                                                                                        \
        return __##f##div_rn(x, y);                                                                          \
    }                                                                                                        \
    ul_fn type ul_sqrt##suffix(type x)                                                                       \
    {                                                                                                        \
        return __##f##sqrt_rn(x);                                                                            \
    }                                                                                                        \
    ul_fn type ul_fabs##suffix(type x)                                                                       \
    {                                                                                                        \
        return fabs##c(x);                                                                                   \
    }                                                                                                        \
    ul_fn type ul_copysign##suffix(type x, type y)                                                           \
    {                                                                                                        \
        return copysign##c(x, y);                                                                            \
    }                                                                                                        \
    ul_fn type ul_floor##suffix(type x)                                                                      \
    {                                                                                                        \
        return floor##c(x);                                                                                  \
    }                                                                                                        \
    ul_fn type ul_trunc##suffix(type x)                                                                      \
    {                                                                                                        \
        return trunc##c(x);                                                                                  \
    }                                                                                                        \
    ul_fn type ul_rint##suffix(type x)                                                                       \
    {                                                                                                        \
        return rint##c(x);                                                                                   \
    }
UL_ARITHMETIC(float, , f, f)
UL_ARITHMETIC(double, _d, d, )

/* Bits. */
ul_fn ul_uint ul_float_bits(float x)
{
    return __float_as_uint(x);
}
ul_fn float ul_bits_float(ul_uint b)
{
    return __uint_as_float(b);
}
ul_fn ul_ulong ul_double_bits(double x)
{
    return (ul_ulong)__double_as_longlong(x);
}
ul_fn double ul_bits_double(ul_ulong b)
{
    return __longlong_as_double((ul_long)b);
}
ul_fn ul_uint ul_sad(ul_uint x, ul_uint y, ul_uint z)
{
    return __usad(x, y, z);
}

/* Half. */
ul_fn float ul_half_to_float(ul_half h)
{
    float x;
    asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"(h));
    return x;
}
ul_fn ul_half ul_float_to_half(float x)
{
    ul_half h;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(h) : "f"(x));
    return h;
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

/* Approximations: the special function unit's, or its model. */
#ifndef UL_APPROX_MUFU
#define UL_APPROX(name, instruction)                                                                         \
    ul_fn float ul_approx_##name(float x)                                                                    \
    {                                                                                                        \
        float y;                                                                                             \
        asm(instruction " %0, %1;" : "=f"(y) : "f"(x));                                                      \
        return y;                                                                                            \
    }
                        UL_APPROX(rcp, "rcp.approx.ftz.f32") UL_APPROX(sqrt, "sqrt.approx.ftz.f32")
                            UL_APPROX(rsqrt, "rsqrt.approx.ftz.f32") UL_APPROX(exp2, "ex2.approx.ftz.f32")
                                UL_APPROX(log2, "lg2.approx.ftz.f32") UL_APPROX(sin, "sin.approx.ftz.f32")
                                    UL_APPROX(cos, "cos.approx.ftz.f32")
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 750
                                        UL_APPROX(tanh, "tanh.approx.f32")
#endif
#endif

/* Begins a block in which a product and a sum may become one operation: -fmad says whether. */
#define UL_CONTRACT

/* Kernels: one thread an input, from `first` on: a launch may treat a part of the inputs. */
#define UL_KERNEL_AS(bounds, name)                                                                           \
    extern "C" __global__ void bounds name(const unsigned char *__restrict__ in,                             \
                                           unsigned char *__restrict__ out, ul_ulong base, ul_uint n,        \
                                           ul_uint capacity, ul_uint first)
#define UL_KERNEL(name) UL_KERNEL_AS(, name)
/* So many blocks (of 256, cuda_device.c's) at once, with at most 65536 / 256 / blocks registers a thread:
 * waits take many threads to hide. */
#define UL_DENSE_KERNEL(blocks, name) UL_KERNEL_AS(__launch_bounds__(256, blocks), name)
#define UL_EACH(i)                                                                                           \
    const ul_uint i = first + blockIdx.x * blockDim.x + threadIdx.x;                                         \
    if (i < n)
#define UL_IN(type, name, offset)                                                                            \
    const type *__restrict__ name = (const type *)(in + (ul_ulong)capacity * (offset))
#define UL_OUT(type, name, offset) type *__restrict__ name = (type *)(out + (ul_ulong)capacity * (offset))
#define UL_LOAD(name, i)           (name)[i]
#define UL_STORE(name, i, x)       ((name)[i] = (x))

/* Of neighbouring threads, a power of two of them: what the one has whose number differs by the bit `away`. */
#define ul_from_thread(word, away, of)                                                                       \
    __shfl_xor_sync((0xffffffffu >> (32 - (of))) << (threadIdx.x & (32 - (of))), word, away, of)

/* The language's own half and bfloat16, and its vectors. */
#define ul_native_half                           __half
#define ul_native_bfloat16                       __nv_bfloat16
#define ul_bits_native_half(b)                   __ushort_as_half(b)
#define ul_bits_native_bfloat16(b)               __ushort_as_bfloat16(b)
#define ul_bits_native_half2(b)                  __halves2half2(__ushort_as_half(b), __ushort_as_half((b) >> 16))
#define ul_bits_native_bfloat162(b)                                                                          \
    __halves2bfloat162(__ushort_as_bfloat16(b), __ushort_as_bfloat16((b) >> 16))
#define UL_PASTE(type, width)                    type##width
#define UL_VECTOR(type, width)                   UL_PASTE(type, width)
#define UL_LOAD_VECTOR(type, width, name, i)     ((const UL_VECTOR(type, width) *)name)[i]
#define UL_STORE_VECTOR(type, width, name, i, x) (((UL_VECTOR(type, width) *)name)[i] = (x))
#define UL_BOOLS(width, x)                       (x)

/* A PTX instruction from float to float, as an expression: UL_PTX("rcp.approx.f32", x). */
#define UL_PTX(instruction, x)                                                                               \
    [](float from) {                                                                                         \
        float to;                                                                                            \
        asm(instruction " %0, %1;" : "=f"(to) : "f"(from));                                                  \
        return to;                                                                                           \
    }(x)
/* Of two floats: UL_PTX_2("div.full.f32", x, y). */
#define UL_PTX_2(instruction, x, y)                                                                          \
    [](float from, float by) {                                                                               \
        float to;                                                                                            \
        asm(instruction " %0, %1, %2;" : "=f"(to) : "f"(from), "f"(by));                                     \
        return to;                                                                                           \
    }(x, y)
/* Of another type, to the same: its bits, which registers of a kind ("h" 16, "r" 32, "d" double) carry. */
#define UL_PTX_AS(instruction, type, bits, kind, x)                                                          \
    [](type from) {                                                                                          \
        type to;                                                                                             \
        asm(instruction " %0, %1;"                                                                           \
            : "=" kind(reinterpret_cast<bits &>(to))                                                         \
            : kind(reinterpret_cast<bits &>(from)));                                                         \
        return to;                                                                                           \
    }(x)
/* From float to TF32's bits. */
#define UL_PTX_TF32(instruction, x)                                                                          \
    [](float from) {                                                                                         \
        ul_uint to;                                                                                          \
        asm(instruction " %0, %1;" : "=r"(to) : "f"(from));                                                  \
        return to;                                                                                           \
    }(x)
