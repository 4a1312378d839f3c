// Device memory that is host memory, and tensors that lie in it.
#pragma once

#include <ATen/core/Tensor.h>
#include <c10/core/Allocator.h>

namespace porter {

// The device that all tensors of the GPU's dispatch key are on.
inline c10::Device the_device() { return c10::Device(c10::DeviceType::CUDA, 0); }

// The allocator of device memory; what it hands out is filled with NaN.
c10::Allocator* device_allocator();

// The same memory as the device's: the result keeps `host` alive.
c10::DataPtr as_device_memory(c10::Storage host);

// The same memory as the host's: the result keeps `device` alive.
c10::DataPtr as_host_memory(c10::Storage device);

}  // namespace porter
