// Inline assembly of AMD's by which tiles are loaded to LDS without registers: M0, the wave's register that says where
// in LDS; the loads; the barrier behind them. Each statement becomes the intrinsics that later steps know. M0 is kept
// with the work-item, since every lane executes what writes it.
// Source: AMD Instinct MI300 ISA, 9.1.9 "Memory Buffer Load to LDS"; "RDNA 4" ISA, 16.5, S_BARRIER_SIGNAL and _WAIT.
#include "retarget.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/Support/AMDGPUAddrSpace.h"

using namespace llvm;

namespace porter {
namespace {

/// `opcode a, b, c modifiers`
struct Line {
  StringRef opcode;
  SmallVector<StringRef> operands; ///< the last with what follows it
};

Line split(StringRef text) {
  Line line;
  auto [opcode, rest] = text.split(' ');
  line.opcode = opcode;
  rest.split(line.operands, ',');
  for (StringRef &operand : line.operands)
    operand = operand.trim();
  return line;
}

class Statement {
public:
  explicit Statement(CallInst &call)
      : call(call), outputs(call.getType()->isVoidTy() ? 0 : 1), builder(&call) {}

  /// Whether every line is known, and one does something; then `emit` makes the code of all.
  bool run(bool emit) {
    SmallVector<StringRef> lines;
    StringRef(cast<InlineAsm>(call.getCalledOperand())->getAsmString()).split(lines, '\n');
    bool isKnown = true, does = false;
    for (StringRef text : lines) {
      const std::string plain = join(llvm::split(text, '\t'), " ");
      const StringRef trimmed = StringRef(plain).trim();
      if (onlyAdvises(trimmed))
        continue;
      does = true;
      isKnown = isKnown && (barrier(trimmed, emit) ||
                            (!hasSignalled && (setM0(split(trimmed), emit) || load(split(trimmed), emit))));
    }
    return isKnown && does && !hasSignalled;
  }

private:
  /// s_barrier; on gfx12 its halves, for the block: s_barrier_signal -1 and s_barrier_wait -1. What a statement does
  /// between them would be done before the others have come: nothing may.
  bool barrier(StringRef text, bool emit) {
    const bool isWait = text == "s_barrier_wait -1";
    if (text == "s_barrier_signal -1" && !hasSignalled)
      return hasSignalled = true;
    if ((text != "s_barrier" && !isWait) || isWait != hasSignalled)
      return false;
    hasSignalled = false;
    if (emit)
      builder.CreateIntrinsic(Intrinsic::amdgcn_s_barrier, {}, {});
    return true;
  }

  /// s_mov_b32 m0, $0 and s_add_u32 m0, $0, m0
  bool setM0(const Line &line, bool emit) {
    const bool isMove = line.opcode == "s_mov_b32" && line.operands.size() == 2;
    const bool isSum = line.opcode == "s_add_u32" && line.operands.size() == 3 && line.operands[2] == "m0";
    Value *value = isMove || isSum ? operand(line.operands[1]) : nullptr;
    if (!value || line.operands[0] != "m0" || !value->getType()->isIntegerTy(32))
      return false;
    if (emit)
      builder.CreateStore(isSum ? builder.CreateAdd(value, m0()) : value, placeOfM0());
    return true;
  }

  /// buffer_load_dword $1, $2, 0 offen offset:$3 lds, where $0 stands for the memory of LDS alone
  bool load(const Line &line, bool emit) {
    if (line.opcode != "buffer_load_dword" || line.operands.size() != 3)
      return false;
    SmallVector<StringRef> words;
    line.operands[2].split(words, ' ', -1, false);
    Value *offset = operand(line.operands[0]), *resource = operand(line.operands[1]);
    Value *immediate = builder.getInt32(0);
    if (words.size() == 4 && words[2].consume_front("offset:")) {
      immediate = operand(words[2]);
      words.erase(words.begin() + 2);
    }
    const bool isKnown = words == SmallVector<StringRef>{"0", "offen", "lds"} && offset && resource &&
                         immediate && immediate->getType()->isIntegerTy() && offset->getType()->isIntegerTy(32) &&
                         resource->getType() == FixedVectorType::get(builder.getInt32Ty(), 4);
    if (isKnown && emit)
      builder.CreateIntrinsic(Intrinsic::amdgcn_raw_buffer_load_lds, {},
                              {resource, place(), builder.getInt32(4), offset, builder.getInt32(0),
                               builder.CreateIntCast(immediate, builder.getInt32Ty(), false), builder.getInt32(0)});
    return isKnown;
  }

  /// The operand $N; outputs come first. Null where it is none, or no input.
  Value *operand(StringRef text) {
    unsigned number = 0;
    if (!text.consume_front("$") || text.getAsInteger(10, number) || number < outputs ||
        number - outputs >= call.arg_size())
      return nullptr;
    return call.getArgOperand(number - outputs);
  }

  Value *placeOfM0() {
    Value *item = readState(builder, "porter_item", builder.getPtrTy());
    return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), item, offsetof(Item, m0));
  }

  Value *m0() { return builder.CreateLoad(builder.getInt32Ty(), placeOfM0()); }

  /// Where M0 says: a distance from the block's LDS, or what was made of an address there.
  Value *place() {
    Type *local = PointerType::get(call.getContext(), AMDGPUAS::LOCAL_ADDRESS);
    Value *base = builder.CreatePtrToInt(readState(builder, hook::ldsBase, local), builder.getInt32Ty());
    Value *said = m0();
    Value *isDistance = builder.CreateICmpULT(said, base);
    return builder.CreateIntToPtr(builder.CreateSelect(isDistance, builder.CreateAdd(base, said), said), local);
  }

  CallInst &call;
  bool hasSignalled = false; ///< the first half of a barrier
  const unsigned outputs;
  IRBuilder<> builder;
};

} // namespace

void expandLdsAssembly(Unit &unit) {
  if (unit.isNvptx)
    return;
  for (Function &function : *unit.module)
    for (Instruction &instruction : make_early_inc_range(instructions(function))) {
      auto *call = dyn_cast<CallInst>(&instruction);
      if (!call || !isa<InlineAsm>(call->getCalledOperand()) || !Statement(*call).run(false))
        continue;
      Statement(*call).run(true);
      call->replaceAllUsesWith(PoisonValue::get(call->getType()));
      call->eraseFromParent();
    }
}

} // namespace porter
