// PTX ISA, "Parallel Synchronization and Communication Instructions: mbarrier", as sm_80 has it.
//
// From the low end the word holds the arrivals that the phase waits for, those that each phase waits for (20 bits
// each), and the number of the phase.
#include "ptx_translation.h"

namespace porter {

namespace {
constexpr unsigned width = 20;
constexpr uint64_t largest = (uint64_t(1) << width) - 1;
} // namespace

bool PtxTranslation::barrierInMemory(StringRef name) {
  const bool isCopy = name == "cp" && current->has("async") && current->has("mbarrier");
  if (name != "mbarrier" && !isCopy)
    return false;
  if (current->has("expect_tx") || current->has("complete_tx") || current->has("shared::cluster"))
    refuse();
  if (isCopy) {
    // Copies are done: an arrival that is added for them is there at once.
    if (current->has("noinc"))
      arriveInMemory(address(current->operands[0]), builder.getInt64(1), false);
    return true;
  }
  const std::string &step = current->opcode[1];
  if (step == "init") {
    guardless();
    Value *count = builder.CreateZExt(in(1, builder.getInt32Ty()), builder.getInt64Ty());
    builder.CreateStore(builder.CreateOr(builder.CreateShl(count, width), count), address(current->operands[0]), true);
  } else if (step == "arrive" || step == "arrive_drop") {
    guardless();
    const bool isCounted = current->operands.size() > 2;
    Value *count = isCounted ? builder.CreateZExt(in(2, builder.getInt32Ty()), builder.getInt64Ty()) : builder.getInt64(1);
    out(arriveInMemory(address(current->operands[1]), count, step == "arrive_drop"));
  } else if (step == "test_wait" || step == "try_wait") {
    Value *phase = builder.CreateLShr(stateInMemory(address(current->operands[1])), 2 * width);
    if (current->has("parity")) {
      Value *parity = builder.CreateAnd(in(2, builder.getInt32Ty()), 1);
      out(builder.CreateICmpNE(builder.CreateTrunc(builder.CreateAnd(phase, 1), builder.getInt32Ty()), parity));
    } else {
      out(builder.CreateICmpNE(phase, builder.CreateLShr(in(2, builder.getInt64Ty()), 2 * width)));
    }
  } else if (step == "pending_count") {
    out(builder.CreateTrunc(builder.CreateAnd(in(1, builder.getInt64Ty()), largest), builder.getInt32Ty()));
  } else if (step != "inval") {
    refuse();
  }
  return true;
}

/// The word of a barrier; volatile, for others change it while a loop asks for it.
Value *PtxTranslation::stateInMemory(Value *pointer) {
  return builder.CreateAlignedLoad(builder.getInt64Ty(), pointer, Align(8), /*isVolatile=*/true);
}

/// Take an arrival, begin the next phase with the last one, and return the word as it was.
Value *PtxTranslation::arriveInMemory(Value *pointer, Value *count, bool drops) {
  Value *taken = drops ? builder.CreateOr(count, builder.CreateShl(count, width)) : count;
  constexpr AtomicOrdering order = AtomicOrdering::SequentiallyConsistent;
  Value *before = builder.CreateAtomicRMW(AtomicRMWInst::Sub, pointer, taken, Align(8), order);
  Value *after = builder.CreateSub(before, taken);
  Value *expected = builder.CreateAnd(builder.CreateLShr(after, width), largest);
  Value *next = builder.CreateAdd(builder.CreateLShr(after, 2 * width), builder.getInt64(1));
  Value *begun = builder.CreateOr(builder.CreateOr(builder.CreateShl(next, 2 * width), builder.CreateShl(expected, width)), expected);
  Value *isLast = builder.CreateICmpEQ(builder.CreateAnd(after, largest), builder.getInt64(0));
  // Nobody else changes the word between the last arrival and the next phase.
  builder.CreateAtomicCmpXchg(pointer, after, builder.CreateSelect(isLast, begun, after), Align(8), order, order);
  return before;
}

} // namespace porter
