// Cross-lane intrinsics become rendezvous: the operands go out as 64-bit words, the answer comes back as one.
// Wider values do not occur; clang splits them.
#include "retarget.h"

#include "llvm/IR/IntrinsicsAMDGPU.h"

using namespace llvm;

namespace porter {

Value *asWord(IRBuilder<> &builder, Value *value) {
  Type *type = value->getType();
  if (type->isPointerTy())
    return builder.CreatePtrToInt(value, builder.getInt64Ty());
  unsigned bits = type->getPrimitiveSizeInBits();
  if (bits == 0 || bits > 64)
    fail("a cross-lane operand is wider than 64 bits");
  if (!type->isIntegerTy())
    value = builder.CreateBitCast(value, builder.getIntNTy(bits));
  return builder.CreateZExtOrTrunc(value, builder.getInt64Ty());
}

Value *fromWord(IRBuilder<> &builder, Value *word, Type *type) {
  if (type->isPointerTy())
    return builder.CreateIntToPtr(word, type);
  Value *narrow = builder.CreateTrunc(word, builder.getIntNTy(type->getPrimitiveSizeInBits()));
  return type->isIntegerTy() ? narrow : builder.CreateBitCast(narrow, type);
}

namespace {

/// One intrinsic call and what replaces it.
class Lowering {
public:
  explicit Lowering(CallInst &call) : call(call), builder(&call) {}

  /// Returns false when the call is not a cross-lane operation.
  bool run() {
    switch (call.getIntrinsicID()) {
    case Intrinsic::amdgcn_s_barrier:
      callRendezvous(builder, Operation::Barrier);
      break;
    case Intrinsic::amdgcn_wave_barrier:
      callRendezvous(builder, Operation::WaveBarrier);
      break;
    case Intrinsic::amdgcn_ballot:
      answer(Operation::Ballot, word(0));
      break;
    case Intrinsic::amdgcn_icmp:
      answer(Operation::Ballot, asWord(builder, builder.CreateICmp(predicate(), arg(0), arg(1))));
      break;
    case Intrinsic::amdgcn_fcmp:
      answer(Operation::Ballot, asWord(builder, builder.CreateFCmp(predicate(), arg(0), arg(1))));
      break;
    case Intrinsic::read_register: // `exec`: the active lanes
      answer(Operation::ActiveMask);
      break;
    case Intrinsic::amdgcn_readfirstlane:
      answer(Operation::ReadFirstLane, word(0));
      break;
    case Intrinsic::amdgcn_readlane:
      answer(Operation::ReadLane, word(0), word(1), keptRegister(0));
      break;
    case Intrinsic::amdgcn_writelane:
      answer(Operation::WriteLane, word(0), word(1), word(2));
      break;
    case Intrinsic::amdgcn_ds_bpermute:
      answer(Operation::BPermute, word(0), word(1));
      break;
    case Intrinsic::amdgcn_ds_permute:
      answer(Operation::Permute, word(0), word(1));
      break;
    case Intrinsic::amdgcn_ds_swizzle:
      answer(Operation::Swizzle, word(0), word(1));
      break;
    case Intrinsic::amdgcn_update_dpp:
      answer(Operation::Dpp, word(0), word(1), dppControl(2));
      break;
    case Intrinsic::amdgcn_mov_dpp: // lanes that read nothing get 0
      answer(Operation::Dpp, builder.getInt64(0), word(0), dppControl(1));
      break;
    case Intrinsic::amdgcn_mov_dpp8:
      answer(Operation::Dpp8, word(0), word(1));
      break;
    case Intrinsic::amdgcn_permlane64:
      answer(Operation::PermLane64, word(0));
      break;
    case Intrinsic::amdgcn_permlane16:
      permuteRow(Operation::PermLane16);
      break;
    case Intrinsic::amdgcn_permlanex16:
      permuteRow(Operation::PermLaneX16);
      break;
    default:
      if (!swapRows())
        return false;
    }
    if (result)
      call.replaceAllUsesWith(result);
    call.eraseFromParent();
    return true;
  }

private:
  Value *arg(unsigned index) { return call.getArgOperand(index); }
  Value *word(unsigned index) { return asWord(builder, arg(index)); }
  uint64_t immediate(unsigned index) { return cast<ConstantInt>(arg(index))->getZExtValue(); }
  CmpInst::Predicate predicate() { return CmpInst::Predicate(immediate(2)); }

  void answer(Operation operation, Value *a = nullptr, Value *b = nullptr, Value *c = nullptr) {
    result = fromWord(builder, callRendezvous(builder, operation, a, b, c), call.getType());
  }

  /// A mark for keepRegisters, which knows the number.
  Value *keptRegister(unsigned index) {
    Type *type = builder.getInt64Ty();
    Module &module = *call.getModule();
    FunctionCallee mark = module.getOrInsertFunction(hook::keptRegister, FunctionType::get(type, {type}, false));
    auto *function = cast<Function>(mark.getCallee());
    function->setMemoryEffects(MemoryEffects::none());
    function->addFnAttr(Attribute::WillReturn);
    function->addFnAttr(Attribute::NoUnwind);
    return builder.CreateCall(mark, {word(index)});
  }

  /// dpp_ctrl, row_mask, bank_mask and bound_ctrl in one word.
  Value *dppControl(unsigned first) {
    return builder.getInt64(immediate(first) | immediate(first + 1) << 16 | immediate(first + 2) << 20 |
                            immediate(first + 3) << 24);
  }

  /// Operands: old, source, two selector words of eight nibbles, fetch-inactive, bound-control.
  void permuteRow(Operation operation) {
    Value *data = builder.CreateOr(builder.CreateShl(word(0), 32), word(1));
    Value *selectors = builder.CreateOr(builder.CreateShl(word(3), 32), word(2));
    Value *flags = builder.getInt64(immediate(4) | immediate(5) << 1);
    if (immediate(4))
      flags = builder.CreateOr(flags, builder.CreateShl(keptRegister(1), 2));
    answer(operation, data, selectors, flags);
  }

  /// v_permlane16_swap and v_permlane32_swap, as porter_gfx950.h declares them: two words, fetch-inactive,
  /// bound-control.
  bool swapRows() {
    const Function *called = call.getCalledFunction();
    StringRef name = called ? called->getName() : "";
    unsigned distance;
    if (!name.consume_front("llvm.amdgcn.rows.swap.") || name.getAsInteger(10, distance))
      return false;
    Value *both = builder.CreateOr(builder.CreateShl(word(1), 32), word(0));
    Value *words = callRendezvous(builder, Operation::PermLaneSwap, both, builder.getInt64(distance),
                                  builder.getInt64(immediate(2) | immediate(3) << 1));
    Value *parts[] = {builder.CreateTrunc(words, builder.getInt32Ty()),
                      builder.CreateTrunc(builder.CreateLShr(words, 32), builder.getInt32Ty())};
    result = PoisonValue::get(call.getType());
    for (unsigned i = 0; i < 2; ++i)
      result = builder.CreateInsertElement(result, parts[i], uint64_t(i));
    return true;
  }

  CallInst &call;
  IRBuilder<> builder;
  Value *result = nullptr;
};

} // namespace

void lowerCrossLane(Unit &unit) {
  for (Function &function : *unit.module)
    for (Instruction &instruction : make_early_inc_range(instructions(function)))
      if (auto *call = dyn_cast<CallInst>(&instruction))
        Lowering(*call).run();
}

} // namespace porter
