// One region of a kernel as a function of one lane: what lives across its begin is read from the slots of the wave, and
// what it leaves is written there.
#include "regions.h"

#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

#include <cstddef>

using namespace llvm;

namespace porter {
namespace {

/// The bits of a value as memory has them.
Type *storedType(Type *type) {
  if (!type->isIntegerTy())
    return type;
  const unsigned bits = type->getIntegerBitWidth();
  return IntegerType::get(type->getContext(), std::max<unsigned>(8, unsigned(PowerOf2Ceil(bits))));
}

/// One region, as a function of one lane that returns where it stopped.
class Body {
public:
  Body(Unit &unit, const CutKernel &whole) : unit(unit), whole(whole), entry(whole.entry), builder(unit.context) {}

  /// `number` is 0 for the begin of the kernel, else that of a cut and one more.
  LaneCode make(unsigned number) {
    BasicBlock *start = number ? whole.cuts[number - 1].after : &entry.getEntryBlock();
    asked = number ? whole.cuts[number - 1].exchanges : std::vector{alone(Operation::Exit)};
    Type *pointer = builder.getPtrTy(), *word = builder.getInt32Ty();
    Type *parameters[] = {pointer, word, word, word, word};
    function = Function::Create(FunctionType::get(word, parameters, false), GlobalValue::InternalLinkage,
                                entry.getName() + "." + Twine(number), *unit.module);
    function->copyAttributesFrom(&entry);
    function->removeFnAttr(Attribute::Convergent);
    function->setAttributes(function->getAttributes().removeParamAttributes(unit.context, 0));
    function->setDSOLocal(true);
    function->addDereferenceableParamAttr(0, sizeof(Turn));
    function->addParamAttr(0, Attribute::NoAlias);
    builder.SetInsertPoint(BasicBlock::Create(unit.context, "slots", function));
    map[entry.getArg(0)] = ofTurn(offsetof(Turn, arguments), entry.getParamDereferenceableBytes(0));
    memory = ofTurn(offsetof(Turn, slots));
    items = ofTurn(offsetof(Turn, items));
    columns = ofTurn(offsetof(Turn, columns));
    const std::vector<BasicBlock *> blocks = blocksOfRegion(*start, whole.ends);
    slots = whole.slotsOf(blocks);
    copyBlocks(blocks);
    for (const Slot *slot : slots)
      if (!slot->isMemory && isChanged(*slot))
        changed.insert(slot->variable);
    std::vector<std::pair<unsigned, unsigned>> kept;
    for (const Slot *slot : slots)
      if (slot->neededIn.count(start)) {
        builder.CreateStore(load(*slot), map[slot->variable]);
        if (changed.count(slot->variable))
          kept.push_back({unsigned(slot->offset), unsigned(slot->stride * unit.waveSize)});
      }
    builder.CreateBr(cast<BasicBlock>(map[start]));
    openEnd();
    for (BasicBlock *block : blocks)
      if (auto found = whole.ends.find(block); found != whole.ends.end())
        leaveAt(found->second);
    for (Instruction &instruction : make_early_inc_range(instructions(function)))
      lower(instruction);
    closeEnd();
    return {function, asked, kept};
  }

private:
  enum { Lane = 1, IdX };

  /// A pointer of the turn, which nobody changes meanwhile. It points to so many bytes.
  Value *ofTurn(size_t offset, uint64_t bytes = 0) {
    Value *place = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), function->getArg(0), offset);
    LoadInst *value = builder.CreateLoad(builder.getPtrTy(), place);
    value->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(unit.context, {}));
    auto note = [&](unsigned kind, uint64_t number) {
      value->setMetadata(kind, MDNode::get(unit.context, {ConstantAsMetadata::get(builder.getInt64(number))}));
    };
    if (bytes) {
      note(LLVMContext::MD_dereferenceable, bytes);
      note(LLVMContext::MD_align, alignof(void *));
    }
    return value;
  }

  void copyBlocks(ArrayRef<BasicBlock *> blocks) {
    const SmallPtrSet<BasicBlock *, 32> inside(blocks.begin(), blocks.end());
    for (BasicBlock *block : blocks)
      map[block] = CloneBasicBlock(block, map, "", function);
    if (inside.count(&entry.getEntryBlock()))
      for (const Slot &slot : whole.slots)
        if (Value *copied = map.lookup(slot.variable)) {
          cast<Instruction>(copied)->eraseFromParent();
          map.erase(slot.variable);
        }
    for (const Slot *slot : slots)
      map[slot->variable] = slot->isMemory ? place(*slot) : builder.CreateAlloca(slot->variable->getAllocatedType());
    for (BasicBlock *block : blocks)
      for (Instruction &instruction : make_early_inc_range(*cast<BasicBlock>(map[block]))) {
        if (auto *phi = dyn_cast<PHINode>(&instruction))
          for (unsigned i = phi->getNumIncomingValues(); i-- > 0;)
            if (!inside.count(phi->getIncomingBlock(i)))
              phi->removeIncomingValue(i, /*DeletePHIIfEmpty=*/false);
        if (!instruction.isTerminator() || !whole.ends.count(block)) // else to a block outside
          RemapInstruction(&instruction, map, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
      }
  }

  /// The lane's place in arrays whose elements have so many bytes: those of a region share it, and differ by a constant.
  Value *ofLane(Value *arrays, uint64_t stride, uint64_t offset) {
    Value *lane = builder.CreateZExt(function->getArg(Lane), builder.getInt64Ty());
    Value *first = builder.CreateInBoundsGEP(ArrayType::get(builder.getInt8Ty(), stride), arrays, lane);
    return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), first, offset);
  }

  Value *place(const Slot &slot) { return ofLane(memory, slot.stride, slot.offset); }

  bool isChanged(const Slot &slot) {
    return any_of(map.lookup(slot.variable)->users(), [](User *user) { return isa<StoreInst>(user); });
  }

  Value *load(const Slot &slot) {
    Type *type = slot.variable->getAllocatedType(), *stored = storedType(type);
    Value *value = builder.CreateLoad(stored, place(slot));
    return stored == type ? value : builder.CreateTrunc(value, type);
  }

  void store(const Slot &slot) {
    Type *type = slot.variable->getAllocatedType(), *stored = storedType(type);
    Value *value = builder.CreateLoad(type, map[slot.variable]);
    builder.CreateStore(stored == type ? value : builder.CreateZExt(value, stored), place(slot));
  }

  /// The lane's place in a column.
  Value *column(unsigned number) { return ofLane(columns, sizeof(uint64_t), number * sizeof(Column)); }

  /// A variable for what the lane brings in a column, at whichever cut it stops.
  AllocaInst *variableFor(unsigned number) {
    AllocaInst *&variable = brought[number];
    if (!variable) {
      BasicBlock &begin = function->getEntryBlock();
      variable = IRBuilder<>(&begin, begin.begin()).CreateAlloca(builder.getInt64Ty());
    }
    return variable;
  }

  /// All ways out end in one block, which stores what the lane asks for and what it will need: whichever way it took,
  /// since a store that not all lanes do costs more than one that is in vain.
  void openEnd() {
    end = BasicBlock::Create(unit.context, "stop", function);
    builder.SetInsertPoint(end);
    site = builder.CreatePHI(builder.getInt32Ty(), 4);
  }

  void closeEnd() {
    if (AllocaInst *first = brought.lookup(0)) {
      // Who asks for nothing leaves what it last brought, for lanes that read it all the same.
      builder.SetInsertPoint(function->getEntryBlock().getTerminator());
      builder.CreateStore(builder.CreateLoad(builder.getInt64Ty(), column(0)), first);
    }
    builder.SetInsertPoint(end);
    for (const auto &[number, variable] : brought)
      builder.CreateStore(builder.CreateLoad(builder.getInt64Ty(), variable), column(number));
    for (const Slot *slot : slots)
      if (isNeeded.count(slot->variable))
        store(*slot);
    builder.CreateRet(site);
  }

  void leaveAt(unsigned index) {
    const Cut &cut = whole.cuts[index];
    auto *block = cast<BasicBlock>(map[cut.before()]);
    builder.SetInsertPoint(block->getTerminator());
    for (unsigned i = 0; i < cut.calls.size(); ++i) {
      auto *call = cast<CallInst>(map[cut.calls[i]]);
      const Exchange &exchange = cut.exchanges[i];
      const uint32_t numbers[] = {exchange.a, exchange.b, exchange.c};
      if (isRendezvous(*call))
        for (unsigned operand = 0; operand < 3; ++operand)
          if (isOperandRead(cut, i, operand))
            builder.CreateStore(call->getArgOperand(operand + 2), variableFor(numbers[operand]));
      call->eraseFromParent();
    }
    for (const Slot *slot : slots)
      if (slot->neededIn.count(cut.after) && changed.count(slot->variable))
        isNeeded.insert(slot->variable);
    leave(*block->getTerminator(), index + 1);
  }

  void leave(Instruction &terminator, unsigned number) {
    site->addIncoming(builder.getInt32(number), terminator.getParent());
    builder.SetInsertPoint(&terminator);
    builder.CreateBr(end);
    terminator.eraseFromParent();
  }

  /// Constants are operands of an answer; matrix instructions answer in memory. Which lanes a CUDA operation waits
  /// for, the last operand, matters without an answer too.
  bool isOperandRead(const Cut &cut, unsigned exchange, unsigned index) const {
    const Operation operation = cut.exchanges[exchange].operation;
    const bool isConstant = isa<ConstantInt>(cut.calls[exchange]->getArgOperand(index + 2));
    const bool isAnswered = cut.isAnswered[exchange] || answersInMemory(operation);
    return (unit.isNvptx && index == 2) || (index < operandsOf(operation) && (isAnswered || !isConstant));
  }

  static unsigned exchangeOf(const CallInst &answer) {
    return unsigned(cast<ConstantInt>(answer.getArgOperand(0))->getZExtValue());
  }

  void lower(Instruction &instruction) {
    builder.SetInsertPoint(&instruction);
    // Other lanes of the block see memory where this one has stopped.
    if (auto *fence = dyn_cast<FenceInst>(&instruction); fence && fence->getSyncScopeID() == SyncScope::SingleThread) {
      instruction.eraseFromParent();
      return;
    }
    if (isa<ReturnInst>(instruction))
      return leave(instruction, 0);
    auto *call = dyn_cast<CallInst>(&instruction);
    const Function *called = call ? call->getCalledFunction() : nullptr;
    if (!called)
      return;
    StringRef name = called->getName();
    Value *value = nullptr;
    if (name == hook::answer)
      value = builder.CreateLoad(call->getType(), column(asked[exchangeOf(*call)].answer));
    else if (name == hook::laneId)
      value = function->getArg(Lane);
    else if (name == "porter_item")
      value = builder.CreateInBoundsGEP(ArrayType::get(builder.getInt8Ty(), sizeof(Item)), items,
                                        builder.CreateZExt(function->getArg(Lane), builder.getInt64Ty()));
    else if (name.consume_front(hook::itemId))
      value = function->getArg(IdX + unsigned(name.back() - 'x'));
    else if (!call->isLifetimeStartOrEnd())
      return;
    if (value)
      call->replaceAllUsesWith(value);
    call->eraseFromParent();
  }

  Unit &unit;
  const CutKernel &whole;
  Function &entry;
  IRBuilder<> builder;
  std::vector<const Slot *> slots;
  Function *function = nullptr;
  Value *memory = nullptr, *items = nullptr, *columns = nullptr;
  BasicBlock *end = nullptr;
  PHINode *site = nullptr;
  std::vector<Exchange> asked; ///< what the lane asked for that comes here
  MapVector<unsigned, AllocaInst *> brought; ///< by the number of the column
  std::set<AllocaInst *> isNeeded;
  ValueToValueMapTy map;
  std::set<AllocaInst *> changed;
};

} // namespace

unsigned placeSlots(const Unit &unit, std::vector<Slot> &slots) {
  const DataLayout &data = unit.module->getDataLayout();
  auto typeOf = [](const Slot &slot) { return storedType(slot.variable->getAllocatedType()); };
  auto alignment = [&](const Slot &slot) {
    return std::max(slot.variable->getAlign(), data.getABITypeAlign(typeOf(slot))).value();
  };
  stable_sort(slots, [&](const Slot &a, const Slot &b) { return alignment(a) > alignment(b); });
  uint64_t bytes = 0;
  for (Slot &slot : slots) {
    const uint64_t count = cast<ConstantInt>(slot.variable->getArraySize())->getZExtValue();
    slot.stride = alignTo(data.getTypeAllocSize(typeOf(slot)) * count, alignment(slot));
    slot.offset = bytes * unit.waveSize;
    bytes += slot.stride;
  }
  return unsigned(bytes);
}

std::vector<LaneCode> laneCodes(Unit &unit, Function &entry, const std::vector<Cut> &cuts,
                                const std::vector<Slot> &slots) {
  const CutKernel whole(entry, cuts, slots);
  std::vector<LaneCode> codes;
  for (unsigned i = 0; i <= cuts.size(); ++i)
    codes.push_back(Body(unit, whole).make(i));
  return codes;
}

} // namespace porter
