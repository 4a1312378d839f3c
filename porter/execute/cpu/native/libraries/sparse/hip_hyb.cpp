// hipSPARSE's hybrid matrices. How many elements of a row lie in their rectangle and how many in their list is the
// vendor's own matter, which no function tells: here they are compressed rows.
#include "old_products.h"

using namespace porter::sparse;

namespace {

struct HybridMatrix {
  int64_t rows = 0, columns = 0;
  int type = -1; ///< none, as long as nothing was converted to it
  std::vector<int> offsets, indices;
  std::vector<char> values;
};

void needGeneral(Call &call, const void *kind) {
  call.fail(kindOf(call, kind).type != 0, Status::NotSupported);
}

/// A hybrid matrix of the type, which has to be one.
template <class T> std::shared_ptr<HybridMatrix> hybrid(Call &call, const void *handle) {
  const auto found = porter::libraries::found<HybridMatrix>(const_cast<void *>(handle));
  call.need(found && found->type == typeOf<T>());
  return found;
}

/// hipsparseHybPartition_t: automatically, by the width that is given, or as wide as the longest row.
bool isPartition(int partition, int width) { return partition >= 0 && partition <= 2 && (partition != 1 || width >= 0); }

template <class T> int toHybrid(Call call, const Matrix &A, void *handle, int width, int partition) {
  const auto made = porter::libraries::found<HybridMatrix>(handle);
  call.need(made && isPartition(partition, width) && (A.count == 0 || A.values));
  return call.run([=] {
    made->rows = A.rows;
    made->columns = A.columns;
    made->type = typeOf<T>();
    made->offsets.assign(1, 0);
    made->indices.clear();
    made->values.resize(A.count * sizeof(T));
    for (const Entry &entry : entriesOf(A)) {
      made->offsets.resize(entry.row + 1, int(made->indices.size()));
      made->indices.push_back(int(entry.column));
    }
    made->offsets.resize(A.rows + 1, int(made->indices.size()));
    std::copy_n(static_cast<const char *>(A.values), made->values.size(), made->values.begin());
  });
}

template <class T> int fromHybrid(Call call, const void *kind, const void *handle, T *values, int *offsets, int *indices) {
  needGeneral(call, kind);
  const int base = kindOf(call, kind).base;
  const auto A = hybrid<T>(call, handle);
  call.need(offsets && A && (A->indices.empty() || (values && indices)));
  return call.run([=] {
    const auto based = [=](int number) { return number + base; };
    std::transform(A->offsets.begin(), A->offsets.end(), offsets, based);
    std::transform(A->indices.begin(), A->indices.end(), indices, based);
    std::copy(A->values.begin(), A->values.end(), reinterpret_cast<char *>(values));
  });
}

template <class T>
int timesHybrid(Call call, int op, const T *alpha, const void *kind, const void *handle, const T *x, const T *beta, T *y) {
  needGeneral(call, kind);
  call.fail(call.operation(op) != 'N', Status::NotSupported);
  const auto A = hybrid<T>(call, handle);
  if (!call.isGood())
    return call.code();
  const Matrix rows = ofLines(Format::Csr, A->rows, A->columns, int64_t(A->indices.size()), A->offsets.data(),
                              A->indices.data(), A->values.data(), 2, 2, 0, typeOf<T>());
  return timesVector(call, op, alpha, rows, x, beta, y);
}

} // namespace

#define HYBRIDS(letter, T)                                                                                             \
  int hipsparse##letter##csr2hyb(void *handle, int rows, int columns, const void *kind, const T *values,               \
                                 const int *offsets, const int *indices, void *hybrid, int width, int partition) {     \
    Call call(handle);                                                                                                 \
    needGeneral(call, kind);                                                                                           \
    const Matrix A = oldMatrix(call, kind, rows, columns, countOf(offsets, rows), values, offsets, indices);           \
    return toHybrid<T>(call, A, hybrid, width, partition);                                                             \
  }                                                                                                                    \
  int hipsparse##letter##hyb2csr(void *handle, const void *kind, const void *hybrid, T *values, int *offsets,          \
                                 int *indices) {                                                                       \
    return fromHybrid(Call(handle), kind, hybrid, values, offsets, indices);                                           \
  }                                                                                                                    \
  int hipsparse##letter##hybmv(void *handle, int op, const T *alpha, const void *kind, const void *hybrid, const T *x, \
                               const T *beta, T *y) {                                                                  \
    return timesHybrid(Call(handle), op, alpha, kind, hybrid, x, beta, y);                                             \
  }

extern "C" {

int hipsparseCreateHybMat(void **made) { return create(made, HybridMatrix()); }
int hipsparseDestroyHybMat(void *hybrid) { return destroy<HybridMatrix>(hybrid); }
HYBRIDS(S, float)
HYBRIDS(D, double)
HYBRIDS(C, std::complex<float>)
HYBRIDS(Z, std::complex<double>)
}
