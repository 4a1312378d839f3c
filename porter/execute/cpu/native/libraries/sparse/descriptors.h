// What descriptors are made from, and what they tell.
#pragma once

#include "matrix.h"

namespace porter::sparse {

/// The old interface's: what a matrix is beside its arrays.
struct MatrixKind {
  int type = 0, fill = 0, diagonal = 0, base = 0;
};

/// Keep an object behind a new handle when it is good.
template <class Object> int create(void **descriptor, const Object &object, bool isGood = true) {
  if (!descriptor || !isGood)
    return codeOf(Status::InvalidValue);
  libraries::made<Object>(descriptor, object);
  return 0;
}
template <class Object> int destroy(const void *descriptor) {
  return codeOf(libraries::ended<Object>(const_cast<void *>(descriptor)) ? Status::Success : Status::InvalidValue);
}
/// Do something with the object of a descriptor; `work` tells whether it could.
template <class Object, class Work> int with(const void *descriptor, Work work) {
  const auto object = libraries::found<Object>(const_cast<void *>(descriptor));
  return codeOf(object && work(*object) ? Status::Success : Status::InvalidValue);
}
/// Write values to where a program wants them; all have to be wanted.
template <class... Pairs> bool tell(Pairs... pairs) {
  if (!(pairs.first && ...))
    return false;
  ((*pairs.first = static_cast<std::remove_pointer_t<decltype(pairs.first)>>(pairs.second)), ...);
  return true;
}

int createMatrix(void **descriptor, const Matrix &A);
int createDense(void **descriptor, const DenseMatrix &A);
int createDense(void **descriptor, const DenseVector &x);
int createSparse(void **descriptor, const SparseVector &x);

inline Matrix ofLines(Format format, int64_t rows, int64_t columns, int64_t count, const void *offsets,
                      const void *indices, const void *values, int offsetsType, int indicesType, int base, int type) {
  Matrix A;
  A.format = format;
  A.rows = rows;
  A.columns = columns;
  A.count = count;
  A.offsets = {const_cast<void *>(offsets), offsetsType, base};
  A.indices = {const_cast<void *>(indices), indicesType, base};
  A.values = const_cast<void *>(values);
  A.type = type;
  return A;
}
int setPointers(void *descriptor, Format format, void *offsets, void *indices, void *values);
int setBatches(void *descriptor, Format format, int count, int64_t offsetsStride, int64_t indicesStride,
               int64_t valuesStride);
int getAttribute(const void *descriptor, int attribute, void *data, size_t size);
int setAttribute(void *descriptor, int attribute, const void *data, size_t size);

int setStream(void *handle, hipStream_t stream);

/// Names of statuses, under a vendor's prefix.
#define STATUS_NAMES(prefix)                                                                                           \
  prefix "SUCCESS", prefix "NOT_INITIALIZED", prefix "ALLOC_FAILED", prefix "INVALID_VALUE", prefix "ARCH_MISMATCH",   \
      prefix "MAPPING_ERROR", prefix "EXECUTION_FAILED", prefix "INTERNAL_ERROR", prefix "MATRIX_TYPE_NOT_SUPPORTED",  \
      prefix "ZERO_PIVOT", prefix "NOT_SUPPORTED", prefix "INSUFFICIENT_RESOURCES"

} // namespace porter::sparse
