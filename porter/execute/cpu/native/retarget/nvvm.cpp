// Intrinsics of NVPTX: special registers, warp operations, barriers; arithmetic goes to functions of device/.
#include "retarget.h"

using namespace llvm;

namespace porter {

Value *readSpecialRegister(IRBuilder<> &builder, StringRef name) {
  Type *half = builder.getInt32Ty();
  auto lane = [&] { return readState(builder, hook::laneId, half); };
  auto bit = [&] { return builder.CreateShl(builder.getInt32(1), lane()); };
  for (auto [prefix, hook] : {std::pair("tid.", hook::itemId), {"ctaid.", hook::blockId},
                              {"ntid.", hook::blockItems}, {"nctaid.", hook::gridBlocks}}) {
    StringRef axis = name;
    if (axis.consume_front(prefix) && axis.size() == 1 && axis[0] >= 'x' && axis[0] <= 'z')
      return readState(builder, (Twine(hook) + "_" + axis).str(), half);
  }
  if (name == "laneid")
    return lane();
  if (name == "warpid") {
    auto axis = [&](const char *hook, const char *which) { return readState(builder, (Twine(hook) + which).str(), half); };
    Value *plane = builder.CreateAdd(builder.CreateMul(axis(hook::itemId, "_z"), axis(hook::blockItems, "_y")),
                                     axis(hook::itemId, "_y"));
    Value *item = builder.CreateAdd(builder.CreateMul(plane, axis(hook::blockItems, "_x")), axis(hook::itemId, "_x"));
    return builder.CreateLShr(item, 5);
  }
  if (name == "warpsize" || name == "WARP_SZ")
    return builder.getInt32(32);
  if (name == "lanemask_eq" || name == "lanemask.eq")
    return bit();
  if (name == "lanemask_lt" || name == "lanemask.lt")
    return builder.CreateSub(bit(), builder.getInt32(1));
  if (name == "lanemask_le" || name == "lanemask.le")
    return builder.CreateOr(builder.CreateSub(bit(), builder.getInt32(1)), bit());
  if (name == "lanemask_gt" || name == "lanemask.gt")
    return builder.CreateNot(builder.CreateOr(builder.CreateSub(bit(), builder.getInt32(1)), bit()));
  if (name == "lanemask_ge" || name == "lanemask.ge")
    return builder.CreateNeg(bit());
  if (name.starts_with("clock") || name.starts_with("globaltimer")) {
    Module &module = *builder.GetInsertBlock()->getModule();
    return builder.CreateCall(module.getOrInsertFunction("porter_clock", builder.getInt64Ty()));
  }
  if (name == "envreg1" || name == "envreg2") { // a cooperative launch's workspace: high half, low half
    Value *address = builder.CreatePtrToInt(readState(builder, hook::gridWorkspace, builder.getPtrTy()), builder.getInt64Ty());
    return builder.CreateTrunc(name == "envreg2" ? address : builder.CreateLShr(address, 32), half);
  }
  if (name == "reserved_smem_offset_1") // the part of the reserved LDS that cooperative groups use
    return builder.CreatePtrToInt(
        builder.CreateConstGEP1_64(builder.getInt8Ty(), readState(builder, hook::ldsBase, builder.getPtrTy()),
                                   -int64_t(reservedLds)),
        half);
  if (name == "nsmid")
    return builder.getInt32(1);
  if (name == "smid" || name == "gridid" || name == "nwarpid")
    return builder.getInt32(0);
  return nullptr;
}

namespace {

bool is(StringRef name, StringRef prefix) { return name.starts_with(prefix); }

class NvvmLowering {
public:
  NvvmLowering(CallInst &call, StringRef name) : call(call), name(name), type(call.getType()), builder(&call) {}

  void run() {
    Value *result = nullptr;
    StringRef reg = name;
    if (reg.consume_front("read.ptx.sreg.")) {
      result = readSpecialRegister(builder, reg);
      if (!result)
        fail("the special register " + reg + " is not known to the cpu executor");
      result = builder.CreateZExtOrTrunc(result, type);
    } else if (!warpOperation(result) && !barrier(result)) {
      if (is(name, "membar.") || is(name, "fence."))
        builder.CreateFence(AtomicOrdering::SequentiallyConsistent);
      else if (is(name, "ldg.") || is(name, "ldu."))
        result = builder.CreateAlignedLoad(type, arg(0), cast<ConstantInt>(arg(1))->getMaybeAlignValue());
      else if (is(name, "texsurf.handle.internal")) // what a texture reference's variable holds
        result = builder.CreateAlignedLoad(type, arg(0), Align(1));
      else if (is(name, "ptr."))
        result = arg(0);
      else if (is(name, "reflect"))
        result = ConstantInt::get(type, 0); // no flushing of denormals, precise division and roots
      else if (is(name, "atomic.load."))
        result = builder.CreateAtomicRMW(is(name, "atomic.load.inc") ? AtomicRMWInst::UIncWrap : AtomicRMWInst::UDecWrap,
                                         arg(0), arg(1), MaybeAlign(), AtomicOrdering::Monotonic);
      else if (is(name, "atomic."))
        result = scopedAtomic();
      else if (name == "exit")
        callRendezvous(builder, Operation::Exit);
      else
        result = callBuiltin(builder, call, builtinName());
    }
    if (!type->isVoidTy())
      call.replaceAllUsesWith(result);
    call.eraseFromParent();
  }

private:
  Value *arg(unsigned index) { return call.getArgOperand(index); }
  Value *word(unsigned index) { return asWord(builder, arg(index)); }
  Value *everyone() { return builder.getInt64(0xffffffff); }

  /// atomic.OPERATION.gen.{i|f}.{cta|sys}.TYPE: all scopes are one here.
  Value *scopedAtomic() {
    SmallVector<StringRef> parts;
    name.split(parts, '.');
    const StringRef operation = parts.size() > 3 ? parts[1] : "";
    const AtomicOrdering order = AtomicOrdering::Monotonic;
    if (operation == "cas") {
      Value *pair = builder.CreateAtomicCmpXchg(arg(0), arg(1), arg(2), MaybeAlign(), order, order);
      return builder.CreateExtractValue(pair, 0);
    }
    const bool isFloat = parts.size() > 3 && parts[3] == "f";
    const auto kind = StringSwitch<AtomicRMWInst::BinOp>(operation)
                          .Case("add", isFloat ? AtomicRMWInst::FAdd : AtomicRMWInst::Add)
                          .Case("exch", AtomicRMWInst::Xchg)
                          .Case("and", AtomicRMWInst::And)
                          .Case("or", AtomicRMWInst::Or)
                          .Case("xor", AtomicRMWInst::Xor)
                          .Case("max", AtomicRMWInst::Max)
                          .Case("min", AtomicRMWInst::Min)
                          .Case("inc", AtomicRMWInst::UIncWrap)
                          .Case("dec", AtomicRMWInst::UDecWrap)
                          .Default(AtomicRMWInst::BAD_BINOP);
    if (kind == AtomicRMWInst::BAD_BINOP)
      return callBuiltin(builder, call, builtinName());
    return builder.CreateAtomicRMW(kind, arg(0), arg(1), MaybeAlign(), order);
  }

  std::string builtinName() const {
    std::string made = ("porter_nv_" + name).str();
    std::replace(made.begin(), made.end(), '.', '_');
    return made;
  }

  /// An answer that is a pair has its predicate in bit 32.
  Value *unpack(Value *answer) {
    auto *pair = dyn_cast<StructType>(type);
    if (!pair)
      return fromWord(builder, answer, type);
    Value *value = fromWord(builder, answer, pair->getElementType(0));
    Value *predicate = builder.CreateTrunc(builder.CreateLShr(answer, 32), builder.getInt1Ty());
    Value *made = builder.CreateInsertValue(PoisonValue::get(type), value, 0);
    return builder.CreateInsertValue(made, predicate, 1);
  }

  bool warpOperation(Value *&result) {
    StringRef rest = name;
    if (rest.consume_front("shfl.sync.") || rest.consume_front("shfl.")) {
      const unsigned first = is(name, "shfl.sync.") ? 1 : 0;
      Operation operation = is(rest, "idx")    ? Operation::ShuffleIndex
                            : is(rest, "up")   ? Operation::ShuffleUp
                            : is(rest, "down") ? Operation::ShuffleDown
                                               : Operation::ShuffleXor;
      Value *control = builder.CreateOr(word(first + 1), builder.CreateShl(word(first + 2), 32));
      result = unpack(callRendezvous(builder, operation, word(first), control, first ? word(0) : everyone()));
    } else if (rest.consume_front("vote.")) {
      const bool named = rest.contains("sync");
      Operation operation = is(rest, "any")   ? Operation::VoteAny
                            : is(rest, "all") ? Operation::VoteAll
                            : is(rest, "uni") ? Operation::VoteUniform
                                              : Operation::VoteBallot;
      result = unpack(callRendezvous(builder, operation, word(named), nullptr, named ? word(0) : everyone()));
    } else if (is(name, "match.")) {
      Operation operation = is(name, "match.any") ? Operation::MatchAny : Operation::MatchAll;
      result = unpack(callRendezvous(builder, operation, word(1), nullptr, word(0)));
    } else if (rest.consume_front("redux.sync.")) {
      static const char *const names[] = {"add", "and", "or", "xor", "min", "max", "umin", "umax"};
      unsigned kind = 0;
      while (rest != names[kind])
        ++kind;
      // clang's header passes the mask first, though the intrinsic documents the value there (clang 19).
      result = unpack(callRendezvous(builder, Operation::Reduce, word(1), builder.getInt64(kind), word(0)));
    } else if (name == "activemask") {
      result = unpack(callRendezvous(builder, Operation::ActiveMask));
    } else if (is(name, "bar.warp.sync")) {
      callRendezvous(builder, Operation::WaveBarrier, nullptr, nullptr, word(0));
    } else {
      return false;
    }
    return true;
  }

  bool barrier(Value *&result) {
    if (is(name, "barrier0.")) {
      Operation operation = name == "barrier0.popc"  ? Operation::BarrierCount
                            : name == "barrier0.and" ? Operation::BarrierAnd
                                                     : Operation::BarrierOr;
      result = unpack(callRendezvous(builder, operation, word(0)));
      return true;
    }
    if (!is(name, "barrier") && !is(name, "bar.sync"))
      return false;
    callRendezvous(builder, Operation::Barrier);
    return true;
  }

  CallInst &call;
  StringRef name;
  Type *type;
  IRBuilder<> builder;
};

} // namespace

void lowerNvvm(Unit &unit) {
  forEachCall(unit, [](CallInst &call, const Function &called) {
    const std::string name = called.getName().str();
    StringRef rest = name;
    if (rest.starts_with("llvm.nvvm.wmma."))
      lowerWmma(call, rest.drop_front(strlen("llvm.nvvm.")));
    else if (rest.consume_front("llvm.nvvm."))
      NvvmLowering(call, rest).run();
    else if (rest == "__nvvm_reflect")
      NvvmLowering(call, "reflect").run();
  });
  // The two functions of CUDA's device runtime that compiled code calls by name.
  for (auto [from, to] : {std::pair("vprintf", "porter_vprintf"), {"__assertfail", "porter_assert_fail"}})
    if (Function *function = unit.module->getFunction(from); function && function->isDeclaration())
      function->setName(to);
}

} // namespace porter
