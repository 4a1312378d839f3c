// Sparse vectors, and dense matrices from and to sparse ones, of the older interface.
#pragma once

#include "old.h"

namespace porter::sparse {

/// Do something with each element of a sparse vector: its place in the other, and its number.
template <class T, class Visit>
int eachElement(Call call, int64_t count, const T *values, const int *indices, const T *dense, int base, Visit visit) {
  call.need(count >= 0 && (base == 0 || base == 1) && (count == 0 || (values && indices && dense)));
  return call.run([=] {
    for (int64_t i = 0; i < count; ++i)
      visit(i, indices[i] - base);
  });
}

template <class T>
int axpyi(Call call, int64_t count, const T *alpha, const T *x, const int *indices, T *y, int base) {
  const auto factor = call.scalar<T>(alpha, typeOf<T>());
  return eachElement(call, count, x, indices, y, base, [=](int64_t i, int64_t at) { y[at] += factor() * x[i]; });
}
template <class T>
int doti(Call call, int64_t count, const T *x, const int *indices, const T *y, T *result, int base, bool conjugates) {
  call.need(result && count >= 0 && (base == 0 || base == 1) && (count == 0 || (x && indices && y)));
  return call.run([=] {
    T sum{};
    for (int64_t i = 0; i < count; ++i)
      sum += (conjugates ? blas::conjugate(x[i]) : x[i]) * y[indices[i] - base];
    *result = sum;
  });
}
template <class T> int gthr(Call call, int64_t count, const T *y, T *x, const int *indices, int base) {
  return eachElement(call, count, x, indices, y, base, [=](int64_t i, int64_t at) { x[i] = y[at]; });
}
template <class T> int gthrz(Call call, int64_t count, T *y, T *x, const int *indices, int base) {
  return eachElement(call, count, x, indices, y, base, [=](int64_t i, int64_t at) { x[i] = std::exchange(y[at], T()); });
}
template <class T> int sctr(Call call, int64_t count, const T *x, const int *indices, T *y, int base) {
  return eachElement(call, count, x, indices, y, base, [=](int64_t i, int64_t at) { y[at] = x[i]; });
}
template <class T>
int roti(Call call, int64_t count, T *x, const int *indices, T *y, const T *cosine, const T *sine, int base) {
  const auto c = call.scalar<T>(cosine, typeOf<T>()), s = call.scalar<T>(sine, typeOf<T>());
  return eachElement(call, count, x, indices, y, base, [=](int64_t i, int64_t at) {
    const T a = x[i], b = y[at];
    x[i] = c() * a + s() * b;
    y[at] = c() * b - s() * a;
  });
}

/// y = alpha op(A) x + beta y, of a dense matrix and a sparse vector.
template <class T>
int timesSparse(Call call, int op, int64_t rows, int64_t columns, const T *alpha, const T *A, int64_t ld, int64_t count,
                const T *x, const int *indices, const T *beta, T *y, int base) {
  const char operation = call.operation(op);
  call.need(rows >= 0 && columns >= 0 && count >= 0 && ld >= std::max<int64_t>(1, rows) && (base == 0 || base == 1));
  call.need((rows * columns == 0 || A) && (count == 0 || (x && indices)));
  const int64_t length = operation == 'N' ? rows : columns;
  call.need(length == 0 || y);
  const auto a = call.scalar<T>(alpha, typeOf<T>()), b = call.scalar<T>(beta, typeOf<T>());
  return call.run([=] {
    for (int64_t i = 0; i < length; ++i) {
      T sum{};
      for (int64_t k = 0; k < count; ++k) {
        const int64_t at = indices[k] - base;
        const T element = A[operation == 'N' ? i + at * ld : at + i * ld];
        sum += (operation == 'C' ? blas::conjugate(element) : element) * x[k];
      }
      y[i] = a() * sum + (b() == T() ? T() : b() * y[i]);
    }
  });
}

/// Compressed rows or columns of a dense matrix, whose elements in each have been counted.
template <class T>
int compress(Call call, int64_t rows, int64_t columns, const void *kind, const T *A, int64_t ld, const int *each,
             T *values, int *offsets, int *indices, bool byColumn) {
  const int base = kindOf(call, kind).base;
  call.need(rows >= 0 && columns >= 0 && ld >= std::max<int64_t>(1, rows) && offsets);
  call.need(rows * columns == 0 || (A && each && values && indices));
  return call.run([=] {
    const int64_t lines = byColumn ? columns : rows, length = byColumn ? rows : columns;
    int64_t count = 0;
    for (int64_t line = 0; line < lines; ++line) {
      offsets[line] = int(count + base);
      for (int64_t i = 0; i < length; ++i) {
        const T value = byColumn ? A[i + line * ld] : A[line + i * ld];
        if (value == T())
          continue;
        values[count] = value;
        indices[count++] = int(i + base);
      }
    }
    offsets[lines] = int(count + base);
  });
}

template <class T>
int expand(Call call, int64_t rows, int64_t columns, const void *kind, const T *values, const int *offsets,
           const int *indices, T *A, int64_t ld, bool byColumn) {
  const int base = kindOf(call, kind).base;
  call.need(rows >= 0 && columns >= 0 && ld >= std::max<int64_t>(1, rows) && offsets && (rows * columns == 0 || A));
  return call.run([=] {
    for (int64_t j = 0; j < columns; ++j)
      std::fill_n(A + j * ld, rows, T());
    for (int64_t line = 0; line < (byColumn ? columns : rows); ++line)
      for (int64_t i = offsets[line] - base; i < offsets[line + 1] - base; ++i) {
        const int64_t other = indices[i] - base;
        A[byColumn ? other + line * ld : line + other * ld] = values[i];
      }
  });
}

} // namespace porter::sparse
