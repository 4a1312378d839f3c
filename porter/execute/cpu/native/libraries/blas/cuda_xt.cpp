// cuBLASXt: products of matrices in the host's memory, of which CUDA brings tiles to several devices. Here the host's
// memory is the devices', so each function is cuBLAS's own with sizes of 64 bits.
#include "administration.h"

#include <algorithm>
#include <complex>
#include <vector>

using namespace porter::blas;

namespace {

constexpr Vendor vendor = Vendor::Cuda;
constexpr int operations = 12, types = 4; ///< of cublasXtBlasOp_t and cublasXtOpType_t

struct Settings {
  void *blas = nullptr; ///< cuBLAS's handle
  int tile = 2048, pinning = 0;
  ~Settings() { (void)destroy(vendor, blas); }
};
auto &handles() { return porter::hip::handlesOf<Settings, void *>(); }

int failed(Status status) { return codeOf(vendor, status); }

/// Do something with the settings; `work` tells whether it could.
template <class Work> int withSettings(void *handle, Work work) {
  const auto settings = handles().find(handle);
  if (!settings)
    return failed(Status::NoHandle);
  return failed(work(*settings) ? Status::Success : Status::InvalidValue);
}

int deviceCount() {
  int count = 0;
  return hipGetDeviceCount(&count) == hipSuccess ? count : 0;
}
bool areDevices(int count, const int *devices) {
  for (int i = 0; devices && i < count; ++i)
    if (devices[i] < 0 || devices[i] >= deviceCount())
      return false;
  return count > 0 && devices;
}

/// Call a function of cuBLAS's with the handle behind the other's.
template <class... Parameters, class... Values>
int forward(int (*function)(void *, Parameters...), void *handle, Values... values) {
  const auto settings = handles().find(handle);
  return settings ? function(settings->blas, static_cast<Parameters>(values)...) : failed(Status::NoHandle);
}

/// A packed triangle as a matrix, whose other triangle nobody reads.
template <class T> std::vector<T> unpacked(const T *packed, int64_t n, bool isUpper) {
  std::vector<T> made(n * n);
  for (int64_t column = 0; column < n; ++column)
    for (int64_t row = isUpper ? 0 : column; row < (isUpper ? column + 1 : n); ++row)
      made[row + column * n] = *packed++;
  return made;
}

} // namespace

#define GENERAL(letter, T)                                                                                             \
  int cublas##letter##gemm_v2_64(void *, int, int, int64_t, int64_t, int64_t, const T *, const T *, int64_t,           \
                                 const T *, int64_t, const T *, T *, int64_t);                                         \
  int cublasXt##letter##gemm(void *handle, int opA, int opB, size_t m, size_t n, size_t k, const T *alpha, const T *A, \
                             size_t ldA, const T *B, size_t ldB, const T *beta, T *C, size_t ldC) {                    \
    return forward(cublas##letter##gemm_v2_64, handle, opA, opB, m, n, k, alpha, A, ldA, B, ldB, beta, C, ldC);        \
  }                                                                                                                    \
  int cublas##letter##trsm_v2_64(void *, int, int, int, int, int64_t, int64_t, const T *, const T *, int64_t, T *,     \
                                 int64_t);                                                                             \
  int cublasXt##letter##trsm(void *handle, int side, int triangle, int op, int diagonal, size_t m, size_t n,           \
                             const T *alpha, const T *A, size_t ldA, T *B, size_t ldB) {                               \
    return forward(cublas##letter##trsm_v2_64, handle, side, triangle, op, diagonal, m, n, alpha, A, ldA, B, ldB);     \
  }                                                                                                                    \
  int cublas##letter##trmm_v2_64(void *, int, int, int, int, int64_t, int64_t, const T *, const T *, int64_t,          \
                                 const T *, int64_t, T *, int64_t);                                                    \
  int cublasXt##letter##trmm(void *handle, int side, int triangle, int op, int diagonal, size_t m, size_t n,           \
                             const T *alpha, const T *A, size_t ldA, const T *B, size_t ldB, T *C, size_t ldC) {       \
    return forward(cublas##letter##trmm_v2_64, handle, side, triangle, op, diagonal, m, n, alpha, A, ldA, B, ldB, C,   \
                   ldC);                                                                                               \
  }                                                                                                                    \
  SIDED(letter, T, symm)                                                                                               \
  RANK(letter, T, T, syrk)                                                                                             \
  RANK_OF_TWO(letter, T, T, syr2k, syr2k_v2_64)                                                                        \
  RANK_OF_TWO(letter, T, T, syrkx, syrkx_64)                                                                           \
  int cublasXt##letter##spmm(void *handle, int side, int triangle, size_t m, size_t n, const T *alpha, const T *packed, \
                             const T *B, size_t ldB, const T *beta, T *C, size_t ldC) {                                \
    const int64_t order = int64_t(side == 0 ? m : n);                                                                  \
    if (order > 0 && (order > 1 << 20 || !packed))                                                                     \
      return failed(Status::InvalidValue);                                                                             \
    const auto A = unpacked(packed, std::max<int64_t>(0, order), triangle == 1);                                       \
    return cublasXt##letter##symm(handle, side, triangle, m, n, alpha, A.data(), size_t(std::max<int64_t>(1, order)),  \
                                  B, ldB, beta, C, ldC);                                                               \
  }
#define ADJOINT(letter, T, Real)                                                                                       \
  SIDED(letter, T, hemm)                                                                                               \
  RANK(letter, T, Real, herk)                                                                                          \
  RANK_OF_TWO(letter, T, Real, her2k, her2k_v2_64)                                                                     \
  RANK_OF_TWO(letter, T, Real, herkx, herkx_64)
#define SIDED(letter, T, name)                                                                                         \
  int cublas##letter##name##_v2_64(void *, int, int, int64_t, int64_t, const T *, const T *, int64_t, const T *,       \
                                   int64_t, const T *, T *, int64_t);                                                  \
  int cublasXt##letter##name(void *handle, int side, int triangle, size_t m, size_t n, const T *alpha, const T *A,     \
                             size_t ldA, const T *B, size_t ldB, const T *beta, T *C, size_t ldC) {                    \
    return forward(cublas##letter##name##_v2_64, handle, side, triangle, m, n, alpha, A, ldA, B, ldB, beta, C, ldC);   \
  }
#define RANK(letter, T, Factor, name)                                                                                  \
  int cublas##letter##name##_v2_64(void *, int, int, int64_t, int64_t, const Factor *, const T *, int64_t,             \
                                   const Factor *, T *, int64_t);                                                      \
  int cublasXt##letter##name(void *handle, int triangle, int op, size_t n, size_t k, const Factor *alpha, const T *A,  \
                             size_t ldA, const Factor *beta, T *C, size_t ldC) {                                       \
    return forward(cublas##letter##name##_v2_64, handle, triangle, op, n, k, alpha, A, ldA, beta, C, ldC);             \
  }
#define RANK_OF_TWO(letter, T, Factor, name, own)                                                                      \
  int cublas##letter##own(void *, int, int, int64_t, int64_t, const T *, const T *, int64_t, const T *, int64_t,       \
                          const Factor *, T *, int64_t);                                                               \
  int cublasXt##letter##name(void *handle, int triangle, int op, size_t n, size_t k, const T *alpha, const T *A,       \
                             size_t ldA, const T *B, size_t ldB, const Factor *beta, T *C, size_t ldC) {               \
    return forward(cublas##letter##own, handle, triangle, op, n, k, alpha, A, ldA, B, ldB, beta, C, ldC);              \
  }

extern "C" {

int cublasXtCreate(void **handle) {
  if (!handle)
    return failed(Status::InvalidValue);
  const auto settings = std::make_shared<Settings>();
  const int status = create(vendor, &settings->blas);
  if (!status)
    *handle = handles().add(settings);
  return status;
}
int cublasXtDestroy(void *handle) { return failed(handles().take(handle) ? Status::Success : Status::NoHandle); }
int cublasXtGetNumBoards(int count, int *devices, int *boards) {
  if (!areDevices(count, devices) || !boards)
    return failed(Status::InvalidValue);
  *boards = count;
  return 0;
}
int cublasXtMaxBoards(int *boards) {
  if (!boards)
    return failed(Status::InvalidValue);
  *boards = deviceCount();
  return 0;
}
int cublasXtDeviceSelect(void *handle, int count, int *devices) {
  return withSettings(handle, [=](Settings &) { return areDevices(count, devices); });
}
int cublasXtSetBlockDim(void *handle, int tile) {
  return withSettings(handle, [=](Settings &settings) {
    settings.tile = tile > 0 ? tile : settings.tile;
    return tile > 0;
  });
}
int cublasXtGetBlockDim(void *handle, int *tile) {
  return withSettings(handle, [=](Settings &settings) { return tile && ((*tile = settings.tile), true); });
}
int cublasXtSetPinningMemMode(void *handle, int mode) {
  return withSettings(handle, [=](Settings &settings) {
    const bool isMode = mode == 0 || mode == 1;
    settings.pinning = isMode ? mode : settings.pinning;
    return isMode;
  });
}
int cublasXtGetPinningMemMode(void *handle, int *mode) {
  return withSettings(handle, [=](Settings &settings) { return mode && ((*mode = settings.pinning), true); });
}
/// What the host shall compute besides: it computes all.
int cublasXtSetCpuRoutine(void *handle, int operation, int type, void *routine) {
  return withSettings(handle, [=](Settings &) {
    return operation >= 0 && operation < operations && type >= 0 && type < types && routine;
  });
}
int cublasXtSetCpuRatio(void *handle, int operation, int type, float ratio) {
  return withSettings(handle, [=](Settings &) {
    return operation >= 0 && operation < operations && type >= 0 && type < types && ratio >= 0 && ratio <= 1;
  });
}

GENERAL(S, float)
GENERAL(D, double)
GENERAL(C, std::complex<float>)
GENERAL(Z, std::complex<double>)
ADJOINT(C, std::complex<float>, float)
ADJOINT(Z, std::complex<double>, double)
}
