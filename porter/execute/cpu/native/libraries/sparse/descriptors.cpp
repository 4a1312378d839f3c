// Makes descriptors and changes them.
#include "descriptors.h"

namespace porter::sparse {
namespace {

bool isIndex(const Indices &indices) {
  return indices.type >= 1 && indices.type <= 3 && (indices.base == 0 || indices.base == 1);
}

} // namespace

int createMatrix(void **descriptor, const Matrix &A) {
  const bool isGood = A.rows >= 0 && A.columns >= 0 && A.count >= 0 && isIndex(A.offsets) && isIndex(A.indices) &&
                      A.blockRows > 0 && A.blockColumns > 0 && A.width >= 0 && A.size >= 0;
  if (isGood && !isType(A.type))
    return codeOf(Status::NotSupported);
  return create(descriptor, A, isGood);
}

int createDense(void **descriptor, const DenseMatrix &A) {
  const bool isGood = A.rows >= 0 && A.columns >= 0 && A.ld >= (A.byRows ? A.columns : A.rows);
  if (isGood && !isType(A.type))
    return codeOf(Status::NotSupported);
  return create(descriptor, A, isGood);
}

int createDense(void **descriptor, const DenseVector &x) {
  if (!isType(x.type))
    return codeOf(Status::NotSupported);
  return create(descriptor, x, x.size >= 0);
}

int createSparse(void **descriptor, const SparseVector &x) {
  if (!isType(x.type))
    return codeOf(Status::NotSupported);
  return create(descriptor, x, x.size >= 0 && x.count >= 0 && x.count <= x.size && isIndex(x.indices));
}

int setPointers(void *descriptor, Format format, void *offsets, void *indices, void *values) {
  return with<Matrix>(descriptor, [=](Matrix &A) {
    if (A.format != format)
      return false;
    A.offsets.array = offsets;
    A.indices.array = indices;
    A.values = values;
    return true;
  });
}

int setBatches(void *descriptor, Format format, int count, int64_t offsetsStride, int64_t indicesStride,
               int64_t valuesStride) {
  return with<Matrix>(descriptor, [=](Matrix &A) {
    if (A.format != format || count < 1 || offsetsStride < 0 || indicesStride < 0 || valuesStride < 0)
      return false;
    A.batches = count;
    A.offsetsStride = offsetsStride;
    A.indicesStride = indicesStride;
    A.valuesStride = valuesStride;
    return true;
  });
}

int getAttribute(const void *descriptor, int attribute, void *data, size_t size) {
  return with<Matrix>(descriptor, [=](Matrix &A) {
    if (attribute < 0 || attribute > 1 || !data || size != sizeof(int))
      return false;
    *static_cast<int *>(data) = attribute == 0 ? A.fill : A.diagonal;
    return true;
  });
}

int setAttribute(void *descriptor, int attribute, const void *data, size_t size) {
  return with<Matrix>(descriptor, [=](Matrix &A) {
    if (attribute < 0 || attribute > 1 || !data || size != sizeof(int))
      return false;
    const int value = *static_cast<const int *>(data);
    if (value != 0 && value != 1)
      return false;
    (attribute == 0 ? A.fill : A.diagonal) = value;
    return true;
  });
}

int setStream(void *handle, hipStream_t stream) {
  Call call(handle);
  std::shared_ptr<hip::Stream> known;
  call.need(hip::findStream(stream, known));
  if (call.isGood())
    libraries::found<Context>(handle)->stream = stream;
  return call.code();
}

const char *descriptionOf(int code) {
  static constexpr const char *words[] = {
      "success",          "initialization error", "out of memory",      "invalid value",
      "not supported by this device", "mapping error", "execution failed", "internal error",
      "matrix type not supported",    "zero pivot",    "operation not supported", "insufficient resources"};
  return code >= 0 && code < 12 ? words[code] : "unknown error";
}

} // namespace porter::sparse
