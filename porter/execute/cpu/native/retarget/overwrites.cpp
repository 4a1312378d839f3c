// Statements that overwrite in LDS what other lanes read in them: `if (row == r) m[row][c] /= m[row][r];`.
//
// Lanes run one after the other from meeting to meeting. On a GPU all lanes of the wavefront have read when the first
// of them writes, whether a barrier says so or not; here they wait for each other before they write. Where no lane can
// write what a later one reads, as in a reduction that adds what lies further on, nobody waits.
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
        if (auto *load = dyn_cast<LoadInst>(at); load && isLds(load->getPointerOperand()))
          loads.insert(load);
      if (at)
        continue;
      for (BasicBlock *before : predecessors(block))
        if (forks.insert(before).second)
          rest.push_back(before->getTerminator());
    }
  }

  SmallPtrSet<const Instruction *, 16> loads; ///< of LDS
  SmallPtrSet<BasicBlock *, 16> forks;        ///< blocks that were left on the way
};

class Overwrites {
public:
  Overwrites(Function &function, bool isKernel) : dominators(function), places(function, isKernel) {}

  /// Whether lanes must meet before a store.
  bool mustMeet(StoreInst &store) {
    const Stretch stretch(store);
    return !stretch.loads.empty() && any_of(readFor(store, stretch), [&](const LoadInst *load) {
      return places.mayTouch(*load, store);
    });
  }

private:
  /// Loads of LDS in a stretch on which it depends what is stored, or whether.
  std::vector<const LoadInst *> readFor(const StoreInst &store, const Stretch &stretch) const {
    std::vector<const LoadInst *> found;
    SmallPtrSet<const Value *, 32> seen;
    std::vector<const Value *> rest{store.getValueOperand()};
    const auto *node = dominators.getNode(store.getParent());
    for (node = node ? node->getIDom() : nullptr; node && stretch.forks.count(node->getBlock()); node = node->getIDom())
      rest.push_back(node->getBlock()->getTerminator());
    while (!rest.empty()) {
      auto *instruction = dyn_cast<Instruction>(rest.back());
      rest.pop_back();
      if (!instruction || !seen.insert(instruction).second || isRendezvous(*instruction))
        continue;
      if (stretch.loads.count(instruction))
        found.push_back(cast<LoadInst>(instruction));
      rest.insert(rest.end(), instruction->value_op_begin(), instruction->value_op_end());
    }
    return found;
  }

  DominatorTree dominators;
  LanePlaces places;
};

bool isPlainStoreToLds(const Instruction &instruction) {
  auto *store = dyn_cast<StoreInst>(&instruction);
  // An atomic or volatile store is what others wait for.
  return store && store->isSimple() && isLds(store->getPointerOperand());
}

} // namespace

// Kernels in which lanes do not meet yet are looked at before they become loops over work-items, and others when loops
// in them have taken the form of which LLVM knows most.
void meetBeforeOverwrites(Unit &unit) {
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
    std::vector<StoreInst *> stores;
    for (Instruction &instruction : instructions(function))
      if (isPlainStoreToLds(instruction))
        stores.push_back(cast<StoreInst>(&instruction));
    if (stores.empty())
      continue;
    Overwrites overwrites(function, isKernel);
    for (StoreInst *store : stores)
      if (overwrites.mustMeet(*store)) {
        IRBuilder<> builder(store);
        callRendezvous(builder, Operation::WaveBarrier);
      }
  }
}

} // namespace porter
