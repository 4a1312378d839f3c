// Guards that hold for all work-items of a block: `if (i < n)`, of which only the last block of a grid has work-items
// that fail it. Loops over work-items get a copy without such guards, chosen when they begin: the vectors of guarded code
// are masked, which processors do not fetch ahead for.
#include "pipeline.h"
#include "retarget.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/SimpleLoopUnswitch.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace porter {
namespace {

/// With no more work-items in a row than a block may have, numbers with such steps wrap around at most once.
constexpr int64_t largestStep = 1 << 20;

/// Copies of loops cost time of the compiler; masks cost little beside much work.
constexpr unsigned mostInstructions = 200;

class Guards {
public:
  Guards(Loop &loop, ScalarEvolution &evolution)
      : loop(loop), evolution(evolution),
        expander(evolution, loop.getHeader()->getDataLayout(), "guard"), turns(evolution.getBackedgeTakenCount(&loop)) {}

  /// Where a guard is read, read "the same for all, or as it is here"; tell whether there were any.
  bool widen() {
    if (isa<SCEVCouldNotCompute>(turns) || !expander.isSafeToExpandAt(turns, before()))
      return false;
    std::vector<std::pair<BranchInst *, bool>> guards;
    for (BasicBlock *block : loop.blocks())
      if (auto *branch = dyn_cast<BranchInst>(block->getTerminator());
          branch && branch->isConditional() && block != loop.getLoopLatch()) {
        Value *condition = branch->getCondition();
        const bool either = match(condition, m_LogicalOr(m_Value(), m_Value()));
        if (sameForAll(condition, !either))
          guards.push_back({branch, !either});
      }
    for (auto [guard, expected] : guards) {
      // An "or" with what is known before the loop, or an "and" with its opposite: what LLVM unswitches.
      Value *condition = guard->getCondition(), *all = forAll[{condition, expected}];
      Value *other = expected ? all : IRBuilder<>(before()).CreateNot(all);
      IRBuilder<> here(guard);
      guard->setCondition(expected ? here.CreateLogicalOr(other, condition) : here.CreateLogicalAnd(other, condition));
    }
    return !guards.empty();
  }

private:
  Instruction *before() { return loop.getLoopPreheader()->getTerminator(); }

  /// Whether there is a condition, computed before the loop, under which another is as expected for all.
  bool sameForAll(Value *condition, bool expected) {
    if (forAll.count({condition, expected}))
      return true;
    Value *one, *other;
    if (expected ? match(condition, m_LogicalAnd(m_Value(one), m_Value(other)))
                 : match(condition, m_LogicalOr(m_Value(one), m_Value(other)))) {
      for (Value *part : {one, other})
        if (loop.isLoopInvariant(part)) {
          IRBuilder<> builder(before());
          forAll[{part, expected}] = builder.CreateFreeze(expected ? part : builder.CreateNot(part));
        } else if (!sameForAll(part, expected)) {
          return false;
        }
      Value *both[] = {forAll[{one, expected}], forAll[{other, expected}]};
      forAll[{condition, expected}] = IRBuilder<>(before()).CreateAnd(both);
      return true;
    }
    auto *compare = dyn_cast<ICmpInst>(condition);
    if (!compare || compare->isEquality() || !loop.contains(compare))
      return false;
    const SCEV *left = evolution.getSCEV(compare->getOperand(0)), *right = evolution.getSCEV(compare->getOperand(1));
    CmpInst::Predicate predicate = expected ? compare->getPredicate() : compare->getInversePredicate();
    if (evolution.isLoopInvariant(left, &loop)) {
      std::swap(left, right);
      predicate = CmpInst::getSwappedPredicate(predicate);
    }
    auto *counter = dyn_cast<SCEVAddRecExpr>(left);
    if (!counter || counter->getLoop() != &loop || !counter->isAffine() || !evolution.isLoopInvariant(right, &loop))
      return false;
    auto *step = dyn_cast<SCEVConstant>(counter->getStepRecurrence(evolution));
    if (!step || step->getAPInt().getSignificantBits() > 32 || std::abs(step->getAPInt().getSExtValue()) > largestStep ||
        step->getType()->getIntegerBitWidth() < 32)
      return false;
    const SCEV *number = evolution.getTruncateOrZeroExtend(turns, counter->getType());
    const SCEV *first = counter->getStart(), *last = counter->evaluateAtIteration(number, evolution);
    for (const SCEV *one : {first, last, right})
      if (!expander.isSafeToExpandAt(one, before()))
        return false;
    Type *type = counter->getType();
    auto value = [&](const SCEV *one) { return expander.expandCodeFor(one, type, before()); };
    Value *a = value(first), *z = value(last), *limit = value(right);
    IRBuilder<> builder(before());
    // What does not wrap around is between its first and last value.
    const bool rises = step->getAPInt().isNonNegative(), isSigned = CmpInst::isSigned(predicate);
    const CmpInst::Predicate order = rises ? (isSigned ? CmpInst::ICMP_SLE : CmpInst::ICMP_ULE)
                                           : (isSigned ? CmpInst::ICMP_SGE : CmpInst::ICMP_UGE);
    Value *all = builder.CreateAnd(builder.CreateICmp(order, a, z), builder.CreateICmp(predicate, a, limit));
    all = builder.CreateAnd(all, builder.CreateICmp(predicate, z, limit));
    forAll[{condition, expected}] = builder.CreateFreeze(all);
    return true;
  }

  Loop &loop;
  ScalarEvolution &evolution;
  SCEVExpander expander;
  const SCEV *turns;
  std::map<std::pair<Value *, bool>, Value *> forAll;
};

bool isSmall(const Loop &loop) {
  size_t count = 0;
  for (const BasicBlock *block : loop.blocks())
    count += block->size();
  return count <= mostInstructions;
}

struct GuardPass : PassInfoMixin<GuardPass> {
  PreservedAnalyses run(Function &function, FunctionAnalysisManager &analyses) {
    LoopInfo &loops = analyses.getResult<LoopAnalysis>(function);
    ScalarEvolution &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
    bool changed = false;
    for (Loop *loop : loops.getLoopsInPreorder())
      if (loop->isInnermost() && loop->isLoopSimplifyForm() && loop->isAnnotatedParallel() && isSmall(*loop))
        changed |= Guards(*loop, evolution).widen();
    if (!changed)
      return PreservedAnalyses::all();
    analyses.invalidate(function, PreservedAnalyses::none());
    FunctionPassManager passes;
    passes.addPass(createFunctionToLoopPassAdaptor(SimpleLoopUnswitchPass(/*NonTrivial=*/true), /*UseMemorySSA=*/true));
    passes.addPass(SimplifyCFGPass());
    passes.addPass(InstCombinePass());
    passes.run(function, analyses);
    return PreservedAnalyses::none();
  }
};

} // namespace

void addGuards(Pipeline &pipeline) {
  pipeline.builder.registerVectorizerStartEPCallback(
      [](FunctionPassManager &passes, OptimizationLevel) { passes.addPass(GuardPass()); });
}

} // namespace porter
