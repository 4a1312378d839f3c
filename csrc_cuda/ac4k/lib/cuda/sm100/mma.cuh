// Warp products (mma.sync) and what feeds them: copies to shared memory in the background
// (cp.async), matrices from there to registers (ldmatrix), and the places of both in a tile.
//
// Of every fragment, lane 4g + t holds: of sums (16 x 8) the elements 2t and 2t + 1 of rows g and
// g + 8; of the left operand (16 x 32 bytes) the bytes 4t to 4t + 3 and 16 + 4t to 16 + 4t + 3 of
// rows g and g + 8; of the right one (8 columns x 32 bytes) the same bytes of column g.
#pragma once

#include <cuda_bf16.h>

#include <cstdint>

#include "cuda/common/traits.cuh"

namespace ac4k {
namespace sm100 {

__device__ __forceinline__ uint32_t shared_address(const void* pointer) {
    return static_cast<uint32_t>(__cvta_generic_to_shared(pointer));
}

// 16 bytes, or zeros where `inside` is false.
__device__ __forceinline__ void copy_async(uint32_t target, const void* source, bool inside) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
                 :
                 : "r"(target), "l"(source), "r"(inside ? 16 : 0)
                 : "memory");
}
__device__ __forceinline__ void commit_copies() {
    asm volatile("cp.async.commit_group;" ::: "memory");
}
// Until at most kPending of the groups committed last are on their way.
template <int kPending>
__device__ __forceinline__ void wait_for_copies() {
    asm volatile("cp.async.wait_group %0;" : : "n"(kPending) : "memory");
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
    static_assert(kThreads % kChunks == 0 && kRows % kRowsAtOnce == 0, "threads share evenly");
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
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(registers[0]), "=r"(registers[1]), "=r"(registers[2]), "=r"(registers[3])
                 : "r"(row)
                 : "memory");
}
__device__ __forceinline__ void load_matrices_transposed(uint32_t (&registers)[4], uint32_t row) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(registers[0]), "=r"(registers[1]), "=r"(registers[2]), "=r"(registers[3])
                 : "r"(row)
                 : "memory");
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
struct Product<__nv_bfloat16> {
    using Sum = float;
    static __device__ __forceinline__ void add(float (&d)[4], const uint32_t (&a)[4], uint32_t b0,
                                               uint32_t b1) {
        asm volatile(
            "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, "
            "{%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
            : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
            : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
    }
};

template <>
struct Product<__half> {
    using Sum = float;
    static __device__ __forceinline__ void add(float (&d)[4], const uint32_t (&a)[4], uint32_t b0,
                                               uint32_t b1) {
        asm volatile(
            "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, "
            "{%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
            : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
            : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
    }
};

template <>
struct Product<float8> {
    using Sum = float;
    static __device__ __forceinline__ void add(float (&d)[4], const uint32_t (&a)[4], uint32_t b0,
                                               uint32_t b1) {
        asm volatile(
            "mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32 {%0, %1, %2, %3}, "
            "{%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
            : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
            : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
    }
};

template <>
struct Product<int8_t> {
    using Sum = int;
    static __device__ __forceinline__ void add(int (&d)[4], const uint32_t (&a)[4], uint32_t b0,
                                               uint32_t b1) {
        asm volatile(
            "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, "
            "{%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
            : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
            : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
    }
};

}  // namespace sm100
}  // namespace ac4k
