// Kernels cut into regions: what cuts them, and what lives across the cuts.
#pragma once

#include "retarget.h"

namespace porter {

/// A place where lanes stop: the call is the last thing in its block but for the branch to `after`.
struct Cut {
  llvm::CallInst *call;
  llvm::BasicBlock *after;
  Operation operation;
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
  Operation operation;                                ///< what lanes asked for that come here
  std::vector<std::pair<unsigned, unsigned>> changed; ///< offset and bytes of what it reads and changes in a wave
};

namespace hook {
/// What the result of a rendezvous is read by, behind the cut.
inline constexpr const char *answer = "porter_answer";
} // namespace hook

/// Give slots their places; return the bytes of a lane.
unsigned placeSlots(const Unit &unit, std::vector<Slot> &slots);

/// The region that begins at a cut, whose number is one more than its place among `cuts`; 0 is the kernel's begin.
LaneCode laneCode(Unit &unit, llvm::Function &entry, const std::vector<Cut> &cuts, const std::vector<Slot> &slots,
                  unsigned number);

/// Make what the runtime calls: these functions, and loops over the lanes of a wave.
void makeLaneLoops(Unit &unit, Kernel &kernel, const std::vector<LaneCode> &codes,
                   llvm::TargetMachine &machine);

/// The blocks that run from `start` until lanes stop or return.
std::vector<llvm::BasicBlock *> blocksOfRegion(llvm::BasicBlock &start, const std::vector<Cut> &cuts);

/// Compute anew behind cuts what costs little: ids, arguments, addresses.
void computeAnew(llvm::Function &entry, const std::vector<Cut> &cuts);

/// Put what else lives across cuts into variables.
std::vector<Slot> keepAcross(llvm::Function &entry, const std::vector<Cut> &cuts);

} // namespace porter
