// CUB's inner dispatch of scans, reductions and sorts, which projects call for 64-bit sizes and for
// offsets of two types: hipCUB has none, rocPRIM's algorithms take the same.
//
// Policies, which tune CUB's for NVIDIA's GPUs, are passed over.
// References: CUB's device/dispatch/dispatch_{scan,reduce,radix_sort}.cuh; rocPRIM's device functions.
#pragma once

#include <hip/hip_runtime.h>

#include <hipcub/hipcub.hpp>

#if defined(__HIP__)

#include <cstddef>
#include <rocprim/rocprim.hpp>
#include <type_traits>

namespace porter {

/// Scans with any operator; without a first value (hipcub::NullType) each sum holds its own item, too.
template <typename In, typename Out, typename Operator, typename First, typename Offset>
struct DispatchScan {
  static hipError_t Dispatch(void *temporary, std::size_t &bytes, In in, Out out, Operator scan,
                             First first, Offset items, hipStream_t stream = nullptr,
                             bool is_debugged = false) {
    const auto size = static_cast<std::size_t>(items);
    if constexpr (std::is_same_v<First, hipcub::NullType>) {
      return rocprim::inclusive_scan(temporary, bytes, in, out, size, scan, stream, is_debugged);
    } else {
      return rocprim::exclusive_scan(temporary, bytes, in, out, first, size, scan, stream,
                                     is_debugged);
    }
  }
};

/// Reduces all items to one; of CUB's further parameters the type of the first value may be given.
template <typename In, typename Out, typename Offset, typename Operator, typename... First>
struct DispatchReduce {
  static_assert(sizeof...(First) <= 1, "rocPRIM takes no type for what is summed so far");

  template <typename Start>
  static hipError_t Dispatch(void *temporary, std::size_t &bytes, In in, Out out, Offset items,
                             Operator reduce, Start first, hipStream_t stream = nullptr,
                             bool is_debugged = false) {
    return rocprim::reduce(temporary, bytes, in, out, first, static_cast<std::size_t>(items), reduce,
                           stream, is_debugged);
  }
};

/// Says that the result lies in the other buffer, unless the call asked for the size of its memory.
template <typename Keys, typename Values>
hipError_t sorted_into_the_other(hipError_t error, const void *temporary,
                                 hipcub::DoubleBuffer<Keys> &keys,
                                 hipcub::DoubleBuffer<Values> &values) {
  if (error == hipSuccess && temporary != nullptr) {
    keys.selector ^= 1;
    values.selector ^= 1;
  }
  return error;
}

/// Sorts keys, with their values unless these are hipcub::NullType, from one buffer to the other.
///
/// DESCENDING: true, or CUB's SortOrder::Descending.
template <auto DESCENDING, typename Key, typename Value, typename Offset, typename... Policy>
struct DispatchRadixSort {
  static_assert(sizeof...(Policy) <= 1, "a decomposer of keys is not taken");

  static hipError_t Dispatch(void *temporary, std::size_t &bytes, hipcub::DoubleBuffer<Key> &keys,
                             hipcub::DoubleBuffer<Value> &values, Offset items, int first_bit,
                             int last_bit, bool, hipStream_t stream = nullptr,
                             bool is_debugged = false) {
    const auto size = static_cast<std::size_t>(items);
    const auto sort = [&](auto algorithm, auto... with) {
      return algorithm(temporary, bytes, keys.Current(), keys.Alternate(), with..., size, first_bit,
                       last_bit, stream, is_debugged);
    };
    hipError_t error;
    if constexpr (std::is_same_v<Value, hipcub::NullType>) {
      error = sort([](auto &&...all) {
        if constexpr (static_cast<bool>(DESCENDING)) return rocprim::radix_sort_keys_desc(all...);
        else return rocprim::radix_sort_keys(all...);
      });
    } else {
      error = sort(
          [](auto &&...all) {
            if constexpr (static_cast<bool>(DESCENDING)) return rocprim::radix_sort_pairs_desc(all...);
            else return rocprim::radix_sort_pairs(all...);
          },
          values.Current(), values.Alternate());
    }
    return sorted_into_the_other(error, temporary, keys, values);
  }
};

/// Sorts each segment by itself, as `DispatchRadixSort` does.
template <auto DESCENDING, typename Key, typename Value, typename Begin, typename End, typename Offset,
          typename... Policy>
struct DispatchSegmentedRadixSort {
  static_assert(std::is_same_v<Begin, End>, "rocPRIM takes one type for both offsets of a segment");
  static_assert(sizeof...(Policy) <= 1, "a decomposer of keys is not taken");

  template <typename Items, typename Count>
  static hipError_t Dispatch(void *temporary, std::size_t &bytes, hipcub::DoubleBuffer<Key> &keys,
                             hipcub::DoubleBuffer<Value> &values, Items items, Count segments,
                             Begin begin, End end, int first_bit, int last_bit, bool,
                             hipStream_t stream = nullptr, bool is_debugged = false) {
    const auto size = static_cast<unsigned>(items), parts = static_cast<unsigned>(segments);
    if (static_cast<Items>(size) != items || static_cast<Count>(parts) != segments) {
      return hipErrorInvalidValue;  // rocPRIM counts them in 32 bits
    }
    const auto sort = [&](auto algorithm, auto... with) {
      return algorithm(temporary, bytes, keys.Current(), keys.Alternate(), with..., size, parts,
                       begin, end, first_bit, last_bit, stream, is_debugged);
    };
    hipError_t error;
    if constexpr (std::is_same_v<Value, hipcub::NullType>) {
      error = sort([](auto &&...all) {
        if constexpr (static_cast<bool>(DESCENDING)) {
          return rocprim::segmented_radix_sort_keys_desc(all...);
        } else {
          return rocprim::segmented_radix_sort_keys(all...);
        }
      });
    } else {
      error = sort(
          [](auto &&...all) {
            if constexpr (static_cast<bool>(DESCENDING)) {
              return rocprim::segmented_radix_sort_pairs_desc(all...);
            } else {
              return rocprim::segmented_radix_sort_pairs(all...);
            }
          },
          values.Current(), values.Alternate());
    }
    return sorted_into_the_other(error, temporary, keys, values);
  }
};

}  // namespace porter

#else  // on NVIDIA's GPUs CUB's own

#include <cub/cub.cuh>

namespace porter {
using ::cub::DispatchRadixSort;
using ::cub::DispatchReduce;
using ::cub::DispatchScan;
using ::cub::DispatchSegmentedRadixSort;
}  // namespace porter

#endif  // defined(__HIP__)
