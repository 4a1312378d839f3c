// The order of elements.
#include "tensor.h"

namespace porter::dnn {

std::vector<int64_t> packed(const std::vector<int64_t> &sizes, bool channelsLast) {
  std::vector<int64_t> steps(sizes.size());
  int64_t step = 1;
  const auto take = [&](size_t dimension) {
    steps[dimension] = step;
    step *= sizes[dimension];
  };
  if (channelsLast && sizes.size() > 1)
    take(1);
  for (size_t d = sizes.size(); d-- > 0;)
    if (d != 1 || !channelsLast)
      take(d);
  return steps;
}

size_t bytesOf(DataType type) {
  return blas::withType(type, [](auto *typed) { return sizeof(*typed); });
}

bool spreads(const Tensor &small, const Tensor &large) {
  if (small.sizes.size() != large.sizes.size())
    return false;
  for (size_t d = 0; d < small.sizes.size(); ++d)
    if (small.sizes[d] != 1 && small.sizes[d] != large.sizes[d])
      return false;
  return true;
}

std::vector<int64_t> spread(const Tensor &small, const Tensor &large) {
  Tensor walked = large;
  walked.steps = packed(small.sizes);
  for (size_t d = 0; d < small.sizes.size(); ++d)
    if (small.sizes[d] == 1)
      walked.steps[d] = 0;
  std::vector<int64_t> places(large.count());
  each(walked, [&](int64_t i, int64_t place) { places[i] = place; });
  return places;
}

} // namespace porter::dnn
