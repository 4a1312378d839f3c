// Sparse vectors beside dense ones.
#include "operations.h"

namespace porter::sparse {
namespace {

void needPair(Call &call, const SparseVector &x, const DenseVector &y) {
  call.need(x.size == y.size && x.type == y.type);
  call.need(x.count == 0 || (x.indices.array && x.values && y.values));
}

} // namespace

int axpby(Call call, const void *alpha, const void *xDescriptor, const void *beta, void *yDescriptor) {
  const auto x = call.object<SparseVector>(xDescriptor);
  const auto y = call.object<DenseVector>(yDescriptor);
  needPair(call, x, y);
  const int compute = computeTypeOf(x.type);
  return withCompute(call, compute, [&](auto t) {
    using T = decltype(t);
    const auto a = call.scalar<T>(alpha, compute), b = call.scalar<T>(beta, compute);
    return call.run([=] {
      auto made = numbersOf<T>(y.values, y.type, y.size);
      for (T &value : made)
        value = b() == T() ? T() : b() * value;
      const auto given = numbersOf<T>(x.values, x.type, x.count);
      for (int64_t i = 0; i < x.count; ++i)
        made[x.indices[i]] += a() * given[i];
      for (int64_t i = 0; i < y.size; ++i)
        putNumber(y.values, y.type, i, made[i]);
    });
  });
}

int gather(Call call, const void *yDescriptor, void *xDescriptor) {
  const auto x = call.object<SparseVector>(xDescriptor);
  const auto y = call.object<DenseVector>(yDescriptor);
  needPair(call, x, y);
  return withCompute(call, computeTypeOf(x.type), [&](auto t) {
    using T = decltype(t);
    return call.run([=] {
      for (int64_t i = 0; i < x.count; ++i)
        putNumber(x.values, x.type, i, numberAt<T>(y.values, y.type, x.indices[i]));
    });
  });
}

int scatter(Call call, const void *xDescriptor, void *yDescriptor) {
  const auto x = call.object<SparseVector>(xDescriptor);
  const auto y = call.object<DenseVector>(yDescriptor);
  needPair(call, x, y);
  return withCompute(call, computeTypeOf(x.type), [&](auto t) {
    using T = decltype(t);
    return call.run([=] {
      for (int64_t i = 0; i < x.count; ++i)
        putNumber(y.values, y.type, x.indices[i], numberAt<T>(x.values, x.type, i));
    });
  });
}

int rotate(Call call, const void *cosine, const void *sine, void *xDescriptor, void *yDescriptor) {
  const auto x = call.object<SparseVector>(xDescriptor);
  const auto y = call.object<DenseVector>(yDescriptor);
  needPair(call, x, y);
  const int compute = computeTypeOf(x.type);
  return withCompute(call, compute, [&](auto t) {
    using T = decltype(t);
    const auto c = call.scalar<T>(cosine, compute), s = call.scalar<T>(sine, compute);
    return call.run([=] {
      for (int64_t i = 0; i < x.count; ++i) {
        const T a = numberAt<T>(x.values, x.type, i), b = numberAt<T>(y.values, y.type, x.indices[i]);
        putNumber(x.values, x.type, i, c() * a + s() * b);
        putNumber(y.values, y.type, x.indices[i], c() * b - s() * a);
      }
    });
  });
}

int dot(Call call, int op, const void *xDescriptor, const void *yDescriptor, void *result, int compute) {
  const auto x = call.object<SparseVector>(xDescriptor);
  const auto y = call.object<DenseVector>(yDescriptor);
  const char operation = call.operation(op);
  needPair(call, x, y);
  call.need(result);
  return withCompute(call, compute, [&](auto t) {
    using T = decltype(t);
    return call.run([=] {
      T sum{};
      for (int64_t i = 0; i < x.count; ++i) {
        const T value = numberAt<T>(x.values, x.type, i);
        sum += (operation == 'C' ? blas::conjugate(value) : value) * numberAt<T>(y.values, y.type, x.indices[i]);
      }
      putNumber(result, compute, 0, sum);
    });
  });
}

} // namespace porter::sparse
