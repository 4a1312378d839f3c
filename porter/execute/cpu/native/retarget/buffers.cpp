// Accesses through a buffer resource become accesses of memory, each word of them checked against the resource's
// size: what lies beyond is read as 0 and not written. Only raw buffers: one range of bytes, neither strided nor
// swizzled. Source: AMD Instinct MI300 ISA, 9.1 "Buffer Instructions" (addressing, range checking, loads to LDS).
#include "retarget.h"

#include "llvm/IR/IntrinsicsAMDGPU.h"

using namespace llvm;

namespace porter {
namespace {

[[noreturn]] void refuse(const CallInst &call, StringRef why) {
  StringRef name = call.getCalledFunction()->getName();
  name.consume_front("llvm.amdgcn.");
  fail("the cpu executor cannot run the instruction " + name + ": " + why + " (in " + call.getFunction()->getName() +
       ")");
}

/// Where a resource's memory begins, and its bytes.
struct Resource {
  Value *base;    ///< 64 bits
  Value *records; ///< 32 bits
};

/// What a variable holds that is written once; the value itself where it is no variable's.
Value *writtenOnce(Value *value) {
  auto *load = dyn_cast<LoadInst>(value);
  auto *variable = load ? dyn_cast<AllocaInst>(load->getPointerOperand()->stripPointerCasts()) : nullptr;
  if (!variable)
    return value;
  SmallVector<Value *> names = {variable};
  Value *found = nullptr;
  for (unsigned next = 0; next < names.size(); ++next)
    for (User *user : names[next]->users()) {
      if (isa<AddrSpaceCastInst>(user))
        names.push_back(user);
      if (auto *store = dyn_cast<StoreInst>(user)) {
        if (found || store->getValueOperand() == names[next])
          return value;
        found = store->getValueOperand();
      }
    }
  return found ? found : value;
}

/// One access, and what replaces it. Device code still has its address spaces.
class Access {
public:
  explicit Access(CallInst &call) : call(call), builder(&call) {}

  void load(Value *resource, Value *offset, Value *scalarOffset) {
    locate(resource, offset, scalarOffset);
    call.replaceAllUsesWith(fetched(call.getType()));
    call.eraseFromParent();
  }

  void store(Value *data, Value *resource, Value *offset, Value *scalarOffset) {
    locate(resource, offset, scalarOffset);
    const unsigned bytes = sizeOf(data->getType()), piece = std::min(bytes, 4u);
    Value *pieces = builder.CreateBitCast(data, FixedVectorType::get(builder.getIntNTy(8 * piece), bytes / piece));
    for (unsigned index = 0; index < bytes / piece; ++index)
      builder.CreateAlignedStore(builder.CreateExtractElement(pieces, index), place(index * piece, piece), Align(1));
    call.eraseFromParent();
  }

  void update(AtomicRMWInst::BinOp operation, Value *data, Value *resource, Value *offset, Value *scalarOffset) {
    locate(resource, offset, scalarOffset);
    const unsigned bytes = sizeOf(data->getType());
    Value *old = builder.CreateAtomicRMW(operation, place(0, bytes), data, Align(bytes), AtomicOrdering::Monotonic);
    call.replaceAllUsesWith(old);
    call.eraseFromParent();
  }

  /// The lanes' words come to lie beside one another, from where the first lane says.
  void loadToLds(Value *resource, Value *lds, Value *size, Value *offset, Value *scalarOffset, Value *immediate) {
    locate(resource, builder.CreateAdd(offset, immediate), scalarOffset);
    copyToLds(fetched(wordOf(size)), lds, immediate);
  }

  void globalToLds(Value *address, Value *lds, Value *size, Value *immediate) {
    Value *from = builder.CreateGEP(builder.getInt8Ty(), address, immediate);
    copyToLds(builder.CreateAlignedLoad(wordOf(size), from, Align(1)), lds, immediate);
  }

private:
  unsigned sizeOf(Type *type) {
    const unsigned bytes = unsigned(call.getModule()->getDataLayout().getTypeStoreSize(type));
    if (bytes != 1 && bytes != 2 && bytes % 4 != 0)
      refuse(call, "an element of an odd size");
    return bytes;
  }

  Type *wordOf(Value *size) {
    const uint64_t bytes = cast<ConstantInt>(size)->getZExtValue();
    if (bytes <= 4)
      return builder.getIntNTy(unsigned(8 * bytes));
    return FixedVectorType::get(builder.getInt32Ty(), unsigned(bytes / 4));
  }

  Resource open(Value *resource) {
    if (auto *made = dyn_cast<CallInst>(writtenOnce(resource));
        made && made->getIntrinsicID() == Intrinsic::amdgcn_make_buffer_rsrc) {
      const auto *stride = dyn_cast<ConstantInt>(made->getArgOperand(1));
      if (!stride || !stride->isZero())
        refuse(call, "its buffer resource has a stride");
      return {builder.CreatePtrToInt(made->getArgOperand(0), builder.getInt64Ty()), made->getArgOperand(2)};
    }
    resource = asWords(resource);
    auto word = [&](uint64_t index) {
      return builder.CreateZExt(builder.CreateExtractElement(resource, index), builder.getInt64Ty());
    };
    Value *high = builder.CreateShl(builder.CreateAnd(word(1), 0xffff), 32); // above it lies the stride
    return {builder.CreateOr(word(0), high), builder.CreateExtractElement(resource, uint64_t(2))};
  }

  /// A resource as four words: one that was made as such and is only seen as a pointer.
  Value *asWords(Value *resource) {
    auto *words = FixedVectorType::get(builder.getInt32Ty(), 4);
    if (resource->getType() == words)
      return resource;
    if (auto *made = dyn_cast<IntToPtrInst>(resource); made && made->getSrcTy()->isIntegerTy(128))
      return builder.CreateBitCast(made->getOperand(0), words);
    if (auto *load = dyn_cast<LoadInst>(resource)) {
      IRBuilder<> beside(load);
      return beside.CreateAlignedLoad(words, load->getPointerOperand(), load->getAlign());
    }
    refuse(call, "its buffer resource is not made beside it");
  }

  void locate(Value *resource, Value *offset, Value *scalarOffset) {
    const Resource found = open(resource);
    auto wide = [&](Value *value) { return builder.CreateZExt(value, builder.getInt64Ty()); };
    // A resource that ends before the scalar offset has nothing at all.
    available = wide(builder.CreateBinaryIntrinsic(Intrinsic::usub_sat, found.records, scalarOffset));
    this->offset = wide(offset);
    start = builder.CreateAdd(builder.CreateAdd(found.base, wide(scalarOffset)), this->offset);
  }

  /// Where to access `bytes` at `distance`: in memory, or aside where they are out of range.
  Value *place(unsigned distance, unsigned bytes) {
    Value *end = builder.CreateAdd(offset, builder.getInt64(distance + bytes));
    Value *isInside = builder.CreateICmpULE(end, available);
    Value *inside = builder.CreateIntToPtr(builder.CreateAdd(start, builder.getInt64(distance)), builder.getPtrTy());
    return builder.CreateSelect(isInside, inside, aside());
  }

  /// Memory of the work-item's own, zeroed before each access.
  Value *aside() {
    Function &function = *call.getFunction();
    IRBuilder<> atEntry(&function.getEntryBlock(), function.getEntryBlock().begin());
    const unsigned stack = call.getModule()->getDataLayout().getAllocaAddrSpace();
    auto *memory = atEntry.CreateAlloca(builder.getInt64Ty(), stack);
    memory->setAlignment(Align(8));
    builder.CreateAlignedStore(builder.getInt64(0), memory, Align(8));
    return builder.CreateAddrSpaceCast(memory, builder.getPtrTy());
  }

  Value *fetched(Type *type) {
    const unsigned bytes = sizeOf(type), piece = std::min(bytes, 4u);
    Type *pieceType = builder.getIntNTy(8 * piece);
    Value *made = PoisonValue::get(FixedVectorType::get(pieceType, bytes / piece));
    for (unsigned index = 0; index < bytes / piece; ++index) {
      Value *read = builder.CreateAlignedLoad(pieceType, place(index * piece, piece), Align(1));
      made = builder.CreateInsertElement(made, read, index);
    }
    return builder.CreateBitCast(made, type);
  }

  void copyToLds(Value *value, Value *lds, Value *immediate) {
    const unsigned bytes = std::max(4u, sizeOf(value->getType())); // a byte takes a word of its own
    if (value->getType()->isIntegerTy() && sizeOf(value->getType()) < 4)
      value = builder.CreateZExt(value, builder.getInt32Ty());
    Value *own = builder.CreatePtrToInt(lds, builder.getInt32Ty());
    Value *first = builder.CreateIntrinsic(Intrinsic::amdgcn_readfirstlane, {builder.getInt32Ty()}, {own});
    Value *all = builder.getInt32(~0u);
    Value *lane = builder.CreateIntrinsic(Intrinsic::amdgcn_mbcnt_lo, {}, {all, builder.getInt32(0)});
    lane = builder.CreateIntrinsic(Intrinsic::amdgcn_mbcnt_hi, {}, {all, lane});
    Value *distance = builder.CreateAdd(immediate, builder.CreateMul(lane, builder.getInt32(bytes)));
    Value *to = builder.CreateIntToPtr(builder.CreateAdd(first, distance), lds->getType());
    builder.CreateAlignedStore(value, to, Align(4));
    call.eraseFromParent();
  }

  CallInst &call;
  IRBuilder<> builder;
  Value *available = nullptr, *offset = nullptr, *start = nullptr;
};

/// The operation of an atomic, of its name behind `atomic.`.
std::optional<AtomicRMWInst::BinOp> operationOf(StringRef name) {
  static const std::map<StringRef, AtomicRMWInst::BinOp> known = {
      {"swap", AtomicRMWInst::Xchg}, {"add", AtomicRMWInst::Add},   {"sub", AtomicRMWInst::Sub},
      {"and", AtomicRMWInst::And},   {"or", AtomicRMWInst::Or},     {"xor", AtomicRMWInst::Xor},
      {"smax", AtomicRMWInst::Max},  {"smin", AtomicRMWInst::Min},  {"umax", AtomicRMWInst::UMax},
      {"umin", AtomicRMWInst::UMin}, {"fadd", AtomicRMWInst::FAdd}, {"fmax", AtomicRMWInst::FMax},
      {"fmin", AtomicRMWInst::FMin}};
  auto found = known.find(name.take_until([](char c) { return c == '.'; }));
  return found == known.end() ? std::nullopt : std::optional(found->second);
}

void lower(CallInst &call) {
  StringRef name = call.getCalledFunction()->getName();
  auto arg = [&](unsigned index) { return call.getArgOperand(index); };
  if (name.consume_front("llvm.amdgcn.global.load.lds"))
    return Access(call).globalToLds(arg(0), arg(1), arg(2), arg(3));
  if (!name.consume_front("llvm.amdgcn.raw.buffer.") && !name.consume_front("llvm.amdgcn.raw.ptr.buffer."))
    return;
  if (name.starts_with("load.lds"))
    return Access(call).loadToLds(arg(0), arg(1), arg(2), arg(3), arg(4), arg(5));
  if (name.starts_with("load.") && !name.starts_with("load.format"))
    return Access(call).load(arg(0), arg(1), arg(2));
  if (name.starts_with("store.") && !name.starts_with("store.format"))
    return Access(call).store(arg(0), arg(1), arg(2), arg(3));
  if (name.consume_front("atomic."))
    if (auto operation = operationOf(name))
      return Access(call).update(*operation, arg(0), arg(1), arg(2), arg(3));
  refuse(call, "buffers are loaded, stored and updated as plain words");
}

} // namespace

void lowerBuffers(Unit &unit) {
  std::vector<CallInst *> resources;
  forEachCall(unit, [&](CallInst &call, const Function &called) {
    if (called.getIntrinsicID() == Intrinsic::amdgcn_make_buffer_rsrc)
      resources.push_back(&call);
    else if (called.isIntrinsic())
      lower(call);
  });
  for (CallInst *resource : resources) { // what still names it are variables that nobody reads
    resource->replaceAllUsesWith(PoisonValue::get(resource->getType()));
    resource->eraseFromParent();
  }
}

} // namespace porter
