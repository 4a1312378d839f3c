// Where lanes of a wave meet again after they took different ways.
//
// Every suspension point has a number. Of the points at which lanes wait, the smallest goes first, so numbers
// follow reverse post-order: code after a branch comes later than both sides. Loop exits are numbered after
// the loop's body, and a loop whose turns can diverge gets a rendezvous at its latch, so that no lane runs a
// turn ahead of the others.
#include "retarget.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"

using namespace llvm;

namespace porter {
namespace {

/// Post-order in which the exits of a loop are finished before its body.
class ExitsFirst {
public:
  explicit ExitsFirst(Function &function) : dominators(function), loops(dominators) {
    visit(&function.getEntryBlock());
  }
  std::vector<BasicBlock *> reversed() const { return {order.rbegin(), order.rend()}; }

private:
  void visit(BasicBlock *block) {
    if (!seen.insert(block).second)
      return;
    if (Loop *loop = loops.getLoopFor(block); loop && loop->getHeader() == block) {
      SmallVector<BasicBlock *> exits;
      loop->getExitBlocks(exits);
      for (BasicBlock *exit : exits)
        visit(exit);
    }
    for (BasicBlock *next : successors(block))
      visit(next);
    order.push_back(block);
  }

  DominatorTree dominators;
  LoopInfo loops;
  std::set<BasicBlock *> seen;
  std::vector<BasicBlock *> order;
};

/// A rendezvous that not every turn passes, or that sits in an inner loop, lets lanes drift apart.
bool canDrift(Loop &loop, const LoopInfo &loops, const DominatorTree &dominators) {
  for (BasicBlock *block : loop.blocks())
    for (Instruction &instruction : *block)
      if (isRendezvous(instruction) &&
          (loops.getLoopFor(block) != &loop || !dominators.dominates(block, loop.getLoopLatch())))
        return true;
  return false;
}

void meetAtLatches(Function &function) {
  DominatorTree dominators(function);
  LoopInfo loops(dominators);
  for (Loop *loop : loops.getTopLevelLoops())
    simplifyLoop(loop, &dominators, &loops, nullptr, nullptr, nullptr, false);
  for (Loop *loop : loops.getLoopsInPreorder())
    if (BasicBlock *latch = loop->getLoopLatch(); latch && canDrift(*loop, loops, dominators)) {
      IRBuilder<> builder(latch->getTerminator());
      callRendezvous(builder, Operation::WaveBarrier);
    }
}

Constant *placeOrNull(Unit &unit, const CallInst &call) {
  Constant *place = sourcePlace(unit, call.getDebugLoc().get());
  return place ? place : ConstantPointerNull::get(PointerType::get(unit.context, 0));
}

} // namespace

void numberSites(Unit &unit) {
  unsigned site = 1;
  for (Function &function : *unit.module) {
    if (!any_of(instructions(function), isRendezvous))
      continue;
    meetAtLatches(function);
    for (BasicBlock *block : ExitsFirst(function).reversed())
      for (Instruction &instruction : *block)
        if (isRendezvous(instruction)) {
          auto &call = cast<CallInst>(instruction);
          call.setArgOperand(0, ConstantInt::get(call.getArgOperand(0)->getType(), site++));
          if (unit.instrumentation == Instrumentation::Accesses)
            unit.sites.push_back(placeOrNull(unit, call));
        }
  }
}

} // namespace porter
