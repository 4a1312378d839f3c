// Matrix instructions become a rendezvous of the wave: every lane puts what it brings into memory of its own, and
// the runtime multiplies. The shape and the formats stand in the intrinsic's name.
#include "matrix_exchange.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/Regex.h"

using namespace llvm;

namespace porter {
namespace {

[[noreturn]] void refuse(const CallInst &call) {
  StringRef name = call.getCalledFunction()->getName();
  name.consume_front("llvm.amdgcn.");
  fail("the cpu executor does not offer the instruction " + name + " (in " + call.getFunction()->getName() + ")");
}

/// Formats of A and B from what follows the shape in the name: "f16", "bf16.1k", "iu8", "fp8.bf8".
class Formats {
public:
  Formats(const CallInst &call, StringRef words, const Unit &unit) : call(call) {
    StringRef architecture = unit.architecture;
    isOcp = architecture.starts_with("gfx12") || architecture.starts_with("gfx95");
    SmallVector<StringRef> parts;
    words.split(parts, '.');
    a = read(parts[0]);
    b = parts.size() > 1 && (parts[1] == "fp8" || parts[1] == "bf8") ? read(parts[1]) : a;
  }
  MatrixFormat a, b;

private:
  MatrixFormat read(StringRef word) const {
    if (word == "fp8")
      return isOcp ? MatrixFormat::Fp8Ocp : MatrixFormat::Fp8Fnuz;
    if (word == "bf8")
      return isOcp ? MatrixFormat::Bf8Ocp : MatrixFormat::Bf8Fnuz;
    static const std::map<StringRef, MatrixFormat> known = {
        {"f16", MatrixFormat::F16},   {"bf16", MatrixFormat::BF16}, {"f32", MatrixFormat::F32},
        {"xf32", MatrixFormat::XF32}, {"f64", MatrixFormat::F64},   {"i8", MatrixFormat::I8},
        {"iu8", MatrixFormat::U8},    {"iu4", MatrixFormat::U4}};
    auto found = known.find(word);
    if (found == known.end())
      refuse(call);
    return found->second;
  }

  const CallInst &call;
  bool isOcp;
};

MatrixFormat outputFormat(const CallInst &call, StringRef word) {
  if (word == "f32")
    return MatrixFormat::F32;
  if (word == "f64")
    return MatrixFormat::F64;
  if (word == "i32")
    return MatrixFormat::I32;
  if (word == "f16")
    return MatrixFormat::F16;
  if (word == "bf16")
    return MatrixFormat::BF16;
  refuse(call);
}

/// The value of an operand that is part of the instruction.
unsigned immediate(const CallInst &call, unsigned index) {
  auto *value = dyn_cast<ConstantInt>(call.getArgOperand(index));
  if (!value) // where clang does not know the instruction, and so does not ask for a constant
    fail("operand " + Twine(index + 1) + " of " + call.getCalledFunction()->getName() + " is not a constant (in " +
         call.getFunction()->getName() + ")");
  return unsigned(value->getZExtValue());
}

unsigned bits(const Value *value) { return unsigned(value->getType()->getPrimitiveSizeInBits()); }

/// Operands in the order A, B, C and the index of a sparse A, if any, and what is done with them.
struct Product {
  Value *a, *b, *c, *index;
  MatrixShape shape;
  MatrixModifiers modifiers;
};

Product parseMfma(const CallInst &call, MatrixShape shape, StringRef architecture) {
  MatrixModifiers modifiers{};
  const unsigned broadcast = immediate(call, 3), block = immediate(call, 4), laneGroup = immediate(call, 5);
  const bool isDouble = shape.c == MatrixFormat::F64;
  const unsigned cells = bits(&call) / (isDouble ? 64 : 32) * 64;
  shape.layout = MatrixShape::Mfma;
  shape.blocks = uint8_t(cells / (shape.rows * shape.columns));
  if (isDouble && (broadcast || block || (laneGroup && !architecture.starts_with("gfx94"))))
    refuse(call);
  if ((1u << broadcast) > shape.blocks || block >= 1u << broadcast)
    refuse(call);
  modifiers.broadcast = uint8_t(broadcast);
  modifiers.block = uint8_t(block);
  (isDouble ? modifiers.negated : modifiers.laneGroup) = uint8_t(laneGroup);
  return {call.getArgOperand(0), call.getArgOperand(1), call.getArgOperand(2), nullptr, shape, modifiers};
}

/// SMFMAC: CBSZ and ABID choose the set of indices instead.
Product parseSparseMfma(const CallInst &call, MatrixShape shape) {
  MatrixModifiers modifiers{};
  shape.layout = MatrixShape::Mfma | MatrixShape::Sparse;
  shape.blocks = 1;
  const unsigned setBits = shape.rows * shape.depth / 64; // two for each of half the elements
  if (!immediate(call, 4))
    modifiers.firstIndexBit = uint8_t(immediate(call, 5) * setBits % 32);
  return {call.getArgOperand(0), call.getArgOperand(1), call.getArgOperand(2), call.getArgOperand(3), shape, modifiers};
}

/// WMMA, and SWMMAC with an index behind C.
Product parseWmma(const CallInst &call, MatrixShape shape, StringRef architecture, bool isSparse) {
  const bool isSplit = architecture.starts_with("gfx12");
  shape.blocks = 1;
  shape.layout = isSplit ? MatrixShape::WmmaSplit : MatrixShape::WmmaReplicated;
  Product made{};
  if (shape.c == MatrixFormat::I32) {
    const bool isFour = shape.a == MatrixFormat::U4;
    if (immediate(call, 0))
      shape.a = isFour ? MatrixFormat::I4 : MatrixFormat::I8;
    if (immediate(call, 2))
      shape.b = isFour ? MatrixFormat::I4 : MatrixFormat::I8;
    made = {call.getArgOperand(1), call.getArgOperand(3), call.getArgOperand(4),
            isSparse ? call.getArgOperand(5) : nullptr, shape, {}};
    if (immediate(call, isSparse ? 6 : 5))
      made.shape.layout |= MatrixShape::Saturate;
  } else {
    made = {call.getArgOperand(0), call.getArgOperand(1), call.getArgOperand(2),
            isSparse ? call.getArgOperand(3) : nullptr, shape, {}};
    if (!isSparse && !isSplit && call.arg_size() > 3 && immediate(call, 3))
      made.shape.layout |= MatrixShape::HighHalf;
  }
  if (isSparse)
    made.shape.layout |= MatrixShape::Sparse;
  return made;
}

/// What CBSZ and BLGP of a scaled MFMA choose for A and B.
MatrixFormat scaledFormat(const CallInst &call, unsigned index) {
  switch (immediate(call, index)) {
  case 0: return MatrixFormat::Fp8Ocp;
  case 1: return MatrixFormat::Bf8Ocp;
  case 2: return MatrixFormat::Fp6;
  case 3: return MatrixFormat::Bf6;
  case 4: return MatrixFormat::Fp4;
  default: refuse(call);
  }
}

/// Operands: A, B, C, the formats of A and B, then of each the byte that is its scale and where it lies.
void lowerScaled(CallInst &call) {
  static const Regex pattern("^llvm\\.amdgcn\\.mfma\\.scale\\.f32\\.([0-9]+)x([0-9]+)x([0-9]+)\\.f8f6f4");
  SmallVector<StringRef> found;
  if (!pattern.match(call.getCalledFunction()->getName(), &found))
    refuse(call);
  MatrixShape shape{};
  shape.rows = uint8_t(std::stoi(found[1].str()));
  shape.columns = uint8_t(std::stoi(found[2].str()));
  shape.depth = uint8_t(std::stoi(found[3].str()));
  shape.blocks = 1;
  shape.a = scaledFormat(call, 3);
  shape.b = scaledFormat(call, 4);
  shape.c = MatrixFormat::F32;
  shape.layout = MatrixShape::Mfma | MatrixShape::Scaled;
  ScaledModifiers modifiers{};
  modifiers.byteOfA = uint8_t(immediate(call, 5));
  modifiers.byteOfB = uint8_t(immediate(call, 7));
  if (modifiers.byteOfA > 3 || modifiers.byteOfB > 3)
    refuse(call);
  const auto isZero = [&](unsigned index) {
    auto *value = dyn_cast<ConstantInt>(call.getArgOperand(index));
    return value && value->isZero();
  };
  modifiers.isPlain = isZero(6) && isZero(8); // LLVM takes the instruction without scales then

  MatrixExchange exchange(call);
  exchange.put(offsetof(MatrixRegisters, a), call.getArgOperand(0));
  exchange.put(offsetof(MatrixRegisters, b), call.getArgOperand(1));
  exchange.put(offsetof(MatrixRegisters, c), call.getArgOperand(2));
  exchange.put(offsetof(MatrixRegisters, scales), call.getArgOperand(6));
  exchange.put(offsetof(MatrixRegisters, scales) + 4, call.getArgOperand(8));
  exchange.meet(Operation::Matrix, llvm::bit_cast<uint64_t>(shape), llvm::bit_cast<uint64_t>(modifiers));
  call.replaceAllUsesWith(exchange.get(offsetof(MatrixRegisters, c), call.getType()));
  call.eraseFromParent();
}

void lower(CallInst &call, const Unit &unit) {
  static const Regex pattern(
      "^llvm\\.amdgcn\\.(mfma|smfmac|wmma|swmmac)\\.(b?[fi][0-9]+)\\.([0-9]+)x([0-9]+)x([0-9]+)\\.?([a-z0-9.]+)$");
  SmallVector<StringRef> found;
  if (!pattern.match(call.getCalledFunction()->getName(), &found))
    refuse(call);
  MatrixShape shape{};
  shape.rows = uint8_t(std::stoi(found[3].str()));
  shape.columns = uint8_t(std::stoi(found[4].str()));
  shape.depth = uint8_t(std::stoi(found[5].str()));
  const Formats formats(call, found[6], unit);
  shape.a = formats.a;
  shape.b = formats.b;
  shape.c = outputFormat(call, found[2]);
  const StringRef kind = found[1];
  const Product product = kind == "mfma"     ? parseMfma(call, shape, unit.architecture)
                          : kind == "smfmac" ? parseSparseMfma(call, shape)
                                             : parseWmma(call, shape, unit.architecture, kind != "wmma");

  MatrixExchange exchange(call);
  exchange.put(offsetof(MatrixRegisters, a), product.a);
  exchange.put(offsetof(MatrixRegisters, b), product.b);
  exchange.put(offsetof(MatrixRegisters, c), product.c);
  if (product.index)
    exchange.put(offsetof(MatrixRegisters, index), exchange.builder.CreateZExtOrTrunc(product.index, exchange.builder.getInt32Ty()));
  exchange.meet(Operation::Matrix, llvm::bit_cast<uint64_t>(product.shape), llvm::bit_cast<uint64_t>(product.modifiers));
  call.replaceAllUsesWith(exchange.get(offsetof(MatrixRegisters, c), call.getType()));
  call.eraseFromParent();
}

bool isMatrix(StringRef name) {
  return name.starts_with("llvm.amdgcn.mfma.") || name.starts_with("llvm.amdgcn.wmma.") ||
         name.starts_with("llvm.amdgcn.smfmac.") || name.starts_with("llvm.amdgcn.swmmac.");
}

} // namespace

void lowerMatrix(Unit &unit) {
  forEachCall(unit, [&](CallInst &call, const Function &called) {
    if (called.getName().starts_with("llvm.amdgcn.mfma.scale."))
      lowerScaled(call);
    else if (isMatrix(called.getName()))
      lower(call, unit);
  });
}

} // namespace porter
