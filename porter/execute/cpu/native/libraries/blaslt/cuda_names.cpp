// cuBLASLt's names.
#define NAME(function) cublasLt##function
#include "objects.h"

namespace {
constexpr auto vendor = porter::libraries::Vendor::Cuda;
constexpr int plain = 0; ///< CUBLAS_OP_N
struct Algorithm {
  uint64_t data[8];
};
/// cuBLASLt of CUDA 12.4, whose headers the toolchain has.
constexpr int version[] = {12, 4, 5};
} // namespace
#include "names.h"

#include <cstring>

namespace {

/// Settings of an algorithm are kept for those who ask; there is one way to compute, whatever they say.
constexpr int settings = 9;
int32_t *settingOf(Algorithm *algorithm, int code) {
  return algorithm && code >= 0 && code < settings ? reinterpret_cast<int32_t *>(algorithm->data) + code : nullptr;
}

/// Capabilities: one tile and one number of stages, no splits; all epilogues, modes and leading dimensions.
bool capability(int code, uint64_t &value, size_t &size) {
  constexpr int epilogues = 12, pointerModes = 11, batches = 3, outOfPlace = 4, numerics = 15;
  if (code < 0 || code > 20 || code == 8 || code == 9)
    return false;
  size = code == numerics ? 8 : 4;
  value = code == epilogues ? ~0u : code == pointerModes ? 31 : code == batches || code == outOfPlace;
  if (code >= 16 && code <= 19)
    value = 1; // alignment in bytes
  return true;
}

} // namespace

extern "C" {

int cublasLtMatrixLayoutInit_internal(Layout *layout, size_t size, int type, uint64_t rows, uint64_t columns,
                                      int64_t ld) {
  return initialize(layout, size, Layout{type, 0, rows, columns, ld});
}
int cublasLtMatmulDescInit_internal(Matmul *place, size_t size, int compute, int scaleType) {
  Matmul matmul;
  matmul.compute = compute;
  matmul.scaleType = scaleType;
  return initialize(place, size, matmul);
}
int cublasLtMatrixTransformDescInit_internal(Transform *place, size_t size, int scaleType) {
  return initialize(place, size, Transform{scaleType});
}
int cublasLtMatmulPreferenceInit_internal(Preference *place, size_t size) {
  return initialize(place, size, Preference());
}

int cublasLtMatmulAlgoGetIds(void *handle, int, int, int, int, int, int, int wanted, int *ids, int *count) {
  if (!porter::libraries::found<Context>(handle))
    return codeOf(vendor, Status::NotInitialized);
  if (wanted < 1 || !ids || !count)
    return codeOf(vendor, Status::InvalidValue);
  ids[0] = 0;
  *count = 1;
  return 0;
}
int cublasLtMatmulAlgoInit(void *handle, int, int, int, int, int, int, int id, Algorithm *algorithm) {
  if (!porter::libraries::found<Context>(handle))
    return codeOf(vendor, Status::NotInitialized);
  if (id != 0 || !algorithm)
    return codeOf(vendor, Status::InvalidValue);
  *algorithm = Algorithm{};
  return 0;
}
int cublasLtMatmulAlgoCheck(void *handle, void *description, void *A, void *B, void *C, void *D, const Algorithm *algorithm,
                            Result *result) {
  if (!algorithm || !result)
    return codeOf(vendor, Status::InvalidValue);
  const int status = check(vendor, handle, description, A, B, C, D);
  *result = Result{*algorithm, 0, status, 1, {}};
  return status;
}
int cublasLtMatmulAlgoCapGetAttribute(const Algorithm *algorithm, int code, void *buffer, size_t size,
                                      size_t *written) {
  uint64_t value = 0;
  size_t needed = 0;
  if (!algorithm || !capability(code, value, needed) || (size == 0 ? !written : !buffer || size < needed))
    return codeOf(vendor, Status::InvalidValue);
  if (written)
    *written = needed;
  if (size)
    std::memcpy(buffer, &value, needed);
  return 0;
}
int cublasLtMatmulAlgoConfigSetAttribute(Algorithm *algorithm, int code, const void *value, size_t size) {
  int32_t *setting = settingOf(algorithm, code);
  if (!setting || !value || size < 2 || size > 4)
    return codeOf(vendor, Status::InvalidValue);
  *setting = 0;
  std::memcpy(setting, value, size);
  return 0;
}
int cublasLtMatmulAlgoConfigGetAttribute(const Algorithm *algorithm, int code, void *value, size_t size,
                                         size_t *written) {
  const int32_t *setting = settingOf(const_cast<Algorithm *>(algorithm), code);
  if (!setting || (size == 0 ? !written : !value || size < 2))
    return codeOf(vendor, Status::InvalidValue);
  if (written)
    *written = code >= 7 ? 2 : 4;
  if (size)
    std::memcpy(value, setting, std::min<size_t>(size, 4));
  return 0;
}

size_t cublasLtGetVersion() { return version[0] * 10000 + version[1] * 100 + version[2]; }
size_t cublasLtGetCudartVersion() { return 12040; }
int cublasLtGetProperty(int part, int *value) {
  if (part < 0 || part > 2 || !value)
    return codeOf(vendor, Status::InvalidValue);
  *value = version[part];
  return 0;
}
}
