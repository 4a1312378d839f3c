// Reads of the work-item's state become loads from the worker, a variable of the OS thread. This comes after
// optimisation: until then such a read is a constant of the work-item and is computed once.
#include "retarget.h"

#include <cstddef>

using namespace llvm;

namespace porter {
namespace {

GlobalVariable *workerVariable(Module &module) {
  auto *type = ArrayType::get(Type::getInt8Ty(module.getContext()), sizeof(Worker));
  auto *worker = cast<GlobalVariable>(module.getOrInsertGlobal("porter_worker", type));
  worker->setThreadLocalMode(GlobalValue::InitialExecTLSModel);
  worker->setAlignment(Align(alignof(Worker)));
  return worker;
}

Value *field(IRBuilder<> &builder, Value *base, size_t offset) {
  return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), base, offset);
}

Value *expand(IRBuilder<> &builder, Value *worker, StringRef name, Type *type) {
  auto pointer = [&](size_t offset) { return builder.CreateLoad(builder.getPtrTy(), field(builder, worker, offset)); };
  unsigned axis = name.back() >= 'x' ? name.back() - 'x' : 0;
  if (name == "porter_item")
    return pointer(offsetof(Worker, item));
  if (name == hook::ldsBase)
    return pointer(offsetof(Worker, lds));
  if (name == hook::laneId)
    return builder.CreateLoad(type, field(builder, pointer(offsetof(Worker, item)), offsetof(Item, lane)));
  if (name.starts_with(hook::itemId))
    return builder.CreateLoad(type, field(builder, pointer(offsetof(Worker, item)), offsetof(Item, id) + 4 * axis));
  if (name.starts_with(hook::blockId))
    return builder.CreateLoad(type, field(builder, worker, offsetof(Worker, block) + 4 * axis));
  Value *launch = pointer(offsetof(Worker, launch));
  if (name == hook::implicitArguments)
    return field(builder, launch, offsetof(LaunchInfo, implicitArguments));
  if (name == hook::dispatchPacket)
    return field(builder, launch, offsetof(LaunchInfo, dispatchPacket));
  if (name == hook::gridWorkspace)
    return field(builder, launch, offsetof(LaunchInfo, gridWorkspace));
  if (name.starts_with(hook::gridBlocks))
    return builder.CreateLoad(type, field(builder, launch, offsetof(LaunchInfo, gridBlocks) + 4 * axis));
  if (name.starts_with(hook::blockItems))
    return builder.CreateLoad(type, field(builder, launch, offsetof(LaunchInfo, blockItems) + 4 * axis));
  return nullptr;
}

} // namespace

void expandItemState(Unit &unit) {
  GlobalVariable *worker = workerVariable(*unit.module);
  for (Function &function : make_early_inc_range(*unit.module)) {
    if (!function.isDeclaration() || !function.getName().starts_with("porter_"))
      continue;
    for (User *user : make_early_inc_range(function.users())) {
      auto *call = dyn_cast<CallInst>(user);
      if (!call)
        continue;
      IRBuilder<> builder(call);
      if (Value *value = expand(builder, worker, function.getName(), call->getType())) {
        call->replaceAllUsesWith(value);
        call->eraseFromParent();
      }
    }
    if (function.use_empty())
      function.eraseFromParent();
  }
}

} // namespace porter
