#include "linear.h"

#include <map>
#include <tuple>

#include <c10/util/Exception.h>
#include <hip/hip_runtime.h>

#include "linear_lookup.h"

namespace aiter {

at::Tensor linear(at::Tensor XQ, at::Tensor WQ, at::Tensor bias, at::Tensor Y, int64_t splitK) {
    static const std::map<std::tuple<int, int, int>, LinearKernel> tuned = linear_tuned();
    const LinearProblem problem = {XQ.data_ptr(), WQ.data_ptr(), bias.data_ptr(), Y.data_ptr(), int(XQ.size(0)),
                                   int(WQ.size(0)), int(XQ.size(1)), 1 << splitK};
    const auto found = tuned.find({problem.m, problem.n, problem.k});
    const LinearKernel kernel = found != tuned.end() ? found->second : linear_64x64x64;
    TORCH_CHECK(kernel(problem), "linear: no kernel takes ", XQ.sizes());
    TORCH_CHECK(hipDeviceSynchronize() == hipSuccess, "linear: the GPU failed");
    return Y;
}

} // namespace aiter
