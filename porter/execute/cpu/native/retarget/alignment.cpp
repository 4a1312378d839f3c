// What accesses claim of their addresses' alignment is not believed. AMD's processors take any (LLVM, "User Guide for
// AMDGPU Backend": unaligned-access-mode), and libraries read arrays of small values as one vector; a host's aligned
// vector instructions would fault. Its other vector instructions cost the same.
#include "retarget.h"

#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace porter {

/// A host has instructions that fault for vectors alone, which are longer than this.
static constexpr uint64_t longestScalar = 8;

void forgetAlignments(Unit &unit) {
  if (unit.isNvptx)
    return;
  auto isClaimed = [](MaybeAlign align) { return align && align->value() > longestScalar; };
  for (Function &function : *unit.module)
    for (Instruction &instruction : instructions(function))
      if (auto *load = dyn_cast<LoadInst>(&instruction)) {
        if (!load->isAtomic() && isClaimed(load->getAlign()))
          load->setAlignment(Align(1));
      } else if (auto *store = dyn_cast<StoreInst>(&instruction)) {
        if (!store->isAtomic() && isClaimed(store->getAlign()))
          store->setAlignment(Align(1));
      } else if (auto *fill = dyn_cast<MemIntrinsic>(&instruction)) {
        if (isClaimed(fill->getDestAlign()))
          fill->setDestAlignment(Align(1));
        if (auto *copy = dyn_cast<MemTransferInst>(fill); copy && isClaimed(copy->getSourceAlign()))
          copy->setSourceAlignment(Align(1));
      }
}

} // namespace porter
