// Errors of the runtime, sizes of grids, and the choice of an element type.
#pragma once

#include <hip/hip_bf16.h>
#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>

#include <stdexcept>
#include <string>

#include "ac4k_kernel/common/types.h"

namespace ac4k {

inline void check(hipError_t error, const char* what) {
    if (error != hipSuccess) {
        throw std::runtime_error(std::string(what) + ": " + hipGetErrorString(error));
    }
}

// Behind every launch.
inline void check_launch(const char* kernel) { check(hipGetLastError(), kernel); }

template <typename T>
__host__ __device__ constexpr T ceil_div(T a, T b) {
    return (a + b - 1) / b;
}

// Dynamic shared memory above 48 KB has to be asked for.
template <typename Kernel>
void allow_shared_memory(Kernel* kernel, int bytes) {
    check(hipFuncSetAttribute((const void*)kernel, hipFuncAttributeMaxDynamicSharedMemorySize, bytes),
          "dynamic shared memory");
}

inline int multiprocessors() {
    int device = 0;
    int count = 0;
    check(hipGetDevice(&device), "cudaGetDevice");
    check(hipDeviceGetAttribute(&count, hipDeviceAttributeMultiprocessorCount, device),
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
            return function(__hip_bfloat16{});
        default:
            throw std::invalid_argument("a floating-point type of 16 or 32 bits is needed");
    }
}

}  // namespace ac4k
