// Hopper's copy engine: tiles of tensors to shared memory by one thread's order, and the barriers
// that count their bytes.
#pragma once

#include <cuda.h>
#include <cudaTypedefs.h>
#include <cuda_bf16.h>
#include <dlfcn.h>

#include <cstdint>
#include <stdexcept>
#include <string>

namespace ac4k {
namespace sm90a {

// ---- On the host: the description of a tensor. ----

// The driver's function, from the library that the runtime has loaded: nothing is linked for it.
inline PFN_cuTensorMapEncodeTiled_v12000 tensor_map_encoder() {
    static const auto encoder = [] {
        void* driver = dlopen("libcuda.so.1", RTLD_NOW);
        void* function = driver ? dlsym(driver, "cuTensorMapEncodeTiled") : nullptr;
        if (!function) throw std::runtime_error("the driver has no cuTensorMapEncodeTiled");
        return reinterpret_cast<PFN_cuTensorMapEncodeTiled_v12000>(function);
    }();
    return encoder;
}

// A tensor of up to four dimensions, the dense one first; `steps` are the bytes between neighbours
// in the others. Tiles are box[0] x box[1] of the first two, with rows of box[0], 64 or 128 bytes
// long, rotated as the tensor cores expect them.
struct TensorTiles {
    CUtensorMapDataType type;
    int element_bytes;
    int dimensions;
    cuuint64_t sizes[4];
    cuuint64_t steps[3];
    cuuint32_t box[2];

    CUtensorMap encode(const void* data) const {
        CUtensorMap map;
        cuuint32_t whole_box[4] = {box[0], box[1], 1, 1};
        const cuuint32_t dense[4] = {1, 1, 1, 1};
        const bool wide = box[0] * element_bytes == 128;
        const CUresult result = tensor_map_encoder()(
            &map, type, dimensions, const_cast<void*>(data), sizes, steps, whole_box, dense,
            CU_TENSOR_MAP_INTERLEAVE_NONE,
            wide ? CU_TENSOR_MAP_SWIZZLE_128B : CU_TENSOR_MAP_SWIZZLE_64B,
            CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
        if (result != CUDA_SUCCESS) {
            throw std::runtime_error("cuTensorMapEncodeTiled failed with " +
                                     std::to_string(result));
        }
        return map;
    }
};

template <typename Element>
constexpr CUtensorMapDataType kTensorMapType = CU_TENSOR_MAP_DATA_TYPE_UINT8;
template <>
constexpr CUtensorMapDataType kTensorMapType<__nv_bfloat16> = CU_TENSOR_MAP_DATA_TYPE_BFLOAT16;

// ---- On the device. Barriers and tiles are named by their addresses in shared memory. ----

__device__ __forceinline__ void init_barrier(uint32_t barrier, int arrivals) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;"
                 :
                 : "r"(barrier), "r"(arrivals)
                 : "memory");
}
__device__ __forceinline__ void publish_barriers() {
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}
__device__ __forceinline__ void arrive(uint32_t barrier) {
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" : : "r"(barrier) : "memory");
}
__device__ __forceinline__ void arrive_expecting(uint32_t barrier, int bytes) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;"
                 :
                 : "r"(barrier), "r"(bytes)
                 : "memory");
}
// Until the phase of this parity has ended.
__device__ __forceinline__ void wait(uint32_t barrier, int parity) {
    asm volatile(
        "{\n"
        ".reg .pred done;\n"
        "again:\n"
        "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
        "@done bra ready;\n"
        "bra again;\n"
        "ready:\n"
        "}"
        :
        : "r"(barrier), "r"(parity)
        : "memory");
}

__device__ __forceinline__ void load_tile(uint32_t target, const CUtensorMap* map, uint32_t barrier,
                                          int x, int y) {
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], "
        "[%1, {%3, %4}], [%2];"
        :
        : "r"(target), "l"(map), "r"(barrier), "r"(x), "r"(y)
        : "memory");
}
__device__ __forceinline__ void load_tile(uint32_t target, const CUtensorMap* map, uint32_t barrier,
                                          int x, int y, int z, int w) {
    asm volatile(
        "cp.async.bulk.tensor.4d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], "
        "[%1, {%3, %4, %5, %6}], [%2];"
        :
        : "r"(target), "l"(map), "r"(barrier), "r"(x), "r"(y), "r"(z), "r"(w)
        : "memory");
}

// A ring of stages and the parity of its present turn.
template <int kStages>
struct Ring {
    int stage = 0;
    int parity = 0;

    __device__ __forceinline__ void advance() {
        if (++stage == kStages) {
            stage = 0;
            parity ^= 1;
        }
    }
};

}  // namespace sm90a
}  // namespace ac4k
