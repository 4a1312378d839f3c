// Tells whether two indices of a tensor may be one place in memory, which kernels must not write to.
#include <ATen/core/TensorBase.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace at::cuda::detail {

/// Return false only where each step along a dimension leads beyond all that smaller steps reach.
bool maybeOverlappingIndices(const at::TensorBase& tensor) {
  std::vector<std::pair<int64_t, int64_t>> steps;  // how far, and how many
  for (int64_t axis = 0; axis < tensor.dim(); ++axis) {
    if (tensor.size(axis) > 1) steps.emplace_back(tensor.stride(axis), tensor.size(axis) - 1);
  }
  std::sort(steps.begin(), steps.end());
  int64_t reached = 0;
  for (const auto& [far, many] : steps) {
    if (far <= reached) return true;
    reached += far * many;
  }
  return false;
}

}  // namespace at::cuda::detail
