// Kernels that suspend become coroutines: a suspension point stores the request in the work-item and returns to
// the scheduler; what lives across it is kept in a frame of a few dozen bytes instead of on a stack. LLVM splits
// the function ("Coroutines in LLVM", switched-resume lowering). A kernel that suspends inside a function which
// could not be inlined, such as a recursive one, stays a fiber.
#include "regions.h"

#include "llvm/IR/Intrinsics.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include <cstddef>

using namespace llvm;

namespace porter {
namespace {

/// True when every suspension of `entry` is in `entry` itself.
bool suspendsAlone(Function &entry, const std::set<Function *> &suspending) {
  return none_of(instructions(entry), [&](Instruction &instruction) {
    auto *call = dyn_cast<CallBase>(&instruction);
    if (!call || isSuspension(instruction))
      return false;
    Function *called = call->getCalledFunction();
    return !called ? suspending.size() > 1 && call->isIndirectCall() : suspending.count(called) > 0;
  });
}

class Conversion {
public:
  Conversion(Unit &unit, Function &entry)
      : module(*unit.module), context(unit.context), isNvptx(unit.isNvptx), entry(entry), builder(context) {}

  /// The coroutine `ptr (void **arguments, void *frame)` that does what `entry` did.
  Function *run() {
    Type *pointer = builder.getPtrTy();
    auto *type = FunctionType::get(pointer, {pointer, pointer}, false);
    coroutine = Function::Create(type, GlobalValue::ExternalLinkage, entry.getName() + ".start", module);
    coroutine->copyAttributesFrom(&entry);
    coroutine->setSubprogram(entry.getSubprogram());
    entry.setSubprogram(nullptr);
    coroutine->setPresplitCoroutine();
    coroutine->splice(coroutine->begin(), &entry);
    entry.getArg(0)->replaceAllUsesWith(coroutine->getArg(0));

    std::vector<CallInst *> suspensions;
    std::vector<ReturnInst *> returns;
    for (Instruction &instruction : instructions(*coroutine)) {
      if (isSuspension(instruction))
        suspensions.push_back(cast<CallInst>(&instruction));
      if (auto *end = dyn_cast<ReturnInst>(&instruction))
        returns.push_back(end);
    }
    createFrame();
    for (CallInst *call : suspensions)
      if (call->getCalledFunction()->getName() == hook::spin)
        lowerSpin(*call);
      else
        lowerRendezvous(*call);
    for (ReturnInst *end : returns)
      lowerReturn(*end);
    return coroutine;
  }

private:
  Value *intrinsic(Intrinsic::ID id, ArrayRef<Value *> arguments) {
    return builder.CreateCall(Intrinsic::getDeclaration(&module, id), arguments);
  }

  /// The runtime gives the memory of the frame; it is never freed from here.
  void createFrame() {
    BasicBlock &first = coroutine->getEntryBlock();
    builder.SetInsertPoint(&first, first.getFirstNonPHIOrDbgOrAlloca());
    Value *null = ConstantPointerNull::get(builder.getPtrTy());
    // LLVM describes frames to the debugger, and asks there for a promise.
    Value *promise = coroutine->getSubprogram() ? builder.CreateAlloca(builder.getInt64Ty()) : null;
    Value *id = intrinsic(Intrinsic::coro_id, {builder.getInt32(64), promise, null, null});
    Value *frame = intrinsic(Intrinsic::coro_begin, {id, coroutine->getArg(1)});
    leave = BasicBlock::Create(context, "leave", coroutine);
    builder.SetInsertPoint(leave);
    intrinsic(Intrinsic::coro_end, {frame, builder.getFalse(), ConstantTokenNone::get(context)});
    builder.CreateRet(frame);
  }

  Value *itemField(size_t offset) {
    Value *item = readState(builder, "porter_item", builder.getPtrTy());
    return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), item, offset);
  }

  void request(Operation operation) {
    builder.CreateStore(builder.getInt32(uint32_t(operation)), itemField(offsetof(Item, operation)));
  }

  /// Leave the coroutine at the builder's place; it goes on at `next`.
  void suspend(BasicBlock *next, bool isLast = false) {
    Value *none = ConstantTokenNone::get(context);
    Value *state = intrinsic(Intrinsic::coro_suspend, {none, builder.getInt1(isLast)});
    SwitchInst *branch = builder.CreateSwitch(state, leave, 2);
    if (next)
      branch->addCase(builder.getInt8(0), next);
    branch->addCase(builder.getInt8(1), leave);
  }

  /// Cut the block before `call`; the builder then stands at the end of the first half.
  BasicBlock *cut(CallInst &call) {
    BasicBlock *before = call.getParent();
    BasicBlock *after = before->splitBasicBlock(&call);
    before->getTerminator()->eraseFromParent();
    builder.SetInsertPoint(before);
    return after;
  }

  void lowerRendezvous(CallInst &call) {
    BasicBlock *after = cut(call);
    const size_t fields[] = {offsetof(Item, site), offsetof(Item, operation), offsetof(Item, a), offsetof(Item, b),
                             offsetof(Item, c)};
    const bool isVoid = call.use_empty();
    // Constants are operands of an answer; matrix instructions answer in memory. Which lanes a CUDA operation waits
    // for, the last operand, matters without an answer too.
    const auto operation = Operation(cast<ConstantInt>(call.getArgOperand(1))->getZExtValue());
    const bool isAnswered = !isVoid || answersInMemory(operation);
    auto isRead = [&](unsigned index) { return index < 2 || isAnswered || (isNvptx && index == 4); };
    for (unsigned i = 0; i < 5; ++i)
      if (Value *operand = call.getArgOperand(i); isRead(i) || !isa<ConstantInt>(operand))
        builder.CreateStore(operand, itemField(fields[i]));
    suspend(after);
    builder.SetInsertPoint(&call);
    if (!isVoid)
      call.replaceAllUsesWith(builder.CreateLoad(call.getType(), itemField(offsetof(Item, a))));
    call.eraseFromParent();
  }

  /// Yield at every 64th turn of a waiting loop.
  void lowerSpin(CallInst &call) {
    BasicBlock *after = cut(call);
    Value *spins = builder.CreateAdd(builder.CreateLoad(builder.getInt32Ty(), itemField(offsetof(Item, spins))),
                                     builder.getInt32(1));
    builder.CreateStore(spins, itemField(offsetof(Item, spins)));
    BasicBlock *yield = BasicBlock::Create(context, "yield", coroutine);
    Value *due = builder.CreateICmpEQ(builder.CreateAnd(spins, 63), builder.getInt32(0));
    builder.CreateCondBr(due, yield, after);
    builder.SetInsertPoint(yield);
    request(Operation::Spin);
    suspend(after);
    call.eraseFromParent();
  }

  void lowerReturn(ReturnInst &end) {
    builder.SetInsertPoint(&end);
    request(Operation::Exit);
    suspend(nullptr, true);
    end.eraseFromParent();
  }

  Module &module;
  LLVMContext &context;
  const bool isNvptx;
  Function &entry;
  Function *coroutine = nullptr;
  BasicBlock *leave = nullptr;
  IRBuilder<> builder;
};

/// Sorting networks, unrolled, wait at thousands of places: cutting them there takes LLVM longer than all else.
constexpr unsigned mostCuts = 400;

} // namespace

void cutKernels(Unit &unit, TargetMachine &machine) {
  // Who watches a work-item wants it apart from the others.
  const bool isForSpeed =
      unit.instrumentation == Instrumentation::None && machine.getOptLevel() != CodeGenOptLevel::None;
  const std::set<Function *> suspending = suspendingFunctions(*unit.module);
  LaneLoops loops(unit, machine);
  for (Kernel &kernel : unit.kernels) {
    if (kernel.engine != Engine::Fiber)
      continue;
    if (!suspendsAlone(*kernel.entry, suspending)) {
      kernel.why = "work-items wait in a function that is called";
      continue;
    }
    if (count_if(instructions(*kernel.entry), isRendezvous) > mostCuts) {
      kernel.why = "work-items wait at more than " + std::to_string(mostCuts) + " places";
      continue;
    }
    if (isForSpeed && createRegions(unit, kernel, loops))
      continue;
    if (!isForSpeed)
      kernel.why = "compiled to be watched, or fast";
    Function *coroutine = Conversion(unit, *kernel.entry).run();
    kernel.entry->eraseFromParent();
    kernel.entry = coroutine;
    kernel.engine = Engine::Coroutine;
  }
}

/// How large frames became; LLVM names the type for the function.
void measureFrames(Unit &unit) {
  for (Kernel &kernel : unit.kernels)
    if (kernel.engine == Engine::Coroutine) {
      auto *frame = StructType::getTypeByName(unit.context, (kernel.entry->getName() + ".Frame").str());
      if (!frame)
        fail("no coroutine frame for the kernel " + kernel.name);
      kernel.frameBytes = unit.module->getDataLayout().getTypeAllocSize(frame);
    }
}

} // namespace porter
