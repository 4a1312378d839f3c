// A block computes a tile of c from tiles of a and b in shared memory; a thread holds a small square
// of it in registers, so that each value read from shared memory is used several times. The next
// tiles are on their way from global memory while the block works on the present ones.
#pragma once

#include <hip/hip_runtime.h>
#include "../../porter_compat/launch_bounds.hpp"
#include "gemm_shape.h"

template <typename scalar_t_, typename accumulate_t_>
struct TiledTraits {
    using scalar_t = scalar_t_;
    using accumulate_t = accumulate_t_;
    static constexpr int kSide = 16;  // threads down and across
    static constexpr int kThreads = kSide * kSide;
    static constexpr int kPerThread = sizeof(accumulate_t) > 4 ? 4 : 8;  // rows, columns a thread
    static constexpr int kTile = kSide * kPerThread;                     // rows, columns a block
    static constexpr int kDepth = 8;                                     // of the tiles of a and b
    static constexpr int kVector = 4;         // neighbours that a thread reads from shared memory
    static constexpr int kPitch = kTile + 4;  // spreads the banks and keeps vectors aligned
    static constexpr int kLoads = kTile * kDepth / kThreads;

    // The i-th row or column of thread number `thread` along a side: vectors, a side apart.
    __device__ static constexpr int position(int thread, int i) {
        return i / kVector * (kSide * kVector) + thread * kVector + i % kVector;
    }
};

template <typename Traits>
struct TiledLoads {
    using scalar_t = typename Traits::scalar_t;
    scalar_t a[Traits::kLoads];
    scalar_t b[Traits::kLoads];

    __device__ __forceinline__ void fetch(const scalar_t* __restrict__ a_matrix,
                                          const scalar_t* __restrict__ b_matrix,
                                          const GemmShape& shape, int first_row, int first_column,
                                          int depth) {
#pragma unroll
        for (int n = 0; n < Traits::kLoads; ++n) {
            const int i = threadIdx.x + n * Traits::kThreads;
            const int row = first_row + i / Traits::kDepth, k = depth + i % Traits::kDepth;
            const bool inside = row < shape.rows && k < shape.inner;
            a[n] = inside ? a_matrix[static_cast<int64_t>(row) * shape.inner + k] : scalar_t(0);
        }
#pragma unroll
        for (int n = 0; n < Traits::kLoads; ++n) {
            const int i = threadIdx.x + n * Traits::kThreads;
            const int k = depth + i / Traits::kTile, column = first_column + i % Traits::kTile;
            const bool inside = k < shape.inner && column < shape.columns;
            b[n] = inside ? b_matrix[static_cast<int64_t>(k) * shape.columns + column] : scalar_t(0);
        }
    }
};

template <typename Traits>
__global__ void PORTER_LAUNCH_BOUNDS(Traits::kThreads, 2)
    gemm_tiled_kernel(const typename Traits::scalar_t* __restrict__ a,
                      const typename Traits::scalar_t* __restrict__ b,
                      typename Traits::scalar_t* __restrict__ c, GemmShape shape) {
    using accumulate_t = typename Traits::accumulate_t;
    constexpr int kPerThread = Traits::kPerThread;

    // Both with the depth outside: a thread's rows of a, and columns of b, are neighbours.
    __shared__ __align__(16) accumulate_t a_tile[2][Traits::kDepth][Traits::kPitch];
    __shared__ __align__(16) accumulate_t b_tile[2][Traits::kDepth][Traits::kPitch];

    const int first_row = blockIdx.y * Traits::kTile;
    const int first_column = blockIdx.x * Traits::kTile;
    const int thread_row = threadIdx.x / Traits::kSide;
    const int thread_column = threadIdx.x % Traits::kSide;
    accumulate_t sums[kPerThread][kPerThread] = {};

    TiledLoads<Traits> loads;
    loads.fetch(a, b, shape, first_row, first_column, 0);
    int buffer = 0;
    for (int depth = 0; depth < shape.inner; depth += Traits::kDepth) {
#pragma unroll
        for (int n = 0; n < Traits::kLoads; ++n) {
            const int i = threadIdx.x + n * Traits::kThreads;
            a_tile[buffer][i % Traits::kDepth][i / Traits::kDepth] =
                static_cast<accumulate_t>(loads.a[n]);
            b_tile[buffer][i / Traits::kTile][i % Traits::kTile] =
                static_cast<accumulate_t>(loads.b[n]);
        }
        __syncthreads();
        if (depth + Traits::kDepth < shape.inner) {
            loads.fetch(a, b, shape, first_row, first_column, depth + Traits::kDepth);
        }
#pragma unroll
        for (int k = 0; k < Traits::kDepth; ++k) {
            accumulate_t a_values[kPerThread], b_values[kPerThread];
#pragma unroll
            for (int i = 0; i < kPerThread; ++i) {
                a_values[i] = a_tile[buffer][k][Traits::position(thread_row, i)];
                b_values[i] = b_tile[buffer][k][Traits::position(thread_column, i)];
            }
#pragma unroll
            for (int i = 0; i < kPerThread; ++i) {
#pragma unroll
                for (int j = 0; j < kPerThread; ++j) {
                    sums[i][j] += a_values[i] * b_values[j];
                }
            }
        }
        buffer ^= 1;  // so that one barrier a step is enough
    }

#pragma unroll
    for (int i = 0; i < kPerThread; ++i) {
        const int row = first_row + Traits::position(thread_row, i);
#pragma unroll
        for (int j = 0; j < kPerThread; ++j) {
            const int column = first_column + Traits::position(thread_column, j);
            if (row < shape.rows && column < shape.columns) {
                c[static_cast<int64_t>(row) * shape.columns + column] =
                    static_cast<typename Traits::scalar_t>(sums[i][j]);
            }
        }
    }
}
