// What lanes of a wave tell each other: the semantics of GCN's and RDNA's cross-lane instructions, after AMD's
// instruction set manuals ("Data Parallel Primitives", DS_SWIZZLE_B32, V_PERMLANE*).
#include "wave.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace porter {
namespace {

/// The lanes that take part, and their answers until all are known.
class Lanes {
public:
  Lanes(Wave &wave, uint64_t active) : wave(wave), active(active) {}
  ~Lanes() {
    each([&](uint32_t lane) { wave.answer(lane) = answers[lane]; });
  }

  template <class Body> void each(Body body) const {
    for (uint64_t rest = active; rest; rest &= rest - 1)
      body(uint32_t(__builtin_ctzll(rest)));
  }
  void answer(uint32_t lane, uint64_t result) { answers[lane] = result; }
  /// Give every active lane the same answer.
  void answerAll(uint64_t result) {
    each([&](uint32_t lane) { answers[lane] = result; });
  }
  bool isActive(int lane) const { return lane >= 0 && lane < 64 && active >> lane & 1; }
  bool exists(uint32_t lane) const { return lane < wave.size; }
  /// The register of a lane that may be switched off; `kept` is its number and one more, 0 for none.
  uint64_t reg(uint32_t lane, uint64_t kept) const {
    if (!exists(lane))
      return 0;
    return isActive(int(lane)) || !kept ? wave.a(lane) : wave.kept[lane * wave.keptRegisters + kept - 1];
  }
  uint32_t first() const { return uint32_t(__builtin_ctzll(active)); }

private:
  const Wave &wave;
  uint64_t active;
  uint64_t answers[64];
};

/// DS_SWIZZLE_B32: quad permutation or and/or/xor masks within 32 lanes.
int swizzleSource(uint32_t lane, uint32_t pattern) {
  if (pattern & 0x8000)
    return int((lane & ~3u) | (pattern >> 2 * (lane & 3) & 3));
  uint32_t within = (((lane & 31) & (pattern & 31)) | (pattern >> 5 & 31)) ^ (pattern >> 10 & 31);
  return int((lane & ~31u) | within);
}

/// DPP: the lane to read from, -1 for none.
int dppSource(uint32_t lane, uint32_t control, uint32_t waveSize) {
  const int row = int(lane & ~15u), column = int(lane & 15), amount = int(control & 15);
  if (control < 0x100) // quad_perm
    return int((lane & ~3u) | (control >> 2 * (lane & 3) & 3));
  switch (control & 0x1f0) {
  case 0x100: return column + amount < 16 ? row + column + amount : -1;  // row_shl
  case 0x110: return column >= amount ? row + column - amount : -1;     // row_shr
  case 0x120: return row + ((column - amount) & 15);                     // row_ror
  case 0x150: return row + amount;                                       // row_share
  case 0x160: return row + (column ^ amount);                            // row_xmask
  }
  switch (control) {
  case 0x130: return lane + 1 < waveSize ? int(lane) + 1 : -1;           // wave_shl
  case 0x134: return int((lane + 1) % waveSize);                         // wave_rol
  case 0x138: return int(lane) - 1;                                      // wave_shr
  case 0x13c: return int((lane + waveSize - 1) % waveSize);              // wave_ror
  case 0x140: return row + 15 - column;                                  // row_mirror
  case 0x141: return int((lane & ~7u) + 7 - (lane & 7));                 // row_half_mirror
  case 0x142: return row - 1;                                            // row_bcast15
  case 0x143: return lane < 32 ? -1 : 31;                                // row_bcast31
  }
  std::fprintf(stderr, "porter: unknown DPP control 0x%x\n", control);
  std::abort();
}

void moveDpp(const Wave &wave, Lanes &lanes, uint32_t waveSize) {
  lanes.each([&](uint32_t lane) {
    const uint64_t modifiers = wave.c(lane);
    const uint32_t control = modifiers & 0xffff, rows = modifiers >> 16 & 15, banks = modifiers >> 20 & 15;
    const bool zeroFill = modifiers >> 24 & 1;
    const bool enabled = (rows >> lane / 16 % 4 & 1) && (banks >> lane / 4 % 4 & 1);
    const int source = dppSource(lane, control, waveSize);
    if (!enabled)
      lanes.answer(lane, wave.a(lane));
    else if (lanes.isActive(source))
      lanes.answer(lane, wave.b(uint32_t(source)));
    else
      lanes.answer(lane, zeroFill ? 0 : wave.a(lane));
  });
}

/// V_PERMLANE16 and V_PERMLANEX16: any lane of the same row, or of the neighbouring one.
void permuteRows(const Wave &wave, Lanes &lanes, uint32_t otherRow) {
  lanes.each([&](uint32_t lane) {
    uint32_t column = wave.b(lane) >> 4 * (lane & 15) & 15;
    uint32_t source = ((lane & ~15u) + column) ^ otherRow;
    bool fetchInactive = wave.c(lane) & 1, zeroFill = wave.c(lane) >> 1 & 1;
    if (lanes.isActive(int(source)) || (fetchInactive && lanes.exists(source)))
      lanes.answer(lane, uint32_t(lanes.reg(source, wave.c(lane) >> 2)));
    else
      lanes.answer(lane, zeroFill ? 0 : wave.a(lane) >> 32);
  });
}

/// V_PERMLANE16_SWAP and V_PERMLANE32_SWAP of gfx950: upper rows of the first word change places with lower ones of
/// the second.
void swapRows(const Wave &wave, Lanes &lanes) {
  lanes.each([&](uint32_t lane) {
    const uint32_t distance = uint32_t(wave.b(lane)), other = lane ^ distance;
    const bool isUpper = lane & distance, fetchInactive = wave.c(lane) & 1, zeroFill = wave.c(lane) >> 1 & 1;
    const bool isThere = lanes.isActive(int(other)) || (fetchInactive && lanes.exists(other));
    uint64_t first = wave.a(lane) & 0xffffffff, second = wave.a(lane) >> 32;
    uint64_t &taken = isUpper ? first : second;
    if (isThere)
      taken = isUpper ? wave.a(other) >> 32 : wave.a(other) & 0xffffffff;
    else if (zeroFill)
      taken = 0;
    lanes.answer(lane, second << 32 | first);
  });
}

} // namespace

/// ds_bpermute where all lanes take part.
static void permuteWhole(const Wave &wave, uint32_t waveSize) {
  const Column &sources = wave.columns[wave.current.a], &words = wave.columns[wave.current.b];
  uint64_t answers[mostLanes];
  for (uint32_t lane = 0; lane < waveSize; ++lane)
    answers[lane] = words.of[sources.of[lane] >> 2 & (waveSize - 1)];
  std::memcpy(wave.columns[wave.current.answer].of, answers, waveSize * sizeof *answers);
}

static void exchange(Wave &wave, Operation operation, uint64_t active, uint32_t waveSize) {
  switch (operation) {
  case Operation::WaveBarrier: return; // nothing to say
  case Operation::Matrix: return multiplyMatrices(wave, active, waveSize);
  case Operation::WarpMatrix: return multiplyWarpMatrices(wave, active);
  case Operation::MatrixRows: return moveMatrixRows(wave, active);
  case Operation::BPermute:
    if (wave.columns && active == ~uint64_t(0) >> (mostLanes - waveSize))
      return permuteWhole(wave, waveSize);
    break;
  default: break;
  }
  Lanes lanes(wave, active);
  const uint32_t laneMask = waveSize - 1;
  auto pull = [&](uint32_t lane, int source) {
    lanes.answer(lane, lanes.isActive(source) ? wave.a(uint32_t(source)) : 0);
  };
  switch (operation) {
  case Operation::ActiveMask:
    lanes.answerAll(active);
    break;
  case Operation::Ballot: {
    uint64_t votes = 0;
    lanes.each([&](uint32_t lane) { votes |= (wave.a(lane) & 1) << lane; });
    lanes.answerAll(votes);
    break;
  }
  case Operation::ReadFirstLane:
    lanes.answerAll(wave.a(lanes.first()));
    break;
  case Operation::ReadLane:
    lanes.each([&](uint32_t lane) {
      uint32_t source = wave.b(lane) & laneMask;
      lanes.answer(lane, lanes.reg(source, wave.c(lane)));
    });
    break;
  case Operation::WriteLane:
    lanes.each([&](uint32_t lane) {
      lanes.answer(lane, lane == (wave.b(lane) & laneMask) ? wave.a(lane) : wave.c(lane));
    });
    break;
  case Operation::BPermute:
    lanes.each([&](uint32_t lane) {
      const uint32_t source = wave.a(lane) >> 2 & laneMask;
      lanes.answer(lane, lanes.isActive(int(source)) ? wave.b(source) : 0);
    });
    break;
  case Operation::Permute:
    lanes.answerAll(0);
    lanes.each([&](uint32_t lane) {
      uint32_t target = wave.a(lane) >> 2 & laneMask;
      if (lanes.isActive(int(target)))
        lanes.answer(target, wave.b(lane));
    });
    break;
  case Operation::Swizzle:
    lanes.each([&](uint32_t lane) { pull(lane, swizzleSource(lane, uint32_t(wave.b(lane)))); });
    break;
  case Operation::Dpp:
    moveDpp(wave, lanes, waveSize);
    break;
  case Operation::Dpp8:
    lanes.each([&](uint32_t lane) {
      pull(lane, int((lane & ~7u) | (wave.b(lane) >> 3 * (lane & 7) & 7)));
    });
    break;
  case Operation::PermLane16:
    permuteRows(wave, lanes, 0);
    break;
  case Operation::PermLaneSwap:
    swapRows(wave, lanes);
    break;
  case Operation::PermLaneX16:
    permuteRows(wave, lanes, 16);
    break;
  case Operation::PermLane64: // a wave of 32 has no other half: the instruction does nothing
    lanes.each([&](uint32_t lane) {
      if (waveSize == 32)
        lanes.answer(lane, wave.a(lane));
      else
        pull(lane, int(lane ^ 32));
    });
    break;
  case Operation::ShuffleIndex:
  case Operation::ShuffleUp:
  case Operation::ShuffleDown:
  case Operation::ShuffleXor:
  case Operation::VoteAny:
  case Operation::VoteAll:
  case Operation::VoteUniform:
  case Operation::VoteBallot:
  case Operation::MatchAny:
  case Operation::MatchAll:
  case Operation::Reduce:
    lanes.each([&](uint32_t lane) {
      lanes.answer(lane, exchangeWarp(wave, operation, lane, active));
    });
    break;
  default:
    std::fprintf(stderr, "porter: operation %u is not one of a wave\n", uint32_t(operation));
    std::abort();
  }
}

void answer(Wave &wave, uint64_t active, uint32_t waveSize) {
  const auto first = uint32_t(__builtin_ctzll(active));
  const Region *region = wave.sites ? &wave.regions[wave.siteOf(first)] : nullptr;
  if (!region || !region->exchanges)
    return exchange(wave, wave.operationOf(first), active, waveSize);
  for (uint32_t i = 0; i < region->exchangeCount; ++i) {
    wave.current = region->exchanges[i];
    exchange(wave, wave.current.operation, active, waveSize);
  }
  wave.current = alone(Operation::Exit);
}

} // namespace porter
