// What the runtime calls for a kernel.
//
// A kernel that never suspends becomes a loop over the work-items of a block, with ids as induction variables,
// so that the vectoriser sees it. Work-items are independent by the rules of the language; where nothing lives
// in private memory the loop says so and needs no checks for aliasing. A kernel that suspends is entered once
// a work-item.
#include "retarget.h"

#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace porter {
namespace {

bool isByReference(const Argument &argument) {
  return argument.hasByRefAttr() || argument.hasByValAttr();
}

Type *referencedType(const Argument &argument) {
  return argument.hasByRefAttr() ? argument.getParamByRefType() : argument.getParamByValType();
}

KernelArgument describe(const Argument &argument) {
  const DataLayout &layout = argument.getParent()->getParent()->getDataLayout();
  Type *type = argument.getType();
  if (isByReference(argument)) {
    Type *referenced = referencedType(argument);
    const Align alignment = argument.getParamAlign().value_or(layout.getABITypeAlign(referenced));
    return {uint32_t(layout.getTypeAllocSize(referenced)), 's', uint8_t(alignment.value())};
  }
  char kind = type->isPointerTy() ? 'p' : type->isFloatingPointTy() ? 'f' : type->isIntegerTy() ? 'i' : 's';
  return {uint32_t(layout.getTypeAllocSize(type)), kind, uint8_t(layout.getABITypeAlign(type).value())};
}

/// The pointer that is loaded points to so many bytes, whatever else is true.
void setReadable(LoadInst &pointer, uint64_t bytes) {
  auto *count = ConstantInt::get(Type::getInt64Ty(pointer.getContext()), bytes);
  pointer.setMetadata(LLVMContext::MD_dereferenceable,
                      MDNode::get(pointer.getContext(), ConstantAsMetadata::get(count)));
}

/// Load the kernel's arguments from `void **`. Aggregates are copied, so that their fields become values.
std::vector<Value *> loadArguments(IRBuilder<> &builder, Function &body, Value *table) {
  std::vector<Value *> values;
  const DataLayout &layout = body.getParent()->getDataLayout();
  for (Argument &argument : body.args()) {
    Value *slot = builder.CreateConstGEP1_32(builder.getPtrTy(), table, argument.getArgNo());
    Type *type = isByReference(argument) ? referencedType(argument) : argument.getType();
    LoadInst *address = builder.CreateLoad(builder.getPtrTy(), slot);
    setReadable(*address, layout.getTypeAllocSize(type));
    if (isByReference(argument)) {
      AllocaInst *copy = builder.CreateAlloca(type);
      copy->setAlignment(argument.getParamAlign().value_or(layout.getABITypeAlign(type)));
      builder.CreateMemCpy(copy, copy->getAlign(), address, Align(1), layout.getTypeAllocSize(type));
      values.push_back(copy);
    } else {
      values.push_back(builder.CreateAlignedLoad(type, address, Align(1)));
    }
  }
  return values;
}

/// for z, for y, for x: the innermost block calls the body.
class ItemLoop {
public:
  ItemLoop(Unit &unit, Kernel &kernel, Function &entry, bool storesItem)
      : unit(unit), kernel(kernel), entry(entry), storesItem(storesItem), builder(unit.context) {}

  void build() {
    builder.SetInsertPoint(BasicBlock::Create(unit.context, "entry", &entry));
    std::vector<Value *> arguments = loadArguments(builder, *kernel.body, entry.getArg(0));
    Value *sizes[3];
    for (unsigned axis = 0; axis < 3; ++axis)
      sizes[axis] = readState(builder, std::string(hook::blockItems) + "_" + "xyz"[axis], builder.getInt32Ty());
    openLoop(2, sizes[2]);
    openLoop(1, sizes[1]);
    openLoop(0, sizes[0]);
    Value *row = builder.CreateAdd(builder.CreateMul(id[2], sizes[1]), id[1]);
    Value *linear = builder.CreateAdd(builder.CreateMul(row, sizes[0]), id[0]);
    lane = builder.CreateAnd(linear, unit.waveSize - 1);
    if (storesItem)
      storeItem();
    CallInst *call = builder.CreateCall(kernel.body, arguments);
    for (unsigned axis = 0; axis < 3; ++axis)
      closeLoop(axis);
    builder.CreateRetVoid();

    InlineFunctionInfo information;
    if (!InlineFunction(*call, information).isSuccess())
      fail("cannot inline the kernel " + kernel.name);
    useInductionVariables();
    if (!hasPrivateMemory())
      declareIndependent();
  }

private:
  void openLoop(unsigned axis, Value *size) {
    BasicBlock *before = builder.GetInsertBlock();
    header[axis] = BasicBlock::Create(unit.context, Twine("item.") + Twine("xyz"[axis]), &entry);
    builder.CreateBr(header[axis]);
    builder.SetInsertPoint(header[axis]);
    id[axis] = builder.CreatePHI(builder.getInt32Ty(), 2);
    id[axis]->addIncoming(builder.getInt32(0), before);
    limit[axis] = size;
  }

  void closeLoop(unsigned axis) {
    Value *next = builder.CreateNUWAdd(id[axis], builder.getInt32(1));
    id[axis]->addIncoming(next, builder.GetInsertBlock());
    BasicBlock *after = BasicBlock::Create(unit.context, "", &entry);
    latch[axis] = builder.CreateCondBr(builder.CreateICmpULT(next, limit[axis]), header[axis], after);
    builder.SetInsertPoint(after);
  }

  /// A function that was not inlined reads its ids from memory.
  void storeItem() {
    Value *item = readState(builder, "porter_item", builder.getPtrTy());
    for (unsigned axis = 0; axis < 3; ++axis)
      builder.CreateStore(id[axis], builder.CreateConstGEP1_32(builder.getInt32Ty(), item, axis));
    builder.CreateStore(lane, builder.CreateConstGEP1_32(builder.getInt32Ty(), item, 3));
  }

  void useInductionVariables() {
    for (Instruction &instruction : make_early_inc_range(instructions(entry))) {
      auto *call = dyn_cast<CallInst>(&instruction);
      const Function *called = call ? call->getCalledFunction() : nullptr;
      if (!called)
        continue;
      StringRef name = called->getName();
      Value *value = nullptr;
      if (name == hook::laneId)
        value = lane;
      else if (name.consume_front(hook::itemId))
        value = id[name.back() - 'x'];
      if (value) {
        call->replaceAllUsesWith(value);
        call->eraseFromParent();
      }
    }
  }

  bool hasPrivateMemory() const {
    return any_of(instructions(*kernel.body), [](Instruction &i) { return isa<AllocaInst>(i); });
  }

  /// Mark the accesses and the innermost loop as parallel (LLVM language reference, llvm.loop.parallel_accesses).
  void declareIndependent() {
    MDNode *group = MDNode::getDistinct(unit.context, {});
    for (BasicBlock &block : entry)
      for (Instruction &instruction : block)
        if (instruction.mayReadOrWriteMemory() && &block != &entry.getEntryBlock())
          instruction.setMetadata(LLVMContext::MD_access_group, group);
    Metadata *parallel[] = {MDString::get(unit.context, "llvm.loop.parallel_accesses"), group};
    Metadata *properties[] = {nullptr, MDNode::get(unit.context, parallel)};
    MDNode *loop = MDNode::getDistinct(unit.context, properties);
    loop->replaceOperandWith(0, loop);
    latch[0]->setMetadata(LLVMContext::MD_loop, loop);
  }

  Unit &unit;
  Kernel &kernel;
  Function &entry;
  bool storesItem;
  IRBuilder<> builder;
  BasicBlock *header[3] = {};
  PHINode *id[3] = {};
  Value *limit[3] = {};
  BranchInst *latch[3] = {};
  Value *lane = nullptr;
};

void buildItemEntry(Kernel &kernel) {
  IRBuilder<> builder(BasicBlock::Create(kernel.entry->getContext(), "entry", kernel.entry));
  CallInst *call = builder.CreateCall(kernel.body, loadArguments(builder, *kernel.body, kernel.entry->getArg(0)));
  builder.CreateRetVoid();
  kernel.entry->setConvergent();
  InlineFunctionInfo information;
  if (!InlineFunction(*call, information).isSuccess())
    fail("cannot inline the kernel " + kernel.name);
  // For the debugger it is the kernel.
  kernel.entry->setSubprogram(kernel.body->getSubprogram());
  kernel.body->setSubprogram(nullptr);
}

} // namespace

void createEntries(Unit &unit) {
  std::set<Function *> suspending = suspendingFunctions(*unit.module);
  std::set<Function *> bodies;
  for (Kernel &kernel : unit.kernels) {
    kernel.body = unit.module->getFunction(kernel.name);
    bodies.insert(kernel.body);
  }
  bool storesItem = any_of(*unit.module, [&](Function &function) {
    return !bodies.count(&function) && readsItem(function);
  });
  Type *pointer = PointerType::get(unit.context, 0);
  auto *type = FunctionType::get(Type::getVoidTy(unit.context), {pointer}, false);
  for (Kernel &kernel : unit.kernels) {
    kernel.entry = Function::Create(type, GlobalValue::ExternalLinkage, kernel.name + ".entry", *unit.module);
    kernel.entry->addFnAttr(Attribute::NoUnwind);
    if (!kernel.body->arg_empty())
      kernel.entry->addDereferenceableParamAttr(0, sizeof(void *) * kernel.body->arg_size());
    for (const Argument &argument : kernel.body->args())
      kernel.arguments.push_back(describe(argument));
    // Who watches a work-item wants it apart from the others.
    const bool isLoop = !suspending.count(kernel.body) && unit.instrumentation == Instrumentation::None;
    kernel.engine = isLoop ? Engine::Loop : Engine::Fiber;
    if (kernel.engine == Engine::Loop) {
      kernel.locate = Function::Create(type, GlobalValue::ExternalLinkage, kernel.name + ".locate", *unit.module);
      kernel.locate->addFnAttr(Attribute::NoInline); // which the next one needs
      kernel.locate->addFnAttr(Attribute::OptimizeNone);
      ItemLoop(unit, kernel, *kernel.locate, true).build();
      ItemLoop(unit, kernel, *kernel.entry, storesItem).build();
    } else
      buildItemEntry(kernel);
  }
  for (Kernel &kernel : unit.kernels)
    kernel.body->setLinkage(GlobalValue::InternalLinkage);
}

} // namespace porter
