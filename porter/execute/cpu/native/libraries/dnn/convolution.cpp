// Convolutions: the elements that meet make a matrix, which is multiplied by the filter's.
#include "convolution_shape.h"

namespace porter::dnn {

#define GEMM(letter, T)                                                                                                \
  extern "C" void scipy_##letter##gemm_64_(const char *, const char *, const int64_t *, const int64_t *,               \
                                           const int64_t *, const T *, const T *, const int64_t *, const T *,          \
                                           const int64_t *, const T *, T *, const int64_t *, size_t, size_t);          \
  static void gemm(char transA, char transB, int64_t m, int64_t n, int64_t k, const T *A, int64_t ldA, const T *B,     \
                   int64_t ldB, T beta, T *C) {                                                                        \
    const T one = 1;                                                                                                   \
    scipy_##letter##gemm_64_(&transA, &transB, &m, &n, &k, &one, A, &ldA, B, &ldB, &beta, C, &m, 1, 1);                \
  }
GEMM(s, float)
GEMM(d, double)
#undef GEMM

namespace {

/// The filter of mathematics' convolution as that of a correlation, or back.
template <class T> void flip(const Shape &shape, std::vector<T> &w) {
  const int64_t taps = shape.window[0] * shape.window[1] * shape.window[2];
  for (auto filter = w.begin(); shape.flips && filter != w.end(); filter += taps)
    std::reverse(filter, filter + taps);
}

/// Go through members and groups with their elements, filters and results.
template <class Work> void eachGroup(const Shape &shape, Work work) {
  for (int64_t n = 0; n < shape.batch; ++n)
    for (int64_t g = 0; g < shape.groups; ++g) {
      const int64_t both = n * shape.groups + g;
      work(both * shape.in * shape.elements(), g * shape.out * shape.taps(), both * shape.out * shape.places());
    }
}

template <class T> std::vector<T> meetings(const Shape &shape, const T *x) {
  std::vector<T> rows(shape.taps() * shape.places());
  const int64_t places = shape.places();
  eachMeeting(shape, [&](int64_t row, int64_t place, int64_t element) { rows[row * places + place] = x[element]; });
  return rows;
}

template <class T> std::vector<T> forward(const Shape &shape, const std::vector<T> &x, const std::vector<T> &w) {
  std::vector<T> y(shape.batch * shape.groups * shape.out * shape.places());
  eachGroup(shape, [&](int64_t atX, int64_t atW, int64_t atY) {
    const auto rows = meetings(shape, &x[atX]);
    gemm('N', 'N', shape.places(), shape.out, shape.taps(), rows.data(), shape.places(), &w[atW], shape.taps(), T(0),
         &y[atY]);
  });
  return y;
}

template <class T> std::vector<T> data(const Shape &shape, const std::vector<T> &w, const std::vector<T> &dy) {
  std::vector<T> dx(shape.batch * shape.groups * shape.in * shape.elements());
  std::vector<T> rows(shape.taps() * shape.places());
  const int64_t places = shape.places();
  eachGroup(shape, [&](int64_t atX, int64_t atW, int64_t atY) {
    gemm('N', 'T', places, shape.taps(), shape.out, &dy[atY], places, &w[atW], shape.taps(), T(0), rows.data());
    eachMeeting(shape, [&](int64_t row, int64_t place, int64_t element) { dx[atX + element] += rows[row * places + place]; });
  });
  return dx;
}

template <class T> std::vector<T> filter(const Shape &shape, const std::vector<T> &x, const std::vector<T> &dy) {
  std::vector<T> dw(shape.groups * shape.out * shape.taps());
  eachGroup(shape, [&](int64_t atX, int64_t atW, int64_t atY) {
    const auto rows = meetings(shape, &x[atX]);
    gemm('T', 'N', shape.taps(), shape.out, shape.places(), rows.data(), shape.places(), &dy[atY], shape.places(), T(1),
         &dw[atW]);
  });
  return dw;
}

} // namespace

template <class T>
static void compute(Direction direction, const Shape &shape, const Operand &x, const Operand &w, const Operand &y,
                    Factors factors) {
  if (direction == Direction::Filter) {
    auto made = filter(shape, read<T>(x), read<T>(y));
    flip(shape, made);
    return write(w, made, factors);
  }
  auto weights = read<T>(w);
  flip(shape, weights);
  if (direction == Direction::Forward)
    write(y, forward(shape, read<T>(x), weights), factors);
  else
    write(x, data(shape, weights, read<T>(y)), factors);
}

int convolve(Call call, Direction direction, const Convolution &convolution, Operand x, Operand w, Operand y,
             const void *alpha, const void *beta) {
  const Factors factors = call.factors(alpha, beta, x.tensor);
  if (convolution.transposes) {
    std::swap(x, y);
    if (direction != Direction::Filter)
      direction = direction == Direction::Forward ? Direction::Data : Direction::Forward;
  }
  Shape shape;
  call.need(shapeOf(convolution, x.tensor, w.tensor, y.tensor, &shape));
  const DataType type = x.tensor.type;
  const bool isWhole = type == DataType::R8I || type == DataType::R8U;
  call.fail(w.tensor.type != type && !(isWhole && w.tensor.type == DataType::R8I), Status::NotSupported);
  call.fail(y.tensor.type != type && !(isWhole && direction == Direction::Forward), Status::NotSupported);
  return call.run([=] {
    if (type == DataType::R64F || isWhole) // sums of products of bytes are exact
      compute<double>(direction, shape, x, w, y, factors);
    else
      compute<float>(direction, shape, x, w, y, factors);
  });
}

int convolveAndActivate(Call call, const Convolution &convolution, const void *alpha, const Operand &x,
                        const Operand &w, const void *alphaOfZ, const Operand &z, const Operand &bias,
                        const Activation &activation, const Operand &y) {
  const double factor = call.factor(alpha, x.tensor), factorOfZ = call.factor(alphaOfZ, x.tensor);
  call.needSameSizes(y, z);
  Shape shape;
  call.need(shapeOf(convolution, x.tensor, w.tensor, y.tensor, &shape) && !convolution.transposes);
  call.need(bias.tensor.count() == y.tensor.size(1) && activation.curve != Activation::Unknown);
  call.fail(w.tensor.type != x.tensor.type, Status::NotSupported);
  return call.run([=] {
    auto weights = read<double>(w);
    flip(shape, weights);
    auto made = forward(shape, read<double>(x), weights);
    const auto added = read<double>(z), shift = read<double>(bias);
    const int64_t inner = y.tensor.inner(), channels = y.tensor.size(1);
    for (size_t i = 0; i < made.size(); ++i)
      made[i] = activation(factor * made[i] + factorOfZ * added[i] + shift[int64_t(i) / inner % channels]);
    write(y, made);
  });
}

int sumOfChannels(Call call, const Operand &dy, const Operand &sums, const void *alpha, const void *beta) {
  const Factors factors = call.factors(alpha, beta, dy.tensor);
  call.need(sums.tensor.count() == dy.tensor.size(1));
  return call.run([=] {
    const auto values = read<double>(dy);
    const int64_t inner = dy.tensor.inner(), channels = dy.tensor.size(1);
    std::vector<double> made(channels);
    for (size_t i = 0; i < values.size(); ++i)
      made[int64_t(i) / inner % channels] += values[i];
    write(sums, made, factors);
  });
}

} // namespace porter::dnn
