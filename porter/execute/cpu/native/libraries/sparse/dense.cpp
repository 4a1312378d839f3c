// Conversions between dense matrices and sparse ones.
#include "operations.h"

namespace porter::sparse {
namespace {

/// Visit what is not zero of a dense matrix, by rows or by columns.
template <class Visit> void eachNonzero(const DenseMatrix &A, bool byColumn, Visit visit) {
  blas::withType(dataTypeOf(A.type), [&](auto *typed) {
    using Type = std::remove_pointer_t<decltype(typed)>;
    const auto *values = static_cast<const Type *>(A.values);
    const int64_t lines = byColumn ? A.columns : A.rows, length = byColumn ? A.rows : A.columns;
    for (int64_t line = 0; line < lines; ++line)
      for (int64_t i = 0; i < length; ++i) {
        const int64_t place = byColumn ? A.place(i, line) : A.place(line, i);
        if (values[place] != Type())
          visit(line, i, place);
      }
  });
}

void copyNumber(const DenseMatrix &from, int64_t place, const Matrix &to, int64_t toPlace) {
  putNumber(to.values, to.type, toPlace, numberAt<std::complex<double>>(from.values, from.type, place));
}

/// What is stored in place of zeros stays where it is: blocks are told by the program.
bool isOfBlocks(const Matrix &B) { return B.format == Format::BlockedEll || B.format == Format::Bsr; }

bool isList(const Matrix &B) { return B.format == Format::Coo || B.format == Format::CooAos; }

void write(const DenseMatrix &A, const Matrix &B) {
  if (isOfBlocks(B)) {
    for (const Entry &entry : entriesOf(B))
      copyNumber(A, A.place(entry.row, entry.column), B, entry.place);
    return;
  }
  int64_t count = 0, last = -1;
  eachNonzero(A, B.format == Format::Csc, [&](int64_t line, int64_t i, int64_t place) {
    if (isList(B))
      B.offsets.set(count, line);
    else
      while (last < line)
        B.offsets.set(++last, count);
    B.indices.set(count, i);
    copyNumber(A, place, B, count++);
  });
  const int64_t lines = B.format == Format::Csc ? B.columns : B.rows;
  while (!isList(B) && last < lines)
    B.offsets.set(++last, count);
}

void needPair(Call &call, const DenseMatrix &A, const Matrix &B) {
  check(call, A);
  check(call, B);
  call.need(A.rows == B.rows && A.columns == B.columns && (A.rows * A.columns == 0 || A.values));
}

} // namespace

int toDense(Call call, const void *ADescriptor, void *BDescriptor) {
  const auto A = call.object<Matrix>(ADescriptor);
  const auto B = call.object<DenseMatrix>(BDescriptor);
  needPair(call, B, A);
  return withCompute(call, computeTypeOf(A.type), [&](auto t) {
    using T = decltype(t);
    return call.run([=] {
      for (int64_t i = 0; i < B.rows; ++i)
        for (int64_t j = 0; j < B.columns; ++j)
          putNumber(B.values, B.type, B.place(i, j), T());
      const auto values = valuesOf<T>(A);
      for (const Entry &entry : entriesOf(A))
        putNumber(B.values, B.type, B.place(entry.row, entry.column), values[entry.place]);
    });
  });
}

int countOfDense(Call call, const void *ADescriptor, void *BDescriptor) {
  const auto A = call.object<DenseMatrix>(ADescriptor);
  const auto B = libraries::found<Matrix>(BDescriptor);
  call.need(B != nullptr);
  needPair(call, A, B ? *B : Matrix());
  return call.run([=] {
    if (isOfBlocks(*B))
      return;
    B->count = 0;
    eachNonzero(A, false, [&](int64_t, int64_t, int64_t) { ++B->count; });
  });
}

int fromDense(Call call, const void *ADescriptor, void *BDescriptor) {
  const auto A = call.object<DenseMatrix>(ADescriptor);
  const auto B = call.object<Matrix>(BDescriptor);
  needPair(call, A, B);
  call.need(B.count == 0 || (B.indices.array && B.values));
  return call.run([=] { write(A, B); });
}

} // namespace porter::sparse
