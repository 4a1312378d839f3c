// Reductions of arrays whose type is named at run time.
#include "reduction.h"

#include <algorithm>
#include <type_traits>

namespace porter::rccl {
namespace {

/// Do something with a number of the type: ncclInt8 to ncclBfloat16.
template <class Work> auto withType(int type, Work work) {
  switch (type) {
  case 0: return work(int8_t());
  case 1: return work(uint8_t());
  case 2: return work(int32_t());
  case 3: return work(uint32_t());
  case 4: return work(int64_t());
  case 5: return work(uint64_t());
  case 6: return work(_Float16());
  case 8: return work(double());
  case 9: return work(__bf16());
  default: return work(float());
  }
}

template <class T>
void reduceIn(int operation, const Scaled *scaled, const std::vector<const void *> &arrays, size_t count, T *result) {
  constexpr bool isNarrow = std::is_same_v<T, _Float16> || std::is_same_v<T, __bf16>;
  using Sum = std::conditional_t<isNarrow, float, T>;
  const auto at = [&](size_t rank, size_t i) { return Sum(static_cast<const T *>(arrays[rank])[i]); };
  for (size_t i = 0; i < count; ++i) {
    Sum value = scaled ? Sum(at(0, i) * Sum(scaled->factor)) : at(0, i);
    for (size_t rank = 1; rank < arrays.size(); ++rank) {
      const Sum next = at(rank, i);
      switch (operation) {
      case Product: value = Sum(value * next); break;
      case Largest: value = std::max(value, next); break;
      case Least: value = std::min(value, next); break;
      default: value = Sum(value + (scaled ? Sum(next * Sum(scaled->factor)) : next));
      }
    }
    result[i] = T(operation == Average ? Sum(value / Sum(arrays.size())) : value);
  }
}

} // namespace

size_t bytesOf(int type) {
  return type < 0 || type > 9 ? 0 : withType(type, [](auto number) { return sizeof number; });
}

double numberOf(int type, const void *place) {
  return withType(type, [&](auto number) { return double(*static_cast<const decltype(number) *>(place)); });
}

void reduce(int type, int operation, const Scaled *scaled, const std::vector<const void *> &arrays, size_t count,
            void *result) {
  withType(type, [&](auto number) {
    reduceIn(operation, scaled, arrays, count, static_cast<decltype(number) *>(result));
    return 0;
  });
}

} // namespace porter::rccl
