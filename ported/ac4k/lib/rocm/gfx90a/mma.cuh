// Warp products (mma.sync) and what feeds them: copies to shared memory in the background
// (cp.async), matrices from there to registers (ldmatrix), and the places of both in a tile.
//
// Of every fragment, lane 4g + t holds: of sums (16 x 8) the elements 2t and 2t + 1 of rows g and
// g + 8; of the left operand (16 x 32 bytes) the bytes 4t to 4t + 3 and 16 + 4t to 16 + 4t + 3 of
// rows g and g + 8; of the right one (8 columns x 32 bytes) the same bytes of column g.
#pragma once

// The warps of a block multiply together: no product has to ask whether the other half of its wave
// is there.
#define PORTER_WHOLE_WAVES

#include <hip/hip_runtime.h>
#include "../../../porter_compat/address_space.hpp"
#include "../../../porter_compat/matrix_rows.hpp"
#include "../../../porter_compat/mma.hpp"
#include "../../../porter_compat/ptx_memory.hpp"
#include <hip/hip_bf16.h>

#include <cstdint>

#include "rocm/common/traits.cuh"

namespace ac4k {
namespace gfx90a {

__device__ __forceinline__ uint32_t shared_address(const void* pointer) {
    return static_cast<uint32_t>(porter::cvta_generic_to_shared(pointer));
}

// 16 bytes, or zeros where `inside` is false.
__device__ __forceinline__ void copy_async(uint32_t target, const void* source, bool inside) {
    porter::ptx::copy_async(target, source, 16, inside ? 16 : 0);
}
__device__ __forceinline__ void commit_copies() {
    (void)0 /* cp.async.commit_group: the copy was done at once */;
}
// Until at most kPending of the groups committed last are on their way.
template <int kPending>
__device__ __forceinline__ void wait_for_copies() {
    (void)0 /* cp.async.wait_group: the copy was done at once */;
}

// Where the 16 bytes `chunk` of row `row` are in a tile with rows of kRowBytes: rows are rotated so
// that neither eight rows of one chunk nor one row's chunks meet in a bank.
template <int kRowBytes>
__device__ __forceinline__ int tile_offset(int row, int chunk) {
    static_assert(kRowBytes == 32 || kRowBytes == 64 || kRowBytes % 128 == 0,
                  "rows fill the banks evenly");
    const int turn = kRowBytes == 32 ? row / 4 % 2 : kRowBytes == 64 ? row / 2 % 4 : row % 8;
    return row * kRowBytes + ((chunk ^ turn) << 4);
}

// kRows rows of kRowBytes to a tile, all of them `step` bytes apart; zeros from row `rows` on and
// from byte `row_bytes` of a row on. A loop that stays one: unrolled, its addresses fill registers
// that sums need.
template <int kRows, int kRowBytes, int kThreads>
__device__ __forceinline__ void copy_rows(uint32_t tile, const char* source, int64_t step, int rows,
                                          int64_t row_bytes = kRowBytes) {
    constexpr int kChunks = kRowBytes / 16;
    constexpr int kRowsAtOnce = kThreads / kChunks;
    // Of fewer rows than that the last threads copy none.
    static_assert(kThreads % kChunks == 0 && (kRows % kRowsAtOnce == 0 || kRows < kRowsAtOnce),
                  "threads share evenly");
    static_assert(kRowsAtOnce % 8 == 0, "a thread's rows are rotated alike");
    const int chunk = threadIdx.x % kChunks;
    const int first = threadIdx.x / kChunks;
    const bool inside = chunk * 16 < row_bytes;
    const char* from = source + first * step + chunk * 16;
    uint32_t target = tile + tile_offset<kRowBytes>(first, chunk);
#pragma unroll 1
    for (int row = first; row < kRows; row += kRowsAtOnce) {
        const bool copies = inside && row < rows;
        copy_async(target, copies ? from : source, copies);
        from += kRowsAtOnce * step;
        target += kRowsAtOnce * kRowBytes;
    }
}

__device__ __forceinline__ void load_matrices(uint32_t (&registers)[4], uint32_t row) {
    porter::ptx::into(registers[0], registers[1], registers[2], registers[3]) = porter::ptx::load_matrices<4, porter::ptx::shared>(row);
}
__device__ __forceinline__ void load_matrices_transposed(uint32_t (&registers)[4], uint32_t row) {
    porter::ptx::into(registers[0], registers[1], registers[2], registers[3]) = porter::ptx::load_matrices_transposed<4, porter::ptx::shared>(row);
}

// 16 rows from `row` on, 32 bytes from chunk `chunk` on: a left operand.
template <int kRowBytes>
__device__ __forceinline__ void load_left(uint32_t (&registers)[4], uint32_t tile, int row,
                                          int chunk, int lane) {
    load_matrices(registers, tile + tile_offset<kRowBytes>(row + lane % 16, chunk + lane / 16));
}
// 16 rows, 32 bytes: two right operands, registers 0 and 1 for the first eight rows.
template <int kRowBytes>
__device__ __forceinline__ void load_right(uint32_t (&registers)[4], uint32_t tile, int row,
                                           int chunk, int lane) {
    load_matrices(registers, tile + tile_offset<kRowBytes>(row + lane % 8 + lane / 16 * 8,
                                                           chunk + lane / 8 % 2));
}
// The same of a tile of 16-bit elements whose rows are the depth: 16 rows, 32 bytes of columns.
template <int kRowBytes>
__device__ __forceinline__ void load_right_transposed(uint32_t (&registers)[4], uint32_t tile,
                                                      int row, int chunk, int lane) {
    load_matrices_transposed(registers,
                             tile + tile_offset<kRowBytes>(row + lane % 16, chunk + lane / 16));
}

// 16 x 8 sums += 16 x 32 bytes times 32 bytes x 8.
template <typename Element>
struct Product;

template <>
struct Product<__hip_bfloat16> {
    using Sum = float;
    static __device__ __forceinline__ void add(float (&d)[4], const uint32_t (&a)[4], uint32_t b0,
                                               uint32_t b1) {
        {
          auto& ptx_out0 = d[0];
          float ptx0 = float(ptx_out0);
          auto& ptx_out1 = d[1];
          float ptx1 = float(ptx_out1);
          auto& ptx_out2 = d[2];
          float ptx2 = float(ptx_out2);
          auto& ptx_out3 = d[3];
          float ptx3 = float(ptx_out3);
          const uint32_t ptx4 = uint32_t(a[0]);
          const uint32_t ptx5 = uint32_t(a[1]);
          const uint32_t ptx6 = uint32_t(a[2]);
          const uint32_t ptx7 = uint32_t(a[3]);
          const uint32_t ptx8 = uint32_t(b0);
          const uint32_t ptx9 = uint32_t(b1);
          porter::ptx::into(ptx0, ptx1, ptx2, ptx3) = porter::ptx::mma_m16n8k16_f32_bf16_bf16_f32({ptx4, ptx5, ptx6, ptx7}, {ptx8, ptx9}, {ptx0, ptx1, ptx2, ptx3});
          ptx_out0 = ptx0;
          ptx_out1 = ptx1;
          ptx_out2 = ptx2;
          ptx_out3 = ptx3;
        }
    }
};

template <>
struct Product<float8> {
    using Sum = float;
    static __device__ __forceinline__ void add(float (&d)[4], const uint32_t (&a)[4], uint32_t b0,
                                               uint32_t b1) {
        {
          auto& ptx_out0 = d[0];
          float ptx0 = float(ptx_out0);
          auto& ptx_out1 = d[1];
          float ptx1 = float(ptx_out1);
          auto& ptx_out2 = d[2];
          float ptx2 = float(ptx_out2);
          auto& ptx_out3 = d[3];
          float ptx3 = float(ptx_out3);
          const uint32_t ptx4 = uint32_t(a[0]);
          const uint32_t ptx5 = uint32_t(a[1]);
          const uint32_t ptx6 = uint32_t(a[2]);
          const uint32_t ptx7 = uint32_t(a[3]);
          const uint32_t ptx8 = uint32_t(b0);
          const uint32_t ptx9 = uint32_t(b1);
          porter::ptx::into(ptx0, ptx1, ptx2, ptx3) = porter::ptx::mma_m16n8k32_f32_e4m3_e4m3_f32({ptx4, ptx5, ptx6, ptx7}, {ptx8, ptx9}, {ptx0, ptx1, ptx2, ptx3});
          ptx_out0 = ptx0;
          ptx_out1 = ptx1;
          ptx_out2 = ptx2;
          ptx_out3 = ptx3;
        }
    }
};

template <>
struct Product<int8_t> {
    using Sum = int;
    static __device__ __forceinline__ void add(int (&d)[4], const uint32_t (&a)[4], uint32_t b0,
                                               uint32_t b1) {
        {
          auto& ptx_out0 = d[0];
          uint32_t ptx0 = uint32_t(ptx_out0);
          auto& ptx_out1 = d[1];
          uint32_t ptx1 = uint32_t(ptx_out1);
          auto& ptx_out2 = d[2];
          uint32_t ptx2 = uint32_t(ptx_out2);
          auto& ptx_out3 = d[3];
          uint32_t ptx3 = uint32_t(ptx_out3);
          const uint32_t ptx4 = uint32_t(a[0]);
          const uint32_t ptx5 = uint32_t(a[1]);
          const uint32_t ptx6 = uint32_t(a[2]);
          const uint32_t ptx7 = uint32_t(a[3]);
          const uint32_t ptx8 = uint32_t(b0);
          const uint32_t ptx9 = uint32_t(b1);
          porter::ptx::into(ptx0, ptx1, ptx2, ptx3) = porter::ptx::mma_m16n8k32_s32_s8_s8_s32({ptx4, ptx5, ptx6, ptx7}, {ptx8, ptx9}, {ptx0, ptx1, ptx2, ptx3});
          ptx_out0 = ptx0;
          ptx_out1 = ptx1;
          ptx_out2 = ptx2;
          ptx_out3 = ptx3;
        }
    }
};

}  // namespace gfx90a
}  // namespace ac4k
