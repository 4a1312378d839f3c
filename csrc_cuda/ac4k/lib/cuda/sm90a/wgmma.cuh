// Warp group products (wgmma): 128 threads add 64 x N sums from operands in shared memory, or with
// the left one in registers, 32 bytes deep. Sums and left operands lie in a warp as those of
// Product in mma.cuh do: warp w of the group has rows 16w to 16w + 15.
#pragma once

#include <cuda_bf16.h>

#include <cstdint>

#include "cuda/common/traits.cuh"

namespace ac4k {
namespace sm90a {

__device__ __forceinline__ void begin_products() {
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
}
__device__ __forceinline__ void commit_products() {
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}
template <int kPending>
__device__ __forceinline__ void wait_for_products() {
    asm volatile("wgmma.wait_group.sync.aligned %0;" : : "n"(kPending) : "memory");
}

// Registers of this warp group: producers give, consumers take.
template <int kRegisters>
__device__ __forceinline__ void release_registers() {
    asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" : : "n"(kRegisters));
}
template <int kRegisters>
__device__ __forceinline__ void claim_registers() {
    asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" : : "n"(kRegisters));
}

// Description of an operand in shared memory: rows of kRowBytes (64 or 128) as the copy engine
// rotates them. `turn` is the distance of eight rows, `slab` that of what is 128 bytes further
// along a row, which only operands with dense columns have.
template <int kRowBytes>
__device__ __forceinline__ uint64_t operand(uint32_t address, int slab = 16) {
    constexpr uint64_t kLayout = kRowBytes == 128 ? 1 : 2;
    constexpr uint64_t kTurn = 8 * kRowBytes / 16;
    return uint64_t(address >> 4 & 0x3fff) | uint64_t(slab >> 4) << 16 | kTurn << 32 |
           kLayout << 62;
}

// Lists of registers for the assembler.
#define AC4K_REGISTERS_0                       \
    "%0, %1, %2, %3, %4, %5, %6, %7, "         \
    "%8, %9, %10, %11, %12, %13, %14, %15, "   \
    "%16, %17, %18, %19, %20, %21, %22, %23, " \
    "%24, %25, %26, %27, %28, %29, %30, %31"
#define AC4K_REGISTERS_32                      \
    "%32, %33, %34, %35, %36, %37, %38, %39, " \
    "%40, %41, %42, %43, %44, %45, %46, %47, " \
    "%48, %49, %50, %51, %52, %53, %54, %55, " \
    "%56, %57, %58, %59, %60, %61, %62, %63"
#define AC4K_REGISTERS_64                      \
    "%64, %65, %66, %67, %68, %69, %70, %71, " \
    "%72, %73, %74, %75, %76, %77, %78, %79, " \
    "%80, %81, %82, %83, %84, %85, %86, %87, " \
    "%88, %89, %90, %91, %92, %93, %94, %95"
#define AC4K_REGISTERS_96                              \
    "%96, %97, %98, %99, %100, %101, %102, %103, "     \
    "%104, %105, %106, %107, %108, %109, %110, %111, " \
    "%112, %113, %114, %115, %116, %117, %118, %119, " \
    "%120, %121, %122, %123, %124, %125, %126, %127"
#define AC4K_SUMS_4(c, d, n) c(d[n][0]), c(d[n][1]), c(d[n][2]), c(d[n][3])
#define AC4K_SUMS_16(c, d, n)                                                 \
    AC4K_SUMS_4(c, d, n), AC4K_SUMS_4(c, d, n + 1), AC4K_SUMS_4(c, d, n + 2), \
        AC4K_SUMS_4(c, d, n + 3)
#define AC4K_SUMS_32(c, d, n) AC4K_SUMS_16(c, d, n), AC4K_SUMS_16(c, d, n + 4)

// Wide, in eights of columns: `kTiles`. With `adds` false the sums begin at zero.
template <typename Element, int kTiles>
struct GroupProduct;

template <>
struct GroupProduct<__nv_bfloat16, 8> {
    // The right operand's columns are dense: rows of values.
    static __device__ __forceinline__ void add(float (&d)[8][4], const uint32_t (&a)[4],
                                               uint64_t b) {
        asm volatile(
            "{ .reg .pred p; setp.eq.b32 p, 0, 0; "
            "wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 {" AC4K_REGISTERS_0
            "}, {%32, %33, %34, %35}, %36, p, 1, 1, 1; }"
            : AC4K_SUMS_32("+f", d, 0)
            : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b));
    }
};
template <>
struct GroupProduct<__nv_bfloat16, 16> {
    static __device__ __forceinline__ void add(float (&d)[16][4], uint64_t a, uint64_t b,
                                               bool adds) {
        asm volatile(
            "{ .reg .pred p; setp.ne.b32 p, %66, 0; "
            "wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16 {" AC4K_REGISTERS_0
            ", " AC4K_REGISTERS_32 "}, %64, %65, p, 1, 1, 0, 0; }"
            : AC4K_SUMS_32("+f", d, 0), AC4K_SUMS_32("+f", d, 8)
            : "l"(a), "l"(b), "r"(int(adds)));
    }
    // The right operand's columns are dense: rows of values.
    static __device__ __forceinline__ void add(float (&d)[16][4], const uint32_t (&a)[4],
                                               uint64_t b) {
        asm volatile(
            "{ .reg .pred p; setp.eq.b32 p, 0, 0; "
            "wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16 {" AC4K_REGISTERS_0
            ", " AC4K_REGISTERS_32 "}, {%64, %65, %66, %67}, %68, p, 1, 1, 1; }"
            : AC4K_SUMS_32("+f", d, 0), AC4K_SUMS_32("+f", d, 8)
            : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b));
    }
};
template <>
struct GroupProduct<__nv_bfloat16, 32> {
    static __device__ __forceinline__ void add(float (&d)[32][4], uint64_t a, uint64_t b,
                                               bool adds) {
        asm volatile(
            "{ .reg .pred p; setp.ne.b32 p, %130, 0; "
            "wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16 {" AC4K_REGISTERS_0
            ", " AC4K_REGISTERS_32 ", " AC4K_REGISTERS_64 ", " AC4K_REGISTERS_96
            "}, %128, %129, p, 1, 1, 0, 0; }"
            : AC4K_SUMS_32("+f", d, 0), AC4K_SUMS_32("+f", d, 8), AC4K_SUMS_32("+f", d, 16),
              AC4K_SUMS_32("+f", d, 24)
            : "l"(a), "l"(b), "r"(int(adds)));
    }
};
template <>
struct GroupProduct<float8, 8> {
    static __device__ __forceinline__ void add(float (&d)[8][4], const uint32_t (&a)[4],
                                               uint64_t b) {
        asm volatile(
            "{ .reg .pred p; setp.eq.b32 p, 0, 0; "
            "wgmma.mma_async.sync.aligned.m64n64k32.f32.e4m3.e4m3 {" AC4K_REGISTERS_0
            "}, {%32, %33, %34, %35}, %36, p, 1, 1; }"
            : AC4K_SUMS_32("+f", d, 0)
            : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b));
    }
};
template <>
struct GroupProduct<float8, 16> {
    static __device__ __forceinline__ void add(float (&d)[16][4], uint64_t a, uint64_t b,
                                               bool adds) {
        asm volatile(
            "{ .reg .pred p; setp.ne.b32 p, %66, 0; "
            "wgmma.mma_async.sync.aligned.m64n128k32.f32.e4m3.e4m3 {" AC4K_REGISTERS_0
            ", " AC4K_REGISTERS_32 "}, %64, %65, p, 1, 1; }"
            : AC4K_SUMS_32("+f", d, 0), AC4K_SUMS_32("+f", d, 8)
            : "l"(a), "l"(b), "r"(int(adds)));
    }
    static __device__ __forceinline__ void add(float (&d)[16][4], const uint32_t (&a)[4],
                                               uint64_t b) {
        asm volatile(
            "{ .reg .pred p; setp.eq.b32 p, 0, 0; "
            "wgmma.mma_async.sync.aligned.m64n128k32.f32.e4m3.e4m3 {" AC4K_REGISTERS_0
            ", " AC4K_REGISTERS_32 "}, {%64, %65, %66, %67}, %68, p, 1, 1; }"
            : AC4K_SUMS_32("+f", d, 0), AC4K_SUMS_32("+f", d, 8)
            : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b));
    }
};
template <>
struct GroupProduct<float8, 32> {
    static __device__ __forceinline__ void add(float (&d)[32][4], uint64_t a, uint64_t b,
                                               bool adds) {
        asm volatile(
            "{ .reg .pred p; setp.ne.b32 p, %130, 0; "
            "wgmma.mma_async.sync.aligned.m64n256k32.f32.e4m3.e4m3 {" AC4K_REGISTERS_0
            ", " AC4K_REGISTERS_32 ", " AC4K_REGISTERS_64 ", " AC4K_REGISTERS_96
            "}, %128, %129, p, 1, 1; }"
            : AC4K_SUMS_32("+f", d, 0), AC4K_SUMS_32("+f", d, 8), AC4K_SUMS_32("+f", d, 16),
              AC4K_SUMS_32("+f", d, 24)
            : "l"(a), "l"(b), "r"(int(adds)));
    }
};
template <>
struct GroupProduct<int8_t, 16> {
    static __device__ __forceinline__ void add(int (&d)[16][4], uint64_t a, uint64_t b, bool adds) {
        asm volatile(
            "{ .reg .pred p; setp.ne.b32 p, %66, 0; "
            "wgmma.mma_async.sync.aligned.m64n128k32.s32.s8.s8 {" AC4K_REGISTERS_0
            ", " AC4K_REGISTERS_32 "}, %64, %65, p; }"
            : AC4K_SUMS_32("+r", d, 0), AC4K_SUMS_32("+r", d, 8)
            : "l"(a), "l"(b), "r"(int(adds)));
    }
};
template <>
struct GroupProduct<int8_t, 32> {
    static __device__ __forceinline__ void add(int (&d)[32][4], uint64_t a, uint64_t b, bool adds) {
        asm volatile(
            "{ .reg .pred p; setp.ne.b32 p, %130, 0; "
            "wgmma.mma_async.sync.aligned.m64n256k32.s32.s8.s8 {" AC4K_REGISTERS_0
            ", " AC4K_REGISTERS_32 ", " AC4K_REGISTERS_64 ", " AC4K_REGISTERS_96
            "}, %128, %129, p; }"
            : AC4K_SUMS_32("+r", d, 0), AC4K_SUMS_32("+r", d, 8), AC4K_SUMS_32("+r", d, 16),
              AC4K_SUMS_32("+r", d, 24)
            : "l"(a), "l"(b), "r"(int(adds)));
    }
};

#undef AC4K_REGISTERS_0
#undef AC4K_REGISTERS_32
#undef AC4K_REGISTERS_64
#undef AC4K_REGISTERS_96
#undef AC4K_SUMS_4
#undef AC4K_SUMS_16
#undef AC4K_SUMS_32

}  // namespace sm90a
}  // namespace ac4k
