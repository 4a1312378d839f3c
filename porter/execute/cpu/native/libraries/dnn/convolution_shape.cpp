// What fits together in a convolution.
#include "convolution_shape.h"

namespace porter::dnn {

std::vector<int64_t> outputOf(const Convolution &convolution, const Tensor &x, const Tensor &w) {
  const size_t rank = x.sizes.size(), spatial = rank - 2;
  const bool isDescribed = rank >= 3 && rank <= 5 && w.sizes.size() == rank && convolution.pads.size() == spatial;
  if (!isDescribed || x.size(1) != w.size(convolution.transposes ? 0 : 1) * (convolution.transposes ? 1 : convolution.groups))
    return {};
  std::vector<int64_t> sizes = {x.size(0), convolution.transposes ? w.size(1) * convolution.groups : w.size(0)};
  for (size_t d = 0; d < spatial; ++d) {
    const int64_t reach = (w.size(d + 2) - 1) * convolution.dilations[d] + 1, pads = 2 * convolution.pads[d];
    const int64_t added = d < convolution.added.size() ? convolution.added[d] : 0;
    sizes.push_back(convolution.transposes ? (x.size(d + 2) - 1) * convolution.steps[d] + reach - pads + added
                                           : (x.size(d + 2) + pads - reach) / convolution.steps[d] + 1);
    if (sizes.back() < 1)
      return {};
  }
  return sizes;
}

bool shapeOf(const Convolution &convolution, const Tensor &x, const Tensor &w, const Tensor &y, Shape *shape) {
  Convolution forward = convolution;
  forward.transposes = false;
  const int64_t groups = convolution.groups;
  if (w.sizes.empty() || w.sizes[0] % groups || outputOf(forward, x, w) != y.sizes)
    return false;
  *shape = Shape{x.size(0), groups, w.size(1), w.size(0) / groups};
  shape->flips = convolution.flips;
  const size_t spatial = x.sizes.size() - 2, missing = 3 - spatial;
  for (size_t d = 0; d < 3; ++d) {
    const bool isThere = d >= missing;
    const size_t own = d - missing;
    shape->size[d] = isThere ? x.sizes[own + 2] : 1;
    shape->window[d] = isThere ? w.sizes[own + 2] : 1;
    shape->made[d] = isThere ? y.sizes[own + 2] : 1;
    shape->pad[d] = isThere ? convolution.pads[own] : 0;
    shape->step[d] = isThere ? convolution.steps[own] : 1;
    shape->dilation[d] = isThere ? convolution.dilations[own] : 1;
  }
  return true;
}

} // namespace porter::dnn
