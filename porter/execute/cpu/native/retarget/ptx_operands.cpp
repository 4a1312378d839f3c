// Operands, registers and results of inline PTX: registers are values, and a write under a guard selects between the
// new value and the old.
#include "ptx_translation.h"

namespace porter {

void PtxTranslation::refuse() {
  fail("inline PTX cannot run on the cpu executor: " + current->text + " (in " + call.getFunction()->getName() + ")");
}

void PtxTranslation::bindOperands() {
  unsigned number = 0, argument = 0;
  for (const InlineAsm::ConstraintInfo &constraint : statement.ParseConstraints()) {
    if (constraint.Type == InlineAsm::isClobber || constraint.Type == InlineAsm::isLabel)
      continue;
    if (constraint.Type == InlineAsm::isOutput && !constraint.isIndirect) {
      outputs.push_back(number++);
      continue;
    }
    Value *value = call.getArgOperand(argument++);
    unsigned tied;
    if (!constraint.Codes.empty() && !StringRef(constraint.Codes.front()).getAsInteger(10, tied))
      registers["$" + std::to_string(tied)] = value;
    registers["$" + std::to_string(number++)] = value;
  }
}

void PtxTranslation::replaceResults() {
  Type *type = call.getType();
  if (!type->isVoidTy()) {
    auto *structure = dyn_cast<StructType>(type);
    Value *result = PoisonValue::get(type);
    for (unsigned i = 0; i < outputs.size(); ++i) {
      Value *value = registers["$" + std::to_string(outputs[i])];
      if (!value) // a statement that never writes its output
        value = builder.getInt64(0);
      Type *wanted = structure ? structure->getElementType(i) : type;
      value = fromWord(builder, asWord(builder, value), wanted);
      result = structure ? builder.CreateInsertValue(result, value, i) : value;
    }
    call.replaceAllUsesWith(result);
  }
  call.eraseFromParent();
}

Type *PtxTranslation::typeOf(StringRef name) {
  if (name == "f32") return builder.getFloatTy();
  if (name == "f64") return builder.getDoubleTy();
  if (name == "f16") return builder.getHalfTy();
  if (name == "bf16") return builder.getBFloatTy();
  if (name == "f16x2") return FixedVectorType::get(builder.getHalfTy(), 2);
  if (name == "bf16x2") return FixedVectorType::get(builder.getBFloatTy(), 2);
  if (name == "pred") return builder.getInt1Ty();
  unsigned bits;
  if (name.size() > 1 && StringRef("bus").contains(name[0]) && !name.drop_front().getAsInteger(10, bits))
    return builder.getIntNTy(bits);
  refuse();
}

Value *PtxTranslation::read(StringRef operand, Type *wanted) {
  bool negated = operand.consume_front("!");
  operand = operand.trim();
  Value *value = nullptr;
  if (auto found = registers.find(operand.str()); found != registers.end())
    value = as(found->second, wanted);
  else if (StringRef name = operand; name.consume_front("%") || name == "WARP_SZ") {
    if (Value *special = readSpecialRegister(builder, name))
      value = as(special, wanted);
  } else {
    value = literal(operand, wanted);
  }
  if (!value)
    refuse();
  return negated ? builder.CreateNot(value) : value;
}

Value *PtxTranslation::in(unsigned index, Type *wanted) {
  if (index >= current->operands.size())
    refuse();
  return read(current->operands[index], wanted);
}

Value *PtxTranslation::literal(StringRef text, Type *wanted) {
  uint64_t word;
  StringRef digits = text;
  if ((digits.consume_front("0f") || digits.consume_front("0F")) && !digits.getAsInteger(16, word))
    return as(builder.getInt32(uint32_t(word)), wanted);
  if ((digits.consume_front("0d") || digits.consume_front("0D")) && !digits.getAsInteger(16, word))
    return as(builder.getInt64(word), wanted);
  int64_t whole;
  text.consume_back("U");
  if (!text.getAsInteger(0, whole))
    return wanted->isFloatingPointTy() ? ConstantFP::get(wanted, double(whole)) : as(builder.getInt64(whole), wanted);
  double real;
  if (wanted->isFloatingPointTy() && !text.getAsDouble(real))
    return ConstantFP::get(wanted, real);
  return nullptr;
}

void PtxTranslation::write(StringRef operand, Value *value) {
  if (operand == "_")
    return;
  Value *&place = registers[operand.str()];
  if (!current->predicate.empty()) {
    Value *guard = read(current->predicate, builder.getInt1Ty());
    if (current->negated)
      guard = builder.CreateNot(guard);
    Value *before = place ? as(place, value->getType()) : Constant::getNullValue(value->getType());
    value = builder.CreateSelect(guard, value, before);
  }
  place = value;
}

void PtxTranslation::out(Value *value) {
  Type *type = value->getType();
  if (current->has("sat") && type->isFPOrFPVectorTy()) // to [0, 1]; NaN becomes 0
    value = binary(Intrinsic::minnum, binary(Intrinsic::maxnum, value, ConstantFP::get(type, 0)), ConstantFP::get(type, 1));
  write(current->operands[0], value);
}

Value *PtxTranslation::runtime(const char *name, Type *result, ArrayRef<Value *> arguments) {
  SmallVector<Type *> types;
  for (Value *argument : arguments)
    types.push_back(argument->getType());
  Module &module = *call.getModule();
  return builder.CreateCall(module.getOrInsertFunction(name, FunctionType::get(result, types, false)), arguments);
}

void PtxTranslation::guardless() {
  if (!current->predicate.empty())
    refuse();
}

} // namespace porter
