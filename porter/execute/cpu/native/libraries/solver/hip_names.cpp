// hipSOLVER's names for handles, settings, and the interface of 64-bit sizes.
#include "typed.h"

using namespace porter::solver;

#define OWN(name) hipsolver##name
#define DN(name) hipsolverDn##name

extern "C" {

ADMINISTRATION(OWN, Vendor::Hip)
ADMINISTRATION(DN, Vendor::Hip)
TYPED_COMMON(hipsolverDn, Vendor::Hip)
}
