// Local response normalisation. Source: Krizhevsky, Sutskever and Hinton, 2012, 3.3.
#include "normalization.h"

namespace porter::dnn {

namespace {

/// Call `work(first, step, count)` for each list of channels.
template <class Work> void eachList(const Tensor &tensor, Work work) {
  const int64_t inner = tensor.inner(), channels = tensor.size(1);
  for (int64_t n = 0; n < tensor.size(0); ++n)
    for (int64_t i = 0; i < inner; ++i)
      work(n * channels * inner + i, inner, channels);
}

/// The channels around one that count, from the first to behind the last.
std::pair<int64_t, int64_t> around(const LocalResponse &norm, int64_t channel, int64_t channels) {
  const int64_t before = (norm.size - 1) / 2;
  return {std::max<int64_t>(0, channel - before), std::min(channels, channel - before + norm.size)};
}

double baseOf(const LocalResponse &norm, const double *x, int64_t step, int64_t channel, int64_t channels) {
  const auto [from, to] = around(norm, channel, channels);
  double sum = 0;
  for (int64_t c = from; c < to; ++c)
    sum += x[c * step] * x[c * step];
  return norm.k + norm.alpha / double(norm.size) * sum;
}

void check(Call &call, const LocalResponse &norm, const Operand &x, const Operand &y) {
  call.needSameSizes(x, y);
  call.fail(!norm.isAcrossChannels, Status::NotSupported);
}

} // namespace

int localResponse(Call call, const LocalResponse &norm, const Operand &x, const Operand &y, const void *alpha,
                  const void *beta) {
  const Factors factors = call.factors(alpha, beta, x.tensor);
  check(call, norm, x, y);
  return call.run([=] {
    const auto values = read<double>(x);
    std::vector<double> made(values.size());
    eachList(x.tensor, [&](int64_t first, int64_t step, int64_t count) {
      for (int64_t c = 0; c < count; ++c)
        made[first + c * step] =
            values[first + c * step] * std::pow(baseOf(norm, &values[first], step, c, count), -norm.beta);
    });
    write(y, made, factors);
  });
}

int localResponseBackward(Call call, const LocalResponse &norm, const Operand &dy, const Operand &x, const Operand &dx,
                          const void *alpha, const void *beta) {
  const Factors factors = call.factors(alpha, beta, x.tensor);
  check(call, norm, x, dy);
  check(call, norm, x, dx);
  return call.run([=] {
    const auto values = read<double>(x), gradients = read<double>(dy);
    std::vector<double> made(values.size());
    eachList(x.tensor, [&](int64_t first, int64_t step, int64_t count) {
      for (int64_t c = 0; c < count; ++c) { // of each result to all that it was computed from
        const double base = baseOf(norm, &values[first], step, c, count), here = values[first + c * step];
        const double gradient = gradients[first + c * step], power = std::pow(base, -norm.beta);
        made[first + c * step] += gradient * power;
        const double common = -2 * norm.alpha / double(norm.size) * norm.beta * gradient * here * power / base;
        const auto [from, to] = around(norm, c, count);
        for (int64_t other = from; other < to; ++other)
          made[first + other * step] += common * values[first + other * step];
      }
    });
    write(dx, made, factors);
  });
}

} // namespace porter::dnn
