// LLVM's own passes: what tidies up, and the code generator.
#include "pipeline.h"
#include "retarget.h"

#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Coroutines/CoroCleanup.h"
#include "llvm/Transforms/Coroutines/CoroEarly.h"
#include "llvm/Transforms/Coroutines/CoroSplit.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

using namespace llvm;

namespace porter {
void dropUnused(Unit &unit) {
  Pipeline pipeline(nullptr);
  ModulePassManager passes;
  passes.addPass(GlobalDCEPass());
  passes.run(*unit.module, pipeline.modules);
}

/// Before functions are copied to where they are called: they are a fraction as long without their variables in memory.
void promoteVariables(Unit &unit) {
  if (unit.instrumentation == Instrumentation::Debugger)
    return; // which finds variables in memory
  Pipeline pipeline(nullptr);
  ModulePassManager passes;
  passes.addPass(createModuleToFunctionPassAdaptor(SROAPass(SROAOptions::ModifyCFG)));
  passes.run(*unit.module, pipeline.modules);
}

void inlineAll(Unit &unit) {
  Pipeline pipeline(nullptr);
  ModulePassManager passes;
  passes.addPass(AlwaysInlinerPass());
  passes.addPass(GlobalDCEPass());
  if (unit.instrumentation != Instrumentation::Debugger)
    passes.addPass(createModuleToFunctionPassAdaptor(SROAPass(SROAOptions::ModifyCFG)));
  passes.run(*unit.module, pipeline.modules);
}

void simplify(Unit &unit) {
  if (unit.instrumentation == Instrumentation::Debugger)
    return; // variables stay in memory, where the debugger finds them
  Pipeline pipeline(nullptr);
  ModulePassManager passes;
  FunctionPassManager simplify;
  simplify.addPass(EarlyCSEPass());
  simplify.addPass(SimplifyCFGPass());
  simplify.addPass(InstCombinePass());
  simplify.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(createModuleToFunctionPassAdaptor(std::move(simplify)));
  passes.run(*unit.module, pipeline.modules);
}

void splitCoroutines(Unit &unit, TargetMachine &machine) {
  Pipeline pipeline(&machine);
  ModulePassManager passes;
  passes.addPass(CoroEarlyPass());
  const bool isDebugged = unit.instrumentation == Instrumentation::Debugger;
  passes.addPass(createModuleToPostOrderCGSCCPassAdaptor(CoroSplitPass(/*OptimizeFrame=*/!isDebugged)));
  passes.addPass(CoroCleanupPass());
  if (isDebugged) {
    passes.run(*unit.module, pipeline.modules);
    return;
  }
  passes.run(*unit.module, pipeline.modules);
  FunctionPassManager simplify;
  simplify.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  simplify.addPass(InstCombinePass());
  simplify.addPass(SimplifyCFGPass());
  std::set<const Function *> simple; // since they were cut from their kernels
  for (const Kernel &kernel : unit.kernels)
    for (const KernelRegion &region : kernel.regions)
      simple.insert(region.functions.one);
  for (Function &function : *unit.module)
    if (!function.isDeclaration() && !simple.count(&function))
      simplify.run(function, pipeline.functions);
}

/// What only another file can define. Names of C are left to the linker, which knows what the host has.
static void refuseOtherFiles(const Unit &unit) {
  const Module &module = *unit.module;
  std::string names;
  auto add = [&](const GlobalValue &value) { names += (names.empty() ? "" : ", ") + demangle(value.getName().str()); };
  for (const Function &function : module)
    if (function.isDeclaration() && !function.use_empty() && function.getName().starts_with("_Z"))
      add(function);
  for (const GlobalVariable &variable : module.globals())
    if (variable.isDeclaration() && !variable.use_empty() && !variable.getName().starts_with("porter_"))
      add(variable);
  if (!names.empty())
    fail((unit.isLinked ? "device code that none of the linked files holds is called: "
                        : "device code of another file is called: ") +
         names);
}

void emitObject(Unit &unit, TargetMachine &machine, const std::string &path) {
  refuseOtherFiles(unit);
  if (verifyModule(*unit.module, &errs()))
    fail("the retargeted module is not valid LLVM IR");
  std::error_code error;
  raw_fd_ostream stream(path, error);
  if (error)
    fail("cannot write " + path + ": " + error.message());
  legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, stream, nullptr, CodeGenFileType::ObjectFile))
    fail("this LLVM cannot write objects for the host");
  passes.run(*unit.module);
}

} // namespace porter
