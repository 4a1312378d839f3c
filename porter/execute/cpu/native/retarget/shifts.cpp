// Shifts by the width of a type and more: NVIDIA's GPUs clamp the amount, so that all bits are shifted out (PTX ISA,
// "shl", "shr"); AMD's take its lowest bits (instruction set manuals, V_LSHLREV_B32). LLVM leaves the result undefined.
#include "retarget.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace porter {
namespace {

bool isShift(const Instruction &instruction) {
  switch (instruction.getOpcode()) {
  case Instruction::Shl:
  case Instruction::LShr:
  case Instruction::AShr: {
    const unsigned width = instruction.getType()->getScalarSizeInBits();
    return !isa<Constant>(instruction.getOperand(1)) && (width == 16 || width == 32 || width == 64);
  }
  default:
    return false;
  }
}

/// All bits are shifted out; an arithmetic shift leaves the sign.
void clamp(Instruction &shift) {
  IRBuilder<> builder(&shift);
  Type *type = shift.getType();
  Value *amount = shift.getOperand(1);
  const unsigned width = type->getScalarSizeInBits();
  Value *fits = builder.CreateICmpULT(amount, ConstantInt::get(type, width));
  shift.setOperand(1, builder.CreateSelect(fits, amount, ConstantInt::get(type, width - 1)));
  if (shift.getOpcode() == Instruction::AShr)
    return;
  builder.SetInsertPoint(shift.getNextNode());
  auto *none = Constant::getNullValue(type);
  auto *result = cast<Instruction>(builder.CreateSelect(fits, &shift, none));
  shift.replaceUsesWithIf(result, [&](Use &use) { return use.getUser() != result; });
}

} // namespace

void defineShifts(Unit &unit) {
  std::vector<Instruction *> shifts;
  for (Function &function : *unit.module)
    for (Instruction &instruction : instructions(function))
      if (isShift(instruction))
        shifts.push_back(&instruction);
  for (Instruction *shift : shifts) {
    shift->dropPoisonGeneratingFlags();
    if (unit.isNvptx) {
      clamp(*shift);
    } else {
      IRBuilder<> builder(shift);
      const unsigned width = shift->getType()->getScalarSizeInBits();
      shift->setOperand(1, builder.CreateAnd(shift->getOperand(1), width - 1));
    }
  }
}

} // namespace porter
