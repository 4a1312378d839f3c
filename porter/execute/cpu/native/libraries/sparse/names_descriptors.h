// The functions for handles and descriptors that both vendors have, under the prefix that `NAME` makes.
#pragma once

#include "descriptors.h"
#include "operations.h"

using namespace porter::sparse;

#define PAIR(at, value) std::pair(at, value)
#define LINES_OF(name, kind, CONST, Descriptor)                                                                        \
  int NAME(Create##Descriptor##name)(void **made, int64_t rows, int64_t columns, int64_t count, CONST void *offsets,   \
                                     CONST void *indices, CONST void *values, int offsetsType, int indicesType,        \
                                     int base, int type) {                                                             \
    return createMatrix(made, ofLines(kind, rows, columns, count, offsets, indices, values, offsetsType, indicesType,  \
                                      base, type));                                                                    \
  }                                                                                                                    \
  int NAME(Descriptor##name##Get)(CONST void *A, int64_t *rows, int64_t *columns, int64_t *count,                      \
                                  CONST void **offsets, CONST void **indices, CONST void **values, int *offsetsType,   \
                                  int *indicesType, int *base, int *type) {                                            \
    return with<Matrix>(A, [=](Matrix &known) {                                                                        \
      return known.format == kind &&                                                                                   \
             tell(PAIR(rows, known.rows), PAIR(columns, known.columns), PAIR(count, known.count),                      \
                  PAIR(offsets, known.offsets.array), PAIR(indices, known.indices.array),                              \
                  PAIR(values, known.values), PAIR(offsetsType, known.offsets.type),                                   \
                  PAIR(indicesType, known.indices.type), PAIR(base, known.indices.base), PAIR(type, known.type));      \
    });                                                                                                                \
  }
// What programs may write, and what they may only read.
#define DESCRIPTORS(CONST, Const)                                                                                      \
  LINES_OF(Csr, Format::Csr, CONST, Const)                                                                             \
  LINES_OF(Csc, Format::Csc, CONST, Const)                                                                             \
  int NAME(Create##Const##Coo)(void **made, int64_t rows, int64_t columns, int64_t count, CONST void *rowIndices,      \
                               CONST void *columnIndices, CONST void *values, int indexType, int base, int type) {     \
    return createMatrix(made, ofLines(Format::Coo, rows, columns, count, rowIndices, columnIndices, values, indexType, \
                                      indexType, base, type));                                                         \
  }                                                                                                                    \
  int NAME(Const##CooGet)(CONST void *A, int64_t *rows, int64_t *columns, int64_t *count, CONST void **rowIndices,     \
                          CONST void **columnIndices, CONST void **values, int *indexType, int *base, int *type) {     \
    return with<Matrix>(A, [=](Matrix &known) {                                                                        \
      return known.format == Format::Coo &&                                                                            \
             tell(PAIR(rows, known.rows), PAIR(columns, known.columns), PAIR(count, known.count),                      \
                  PAIR(rowIndices, known.offsets.array), PAIR(columnIndices, known.indices.array),                     \
                  PAIR(values, known.values), PAIR(indexType, known.indices.type),                                     \
                  PAIR(base, known.indices.base), PAIR(type, known.type));                                             \
    });                                                                                                                \
  }                                                                                                                    \
  int NAME(Create##Const##BlockedEll)(void **made, int64_t rows, int64_t columns, int64_t block, int64_t width,        \
                                      CONST void *indices, CONST void *values, int indexType, int base, int type) {    \
    Matrix A = ofLines(Format::BlockedEll, rows, columns, 0, nullptr, indices, values, indexType, indexType, base,     \
                       type);                                                                                          \
    A.blockRows = A.blockColumns = block;                                                                              \
    A.width = width;                                                                                                   \
    A.count = rows * width;                                                                                            \
    const bool fits = block > 0 && rows % block == 0 && columns % block == 0 && width % block == 0;                    \
    return fits ? createMatrix(made, A) : codeOf(Status::InvalidValue);                                                \
  }                                                                                                                    \
  int NAME(Const##BlockedEllGet)(CONST void *A, int64_t *rows, int64_t *columns, int64_t *block, int64_t *width,       \
                                 CONST void **indices, CONST void **values, int *indexType, int *base, int *type) {    \
    return with<Matrix>(A, [=](Matrix &known) {                                                                        \
      return known.format == Format::BlockedEll &&                                                                     \
             tell(PAIR(rows, known.rows), PAIR(columns, known.columns), PAIR(block, known.blockRows),                  \
                  PAIR(width, known.width), PAIR(indices, known.indices.array), PAIR(values, known.values),            \
                  PAIR(indexType, known.indices.type), PAIR(base, known.indices.base), PAIR(type, known.type));        \
    });                                                                                                                \
  }                                                                                                                    \
  int NAME(Create##Const##SpVec)(void **made, int64_t size, int64_t count, CONST void *indices, CONST void *values,    \
                                 int indexType, int base, int type) {                                                  \
    return createSparse(made, {size, count, {const_cast<void *>(indices), indexType, base},                            \
                               const_cast<void *>(values), type});                                                     \
  }                                                                                                                    \
  int NAME(Const##SpVecGet)(CONST void *x, int64_t *size, int64_t *count, CONST void **indices, CONST void **values,   \
                            int *indexType, int *base, int *type) {                                                    \
    return with<SparseVector>(x, [=](SparseVector &known) {                                                            \
      return tell(PAIR(size, known.size), PAIR(count, known.count), PAIR(indices, known.indices.array),                \
                  PAIR(values, known.values), PAIR(indexType, known.indices.type), PAIR(base, known.indices.base),     \
                  PAIR(type, known.type));                                                                             \
    });                                                                                                                \
  }                                                                                                                    \
  int NAME(Create##Const##DnVec)(void **made, int64_t size, CONST void *values, int type) {                            \
    return createDense(made, DenseVector{size, const_cast<void *>(values), type});                                     \
  }                                                                                                                    \
  int NAME(Const##DnVecGet)(CONST void *x, int64_t *size, CONST void **values, int *type) {                            \
    return with<DenseVector>(x, [=](DenseVector &known) {                                                              \
      return tell(PAIR(size, known.size), PAIR(values, known.values), PAIR(type, known.type));                         \
    });                                                                                                                \
  }                                                                                                                    \
  int NAME(Create##Const##DnMat)(void **made, int64_t rows, int64_t columns, int64_t ld, CONST void *values, int type, \
                                 int order) {                                                                          \
    if (order != 1 && order != 2)                                                                                      \
      return codeOf(Status::InvalidValue);                                                                             \
    return createDense(made, DenseMatrix{rows, columns, ld, const_cast<void *>(values), type, order == 2});            \
  }                                                                                                                    \
  int NAME(Const##DnMatGet)(CONST void *A, int64_t *rows, int64_t *columns, int64_t *ld, CONST void **values,          \
                            int *type, int *order) {                                                                   \
    return with<DenseMatrix>(A, [=](DenseMatrix &known) {                                                              \
      return tell(PAIR(rows, known.rows), PAIR(columns, known.columns), PAIR(ld, known.ld),                            \
                  PAIR(values, known.values), PAIR(type, known.type), PAIR(order, known.byRows ? 2 : 1));              \
    });                                                                                                                \
  }                                                                                                                    \
  VALUES_OF(SpVec, SparseVector, CONST, Const)                                                                         \
  VALUES_OF(DnVec, DenseVector, CONST, Const)                                                                          \
  VALUES_OF(SpMat, Matrix, CONST, Const)                                                                               \
  VALUES_OF(DnMat, DenseMatrix, CONST, Const)
#define VALUES_OF(name, Object, CONST, Const)                                                                          \
  int NAME(Const##name##GetValues)(CONST void *descriptor, CONST void **values) {                                      \
    return with<Object>(descriptor, [=](Object &known) { return tell(PAIR(values, known.values)); });                  \
  }
#define ENDS(name, Object)                                                                                             \
  int NAME(Destroy##name)(const void *descriptor) { return destroy<Object>(descriptor); }                              \
  int NAME(name##SetValues)(void *descriptor, void *values) {                                                          \
    return with<Object>(descriptor, [=](Object &known) {                                                               \
      known.values = values;                                                                                           \
      return true;                                                                                                     \
    });                                                                                                                \
  }
#define NOTHING

extern "C" {

int NAME(Create)(void **handle) { return create(handle, Context()); }
int NAME(Destroy)(void *handle) {
  return codeOf(porter::libraries::ended<Context>(handle) ? Status::Success : Status::NotInitialized);
}
int NAME(SetStream)(void *handle, hipStream_t stream) { return setStream(handle, stream); }
int NAME(GetStream)(void *handle, hipStream_t *stream) {
  Call call(handle);
  call.need(stream);
  if (call.isGood())
    *stream = porter::libraries::found<Context>(handle)->stream;
  return call.code();
}
int NAME(SetPointerMode)(void *handle, int mode) {
  Call call(handle);
  call.need(mode == 0 || mode == 1);
  if (call.isGood())
    porter::libraries::found<Context>(handle)->scalarsOnDevice = mode == 1;
  return call.code();
}
int NAME(GetPointerMode)(void *handle, int *mode) {
  Call call(handle);
  call.need(mode);
  if (call.isGood())
    *mode = call.takesScalarsOfDevice();
  return call.code();
}
int NAME(GetVersion)(void *handle, int *version) {
  Call call(handle);
  call.need(version);
  if (call.isGood())
    *version = versionNumber;
  return call.code();
}
const char *NAME(GetErrorString)(int code) { return descriptionOf(code); }

DESCRIPTORS(NOTHING, )
DESCRIPTORS(const, Const)
ENDS(SpVec, SparseVector)
ENDS(DnVec, DenseVector)
ENDS(SpMat, Matrix)
ENDS(DnMat, DenseMatrix)

int NAME(SpVecGetIndexBase)(const void *x, int *base) {
  return with<SparseVector>(x, [=](SparseVector &known) { return tell(PAIR(base, known.indices.base)); });
}
int NAME(SpMatGetFormat)(const void *A, int *format) {
  return with<Matrix>(A, [=](Matrix &known) { return tell(PAIR(format, int(known.format))); });
}
int NAME(SpMatGetIndexBase)(const void *A, int *base) {
  return with<Matrix>(A, [=](Matrix &known) { return tell(PAIR(base, known.indices.base)); });
}
int NAME(SpMatGetSize)(const void *A, int64_t *rows, int64_t *columns, int64_t *count) {
  return with<Matrix>(A, [=](Matrix &known) {
    return tell(PAIR(rows, known.rows), PAIR(columns, known.columns), PAIR(count, known.count));
  });
}
int NAME(SpMatGetAttribute)(const void *A, int attribute, void *data, size_t size) {
  return getAttribute(A, attribute, data, size);
}
int NAME(SpMatSetAttribute)(void *A, int attribute, const void *data, size_t size) {
  return setAttribute(A, attribute, data, size);
}
int NAME(CsrSetPointers)(void *A, void *offsets, void *indices, void *values) {
  return setPointers(A, Format::Csr, offsets, indices, values);
}
int NAME(CscSetPointers)(void *A, void *offsets, void *indices, void *values) {
  return setPointers(A, Format::Csc, offsets, indices, values);
}
int NAME(CooSetPointers)(void *A, void *rows, void *columns, void *values) {
  return setPointers(A, Format::Coo, rows, columns, values);
}
int NAME(CsrSetStridedBatch)(void *A, int count, int64_t offsetsStride, int64_t valuesStride) {
  return setBatches(A, Format::Csr, count, offsetsStride, valuesStride, valuesStride);
}
int NAME(CooSetStridedBatch)(void *A, int count, int64_t stride) {
  return setBatches(A, Format::Coo, count, stride, stride, stride);
}
int NAME(SpMatGetStridedBatch)(const void *A, int *count) {
  return with<Matrix>(A, [=](Matrix &known) { return tell(PAIR(count, known.batches)); });
}
int NAME(DnMatSetStridedBatch)(void *A, int count, int64_t stride) {
  return with<DenseMatrix>(A, [=](DenseMatrix &known) {
    const bool isGood = count >= 1 && stride >= 0;
    if (isGood) {
      known.batches = count;
      known.stride = stride;
    }
    return isGood;
  });
}
int NAME(DnMatGetStridedBatch)(const void *A, int *count, int64_t *stride) {
  return with<DenseMatrix>(
      A, [=](DenseMatrix &known) { return tell(PAIR(count, known.batches), PAIR(stride, known.stride)); });
}

int NAME(CreateMatDescr)(void **kind) { return create(kind, MatrixKind()); }
int NAME(DestroyMatDescr)(void *kind) { return destroy<MatrixKind>(kind); }
}

// The old interface's properties of a matrix, each of the first few numbers.
#define PROPERTY(name, member, count)                                                                                  \
  extern "C" int NAME(SetMat##name)(void *kind, int value) {                                                           \
    return with<MatrixKind>(kind, [=](MatrixKind &known) {                                                             \
      const bool isGood = value >= 0 && value < count;                                                                 \
      known.member = isGood ? value : known.member;                                                                    \
      return isGood;                                                                                                   \
    });                                                                                                                \
  }                                                                                                                    \
  extern "C" int NAME(GetMat##name)(const void *kind) {                                                                \
    const auto known = porter::libraries::found<MatrixKind>(const_cast<void *>(kind));                                 \
    return known ? known->member : 0;                                                                                  \
  }
PROPERTY(Type, type, 4)
PROPERTY(FillMode, fill, 2)
PROPERTY(DiagType, diagonal, 2)
PROPERTY(IndexBase, base, 2)
