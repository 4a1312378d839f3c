// Integer divisions that C++ does not define: by zero, and of the least number by -1. A processor of the host stops the
// program; no GPU does. The second wraps around on all of them. By zero, NVIDIA's give a word of ones for quotient and
// remainder (PTX ISA leaves it open; measured on an H100), AMD's whatever LLVM's code for them computes from the
// reciprocal, infinity: `expandDivRem24`, `expandDivRem32` of AMDGPUCodeGenPrepare.cpp, `LowerUDIVREM64` of
// AMDGPUISelLowering.cpp, LLVM 19. Their remainder is the dividend.
#include "retarget.h"

#include "llvm/Analysis/ValueTracking.h"

using namespace llvm;

namespace porter {
namespace {

bool isDivision(const Instruction &instruction) {
  switch (instruction.getOpcode()) {
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem:
    return !isa<Constant>(instruction.getOperand(1));
  default:
    return false;
  }
}

class Division {
public:
  Division(BinaryOperator &division, bool isNvptx, Constant *nowhere)
      : division(division), builder(&division), type(division.getType()), dividend(division.getOperand(0)),
        divisor(division.getOperand(1)), bits(type->getScalarSizeInBits()), isNvptx(isNvptx), nowhere(nowhere) {}

  void define() {
    const unsigned few = fewBits();
    // Undefined operands are undefined in each use of their own; these must be the same in all.
    dividend = builder.CreateFreeze(dividend);
    divisor = builder.CreateFreeze(divisor);
    division.setOperand(0, dividend);
    division.dropPoisonGeneratingFlags();
    Value *isByZero = builder.CreateICmpEQ(divisor, constant(0));
    if (nowhere)
      tell(isByZero);
    Value *isUndefined = isByZero;
    if (isSigned()) { // by 1 instead, the quotient is the least number again, and the remainder 0
      Value *overflows = builder.CreateAnd(builder.CreateICmpEQ(divisor, constant(-1)),
                                           builder.CreateICmpEQ(dividend, leastNumber()));
      isUndefined = builder.CreateOr(isByZero, overflows);
    }
    division.setOperand(1, builder.CreateSelect(isUndefined, constant(1), divisor));
    Value *byZero = isNvptx ? ones() : isRemainder() ? dividend : quotient(few);
    builder.SetInsertPoint(division.getNextNode());
    auto *result = cast<Instruction>(builder.CreateSelect(isByZero, byZero, &division));
    division.replaceUsesWithIf(result, [&](Use &use) { return use.getUser() != result; });
  }

private:
  bool isSigned() const {
    return division.getOpcode() == Instruction::SDiv || division.getOpcode() == Instruction::SRem;
  }
  bool isRemainder() const {
    return division.getOpcode() == Instruction::URem || division.getOpcode() == Instruction::SRem;
  }
  Constant *constant(int64_t value) const { return ConstantInt::getSigned(type, value); }
  Constant *leastNumber() const { return ConstantInt::get(type, APInt::getSignedMinValue(bits)); }

  void tell(Value *isByZero) {
    Value *is = type->isVectorTy() ? builder.CreateOrReduce(isByZero) : isByZero;
    FunctionCallee hook = division.getModule()->getOrInsertFunction(
        hook::division, FunctionType::get(builder.getVoidTy(), {builder.getInt32Ty(), builder.getPtrTy()}, false));
    cast<Function>(hook.getCallee())->setDoesNotThrow();
    CallInst *call = builder.CreateCall(hook, {builder.CreateZExt(is, builder.getInt32Ty()), nowhere});
    call->setDebugLoc(division.getDebugLoc());
  }

  /// Code for NVIDIA's GPUs divides 64 bits as 32 where the upper halves are 0, and does not extend the sign.
  Value *ones() {
    if (bits != 64)
      return constant(-1);
    return builder.CreateSelect(fitsHalf(), constant(0xffffffff), constant(-1));
  }

  Value *fitsHalf() { return builder.CreateICmpULE(dividend, constant(0xffffffff)); }

  Value *quotient(unsigned few) {
    if (few)
      return narrow(few);
    Value *isNegative = builder.CreateICmpSLT(dividend, constant(0));
    Value *magnitude =
        isSigned() ? builder.CreateSelect(isNegative, builder.CreateNeg(dividend), dividend) : dividend;
    Value *found = bits == 64 ? wide(magnitude) : word(magnitude);
    return isSigned() ? builder.CreateSelect(isNegative, builder.CreateNeg(found), found) : found;
  }

  /// The dividend times all ones, its upper half; then two steps up, since no remainder is less than 0.
  Value *word(Value *magnitude) {
    Value *isZero = builder.CreateICmpEQ(magnitude, constant(0));
    return builder.CreateSelect(isZero, constant(2), builder.CreateAdd(magnitude, constant(1)));
  }

  /// The same with ones in the reciprocal's upper half alone. Numbers of 32 bits go the way of a word.
  Value *wide(Value *magnitude) {
    Value *low = builder.CreateAnd(magnitude, constant(0xffffffff));
    Value *upper = builder.CreateAdd(builder.CreateLShr(magnitude, 32),
                                     builder.CreateZExt(builder.CreateICmpNE(low, constant(0)), type));
    Value *found = builder.CreateAdd(builder.CreateSub(magnitude, upper), constant(2));
    Value *asWord = builder.CreateAnd(word(magnitude), constant(0xffffffff));
    return builder.CreateSelect(fitsHalf(), asWord, found);
  }

  /// How many bits both operands surely have, when floats hold them; else 0.
  unsigned fewBits() const {
    const DataLayout &layout = division.getModule()->getDataLayout();
    auto bitsOf = [&](Value *value) {
      return isSigned() ? bits - ComputeNumSignBits(value, layout) + 1
                        : bits - computeKnownBits(value, layout).countMinLeadingZeros();
    };
    const unsigned needed = std::max(bitsOf(dividend), bitsOf(divisor));
    return bits <= 32 && needed <= 24 ? std::max(needed, 1u) : 0;
  }

  /// The dividend times infinity, as an integer of few bits; 0 times infinity is no number, and gives 0.
  Value *narrow(unsigned few) {
    Value *found = constant(isSigned() || few >= bits ? -1 : (int64_t(1) << few) - 1);
    Value *isNone = isSigned() ? builder.CreateICmpSLE(dividend, constant(0))
                               : builder.CreateICmpEQ(dividend, constant(0));
    return builder.CreateSelect(isNone, constant(0), found);
  }

  BinaryOperator &division;
  IRBuilder<> builder;
  Type *type;
  Value *dividend, *divisor;
  unsigned bits;
  bool isNvptx;
  Constant *nowhere; ///< what stands for the place of a division that is watched
};

} // namespace

void defineDivisions(Unit &unit) {
  std::vector<BinaryOperator *> divisions;
  for (Function &function : *unit.module)
    for (Instruction &instruction : instructions(function))
      if (isDivision(instruction))
        divisions.push_back(cast<BinaryOperator>(&instruction));
  const bool isWatched = unit.instrumentation == Instrumentation::Accesses;
  Constant *nowhere = isWatched ? ConstantPointerNull::get(PointerType::getUnqual(unit.context)) : nullptr;
  for (BinaryOperator *division : divisions)
    Division(*division, unit.isNvptx, nowhere).define();
}

} // namespace porter
