// A host has one address space. Every type that names another is mapped to its twin without, in place: LLVM's
// value mapper rewrites instructions, constants and attributes; globals and functions whose types change are
// made anew. LDS lies below 4 GiB, so code that holds an LDS address in 32 bits stays right.
#include "retarget.h"

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

namespace porter {
namespace {

class FlatTypes : public ValueMapTypeRemapper {
public:
  Type *remapType(Type *type) override {
    auto known = flat.find(type);
    if (known != flat.end())
      return known->second;
    return flat[type] = compute(type);
  }

private:
  Type *compute(Type *type) {
    if (isa<PointerType>(type))
      return PointerType::get(type->getContext(), 0);
    if (auto *array = dyn_cast<ArrayType>(type))
      return ArrayType::get(remapType(array->getElementType()), array->getNumElements());
    if (auto *vector = dyn_cast<FixedVectorType>(type))
      return FixedVectorType::get(remapType(vector->getElementType()), vector->getNumElements());
    if (auto *function = dyn_cast<FunctionType>(type)) {
      SmallVector<Type *> parameters;
      for (Type *parameter : function->params())
        parameters.push_back(remapType(parameter));
      return FunctionType::get(remapType(function->getReturnType()), parameters, function->isVarArg());
    }
    if (auto *structure = dyn_cast<StructType>(type); structure && !structure->isOpaque()) {
      SmallVector<Type *> elements;
      for (Type *element : structure->elements())
        elements.push_back(remapType(element));
      if (elements == structure->elements())
        return structure;
      if (structure->isLiteral())
        return StructType::get(type->getContext(), elements, structure->isPacked());
      return StructType::create(type->getContext(), elements, structure->getName(), structure->isPacked());
    }
    return type;
  }

  std::map<Type *, Type *> flat;
};

/// Casts between address spaces in constant expressions are the identity.
class CastRemover : public ValueMaterializer {
public:
  CastRemover(ValueToValueMapTy &values, FlatTypes &types) : values(values), types(types) {}

  Value *materialize(Value *value) override {
    auto *expression = dyn_cast<ConstantExpr>(value);
    if (!expression || expression->getOpcode() != Instruction::AddrSpaceCast)
      return nullptr;
    return MapValue(expression->getOperand(0), values, RF_IgnoreMissingLocals, &types, this);
  }

private:
  ValueToValueMapTy &values;
  FlatTypes &types;
};

void remakeGlobals(Module &module, ValueToValueMapTy &values, FlatTypes &types,
                   std::vector<GlobalVariable *> &replaced) {
  for (GlobalVariable &global : module.globals()) {
    Type *type = types.remapType(global.getValueType());
    if (global.getAddressSpace() == 0 && type == global.getValueType())
      continue;
    replaced.push_back(&global);
  }
  for (GlobalVariable *old : replaced) {
    auto *made = new GlobalVariable(module, types.remapType(old->getValueType()), old->isConstant(),
                                    old->getLinkage(), nullptr, "", nullptr, GlobalValue::NotThreadLocal, 0,
                                    old->isExternallyInitialized());
    made->takeName(old);
    // Keep the layout that the device ABI gave it.
    made->setAlignment(old->getAlign());
    made->setUnnamedAddr(old->getUnnamedAddr());
    values[old] = made;
  }
}

void remakeFunctions(Module &module, ValueToValueMapTy &values, FlatTypes &types,
                     std::vector<Function *> &replaced) {
  for (Function &function : module)
    if (types.remapType(function.getFunctionType()) != function.getFunctionType() ||
        function.getAddressSpace() != 0)
      replaced.push_back(&function);
  for (Function *old : replaced) {
    auto *type = cast<FunctionType>(types.remapType(old->getFunctionType()));
    const std::string name = old->getName().str();
    old->setName("");
    // Only a function created under its name is known for an intrinsic.
    auto *made = Function::Create(type, old->getLinkage(), 0, name, &module);
    made->setAttributes(old->getAttributes());
    made->setCallingConv(old->getCallingConv());
    made->copyMetadata(old, 0);
    old->setSubprogram(nullptr);
    made->splice(made->begin(), old);
    for (auto [from, to] : zip(old->args(), made->args())) {
      to.takeName(&from);
      values[&from] = &to;
    }
    if (made->isIntrinsic())
      if (auto renamed = Intrinsic::remangleIntrinsicFunction(made)) {
        made->eraseFromParent();
        made = *renamed;
      }
    values[old] = made;
  }
}

void dropCasts(Function &function) {
  for (Instruction &instruction : make_early_inc_range(instructions(function)))
    if (auto *cast = dyn_cast<AddrSpaceCastInst>(&instruction)) {
      cast->replaceAllUsesWith(cast->getPointerOperand());
      cast->eraseFromParent();
    }
}

/// Places of variables in an address space (DWARF's DW_OP_xderef, behind the space's number) are plain addresses.
void dropSpaces(DbgVariableRecord &record) {
  const ArrayRef<uint64_t> operations = record.getExpression()->getElements();
  const uint64_t ofASpace[] = {dwarf::DW_OP_swap, dwarf::DW_OP_xderef};
  if (operations.size() < 4 || operations[0] != dwarf::DW_OP_constu || operations.slice(2, 2) != ArrayRef(ofASpace))
    return;
  record.setExpression(DIExpression::get(record.getContext(), operations.drop_front(4)));
}

} // namespace

void stripAddressSpaces(Unit &unit) {
  Module &module = *unit.module;
  // Both only pin symbols in a GPU image.
  for (const char *name : {"llvm.used", "llvm.compiler.used"})
    if (GlobalVariable *used = module.getNamedGlobal(name))
      used->eraseFromParent();

  FlatTypes types;
  ValueToValueMapTy values;
  CastRemover casts(values, types);
  std::vector<GlobalVariable *> oldGlobals;
  std::vector<Function *> oldFunctions;
  remakeGlobals(module, values, types, oldGlobals);
  remakeFunctions(module, values, types, oldFunctions);

  // Distinct metadata, such as that of functions, stays what it is.
  ValueMapper mapper(values, RF_IgnoreMissingLocals | RF_ReuseAndMutateDistinctMDs, &types, &casts);
  for (GlobalVariable *old : oldGlobals)
    if (old->hasInitializer())
      cast<GlobalVariable>(values[old])->setInitializer(mapper.mapConstant(*old->getInitializer()));
  for (GlobalVariable &global : module.globals())
    if (!values.count(&global) && global.hasInitializer())
      global.setInitializer(mapper.mapConstant(*global.getInitializer()));
  for (Function &function : module)
    if (!function.isDeclaration()) {
      mapper.remapFunction(function);
      dropCasts(function);
      for (Instruction &instruction : instructions(function))
        for (DbgVariableRecord &record : filterDbgVars(instruction.getDbgRecordRange()))
          dropSpaces(record);
    }

  for (Function *old : oldFunctions) {
    old->replaceAllUsesWith(PoisonValue::get(old->getType()));
    old->eraseFromParent();
  }
  for (GlobalVariable *old : oldGlobals) {
    old->setInitializer(nullptr);
    old->replaceAllUsesWith(PoisonValue::get(old->getType()));
  }
  for (GlobalVariable *old : oldGlobals)
    old->eraseFromParent();
}

} // namespace porter
