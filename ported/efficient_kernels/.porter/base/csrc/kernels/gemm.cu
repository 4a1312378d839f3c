// Checks, output and launches of the three matrix products.
#include <hip/hip_runtime.h>
#include "../../porter_compat/torch_names.hpp"
#include <ATen/AccumulateType.h>
#include <ATen/Dispatch.h>
#include <c10/hip/HIPException.h>
#include <c10/hip/HIPGuard.h>
#include <c10/hip/HIPStream.h>

#include "gemm.h"
#include "gemm_basic.cuh"
#include "gemm_tensor_cores.cuh"
#include "gemm_tiled.cuh"

namespace {

GemmShape check_operands(const torch::Tensor& a, const torch::Tensor& b) {
    TORCH_CHECK(a.is_cuda(), "a must be a CUDA tensor, got one on ", a.device());
    TORCH_CHECK(b.is_cuda(), "b must be a CUDA tensor, got one on ", b.device());
    TORCH_CHECK(a.device() == b.device(), "b must be on ", a.device(), " like a, got ", b.device());
    TORCH_CHECK(a.dim() == 2, "a must have 2 dimensions, got ", a.dim());
    TORCH_CHECK(b.dim() == 2, "b must have 2 dimensions, got ", b.dim());
    TORCH_CHECK(a.scalar_type() == b.scalar_type(), "b must be ", a.scalar_type(), " like a, got ",
                b.scalar_type());
    TORCH_CHECK(a.size(1) == b.size(0), "b must have ", a.size(1), " rows as a has columns, got ",
                b.size(0));
    for (const int64_t size : {a.size(0), a.size(1), b.size(1)}) {
        TORCH_CHECK(size > 0 && size < (int64_t(1) << 31) - 128, "unsupported matrix size ", size);
    }
    TORCH_CHECK(a.size(0) <= 65535 * int64_t(16), "a has too many rows: ", a.size(0));
    return {static_cast<int>(a.size(0)), static_cast<int>(b.size(1)), static_cast<int>(a.size(1))};
}

dim3 grid_for(const GemmShape& shape, int tile_rows, int tile_columns) {
    return dim3((shape.columns + tile_columns - 1) / tile_columns,
                (shape.rows + tile_rows - 1) / tile_rows);
}

template <typename scalar_t>
void launch_tensor_cores(const torch::Tensor& a, const torch::Tensor& b, torch::Tensor& c,
                         const GemmShape& shape) {
    using Traits = TensorCoreTraits<scalar_t>;
    gemm_tensor_core_kernel<Traits>
        <<<grid_for(shape, Traits::kTile, Traits::kTile), Traits::kThreads, 0,
           c10::cuda::getCurrentCUDAStream()>>>(static_cast<const scalar_t*>(a.const_data_ptr()),
                                                static_cast<const scalar_t*>(b.const_data_ptr()),
                                                static_cast<scalar_t*>(c.mutable_data_ptr()), shape);
    C10_CUDA_KERNEL_LAUNCH_CHECK();
}

}  // namespace

torch::Tensor gemm_basic(const torch::Tensor& a_in, const torch::Tensor& b_in) {
    const GemmShape shape = check_operands(a_in, b_in);
    const c10::cuda::CUDAGuard device_guard(a_in.device());
    const torch::Tensor a = a_in.contiguous(), b = b_in.contiguous();
    torch::Tensor c = torch::empty({shape.rows, shape.columns}, a.options());
    AT_DISPATCH_FLOATING_TYPES_AND2(
        at::ScalarType::Half, at::ScalarType::BFloat16, a.scalar_type(), "gemm_basic", [&] {
            using accumulate_t = at::acc_type<scalar_t, true>;
            const dim3 block(32, 8);
            gemm_basic_kernel<scalar_t, accumulate_t>
                <<<grid_for(shape, block.y, block.x), block, 0,
                   c10::cuda::getCurrentCUDAStream()>>>(a.data_ptr<scalar_t>(),
                                                        b.data_ptr<scalar_t>(),
                                                        c.data_ptr<scalar_t>(), shape);
        });
    C10_CUDA_KERNEL_LAUNCH_CHECK();
    return c;
}

torch::Tensor gemm_tiled(const torch::Tensor& a_in, const torch::Tensor& b_in) {
    const GemmShape shape = check_operands(a_in, b_in);
    const c10::cuda::CUDAGuard device_guard(a_in.device());
    const torch::Tensor a = a_in.contiguous(), b = b_in.contiguous();
    torch::Tensor c = torch::empty({shape.rows, shape.columns}, a.options());
    AT_DISPATCH_FLOATING_TYPES_AND2(
        at::ScalarType::Half, at::ScalarType::BFloat16, a.scalar_type(), "gemm_tiled", [&] {
            using Traits = TiledTraits<scalar_t, at::acc_type<scalar_t, true>>;
            gemm_tiled_kernel<Traits>
                <<<grid_for(shape, Traits::kTile, Traits::kTile), Traits::kThreads, 0,
                   c10::cuda::getCurrentCUDAStream()>>>(a.data_ptr<scalar_t>(),
                                                        b.data_ptr<scalar_t>(),
                                                        c.data_ptr<scalar_t>(), shape);
        });
    C10_CUDA_KERNEL_LAUNCH_CHECK();
    return c;
}

torch::Tensor gemm_tensor_cores(const torch::Tensor& a_in, const torch::Tensor& b_in) {
    const GemmShape shape = check_operands(a_in, b_in);
    const c10::cuda::CUDAGuard device_guard(a_in.device());
    const torch::Tensor a = a_in.contiguous(), b = b_in.contiguous();
    torch::Tensor c = torch::empty({shape.rows, shape.columns}, a.options());
    switch (a.scalar_type()) {
        case at::ScalarType::Half:
            launch_tensor_cores<__half>(a, b, c, shape);
            break;
        case at::ScalarType::BFloat16:
            launch_tensor_cores<__hip_bfloat16>(a, b, c, shape);
            break;
        default:
            TORCH_CHECK(false, "a must be float16 or bfloat16 for the tensor cores, got ",
                        a.scalar_type());
    }
    return c;
}
