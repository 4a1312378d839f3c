// Softmax and its logarithm. The largest is always subtracted first, by the fast algorithm, too.
#include "softmax.h"

namespace porter::dnn {

namespace {

/// Call `work(first, step, count)` for each list of numbers that is normalised.
template <class Work> void eachList(Softmax kind, const Tensor &tensor, Work work) {
  const int64_t inner = kind.mode == 0 ? 1 : tensor.inner();
  const int64_t count = tensor.count() / tensor.size(0) / inner;
  for (int64_t n = 0; n < tensor.size(0); ++n)
    for (int64_t i = 0; i < inner; ++i)
      work(n * count * inner + i, inner, count);
}

void check(Call &call, Softmax kind, const Operand &x, const Operand &y) {
  call.needSameSizes(x, y);
  call.fail(kind.algorithm < 0 || kind.algorithm > 2 || kind.mode < 0 || kind.mode > 1, Status::InvalidEnumerator);
}

} // namespace

int softmax(Call call, Softmax kind, const Operand &x, const Operand &y, const void *alpha, const void *beta) {
  const Factors factors = call.factors(alpha, beta, x.tensor);
  check(call, kind, x, y);
  return call.run([=] {
    auto values = read<double>(x);
    eachList(kind, x.tensor, [&](int64_t first, int64_t step, int64_t count) {
      double largest = values[first], sum = 0;
      for (int64_t i = 0; i < count; ++i)
        largest = std::max(largest, values[first + i * step]);
      for (int64_t i = 0; i < count; ++i)
        sum += std::exp(values[first + i * step] - largest);
      for (int64_t i = 0; i < count; ++i) {
        double &value = values[first + i * step];
        value = kind.algorithm == 2 ? value - largest - std::log(sum) : std::exp(value - largest) / sum;
      }
    });
    write(y, values, factors);
  });
}

int softmaxBackward(Call call, Softmax kind, const Operand &y, const Operand &dy, const Operand &dx, const void *alpha,
                    const void *beta) {
  const Factors factors = call.factors(alpha, beta, y.tensor);
  check(call, kind, y, dy);
  check(call, kind, y, dx);
  return call.run([=] {
    const auto out = read<double>(y);
    auto values = read<double>(dy);
    eachList(kind, y.tensor, [&](int64_t first, int64_t step, int64_t count) {
      double sum = 0;
      for (int64_t i = first; i < first + count * step; i += step)
        sum += kind.algorithm == 2 ? values[i] : values[i] * out[i];
      for (int64_t i = first; i < first + count * step; i += step)
        values[i] = kind.algorithm == 2 ? values[i] - std::exp(out[i]) * sum : out[i] * (values[i] - sum);
    });
    write(dx, values, factors);
  });
}

} // namespace porter::dnn
