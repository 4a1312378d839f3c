// Makes plans.
#include "plan.h"

#include <algorithm>
#include <atomic>

namespace porter::fft {

int create(intptr_t *handle) {
  static std::atomic<int> next{1}; // CUDA's handles are as large as an int
  if (!handle)
    return InvalidValue;
  *handle = next++;
  hip::handlesOf<Plan, intptr_t>().add(*handle, std::make_shared<Plan>());
  return Success;
}

int destroy(intptr_t handle) { return hip::handlesOf<Plan, intptr_t>().take(handle) ? Success : InvalidPlan; }

int check(const Shape &shape) {
  constexpr int types[] = {R2C, C2R, C2C, D2Z, Z2D, Z2Z};
  if (std::find(std::begin(types), std::end(types), shape.type) == std::end(types))
    return InvalidType;
  if (shape.lengths.empty())
    return InvalidValue;
  const auto isPositive = [](int64_t number) { return number > 0; };
  if (!std::all_of(shape.lengths.begin(), shape.lengths.end(), isPositive) || shape.batch < 1)
    return InvalidSize;
  for (const Layout *layout : {&shape.in, &shape.out})
    if (!layout->embed.empty() && (layout->step < 1 || layout->distance < 0))
      return InvalidValue;
  return Success;
}

int make(intptr_t handle, Shape shape, size_t *bytes) {
  const auto plan = find(handle);
  if (!plan)
    return InvalidPlan;
  if (int status = check(shape))
    return status;
  std::lock_guard lock(plan->mutex);
  if (!plan->shape.lengths.empty())
    return InvalidPlan; // it was made already
  if (!plan->devices.empty() && !(shape.in.embed.empty() && shape.out.embed.empty()))
    return NotSupported;
  plan->shape = std::move(shape);
  if (bytes)
    std::fill_n(bytes, std::max<size_t>(1, plan->devices.size()), 0);
  return Success;
}

Fourier &Plan::line(size_t dimension, int direction) {
  auto &made = lines[direction == forwards];
  made.resize(shape.lengths.size());
  if (!made[dimension])
    made[dimension] = std::make_unique<Fourier>(shape.lengths[dimension], direction);
  return *made[dimension];
}

} // namespace porter::fft
