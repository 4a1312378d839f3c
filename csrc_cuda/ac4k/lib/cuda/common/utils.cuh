// Errors of the runtime, sizes of grids, and the choice of an element type.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <stdexcept>
#include <string>

#include "ac4k_kernel/common/types.h"

namespace ac4k {

inline void check(cudaError_t error, const char* what) {
    if (error != cudaSuccess) {
        throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(error));
    }
}

// Behind every launch.
inline void check_launch(const char* kernel) { check(cudaGetLastError(), kernel); }

template <typename T>
__host__ __device__ constexpr T ceil_div(T a, T b) {
    return (a + b - 1) / b;
}

// Dynamic shared memory above 48 KB has to be asked for.
template <typename Kernel>
void allow_shared_memory(Kernel* kernel, int bytes) {
    check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes),
          "dynamic shared memory");
}

inline int multiprocessors() {
    int device = 0;
    int count = 0;
    check(cudaGetDevice(&device), "cudaGetDevice");
    check(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device),
          "cudaDeviceGetAttribute");
    return count;
}

// Calls `function` with a value of the C++ type of `type`.
template <typename Function>
void with_float_type(DataType type, Function function) {
    switch (type) {
        case DataType::float32:
            return function(float{});
        case DataType::float16:
            return function(__half{});
        case DataType::bfloat16:
            return function(__nv_bfloat16{});
        default:
            throw std::invalid_argument("a floating-point type of 16 or 32 bits is needed");
    }
}

}  // namespace ac4k
