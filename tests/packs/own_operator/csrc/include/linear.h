#pragma once

#include <ATen/core/Tensor.h>

namespace aiter {

/// Y (M, N) = XQ (M, K) * WQ (N, K) + bias (N,), of halves. Y is returned.
at::Tensor linear(at::Tensor XQ, at::Tensor WQ, at::Tensor bias, at::Tensor Y, int64_t splitK);

} // namespace aiter
