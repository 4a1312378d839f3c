// Which functions must be part of the kernel: those that suspend, because a kernel is cut at suspensions; those
// that read ids, because ids become loop variables; those that may wait for memory, because the loop that waits
// is around them. Recursive ones stay functions. Where somebody watches, those that tell of a failed assertion, too.
#include "retarget.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"

using namespace llvm;

namespace porter {

static const Function *callee(const Instruction &instruction) {
  auto *call = dyn_cast<CallBase>(&instruction);
  return call ? call->getCalledFunction() : nullptr;
}

static bool isFailedAssertion(const Instruction &instruction) {
  const Function *called = callee(instruction);
  return called && called->getName().starts_with("porter_assert");
}

bool readsItem(Function &function) {
  return any_of(instructions(function), [](const Instruction &instruction) {
    const Function *called = callee(instruction);
    return called && tellsItem(*called);
  });
}

/// A function that the source wants apart becomes part of each kernel that calls it: loops around those in which lanes
/// meet stay loops there, whatever the source says, since each place where they meet costs each kernel a region.
static void keepLoops(Function &function, const std::set<const Function *> &suspending) {
  DominatorTree dominators(function);
  LoopInfo loops(dominators);
  auto suspends = [&](const Instruction &instruction) {
    return isSuspension(instruction) || suspending.count(callee(instruction));
  };
  auto suspendsIn = [&](const Loop *loop) {
    return any_of(loop->blocks(), [&](const BasicBlock *block) { return any_of(*block, suspends); });
  };
  for (Loop *loop : loops.getLoopsInPreorder())
    if (any_of(*loop, suspendsIn))
      loop->setLoopAlreadyUnrolled();
}

void inlineSynchronising(Unit &unit) {
  const std::set<Function *> found = suspendingFunctions(*unit.module);
  const std::set<const Function *> suspending(found.begin(), found.end());
  std::set<const Function *> wanted = suspending;
  for (Function &function : *unit.module)
    if (readsItem(function) || any_of(instructions(function), watchesMemory))
      wanted.insert(&function);
  for (bool grew = true; grew;) { // and what calls them
    grew = false;
    for (Function &function : *unit.module)
      if (!wanted.count(&function) && any_of(instructions(function), [&](const Instruction &instruction) {
            return wanted.count(callee(instruction)) > 0;
          }))
        grew |= wanted.insert(&function).second;
  }
  if (unit.instrumentation == Instrumentation::Accesses) // an assertion is told at the line that makes it
    for (const Function &function : *unit.module)
      if (any_of(instructions(function), isFailedAssertion))
        wanted.insert(&function);
  for (Function &function : *unit.module)
    if (wanted.count(&function) && !function.isDeclaration() && !isRecursive(function)) {
      if (function.hasFnAttribute(Attribute::NoInline) && suspending.count(&function))
        keepLoops(function, suspending);
      function.removeFnAttr(Attribute::NoInline);
      function.removeFnAttr(Attribute::OptimizeNone);
      function.addFnAttr(Attribute::AlwaysInline);
    }
}

} // namespace porter
