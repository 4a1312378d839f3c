// PTX ISA, "Integer Arithmetic Instructions", "Floating Point Instructions", "Extended-Precision Integer Arithmetic".
#include "ptx_translation.h"

namespace porter {

bool PtxTranslation::arithmetic(StringRef name) {
  if (usesCarry(name)) extended(name);
  else if (name != "cvt" && isDirected() && isFloat()) directed(name);
  else if (current->has("sat") && !isFloat()) saturated(name);
  else if (name == "add") out(isFloat() ? builder.CreateFAdd(in(1), in(2)) : builder.CreateAdd(in(1), in(2)));
  else if (name == "sub") out(isFloat() ? builder.CreateFSub(in(1), in(2)) : builder.CreateSub(in(1), in(2)));
  else if (name == "mul" || name == "mad") multiply(name == "mad");
  else if (name == "dp4a") dot(8, 0);
  else if (name == "dp2a") dot(16, current->has("hi") ? 2 : 0);
  else if (name == "fma") out(fused());
  else if (name == "div" && current->has("approx")) out(runtime("porter_nv_div_approx_f", type(), {in(1), in(2)}));
  else if (name == "div") out(isFloat() ? builder.CreateFDiv(in(1), in(2)) : isSigned() ? builder.CreateSDiv(in(1), in(2)) : builder.CreateUDiv(in(1), in(2)));
  else if (name == "rem") out(isSigned() ? builder.CreateSRem(in(1), in(2)) : builder.CreateURem(in(1), in(2)));
  else if (name == "neg") out(isFloat() ? builder.CreateFNeg(in(1)) : builder.CreateNeg(in(1)));
  else if (name == "abs") out(isFloat() ? unary(Intrinsic::fabs, in(1)) : binary(Intrinsic::abs, in(1), builder.getFalse()));
  else if (name == "min" || name == "max") out(extremum(name == "min"));
  else if (name == "sqrt") out(unary(Intrinsic::sqrt, in(1)));
  else if (name == "rcp") out(builder.CreateFDiv(ConstantFP::get(type(), 1), in(1)));
  else if (name == "rsqrt") out(builder.CreateFDiv(ConstantFP::get(type(), 1), unary(Intrinsic::sqrt, in(1))));
  else if (name == "ex2") out(unary(Intrinsic::exp2, in(1)));
  else if (name == "lg2") out(unary(Intrinsic::log2, in(1)));
  else if (name == "sin") out(unary(Intrinsic::sin, in(1)));
  else if (name == "cos") out(unary(Intrinsic::cos, in(1)));
  else if (name == "tanh") out(runtime("tanhf", builder.getFloatTy(), {in(1)}));
  else return false;
  return true;
}

void PtxTranslation::dot(unsigned bits, unsigned first) {
  auto partOf = [&](Value *word, unsigned width, unsigned index, bool isSignedPart) {
    Value *part = builder.CreateTrunc(builder.CreateLShr(word, width * index), builder.getIntNTy(width));
    return isSignedPart ? builder.CreateSExt(part, builder.getInt32Ty()) : builder.CreateZExt(part, builder.getInt32Ty());
  };
  Value *sum = in(3);
  const bool isSignedLeft = current->opcode[current->opcode.size() - 2] == "s32";
  for (unsigned i = 0; i < 32 / bits; ++i)
    sum = builder.CreateAdd(sum, builder.CreateMul(partOf(in(1), bits, i, isSignedLeft),
                                                   partOf(in(2), 8, first + i, isSigned())));
  out(sum);
}

void PtxTranslation::directed(StringRef name) {
  const bool isKnown = is_contained({"add", "sub", "mul", "div", "rcp", "sqrt", "fma"}, name);
  if (!isKnown || !(type()->isFloatTy() || type()->isDoubleTy()))
    refuse();
  SmallVector<Value *> arguments;
  for (unsigned i = 1; i < current->operands.size(); ++i)
    arguments.push_back(in(i));
  if (name == "sub")
    arguments[1] = builder.CreateFNeg(arguments[1]);
  std::string function = "porter_nv_" + (name == "sub" ? "add" : name.str());
  function += current->has("rz") ? "_rz" : current->has("rm") ? "_rm" : "_rp";
  function += type()->isFloatTy() ? "_f" : "_d";
  out(runtime(function.c_str(), type(), arguments));
}

void PtxTranslation::saturated(StringRef name) {
  if (current->type() != "s32" || (name != "add" && name != "sub"))
    refuse();
  out(binary(name == "add" ? Intrinsic::sadd_sat : Intrinsic::ssub_sat, in(1), in(2)));
}

bool PtxTranslation::usesCarry(StringRef name) const {
  return name == "addc" || name == "subc" || name == "madc" || current->has("cc");
}

void PtxTranslation::extended(StringRef name) {
  const unsigned width = type()->getIntegerBitWidth();
  Type *wide = builder.getIntNTy(2 * width);
  auto extend = [&](Value *value) { return builder.CreateZExt(value, wide); };
  Value *a = extend(in(1)), *b = extend(in(2));
  if (name.starts_with("mad")) {
    Value *product = builder.CreateMul(a, b);
    if (current->has("hi"))
      product = builder.CreateLShr(product, width);
    a = extend(builder.CreateTrunc(product, type()));
    b = extend(in(3));
  }
  Value *carryIn = ConstantInt::get(wide, 0);
  if (name.ends_with("c")) {
    if (!carry)
      refuse(); // set by another statement
    carryIn = extend(carry);
  }
  const bool subtracts = name.starts_with("sub");
  Value *sum = subtracts ? builder.CreateSub(builder.CreateSub(a, b), carryIn)
                         : builder.CreateAdd(builder.CreateAdd(a, b), carryIn);
  if (current->has("cc")) // a borrow shows as ones in the upper half
    carry = builder.CreateTrunc(builder.CreateLShr(sum, width), builder.getInt1Ty());
  out(builder.CreateTrunc(sum, type()));
}

Value *PtxTranslation::fused() {
  Value *value = builder.CreateIntrinsic(Intrinsic::fma, {type()}, {in(1), in(2), in(3)});
  if (current->has("relu"))
    value = noLessThanZero(value);
  return value;
}

/// `.relu`: zero instead of negative numbers, -0 among them; what is not a number stays.
Value *PtxTranslation::noLessThanZero(Value *number) {
  Value *zero = Constant::getNullValue(number->getType());
  return builder.CreateSelect(builder.CreateFCmpOLE(number, zero), zero, number);
}

Value *PtxTranslation::extremum(bool least) {
  if (isFloat()) {
    Value *a = in(1), *b = in(2), *number = binary(least ? Intrinsic::minnum : Intrinsic::maxnum, a, b);
    if (!current->has("NaN"))
      return number;
    // LLVM's `maximum` loses what is not a number in pairs of half precision.
    return builder.CreateSelect(builder.CreateFCmpUNO(a, b), ConstantFP::getNaN(a->getType()), number);
  }
  return binary(least ? (isSigned() ? Intrinsic::smin : Intrinsic::umin)
                      : (isSigned() ? Intrinsic::smax : Intrinsic::umax), in(1), in(2));
}

void PtxTranslation::multiply(bool adds) {
  if (isFloat()) {
    Value *product = builder.CreateFMul(in(1), in(2));
    return out(adds ? builder.CreateFAdd(product, in(3)) : product);
  }
  const unsigned width = type()->getIntegerBitWidth();
  Type *wide = builder.getIntNTy(2 * width);
  auto extend = [&](Value *value) { return isSigned() ? builder.CreateSExt(value, wide) : builder.CreateZExt(value, wide); };
  Value *product = builder.CreateMul(extend(in(1)), extend(in(2)));
  if (current->has("hi"))
    product = builder.CreateLShr(product, width);
  if (!current->has("wide"))
    product = builder.CreateTrunc(product, type());
  out(adds ? builder.CreateAdd(product, in(3, product->getType())) : product);
}

} // namespace porter
