// Products of two sparse matrices, row by row.
#include "lines.h"
#include "old_sparse_products.h"
#include "triangles.h"

namespace porter::sparse {
namespace {

struct Operands {
  Matrix A, B;
  char operationA, operationB;
  int64_t rows, inner, columns;
};

Operands operandsOf(Call &call, int opA, int opB, const void *ADescriptor, const void *BDescriptor) {
  Operands made{call.object<Matrix>(ADescriptor), call.object<Matrix>(BDescriptor), call.operation(opA),
                call.operation(opB), 0, 0, 0};
  check(call, made.A);
  check(call, made.B);
  const bool plainA = made.operationA == 'N', plainB = made.operationB == 'N';
  made.rows = plainA ? made.A.rows : made.A.columns;
  made.inner = plainA ? made.A.columns : made.A.rows;
  made.columns = plainB ? made.B.columns : made.B.rows;
  call.need(made.inner == (plainB ? made.B.rows : made.B.columns));
  return made;
}

Rows rowsOf(const Matrix &A, char operation, int64_t rows) {
  auto entries = entriesOf(A);
  if (operation != 'N')
    transpose(entries);
  return rowsOf(std::move(entries), rows);
}

int64_t countOfProducts(const Operands &operands) {
  const Rows B = rowsOf(operands.B, operands.operationB, operands.inner);
  int64_t count = 0;
  for (Entry entry : entriesOf(operands.A)) {
    const int64_t k = operands.operationA == 'N' ? entry.column : entry.row;
    count += B.first[k + 1] - B.first[k];
  }
  return count;
}

/// alpha op(A) op(B), with places for zeros that come of a product.
template <class T> std::vector<Row<T>> multiplied(const Operands &operands, T alpha, bool withValues = true) {
  const Rows A = rowsOf(operands.A, operands.operationA, operands.rows);
  const Rows B = rowsOf(operands.B, operands.operationB, operands.inner);
  const auto read = [&](const Matrix &from) {
    return withValues ? valuesOf<T>(from) : std::vector<T>(from.valuesCount());
  };
  auto valuesA = read(operands.A), valuesB = read(operands.B);
  if (operands.operationA == 'C')
    conjugateAll(valuesA);
  if (operands.operationB == 'C')
    conjugateAll(valuesB);
  std::vector<Row<T>> made(operands.rows);
  for (const Entry &left : A.entries)
    for (int64_t i = B.first[left.column]; i < B.first[left.column + 1]; ++i) {
      const Entry &right = B.entries[i];
      made[left.row][right.column] += alpha * valuesA[left.place] * valuesB[right.place];
    }
  return made;
}

template <class T> void keep(Product &product, const std::vector<Row<T>> &rows) {
  product.offsets.assign(1, 0);
  product.columns.clear();
  product.values.clear();
  for (const Row<T> &row : rows) {
    for (const auto &[column, value] : row) {
      product.columns.push_back(column);
      product.values.push_back(blas::numberOf<std::complex<double>>(value));
    }
    product.offsets.push_back(int64_t(product.columns.size()));
  }
}

/// Programs ask for the size of an area by giving none.
bool isQuestion(Call &call, size_t *size, const void *area) {
  call.need(size);
  if (call.isGood() && !area)
    *size = 16;
  return !area;
}

} // namespace

int estimateProduct(Call call, int opA, int opB, const void *A, const void *B, void *descriptor, size_t *size,
                    const void *area) {
  const Operands operands = operandsOf(call, opA, opB, A, B);
  const auto product = libraries::found<Product>(descriptor);
  call.need(product != nullptr);
  if (isQuestion(call, size, area))
    return call.code();
  return call.run([=] { product->products = countOfProducts(operands); });
}

int computeProduct(Call call, int opA, int opB, const void *alpha, const void *A, const void *B, const void *beta,
                   void *CDescriptor, int compute, void *descriptor, size_t *size, const void *area) {
  const Operands operands = operandsOf(call, opA, opB, A, B);
  const auto product = libraries::found<Product>(descriptor);
  const auto C = libraries::found<Matrix>(CDescriptor);
  call.need(product && C && C->rows == operands.rows && C->columns == operands.columns);
  if (isQuestion(call, size, area))
    return call.code();
  return withCompute(call, compute, [&](auto t) {
    using T = decltype(t);
    const auto a = call.scalar<T>(alpha, compute), b = call.scalar<T>(beta, compute);
    return call.run([=] {
      auto rows = multiplied<T>(operands, a());
      if (b() != T() && C->values && C->count > 0) {
        const auto values = valuesOf<T>(*C);
        for (const Entry &entry : entriesOf(*C))
          rows[entry.row][entry.column] += b() * values[entry.place];
      }
      keep(*product, rows);
      C->count = int64_t(product->columns.size());
    });
  });
}

int copyProduct(Call call, void *CDescriptor, void *descriptor, bool withValues) {
  const auto C = call.object<Matrix>(CDescriptor);
  const auto product = libraries::found<Product>(descriptor);
  call.need(product != nullptr && C.format == Format::Csr);
  call.need(product && C.count == int64_t(product->columns.size()) && int64_t(product->offsets.size()) == C.rows + 1);
  call.need(C.offsets.array && (C.count == 0 || (C.indices.array && (C.values || !withValues))));
  return call.run([=] {
    for (size_t i = 0; i < product->offsets.size(); ++i)
      C.offsets.set(i, product->offsets[i]);
    for (size_t i = 0; i < product->columns.size(); ++i) {
      C.indices.set(i, product->columns[i]);
      if (withValues)
        putNumber(C.values, C.type, i, product->values[i]);
    }
  });
}

int structureOfProduct(Call call, int opA, int opB, const void *A, const void *B, void *CDescriptor, void *descriptor,
                       size_t *size, const void *area, size_t *sizeOfNext, size_t *sizeOfLast) {
  const Operands operands = operandsOf(call, opA, opB, A, B);
  const auto product = libraries::found<Product>(descriptor);
  const auto C = libraries::found<Matrix>(CDescriptor);
  call.need(product && C && C->rows == operands.rows && C->columns == operands.columns && sizeOfNext && sizeOfLast);
  if (isQuestion(call, size, area)) {
    if (call.isGood())
      *sizeOfNext = *sizeOfLast = *size;
    return call.code();
  }
  return call.run([=] {
    keep(*product, multiplied<double>(operands, 1, false));
    C->count = int64_t(product->columns.size());
  });
}

int copyStructure(Call call, void *C, void *product, size_t *size, const void *area) {
  if (isQuestion(call, size, area))
    return call.code();
  return copyProduct(call, C, product, false);
}

int computeAgain(Call call, int opA, int opB, const void *alpha, const void *A, const void *B, const void *beta,
                 void *CDescriptor, int compute) {
  const Operands operands = operandsOf(call, opA, opB, A, B);
  const auto C = call.object<Matrix>(CDescriptor);
  call.need(C.rows == operands.rows && C.columns == operands.columns && (C.count == 0 || C.values));
  return withCompute(call, compute, [&](auto t) {
    using T = decltype(t);
    const auto a = call.scalar<T>(alpha, compute), b = call.scalar<T>(beta, compute);
    return call.run([=] {
      const auto rows = multiplied<T>(operands, a());
      for (const Entry &entry : entriesOf(C)) {
        const auto found = rows[entry.row].find(entry.column);
        const T old = b() == T() ? T() : b() * numberAt<T>(C.values, C.type, entry.place);
        putNumber(C.values, C.type, entry.place, (found == rows[entry.row].end() ? T() : found->second) + old);
      }
    });
  });
}

namespace {

template <class T> std::vector<Row<T>> added(const ProductAndSum &told, T alpha, T beta, bool withValues) {
  std::vector<Row<T>> rows(told.rows);
  if (told.multiplies)
    rows = multiplied<T>({told.A, told.B, 'N', 'N', told.rows, told.A.columns, told.columns}, alpha, withValues);
  if (!told.adds)
    return rows;
  const auto values = withValues ? valuesOf<T>(told.D) : std::vector<T>(told.D.count);
  for (const Entry &entry : entriesOf(told.D))
    rows[entry.row][entry.column] += beta * values[entry.place];
  return rows;
}

void needParts(Call &call, const ProductAndSum &told) {
  const auto fits = [](const Matrix &A, int64_t rows, int64_t columns) { return A.rows == rows && A.columns == columns; };
  call.need(told.multiplies || told.adds);
  call.need(!told.multiplies || (fits(told.A, told.rows, told.B.rows) && told.B.columns == told.columns));
  call.need(!told.adds || fits(told.D, told.rows, told.columns));
}

} // namespace

int countProduct(Call &call, const ProductAndSum &told, const void *kind, int *offsets, int *total) {
  const int base = kindOf(call, kind).base;
  needParts(call, told);
  call.need(offsets && total);
  return call.run([=] { writeOffsets(added<double>(told, 1, 1, false), base, offsets, total); });
}

template <class T>
int writeProduct(Call &call, const ProductAndSum &told, blas::TypedScalar<T> alpha, blas::TypedScalar<T> beta,
                 const void *kind, T *values, const int *offsets, int *indices) {
  const int base = kindOf(call, kind).base;
  const auto hasValues = [](const Matrix &A) { return A.count == 0 || A.values; };
  needParts(call, told);
  call.need(!told.multiplies || (hasValues(told.A) && hasValues(told.B)));
  call.need((!told.adds || hasValues(told.D)) && offsets && (told.rows == 0 || (values && indices)));
  return call.run([=] { writeElements(added<T>(told, alpha(), beta(), true), base, values, indices); });
}

#define INSTANCES(T)                                                                                                   \
  template int writeProduct(Call &, const ProductAndSum &, blas::TypedScalar<T>, blas::TypedScalar<T>, const void *,     \
                            T *, const int *, int *);
INSTANCES(float)
INSTANCES(double)
INSTANCES(std::complex<float>)
INSTANCES(std::complex<double>)

} // namespace porter::sparse
