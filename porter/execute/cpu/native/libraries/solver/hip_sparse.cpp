// hipSOLVER's sparse solvers.
#include "sparse_systems.h"

#define SP(name) hipsolverSp##name
namespace {
constexpr auto vendor = porter::libraries::Vendor::Hip;
}
#include "names_sparse.h"
