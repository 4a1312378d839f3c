// The module adopts the host: triple, data layout, calling conventions, linkage.
#include "retarget.h"

#include "llvm/IR/AttributeMask.h"

using namespace llvm;

namespace porter {

void adoptHost(Unit &unit, const Module &builtins) {
  Module &module = *unit.module;
  std::set<std::string> kernels;
  for (const Kernel &kernel : unit.kernels)
    kernels.insert(kernel.name);

  module.setTargetTriple(builtins.getTargetTriple());
  module.setDataLayout(builtins.getDataLayout());
  for (const char *name : {"llvm.module.flags", "llvm.ident", "opencl.ocl.version"})
    if (NamedMDNode *metadata = module.getNamedMetadata(name))
      module.eraseNamedMetadata(metadata);

  // Subnormal numbers stay, whatever the flags say: this host flushes none, and a function that says it does is not
  // inlined where nothing says so.
  AttributeMask gpuOnly;
  for (const char *name : {"target-cpu", "target-features", "tune-cpu", "uniform-work-group-size",
                           "amdgpu-flat-work-group-size", "amdgpu-waves-per-eu", "no-trapping-math",
                           "denormal-fp-math", "denormal-fp-math-f32"})
    gpuOnly.addAttribute(name);
  for (Function &function : module) {
    function.removeFnAttrs(gpuOnly);
    function.setVisibility(GlobalValue::DefaultVisibility);
    function.setDSOLocal(false);
    function.setCallingConv(CallingConv::C);
    if (!function.isDeclaration()) {
      bool isKernel = kernels.count(function.getName().str());
      function.setLinkage(isKernel ? GlobalValue::ExternalLinkage : GlobalValue::InternalLinkage);
      function.setComdat(nullptr);
    }
    for (Instruction &instruction : instructions(function)) {
      if (auto *call = dyn_cast<CallBase>(&instruction))
        call->setCallingConv(CallingConv::C);
      // A hint for a GPU's caches. LLVM has no such load of a half for x86, and such stores come after others there.
      instruction.setMetadata(LLVMContext::MD_nontemporal, nullptr);
    }
  }
  for (GlobalVariable &global : module.globals()) {
    if (global.getName().starts_with("llvm.") || global.isDeclaration())
      continue;
    global.setVisibility(GlobalValue::DefaultVisibility);
    global.setComdat(nullptr);
    global.setDSOLocal(true);
    global.setSection("");
    // The host reads and writes its symbols unseen: until they are registered they must look reachable
    // from outside, or the optimiser takes them for constants and drops stores to them.
    global.setLinkage(global.isExternallyInitialized() ? GlobalValue::ExternalLinkage
                                                       : GlobalValue::InternalLinkage);
    if (global.isExternallyInitialized())
      global.setConstant(false);
  }
}

} // namespace porter
