// float16 or bfloat16 through the tensor cores: each warp multiplies 16 x 16 x 16 fragments from
// shared memory and accumulates in float.
#pragma once

#include <hip/hip_runtime.h>
#include "../../porter_compat/bfloat16.hpp"
#include "../../porter_compat/launch_bounds.hpp"
#include "../../porter_compat/warp.hpp"
#include <hip/hip_bf16.h>
#include <hip/hip_fp16.h>
#include "../../porter_compat/wmma.hpp"

#include "gemm_shape.h"

template <typename scalar_t_>
struct TensorCoreTraits {
    using scalar_t = scalar_t_;
    static constexpr int kFragment = 16;
    static constexpr int kTile = 128;          // rows and columns of c a block
    static constexpr int kDepth = 32;          // of the tiles of a and b
    static constexpr int kWarpRows = 2;        // warps of a block, down and across
    static constexpr int kWarpColumns = 4;
    static constexpr int kThreads = kWarpRows * kWarpColumns * 32;
    static constexpr int kRowFragments = kTile / kWarpRows / kFragment;        // of a warp
    static constexpr int kColumnFragments = kTile / kWarpColumns / kFragment;  // of a warp
    // Rows in shared memory end in 16 bytes of padding, against bank conflicts.
    static constexpr int kAPitch = kDepth + 8;
    static constexpr int kBPitch = kTile + 8;
};

template <typename scalar_t>
__device__ scalar_t round_to(float value);
template <>
__device__ __forceinline__ __half round_to<__half>(float value) {
    return __float2half_rn(value);
}
template <>
__device__ __forceinline__ __hip_bfloat16 round_to<__hip_bfloat16>(float value) {
    return porter::float2bfloat16_rn(value);
}

// A thread's share of a tile of a row-major matrix: fetched into registers, 16 bytes at a time, and
// stored to shared memory later. Zeros where the matrix has ended.
template <int kRows, int kColumns, int kThreads, typename scalar_t>
struct TileShare {
    static constexpr int kVector = 16 / sizeof(scalar_t);
    static constexpr int kVectorsPerRow = kColumns / kVector;
    static constexpr int kVectors = kRows * kVectorsPerRow / kThreads;
    static_assert(kVectors * kThreads == kRows * kVectorsPerRow, "all threads have equal shares");
    uint4 vectors[kVectors];

    __device__ __forceinline__ void fetch(const scalar_t* __restrict__ matrix, int rows,
                                          int columns, int first_row, int first_column) {
        // Rows start at multiples of 16 bytes exactly when their length is one.
        const bool aligned =
            columns % kVector == 0 && reinterpret_cast<uintptr_t>(matrix) % 16 == 0;
#pragma unroll
        for (int n = 0; n < kVectors; ++n) {
            const int i = threadIdx.x + n * kThreads;
            const int row = first_row + i / kVectorsPerRow;
            const int column = first_column + i % kVectorsPerRow * kVector;
            const scalar_t* source = matrix + static_cast<int64_t>(row) * columns + column;
            vectors[n] = make_uint4(0, 0, 0, 0);
            if (row < rows && column < columns) {
                if (aligned) {
                    vectors[n] = *reinterpret_cast<const uint4*>(source);
                } else {
                    scalar_t elements[kVector];
#pragma unroll
                    for (int v = 0; v < kVector; ++v) {
                        elements[v] = column + v < columns ? source[v] : scalar_t{};
                    }
                    memcpy(&vectors[n], elements, sizeof(uint4));
                }
            }
        }
    }

    // `pitch` is the row length in shared memory.
    __device__ __forceinline__ void store(scalar_t* tile, int pitch) const {
#pragma unroll
        for (int n = 0; n < kVectors; ++n) {
            const int i = threadIdx.x + n * kThreads;
            *reinterpret_cast<uint4*>(tile + i / kVectorsPerRow * pitch +
                                      i % kVectorsPerRow * kVector) = vectors[n];
        }
    }
};

template <typename Traits>
__global__ void PORTER_LAUNCH_BOUNDS(Traits::kThreads, 2)
    gemm_tensor_core_kernel(const typename Traits::scalar_t* __restrict__ a,
                            const typename Traits::scalar_t* __restrict__ b,
                            typename Traits::scalar_t* __restrict__ c, GemmShape shape) {
    using namespace nvcuda;
    using scalar_t = typename Traits::scalar_t;
    constexpr int kFragment = Traits::kFragment;
    constexpr int kTile = Traits::kTile;
    constexpr int kDepth = Traits::kDepth;

    // Two of each, so that one barrier a step is enough.
    __shared__ __align__(128) scalar_t a_tiles[2][kTile * Traits::kAPitch];
    __shared__ __align__(128) scalar_t b_tiles[2][kDepth * Traits::kBPitch];
    __shared__ __align__(128) float staging[Traits::kThreads / 32][kFragment * kFragment];

    const int warp = threadIdx.x / 32;
    const int lane = threadIdx.x % 32;
    const int warp_row = warp / Traits::kWarpColumns * (Traits::kRowFragments * kFragment);
    const int warp_column = warp % Traits::kWarpColumns * (Traits::kColumnFragments * kFragment);
    const int first_row = blockIdx.y * kTile;
    const int first_column = blockIdx.x * kTile;

    wmma::fragment<wmma::accumulator, kFragment, kFragment, kFragment, float>
        sums[Traits::kRowFragments][Traits::kColumnFragments];
#pragma unroll
    for (int i = 0; i < Traits::kRowFragments; ++i) {
#pragma unroll
        for (int j = 0; j < Traits::kColumnFragments; ++j) {
            wmma::fill_fragment(sums[i][j], 0.0f);
        }
    }

    TileShare<kTile, kDepth, Traits::kThreads, scalar_t> a_share;
    TileShare<kDepth, kTile, Traits::kThreads, scalar_t> b_share;
    a_share.fetch(a, shape.rows, shape.inner, first_row, 0);
    b_share.fetch(b, shape.inner, shape.columns, 0, first_column);
    int buffer = 0;
    for (int depth = 0; depth < shape.inner; depth += kDepth) {
        scalar_t* a_tile = a_tiles[buffer];
        scalar_t* b_tile = b_tiles[buffer];
        buffer ^= 1;
        a_share.store(a_tile, Traits::kAPitch);
        b_share.store(b_tile, Traits::kBPitch);
        __syncthreads();
        if (depth + kDepth < shape.inner) {  // on their way while the tensor cores work
            a_share.fetch(a, shape.rows, shape.inner, first_row, depth + kDepth);
            b_share.fetch(b, shape.inner, shape.columns, depth + kDepth, first_column);
        }
#pragma unroll
        for (int k = 0; k < kDepth; k += kFragment) {
            wmma::fragment<wmma::matrix_a, kFragment, kFragment, kFragment, scalar_t,
                           wmma::row_major>
                a_fragments[Traits::kRowFragments];
            wmma::fragment<wmma::matrix_b, kFragment, kFragment, kFragment, scalar_t,
                           wmma::row_major>
                b_fragments[Traits::kColumnFragments];
#pragma unroll
            for (int i = 0; i < Traits::kRowFragments; ++i) {
                wmma::load_matrix_sync(
                    a_fragments[i], a_tile + (warp_row + i * kFragment) * Traits::kAPitch + k,
                    Traits::kAPitch);
            }
#pragma unroll
            for (int j = 0; j < Traits::kColumnFragments; ++j) {
                wmma::load_matrix_sync(
                    b_fragments[j], b_tile + k * Traits::kBPitch + warp_column + j * kFragment,
                    Traits::kBPitch);
            }
#pragma unroll
            for (int i = 0; i < Traits::kRowFragments; ++i) {
#pragma unroll
                for (int j = 0; j < Traits::kColumnFragments; ++j) {
                    wmma::mma_sync(sums[i][j], a_fragments[i], b_fragments[j], sums[i][j]);
                }
            }
        }
    }

    // A fragment's layout is the hardware's secret: it goes through shared memory to be rounded and
    // cut at the matrix's edges.
#pragma unroll
    for (int i = 0; i < Traits::kRowFragments; ++i) {
#pragma unroll
        for (int j = 0; j < Traits::kColumnFragments; ++j) {
            wmma::store_matrix_sync(staging[warp], sums[i][j], kFragment, wmma::mem_row_major);
            porter::syncwarp();
            for (int element = lane; element < kFragment * kFragment; element += 32) {
                const int row = first_row + warp_row + i * kFragment + element / kFragment;
                const int column = first_column + warp_column + j * kFragment + element % kFragment;
                if (row < shape.rows && column < shape.columns) {
                    c[static_cast<int64_t>(row) * shape.columns + column] =
                        round_to<scalar_t>(staging[warp][element]);
                }
            }
            porter::syncwarp();
        }
    }
}
