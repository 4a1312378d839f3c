// Which values the lanes of a wave may disagree about.
#pragma once

#include "retarget.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"

namespace porter {

/// Follows values to where they come from: numbers of work-items and lanes, and what lanes read at different times.
/// Says yes where it cannot tell.
class Divergence {
public:
  /// `isKernel`: the function's arguments are the same for all.
  Divergence(const llvm::DominatorTree &dominators, const llvm::LoopInfo &loops, bool isKernel)
      : dominators(dominators), loops(loops), isKernel(isKernel) {}

  /// Whether lanes may leave a block by different ways.
  bool splits(const llvm::BasicBlock &block) const;

  /// Whether lanes may have different values.
  bool differs(const llvm::Value *value) const;

private:
  const llvm::Value *decision(const llvm::PHINode &choice) const;

  const llvm::DominatorTree &dominators;
  const llvm::LoopInfo &loops;
  bool isKernel;
};

} // namespace porter
