// PTX ISA, loads, stores, atomics, fences; "Texture Instructions".
#include "ptx_translation.h"

namespace porter {

bool PtxTranslation::memory(StringRef name) {
  if (name == "ld" || name == "ldu") load();
  else if (name == "tex" || name == "tld4") texture();
  else if (name == "st") store();
  else if (name == "atom" || name == "red") atomic(name == "atom");
  else if (name == "membar" || name == "fence") builder.CreateFence(AtomicOrdering::SequentiallyConsistent);
  else if (name == "prefetch" || name == "prefetchu" || name == "discard" || name == "nanosleep") {}
  else if (name == "applypriority") {}
  else if (name == "createpolicy") write(current->operands[0], builder.getInt64(0)); // of a cache that is not there
  else return false;
  return true;
}

Value *PtxTranslation::address(StringRef operand) {
  auto [base, offset] = operand.trim("[] ").split('+');
  Value *pointer = read(base.trim(), builder.getPtrTy());
  int64_t bytes = 0;
  if (!offset.empty() && offset.trim().getAsInteger(0, bytes))
    refuse();
  return builder.CreateConstGEP1_64(builder.getInt8Ty(), pointer, bytes);
}

Type *PtxTranslation::transaction() {
  if (type()->isVectorTy())
    refuse();
  const unsigned bits = vectorWidth() * type()->getPrimitiveSizeInBits();
  if (bits <= 64)
    return builder.getIntNTy(bits);
  return FixedVectorType::get(builder.getInt64Ty(), bits / 64);
}

void PtxTranslation::load() {
  guardless();
  Value *pointer = address(current->operands[1]);
  const Align natural(transaction()->getPrimitiveSizeInBits() / 8);
  Value *loaded = qualify(builder.CreateAlignedLoad(transaction(), pointer, natural));
  loaded = builder.CreateBitCast(loaded, FixedVectorType::get(type(), vectorWidth()));
  SmallVector<StringRef> names = elements(current->operands[0]);
  for (unsigned i = 0; i < names.size(); ++i)
    write(names[i], builder.CreateExtractElement(loaded, uint64_t(i)));
  if (current->has("acquire"))
    builder.CreateFence(AtomicOrdering::Acquire);
}

void PtxTranslation::store() {
  guardless();
  if (current->has("release"))
    builder.CreateFence(AtomicOrdering::Release);
  SmallVector<StringRef> names = elements(current->operands[1]);
  Value *stored = PoisonValue::get(FixedVectorType::get(type(), vectorWidth()));
  for (unsigned i = 0; i < names.size(); ++i)
    stored = builder.CreateInsertElement(stored, read(names[i], type()), uint64_t(i));
  const Align natural(transaction()->getPrimitiveSizeInBits() / 8);
  stored = builder.CreateBitCast(stored, transaction());
  qualify(builder.CreateAlignedStore(stored, address(current->operands[0]), natural));
}

SmallVector<StringRef> PtxTranslation::elements(StringRef operand) {
  SmallVector<StringRef> names;
  operand.trim("{}").split(names, ',');
  for (StringRef &name : names)
    name = name.trim();
  if (names.size() != vectorWidth())
    refuse();
  return names;
}

void PtxTranslation::texture() {
  guardless();
  const bool isPlain = current->opcode[0] == "tex" && current->opcode[1] != "level";
  StringRef geometry = current->opcode[isPlain ? 1 : 2];
  const bool isLayered = geometry.consume_front("a");
  unsigned axes = 3;
  const bool isCube = geometry == "cube";
  if (!isCube && (!geometry.consume_back("d") || geometry.getAsInteger(10, axes) || axes > 3 || current->has("grad")))
    refuse();
  auto [object, braces] = StringRef(current->operands[1]).trim("[] ").split(',');
  SmallVector<StringRef> names;
  braces.trim("{} ").split(names, ',');
  Value *handle = read(object.trim(), builder.getPtrTy());
  BasicBlock &entry = call.getFunction()->getEntryBlock();
  Type *real = builder.getFloatTy(), *texel = FixedVectorType::get(real, 4);
  AllocaInst *slot = IRBuilder<>(&entry, entry.begin()).CreateAlloca(texel);
  const size_t gathered = StringRef("rgba").find(current->opcode[1]);
  if (current->opcode[0] == "tld4") {
    if (gathered == StringRef::npos || axes != 2 || isLayered)
      refuse();
    runtime("porter_nv_tex_gather", builder.getVoidTy(),
            {handle, builder.getInt32(unsigned(gathered)), read(names[0].trim(), real), read(names[1].trim(), real), slot});
  } else if (type()->isIntegerTy()) {
    if (axes != 1 || isLayered)
      refuse();
    runtime("porter_nv_tex_load", builder.getVoidTy(), {handle, read(names[0].trim(), builder.getInt32Ty()), slot});
  } else {
    Value *at[3];
    for (unsigned axis = 0; axis < 3; ++axis)
      at[axis] = axis < axes ? read(names[axis + isLayered].trim(), real) : ConstantFP::get(real, 0);
    Value *layer = isLayered ? builder.CreateUIToFP(read(names[0].trim(), builder.getInt32Ty()), real) : nullptr;
    if (isLayered && !isCube)
      at[2] = layer;
    if (isCube)
      runtime("porter_nv_tex_cube", builder.getVoidTy(),
              {handle, at[0], at[1], at[2], layer ? layer : ConstantFP::get(real, 0), slot});
    else
      runtime("porter_nv_tex_sample", builder.getVoidTy(),
              {handle, builder.getInt32(axes), at[0], at[1], at[2], slot});
  }
  Value *value = builder.CreateLoad(texel, slot);
  SmallVector<StringRef> results;
  StringRef(current->operands[0]).trim("{}").split(results, ',');
  for (unsigned i = 0; i < results.size(); ++i)
    write(results[i].trim(), builder.CreateExtractElement(value, uint64_t(i)));
}

void PtxTranslation::atomic(bool returns) {
  guardless();
  const unsigned first = returns ? 1 : 0;
  Value *pointer = address(current->operands[first]);
  const auto order = AtomicOrdering::SequentiallyConsistent;
  Value *old;
  if (current->has("cas")) {
    Value *pair = builder.CreateAtomicCmpXchg(pointer, in(first + 1), in(first + 2), MaybeAlign(), order, order);
    old = builder.CreateExtractValue(pair, 0);
  } else {
    static const std::map<std::string, AtomicRMWInst::BinOp> operations = {
        {"add", AtomicRMWInst::Add},       {"and", AtomicRMWInst::And}, {"or", AtomicRMWInst::Or},
        {"xor", AtomicRMWInst::Xor},       {"min", AtomicRMWInst::Min}, {"max", AtomicRMWInst::Max},
        {"exch", AtomicRMWInst::Xchg},     {"inc", AtomicRMWInst::UIncWrap}, {"dec", AtomicRMWInst::UDecWrap}};
    auto found = find_if(operations, [&](const auto &operation) { return current->has(operation.first); });
    if (found == operations.end())
      refuse();
    AtomicRMWInst::BinOp operation = found->second;
    if (isFloat() && operation == AtomicRMWInst::Add)
      operation = AtomicRMWInst::FAdd;
    else if (!isSigned() && operation == AtomicRMWInst::Min)
      operation = AtomicRMWInst::UMin;
    else if (!isSigned() && operation == AtomicRMWInst::Max)
      operation = AtomicRMWInst::UMax;
    old = builder.CreateAtomicRMW(operation, pointer, in(first + 1), MaybeAlign(), order);
  }
  if (returns)
    out(old);
}

} // namespace porter
