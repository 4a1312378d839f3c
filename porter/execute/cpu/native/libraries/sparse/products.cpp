// Products of a sparse matrix with dense ones, and of dense ones where a sparse one has elements.
#include "operations.h"

namespace porter::sparse {
namespace {

struct Shape {
  int64_t rows, columns;
};
template <class M> Shape shapeOf(const M &A, char operation) {
  return operation == 'N' ? Shape{A.rows, A.columns} : Shape{A.columns, A.rows};
}

/// op(B), row by row without gaps.
template <class T> std::vector<T> read(const DenseMatrix &B, char operation, int64_t batch) {
  const Shape shape = shapeOf(B, operation);
  const char *first = static_cast<const char *>(B.values);
  std::vector<T> made(shape.rows * shape.columns);
  blas::withType(dataTypeOf(B.type), [&](auto *typed) {
    using Type = std::remove_pointer_t<decltype(typed)>;
    const Type *values = reinterpret_cast<const Type *>(first) + batch * B.stride;
    for (int64_t i = 0; i < shape.rows; ++i)
      for (int64_t j = 0; j < shape.columns; ++j) {
        const T value = blas::numberOf<T>(values[operation == 'N' ? B.place(i, j) : B.place(j, i)]);
        made[i * shape.columns + j] = operation == 'C' ? blas::conjugate(value) : value;
      }
  });
  return made;
}

} // namespace

int multiplyDense(Call call, int opA, int opB, const void *alpha, const Matrix &A, const DenseMatrix &B,
                  const void *beta, const DenseMatrix &C, int compute) {
  const char operationA = call.operation(opA), operationB = call.operation(opB);
  check(call, A);
  check(call, B);
  check(call, C);
  const Shape left = shapeOf(A, operationA), right = shapeOf(B, operationB);
  call.need(left.rows == C.rows && left.columns == right.rows && right.columns == C.columns);
  call.need(C.rows * C.columns == 0 || C.values);
  call.need(A.count == 0 || (A.values && A.indices.array && (B.values || B.rows * B.columns == 0)));
  call.need((A.batches == 1 || A.batches == C.batches) && (B.batches == 1 || B.batches == C.batches));
  return withCompute(call, compute, [&](auto t) {
    using T = decltype(t);
    const auto a = call.scalar<T>(alpha, compute), b = call.scalar<T>(beta, compute);
    return call.run([=] {
      for (int64_t batch = 0; batch < C.batches; ++batch) {
        const int64_t batchA = A.batches > 1 ? batch : 0;
        auto entries = entriesOf(A, batchA);
        auto values = valuesOf<T>(A, batchA);
        if (operationA != 'N')
          transpose(entries);
        if (operationA == 'C')
          conjugateAll(values);
        const auto factor = read<T>(B, operationB, B.batches > 1 ? batch : 0);
        std::vector<T> sums(C.rows * C.columns);
        for (const Entry &entry : entries)
          for (int64_t j = 0; j < C.columns; ++j)
            sums[entry.row * C.columns + j] += values[entry.place] * factor[entry.column * C.columns + j];
        for (int64_t i = 0; i < C.rows; ++i)
          for (int64_t j = 0; j < C.columns; ++j) {
            const int64_t place = batch * C.stride + C.place(i, j);
            const T old = b() == T() ? T() : b() * numberAt<T>(C.values, C.type, place);
            putNumber(C.values, C.type, place, a() * sums[i * C.columns + j] + old);
          }
      }
    });
  });
}

int multiplyDense(Call call, int opA, int opB, const void *alpha, const void *A, const void *B, const void *beta,
                  void *C, int compute) {
  return multiplyDense(call, opA, opB, alpha, call.object<Matrix>(A), call.object<DenseMatrix>(B), beta,
                       call.object<DenseMatrix>(C), compute);
}

int multiplyVector(Call call, int op, const void *alpha, const void *A, const void *x, const void *beta, void *y,
                   int compute) {
  const auto asMatrix = [&](const void *descriptor) {
    const auto vector = call.object<DenseVector>(descriptor);
    return DenseMatrix{vector.size, 1, std::max<int64_t>(1, vector.size), vector.values, vector.type};
  };
  const auto factor = asMatrix(x), made = asMatrix(y);
  return multiplyDense(call, op, 0, alpha, call.object<Matrix>(A), factor, beta, made, compute);
}

int multiplySampled(Call call, int opA, int opB, const void *alpha, const void *ADescriptor, const void *BDescriptor,
                    const void *beta, void *CDescriptor, int compute) {
  const auto A = call.object<DenseMatrix>(ADescriptor), B = call.object<DenseMatrix>(BDescriptor);
  const auto C = call.object<Matrix>(CDescriptor);
  const char operationA = call.operation(opA), operationB = call.operation(opB);
  const Shape left = shapeOf(A, operationA), right = shapeOf(B, operationB);
  call.need(left.rows == C.rows && left.columns == right.rows && right.columns == C.columns);
  call.need(C.count == 0 || (C.values && C.indices.array && ((A.values && B.values) || left.columns == 0)));
  return withCompute(call, compute, [&](auto t) {
    using T = decltype(t);
    const auto a = call.scalar<T>(alpha, compute), b = call.scalar<T>(beta, compute);
    return call.run([=] {
      for (int64_t batch = 0; batch < C.batches; ++batch) {
        const auto first = read<T>(A, operationA, A.batches > 1 ? batch : 0);
        const auto second = read<T>(B, operationB, B.batches > 1 ? batch : 0);
        for (const Entry &entry : entriesOf(C, batch)) {
          T sum{};
          for (int64_t k = 0; k < left.columns; ++k)
            sum += first[entry.row * left.columns + k] * second[k * C.columns + entry.column];
          const int64_t place = batch * C.valuesStride + entry.place;
          const T old = b() == T() ? T() : b() * numberAt<T>(C.values, C.type, place);
          putNumber(C.values, C.type, place, a() * sum + old);
        }
      }
    });
  });
}

} // namespace porter::sparse
