// Exchanges between lanes that do not wait for each other's answers, put side by side: both halves of a double that is
// shuffled, the elements of a vector that is reduced, what an unrolled loop gathers. Lanes then meet once for all of
// them, and a kernel is cut there once (regions.cpp).
//
// What stands between them stays before, or, where it needs an answer, comes after. Nothing may touch memory there but
// the lane's own: lanes in lockstep have all written what the next instruction reads, and here they have only where they
// meet.
#include "retarget.h"

#include "llvm/Analysis/ValueTracking.h"

using namespace llvm;

namespace porter {
namespace {

/// Whether the answer comes from what the lanes that take part bring, and from nothing else.
bool isExchange(Operation operation) {
  switch (operation) {
  case Operation::ActiveMask:
  case Operation::Ballot:
  case Operation::ReadFirstLane:
  case Operation::BPermute:
  case Operation::Permute:
  case Operation::Swizzle:
  case Operation::Dpp:
  case Operation::Dpp8:
  case Operation::PermLane64:
  case Operation::PermLaneSwap:
    return true;
  default:
    return operation >= Operation::ShuffleIndex && operation <= Operation::Reduce;
  }
}

/// CUDA's operations wait for the lanes that the last operand names.
Value *namedLanes(const CallInst &call) {
  return operationOf(call) >= Operation::ShuffleIndex ? call.getArgOperand(4) : nullptr;
}

/// Whether it touches variables of the lane alone.
bool isPrivate(const Instruction &instruction) {
  const Value *pointer = getLoadStorePointerOperand(&instruction);
  if (auto *call = dyn_cast<CallInst>(&instruction); call && call->isLifetimeStartOrEnd())
    pointer = call->getArgOperand(1);
  return pointer && !instruction.isVolatile() && isa<AllocaInst>(getUnderlyingObject(pointer));
}

/// The exchanges of one block that are being put together.
class Gathering {
public:
  void take(CallInst &call) {
    if (needsAnswer(call) || !canStandTogether(calls, call))
      finish();
    if (calls.empty() && !isExchange(operationOf(call)))
      return;
    calls.push_back(&call);
  }

  void pass(Instruction &instruction) {
    if (calls.empty())
      return;
    const bool isOwn = isPrivate(instruction);
    if (!isOwn && instruction.mayReadOrWriteMemory() && !isa<AssumeInst>(instruction))
      return finish();
    if (needsAnswer(instruction) || (isOwn && privateIsLater)) {
      later.insert(&instruction);
      privateIsLater |= isOwn;
    }
  }

  /// Move all calls to the last, and behind it what needs their answers.
  void finish() {
    if (calls.size() > 1) {
      CallInst *last = calls.back();
      SmallVector<Instruction *> moved;
      for (Instruction *at = calls.front(); at != last; at = at->getNextNode())
        if (later.count(at))
          moved.push_back(at);
      for (CallInst *call : drop_end(calls))
        call->moveBefore(last);
      Instruction *place = last;
      for (Instruction *instruction : moved) {
        instruction->moveAfter(place);
        place = instruction;
      }
    }
    calls.clear();
    later.clear();
    privateIsLater = false;
  }

private:
  bool needsAnswer(const Instruction &instruction) const {
    return any_of(instruction.operands(), [&](const Use &use) {
      auto *from = dyn_cast<Instruction>(use.get());
      return from && (later.count(from) || is_contained(calls, from));
    });
  }

  SmallVector<CallInst *> calls;
  SmallPtrSet<const Instruction *, 32> later; ///< what needs answers
  bool privateIsLater = false; ///< and so does what touches the lane's variables, which keeps its order
};

} // namespace

bool canStandTogether(ArrayRef<CallInst *> calls, const CallInst &call) {
  if (calls.empty())
    return true;
  return calls.size() < mostTogether && isRendezvous(call) && isRendezvous(*calls.front()) &&
         isExchange(operationOf(*calls.front())) && isExchange(operationOf(call)) &&
         namedLanes(*calls.front()) == namedLanes(call) &&
         none_of(call.args(), [&](const Use &operand) { return is_contained(calls, operand.get()); });
}

void gatherExchanges(Unit &unit) {
  // Who watches wants to know where lanes met.
  if (unit.instrumentation != Instrumentation::None)
    return;
  for (Function &function : *unit.module)
    for (BasicBlock &block : function) {
      Gathering gathering;
      for (Instruction &instruction : make_early_inc_range(block))
        if (isRendezvous(instruction))
          gathering.take(cast<CallInst>(instruction));
        else
          gathering.pass(instruction);
      gathering.finish();
    }
}

} // namespace porter
