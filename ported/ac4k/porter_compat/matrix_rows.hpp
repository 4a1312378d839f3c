// PTX's `ldmatrix`, `stmatrix` and `movmatrix`: 8 x 8 matrices of 16 bits between shared memory
// and the lanes of a warp (PTX ISA 9.7.14).
//
// Lane 8m + r brings the address of row r of matrix m. Lane 4g + t holds of each matrix the
// elements 2t and 2t + 1 of row g, or of column g of a transposed one.
#pragma once

#include "mma_registers.hpp"
#include "ptx_memory.hpp"
#include "warp.hpp"

#if defined(__HIP__)

namespace porter {
namespace ptx {

#define PORTER_PTX __device__ __forceinline__

namespace detail {

using porter::detail::read_lane;

/// Where row `row` of matrix `matrix` begins.
template <class Address>
PORTER_PTX Address row_of(Address own, unsigned matrix, unsigned row) {
  return Address(read_lane(own.bits, 8u * matrix + row));
}

}  // namespace detail

/// ldmatrix.sync.aligned.m8n8.xN{.trans}{.shared}.b16
template <int N, class Address>
PORTER_PTX registers<uint32_t, N> load_matrices(given<Address> row) {
  const unsigned lane = lane_id(), group = lane >> 2, thread = lane & 3u;
  registers<uint32_t, N> result;
#pragma unroll
  for (int m = 0; m < N; ++m) {
    const auto from = detail::row_of<Address>(row, unsigned(m), group) + 4 * int(thread);
    result[m] = *from.template to<const uint32_t>();
  }
  return result;
}
template <int N, class Address>
PORTER_PTX registers<uint32_t, N> load_matrices_transposed(given<Address> row) {
  const unsigned lane = lane_id(), group = lane >> 2, thread = lane & 3u;
  registers<uint32_t, N> result;
#pragma unroll
  for (int m = 0; m < N; ++m) {
    const auto low = detail::row_of<Address>(row, unsigned(m), 2u * thread) + 2 * int(group);
    const auto high = detail::row_of<Address>(row, unsigned(m), 2u * thread + 1u) + 2 * int(group);
    result[m] = uint32_t(*low.template to<const uint16_t>()) |
                uint32_t(*high.template to<const uint16_t>()) << 16;
  }
  return result;
}

/// stmatrix.sync.aligned.m8n8.xN{.trans}{.shared}.b16
template <class Address, int N>
PORTER_PTX void store_matrices(given<Address> row, const registers<uint32_t, N>& values) {
  const unsigned lane = lane_id(), group = lane >> 2, thread = lane & 3u;
#pragma unroll
  for (int m = 0; m < N; ++m) {
    const auto to = detail::row_of<Address>(row, unsigned(m), group) + 4 * int(thread);
    *to.template to<uint32_t>() = values[m];
  }
}
template <class Address, int N>
PORTER_PTX void store_matrices_transposed(given<Address> row,
                                          const registers<uint32_t, N>& values) {
  const unsigned lane = lane_id(), group = lane >> 2, thread = lane & 3u;
#pragma unroll
  for (int m = 0; m < N; ++m) {
    const auto low = detail::row_of<Address>(row, unsigned(m), 2u * thread) + 2 * int(group);
    const auto high = detail::row_of<Address>(row, unsigned(m), 2u * thread + 1u) + 2 * int(group);
    *low.template to<uint16_t>() = uint16_t(values[m]);
    *high.template to<uint16_t>() = uint16_t(values[m] >> 16);
  }
}

/// movmatrix.sync.aligned.m8n8.trans.b16
PORTER_PTX uint32_t transpose_matrix(uint32_t value) {
  const unsigned lane = lane_id(), group = lane >> 2, thread = lane & 3u;
  const unsigned source = 8u * thread + group / 2u, shift = 16u * (group & 1u);
  const uint32_t low = detail::read_lane(value, source) >> shift & 0xFFFFu;
  return low | detail::read_lane(value, source + 4u) >> shift << 16;
}

#undef PORTER_PTX

}  // namespace ptx
}  // namespace porter

#endif  // defined(__HIP__)
