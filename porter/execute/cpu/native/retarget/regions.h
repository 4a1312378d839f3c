// Kernels cut into regions: what cuts them, and what lives across the cuts.
#pragma once

#include "retarget.h"

namespace porter {

/// A place where lanes stop: the calls are the last things in their block but for the branch to `after`. There are
/// several where lanes ask for several exchanges at once.
struct Cut {
  std::vector<llvm::CallInst *> calls;
  llvm::BasicBlock *after;
  std::vector<Exchange> exchanges; ///< of each call
  std::vector<bool> isAnswered;    ///< whether somebody reads what each call gives

  llvm::BasicBlock *before() const { return calls.front()->getParent(); }
};

/// A value that is kept for each lane while lanes wait, in a variable of the function that has one for it.
struct Slot {
  llvm::AllocaInst *variable;
  std::set<const llvm::BasicBlock *> neededIn; ///< the `after` of cuts at which it is read later
  bool isMemory = false; ///< of the kernel itself: its address is used
  uint64_t offset = 0;   ///< in the memory of a wave, where those of all lanes begin
  uint64_t stride = 0;   ///< from lane to lane
};

/// A region as a function of a lane: `i32 (ptr turn, i32 lane, i32 x, i32 y, i32 z)` returns the region in which the
/// lane goes on, or 0.
struct LaneCode {
  llvm::Function *function;
  std::vector<Exchange> exchanges;                    ///< what lanes asked for that come here
  std::vector<std::pair<unsigned, unsigned>> changed; ///< offset and bytes of what it reads and changes in a wave
};

namespace hook {
/// What the result of a rendezvous is read by, behind the cut: it gets which of the cut's it is.
inline constexpr const char *answer = "porter_answer";
} // namespace hook

/// Give slots their places; return the bytes of a lane.
unsigned placeSlots(const Unit &unit, std::vector<Slot> &slots);

/// All regions: the kernel's begin, and those that begin at cuts, in their order.
std::vector<LaneCode> laneCodes(Unit &unit, llvm::Function &entry, const std::vector<Cut> &cuts,
                                const std::vector<Slot> &slots);

/// Makes what the runtime calls of a unit's regions: their functions, and loops over the lanes of a wave. Regions that
/// are the same code, of one kernel or of several, are made once.
class LaneLoops {
public:
  LaneLoops(Unit &unit, llvm::TargetMachine &machine);
  ~LaneLoops();
  /// Takes the region as a function of a lane, which is gone where another is the same.
  LaneFunctions make(llvm::Function &one);

private:
  llvm::Function *loopOver(llvm::Function &one);

  struct State;
  Unit &unit;
  std::unique_ptr<State> state;
};

/// Cut one kernel into regions; false, with the kernel as it was and the reason why, where it is better a coroutine.
bool createRegions(Unit &unit, Kernel &kernel, LaneLoops &loops);

/// For each block at whose end lanes stop, the number of that cut.
using Ends = llvm::DenseMap<const llvm::BasicBlock *, unsigned>;
Ends endsOf(const std::vector<Cut> &cuts);

/// The blocks that run from `start` until lanes stop or return.
std::vector<llvm::BasicBlock *> blocksOfRegion(llvm::BasicBlock &start, const Ends &ends);

/// A kernel that is cut. Some have thousands of cuts and slots: what a region has of them is looked up here.
struct CutKernel {
  CutKernel(llvm::Function &entry, const std::vector<Cut> &cuts, const std::vector<Slot> &slots);
  /// The slots that some blocks read or write, in their order.
  std::vector<const Slot *> slotsOf(llvm::ArrayRef<llvm::BasicBlock *> blocks) const;

  llvm::Function &entry;
  const std::vector<Cut> &cuts;
  const std::vector<Slot> &slots;
  const Ends ends;

private:
  llvm::DenseMap<const llvm::BasicBlock *, std::set<unsigned>> slotsIn;
};

/// Compute anew behind cuts what costs little: ids, arguments, addresses.
void computeAnew(llvm::Function &entry, const std::vector<Cut> &cuts);

/// Put what else lives across cuts into variables.
std::vector<Slot> keepAcross(llvm::Function &entry, const std::vector<Cut> &cuts);

} // namespace porter
