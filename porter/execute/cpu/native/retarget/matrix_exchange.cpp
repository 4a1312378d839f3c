#include "matrix_exchange.h"

using namespace llvm;

namespace porter {

MatrixExchange::MatrixExchange(CallInst &call) : builder(&call) {
  BasicBlock &entry = call.getFunction()->getEntryBlock();
  IRBuilder<> atEntry(&entry, entry.begin());
  registers = atEntry.CreateAlloca(ArrayType::get(builder.getInt8Ty(), sizeof(MatrixRegisters)));
  registers->setAlignment(Align(alignof(MatrixRegisters)));
}

Value *MatrixExchange::part(uint64_t offset) {
  return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), registers, offset);
}

void MatrixExchange::put(uint64_t offset, Value *value) { builder.CreateAlignedStore(value, part(offset), Align(4)); }

void MatrixExchange::meet(Operation operation, uint64_t b, uint64_t c) {
  callRendezvous(builder, operation, asWord(builder, registers), builder.getInt64(b), builder.getInt64(c));
}

Value *MatrixExchange::get(uint64_t offset, Type *type) {
  return builder.CreateAlignedLoad(type, part(offset), Align(4));
}

} // namespace porter
