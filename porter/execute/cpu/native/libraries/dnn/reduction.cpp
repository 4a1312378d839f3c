// Reductions of tensors along the dimensions that have size 1 in the result.
#include "elementwise.h"

namespace porter::dnn {

namespace {

bool isExtreme(int kind) { return kind == Reduction::Min || kind == Reduction::Max || kind == Reduction::LargestSize; }

/// Whether a number takes the place of the best so far; one that is no number does so where it counts.
bool isBetter(const Reduction &reduction, double value, double best) {
  if (value != value || best != best)
    return reduction.nan ? best == best : best != best && value == value;
  return reduction.kind == Reduction::Min ? value < best : value > best;
}

double combined(int kind, double sum, double value) {
  switch (kind) {
  case Reduction::Product: return sum * value;
  case Reduction::ProductOfOthers: return value == 0 ? sum : sum * value;
  case Reduction::Norm1: return sum + std::fabs(value);
  case Reduction::Norm2: return sum + value * value;
  default: return sum + value;
  }
}

/// Which number an element has among those that are reduced to the same.
std::vector<int64_t> numbersWithin(const Tensor &A, const Tensor &C) {
  Tensor walked = A;
  int64_t step = 1;
  for (size_t d = A.sizes.size(); d-- > 0;) {
    const bool isReduced = C.sizes[d] == 1;
    walked.steps[d] = isReduced ? step : 0;
    step *= isReduced ? A.sizes[d] : 1;
  }
  std::vector<int64_t> numbers(A.count());
  each(walked, [&](int64_t i, int64_t place) { numbers[i] = place; });
  return numbers;
}

} // namespace

size_t bytesOfIndices(const Reduction &reduction, const Tensor &C) {
  return reduction.indices && isExtreme(reduction.kind) ? size_t(C.count()) * sizeof(uint32_t) : 0;
}

int reduce(Call call, const Reduction &reduction, void *indices, size_t bytes, const void *alpha, const Operand &A,
           const void *beta, const Operand &C) {
  // MIOpen takes doubles beside doubles here, unlike elsewhere.
  const bool isDouble = A.tensor.type == DataType::R64F && alpha && beta;
  const Factors factors = isDouble ? Factors{*static_cast<const double *>(alpha), *static_cast<const double *>(beta)}
                                   : call.factors(alpha, beta, A.tensor);
  const int kind = reduction.kind;
  const bool wantsIndices = reduction.indices && isExtreme(kind);
  call.need(kind >= Reduction::Sum && spreads(C.tensor, A.tensor));
  call.need(!wantsIndices || (indices && bytes >= bytesOfIndices(reduction, C.tensor)));
  call.fail(wantsIndices && reduction.indexType != 0, Status::NotSupported);
  return call.run([=] {
    const auto values = read<double>(A);
    const auto places = spread(C.tensor, A.tensor);
    const int64_t count = C.tensor.count();
    const bool isProduct = kind == Reduction::Product || kind == Reduction::ProductOfOthers;
    std::vector<double> made(count, isProduct ? 1 : 0);
    std::vector<int64_t> best(count, -1);
    for (size_t i = 0; i < values.size(); ++i) {
      const double value = kind == Reduction::LargestSize ? std::fabs(values[i]) : values[i];
      double &result = made[places[i]];
      if (!isExtreme(kind)) {
        result = combined(kind, result, value);
      } else if (best[places[i]] < 0 || isBetter(reduction, value, result)) {
        result = value;
        best[places[i]] = int64_t(i);
      }
    }
    for (double &result : made)
      result = kind == Reduction::Mean    ? result / double(values.size()) * double(count)
               : kind == Reduction::Norm2 ? std::sqrt(result)
                                          : result;
    if (wantsIndices) {
      const auto numbers = numbersWithin(A.tensor, C.tensor);
      for (int64_t i = 0; i < count; ++i)
        static_cast<uint32_t *>(indices)[i] = uint32_t(numbers[best[i]]);
    }
    write(C, made, factors);
  });
}

} // namespace porter::dnn
