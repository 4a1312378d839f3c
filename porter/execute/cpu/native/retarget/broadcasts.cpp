// Writes to one place of LDS that lanes in lockstep may still have to read.
//
// Lanes run one after the other from meeting to meeting. Where one of them writes what all read before, it waits
// until they have.
#include "divergence.h"

using namespace llvm;

namespace porter {
namespace {

/// Where the stretches begin that lead to an instruction without a meeting of lanes.
std::vector<Instruction *> stretchesBefore(Instruction &instruction) {
  std::vector<Instruction *> begins, rest{&instruction};
  std::set<BasicBlock *> seen;
  while (!rest.empty()) {
    Instruction *at = rest.back();
    rest.pop_back();
    BasicBlock *block = at->getParent();
    Instruction *meeting = at->getPrevNode();
    while (meeting && !isRendezvous(*meeting))
      meeting = meeting->getPrevNode();
    if (meeting || block->isEntryBlock()) {
      begins.push_back(meeting ? meeting->getNextNode() : &block->front());
      continue;
    }
    for (BasicBlock *before : predecessors(block))
      if (seen.insert(before).second)
        rest.push_back(before->getTerminator());
  }
  return begins;
}

/// Whether an instruction may read LDS: itself, or in a function that stayed one.
bool mayReadLds(const Instruction &instruction) {
  if (auto *load = dyn_cast<LoadInst>(&instruction))
    return isLds(load->getPointerOperand());
  auto *call = dyn_cast<CallBase>(&instruction);
  const Function *called = call ? call->getCalledFunction() : nullptr;
  return called && !called->isDeclaration() && call->mayReadFromMemory();
}

/// Whether lanes may read LDS between the meetings before and behind a store.
bool mayStillRead(StoreInst &store) {
  std::vector<Instruction *> rest = stretchesBefore(store);
  std::set<BasicBlock *> seen;
  while (!rest.empty()) {
    Instruction *at = rest.back();
    rest.pop_back();
    BasicBlock *block = at->getParent();
    for (; at && !isRendezvous(*at); at = at->getNextNode())
      if (mayReadLds(*at))
        return true;
    if (!at)
      for (BasicBlock *next : successors(block))
        if (seen.insert(next).second)
          rest.push_back(&next->front());
  }
  return false;
}

/// Whether a store is the end of an atomic update, which no other lane may come between.
bool isUpdate(const StoreInst &store) {
  std::set<const Value *> seen;
  std::vector<const Value *> rest{store.getValueOperand()};
  while (!rest.empty()) {
    auto *instruction = dyn_cast<Instruction>(rest.back());
    rest.pop_back();
    if (!instruction || !seen.insert(instruction).second)
      continue;
    if (auto *load = dyn_cast<LoadInst>(instruction); load && load->getPointerOperand() == store.getPointerOperand())
      return true;
    if (isa<AtomicRMWInst, AtomicCmpXchgInst>(instruction) && instruction->getOperand(0) == store.getPointerOperand())
      return true;
    rest.insert(rest.end(), instruction->value_op_begin(), instruction->value_op_end());
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
    // An atomic or volatile store is what others wait for.
    if (!store || !store->isSimple() || !isLds(store->getPointerOperand()) || isUpdate(*store))
      continue;
    APInt offset(64, 0);
    const Value *base = store->getPointerOperand()->stripAndAccumulateConstantOffsets(layout, offset, true);
    const auto *above = dominators.getNode(store->getParent())->getIDom();
    BasicBlock *fork = above ? above->getBlock() : nullptr;
    if (!isa<CallInst>(base) || !fork || !divergence.splits(*fork))
      continue;
    if (mayStillRead(*store))
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
