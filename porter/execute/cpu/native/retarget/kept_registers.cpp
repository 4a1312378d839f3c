// Reading a register of a lane that is switched off gives what the lane last had there. So the operand of such a read
// is kept, where it is computed, for the other lanes to find: by every lane that computes it, whether it comes to the
// read or not. This happens before anything moves the computation.
#include "retarget.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"

using namespace llvm;

namespace porter {
namespace {

/// What was widened to a word.
Value *origin(Value *word) {
  while (isa<ZExtInst, BitCastInst, PtrToIntInst>(word))
    word = cast<CastInst>(word)->getOperand(0);
  return word;
}

class Keeper {
public:
  explicit Keeper(Function &function) : function(function), dominators(function), after(function), loops(dominators) {}

  unsigned run() {
    for (Instruction &instruction : make_early_inc_range(instructions(function))) {
      auto *mark = dyn_cast<CallInst>(&instruction);
      if (!mark || !mark->getCalledFunction() || mark->getCalledFunction()->getName() != hook::keptRegister)
        continue;
      mark->replaceAllUsesWith(ConstantInt::get(mark->getType(), number(*mark)));
      mark->eraseFromParent();
    }
    return unsigned(numbers.size());
  }

private:
  /// One more than the register's number; 0 when every lane that has the value takes part in the read.
  unsigned number(CallInst &mark) {
    Value *value = origin(mark.getArgOperand(0));
    BasicBlock *home = homeOf(value), *use = mark.getParent();
    if (loops.getLoopFor(home) == loops.getLoopFor(use) && after.dominates(use, home))
      return 0;
    auto [place, isNew] = numbers.try_emplace(value, numbers.size());
    if (isNew)
      keep(*value, unsigned(place->second));
    return unsigned(place->second) + 1;
  }

  /// Arguments and constants are there from the start.
  BasicBlock *homeOf(Value *value) {
    auto *instruction = dyn_cast<Instruction>(value);
    return instruction ? instruction->getParent() : &function.getEntryBlock();
  }

  void keep(Value &value, unsigned number) {
    BasicBlock &home = *homeOf(&value);
    auto *instruction = dyn_cast<Instruction>(&value);
    const bool isAtStart = !instruction || isa<PHINode>(instruction);
    IRBuilder<> builder(&home, isAtStart ? home.getFirstInsertionPt() : std::next(instruction->getIterator()));
    FunctionCallee hook = function.getParent()->getOrInsertFunction(
        hook::keep, FunctionType::get(builder.getVoidTy(), {builder.getInt32Ty(), builder.getInt64Ty()}, false));
    builder.CreateCall(hook, {builder.getInt32(number), asWord(builder, &value)});
  }

  Function &function;
  DominatorTree dominators;
  PostDominatorTree after;
  LoopInfo loops;
  std::map<Value *, size_t> numbers;
};

} // namespace

void keepRegisters(Unit &unit) {
  for (Kernel &kernel : unit.kernels)
    if (Function *body = unit.module->getFunction(kernel.name))
      kernel.keptRegisters = Keeper(*body).run();
  // Functions that stayed functions keep nothing.
  if (Function *mark = unit.module->getFunction(hook::keptRegister)) {
    for (User *user : make_early_inc_range(mark->users())) {
      auto *call = cast<CallInst>(user);
      call->replaceAllUsesWith(ConstantInt::get(call->getType(), 0));
      call->eraseFromParent();
    }
    mark->eraseFromParent();
  }
}

} // namespace porter
