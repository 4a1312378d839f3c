// What lanes of a wave tell each other: the semantics of GCN's and RDNA's cross-lane instructions, after AMD's
// instruction set manuals ("Data Parallel Primitives", DS_SWIZZLE_B32, V_PERMLANE*).
#include "wave.h"

#include <cstdio>
#include <cstdlib>

namespace porter {
namespace {

/// The lanes that take part, and their answers until all are known.
class Lanes {
public:
  Lanes(Wave &wave, uint64_t active) : wave(wave), items(wave.items), size(wave.size), active(active) {}
  ~Lanes() {
    each([&](uint32_t lane, Item &item) { item.a = answers[lane]; });
  }

  template <class Body> void each(Body body) const {
    for (uint64_t rest = active; rest; rest &= rest - 1) {
      uint32_t lane = uint32_t(__builtin_ctzll(rest));
      body(lane, items[lane]);
    }
  }
  void answer(uint32_t lane, uint64_t result) { answers[lane] = result; }
  /// Give every active lane the same answer.
  void answerAll(uint64_t result) {
    each([&](uint32_t lane, Item &) { answers[lane] = result; });
  }
  bool isActive(int lane) const { return lane >= 0 && lane < 64 && active >> lane & 1; }
  bool exists(uint32_t lane) const { return lane < size; }
  Item &operator[](uint32_t lane) const { return items[lane]; }
  /// The register of a lane that may be switched off; `kept` is its number and one more, 0 for none.
  uint64_t reg(uint32_t lane, uint64_t kept) const {
    if (!exists(lane))
      return 0;
    return isActive(int(lane)) || !kept ? items[lane].a : wave.kept[lane * wave.keptRegisters + kept - 1];
  }
  Item &first() const { return items[__builtin_ctzll(active)]; }

private:
  const Wave &wave;
  Item *items;
  uint32_t size;
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

void moveDpp(Lanes &lanes, uint32_t waveSize) {
  lanes.each([&](uint32_t lane, Item &item) {
    const uint32_t control = item.c & 0xffff, rows = item.c >> 16 & 15, banks = item.c >> 20 & 15;
    const bool zeroFill = item.c >> 24 & 1;
    const bool enabled = (rows >> lane / 16 % 4 & 1) && (banks >> lane / 4 % 4 & 1);
    const int source = dppSource(lane, control, waveSize);
    if (!enabled)
      lanes.answer(lane, item.a);
    else if (lanes.isActive(source))
      lanes.answer(lane, lanes[uint32_t(source)].b);
    else
      lanes.answer(lane, zeroFill ? 0 : item.a);
  });
}

/// V_PERMLANE16 and V_PERMLANEX16: any lane of the same row, or of the neighbouring one.
void permuteRows(Lanes &lanes, uint32_t otherRow) {
  lanes.each([&](uint32_t lane, Item &item) {
    uint32_t column = item.b >> 4 * (lane & 15) & 15;
    uint32_t source = ((lane & ~15u) + column) ^ otherRow;
    bool fetchInactive = item.c & 1, zeroFill = item.c >> 1 & 1;
    if (lanes.isActive(int(source)) || (fetchInactive && lanes.exists(source)))
      lanes.answer(lane, uint32_t(lanes.reg(source, item.c >> 2)));
    else
      lanes.answer(lane, zeroFill ? 0 : item.a >> 32);
  });
}

/// V_PERMLANE16_SWAP and V_PERMLANE32_SWAP of gfx950: upper rows of the first word change places with lower ones of
/// the second.
void swapRows(Lanes &lanes) {
  lanes.each([&](uint32_t lane, Item &item) {
    const uint32_t distance = uint32_t(item.b), other = lane ^ distance;
    const bool isUpper = lane & distance, fetchInactive = item.c & 1, zeroFill = item.c >> 1 & 1;
    const bool isThere = lanes.isActive(int(other)) || (fetchInactive && lanes.exists(other));
    uint64_t first = item.a & 0xffffffff, second = item.a >> 32;
    uint64_t &taken = isUpper ? first : second;
    if (isThere)
      taken = isUpper ? lanes[other].a >> 32 : lanes[other].a & 0xffffffff;
    else if (zeroFill)
      taken = 0;
    lanes.answer(lane, second << 32 | first);
  });
}

} // namespace

void exchange(Wave &wave, uint64_t active, uint32_t waveSize) {
  switch (wave.items[__builtin_ctzll(active)].operation) {
  case Operation::WaveBarrier: return; // nothing to say
  case Operation::Matrix: return multiplyMatrices(wave, active, waveSize);
  case Operation::WarpMatrix: return multiplyWarpMatrices(wave, active);
  case Operation::MatrixRows: return moveMatrixRows(wave, active);
  default: break;
  }
  Lanes lanes(wave, active);
  const uint32_t laneMask = waveSize - 1;
  auto pull = [&](uint32_t lane, int source, uint64_t Item::*field) {
    lanes.answer(lane, lanes.isActive(source) ? lanes[uint32_t(source)].*field : 0);
  };
  switch (lanes.first().operation) {
  case Operation::ActiveMask:
    lanes.answerAll(active);
    break;
  case Operation::Ballot: {
    uint64_t votes = 0;
    lanes.each([&](uint32_t lane, Item &item) { votes |= (item.a & 1) << lane; });
    lanes.answerAll(votes);
    break;
  }
  case Operation::ReadFirstLane:
    lanes.answerAll(lanes.first().a);
    break;
  case Operation::ReadLane:
    lanes.each([&](uint32_t lane, Item &item) {
      uint32_t source = item.b & laneMask;
      lanes.answer(lane, lanes.reg(source, item.c));
    });
    break;
  case Operation::WriteLane:
    lanes.each([&](uint32_t lane, Item &item) {
      lanes.answer(lane, lane == (item.b & laneMask) ? item.a : item.c);
    });
    break;
  case Operation::BPermute:
    lanes.each([&](uint32_t lane, Item &item) { pull(lane, int(item.a >> 2 & laneMask), &Item::b); });
    break;
  case Operation::Permute:
    lanes.answerAll(0);
    lanes.each([&](uint32_t, Item &item) {
      uint32_t target = item.a >> 2 & laneMask;
      if (lanes.isActive(int(target)))
        lanes.answer(target, item.b);
    });
    break;
  case Operation::Swizzle:
    lanes.each([&](uint32_t lane, Item &item) { pull(lane, swizzleSource(lane, uint32_t(item.b)), &Item::a); });
    break;
  case Operation::Dpp:
    moveDpp(lanes, waveSize);
    break;
  case Operation::Dpp8:
    lanes.each([&](uint32_t lane, Item &item) {
      pull(lane, int((lane & ~7u) | (item.b >> 3 * (lane & 7) & 7)), &Item::a);
    });
    break;
  case Operation::PermLane16:
    permuteRows(lanes, 0);
    break;
  case Operation::PermLaneSwap:
    swapRows(lanes);
    break;
  case Operation::PermLaneX16:
    permuteRows(lanes, 16);
    break;
  case Operation::PermLane64: // a wave of 32 has no other half: the instruction does nothing
    lanes.each([&](uint32_t lane, Item &item) {
      if (waveSize == 32)
        lanes.answer(lane, item.a);
      else
        pull(lane, int(lane ^ 32), &Item::a);
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
    lanes.each([&](uint32_t lane, Item &item) {
      lanes.answer(lane, exchangeWarp(item, lane, wave.items, active));
    });
    break;
  default:
    std::fprintf(stderr, "porter: operation %u is not one of a wave\n", uint32_t(lanes.first().operation));
    std::abort();
  }
}

} // namespace porter
