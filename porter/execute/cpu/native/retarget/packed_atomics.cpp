// An atomic sum of two half or bfloat16 values becomes a call of device/: of such vectors the host's code generator
// makes no right code.
#include "retarget.h"

using namespace llvm;

namespace porter {

void lowerPackedAtomics(Unit &unit) {
  for (Function &function : *unit.module)
    for (Instruction &instruction : make_early_inc_range(instructions(function))) {
      auto *update = dyn_cast<AtomicRMWInst>(&instruction);
      auto *pair = update ? dyn_cast<FixedVectorType>(update->getType()) : nullptr;
      if (!pair || update->getOperation() != AtomicRMWInst::FAdd || pair->getNumElements() != 2)
        continue;
      const Type *element = pair->getElementType();
      if (!element->isHalfTy() && !element->isBFloatTy())
        continue;
      IRBuilder<> builder(update);
      Type *word = builder.getInt32Ty();
      FunctionCallee sum =
          unit.module->getOrInsertFunction(element->isHalfTy() ? "porter_atomic_fadd_v2f16" : "porter_atomic_fadd_v2bf16",
                                           FunctionType::get(word, {builder.getPtrTy(), word}, false));
      Value *operand = builder.CreateBitCast(update->getValOperand(), word);
      Value *old = builder.CreateCall(sum, {update->getPointerOperand(), operand});
      update->replaceAllUsesWith(builder.CreateBitCast(old, pair));
      update->eraseFromParent();
    }
}

} // namespace porter
