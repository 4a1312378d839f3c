// Where lanes load and store, and whether those are places of other lanes.
#pragma once

#include "divergence.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"

namespace porter {

/// When a lane runs, beside another of its wavefront.
enum class LaneTurn : bool { Earlier, Later };

class LanePlaces {
public:
  /// `isKernel`: the function's arguments are the same for all.
  LanePlaces(llvm::Function &function, bool isKernel);

  /// Whether a lane may store where one whose turn is earlier, or later, loads. Says yes where it cannot tell.
  bool mayTouch(const llvm::LoadInst &load, LaneTurn turn, const llvm::StoreInst &store);

  const llvm::DominatorTree &tree() const { return dominators; }

private:
  class Sum;
  bool isSame(const llvm::SCEV &value) const;
  bool isSame(const Sum &sum) const;
  bool isNumbered(const Sum &place) const;

  llvm::TargetLibraryInfoImpl libraryNames;
  llvm::TargetLibraryInfo library{libraryNames};
  llvm::AssumptionCache assumptions;
  llvm::DominatorTree dominators;
  llvm::LoopInfo loops;
  llvm::ScalarEvolution evolution;
  Divergence divergence;
};

} // namespace porter
