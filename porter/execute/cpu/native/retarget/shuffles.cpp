// Shuffles whose result is longer than 128 bits and leaves elements open: each of these gets an element of the first
// operand. LLVM's code generator for x86 (19 and 22, with AVX) loses elements of a shuffle of bytes that asks for a few
// of them and leaves the others open: of {13, 14, 15} in their places, of a vector put together of four words, it wrote
// bytes of the first two.
#include "retarget.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace porter {

void closeShuffles(Unit &unit) {
  constexpr unsigned kSse = 128;
  for (Function &function : *unit.module)
    for (Instruction &instruction : make_early_inc_range(instructions(function))) {
      auto *shuffle = dyn_cast<ShuffleVectorInst>(&instruction);
      if (!shuffle || !isa<FixedVectorType>(shuffle->getType()) ||
          shuffle->getType()->getPrimitiveSizeInBits() <= kSse || !is_contained(shuffle->getShuffleMask(), PoisonMaskElem))
        continue;
      int length = int(cast<FixedVectorType>(shuffle->getOperand(0)->getType())->getNumElements());
      SmallVector<int, 64> mask(shuffle->getShuffleMask());
      for (auto [place, element] : enumerate(mask))
        if (element == PoisonMaskElem)
          element = int(place) % length;
      IRBuilder<> builder(shuffle);
      shuffle->replaceAllUsesWith(builder.CreateShuffleVector(shuffle->getOperand(0), shuffle->getOperand(1), mask));
      shuffle->eraseFromParent();
    }
}

} // namespace porter
