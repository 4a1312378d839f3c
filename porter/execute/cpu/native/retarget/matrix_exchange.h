// The memory through which a work-item brings registers to an instruction of several lanes, and gets the answer.
#pragma once

#include "retarget.h"

namespace porter {

class MatrixExchange {
public:
  /// In front of `call`.
  explicit MatrixExchange(llvm::CallInst &call);

  /// Store a value at `offset` of the MatrixRegisters.
  void put(uint64_t offset, llvm::Value *value);
  /// Wait for the other lanes.
  void meet(Operation operation, uint64_t b, uint64_t c = 0);
  /// Load a value from `offset`.
  llvm::Value *get(uint64_t offset, llvm::Type *type);
  /// The address of `offset`.
  llvm::Value *part(uint64_t offset);

  llvm::IRBuilder<> builder;

private:
  llvm::AllocaInst *registers;
};

} // namespace porter
