/* What PTX's instructions do, as functions of bits: one function an instruction.
 *
 * The instruction "fma.rn.ftz.f32" is the function ptx_fma_rn_ftz_f32: "ptx_", then the opcode as it is
 * written, each '.' an '_' ("::" too). translate.c makes the name and a declaration from the opcode alone;
 * llvm.c links the bitcode of runtime.c, and what has no function there is an unknown instruction. So a new
 * instruction is a new function, and nothing else, unless its operands have a shape of their own.
 *
 * Every operand is an unsigned integer of its width: uint8_t, uint16_t, uint32_t, uint64_t; a predicate is a
 * bool. The function returns the destination. Which width an operand has:
 *
 * | instruction | returns | takes |
 * |---|---|---|
 * | op.T d, a, b ...                            | T         | all of T |
 * | cvt.D.S, set.D.S, tanh/ex2... of one type   | D         | S (a second source, of cvt.rn.f16x2.f32 d, a, b: S) |
 * | setp.cmp.T p, a, b; testp.T p, a            | bool      | T, T; with .and/.or/.xor a bool follows |
 * | set.cmp.D.S d, a, b                         | D         | S, S |
 * | selp.T d, a, b, p                           | T         | T, T, bool |
 * | slct.T.C d, a, b, c                         | T         | T, T, C |
 * | mul.wide.T, mad.wide.T d, a, b, c           | twice T   | T, T, (twice T) |
 * | shl.T, shr.T d, a, b                        | T         | T, uint32_t |
 * | shf.X.M.b32 d, a, b, c                      | uint32_t  | uint32_t, uint32_t, uint32_t |
 * | popc.T, clz.T, bfind.T d, a                 | uint32_t  | T |
 * | bfe.T d, a, b, c                            | T         | T, uint32_t, uint32_t |
 * | bfi.T f, a, b, c, d                         | T         | T, T, uint32_t, uint32_t |
 * | prmt.b32, lop3.b32                          | uint32_t  | uint32_t each |
 * | szext, bmsk, fns, dp2a, dp4a ...            | as above: T or uint32_t | |
 * | add.cc.T, addc.T, addc.cc.T, sub.cc ..., mad.lo.cc ..., madc.hi.cc ... | T | all of T, then bool *carry |
 * | div.approx.f32.fused, div.full.f32.fused (with or without .ftz; see ul_ptx_contract) | T | T, T, T |
 *
 * Vectors of two (f16x2, bf16x2) are one uint32_t, the first lane low. Types by width: b8 u8 s8 e4m3 e5m2 in
 * 16 bits where PTX's register is .b16; pred is bool.
 *
 * Done by translate.c itself: ld, st, mov, cvta, bra, call, ret, exit, trap, setp with two destinations (p|q),
 * and special registers.
 *
 * Every function is bit for bit what the GPU gives: subnormals, the flush rule of .ftz (rounded as if the
 * exponent had no lower end; only what is then below the smallest normal becomes a zero), NaN bits. The CPU
 * rounds to nearest and keeps subnormals; FMA in hardware is needed. */
#ifndef UL_PTX_RUNTIME_H
#define UL_PTX_RUNTIME_H

#include <stdbool.h>
#include <stdint.h>

/* UL_PTX_INSTRUCTION uint32_t ptx_add_f32(uint32_t a, uint32_t b) { ... } */
#ifdef UL_PTX_BITCODE
#define UL_PTX_INSTRUCTION __attribute__((always_inline))
#else
#define UL_PTX_INSTRUCTION
#endif

#endif
