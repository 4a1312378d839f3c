// Conversions from floating point to integers: GPUs saturate, and make 0 of NaN (PTX ISA, "cvt"; AMD's instruction set
// manuals, V_CVT_I32_F32 and V_CVT_U32_F32), where LLVM leaves what does not fit undefined and the host does otherwise.
#include "retarget.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace porter {

/// GPUs convert to 32 or 64 bits; what is narrower is cut from them.
static Type *converted(Type *type) {
  const unsigned bits = type->getScalarSizeInBits() <= 32 ? 32 : 64;
  return type->getWithNewBitWidth(bits);
}

/// The conversion that saturates, for one that does not; 0 for other instructions. For CUDA, clang is told to write
/// conversions that saturate, to the narrow type though; AMD's compiler means those as they stand.
static Intrinsic::ID saturating(const Instruction &instruction, bool isNvptx) {
  auto *call = dyn_cast<IntrinsicInst>(&instruction);
  const Intrinsic::ID id = call && isNvptx ? call->getIntrinsicID() : Intrinsic::ID(0);
  if (isa<FPToSIInst>(instruction) || id == Intrinsic::fptosi_sat)
    return Intrinsic::fptosi_sat;
  return isa<FPToUIInst>(instruction) || id == Intrinsic::fptoui_sat ? Intrinsic::fptoui_sat : Intrinsic::ID(0);
}

void saturateConversions(Unit &unit) {
  for (Function &function : *unit.module)
    for (Instruction &instruction : make_early_inc_range(instructions(function))) {
      const Intrinsic::ID id = saturating(instruction, unit.isNvptx);
      if (!id || instruction.getType()->getScalarSizeInBits() > 64)
        continue;
      IRBuilder<> builder(&instruction);
      Value *number = instruction.getOperand(0);
      Value *wide = builder.CreateIntrinsic(id, {converted(instruction.getType()), number->getType()}, {number});
      instruction.replaceAllUsesWith(builder.CreateTrunc(wide, instruction.getType()));
      instruction.eraseFromParent();
    }
}

} // namespace porter
