// PTX ISA, "Logic and Shift Instructions", and the integer instructions on bits and bit fields.
#include "ptx_translation.h"

namespace porter {

bool PtxTranslation::logic(StringRef name) {
  if (name == "and") out(builder.CreateAnd(in(1), in(2)));
  else if (name == "or") out(builder.CreateOr(in(1), in(2)));
  else if (name == "xor") out(builder.CreateXor(in(1), in(2)));
  else if (name == "not") out(builder.CreateNot(in(1)));
  else if (name == "shl" || name == "shr") shift(name == "shl");
  else if (name == "popc") out(builder.CreateZExtOrTrunc(unary(Intrinsic::ctpop, in(1)), builder.getInt32Ty()));
  else if (name == "clz") out(builder.CreateZExtOrTrunc(binary(Intrinsic::ctlz, in(1), builder.getFalse()), builder.getInt32Ty()));
  else if (name == "bfind") findBit();
  else if (name == "brev") out(unary(Intrinsic::bitreverse, in(1)));
  else if (name == "bfe") extractField();
  else if (name == "bfi") insertField();
  else if (name == "prmt") permute();
  else if (name == "fns") out(runtime("porter_nv_fns", builder.getInt32Ty(), {in(1), in(2), in(3)}));
  else if (name == "lop3") lookUp();
  else if (name == "shf") funnel();
  else return false;
  return true;
}

void PtxTranslation::permute() {
  static const char *const modes[] = {"f4e", "b4e", "rc8", "ecl", "ecr", "rc16"};
  Type *word = builder.getInt32Ty();
  SmallVector<Value *> operands = {in(1, word), in(2, word), in(3, word)};
  for (unsigned mode = 0; mode < 6; mode++)
    if (current->has(modes[mode])) {
      operands.push_back(builder.getInt32(mode));
      return out(runtime("porter_nv_prmt_mode", word, operands));
    }
  out(runtime("porter_nv_prmt", word, operands));
}

void PtxTranslation::shift(bool left) {
  Value *value = in(1);
  const unsigned width = value->getType()->getIntegerBitWidth();
  Value *amount = builder.CreateZExtOrTrunc(in(2, builder.getInt32Ty()), value->getType());
  Value *large = builder.CreateICmpUGE(in(2, builder.getInt32Ty()), builder.getInt32(width));
  if (!left && isSigned()) {
    amount = builder.CreateSelect(large, ConstantInt::get(value->getType(), width - 1), amount);
    return out(builder.CreateAShr(value, amount));
  }
  Value *shifted = left ? builder.CreateShl(value, amount) : builder.CreateLShr(value, amount);
  out(builder.CreateSelect(large, Constant::getNullValue(value->getType()), shifted));
}

void PtxTranslation::findBit() {
  Value *value = in(1);
  const unsigned width = value->getType()->getIntegerBitWidth();
  if (isSigned())
    value = builder.CreateXor(value, builder.CreateAShr(value, width - 1));
  Value *zeros = builder.CreateZExtOrTrunc(binary(Intrinsic::ctlz, value, builder.getFalse()), builder.getInt32Ty());
  Value *found = current->has("shiftamt") ? zeros : builder.CreateSub(builder.getInt32(width - 1), zeros);
  out(builder.CreateSelect(builder.CreateIsNull(value), builder.getInt32(~0u), found));
}

Value *PtxTranslation::lowMask(Value *length, Type *wanted) {
  const unsigned width = wanted->getIntegerBitWidth();
  Value *ones = Constant::getAllOnesValue(wanted);
  Value *wide = builder.CreateICmpUGE(length, builder.getInt32(width));
  Value *bits = builder.CreateShl(ConstantInt::get(wanted, 1), builder.CreateZExtOrTrunc(length, wanted));
  return builder.CreateSelect(wide, ones, builder.CreateSub(bits, ConstantInt::get(wanted, 1)));
}

void PtxTranslation::extractField() {
  if (isSigned())
    refuse();
  Value *position = builder.CreateAnd(in(2, builder.getInt32Ty()), 255);
  Value *length = builder.CreateAnd(in(3, builder.getInt32Ty()), 255);
  Value *beyond = builder.CreateICmpUGE(position, builder.getInt32(type()->getIntegerBitWidth()));
  Value *field = builder.CreateLShr(in(1), builder.CreateZExtOrTrunc(position, type()));
  field = builder.CreateSelect(beyond, Constant::getNullValue(type()), field);
  out(builder.CreateAnd(field, lowMask(length, type())));
}

void PtxTranslation::insertField() {
  Value *position = builder.CreateAnd(in(3, builder.getInt32Ty()), 255);
  Value *length = builder.CreateAnd(in(4, builder.getInt32Ty()), 255);
  Value *amount = builder.CreateZExtOrTrunc(position, type());
  Value *mask = builder.CreateShl(lowMask(length, type()), amount);
  Value *field = builder.CreateAnd(builder.CreateShl(in(1), amount), mask);
  Value *merged = builder.CreateOr(builder.CreateAnd(in(2), builder.CreateNot(mask)), field);
  Value *beyond = builder.CreateICmpUGE(position, builder.getInt32(type()->getIntegerBitWidth()));
  out(builder.CreateSelect(beyond, in(2), merged));
}

void PtxTranslation::lookUp() {
  auto *table = dyn_cast<ConstantInt>(in(4, builder.getInt32Ty()));
  if (!table)
    refuse();
  Value *result = Constant::getNullValue(type());
  for (unsigned row = 0; row < 8; ++row) {
    if (!(table->getZExtValue() >> row & 1))
      continue;
    auto literalOf = [&](unsigned operand, unsigned bit) { return row >> bit & 1 ? in(operand) : builder.CreateNot(in(operand)); };
    Value *term = builder.CreateAnd(builder.CreateAnd(literalOf(1, 2), literalOf(2, 1)), literalOf(3, 0));
    result = builder.CreateOr(result, term);
  }
  out(result);
}

void PtxTranslation::funnel() {
  Value *amount = in(3);
  if (!current->has("wrap"))
    amount = binary(Intrinsic::umin, amount, builder.getInt32(32));
  Value *both = builder.CreateOr(builder.CreateShl(builder.CreateZExt(in(2), builder.getInt64Ty()), 32),
                                 builder.CreateZExt(in(1), builder.getInt64Ty()));
  Value *by = builder.CreateZExt(current->has("wrap") ? builder.CreateAnd(amount, 31) : amount, builder.getInt64Ty());
  Value *shifted = current->has("l") ? builder.CreateLShr(builder.CreateShl(both, by), 32) : builder.CreateLShr(both, by);
  out(builder.CreateTrunc(shifted, builder.getInt32Ty()));
}

} // namespace porter
