// hipSOLVER's names of solutions by refinement.
#include "refinement.h"

using namespace porter::solver;

extern "C" {

REFINED(hipsolver, Vendor::Hip, SS, float, NO_WORK_AREA)
REFINED(hipsolver, Vendor::Hip, DD, double, NO_WORK_AREA)
REFINED(hipsolver, Vendor::Hip, CC, std::complex<float>, NO_WORK_AREA)
REFINED(hipsolver, Vendor::Hip, ZZ, std::complex<double>, NO_WORK_AREA)
REFINED(hipsolverDn, Vendor::Hip, SS, float, WORK_AREA)
REFINED(hipsolverDn, Vendor::Hip, DD, double, WORK_AREA)
REFINED(hipsolverDn, Vendor::Hip, CC, std::complex<float>, WORK_AREA)
REFINED(hipsolverDn, Vendor::Hip, ZZ, std::complex<double>, WORK_AREA)
}
