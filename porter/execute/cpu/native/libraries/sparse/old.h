// The older interface: functions of a type, with matrices told by their arrays.
#pragma once

#include "descriptors.h"
#include "triangles.h"

namespace porter::sparse {

template <class T> constexpr int typeOf() {
  if constexpr (blas::isComplex<T>)
    return std::is_same_v<T, std::complex<float>> ? 4 : 5;
  else if constexpr (std::is_same_v<T, _Float16>)
    return 2;
  else
    return std::is_same_v<T, float> ? 0 : 1;
}

/// The kind behind a descriptor, which has to be one.
inline MatrixKind kindOf(Call &call, const void *descriptor) { return call.object<MatrixKind>(descriptor); }

/// A program may call with offsets that tell how many elements, or blocks, there are.
inline int64_t countOf(const int *offsets, int64_t rows) { return offsets && rows > 0 ? offsets[rows] - offsets[0] : 0; }

/// A matrix of compressed rows, or of blocks.
template <class T>
Matrix oldMatrix(Call &call, const void *descriptor, int64_t rows, int64_t columns, int64_t count, const T *values,
                 const int *offsets, const int *indices, int64_t block = 1, int direction = 0, int64_t width = 0) {
  const MatrixKind kind = kindOf(call, descriptor);
  width = width ? width : block;
  call.need(rows >= 0 && columns >= 0 && count >= 0 && block > 0 && width > 0 && (direction == 0 || direction == 1));
  call.need((rows == 0 || offsets) && (count == 0 || indices));
  Matrix A = ofLines(block == 1 && width == 1 ? Format::Csr : Format::Bsr, rows * block, columns * width,
                     count * block * width, offsets, indices, values, 2, 2, kind.base, typeOf<T>());
  A.blockRows = block;
  A.blockColumns = width;
  A.blocksByColumn = direction == 1;
  A.fill = kind.fill;
  A.diagonal = kind.diagonal;
  return A;
}

/// What an analysis leaves for a solution, and what that finds.
struct PivotInfo {
  bool isAnalysed = false, isBoosted = false;
  double tolerance = 0;
  std::complex<double> boost;
  int64_t zeroPivot = -1; ///< a row or a row of blocks, counted as the matrix's indices are; -1 when there is none
};
/// One kind of handle for each pair of functions, so that none is taken for another.
template <int Kind> struct InfoOf : PivotInfo {};
enum { CsrSv, CsrSm, CsrIlu, CsrIc, BsrSv, BsrSm, BsrIlu, BsrIc };

template <int Kind> std::shared_ptr<PivotInfo> infoOf(Call &call, void *handle) {
  auto info = libraries::found<InfoOf<Kind>>(handle);
  call.need(info != nullptr);
  return info;
}

/// The row of the first zero pivot; also when it is told to be none.
template <int Kind> int zeroPivot(Call call, void *handle, int *position) {
  const auto info = infoOf<Kind>(call, handle);
  call.need(position);
  if (!call.isGood())
    return call.code();
  *position = int(info->zeroPivot);
  call.fail(info->zeroPivot >= 0, Status::ZeroPivot);
  return call.code();
}

/// Places of the diagonal: of rows that have none, the first is remembered.
template <int Kind> int analyseOld(Call call, const Matrix &A, void *handle) {
  const auto info = infoOf<Kind>(call, handle);
  call.need(A.rows == A.columns);
  return call.run([=] {
    std::vector<bool> has(A.rows);
    for (const Entry &entry : entriesOf(A))
      if (entry.row == entry.column)
        has[entry.row] = true;
    info->isAnalysed = true;
    info->zeroPivot = -1;
    for (int64_t i = 0; i < A.rows && A.diagonal == 0; ++i)
      if (!has[i]) {
        info->zeroPivot = i / A.blockRows + A.indices.base;
        break;
      }
  });
}

/// op(A) X = alpha X in place, of columns with a step between elements of a row and between rows.
template <int Kind, class T>
int solveOld(Call call, const Matrix &A, int op, const T *alpha, const T *F, T *X, int64_t columns, int64_t ldF,
             int64_t ldX, bool isTransposed, void *handle) {
  const auto info = infoOf<Kind>(call, handle);
  const char operation = call.operation(op);
  call.need(A.rows == A.columns && columns >= 0 && (A.rows == 0 || columns == 0 || (F && X && (A.count == 0 || A.values))));
  call.need(info && info->isAnalysed);
  const auto factor = call.scalar<T>(alpha, typeOf<T>());
  return call.run([=] {
    const auto place = [=](int64_t i, int64_t j, int64_t ld) { return isTransposed ? j + i * ld : i + j * ld; };
    std::vector<T> made(A.rows * columns);
    for (int64_t i = 0; i < A.rows; ++i)
      for (int64_t j = 0; j < columns; ++j)
        made[i * columns + j] = factor() * F[place(i, j, ldF)];
    const Triangle triangle{A.fill == 0 ? 'L' : 'U', A.diagonal == 1};
    const int64_t found = solveTriangle(entriesOf(A), valuesOf<T>(A), triangle, operation, columns, made);
    info->zeroPivot = found < 0 ? -1 : found / A.blockRows + A.indices.base;
    for (int64_t i = 0; i < A.rows; ++i)
      for (int64_t j = 0; j < columns; ++j)
        X[place(i, j, ldX)] = made[i * columns + j];
  });
}

/// Incomplete factorisations in place, without elements where there are none.
template <class T> int64_t incompleteLu(const Matrix &A, std::vector<T> &values, const PivotInfo &info);
template <class T> int64_t incompleteCholesky(const Matrix &A, std::vector<T> &values);

template <int Kind, class T> int factorOld(Call call, const Matrix &A, T *values, void *handle, bool isSymmetric) {
  const auto info = infoOf<Kind>(call, handle);
  call.need(A.rows == A.columns && (A.count == 0 || values) && info && info->isAnalysed);
  return call.run([=] {
    auto made = valuesOf<T>(A);
    const int64_t found = isSymmetric ? incompleteCholesky(A, made) : incompleteLu(A, made, *info);
    info->zeroPivot = found < 0 ? -1 : found / A.blockRows + A.indices.base;
    std::copy(made.begin(), made.end(), values);
  });
}

template <int Kind, class T> int boost(Call call, void *handle, int isEnabled, const double *tolerance, const T *value) {
  const auto info = infoOf<Kind>(call, handle);
  call.need((isEnabled == 0 || isEnabled == 1) && (!isEnabled || (tolerance && value)));
  if (call.isGood()) {
    info->isBoosted = isEnabled;
    if (isEnabled) {
      info->tolerance = *tolerance;
      info->boost = std::complex<double>(*value);
    }
  }
  return call.code();
}

} // namespace porter::sparse
