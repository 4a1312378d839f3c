// Kernels that stop at barriers and cross-lane operations, cut there: each region between two such places becomes a
// loop over the lanes of a wave, which LLVM can vectorise ("Karrenberg, Hack: Improving Performance of OpenCL on
// CPUs", continuation-based synchronisation). What lives across a cut is kept for each lane in an array.
//
// Where a region would be copied too often, and where somebody watches, kernels stay coroutines (coroutines.cpp).
#include "regions.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

#include <cstddef>

using namespace llvm;

namespace porter {
namespace {

/// Blocks that several regions share are copied: how much larger than the kernel all regions may be.
constexpr size_t mostGrowth = 3, alwaysFine = 2000;

/// What marks the exits of loops in which lanes stop. Lanes mostly leave such a loop together: what comes after it is
/// cut off, so that turns of the loop do not have it as a part that is masked.
constexpr const char *exitHook = "porter_loop_exit";

void markLoopExits(Unit &unit, Function &entry) {
  FunctionCallee mark = unit.module->getOrInsertFunction(exitHook, Type::getVoidTy(unit.context));
  DominatorTree dominators(entry);
  LoopInfo loops(dominators);
  for (Loop *loop : loops.getLoopsInPreorder()) {
    if (none_of(loop->blocks(), [](BasicBlock *block) { return any_of(*block, isRendezvous); }))
      continue;
    formDedicatedExitBlocks(loop, &dominators, &loops, nullptr, false);
    SmallVector<BasicBlock *> exits;
    loop->getUniqueExitBlocks(exits);
    for (BasicBlock *exit : exits)
      IRBuilder<>(&*exit->getFirstInsertionPt()).CreateCall(mark);
  }
}

bool isLoopExit(const Instruction &instruction) {
  auto *call = dyn_cast<CallInst>(&instruction);
  return call && call->getCalledFunction() && call->getCalledFunction()->getName() == exitHook;
}

/// Calls at which lanes stop, those together that stand side by side.
std::vector<std::vector<CallInst *>> suspensions(Function &entry) {
  std::vector<std::vector<CallInst *>> found;
  for (Instruction &instruction : instructions(entry)) {
    if (!isSuspension(instruction) && !isLoopExit(instruction))
      continue;
    auto *call = cast<CallInst>(&instruction);
    if (!found.empty() && found.back().back() == call->getPrevNode() && canStandTogether(found.back(), *call))
      found.back().push_back(call);
    else
      found.push_back({call});
  }
  return found;
}

/// What lanes ask for at a call at which they stop.
Operation asksFor(const CallInst &call) {
  return isRendezvous(call) ? operationOf(call) : isLoopExit(call) ? Operation::Exit : Operation::Spin;
}

std::vector<Cut> cutAtSuspensions(Function &entry) {
  std::vector<std::pair<uint64_t, Cut>> found;
  for (const std::vector<CallInst *> &calls : suspensions(entry)) {
    CallInst *call = calls.front(), *last = calls.back();
    // Lanes that do not meet others take no part in the order.
    uint64_t site = UINT64_MAX;
    if (isRendezvous(*call))
      site = cast<ConstantInt>(call->getArgOperand(0))->getZExtValue();
    std::vector<Exchange> exchanges;
    for (CallInst *each : calls)
      exchanges.push_back(alone(asksFor(*each)));
    found.push_back({site, {calls, SplitBlock(call->getParent(), last->getNextNode()), exchanges, {}}});
  }
  llvm::stable_sort(found, [](const auto &a, const auto &b) { return a.first < b.first; });
  std::vector<Cut> cuts;
  for (const auto &[site, cut] : found)
    cuts.push_back(cut);
  return cuts;
}

bool isWorthCopying(Function &entry, const std::vector<Cut> &cuts) {
  const size_t once = entry.getInstructionCount();
  const Ends ends = endsOf(cuts);
  size_t all = 0;
  auto add = [&](BasicBlock &start) {
    for (BasicBlock *block : blocksOfRegion(start, ends))
      all += block->size();
  };
  add(entry.getEntryBlock());
  for (const Cut &cut : cuts) {
    add(*cut.after);
    if (all > mostGrowth * once + alwaysFine)
      return false;
  }
  return true;
}

bool canLiveInSlots(Function &entry) {
  return none_of(instructions(entry), [&](Instruction &instruction) {
    auto *variable = dyn_cast<AllocaInst>(&instruction);
    return variable && !variable->isStaticAlloca();
  });
}

/// A spin hook suspends at every 64th turn only.
void suspendSeldom(Unit &unit, Cut &cut) {
  CallInst *call = cut.calls.front();
  IRBuilder<> builder(call);
  Value *item = readState(builder, "porter_item", builder.getPtrTy());
  Value *place = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), item, offsetof(Item, spins));
  Value *spins = builder.CreateAdd(builder.CreateLoad(builder.getInt32Ty(), place), builder.getInt32(1));
  builder.CreateStore(spins, place);
  Value *due = builder.CreateICmpEQ(builder.CreateAnd(spins, 63), builder.getInt32(0));
  BasicBlock *turn = call->getParent(), *after = cut.after;
  BasicBlock *yield = SplitBlock(turn, call->getIterator());
  turn->getTerminator()->eraseFromParent();
  builder.SetInsertPoint(turn);
  builder.CreateCondBr(due, yield, after);
  cut.after = BasicBlock::Create(unit.context, "resumed", turn->getParent(), after);
  builder.SetInsertPoint(cut.after);
  builder.CreateBr(after);
  yield->getTerminator()->setSuccessor(0, cut.after);
}

/// Answers are read where lanes go on.
void readAnswers(Unit &unit, std::vector<Cut> &cuts) {
  IRBuilder<> builder(unit.context);
  FunctionCallee answer = unit.module->getOrInsertFunction(hook::answer, builder.getInt64Ty(), builder.getInt32Ty());
  for (Cut &cut : cuts)
    for (unsigned i = 0; i < cut.calls.size(); ++i) {
      cut.isAnswered.push_back(!cut.calls[i]->use_empty());
      if (cut.isAnswered[i]) {
        builder.SetInsertPoint(cut.after, cut.after->getFirstInsertionPt());
        cut.calls[i]->replaceAllUsesWith(builder.CreateCall(answer, {builder.getInt32(i)}));
      }
    }
}

/// Where a place has several exchanges, a value that lanes bring to more than one of them is brought once. The first
/// has its operands where one alone has them.
void placeColumns(std::vector<Cut> &cuts) {
  for (Cut &cut : cuts) {
    if (cut.calls.size() == 1)
      continue;
    DenseMap<Value *, uint32_t> columns;
    uint32_t next = 3;
    for (unsigned i = 0; i < cut.calls.size(); ++i) {
      Exchange &exchange = cut.exchanges[i];
      uint32_t *places[] = {&exchange.a, &exchange.b, &exchange.c};
      for (unsigned operand = 0; operand < operandsOf(exchange.operation); ++operand) {
        Value *value = cut.calls[i]->getArgOperand(operand + 2);
        if (i == 0) {
          columns.try_emplace(value, *places[operand]);
          continue;
        }
        auto [place, isNew] = columns.try_emplace(value, next);
        next += isNew;
        *places[operand] = place->second;
      }
    }
    for (Exchange &exchange : cut.exchanges)
      exchange.answer = next++;
  }
}

} // namespace

bool createRegions(Unit &unit, Kernel &kernel, LaneLoops &loops) {
  Function &entry = *kernel.entry;
  if (!canLiveInSlots(entry)) {
    kernel.why = "private memory whose size is known at run time";
    return false;
  }
  markLoopExits(unit, entry);
  std::vector<Cut> cuts = cutAtSuspensions(entry);
  if (!isWorthCopying(entry, cuts)) {
    for (const Cut &cut : cuts)
      if (isLoopExit(*cut.calls.front()))
        cut.calls.front()->eraseFromParent();
    kernel.why = "its regions would be more than " + std::to_string(mostGrowth) + " times the kernel";
    return false;
  }
  for (Cut &cut : cuts)
    if (cut.exchanges.front().operation == Operation::Spin)
      suspendSeldom(unit, cut);
  readAnswers(unit, cuts);
  computeAnew(entry, cuts);
  std::vector<Slot> slots = keepAcross(entry, cuts);
  placeColumns(cuts);
  kernel.frameBytes = placeSlots(unit, slots);
  const std::vector<LaneCode> codes = laneCodes(unit, entry, cuts, slots);
  kernel.engine = Engine::Regions;
  entry.eraseFromParent();
  kernel.entry = nullptr;
  for (const LaneCode &code : codes)
    kernel.regions.push_back({loops.make(*code.function), code.exchanges, code.changed});
  return true;
}

} // namespace porter
