// LLVM's passes, with the analyses that they share.
#pragma once

#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/StandardInstrumentations.h"

namespace porter {

/// The analyses; cross-registered once.
struct Pipeline {
  explicit Pipeline(llvm::TargetMachine *machine)
      : builder(machine, llvm::PipelineTuningOptions(), std::nullopt, &callbacks) {
    untouched.registerCallbacks(callbacks); // functions with `optnone`
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(components);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, components, modules);
  }
  llvm::PassInstrumentationCallbacks callbacks;
  llvm::OptNoneInstrumentation untouched{/*DebugLogging=*/false};
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder;
};

/// Before loops over work-items become vectors, drop the guards that hold for whole blocks.
void addGuards(Pipeline &pipeline);

} // namespace porter
