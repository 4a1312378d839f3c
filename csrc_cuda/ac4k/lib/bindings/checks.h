// What all bindings ask of tensors, with messages that name the argument.
#pragma once

#include <c10/cuda/CUDAStream.h>
#include <torch/types.h>

#include <cstdint>
#include <string>

#include "ac4k_kernel/common/types.h"

namespace ac4k {
namespace bindings {

using at::ScalarType;
using torch::Tensor;

// What operators take and give as float8.
constexpr ScalarType kFloat8 = ScalarType::Float8_e4m3fn;
constexpr int64_t kSizeLimit = (int64_t(1) << 31) - 1024;

inline cudaStream_t stream() { return c10::cuda::getCurrentCUDAStream(); }

// A number in a message. Streams are not trusted with it: in a process with several C++ libraries
// they may find another one's facets for numbers.
inline std::string text(int64_t number) { return std::to_string(number); }

inline DataType float_type(const Tensor& x, const char* name) {
    switch (x.scalar_type()) {
        case ScalarType::Float:
            return DataType::float32;
        case ScalarType::Half:
            return DataType::float16;
        case ScalarType::BFloat16:
            return DataType::bfloat16;
        default:
            TORCH_CHECK(false, name, " must be float32, float16 or bfloat16, got ",
                        x.scalar_type());
    }
}

inline void check_device(const Tensor& x, const char* name) {
    TORCH_CHECK(x.is_cuda(), name, " must be on a GPU, got one on ", x.device());
}

inline void check_dense(const Tensor& x, const char* name) {
    check_device(x, name);
    TORCH_CHECK(x.is_contiguous(), name, " must be contiguous");
    TORCH_CHECK(reinterpret_cast<uintptr_t>(x.const_data_ptr()) % 16 == 0, name,
                " must begin at a multiple of 16 bytes");
}

inline void check_type(const Tensor& x, ScalarType type, const char* name) {
    TORCH_CHECK(x.scalar_type() == type, name, " must be ", type, ", got ", x.scalar_type());
}

inline Tensor float_scalar(const Tensor& like) {
    return torch::empty({}, like.options().dtype(torch::kFloat32));
}

inline const float* scales_of(const Tensor& scale, int64_t count, const char* name) {
    check_device(scale, name);
    TORCH_CHECK(scale.is_contiguous() && scale.numel() == count, name, " must have ", text(count),
                " scales, got ", text(scale.numel()));
    return scale.const_data_ptr<float>();
}

inline void check_heads(const Tensor& x, const char* name) {
    check_device(x, name);
    TORCH_CHECK(x.dim() == 4, name, " must be (batch, heads, tokens, dim), got ", text(x.dim()),
                " dimensions");
    TORCH_CHECK(x.stride(3) == 1, name, " must be dense along its last dimension");
    bool aligned = reinterpret_cast<uintptr_t>(x.const_data_ptr()) % 16 == 0;
    for (int64_t d = 0; d < 3; ++d) {
        aligned = aligned && (x.size(d) == 1 || x.stride(d) * x.element_size() % 16 == 0);
    }
    TORCH_CHECK(aligned, name, " must have rows at multiples of 16 bytes");
    for (int64_t d = 0; d < 4; ++d) {
        TORCH_CHECK(x.size(d) > 0 && x.size(d) < kSizeLimit, name, " has an unsupported size ",
                    text(x.size(d)), " in dimension ", text(d));
    }
}

}  // namespace bindings
}  // namespace ac4k
