// Loops that wait for memory, and the cost of atomics.
//
// A work-item that spins on memory must let others run: a hook at the end of each turn yields now and then.
// Atomics whose scope is at most the block need no locked instruction, because one OS thread runs a block. They stay
// atomics until all loops over work-items are made: plain accesses there count as independent of each other.
#include "retarget.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
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

/// A wavefront in lockstep goes on when its last lane has left the loop, so a lane that has left cannot set what the
/// others wait for.
void meetAtExits(Loop &loop, DominatorTree &dominators, LoopInfo &loops) {
  formDedicatedExitBlocks(&loop, &dominators, &loops, nullptr, false);
  SmallVector<BasicBlock *> exits;
  loop.getUniqueExitBlocks(exits);
  for (BasicBlock *exit : exits) {
    IRBuilder<> builder(&*exit->getFirstInsertionPt());
    callRendezvous(builder, Operation::WaveBarrier);
  }
}

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

bool isLds(const Value *pointer) {
  auto *base = dyn_cast<CallInst>(getUnderlyingObject(pointer, 32));
  const Function *function = base ? base->getCalledFunction() : nullptr;
  return function && function->getName() == hook::ldsBase;
}

} // namespace

bool watchesMemory(const Instruction &instruction) {
  if (auto *load = dyn_cast<LoadInst>(&instruction))
    return load->isVolatile() || load->isAtomic();
  if (isa<AtomicCmpXchgInst>(instruction))
    return true;
  auto *update = dyn_cast<AtomicRMWInst>(&instruction);
  return update && !update->use_empty();
}

void yieldInWaitingLoops(Unit &unit) {
  FunctionCallee spin =
      unit.module->getOrInsertFunction(hook::spin, Type::getVoidTy(unit.context));
  for (Function &function : *unit.module) {
    if (function.isDeclaration())
      continue;
    DominatorTree dominators(function);
    LoopInfo loops(dominators);
    for (Loop *loop : loops.getLoopsInPreorder()) {
      bool waits = false, hasBarrier = false;
      for (BasicBlock *block : loop->blocks())
        for (Instruction &instruction : *block) {
          hasBarrier |= isBarrier(instruction);
          waits |= loops.getLoopFor(block) == loop && watchesMemory(instruction);
        }
      if (!waits || hasBarrier)
        continue;
      if (!unit.isNvptx)
        meetAtExits(*loop, dominators, loops);
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
