// Which functions are kernels and which globals the host can look up: to be read before the GPU's calling
// conventions and address spaces are gone.
#include "retarget.h"

#include "llvm/Support/AMDGPUAddrSpace.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace porter {

static unsigned launchBound(const Function &function) {
  // "1,256": least and most work-items of a block, from __launch_bounds__ or the compiler's default.
  StringRef bounds = function.getFnAttribute("amdgpu-flat-work-group-size").getValueAsString();
  unsigned most = mostItems;
  bounds.split(',').second.getAsInteger(10, most);
  return most;
}

/// NVPTX marks kernels, and their bounds, in metadata: {function, "kernel", 1}, {function, "maxntidx", n}.
static void collectAnnotated(Unit &unit) {
  NamedMDNode *annotations = unit.module->getNamedMetadata("nvvm.annotations");
  if (!annotations)
    return;
  std::map<Function *, std::map<std::string, unsigned>> facts;
  for (MDNode *node : annotations->operands())
    if (auto *function = mdconst::dyn_extract_or_null<Function>(node->getOperand(0)))
      for (unsigned i = 1; i + 1 < node->getNumOperands(); i += 2)
        if (auto *name = dyn_cast<MDString>(node->getOperand(i)))
          facts[function][name->getString().str()] =
              unsigned(mdconst::extract<ConstantInt>(node->getOperand(i + 1))->getZExtValue());
  for (Function &function : *unit.module) {
    auto found = facts.find(&function);
    if (function.isDeclaration() || found == facts.end() || !found->second.count("kernel"))
      continue;
    Kernel kernel;
    kernel.name = function.getName().str();
    if (found->second.count("maxntidx"))
      kernel.maxItems = found->second["maxntidx"];
    unit.kernels.push_back(std::move(kernel));
  }
  annotations->eraseFromParent();
}

void collectKernels(Unit &unit) {
  collectAnnotated(unit);
  for (Function &function : *unit.module)
    if (function.getCallingConv() == CallingConv::AMDGPU_KERNEL && !function.isDeclaration()) {
      Kernel kernel;
      kernel.name = function.getName().str();
      kernel.maxItems = launchBound(function);
      unit.kernels.push_back(std::move(kernel));
    }
}

/// Variables that made clang instantiate what a program compiled at run time names; see runtime_compilation.py.
static void dropNameExpressions(Module &module) {
  auto names = [](const Value *value) { return value->getName().starts_with("porter_name_expression_"); };
  removeFromUsedLists(module, [&](Constant *constant) { return names(constant->stripPointerCasts()); });
  for (GlobalVariable &global : make_early_inc_range(module.globals()))
    if (names(&global)) {
      global.removeDeadConstantUsers();
      if (global.use_empty())
        global.eraseFromParent();
    }
}

/// A static texture reference has an internal handle, which the host binds all the same.
static bool isTextureReference(const GlobalVariable &global) {
  return any_of(global.users(), [](const User *user) {
    const auto *call = dyn_cast<CallBase>(user);
    const Function *called = call ? call->getCalledFunction() : nullptr;
    return called && called->getName().starts_with("llvm.nvvm.texsurf.handle.internal");
  });
}

void collectVariables(Unit &unit) {
  dropNameExpressions(*unit.module);
  for (GlobalVariable &global : unit.module->globals()) {
    unsigned space = global.getAddressSpace();
    bool inMemory = space == AMDGPUAS::GLOBAL_ADDRESS || space == AMDGPUAS::CONSTANT_ADDRESS;
    if (!inMemory || global.isDeclaration() || global.getName().starts_with("llvm."))
      continue;
    global.setComdat(nullptr);
    if (isTextureReference(global))
      global.setExternallyInitialized(true);
    if (global.isExternallyInitialized())
      unit.variables.push_back(global.getName().str());
  }
}

} // namespace porter
