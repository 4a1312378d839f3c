// Conversions from floating point to integers: GPUs saturate, and make 0 of NaN (PTX ISA, "cvt"; AMD's instruction set
// manuals, V_CVT_I32_F32 and V_CVT_U32_F32), where LLVM leaves what does not fit undefined and the host does otherwise.
#include "retarget.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace porter {

/// GPUs convert to 32 or 64 bits; what is narrower is cut from them.
static Type *converted(Type *type) {
  const unsigned bits = type->getScalarSizeInBits() <= 32 ? 32 : 64;
  return type->getWithNewBitWidth(bits);
}

void saturateConversions(Unit &unit) {
  for (Function &function : *unit.module)
    for (Instruction &instruction : make_early_inc_range(instructions(function))) {
      if (!isa<FPToSIInst, FPToUIInst>(instruction) || instruction.getType()->getScalarSizeInBits() > 64)
        continue;
      IRBuilder<> builder(&instruction);
      Value *number = instruction.getOperand(0);
      const auto saturating = isa<FPToSIInst>(instruction) ? Intrinsic::fptosi_sat : Intrinsic::fptoui_sat;
      Value *wide = builder.CreateIntrinsic(saturating, {converted(instruction.getType()), number->getType()}, {number});
      instruction.replaceAllUsesWith(builder.CreateTrunc(wide, instruction.getType()));
      instruction.eraseFromParent();
    }
}

} // namespace porter
