// Solutions of triangular systems, for vectors and for several right sides.
#include "triangles.h"

namespace porter::sparse {
namespace {

char triangleOf(const Matrix &A) { return A.fill == 0 ? 'L' : 'U'; }

/// The matrix with values of its own in place of the program's.
template <class T> std::vector<T> currentValues(const Matrix &A, const Solver &solver) {
  return solver.values.empty() ? valuesOf<T>(A) : numbersOf<T>(solver.values.data(), A.type, A.valuesCount());
}

std::shared_ptr<Solver> solverOf(Call &call, void *descriptor) {
  auto solver = libraries::found<Solver>(descriptor);
  call.need(solver != nullptr);
  return solver;
}

void needSystem(Call &call, const Matrix &A) {
  check(call, A);
  call.need(A.rows == A.columns && (A.count == 0 || (A.values && A.indices.array)));
}

} // namespace

int analyse(Call call, int op, const void *ADescriptor, void *descriptor) {
  const auto A = call.object<Matrix>(ADescriptor);
  const auto solver = solverOf(call, descriptor);
  call.operation(op);
  needSystem(call, A);
  if (call.isGood()) {
    solver->matrix = A;
    solver->values.clear();
    solver->isAnalysed = true;
  }
  return call.code();
}

int replaceValues(Call call, void *descriptor, const void *values, int onlyDiagonal) {
  const auto solver = solverOf(call, descriptor);
  call.need(values && (onlyDiagonal == 0 || onlyDiagonal == 1));
  call.need(solver && solver->isAnalysed);
  return call.run([=] {
    const Matrix &A = solver->matrix;
    const int64_t bytes = blas::withType(dataTypeOf(A.type), [](auto *typed) { return int64_t(sizeof *typed); });
    const auto *given = static_cast<const char *>(values), *old = static_cast<const char *>(A.values);
    if (solver->values.empty())
      solver->values.assign(old, old + A.valuesCount() * bytes);
    if (!onlyDiagonal) {
      std::copy_n(given, solver->values.size(), solver->values.begin());
      return;
    }
    for (const Entry &entry : entriesOf(A))
      if (entry.row == entry.column)
        std::copy_n(given + entry.row * bytes, bytes, solver->values.begin() + entry.place * bytes);
  });
}

int solveVector(Call call, int op, const void *alpha, const void *ADescriptor, const void *xDescriptor,
                void *yDescriptor, int compute, void *descriptor) {
  const auto A = call.object<Matrix>(ADescriptor);
  const auto x = call.object<DenseVector>(xDescriptor), y = call.object<DenseVector>(yDescriptor);
  const auto solver = solverOf(call, descriptor);
  const char operation = call.operation(op);
  needSystem(call, A);
  call.need(x.size == A.rows && y.size == A.rows && (A.rows == 0 || (x.values && y.values)));
  call.need(solver && solver->isAnalysed);
  return withCompute(call, compute, [&](auto t) {
    using T = decltype(t);
    const auto a = call.scalar<T>(alpha, compute);
    return call.run([=] {
      auto X = numbersOf<T>(x.values, x.type, x.size);
      for (T &value : X)
        value *= a();
      solveTriangle(entriesOf(A), currentValues<T>(A, *solver), {triangleOf(A), A.diagonal == 1}, operation, 1, X);
      for (int64_t i = 0; i < y.size; ++i)
        putNumber(y.values, y.type, i, X[i]);
    });
  });
}

int solveDense(Call call, int opA, int opB, const void *alpha, const void *ADescriptor, const void *BDescriptor,
               void *CDescriptor, int compute, void *descriptor) {
  const auto A = call.object<Matrix>(ADescriptor);
  const auto B = call.object<DenseMatrix>(BDescriptor), C = call.object<DenseMatrix>(CDescriptor);
  const auto solver = solverOf(call, descriptor);
  const char operation = call.operation(opA), operationB = call.operation(opB);
  needSystem(call, A);
  check(call, B);
  check(call, C);
  call.need((operationB == 'N' ? B.rows : B.columns) == A.rows && C.rows == A.rows);
  call.need((operationB == 'N' ? B.columns : B.rows) == C.columns);
  call.need(C.rows * C.columns == 0 || (B.values && C.values));
  call.need(solver && solver->isAnalysed);
  return withCompute(call, compute, [&](auto t) {
    using T = decltype(t);
    const auto a = call.scalar<T>(alpha, compute);
    return call.run([=] {
      std::vector<T> X(C.rows * C.columns);
      for (int64_t i = 0; i < C.rows; ++i)
        for (int64_t j = 0; j < C.columns; ++j) {
          const T value = numberAt<T>(B.values, B.type, operationB == 'N' ? B.place(i, j) : B.place(j, i));
          X[i * C.columns + j] = a() * (operationB == 'C' ? blas::conjugate(value) : value);
        }
      solveTriangle(entriesOf(A), currentValues<T>(A, *solver), {triangleOf(A), A.diagonal == 1}, operation, C.columns,
                    X);
      for (int64_t i = 0; i < C.rows; ++i)
        for (int64_t j = 0; j < C.columns; ++j)
          putNumber(C.values, C.type, C.place(i, j), X[i * C.columns + j]);
    });
  });
}

} // namespace porter::sparse
