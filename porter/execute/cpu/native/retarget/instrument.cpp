// Accesses of memory, told to the runtime before they happen: address, bytes, what they do, and where they are in the
// source. What certainly is a work-item's own memory is left out. Divisions that are watched are given their places. What is misaligned is told, and does no harm then: the
// host's code relies on no alignment. Turns of loops that touch no memory are told, too, and where
// a kernel stops itself, for reports of kernels that are stopped.
#include "retarget.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Dominators.h"

using namespace llvm;

namespace porter {
namespace {

/// The alignment of a GPU's widest access.
constexpr Align widest = Align::Constant<16>();

/// Memory that no other work-item sees, or that the executor itself made.
bool isOwn(const Value *object) {
  if (auto *argument = dyn_cast<Argument>(object))
    return argument->hasByRefAttr() || argument->hasByValAttr();
  if (auto *call = dyn_cast<CallInst>(object)) {
    const Function *called = call->getCalledFunction();
    return called && called->getName().starts_with("porter_") && called->getName() != hook::ldsBase;
  }
  if (auto *variable = dyn_cast<GlobalVariable>(object))
    return variable->isConstant() && !variable->isExternallyInitialized();
  return isa<AllocaInst>(object) || isa<Function>(object);
}

const Function *calledBy(const Instruction &instruction) {
  auto *call = dyn_cast<CallInst>(&instruction);
  return call ? call->getCalledFunction() : nullptr;
}

/// A trap, or an assertion that failed: of functions that do no more than this, the call.
bool stops(const CallInst &call) {
  const Function *called = calledBy(call);
  const bool isStop = called && (called->getName() == "porter_trap" || called->getName().starts_with("porter_assert"));
  return (isStop || call.doesNotReturn()) && !call.getFunction()->doesNotReturn();
}

class Instrumenter {
public:
  explicit Instrumenter(Unit &unit) : unit(unit), module(*unit.module), builder(unit.context) {
    Type *nothing = builder.getVoidTy(), *pointer = builder.getPtrTy(), *word = builder.getInt32Ty(),
         *count = builder.getInt64Ty();
    auto declare = [&](const char *name, ArrayRef<Type *> parameters) {
      FunctionCallee callee = module.getOrInsertFunction(name, FunctionType::get(nothing, parameters, false));
      auto *function = cast<Function>(callee.getCallee());
      function->setDoesNotThrow();
      function->addFnAttr(Attribute::WillReturn);
      return callee;
    };
    at = declare(hook::at, {pointer});
    access = declare(hook::access, {pointer, word, word, pointer});
    accessRange = declare(hook::accessRange, {pointer, count, word, pointer});
    copy = declare(hook::copy, {pointer, pointer, count, word, pointer});
    variable = declare(hook::variable, {pointer, word, word, pointer, pointer, count, pointer});
  }

  void visit(Instruction &instruction) {
    Constant *place = sourcePlace(unit, instruction.getDebugLoc().get());
    if (const Function *called = calledBy(instruction); called && called->getName() == hook::division) {
      place ? instruction.setOperand(1, place) : void(instruction.eraseFromParent());
      return;
    }
    if (!place)
      return; // of the device libraries, or of the executor
    builder.SetInsertPoint(&instruction);
    if (auto *load = dyn_cast<LoadInst>(&instruction)) {
      single(load->getPointerOperand(), load->getType(), Reads, load->isAtomic(), load->isVolatile(), load->getAlign(),
             place);
      if (!load->isAtomic())
        load->setAlignment(Align(1));
    } else if (auto *store = dyn_cast<StoreInst>(&instruction)) {
      single(store->getPointerOperand(), store->getValueOperand()->getType(), Writes, store->isAtomic(),
             store->isVolatile(), store->getAlign(), place);
      if (!store->isAtomic())
        store->setAlignment(Align(1));
    } else if (auto *update = dyn_cast<AtomicRMWInst>(&instruction)) {
      single(update->getPointerOperand(), update->getType(), Reads | Writes, true, false, update->getAlign(), place);
    } else if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
      single(exchange->getPointerOperand(), exchange->getCompareOperand()->getType(), Reads | Writes | IsComparison, true,
             false, exchange->getAlign(), place);
    } else if (auto *move = dyn_cast<MemTransferInst>(&instruction)) {
      several(*move, place);
    } else if (auto *fill = dyn_cast<MemSetInst>(&instruction)) {
      if (!isOwn(getUnderlyingObject(fill->getDest())))
        builder.CreateCall(accessRange, {fill->getDest(), bytesOf(*fill), builder.getInt32(Writes), place});
    } else if (auto *call = dyn_cast<CallInst>(&instruction); call && stops(*call)) {
      builder.CreateCall(at, {place});
    }
  }

  /// A loop tells where it is at the end of each turn, unless each turn passes an access, which tells it, too.
  void visit(const Loop &loop, const DominatorTree &dominators) {
    SmallVector<BasicBlock *> latches;
    loop.getLoopLatches(latches);
    auto tells = [&](const BasicBlock *block) { return any_of(*block, isTold); };
    for (BasicBlock *latch : latches) {
      if (any_of(loop.blocks(), [&](const BasicBlock *block) { return dominators.dominates(block, latch) && tells(block); }))
        continue;
      Constant *place = sourcePlace(unit, latch->getTerminator()->getDebugLoc().get());
      for (auto *block = loop.block_begin(); !place && block != loop.block_end(); ++block)
        for (const Instruction &instruction : **block)
          if ((place = sourcePlace(unit, instruction.getDebugLoc().get())))
            break;
      builder.SetInsertPoint(latch->getTerminator());
      if (place)
        builder.CreateCall(at, {place});
    }
  }

private:
  static bool isTold(const Instruction &instruction) {
    const Function *called = calledBy(instruction);
    return called && is_contained({hook::access, hook::accessRange, hook::copy, hook::variable}, called->getName());
  }

  Value *bytesOf(const MemIntrinsic &intrinsic) {
    return builder.CreateZExtOrTrunc(intrinsic.getLength(), builder.getInt64Ty());
  }

  void single(Value *pointer, Type *type, uint32_t kind, bool isAtomic, bool isVolatile, Align alignment,
              Constant *place) {
    const Value *object = getUnderlyingObject(pointer, 0);
    if (isOwn(object))
      return;
    const auto bytes = uint32_t(module.getDataLayout().getTypeStoreSize(type));
    kind |= (isAtomic ? IsAtomic : 0) | (isVolatile ? IsVolatile : 0);
    kind |= Log2(std::min(alignment, Align(PowerOf2Ceil(bytes)))) << AlignmentBit; // a GPU asks for no more
    Value *words[] = {builder.getInt32(bytes), builder.getInt32(kind)};
    if (auto *global = dyn_cast<GlobalVariable>(object); global && global->getValueType()->isSized())
      builder.CreateCall(variable, {pointer, words[0], words[1], place, const_cast<GlobalVariable *>(global),
                                    builder.getInt64(module.getDataLayout().getTypeAllocSize(global->getValueType())),
                                    nameOf(*global)});
    else
      builder.CreateCall(access, {pointer, words[0], words[1], place});
  }

  /// A copy takes along whether its bytes were ever written.
  void several(MemTransferInst &move, Constant *place) {
    const bool toOwn = isOwn(getUnderlyingObject(move.getDest(), 0));
    const bool fromOwn = isOwn(getUnderlyingObject(move.getSource(), 0));
    Value *bytes = bytesOf(move);
    auto bitsOf = [](MaybeAlign alignment) { return Log2(std::min(alignment.valueOrOne(), widest)) << AlignmentBit; };
    const unsigned toAlignment = bitsOf(move.getDestAlign()), fromAlignment = bitsOf(move.getSourceAlign());
    Value *alignments = builder.getInt32(fromAlignment | toAlignment << AlignmentBit);
    if (!toOwn && !fromOwn)
      builder.CreateCall(copy, {move.getDest(), move.getSource(), bytes, alignments, place});
    else if (!toOwn)
      builder.CreateCall(accessRange, {move.getDest(), bytes, builder.getInt32(Writes | toAlignment), place});
    else if (!fromOwn) // what of it is used is not known
      builder.CreateCall(copy, {ConstantPointerNull::get(builder.getPtrTy()), move.getSource(), bytes, alignments, place});
    move.setDestAlignment(Align(1));
    move.setSourceAlignment(Align(1));
  }

  Constant *nameOf(const GlobalVariable &global) {
    const std::string demangled = demangle(global.getName().str());
    Constant *&name = unit.texts[demangled];
    return name ? name : name = textConstant(module, demangled);
  }

  Unit &unit;
  Module &module;
  IRBuilder<> builder;
  FunctionCallee at, access, accessRange, copy, variable;
};

} // namespace

void instrumentAccesses(Unit &unit) {
  Instrumenter instrumenter(unit);
  for (Function &function : *unit.module) {
    std::vector<Instruction *> accesses;
    for (Instruction &instruction : instructions(function))
      if (instruction.mayReadOrWriteMemory())
        accesses.push_back(&instruction);
    for (Instruction *instruction : accesses)
      instrumenter.visit(*instruction);
    if (function.isDeclaration())
      continue;
    const DominatorTree dominators(function);
    const LoopInfo loops(dominators);
    for (const Loop *loop : loops.getLoopsInPreorder())
      instrumenter.visit(*loop, dominators);
  }
  unit.places.clear(); // the optimiser may drop and merge what they name
  unit.texts.clear();
}

} // namespace porter
