/* A step of llvm.c: NaNs are made canonical only where their bits can be seen. */
#ifndef UL_PTX_LLVM_NAN_H
#define UL_PTX_LLVM_NAN_H

#include <llvm-c/Core.h>

/* The runtime makes each NaN canonical: "x is a NaN ? 0x7fffffff : x's bits". Where all that becomes of the
 * result is arithmetic, which gives a NaN for any NaN, and whose own result is made canonical, that is not
 * needed; in a chain of fma it is half of the work. Takes those steps out of functions that have been
 * inlined. */
void ul_llvm_drop_nans(LLVMModuleRef module);

#endif
