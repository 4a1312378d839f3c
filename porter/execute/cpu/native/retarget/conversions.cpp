// Conversions from floating point to integers, where LLVM leaves what does not fit undefined and the host does otherwise.
//
// NVIDIA's GPUs convert to 32 or 64 bits, saturate and cut what is narrower from that; NaN is 0, and from or to 64 bits the
// number whose highest bit alone is set (PTX ISA, "cvt"). AMD's have instructions for 32 bits, which saturate and make 0 of
// NaN (instruction set manuals, V_CVT_I32_F32, V_CVT_U32_F64); LLVM puts 64 bits together from two of them, which is no
// saturation (AMDGPUTargetLowering::LowerFP_TO_INT64), and takes the signed one for eight bits without a sign.
#include "retarget.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace porter {

/// The conversion that saturates, for one that does not; 0 for other instructions. For CUDA, clang is told to write
/// conversions that saturate, to the narrow type though; AMD's compiler means those as they stand.
static Intrinsic::ID saturating(const Instruction &instruction, bool isNvptx) {
  auto *call = dyn_cast<IntrinsicInst>(&instruction);
  const Intrinsic::ID id = call && isNvptx ? call->getIntrinsicID() : Intrinsic::ID(0);
  if (isa<FPToSIInst>(instruction) || id == Intrinsic::fptosi_sat)
    return Intrinsic::fptosi_sat;
  return isa<FPToUIInst>(instruction) || id == Intrinsic::fptoui_sat ? Intrinsic::fptoui_sat : Intrinsic::ID(0);
}

static Value *saturated(IRBuilder<> &builder, Intrinsic::ID id, Value *number, unsigned bits) {
  Type *to = builder.getIntNTy(bits);
  if (auto *vector = dyn_cast<VectorType>(number->getType()))
    to = VectorType::get(to, vector->getElementCount());
  return builder.CreateIntrinsic(id, {to, number->getType()}, {number});
}

static Value *onNvidia(IRBuilder<> &builder, Intrinsic::ID id, Value *number, Type *type) {
  const unsigned bits = type->getScalarSizeInBits() <= 32 ? 32 : 64;
  Value *whole = saturated(builder, id, number, bits);
  if (bits == 64 || number->getType()->getScalarType()->isDoubleTy()) {
    Value *ofNaN = ConstantInt::get(whole->getType(), APInt::getSignMask(bits));
    whole = builder.CreateSelect(builder.CreateFCmpUNO(number, number), ofNaN, whole);
  }
  return builder.CreateTrunc(whole, type);
}

/// 64 bits as two numbers of 32: the quotient by 2^32, rounded down, and what is left.
static Value *twoWords(IRBuilder<> &builder, Intrinsic::ID id, Value *number, Type *type) {
  Type *real = number->getType();
  const bool ofMagnitude = id == Intrinsic::fptosi_sat && real->getScalarType()->isFloatTy();
  Value *cut = builder.CreateUnaryIntrinsic(Intrinsic::trunc, number), *whole = cut;
  if (ofMagnitude)
    whole = builder.CreateUnaryIntrinsic(Intrinsic::fabs, cut);
  Value *quotient = builder.CreateUnaryIntrinsic(Intrinsic::floor, builder.CreateFMul(whole, ConstantFP::get(real, 0x1p-32)));
  Value *rest = builder.CreateIntrinsic(Intrinsic::fma, {real}, {quotient, ConstantFP::get(real, -0x1p32), whole});
  Value *high = saturated(builder, ofMagnitude ? Intrinsic::fptoui_sat : id, quotient, 32);
  Value *low = saturated(builder, Intrinsic::fptoui_sat, rest, 32);
  Value *both = builder.CreateOr(builder.CreateShl(builder.CreateZExt(high, type), 32), builder.CreateZExt(low, type));
  if (!ofMagnitude)
    return both;
  Value *word = builder.CreateBitCast(cut, high->getType());
  Value *sign = builder.CreateSExt(builder.CreateAShr(word, 31), type);
  return builder.CreateSub(builder.CreateXor(both, sign), sign);
}

static Value *onAmd(IRBuilder<> &builder, Intrinsic::ID id, Value *number, Type *type) {
  const unsigned bits = type->getScalarSizeInBits();
  Type *scalar = number->getType()->getScalarType();
  if (scalar->isHalfTy()) { // has instructions for 16 bits of its own; what is wider is widened from 32
    if (bits == 8)
      id = Intrinsic::fptosi_sat;
    Value *whole = saturated(builder, id, number, bits <= 16 ? 16 : 32);
    return id == Intrinsic::fptosi_sat ? builder.CreateSExtOrTrunc(whole, type) : builder.CreateZExtOrTrunc(whole, type);
  }
  if (bits > 32)
    return twoWords(builder, id, number, type);
  return builder.CreateTrunc(saturated(builder, bits == 8 ? Intrinsic::fptosi_sat : id, number, 32), type);
}

void convertAsGpus(Unit &unit) {
  for (Function &function : *unit.module)
    for (Instruction &instruction : make_early_inc_range(instructions(function))) {
      const Intrinsic::ID id = saturating(instruction, unit.isNvptx);
      Type *type = instruction.getType();
      if (!id || type->getScalarSizeInBits() > 64)
        continue;
      IRBuilder<> builder(&instruction);
      Value *number = instruction.getOperand(0);
      instruction.replaceAllUsesWith((unit.isNvptx ? onNvidia : onAmd)(builder, id, number, type));
      instruction.eraseFromParent();
    }
}

} // namespace porter
