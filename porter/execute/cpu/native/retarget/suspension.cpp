// Suspension points: calls at which a work-item may stop and others go on.
#include "retarget.h"

using namespace llvm;

namespace porter {

static const Function *callee(const Instruction &instruction) {
  auto *call = dyn_cast<CallBase>(&instruction);
  return call ? call->getCalledFunction() : nullptr;
}

Value *readState(IRBuilder<> &builder, StringRef name, Type *type) {
  Module &module = *builder.GetInsertBlock()->getModule();
  FunctionCallee reader = module.getOrInsertFunction(name, FunctionType::get(type, false));
  auto *function = cast<Function>(reader.getCallee());
  function->setMemoryEffects(MemoryEffects::none());
  for (Attribute::AttrKind kind : {Attribute::NoUnwind, Attribute::WillReturn, Attribute::Speculatable})
    function->addFnAttr(kind);
  return builder.CreateCall(reader);
}

CallInst *callRendezvous(IRBuilder<> &builder, Operation operation, Value *a, Value *b, Value *c) {
  Module &module = *builder.GetInsertBlock()->getModule();
  Type *word = builder.getInt64Ty(), *half = builder.getInt32Ty();
  FunctionCallee rendezvous = module.getOrInsertFunction(
      hook::rendezvous, FunctionType::get(word, {half, half, word, word, word}, false));
  auto *function = cast<Function>(rendezvous.getCallee());
  function->setConvergent();
  function->setDoesNotThrow();
  Value *zero = builder.getInt64(0);
  Value *unnumbered = builder.getInt32(0);
  CallInst *call = builder.CreateCall(rendezvous, {unnumbered, builder.getInt32(uint32_t(operation)),
                                                   a ? a : zero, b ? b : zero, c ? c : zero});
  call->setConvergent();
  return call;
}

bool isRendezvous(const Instruction &instruction) {
  const Function *function = callee(instruction);
  return function && function->getName() == hook::rendezvous;
}

Operation operationOf(const CallInst &rendezvous) {
  return Operation(cast<ConstantInt>(rendezvous.getArgOperand(1))->getZExtValue());
}

bool isSuspension(const Instruction &instruction) {
  const Function *function = callee(instruction);
  return function && (function->getName() == hook::rendezvous || function->getName() == hook::spin);
}

std::set<Function *> suspendingFunctions(Module &module) {
  std::set<Function *> suspending;
  auto contains = [](Function &function, auto predicate) {
    return any_of(instructions(function), predicate);
  };
  for (Function &function : module)
    if (contains(function, isSuspension))
      suspending.insert(&function);
  // A suspending function whose address is taken may be behind any indirect call.
  for (bool grew = true, indirect = false; grew;) {
    grew = false;
    for (Function *function : suspending)
      indirect |= function->hasAddressTaken();
    for (Function &function : module) {
      if (suspending.count(&function))
        continue;
      bool calls = contains(function, [&](Instruction &instruction) {
        auto *call = dyn_cast<CallBase>(&instruction);
        if (!call)
          return false;
        if (call->isIndirectCall())
          return indirect;
        return suspending.count(call->getCalledFunction()) > 0;
      });
      if (calls) {
        suspending.insert(&function);
        grew = true;
      }
    }
  }
  return suspending;
}

bool isRecursive(Function &function) {
  std::set<Function *> seen;
  std::vector<Function *> work{&function};
  while (!work.empty()) {
    Function *caller = work.back();
    work.pop_back();
    for (Instruction &instruction : instructions(*caller)) {
      auto *call = dyn_cast<CallBase>(&instruction);
      Function *called = call ? call->getCalledFunction() : nullptr;
      if (called == &function)
        return true;
      if (called && seen.insert(called).second)
        work.push_back(called);
    }
  }
  return false;
}

} // namespace porter
