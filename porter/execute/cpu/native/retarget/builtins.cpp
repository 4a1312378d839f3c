// Calls of the functions in device/: every value in a form that C++ and device code pass alike.
#include "retarget.h"

using namespace llvm;

namespace porter {
namespace {

Type *plainType(IRBuilder<> &builder, Type *type) {
  if (type->isVectorTy() && type->getPrimitiveSizeInBits() <= 64)
    return builder.getIntNTy(type->getPrimitiveSizeInBits());
  return type->isIntegerTy(1) ? builder.getInt32Ty() : type;
}

Value *toPlain(IRBuilder<> &builder, Value *value) {
  Type *plain = plainType(builder, value->getType());
  if (value->getType()->isIntegerTy(1))
    return builder.CreateZExt(value, plain);
  return builder.CreateBitCast(value, plain);
}

Value *fromPlain(IRBuilder<> &builder, Value *value, Type *type) {
  if (type->isIntegerTy(1))
    return builder.CreateICmpNE(value, ConstantInt::get(value->getType(), 0));
  return builder.CreateBitCast(value, type);
}

} // namespace

Value *callBuiltin(IRBuilder<> &builder, CallInst &call, StringRef name) {
  SmallVector<Value *> arguments;
  SmallVector<Type *> types;
  for (Value *argument : call.args()) {
    if (argument->getType()->isMetadataTy())
      continue;
    arguments.push_back(toPlain(builder, argument));
    types.push_back(arguments.back()->getType());
  }
  Type *type = call.getType();
  AllocaInst *slot = nullptr;
  Type *returned = plainType(builder, type);
  if (type->isStructTy()) { // returned through a pointer
    BasicBlock &entry = call.getFunction()->getEntryBlock();
    slot = IRBuilder<>(&entry, entry.begin()).CreateAlloca(type);
    arguments.push_back(slot);
    types.push_back(slot->getType());
    returned = builder.getVoidTy();
  }
  Module &module = *call.getModule();
  CallInst *made = builder.CreateCall(
      module.getOrInsertFunction(name, FunctionType::get(returned, types, false)), arguments);
  if (slot)
    return builder.CreateLoad(type, slot);
  if (!call.mayHaveSideEffects() && !call.mayReadFromMemory()) {
    made->setDoesNotThrow();
    made->setMemoryEffects(MemoryEffects::none());
  }
  return type->isVoidTy() ? nullptr : fromPlain(builder, made, type);
}

} // namespace porter
