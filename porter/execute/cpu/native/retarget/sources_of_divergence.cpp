// Where lanes begin to disagree: their own numbers, and memory that changes between their reads.
#include "retarget.h"

using namespace llvm;

namespace porter {

bool tellsItem(const Function &function) {
  return function.getName().starts_with(hook::itemId) || function.getName() == hook::laneId;
}

bool watchesMemory(const Instruction &instruction) {
  if (auto *load = dyn_cast<LoadInst>(&instruction))
    return load->isVolatile() || load->isAtomic();
  if (isa<AtomicCmpXchgInst>(instruction))
    return true;
  auto *update = dyn_cast<AtomicRMWInst>(&instruction);
  return update && !update->use_empty();
}

} // namespace porter
