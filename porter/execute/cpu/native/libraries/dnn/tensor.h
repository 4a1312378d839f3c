// Tensors as descriptors tell of them, and their elements as numbers.
#pragma once

#include "../blas/data_type.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace porter::dnn {

using blas::DataType;

/// Sizes in the order of N, C and what follows, whatever their order in memory is, which the steps say.
struct Tensor {
  int code = 0; ///< of the vendor's
  DataType type = DataType::None;
  std::vector<int64_t> sizes, steps;

  int64_t size(size_t dimension) const { return dimension < sizes.size() ? sizes[dimension] : 1; }
  int64_t count() const {
    int64_t product = 1;
    for (int64_t each : sizes)
      product *= each;
    return product;
  }
  /// Elements of memory from the first to the last.
  int64_t extent() const {
    int64_t last = 0;
    for (size_t i = 0; i < sizes.size(); ++i)
      last += (sizes[i] - 1) * steps[i];
    return last + 1;
  }
  /// How many elements there are of each member of the batch and each channel.
  int64_t inner() const {
    int64_t product = 1;
    for (size_t i = 2; i < sizes.size(); ++i)
      product *= sizes[i];
    return product;
  }
};

/// A tensor and where its elements are.
struct Operand {
  Tensor tensor;
  void *data = nullptr;
};

/// What a result is multiplied by, and what was there before.
struct Factors {
  double result = 1, old = 0;
};

/// Steps of elements that lie one after the other, the channels last or in their place.
std::vector<int64_t> packed(const std::vector<int64_t> &sizes, bool channelsLast = false);

size_t bytesOf(DataType type);
/// Whether results can be computed of such elements.
inline bool isComputable(DataType type) { return type != DataType::None && !blas::isComplexType(type); }

/// Do something with the number and the place of each element, in the order of the sizes.
template <class Work> void each(const Tensor &tensor, Work work) {
  const size_t rank = tensor.sizes.size();
  std::vector<int64_t> at(rank);
  int64_t place = 0;
  for (int64_t i = 0, count = tensor.count(); i < count; ++i) {
    work(i, place);
    for (size_t d = rank; d-- > 0;) {
      place += tensor.steps[d];
      if (++at[d] < tensor.sizes[d])
        break;
      place -= tensor.steps[d] * tensor.sizes[d];
      at[d] = 0;
    }
  }
}

/// A number as an element: whole ones are the nearest that there is.
template <class Element, class T> Element elementOf(T value) {
  if constexpr (std::is_integral_v<Element>) {
    using Limits = std::numeric_limits<Element>;
    return Element(std::clamp(std::nearbyint(double(value)), double(Limits::min()), double(Limits::max())));
  } else {
    return blas::numberOf<Element>(value);
  }
}

template <class T> std::vector<T> read(const Operand &from) {
  std::vector<T> values(from.tensor.count());
  blas::withType(from.tensor.type, [&](auto *typed) {
    using Element = std::remove_pointer_t<decltype(typed)>;
    each(from.tensor, [&](int64_t i, int64_t place) {
      values[i] = blas::numberOf<T>(static_cast<const Element *>(from.data)[place]);
    });
  });
  return values;
}

template <class T> void write(const Operand &to, const std::vector<T> &values, Factors factors = {}) {
  blas::withType(to.tensor.type, [&](auto *typed) {
    using Element = std::remove_pointer_t<decltype(typed)>;
    each(to.tensor, [&](int64_t i, int64_t place) {
      Element &element = static_cast<Element *>(to.data)[place];
      double result = factors.result * double(values[i]);
      if (factors.old != 0) // what was there may be no number
        result += factors.old * blas::numberOf<double>(element);
      element = elementOf<Element>(result);
    });
  });
}

/// For each element of a tensor the place in another, whose sizes are the same or 1.
std::vector<int64_t> spread(const Tensor &small, const Tensor &large);
bool spreads(const Tensor &small, const Tensor &large);

} // namespace porter::dnn
