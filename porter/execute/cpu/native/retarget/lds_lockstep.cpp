// Accesses of LDS in the order of lockstep, without a barrier: `s[lane] = x; y = s[lane ^ 1];`, and statements that
// overwrite what other lanes read in them: `if (row == r) m[row][c] /= m[row][r];`.
//
// Lanes run one after the other from meeting to meeting. On a GPU all lanes of the wavefront have done the one access
// when the first of them does the next; here they wait for each other between the two. Where no two lanes touch the
// same word, as in a reduction that adds what lies further on, nobody waits.
#include "lane_places.h"

using namespace llvm;

namespace porter {
namespace {

/// What may have run since lanes met last, before an instruction.
struct Stretch {
  explicit Stretch(Instruction &end) {
    std::vector<Instruction *> rest{&end};
    while (!rest.empty()) {
      Instruction *at = rest.back();
      rest.pop_back();
      BasicBlock *block = at->getParent();
      while ((at = at->getPrevNode()) && !isRendezvous(*at))
        if (const Value *pointer = getLoadStorePointerOperand(at); pointer && isLds(pointer))
          accesses.insert(at);
      if (at)
        continue;
      for (BasicBlock *before : predecessors(block))
        if (forks.insert(before).second)
          rest.push_back(before->getTerminator());
    }
  }

  SmallPtrSet<const Instruction *, 16> accesses; ///< of LDS
  SmallPtrSet<BasicBlock *, 16> forks;           ///< blocks that were left on the way
};

class Lockstep {
public:
  Lockstep(Function &function, bool isKernel) : places(function, isKernel) {}

  /// Whether lanes must meet before an access.
  bool mustMeet(Instruction &access) {
    const Stretch stretch(access);
    if (auto *load = dyn_cast<LoadInst>(&access))
      return any_of(stretch.accesses, [&](const Instruction *before) {
        auto *store = dyn_cast<StoreInst>(before);
        return store && places.mayTouch(*load, LaneTurn::Earlier, *store);
      });
    auto &store = cast<StoreInst>(access);
    return !stretch.accesses.empty() && any_of(readFor(store, stretch), [&](const LoadInst *load) {
      return places.mayTouch(*load, LaneTurn::Later, store);
    });
  }

private:
  /// Loads of LDS in a stretch on which it depends what is stored, or whether.
  std::vector<const LoadInst *> readFor(const StoreInst &store, const Stretch &stretch) const {
    std::vector<const LoadInst *> found;
    SmallPtrSet<const Value *, 32> seen;
    std::vector<const Value *> rest{store.getValueOperand()};
    const auto *node = places.tree().getNode(store.getParent());
    for (node = node ? node->getIDom() : nullptr; node && stretch.forks.count(node->getBlock()); node = node->getIDom())
      rest.push_back(node->getBlock()->getTerminator());
    while (!rest.empty()) {
      auto *instruction = dyn_cast<Instruction>(rest.back());
      rest.pop_back();
      if (!instruction || !seen.insert(instruction).second || isRendezvous(*instruction))
        continue;
      if (auto *load = dyn_cast<LoadInst>(instruction); load && stretch.accesses.count(load))
        found.push_back(load);
      rest.insert(rest.end(), instruction->value_op_begin(), instruction->value_op_end());
    }
    return found;
  }

  LanePlaces places;
};

/// Atomic and volatile accesses are what others wait for.
bool isPlainAccess(const Instruction &instruction) {
  if (auto *load = dyn_cast<LoadInst>(&instruction))
    return load->isSimple() && isLds(load->getPointerOperand());
  auto *store = dyn_cast<StoreInst>(&instruction);
  return store && store->isSimple() && isLds(store->getPointerOperand());
}

/// Where an access begins: instrumented code tells of it first.
Instruction &beginningOf(Instruction &access) {
  const Value *pointer = getLoadStorePointerOperand(&access);
  for (Instruction *at = access.getPrevNode(); at && !isRendezvous(*at); at = at->getPrevNode()) {
    if (getLoadStorePointerOperand(at) == pointer)
      break;
    auto *call = dyn_cast<CallInst>(at);
    const Function *called = call ? call->getCalledFunction() : nullptr;
    if (called && called->getName() == hook::access && call->getArgOperand(0) == pointer)
      return *at;
  }
  return access;
}

} // namespace

// Kernels in which lanes do not meet yet are looked at before they become loops over work-items, and others when loops
// in them have taken the form of which LLVM knows most.
void keepLockstepInLds(Unit &unit) {
  if (unit.isNvptx)
    return; // nothing is promised there
  std::set<const Function *> kernels;
  const bool haveEntries = any_of(unit.kernels, [](const Kernel &kernel) { return kernel.entry; });
  for (const Kernel &kernel : unit.kernels) {
    kernels.insert(unit.module->getFunction(kernel.name));
    kernels.insert(kernel.entry);
  }
  for (Function &function : *unit.module) {
    const bool isKernel = kernels.count(&function) > 0;
    if (any_of(instructions(function), isRendezvous) ? !haveEntries : !isKernel || haveEntries)
      continue;
    std::vector<Instruction *> accesses;
    for (Instruction &instruction : instructions(function))
      if (isPlainAccess(instruction))
        accesses.push_back(&instruction);
    if (none_of(accesses, [](Instruction *access) { return isa<StoreInst>(access); }))
      continue;
    Lockstep lockstep(function, isKernel);
    for (Instruction *access : accesses)
      if (lockstep.mustMeet(*access)) {
        IRBuilder<> builder(&beginningOf(*access));
        callRendezvous(builder, Operation::WaveBarrier);
      }
  }
}

} // namespace porter
