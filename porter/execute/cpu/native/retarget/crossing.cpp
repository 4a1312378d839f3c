// What lives across the places where lanes stop: computed anew where that is cheap, else kept in variables.
#include "regions.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace porter {
namespace {

/// How many instructions of a work-item's own may be computed anew; what all work-items share costs nothing, since it
/// is computed once for a wave.
constexpr unsigned cheap = 6;

/// A block needs the value when it begins.
using Blocks = SmallPtrSet<BasicBlock *, 16>;

Blocks blocksThatNeed(Instruction &value) {
  Blocks needing;
  SmallVector<BasicBlock *> work;
  auto need = [&](BasicBlock *block) {
    if (block != value.getParent() && needing.insert(block).second)
      work.push_back(block);
  };
  for (Use &use : value.uses()) {
    auto *user = cast<Instruction>(use.getUser());
    if (auto *phi = dyn_cast<PHINode>(user))
      need(phi->getIncomingBlock(use));
    else
      need(user->getParent());
  }
  while (!work.empty())
    for (BasicBlock *before : predecessors(work.pop_back_val()))
      need(before);
  return needing;
}

/// What can be computed at any place of the kernel, since it comes from ids, arguments and places of variables alone.
class Recipes {
public:
  bool isCheap(Instruction &value) { return cost(&value) <= cheap; }

  /// The same value, computed before `place`.
  Value *make(Value *value, Instruction &place, DenseMap<Value *, Value *> &made) {
    auto *instruction = dyn_cast<Instruction>(value);
    if (!instruction || isa<AllocaInst>(instruction))
      return value;
    if (Value *known = made.lookup(value))
      return known;
    Instruction *copy = instruction->clone();
    for (Use &operand : copy->operands())
      operand.set(make(operand, place, made));
    copy->insertBefore(place.getIterator());
    return made[value] = copy;
  }

private:
  static constexpr unsigned never = 1000;

  /// Instructions that depend on the work-item.
  unsigned cost(Value *value) {
    auto *instruction = dyn_cast<Instruction>(value);
    if (!instruction)
      return 0;
    if (isa<AllocaInst>(instruction))
      return 1;
    auto [place, isNew] = costs.try_emplace(instruction, never); // a cycle is no recipe
    if (!isNew)
      return place->second;
    const unsigned found = costOf(*instruction);
    return costs[instruction] = found;
  }

  unsigned costOf(Instruction &instruction) {
    if (auto *call = dyn_cast<CallInst>(&instruction); call && call->getCalledFunction() &&
                                                       call->getCalledFunction()->isDeclaration() &&
                                                       call->arg_empty() && call->doesNotAccessMemory())
      return tellsItem(*call->getCalledFunction());
    const bool isArgument = isa<LoadInst>(instruction) && instruction.hasMetadata(LLVMContext::MD_invariant_load);
    const bool isPure = isa<BinaryOperator, CastInst, CmpInst, SelectInst, GetElementPtrInst>(instruction) &&
                        isSafeToSpeculativelyExecute(&instruction);
    if (!isArgument && !isPure)
      return never;
    unsigned sum = 0;
    for (Value *operand : instruction.operands())
      sum = std::min(never, sum + cost(operand));
    return sum == 0 ? 0 : std::min(never, sum + 1);
  }

  DenseMap<Instruction *, unsigned> costs;
};

/// Nobody writes to arguments while a kernel runs.
void markArguments(Function &entry) {
  auto isFrom = [&](const Value *pointer, auto isOrigin) { return isOrigin(getUnderlyingObject(pointer, 32)); };
  auto isTable = [&](const Value *origin) { return origin == entry.getArg(0); };
  auto isArgument = [&](const Value *origin) {
    auto *load = dyn_cast<LoadInst>(origin);
    return load && isFrom(load->getPointerOperand(), isTable) && load->hasMetadata(LLVMContext::MD_dereferenceable);
  };
  for (Instruction &instruction : instructions(entry))
    if (auto *load = dyn_cast<LoadInst>(&instruction))
      if (isFrom(load->getPointerOperand(), isTable) || isFrom(load->getPointerOperand(), isArgument))
        load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(entry.getContext(), {}));
}

bool crosses(const Blocks &needing, const std::vector<Cut> &cuts) {
  return any_of(cuts, [&](const Cut &cut) { return needing.count(cut.after); });
}

/// Values that are used outside of their block: no other crosses anything, as cuts end blocks.
std::vector<Instruction *> travellers(Function &entry) {
  std::vector<Instruction *> found;
  for (Instruction &instruction : instructions(entry))
    if (!isa<AllocaInst>(instruction) && !instruction.getType()->isVoidTy() &&
        instruction.isUsedOutsideOfBlock(instruction.getParent()))
      found.push_back(&instruction);
  return found;
}

} // namespace

void computeAnew(Function &entry, const std::vector<Cut> &cuts) {
  markArguments(entry);
  Recipes recipes;
  std::vector<Instruction *> cheapOnes;
  for (Instruction *value : travellers(entry))
    if (recipes.isCheap(*value) && crosses(blocksThatNeed(*value), cuts))
      cheapOnes.push_back(value);
  // Those that are computed from others come later, and so take their recipe along.
  for (Instruction *value : reverse(cheapOnes)) {
    DenseMap<BasicBlock *, DenseMap<Value *, Value *>> made;
    for (Use &use : make_early_inc_range(value->uses())) {
      auto *user = cast<Instruction>(use.getUser());
      auto *phi = dyn_cast<PHINode>(user);
      BasicBlock *home = phi ? phi->getIncomingBlock(use) : user->getParent();
      if (home == value->getParent())
        continue;
      // One copy a block: at its begin, or at its end for what comes after.
      Instruction &place = phi ? *home->getTerminator() : *home->getFirstInsertionPt();
      DenseMap<Value *, Value *> ofEnd;
      use.set(recipes.make(value, place, phi ? ofEnd : made[home]));
    }
  }
  std::vector<WeakTrackingVH> unused(cheapOnes.begin(), cheapOnes.end()); // one may go with another
  for (WeakTrackingVH &value : unused)
    if (value)
      RecursivelyDeleteTriviallyDeadInstructions(value);
}

std::vector<Slot> keepAcross(Function &entry, const std::vector<Cut> &cuts) {
  std::vector<Slot> slots;
  for (Instruction &instruction : entry.getEntryBlock())
    if (auto *variable = dyn_cast<AllocaInst>(&instruction))
      slots.push_back({variable, {}, true});
  for (Instruction *value : travellers(entry)) {
    const Blocks needing = blocksThatNeed(*value);
    if (!crosses(needing, cuts))
      continue;
    Slot slot{nullptr, {}};
    for (const Cut &cut : cuts)
      if (needing.count(cut.after))
        slot.neededIn.insert(cut.after);
    slot.variable = DemoteRegToStack(*value, /*VolatileLoads=*/false, entry.getEntryBlock().begin());
    slots.push_back(slot);
  }
  return slots;
}

Ends endsOf(const std::vector<Cut> &cuts) {
  Ends ends;
  for (unsigned i = 0; i < cuts.size(); ++i)
    ends[cuts[i].before()] = i;
  return ends;
}

std::vector<BasicBlock *> blocksOfRegion(BasicBlock &start, const Ends &ends) {
  std::vector<BasicBlock *> found{&start};
  SmallPtrSet<const BasicBlock *, 32> seen{&start};
  for (size_t i = 0; i < found.size(); ++i)
    if (!ends.count(found[i]))
      for (BasicBlock *next : successors(found[i]))
        if (seen.insert(next).second)
          found.push_back(next);
  return found;
}

CutKernel::CutKernel(Function &entry, const std::vector<Cut> &cuts, const std::vector<Slot> &slots)
    : entry(entry), cuts(cuts), slots(slots), ends(endsOf(cuts)) {
  for (unsigned i = 0; i < slots.size(); ++i)
    for (User *user : slots[i].variable->users())
      slotsIn[cast<Instruction>(user)->getParent()].insert(i);
}

std::vector<const Slot *> CutKernel::slotsOf(ArrayRef<BasicBlock *> blocks) const {
  std::set<unsigned> numbers;
  for (BasicBlock *block : blocks)
    if (auto found = slotsIn.find(block); found != slotsIn.end())
      numbers.insert(found->second.begin(), found->second.end());
  std::vector<const Slot *> found;
  for (unsigned number : numbers)
    found.push_back(&slots[number]);
  return found;
}

} // namespace porter
