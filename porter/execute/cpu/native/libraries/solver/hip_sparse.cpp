// hipSOLVER's sparse solvers.
#include "sparse_systems.h"

#define SP(name) hipsolverSp##name
namespace {
constexpr auto vendor = porter::libraries::Vendor::Hip;
}
#include "names_sparse.h"

extern "C" {

SPARSE_SYSTEM(C, std::complex<float>, qr, Qr, )
SPARSE_SYSTEM(Z, std::complex<double>, qr, Qr, )
}
