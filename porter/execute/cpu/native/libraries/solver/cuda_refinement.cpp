// cuSOLVER's names of solutions by refinement.
#include "refinement.h"

using namespace porter::solver;

#define OF(T, letters) REFINED(cusolverDn, Vendor::Cuda, letters, T, WORK_AREA)

extern "C" {

OF(float, SS)
OF(float, SH)
OF(float, SB)
OF(float, SX)
OF(double, DD)
OF(double, DS)
OF(double, DH)
OF(double, DB)
OF(double, DX)
OF(std::complex<float>, CC)
OF(std::complex<float>, CK)
OF(std::complex<float>, CE)
OF(std::complex<float>, CY)
OF(std::complex<double>, ZZ)
OF(std::complex<double>, ZC)
OF(std::complex<double>, ZK)
OF(std::complex<double>, ZE)
OF(std::complex<double>, ZY)
}
