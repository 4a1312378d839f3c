// Where lanes of a wave may disagree.
#include "divergence.h"

using namespace llvm;

namespace porter {
namespace {

/// What decides which way a block is left; null where there is one way, or no single value decides.
const Value *conditionOf(const BasicBlock &block) {
  const Instruction *last = block.getTerminator();
  if (auto *branch = dyn_cast<BranchInst>(last))
    return branch->isConditional() ? branch->getCondition() : nullptr;
  auto *choice = dyn_cast<SwitchInst>(last);
  return choice ? choice->getCondition() : nullptr;
}

/// A wave's or a block's answer, the same for all lanes that asked.
bool isAgreed(const Instruction &instruction) {
  if (!isRendezvous(instruction))
    return false;
  auto *operation = dyn_cast<ConstantInt>(cast<CallInst>(instruction).getArgOperand(1));
  switch (operation ? Operation(operation->getZExtValue()) : Operation::Exit) {
  case Operation::BarrierCount:
  case Operation::BarrierAnd:
  case Operation::BarrierOr:
  case Operation::ActiveMask:
  case Operation::Ballot:
  case Operation::ReadFirstLane:
  case Operation::ReadLane:
    return true;
  default:
    return false;
  }
}

/// What gives each lane a value of its own. Memory is read at different times where others change it.
bool isSource(const Instruction &instruction) {
  if (isa<AllocaInst>(instruction) || watchesMemory(instruction) || isRendezvous(instruction))
    return true;
  auto *call = dyn_cast<CallBase>(&instruction);
  if (!call)
    return false;
  const Function *called = call->getCalledFunction();
  return !called || tellsItem(*called);
}

} // namespace

bool Divergence::splits(const BasicBlock &block) const {
  const Value *condition = conditionOf(block);
  return condition ? differs(condition) : block.getTerminator()->getNumSuccessors() > 1;
}

bool Divergence::differs(const Value *value) const {
  std::set<const Value *> seen;
  std::vector<const Value *> rest{value};
  while (!rest.empty()) {
    const Value *one = rest.back();
    rest.pop_back();
    if (!one || !seen.insert(one).second)
      continue;
    if (isa<Argument>(one) && !isKernel)
      return true;
    auto *instruction = dyn_cast<Instruction>(one);
    if (!instruction || isAgreed(*instruction))
      continue;
    if (isSource(*instruction))
      return true;
    rest.insert(rest.end(), instruction->value_op_begin(), instruction->value_op_end());
    if (auto *choice = dyn_cast<PHINode>(instruction))
      rest.push_back(decision(*choice));
  }
  return false;
}

/// What decides about the way by which lanes come where ways join; null at the head of a loop.
const Value *Divergence::decision(const PHINode &choice) const {
  const BasicBlock *block = choice.getParent();
  const auto *node = dominators.getNode(block);
  if (choice.getNumIncomingValues() < 2 || loops.isLoopHeader(block) || !node || !node->getIDom())
    return nullptr;
  return conditionOf(*node->getIDom()->getBlock());
}

} // namespace porter
