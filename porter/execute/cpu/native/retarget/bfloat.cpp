// Rounding to bfloat16. The host's instruction takes what is subnormal for 0, of the operand and of the result (Intel SDM,
// "VCVTNEPS2BF16"); GPUs keep it, in conversions and in arithmetic, which is done in single precision here.
#include "retarget.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace porter {
namespace {

Type *with(Type *element, Type *like) {
  auto *vector = dyn_cast<VectorType>(like);
  return vector ? VectorType::get(element, vector->getElementCount()) : element;
}

/// The nearest number, ties to even; of not-a-number a quiet one.
Value *rounded(IRBuilder<> &builder, Value *number) {
  Type *words = with(builder.getInt32Ty(), number->getType()), *halves = with(builder.getInt16Ty(), number->getType());
  auto constant = [&](uint64_t value) { return ConstantInt::get(words, value); };
  Value *word = builder.CreateBitCast(number, words), *high = builder.CreateLShr(word, constant(16));
  Value *half = builder.CreateAdd(constant(0x7fff), builder.CreateAnd(high, constant(1)));
  Value *nearest = builder.CreateLShr(builder.CreateAdd(word, half), constant(16));
  Value *isNaN = builder.CreateFCmpUNO(number, number);
  Value *kept = builder.CreateSelect(isNaN, builder.CreateOr(high, constant(0x40)), nearest);
  return builder.CreateBitCast(builder.CreateTrunc(kept, halves), with(builder.getBFloatTy(), number->getType()));
}

bool isRounding(const Instruction &instruction) {
  if (!instruction.getType()->getScalarType()->isBFloatTy())
    return false;
  if (isa<FPTruncInst>(instruction))
    return instruction.getOperand(0)->getType()->getScalarType()->isFloatTy();
  auto *call = dyn_cast<IntrinsicInst>(&instruction);
  return isa<BinaryOperator>(instruction) ||
         (call && (call->getIntrinsicID() == Intrinsic::fma || call->getIntrinsicID() == Intrinsic::fmuladd));
}

/// The same instruction on numbers of single precision.
Value *inSingle(IRBuilder<> &builder, Instruction &instruction) {
  if (isa<FPTruncInst>(instruction))
    return instruction.getOperand(0);
  Type *single = with(builder.getFloatTy(), instruction.getType());
  auto widened = [&](unsigned operand) { return builder.CreateFPExt(instruction.getOperand(operand), single); };
  if (auto *operation = dyn_cast<BinaryOperator>(&instruction))
    return builder.CreateBinOp(operation->getOpcode(), widened(0), widened(1));
  return builder.CreateIntrinsic(Intrinsic::fma, {single}, {widened(0), widened(1), widened(2)});
}

} // namespace

void roundBfloatAsGpus(Unit &unit) {
  for (Function &function : *unit.module)
    for (Instruction &instruction : make_early_inc_range(instructions(function)))
      if (isRounding(instruction)) {
        IRBuilder<> builder(&instruction);
        instruction.replaceAllUsesWith(rounded(builder, inSingle(builder, instruction)));
        instruction.eraseFromParent();
      }
}

} // namespace porter
