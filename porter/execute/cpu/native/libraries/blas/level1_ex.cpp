// Level 1 with types that are named at run time: computed in float or double, as the caller says.
#include "level1_ex.h"

#include <cmath>

namespace porter::blas {
namespace {

template <class T> T conjugated(T value) {
  if constexpr (isComplex<T>)
    return std::conj(value);
  else
    return value;
}

/// Do something with a null pointer of the type to compute in: double where that is asked for, complex where an
/// argument is.
template <class Work> int computing(Call &call, int execution, std::initializer_list<int> codes, Work work) {
  bool isComplexWork = false;
  for (int code : codes) {
    call.fail(dataTypeOf(code) == DataType::None, Status::NotSupported);
    isComplexWork |= isComplexType(dataTypeOf(code));
  }
  const DataType in = dataTypeOf(execution);
  call.fail(in == DataType::None, Status::NotSupported);
  const bool isDouble = in == DataType::R64F || in == DataType::C64F;
  if (isComplexWork)
    return isDouble ? work(static_cast<std::complex<double> *>(nullptr)) : work(static_cast<std::complex<float> *>(nullptr));
  return isDouble ? work(static_cast<double *>(nullptr)) : work(static_cast<float *>(nullptr));
}

template <class T> void storeResult(void *results, int code, int64_t i, T value) { store(dataTypeOf(code), results, i, value); }

} // namespace

int axpyEx(Call call, int64_t n, TypedAddress alpha, TypedVector x, TypedVector y, int execution) {
  call.need(n <= 0 || (alpha.address && x.array && y.array));
  return computing(call, execution, {alpha.code, x.code, y.code}, [&](auto *typed) {
    using T = std::remove_pointer_t<decltype(typed)>;
    const TypedScalar<T> factor(alpha.address, dataTypeOf(alpha.code), call.takesScalarsOfDevice());
    return call.run([=](int64_t i) {
      if (n <= 0)
        return;
      const auto from = x.read<T>(i, n);
      auto to = y.read<T>(i, n);
      for (int64_t k = 0; k < n; ++k)
        to[k] += factor() * from[k];
      y.write(i, to);
    });
  });
}

int scalEx(Call call, int64_t n, TypedAddress alpha, TypedVector x, int execution) {
  const bool isEmpty = n <= 0 || x.step < 1;
  call.need(isEmpty || (alpha.address && x.array));
  return computing(call, execution, {alpha.code, x.code}, [&](auto *typed) {
    using T = std::remove_pointer_t<decltype(typed)>;
    const TypedScalar<T> factor(alpha.address, dataTypeOf(alpha.code), call.takesScalarsOfDevice());
    return call.run([=](int64_t i) {
      if (isEmpty)
        return;
      auto values = x.read<T>(i, n);
      for (T &value : values)
        value *= factor();
      x.write(i, values);
    });
  });
}

int dotEx(Call call, bool isConjugated, int64_t n, TypedVector x, TypedVector y, void *result, int resultType,
          int execution) {
  call.need(result && (n <= 0 || (x.array && y.array)));
  return computing(call, execution, {x.code, y.code, resultType}, [&](auto *typed) {
    using T = std::remove_pointer_t<decltype(typed)>;
    return call.run([=](int64_t i) {
      T sum{};
      if (n > 0) {
        const auto left = x.read<T>(i, n), right = y.read<T>(i, n);
        for (int64_t k = 0; k < n; ++k)
          sum += (isConjugated ? conjugated(left[k]) : left[k]) * right[k];
      }
      storeResult(result, resultType, i, sum);
    });
  });
}

int nrm2Ex(Call call, int64_t n, TypedVector x, void *result, int resultType, int execution) {
  const bool isEmpty = n <= 0 || x.step < 1;
  call.need(result && (isEmpty || x.array));
  return computing(call, execution, {x.code, resultType}, [&](auto *typed) {
    using T = std::remove_pointer_t<decltype(typed)>;
    return call.run([=](int64_t i) {
      double sum = 0;
      if (!isEmpty)
        for (const T &value : x.read<T>(i, n))
          sum += std::norm(std::complex<double>(value));
      storeResult(result, resultType, i, std::sqrt(sum));
    });
  });
}

int asumEx(Call call, int64_t n, TypedVector x, void *result, int resultType, int execution) {
  const bool isEmpty = n <= 0 || x.step < 1;
  call.need(result && (isEmpty || x.array));
  return computing(call, execution, {x.code, resultType}, [&](auto *typed) {
    using T = std::remove_pointer_t<decltype(typed)>;
    return call.run([=](int64_t i) {
      Real<T> sum = 0;
      if (!isEmpty)
        for (const T &value : x.read<T>(i, n))
          sum += std::abs(std::real(value)) + std::abs(std::imag(value));
      storeResult(result, resultType, i, sum);
    });
  });
}

int rotEx(Call call, int64_t n, TypedVector x, TypedVector y, TypedAddress c, const void *s, int execution) {
  call.need(n <= 0 || (x.array && y.array && c.address && s));
  return computing(call, execution, {x.code, y.code, c.code}, [&](auto *typed) {
    using T = std::remove_pointer_t<decltype(typed)>;
    const TypedScalar<T> cosine(c.address, dataTypeOf(c.code), call.takesScalarsOfDevice());
    const TypedScalar<T> sine(s, dataTypeOf(c.code), call.takesScalarsOfDevice());
    return call.run([=](int64_t i) {
      if (n <= 0)
        return;
      auto left = x.read<T>(i, n), right = y.read<T>(i, n);
      for (int64_t k = 0; k < n; ++k) {
        const T old = left[k];
        left[k] = cosine() * old + sine() * right[k];
        right[k] = cosine() * right[k] - conjugated(sine()) * old;
      }
      x.write(i, left);
      y.write(i, right);
    });
  });
}

int copyEx(Call call, int64_t n, TypedVector x, TypedVector y) {
  call.fail(x.type() == DataType::None || x.type() != y.type(), Status::NotSupported);
  call.need(n <= 0 || (x.array && y.array));
  return call.run([=](int64_t i) {
    if (n > 0)
      y.write(i, x.read<std::complex<double>>(i, n));
  });
}

int swapEx(Call call, int64_t n, TypedVector x, TypedVector y) {
  call.fail(x.type() == DataType::None || x.type() != y.type(), Status::NotSupported);
  call.need(n <= 0 || (x.array && y.array));
  return call.run([=](int64_t i) {
    if (n <= 0)
      return;
    const auto left = x.read<std::complex<double>>(i, n), right = y.read<std::complex<double>>(i, n);
    x.write(i, right);
    y.write(i, left);
  });
}

} // namespace porter::blas
