// Loops that wait for memory, and the cost of atomics.
//
// A work-item that spins on memory must let others run: a hook at the end of each turn yields now and then.
// Atomics whose scope is at most the block need no locked instruction, because one OS thread runs a block. They stay
// atomics until all loops over work-items are made: plain accesses there count as independent of each other.
#include "divergence.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"

using namespace llvm;

namespace porter {
namespace {

bool isBarrier(const Instruction &instruction) {
  if (!isRendezvous(instruction))
    return false;
  auto *operation = dyn_cast<ConstantInt>(cast<CallInst>(instruction).getArgOperand(1));
  return operation && Operation(operation->getZExtValue()) == Operation::Barrier;
}

/// What a loop of device code does.
struct Turns {
  bool waits = false;    ///< it may wait for memory
  bool barriers = false; ///< of the block, at which wavefronts are counted
};

Turns turnsOf(const Loop &loop, const LoopInfo &loops) {
  Turns found;
  for (BasicBlock *block : loop.blocks())
    for (Instruction &instruction : *block) {
      found.barriers |= isBarrier(instruction);
      found.waits |= loops.getLoopFor(block) == &loop && watchesMemory(instruction);
    }
  return found;
}

/// Where the lanes of a wavefront in lockstep wait for those that go around in a loop. The wavefront goes on when its
/// last lane has left the loop, so a lane that has left it, or that never came there, cannot set what the others wait
/// for, and is not behind the loop at the next barrier.
class Meetings {
public:
  Meetings(Function &function, DominatorTree &dominators, LoopInfo &loops, bool isKernel)
      : dominators(dominators), loops(loops), postDominators(function),
        divergence(dominators, loops, isKernel) {}

  /// Note where lanes meet that leave a loop, and that go around it.
  void note(Loop &loop, const Turns &turns) {
    SmallVector<BasicBlock *> leaving;
    loop.getExitingBlocks(leaving);
    auto splits = [&](const BasicBlock *block) { return divergence.splits(*block); };
    if (turns.waits || any_of(leaving, splits))
      left.push_back(&loop);
    const BasicBlock *header = loop.getHeader();
    for (auto *node = dominators.getNode(header)->getIDom(); node; node = node->getIDom()) {
      BasicBlock *fork = node->getBlock();
      if (postDominators.dominates(header, fork) || !divergence.splits(*fork))
        continue;
      auto *joined = postDominators.getNode(fork)->getIDom();
      BasicBlock *join = joined ? joined->getBlock() : nullptr;
      if (join)
        joins.insert(join);
      // Of the two ways of a branch AMD's compiler lays out the one of the false condition first.
      auto *branch = dyn_cast<BranchInst>(fork->getTerminator());
      if (turns.waits && branch && branch->getSuccessor(0) != join &&
          dominators.dominates(BasicBlockEdge(fork, branch->getSuccessor(1)), header))
        later.insert(fork);
    }
  }

  /// Change the function.
  void place() {
    for (Loop *loop : left)
      formDedicatedExitBlocks(loop, &dominators, &loops, nullptr, false);
    for (Loop *loop : left) {
      SmallVector<BasicBlock *> exits;
      loop->getUniqueExitBlocks(exits);
      joins.insert(exits.begin(), exits.end());
    }
    for (BasicBlock *fork : later)
      joins.insert(SplitEdge(fork, fork->getTerminator()->getSuccessor(0)));
    for (BasicBlock *block : joins)
      if (!block->isEHPad()) {
        IRBuilder<> builder(&*block->getFirstInsertionPt());
        callRendezvous(builder, Operation::WaveBarrier);
      }
  }

private:
  DominatorTree &dominators;
  LoopInfo &loops;
  PostDominatorTree postDominators;
  Divergence divergence;
  SetVector<BasicBlock *> joins, later;
  std::vector<Loop *> left;
};

bool isBlockScope(LLVMContext &context, SyncScope::ID scope) {
  SmallVector<StringRef> names;
  context.getSyncScopeNames(names);
  StringRef name = names[scope];
  return name.starts_with("workgroup") || name.starts_with("wavefront") || name.starts_with("singlethread");
}

/// One thread's own, in no order with other accesses.
template <class Update> void setLocal(Update &update) {
  update.setSyncScopeID(SyncScope::SingleThread);
  if constexpr (std::is_same_v<Update, AtomicCmpXchgInst>) {
    update.setSuccessOrdering(AtomicOrdering::Monotonic);
    update.setFailureOrdering(AtomicOrdering::Monotonic);
  } else {
    update.setOrdering(AtomicOrdering::Monotonic);
  }
}

} // namespace

bool isLds(const Value *pointer) {
  auto *base = dyn_cast<CallInst>(getUnderlyingObject(pointer, 32));
  const Function *function = base ? base->getCalledFunction() : nullptr;
  return function && function->getName() == hook::ldsBase;
}

void yieldInWaitingLoops(Unit &unit) {
  FunctionCallee spin =
      unit.module->getOrInsertFunction(hook::spin, Type::getVoidTy(unit.context));
  std::set<StringRef> kernels;
  for (const Kernel &kernel : unit.kernels)
    kernels.insert(kernel.name);
  for (Function &function : *unit.module) {
    if (function.isDeclaration())
      continue;
    DominatorTree dominators(function);
    LoopInfo loops(dominators);
    Meetings meetings(function, dominators, loops, kernels.count(function.getName()) > 0);
    std::vector<Loop *> waiting;
    for (Loop *loop : loops.getLoopsInPreorder()) {
      const Turns turns = turnsOf(*loop, loops);
      const bool spins = turns.waits && !turns.barriers;
      if (spins)
        waiting.push_back(loop);
      if (!unit.isNvptx && (spins || turns.barriers))
        meetings.note(*loop, {spins, turns.barriers});
    }
    meetings.place();
    for (Loop *loop : waiting) {
      SmallVector<BasicBlock *> latches;
      loop->getLoopLatches(latches);
      for (BasicBlock *latch : latches)
        IRBuilder<>(latch->getTerminator()).CreateCall(spin);
    }
  }
}

void relaxAtomics(Unit &unit) {
  for (Function &function : *unit.module)
    for (Instruction &instruction : make_early_inc_range(instructions(function))) {
      if (auto *fence = dyn_cast<FenceInst>(&instruction)) {
        bool local = isBlockScope(unit.context, fence->getSyncScopeID());
        fence->setSyncScopeID(local ? SyncScope::SingleThread : SyncScope::System);
      } else if (auto *update = dyn_cast<AtomicRMWInst>(&instruction)) {
        if (isLds(update->getPointerOperand()) || isBlockScope(unit.context, update->getSyncScopeID()))
          setLocal(*update);
        else
          update->setSyncScopeID(SyncScope::System);
      } else if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
        if (isLds(exchange->getPointerOperand()) || isBlockScope(unit.context, exchange->getSyncScopeID()))
          setLocal(*exchange);
        else
          exchange->setSyncScopeID(SyncScope::System);
      } else if (auto *load = dyn_cast<LoadInst>(&instruction); load && load->isAtomic()) {
        load->setSyncScopeID(SyncScope::System);
      } else if (auto *store = dyn_cast<StoreInst>(&instruction); store && store->isAtomic()) {
        store->setSyncScopeID(SyncScope::System);
      }
    }
}

void lowerLocalAtomics(Unit &unit) {
  for (Function &function : *unit.module)
    for (Instruction &instruction : make_early_inc_range(instructions(function))) {
      if (auto *update = dyn_cast<AtomicRMWInst>(&instruction);
          update && update->getSyncScopeID() == SyncScope::SingleThread)
        lowerAtomicRMWInst(update);
      else if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction);
               exchange && exchange->getSyncScopeID() == SyncScope::SingleThread)
        lowerAtomicCmpXchgInst(exchange);
    }
}

} // namespace porter
