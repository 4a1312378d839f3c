// Regions as the runtime calls them: for one lane, and where a region is plain arithmetic as a loop over the lanes of a
// wave, of which LLVM makes vectors.
#include "pipeline.h"
#include "regions.h"

#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/StructuralHash.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/FunctionComparator.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Vectorize/LoopVectorize.h"

#include <cstddef>

using namespace llvm;

namespace porter {
namespace {

/// Reads of the state that lanes share may be moved out of the loop.
bool isState(const Function *called) {
  return called && called->isDeclaration() && called->arg_empty() && called->doesNotAccessMemory();
}

/// Whether LLVM may make vectors of it: no loops, no calls, nothing that has an order.
bool isPlain(Function &function) {
  for (Instruction &instruction : instructions(function)) {
    if (auto *call = dyn_cast<CallInst>(&instruction)) {
      const Function *called = call->getCalledFunction();
      const bool isOperation = called && isTriviallyVectorizable(called->getIntrinsicID());
      if (!isState(called) && !isOperation && !isa<AssumeInst>(call))
        return false;
    }
    if (instruction.isVolatile() || instruction.isAtomic())
      return false;
  }
  SmallVector<std::pair<const BasicBlock *, const BasicBlock *>> backEdges;
  FindFunctionBackedges(function, backEdges);
  return backEdges.empty();
}

/// A loop without vectors saves a call for each lane: not worth compiling long regions twice.
constexpr unsigned mostWithoutVectors = 40;

/// Whether LLVM made vectors of lanes. Vectors that a lane has itself, as operands of matrix instructions are, say nothing.
bool takesLanesTogether(Function &loop) {
  DominatorTree dominators(loop);
  LoopInfo loops(dominators);
  return any_of(loops, [](const Loop *found) { return getBooleanLoopAttribute(found, "llvm.loop.isvectorized"); });
}

/// for (i = 0; i < turn->groups * laneGroup; ++i): the region, for lane turn->first + i.
class LaneLoop {
public:
  LaneLoop(Unit &unit, Function &one) : unit(unit), one(one), builder(unit.context) {}

  Function *make() {
    auto *type = FunctionType::get(builder.getVoidTy(), {builder.getPtrTy()}, false);
    loop = Function::Create(type, GlobalValue::InternalLinkage, one.getName() + ".all", *unit.module);
    loop->copyAttributesFrom(&one);
    builder.SetInsertPoint(BasicBlock::Create(unit.context, "entry", loop));
    Value *first = number(offsetof(Turn, first), 0, mostLanes);
    Value *groups = number(offsetof(Turn, groups), 1, mostLanes / laneGroup + 1);
    Value *count = builder.CreateShl(groups, Log2_32(laneGroup), "", true, true);
    Value *id[3];
    for (unsigned axis = 0; axis < 3; ++axis)
      id[axis] = number(offsetof(Turn, id) + axis * sizeof(uint32_t), 0, mostItems);
    Value *sites = field(offsetof(Turn, sites), builder.getPtrTy());
    BasicBlock *before = builder.GetInsertBlock(), *head = BasicBlock::Create(unit.context, "lane", loop),
               *end = BasicBlock::Create(unit.context, "end", loop);
    builder.CreateBr(head);

    builder.SetInsertPoint(head);
    PHINode *i = builder.CreatePHI(builder.getInt32Ty(), 2);
    i->addIncoming(builder.getInt32(0), before);
    auto plus = [&](Value *start, Value *more) { return builder.CreateAdd(start, more, "", true, true); };
    Value *lane = plus(first, i);
    CallInst *call = builder.CreateCall(&one, {loop->getArg(0), lane, plus(id[0], i), id[1], id[2]});
    builder.CreateStore(
        call, builder.CreateInBoundsGEP(builder.getInt32Ty(), sites, builder.CreateZExt(lane, builder.getInt64Ty())));
    Value *next = plus(i, builder.getInt32(1));
    i->addIncoming(next, head);
    BranchInst *again = builder.CreateCondBr(builder.CreateICmpULT(next, count), head, end);
    builder.SetInsertPoint(end);
    builder.CreateRetVoid();

    InlineFunctionInfo information;
    if (!InlineFunction(*call, information).isSuccess())
      fail("cannot inline a region of " + one.getName());
    describe(*again);
    return loop;
  }

private:
  LoadInst *field(size_t offset, Type *type) {
    Value *place = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), loop->getArg(0), offset);
    LoadInst *value = builder.CreateLoad(type, place);
    value->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(unit.context, {}));
    return value;
  }

  /// A number from `least` to below `end`. LLVM then sees that `4 * threadIdx.x` does not wrap around, and needs neither to ask
  /// whether it does nor a second loop for that.
  LoadInst *number(size_t offset, unsigned least, unsigned end) {
    LoadInst *value = field(offset, builder.getInt32Ty());
    value->setMetadata(LLVMContext::MD_range, MDBuilder(unit.context).createRange(APInt(32, least), APInt(32, end)));
    return value;
  }

  /// Lanes are independent of each other between places where they meet.
  void describe(BranchInst &again) {
    MDNode *group = MDNode::getDistinct(unit.context, {});
    for (Instruction &instruction : instructions(loop))
      if (instruction.mayReadOrWriteMemory())
        instruction.setMetadata(LLVMContext::MD_access_group, group);
    auto property = [&](StringRef name, Metadata *value) {
      return MDNode::get(unit.context, {MDString::get(unit.context, name), value});
    };
    // A wave of 64 would be too short for several vectors at once.
    Metadata *properties[] = {
        nullptr, property("llvm.loop.parallel_accesses", group),
        property("llvm.loop.interleave.count", ConstantAsMetadata::get(builder.getInt32(1)))};
    MDNode *name = MDNode::getDistinct(unit.context, properties);
    name->replaceOperandWith(0, name);
    again.setMetadata(LLVMContext::MD_loop, name);
  }

  Unit &unit;
  Function &one;
  IRBuilder<> builder;
  Function *loop = nullptr;
};

} // namespace

/// The passes, and the regions so far by the hash of their code.
struct LaneLoops::State {
  explicit State(TargetMachine &machine) : pipeline(&machine) {
    simplify.addPass(SROAPass(SROAOptions::ModifyCFG));
    simplify.addPass(EarlyCSEPass(/*UseMemorySSA=*/false));
    simplify.addPass(InstCombinePass());
    simplify.addPass(SimplifyCFGPass());
    optimise.addPass(createFunctionToLoopPassAdaptor(LICMPass(LICMOptions()), /*UseMemorySSA=*/true));
    optimise.addPass(LoopVectorizePass()); // what it leaves, that of no lanes left over too, is tidied with all else
  }

  void erase(Function &function) {
    pipeline.functions.clear(function, function.getName()); // the next function may get its address
    function.eraseFromParent();
  }

  /// A region that is the same code, of this kernel or of another.
  const LaneFunctions *sameAs(Function &one, IRHash hash) {
    auto [begin, end] = known.equal_range(hash);
    auto found = std::find_if(begin, end, [&](auto &other) {
      return FunctionComparator(&one, other.second.one, &globals).compare() == 0;
    });
    return found == end ? nullptr : &found->second;
  }

  Pipeline pipeline;
  FunctionPassManager simplify, optimise;
  GlobalNumberState globals;
  std::multimap<IRHash, LaneFunctions> known;
};

LaneLoops::LaneLoops(Unit &unit, TargetMachine &machine) : unit(unit), state(std::make_unique<State>(machine)) {
  for (Function &function : *unit.module)
    if (isState(&function) && function.getName().starts_with("porter_"))
      for (Attribute::AttrKind kind : {Attribute::NoUnwind, Attribute::WillReturn, Attribute::Speculatable})
        function.addFnAttr(kind);
}

LaneLoops::~LaneLoops() = default;

Function *LaneLoops::loopOver(Function &one) {
  if (!isPlain(one))
    return nullptr;
  Function *all = LaneLoop(unit, one).make();
  state->optimise.run(*all, state->pipeline.functions);
  if (takesLanesTogether(*all) || one.getInstructionCount() <= mostWithoutVectors)
    return all;
  state->erase(*all);
  return nullptr;
}

LaneFunctions LaneLoops::make(Function &one) {
  state->simplify.run(one, state->pipeline.functions);
  const IRHash hash = StructuralHash(one, /*DetailedHash=*/true);
  if (const LaneFunctions *same = state->sameAs(one, hash)) {
    state->erase(one);
    return *same;
  }
  return state->known.insert({hash, {&one, loopOver(one)}})->second;
}

} // namespace porter
