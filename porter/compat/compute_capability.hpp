// The compute capability that the port counts as where code chooses by NVIDIA's.
//
// HIP answers with the version of the gfx target: 9.4 on an MI300, 11.0 on an RX 7900. Code that asks
// for "at least 9" means an H100. So what decides is an NVIDIA device with the features that the port
// has; a number that is only printed is the device's own.
#pragma once

#include <hip/hip_runtime.h>

namespace porter {

// CAPABILITY: ten times the major and once the minor number, as in sm_80.
template <int CAPABILITY>
struct compute_capability {
  static constexpr int number = CAPABILITY;
  static constexpr int major = CAPABILITY / 10;
  static constexpr int minor = CAPABILITY % 10;

  // hipDeviceGetAttribute, with these numbers for the two attributes that ask for them.
  static hipError_t get_attribute(int *value, hipDeviceAttribute_t attribute, int device) {
    const hipError_t error = hipDeviceGetAttribute(value, attribute, device);
    if (error == hipSuccess && attribute == hipDeviceAttributeComputeCapabilityMajor) *value = major;
    if (error == hipSuccess && attribute == hipDeviceAttributeComputeCapabilityMinor) *value = minor;
    return error;
  }

  // hipDeviceComputeCapability, with these numbers.
  static hipError_t get(int *of_major, int *of_minor, hipDevice_t device) {
    const hipError_t error = hipDeviceComputeCapability(of_major, of_minor, device);
    if (error == hipSuccess) *of_major = major, *of_minor = minor;
    return error;
  }

  // cub::SmVersion and cub::PtxVersion: 800 for an 8.0.
  static hipError_t sm_version(int &version, int = -1) {
    version = 10 * number;
    return hipSuccess;
  }
};

}  // namespace porter
