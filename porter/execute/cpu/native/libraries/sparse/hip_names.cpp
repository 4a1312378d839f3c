// hipSPARSE's names of the generic interface.
#define NAME(function) hipsparse##function
#define SPSM_AREA , void *
namespace {
constexpr int versionNumber = 300200; // hipSPARSE 3.2.0 of ROCm 6.4
} // namespace
#include "names_descriptors.h"
#include "names_generic.h"

#include <cstring>

extern "C" {

int hipsparseCreateCooAoS(void **made, int64_t rows, int64_t columns, int64_t count, void *pairs, void *values,
                          int indexType, int base, int type) {
  Matrix A = ofLines(Format::CooAos, rows, columns, count, pairs, pairs, values, indexType, indexType, base, type);
  A.offsets.step = A.indices.step = 2;
  if (pairs)
    A.indices.array = static_cast<char *>(pairs) + A.indices.bytes();
  return createMatrix(made, A);
}
int hipsparseCooAoSGet(const void *A, int64_t *rows, int64_t *columns, int64_t *count, void **pairs, void **values,
                       int *indexType, int *base, int *type) {
  return with<Matrix>(A, [=](Matrix &known) {
    return known.format == Format::CooAos &&
           tell(PAIR(rows, known.rows), PAIR(columns, known.columns), PAIR(count, known.count),
                PAIR(pairs, known.offsets.array), PAIR(values, known.values), PAIR(indexType, known.indices.type),
                PAIR(base, known.indices.base), PAIR(type, known.type));
  });
}
int hipsparseSpMatSetStridedBatch(void *A, int count) {
  return with<Matrix>(A, [=](Matrix &known) {
    known.batches = count >= 1 ? count : known.batches;
    return count >= 1;
  });
}
int hipsparseCopyMatDescr(void *to, const void *from) {
  return with<MatrixKind>(from, [=](MatrixKind &known) { return with<MatrixKind>(to, [&](MatrixKind &made) {
    made = known;
    return true;
  }) == 0; });
}

const char *hipsparseGetErrorName(int code) {
  static constexpr const char *names[] = {STATUS_NAMES("HIPSPARSE_STATUS_")};
  return code >= 0 && code < 12 ? names[code] : "unrecognized error code";
}
int hipsparseGetGitRevision(void *handle, char *revision) {
  Call call(handle);
  call.need(revision);
  if (call.isGood())
    std::strcpy(revision, "porter");
  return call.code();
}
}
