// PTX ISA, "Data Movement and Conversion Instructions" between registers; "Comparison and Selection Instructions".
#include "ptx_translation.h"

namespace porter {

bool PtxTranslation::conversion(StringRef name) {
  if (name == "mov") move();
  else if (name == "cvt") convert();
  else if (name == "cvta" || name == "mapa") out(in(1));
  else return false;
  return true;
}

void PtxTranslation::move() {
  auto pieces = [](StringRef braces) {
    SmallVector<StringRef> names;
    braces.trim("{}").split(names, ',');
    return names;
  };
  StringRef to = current->operands[0], from = current->operands[1];
  if (!to.starts_with("{") && !from.starts_with("{"))
    return out(in(1));
  SmallVector<StringRef> names = pieces(to.starts_with("{") ? to : from);
  const unsigned width = type()->getPrimitiveSizeInBits() / names.size();
  Type *narrow = builder.getIntNTy(width);
  if (to.starts_with("{")) {
    Value *word = asWord(builder, in(1));
    for (unsigned i = 0; i < names.size(); ++i)
      write(names[i].trim(), builder.CreateTrunc(builder.CreateLShr(word, i * width), narrow));
    return;
  }
  Value *word = builder.getInt64(0);
  for (unsigned i = 0; i < names.size(); ++i) {
    Value *piece = asWord(builder, read(names[i].trim(), narrow));
    word = builder.CreateOr(word, builder.CreateShl(piece, i * width));
  }
  out(as(word, type()));
}

void PtxTranslation::convert() {
  const std::string &toName = current->opcode[current->opcode.size() - 2], &fromName = current->type();
  if (toName == "tf32")
    return roundToTf32();
  Type *to = typeOf(toName), *from = typeOf(fromName);
  Value *value = in(1, from);
  if (to->isVectorTy() && from->isFloatTy()) { // two floats to a pair: the first operand is the upper half
    Value *pair = builder.CreateInsertElement(PoisonValue::get(to), builder.CreateFPTrunc(in(2, from), to->getScalarType()), uint64_t(0));
    return out(builder.CreateInsertElement(pair, builder.CreateFPTrunc(value, to->getScalarType()), uint64_t(1)));
  }
  const bool toFloat = to->isFloatingPointTy(), fromFloat = from->isFloatingPointTy();
  if (fromFloat && (toFloat ? to == from : true))
    value = roundToInteger(value);
  if (toFloat && fromFloat && isDirected() && from->getPrimitiveSizeInBits() > to->getPrimitiveSizeInBits())
    return out(roundedTowards(value, to));
  if (toFloat && fromFloat)
    value = builder.CreateFPCast(value, to);
  else if (toFloat && to->isHalfTy() && isDirected())
    return out(toHalf(value, fromName[0] == 's'));
  else if (toFloat)
    value = fromName[0] == 's' ? builder.CreateSIToFP(value, to) : builder.CreateUIToFP(value, to);
  else if (fromFloat)
    value = toWhole(value, to, toName[0] == 's');
  else
    value = fromName[0] == 's' ? builder.CreateSExtOrTrunc(value, to) : builder.CreateZExtOrTrunc(value, to);
  if (toFloat && to != from && isDirected())
    refuse(); // only rounding to nearest is known
  if (current->has("relu"))
    value = noLessThanZero(value);
  out(value);
}

/// cvt.rz.f16.s32 and its kin: the half next to an integer in one direction.
Value *PtxTranslation::toHalf(Value *whole, bool isSigned) {
  Type *real = builder.getFloatTy(), *type = whole->getType();
  Value *most = ConstantInt::get(type, std::min(uint64_t(100000), type->getIntegerBitWidth() < 32 ? uint64_t(isSigned ? 32767 : 65535) : ~uint64_t(0)));
  whole = builder.CreateBinaryIntrinsic(isSigned ? Intrinsic::smin : Intrinsic::umin, whole, most); // beyond it is one to half
  if (isSigned)
    whole = builder.CreateBinaryIntrinsic(Intrinsic::smax, whole, builder.CreateNeg(most));
  Value *exact = isSigned ? builder.CreateSIToFP(whole, real) : builder.CreateUIToFP(whole, real);
  return roundedTowards(exact, builder.getHalfTy());
}

/// The number of a narrower type next to `exact` in the direction that the instruction names.
Value *PtxTranslation::roundedTowards(Value *exact, Type *to) {
  Type *real = exact->getType(), *bits = builder.getIntNTy(to->getPrimitiveSizeInBits());
  Value *near = builder.CreateFPTrunc(exact, to), *back = builder.CreateFPExt(near, real);
  Value *isNegative = builder.CreateFCmpOLT(exact, ConstantFP::getZero(real));
  Value *isAbove = builder.CreateFCmpOGT(back, exact), *isBelow = builder.CreateFCmpOLT(back, exact);
  Value *towardsZero = builder.CreateSelect(isNegative, isBelow, isAbove), *away = builder.getFalse();
  if (current->has("rp")) {
    towardsZero = builder.CreateAnd(isBelow, isNegative);
    away = builder.CreateAnd(isBelow, builder.CreateNot(isNegative));
  } else if (current->has("rm")) {
    towardsZero = builder.CreateAnd(isAbove, builder.CreateNot(isNegative));
    away = builder.CreateAnd(isAbove, isNegative);
  }
  Value *word = builder.CreateBitCast(near, bits);
  word = builder.CreateSub(word, builder.CreateZExt(towardsZero, bits));
  word = builder.CreateAdd(word, builder.CreateZExt(away, bits));
  return builder.CreateBitCast(word, to);
}

/// Unlike the conversions of C++, those of PTX saturate to 8 and 16 bits, too.
Value *PtxTranslation::toWhole(Value *value, Type *to, bool isSigned) {
  const unsigned bits = to->getIntegerBitWidth(), wider = std::max(bits, 32u);
  Type *wide = builder.getIntNTy(wider);
  const Intrinsic::ID id = isSigned ? Intrinsic::fptosi_sat : Intrinsic::fptoui_sat;
  Value *whole = builder.CreateIntrinsic(id, {wide, value->getType()}, {value});
  if (bits < wider) {
    const APInt most = isSigned ? APInt::getSignedMaxValue(bits).sext(wider) : APInt::getMaxValue(bits).zext(wider);
    whole = builder.CreateBinaryIntrinsic(isSigned ? Intrinsic::smin : Intrinsic::umin, whole, ConstantInt::get(wide, most));
    if (isSigned)
      whole = builder.CreateBinaryIntrinsic(Intrinsic::smax, whole, ConstantInt::get(wide, APInt::getSignedMinValue(bits).sext(wider)));
  }
  return builder.CreateTrunc(whole, to);
}

/// cvt.rna.tf32.f32 and cvt.rn.tf32.f32: 10 bits of mantissa, ties away from zero or to even; the result is 32 bits.
void PtxTranslation::roundToTf32() {
  Type *word = builder.getInt32Ty();
  Value *value = in(1, builder.getFloatTy()), *bits = as(value, word);
  Value *half = builder.getInt32(0x1000);
  if (current->has("rn"))
    half = builder.CreateAdd(builder.getInt32(0xfff), builder.CreateAnd(builder.CreateLShr(bits, 13), builder.getInt32(1)));
  else if (current->has("rz"))
    half = builder.getInt32(0);
  Value *rounded = builder.CreateAnd(builder.CreateAdd(bits, half), builder.getInt32(~0x1fffu));
  Value *isFinite = builder.CreateICmpNE(builder.CreateAnd(bits, builder.getInt32(0x7f800000)), builder.getInt32(0x7f800000));
  Value *result = builder.CreateSelect(isFinite, rounded, bits);
  if (current->has("relu"))
    result = builder.CreateSelect(builder.CreateICmpSLT(bits, builder.getInt32(0)), builder.getInt32(0), result);
  write(current->operands[0], result);
}

Value *PtxTranslation::roundToInteger(Value *value) {
  if (current->has("rni")) return unary(Intrinsic::rint, value);
  if (current->has("rzi")) return unary(Intrinsic::trunc, value);
  if (current->has("rmi")) return unary(Intrinsic::floor, value);
  if (current->has("rpi")) return unary(Intrinsic::ceil, value);
  return value;
}

bool PtxTranslation::comparison(StringRef name) {
  if (name == "setp")
    out(compare(current->opcode[1]));
  else if (name == "set") // all ones, or 1.0 where the result is floating point
    setValue();
  else if (name == "selp")
    out(builder.CreateSelect(in(3, builder.getInt1Ty()), in(1), in(2)));
  else
    return false;
  return true;
}

void PtxTranslation::setValue() {
  Type *to = typeOf(current->opcode[current->opcode.size() - 2]);
  Value *condition = compare(current->opcode[1]);
  if (type()->isVectorTy() && to->isIntegerTy(32)) // a halfword for each of the pair
    return out(builder.CreateBitCast(builder.CreateSExt(condition, FixedVectorType::get(builder.getInt16Ty(), 2)), to));
  if (to->isVectorTy() != type()->isVectorTy())
    refuse();
  out(to->isFPOrFPVectorTy() ? builder.CreateUIToFP(condition, to) : builder.CreateSExt(condition, to));
}

Value *PtxTranslation::compare(StringRef how) {
  static const std::map<std::string, CmpInst::Predicate> real = {
      {"eq", CmpInst::FCMP_OEQ}, {"ne", CmpInst::FCMP_ONE}, {"lt", CmpInst::FCMP_OLT}, {"le", CmpInst::FCMP_OLE},
      {"gt", CmpInst::FCMP_OGT}, {"ge", CmpInst::FCMP_OGE}, {"equ", CmpInst::FCMP_UEQ}, {"neu", CmpInst::FCMP_UNE},
      {"ltu", CmpInst::FCMP_ULT}, {"leu", CmpInst::FCMP_ULE}, {"gtu", CmpInst::FCMP_UGT}, {"geu", CmpInst::FCMP_UGE},
      {"num", CmpInst::FCMP_ORD}, {"nan", CmpInst::FCMP_UNO}};
  static const std::map<std::string, CmpInst::Predicate> whole = {
      {"eq", CmpInst::ICMP_EQ}, {"ne", CmpInst::ICMP_NE}, {"lt", CmpInst::ICMP_SLT}, {"le", CmpInst::ICMP_SLE},
      {"gt", CmpInst::ICMP_SGT}, {"ge", CmpInst::ICMP_SGE}, {"lo", CmpInst::ICMP_ULT}, {"ls", CmpInst::ICMP_ULE},
      {"hi", CmpInst::ICMP_UGT}, {"hs", CmpInst::ICMP_UGE}};
  const auto &table = isFloat() ? real : whole;
  auto found = table.find(how.str());
  if (found == table.end())
    refuse();
  CmpInst::Predicate predicate = found->second;
  if (!isFloat() && !isSigned() && CmpInst::isSigned(predicate))
    predicate = ICmpInst::getUnsignedPredicate(predicate);
  return builder.CreateCmp(predicate, in(1), in(2));
}

} // namespace porter
