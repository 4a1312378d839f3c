/* ROCm's version, which is that of HIP's headers. Source: the interface of ROCm's package rocm-core.
   C and C++. */
#ifndef PORTER_ROCM_CORE_ROCM_VERSION_H
#define PORTER_ROCM_CORE_ROCM_VERSION_H

#include <hip/hip_version.h>

#define ROCM_VERSION_MAJOR HIP_VERSION_MAJOR
#define ROCM_VERSION_MINOR HIP_VERSION_MINOR
#define ROCM_VERSION_PATCH 0
#define ROCM_BUILD_INFO "porter"

typedef enum { VerSuccess = 0, VerIncorrecPararmeters, VerValuesNotDefined } VerErrors;

static inline VerErrors getROCmVersion(unsigned int *major, unsigned int *minor,
                                       unsigned int *patch) {
  if (!major || !minor || !patch) return VerIncorrecPararmeters;
  *major = ROCM_VERSION_MAJOR;
  *minor = ROCM_VERSION_MINOR;
  *patch = ROCM_VERSION_PATCH;
  return VerSuccess;
}

#endif
