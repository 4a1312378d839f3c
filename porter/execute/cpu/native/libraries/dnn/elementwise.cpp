// Sums, products and extremes of elements.
#include "elementwise.h"

namespace porter::dnn {

static double combined(Operation operation, double a, double b) {
  switch (operation) {
  case Operation::Add: return a + b;
  case Operation::Mul: return a * b;
  case Operation::Min: return std::min(a, b);
  case Operation::Max: return std::max(a, b);
  case Operation::Root: return std::sqrt(a);
  default: return 1 - a;
  }
}

int combine(Call call, Operation operation, const void *first, const Operand &A, const void *second, const Operand &B,
            const void *beta, const Operand &C) {
  const bool takesOne = operation == Operation::Root || operation == Operation::Not;
  const double a = call.factor(first, C.tensor), b = takesOne ? 0 : call.factor(second, C.tensor);
  const Factors factors{1, call.factor(beta, C.tensor)};
  call.need(spreads(A.tensor, C.tensor) && (takesOne || spreads(B.tensor, C.tensor)));
  return call.run([=] {
    const auto left = read<double>(A), right = takesOne ? std::vector<double>() : read<double>(B);
    const auto placesA = spread(A.tensor, C.tensor);
    const auto placesB = takesOne ? std::vector<int64_t>() : spread(B.tensor, C.tensor);
    std::vector<double> made(C.tensor.count());
    for (size_t i = 0; i < made.size(); ++i)
      made[i] = combined(operation, a * left[placesA[i]], takesOne ? 0 : b * right[placesB[i]]);
    write(C, made, factors);
  });
}

int add(Call call, const void *alpha, const Operand &A, const void *beta, const Operand &C) {
  const Factors factors = call.factors(alpha, beta, C.tensor);
  call.need(spreads(A.tensor, C.tensor));
  return call.run([=] {
    const auto values = read<double>(A);
    const auto places = spread(A.tensor, C.tensor);
    std::vector<double> made(places.size());
    for (size_t i = 0; i < made.size(); ++i)
      made[i] = values[places[i]];
    write(C, made, factors);
  });
}

int fill(Call call, const Operand &y, const void *value) {
  call.need(value);
  if (!call.isGood())
    return call.code();
  const double number = blas::load<double>(y.tensor.type, value, 0); // of the tensor's own type
  return call.run([=] { write(y, std::vector<double>(y.tensor.count(), number)); });
}

int scale(Call call, const Operand &y, const void *factor) {
  const Factors factors{call.factor(factor, y.tensor), 0};
  return call.run([=] { write(y, read<double>(y), factors); });
}

} // namespace porter::dnn
