// PTX ISA, "Parallel Synchronization and Communication Instructions", "Control Flow Instructions".
#include "ptx_translation.h"

namespace porter {

bool PtxTranslation::warp(StringRef name) {
  Type *half = builder.getInt32Ty();
  if (name == "shfl") {
    shuffle();
  } else if (name == "activemask") {
    out(builder.CreateTrunc(callRendezvous(builder, Operation::ActiveMask), half));
  } else if (name == "vote") {
    vote();
  } else if (name == "match") {
    match();
  } else if (name == "redux") {
    reduce();
  } else if (name == "bar" || name == "barrier") {
    guardless();
    if (current->has("warp"))
      callRendezvous(builder, Operation::WaveBarrier, nullptr, nullptr, asWord(builder, in(0, half)));
    else
      callRendezvous(builder, Operation::Barrier);
  } else if (name == "exit") {
    guardless();
    callRendezvous(builder, Operation::Exit);
  } else if (name == "trap") {
    runtime("porter_trap", builder.getVoidTy(), {});
  } else {
    return false;
  }
  return true;
}

void PtxTranslation::shuffle() {
  Type *half = builder.getInt32Ty();
  const unsigned first = current->operands.size() == 6 ? 2 : 1; // with or without the predicate
  const bool isNamed = current->has("sync");
  Operation operation = current->has("up")     ? Operation::ShuffleUp
                        : current->has("down") ? Operation::ShuffleDown
                        : current->has("bfly") ? Operation::ShuffleXor
                                               : Operation::ShuffleIndex;
  Value *control = builder.CreateOr(asWord(builder, in(first + 1, half)),
                                    builder.CreateShl(asWord(builder, in(first + 2, half)), 32));
  Value *mask = isNamed ? asWord(builder, in(first + 3, half)) : builder.getInt64(0xffffffff);
  Value *answer = callRendezvous(builder, operation, asWord(builder, in(first, half)), control, mask);
  if (first == 2)
    write(current->operands[1], builder.CreateTrunc(builder.CreateLShr(answer, 32), builder.getInt1Ty()));
  out(builder.CreateTrunc(answer, half));
}

void PtxTranslation::vote() {
  Operation operation = current->has("any")   ? Operation::VoteAny
                        : current->has("all") ? Operation::VoteAll
                        : current->has("uni") ? Operation::VoteUniform
                                              : Operation::VoteBallot;
  Value *mask = current->has("sync") ? asWord(builder, in(2, builder.getInt32Ty())) : builder.getInt64(0xffffffff);
  Value *answer = callRendezvous(builder, operation, asWord(builder, in(1, builder.getInt1Ty())), nullptr, mask);
  out(builder.CreateTrunc(answer, type()));
}

void PtxTranslation::match() {
  const unsigned first = current->operands.size() == 4 ? 2 : 1; // with or without the predicate
  Operation operation = current->has("any") ? Operation::MatchAny : Operation::MatchAll;
  Type *half = builder.getInt32Ty();
  Value *answer = callRendezvous(builder, operation, asWord(builder, in(first)), nullptr, asWord(builder, in(first + 1, half)));
  if (first == 2)
    write(current->operands[1], builder.CreateTrunc(builder.CreateLShr(answer, 32), builder.getInt1Ty()));
  write(current->operands[0], builder.CreateTrunc(answer, half));
}

void PtxTranslation::reduce() {
  static const char *const names[] = {"add", "and", "or", "xor", "min", "max"};
  unsigned kind = 0;
  while (kind < std::size(names) && !current->has(names[kind]))
    ++kind;
  if (kind == std::size(names))
    refuse();
  const bool isUnsigned = kind >= 4 && current->has("u32");
  Value *answer = callRendezvous(builder, Operation::Reduce, asWord(builder, in(1)), builder.getInt64(kind + 2 * isUnsigned),
                                 asWord(builder, in(2, builder.getInt32Ty())));
  out(builder.CreateTrunc(answer, type()));
}

} // namespace porter
