// cuSPARSE's names of the generic interface.
#define NAME(function) cusparse##function
#define SPSM_AREA
namespace {
constexpr int versionNumber = 12301; // cuSPARSE 12.3.1, whose headers the toolchain has
} // namespace
#include "names_descriptors.h"
#include "names_generic.h"


namespace {

Matrix ofBlocks(int64_t rows, int64_t columns, int64_t count, int64_t height, int64_t width, const void *offsets,
                const void *indices, const void *values, int offsetsType, int indicesType, int base, int type,
                int order) {
  Matrix A = ofLines(Format::Bsr, rows * height, columns * width, count * height * width, offsets, indices, values,
                     offsetsType, indicesType, base, type);
  A.blockRows = height;
  A.blockColumns = width;
  A.blocksByColumn = order == 1;
  return A;
}
Matrix ofSlices(int64_t rows, int64_t columns, int64_t count, int64_t size, int64_t height, const void *offsets,
                const void *indices, const void *values, int offsetsType, int indicesType, int base, int type) {
  Matrix A = ofLines(Format::SlicedEll, rows, columns, count, offsets, indices, values, offsetsType, indicesType, base,
                     type);
  A.size = size;
  A.width = height;
  return A;
}

} // namespace

#define CUDAS_DESCRIPTORS(CONST, Const)                                                                                \
  int cusparseCreate##Const##Bsr(void **made, int64_t rows, int64_t columns, int64_t count, int64_t height,            \
                                 int64_t width, CONST void *offsets, CONST void *indices, CONST void *values,          \
                                 int offsetsType, int indicesType, int base, int type, int order) {                    \
    return createMatrix(made, ofBlocks(rows, columns, count, height, width, offsets, indices, values, offsetsType,     \
                                       indicesType, base, type, order));                                               \
  }                                                                                                                    \
  int cusparseCreate##Const##SlicedEll(void **made, int64_t rows, int64_t columns, int64_t count, int64_t size,        \
                                       int64_t height, CONST void *offsets, CONST void *indices, CONST void *values,   \
                                       int offsetsType, int indicesType, int base, int type) {                         \
    if (height < 1)                                                                                                    \
      return codeOf(Status::InvalidValue);                                                                             \
    return createMatrix(made, ofSlices(rows, columns, count, size, height, offsets, indices, values, offsetsType,      \
                                       indicesType, base, type));                                                      \
  }

extern "C" {

CUDAS_DESCRIPTORS(NOTHING, )
CUDAS_DESCRIPTORS(const, Const)

const char *cusparseGetErrorName(int code) {
  static constexpr const char *names[] = {STATUS_NAMES("CUSPARSE_STATUS_")};
  return code >= 0 && code < 12 ? names[code] : "unrecognized error code";
}
int cusparseGetProperty(int part, int *value) {
  constexpr int parts[] = {12, 3, 1};
  if (part < 0 || part > 2 || !value)
    return codeOf(Status::InvalidValue);
  *value = parts[part];
  return 0;
}
int cusparseBsrSetStridedBatch(void *A, int count, int64_t offsetsStride, int64_t indicesStride, int64_t valuesStride) {
  return setBatches(A, Format::Bsr, count, offsetsStride, indicesStride, valuesStride);
}
int cusparseSpSV_updateMatrix(void *handle, void *solver, void *values, int part) {
  return replaceValues(Call(handle), solver, values, part);
}
int cusparseSpSM_updateMatrix(void *handle, void *solver, void *values, int part) {
  return replaceValues(Call(handle), solver, values, part);
}
int cusparseSpGEMM_getNumProducts(void *product, int64_t *count) {
  return with<Product>(product, [=](Product &known) { return tell(PAIR(count, known.products)); });
}
int cusparseSpGEMM_estimateMemory(void *handle, int opA, int opB, const void *, const void *A, const void *B,
                                  const void *, void *, int, int, void *product, float fraction, size_t *size3,
                                  void *area3, size_t *size2) {
  Call call(handle);
  call.need(fraction > 0 && fraction <= 1 && (!area3 || size2));
  const int status = estimateProduct(call, opA, opB, A, B, product, size3, area3);
  if (!status && area3)
    *size2 = 16;
  return status;
}
}
