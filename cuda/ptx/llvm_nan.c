#include "llvm_nan.h"
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* How many values a use is followed through. */
enum { DEPTH = 8 };

/* What gives a NaN for a NaN, or keeps it one, and asks nothing else of its bits. */
static const char *const intrinsics[] = {"llvm.fma.",   "llvm.sqrt.",      "llvm.fabs.",
                                         "llvm.floor.", "llvm.ceil.",      "llvm.trunc.",
                                         "llvm.rint.",  "llvm.roundeven.", "llvm.nearbyint."};

static bool is_intrinsic(LLVMValueRef call)
{
    size_t length;
    LLVMValueRef callee = LLVMGetCalledValue(call);
    const char *name = callee ? LLVMGetValueName2(callee, &length) : "";
    for (size_t k = 0; k < sizeof intrinsics / sizeof *intrinsics; k++)
        if (!strncmp(name, intrinsics[k], strlen(intrinsics[k])))
            return true;
    return false;
}

static LLVMValueRef through_bitcasts(LLVMValueRef value)
{
    while (LLVMIsABitCastInst(value))
        value = LLVMGetOperand(value, 0);
    return value;
}

/* x of "fcmp uno x, x" or "fcmp uno x, 0"; else NULL. */
static LLVMValueRef tested_for_nan(LLVMValueRef condition)
{
    if (!LLVMIsAFCmpInst(condition) || LLVMGetFCmpPredicate(condition) != LLVMRealUNO)
        return NULL;
    LLVMValueRef x = LLVMGetOperand(condition, 0), y = LLVMGetOperand(condition, 1);
    return x == y || (LLVMIsAConstantFP(y) && LLVMIsNull(y)) ? x : NULL;
}

/* "x is a NaN ? constant : x" */
static bool makes_canonical(LLVMValueRef value)
{
    if (!LLVMIsASelectInst(value) || !LLVMIsConstant(LLVMGetOperand(value, 1)))
        return false;
    LLVMValueRef x = tested_for_nan(LLVMGetOperand(value, 0));
    return x && through_bitcasts(x) == through_bitcasts(LLVMGetOperand(value, 2));
}

/* xor with the sign's bit or and with all others: a NaN stays a NaN. */
static bool changes_sign(LLVMValueRef value)
{
    LLVMValueRef mask = LLVMGetOperand(value, 1);
    LLVMTypeRef type = LLVMTypeOf(value);
    if (!LLVMIsAConstantInt(mask) || LLVMGetTypeKind(type) != LLVMIntegerTypeKind)
        return false;
    const uint64_t sign = (uint64_t)1 << (LLVMGetIntTypeWidth(type) - 1),
                   bits = LLVMConstIntGetZExtValue(mask);
    return bits == (LLVMGetInstructionOpcode(value) == LLVMXor ? sign : sign - 1);
}

static bool is_float(LLVMValueRef value)
{
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(value));
    return kind == LLVMHalfTypeKind || kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind;
}

static bool is_blind(LLVMValueRef value, int depth);

/* Is one NaN as good as another to that user of the value? */
static bool use_is_blind(LLVMValueRef value, LLVMValueRef user, int depth)
{
    if (!LLVMIsAInstruction(user))
        return false;
    switch (LLVMGetInstructionOpcode(user)) {
    case LLVMFCmp:
        return true;
    case LLVMBitCast:
        return LLVMGetTypeKind(LLVMTypeOf(user)) != LLVMVectorTypeKind && is_blind(user, depth);
    case LLVMFAdd:
    case LLVMFSub:
    case LLVMFMul:
    case LLVMFDiv:
    case LLVMPHI:
        return is_blind(user, depth);
    case LLVMFNeg:
        return is_blind(user, depth);
    case LLVMSelect:
        return (makes_canonical(user) && LLVMGetOperand(user, 2) == value) || is_blind(user, depth);
    case LLVMXor:
    case LLVMAnd:
        return changes_sign(user) && is_blind(user, depth);
    case LLVMCall:
        return is_float(user) && is_intrinsic(user) && is_blind(user, depth);
    default:
        return false;
    }
}

static bool is_blind(LLVMValueRef value, int depth)
{
    if (depth == 0)
        return false;
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use))
        if (!use_is_blind(value, LLVMGetUser(use), depth - 1))
            return false;
    return true;
}

static void drop_in_block(LLVMBasicBlockRef block)
{
    for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
        next = LLVMGetNextInstruction(i);
        if (!makes_canonical(i) || !is_blind(i, DEPTH))
            continue;
        LLVMReplaceAllUsesWith(i, LLVMGetOperand(i, 2));
        LLVMInstructionEraseFromParent(i);
    }
}

void ul_llvm_drop_nans(LLVMModuleRef module)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            drop_in_block(b);
}
