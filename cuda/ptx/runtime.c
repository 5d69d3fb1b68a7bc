/* What PTX's instructions do, bit for bit. runtime.h: names, types, rules.
 *
 * Compiled twice. To bitcode, which is linked into a kernel's code before that is optimised (llvm.cmake): all
 * of it is inlined there, and becomes vectors there. And natively, for tests: -mfma -ffp-contract=off
 * -fno-math-errno Nothing here may be contracted; FMA in hardware is taken for granted.
 *
 * float32 instructions run in loops over 16 lanes: they hold selects, no branches, loops or calls.
 *
 * Sources: PTX ISA 9.1 for what is computed; results, NaNs and the flushing of subnormals were checked
 * against an NVIDIA H200 (CUDA 13.0). Read in the order of the includes. */
#include "cuda/ptx/runtime.h"
#include "host/prelude.h"
#undef ul_fn
#define ul_fn static inline __attribute__((always_inline))
#include "common/mufu/tables.h"
#include "common/mufu/unit.h"
#include "common/mufu/full.h"

#define I UL_PTX_INSTRUCTION

/* What is written once for all types asks of unsigned ones too whether they are negative. */
#pragma GCC diagnostic ignored "-Wtype-limits"

#include "runtime_round.h"
#include "runtime_integer.h"
#include "runtime_float32.h"
#include "runtime_float64.h"
#include "runtime_approximate.h"
#include "runtime_half.h"
#include "runtime_compare.h"
#include "runtime_convert.h"
