// The driver's oldest answer about a device: cuDeviceGetProperties and its structure of ten members.
#pragma once

#include <hip/hip_runtime_api.h>

namespace porter {

struct device_properties {
  int maxThreadsPerBlock;
  int maxThreadsDim[3];
  int maxGridSize[3];
  int sharedMemPerBlock;
  int totalConstantMemory;
  int SIMDWidth;
  int memPitch;
  int regsPerBlock;
  int clockRate;  // kHz
  int textureAlign;
};

// Amounts that an int does not hold are its largest value, as with CUDA's attributes.
inline hipError_t device_get_properties(device_properties *properties, hipDevice_t device) {
  if (!properties) return hipErrorInvalidValue;
  device_properties found{};
  const struct {
    int *value;
    hipDeviceAttribute_t attribute;
  } asked[] = {
      {&found.maxThreadsPerBlock, hipDeviceAttributeMaxThreadsPerBlock},
      {&found.maxThreadsDim[0], hipDeviceAttributeMaxBlockDimX},
      {&found.maxThreadsDim[1], hipDeviceAttributeMaxBlockDimY},
      {&found.maxThreadsDim[2], hipDeviceAttributeMaxBlockDimZ},
      {&found.maxGridSize[0], hipDeviceAttributeMaxGridDimX},
      {&found.maxGridSize[1], hipDeviceAttributeMaxGridDimY},
      {&found.maxGridSize[2], hipDeviceAttributeMaxGridDimZ},
      {&found.sharedMemPerBlock, hipDeviceAttributeMaxSharedMemoryPerBlock},
      {&found.totalConstantMemory, hipDeviceAttributeTotalConstantMemory},
      {&found.SIMDWidth, hipDeviceAttributeWarpSize},
      {&found.memPitch, hipDeviceAttributeMaxPitch},
      {&found.regsPerBlock, hipDeviceAttributeMaxRegistersPerBlock},
      {&found.clockRate, hipDeviceAttributeClockRate},
      {&found.textureAlign, hipDeviceAttributeTextureAlignment},
  };
  for (const auto &one : asked) {
    const hipError_t status = hipDeviceGetAttribute(one.value, one.attribute, device);
    if (status != hipSuccess) return status;
  }
  *properties = found;
  return hipSuccess;
}

}  // namespace porter
