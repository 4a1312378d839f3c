// CUDA's warp operations, after the PTX ISA ("shfl.sync", "vote.sync", "match.sync", "redux.sync"). A lane takes
// part when it is active and the asking lane's mask names it.
#include "wave.h"

namespace porter {
namespace {

struct Source {
  uint32_t lane;
  bool inRange;
};

/// shfl: `control` holds the operand b, and from bit 32 the operand c: clamp in bits 0 to 4, segment mask in 8 to 12.
Source shuffleSource(Operation operation, uint32_t lane, uint64_t control) {
  const uint32_t b = control & 31, c = uint32_t(control >> 32), clamp = c & 31, segment = c >> 8 & 31;
  const uint32_t most = (lane & segment) | (clamp & ~segment);
  switch (operation) {
  case Operation::ShuffleUp: {
    const int source = int(lane) - int(b);
    return source >= int(most) ? Source{uint32_t(source), true} : Source{lane, false};
  }
  case Operation::ShuffleDown: {
    const uint32_t source = lane + b;
    return source <= most ? Source{source, true} : Source{lane, false};
  }
  case Operation::ShuffleXor: {
    const uint32_t source = lane ^ b;
    return source <= most ? Source{source, true} : Source{lane, false};
  }
  default: {
    const uint32_t source = (lane & segment) | (b & ~segment);
    return source <= most ? Source{source, true} : Source{lane, false};
  }
  }
}

uint32_t reduce(Reduction reduction, uint32_t a, uint32_t b) {
  switch (reduction) {
  case Reduction::Add: return a + b;
  case Reduction::And: return a & b;
  case Reduction::Or: return a | b;
  case Reduction::Xor: return a ^ b;
  case Reduction::Min: return int32_t(a) < int32_t(b) ? a : b;
  case Reduction::Max: return int32_t(a) > int32_t(b) ? a : b;
  case Reduction::UMin: return a < b ? a : b;
  case Reduction::UMax: return a > b ? a : b;
  }
  return 0;
}

} // namespace

uint64_t exchangeWarp(const Wave &wave, Operation operation, uint32_t lane, uint64_t active) {
  const uint64_t named = active & wave.c(lane);
  auto fold = [&](auto body) {
    for (uint64_t rest = named; rest; rest &= rest - 1)
      body(uint32_t(__builtin_ctzll(rest)));
  };
  switch (operation) {
  case Operation::ShuffleIndex:
  case Operation::ShuffleUp:
  case Operation::ShuffleDown:
  case Operation::ShuffleXor: {
    const Source source = shuffleSource(operation, lane, wave.b(lane));
    return uint32_t(wave.a(active >> source.lane & 1 ? source.lane : lane)) | uint64_t(source.inRange) << 32;
  }
  case Operation::VoteAny:
  case Operation::VoteAll:
  case Operation::VoteUniform:
  case Operation::VoteBallot: {
    uint64_t votes = 0;
    fold([&](uint32_t other) { votes |= (wave.a(other) & 1) << other; });
    return operation == Operation::VoteBallot ? votes
           : operation == Operation::VoteAny  ? votes != 0
           : operation == Operation::VoteAll  ? votes == named
                                                   : votes == 0 || votes == named;
  }
  case Operation::MatchAny: {
    uint64_t same = 0;
    fold([&](uint32_t other) { same |= uint64_t(wave.a(other) == wave.a(lane)) << other; });
    return same;
  }
  case Operation::MatchAll: {
    bool all = true;
    fold([&](uint32_t other) { all &= wave.a(other) == wave.a(lane); });
    return all ? named | uint64_t(1) << 32 : 0;
  }
  default: { // Reduce
    uint32_t result = 0;
    bool first = true;
    fold([&](uint32_t other) {
      const auto value = uint32_t(wave.a(other));
      result = first ? value : reduce(Reduction(wave.b(lane)), result, value);
      first = false;
    });
    return result;
  }
  }
}

} // namespace porter
