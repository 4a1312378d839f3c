// PTX ISA, "SIMD Video Instructions": vadd2, vadd4, ... work on the halves or bytes of a word.
#include "ptx_translation.h"

namespace porter {

bool PtxTranslation::video(StringRef name) {
  static const char *const operations[] = {"vadd", "vsub", "vavrg", "vabsdiff", "vmin", "vmax", "vset"};
  const bool isKnown = (name.ends_with("2") || name.ends_with("4")) && is_contained(operations, name.drop_back());
  if (!isKnown || current->opcode.size() < 3)
    return false;
  const unsigned lanes = name.back() - '0', width = 32 / lanes;
  auto *packed = FixedVectorType::get(builder.getIntNTy(width), lanes);
  auto *spread = FixedVectorType::get(builder.getInt32Ty(), lanes);
  const bool isSignedResult = current->opcode[1] == "s32", isSignedInput = current->opcode[2] == "s32";
  auto operand = [&](unsigned index) {
    Value *bytes = builder.CreateBitCast(in(index, builder.getInt32Ty()), packed);
    return isSignedInput ? builder.CreateSExt(bytes, spread) : builder.CreateZExt(bytes, spread);
  };
  auto number = [&](int64_t value) { return ConstantInt::getSigned(spread, value); };
  Value *a = operand(1), *b = operand(2), *result = nullptr;
  const StringRef operation = name.drop_back();
  if (operation == "vadd") {
    result = builder.CreateAdd(a, b);
  } else if (operation == "vsub") {
    result = builder.CreateSub(a, b);
  } else if (operation == "vavrg") {
    Value *sum = builder.CreateAdd(a, b);
    Value *up = builder.CreateZExt(builder.CreateICmpSGE(sum, number(0)), spread);
    result = builder.CreateAShr(builder.CreateAdd(sum, up), number(1));
  } else if (operation == "vabsdiff") {
    result = binary(Intrinsic::abs, builder.CreateSub(a, b), builder.getFalse());
  } else if (operation == "vset") {
    result = builder.CreateZExt(compareLanes(a, b), spread);
  } else {
    result = binary(operation == "vmin" ? Intrinsic::smin : Intrinsic::smax, a, b);
  }
  if (current->has("add")) {
    out(builder.CreateAdd(in(3, builder.getInt32Ty()), builder.CreateAddReduce(result)));
    return true;
  }
  if (current->has("sat")) {
    const int64_t most = (int64_t(1) << (isSignedResult ? width - 1 : width)) - 1;
    result = binary(Intrinsic::smin, result, number(most));
    result = binary(Intrinsic::smax, result, number(isSignedResult ? -most - 1 : 0));
  }
  out(builder.CreateBitCast(builder.CreateTrunc(result, packed), builder.getInt32Ty()));
  return true;
}

/// The operands hold values of the input's type in 32 bits, so that signed comparisons serve both.
Value *PtxTranslation::compareLanes(Value *a, Value *b) {
  if (current->has("eq")) return builder.CreateICmpEQ(a, b);
  if (current->has("ne")) return builder.CreateICmpNE(a, b);
  if (current->has("lt")) return builder.CreateICmpSLT(a, b);
  if (current->has("le")) return builder.CreateICmpSLE(a, b);
  if (current->has("gt")) return builder.CreateICmpSGT(a, b);
  if (current->has("ge")) return builder.CreateICmpSGE(a, b);
  refuse();
}

} // namespace porter
