// cuSOLVER's batches of sparse systems that have their places in common, by QR.
#include "sparse_systems.h"

using namespace porter::solver;

namespace {

constexpr auto vendor = porter::libraries::Vendor::Cuda;

/// What a program carries from the analysis to the solution. Here nothing is: the order of a band is found in no time.
struct QrInfo {
  bool isAnalysed = false;
};

template <class T>
int batchedSizes(void *handle, int m, int n, int count, const void *description, const T *values, const int *offsets,
                 const int *columns, int batch, void *info, size_t *kept, size_t *work) {
  Call call(vendor, handle);
  const auto known = porter::libraries::found<QrInfo>(info);
  call.need(m == n && n >= 0 && count >= 0 && batch >= 0 && description && values && offsets && columns && kept && work);
  call.need(known && known->isAnalysed);
  if (call.isGood())
    *kept = *work = 16;
  return call.code();
}

template <class T>
int solveBatched(void *handle, int m, int n, int count, const void *description, const T *values, const int *offsets,
                 const int *columns, const T *b, T *x, int batch, void *info) {
  Call call(vendor, handle);
  const auto known = porter::libraries::found<QrInfo>(info);
  call.need(m == n && n >= 0 && count >= 0 && batch >= 0 && description && values && offsets && columns && b && x);
  call.need(known && known->isAnalysed);
  return call.run([=] {
    for (int64_t i = 0; n && i < batch; ++i) {
      const Rows<T> A{n, values + i * count, offsets, columns};
      BandQr<T>(A, Band<T>::least(A)).solve(b + i * n, x + i * n);
    }
  });
}

} // namespace

#define BATCHED(letter, T)                                                                                             \
  int cusolverSp##letter##csrqrBufferInfoBatched(void *handle, int m, int n, int count, const void *description,       \
                                                 const T *values, const int *offsets, const int *columns, int batch,   \
                                                 void *info, size_t *kept, size_t *work) {                             \
    return batchedSizes(handle, m, n, count, description, values, offsets, columns, batch, info, kept, work);          \
  }                                                                                                                    \
  int cusolverSp##letter##csrqrsvBatched(void *handle, int m, int n, int count, const void *description,               \
                                         const T *values, const int *offsets, const int *columns, const T *b, T *x,    \
                                         int batch, void *info, void *) {                                              \
    return solveBatched(handle, m, n, count, description, values, offsets, columns, b, x, batch, info);                \
  }

extern "C" {

int cusolverSpCreateCsrqrInfo(void **info) {
  return porter::libraries::made<QrInfo>(info) ? 0 : Call(vendor, nullptr).code();
}
int cusolverSpDestroyCsrqrInfo(void *info) {
  return porter::libraries::ended<QrInfo>(info) ? 0 : Call(vendor, nullptr).code();
}
int cusolverSpXcsrqrAnalysisBatched(void *handle, int m, int n, int count, const void *description, const int *offsets,
                                    const int *columns, void *info) {
  Call call(vendor, handle);
  const auto known = porter::libraries::found<QrInfo>(info);
  call.need(m == n && n >= 0 && count >= 0 && description && offsets && columns && known);
  if (call.isGood())
    known->isAnalysed = true;
  return call.code();
}
BATCHED(S, float)
BATCHED(D, double)
BATCHED(C, std::complex<float>)
BATCHED(Z, std::complex<double>)
}
