// CUDA's __managed__, which clang knows for HIP only: porter_cuda.h makes such a variable a device variable with an
// annotation. Device code then finds it through a pointer, NAME.managed, which the runtime points to the host's copy.
#include "retarget.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/ReplaceConstant.h"

using namespace llvm;

namespace porter {
namespace {

bool isManaged(const ConstantStruct &annotation) {
  auto *text = dyn_cast<GlobalVariable>(annotation.getOperand(1)->stripPointerCasts());
  auto *characters = text && text->hasInitializer() ? dyn_cast<ConstantDataArray>(text->getInitializer()) : nullptr;
  return characters && characters->isCString() && characters->getAsCString() == "porter.managed";
}

void reachThroughPointer(GlobalVariable &variable) {
  Module &module = *variable.getParent();
  Type *type = variable.getType();
  auto *pointer = new GlobalVariable(module, type, false, GlobalValue::ExternalLinkage, &variable,
                                     variable.getName() + ".managed", nullptr, GlobalValue::NotThreadLocal,
                                     variable.getAddressSpace(), /*isExternallyInitialized=*/true);
  convertUsersOfConstantsToInstructions({&variable});
  SmallVector<Use *> uses;
  for (Use &use : variable.uses())
    if (isa<Instruction>(use.getUser()))
      uses.push_back(&use);
  for (Use *use : uses) {
    auto *user = cast<Instruction>(use->getUser());
    auto *phi = dyn_cast<PHINode>(user);
    IRBuilder<> builder(phi ? phi->getIncomingBlock(*use)->getTerminator() : user);
    use->set(builder.CreateLoad(type, pointer));
  }
}

} // namespace

void lowerManaged(Unit &unit) {
  GlobalVariable *annotations = unit.module->getNamedGlobal("llvm.global.annotations");
  if (!annotations)
    return;
  SetVector<GlobalVariable *> managed; // each file that declares a variable annotates it
  for (Value *entry : cast<ConstantArray>(annotations->getInitializer())->operands()) {
    auto *annotation = cast<ConstantStruct>(entry);
    auto *variable = dyn_cast<GlobalVariable>(annotation->getOperand(0)->stripPointerCasts());
    if (variable && isManaged(*annotation))
      managed.insert(variable);
  }
  annotations->eraseFromParent();
  for (GlobalVariable *variable : managed)
    reachThroughPointer(*variable);
}

} // namespace porter
