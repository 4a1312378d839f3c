// Kernels that are the same code. Templates make a kernel for each type, and those that differ only in what their pointers
// point to do not differ here: they are compiled once, and the image has all of their names.
#include "pipeline.h"
#include "retarget.h"

#include "llvm/Transforms/IPO/MergeFunctions.h"

using namespace llvm;

namespace porter {
namespace {

/// What a kernel calls that hands on its arguments and does nothing else, as LLVM leaves of what it merged.
Function *forwardsTo(Function &body) {
  BasicBlock &block = body.getEntryBlock();
  auto *call = dyn_cast<CallInst>(&block.front());
  auto isOwn = [](const Use &given, const Argument &own) { return given.get() == &own; };
  const bool isAll = call && block.size() == 2 && isa<ReturnInst>(block.back());
  return isAll && std::equal(call->arg_begin(), call->arg_end(), body.arg_begin(), body.arg_end(), isOwn)
             ? call->getCalledFunction()
             : nullptr;
}

} // namespace

void mergeKernels(Unit &unit) {
  if (unit.instrumentation != Instrumentation::None)
    return; // who watches a kernel reads of its own lines
  Pipeline pipeline(nullptr);
  MergeFunctionsPass().run(*unit.module, pipeline.modules);

  std::map<Function *, Kernel *> kernels;
  for (Kernel &kernel : unit.kernels)
    kernels[unit.module->getFunction(kernel.name)] = &kernel;
  std::set<Function *> gone;
  for (auto [body, kernel] : kernels) {
    Function *same = body;
    for (Function *next = forwardsTo(*same); kernels.count(next); next = forwardsTo(*same))
      same = next;
    if (same == body)
      continue;
    kernels[same]->twins.push_back({kernel->name, kernel->maxItems, kernel->staticLds});
    gone.insert(body);
  }
  llvm::erase_if(unit.kernels,
                 [&](const Kernel &kernel) { return gone.count(unit.module->getFunction(kernel.name)) > 0; });
  for (Function *body : gone)
    body->dropAllReferences();
  for (Function *body : gone)
    body->eraseFromParent();
}

} // namespace porter
