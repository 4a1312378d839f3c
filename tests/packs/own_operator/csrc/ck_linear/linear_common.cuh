#pragma once

#include <array>

#include "ck/ck.hpp"
#include "ck/stream_config.hpp"
#include "ck/tensor_operation/gpu/device/gemm_specialization.hpp"
#include "ck/tensor_operation/gpu/device/impl/device_gemm_multiple_d_xdl_cshuffle_v3.hpp"
#include "ck/tensor_operation/gpu/device/tensor_layout.hpp"
#include "ck/tensor_operation/gpu/element/element_wise_operation.hpp"
#include "linear_problem.h"

namespace aiter {

using Row = ck::tensor_layout::gemm::RowMajor;
using Column = ck::tensor_layout::gemm::ColumnMajor;
using Pass = ck::tensor_operation::element_wise::PassThrough;
template <ck::index_t... Is>
using S = ck::Sequence<Is...>;

struct AddBias {
    __host__ __device__ void operator()(ck::half_t &y, const float &sum, const ck::half_t &bias) const {
        y = ck::type_convert<ck::half_t>(sum + ck::type_convert<float>(bias));
    }
};

/// A tile of M by N by K; M and N are 64, and threads move one element at a time, so that any shape is taken.
template <int M, int N, int K>
using Linear = ck::tensor_operation::device::DeviceGemmMultiD_Xdl_CShuffle_V3<
    Row, Column, ck::Tuple<Row>, Row, ck::half_t, ck::half_t, ck::Tuple<ck::half_t>, ck::half_t, float, float, Pass, Pass,
    AddBias, ck::tensor_operation::device::GemmSpecialization::MNKPadding, 256, M, N, K, 8, 8, 32, 32, 1, 1,
    S<K / 8, 256 / (K / 8), 1>, S<1, 0, 2>, S<1, 0, 2>, 2, 1, 8, 0, S<K / 8, 256 / (K / 8), 1>, S<1, 0, 2>, S<1, 0, 2>, 2,
    1, 8, 0, 1, 1, S<1, 4, 1, 64>, S<1, 1>, ck::BlockGemmPipelineScheduler::Intrawave, ck::BlockGemmPipelineVersion::v1>;

template <int M, int N, int K>
bool linear_impl(const LinearProblem &p) {
    using Operation = Linear<M, N, K>;
    auto argument = Operation::MakeArgument(p.x, p.w, std::array<const void *, 1>{p.bias}, p.y, p.m, p.n, p.k, p.k, p.k,
                                            std::array<ck::index_t, 1>{0}, p.n, p.parts, Pass{}, Pass{}, AddBias{});
    if (!Operation::IsSupportedArgument(argument)) return false;
    Operation::MakeInvoker().Run(argument, StreamConfig{nullptr, false});
    return true;
}

} // namespace aiter
