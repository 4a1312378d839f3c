// The tables by which the object announces its kernels and variables, and the constructor that hands them over.
// The constants mirror the structures of abi.h member by member.
#include "retarget.h"

#include "llvm/Demangle/Demangle.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace porter {
namespace {

class Tables {
public:
  explicit Tables(Unit &unit) : unit(unit), module(*unit.module), builder(unit.context) {}

  Constant *text(StringRef content) { return textConstant(module, content); }

  /// A kernel's code under one of its names.
  Constant *kernel(const Kernel &kernel, const Twin &named) {
    std::vector<Constant *> arguments;
    for (const KernelArgument &argument : kernel.arguments)
      arguments.push_back(ConstantStruct::getAnon(
          {number(argument.bytes), builder.getInt8(argument.kind), builder.getInt8(argument.alignment)}));
    std::vector<Constant *> lds;
    for (const PlacedLds &variable : kernel.ldsVariables)
      lds.push_back(ConstantStruct::getAnon({text(variable.name), number(variable.offset), number(variable.bytes)}));
    std::vector<Constant *> regions;
    for (const KernelRegion &made : kernel.regions)
      regions.push_back(region(made));
    const bool isCoroutine = kernel.engine == Engine::Coroutine;
    return ConstantStruct::getAnon({text(named.name), text(demangle(named.name)), array(arguments),
                                    number(arguments.size()), number(uint32_t(kernel.engine)),
                                    number(named.staticLds), number(named.maxItems), number(kernel.frameBytes),
                                    number(kernel.keptRegisters),
                                    isCoroutine || !kernel.entry ? null() : kernel.entry,
                                    isCoroutine ? kernel.entry : null(), kernel.locate ? kernel.locate : null(),
                                    array(lds), number(lds.size()), array(regions), number(columnsOf(kernel)),
                                    kernel.why.empty() ? null() : text(kernel.why)});
  }

  Constant *region(const KernelRegion &made) {
    std::vector<Constant *> changed, exchanges;
    if (made.exchanges.size() > 1)
      for (const Exchange &each : made.exchanges)
        exchanges.push_back(ConstantStruct::getAnon({number(uint32_t(each.operation)), number(each.a), number(each.b),
                                                     number(each.c), number(each.answer)}));
    for (const auto &[offset, bytes] : made.changed)
      changed.push_back(ConstantStruct::getAnon({number(offset), number(bytes)}));
    return ConstantStruct::getAnon({made.functions.one, made.functions.all ? made.functions.all : null(),
                                    number(uint32_t(made.exchanges.front().operation)), array(exchanges),
                                    number(exchanges.size()),
                                    array(changed), number(changed.size())});
  }

  Constant *variable(GlobalVariable &variable) {
    uint64_t bytes = module.getDataLayout().getTypeAllocSize(variable.getValueType());
    return ConstantStruct::getAnon({text(variable.getName()), &variable, builder.getInt64(bytes)});
  }

  /// One a key: several objects of the host may share the tables.
  std::vector<Constant *> images(const std::vector<Constant *> &kernels, const std::vector<Constant *> &variables) {
    Constant *kernelTable = array(kernels), *variableTable = array(variables), *name = text(unit.architecture),
             *sites = array(unit.sites);
    std::vector<Constant *> made;
    for (const std::string &key : unit.keys)
      made.push_back(global(ConstantStruct::getAnon(
          {text(key), name, kernelTable, variableTable, number(kernels.size()), number(variables.size()),
           number(unit.waveSize), number(unit.dynamicLdsOffset), sites, number(unit.sites.size()),
           number(unit.instrumentation == Instrumentation::Accesses)})));
    return made;
  }

private:
  static uint32_t columnsOf(const Kernel &kernel) {
    uint32_t last = 2;
    for (const KernelRegion &made : kernel.regions)
      for (const Exchange &each : made.exchanges)
        last = std::max({last, each.a, each.b, each.c, each.answer});
    return last + 1;
  }

  Constant *number(uint32_t value) { return builder.getInt32(value); }
  Constant *null() { return ConstantPointerNull::get(builder.getPtrTy()); }

  Constant *global(Constant *value) {
    return new GlobalVariable(module, value->getType(), true, GlobalValue::PrivateLinkage, value, "porter.table");
  }

  Constant *array(const std::vector<Constant *> &values) {
    if (values.empty())
      return null();
    return global(ConstantArray::get(ArrayType::get(values.front()->getType(), values.size()), values));
  }

  Unit &unit;
  Module &module;
  IRBuilder<> builder;
};

} // namespace

void registerImage(Unit &unit) {
  Module &module = *unit.module;
  Tables tables(unit);
  std::vector<Constant *> kernels, variables;
  for (const Kernel &kernel : unit.kernels) {
    kernels.push_back(tables.kernel(kernel, {kernel.name, kernel.maxItems, kernel.staticLds}));
    for (const Twin &twin : kernel.twins)
      kernels.push_back(tables.kernel(kernel, twin));
  }
  for (const std::string &name : unit.variables)
    if (GlobalVariable *variable = module.getNamedGlobal(name)) {
      variables.push_back(tables.variable(*variable));
      variable->setLinkage(GlobalValue::InternalLinkage);
    }
  const std::vector<Constant *> images = tables.images(kernels, variables);
  for (Kernel &kernel : unit.kernels)
    for (Function *function : {kernel.entry, kernel.locate})
      if (function)
        function->setLinkage(GlobalValue::InternalLinkage);

  Type *nothing = Type::getVoidTy(unit.context);
  auto *constructor = Function::Create(FunctionType::get(nothing, false), GlobalValue::InternalLinkage,
                                       "porter.register", module);
  IRBuilder<> builder(BasicBlock::Create(unit.context, "entry", constructor));
  FunctionCallee announce = module.getOrInsertFunction("porter_register_image", nothing, builder.getPtrTy());
  for (Constant *image : images)
    builder.CreateCall(announce, {image});
  builder.CreateRetVoid();
  appendToGlobalCtors(module, constructor, 101);
}

} // namespace porter
