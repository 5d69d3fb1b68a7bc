/* clang-format off */
/* The dialect: C99 without what OpenCL C lacks, in which an algorithm is written once and compiled, unchanged, as
 * CUDA device code (nvcc, NVRTC), as OpenCL C (1.2 and later) and as host C (gcc, clang). This file documents each
 * name; the preludes (cuda/prelude.cuh, opencl/prelude.clh, host/prelude.h) define them, in this order.
 *
 * Ahead of time, include this file, then the algorithms:
 *     #include "common/ulparity.h"
 *     #include "common/algorithms/acosf_harley.h"
 * At run time a device's program is the same texts one after the other (ul_program_prelude in common/kernel.h), with
 * UL_CONCATENATED defined: there is no include path. An algorithm includes nothing.
 *
 * Rounding is the text's. Where a product meets a sum, write ul_fma, or ul_mul and ul_add: plain * and + may fuse
 * there, since gcc and NVRTC contract by default; a function's result counts as a product. Elsewhere + - * are what
 * they are in IEEE 754, subnormals included unless the device flushes them. Under flags that ask for less
 * (-use_fast_math, -cl-fast-relaxed-math) less is given.
 *
 * Types and declarations
 *   ul_fn                     begins each function
 *   ul_apart                  begins one that is called, and not put in place: rare, and large
 *   ul_table                  begins each table of constants at file scope: ul_table float t[] = {...};
 *   float, double             IEEE 754 binary32, binary64; double where UL_HAS_DOUBLE is defined (CUDA, host; OpenCL
 *                             devices that have it)
 *   ul_char  ul_uchar  ul_short  ul_ushort  ul_int  ul_uint  ul_long  ul_ulong
 *                             integers of 8, 16, 32, 64 bits, two's complement, >> arithmetic
 *   ul_half                   a half as its 16 bits, an unsigned integer: needs no half arithmetic
 *
 * Arithmetic, rounded to nearest even once. With _d: the same in double.
 *   ul_fma(x, y, z)           x y + z, fused
 *   ul_mul(x, y)  ul_add(x, y)  ul_sub(x, y)
 *                             never fused with what surrounds them
 *   ul_div(x, y)  ul_sqrt(x)  correctly rounded (on an OpenCL device without double: as the device does it)
 *   ul_fabs(x)  ul_copysign(x, y)  ul_floor(x)  ul_trunc(x)  ul_rint(x)
 *
 * Bits
 *   ul_float_bits(x)  ul_bits_float(b)        float to ul_uint and back
 *   ul_double_bits(x)  ul_bits_double(b)      double to ul_ulong and back
 *   ul_sad(x, y, z)                           |x - y| + z, of ul_uint
 *   ul_half_to_float(h)  ul_float_to_half(x)  exact; rounded to nearest even, subnormals kept
 *
 * The platform's own functions, whose bits differ from device to device; with _d in double.
 *   ul_exp  ul_exp2  ul_expm1  ul_log  ul_log2  ul_log10  ul_log1p  ul_sin  ul_cos  ul_tan  ul_asin  ul_acos  ul_atan
 *   ul_sinh  ul_cosh  ul_tanh  ul_asinh  ul_acosh  ul_atanh  ul_cbrt  ul_erf  ul_erfc  ul_tgamma  ul_lgamma
 *   ul_pow  ul_atan2  ul_hypot  ul_fmod       of two arguments
 *
 * Approximations: one instruction or built-in each. With UL_APPROX_MUFU (always on the host), and in CUDA by nature,
 * they have the bits of NVIDIA's unit; else they are OpenCL's native_ functions.
 *                     CUDA (PTX)                            OpenCL
 *   ul_approx_rcp     rcp.approx.ftz.f32                    native_recip
 *   ul_approx_sqrt    sqrt.approx.ftz.f32, sm_52            native_sqrt
 *   ul_approx_rsqrt   rsqrt.approx.ftz.f32                  native_rsqrt
 *   ul_approx_exp2    ex2.approx.ftz.f32                    native_exp2
 *   ul_approx_log2    lg2.approx.ftz.f32                    native_log2
 *   ul_approx_sin     sin.approx.ftz.f32                    native_sin
 *   ul_approx_cos     cos.approx.ftz.f32                    native_cos
 *   ul_approx_tanh    tanh.approx.f32, sm_75                from native_exp2 and native_recip
 *
 * NVIDIA's unit in integers (common/mufu), there with UL_APPROX_MUFU or when this file is included
 *   ul_mufu_rcp  ul_mufu_sqrt  ul_mufu_rsqrt  ul_mufu_exp2  ul_mufu_log2  ul_mufu_sin  ul_mufu_cos  ul_mufu_tanh
 *   ul_mufu_rcp_full  ul_mufu_sqrt_full  ul_mufu_rsqrt_full  ul_mufu_exp2_full  ul_mufu_log2_full
 *                             the forms without .ftz
 *
 * Kernels, written by ul_kernel_write; an algorithm needs none of these
 *   UL_KERNEL(name) { }       k(in, out, base, n, capacity), for a part of the n inputs on CUDA and the host
 *   UL_DENSE_KERNEL(blocks, name) { }
 *                             the same; so many blocks of 256 threads are to fit one of CUDA's multiprocessors
 *   UL_EACH(i) { }            the body, for each input i < n
 *   UL_IN(type, name, offset)  UL_OUT(type, name, offset)
 *                             an array of arguments or results, `offset` bytes a tuple before it; before UL_EACH
 *   UL_LOAD(name, i)  UL_STORE(name, i, x)
 *   ul_native_half, ul_native_bfloat16, ul_bits_native_half, ul_bits_native_bfloat16, UL_VECTOR(type, width),
 *   UL_LOAD_VECTOR, UL_STORE_VECTOR, UL_BOOLS
 *                             the language's own half, its vectors, the ints of a vector predicate; not on the host.
 *                             In CUDA define UL_NATIVE_HALF, which includes cuda_fp16.h and cuda_bf16.h */
/* clang-format on */
#ifndef UL_ULPARITY_H
#define UL_ULPARITY_H

#if defined(__CUDACC__)
#include "cuda/prelude.cuh"
#elif defined(__OPENCL_VERSION__) || defined(__OPENCL_C_VERSION__) /* clang alone defines the latter only */
#include "opencl/prelude.clh"
#else
#include "host/prelude.h"
#endif
#include "common/mufu/tables.h"
#include "common/mufu/unit.h"
#include "common/mufu/full.h"
#include "common/mufu/approx.h"

#endif
