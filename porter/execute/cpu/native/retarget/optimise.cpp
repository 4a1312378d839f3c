// What makes kernels fast before they are cut: LLVM's passes, in about LLVM's order.
//
// LLVM's own pipeline is written for code that nobody has looked at yet, and tidies up after each step: nine turns of
// rewriting instructions, with ours before and after, were a sixth of the compile time of unrolled code. Here functions
// are parts of their kernels already, without variables in memory, and what is cut from a kernel is tidied once more.
#include "pipeline.h"
#include "retarget.h"

#include "llvm/Analysis/GlobalsModRef.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/IPO/DeadArgumentElimination.h"
#include "llvm/Transforms/IPO/FunctionAttrs.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/IPO/GlobalOpt.h"
#include "llvm/Transforms/IPO/InferFunctionAttrs.h"
#include "llvm/Transforms/IPO/Inliner.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/CorrelatedValuePropagation.h"
#include "llvm/Transforms/Scalar/DeadStoreElimination.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/GVN.h"
#include "llvm/Transforms/Scalar/IndVarSimplify.h"
#include "llvm/Transforms/Scalar/JumpThreading.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopDeletion.h"
#include "llvm/Transforms/Scalar/LoopIdiomRecognize.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"
#include "llvm/Transforms/Scalar/Reassociate.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimpleLoopUnswitch.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

using namespace llvm;

namespace porter {
namespace {

/// Of one function, when those that it calls are done.
FunctionPassManager simplification() {
  FunctionPassManager passes;
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(JumpThreadingPass());
  passes.addPass(CorrelatedValuePropagationPass());
  passes.addPass(SimplifyCFGPass(SimplifyCFGOptions().convertSwitchRangeToICmp(true)));
  passes.addPass(InstCombinePass());
  passes.addPass(ReassociatePass());

  LoopPassManager shape;
  shape.addPass(LICMPass(LICMOptions()));
  shape.addPass(LoopRotatePass(/*EnableHeaderDuplication=*/true, /*PrepareForLTO=*/false));
  shape.addPass(LICMPass(LICMOptions()));
  shape.addPass(SimpleLoopUnswitchPass());
  passes.addPass(createFunctionToLoopPassAdaptor(std::move(shape), /*UseMemorySSA=*/true));
  passes.addPass(SimplifyCFGPass(SimplifyCFGOptions().convertSwitchRangeToICmp(true)));
  LoopPassManager turns;
  turns.addPass(LoopIdiomRecognizePass());
  turns.addPass(IndVarSimplifyPass());
  turns.addPass(LoopDeletionPass());
  turns.addPass(LoopFullUnrollPass());
  passes.addPass(createFunctionToLoopPassAdaptor(std::move(turns), /*UseMemorySSA=*/false));

  passes.addPass(SROAPass(SROAOptions::ModifyCFG)); // arrays whose elements unrolled loops name
  passes.addPass(GVNPass());
  passes.addPass(InstCombinePass());
  passes.addPass(ADCEPass());
  passes.addPass(DSEPass());
  LoopPassManager stores;
  stores.addPass(LICMPass(LICMOptions()));
  passes.addPass(createFunctionToLoopPassAdaptor(std::move(stores), /*UseMemorySSA=*/true));
  passes.addPass(
      SimplifyCFGPass(SimplifyCFGOptions().convertSwitchRangeToICmp(true).hoistCommonInsts(true).sinkCommonInsts(true)));
  return passes;
}

/// Copy what AMD's compiler copies (AMDGPUTargetTransformInfo.cpp: eleven times the usual size, and 4000 more where
/// variables are handed over). Composable Kernel reads memory that is not there, and counts on nobody using the values.
InlineParams asForGpus(InlineParams params) {
  params.DefaultThreshold = 11 * params.DefaultThreshold + 4000;
  return params;
}

} // namespace

void optimise(Unit &unit, TargetMachine &machine) {
  Pipeline pipeline(&machine);
  if (unit.instrumentation == Instrumentation::Debugger) {
    pipeline.builder.buildO0DefaultPipeline(OptimizationLevel::O0).run(*unit.module, pipeline.modules);
    return;
  }
  addGuards(pipeline);
  if (machine.getOptLevel() == CodeGenOptLevel::None) {
    pipeline.builder.buildPerModuleDefaultPipeline(OptimizationLevel::O1).run(*unit.module, pipeline.modules);
    return;
  }
  ModulePassManager passes;
  passes.addPass(InferFunctionAttrsPass());
  passes.addPass(GlobalOptPass());
  passes.addPass(GlobalDCEPass());
  passes.addPass(RequireAnalysisPass<GlobalsAA, Module>());
  ModuleInlinerWrapperPass inliner(asForGpus(getInlineParams(/*OptLevel=*/2, /*SizeOptLevel=*/0)));
  inliner.getPM().addPass(PostOrderFunctionAttrsPass());
  inliner.getPM().addPass(createCGSCCToFunctionPassAdaptor(simplification()));
  passes.addPass(std::move(inliner));
  passes.addPass(DeadArgumentEliminationPass());
  passes.addPass(pipeline.builder.buildModuleOptimizationPipeline(OptimizationLevel::O2, ThinOrFullLTOPhase::None));
  passes.run(*unit.module, pipeline.modules);
}

} // namespace porter
