// Accesses of a work-item's own variables that claim more alignment than the variable has. AMD's scratch memory takes
// any (LLVM, "User Guide for AMDGPU Backend": unaligned-access-mode), and libraries read arrays of small values as one
// vector; a host's aligned instructions would fault.
#include "retarget.h"

#include "llvm/Analysis/ValueTracking.h"

using namespace llvm;

namespace porter {
namespace {

bool isBelow(const Value *pointer, Align claimed) {
  auto *variable = dyn_cast<AllocaInst>(getUnderlyingObject(pointer, 0));
  return variable && variable->getAlign() < claimed;
}

} // namespace

void allowUnalignedStack(Unit &unit) {
  if (unit.isNvptx)
    return;
  for (Function &function : *unit.module)
    for (Instruction &instruction : instructions(function))
      if (auto *load = dyn_cast<LoadInst>(&instruction)) {
        if (!load->isAtomic() && isBelow(load->getPointerOperand(), load->getAlign()))
          load->setAlignment(Align(1));
      } else if (auto *store = dyn_cast<StoreInst>(&instruction)) {
        if (!store->isAtomic() && isBelow(store->getPointerOperand(), store->getAlign()))
          store->setAlignment(Align(1));
      }
}

} // namespace porter
