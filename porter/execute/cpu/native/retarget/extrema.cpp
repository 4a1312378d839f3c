// The greater and the lesser of two zeros: GPUs take -0 for less than +0 (PTX ISA, "max"; AMD's instruction set manuals,
// V_MAX_F32), the host gives whichever comes second. Where signs of zeros may be lost (`nsz`), GPUs keep them nevertheless.
#include "retarget.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace porter {

void orderZeros(Unit &unit) {
  for (Function &function : *unit.module)
    for (Instruction &instruction : make_early_inc_range(instructions(function))) {
      auto *call = dyn_cast<IntrinsicInst>(&instruction);
      const Intrinsic::ID id = call ? call->getIntrinsicID() : Intrinsic::ID(0);
      if (id != Intrinsic::maxnum && id != Intrinsic::minnum)
        continue;
      Value *a = call->getOperand(0), *b = call->getOperand(1);
      if (auto *constant = dyn_cast<ConstantFP>(b); constant && !constant->isZero())
        continue;
      IRBuilder<> builder(call->getNextNode());
      Type *type = call->getType(), *word = type->getWithNewType(builder.getIntNTy(type->getScalarSizeInBits()));
      Value *first = builder.CreateBitCast(a, word), *second = builder.CreateBitCast(b, word);
      Value *both = id == Intrinsic::maxnum ? builder.CreateAnd(first, second) : builder.CreateOr(first, second);
      Value *isSame = builder.CreateFCmpOEQ(a, b);
      auto *ordered = cast<Instruction>(builder.CreateSelect(isSame, builder.CreateBitCast(both, type), call));
      call->replaceUsesWithIf(ordered, [&](const Use &use) { return use.getUser() != ordered; });
    }
}

} // namespace porter
