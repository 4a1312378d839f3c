// PTX ISA, "Warp Level Matrix Instructions": mma, ldmatrix, stmatrix, movmatrix.
#include "matrix_exchange.h"
#include "ptx_translation.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/Regex.h"

namespace porter {

bool PtxTranslation::matrix(StringRef name) {
  if (name == "mma") multiplyMatrices();
  else if (name == "ldmatrix") loadMatrices();
  else if (name == "stmatrix") storeMatrices();
  else if (name == "movmatrix") transposeMatrix();
  else return false;
  return true;
}

SmallVector<StringRef> PtxTranslation::list(unsigned index) {
  if (index >= current->operands.size())
    refuse();
  SmallVector<StringRef> names;
  StringRef(current->operands[index]).trim("{} ").split(names, ',');
  for (StringRef &name : names)
    name = name.trim();
  return names;
}

MatrixFormat PtxTranslation::matrixFormat(StringRef name) {
  static const std::map<StringRef, MatrixFormat> formats = {
      {"f16", MatrixFormat::F16},     {"bf16", MatrixFormat::BF16},   {"tf32", MatrixFormat::TF32},
      {"f32", MatrixFormat::F32},     {"f64", MatrixFormat::F64},     {"s8", MatrixFormat::I8},
      {"u8", MatrixFormat::U8},       {"s4", MatrixFormat::I4},       {"u4", MatrixFormat::U4},
      {"s32", MatrixFormat::I32},     {"e4m3", MatrixFormat::Fp8Ocp}, {"e5m2", MatrixFormat::Bf8Ocp}};
  auto found = formats.find(name);
  if (found == formats.end())
    refuse();
  return found->second;
}

/// mma{.sp}.sync.aligned.mMnNkK.ALAYOUT.BLAYOUT{.satfinite}.D.A.B.C d, a, b, c{, metadata, selector}
void PtxTranslation::multiplyMatrices() {
  guardless();
  static const Regex pattern("^mma\\.(sp\\.|sp::ordered_metadata\\.)?sync\\.aligned\\.m([0-9]+)n([0-9]+)k([0-9]+)"
                             "\\.(row|col)\\.(row|col)\\.(rn\\.|satfinite\\.)?"
                             "([a-z0-9]+)\\.([a-z0-9]+)\\.([a-z0-9]+)\\.([a-z0-9]+)$");
  SmallVector<StringRef> found;
  const std::string opcode = join(current->opcode, ".");
  if (!pattern.match(opcode, &found))
    refuse();
  const bool isSparse = !found[1].empty();
  if (current->operands.size() != (isSparse ? 6u : 4u))
    refuse();
  unsigned depth = 0;
  MatrixShape shape{};
  WarpMatrixModifiers modifiers{};
  found[2].getAsInteger(10, shape.rows);
  found[3].getAsInteger(10, shape.columns);
  found[4].getAsInteger(10, depth);
  shape.depth = uint8_t(depth);
  shape.a = matrixFormat(found[9]);
  shape.b = matrixFormat(found[10]);
  shape.c = matrixFormat(found[11]);
  shape.blocks = 1;
  shape.layout = MatrixShape::Warp;
  modifiers.d = matrixFormat(found[8]);
  if (found[7] == "satfinite.")
    shape.layout |= MatrixShape::Saturate;
  if (isSparse) {
    shape.layout |= MatrixShape::Sparse;
    const bool isNarrow = shape.a != MatrixFormat::F16 && shape.a != MatrixFormat::BF16 && shape.a != MatrixFormat::TF32;
    auto *constant = dyn_cast<ConstantInt>(in(5, builder.getInt32Ty()));
    const uint64_t selector = constant ? constant->getZExtValue() : 4;
    if (selector > 3 || isNarrow) // which lanes hold the metadata of narrow elements is drawn, not written
      refuse();
    modifiers.selector = uint8_t(selector);
  }
  if (found[5] != "row" || found[6] != "col" || (shape.a == MatrixFormat::F16 && depth == 4)) {
    if (shape.a != MatrixFormat::F16 || depth != 4)
      refuse();
    modifiers.layout = WarpLayout::QuadPairs;
    modifiers.aIsColumns = found[5] == "col";
    modifiers.bIsColumns = found[6] == "col";
    shape.blocks = 4;
  }

  MatrixExchange exchange(call);
  auto put = [&](unsigned operand, uint64_t offset, size_t room, Type *type) {
    for (StringRef name : list(operand)) {
      const unsigned bytes = type->getPrimitiveSizeInBits() / 8;
      if (room < bytes)
        refuse();
      exchange.put(offset, read(name, type));
      offset += bytes;
      room -= bytes;
    }
  };
  auto registerOf = [&](MatrixFormat format) -> Type * {
    return format == MatrixFormat::F64   ? builder.getDoubleTy()
           : format == MatrixFormat::F32 ? builder.getFloatTy()
                                         : (Type *)builder.getInt32Ty();
  };
  put(1, offsetof(MatrixRegisters, a), sizeof(MatrixRegisters::a), registerOf(shape.a));
  put(2, offsetof(MatrixRegisters, b), sizeof(MatrixRegisters::b), registerOf(shape.b));
  put(3, offsetof(MatrixRegisters, c), sizeof(MatrixRegisters::c), registerOf(shape.c));
  if (isSparse)
    exchange.put(offsetof(MatrixRegisters, index), in(4, builder.getInt32Ty()));
  exchange.meet(Operation::WarpMatrix, llvm::bit_cast<uint64_t>(shape), llvm::bit_cast<uint64_t>(modifiers));
  Type *type = registerOf(modifiers.d);
  uint64_t offset = offsetof(MatrixRegisters, c);
  for (StringRef name : list(0)) {
    write(name, exchange.get(offset, type));
    offset += type->getPrimitiveSizeInBits() / 8;
  }
}

unsigned PtxTranslation::matrixCount() {
  const unsigned count = current->has("x4") ? 4 : current->has("x2") ? 2 : current->has("x1") ? 1 : 0;
  if (!count || !current->has("m8n8") || type() != builder.getInt16Ty())
    refuse();
  return count;
}

/// ldmatrix.sync.aligned.m8n8.xN{.trans}.shared.b16 {d, ...}, [a]: the first 8 N lanes bring the addresses of rows.
void PtxTranslation::loadMatrices() {
  guardless();
  const unsigned count = matrixCount();
  Value *row = address(current->operands[1]);
  MatrixExchange exchange(call);
  runtime("porter_nv_matrix_row_load", builder.getVoidTy(),
          {row, exchange.part(offsetof(MatrixRegisters, a)), isRowLane(count)});
  exchange.meet(Operation::MatrixRows, FromRows | (current->has("trans") ? Transposed : 0) | count << 8);
  SmallVector<StringRef> names = list(0);
  if (names.size() != count)
    refuse();
  for (unsigned i = 0; i < count; ++i)
    write(names[i], exchange.get(offsetof(MatrixRegisters, c) + 4 * i, builder.getInt32Ty()));
}

/// stmatrix.sync.aligned.m8n8.xN{.trans}.shared.b16 [a], {b, ...}
void PtxTranslation::storeMatrices() {
  guardless();
  const unsigned count = matrixCount();
  Value *row = address(current->operands[0]);
  SmallVector<StringRef> names = list(1);
  if (names.size() != count)
    refuse();
  MatrixExchange exchange(call);
  for (unsigned i = 0; i < count; ++i)
    exchange.put(offsetof(MatrixRegisters, c) + 4 * i, read(names[i], builder.getInt32Ty()));
  exchange.meet(Operation::MatrixRows, ToRows | (current->has("trans") ? Transposed : 0) | count << 8);
  runtime("porter_nv_matrix_row_store", builder.getVoidTy(),
          {row, exchange.part(offsetof(MatrixRegisters, a)), isRowLane(count)});
}

/// Whether this lane's address is one of a row.
Value *PtxTranslation::isRowLane(unsigned count) {
  Value *lane = readState(builder, hook::laneId, builder.getInt32Ty());
  return builder.CreateZExt(builder.CreateICmpULT(lane, builder.getInt32(8 * count)), builder.getInt32Ty());
}

/// movmatrix.sync.aligned.m8n8.trans.b16 d, a
void PtxTranslation::transposeMatrix() {
  guardless();
  MatrixExchange exchange(call);
  exchange.put(offsetof(MatrixRegisters, c), in(1, builder.getInt32Ty()));
  exchange.meet(Operation::MatrixRows, Transposed | 1 << 8);
  write(current->operands[0], exchange.get(offsetof(MatrixRegisters, c), builder.getInt32Ty()));
}

} // namespace porter
