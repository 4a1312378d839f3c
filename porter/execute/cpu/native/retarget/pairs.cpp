// The host's calling convention passes a vector of two 32-bit elements as a double (System V ABI for x86-64, as clang
// lowers it). Calls of AMD's image functions, which device/ defines, are brought in line with that.
#include "retarget.h"

using namespace llvm;

namespace porter {

static bool isPair(const Type *type) {
  auto *vector = dyn_cast<FixedVectorType>(type);
  return vector && vector->getPrimitiveSizeInBits() == 64;
}

static void passPairs(Function &function) {
  SmallVector<Type *> types;
  Type *real = Type::getDoubleTy(function.getContext());
  for (Type *type : function.getFunctionType()->params())
    types.push_back(isPair(type) ? real : type);
  const std::string name = function.getName().str();
  function.setName("");
  FunctionCallee made = function.getParent()->getOrInsertFunction(
      name, FunctionType::get(function.getReturnType(), types, false));
  for (User *user : make_early_inc_range(function.users())) {
    auto *call = cast<CallInst>(user);
    IRBuilder<> builder(call);
    SmallVector<Value *> arguments;
    for (auto [argument, type] : zip(call->args(), types))
      arguments.push_back(isPair(argument->getType()) ? builder.CreateBitCast(argument, type) : argument.get());
    call->replaceAllUsesWith(builder.CreateCall(made, arguments));
    call->eraseFromParent();
  }
  function.eraseFromParent();
}

void passPairsAsHost(Unit &unit) {
  for (Function &function : make_early_inc_range(*unit.module))
    if (function.isDeclaration() && function.getName().starts_with("__ockl_image_") &&
        any_of(function.getFunctionType()->params(), isPair))
      passPairs(function);
}

} // namespace porter
