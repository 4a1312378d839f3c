// Volatile LDS in the order of lockstep, which warp-synchronous code counts on: `if (t & 2) s[t] += s[(t - 2) | 1];`.
#include "retarget.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"

using namespace llvm;

namespace porter {
namespace {

/// Whether it is a volatile access of memory that several lanes may share.
bool isSharedVolatile(const Instruction &instruction) {
  const Value *pointer = getLoadStorePointerOperand(&instruction);
  return pointer && instruction.isVolatile() && !isa<AllocaInst>(pointer);
}

bool isSharedStore(const Instruction &instruction) {
  return isa<StoreInst>(instruction) && isSharedVolatile(instruction);
}

/// Whether lanes may come to a load from branches in which others have not stored yet. A loop without a store waits
/// for others, and how lanes meet there is told by what it does.
bool mayRunAhead(const Instruction &load, const LoopInfo &loops) {
  for (const Instruction *at = load.getPrevNode(); at; at = at->getPrevNode())
    if (isRendezvous(*at))
      return false;
  if (load.getParent()->isEntryBlock())
    return false;
  const Loop *loop = loops.getLoopFor(load.getParent());
  return !loop || any_of(loop->blocks(), [](const BasicBlock *block) { return any_of(*block, isSharedStore); });
}

} // namespace

// Lanes of a wavefront all read, then all write, and after a branch go on together. A rendezvous before and after each
// volatile store, and before a load that other lanes' branches may be behind, keeps that.
void orderVolatileStores(Unit &unit) {
  if (!unit.usesLds)
    return;
  for (Function &function : *unit.module) {
    if (unit.libraryFunctions.count(function.getName().str()))
      continue;
    std::vector<Instruction *> stores, loads;
    for (Instruction &instruction : instructions(function))
      if (isSharedVolatile(instruction))
        (isa<StoreInst>(instruction) ? stores : loads).push_back(&instruction);
    if (stores.empty())
      continue;
    for (Instruction *store : stores) {
      IRBuilder<> before(store);
      callRendezvous(before, Operation::WaveBarrier);
      IRBuilder<> after(store->getNextNode());
      callRendezvous(after, Operation::WaveBarrier);
    }
    DominatorTree dominators(function);
    const LoopInfo loops(dominators);
    for (Instruction *load : loads)
      if (mayRunAhead(*load, loops)) {
        IRBuilder<> before(load);
        callRendezvous(before, Operation::WaveBarrier);
      }
  }
}

} // namespace porter
