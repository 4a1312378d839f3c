// Incomplete LU and Cholesky factorisations on the pattern of the matrix.
#include "old.h"

#include <map>

namespace porter::sparse {
namespace {

/// By row: column -> place of its value.
std::vector<std::map<int64_t, int64_t>> placesOf(const Matrix &A) {
  std::vector<std::map<int64_t, int64_t>> rows(A.rows);
  for (const Entry &entry : entriesOf(A))
    rows[entry.row][entry.column] = entry.place;
  return rows;
}

void note(int64_t &first, int64_t row) { first = first < 0 ? row : first; }

} // namespace

/// Source: Saad, Iterative Methods for Sparse Linear Systems, algorithm 10.4.
template <class T> int64_t incompleteLu(const Matrix &A, std::vector<T> &values, const PivotInfo &info) {
  const auto rows = placesOf(A);
  int64_t withoutPivot = -1;
  for (int64_t i = 0; i < A.rows; ++i) {
    for (const auto &[k, at] : rows[i]) {
      if (k >= i)
        break;
      const auto pivot = rows[k].find(k);
      if (pivot == rows[k].end())
        continue;
      values[at] /= values[pivot->second];
      for (auto next = std::next(pivot); next != rows[k].end(); ++next)
        if (const auto found = rows[i].find(next->first); found != rows[i].end())
          values[found->second] -= values[at] * values[next->second];
    }
    const auto pivot = rows[i].find(i);
    if (pivot != rows[i].end() && info.isBoosted && std::abs(values[pivot->second]) <= info.tolerance)
      values[pivot->second] = blas::numberOf<T>(info.boost);
    if (pivot == rows[i].end() || values[pivot->second] == T())
      note(withoutPivot, i);
  }
  return withoutPivot;
}

/// The lower triangle becomes the factor; the upper one stays as it is.
template <class T> int64_t incompleteCholesky(const Matrix &A, std::vector<T> &values) {
  const auto rows = placesOf(A);
  int64_t withoutPivot = -1;
  for (int64_t i = 0; i < A.rows; ++i)
    for (const auto &[j, at] : rows[i]) {
      if (j > i)
        break;
      T sum = values[at];
      for (const auto &[k, other] : rows[j]) {
        if (k >= j)
          break;
        if (const auto found = rows[i].find(k); found != rows[i].end())
          sum -= values[found->second] * blas::conjugate(values[other]);
      }
      if (j == i) {
        if (!(std::real(sum) > 0))
          note(withoutPivot, i);
        values[at] = std::sqrt(sum);
      } else if (const auto pivot = rows[j].find(j); pivot != rows[j].end()) {
        values[at] = sum / values[pivot->second];
      }
    }
  return withoutPivot;
}

#define INSTANCES(T)                                                                                                   \
  template int64_t incompleteLu(const Matrix &, std::vector<T> &, const PivotInfo &);                                  \
  template int64_t incompleteCholesky(const Matrix &, std::vector<T> &);
INSTANCES(float)
INSTANCES(double)
INSTANCES(std::complex<float>)
INSTANCES(std::complex<double>)

} // namespace porter::sparse
