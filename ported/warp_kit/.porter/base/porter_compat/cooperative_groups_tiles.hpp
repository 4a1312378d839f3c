// Tiles of a fixed size, and the ways to cut a group into parts. Included by cooperative_groups.hpp.
#pragma once

#include "cooperative_groups.hpp"
#include "cooperative_groups_wide_tiles.hpp"

#if defined(__HIP__)

namespace porter {
namespace cooperative_groups {

/// What a tile of `Size` consecutive threads of a warp can do.
template <unsigned Size>
class narrow_tile : public thread_group {
  static_assert(Size > 0 && (Size & (Size - 1)) == 0, "the size of a tile is a power of two");

 public:
  PORTER_CG static constexpr unsigned size() { return Size; }
  PORTER_CG static constexpr unsigned num_threads() { return Size; }
  PORTER_CG static unsigned thread_rank() { return lane_id() & (Size - 1); }
  PORTER_CG unsigned meta_group_rank() const { return meta_rank_; }
  PORTER_CG unsigned meta_group_size() const { return meta_size_; }
  PORTER_CG static void sync() { syncwarp(); }

  // Static: of a member function clang 22 takes the object for the value that may be unset, and keeps it in memory.
  template <typename T>
  PORTER_CG static T shfl(PORTER_MAYBE_UNSET T value, int rank) {
    return static_cast<T>(shfl_sync(mask(), value, rank, Size));
  }
  template <typename T>
  PORTER_CG static T shfl_up(PORTER_MAYBE_UNSET T value, unsigned distance) {
    return static_cast<T>(shfl_up_sync(mask(), value, distance, Size));
  }
  template <typename T>
  PORTER_CG static T shfl_down(PORTER_MAYBE_UNSET T value, unsigned distance) {
    return static_cast<T>(shfl_down_sync(mask(), value, distance, Size));
  }
  template <typename T>
  PORTER_CG static T shfl_xor(PORTER_MAYBE_UNSET T value, unsigned flipped) {
    return static_cast<T>(shfl_xor_sync(mask(), value, static_cast<int>(flipped), Size));
  }

  PORTER_CG int any(int predicate) const { return any_sync(mask(), predicate); }
  PORTER_CG int all(int predicate) const { return all_sync(mask(), predicate); }
  PORTER_CG unsigned ballot(int predicate) const {
    const unsigned first = (porter::detail::one_warp() ? lane_id() : __lane_id()) & ~(Size - 1);
    return static_cast<unsigned>(__builtin_amdgcn_ballot_w64(predicate != 0) >> first) & (0xffffffffu >> (32 - Size));
  }
  template <typename T>
  PORTER_CG unsigned match_any(T value) const {
    return match_any_sync(mask(), value) >> first_lane();
  }
  template <typename T>
  PORTER_CG unsigned match_all(T value, int& all) const {
    return match_all_sync(mask(), value, &all) >> first_lane();
  }

 protected:
  PORTER_CG explicit narrow_tile(unsigned meta_rank, unsigned meta_size)
      : thread_group(detail::kind::lanes, mask(), meta_rank, meta_size) {}

  PORTER_CG static unsigned first_lane() { return lane_id() & ~(Size - 1); }
  PORTER_CG static unsigned mask() { return (0xffffffffu >> (32 - Size)) << first_lane(); }
};

namespace detail {
template <unsigned Size, bool IsWide>
struct tile_base {
  using type = narrow_tile<Size>;
};
template <unsigned Size>
struct tile_base<Size, true> {
  using type = wide_tile<Size>;
};
}  // namespace detail

/// `Size` consecutive threads, cut from a group of type `Parent`.
template <unsigned Size, typename Parent = void>
class thread_block_tile;

/// The same with its parent forgotten, which every tile of that size is.
template <unsigned Size>
class thread_block_tile<Size, void> : public detail::tile_base<Size, (Size > 32)>::type {
  using base = typename detail::tile_base<Size, (Size > 32)>::type;

 protected:
  friend struct detail::access;
  PORTER_CG explicit thread_block_tile(unsigned meta_rank, unsigned meta_size)
      : base(meta_rank, meta_size) {}
};

template <unsigned Size, typename Parent>
class thread_block_tile : public thread_block_tile<Size, void> {
  friend struct detail::access;
  PORTER_CG explicit thread_block_tile(unsigned meta_rank, unsigned meta_size)
      : thread_block_tile<Size, void>(meta_rank, meta_size) {}
};

namespace detail {

/// A tile as what it is, whatever it was cut from; other groups as they are.
template <typename Group>
PORTER_CG const Group& plain(const Group& group) {
  return group;
}
template <unsigned Size, typename Parent>
PORTER_CG const typename tile_base<Size, (Size > 32)>::type& plain(
    const thread_block_tile<Size, Parent>& tile) {
  return tile;
}

/// What makes groups, and looks into them.
struct access {
  template <unsigned Size, typename Parent>
  PORTER_CG static thread_block_tile<Size, Parent> tile(unsigned rank, unsigned threads) {
    return thread_block_tile<Size, Parent>(rank / Size, (threads + Size - 1) / Size);
  }
  PORTER_CG static coalesced_group lanes(unsigned mask, unsigned meta_rank, unsigned meta_size) {
    return coalesced_group(mask, meta_rank, meta_size);
  }
  PORTER_CG static thread_group any(unsigned mask, unsigned meta_rank, unsigned meta_size) {
    return thread_group(kind::lanes, mask, meta_rank, meta_size);
  }
  PORTER_CG static unsigned mask(const thread_group& group) { return group.mask_; }
  PORTER_CG static kind kind_of(const thread_group& group) { return group.kind_; }
};

/// The members of `mask` whose ranks fall into the same run of `size` as the caller's.
PORTER_CG unsigned run_of(unsigned mask, unsigned rank, unsigned size) {
  const unsigned first = nth_lane(mask, rank - rank % size);
  const unsigned behind = nth_lane(mask, rank - rank % size + size);
  const unsigned below = behind >= 32 ? 0xffffffffu : (1u << behind) - 1;
  return mask & below & (0xffffffffu << first);
}

}  // namespace detail

namespace detail {
template <unsigned Size, bool IsWide>
struct tile_begin {
  template <typename Parent>
  PORTER_CG static void prepare(const Parent&) {}
};
template <unsigned Size>
struct tile_begin<Size, true> {
  template <typename Parent>
  PORTER_CG static void prepare(const Parent& parent) {
    prepare_tiles<Size>(parent);
  }
};
}  // namespace detail

/// Cut a block or a tile into tiles of `Size` threads.
template <unsigned Size, typename Parent>
PORTER_CG thread_block_tile<Size, Parent> tiled_partition(const Parent& parent) {
  detail::tile_begin<Size, (Size > 32)>::prepare(parent);
  return detail::access::tile<Size, Parent>(static_cast<unsigned>(parent.thread_rank()),
                                            static_cast<unsigned>(parent.num_threads()));
}

/// Cut a coalesced group into runs of `size` members.
PORTER_CG coalesced_group tiled_partition(const coalesced_group& parent, unsigned size) {
  const unsigned rank = parent.thread_rank();
  const unsigned mask = detail::run_of(detail::access::mask(parent), rank, size);
  return detail::access::lanes(mask, rank / size, (parent.size() + size - 1) / size);
}

/// Cut any group into parts of `size` threads, a power of two up to 32.
PORTER_CG thread_group tiled_partition(const thread_group& parent, unsigned size) {
  const unsigned rank = static_cast<unsigned>(parent.thread_rank());
  const unsigned threads = static_cast<unsigned>(parent.size());
  const bool is_block = detail::access::kind_of(parent) == detail::kind::block;
  const unsigned whole = is_block ? activemask() : detail::access::mask(parent);
  const unsigned mask = is_block ? whole & ((0xffffffffu >> (32 - size)) << (lane_id() & ~(size - 1)))
                                 : detail::run_of(whole, rank, size);
  return detail::access::any(mask, rank / size, (threads + size - 1) / size);
}

/// The threads of a tile or coalesced group that agree with the caller on `predicate`.
template <typename Group>
PORTER_CG coalesced_group binary_partition(const Group& group, bool predicate) {
  const unsigned mask = detail::access::mask(group);
  const unsigned set = ballot_sync(mask, predicate);
  if (set == mask || set == 0) return detail::access::lanes(mask, 0, 1);
  return detail::access::lanes(predicate ? set : mask & ~set, predicate, 2);
}

/// The threads of a tile or coalesced group that gave the same `label`.
template <typename Group, typename Label>
PORTER_CG coalesced_group labeled_partition(const Group& group, Label label) {
  const unsigned mask = detail::access::mask(group);
  const unsigned own = match_any_sync(mask, label);
  const unsigned first = own & (0u - own);
  const unsigned leaders = ballot_sync(mask, first == lanemask_eq());
  return detail::access::lanes(own, __builtin_popcount(leaders & (first - 1)),
                               __builtin_popcount(leaders));
}
template <typename Group>
PORTER_CG coalesced_group labeled_partition(const Group& group, bool label) {
  return binary_partition(group, label);
}

/// The calling thread alone.
PORTER_CG thread_block_tile<1, void> this_thread() {
  return detail::access::tile<1, void>(0, 1);
}

template <typename Group>
PORTER_CG void sync(const Group& group) {
  group.sync();
}
template <typename Group>
PORTER_CG auto thread_rank(const Group& group) -> decltype(group.thread_rank()) {
  return group.thread_rank();
}
template <typename Group>
PORTER_CG auto group_size(const Group& group) -> decltype(group.size()) {
  return group.size();
}

/// Run `function` in one thread of the group.
template <typename Group, typename Function, typename... Arguments>
PORTER_CG void invoke_one(const Group& group, Function&& function, Arguments&&... arguments) {
  if (group.thread_rank() == 0) function(static_cast<Arguments&&>(arguments)...);
}

/// Run `function` in one thread of a tile or coalesced group; all of them return its result.
template <typename Group, typename Function, typename... Arguments>
PORTER_CG auto invoke_one_broadcast(const Group& group, Function&& function,
                                    Arguments&&... arguments)
    -> decltype(function(static_cast<Arguments&&>(arguments)...)) {
  decltype(function(static_cast<Arguments&&>(arguments)...)) result{};
  if (group.thread_rank() == 0) result = function(static_cast<Arguments&&>(arguments)...);
  return group.shfl(result, 0);
}

}  // namespace cooperative_groups
}  // namespace porter

#endif  // defined(__HIP__)
