// Inline assembly of AMD's: statements of loads, stores, and what only advises the hardware, as rocPRIM has them for
// accesses that other work-items watch (AMD, "RDNA 3 Instruction Set Architecture", chapters 10 to 12). Anything else
// would run as nonsense and is refused.
#include "retarget.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/InlineAsm.h"

using namespace llvm;

namespace porter {
namespace {

/// flat_load_dwordx4 $0, $1 sc1
struct Access {
  bool isLoad = false, isSigned = false;
  unsigned bits = 0;
  uint64_t offset = 0;
};

unsigned bitsOf(StringRef type) {
  return StringSwitch<unsigned>(type)
      .Cases("ubyte", "sbyte", "byte", "u8", "i8", "b8", 8)
      .Cases("ushort", "sshort", "short", "u16", "i16", "b16", 16)
      .Cases("dword", "b32", 32)
      .Cases("dwordx2", "b64", 64)
      .Cases("dwordx4", "b128", 128)
      .Default(0);
}

/// What follows the operands: how caches are used, and a distance.
bool readModifiers(StringRef text, Access &access) {
  SmallVector<StringRef> words;
  text.split(words, ' ', -1, false);
  for (StringRef word : words)
    if (word.consume_front("offset:")) {
      if (word.getAsInteger(0, access.offset))
        return false;
    } else if (!is_contained({"off", "glc", "slc", "dlc", "nt", "sc0", "sc1"}, word) && !word.starts_with("scope:") &&
               !word.starts_with("th:")) {
      return false;
    }
  return true;
}

/// Its result is operand 0 and its address operand 1; a store has the address first, then the value.
bool parse(StringRef line, Access &access) {
  auto [opcode, operands] = line.split(' ');
  auto [memory, verb] = opcode.split('_');
  auto [way, type] = verb.split('_');
  access.isLoad = way == "load" || way == "read";
  access.isSigned = type.starts_with("s") || type.starts_with("i");
  access.bits = bitsOf(type);
  const bool isAccess = access.isLoad || way == "store" || way == "write";
  operands = operands.ltrim();
  return isAccess && access.bits && is_contained({"flat", "global", "ds"}, memory) &&
         operands.consume_front("$0,") && (operands = operands.ltrim()).consume_front("$1") &&
         readModifiers(operands.ltrim(", "), access);
}

Value *address(IRBuilder<> &builder, Value *operand, const Access &access) {
  if (!operand->getType()->isPointerTy()) // a place in LDS, which lies below 4 GiB
    operand = builder.CreateIntToPtr(operand, builder.getPtrTy());
  return builder.CreateConstGEP1_64(builder.getInt8Ty(), operand, access.offset);
}

/// One access of the processor's, up to 16 bytes: others may watch it.
Type *transaction(IRBuilder<> &builder, const Access &access) {
  return access.bits == 128 ? cast<Type>(FixedVectorType::get(builder.getInt64Ty(), 2)) : builder.getIntNTy(access.bits);
}

Align alignment(const Access &access) { return Align(std::min(access.bits / 8, 4u)); }

Value *resized(IRBuilder<> &builder, Value *value, Type *type, bool isSigned) {
  Type *from = builder.getIntNTy(value->getType()->getPrimitiveSizeInBits());
  Type *to = builder.getIntNTy(type->getPrimitiveSizeInBits());
  Value *bits = builder.CreateIntCast(builder.CreateBitCast(value, from), to, isSigned);
  return builder.CreateBitCast(bits, type);
}

void load(CallInst &call, const Access &access) {
  IRBuilder<> builder(&call);
  Value *from = address(builder, call.getArgOperand(0), access);
  Value *loaded = builder.CreateAlignedLoad(transaction(builder, access), from, alignment(access), /*isVolatile=*/true);
  call.replaceAllUsesWith(resized(builder, loaded, call.getType(), access.isSigned));
}

void store(CallInst &call, const Access &access) {
  IRBuilder<> builder(&call);
  Value *to = address(builder, call.getArgOperand(0), access);
  Value *value = call.getArgOperand(1);
  if (value->getType()->isPointerTy())
    value = builder.CreatePtrToInt(value, builder.getInt64Ty());
  builder.CreateAlignedStore(resized(builder, value, transaction(builder, access), false), to, alignment(access),
                             /*isVolatile=*/true);
}

/// Whether the statement's operands are those of the access: values in registers, with a size.
bool fits(const CallInst &call, const Access &access) {
  if (access.isLoad)
    return call.arg_size() >= 1 && call.getType()->getPrimitiveSizeInBits() > 0;
  return call.arg_size() >= 2 && call.getType()->isVoidTy();
}

} // namespace

bool onlyAdvises(StringRef line) {
  const StringRef opcode = line.take_until([](char c) { return c == ' '; });
  return line.empty() || line.starts_with("s_wait") || line.starts_with(";") || line.starts_with("//") ||
         is_contained({"s_nop", "s_sleep", "s_setprio", "s_icache_inv", "s_sched_barrier"}, opcode);
}

void lowerGcnAssembly(CallInst &call) {
  const auto &assembly = cast<InlineAsm>(*call.getCalledOperand());
  const StringRef text = assembly.getAsmString();
  if (text.trim().empty()) { // a value that the optimiser is not to see through
    if (call.getType()->isVoidTy())
      call.eraseFromParent();
    return;
  }
  SmallVector<StringRef> lines;
  text.split(lines, '\n');
  Access access;
  unsigned accesses = 0;
  for (StringRef line : lines) {
    const std::string plain = join(split(line, '\t'), " ");
    if (StringRef trimmed = StringRef(plain).trim(); !onlyAdvises(trimmed))
      accesses += parse(trimmed, access) ? 1 : 2;
  }
  const bool isHintAlone = accesses == 0 && call.getType()->isVoidTy();
  if (!isHintAlone && (accesses != 1 || !fits(call, access)))
    fail("inline assembly cannot run on the cpu executor: " + text.trim() + " (in " + call.getFunction()->getName() + ")");
  if (accesses == 1)
    access.isLoad ? load(call, access) : store(call, access);
  call.eraseFromParent();
}

} // namespace porter
