// Buffer resources as clang has them before optimisation: in variables, and given to and by functions. A host has no
// such pointers of 16 bytes, so that the functions become part of their callers, and the variables 16 plain bytes.
#include "retarget.h"

#include "llvm/Support/AMDGPUAddrSpace.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace porter {
namespace {

bool isResource(const Type *type) {
  return type->isPointerTy() && type->getPointerAddressSpace() == AMDGPUAS::BUFFER_RESOURCE;
}

bool passesResources(const Function &function) {
  return !function.isDeclaration() && (isResource(function.getReturnType()) ||
                                       any_of(function.args(), [](const Argument &one) { return isResource(one.getType()); }));
}

/// Calls of functions that take or give resources, and of no others.
std::vector<CallInst *> callsThatPassResources(Unit &unit) {
  std::vector<CallInst *> found;
  forEachCall(unit, [&](CallInst &call, const Function &called) {
    if (passesResources(called))
      found.push_back(&call);
  });
  return found;
}

void widenVariable(AllocaInst &variable) {
  IRBuilder<> builder(&variable);
  auto *bytes = builder.CreateAlloca(ArrayType::get(builder.getInt32Ty(), 4), variable.getAddressSpace());
  bytes->setAlignment(std::max(variable.getAlign(), Align(16)));
  variable.replaceAllUsesWith(bytes);
  variable.eraseFromParent();
}

/// What was read from a variable is written as words again.
void storeWords(StoreInst &store) {
  auto *load = dyn_cast<LoadInst>(store.getValueOperand());
  if (!load)
    return; // what makes it is followed from where it is used
  auto *words = FixedVectorType::get(Type::getInt32Ty(store.getContext()), 4);
  IRBuilder<> beside(load);
  Value *value = beside.CreateAlignedLoad(words, load->getPointerOperand(), load->getAlign());
  IRBuilder<>(&store).CreateAlignedStore(value, store.getPointerOperand(), store.getAlign());
  store.eraseFromParent();
}

} // namespace

void exposeResources(Unit &unit) {
  for (auto calls = callsThatPassResources(unit); !calls.empty(); calls = callsThatPassResources(unit)) {
    bool isInlined = false;
    for (CallInst *call : calls) {
      InlineFunctionInfo information;
      isInlined |= call->getCalledFunction() != call->getFunction() && InlineFunction(*call, information).isSuccess();
    }
    if (!isInlined)
      break; // recursive; the access says so
  }
  for (Function &function : *unit.module)
    for (Instruction &instruction : make_early_inc_range(instructions(function)))
      if (auto *variable = dyn_cast<AllocaInst>(&instruction); variable && isResource(variable->getAllocatedType()))
        widenVariable(*variable);
      else if (auto *store = dyn_cast<StoreInst>(&instruction); store && isResource(store->getValueOperand()->getType()))
        storeWords(*store);
}

} // namespace porter
