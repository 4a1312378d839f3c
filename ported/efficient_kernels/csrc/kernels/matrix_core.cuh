// A wavefront's product of 16 x 16 x 16 fragments: MFMA on CDNA, WMMA on RDNA 3, and mma.sync where
// the port is compared with CUDA on one NVIDIA GPU. Which lane holds which element is that of AMD's
// instruction set manuals (CDNA2, CDNA3, RDNA3) and of NVIDIA's PTX manual (m16n8k16).
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include <hip/hip_bf16.h>
#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>

#if defined(__GFX11__) || defined(__HIP_PLATFORM_NVIDIA__)
constexpr int kWaveLanes = 32;
#elif defined(__GFX9__) || !defined(__HIP_DEVICE_COMPILE__)
constexpr int kWaveLanes = 64;
#else
#error "gemm_tensor_cores is written for the matrix cores of gfx90a, gfx94x, gfx950 and gfx11"
#endif

#if defined(__HIP_PLATFORM_NVIDIA__)

template <typename scalar_t>
struct MatrixCore {
    static constexpr int kSums = 8;  // a lane

    struct Sums {
        float values[kSums];
        __device__ float operator[](int n) const { return values[n]; }
    };
    struct Operand {
        uint32_t pairs[4];  // lines l / 4 and 8 below it, then the same 8 elements further
    };

    __device__ static Operand load(const scalar_t* fragment, int line_stride, int element_stride,
                                   int lane) {
        Operand operand;
#pragma unroll
        for (int n = 0; n < 4; ++n) {
            scalar_t pair[2];
#pragma unroll
            for (int e = 0; e < 2; ++e) {
                pair[e] = fragment[(lane / 4 + n % 2 * 8) * line_stride +
                                   (lane % 4 * 2 + n / 2 * 8 + e) * element_stride];
            }
            memcpy(&operand.pairs[n], pair, sizeof pair);
        }
        return operand;
    }

    // Two products of 16 x 8 columns.
    __device__ static Sums multiply(const Operand& a, const Operand& b, Sums sums) {
#pragma unroll
        for (int half = 0; half < 2; ++half) {
            float* s = sums.values + 4 * half;
            if constexpr (std::is_same_v<scalar_t, __half>) {
                asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
                    "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(s[0]), "+f"(s[1]), "+f"(s[2]), "+f"(s[3])
                    : "r"(a.pairs[0]), "r"(a.pairs[1]), "r"(a.pairs[2]), "r"(a.pairs[3]),
                      "r"(b.pairs[half]), "r"(b.pairs[half + 2]));
            } else {
                asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
                    "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                    : "+f"(s[0]), "+f"(s[1]), "+f"(s[2]), "+f"(s[3])
                    : "r"(a.pairs[0]), "r"(a.pairs[1]), "r"(a.pairs[2]), "r"(a.pairs[3]),
                      "r"(b.pairs[half]), "r"(b.pairs[half + 2]));
            }
        }
        return sums;
    }

    // Row and column in the product of the lane's sum `n`.
    __device__ static int row(int lane, int n) { return lane / 4 + n / 2 % 2 * 8; }
    __device__ static int column(int lane, int n) { return lane % 4 * 2 + n % 2 + n / 4 * 8; }
};

#else

template <typename scalar_t>
struct MatrixCore {
#if defined(__GFX11__)
    static constexpr int kElements = 16;  // of an operand, a lane; both halves hold the same
    static constexpr int kSums = 8;       // a lane
#else
    static constexpr int kElements = 4;
    static constexpr int kSums = 4;
#endif
    static constexpr bool kHalf = std::is_same_v<scalar_t, __half>;
    using Halves = _Float16 __attribute__((ext_vector_type(kElements)));
    using Words = short __attribute__((ext_vector_type(kElements)));
    using Sums = float __attribute__((ext_vector_type(kSums)));

    struct Operand {
        scalar_t elements[kElements];
    };

    // The lane's part of a fragment: line l % 16, which is a row of a or a column of b, and those
    // of its 16 elements that the hardware wants in this lane. Strides are in elements.
    __device__ static Operand load(const scalar_t* fragment, int line_stride, int element_stride,
                                   int lane) {
        const int first = lane / 16 * kElements % 16;
        Operand operand;
#pragma unroll
        for (int n = 0; n < kElements; ++n) {
            operand.elements[n] =
                fragment[lane % 16 * line_stride + (first + n) * element_stride];
        }
        return operand;
    }

    __device__ static Sums multiply(const Operand& a, const Operand& b, Sums sums) {
        if constexpr (kHalf) {
            Halves x, y;
            memcpy(&x, &a, sizeof x);
            memcpy(&y, &b, sizeof y);
#if defined(__GFX11__)
            return __builtin_amdgcn_wmma_f32_16x16x16_f16_w32(x, y, sums);
#elif defined(__GFX9__)
            return __builtin_amdgcn_mfma_f32_16x16x16f16(x, y, sums, 0, 0, 0);
#endif
        } else {
            Words x, y;
            memcpy(&x, &a, sizeof x);
            memcpy(&y, &b, sizeof y);
#if defined(__GFX11__)
            return __builtin_amdgcn_wmma_f32_16x16x16_bf16_w32(x, y, sums);
#elif defined(__GFX9__)
            return __builtin_amdgcn_mfma_f32_16x16x16bf16_1k(x, y, sums, 0, 0, 0);
#endif
        }
        return sums;
    }

    // Row and column in the product of the lane's sum `n`.
    __device__ static int row(int lane, int n) {
        return kSums == 8 ? 2 * n + lane / 16 : lane / 16 * 4 + n;
    }
    __device__ static int column(int lane, int) { return lane % 16; }
};

#endif
