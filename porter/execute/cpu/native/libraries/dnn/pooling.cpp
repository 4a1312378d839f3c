// Pooling. The gradient of a maximum goes to the first element that is one.
#include "pooling.h"

namespace porter::dnn {

std::vector<int64_t> outputOf(const Pooling &pooling, const Tensor &x) {
  const size_t spatial = pooling.window.size();
  if (spatial == 0 || x.sizes.size() != spatial + 2)
    return {};
  std::vector<int64_t> sizes = {x.sizes[0], x.sizes[1]};
  for (size_t d = 0; d < spatial; ++d) {
    const int64_t slack = x.sizes[d + 2] + 2 * pooling.pads[d] - pooling.window[d];
    if (slack < 0)
      return {};
    sizes.push_back(slack / pooling.steps[d] + 1);
  }
  return sizes;
}

namespace {

/// Windows over planes of three dimensions; those that are missing have size 1.
struct Windows {
  int64_t size[3] = {1, 1, 1}, window[3] = {1, 1, 1}, pad[3] = {0, 0, 0}, step[3] = {1, 1, 1}, made[3] = {1, 1, 1};

  Windows(const Pooling &pooling, const Tensor &x, const Tensor &y) {
    for (size_t d = 0, spatial = pooling.window.size(); d < spatial && spatial <= 3; ++d) {
      const size_t place = 3 - spatial + d;
      size[place] = x.sizes[d + 2];
      window[place] = pooling.window[d];
      pad[place] = pooling.pads[d];
      step[place] = pooling.steps[d];
      made[place] = y.sizes[d + 2];
    }
  }
  int64_t elements() const { return size[0] * size[1] * size[2]; }
  int64_t all() const { return window[0] * window[1] * window[2]; }

  /// Call `work(place)` for the elements of a window that are inside.
  template <class Work> void inside(const int64_t (&at)[3], Work work) const {
    int64_t from[3], to[3];
    for (int d = 0; d < 3; ++d) {
      from[d] = std::max<int64_t>(0, at[d] * step[d] - pad[d]);
      to[d] = std::min(size[d], at[d] * step[d] - pad[d] + window[d]);
    }
    for (int64_t z = from[0]; z < to[0]; ++z)
      for (int64_t y = from[1]; y < to[1]; ++y)
        for (int64_t x = from[2]; x < to[2]; ++x)
          work((z * size[1] + y) * size[2] + x);
  }
  /// Call `work(plane, place, at)` for each window of each plane.
  template <class Work> void each(int64_t planes, Work work) const {
    for (int64_t plane = 0, place = 0; plane < planes; ++plane)
      for (int64_t z = 0; z < made[0]; ++z)
        for (int64_t y = 0; y < made[1]; ++y)
          for (int64_t x = 0; x < made[2]; ++x)
            work(plane * elements(), place++, {z, y, x});
  }
};

void check(Call &call, const Pooling &pooling, const Operand &x, const Operand &y) {
  const auto sizes = outputOf(pooling, x.tensor);
  call.need(pooling.kind != Pooling::Unknown && !sizes.empty() && sizes == y.tensor.sizes);
  call.fail(pooling.window.size() > 3, Status::NotSupported);
}

/// What a mean divides by.
double divisor(const Pooling &pooling, const Windows &windows, int64_t inside) {
  return double(pooling.kind == Pooling::MeanOfAll ? windows.all() : std::max<int64_t>(1, inside));
}

int64_t placeOfLargest(const Pooling &pooling, const Windows &windows, const double *plane, const int64_t (&at)[3]) {
  int64_t found = -1;
  windows.inside(at, [&](int64_t place) {
    const double value = plane[place];
    const bool isFirst = found < 0;
    const bool isNan = value != value, hasNan = !isFirst && plane[found] != plane[found];
    if (isFirst || (hasNan ? !pooling.nan && !isNan : value > plane[found] || (isNan && pooling.nan)))
      found = place;
  });
  return found;
}

} // namespace

int pool(Call call, const Pooling &pooling, const Operand &x, const Operand &y, const void *alpha, const void *beta) {
  const Factors factors = call.factors(alpha, beta, x.tensor);
  check(call, pooling, x, y);
  return call.run([=] {
    const auto values = read<double>(x);
    const Windows windows(pooling, x.tensor, y.tensor);
    std::vector<double> made(y.tensor.count());
    windows.each(x.tensor.size(0) * x.tensor.size(1), [&](int64_t plane, int64_t place, const int64_t(&at)[3]) {
      if (pooling.kind == Pooling::Max) {
        const int64_t largest = placeOfLargest(pooling, windows, &values[plane], at);
        made[place] = largest < 0 ? -std::numeric_limits<double>::infinity() : values[plane + largest];
        return;
      }
      double sum = 0;
      int64_t count = 0;
      windows.inside(at, [&](int64_t each) {
        sum += values[plane + each];
        ++count;
      });
      made[place] = sum / divisor(pooling, windows, count);
    });
    write(y, made, factors);
  });
}

int poolBackward(Call call, const Pooling &pooling, const Operand &dy, const Operand &x, const Operand &dx,
                 const void *alpha, const void *beta) {
  const Factors factors = call.factors(alpha, beta, x.tensor);
  check(call, pooling, x, dy);
  call.needSameSizes(x, dx);
  return call.run([=] {
    const auto values = read<double>(x), gradients = read<double>(dy);
    const Windows windows(pooling, x.tensor, dy.tensor);
    std::vector<double> made(dx.tensor.count());
    windows.each(x.tensor.size(0) * x.tensor.size(1), [&](int64_t plane, int64_t place, const int64_t(&at)[3]) {
      if (pooling.kind == Pooling::Max) {
        const int64_t largest = placeOfLargest(pooling, windows, &values[plane], at);
        if (largest >= 0)
          made[plane + largest] += gradients[place];
        return;
      }
      int64_t count = 0;
      windows.inside(at, [&](int64_t) { ++count; });
      const double share = gradients[place] / divisor(pooling, windows, count);
      windows.inside(at, [&](int64_t each) { made[plane + each] += share; });
    });
    write(dx, made, factors);
  });
}

} // namespace porter::dnn
