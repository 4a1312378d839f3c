// cuSOLVER's sparse solvers, of which it has more.
#include "sparse_systems.h"

#define SP(name) cusolverSp##name
namespace {
constexpr auto vendor = porter::libraries::Vendor::Cuda;
}
#include "names_sparse.h"

extern "C" {

SPARSE_SYSTEM(C, std::complex<float>, chol, Cholesky, )
SPARSE_SYSTEM(Z, std::complex<double>, chol, Cholesky, )
SPARSE_SYSTEM(C, std::complex<float>, chol, Cholesky, Host)
SPARSE_SYSTEM(Z, std::complex<double>, chol, Cholesky, Host)
SPARSE_SYSTEM(C, std::complex<float>, qr, Qr, )
SPARSE_SYSTEM(Z, std::complex<double>, qr, Qr, )
SPARSE_SYSTEM(S, float, qr, Qr, Host)
SPARSE_SYSTEM(D, double, qr, Qr, Host)
SPARSE_SYSTEM(C, std::complex<float>, qr, Qr, Host)
SPARSE_SYSTEM(Z, std::complex<double>, qr, Qr, Host)
SPARSE_SYSTEM(S, float, lu, Lu, Host)
SPARSE_SYSTEM(D, double, lu, Lu, Host)
SPARSE_SYSTEM(C, std::complex<float>, lu, Lu, Host)
SPARSE_SYSTEM(Z, std::complex<double>, lu, Lu, Host)

int cusolverSpGetStream(void *handle, hipStream_t *stream) {
  const auto context = porter::libraries::found<Context>(handle);
  Call call(vendor, handle);
  call.need(stream);
  if (call.isGood())
    *stream = context->stream;
  return call.code();
}

/// Whether a matrix has the elements of its transpose; their values do not matter.
int cusolverSpXcsrissymHost(void *handle, int n, int count, void *description, const int *offsets, const int *ends,
                            const int *columns, int *isSymmetric) {
  Call call(vendor, handle);
  call.need(n >= 0 && count >= 0 && description && offsets && ends && columns && isSymmetric);
  return call.run([=] {
    std::vector<std::pair<int, int>> places;
    const int base = n ? offsets[0] : 0;
    for (int row = 0; row < n; ++row)
      for (int at = offsets[row] - base; at < ends[row] - base; ++at)
        places.push_back({row, columns[at] - base});
    auto mirrored = places;
    for (auto &[row, column] : mirrored)
      std::swap(row, column);
    std::sort(places.begin(), places.end());
    std::sort(mirrored.begin(), mirrored.end());
    *isSymmetric = places == mirrored;
  });
}

/// An order in which elements are near the diagonal.
int cusolverSpXcsrsymrcmHost(void *handle, int n, int count, void *description, const int *offsets, const int *columns,
                             int *order) {
  Call call(vendor, handle);
  call.need(n >= 0 && count >= 0 && description && offsets && columns && order);
  return call.run([=] {
    const auto made = n ? bandOrder(n, offsets, columns) : std::vector<int64_t>();
    std::copy(made.begin(), made.end(), order);
  });
}
}
