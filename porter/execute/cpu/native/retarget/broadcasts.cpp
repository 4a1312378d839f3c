// Writes to one place of LDS that lanes in lockstep may still have to read.
//
// Lanes run one after the other from meeting to meeting. Where one of them writes what all read before, it waits
// until they have.
#include "divergence.h"

using namespace llvm;

namespace porter {
namespace {

/// Whether lanes may read LDS on a way to or from here that no meeting ends.
bool readsLds(BasicBlock *from, bool forward) {
  std::set<BasicBlock *> seen;
  std::vector<BasicBlock *> rest{from};
  while (!rest.empty()) {
    BasicBlock *block = rest.back();
    rest.pop_back();
    if (!seen.insert(block).second)
      continue;
    bool met = false, reads = false;
    auto visit = [&](Instruction &instruction) {
      met |= isRendezvous(instruction);
      auto *load = dyn_cast<LoadInst>(&instruction);
      reads |= !met && load && isLds(load->getPointerOperand());
    };
    if (forward)
      for (Instruction &instruction : *block)
        visit(instruction);
    else
      for (Instruction &instruction : reverse(*block))
        visit(instruction);
    if (reads)
      return true;
    if (met)
      continue;
    if (forward)
      rest.insert(rest.end(), succ_begin(block), succ_end(block));
    else
      rest.insert(rest.end(), pred_begin(block), pred_end(block));
  }
  return false;
}

/// Some lanes write to a fixed place of LDS while others of the wavefront may still have to read: in lockstep those
/// have read before. rocPRIM's block scans rely on it.
void meetBeforeBroadcasts(Function &function, bool isKernel) {
  DominatorTree dominators(function);
  LoopInfo loops(dominators);
  Divergence divergence(dominators, loops, isKernel);
  std::vector<StoreInst *> stores;
  const DataLayout &layout = function.getParent()->getDataLayout();
  for (Instruction &instruction : instructions(function)) {
    auto *store = dyn_cast<StoreInst>(&instruction);
    if (!store || !isLds(store->getPointerOperand()))
      continue;
    APInt offset(64, 0);
    const Value *base = store->getPointerOperand()->stripAndAccumulateConstantOffsets(layout, offset, true);
    const auto *above = dominators.getNode(store->getParent())->getIDom();
    BasicBlock *fork = above ? above->getBlock() : nullptr;
    if (!isa<CallInst>(base) || !fork || !divergence.splits(*fork))
      continue;
    const bool others = any_of(successors(fork), [&](BasicBlock *next) {
      return !dominators.dominates(next, store->getParent()) && readsLds(next, true);
    });
    if (others || readsLds(fork, false))
      stores.push_back(store);
  }
  for (StoreInst *store : stores) {
    IRBuilder<> builder(store);
    callRendezvous(builder, Operation::WaveBarrier);
  }
}

} // namespace

void meetBeforeBroadcasts(Unit &unit) {
  if (unit.isNvptx)
    return; // nothing is promised there
  std::set<Function *> entries;
  for (const Kernel &kernel : unit.kernels)
    entries.insert(kernel.entry);
  for (Function &function : *unit.module)
    if (any_of(instructions(function), isRendezvous))
      meetBeforeBroadcasts(function, entries.count(&function) > 0);
}

} // namespace porter
